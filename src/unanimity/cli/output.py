"""What the screen shows: notes on stderr, tables on stdout, JSON as one value (bars: support/progress.py)."""

from __future__ import annotations

import codecs
import io
import math
import shutil
import sys
import unicodedata
from collections.abc import Sequence
from typing import Any

import typer

from unanimity.support.number_format import plain

LONGEST_WORD = 40  # letters: longer words of a table are broken
GAP = 2  # spaces between the columns of a table
SIMPLER = {"\u2212": "-", "\u2013": "-", "\u2014": "-", "\u00a0": " ", "\u2192": "->", "\u2026": "...", "\u2018": "'",
           "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u00b7": "*", "\u00d7": "x", "\u2264": "<=", "\u2265": ">="}


def write_what_can_be_written() -> None:
    """Where the screen or a pipe has an encoding without some sign (a minus, an arrow), a simpler one is written: no
    number loses its sign, and no command ends half-way."""
    codecs.register_error("simpler", _simpler)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors in ("strict", "surrogateescape"):
            stream.reconfigure(errors="simpler")


def _simpler(slip: UnicodeError) -> tuple[str, int]:
    assert isinstance(slip, UnicodeEncodeError)
    signs = slip.object[slip.start:slip.end]
    bare = [SIMPLER.get(sign, unicodedata.normalize("NFKD", sign)).encode("ascii", "ignore").decode() for sign in signs]
    return "".join(text or "?" for text in bare), slip.end


def legend(text: str) -> None:
    """Note what the citations of a text stand for, if it holds any."""
    from unanimity.support.works import legend as told

    if told(text):
        note(told(text))


def note(text: str) -> None:
    """A line for the person, not for the next program."""
    typer.echo(text, err=True)


OF_A_PAGE = ("pyarrow", "altair", "vl_convert", "jinja2")  # packages that write tables and draw pages


def check_extras(out: object) -> None:
    """Before anything is computed: whether the packages are there that write tables and draw pages into `out`."""
    from unanimity.support.extras import need

    if out is not None:
        need("--out", *OF_A_PAGE)


def patient() -> None:
    """Work that may take hours: into a pipe goes a line every half minute."""
    from unanimity.support.progress import SECONDS_BETWEEN_LINES, lines_into_a_pipe

    lines_into_a_pipe(note, SECONDS_BETWEEN_LINES)


def soft(text: str) -> str:
    """The text with spaces at which a line may break: a terminal's reader copies numbers."""
    return text.replace("\u00a0", " ")


def print_json(value: Any) -> None:
    """One JSON value on stdout; numbers that are not numbers become null."""
    from unanimity.results.atomic_files import json_text

    typer.echo(json_text(value))


def width() -> int:
    """Letters in a line: the terminal's, and 160 into a pipe."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 160


def print_table(title: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """A table on stdout."""
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title or None, title_justify="left", box=None, pad_edge=False, header_style="bold")
    texts = [[soft(str(cell)) for cell in row] for row in rows]
    wide = widths(list(zip(columns, *texts, strict=True)), width())
    for column, letters in zip(columns, wide, strict=True):
        table.add_column(column, overflow="fold", width=letters)
    for text in texts:
        table.add_row(*text)
    whole = sum(wide) + GAP * len(wide)  # a terminal that is too narrow even so breaks lines; words stay whole
    Console(width=max(width(), whole), markup=False, highlight=False).print(table)


def widths(columns: Sequence[Sequence[str]], room: int) -> list[int]:
    """How many letters each column of a table gets: all that it needs where there is room, else at least its longest
    word; what is left is shared out by what is lacking.

    >>> widths([["measure", "unanimity"], ["meaning", "who does not dissent"]], 24), widths([["a", "b c"]], 80)
    ([9, 13], [3])
    """
    lines = [[line for text in column for line in text.split("\n")] for column in columns]
    whole = [max(map(len, column), default=0) for column in lines]
    least = [min(LONGEST_WORD, max((len(word) for line in column for word in line.split()), default=0))
             for column in lines]
    lacking = [most - some for most, some in zip(whole, least, strict=True)]
    left = room - GAP * (len(columns) - 1) - sum(least)
    share = min(1.0, max(0, left) / sum(lacking)) if sum(lacking) else 0.0
    return [some + int(share * more) for some, more in zip(least, lacking, strict=True)]


def number(value: float) -> str:
    """Three significant digits; whole numbers from a thousand up."""
    return "-" if value is None or not math.isfinite(value) else soft(plain(value))
