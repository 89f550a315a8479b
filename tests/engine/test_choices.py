"""`pick`: all who pass a test, the highest score, the n highest; compared with plain Python."""

from __future__ import annotations

import dataclasses
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
import pytest

from direct_calls import run_rules
from small_regimes import only_the_hall
from unanimity.engine.batch import make_batch
from unanimity.engine.run import lay_record, run_months
from unanimity.mechanisms import docket
from unanimity.support.errors import ModelError
from unanimity.world.codes import IMPRISONED, NOBODY
from unanimity.world.columns import person, world
from unanimity.world.draws import uniform
from unanimity.world.formula import formula
from unanimity.world.rules import Mechanism, pick

PEOPLE, SEED, HOW_MANY, WHERE_FROM = 256, 3, 9310, 9311


class Nothing(NamedTuple):
    """No parameters."""


COLUMNS = (person("merit", "f4", -1e9, 1e9, "prize", "what he has done"),
           person("prizes", "u2", 0, 60000, "prize", "prizes got"),
           person("turn", "u2", 0, 60000, "prize", "in which turn he was chosen last"),
           world("turns", "f8", 0, 1e9, "prize", "turns so far"))


@formula(writes=("prizes", "turn", "turns"))
def reward(i, prizes, people, country):
    people.prizes[i] += prizes
    country.turns[0] += 1.0
    people.turn[i] = int(country.turns[0]) % 60000


@formula
def some(unit, luck):
    return 2 + int(3 * luck), 0.1 + 0.0 * unit.present


@formula
def is_odd(one, person):
    return person % 2 == 1 and one.merit < 0.9


@pick(among="people of a province", by="merit", number=some, only=is_odd, stream=HOW_MANY)
def honour(i, people, country):
    """The best of each province."""
    reward(i, 1, people, country)


@formula
def in_some_cells(unit):
    return unit.present > 0.0


@pick(among="people of a cell", by="merit", only=in_some_cells, writes="prizes")
def praise(one, cell, unit):
    """The best of each cell."""
    return one.prizes + (10 if cell.present == unit.present else 0)


@formula
def has_none(one):
    return one.prizes == 0


@formula
def anything_to_do(centre):
    return centre.present > 0.0


@pick(among="people", writes="merit", only=(anything_to_do, has_none))
def fail(one):
    """Who got nothing loses heart."""
    return one.merit * 0.9


@formula
def lucky(one, luck):
    return one.merit > 0.2 and luck < 0.5


@pick(among="people", only=lucky, stream=WHERE_FROM)
def console(i, people, country):
    """Some by lot."""
    reward(i, 100, people, country)


@pick(among="posts")
def thank(i, people, country):
    """Whoever holds a post."""
    reward(i, 1000, people, country)


RULES = (honour, praise, console, fail, thank)
PRIZE = Mechanism(id="prize", card=0, title="Prize", sentence="", sources="assumed", parameters=Nothing, rules=RULES,
                  columns=COLUMNS)


def ran(seeds, months=3, mechanism=PRIZE, threads=1):
    regime = only_the_hall("apparatus", mechanisms=(docket.MECHANISM, mechanism), after={"prize": "docket"})
    regime = dataclasses.replace(regime, society=dataclasses.replace(regime.society, people=PEOPLE))
    batch = make_batch([regime] * len(seeds), list(seeds), ())
    for w, seed in enumerate(seeds):
        batch.column("status", w)[::7] = IMPRISONED
        batch.column("merit", w)[:] = [uniform(seed, 9312, i, 0) for i in range(PEOPLE)]
        batch.column("merit", w)[5:9] = 0.7  # of equal scores the earlier goes first
    lay_record(batch, months)
    run_months(batch, months, threads=threads)
    return batch


@pytest.fixture(scope="module")
def alone():
    return ran([SEED])


def reward_by_hand(state, tree, centre, month):
    """The five rules of a month written out as plain loops over everybody."""
    merit, prizes, turns = state["merit"], state["prizes"], state["turns"]
    for province in tree.provinces:
        first, last = tree.person_range(province)
        odd = [i for i in range(first, last) if i % 2 == 1 and 0.1 < merit[i] < np.float32(0.9)]
        most = 2 + int(3 * uniform(SEED, HOW_MANY, province, month))
        best = sorted(odd, key=lambda i: (-merit[i], i))[:most]
        prizes[best] += 1
        turns += len(best)
    for cell in range(tree.cells):
        people = range(*tree.person_range(cell))
        if state["present"][cell] > 0.0:
            prizes[min(people, key=lambda i: (-merit[i], i))] += 10
    lucky_ones = [i for i in range(PEOPLE) if merit[i] > 0.2 and uniform(SEED, WHERE_FROM, i, month) < 0.5]
    prizes[lucky_ones] += 100
    merit[prizes == 0] = merit[prizes == 0].astype(float) * 0.9
    first = centre["seat_start"][tree.units - 1]
    holders = [i for i in (*state["secretary"][:-1], *state["sitting"][first:]) if i != NOBODY]
    np.add.at(prizes, holders, 1000)
    turns += len(lucky_ones) + len(holders)


def test_the_engine_chooses_as_plain_python_does(alone):
    born = ran([SEED], months=0)
    state = {name: born.column(name).copy() for name in (*(column.name for column in COLUMNS), "secretary")}
    state |= {name: alone.column(name).copy() for name in ("docket", "docket_size", "present", "sitting", "status")}
    assert (state["secretary"] == alone.column("secretary")).all()
    centre = {"seats": len(state["sitting"]), "seat_start": alone.arrays["seat_start"].astype(int)}
    by_hand = {name: values.copy() for name, values in state.items()}
    for month in range(3):
        run_rules(RULES, state, alone.tree, beside=centre, month=month, seed=SEED, mechanisms=[PRIZE])
        reward_by_hand(by_hand, alone.tree, centre, month)
    for name in ("merit", "prizes", "turns"):
        assert (by_hand[name] == alone.column(name)).all(), name
    for name in ("merit", "prizes", "turn", "turns"):
        assert (state[name] == alone.column(name)).all(), name
    for worth in (1, 10, 100, 1000):  # each way of choosing has chosen somebody
        assert (state["prizes"] // worth % 10 > 0).any()


def test_a_choice_is_the_same_for_any_batch_and_threads(alone):
    together = ran([9, SEED, SEED], threads=3)
    for w in (1, 2):
        for name in ("merit", "prizes", "turn", "turns"):
            assert (together.column(name, w) == alone.column(name)).all()


def test_a_rule_of_those_picked_is_called_with_rows_of_numbers():
    assert praise(SimpleNamespace(prizes=3), SimpleNamespace(present=5.0), SimpleNamespace(present=5.0)) == 13


def test_those_among_whom_nobody_can_be_picked_are_refused_by_name():
    with pytest.raises(ModelError, match=r"pick\('villages'\) is unknown; allowed: people, posts, people of a cell"):
        pick(among="villages", writes="merit")


def test_two_tests_of_the_same_are_refused():
    with pytest.raises(ModelError, match=r"fail: two tests of `only` are of the same \(one, one\)"):
        pick(among="people", writes="merit", only=(has_none, is_odd))(fail.function)
