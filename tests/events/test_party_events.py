"""Events of the party: quarrels, crimes, open cases, votes, refilled posts, factions, a levy."""

from __future__ import annotations

import numpy as np
import pytest
from scheduled_world import CLANS, at, in_province, lever, rows, who

from unanimity.engine.moment import world_view
from unanimity.world.codes import LEVY, MEMBER, NOBODY, OFFICIAL, QUARREL, RULE_ISSUE, SECRET


def test_in_a_quarrel_the_losers_crimes_come_out_his_rings_break_and_the_winner_fills_his_posts(world):
    batch = world('month = 5\nevent = "quarrel"\na = "level(province) and province(1)"\n'
                  'b = "level(province) and province(3)"\nwinner = "a"', setup=CLANS)
    at(batch, 0)
    tree, secretary = batch.tree, batch.column("secretary").copy()
    winner, loser = int(secretary[tree.provinces[0]]), int(secretary[tree.provinces[2]])
    batch.column("patron")[[winner, loser]] = [winner, loser]  # each the root of his own
    followers = np.flatnonzero(batch.column("patron") == loser)
    at(batch, 5)
    assert batch.column("crime_open")[tree.provinces].tolist() == [1, 1, 0, 1]
    province = tree.provinces[2]
    assert batch.column("exposed_by")[province] == 2 and batch.column("silence")[province] == 5
    assert batch.column("ring")[province] == 0 and batch.column("ring")[tree.provinces[0]] == np.float32(0.7)
    assert batch.column("office")[loser] == 0 and batch.column("secretary")[province] not in (loser, NOBODY)
    assert batch.column("patron")[batch.column("secretary")[province]] == winner
    mine = followers[followers != loser]
    assert len(mine) > 3 and batch.column("dossier")[mine] == pytest.approx(0.3)
    assert len(rows(batch, QUARREL)) == 2 and set(rows(batch, QUARREL)["person"]) == {winner, loser}


def fallen_clan(world, **traits):
    """A world in which the head of province 3 loses a quarrel, and his clan: who lost a post, before and after."""
    batch = at(world('month = 5\nevent = "quarrel"\na = "level(province) and province(1)"\n'
                     'b = "level(province) and province(3)"\nwinner = "a"', setup=CLANS), 0)
    tree, secretary = batch.tree, batch.column("secretary").copy()
    chiefs = [int(secretary[u]) for u in tree.provinces]
    batch.column("patron")[chiefs] = chiefs
    batch.column("patron")[secretary[np.flatnonzero(in_province(batch, 3))]] = chiefs[2]
    batch.column("faction")[:], batch.column("grievance")[:] = 0, 0.5
    for name, value in {"conviction": 0.9, "ambition": 0.1, **traits}.items():
        batch.column(name)[...] = value
    heads = np.unique(secretary[np.flatnonzero(in_province(batch, 3))])
    at(batch, 5)
    assert (batch.column("office")[heads] == 0).all() and heads.size > 15
    return batch, heads


def test_a_clan_that_falls_is_wronged_and_goes_into_opposition_with_those_who_wish_to_speak(world):
    batch, heads = fallen_clan(world, stance=1.0)
    wrong = 0.5 + batch.regimes[0].known_parameters["grievance.wrong"].default * 2 / 7 * 0.5
    assert batch.column("grievance")[heads] == pytest.approx(wrong, rel=1e-5)
    others = np.setdiff1d(np.arange(1024), heads)
    assert (batch.column("grievance")[others] == 0.5).all()
    circle = batch.column("faction") > 0
    slot = int(batch.column("faction").max())
    assert circle[heads].all() and (batch.column("faction")[circle] == slot).all()
    assert (batch.column("recruiter")[circle] == np.flatnonzero(circle)).all()
    assert batch.column("faction_size")[slot] == circle.sum() and batch.column("factions_founded")[0] == 1
    line = batch.column("stance")[:, circle].mean(axis=1)
    assert batch.column("faction_line")[:, slot] == pytest.approx(line, abs=1e-5)
    followers = np.setdiff1d(np.flatnonzero(circle), heads)
    view = world_view(batch, 0)
    tied = np.unique(np.concatenate([view.neighbour[view.tie_start[i]:view.tie_start[i + 1]] for i in heads]))
    of_the_party = np.isin(batch.column("estate")[tied], (MEMBER, OFFICIAL))
    all_who_wish_to_speak = np.setdiff1d(tied[of_the_party], heads)
    assert followers.size and followers.tolist() == all_who_wish_to_speak.tolist()


def test_of_a_clan_that_falls_nobody_stays_together_for_a_post_or_without_wish(world):
    batch, heads = fallen_clan(world, ambition=0.95)  # where careers begin
    assert not batch.column("faction").any() and batch.column("grievance")[heads[0]] > 0.5
    batch, heads = fallen_clan(world, grievance=0.0, stance=1.0)  # who agrees and misses nothing does not follow
    assert sorted(np.flatnonzero(batch.column("faction") > 0)) == heads.tolist()
    batch, heads = fallen_clan(world, faction=2)  # all are in another circle already
    assert (batch.column("faction") == 2).all()


@pytest.mark.parametrize(("by", "before", "gone"), [("above", 24, True), ("above", 0, False), ("vote", 24, False),
                                                    ("lot", 24, False)])
def test_who_is_replaced_from_above_goes_into_opposition_unless_he_was_put_there_this_month(by, before, gone, world):
    batch = at(world(f'month = 5\nevent = "replace"\nlevels = ["cell"]\nwhere = "province(2)"\nby = "{by}"'), 0)
    batch.column("faction")[:], batch.column("tenure")[:] = 0, before
    batch.column("conviction")[:], batch.column("ambition")[:], batch.column("grievance")[:] = 0.9, 0.1, 0.5
    cells = np.flatnonzero(in_province(batch, 2) & (batch.tree.level == 0))
    heads = batch.column("secretary")[cells].copy()
    at(batch, 5)
    assert (batch.column("faction")[heads] > 0).all() == gone and (batch.column("faction") > 0).any() == gone
    assert (batch.column("grievance")[heads] > 0.5).all() == gone


@pytest.mark.parametrize(("law", "may"), [("banned", False), ("tolerated", True), ("legal", True)])
def test_no_post_goes_to_one_of_a_banned_circle(law, may, world):
    batch = at(world('month = 5\nevent = "replace"\nlevels = ["cell"]\nby = "lot"',
                     f'month = 1\nlever = "association.factions"\nvalue = "{law}"'), 1)
    batch.column("faction")[:] = np.where(np.arange(1024) % 2 == 0, 3, 0)
    at(batch, 5)
    heads = batch.column("secretary")[:64]
    chosen = heads[heads != NOBODY]
    assert chosen.size > 30 and (batch.column("faction")[chosen] > 0).any() == may


def test_who_believes_himself_weak_yields_and_of_two_who_fight_the_one_with_more_posts_wins(world):
    entry = 'month = 5\nevent = "quarrel"\na = "level(province) and province(1)"\nb = "level(province) and province(3)"'

    def fought(mood_one, mood_two, more_posts=0):
        batch = at(world(entry, setup=CLANS), 0)
        tree, secretary = batch.tree, batch.column("secretary")
        a, b = int(secretary[tree.provinces[0]]), int(secretary[tree.provinces[2]])
        batch.column("patron")[[a, b]] = [a, b]
        if more_posts:
            other = batch.column("patron") == a
            other[a] = False
            batch.column("patron")[other] = b
        batch.column("present")[:] = 1.0
        batch.column("report_mood")[in_province(batch, 1)] = mood_one
        batch.column("report_mood")[in_province(batch, 3)] = mood_two
        batch.column("claim")[:] = batch.column("report_mood")
        at(batch, 5)
        return batch.column("office")[a] > 0, batch.column("office")[b] > 0

    assert fought(0.9, 0.1) == (True, False) and fought(0.1, 0.9) == (False, True)
    assert fought(0.1, 0.1) == (True, True)  # both yield
    assert fought(0.9, 0.9, more_posts=1) == (False, True)


def test_a_crime_is_open_in_the_unit_named_with_its_circle_of_knowers(world):
    batch = at(world('month = 3\nevent = "crime"\nwhere = "district(2)"\ninsiders = 0.6\nseverity = 0.9'), 3)
    unit = int(np.flatnonzero(batch.tree.level == 1)[1])
    assert np.flatnonzero(batch.column("crime_open")).tolist() == [unit]
    assert batch.column("crime_month")[unit] == 3 and batch.column("crimes")[unit] == 1
    assert batch.column("crime_insiders")[unit] == np.float32(0.6)
    assert batch.column("crime_severity")[unit] == np.float32(0.9)


def test_a_case_is_opened_with_secret_ballot_free_debate_and_recall_for_that_time(world):
    batch = world('month = 4\nevent = "open_case"\nwhere = "province(1)"\nmonths = 3',
                  'month = 6\nlever = "debate"\nvalue = "free"', setup='[[rings]]\nwhere = "provinces"\ncrime = 0.5\n')
    at(batch, 0)
    one, two = int(batch.tree.provinces[0]), int(batch.tree.provinces[1])
    at(batch, 4)
    assert batch.column("crime_open")[[one, two]].tolist() == [0, 1] and batch.column("exposed_by")[one] == 3
    assert [lever(batch, name, one) for name in ("ballot", "debate", "recall")] == [SECRET, 1, 1]
    assert [lever(batch, name, two) for name in ("ballot", "debate", "recall")] == [0, 0, 0]
    at(batch, 6), at(batch, 7)
    assert [lever(batch, name, one) for name in ("ballot", "debate", "recall")] == [0, 1, 0]  # free by then for all
    assert (batch.arrays["base_levers"] == batch.arrays["levers"]).all()


def test_a_forced_vote_brings_everybody_into_a_zealous_open_hall(world):
    batch = world('month = 2\nevent = "forced_vote"\nwhere = "province(1)"\nmonths = 2',
                  setup='[levers]\nballot = "secret"\n[[groups]]\nname = "shy"\nn = 200\nattends = false\n')
    mine, shy = in_province(batch, 1), who(batch, "group(shy)")
    at(batch, 0), at(batch, 2)
    assert (batch.column("zeal")[mine] == 1).all() and (batch.column("zeal")[~mine] == np.float32(0.2)).all()
    assert lever(batch, "ballot", int(batch.tree.provinces[0])) == 0 and lever(batch, "ballot") == SECRET
    assert (batch.column("attends")[who(batch, "province(1)")] == 1).all()
    assert (batch.column("attends")[shy & ~who(batch, "province(1)")] == 0).all()
    at(batch, 4)
    assert lever(batch, "ballot", int(batch.tree.provinces[0])) == SECRET and (batch.column("attends")[shy] == 0).all()


@pytest.mark.parametrize("by", ["above", "vote", "lot"])
def test_posts_are_refilled_from_above_by_vote_or_by_lot(by, world):
    batch = world(f'month = 2\nevent = "replace"\nwhere = "province(1)"\nlevels = ["cell", "district"]\nby = "{by}"')
    before = batch.column("secretary").copy()
    batch.column("tenure")[:] = 50
    at(batch, 2)
    after, tree = batch.column("secretary"), batch.tree
    changed = in_province(batch, 1) & (tree.level <= 1)
    assert (after[~changed] == before[~changed]).all()
    assert (after[changed] != before[changed]).all()
    filled = changed & (after != NOBODY)  # a cell without another member stays without a secretary
    assert filled.sum() >= changed.sum() - 3
    assert (batch.column("tenure")[after[filled]] == 0).all()
    assert (batch.column("office")[before[changed]] == 0).all()
    patrons = batch.column("patron")[after[filled]]
    above = after[tree.parent[np.flatnonzero(filled)]] if by == "above" else after[filled]
    assert (patrons == above).all()


def test_posts_may_go_to_the_median_or_a_quantile_of_a_trait(world):
    entry = 'month = 2\nevent = "replace"\nlevels = ["province"]\nby = "lot"\n'
    low = at(world(entry + 'traits = "quantile"\nquantile = 0.0\ntrait = "courage"'), 2)
    high = at(world(entry + 'traits = "quantile"\nquantile = 1.0\ntrait = "courage"'), 2)
    middle = at(world(entry + 'traits = "median"\ntrait = "courage"'), 2)
    courage = [b.column("courage")[b.column("secretary")[b.tree.provinces]].mean() for b in (low, middle, high)]
    assert courage[0] < 0.25 < courage[1] < 0.6 < courage[2]
    # who chooses still matters among those who stand there
    chosen = {by: at(world(entry.replace("lot", by).replace("province", "district") + 'traits = "median"\n'
                           'trait = "courage"'), 2).column("secretary").tolist() for by in ("lot", "vote", "above")}
    assert len({tuple(who) for who in chosen.values()}) == 3


def test_a_faction_is_formed_of_those_persons(world):
    batch = world('month = 3\nevent = "form_faction"\nname = "left"\nwho = "members and province(1)"\nsize = 12\n'
                  'line = {rule = -0.5}\nelders = 2\nconvinced = 0.5',
                  'month = 4\nevent = "set"\nvariable = "grievance"\nvalue = 1.0\nwho = "faction(left)"')
    assert not at(batch, 2).column("faction").any()
    at(batch, 3)
    left = who(batch, "faction(left)")
    assert left.sum() == 12 and (left <= who(batch, "members and province(1)")).all()
    assert batch.column("elder")[left].sum() == 2 and batch.column("factions_founded")[0] == 1
    assert batch.column("stance")[RULE_ISSUE, left].mean() == pytest.approx(-0.5, abs=1e-3)
    assert ((at(batch, 4).column("grievance") == 1) == left).all()


def test_a_levy_runs_until_its_number_is_reached_or_its_time_is_over(world):
    batch = world('month = 2\nevent = "levy"\nsize = 0.5\nmonths = 6', setup='[levers]\nrecruitment = "closed"\n')
    members = who(batch, "members").sum()
    assert lever(at(batch, 2), "recruitment") == LEVY
    assert batch.column("levy_wanted")[0] == int(members / 2 + 0.5)
    assert lever(at(batch, 3), "recruitment") == LEVY
    joined = np.flatnonzero(who(batch, "citizens"))[:batch.column("levy_wanted")[0]]
    batch.column("estate")[joined], batch.column("cohort")[joined] = 1, 3
    assert lever(at(batch, 4), "recruitment") == 0.0
    batch.column("estate")[joined] = 0
    assert lever(at(batch, 5), "recruitment") == LEVY and lever(at(batch, 8), "recruitment") == 0.0
