"""Bread, people, party: which sections appear, and that each says what its figure shows."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from unanimity.measures import ALL_MEASURES
from unanimity.report import save_picture, society_sections
from unanimity.results import Result

MONTHS = np.arange(30)


def made(names, **levels):
    """A Result of three worlds in which every measure is flat at its level, .5 unless told."""
    flat = np.array([levels.get(name, 0.5) for name in names])
    values = np.broadcast_to(flat, (len(MONTHS), 3, 2, len(names))).copy()
    values += np.array([0.0, 0.001, 0.002])[None, :, None, None] * (flat > 0)
    worlds = pd.DataFrame({"world": range(3), "arm": "", "seed": range(3), "digest": ""})
    return Result(values, MONTHS, ("province 1", "country"), tuple(names), worlds, pd.DataFrame(),
                  {"people": 2000, "units": {m.name: m.unit for m in ALL_MEASURES}})


EVERY = tuple(m.name for m in ALL_MEASURES)


def findings(result):
    return {s.heading: (s.chart.to_dict()["usermeta"]["finding"], s.see) for s in society_sections(result)}


def test_a_result_without_bread_or_party_has_no_such_sections():
    assert society_sections(made(("unanimity", "private_dissent"))) == []


def test_every_section_appears_where_its_measures_are_and_says_one_thing_to_see():
    found = society_sections(made(EVERY))
    assert [s.heading.split(":")[0] for s in found] == ["Bread", "Bread", "Bread", "People", "Party", "Party"]
    assert all(s.see.endswith(".") and s.chart is not None for s in found)


@pytest.mark.parametrize("told, got, see", [
    (0.9, 0.7, "hunger that no report mentions"), (0.7, 0.7, "the reports say so"), (1.0, 1.0, "nothing to hide")])
def test_the_sentence_about_rations_follows_what_is_reported_and_received(told, got, see):
    finding, said = findings(made(EVERY, rations_decreed=1.0, rations_reported=told, rations_received=got))[
        "Bread: decreed, reported, received"]
    assert see in said and f"received {got:.0%}" in finding.replace("\u00a0", "")


def test_deaths_of_kinds_that_do_not_occur_are_left_out():
    none = {name: 0.0 for name in EVERY if "deaths" in name}
    assert findings(made(EVERY, **none))["Bread: deaths by kind"][0] == "Nobody has died"
    hungry = made(EVERY, **{**none, "hunger_deaths": 7.0, "deaths": 7.0})
    section = next(s for s in society_sections(hungry) if s.heading == "Bread: deaths by kind")
    text = section.chart.to_json()
    assert "by hunger" in text and "executed" not in text and "all in excess" in section.see


def test_who_rises_names_what_climbs_with_the_level():
    levels = {f"competence_{level}": 0.3 + 0.1 * k for k, level in
              enumerate(("base", "cell", "district", "province", "centre"))}
    finding, said = findings(made(EVERY, **levels))["Party: who rises"]
    assert "competence goes from 30" in finding and "here competence;" in said


def test_every_figure_can_be_drawn(tmp_path):
    for k, section in enumerate(society_sections(made(EVERY))):
        assert save_picture(section.chart, tmp_path / f"{k}.png", scale=0.5).stat().st_size > 2000
