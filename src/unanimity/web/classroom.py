"""A class: who is there, what each has handed in, and what the board may show. Kept in memory only, and bounded.

A pupil takes a seat, that is one of the thirty people of the lesson. What is handed in is frozen with the month at
which it was asked; who hands in twice keeps the first. Pupils see what others handed in only when the teacher shows it.
Names are given to the teacher's board alone and never leave this process.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from unanimity.support.errors import UserError

MOST_PUPILS = 120
SEATS = 30
DRAWN_MONTHS = 36  # of a drawing: from the change to the end
Task = Literal["count", "drawing", "hand", "paper"]
Id = Annotated[str, Field(pattern="^[0-9a-f]{16}$")]


class Joined(BaseModel):
    """A pupil comes in, with a name of his own or without."""

    model_config = ConfigDict(extra="forbid")
    name: str = Field(default="", max_length=24)


class HandedIn(BaseModel):
    """What a pupil hands in: a number, or a drawing as a percentage for each month."""

    model_config = ConfigDict(extra="forbid")
    pupil: Id
    task: Task
    month: int = Field(ge=0, le=1200, description="the month that was on the screen")
    value: int = Field(default=0, ge=0, le=100, description="how many; or 1 for a vote against")
    drawing: list[Annotated[int, Field(ge=0, le=100)]] = Field(default=[], max_length=DRAWN_MONTHS)


class Step(BaseModel):
    """What the teacher does."""

    model_config = ConfigDict(extra="forbid")
    shown: bool | None = None
    names: bool | None = None
    clear: bool = False


class Full(UserError):
    """No more pupils fit."""


@dataclass
class Pupil:
    """One who has come in."""

    seat: int
    name: str


@dataclass
class Classroom:
    """The class of this server."""

    pupils: dict[str, Pupil] = field(default_factory=dict)
    handed: dict[Task, dict[str, HandedIn]] = field(default_factory=dict)
    shown: bool = False  # whether answers are shown
    names: bool = False  # own names on the board, or the names of the people whose seats they have
    lesson: int = 1  # counts lessons: a page of an earlier one begins anew

    def join(self, asked: Joined) -> dict[str, Any]:
        """A seat for a pupil."""
        if len(self.pupils) >= MOST_PUPILS:
            raise Full(f"{MOST_PUPILS} pupils have come in, which is what is allowed; the teacher may begin anew.")
        key = secrets.token_hex(8)
        name = " ".join(re.sub(r"[^\w\s.'’-]", "", asked.name).split())
        self.pupils[key] = Pupil(len(self.pupils) % SEATS, name)
        return {"pupil": key, "seat": self.pupils[key].seat, "name": name, "lesson": self.lesson}

    def hand_in(self, asked: HandedIn) -> dict[str, Any]:
        """Take an answer; the first of a pupil stays."""
        if asked.pupil not in self.pupils:
            raise UserError("this pupil is not in the lesson; come in again.")
        if asked.task == "drawing" and len(asked.drawing) != DRAWN_MONTHS:
            raise UserError(f"a drawing has {len(asked.drawing)} months; allowed: {DRAWN_MONTHS}.")
        kept = self.handed.setdefault(asked.task, {}).setdefault(asked.pupil, asked)
        return kept.model_dump(exclude={"pupil"})

    def step(self, asked: Step) -> None:
        """What the teacher wishes."""
        if asked.clear:
            self.pupils.clear()
            self.handed.clear()
            self.shown, self.lesson = False, self.lesson + 1
        if asked.shown is not None:
            self.shown = asked.shown
        if asked.names is not None:
            self.names = asked.names

    def told(self, teacher: bool, pupil: str = "") -> dict[str, Any]:
        """The state of the lesson; what was handed in only to the teacher, or once it is shown."""
        known = self.pupils.get(pupil)
        base = {"lesson": self.lesson, "shown": self.shown, "pupils": len(self.pupils), "teacher": teacher,
                "in": {task: len(mine) for task, mine in self.handed.items()},
                "you": None if known is None else {
                    "seat": known.seat, "name": known.name,
                    "handed": {task: mine[pupil].model_dump(exclude={"pupil"}) for task, mine in self.handed.items()
                               if pupil in mine}}}
        if not teacher and not self.shown:
            return base
        handed = {task: [[self.pupils[key].seat, one.month, one.drawing if task == "drawing" else one.value]
                         for key, one in mine.items()] for task, mine in self.handed.items()}
        seats = [[one.seat, one.name if self.names else ""] for one in self.pupils.values()] if teacher else []
        return {**base, "handed": handed, "seats": seats, "names": self.names}
