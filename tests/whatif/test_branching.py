"""What becomes of every later row in a branch, and what an arm may and may not change."""

from __future__ import annotations

import dataclasses

import pytest

import unanimity as un
from unanimity.history.branching import arm_of, branched, rows_by_address, unchanged
from unanimity.regimes.schedule import Entry
from unanimity.support.errors import UserError
from unanimity.world.levers import lever

BRANCH = 120  # January 1928


@pytest.fixture(scope="module")
def control():
    return un.regime("ussr-1918-1941").but({"months": "1934-01"})


def made(control, given, month=BRANCH):
    regime, fates = branched(control, month, arm_of("mine", given, control, month))
    return regime, {fate.row: fate for fate in fates}


def in_force(regime, month, name):
    setting = regime.in_force(month).levers[name]
    return lever(name).text(setting.everywhere)


def test_shocks_stay_orders_that_set_what_is_held_are_overridden_the_rest_stays(control):
    regime, fates = made(control, {"procurement": "purchase"})
    assert {fate.fate for row, fate in fates.items() if row.endswith(" procurement")} == {"overridden"}
    assert all(fate.fate == "kept" for row, fate in fates.items() if not row.endswith(" procurement"))
    assert fates["1928-06 harvest_failure"].reason == "comes from outside"
    assert "leaves alone" in fates["1928-01 market"].reason
    assert [in_force(regime, month, "procurement") for month in (119, 120, 130, 191)] == ["purchase"] * 4
    assert in_force(control, 130, "procurement") == "seizure"
    assert [e for e in regime.schedule if e.month < BRANCH] == [e for e in control.schedule if e.month < BRANCH]


def test_what_is_held_until_a_date_goes_back_to_what_the_scenario_has_then(control):
    regime, fates = made(control, {"market": "legal", "requisition.tax": 0.05, "until": "1932-01"})
    assert fates["1929-12 market"].fate == "overridden" and "until January 1932" in fates["1929-12 market"].reason
    assert fates["1932-05 market"].fate == "kept" and "let go" in fates["1932-05 market"].reason
    for month in range(168, 192):
        assert in_force(regime, month, "market") == in_force(control, month, "market")
    assert in_force(regime, 167, "market") == "legal" != in_force(control, 167, "market")
    assert regime.in_force(167).parameters["requisition.tax"] == 0.05
    assert regime.in_force(180).parameters["requisition.tax"] == control.in_force(180).parameters["requisition.tax"]


def test_a_row_of_the_month_of_the_branch_can_be_overridden_by_holding_what_was(control):
    regime, fates = made(control, {"association.factions": "legal"}, 38)
    assert fates["1921-03 association.factions"].fate == "overridden"
    assert in_force(regime, 100, "association.factions") == "legal"
    assert {row for row, fate in fates.items() if fate.warning} >= {"1921-03 sanction_cap.faction", "1927-11 sanction"}
    assert not any(fate.warning for fate in made(control, {"ballot": "secret"})[1].values())


def test_rows_that_name_what_was_abolished_are_pointed_out(control):
    _, fates = made(control, {"hostage_group": "off"}, 8)
    assert fates["1918-09 take_hostages"].fate == "kept" and "done away with" in fates["1918-09 take_hostages"].warning
    _, fates = made(control, {"collective_farms": 0})
    assert fates["1932-08 sanction_floor.theft"].warning


def test_wishes_decide_otherwise(control):
    regime, fates = made(control, {"market": "legal", "keep": "1929-12 market",
                                   "drop": ["harvest_failure", "January 1928 agents", "1930-02:accuse"]})
    assert fates["1929-12 market"].fate == "kept" and "by wish" in fates["1929-12 market"].reason
    assert in_force(regime, 150, "market") == "banned" and in_force(regime, 130, "market") == "legal"
    assert {row for row, fate in fates.items() if fate.fate == "dropped"} >= {
        "1928-06 harvest_failure", "1932-06 harvest_failure", "1928-01 agents", "1930-02 accuse"}
    assert not any(entry.kind == "harvest_failure" and entry.month >= BRANCH for entry in regime.schedule)
    alone, _ = made(control, {"drop": ["1928-01 agents"]})
    assert in_force(alone, 130, "agents") == in_force(control, 119, "agents")


def test_of_several_rows_alike_in_a_month_one_can_be_named(control):
    rows = rows_by_address(control.schedule, control.start)
    assert {"1921-06 harvest_failure #1", "1921-06 harvest_failure #3", "1927-05 pulse threat"} <= set(rows)
    _, fates = made(control, {"drop": ["1921-06 harvest_failure #2"]}, 38)
    assert [fates[f"1921-06 harvest_failure #{k}"].fate for k in (1, 2, 3)] == ["kept", "dropped", "kept"]
    _, fates = made(control, {"drop": ["June 1921 harvest_failure"]}, 38)
    assert [fates[f"1921-06 harvest_failure #{k}"].fate for k in (1, 2, 3)] == ["dropped"] * 3


def test_what_is_held_in_one_province_stays_there_when_a_row_sets_it_elsewhere(control):
    regime, fates = made(control, {"goods@4": 1.0})
    assert fates["1928-01 goods"].fate == "kept" and "stays" in fates["1928-01 goods"].reason
    assert fates["1932-11 goods"].fate == "kept"  # of provinces 4 and 5
    for month in (121, 150, 180):
        assert dict(regime.in_force(month).levers["goods"].provinces)[4] == 1.0
    assert dict(regime.in_force(180).levers["goods"].provinces)[5] == 0.05
    _, fates = made(control, {"report_penalty@1": "low"})
    assert "does not hold" in fates["1932-10 report_penalty"].reason


def test_an_event_that_moves_a_lever_while_it_lasts_is_overridden_too(control):
    _, fates = made(control, {"recruitment": "closed"}, 72)
    assert fates["1924-02 levy"].fate == "overridden" and "recruitment" in fates["1924-02 levy"].reason


def test_what_comes_by_chance_ends_with_the_branch_where_it_is_dropped(control):
    often = Entry(0, "attacks", "attacks", rate=0.1, until=191)
    regime, fates = made(dataclasses.replace(control, schedule=(often, *control.schedule)), {"drop": ["attacks"]})
    assert [fate.fate for fate in fates.values() if fate.entry is often] == ["dropped"]
    mine = [entry for entry in regime.schedule if entry.kind == "attacks" and entry.rate == 0.1]
    assert [entry.until for entry in mine] == [BRANCH - 1]


def test_what_is_under_way_goes_on_unless_it_is_dropped(control):
    _, fates = made(control, {"ballot": "secret"}, 20)  # September 1919, within the war of that year
    assert fates["1919-01 war"].fate == "kept" and "under way" in fates["1919-01 war"].reason
    assert "1918-06 war" not in fates and "1919-01 war" not in made(control, {"ballot": "secret"}, 24)[1]
    without, fates = made(control, {"drop": ["1919-01 war"]}, 20)
    assert fates["1919-01 war"].reason == "dropped by wish from the branch on"
    assert [e.months for e in without.schedule if e.kind == "war" and e.month == 12] == [8]
    _, fates = made(control, {"recruitment": "closed"}, 74)  # within the levy of 1924
    assert fates["1924-02 levy"].fate == "overridden"


def test_rows_of_its_own_come_at_the_branch_or_later(control):
    regime, _ = made(control, {"schedule": [{"event": "release", "who": "status(imprisoned)", "share": 0.5},
                                            {"month": "March 1929", "lever": "ballot", "value": "secret"}]})
    added = [entry for entry in regime.schedule if entry not in control.schedule]
    assert [(entry.month, entry.kind) for entry in added] == [(120, "release"), (134, "lever")]


def test_nothing_changed_leaves_every_row(control):
    fates = unchanged(control, BRANCH)
    assert fates and {fate.fate for fate in fates} == {"kept"}
    assert all(fate.entry.month + fate.entry.months > BRANCH for fate in fates)


@pytest.mark.parametrize("given, said", [
    ({"ballot": "open"}, "changes nothing"), ({"ballot": "secrt"}, "Did you mean 'secret'"),
    ({"balot": "secret"}, "Did you mean 'ballot'"), ({"people": 400}, "people is not allowed"),
    ({"ballot": "secret", "until": "1927-01"}, "until = '1927-01'"), ({"until": "1930-01"}, "holds something"),
    ({"drop": ["1929-12 markt"]}, "Did you mean '1929-12 market'"), ({"drop": ["1918-05 market"]}, "before the branch"),
    ({"drop": ["1929-12"]}, "a date and a name"), ({"market": "legal", "drop": "market", "keep": "market"}, "one of"),
    ({"schedule": [{"event": "relase"}]}, "Did you mean 'release'"), ({"schedule": "release"}, "a list of rows"),
    ({"schedule": [{"month": "1927-12", "lever": "ballot", "value": "secret"}]}, "from the branch on"),
    ({"drop": [7]}, "addresses of rows"),
])
def test_slips_are_one_line(control, given, said):
    with pytest.raises(UserError) as slip:
        made(control, given)
    assert said in str(slip.value) and "\n" not in str(slip.value)


def test_an_arm_whose_change_comes_after_the_end_changes_nothing(control):
    early = control.but({"months": "1929-01"})
    with pytest.raises(UserError, match="a month of the run"):
        made(early, {"schedule": [{"month": "1932-01", "lever": "ballot", "value": "secret"}]})
    with pytest.raises(UserError, match="after the end"):
        made(early, {"drop": ["1932-05 market"]})
