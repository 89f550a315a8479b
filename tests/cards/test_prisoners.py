"""Cards 18-20 in the engine: a small country with accused, prisoners, exiles and people abroad, run for a year."""

from __future__ import annotations

import numpy as np
import pytest
from custody_row import held, prison_country, rows

from unanimity.engine.collect import world_digest
from unanimity.world.codes import (
    ABROAD,
    CAPITULATION,
    CONFESSION,
    DEAD,
    DYING,
    HOSTAGE_TAKEN,
    KINSHIP,
    PETITION,
    SAVED,
)


@pytest.fixture(scope="module")
def year():
    """Two worlds: one under terror, one without any of the three cards."""
    return held(prison_country(), prison_country(off={"confession", "hostage", "intercession"}))


def test_people_are_conserved_and_every_death_is_entered(year):
    for w in range(year.worlds):
        status = year.column("status", w)
        assert len(status) == year.people and (status <= DEAD).all()
        assert (status == DEAD).sum() == len(rows(year, DYING, w))
        assert (status == ABROAD).sum() == 30


def test_the_year_has_signatures_capitulations_hostages_petitions_and_rescues(year):
    for event in (CONFESSION, CAPITULATION, HOSTAGE_TAKEN, PETITION, SAVED):
        assert len(rows(year, event)) > 0, event
    assert (rows(year, HOSTAGE_TAKEN)["cause"] == KINSHIP).all()
    assert set(rows(year, PETITION)["hops"]) <= {1, 2, 3, 4}
    assert (rows(year, PETITION)["petition"] == -1).all()  # in the month of the arrest, at a tenth of a month a tie
    named = year.column("named_by", 0)
    assert (named >= 0).any() and (year.column("dossier", 0)[named >= 0] > 0).all()


def test_switched_off_nobody_confesses_is_taken_for_another_or_is_saved(year):
    for event in (CONFESSION, CAPITULATION, HOSTAGE_TAKEN, PETITION, SAVED):
        assert len(rows(year, event, 1)) == 0, event
    for column in ("confessed", "hostage", "reputation", "hostage_fear", "cases_shown", "hatred", "capitulated"):
        assert not year.column(column, 1).any(), column


def test_nobody_is_taken_where_kin_do_not_answer_and_fear_for_them_lapses():
    batch = held(prison_country(changes={"hostage_kin": 0.0}), months=3)
    assert len(rows(batch, HOSTAGE_TAKEN)) == 0 and not batch.column("hostage_fear").any()


def test_whoever_has_kin_at_liberty_fears_for_them(year):
    feared = year.column("hostage_fear", 0)
    assert 0.25 < np.median(feared[year.column("status", 0) < ABROAD]) <= 0.3


def test_the_same_on_one_thread_and_on_two():
    one, two = (held(prison_country(), prison_country("law"), threads=n, months=6) for n in (1, 2))
    for w in range(2):
        assert (rows(one, world=w) == rows(two, world=w)).all()
        assert world_digest(one, w, np.zeros((1, 2, 1, 1))) == world_digest(two, w, np.zeros((1, 2, 1, 1)))
