"""Card 18, the names in a confession: who is named, how many, and what a name does."""

from __future__ import annotations

import pytest
from example_rows import table
from hypothesis import given
from hypothesis import strategies as st

from unanimity.mechanisms.police.confession import Confession
from unanimity.mechanisms.police.confession_names import accuse, asked_of, name_strangers, name_ties
from unanimity.mechanisms.power.purge import Purge
from unanimity.world.codes import A_NAME, ABROAD, EX, EXILED, FREE, INQUIRY, LEADER, MEMBER, NO_LABEL, NOBODY, POLICE

P = Confession(isolation=0.5, hunger=0.3, kin=0.15, company=0.5, scars=0.1, least=0.6, signing=0.3, trap=0.5,
               ties_named=4.0, strangers_named=1.0, file=0.4, warranted=0.5, capitulating=0.05, dependant=0.2,
               absurd=5.0, plausible=3.0, wave=6.0, from_afar=0.25)
SURE = P._replace(warranted=50.0)
PURGE = Purge(anybody=0.25, badge=2.0)
about = pytest.approx


def test_who_is_pressed_beyond_bearing_names_more():
    assert asked_of(4.0, 0.5) == about(6.0) and asked_of(4.0, 0.0) == 4.0


def crowd(n=6, **columns):
    usual = {"named_by": NOBODY, "status": FREE, "arrested": 0, "dossier": 0.0, "warrant": 0, "office": 0,
             "highest_office": 0, "estate": MEMBER, "label": NO_LABEL}
    made = {name: [value] * n for name, value in usual.items()}
    for name, changes in columns.items():
        for i, value in changes.items():
            made[name][i] = value
    return table(**made)


def accused(running=False, p=P, **columns):
    people = crowd(**columns)
    accuse(2, 5, 7, 1, running, people, p, PURGE)
    return int(people.named_by[2]), float(people.dossier[2]), int(people.warrant[2])


def test_a_name_opens_or_thickens_a_file_unless_his_verdict_falls_now():
    assert accused() == (5, 0.4, 0) and accused(dossier={2: 1.0}) == (5, 1.4, 0)
    assert accused(status={2: INQUIRY}, arrested={2: 6}) == (5, 0.0, 0)
    assert accused(status={2: INQUIRY}, arrested={2: 7}) == (5, 0.4, 0)


def test_while_a_purge_runs_a_name_may_be_enough():
    assert accused(running=True, p=SURE) == (5, 0.4, A_NAME)
    assert accused(running=True, p=P._replace(warranted=0.0)) == accused(running=False, p=SURE) == (5, 0.4, 0)
    assert accused(running=True, p=SURE, status={2: EXILED}) == (5, 0.4, 0)  # he is held already


def warranted(many=2000, **columns):
    """Of so many like him, how many names are enough."""
    people = crowd(many, **{name: {i: value for i in range(many)} for name, value in columns.items()})
    for person in range(many):
        accuse(person, 5, 7, 1, True, people, P, PURGE)
    assert (people.named_by == 5).all() and (people.dossier == 0.4).all()  # a name is one, whoever bears it
    return int((people.warrant == A_NAME).sum())


def test_the_higher_he_stood_the_sooner_a_name_is_enough():
    # hazards of .5*(.25 + standing/4)
    assert 190 < warranted() < 280  # a chance of .1175
    assert 730 < warranted(highest_office=3) < 845  # .3935
    assert 870 < warranted(highest_office=4) < 990  # .4647
    assert 570 < warranted(estate=POLICE) == warranted(label=EX) == warranted(highest_office=2) < 680  # .3127
    assert warranted(highest_office=3) == warranted(highest_office=3, estate=POLICE)


def test_nobody_is_taken_for_having_named_the_leader():
    assert accused(running=True, p=SURE, office={2: LEADER}, highest_office={2: LEADER}) == (5, 0.4, 0)
    assert accused(running=True, p=SURE, highest_office={2: LEADER}) == (5, 0.4, A_NAME)  # he was one


@given(st.integers(0, 5), st.integers(0, 5), st.sampled_from([MEMBER, POLICE]), st.sampled_from([NO_LABEL, EX]),
       st.integers(0, 10**6))
def test_a_higher_standing_never_spares_anybody_a_warrant(low, high, estate, label, seed):
    low, high = sorted((low, high))
    def taken(office):
        people = crowd(highest_office={2: office}, estate={2: estate}, label={2: label})
        accuse(2, 5, 7, seed, True, people, P, PURGE)
        return bool(people.warrant[2])
    assert taken(high) or not taken(low)


def named(asked, status=None):
    """0 is tied to 1 .. 5 with weights 9, 7, 7, 5, 1; 1 to 0."""
    people = crowd(status=status or {})
    ties = table(start=[0, 5, 6, 6, 6, 6, 6], neighbour=[1, 2, 3, 4, 5, 0], weight=[9, 7, 7, 5, 1, 9])
    count, first = name_ties(0, asked, 4, 1, False, ties, people, P, PURGE)
    return count, int(first), [i for i in range(6) if people.named_by[i] == 0], people.dossier.tolist()


def test_the_strongest_ties_in_the_country_are_named():
    assert named(0.4) == (0, NOBODY, [], [0.0] * 6)
    assert named(0.5)[:3] == (1, 1, [1]) and named(1.4)[:3] == (1, 1, [1]) and named(1.5)[:3] == (2, 1, [1, 2])
    assert named(3.0)[:3] == (3, 1, [1, 2, 3]) and named(9.0)[:3] == (5, 1, [1, 2, 3, 4, 5])
    assert named(2.0, status={1: ABROAD, 2: EXILED})[:3] == (2, 2, [2, 3])
    people = crowd()
    ties = table(start=[0, 0, 1, 1, 1, 1, 1], neighbour=[0], weight=[9])
    assert name_ties(1, 3.0, 4, 1, False, ties, people, P, PURGE) == (1, 0) and people.named_by[0] == 1
    assert named(3.0)[3] == [0.0, 0.4, 0.4, 0.4, 0.0, 0.0]


def test_of_equal_ties_none_is_passed_over_whatever_the_order_of_the_row():
    people = crowd()
    ties = table(start=[0, 3, 3, 3, 3, 3, 3], neighbour=[4, 2, 3], weight=[7, 7, 7])
    assert name_ties(0, 3.0, 4, 1, False, ties, people, P, PURGE) == (3, 2)
    assert [i for i in range(6) if people.named_by[i] == 0] == [2, 3, 4]


def strangers(asked, n=400, signer=0, **columns):
    people = crowd(n, **columns)
    count = name_strangers(signer, asked, n, 4, 1, False, people, P, PURGE)
    return count, [i for i in range(n) if people.named_by[i] == signer]


def test_a_whole_number_of_strangers_and_the_rest_by_lot():
    for asked in (0.0, 1.0, 3.0):
        count, who = strangers(asked)
        assert count == asked and len(who) == asked
    counts = [strangers(1.5, signer=i)[0] for i in range(200)]
    assert set(counts) == {1, 2} and 70 < counts.count(2) < 130
    assert {strangers(99.0, signer=i)[0] for i in range(12)} == {31}  # no more than there are lots


def test_strangers_are_in_the_country_and_he_does_not_name_himself():
    assert strangers(5.0, n=1)[1] == []
    assert strangers(8.0, n=2, signer=0)[1] == [1]
    assert strangers(8.0, n=40, status={i: ABROAD for i in range(40)})[1] == []
    half = strangers(20.0, n=400, status={i: ABROAD for i in range(200)})[1]
    assert min(half) >= 200 and max(half) > 350 and len(half) > 15
