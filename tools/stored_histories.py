"""The answers that the lab's room of history opens with: `python tools/store_all.py hindcast secret-ballot-1925 ...`.

The hindcast and the twelve ready questions at a modest size, which the cards say. Worlds of the questions are kept in a
store, so a run that was stopped goes on where it was.
"""

from __future__ import annotations

from typing import Any

from unanimity.history import whatif
from unanimity.history.hindcast import run
from unanimity.history.ready_questions import read_question
from unanimity.history.targets import FIT
from unanimity.web.told_histories import hindcast_told, whatif_told

WORLDS, PEOPLE = 6, 20_000


def hindcast(threads: int | None) -> dict[str, Any]:
    """The hindcast beside the record, with the rows to mend by alone."""
    return hindcast_told(run(split=FIT, worlds=WORLDS, people=PEOPLE, threads=threads))


def question(name: str, threads: int | None, store: str) -> dict[str, Any]:
    """The answer to a ready question."""
    one = read_question(name)
    return whatif_told(whatif(one.date, one.arms, scenario=one.scenario, until=one.until, worlds=WORLDS, people=PEOPLE,
                              record={"split": FIT}, threads=threads, store=store))
