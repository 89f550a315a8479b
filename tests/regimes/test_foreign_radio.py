"""The documented mechanism: by hand, in paired worlds, and as the page shows it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import unanimity as un
from unanimity.regimes.own_code import mechanisms_in
from unanimity.world.codes import FREE_PRESS, MONOPOLY
from unanimity.world.hooks import HOOKS

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "examples" / "foreign_radio.py"
PAGE = (ROOT / "docs" / "guides" / "mechanism-of-your-own.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def radio():
    """The mechanism of the example."""
    (found,) = mechanisms_in(FILE)
    return found


def test_its_rules_by_hand(radio):
    _, _, tune_in, _, pass_on = radio.rules
    p = radio.parameters()
    assert tune_in(0, 1.0, 2.0, MONOPOLY, 0.054, p) == (1, -p.doubt)  # .005 + .1 * a half is .055
    assert tune_in(0, 1.0, 2.0, MONOPOLY, 0.056, p) == (0, 0.0)
    assert tune_in(1, 0.0, 0.0, MONOPOLY, 0.9, p) == (1, -p.doubt)
    assert tune_in(1, 2.0, 2.0, FREE_PRESS, 0.0, p) == (0, 0.0)
    assert pass_on(5.0, 10.0, p) == pytest.approx(p.talk / 2) and pass_on(0.0, 0.0, p) == 0.0


def test_it_lowers_trust_and_feeds_rumour_in_paired_worlds():
    silent = un.regime("apparatus", {"people": 256, "burn_in": 0, "foreign_radio.found": 0.0}, mechanisms=[FILE])
    found = un.compare(silent, {"radio": {"foreign_radio.found": 0.1}}, pairs=4, months=18,
                       measures=["share_listening", "trust_in_print", "rumour_heard"])
    rows = found.table().set_index("measure")
    assert rows.loc["share_listening", "control"] == 0.0 < rows.loc["share_listening", "low"]
    assert rows.loc["trust_in_print", "high"] < -0.05 and rows.loc["rumour_heard", "low"] > 0.02


def test_under_a_free_press_nobody_listens_and_nothing_moves():
    free = {"people": 256, "burn_in": 0, "press": "free"}
    with_it = un.run(un.regime("apparatus", free, mechanisms=[FILE]), months=6, seed=2)
    without = un.run("apparatus", free, months=6, seed=2)
    assert (with_it.of("share_listening") == 0.0).to_numpy().all()
    assert np.array_equal(with_it.of("trust_in_print").to_numpy(), without.of("trust_in_print").to_numpy())


def test_the_page_shows_the_file_and_every_hook():
    assert f"```python\n{FILE.read_text(encoding='utf-8')}```" in PAGE
    assert all(f"| `{hook.name}` | {hook.table}" in PAGE and hook.meaning in PAGE for hook in HOOKS.values())
    assert "HOOKS" not in PAGE and "RESULT" not in PAGE
