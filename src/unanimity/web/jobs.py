"""What a worker does: a world month by month, pairs of worlds, a claim, a published model.

Every piece of work tells what it has as it goes on, `tell(head, body)`: a head of plain values, and bytes where there
are many numbers. `Stopped` is raised through it when nobody waits for the answer any more.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from pydantic import BaseModel

from unanimity.claims import load_claim
from unanimity.claims.debate import Plan, hear
from unanimity.engine.batch import Batch, make_batch
from unanimity.engine.case_logs import LogOverflow, whole_log
from unanimity.engine.collect import place_names, result_of, values_of
from unanimity.engine.identities import kinds_of_death
from unanimity.engine.kernels import kernels
from unanimity.engine.run import lay_record, run_months, warm_up
from unanimity.engine.simulate import MOST_ROWS, chosen_measures, simulate
from unanimity.experiments.compare import CONTROL, Comparison
from unanimity.experiments.executor import Here
from unanimity.experiments.paired_rows import paired_row
from unanimity.history import whatif
from unanimity.history.target_check import SCENARIO, check
from unanimity.history.targets import FIT, table_for
from unanimity.measures import measures_of
from unanimity.reference import model
from unanimity.regimes import load_regime
from unanimity.regimes.regime import Regime
from unanimity.results.atomic_files import json_value
from unanimity.statutes import advise
from unanimity.support.calendar import month_of
from unanimity.support.errors import UserError
from unanimity.support.progress import heard_by
from unanimity.web.frames import Camera, came_to, society
from unanimity.web.limits import PERSON_MONTHS_IN_ALL
from unanimity.web.lives_in_spanish import with_spanish_lives
from unanimity.web.model_pictures import picture
from unanimity.web.requests import (
    AdviceAsked,
    ClaimAsked,
    HistoryAsked,
    ModelAsked,
    PairsAsked,
    RunAsked,
    TooLarge,
    WhatIfAsked,
    check_size,
    months_of,
    pair_of,
    regime_asked,
)
from unanimity.web.statute_routes import advice_told, asked_statute
from unanimity.web.told_histories import whatif_told

Tell = Callable[..., None]
ROWS_A_PERSON = 2  # room in the log for a month, at first
LOG_FIELDS = ("month", "event", "person", "other", "cause", "rung", "office", "place", "status", "examiner", "judge",
              "flags")
TOGETHER = 8  # months whose measures are made at once
TOLD = 200  # happenings of a country that are sent
YOURS = "yours"
ADVICE_MONTHS = 48  # of a statute's worlds, of which the last two years count
YEAR = 12  # months that an answer counts


class Stopped(Exception):
    """Nobody waits for this any more."""


def one_world(asked: RunAsked, tell: Tell) -> None:
    """One world: its people once, then a frame and the measures of every month, then digest, log and happenings."""
    regime = regime_asked(asked)
    try:
        _one_world(regime, asked.seed, tell, ROWS_A_PERSON)
    except LogOverflow:  # a month of terror: begin again with room for the worst
        _one_world(regime, asked.seed, tell, MOST_ROWS)


def _one_world(regime: Regime, seed: int, tell: Tell, rows: int) -> None:
    batch = make_batch([regime], [seed], log_rows=rows * regime.tree.people + 256)
    months = months_of(regime)
    lay_record(batch, months)
    _ready(batch, tell)
    measures = [m.name for m in batch.plan.measures]
    tell({"kind": "begun", "first": -regime.burn_in, "months": regime.months, "measures": measures,
          "places": list(place_names(batch)), "society": society(batch), "fingerprint": regime.fingerprint})
    started = time.perf_counter()
    camera, taken = Camera(batch), list[bytes]()

    def after(at: Batch) -> bool:
        taken.append(camera.frame())
        if len(taken) == TOGETHER or at.month == regime.months:
            first = at.month - len(taken)
            rows = slice(first + regime.burn_in, at.month + regime.burn_in)
            values = np.ascontiguousarray(values_of(at.arrays["table"][rows, 0], at), "<f8")
            for k, one in enumerate(taken):
                tell({"kind": "month", "month": first + k}, values[k].tobytes() + one)
            taken.clear()
        return True

    run_months(batch, regime.months, 1, after, segment=1)
    seconds = time.perf_counter() - started
    result = result_of(batch, ("",), seconds, 1)
    pieces = whole_log(batch)  # by place: the page draws places, and place and month say who it was
    death = kinds_of_death(batch, pieces).tolist()
    log = [[*(int(row[name]) for name in LOG_FIELDS), kind] for row, kind in zip(pieces["row"], death, strict=True)]
    told = [[h.month, h.kind, h.words, h.weight] for h in result.timeline(most=TOLD)]
    tell({"kind": "done", "digest": result.digest, "seconds": round(seconds, 4), "log": log,
          "log_fields": [*LOG_FIELDS, "death"], "happenings": told, "came": came_to(batch),
          "source": result.manifest["source"]})


def _ready(batch: Batch, tell: Tell) -> None:
    compiled = kernels(batch.plan)
    if not compiled.is_warm and not compiled.is_cached:
        tell({"kind": "compiling"})
    with heard_by(lambda _, done, total: tell({"kind": "compiling", "done": done, "of": total})):
        warm_up(batch)


def pairs(asked: PairsAsked, tell: Tell, threads: int | None = 1) -> None:
    """The order and the changed order over several seeds: curves, paired differences with intervals."""
    base, own = pair_of(asked)
    known = [m.name for m in measures_of(m.id for m in base.mechanisms)]
    wanted = list(dict.fromkeys(asked.measures)) or ["unanimity", "private_dissent", "falsification_gap"]
    chosen_measures(wanted, base)  # refuses a name that nobody knows
    seeds = [asked.seed + k for k in range(asked.pairs)]

    def progress(what: str, done: int, total: int) -> None:
        tell({"kind": "compiling"} if what == "compile" else {"kind": "progress", "done": done, "of": total})

    result = simulate([base] * asked.pairs + [own] * asked.pairs, seeds * 2,
                      [CONTROL] * asked.pairs + [YOURS] * asked.pairs, threads=threads, progress=progress,
                      resumable=False)
    found = Comparison(result, (CONTROL, YOURS), asked.pairs)
    arms = result.worlds["arm"].to_numpy()
    months = result.months >= 0
    window = counted(asked, int(months.sum()))
    out: dict[str, Any] = {}
    for name in wanted:
        if name not in known:
            continue
        tell({"kind": "progress", "done": 1, "of": 1})
        values = result.of(name).to_numpy()[months]
        apart = found.over_months(YOURS, name)
        control, treated = (_mean_in(values[:, arms == arm], window) for arm in (CONTROL, YOURS))
        row = paired_row(YOURS, name, control, treated)
        out[name] = {
            **{key: {"mean": _short(np.nanmean(side, axis=1)), "low": _short(np.nanquantile(side, 0.05, axis=1)),
                     "high": _short(np.nanquantile(side, 0.95, axis=1))}
               for key, side in (("base", values[:, arms == CONTROL]), (YOURS, values[:, arms == YOURS]))},
            "difference": {key: _short(apart[key].to_numpy()[months]) for key in ("mean", "low", "high")},
            "last": {key: _one(row[key]) for key in ("control", "treated", "difference", "low", "high", "same_sign")},
        }
    tell({"kind": "done", "pairs": asked.pairs, "months": int(months.sum()), "measures": out, "window": list(window),
          "digest": result.digest, "seeds": [seeds[0], seeds[-1]]})


def counted(asked: PairsAsked, months: int) -> tuple[int, int]:
    """The first and the last month that the answer counts: the last year, or the year from the first dated change on,
    which the last year of a long run would miss."""
    dated = [int(entry["month"]) for entry in asked.schedule if isinstance(entry.get("month"), int)]
    first = max(0, min([*dated, months - YEAR]))
    return first, min(months, first + YEAR) - 1


def _mean_in(values: np.ndarray, window: tuple[int, int]) -> np.ndarray:
    """Of each world, the mean over the window; unknown months are left out."""
    mine = values[window[0]:window[1] + 1]
    known = np.isfinite(mine)
    with np.errstate(invalid="ignore"):
        found: np.ndarray = np.where(known, mine, 0.0).sum(axis=0) / known.sum(axis=0)
    return found


def _short(values: np.ndarray) -> list[float | None]:
    return [_one(value) for value in values]


def _one(value: float) -> float | None:
    return float(f"{float(value):.6g}") if np.isfinite(value) else None


def one_claim(asked: ClaimAsked, tell: Tell) -> None:
    """A claim judged anew, with progress; nothing is read from or written to a store."""
    claim = load_claim(asked.claim)
    cost = claim.person_months * asked.pairs
    if cost > PERSON_MONTHS_IN_ALL:
        most = PERSON_MONTHS_IN_ALL // claim.person_months
        raise TooLarge(f"{asked.claim} with {asked.pairs} pairs is {cost:,} person-months; allowed here: "
                       f"{PERSON_MONTHS_IN_ALL:,}" + (f", that is {most} pairs." if most >= 3 else
                                                      "; this claim needs the command line: unanimity claims run."))

    def progress(what: str, done: int, total: int) -> None:
        tell({"kind": "progress", "done": done, "of": total, "what": what})

    heard = next(iter(hear([claim], Plan(pairs=asked.pairs, executor=Here(1)), None, progress)))
    tell({"kind": "done", "record": json_value(heard.record())})


def one_model(asked: ModelAsked, tell: Tell) -> None:
    """A published model with these numbers: its headline numbers and its picture."""
    chosen = model(asked.model)
    values: dict[str, Any] = dict(asked.values)
    found = chosen.run(asked.seed, **values)
    chart = chosen.plot(asked.seed, **values)
    tell({"kind": "done", "summary": json_value({k: float(v) for k, v in found.summary.items()})},
         picture(chart, asked.dark, asked.language))


def hindcast(asked: HistoryAsked, tell: Tell) -> None:
    """The dated scenario against its targets; only the rows to mend by, those to judge by are never computed here."""
    regime = load_regime(SCENARIO).but({"people": asked.people})
    check_size(regime, asked.worlds)

    def progress(what: str, done: int, total: int) -> None:
        tell({"kind": "compiling"} if what == "compile" else {"kind": "progress", "done": done, "of": total})

    found = check(regime, table_for(SCENARIO), worlds=asked.worlds, seed=asked.seed, threads=1, progress=progress)
    tell({"kind": "done", "targets": json_value([one.row() for one in found.found]), "sums": json_value(found.sums),
          "not_computed": found.not_looked_at, "digest": found.result.digest, "people": regime.society.people})


def branched_history(asked: WhatIfAsked, tell: Tell) -> None:
    """History and one branch of it, run from the same past; the past is kept for as long as the work lasts."""
    whole = load_regime(SCENARIO)
    first, last = (month_of(date, whole.start, "date", "whatif") for date in (asked.date, asked.until))
    cost = asked.people * asked.worlds * max(1, 2 * last - first)
    if cost > PERSON_MONTHS_IN_ALL:
        raise TooLarge(f"{asked.people:,} people in {asked.worlds} worlds from 1918 to {asked.until}, twice from "
                       f"{asked.date} on, is {cost:,} person-months; allowed here: {PERSON_MONTHS_IN_ALL:,}. Take "
                       f"fewer people or worlds; unanimity whatif has no such limit.")

    def progress(what: str, done: int, total: int) -> None:
        tell({"kind": "compiling"} if what == "compile" else {"kind": "progress", "done": done, "of": total})

    with tempfile.TemporaryDirectory() as folder:
        found = whatif(asked.date, asked.arms, until=asked.until, worlds=asked.worlds, people=asked.people,
                       seed=asked.seed, record={"split": FIT}, threads=1, store=folder, progress=progress)
        told = with_spanish_lives(whatif_told(found))
    tell({"kind": "done", "told": told})


def advice(asked: AdviceAsked, tell: Tell) -> None:
    """Every change of a statute with one's own answers, in paired worlds."""
    def progress(what: str, done: int, total: int) -> None:
        tell({"kind": "compiling"} if what == "compile" else {"kind": "progress", "done": done, "of": total})

    found = advise(asked_statute(asked), pairs=asked.pairs, members=asked.members, months=ADVICE_MONTHS, seed=1,
                   threads=1, progress=progress)
    tell({"kind": "done", "told": json_value(advice_told(found))})


KINDS: dict[str, tuple[type[BaseModel], Callable[[Any, Tell], None]]] = {
    "run": (RunAsked, one_world), "pairs": (PairsAsked, pairs), "claim": (ClaimAsked, one_claim),
    "model": (ModelAsked, one_model), "history": (HistoryAsked, hindcast),
    "whatif": (WhatIfAsked, branched_history), "advice": (AdviceAsked, advice),
}


def do(kind: str, asked: dict[str, Any], tell: Tell) -> None:
    """One piece of work; a user's error is reported as such."""
    shape, work = KINDS[kind]
    try:
        work(shape.model_validate(asked), tell)
    except UserError as slip:
        tell({"kind": "failed", "error": str(slip), "status": 413 if isinstance(slip, TooLarge) else 422})
