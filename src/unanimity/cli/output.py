"""What the screen shows: notes on stderr, tables on stdout, JSON as one value (bars: support/progress.py)."""

from __future__ import annotations

import math
import shutil
import sys
from collections.abc import Sequence
from typing import Any

import typer

from unanimity.support.number_format import plain


def legend(text: str) -> None:
    """Note what the citations of a text stand for, if it holds any."""
    from unanimity.support.works import legend as told

    if told(text):
        note(told(text))


def note(text: str) -> None:
    """A line for the person, not for the next program."""
    typer.echo(text, err=True)


def check_extras(out: object, what: str = "--out") -> None:
    """Before anything is computed: whether the packages are there that write tables and draw pages into `out`."""
    from unanimity.support.extras import need

    if out is not None:
        need(what, "pyarrow", "altair", "vl_convert", "jinja2")


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
    for column in columns:
        table.add_column(column, overflow="fold", no_wrap=column == "id")  # an id is copied from the screen, whole
    for row in rows:
        table.add_row(*(soft(str(cell)) for cell in row))
    Console(width=width(), markup=False, highlight=False).print(table)


def number(value: float) -> str:
    """Three significant digits; whole numbers from a thousand up."""
    return "-" if value is None or not math.isfinite(value) else soft(plain(value))
