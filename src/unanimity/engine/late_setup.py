"""A set-up applied to worlds that have run for years: groups, named persons, factions, prisoners, rings, clans.

At initialisation a scenario selects people before anything has happened (engine/scenario_setup.py). Here it selects
among those present at the start of a month, with the same lots, and then does what it would have done at month 0
(engine/month_zero.py). Ties, and shares, traits or leaders that are reached by shifting a whole society, can only be
set at initialisation.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np

from unanimity.engine.batch import Batch
from unanimity.engine.identities import have_generations
from unanimity.engine.moment import Moment, world_view
from unanimity.engine.month_zero import begin
from unanimity.engine.scenario_setup import STREAM_GROUPS, InitialWorld, gather_group, give_numbers, give_traits
from unanimity.regimes.regime import Regime
from unanimity.regimes.scenario import Group, Person, Setup
from unanimity.support.errors import UserError, shown
from unanimity.world.selectors.parse import Choice, Share
from unanimity.world.selectors.people import persons
from unanimity.world.selectors.view import View, draw
from unanimity.world.ties import Ties

PRESENT = Choice("present")
LATER = ("groups", "assign", "persons", "clans", "factions", "prisoners", "exiles", "rings")  # tables that can be laid


def named_only(setup: Setup, born: Setup) -> Setup:
    """The initial set-up of worlds to which `setup` is applied later: `born`, which knows the later names too."""
    return dataclasses.replace(born, bits=setup.bits, faction_names=setup.faction_names, known=setup.known)


@dataclasses.dataclass
class _PresentWorld(InitialWorld):
    """One world of a batch, as the code that applies a set-up sees it."""

    batch: Batch | None = None
    world: int = 0

    def column(self, name: str) -> np.ndarray:
        """The world's own numbers, as they stand now."""
        assert self.batch is not None
        return self.batch.column(name, self.world)

    def view(self, ticket: str = "") -> View:
        """What selectors see of it now."""
        assert self.batch is not None
        return world_view(self.batch, self.world, ticket, 0)


def apply_setup_late(batch: Batch, regimes: Sequence[Regime]) -> None:
    """Give every world its regime from this month on, and apply what its set-up adds."""
    born = [regime.setup.groups for regime in batch.regimes]
    batch.regimes = tuple(regimes)
    batch.persons = tuple(dict(batch.persons[world]) if batch.persons else {} for world in range(batch.worlds))
    for world, regime in enumerate(regimes):
        if regime.setup.at_month_0:
            _lay(batch, world, regime, born[world])


def _lay(batch: Batch, world: int, regime: Regime, born: tuple[Group, ...]) -> None:
    nothing = Ties(*(np.empty(0, np.int64) for _ in Ties._fields))
    new = _PresentWorld(batch.seeds[world], batch.tree, regime.society, regime.setup, {}, nothing,
                 batch.first_centre[world], {}, batch=batch, world=world)
    for group in regime.setup.groups:
        if group not in born:
            gather_group(new, group)
    for person in regime.setup.persons:
        _name(new, person)
    begin(Moment(batch, world, "set-up"))


def _name(new: _PresentWorld, person: Person) -> None:
    """Choose the bearer of a name among those present who belong to the initial population, as named persons must."""
    assert new.batch is not None
    batch, world = new.batch, new.world
    mask = persons(person.of, new.view(person.name))
    first = _first_of(batch, world)
    mask &= first >= 0
    mask[list(new.persons.values())] = False
    if not mask.any() and not person.said:  # a role for which the place has nobody, such as a province without police
        mask = (first >= 0) & persons(PRESENT, new.view(person.name))
        mask[list(new.persons.values())] = False
    if not mask.any():
        raise UserError(f"persons: nobody can be {shown(person.name)}: {person.of} is nobody at the branch who has no "
                        f"name yet and was born with the country; allowed: another role, province or of.")
    if person.role == "police_chief":
        found = int(np.argmax(np.where(mask, new.column("competence"), -1.0)))
    else:
        found = int(np.flatnonzero(draw(mask, Share(1.0, False), new.view(person.name), "", STREAM_GROUPS))[0])
    new.persons[person.name] = found
    here = np.zeros(batch.people, bool)
    here[found] = True
    give_traits(new, here, person.traits)
    give_numbers(new, here, person.numbers)
    batch.persons[world][person.name] = int(first[found])  # type: ignore[index]


def _first_of(batch: Batch, world: int) -> np.ndarray:
    """For each place, the initial place of its present occupant; -1 for somebody who came later."""
    if not have_generations(batch):
        return np.arange(batch.people)
    number, places = batch.column("number", world), np.asarray(batch.tree.first_places)
    known = (number >= 0) & (number < places.size)
    return np.where(known, places[np.where(known, number, 0)], -1)
