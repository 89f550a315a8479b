"""Waves: skipping people who cannot move changes nothing, compared with plain Python, which asks everybody."""

from __future__ import annotations

import dataclasses
from functools import partial
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
import pytest

from direct_calls import run_rules
from small_regimes import only_the_hall
from unanimity.engine.batch import make_batch
from unanimity.engine.run import lay_record, run_months
from unanimity.engine.single_rules import arrays_of_tree
from unanimity.support.errors import ModelError
from unanimity.world.columns import person, seat, unit, world
from unanimity.world.formula import formula
from unanimity.world.rules import Mechanism, wave

PEOPLE = 256


class Nothing(NamedTuple):
    """No parameters."""


COLUMNS = (person("eagerness", "f4", 0, 1, "song", "how readily he joins in"),
           person("sang_here", "u1", 0, 255, "song", "round in which he joined in his cell", unit="round"),
           person("sang_abroad", "u1", 0, 255, "song", "round in which he joined in the country", unit="round"),
           person("hoarse", "u1", 0, 1, "song", "has sung before the month began", unit="flag"),
           person("verses", "f4", 0, 1e9, "song", "verses sung"),
           seat("chair_sang", "u1", 0, 255, "song", "round in which he joined", unit="round"),
           seat("desk_sang", "u1", 0, 255, "song", "round in which he joined at the centre", unit="round"),
           unit("envoy_sang", "u1", 0, 255, "song", "round in which its delegate joined", unit="round"),
           unit("loudness", "f4", 0, 1, "song", "share of the cell that sings"),
           unit("silent", "f4", 0, 1, "song", "share of the room that does not sing"),
           world("singers", "f8", 0, 1e9, "song", "singers among the delegates", unit="persons"))
MARKS = ("sang_here", "sang_abroad", "chair_sang", "desk_sang", "envoy_sang")


@formula
def heard(of_ties, all_ties, moved, room):
    return 0.5 * (of_ties / all_ties if all_ties > 0 else 0.0) + 0.5 * moved / room


@formula
def four(month):
    return 4 if month >= 0 else 0


@formula
def has_a_voice(one):
    return (one.status < 3) & (one.eagerness > 0.05)


@formula
def is_no_stranger(other):
    return other.eagerness > 0.1


@formula(writes=("verses",))
def one_verse_more(one, unit):
    return one.verses + (1.0 if unit.present > 0.0 else 0.0)


@formula(writes=("silent",))
def kept_silent(moved, room):
    return 1.0 - moved / room if room > 0 else 1.0


@wave("cell", writes="sang_here", only=(has_a_voice, is_no_stranger), company=heard, rounds=four,
      becomes=one_verse_more, then=kept_silent)
def sing_here(one, unit, company):
    """Whether one joins in, in one's cell."""
    return one.eagerness + 0.8 * company + 0.0 * unit.present > 0.85


@wave("chairs", writes="chair_sang", only=has_a_voice, company=heard, rounds=four, then=kept_silent)
def sing_in_chairs(one, company):
    """The same among officials."""
    return one.eagerness + 0.8 * company > 0.7


@wave("centre", writes="desk_sang", company=heard, rounds=four)
def sing_at_the_top(one, company):
    """The same at the centre."""
    return one.eagerness + 0.8 * company > 0.6


@formula(writes=("singers",))
def counted(country, moved):
    return moved + 0.0 * country.singers


@wave("delegates", writes="envoy_sang", company=heard, rounds=four, then=counted)
def sing_together(one, cell, company):
    """The same among delegates."""
    return one.eagerness + 0.8 * company + 0.0 * cell.present > 0.8


@formula
def has_sung(other):
    return other.hoarse != 0


@formula
def around_here(unit, of_ties, all_ties):
    return 0.5 * (of_ties / all_ties if all_ties > 0 else 0.0) + 0.5 * unit.loudness


@formula(writes=("loudness",))
def louder(unit, joined):
    return min(1.0, unit.loudness + joined / max(unit.present, 1.0))


@wave("country", writes="sang_abroad", company=around_here, rounds=four, becomes=one_verse_more, begun=has_sung,
      after=louder)
def sing_everywhere(one, company):
    """The same through the country, where cells hear their own and ties reach far."""
    return one.eagerness + 0.8 * company > 0.9


RULES = (sing_here, sing_in_chairs, sing_at_the_top, sing_together, sing_everywhere)
SONG = Mechanism(id="song", card=0, title="Song", sentence="", sources="assumed", parameters=Nothing, rules=RULES,
                 columns=COLUMNS)


def laid(seeds):
    regime = only_the_hall("apparatus", mechanisms=(SONG,), after={"song": "voice"})
    society = dataclasses.replace(regime.society, people=PEOPLE, tree=(4, 4))
    batch = make_batch([dataclasses.replace(regime, society=society)] * len(seeds), list(seeds), ())
    for w, seed in enumerate(seeds):
        lot = np.random.default_rng(seed)
        batch.column("eagerness", w)[:] = lot.uniform(0, 1, PEOPLE)
        batch.column("hoarse", w)[:] = lot.uniform(0, 1, PEOPLE) < 0.02
        batch.column("deputy", w)[:batch.tree.cells] = np.where(lot.uniform(0, 1, batch.tree.cells) < 0.9,
                                                               batch.tree.cell_start[:-1] + 1, -1)
    lay_record(batch, 1)
    return batch


def ran(seeds, threads=1):
    batch = laid(seeds)
    run_months(batch, 1, threads=threads)
    return batch


@pytest.fixture(scope="module")
def alone():
    return {seed: ran([seed]) for seed in (1, 2)}


def test_a_wave_gives_the_same_for_any_batch_and_threads(alone):
    for threads in (1, 3):
        together = ran([2, 1, 2], threads)
        for w, seed in enumerate((2, 1, 2)):
            for name in (*MARKS, "verses", "loudness", "silent", "singers"):
                assert (together.column(name, w) == alone[seed].column(name)).all(), name


def sing_by_hand(state, tree):
    """Singing in the cells, then through the country, where nothing is spared: everybody who has not yet joined looks
    at all his ties in every round."""
    eager, ties = state["eagerness"], [slice(*state["tie_start"][i:i + 2]) for i in range(PEOPLE)]

    def of_ties(i, seen, joined):
        others, weight = state["neighbour"][ties[i]], state["weight"][ties[i]].astype(int)
        whole = weight[seen[others]].sum()
        return weight[(seen & joined)[others]].sum() / whole if whole else 0.0

    def heard_here(i, joined, inside, room):
        ties_heard = of_ties(i, inside & (eager > 0.1), joined)
        return eager[i] + 0.8 * (0.5 * ties_heard + 0.5 * (joined & inside).sum() / room) > 0.85

    for cell in range(tree.cells):
        people = np.arange(*tree.person_range(cell))
        inside = np.zeros(PEOPLE, bool)
        inside[people] = True
        there = [i for i in people if state["status"][i] < 3 and eager[i] > 0.05]
        rounds(state["sang_here"], there, partial(heard_here, inside=inside, room=len(there)))
        state["verses"][people] += (state["sang_here"][people] > 0) & (state["present"][cell] > 0.0)
    home = np.repeat(np.arange(tree.cells), np.diff(tree.cell_start))

    def heard_by(i, joined):
        near = 0.5 * of_ties(i, np.ones(PEOPLE, bool), joined | (state["hoarse"] != 0))
        return eager[i] + 0.8 * (near + 0.5 * float(state["loudness"][home[i]])) > 0.9

    def grow_louder(movers):
        fresh = np.bincount([home[i] for i in movers if not state["hoarse"][i]], minlength=tree.cells)
        cells = slice(tree.cells)
        louder = state["loudness"][cells] + fresh / np.maximum(state["present"][cells], 1.0)
        state["loudness"][cells] = np.minimum(1.0, louder)

    rounds(state["sang_abroad"], range(PEOPLE), heard_by, grow_louder)
    state["verses"] += (state["sang_abroad"] > 0) & (state["present"][home] > 0.0)


def rounds(marks, there, joins, after=lambda movers: None):
    """Up to four rounds, as long as somebody joins; each sees those who joined in the rounds before."""
    marks[list(there)] = 0
    for this_round in range(1, 5):
        joined = marks > 0
        movers = [i for i in there if not marks[i] and joins(i, joined)]
        marks[movers] = this_round
        after(movers)
        if not movers:
            break


@pytest.mark.parametrize("seed", [1, 2])
def test_a_wave_is_the_one_in_which_everybody_looks_at_all_his_ties_in_every_round(alone, seed):
    batch, begin = alone[seed], laid([seed])
    names = [column.name for column in COLUMNS]
    state = {name: begin.column(name).copy() for name in (*names, "deputy")}
    state |= {name: batch.column(name).copy() for name in ("status", "sitting", "present")}
    state |= {"tie_start": batch.arrays["tie_start"].astype(int), "neighbour": batch.arrays["neighbour"],
              "weight": batch.arrays["weight"]}
    seats = batch.arrays["seat_start"]
    beside = {**arrays_of_tree(batch.tree), "seat_start": seats, "seats": int(seats[-1])}
    by_hand = {name: values.copy() for name, values in state.items()}
    run_rules(RULES, state, batch.tree, batch.arrays["levers"], beside=beside, seed=seed, mechanisms=[SONG])
    sing_by_hand(by_hand, batch.tree)
    for name in ("sang_here", "sang_abroad", "loudness", "verses"):
        assert (by_hand[name] == batch.column(name)).all(), name
    for name in names:
        assert (state[name] == batch.column(name)).all(), name
    assert max(int(batch.column(name).max()) for name in MARKS) >= 3  # some waves went on
    assert batch.column("verses").sum() > 0 and 0.0 < batch.column("singers")[0] < batch.tree.cells


def test_a_rule_of_a_wave_is_called_with_one_and_his_company():
    one = SimpleNamespace(eagerness=0.5)
    assert not sing_in_chairs(one, 0.2) and sing_in_chairs(one, 0.3)


def test_a_wave_through_no_room_is_refused_by_name():
    with pytest.raises(ModelError, match=r"wave\('gardens'\) is unknown; allowed: cell, chairs, centre"):
        wave("gardens", writes="sang_here", company=heard, rounds=four)
