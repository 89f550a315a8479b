"""The claims on the shelf: all there, all sound, all citable, and all of them with the same numbers."""

from __future__ import annotations

import re

import pytest

import unanimity as un
from unanimity.claims import REGISTERED, missing, names
from unanimity.claims.claim_catalogue import FOLDER
from unanimity.experiments.description import read_toml
from unanimity.regimes import load_regime

SOURCES = {"000", "001", "002", "003", "004"}
LINES = re.compile(r"\d+-\d+|\d+")
ALL = names()


@pytest.fixture(scope="module")
def claims():
    """Every claim, read once."""
    return {name: un.claims[name] for name in ALL}


def tables_that_set_numbers(table, path=()):
    """Every parameter and input that a file names, found by walking its tables, without the loader's help."""
    for key, value in table.items() if isinstance(table, dict) else []:
        if key == "parameters":
            yield from (f"{mechanism}.{name}" for mechanism, values in value.items() for name in values)
        elif key == "inputs":
            yield from value
        elif isinstance(value, dict):
            yield from tables_that_set_numbers(value, (*path, key))
        elif key == "schedule":
            yield from (entry["parameter"] for entry in value if "parameter" in entry)


def test_the_list_is_the_one_that_was_registered():
    assert len(REGISTERED) == len(set(REGISTERED)) == 47
    assert set(ALL) <= set(REGISTERED), "a file on the shelf that was not registered"
    assert {*ALL, *missing()} == set(REGISTERED)
    assert [name for name in REGISTERED if name in ALL] == list(ALL) == list(un.claims)
    assert len(un.claims) == len(ALL) and ALL[0] in un.claims


@pytest.mark.parametrize("name", ALL)
def test_a_claim_is_sound_and_no_number_is_its_own_but_those_its_text_calls_for(name, claims):
    claim = claims[name].validate()
    raw, sets = read_toml(FOLDER / f"{name}.toml"), claim.claim.sets
    assert set(tables_that_set_numbers(raw)) == set(sets)
    base = load_regime(claim.described.base)
    for cell in claim.wanted():
        regime = claim.layout.regime(cell)
        scheduled = {entry.name for entry in regime.schedule if entry.kind == "parameter"}
        own = {key for key, value in regime.parameters.items() if base.parameters.get(key) != value}
        assert {*own, *regime.inputs, *scheduled} <= set(sets), cell.label
    for key, reason in sets.items():
        assert reason.strip(), f"{key}: say which words of the text call for it"
        assert claim.described.sources[key].strip()


@pytest.mark.parametrize("name", ALL)
def test_a_claim_can_be_cited_and_contradicted(name, claims):
    table, described = claims[name].claim, claims[name].described
    assert table.source in SOURCES
    assert LINES.findall(table.lines), table.lines
    assert table.citation.startswith(f"{table.source} l.")
    assert 1917 < table.year < 1950
    assert table.strength in ("stated", "implied")
    assert len(table.says) > 60 and len(table.falsified) > 20 and len(table.rival) > 20
    assert described.expect and described.falsified_if
    assert described.rival, "the rival has no form, so it has no verdict of its own"
    for form in (*described.expect, *described.rival):
        if form.get("form") == "not expressible":
            assert len(form["reason"]) > 20


def test_claims_of_a_party_its_opposition_or_prisoners_say_so(claims):
    named = {name: claim.claim.milieu for name, claim in claims.items() if claim.claim.milieu}
    assert len(named) == 34 and "milieu" not in " ".join(named.values())
    assert "one party cell" in named["serge-1927-third-hand"] and "prisoners" in named["serge-1933-signature"]
    of_a_country = {"kropotkin-1920-local-construction", "serge-1928-grain-spiral", "serge-1921-market-opening"}
    assert of_a_country.isdisjoint(named)
    for name, milieu in named.items():
        assert claims[name].milieu.sentence.endswith(f"not of a country: {milieu}."), name
        assert claims[name].about()["milieu"]["source"] == claims[name].claim.citation


def test_all_claims_run_the_same_model(claims):
    whole = {name: tuple(m.id for m in claim.control.mechanisms) for name, claim in claims.items()}
    assert len(set(whole.values())) == 1, "a claim that leaves mechanisms out is about another model"
    assert all(set(claim.described.explained_by) <= set(whole[name]) for name, claim in claims.items())
