"""Choosing (all of a kind, the highest, so many by score or by lot) and telling, as plain Python does it."""

from __future__ import annotations

import dataclasses
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
import pytest

import plain
from plain import walk
from small_regimes import only_the_hall
from unanimity.engine.batch import make_batch
from unanimity.engine.run import lay_record, run_months
from unanimity.mechanisms import docket
from unanimity.support.errors import ModelError
from unanimity.world.codes import IMPRISONED
from unanimity.world.columns import person, unit, world
from unanimity.world.draws import uniform
from unanimity.world.formula import formula
from unanimity.world.rules import Mechanism, choose, pick, tell

PEOPLE, SEED, HOW_MANY, WHERE_FROM = 256, 3, 9310, 9311


class Nothing(NamedTuple):
    """No parameters."""


COLUMNS = (person("merit", "f4", -1e9, 1e9, "prize", "what he has done"),
           person("prizes", "u2", 0, 60000, "prize", "prizes got"),
           person("envy", "f4", -1e9, 1e9, "prize", "envy of the able"),
           person("turn", "u2", 0, 60000, "prize", "in which turn he was chosen last"),
           unit("given_away", "u2", 0, 60000, "prize", "prizes given away"),
           world("turns", "f8", 0, 1e9, "prize", "turns so far"))


@pytest.fixture(autouse=True)
def known_to_plain_python(monkeypatch):
    for column in COLUMNS:
        monkeypatch.setitem(plain.COLUMNS, column.name, column)


@formula(writes=("prizes", "turn", "turns"))
def reward(i, prizes, people, country):
    people.prizes[i] += prizes
    country.turns[0] += 1.0
    people.turn[i] = int(country.turns[0]) % 60000


@formula
def some(unit, luck):
    return 2 + int(3 * luck), 0.0, unit.given_away + 1


@formula
def outstanding(one):
    return one.merit > 0.95


@formula
def modestly(i, people):
    return people.merit[i] * (0.5 if i % 3 == 0 else 1.0)


@formula
def is_odd(one, person):
    return person % 2 == 1 and one.merit < 0.9


@choose(among="provinces", by="merit", number=some, keeps="given_away", first=outstanding, shield=modestly, only=is_odd,
        effect=reward, carries=("so_many",), stream=HOW_MANY)
def honour(one, unit, so_many):
    """The best of each province, and beside them whoever stands out."""
    return 1 if one.merit > 0.0 * unit.given_away else 0, so_many + 1.0


@formula
def in_some_cells(unit):
    return unit.present > 0.0


@choose(among="cells", by="merit", where=in_some_cells, writes="prizes", effect=reward)
def praise(one, cell, unit):
    """The best of each cell."""
    return one.prizes + (10 if cell.present == unit.present else 0), 1


@formula
def twelve(country, month):
    return 12 if country.turns > 0.0 and month >= 0 else 0


@formula
def has_none(one):
    return one.prizes == 0


@choose(among="docket", by_lot=WHERE_FROM, number=twelve, only=has_none, effect=reward)
def console(one):
    """Twelve of those held who have got nothing."""
    return 100 + one.prizes


@formula
def anything_to_do(centre):
    return centre.present > 0.0


@pick(among="people", writes="merit", only=(anything_to_do, has_none))
def fail(one):
    """Who got nothing loses heart."""
    return one.merit * 0.9


@choose(among="posts", effect=reward)
def thank(one, person):
    """Whoever holds a post."""
    return 1000 if person >= 0 else one.prizes


@formula
def has_much(one):
    return one.merit > 0.5


@formula
def is_near(tie, other):
    return tie.first_weight > 0.2 and other.merit < 0.9


@tell(among="people", only=has_much, hears=is_near, writes="envy", fold="max")
def boast(one, tie, other):
    """The friends of the able envy them."""
    return tie.first_weight * one.merit - tie.first_weight * other.merit


@formula
def friends(i, ties):
    return ties.start[i + 1] - ties.start[i]


@formula
def told_all(country, letters):
    return country.turns + letters


@tell(effect=reward, looks=(friends,), carries=("letters",), then=told_all, then_writes=("turns",),
      stream={"sent": 9313, "read": 9314})
def write_home(tie, home, friends, letters, luck):
    """Those held write to their ties; some letters are read."""
    reads = luck.sent < 0.5 and luck.read < 0.9 and home.present > 0.0
    return tie.number % 2 + (1 if friends > 3 and reads else 0), letters + 1.0


RULES = (honour, praise, console, fail, thank, boast, write_home)
PRIZE = Mechanism(id="prize", card=0, title="Prize", sentence="", sources="assumed", parameters=Nothing, rules=RULES,
                  columns=COLUMNS)


def ran(seeds, months=3, mechanism=PRIZE, threads=1):
    regime = only_the_hall("apparatus", mechanisms=(docket.MECHANISM, mechanism), after={"prize": "docket"})
    regime = dataclasses.replace(regime, society=dataclasses.replace(regime.society, people=PEOPLE))
    batch = make_batch([regime] * len(seeds), list(seeds))
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


def test_the_engine_chooses_as_plain_python_does(alone):
    born = ran([SEED], months=0)
    state = {name: born.column(name).copy() for name in (*(column.name for column in COLUMNS), "secretary")}
    state |= {name: alone.column(name).copy() for name in ("docket", "docket_size", "present", "sitting", "status")}
    assert (state["secretary"] == alone.column("secretary")).all()
    state |= {"tie_start": alone.arrays["tie_start"].astype(int), "neighbour": alone.arrays["neighbour"],
              "first_weight": alone.arrays["first_weight"]}
    centre = {"seats": len(state["sitting"]), "seat_start": alone.arrays["seat_start"].astype(int)}
    for month in range(3):
        for rule in RULES:
            walk(rule, state, alone.tree, None, (), centre, month=month, seed=np.uint64(SEED))
    for name in ("merit", "prizes", "envy", "turn", "given_away", "turns"):
        assert (state[name] == alone.column(name)).all(), name
    assert state["envy"].max() > 0.0
    for worth in (1, 10, 100, 1000):  # each way of choosing has chosen somebody
        assert (state["prizes"] // worth % 10 > 0).any()


def test_a_choice_is_the_same_for_any_batch_and_threads(alone):
    together = ran([9, SEED, SEED], threads=3)
    for w in (1, 2):
        for name in ("merit", "prizes", "turn", "given_away", "turns"):
            assert (together.column(name, w) == alone.column(name)).all()


def test_a_choice_is_called_with_rows_of_numbers():
    assert honour(SimpleNamespace(merit=0.8), SimpleNamespace(given_away=0), 4.0) == (1, 5.0)


def test_an_order_that_nobody_knows_is_refused():
    lost = choose(among="villages", writes="merit")(fail.function)
    with pytest.raises(ModelError, match="prize_fail chooses among 'villages'; allowed: people, docket, posts, cells"):
        ran([SEED], mechanism=dataclasses.replace(PRIZE, rules=(lost,)))
