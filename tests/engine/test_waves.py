"""Waves: what the engine spares itself changes nothing; plain Python lets everybody look at all ties in every round."""

from __future__ import annotations

import dataclasses
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
import pytest

import plain
from plain import of_tree, walk
from small_regimes import only_the_hall
from unanimity.engine.batch import make_batch
from unanimity.engine.run import lay_record, run_months
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


@pytest.fixture(autouse=True)
def known_to_plain_python(monkeypatch):
    for column in COLUMNS:
        monkeypatch.setitem(plain.COLUMNS, column.name, column)


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


@pytest.mark.parametrize("seed", [1, 2])
def test_a_wave_is_the_one_in_which_everybody_looks_at_all_his_ties_in_every_round(alone, seed):
    batch, begin = alone[seed], laid([seed])
    names = [column.name for column in COLUMNS]
    state = {name: begin.column(name).copy() for name in (*names, "deputy")}
    state |= {name: batch.column(name).copy() for name in ("status", "sitting", "present")}
    state |= {"tie_start": batch.arrays["tie_start"].astype(int), "neighbour": batch.arrays["neighbour"],
              "weight": batch.arrays["weight"]}
    seats = batch.arrays["seat_start"]
    beside = {**of_tree(batch.tree), "seat_start": seats, "seats": int(seats[-1])}
    for rule in RULES:
        walk(rule, state, batch.tree, batch.arrays["levers"], beside=beside, month=0, seed=np.uint64(seed))
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
