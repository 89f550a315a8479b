"""Card 15: worked examples of its equations, with numbers of their own."""

from __future__ import annotations

import numpy as np
import pytest
from bench import Country
from example_rows import row, table
from plain_case_log import make_log, rows_of

from rule_decisions import does
from unanimity.engine.single_rules import arrays_of_tree
from unanimity.mechanisms.party.appointment import Appointment
from unanimity.mechanisms.party.faction import Faction
from unanimity.mechanisms.police.arrest import (
    OUT_OF_REACH,
    WANTED,
    Arrest,
    alarm_after,
    ask_for_more,
    could_be_a_case,
    due_now,
    goodwill_of,
    hunted,
    is_of_a_circle,
    is_pointed_at,
    may_exceed,
    minutes,
    name_the_purged,
    on_file,
    room_of,
    seize_one,
    shielded,
    spared,
    spread_of,
    suspect,
    suspect_dissent,
    suspect_nobody,
    suspected_from,
    take,
    take_alarm,
    taken_in,
    threshold_of,
    unmask,
    unmasked,
)
from unanimity.mechanisms.police.ladder import Sanction
from unanimity.mechanisms.power.uprising import Uprising
from unanimity.world.codes import (
    A_NAME,
    AN_ATTACK,
    ARREST,
    BANNED,
    CELL_SECRETARY,
    DISMISSED,
    FREE,
    INQUIRY,
    LEGAL,
    LOCAL_TOPIC,
    NO_LABEL,
    NOBODY,
    OFF,
    ON,
    POLICE,
    THE_BAN,
    THE_FILE,
    THE_LABEL,
    THE_PURGE,
    THE_QUOTA,
)
from unanimity.world.tree import grow

P = Arrest(threshold=1.0, evidence=1.0, noise=0.15, capacity=0.00004, urgency=5.0, label=0.6, purge=0.8,
           opposition=0.03, asking=0.07, unmasking=0.05, fame=0.6, use=0.5, patron=0.5, nerves=0.7, by_revolt=0.5,
           by_attack=0.4, by_threat=0.3, by_suspicion=0.2, full_file=0.3)
about = pytest.approx
TREE = table(**arrays_of_tree(grow((2, 2), 24)))


def test_the_threshold_and_the_noise():
    assert threshold_of(0.4, 0.3, P) == about(0.6 + 0.3) and threshold_of(0.0, 0.0, P) == 1.0
    assert spread_of(0.25, 0.2, P) == about(0.15 * 2.5 * 1.2) and spread_of(1.0, 0.0, P) == about(0.15)


def test_what_protects():
    assert goodwill_of(0.5, 0.3, 0.2) == about(0.25) and goodwill_of(0.5, 0.8, 0.9) == 0.5
    # fame abroad .6*.5, use .5*.4, patron .5*.2
    assert shielded(2.0, 0.5, 0.4, 0.2, P) == about(2 * 0.7 * 0.8 * 0.9)
    assert shielded(0.05, 0.5, 0.0, 0.0, P) == about(0.035)
    assert shielded(-2.0, 0.5, 0.4, 0.2, P) == -2.0 and shielded(0.0, 0.5, 0.4, 0.2, P) == 0.0


def test_the_temperature_of_an_office():
    assert alarm_after(0.4, 0.2, 0.1, 0.3, 0.25, P) == about(0.28 + 0.1 + 0.04 + 0.09 + 0.05)
    assert alarm_after(1.0, 1.0, 0.0, 0.0, 0.0, P) == 1.0


def test_what_assent_may_hide():
    assert suspected_from(0.2, 0.5, ON) == about(0.6) and suspected_from(0.2, 0.5, OFF) == 0.2
    assert unmasked(0.4, 3, 4, P) == about(0.95 * 0.4 + 0.05 * 0.75) and unmasked(0.4, 0, 0, P) == 0.4
    assert unmasked(0.4, 1, 1, P) == about(0.43)
    assert unmask(0.4, 3.0, 4.0, ON, P) == about(0.4175) and unmask(0.4, 3.0, 4.0, OFF, P) == 0.4
    assert suspect_nobody() == (0.0, 0.0)


def test_how_many_are_taken_in():
    assert taken_in(0.4, 0.02, P) == about(0.00012) and taken_in(0.0, 0.01, P) == about(0.00002)


def test_members_of_a_banned_faction_are_hunted_where_a_law_sends_them_away():
    assert [bool(hunted(BANNED, cap)) for cap in (0.0, 4.0, 5.0, 8.0)] == [False, False, True, True]
    assert not hunted(LEGAL, 8.0)


def test_whole_persons_and_the_rest_for_next_month():
    assert due_now(0.01, 250.0, 0.75) == (3, about(0.25)) and due_now(0.01, 90.0, 0.1) == (1, about(0.0))
    assert due_now(0.0, 90.0, 0.4) == (0, about(0.4))


def test_a_number_may_be_asked_for_anew():
    assert ask_for_more(0.02, 0.01, ON, P) == about(0.0214) and ask_for_more(0.02, 0.01, OFF, P) == 0.01
    assert ask_for_more(0.02, 0.05, ON, P) == 0.05 and ask_for_more(0.02, 0.0, ON, P) == 0.0
    assert ask_for_more(0.99, 0.01, ON, P) == 1.0


def test_a_quick_no_spares_the_quantile():
    assert may_exceed(0.0, 0.0) and may_exceed(0.0, -1.0)
    assert may_exceed(0.5, 0.05) and not may_exceed(0.49, 0.05) and not may_exceed(0.49, 0.99)
    assert may_exceed(0.85, 1.0) and not may_exceed(0.8, 1.0) and not may_exceed(0.8, 1.5)
    assert may_exceed(0.98, 2.0) and not may_exceed(0.97, 2.0) and not may_exceed(0.97, 5.0)


# --- who is taken -----------------------------------------------------------------------------------------------------
def office(**changes):
    numbers = {"quota_asked": 0.0, "present": 5000.0, "carry_quota": 0.3, "alarm": 0.4, **changes}
    return table(**{name: [value] for name, value in numbers.items()})


def test_an_office_fills_its_number_or_takes_what_it_can_above_the_threshold():
    assert room_of(0, office(), 0.02, 0.3, 0.3, P) == (0, about(0.9), 0.3)  # .6 of a person
    assert room_of(0, office(), 0.02, 0.3, 0.5, P) == (1, about(0.9), 0.3)
    assert room_of(0, office(quota_asked=0.001), 0.02, 0.3, 0.9, P) == (5, OUT_OF_REACH, about(0.3))
    assert room_of(0, office(quota_asked=0.00015), 0.02, 0.3, 0.9, P) == (1, OUT_OF_REACH, about(0.05))


def shield(score, fame=0.5, front=0):
    people = table(suspicion=[score], competence=[0.8], sector=[1], fame=[fame], patron=[NOBODY], office=[0],
                   headed=[NOBODY])
    country = row(need_abroad=0.8, voices_abroad=0.2, front=front, threat=0.25, sector_shortfall=np.array([0.0, 0.5]))
    return spared(0, people, table(ring=[0.0] * 7), country, table(start=[0, 0], neighbour=[], weight=[]), TREE,
                  table(publicity=[0.0] * 6 + [0.3]), P, Appointment())


def test_fame_and_use_take_a_part_of_a_score():
    # fame .5 * .8 * .5 = .2 of which .6; use .8*.5 tested by a threat of .25, in war wholly
    assert shield(2.0) == about(2 * 0.88 * 0.95) and shield(2.0, front=1) == about(2 * 0.88 * 0.8)
    assert shield(0.05, fame=0.0) == about(0.0475) and shield(-1.0) == -1.0


def caught(suspicion=1.2, warrant=0, quota=0.0, label=NO_LABEL, named=NO_LABEL, running=0):
    people = table(suspicion=[suspicion], warrant=[warrant], label=[label], assents_running=[running])
    so_far = table(taken=[2.0], assenters=[1.0])
    country = row(campaign_label=named, campaign_intensity=0.5, oversight_eff=0.3)
    cause, number = does(seize_one, "take", people=people, units=office(quota_asked=quota), country=country,
                         so_far=so_far, p=P)
    return cause, number, float(so_far.taken[0]), float(so_far.assenters[0])


def test_why_one_is_taken():
    # the threshold is .9; the label is worth .3
    assert caught() == (THE_FILE, 0, 3.0, 1.0) and caught(quota=0.01) == (THE_QUOTA, 1, 3.0, 1.0)
    assert caught(WANTED, warrant=A_NAME, quota=0.01) == (A_NAME, 0, 3.0, 1.0)
    assert caught(label=3, named=3) == (THE_LABEL, 0, 3.0, 1.0) and caught(1.25, label=3, named=3)[0] == THE_FILE
    assert caught(label=2, named=3)[0] == caught(1.0)[0] == THE_FILE
    assert caught(running=6)[3] == 2.0 and caught(running=5)[3] == 1.0


def arrested(status=FREE, cleared=0, act_month=20, cause=THE_QUOTA, police=(5, 14), officials=()):
    n = 24
    people = table(**{name: np.zeros(n, int) for name in (
                       "status", "estate", "office", "cleared", "confessed", "arrested", "warrant", "by_number",
                       "by_purge", "blow", "blow_topic", "case_topic")},
                   suspicion=np.full(n, 2.0), act_topic=np.full(n, LOCAL_TOPIC), act_month=np.full(n, act_month),
                   examiner=np.full(n, NOBODY), judge=np.full(n, NOBODY), docket=np.full(n, NOBODY))
    people.status[3], people.cleared[3], people.confessed[3], people.warrant[3] = status, cleared, 1, 9
    people.estate[list(police)] = POLICE  # one of his province, one of the other
    people.office[list(officials)] = CELL_SECRETARY
    people.by_purge[3] = 1 if cause == THE_QUOTA else 0  # what an earlier arrest has left
    people.docket[0] = 7
    country, log = table(docket_size=[1]), make_log(n)
    take(3, cause, 1, 30, 1, people, country, TREE, log, Sanction())
    return people, int(country.docket_size[0]), rows_of(log)


def test_an_arrest_opens_a_case():
    people, size, told = arrested()
    assert (people.status[3], people.arrested[3], people.confessed[3], people.warrant[3]) == (INQUIRY, 30, 0, 0)
    assert (people.examiner[3], people.judge[3], people.by_number[3]) == (5, 5, 1)
    assert (people.case_topic[3], people.blow[3], people.blow_topic[3]) == (LOCAL_TOPIC, 2, LOCAL_TOPIC)
    assert people.suspicion[3] == OUT_OF_REACH and size == 2 and people.docket[:3].tolist() == [7, 3, NOBODY]
    assert told["event"].tolist() == [ARREST] and told["cause"].tolist() == [THE_QUOTA]
    assert arrested(status=DISMISSED)[1] == arrested(cleared=2)[1] == 1  # he stands there already
    assert arrested(act_month=5)[0].case_topic[3] == 0


def test_it_is_remembered_whether_a_purge_or_a_name_brought_him():
    assert [int(arrested(cause=cause)[0].by_purge[3]) for cause in (THE_PURGE, A_NAME)] == [1, 1]
    assert [int(arrested(cause=cause)[0].by_purge[3]) for cause in (THE_QUOTA, THE_FILE, AN_ATTACK)] == [0, 0, 0]


def test_the_examiner_is_of_the_police_and_an_official_may_judge():
    people = arrested(police=(14,), officials=(6,))[0]
    assert (people.examiner[3], people.judge[3]) == (NOBODY, 6)  # the only policeman serves in the other province
    people = arrested(police=(5, 14), officials=range(6, 12))[0]
    assert people.examiner[3] == 5


# --- warrants ---------------------------------------------------------------------------------------------------------
def named(warrant=0, status=FREE, purge=0.5, is_open=1, luck=0.18):
    return name_the_purged(row(warrant=warrant, status=status, purge=purge), row(purge_open=is_open), luck, P)


def test_whom_a_purge_points_at_is_named_by_lot_as_long_as_it_runs():
    # .8/2 of .5: a chance of .1813
    assert named() == THE_PURGE and named(luck=0.182) == 0 and named(is_open=0) == 0
    assert named(luck=0.9, warrant=AN_ATTACK) == AN_ATTACK and named(status=INQUIRY, warrant=AN_ATTACK) == 0


def test_lots_are_drawn_for_those_whom_nothing_names_yet():
    assert is_pointed_at(row(warrant=0, purge=0.1)) and not is_pointed_at(row(warrant=0, purge=0.0))
    assert not is_pointed_at(row(warrant=AN_ATTACK, purge=0.1))
    law = row(association_factions=BANNED, sanction_cap_faction=8.0)
    def known(**one):
        return bool(is_of_a_circle(row(**{"warrant": 0, "faction": 1, "dossier": 0.2, **one}), law, Faction(known=0.1)))
    assert known() and not known(warrant=1) and not known(faction=0) and not known(dossier=0.1)


def test_what_is_known_against_him():
    def score(label=NO_LABEL, named=NO_LABEL):
        return on_file(row(dossier=0.5, purge=0.25, label=label), row(campaign_label=named, campaign_intensity=0.5), P)
    assert score() == score(label=3) == score(named=3) == score(label=2, named=3) == about(0.5 + 0.8 * 0.25)
    assert score(label=3, named=3) == about(0.7 + 0.6 * 0.5)


def test_under_a_number_everybody_could_be_a_case_and_without_one_who_is_near_enough():
    country = row(oversight_eff=0.0, campaign_label=NO_LABEL, campaign_intensity=0.0)
    surely = P._replace(noise=0.03)
    def could(dossier, quota=0.0, cruelty=0.0):
        return bool(could_be_a_case(row(dossier=dossier, purge=0.0, label=NO_LABEL),
                                    row(alarm=0.0, cruelty=cruelty, police_quota=quota), country, surely))
    assert could(0.0, quota=0.02) and not could(0.0) and not could(0.02) and could(0.9)


def test_a_score_is_blurred_by_no_more_than_its_lot():
    country = row(oversight_eff=0.0, campaign_label=NO_LABEL, campaign_intensity=0.0)
    def thought(luck, dossier=1.2, quota=0.0, **one):
        him = {"status": FREE, "warrant": 0, "dossier": dossier, "purge": 0.0, "label": NO_LABEL, **one}
        return suspect(row(**him), row(alarm=0.0, cruelty=0.0, police_quota=quota), country, luck, P)
    assert thought(0.8413447) == about(1.2 + 0.45, abs=1e-5) and thought(1.0) == 1.2  # not drawn
    assert thought(0.1586553, dossier=0.5) == 0.5
    assert thought(0.1586553, dossier=0.5, quota=0.05) == about(0.05, abs=1e-5)
    assert thought(0.3, dossier=0.0) == 0.0 and thought(0.9, dossier=0.012) == 0.012  # blurred by .018, it misses .988
    assert thought(0.5, status=INQUIRY) == OUT_OF_REACH and thought(0.5, warrant=A_NAME) == WANTED


def test_names_lapse_with_the_purge_and_other_warrants_do_not():
    assert named(warrant=A_NAME, luck=0.9) == A_NAME and named(warrant=A_NAME, is_open=0) == 0
    for cause in (AN_ATTACK, THE_PURGE, THE_BAN):
        assert named(warrant=cause, is_open=0) == cause


# --- scores -----------------------------------------------------------------------------------------------------------
def scores(quota=0.0, dossier=0.9, noise=0.3, people=200):
    here = Country(people).set(police_quota=quota)
    here.dossier[:], here.purge[:], here.cruelty[:], here.alarm[:] = dossier, 0.0, 0.0, 0.0
    here.oversight_eff[0], here.campaign_label[0] = 0.0, NO_LABEL
    here.run(suspect, P._replace(noise=noise))
    return here.suspicion.copy()


def test_noise_is_drawn_where_it_could_make_a_case_and_is_the_same_under_a_number():
    # a file of .9 misses the threshold of 1 by a ninth of the noise of .9: half of the lots could bring it there
    calm, numbered = scores(), scores(quota=0.01)
    drawn = calm != np.float32(0.9)
    assert 70 < drawn.sum() < 130 and (calm[drawn] == numbered[drawn]).all() and (numbered != np.float32(0.9)).all()
    assert 0.7 < (numbered - 0.9).std() < 1.1
    thin = scores(dossier=0.03, noise=0.01)  # too far away for any lot
    assert (thin == np.float32(0.03)).all()


def test_what_reports_or_minutes_leave_to_suspect():
    assert minutes(0.9, 20.0) == about(18.0)
    def suspected(on=True, present=100.0, inference=OFF):
        return suspect_dissent(60.0, 0.5, 80.0, present, inference, on)
    assert suspected() == about(0.2) and suspected(on=False) == about(0.4) and suspected(present=0.0) == 0.0
    assert suspected(inference=ON) == about(0.6) and suspect_dissent(0.03, 0.0, 0.02, 0.05, OFF, True) == about(0.6)


def test_a_rising_alarms_as_far_as_the_centre_would_answer_it():
    centre = Uprising(unrest=0.05)
    def alarm(revolt, centre=centre):
        return take_alarm(0.4, revolt, 0.1, 0.3, 0.25, P, centre)
    # .28 of memory, .04 by attacks, .09 by threat, .05 by suspicion; of a rising that is answered .02 is two fifths
    assert alarm(0.0) == about(0.46) and alarm(0.02) == about(0.46 + 0.5 * 0.4)
    assert alarm(0.05) == alarm(0.4) == about(0.96)  # a larger one alarms no more
    assert alarm(0.02, centre._replace(unrest=0.1)) == about(0.46 + 0.5 * 0.2)
