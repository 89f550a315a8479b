"""Witnesses: found at once, excluding each other, author against author, on made-up settings."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from unanimity.claims.witnesses import EXCLUDE, NEITHER, SUPPORT, witnesses
from unanimity.report.witness_figure import witness_figure
from unanimity.support.errors import UserError

AUTHORS = {"a": "Trotsky", "b": "Trotsky", "c": "Serge", "d": "Serge", "e": "Lenin"}


def made(n=200):
    """Claims a and b alike, c their contrary, d by itself, e always."""
    luck = np.random.default_rng(3).uniform(size=(n, 2))
    a = luck[:, 0] < 0.5
    found = {"a": a, "b": a, "c": ~a, "d": luck[:, 1] < 0.5, "e": np.ones(n, bool)}
    return pd.DataFrame([{"claim": name, "author": AUTHORS[name], "setting": k,
                          "word": ("found" if name != "b" else "found in sign") if values[k] else "not shown"}
                         for name, values in found.items() for k in range(n)])


def test_how_many_are_found_at_once():
    found = witnesses(made())
    assert found.best["found"] == 4 and found.best["of"] == 5 and "e" in found.best["claims"]
    assert "4 of 5 main effects" in found.sentences[0]


def test_pairs_exclude_or_support_each_other_or_neither():
    pairs = witnesses(made()).pairs.set_index(["one", "other"])["says"]
    assert pairs["a", "b"] == SUPPORT and pairs["a", "c"] == EXCLUDE and pairs["c", "d"] == NEITHER
    assert not any("e" in pair for pair in pairs.index)  # what is always found says nothing


def test_claims_that_are_found_everywhere_or_nowhere_are_not_compared():
    table = made()
    told = witnesses(table[table["claim"].isin(["d", "e"])]).sentences[1]
    assert told.startswith("No two claims are each found at some settings and not at others")


def test_author_against_author():
    table = witnesses(made()).by_author.set_index(["author", "other_author"])
    assert table.loc[("Trotsky", "Trotsky"), "phi"] == pytest.approx(1.0)
    assert table.loc[("Serge", "Trotsky"), "exclude"] == 2


def test_settings_at_which_not_all_were_asked_do_not_count():
    table = made(50)
    assert len(witnesses(table[~((table["claim"] == "d") & (table["setting"] >= 30))]).found) == 30
    apart = table[(table["claim"] == "d") == (table["setting"] < 9)]
    with pytest.raises(UserError, match="no setting at which every claim was asked"):
        witnesses(apart)


def test_the_figure_has_a_cell_for_each_two_claims_and_dots_for_sure_ones():
    found = witnesses(made())
    chart = witness_figure(found.pairs, list(AUTHORS), found.sentences[0]).to_dict()
    rows = next(data for data in chart["datasets"].values())
    assert len(rows) in (12, 6) and chart["title"]["text"] == ["Do the witnesses agree with each other?"]
