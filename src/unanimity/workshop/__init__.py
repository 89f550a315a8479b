"""The workshop: a regime at many settings, the sensitivity of its measures, and calibration."""

from __future__ import annotations

from unanimity.workshop.calibrate import Calibration, calibrate
from unanimity.workshop.sensitivity import Sensitivity, sensitivity
from unanimity.workshop.sweep import Sweep, sweep

__all__ = ["Calibration", "Sensitivity", "Sweep", "calibrate", "sensitivity", "sweep"]
