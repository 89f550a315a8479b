"""Card 13, faction: the direction tests as sentences."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from office import AGENTS_AT_WORK, FOUR, by_agents, country, with_a_faction

from plain import call
from sizes import FACTION
from small import only_the_hall
from unanimity.engine.batch import make_batch
from unanimity.engine.run import lay_record, run_months
from unanimity.mechanisms.party import faction
from unanimity.mechanisms.party.faction import (
    answer,
    may_found,
    parts_by_signing,
    pull_of,
    react,
    wish_to_part,
)
from unanimity.world.words import CITIZEN, EX, MEMBER

share = st.floats(0, 1)


def world(changes=None, months=24, name="law", seeds=(1, 2), before=None):
    """Worlds with the card, after that many months."""
    regime = only_the_hall(name, {"people": 640, **(changes or {})}, mechanisms=[faction.MECHANISM])
    batch = make_batch([regime] * len(seeds), list(seeds))
    if before is not None:
        before(batch)
    lay_record(batch, months)
    run_months(batch, batch.month + months, threads=1)
    return batch


def test_1_without_joining_no_faction_grows_beyond_its_founders():
    batch = world({"faction.joining": 0.0}, months=36)
    inside = batch.arrays["faction"] > 0
    assert inside.any()
    person = np.tile(np.arange(batch.people), batch.worlds)
    assert (batch.arrays["recruiter"][inside] == person[inside]).all()
    assert batch.arrays["faction_size"].max() <= 6


@given(share, share, share, share, share, share, share, share)
def test_2_where_factions_are_banned_more_fear_never_draws_anybody_in(
        want, ties, ambition, prospect, low, high, courage, sel):
    low, high = sorted((low, high))
    p = FACTION
    assert pull_of(want, ties, ambition, prospect, high, courage, sel, False, p) <= pull_of(
        want, ties, ambition, prospect, low, courage, sel, False, p)


@given(share, share, share, share, share, share, share, share)
def test_3_where_they_are_legal_fear_does_not_enter_joining(want, ties, ambition, prospect, low, high, courage, sel):
    p = FACTION
    assert pull_of(want, ties, ambition, prospect, high, courage, sel, True, p) == pull_of(
        want, ties, ambition, prospect, low, courage, sel, True, p)


@given(share, share, share, share, st.booleans())
def test_4_without_a_wish_friends_in_it_or_ambition_nobody_is_drawn(prospect, fear, courage, sel, legal):
    assert pull_of(0.0, 0.0, 0.0, prospect, fear, courage, sel, legal, FACTION) <= 0.0


@given(share, share, share, share, share, share, share)
def test_5_when_the_centre_adopts_the_line_leaving_does_not_fall(ambition, prospect, conviction, fear, dependence, low,
                                                                high):
    low, high = sorted((low, high))
    p = FACTION
    assert wish_to_part(ambition, prospect, high, conviction, fear, dependence, p) >= wish_to_part(
        ambition, prospect, low, conviction, fear, dependence, p)


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
    zero, one = np.zeros(3, int), np.ones(3, int)
    cohort = np.array([0, 14, -1])  # of the first, of a later levy, never one
    assert [call(may_found, {"faction": zero, "status": zero, "cohort": cohort, "talker": one, "voice": zero,
                             "agent": zero}, i=i, legal=False, parties=False) for i in range(3)] == [True, True, False]
    assert all(call(may_found, {"faction": zero, "status": zero, "cohort": cohort, "talker": one, "voice": zero,
                                "agent": zero}, i=i, legal=False, parties=True) for i in range(3))


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

    batch = world({"faction.joining": 0.0, "faction.founding": 0.0, "faction.leaving": 0.3, "ballot": "secret"},
                  months=6, name="apparatus", before=known)
    for w in range(batch.worlds):
        gone = (batch.column("last_guilt", w) >= 0) & (batch.column("faction", w) == 0)
        signed = batch.column("capitulated", w) == 1
        even = np.arange(batch.people) % 2 == 0
        assert gone.sum() > 10 and (signed == (gone & even)).all() and (batch.column("label", w)[signed] == EX).all()


@given(share, st.integers(0, 50), st.integers(0, 50))
def test_every_circle_calls_up_zeal_and_without_circles_it_wears_off(zeal, few, many):
    few, many = sorted((few, many))
    p = FACTION
    assert answer(zeal, few, 100.0, p) <= answer(zeal, many, 100.0, p)
    assert answer(zeal, 0, 100.0, p) == pytest.approx(0.95 * zeal)


@given(share, st.floats(-1, 1))
def test_zeal_provokes_only_members_who_disagree(zeal, stance):
    p = FACTION
    assert react(CITIZEN, stance, 1.0, zeal, p) == 0.0
    assert (react(MEMBER, stance, 1.0, zeal, p) > 0.0) == (stance < 0.0 and zeal * p.reaction > 0.0)


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
