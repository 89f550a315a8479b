"""Epstein's grid: incremental counts equal fresh ones, and outbursts depend on the arrest rule."""

import numpy as np
import pytest

from unanimity.reference import epstein_groups, epstein_kernel
from unanimity.reference.epstein import MODEL, histories, history, outbursts


def town_after(ticks, seed=3, size=40, legitimacy=0.82, vision=7.0, cops=None):
    town = epstein_kernel.found(seed, size, 0.7, 0.04, vision, vision)
    count = town.site.size - town.term.size
    cops = np.full(ticks, count) if cops is None else cops
    out = np.zeros((ticks, 3), np.int64)
    epstein_kernel.ticks(town, np.uint64(seed), size, np.full(ticks, legitimacy), cops, 0.1, 2.3, epstein_kernel.FLOOR,
                         True, 30.0, 0, out)
    return town, out


def counted_anew(marked, size, vision):
    """How many marked sites each site sees, the slow way."""
    grid, total = marked.reshape(size, size).astype(int), np.zeros((size, size), int)
    for row, column in epstein_kernel.disc(vision)[1]:
        total += np.roll(grid, (-row, -column), axis=(0, 1))
    return total.ravel()


@pytest.mark.parametrize("size, vision", [(40, 7.0), (40, 1.7), (41, 19.0), (20, 9.5)])
def test_what_citizens_see_is_what_a_fresh_count_finds(size, vision):
    town, out = town_after(60, size=size, vision=vision, legitimacy=0.5)
    assert out[:, 0].max() > 0
    citizens = town.term.size
    assert np.array_equal(town.actives_seen, counted_anew(town.active, size, vision))
    assert np.array_equal(town.cops_seen, counted_anew(town.who >= citizens, size, vision))


def test_everybody_stands_on_one_site_or_sits_in_jail():
    town, out = town_after(80)
    citizens = town.term.size
    standing = town.who[town.who >= 0]
    assert np.unique(standing).size == standing.size
    assert standing.size == town.site.size - (town.term > 0).sum()
    assert (town.term > 0).sum() == out[-1, 1]
    for person in standing:
        assert town.who[town.site[person]] == person
    assert (town.who[town.active == 1] < citizens).all()


def test_cops_who_go_home_are_no_longer_seen():
    town, _ = town_after(30, cops=np.linspace(64, 0, 30).astype(int))
    assert town.cops_seen.sum() == 0
    assert (town.who < town.term.size).all()


def test_the_breaking_ratio_is_the_printed_rule_for_every_citizen():
    town, _ = town_after(1)
    for cops in (0, 1, 2, 5):
        for actives in (1, 2, 7):
            ratio = cops // actives
            risk = 1 - np.exp(-2.3 * ratio)
            printed = town.hardship * (1 - 0.82) - town.aversion * risk > 0.1
            assert np.array_equal(ratio < town.breaking, printed)


def test_as_printed_nobody_sees_fifty_rise_and_with_the_floor_everybody_does():
    literal = history(MODEL.settings(ratio="literal", ticks=2000), 1)[:, 0]
    floor = history(MODEL.settings(ratio="floor", ticks=2000), 1)[:, 0]
    assert 0 < literal.max() < 50
    assert floor.max() > 150
    assert len(outbursts(floor)[1]) > 50


def test_longer_jail_terms_lengthen_the_calm():
    waits = [
        np.mean(outbursts(history(MODEL.settings(jail_max=jail, ticks=2500), 1)[:, 0])[0]) for jail in (15, 30, 60)
    ]
    assert waits[0] < waits[1] < waits[2]


def test_outbursts_are_counted_by_hand():
    actives = np.array([0, 60, 70, 40, 10, 10, 51, 50, 49, 0])
    assert outbursts(actives) == ([3], [130, 101])


def test_histories_are_the_same_on_one_and_on_two_threads():
    p = MODEL.settings(ticks=200)
    alone, together = histories(p, range(4), threads=1), histories(p, range(4), threads=2)
    assert all(np.array_equal(a, b) for a, b in zip(alone, together, strict=True))
    assert not np.array_equal(alone[0], alone[1])


def test_a_run_cut_in_two_is_the_same_run():
    whole, _ = town_after(40)
    town = epstein_kernel.found(3, 40, 0.7, 0.04, 7.0, 7.0)
    for start in (0, 20):
        epstein_kernel.ticks(town, np.uint64(3), 40, np.full(20, 0.82), np.full(20, 64), 0.1, 2.3, epstein_kernel.FLOOR,
                             True, 30.0, start, np.zeros((20, 3), np.int64))
    assert np.array_equal(whole.site, town.site) and np.array_equal(whole.term, town.term)


def test_with_high_legitimacy_no_group_ever_kills():
    out = epstein_groups.history(epstein_groups.MODEL.settings("run6", ticks=300), 1)
    assert out[:, 2].sum() == 0 and (out[-1, :2] > 0).all()


def test_with_slightly_less_legitimacy_one_group_is_gone():
    runs = epstein_groups.histories(epstein_groups.MODEL.settings("run7"), range(1, 9))
    assert all((out[-1, :2] == 0).any() for out in runs)
    assert {bool(out[-1, 0] > 0) for out in runs} == {True, False}


def test_cops_delay_genocide():
    means = [np.mean([len(out) for out in epstein_groups.histories(
        epstein_groups.MODEL.settings("run8", cop_density=density), range(1, 9))]) for density in (0.0, 0.04)]
    assert means[1] > 1.5 * means[0]
