"""What to say when a rule writes a column that is not among its `writes`: numba would name neither of the two."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterable
from typing import Any

from unanimity.engine.source import Source
from unanimity.world.errors import ModelError
from unanimity.world.formula import arguments, is_formula
from unanimity.world.tables import NAMES


def refused(sources: Iterable[Source]) -> ModelError | None:
    """The first write to a column that was only lent to be read, in words; None if there is none."""
    for source in sources:
        lent = set(re.findall(r"\blent\w*\((\w+),", source.text))
        for function in _reached(source):
            for table, field in _written(function):
                if field not in lent:
                    return ModelError(f"{source.label} writes {table}.{field} in {function.__name__}, which is not "
                                      "among its `writes`; allowed: name it there (or, of levers, in `moves`)")
    return None


def _reached(source: Source) -> list[Any]:
    waiting = [thing for thing in source.functions.values() if is_formula(thing)]
    found: dict[Any, None] = {}
    while waiting:
        here: Any = waiting.pop()
        if here not in found:
            found[here] = None
            waiting += [thing for name in here.__code__.co_names if is_formula(thing := here.__globals__.get(name))]
    return [function for function in found if set(arguments(function)) & set(NAMES)]


def _written(function: Any) -> list[tuple[str, str]]:
    """Tables and columns into which a function stores."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    return [(place.value.value.id, place.value.attr) for place in ast.walk(tree)
            if isinstance(place, ast.Subscript) and isinstance(place.ctx, ast.Store)
            and isinstance(place.value, ast.Attribute) and isinstance(place.value.value, ast.Name)
            and place.value.value.id in NAMES]
