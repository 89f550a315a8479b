"""Compiled functions that are no steps of the month, kept in the same folder.

Each is called through a generated function of one line, whose name contains a digest of everything that it reaches
(support/code_digest.py). An edit anywhere therefore compiles it anew.
"""

from __future__ import annotations

from threading import Lock
from typing import Any

from unanimity.compiler import OPTIONS, inner, keep
from unanimity.engine.kernels import written
from unanimity.support.code_digest import meaning
from unanimity.world.formula import arguments, compile_formula

_one_at_a_time = Lock()
_formulas: dict[Any, Any] = {}


def fast(function: Any) -> Any:
    """A compiled function that only other compiled functions call."""
    return inner(function, allocates=True)


def compiled(function: Any) -> Any:
    """A formula (world/formula.py) as a compiled function that other compiled functions call."""
    return compile_formula(function, fast, _formulas)


class Kept:
    """A compiled function that Python calls; it is looked up in the folder at its first call."""

    def __init__(self, function: Any) -> None:
        self.function, self.__doc__ = function, function.__doc__
        self.outer: Any = None

    def __call__(self, *given: Any) -> Any:
        """Call it."""
        if self.outer is None:
            with _one_at_a_time:
                self.outer = self.outer or _outer(self.function)
        return self.outer(*given)


def _outer(function: Any) -> Any:
    name, asked = function.__name__, ", ".join(arguments(function.py_func))
    text = f"def {name}({asked}):\n    return body({asked})\n"
    title = f"{name}_{meaning(function)[:16]}"
    _, module = written(title, text)
    module.__dict__["body"] = function
    return keep(module.__dict__[name], title, lambda: title, **OPTIONS)


def kept(function: Any) -> Kept:
    """A function compiled at its first call and kept for every later process."""
    return Kept(fast(function))
