"""The loop tree: what a step of the month does, as data, and the one way in which it is printed.

The five words lower to these few nodes (engine/lower_*.py). A block is a list of nodes, so passes put loops together,
lay tests around them and share them without ever touching text; leaves are expressions. `printed` writes a tree as
Python: numba compiles that for the month, plain Python runs the same (engine/interpret.py), and benchmarks/gpu.py lays
its own loop around the same body for CUDA.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from unanimity.compiler import NUMBERS

if TYPE_CHECKING:
    from unanimity.engine.argument_lookup import Scope

SIZES = ("people", "units", "cells", "issues", "month")
assert 3 + len(SIZES) == NUMBERS  # after the world and the first and last cell


@dataclass(frozen=True)
class Let:
    """Names for a value; several names take a tuple apart."""

    names: str
    value: str


@dataclass(frozen=True)
class Store:
    """A number of a column gets a value, or has it added."""

    place: str
    value: str
    adds: bool = False


@dataclass(frozen=True)
class Fold:
    """What has come together so far, and one more: a sum, or the largest."""

    name: str
    value: str
    how: str = "sum"


@dataclass(frozen=True)
class Call:
    """A call for what it does."""

    call: str


@dataclass(frozen=True)
class Skip:
    """On to the next, if the test holds."""

    test: str


@dataclass(frozen=True)
class If:
    """A block under a test, and another for the rest."""

    test: str
    body: Sequence[Node]
    otherwise: Sequence[Node] = ()


@dataclass(frozen=True)
class For:
    """A block for each of several."""

    each: str
    over: str
    body: Sequence[Node]


@dataclass(frozen=True)
class While:
    """A block as long as a test holds."""

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
    """One generated function: its text, the arrays it takes, and the Python names it uses."""

    name: str
    text: str
    arrays: tuple[str, ...]
    functions: dict[str, object]
    splits: bool
    label: str

    @property
    def owner(self) -> str:
        """The mechanism whose step it is (the first, of a loop that several share)."""
        return self.name.removeprefix("step_").split("_")[0]


def finish(name: str, scope: Scope, body: Sequence[Node], splits: bool, label: str) -> Source:
    """A function of its own: signature, what is read once a world, and the body."""
    arrays = tuple(sorted(scope.arrays))
    once = [Let("base", "w * people"), Let("u_base", "w * units"), *lets(scope.once_a_world)]
    text = [f"def {name}(w, low, high, {', '.join(SIZES)}{''.join(', ' + a for a in arrays)}):",
            f'    """{label}"""', *printed([*once, *body], 1), ""]
    return Source(name, "\n".join(text), arrays, {**scope.functions, **scope.tuples}, splits, label)


def lets(values: dict[str, str]) -> Block:
    """Names for what is read once."""
    return [Let(name, value) for name, value in values.items()]
