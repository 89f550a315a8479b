"""Figures of a hindcast and of the record, from made-up numbers."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from unanimity.report import hindcast, record_figures

YEARS = list(range(1918, 1930))
RECORD = pd.DataFrame({"year": [1921, 1922, 1935], "value": [0.07, 0.015, 0.01], "tag": ["seen", "recalled", "seen"]})
INPUTS = pd.DataFrame({"month": [5, 40], "date": ["1918-06", "1921-05"], "name": ["war", "market"],
                       "what": ["event", "lever"], "origin": ["outside", "order"], "why": ["a war", "trade freed"]})
BANDS = pd.DataFrame([{"id": "early", "year_from": 1918, "year_to": 1920, "low": 0.03, "high": 0.35},
                      {"id": "late", "year_from": 1934, "year_to": 1936, "low": 0.03, "high": 0.35}])


def worlds(level):
    return pd.DataFrame({k: np.full(12, level * (1 + 0.1 * k)) for k in range(3)}, index=YEARS)


@pytest.mark.parametrize("level, log, said", [(0.04, False, "about what the record has"), (2.0, True, "times too many"),
                                              (0.001, True, "times too few"), (0.0, True, "makes 0")])
def test_a_series_beside_the_record(level, log, said):
    spec = hindcast.observed_and_simulated("Shot", "per 1000", RECORD, worlds(level), BANDS, INPUTS, 1918).to_dict()
    text = str(spec)
    assert said in spec["usermeta"]["finding"] and ("'type': 'log'" in text) == log
    assert "early" in text and "late" not in text and "1935" not in text  # what was not run is not drawn
    assert "trade freed" in text and "1918-06: event war" in text


def test_a_series_without_a_record_or_inputs():
    spec = hindcast.observed_and_simulated("Hunger", "per 1000", RECORD.iloc[:0], worlds(0.0), BANDS.iloc[:0],
                                           INPUTS.iloc[:0], 1918).to_dict()
    assert "no yearly series" in spec["usermeta"]["finding"]


def test_targets_and_skill_as_sections():
    table = pd.DataFrame([
        {"id": "a", "mechanism": "arrest", "model": 2.0, "low": 1.0, "high": 3.0, "inside": True, "distance": 0.0,
         "unit": "x", "years": (1921, 1922), "model_low": 1.5, "model_high": 2.5, "unseen": "", "source": "s",
         "confidence": "a"},
        {"id": "b", "mechanism": "", "model": None, "low": 1.0, "high": 3.0, "inside": None, "distance": None,
         "unit": "x", "years": None, "model_low": np.nan, "model_high": np.nan, "unseen": "no word for it: snow",
         "source": "s", "confidence": "c"}])
    drawn, listed = hindcast.target_section(table)
    assert "1 of 1 numbers" in drawn.chart.to_dict()["usermeta"]["finding"]
    assert len(listed.rows) == 3 and any("snow" in cell for cell in listed.rows[1]) and "inside" in listed.rows[2]
    assert hindcast.skill_section(pd.DataFrame()) == []
    skill = pd.DataFrame([{"who": "model", "log_error": 1.0, "crps": 0.9, "skill_log_error": 0, "skill_crps": 0,
                           "years": "1922-1929", "judged": False, "title": "Shot"},
                          {"who": "rival", "log_error": 2.0, "crps": 2.0, "skill_log_error": 0.5, "skill_crps": 0.55,
                           "years": "1922-1929", "judged": False, "title": "Shot"}])
    (section,) = hindcast.skill_section(skill)
    assert section.rows[2][-2:] == ("+0.50", "+0.55") and "have seen" in section.small


def test_curves_of_the_record_carry_names_and_bands():
    table = pd.DataFrame({"year": [1, 2] * 2, "who": ["one_two"] * 2 + ["b"] * 2, "share": [0.1, 0.9, 0.2, 0.3],
                          "low": 0.0, "high": 1.0})
    spec = str(record_figures.curves(table, "share", "f", "s", by="who", low="low", high="high").to_dict())
    assert "one two" in spec and "'type': 'area'" in spec
