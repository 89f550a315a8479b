"""The messages when a rule cannot be compiled: numba would name neither the rule nor the remedy.

Before anything is compiled: a rule that reads what the function around it holds, or calls a helper that is no formula.
After numba has refused: a rule that writes a column that is not among its `writes`.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterable
from types import FunctionType
from typing import Any

from unanimity.engine.own_rule_checks import in_words
from unanimity.engine.tree import Source
from unanimity.support.code_digest import LIBRARIES, reached
from unanimity.support.errors import ModelError
from unanimity.world.formula import arguments, is_formula
from unanimity.world.tables import NAMES, ROWS, SO_FAR, lever_of


def check_calls(source: Source) -> None:
    """Refuse what compiled code cannot reach: values of a function around a rule, and helpers that are no formulas."""
    for function in _formulas(source):
        around = function.__code__.co_freevars
        if around:
            raise ModelError(f"{source.label}: {function.__name__} reads {', '.join(around)} of the function in which "
                             f"it was made; allowed: arguments, parameters `p`, and constants of a module")
        for name, called in reached(function):
            if isinstance(called, FunctionType) and called.__module__.split(".")[0] not in LIBRARIES:
                _check_call(f"{source.label}: {function.__name__} calls {name}", name, called)


def _check_call(says: str, name: str, called: FunctionType) -> None:
    if not is_formula(called):
        raise ModelError(f"{says}, which is no formula; put @formula (of unanimity.world.formula) above its definition")
    if "." in name:
        raise ModelError(f"{says} through its module; allowed: from {called.__module__} import {called.__name__}")


def refused(sources: Iterable[Source], fault: Exception) -> ModelError | None:
    """numba's refusal in words: the first write to a column that may only be read, or another error in a user's
    function; None if it is neither."""
    sources = tuple(sources)
    for source in sources:
        writable = set(re.findall(r"\bwritable\w*\((\w+),", source.text))
        for function in _formulas(source):
            for table, field in _written(function) if set(arguments(function)) & set(NAMES) else ():
                if _array_of(table, field) not in writable:
                    return ModelError(f"{source.label} writes {table}.{field} in {function.__name__}, which is not "
                                      "among its `writes`; allowed: name it there (of levers, the table: `levers`)")
    return in_words(fault, [function for source in sources for function in _formulas(source)])


def _formulas(source: Source) -> list[Any]:
    """The rules and formulas of a generated function, at any remove."""
    waiting = [thing for thing in source.functions.values() if is_formula(thing)]
    found: dict[Any, None] = {}
    while waiting:
        here: Any = waiting.pop()
        if here not in found:
            found[here] = None
            waiting += [thing for name in here.__code__.co_names if is_formula(thing := here.__globals__.get(name))]
    return list(found)


def _array_of(table: str, field: str) -> str:
    """The array in which a field of a table is kept."""
    if table == "levers":
        return ROWS[field.removesuffix("rows") if field.endswith("rows") else lever_of(field)[0]]
    return SO_FAR + field if table == "so_far" else field


def _written(function: Any) -> list[tuple[str, str]]:
    """Tables and columns into which a function stores."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    return [(place.value.value.id, place.value.attr) for place in ast.walk(tree)
            if isinstance(place, ast.Subscript) and isinstance(place.ctx, ast.Store)
            and isinstance(place.value, ast.Attribute) and isinstance(place.value.value, ast.Name)
            and place.value.value.id in NAMES]
