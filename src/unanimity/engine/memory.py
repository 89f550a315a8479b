"""Memory requirements of a run, computed before anything is allocated, and the largest run that would fit.

Memory peaks when people are initialised, while months run, when a survey forks the worlds, when measures are computed
from sums, and when tables are written. Each peak is a sum of parts that follow from the regime, the plan and the
requested sizes; the largest peak is the requirement. Only the case log is unknown beforehand; its size is bounded by
the most that any preset writes.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from unanimity.engine.lower_people import TIES_ASIDE
from unanimity.engine.plan import Plan
from unanimity.engine.working_arrays import tally_rows, working_arrays
from unanimity.regimes.delegation import DELEGATED
from unanimity.regimes.regime import Regime
from unanimity.support.errors import UserError
from unanimity.world.case_log import ROW
from unanimity.world.codes import FACTION_SLOTS
from unanimity.world.columns import Column
from unanimity.world.levers import LEVERS
from unanimity.world.tie_slots import FREE_SLOTS

NARROW = 2**16  # largest world whose person numbers fit two bytes
THE_PROGRAM = 0.6e9  # bytes of the interpreter, its libraries and the compiled code
NUMBER = 8.0  # bytes of a float64
BORN = 76.0  # bytes per person for traits and offices during initialisation, before they are in the frames
BEING_BORN = 60.0  # and temporarily, for one world at a time, while traits and offices are drawn
BORN_TIE = 7.0  # bytes of a tie: neighbour, weight, kind
LAYING_TIE = 4.0  # and temporarily, for one world at a time, while both ends are matched and sorted
HANDED_ON = 13.0  # bytes of a place that may change occupants: start of its ties, present person, a mark
LOG_ROW = ROW.itemsize + 4.0  # a log row and its world number
ROWS_A_PERSON_MONTH = 0.05  # log rows per person and month; terror in a small country writes 0.042
LOG_SORTED = 3.0  # the log joined, its order, and the sorted log
MADE_FROM_SUMS, BESIDE_SURVEYS = 1.6, 2.1  # copies of the measures: while computed from sums, while surveys are added
SLACK = 1.1  # share that the allocator does not return
SAVING, TIDY = 0.12e9, 12.0  # bytes of the part of the tidy table written at a time, or so many times the whole


@dataclass(frozen=True)
class Size:
    """The size of a run."""

    people: int
    worlds: int
    months: int  # with the burn-in


@dataclass(frozen=True)
class Asked:
    """What determines the memory of a run besides its size."""

    regime: Regime
    plan: Plan
    surveyed: int = 0  # months at which surveys are taken
    saved: bool = False  # whether tables are written
    log_rows: int | None = None  # rows of each world's log buffer

    def state(self, size: Size) -> float:
        """Bytes of all arrays of the batch except the record and the log."""
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
        """Additional bytes of people and ties during initialisation."""
        degree = self._degree()
        laid = size.people * (BORN + BORN_TIE * degree)
        return size.worlds * laid + size.people * (BEING_BORN + LAYING_TIE * degree)

    def record(self, size: Size) -> float:
        """Bytes of the sums behind the measures: by month, world and place, and by unit."""
        rows = max(1, len(tally_rows(self.plan.measures)))
        return NUMBER * rows * size.worlds * (size.months * self._places() + self.regime.tree.units)

    def measures(self, size: Size) -> float:
        """Bytes of the measures by month, world and place."""
        count = len(self.plan.measures)
        return NUMBER * count * size.worlds * size.months * self._places()

    def log(self, size: Size) -> float:
        """Bytes of the case log at the end, as an estimate."""
        return LOG_ROW * ROWS_A_PERSON_MONTH * size.worlds * size.people * size.months

    def buffer(self, size: Size) -> float:
        """Bytes of the log buffer."""
        return float(ROW.itemsize * size.worlds * (self.log_rows or usual_log_rows(size.people)))

    def _degree(self) -> float:
        """Initial ties per person, including those among members."""
        shares = self.regime.society.shares
        return self.regime.society.mesh.degree + shares.comrades * (shares.members + shares.police)

    def _places(self) -> int:
        return self.regime.society.tree[0] + 1

    def moments(self, size: Size) -> dict[str, float]:
        """Bytes at each of the peaks."""
        state, buffer, record, log = self.state(size), self.buffer(size), self.record(size), self.log(size)
        stands = state + buffer + record
        measures = self.measures(size)
        made = (BESIDE_SURVEYS if self.surveyed else MADE_FROM_SUMS) * measures
        found = {"people": state + buffer + self.births(size), "months": stands + log,
                 "measures": stands + LOG_SORTED * log + made}
        if self.surveyed:
            found["surveys"] = 2 * stands + log  # a fork copies what a month may change, including the record
        if self.saved:
            found["tables"] = stands + LOG_SORTED * log + measures + min(SAVING, TIDY * measures)
        return found

    def needed(self, size: Size) -> float:
        """Bytes at the largest peak."""
        return THE_PROGRAM + SLACK * max(self.moments(size).values())


def usual_log_rows(people: int) -> int:
    """The default size of a world's log buffer, in rows."""
    return people // 4 + 256


def _bytes(plan: Plan, column: Column) -> float:
    return float(np.dtype(column.dtype).itemsize * plan.width(column.per))


def check_memory(asked: Asked, size: Size, there: float | None = None) -> None:
    """Refuse, before any work, a run that does not fit into memory, and say what would fit."""
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
    """The largest integer up to `wanted` that fits into memory, 0 for none; rounded down to two digits."""
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
    """Bytes of memory available to this process: the machine's, or the limit of its container."""
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
