"""The table of the main measures over regimes, and the heat tables that draw it, on countries made up by hand."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from busy import busy_country, country, log_of, steps
from unanimity import report
from unanimity.experiments import presets, three_orders
from unanimity.report.shelf import by_fear, heat, written
from unanimity.world.errors import UserError


def value(table, regime, measure):
    return table.set_index(["regime", "measure"]).loc[(regime, measure), "mean"]


def test_flows_are_counted_for_1000_people_and_a_year_and_what_lasts_over_the_last_year():
    log = log_of({"month": 1, "event": "arrested", "guilty": True}, {"month": 20, "event": "arrested"},
                 {"world": 1, "month": 3, "event": "arrested"})
    result = country(24, 2, ("a",), log=log, unanimity=np.r_[np.zeros(12), np.full(12, 0.9)],
                     deaths_executed=steps(24, 5), held_in_prison=3.0, held_in_camps=2.0, deaths=10.0)
    table = presets.rows_of(result)
    assert value(table, "a", "unanimity") == pytest.approx(0.9)
    assert value(table, "a", "arrests") == pytest.approx(1.5 / 2)
    assert value(table, "a", "taken for nothing") == pytest.approx(0.75)  # half in one world, all in the other
    assert value(table, "a", "executed") == 1 and value(table, "a", "executions") == 0.5
    assert value(table, "a", "prisoners") == 5 and value(table, "a", "alive and here") == pytest.approx(0.99)
    row = table[(table["measure"] == "taken for nothing")].iloc[0]
    assert (row["low"], row["high"], row["worlds"]) == (0.5, 1.0, 2)


def test_what_came_before_month_0_is_not_counted():
    result = country(12, 1, ("a",), burn_in=12, deaths_executed=steps(24, 3, 20),
                     log=log_of({"month": -5, "event": "arrested"}))
    table = presets.rows_of(result)
    assert value(table, "a", "executed") == 1 and value(table, "a", "arrests") == 0


def test_a_regime_without_the_mechanisms_has_no_number(run):
    table = presets.rows_of(run)
    known = table[table["mean"].notna()]
    assert set(known["measure"]) == {"unanimity", "falsification gap", "hidden support", "fear"}
    assert len(table) == len(presets.ENTRIES)


def test_each_seed_and_each_name_is_checked_before_any_run(monkeypatch):
    monkeypatch.setattr(presets, "simulate", lambda *_, **__: pytest.fail("a run began"))
    for words in ({"seeds": 0}, {"seed": -1}, {"names": ["law", "nowhere"]}, {"months": 0}):
        with pytest.raises(UserError):
            presets.compare_regimes(**words)


@pytest.fixture
def table():
    rows = [("law", "voice", "unanimity", "share", 0.8), ("terror", "voice", "unanimity", "share", 1.0),
            ("law", "voice", "fear", "share", 0.1), ("terror", "voice", "fear", "share", 0.5),
            ("law", "police", "arrests", "of 1,000 a year", 0.02),
            ("terror", "police", "arrests", "of 1,000 a year", np.nan)]
    return pd.DataFrame(rows, columns=["regime", "group", "measure", "unit", "mean"])


def test_a_row_is_shaded_from_its_least_to_its_most_and_the_unknown_is_a_dash(table):
    drawn = heat(table, "#000000", "fear").to_dict()
    cells = {(cell["regime"], cell["label"].split()[0]): cell for cell in drawn["datasets"][drawn["data"]["name"]]}
    assert cells["law", "fear"]["shade"] == 0 and cells["terror", "fear"]["shade"] == 1
    assert cells["terror", "arrests"]["text"] == "\u2013" and cells["law", "arrests"]["text"] == "<.1"
    assert cells["terror", "arrests"]["shade"] is None


def test_sections_stand_by_group_and_their_titles_name_the_extremes(table):
    voice, police = report.heat_sections(table, "small")
    titles = [section.chart.to_dict()["usermeta"]["finding"].replace("\u00a0", " ") for section in (voice, police)]
    assert titles == ["Unanimity: from 80 % (law) to 100 % (terror)", "Arrests: <.1 everywhere"]
    assert voice.small == "small"
    turned = by_fear(table.iloc[::-1])
    assert list(dict.fromkeys(turned["regime"])) == ["law", "terror"]
    with pytest.raises(UserError, match="'group' is missing"):
        report.heat_sections(table.drop(columns="group"))


def test_numbers_are_written_as_their_unit_wants():
    assert [written(v, u).replace("\u00a0", " ") for v, u in (
        (0.123, "share"), (0.0, "times"), (0.01, "of 1,000"), (123.4, "cells"), (np.nan, "share"))] == [
        "12 %", "0", "<.1", "123", "\u2013"]


# Three orders ---------------------------------------------------------------------------------------------------------

def orders(**terror):
    """Three orders that differ as said; what differs is the same in all pairs."""
    names = {"unanimity": 0.97, "centre_error": 0.2, "fear_of_opinion": 0.4, "private_dissent": 0.3} | terror
    result = busy_country(2, three_orders.ORDERS)
    for name, number in names.items():
        result.values[:, 4:, :, result.measures.index(name)] = number
        result.values[:, :4, :, result.measures.index(name)] = 0.1 if name != "unanimity" else 0.95
    return three_orders.found_in(result)


@pytest.mark.parametrize("terror, words", [
    ({"unanimity": 0.955}, "More fear made no more unanimity, only less knowledge."),
    ({}, "More fear made more unanimity, and less knowledge."),
    ({"centre_error": 0.1}, "More fear made more unanimity, and the centre knows as much as before."),
    ({"unanimity": 0.9, "centre_error": 0.05}, "More fear made neither more unanimity nor less knowledge."),
    ({"fear_of_opinion": 0.1}, "Terror did not bring more fear than the apparatus here, so the question was not put."),
])
def test_the_verdict_goes_whichever_way_the_numbers_go(terror, words):
    assert three_orders.verdict(orders(**terror)) == words


def test_changes_are_paired_and_have_intervals():
    change = orders().change("unanimity")
    assert change["before"] == pytest.approx(0.95) and change["difference"] == pytest.approx(0.02)
    assert change["low"] <= change["difference"] <= change["high"]
