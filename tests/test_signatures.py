"""No signature of the model and its engine is longer than twelve: what needs more takes rows or tables."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1] / "src" / "unanimity"
MOST = 12
BY_NAME = {"simulate"}  # whose options are given by name (engine/simulate.py)
# rules that read rows of a case and set tables: each row and each table is one argument, found by its name
OVER_TABLES = {"seize": 14, "weigh": 14, "interrogate": 14, "pass_the_month": 15, "sentence": 18}


def signatures(folder):
    """Every function of a folder as (file, name, number of its arguments)."""
    for path in sorted((ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
                asked = node.args
                several = [one for one in (asked.vararg, asked.kwarg) if one is not None]
                yield (path.relative_to(ROOT).as_posix(), getattr(node, "name", "lambda"),
                       len([*asked.posonlyargs, *asked.args, *asked.kwonlyargs, *several]))


@pytest.mark.parametrize("folder", ["mechanisms", "measures", "engine"])
def test_no_signature_is_longer_than_twelve(folder):
    found = list(signatures(folder))
    assert len(found) > 100
    assert [one for one in found if one[2] > OVER_TABLES.get(one[1], MOST) and one[1] not in BY_NAME] == []
