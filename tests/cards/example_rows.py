"""For worked examples: rows and tables made of a few numbers by name."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np


def row(**fields):
    """What a rule over cases is handed of one person, place or country."""
    return SimpleNamespace(**fields)


def table(**columns):
    """Columns by name, as a formula over tables is handed them."""
    return SimpleNamespace(**{name: np.array(value) for name, value in columns.items()})
