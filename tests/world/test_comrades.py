"""Comrades: members know as many members of their cell, district and province as the society says."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unanimity.world.codes import CITIZEN, FREE, FRIEND, MEMBER, NO_TIE, VACANT
from unanimity.world.comrades import Party, among_comrades, circles, introduce
from unanimity.world.tie_slots import Slots, spread
from unanimity.world.ties import Mesh, lay
from unanimity.world.tree import grow, with_spare

TREE = grow((4, 3, 5), 3000)


def some(tree, every=20):
    """One in so many is a member."""
    members = np.zeros(tree.people, bool)
    members[::every] = True
    return members


def pairs(ties):
    """Both ends of every tie."""
    return np.repeat(np.arange(len(ties.start) - 1), np.diff(ties.start)), ties.neighbour.astype(np.int64)


def known(ties, members):
    """For each person how many members he knows."""
    one, other = pairs(ties)
    return np.bincount(one, members[other], minlength=members.size).astype(int)


def steps(tree, one, other):
    """How far two persons live from each other: 0 one cell, 1 one district, 2 one province, 3 farther."""
    around = circles(tree)
    low, high = around.low[:, around.cell_of[one]], around.high[:, around.cell_of[one]]
    return ((other < low) | (other >= high)).sum(axis=0)


@settings(max_examples=25)
@given(st.integers(0, 2**64 - 1), st.integers(1, 8), st.integers(2, 40))
def test_old_ties_stay_as_they_are_and_new_ones_are_friends_among_members(seed, wanted, every):
    members, before = some(TREE, every), lay(seed, TREE, Mesh())
    after = among_comrades(before, seed, TREE, members, wanted)
    table = {(i, j): (w, k) for i, j, w, k in zip(*pairs(after), after.weight, after.kind, strict=True)}
    assert len(table) == after.neighbour.size  # nobody is met twice
    assert all(table[j, i] == values and i != j for (i, j), values in table.items())
    old = dict(zip(zip(*pairs(before), strict=True), zip(before.weight, before.kind, strict=True), strict=True))
    assert all(table[pair] == values for pair, values in old.items())
    for (i, j), (weight, kind) in ((pair, values) for pair, values in table.items() if pair not in old):
        assert members[i] and members[j] and kind == FRIEND and 0.3 <= weight / 65535 <= 0.9
    for row in np.split(after.neighbour.astype(np.int64), after.start[1:-1]):
        assert (np.diff(row) > 0).all()


def test_everybody_in_the_party_knows_as_many_as_the_society_says_and_hardly_anybody_more():
    members = some(TREE)  # 150 members, 37 or 38 a province
    before = lay(7, TREE, Mesh())
    now = known(among_comrades(before, 7, TREE, members, 6), members)[members]
    assert known(before, members)[members].mean() < 1.0
    assert (now >= 6).all() and (now == 6).mean() > 0.85 and now.max() < 9


def test_those_nearest_come_first():
    members, before = some(TREE), lay(7, TREE, Mesh())
    after = among_comrades(before, 7, TREE, members, 6)
    old = set(zip(*pairs(before), strict=True))
    new = np.array([pair for pair in zip(*pairs(after), strict=True) if pair not in old])
    far = np.bincount(steps(TREE, new[:, 0], new[:, 1]), minlength=4)
    assert far[3] == 0  # nobody beyond his province
    # of a cell there are two or three members, of a district twelve: the cell gives one or two, the district others
    assert 0 < far[2] < far[0] < far[1]
    together = np.array([(i, j) for i in np.flatnonzero(members) for j in np.flatnonzero(members)
                         if i != j and steps(TREE, np.array([i]), np.array([j]))[0] == 0])
    tied = set(zip(*pairs(after), strict=True))
    assert np.mean([(i, j) in tied for i, j in together]) == 1.0


def test_whom_one_meets_is_a_lot_and_not_the_order_of_places():
    tree, members = grow((1,), 400), np.ones(400, bool)
    one = among_comrades(lay(1, tree, Mesh(0.0)), 1, tree, members, 4)
    two = among_comrades(lay(2, tree, Mesh(0.0)), 2, tree, members, 4)
    assert not np.array_equal(one.neighbour, two.neighbour)
    ends = pairs(one)
    assert 100 < np.abs(ends[0] - ends[1]).mean() < 166  # two by lot of 400 in a row are 133 places apart


def test_a_flat_tree_and_a_party_of_one_or_none_are_no_difficulty():
    for tree in (grow((3,), 90), grow((2, 2, 2, 2), 640), grow((1,), 1)):
        ties = lay(3, tree, Mesh())
        for count in (0, 1):
            members = np.arange(tree.people) < count
            assert all((a == b).all() for a, b in zip(ties, among_comrades(ties, 3, tree, members, 5), strict=True))


@pytest.fixture
def joining():
    """Places with slots; every tenth person is a member since the start, person 5's place has just joined."""
    tree = with_spare(grow((2, 2, 4), 400), 0.25)
    ties = spread(lay(9, tree.first, Mesh()), tree.first_places, tree.people, Mesh())
    slots = Slots(ties.start.astype(np.int64), ties.neighbour, ties.weight, ties.weight.copy(), ties.kind)
    estate, status = np.full(tree.people, CITIZEN, np.uint8), np.full(tree.people, VACANT, np.uint8)
    cohort = np.full(tree.people, -1, np.int16)
    status[tree.first_places] = FREE
    estate[tree.first_places[::10]], cohort[tree.first_places[::10]] = MEMBER, 0
    new = tree.first_places[5]
    estate[new], cohort[new] = MEMBER, 8
    return tree, slots, Party(estate, status, cohort), new


def comrades_of(i, slots, party):
    row = slice(slots.start[i], slots.start[i + 1])
    others = slots.neighbour[row][slots.kind[row] != NO_TIE].astype(int)
    return sorted(j for j in others if party.estate[j] != CITIZEN)


def test_who_joined_last_month_is_introduced_and_nobody_else(joining):
    tree, slots, party, new = joining
    before = [comrades_of(i, slots, party) for i in range(tree.people)]
    touched = np.zeros(tree.people, bool)
    introduce(np.uint64(9), 9, 4, circles(tree), party, touched, slots)
    mine = comrades_of(new, slots, party)
    assert len(before[new]) < 4 == len(mine) and set(before[new]) < set(mine)
    met = set(mine) - set(before[new])
    assert set(np.flatnonzero(touched)) == met | {new}
    assert (steps(tree, np.array([new] * len(met)), np.array(sorted(met))) < 3).all()
    again = slots.neighbour.copy()
    for month in (9, 10):  # who knows enough is not introduced again, nor who joined earlier
        introduce(np.uint64(9), month, 4, circles(tree), party, touched, slots)
    assert np.array_equal(again, slots.neighbour)


def test_nobody_is_introduced_to_who_is_not_at_liberty_or_where_no_slot_is_free(joining):
    tree, slots, party, new = joining
    others = np.flatnonzero(party.estate != CITIZEN)
    others = others[others != new]
    for j in others[::2]:
        slots.kind[slots.start[j]:slots.start[j + 1]] = FRIEND  # his slots are full
    party.status[others[1::4]] = 5
    full, held = set(others[::2]), set(others[1::4])
    before = set(comrades_of(new, slots, party))
    introduce(np.uint64(9), 9, 8, circles(tree), party, np.zeros(tree.people, bool), slots)
    met = set(comrades_of(new, slots, party)) - before
    assert met and not met & (full | held)
