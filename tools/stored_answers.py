"""The answers that come with the program (web/stored_answers.py): `python tools/store_all.py pairs-union`.

Every common combination of a ballot paper is asked of `web/jobs.py` as the page would ask it, with its 20 pairs, and
written to src/unanimity/web/stored/pairs-ORDER.json.gz.
"""

from __future__ import annotations

import gzip
import json
from typing import Any

from unanimity.regimes import load_regime
from unanimity.web import api_catalogue, jobs, stored_answers
from unanimity.web.requests import PairsAsked, RunAsked

DIGITS = 4  # of the curves; the page draws three


def answer(order: str, levers: dict[str, Any], measures: list[str], threads: int | None) -> dict[str, Any]:
    """What the lab answers, with base curves."""
    ends: list[dict[str, Any]] = []
    asked = PairsAsked(order=order, levers=levers, measures=measures, seed=stored_answers.SEED,
                       pairs=stored_answers.PAIRS)
    jobs.pairs(asked, lambda head, body=b"": ends.append(head) if head["kind"] == "done" else None, threads)
    return ends[-1]


def witness(order: str, levers: dict[str, Any]) -> dict[str, Any]:
    """One world, by whose digest the lab knows that the model is still the same."""
    ends: list[dict[str, Any]] = []
    jobs.one_world(RunAsked(order=order, levers=levers, seed=stored_answers.SEED),
                   lambda head, body=b"": ends.append(head) if head["kind"] == "done" else None)
    return {"levers": levers, "digest": ends[-1]["digest"]}


def shorter(curves: dict[str, Any]) -> dict[str, Any]:
    """Curves with fewer digits."""
    return {key: [None if one is None else float(f"{one:.{DIGITS}g}") for one in values]
            for key, values in curves.items()}


def made(order: str, threads: int | None) -> bytes:
    """The file of an order that has a paper."""
    measures = [one["measure"] for one in api_catalogue.order_shown(order)["drawn"]]
    wanted = stored_answers.combinations(order)
    told: dict[str, Any] = {"fingerprint": load_regime(order).fingerprint, "base": {}, "answers": {},
                            "witnesses": [witness(order, levers) for levers in ({}, wanted[-1])]}
    for levers in wanted:
        found = answer(order, levers, measures, threads)
        told["months"], told["window"] = found["months"], found["window"]
        told["base"] = {name: shorter(one["base"]) for name, one in found["measures"].items()}
        told["answers"][stored_answers.name_of(levers)] = {
            "digest": found["digest"], "measures": {name: {
                "yours": shorter(one["yours"]), "difference": shorter(one["difference"]), "last": one["last"]}
                for name, one in found["measures"].items()}}
    return gzip.compress(json.dumps(told, separators=(",", ":")).encode(), 9, mtime=0)
