"""Claims in history: the same question on a branch of the hindcast, in the month of which it speaks."""

from __future__ import annotations

import numpy as np
import pytest
from tiny_claim import tiny

import unanimity as un
from unanimity.claims import claim, load_claim, names
from unanimity.claims.in_history import PEOPLE, in_history, run_part_in_history, stops
from unanimity.experiments.seed_runs import Shard
from unanimity.experiments.store import Store
from unanimity.history.branch_layout import BranchRunner, in_the_branch
from unanimity.support.errors import UserError

HISTORY = {"at": "1918-05", "lays": ["groups", "schedule"]}
ASKED = {"assent": "unanimity(start..end)", "first": "unanimity(0)", "named": "count(status >= free, group(some), 1)",
         "struck": "count(log sanctioned rung >= 4, group(some), +0..+3)", "when": "first(log sanctioned, group(some))"}
SET_UP = {"groups": [{"name": "some", "of": "present and not officials and not police", "n": 40}],
          "schedule": [{"month": 2, "event": "sanction", "who": "lot(5, group(some))", "rung": "exile"}],
          "society": {"tree": [2, 2, 2]}}


def small(**changes):
    """A claim of four months that can be asked in May 1918."""
    made = {"months": 4, "burn_in": 0, "regime": SET_UP, "measures": ASKED, "in_history": HISTORY, "people": None,
            "explained_by": ["voice"]} | changes
    raw = tiny(**made)
    return claim({key: value for key, value in raw.items() if value is not None})


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    """The small claim in a country of 1,000, three pairs, through one store."""
    store = Store(tmp_path_factory.mktemp("history"))
    return in_history(small(), 1000).run(pairs=3, store=store, workers=1, progress=False), store


def test_months_in_selectors_are_those_of_the_scenario():
    assert in_the_branch("count(log died, members and logged(capitulated, 0..24) as of 24, 12..end)", 100) == \
        "count(log died, members and logged(capitulated, 100..124) as of 24, 12..end)"
    assert in_the_branch("share(crime_month == 12, units)", 3) == "share(crime_month == 15, units)"


def test_the_control_is_the_hindcast_as_it_went_on(ran):
    found, _ = ran
    assert small().in_history(1000).described.in_history.at == "1918-05"
    whole = un.run("ussr-1918-1941", seed=1918, worlds=1, people=1000, months=8, progress=False)
    control = found.experiment.layout.cell("control")
    assert found.values.months(control).tolist() == [0, 1, 2, 3]  # month 0 is May 1918
    assert found.values.column("first", control)[0] == pytest.approx(float(whole.of("unanimity")[0].loc[4]))


def test_groups_and_rows_are_laid_onto_the_branch_and_windows_count_from_it(ran):
    found, _ = ran
    for cell in found.cells:
        assert (found.values.column("named", cell) == 40).all()
        assert (found.values.column("struck", cell) >= 5).all()
        assert (found.values.column("when", cell) <= 2).all()
    assert not np.array_equal(*(found.values.column("assent", cell) for cell in found.cells))


def test_nothing_is_run_twice_and_the_past_serves_other_claims(ran, monkeypatch):
    _, store = ran
    again = in_history(small(), 1000).run(pairs=3, store=store, workers=1, progress=False)
    assert again.ran == 0
    other = in_history(small(title="Another"), 1000)
    assert not next(iter(other.pieces().values())).past(store).missing([1918, 1919, 1920])


def test_a_later_past_goes_on_from_an_earlier_one(ran, tmp_path):
    _, store = ran
    piece = next(iter(in_history(small(in_history=HISTORY | {"at": "1918-07"}), 1000).pieces().values()))
    past = piece.past(store)
    went_on, by_itself = (type(past)(past.regime, past.until, (), where, stops) for where, stops in
                          ((store, (4,)), (Store(tmp_path), ())))
    assert went_on._earlier([1918]).until == 4 and by_itself._earlier([1918]) is None
    for one in (went_on, by_itself):
        one.run([1918], 1, lambda what, months: None)
    kept, alone = (one.store.kept(one.key(1918)) for one in (went_on, by_itself))
    assert all(np.array_equal(kept[name], alone[name]) for name in kept)


def test_parts_fill_the_store_for_the_judge(tmp_path):
    one, store = small(), Store(tmp_path)
    ran = [run_part_in_history([one], 3, 1000, store, Shard(number, 2)) for number in (1, 2)]
    assert sum(ran) == 6 and min(ran) > 0
    assert in_history(one, 1000).run(pairs=3, store=store, workers=1, progress=False).ran == 0


def test_an_arm_that_is_what_history_had_is_told():
    open_ballot = small(arms={"open": {"levers": {"ballot": "open"}}})
    mine = in_history(open_ballot, 1000).validate()
    for cell in mine.wanted():
        mine.layout.regime(cell)
    assert [line for line in mine.layout_of_branch.idle if "arms.open" in line]


@pytest.mark.parametrize(("history", "told"), [
    (None, "has no table"), (HISTORY | {"lays": ["society"]}, "lays = 'society'"),
    (HISTORY | {"lays": ["rings"]}, "has no such table"), (HISTORY | {"at": "1917-12"}, "in_history.at"),
    (HISTORY | {"drops": ["1918-05 nothing"]}, "later row"),
    (HISTORY | {"cannot": [{"what": "the whole claim", "why": "nobody was there"}]}, "nobody was there")])
def test_what_cannot_be_asked_is_refused_in_one_line(history, told):
    with pytest.raises(UserError, match=told):
        in_history(small(in_history=history), 1000).validate()


def test_at_least_35_registered_claims_can_be_asked_in_history():
    tables = [load_claim(name).described.in_history for name in names()]
    assert all(table is not None for table in tables)
    assert sum(not table.barred for table in tables if table) >= 35 and PEOPLE == 100_000
    assert min(stops()) >= 1 and BranchRunner.travels


def test_a_lever_of_ones_own_is_given_at_birth_and_cannot_be_laid():
    own = [{"name": "pressed", "of": "group(some)", "share": 0.5, "sets": {"interrogation": 0.8}}]
    with pytest.raises(UserError, match="a lever of one's own"):
        in_history(small(regime=SET_UP | {"assign": own}, in_history=HISTORY | {"lays": ["groups", "assign"]}), 1000)


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_every_registered_claim_is_sound_in_history(name):
    one = load_claim(name)
    table = one.described.in_history
    if table is not None and not table.barred:
        in_history(one, 20_000).validate()
