"""Errors that users can cause: one clear line, never a traceback."""

from __future__ import annotations

import difflib
import math
import numbers
from collections.abc import Iterable, Sequence
from typing import TypeGuard

MOST_SUGGESTED = 4
ONE_LETTER_OFF = 0.85  # likeness from which a word is taken for a slip of the pen
SHORTEST_PART = 3  # letters of a name that are taken for a part of it


LONGEST_LINE, LONGEST_VALUE = 2000, 160  # characters


class UserError(Exception):
    """Input from the user cannot be used. The message says in one line where, what, and what is allowed."""

    def __init__(self, says: object = "", *more: object) -> None:
        line = " ".join(str(says).splitlines())
        cut = line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE - 400]} ... {line[-400:]}"
        super().__init__(cut, *more)


class ModelError(UserError, ValueError):
    """A user's own mechanism does not fit: a name is taken, a column has another owner, an argument is unknown."""


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether a value is a finite number (true and false are not)."""
    if not isinstance(value, numbers.Real) or isinstance(value, bool):  # NumPy's numbers too
        return False
    return abs(int(value)) < 2**1000 if isinstance(value, numbers.Integral) else math.isfinite(value)  # a float's room


def whole_number(value: object, name: str, allowed: str, low: int | None = None, where: str = "") -> int:
    """An integer (NumPy integers included) as an int; strings, booleans and fractions are refused.

    >>> whole_number(6, "months", "a whole number")
    6
    """
    if not isinstance(value, numbers.Integral) or isinstance(value, bool):
        raise refuse(where, name, value, allowed)
    if low is not None and value < low:
        raise refuse(where, name, value, allowed)
    return int(value)


def shown(value: object) -> str:
    """The repr of a value, shortened if it is long.

    >>> shown("secrt"), len(shown("x" * 10_000)) < 200
    ("'secrt'", True)
    """
    if isinstance(value, int) and abs(value) > 10**100:
        return "a number of more than 100 digits"
    text = repr(value[:LONGEST_LINE] if isinstance(value, (str, list, tuple)) else value)
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE - 40]} ... {text[-20:]}"


def near_miss(word: object, allowed: Iterable[str]) -> str:
    """A suggestion for a misspelt name, or ""; dotted names are also matched by their last part.

    >>> near_miss("balot", ["ballot", "debate"])
    " Did you mean 'ballot'?"
    >>> near_miss("courts", ["oversight.courts", "recall"]), near_miss("theta", ["voice.theta", "exit.theta", "beta"])
    (" Did you mean 'oversight.courts'?", " Did you mean 'voice.theta' or 'exit.theta'?")
    """
    names = list(allowed)
    ends: dict[str, list[str]] = {}
    for name in names:
        if "." in name:
            ends.setdefault(name.rpartition(".")[2], []).append(name)
    same = ends.get(str(word), [])
    if 1 <= len(same) <= MOST_SUGGESTED:
        return " Did you mean " + " or ".join(f"'{name}'" for name in same) + "?"
    if slip := difflib.get_close_matches(str(word)[:100], names, n=1, cutoff=ONE_LETTER_OFF):
        return f" Did you mean '{slip[0]}'?"
    within = [name for name in names if len(str(word)) >= SHORTEST_PART and str(word).lower() in name.lower()]
    if 1 <= len(within) <= MOST_SUGGESTED:
        return " Did you mean " + " or ".join(f"'{name}'" for name in within) + "?"
    close = difflib.get_close_matches(str(word)[:100], [*names, *ends], n=1, cutoff=0.6)
    if not close:
        return ""
    return f" Did you mean '{close[0] if close[0] in names else ends[close[0]][0]}'?"


def needs_package(what: str, packages: Sequence[str], extra: str = "") -> UserError:
    """The error for a feature whose packages are not installed.

    >>> str(needs_package("a chart", ["altair", "vl_convert"], "pictures"))
    "a chart needs altair and vl_convert, which are not installed; allowed: pip install 'unanimity[pictures]'."
    >>> str(needs_package("sensitivity", ["SALib"], "workshop"))
    "sensitivity needs SALib, which is not installed; allowed: pip install 'unanimity[workshop]'."
    """
    *others, last = packages
    named = f"{', '.join(others)} and {last}, which are" if others else f"{last}, which is"
    wanted = repr(f"unanimity[{extra}]") if extra else " ".join(packages)
    return UserError(f"{what} needs {named} not installed; allowed: pip install {wanted}.")


def refuse(where: str, field: str, value: object, allowed: str, hint: str = "") -> UserError:
    """The error for a value that is not allowed: where, field, value, allowed, hint, in this order."""
    place = f"{where}: " if where else ""
    return UserError(f"{place}{field} = {shown(value)} is not allowed; allowed: {allowed}.{hint}")


def unknown(where: str, kind: str, word: object, allowed: Iterable[str], see: str = "") -> UserError:
    """The error for an unknown name, with the closest known one; names that contain it are listed first."""
    part = str(word).lower()
    names = sorted(allowed, key=lambda name: (len(part) < SHORTEST_PART or part not in name.lower(), name))
    place = f"{where}: " if where else ""
    listed = ", ".join(names[:12]) + (f", ... ({len(names)} in all)" if len(names) > 12 else "")
    tail = f" ({see})" if see else ""
    return UserError(f"{place}no {kind} {shown(word)}.{near_miss(word, names)} Known: {listed}.{tail}")
