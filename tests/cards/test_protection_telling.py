"""Card 9: who knows of a chief's crime, and who tells, in a cell of six."""

from __future__ import annotations

import numpy as np
import pytest
from bench import Country

from example_parameters import PROTECTION
from unanimity.mechanisms.party.protection import tell
from unanimity.world.codes import CITIZEN, INQUIRY, MEMBER

SURE = PROTECTION._replace(telling=9000.0)
PROVINCE, CENTRE = 4, 6


def insiders(unit=PROVINCE, p=SURE, cell=0, since=5, seed=5, insiders_=-1.0, ring=0.0, members=6.0, **columns):
    """The six of a cell who are brave, convinced, free and unafraid; a crime of the head of a unit above them."""
    here = Country(24, seed=seed)
    here.courage[:], here.conviction[:], here.dependence[:], here.fear[:] = 1.0, 1.0, 0.0, 0.0
    here.estate[:], here.estate[here.tree.cell_start[cell]:here.tree.cell_start[cell + 1]] = CITIZEN, MEMBER
    here.members[:] = members
    here.crime_month = here.crime_month.astype(np.int64)  # plain NumPy keeps 16 bits where the compiled month does not
    here.crime_open[unit], here.crime_month[unit], here.crime_severity[unit], here.ring[unit] = 1, since, 0.5, ring
    here.crime_insiders[unit] = insiders_
    for name, changes in columns.items():
        for i, value in changes.items():
            if name == "fear":
                here.fear[:, i] = value
            else:
                getattr(here, name)[i] = value
    here.run(tell, p)
    return here


@pytest.mark.parametrize("unit", [0, PROVINCE, CENTRE])
def test_who_knows_of_an_open_crime_above_him_tells(unit):
    here = insiders(unit)
    assert here.told[unit] == 1 and here.told.sum() == 1 and here.tellings.tolist() == [1] * 6 + [0] * 18
    assert here.dossier.sum() == 0.0


def test_of_another_province_of_this_month_or_of_what_is_over_nobody_tells():
    assert insiders(5).told.sum() == 0 and insiders(1).told.sum() == 0
    assert insiders(since=10).told.sum() == 0 and insiders(since=9).told[PROVINCE] == 1
    assert insiders(crime_open={PROVINCE: 0}).told.sum() == 0


def test_members_at_liberty_tell_and_the_dependent_of_a_ring_do_not():
    here = insiders(estate={1: CITIZEN}, status={2: INQUIRY}, courage={3: 0.0}, conviction={4: 0.0})
    assert here.tellings[:6].tolist() == [1, 0, 0, 0, 0, 1]
    held = insiders(ring=1.0, dependence={0: 1.0})
    assert held.tellings[:6].tolist() == [0, 1, 1, 1, 1, 1]


def test_a_ring_files_the_teller():
    assert insiders(ring=1.0).dossier[:6].tolist() == [0.5] * 6


def test_who_knows():
    none = PROTECTION._replace(telling=9000.0, knowing=0.0)
    assert insiders(p=none).told.sum() == 0
    assert insiders(p=none, office={2: 1}).tellings[:6].tolist() == [0, 0, 1, 0, 0, 0]  # officials know
    assert insiders(p=none, insiders_=1.0).tellings.sum() == 6 and insiders(insiders_=0.0).told.sum() == 0
    half = PROTECTION._replace(telling=9000.0, knowing=0.5)
    told = [insiders(p=half, seed=seed).tellings.sum() for seed in range(60)]
    assert 2.5 < np.mean(told) < 3.5


def test_the_more_know_the_less_each_feels_called_upon():
    some = PROTECTION._replace(telling=40.0)
    assert insiders(p=some, members=6.0).tellings.sum() == 6
    assert insiders(p=some, members=9e6).tellings.sum() == 0  # 20 of nine million
    whisper = PROTECTION._replace(telling=9000.0, whisper=0.0)
    assert insiders(p=whisper).told.sum() == 0 and insiders(p=whisper, assoc={0: 1.0}).told[PROVINCE] == 1
