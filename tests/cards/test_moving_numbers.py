"""Card 30: worked examples of its equations with the card's own parameters."""

from __future__ import annotations

import pytest

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
    best_of,
    cell_hunger,
    cell_vacant,
    gain_of,
    hear_of,
    household,
    is_sent_away,
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
    CAMP,
    DEAD,
    DISMISSED,
    EXPELLED,
    FREE,
    FRIEND,
    HOLD_AND_BAR,
    HOLD_PAPERS,
    KIN,
    POLICE,
    VACANT,
)

P = MOVING
NO_PAPERS = next(k for k in range(9) if k not in (BAR_PAPERS, HOLD_AND_BAR, HOLD_PAPERS))
about = pytest.approx


def test_what_is_counted_of_one_person():
    assert cell_hunger(0.3) == 0.3 and [cell_vacant(s) for s in (VACANT, DEAD, FREE)] == [1.0, 0.0, 0.0]
    assert [household(*one) for one in ((KIN, EXPELLED), (KIN, CAMP), (FRIEND, FREE))] == [1, 0, 0]


def test_what_a_living_gives():
    # a town: output .8, a quarter goes hungry, 100 came where 80 lived
    assert pay_of(0, 0.8, 0.25, 100.0, 80.0, 0.0, 0.0, 6.0, P) == about(0.8 * 0.75 * 0.8)
    assert pay_of(0, 0.8, 0.25, 60.0, 80.0, 0.0, 0.0, 6.0, P) == pay_of(0, 0.8, 0.25, 0.0, 80.0, 0.0, 0.0, 6.0,
                                                                        P) == about(0.6)
    assert pay_of(0, 0.8, 0.25, 60.0, 0.0, 0.0, 0.0, 6.0, P) == about(0.6)
    assert pay_of(0, 0.8, 0.0, 0.05, 0.02, 0.0, 0.0, 6.0, P) == about(0.32)
    # a village: granaries for a quarter of the months to the harvest
    assert pay_of(1, 0.8, 0.25, 9.0, 9.0, 15.0, 10.0, 6.0, P) == about(0.7 * 0.25)
    assert pay_of(1, 0.8, 0.25, 9.0, 9.0, 99.0, 10.0, 6.0, P) == pay_of(1, 0.8, 0.25, 9.0, 9.0, 0.0, 0.0, 6.0,
                                                                        P) == about(0.7)
    assert pay_of(1, 0.0, 0.0, 9.0, 9.0, 0.02, 0.05, 1.0, P) == about(0.28)


def test_how_a_place_looks_to_one_from_elsewhere():
    assert look_forward(0, 0.8, 25.0, 100.0, 80.0, 0.0, 0.0, 3, P) == about((0.48, 0.5 * 0.48 - 0.25))
    assert look_forward(0, 0.8, 0.0, 0.0, 80.0, 0.0, 0.0, 3, P) == about((0.8, 0.4))
    assert look_forward(0, 0.8, 0.02, 0.05, 80.0, 0.0, 0.0, 3, P) == about((0.48, 0.24 - 0.4))
    assert hear_of(0, 3.0, 0.2) == about((3.0, 0.6, 0.0, 0.0)) and hear_of(1, 3.0, 0.2) == about((0.0, 0.0, 3.0, 0.6))
    assert write_home(0, 0.2, 1.0) == (0.2, NO_PLACE) and write_home(1, 0.2, 1.0) == (NO_PLACE, 0.2)
    assert write_home(0, 0.2, 0.0) == (NO_PLACE, NO_PLACE)


def test_ties_tell_of_their_places():
    assert reached(0.2, False, P) == about(9.2)
    assert reached(NO_PLACE + 0.35, True, P) == about(0.05)
    assert reached(0.2, True, P) == about(8.9) and reached(NO_PLACE, False, P) == 0.0
    for known in (known_town, known_village):
        assert known(1, 1, 0.2, EXPELLED, P) == about(9.2) and known(1, 2, 0.2, FREE, P) == about(8.9)
        assert known(1, 1, 0.2, CAMP, P) == 0.0


def test_the_drive_towards_a_kind_of_place():
    # hunger .4 here, a prospect of .3 there, a living of .2 here, held by .15 as far as he is not hungry
    assert gain_of(0.3, 0.2, 0.4, 0.15, P) == about(0.4 + 0.3 - 0.1 - 0.09)
    assert best_of(0.3, 0.0, 0.0, 0.1, 0.2, 0.4, 0.15, P) == (about(0.51), True)
    # of strangers' places the mean is .5, at a distance of .3, and half dare
    assert best_of(NO_PLACE, 4.0, 2.0, 0.1, 0.2, 0.4, 0.15, P) == (about(0.5 * (0.71 - 0.3)), False)
    assert best_of(0.3, 4.0, 2.0, 0.1, 0.2, 0.4, 0.15, P) == (about(0.51), True)
    assert best_of(0.05, 4.0, 0.2, 0.1, 0.2, 0.4, 0.15, P) == (0.0, True)  # no better than here
    assert best_of(NO_PLACE, 0.5, 2.0, 0.1, 0.2, 0.4, 0.15, P)[0] == 0.0  # no room
    assert best_of(NO_PLACE, 1.0, 0.5, 0.1, 0.2, 0.4, 0.15, P)[0] == about(0.205)


def test_strength_and_papers():
    assert strength_of(0.5, P) == about(0.0625) and strength_of(0.0, P) == 1.0 and strength_of(1.0, P) == 0.0
    assert papers_of(HOLD_PAPERS, 0, True, False, P) == about(0.2) and papers_of(HOLD_PAPERS, 0, False, False, P) == 1.0
    assert papers_of(HOLD_AND_BAR, 0, True, True, P) == about(0.2) and papers_of(HOLD_PAPERS, 1, True, True, P) == 1.0
    assert papers_of(BAR_PAPERS, 1, False, True, P) == about(0.2) and papers_of(BAR_PAPERS, 1, True, False, P) == 1.0
    assert papers_of(HOLD_AND_BAR, 1, False, True, P) == about(0.2) and papers_of(BAR_PAPERS, 0, True, True, P) == 1.0
    assert papers_of(NO_PAPERS, 0, True, True, P) == 1.0


def test_whom_a_barred_town_sends_away():
    for law in (BAR_PAPERS, HOLD_AND_BAR):
        assert is_sent_away(DISMISSED, 0, law, P) == is_sent_away(EXPELLED, 0, law, P) == about(0.05)
    assert is_sent_away(FREE, 0, BAR_PAPERS, P) == is_sent_away(DISMISSED, 1, BAR_PAPERS, P) == 0.0
    assert is_sent_away(DISMISSED, 0, HOLD_PAPERS, P) == 0.0


def sets_out(luck=0.0, **changes):
    usual = dict(category=1, hunger=0.5, prospect=-0.2, living=0.2, known_town=0.0, known_village=9.3, household=1,
                 month=5, p=P)
    return loose(set_out, **{**usual, **changes}, luck=luck)


def test_a_hungry_townsman_goes_to_a_village_that_he_knows():
    # .5 + .3 - .1 = .7 of gain, strength .0625, two in the household: 2 * .7 * .0625 / 2 = .04375, a chance of .0428
    assert sets_out(0.0427) == TO_KNOWN_VILLAGE and sets_out(0.0429) == STAYS
    # a job and a room hold by .3 and a plot by .4, as far as he is not hungry
    assert sets_out(0.0337, job_state=1, room_state=1) == TO_KNOWN_VILLAGE  # .55: .034375, a chance of .03379
    assert sets_out(0.0339, job_state=1, room_state=1) == sets_out(0.031, plot=1) == STAYS
    assert sets_out(0.03, plot=1) == TO_KNOWN_VILLAGE  # .5: .03125, .03077
    assert sets_out(0.0427, category=0) == TO_KNOWN_VILLAGE
    assert sets_out(0.0427, category=0, passports=HOLD_PAPERS) == STAYS
    assert sets_out(0.0087, category=0, passports=HOLD_PAPERS) == TO_KNOWN_VILLAGE  # a fifth of it
    for stays in ({"month": -1}, {"office": 1}, {"estate": POLICE}, {"in_revolt": 1}, {"known_village": 0.0}):
        assert sets_out(**stays) == STAYS
    assert sets_out(month=0) == TO_KNOWN_VILLAGE


def test_where_he_goes():
    assert sets_out(known_town=9.4) == TO_KNOWN_TOWN and sets_out(known_town=9.2) == TO_KNOWN_VILLAGE
    room = {"known_village": 0.0, "centre_village_room": 4.0, "centre_village_prospects": 2.0}
    assert sets_out(**room) == TO_ANY_VILLAGE
    assert sets_out(known_village=0.0, centre_town_room=4.0, centre_town_prospects=2.0) == TO_ANY_TOWN
    assert sets_out(village=1, known_town=9.4, passports=BAR_PAPERS) == TO_KNOWN_VILLAGE
    assert sets_out(0.048, status=DISMISSED, passports=BAR_PAPERS) == SENT_AWAY  # .05: .0488
    assert sets_out(0.049, status=DISMISSED, passports=BAR_PAPERS) == TO_KNOWN_VILLAGE
    assert sets_out(0.09, status=DISMISSED, passports=BAR_PAPERS) == STAYS  # .09375: .0895
