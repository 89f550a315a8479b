"""Events too rare for a conclusion are reported: how many there were, and how many people would show thirty."""

from __future__ import annotations

import re

import numpy as np
import pytest
from fake_laboratory import Laboratory, ballot

import unanimity as un
from small_regimes import only_the_hall
from unanimity.engine import event_counts
from unanimity.engine.event_counts import Counted, counted, may_count, seen
from unanimity.experiments.seed_runs import Piece, Question, asked_of
from unanimity.experiments.store import World
from unanimity.history.distance import seen as seen_by_the_record
from unanimity.history.targets import Target
from unanimity.regimes import load_regime
from unanimity.support.rare_events import ENOUGH, FEW, Extent, Seen, are_enough, note_on, people_for
from unanimity.verdicts import enough_events
from unanimity.verdicts.finding import undecided

BESIDE = {  # a question, and the counts that it rests on
    "count(log arrested, members, 0..11)": ("count(log arrested, members, 0..11)",),
    "arrests(members)": ("arrests(members)",),
    "deaths_executed": ("deaths_executed",),
    "false_positive_share": ("count(log arrested not guilty)", "count(log arrested)"),
    "rate(log capitulated, faction(any), 12..23)": ("count(log capitulated, faction(any), 12..23)",),
    "mean(rung of log sanctioned rung >= 1)": ("count(log sanctioned rung >= 1)",),
    "median(log arrested to log sanctioned)": ("count(log arrested)",),
    "hunger_deaths(province(2), 0..11) / 12": ("hunger_deaths(province(2), 0..11)",),
    "confession_rate": ("count(log arrested)",),
    "fate_of_complainers": ("complainers_struck",),
    "revolts": ("revolts",),
}


def asking(*texts, regime="apparatus"):
    return asked_of([Piece(load_regime(regime), tuple(Question(text) for text in texts))], [0], ())


@pytest.mark.parametrize(("text", "counts"), BESIDE.items(), ids=BESIDE)
def test_what_stands_behind_a_question_is_a_count_that_can_be_asked(text, counts):
    found = counted(asking(text))[text]
    assert (found.counts, found.word, found.each) == (counts, "event", 1.0)
    assert may_count([text])
    asking(*counts)


def test_states_are_counted_in_person_months_by_their_own_numbers():
    texts = ("share(in_revolt > 0, members)", "share_in_revolt", "held_in_prison", "count(status == camp, all)")
    found = counted(asking(*texts))
    people_months = 96.0 * 2000
    assert [(found[text].counts, found[text].word, found[text].each) for text in texts] == [
        ((texts[0],), "person-month", people_months), ((texts[1],), "person-month", people_months),
        ((texts[2],), "person-month", 96.0), ((texts[3],), "person-month", 96.0)]


def test_a_question_that_counts_nothing_is_left_alone():
    assert counted(asking("mean(fear, members, last 12)", "centre_error", "ring_strength", "months(0..11)")) == {}
    assert not may_count(["unanimity", "mean(fear, members)", "catalogue(x)", "share(in_revolt > 0, all)"])


def test_a_run_that_asks_for_no_events_asks_nothing_more(monkeypatch):
    monkeypatch.setattr(event_counts, "_sound", lambda *_: pytest.fail("nothing is to be counted"))
    result = un.run(only_the_hall("apparatus"), months=2, people=256, progress=False,
                    ask=["mean(fear, members, last 2)"])
    assert result.notes == () and list(result.answers) == ["mean(fear, members, last 2)"]
    assert un.run(only_the_hall("apparatus"), months=2, people=256, progress=False).asked.empty


def test_the_fullest_arm_and_the_fuller_count_speak():
    found = {"share": Counted(("some", "all")), "held": Counted(("state",), "person-month", 10.0)}
    totals = {"some": np.array([1.0, 0, 2, 2]), "all": np.array([1.0, 1, 3, np.nan]), "state": np.array([0, 0, 0, .5])}
    assert seen(found, totals, np.array(["control", "control", "treated", "treated"])) == [
        Seen("share", 4.0), Seen("held", 5.0, "person-month")]


def test_the_note_says_how_many_and_how_many_people_it_would_take():
    size = Extent(8, 2000, 96)
    assert note_on([Seen("arrests", 3), Seen("deaths", 10)], size) == (
        "Too rare to see in 8 worlds of 2,000 people over 96 months: arrests (3 events; 30 would take about 20,000 "
        "people a world).")
    assert note_on([Seen("executions", 0)], size).endswith(
        ": executions (no event; 30 would take at least 20,000 people a world).")
    assert note_on([Seen("a", 1), Seen("b", 1)], Extent(1, 500, 1, True)) == (
        "Too rare to see in an arm of 1 world of 500 people over 1 months: a, b (1 event; 30 would take about 15,000 "
        "people a world).")
    assert note_on([Seen("arrests", FEW)], size) == "" and note_on([], size) == ""
    assert people_for(4, 2000) == 15_000


def test_one_number_is_enough_for_verdicts_and_for_the_record():
    finding = undecided("sign", "Does it fall", "for a test")
    for events in (ENOUGH - 1, ENOUGH):
        assert are_enough(events) is (events == ENOUGH)
        assert ("are needed" in enough_events(finding, [events]).undecided) is not are_enough(events)
        target = Target("x", "m", 2.0, 1.0, 4.0, note=f"E100k {events}")
        assert seen_by_the_record(target, 0.0, 1e5) is are_enough(events)


def test_a_run_tells_of_rare_events_and_keeps_only_what_was_asked(tmp_path):
    ask = ["count(log arrested)", "false_positive_share"]
    result = un.run("apparatus", months=2, people=256, worlds=2, progress=False, ask=ask, out=tmp_path,
                    measures=["unanimity", "deaths_executed"])
    note, = result.notes
    assert note.startswith("Too rare to see in 2 worlds of 256 people over 2 months: count(log arrested), ")
    assert "false_positive_share" in note and "deaths_executed" in note and "unanimity" not in note
    arrests = int(result.answers["count(log arrested)"].sum())
    assert re.search(r"\((no|\d+) event", note)[1] == (str(arrests) if arrests else "no")
    assert list(result.answers) == ask and f"note: {note}" in repr(result)
    saved = un.load_result(tmp_path)
    assert saved.notes == result.notes and list(saved.answers) == ask
    assert note in (tmp_path / "report.html").read_text(encoding="utf-8").replace("&#39;", "'")


def test_a_comparison_tells_of_rare_events_that_it_was_asked_for(tmp_path):
    found = un.compare("apparatus", {"secret": {"ballot": "secret"}}, pairs=3, months=2, people=256, progress=False,
                       measures=["unanimity", "deaths_executed"])
    assert [line for line in found.notes if line.startswith("Too rare to see in an arm of 3 worlds of 256 people")]
    assert f"note: {found.notes[-1]}" in repr(found)
    assert found.notes[-1] in found.report(tmp_path).read_text(encoding="utf-8")


class Quiet(Laboratory):
    """Worlds in which so many are arrested in all, and half of them are innocent."""

    def world(self, piece, seed):
        made = super().world(piece, seed)
        numbers = {"count(log arrested)": self.arrests * (seed == 0), "false_positive_share": 0.5}
        totals = np.array([numbers.get(q.expression, total) for q, total in
                           zip(piece.questions, made.totals, strict=True)])
        return World(totals, made.months, made.courses, made.digest)


@pytest.mark.parametrize(("arrests", "told"), [(3.0, True), (40.0, False)])
def test_an_experiment_counts_what_a_share_rests_on_and_tells_where_it_is_too_few(arrests, told):
    one = ballot(measures={"assent": "unanimity", "innocent": "false_positive_share"})
    asked = [q.expression for q in next(iter(one.pieces().values())).questions]
    assert asked[:2] == ["false_positive_share", "unanimity"] and "count(log arrested)" in asked[2:]
    found = one.run(keep=False, runner=Quiet(arrests=arrests))
    notes = [line for line in found.notes if line.startswith("Too rare")]
    assert notes == (["Too rare to see in an arm of 12 worlds of 256 people over 24 months: innocent (3 events; 30 "
                      "would take about 2,600 people a world)."] if told else [])
    assert set(found.table["measure"]) == {"assent", "innocent"}
    assert notes == [line for line in found.record()["notes"] if line.startswith("Too rare")]


def test_an_experiment_without_events_asks_only_its_own_questions():
    one = ballot(measures={"assent": "unanimity"})
    assert all([q.expression for q in piece.questions] == ["unanimity"] for piece in one.pieces().values())
