"""One kind of error for a user's slip: a single clear line, never a traceback."""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterable
from typing import TypeGuard


class UserError(Exception):
    """Something the user wrote cannot be used; the message says where, what, and what is allowed."""


class ModelError(UserError, ValueError):
    """A mechanism of one's own does not fit: a name taken, a column owned by another, an argument nobody knows."""


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether a value is a finite number (true and false are not)."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def near_miss(word: object, allowed: Iterable[str]) -> str:
    """A suggestion for a misspelt word, or nothing.

    >>> near_miss("balot", ["ballot", "debate"])
    " Did you mean 'ballot'?"
    """
    close = difflib.get_close_matches(str(word), list(allowed), n=1, cutoff=0.6)
    return f" Did you mean '{close[0]}'?" if close else ""


def refuse(where: str, field: str, value: object, allowed: str, hint: str = "") -> UserError:
    """The error for a value that is not allowed, always in the same order: where, field, value, allowed, cure."""
    place = f"{where}: " if where else ""
    return UserError(f"{place}{field} = {value!r} is not allowed; allowed: {allowed}.{hint}")


def unknown(where: str, kind: str, word: object, allowed: Iterable[str], see: str = "") -> UserError:
    """The error for a name nobody knows, with the nearest one that exists."""
    names = sorted(allowed)
    place = f"{where}: " if where else ""
    shown = ", ".join(names[:12]) + (f", ... ({len(names)} in all)" if len(names) > 12 else "")
    tail = f" ({see})" if see else ""
    return UserError(f"{place}no {kind} {word!r}.{near_miss(word, names)} Known: {shown}.{tail}")
