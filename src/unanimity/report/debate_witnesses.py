"""Whether the witnesses agree: how many main effects are found at once, and which exclude each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def witnesses(told: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """What the page shows of it; None where it was not run."""
    return dict(told) if told else None
