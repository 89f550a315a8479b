"""Card 30, moving between town and village: its direction tests on single rules."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from direct_calls import loose
from example_parameters import MOVING
from unanimity.mechanisms.people.moving import (
    NO_PLACE,
    SENT_AWAY,
    STAYS,
    TO_ANY_TOWN,
    TO_ANY_VILLAGE,
    TO_KNOWN_TOWN,
    TO_KNOWN_VILLAGE,
    gain_of,
    household,
    known_town,
    known_village,
    look_forward,
    papers_of,
    pay_of,
    reached,
    set_out,
    strength_of,
    write_home,
)
from unanimity.world.codes import (
    BAR_PAPERS,
    DISMISSED,
    FREE,
    FRIEND,
    HOLD_AND_BAR,
    HOLD_PAPERS,
    IMPRISONED,
    KIN,
    NO_PAPERS,
    OFFICIAL,
    POLICE,
)

P = MOVING
SHARE = st.floats(0, 1)
LUCK = st.floats(0, 1, exclude_max=True)
PAPERS = st.sampled_from((NO_PAPERS, HOLD_PAPERS, BAR_PAPERS, HOLD_AND_BAR))


def going(hunger=0.3, **changes):
    """What one sets out for; a townsman who knows nobody elsewhere, unless said."""
    usual = dict(category=1, prospect=-0.2, living=0.5, household=0, known_town=0.0, known_village=0.0, month=5, p=P,
                 luck=0.0)
    return loose(set_out, hunger=hunger, **{**usual, **changes})


def at(offer):
    """A place where he knows somebody, as the fold over ties tells of it."""
    return offer - NO_PLACE


@given(SHARE, SHARE, LUCK, PAPERS)
def test_1_where_nobody_goes_and_nobody_is_sent_nobody_moves(hunger, offer, luck, passports):
    p = P._replace(going=0.0, expulsion=0.0)
    assert going(hunger, p=p, luck=luck, passports=passports, known_village=at(offer), status=DISMISSED) == STAYS


@given(SHARE, LUCK)
def test_3_in_full_hunger_nobody_can_go(offer, luck):
    assert strength_of(1.0, P) == 0.0
    assert going(1.0, luck=luck, known_village=at(offer)) == STAYS


@given(SHARE, SHARE, SHARE)
def test_strength_falls_with_hunger(low, high, power):
    low, high = sorted((low, high))
    p = P._replace(weakness=1.0 + 5.0 * power)
    assert strength_of(high, p) <= strength_of(low, p) + 1e-12
    assert strength_of(0.0, p) == pytest.approx(1.0)


@given(SHARE, st.floats(0, 0.3), SHARE)
def test_4_hunger_here_drives_and_hunger_everywhere_does_not(offer, more, living):
    assert gain_of(offer, living, more, 0.0, P) >= gain_of(offer, living, 0.0, 0.0, P)
    both = gain_of(offer - P.hunger * more, living, more, 0.0, P)
    assert both == pytest.approx(gain_of(offer, living, 0.0, 0.0, P))


@given(LUCK, SHARE, SHARE)
def test_5_a_barred_villager_enters_no_town(luck, hunger, offer):
    p = P._replace(strictness=1.0)
    for passports in (BAR_PAPERS, HOLD_AND_BAR):
        found = going(hunger, village=1, p=p, passports=passports, luck=luck, known_town=at(offer),
                      centre_town_room=9.0, centre_town_prospects=9.0 * offer)
        assert found not in (TO_KNOWN_TOWN, TO_ANY_TOWN)


@given(LUCK, SHARE, SHARE)
def test_6_a_held_townsman_of_the_first_category_does_not_leave(luck, hunger, offer):
    p = P._replace(strictness=1.0)
    for passports in (HOLD_PAPERS, HOLD_AND_BAR):
        assert going(hunger, p=p, passports=passports, luck=luck, category=0, known_village=at(offer)) == STAYS
    assert papers_of(HOLD_PAPERS, 0, False, False, p) == 1.0  # the others may
    assert papers_of(HOLD_PAPERS, 1, True, True, p) == 1.0  # and so may villagers


def test_he_goes_to_the_kind_of_place_that_offers_more_and_first_to_those_he_knows():
    assert going(known_village=at(0.5)) == TO_KNOWN_VILLAGE
    assert going(known_town=at(0.5)) == TO_KNOWN_TOWN
    assert going(known_town=at(0.2), known_village=at(0.5)) == TO_KNOWN_VILLAGE
    assert going(centre_village_room=10.0, centre_village_prospects=6.0) == TO_ANY_VILLAGE
    assert going(centre_town_room=10.0, centre_town_prospects=6.0) == TO_ANY_TOWN
    told = {"centre_village_room": 10.0, "centre_village_prospects": 5.0}
    assert going(known_village=at(0.5), **told) == TO_KNOWN_VILLAGE  # as good, and somebody is there
    assert going(known_village=at(-0.2)) == STAYS  # no better than here
    assert going() == STAYS


def test_the_hazard_is_the_cards():
    gain = 0.3 + 0.5 - 0.5 * 0.5  # hunger, the offer there, the living here
    hazard = 2.0 * gain * 0.7**4
    chance = 1 - 2.718281828459045**-hazard
    assert going(known_village=at(0.5), luck=chance - 0.001) == TO_KNOWN_VILLAGE
    assert going(known_village=at(0.5), luck=chance + 0.001) == STAYS
    third = 1 - 2.718281828459045**(-hazard / 3)
    assert going(known_village=at(0.5), luck=third - 0.001, household=2) == TO_KNOWN_VILLAGE
    assert going(known_village=at(0.5), luck=third + 0.001, household=2) == STAYS  # each speaks for the household


@pytest.mark.parametrize("held", [{"estate": POLICE}, {"office": 1, "estate": OFFICIAL}, {"in_revolt": 1},
                                  {"month": -1}])
def test_office_police_revolt_and_the_burn_in_keep_people_where_they_are(held):
    assert going(known_village=at(1.0), **held) == STAYS


@given(SHARE, SHARE)
def test_job_room_and_plot_hold(hunger, offer):
    free = gain_of(offer, 0.5, hunger, 0.0, P)
    assert gain_of(offer, 0.5, hunger, 2 * P.settled, P) <= free
    assert gain_of(offer, 0.5, hunger, P.land, P) <= free
    assert going(0.0, village=1, known_town=at(0.5), plot=1, living=0.7, prospect=0.35) == STAYS
    assert going(0.0, village=1, known_town=at(0.5), plot=0, living=0.7, prospect=0.35) == TO_KNOWN_TOWN


def test_a_barred_town_sends_its_dismissed_away():
    assert going(0.0, status=DISMISSED, passports=BAR_PAPERS, luck=0.04) == SENT_AWAY
    assert going(0.0, status=DISMISSED, passports=BAR_PAPERS, luck=0.06) == STAYS
    assert going(0.0, status=FREE, passports=BAR_PAPERS, luck=0.04) == STAYS
    assert going(0.0, status=DISMISSED, passports=HOLD_PAPERS, luck=0.04) == STAYS
    assert going(0.0, status=DISMISSED, passports=BAR_PAPERS, village=1, luck=0.04) == STAYS


def test_a_town_pays_what_its_work_is_worth_shared_by_those_who_seek_it():
    assert pay_of(0, 1.0, 0.0, 100.0, 100.0, 0.0, 0.0, 6.0, P) == 1.0
    assert pay_of(0, 1.0, 0.0, 200.0, 100.0, 0.0, 0.0, 6.0, P) == 0.5
    assert pay_of(0, 1.0, 0.0, 50.0, 100.0, 0.0, 0.0, 6.0, P) == 1.0
    assert pay_of(0, 0.8, 0.5, 100.0, 100.0, 0.0, 0.0, 6.0, P) == pytest.approx(0.4)
    assert pay_of(1, 9.9, 0.9, 100.0, 100.0, 300.0, 100.0, 6.0, P) == pytest.approx(0.5 * P.village)
    assert pay_of(1, 9.9, 0.9, 100.0, 100.0, 900.0, 100.0, 6.0, P) == P.village


def test_what_a_place_offers_is_its_living_less_its_hunger_and_is_told_only_where_there_is_room():
    living, prospect = look_forward(0, 1.0, 20.0, 100.0, 100.0, 0.0, 100.0, 8, P)
    assert (living, prospect) == (pytest.approx(0.8), pytest.approx(0.5 * 0.8 - 0.2))
    assert look_forward(0, 1.0, 0.0, 0.0, 100.0, 0.0, 0.0, 8, P) == (1.0, 0.5)  # an empty town
    assert write_home(0, 0.2, 1.0) == (0.2, NO_PLACE)
    assert write_home(1, 0.2, 1.0) == (NO_PLACE, 0.2)
    assert write_home(1, 0.2, 0.0) == (NO_PLACE, NO_PLACE)


def test_ties_tell_of_their_places_and_the_way_to_another_province_counts():
    assert known_town(1, 1, 0.4, FREE, P) == pytest.approx(at(0.4))
    assert known_village(1, 2, 0.4, FREE, P) == pytest.approx(at(0.4 - P.distance))
    assert known_town(1, 1, 0.4, IMPRISONED, P) == known_town(1, 1, NO_PLACE, FREE, P) == 0.0
    assert reached(NO_PLACE, True, P) == 0.0
    assert household(KIN, FREE) == 1 and household(FRIEND, FREE) == household(KIN, IMPRISONED) == 0
