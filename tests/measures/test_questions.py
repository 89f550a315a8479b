"""Questions put to a run: they change nothing, and their answers do not depend on threads or on the batch."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hand_country import Country, row
from hand_country import regime as hand_regime

import unanimity
from direct_calls import call
from unanimity.engine.identities import Lives
from unanimity.mechanisms.chronicle import note_joiners, note_posts, note_tellers
from unanimity.world.case_log import ROW, Log
from unanimity.world.codes import CITIZEN, LOGGED, MEMBER, NEVER, NOBODY
from unanimity.world.tree import grow

SMALL = {"people": 256, "months": 15}
ARRESTING = {"police_quota": 0.01}  # so that every world has something to tell
ASKS = ("mean(fear, members, last 3)", "share(voice == dissent, private_dissenters as of 2, 3..5)",
        "unanimity(province(2))", "share(voice != dissent, province(2) and attendants)",
        "public_dissent(members)", "count(log arrested)",
        "slope(fear on dependants, all, 4)", "mean(stance_rule, lot(20, members), 1..3)", "vote_stance_correlation(4)")


@pytest.fixture(scope="module")
def found():
    return unanimity.run("apparatus", ARRESTING, worlds=3, seed=5, threads=1, ask=ASKS, **SMALL)


def test_asking_changes_nothing_and_threads_do_not_matter(found):
    assert unanimity.run("apparatus", ARRESTING, worlds=3, seed=5, threads=2, **SMALL).digest == found.digest
    again = unanimity.run("apparatus", ARRESTING, worlds=3, seed=5, threads=2, ask=ASKS, **SMALL)
    assert again.digest == found.digest and again.answers.equals(found.answers)


def test_a_world_alone_gives_the_same_answers(found):
    alone = unanimity.run("apparatus", ARRESTING, worlds=1, seed=6, ask=ASKS, **SMALL)
    assert np.array_equal(alone.answers.iloc[0], found.answers.iloc[1], equal_nan=True)


def test_an_expression_gives_what_the_monthly_measure_gives(found):
    monthly, composed = (found.answers[text] for text in (ASKS[2], ASKS[3]))
    assert monthly.to_numpy() == pytest.approx(composed.to_numpy())
    last = found.of("unanimity", "province 2").to_numpy()[-12:].mean(axis=0)
    assert monthly.to_numpy() == pytest.approx(last)
    arrests = (found.log["event"] == "arrested").groupby(found.log["world"]).sum()
    assert found.answers["count(log arrested)"].tolist() == arrests.tolist()
    assert found.answer_by_month("count(log arrested)").sum().tolist() == arrests.tolist()


def test_months_that_were_looked_at(found):
    assert found.answer_by_month(ASKS[1]).index.tolist() == [3, 4, 5]
    assert found.answer_by_month(ASKS[0]).index.tolist() == [12, 13, 14]


def work_of(asks, monkeypatch):
    """How often persons are looked up by number to answer these questions about months that passed by hand."""
    country = Country(*asks, base=hand_regime(spare=0.4))
    country.enter(row(3, 10, "arrested"), row(3, 12, "arrested"), row(4, 10, "died"))
    country.pass_all()
    calls = []
    with monkeypatch.context() as patch:
        look_up = Lives.numbers
        patch.setattr(Lives, "numbers", lambda *given: calls.append(1) or look_up(*given))
        found = country.answers()
    assert all(value >= 0.0 for value in found.values())
    return len(calls)


def test_questions_about_the_log_share_the_work_of_following_persons(monkeypatch):
    many = [f"count(log {event}, {who} as of {month}, 3..9)" for event in ("arrested", "died kind executed", "any")
            for who in ("members", "all", "town") for month in (1, 2)]
    many += ["share(log arrested before log died)", "count(log first arrested)", "count(log arrested to log died)"]
    assert work_of(many, monkeypatch) == work_of(many[:1], monkeypatch) > 0


def test_who_belonged_at_the_head_of_a_month_is_noted_once_for_all_questions():
    asks = [f"count(log {event}, members and present, 3..9)" for event in ("arrested", "died", "sanctioned")]
    country = Country(*asks)
    country.column("estate")[:] = CITIZEN
    country.column("estate")[[10, 11]] = MEMBER
    country.enter(row(3, 10, "arrested"), row(4, 11, "died"), row(4, 12, "died"))
    country.pass_all()
    assert len(country.asking.belonged) == 7  # months, not months times questions
    assert list(country.answers().values()) == [1.0, 1.0, 0.0]


def test_a_question_that_the_mechanisms_cannot_answer_is_refused_before_the_run():
    with pytest.raises(unanimity.UserError, match="'hunger_deaths' needs the mechanisms"):
        unanimity.run("apparatus", {"mechanisms": "census+meeting+voice+fear"}, ask=["excess_deaths"], **SMALL)
    with pytest.raises(unanimity.UserError, match="--resume is not allowed with --survey or --ask"):
        unanimity.run("apparatus", ask=["unanimity"], resume=True, **SMALL)


def test_the_command_line_asks_and_lists(capsys, monkeypatch):
    import sys

    from unanimity.cli.main import main

    def call(*words):
        monkeypatch.setattr(sys, "argv", ["unanimity", *words])
        with pytest.raises(SystemExit) as end:
            main()
        return int(end.value.code or 0), capsys.readouterr()

    small = ("--people", "256", "--months", "15", "--seed", "5")
    code, told = call("run", "apparatus", *small, "--ask", ASKS[0], "--json")
    assert code == 0 and json.loads(told.out)["answers"][ASKS[0]][0] >= 0.0
    code, told = call("run", "apparatus", "--ask", "mean(feer, all)")
    assert code == 2 and "Did you mean 'fear'?" in told.err and told.err.count("\n") == 1
    code, told = call("measures", "list", "--json")
    names = [row["id"] for row in json.loads(told.out)]
    assert code == 0 and len(names) == len(set(names)) and {"collapse_month", "unanimity", "brittleness"} <= set(names)
    code, told = call("measures", "show", "survival_median", "--json")
    assert code == 0 and json.loads(told.out)["citation"] == "interface 4"
    for words, says in (("biography apparatus", "biography needs a person"),
                        ("biography --pick savd", "Did you mean 'saved'"),
                        ("biography --person 99999", "allowed: 0 to 1999"),
                        ("measures show colapse_month", "collapse_month")):
        code, told = call(*words.split())
        assert code == 2 and says in told.err


# --- what the chronicle enters in the log ----------------------------------------------------------------------------
def make_log(people, month=4):
    from unanimity.world.case_log import READ

    start = {"examiner": NOBODY, "judge": NOBODY, "named_by": NOBODY, "petitioned": NEVER, "last_dissent": NEVER,
             "last_guilt": NEVER, "last_rose": NEVER}
    read = {name: np.full(people, start.get(name, 0)) for name in READ}
    read["stance"] = np.zeros((2, people))
    return Log(np.zeros(64, ROW), np.zeros(1, np.int64), np.zeros(1, np.int64), 0, 64, month, 1.0, False,
               np.zeros(people, np.int64), **read)


def entered(log):
    return [(LOGGED[row["event"]], int(row["person"]), int(row["other"])) for row in log.rows[:log.count[0]]]


def test_tellers_are_entered_once():
    log, told = make_log(4), np.array([0, 1, 0])  # two cells of two people and the centre
    tellings, noted = np.array([3, 0, 1, 2]), np.array([0, 0, 1, 1])
    for _ in range(2):
        call(note_tellers, {"told": told, "tellings": tellings, "tellings_noted": noted}, grow((2,), 4), None, log=log)
    assert entered(log) == [("told", 3, NOBODY)]  # 0 told nothing new in a unit of which somebody told
    assert noted.tolist() == [0, 0, 1, 2]


def test_posts_of_the_month_and_joiners_are_entered():
    log = make_log(6)
    posts = {"secretary": np.array([1, 2, 4]), "sitting": np.array([4, 5]), "tenure": np.array([0, 0, 7, 0, 3, 0]),
             "patron": np.array([0, 4, 4, 0, 4, 5]), "notes": np.zeros(1)}
    centre = {"seats": 2, "seat_start": np.array([0, 0, 0, 2])}
    call(note_posts, posts, grow((2,), 6), None, ("appointment",), centre, log=log)
    assert entered(log) == []
    call(note_posts, posts, grow((2,), 6), None, (), centre, log=log)
    assert entered(log) == [("appointed", 1, 4), ("appointed", 5, NOBODY)]
    log = make_log(3)
    for month in (0, 4):
        state = {"cohort": np.array([0, 4, 3]), "notes": np.zeros(1)}
        call(note_joiners, state, grow((1,), 3), None, month=month, log=log)
    assert entered(log) == [("joined", 1, NOBODY)]
