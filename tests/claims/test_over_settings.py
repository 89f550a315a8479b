"""Main effects over settings: units through the store, parts that make a whole, shares by answer."""

from __future__ import annotations

import json

import pytest
from tiny_claim import tiny

from unanimity.claims import load_claim, names
from unanimity.claims.main_only import main_only, main_table
from unanimity.claims.over_settings import Work, hypercube_design, plausible_design, shares
from unanimity.experiments.seed_runs import Shard
from unanimity.experiments.store import Store
from unanimity.support.errors import UserError

SETTINGS = [{"voice.theta": 0.1}, {"voice.theta": 0.2}, {"voice.theta": 0.3}]


@pytest.fixture(scope="module")
def one(tmp_path_factory):
    """A tiny claim as a file."""
    path = tmp_path_factory.mktemp("claim") / "tiny.toml"
    path.write_text(_toml(tiny()), encoding="utf-8")
    return str(path)


def _toml(table, prefix=""):
    """Enough of TOML for the tiny claim."""
    plain = [f"{key} = {_value(value)}" for key, value in table.items()]
    return "\n".join(plain) + "\n"


def _value(value):
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_value(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value)


def test_parts_make_the_whole_and_nothing_is_run_twice(one, tmp_path):
    work = Work(plausible_design(SETTINGS, pairs=4), [one], Store(tmp_path / "parts"))
    assert len(work.units()) == 3 and "3 units" in work.estimate(work.missing(), 2)
    assert work.run(Shard(1, 2)) + work.run(Shard(2, 2)) == 3
    assert work.run() == 0 and work.estimate(work.missing(), 2).startswith("All units are done")
    whole = Work(plausible_design(SETTINGS, pairs=4), [one], Store(tmp_path / "whole"))
    assert whole.run() == 3
    assert whole.table().equals(work.table())
    found = shares(work.table()).iloc[0]
    assert found["settings"] == 3
    assert found[["found", "found in sign", "not shown", "opposite", "too rare to see"]].sum() == pytest.approx(1.0)


def test_no_unit_is_begun_after_the_deadline(one, tmp_path):
    work = Work(plausible_design(SETTINGS, pairs=4), [one], Store(tmp_path))
    assert work.run(minutes=0.0) == 0 and work.table().empty


def test_every_registered_claim_can_be_cut_down_to_its_main_form():
    for name in names():
        claim = load_claim(name)
        cut = main_only(claim)
        assert cut.form.kind == claim.main.form.kind and cut.form.measures() == claim.main.form.measures()
        assert set(cut.wanted()) <= set(claim.wanted()) and main_table(claim)


def test_a_hypercube_moves_the_parameters_of_the_ensemble_over_their_ranges():
    design = hypercube_design(8, pairs=6)
    assert design.parameters == plausible_design().parameters and len(design.settings) == 8
    assert design.settings == hypercube_design(8, pairs=6).settings
    with pytest.raises(UserError, match="pairs = 2"):
        hypercube_design(8, pairs=2)


def test_units_of_an_earlier_run_count_as_done_if_they_are_repeated_to_the_bit(one, tmp_path):
    first = Work(plausible_design(SETTINGS, pairs=4), [one], Store(tmp_path / "first"))
    first.run(minutes=None)
    units = tmp_path / "units.parquet"
    first.table().iloc[:2].to_parquet(units)
    second = Work(plausible_design(SETTINGS, pairs=4), [one], Store(tmp_path / "second"))
    assert second.take_units(units) == 2 and len(second.missing()) == 1
    assert second.run() == 1
    assert second.table().equals(first.table())
    other = Work(plausible_design(SETTINGS, pairs=5), [one], Store(tmp_path / "second"))
    assert other.take_units(units) == 0 and len(other.missing()) == 3


@pytest.mark.parametrize(("change", "says"), [
    (lambda table: table.assign(low=table["low"] + 1e-12), "made by another model: .* at setting"),
    (lambda table: table.drop(columns="key"), "lacks the columns key"),
    (lambda table: table.assign(word="perhaps"), "word = 'perhaps' is no answer"),
])
def test_units_of_another_model_or_shape_are_refused(one, tmp_path, change, says):
    work = Work(plausible_design(SETTINGS[:1], pairs=4), [one], Store(tmp_path / "store"))
    work.run()
    units = tmp_path / "units.parquet"
    change(work.table()).to_parquet(units)
    with pytest.raises(UserError, match=says):
        work.take_units(units)
    assert not work.missing()  # what the store holds is untouched
    with pytest.raises(UserError, match="there is no such file"):
        work.take_units(tmp_path / "nowhere.parquet")
    (tmp_path / "text.parquet").write_text("word,effect\n")
    with pytest.raises(UserError, match="cannot be read"):
        work.take_units(tmp_path / "text.parquet")
