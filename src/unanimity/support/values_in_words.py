"""Values of a file in plain words, for tables on a page or the screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def in_words(value: Any) -> str:
    """A value in plain words: the entries of a schedule one after the other, without brackets and quotes.

    >>> in_words([{"month": 6, "event": "campaign", "months": 3}, {"month": 24, "lever": "ballot", "value": "open"}])
    'month 6, event campaign, months 3; month 24, lever ballot, value open'
    """
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {in_words(one)}" for name, one in value.items())
    return "; ".join(in_words(one) for one in value) if isinstance(value, (list, tuple)) else str(value)
