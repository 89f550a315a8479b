"""Every [S] direction of every card, run as declared in unanimity.experiments.directions."""

import pytest

from unanimity.experiments.directions import CARDS, DIRECTIONS, measured, verdict_of
from unanimity.experiments.directions.declare import AWAITS, HOLDS


def _case(direction):
    marks = [pytest.mark.slow]
    if direction.finding:
        marks.append(pytest.mark.xfail(strict=True, reason=direction.finding))
    return pytest.param(direction, marks=marks, id=f"{direction.id}-{direction.measure}")


@pytest.mark.parametrize("direction", [_case(direction) for direction in DIRECTIONS])
def test_the_direction_holds(direction):
    found = measured(direction)
    if found.verdict == AWAITS:
        pytest.skip(f"awaits {', '.join(direction.missing)}")
    assert found.verdict == HOLDS, (direction.says, found.mean, found.low, found.high)


def test_every_entry_is_a_system_direction_of_its_card():
    kinds = dict(CARDS.values())
    for direction in DIRECTIONS:
        card, number = map(int, direction.id.split("."))
        assert kinds[card][number - 1] == "S", direction.id


def test_every_system_direction_of_cards_1_to_13_is_declared():
    declared = {direction.id for direction in DIRECTIONS}
    assert not [f"{card}.{k + 1}" for card, kinds in CARDS.values() if card <= 13
                for k, kind in enumerate(kinds) if kind == "S" and f"{card}.{k + 1}" not in declared]


@pytest.mark.parametrize("expect, low, high, verdict", [
    ("does not rise", -0.2, 0.1, "holds"), ("does not rise", 0.01, 0.1, "finding"),
    ("does not rise", 0.0, 0.0, "holds"), ("does not fall", -0.2, -0.1, "finding"),
    ("does not fall", 0.0, 0.3, "holds"),
    ("rises", 0.01, 0.2, "holds"), ("rises", -0.01, 0.2, "undecided"), ("rises", -0.2, 0.0, "finding"),
    ("falls", -0.2, -0.1, "holds"), ("falls", 0.1, 0.2, "finding"), ("falls", 0.0, 0.0, "finding"),
])
def test_a_verdict_reads_the_interval_from_the_stated_side(expect, low, high, verdict):
    assert verdict_of(expect, low, high) == verdict
