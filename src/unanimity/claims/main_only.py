"""A claim reduced to its main test, with only the cells and measures that the test reads, for runs at many settings.

Only the causal sentence is tested at a setting: arms and doses that the main test does not read are not run, and few
pairs are taken. The result is therefore coarser than the claim's own run, and is reported as a share over many
settings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from unanimity.claims.claim import Claim
from unanimity.experiments.cells import Cell
from unanimity.experiments.description import ExperimentFile
from unanimity.experiments.executor import Executor, Here
from unanimity.experiments.experiment import Experiment
from unanimity.experiments.judging import Form, judge
from unanimity.experiments.measured_values import Values
from unanimity.experiments.seed_runs import Name, Piece, gather
from unanimity.experiments.store import Store
from unanimity.verdicts import Finding, How
from unanimity.verdicts.answer import RARE, effect_word

RESAMPLES = 1000
TOO_FEW = "too few"  # how a finding begins that has too few events, or too few worlds with any
LEFT_OUT = ("falsified_if", "rival", "rival_falsified_if", "show", "curves", "main", "premise")


class Word(NamedTuple):
    """The main test's result at a setting."""

    word: str  # found, found in sign, not shown, opposite, too rare to see
    effect: float
    low: float
    high: float
    size: float
    pairs: int


class MainOnly(Experiment):
    """The main test of a claim as a separate experiment."""

    kind = ExperimentFile

    @property
    def form(self) -> Form:
        """The main test."""
        return self.forms.forms[0]

    def wanted(self) -> dict[Cell, dict[str, bool]]:
        """The cells and measures that the test reads."""
        found: dict[Cell, dict[str, bool]] = {}
        for measure, cell, course in self.forms.needs():
            row = found.setdefault(cell, {})
            row[measure] = course or row.get(measure, False)
        return found

    @property
    def person_months(self) -> int:
        """The person-months of one replication; the months before the treatment are run once for all cells."""
        pieces = list(self._asked().values())
        first = pieces[0].regime
        before = first.burn_in + max(0, self.described.treated_at)
        return first.society.people * (before + sum(piece.world_months - before for piece in pieces))

    def word(self, pairs: int, seed: int, store: Store | None = None, executor: Executor | None = None) -> Word:
        """Run so many pairs, and judge the test."""
        pieces = {cell.label: piece for cell, piece in self._asked().items()}
        seeds = [seed + k for k in range(pairs)]
        named: dict[Name, Piece] = dict(pieces.items())
        worlds, _ = gather(named, seeds, store, title=self.title, executor=executor or Here(1))
        values = Values(self, pieces, {label: worlds[label] for label in pieces}, seeds)
        return told(judge(self.form, self.layout, values, How(resamples=RESAMPLES, least=pairs), values.unpooled()))


def told(found: Finding) -> Word:
    """A finding in a word; too few events, or worlds in which they happen, count neither for nor against the claim."""
    rare = found.undecided.startswith(TOO_FEW)
    return Word(RARE if rare else effect_word(found), found.effect, found.low, found.high, found.size, found.n)


def main_only(claim: Claim) -> MainOnly:
    """The claim reduced to its main test; worlds are not pooled."""
    kept = {name: value for name, value in claim.raw.items() if name in ExperimentFile.model_fields
            and name not in LEFT_OUT}
    return MainOnly({**kept, "expect": [main_table(claim)], "pool": 1}, claim.where, parameters=claim.layout.parameters,
                    off=claim.layout.off, own=claim.layout.own)


def main_table(claim: Claim) -> Mapping[str, Any]:
    """The main test as written in the file."""
    given = claim.described.main
    if isinstance(given, Mapping):
        return given
    label = claim.main.form.label  # expect[2], or expect[2].any[1]
    expected: Sequence[Any] = claim.described.expect
    table: Mapping[str, Any] = {}
    for part in label.split("."):
        name, _, number = part.rstrip("]").partition("[")
        table = (expected if name == "expect" else table[name])[int(number) - 1]
    return table
