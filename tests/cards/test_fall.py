"""The fall of a regime (card 24): worked examples, post by post."""

from __future__ import annotations

import numpy as np
import pytest
from example_rows import row, table

from direct_calls import run_rules
from rule_decisions import does
from unanimity.mechanisms.power.regime_fall import (
    any_revolt,
    breathe,
    clear_chairs,
    fall_or_not,
    fell_now,
    in_office,
    lost_of,
    topple,
    weigh_posts,
)
from unanimity.mechanisms.power.uprising import Uprising
from unanimity.world.codes import CENTRE_MEMBER, EXPELLED, FREE, INQUIRY, MEMBER, NO_OFFICE, NOBODY, OFFICIAL

P = Uprising(inertia=0.55, company=0.6, others=0.3, dread=3.0, stake=0.3, rumour=0.3, hunger_of_troops=0.5,
             fraternity=0.4, watching=0.3, division=0.5, contact=0.5, force=0.7, killing=0.1, capture=0.3, blame=0.4,
             rest=6.0, fall=0.25, relief=0.15, after_a_fall=0.1, unrest=0.05, danger=0.3, concession=12.0, lent=0.2,
             signal=0.1, rounds=8.0, by_ties=0.5)
about = pytest.approx


def test_posts_count_by_rank_and_are_retaken_as_far_as_the_troops_obey():
    assert lost_of(3, 0.5, P) == about(3 * 0.65)
    assert any_revolt(row(revolt=0.05)) and not any_revolt(row(revolt=0.0))
    assert in_office(row(office=1)) and not in_office(row(office=NO_OFFICE))
    province = row(reliability=0.5)
    assert weigh_posts(row(office=3, in_revolt=0), province, P) == (3, 0.0)
    assert weigh_posts(row(office=3, in_revolt=1), province, P) == about((3.0, 1.95))


def test_posts_of_those_at_liberty_are_added_up():
    here = {"office": np.array([3, 1, 2, 0]), "status": np.array([EXPELLED, FREE, INQUIRY, FREE]),
            "in_revolt": np.array([0, 1, 1, 1]), "reliability": np.full(1, 0.5), "revolt": np.full(1, 0.1)}
    found = run_rules((weigh_posts,), here, beside={"province": np.zeros(1, int), "parent": np.zeros(1, int)}, p=P)
    assert (found["so_far_held"][0], found["so_far_lost"][0]) == about((4.0, 0.65))


def test_a_quarter_of_the_posts_topples():
    country = row(falls=2, last_fall=5, powers=0.6)
    assert fall_or_not(row(held=10.0, lost=2.6), country, 30, P) == (3, 30, 0.1)
    assert fall_or_not(row(held=10.0, lost=2.5), country, 30, P) == (2, 5, 0.6)
    assert fall_or_not(row(held=0.0, lost=0.0), country, 30, P) == (2, 5, 0.6)
    assert fall_or_not(row(held=10.0, lost=9.0), row(falls=0, last_fall=5, powers=0.05), 30, P)[2] == 0.05
    assert fell_now(row(last_fall=30), 30) and not fell_now(row(last_fall=29), 30)


def test_everybody_breathes_and_the_centre_is_gone():
    assert does(topple, "breathe", one=row(office=CENTRE_MEMBER))
    assert not does(topple, "breathe", one=row(office=CENTRE_MEMBER - 1))
    assert clear_chairs() == NOBODY

    def after(in_centre):
        people = table(grievance=[0.8], office=[4], tenure=[3], headed=[1], estate=[OFFICIAL])
        units = table(secretary=[NOBODY, 0])
        breathe(0, in_centre, people, units)
        return float(people.grievance[0]), int(people.office[0]), int(people.estate[0]), int(units.secretary[1])
    assert after(True) == (0.4, 0, MEMBER, NOBODY) and after(False) == (0.4, 4, OFFICIAL, 0)
