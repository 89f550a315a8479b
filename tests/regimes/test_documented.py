"""The examples of regimes.md are files that load: every block of TOML, over a base regime with all mechanisms."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from unanimity.engine.batch import make_batch
from unanimity.engine.schedule import apply_month
from unanimity.events import EVENTS
from unanimity.regimes import load_regime
from unanimity.world.selectors.parse import WORDS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "guides/regimes.md"
BLOCKS = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
HEAD = 'title = "documented"\nbased_on = "terror"\nmechanisms = "all"\n[society]\npeople = 2000\n'


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_an_example_of_the_page_loads_and_acts(number, tmp_path):
    path = tmp_path / "page.toml"
    head = "" if BLOCKS[number].startswith("title") else HEAD  # a whole file, or tables of one
    path.write_text(head + BLOCKS[number], encoding="utf-8")
    regime = load_regime(path)
    assert regime.schedule or not regime.setup.empty
    batch = make_batch([regime], [1])
    for month in range(26):
        batch.month = month
        apply_month(batch)
    assert (batch.column("groups") > 0).any() or (batch.column("status") > 0).any() or \
        batch.arrays["levers"].shape[1] > 300


def test_the_page_names_every_event_and_every_word_of_selectors():
    text = PAGE.read_text(encoding="utf-8")
    assert len(BLOCKS) >= 3
    assert not [name for name in EVENTS if f"`{name}`" not in text]
    assert not [word for word in WORDS if not re.search(rf"`[^`]*\b{word}\b[^`]*`", text)]
