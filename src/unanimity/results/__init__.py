"""Results: a tidy table with its manifest; saved atomically, loaded, drawn and run again from it alone."""

from __future__ import annotations

from unanimity.results.result import Result, load_result

__all__ = ["Result", "load_result"]
