"""One world of a batch at the head of one month: the engine's side of what events see (events/moment.py)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from unanimity.engine.batch import Batch
from unanimity.engine.case_logs import empty_log, log_of
from unanimity.engine.identities import lives_of
from unanimity.engine.scenario_setup import WISH_TO_SPEAK, wish_to_speak
from unanimity.events import moment
from unanimity.world.codes import NOBODY
from unanimity.world.levers import NUMBER_OF
from unanimity.world.selectors.view import View


@dataclass(frozen=True)
class Moment(moment.Moment):
    """A world and a month: views and the log come from the batch."""

    batch: Batch

    @cached_property
    def view(self) -> View:
        """The world as selectors read it."""
        return world_view(self.batch, self.world, self.ticket, self.since)

    def empty_log(self) -> None:
        """Hand the rows of the log to the run, as between months."""
        empty_log(self.batch, self.world)


def world_view(batch: Batch, world: int, ticket: str = "", since: int | None = None) -> View:
    """One world of a batch as selectors see it."""
    start = batch.arrays["tie_start"][world * batch.people:(world + 1) * batch.people + 1].astype(np.int64)
    ties = slice(int(start[0]), int(start[-1]))
    units_here = slice(world * batch.tree.units, (world + 1) * batch.tree.units)
    setup = batch.regimes[world].setup
    named = batch.column("faction_named", world)
    slots = {name: int(np.flatnonzero(named == k)[0]) if (named == k).any() else 0
             for k, name in enumerate(setup.faction_names, 1)}
    return View(
        column=lambda name: batch.column(name, world), columns=batch.plan.columns, tree=batch.tree,
        tie_start=start - start[0], neighbour=batch.arrays["neighbour"][ties],
        tie_kind=batch.arrays["kind"][ties],
        tie_weight=batch.arrays["weight"][ties], seed=batch.seeds[world],
        month=batch.month if since is None else since, groups=dict(setup.bits),
        persons=named_persons(batch, world), factions=slots, ticket=ticket,
        log=lambda: log_of(batch, world), where=whereabouts(batch, world), chairs=batch.centre_size,
        lever=lambda name: batch.arrays["levers"][NUMBER_OF[name], units_here],
        **wish_to_speak(_weights_now(batch, world), batch.regimes[world].known_parameters))


def named_persons(batch: Batch, world: int) -> dict[str, int]:
    """The place of each person whom a scenario names, wherever the person lives by now; NOBODY for those who are gone
    (card 29)."""
    named = batch.persons[world] if batch.persons else {}
    if "generations" not in batch.plan.owners or not named:
        return dict(named)
    return places_of_numbers(numbers_of_named(batch, world), batch.column("number", world))


def numbers_of_named(batch: Batch, world: int) -> dict[str, int]:
    """The number of each person whom a scenario names; all of them belong to the initial population."""
    named = batch.persons[world] if batch.persons else {}
    return {name: int(np.searchsorted(batch.tree.first_places, place)) for name, place in named.items()}


def places_of_numbers(named: Mapping[str, int], number: np.ndarray) -> dict[str, int]:
    """The position of each number in a list; NOBODY for those that are not in it."""
    found = {name: np.flatnonzero(number == one) for name, one in named.items()}
    return {name: int(places[0]) if places.size else NOBODY for name, places in found.items()}


def whereabouts(batch: Batch, world: int) -> Callable[[np.ndarray, np.ndarray], np.ndarray]:
    """Where the persons who held certain places in certain months are now: log rows follow a person who has moved."""
    if "generations" not in batch.plan.owners:
        return lambda places, months: places
    return lambda places, months: lives_of(batch, world).places_now(places, months)


def _weights_now(batch: Batch, world: int) -> Mapping[str, float]:
    """The weights of the wish to speak in a world, as the schedule has changed them so far."""
    if "parameters" not in batch.arrays:  # the world's rules are not laid yet
        return batch.regimes[world].parameters
    row, places = batch.arrays["parameters"][world], batch.plan.place_of_parameter
    return {key: float(row[places[key]]) for key in WISH_TO_SPEAK.values() if key in places}
