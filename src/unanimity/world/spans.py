"""Parameters: a typed field with meaning, span, unit and source; a misspelt name is an error.

A mechanism's parameters are a NamedTuple, so a world's own set is an immutable value that numba and CUDA take as it
is. The span feeds the checks, the sweeps and the documentation, so no default or range lives twice.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple, get_type_hints


@dataclass(frozen=True)
class Span:
    """What a parameter means, how far it may go, in which unit, on whose word, and its symbol on the card."""

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
        """The name under which regimes and sweeps know it, such as `voice.theta`."""
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
