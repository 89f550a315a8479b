"""A user's own mechanism may read constants: a changed value means another regime and another compiled month."""

from __future__ import annotations

import dataclasses
import importlib
import sys
from typing import NamedTuple

import numpy as np
import pytest

import unanimity
from small_regimes import only_the_hall
from unanimity.engine.batch import make_batch
from unanimity.engine.run import lay_record, run_months
from unanimity.world.columns import person
from unanimity.world.formula import formula
from unanimity.world.rules import Mechanism, each

RULES = '''
import numpy as np
from unanimity.world.formula import formula
from unanimity.world.rules import each
import own_tables
{head}

@each("person", writes="mine")
def rule(mine):
    return {value}
'''


class Nothing(NamedTuple):
    """No parameters."""


def mechanism(rule):
    return Mechanism(id="own", card=0, title="Own", sentence="A number.", sources="assumed", parameters=Nothing,
                     rules=(rule,), columns=(person("mine", "f8", -1e9, 1e9, "own", "a number", unit="number"),))


@pytest.fixture
def written(tmp_path, monkeypatch):
    """A regime whose rule and tables stand in files, as a user writes them."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def write(value, tables="", head=""):
        for module in ("own_tables", "own_rules"):
            monkeypatch.delitem(sys.modules, module, raising=False)
        (tmp_path / "own_tables.py").write_text(f"import numpy as np\n{tables}\n", encoding="utf-8")
        (tmp_path / "own_rules.py").write_text(RULES.format(head=head, value=value), encoding="utf-8")
        importlib.invalidate_caches()
        return regime_of(importlib.import_module("own_rules").rule)

    return write


def regime_of(rule):
    return only_the_hall("law", {"people": 128}, mechanisms=[mechanism(rule)], after={"own": "voice"})


def answer(regime):
    batch = make_batch([regime], [1], ())
    lay_record(batch, 1)
    run_months(batch, 1, threads=1)
    return batch.column("mine")[0]


CASES = {
    "a number of another module": ("own_tables.RATE", "RATE = 0.05", "RATE = 0.6", 0.05, 0.6),
    "a table of 3,000 numbers": ("TABLE[1500]", "TABLE = np.zeros(3000)",
                                 "TABLE = np.zeros(3000)\nTABLE[1500] = 4.0", 0.0, 4.0),
    "below eight digits": ("TABLE[0]", "TABLE = np.array([1.0])", "TABLE = np.array([1.0 + 2.0**-40])", 1.0,
                           1.0 + 2.0**-40),
}


@pytest.mark.parametrize(("value", "before", "after", "first", "second"), CASES.values(), ids=CASES)
def test_a_changed_constant_is_another_regime_and_another_answer(written, value, before, after, first, second):
    head = "from own_tables import TABLE" if "TABLE" in value else ""
    one = written(value, before, head)
    prints = [one.fingerprint]
    assert answer(one) == first
    two = written(value, after, head)
    prints.append(two.fingerprint)
    assert answer(two) == second
    assert prints[0] != prints[1]
    assert written(value, before, head).fingerprint == prints[0]


RATE = 2.0


@each("person", writes="mine")
def doubled(mine):
    return RATE


def test_a_constant_changed_in_a_notebook_is_seen(monkeypatch):
    regime = regime_of(doubled)
    before = regime.fingerprint
    assert answer(regime) == 2.0
    monkeypatch.setattr(sys.modules[__name__], "RATE", 7.0)
    assert answer(regime) == 7.0 and regime.fingerprint != before


def test_a_closure_is_refused_in_one_line():
    scale = 3.0

    @each("person", writes="mine")
    def around(mine):
        return scale

    with pytest.raises(unanimity.UserError, match="around reads scale of the function in which it was made; allowed"):
        answer(regime_of(around))


def plain(x):
    return x + 1.0


@formula
def through(x):
    return plain(x)


@each("person", writes="mine")
def with_a_helper(mine):
    return through(mine)


def test_a_helper_that_is_no_formula_is_refused_in_one_line():
    with pytest.raises(unanimity.UserError, match="through calls plain, which is no formula; put @formula"):
        answer(regime_of(with_a_helper))


def test_a_formula_through_its_module_is_refused_with_the_cure(written):
    regime = written("own_tables.grow(mine)", "from unanimity.world.formula import formula\n"
                     "@formula\ndef grow(x):\n    return x + 1.0")
    with pytest.raises(unanimity.UserError, match=r"rule calls own_tables\.grow .*from own_tables import grow"):
        answer(regime)


def test_a_table_in_a_default_or_a_column_counts_by_its_bytes():
    from unanimity.support.code_digest import meaning

    long = np.arange(5000.0)
    other = long.copy()
    other[2500] += 1e-9
    assert repr(long) == repr(other) and meaning(long) != meaning(other)
    assert meaning((1, {"x": long})) != meaning((1, {"x": other}))
    assert meaning(np.float32(0.1)) != meaning(np.float64(0.1))
    assert meaning(dataclasses.replace(mechanism(doubled), title="Other")) == meaning(mechanism(doubled))
