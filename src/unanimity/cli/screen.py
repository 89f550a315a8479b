"""What the screen shows: notes and progress on stderr, tables on stdout, JSON as one value."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import typer

Progress = Callable[[str, int, int], None]


def note(text: str) -> None:
    """A line for the person, not for the next program."""
    typer.echo(text, err=True)


def print_json(value: Any) -> None:
    """One JSON value on stdout; numbers that are not numbers become null."""
    typer.echo(json.dumps(plain(value), indent=1, default=str))


def plain(value: Any) -> Any:
    """A value that JSON can hold."""
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def print_table(title: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """A table on stdout."""
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title or None, title_justify="left", box=None, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*(str(cell) for cell in row))
    wide = None if sys.stdout.isatty() else 160
    Console(width=wide, markup=False, highlight=False).print(table)


@contextmanager
def progress(label: str, quiet: bool = False, unit: str = "months") -> Iterator[Progress]:
    """A bar with time left on stderr; nothing but a line for compilation where stderr is no terminal."""
    if quiet or not sys.stderr.isatty():
        yield _compile_note
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn(f"{unit},"),
               TimeElapsedColumn(), TextColumn("gone,"), TimeRemainingColumn(), TextColumn("left"))
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=None)

        def tell(what: str, done: int, total: int) -> None:
            if what == "compile":
                _compile_note(what, done, total)
            bar.update(task, completed=done, total=total)

        yield tell


def _compile_note(what: str, done: int, total: int) -> None:
    if what == "compile":
        note("compiling the month, once for this version and set of mechanisms ... about half a minute")


def number(value: float) -> str:
    """Three significant digits; whole numbers from a thousand up."""
    if value is None or not math.isfinite(value):
        return "-"
    return f"{value:.3g}" if abs(value) < 1000 else f"{value:,.0f}"
