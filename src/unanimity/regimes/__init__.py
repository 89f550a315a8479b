"""Regimes: files that define the rules of a society, how it differs from a base regime, and what happens when."""

from __future__ import annotations

from unanimity.regimes.load import load_regime, preset_names
from unanimity.regimes.regime import Regime

__all__ = ["Regime", "load_regime", "preset_names"]
