"""A claim: an experiment with an author, a citation, and a rival who is judged by the same runs.

    claim = un.claims["trotsky-1926-unanimity"]
    found = claim.run(pairs=40)
    found.answer.word, found.answer.effect, found.answer.premise, found.answer.details
    found.rival_answer.word
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, ClassVar, Self

from unanimity.claims.claim_file import ClaimFile, ClaimTable, check_claim, check_sets
from unanimity.claims.claim_outcome import ClaimOutcome
from unanimity.claims.main_form import EXPECTED, Main, main_form
from unanimity.experiments.cells import NOTHING_OWN, Own
from unanimity.experiments.compare import check_pairs
from unanimity.experiments.description import read_toml
from unanimity.experiments.executor import Executor, executor_of
from unanimity.experiments.experiment import Experiment, is_monthly
from unanimity.experiments.outcome import Outcome
from unanimity.experiments.seed_runs import Progress
from unanimity.experiments.sizes import Piloting, Size, fitting, sized, told
from unanimity.experiments.sound_encoding import Slip, slips_of, unchecked_arms
from unanimity.experiments.store import Store
from unanimity.regimes.own_code import own_mechanisms, with_code_of_arms
from unanimity.support.works import works
from unanimity.verdicts.answer import FOUND
from unanimity.world.argument_checks import in_plain_words
from unanimity.world.milieu import Milieu, told_of
from unanimity.world.rules import Mechanism

CURVES = 2  # drawn by default
BACKGROUND = {  # drawn if no measure of the claim is monthly: public assent and fear
    "assent_in_public": {"expression": "unanimity", "says": "assent in public", "unit": "share of attendants"},
    "fear_of_speaking": {"expression": "fear_of_opinion", "says": "fear of speaking out", "unit": "share"},
}


class Claim(Experiment):
    """A checked claim. Nothing runs until `run`, which returns an outcome: answer, rival_answer, table, plot()."""

    kind = ClaimFile
    described: ClaimFile
    good: ClassVar[str] = FOUND
    outcome: ClassVar[type[Outcome]] = ClaimOutcome

    def __init__(self, raw: Mapping[str, Any], where: str = "claim", *, parameters: Mapping[str, float] | None = None,
                 off: frozenset[str] = frozenset(), own: Own = NOTHING_OWN) -> None:
        super().__init__(raw, where, parameters=parameters, off=off, own=own)
        check_claim(self.described, where)
        for name in EXPECTED:
            main_form(self.forms, name)  # raises an error if it points to no test
        if not self.curves:
            drawn = {"measures": {**BACKGROUND, **raw["measures"]}, "curves": list(BACKGROUND)}
            super().__init__({**raw, **drawn}, where, parameters=parameters, off=off, own=own)

    def __repr__(self) -> str:
        return f"{self.id}: {self.claim.author}, {self.claim.date} ({self.claim.citation}): {self.claim.says}"

    def _repr_html_(self) -> str:
        from unanimity.report.notebook import facts_html

        table = self.claim
        facts = {"says": table.says, "expects": table.expects, "falsified by": table.falsified, "rival": table.rival,
                 "arms": ", ".join(self.layout.arms), "mechanisms": ", ".join(self.described.explained_by)}
        return facts_html(f"{self.title} {table.author}, {table.date} ({table.citation}).", facts,
                          f"{told_of(self.milieu)}{self.id}; .run(pairs={self.described.replications}) judges it and "
                          f"its rival.")

    @property
    def id(self) -> str:
        """Its id, the name of its file."""
        return Path(self.where).stem

    @property
    def claim(self) -> ClaimTable:
        """The table [claim]: author, citation, text, expectation."""
        return self.described.claim

    @property
    def milieu(self) -> Milieu | None:
        """The milieu that its text is about; by default that of its base regime."""
        return Milieu(self.claim.milieu, self.claim.citation) if self.claim.milieu else super().milieu

    @property
    def curves(self) -> list[str]:
        """The measures plotted: those that the file names, those of the first expected test, or the first monthly
        ones that are no check of an arm."""
        checks = {change.check for change in self.described.arms.values()}
        monthly = [name for name in self.described.measures
                   if name not in checks and is_monthly(self.described.measure(name).expression)]
        return super().curves or monthly[:CURVES]

    def run(self, *, pairs: int | None = None, store: Store | str | Path | None = None, keep: bool = True,
            seed: int | None = None, workers: int | None = None, cluster: Any = None, **more: Any) -> ClaimOutcome:
        """Run what the store does not hold, and judge (docs of `Experiment.run`).

        Worlds are as small as the events of the main test allow (experiments/sizes.py), unless the file fixes the
        number of people.
        """
        kept = None if not keep else store if isinstance(store, Store) else Store(store)
        number = self.described.replications if pairs is None else pairs
        check_pairs(number, self.where)
        mine, size = self.fitted(number, kept, seed, executor_of(workers, cluster))
        found = told(Experiment.run(mine, pairs=pairs, store=kept, keep=keep, seed=seed, workers=workers,
                                    cluster=cluster, **more), size)
        assert isinstance(found, ClaimOutcome)
        return found

    def validate(self) -> Claim:
        """Check everything that can be checked without a run, including that parameters have the defaults shared by all
        claims."""
        if not self.layout.parameters:  # a robustness check's setting is not the claim's own
            check_sets(self.claim.sets, (self.layout.regime(cell) for cell in self.wanted()),
                       self.described.base, self.where)
        super().validate()
        return self

    def in_history(self, people: int | None = None) -> Claim:
        """The same claim on a branch of the hindcast at its date, in a country of `people` people (default 100,000)."""
        from unanimity.claims.in_history import in_history

        return in_history(self, people)

    def fitted(self, pairs: int, store: Store | None, seed: int | None = None, executor: Executor | None = None,
               progress: Progress | None = None) -> tuple[Self, Size]:
        """The claim in the smallest worlds that its main test allows, and their size."""
        self.validate()
        main = main_form(self.forms)
        size = fitting(self, None if main is None else main.form, Piloting(
            pairs * self.described.pool, self.described.seed if seed is None else seed, store, executor, progress))
        return sized(self, size), size

    @property
    def main(self) -> Main:
        """The main test, which expresses its causal sentence."""
        found = main_form(self.forms)
        assert found is not None, "a claim without an expectation is refused"
        return found

    def unsound(self) -> list[Slip]:
        """Encodings that would not be judged as they read, each with a correction (`claims validate`)."""
        return slips_of(self)

    def unchecked(self) -> list[Slip]:
        """Arms without a manipulation check, of which nobody can say whether their change took hold."""
        return unchecked_arms(self)

    def notes(self) -> list[str]:
        """Notes on how it is judged: whether its main test was chosen by rule."""
        return [found.note for name in EXPECTED if (found := main_form(self.forms, name)) is not None and found.note]

    @property
    def person_months(self) -> int:
        """The person-months of one replication, burn-in included, over all cells."""
        return self.described.pool * sum(piece.world_months * piece.regime.society.people
                                         for piece in self.pieces().values())

    def about(self) -> dict[str, Any]:
        """The contents of the file as plain values for a page or JSON."""
        described, table = self.described, self.claim
        cells = list(self.wanted())
        return {
            "id": self.id, "title": self.title, "asks": described.asks, "author": table.author, "date": table.date,
            "year": table.year, "source": table.source, "lines": table.lines, "citation": table.citation,
            "work": asdict(works()[table.source]) if table.source in works() else None,
            "says": table.says, "expects": table.expects, "falsified": table.falsified, "rival_says": table.rival,
            "strength": table.strength, "by_construction": table.by_construction, "sets": dict(table.sets),
            "milieu": self.milieu.record() if self.milieu is not None else None,
            "main_form": described.main, "main_why": described.main_why, "rival_main_form": described.rival_main,
            "rival_main_why": described.rival_main_why,
            "in_history": described.in_history.model_dump() if described.in_history is not None else None,
            "claim_notes": " ".join(filter(None, (described.notes, table.notes))),
            "mechanisms": list(described.explained_by),
            "base": described.base, "people": self.control.society.people, "months": self.control.months,
            "burn_in": self.control.burn_in, "replications": described.replications,
            "changes": {cell.label: self.layout.changes(cell) for cell in cells if cell.arm != described.control},
            "arms": {name: change.says for name, change in described.arms.items()},
            "cells": [cell.label for cell in cells],
            "measures": {name: {"expression": described.measure(name).expression, "says": described.measure(name).says,
                                "unit": described.measure(name).unit} for name in described.measures},
            "fingerprint": self.control.fingerprint,
        }


@in_plain_words
def claim(source: str | Path | Mapping[str, Any], *, mechanisms: Sequence[Mechanism | str | Path] = (),
          after: Mapping[str, str] | None = None) -> Claim:
    """A claim from a TOML file, or from its tables as a mapping; with the user's own mechanisms in every arm."""
    own = Own(own_mechanisms(mechanisms), dict(after or {}))
    if isinstance(source, Mapping):
        return Claim(source, own=own)
    return Claim(with_code_of_arms(read_toml(source, "a claim"), source), str(source), own=own)
