"""Card 27: worked examples of its equations with numbers of their own."""

from __future__ import annotations

import numpy as np
import pytest

from direct_calls import call
from unanimity.mechanisms.police.surveillance import Surveillance
from unanimity.mechanisms.power.association import (
    CLOSED,
    FORBIDDEN,
    NOT_CLOSED,
    Association,
    begin,
    bonding,
    closing_hazard,
    combine,
    counted,
    file_heads,
    grown,
    incapacity_of,
    of_all_below,
    ties_had,
    trust_given,
)
from unanimity.world.codes import BANNED, FRIEND, INQUIRY, LEGAL, NO_TIE, TOLERATED

P = Association(growth_tolerated=0.03, growth_legal=0.08, closing=0.3, withering=0.02, first=0.1, filed=0.5)
about = pytest.approx


def test_need_and_trust_make_bodies_grow_and_a_ban_leaves_four_fifths():
    assert grown(0.5, BANNED, 1.0, 1.0, P) == about(0.4)
    assert grown(0.5, LEGAL, 0.3, 0.2, P) == about(0.5 + 0.08 * 0.5 * 0.5 - 0.01)
    assert grown(0.5, TOLERATED, 0.3, 0.2, P) == about(0.5 + 0.03 * 0.5 * 0.5 - 0.01)


def test_a_body_is_closed_when_it_has_authority_and_is_not_needed():
    assert closing_hazard(0.6, 0.2, P) == about(0.12) and closing_hazard(0.2, 0.6, P) == 0.0
    assert incapacity_of(3.0, 4.0) == 0.25
    assert incapacity_of(0.03, 0.05) == about(0.4) and incapacity_of(3.0, 0.0) == 0.0


def test_ties_are_counted_in_january_and_in_the_first_month():
    assert counted(1, 1) and counted(5, 0) and not counted(5, 1)
    assert trust_given(0.4) == 0.4 and (ties_had(FRIEND), ties_had(NO_TIE)) == (1.0, 0.0)
    assert bonding(1.2, 3.0) == about(0.4) and bonding(0.0, 0.0) == 0.0 and bonding(0.02, 0.05) == about(0.4)
    assert begin() == 1


def combined(assoc=0.5, bonds=0.2, bonding=0.0, noted=0, present=10.0, shortage=3.0, pool=5.0, need=10.0, begun=1,
             law=LEGAL, luck=0.9):
    return combine(assoc, bonds, bonding, noted, present, shortage, pool, need, begun, law, luck, P)


def test_the_bodies_of_a_cell():
    grew = 0.5 + 0.08 * 0.5 * 0.5 - 0.01
    assert combined() == about((grew, 0.2, NOT_CLOSED, 0, grew * 10))
    assert combined(bonding=4.0)[1] == about(0.4) and combined(bonding=0.05, present=0.0)[1] == 0.05
    assert combined(begun=0)[0] == about(0.1 + 0.08 * 0.5 * 0.9 - 0.002)
    assert combined(begun=0, law=BANNED)[0] == 0.0
    assert combined(present=0.0, shortage=0.3)[0] == about(grew)
    assert combined(noted=1)[3] == 0


def test_a_tolerated_body_lives_on_sufferance():
    # .4975 against an incapacity of .4: .3 * .0975 = .02925, a chance of .02883
    kept = 0.5 + 0.03 * 0.5 * 0.5 - 0.01
    assert combined(law=TOLERATED, pool=6.0, luck=0.029)[0] == about(kept)
    assert combined(law=TOLERATED, pool=6.0, luck=0.028) == about((0.0, 0.2, CLOSED, 0, 0.0))
    assert combined(law=LEGAL, pool=6.0, luck=0.0)[2] == NOT_CLOSED


def test_a_ban_is_noted_once():
    assert combined(law=BANNED) == about((0.4, 0.2, FORBIDDEN, 1, 4.0))
    assert combined(law=BANNED, noted=1)[2:4] == (NOT_CLOSED, 1) and combined(law=BANNED, assoc=0.0)[2:4] == (0, 0)
    assert combined(law=BANNED, assoc=0.05)[2] == FORBIDDEN


def test_above_the_cells_it_is_the_mean_over_the_people():
    assert of_all_below(3.0, 10.0) == (about(0.3), 3.0) and of_all_below(0.02, 0.05) == (about(0.4), 0.02)
    assert of_all_below(3.0, 0.0) == (0.0, 3.0)


def filed(closed, status=None):
    """Six people with 1, 3, 2, 5, 4 and 3 ties."""
    count = [1, 3, 2, 5, 4, 3]
    start = np.concatenate([[0], np.cumsum(count)])
    held = np.zeros(6, int)
    for i, value in (status or {}).items():
        held[i] = value
    dossier = np.zeros(6)
    call(file_heads, {"closed_down": np.array([closed]), "status": held, "dossier": dossier, "tie_start": start,
                      "neighbour": np.zeros(start[-1], int)}, beside={"cell_start": np.array([0, 6])}, p=P,
         p_surveillance=Surveillance())
    return dossier.tolist()


def test_the_three_best_connected_of_a_closed_body_go_into_the_files():
    assert filed(NOT_CLOSED) == [0.0] * 6
    assert filed(CLOSED) == [0.0, 0.5, 0.0, 0.5, 0.5, 0.0]
    assert filed(FORBIDDEN) == [0.0, 0.4, 0.0, 0.4, 0.4, 0.0]
    assert filed(CLOSED, {3: INQUIRY}) == [0.0, 0.5, 0.0, 0.0, 0.5, 0.5]
    assert filed(CLOSED, {i: INQUIRY for i in range(6)}) == [0.0] * 6
    assert filed(CLOSED, {i: INQUIRY for i in range(1, 6)}) == [0.5, 0.0, 0.0, 0.0, 0.0, 0.0]
