"""The set-up of a scenario: groups, persons, leaders, clans, factions, prisoners, rings, ties, assignments, shares."""

from __future__ import annotations

import numpy as np
import pytest

import unanimity
from unanimity.engine.batch import make_batch
from unanimity.engine.lower_month import sources
from unanimity.engine.moment import world_view
from unanimity.engine.scenario_setup import equal_support
from unanimity.engine.schedule import apply_month
from unanimity.regimes import load_regime
from unanimity.world.codes import ABROAD, CAMP, EX, EXILED, IMPRISONED, INQUIRY, KIN, NEVER, NOBODY, RULE_ISSUE
from unanimity.world.levers import AS_EVERYBODY, NUMBER_OF, OWN_FROM
from unanimity.world.selectors.parse import parse
from unanimity.world.selectors.people import persons, variable

HEAD = 'title = "test"\nbased_on = "apparatus"\nmechanisms = "all"\n'
SMALL = "[society]\npeople = 1024\ntree = [4, 4, 4]\n"


def regime(folder, text, head=HEAD):
    path = folder / "mine.toml"
    path.write_text(head + SMALL + text, encoding="utf-8")
    return load_regime(path)


@pytest.fixture
def world(tmp_path):
    """A world of a scenario at the head of month 0, and its plain twin."""
    def made(text, seed=5, begun=True):
        mine = regime(tmp_path, text)
        batch = make_batch([mine], [seed])
        if begun:
            apply_month(batch)
        return batch
    return made


def who(batch, text, everybody=True):
    setup = batch.regimes[0].setup
    return persons(parse(text, setup.known), world_view(batch, 0), everybody)


def plain(batch, name, seed=5):
    from dataclasses import replace

    from unanimity.regimes.scenario import NOTHING
    return make_batch([replace(batch.regimes[0], setup=NOTHING)], [seed]).column(name)


# --- groups -------------------------------------------------------------------------------------------------------
def test_groups_of_townspeople_and_of_villagers_are_drawn_where_they_live(world):
    batch = world('[[groups]]\nname = "urban"\nof = "town"\nshare = 0.5\n'
                  '[[groups]]\nname = "rural"\nof = "village"\nshare = 0.5\n')
    village = np.repeat(batch.column("village")[:batch.tree.cells] == 1, np.diff(batch.tree.cell_start))
    urban, rural = (batch.column("groups") == bit for bit in (1, 2))
    assert urban[~village].mean() == pytest.approx(0.5, abs=0.01) and not urban[village].any()
    assert rural[village].mean() == pytest.approx(0.5, abs=0.01) and not rural[~village].any()


def test_a_group_by_lot_has_its_number_is_drawn_from_those_named_and_is_the_same_in_every_arm(world):
    text = ('[[groups]]\nname = "old"\nof = "members"\nn = 40\n'
            '[[groups]]\nname = "few"\nof = "group(old)"\nshare = 0.1\n')
    batch = world(text)
    old, few = who(batch, "group(old)"), who(batch, "group(few)")
    assert old.sum() == 40 and (old <= who(batch, "members")).all()
    assert few.sum() == 4 and (few <= old).all()
    again = world("[levers]\nballot = \"secret\"\n" + text)
    assert (who(again, "group(old)") == old).all()
    assert (who(world(text, seed=6), "group(old)") != old).any()


def test_a_group_by_quantile_takes_those_nearest_to_it_in_rank(world):
    batch = world('[[groups]]\nname = "low"\nn = 50\nby = "quantile"\nvariable = "stance_rule"\nquantile = 0.0\n'
                  '[[groups]]\nname = "high"\nn = 50\nby = "quantile"\nvariable = "courage"\nquantile = 1.0\n'
                  '[[groups]]\nname = "mid"\nn = 50\nby = "quantile"\nvariable = "ambition"\nquantile = 0.5\n')
    low, stance = who(batch, "group(low)"), batch.column("stance")[RULE_ISSUE]
    assert low.sum() == 50 and stance[low].max() <= stance[~low].min()
    high, courage = who(batch, "group(high)"), batch.column("courage")
    assert courage[high].min() >= courage[~high].max()
    mid, ambition = who(batch, "group(mid)"), batch.column("ambition")
    assert ambition[mid].min() < np.median(ambition) < ambition[mid].max()
    assert np.ptp(ambition[mid]) < 0.3 * np.ptp(ambition)


def test_a_group_has_its_traits_at_the_quantiles_its_people_always_had(world):
    batch = world('[[groups]]\nname = "bold"\nn = 200\ntraits = {courage = {uniform = [0.8, 1.0]}, stance_rule = -0.5, '
                  'standing = 0.4}\n')
    bold = who(batch, "group(bold)")
    before, after = plain(batch, "courage")[bold], batch.column("courage")[bold]
    assert (after >= 0.8).all() and (batch.column("courage")[~bold] == plain(batch, "courage")[~bold]).all()
    assert (np.argsort(before) == np.argsort(after)).mean() > 0.99  # who was bolder stays bolder
    assert (batch.column("stance")[RULE_ISSUE, bold] == -0.5).all()
    assert (batch.column("first_stance")[RULE_ISSUE, bold] == -0.5).all()
    assert (batch.column("stance")[0, bold] == plain(batch, "stance")[0, bold]).all()
    assert (batch.column("grievance")[bold] == np.float32(0.4)).all()


def test_a_group_has_its_attributes(world):
    batch = world('[[groups]]\nname = "g"\nn = 60\nfame = 0.9\ndependants = 3\ncategory = 3\nsector = 0\n'
                  'attends = false\nlabel = "ex"\nflags = ["informer", "enemy"]\nguilty = 0.5\ndegree = 30\n')
    inside = who(batch, "group(g)")
    for name, value in {"fame": np.float32(0.9), "dependants": 3, "category": 2, "sector": 0, "attends": 0, "label": EX,
                        "informer": 1, "enemy": 1}.items():
        assert (batch.column(name)[inside] == value).all(), name
    assert (batch.column("attends")[~inside] == 1).all() and (batch.column("enemy")[~inside] == 0).all()
    assert (batch.column("last_guilt")[inside] == 0).sum() == 30
    assert (batch.column("last_guilt")[~inside] == NEVER).all()
    degree = variable("degree", world_view(batch, 0))
    assert (degree[inside] >= 30).all() and degree[inside].mean() < 33


def test_what_acts_on_society_waits_for_month_0_and_traits_do_not(world):
    batch = world('[run]\nburn_in = 12\n[[groups]]\nname = "g"\nn = 60\nattends = false\ntraits = {courage = 1.0}\n'
                  '[[prisoners]]\nwho = "group(g)"\n', begun=False)
    assert batch.month == -12 and batch.column("courage")[who(batch, "group(g)")].min() == 1.0
    apply_month(batch)
    assert batch.column("attends").all() and not batch.column("status").any()
    batch.month = 0
    apply_month(batch)
    assert batch.column("attends").sum() == 1024 - 60 and (batch.column("status") == IMPRISONED).sum() == 60


@pytest.mark.parametrize(("level", "rank"), [("cell", 1), ("district", 2), ("province", 3), ("centre", 4)])
def test_a_group_takes_posts_where_its_people_live(level, rank, world):
    batch = world(f'[[groups]]\nname = "g"\nof = "members and not officials"\nn = 12\npost = "{level}"\n')
    holders = np.flatnonzero(who(batch, "group(g)") & (batch.column("office") == rank))
    assert 0 < len(holders) <= 12
    for person in holders:
        unit = batch.column("headed")[person]
        if level == "centre":
            assert person in batch.column("sitting")[-batch.centre_size:]
            continue
        assert batch.column("secretary")[unit] == person
        first, last = batch.tree.person_range(int(unit))
        assert first <= person < last
    consistent(batch)


def consistent(batch):
    """Every head of a unit knows that he heads it, and nobody else does."""
    secretary, headed, office = batch.column("secretary"), batch.column("headed"), batch.column("office")
    for unit in range(batch.tree.units - 1):
        if secretary[unit] != NOBODY:
            assert headed[secretary[unit]] == unit and office[secretary[unit]] > 0
    assert ((headed != NOBODY) == (office > 0)).all()
    chairs = batch.column("sitting")[-batch.centre_size:]
    assert len(set(chairs[chairs != NOBODY])) == (chairs != NOBODY).sum()
    assert secretary[-1] == chairs[0]


# --- persons, leaders, clans --------------------------------------------------------------------------------------
def test_persons_are_named_by_their_role_and_stay_the_same_in_every_arm(world):
    text = ('[[persons]]\nname = "Boss"\nrole = "leader"\ntraits = {competence = 0.1}\n'
            '[[persons]]\nname = "Head"\nrole = "secretary"\nprovince = 2\n'
            '[[persons]]\nname = "Chief"\nrole = "police_chief"\nprovince = 3\ntraits = {conviction = 1.0}\n'
            '[[persons]]\nname = "Heir"\nrole = "reserve_leader"\ndegree = 80\ntraits = {courage = 0.9}\n'
            '[[persons]]\nname = "Old"\nrole = "elder"\n'
            '[[persons]]\nname = "Friend"\nrole = "intercessor"\nfame = 1.0\n'
            '[[persons]]\nname = "Clerk"\nof = "police and province(1)"\n')
    batch = world(text)
    name = batch.persons[0]
    assert len(set(name.values())) == 7
    assert batch.column("sitting")[-batch.centre_size] == name["Boss"]
    assert batch.column("competence")[name["Boss"]] == np.float32(0.1)
    assert batch.column("secretary")[batch.tree.provinces[1]] == name["Head"]
    assert batch.column("chief")[batch.tree.provinces[2]] == name["Chief"]
    assert who(batch, "police and province(3)")[name["Chief"]] and batch.column("conviction")[name["Chief"]] == 1
    assert variable("degree", world_view(batch, 0))[name["Heir"]] == 80
    assert batch.column("elder")[name["Old"]] == 1
    assert batch.column("status")[name["Friend"]] == ABROAD and batch.column("fame")[name["Friend"]] == 1
    assert who(batch, "Clerk").sum() == 1 and who(batch, "police and province(1)")[name["Clerk"]]
    assert world("[levers]\nballot = \"secret\"\n" + text).persons[0] == name


@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_leaders_of_equal_support_are_each_nearest_to_as_many_members(n, world):
    batch = world(f'[leaders]\nn = {n}\npositions = "equal support"\n')
    shares = [v for k, v in batch.shares_reached[0].items() if k.startswith("support of leader")]
    assert len(shares) == n and sum(shares) == pytest.approx(1.0)
    assert max(abs(share - 1.0 / n) for share in shares) < 0.02
    rng = np.random.default_rng(n)
    stances = np.clip(rng.normal(0.3, 0.5, 4000), -1, 1)
    nearest = np.abs(stances[:, None] - equal_support(stances, n)[None, :]).argmin(axis=1)
    assert np.bincount(nearest, minlength=n).max() / 4000 - 1 / n < 0.03


def test_leaders_have_their_positions_and_character(world):
    text = ('[leaders]\nn = 2\npositions = [-0.5, 0.5]\n'
            'character = {harshness = {uniform = [0.0, 1.0]}, horizon = 0.2}\n')
    batch = world(text)
    heads = batch.first_centre[0][:2]
    assert batch.column("stance")[RULE_ISSUE, heads] == pytest.approx([-0.5, 0.5])
    assert batch.column("horizon")[0] == np.float32(0.2)
    assert batch.column("harshness")[0] != world(text, seed=6).column("harshness")[0]  # drawn for each replication
    assert batch.column("sitting")[-batch.centre_size] == heads[0]


def test_a_character_that_is_set_belongs_to_the_man_who_leads_and_what_is_not_set_is_his_own(world):
    plain = world('[leaders]\nn = 1\n')
    batch = world('[leaders]\nn = 1\ncharacter = {harshness = 0.9, competence = 0.3}\n')
    head = batch.first_centre[0][0]
    assert batch.column("leader")[0] == head  # so that the rule does not take him for a new leader
    assert batch.column("harshness")[0] == np.float32(0.9)
    assert batch.column("competence")[head] == batch.column("leader_competence")[0] == np.float32(0.3)
    assert 0.0 < batch.column("horizon")[0] < 1.0 and batch.column("horizon")[0] != 0.5
    assert plain.column("leader")[0] == NOBODY  # without one the rule draws it in the first month


def test_a_clans_offices_lead_to_its_leader_with_his_line_and_zeal(world):
    batch = world('[leaders]\nn = 2\n[[clans]]\nleader = 1\nprovinces = [1, 2]\nline = {rule = -1}\nzeal = 0.7\n'
                  '[[clans]]\nleader = 2\nprovinces = [3, 4]\n')
    heads = [int(i) for i in batch.first_centre[0][:2]]
    patrons = batch.column("patron")[batch.column("secretary")[batch.tree.provinces]]
    assert list(patrons) == [heads[0], heads[0], heads[1], heads[1]]
    mine = np.isin(batch.tree.province, batch.tree.provinces[:2])
    assert (batch.column("line")[RULE_ISSUE, mine] == -1).all()
    assert (batch.column("line")[RULE_ISSUE, ~mine] == 1).all()
    assert (batch.column("zeal")[mine] == np.float32(0.7)).all()


# --- factions, prisoners, rings -----------------------------------------------------------------------------------
def test_a_faction_stands_at_month_0_with_its_line_elders_and_motives(world):
    batch = world('[[factions]]\nname = "left"\nwho = "members"\nn = 40\nline = {rule = -0.6}\nelders = 5\n'
                  'convinced = 0.75\n[[factions]]\nname = "right"\nn = 20\n')
    left, right = who(batch, "faction(left)"), who(batch, "faction(right)")
    assert left.sum() == 40 and right.sum() == 20 and not (left & right).any()
    assert batch.column("stance")[RULE_ISSUE, left].mean() == pytest.approx(-0.6, abs=0.001)
    assert batch.column("elder")[left].sum() == 5
    firm = batch.column("conviction")[left] > batch.column("ambition")[left]
    assert firm.sum() == 30
    slot = batch.column("faction")[left][0]
    assert batch.column("faction_size")[slot] == 40
    assert batch.column("faction_line")[RULE_ISSUE, slot] == pytest.approx(-0.6, abs=0.001)
    assert (batch.column("recruiter")[left] == np.flatnonzero(left)).all()


def test_prisoners_and_exiles_are_held_as_the_file_says(world):
    batch = world('[[factions]]\nname = "left"\nn = 60\n'
                  '[[prisoners]]\nname = "firm"\nn = 30\nfaction = "left"\nterm = 24\nconfessed = 0.5\nguilty = 0.2\n'
                  'place = 2\nwho = "members"\n'
                  '[[prisoners]]\nn = 20\nheld = "camp"\nordinary = true\n[[prisoners]]\nn = 10\nheld = "inquiry"\n'
                  '[[exiles]]\nn = 15\n[[exiles]]\nn = 5\nheld = "abroad"\n')
    status = batch.column("status")
    assert [(status == s).sum() for s in (IMPRISONED, CAMP, INQUIRY, EXILED, ABROAD)] == [30, 20, 10, 15, 5]
    firm = who(batch, "group(firm)")
    assert (firm == (status == IMPRISONED)).all() and (batch.column("faction")[firm] > 0).all()
    assert (batch.column("status_until")[firm] == 24).all() and (batch.column("held_in")[firm] == 2).all()
    assert batch.column("confessed")[firm].sum() == 15 and (batch.column("last_guilt")[firm] == 0).sum() == 6
    assert (batch.column("ordinary")[status == CAMP] == 1).all() and not batch.column("ordinary")[firm].any()
    assert not batch.column("office")[status > 2].any()
    consistent(batch)


def test_rings_have_strength_tenure_and_an_open_crime(world):
    batch = world('[[rings]]\nwhere = "province(1)"\nring = 0.7\ntenure = 60\ncrime = 0.4\ninsiders = 0.6\n')
    mine = batch.tree.province == batch.tree.provinces[0]
    assert (batch.column("ring")[mine] == np.float32(0.7)).all() and not batch.column("ring")[~mine].any()
    heads = batch.column("secretary")[mine]
    assert (batch.column("tenure")[heads[heads != NOBODY]] == 60).all()
    province = batch.tree.provinces[0]
    assert batch.column("crime_open")[province] == 1 and batch.column("crime_open").sum() == 1
    assert batch.column("crime_severity")[province] == np.float32(0.4)
    assert batch.column("crime_insiders")[province] == np.float32(0.6)


# --- ties, shares, traits, assignment -----------------------------------------------------------------------------
def symmetric(batch):
    view = world_view(batch, 0)
    one = np.repeat(np.arange(batch.people), np.diff(view.tie_start))
    there = set(zip(one.tolist(), view.neighbour.tolist(), strict=True))
    assert len(there) == len(one) and all((b, a) in there for a, b in there) and all(a != b for a, b in there)


def test_ties_are_laid_between_groups_and_to_a_degree(world):
    text = '[[groups]]\nname = "a"\nn = 5\n[[groups]]\nname = "b"\nof = "not group(a)"\nn = 100\n'
    batch = world(text + '[[ties]]\nwho = "group(a)"\nto = "group(b)"\nn = 40\nkind = "kin"\nweight = 0.5\n')
    before, view = world_view(world(text), 0), world_view(batch, 0)
    symmetric(batch)
    for person in np.flatnonzero(who(batch, "group(a)")):
        row = slice(view.tie_start[person], view.tie_start[person + 1])
        fresh = ~np.isin(view.neighbour[row], before.neighbour[before.tie_start[person]:before.tie_start[person + 1]])
        assert fresh.sum() == 40 and who(batch, "group(b)")[view.neighbour[row][fresh]].all()
        assert (view.tie_kind[row][fresh] == KIN).all()
        assert (np.abs(view.tie_weight[row][fresh] / 65535 - 0.5) < 1e-4).all()
    assert (batch.arrays["first_weight"] == batch.arrays["weight"]).all()
    for degree in (4, 25):
        batch = world(f'[[ties]]\nwho = "province(1)"\ndegree = {degree}\n')
        symmetric(batch)
        mine = who(batch, "province(1)")
        found = variable("degree", world_view(batch, 0))
        assert found[mine].mean() == pytest.approx(degree, rel=0.25)
        assert found[~mine].mean() == pytest.approx(14, rel=0.25)
    batch = world(text + '[[ties]]\nwho = "group(a)"\nto = "group(b)"\ndensity = 0.5\n')
    everybody = world(text + '[[ties]]\nwho = "group(a)"\nto = "group(b)"\nn = 100\n')
    view, there = world_view(everybody, 0), who(everybody, "group(b)")
    for person in np.flatnonzero(who(everybody, "group(a)")):  # all of them, also where the lot would miss the last
        assert there[view.neighbour[slice(*view.tie_start[person:person + 2])]].sum() == 100
    view, there = world_view(batch, 0), who(batch, "group(b)")
    inside = [there[view.neighbour[slice(*view.tie_start[i:i + 2])]].sum()
              for i in np.flatnonzero(who(batch, "group(a)"))]
    assert 45 < np.mean(inside) < 60


def test_a_share_is_reached_by_shifting_one_trait_and_told(world):
    batch = world('[[shares]]\ncondition = "private_dissenters"\ntarget = 0.3\ntrait = "stance_rule"\n')
    share = who(batch, "private_dissenters").mean()
    assert share == pytest.approx(0.3, abs=0.002)
    assert batch.shares_reached[0] == {"private_dissenters (stance_rule)": pytest.approx(share, abs=1e-6)}
    moved = batch.column("stance") - plain(batch, "stance")
    assert moved[RULE_ISSUE].std() < 0.2 and moved[RULE_ISSUE].mean() != 0.0 and (moved[0] == 0.0).all()
    assert (batch.column("first_stance") == batch.column("stance")).all()
    some = world('[[shares]]\ncondition = "above(courage, .5)"\nof = "members"\ntarget = 0.6\ntrait = "courage"\n')
    members = who(some, "members")
    assert (some.column("courage")[members] > 0.5).mean() == pytest.approx(0.6, abs=0.01)
    assert (some.column("courage")[~members] == plain(some, "courage")[~members]).all()


def test_traits_differ_by_estate_and_by_level(world):
    batch = world("[traits_by_estate.police]\nconviction = 0.05\n[traits_by_level.centre]\ncompetence = 0.95\n")
    police, centre = batch.column("estate") == 3, batch.column("office") >= 4
    assert (batch.column("conviction")[police] == np.float32(0.05)).all()
    assert (batch.column("competence")[centre] == np.float32(0.95)).all()
    assert (batch.column("competence")[~centre] == plain(batch, "competence")[~centre]).all()


def test_an_assignment_gives_levers_to_a_share_of_each_stratum_and_is_the_same_in_every_arm(world):
    text = ('[[assign]]\nname = "pressed"\nof = "members"\nshare = 0.5\nstrata = ["province"]\n'
            'sets = {interrogation = 0.8, exit = "open"}\ntraits = {wary = 1.0}\n')
    batch = world(text)
    chosen, members = who(batch, "group(pressed)"), who(batch, "members")
    assert abs(chosen.sum() - members.sum() / 2) <= 1
    for k in range(1, 5):
        inside = who(batch, f"province({k})")
        assert abs((chosen & inside).sum() - (members & inside).sum() / 2) <= 1
    assert (batch.column("wary")[chosen] == 1).all() and (batch.column("wary")[~chosen] < 1).all()
    table, units = batch.arrays["levers"], batch.tree.units
    assert table[0, -1] == OWN_FROM + units
    own = table[NUMBER_OF["interrogation"], units:units + 1024]
    assert (own[chosen] == 0.8).all() and (own[~chosen] < AS_EVERYBODY).all()
    assert (table[NUMBER_OF["exit"], units:units + 1024][chosen] == 1).all()
    assert (who(world("[levers]\nballot = \"secret\"\n" + text), "group(pressed)") == chosen).all()


def test_a_rule_reads_the_persons_own_lever_and_costs_nothing_where_nobody_has_one(world):
    from unanimity.mechanisms.police.cases import lever_for
    batch = world('[[assign]]\nname = "owners"\nshare = 0.5\nsets = {state_jobs = 0.0, interrogation = 0.9}\n')
    texts = [source.text for source in sources(batch.plan)]
    own_jobs, own_rooms = (f"levers[{NUMBER_OF[name]}, own_from + i]" for name in ("state_jobs", "state_rooms"))
    assert any(own_jobs in text for text in texts)
    assert not any(own_rooms in text for text in texts)
    free = world('[[groups]]\nname = "g"\nn = 3\n')
    assert not any("own_from" in source.text for source in sources(free.plan))
    assert free.arrays["levers"].shape[1] == free.tree.units
    number, owner = NUMBER_OF["interrogation"], who(batch, "group(owners)")
    own = batch.arrays["levers"][number, batch.tree.units:-1]
    found = [lever_for(own, i, batch.arrays["levers"][number, 0]) for i in range(1024)]
    assert (np.array(found)[owner] == 0.9).all() and (np.array(found)[~owner] == 0.4).all()
    assert lever_for(np.zeros(0), 7, free.arrays["levers"][number, 0]) == 0.4


def test_the_set_up_is_part_of_a_regimes_identity_and_the_batch_holds_both_kinds(tmp_path):
    one, two = regime(tmp_path, '[[groups]]\nname = "g"\nn = 3\n'), regime(tmp_path, '[[groups]]\nname = "g"\nn = 4\n')
    assert one.fingerprint != two.fingerprint
    batch = make_batch([one, two, one], [1, 1, 1])
    assert [int((batch.column("groups", w) > 0).sum()) for w in range(3)] == [3, 4, 3]
    alone = make_batch([two], [1])
    assert (batch.column("groups", 1) == alone.column("groups")).all()


SLIPS = {
    '[[groups]]\nname = "x"\nshar = 1': "no field 'groups[1].shar'. Did you mean 'share'? Known here: ",
    '[[groups]]\nn = 3': "groups[1].name is missing",
    '[[groups]]\nname = "x"\nn = 3\nshare = 0.1': "groups[1] gives both n and share; allowed: one of them.",
    '[[groups]]\nname = "x"\nof = "membrs"': "groups[1].of: no selector 'membrs'. Did you mean 'members'?",
    '[[groups]]\nname = "x"\nof = "group(y)"\n[[groups]]\nname = "y"':
        "allowed: groups that stand before it in the file.",
    '[[groups]]\nname = "all"': "groups.name = 'all' is not allowed; allowed: a name that is no word of selectors",
    '[[groups]]\nname = "x"\n[[groups]]\nname = "x"': "groups.name = 'x' is given twice; allowed: each name once.",
    '[[groups]]\nname = "x"\nby = "chance"': "groups[1].by = 'chance' is not allowed; allowed: 'lot' or 'quantile'.",
    '[[groups]]\nname = "x"\nby = "quantile"\nvariable = "curage"':
        "variable: no variable 'curage'. Did you mean 'courage'?",
    '[[groups]]\nname = "x"\nlabel = "exx"': "groups[1].label = 'exx' is not allowed; allowed: none, army",
    '[[groups]]\nname = "x"\nflags = ["informr"]': "allowed: a list of informer, agent, enemy",
    '[[groups]]\nname = "x"\ncategory = 4': "groups[1].category = 4 is not allowed",
    '[[groups]]\nname = "x"\ntraits = {curage = 1}': "groups[1].traits: no trait 'curage'. Did you mean 'courage'?",
    '[[groups]]\nname = "x"\ntraits = {courage = 2}': "groups[1].traits.courage.fixed = [2] is not allowed",
    '[[persons]]\nname = "x"\nrole = "king"': "persons[1].role = 'king' is not allowed; allowed: 'leader', 'centre'",
    '[[persons]]\nname = "x"\nrole = "police_chief"': "persons[1].province is missing; a police_chief has one, 1..4.",
    '[[persons]]\nname = "x"\nprovince = 9': "persons[1].province = 9 is not allowed; allowed: a province from 1 to 4.",
    '[leaders]\nn = 2\npositions = [0.1]': "leaders.positions = [0.1] is not allowed; allowed: 2 numbers within -1..1",
    '[leaders]\nn = 13': "leaders.n = 13 is not allowed; allowed: at most society.centre_size = 11.",
    '[leaders]\ncharacter = {temper = 1}':
        "leaders.character: no trait 'temper'. Known: competence, harshness, horizon.",
    '[[clans]]\nleader = 3\nprovinces = [1]': "clans[1].leader = 3 is not allowed; allowed: a leader's number, 1..1",
    '[[clans]]\nleader = "Kirov"\nprovinces = [1]': "clans[1].leader: no person 'Kirov'.",
    '[[clans]]\nprovinces = [9]': "clans[1].provinces = [9] is not allowed; allowed: numbers from 1 to 4.",
    '[[clans]]\nprovinces = [1]\nline = {rul = 1}': "clans[1].line: no issue 'rul'. Did you mean 'rule'?",
    '[[factions]]\nname = "x"\nline = {rule = 2}':
        "factions[1].line.rule = 2 is not allowed; allowed: a number within -1..1.",
    '[[prisoners]]\nheld = "gaol"': "prisoners[1].held = 'gaol' is not allowed; allowed: 'inquiry', 'prison'",
    '[[prisoners]]\nfaction = "left"': "prisoners[1].faction: no faction 'left'.",
    '[[exiles]]\nplace = 9': "exiles[1].place = 9 is not allowed; allowed: a province from 1 to 4.",
    '[[rings]]\nwhere = "members"': "rings[1].where = 'members': 'members' names persons, not places; allowed: ",
    '[[ties]]\nwho = "all"': "ties[1] must give exactly one of n, degree or density; it gives none.",
    '[[ties]]\nwho = "all"\nn = 2\nkind = "enemy"':
        "ties[1].kind = 'enemy' is not allowed; allowed: 'kin', 'friend' or 'work'.",
    '[[assign]]\nname = "x"\nshare = 0.5\nsets = {balot = 1}':
        "assign[1].sets: no lever 'balot'. Did you mean 'ballot'?",
    '[[assign]]\nname = "x"\nshare = 0.5\nsets = {press = "free"}':
        "assign[1].sets = 'press' is not allowed; allowed: levers that may differ by person: exit, state_jobs",
    '[[assign]]\nname = "x"\nshare = 0.5\nsets = {interrogation = 7}':
        "interrogation = 7 is not allowed; allowed: 0..1.",
    '[[assign]]\nname = "x"': "assign[1].n is missing; allowed: n (persons), or share (0..1).",
    '[[assign]]\nname = "x"\nn = 1\nstrata = ["height"]': "assign[1].strata[1] = 'height' is not allowed",
    '[[shares]]\ncondition = "dissentrs"\ntarget = 0.3': "shares[1].condition: no selector 'dissentrs'. Did you mean",
    '[[shares]]\ncondition = "dissenters"\ntarget = 3': "shares[1].target = 3 is not allowed",
    '[[shares]]\ncondition = "all"\ntarget = 0.3\ntrait = "height"': "shares[1].trait: no trait 'height'.",
    "[traits_by_estate.soldier]\ncourage = 1": "traits_by_estate = 'soldier' is not allowed; allowed: citizen, member",
    "[traits_by_level.centr]\ncourage = 1": "allowed: cell, district, province, centre, leader. Did you mean 'centre'?",
}


@pytest.mark.parametrize("text", SLIPS)
def test_a_slip_in_the_set_up_is_one_line_with_file_field_value_and_what_is_allowed(text, tmp_path):
    with pytest.raises(unanimity.UserError) as raised:
        regime(tmp_path, text + "\n")
    line = str(raised.value)
    assert line.startswith(str(tmp_path / "mine.toml")) and "\n" not in line and len(line) < 700
    assert SLIPS[text] in line


def test_changes_from_several_months_follow_each_other():
    """A second switch counts from what is in force then, not from what the regime began with."""
    base = load_regime("apparatus")
    twice = base.from_month(24, {"ballot": "secret"}).from_month(42, {"ballot": "open"})
    assert [(entry.month, entry.value) for entry in twice.schedule] == [(24, 1.0), (42, 0.0)]
    place = base.from_month(6, {"ballot@2": "secret"}).from_month(9, {"ballot@3": "secret"})
    own = [(entry.month, entry.provinces) for entry in place.schedule if entry.provinces]
    assert own == [(6, (2,)), (9, (2,)), (9, (3,))]
    number = base.from_month(3, {"voice.theta": 0.2}).from_month(5, {"voice.theta": 0.12})
    assert [(entry.month, entry.value) for entry in number.schedule] == [(3, 0.2), (5, 0.12)]
