"""The story of two cities as a recorded film: `python tools/store_all.py two-cities` writes page/made/two-cities.json.

The page opens with it at once, while the server compiles and warms up. It is what the lab itself would compute: two
worlds with the same people and luck, hands counted in the open for five years, or on secret papers from month 24 on,
and twenty pairs of such worlds for the bands. A test runs it again and compares the digests.
"""

from __future__ import annotations

import base64
from typing import Any

import numpy as np

from unanimity.engine.simulate import simulate
from unanimity.experiments.compare import CONTROL, Comparison
from unanimity.verdicts import bca
from unanimity.web.frames import BYTES, film
from unanimity.web.jobs import YOURS, one_world
from unanimity.web.requests import RunAsked, regime_asked

CHANGE, MONTHS, SEED, PAIRS = 24, 60, 1, 20
GROWN = 20  # months over which people come to depend on the committee
DEPENDENCE = 0.4  # as the order leningrad-moscow-1925 has it from the first month on
PLACES = ("country", "province 1", "province 2")
MEASURES = ("unanimity", "private_dissent")
# Nobody depends on the committee at first; month by month it comes to allot more of everybody's work and bread.
GROWTH = [{"month": m, "event": "set", "variable": "dependence", "value": round(DEPENDENCE * m / GROWN, 3)}
          for m in range(GROWN + 1)]
OPEN = RunAsked(order="leningrad-moscow-1925", burn_in=0, months=MONTHS, seed=SEED, schedule=GROWTH)
SECRET = OPEN.model_copy(update={"schedule": [*GROWTH, {"month": CHANGE, "lever": "ballot", "value": "secret"}]})


def recorded(asked: RunAsked) -> dict[str, Any]:
    """One world as the page plays it: everybody month by month (what they say and think), the curves, the digest."""
    head: dict[str, Any] = {}
    end: dict[str, Any] = {}
    frames: list[bytes] = []
    curves: list[np.ndarray] = []

    def tell(told: dict[str, Any], body: bytes = b"") -> None:
        if told["kind"] == "begun":
            head.update(told)
            frames.clear()
            curves.clear()
        elif told["kind"] == "month":
            shape = len(head["places"]), len(head["measures"])
            size = shape[0] * shape[1] * 8  # numbers of eight bytes, then everybody (web/frames.py)
            curves.append(np.frombuffer(body[:size], "<f8").reshape(shape))
            frame = np.frombuffer(body[size:], np.uint8).reshape(-1, BYTES).copy()
            frame[:, 2:] = 0  # fear and hunger are not drawn here
            frames.append(frame.tobytes())
        elif told["kind"] == "done":
            end.update(told)

    one_world(asked, tell)
    values = np.stack(curves)
    series = {measure: {place: [_short(v) for v in values[:, head["places"].index(place),
                                                         head["measures"].index(measure)]] for place in PLACES}
              for measure in MEASURES}
    return {"asked": asked.model_dump(mode="json", exclude_defaults=True), "digest": end["digest"], "series": series,
            "film": base64.b64encode(film(frames)).decode(), "society": head["society"]}


def bands(threads: int | None = 1) -> dict[str, Any]:
    """Nine of ten worlds by month, and what the claim asks of the last year, over pairs of worlds."""
    seeds = [SEED + k for k in range(PAIRS)]
    result = simulate([regime_asked(OPEN)] * PAIRS + [regime_asked(SECRET)] * PAIRS, seeds * 2,
                      [CONTROL] * PAIRS + [YOURS] * PAIRS, threads=threads, resumable=False)
    found = Comparison(result, (CONTROL, YOURS), PAIRS)
    arms = result.worlds["arm"].to_numpy()
    values = result.of("unanimity").to_numpy()
    made: dict[str, Any] = {"pairs": PAIRS}
    for name, arm in (("base", CONTROL), ("yours", YOURS)):
        mine = values[:, arms == arm]
        made[name] = {"mean": [_short(v) for v in mine.mean(axis=1)],
                      "low": [_short(v) for v in np.quantile(mine, 0.05, axis=1)],
                      "high": [_short(v) for v in np.quantile(mine, 0.95, axis=1)]}
    cities = {arm: np.stack([found.values(arm, "unanimity", place) for place in PLACES[1:]])
              for arm in (CONTROL, YOURS)}
    less, more = cities[CONTROL].min(axis=0), cities[YOURS].max(axis=0)
    fall = less - more
    made["claim"] = {"open_less": _short(less.mean()), "secret_more": _short(more.mean()),
                     "fall": _short(fall.mean()), "low": _short(bca(fall)[0]), "high": _short(bca(fall)[1])}
    return made


def _short(value: float) -> float:
    return float(f"{float(value):.6g}")


def made(threads: int | None = 1) -> dict[str, Any]:
    """The whole file."""
    worlds = {"open": recorded(OPEN), "secret": recorded(SECRET)}
    society = worlds["open"].pop("society")
    assert worlds["secret"].pop("society") == society, "the same people in both worlds"
    kept = {**society, "traits": {}}
    return {"change": CHANGE, "months": MONTHS, "seed": SEED, "grown": GROWN, "dependence": DEPENDENCE,
            "society": kept, "worlds": worlds, "band": bands(threads)}
