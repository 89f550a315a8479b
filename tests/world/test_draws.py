"""Keyed random numbers: the published vectors of Philox4x32-10, their distribution and their independence."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit
from scipy.special import ndtri

from unanimity.engine.plan import streams_of
from unanimity.mechanisms import CATALOGUE
from unanimity.world import draws, ties, traits
from unanimity.world.draws import (
    block,
    chance,
    event,
    exponential,
    fast_block,
    fast_uniform,
    logarithm,
    normal_from,
    normals,
    philox,
    uniform,
    uniforms,
    word,
)
from unanimity.world.formula import compile_formula

# counter, key, output: the known-answer file of Random123 (Salmon et al. 2011)
KNOWN = [
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((0xFFFFFFFF,) * 4, (0xFFFFFFFF,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    ((0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344), (0xA4093822, 0x299F31D0),
     (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1)),
]
seeds = st.integers(0, 2**64 - 1)


def twin(formula):
    """The compiled twin of a formula, as the engine makes it."""
    return compile_formula(formula, lambda f: njit(error_model="numpy")(f), {})


@pytest.mark.parametrize(("counter", "key", "words"), KNOWN)
def test_philox_gives_the_published_words(counter, key, words):
    numbers = [np.uint64(x) for x in (*counter, *key)]
    assert tuple(int(x) for x in philox(*numbers)) == words
    assert tuple(int(x) for x in twin(philox)(*numbers)) == words


def test_the_key_is_the_seed_and_the_counter_is_person_month_and_stream():
    seed = (0x299F31D0 << 32) | 0xA4093822
    words = philox(*(np.uint64(x) for x in (5, 17, 3, 0, 0xA4093822, 0x299F31D0)))
    assert block(np.uint64(seed), 3, 5, 17) == words
    assert [word(words, person) for person in (20, 21, 22, 23)] == list(words)


@given(seeds, st.integers(0, 10**6), st.integers(0, 2**31), st.integers(0, 6000))
def test_plain_and_compiled_draws_are_the_same_bits(seed, stream, person, month):
    key = np.uint64(seed)
    assert uniform(key, stream, person, month) == fast_uniform(key, stream, person, month)
    assert tuple(map(int, block(key, stream, person >> 2, month))) == tuple(
        map(int, fast_block(key, stream, person >> 2, month)))


@pytest.mark.parametrize("month", [-1, -24])
def test_plain_and_compiled_draws_are_the_same_bits_in_burn_in_too(month):
    key = np.uint64(12345)
    assert uniform(key, 3, 9, month) == fast_uniform(key, 3, 9, month)


def test_uniforms_have_the_mean_and_spread_of_a_uniform_and_neighbours_are_not_correlated():
    many = uniforms(7, 100, 1_000_000)
    assert abs(many.mean() - 0.5) < 0.001
    assert abs(many.std() - math.sqrt(1 / 12)) < 0.001
    assert 0.0 < many.min() < 1e-5 and 1 - 1e-5 < many.max() < 1.0
    for lag in (1, 2, 3, 4, 64):
        assert abs(np.corrcoef(many[:-lag], many[lag:])[0, 1]) < 0.004
    assert abs(np.histogram(many, 64, (0, 1))[0] / 15_625 - 1).max() < 0.05


def test_other_months_streams_and_seeds_are_other_luck():
    base = uniforms(7, 100, 100_000)
    for other in (uniforms(7, 100, 100_000, month=1), uniforms(7, 101, 100_000), uniforms(8, 100, 100_000),
                  uniforms(7 + 2**32, 100, 100_000), uniforms(7, 100, 100_000, month=-1)):
        assert abs(np.corrcoef(base, other)[0, 1]) < 0.01
        assert (base == other).sum() < 5


def test_a_draw_depends_on_its_key_alone_not_on_order_or_on_who_else_draws():
    whole = uniforms(3, 50, 1000, month=9)
    assert (uniforms(3, 50, 13, month=9, first=487) == whole[487:500]).all()
    backwards = [fast_uniform(np.uint64(3), 50, person, 9) for person in reversed(range(1000))]
    assert backwards[::-1] == whole.tolist()


def test_streams_are_constants_of_which_no_two_are_the_same():
    fixed = [*traits.STREAMS.values(), traits.STREAM_ESTATE, ties.STREAM_LOCAL, ties.STREAM_DISTRICT, ties.STREAM_LONG,
             ties.STREAM_KIND, ties.STREAM_WEIGHT]
    of_rules = [number for m in CATALOGUE for r in (*m.rules, *(r for r in m.when_off if r not in m.rules)) if r.stream
                for number in streams_of(r)]
    assert len({*fixed, *of_rules}) == len(fixed) + len(of_rules)


@given(st.floats(1e-9, 1 - 1e-9))
def test_normal_from_is_the_normal_quantile(share):
    assert normal_from(share) == pytest.approx(ndtri(share), abs=1e-8)


def test_normals_share_their_keys_with_uniforms_and_have_mean_0_and_spread_1():
    found = normals(5, 60, 200_000)
    assert (found == ndtri(uniforms(5, 60, 200_000))).all()
    assert abs(found.mean()) < 0.01 and abs(found.std() - 1) < 0.01


@given(st.floats(-40, 40))
def test_exponential_is_that_of_the_library(x):
    assert exponential(x) == pytest.approx(math.exp(x), rel=1e-14)


@given(st.floats(-700, 700))
def test_exponential_holds_twelve_digits_over_its_whole_range(x):
    assert exponential(x) == pytest.approx(math.exp(x), rel=3e-13)


def test_exponential_at_its_ends():
    assert exponential(0.0) == 1.0
    assert exponential(-1e6) == exponential(-math.inf) == 0.0
    assert exponential(1e6) > 1e304 and math.isfinite(exponential(1e6))


@given(st.floats(1e-300, 1e300))
def test_logarithm_is_that_of_the_library(x):
    assert logarithm(x) == pytest.approx(math.log(x), rel=1e-14, abs=1e-16)


@given(st.floats(0.5, 2.0))
def test_logarithm_is_exact_near_one(x):
    assert logarithm(x) == pytest.approx(math.log(x), rel=1e-14, abs=1e-17)


@given(st.floats(-700, 700), st.floats(1e-300, 1e300), st.floats(0, 1, exclude_min=True, exclude_max=True))
def test_plain_and_compiled_formulas_give_the_same_bits(x, y, luck):
    assert FAST["exponential"](x) == exponential(x)
    assert FAST["logarithm"](y) == logarithm(y)
    assert FAST["normal_from"](luck) == normal_from(luck)
    assert FAST["event"](abs(x), luck) == event(abs(x), luck)


FAST = {f.__name__: twin(f) for f in (exponential, logarithm, normal_from, event)}
luck = st.integers(0, 2**32 - 1).map(lambda bits: draws.as_uniform(np.uint64(bits)))


@given(luck)
def test_an_event_without_hazard_never_happens_and_one_of_infinite_hazard_always(luck):
    assert not event(0.0, luck)
    assert event(math.inf, luck)


@given(st.floats(0, 20), luck)
def test_an_event_happens_when_luck_is_below_one_minus_e_to_the_minus_h(hazard, luck):
    if abs(luck - -math.expm1(-hazard)) > 1e-12:
        assert event(hazard, luck) == (luck < -math.expm1(-hazard))
    assert chance(hazard) == pytest.approx(-math.expm1(-hazard), abs=1e-15)


@given(st.floats(0, 20), st.floats(0, 20), luck)
def test_a_higher_hazard_never_spares_whom_a_lower_one_hits(a, b, luck):
    low, high = sorted((a, b))
    assert event(high, luck) or not event(low, luck)


def test_events_happen_as_often_as_their_hazard_says():
    lucks = uniforms(11, 70, 100_000)
    assert np.mean([event(0.3, x) for x in lucks]) == pytest.approx(1 - math.exp(-0.3), abs=0.005)


def test_uniforms_of_many_are_those_of_each():
    for first, count in ((0, 13), (3, 9), (5, 2), (8, 4), (2, 0)):
        together = draws.uniforms(77, 5, count, 9, first)
        assert together.tolist() == draws.uniforms_of(77, 5, np.arange(first, first + count), 9).tolist()
