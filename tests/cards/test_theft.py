"""Theft (card 1): worked examples of who takes from common fields, what he eats, and what is known of it."""

from __future__ import annotations

import pytest
from example_rows import row, table
from plain_case_log import make_log, rows_of

from example_parameters import PROVISION
from unanimity.mechanisms.bread.theft import (
    glean,
    goes_hungry,
    has_common_fields,
    stealing_hazard,
)
from unanimity.mechanisms.police.surveillance import Surveillance
from unanimity.world.codes import DISMISSED, DISSENTED, EXILED, EXPELLED, FREE, NEVER, STOLE, THEFT

P = PROVISION
about = pytest.approx


def test_the_hungrier_and_the_less_afraid_the_likelier_where_fields_are_common():
    assert stealing_hazard(1.0, 0.0, 0.5, 1.0, P) == about(0.3)
    assert stealing_hazard(0.5, 0.0, 0.5, 0.4, P) == about(0.06)
    assert stealing_hazard(1.0, 0.8, 0.5, 1.0, P) == about(0.18)  # .3 * (1 - .8 * .5)
    assert stealing_hazard(1.0, 0.8, 1.0, 1.0, P) == about(0.3)
    assert stealing_hazard(1.0, 0.0, 0.5, 0.0, P) == stealing_hazard(0.0, 0.0, 0.5, 1.0, P) == 0.0


def test_who_can_steal_where():
    assert has_common_fields(row(village=1, common=1.0)) and has_common_fields(row(village=1, common=0.05))
    assert not has_common_fields(row(village=0, common=1.0))
    assert not has_common_fields(row(village=1, common=0.0))
    assert goes_hungry(row(status=FREE, hunger=0.1)) and goes_hungry(row(status=EXPELLED, hunger=0.1))
    assert not goes_hungry(row(status=DISMISSED, hunger=0.0)) and not goes_hungry(row(status=EXILED, hunger=0.9))


def test_luck_decides():
    assert taken(0.25)[0].act_kind[1] == STOLE and taken(0.26)[0].act_kind[1] == DISSENTED  # 1 - exp(-.3) = .2592


def taken(luck, granary=5.0, hunger=0.5):
    people = table(act_kind=[0, DISSENTED], act_topic=[1, 1], act_month=[NEVER, 3], last_guilt=[NEVER, NEVER],
                   dossier=[0.0, 0.5], hunger=[0.1, hunger])
    units = table(granary=[granary] * 7, eaten=[1.0] * 7)
    log = make_log(24)
    one, unit = row(hunger=1.0, fear=0.0, courage=0.5), row(common=1.0)
    glean(1, 0, one, unit, people, units, luck, 30, log, P, Surveillance())
    assert rows_of(log)["event"].tolist() == ([THEFT] if people.act_kind[1] == STOLE else [])
    return people, units


def test_a_handful_leaves_the_granary_and_is_eaten_and_he_is_a_thief_on_file():
    people, units = taken(0.0)
    assert (people.act_kind[1], people.act_topic[1], people.act_month[1], people.last_guilt[1]) == (STOLE, 0, 30, 30)
    assert people.hunger[1] == about(0.46) and people.dossier[1] == about(0.575)  # .4 * .1; .3 * .1 * 2.5
    assert units.granary.tolist() == about([4.9] + [5.0] * 6) and units.eaten.tolist() == about([1.1] + [1.0] * 6)
    assert people.act_kind[0] == 0 and people.dossier[0] == 0.0
    people, units = taken(0.0, granary=0.05, hunger=0.01)
    assert units.granary[0] == 0.0 and units.eaten[0] == about(1.05) and people.hunger[1] == 0.0
    people, units = taken(1.0)
    assert people.act_kind[1] == DISSENTED and units.granary[0] == 5.0 and people.hunger[1] == 0.5
