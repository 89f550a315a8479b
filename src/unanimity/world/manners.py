"""Ordinary Python manners at the door: what a public call is given is made plain before anything looks at it.

NumPy's numbers and arrays become Python's, `~` and environment variables are filled into paths, one name stands for a
list of one, and a text where a number is meant is refused.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

from unanimity.world.calendar import counted
from unanimity.world.errors import UserError, refuse, unknown, whole_number

PATHS = ("base", "name", "path", "out", "folder", "store", "settings", "source", "scenario", "file")
WHOLE = ("int", "int | None")
Called = TypeVar("Called", bound=Callable[..., Any])


def plain(value: Any) -> Any:
    """A value without NumPy and pandas, in lists and tables too.

    >>> import numpy as np
    >>> plain({"voice.theta": np.float32(0.5), "over": np.arange(3)})
    {'voice.theta': 0.5, 'over': [0, 1, 2]}
    """
    if hasattr(value, "dtype") and hasattr(value, "tolist"):
        return value.tolist()
    if type(value) is dict:
        return {key: plain(one) for key, one in value.items()}
    if type(value) in (list, tuple):
        return type(value)(plain(one) for one in value)
    return value


def path_of(path: str | Path) -> Path:
    """A path with `~` and environment variables filled in."""
    return Path(os.path.expandvars(os.path.expanduser(path)))


def _meant(name: str, value: Any, wanted: str) -> Any:
    """What an argument of that name and annotation means."""
    value = plain(value)
    if name in PATHS and isinstance(value, (str, Path)):
        text = str(value)
        return path_of(value) if text.startswith("~") or "$" in text else value
    if wanted in WHOLE and value is not None and not (isinstance(value, str) and counted(value) is not None):
        return whole_number(int(value) if isinstance(value, float) and value.is_integer() else value, name,
                            "a whole number")
    if "Sequence[str]" in wanted and isinstance(value, str):
        return [value]
    if "Sequence[int]" in wanted and isinstance(value, int):
        return [value]
    if wanted in ("bool", "bool | None") and not isinstance(value, (bool, type(None))):
        raise refuse("", name, value, "True, False")
    return value


def in_plain_words(function: Called) -> Called:
    """A public function with ordinary manners, that names the nearest argument where the caller's has no meaning.

    >>> in_plain_words(lambda months=1: months)(month=3)
    Traceback (most recent call last):
    unanimity.world.errors.UserError: <lambda>: no argument 'month'. Did you mean 'months'? Known: months.
    """
    known = inspect.signature(function).parameters
    wanted = {name: str(one.annotation) for name, one in known.items()}
    places = list(known)
    takes_any = any(one.kind is inspect.Parameter.VAR_KEYWORD for one in known.values())
    called_by = "Simulation" if function.__name__ == "__init__" else function.__name__

    @wraps(function)
    def called(*given: Any, **named: Any) -> Any:
        for name in named:
            if name not in known and "changes" in known and _is_a_lever(name):
                raise UserError(f"{called_by}: no argument {name!r}; what a regime sets goes into its changes: "
                                f"{called_by}(..., {{{name!r}: {named[name]!r}}}).")
            if name not in known and not takes_any:
                raise unknown(called_by, "argument", name, [one for one in known if one != "self"])
        first = [_meant(name, value, wanted[name]) for name, value in zip(places, given, strict=False)]
        rest = {name: _meant(name, value, wanted.get(name, "")) for name, value in named.items()}
        return function(*first, *given[len(first):], **rest)

    return called  # type: ignore[return-value]


def _is_a_lever(name: str) -> bool:
    from unanimity.world.levers import BY_NAME  # which speaks of errors itself

    return name in BY_NAME
