"""Identities: which person was at which place and when, in societies whose people come and go (cards 29 and 30).

A place is a row of the arrays. The log identifies a person by place, not by person number; together with the month, the
place determines the person: the present occupant, or one of the departed, who are recorded when their place becomes
vacant. From these records come a person's number, the cause of a past death, sums over dead people whose row is reused,
and the population balance.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from unanimity.engine.batch import Batch
from unanimity.engine.working_arrays import tally_rows
from unanimity.measures.declare import Measure
from unanimity.world.codes import ABROAD, DEAD, DEATHS, NEVER, NOBODY, VACANT
from unanimity.world.formula import arguments

DEPARTED = np.dtype([("world", "i4"), ("place", "i4"), ("number", "i4"), ("since", "i2"), ("until", "i2"),
                     ("born", "i2"), ("status", "u1"), ("death", "u1"), ("tellings", "u1"), ("origin", "u1")])
GONE = "departed"
WIDE = 2**17  # months, shifted to be positive, combined with a place or number in one key
MOVED_ON = VACANT  # marker of a person who moved to another place (card 30): a status that nobody has
KEPT = ("status", "death", "tellings")  # fields of a departed person that cumulative sums need
PERSONS_OF_A_ROW = ("person", "examiner", "judge", "named_by", "other")


def have_generations(batch: Batch) -> bool:
    """Whether people come and go in this batch."""
    return "generations" in batch.plan.owners


def departed(batch: Batch, world: int | None = None) -> np.ndarray:
    """The departed, in order; of one world, or of all worlds one after the other."""
    pieces = batch.departed
    if world is not None:  # each piece is in the order of worlds
        pieces = [piece[slice(*np.searchsorted(piece["world"], (world, world + 1)))] for piece in pieces]
    found = np.concatenate([np.empty(0, DEPARTED), *pieces])
    return found if world is not None else found[np.argsort(found["world"], kind="stable")]


@dataclass(frozen=True)
class Lives:
    """The people of one world, past and present: maps a place and a month to a person."""

    since: np.ndarray  # by place: the month in which the present occupant took it
    number: np.ndarray
    death: np.ndarray
    gone: np.ndarray  # the departed of this world

    def _which(self, places: np.ndarray, months: np.ndarray) -> np.ndarray:
        """For each place and month, the index of the departed occupant, or -1 for the present one."""
        found = np.full(places.size, -1, np.int64)
        known = places >= 0
        past = np.flatnonzero(known & (months < self.since[np.where(known, places, 0)]))
        if not past.size or not self.gone.size:
            return found
        order, keys = self._leavings
        asked = places[past].astype(np.int64) * WIDE + months[past] + WIDE // 4
        at = np.searchsorted(keys, asked, side="right")  # the first person to leave the place after that month
        sound = at < keys.size
        at = np.minimum(at, keys.size - 1)
        sound &= keys[at] // WIDE == places[past]
        found[past[sound]] = order[at[sound]]
        return found

    @cached_property
    def _leavings(self) -> tuple[np.ndarray, np.ndarray]:
        """The departed sorted by place and month, and the combined key."""
        order = np.lexsort((self.gone["until"], self.gone["place"]))
        return order, self.gone["place"][order].astype(np.int64) * WIDE + self.gone["until"][order] + WIDE // 4

    @cached_property
    def _ends(self) -> tuple[np.ndarray, np.ndarray]:
        """Everybody's number, in order, and how each died."""
        last, here = self.gone[self.gone["status"] != MOVED_ON], self.number != NOBODY
        numbers = np.concatenate([self.number[here], last["number"]])
        order = np.argsort(numbers, kind="stable")
        return numbers[order], np.concatenate([self.death[here], last["death"]])[order]

    @cached_property
    def _moves(self) -> tuple[np.ndarray, np.ndarray]:
        """The number and month of every move as a sorted key, and the place left."""
        moved = self.gone[self.gone["status"] == MOVED_ON]
        keys = moved["number"].astype(np.int64) * WIDE + moved["until"]
        order = np.argsort(keys, kind="stable")
        return keys[order], moved["place"][order]

    def numbers(self, places: np.ndarray, months: np.ndarray) -> np.ndarray:
        """The number of the person at each place in that month; nobody stays nobody."""
        which = self._which(places, months)
        now = np.where(places >= 0, self.number[np.maximum(places, 0)], NOBODY)
        return np.where(which >= 0, self.gone["number"][which], now) if self.gone.size else now

    def people(self, rows: np.ndarray) -> np.ndarray:
        """The person number of each row of the log."""
        return self.numbers(rows["person"], rows["month"])

    def told(self, rows: np.ndarray) -> np.ndarray:
        """Log rows with person numbers instead of places."""
        by_number = rows.copy()
        for field in PERSONS_OF_A_ROW:
            by_number[field] = self.numbers(rows[field], rows["month"])
        return by_number

    def there(self, month: int) -> np.ndarray:
        """The numbers of the people present when a month was about to begin."""
        now = self.number[(self.number != NOBODY) & (self.since < month)]
        left = self.gone["number"][(self.gone["since"] < month) & (self.gone["until"] >= month)]
        return np.concatenate([now, left])

    def deaths(self, rows: np.ndarray) -> np.ndarray:
        """How the person of each log row died, as known at the end."""
        return self.deaths_of(self.people(rows)) if self.gone.size else self.death[rows["person"]]

    def deaths_of(self, asked: np.ndarray) -> np.ndarray:
        """How people died, by number."""
        numbers, kinds = self._ends
        at = np.minimum(np.searchsorted(numbers, asked), numbers.size - 1)
        return np.where(numbers[at] == asked, kinds[at], 0)

    def before_the_month(self, places: np.ndarray, months: np.ndarray) -> np.ndarray:
        """Where the person of each place and month was at the end of the previous month; movers were elsewhere."""
        keys, left = self._moves
        if not keys.size:
            return places
        asked = self.numbers(places, months).astype(np.int64) * WIDE + months
        at = np.minimum(np.searchsorted(keys, asked), keys.size - 1)
        return np.where(keys[at] == asked, left[at], places)

    def places_now(self, places: np.ndarray, months: np.ndarray) -> np.ndarray:
        """The present place of the person of each place and month; none for the departed."""
        return stands_at(self.number, self.numbers(places, months))


def stands_at(numbers: np.ndarray, asked: np.ndarray) -> np.ndarray:
    """The position of each number in a list; the marker for nobody if it is absent."""
    order = np.argsort(numbers, kind="stable")
    at = order[np.minimum(np.searchsorted(numbers[order], asked), order.size - 1)]
    return np.where((asked != NOBODY) & (numbers[at] == asked), at, NOBODY)


def lives_of(batch: Batch, world: int) -> Lives:
    """The people of one world, past and present; without comings and goings a person's number is the place."""
    death = batch.column("death", world)
    if not have_generations(batch):
        everybody = np.arange(batch.people)
        return Lives(np.full(batch.people, NEVER), everybody, death, np.empty(0, DEPARTED))
    return Lives(batch.column("since", world), batch.column("number", world), death, departed(batch, world))


def with_numbers(batch: Batch, pieces: np.ndarray) -> np.ndarray:
    """The log with person numbers instead of places."""
    if not have_generations(batch):
        return pieces
    told = pieces.copy()
    for world in range(batch.worlds):
        mine = pieces["world"] == world
        told["row"][mine] = lives_of(batch, world).told(pieces["row"][mine])
    return told


def kinds_of_death(batch: Batch, pieces: np.ndarray) -> np.ndarray:
    """How the person of each log row (by place) died, as known at the end."""
    kinds = np.zeros(pieces.size, np.uint8)
    for world in np.unique(pieces["world"]):
        mine = pieces["world"] == world
        kinds[mine] = lives_of(batch, int(world)).deaths(pieces["row"][mine])
    return kinds


@dataclass
class Remembered:
    """The number of departed of each kind by world and cell, and how much of the batch's list has been counted."""

    pieces: list[np.ndarray]
    codes: np.ndarray  # kinds, in order
    number: np.ndarray  # worlds and cells down, kinds across


def _remembered(batch: Batch) -> Remembered:
    """The counts of the departed, updated with those added since the last call."""
    before, cells = batch.remembered, batch.tree.cells
    known = len(before.pieces) if before is not None else 0
    if before is None or len(batch.departed) < known or any(
            one is not other for one, other in zip(before.pieces, batch.departed, strict=False)):
        before, known = Remembered([], np.empty(0, np.int64), np.zeros((batch.worlds * cells, 0), np.int64)), 0
    new = np.concatenate([np.empty(0, DEPARTED), *batch.departed[known:]])
    new = new[new["status"] != MOVED_ON]
    kind = sum(new[name].astype(np.int64) << 8 * k for k, name in enumerate(KEPT))
    codes = np.union1d(before.codes, kind)
    number = np.zeros((batch.worlds * cells, codes.size), np.int64)
    number[:, np.searchsorted(codes, before.codes)] = before.number
    cell = new["world"].astype(np.int64) * cells + batch.arrays["cell_of"][new["place"]]
    np.add.at(number, (cell, np.searchsorted(codes, kind)), 1)
    batch.remembered = Remembered(list(batch.departed), codes, number)
    values: Remembered = batch.remembered
    return values


def remember_the_departed(batch: Batch) -> None:
    """Add people whose place was reused to the sums of the month just ended: the dead, those who left, and everybody.
    The other sums only concern people present."""
    gone = _remembered(batch)
    if not gone.codes.size:
        return
    tree = batch.tree
    rows, worth = _worth_of(batch.plan.measures, tuple(gone.codes.tolist()))
    sums = np.zeros((batch.worlds, tree.units, len(rows)))
    sums[:, :tree.cells] = gone.number.reshape(batch.worlds, tree.cells, gone.codes.size) @ worth
    for unit in range(tree.units - 1):  # a unit's number is below its parent's
        sums[:, tree.parent[unit]] += sums[:, unit]
    tally = batch.arrays["tally"].reshape(batch.worlds, tree.units, -1)
    tally[:, :, rows] += sums
    record = batch.arrays["table"][batch.month - 1 - int(batch.arrays["record_month"][0])]
    record[:, :, rows] = tally[:, batch.arrays["record_units"]][:, :, rows]


@lru_cache(maxsize=256)
def _worth_of(measures: tuple[Measure, ...], codes: tuple[int, ...]) -> tuple[list[int], np.ndarray]:
    """The tally rows to which the departed contribute, and the contribution of each kind: kinds in rows, tally rows in
    columns."""
    places, rows, worth = tally_rows(measures), [], []
    for population in dict.fromkeys(m.population for m in measures if m.table == "person"):
        own = [m for m in measures if m.table == "person" and m.population == population]
        counts = _of_kinds(own[0].over, codes)
        if counts.any():
            rows += [places[f"over {population}"], *(places[m.name] for m in own)]
            worth += [counts, *(counts * _of_kinds(m.function, codes) for m in own)]
    return rows, np.array(worth).reshape(len(rows), len(codes)).T


def _of_kinds(function: Any, codes: tuple[int, ...]) -> np.ndarray:
    """The value of a person function for the departed of each kind; 0 if it needs columns that are not recorded."""
    names = arguments(function)
    if set(names) - set(KEPT):
        return np.zeros(len(codes))
    return np.array([float(function(*(code >> 8 * KEPT.index(name) & 255 for name in names))) for code in codes])


def account(batch: Batch, world: int) -> dict[str, int]:
    """The population balance of a world with generations: where everybody who was present or came has gone; both sides
    must agree."""
    status, gone = batch.column("status", world), departed(batch, world)
    one = {name: int(batch.column(name, world)[0]) for name in
           ("first_people", "first_young", "births_so_far", "arrivals_so_far", "young_dead")}
    dead = np.bincount(batch.column("death", world)[status == DEAD], minlength=len(DEATHS)) + np.bincount(
        gone["death"][gone["status"] == DEAD], minlength=len(DEATHS))
    return {**one, "alive": int((status < ABROAD).sum()),
            "left": int((status == ABROAD).sum() + (gone["status"] == ABROAD).sum()), "dead": int(dead.sum()),
            **{f"dead: {name}": int(number) for name, number in zip(DEATHS, dead, strict=True) if number},
            "young": int(batch.column("young", world).sum()),
            "waiting": int(batch.column("waiting_age", world).sum() + batch.column("waiting_arrived", world).sum()),
            "vacant": int((status == VACANT).sum())}


def is_balanced(told: dict[str, int]) -> bool:
    """Whether those who came equal those present, departed, dead or waiting."""
    came = told["first_people"] + told["first_young"] + told["births_so_far"] + told["arrivals_so_far"]
    return came == told["alive"] + told["left"] + told["dead"] + told["young"] + told["young_dead"] + told["waiting"]
