"""The page and the pictures: every command on it can be run, every model has its picture and a chart that is valid."""

import re
import shlex
from pathlib import Path

import pytest

from unanimity import reference
from unanimity.cli.reference import _setting, _sweep

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "published/reference.md").read_text(encoding="utf-8")
COMMANDS = sorted(set(re.findall(r"^unanimity reference run ([^\n]*?)(?:\s{2,}.*)?$", PAGE, re.MULTILINE)))


def after(words, option):
    return [words[place + 1] for place, word in enumerate(words) if word == option]


def test_the_page_shows_a_command_for_every_model():
    assert {command.split()[0] for command in COMMANDS} == set(reference.ALL)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_on_the_page_names_parameters_that_exist_and_allows_its_values(command):
    name, *words = shlex.split(command)
    settings = dict(_setting(text) for text in after(words, "--set"))
    preset = (after(words, "--preset") or [None])[0]
    reference[name].settings(preset, **settings)
    for text in after(words, "--sweep"):
        parameter, values = _sweep(name, text)
        for value in values:
            reference[name].settings(preset, **{**settings, parameter: value})


@pytest.mark.parametrize("name", reference.ALL)
def test_every_model_has_a_small_picture_on_the_page(name):
    picture = ROOT / "docs" / "pictures" / f"reference-{name}.png"
    assert f"pictures/{picture.name}" in PAGE
    assert 1_000 < picture.stat().st_size < 80_000


@pytest.mark.parametrize(
    "name, other",
    [
        ("granovetter", {"mean": 30}),
        ("kuran", {"shift": 10}),
        ("gregory", {"enemies": 0.2}),
        ("hierarchy", {"fidelity": 0.8}),
        ("meng", {"shortfall": 0.3}),
        ("daymude", {"punishment": "proportional"}),
    ],
)
def test_a_chart_is_valid_and_its_title_claims_the_finding_only_for_the_defaults(name, other):
    model = reference[name]
    assert model.title not in model.plot().to_dict()["title"]["text"]
    assert model.plot(**other).to_dict()["title"]["text"].startswith(f"{model.title}: {next(iter(other))} ")


@pytest.mark.slow
@pytest.mark.parametrize("name", reference.ALL)
def test_every_chart_is_valid(name):
    assert reference[name].plot().to_dict()["title"]["text"]
