"""The arguments with which the driver of the month calls a compiled step: some numbers, then one frame with the
addresses of all arrays."""

from __future__ import annotations

NUMBERS = 8  # world, first and last cell, people, units, cells, issues, month (engine/tree.py)
