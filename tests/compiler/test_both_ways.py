"""The month compiled through private parts of numba and through its public interface alone gives the same bits."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import subprocess
import sys

import numba
import numpy as np
import pytest

from unanimity.compiler import NUMBERS, code_files, public
from unanimity.compiler.column_type import ColumnType
from unanimity.compiler.private import fast

RUN = """
import sys
import unanimity as un
from unanimity.compiler import IS_PRIVATE
name, months, people = sys.argv[1:]
result = un.run(name, months=int(months), people=int(people), worlds=2, seed=5, progress=False)
print(IS_PRIVATE, result.digest)
"""


STEP = """def step(w, low, high, people, units, cells, issues, month, x, table):
    total = 0.0
    for i in range(people):
        share = x[i] / (1.0 + table[1, i]) if table[0, i] > 2 else drawn(i, month)
        total += share
        x[i] = max(share, 0.1) * total
    table[0, 0] = people + month
"""


def drawn(i, month):
    return (i * 7 + month) % 5 / 5.0


def as_steps(folder, monkeypatch):
    """The same step through both compilers."""
    path = folder / "both_ways_step.py"
    path.write_text(STEP, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("both_ways_step", path)
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    for way in (fast, public):
        module.drawn = way.inner(drawn)
        yield way, way.outer(module.step, f"both_ways_{way.__name__.rsplit('.')[-1]}")


def test_one_step_through_both_compilers(tmp_path, monkeypatch):
    """The quick variant: a loop, a division, a draw, columns of two types; the plain entry is then loaded again."""
    monkeypatch.setattr(code_files, "cache_folder", lambda: tmp_path)
    kinds = (*[numba.int64] * NUMBERS, ColumnType(numba.float64, 1, "C"), ColumnType(numba.int32, 2, "C"))
    found = []
    for way, step in as_steps(tmp_path, monkeypatch):
        assert not way.loaded(step, kinds)
        step.compile(kinds)
        assert way.loaded(step, kinds)
        x, table = np.linspace(-2.0, 9.0, 7), np.arange(14, dtype=np.int32).reshape(2, 7)
        frame = np.array([x.ctypes.data, *x.shape, table.ctypes.data, *table.shape], np.int64)
        form = ctypes.CFUNCTYPE(ctypes.c_int32, *[ctypes.c_int64] * NUMBERS, ctypes.c_void_p)
        assert form(way.address(step, kinds))(0, 0, 1, 7, 1, 1, 1, 3, frame.ctypes.data) == 0
        found.append((x.tobytes(), table.tobytes()))
    assert found[0] == found[1] and table[0, 0] == 10
    again = public.outer(step.py_func, step.title)
    assert public.loaded(again, kinds) and again.entries[kinds].cache_hits == 1


def both_ways(tmp_path, name, months, people):
    """The digests of a run with the private compiler and without; each compiles into a folder of its own."""
    found = {}
    for plain in ("0", "1"):
        env = os.environ | {"UNANIMITY_PLAIN_NUMBA": plain}
        env |= {"UNANIMITY_CACHE": str(tmp_path / "plain")} if plain == "1" else {}
        done = subprocess.run([sys.executable, "-c", RUN, name, str(months), str(people)], capture_output=True,
                              text=True, env=env, check=False)
        assert done.returncode == 0, done.stderr[-2000:]
        is_private, digest = done.stdout.split()
        assert is_private == str(plain == "0")
        found[plain] = digest
    return found


@pytest.mark.slow
def test_the_hall_alone(tmp_path):
    """About 20 s of processor time: four mechanisms, whose month the plain compiler compiles anew."""
    found = both_ways(tmp_path, "leningrad-moscow-1925", 12, 400)
    assert found["0"] == found["1"]


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", ["law", "apparatus", "terror"])
def test_the_whole_month_of_three_orders(tmp_path_factory, name):
    """About 200 s of processor time for all three: the plain compiler takes 180 s for the month that they share."""
    folder = tmp_path_factory.getbasetemp() / "both_ways"
    folder.mkdir(exist_ok=True)
    found = both_ways(folder, name, 24, 400)
    assert found["0"] == found["1"]
