"""Bread, people, party: which sections appear, and that each says what its figure shows."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from unanimity.measures import ALL_MEASURES
from unanimity.report import save_picture, society_sections
from unanimity.report.svg_charts import figure
from unanimity.results import Result

MONTHS = np.arange(30)


def made(names, people_here=2000.0, **levels):
    """A Result of three worlds in which every measure is flat at its level, .5 unless told, with 2,000 people."""
    flat = np.array([{"people_here": people_here, **levels}.get(name, 0.5) for name in names])
    values = np.broadcast_to(flat, (len(MONTHS), 3, 2, len(names))).copy()
    values += np.array([0.0, 0.001, 0.002])[None, :, None, None] * (flat > 0)
    worlds = pd.DataFrame({"world": range(3), "arm": "", "seed": range(3), "digest": ""})
    return Result(values, MONTHS, ("province 1", "country"), tuple(names), worlds, pd.DataFrame(),
                  {"people": 2000, "units": {m.name: m.unit for m in ALL_MEASURES}})


EVERY = tuple(m.name for m in ALL_MEASURES)


def findings(result):
    return {s.heading: (s.chart.to_dict()["usermeta"]["finding"] if s.chart is not None else s.finding, s.see)
            for s in society_sections(result)}


def test_a_result_without_bread_or_party_has_no_such_sections():
    assert society_sections(made(("unanimity", "private_dissent"))) == []


def test_every_section_appears_where_its_measures_are_and_says_one_thing_to_see():
    found = society_sections(made(EVERY))
    assert [s.heading.split(":")[0] for s in found] == ["Bread", "Bread", "Bread", "People", "Party", "Party"]
    assert all(s.see.endswith(".") and (s.chart is not None or len(s.rows) > 1) for s in found)


@pytest.mark.parametrize("told, got, see", [
    (0.9, 0.7, "hunger that no report mentions"), (0.7, 0.7, "the reports say so"), (1.0, 1.0, "nothing to hide")])
def test_the_sentence_about_rations_follows_what_is_reported_and_received(told, got, see):
    finding, said = findings(made(EVERY, rations_decreed=1.0, rations_reported=told, rations_received=got))[
        "Bread: decreed, reported, received"]
    assert see in said and f"received {got:.0%}" in finding.replace("\u00a0", "")


def test_deaths_are_rates_with_intervals_and_kinds_that_do_not_occur_are_left_out():
    none = {name: 0.0 for name in EVERY if "deaths" in name}
    assert findings(made(EVERY, **none))["Bread: deaths by kind"][0] == "Nobody dies of hunger, violence or in custody"
    hungry = made(EVERY, **{**none, "hunger_deaths": 7.0, "deaths": 7.0})
    section = next(s for s in society_sections(hungry) if s.heading == "Bread: deaths by kind")
    (kind, rate, _), = section.rows[1:]
    assert kind == "by hunger" and "all in excess" in section.see
    assert rate.text.startswith("1.4 (1.4 to 1.4)") and not rate.faint  # 7 of 2,000 people in two and a half years


def test_who_rises_names_what_climbs_with_the_level():
    levels = {f"competence_{level}": 0.3 + 0.1 * k for k, level in
              enumerate(("base", "cell", "district", "province", "centre"))}
    finding, said = findings(made(EVERY, **levels))["Party: who rises"]
    assert "competence goes from 0.30 to 0.70" in finding and said == "Higher posts go with more competence."


def test_every_figure_can_be_drawn_for_a_page(tmp_path):
    for section in society_sections(made(EVERY)):
        if section.chart is not None:
            drawn = figure(section.chart)
            assert len(drawn.panels) >= 3 and all(panel.svg.startswith("<svg") and "aria-label" in panel.svg
                                                  for panel in drawn.panels)
    chart = society_sections(made(EVERY))[0].chart
    assert save_picture(chart, tmp_path / "one.png", scale=0.5).stat().st_size > 2000
