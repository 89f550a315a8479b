"""The table of the main measures over regimes, and the heat tables that draw it, on countries made up by hand."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from handmade_country import busy_country, country, log_of, steps
from unanimity import report
from unanimity.experiments import regime_table, three_orders
from unanimity.report.regime_tables import by_fear, heat, written
from unanimity.support.errors import UserError


def value(table, regime, measure):
    return table.set_index(["regime", "measure"]).loc[(regime, measure), "mean"]


def test_flows_are_counted_for_1000_people_and_a_year_and_what_lasts_over_the_last_year():
    log = log_of({"month": 1, "event": "arrested", "guilty": True}, {"month": 20, "event": "arrested"},
                 {"world": 1, "month": 3, "event": "arrested"})
    result = country(24, 2, ("a",), log=log, unanimity=np.r_[np.zeros(12), np.full(12, 0.9)],
                     deaths_executed=steps(24, 5), held_in_prison=3.0, held_in_camps=2.0, deaths=10.0)
    table = regime_table.rows_of(result)
    assert value(table, "a", "unanimity") == pytest.approx(0.9)
    assert value(table, "a", "arrests") == pytest.approx(1.5 / 2)
    assert value(table, "a", "taken for nothing") == pytest.approx(0.75)  # half in one world, all in the other
    assert value(table, "a", "executed") == 0.5  # one of 1,000 people in two years
    assert value(table, "a", "prisoners") == 5
    row = table[(table["measure"] == "arrests")].iloc[0]
    assert (row["worlds"], row["months"], row["cases"], row["good"]) == (2, 24, 3, -1)
    assert np.isnan(row["low"])  # two worlds have no interval
    assert not {"alive and here", "executions"} & set(table["measure"])  # the dead and the departed stand apart


def test_every_number_has_an_interval_and_lengths_do_not_matter():
    long, short = (regime_table.rows_of(country(months, 4, ("a",), deaths=np.linspace(0, months / 12, months)))
                   for months in (48, 12))
    assert value(long, "a", "all deaths") == pytest.approx(value(short, "a", "all deaths"))
    result = country(12, 4, ("a",), unanimity=0.5)
    result.values[..., result.measures.index("unanimity")] += np.array([0.0, 0.1, 0.2, 0.3])[None, :, None]
    row = regime_table.rows_of(result).set_index("measure").loc["unanimity"]
    assert row["low"] < row["mean"] < row["high"] and row["sd"] == pytest.approx(0.129, abs=0.001)


def test_what_came_before_month_0_is_not_counted():
    result = country(12, 1, ("a",), burn_in=12, deaths_executed=steps(24, 3, 20),
                     log=log_of({"month": -5, "event": "arrested"}))
    table = regime_table.rows_of(result)
    assert value(table, "a", "executed") == 1.0 and value(table, "a", "arrests") == 0


def test_a_regime_without_the_mechanisms_has_no_number(run):
    table = regime_table.rows_of(run)
    known = table[table["mean"].notna()]
    assert set(known["measure"]) == {"unanimity", "falsification gap", "hidden support", "fear"}
    assert len(table) == len(regime_table.ENTRIES)


def test_each_seed_and_each_name_is_checked_before_any_run(monkeypatch):
    monkeypatch.setattr(regime_table, "simulate", lambda *_, **__: pytest.fail("a run began"))
    for words in ({"seeds": 0}, {"seed": -1}, {"names": ["law", "nowhere"]}, {"months": 0}):
        with pytest.raises(UserError):
            regime_table.compare_regimes(**words)


@pytest.fixture
def table():
    rows = [("law", "voice", "unanimity", "share", 0.8), ("terror", "voice", "unanimity", "share", 1.0),
            ("law", "voice", "fear", "score", 0.1), ("terror", "voice", "fear", "score", 0.5),
            ("law", "police", "arrests", "per 1,000 a year", 0.02),
            ("terror", "police", "arrests", "per 1,000 a year", np.nan)]
    return pd.DataFrame(rows, columns=["regime", "group", "measure", "unit", "mean"])


def test_a_column_is_shaded_by_whether_much_is_good_and_the_unknown_is_a_dash(table):
    table = table.assign(good=[0, 0, -1, -1, -1, -1], cases=[np.nan] * 4 + [3, np.nan])
    head, law, terror = heat(table)
    assert [cell.text for cell in head] == ["regime", "unanimity", "fear", "arrests"]
    at = {cell.text: k for k, cell in enumerate(head)}
    assert law[at["fear"]].shade == 0 and terror[at["fear"]].shade == -1 and terror[at["fear"]].classes == "bad"
    assert terror[at["unanimity"]].classes == "shaded"
    assert terror[at["arrests"]].text == "\u2013" and terror[at["arrests"]].shade is None
    assert law[at["arrests"]].text == "<0.1" and law[at["arrests"]].faint  # three cases in all


def test_sections_stand_by_group_and_their_titles_name_the_extremes(table):
    voice, police = report.heat_sections(table, "small")
    titles = [section.finding.replace("\u00a0", " ") for section in (voice, police)]
    assert titles == ["Unanimity: from 80 % (law) to 100 % (terror)", "Arrests: <0.1 per 1,000 a year everywhere"]
    assert voice.small == "small" and voice.see and not police.see
    turned = by_fear(table.iloc[::-1])
    assert list(dict.fromkeys(turned["regime"])) == ["law", "terror"]
    with pytest.raises(UserError, match="'group' is missing"):
        report.heat_sections(table.drop(columns="group"))


def test_screen_and_page_write_the_same_number(table):
    table = table.assign(low=table["mean"] - 0.01, high=table["mean"] + 0.01, cases=3)
    row = table[(table["regime"] == "law") & (table["measure"] == "unanimity")].iloc[0]
    cell = report.heat_sections(table)[0].rows[1][1]
    assert written(row) == f"{cell.text} ({cell.small})*"


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
    ({"unanimity": 0.955}, "More fear made hardly more unanimity, only less knowledge."),
    ({"unanimity": 0.95}, "More fear made no more unanimity, only less knowledge."),
    ({"unanimity": 0.955, "centre_error": 0.1},
     "More fear made hardly more unanimity, and the centre knows as much as before."),
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
