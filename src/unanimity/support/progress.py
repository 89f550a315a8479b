"""Progress bars with step, total and time left, on stderr or in a notebook.

    with progress("compiling", total=165, unit="steps") as bar:
        for step in steps:
            step.compile()
            bar.advance()

Nested bars are drawn below each other. Nothing is drawn if stderr is neither a terminal nor a notebook, in forked
children, in threads other than the main one, or inside `silence()`. Into a pipe, the command line writes lines instead
(`lines_into_a_pipe`). No thread redraws a bar, so a program that forks while one is open (as the compiler does) forks
safely.
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
from importlib import import_module
from multiprocessing import parent_process
from typing import Any

from unanimity.support.errors import refuse

PATIENCE = 0.4  # seconds before a bar appears: quick work needs none; a long step shows at once
SECONDS_BETWEEN_DRAWINGS = 0.1
SECONDS_BETWEEN_LINES = 30.0

Tell = Callable[[str, int, int], None]  # title, done, total
Wish = bool | Tell | None  # the argument `progress` of a public call: None and True draw a bar, False draws nothing


class Bar:
    """One piece of work: its title, how much is done, and the total (None if unknown)."""

    def __init__(self, title: str, total: int | None = None, unit: str = "", aloud: bool = False,
                 patient: bool = True) -> None:
        self.title, self.total, self.unit, self.aloud, self.patient = title, total, unit, aloud, patient
        self.done, self.begun = 0, time.monotonic()
        self.paced = self.begun  # the pace is measured from here: compiling comes before the first month
        self.display = Nothing()
        self.key: Any = None  # the display's handle for it

    def advance(self, count: int = 1) -> None:
        """Add to the amount done."""
        self.at(self.done + count)

    def at(self, done: int, total: int | None = None) -> None:
        """Set the amount done and the total; with nothing done yet, the pace is measured from now."""
        if done == 0:
            self.paced = time.monotonic()
        self.done = done
        self.total = self.total if total is None else total
        self.display.moved(self)

    def tell(self, what: str, done: int, total: int) -> None:
        """The same as a callback for the engine."""
        if total:
            self.at(done, total)

    @property
    def seconds_left(self) -> float | None:
        """Estimated seconds left; None before there is a pace."""
        if not self.total or not 0 < self.done <= self.total:
            return None
        return (time.monotonic() - self.paced) * (self.total - self.done) / self.done


class Nothing:
    """No display; the base class of the displays."""

    def opened(self, bar: Bar) -> None:
        """Called when a bar is opened."""

    def moved(self, bar: Bar) -> None:
        """Called when a bar has moved."""

    def closed(self, bar: Bar) -> None:
        """Called when a bar is closed."""


class Drawn(Nothing):
    """A display that is redrawn at most ten times a second, starting some time after the first bar was opened."""

    def __init__(self) -> None:
        self.bars: list[Bar] = []
        self.last = -1.0

    def opened(self, bar: Bar) -> None:
        """Add the bar below the open ones."""
        self.bars.append(bar)
        self.moved(bar)

    def moved(self, bar: Bar) -> None:
        """Redraw, unless it was redrawn a moment ago or the work has just begun."""
        now = time.monotonic()
        due = self.last >= 0 or not bar.patient or now - self.bars[0].begun >= PATIENCE
        if bar in self.bars and due and now - self.last >= SECONDS_BETWEEN_DRAWINGS:
            self.last = now
            self.draw()

    def closed(self, bar: Bar) -> None:
        """Remove the bar; with the last one, close the display."""
        self.bars.remove(bar)
        if not self.bars:
            self.erase()
            self.last = -1.0
        elif self.last >= 0:
            self.draw()

    def draw(self) -> None:
        """Draw the bars in their current state."""

    def erase(self) -> None:
        """Remove everything."""


class Terminal(Drawn):
    """Bars on stderr, drawn by Rich without a thread."""

    def __init__(self) -> None:
        super().__init__()
        self.rich: Any = None

    def draw(self) -> None:
        """Update Rich's tasks to the state of the bars."""
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
                    redirect_stdout=sys.stdout.isatty())  # it would redirect to stderr what belongs in the pipe


class Notebook(Drawn):
    """Bars below the running cell, as plain HTML: no widgets, no external resources."""

    def __init__(self) -> None:
        super().__init__()
        self.handle: Any = None

    def draw(self) -> None:
        """Show or replace the bars of this cell."""
        self._show("".join(_html(bar) for bar in self.bars), "; ".join(_line(bar) for bar in self.bars))

    def erase(self) -> None:
        """Remove the bars of this cell."""
        if self.handle is not None:
            self._show("", "")
            self.handle = None

    def _show(self, drawn: str, said: str) -> None:
        display: Any = import_module("IPython.display").display  # untyped, and not there outside of notebooks
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
    """A line every half minute, for a log: the innermost active bar, and titles marked `aloud`."""

    def __init__(self, write: Callable[[str], None], every: float) -> None:
        self.write, self.every, self.last = write, every, time.monotonic()
        self.open = 0

    def opened(self, bar: Bar) -> None:
        """Start the half minute with the first bar; a title that explains a wait is written at once."""
        if self.open == 0:
            self.last = time.monotonic()
        self.open += 1
        if bar.aloud:
            self.write(bar.title)

    def moved(self, bar: Bar) -> None:
        """Write a line if half a minute has passed since the last one."""
        if time.monotonic() - self.last >= self.every and bar.total and 0 < bar.done < bar.total:
            self.last = time.monotonic()
            self.write(_line(bar))

    def closed(self, bar: Bar) -> None:
        """Close one bar."""
        self.open -= 1


def _line(bar: Bar) -> str:
    """The state of a bar as text.

    >>> _line(Bar("law, 8 worlds", 60, "months"))
    'law, 8 worlds: 0 of 60 months'
    """
    unit = f" {bar.unit}" if bar.unit else ""
    counted = f": {bar.done:,} of {bar.total:,}{unit}" if bar.total else ""
    left = bar.seconds_left
    return f"{bar.title}{counted}" + ("" if left is None else f", {duration(left)} left")


def duration(seconds: float) -> str:
    """A time as one says it; an hour and more to the nearest minute.

    >>> duration(41.3), duration(100), duration(7300)
    ('41 s', '1 min 40 s', '2 h 2 min')
    """
    minutes, rest = divmod(round(seconds), 60)
    if minutes >= 60:
        hours, minutes = divmod(round(seconds / 60), 60)
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


# --- which display there is -----------------------------------------------------------------------------------------
_home = os.getpid()
_open: list[Nothing] = []  # the display shared by all open bars, the outermost first
_silent = 0
_listener: Tell | None = None  # told of every bar, in place of drawing it
_lines: Callable[[str], None] | None = None
_every = math.inf


class Heard(Nothing):
    """Tells a function how far each bar has come: for a process that has no screen, such as a worker of the lab."""

    def __init__(self, listener: Tell) -> None:
        self.listener = listener

    def moved(self, bar: Bar) -> None:
        """A bar has moved."""
        self.listener(bar.title, bar.done, bar.total or 0)


def _display() -> Nothing:
    """The display that suits the environment of this process."""
    if _listener is not None and threading.current_thread() is threading.main_thread() and os.getpid() == _home:
        return Heard(_listener)
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
    """Whether this process displays in a notebook."""
    shell = sys.modules.get("IPython")
    mine = shell.get_ipython() if shell is not None and hasattr(shell, "get_ipython") else None
    return mine is not None and "IPKernelApp" in getattr(mine, "config", {})


def lines_into_a_pipe(write: Callable[[str], None] | None, every: float = math.inf) -> None:
    """If stderr is not a terminal, write titles marked `aloud` and a progress line after that many seconds (for the
    command line; None turns it off)."""
    global _lines, _every
    _lines, _every = write, every


@contextmanager
def progress(title: str, total: int | None = None, unit: str = "", *, aloud: bool = False,
             patient: bool = True) -> Iterator[Bar]:
    """A progress bar for the duration of a block. `aloud`: the title is also written where only lines are written. Not
    `patient`: the bar is drawn at once, for work whose first step is long.

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
def heard_by(listener: Tell) -> Iterator[None]:
    """Bars inside this block are told to a function and drawn nowhere."""
    global _listener
    _listener = listener
    try:
        yield
    finally:
        _listener = None


@contextmanager
def silence() -> Iterator[None]:
    """No bars inside this block."""
    global _silent
    _silent += 1
    try:
        yield
    finally:
        _silent -= 1


@contextmanager
def telling(wish: Wish, title: str, unit: str = "months") -> Iterator[Tell]:
    """How a public call handles its argument `progress`: False for no bar, a function to be called instead,
    else a bar."""
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
