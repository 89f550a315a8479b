"""A what-if at plausible settings: chance told from ignorance, each setting with a past of its own."""

from __future__ import annotations

import json
import sys

import numpy as np
import pytest
from typer.testing import CliRunner

import short_history as short
import unanimity as un
from unanimity.cli.main import app
from unanimity.experiments.store import Store
from unanimity.history.branch_past import Past
from unanimity.history.branch_settings import OverSettings
from unanimity.regimes.plausible import Plausible, laid_on, plausible
from unanimity.support.errors import UserError

ARMS = {"secret ballot": {"ballot": "secret"}}
SETTINGS = [{"voice.theta": 0.1, "recruitment.applying": 0.04}, {"voice.theta": 0.25, "recruitment.applying": 0.04}]
WHEN = {"date": "1918-03", "until": "1918-06"}
BOTH = ["chance_low", "chance_high", "ignorance_low", "ignorance_high", "settings_agree"]


def asked(store, **more):
    return un.whatif(WHEN["date"], ARMS, until=WHEN["until"], store=store, **{**short.SIZE, **more})


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    store = tmp_path_factory.mktemp("store")
    return asked(store, settings=SETTINGS), store


def test_the_table_holds_the_question_asked_at_each_setting(ran):
    found, store = ran
    assert found.facts["pasts_run"] == 3 * 3 and found.facts["branches_run"] == 3 * 6
    own = laid_on(un.regime("ussr-1918-1941"), SETTINGS[1])
    assert own.parameters["recruitment.applying"] != 0.04  # the scenario sets it itself
    there = asked(store, scenario=own)  # the second setting asked for itself: all of it is in the store
    assert there.facts["pasts_run"] == there.facts["branches_run"] == 0
    one, two = (each["secret ballot", "unanimity"] for each in found.over.differences)
    assert np.array_equal(there.differences()["secret ballot", "unanimity"], two) and not np.array_equal(one, two)
    row = found.table.set_index("measure").loc["unanimity"]
    assert row["settings_mean"] == pytest.approx((one.mean() + two.mean()) / 2) and row["settings"] == 2
    assert row["settings_agree"] == 1.0 and row["chance_low"] <= row["settings_mean"] <= row["chance_high"]
    assert row["ignorance_low"] <= row["settings_mean"] <= row["ignorance_high"]
    plain = asked(store)
    assert plain.over is None and not set(BOTH) & set(plain.table) and plain.facts["pasts_run"] == 0
    assert plain.table.equals(found.table[plain.table.columns])  # the answer at the scenario's own numbers stays


def test_the_answer_says_it_on_the_screen_as_json_and_on_the_page(ran, tmp_path):
    found, _ = ran
    assert "of 2 plausible settings 100 %" in found.sentence().replace("\u202f", " ").replace("\xa0", " ")
    assert "by ignorance (settings)" in repr(found) and "recruitment.applying itself" in repr(found)
    told = json.loads(json.dumps(found.record(), default=str))
    assert set(BOTH) <= set(told["differences"][0]) and len(set(told["settings"]["digests"])) == 2
    assert told["settings"]["parameters"] == SETTINGS and told["settings"]["weights"] == [1.0, 1.0]
    text = found.report(tmp_path / "page").read_text(encoding="utf-8")
    assert "Over plausible settings: chance and ignorance" in text and "by ignorance (settings)" in text


def test_settings_that_disagree_in_sign_are_counted_by_weight():
    regime = un.regime("ussr-1918-1941")
    over = OverSettings(Plausible("t", ({}, {}, {}), (3.0, 1.0, 0.0), (0.0,) * 3), regime,
                        [{("a", "m"): np.array(values)} for values in ([1.0, 2.0], [-1.0, -1.5], [9.0, np.nan])], [])
    row = over.row("a", "m")
    assert row["settings_mean"] == pytest.approx((3 * 1.5 - 1.25) / 4) and row["settings_agree"] == 0.75
    assert over.share_of_sign("a", "m", -0.1) == 0.25 and over.share_of_sign("a", "m", 0.1) == 0.75


def test_the_past_of_every_setting_is_its_own(tmp_path):
    regime = un.regime("ussr-1918-1941").but({"people": 2000, "months": 12})
    keys = {Past(one, 8, (), Store(tmp_path)).key(7) for one in (regime, *plausible("ensemble", 8).laid_on(regime))}
    assert len(keys) == 9


@pytest.mark.parametrize(("options", "said"), [
    (["--ensemble", "--n-settings", "0"], "n_settings = 0 is not allowed"),
    (["--n-settings", "3"], "--n-settings = 3 is not allowed"),
    (["--ensemble", "--settings", "x.csv"], "exclude each other"),
    (["--settings", "nowhere.csv"], "nowhere.csv")])
def test_bad_input_gets_one_line(options, said, tmp_path):
    out = CliRunner().invoke(app, ["whatif", "1918-03", "--with", "ballot=secret", "--until", "1918-06", "--people",
                                   "2000", "--store", str(tmp_path / "s"), *options])
    lines = (str(out.exception) if isinstance(out.exception, UserError) else out.output).strip().splitlines()
    assert out.exit_code != 0 and len(lines) == 1 and said in lines[0] and not (tmp_path / "s").exists()


def test_few_settings_are_taken_unless_more_are_wished_for(tmp_path, monkeypatch):
    module, wanted = sys.modules["unanimity.history.whatif"], []

    def counted(given, n, regime):
        wanted.append((given, n))
        raise UserError("enough")

    monkeypatch.setattr(module, "plausible", counted)
    for more in ({"settings": "ensemble"}, {"settings": "ensemble", "n_settings": 20}, {}):
        with pytest.raises(UserError, match="enough"):
            asked(tmp_path, **more)
    assert wanted == [("ensemble", 8), ("ensemble", 20), (None, None)]
