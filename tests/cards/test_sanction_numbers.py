"""Card 16: worked examples of a sentence, what it does to a person and to precedent."""

from __future__ import annotations

import numpy as np
import pytest
from example_rows import row, table
from hypothesis import given
from hypothesis import strategies as st
from plain_case_log import make_log, rows_of

from rule_decisions import does
from unanimity.engine.single_rules import arrays_of_tree
from unanimity.mechanisms.police.ladder import Sanction
from unanimity.mechanisms.police.sanction import (
    ACQUITTED,
    LEFT_OPEN,
    PUT_OFF,
    SENTENCED,
    acquit,
    anybody_called_up,
    apply_rung,
    chance_of_conviction,
    choosy_above,
    choosy_here,
    close_case,
    decided_of,
    fade,
    forget,
    is_called_up,
    is_condemned,
    lay_precedent,
    let_out,
    lower,
    put_away,
    release_all,
    reprimand,
    reprove,
    selectivity,
    set_free,
    stands_listed,
)
from unanimity.mechanisms.power.campaign import Campaign, conviction_chance
from unanimity.mechanisms.power.purge import Purge
from unanimity.world.codes import (
    ACQUITTAL,
    AN_ORDER,
    CAMP,
    CITIZEN,
    CONDEMNED,
    DEAD,
    DEATH,
    DISMISSED,
    DYING,
    EX,
    EXECUTED,
    EXILED,
    EXPELLED,
    FREE,
    IMPRISONED,
    INQUIRY,
    LEADER,
    MEMBER,
    NEVER,
    NO_LABEL,
    NOBODY,
    OFFICIAL,
    POLICE,
    SANCTION,
    STOLE,
    THE_CHAIR,
)
from unanimity.world.tree import grow

P = Sanction(floor=-2.4, dismissed=12.0, expelled=12.0, exile=36.0, prison=36.0, camp=60.0, start=3.0, forgetting=0.01,
             remembered=24.0, defiant=24.0, selective=0.9)
CAMPAIGN, PURGE = Campaign(conviction=0.5), Purge(badge=2.0)
about = pytest.approx
TREE = table(**arrays_of_tree(grow((2, 2), 24)))


def test_condemned_is_who_waits_for_his_month_or_has_the_rung():
    assert is_condemned(row(execution=5, rung=0)) and is_condemned(row(execution=NEVER, rung=DEATH))
    assert not is_condemned(row(execution=NEVER, rung=6))


def test_free_is_without_anything_in_force():
    people = table(status=[CAMP], rung=[6], status_until=[40], execution=[33])
    set_free(0, people)
    assert [int(column[0]) for column in vars(people).values()] == [FREE, 0, NEVER, NEVER]


def test_the_first_precedent_and_the_memory_of_a_year():
    p = P._replace(start=5.0)
    assert lay_precedent(3, 0, p) == (5, 1) and lay_precedent(3, 1, p) == (3, 1) and lay_precedent(6, 0, p) == (6, 1)
    assert fade(12.0, 6.0) == about((11.0, 5.5))
    assert does(forget, "lower", country=row(threat=0.5), luck=0.0049, p=P) == 1
    assert does(forget, "lower", country=row(threat=0.5), luck=0.0051, p=P) == 0
    country = table(rung_max=[4], rung_passed=[4, 0, 1, 2])
    lower(0, 0, country)
    assert country.rung_max[0] == 4 and country.rung_passed.tolist() == [4, 0, 1, 2]
    lower(0, 1, country)
    assert country.rung_max[0] == 3 and country.rung_passed.tolist() == [3, 0, 0, 1]


def test_selectivity_is_the_share_that_hit_those_who_had_spoken():
    assert selectivity(4.0, 1.0, P) == 0.25 and selectivity(1.0, 2.0, P) == 1.0 and selectivity(0.3, 0.0, P) == 0.9
    assert choosy_here(4.0, 1.0, P) == 0.25 and choosy_above(4.0, 1.0, P) == (4.0, 1.0, 0.25)


# --- one case ---------------------------------------------------------------------------------------------------------
def judged(case=None, luck=0.0, cap=7.0, delay=0.1, room=-1.0, held=0.0, admitted=2.0, on=True, courts=0.0,
           by_topic=0.0, least=0.0, deaths=-1.0, **country):
    one = {"rung_due": 5, "case_topic": 0, "act_kind": 0,
           "faction": 0, "execution": NEVER, "rung": 0, "status": INQUIRY, "by_number": 0, "by_purge": 0,
           "estate": MEMBER, "label": NO_LABEL, "highest_office": 0, **(case or {})}
    act = {"sanction_cap": cap, "sanction_cap_rule": 0.0, "sanction_cap_local": 0.0, "sanction_cap_complaint": 0.0,
           "sanction_cap_faction": 0.0, "sanction_cap_theft": 0.0, "sanction_cap_sabotage": 0.0,
       "sanction_cap_violence": 0.0, "sanction_floor_theft": least}
    place = {"delay_exec": delay, "oversight_courts": courts, "oversight_party_control": courts,
             "oversight_appeal": courts, "quota_deaths": deaths}
    state = {"campaign_intensity": 0.0, "police_autonomy": 0.0, "powers": 0.0, "rung_max": 7, "rung_passed": [7] * 4,
             "prisoners": held,
             **country}
    return decided_of(row(**one), row(**act), row(**place), row(prison_capacity=room, members=100.0,
                                                                precedent=by_topic),
                      row(**state), row(**state), row(oversight=on), 30, admitted, luck, CAMPAIGN, PURGE)


def test_a_sentence_is_what_is_due_within_cap_and_one_above_precedent():
    assert judged() == (SENTENCED, 5, IMPRISONED, 3.0)
    assert judged({"rung_due": 4}) == (SENTENCED, 4, EXILED, 2.0) and judged({"rung_due": 2}) == (SENTENCED, 2, 1, 2.0)
    assert judged(cap=3.0) == (SENTENCED, 3, EXPELLED, 2.0) and judged(rung_max=1) == (SENTENCED, 2, DISMISSED, 2.0)
    known = {"by_topic": 1.0, "rung_max": 7, "rung_passed": [7, 2, 1, 0]}
    assert [judged({"case_topic": topic, "faction": faction}, **known)[1]
            for topic, faction in ((0, 0), (1, 0), (2, 0), (1, 3))] == [5, 3, 2, 1]
    assert judged({"rung_due": 6}) == (SENTENCED, 6, CAMP, 2.0)
    thief = {"rung_due": 6, "act_kind": STOLE}
    assert judged(thief, rung_max=1)[1] == 2 and judged(thief, rung_max=1, least=6.0)[1] == 6
    assert judged(thief, rung_max=1, least=6.0, cap=4.0)[1] == 4


def test_who_is_not_convicted_is_free():
    # half of the cases; at a campaign's height of .6 eight of ten, and half again where courts look in
    assert judged(luck=0.49)[0] == SENTENCED and judged(luck=0.51) == (ACQUITTED, 0, FREE, 2.0)
    assert judged(luck=0.79, campaign_intensity=0.6)[0] == SENTENCED
    assert judged(luck=0.81, campaign_intensity=0.6)[0] == ACQUITTED
    assert judged(luck=0.51, campaign_intensity=0.6, courts=1.0)[0] == ACQUITTED
    assert judged(luck=0.79, campaign_intensity=0.6, courts=1.0, on=False)[0] == SENTENCED


def test_whom_a_purge_or_a_name_brought_is_acquitted_the_less_the_higher_he_stood():
    # half of the cases, and of the other half as much as a post of the centre he had held
    def luck_at(bound, **case):
        assert judged(case, luck=bound - 0.001)[0] == SENTENCED
        assert bound == 1.0 or judged(case, luck=bound + 0.001)[0] == ACQUITTED
        return True
    assert all(luck_at(0.5 + 0.125 * office, by_purge=1, highest_office=office) for office in range(5))
    assert luck_at(1.0, by_purge=1, highest_office=LEADER)
    assert luck_at(0.75, by_purge=1, estate=POLICE) and luck_at(0.75, by_purge=1, label=EX)
    assert luck_at(0.5, highest_office=4) and luck_at(0.5, estate=POLICE)  # brought by his file
    named = {"by_purge": 1, "highest_office": 2}
    assert judged(named, luck=0.89, campaign_intensity=0.6)[0] == SENTENCED  # .8 and half of the rest
    assert judged(named, luck=0.91, campaign_intensity=0.6)[0] == ACQUITTED


def test_lists_of_a_number_that_names_its_rungs_acquit_nobody_who_was_taken_for_it():
    taken = {"by_number": 1}
    assert judged(taken, luck=0.999, deaths=0.28)[0] == judged(taken, luck=0.999, deaths=0.0)[0] == SENTENCED
    assert judged(taken, luck=0.51)[0] == ACQUITTED  # a number that names no rung
    assert judged(luck=0.51, deaths=0.28)[0] == ACQUITTED  # nor does it reach others
    assert judged({"by_purge": 1}, luck=0.51, deaths=0.28)[0] == ACQUITTED
    listed = row(by_number=1, by_purge=0, estate=MEMBER, label=NO_LABEL, highest_office=0)
    assert chance_of_conviction(listed, row(quota_deaths=0.0), 1.0, row(campaign_intensity=0.0), CAMPAIGN, PURGE) == 1.0


@given(st.floats(0, 1), st.floats(0, 1), st.integers(0, 5), st.integers(0, 5), st.booleans())
def test_the_chance_of_conviction_is_one_and_never_falls_with_standing(intensity, look, low, high, by_purge):
    low, high = sorted((low, high))
    def convicted(office):
        case = row(by_number=0, by_purge=int(by_purge), estate=MEMBER, label=NO_LABEL, highest_office=office)
        country = row(campaign_intensity=intensity)
        return chance_of_conviction(case, row(quota_deaths=-1.0), look, country, CAMPAIGN, PURGE)
    usual = conviction_chance(intensity, look, CAMPAIGN)
    assert usual == convicted(0) <= convicted(low) <= convicted(high) <= 1.0
    assert by_purge or convicted(high) == usual


def test_death_comes_at_once_or_in_its_month():
    due = {"rung_due": 7}
    assert judged(due)[:2] == (SENTENCED, 7) and judged(due, delay=3.5) == (PUT_OFF, 3, INQUIRY, 2.0)
    assert judged(due, delay=1.0) == (PUT_OFF, 1, INQUIRY, 2.0)
    waits = {"rung_due": 7, "execution": 31, "rung": 7}
    assert judged(waits, delay=3.0) == (LEFT_OPEN, 7, INQUIRY, 2.0)
    assert judged({**waits, "execution": 30}, delay=3.0, luck=1.0)[:2] == (SENTENCED, 7)  # convicted already
    assert judged(waits, cap=6.0, luck=1.0) == (SENTENCED, 6, CAMP, 2.0)  # the law has spared him


def test_a_full_prison_sends_on_to_a_camp_or_to_exile():
    # room for ten
    assert judged(room=0.1, held=7.0) == (SENTENCED, 5, IMPRISONED, 3.0)
    assert judged(room=0.1, held=8.0) == (SENTENCED, 5, CAMP, 2.0)
    assert judged(room=0.1, held=8.0, cap=5.0) == (SENTENCED, 5, EXILED, 2.0)
    assert judged(room=0.0, admitted=0.0) == (SENTENCED, 5, CAMP, 0.0)


def test_closed_cases_are_put_away_by_the_next_card_or_here():
    assert put_away(row(cleared=2), row(custody=True)) == 2 and put_away(row(cleared=2), row(custody=False)) == 0


# --- what it does -----------------------------------------------------------------------------------------------------
def convict(**columns):
    usual = {"status": INQUIRY, "rung": 0, "status_until": NEVER, "execution": NEVER, "last_dissent": NEVER, "blow": 2,
             "blow_topic": 0, "case_topic": 1, "faction": 0, "office": 2, "tenure": 7, "headed": 1,
             "estate": OFFICIAL, "death": 0, "death_month": NEVER, "dossier": 1.0, "rung_due": 5}
    return table(**{name: [value, value] for name, value in {**usual, **columns}.items()})


def offices():
    return table(sanctions=[0.0] * 7, sanctions_of_dissent=[0.0] * 7, killings=[0.0] * 7,
                 secretary=[NOBODY, 0] + [9] * 5)


def given_rung(rung, place=FREE, precedent=3, **columns):
    people, units, log = convict(**columns), offices(), make_log(24)
    country = table(rung_max=[precedent], rung_passed=[0, 1, 2, 3])
    apply_rung(0, rung, place, AN_ORDER, 30, people, units, country, TREE, log, P)
    ground = 3 if people.faction[0] > 0 else 1  # of the case's topic, local, or of factions
    others = [k for k in (0, 1, 2, 3) if k != ground]
    assert country.rung_passed[ground] == max(ground, rung) and country.rung_passed[others].tolist() == others
    return people, units, int(country.rung_max[0]), rows_of(log)


def test_a_reproof_is_felt_and_leaves_nothing_in_force():
    people, units, precedent, told = given_rung(1)
    assert (people.status[0], people.rung[0], people.status_until[0], people.blow[0]) == (FREE, 0, NEVER, 2)
    assert (people.office[0], people.estate[0], precedent) == (2, OFFICIAL, 3)
    assert units.sanctions[0] == 1.0 and units.sanctions_of_dissent.sum() == 0.0
    assert [told[name].tolist() for name in ("event", "rung", "cause")] == [[SANCTION], [1], [AN_ORDER]]


def test_a_dismissal_lasts_a_year_and_takes_neither_office_nor_card():
    people, units, _, _ = given_rung(2, DISMISSED, last_dissent=20)
    assert (people.status[0], people.rung[0], people.status_until[0], people.blow[0]) == (DISMISSED, 2, 42, 2)
    assert (people.blow_topic[0], people.office[0], people.estate[0]) == (1, 2, OFFICIAL)
    assert units.sanctions_of_dissent[0] == 1.0


def test_from_expulsion_on_office_and_card_are_lost():
    people, units, precedent, _ = given_rung(3, EXPELLED)
    assert (people.status[0], people.office[0], people.estate[0], units.secretary[1]) == (EXPELLED, 0, CITIZEN, NOBODY)
    people, _, precedent, _ = given_rung(5, CAMP)  # a full prison
    assert (people.status[0], people.rung[0], people.status_until[0], precedent, people.blow[0]) == (CAMP, 5, 66, 5, 5)
    assert people.status[1] == INQUIRY and people.estate[1] == OFFICIAL


def test_death_and_no_rung():
    people, units, precedent, told = given_rung(7)
    assert (people.status[0], people.rung[0], people.death[0], people.death_month[0]) == (DEAD, 7, EXECUTED, 30)
    assert units.killings.tolist() == [0.0] * 4 + [1.0, 0.0, 0.0] and precedent == 7
    assert told["event"].tolist() == [SANCTION, DYING]
    people, units, precedent, _ = given_rung(0, execution=40)
    assert (people.status[0], people.rung[0], people.execution[0], people.blow[0], precedent) == (FREE, 0, NEVER, 2, 3)
    assert units.sanctions.sum() == 0.0


def closed(done, rung=5, held=IMPRISONED, **columns):
    people, units, country, log = convict(**columns), offices(), table(rung_max=[3], rung_passed=[3] * 4), make_log(24)
    close_case(0, done, rung, held, 30, people, units, country, TREE, log, P)
    return people, rows_of(log)["event"].tolist()


def test_what_a_board_decides_is_carried_out():
    people, told = closed(SENTENCED)
    assert (people.status[0], people.dossier[0], people.rung_due[0], told) == (IMPRISONED, 0.5, 0, [SANCTION])
    people, told = closed(ACQUITTED)
    assert (people.status[0], people.dossier[0], people.rung_due[0], told) == (FREE, 0.5, 0, [ACQUITTAL])
    people, told = closed(PUT_OFF, rung=3)
    assert (people.status[0], people.rung[0], people.execution[0], told) == (INQUIRY, DEATH, 33, [CONDEMNED])
    assert (people.dossier[0], people.rung_due[0]) == (1.0, 5)
    people, told = closed(LEFT_OPEN)
    assert (people.status[0], people.dossier[0], people.rung_due[0], told) == (INQUIRY, 1.0, 5, [])


def test_without_the_card_everybody_is_let_out():
    one = dict(status=INQUIRY, arrested=29, cleared=0)
    assert does(release_all, "let_out", case=row(**one), month=30) == (0, True)
    assert does(release_all, "let_out", case=row(**{**one, "arrested": 30}), month=30) == (0, False)
    people, log = convict(estate=MEMBER), make_log(24)
    let_out(0, False, people, log)
    assert people.status[0] == INQUIRY and people.dossier[0] == 1.0
    let_out(0, True, people, log)
    assert people.status[0] == FREE and people.dossier[0] == 0.5
    acquit(1, people, log)
    assert people.status[1] == FREE and people.dossier.tolist() == [0.5, 0.5]


def test_who_stands_on_the_docket():
    people = table(docket=np.array([4, 7, 9]))

    def listed(i, size):
        return stands_listed(i, people, table(docket_size=[size]))
    assert listed(7, 2) and not listed(9, 2) and listed(4, 1) and not listed(4, 0)


def test_whom_a_chair_has_called_up():
    assert anybody_called_up(row(summoned=1.0)) and not anybody_called_up(row(summoned=0.0))
    assert is_called_up(row(reproof_due=1, status=FREE)) and not is_called_up(row(reproof_due=0, status=FREE))
    assert not is_called_up(row(reproof_due=1, status=DISMISSED))
    one, none = row(reproof_due=2, act_topic=2, act_month=20, faction=0), row(precedent=0.0)
    country = row(rung_max=3, rung_passed=[3, 3, 0, 3])

    def reproved(one=one, centre=none, listed=False):
        return does(reprove, "reprimand", one=one, centre=centre, country=country, before=country, month=30,
                    stands_listed=listed, p=P)
    assert reproved() == (2, 2) and reproved(listed=True)[0] == 0
    assert reproved(row(reproof_due=2, act_topic=2, act_month=2, faction=0)) == (2, 0)
    assert reproved(centre=row(precedent=1.0)) == (1, 2)  # nobody has lost his job for telling yet


def reprimanded(rung):
    people = convict(status=FREE)
    people.docket = np.full(4, NOBODY)
    country, log = table(rung_max=[3], rung_passed=[3] * 4, docket_size=[1]), make_log(24)
    reprimand(0, rung, 2, 30, people, offices(), country, TREE, log, P)
    return people, int(country.docket_size[0]), rows_of(log)["cause"].tolist()


def test_what_a_chair_decides_is_carried_out_and_listed():
    people, size, cause = reprimanded(2)
    assert (people.status[0], people.case_topic[0], people.rung[0], cause) == (DISMISSED, 2, 2, [THE_CHAIR])
    assert size == 2 and people.docket.tolist() == [NOBODY, 0, NOBODY, NOBODY]
    people, size, cause = reprimanded(1)
    assert (people.status[0], size, cause) == (FREE, 1, [THE_CHAIR]) and people.case_topic[0] == 2
    people, size, cause = reprimanded(0)
    assert (people.case_topic[0], size, cause) == (1, 1, [])
