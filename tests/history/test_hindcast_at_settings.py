"""A hindcast at plausible settings: pooled numbers at each, intervals over them, distances, yearly bands, the page."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

import small_hindcast as tables
import unanimity as un
from small_regimes import only_the_hall
from unanimity.experiments.store import Store
from unanimity.history.naive_baselines import CARRIED, MEAN, by_year, crps, scored
from unanimity.history.target_trials import Means, Trials
from unanimity.history.targets import Target, until, within_window
from unanimity.report.hindcast import observed_and_simulated
from unanimity.support.errors import UserError

SETTINGS = [{"voice.theta": value} for value in (0.05, 0.12, 0.25)]
TARGETS = [Target("gap", "private_dissent(0..2)", 0.3, 0.25, 0.4), Target("fear", "mean(fear, all, 0..2)", 1, 1, 2),
           Target("ratio", "private_dissent(0..2) / unanimity(0..2)", 0.3, 0.25, 0.4, kind="ratio"),
           Target("sun", "missing: the weather", 1, 0, 2), Target("later", "mean(fear, all, 3..5)", 1, 0, 2, "judge")]


@pytest.fixture(scope="module")
def hall():
    return only_the_hall("apparatus").but({"people": 256, "months": 12, "burn_in": 0})


def test_every_setting_is_pooled_as_a_check_pools_it(hall, tmp_path):
    means = Means(store=Store(tmp_path), progress=False)
    found = un.history.check_over(hall, TARGETS, settings=SETTINGS, worlds=2, seed=7, means=means)
    assert found.regime.months == 3 and found.not_looked_at == 1 and found.worlds == 6
    alone = [un.history.check(hall, TARGETS, worlds=2, seed=7, changes=one) for one in SETTINGS]
    for place, one in enumerate(found.found):
        if one.target.missing:
            assert one.unseen.startswith("no word") and not one.worlds
            continue
        assert one.worlds == pytest.approx([check.found[place].model for check in alone])
        assert one.model == pytest.approx(np.median([check.found[place].model for check in alone]))
    assert found.distances == pytest.approx([check.sums["fit"]["mean_distance"] for check in alone])
    row = found.table.set_index("id").loc["gap"]
    assert row["model_low"] <= row["model"] <= row["model_high"] and 0 <= row["settings_inside"] <= 1
    meets, counted = found.covered
    assert counted == 3 and meets <= 3 and "3 plausible settings" in repr(found) and "interval at" in repr(found)
    again = Means(store=Store(tmp_path), progress=False, runner=_never)  # all of it is in the store
    assert un.history.check_over(hall, TARGETS, settings=SETTINGS, worlds=2, seed=7, means=again).table.equals(
        found.table)


def _never(*given):
    raise AssertionError("a world was run again")


def test_pseudo_values_tell_the_pool_and_its_noise(hall):
    trials = Trials(hall, TARGETS[:3], "mine", seed=3, means=Means(keep=False, progress=False), title="mine")
    found = trials.run(SETTINGS[1:2], 4)
    assert found.pseudo.shape == (1, 4, 3) and found.pseudo.mean(axis=1) == pytest.approx(found.logs, abs=0.01)
    values = found.parts[0, :, found.asked.texts.index(TARGETS[1].measure)]
    wanted = values.std(ddof=1) / values.mean()  # of a plain mean: what the delta method says, in logarithms
    assert found.some([0]).pseudo[0, :, 1].std(ddof=1) == pytest.approx(wanted, rel=0.05)


def test_rows_until_a_year_are_fit_rows_whatever_their_split():
    def row(id, last, split="fit"):
        return Target(id, "m", 1, 0, 2, split, years=(1918, last) if last else None)

    rows = (row("a", 1929), row("b", 1936, "validate"), row("c", 1929, "judge"), row("d", 0), row("e", 0, "validate"))
    assert [one.id for one in until(rows, 1929, "")] == ["a", "d"]
    assert [one.id for one in until(rows, 1936, "")] == ["a", "b", "d"]
    assert [one.id for one in until(rows, None, "")] == ["a", "d"]
    assert [one.split for one in within_window(rows, 1929, "")] == ["fit", "validate", "judge", "fit", "validate"]
    assert [one.split for one in within_window(rows, 1936, "")] == ["fit", "fit", "judge", "fit", "validate"]
    assert within_window(rows, None, "") == rows
    with pytest.raises(UserError, match="until = 1900 is not allowed; allowed: a year from 1929 on"):
        until(rows[:2], 1900, "mine")
    program = un.history.read_targets("ussr-1918-1941")
    assert len(until(program, 1929, "")) == 38 and until(program, 1937, "") == program


def test_rivals_by_year():
    observed = pd.DataFrame({"year": [1, 2, 3], "value": [1.0, 2.0, 6.0]})
    found = by_year(observed, [1, 2, 3], 2).set_index(["who", "year"])["value"]
    assert found[MEAN].tolist() == [1.5, 1.5, 1.5] and found[CARRIED].to_dict() == {2: 1.0, 3: 2.0}
    assert by_year(observed, [1], 0).empty


def test_the_page_of_an_ensemble_draws_its_band_the_record_and_the_rivals(tmp_path):
    from unanimity.cli.history import write_page

    tables.write(tmp_path)
    (tmp_path / "series.csv").write_text(tables.SERIES.replace("1000 * rate(log arrested, all, WINDOW)",
                                                              "mean(fear, all, WINDOW)"), encoding="utf-8")
    targets = tables.TARGETS.splitlines(keepends=True)
    (tmp_path / "targets.csv").write_text("".join([targets[0], targets[2]]), encoding="utf-8")
    base = only_the_hall("apparatus").but({"people": 256, "months": 24, "burn_in": 0})
    found = un.history.run(base, tmp_path / "targets.csv", tmp_path / "series.csv", worlds=2, settings=SETTINGS,
                           means=Means(keep=False, progress=False))
    one = found.checked.series[0]
    assert found.simulated(one).shape == (2, 6) and found.checked.by_setting(one, 0).shape == (2, 3)
    assert found.checked.by_setting(one, 0)[1].tolist() == pytest.approx(
        found.simulated(one)[1].mean(axis=1).tolist())
    assert set(found.skill["who"]) == {"model", MEAN, CARRIED}
    page = write_page(found, tmp_path / "out").read_text(encoding="utf-8")
    assert "plausible settings, worlds averaged" in page and "naive rivals" in page


def test_settings_count_by_their_weight_in_the_band_of_the_page_and_in_the_scores():
    table = pd.DataFrame([[1.0, 1.0, 9.0, 9.0]] * 3, index=[1990, 1991, 1992],
                         columns=pd.MultiIndex.from_product([[0, 1], [0, 1]], names=["setting", "world"]))
    record = pd.DataFrame({"year": [1990, 1991, 1992], "value": [1.0, 1.0, 1.0], "tag": "seen"})
    alone = np.array([0.5, 0.5, 0.0, 0.0])
    assert crps(table.loc[1990].to_numpy(), 1.0, alone) == 0.0 < crps(table.loc[1990].to_numpy(), 1.0)
    model = scored(table, record, 1990, 0.1, alone).iloc[0]
    assert model["log_error"] == model["crps"] == 0.0 and model["years"] == "1991-1992"
    assert scored(table.loc[:1991], record, 1990, 0.1)["years"].iloc[0] == "1991"
    bands = pd.DataFrame({"id": ["far"], "year_from": [1990], "year_to": [1991], "low": [40.0], "high": [50.0]})
    chart = observed_and_simulated("hands", "share", record, table, bands, pd.DataFrame(
        columns=["month", "origin", "date", "what", "name", "why"]), 1990,
        settings=table.T.groupby(level=0).mean().T, weights=alone).to_dict()
    drawn = json.dumps(chart)
    assert '"high": 9' not in drawn and "about what the record has" in drawn and "count by their weight" in drawn
    assert max(layer["encoding"]["y"]["scale"]["domain"][1] for layer in chart["vconcat"][0]["layer"]) > 50.0
