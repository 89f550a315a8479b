"""Card 18, the signature: its direction tests, its limiting cases, who gives in and who is shown."""

from __future__ import annotations

import numpy as np
import pytest
from bench import Country
from hypothesis import given, settings
from hypothesis import strategies as st

from direct_calls import call
from unanimity.mechanisms.police.confession import (
    MECHANISM,
    Confession,
    capitulation_hazard,
    give_in,
    hear,
    hold_of,
    interrogate,
    press_of,
    recant,
    what_is_shown,
)
from unanimity.mechanisms.police.confession_names import asked_of
from unanimity.mechanisms.police.elders import count_held, find_elders, keep_places, wave_of
from unanimity.mechanisms.power.purge import Purge
from unanimity.world.codes import (
    A_NAME,
    ALL_HEARD,
    CAPITULATION,
    CONFESSION,
    CONFESSORS_HEARD,
    DISMISSED,
    EX,
    EXILED,
    EXPELLED,
    FREE,
    FRIEND,
    IMPRISONED,
    INQUIRY,
    NEVER,
    NO_HEARING,
    RULE_ISSUE,
    VOIDED,
)

LOOK_FOR_ELDERS = (count_held, keep_places, find_elders)
share = st.floats(0, 1)
lever = st.floats(0, 1)
few = st.integers(0, 8)
parameters = st.builds(Confession, **{f.name: st.floats(f.span.low, f.span.high) for f in MECHANISM.fields})
CERTAIN = Confession(signing=1000.0)


def cell(people=24, accused=(3, 4), arrested=9, seed=5, ties=(), **columns):
    """A country in which some are under inquiry; courage 0, so that everybody can be pressed."""
    made = Country(people, ties, seed)
    made.status[list(accused)] = INQUIRY
    made.arrested[list(accused)] = arrested
    made.set(interrogation=0.4)
    for name, value in columns.items():
        getattr(made, name)[...] = value
    return made.list_docket()


# --- direction tests of the card --------------------------------------------------------------------------------------
@given(st.integers(0, 50))
@settings(max_examples=20, deadline=None)
def test_1_without_the_signing_hazard_nobody_confesses_or_is_named(seed):
    made = cell(seed=seed, ties=[(3, 5, 0.9, FRIEND), (4, 6, 0.5, FRIEND)], hunger=1.0)
    rows = made.run(interrogate, Confession(signing=0.0))
    assert not made.confessed.any() and not made.dossier.any() and len(rows) == 0
    assert (made.named_by == -1).all()


@given(share, share, share, lever, lever, share, few, share, st.sampled_from([0.0, 1.0]), share, share, few, parameters)
def test_2_more_isolation_never_lowers_signing(low, high, interrogation, kin, hunger, conviction, dependants, courage,
                                               creed, solid, spare, survived, p):
    low, high = sorted((low, high))
    hold = hold_of(courage, creed, solid, survived, p)
    one = press_of(interrogation, low, hunger, kin, dependants, conviction, creed, p) - hold
    two = press_of(interrogation, high, hunger, kin, dependants, conviction, creed, p) - hold
    assert two >= one


@given(share, share, share, share, few, share, share, share, parameters)
def test_3_more_company_never_raises_capitulation(low, high, stolen, ease, dependants, threat, wave, conviction, p):
    low, high = sorted((low, high))
    assert capitulation_hazard(stolen, ease, dependants, threat, wave, conviction, high, p) <= capitulation_hazard(
        stolen, ease, dependants, threat, wave, conviction, low, p)


@given(share, share, share, share, share, share, few, share, share, few, parameters)
def test_4_a_stronger_trap_never_lowers_signing_by_believers_and_does_not_touch_the_others(
        low, high, interrogation, isolation, hunger, kin, dependants, conviction, courage, survived, p):
    low, high = sorted((low, high))
    signing = {}
    for creed in (0.0, 1.0):
        for trap in (low, high):
            q = p._replace(trap=trap)
            signing[creed, trap] = (press_of(interrogation, isolation, hunger, kin, dependants, conviction, creed, q)
                                    - hold_of(courage, creed, 0.3, survived, q))
    assert signing[1.0, high] >= signing[1.0, low] - 1e-12
    assert signing[0.0, high] == signing[0.0, low]


@given(st.integers(0, 4), st.integers(0, 4), st.data())
def test_7_an_elder_whom_he_knows_signing_instead_of_a_stranger_never_lowers_the_wave(known, unknown, data):
    known_signed = data.draw(st.integers(0, known))
    unknown_signed = data.draw(st.integers(0, unknown))
    # one more elder signs: one whom he knows, or one whom he does not
    tied = wave_of(known + 1, known_signed + 1, known + unknown + 2, known_signed + unknown_signed + 1, Confession())
    stranger = wave_of(known + 1, known_signed, known + unknown + 2, known_signed + unknown_signed + 1, Confession())
    assert tied >= stranger


def test_7_in_the_hall_of_a_faction_the_same():
    def hazard_with(signer):
        made = faction_of(8, [(1, 2, 0.5, FRIEND), (2, 3, 0.5, FRIEND), (2, 4, 0.5, FRIEND), (1, 5, 0.5, FRIEND)])
        made.status[1] = EXILED
        made.list_docket()
        made.run(LOOK_FOR_ELDERS, Confession())
        made.signed_month[signer] = 8
        made.conviction[:] = 0.0
        before = Confession(capitulating=0.9)
        return len(made.run(give_in, before))

    assert hazard_with(2) >= hazard_with(4)


# --- names ------------------------------------------------------------------------------------------------------------
def test_who_signs_names_his_strongest_ties_and_now_and_then_a_stranger():
    ties = [(3, 5, 0.4, FRIEND), (3, 6, 0.9, FRIEND), (3, 7, 0.6, FRIEND), (3, 8, 0.2, FRIEND)]
    strangers = 0
    for seed in range(40):
        made = cell(accused=(3,), ties=ties, seed=seed, hunger=1.0)
        rows = made.run(interrogate, CERTAIN._replace(ties_named=2.0, strangers_named=0.5))
        assert made.confessed[3] == 1 and made.step[3] == 1 and made.signed_month[3] == 10
        assert list(rows["event"]) == [CONFESSION] and rows["other"][0] == 6
        assert made.dossier[6] == pytest.approx(0.4) or made.dossier[6] == pytest.approx(0.8)
        assert made.dossier[7] >= 0.4 - 1e-6 and made.named_by[7] == 3
        assert made.named[3] == round(made.dossier.sum() / 0.4)
        strangers += int(made.named[3]) - int((made.named_by[5:9] == 3).sum())
    assert 10 <= strangers <= 60


def test_the_harder_one_is_pressed_the_more_names_there_are():
    assert asked_of(4.0, 0.0) == 4.0 and asked_of(4.0, 1.0) == 8.0


def test_the_dead_and_those_abroad_are_not_named_and_a_file_that_is_being_closed_does_not_grow():
    made = cell(accused=(3, 5), ties=[(3, 5, 0.9, FRIEND), (3, 6, 0.8, FRIEND), (3, 7, 0.7, FRIEND)], courage=1.0,
                hunger=1.0)
    made.courage[3] = 0.0
    made.status[6] = 7
    made.list_docket().run(interrogate, CERTAIN._replace(strangers_named=0.0))
    assert made.dossier[5] == 0.0 and made.named_by[5] == 3  # his own verdict falls this month
    assert made.dossier[6] == 0.0 and made.dossier[7] == pytest.approx(0.4)
    fresh = cell(accused=(3, 5), ties=[(3, 5, 0.9, FRIEND)], courage=1.0, hunger=1.0)
    fresh.courage[3], fresh.arrested[5] = 0.0, 10
    fresh.run(interrogate, CERTAIN._replace(strangers_named=0.0))
    assert fresh.dossier[5] == pytest.approx(0.4)


@given(st.integers(0, 30))
@settings(max_examples=15, deadline=None)
def test_the_order_of_the_docket_changes_nothing(seed):
    ties = [(3, 4, 0.9, FRIEND), (4, 5, 0.8, FRIEND), (5, 6, 0.8, FRIEND), (3, 6, 0.5, FRIEND)]
    one = cell(accused=(3, 4, 5), ties=ties, seed=seed, hunger=0.8)
    two = one.copy()
    two.docket[:3] = two.docket[:3][::-1].copy()
    for made in (one, two):
        made.run(interrogate, Confession(signing=0.9))
    assert (one.dossier == two.dossier).all() and (one.confessed == two.confessed).all()
    assert (one.named == two.named).all()


def test_a_name_is_enough_for_an_arrest_only_while_a_purge_runs_and_only_of_one_at_liberty():
    ties = [(3, j, 0.9 - 0.1 * j, FRIEND) for j in (4, 5, 6)]
    taken = {0: 0, 1: 0}
    for seed in range(40):
        for running in (0, 1):
            made = cell(accused=(3,), ties=ties, seed=seed, hunger=1.0)
            made.status[5], made.purge_open[0] = EXILED, running
            made.highest_office[[4, 6]] = 3  # rank weight 1
            made.run(interrogate, CERTAIN._replace(strangers_named=0.0, warranted=0.5), p_purge=Purge(anybody=0.25))
            assert made.warrant[5] == 0 and set(made.warrant[[4, 6]].tolist()) <= {0, A_NAME}
            taken[running] += int((made.warrant > 0).sum())
            assert made.dossier[4] == pytest.approx(0.4)
    assert taken[0] == 0 and 80 * 0.2 < taken[1] < 80 * 0.55
    made = cell(accused=(3,), ties=ties, hunger=1.0)
    made.purge_open[0] = 1
    made.run(interrogate, CERTAIN._replace(warranted=0.0))
    assert not made.warrant.any()


# --- review and hearings ----------------------------------------------------------------------------------------------
def absurd(names, eff=1.0, purge=0):
    made = cell(accused=(3,))
    made.confessed[3], made.named[3], made.examiner[3], made.dossier[3] = 1, names, 9, 2.0
    made.oversight_eff[0], made.purge_open[0] = eff, purge
    return made, made.run((hear, what_is_shown), Confession())


def test_a_text_beyond_belief_is_sent_back_where_anybody_looks_and_no_purge_runs():
    made, rows = absurd(16)
    assert made.status[3] == FREE and made.cleared[3] == 1 and made.dossier[9] == 1.0 and made.dossier[3] == 1.0
    assert list(rows["event"]) == [VOIDED] and rows["other"][0] == 9
    for kept, _ in (absurd(15), absurd(16, eff=0.0), absurd(16, purge=1)):
        assert kept.status[3] == INQUIRY and kept.dossier[9] == 0.0


def test_what_is_shown_follows_the_hearings():
    for hearings, shown in ((NO_HEARING, (0, 0)), (CONFESSORS_HEARD, (1, 1)), (ALL_HEARD, (2, 1))):
        made = cell(accused=(3, 4, 5)).set(hearings=hearings)
        made.confessed[3] = 1
        made.arrested[5] = 10  # this month's arrest has not come to its hearing
        made.run((hear, what_is_shown), Confession())
        assert (made.cases_shown[0], made.confessing_shown[0]) == shown


# --- capitulation -----------------------------------------------------------------------------------------------------
def faction_of(size, ties, people=24):
    made = Country(people, ties)
    made.faction[:size] = 1
    made.faction_size[1] = size
    made.faction_stolen[1] = 0.8
    return made


def test_elders_are_the_five_with_most_ties_and_the_flagged_come_first():
    ties = [(i, j, 0.5, FRIEND) for i in range(8) for j in range(i + 1, 8) if i + j < 9]
    made = faction_of(8, ties)
    made.status[7] = EXILED
    made.list_docket().run(LOOK_FOR_ELDERS, Confession())
    degree = [sum(i in pair[:2] for pair in ties) for i in range(8)]
    best = sorted(range(8), key=lambda i: -degree[i])[:5]
    assert sorted(degree[e] for e in made.elders[:, 1]) == sorted(degree[e] for e in best)
    flagged = faction_of(8, ties)
    flagged.elder[7] = 1
    flagged.status[7] = EXILED
    flagged.list_docket().run(LOOK_FOR_ELDERS, Confession())
    assert 7 in flagged.elders[:, 1]


def test_nobody_looks_for_elders_where_nobody_is_held_and_a_signer_stays_one_for_six_months():
    made = faction_of(6, [(0, j, 0.5, FRIEND) for j in range(1, 6)])
    made.list_docket().run(LOOK_FOR_ELDERS, Confession())
    assert (made.elders == -1).all()
    made.status[5] = EXILED
    made.list_docket().run(LOOK_FOR_ELDERS, Confession())
    assert 0 in made.elders[:, 1]
    made.faction[0], made.signed_month[0] = 0, 10
    made.month = 16
    made.run(LOOK_FOR_ELDERS, Confession())
    assert 0 in made.elders[:, 1]
    made.month = 17
    made.run(LOOK_FOR_ELDERS, Confession())
    assert 0 not in made.elders[:, 1]


@pytest.mark.parametrize(("before", "after", "rung"), [(IMPRISONED, EXPELLED, 3), (EXILED, DISMISSED, 2),
                                                       (EXPELLED, FREE, 0)])
def test_giving_in_eases_the_sentence_by_two_leaves_the_faction_and_the_name_stays(before, after, rung):
    made = faction_of(3, [])
    made.status[1], made.status_until[1], made.dossier[1] = before, 40, 2.0
    made.list_docket()
    rows = made.run(give_in, Confession(capitulating=1000.0))
    assert made.status[1] == after and made.rung[1] == rung and made.faction[1] == 0 and made.label[1] == EX
    assert made.capitulated[1] == 1 and made.step[1] == 1 and made.last_guilt[1] == 10 and made.dossier[1] == 2.0
    assert made.status_until[1] == (40 if after != FREE else NEVER)
    assert list(rows["event"]) == [CAPITULATION] and made.faction[2] == 1
    made.list_docket()
    assert len(made.run(give_in, Confession(capitulating=1000.0))) == 1  # he signs once a case


def test_an_offer_makes_people_give_in_who_would_not():
    made = Country()
    made.status[1], made.conviction[1], made.threat[0] = IMPRISONED, 0.3, 0.0
    made.list_docket()
    assert len(made.run(give_in, Confession(capitulating=1000.0))) == 0
    made.ease[1] = 50
    assert len(made.run(give_in, Confession(capitulating=1000.0))) == 1


def test_a_member_at_liberty_may_be_made_to_sign_by_an_event():
    made = faction_of(3, [])
    made.list_docket()
    made.run(give_in, Confession())
    call(recant, {"status": made.status, "rung": made.rung, "status_until": made.status_until,
                  "execution": made.execution, "faction": made.faction, "last_guilt": made.last_guilt,
                  "label": made.label, "capitulated": made.capitulated, "step": made.step,
                  "signed_month": made.signed_month, "hostage": made.hostage}, i=2, cause=0, month=10, log=made.log)
    assert made.status[2] == FREE and made.faction[2] == 0 and made.capitulated[2] == 1


@given(share, share, few, share, share, share, share)
def test_a_stolen_programme_makes_everybody_sign_sooner(low, high, dependants, threat, wave, conviction, solid):
    low, high = sorted((low, high))
    p = Confession()
    assert capitulation_hazard(high, 0.0, dependants, threat, wave, conviction, solid, p) >= capitulation_hazard(
        low, 0.0, dependants, threat, wave, conviction, solid, p)


def test_knowing_no_elder_a_quarter_of_all_counts():
    p = Confession()
    assert wave_of(0, 0, 5, 4, p) == pytest.approx(0.2) and wave_of(2, 1, 5, 4, p) == 0.5
    assert wave_of(0, 0, 0, 0, p) == 0.0


def test_the_parameters_are_those_of_the_card_and_of_the_changes_of_the_model():
    found = {f.span.symbol: f.default for f in MECHANISM.fields}
    assert found == {"pi": .5, "ph": .3, "pk": .15, "ks2": .5, "sc": .1, "in0": .6, "cs": .3, "trap": .5, "nk": 4,
                     "nr": 1, "add": .4, "nw": .5, "cc": .05, "kd": .2, "ab": 5, "np": 3, "wl": 6, "wf": .25}


def test_who_refuses_the_committees_authority_is_not_in_the_trap():
    made = cell(accused=(3, 4), courage=0.2, conviction=1.0, cohort=0)
    made.stance[RULE_ISSUE, 4] = -0.5
    made.set(isolation=0.0)
    made.run(interrogate, CERTAIN)
    assert made.confessed[3] == 1 and made.confessed[4] == 0
    assert np.flatnonzero(made.confessed).tolist() == [3]
