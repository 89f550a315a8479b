"""Compiling in child processes: each step once, failures reported by the parent, one lock for two programs."""

from __future__ import annotations

import ctypes
import fcntl
import importlib.util
import os
import sys
import time

import numba
import numpy as np
import pytest

from small_regimes import only_the_hall
from unanimity.compiler import NUMBERS, address, code_files, outer
from unanimity.compiler.column_type import ColumnType
from unanimity.engine import compiling
from unanimity.engine.batch import make_batch
from unanimity.engine.compiling import Task, compile_all
from unanimity.engine.run import lay_record, run_months, warm_up


class Step:
    """Stands in for a compiled function: `compile` leaves a file, as numba leaves one in the cache folder."""

    def __init__(self, folder, number, fails=False):
        self.home, self.fails = folder / f"step_{number}.py", fails
        self.made = self.home.with_suffix(".made")
        self.here = 0

    def compile(self, kinds):
        if self.fails:
            raise ValueError("this rule does not compile")
        if not self.made.exists():
            with open(self.made, "a") as file:
                file.write(f"{os.getpid()}\n")
            time.sleep(0.02)
        self.here += 1


@pytest.fixture
def steps(tmp_path, monkeypatch):
    monkeypatch.setattr(compiling, "loaded", lambda step, kinds: step.made.exists())
    monkeypatch.setattr(compiling, "processes", lambda: 3)
    monkeypatch.setattr(compiling, "prepare_child", lambda: None)
    monkeypatch.setattr(compiling, "SECONDS_BETWEEN_LOOKS", 0.02)
    return lambda fails=(): [Task(Step(tmp_path, n, n in fails), (), tmp_path / f"step_{n}.py", float(n + 1))
                             for n in range(24)]


def test_every_step_is_compiled_once_and_in_children(steps):
    tasks = steps()
    compile_all(tasks)
    made = [task.step.made.read_text().split() for task in tasks]
    assert all(len(one) == 1 for one in made)
    assert str(os.getpid()) not in {one[0] for one in made}
    compile_all(tasks)
    assert sum(task.step.here for task in tasks) == 0


def test_what_a_child_cannot_compile_is_told_here(steps):
    tasks = steps(fails={5})
    with pytest.raises(ValueError, match="does not compile"):
        compile_all(tasks)


def test_two_programs_share_the_work(steps):
    tasks = steps()
    child = os.fork()
    if child == 0:
        compile_all(tasks)
        os._exit(0)
    compile_all(tasks)
    assert os.waitpid(child, 0)[1] == 0
    assert all(len(task.step.made.read_text().split()) == 1 for task in tasks)


def test_where_children_fail_for_a_reason_of_their_own_all_is_compiled_here_and_said(steps, monkeypatch):
    here = os.getpid()
    whole = Step.compile

    def only_here(self, kinds):
        assert os.getpid() == here, "no child"
        whole(self, kinds)

    monkeypatch.setattr(Step, "compile", only_here)
    with pytest.warns(RuntimeWarning, match="24 steps .* could not be compiled side by side"):
        compile_all(tasks := steps())
    assert all(task.step.made.exists() for task in tasks)


def test_who_waits_for_another_program_is_told_what_it_has_made(steps):
    tasks, turn = steps(), os.open(steps()[0].home.parent / "compiling.lock", os.O_CREAT | os.O_RDWR)
    fcntl.flock(turn, fcntl.LOCK_EX)
    child = os.fork()
    if child == 0:  # the other program: it makes all steps but the last, and ends
        time.sleep(0.1)
        for task in tasks[:-1]:
            task.step.compile(())
        os._exit(0)
    os.close(turn)  # the child holds it on
    compile_all(tasks)
    assert os.waitpid(child, 0)[1] == 0
    makers = [task.step.made.read_text().split() for task in tasks]
    assert {maker for one in makers[:-1] for maker in one} == {str(child)}
    assert len(makers[-1]) == 1 and makers[-1] != [str(child)]


def test_a_program_that_compiles_for_ever_is_not_waited_for(steps, monkeypatch):
    monkeypatch.setattr(compiling, "SECONDS_OF_PATIENCE", 0.1)
    tasks, turn = steps(), os.open(steps()[0].home.parent / "compiling.lock", os.O_CREAT | os.O_RDWR)
    fcntl.flock(turn, fcntl.LOCK_EX)
    compile_all(tasks)
    os.close(turn)
    assert all(len(task.step.made.read_text().split()) == 1 for task in tasks)


# a loop, a call with a star, a variable of two types, a tuple taken apart: what numba mends or types twice
LOOP = """def step(w, low, high, people, units, cells, issues, month, x):
    pair = (people, 3)
    least = min(*pair)
    if month > 2:
        bonus = 1
    else:
        bonus = 0.5
    last = 0.0
    for i in range(people):
        if i % 2 == 0:
            last = x[i]
        first, second = last, float(i)
        x[i] = max(first, float(month)) + min(i, least) * second + bonus
"""
# no loop, and so typed in one round: branches inside branches that give one variable two types, read where they meet
STRAIGHT = """def step(w, low, high, people, units, cells, issues, month, x):
    found = 1
    if month > 2:
        if people > 5:
            found = 0.25
        other = found * 2
    else:
        other = 7
    found = other + found if x[0] < 0.0 else found
    x[1] = found / 2 + other
"""


@pytest.mark.parametrize("text", [LOOP, STRAIGHT], ids=["a loop", "straight"])
def test_children_compile_what_numba_compiles(tmp_path, monkeypatch, text):
    """What they change in numba for themselves must neither break it nor change a number."""
    monkeypatch.setattr(compiling, "processes", lambda: 2)
    monkeypatch.setattr(code_files, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(compiling.warnings, "warn", lambda *_, **__: pytest.fail("compiled in this process"))
    kinds = (*[numba.int64] * NUMBERS, ColumnType(numba.float64, 1, "C"))
    tasks = []
    for number in range(3):
        path = tmp_path / f"real_{number}.py"
        path.write_text(text, encoding="utf-8")
        spec = importlib.util.spec_from_file_location(f"real_step_{number}", path)
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, spec.name, module)
        spec.loader.exec_module(module)
        tasks.append(Task(outer(module.step, spec.name), kinds, path, 1.0))
    compile_all(tasks)
    for task in tasks:
        form = ctypes.CFUNCTYPE(ctypes.c_int32, *[ctypes.c_int64] * NUMBERS, ctypes.c_void_p)
        entry = form(address(task.step, kinds))
        for month in (0, 5):
            numbers = (0, 0, 1, 7, 1, 1, 1, month)
            compiled, plain = np.linspace(-2.0, 9.0, 7), np.linspace(-2.0, 9.0, 7)
            frame = np.array([compiled.ctypes.data, compiled.size], np.int64)
            assert entry(*numbers, frame.ctypes.data) == 0
            task.step.py_func(*numbers, plain)
            assert np.array_equal(compiled, plain)


def test_frames_hold_the_address_and_the_shape_of_every_array():
    batch = make_batch([only_the_hall("law", {"people": 128})], [1])
    lay_record(batch, 1)
    month = warm_up(batch)
    begin = 0
    for number, source in enumerate(step.source for step in month.steps):
        assert month.calls[number, 1] == month.frames.ctypes.data + 8 * begin
        for name in source.arrays:
            array = batch.arrays[name]
            assert tuple(month.frames[begin:begin + 1 + array.ndim]) == (array.ctypes.data, *array.shape)
            begin += 1 + array.ndim
    assert begin == month.frames.size and np.all(month.calls[:, 0] != 0)


def test_a_month_sees_an_array_that_took_the_place_of_another():
    """As when an event lays new ties in the middle of a run."""
    def run(swap):
        batch = make_batch([only_the_hall("law", {"people": 128})], [1])
        lay_record(batch, 4)

        def after(at):
            if swap:
                old = at.arrays["conviction"]
                at.arrays["conviction"] = np.ones_like(old)
                old[...] = 0.0
            else:
                at.arrays["conviction"][...] = 1.0
            return True

        run_months(batch, batch.month + 4, threads=1, after=after, segment=1)
        return batch

    one, two = run(True), run(False)
    assert all(np.array_equal(one.column(name), two.column(name), equal_nan=True) for name in one.plan.columns)
