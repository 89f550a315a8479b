"""The printed month run in plain Python gives the same as the compiled month."""

from __future__ import annotations

import dataclasses
import inspect
import re
import subprocess
import sys

import numpy as np
import pytest

import unanimity as un
from unanimity.engine.argument_lookup import Scope
from unanimity.engine.batch import make_batch
from unanimity.engine.interpret import Single, interpreted, is_interpreting
from unanimity.engine.lower_month import sources
from unanimity.engine.plan import make_plan
from unanimity.engine.run import lay_record, run_months
from unanimity.engine.tree import Fold, For, If, Let, Skip, Store, printed
from unanimity.mechanisms import CATALOGUE, docket
from unanimity.mechanisms.people import fear

PEOPLE, MONTHS, SEED = 128, 2, 3


def ran(plain):
    """A small world of the whole catalogue."""
    regime = un.regime("apparatus", {"people": PEOPLE, "burn_in": 0})
    batch = make_batch([regime], [SEED])
    lay_record(batch, MONTHS)
    if not plain:
        run_months(batch, MONTHS, threads=1)
        return batch
    with interpreted():
        run_months(batch, MONTHS, threads=1)
    return batch


def test_the_interpreted_month_is_the_compiled_month():
    plain, compiled = ran(True), ran(False)
    exact = 0
    for name in compiled.plan.columns:
        if name in compiled.arrays:
            here, there = plain.arrays[name], compiled.arrays[name]
            exact += np.array_equal(here, there)
            assert here == pytest.approx(there, rel=1e-6, abs=1e-6), name  # a last bit, where numba joins two types
    assert exact >= 0.98 * len(compiled.plan.columns)
    assert np.allclose(plain.arrays["table"], compiled.arrays["table"], atol=1e-6, equal_nan=True)


@pytest.mark.slow
def test_the_debugger_stops_in_a_rule_and_shows_the_loop_around_it():
    """As docs/design/design.md says: a breakpoint in the card, its numbers, and the printed loop one level up."""
    body = inspect.getsourcelines(fear.fear.function)
    line = body[1] + next(place for place, text in enumerate(body[0]) if "target = " in text)
    asked = [f"b {fear.__file__}:{line}", "c", "p one.fear", "u", "p fear_0_here", "q"]
    done = subprocess.run([sys.executable, "-m", "pdb", "-m", "unanimity", "run", "leningrad-moscow-1925", "--people",
                           "200", "--months", "1", "--interpret"], input="\n".join(asked), capture_output=True,
                          text=True, check=False)
    shown = [said for said in done.stdout.split("(Pdb) ") if said.strip().replace(".", "").isdigit()]
    assert len(shown) == 2 and shown[0] == shown[1], done.stdout + done.stderr


def test_outside_the_block_months_are_compiled_again():
    with pytest.raises(ZeroDivisionError), interpreted():
        assert is_interpreting()
        raise ZeroDivisionError
    assert not is_interpreting()


def test_two_single_numbers_give_a_single_number_and_one_of_them_does_not():
    third = Single(np.float32(1 / 3))
    assert third * third == float(np.float32(1 / 3) * np.float32(1 / 3)) and isinstance(third * third, Single)
    assert type(third * 1.0) is float and type(2 * third) is float and isinstance(-third, Single)


def test_a_tree_is_printed_as_python():
    tree = [For("i", "range(3)", [Skip("i == 1"), If("i > 0", [Fold("most", "i", "max")], [Let("a, b", "1, 2")]),
                                  Store("fear[i]", "a", adds=True)])]
    assert printed(tree) == ["for i in range(3):", "    if i == 1:", "        continue", "    if i > 0:",
                             "        most = max(most, i)", "    else:", "        a, b = 1, 2", "    fear[i] += a"]


def test_for_cuda_parts_of_arrays_are_slices_and_the_rest_of_the_text_is_the_same():
    plan = make_plan(CATALOGUE, ())
    card = sources(dataclasses.replace(plan, slices=True))
    month = sources(plan)
    assert [one.label for one in card] == [one.label for one in month]
    assert any("readable(" in one.text for one in month)
    for here in card:
        compile(here.text, here.name, "exec")
        assert not re.search(r"\b(readable|writable)(_row|_down)?\(", here.text), here.name
    scope = Scope(make_plan((docket.MECHANISM,), ()))
    assert scope.view("readable", "fear", "base", "people") == "readable(fear, base, people)"
