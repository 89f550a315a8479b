"""The fixture of the tests of events: a world with a schedule."""

from __future__ import annotations

import pytest
from scheduled_world import HEAD

from unanimity.engine.batch import make_batch
from unanimity.regimes import load_regime


@pytest.fixture
def world(tmp_path):
    """A world with events scheduled, at the head of month 0 (nothing applied yet); no month of it is ever run."""
    def made(*entries, setup="", seed=5, head=HEAD):
        path = tmp_path / "mine.toml"
        path.write_text(head + setup + "".join(f"[[schedule]]\n{entry}\n" for entry in entries), encoding="utf-8")
        return make_batch([load_regime(path)], [seed])
    return made
