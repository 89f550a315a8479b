"""Numbers are written in one way: by their unit, with intervals, never with more digits than are known."""

from __future__ import annotations

import doctest
import math

import pytest

from unanimity.support import number_format as numbers
from unanimity.support.number_format import (
    DASH,
    HARD,
    POSITION,
    RATE,
    SCORE,
    UNKNOWN,
    difference,
    difference_ranged,
    interval,
    number,
    percent,
    ranged,
    rate,
    unit_title,
)

NOT_KNOWN = float("nan")


def test_the_examples_of_the_module_hold():
    assert doctest.testmod(numbers).failed == 0


@pytest.mark.parametrize(("value", "unit", "written"), [
    (0.42, "share", f"42{HARD}%"), (0.42, "share of members", f"42{HARD}%"), (0.0, "share", f"0{HARD}%"),
    (0.004, "share", f"0.4{HARD}%"), (1.0, "share", f"100{HARD}%"), (1.3, "share of need", f"130{HARD}%"),
    (-0.2, "share", f"\u221220{HARD}%"),
    (0.345, SCORE, "0.34"), (-0.001, SCORE, "0.00"), (-0.5, POSITION, "\u22120.50"),
    (0.3, POSITION, "+0.30"), (12.34, RATE, "12"), (0.04, RATE, "<0.1"), (1234.5, "people", "1,234"),
    (3.14159, "months", "3.14"), (NOT_KNOWN, "share", UNKNOWN), (NOT_KNOWN, "people", UNKNOWN),
])
def test_a_number_is_written_as_its_unit_wants(value, unit, written):
    assert number(value, unit) == written


def test_intervals_and_differences_keep_the_unit():
    assert ranged(NOT_KNOWN, 0.0, 1.0, "share") == DASH
    assert ranged(0.4, NOT_KNOWN, NOT_KNOWN, "share") == f"40{HARD}%"
    assert interval(0.001, 0.02, "share") == "0.1 to 2"
    assert interval(1.25, 20.0, RATE) == "1.2 to 20"
    assert difference(0.05, "share") == "+5.0" and difference(0.05, SCORE) == "+0.05"
    assert difference(0.002, SCORE) == "+0.002" and difference(-12.0, "people") == "\u221212"
    assert difference(0.0, "people") == "0" == difference(0.0, "share")
    assert difference_ranged(-3.0, -4.0, -2.0, "people") == "\u22123 (\u22124 to \u22122)"
    assert difference_ranged(NOT_KNOWN, 0, 1, "share") == UNKNOWN


def test_an_axis_says_its_unit():
    assert unit_title("fear", SCORE) == "fear (score, 0 to 1)"
    assert unit_title("assent", "share of attendants") == "assent (% of attendants)"
    assert unit_title("arrests", RATE) == "arrests (per 1,000 a year)"


@pytest.mark.parametrize("write", [percent, rate, numbers.plain, numbers.score, numbers.points, numbers.position])
def test_what_is_not_a_number_is_unknown(write):
    assert write(math.nan) == UNKNOWN == write(math.inf)
