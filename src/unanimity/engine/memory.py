"""What a run needs of memory, counted before anything is laid, and what would fit instead.

A run has moments at which the most is held at once: when people are born, while months run, when a survey forks the
worlds, when measures are made from sums, and when tables are written. Each is a sum of parts that follow from the
regime, the plan and the numbers asked for; the largest moment is what the run needs. The case log alone is not known
beforehand: it is taken for as long as the presets write it at most.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from unanimity.engine.argument_lookup import width
from unanimity.engine.plan import Plan
from unanimity.engine.write_month import tally_rows
from unanimity.engine.write_near import working_arrays
from unanimity.engine.write_people import TIES_ASIDE
from unanimity.regimes.delegation import DELEGATED
from unanimity.regimes.regime import Regime
from unanimity.support.errors import UserError
from unanimity.world.case_log import ROW
from unanimity.world.codes import FACTION_SLOTS
from unanimity.world.columns import Column
from unanimity.world.levers import LEVERS
from unanimity.world.tie_slots import FREE_SLOTS

NARROW = 2**16  # people of a world whose numbers fit two bytes
THE_PROGRAM = 0.6e9  # bytes of the interpreter, its libraries and the compiled month
NUMBER = 8.0  # bytes of a float64
BORN = 76.0  # bytes of a person's traits and offices while he is born, before they stand in the frames
BEING_BORN = 60.0  # and, for the people of one world at a time, while traits and offices are drawn
BORN_TIE = 7.0  # of a tie as it is laid: neighbour, weight, kind
LAYING_TIE = 4.0  # and, for one world at a time, while both ends are looked for and sorted
HANDED_ON = 13.0  # of a place that may change hands: where its ties begin, where its person is now, a mark
LOG_ROW = ROW.itemsize + 4.0  # a row and the number of its world
ROWS_A_PERSON_MONTH = 0.05  # of the log: more than any preset writes (terror in a small country 0.042)
LOG_SORTED = 3.0  # the log joined, its order, and the log in order
MADE_FROM_SUMS, BESIDE_SURVEYS = 1.6, 2.1  # times the measures: while made from sums, while surveys are put beside
SLACK = 1.1  # what the allocator keeps of what was given back
SAVING, TIDY = 0.12e9, 12.0  # bytes of the part of the tidy table that is written at a time, or so many times it all


@dataclass(frozen=True)
class Size:
    """How large a run is to be."""

    people: int
    worlds: int
    months: int  # with the burn-in


@dataclass(frozen=True)
class Asked:
    """What of a run decides its memory besides its size."""

    regime: Regime
    plan: Plan
    surveyed: int = 0  # months at which surveys are taken
    saved: bool = False  # whether tables are written
    log_rows: int | None = None  # room of each world's log between two emptyings

    def state(self, size: Size) -> float:
        """Bytes of every array of the batch but the record and the log."""
        plan, tree = self.plan, self.regime.tree
        units, seats = tree.units, int(tree.seat_starts(self.regime.society.shares.centre_size)[-1])
        rows = {"person": size.people, "unit": units, "world": 1, "seat": seats, "faction": FACTION_SLOTS,
                "duration": FACTION_SLOTS, "tie": 0}
        world = sum(_bytes(plan, c) * rows[c.table] for c in plan.columns.values())
        world += sum(_bytes(plan, plan.columns[name]) * rows[plan.columns[name].table] for name in plan.remembered)
        world += sum(int(dtype[1:]) * {"person": size.people, "row": units * TIES_ASIDE, "world": 1}[of]
                     for dtype, of in working_arrays(plan).values())
        places = units + (size.people if plan.own_levers else 0)
        world += 3 * NUMBER * len(LEVERS) * places + NUMBER * (len(plan.parameters) + len(LEVERS) * len(DELEGATED))
        tie = (2 if size.people <= NARROW else 4) + sum(c.bytes for c in plan.columns.values() if c.table == "tie")
        slots = self._degree() + (FREE_SLOTS if self.regime.society.spare > 0.0 else 0.0)
        world += (tie * slots + 8 + 4) * size.people
        world += HANDED_ON * size.people if self.regime.society.spare > 0.0 else 0.0
        return world * size.worlds

    def births(self, size: Size) -> float:
        """Bytes that people and ties take besides while they are born."""
        degree = self._degree()
        laid = size.people * (BORN + BORN_TIE * degree)
        return size.worlds * laid + size.people * (BEING_BORN + LAYING_TIE * degree)

    def record(self, size: Size) -> float:
        """Bytes of the sums from which measures are made: by month, world and place, and by unit."""
        rows = max(1, len(tally_rows(self.plan.measures)))
        return NUMBER * rows * size.worlds * (size.months * self._places() + self.regime.tree.units)

    def measures(self, size: Size) -> float:
        """Bytes of the measures by month, world and place."""
        count = len(self.plan.measures)
        return NUMBER * count * size.worlds * size.months * self._places()

    def log(self, size: Size) -> float:
        """Bytes of the case log at the end, as far as it can be known."""
        return LOG_ROW * ROWS_A_PERSON_MONTH * size.worlds * size.people * size.months

    def buffer(self, size: Size) -> float:
        """Bytes of the log between two emptyings."""
        return float(ROW.itemsize * size.worlds * (self.log_rows or usual_log_rows(size.people)))

    def _degree(self) -> float:
        """Ties of a person at birth, those among members included."""
        shares = self.regime.society.shares
        return self.regime.society.mesh.degree + shares.comrades * (shares.members + shares.police)

    def _places(self) -> int:
        return self.regime.society.tree[0] + 1

    def moments(self, size: Size) -> dict[str, float]:
        """Bytes held at each of the moments at which most is held."""
        state, buffer, record, log = self.state(size), self.buffer(size), self.record(size), self.log(size)
        stands = state + buffer + record
        measures = self.measures(size)
        made = (BESIDE_SURVEYS if self.surveyed else MADE_FROM_SUMS) * measures
        found = {"people": state + buffer + self.births(size), "months": stands + log,
                 "measures": stands + LOG_SORTED * log + made}
        if self.surveyed:
            found["surveys"] = 2 * stands + log  # a fork copies what a month may change, the record too
        if self.saved:
            found["tables"] = stands + LOG_SORTED * log + measures + min(SAVING, TIDY * measures)
        return found

    def needed(self, size: Size) -> float:
        """Bytes at the largest of those moments."""
        return THE_PROGRAM + SLACK * max(self.moments(size).values())


def usual_log_rows(people: int) -> int:
    """Room of a world's log between two emptyings, where nobody says."""
    return people // 4 + 256


def _bytes(plan: Plan, column: Column) -> float:
    return float(np.dtype(column.dtype).itemsize * (width(plan, column.per) if column.per else 1))


def check_memory(asked: Asked, size: Size, there: float | None = None) -> None:
    """Refuse, before any work, a run that the machine's memory cannot hold; say what would fit."""
    there = machine_memory() if there is None else there
    needed = asked.needed(size)
    if needed <= there:
        return
    moments = asked.moments(size)
    when = max(moments, key=lambda name: moments[name])
    fits = {
        "worlds": most(lambda n: asked.needed(Size(size.people, n, size.months)), there, size.worlds),
        "people": most(lambda n: asked.needed(Size(n, size.worlds, size.months)), there, size.people),
        "months": most(lambda n: asked.needed(Size(size.people, size.worlds, n)), there, size.months)}
    told = [f"{name} = {number:,}" for name, number in fits.items() if number > 0]
    rest = ", or ".join(told) + " with the rest as it is" if told else "fewer worlds, people and months together"
    raise UserError(
        f"{size.worlds:,} world(s) of {size.people:,} people over {size.months:,} months need about {_size(needed)} of "
        f"memory (most of it for {when}); this machine has {_size(there)}. What would fit: {rest}.")


def most(needed: Callable[[int], float], there: float, wanted: int) -> int:
    """The largest whole number below `wanted` for which memory is there, 0 for none; rounded down to two digits."""
    low, high = 0, wanted
    while high - low > 1:
        middle = (low + high) // 2
        if needed(middle) <= there:
            low = middle
        else:
            high = middle
    step = 10 ** max(0, len(str(low)) - 2)
    values: int = low // step * step
    return values


def _size(number: float) -> str:
    return f"{number / 1e9:,.1f} GB" if number < 100e9 else f"{number / 1e9:,.0f} GB"


def machine_memory() -> float:
    """Bytes of memory that this process may use: the machine's, or less where its container has a limit."""
    try:
        found = float(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    except (AttributeError, ValueError, OSError):
        found = float("inf")
    for limit in ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"):
        try:
            found = min(found, float(Path(limit).read_text(encoding="ascii")))
        except (OSError, ValueError):
            continue  # no such limit, or "max"
    return found
