"""Card 27, what people do together without permission: its direction tests, its limiting cases."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from outside import after, outside

from direct_calls import call
from unanimity.mechanisms.police.surveillance import Surveillance
from unanimity.mechanisms.power.association import (
    CLOSED,
    FORBIDDEN,
    MECHANISM,
    NOT_CLOSED,
    Association,
    closing_hazard,
    combine,
    file_heads,
    grown,
    incapacity_of,
)
from unanimity.world.codes import BANNED, CAMP, LEGAL, TOLERATED

share = st.floats(0, 1)
DEFAULTS = Association()
parameters = st.builds(Association, **{f.name: st.floats(f.span.low, f.span.high) for f in MECHANISM.fields})
ordered = parameters.filter(lambda p: p.growth_legal >= p.growth_tolerated)


def month(law, luck=0.5, p=DEFAULTS, **given_):
    state = {
        "assoc": 0.3,
        "bonds": 0.5,
        "bonding": 0.0,
        "heads_noted": 0,
        "present": 40.0,
        "shortage": 4.0,
        "pool": 30.0,
        "need": 40.0,
        "bodies_begun": 1,
        **given_,
    }
    return combine(**state, association_economy=law, luck=luck, p=p)


@given(share, share, share, parameters)
def test_1_banned_and_none_at_the_start_means_none_for_ever(bonds, shortage, luck, p):
    assert month(BANNED, luck, p, assoc=0.0, bonds=bonds, shortage=40 * shortage)[0] == 0.0


@given(share, share, share, share, share, ordered)
def test_3_from_tolerated_to_legal_it_is_not_smaller_next_month(assoc, want, bonds, capacity, luck, p):
    state = {"assoc": assoc, "bonds": bonds, "shortage": 40.0 * want, "pool": 40.0 * capacity}
    assert month(LEGAL, luck, p, **state)[0] >= month(TOLERATED, luck, p, **state)[0]


@given(share, share, share, share, parameters)
def test_3_from_banned_to_tolerated_likewise_when_nothing_is_closed(assoc, want, bonds, luck, p):
    p = p._replace(closing=0.0)
    state = {"assoc": assoc, "bonds": bonds, "shortage": 40.0 * want}
    # withering never takes more in a month than a ban does
    assert month(TOLERATED, luck, p, **state)[0] >= month(BANNED, luck, p, **state)[0]


@given(share, share, parameters)
def test_4_a_body_that_carries_no_more_than_the_state_fails_to_do_is_never_closed(assoc, luck, p):
    assert closing_hazard(assoc, assoc, p) == 0.0
    state = {"assoc": assoc, "pool": 0.0}  # the state feeds nobody: incapacity 1
    assert month(TOLERATED, luck, p, **state)[2] == NOT_CLOSED


@given(share, parameters)
def test_more_authority_never_makes_closing_less_likely(assoc, p):
    assert closing_hazard(min(1.0, assoc + 0.1), 0.2, p) >= closing_hazard(assoc, 0.2, p)


def test_a_closed_body_is_gone_and_its_three_best_connected_are_filed():
    assoc, _, happened, _, combined = month(TOLERATED, luck=0.0, pool=40.0, assoc=0.9)
    assert (assoc, happened, combined) == (0.0, CLOSED, 0.0)
    starts = np.cumsum([0, 3, 9, 1, 7, 8, 2]).astype(np.uint64)
    for closed, note in ((CLOSED, Association().filed), (FORBIDDEN, Surveillance().faction_weight), (NOT_CLOSED, 0.0)):
        dossier = np.zeros(6)
        status = np.array([0, 0, 0, CAMP, 0, 0])
        call(file_heads, {"tie_start": starts, "status": status, "dossier": dossier, "closed_down": np.array([closed])},
             beside={"cell_start": np.array([0, 6])}, p=Association(), p_surveillance=Surveillance())
        assert dossier.tolist() == [note, note, 0.0, 0.0, note, 0.0]


def test_a_ban_notes_the_heads_once_and_strangles_the_body():
    first = month(BANNED)
    assert first[0] == pytest.approx(0.24) and first[2] == FORBIDDEN and first[3] == 1
    again = month(BANNED, heads_noted=1)
    assert again[2] == NOT_CLOSED
    assert month(LEGAL, heads_noted=1)[3] == 0


def test_growth_by_the_cards_numbers():
    assert grown(0.5, LEGAL, 0.2, 0.5, Association()) == pytest.approx(0.5 + 0.08 * 0.7 * 0.5 - 0.02 * 0.5)
    assert incapacity_of(30.0, 40.0) == 0.25 and incapacity_of(0.0, 0.0) == 0.0


def test_it_begins_at_a_tenth_where_the_law_allows_it_and_the_whole_takes_the_mean():
    legal, banned = outside(changes={"association.economy": "legal"}), outside()
    batch = after(legal, banned, months=1)
    cells = batch.tree.cells
    assert (batch.column("assoc", 0)[:cells] > Association().first * 0.97).all() and not batch.column("assoc", 1).any()
    people = batch.column("present", 0)[:cells]
    mean = (batch.column("assoc", 0)[:cells] * people).sum() / people.sum()
    assert batch.column("assoc", 0)[-1] == pytest.approx(mean, rel=1e-5)


def test_2_where_nothing_reads_it_the_law_on_bodies_changes_nothing_else():
    legal, banned = outside(changes={"association.economy": "legal"}), outside()
    kept = [outside(changes={"association.economy": law}, off=("association",)) for law in ("legal", "banned")]
    batch = after(*kept, months=6)
    for name in ("voice", "fear", "stance", "status", "dossier"):
        assert (batch.column(name, 0) == batch.column(name, 1)).all(), name
    grew = after(legal, banned, months=6)
    assert (grew.column("assoc", 0) != grew.column("assoc", 1)).any()


def test_switched_off_there_are_no_bodies():
    batch = after(outside(changes={"association.economy": "legal"}, off=("association",)), months=2)
    assert not batch.column("assoc", 0).any()
