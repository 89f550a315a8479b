"""A mechanism from a Python file: named in a call, on the command line, or in a file beside it; never otherwise."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
import warnings

import pytest
from typer.testing import CliRunner

import unanimity as un
from unanimity.cli.main import app
from unanimity.experiments.executor import packed
from unanimity.regimes.load import regime_of, whole_table
from unanimity.regimes.own_code import RunsCode
from unanimity.support.errors import UserError

RADIO = '''from typing import Annotated, NamedTuple
from unanimity.measures.declare import mean
from unanimity.world.columns import person
from unanimity.world.rules import Mechanism, each
from unanimity.world.spans import Span


class Radio(NamedTuple):
    """How a broadcast works."""

    doubt: Annotated[float, Span("taken from trust", 0, 1, "assumed")] = 0.4


@each("person", writes="doubt")
def listen(p):
    """Everybody listens."""
    return -p.doubt


def everybody(status):
    return status < 3


@mean(over=everybody)
def doubting(doubt):
    """Mean doubt."""
    return -doubt


RADIO = Mechanism(id="radio", card=0, title="Radio", sentence="A broadcast is heard.", sources="assumed",
                  parameters=Radio, rules=(listen,), measures=(doubting,), after="campaign",
                  columns=(person("doubt", "f4", -1, 0, "radio", "taken from trust", adds_to="trust"),))
'''
REGIME = """title = "Mine"
based_on = "apparatus"
mechanisms = ["radio.py"]
[society]
people = 128
[run]
months = 2
[parameters.radio]
doubt = 0.5
[sources]
"radio.doubt" = "assumed"
"""
EXPERIMENT = """title = "Radio"
base = "apparatus"
mechanisms = ["radio.py"]
explained_by = ["radio"]
months = 2
burn_in = 0
people = 128
[arms.loud]
parameters = {radio = {doubt = 0.9}}
[sources]
"radio.doubt" = "assumed"
[measures]
doubt = "doubting"
[[expect]]
form = "sign"
measure = "doubt"
direction = "rise"
"""
CLAIM = EXPERIMENT + """[[falsified_if]]
form = "denies"
measure = "doubt"
direction = "rise"
margin = 5
unit = "points"
[[rival]]
form = "equal"
measure = "doubt"
margin = 5
unit = "points"
[claim]
author = "A. Reader"
date = "2026"
source = "Notes"
lines = "p. 1"
says = "A broadcast is heard."
expects = "Doubt rises."
falsified = "It does not."
rival = "Nobody listens."
strength = "own"
[claim.sets]
"radio.doubt" = "how loud it is"
"""


@pytest.fixture
def folder(tmp_path):
    """A folder with the mechanism and files that name it."""
    for name, text in (("radio.py", RADIO + f"# {tmp_path}\n"), ("mine.toml", REGIME), ("exp.toml", EXPERIMENT),
                       ("claim.toml", CLAIM)):
        (tmp_path / name).write_text(text)
    return tmp_path


def test_a_regime_file_names_it_and_a_warning_says_that_code_runs(folder):
    with pytest.warns(RunsCode, match=r"mine.toml runs the code of .*radio.py, which it names as a mechanism"):
        mine = un.regime(folder / "mine.toml")
    ran = [m.id for m in mine.mechanisms]
    assert "radio" in ran and "exit" in ran and mine.parameters["radio.doubt"] == 0.5  # the whole model, and it
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert un.regime(folder / "mine.toml").fingerprint == mine.fingerprint
    assert un.run(mine, measures=["doubting"]).summary()["doubting"] == pytest.approx(0.5)


def test_a_call_names_it_by_its_path_and_it_stands_where_the_mechanism_says(folder):
    from unanimity.engine.plan import make_plan

    mine = un.regime("apparatus", {"people": 128}, mechanisms=[folder / "radio.py"])
    order = [m.id for m in make_plan(mine.mechanisms, (), 2, dict(mine.after)).mechanisms]
    assert order[order.index("campaign") + 1] == "radio"
    assert un.regime("apparatus", mechanisms=str(folder / "radio.py")).mechanisms == mine.mechanisms


def test_an_edited_file_is_read_anew(folder):
    before = un.regime("apparatus", mechanisms=[folder / "radio.py"])
    (folder / "radio.py").write_text(RADIO.replace("= 0.4", "= 0.3"))
    after = un.regime("apparatus", mechanisms=[folder / "radio.py"])
    assert after.fingerprint != before.fingerprint and "radio.doubt" in after.known_parameters


def test_experiments_and_claims_name_it_too(folder):
    with pytest.warns(RunsCode):
        found = un.experiment(folder / "exp.toml")
    assert "radio" in {m.id for m in found.control.mechanisms}
    claim = un.claims.claim(folder / "claim.toml").validate()
    assert "radio" in {m.id for m in claim.control.mechanisms}
    assert found.run(pairs=10, store=folder / "store").effect.effect == pytest.approx(0.5)


def test_the_command_line_names_it_and_shows_it_in_the_month(folder):
    runs = CliRunner().invoke(app, ["run", "apparatus", "--people", "128", "--months", "2", "--mechanism",
                                    str(folder / "radio.py"), "--measures", "doubting"])
    assert runs.exit_code == 0 and "doubting" in runs.output
    shown = CliRunner().invoke(app, ["order", "apparatus", "--json", "--mechanism", str(folder / "radio.py")])
    (row,) = [one for one in json.loads(shown.stdout) if one["mechanism"] == "radio"]
    assert (row["rule"], row["adds_to"]) == ("listen", ["trust"])


def test_no_code_runs_that_the_user_has_not_named(folder):
    marker = folder / "ran"
    (folder / "evil.py").write_text(f"open({str(marker)!r}, 'w').close()\n" + RADIO)
    tables = tomllib.loads(REGIME.replace("radio.py", str(folder / "evil.py")))
    with pytest.raises(UserError, match="a Python file of one's own is named in a file beside it"):
        regime_of(whole_table(tables, "a request"), "a request")
    with pytest.raises(UserError, match="a Python file of one's own is named"):
        un.regime("apparatus", {"mechanisms": [str(folder / "evil.py")]})
    with pytest.raises(UserError, match="is not allowed"):
        un.experiment({**tomllib.loads(EXPERIMENT), "mechanisms": [str(folder / "evil.py")]})
    (folder / "below").mkdir()
    (folder / "below" / "out.toml").write_text(REGIME.replace("radio.py", "../evil.py"))
    with pytest.raises(UserError, match=r"a \.py file in the folder of this file or below"):
        un.regime(folder / "below" / "out.toml")
    assert not marker.exists()


def test_a_missing_file_and_a_taken_name_are_told(folder):
    (folder / "gone.toml").write_text(REGIME.replace("radio.py", "gone.py"))
    with pytest.raises(UserError, match=r"mechanisms = 'gone\.py' is not allowed; allowed: a \.py file that"):
        un.regime(folder / "gone.toml")
    (folder / "fear.py").write_text(RADIO.replace('id="radio"', 'id="fear"'))
    with pytest.raises(UserError, match="'fear' has the name of one of the model's"):
        un.regime("apparatus", mechanisms=[folder / "fear.py"])


@pytest.mark.parametrize("instead, told", [
    ('Span("taken from trust", 0, 1)', r"radio\.py, line 12: radio\.doubt: .*'source'; allowed: NAME: Annotated"),
    ('Span("taken from trust", 0, 1, " ")', r"radio\.py, line 12: radio\.doubt has no source"),
    ('Span("taken from trust", 0, 0.3, "assumed")', r"line 12: radio\.doubt: the default 0\.4 lies outside its range; "
                                                    r"allowed: 0 to 0\.3"),
    ('"taken from trust"', r"radio\.doubt: a parameter needs a Span and a default; allowed: NAME: Annotated"),
])
def test_a_parameter_without_source_or_with_a_default_outside_its_range_is_told_with_its_line(folder, instead, told):
    text = "from __future__ import annotations\n" + RADIO.replace('Span("taken from trust", 0, 1, "assumed")', instead)
    (folder / "radio.py").write_text(text)
    with pytest.raises(UserError, match=told):
        un.regime("apparatus", mechanisms=[folder / "radio.py"])


def test_a_file_that_is_not_there_is_told(folder):
    with pytest.raises(UserError, match=r"mechanism '.*nowhere\.py': there is no such file"):
        un.regime("apparatus", mechanisms=[folder / "nowhere.py"])


def test_it_goes_to_other_processes_with_its_code(folder):
    text = "from __future__ import annotations\n" + RADIO
    (folder / "radio.py").write_text(text)
    mine = un.regime("apparatus", mechanisms=[folder / "radio.py"])
    (folder / "job").write_bytes(packed(mine))
    there = ("import sys; from pathlib import Path; from unanimity.experiments.executor import unpacked; "
             "mine = unpacked(Path(sys.argv[1]).read_bytes()); print(mine.fingerprint, 'radio.doubt' in "
             "mine.known_parameters)")
    told = subprocess.run([sys.executable, "-c", there, folder / "job"], capture_output=True, text=True, check=True)
    assert told.stdout.split() == [mine.fingerprint, "True"]


def test_a_regime_with_a_mechanism_of_ones_own_is_saved_beside_its_file_and_nowhere_else(tmp_path):
    (tmp_path / "radio.py").write_text(RADIO, encoding="utf-8")
    made = un.regime("apparatus", mechanisms=[tmp_path / "radio.py"]).but({"radio.doubt": 0.2, "ballot": "secret"})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RunsCode)
        again = un.regime(made.save(tmp_path / "mine.toml"))
    assert again.fingerprint == made.fingerprint
    assert tomllib.loads((tmp_path / "mine.toml").read_text(encoding="utf-8"))["mechanisms"] == ["all", "radio.py"]
    with pytest.raises(UserError, match=r"does not hold .*radio\.py"):
        made.save(tmp_path / "below" / "mine.toml")
    assert not (tmp_path / "below").exists()
