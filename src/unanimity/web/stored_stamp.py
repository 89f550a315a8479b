"""With which model a stored answer was made, and whether that is the model which is installed here.

Answers that come with the program carry a stamp: digests of the model, of their regime's numbers and of the question.
The model is known by the bits to which its presets come (regimes/golden.json, which the tests compare with what the
code gives), so code that is written otherwise and gives the same bits makes no answer stale. Where a stamp is missing
or another, the page says so beside the answer. (Stored pairs need no stamp: two witness worlds are run instead,
web/stored_answers.py.) `python tools/store_all.py` makes every one of them anew.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

import unanimity
from unanimity.history.ready_questions import read_question, ready
from unanimity.history.target_check import SCENARIO
from unanimity.regimes import Regime, load_regime
from unanimity.statutes import STATUTES, statute

GOLDEN = "golden.json"  # of the package regimes
FILM, WHY, HINDCAST, ADVICE = "two-cities", "why-", "hindcast", "advice-"
CHAINED = ("union", "law", "war", "apparatus", "terror")  # orders whose rules have chains of mechanisms (page/why.js)
MADE, STORED = "page/made", "stored"
STAMP = "made_with"


def names() -> list[str]:
    """Every answer that carries a stamp."""
    return [FILM, *(WHY + name for name in CHAINED), HINDCAST, *ready(), *(ADVICE + name for name in STATUTES)]


def folder_of(name: str) -> str:
    """Where an answer lies, inside the package."""
    return MADE if name == FILM or name.startswith(WHY) else STORED


def stamp(name: str) -> dict[str, str]:
    """What an answer of that name that is made now has to carry."""
    return {"version": unanimity.__version__, "model": model_digest(), "regime": _regime(name).fingerprint,
            "asked": _digest(_asked(name))}


def is_of_this_model(name: str, told: Mapping[str, Any]) -> bool:
    """Whether an answer was made by the model that is installed here."""
    found, here = told.get(STAMP, {}), stamp(name)
    return all(found.get(key) == here[key] for key in ("model", "regime", "asked"))


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
def model_digest() -> str:
    """A digest of the bits to which the model's presets come."""
    known = json.loads(resources.files("unanimity.regimes").joinpath(GOLDEN).read_text(encoding="utf-8"))
    return _digest(json.dumps(known, sort_keys=True))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
