"""Card 18: worked examples of its equations, one confession and one capitulation at a time."""

from __future__ import annotations

import numpy as np
import pytest
from example_rows import row, table
from plain_case_log import make_log, rows_of

from rule_decisions import does
from unanimity.mechanisms.police import confession
from unanimity.mechanisms.police.confession import (
    HE_HOLDS,
    Confession,
    capitulation_hazard,
    creed_of,
    give_in,
    hear,
    hold_of,
    interrogate,
    is_examined,
    may_be_heard,
    press_of,
    recant,
    send_back,
    sign,
    sign_off,
    what_is_shown,
)
from unanimity.mechanisms.police.custody import Custody
from unanimity.mechanisms.police.elders import (
    any_of_it_held,
    any_place_wanted,
    keep_places,
    places_kept,
    still_elder,
    ties_within,
    vacate,
    wave_around,
    wave_of,
)
from unanimity.mechanisms.power.purge import Purge
from unanimity.world.codes import (
    ABROAD,
    ALL_HEARD,
    CAMP,
    CAPITULATION,
    CONFESSION,
    CONFESSORS_HEARD,
    DISMISSED,
    EX,
    EXILED,
    EXPELLED,
    FREE,
    IMPRISONED,
    INQUIRY,
    MEMBER,
    NEVER,
    NO_CAUSE,
    NO_HEARING,
    NOBODY,
    OFFER,
    VOIDED,
)

P = Confession(isolation=0.5, hunger=0.3, kin=0.15, company=0.5, scars=0.1, least=0.6, signing=0.3, trap=0.5,
               ties_named=4.0, strangers_named=1.0, file=0.4, warranted=0.5, capitulating=0.05, dependant=0.2,
               absurd=5.0, plausible=3.0, wave=6.0, from_afar=0.25)
about = pytest.approx


def test_the_creed_of_one_who_still_grants_the_committee_its_authority():
    assert [creed_of(*one) for one in ((0, 0.0), (3, 0.5), (3, -0.1), (-1, 0.5))] == [1.0, 1.0, 0.0, 0.0]


def test_what_the_examiner_brings_to_bear_and_what_holds_the_hand():
    # (.6 + .4) * (.5*.6 + .3*.5 + .15*.5*2 + .5*.4)
    assert press_of(0.4, 0.6, 0.5, 0.5, 2, 0.4, 1.0, P) == about(0.3 + 0.15 + 0.15 + 0.2)
    assert press_of(0.9, 0.6, 0.5, 0.5, 2, 0.4, 0.0, P) == about(1.5 * 0.6)
    assert hold_of(0.6, 1.0, 0.4, 2, P) == about(0.3 + 0.2 + 0.2) and hold_of(0.6, 0.0, 0.0, 0, P) == about(0.6)


def test_the_wave_from_elders_he_knows_or_from_afar():
    assert wave_of(4, 1, 5, 5, P) == 0.25 and wave_of(1, 1, 5, 1, P) == 1.0 and wave_of(0, 0, 5, 2, P) == about(0.1)
    assert wave_of(0, 0, 0, 0, P) == 0.0 and wave_of(0, 0, 1, 1, P) == 0.25


def test_reasons_to_be_at_ones_post_again():
    # .3 + .1 + .2*2 + .2 + .4, less conviction .5 * .7 and company .25
    assert capitulation_hazard(0.3, 0.1, 2, 0.2, 0.4, 0.5, 0.25, P) == about(0.05 * (1.4 - 0.35 - 0.25))
    assert capitulation_hazard(0.0, 0.0, 0, 0.0, 0.0, 1.0, 0.5, P) == 0.0


# --- the examination --------------------------------------------------------------------------------------------------
def examined(luck=0.0, arrested=30, courage=0.2, **changes):
    case = {"status": INQUIRY, "arrested": arrested, "hunger": 0.5, "dependants": 2, "conviction": 0.4, "cohort": 3,
            "stance": 0.5, "courage": courage, "solid": 0.0, "survived": 0, **changes}
    place = {"oversight_courts": 0.0, "oversight_party_control": 0.0, "oversight_appeal": 0.0, "isolation": 0.6,
             "interrogation": 0.4, "hostage_kin": 0.5}
    return does(interrogate, "sign", case=row(**case), place=row(**place), month=30, luck=luck, p=P,
                p_custody=Custody())


def test_he_is_pressed_by_08_and_holds_by_01():
    # .3 * .7: a chance of .1894
    assert examined(0.189) == (True, about(0.7)) and examined(0.19) == (True, HE_HOLDS)
    assert not examined(0.189, arrested=29)[0]
    assert examined(0.05, courage=1.2)[1] == about(0.2)  # a hazard of .06
    assert examined(0.0, courage=1.0, cohort=-1) == (True, HE_HOLDS)  # press .6 against 1
    assert is_examined(row(status=INQUIRY)) and not is_examined(row(status=CAMP))


def signed(is_new=True, friends=2.0, strangers=0.0, purge=0, beyond=0.0, **columns):
    usual = {"named": 5, "capitulated": 1, "confessed": 0, "step": 2, "signed_month": NEVER, "rung": 0,
             "named_by": NOBODY, "status": FREE, "arrested": 0, "dossier": 0.0, "warrant": 0, "office": 0,
             "highest_office": 0, "estate": MEMBER, "label": 0, **columns}
    people = table(**{name: [value] * 4 for name, value in usual.items()})
    ties = table(start=[0, 3, 3, 3, 3], neighbour=[1, 2, 3], weight=[9, 8, 7])
    log = make_log(4)
    sign(0, is_new, beyond, 30, 1, people, row(purge_open=purge), ties, row(people=4), log,
         P._replace(warranted=50.0, ties_named=friends, strangers_named=strangers), Purge(anybody=0.25))
    return people, rows_of(log)


def test_a_signature_names_friends_and_asks_for_a_lower_one():
    people, told = signed()
    assert (people.confessed[0], people.step[0], people.signed_month[0], people.named[0], people.capitulated[0]) == (
        1, 3, 30, 2, 0)
    assert people.named_by.tolist() == [NOBODY, 0, 0, NOBODY] and people.dossier == about(np.array([0, 0.4, 0.4, 0]))
    assert told["event"].tolist() == [CONFESSION] and told["other"].tolist() == [1] and people.warrant.sum() == 0
    people, _ = signed(is_new=False)
    assert people.named[0] == 7 and people.capitulated[0] == 1
    assert signed(is_new=False, named=254)[0].named[0] == 255 and signed(step=5)[0].step[0] == 5
    assert signed(purge=1)[0].warrant.astype(bool).tolist() == [False, True, True, False]


def test_who_holds_signs_nothing():
    people, told = signed(beyond=HE_HOLDS)
    assert (people.confessed[0], people.step[0], people.named[0], people.capitulated[0], len(told)) == (0, 2, 0, 0, 0)
    people, _ = signed(is_new=False, beyond=HE_HOLDS)
    assert (people.named[0], people.capitulated[0]) == (5, 1)


def test_a_stranger_among_four_is_one_of_the_others():
    people, _ = signed(friends=0.0, strangers=1.0)
    assert people.named[0] == 1 and (people.named_by[1:] == 0).sum() == 1


def test_who_is_pressed_half_beyond_bearing_names_half_as_many_again():
    assert signed(beyond=0.5)[0].named[0] == 3 and signed(beyond=0.2)[0].named[0] == 2  # of two friends
    assert signed(friends=0.0, strangers=2.0, beyond=0.5)[0].named[0] == 3


# --- hearings ---------------------------------------------------------------------------------------------------------
def heard(confessed=1, named=16, purge=0, look=0.5, hearings=ALL_HEARD, luck=0.4):
    so_far, sent = table(heard=[3.0], confessing=[2.0]), []
    does(hear, case=row(confessed=confessed, named=named), centre=row(hearings=hearings), so_far=so_far, luck=luck, p=P,
         country=row(purge_open=purge, oversight_eff=look), send_back=lambda *_: sent.append(True))
    return bool(sent), float(so_far.heard[0]), float(so_far.confessing[0])


def test_texts_beyond_belief_are_sent_back_where_anybody_looks():
    assert heard() == (True, 3.0, 2.0)  # more than five times three names
    assert heard(named=15) == heard(purge=1) == heard(luck=0.6) == (False, 4.0, 3.0)
    assert heard(confessed=0) == (False, 4.0, 2.0)
    assert heard(named=1, hearings=CONFESSORS_HEARD) == (False, 4.0, 3.0)
    assert heard(confessed=0, hearings=CONFESSORS_HEARD) == (False, 3.0, 2.0)
    assert what_is_shown(row(hearings=ALL_HEARD), row(heard=4.0, confessing=3.0)) == (4.0, 3.0)
    assert what_is_shown(row(hearings=NO_HEARING), row(heard=4.0, confessing=3.0)) == (0.0, 0.0)


def test_who_is_heard():
    def may(status=INQUIRY, arrested=29, execution=NEVER):
        return bool(may_be_heard(row(status=status, arrested=arrested, execution=execution), 30))
    assert may() and not may(CAMP) and not may(arrested=30) and not may(execution=31)


def test_a_void_case_frees_the_accused_and_the_examiner_pays():
    def sent(examiner):
        people = table(status=[INQUIRY, FREE], rung=[7, 0], status_until=[40, NEVER], execution=[NEVER, NEVER],
                       cleared=[0, 0], confessed=[1, 0], dossier=[2.0, 0.5], examiner=[examiner, NOBODY])
        log = make_log(2)
        send_back(0, people, log)
        return (int(people.status[0]), int(people.cleared[0]), int(people.confessed[0]), people.dossier.tolist(),
                rows_of(log)["event"].tolist())
    assert sent(1) == (FREE, 1, 0, [1.0, 1.5], [VOIDED])
    assert sent(NOBODY) == (FREE, 1, 0, [1.0, 0.5], [VOIDED])


# --- capitulation -----------------------------------------------------------------------------------------------------
def test_who_may_recant():
    every = (FREE, DISMISSED, EXPELLED, EXILED, INQUIRY, IMPRISONED, CAMP)
    def may_recant(status, capitulated, arrested, until, month):
        case = row(status=status, capitulated=capitulated, arrested=arrested, status_until=until)
        return confession.may_recant(case, month)
    may = [bool(may_recant(status, 0, 29, 31, 30)) for status in every]
    assert may == [False, False, True, True, False, True, False]
    assert not may_recant(EXILED, 1, 29, 31, 30) and not may_recant(EXILED, 0, 30, 31, 30)
    assert not may_recant(EXILED, 0, 29, 30, 30) and may_recant(EXILED, 0, 29, NEVER, 30)


def recanted(status, faction=2, step=1):
    people = table(status=[status], rung=[5], status_until=[40], execution=[NEVER], hostage=[1], faction=[faction],
                   last_guilt=[NEVER], label=[0], capitulated=[0], step=[step], signed_month=[NEVER])
    log = make_log(1)
    recant(0, 0, 30, people, log)
    told = rows_of(log)
    assert told["event"].tolist() == [CAPITULATION]
    found = {name: int(getattr(people, name)[0]) for name in vars(people)}
    return found, int(told["rung"][0])


def test_a_capitulation_takes_two_rungs_off_and_the_name_stays():
    found, rung = recanted(IMPRISONED)
    assert (found["status"], found["rung"], found["status_until"], rung, found["hostage"]) == (EXPELLED, 3, 40, 3, 1)
    assert (found["faction"], found["last_guilt"], found["label"], found["capitulated"]) == (0, 30, EX, 1)
    assert (found["step"], found["signed_month"]) == (2, 30)
    found, rung = recanted(EXILED, faction=0)
    assert (found["status"], found["rung"], found["status_until"], rung) == (DISMISSED, 2, 40, 2)
    assert found["last_guilt"] == NEVER
    found, rung = recanted(EXPELLED, step=5)
    assert (found["status"], found["rung"], found["status_until"], rung, found["hostage"]) == (FREE, 0, NEVER, 1, 0)
    assert found["step"] == 5
    found, rung = recanted(FREE)
    assert (found["status"], found["rung"], found["status_until"], rung, found["hostage"]) == (FREE, 5, 40, 0, 1)


def test_an_elder_is_in_the_faction_or_left_it_by_signing_within_half_a_year():
    def elder(e=0, status=FREE, faction=2, signed=NEVER):
        return bool(still_elder(e, 2, 30, table(status=[status], faction=[faction], signed_month=[signed]), P))
    assert elder() and not elder(e=NOBODY) and not elder(status=ABROAD) and elder(status=CAMP)
    assert not elder(faction=0) and elder(faction=0, signed=24) and not elder(faction=0, signed=23)


def test_ties_within_the_faction_are_counted():
    people = table(faction=[2, 2, 3, 2])
    ties = table(start=[0, 3, 4, 4, 4], neighbour=[1, 2, 3, 0])
    assert [ties_within(i, ties, people) for i in range(4)] == [2, 1, 0, 0]


def places(size, held=1, elders=(0, 1, 2), members=(2, 2, 2, 2, 2, 2), signed=NEVER):
    people = table(status=[FREE] * 6, faction=list(members), signed_month=[signed] * 6)
    factions = table(faction_held=np.zeros(256, int), elders=np.full((5, 256), NOBODY), elder_ties=np.full((5, 256), 7),
                     faction_size=np.zeros(256, int))
    factions.faction_held[2], factions.faction_size[2] = held, size
    factions.elders[:len(elders), 2] = elders
    if any_of_it_held(row(faction_held=factions.faction_held[2])):
        wanted = does(keep_places, "vacate", faction=row(faction_size=size),
                      places_kept=places_kept(2, 30, people, factions, P))
        vacate(2, wanted, 30, people, factions, P)
    return (any_place_wanted(factions), int(factions.faction_held[2]), factions.elders[:, 2].tolist(),
            factions.elder_ties[:, 2].tolist())


def test_places_of_elders_are_filled_where_somebody_is_held():
    firmly = 1 << 20
    assert places(6) == (True, 1, [0, 1, 2, NOBODY, NOBODY], [firmly] * 3 + [-1] * 2)
    assert places(3) == (False, -1, [0, 1, 2, NOBODY, NOBODY], [firmly] * 3 + [-1] * 2)  # all of them are elders
    assert places(6, elders=(0, 1, 2, 3, 4)) == (False, -1, [0, 1, 2, 3, 4], [firmly] * 5)
    assert places(4)[0] and places(6, elders=(0, 1, 2, 3))[0]  # one more of them, one more place
    assert places(6, held=0) == (False, 0, [0, 1, 2, NOBODY, NOBODY], [7] * 5)
    assert places(6, members=(2, 0, 2, 2, 2, 2))[2] == [0, NOBODY, 2, NOBODY, NOBODY]
    # one who signed of late is an elder, but none of the members
    assert places(3, members=(2, 0, 2, 2, 2, 2), signed=29) == (True, 1, [0, 1, 2, NOBODY, NOBODY],
                                                              [firmly] * 3 + [-1] * 2)


def wave(i, signed, ties=((0, 1), (0, 2))):
    people = table(signed_month=signed, faction=[2] * 5)
    factions = table(elders=np.full((5, 4), NOBODY))
    factions.elders[:4, 2] = (1, 2, 3, 0)
    rows = sorted(ties)
    laid = table(start=np.searchsorted([a for a, _ in rows], np.arange(6)), neighbour=[b for _, b in rows])
    return wave_around(i, 30, laid, people, factions, P)


def test_who_is_of_no_faction_feels_no_wave():
    people = table(signed_month=[29] * 2, faction=[0, 0])
    factions = table(elders=np.full((5, 4), 1))
    assert wave_around(0, 30, table(start=[0, 1, 1], neighbour=[1]), people, factions, P) == 0.0


def test_the_wave_is_of_last_months_signatures():
    assert wave(0, [NEVER, 29, NEVER, NEVER, NEVER]) == 0.5 and wave(0, [NEVER, 29, 24, 29, NEVER]) == 1.0
    assert wave(0, [NEVER, NEVER, 29, NEVER, NEVER], ties=((0, 1), (3, 2))) == 0.0  # ties of his own
    assert wave(0, [NEVER, 30, 23, NEVER, NEVER]) == 0.0  # this month, and too long ago
    assert wave(0, [29, NEVER, NEVER, 29, NEVER], ties=()) == about(0.25 / 3)  # he himself does not count
    assert wave(4, [29, NEVER, NEVER, 29, NEVER], ties=()) == about(0.25 / 2)
    assert wave(0, [NEVER, 29, 29, NEVER, NEVER], ties=((0, 1), (0, 2), (0, 3), (1, 2))) == about(2 / 3)


def giving(luck=0.9, wave=0.4, **changes):
    case = {"faction": 2, "ease": 0.1, "dependants": 2, "conviction": 0.5, "solid": 0.25, **changes}
    return does(give_in, "sign_off", case=row(**case), faction=row(faction_stolen=0.3), country=row(threat=0.2),
                wave_around=wave, luck=luck, p=P)


def test_one_gives_in_by_the_cards_hazard():
    # .05 * .8 = .04: a chance of .0392
    assert giving(0.039) == (True, OFFER) and giving(0.0393) == (False, OFFER)
    assert giving(0.0, ease=0.0)[1] == NO_CAUSE
    # without a faction nothing is stolen: .1 + .4 + .2 + .4 - .5 - .25 = .35, a chance of .01735
    assert giving(0.0173, faction=0) == (True, OFFER) and giving(0.0174, faction=0)[0] is not True
    assert not giving(0.0, solid=1.0, conviction=1.0, dependants=0, wave=0.0)[0]
    assert giving(0.0, solid=1.0, faction=1)[0]


def test_who_gives_in_recants():
    def after(signs):
        people = table(status=[EXILED], rung=[4], status_until=[40], execution=[NEVER], hostage=[0], faction=[0],
                       last_guilt=[NEVER], label=[0], capitulated=[0], step=[0], signed_month=[NEVER])
        log = make_log(1)
        sign_off(0, signs, OFFER, 30, people, log)
        return int(people.capitulated[0]), rows_of(log)["cause"].tolist()
    assert after(True) == (1, [OFFER]) and after(False) == (0, [])
