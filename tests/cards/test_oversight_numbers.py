"""Card 26: worked examples of its equations with the card's own parameters."""

from __future__ import annotations

import math

import numpy as np
import pytest
from example_rows import row, table
from plain_case_log import make_log, rows_of

from direct_calls import call, run_rules
from rule_decisions import does
from unanimity.engine.single_rules import arrays_of_tree
from unanimity.mechanisms.party.press import Press
from unanimity.mechanisms.police.oversight import (
    Oversight,
    autonomy_after,
    begin,
    dismiss,
    enrol,
    freed_by_review,
    harden,
    hardened,
    has_no_chief,
    is_officer,
    look_in,
    may_serve,
    name_chief,
    nobody_looks,
    officers_if_killed,
    part_with,
    police_here,
    put_at_head,
    review,
    swear_in,
    undo,
    vacancies,
    what_passes,
)
from unanimity.world.codes import (
    ABROAD,
    ASSENT,
    CITIZEN,
    CONTROLLED,
    DISMISSED,
    DISSENT,
    EXPELLED,
    FREE,
    FREE_DEBATE,
    FREED,
    INQUIRY,
    MEMBER,
    MONOPOLY,
    NEVER,
    NOBODY,
    OFFICIAL,
    POLICE,
    PUBLISHED,
    PUNISHED,
    SECRET_LISTS,
    SILENCE,
)
from unanimity.world.tree import grow

P = Oversight(gained=0.05, lost=0.1, accuracy=0.8, reached=0.99, autonomy=0.2, punishing=0.2, leaving=0.05)
about = pytest.approx


@pytest.mark.parametrize(("guilty", "looked_at", "outcome", "freed"), [
    (False, 0.49, 0.7, True), (False, 0.49, 0.9, False), (True, 0.49, 0.7, False), (True, 0.49, 0.9, True),
    (False, 0.5, 0.7, False), (True, 0.6, 0.9, False)])
def test_review_looks_into_nearly_half_of_the_cases_and_is_right_in_four_of_five(guilty, looked_at, outcome, freed):
    assert freed_by_review(guilty, looked_at, outcome, 0.5, P) == freed


def test_what_passes_becomes_a_right_and_what_is_corrected_is_lost():
    assert autonomy_after(0.3, 5.0, 2.0, 10.0, 0.8, P) == about(0.3 + 0.05 * 0.5 * 0.8 - 0.1 * 0.2)
    assert autonomy_after(0.3, 0.0, 0.0, 0, 0.8, P) == 0.3
    assert autonomy_after(0.3, 0.0, 1.0, 1.0, 0.8, P) == about(0.2)
    assert autonomy_after(0.05, 0.0, 1.0, 1.0, 0.8, P) == 0.0
    one, so_far = row(police_autonomy=0.3), row(reviewed=10.0, freed=2.0, innocent_kept=5.0)
    assert what_passes(one, row(press=MONOPOLY, lists=SECRET_LISTS), so_far, P, Press()) == about(0.3)
    assert what_passes(one, row(press=MONOPOLY, lists=PUBLISHED), so_far, P, Press()) == about(0.2825)


def test_killing_drives_out_who_is_not_cruel():
    assert hardened(0.4, 6.0, 3.0, 0.5, P) == about(0.4 + 0.6 * (1 - math.exp(-0.05)))
    assert hardened(0.4, 0.5, 0.0, 0.5, P) == about(0.4 + 0.6 * (1 - math.exp(-0.0125)))
    assert hardened(0.4, 0.0, 3.0, 0.5, P) == about(0.4)


def looked(autonomy=0.2, powers=0.25, switches=(1, 1, 0), begun=0, p=P):
    return look_in(autonomy, powers, *switches, begun, p)


def test_how_far_anybody_may_look_in():
    assert looked() == about((0.2, 2 / 3 * 0.8 * 0.75))
    p = P._replace(autonomy=0.6)
    assert looked(p=p)[0] == 0.6 and looked(begun=1, p=p)[0] == 0.2 and looked(autonomy=0.3, p=p)[0] == 0.3
    assert looked(autonomy=0.5, begun=1) == about((0.5, 2 / 3 * 0.5 * 0.75))
    assert nobody_looks() == 0.0


def office(n=5):
    return table(estate=[POLICE, POLICE, MEMBER, POLICE, POLICE], status=[FREE, EXPELLED, FREE, INQUIRY, FREE],
                 competence=[0.2, 0.7, 0.9, 0.8, 0.0])


def test_the_ablest_of_the_police_at_liberty_is_their_chief():
    tree = grow((3, 1), 5)  # one, two and two of them in three provinces of one cell
    state = {name: np.array(getattr(office(), name)) for name in ("estate", "status", "competence")}
    state |= {"chief": np.full(tree.units, NOBODY), "killings": np.array([0, 0, 0, 1.0, 1.0, 0.0, 0.0])}
    call(name_chief, state, tree, None)
    assert state["chief"].tolist() == [NOBODY, NOBODY, NOBODY, 0, 1, 4, NOBODY]
    alone = {**state, "chief": np.full(3, NOBODY)}
    call(name_chief, alone, grow((1, 1), 5), None)
    assert alone["chief"].tolist() == [NOBODY, 1, NOBODY]
    found = [call(officers_if_killed, state, tree, unit=unit) for unit in tree.provinces]
    assert found == [1.0, 1.0, 0.0]  # in the third nobody was killed, so nobody counts
    assert [bool(has_no_chief(row(chief=one))) for one in (NOBODY, 0)] == [True, False]


def hardens(cruelty, headed_before, killings, chief, chief_conviction, officers):
    return does(harden, cruelty=cruelty, headed_before=headed_before, killings=killings, chief=chief,
                chief_conviction=chief_conviction, officers_if_killed=officers, p=P)


def test_an_office_is_as_cruel_as_its_first_chief_and_hardens_by_killing():
    assert hardens(0.3, 0, 2.0, NOBODY, 0.9, 0.0) == (0.3, 0, 0.0)
    assert hardens(0.0, 0, 2.0, 4, 0.9, 5.0)[1:] == (1, 0.0)
    assert hardens(0.0, 0, 2.0, 4, 0.75, 5.0)[0] == 0.25 and hardens(0.3, 1, 0.0, 4, 0.9, 0.0) == (0.3, 1, 0.0)
    assert hardens(0.3, 1, 2.0, 4, 0.9, 5.0) == (hardened(0.3, 2.0, 5.0, 0.9, P), 1, 0.0)


def reviewed(look=0.0, outcome=0.0, officer=0.9, enemy=0, courts=1.0, so_far=(2.0, 1.0, 1.0)):
    case = row(enemy=enemy, faction=0, last_dissent=NEVER, last_guilt=NEVER, last_rose=NEVER)
    place = row(oversight_courts=courts, oversight_party_control=courts, oversight_appeal=courts)
    count = table(reviewed=[so_far[0]], freed=[so_far[1]], innocent_kept=[so_far[2]])
    undone = []
    does(review, case=case, place=place, country=row(police_autonomy=0.5, powers=0.0), so_far=count, month=30, p=P,
         luck=row(look=look, outcome=outcome, officer=officer), undo=lambda i, punished, *_: undone.append(punished))
    return (bool(undone), bool(undone and undone[0]), *(float(column[0]) for column in (count.reviewed, count.freed,
                                                                                        count.innocent_kept)))


def test_a_case_is_looked_into_and_its_officer_may_pay():
    # half of the right to look is left; the officer's risk is .2 * .5, a chance of .0952
    assert reviewed() == (True, False, 3.0, 2.0, 1.0)
    assert reviewed(officer=0.095)[:2] == (True, True) and reviewed(officer=0.096)[:2] == (True, False)
    assert reviewed(look=0.5) == (False, False, 3.0, 1.0, 2.0)
    assert reviewed(enemy=1) == (False, False, 3.0, 1.0, 1.0)
    assert reviewed(enemy=1, outcome=0.9) == (True, False, 3.0, 2.0, 1.0)
    assert reviewed(courts=0.0) == (False, False, 3.0, 1.0, 2.0)


def undone(punished=True, examiner=1, officer=FREE):
    people = table(status=[INQUIRY, officer], rung=[5, 0], status_until=[40, NEVER], execution=[9, NEVER],
                   rung_due=[5, 3], dossier=[1.6, 0.5], cleared=[0, 0], examiner=[examiner, NOBODY])
    log = make_log(2)
    undo(0, punished, people, log)
    return people, rows_of(log)["event"].tolist()


def test_whose_case_review_ends_is_free_with_half_his_file():
    people, told = undone()
    assert (people.status[0], people.rung[0], people.status_until[0], people.execution[0]) == (FREE, 0, NEVER, NEVER)
    assert people.rung_due.tolist() == [0, 3] and people.cleared.tolist() == [1, 0]
    assert people.dossier == about(np.array([0.8, 1.5])) and told == [FREED, PUNISHED]


def test_an_officer_pays_only_if_he_is_known_and_in_the_country():
    for one in (undone(punished=False), undone(examiner=NOBODY), undone(officer=ABROAD)):
        assert one[0].dossier == about(np.array([0.8, 0.5])) and one[1] == [FREED]


# --- the chief --------------------------------------------------------------------------------------------------------
def test_a_chief_who_is_not_free_is_lost_and_the_province_gets_another():
    assert part_with(5, FREE, POLICE) == 5 and part_with(5, EXPELLED, POLICE) == NOBODY
    assert part_with(5, FREE, MEMBER) == part_with(NOBODY, FREE, POLICE) == NOBODY
    assert has_no_chief(row(chief=NOBODY)) and not has_no_chief(row(chief=0))
    assert begin() == 1 and does(name_chief, "put_at_head") is None
    assert is_officer(row(estate=POLICE, status=EXPELLED)) and not is_officer(row(estate=MEMBER, status=FREE))
    assert not is_officer(row(estate=POLICE, status=INQUIRY))
    units, tree = table(chief=[NOBODY] * 7), table(**arrays_of_tree(grow((2, 2), 24)))
    put_at_head(14, units, tree)
    assert units.chief.tolist() == [NOBODY] * 5 + [14, NOBODY]


# --- who follows whom -------------------------------------------------------------------------------------------------
def test_police_who_dissent_where_debate_is_controlled_are_dismissed_save_agents():
    assert dismiss(POLICE, 0, DISSENT, CONTROLLED) == MEMBER and dismiss(POLICE, 1, DISSENT, CONTROLLED) == POLICE
    assert dismiss(POLICE, 0, DISSENT, FREE_DEBATE) == dismiss(POLICE, 0, ASSENT, CONTROLLED) == POLICE
    assert dismiss(CITIZEN, 0, DISSENT, CONTROLLED) == CITIZEN and dismiss(OFFICIAL, 0, DISSENT, CONTROLLED) == OFFICIAL
    assert [police_here(estate) for estate in (CITIZEN, MEMBER, OFFICIAL, POLICE)] == [0.0, 0.0, 0.0, 1.0]


def lacking(here=3.0, present=250.0, everywhere=30.0, size=0.02, wanted=0.02):
    return vacancies(row(police_size=size, present=present, police_here=here),
                     row(police_size=wanted, present=2000.0, police_here=everywhere))


def test_empty_places_are_those_of_the_province_as_far_as_the_country_lacks_them():
    assert lacking() == (2, -1.0)  # five for 250 people, of whom three serve; the country lacks ten
    assert lacking(here=5.0)[0] == lacking(here=9.0)[0] == 0
    assert lacking(everywhere=39.0)[0] == 1 and lacking(everywhere=40.0)[0] == lacking(everywhere=44.0)[0] == 0
    assert lacking(here=4.6)[0] == 0 and lacking(here=4.4)[0] == 1  # rounded
    assert lacking(size=0.04)[0] == 7 and lacking(wanted=0.01)[0] == 0


def test_free_members_without_office_or_circle_who_did_not_dissent_may_serve():
    def may(**one):
        usual = {"estate": MEMBER, "status": FREE, "office": 0, "faction": 0, "voice": ASSENT}
        return bool(may_serve(row(**{**usual, **one})))
    assert may() and may(voice=SILENCE)
    for bar in ({"estate": CITIZEN}, {"estate": OFFICIAL}, {"estate": POLICE}, {"status": DISMISSED}, {"office": 1},
                {"faction": 2}, {"voice": DISSENT}):
        assert not may(**bar)
    people = table(estate=[MEMBER, MEMBER])
    swear_in(1, people)
    assert people.estate.tolist() == [MEMBER, POLICE] and does(enrol, "swear_in") is None


def test_the_most_ambitious_members_of_the_province_follow():
    tree = grow((2, 1), 12)  # people 0-5 and 6-11
    state = {"estate": np.array([POLICE] + [MEMBER] * 11), "status": np.zeros(12, int), "office": np.zeros(12, int),
             "faction": np.zeros(12, int), "voice": np.full(12, ASSENT),
             "ambition": np.array([0.9, 0.0, 0.3, 0.8, 0.7, 0.9, 0.1, 0.0, 0.2, 0.0, 0.0, 0.0]),
             "present": np.array([6.0, 6.0, 6.0, 6.0, 12.0])}
    state["office"][5] = 1
    run_rules((police_here, enrol), state | {"police_here": np.zeros(5)}, tree, {"police_size": 0.5})
    # each province has three places; in the first one is filled, and the most ambitious of all holds an office
    assert np.flatnonzero(state["estate"] == POLICE).tolist() == [0, 3, 4, 6, 7, 8]


def test_cruelty_begins_with_the_first_chief_and_grows_by_killing():
    def cruel(chief=5, before=1, killings=0.0):
        return hardens(0.4, before, killings, chief, 0.5, 3.0)
    assert cruel(chief=NOBODY, before=0, killings=2.0) == (0.4, 0, 0.0) and cruel(before=0) == (0.5, 1, 0.0)
    assert cruel() == (0.4, 1, 0.0) and cruel(killings=6.0) == (about(0.4 + 0.6 * (1 - math.exp(-0.05))), 1, 0.0)
    assert cruel(killings=0.05)[0] > 0.4


def test_officers_are_counted_where_the_police_has_killed():
    tree = table(**arrays_of_tree(grow((2, 2), 24)))
    estate, status = np.full(24, MEMBER), np.zeros(24, int)
    estate[[0, 1, 11, 12]], status[1] = POLICE, INQUIRY
    people = table(estate=estate, status=status)
    units = table(killings=[0.0] * 4 + [1.0, 0.0, 0.0])
    assert officers_if_killed(4, people, units, tree) == 2.0 and officers_if_killed(5, people, units, tree) == 0.0
    units.killings[5] = 0.05
    assert officers_if_killed(5, people, units, tree) == 1.0
