"""The tree of units: cells at the bottom, one centre at the top, everybody in exactly one cell."""

from __future__ import annotations

import dataclasses
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from unanimity.regimes import load_regime
from unanimity.support.errors import UserError
from unanimity.world.tree import branches, grow

shapes = st.lists(st.integers(1, 5), min_size=1, max_size=4).map(tuple)


def cells_of(fans):
    return int(np.prod(fans))


@given(shapes, st.integers(0, 500))
def test_every_person_is_in_exactly_one_cell_and_cells_differ_by_one_person_at_most(fans, more):
    tree = grow(fans, cells_of(fans) + more)
    sizes = np.diff(tree.cell_start)
    assert tree.cells == cells_of(fans)
    assert sizes.sum() == tree.people and tree.cell_start[0] == 0
    assert sizes.min() >= 1 and sizes.max() - sizes.min() <= 1


@given(shapes)
def test_children_come_before_their_parents_and_the_centre_is_last(fans):
    tree = grow(fans, cells_of(fans))
    assert tree.parent[-1] == -1 and tree.level[-1] == tree.depth == len(fans)
    assert (tree.parent[:-1] > np.arange(tree.units - 1)).all()
    assert (tree.level[tree.parent[:-1]] == tree.level[:-1] + 1).all()


@given(shapes)
def test_children_are_listed_where_their_parent_looks_for_them(fans):
    tree = grow(fans, cells_of(fans))
    for unit in range(tree.units):
        children = np.flatnonzero(tree.parent == unit)
        assert children.tolist() == list(range(tree.child_first[unit], tree.child_last[unit]))
        if tree.level[unit]:
            assert len(children) == fans[len(fans) - tree.level[unit]]


@given(shapes, st.integers(0, 200))
def test_the_people_of_a_unit_stand_side_by_side_and_are_those_of_its_children(fans, more):
    tree = grow(fans, cells_of(fans) + more)
    assert tree.person_range(tree.units - 1) == (0, tree.people)
    for unit in range(tree.units):
        a, b = tree.person_range(unit)
        assert b > a
        if tree.level[unit]:
            parts = [tree.person_range(c) for c in range(tree.child_first[unit], tree.child_last[unit])]
            assert (parts[0][0], parts[-1][1]) == (a, b)
            assert all(left[1] == right[0] for left, right in pairwise(parts))


@given(shapes)
def test_every_unit_below_the_centre_belongs_to_the_province_above_it(fans):
    tree = grow(fans, cells_of(fans))
    assert len(tree.provinces) == fans[0]
    for unit in range(tree.units - 1):
        above = unit
        while tree.parent[above] != tree.units - 1:
            above = tree.parent[above]
        assert tree.province[unit] == above
    assert tree.province[-1] == tree.units - 1


def test_the_usual_tree_has_128_cells_and_the_levels_of_the_catalogue():
    tree = grow((8, 4, 4), 2000)
    assert (tree.cells, tree.units) == (128, 128 + 32 + 8 + 1)
    assert tree.level_names == ("cell", "district", "province", "centre")


@pytest.mark.parametrize("fans", [(3,), (3, 2), (3, 2, 2), (3, 2, 2, 2)])
def test_every_level_has_a_name_of_its_own_at_any_depth(fans):
    names = grow(fans, 100).level_names
    assert len(set(names)) == len(names) == len(fans) + 1
    assert (names[0], names[-1]) == ("cell", "centre")


@given(shapes, st.integers(1, 12))
def test_an_assembly_above_the_cells_has_a_chair_for_its_secretary_and_one_for_each_child(fans, centre):
    tree = grow(fans, cells_of(fans) + 20)
    chairs = np.diff(tree.seat_starts(centre))
    assert (chairs[:tree.cells] == 0).all()
    for unit in range(tree.cells, tree.units - 1):
        assert chairs[unit] == 1 + (tree.parent == unit).sum()
    assert chairs[-1] == centre


def test_provinces_may_have_sizes_of_their_own():
    tree = grow((2, 3), 100, (70, 30))
    assert [tree.person_range(int(u)) for u in tree.provinces] == [(0, 70), (70, 100)]
    assert np.diff(tree.cell_start).tolist() == [23, 23, 24, 10, 10, 10]


@pytest.mark.parametrize("sizes", [(70, 31), (100,), (99, 1), (-5, 105)])
def test_sizes_that_do_not_fit_are_refused(sizes):
    with pytest.raises(UserError, match=r"society\.sizes .* allowed: 2 whole numbers"):
        grow((2, 3), 100, sizes)


@pytest.mark.parametrize(("fans", "people", "says"), [
    ((), 10, "A tree needs at least one cell"), ((0, 2), 10, "A tree needs at least one cell"),
    ((2, -1), 10, "at least one cell"), ((2, 2, 2, 2, 2), 100, "at most 4 levels"), ((2, 2), 0, "at least 1 person"),
    ((2, 2), 3, "at least one person a cell, here 4")])
def test_a_tree_that_cannot_be_is_refused(fans, people, says):
    with pytest.raises(UserError, match=says):
        grow(fans, people)


@given(st.integers(500, 2_000_000), st.floats(0, 1))
def test_a_tree_that_grows_keeps_its_cells_at_one_size_whatever_the_number_of_people(people, members):
    tree_of = branches(people, members)
    cells = int(np.prod(tree_of))
    assert tree_of[0] == 8
    each, usual = people / cells, 200 if members < 0.05 else 16
    if people >= 8 * usual:
        assert usual / 2.3 <= each <= usual * 2.3
    if people >= 8 * usual * 9:
        assert usual / 1.45 <= each <= usual * 1.45


def test_a_party_of_one_in_a_hundred_has_places_whose_head_need_not_be_a_member():
    country = load_regime("law").but({"tree": "auto", "people": 20_000})
    assert country.society.tree == (8, 13, 13) and not country.society.shares.open_chairs
    assert country.but({"people": 2000}).society.tree == load_regime("law").society.tree
    rare = dataclasses.replace(country.society, shares=dataclasses.replace(country.society.shares, members=0.01))
    assert rare.grown(100_000).tree == (8, 8, 8) and rare.grown(100_000).shares.open_chairs


@pytest.mark.parametrize(("society", "said"), [('tree = "oak"', "society.tree"),
                                               ('tree = "auto"\nsizes = [1000, 1000]', "society.sizes")])
def test_a_tree_that_cannot_be_is_refused_in_one_line(tmp_path, society, said):
    path = tmp_path / "odd.toml"
    path.write_text(f'title = "t"\nasks = "a"\nbased_on = "law"\n[society]\n{society}\n')
    with pytest.raises(UserError, match=said):
        load_regime(path)
