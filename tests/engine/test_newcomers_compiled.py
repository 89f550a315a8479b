"""Compiled reuse of rows gives the same sums, records and counts as plain Python, for any log size and threads."""

from __future__ import annotations

import sys
from types import FunctionType

import numpy as np
import pytest
from helpers import digests, regime
from hypothesis import given, settings
from hypothesis import strategies as st
from places_changing_hands import begun

from unanimity.compiler import code_files
from unanimity.engine import kernels
from unanimity.engine.batch import make_batch
from unanimity.engine.case_logs import whole_log
from unanimity.engine.identities import KEPT, MOVED_ON, departed, remember_the_departed
from unanimity.engine.kept import kept
from unanimity.engine.newcomers_compiled import mean_of
from unanimity.engine.profile import head_costs
from unanimity.engine.row_reuse import rows_of
from unanimity.engine.run import lay_record, run_months
from unanimity.support.errors import ModelError
from unanimity.world.codes import ARRIVED, CAME_OF_AGE, SETTLED

PEOPLE, MONTHS = 512, 14
compiled_mean = kept(mean_of.py_func)
BUSY = {"tree": "auto", "spare": 0.3, "moving": True, "arrivals": 0.3, "generations.mourn": 2,
        "generations.accident": 0.05, "burn_in": 0, "months": 24, "market": "banned"}


def busy():
    """A hungry country whose people come, go and move."""
    return regime("war", PEOPLE, **BUSY)


def with_room(rows):
    """Two worlds whose logs have that much room, run on two threads."""
    batch = make_batch([busy(), busy()], [3, 4], log_rows=rows)
    lay_record(batch, MONTHS)
    run_months(batch, MONTHS, 2)
    return batch


@settings(max_examples=60)
@given(st.lists(st.floats(0, 1, width=32), min_size=1, max_size=700))
def test_a_mean_of_short_floats_has_the_bits_of_numpy(values):
    given_values = np.array(values, np.float32)
    assert compiled_mean(given_values) == float(given_values.mean())


def test_a_log_that_is_full_is_emptied_in_the_middle_of_renewal():
    roomy, narrow = with_room(None), with_room(30)
    entered = np.isin(whole_log(roomy)["row"]["event"], (CAME_OF_AGE, ARRIVED, SETTLED))
    month = whole_log(roomy)["row"]["month"][entered & (whole_log(roomy)["world"] == 0)]
    assert np.bincount(month).max() > 30  # more in one month than the log holds
    assert whole_log(roomy).tobytes() == whole_log(narrow).tobytes()
    assert digests(roomy) == digests(narrow)


def test_the_departed_are_counted_as_they_come():
    batch = with_room(None)
    counted = batch.remembered
    gone = departed(batch)
    gone = gone[gone["status"] != MOVED_ON]
    assert gone.size > 50 and counted.number.sum() == gone.size
    kinds = sum(gone[name].astype(int) << 8 * k for k, name in enumerate(KEPT))
    cells = gone["world"].astype(int) * batch.tree.cells + batch.arrays["cell_of"][gone["place"]]
    for column, kind in enumerate(counted.codes):
        here = np.bincount(cells[kinds == kind], minlength=batch.worlds * batch.tree.cells)
        assert (counted.number[:, column] == here).all()
    batch.departed[:] = [departed(batch)]  # as a checkpoint lays them: all is counted anew, to the same numbers
    before = counted.number.copy()
    remember_the_departed(batch)
    assert (batch.remembered.number == before).all()


def test_pieces_of_the_departed_are_in_the_order_of_worlds_on_any_threads():
    batch = with_room(None)
    assert all((np.diff(piece["world"]) >= 0).all() for piece in batch.departed)
    assert len(batch.departed) <= MONTHS
    alone = begun([busy()], [4], MONTHS)
    run_months(alone, MONTHS, 1)
    mine, its = departed(batch, 1), departed(alone, 0)
    assert [mine[name].tolist() for name in mine.dtype.names if name != "world"] == [
        its[name].tolist() for name in its.dtype.names if name != "world"]


def test_a_kept_function_is_known_by_what_it_reaches(tmp_path, monkeypatch):
    for home in (kernels, code_files):
        monkeypatch.setattr(home, "cache_folder", lambda: tmp_path)

    def made(number):
        """The same function with another constant behind a name."""
        return FunctionType(twice.__code__, {"FACTOR": number}, "twice")

    assert kept(made(2))(21) == 42
    assert kept(made(3))(21) == 63
    files = sorted(path.name for path in tmp_path.glob("twice_*.py"))
    assert len(files) == 2
    code = sorted(tmp_path.glob(f"twice_*{code_files.ENDING}"))
    assert [path.name.split(".")[0] for path in code] == [file[:-3] for file in files]
    code[0].write_bytes(code[0].read_bytes()[:-1])  # a file that was cut
    code_files.tell_of_damage.cache_clear()
    with pytest.warns(RuntimeWarning, match="was damaged"):
        assert (kept(made(2))(5), kept(made(3))(5)) == (10, 15)
    assert kept(made(2))(5) == 10 and sorted(path.name for path in tmp_path.glob("twice_*.py")) == files
    assert all(name in sys.modules for name in (f"unanimity_kernel_{file[:-3]}" for file in files))


def twice(number):
    """A number times a constant of its module."""
    return number * FACTOR  # noqa: F821


def test_a_column_that_names_persons_in_another_type_is_refused():
    batch = begun([busy()], [3], 2)
    batch.arrays["patron"] = batch.arrays["patron"].astype(np.int64)
    with pytest.raises(ModelError, match="'patron' names persons and is of type"):
        rows_of(batch, 0)


def test_what_comes_before_the_month_is_told_apart_from_the_month_and_leaves_the_same_world():
    batch, plain = begun([busy()], [3], MONTHS), begun([busy()], [3], MONTHS)
    run_months(batch, 2, 1)
    costs = head_costs(batch, MONTHS - 2)
    assert set(costs) == {"renewal", "events", "month"} and min(costs.values()) > 0.0
    run_months(plain, MONTHS, 1)
    assert digests(batch) == digests(plain)
