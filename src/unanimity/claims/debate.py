"""The debate: many claims judged one after another through one store, with the results as plain records.

Results are stored, so an interrupted debate continues where it stopped, and one with more pairs, robustness or ablation
adds to what is there.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pandas as pd

from unanimity import __version__
from unanimity.claims.claim import Claim
from unanimity.claims.claim_catalogue import whose
from unanimity.claims.claim_outcome import ClaimOutcome
from unanimity.evidence import replies
from unanimity.experiments.executor import Executor
from unanimity.experiments.experiment import Experiment, run_together
from unanimity.experiments.outcome import Outcome
from unanimity.experiments.robustness import PLAUSIBLE, examined
from unanimity.experiments.seed_runs import Progress
from unanimity.experiments.sizes import told
from unanimity.experiments.store import Store
from unanimity.regimes.plausible import Plausible
from unanimity.results.atomic_files import json_value, write_json
from unanimity.support.errors import UserError, refuse, unknown
from unanimity.support.manners import path_of
from unanimity.verdicts import Answer

POINTS = 120  # of a curve in a record, at most
DIGITS = 5
Told = Callable[[str, int, int], None]  # activity, person-months done, total


@dataclass(frozen=True)
class Plan:
    """How a debate is to be run."""

    pairs: int | None = None  # of every claim; None: each claim's own number
    settings: int = 0  # of a robustness check
    whole_ranges: bool = False  # robustness also over the parameters' whole ranges
    settings_pairs: int | None = None  # pairs at each setting and without each mechanism; None: as many
    ablation: bool = False
    seed: int | None = None
    executor: Executor | None = None  # where worlds run; None: processes on this machine
    plausible: Plausible | None = None  # settings at which each claim is judged too

    def pairs_of(self, claim: Claim) -> int:
        """Replications of a claim."""
        return claim.described.replications if self.pairs is None else self.pairs

    @property
    def ranges(self) -> tuple[str, ...]:
        """How far parameters are varied."""
        return ("30 percent", "whole range") if self.whole_ranges else ("30 percent",)

    def parts(self, claim: Claim) -> dict[str, int]:
        """The pairs of each part of the work on a claim: its verdict, each robustness check, ablation."""
        pairs = self.pairs_of(claim)
        again = pairs if self.settings_pairs is None else self.settings_pairs
        found = {"verdict": pairs}
        found |= {f"robustness, {kind}": self.settings * again for kind in self.ranges if self.settings}
        if self.plausible is not None:
            found[PLAUSIBLE] = len(self.plausible) * again
        return {**found, "ablation": len(claim.described.explained_by) * again} if self.ablation else found

    def cost(self, claim: Claim) -> int:
        """Person-months of a claim with all its checks, if nothing were in the store."""
        return sum(self.parts(claim).values()) * claim.person_months


@dataclass(frozen=True)
class Heard:
    """A claim and its outcome, or why it could not be run."""

    claim: Claim
    outcome: ClaimOutcome | None
    failure: str = ""

    @property
    def answers(self) -> tuple[Answer | None, Answer | None]:
        """The three answers to the claim, and those to its rival."""
        return (None, None) if self.outcome is None else (self.outcome.answer, self.outcome.rival_answer)

    @property
    def verdict(self) -> str:
        """The verdict in a word or two."""
        return "not run" if self.outcome is None else self.answers[0].word if self.answers[0] else "none"

    @property
    def rival(self) -> str:
        """The rival's verdict."""
        return self.answers[1].word if self.answers[1] is not None else "none"

    @property
    def sentence(self) -> str:
        """The main test's result, or why nothing was run."""
        if self.outcome is None:
            return self.failure
        return self.answers[0].effect.sentence if self.answers[0] is not None else ""

    def __repr__(self) -> str:
        return f"{self.claim.id}: {self.verdict} / the rival {self.rival}. {self.sentence}"

    def _repr_html_(self) -> str:
        from unanimity.report.notebook import block

        return self.outcome._repr_html_() if self.outcome is not None else block(repr(self))

    def record(self) -> dict[str, Any]:
        """Everything as plain values: contents of the file, verdicts, findings, curves."""
        found: dict[str, Any] = {**self.claim.about(), "failure": self.failure,
                                 "evidence": [one.record() for one in replies(self.claim.id)]}
        if self.outcome is None:
            return found
        return {**found, **self.outcome.record(), "curves": curves(self.outcome), "seed": self.outcome.values.seeds[0]}


@dataclass(frozen=True)
class Debate:
    """The judged claims in their order, as a sequence that displays as a table."""

    heard: tuple[Heard, ...]

    def __len__(self) -> int:
        return len(self.heard)

    def __getitem__(self, name: str | int) -> Heard:
        if isinstance(name, int):
            return self.heard[name]
        found = next((one for one in self.heard if one.claim.id == name), None)
        if found is None:
            raise unknown("", "claim in this debate", name, [one.claim.id for one in self.heard])
        return found

    @property
    def table(self) -> pd.DataFrame:
        """One row per claim: its answer, the rival's, the main effect in words, and the evidence."""
        return pd.DataFrame([{"id": one.claim.id, "author": one.claim.claim.author, "answer": one.verdict,
                              "rival": one.rival, "found": one.sentence,
                              "record": replies(one.claim.id)[0].word} for one in self.heard])

    @property
    def _said(self) -> str:
        counts = Counter(one.verdict for one in self.heard)
        return f"{len(self)} claims: " + ", ".join(f"{count} {word}" for word, count in counts.most_common()) + "."

    def __repr__(self) -> str:
        wide = max((len(one.claim.id) for one in self.heard), default=0)
        return "\n".join([self._said, *(f"  {one.claim.id:<{wide}}  {one.verdict} / the rival {one.rival}"
                                        for one in self.heard)])

    def _repr_html_(self) -> str:
        from unanimity.report.notebook import list_html  # imported here because loading the charts takes time

        return list_html(self._said, ("claim", "answer", "the rival", "what was found"),
                         [(one.claim.id, one.verdict, one.rival, one.sentence) for one in self.heard],
                         "An answer is a result of this model, not of history. debate[id].outcome has one of them, "
                         ".report(path) writes the page.")

    def report(self, path: str | Path) -> Path:
        """Write the page of the debate (debate.html in a folder, or the .html named); returns its path."""
        from unanimity.report.debate import write_debate

        path = path_of(path)
        judged = [json_value(one.record()) for one in self.heard if one.outcome is not None]
        failed = ", ".join(one.claim.id for one in self.heard if one.outcome is None)
        page = path if path.suffix == ".html" else path / "debate.html"
        source = next((one.outcome.manifest["source"] for one in self.heard if one.outcome is not None), "")
        return write_debate(page, judged, {"version": __version__, "source": source, "not_run": failed},
                            whose(record["id"] for record in judged))


def hear(claims: Sequence[Claim], plan: Plan, store: Store | None, progress: Told | None = None, *,
         go_on: bool = False) -> Iterator[Heard]:
    """Judge claims in turn; with `go_on` a claim that cannot be run is reported, and the others are still judged."""
    if isinstance(plan.settings, bool) or plan.settings < 0:
        raise refuse("", "robustness", plan.settings, "a whole number from 0 up")
    whole = sum(plan.cost(one) for one in claims)
    done = 0
    for one in claims:
        try:
            heard = Heard(one, _judged(one, plan, store, _within(progress, done, plan.cost(one), whole)))
        except UserError as slip:
            if not go_on:
                raise
            heard = Heard(one, None, str(slip))
        done += plan.cost(one)
        yield heard


def _judged(claim: Claim, plan: Plan, store: Store | None, progress: Callable[[float, float], Progress] | None
            ) -> ClaimOutcome:
    """One claim with its robustness and ablation."""
    parts = plan.parts(claim)

    def tell(label: str) -> Progress | None:
        names, whole = list(parts), sum(parts.values())
        before = sum(parts[name] for name in names[:names.index(label)])
        return None if progress is None else progress(before / whole, (before + parts[label]) / whole)

    def run(pairs: int, experiments: Sequence[Experiment], tell: Progress | None) -> list[Outcome]:
        return run_together(experiments, pairs=pairs, store=store, keep=store is not None, seed=plan.seed,
                            executor=plan.executor, progress=tell)

    claim, size = claim.fitted(parts["verdict"], store, plan.seed, plan.executor)
    first, = run(parts["verdict"], [claim], tell("verdict"))
    first = told(first, size)
    again = partial(run, parts["verdict"] if plan.settings_pairs is None else plan.settings_pairs)
    found = examined(first, again, settings=plan.settings, ranges=plan.ranges, without=plan.ablation,
                     table=plan.plausible, progress=tell)
    assert isinstance(found, ClaimOutcome)
    return found


def _within(progress: Told | None, done: int, cost: int, whole: int) -> Callable[[float, float], Progress] | None:
    """Progress of a part of one claim, in person-months of the whole debate."""
    if progress is None:
        return None

    def part(begin: float, end: float) -> Progress:
        def tell(what: str, now: int, total: int) -> None:
            share = begin + (end - begin) * (now / total if total else 1.0)
            progress(what, done + round(share * cost), whole)
        return tell
    return part


def curves(outcome: Outcome) -> dict[str, dict[str, Any]]:
    """The monthly curves of the arms as short lists: {measure: {months, arms: {cell: {middle, low, high}}}}."""
    series = outcome.series
    found: dict[str, dict[str, Any]] = {}
    for name in series["measure"].unique():
        mine = series[series["measure"] == name]
        months = sorted(mine["month"].unique())
        step = max(1, math.ceil(len(months) / POINTS))
        kept = months[::-1][::step][::-1]
        arms = {}
        for cell, rows in mine[mine["month"].isin(kept)].groupby("cell", sort=False):
            arms[str(cell)] = {key: [_short(value) for value in rows[key]] for key in ("middle", "low", "high")}
        found[str(name)] = {"months": [int(month) for month in kept], "arms": arms}
    return found


def _short(value: float) -> float | None:
    return float(f"{value:.{DIGITS}g}") if math.isfinite(value) else None


def write_records(path: Path, records: Sequence[dict[str, Any]], facts: dict[str, Any]) -> Path:
    """Write `debate.json`: facts of the run, and a record for every claim."""
    write_json(path, {**facts, "claims": list(records)})
    return path
