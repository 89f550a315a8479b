"""Card 15, arrest: the direction tests as sentences."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from office import country, random_offices

from unanimity.engine.case_logs import whole_log
from unanimity.engine.collect import world_digest
from unanimity.mechanisms.police.arrest import (
    Arrest,
    alarm_after,
    due_now,
    goodwill_of,
    hunted,
    may_exceed,
    shielded,
    spread_of,
    suspect_nobody,
    suspected_from,
    taken_in,
    threshold_of,
    unmasked,
)
from unanimity.world.codes import (
    A_NAME,
    AN_ATTACK,
    ARREST,
    BANNED,
    CAMP_RUNG,
    EXPULSION,
    FREE,
    INQUIRY,
    LEGAL,
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
from unanimity.world.draws import normal_from

share = st.floats(0, 1)
luck = st.floats(1.2e-10, 1 - 1.2e-10)
states = st.integers(0, 10_000)
ALL = Arrest(capacity=1.0, urgency=0.0)  # a police that can take in everybody
some = settings(max_examples=25)


def calm(seed, **rules):
    """Offices without a purge, so that nobody is taken but by his score."""
    offices = random_offices(seed, **rules)
    offices.columns["purge"][:] = 0
    return offices


@some
@given(states)
def test_1_without_a_quota_and_alarm_and_with_all_scores_below_the_threshold_nobody_is_arrested(seed):
    offices = calm(seed, alarm=0.0, oversight_eff=0.0, p=ALL._replace(noise=0.0))
    offices.columns["dossier"][:] = np.minimum(offices.columns["dossier"], 0.99)
    assert offices.month() == set()


@some
@given(states, share, share)
def test_2_more_alarm_does_not_shrink_the_set_of_the_arrested_whatever_the_police_can_take_in(seed, low, high):
    low, high = sorted((low, high))
    for p in (ALL, Arrest(capacity=0.02)):
        offices = calm(seed, p=p)
        assert offices.but(alarm=low).month() <= offices.but(alarm=high).month()


@given(share, share, st.floats(0, 0.1))
def test_2_the_file_says_who_and_the_alarm_says_how_many(low, high, size):
    low, high = sorted((low, high))
    p = Arrest()
    assert taken_in(low, size, p) <= taken_in(high, size, p)
    assert taken_in(low, 0.0, p) == 0.0 and taken_in(0.0, 0.02, p) == pytest.approx(p.capacity)
    assert taken_in(1.0, 0.02, p) == pytest.approx(p.capacity * (1.0 + p.urgency))
    # in calm as in 1923-27, .5-.75 per 1,000 a year; 1921 was three times that (archives)
    assert 0.2 < 12_000 * taken_in(0.1, 0.02, p) < 0.75 < 12_000 * taken_in(0.5, 0.02, p) < 4.0


@some
@given(states)
def test_3_a_quota_of_all_takes_everybody_so_that_false_positives_are_the_share_of_innocents(seed):
    offices = random_offices(seed, quota=1.0)
    offices.columns["status"][offices.columns["status"] < 3] = FREE
    at_liberty = set(np.flatnonzero(offices.columns["status"] == FREE).tolist())
    assert offices.month() == at_liberty
    innocent = {i for i in at_liberty if offices.columns["act_month"][i] < 0}
    assert (offices.rows["flags"] & 2 == 0).mean() == len(innocent) / len(at_liberty)


@some
@given(states, st.floats(0.01, 0.6), st.floats(0.01, 0.6))
def test_4_a_larger_quota_does_not_lower_arrests_and_takes_whoever_the_smaller_took(seed, low, high):
    low, high = sorted((low, high))
    offices = calm(seed)
    assert offices.but(quota=low).month() <= offices.but(quota=high).month()


@some
@given(states, st.integers(0, 31), share)
def test_5_more_fame_does_not_get_a_person_newly_arrested_on_evidence(seed, person, fame):
    offices = calm(seed, publicity=1.0, need_abroad=1.0, p=Arrest(capacity=0.2))
    offices.columns["fame"][person] = fame * 0.5
    famous = offices.columns["fame"].copy()
    famous[person] = fame
    if person in offices.but(fame=famous).month():
        assert person in offices.but().month()


@given(share, share)
def test_7_without_inference_or_masks_suspicion_is_what_the_reports_leave(public, masked):
    assert suspected_from(public, masked, OFF) == public
    assert suspected_from(public, 0.0, ON) == public
    assert public <= suspected_from(public, masked, ON) <= 1.0 + 1e-12


@given(share, share, st.integers(1, 50), st.integers(0, 49))
def test_7_an_assenter_arrested_in_place_of_a_dissenter_does_not_lower_next_months_suspicion(public, masked, taken,
                                                                                             few):
    few = min(few, taken - 1)
    p = Arrest()
    assert suspected_from(public, unmasked(masked, few + 1, taken, p), ON) >= suspected_from(
        public, unmasked(masked, few, taken, p), ON)
    assert unmasked(masked, 0, 0, p) == masked


@given(st.floats(0, 0.02), st.integers(1, 3000), st.integers(1, 400))
def test_8_over_k_months_a_quota_takes_floor_of_k_times_its_number(quota, people, months):
    carry, taken = 0.0, 0
    for _ in range(months):
        due, carry = due_now(quota, float(people), carry)
        taken += due
        assert 0.0 <= carry <= 1.0
    assert taken == int(months * quota * people + 1e-6)


def test_8_the_same_in_offices_whose_people_are_at_liberty():
    offices = random_offices(3, quota=0.05)  # .8 of a person a province and month
    offices.columns["status"][:] = FREE
    offices.columns["purge"][:] = 0
    for month in range(1, 13):
        offices.month(month)
        offices.columns["status"][:] = FREE  # n held: who was taken is let go
    assert (offices.columns["arrested"] > 0).sum() > 0
    both = [0, 0]
    offices = offices.but(carry=np.zeros(7))
    for month in range(1, 13):
        for i in offices.month(month):
            both[i // 16] += 1
        offices.columns["status"][:] = FREE
    assert both == [int(12 * 0.05 * 16)] * 2


@some
@given(states, st.floats(0.02, 0.7))
def test_the_quota_takes_the_highest_scores_and_nobody_else(seed, quota):
    offices = calm(seed, quota=quota, ring=0.0)
    before = offices.but()
    taken = offices.month()
    # the scores, written a second time from a month that takes nobody
    idle = before.but(quota=1e-12)
    idle.month()
    c = idle.columns
    spared = (1 - 0.6 * c["fame"] * 0.3 * 0.4) * (1 - 0.5 * c["competence"] * 0.5 * 0.1)
    score = (c["suspicion"] * np.where(c["suspicion"] > 0, spared, 1.0)).astype(np.float32)
    for low, high in ((0, 16), (16, 32)):
        free = [i for i in range(low, high) if before.columns["status"][i] < 3]
        ranked = sorted(free, key=lambda i: (-score[i], i))
        assert taken & set(range(low, high)) == set(ranked[:int(quota * len(free) + 1e-9)])


@some
@given(states, st.floats(0.05, 0.5))
def test_on_evidence_no_more_are_taken_than_the_police_can_take_in(seed, capacity):
    p = Arrest(capacity=capacity / 2.0, urgency=1.0)
    offices = calm(seed, alarm=1.0, oversight_eff=0.0, p=p)
    taken = offices.month()
    for low, high in ((0, 16), (16, 32)):
        free = (random_offices(seed).columns["status"][low:high] < 3).sum()
        assert len(taken & set(range(low, high))) <= int(capacity * free + 1.0)  # a fraction of a person by lot
    double = calm(seed, alarm=1.0, oversight_eff=0.0, police_size=0.04, p=p).month()
    assert taken <= double and calm(seed, alarm=1.0, police_size=0.0, p=p).month() == set()


def test_a_fraction_of_a_person_is_taken_by_lot_so_that_no_size_of_office_forms_a_queue():
    offices = calm(4, alarm=0.0, oversight_eff=0.0, p=Arrest(capacity=0.0125, noise=0.0))  # a fifth of a person of 16
    taken = 0
    for month in range(400):
        offices.columns["status"][:] = FREE
        offices.columns["dossier"][:] = 5.0
        taken += len(offices.month(month))
    assert 400 * 2 * 0.2 * 0.75 < taken < 400 * 2 * 0.2 * 1.25


def test_what_an_office_thinks_of_a_man_it_thinks_for_a_year():
    offices = calm(5, alarm=0.0, oversight_eff=0.0, cruelty=1.0, p=Arrest(capacity=1e-6, urgency=0.0, noise=0.5))
    offices.columns["status"][:] = FREE
    offices.columns["dossier"][:] = 0.9
    seen = []
    for month in range(36):
        offices.month(month)
        seen.append(offices.columns["suspicion"].copy())
    moved = (np.diff(np.array(seen), axis=0) != 0).sum(axis=0)
    assert (moved <= 3).all() and moved.sum() > 20  # drawn anew each month nearly all would move every time


@pytest.mark.parametrize("law, cap, looked_for", [(BANNED, CAMP_RUNG + 1.0, True), (BANNED, 0.0, False),
                                                  (BANNED, EXPULSION + 1.0, False), (LEGAL, CAMP_RUNG + 1.0, False)])
def test_known_members_of_a_banned_faction_are_looked_for_where_a_law_of_its_own_sends_them_away(law, cap, looked_for):
    assert hunted(law, cap) == looked_for
    taken, causes = set(), set()
    for month in range(30):
        offices = calm(6, factions=law, faction_cap=cap, p=Arrest(capacity=1e-9, urgency=0.0, opposition=0.2))
        offices.columns["status"][:] = FREE
        offices.columns["dossier"][:] = np.where(np.arange(32) % 2 == 0, 0.2, 0.0)
        offices.columns["faction"][:16] = 3
        taken |= offices.month(month)
        causes |= set(offices.rows["cause"].tolist())
    assert taken == (set(range(0, 16, 2)) if looked_for else set()) and causes == ({THE_BAN} if looked_for else set())


@some
@given(states)
def test_a_patron_does_not_get_anybody_newly_arrested(seed):
    offices = calm(seed, p=ALL)
    assert offices.but(ring=1.0).month() <= offices.but(ring=0.0).month()


@given(share, share, share, share, st.floats(-2, 5))
def test_fame_use_and_patrons_only_ever_shrink_a_score_above_zero(known, useful, cover, more, score):
    p = Arrest()
    spared = shielded(score, known, useful, cover, p)
    assert spared <= max(score, 0.0) and (spared == score if score <= 0 else spared >= 0.0)
    assert shielded(score, max(known, more), useful, cover, p) <= spared
    assert shielded(score, known, useful, max(cover, more), p) <= spared
    assert shielded(score, 0.0, 0.0, 0.0, p) == score


@given(share, share, share)
def test_fame_weighs_nothing_where_goodwill_abroad_is_not_needed_or_nobody_hears(need, publicity, voices):
    assert goodwill_of(0.0, publicity, voices) == goodwill_of(need, 0.0, 0.0) == 0.0
    assert goodwill_of(need, 1.0, voices) == need


@given(luck, st.floats(-3, 7))
def test_the_quick_no_never_denies_a_noise_that_would_make_a_case(luck, z):
    assert may_exceed(luck, z) or normal_from(luck) <= z


@given(share, share, share, share)
def test_oversight_raises_the_threshold_and_narrows_the_noise_and_cruelty_widens_it(alarm, low, high, cruelty):
    low, high = sorted((low, high))
    p = Arrest()
    assert threshold_of(alarm, low, p) <= threshold_of(alarm, high, p)
    assert spread_of(high, cruelty, p) <= spread_of(low, cruelty, p)
    assert spread_of(low, 0.0, p) <= spread_of(low, cruelty, p)
    assert spread_of(1.0, 0.0, p) == pytest.approx(p.noise)


@given(share, share, share, share)
def test_alarm_rises_with_revolt_attack_threat_and_suspicion_and_fades_without(alarm, revolt, threat, suspected):
    calm_after = alarm_after(alarm, 0.0, 0, 0.0, 0.0, Arrest())
    assert calm_after == pytest.approx(Arrest().nerves * alarm)
    assert calm_after <= alarm_after(alarm, revolt, 0, threat, suspected, Arrest()) <= alarm_after(
        alarm, revolt, 1, threat, suspected, Arrest()) <= 1.0


def test_a_warrant_is_carried_out_whatever_the_score_and_lapses_for_who_is_held():
    offices = calm(11, alarm=0.0, p=Arrest(noise=0.0, capacity=0.0))
    offices.columns["status"][:] = FREE
    offices.columns["dossier"][:] = 0
    offices.columns["status"][7] = 5
    offices.columns["warrant"][[3, 7, 20]] = AN_ATTACK
    assert offices.month(4) == {3, 20}
    assert offices.rows["cause"].tolist() == [AN_ATTACK] * 2
    assert (offices.columns["warrant"] == 0).all() and offices.columns["status"][7] == 5


def test_the_purge_points_at_people_in_either_mode():
    for quota in (0.0, 1e-6):
        offices = calm(12, quota=quota, p=Arrest(purge=2.0, capacity=0.0))
        offices.columns["status"][:] = FREE
        offices.columns["purge"][5] = 50.0
        assert offices.month() == {5} and offices.rows["cause"].tolist() == [THE_PURGE]
        assert offices.columns["by_purge"].tolist() == [int(i == 5) for i in range(32)]


def test_with_the_end_of_a_purge_nobody_is_taken_for_it_any_more_nor_for_a_name():
    def taken(is_open, warrant=0):
        offices = calm(12, purge_open=is_open, p=Arrest(purge=2.0, capacity=0.0))
        offices.columns["status"][:] = FREE
        offices.columns["purge"][5] = 50.0
        offices.columns["warrant"][9] = warrant
        return offices.month()
    assert taken(1, A_NAME) == {5, 9} and taken(0, A_NAME) == set()  # his warrant lapses, and intensity takes nobody
    assert taken(0, AN_ATTACK) == taken(0, THE_PURGE) == {9}  # an attacker, and whom a script has taken


def test_an_arrest_opens_a_case_with_topic_officers_cause_and_blow():
    offices = calm(2, quota=0.3)
    police = [1, 2, 3, 17, 18, 19]
    offices.columns["estate"][police], offices.columns["office"][police] = POLICE, 0
    offices.columns["status"][police] = FREE
    offices.columns["confessed"][:] = 1
    offices.columns["act_month"][:] = 5
    offices.columns["act_topic"][:] = 2
    taken = sorted(offices.month(6))
    c = offices.columns
    assert taken and all(c["status"][taken] == INQUIRY) and all(c["arrested"][taken] == 6)
    assert all(c["confessed"][taken] == 0) and all(c["case_topic"][taken] == 2)
    assert all(c["blow"][taken] == 2) and all(c["blow_topic"][taken] == 2)
    for i in taken:
        for officer in (c["examiner"][i], c["judge"][i]):
            assert officer != i and officer // 16 == i // 16  # of his province
        assert c["estate"][c["examiner"][i]] == POLICE
        assert c["estate"][c["judge"][i]] == POLICE or c["office"][c["judge"][i]] > 0
    rows = offices.rows
    assert sorted(rows["person"].tolist()) == taken and set(rows["event"]) == {ARREST}
    assert set(rows["cause"]) == {THE_QUOTA} and (rows["examiner"] != NOBODY).all()


def test_the_label_is_the_cause_where_the_file_alone_would_not_have_done():
    offices = calm(8, alarm=0.0, oversight_eff=0.0, campaign=(1, 1.0), ring=0.0, publicity=0.0, shortfall=0.0,
                   p=ALL._replace(noise=0.0, label=2.0))
    taken = offices.month()
    c, cause = offices.columns, dict(zip(offices.rows["person"], offices.rows["cause"], strict=True))
    assert {THE_LABEL, THE_FILE} == set(cause.values())
    for i in taken:
        assert cause[i] == (THE_LABEL if c["dossier"][i] <= 1.0 else THE_FILE)


def test_people_without_a_file_are_not_taken_on_evidence_however_wide_the_noise():
    offices = calm(9, alarm=0.9, oversight_eff=0.0, cruelty=1.0, p=Arrest(noise=1.0, capacity=1.0))
    offices.columns["dossier"][:16] = 0.0
    taken = offices.month()
    assert taken and min(taken) >= 16


def test_switched_off_nobody_is_arrested_or_suspected():
    assert suspect_nobody() == (0.0, 0.0)
    batch = country("terror", off=("arrest",))
    assert (batch.arrays["status"] != INQUIRY).all() and batch.arrays["suspected"].max() == 0.0
    assert not (whole_log(batch)["row"]["event"] == ARREST).any()


def test_a_country_arrests_the_same_people_on_one_thread_and_on_two():
    for name in ("terror", "war"):
        # hands go up, files grow, and the police has room; or it has a number
        quota = 0.003 if name == "terror" else "none"
        noted = {"arrest.capacity": 0.005, "voice.livelihood": 0.0, "police_quota": quota}
        one, two = (country(name, noted, months=24, threads=threads) for threads in (1, 2))
        log = whole_log(one)
        assert (log == whole_log(two)).all() and len(log) > 0
        empty = np.zeros((0, one.worlds, 0, 0))
        assert [world_digest(one, w, empty) for w in (0, 1)] == [world_digest(two, w, empty) for w in (0, 1)]
        for w in range(one.worlds):
            status, arrested = one.column("status", w), one.column("arrested", w)
            assert len(status) == 400 and ((status == INQUIRY) == (arrested >= 0)).all()
            mine = log["row"][log["world"] == w]
            assert (mine["event"] == ARREST).sum() == (status == INQUIRY).sum() == one.column("docket_size", w)[0]
            if name == "terror":
                assert len(mine) == 8 * int(24 * 0.003 * 50)  # carried over month by month; people are 50 a province
