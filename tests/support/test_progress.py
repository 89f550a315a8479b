"""Progress bars: on a terminal, in a notebook, as lines in a pipe; nothing where nobody looks."""

from __future__ import annotations

import io
import os
import sys
import threading
import types

import pytest

from unanimity.support import progress as at
from unanimity.support.progress import lines_into_a_pipe, progress, silence, telling


class Tty(io.StringIO):
    def isatty(self) -> bool:
        return True


def a_terminal(monkeypatch):
    """Called inside a test: pytest puts its own stderr in place between a fixture and its test."""
    screen = Tty()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr(at, "PATIENCE", 0.0)
    monkeypatch.setattr(at, "SECONDS_BETWEEN_DRAWINGS", 0.0)
    return screen


def work(title="births", total=4):
    with progress(title, total, "worlds") as bar:
        for _ in range(total):
            bar.advance()
    return bar


def test_a_terminal_sees_title_step_total_and_unit(monkeypatch):
    terminal = a_terminal(monkeypatch)
    assert work().done == 4
    assert "births" in terminal.getvalue() and "2/4" in terminal.getvalue() and "worlds" in terminal.getvalue()


def test_bars_inside_one_another_stand_below_one_another(monkeypatch):
    terminal = a_terminal(monkeypatch)
    with progress("outer", 2) as outer:
        work("inner", 2)
        outer.advance()
    assert "outer" in terminal.getvalue() and "inner" in terminal.getvalue()
    assert not at._open


def test_no_thread_stands_behind_a_bar_so_that_a_fork_is_safe(monkeypatch):
    a_terminal(monkeypatch)
    before = threading.active_count()  # other tests of this process may have left threads of their libraries
    with progress("work", 2) as bar:
        bar.advance()
        assert threading.active_count() == before


def test_what_a_program_prints_under_a_bar_goes_where_it_was_sent(monkeypatch):
    terminal = a_terminal(monkeypatch)
    with progress("work", 2) as bar:
        bar.advance()
        sys.stdout.write("data\n")
        sys.stderr.write("a note\n")
    assert "data" not in terminal.getvalue() and "a note" in terminal.getvalue()


def test_what_is_quick_shows_nothing(monkeypatch):
    terminal = a_terminal(monkeypatch)
    monkeypatch.setattr(at, "PATIENCE", 60.0)
    work()
    assert terminal.getvalue() == ""


def test_nothing_goes_into_a_pipe(capfd):
    work()
    assert capfd.readouterr() == ("", "")


def test_the_command_line_writes_lines_into_a_pipe(monkeypatch):
    said: list[str] = []
    lines_into_a_pipe(said.append, 0.0)
    try:
        with progress("compiling the month", 3, "steps", aloud=True) as bar:
            bar.advance()
    finally:
        lines_into_a_pipe(None)
    assert said[0] == "compiling the month" and said[1].startswith("compiling the month: 1 of 3 steps")


def test_silence_threads_and_children_draw_nothing(monkeypatch):
    terminal = a_terminal(monkeypatch)
    with silence():
        assert work().done == 4
    beside = threading.Thread(target=work)
    beside.start()
    beside.join()
    child = os.fork()
    if child == 0:
        work()
        os._exit(0 if not terminal.getvalue() else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert terminal.getvalue() == ""


def test_a_bar_goes_when_the_work_fails(monkeypatch):
    out = sys.stdout
    terminal = a_terminal(monkeypatch)
    with pytest.raises(KeyboardInterrupt), progress("work", 2) as bar:
        bar.advance()
        raise KeyboardInterrupt
    assert not at._open and sys.stdout is out and sys.stderr is terminal


def test_a_notebook_gets_a_bar_of_plain_html_and_is_left_clean(monkeypatch):
    shown: list[dict[str, str]] = []

    class Handle:
        def update(self, both, raw):
            shown.append(both)

    def display(both, raw, display_id):
        shown.append(both)
        return Handle()

    shell = types.SimpleNamespace(config={"IPKernelApp": {}})
    monkeypatch.setitem(sys.modules, "IPython", types.SimpleNamespace(get_ipython=lambda: shell))
    monkeypatch.setitem(sys.modules, "IPython.display", types.SimpleNamespace(display=display))
    monkeypatch.setattr(at, "PATIENCE", 0.0)
    monkeypatch.setattr(at, "SECONDS_BETWEEN_DRAWINGS", 0.0)
    work("births & more")
    assert any("births &amp; more: 2 of 4 worlds" in one["text/html"] and "width:50.0%" in one["text/html"]
               for one in shown)
    assert shown[-1] == {"text/html": "", "text/plain": ""}


def test_the_argument_progress_is_a_wish(monkeypatch):
    terminal = a_terminal(monkeypatch)
    with telling(False, "quiet") as tell:
        tell("run", 1, 2)
        work()
    mine: list[tuple[str, int, int]] = []
    with telling(lambda *told: mine.append(told), "mine") as tell:
        tell("run", 1, 2)
    assert mine == [("run", 1, 2)] and terminal.getvalue() == ""
    for wish in (None, True):
        with telling(wish, f"law {wish}") as tell:
            tell("run", 1, 2)
        assert f"law {wish}" in terminal.getvalue()
