"""The case log in words, counted by month, saved and loaded; and lives told from a log written by hand."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from unanimity.results import Result, load_result
from unanimity.results.biography import _TELLERS, PICKS, biography, find_person
from unanimity.results.case_table import COLUMNS, CasesRead, log_table, monthly_counts
from unanimity.support.errors import UserError
from unanimity.world.case_log import ROW
from unanimity.world.codes import (
    A_CHIEF,
    AN_ATTACK,
    CELL_SECRETARY,
    END_OF_TERM,
    EXECUTED,
    EXILE,
    LOGGED,
    MEMBER,
    NEVER,
    NO_RUNG,
    NOBODY,
    OFFICIAL,
    PRISON,
    THE_FILE,
    THE_QUOTA,
    THE_VERDICT,
)

PEOPLE = 10
FLAGS = {"confessed": 1, "guilty": 2}


def rows(*entries):
    """Rows of the log: (month, person, event, fields)."""
    made = np.zeros(len(entries), ROW)
    for name in ("examiner", "judge", "named_by", "other"):
        made[name] = NOBODY
    made["petition"] = NEVER
    made["estate"] = MEMBER
    for at, (month, person, event, more) in enumerate(entries):
        made[at]["month"], made[at]["person"], made[at]["event"] = month, person, LOGGED.index(event)
        for name, value in more.items():
            if name in FLAGS:
                made[at]["flags"] += FLAGS[name] * value
            else:
                made[at][name] = value
    return made


LIFE = rows(
    (3, 7, "joined", {}),
    (5, 7, "appointed", {"office": CELL_SECRETARY, "estate": OFFICIAL, "other": 2}),
    (8, 7, "arrested", {"cause": THE_QUOTA, "examiner": 4, "judge": 1, "named_by": 9}),
    (9, 7, "confessed", {"other": 3, "confessed": 1}),
    (9, 7, "petitioned for", {"other": 2, "hops": 1, "petition": 11}),
    (9, 7, "saved", {"cause": A_CHIEF, "other": 2, "hops": 1, "rung": EXILE}),
    (9, 7, "sanctioned", {"cause": THE_VERDICT, "rung": EXILE}),
    (33, 7, "released", {"cause": END_OF_TERM}),
    (40, 7, "arrested", {"cause": THE_FILE, "guilty": 1}),
    (41, 7, "sanctioned", {"cause": THE_VERDICT, "rung": 7}),
    (41, 7, "died", {"cause": THE_VERDICT, "rung": 7}),
    (2, 8, "arrested", {"cause": AN_ATTACK, "guilty": 1}),
    (3, 8, "saved", {"cause": 11, "rung": NO_RUNG}),
)


@pytest.fixture
def log():
    death = np.zeros(PEOPLE, np.uint8)
    death[7] = EXECUTED
    return log_table(LIFE, np.zeros(LIFE.size, int), death[LIFE["person"]], np.ones(1, int))


def test_a_row_is_told_in_words_with_the_columns_of_the_contract(log):
    assert tuple(log.columns) == COLUMNS
    arrest = log.iloc[2]
    assert (arrest["event"], arrest["cause"], arrest["examiner"], arrest["judge"], arrest["named_by"]) == (
        "arrested", "quota", 4, 1, 9)
    assert not arrest["guilty"] and log.iloc[8]["guilty"] and arrest["place"] == 1 and arrest["province"] == 1
    assert pd.isna(arrest["petition"]) and log.iloc[4]["petition"] == 11 and log.iloc[5]["saved_by"] == 2
    assert log.iloc[10]["kind"] == "executed" and arrest["kind"] == "none"
    assert log.iloc[6]["rung_word"] == "exile" and log.memory_usage(deep=True).sum() < 200 * len(log) + 20_000


def test_a_life_is_told_in_order_in_plain_sentences(log):
    assert biography(log, 7, 0, PEOPLE) == [
        "Person 7, a member, lives in cell 1 of province 1.",
        "Month 3: joined the party.",
        "Month 5: became secretary of a cell, named by person 2.",
        "Month 8: arrested to fill the quota, named by person 9, on the topic of rule; examined by person 4, judged by "
        "person 1; he had done nothing.",
        "Month 9: signed a confession, naming person 3 first.",
        "Month 9: a petition for him was sent to person 2, 1 tie away, to arrive in month 11.",
        "Month 9: saved by a chief, person 2, 1 tie away, and sent into exile instead.",
        "Month 9: sent into exile by verdict.",
        "Month 33: released at the end of the term after 24 months.",
        "Month 40: arrested on the strength of a police file, on the topic of rule; examined by nobody known, judged "
        "by nobody known; he had acted against the regime.",
        "Month 41: sentenced to death by verdict.",
        "Month 41: was executed by verdict.",
    ]
    told = biography(log, 8, 0, PEOPLE)
    assert told[-2:] == ["Month 3: saved by noise abroad and set free.", "The log tells no more of him."]


def test_every_event_of_the_log_can_be_told():
    everything = rows(*((month, 0, event, {"other": 1, "rung": PRISON}) for month, event in enumerate(LOGGED)))
    table = log_table(everything, np.zeros(len(LOGGED), int), np.zeros(len(LOGGED), int), np.ones(1, int))
    told = biography(table, 0)
    assert len(told) == len(LOGGED) + 1 and set(_TELLERS) == set(LOGGED)
    assert all(line.endswith(".") and "  " not in line and ",," not in line and " ," not in line for line in told)


def test_somebody_of_whom_nothing_is_told_and_somebody_who_does_not_exist(log):
    assert biography(log, 1, 0, PEOPLE) == [
        "Person 1: the case log tells nothing of him; no post, arrest, complaint or death."]
    assert "tells nothing" in biography(pd.DataFrame(), 1)[0]
    for person in (-1, PEOPLE, True, 1.5):
        with pytest.raises(UserError, match=r"person = .* is not allowed; allowed: a whole number from 0 to 9"):
            biography(log, person, 0, PEOPLE)


def test_a_kind_of_life_is_found_or_it_is_said_which_kinds_there_are(log):
    assert find_person(log, "executed") == 7 and find_person(log, "saved") == 7 and find_person(log, "innocent") == 7
    with pytest.raises(UserError, match="tells of nobody like that; allowed here: arrested, innocent"):
        find_person(log, "hostage")
    with pytest.raises(UserError, match="Did you mean 'executed'"):
        find_person(log, "executd")
    with pytest.raises(UserError, match="its log is empty"):
        find_person(pd.DataFrame(), "executed")
    assert all(pick(log).dtype == bool for pick in PICKS.values())


def test_rows_are_counted_by_month_and_world(log):
    counts = monthly_counts(log, range(42), 2)
    assert counts.loc[(0, 9), "saved"] == 1 and counts.loc[(0, 8), "arrested"] == 1
    assert counts.loc[1].to_numpy().sum() == 0
    assert len(counts) == 84 and counts.to_numpy().sum() == len(log)


def test_a_result_keeps_its_log_and_its_answers(log, tmp_path):
    asked = pd.DataFrame({"question": ["arrests"] * 3, "world": [0, 0, 0], "month": [np.nan, 1.0, 2.0],
                          "value": [3.0, 1.0, 2.0]})
    result = Result(np.zeros((42, 1, 1, 1)), np.arange(42), ("country",), ("unanimity",),
                    pd.DataFrame({"world": [0], "arm": [""], "seed": [1], "digest": ["x"]}),
                    pd.DataFrame({"cell": [1]}), {"people": PEOPLE, "digest": "x"}, CasesRead(log), asked)
    result.save(tmp_path)
    back = load_result(tmp_path)
    pd.testing.assert_frame_equal(back.log, log)
    assert back.biography(7) == result.biography(7) and back.answers.loc[0, "arrests"] == 3.0
    assert back.answer_by_month("arrests")[0].to_dict() == {1: 1.0, 2: 2.0}
    assert back.cases_by_month().to_numpy().sum() == len(log)
    with pytest.raises(UserError, match=r"no question 'arests'\. Did you mean 'arrests'"):
        back.answer_by_month("arests")
