"""The branches of a what-if at plausible settings: how much of the uncertainty is due to chance, how much to ignorance.

Everything is run again at each setting: the past, and the hindcast with which the branches are compared world by world.
Only one difference per world is kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from unanimity.regimes import Regime
from unanimity.regimes.plausible import Plausible
from unanimity.results.uncertainty_split import over_known, two_spreads

USUAL_SETTINGS = 8  # each needs its own past, run and stored, so the default is small
Differences = Mapping[tuple[str, str], np.ndarray]  # by arm and measure: branch minus hindcast, by world


@dataclass(frozen=True)
class OverSettings:
    """The differences of every arm at every setting, and the origin of the settings."""

    plausible: Plausible
    regime: Regime  # the unchanged scenario, to which the settings are applied
    differences: Sequence[Differences]  # setting by setting
    digests: Sequence[str]  # of all worlds at each setting

    def row(self, arm: str, measure: str) -> dict[str, Any]:
        """Both spreads of a difference (chance and ignorance), as columns of a what-if's table."""
        told = two_spreads(self._values(arm, measure), self.plausible.weights).row()
        told["settings_mean"] = told.pop("mean")
        del told["worlds"]  # the same for every row of the table
        return told

    def share_of_sign(self, arm: str, measure: str, told: float) -> float:
        """The share of settings, by weight, whose difference has the same sign as the reported one."""
        means = over_known(self._values(arm, measure), 1)
        known = np.isfinite(means)
        weights = np.array(self.plausible.weights)[known]
        return float(weights[np.sign(means[known]) == np.sign(told)].sum() / weights.sum()) if weights.sum() else \
            float("nan")

    def _values(self, arm: str, measure: str) -> np.ndarray:
        """An array of settings by worlds."""
        return np.stack([one[arm, measure] for one in self.differences])

    def record(self) -> dict[str, Any]:
        """The settings, the parameters that the scenario sets itself, and the digest of the worlds at each setting."""
        return {**self.plausible.facts(self.regime)["settings"], "digests": list(self.digests)}

    @property
    def about(self) -> str:
        """The origin of the settings and the parameters that they do not change, in words."""
        taken = f"{len(self.plausible)} settings of {self.plausible.where}, evenly taken." \
            if self.plausible.where.endswith(".csv") else f"{len(self.plausible)} settings."
        return " ".join(part for part in (taken, self.plausible.note(self.regime)) if part)
