"""A treatment that can never happen is refused beforehand, and reported where the worlds show no change."""

from __future__ import annotations

import numpy as np
import pytest
from fake_laboratory import Laboratory, ballot, described

import unanimity
from unanimity.experiments.seed_runs import SHARE_OF_MEMORY
from unanimity.experiments.store import World
from unanimity.support.errors import UserError

SECRET = {"levers": {"ballot": "secret"}}
NEVER = {
    "after the end": ({"arms": {"secret": {**SECRET, "at": 24}}}, r"arms\.secret: at = 24 .* -12\.\.23"),
    "long after": ({"arms": {"secret": {**SECRET, "at": 999}}}, "at = 999"),
    "before the start": ({"arms": {"secret": {**SECRET, "at": -13}}}, "at = -13"),
    "all arms after the end": ({"treated_at": 999}, r"treated_at = 999 .* -12\.\.23"),
    "all arms before the start": ({"treated_at": -13}, "treated_at = -13"),
    "an empty arm": ({"arms": {"secret": SECRET, "idle": {}}, "expect": None}, "arms.idle changes nothing"),
    "an arm with words only": ({"arms": {"secret": SECRET, "idle": {"says": "as it was"}}, "expect": None},
                               "idle changes nothing"),
    "an arm of the control's values": ({"arms": {"secret": {"levers": {"ballot": "open"}}}}, "changes nothing"),
    "a month beside nothing dated": ({"arms": {"secret": SECRET, "rural": {"society": {"rural": 0.1}, "at": 3}},
                                      "expect": None},
                                     r"arms\.rural: at = 3"),
    "a dose of nothing at all": ({"doses": {"name": "word", "values": ["open", "open "]},
                                  "arms": {"secret": {"levers": {"ballot": "$word"}}}, "expect": None},
                                 "changes nothing"),
}


@pytest.mark.parametrize(("changes", "says"), NEVER.values(), ids=NEVER)
def test_what_can_never_happen_is_refused_before_any_run(changes, says):
    with pytest.raises(UserError, match=says):
        ballot(**changes).validate()


def test_the_first_and_the_last_month_and_a_dose_of_nought_are_allowed():
    for at in (-12, 0, 23):
        ballot(arms={"secret": {**SECRET, "at": at}}).validate()
    ballot(doses={"name": "word", "values": ["open", "secret"]}, expect=None,
           arms={"secret": {"levers": {"ballot": "$word"}}}).validate()


class Deaf(Laboratory):
    """Worlds that no arm moves: only their digests say so."""

    def world(self, piece, seed):
        found = super().world(piece, seed)
        return World(found.totals, found.months, found.courses, f"{seed:064x}")


def test_an_arm_whose_worlds_are_the_controls_is_told_with_the_verdict():
    found = ballot(arms={"secret": SECRET, "press": {"levers": {"press": "free"}}}, expect=None).run(
        keep=False, runner=Deaf())
    assert [note.split(":")[0] for note in found.notes] == ["secret", "press"]
    assert "this arm changed nothing" in str(found) and "bit for bit" in str(found)
    assert not ballot().run(keep=False, runner=Laboratory()).notes


def test_worlds_of_a_real_run_know_whether_they_differ(tmp_path):
    """Months of the party's congress cannot matter to a hall that runs alone."""
    raw = described(people=128, months=2, burn_in=0, replications=3, expect=None, measures={"assent": "unanimity"},
                    arms={"secret": SECRET, "idle": {"levers": {"powers_sunset": 7}}})
    found = unanimity.experiment(raw).run(store=tmp_path)
    assert len(found.notes) == 1 and found.notes[0].startswith("idle: this arm changed nothing; all its 3 worlds")
    again = unanimity.experiment(raw).run(store=tmp_path)
    assert again.ran == 0 and again.notes == found.notes, "the store keeps what a world was"


def test_a_comparison_refuses_and_tells_alike():
    base = unanimity.regime("apparatus", {"mechanisms": "hall", "people": 128})
    with pytest.raises(UserError, match="'same' changes nothing"):
        unanimity.compare(base, {"same": {"ballot": "open"}}, pairs=3, months=2)
    found = unanimity.compare(base, {"secret": {"ballot": "secret"}, "idle": {"powers_sunset": 7}}, pairs=3, months=2)
    assert [line.split(":")[0] for line in found.unchanged] == ["idle"]
    assert "note: idle: this arm changed nothing" in str(found)
    assert np.isfinite(found.values("idle", "unanimity")).all()


def test_more_pairs_than_memory_holds_answers_for_are_refused_at_once():
    assert SHARE_OF_MEMORY < 1
    with pytest.raises(UserError, match=r"pairs = 10000000000 is not allowed; allowed: at most [\d,]+"):
        ballot().run(pairs=10**10, keep=False, runner=Laboratory())
