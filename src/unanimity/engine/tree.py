"""The loop tree: what a step of the month does, as data, and the one way in which it is printed.

engine/lower_*.py translate the five words into these few nodes. A block is a list of nodes, so rules are fused into one
loop, and tests are put around them, without touching text; the leaves are Python expressions. `printed` writes a tree
as Python. numba compiles that text for the month, plain Python runs it as it is (engine/interpret.py), and
benchmarks/gpu.py puts its own loop around the same body for CUDA.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from symtable import symtable
from typing import TYPE_CHECKING

from unanimity.compiler import NUMBERS
from unanimity.engine.world_views import VIEWS
from unanimity.support.errors import ModelError
from unanimity.world.columns import Column
from unanimity.world.draws import as_uniform, block, uniform, word

if TYPE_CHECKING:
    from unanimity.engine.argument_lookup import Scope

SIZES = ("people", "units", "cells", "issues", "month")
assert 3 + len(SIZES) == NUMBERS  # after the world and the first and last cell
# what any generated text may use, beside the functions of its own rules
DRAWS = {"block": block, "word": word, "as_uniform": as_uniform, "uniform": uniform}
IN_ANY_TEXT = {"np", "float", "max", "min", "range", *DRAWS, *VIEWS}


@dataclass(frozen=True)
class Let:
    """Assign a value to a name; several names unpack a tuple."""

    names: str
    value: str


@dataclass(frozen=True)
class Store:
    """Store a value in a column, or add it to what is there."""

    place: str
    value: str
    adds: bool = False


@dataclass(frozen=True)
class Fold:
    """Add a value to a running sum, or raise a running maximum to it."""

    name: str
    value: str
    how: str = "sum"


@dataclass(frozen=True)
class Call:
    """Call a function that returns nothing."""

    call: str


@dataclass(frozen=True)
class Skip:
    """Continue with the next round of the loop if a test holds."""

    test: str


@dataclass(frozen=True)
class If:
    """Run a block if a test holds, another if it does not."""

    test: str
    body: Sequence[Node]
    otherwise: Sequence[Node] = ()


@dataclass(frozen=True)
class For:
    """Run a block for each value of an iterable."""

    each: str
    over: str
    body: Sequence[Node]


@dataclass(frozen=True)
class While:
    """Run a block as long as a test holds."""

    test: str
    body: Sequence[Node]


Node = Let | Store | Fold | Call | Skip | If | For | While
Block = list[Node]


def printed(block: Sequence[Node], depth: int = 0) -> list[str]:
    """A block as lines of Python."""
    lines: list[str] = []
    for node in block:
        match node:
            case Let(names, value):
                lines.append(f"{names} = {value}")
            case Store(place, value, adds):
                lines.append(f"{place} {'+=' if adds else '='} {value}")
            case Fold(name, value, how):
                lines.append(f"{name} += {value}" if how == "sum" else f"{name} = max({name}, {value})")
            case Call(call):
                lines.append(call)
            case Skip(test):
                lines += [f"if {test}:", "    continue"]
            case If(test, body, otherwise):
                lines += [f"if {test}:", *printed(body, 1), *(["else:", *printed(otherwise, 1)] if otherwise else [])]
            case For(each, over, body):
                lines += [f"for {each} in {over}:", *printed(body, 1)]
            case While(test, body):
                lines += [f"while {test}:", *printed(body, 1)]
    return ["    " * depth + line for line in lines]


@dataclass(frozen=True)
class Source:
    """One generated function: its text, the arrays that it takes, and the functions and classes that it names."""

    name: str
    text: str
    arrays: tuple[str, ...]
    functions: dict[str, object]
    splits: bool
    label: str

    @property
    def owner(self) -> str:
        """The mechanism whose step it is, or the first of those that share the loop."""
        return self.name.removeprefix("step_").split("_")[0]


def finish(name: str, scope: Scope, body: Sequence[Node], splits: bool, label: str) -> Source:
    """Print a body as a function, with its signature and with what is read once a world."""
    once = [Let("base", "w * people"), Let("u_base", "w * units"), *lets(scope.once_a_world)]
    lines = printed([*once, *body], 1)
    arrays = arrays_read(lines, scope.functions, scope.plan.columns)
    text = [f"def {name}({', '.join(('w', 'low', 'high', *SIZES, *arrays))}):", f'    """{label}"""', *lines, ""]
    return Source(name, "\n".join(text), arrays, scope.functions, splits, label)


def arrays_read(lines: Sequence[str], functions: Collection[str], columns: Mapping[str, Column]) -> tuple[str, ...]:
    """The arrays that a printed body takes: the names that it uses and does not bind, except those of functions."""
    text = "\n".join([f"def step({', '.join(('w', 'low', 'high', *SIZES))}):", *lines])
    (body,) = symtable(text, "step", "exec").get_children()
    for name in ({*body.get_locals()} | IN_ANY_TEXT) & {*columns}:  # type: ignore[attr-defined]
        if re.search(rf"\b{name}\[", text):
            raise ModelError(f"mechanism {columns[name].owner!r}: a column cannot be called '{name}', since generated "
                             "loops use that name; allowed: another name")
    return tuple(sorted({*body.get_globals()} - {*functions} - IN_ANY_TEXT))  # type: ignore[attr-defined]


def lets(values: dict[str, str]) -> Block:
    """Assignments of values that are read once."""
    return [Let(name, value) for name, value in values.items()]
