"""Public functions take ordinary arguments (support/manners.py) and refuse an unknown one in one line, with the nearest
name that exists."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from unanimity.support.errors import UserError, unknown
from unanimity.support.manners import meant
from unanimity.world.levers import BY_NAME

Called = TypeVar("Called", bound=Callable[..., Any])


def in_plain_words(function: Called) -> Called:
    """A public function whose error for an unknown argument names the nearest one.

    >>> in_plain_words(lambda months=1: months)(month=3)
    Traceback (most recent call last):
    unanimity.support.errors.UserError: <lambda>: no argument 'month'. Did you mean 'months'? Known: months.
    """
    known = inspect.signature(function).parameters
    wanted = {name: str(one.annotation) for name, one in known.items()}
    places = list(known)
    takes_any = any(one.kind is inspect.Parameter.VAR_KEYWORD for one in known.values())
    called_by = "Simulation" if function.__name__ == "__init__" else function.__name__

    @wraps(function)
    def called(*given: Any, **named: Any) -> Any:
        for name in named:
            if name not in known and "changes" in known and name in BY_NAME:
                raise UserError(f"{called_by}: no argument {name!r}; what a regime sets goes into its changes: "
                                f"{called_by}(..., {{{name!r}: {named[name]!r}}}).")
            if name not in known and not takes_any:
                raise unknown(called_by, "argument", name, [one for one in known if one != "self"])
        first = [meant(name, value, wanted[name]) for name, value in zip(places, given, strict=False)]
        rest = {name: meant(name, value, wanted.get(name, "")) for name, value in named.items()}
        return function(*first, *given[len(first):], **rest)

    return called  # type: ignore[return-value]
