"""A measure that cannot move gives no verdict, and says so; what can be known beforehand is refused beforehand."""

from __future__ import annotations

import numpy as np
import pytest
from fake_laboratory import Laboratory, ballot, described

import unanimity
from unanimity.experiments.store import World
from unanimity.support.errors import UserError

FALL = {"form": "sign", "measure": "asked", "direction": "fall"}


class Same(Laboratory):
    """Worlds in which every question but assent has one answer everywhere."""

    def world(self, piece, seed):
        found = super().world(piece, seed)
        totals = [total if q.expression == "unanimity" else 0.0
                  for q, total in zip(piece.questions, found.totals, strict=True)]
        return World(np.array(totals), found.months, np.where(np.isnan(found.courses), np.nan, 0.0), found.digest)


@pytest.mark.parametrize("form", [
    FALL, {"form": "equal", "measure": "asked", "margin": 10}, {"form": "level", "values": "asked[control]",
                                                                "at": "below", "x": 0.1},
    {"form": "change", "measure": "asked", "direction": "fall", "by": 10},
    {"form": "denies", "measure": "asked", "direction": "fall"},
])
def test_a_measure_that_is_one_number_everywhere_decides_nothing(form):
    found = ballot(measures={"asked": "unanimity*0"}, expect=[form], falsified_if=[FALL], rival=[form]).run(
        keep=False, runner=Same())
    assert found.verdict.word == found.rival.word == "undecided"
    assert "asked is the same in both arms of all 12 pairs" in str(found) or \
        "asked is 0 in every world of every arm" in str(found)


def test_a_measure_equal_in_every_pair_decides_nothing_and_one_that_moves_does():
    """Arrests of the made-up worlds depend on the seed alone, as in a window before the treatment."""
    still = ballot(expect=[{"form": "equal", "measure": "arrests", "margin": 10, "events": False}]).run(
        keep=False, runner=Laboratory())
    assert still.verdict.word == "undecided" and "arrests is the same in both arms of all 12 pairs" in str(still)
    assert ballot().run(keep=False, runner=Laboratory()).verdict.word == "holds"


def test_a_level_of_the_control_counts_where_another_arm_moves_the_measure():
    form = {"form": "level", "values": "assent[control]", "at": "above", "x": 0.5}

    class Flat(Laboratory):
        def world(self, piece, seed):
            found = super().world(piece, seed)
            return World(np.round(found.totals, 1), found.months, found.courses, found.digest)

    assert ballot(expect=[form]).run(keep=False, runner=Flat()).verdict.word == "holds"


REFUSED = {
    "a constant": ({"falsified_if": [{"form": "level", "values": 0.5, "at": "above", "x": 0.1}]},
                   r"falsified_if\[1\]: the test level reads no measure"),
    "numbers alone": ({"expect": [{"form": "sign", "treated": "1 + 1", "control": 1, "direction": "rise"}]},
                      "reads no measure"),
    "a status nobody has": ({"measures": {"assent": "share(status == 99, all)"}},
                            r"status is never 99.*allowed: 0\.\."),
    "fear of seven": ({"measures": {"assent": "share(fear > 7, all)"}}, r"fear is never 7.*0\.\.1"),
    "a window beyond the end": ({"measures": {"assent": "mean(fear, all, 20..40)"}}, r"20\.\.40.*-12\.\.23"),
    "a month after the end": ({"measures": {"assent": "unanimity(+24)"}}, r"measures\.assent = .*-12\.\.23"),
    "more last months than there are": ({"measures": {"assent": "unanimity(last 25)"}}, "last 25"),
    "a season after the end": ({"measures": {"assent": "unanimity(season 9)"}}, "season 9"),
    "points of a count": ({"expect": [{"form": "change", "measure": "arrests", "direction": "fall", "by": 5,
                                       "unit": "points"}], "measures": {"arrests": "arrests"}}, "is no share"),
    "a level above one": ({"expect": [{"form": "level", "values": "assent[control]", "at": "above", "x": 95}]},
                          r"expect\[1\]: x = 95 .*0\.\.1"),
    "a margin that all meet": ({"expect": [{"form": "equal", "measure": "assent", "margin": 1.5,
                                            "unit": "absolute"}]}, r"margin = 1\.5"),
    "more points than there are": ({"expect": [{"form": "change", "measure": "assent", "direction": "fall", "by": 120,
                                                "unit": "points"}]}, "by = 120"),
}


@pytest.mark.parametrize(("changes", "says"), REFUSED.values(), ids=REFUSED)
def test_what_can_be_known_beforehand_is_refused_before_any_run(changes, says):
    with pytest.raises(UserError, match=says):
        ballot(**changes).validate()


def test_the_last_month_of_the_run_and_the_head_of_the_treatment_are_inside():
    for text in ("unanimity(23)", "unanimity(-12..23)", "unanimity(last 24)", "unanimity(+0..+23)",
                 "unanimity(season 1)", "share(fear > 1, all)", "share(status == 0, all)"):
        ballot(measures={"assent": text}).validate()


def test_arms_that_are_one_and_levers_that_nothing_reads_are_told(tmp_path):
    base = unanimity.regime("apparatus", {"mechanisms": "hall", "people": 128})
    found = unanimity.compare(base, {"secret": {"ballot": "secret"}, "half": {"ballot": "secret", "powers_sunset": 7}},
                              pairs=3, months=2)
    assert [line.split(":")[0] for line in found.unchanged] == ["half", "half"]
    assert "half: all its 3 worlds are those of secret, bit for bit" in str(found)
    assert "powers_sunset moves nothing here" in str(found)
    raw = described(people=128, months=2, burn_in=0, replications=3, expect=None, measures={"assent": "unanimity"},
                    arms={"secret": {"levers": {"ballot": "secret"}},
                          "half": {"levers": {"ballot": "secret", "powers_sunset": 7}}})
    notes = unanimity.experiment(raw).run(store=tmp_path).notes
    assert any("are those of secret" in note for note in notes) and any("powers_sunset" in note for note in notes)


def test_an_axis_of_a_sweep_along_which_nothing_moves_is_told():
    base = unanimity.regime("apparatus", {"mechanisms": "hall", "people": 128})
    over = {"ballot": ["open", "secret"], "powers_sunset": [3, 7]}
    found = unanimity.sweep(base, over, measures=["unanimity"], worlds=2, months=2, keep=False)
    assert found.unchanged == ["powers_sunset moves nothing here, since no mechanism that reads it runs."]
    assert "note: powers_sunset" in str(found) and found.record()["notes"] == found.unchanged
