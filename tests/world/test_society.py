"""A society at initialisation: exact shares, one secretary per unit, traits from quantiles, levers without effect."""

from __future__ import annotations

import dataclasses
import inspect

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import unanimity
from small_regimes import only_the_hall
from unanimity.engine.batch import make_batch
from unanimity.world.codes import CITIZEN, LEADER, MEMBER, OFFICIAL, POLICE, PROVINCE_SECRETARY
from unanimity.world.society import Shares, Traits, bear
from unanimity.world.ties import Mesh
from unanimity.world.traits import Distribution, _Beta, correlation_root, quantiles
from unanimity.world.tree import grow

USUAL = {"courage": Distribution("beta", (2, 4)), "ambition": Distribution("beta", (2, 3)),
         "competence": Distribution("beta", (3, 3)), "conviction": Distribution("beta", (2, 4)),
         "standing": Distribution("beta", (1.5, 8)), "wary": Distribution("beta", (2, 2)),
         "stance": Distribution("normal", (0.3, 0.5))}
seeds = st.integers(0, 2**64 - 1)


def society(seed=1, people=2000, fans=(8, 4, 4), shares=None, **more):
    everywhere = {**USUAL, **more.pop("traits", {})}
    return bear(seed, grow(fans, people), Traits(everywhere, **more), shares or Shares(), Mesh(), 2)


@settings(max_examples=20)
@given(seeds, st.floats(0, 0.5), st.floats(0, 0.3), st.integers(40, 400))
def test_estates_are_in_exact_numbers_rounded_half_up_at_least_one(seed, members, police, people):
    born = society(seed, people, (2, 2), Shares(members, police, 1))
    estate = born.columns["estate"].copy()
    office = born.columns["office"]
    expected = {POLICE: police, MEMBER: members}
    for kind, share in expected.items():
        wanted = max(1, int(share * people + 0.5)) if share > 0 else 0
        assert wanted - (office > 0).sum() <= (estate == kind).sum() <= wanted  # holders of office became officials
    assert (estate[office > 0] == OFFICIAL).all() and (office[estate == OFFICIAL] > 0).all()


def test_of_2000_people_40_are_police_and_440_members_before_offices_are_given():
    from unanimity.world.society import _estates
    estate = _estates(1, 2000, Shares(), np.ones(2000))
    assert [(estate == kind).sum() for kind in (CITIZEN, MEMBER, OFFICIAL, POLICE)] == [1520, 440, 0, 40]


@settings(max_examples=15)
@given(seeds, st.sampled_from([((8, 4, 4), 2000), ((2, 2), 60), ((3,), 40), ((2, 2, 2, 2), 400)]))
def test_every_unit_has_one_secretary_of_its_own_people_and_nobody_holds_two_offices(seed, shape):
    tree = grow(*shape)
    born = bear(seed, tree, Traits(USUAL), Shares(), Mesh(), 2)
    heads = born.secretary
    assert (heads >= 0).all()
    assert len(set(heads.tolist())) == tree.units
    for unit in range(tree.units):
        a, b = tree.person_range(unit)
        assert a <= heads[unit] < b
    assert set(born.centre.tolist()) & set(heads.tolist()) == {heads[-1]}
    holders = {*heads.tolist(), *born.centre.tolist()}
    assert set(np.flatnonzero(born.columns["office"]).tolist()) == holders
    assert (born.columns["office"] == LEADER).sum() == 1
    assert len(set(born.centre.tolist())) == 11


@settings(max_examples=10)
@given(seeds)
def test_the_first_members_had_a_cause_and_villagers_are_rare_among_them_where_the_country_says_so(seed):
    tree = grow((8, 4, 4), 4000)
    village = np.arange(tree.cells) % 2 == 0
    born = bear(seed, tree, Traits(USUAL), Shares(0.1, 0.0, 11, 0.1), Mesh(), 2, village)
    member = born.columns["estate"] == MEMBER
    cause = born.columns["conviction"] * np.maximum(born.columns["stance"][1], 0)
    assert cause[member].mean() > 1.3 * cause.mean()
    at_home = np.repeat(village, np.diff(tree.cell_start))
    assert (member & at_home).sum() < 0.35 * (member & ~at_home).sum()


@settings(max_examples=10)
@given(seeds)
def test_the_best_in_view_by_competence_conviction_and_membership_hold_office(seed):
    tree = grow((4, 2, 2), 640)
    born = bear(seed, tree, Traits(USUAL), Shares(), Mesh(), 2)
    score = 0.5 * born.columns["competence"] + 0.5 * born.columns["conviction"]
    member = (born.columns["estate"] == MEMBER) | (born.columns["office"] > 0)
    assert score[born.centre].mean() > score[member].mean() + 0.05
    for cell in range(tree.cells):  # cells of forty with nine members: all of them are in view
        a, b = tree.person_range(cell)
        plain = np.flatnonzero(born.columns["estate"][a:b] == MEMBER) + a
        assert score[born.secretary[cell]] >= score[plain].max()


def test_the_patron_is_the_secretary_above_and_province_and_centre_are_their_own():
    tree = grow((8, 4, 4), 2000)
    born = society()
    patron = born.columns["patron"]
    for unit in range(tree.units - 1):
        head = born.secretary[unit]
        own = tree.level[unit] == tree.depth - 1
        assert patron[head] == (head if own else born.secretary[tree.parent[unit]])
    assert (patron[born.centre] == born.centre).all()
    assert (patron[born.columns["office"] == 0] == -1).all()
    assert (born.columns["office"] == PROVINCE_SECRETARY).sum() == 8


def test_traits_follow_their_distributions():
    born = society(people=40_000)
    for name in ("courage", "ambition", "competence", "conviction", "standing"):
        values, law = born.columns[name], stats.beta(*USUAL[name].numbers)
        assert stats.kstest(values[::7], law.cdf).pvalue > 1e-4
        assert values.min() >= 0 and values.max() <= 1
    for row in born.columns["stance"]:
        inner = np.abs(row) < 1
        assert row.min() >= -1 and row.max() <= 1
        assert row.mean() == pytest.approx(np.clip(np.random.default_rng(1).normal(0.3, 0.5, 10**6), -1, 1).mean(),
                                           abs=0.01)
        assert 0.85 < inner.mean() < 0.95
    assert (born.columns["grievance"] == born.columns["standing"]).all()


def test_traits_are_independent_unless_a_correlation_is_declared():
    born = society(people=20_000)
    names = ("courage", "ambition", "competence", "conviction", "standing")
    table = stats.spearmanr(np.stack([*(born.columns[n] for n in names), *born.columns["stance"]], axis=1)).statistic
    assert np.abs(table - np.eye(len(table))).max() < 0.03


@pytest.mark.parametrize("rank", [-0.6, 0.3, 0.8])
def test_a_declared_rank_correlation_holds_and_leaves_the_distributions_alone(rank):
    born = society(people=20_000, correlations={("courage", "conviction"): rank})
    plain = society(people=20_000)
    found = stats.spearmanr(born.columns["courage"], born.columns["conviction"]).statistic
    assert found == pytest.approx(rank, abs=0.03)
    assert abs(stats.spearmanr(born.columns["courage"], born.columns["ambition"]).statistic) < 0.03
    for name in ("courage", "conviction"):
        assert stats.ks_2samp(born.columns[name], plain.columns[name]).pvalue > 1e-4


def test_correlations_that_cannot_all_hold_are_refused():
    names = ("courage", "ambition", "competence")
    impossible = {("courage", "ambition"): 0.9, ("ambition", "competence"): 0.9, ("courage", "competence"): -0.9}
    with pytest.raises(unanimity.UserError, match="cannot all hold at once"):
        correlation_root(impossible, names)


def test_when_a_distribution_changes_everybody_keeps_his_quantile():
    bold = society(traits={"courage": Distribution("beta", (5, 2))})
    usual = society()
    assert (np.argsort(bold.columns["courage"], kind="stable")
            == np.argsort(usual.columns["courage"], kind="stable")).mean() > 0.99
    assert bold.columns["courage"].mean() > usual.columns["courage"].mean() + 0.2
    for name in ("ambition", "conviction", "competence", "stance"):
        assert (bold.columns[name] == usual.columns[name]).all()
    assert (bold.ties.neighbour == usual.ties.neighbour).all()


def test_a_provinces_own_distribution_touches_nobody_elsewhere():
    mixed = society(by_province={2: {"courage": Distribution("fixed", (0.9,))}})
    usual = society()
    a, b = grow((8, 4, 4), 2000).person_range(int(grow((8, 4, 4), 2000).provinces[1]))
    elsewhere = np.r_[0:a, b:2000]
    assert (mixed.columns["courage"][a:b] == np.float32(0.9)).all()
    assert (mixed.columns["courage"][elsewhere] == usual.columns["courage"][elsewhere]).all()


def test_a_new_trait_changes_no_other_since_each_has_a_stream_of_its_own():
    few = quantiles(4, 100, ("courage", "standing"), None)
    many = quantiles(4, 100, ("courage", "ambition", "competence", "standing"), None)
    assert all((few[name] == many[name]).all() for name in few)


def test_a_bigger_society_holds_the_same_first_people():
    small, large = society(people=2000, fans=(8, 4, 4)), society(people=4000, fans=(8, 4, 4))
    assert (small.columns["courage"] == large.columns["courage"][:2000]).all()


def test_no_lever_can_reach_the_birth_of_a_society():
    assert "levers" not in " ".join(inspect.signature(bear).parameters)
    base = only_the_hall("law", {"people": 256})
    changed = dataclasses.replace(base, levers=only_the_hall("terror").levers)
    assert changed.fingerprint != base.fingerprint
    one, two = make_batch([base], [5]), make_batch([changed], [5])
    for name, column in one.plan.columns.items():
        if column.table == "person" or column.table == "tie":
            assert (one.column(name) == two.column(name)).all(), name


def test_two_worlds_of_one_seed_hold_the_same_people_and_two_seeds_do_not():
    batch = make_batch([only_the_hall("law", {"people": 256})] * 3, [5, 5, 6])
    assert (batch.column("courage", 0) == batch.column("courage", 1)).all()
    assert (batch.column("courage", 0) != batch.column("courage", 2)).mean() > 0.99


@pytest.mark.parametrize("a, b", [(2.0, 5.0), (0.5, 8.0), (1.0, 1.0)])
def test_few_quantiles_are_those_of_the_whole_table(a, b):
    edges = [0.0, 1.0, 0.5, 1 / 65_536, 1 - 1 / 65_536, 1 - 2.0**-53, 2.0**-60]
    shares = np.concatenate([np.random.default_rng(1).random(3000), edges])
    few, whole = _Beta(a, b), _Beta(a, b)
    whole.at(np.zeros(65_536))
    assert whole.table is not None
    assert (few.at(shares) == whole.at(shares)).all() and few.table is None
