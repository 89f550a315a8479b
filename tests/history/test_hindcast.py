"""The hindcast: what must be run, yearly series beside the record, rivals and their scores, the page and the log."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest

import small_hindcast as tables
import unanimity as un
from unanimity.engine.simulate import columns_of
from unanimity.history.naive_baselines import CARRIED, MEAN, crps, scored
from unanimity.history.responsible_mechanism import maker_of
from unanimity.history.target_check import Questions
from unanimity.history.targets import Target, read_targets, within_window
from unanimity.history.yearly_series import people_in, read_series
from unanimity.support.errors import UserError


@pytest.fixture(scope="module")
def regime():
    return un.regime("ussr-1918-1941")


def test_nothing_is_run_beyond_the_months_that_are_asked_about(regime):
    targets = [one for one in read_targets("ussr-1918-1941") if not one.missing]
    first = [one for one in within_window(tuple(targets), 1929, "") if one.split == "fit"]
    assert Questions(regime, first, "").months(regime) == 144
    assert Questions(regime, targets, "").months(regime) == 229
    late = [Target("x", "mean(fear, all, last 12)", 1, 0, 1), Target("y", "mean(fear)", 1, 0, 1),
            Target("z", "collapse_month", 1, 0, 1), Target("e", "mean(fear, all, 12..end)", 1, 0, 1)]
    assert all(Questions(regime, [one], "").months(regime) == 288 for one in late)


def test_every_target_leads_to_the_mechanism_that_makes_it(regime):
    targets = [one for one in read_targets("ussr-1918-1941") if not one.missing]
    nodes, columns = Questions(regime, targets, "").nodes, columns_of(regime)
    made = {one.id: maker_of(nodes[one.id], columns) for one in targets}
    known = {mechanism.id for mechanism in regime.mechanisms}
    assert set(made.values()) <= known, set(made.values()) - known
    assert made["arrests-1921"] == "arrest" and made["famine-1921-22"] == "provision" and made["gap-1927"] == "voice"
    assert made["take-1920"] == "requisition" and made["risen-1920-21"] == "uprising"


def test_the_record_agrees_with_the_targets_that_were_made_from_it():
    observed = {one.id: one.observed.set_index("year")["value"] for one in read_series("ussr-1918-1941")
                if len(one.observed)}
    targets = {one.id: one for one in read_targets("ussr-1918-1941")}
    assert observed["arrests"][1921] == pytest.approx(targets["arrests-1921"].value, rel=0.02)
    assert observed["executions"][1921] == pytest.approx(targets["executions-1921"].value, rel=0.02)
    assert observed["arrests"].loc[1922:1926].mean() == pytest.approx(targets["arrests-1922-26"].value, rel=0.02)
    assert observed["exile"].loc[1922:1929].mean() == pytest.approx(targets["exile-sentences-1922-29"].value, rel=0.05)
    assert observed["party"][1929] == pytest.approx(targets["party-1929"].value, rel=0.02)
    assert read_series("law") == ()


def test_rivals_and_scores_by_hand():
    observed = pd.DataFrame({"year": [1, 2, 3, 4], "value": [1.0, math.e, math.e**2, math.e**4]})
    simulated = pd.DataFrame({0: [1.0, math.e, math.e**2, math.e**3], 1: [1.0, math.e, math.e**2, math.e**3]},
                             index=[1, 2, 3, 4])
    fit = scored(simulated.loc[:3], observed, 3, 1e-9).set_index("who")
    assert fit.loc["model", "log_error"] == fit.loc["model", "crps"] == 0.0
    assert fit.loc[CARRIED, "log_error"] == pytest.approx(1.0)  # each year grows by a factor e
    assert fit.loc[CARRIED, "skill_crps"] == 1.0 and fit.loc[MEAN, "years"] == "2-3" and not fit["judged"].any()
    later = scored(simulated, observed, 3, 1e-9).set_index("who")
    assert later["years"].unique() == ["4"] and later["judged"].all()
    assert later.loc["model", "log_error"] == pytest.approx(1.0)
    assert later.loc[CARRIED, "log_error"] == pytest.approx(2.0)  # the last fit year, e^2, carried on to e^4
    assert later.loc[MEAN, "log_error"] == pytest.approx(4 - math.log((1 + math.e + math.e**2) / 3))
    assert later.loc[CARRIED, "skill_log_error"] == pytest.approx(0.5)
    assert scored(simulated, observed.iloc[:0], 3, 1e-9).empty
    # a spread that holds the truth is better than a far point, worse than a near one
    assert crps(np.array([1.0, 3.0]), 2.0) < crps(np.array([4.0]), 2.0) and math.isnan(crps(np.array([np.nan]), 1.0))


@pytest.fixture
def files(tmp_path):
    tables.write(tmp_path)
    return tmp_path


def test_a_hindcast_of_ones_own(files):
    found = un.history.run("terror", files / "targets.csv", files / "series.csv", worlds=2, people=400)
    assert found.checked.regime.months == 24 and found.fit_until == 1
    arrests, fear = found.checked.series
    yearly = found.simulated(arrests)
    assert list(yearly.index) == [0, 1] and yearly.shape == (2, 2)
    months = found.checked.result.answer_by_month("1000 * rate(log arrested, all, 0..23)")
    assert yearly.loc[1].to_numpy() == pytest.approx(months.loc[12:23].sum().to_numpy())
    assert found.simulated(fear).loc[0].between(0, 1).all()
    assert list(arrests.observed["value"]) == [30.0, 60.0, 90.0]
    skill = found.skill
    assert list(skill["who"]) == ["model", MEAN, CARRIED] and set(skill["series"]) == {"arrests"}
    table = found.table.set_index("id")
    assert table.loc["arrests-1", "mechanism"] == "arrest" and table.loc["fear-2", "mechanism"] == "fear"
    assert "later" not in table.index


def test_slips_in_a_table_of_series(files):
    for old, new, said in ((",sum", ",total", "how = 'total'"), ("mine.csv", "nothing", "nothing"),
                           ("mine.csv", "none.csv", "cannot be read"), (",1000,per", ",many,per", "scale = 'many'")):
        (files / "series.csv").write_text(tables.SERIES.replace(old, new), encoding="utf-8")
        with pytest.raises(UserError, match=said):
            read_series(files / "series.csv")
    (files / "people.csv").write_text("year,value\n0,x\n", encoding="utf-8")
    with pytest.raises(UserError, match="numbers in every row"):
        people_in(np.array([1.0]), files / "people.csv")
