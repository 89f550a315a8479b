"""Public functions refuse an unknown argument in one line, with the nearest name that exists."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from unanimity.support.errors import UserError, unknown
from unanimity.world.levers import BY_NAME

Called = TypeVar("Called", bound=Callable[..., Any])


def in_plain_words(function: Called) -> Called:
    """A public function that names the nearest argument where the caller's has no meaning, instead of a traceback.

    >>> in_plain_words(lambda months=1: months)(month=3)
    Traceback (most recent call last):
    unanimity.support.errors.UserError: <lambda>: no argument 'month'. Did you mean 'months'? Known: months.
    """
    known = inspect.signature(function).parameters

    @wraps(function)
    def called(*given: Any, **named: Any) -> Any:
        for name in named:
            if name not in known and "changes" in known and name in BY_NAME:
                raise UserError(f"{function.__name__}: no argument {name!r}; what a regime sets goes into its changes: "
                                f"{function.__name__}(..., {{{name!r}: {named[name]!r}}}).")
            if name not in known:
                raise unknown(function.__name__, "argument", name, known)
        return function(*given, **named)

    return called  # type: ignore[return-value]
