"""Card 14: worked examples of its equations with numbers of their own."""

from __future__ import annotations

import pytest
from example_rows import table

from direct_calls import loose
from unanimity.mechanisms.people.voice import Voice
from unanimity.mechanisms.police.surveillance import (
    Surveillance,
    added_to,
    can_go_under,
    count_informers,
    denouncing_hazard,
    enlist,
    force_of,
    informer_ties,
    invented,
    policeman_by_lot,
    recruiting_hazard,
    seen_by,
    still_acquainted,
    write_file,
)
from unanimity.world.codes import BANNED, CITIZEN, EXPELLED, FREE, INQUIRY, LEGAL, MEMBER, NEVER, NOBODY, POLICE

P = Surveillance(recruiting=0.02, truth=0.3, reluctance=0.4, infiltration=0.003, invention=0.05, act_weight=0.3,
                 faction_weight=0.4, want_weight=0.1, marked_weight=0.02, denounced_weight=0.2, envy=0.002,
                 room_scarcity=0.5, cohesion=0.5, denouncing=0.01, kept=0.97, silence_punished=1.0, circle=6.0,
                 acquainted=12.0)
about = pytest.approx
ONE_ABOVE = 0.8413447  # the luck whose normal number is 1


def test_hazards_are_given_for_two_policemen_in_a_hundred():
    assert force_of(0.02) == 1.0 and force_of(0.05) == about(2.5)
    # .02 * 2 * .5 * .4 * .75 and .002 * .5 * .8 * .5
    assert recruiting_hazard(0.5, 0.4, 0.25, 0.8, 0.5, 0.04, P) == about(0.006 + 0.0004)


def test_what_informers_see():
    assert seen_by(0, P) == 0.0 and seen_by(1, P) == about(0.18) and seen_by(2, P) == about(1 - 0.82 ** 2)
    assert (informer_ties(1), informer_ties(0), count_informers(1)) == (1, 0, 1.0)


def test_denunciation_grows_with_informers_and_the_price_of_silence():
    assert denouncing_hazard(2, 0.5, 0.4, P) == about(0.01 * 1.5 * 2 * 0.6)


def test_what_a_month_adds_to_a_file():
    # seen .5 of a wish of .4; half of his ties are marked; a banned faction; a denunciation
    assert added_to(0.5, False, False, 0.4, 0.5, False, P) == about(0.02 + 0.01)
    assert added_to(0.5, True, True, 0.4, 0.5, False, P) == about(0.03 + 0.2)
    assert added_to(0.5, True, False, 0.4, 0.5, False, P) == about(0.03)
    assert added_to(0.5, False, True, 0.4, 0.5, False, P) == about(0.03)
    assert added_to(0.5, True, True, 0.4, 0.5, True, P) == about(0.43)
    assert invented(0.2, 0.9772499, P) == about(0.02, rel=1e-5)
    assert invented(0.2, ONE_ABOVE, P) == invented(0.2, 1 - ONE_ABOVE, P) == about(0.01, rel=1e-5)


def filed(**changes):
    usual = dict(dossier=1.0, status=FREE, agent=0, informer_ties=0, marked_ties=0, ties=4, watched=0, loosened=0.0,
                 faction=0, grievance=0.8, conviction=0.0, stance_voted=1.0, line_voted=1.0, provoked=0.0,
                 informers=0.0, present=20.0, association_factions=BANNED, nondenunciation=0.0,
                 luck=ONE_ABOVE, luck_2=1.0, p=P, p_voice=Voice())
    return loose(write_file, **{**usual, **changes})


def test_a_file_fades_by_three_percent_and_grows_by_what_is_seen():
    assert filed() == about(0.97)
    assert filed(watched=1) == about(0.97 + 0.1 * 0.4)
    assert filed(informer_ties=1) == about(0.97 + 0.1 * 0.18 * 0.4)
    assert filed(watched=1, provoked=0.1) == about(0.97 + 0.1 * 0.5)
    assert filed(watched=1, grievance=0.0, conviction=1.0, stance_voted=-0.5, line_voted=0.5) == about(0.97 + 0.015)
    assert filed(watched=1, faction=2) == about(0.97 + 0.04 + 0.4)
    assert filed(watched=1, faction=1, association_factions=LEGAL) == about(0.97 + 0.04)
    assert filed(marked_ties=1) == about(0.97 + 0.02 * 0.25)
    assert filed(marked_ties=1, ties=1) == about(0.99) and filed(ties=0) == about(0.97)
    assert filed(status=INQUIRY, watched=1) == filed(agent=1, watched=1) == about(0.97)
    assert filed(status=EXPELLED, watched=1) == about(1.01)


def test_informers_denounce_and_make_things_up():
    seen = 0.97 + 0.1 * 0.18 * 0.4
    # one informer, cohesion .5: .005; loosened by half: .0075
    assert filed(informer_ties=1, luck_2=0.0049) == about(seen + 0.2)
    assert filed(informer_ties=1, luck_2=0.0051) == about(seen)
    assert filed(informer_ties=1, loosened=0.5, luck_2=0.0074) == about(seen + 0.2)
    assert filed(informer_ties=1, loosened=0.5, luck_2=0.0076) == about(seen)
    assert filed(informers=4.0) == about(0.97 + 0.05 * 0.2, rel=1e-5)
    assert filed(informers=0.05) == about(0.97 + 0.05 * 0.0025, rel=1e-6)
    assert filed(informers=0.5, present=0.0) == about(0.97 + 0.05 * 0.5, rel=1e-5)


def enlisted(informer=0, status=FREE, estate=CITIZEN, agent=0, luck=0.006):
    return enlist(informer, status, estate, agent, 0.5, 0.4, 0.25, 0.8, 0.5, 0.04, luck, P)


def test_who_is_weak_enough_becomes_an_informer_until_he_is_no_longer_at_liberty():
    # a hazard of .0064, a chance of .00638
    assert (enlisted(), enlisted(luck=0.0065), enlisted(informer=1, luck=0.9)) == (1, 0, 1)
    assert enlisted(1, status=INQUIRY) == enlisted(1, estate=POLICE) == enlisted(1, agent=1) == 0
    assert enlisted(1, status=EXPELLED, luck=0.9) == 1


def force(n=6, **at):
    """Six citizens, some of them changed."""
    usual = {"estate": CITIZEN, "status": FREE, "office": 0, "agent": 0, "faction": 0}
    made = {name: [value] * n for name, value in usual.items()}
    for name, changes in at.items():
        for i, value in changes.items():
            made[name][i] = value
    return table(**made)


def test_a_policeman_without_an_office_can_go_under_cover():
    everybody = {i: POLICE for i in range(6)}
    people = force(estate={**everybody, 0: MEMBER}, status={1: INQUIRY}, office={2: 1}, agent={3: 1}, faction={4: 2})
    assert [bool(can_go_under(i, people)) for i in range(6)] == [False, False, False, False, False, True]


def test_the_lot_falls_on_one_of_the_police_and_on_nobody_if_there_is_none():
    assert policeman_by_lot(0, 6, 1, 0, 3, force()) == NOBODY
    assert all(policeman_by_lot(0, 6, 1, i, 3, force(estate={4: POLICE})) == 4 for i in range(20))
    assert policeman_by_lot(0, 4, 1, 0, 3, force(estate={4: POLICE})) == NOBODY  # of another province
    assert policeman_by_lot(5, 6, 1, 0, 3, force(estate={4: POLICE})) == NOBODY
    two = force(300, estate={150: POLICE, 299: POLICE})
    found = [policeman_by_lot(0, 300, 1, i, 3, two) for i in range(200)]
    assert set(found) == {150, 299} and 60 < found.count(150) < 140
    few = force(5000, estate={150: POLICE, 4990: POLICE})  # so few that the lots run out
    assert {policeman_by_lot(100, 4980, 1, i, 3, few) for i in range(8)} == {150}
    assert {policeman_by_lot(100, 300, 1, i, 3, two) for i in range(60)} == {150, 299}


def test_an_acquaintance_lasts_a_year_or_as_long_as_the_circle():
    def lasts(month, agent=1, status=FREE, mine=0, his=0, since=5):
        people = table(agent=[0, agent], status=[status, FREE], faction=[mine, his], agent_tie=[1, NOBODY],
                       agent_tie_month=[since, NEVER])
        return bool(still_acquainted(0, month, people, P))
    assert lasts(16) and not lasts(17)
    assert not lasts(6, agent=0) and not lasts(6, status=INQUIRY) and lasts(6, status=EXPELLED)
    assert lasts(60, mine=1, his=1) and lasts(60, mine=3, his=3) and not lasts(60, mine=3, his=4) and not lasts(60)
    assert not lasts(60, since=NEVER)
