"""Decisions of rules over tables on plain numbers: what a rule would set or return is recorded, not carried out."""

from __future__ import annotations

from types import FunctionType, SimpleNamespace

import numpy as np

from unanimity.world.formula import arguments
from unanimity.world.tables import NAMES

NUMBERS = ("i", "u", "slot", "seat", "branch")


class Noted:
    """A table of which nothing is known: what is set in it is noted, in order."""

    def __init__(self, notes, known=None):
        self.__dict__.update(_notes=notes, _known=known)

    def __getattr__(self, name):
        return Cell(self._notes, getattr(self._known, name, 0))


class Cell:
    """One column of such a table; its number is that of the row that stands for the table."""

    def __init__(self, notes, value):
        self.notes, self.value = notes, value

    def __getitem__(self, place):
        return self.value

    def __setitem__(self, place, value):
        self.notes.append(value)


def does(rule, by="", **numbers):
    """What a rule returns; or, where it sets tables, what it sets and then what it hands to the formula `by`.

    `numbers` are its arguments by name, and what the formulas return that it asks (by their names); places are 0.
    """
    function, notes = getattr(rule, "function", rule), []
    scope, writes = dict(function.__globals__), getattr(rule, "writes", ())
    asked = arguments(function)
    scope |= {name: value if callable(value) else (lambda *_, value=value: value) for name,
              value in numbers.items() if name not in asked}
    if by:
        known = {*NAMES, "month", "seed", "log", "p", *(name for name in arguments(scope[by]) if name[:2] == "p_")}
        decided = [k for k, name in enumerate(arguments(scope[by])) if k > 0 and name not in known]
        scope[by] = lambda *given: notes.extend(given[k] for k in decided)
    twin = FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
    given = []
    for name in asked:
        row = numbers.get(name)
        if name == "country" and row is not None:
            row = SimpleNamespace(**{field: Cell(notes, value) if field in writes and np.ndim(value) == 0 else value
                                     for field, value in vars(row).items()})
        elif name in NAMES and row is None:
            row = Noted(notes)
        given.append(numbers[name] if name in numbers and row is numbers[name] else
                     0 if row is None and name in NUMBERS else row)
    found = twin(*given)
    if found is not None:
        return found
    return None if not notes else notes[0] if len(notes) == 1 else tuple(notes)
