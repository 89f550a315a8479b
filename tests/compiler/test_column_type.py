"""Columns in compiled code: indices mean the same as in NumPy, and read-only columns cannot be written."""

from __future__ import annotations

import numba
import numpy as np
import pytest
from numba.core.errors import NumbaError

from unanimity.compiler.column_type import ColumnType
from unanimity.compiler.private import lowering
from unanimity.engine.advance import one_step
from unanimity.engine.world_views import readable, readable_down, readable_row, writable, writable_down, writable_row

WORLD, LOW, HIGH, PEOPLE, UNITS, CELLS, ISSUES, MONTH = 1, 0, 3, 5, 4, 3, 2, 7
ROW = np.dtype([("person", "i4"), ("dossier", "f4"), ("event", "u1")], align=True)


def run_step(function, *arrays):
    """The function as a step, called once with the numbers above and these arrays."""
    step = numba.njit(pipeline_class=lowering._Outer, **lowering.OPTIONS)(function)
    kinds = (*[numba.int64] * lowering.NUMBERS,
             *(ColumnType(numba.from_dtype(array.dtype), array.ndim, "C") for array in arrays))
    step.compile(kinds)
    words = np.array([word for array in arrays for word in (array.ctypes.data, *array.shape)], np.int64)
    call = np.array([lowering.address(step, kinds), words.ctypes.data], np.int64)
    assert one_step(call, WORLD, LOW, HIGH, PEOPLE, UNITS, CELLS, ISSUES, MONTH) == 0


def test_items_of_one_two_and_three_axes_are_numpys():
    def step(w, low, high, people, units, cells, issues, month, flat, table, deep, found):
        for i in range(people):
            flat[i] += np.float32(i) + table[1, i] * 2.0
        table[issues - 1, people - 1] = 250
        found[0] = deep[w, 2, 1]
        row = deep[1]
        found[1] = row[2, 0]
        row[0, 1] = 9
        found[2] = flat.size
        found[3] = table.shape[0] + 100 * table.shape[1]
        found[4] = deep.size

    flat, table = np.arange(5, dtype=np.float32), np.arange(10, dtype=np.uint8).reshape(2, 5)
    deep, found = np.arange(12, dtype=np.int16).reshape(2, 3, 2), np.zeros(5, np.float64)
    expected = flat + np.arange(5) + table[1] * 2.0
    run_step(step, flat, table, deep, found)
    assert np.array_equal(flat, expected.astype(np.float32))
    assert table[1, 4] == 250 and deep[1, 0, 1] == 9
    assert found.tolist() == [11.0, 10.0, 5.0, 502.0, 12.0]


def test_a_row_of_the_log_is_written_in_its_place():
    def step(w, low, high, people, units, cells, issues, month, rows):
        rows[2].person = 17
        rows[2].dossier = 0.5
        rows[2].event = rows[1].event + 1

    rows = np.zeros(3, ROW)
    rows[1]["event"] = 6
    run_step(step, rows)
    assert rows.tolist() == [(0, 0.0, 0), (0, 0.0, 6), (17, 0.5, 7)]


def test_one_worlds_part_begins_where_the_world_begins():
    def step(w, low, high, people, units, cells, issues, month, flat, table, country, levers):
        mine, both = writable(flat, w * people, people), readable(table, w * people, people)
        for i in range(mine.size):
            mine[i] = both[1, i]
        numbers, before = writable_down(country, w), readable_down(country, 0)
        for k in range(numbers.size):
            numbers[k] = 10 * before[k] + k
        part, free = readable_row(levers, 2, w * units, units), writable_row(levers, 0, w * units, units)
        free[3] = part[0] + part.size

    flat, table = np.zeros(10), np.arange(20.0).reshape(2, 10)
    country, levers = np.array([[1.0, 0.0], [2.0, 0.0], [3.0, 0.0]]), np.arange(24, dtype=np.float32).reshape(3, 8)
    run_step(step, flat, table, country, levers)
    assert flat.tolist() == [0.0] * 5 + [15.0, 16.0, 17.0, 18.0, 19.0]
    assert country[:, 1].tolist() == [10.0, 21.0, 32.0] and country[:, 0].tolist() == [1.0, 2.0, 3.0]
    assert levers[0, 7] == 20.0 + 4 and levers[0, :7].tolist() == list(range(7))


def test_what_is_shown_cannot_be_written():
    def step(w, low, high, people, units, cells, issues, month, flat):
        readable(flat, 0, people)[0] = 1.0

    with pytest.raises(NumbaError, match="readonly"):
        run_step(step, np.zeros(5))


def test_a_constant_argument_below_zero_compiles():
    """numba compiles a function anew for a constant argument, so an index of -1 in a branch not taken is no error."""
    @numba.njit
    def read(column, place):
        return 7.0 if place < 0 else column[place]

    def step(w, low, high, people, units, cells, issues, month, flat):
        flat[0] = read(flat, -1)

    flat = np.zeros(5)
    run_step(step, flat)
    assert flat[0] == 7.0
