"""The past of a branch: packed without loss, kept, shared by later questions, found damaged and run again."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import short_history as short
import unanimity as un
from unanimity.engine.batch import make_batch
from unanimity.engine.packed_state import homes, pack, packed_bytes, unpack, unpacked
from unanimity.engine.packed_ties import pack_ties, unpack_ties
from unanimity.engine.run import lay_record, run_months
from unanimity.engine.simulate import simulate
from unanimity.engine.world_state import state_of
from unanimity.experiments.store import Store
from unanimity.history import branch_past as pasts
from unanimity.history.branch_past import Past
from unanimity.history.yearly_series import read_series


def same(one, two):
    return one.dtype == two.dtype and one.shape == two.shape and np.array_equal(
        np.ascontiguousarray(one).view(np.uint8), np.ascontiguousarray(two).view(np.uint8))


@pytest.fixture(scope="module")
def lived():
    """A world of the hindcast at birth and after a year and a half, in which people died, came and moved."""
    regime = un.regime("ussr-1918-1941").but({"people": 2000, "months": 18})
    batch = make_batch([regime], [1918])
    lay_record(batch, 18)
    born = state_of(batch, 0)
    run_months(batch, 18)
    return born, state_of(batch, 0)


def test_a_packed_state_comes_out_bit_for_bit_and_small(lived):
    born, now = lived
    moved = homes(now.columns, born.columns)
    assert (moved >= 0).any() and (moved < 0).any() and now.gone.size and now.log.size
    packed = pack(now, born)
    again = unpack(packed, born)
    assert again.month == 18 and list(again.columns) == list(now.columns)
    assert [name for name in now.columns if not same(now.columns[name], again.columns[name])] == []
    assert [name for name in now.rules if name != "tally" and not same(now.rules[name], again.rules[name])] == []
    assert same(now.table, again.table) and np.array_equal(now.gone, again.gone)
    assert all(same(now.log[name], again.log[name]) for name in now.log.dtype.names)
    raw = sum(values.nbytes for values in now.columns.values())
    kept = sum(values.nbytes for name, values in packed.items() if name.startswith(("column", "tie")))
    assert kept < raw / 4


def test_ties_that_are_not_as_ties_are_come_out_too(lived):
    born, now = lived
    home = homes(now.columns, born.columns)
    for name, slot, value in (("first_weight", 0, 7), ("kind", 0, 1), ("weight", 3, 5), ("neighbour", 0, 11)):
        odd = {key: values.copy() for key, values in now.columns.items()}
        odd[name][slot] = value
        told = pack_ties(odd, born.columns, home, born.start)
        again = unpack_ties({key: packed_bytes(values) for key, values in told.items()}, born.columns, home, born.start,
                            unpacked)
        assert all(same(odd[key], again[key]) for key in again) and len(again) == 4


@pytest.mark.parametrize("values", [
    np.zeros(9), np.array([0.0, np.nan, -0.0, 1e-300, 0.0, 2.0]), np.empty(0, np.uint16), np.arange(9, dtype=np.int32),
    np.array([[1, 0, 3], [0, 0, 0]], np.uint8)])
def test_any_array_is_packed_without_loss(values):
    assert same(unpacked(packed_bytes(values), values.dtype).reshape(values.shape), values)


def test_a_branch_with_nothing_changed_is_the_hindcast_bit_for_bit(tmp_path):
    """The placebo: worlds, log and yearly series of the unchanged branch are those of a plain run."""
    found = short.asked(tmp_path)
    control = found.result.worlds[found.result.worlds["arm"] == "control"]
    series = read_series("ussr-1918-1941")
    regime = un.regime("ussr-1918-1941").but({"people": 2000, "months": short.END})
    plain = simulate([regime] * 3, [1918, 1919, 1920], ask=[one.asked(short.END - 1) for one in series])
    assert list(control["digest"]) == list(plain.worlds["digest"])
    late = plain.log[plain.log["month"] >= short.BRANCH]
    mine = found.result.log[found.result.log["world"] < 3]
    assert len(mine) and mine.reset_index(drop=True).equals(late.reset_index(drop=True))
    whole = plain.answer_by_month(series[0].asked(short.END - 1)).to_numpy()
    parts = np.concatenate([found.branches.past.courses(1919)[0], found.worlds["control"][1].courses[0]])
    assert np.array_equal(whole[:, 1], parts)
    values = plain.values[short.BRANCH:]
    assert np.array_equal(found.result.values[:, :3], values, equal_nan=True)
    arm = un.whatif(short.DATE, {"x": {"schedule": [{"month": 13, "lever": "ballot", "value": "secret"}]}},
                    until=short.UNTIL, store=tmp_path, **short.SIZE)  # the same until the change comes
    assert set(arm.parted["x"]) == {13} and arm.facts["pasts_run"] == 0


def test_the_past_is_run_once_and_nothing_twice(tmp_path):
    first = short.asked(tmp_path)
    assert first.facts["pasts_run"] == 3 and first.facts["branches_run"] == 9
    second = short.asked(tmp_path, {"free debate": {"press": "free"}})
    assert second.facts["pasts_run"] == 0 and second.facts["branches_run"] == 3  # its hindcast is there already
    again = short.asked(tmp_path)
    assert again.facts["pasts_run"] == again.facts["branches_run"] == 0
    assert again.result.digest == first.result.digest and again.table.equals(first.table)
    longer = short.asked(tmp_path, until="1919-04")
    assert longer.facts["pasts_run"] == 0 and longer.facts["branches_run"] == 9
    kept = Store(tmp_path)
    gone = [one for one in kept.bundles() if "the past" in str(one.meta["experiment"])]
    assert len(gone) == 3 and {one.meta["seeds"] for one in gone} == {1}
    gone[0].path.write_bytes(gone[0].path.read_bytes()[:-50] + b"x" * 50)  # damaged: told, removed, run again
    told = []
    mended = short.asked(Store(tmp_path, told.append), {"secret": {"debate": "controlled"}})
    assert mended.facts["pasts_run"] == 1 and any("damaged" in line for line in told)
    assert len(kept.prune(everything=True)) >= 15 and not kept.bundles()


def test_a_schedule_that_differs_only_later_has_the_same_past(tmp_path):
    regime = un.regime("ussr-1918-1941").but({"people": 2000, "months": 40})
    later = regime.from_month(30, {"ballot": "secret"})
    before = regime.from_month(4, {"ballot": "secret"})
    key = Past(regime, 12, (), Store(tmp_path)).key(7)
    assert Past(later, 12, (), Store(tmp_path)).key(7) == key
    assert Past(dataclasses.replace(regime, months=36), 12, (), Store(tmp_path)).key(7) == key
    others = [Past(before, 12, (), Store(tmp_path)).key(7), Past(regime, 13, (), Store(tmp_path)).key(7),
              Past(regime, 12, (), Store(tmp_path)).key(8), Past(regime, 12, ("mean(fear, all, 0..11)",),
                                                                Store(tmp_path)).key(7)]
    assert key not in others and len(set(others)) == 4


def test_a_stop_keeps_the_past_and_finished_worlds(tmp_path, monkeypatch):
    monkeypatch.setattr(pasts, "PLACES_AT_ONCE", 1)  # each seed a group of its own
    seen = []

    def stop(what, done, total):
        seen.append((what, done, total))
        if done >= 3 * short.BRANCH + 5 * (short.END - short.BRANCH):  # in the second seed's branches
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        short.asked(tmp_path, progress=stop)
    assert seen[-1][2] == 3 * short.BRANCH + 9 * (short.END - short.BRANCH)
    after = short.asked(tmp_path)
    assert after.facts["pasts_run"] == 0 and after.facts["branches_run"] == 6
