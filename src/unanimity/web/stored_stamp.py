"""With which model a stored answer was made, and whether that is the model which is installed here.

Answers that come with the program carry a stamp: digests of the model's code, of their regime's numbers and of the
question. Comments, docstrings and layout of the code do not count, nor does the version of Python. Where a stamp is
missing or another, the page says so beside the answer. (Stored pairs need no stamp: two witness worlds are run instead,
web/stored_answers.py.) `python tools/store_all.py` makes every one of them anew.
"""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import unanimity
from unanimity.history.ready_questions import read_question, ready
from unanimity.history.target_check import SCENARIO
from unanimity.regimes import Regime, load_regime
from unanimity.statutes import STATUTES, statute

ROOMS = ("engine", "events", "measures", "mechanisms", "regimes", "world")  # whose code decides what a world comes to
FILM, WHY, HINDCAST, ADVICE = "two-cities", "why-", "hindcast", "advice-"
CHAINED = ("union", "law", "war", "apparatus", "terror")  # orders whose rules have chains of mechanisms (page/why.js)
MADE, STORED = "page/made", "stored"
STAMP = "made_with"
_SILENT = ("ctx", "kind", "type_comment", "type_params")  # of a syntax tree: says nothing, or differs between Pythons


def names() -> list[str]:
    """Every answer that carries a stamp."""
    return [FILM, *(WHY + name for name in CHAINED), HINDCAST, *ready(), *(ADVICE + name for name in STATUTES)]


def folder_of(name: str) -> str:
    """Where an answer lies, inside the package."""
    return MADE if name == FILM or name.startswith(WHY) else STORED


def stamp(name: str) -> dict[str, str]:
    """What an answer of that name that is made now has to carry."""
    return {"version": unanimity.__version__, "code": code_digest(), "regime": _regime(name).fingerprint,
            "asked": _digest(_asked(name))}


def is_of_this_model(name: str, told: Mapping[str, Any]) -> bool:
    """Whether an answer was made by the model that is installed here."""
    found, here = told.get(STAMP, {}), stamp(name)
    return all(found.get(key) == here[key] for key in ("code", "regime", "asked"))


@cache
def stale() -> tuple[str, ...]:
    """The answers that came with the program and were made by another model, or are not there."""
    return tuple(name for name in names() if not is_of_this_model(name, _read(name)))


def _read(name: str) -> dict[str, Any]:
    source = resources.files("unanimity.web") / folder_of(name) / f"{name}.json"
    found: dict[str, Any] = json.loads(source.read_text(encoding="utf-8")) if source.is_file() else {}
    return found


def _regime(name: str) -> Regime:
    if name.startswith(ADVICE):
        return statute(name.removeprefix(ADVICE))
    if name.startswith(WHY):
        return load_regime(name.removeprefix(WHY))
    if name in ready():
        return load_regime(read_question(name).scenario)
    return load_regime({FILM: "leningrad-moscow-1925", HINDCAST: SCENARIO}[name])


def _asked(name: str) -> str:
    """The question itself, where it is written in a file of its own."""
    if name not in ready():
        return name
    one = read_question(name)
    return json.dumps([one.date, one.until, dict(one.arms)], sort_keys=True, default=str)


@cache
def code_digest() -> str:
    """A digest of what the model's code says."""
    here = Path(unanimity.__file__).parent
    made = hashlib.sha256()
    for path in sorted(one for room in ROOMS for one in (here / room).rglob("*.py")):
        made.update(f"{path.relative_to(here).as_posix()} {_said(ast.parse(path.read_bytes()))}\n".encode())
    return made.hexdigest()[:16]


def _said(node: Any) -> str:
    """A syntax tree as text, without docstrings, empty parts and what differs between versions of Python.

    >>> _said(ast.parse("x = 1  # one")) == _said(ast.parse("x=1"))
    True
    """
    if isinstance(node, list):
        return f"[{','.join(_said(one) for one in node if not _is_docstring(one))}]"
    if not isinstance(node, ast.AST):
        return repr(node)
    parts = ((name, getattr(node, name, None)) for name in node._fields if name not in _SILENT)
    return f"{type(node).__name__}({','.join(f'{name}={_said(it)}' for name, it in parts if it not in (None, []))})"


def _is_docstring(node: Any) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
