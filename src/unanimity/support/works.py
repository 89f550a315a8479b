"""The documents that are cited by number: the title, author and date of work `001` and so on."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources


@dataclass(frozen=True)
class Work:
    """A document that was read in full."""

    code: str
    short: str
    authors: str
    title: str
    date: str
    kind: str
    lines: int

    @property
    def sentence(self) -> str:
        """The work as an entry of a bibliography."""
        return f"{self.title} ({self.authors}), {self.date}: {self.kind}; {self.lines:,} lines."


CITED = re.compile(r"\b(00[0-9]) l\.(\d+)")


def legend(text: str) -> str:
    """An explanation of the citations in a text, such as 001 l.39, or "" if it holds none.

    >>> legend("001 l.39-55; assumed")
    '001 l.39: line 39 of source 001. 001: Letter to Bukharin (L. Trotsky, undated, about January 1926).'
    """
    found = CITED.search(text)
    if found is None:
        return ""
    named = [works()[code] for code in sorted({code for code, _ in CITED.findall(text)}) if code in works()]
    listed = "; ".join(f"{work.code}: {work.short} ({work.authors}, {work.date})" for work in named)
    return f"{found[0]}: line {found[2]} of source {found[1]}. {listed}."


@cache
def works() -> dict[str, Work]:
    """Every document by its number.

    >>> works()["001"].short
    'Letter to Bukharin'
    """
    text = (resources.files("unanimity.support") / "works.toml").read_text(encoding="utf-8")
    return {code: Work(code, **told) for code, told in tomllib.loads(text).items()}
