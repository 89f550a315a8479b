"""Events of the world: harvests, wars, food from outside, the leader, news from abroad."""

from __future__ import annotations

import numpy as np
import pytest
from scheduled_world import HEAD, LEFT, at, in_province, lever, rows, who

from unanimity.engine.moment import Moment
from unanimity.regimes import load_regime
from unanimity.world.codes import ABROAD, DEAD, LEAVING, NOBODY, RULE_ISSUE
from unanimity.world.levers import NUMBER_OF


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
