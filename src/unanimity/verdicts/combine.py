"""Verdict: combines findings into one word, by rules fixed before any run.

    contradicted      a form of `falsified_if` passes, or a form of `expect` has the opposite sign by the same rule
    not expressible   part of `expect` cannot be said in the model's words
    holds             every form of `expect` passes
    sign only         all signs of `expect`, some threshold missed
    undecided         anything else; too few events are always that, never a contradiction

If part of `expect` cannot be expressed, the verdict is "not expressible"; the verdict on the other parts alone is
reported with it.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from unanimity.support.errors import UserError, refuse
from unanimity.support.rare_events import ENOUGH, are_enough
from unanimity.verdicts.differences import equal, sign
from unanimity.verdicts.finding import Finding, undecided, way
from unanimity.verdicts.resampling import LEAST_WORLDS, STANDARD, How

VERDICTS = ("holds", "sign only", "undecided", "contradicted", "not expressible")
POOLED = 5.0        # events per world in the control arm, below which worlds are pooled
INEXPRESSIBLE = "not expressible"


@dataclass(frozen=True)
class Verdict:
    """The verdict on one reading of a claim: one word, the reason, and the findings behind it."""

    word: str
    why: str
    expect: tuple[Finding, ...]
    falsified_if: tuple[Finding, ...]
    rest: str = ""  # of a verdict "not expressible": the word from the forms that can be expressed

    def __str__(self) -> str:
        """The verdict and its reason on one line."""
        return f"{self.told}: {self.why}"

    @property
    def told(self) -> str:
        """The word, followed by the word on the rest, if any."""
        return f"{self.word} (the rest: {self.rest})" if self.rest else self.word

    @property
    def parts(self) -> int:
        """How many forms the expectation has."""
        return len(self.expect)

    @property
    def passed(self) -> int:
        """How many of them pass."""
        return sum(finding.passed for finding in self.expect)


def verdict(expect: Sequence[Finding], falsified_if: Sequence[Finding] = ()) -> Verdict:
    """The verdict on an expectation and its falsifiers, each a list of findings."""
    wanted, against = tuple(expect), tuple(falsified_if)
    if not wanted:
        raise UserError("verdict: expect is empty; give at least one finding.")
    word, reasons = _judge(wanted, against)
    said = tuple(f for f in wanted if f.form != INEXPRESSIBLE)
    rest = _judge(said, against)[0] if word == INEXPRESSIBLE and said else ""
    return Verdict(word, " ".join(reasons), wanted, against, rest)


def _judge(expect: tuple[Finding, ...], falsified_if: tuple[Finding, ...]) -> tuple[str, list[str]]:
    fatal = [f"What would falsify it is found: {f.sentence}" for f in falsified_if if f.passed]
    fatal += [f"The opposite is found: {f.sentence}" for f in expect if f.opposite]
    if fatal:
        return "contradicted", fatal
    if mute := [f.sentence for f in expect if f.form == INEXPRESSIBLE]:
        return "not expressible", mute
    if all(f.passed for f in expect):
        return "holds", [f"{len(expect)} of {len(expect)} tests pass."]
    missed = [f.sentence for f in expect if not f.passed]
    if all(f.passed or f.sign_only for f in expect):
        return "sign only", missed
    return "undecided", missed


def not_expressible(reason: str) -> Finding:
    """The finding for a sentence that the model cannot express."""
    return dataclasses.replace(undecided(INEXPRESSIBLE, "The sentence", reason),
                               sentence=f"It cannot be said in the model's words: {reason}.")


def any_of(*findings: Finding) -> Finding:
    """One finding that passes if any of several does (the first one that passes is reported); opposite only if all
    are."""
    if not findings:
        raise UserError("any_of: give at least one finding.")
    best = next((f for f in findings if f.passed), next((f for f in findings if f.sign_only), findings[0]))
    opposite = not best.passed and all(f.opposite for f in findings)
    leans = best.leans if best.passed or best.sign_only else max(f.leans for f in findings)
    return dataclasses.replace(best, form="any_of", opposite=opposite, leans=leans,
                               sentence=best.sentence if best.passed else " ".join(f.sentence for f in findings))


def all_of(*findings: Finding) -> Finding:
    """One finding that passes if every one of several does (otherwise the first one that fails is reported)."""
    if not findings:
        raise UserError("all_of: give at least one finding.")
    weak = next((f for f in findings if not f.passed and not f.sign_only), next(
        (f for f in findings if not f.passed), findings[0]))
    return dataclasses.replace(weak, form="all_of", passed=all(f.passed for f in findings),
                               sign_only=not all(f.passed for f in findings) and all(
                                   f.passed or f.sign_only for f in findings),
                               opposite=any(f.opposite for f in findings), firmly=all(f.firmly for f in findings),
                               leans=min(f.leans for f in findings), meets=all(f.meets for f in findings),
                               sentence=" ".join(f.sentence for f in findings))


def denies(treated: ArrayLike, control: ArrayLike, direction: str, margin: float = 10.0, unit: str = "percent", *,
           of: str = "the measure", how: How = STANDARD) -> Finding:
    """"No fall", "not larger", "the same" in `falsified_if`: equal within the margin, or the opposite sign."""
    other = "fall" if way("denies", direction) > 0 else "rise"
    found = any_of(equal(treated, control, margin, unit, of=of, how=how), sign(treated, control, other, of=of, how=how))
    return dataclasses.replace(found, form="denies", sign_only=False, opposite=False)


def enough_events(finding: Finding, *arms: ArrayLike) -> Finding:
    """The finding, or undecided if even the arm with more events has fewer than 20 over all replications."""
    if not arms:
        raise UserError("enough_events: give the counts of at least one arm.")
    fuller = max(float(np.nansum(np.asarray(arm, float))) for arm in arms)
    if are_enough(fuller):
        return finding
    return set_aside(finding, f"too few, {fuller:g} events in the fuller arm and {ENOUGH} are needed")


def enough_worlds(finding: Finding, meeting: int, least: int = LEAST_WORLDS) -> Finding:
    """The finding, or undecided if fewer than 10 worlds meet its condition."""
    if meeting >= least:
        return finding
    return set_aside(finding, f"too few, {meeting} worlds meet the condition and {least} are needed")


def set_aside(finding: Finding, reason: str) -> Finding:
    """The finding with its numbers, made undecided for this reason."""
    question = finding.sentence.split("? ")[0]
    return dataclasses.replace(finding, passed=False, sign_only=False, opposite=False, firmly=False, undecided=reason,
                               leans=0, meets=False,
                               sentence=f"{question}? Undecided: {reason}.")


def pool_for(control_counts: ArrayLike) -> int:
    """How many worlds to pool into one replication so that the mean count in the control reaches 5; 1 if it already
    does.

    >>> pool_for([1, 2, 1, 0])
    5
    """
    counts = np.asarray(control_counts, float)
    mean = float(np.nanmean(counts)) if np.isfinite(counts).any() else 0.0
    if mean <= 0:
        raise refuse("pool", "control counts", "no event", "at least one event over all replications")
    return max(1, math.ceil(POOLED / mean - 1e-9))
