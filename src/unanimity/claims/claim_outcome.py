"""The outcome of a claim: the three answers to it and to its rival, instead of a verdict that needs every part.

    found = un.claims["trotsky-1926-unanimity"].run(pairs=40)
    found.answer.word, found.answer.effect.sentence, found.answer.premise.sentence
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from unanimity.claims.answering import ROLES, answer, finding_of
from unanimity.claims.main_form import main_form, readings
from unanimity.experiments.outcome import Outcome
from unanimity.verdicts import Answer, Finding

WHOSE = {"main": "claim", "rival_main": "rival"}


class ClaimOutcome(Outcome):
    """The outcome of a claim; `answer` and `rival_answer` have premise, effect and details."""

    @cached_property
    def _answers(self) -> dict[str, dict[str, Answer]]:
        """The answers to the claim ("main") and to its rival, by reading; that of the main test first."""
        found: dict[str, dict[str, Answer]] = {}
        for name in ROLES:
            named = readings(self.experiment.forms, name)
            told = {reading: answer(self, name, "" if place == 0 else reading) for place, reading in enumerate(named)}
            found[name] = {reading: one for reading, one in told.items() if one is not None}
        return found

    @property
    def readings(self) -> dict[str, Answer]:
        """The answer on each reading (R1, R2 ...); the key is '' if there is only one."""
        return self._answers["main"]

    @property
    def rivals(self) -> dict[str, Answer]:
        """The answer on each reading of the rival, from the same runs."""
        return self._answers["rival_main"]

    @property
    def answer(self) -> Answer | None:
        """Premise, effect and details of the claim."""
        return next(iter(self.readings.values()), None)

    @property
    def rival_answer(self) -> Answer | None:
        """Premise, effect and details of its rival; None if there is no rival."""
        return next(iter(self.rivals.values()), None)

    @property
    def effect(self) -> Finding | None:
        """The main test's result."""
        main = main_form(self.experiment.forms)
        return None if main is None else finding_of(self, main.form)

    def record(self) -> dict[str, Any]:
        """Everything as plain values for JSON."""
        others = [{"of": WHOSE[name], "reading": reading, **one.record()} for name, found in self._answers.items()
                  for reading, one in list(found.items())[1:]]
        return {**super().record(), "answer": None if self.answer is None else self.answer.record(),
                "rival_answer": None if self.rival_answer is None else self.rival_answer.record(),
                "other_readings": others}
