"""How far a long piece of work is: a bar with step, total and time left, on stderr or in a notebook.

    with progress("compiling", total=165, unit="steps") as bar:
        for step in steps:
            step.compile()
            bar.advance()

Bars opened inside one another stand one below the other. Nothing is drawn where stderr is no terminal and no notebook
shows the cell, in forked children, in threads beside the main one, and inside `silence()`. The command line asks for
lines instead where it writes into a pipe (`lines_into_a_pipe`). No thread redraws a bar: a program
that forks while one stands (as the compiler of the month does) forks safely.
"""

from __future__ import annotations

import html
import math
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import parent_process
from typing import Any

from unanimity.support.errors import refuse

PATIENCE = 0.4  # seconds that a bar waits before it shows itself: what is quick needs none; a long step shows at once
SECONDS_BETWEEN_DRAWINGS = 0.1
SECONDS_BETWEEN_LINES = 30.0

Tell = Callable[[str, int, int], None]  # what is being done, how much is done, how much there is in all
Wish = bool | Tell | None  # the argument `progress` of a public call: None and True a bar, False nothing


class Bar:
    """One piece of work: its title, how much of it is done, how much there is in all (None: nobody knows)."""

    def __init__(self, title: str, total: int | None = None, unit: str = "", aloud: bool = False,
                 patient: bool = True) -> None:
        self.title, self.total, self.unit, self.aloud, self.patient = title, total, unit, aloud, patient
        self.done, self.begun = 0, time.monotonic()
        self.paced = self.begun  # since when its pace is counted: births and compiling come before the first month
        self.display = Nothing()
        self.key: Any = None  # what the display knows it by

    def advance(self, count: int = 1) -> None:
        """So much more is done."""
        self.at(self.done + count)

    def at(self, done: int, total: int | None = None) -> None:
        """So much is done, of so much in all; nothing yet: the pace is counted from now."""
        if done == 0:
            self.paced = time.monotonic()
        self.done = done
        self.total = self.total if total is None else total
        self.display.moved(self)

    def tell(self, what: str, done: int, total: int) -> None:
        """The same as a callback of the engine."""
        if total:
            self.at(done, total)

    @property
    def seconds_left(self) -> float | None:
        """Seconds left at the pace so far; None before there is one."""
        if not self.total or not 0 < self.done <= self.total:
            return None
        return (time.monotonic() - self.paced) * (self.total - self.done) / self.done


class Nothing:
    """No display at all; also the mother of those that show something."""

    def opened(self, bar: Bar) -> None:
        """A bar was opened."""

    def moved(self, bar: Bar) -> None:
        """A bar has moved."""

    def closed(self, bar: Bar) -> None:
        """A bar was closed."""


class Drawn(Nothing):
    """A display that is drawn anew at most ten times a second, and not before the first bar has stood a while."""

    def __init__(self) -> None:
        self.bars: list[Bar] = []
        self.last = -1.0

    def opened(self, bar: Bar) -> None:
        """Stand below those that are open already."""
        self.bars.append(bar)
        self.moved(bar)

    def moved(self, bar: Bar) -> None:
        """Draw, unless it was drawn a moment ago or the work has only begun."""
        now = time.monotonic()
        due = self.last >= 0 or not bar.patient or now - self.bars[0].begun >= PATIENCE
        if bar in self.bars and due and now - self.last >= SECONDS_BETWEEN_DRAWINGS:
            self.last = now
            self.draw()

    def closed(self, bar: Bar) -> None:
        """Take the bar away; with the last one the display goes."""
        self.bars.remove(bar)
        if not self.bars:
            self.erase()
            self.last = -1.0
        elif self.last >= 0:
            self.draw()

    def draw(self) -> None:
        """Show the bars as they stand."""

    def erase(self) -> None:
        """Take everything away."""


class Terminal(Drawn):
    """Bars on stderr, drawn by Rich without a thread of their own."""

    def __init__(self) -> None:
        super().__init__()
        self.rich: Any = None

    def draw(self) -> None:
        """Bring Rich's tasks to where the bars stand."""
        if self.rich is None:
            self.rich = _rich()
            self.rich.start()
        known = {task.id for task in self.rich.tasks}
        for bar in self.bars:
            if bar.key not in known:
                bar.key = self.rich.add_task(bar.title, total=bar.total, unit=bar.unit)
            self.rich.update(bar.key, completed=bar.done, total=bar.total)
        for gone in known - {bar.key for bar in self.bars}:
            self.rich.remove_task(gone)
        self.rich.refresh()

    def erase(self) -> None:
        """Leave the screen as it was."""
        if self.rich is not None:
            self.rich.stop()
            self.rich = None


def _rich() -> Any:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(),
               TextColumn("{task.fields[unit]},", markup=False), TimeElapsedColumn(), TextColumn("gone,"),
               TimeRemainingColumn(), TextColumn("left"))
    return Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False,
                    redirect_stdout=sys.stdout.isatty())  # it would send to stderr what is meant for a pipe


class Notebook(Drawn):
    """Bars under the cell that runs, as plain HTML: no widgets, nothing from outside."""

    def __init__(self) -> None:
        super().__init__()
        self.handle: Any = None

    def draw(self) -> None:
        """Show or replace the bars of this cell."""
        self._show("".join(_html(bar) for bar in self.bars), "; ".join(_line(bar) for bar in self.bars))

    def erase(self) -> None:
        """Leave nothing under the cell."""
        if self.handle is not None:
            self._show("", "")
            self.handle = None

    def _show(self, drawn: str, said: str) -> None:
        from IPython.display import display

        both = {"text/html": drawn, "text/plain": said}
        if self.handle is None:
            self.handle = display(both, raw=True, display_id=True)
        else:
            self.handle.update(both, raw=True)


def _html(bar: Bar) -> str:
    share = 100.0 * bar.done / bar.total if bar.total else 0.0
    return (f'<div style="font:13px system-ui,sans-serif;margin:2px 0">{html.escape(_line(bar))}'
            f'<div style="width:24em;max-width:100%;height:5px;background:#8884;border-radius:3px">'
            f'<div style="width:{share:.1f}%;height:5px;background:#4a7ab5;border-radius:3px"></div></div></div>')


class Lines(Nothing):
    """A line every half minute, for a log: the innermost bar that moves, and titles that are to be said aloud."""

    def __init__(self, write: Callable[[str], None], every: float) -> None:
        self.write, self.every, self.last = write, every, time.monotonic()
        self.open = 0

    def opened(self, bar: Bar) -> None:
        """Half a minute counts from the first bar; a title that explains a wait is written at once."""
        if self.open == 0:
            self.last = time.monotonic()
        self.open += 1
        if bar.aloud:
            self.write(bar.title)

    def moved(self, bar: Bar) -> None:
        """A line, if half a minute has passed since the last."""
        if time.monotonic() - self.last >= self.every and bar.total and 0 < bar.done < bar.total:
            self.last = time.monotonic()
            self.write(_line(bar))

    def closed(self, bar: Bar) -> None:
        """One less."""
        self.open -= 1


def _line(bar: Bar) -> str:
    """A bar in words.

    >>> _line(Bar("law, 8 worlds", 60, "months"))
    'law, 8 worlds: 0 of 60 months'
    """
    unit = f" {bar.unit}" if bar.unit else ""
    counted = f": {bar.done:,} of {bar.total:,}{unit}" if bar.total else ""
    left = bar.seconds_left
    return f"{bar.title}{counted}" + ("" if left is None else f", {_time(left)} left")


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


# --- which display there is -----------------------------------------------------------------------------------------
_home = os.getpid()
_open: list[Nothing] = []  # the display of every open bar that is shown, the outermost first: they share it
_silent = 0
_lines: Callable[[str], None] | None = None
_every = math.inf


def _display() -> Nothing:
    """The display that fits where this process runs."""
    beside = threading.current_thread() is not threading.main_thread()
    if _silent or beside or os.getpid() != _home or parent_process() is not None:
        return Nothing()
    if _open:
        return _open[0]
    if in_notebook():
        return Notebook()
    if sys.stderr is not None and sys.stderr.isatty():
        return Terminal()
    return Lines(_lines, _every) if _lines is not None else Nothing()


def in_notebook() -> bool:
    """Whether a notebook shows what this process displays."""
    shell = sys.modules.get("IPython")
    mine = shell.get_ipython() if shell is not None and hasattr(shell, "get_ipython") else None
    return mine is not None and "IPKernelApp" in getattr(mine, "config", {})


def lines_into_a_pipe(write: Callable[[str], None] | None, every: float = math.inf) -> None:
    """Where stderr is no terminal, write titles that are said aloud, and a line after so many seconds (the command line
    asks for it, and for lines where work may take hours; None: no longer)."""
    global _lines, _every
    _lines, _every = write, every


@contextmanager
def progress(title: str, total: int | None = None, unit: str = "", *, aloud: bool = False,
             patient: bool = True) -> Iterator[Bar]:
    """A bar while the work lasts. `aloud`: where only lines are written, the title is one of them; not `patient`: it is
    drawn at once, for work whose first step is long.

    >>> with progress("births", 3, "worlds") as bar:
    ...     bar.advance()
    >>> bar.done
    1
    """
    bar = Bar(title, total, unit, aloud, patient)
    bar.display = _display()
    if type(bar.display) is Nothing:
        yield bar
        return
    _open.append(bar.display)
    bar.display.opened(bar)
    try:
        yield bar
    finally:
        _open.pop()
        bar.display.closed(bar)


@contextmanager
def silence() -> Iterator[None]:
    """No bars inside."""
    global _silent
    _silent += 1
    try:
        yield
    finally:
        _silent -= 1


@contextmanager
def telling(wish: Wish, title: str, unit: str = "months") -> Iterator[Tell]:
    """What a public call does with its argument `progress`: a bar unless it is False; a function is told instead."""
    if wish is None or wish is True:
        with progress(title, None, unit) as bar:
            yield bar.tell
    elif wish is False:
        with silence():
            yield lambda what, done, total: None
    elif callable(wish):
        yield wish
    else:
        raise refuse("", "progress", wish, "True, False, or a function of what, done and total")
