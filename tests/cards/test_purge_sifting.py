"""Card 22: whom the mild form and the purge itself take out of the party, cell by cell."""

from __future__ import annotations

from types import SimpleNamespace

from bench import Country
from hypothesis import given
from hypothesis import strategies as st

from unanimity.mechanisms.police.arrest import Arrest
from unanimity.mechanisms.power.purge import Purge, sift, strike_off, struck_off
from unanimity.world.codes import CITIZEN, EXILED, EXPELLED, MEMBER, POLICE, SANCTION

SURE = Purge(verification=9e3)
NEVER_VERIFIED = Purge(verification=0.0)


def cell(cap=7.0, precedent=3, pointed=0.0, p=SURE, purge=None, weight=0.8, **columns):
    """Members who all think otherwise; every cell is sifted."""
    here = Country(24).set(sanction_cap=cap)
    here.estate[:], here.conviction[:], here.stance[:], here.line[:], here.ambition[:] = MEMBER, 1.0, -1.0, 1.0, 0.0
    here.rung_max[0], here.pointed[0], here.sifted[:] = precedent, pointed, 1
    for name, changes in {"purge": purge or {}, **columns}.items():
        for i, value in changes.items():
            getattr(here, name)[i] = value
    here.run(sift, p, p_arrest=Arrest(purge=weight))
    return here


def test_whether_anybody_of_the_cell_is_to_go():
    assert cell().sifted.tolist()[:2] == [1, 1] and cell(p=NEVER_VERIFIED).sifted.tolist()[:2] == [0, 0]
    assert cell(cap=2.0).sifted[0] == 0 and cell(cap=3.0).sifted[0] == 1
    assert cell(precedent=1).sifted[0] == 0 and cell(precedent=2).sifted[0] == 1
    assert cell(estate={i: CITIZEN for i in range(6)}).sifted[0] == 0
    assert cell(status={i: EXPELLED for i in range(6)}).sifted[0] == 0
    assert cell(estate={i: POLICE for i in range(6)}).sifted[0] == 0  # the police is not verified
    assert cell(estate={i: CITIZEN for i in range(5)}).sifted[0] == 1  # the sixth is


@given(st.integers(0, 10**6), st.sampled_from([(1.0, 1.0), (0.2, 0.1)]))
def test_a_cell_is_sifted_for_those_who_are_struck_off_and_for_nobody_else(seed, weights):
    p = Purge(verification=0.05, thinking=weights[0], careerism=weights[1])
    here = Country(24, seed=seed)
    here.estate[:], here.conviction[:], here.ambition[:], here.stance[:], here.line[:] = MEMBER, 0.9, 1.0, -1.0, 1.0
    here.rung_max[0] = 3
    here.run(sift, p, p_arrest=Arrest(purge=0.8))
    people = SimpleNamespace(status=here.status, estate=here.estate, ambition=here.ambition, stance=here.stance,
                             conviction=here.conviction, purge=here.purge)
    off = [struck_off(i, i, here.month, here.seed, people, 1.0, p, 0.8) != 0 for i in range(24)]
    assert here.sifted[:4].tolist() == [int(any(off[6 * cell:6 * cell + 6])) for cell in range(4)]


def test_a_purge_that_points_at_somebody_is_sifted_for():
    one = {"p": NEVER_VERIFIED, "purge": {5: 1.0}, "weight": 9e3}
    assert cell(pointed=1.0, **one).sifted[0] == 1 and cell(pointed=0.0, **one).sifted[0] == 0
    assert cell(pointed=0.05, **one).sifted[0] == 1
    assert cell(pointed=1.0, p=NEVER_VERIFIED, weight=9e3).sifted[0] == 0
    assert cell(pointed=1.0, p=NEVER_VERIFIED, purge={9: 1.0}, weight=9e3).sifted[0] == 0  # of another cell


def struck(p=SURE, sifted=(1, 0, 0, 0), purge=None, weight=0.8, **columns):
    here = Country(24)
    here.estate[:], here.conviction[:], here.stance[:], here.line[:] = MEMBER, 1.0, -1.0, 1.0
    here.sifted[:4], here.rung_max[0], here.purge_expelled[0], here.verified[0] = sifted, 3, 5, 7
    for name, changes in {"purge": purge or {}, **columns}.items():
        for i, value in changes.items():
            getattr(here, name)[i] = value
    rows = here.list_docket().run(strike_off, p, p_arrest=Arrest(purge=weight))
    return here, rows[rows["event"] == SANCTION]["person"].tolist()


def test_those_whom_the_sifting_found_lose_card_and_office_and_are_listed():
    here, told = struck(estate={1: CITIZEN, 2: POLICE}, office={3: 1}, headed={3: 1})
    assert told == [0, 3, 4, 5] and here.status[:7].tolist() == [EXPELLED, 0, 0, EXPELLED, EXPELLED, EXPELLED, 0]
    assert here.estate[0] == CITIZEN and here.office[3] == 0
    assert here.docket_size[0] == 4 and here.docket[:4].tolist() == [0, 3, 4, 5]
    assert (here.purge_expelled[0], here.verified[0]) == (5, 11)
    assert struck(sifted=(0, 0, 0, 0))[1] == [] and struck(sifted=(0, 0, 0, 1))[1] == list(range(18, 24))


def test_who_stands_on_the_docket_is_not_listed_twice():
    here, told = struck(status={0: 1, 9: EXILED})
    assert 0 in told and sorted(here.docket[:here.docket_size[0]].tolist()) == [0, 1, 2, 3, 4, 5, 9]


def test_victims_of_the_purge_are_counted_apart():
    here, told = struck(p=NEVER_VERIFIED, purge={2: 1.0}, weight=9e3)
    assert told == [2] and (here.purge_expelled[0], here.verified[0]) == (6, 7) and here.rung[2] == 3
