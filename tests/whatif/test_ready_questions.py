"""Twelve questions ready to run: each is sound against the scenario, says why it is asked, and cites its lines."""

from __future__ import annotations

import re

import pytest

from unanimity.history.ready_questions import question_of, read_question, ready
from unanimity.history.whatif import fates
from unanimity.support.calendar import month_of
from unanimity.support.errors import UserError

START = "1918-01"
CITED = re.compile(r"(00[0-4] l\.\d+(-\d+)?(, \d+(-\d+)?)*|evidence, series \w+( and \w+)?): \S")


def test_there_are_twelve_in_the_years_that_they_are_about():
    assert sorted(read_question(name).date for name in ready()) == [
        "1918-09", "1920-03", "1921-03", "1921-03", "1921-07", "1922-02", "1923-11", "1925-12", "1928-01", "1930-01",
        "1934-12", "1937-08"]


@pytest.mark.parametrize("name", ready())
def test_a_question_is_sound_and_cites_its_sources(name):
    question = read_question(name)
    start, rows = fates(question.date, question.arms, question.scenario, question.until)
    assert start == START and all(mine for mine in rows.values())
    assert question.asks.endswith("?") and len(question.words.split()) > 40 and len(question.sources) >= 2
    assert all(CITED.match(line) for line in question.sources), question.sources
    assert all(entry.fate == "kept" for mine in rows.values() for entry in mine if entry.entry.origin == "outside")
    for given in question.arms.values():  # no order after 1936 that carries an outcome is added
        assert all(month_of(row.get("month", question.date), START, "month") < 228 for row in given.get("schedule", ()))


@pytest.mark.parametrize("change, said", [
    ({"date": None}, "date is missing"), ({"datum": "1921-03"}, "Did you mean 'date'"), ({"arms": []}, "arms"),
    ({"arms": [{"changes": {}}]}, "arms[1].name"), ({"arms": [{"name": "a", "chnages": {}}]}, "Did you mean 'changes'"),
    ({"arms": [{"name": "a"}, {"name": "a"}]}, "arms[2].name"), ({"title": 3}, "title = 3"), ({"sources": "x"}, "list"),
    ({"arms": [{"name": "a", "changes": "ballot"}]}, "arms[1].changes"),
])
def test_slips_in_a_question_are_one_line(change, said):
    raw = {"title": "t", "asks": "a?", "date": "1921-03", "arms": [{"name": "a", "changes": {"ballot": "secret"}}]}
    raw = {key: value for key, value in {**raw, **change}.items() if value is not None}
    with pytest.raises(UserError) as slip:
        question_of(raw, "mine.toml")
    assert said in str(slip.value) and "mine.toml" in str(slip.value)


def test_a_name_nobody_knows_gets_the_nearest():
    with pytest.raises(UserError, match="Did you mean 'secret-ballot-1925'"):
        read_question("secret-balot-1925")
