"""Card 24: the wave over a whole country, and what is filed after it."""

from __future__ import annotations

import numpy as np
import pytest
from bench import Country

from unanimity.mechanisms.power.uprising import Uprising, add_up, begin_to_move, hear_of_it, put_the_blame, rise
from unanimity.world.codes import FRIEND, INQUIRY, NEVER, ROSE

P = Uprising(inertia=0.55, company=0.6, others=0.3, dread=3.0, stake=0.3, rumour=0.3, hunger_of_troops=0.5,
             fraternity=0.4, watching=0.3, division=0.5, contact=0.5, force=0.7, killing=0.1, capture=0.3, blame=0.4,
             rest=6.0, fall=0.25, relief=0.15, after_a_fall=0.1, unrest=0.05, danger=0.3, concession=12.0, lent=0.2,
             signal=0.1, rounds=8.0, by_ties=0.5)
about = pytest.approx


def country(ready, people=24, ties=(), eager=1.0, **columns):
    """Four cells in two provinces; only those of `ready` would ever rise."""
    here = Country(people, ties=ties)
    here.readiness[:], here.fear[:], here.in_revolt[:], here.eager[:] = -9.0, 0.0, 0, eager
    cell = people / 4
    here.present[:] = [cell] * 4 + [2 * cell] * 2 + [people]
    here.revolt[:], here.linked[:], here.dossier[:], here.marked[:] = 0.5, 0.5, 0.0, 0
    for i, value in ready.items():
        here.readiness[i] = value
    for name, changes in columns.items():
        for i, value in changes.items():
            getattr(here, name)[i] = value
    here.strikers[:4] = [(here.striking[k:k + int(cell)] > 0).sum() for k in range(0, people, int(cell))]
    here.run((begin_to_move, rise, add_up, hear_of_it, put_the_blame), P)
    return here


def test_where_nobody_is_eager_nothing_moves():
    here = country({0: 0.1}, eager=0.0)
    assert (here.revolt == 0.0).all() and (here.linked[4:] == 0.0).all() and (here.in_revolt == 0).all()
    assert country({0: 0.1}, eager=0.05).in_revolt[0] == 1


def test_shares_are_of_the_people_of_each_unit_and_the_rest_of_the_country_hears():
    here = country({0: 0.1, 1: 0.1, 6: 0.2, 13: 0.3})
    assert np.flatnonzero(here.in_revolt).tolist() == [0, 1, 6, 13]
    assert here.revolt.tolist() == about([2 / 6, 1 / 6, 1 / 6, 0.0, 3 / 12, 1 / 12, 4 / 24])
    assert here.linked[4:].tolist() == about([1 / 12, 3 / 12, 0.0])


def test_who_moved_is_filed_and_who_was_on_file_already_is_blamed():
    here = country({0: 0.1, 1: 0.1, 6: 0.2}, marked={1: 1, 2: 1, 3: 1, 14: 1}, status={3: INQUIRY})
    assert here.last_rose[[0, 1, 6]].tolist() == [10, 10, 10] and here.last_rose[2] == NEVER
    assert here.act_kind[0] == ROSE and here.act_month[0] == 10 and here.act_topic[0] == 0 and here.act_kind[2] == 0
    assert here.dossier[[0, 1, 2, 3, 4, 14]].tolist() == about([0.4, 0.4, 0.4 / 4, 0.0, 0.0, 0.0])
    calm = country({}, marked={2: 1})
    assert calm.dossier.sum() == 0.0 and (calm.revolt == 0.0).all()


def test_a_wave_travels_one_tie_a_round_and_eight_rounds_a_month():
    # one tie of two risen is worth .6 * .5 * .5 = .15; the square is too large to be seen
    ready = {0: 0.1, **{i: -0.14 for i in range(1, 15)}}
    ties = [(i, i + 1, 0.5, FRIEND) for i in range(15)]
    here = country(ready, people=4000, ties=ties)
    assert here.in_revolt[:10].tolist() == [1, 2, 3, 4, 5, 6, 7, 8, 0, 0]


def test_who_strikes_is_seen_to_have_moved():
    here = country({0: -0.14}, ties=[(0, 1, 0.5, FRIEND)], striking={1: 1}, people=4000)
    assert here.in_revolt[0] == 1 and here.in_revolt[1] == 0  # the striker himself is counted and not filed
    assert here.revolt[0] == about(2 / 1000) and here.last_rose[1] == NEVER
