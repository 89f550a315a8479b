"""Malformed files of every kind are refused in one line or mean something (benchmarks/fuzz.py tries 5,000)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))

import fuzz


def test_three_hundred_malformed_files_end_in_no_traceback_and_none_is_wrongly_accepted():
    found, wrong = fuzz.fuzz(300, seed=7)
    assert wrong == []
    assert sum(found[fate] for fate in ("refused", "accepted")) == 300 and found["refused"] > 200


@pytest.mark.slow
def test_two_thousand_more():
    assert fuzz.fuzz(2000, seed=8)[1] == []


@pytest.mark.parametrize("kind", fuzz.sound())
def test_a_word_that_nobody_knows_is_refused_everywhere_in_a_file(tmp_path, kind):
    """Not by lot: in every table of a sound file, or as a column more."""
    whole, read = fuzz.sound()[kind], fuzz.readers()[kind]
    accepted = []
    if isinstance(whole, str):
        lines = whole.splitlines()
        path = tmp_path / "more.csv"
        path.write_text("\n".join([f"{lines[0]},unheard_of", *(f"{line},1" for line in lines[1:])]), encoding="utf-8")
        accepted += ["a column"] if fuzz.fate_of(read, path)[0] != "refused" else []
    else:
        for way in [(), *(way for way, value in fuzz.places(whole) if isinstance(value, dict))]:
            if fuzz.is_named_freely(way):
                continue
            content = fuzz.copy.deepcopy(whole)
            fuzz.at(content, way)["unheard_of"] = 1
            path = tmp_path / "more.toml"
            path.write_text(fuzz.written(content), encoding="utf-8")
            fate = fuzz.fate_of(read, path)
            accepted += [f"{fuzz.shown(way)}: {fate}"] if fate[0] != "refused" else []
    assert accepted == []
