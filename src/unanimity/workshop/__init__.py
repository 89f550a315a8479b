"""The workshop: many settings of a regime, what matters in them, and which of them agree with what is known."""

from __future__ import annotations

from unanimity.workshop.calibrate import Calibration, calibrate
from unanimity.workshop.sensitivity import Sensitivity, sensitivity
from unanimity.workshop.sweep import Sweep, sweep

__all__ = ["Calibration", "Sensitivity", "Sweep", "calibrate", "sensitivity", "sweep"]
