"""The whole day, as a script that is run."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "examples" / "researchers_day.py"


@pytest.mark.slow
def test_the_day_runs_and_finds_what_it_asks_for(monkeypatch, capsys):
    monkeypatch.setenv("SMALL", "1")
    found = runpy.run_path(str(SCRIPT))["main"]()
    assert "pairs would show two points" in capsys.readouterr().out
    secret = found["found"].table().set_index(["arm", "measure"]).loc[("secret ballot", "unanimity")]
    assert secret["high"] < 0.0
    heard = found["heard"].table().set_index("measure")
    assert heard.loc["share_listening", "low"] > 0.0 > heard.loc["trust_in_print", "high"]
    assert len(found["people"]) == 256 and len(found["swept"].summary) >= 4
