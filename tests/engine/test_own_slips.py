"""Errors in a user's own rule are reported with file, line, name and remedy."""

from __future__ import annotations

import pytest

import unanimity as un
from unanimity.support.errors import ModelError

HEAD = '''import random
from random import gauss
from typing import Annotated, NamedTuple
import numpy as np
from unanimity.world.columns import person
from unanimity.world.formula import formula
from unanimity.world.rules import Mechanism, each
from unanimity.world.spans import Span
RNG = np.random.default_rng(1)
WORD = "open"
class Own(NamedTuple):
    """One parameter."""
    pace: Annotated[float, Span("pace", 0, 1, "assumed")] = 0.5
@formula
def helper(x):
    return x + misspelt_in_helper
'''
TAIL = '''
OWN = Mechanism(id="own", card=0, title="Own", sentence="Own.", sources="assumed", parameters=Own, rules=(rule,),
                columns=(person("mine", "f4", 0, 1, "own", "mine"),))
'''
FIRST = HEAD.count("\n") + 1  # the line of the decorator


def run_with(tmp_path, body, signature="mine, p", writes='"mine"'):
    """A short run with a rule of that body; its first line is the third behind HEAD."""
    text = f"{HEAD}@each(\"person\", writes={writes})\ndef rule({signature}):\n" + "".join(
        f"    {line}\n" for line in body.split("\n")) + TAIL
    (tmp_path / "mine.py").write_text(text)
    regime = un.regime("apparatus", {"people": 128, "mechanisms": "hall"}, mechanisms=[tmp_path / "mine.py"])
    return un.run(regime, months=2)


SLIPS = {
    "name": ("return mine + undefined", 2, "rule: name 'undefined' is not defined"),
    "near": ("return mine + minee", 2, "Did you mean 'mine'"),
    "type": ("return mine + 'a'", 2, r"rule cannot be compiled: add\(float32"),
    "breakpoint": ("breakpoint()\nreturn mine", 2, r"cannot be compiled: .*with --interpret also breakpoint\(\)"),
    "tuple": ("return 0.1, 0.2", 2, r"rule returns 2 values; allowed: 1 value \(mine\)"),
    "nothing": ("mine = 1.0", 0, "rule returns nothing; allowed: 1 value"),
    "sometimes": ("if mine > 0.5:\n    return 1.0", 0, "rule may return nothing"),
    "unassigned": ("if mine > 0.5:\n    x = 1.0\nreturn x", 4, "x may have no value here"),
    "parameter": ("return p.pase", 2, "p.pase is no parameter of own. Did you mean 'pace'"),
    "random": ("return random.random()", 2, "random.random draws unkeyed.*argument `luck`, with stream=9000"),
    "gauss": ("return gauss(0, 1)", 2, "gauss draws unkeyed"),
    "numpy": ("return np.random.normal()", 2, r"np.random.normal draws unkeyed"),
    "generator": ("return RNG.random()", 2, "RNG.random draws unkeyed"),
    "range": ("return 7.0", 0, r"left 'mine' at 7 by month 0, for 128 of 128 persons; its declared range is 0\.\.1"),
    "division": ("return 1.0 / mine", 0, "rule has left 'mine' at no number"),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_is_told_with_file_line_and_name(tmp_path, slip):
    body, line, says = SLIPS[slip]
    with pytest.raises(ModelError, match=says) as told:
        run_with(tmp_path, body)
    assert str(told.value).startswith(f"{tmp_path / 'mine.py'}, line {FIRST + line}: rule")


def test_a_place_counted_from_the_end_is_refused(tmp_path):
    with pytest.raises(ModelError, match=r"people.status\[-1\] is not allowed; allowed: a place counted"):
        run_with(tmp_path, "return people.status[-1]", "people")


def test_a_slip_in_a_helper_is_told_of_the_helper(tmp_path):
    with pytest.raises(ModelError, match="helper: name 'misspelt_in_helper' is not defined"):
        run_with(tmp_path, "return helper(mine)")


@pytest.mark.parametrize("body, signature, says", [
    ("return 1.0 if ballot == 'open' else 0.0", "ballot", r"allowed: ballot == 0, which is 'open' \(or OPEN, from"),
    ("return 1.0 if WORD == cell.ballot else 0.0", "cell", r"allowed: cell.ballot == 0"),
    ("return 1.0 if ballot == 'opne' else 0.0", "ballot", "ballot has no value 'opne'. Did you mean 'open'"),
    ("return 1.0 if mine == 'high' else 0.0", "mine", "numbers in a rule"),
])
def test_a_text_compared_with_a_number_is_refused_with_the_number(tmp_path, body, signature, says):
    with pytest.raises(ModelError, match=f"compares a number with a text; .*{says}"):
        run_with(tmp_path, body, signature)


def test_an_unknown_argument_is_told_with_file_and_the_nearest(tmp_path):
    with pytest.raises(ModelError, match=r"mine.py, line \d+: rule: own_rule reads 'greivance'.* mean 'grievance'"):
        run_with(tmp_path, "return greivance", "greivance")


def test_a_file_that_does_not_run_is_told_with_its_line(tmp_path):
    (tmp_path / "syntax.py").write_text("x = 1\ndef rule(:\n    pass\n")
    with pytest.raises(un.UserError, match=r"syntax.py, line 2: "):
        un.regime("apparatus", mechanisms=[tmp_path / "syntax.py"])
    (tmp_path / "raises.py").write_text("x = 1\n\ny = x / 0\n")
    with pytest.raises(un.UserError, match=r"raises.py, line 3: ZeroDivisionError"):
        un.regime("apparatus", mechanisms=[str(tmp_path / "raises.py")])
    (tmp_path / "empty.py").write_text("x = 1\n")
    with pytest.raises(un.UserError, match="it declares no mechanism"):
        un.regime("apparatus", mechanisms=[tmp_path / "empty.py"])


def test_a_rule_without_slips_runs(tmp_path):
    assert run_with(tmp_path, "x = p.pace\nif mine > 0.5:\n    x *= 0.5\nelse:\n    x += 0.1\nreturn min(1.0, x)")
