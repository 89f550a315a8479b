"""Columns: table, type, range and owner of each variable; and the lists of owners that several columns share."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unanimity.support.errors import ModelError
from unanimity.world.codes import ABROAD, GROUNDS, ISSUES, SECTORS, TOPICS

ELDERS = ("first", "second", "third", "fourth", "fifth")
AGES = tuple(str(year) for year in range(16))  # of the young, who are counted by cell until they come of age
OF_AGE = len(AGES)  # years
DIMENSIONS = {"issue": ISSUES, "topic": TOPICS, "ground": GROUNDS, "sector": SECTORS, "elder": ELDERS, "age": AGES}

# what a column refers to: a person; the person's patron, who is the person himself if nobody else is; a chief, packed
# with the ties on the way; a unit
PERSON, PATRON, CHIEF, UNIT = "person", "patron", "chief", "unit"


@dataclass(frozen=True)
class Column:
    """One variable of the state."""

    name: str
    table: str  # person, tie, unit, seat, faction or world
    dtype: str
    low: float
    high: float
    owner: str
    meaning: str
    unit: str = "share"
    initial: float = 0.0
    per: str = ""  # issue or topic: one number for each
    scale: float = 0.0  # fixed point: the stored integer times this is the number
    added_by: tuple[str, ...] = ()  # mechanisms that may add to what the owner keeps
    settled: bool = False  # made at the head of the month from last month's state, so that others may read it at once
    adds_to: str = ""  # the user's own term: the variable that gathers it (world/hooks.py)
    passing: bool = False  # handed on from step to step within a month and made anew in the next; not part of a digest
    refers_to: str = ""  # PERSON, PATRON, CHIEF or UNIT: its numbers are places of those
    follows: str = "person"  # when places change hands: its row goes with the person, stays ("place"), or "list"
    at_most: str = ""  # "people": a count that cannot exceed them

    def __post_init__(self) -> None:
        if self.unit == PERSON and not self.refers_to:
            raise ModelError(f"column {self.name!r} holds persons; allowed: refers_to=\"person\" in place of the unit.")
        if self.is_reference:
            object.__setattr__(self, "unit", UNIT if self.refers_to == UNIT else PERSON)

    @property
    def is_reference(self) -> bool:
        """Whether its numbers are places of persons or units, with which nobody can calculate."""
        return self.refers_to in (PERSON, PATRON, UNIT)

    @property
    def names_persons(self) -> bool:
        """Whether it must be corrected when a person it refers to moves or leaves."""
        return self.refers_to in (PERSON, PATRON, CHIEF) and self.follows == "person"

    @property
    def bytes(self) -> int:
        """Storage of one row, in bytes, for two issues and three topics."""
        width = 2 if self.per == "issue" else len(DIMENSIONS[self.per]) if self.per else 1
        return int(np.dtype(self.dtype).itemsize * width)


def person(name: str, dtype: str, low: float, high: float, owner: str, meaning: str, **more) -> Column:  # type: ignore[no-untyped-def]
    """A variable of each person."""
    return Column(name, "person", dtype, low, high, owner, meaning, **more)


def unit(name: str, dtype: str, low: float, high: float, owner: str, meaning: str, **more) -> Column:  # type: ignore[no-untyped-def]
    """A variable of each unit of the tree."""
    return Column(name, "unit", dtype, low, high, owner, meaning, **more)


def seat(name: str, dtype: str, low: float, high: float, owner: str, meaning: str, **more) -> Column:  # type: ignore[no-untyped-def]
    """A variable of each chair in an assembly above the cells."""
    return Column(name, "seat", dtype, low, high, owner, meaning, **more)


def faction(name: str, dtype: str, low: float, high: float, owner: str, meaning: str, **more) -> Column:  # type: ignore[no-untyped-def]
    """A variable of each of the 255 factions that may exist (slot 0: none)."""
    return Column(name, "faction", dtype, low, high, owner, meaning, **more)


def world(name: str, dtype: str, low: float, high: float, owner: str, meaning: str, **more) -> Column:  # type: ignore[no-untyped-def]
    """A variable of the whole country."""
    return Column(name, "world", dtype, low, high, owner, meaning, **more)


def tie(name: str, dtype: str, low: float, high: float, owner: str, meaning: str, **more) -> Column:  # type: ignore[no-untyped-def]
    """A variable of each direction of each tie."""
    return Column(name, "tie", dtype, low, high, owner, meaning, **more)


FIXED16 = 1.0 / 65535.0
BIG = 2**31 - 1
MONTHS = 2**15 - 1

# mechanisms that may make a person act, strike him, change his status, or take his office away
ACTING = ("shock", "uprising", "protection", "provision")
STRIKING = ("shock", "uprising", "hostage", "arrest", "sanction", "custody", "purge", "exit", "reprisal")
MOVING = ("provision", "recruitment", "protection", "shock", "uprising", "hostage", "arrest", "oversight",
          "intercession", "custody", "confession", "purge", "exit", "generations", "reprisal", "severance")
OUSTING = ("sanction", "hostage", "purge", "concentration", "uprising", "exit", "generations", "reprisal", "mandate",
           "severance")

AT_LIBERTY_BELOW = 3  # free, dismissed, expelled
IN_THE_COUNTRY_BELOW = ABROAD
