"""Shipped files, mutated: every outcome but a sound file or one clear line fails.

Tables are changed value by value and key by key, texts letter by letter. Short here; `make check` draws many more, and
lets the sound ones be born.
"""

from __future__ import annotations

import copy
import dataclasses
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import unanimity
from unanimity.claims import claim
from unanimity.claims.claim_catalogue import FOLDER
from unanimity.engine.batch import make_batch
from unanimity.regimes import load_regime
from unanimity.regimes.load import check_sources, regime_of, whole_table
from unanimity.regimes.schedule_tables import with_tables
from unanimity.support.errors import UserError

PRESETS = sorted((Path(unanimity.__file__).parent / "regimes" / "presets").glob("*.toml"))
CLAIMS = sorted(FOLDER.glob("*.toml"))
JUNK = (None, True, False, 0, -1, 1, 2, 7, 10**9, -(10**9), 10**30, 10**400, 0.5, -0.5, 1e308, float("nan"),
        float("inf"), "", " ", "0", "01", "²", "1.5", "true", "open", "members", "all", "law", "x" * 30_000, "(" * 500,
        "a\0b", "$dose", "province(1)", "lot(5, members)", "ring(1, 1)", "not " * 200, [], [1], [[1]], ["a"], [{}],
        [None], {}, {"a": 1}, {"all": "open"}, {"provinces": {"1": 2}}, {"beta": [0, 0]}, {"normal": ["a", 1]},
        {"name": "x"}, {1: 2})
WORDS = ("levers", "provinces", "levels", "all", "who", "where", "month", "event", "value", "form", "measure", "arms",
         "at", "n", "share", "name", "0", "²", "", "a.b", "x" * 300)


def places(table, path=()):
    """Every place of the tables at which something stands."""
    if isinstance(table, dict):
        for key, value in table.items():
            yield (*path, key)
            yield from places(value, (*path, key))
    elif isinstance(table, list):
        for number, value in enumerate(table):
            yield (*path, number)
            yield from places(value, (*path, number))


@st.composite
def mutated(draw, files):
    """The tables of a shipped file with one to three changes."""
    path = draw(st.sampled_from(files))
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    for _ in range(draw(st.integers(1, 3))):
        *above, last = draw(st.sampled_from(list(places(table))))
        holder = table
        for step in above:
            holder = holder[step]
        kind = draw(st.sampled_from(("put", "put", "put", "wrap", "drop", "rename", "copy")))
        if kind == "put":
            holder[last] = copy.deepcopy(draw(st.sampled_from(JUNK)))
        elif kind == "wrap":
            holder[last] = draw(st.sampled_from(([holder[last]], {"all": holder[last]}, {"x": holder[last]})))
        elif kind == "drop":
            del holder[last]
        elif isinstance(holder, dict):
            value = holder.pop(last) if kind == "rename" else copy.deepcopy(holder[last])
            holder[draw(st.sampled_from(WORDS))] = value
        else:
            holder.append(copy.deepcopy(holder[last]))
        if not table:
            break
    return path, table


@st.composite
def misspelt(draw, files):
    """The text of a shipped file with some letters changed, cut, or said twice."""
    path = draw(st.sampled_from(files))
    text = path.read_text(encoding="utf-8")
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, max(0, len(text) - 1)))
        to = min(len(text), at + draw(st.integers(0, 12)))
        put = draw(st.sampled_from(("", "\0", "=", "[", "]", "{", "'", '"', "\n", "9", "-", ".", "e", "$", "²",
                                    "\ud7ff", "true", "nan", "1e400", "#", "[[ties]]\n", text[at:to] * 2)))
        text = text[:at] + put + text[to:]
    return path, text


def outcome(load, be_born=False):
    """What a file gives: nothing where it is sound or told in one line; else the error is the test's."""
    try:
        found = load()
        if be_born:
            small = dataclasses.replace(found, society=dataclasses.replace(found.society, people=300, tree=(2, 2, 2),
                                                                           sizes=()))
            make_batch([small], [0])
    except UserError as slip:
        line = str(slip)
        assert "\n" not in line and 10 < len(line) <= 2100, line[:300]


def as_regime(path, table):
    def load():
        whole = with_tables(copy.deepcopy(table), "f.toml", path.parent)
        made = regime_of(whole_table(whole, "f.toml"), "f.toml", whole.get("inputs", {}))
        check_sources(whole, "f.toml")
        return made
    return load


def as_text(tmp, path, text, load):
    for beside in path.parent.glob("*.csv"):
        if not (tmp / beside.name).exists():
            (tmp / beside.name).write_bytes(beside.read_bytes())
    file = tmp / "f.toml"
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    return lambda: load(file)


@given(mutated(PRESETS))
@settings(max_examples=150)
def test_mutated_tables_of_a_regime_are_sound_or_told(drawn):
    outcome(as_regime(*drawn))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("fuzz")


@settings(max_examples=60)
@given(drawn=misspelt(PRESETS))
def test_misspelt_texts_of_a_regime_are_sound_or_told(folder, drawn):
    outcome(as_text(folder, *drawn, load_regime))


@given(mutated(CLAIMS))
@settings(max_examples=25)
def test_mutated_tables_of_a_claim_are_sound_or_told(drawn):
    outcome(lambda: claim(drawn[1]).validate())


@pytest.mark.slow
@given(mutated(PRESETS))
@settings(max_examples=4000)
def test_many_mutated_regimes_are_sound_or_told_and_the_sound_are_born(drawn):
    outcome(as_regime(*drawn), be_born=True)


@pytest.mark.slow
@settings(max_examples=1500)
@given(drawn=misspelt(PRESETS))
def test_many_misspelt_regimes_are_sound_or_told(folder, drawn):
    outcome(as_text(folder, *drawn, load_regime))


@pytest.mark.slow
@given(mutated(CLAIMS))
@settings(max_examples=800)
def test_many_mutated_claims_are_sound_or_told(drawn):
    outcome(lambda: claim(drawn[1]).validate())


@pytest.mark.slow
@settings(max_examples=400)
@given(drawn=misspelt(CLAIMS))
def test_many_misspelt_claims_are_sound_or_told(folder, drawn):
    outcome(as_text(folder, *drawn, lambda file: claim(file).validate()))
