"""Card 14, surveillance, with the agents of card 13: the direction tests as sentences."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from office import AGENTS_AT_WORK, FOUR, by_agents, country, with_a_faction

from direct_calls import call, loose
from unanimity.mechanisms.party import founding_agents as agents
from unanimity.mechanisms.police.surveillance import (
    Surveillance,
    added_to,
    denouncing_hazard,
    enlist,
    invented,
    recruiting_hazard,
    seen_by,
    still_acquainted,
    write_file,
)
from unanimity.world.codes import BANNED, CITIZEN, DEAD, IMPRISONED, LEGAL, NOBODY, OFF, ON, POLICE
from unanimity.world.draws import event

share = st.floats(0, 1)
luck = st.floats(1e-9, 1 - 1e-9)
few = st.integers(0, 12)
FREE = 0


def filed(dossier=0.4, **changes):
    """One person's file after one month."""
    usual = dict(status=FREE, agent=0, informer_ties=2, marked_ties=1, ties=14, watched=0, loosened=0.0, faction=0,
                 grievance=0.3, conviction=0.4, stance_voted=-0.5, line_voted=1.0, provoked=0.0, informers=3.0,
                 present=20.0, association_factions=BANNED, nondenunciation=OFF, luck=0.5, luck_2=0.5, p=Surveillance())
    return loose(write_file, dossier=dossier, **{**usual, **changes})


@given(st.floats(0, 10), share, share, luck, luck)
def test_1_without_informers_invention_and_marked_ties_files_only_decay(dossier, grievance, hunger, one, two):
    p = Surveillance(recruiting=0.0, envy=0.0, marked_weight=0.0, invention=0.0)
    kept = filed(dossier, informer_ties=0, grievance=grievance, informers=0.0, luck=one, luck_2=two, p=p)
    assert kept == 0.97 * dossier
    assert enlist(0, FREE, CITIZEN, 0, 1.0, 1.0, 0.0, 1.0, hunger, 0.02, one, p) == 0


@given(share, share, luck)
def test_2_more_informers_a_head_do_not_lower_what_is_invented(low, high, one):
    low, high = sorted((low, high))
    p = Surveillance()
    assert 0.0 <= invented(low, one, p) <= invented(high, one, p)


@given(st.floats(0, 5), share, few, luck, luck)
def test_3_who_dissents_openly_has_no_smaller_file(dossier, note, informers, one, two):
    assert filed(dossier + note, informer_ties=informers, luck=one, luck_2=two) >= filed(
        dossier, informer_ties=informers, luck=one, luck_2=two)


@given(few, share, luck)
def test_4_where_silence_is_a_crime_denunciations_do_not_fall(informers, cohesion, one):
    p = Surveillance()
    free, forced = (denouncing_hazard(informers, crime, cohesion, p) for crime in (OFF, ON))
    assert forced == pytest.approx(2.0 * free) and (not event(free, one) or event(forced, one))


@given(share, share, share, share, luck)
def test_without_dependence_only_envy_recruits(fear, conviction, ambition, hunger, one):
    p = Surveillance()
    assert recruiting_hazard(0.0, fear, conviction, ambition, hunger, 0.02, p) == pytest.approx(
        p.envy * p.room_scarcity * ambition * hunger)
    assert enlist(0, FREE, CITIZEN, 0, 0.0, fear, conviction, ambition, 0.0, 0.02, one, p) == 0


@given(share, share, share, st.floats(0, 0.2), st.floats(0, 0.2))
def test_a_larger_force_recruits_no_fewer_and_at_two_in_a_hundred_as_the_card_says(dependence, fear, conviction,
                                                                                   low, high):
    low, high = sorted((low, high))
    p = Surveillance()
    small, large = (recruiting_hazard(dependence, fear, conviction, 0.5, 0.2, size, p) for size in (low, high))
    assert small <= large
    assert recruiting_hazard(dependence, fear, conviction, 0.0, 0.0, 0.02, p) == pytest.approx(
        p.recruiting * dependence * fear * (1.0 - conviction))


@given(few)
def test_seen_is_the_chance_that_one_of_the_informing_ties_tells(informers):
    assert seen_by(informers, Surveillance()) == pytest.approx(1.0 - (1.0 - 0.3 * 0.6) ** informers)


@given(few, share, share, luck, luck)
def test_a_faction_is_filed_only_where_it_is_banned_and_an_agent_sees_all(informers, grievance, loosened, one, two):
    def with_(**changes):
        return filed(informer_ties=informers, grievance=grievance, luck=one, luck_2=two, **changes)

    assert with_(faction=1, association_factions=LEGAL) == with_(faction=0) <= with_(faction=1)
    assert with_(faction=1, watched=1) >= with_(faction=1)
    assert with_(faction=1, loosened=loosened) >= with_(faction=1)  # less cohesion, no fewer denunciations
    assert added_to(1.0, True, True, 0.0, 0.0, False, Surveillance()) == 0.4


@given(st.floats(0, 5))
def test_files_of_the_held_and_of_agents_only_fade(dossier):
    assert filed(dossier, status=IMPRISONED) == filed(dossier, agent=1) == 0.97 * dossier


@given(share, share, share, luck)
def test_police_agents_and_people_not_at_liberty_are_no_informers(dependence, fear, ambition, one):
    p = Surveillance(recruiting=0.1)
    for status, estate, agent in ((IMPRISONED, CITIZEN, 0), (DEAD, CITIZEN, 0), (FREE, POLICE, 0), (FREE, CITIZEN, 1)):
        assert enlist(1, status, estate, agent, dependence, fear, 0.0, ambition, 1.0, 0.02, one, p) == 0
    assert enlist(1, FREE, CITIZEN, 0, dependence, fear, 0.0, ambition, 1.0, 0.02, one, p) == 1


def test_an_acquaintance_with_an_agent_ends_with_him_with_liberty_or_after_a_year():
    def lasts(month, since=0, status=0, faction=0, a=1):
        state = {"status": np.array([status, 0, 0]), "agent": np.array([0, 1, 0]), "faction": np.array([faction, 2, 0]),
                 "agent_tie": np.array([a, NOBODY, NOBODY]), "agent_tie_month": np.array([since, 0, 0])}
        return call(still_acquainted, state, i=0, month=month, p=Surveillance())

    assert lasts(11) and not lasts(12) and lasts(12, faction=2)  # comrades stay acquainted
    assert not lasts(1, since=-32000)  # of a circle that he has left
    assert not lasts(1, a=2) and not lasts(1, status=5)


def test_observing_agents_make_no_strangers_acquaintance_and_none_means_none():
    observed = country("apparatus", {**AGENTS_AT_WORK, "agents": "observe"}, months=30, seeds=FOUR,
                       before=with_a_faction(0.0))
    brought, working = by_agents(observed)
    assert working > 0 and brought == 0
    for w in range(observed.worlds):
        inside = observed.column("faction", w)
        assert (inside[observed.column("agent", w) == 1] > 0).all()
        assert ((observed.column("watched", w) == 1) <= (inside > 0)).all()
    none = country("apparatus", {**AGENTS_AT_WORK, "agents": "none"}, months=30, seeds=FOUR, before=with_a_faction(0.0))
    assert by_agents(none) == (0, 0) and (none.arrays["agent_tie"] == NOBODY).all()


def test_switched_off_files_hold_the_notes_of_the_hall_and_do_not_fade():
    def lay_files(batch):
        batch.arrays["dossier"][:] = 0.1

    batch = country("apparatus", off=("surveillance", "arrest"), before=lay_files)
    assert (batch.arrays["informer"] == 0).all() and (batch.arrays["agent"] == 0).all()
    notes = (batch.arrays["dossier"] - 0.1) / 0.3
    assert notes.max() > 0.5 and np.abs(notes - np.round(notes)).max() < 1e-3


def test_in_a_country_informers_are_counted_and_files_grow():
    batch = country("terror", months=24)
    for w in range(batch.worlds):
        at_liberty = batch.column("status", w) < 3
        informer = batch.column("informer", w)
        assert informer.sum() > 0 and batch.column("informers", w)[-1] >= informer[at_liberty].sum() > 0
        assert np.isfinite(batch.column("dossier", w)).all() and batch.column("dossier", w).mean() > 0.0


def test_agents_draw_from_streams_of_their_own():
    assert len({agents.APPROACH, agents.REFUSE, agents.CALL_TOGETHER, 400, 401, 402, 403, 404, 405}) == 9
