"""Ties: symmetric, mostly local, clustered, the same for the same seed, and made within seconds."""

from __future__ import annotations

import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_matrix

from unanimity.world.codes import FRIEND, KIN, WORK
from unanimity.world.ties import Mesh, lay
from unanimity.world.tree import grow

shapes = st.sampled_from([((8, 4, 4), 2000), ((2, 8, 8), 2000), ((3,), 90), ((2, 2), 7), ((4, 3, 2), 1000),
                          ((1, 1, 1), 200), ((1,), 1), ((2, 2, 2, 2), 640), ((8, 4, 4), 128)])


def matrix(ties, values=None):
    """The ties as a sparse matrix of ones, or of those values."""
    n = len(ties.start) - 1
    data = np.ones(ties.neighbour.size) if values is None else values.astype(float)
    return csr_matrix((data, ties.neighbour.astype(np.int64), ties.start.astype(np.int64)), shape=(n, n))


def ends(ties):
    return np.repeat(np.arange(len(ties.start) - 1), np.diff(ties.start)), ties.neighbour.astype(np.int64)


@pytest.fixture(scope="module")
def usual():
    tree = grow((8, 4, 4), 2000)
    return tree, lay(1, tree, Mesh())


@settings(max_examples=40)
@given(st.integers(0, 2**64 - 1), shapes)
def test_ties_are_symmetric_in_neighbour_weight_and_kind_without_self_ties_or_repeats(seed, shape):
    ties = lay(seed, grow(*shape), Mesh())
    person, other = ends(ties)
    assert (person != other).all()
    assert len(set(zip(person.tolist(), other.tolist(), strict=True))) == person.size
    assert other.size == 0 or other.max() < shape[1]
    for values in (None, ties.weight, ties.kind + 1):
        m = matrix(ties, values)
        assert (m != m.T).nnz == 0


@settings(max_examples=15)
@given(st.integers(0, 1000), shapes)
def test_rows_are_sorted_so_that_the_same_seed_gives_the_same_bytes(seed, shape):
    tree = grow(*shape)
    one, two = lay(seed, tree, Mesh()), lay(seed, tree, Mesh())
    assert all((a == b).all() for a, b in zip(one, two, strict=True))
    for i in range(tree.people):
        row = one.neighbour[one.start[i]:one.start[i + 1]].astype(np.int64)
        assert (np.diff(row) > 0).all()


def test_another_seed_gives_other_ties(usual):
    tree, ties = usual
    other = lay(2, tree, Mesh())
    same = matrix(ties).multiply(matrix(other)).nnz
    assert same < 0.8 * ties.neighbour.size


def test_people_have_about_fourteen_ties(usual):
    _, ties = usual
    degree = np.diff(ties.start)
    assert abs(degree.mean() - 14) < 0.7
    assert degree.min() >= 3 and degree.max() <= 40


@pytest.mark.parametrize("wanted", [8.0, 14.0, 16.0])
def test_the_number_of_ties_follows_what_is_asked(wanted):
    tree = grow((4, 4, 4), 6400)
    assert np.diff(lay(3, tree, Mesh(degree=wanted)).start).mean() == pytest.approx(wanted, rel=0.08)


def test_who_asks_for_no_ties_gets_none():
    assert lay(3, grow((4, 4), 640), Mesh(degree=0.0)).neighbour.size == 0


def test_65_percent_are_in_the_cell_23_in_the_district_12_anywhere(usual):
    tree = grow((8, 4, 4), 12_800)
    ties = lay(1, tree, Mesh())
    person, other = ends(ties)
    cell = np.repeat(np.arange(tree.cells), np.diff(tree.cell_start))
    district = tree.parent[cell]
    in_cell = cell[person] == cell[other]
    in_district = (district[person] == district[other]) & ~in_cell
    assert in_cell.mean() == pytest.approx(0.65, abs=0.04)
    assert in_district.mean() == pytest.approx(0.23, abs=0.03)
    assert (~in_cell & ~in_district).mean() == pytest.approx(0.12, abs=0.03)


def test_30_percent_of_the_ties_in_the_cell_are_kin_40_friends_30_work_and_outside_half_and_half():
    tree = grow((8, 4, 4), 12_800)
    ties = lay(4, tree, Mesh())
    person, other = ends(ties)
    cell = np.repeat(np.arange(tree.cells), np.diff(tree.cell_start))
    inside = cell[person] == cell[other]
    for kind, here, away in ((KIN, 0.3, 0.0), (FRIEND, 0.4, 0.5), (WORK, 0.3, 0.5)):
        assert (ties.kind[inside] == kind).mean() == pytest.approx(here, abs=0.03)
        assert (ties.kind[~inside] == kind).mean() == pytest.approx(away, abs=0.02)


def test_weights_are_uniform_within_the_span_of_their_kind(usual):
    _, ties = usual
    for kind, low, high in ((KIN, 0.6, 1.0), (FRIEND, 0.3, 0.9), (WORK, 0.1, 0.6)):
        weight = ties.weight[ties.kind == kind] / 65535
        assert low - 1e-5 <= weight.min() and weight.max() <= high + 1e-5
        assert weight.mean() == pytest.approx((low + high) / 2, abs=0.02)


def test_kin_are_households_of_at_most_four_in_which_everybody_is_tied_to_everybody(usual):
    _, ties = usual
    kin = (matrix(ties, ties.kind == KIN) > 0).astype(int).tolil()
    kin.setdiag(1)
    closed = kin.tocsr()
    assert ((closed @ closed > 0) != (closed > 0)).nnz == 0  # kin of kin are kin
    sizes = np.asarray(closed.sum(axis=1)).ravel()
    assert set(sizes.tolist()) <= {1, 2, 3, 4}
    assert (sizes >= 3).mean() > 0.8


def clustering(ties):
    """Share of pairs of one's ties who are tied themselves (transitivity)."""
    m = matrix(ties)
    degree = np.asarray(m.sum(axis=1)).ravel()
    return (m @ m).multiply(m).sum() / (degree * (degree - 1)).sum()


@pytest.mark.parametrize("people", [2000, 40_000])
def test_acquaintances_know_each_other_far_more_than_in_a_random_graph(people):
    ties = lay(1, grow((8, 4, 4), people), Mesh())
    by_chance = ties.neighbour.size / people / people
    assert clustering(ties) > 0.12
    assert clustering(ties) > 10 * by_chance


def test_nearly_everybody_hangs_together(usual):
    from scipy.sparse.csgraph import connected_components
    _, ties = usual
    _, label = connected_components(matrix(ties))
    assert np.bincount(label).max() > 0.99 * len(label)


def test_a_hundred_thousand_people_are_tied_within_seconds():
    tree = grow((10, 10, 25), 100_000)
    lay(0, grow((2, 2), 40), Mesh())  # compile
    begun = time.perf_counter()
    ties = lay(1, tree, Mesh(degree=16.0))
    assert time.perf_counter() - begun < 5.0
    assert ties.neighbour.size / 100_000 == pytest.approx(16, rel=0.08)


def test_the_time_grows_no_faster_than_the_people():
    def seconds(people):
        tree = grow((10, 10), people)
        best = np.inf
        for _ in range(3):
            begun = time.perf_counter()
            lay(1, tree, Mesh())
            best = min(best, time.perf_counter() - begun)
        return best
    seconds(1000)
    assert seconds(160_000) < 12 * seconds(40_000)  # four times the people; a square law would be 16
