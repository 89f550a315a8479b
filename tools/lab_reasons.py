"""Why a rule does what it does: `python tools/store_all.py 'why-*'` writes page/made/why-ORDER.json.

Each rule (every answer of the union's ballot paper; of the four base orders of a country the switches of `SWITCHES`) is
laid alone over the order, in the pairs of worlds that the page counts. Then the same is done again and again, each time
with one more mechanism switched off in both arms. A mechanism carries so much of an effect as is lost without it, pair
by pair; those that carry a quarter or more, beyond chance, are the chain from the rule to the outcome.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from unanimity.engine.simulate import simulate
from unanimity.regimes import Regime, load_regime
from unanimity.verdicts import bca
from unanimity.web import api_catalogue
from unanimity.world.levers import LEVERS

ORDER, PAIRS, LAST = "union", 20, 12
# of an order without a ballot paper: the rules that are asked for most; each at the ends of its values
SWITCHES = ("ballot", "debate", "appointment", "recall", "press", "association.factions", "oversight.courts", "market")
AT_ONCE = 5  # regimes whose pairs are run in one batch
BOOKS = frozenset({"census", "chronicle", "docket"})  # they only count and write down
LEAST = 0.25  # of an effect, for a mechanism to be named
MOST = 3  # mechanisms named for an effect
SMALL = 0.02  # of the scale on which it is drawn: what the page calls no clear change


def changes(order: str) -> Iterator[tuple[str, Any]]:
    """Every answer that is not the present rule: of the ballot paper, or of the switches."""
    regime, paper = load_regime(order), api_catalogue.papers().get(order)
    words = {lever.name: lever.words for lever in LEVERS}
    asked = ([(one["lever"], one.get("answers") or one["stops"]) for one in paper["question"]] if paper else
             [(name, (words[name][0], words[name][-1])) for name in SWITCHES])
    for lever, values in asked:
        for value in values:
            if regime.but({lever: value}).lever(lever) != regime.lever(lever):
                yield lever, value


def candidates(regime: Regime) -> list[str]:
    """Mechanisms that run and do something."""
    return [m.id for m in regime.mechanisms if m.id not in regime.off and m.id not in BOOKS]


def last_year(regimes: list[Regime], measures: list[str], pairs: int, threads: int | None = 1) -> np.ndarray:
    """The mean of the last 12 months: regimes x measures x pairs."""
    return np.concatenate([_last_year(regimes[k:k + AT_ONCE], measures, pairs, threads)
                           for k in range(0, len(regimes), AT_ONCE)])


def _last_year(regimes: list[Regime], measures: list[str], pairs: int, threads: int | None) -> np.ndarray:
    result = simulate([regime for regime in regimes for _ in range(pairs)],
                      [1 + k for _ in regimes for k in range(pairs)],
                      [f"arm {k}" for k in range(len(regimes)) for _ in range(pairs)], threads=threads,
                      resumable=False)
    found = []
    for name in measures:
        frame = result.of(name)
        window = frame[frame.index >= 0].to_numpy()[-LAST:]
        found.append(np.nanmean(window, axis=0).reshape(len(regimes), pairs))
    return np.stack(found, axis=1)


def without(regime: Regime, mechanism: str) -> Regime:
    """The regime with one more mechanism switched off."""
    return dataclasses.replace(regime, off=regime.off | {mechanism})


def chains(base: np.ndarray, own: np.ndarray, mechanisms: list[str], drawn: list[dict[str, Any]]) -> dict[str, Any]:
    """For each measure that clearly changes: the effect, and what is lost of it without each mechanism that carries it.

    Both arrays are arms x measures x pairs; the first arm has every mechanism, the others one less each.
    """
    apart = own - base
    out: dict[str, Any] = {}
    for k, one in enumerate(drawn):
        effect = apart[0, k]
        low, high = bca(effect)
        if not (low > 0.0 or high < 0.0) or abs(effect.mean()) < SMALL * (one["high"] - one["low"]):
            continue
        carried = []
        for arm, name in enumerate(mechanisms, 1):
            lost = effect - apart[arm, k]
            lost_low, lost_high = bca(lost) if np.ptp(lost) > 0.0 else (lost[0], lost[0])
            share = lost.mean() / effect.mean()
            if share >= LEAST and (lost_low > 0.0 if effect.mean() > 0 else lost_high < 0.0):
                carried.append({"mechanism": name, "carries": _short(share), "left": _short(apart[arm, k].mean())})
        carried.sort(key=lambda row: (-row["carries"], row["mechanism"]))
        out[one["measure"]] = {"effect": _short(effect.mean()), "low": _short(low), "high": _short(high),
                               "through": carried[:MOST], "of": len(carried)}
    return out


def _short(value: float) -> float:
    return float(f"{float(value):.4g}")


def reasons(order: str = ORDER, pairs: int = PAIRS, wanted: list[tuple[str, Any]] | None = None,
            threads: int | None = 1) -> dict[str, Any]:
    """Chains of every answer of an order, as the page reads them."""
    regime = load_regime(order)
    drawn = api_catalogue.order_shown(order)["drawn"]
    measures, mechanisms = [one["measure"] for one in drawn], candidates(regime)
    base = last_year([regime, *(without(regime, name) for name in mechanisms)], measures, pairs, threads)
    made: dict[str, Any] = {}
    for lever, value in wanted or list(changes(order)):
        own = regime.but({lever: value})
        found = last_year([own], measures, pairs, threads)
        if chains(base[:1], found, [], drawn):  # where nothing changes, nothing is lost without a mechanism
            off = [without(own, name) for name in mechanisms]
            found = np.concatenate([found, last_year(off, measures, pairs, threads)])
        made.setdefault(lever, {})[str(value)] = chains(base, found, mechanisms[:len(found) - 1], drawn)
        print(lever, value, {m: [t["mechanism"] for t in c["through"]] for m, c in made[lever][str(value)].items()},
              file=sys.stderr)
    return {"order": order, "pairs": pairs, "seeds": [1, pairs], "last": LAST, "least": LEAST,
            "switched_off": mechanisms, "rules": made}
