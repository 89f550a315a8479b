"""One call from regimes and seeds to a Result, with progress, checkpoints, interruption and resumption."""

from __future__ import annotations

import dataclasses
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from unanimity.engine.batch import Batch, make_batch
from unanimity.engine.case_logs import LogOverflow
from unanimity.engine.checkpoint import load_checkpoint, save_checkpoint
from unanimity.engine.collect import result_of
from unanimity.engine.event_counts import counted, seen
from unanimity.engine.kernels import kernels
from unanimity.engine.memory import Asked, Size, check_memory
from unanimity.engine.plan import make_plan
from unanimity.engine.questions import Asking, check_needs
from unanimity.engine.run import default_threads, lay_record, run_months, warm_up
from unanimity.engine.survey import NAMES as SURVEY_NAMES
from unanimity.engine.survey import check_months, with_surveys
from unanimity.engine.survey import survey as take_survey
from unanimity.measures import ALL_MEASURES, BY_NAME, measures_for, needs_of, own_measures
from unanimity.measures.declare import Measure
from unanimity.regimes.regime import Regime
from unanimity.results import Result
from unanimity.results.atomic_files import writing_into
from unanimity.support.errors import UserError, unknown, whole_number
from unanimity.support.former_names import current
from unanimity.support.rare_events import Extent, note_on
from unanimity.world.columns import Column, dictionary

CHECKPOINT = "checkpoint.npz"
SECONDS_BETWEEN_CHECKPOINTS = 30.0
MOST_ROWS = 32  # log rows a person and month, more than a case has steps; half of the buffer is for one month

Progress = Callable[[str, int, int], None]  # what, months done, months in all


class Interrupted(KeyboardInterrupt):
    """The run was asked to stop (Ctrl-C, SIGTERM). It has stopped at a month's end; `path` is the checkpoint.

    It is a KeyboardInterrupt, so no `except Exception` of a loop over runs goes on as if nothing had happened.
    """

    def __init__(self, path: Path | None, month: int, number: int, part: Result | None = None) -> None:
        super().__init__(f"stopped before month {month}")
        self.path, self.month, self.number = path, month, number
        self.part = part  # the months that were finished, if there is no checkpoint to resume from
        self.found: Any = None  # the same as a comparison


@contextmanager
def _listening() -> Iterator[list[int]]:
    """Note Ctrl-C and SIGTERM instead of obeying at once, so that the month is finished first."""
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
    """Refuse a run of more worlds than fit into memory, before a list of them is made."""
    named = _monthly(measures, tuple(range(surveyed)))
    collected = chosen_measures(named, regime) if named else measures_for(regime.mechanisms)
    plan = make_plan(regime.mechanisms, collected or (), regime.society.issues, dict(regime.after), True,
                     regime.setup.own_levers)
    check_memory(Asked(regime, plan, surveyed, saved),
                 Size(regime.tree.people, worlds, regime.months + regime.burn_in))


def simulate(regimes: Sequence[Regime], seeds: Sequence[int], arms: Sequence[str] = (), *, threads: int | None = None,
             measures: Sequence[str] = (), folder: Path | None = None, resume: bool = False,
             checkpoint_every: int | None = None, progress: Progress | None = None, resumable: bool = True,
             survey: Sequence[int] = (), ask: Sequence[str] = (), treated_at: int = 0,
             settings: Sequence[int] = (), facts: Mapping[str, Any] | None = None) -> Result:
    """Run every world of the batch to the end and return the Result.

    `survey` names months at whose end the measures that need a fork or a sort are taken (engine/survey.py). `ask` are
    expressions of the grammar (engine/questions.py), answered with one number a world; `treated_at` is the month from
    which they count. `settings` are the numbers of the plausible settings at which the worlds run, if they do; `facts`
    go into the manifest.

    With `folder`, a checkpoint is kept there while the run lasts (every half minute, or every `checkpoint_every`
    months) and `resume` takes it up. Ctrl-C or SIGTERM ends the run at a month's end with a checkpoint, or, where the
    run is not `resumable` (part of a larger experiment), without one.
    """
    wanted = Wanted(threads, measures, folder, resume, checkpoint_every, progress, resumable, survey, ask, treated_at,
                    tuple(settings), facts or {})

    def attempt(log_rows: int | None) -> Result:
        with writing_into(folder) if folder is not None else nullcontext():
            return _Run(regimes, seeds, tuple(arms) or ("",) * len(seeds), wanted, log_rows).result()

    try:
        return attempt(None)
    except LogOverflow:  # a month of terror filled the log: start again with room for the worst case
        return attempt(MOST_ROWS * regimes[0].tree.people)


@dataclass(frozen=True)
class Wanted:
    """The options of a run, as `simulate` explains them."""

    threads: int | None
    measures: Sequence[str]
    folder: Path | None
    resume: bool
    checkpoint_every: int | None
    progress: Progress | None
    resumable: bool
    survey: Sequence[int]
    ask: Sequence[str]
    treated_at: int
    settings: tuple[int, ...]
    facts: Mapping[str, Any]


class _Run:
    """One attempt at a run: inputs are checked, worlds initialised, months simulated, results returned."""

    def __init__(self, regimes: Sequence[Regime], seeds: Sequence[int], arms: tuple[str, ...], wanted: Wanted,
                 log_rows: int | None) -> None:
        self.wanted, self.arms = wanted, arms
        self.threads = default_threads() if wanted.threads is None else wanted.threads
        pause = 1 if wanted.checkpoint_every is None else wanted.checkpoint_every
        for name, value in (("threads", self.threads), ("checkpoint_every", pause)):
            whole_number(value, name, "a whole number from 1 up", 1)
        self.tell = wanted.progress or (lambda what, done, total: None)
        self.last, self.first = max(regime.months for regime in regimes), -regimes[0].burn_in
        self.tell("begin", 0, self.last - self.first)
        self.surveyed = check_months(wanted.survey, self.first, self.last)
        self.taken: dict[int, np.ndarray] = {}
        if wanted.resume and (self.surveyed or wanted.ask):
            raise UserError("--resume is not allowed with --survey or --ask: what was seen before the stop is not "
                            "kept; allowed is the same command without --resume.")
        self.path = (wanted.folder or _usual_folder(regimes[0], seeds[0])) / CHECKPOINT
        if wanted.resume and not self.path.exists():
            raise _nothing_to_resume(self.path, wanted.folder)
        columns = columns_of(regimes[0])
        self.asking = Asking(regimes, seeds, columns, wanted.ask, wanted.treated_at)
        check_needs(self.asking, (m.id for m in regimes[0].mechanisms))
        self.counted = counted(self.asking, wanted.measures)
        if self.counted:  # a question may rest on few events: they are counted beside it
            counts = [text for one in self.counted.values() for text in one.counts]
            self.asking = Asking(regimes, seeds, columns, [*wanted.ask, *counts], wanted.treated_at)
        named = _monthly(wanted.measures, self.surveyed)
        collected = chosen_measures([*named, *self.asking.measures()] if named else (), regimes[0])
        self.batch = make_batch(regimes, seeds, collected, log_rows=log_rows)
        lay_record(self.batch, self.last - self.first)
        if wanted.resume:
            load_checkpoint(self.batch, self.path)

    def result(self) -> Result:
        """Run to the end and return the result."""
        compiled_in, begun = self._compile(), self.batch.month
        self.started = self.saved = time.perf_counter()
        with _listening() as heard:
            if self.batch.month < self.last:
                self._run(heard)
            if heard and self.batch.month < self.last:
                raise self._interrupted(heard[0])
        result = self._so_far()
        share = (self.last - begun) / max(1, self.last - self.first)
        rate = result.manifest["person_months_per_second"]
        result = dataclasses.replace(result, manifest={
            **result.manifest, "person_months_per_second": round(rate * share) if rate else rate,
            "compile_seconds": round(compiled_in, 3), "resumed_at": begun if begun > self.first else None})
        result = self._with_answers(with_surveys(result, self.taken))
        if self.wanted.folder is not None:
            result.save(self.wanted.folder)
        for left in (self.path, *self.path.parent.glob(f".{self.path.name}.*.partial")):  # by a kill in mid-writing
            left.unlink(missing_ok=True)
        return result

    def _with_answers(self, result: Result) -> Result:
        """The result with the answers to questions, and with a note on events that are too rare to see."""
        asked = self.asking.table(self.batch)
        if not self.counted:
            return dataclasses.replace(result, asked=asked)
        whole = asked[asked["month"].isna()]
        totals = {text: mine["value"].to_numpy() for text, mine in whole.groupby("question", sort=False)}
        size = Extent(len(self.arms) // len(set(self.arms)), result.manifest["people"], self.last,
                    len(set(self.arms)) > 1)
        note = note_on(seen(self.counted, totals, np.array(self.arms)), size)
        return dataclasses.replace(result, asked=asked[asked["question"].isin(self.wanted.ask)].reset_index(drop=True),
                                   manifest={**result.manifest, "notes": [note] if note else []})

    def _compile(self) -> float:
        """Compile the month; return it and the seconds that it took."""
        begun = time.perf_counter()
        if not kernels(self.batch.plan).is_warm and not kernels(self.batch.plan).is_cached:
            self.tell("compile", 0, self.last - self.first)
        warm_up(self.batch)
        return time.perf_counter() - begun

    def _run(self, heard: list[int]) -> None:
        """Run to the end, or until a signal arrives; questions and surveys are answered on the way."""
        batch, first, last = self.batch, self.first, self.last
        self.tell("run", batch.month - first, last - first)
        self.asking.look(batch, self.threads)
        step = self.wanted.checkpoint_every or last - first
        stops = sorted({last, *(month + 1 for month in self.surveyed), *self.asking.boundaries()})
        while batch.month < last and not heard:
            stop = min(batch.month + step - (batch.month - first) % step,
                       next(month for month in stops if month > batch.month))
            run_months(batch, stop, self.threads, lambda at: self._after_a_month(at, heard))
            self.asking.look(batch, self.threads)
            if batch.month - 1 in self.surveyed:
                self.taken[batch.month - 1] = take_survey(batch, self.threads)

    def _after_a_month(self, at: Batch, heard: list[int]) -> bool:
        """Report progress, save a checkpoint where one is due, and say whether to go on."""
        self.tell("run", at.month - self.first, self.last - self.first)
        if heard:
            return False
        every = self.wanted.checkpoint_every
        due = time.perf_counter() - self.saved > SECONDS_BETWEEN_CHECKPOINTS if every is None else \
            (at.month - self.first) % every == 0
        if self.wanted.folder is not None and due and at.month < self.last:
            save_checkpoint(at, self.path)
            self.saved = time.perf_counter()
        return True

    def _interrupted(self, number: int) -> Interrupted:
        """Save what is kept of a run that was asked to stop."""
        kept = self.wanted.resumable and not (self.surveyed or self.wanted.ask)  # the answers so far would be lost
        if kept:
            save_checkpoint(self.batch, self.path)
        part = None if kept or self.batch.month < 1 else self._so_far()
        return Interrupted(self.path if kept else None, self.batch.month, number, part)

    def _so_far(self) -> Result:
        result = result_of(self.batch, self.arms, time.perf_counter() - self.started, self.threads)
        if self.wanted.settings:
            result = dataclasses.replace(result, worlds=result.worlds.assign(setting=list(self.wanted.settings)))
        return dataclasses.replace(result, manifest={**result.manifest, **self.wanted.facts})


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
    """The measures that are collected every month, of those that are asked for; the others need months of a survey."""
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
    for name in map(current, names):
        if name not in known:
            raise unknown("", "measure", name, known, "unanimity measures list")
        wanted += [name, *(known[name].reads if known[name].agg == "derived" else ())]
        if name in own:
            continue
        running = {m.id for m in regime.mechanisms} if regime is not None else set(needs_of(name))
        if not set(needs_of(name)) <= running:
            raise UserError(f"measure {name!r} needs the mechanisms {', '.join(needs_of(name))}, which this regime "
                            f"does not run; allowed: mechanisms = \"all\" in its file, or --set mechanisms=all.")
    wanted.append("public_dissent")  # a run collects at least one measure
    return tuple(m for m in (*ALL_MEASURES, *own.values()) if m.name in wanted)


def _usual_folder(regime: Regime, seed: int) -> Path:
    return Path("runs") / f"{regime.name}-{regime.fingerprint}-{seed}"
