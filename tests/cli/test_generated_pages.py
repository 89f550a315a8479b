"""The pages of docs/ that are made from the code say what the code says; `make docs` makes them anew."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from unanimity.catalogues import event_rows, lever_rows
from unanimity.cli.handbook.cards import equation
from unanimity.cli.pages import PAGES
from unanimity.mechanisms import BY_ID, home_of
from unanimity.regimes.delegation import DELEGATED
from unanimity.world.columns import COLUMNS
from unanimity.world.levers import BY_NAME, LEVERS, OWN_LEVERS, TIGHTER

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.mark.parametrize("name", PAGES)
def test_a_generated_page_is_not_stale(name):
    assert (DOCS / name).read_text(encoding="utf-8") == PAGES[name](), f"docs/{name} is stale: run make docs"


def test_the_page_of_the_state_has_every_table():
    text = (DOCS / "reference/state.md").read_text(encoding="utf-8")
    assert all(f"## {c.table} (" in text and f"| {c.name} |" in text for c in COLUMNS)


def test_every_card_has_an_equation_and_every_rule_a_sentence():
    without = {m.id for m in BY_ID.values() if not equation(inspect.getdoc(home_of(m)))}
    assert without <= {"census", "docket", "verdict"}  # they count, list and hand on
    assert [f"{m.id}.{r.name}" for m in BY_ID.values() for r in (*m.rules, *m.when_off) if not r.sentence] == []


def test_every_lever_and_event_says_what_it_means_and_where_it_comes_from():
    assert not [one.name for one in LEVERS if not (one.meaning and one.explains and one.cite)]
    assert not [row["id"] for row in event_rows() if not row["explains"]]
    assert not [row["id"] for row in event_rows() if not row["source"] and row["about"] != "levers and any variable"]


def test_what_repeats_the_declaration_is_made_from_it():
    assert TIGHTER["sanction_cap"] == 1 and TIGHTER["ballot"] == -1 and "appointer" not in TIGHTER
    assert set(OWN_LEVERS) == {one.name for one in LEVERS if "R" in one.scope}
    assert [one.name for one in LEVERS if one.may_be_left_out] == [n for n in BY_NAME if n.startswith("sanction_cap.")]
    assert DELEGATED


def test_every_lever_is_named_by_a_mechanism():
    assert [row["id"] for row in lever_rows() if not row["read_by"]] == []


def test_levers_and_events_are_shown(unanimity):
    assert "open < secret" in unanimity("levers", "list").out
    shown = unanimity("levers", "show", "oversight.courts")
    assert "sanction" in shown.out and "tighter: off" in shown.out and "law on" in shown.out
    assert "harvest_failure" in unanimity("events", "list").out
    assert 'event = "purge"\nwho = "..."\nshare = ...' in unanimity("events", "show", "purge").out


@pytest.mark.parametrize("words, says", [
    (("levers", "show", "courts"), "Did you mean 'oversight.courts'?"), (("events", "show", "purg"), "mean 'purge'?")])
def test_a_name_nobody_knows_gets_the_nearest(unanimity, words, says):
    answer = unanimity(*words)
    assert answer.code == 2 and says in answer.err
