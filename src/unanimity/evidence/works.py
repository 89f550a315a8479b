"""The documents that are cited by a number: which work `001` is, by whom and of when."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources


@dataclass(frozen=True)
class Work:
    """A document that was read whole."""

    code: str
    short: str
    authors: str
    title: str
    date: str
    kind: str
    lines: int

    @property
    def sentence(self) -> str:
        """As a bibliography has it."""
        return f"{self.title} ({self.authors}), {self.date}: {self.kind}; {self.lines:,} lines."


@cache
def works() -> dict[str, Work]:
    """Every document by its number.

    >>> works()["001"].short
    'Letter to Bukharin'
    """
    text = (resources.files("unanimity.evidence") / "data" / "works.toml").read_text(encoding="utf-8")
    return {code: Work(code, **told) for code, told in tomllib.loads(text).items()}
