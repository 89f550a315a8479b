"""Every event of the contract: what it does to one world at the head of a month, for how long, and to nobody else."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

import unanimity
from direct_calls import call, loose, run_rules
from unanimity.engine.batch import make_batch
from unanimity.engine.case_logs import empty_logs, whole_log
from unanimity.engine.fork import fork
from unanimity.engine.moment import Moment, world_view
from unanimity.engine.schedule import acting_months, apply_month, next_change, occurrences
from unanimity.events import EVENTS, ON_A_VARIABLE
from unanimity.regimes import load_regime
from unanimity.world.codes import (
    ABROAD,
    AN_ATTACK,
    AN_ORDER,
    ATTACK,
    CAMP,
    CAPITULATION,
    DEAD,
    DISMISSED,
    EX,
    EXECUTED,
    EXILED,
    EXPELLED,
    FREE,
    HOSTAGE_TAKEN,
    IMPRISONED,
    KIN,
    LEAVING,
    LEVY,
    MEMBER,
    MOVE,
    MURDERED,
    NEVER,
    NOBODY,
    OFFICIAL,
    QUARREL,
    RELEASE,
    RULE_ISSUE,
    SANCTION,
    SECRET,
    THE_PURGE,
)
from unanimity.world.levers import NUMBER_OF
from unanimity.world.selectors.parse import parse
from unanimity.world.selectors.people import persons

HEAD = 'title = "test"\nbased_on = "apparatus"\nmechanisms = "all"\n[society]\npeople = 1024\ntree = [4, 4, 4]\n'


@pytest.fixture
def world(tmp_path):
    """A world with events scheduled, at the head of month 0 (nothing applied yet); no month of it is ever run."""
    def made(*entries, setup="", seed=5, head=HEAD):
        path = tmp_path / "mine.toml"
        path.write_text(head + setup + "".join(f"[[schedule]]\n{entry}\n" for entry in entries), encoding="utf-8")
        return make_batch([load_regime(path)], [seed])
    return made


def at(batch, month):
    """Apply what is scheduled at the head of that month."""
    batch.month = month
    apply_month(batch)
    return batch


def who(batch, text):
    return persons(parse(text, batch.regimes[0].setup.known), world_view(batch, 0), everybody=True)


def rows(batch, event=None):
    """What the case log says, of one event or all."""
    empty_logs(batch)
    found = whole_log(batch)["row"]
    return found if event is None else found[found["event"] == event]


def lever(batch, name, unit=-1):
    return batch.arrays["levers"][NUMBER_OF[name], :batch.tree.units][unit]


def in_province(batch, number):
    return batch.tree.province == batch.tree.provinces[number - 1]


def test_every_event_has_a_declaration_and_a_function_and_is_tested_here():
    without = {name for name, one in EVENTS.items() if one.action is None}
    assert without == {*ON_A_VARIABLE, "regime"}
    text = Path(__file__).read_text(encoding="utf-8")
    whole = (Path(__file__).parents[1] / "model" / "test_words_do_what_they_say.py").read_text(encoding="utf-8")
    assert not [name for name in EVENTS if f'event = "{name}"' not in text and f'"event": "{name}"' not in whole]


# --- when ---------------------------------------------------------------------------------------------------------
def test_an_event_recurs_every_so_often_until_its_last_month(world):
    batch = world('month = 3\nevery = 4\nuntil = 12\nevent = "set"\nvariable = "threat"\nadd = 0.1')
    assert [e.month for e in batch.regimes[0].schedule] == [3, 7, 11]
    assert next_change(batch) == 3


def test_what_comes_by_chance_comes_at_its_rate_keyed_by_the_seed_and_the_same_in_all_arms(world):
    entry = 'rate = 0.25\nuntil = 60\nevent = "attack"\nvictim = "level(province)"'
    schedule = world(entry).regimes[0].schedule
    counts = [len(occurrences(schedule, seed)) for seed in range(400)]
    assert np.mean(counts) == pytest.approx(61 * (1 - np.exp(-0.25)), rel=0.05)
    other = world(entry, 'month = 2\nlever = "ballot"\nvalue = "secret"').regimes[0].schedule
    for seed in range(20):
        one = [start for e, start in occurrences(schedule, seed) if e.kind == "attack"]
        assert one == [start for e, start in occurrences(other, seed) if e.kind == "attack"]
        assert set(one) <= acting_months(schedule, seed)


def test_the_same_people_are_drawn_in_every_arm(world):
    entry = 'month = 3\nevent = "accuse"\nwho = "lot(30, members)"'
    one = at(world(entry), 3)
    two = at(world('month = 1\nevent = "moral_shock"', entry, 'month = 2\nlever = "press"\nvalue = "free"'), 3)
    assert (one.column("warrant") > 0).sum() == 30
    assert (one.column("warrant") == two.column("warrant")).all()


def test_a_fork_and_another_place_in_the_batch_do_the_same(world):
    batch = world('month = 3\nevent = "sanction"\nwho = "lot(.05, members)"\nrung = "exile"')
    alone = at(batch, 3).column("status").copy()
    base = batch.regimes[0]
    two = make_batch([dataclasses.replace(base, schedule=()), base], [9, 5])
    copy = fork(two)
    at(two, 3)
    assert (two.column("status", 1) == alone).all() and (two.column("status", 0) == FREE).all()
    assert (copy.column("status", 1) == FREE).all()
    assert (at(copy, 3).column("status", 1) == alone).all()


def test_where_and_who_together_limit_an_event(world):
    batch = at(world('month = 0\nevent = "set"\nvariable = "fear"\nvalue = 0.9\nwho = "members"\n'
                     'where = "province(2)"'), 0)
    chosen = who(batch, "members and province(2)")
    assert (batch.column("fear")[:, chosen] == np.float32(0.9)).all()
    assert (batch.column("fear")[:, ~chosen] == np.float32(0.2)).all()


# --- set, clamp, pulse, drift -------------------------------------------------------------------------------------
def test_set_and_clamp_write_one_issue_or_topic_and_fixed_point_numbers(world):
    batch = world('month = 1\nevent = "set"\nvariable = "stance_rule"\nvalue = -0.3\nwho = "police"',
                  'month = 1\nevent = "clamp"\nvariable = "fear_complaint"\nvalue = 0.7\nmonths = 2',
                  'month = 1\nevent = "set"\nvariable = "deficit"\nvalue = 0.5\nwho = "citizens"')
    stance = batch.column("stance").copy()
    at(batch, 1)
    police = who(batch, "police")
    assert (batch.column("stance")[RULE_ISSUE, police] == np.float32(-0.3)).all()
    assert (batch.column("stance")[0] == stance[0]).all()
    assert (batch.column("fear")[2] == np.float32(0.7)).all() and (batch.column("fear")[0] == np.float32(0.2)).all()
    assert np.abs(batch.column("deficit")[who(batch, "citizens")] / 65535 - 0.5).max() < 1e-4
    batch.column("fear")[2] = 0.1
    assert (at(batch, 2).column("fear")[2] == np.float32(0.7)).all()
    batch.column("fear")[2] = 0.1
    assert (at(batch, 3).column("fear")[2] == np.float32(0.1)).all()


def test_a_drift_compounds_and_a_pulse_adds_and_ends_under_the_contracts_names(world):
    batch = world('month = 0\nevent = "drift"\nvariable = "need"\nrate = 0.5\nmonths = 2',
                  'month = 0\nevent = "pulse"\nvariable = "rumour"\nsize = 0.2\nmonths = 2\nwhere = "province(1)"',
                  'month = 0\nevent = "pulse"\nvariable = "alarm"\nsize = 0.1',
                  'month = 0\nevent = "drift"\nvariable = "goods"\nrate = -0.5',
                  'month = 0\nevent = "pulse"\nvariable = "need_abroad"\nsize = 0.2')
    for month in range(4):
        at(batch, month)
    assert batch.column("need_factor")[0] == np.float32(2.25)
    mine = in_province(batch, 1)
    assert batch.column("rumour")[mine] == pytest.approx(0.4) and not batch.column("rumour")[~mine].any()
    assert batch.column("alarm") == pytest.approx(0.15) and batch.column("goods_made")[0] == 0.5
    assert batch.column("need_abroad")[0] == pytest.approx(0.5)


def test_a_pulse_of_threat_goes_through_card_25_and_only_while_it_lasts(world):
    batch = world('month = 2\nevent = "pulse"\nvariable = "threat"\nsize = 0.4\nmonths = 2')
    found = [float(at(batch, month).column("scripted_threat")[0]) for month in range(5)]
    assert found == pytest.approx([0, 0, 0.4, 0.4, 0])
    assert batch.column("threat")[0] == pytest.approx(0.1)


# --- world --------------------------------------------------------------------------------------------------------
def test_a_harvest_failure_cuts_the_yield_there_while_it_lasts_and_two_add_up(world):
    batch = world('month = 2\nevent = "harvest_failure"\nwhere = "province(1)"\nseverity = 0.4\nmonths = 4',
                  'month = 3\nevent = "harvest_failure"\nwhere = "provinces(1, 2)"\nmonths = 1')
    one, two = in_province(batch, 1), in_province(batch, 2)
    yields = []
    for month in range(8):
        column = at(batch, month).column("scripted_yield")
        yields.append((float(column[one].mean()), float(column[two].mean())))
    assert [y[0] for y in yields] == pytest.approx([1, 1, 0.6, 0.3, 0.6, 0.6, 1, 1])
    assert [y[1] for y in yields] == pytest.approx([1, 1, 1, 0.5, 1, 1, 1, 1])


def test_without_card_25_the_failure_is_the_yield_itself(world):
    head = HEAD.replace('"all"', '["requisition", "provision"]')
    batch = world('month = 2\nevent = "harvest_failure"\nmonths = 1', head=head)
    assert (at(batch, 2).column("yielded") == 0.5).all() and (at(batch, 3).column("yielded") == 1).all()


def test_a_war_raises_need_and_danger_withdraws_a_lot_and_loses_the_unconvinced(world):
    batch = world('month = 1\nevent = "war"\nneed = 1.5\nwithdraw = 0.1\nthreat = 0.4\nmonths = 3')
    batch.column("grievance")[:] = 1.0
    at(batch, 1)
    assert batch.column("need_factor")[0] == 1.5 and batch.column("front")[0] == 1
    assert batch.column("scripted_threat")[0] == pytest.approx(0.4)
    away = batch.column("attends") == 0
    assert away.sum() == 102
    share = np.array([cell.mean() for cell in np.split(away, batch.tree.cell_start[1:-1])])
    assert batch.column("withdrawn")[:64] == pytest.approx(share)
    gone = batch.column("status") == ABROAD
    assert gone.sum() <= 8 and len(rows(batch, LEAVING)) == gone.sum()
    assert away[gone].all()  # only who is at the front can go over
    at(batch, 2)
    assert (away == (batch.column("attends") == 0)).all()  # the same people stay away
    assert batch.column("scripted_threat")[0] == 0.0 and batch.column("need_factor")[0] == 1.5
    at(batch, 3), at(batch, 4)
    assert batch.column("need_factor")[0] == 1 and batch.column("front")[0] == 0
    assert batch.column("attends").all() and not batch.column("withdrawn").any()
    bare = world('month = 1\nevent = "war"\nthreat = 0.4\nmonths = 3', head=HEAD.replace('"all"', "[]"))
    stance = bare.column("stance")[RULE_ISSUE].copy()
    assert [float(at(bare, m).column("threat")[0]) for m in range(5)] == pytest.approx([.1, .5, .5, .5, .1])
    assert bare.column("stance")[RULE_ISSUE] == pytest.approx(stance + 0.4 * (1 - stance), abs=1e-6)  # people rally


@pytest.mark.parametrize("to", ["centre", "province", "district", "association"])
def test_food_from_outside_is_in_the_stock_and_in_the_ledger(to, world):
    batch = world(f'month = 1\nevent = "food_inflow"\namount = 0.5\nmonths = 2\nto = "{to}"\nwhere = "province(2)"')
    batch.column("present")[:64] = 16.0
    batch.column("assoc")[in_province(batch, 2)] = 0.5
    stock = []
    for month in range(5):
        stock.append(float(at(batch, month).column("stock").sum()))
    assert stock == pytest.approx([0, 128, 256, 256, 256])
    assert batch.column("brought").sum() == pytest.approx(256)
    assert not batch.column("stock")[~in_province(batch, 2)].any() and not batch.column("stock")[:64].any()


def test_food_for_provinces_goes_by_their_own_reports_and_that_for_districts_by_need(world):
    def stock(to):
        batch = world(f'month = 1\nevent = "food_inflow"\namount = 0.5\nto = "{to}"')
        batch.column("present")[:64] = 16.0
        reported = batch.column("reported_need")
        reported[:64] = 1.0
        reported[:8] = 5.0  # half of the first province cries louder
        at(batch, 1)
        found = batch.column("stock")
        return np.array([found[in_province(batch, k)].sum() for k in (1, 2)]), found[batch.tree.parent[:16]].copy()

    (by_all, _), (by_province, inside), (by_need, even) = (stock(to) for to in ("centre", "province", "district"))
    assert by_all[0] > 1.5 * by_all[1], "the centre believes who cries loudest"
    assert by_province[0] == pytest.approx(by_province[1]) == pytest.approx(by_need[0])
    assert np.ptp(inside) > 1.0 and np.ptp(even) < 1e-3, "inside a province its own reports decide"


def test_the_leader_dies_is_ill_or_gives_way(world):
    batch = world('month = 1\nevent = "leader_event"\nkind = "death"')
    leader = Moment(batch, 0).leader
    at(batch, 1)
    assert batch.column("status")[leader] == DEAD and batch.column("secretary")[-1] == NOBODY
    assert leader not in batch.column("sitting") and batch.column("office")[leader] == 0
    batch = at(world('month = 1\nevent = "leader_event"\nkind = "illness"\nmonths = 7'), 1)
    assert batch.column("leader_ill")[0] == 8
    head = HEAD.replace('"all"', '["appointment"]')
    batch = at(world('month = 1\nevent = "leader_event"\nkind = "illness"', head=head), 1)
    assert Moment(batch, 0).leader != leader and batch.column("office")[leader] == 4
    batch = at(world('month = 1\nevent = "leader_event"\nkind = "replaced"\nby = "Heir"',
                     setup='[[persons]]\nname = "Heir"\nrole = "reserve_leader"\n'), 1)
    heir = batch.persons[0]["Heir"]
    assert Moment(batch, 0).leader == heir and batch.column("office")[heir] == 5 and batch.column("office")[leader] == 0
    assert (batch.column("sitting") == heir).sum() == 1


LEFT = '[[factions]]\nname = "left"\nn = 40\nwho = "members"\n[[groups]]\nname = "old"\nn = 30\n'


def test_luck_abroad_moves_hope_and_its_held_members_answer_for_a_success(world):
    batch = world('month = 1\nevent = "foreign"\nkind = "success"\ngroup = "left"\nmonths = 2',
                  'month = 2\nevent = "foreign"\nkind = "defeat"\ngroup = "left"\nmonths = 3', setup=LEFT)
    luck = []
    for month in range(6):
        at(batch, month)
        slot = int(batch.column("faction")[who(batch, "faction(left)")][0])
        luck.append(float(batch.column("faction_luck")[slot]))
        assert (batch.column("answering_faction")[0] == slot) == (month == 1)
    assert luck == pytest.approx([0, 0.3, 0, -0.3, -0.3, 0], abs=1e-6)
    batch = world('month = 1\nevent = "foreign"\nkind = "success"\ngroup = "old"', setup=LEFT)
    assert [int(at(batch, month).column("answering")[0]) for month in range(3)] == [0, 1, 0]


def test_a_revolution_abroad_is_rumour_and_a_signal_for_three_months(world):
    batch = world('month = 1\nevent = "foreign"\nkind = "revolution"')
    signals = [int(at(batch, month).column("foreign_signal")[0]) for month in range(6)]
    assert signals == [0, 3, 2, 1, 0, 0] and batch.column("rumour") == pytest.approx(0.2)


@pytest.mark.parametrize(("came", "hope", "sign"), [("true", 1.5, 1), ("false", 0.5, -1)])
def test_a_forecast_moves_hope_and_the_stances_of_others(came, hope, sign, world):
    batch = at(world(f'month = 1\nevent = "forecast"\ngroup = "left"\ncame_true = {came}', setup=LEFT), 0)
    stance, left = batch.column("stance")[RULE_ISSUE].copy(), who(batch, "faction(left)")
    line = stance[left].mean()
    at(batch, 1)
    assert batch.column("faction_hope")[batch.column("faction")[left][0]] == hope
    moved = batch.column("stance")[RULE_ISSUE] - stance
    assert not moved[left].any()
    pull = sign * 0.1 * batch.column("trust") * (1 - batch.column("conviction")) * (line - stance)
    assert moved[~left] == pytest.approx(np.clip(stance + pull, -1, 1)[~left] - stance[~left], abs=1e-5)


@pytest.mark.parametrize("event", ['event = "forecast"', 'event = "foreign"\nkind = "success"'])
def test_news_of_a_faction_that_does_not_exist_yet_moves_nobody(event, world):
    formed = 'month = 3\nevent = "form_faction"\nname = "right"\nwho = "members"\nsize = 40'
    news, quiet = (world(*entries) for entries in ((f'month = 1\n{event}\ngroup = "right"', formed), (formed,)))
    for column in ("stance", "faction", "status"):
        assert np.array_equal(at(news, 4).column(column), at(quiet, 4).column(column)), column


def test_a_problem_is_planted(world):
    assert at(world('month = 1\nevent = "problem"\nsize = 0.8'), 1).column("hidden_problem")[0] == np.float32(0.8)


def test_a_regime_comes_in_with_all_its_levers(world):
    batch = world('month = 4\nevent = "regime"\nname = "terror"\nannounced = 2')
    terror = load_regime("terror")
    at(batch, 2)
    assert lever(batch, "hostage_kin") == 0.0
    assert batch.arrays["announced"][NUMBER_OF["hostage_kin"]].max() == 1.0
    at(batch, 4)
    for name, setting in terror.levers.items():
        assert lever(batch, name) == setting.everywhere, name


# --- opinion ------------------------------------------------------------------------------------------------------
def test_a_line_is_proclaimed_there_and_turned_round_at_the_centre_it_is_a_reversal(world):
    batch = world('month = 1\nevent = "line"\nvalue = -1.0\nwhere = "province(1)"',
                  'month = 3\nevent = "line"\nvalue = -0.5')
    at(batch, 1)
    mine = in_province(batch, 1)
    assert (batch.column("line")[RULE_ISSUE, mine] == -1).all() and (batch.column("line")[RULE_ISSUE, ~mine] == 1).all()
    assert batch.column("line_reversed")[0] == 0
    assert [int(at(batch, month).column("line_reversed")[0]) for month in (2, 3, 4)] == [0, 1, 0]
    assert (batch.column("line")[RULE_ISSUE] == -0.5).all() and (batch.column("line")[0] == 1).all()


def test_a_line_toward_a_faction_is_its_own_and_its_programme_is_stolen(world):
    setup = '[[factions]]\nname = "left"\nn = 40\nwho = "members"\nline = {rule = -0.6, bread = 0.2}\n'
    batch = world('month = 1\nevent = "line"\ntoward = "left"', setup=setup)
    at(batch, 0)
    slot = batch.column("faction")[who(batch, "faction(left)")][0]
    at(batch, 1)
    assert batch.column("line")[RULE_ISSUE] == pytest.approx(-0.6, abs=1e-3)
    assert batch.column("faction_stolen")[slot] == pytest.approx(1 - (0.0 + 0.8 / 2) / 2, abs=0.01)


def test_a_line_of_persons_is_that_of_the_units_they_head(world):
    batch = at(world('month = 1\nevent = "line"\nvalue = -1\nwho = "level(district) and province(1)"'), 1)
    districts = (batch.tree.level == 1) & in_province(batch, 1)
    assert ((batch.column("line")[RULE_ISSUE] == -1) == districts).all()


def test_a_moral_shock_is_lived_through_for_three_months_by_all_or_by_some(world):
    batch = world('month = 1\nevent = "moral_shock"\nsize = 0.6')
    assert [float(at(batch, m).column("scripted_shock")[0]) for m in range(6)] == pytest.approx([0, .6, .6, .6, 0, 0])
    batch = world('month = 1\nevent = "moral_shock"\nsize = 0.6\nwho = "members"')
    at(batch, 1)
    members = who(batch, "members")
    assert (batch.column("moral")[members] == 60).all() and not batch.column("moral")[~members].any()
    assert not at(batch, 4).column("moral").any() and batch.column("scripted_shock")[0] == 0
    head = HEAD.replace('"all"', '["recruitment"]')
    batch = world('month = 1\nevent = "moral_shock"\nsize = 0.6', head=head)
    assert [float(at(batch, m).column("moral_shock")[0]) for m in (1, 4)] == pytest.approx([0.6, 0])


def test_unrest_is_a_strike_of_a_share_with_its_grievance_raised(world):
    batch = at(world('month = 1\nevent = "unrest"\nwhere = "province(2)"\nshare = 0.25\nmonths = 4\n'
                     'grievance = 0.8'), 1)
    strikers = batch.column("striking") > 0
    assert strikers.sum() == 64 and (strikers <= who(batch, "province(2)")).all()
    assert (batch.column("striking")[strikers] == 5).all() and (batch.column("grievance")[strikers] >= 0.8 - 1e-6).all()
    batch.column("striking")[:] = 0
    assert not at(batch, 2).column("striking").any()  # it is begun once


@pytest.mark.parametrize(("kind", "audience", "added"), [("opinion", "hall", 0.3), ("leaflet", "hall", 0.9),
                                                         ("attack", "chief", 0.75), ("complaint", "circle", 0.0)])
def test_an_act_is_logged_makes_guilty_and_adds_to_the_file_by_gravity_and_audience(kind, audience, added, world):
    batch = at(world(f'month = 4\nevent = "act"\nwho = "lot(20, members)"\nkind = "{kind}"\naudience = "{audience}"\n'
                     'topic = "local"'), 4)
    did = batch.column("act_month") == 4
    assert did.sum() == 20 and (batch.column("act_topic")[did] == 1).all() and (batch.column("act_kind")[did] > 0).all()
    assert (batch.column("last_guilt")[did] == 4).all() and (batch.column("last_guilt")[~did] == NEVER).all()
    assert batch.column("dossier")[did] == pytest.approx(added) and not batch.column("dossier")[~did].any()
    assert (batch.column("last_dissent")[did] == 4).all() == (kind == "opinion")


def test_what_a_circle_says_the_police_hears_by_its_informers(world):
    batch = world('month = 4\nevent = "act"\nwho = "lot(20, members)"\nkind = "opinion"\naudience = "circle"')
    batch.column("informer")[:] = 1
    at(batch, 4)
    did = batch.column("act_month") == 4
    degree = np.diff(world_view(batch, 0).tie_start)[did]
    assert batch.column("dossier")[did] == pytest.approx(0.3 * (1 - 0.82 ** degree), rel=1e-5)


def test_a_campaign_abroad_is_noise_for_those_named_while_it_lasts(world):
    setup = '[[persons]]\nname = "Friend"\nrole = "intercessor"\n[[prisoners]]\nname = "held"\nn = 20\n'
    batch = world('month = 1\nevent = "campaign"\nwho = "group(held)"\nby = "Friend"\nintensity = 2.5\nmonths = 3',
                  setup=setup)
    noise = [float(at(batch, month).column("noise").sum()) for month in range(6)]
    assert noise == pytest.approx([0, 50, 50, 50, 0, 0])
    assert not batch.column("campaigning").any() and batch.column("campaigners")[0] == 0
    at(batch, 1)
    assert np.flatnonzero(batch.column("campaigning")).tolist() == [batch.persons[0]["Friend"]]
    batch.column("campaigning")[:] = 0  # he gives up for the sake of his kin
    assert not at(batch, 2).column("noise").any()


def test_of_several_who_run_a_campaign_each_carries_his_share(world):
    setup = '[[exiles]]\nname = "far"\nn = 4\nheld = "abroad"\n[[prisoners]]\nname = "held"\nn = 20\n'
    batch = world('month = 1\nevent = "campaign"\nwho = "group(held)"\nby = "group(far)"\nintensity = 2\nmonths = 3',
                  setup=setup)
    at(batch, 0)
    at(batch, 1)
    far = np.flatnonzero(batch.column("campaigning"))
    assert far.size == 4 and batch.column("campaigners")[0] == 4 and batch.column("noise").max() == 2.0
    batch.column("campaigning")[far[:3]] = 0
    assert at(batch, 2).column("noise").max() == 0.5


# --- party --------------------------------------------------------------------------------------------------------
CLANS = ('[leaders]\nn = 2\n[[clans]]\nleader = 1\nprovinces = [1, 2]\n[[clans]]\nleader = 2\nprovinces = [3, 4]\n'
         '[[rings]]\nwhere = "all"\nring = 0.7\n[[rings]]\nwhere = "provinces"\ncrime = 0.5\n'
         '[[persons]]\nname = "One"\nrole = "leader"\n[[persons]]\nname = "Two"\nof = "level(centre)"\n')


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


# --- police -------------------------------------------------------------------------------------------------------
def test_an_attack_kills_the_victim_names_the_attacker_and_alarms_the_province(world):
    batch = at(world('month = 3\nevent = "attack"\nvictim = "level(province) and province(2)"\n'
                     'attacker = "citizens and province(1)"'), 3)
    (row,) = rows(batch, ATTACK)
    victim, attacker = int(row["other"]), int(row["person"])
    assert batch.column("status")[victim] == DEAD and batch.column("death")[victim] == MURDERED
    assert victim not in batch.column("secretary") and batch.column("death_month")[victim] == 3
    assert who(batch, "citizens and province(1)")[attacker] and batch.column("warrant")[attacker] == AN_ATTACK
    assert batch.column("scripted_struck")[0] == 3 and batch.column("scripted_by")[0] == attacker
    assert np.flatnonzero(batch.column("scripted_attack")).tolist() == [batch.tree.provinces[0]]
    at(batch, 4)
    assert batch.column("scripted_struck")[0] == 0 and batch.column("scripted_by")[0] == NOBODY
    head = HEAD.replace('"all"', '["docket", "surveillance", "arrest"]')
    bare = world('month = 3\nevent = "attack"\nvictim = "level(leader)"', head=head)
    assert at(bare, 3).column("threat")[0] == pytest.approx(0.1 + 0.5 * 5 / 4) and bare.column("attacked").sum() == 1
    assert not at(bare, 4).column("attacked").any()
    spared = at(world('month = 3\nevent = "attack"\nvictim = "level(province)"\nkills = false'), 3)
    assert not (spared.column("status") == DEAD).any() and len(rows(spared, ATTACK)) == 1


def test_the_rate_of_attacks_and_who_attacks(world):
    batch = at(world('month = 1\nevent = "attacks"\nrate = 2.5\nwho = "province(3)"'), 1)
    assert batch.column("attack_rate")[0] == 2.5
    assert ((batch.column("peaceable") == 0) == who(batch, "province(3)")).all()


def test_enemies_are_flagged_with_their_rate(world):
    batch = at(world('month = 1\nevent = "enemies"\nwho = "lot(.02, citizens)"\nrate = 0.05'), 1)
    enemies = batch.column("enemy") == 1
    assert enemies.sum() == round(0.02 * who(batch, "citizens").sum())
    assert batch.column("enemy_rate")[0] == np.float32(0.05)


def test_the_accused_are_to_be_arrested_this_month_and_guilty_by_lot(world):
    batch = at(world('month = 3\nevent = "accuse"\nwho = "lot(100, present)"\nguilty = 0.2\noffence = "sabotage"'), 3)
    accused = batch.column("warrant") == AN_ORDER
    assert accused.sum() == 100 and (batch.column("last_guilt")[accused] == 3).sum() == 20
    assert (batch.column("act_kind")[accused] == 6).all()


STATUS_OF = {"reproof": FREE, "dismissal": DISMISSED, "expulsion": EXPELLED, "exile": EXILED, "prison": IMPRISONED,
             "camp": CAMP, "death": DEAD}


@pytest.mark.parametrize("rung", STATUS_OF)
def test_a_sanction_by_order_ignores_the_cap_counts_as_precedent_and_is_logged(rung, world):
    batch = at(world(f'month = 3\nevent = "sanction"\nwho = "lot(20, officials)"\nrung = "{rung}"'), 3)
    struck = rows(batch, SANCTION)
    assert len(struck) == 20 and (struck["cause"] == AN_ORDER).all()
    persons_struck = struck["person"]
    assert (batch.column("status")[persons_struck] == STATUS_OF[rung]).all()
    number = list(STATUS_OF).index(rung) + 1
    assert (batch.column("blow")[persons_struck] == number).all() and batch.column("blow").sum() == 20 * number
    assert batch.column("rung_max")[0] == max(3, number)
    if rung == "death":
        assert (batch.column("death")[persons_struck] == EXECUTED).all()
    if number >= 2:
        assert not batch.column("office")[persons_struck].any()
        assert not np.isin(batch.column("secretary"), persons_struck).any()
        assert not np.isin(batch.column("sitting")[-batch.centre_size:], persons_struck).any()
    assert (batch.column("status") != FREE).sum() == (0 if number == 1 else 20)


def test_printed_names_are_known_to_the_country_and_kin_lose_their_posts(world):
    entry = 'month = 3\nevent = "sanction"\nwho = "lot(20, citizens)"\nrung = "camp"\nterm = 7\n'
    plain, printed = at(world(entry), 3), at(world(entry + "public = true\nkin = true"), 3)
    struck = np.flatnonzero(plain.column("status") == CAMP)
    assert not plain.column("harm_nation").any()
    assert printed.column("harm_nation")[0, 0] == pytest.approx(0.7 * 6 / 7 * 20 / (1024 - 20), rel=0.05)
    assert (plain.column("status_until")[struck] == 10).all()
    dismissed = np.flatnonzero(printed.column("status") == DISMISSED)
    view = world_view(printed, 0)
    kin = {int(j) for i in struck for j, kind in zip(view.neighbour[slice(*view.tie_start[i:i + 2])],
                                                     view.tie_kind[slice(*view.tie_start[i:i + 2])], strict=True)
           if kind == KIN} - set(struck.tolist())
    assert set(dismissed.tolist()) == kin and len(kin) > 0


def test_a_share_of_the_held_is_released(world):
    batch = world('month = 3\nevent = "release"\nwho = "group(held)"\nshare = 0.5',
                  setup='[[prisoners]]\nname = "held"\nn = 40\n')
    at(batch, 0), at(batch, 3)
    held = who(batch, "group(held)")
    assert (batch.column("status")[held] == FREE).sum() == 20 and len(rows(batch, RELEASE)) == 20
    free = held & (batch.column("status") == FREE)
    assert (batch.column("survived")[free] == 1).all() and (batch.column("rung")[free] == 0).all()


def test_the_held_are_moved_to_a_province_or_to_the_centre(world):
    batch = world('month = 3\nevent = "move"\nwho = "group(held)"\nto = "province(4)"',
                  'month = 4\nevent = "move"\nwho = "group(held)"\nto = "level(centre)"\nshare = 0.5',
                  setup='[[prisoners]]\nname = "held"\nn = 40\n')
    at(batch, 0), at(batch, 3)
    held = who(batch, "group(held)")
    assert (batch.column("held_in")[held] == 4).all() and len(rows(batch, MOVE)) == 40
    at(batch, 4)
    assert (batch.column("held_in")[held] == 5).sum() == 20
    from unanimity.mechanisms.police.cases import place_of
    assert call(place_of, {}, batch.tree, held_in=5, cell=0) == batch.tree.units - 1


def test_an_offer_eases_capitulation_for_six_months_for_the_same_persons(world):
    batch = world('month = 3\nevent = "offer"\nwho = "lot(10, group(held))"\nease = 0.4',
                  setup='[[prisoners]]\nname = "held"\nn = 40\n')
    at(batch, 0)
    first = at(batch, 3).column("ease").copy()
    assert (first == 40).sum() == 10 and (first <= 40 * who(batch, "group(held)")).all()
    assert (at(batch, 8).column("ease") == first).all() and not at(batch, 9).column("ease").any()


def test_those_who_capitulate_sign_leave_their_faction_and_are_eased(world):
    batch = world('month = 3\nevent = "capitulate"\nwho = "lot(10, group(held))"',
                  setup='[[factions]]\nname = "left"\nn = 40\nwho = "members"\n[[exiles]]\nname = "held"\nn = 30\n'
                        'faction = "left"\nwho = "members"\n')
    at(batch, 0), at(batch, 3)
    signed = batch.column("capitulated") == 1
    assert signed.sum() == 10 and len(rows(batch, CAPITULATION)) == 10
    assert not batch.column("faction")[signed].any() and (batch.column("label")[signed] == EX).all()
    assert (batch.column("status")[signed] == DISMISSED).all() and (batch.column("signed_month")[signed] == 3).all()
    assert (batch.column("status") == EXILED).sum() == 20


@pytest.mark.parametrize(("mode", "status"), [("dismiss", DISMISSED), ("expel", EXPELLED), ("execute", DEAD)])
def test_a_purge_removes_its_share_in_all_over_its_months(mode, status, world):
    batch = world(f'month = 2\nevent = "purge"\nwho = "officials"\nshare = 0.3\nmonths = 4\nmode = "{mode}"')
    officials = who(batch, "officials").sum()
    gone = [int((at(batch, month).column("status") == status).sum()) for month in range(1, 8)]
    assert gone[0] == 0 and gone[4] == gone[5] == pytest.approx(0.3 * officials, abs=1)
    assert gone[1] == pytest.approx(0.3 * officials / 4, abs=1)
    assert (rows(batch, SANCTION)["cause"] == THE_PURGE).all() and len(rows(batch, SANCTION)) == gone[-1]


@pytest.mark.parametrize(("mode", "shocks"), [("arrest", [0, 1, 1, 0]), ("expel", [0] * 4), ("dismiss", [0] * 4),
                                              ("execute", [0] * 4)])
def test_a_scripted_wave_of_arrests_is_a_shock_in_each_of_its_months_and_a_verification_is_none(mode, shocks, world):
    batch = world(f'month = 2\nevent = "purge"\nwho = "officials"\nshare = 0.02\nmonths = 2\nmode = "{mode}"')
    called = []
    for month in range(1, 5):
        called.append(int(at(batch, month).column("purge_called")[0]))
        batch.column("purge_called")[:] = 0  # as card 22 does at its step
    assert called == shocks


def test_a_purge_that_expels_never_chooses_the_police_and_one_that_arrests_does(world):
    def hit(mode, name):
        batch = at(world(f'month = 2\nevent = "purge"\nwho = "police or members"\nshare = 0.5\nmode = "{mode}"'), 2)
        police = who(batch, "police")
        chosen = batch.column("warrant") > 0 if name == "warrant" else batch.column("status") == EXPELLED
        both = who(batch, "police or members")
        return [int(found.sum()) for found in (chosen & police, chosen, police, both)]
    officers, gone, force, left = hit("expel", "status")
    assert officers == 0 and force > 10 and gone == round((left + gone - force) / 2)  # half of the others
    officers, taken, force, everybody = hit("arrest", "warrant")
    assert officers > 3 and taken == round(everybody / 2)


def test_a_purge_takes_its_share_each_month_and_carries_what_is_left_over(world):
    batch = world('month = 2\nevent = "purge"\nwho = "members and not officials"\nshare = 0.005\na_month = true\n'
                  'months = 12')
    members = who(batch, "members and not officials").sum()
    gone = [int((at(batch, month).column("status") == EXPELLED).sum()) for month in range(2, 14)]
    assert gone[-1] == pytest.approx(0.005 * members * 12, abs=1) and max(np.diff(gone)) <= 2


def test_whom_a_purge_selects(world):
    def taken(selection, mode="arrest", **columns):
        batch = world('month = 2\nevent = "purge"\nwho = "members and not officials"\nshare = 0.1\n'
                      f'mode = "{mode}"\nselection = "{selection}"')
        for name, values in columns.items():
            batch.column(name)[...] = values
        return at(batch, 2), batch.column("warrant") > 0

    lot = np.random.default_rng(3).uniform(0, 1, 1024)
    for selection, column in (("file", "dossier"), ("score", "suspicion")):
        batch, chosen = taken(selection, **{column: lot})
        rest = who(batch, "members and not officials") & ~chosen
        assert chosen.sum() > 10 and lot[chosen].min() >= lot[rest].max()
    batch, chosen = taken("superiors")
    agreement = batch.column("stance")[RULE_ISSUE]
    rest = who(batch, "members and not officials") & ~chosen
    assert agreement[chosen].mean() < agreement[rest].mean() - 0.3
    batch, chosen = taken("vote")
    assert batch.column("competence")[chosen].mean() < batch.column("competence")[rest].mean() - 0.1
    sent = np.bincount(Moment(batch, 0).view.cell[chosen], minlength=64)
    here = np.bincount(Moment(batch, 0).view.cell[who(batch, "members and not officials") | chosen], minlength=64)
    assert (sent <= np.ceil(0.1 * here)).all() and sent.sum() == chosen.sum(), "each cell votes on its own"
    batch, chosen = taken("lot")
    assert abs(batch.column("competence")[chosen].mean() - batch.column("competence")[rest].mean()) < 0.15


def test_hostages_are_taken_from_a_group_and_held(world):
    batch = world('month = 3\nevent = "take_hostages"\ngroup = "foes"\nn = 20',
                  setup='[[groups]]\nname = "foes"\nof = "bottom(100, stance_rule)"\n')
    at(batch, 0), at(batch, 3)
    hostages = batch.column("hostage") > 0
    assert hostages.sum() == 20 and (hostages <= who(batch, "group(foes)")).all()
    assert (batch.column("status")[hostages] == IMPRISONED).all() and len(rows(batch, HOSTAGE_TAKEN)) == 20


# --- people are conserved, and slips ------------------------------------------------------------------------------
def test_nobody_comes_or_goes_and_offices_stay_whole_after_a_storm_of_events(world):
    batch = world('month = 0\nevent = "sanction"\nwho = "lot(.1, present)"\nrung = "prison"',
                  'month = 1\nevent = "purge"\nwho = "officials"\nshare = 0.5\nmode = "execute"',
                  'month = 2\nevent = "replace"\nlevels = ["cell", "district", "province", "centre"]\nby = "vote"',
                  'month = 3\nevent = "attack"\nvictim = "level(centre)"', 'month = 4\nevent = "release"\nwho = "all"',
                  'month = 5\nevent = "war"\nwithdraw = 0.2\nmonths = 2', setup=CLANS)
    for month in range(8):
        at(batch, month)
        headed, office, secretary = (batch.column(n) for n in ("headed", "office", "secretary"))
        held = np.flatnonzero(secretary != NOBODY)
        assert (headed[secretary[held]] == held).all() and (office[secretary[held]] > 0).all()
        assert not office[batch.column("status") == DEAD].any()
        chairs = batch.column("sitting")[-batch.centre_size:]
        assert len(set(chairs[chairs != NOBODY])) == (chairs != NOBODY).sum()
    assert (batch.column("status") <= DEAD).all() and batch.column("status").size == 1024


SLIPS = {
    'event = "acuse"\nwho = "all"': "no event 'acuse'. Did you mean 'accuse'? Known: ",
    'event = "accuse"': "schedule[1].who is missing; accuse needs it (puts persons under inquiry now).",
    'event = "accuse"\nwho = "membrs"': "schedule[1].who: no selector 'membrs'. Did you mean 'members'?",
    'event = "sanction"\nwho = "all"': "schedule[1].rung is missing; sanction needs it (a rung by order).",
    'event = "sanction"\nwho = "all"\nrung = "exil"': "schedule[1].rung = 'exil' is not allowed; allowed: reproof, ",
    'event = "crime"\nseverity = 0.5': "schedule[1].where is missing; crime needs it",
    'event = "crime"\nwhere = "members"': "schedule[1].where = 'members': 'members' names persons, not places",
    'event = "harvest_failure"\nsevrity = 0.5':
        "no field 'schedule[1].sevrity'. Did you mean 'severity'? Known for harvest",
    'event = "harvest_failure"\nseverity = 1.5':
        "schedule[1].severity = 1.5 is not allowed; allowed: a number within 0..1.",
    'event = "crime"\nwhere = "all"\nmonths = 3':
        "schedule[1].months = 3 is not allowed; allowed: nothing: crime acts once.",
    'event = "foreign"\nkind = "success"':
        "schedule[1].group is needed for a success or a defeat; a revolution has none.",
    'event = "foreign"\nkind = "success"\ngroup = "x"': "schedule[1].group: no group or faction 'x'.",
    'event = "line"': "schedule[1] must give exactly one of value or toward for line.",
    'event = "leader_event"\nkind = "replaced"': "schedule[1].by is the person who follows where kind = 'replaced'",
    'event = "regime"\nname = "aparatus"':
        "schedule[1].name = 'aparatus' is not allowed; allowed: law, war, apparatus, terr",
    'event = "pulse"\nvariable = "threat"\nrate = 0.1':
        "schedule[1].rate = 0.1 is not allowed; allowed: a rate in place",
    'event = "pulse"\nvariable = "threat"\nscale = 2':
        "schedule[1].scale = 2 is not allowed; allowed: size (or add) for a p",
    'event = "drift"\nvariable = "need"': "schedule[1] must give exactly one of value, add or scale for need_factor.",
    'event = "set"\nvariable = "threat"\nvalue = 0.1\nwho = "all"':
        "allowed: nothing: threat is a number of the country.",
    'event = "set"\nvariable = "zeal"\nvalue = 0.1\nwho = "all"':
        "allowed: nothing: zeal is a number of units; where names",
    'event = "set"\nvariable = "nead"\nvalue = 0.1': "no variable for schedule[1] 'nead'. Did you mean 'need'?",
    'event = "purge"\nwho = "all"\nshare = 2': "schedule[1].share = 2 is not allowed; allowed: a number within 0..1.",
    'event = "take_hostages"\ngroup = "x"\nn = 2': "schedule[1].group: no group or faction 'x'.",
    'event = "unrest"\nshare = 1.5':
        "schedule[1].share = 1.5 is not allowed; allowed: a whole number of persons, or a share",
    'event = "sanction"\nwho = "all"\nrung = "exile"\npublic = 1':
        "schedule[1].public = 1 is not allowed; allowed: true or",
    'event = "replace"\nlevels = ["ward"]':
        "schedule[1].levels = 'ward' is not allowed; allowed: cell, district, province",
    'lever = "ballot"\nvalue = "open"\nwho = "all"': "no field 'schedule[1].who'. Known for a lever: announced, every",
    'lever = "ballot"\nvalue = "open"\nseverity = 1': "no field 'schedule[1].severity'.",
    'parameter = "voice.theta"\nvalue = 0.1\nwhere = "all"': "no field 'schedule[1].where'. Known for a parameter: ",
}


@pytest.mark.parametrize("text", SLIPS)
def test_a_slip_in_an_event_is_one_line_with_file_field_value_and_what_is_allowed(text, world, tmp_path):
    with pytest.raises(unanimity.UserError) as raised:
        world("month = 3\n" + text)
    line = str(raised.value)
    assert line.startswith(str(tmp_path / "mine.toml")) and "\n" not in line
    assert SLIPS[text] in line


@pytest.mark.parametrize(("text", "says"), [
    ('rate = 0\nevent = "unrest"', "schedule[1].rate = 0 is not allowed; allowed: how often a month"),
    ('rate = 0.1\nevery = 2\nevent = "unrest"', "what comes by chance has no every and no announced; allowed: until."),
    ('event = "unrest"', "schedule[1].month is missing; allowed: a month of the run, 0..95 (or a rate a month)."),
    ('rate = 0.1\nevent = "attacks"', "schedule[1].month is missing; allowed: a month of the run, 0..95."),
])
def test_a_slip_in_the_time_of_an_event_is_named(text, says, world):
    with pytest.raises(unanimity.UserError) as raised:
        world(text)
    assert says in str(raised.value)


def test_an_event_whose_mechanism_does_not_run_is_refused_when_the_file_is_loaded(world):
    head = HEAD.replace('"all"', '["press"]')
    with pytest.raises(unanimity.UserError) as raised:
        world('month = 3\nevent = "quarrel"\na = "level(leader)"\nb = "level(centre)"', head=head)
    assert ("schedule[1].event = 'quarrel' needs the mechanisms protection, appointment, which this regime does not run"
            '; allowed: name them under mechanisms, or mechanisms = "all".') in str(raised.value)
    for name, event in EVENTS.items():
        assert all(isinstance(need, str) for need in event.needs), name


# --- where the cards read what scripts lay ------------------------------------------------------------------------
def test_hands_at_war_are_missing_in_field_and_shop():
    from unanimity.mechanisms.bread.provision import Provision, toil
    from unanimity.mechanisms.bread.requisition import Requisition, reap
    field = dict(village=1, full_harvest=100.0, yielded=1.0, sown=0.9, work=1.0, present=10.0, inhabitants=10.0,
                 calendar=8, p=Requisition())
    assert loose(reap, **field, withdrawn=0.25)[0] == pytest.approx(0.75 * loose(reap, **field)[0])
    def made(withdrawn):
        return loose(toil, missing=0.0, need=1.0, village=0, secretary=3, secretary_status=FREE,
                     secretary_competence=0.5, branches=1.0, concentration=0.0, calendar=5, withdrawn=withdrawn,
                     p=Provision())[0]
    assert made(0.25) == pytest.approx(0.75 * made(0.0)) and made(0.0) > 0.0


def test_in_a_scripted_war_the_work_is_wholly_tested_and_a_circle_of_knowers_ends_with_its_crime():
    from unanimity.mechanisms.party.appointment import tested_by
    from unanimity.mechanisms.party.protection import forget_circle
    assert tested_by(0.3, 0) == 0.3 and tested_by(0.3, 1) == 1.0
    assert forget_circle(0.6, 1) == 0.6 and forget_circle(0.6, 0) == -1.0


def test_the_hope_of_a_faction_is_multiplied_and_raised_by_script(world):
    from unanimity.mechanisms.party import faction
    mustering = (faction.begin_muster, faction.forget_lines, faction.count_heads, faction.find_line, faction.muster)
    batch = at(world('month = 1\nevent = "forecast"\ngroup = "left"', setup=LEFT), 0)
    slot = int(batch.column("faction")[who(batch, "faction(left)")][0])
    state = {name: batch.column(name) for name, column in batch.plan.columns.items() if column.table != "tie"}
    batch.column("members")[:] = 100.0
    batch.column("officials_here")[:] = 300.0

    def prospect():
        run_rules(mustering, state, batch.tree, month=batch.month, p=faction.Faction())
        return float(batch.column("faction_prospect")[slot])

    plain = prospect()
    batch.column("faction_hope")[slot] = 1.5
    assert prospect() == pytest.approx(1.5 * plain)
    batch.column("faction_luck")[slot] = 0.3
    assert prospect() == pytest.approx(min(1.0, 1.5 * plain + 0.3))


def test_a_shock_of_some_moves_them_as_one_of_all_moves_everybody():
    from unanimity.mechanisms.power.exit import Exit, pack
    one = {"permit": 0, "grievance": 0.1, "fear": 0.1, "courage": 0.5, "competence": 0.5, "fame": 0.5,
           "conviction": 1.0, "stance": -1.0, "line": 1.0, "exit": 1, "luck": 0.02, "luck_2": 0.5, "p": Exit()}
    assert loose(pack, **one, moral_shock=0.0)[0] == 0
    assert loose(pack, **one, moral_shock=0.0, moral=1.0) == loose(pack, **one, moral_shock=1.0)


def test_only_those_a_script_lets_attack_are_bitter_and_a_scripted_attack_counts_as_any_other(world):
    from unanimity.mechanisms.power.shock import bitterness
    assert bitterness(0.8, 0.1, 0.5, 1) == 0.0 < bitterness(0.8, 0.1, 0.5, 0)
    from unanimity.mechanisms.power.shock import alarm_by_script, attack_by_script
    batch = at(world('month = 3\nevent = "attack"\nvictim = "level(province) and province(2)"'), 3)
    batch.column("attack_rate")[:] = 0.0
    struck, by = int(batch.column("scripted_struck")[0]), int(batch.column("scripted_by")[0])
    assert attack_by_script(0, struck, by) == (3, by, 1)
    alarmed = sum(alarm_by_script(0.0, attack, False) for attack in batch.column("scripted_attack"))
    assert alarmed == 1
