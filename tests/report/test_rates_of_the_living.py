"""Rates of the pages are for the people who were there, where people come and go."""

from __future__ import annotations

from types import SimpleNamespace

import pandas as pd
import pytest

from unanimity.report.series import people_of

WORLDS = pd.DataFrame({"world": [0, 1, 2], "arm": ["a", "a", "b"]})


def result(**measures):
    frames = {name: pd.DataFrame(rows, index=range(-1, len(rows) - 1)) for name, rows in measures.items()}
    return SimpleNamespace(measures=list(frames), worlds=WORLDS, manifest={"people": 100},
                           of=lambda name, place: frames[name])


def test_where_nobody_comes_or_goes_it_is_the_number_of_the_manifest():
    assert people_of(result(), "a") == 100.0


def test_else_it_is_the_mean_of_the_months_from_0_on_over_the_worlds_of_the_arm():
    found = result(people_here=[[100, 100, 100], [110, 90, 7], [130, 90, 9]])  # the first row is of the burn-in
    assert people_of(found, "a") == pytest.approx((110 + 90 + 130 + 90) / 4)
    assert people_of(found, "b") == pytest.approx(8)
