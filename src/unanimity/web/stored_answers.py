"""Answers with intervals that come with the program: the common combinations of the ballot papers.

A class of thirty asks the same few things. For every paper the combinations of its first questions, each later answer
alone, and each later answer beside one of the first are computed beforehand (tools/store_all.py) as the lab itself
would (`jobs.pairs`), and shipped. They are given only if the model here is the one that made them: when the lab opens,
two witness worlds of each order are run and must have the stored digests, bit for bit. Otherwise the pairs are run here
as for any other question.
"""

from __future__ import annotations

import gzip
import itertools
import json
from functools import cache
from importlib import resources
from typing import Any

from unanimity.regimes import load_regime
from unanimity.web import api_catalogue
from unanimity.web.requests import PairsAsked, RunAsked, Value

PAIRS, SEED = 20, 1
Levers = dict[str, Value]
_trusted: set[str] = set()  # orders whose witnesses agreed


def with_paper() -> list[str]:
    """Orders that have a ballot paper."""
    return [name for name in api_catalogue.papers() if name != "any"]


def answers_of(order: str, later: bool) -> dict[str, list[Value]]:
    """What may be marked on a paper other than what is so now, by lever; its first questions or its later ones."""
    now = api_catalogue.order_shown(order)["levers"]
    found: dict[str, list[Value]] = {}
    for question in api_catalogue.papers()[order]["question"]:
        if bool(question.get("later")) is later:
            all_ = question.get("stops") or question["answers"]
            found[question["lever"]] = [one for one in all_ if str(one) != now[question["lever"]].split(";")[0]]
    return found


def combinations(order: str) -> list[Levers]:
    """The combinations of a paper that are common: as it is, all of its first questions; later answers alone or beside
    one of these."""
    first, later = answers_of(order, False), answers_of(order, True)
    spread = [[None, *values] for values in first.values()]
    grid = [{name: value for name, value in zip(first, chosen, strict=True) if value is not None}
            for chosen in itertools.product(*spread)]
    singles = [{name: value} for name, values in first.items() for value in values]
    extra = [{name: value} for name, values in later.items() for value in values]
    return [*grid, *extra, *({**one, **two} for one in singles for two in extra)]


def name_of(levers: Levers) -> str:
    """A combination as text, whatever the order in which it was marked."""
    return json.dumps({name: _plain(levers[name]) for name in sorted(levers)}, separators=(",", ":"))


def _plain(value: Value) -> str:
    return f"{value:g}" if isinstance(value, (int, float)) and not isinstance(value, bool) else str(value)


@cache
def _kept(order: str) -> dict[str, Any]:
    """The stored answers of an order; none where there are none, or where the order has changed since."""
    source = resources.files("unanimity.web") / "stored" / f"pairs-{order}.json.gz"
    if order not in with_paper() or not source.is_file():
        return {}
    found: dict[str, Any] = json.loads(gzip.decompress(source.read_bytes()))
    return found if found["fingerprint"] == load_regime(order).fingerprint else {}


def witnesses(order: str) -> list[tuple[RunAsked, str]]:
    """Worlds that show whether the model is still the one of the stored answers, with the digests they must have."""
    return [(RunAsked(order=order, levers=one["levers"], seed=SEED), one["digest"])
            for one in _kept(order).get("witnesses", [])]


def trust(order: str, digests: list[str]) -> bool:
    """Give the stored answers of an order from now on, if its witnesses have these digests."""
    wanted = [digest for _, digest in witnesses(order)]
    if wanted and wanted == digests:
        _trusted.add(order)
    return order in _trusted


def stored(asked: PairsAsked) -> dict[str, Any] | None:
    """The end of the work that is asked for, if it came with the program."""
    plain = PairsAsked(order=asked.order, levers=asked.levers, measures=asked.measures, seed=SEED, pairs=PAIRS)
    kept = _kept(asked.order) if asked == plain and asked.order in _trusted else {}
    one = kept.get("answers", {}).get(name_of(asked.levers))
    if one is None or not asked.measures or not set(asked.measures) <= set(kept["base"]):
        return None
    measures = {name: {"base": kept["base"][name], **one["measures"][name]} for name in dict.fromkeys(asked.measures)}
    return {"pairs": PAIRS, "months": kept["months"], "seeds": [SEED, SEED + PAIRS - 1], "digest": one["digest"],
            "window": kept["window"], "stored": True, "measures": measures}


def lesson() -> list[RunAsked]:
    """Worlds that a class looks at: the two of the lesson, then every combination of the papers' first questions."""
    worlds = list(LESSON)
    for order in with_paper():
        first = set(answers_of(order, False))
        worlds += [RunAsked(order=order, levers=one) for one in combinations(order) if set(one) <= first]
    return worlds


_CITIES: dict[str, Any] = {"order": "leningrad-moscow-1925", "burn_in": 0, "months": 60, "seed": 1}
LESSON = tuple(RunAsked(**{**_CITIES, **more}) for more in (
    {"people": 3840}, {"people": 3840, "schedule": [{"month": 24, "lever": "ballot", "value": "secret"}]}))
