"""Results: a tidy table with its manifest. A result is saved atomically, and can be loaded, plotted and rerun from its
files alone."""

from __future__ import annotations

from unanimity.results.result import Result, load_result

__all__ = ["Result", "load_result"]
