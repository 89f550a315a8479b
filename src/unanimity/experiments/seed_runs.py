"""Pieces: every (regime, seed) that an experiment needs, taken from the store or run, many in parallel.

All cells of a replication run as worlds of one batch, so that people of the same seed are initialised once and the
months before the treatment are run once; a batch holds as many replications as fit. Regimes that cannot share a batch
(another size, tree or mechanisms) run in separate batches. Batches run in parallel, one processor each. Finished worlds
are in the store, so an interrupted run continues where it stopped.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np

from unanimity.engine.batch import Batch, make_batch
from unanimity.engine.case_logs import LogOverflow
from unanimity.engine.collect import world_digest
from unanimity.engine.kernels import kernels
from unanimity.engine.memory import machine_memory, usual_log_rows
from unanimity.engine.question_answers import Reply
from unanimity.engine.questions import Asking, check_needs, events_of
from unanimity.engine.run import lay_record, run_months, warm_up
from unanimity.engine.shared_past import hand_on, shared_past
from unanimity.engine.simulate import columns_of
from unanimity.experiments.executor import Executor, Here, Job, Processes, executor_of
from unanimity.experiments.store import Store, World, key_of
from unanimity.measures import ALL_MEASURES
from unanimity.regimes import Regime
from unanimity.support.errors import refuse
from unanimity.support.source_hash import source_hash

WORK_A_BATCH = 8e6  # person-months: some five seconds of one processor, which an interruption may lose
BYTES_A_PERSON = 2_000.0  # an upper estimate with ties, log and last month's copies
BYTES_A_PLACE = 16.0 * len(ALL_MEASURES)  # per place and month: recorded values, twice
BYTES_A_BATCH = 1e9
BYTES_A_WORLD = 2_000.0  # overhead of its answers, besides the numbers
SHARE_OF_MEMORY = 0.25
MORE_ROOM = 8  # factor on the log's capacity if a month overflows it

Progress = Callable[[str, int, int], None]  # activity, world-months done, total
Name = Hashable  # of a piece: its label, or a pair with the number of its experiment


@dataclass(frozen=True)
class Question:
    """An expression of the grammar, evaluated to one number per world and, if `monthly`, to one per month."""

    expression: str
    monthly: bool = False


@dataclass(frozen=True)
class Piece:
    """A regime with its questions."""

    regime: Regime
    questions: tuple[Question, ...]
    treated_at: int = 0  # in months of the questions

    @property
    def zero(self) -> int:
        """The month of the run that questions call month 0; not the run's own in a branch of a longer run."""
        return 0

    @property
    def worlds_that_fit(self) -> int:
        """How many of its worlds fit into a batch."""
        people = self.regime.society.people
        each = people * BYTES_A_PERSON + self.world_months * (self.regime.society.tree[0] + 1) * BYTES_A_PLACE
        room = min(BYTES_A_BATCH, SHARE_OF_MEMORY * machine_memory())
        return max(1, min(int(WORK_A_BATCH / (people * self.world_months)), int(room / each)))

    @cached_property
    def key(self) -> str:
        """The digest of everything that its numbers depend on, except the seed."""
        return key_of({"regime": self.regime.fingerprint, "months": self.regime.months, "treated": self.treated_at,
                       "asked": [[q.expression, q.monthly] for q in self.questions], "source": source_hash()})

    @property
    def world_months(self) -> int:
        """The number of months that one of its worlds runs."""
        return self.regime.months + self.regime.burn_in

    def shares_a_batch_with(self) -> tuple[Any, ...]:
        """What pieces must have in common to share a batch."""
        regime, known = self.regime, self.regime.setup.known
        society = regime.society
        names = () if known is None else (known.groups, known.factions, known.persons)
        return (society.people, society.tree, society.sizes, society.issues, repr(society.shares),
                tuple(m.id for m in regime.mechanisms), tuple(sorted(regime.after.items())), regime.burn_in,
                regime.months, names, self.questions, self.treated_at)


@dataclass(frozen=True)
class Shard:
    """One of several equal parts of the work, for job arrays that share a store: number 1 to `of`."""

    number: int
    of: int


def shard_of(text: str, option: str = "--shard") -> Shard:
    """The shard given as i/n to this option.

    >>> shard_of("2/8")
    Shard(number=2, of=8)
    """
    number, slash, of = text.partition("/")
    if not (slash and number.isascii() and number.isdigit() and of.isascii() and of.isdigit() and len(text) < 12
            and 1 <= int(number) <= int(of)):
        raise refuse("", option, text, "i/n, such as 2/8: the second of eight parts")
    return Shard(int(number), int(of))


def check_answers(pieces: Iterable[Piece], pairs: int, pool: int, where: str) -> None:
    """Refuse a number of pairs whose answers alone would not fit into memory, before any list is built."""
    a_pair = pool * sum(BYTES_A_WORLD + 8.0 * len(piece.questions) * (piece.world_months + 1) for piece in pieces)
    room = SHARE_OF_MEMORY * machine_memory()
    if pairs * a_pair > room:
        raise refuse(where, "pairs", pairs, f"at most {int(room / a_pair):,}: more answers do not fit into memory")


Runner = Callable[[Sequence[Piece], Sequence[int], Iterable[str], int | None, Progress], list[World]]


def run_worlds(pieces: Sequence[Piece], seeds: Sequence[int], events: Iterable[str], threads: int | None,
               tell: Progress) -> list[World]:
    """Run one world for each piece and seed as one batch, and answer what is asked."""
    try:
        return _run(pieces, seeds, events, threads, tell, None)
    except LogOverflow:
        return _run(pieces, seeds, events, threads, tell, MORE_ROOM * usual_log_rows(pieces[0].regime.society.people))


def _run(pieces: Sequence[Piece], seeds: Sequence[int], events: Iterable[str], threads: int | None, tell: Progress,
         log_rows: int | None) -> list[World]:
    asking = asked_of(pieces, seeds, events)
    regimes, begun, last = [piece.regime for piece in pieces], -pieces[0].regime.burn_in, pieces[0].regime.months
    total = (last - begun) * len(seeds)

    def after(at: Batch) -> bool:
        tell("run", (at.month - begun) * len(seeds), total)
        return True

    def live(batch: Batch, until: int, of: Sequence[int] | None = None) -> None:
        for stop in sorted({until, *(month for month in asking.boundaries() if batch.month < month < until)}):
            asking.look(batch, threads, of)
            run_months(batch, stop, threads, after)

    past = shared_past(regimes, seeds)
    before = None
    if past is not None:
        before = _born([regimes[w] for w in past.worlds], [seeds[w] for w in past.worlds], log_rows)
        live(before, past.until, past.of)
    batch = _born(regimes, seeds, log_rows)
    if before is not None and past is not None:
        hand_on(before, batch, past.of)
        del before
    live(batch, last)
    asking.look(batch, threads)
    return answers_of(asking, batch, pieces[0].questions)


def _born(regimes: Sequence[Regime], seeds: Sequence[int], log_rows: int | None) -> Batch:
    """A batch with room for its log and with its month compiled."""
    # all monthly measures, not only those asked for: a plan of its own for each experiment would be compiled anew, some
    # 40 seconds, while the others cost 7 % of the run (measured with all mechanisms)
    batch = make_batch(regimes, seeds, log_rows=log_rows)
    lay_record(batch, regimes[0].months - batch.month)
    warm_up(batch)
    return batch


def asked_of(pieces: Sequence[Piece], seeds: Sequence[int], events: Iterable[str]) -> Asking:
    """The questions of a batch; raises an error for those that its regimes cannot answer."""
    first = pieces[0]
    asking = Asking([piece.regime for piece in pieces], seeds, columns_of(first.regime),
                    [q.expression for q in first.questions], first.treated_at + first.zero, events, first.zero)
    check_needs(asking, (m.id for m in first.regime.mechanisms))
    return asking


def answers_of(asking: Asking, batch: Any, questions: Sequence[Question]) -> list[World]:
    """The answers of every world of a finished batch."""
    reply = Reply(asking, batch)
    months = np.asarray(reply.months, np.int64)
    totals = np.column_stack([reply.total(asking.asked[q.expression]) for q in questions])
    courses = np.full((len(questions), months.size, batch.worlds), np.nan)
    for place, question in enumerate(questions):
        if question.monthly:
            courses[place] = reply.monthly(asking.asked[question.expression])
    return [World(totals[world], months, courses[:, :, world], world_digest(batch, world, batch.arrays["table"]))
            for world in range(batch.worlds)]


def gather(pieces: Mapping[Name, Piece], seeds: Sequence[int], store: Store | None, *, title: str = "",
           executor: Executor | None = None, shard: Shard | None = None, progress: Progress | None = None,
           runner: Runner = run_worlds) -> tuple[dict[Name, dict[int, World]], dict[Name, int]]:
    """The worlds of every piece (by name) and seed, and how many of each had to be run; for a `shard` only its part."""
    by_key: dict[str, Name] = {}  # identical pieces are run once
    for name, piece in pieces.items():
        by_key.setdefault(piece.key, name)
    found = {name: store.read(key, seeds) if store is not None else {} for key, name in by_key.items()}
    events = {event for piece in pieces.values() for event in events_of(piece.regime)}
    executor = executor_of() if executor is None else executor
    if runner is not run_worlds and not getattr(runner, "travels", False):
        executor = Here()  # a custom runner may keep state, so it runs in this process
    tasks = _in_batches(pieces, {name: [seed for seed in seeds if shard is not None or seed not in found[name]]
                                 for name in found}, executor.workers if shard is None else shard.of)
    if shard is not None:  # every shard cuts the work alike, whatever is in the store, and takes its part
        tasks = [left for task in tasks[shard.number - 1::shard.of]
                 if (left := [(name, seed) for name, seed in task if seed not in found[name]])]
    if store is not None and tasks:
        store.check_writable()
    if len(tasks) <= 1 and isinstance(executor, Processes):
        executor = Here(executor.workers)
    total = sum(pieces[name].world_months for task in tasks for name, _ in task)
    ran: Counter[Name] = Counter()
    done = dict.fromkeys(range(len(tasks)), 0)
    turn = os.getpid() % len(tasks) if store is not None and len(tasks) > 1 else 0
    begun: dict[int, list[tuple[Name, int]]] = {}

    def tell(number: int, what: str, months: int, _: int = 0) -> None:
        done[number] = max(months, done[number])
        if progress is not None:
            progress(what, sum(done.values()), total)

    def jobs() -> Iterator[tuple[int, Job]]:
        warm: set[tuple[Any, ...]] = set()
        for number in [*range(turn, len(tasks)), *range(turn)]:  # processes on one store start at different tasks
            missing = _still_missing(tasks[number], pieces, store, found)
            if not missing:
                tell(number, "run", sum(pieces[name].world_months for name, _ in tasks[number]))
                continue
            one = pieces[missing[0][0]]
            if (kind := one.shares_a_batch_with()) not in warm:
                compile_month(one, 1, partial(tell, number))  # here first, so that local workers need not compile
                executor.warm((compile_month, (one,)))
                warm.add(kind)
            begun[number] = missing
            yield number, (runner, ([pieces[name] for name, _ in missing], [seed for _, seed in missing], events))

    for number, answer in executor.done(jobs(), tell):
        ran.update(name for name, _ in begun[number])
        _keep(begun[number], answer, pieces, store, found, title)
        tell(number, "run", sum(pieces[name].world_months for name, _ in tasks[number]))
    return {name: found[by_key[piece.key]] for name, piece in pieces.items()}, ran


def compile_month(piece: Piece, threads: int, tell: Progress) -> None:
    """Load or compile the month of a piece."""
    batch = make_batch([piece.regime], [0])
    if kernels(batch.plan).is_warm:
        return
    lay_record(batch, 1)
    if not kernels(batch.plan).is_cached:
        tell("compile", 0, 0)
    warm_up(batch)


def _in_batches(pieces: Mapping[Name, Piece], missing: Mapping[Name, Sequence[int]], workers: int
                ) -> list[list[tuple[Name, int]]]:
    """The missing worlds cut into batches of pieces that may share one, with a replication's cells together.

    Batches of the same kind are divided evenly among workers, so that none waits for another.
    """
    groups: dict[tuple[Any, ...], list[Name]] = {}
    for name in missing:
        groups.setdefault(pieces[name].shares_a_batch_with(), []).append(name)
    tasks = []
    for names in groups.values():
        worlds = sum(len(missing[name]) for name in names)
        fit = pieces[names[0]].worlds_that_fit
        rounds = max(1, -(-worlds // (workers * fit)))
        replications = -(-worlds // (workers * rounds * len(names)))
        most = min(fit, max(1, replications) * len(names))
        by_seed: dict[int, list[tuple[Name, int]]] = {}
        for name in names:
            for seed in missing[name]:
                by_seed.setdefault(seed, []).append((name, seed))
        task: list[tuple[Name, int]] = []
        for row in (part[k:k + fit] for part in by_seed.values() for k in range(0, len(part), fit)):
            if task and len(task) + len(row) > most:
                tasks.append(task)
                task = []
            task = task + row
        tasks += [task] if task else []
    return tasks


def _still_missing(task: Sequence[tuple[Name, int]], pieces: Mapping[Name, Piece], store: Store | None,
                   found: dict[Name, dict[int, World]]) -> list[tuple[Name, int]]:
    """The worlds of a task that no other process has stored in the meantime."""
    if store is not None:
        for name in dict.fromkeys(name for name, _ in task):
            found[name] |= store.read(pieces[name].key, [seed for one, seed in task if one == name])
    return [(name, seed) for name, seed in task if seed not in found[name]]


def _keep(left: Sequence[tuple[Name, int]], worlds: Sequence[World], pieces: Mapping[Name, Piece], store: Store | None,
          found: dict[Name, dict[int, World]], title: str) -> None:
    new: dict[Name, dict[int, World]] = {}
    for (name, seed), world in zip(left, worlds, strict=True):
        new.setdefault(name, {})[seed] = world
    for name, fresh in new.items():
        found[name] |= fresh
        if store is not None:
            cell = name[-1] if isinstance(name, tuple) else name
            store.write(pieces[name].key, fresh, {"experiment": title, "cell": cell, "version": source_hash()})
