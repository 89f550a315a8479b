"""An experiment: described once, validated, run through the store, judged by forms that were fixed beforehand.

    found = un.experiment("my-experiment.toml").run(pairs=40)
    print(found.verdict)
    found.table, found.findings, found.plot()
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Self

from unanimity.engine.questions import events_of
from unanimity.experiments.cells import NOTHING_OWN, Cell, Layout, Own
from unanimity.experiments.compare import check_pairs
from unanimity.experiments.description import ExperimentFile, describe, read_toml
from unanimity.experiments.executor import Executor, executor_of
from unanimity.experiments.form_bounds import one_call
from unanimity.experiments.forms import Forms
from unanimity.experiments.judging import Form, judge
from unanimity.experiments.measured_values import Values
from unanimity.experiments.outcome import Judged, Outcome
from unanimity.experiments.rare_event_notes import notes_of, with_counts
from unanimity.experiments.references import needs
from unanimity.experiments.robustness import examined
from unanimity.experiments.seed_runs import (
    Name,
    Piece,
    Question,
    Runner,
    Shard,
    asked_of,
    check_answers,
    gather,
    run_worlds,
)
from unanimity.experiments.store import Store
from unanimity.measures import BY_NAME
from unanimity.measures.contract import CONTRACT
from unanimity.measures.contract.declare import FLOW
from unanimity.measures.declare import SO_FAR
from unanimity.measures.grammar.parser import Outline
from unanimity.regimes import Regime
from unanimity.regimes.own_code import own_mechanisms, with_code_of_arms
from unanimity.regimes.plausible import Given, plausible
from unanimity.support.dotted_names import with_dotted_names
from unanimity.support.errors import UserError, refuse, shown, unknown
from unanimity.support.former_names import with_tests
from unanimity.support.progress import Wish, telling
from unanimity.verdicts import STANDARD, How
from unanimity.world.argument_checks import in_plain_words
from unanimity.world.milieu import Milieu
from unanimity.world.rules import Mechanism

# units of measures that count events, for the minimum-count rule
COUNTED = frozenset({"persons", "cells", "attacks", "breaks", "exposures", "factions", "petitions", "cases", "people"})


def counts_events(expression: str) -> bool:
    """Whether a measure counts events: rows of the log, or a named measure that does.

    >>> counts_events("count(log arrested)"), counts_events("hunger_deaths(+1..+12)"), counts_events("unanimity")
    (True, True, False)
    >>> counts_events("count(log arrested) / months(run)")
    False
    """
    found = one_call(expression)
    if found is None:
        return False
    name, given = found
    if name == "count":
        return given.removeprefix("(").split()[:1] == ["log"]
    contracted = CONTRACT.get(name)
    return (name in BY_NAME and BY_NAME[name].kind == SO_FAR) or (contracted is not None and contracted.kind == FLOW
                                       and contracted.unit in COUNTED)


def is_monthly(expression: str) -> bool:
    """Whether a measure is collected every month anyway, so that its curve costs nothing."""
    reader = Outline(expression, "measure")
    return reader.take().text in BY_NAME and (reader.done() or reader.peek().text == "(")


class Experiment:
    """A checked description with its cells and tests. Nothing runs until `run`.

        found = un.experiment("ballot.toml").validate().run(pairs=40)
        print(found.verdict)
    """

    kind: type[ExperimentFile] = ExperimentFile
    good: ClassVar[str] = "holds"  # the word for an outcome as expected
    outcome: ClassVar[type[Outcome]] = Outcome

    def __init__(self, raw: Mapping[str, Any], where: str = "experiment", *,
                 parameters: Mapping[str, float] | None = None, off: frozenset[str] = frozenset(),
                 own: Own = NOTHING_OWN) -> None:
        self.raw, self.where = with_tests(with_dotted_names(raw)), where
        self.described = describe(self.raw, where, self.kind)
        own = own.beside(self.described.mechanisms, where)
        self.layout = self._laid_out(parameters, off, own)
        self.forms = Forms(self.layout, counts_events)
        self._pieces: dict[Cell, Piece] = {}
        self.control: Regime = self.layout.regime(self._first(self.described.control))
        self._check_mechanisms()
        first, last = -self.control.burn_in, self.control.months - 1
        if not first <= self.described.treated_at <= last:
            raise refuse(where, "treated_at", self.described.treated_at, f"a month of the run, {first}..{last}")

    def _laid_out(self, parameters: Mapping[str, float] | None, off: frozenset[str], own: Own) -> Layout:
        """Its cells and their regimes."""
        return Layout(self.described, self.where, parameters, off, own)

    def __repr__(self) -> str:
        arms = ", ".join(self.layout.arms)
        return f"{self.described.title} ({arms}; {self.described.replications} pairs, {self.control.months} months)"

    @property
    def title(self) -> str:
        """What it is called."""
        return self.described.title

    @property
    def milieu(self) -> Milieu | None:
        """Whom its people represent, if not a country."""
        return self.control.milieu

    def varied(self, parameters: Mapping[str, float] | None = None, off: Sequence[str] = ()) -> Experiment:
        """The same experiment with changed parameters or mechanisms switched off in every arm."""
        return type(self)(self.raw, self.where, parameters=parameters, off=frozenset(off), own=self.layout.own)

    def changed(self, fields: Mapping[str, Any]) -> Self:
        """The same experiment with other fields of its description, such as people."""
        return type(self)({**self.raw, **fields}, self.where, parameters=self.layout.parameters, off=self.layout.off,
                          own=self.layout.own)

    def _first(self, arm: str) -> Cell:
        return self.layout.every(arm)[0]

    def _check_mechanisms(self) -> None:
        running = [m.id for m in self.control.mechanisms if m.fields or m.id != "census"]
        for name in self.described.explained_by:
            if name not in running:
                raise unknown(f"{self.where}: explained_by", "mechanism", name, running)

    # --- what is needed --------------------------------------------------------------------------------------------
    def wanted(self) -> dict[Cell, dict[str, bool]]:
        """Every cell with the measures read there, and whether by month."""
        found: dict[Cell, dict[str, bool]] = {cell: {} for arm in self.layout.arms for cell in self.layout.every(arm)}
        for measure, cell, course in self.forms.needs():
            row = found.setdefault(cell, {})
            row[measure] = course or row.get(measure, False)
        monthly = {measure for row in found.values() for measure, course in row.items() if course} | set(self.curves)
        for cell, row in found.items():
            for name in self.described.measures:
                only = self.described.measure(name).arms
                if not only or cell.arm in only:
                    row[name] = name in monthly
        return found

    @property
    def curves(self) -> list[str]:
        """The measures plotted by month."""
        if self.described.curves:
            return self.described.curves
        first = next((form for form in self.forms.forms if form.role == "expect"), None)
        needed = [] if first is None else list(self._measures_of(first))
        return [name for name in needed if is_monthly(self.described.measure(name).expression)]

    def _measures_of(self, form: Form) -> dict[str, None]:
        return {measure: None for node, context, course in form.expressions()
                for measure, _, _ in needs(node, context, self.layout, form.label, course)}

    def pieces(self) -> dict[Cell, Piece]:
        """Every cell as a regime with questions, including those on rare events."""
        if not self._pieces:
            self._pieces = with_counts(self._asked())
        return self._pieces

    def _asked(self) -> dict[Cell, Piece]:
        found = {}
        for cell, row in self.wanted().items():
            questions = [Question(self.described.measure(name).expression, row[name]) for name in sorted(row)]
            merged: dict[str, bool] = {}
            for question in questions:
                merged[question.expression] = merged.get(question.expression, False) or question.monthly
            asked = tuple(Question(text, monthly) for text, monthly in sorted(merged.items()))
            found[cell] = self._piece(cell, asked)
        return found

    def _piece(self, cell: Cell, asked: tuple[Question, ...]) -> Piece:
        """A cell with what is asked of it."""
        return Piece(self.layout.regime(cell), asked, self.described.treated_at)

    def validate(self) -> Experiment:
        """Check everything that can be checked without running a month: every regime, expression and test."""
        self.layout.check_arms()
        check_pairs(self.described.replications, self.where, "replications")
        pieces = self.pieces()
        events = {name for piece in pieces.values() for name in events_of(piece.regime)}
        checked = set()
        for cell, piece in pieces.items():
            alike = piece.shares_a_batch_with()
            if alike in checked:
                continue
            checked.add(alike)
            try:
                asked_of([piece], [0], events)
            except UserError as slip:
                raise UserError(self._named(str(slip), cell)) from None
        return self

    def _named(self, slip: str, cell: Cell) -> str:
        """An error of the grammar with the name of its measure."""
        for name in self.described.measures:
            text = self.described.measure(name).expression
            if f"measure = {shown(text)}" in slip:
                return f"{self.where}: {slip.replace('measure =', f'measures.{name} =', 1)}"
        return f"{self.where}: measures, in the arm {cell.arm!r}: {slip}"

    # --- running ---------------------------------------------------------------------------------------------------
    def run(self, *, pairs: int | None = None, store: Store | str | Path | None = None, keep: bool = True,
            seed: int | None = None, workers: int | None = None, cluster: Any = None, progress: Wish = None,
            how: How = STANDARD, runner: Runner = run_worlds, settings: Given = None,
            n_settings: int | None = None) -> Outcome:
        """Run what the store does not hold, and judge.

        `pairs` replications (each of `pool` worlds) of seeds from `seed` on; `keep=False` uses no store at all.
        `workers` processes on this machine (by default all processors), or a `cluster`: a dask.distributed.Client or
        the address of its scheduler. With plausible `settings` ("ensemble", the path of a CSV file, a list of tables;
        `n_settings` of them) it is judged at each of them too: the outcome's `robustness` has the share of settings at
        which the verdict holds, and `spreads`, which separate chance from ignorance.
        """
        table, executor = plausible(settings, n_settings, self.control), executor_of(workers, cluster)

        def run(some: Sequence[Experiment], tell: Wish) -> list[Outcome]:
            return run_together(some, pairs=pairs, store=store, keep=keep, seed=seed, progress=tell, how=how,
                                executor=executor, runner=runner)

        found, = run([self], progress)
        if table is None:
            return found
        with telling(progress, f"{self.title}, {len(table)} settings", "world-months") as tell:
            return examined(found, run, table=table, progress=lambda _: tell)


def run_together(experiments: Sequence[Experiment], *, pairs: int | None = None,
                 store: Store | str | Path | None = None, keep: bool = True, seed: int | None = None,
                 executor: Executor | None = None, progress: Wish = None, how: How = STANDARD,
                 runner: Runner = run_worlds) -> list[Outcome]:
    """Run variations of one experiment in the same batches, and judge each: the people are initialised once for all."""
    first = experiments[0]
    pairs, seeds = _replications(first, pairs, seed)
    for one in experiments:
        one.validate()
    kept = _kept(store) if keep else None
    pieces = _numbered(experiments)
    begun = time.perf_counter()
    with telling(progress, f"{first.title}, {pairs} pairs", "world-months") as tell:
        worlds, ran = gather(pieces, seeds, kept, title=first.title, executor=executor, progress=tell, runner=runner)
    notes = tuple(kept.damaged) if kept is not None else ()
    outcomes = []
    for number, one in enumerate(experiments):
        mine = {cell.label: pieces[number, cell.label] for cell in one.wanted()}
        values = Values(one, mine, {label: worlds[number, label] for label in mine}, seeds)
        judged = tuple(Judged(form, judge(form, one.layout, values, how, values.unpooled()))
                       for form in one.forms.forms)
        outcomes.append(one.outcome(one, values, judged, pairs, sum(ran.get((number, label), 0) for label in mine),
                                    len(mine) * len(seeds), (*values.unchanged(), *notes_of(values), *notes),
                                    time.perf_counter() - begun))
    return outcomes


def run_shard(experiments: Sequence[Experiment], shard: Shard, *, pairs: int | None = None,
              store: Store | str | Path | None = None, seed: int | None = None, executor: Executor | None = None,
              progress: Wish = None) -> int:
    """Run one part of the worlds that experiments need into a shared store; returns the number of worlds run."""
    for one in experiments:
        one.validate()
    _, seeds = _replications(experiments[0], pairs, seed)
    with telling(progress, f"{experiments[0].title}, a part", "world-months") as tell:
        _, ran = gather(_numbered(experiments), seeds, _kept(store), title=experiments[0].title, executor=executor,
                        shard=shard, progress=tell)
    return sum(ran.values())


def _replications(first: Experiment, pairs: int | None, seed: int | None) -> tuple[int, list[int]]:
    """The number of pairs, and the seeds of all their worlds."""
    pairs = first.described.replications if pairs is None else pairs
    check_pairs(pairs, first.where)
    begins = first.described.seed if seed is None else seed
    check_answers(first.pieces().values(), pairs, first.described.pool, first.where)
    return pairs, [begins + k for k in range(pairs * first.described.pool)]


def _kept(store: Store | str | Path | None) -> Store:
    return store if isinstance(store, Store) else Store(store)


def _numbered(experiments: Sequence[Experiment]) -> dict[Name, Piece]:
    """Every cell of every experiment."""
    return {(number, cell.label): piece for number, one in enumerate(experiments)
            for cell, piece in one.pieces().items()}


@in_plain_words
def experiment(source: str | Path | Mapping[str, Any] | None = None, *,
               mechanisms: Sequence[Mechanism | str | Path] = (), after: Mapping[str, str] | None = None,
               **description: Any) -> Experiment:
    """An experiment from a TOML file, or described in Python with the same fields; the user's own `mechanisms` run in
    every arm, with the measures that they declare.

    >>> ballot = experiment(title="Ballot", months=12, arms={"secret": {"levers": {"ballot": "secret"}}},
    ...                     measures={"assent": "unanimity"},
    ...                     expect=[{"test": "sign", "measure": "assent", "direction": "fall"}])
    >>> ballot.layout.arms
    ('control', 'secret')
    """
    own = Own(own_mechanisms(mechanisms), dict(after or {}))
    if isinstance(source, (str, Path)):
        raw = {**with_code_of_arms(read_toml(source), source), **description}
        return Experiment(raw, str(source), own=own)
    if source is not None and not isinstance(source, Mapping):
        raise refuse("", "experiment", source, "the path of a TOML file, or the fields of a description")
    return Experiment({**(source or {}), **description}, own=own)
