"""The guide to a measure of one's own shows the example file, and the measure counts without changing the world."""

from __future__ import annotations

from pathlib import Path

import unanimity as un

ROOT = Path(__file__).parents[2]
FILE = ROOT / "examples" / "quiet_dependence.py"
SIZE = {"months": 3, "people": 256, "seed": 1, "progress": False}
ASKED = "share(voice != dissent and dependence > .5, attendants, last 3)"


def test_the_guide_shows_the_file():
    page = (ROOT / "docs/guides/measure-of-your-own.md").read_text(encoding="utf-8")
    assert f"```py\n{FILE.read_text(encoding='utf-8')}```" in page


def test_it_counts_what_the_expression_counts_and_changes_nobody():
    mine = un.run(un.regime("apparatus", mechanisms=[FILE]), ask=["quiet_dependence", ASKED], **SIZE)
    plain = un.run("apparatus", **SIZE)
    declared, asked = (mine.answers[name].iloc[0] for name in ("quiet_dependence", ASKED))
    assert 0.0 < declared < 1.0 and abs(declared - asked) < 1e-6
    assert mine.people(2, 0)[plain.people(2, 0).columns].equals(plain.people(2, 0))
