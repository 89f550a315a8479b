"""Regimes: files that say which rules a society lives under, what differs from the base, and what happens when."""

from __future__ import annotations

from unanimity.regimes.load import load_regime, preset_names
from unanimity.regimes.regime import Regime

__all__ = ["Regime", "load_regime", "preset_names"]
