"""`unanimity reference`: what it prints, writes and refuses."""

import json

import pandas as pd
import pytest
from typer.testing import CliRunner

from unanimity.cli.reference import app
from unanimity.support.errors import UserError

runner = CliRunner()


def called(*words):
    done = runner.invoke(app, list(words))
    assert done.exit_code == 0, done.output
    return done.stdout


def refused(*words):
    done = runner.invoke(app, list(words))
    assert isinstance(done.exception, UserError), done.output
    return str(done.exception)


def test_the_list_names_every_model():
    shown = json.loads(called("list", "--json"))
    assert [one["id"] for one in shown][:3] == ["granovetter", "kuran", "epstein"]
    assert len(shown) == 13 and "pluchino" in called("list")


def test_show_tells_formulas_ranges_sources_and_presets():
    words = called("show", "epstein")
    assert "PNAS" in words and "literal | floor | round" in words and "--preset run4" in words
    shown = json.loads(called("show", "epstein", "--json"))
    assert {"name", "low", "high", "source", "unit"} <= set(shown["parameters"][0])


def test_a_parameter_can_be_set():
    assert json.loads(called("run", "granovetter", "--set", "sd=12.2", "--json"))["equilibrium"] < 6
    assert json.loads(called("run", "granovetter", "--set", "sd=12.3", "--json"))["equilibrium"] > 99
    assert json.loads(called("run", "kuran", "--set", "sequence=A'", "--json"))["public_opposition"] == 90


def test_a_parameter_can_be_swept():
    rows = json.loads(called("run", "gregory", "--sweep", "information=0.2:1:5", "--json"))
    assert [round(row["information"], 2) for row in rows] == [0.2, 0.4, 0.6, 0.8, 1.0]
    innocents = [row["innocents"] for row in rows]
    assert innocents == sorted(innocents, reverse=True)


def test_out_writes_table_and_picture_and_leaves_nothing_half_written(tmp_path):
    called("run", "kuran", "--out", str(tmp_path))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kuran.csv", "kuran.html", "kuran.parquet", "kuran.png"]
    assert pd.read_parquet(tmp_path / "kuran.parquet").equals(pd.read_csv(tmp_path / "kuran.csv"))
    assert (tmp_path / "kuran.png").read_bytes().startswith(b"\x89PNG")
    called("run", "gregory", "--sweep", "information=0.2:1:3", "--out", str(tmp_path))
    assert (tmp_path / "gregory.html").exists()


def test_check_gives_rows_and_says_what_is_known_of_a_difference():
    rows = json.loads(called("check", "kuran", "hierarchy", "--json"))
    assert {"model", "what", "published", "tag", "ours", "low", "high", "tolerance", "verdict", "note"} <= set(rows[0])
    assert {row["verdict"] for row in rows} <= {"pass", "differs", "reported"}
    assert "2.45 times" in called("check", "hierarchy")


def test_a_check_that_must_pass_and_does_not_exits_with_one(monkeypatch):
    from unanimity.reference import kuran

    monkeypatch.setitem(kuran.SEQUENCES, "A", (0, 10, 20, 30, 40, 50, 60, 70, 80, 100))
    assert runner.invoke(app, ["check", "kuran"]).exit_code == 1


@pytest.mark.parametrize("words, said", [
    (["run", "granovetter", "--set", "sd=-1"], "granovetter.sd = -1.0 is not allowed; allowed: 0.01..1000"),
    (["run", "granovetter", "--set", "peple=9"], "Did you mean 'people'"),
    (["run", "granovetter", "--set", "sd"], "--set = 'sd' is not allowed"),
    (["run", "granovetter", "--sweep", "sd=1:2"], "--sweep = 'sd=1:2' is not allowed"),
    (["run", "granovetter", "--sweep", "peple=1:2:3"], "Did you mean 'people'"),
    (["run", "nobody"], "no reference model 'nobody'"),
    (["check", "kuran", "nobody"], "no reference model 'nobody'"),
    (["show", "kurran"], "Did you mean 'kuran'"),
])
def test_a_slip_is_answered_in_one_line(words, said):
    message = refused(*words)
    assert said in message and "\n" not in message
