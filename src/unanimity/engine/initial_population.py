"""The initial population of a society with spare places (card 29): places, ages, and the number of children.

People are initialised as without the card, from the seed alone, and then spread over the places of their cells. A
society with vacant places therefore starts with the same people, traits, offices and ties, and with the same person
numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from unanimity.engine.scenario_setup import Born
from unanimity.mechanisms import BY_ID
from unanimity.regimes.regime import Regime
from unanimity.support.errors import UserError
from unanimity.world.codes import FREE, GONE, NOBODY, VACANT
from unanimity.world.columns import Column
from unanimity.world.columns.declare import OF_AGE
from unanimity.world.draws import uniforms
from unanimity.world.society import Society
from unanimity.world.tie_slots import count_ties, spread
from unanimity.world.tree import Tree

STREAM_AGES, STREAM_YOUNG = 62, 63
GROWTH = 0.01  # of the stable population from which the first ages are drawn, a year; assumed
OLDEST = 100
MOST_NUMBERS = 2**31 - 1


def with_places(born: Born, seed: int, tree: Tree, regime: Regime, known: Mapping[str, Column]) -> Born:
    """An initial world, spread over the places of its tree."""
    if tree.people * (regime.months + 2) > MOST_NUMBERS:
        raise UserError(f"{tree.people:,} places over {regime.months:,} months give more numbers for persons than "
                        f"there are; allowed: places * months below {MOST_NUMBERS:,}.")
    places, society = tree.first_places, born.society
    columns = {name: _at_places(values, places, tree, known[name]) for name, values in society.columns.items()}
    for name in ("patron",):
        columns[name] = _renamed(columns[name], places)
    parameters = BY_ID["generations"].parameters(**{
        k.removeprefix("generations."): v for k, v in regime.parameters.items() if k.startswith("generations.")})
    ties = spread(society.ties, places, tree.people, regime.society.mesh)
    columns["status"] = np.full(tree.people, VACANT, np.uint8)
    columns["status"][places] = FREE
    columns["heard"] = np.full(tree.people, GONE, known["heard"].dtype)
    columns["heard"][places] = known["heard"].initial
    columns["number"] = np.full(tree.people, NOBODY, np.int32)
    columns["number"][places] = np.arange(places.size)
    columns["born"] = np.zeros(tree.people, np.int16)
    columns["born"][places] = first_births(uniforms(seed, STREAM_AGES, places.size), parameters)
    if "homeland" in known:
        columns["homeland"] = homelands(tree)
    columns["ties_kept"] = count_ties(ties.start.astype(np.int64), ties.kind)
    young = first_young(seed, np.diff(tree.first.cell_start), parameters, tree.units)
    world = dict(born.world) | {"first_people": places.size, "first_young": int(young.sum()), "young": young,
                                "young_all": young.sum(axis=0)}
    if "leader" in world:
        world["leader"] = int(places[int(world["leader"])])
    spread_out = Society(columns, _renamed(society.secretary, places), places[society.centre].astype(np.int32), ties)
    return Born(spread_out, {name: int(places[who]) for name, who in born.persons.items()}, born.reached, world)


def homelands(tree: Tree) -> np.ndarray:
    """The province number of each place (card 30)."""
    return np.repeat(tree.province[:tree.cells] - int(tree.provinces[0]), np.diff(tree.cell_start)).astype(np.uint16)


def _at_places(values: np.ndarray, places: np.ndarray, tree: Tree, column: Column) -> np.ndarray:
    out = np.full((*values.shape[:-1], tree.people), column.initial, values.dtype)
    out[..., places] = values
    return out


def _renamed(persons: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Person numbers converted to places; nobody stays nobody."""
    return np.where(persons >= 0, places[np.maximum(persons, 0)], NOBODY).astype(persons.dtype)


def first_births(luck: np.ndarray, p: Any) -> np.ndarray:
    """Months of birth of the initial people: ages from sixteen up, from a stable population with the card's
    mortality."""
    ages = np.arange(OF_AGE, OLDEST)
    hazard = p.accident + p.ageing * np.exp(p.growth * (ages - 15.0))
    alive = np.concatenate([[1.0], np.exp(-np.cumsum(hazard))])[:-1] * np.exp(-GROWTH * (ages - OF_AGE))
    below = np.concatenate([[0.0], np.cumsum(alive) / alive.sum()])
    years = np.interp(luck, below, np.arange(OF_AGE, OLDEST + 1))
    values: np.ndarray = -np.floor(years * 12.0).astype(np.int64)
    return values


def first_young(seed: int, people: np.ndarray, p: Any, units: int) -> np.ndarray:
    """The children of each cell by year of age at the start: births of earlier years minus deaths, times the share
    present."""
    deaths = np.array([p.infant_deaths, p.small_deaths, p.small_deaths, *[p.child_deaths] * (OF_AGE - 3)])
    kept = np.concatenate([[1.0 - deaths[0] / 2.0], np.cumprod(1.0 - deaths[:-1])])
    alive = kept * np.exp(-GROWTH * np.arange(OF_AGE))
    luck = uniforms(seed, STREAM_YOUNG, people.size * OF_AGE).reshape(OF_AGE, people.size)
    young = np.zeros((OF_AGE, units), np.int64)
    young[:, :people.size] = np.floor(p.births * p.survivors * alive[:, None] * people[None, :] + luck)
    return young


