"""The branches of a what-if at plausible settings: how far the answer is chance, and how far ignorance.

At each setting the whole question is asked anew: the past is that of the setting, and so is the hindcast with which its
branches are compared, world by world. What is kept of it is one difference for each world.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from unanimity.regimes import Regime
from unanimity.regimes.plausible import Plausible
from unanimity.results.uncertainty_split import over_known, two_spreads

USUAL_SETTINGS = 8  # each has a past of its own to be run and kept, so few are taken unless more are wished for
Differences = Mapping[tuple[str, str], np.ndarray]  # by arm and measure: branch less hindcast, world by world


@dataclass(frozen=True)
class OverSettings:
    """The differences of every arm at every setting, and where the settings are from."""

    plausible: Plausible
    regime: Regime  # the scenario as it is, on which they are laid
    differences: Sequence[Differences]  # setting by setting
    digests: Sequence[str]  # of all worlds at each setting

    def row(self, arm: str, measure: str) -> dict[str, Any]:
        """Both spreads of a difference, as the table of a what-if holds them."""
        told = two_spreads(self._values(arm, measure), self.plausible.weights).row()
        told["settings_mean"] = told.pop("mean")
        del told["worlds"]  # the same as beside every other number
        return told

    def share_of_sign(self, arm: str, measure: str, told: float) -> float:
        """The share of settings, by weight, whose difference has the same sign as the reported one."""
        means = over_known(self._values(arm, measure), 1)
        known = np.isfinite(means)
        weights = np.array(self.plausible.weights)[known]
        return float(weights[np.sign(means[known]) == np.sign(told)].sum() / weights.sum()) if weights.sum() else \
            float("nan")

    def _values(self, arm: str, measure: str) -> np.ndarray:
        """Settings down, worlds across."""
        return np.stack([one[arm, measure] for one in self.differences])

    def record(self) -> dict[str, Any]:
        """The settings, what the scenario keeps of its own, and the digest of the worlds at each."""
        return {**self.plausible.facts(self.regime)["settings"], "digests": list(self.digests)}

    @property
    def about(self) -> str:
        """Where the settings are from, and what they do not move, in words."""
        taken = f"{len(self.plausible)} settings of {self.plausible.where}, evenly taken." \
            if self.plausible.where.endswith(".csv") else f"{len(self.plausible)} settings."
        return " ".join(part for part in (taken, self.plausible.note(self.regime)) if part)
