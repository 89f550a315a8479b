"""One call from regimes and seeds to a Result: progress, checkpoints, interruption and resumption included."""

from __future__ import annotations

import dataclasses
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import numpy as np

from unanimity.engine.asked import Asking, check_needs
from unanimity.engine.batch import Batch, make_batch
from unanimity.engine.checkpoint import load_checkpoint, save_checkpoint
from unanimity.engine.collect import result_of
from unanimity.engine.kernels import kernels
from unanimity.engine.logs import LogOverflow
from unanimity.engine.memory import Asked, Size, check_memory
from unanimity.engine.plan import make_plan
from unanimity.engine.run import default_threads, lay_record, run_months, warm_up
from unanimity.engine.survey import NAMES as SURVEY_NAMES
from unanimity.engine.survey import check_months, with_surveys
from unanimity.engine.survey import survey as take_survey
from unanimity.measures import ALL_MEASURES, BY_NAME, measures_for, needs_of, own_measures
from unanimity.measures.declare import Measure
from unanimity.regimes.regime import Regime
from unanimity.results import Result
from unanimity.results.files import writing_into
from unanimity.world.columns import Column, dictionary
from unanimity.world.errors import UserError, refuse, unknown

CHECKPOINT = "checkpoint.npz"
SECONDS_BETWEEN_CHECKPOINTS = 30.0
MOST_ROWS = 32  # of the log a person and month, more than a case has steps; half of a buffer is for one month

Progress = Callable[[str, int, int], None]  # what, months done, months in all


class Interrupted(Exception):
    """The run was asked to stop; it stands at a month's end, and the checkpoint is where `path` says."""

    def __init__(self, path: Path | None, month: int, number: int, part: Result | None = None) -> None:
        super().__init__(f"stopped before month {month}")
        self.path, self.month, self.number = path, month, number
        self.part = part  # the months that were finished, where there is no checkpoint to go on from
        self.found: Any = None  # the same as a comparison


@contextmanager
def _listening() -> Iterator[list[int]]:
    """Ctrl-C and SIGTERM are noted, not obeyed at once, so that the month is finished first."""
    heard: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield heard  # signals reach the main thread only
        return
    old = {number: signal.signal(number, lambda n, _: heard.append(n)) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield heard
    finally:
        for number, handler in old.items():
            signal.signal(number, handler)


def check_run(regime: Regime, worlds: int, *, measures: Sequence[str] = (), surveyed: int = 0,
              saved: bool = False) -> None:
    """Refuse a run of so many worlds for which the machine has no memory, before a list of them is made."""
    named = _monthly(measures, tuple(range(surveyed)))
    collected = chosen_measures(named, regime) if named else measures_for(regime.mechanisms)
    plan = make_plan(regime.mechanisms, collected or (), regime.society.issues, dict(regime.after), True,
                     regime.setup.own_levers)
    check_memory(Asked(regime, plan, surveyed, saved),
                 Size(regime.tree.people, worlds, regime.months + regime.burn_in))


def simulate(regimes: Sequence[Regime], seeds: Sequence[int], arms: Sequence[str] = (), *, threads: int | None = None,
             measures: Sequence[str] = (), folder: Path | None = None, resume: bool = False,
             checkpoint_every: int | None = None, progress: Progress | None = None, resumable: bool = True,
             survey: Sequence[int] = (), ask: Sequence[str] = (), treated_at: int = 0) -> Result:
    """Run every world of the batch to the end and return the Result.

    `survey` names months at whose end the measures that need a fork or a sort are taken (engine/survey.py). `ask` are
    expressions of the grammar (engine/asked.py), answered with one number a world; `treated_at` is the month from which
    they count.

    With `folder`, a checkpoint is kept there while the run lasts (every half minute, or every `checkpoint_every`
    months) and `resume` takes it up. Ctrl-C or SIGTERM ends the run at a month's end with a checkpoint, or, where the
    run is not `resumable` (part of a larger experiment), without one.
    """
    def attempt(log_rows: int | None) -> Result:
        with writing_into(folder) if folder is not None else nullcontext():
            return _simulated(regimes, seeds, arms, threads=threads, measures=measures, folder=folder, resume=resume,
                              checkpoint_every=checkpoint_every, progress=progress, resumable=resumable, survey=survey,
                              ask=ask, treated_at=treated_at, log_rows=log_rows)

    try:
        return attempt(None)
    except LogOverflow:  # a month of terror filled the log: begin again with room for the worst
        return attempt(MOST_ROWS * regimes[0].tree.people)


def _simulated(regimes: Sequence[Regime], seeds: Sequence[int], arms: Sequence[str], *, threads: int | None,
               measures: Sequence[str], folder: Path | None, resume: bool, checkpoint_every: int | None,
               progress: Progress | None, resumable: bool, survey: Sequence[int], ask: Sequence[str], treated_at: int,
               log_rows: int | None) -> Result:
    threads = default_threads() if threads is None else threads
    pause = 1 if checkpoint_every is None else checkpoint_every
    for name, value in (("threads", threads), ("checkpoint_every", pause)):
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise refuse("", name, value, "a whole number from 1 up")
    tell = progress or (lambda what, done, total: None)
    last, first = max(regime.months for regime in regimes), -regimes[0].burn_in
    tell("begin", 0, last - first)
    surveyed = check_months(survey, first, last)
    if resume and (surveyed or ask):
        raise UserError("--resume is not allowed with --survey or --ask: what was seen before the stop is not kept; "
                        "allowed is the same command without --resume.")
    path = (folder or _usual_folder(regimes[0], seeds[0])) / CHECKPOINT
    if resume and not path.exists():
        raise _nothing_to_resume(path, folder)
    asking = Asking(regimes, seeds, columns_of(regimes[0]), ask, treated_at)
    check_needs(asking, (m.id for m in regimes[0].mechanisms))
    named = _monthly(measures, surveyed)
    batch = make_batch(regimes, seeds, chosen_measures([*named, *asking.measures()] if named else (), regimes[0]),
                       log_rows=log_rows)
    lay_record(batch, last - first)
    if resume:
        load_checkpoint(batch, path)
    begun_compiling = time.perf_counter()
    if not kernels(batch.plan).is_warm and not kernels(batch.plan).is_cached:
        tell("compile", 0, last - first)
    warm_up(batch)
    compiled_in = time.perf_counter() - begun_compiling
    started, saved = time.perf_counter(), time.perf_counter()
    begun = batch.month
    taken: dict[int, np.ndarray] = {}
    with _listening() as heard:
        def after(at: Batch) -> bool:
            nonlocal saved
            tell("run", at.month - first, last - first)
            if heard:
                return False
            due = time.perf_counter() - saved > SECONDS_BETWEEN_CHECKPOINTS if checkpoint_every is None else \
                (at.month - first) % checkpoint_every == 0
            if folder is not None and due and at.month < last:
                save_checkpoint(at, path)
                saved = time.perf_counter()
            return True

        if batch.month < last:
            tell("run", batch.month - first, last - first)
            asking.look(batch, threads)
            step = checkpoint_every or last - first
            stops = sorted({last, *(month + 1 for month in surveyed), *asking.boundaries()})
            while batch.month < last and not heard:
                stop = min(batch.month + step - (batch.month - first) % step,
                           next(month for month in stops if month > batch.month))
                run_months(batch, stop, threads, after)
                asking.look(batch, threads)
                if batch.month - 1 in surveyed:
                    taken[batch.month - 1] = take_survey(batch, threads)
        if heard and batch.month < last:
            kept = resumable and not (surveyed or ask)  # what was seen so far would be lost
            if kept:
                save_checkpoint(batch, path)
            part = None if kept or batch.month < 1 else \
                result_of(batch, tuple(arms) or ("",) * len(seeds), time.perf_counter() - started, threads)
            raise Interrupted(path if kept else None, batch.month, heard[0], part)
    seconds = time.perf_counter() - started
    result = result_of(batch, tuple(arms) or ("",) * len(seeds), seconds, threads)
    share = (last - begun) / max(1, last - first)
    rate = result.manifest["person_months_per_second"]
    result = dataclasses.replace(result, manifest={
        **result.manifest, "person_months_per_second": round(rate * share) if rate else rate,
        "compile_seconds": round(compiled_in, 3), "resumed_at": begun if begun > first else None})
    result = dataclasses.replace(with_surveys(result, taken), asked=asking.table(batch))
    if folder is not None:
        result.save(folder)
    for left in (path, *path.parent.glob(f".{path.name}.*.partial")):  # what a kill in mid-writing left behind
        left.unlink(missing_ok=True)
    return result


def _nothing_to_resume(path: Path, folder: Path | None) -> UserError:
    if folder is None:
        return UserError(f"--resume needs the --out of the run that was stopped (there is no {path}).")
    done = " The run there is finished." if (folder / "manifest.json").exists() else ""
    return UserError(f"{path}: --resume finds no checkpoint there.{done} Allowed: the --out of a run that was stopped, "
                     f"or no --resume, which begins anew.")


def columns_of(regime: Regime) -> dict[str, Column]:
    """Every column of a regime's state."""
    return dictionary(column for mechanism in regime.mechanisms for column in mechanism.columns)


def _monthly(names: Sequence[str], surveyed: tuple[int, ...]) -> list[str]:
    """The measures that are collected every month, of those asked for; the others need months to be surveyed."""
    for name in names:
        if name in SURVEY_NAMES and not surveyed:
            raise UserError(f"measure {name!r} is taken at chosen months only; allowed with --survey MONTHS, such as "
                            f"--survey 12,24 or --survey end.")
    monthly = [name for name in names if name not in SURVEY_NAMES]
    return monthly if monthly or not names else ["public_dissent"]


def chosen_measures(names: Sequence[str], regime: Regime | None = None) -> tuple[Measure, ...] | None:
    """The declared measures of those names, with those that derived ones are made from; None if none are named."""
    if not names:
        return None
    wanted: list[str] = []
    own = own_measures(regime.mechanisms) if regime is not None else {}
    known = {**BY_NAME, **own}
    for name in names:
        if name not in known:
            raise unknown("", "measure", name, known, "unanimity measures list")
        wanted += [name, *(known[name].reads if known[name].agg == "derived" else ())]
        if name in own:
            continue
        running = {m.id for m in regime.mechanisms} if regime is not None else set(needs_of(name))
        if not set(needs_of(name)) <= running:
            raise UserError(f"measure {name!r} needs the mechanisms {', '.join(needs_of(name))}, which this regime "
                            f"does not run; allowed: mechanisms = \"all\" in its file, or --set mechanisms=all.")
    wanted.append("public_dissent")  # a run collects one measure at least
    return tuple(m for m in (*ALL_MEASURES, *own.values()) if m.name in wanted)


def _usual_folder(regime: Regime, seed: int) -> Path:
    return Path("runs") / f"{regime.name}-{regime.fingerprint}-{seed}"
