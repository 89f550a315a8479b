"""Card 16, sanction, with what it needs of verdict: the direction tests as sentences."""

import numpy as np
import pytest
from example_rows import row, table
from hypothesis import given, settings
from hypothesis import strategies as st
from prison import PEOPLE, Prison, country

from direct_calls import call, loose
from rule_decisions import does
from unanimity.engine.case_logs import whole_log
from unanimity.engine.collect import world_digest
from unanimity.engine.run import lay_record, run_months
from unanimity.mechanisms.people.fear import Fear, remember_here, remember_there
from unanimity.mechanisms.police.ladder import (
    Sanction,
    cap_of,
    lot_of,
    lowest_cap,
    raw_of,
    rung_of,
    status_of,
    topic_cap,
)
from unanimity.mechanisms.police.reproof import call_up, calling_hazard, within_reach
from unanimity.mechanisms.police.sanction import (
    apply_rung,
    choosy_above,
    choosy_here,
    fade,
    forget,
    lay_precedent,
    lay_precedents,
    lower,
    release_all,
    reprove,
    sentence,
)
from unanimity.mechanisms.police.verdict import weigh
from unanimity.world.codes import (
    ACQUITTAL,
    AN_ORDER,
    ARREST,
    CAMP,
    CAMP_RUNG,
    CITIZEN,
    COMPLAINT_TOPIC,
    CONDEMNED,
    DEAD,
    DEATH,
    DISMISSAL,
    DISMISSED,
    DYING,
    EXECUTED,
    EXILED,
    EXPULSION,
    FREE,
    FREED,
    IMPRISONED,
    INQUIRY,
    LOCAL_TOPIC,
    MEMBER,
    NEVER,
    NO_OFFICE,
    NOBODY,
    PRISON,
    REPROOF,
    RULE_TOPIC,
    SANCTION,
    THE_CHAIR,
    THE_VERDICT,
)
from unanimity.world.levers import NUMBER_OF

share = st.floats(0, 1)
files = st.floats(0, 8)
states = st.integers(0, 10_000)
rungs = st.integers(0, 7)
some = settings(max_examples=30)
P = Sanction()


def tried(prison):
    """The same world after its cases have been weighed and decided."""
    return prison.run(weigh, "verdict").run(sentence, "sanction")


def given_rungs(prison):
    """Rungs of this month's sentences, from the log."""
    return prison.rows["rung"][prison.rows["event"] == SANCTION]


@some
@given(states)
def test_1_with_every_cap_at_none_no_status_changes_by_sanction(seed):
    prison = Prison(seed, sanction_cap=0)
    before, cases = prison["status"].copy(), prison.cases
    tried(prison)
    assert (prison["status"][cases] == FREE).all()  # released, nothing else
    others = np.setdiff1d(np.arange(PEOPLE), cases)
    assert (prison["status"][others] == before[others]).all()
    assert (given_rungs(prison) == 0).all() and (prison["blow"] == 0).all()


@some
@given(states, st.integers(0, 3))
def test_2_with_a_cap_of_camp_nobody_is_executed_not_even_the_condemned(seed, months):
    prison = Prison(seed, sanction_cap=6, severity=3)
    waiting = prison.cases[::2]
    prison["rung"][waiting], prison["execution"][waiting] = DEATH, prison.month - 1 + months
    before = (prison["status"] == DEAD).sum()
    prison.run(sentence, "sanction")  # with whatever rung_due was drawn, as after a backlash
    assert (prison["status"] == DEAD).sum() == before and (prison["death"] == 0).all()
    assert (prison["status"][waiting] != INQUIRY).all() and (prison["execution"] == NEVER).all()


@given(files, files, share, share, share, share, share, rungs, rungs)
def test_3_a_thicker_file_never_lowers_the_rung(low, high, threat, fame, useful, cover, campaign, cap, rung_max):
    low, high = sorted((low, high))
    one, two = (raw_of(file, threat, 0, 1.0, fame, 0.3, useful, cover, 0.3, 0.6, 0.0, P) for file in (low, high))
    assert rung_of(one, campaign, cap, rung_max) <= rung_of(two, campaign, cap, rung_max)


@given(st.floats(1, 20), share, share)
def test_3_a_file_is_full_or_not_and_thicker_paper_weighs_no_more(thick, threat, fame):
    full, thicker = (raw_of(f, threat, 0, 1.0, fame, 0.3, 0.0, 0.0, 0.3, 0.5, 0.0, P) for f in (1.0, thick))
    assert full == thicker > raw_of(0.5, threat, 0, 1.0, fame, 0.3, 0.0, 0.0, 0.3, 0.5, 0.0, P)


def test_like_cases_end_apart_and_few_of_them_in_death_in_calm_more_in_danger():
    def shares(threat, severity=0.0):
        raw = raw_of(1.0, threat, 0, 1.0, 0.05, 0.3, 0.1, 0.1, 0.4, 0.5, severity, P)
        rungs = np.array([rung_of(raw + lot_of(u, P), 0.0, 7, 7) for u in (np.arange(2000) + 0.5) / 2000])
        return (rungs == DEATH).mean(), (rungs >= 4).mean(), len(set(rungs.tolist()))
    calm, danger, wave = shares(0.15), shares(0.9), shares(0.15, 2.0)
    assert calm[2] >= 6  # one board ends in a sentence on principle, another applies a directive
    assert 0.001 < calm[0] < 0.03 and 0.1 < calm[1] < 0.5  # 1922-29: .02 of the arrested shot, .2 sent away (archives)
    assert 3 * calm[0] < danger[0] < 0.2 and wave[0] > 20 * calm[0]
    assert lot_of(0.5, P) == pytest.approx(0.0, abs=1e-9) and lot_of(0.9, P._replace(lot=0.0)) == 0.0


@some
@given(states, rungs)
def test_4_nobody_receives_more_than_one_rung_above_precedent(seed, k):
    prison = Prison(seed, severity=3)
    prison["rung_max"][:] = k
    prison["dossier"][:] = 9.0
    tried(prison)
    assert len(given_rungs(prison)) == 0 or given_rungs(prison).max() <= k + 1
    assert prison["rung_max"][0] == max(k, given_rungs(prison).max(initial=0))


@some
@given(states, st.sampled_from([0.0, 0.1, 0.9, 1.0, 2.0, 3.0]), st.sampled_from([0.0, 0.1, 0.9, 1.0, 2.0, 3.0]))
def test_5_with_a_longer_delay_no_more_people_are_beyond_rescue(seed, short, long):
    short, long = sorted((short, long))
    dead = []
    for delay in (short, long):
        prison = Prison(seed, severity=3, delay_exec=delay)
        prison["rung_max"][:] = 7
        prison["dossier"][:] = 9.0
        tried(prison)
        dead.append(set(np.flatnonzero(prison["death"] == EXECUTED).tolist()))
        condemned = prison["execution"] != NEVER
        assert (prison["status"][condemned] == INQUIRY).all()
        assert condemned.sum() == (prison.rows["event"] == CONDEMNED).sum()
    assert dead[1] <= dead[0] and (dead[1] == dead[0] or long >= 1.0)


def test_5_who_is_spoken_for_while_he_waits_lives_and_the_others_die_in_their_month():
    prison = Prison(8, severity=3, delay_exec=2)
    prison["rung_max"][:] = 7
    prison["dossier"][:] = 9.0
    tried(prison)
    waiting = np.flatnonzero(prison["execution"] != NEVER)
    assert len(waiting) > 2 and (prison["execution"][waiting] == prison.month + 2).all()
    for month in (1, 2):
        prison.month += 1
        prison.run(weigh, "verdict")
        assert (prison["rung_due"][waiting] == DEATH).all()
        if month == 2:
            prison["rung_due"][waiting[0]] = 4
        prison.run(sentence, "sanction")
        if month == 1:
            assert (prison["status"][waiting] == INQUIRY).all()
    assert prison["status"][waiting[0]] == EXILED and prison["execution"][waiting[0]] == NEVER
    assert (prison["death"][waiting[1:]] == EXECUTED).all()
    assert prison["killings"].sum() == (prison["death"] == EXECUTED).sum()


@given(files, share, share, share, st.floats(-3, 3))
def test_7_without_concentration_or_with_a_mean_character_the_leader_changes_no_rung(file, threat, one, two, severity):
    def due(concentration, harshness):
        raw = raw_of(file, threat, 0, 0.0, 0.1, 0.3, 0.2, 0.1, concentration, harshness, severity, P)
        return rung_of(raw, 0.0, 7, 7)

    one, two = sorted((one, two))
    assert due(0.0, one) == due(0.0, two) == due(threat, 0.5)
    assert due(threat, one) <= due(threat, two)


@some
@given(states)
def test_8_where_the_cap_on_complaints_is_none_nobody_is_sanctioned_for_telling(seed):
    prison = Prison(seed, severity=3, sanction_cap_complaint=1)  # 1 is the first word after "as sanction_cap"
    prison["rung_max"][:] = 7
    telling = prison.cases[prison["case_topic"][prison.cases] == COMPLAINT_TOPIC]
    tried(prison)
    assert (prison["status"][telling] == FREE).all() and (prison["rung"][telling] == 0).all()


def test_the_lowest_cap_that_is_set_and_applies_counts():
    levers = Prison(1, sanction_cap=5, sanction_cap_rule=8, sanction_cap_faction=4).levers
    assert call(cap_of, {}, levers=levers, unit=0, topic=0, faction=0, kind=0) == 7  # rule alone: death
    assert call(cap_of, {}, levers=levers, unit=0, topic=0, faction=3, kind=0) == 3  # the lower, expulsion
    assert call(cap_of, {}, levers=levers, unit=0, topic=1, faction=0, kind=0) == 5  # local: not set, the general one
    assert call(cap_of, {}, levers=levers, unit=0, topic=1, faction=3, kind=0) == 3
    assert [topic_cap(t, 1.0, 2.0, 3.0) for t in (RULE_TOPIC, LOCAL_TOPIC, COMPLAINT_TOPIC)] == [1.0, 2.0, 3.0]
    assert lowest_cap(5.0, 0.0, 0.0) == 5 and lowest_cap(5.0, 0.0, 2.0) == 1 and lowest_cap(5.0, 3.0, 8.0) == 2


@some
@given(states)
def test_the_cap_is_that_of_the_assembly_in_which_the_act_was_done(seed):
    prison = Prison(seed, severity=3, sanction_cap=0)
    prison["rung_max"][:] = 7

    prison.levers[NUMBER_OF["sanction_cap"], -1] = 7  # a member of the centre may be shot, nobody below
    prison["case_level"][:] = np.where(np.arange(PEOPLE) % 2 == 0, 4, 1)
    tried(prison)
    struck = np.flatnonzero(prison["blow"] > 0)
    assert (struck % 2 == 0).all()


@some
@given(states)
def test_a_case_is_closed_either_way_and_a_closed_case_halves_the_file(seed):
    prison = Prison(seed)
    prison["rung_max"][:] = 4
    files, cases, fresh = prison["dossier"].copy(), prison.cases, prison["arrested"] == prison.month
    tried(prison)
    assert (prison["dossier"][cases] == files[cases] / 2).all()
    others = np.setdiff1d(np.arange(PEOPLE), cases)
    assert (prison["dossier"][others] == files[others]).all()
    assert (prison["status"][fresh] == INQUIRY).all()  # nobody is sentenced in the month of his arrest
    ended = prison.rows[np.isin(prison.rows["event"], (ACQUITTAL, SANCTION))]
    assert sorted(ended["person"].tolist()) == sorted(cases.tolist())
    acquitted = prison.rows["person"][prison.rows["event"] == ACQUITTAL]
    assert (prison["status"][acquitted] == FREE).all() and (prison["rung"][acquitted] == 0).all()


@some
@given(states, st.sampled_from([5, 7]))
def test_when_the_prison_is_full_the_newest_go_to_camp_or_to_exile_where_the_cap_forbids_camps(seed, cap):
    prison = Prison(seed, sanction_cap=cap, prison_capacity=0.1)  # two places
    prison["rung_max"][:] = 7
    prison["rung_due"][:] = PRISON
    prison["prisoners"][0] = 1.0
    cases = prison.cases
    prison.run(sentence, "sanction")
    sent = cases[prison["rung"][cases] == PRISON]
    held = prison["status"][sent]
    assert (held[:1] == IMPRISONED).all() and (held[1:] == (CAMP if cap == 7 else EXILED)).all()


@some
@given(states)
def test_office_and_party_card_are_lost_from_expulsion_on(seed):
    prison = Prison(seed, severity=2)
    prison["rung_max"][:] = 7
    prison["estate"][:] = 2
    prison["office"][:] = 1
    prison["headed"][:] = np.arange(PEOPLE) % 4
    prison["secretary"][:4] = np.arange(4)
    tried(prison)
    expelled = prison["blow"] >= 3
    assert (prison["office"][expelled] == NO_OFFICE).all() and (prison["estate"][expelled] == 0).all()
    assert (prison["office"][~expelled] == 1).all()
    assert not np.isin(prison["secretary"][:4], np.flatnonzero(expelled)).any()


def test_by_order_ignores_cap_and_courts_and_counts_as_precedent():
    prison = Prison(3, sanction_cap=0)
    prison["rung_max"][:] = 1
    s = prison.state
    i = int(np.flatnonzero(s["status"] == FREE)[0])
    call(apply_rung, s, prison.tree, i=i, rung=CAMP_RUNG, place=status_of(CAMP_RUNG), cause=AN_ORDER,
         month=prison.month,
         log=prison.log, p=P)
    assert s["status"][i] == CAMP and s["status_until"][i] == prison.month + 60 and s["rung_max"][0] == CAMP_RUNG
    assert prison.rows[-1]["cause"] == AN_ORDER and prison.rows[-1]["rung"] == CAMP_RUNG and s["blow"][i] == CAMP_RUNG
    call(apply_rung, s, prison.tree, i=i, rung=DEATH, place=DEAD, cause=AN_ORDER, month=prison.month, log=prison.log,
         p=P)
    assert s["status"][i] == DEAD and s["death"][i] == EXECUTED and prison.rows[-1]["event"] == DYING


@given(st.floats(0.4, 50), share, share)
def test_selectivity_is_the_share_that_hit_dissenters_and_nine_tenths_after_a_year_without(sanctions, part, other):
    low, high = sorted((part, other))
    assert choosy_here(sanctions, low * sanctions, P) <= choosy_here(sanctions, high * sanctions, P)
    assert choosy_above(sanctions, low * sanctions, P)[2] == choosy_here(sanctions, low * sanctions, P)
    one = (1.0, 0.0)
    for month in range(14):
        assert choosy_here(*one, P) == (0.0 if month <= 12 else P.selective)
        one = fade(*one)


@given(st.integers(0, 7), share, share, share, share)
def test_6_a_precedent_fades_the_sooner_the_calmer_it_is_and_never_where_dec_is_0(rung_max, threat, more, luck, dec):
    low, high = sorted((threat, more))
    p = P._replace(forgetting=dec * 0.1)
    def left(danger, of):
        country = table(rung_max=[rung_max], rung_passed=[rung_max, 0, 3, 7])
        lower(0, does(forget, "lower", country=row(threat=danger), luck=luck, p=of), country)
        lost = 7 - int(country.rung_passed[3])
        assert country.rung_passed.tolist() == [max(0, known - lost) for known in (rung_max, 0, 3, 7)]
        return int(country.rung_max[0])
    calm, danger = left(low, p), left(high, p)
    assert {calm, danger} <= {rung_max, rung_max - 1} and 0 <= calm <= danger
    assert left(1.0, p) == left(threat, P._replace(forgetting=0.0)) == rung_max


# --- the lower rungs: acts of chairs and bosses -----------------------------------------------------------------------
NOTED = {"status": FREE, "estate": MEMBER, "job_state": 0, "dossier": 2.0, "faction": 0, "last_dissent": 28,
         "act_topic": 0, "act_month": 28, "secretary": 3, "threat": 0.1, "concentration": 0.4, "harshness": 0.5,
         "rung_max": 7, "oversight_eff": 0.0, "sanction_cap": 7.0, "sanction_cap_rule": 0.0, "sanction_cap_local": 0.0,
         "sanction_cap_complaint": 0.0, "sanction_cap_faction": 0.0, "severity": 0.0, "month": 30, "luck": 0.001,
         "luck_2": 0.9, "on_concentration": False, "p": Sanction()}


@given(files, files, share, share)
def test_a_chair_looks_harder_the_thicker_the_file_and_not_where_an_appeal_is_heard(low, high, look, more):
    low, high = sorted((low, high))
    assert calling_hazard(low, look, P) <= calling_hazard(high, look, P) <= P.calling
    assert calling_hazard(high, max(look, more), P) <= calling_hazard(high, min(look, more), P)
    assert calling_hazard(0.1, look, P) == calling_hazard(high, 1.0, P) == 0.0


def test_a_chair_reaches_members_and_a_boss_those_whom_the_state_employs():
    assert within_reach(FREE, MEMBER, 0, 3) and within_reach(FREE, CITIZEN, 1, 3)
    assert not within_reach(FREE, CITIZEN, 0, 3)  # his own plot, his own trade
    assert not within_reach(FREE, MEMBER, 1, NOBODY) and not within_reach(INQUIRY, MEMBER, 1, 3)


@given(st.floats(1e-6, 1 - 1e-6), files, st.integers(0, 7), st.integers(0, 7), st.floats(-3, 3))
def test_without_a_cell_nobody_is_sent_away_and_law_and_precedent_bind_the_chair(lot, file, cap, precedent, severity):
    rules = {**NOTED, "dossier": file, "luck_2": lot, "sanction_cap": float(cap), "rung_max": precedent,
             "severity": severity}
    rung, left = loose(call_up, **rules)
    assert 0 <= rung <= min(EXPULSION, cap, precedent + 1) and left == (file / 2 if file > 0.1 else file)
    worker, _ = loose(call_up, **{**rules, "estate": CITIZEN, "job_state": 1})
    assert worker == min(rung, DISMISSAL)
    assert loose(call_up, **{**rules, "luck": 0.999}) == loose(call_up, **{**rules, "secretary": NOBODY}) == (0, file)


def test_for_telling_nobody_is_reproved_where_the_law_protects_who_tells():
    teller = {**NOTED, "act_topic": COMPLAINT_TOPIC, "severity": 3.0}
    protected = {**teller, "sanction_cap_complaint": 1.0}
    assert loose(call_up, **teller)[0] == EXPULSION and loose(call_up, **protected)[0] == 0
    assert loose(call_up, **{**protected, "act_month": 1})[0] == EXPULSION  # forgotten: rule


@some
@given(states)
def test_what_the_chair_decides_is_carried_out_without_an_arrest(seed):
    prison = Prison(seed)
    prison["status"][:20] = FREE
    prison["estate"][:20] = MEMBER
    prison["reproof_due"][:10] = np.arange(10) % 3 + 1
    prison["reproof_due"][30] = EXPULSION
    prison["status"][30] = INQUIRY  # arrested before the chair came to it
    prison["summoned"][:], prison["rung_max"][:] = 11.0, 7
    listed = prison["docket_size"][0]
    let_go = np.isin(np.arange(10), prison["docket"][:listed])  # on this month's docket, and free by now
    prison.run(reprove, "sanction")
    rungs = prison["reproof_due"][:10]
    assert (prison["status"][:10] == np.where((rungs == REPROOF) | let_go, FREE, rungs - 1)).all()
    assert prison["status"][30] == INQUIRY
    assert (prison["estate"][:10][(rungs == EXPULSION) & ~let_go] == CITIZEN).all()
    assert (prison["estate"][:10][let_go] == MEMBER).all()
    assert set(prison.rows["cause"]) <= {THE_CHAIR} and set(prison.rows["event"]) <= {SANCTION}
    assert len(prison.rows) == (~let_go).sum()
    names = prison["docket"][:prison["docket_size"][0]].tolist()
    assert len(set(names)) == len(names) and prison["docket_size"][0] <= listed + 6
    assert set(np.flatnonzero(prison["status"][:10] != FREE).tolist()) <= set(names)


def test_the_first_precedent_is_the_parameters_unless_the_scenario_has_set_another():
    assert lay_precedent(3, 0, P._replace(start=6.0)) == (6, 1)
    assert lay_precedent(5, 0, P._replace(start=6.0)) == (5, 1)
    assert lay_precedent(3, 1, P._replace(start=6.0)) == (3, 1)
    assert [lay_precedents(*known, P._replace(start=6.0)) for known in ((3, 0), (5, 0), (3, 1))] == [6, 5, 3]


@some
@given(states)
def test_switched_off_every_case_is_released_with_rung_0(seed):
    prison = Prison(seed)
    cases, before = prison.cases, prison["status"].copy()
    prison.run(release_all, "sanction")
    assert (prison["status"][cases] == FREE).all() and (prison["rung"][cases] == 0).all()
    others = np.setdiff1d(np.arange(PEOPLE), cases)
    assert (prison["status"][others] == before[others]).all() and (prison["blow"] == 0).all()


def test_the_held_blows_are_not_felt_beside_true_ones():
    p = Fear()
    assert remember_here(1.0, 2.0, 0.01, 50.0, 0.0, 0, p, True) == remember_here(1.0, 2.0, 0.0, 50.0, 0.0, 0, p)
    assert remember_there(1.0, 2.0, 50.0, 1, 0.01, 0, p, True) == remember_there(1.0, 2.0, 50.0, 1, 0.0, 0, p)
    assert remember_here(1.0, 2.0, 0.01, 50.0, 0.0, 0, p) > remember_here(1.0, 2.0, 0.0, 50.0, 0.0, 0, p)


# --- a small country: one compiled month for all that follows ---------------------------------------------------------
BUSY_CHAIRS = {"sanction.calling": 0.5}


@pytest.fixture(scope="module")
def war():
    """A country at war with files kept and chairs that look into them, after two years."""
    return country(changes=BUSY_CHAIRS, months=24)


def test_a_country_runs_people_are_conserved_and_every_case_is_in_the_log(war):
    for w in range(war.worlds):
        status = war.column("status", w)
        assert len(status) == 400 and (status <= DEAD).all()
        assert ((war.column("death", w) > 0) == (status == DEAD)).all()
        log = whole_log(war)
        rows = log["row"][log["world"] == w]
        tried = rows[rows["cause"] != THE_CHAIR]
        count = {event: (tried["event"] == event).sum() for event in (ARREST, ACQUITTAL, SANCTION, FREED)}
        assert count[ARREST] > 5 and count[SANCTION] > 0
        open_cases = (status == INQUIRY).sum()
        assert count[ARREST] == count[ACQUITTAL] + count[SANCTION] + count[FREED] + open_cases
        executed = (rows["event"] == DYING) & (rows["cause"] == THE_VERDICT)
        assert executed.sum() == (war.column("death", w) == EXECUTED).sum()
    assert (whole_log(war)["row"]["cause"] == THE_CHAIR).any()
    assert (war.arrays["rung_max"] >= 3).all() and (war.arrays["cleared"] == 0).all()


def test_nobody_is_sanctioned_in_the_month_of_his_arrest(war):
    log = whole_log(war)
    for entry in log[np.isin(log["row"]["event"], (SANCTION, ACQUITTAL, FREED)) & (log["row"]["cause"] != THE_CHAIR)]:
        own = log["row"][(log["world"] == entry["world"]) & (log["row"]["person"] == entry["row"]["person"])
                         & (log["row"]["event"] == ARREST)]
        assert (own["month"] < entry["row"]["month"]).any()


def test_the_same_on_one_and_two_threads(war):
    other = country(changes=BUSY_CHAIRS, months=24, threads=2)
    empty = np.zeros((0, war.worlds))
    for w in range(war.worlds):
        assert world_digest(war, w, empty) == world_digest(other, w, empty)
    assert (whole_log(war) == whole_log(other)).all()


def test_a_country_without_the_card_releases_everybody():
    batch = country(months=12, off=("sanction",))
    assert set(np.unique(batch.arrays["status"])) <= {FREE, INQUIRY}
    rows = whole_log(batch)["row"]
    assert (rows["event"] == ACQUITTAL).any() and not (rows["event"] == SANCTION).any()
    assert np.allclose(batch.arrays["sel"], P.selective) and (batch.arrays["rung_max"] == 3).all()


def test_6_a_country_forgets_its_precedents_only_where_it_may():
    lowest = []
    for chance in (0.0, 0.1):
        batch = country("law", {"sanction.forgetting": chance}, months=1)
        seen = [batch.arrays["rung_max"].copy()]
        for _ in range(23):
            lay_record(batch, 1)
            run_months(batch, batch.month + 1, threads=1)
            seen.append(batch.arrays["rung_max"].copy())
        lowest.append(int(np.diff(np.array(seen).astype(int), axis=0).min()))
    assert lowest == [0, -1]


def test_cards_are_lost_with_liberty_and_shared_by_kin(war):
    for w in range(war.worlds):
        status, card = war.column("status", w), war.column("card", w)
        assert (card[(status >= DISMISSED) & (status < DEAD - 1) & (status != INQUIRY)] == 0).all()
        assert set(np.round(np.unique(card).astype(float), 3)) <= {0.0, 0.4, 1.0}
        assert nobody_is_docked_twice(war, w)


def nobody_is_docked_twice(batch, w):
    """The docket names everybody once."""
    listed = batch.column("docket", w)[:batch.column("docket_size", w)[0]]
    return len(set(listed.tolist())) == len(listed) and NOBODY not in listed
