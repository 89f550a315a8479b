"""Card 13, faction: the direction tests as sentences."""

import numpy as np
import pytest
from example_rows import row
from hypothesis import given
from hypothesis import strategies as st
from office import AGENTS_AT_WORK, FOUR, by_agents, country, with_a_faction

from direct_calls import call, loose
from example_parameters import FACTION, VOICE
from small_regimes import lived_through, only_the_hall
from unanimity.engine.run import lay_record, run_months
from unanimity.mechanisms.party import faction
from unanimity.mechanisms.party.circles import (
    is_his_own,
    may_found,
    parts_by_signing,
    pull_of,
    risk_of,
    wish_to_part,
)
from unanimity.mechanisms.party.faction import MECHANISM, Faction, alarm_at, answer, react, stung_by
from unanimity.world.codes import (
    ABOVE,
    BANNED,
    CITIZEN,
    CONTROLLED,
    ELECTED,
    EX,
    FREE_DEBATE,
    LEGAL,
    MEMBER,
    TOLERATED,
)

share = st.floats(0, 1)
one = st.builds(row, fear=share, dependence=share, courage=share)
parameters = st.builds(Faction, **{f.name: st.floats(f.span.low, f.span.high) for f in MECHANISM.fields})


def world(changes=None, months=24, name="law", seeds=(1, 2), before=None):
    """Worlds with the card, after that many months."""
    regime = only_the_hall(name, {"people": 640, **(changes or {})}, mechanisms=[faction.MECHANISM])
    return lived_through(regime, months, seeds, before=before)


def test_1_without_joining_no_faction_grows_beyond_its_founders():
    batch = world({"faction.joining": 0.0}, months=36)
    inside = batch.arrays["faction"] > 0
    assert inside.any()
    person = np.tile(np.arange(batch.people), batch.worlds)
    assert (batch.arrays["recruiter"][inside] == person[inside]).all()
    assert batch.arrays["faction_size"].max() <= 6


def drawn(want, ties, ambition, prospect, person, sel, legal, p, debate=CONTROLLED):
    """The pull of a faction on a person."""
    risk = risk_of(person, debate, sel, legal, p, VOICE)
    return pull_of(want, ties, ambition, prospect, risk, legal, p)


@given(share, share, share, share, one, one, share, st.sampled_from([CONTROLLED, FREE_DEBATE]), parameters)
def test_2_where_factions_are_banned_more_fear_never_draws_anybody_in(want, ties, ambition, prospect, person, other,
                                                                      sel, debate, p):
    low, high = sorted((person.fear, other.fear))
    calm, afraid = (row(fear=fear, dependence=person.dependence, courage=person.courage) for fear in (low, high))
    assert drawn(want, ties, ambition, prospect, afraid, sel, False, p, debate) <= drawn(
        want, ties, ambition, prospect, calm, sel, False, p, debate) + 1e-12


@given(share, share, share, share, one, one, share, share, parameters)
def test_3_where_they_are_legal_neither_fear_nor_bread_enters_joining(want, ties, ambition, prospect, person, other,
                                                                     sel, other_sel, p):
    assert drawn(want, ties, ambition, prospect, person, sel, True, p) == drawn(
        want, ties, ambition, prospect, other, other_sel, True, p)


@given(share, one, share, st.booleans(), parameters)
def test_4_without_a_wish_friends_in_it_or_ambition_nobody_is_drawn(prospect, person, sel, legal, p):
    assert drawn(0.0, 0.0, 0.0, prospect, person, sel, legal, p) <= 0.0


@given(share, share, share, share, share, share, st.booleans(), st.booleans(), parameters)
def test_5_when_the_centre_adopts_the_line_leaving_does_not_fall(ambition, prospect, conviction, risk, low, high,
                                                                beaten, content, p):
    low, high = sorted((low, high))
    assert wish_to_part(ambition, prospect, high, conviction, risk, beaten, content, p) >= wish_to_part(
        ambition, prospect, low, conviction, risk, beaten, content, p)


# --- what a circle costs, whom it has, who leaves it ------------------------------------------------------------------
@given(one, share, share, share, parameters)
def test_where_debate_is_controlled_bread_and_work_are_part_of_the_price_of_a_circle(person, other, sel, more, p):
    low, high = sorted((person.dependence, other))
    fed, bound = (row(fear=person.fear, courage=person.courage, dependence=bread) for bread in (low, high))
    assert risk_of(fed, CONTROLLED, sel, False, p, VOICE) <= risk_of(bound, CONTROLLED, sel, False, p, VOICE) + 1e-12
    assert risk_of(fed, FREE_DEBATE, sel, False, p, VOICE) == risk_of(bound, FREE_DEBATE, sel, False, p, VOICE)
    seen = p._replace(exposure=max(p.exposure, more))
    assert risk_of(fed, CONTROLLED, sel, False, p, VOICE) <= risk_of(fed, CONTROLLED, sel, False, seen, VOICE)
    assert risk_of(fed, CONTROLLED, sel, True, p, VOICE) == 0.0


@given(share, share, share, share)
def test_who_would_rather_have_a_post_is_of_no_circle_until_it_has_posts_in_sight(conviction, ambition, low, high):
    low, high = sorted((low, high))
    assert is_his_own(conviction, ambition, high) or not is_his_own(conviction, ambition, low)
    assert is_his_own(conviction, ambition, 0.0) == (conviction > ambition)
    assert not is_his_own(0.0, ambition, low) and is_his_own(conviction, ambition, 1.0) == (conviction > 0.0)


@given(share, share, share, share, share, parameters)
def test_a_circle_that_is_not_beaten_keeps_who_still_wishes_to_speak_and_has_no_post_in_mind(ambition, prospect, stolen,
                                                                                           conviction, risk, p):
    stays = wish_to_part(ambition, prospect, stolen, max(conviction, ambition), risk, False, False, p)
    assert stays == pytest.approx(p.leaving * risk)
    beaten, content = (wish_to_part(ambition, prospect, stolen, conviction, risk, *how, p)
                       for how in ((True, False), (False, True)))
    assert wish_to_part(ambition, prospect, stolen, conviction, risk, False, False, p) <= beaten <= content + 1e-12


def test_7_without_founding_or_without_talk_no_faction_is_founded():
    assert (world({"faction.founding": 0.0}).arrays["factions_founded"] == 0).all()

    def silence(batch):
        batch.arrays["grievance"][:] = 0.0
        batch.arrays["conviction"][:] = 0.0

    assert (world(name="apparatus", before=silence).arrays["factions_founded"] == 0).all()
    assert (world().arrays["factions_founded"] > 0).all()


def test_8_if_everybody_refuses_strangers_nobody_has_an_agent_for_recruiter():
    refused = country("apparatus", AGENTS_AT_WORK, months=30, seeds=FOUR, before=with_a_faction(1.0))
    brought, working = by_agents(refused)
    assert working > 0 and brought == 0
    open_to_all = country("apparatus", AGENTS_AT_WORK, months=30, seeds=FOUR, before=with_a_faction(0.0))
    brought, working = by_agents(open_to_all)
    assert working > 0 and brought > 0


def test_under_one_party_only_members_and_ex_members_call_a_circle_together():
    zero, sure = np.zeros(3, int), np.ones(3, int)
    state = {"faction": zero, "status": zero, "cohort": np.array([0, 14, -1]),  # of the first, of a levy, never one
             "talker": sure, "voice": zero, "agent": zero, "conviction": np.full(3, 0.5), "ambition": np.full(3, 0.4)}
    assert [call(may_found, state, i=i, legal=False, parties=False) for i in range(3)] == [True, True, False]
    assert all(call(may_found, state, i=i, legal=False, parties=True) for i in range(3))
    careerists = {**state, "ambition": np.full(3, 0.5)}
    assert not any(call(may_found, careerists, i=i, legal=True, parties=True) for i in range(3))


def test_who_is_known_as_one_of_a_banned_faction_leaves_it_by_signing():
    p = FACTION
    assert parts_by_signing(True, 0.5, p)
    assert not parts_by_signing(True, 0.05, p) and not parts_by_signing(False, 0.5, p)

    def known(batch):
        for w in range(batch.worlds):
            inside = np.flatnonzero(batch.column("cohort", w) >= 0)[:60]
            batch.column("faction", w)[inside] = 3
            batch.column("dossier", w)[:] = np.where(np.arange(batch.people) % 2 == 0, 0.5, 0.0)
            batch.column("ambition", w)[:] = 1.0
            batch.column("conviction", w)[:] = 0.2

    batch = world({"faction.joining": 0.0, "faction.founding": 0.0, "faction.leaving": 0.3, "ballot": "secret"},
                  months=6, name="apparatus", before=known)
    for w in range(batch.worlds):
        gone = (batch.column("last_guilt", w) >= 0) & (batch.column("faction", w) == 0)
        signed = batch.column("capitulated", w) == 1
        even = np.arange(batch.people) % 2 == 0
        assert gone.sum() > 10 and (signed == (gone & even)).all() and (batch.column("label", w)[signed] == EX).all()


def pressed(zeal, here, there=0.0, p=FACTION, line=1.0, appointment=ABOVE, factions=BANNED, members=100.0):
    """Zeal of a unit of so many members, and of a country of a thousand, after a month."""
    return answer(zeal, here, members, line, there, 1000.0, 1.0, appointment, factions, p)


@given(share, st.integers(0, 50), st.integers(0, 50), parameters)
def test_every_circle_calls_up_zeal_and_without_circles_it_wears_off(zeal, few, many, p):
    few, many = sorted((few, many))
    assert pressed(zeal, few, p=p) <= pressed(zeal, many, p=p) + 1e-12
    assert pressed(zeal, 0, p=p) == pytest.approx((1 - p.wearing) * zeal)


@given(share, st.integers(0, 50), st.integers(0, 1000), st.integers(0, 1000), parameters)
def test_where_secretaries_come_from_above_a_circle_anywhere_is_answered_everywhere(zeal, here, few, many, p):
    few, many = sorted((few, many))
    assert pressed(zeal, here, few, p=p) <= pressed(zeal, here, many, p=p) + 1e-12
    assert pressed(zeal, here, many, p=p) >= pressed(zeal, here, 0, p=p) - 1e-12
    alone = pressed(zeal, here, 0, p=p)
    assert pressed(zeal, here, many, p=p, appointment=ELECTED) == alone
    assert pressed(zeal, here, many, p=p, line=-1.0) == alone  # with a line of its own it answers its own opponents
    assert pressed(zeal, here, many, p=p, line=0.0) == pressed(zeal, here, many, p=p)


@given(share, st.integers(0, 50), st.integers(0, 1000), parameters)
def test_what_the_law_allows_calls_up_no_zeal(zeal, here, there, p):
    assert pressed(zeal, here, there, p=p, factions=LEGAL) == pytest.approx((1 - p.wearing) * zeal)
    assert pressed(zeal, here, there, p=p, factions=TOLERATED) == pressed(zeal, here, there, p=p)


@given(st.floats(0, 100), st.floats(1, 100), parameters)
def test_a_few_in_a_hundred_alarm_the_apparatus_as_well_as_many(opposing, members, p):
    assert 0.0 <= alarm_at(opposing, members, p) < 1.0
    assert alarm_at(p.few * members, members, p) == pytest.approx(0.5)
    assert alarm_at(0.0, members, p) == 0.0 and alarm_at(opposing, members, p) <= alarm_at(2 * opposing, members, p)


@given(share, share, share, st.floats(-1, 1), st.floats(-1, 1), parameters)
def test_zeal_stings_who_has_more_conviction_than_ambition_the_more_the_less_he_agrees(zeal, conviction, ambition, low,
                                                                                      high, p):
    low, high = sorted((low, high))
    assert stung_by(zeal, conviction, ambition, high, p) <= stung_by(zeal, conviction, ambition, low, p) <= p.reaction
    assert stung_by(zeal, conviction, ambition, 1.0, p) == stung_by(0.0, conviction, ambition, low, p) == 0.0
    assert ambition < conviction or stung_by(zeal, conviction, ambition, low, p) == 0.0


@given(share, share, share, st.floats(-1, 1), share, share, st.sampled_from([CITIZEN, MEMBER]))
def test_zeal_provokes_members_and_ex_members_alone_and_fear_keeps_from_calling_a_circle(zeal, conviction, ambition,
                                                                                        stance, low, high, estate):
    def moved(fear, cohort=0, law=BANNED):
        return loose(react, zeal=zeal, conviction=conviction, ambition=ambition, stance=stance, line=1.0, fear=fear,
                     cohort=cohort, estate=estate, grievance=0.4, courage=0.2, sel=1.0, association_factions=law,
                     debate=CONTROLLED, threat=0.3, p=FACTION, p_voice=VOICE)

    low, high = sorted((low, high))
    assert moved(low, cohort=-1)[0] == 0.0
    assert moved(low)[0] == stung_by(zeal, conviction, ambition, stance, FACTION)
    assert moved(high)[1] <= moved(low)[1] <= moved(high, law=LEGAL)[1]


def test_the_muster_counts_every_member_and_ends_a_faction_of_fewer_than_three():
    batch = world(months=30)
    for name in ("joining", "leaving", "founding"):  # a month in which nobody comes or goes
        batch.arrays["parameters"][:, batch.plan.parameters.index(f"faction.{name}")] = 0.0
    lay_record(batch, 1)
    run_months(batch, batch.month + 1, threads=1)
    for w in range(batch.worlds):
        counted = np.bincount(batch.column("faction", w), minlength=256)[1:]
        assert counted.sum() > 0 and not ((counted > 0) & (counted < 3)).any()
        sizes = batch.column("faction_size", w)[1:]
        assert (counted[counted > 0] == sizes[counted > 0]).all()


def test_a_defeated_faction_divides_by_its_median():
    def one_large_faction(batch):
        batch.arrays["faction"][:40] = 7
        batch.column("faction_defeat", 0)[7] = -200

    batch = world({"faction.splitting": 0.5, "faction.joining": 0.0, "faction.founding": 0.0}, months=2, seeds=(3,),
                  before=one_large_faction)
    ids = set(np.unique(batch.column("faction", 0)).tolist()) - {0}
    assert len(ids) == 2
    a, b = (batch.column("stance", 0)[1][batch.column("faction", 0) == f] for f in sorted(ids, reverse=True))
    assert a.max() <= b.min() or b.max() <= a.min()
