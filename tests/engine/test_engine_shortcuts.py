"""Optimisations of the engine change no result: counts reported along ties, draws made in blocks, offsets of arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from helpers import regime
from hypothesis import given, settings
from hypothesis import strategies as st

from unanimity.engine.batch import LINE, PAGE, make_batch
from unanimity.engine.plan import is_counted
from unanimity.engine.run import lay_record, run_months
from unanimity.world.columns import dictionary
from unanimity.world.draws import as_uniform, lay_words, uniforms
from unanimity.world.rules import total


class Nothing(NamedTuple):
    """No parameters."""


@given(st.integers(0, 2**64 - 1), st.integers(0, 9), st.integers(0, 30), st.integers(-3, 500))
@settings(max_examples=30, deadline=None)
def test_luck_laid_down_for_many_is_the_luck_of_each(seed, first, many, month):
    words = np.zeros(50, np.uint32)
    lay_words(words, 7, first, first + many, np.uint64(seed), 170, month)
    laid = [as_uniform(word) for word in words[7 + first:7 + first + many]]
    assert laid == uniforms(seed, 170, many, month, first).tolist()
    assert not words[:7 + first].any() and not words[7 + first + many:].any()  # another thread's people stand there


def test_a_count_is_the_sum_over_ties_of_what_was_told_and_a_thinned_row_is_flagged():
    batch = make_batch([regime("terror", people=400, blows=0.05)] * 2, [3, 4])
    lay_record(batch, 9)
    totals = []
    # people are marked and, some of them, marked no longer
    for month, status in ((0, 2), (3, 3), (6, 0)):
        for world in (0, 1):
            batch.column("status", world)[20:60] = status
        run_months(batch, month + 3)
        arrays = batch.arrays
        start, total = arrays["tie_start"].astype(np.int64), batch.worlds * batch.people
        rows = np.repeat(np.arange(total), np.diff(start))
        far = rows // batch.people * batch.people + arrays["neighbour"]
        counted = np.bincount(rows, arrays["told_count_marked_ties"][far], total)
        assert (arrays["told_count_marked_ties"] == arrays["marked"]).all()
        assert (arrays["count_marked_ties"] == counted).all()
        totals.append(counted.sum())
        thin = np.bincount(rows, arrays["weight"] != arrays["first_weight"], total) > 0
        assert (arrays["thinned"][thin & (arrays["status"] < 7)] == 1).all()
    assert totals[1] > totals[2] > 0


def test_only_a_sum_about_the_other_is_counted_from_the_other_side():
    @total(of="ties", to="person")
    def liked(weight, other_voice):
        return weight

    @total(of="ties", to="person")
    def avoided(other_marked):
        return other_marked

    columns = dictionary()
    assert is_counted(avoided, columns) and not is_counted(liked, columns)


def test_large_arrays_begin_at_different_lines_of_a_page():
    batch = make_batch([regime(people=20_000)], [1])
    begins = [array.ctypes.data % PAGE for array in batch.arrays.values() if array.nbytes >= PAGE]
    assert all(begin % LINE == 0 for begin in begins)
    assert max(begins.count(begin) for begin in begins) <= len(begins) // 8
    assert all(array.flags.c_contiguous and array.flags.writeable for array in batch.arrays.values())
