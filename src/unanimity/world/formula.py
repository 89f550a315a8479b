"""Formulas: pure functions of numbers, plain Python here, compiled by the engine for the CPU or for CUDA.

Tests and notebooks call a formula directly. When a rule that uses it is compiled, the engine copies the function and
replaces every formula among its globals by the compiled version (`compile_formula`), so one source serves every
machine.
"""

from __future__ import annotations

import dis
import inspect
import sys
import types
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from itertools import pairwise
from typing import Any, cast

_MARK = "__unanimity_formula__"
OWN_MODULE = "unanimity_own_"  # prefix of the names of modules that were read from a user's file (regimes/own_code.py)
_WRITES = "__unanimity_writes__"


def formula(function: Any = None, *, writes: tuple[str, ...] = ()) -> Any:
    """Mark a function of numbers and tables that rules may call: `@formula`.

    One that changes tables (world/tables.py) names the columns: `@formula(writes=("status", "arrested"))`. Whoever
    calls it writes them too, and need not say so again.
    """

    def mark(marked: Callable[..., Any]) -> Callable[..., Any]:
        setattr(marked, _MARK, True)
        if writes:
            setattr(marked, _WRITES, writes)
        return marked

    return mark if function is None else mark(function)


@lru_cache(maxsize=4096)  # a month of a hundred people would spend half its time in asking again
def arguments(function: Callable[..., Any]) -> tuple[str, ...]:
    """The names of a function's arguments."""
    return tuple(inspect.signature(function).parameters)


@lru_cache(maxsize=4096)
def returns_nothing(function: Callable[..., Any]) -> bool:
    """Whether a function never returns a value, so that all its effects are on tables."""
    steps = list(dis.get_instructions(function))
    return all(before.opname == "LOAD_CONST" and before.argval is None
               for before, step in pairwise(steps) if step.opname == "RETURN_VALUE")


@lru_cache(maxsize=4096)
def written_by(function: Callable[..., Any]) -> tuple[str, ...]:
    """The columns that a function, or a formula that it calls at any remove, sets in tables."""
    found: dict[str, None] = {}
    waiting: list[Any] = [function]
    reached = {function}
    while waiting:
        here = waiting.pop(0)
        found |= dict.fromkeys(getattr(here, _WRITES, ()))
        for name in here.__code__.co_names:
            called = here.__globals__.get(name)
            if is_formula(called) and called not in reached:
                reached.add(called)
                waiting.append(called)
    return tuple(found)


def is_formula(thing: object) -> bool:
    """Whether `thing` is marked as a formula."""
    return isinstance(thing, types.FunctionType) and hasattr(thing, _MARK)


def by_its_name(thing: object, function: Callable[..., Any]) -> tuple[Any, ...] | None:
    """How a declared thing (a rule, a measure) is pickled. If it is defined in a file under its function's name, it is
    pickled by that name; a thing of a notebook or script is pickled by value, as cloudpickle does it."""
    module = sys.modules.get(function.__module__)
    by_value = function.__module__ == "__main__" or function.__module__.startswith(OWN_MODULE)
    if by_value or getattr(module, function.__name__, None) is not thing:
        return None
    return _named, (function.__module__, function.__name__)


def _named(module: str, name: str) -> Any:
    return getattr(import_module(module), name)


def compile_formula(function: Callable[..., Any], jit: Callable[..., Any], done: dict[Any, Any]) -> Any:
    """The compiled version of `function`; `jit` is numba's decorator for the target, `done` caches results."""
    if function in done:
        return done[function]
    scope = dict(function.__globals__)
    for name in function.__code__.co_names:
        helper = scope.get(name)
        if is_formula(helper):
            scope[name] = compile_formula(cast(Any, helper), jit, done)
    twin = types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
    twin.__module__ = function.__module__
    twin.__qualname__ = function.__qualname__
    done[function] = jit(twin)
    return done[function]


@formula
def clip(x):
    """`[x]` of the cards: x clipped to 0..1."""
    return 0.0 if x < 0.0 else (1.0 if x > 1.0 else x)


@formula
def positive(x):
    """`x+` of the cards: max(0, x)."""
    return x if x > 0.0 else 0.0
