"""A generated function: signature, what is read once a world, body. The writers of passes build on this."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import indent

from unanimity.compiler import NUMBERS
from unanimity.engine.argument_lookup import Scope

SIZES = ("people", "units", "cells", "issues", "month")
assert 3 + len(SIZES) == NUMBERS  # after the world and the first and last cell


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


def _block(lines: list[str], by: int = 1) -> str:
    return indent("\n".join(lines), "    " * by)


def finish(name: str, scope: Scope, body: list[str], functions: dict[str, object], splits: bool, label: str) -> Source:
    """Signature, what is read once a world, and the body."""
    arrays = tuple(sorted(scope.arrays))
    head = f"def {name}(w, low, high, {', '.join(SIZES)}{''.join(', ' + a for a in arrays)}):"
    once = ["base = w * people", "u_base = w * units"]
    once += [f"{variable} = {value}" for variable, value in scope.once_a_world.items()]
    text = f'{head}\n    """{label}"""\n{_block(once)}\n{_block(body)}\n'
    return Source(name, text, arrays, {**functions, **scope.tuples}, splits, label)
