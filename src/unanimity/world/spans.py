"""Parameters: a typed field with meaning, range, unit and source; a misspelt name is an error.

A mechanism's parameters are a NamedTuple, so each world's values are an immutable tuple that numba and CUDA accept
directly. Checks, sweeps and documentation all use the declared span, so that no default or range is written twice.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple, get_type_hints


@dataclass(frozen=True)
class Span:
    """The meaning of a parameter, its range, unit, source, and its symbol on the card."""

    meaning: str
    low: float
    high: float
    source: str
    unit: str = "share"
    symbol: str = ""


class Parameter(NamedTuple):
    """One parameter of one mechanism, ready to print or to check."""

    mechanism: str
    name: str
    default: float
    span: Span

    @property
    def key(self) -> str:
        """The name used in regimes and sweeps, such as `voice.theta`."""
        return f"{self.mechanism}.{self.name}"


@cache
def parameters_of(mechanism: str, fields: type) -> tuple[Parameter, ...]:
    """The parameters that a NamedTuple declares, in order."""
    hints = get_type_hints(fields, include_extras=True)
    defaults: dict[str, Any] = getattr(fields, "_field_defaults", {})
    found = []
    for name in getattr(fields, "_fields", ()):
        span = next((extra for extra in getattr(hints[name], "__metadata__", ()) if isinstance(extra, Span)), None)
        if span is None or name not in defaults:
            raise TypeError(f"{mechanism}.{name}: a parameter needs a Span and a default")
        found.append(Parameter(mechanism, name, float(defaults[name]), span))
    return tuple(found)
