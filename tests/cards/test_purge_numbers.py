"""Card 22: worked examples of its equations with numbers of their own, bond by bond."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from example_rows import row, table

from direct_calls import run_rules
from rule_decisions import does
from unanimity.mechanisms.party.appointment import Appointment
from unanimity.mechanisms.party.posts import chair_of, root_of
from unanimity.mechanisms.police.arrest import Arrest
from unanimity.mechanisms.power.pointing import (
    any_pointed,
    fade,
    fellows,
    incriminate,
    is_tied,
    is_victim,
    note_chair,
    note_post,
    point_at,
    point_at_new_members,
    point_at_successors,
    post_bond,
    rank_against,
    rank_weight,
    standing_from,
    standing_of,
    tie_bond,
)
from unanimity.mechanisms.power.purge import (
    UNSUPPORTED,
    Purge,
    chief_killed,
    close_it,
    closing_hazard,
    count_cadres,
    is_ordered,
    is_running,
    killed,
    majority_of,
    open_it,
    strike_next,
    verification_hazard,
    verify,
)
from unanimity.world.codes import (
    ABROAD,
    BY_HUNGER,
    CITIZEN,
    EX,
    EXECUTED,
    EXILED,
    EXPELLED,
    FREE,
    FRIEND,
    INQUIRY,
    KIN,
    LEADER,
    MEMBER,
    MURDERED,
    NO_LABEL,
    NOBODY,
    OFF,
    ON,
    PATRON,
    POLICE,
    THE_PURGE,
    VERIFICATION,
    WORK,
)

P = Purge(contagion=0.15, memory=0.6, reserve=0.15, verification=0.002, opening=1.0, closing=0.04, halting=3.0,
          thinking=0.5, careerism=0.2, cadres=0.3, badge=2.0, jump=0.05, safe=0.1, anybody=0.25)
NAMED = Appointment(patron_tie=0.7)
about = pytest.approx
FULL = 65535


# --- the chart of posts -----------------------------------------------------------------------------------------------
def rooted(patron, i=0, office=None, status=None, barred=NOBODY):
    n = len(patron)
    return root_of(i, table(patron=patron, office=office or [1] * n, status=status or [FREE] * n), barred)


def test_a_chain_of_patrons_ends_at_a_desk():
    assert rooted([1, 2, 2]) == 2 and rooted([1, 2, NOBODY]) == 2 and rooted([0]) == 0
    assert rooted([1, 2, 2], office=[1, 1, 0]) == 1 and rooted([1, 2, 2], status=[FREE, INQUIRY, FREE]) == 0
    assert rooted([1, 2, 2], barred=2) == 1 and rooted([1, 2, 2], status=[FREE, EXPELLED, FREE]) == 2
    assert rooted([1, 0]) == 0 and rooted([1, 0], i=1) == 1  # a circle
    assert rooted([*range(1, 31), 30]) == 30 and rooted([*range(1, 41), 40]) == 0  # too long a chain counts as one


def test_a_chair_is_found_among_those_of_the_centre_alone():
    seats = table(sitting=[90, 91, 92, 93])
    assert chair_of(92, 1, 4, seats) == 2 and chair_of(90, 1, 4, seats) == -1 and chair_of(93, 1, 3, seats) == -1


# --- bonds ------------------------------------------------------------------------------------------------------------
def test_the_higher_the_sooner():
    assert [rank_weight(office, P) for office in (0, 1, 4)] == about([0.25, 0.5, 1.25])


def test_what_a_tie_is_worth():
    assert [tie_bond(kind, 0.5, False) for kind in (PATRON, KIN, FRIEND, WORK)] == about([0.5, 0.25, 0.2, 0.2])
    assert [tie_bond(kind, 0.5, True) for kind in (PATRON, KIN, FRIEND)] == about([0.5, 0.3, 0.3])


def people(n=6, **columns):
    usual = {"patron": NOBODY, "examiner": NOBODY, "judge": NOBODY, "faction": 0, "label": NO_LABEL, "status": FREE,
             "office": 0, "estate": MEMBER, "purge": 0.0, "highest_office": 0, "blow": 0, "by_order": 0, "rung": 0}
    made = {name: [value] * n for name, value in usual.items()}
    for name, changes in columns.items():
        for i, value in changes.items():
            made[name][i] = value
    return table(**made)


def test_bonds_by_post():
    assert post_bond(0, 1, people(), NAMED) == 0.0
    assert post_bond(0, 1, people(patron={0: 1}), NAMED) == about(0.7)
    assert post_bond(0, 1, people(patron={1: 0}), NAMED) == about(0.7)
    assert post_bond(0, 1, people(examiner={0: 1}), NAMED) == about(0.8)
    assert post_bond(0, 1, people(judge={0: 1}), NAMED) == about(0.8)
    assert post_bond(0, 1, people(judge={0: 1}, patron={0: 1}), NAMED) == about(0.8)
    assert post_bond(0, 1, people(judge={1: 0}), NAMED) == 0.0


def test_fellows_are_of_one_faction_or_have_been_of_one():
    assert fellows(0, 1, people(faction={0: 1, 1: 1})) and not fellows(0, 1, people(faction={0: 1, 1: 2}))
    assert not fellows(0, 1, people()) and fellows(0, 1, people(label={0: EX, 1: EX}))
    assert not fellows(0, 1, people(label={0: EX, 1: 3})) and not fellows(0, 1, people(label={0: 3, 1: 3}))


TIES = table(start=[0, 2, 3, 4, 4, 4, 4], neighbour=[1, 2, 0, 0], kind=[FRIEND, KIN, FRIEND, KIN],
             weight=[0.5 * FULL, FULL, 0.5 * FULL, FULL])


def test_who_is_tied():
    assert is_tied(0, 1, TIES) and is_tied(0, 2, TIES) and not is_tied(0, 3, TIES) and not is_tied(1, 2, TIES)


def test_who_is_tied_is_looked_up_in_his_own_row():
    chain = table(start=[0, 1, 2, 3], neighbour=[1, 2, 0])
    assert is_tied(0, 1, chain) and not is_tied(0, 2, chain) and is_tied(1, 2, chain) and not is_tied(1, 0, chain)


def test_victims_are_those_sanctioned_from_expulsion_on():
    def victim(**one):
        return bool(is_victim(0, people(**{name: {0: value} for name, value in one.items()})))
    assert victim(blow=3, rung=3) and not victim(blow=2, rung=3) and not victim(blow=7, rung=0)
    assert victim(by_order=1, rung=5) and not victim(by_order=1, rung=2)


@pytest.mark.parametrize(("estate", "label", "office", "standing"), [
    (MEMBER, NO_LABEL, 0, 0.0), (MEMBER, NO_LABEL, 1, 1.0), (CITIZEN, NO_LABEL, 4, 4.0), (POLICE, NO_LABEL, 0, 2.0),
    (POLICE, NO_LABEL, 1, 2.0), (POLICE, NO_LABEL, 3, 3.0), (CITIZEN, EX, 0, 2.0), (MEMBER, EX, LEADER, 5.0),
    (MEMBER, 3, 0, 0.0)])
def test_what_one_has_been_counts_and_so_does_a_badge_or_having_signed(estate, label, office, standing):
    assert standing_from(estate, label, office, P) == standing
    one = people(estate={1: estate}, label={1: label}, highest_office={1: office})
    assert standing_of(1, one, P) == standing and standing_of(0, one, P) == 0.0
    assert standing_from(estate, label, office, P._replace(badge=0.0)) == office
    case = {"estate": estate, "label": label, "highest_office": office}
    assert rank_against(row(**case, by_purge=1), P) == min(1.0, standing / 4)
    assert rank_against(row(**case, by_purge=0), P) == 0.0


def pointed(bond=0.5, office=0, status=FREE, now=0, estate=MEMBER, label=NO_LABEL):
    one = people(highest_office={0: office}, office={0: now}, status={0: status}, purge={0: 0.1}, estate={0: estate},
                 label={0: label})
    return point_at(0, bond, one, P), float(one.purge[0])


def test_what_one_bond_adds():
    assert pointed() == about((0.15 * 0.5 * 0.25, 0.1 + 0.01875)) and pointed(office=3)[0] == about(0.075)
    assert pointed(status=INQUIRY) == about((0.0, 0.11875)) and pointed(status=EXPELLED)[0] == about(0.01875)
    assert pointed(status=ABROAD) == (0.0, 0.1)
    assert pointed(estate=POLICE)[0] == pointed(label=EX)[0] == about(0.15 * 0.5 * 0.75)


def test_nobody_points_at_the_leader():
    assert pointed(office=LEADER, now=LEADER) == (0.0, 0.1)
    assert pointed(office=LEADER)[0] == about(0.075 * 1.5) and pointed(office=4, now=4)[0] == about(0.075 * 1.25)


def blamed(secretary=(NOBODY,) * 3, sitting=(NOBODY,) * 2, **columns):
    """Of a victim 0 who is tied to 1 (friend, .5) and 2 (kin, 1): what it adds, and for whom."""
    one = people(**columns)
    added = incriminate(0, 4, 0, 2, table(secretary=list(secretary)), table(sitting=list(sitting)), TIES, one, P,
                        NAMED)
    return about(added), one.purge / (0.15 * 0.25)


def test_everybody_bound_to_a_victim_is_pointed_at_once():
    assert blamed()[1].tolist() == about([0, 0.2, 0.5, 0, 0, 0]) and blamed()[0] == 0.0375 * 0.7
    assert blamed(faction={0: 1, 1: 1})[1].tolist() == about([0, 0.3, 0.5, 0, 0, 0])
    assert blamed(examiner={0: 1})[1].tolist() == about([0, 0.8, 0.5, 0, 0, 0])  # the stronger bond, once
    assert blamed(examiner={0: 3}, judge={0: 4})[1].tolist() == about([0, 0.2, 0.5, 0.8, 0.8, 0])
    assert blamed(examiner={0: 3}, judge={0: 3})[1].tolist() == about([0, 0.2, 0.5, 0.8, 0, 0])
    assert blamed(judge={0: 2})[1].tolist() == about([0, 0.2, 0.8, 0, 0, 0])
    assert blamed(patron={0: 5})[1].tolist() == about([0, 0.2, 0.5, 0, 0, 0.7])
    assert blamed(patron={0: 5}, examiner={0: 5})[1][5] == about(0.8)
    assert blamed(patron={0: 5}, judge={0: 5})[1][5] == about(0.8) and blamed(patron={0: 0})[1][0] == 0.0
    assert blamed(patron={0: 1})[1][1] == about(0.7)
    assert blamed(examiner={0: 3}, judge={0: 4}, patron={0: 5})[0] == 0.0375 * (0.7 + 1.6 + 0.7)


def test_whom_a_victim_put_in_office_is_pointed_at_too():
    his = {"patron": {3: 0, 4: 0, 5: 0}, "highest_office": {0: 3}}  # the others have held nothing that counts
    assert blamed((3, NOBODY, 1), (4, NOBODY), **his)[1].tolist() == about([0, 0.2, 0.5, 0.7, 0.7, 0])
    assert blamed((3, NOBODY, 1), (4, NOBODY), patron={3: 0, 4: 0})[1][3] == 0.0  # he held no office
    both = {"patron": {1: 0, 3: 0, 4: 0}, "highest_office": {0: 1}, "examiner": {0: 3}, "judge": {0: 4}}
    assert blamed((1, 3, 4), (0, NOBODY), **both)[1].tolist() == about([0, 0.7, 0.5, 0.8, 0.8, 0])
    each_other = {"patron": {0: 3, 3: 0}, "highest_office": {0: 3}}
    assert blamed((3, NOBODY, NOBODY), **each_other)[1][3] == about(0.7)


def succeed(units, seats, one, is_open):
    country = table(purge_added=[0.0])
    now = SimpleNamespace(purge_open=int(is_open))
    for unit in range(3):
        here = SimpleNamespace(fallen=units.fallen[unit], secretary=units.secretary[unit])
        note_post(unit, does(point_at_successors, "note_post", unit=here, country=now), one, units, country, P)
    for k in range(3):
        here = SimpleNamespace(chair_fallen=seats.chair_fallen[k], sitting=seats.sitting[k])
        note_chair(k, does(point_at_new_members, "note_chair", chair=here, country=now), one, country, seats, P)
    return country.purge_added[0]


def test_who_took_the_post_of_a_victim_is_pointed_at_next_month():
    one = people(rung={1: 5, 2: 5}, blow={1: 5, 2: 5})
    units = table(secretary=[3, 4, NOBODY, 9], holder=[1, NOBODY, 2, 9], fallen=[1, 0, 1, 9])
    seats = table(sitting=[5, 2, NOBODY], chair_fallen=[1, 0, 1])
    added = succeed(units, seats, one, True)
    assert added == about(2 * 0.15 * 0.6 * 0.25) and one.purge.tolist() == about([0, 0, 0, 0.0225, 0, 0.0225])
    assert units.fallen.tolist() == [1, 0, 1, 9] and units.holder.tolist() == [3, 4, NOBODY, 9]
    assert seats.chair_fallen.tolist() == [0, 1, 0]
    assert succeed(units, seats, people(), False) == 0.0 and units.fallen.tolist() == [0, 0, 0, 9]
    assert seats.chair_fallen.tolist() == [0, 0, 0]


# --- the mild form, and the end ---------------------------------------------------------------------------------------
def test_verification_takes_those_who_think():
    def hazard(stance, ambition):
        return verification_hazard(row(stance=stance, conviction=0.8, ambition=ambition), row(line=1.0), P)
    assert hazard(-0.5, 0.1) == about(0.002 * 0.2) and hazard(-0.5, 0.9) == about(0.002 * 0.4)
    assert hazard(0.5, 0.1) == 0.0


def off(status=FREE, estate=MEMBER, purge=0.0, stance=-1.0, p=None, weight=0.8, line=1.0, many=1, conviction=1.0,
        ambition=0.0):
    made = {"status": status, "estate": estate, "purge": purge, "conviction": conviction, "ambition": ambition}
    here = {name: np.full(many, value, float if name in ("purge", "conviction", "ambition") else int)
            for name, value in made.items()}
    here |= {"stance": np.full((2, many), stance), "line": np.full((2, 1), line), "rung_max": 7}
    found = run_rules((strike_next, verify), here, levers={"sanction_cap": 7.0}, month=30, seed=1, p=p or P,
                      p_arrest=Arrest(purge=weight))["struck_off"].tolist()
    return found[0] if many == 1 else found


def test_who_is_struck_off_and_why():
    sure = P._replace(verification=9e3)
    assert off(purge=1.0, weight=9e3) == THE_PURGE and off(purge=0.0, weight=9e3) == 0
    assert off(purge=1.0, weight=9e3, status=EXPELLED) == off(purge=1.0, weight=9e3, estate=CITIZEN) == 0
    assert off(purge=1.0, weight=9e3, estate=POLICE) == THE_PURGE
    assert off(p=sure) == VERIFICATION and off(p=sure, estate=POLICE) == 0
    assert off(p=sure, stance=1.0) == 0 and off(p=sure, line=-1.0) == 0
    assert off(p=sure, stance=1.0, conviction=0.2, ambition=0.9) == VERIFICATION  # a careerist
    # .8/20 of 1: .0392
    assert 20 < sum(why == THE_PURGE for why in off(purge=1.0, many=1000)) < 62
    assert sum(why == THE_PURGE for why in off(purge=0.01, many=300)) < 4
    # .2 of conviction .5 opposed by .5: a hazard of .025 and no more than .14 can be taken
    mild = P._replace(verification=0.2)
    assert 12 < sum(why == VERIFICATION for why in off(stance=-0.5, conviction=0.5, p=mild, many=1000)) < 42
    both = off(conviction=0.95, ambition=1.0, p=mild, many=1000)  # .2 of .5 * .95 + .2: a chance of .126
    assert 90 < sum(why == VERIFICATION for why in both) < 165
    assert 5 < sum(why == VERIFICATION for why in off(stance=-0.5, conviction=0.5, p=mild, many=1000, line=0.5)) < 25


def test_experienced_are_those_at_liberty_who_held_a_high_post():
    here = {"highest_office": np.array([3, 2, LEADER, 4, 3]),
            "status": np.array([FREE, FREE, EXPELLED, EXILED, INQUIRY])}
    assert run_rules((count_cadres,), {**here, "purge_open": 1})["so_far_cadres"][0] == 2.0
    assert run_rules((count_cadres,), {**here, "purge_open": 0})["so_far_cadres"][0] == 0.0


def test_it_ends_by_weariness_or_when_the_number_is_asked_for_no_more():
    assert closing_hazard(0, 0.0, 1.0, P) == about(0.04) and closing_hazard(1, 0.0, 1.0, P) == about(3.04)
    assert closing_hazard(1, 0.05, 1.0, P) == about(0.04)


def test_who_could_not_open_it_alone_cannot_keep_it_open():
    assert [majority_of(c) for c in (0.0, 0.25, 0.36, 0.64, 1.0)] == about([0.0, 0.0, 0.2, 0.6, 1.0])
    assert closing_hazard(0, 0.0, 0.2, P) == about(0.2) and closing_hazard(1, 0.0, 0.2, P) == about(3.2)
    assert closing_hazard(0, 0.0, 0.05, P) == about(0.8)
    assert closing_hazard(0, 0.0, 0.0, P) == UNSUPPORTED >= 1e6  # at once


def test_a_number_that_may_be_asked_for_anew_is_an_order():
    assert is_ordered(0.001, ON) and not is_ordered(0.001, OFF) and not is_ordered(0.0, ON)


def test_who_was_killed_this_month():
    def was(kind, at):
        return bool(killed(0, 30, table(death=[kind], death_month=[at])))
    assert was(EXECUTED, 30) and was(MURDERED, 30) and not was(BY_HUNGER, 30) and not was(EXECUTED, 29)


# --- opening and closing ----------------------------------------------------------------------------------------------
def opened(luck=0.0, chief=False, quota=0.0, month=30, requests=OFF, **changes):
    country = {"struck": 0, "threat": 0.4, "threat_before": 0.4, "purge_called": 0, "concentration": 0.64,
               "suspected": 0.4,
               "oversight_eff": 0.5, "purge_open": 0, "purge_since": 3, "purge_waves": 1, "purge_numbered": 0,
               **changes}
    return does(open_it, centre=row(police_quota=quota, quota_requests=requests), country=row(**country),
                chief_killed=chief, luck=luck, month=month, p=P)


def test_a_shock_and_a_frightened_ruler_open_it():
    # insecurity (.36 + .4 + .4)/2 * .5 = .29; eight posts of ten are one desk's, .6 more than the others': .174, .1597
    shut = (0, 3, 0, 1, 0)
    assert opened() == shut and opened(0.159, struck=1) == (1, 30, 0, 2, 0) and opened(0.16, struck=1) == shut
    assert opened(0.0, struck=1, concentration=0.25) == shut  # half of them
    # .9 of them: insecurity (.19 + .8)/2 * .5 = .2475 by .8, .198: .1796
    assert opened(0.179, struck=1, concentration=0.81)[0] == 1 and opened(0.18, struck=1, concentration=0.81) == shut
    assert opened(chief=True)[0] == opened(purge_called=1)[0] == opened(threat_before=0.34)[0] == 1
    assert opened(threat_before=0.36) == shut
    assert opened(struck=1, quota=0.05) == (1, 30, 0, 2, 1)
    assert opened(struck=1, purge_open=1, purge_numbered=1) == (1, 3, 0, 1, 1)


def test_an_order_opens_it_whatever_has_happened():
    order = {"quota": 0.001, "requests": ON, "luck": 0.99}
    assert opened(**order) == opened(**order, concentration=0.0, oversight_eff=1.0) == (1, 30, 0, 2, 1)
    assert opened(**{**order, "requests": OFF}) == opened(**{**order, "quota": 0.0}) == (0, 3, 0, 1, 0)
    assert opened(**order, purge_open=1, purge_numbered=1) == (1, 3, 0, 1, 1)  # it runs already


def closed(left=9.0, luck=0.99, quota=0.0, month=30, requests=OFF, **changes):
    country = {"concentration": 0.64, "threat": 0.4, "suspected": 0.4, "oversight_eff": 0.5, "purge_open": 1,
               "purge_since": 3, "purge_numbered": 0, "purge_cadres": 20, **changes}
    return close_it(row(cadres=left), row(police_quota=quota, quota_requests=requests), row(**country), month, luck, P)


def test_weariness_safety_or_want_of_men_end_it():
    # .04/.6: a chance of .0645
    assert closed() == (1, 0, 20) and closed(luck=0.064) == (0, 0, 20) and closed(luck=0.065) == (1, 0, 20)
    # .04/.2: .1813
    assert closed(concentration=0.36, luck=0.18)[0] == 0 and closed(concentration=0.36, luck=0.183)[0] == 1
    assert closed(concentration=0.25)[0] == closed(concentration=0.1)[0] == 0
    assert closed(left=5.9)[0] == 0 and closed(left=6.0)[0] == 1  # three tenths of twenty
    assert closed(oversight_eff=0.83)[0] == 0 and closed(oversight_eff=0.82)[0] == 1  # insecurity .0986 and .1044
    assert closed(purge_open=0, purge_numbered=1) == (0, 1, 20)
    assert closed(purge_since=30, luck=0.0, left=7.0) == (1, 0, 7.0)  # counted in its first month
    # the number is off: 3 + .04/.6, a chance of .9534
    assert closed(quota=0.05) == (1, 1, 20) and closed(purge_numbered=1, luck=0.953) == (0, 1, 20)
    assert closed(purge_numbered=1, luck=0.954)[0] == 1 and closed(purge_numbered=1, luck=0.953, quota=0.05)[0] == 1


def test_while_the_order_stands_it_does_not_end():
    order = {"quota": 0.001, "requests": ON}
    for reason in ({"luck": 0.0}, {"left": 0.0}, {"oversight_eff": 1.0}, {"concentration": 0.1}):
        assert closed(**reason)[0] == 0 and closed(**reason, **order) == (1, 1, 20)
        assert closed(**reason, quota=0.001)[0] == closed(**reason, requests=ON)[0] == 0


def test_men_of_experience_are_counted_while_it_runs():
    assert is_running(row(purge_open=1)) and not is_running(row(purge_open=0)) 
    assert count_cadres(row(highest_office=3)) == 1.0 and count_cadres(row(highest_office=2)) == 0.0


def test_intensity_fades_until_it_is_too_faint():
    assert any_pointed(0.05) and not any_pointed(0.0)
    assert fade(0.5, 0.5, P) == about(0.3) and fade(0.5, 1.6e-6, P) == 0.0 and fade(0.5, 1.7e-6, P) == about(0.3)


def test_whether_a_chief_was_killed():
    def was(holder=NOBODY, sitting=NOBODY, at=30, rank=3, below=NOBODY):
        people = table(death=[EXECUTED] * 4, death_month=[at] * 4)
        tree = table(unit_rank=[1, rank, 5], seat_start=[0, 0, 1])
        tree.cells, tree.units, tree.seats = 1, 3, 2
        seats = table(sitting=[2, sitting])
        return bool(chief_killed(2, people, table(holder=[below, holder, 3]), seats, tree, 30))
    assert not was() and was(holder=1) and not was(holder=1, at=29) and not was(holder=1, rank=2)
    assert was(sitting=1) and was(sitting=0) and was(holder=0) and not was(below=1)
