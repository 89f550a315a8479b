"""Keyed random draws: every random number is a pure function of (seed, stream, person, month).

The generator is Philox4x32-10 (Salmon, Moraes, Dror and Shaw 2011, "Parallel random numbers: as easy as 1, 2, 3",
SC'11), a published counter-based generator. The key is the world's 64-bit seed; the counter is

    (person // 4, month, stream, 0)

and a person uses word `person % 4` of the four words of output. A draw therefore depends on nothing else: not on
threads, order, other mechanisms, or the world's position in a batch; and four neighbours share one call. Two arms of a
comparison share their random numbers ("luck") person by person and month by month.

exp and log are computed here from + - * / alone, so that all machines round them alike.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import njit
from scipy.special import ndtri

from unanimity.compiler import for_plain_types, kept
from unanimity.world.formula import compile_formula, formula

_LOW = np.uint64(0xFFFFFFFF)
_SHIFT = np.uint64(32)
_M0, _M1 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_W0, _W1 = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)
_TWO_M32 = 2.0**-32
_LN2 = 0.6931471805599453
_F2, _F3, _F4, _F5, _F6, _F7, _F8, _F9, _F10, _F11, _F12 = (1.0 / math.factorial(k) for k in range(2, 13))


@formula
def philox(c0, c1, c2, c3, k0, k1):
    """Philox4x32-10: four 32-bit words (in uint64) from a counter of four words and a key of two."""
    for _ in range(10):
        p0 = _M0 * c0
        p1 = _M1 * c2
        c0 = (p1 >> _SHIFT) ^ c1 ^ k0
        c2 = (p0 >> _SHIFT) ^ c3 ^ k1
        c1 = p1 & _LOW
        c3 = p0 & _LOW
        k0 = (k0 + _W0) & _LOW
        k1 = (k1 + _W1) & _LOW
    return c0, c1, c2, c3


@formula
def block(seed, stream, quad, month):
    """The four words that persons 4*quad .. 4*quad+3 share in a month on a stream."""
    zero = np.uint64(0)
    when = np.uint64(month & 0xFFFFFFFF)  # burn-in months are negative
    return philox(np.uint64(quad), when, np.uint64(stream), zero, seed & _LOW, seed >> _SHIFT)


@formula
def word(words, person):
    """A person's word of a block of four."""
    first = words[0] if person & 2 == 0 else words[2]
    second = words[1] if person & 2 == 0 else words[3]
    return first if person & 1 == 0 else second


@formula
def as_uniform(bits):
    """A 32-bit word as a number strictly between 0 and 1."""
    return (np.float64(np.int64(bits)) + 0.5) * _TWO_M32  # signed integers convert to floats faster


@formula
def uniform(seed, stream, person, month):
    """The draw of one person in one month on one stream, uniform on (0, 1)."""
    return as_uniform(word(block(seed, stream, person >> 2, month), person))


@formula
def lay_words(words, base, first, last, seed, stream, month):
    """Write the words of persons first .. last-1 of a world: full blocks of four side by side, which the compiler
    vectorises (a seventh of the cost), then the incomplete ones at both ends."""
    head = min(last, (first + 3) // 4 * 4)
    tail = max(head, last // 4 * 4)
    for quad in range(np.uint64(head >> 2), np.uint64(tail >> 2)):
        at = np.uint64(base) + np.uint64(4) * quad
        one, two, three, four = block(seed, stream, quad, month)
        words[at] = one
        words[at + np.uint64(1)] = two
        words[at + np.uint64(2)] = three
        words[at + np.uint64(3)] = four
    for k in range(first, head):
        words[base + k] = word(block(seed, stream, k >> 2, month), k)
    for k in range(tail, last):
        words[base + k] = word(block(seed, stream, k >> 2, month), k)


@formula
def exponential(x):
    """e^x from + - * / alone: argument reduction to |r| <= ln2/2, a Taylor polynomial of degree 12, squaring."""
    if x < -700.0:
        return 0.0
    if x > 700.0:
        return 1.0142320547350045e304
    k = math.floor(x / _LN2 + 0.5)
    r = x - k * _LN2
    total = 1.0 + r * (1.0 + r * (_F2 + r * (_F3 + r * (_F4 + r * (_F5 + r * (_F6 + r * (
        _F7 + r * (_F8 + r * (_F9 + r * (_F10 + r * (_F11 + r * _F12)))))))))))
    scale = 1.0
    step = 2.0 if k >= 0 else 0.5
    n = int(k if k >= 0 else -k)
    while n > 0:
        if n & 1:
            scale *= step
        step *= step
        n >>= 1
    return total * scale


@formula
def logarithm(x):
    """ln x for x > 0 from + - * / alone: mantissa scaled to 0.71..1.42, then the series of artanh."""
    power = 0.0
    while x > 1.4142135623730951:
        x *= 0.5
        power += 1.0
    while x < 0.7071067811865476:
        x *= 2.0
        power -= 1.0
    s = (x - 1.0) / (x + 1.0)
    square = s * s
    total = 0.0
    for i in range(23, 0, -2):
        total = total * square + 1.0 / i
    return 2.0 * s * total + power * _LN2


@formula
def chance(hazard):
    """The probability 1 - e^-h that an event with hazard h happens within the month."""
    return 1.0 - exponential(-hazard)


@formula
def event(hazard, luck):
    """`event(h)` of the cards: true if the draw is below 1 - e^-h."""
    return luck < hazard and luck < chance(hazard)  # 1 - e^-h <= h, so the first test spares most people the second


@formula
def normal_from(luck):
    """The standard normal quantile of a uniform (Acklam's rational approximation, error below 1.2e-9)."""
    if luck < 0.02425 or luck > 0.97575:
        tail = luck if luck < 0.5 else 1.0 - luck
        q = math.sqrt(-2.0 * logarithm(tail))
        top = ((((-7.784894002430293e-3 * q - 0.3223964580411365) * q - 2.400758277161838) * q
                - 2.549732539343734) * q + 4.374664141464968) * q + 2.938163982698783
        low = (((7.784695709041462e-3 * q + 0.3224671290700398) * q + 2.445134137142996) * q
               + 3.754408661907416) * q + 1.0
        return top / low if luck < 0.5 else -top / low
    q = luck - 0.5
    r = q * q
    top = (((((-39.69683028665376 * r + 220.9460984245205) * r - 275.9285104469687) * r
             + 138.3577518672690) * r - 30.66479806614716) * r + 2.506628277459239) * q
    low = ((((-54.47609879822406 * r + 161.5858368580409) * r - 155.6989798598866) * r
            + 66.80131188771972) * r - 13.28068155288572) * r + 1.0
    return top / low


def _njit(function: Any) -> Any:
    return for_plain_types(njit(nogil=True, error_model="numpy")(function))


_compiled: dict[Any, Any] = {}
fast_block = compile_formula(block, _njit, _compiled)
fast_uniform = compile_formula(uniform, _njit, _compiled)
_words = compile_formula(lay_words, _njit, _compiled)
_as_uniform = compile_formula(as_uniform, _njit, _compiled)


@kept
def _fill(out, seed, stream, month, first):
    words = np.empty(out.size, np.uint32)
    _words(words, -first, first, first + out.size, seed, stream, month)
    for i in range(out.size):
        out[i] = _as_uniform(words[i])


def uniforms(seed: int, stream: int, count: int, month: int = 0, first: int = 0) -> np.ndarray:
    """The draws of persons first .. first+count-1 as an array (for initialisation and analysis, not for the month)."""
    out = np.empty(count)
    _fill(out, np.uint64(seed), stream, month, first)
    return out


@kept
def _fill_of(out, seed, stream, persons, month):
    for i in range(out.size):
        out[i] = fast_uniform(seed, stream, persons[i], month)


def uniforms_of(seed: int, stream: int, persons: np.ndarray, month: int = 0) -> np.ndarray:
    """The draws of selected persons: the same numbers as from `uniforms`."""
    out = np.empty(len(persons))
    _fill_of(out, np.uint64(seed), stream, np.asarray(persons, np.int64), month)
    return out


def normals(seed: int, stream: int, count: int, month: int = 0) -> np.ndarray:
    """Standard normal numbers with the same keys as `uniforms`."""
    return np.asarray(ndtri(uniforms(seed, stream, count, month)))
