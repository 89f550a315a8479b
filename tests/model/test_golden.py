"""The model gives the bits that it gave before, preset by preset (golden.py says how the file is written anew)."""

from __future__ import annotations

import golden
import pytest

from unanimity.regimes import preset_names


def test_the_file_knows_every_preset_and_every_storm():
    assert set(golden.kept()) == {*preset_names(), *golden.storms()}


@pytest.mark.parametrize("name", preset_names())
def test_a_preset_gives_the_bits_that_it_gave(name):
    assert golden.of_preset(name) == golden.kept()[name]


@pytest.mark.parametrize("name", list(golden.storms()))
def test_a_storm_gives_the_bits_that_it_gave(name):
    assert golden.of_storm(golden.storms()[name]) == golden.kept()[name]
