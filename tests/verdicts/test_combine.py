"""From findings to a verdict, words without a number, and settings for robustness."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from unanimity import verdicts as v
from unanimity.support.errors import UserError
from unanimity.verdicts.finding import Finding
from unanimity.world.draws import normals
from unanimity.world.spans import Parameter, Span

UP = np.full(12, 1.0)
PASSES = v.change(1 + UP, UP, "rise", 50)
SIGN = v.change(1 + UP, UP, "rise", 300)
OPPOSITE = v.change(UP, 1 + UP, "rise", 50)
NOTHING = v.sign(np.tile([-1.0, 1.0], 6))
TOO_FEW = v.sign(UP[:5])
MUTE = v.not_expressible("there is no money in the model")


def test_the_findings_used_here_are_what_they_are_called():
    assert PASSES.passed and SIGN.sign_only and OPPOSITE.opposite and TOO_FEW.undecided
    assert not (NOTHING.passed or NOTHING.sign_only or NOTHING.opposite or NOTHING.undecided)


@pytest.mark.parametrize(("expect", "falsified_if", "word"), [
    ([PASSES, PASSES], [], "holds"),
    ([PASSES, PASSES], [NOTHING, SIGN, OPPOSITE], "holds"),     # a falsifier counts only where it passes
    ([PASSES, SIGN], [], "sign only"),
    ([PASSES, NOTHING], [], "undecided"),
    ([SIGN, NOTHING], [], "undecided"),
    ([PASSES, OPPOSITE], [], "contradicted"),
    ([PASSES, PASSES], [NOTHING, PASSES], "contradicted"),
    ([PASSES, TOO_FEW], [], "undecided"),
    ([PASSES], [TOO_FEW], "holds"),
    ([PASSES, MUTE], [], "not expressible"),
    ([OPPOSITE, MUTE], [], "contradicted"),                     # what can be said is already wrong
    ([PASSES], [MUTE], "holds"),
])
def test_verdicts(expect, falsified_if, word):
    found = v.verdict(expect, falsified_if)
    assert found.word == word and found.word in v.VERDICTS and found.why
    assert str(found).startswith(word)


def test_what_cannot_be_said_leaves_a_verdict_on_the_rest():
    for said, rest in (([PASSES], "holds"), ([PASSES, SIGN], "sign only"), ([NOTHING], "undecided"), ([], "")):
        found = v.verdict([*said, MUTE])
        assert found.word == "not expressible" and found.rest == rest
    assert str(v.verdict([PASSES, MUTE])).startswith("not expressible (the rest: holds): It cannot be said")
    assert v.verdict([PASSES]).rest == "" and v.verdict([OPPOSITE, MUTE]).rest == ""


def test_all_of_needs_every_part():
    assert v.all_of(PASSES, PASSES).passed and not v.all_of(PASSES, NOTHING).passed
    joined = v.all_of(PASSES, SIGN)
    assert joined.sign_only and PASSES.sentence in joined.sentence and SIGN.sentence in joined.sentence
    assert v.all_of(PASSES, OPPOSITE).opposite and not v.all_of(PASSES, TOO_FEW).passed
    assert v.verdict([PASSES], [v.all_of(PASSES, NOTHING)]).word == "holds"
    with pytest.raises(UserError, match="at least one finding"):
        v.all_of()


def test_a_verdict_needs_an_expectation():
    with pytest.raises(UserError, match="expect is empty"):
        v.verdict([])


def test_too_few_events_are_undecided_and_never_a_contradiction():
    few, many = np.full(12, 1.0), np.full(12, 2.0)
    for finding in (PASSES, SIGN, OPPOSITE):
        aside = v.enough_events(finding, few, few)
        assert "12 events" in aside.undecided and not (aside.passed or aside.sign_only or aside.opposite)
        assert v.verdict([aside]).word == "undecided" and v.verdict([PASSES], [aside]).word == "holds"
        assert v.enough_events(finding, few, many) == finding
        assert v.enough_worlds(finding, 9).undecided and v.enough_worlds(finding, 10) == finding


def test_pool_until_five_events_a_world():
    assert v.pool_for([5, 5]) == 1 and v.pool_for([2.5, 2.5]) == 2 and v.pool_for([1, 0, 2]) == 5
    with pytest.raises(UserError):
        v.pool_for([0, 0])


def test_any_of_and_denies():
    assert v.any_of(NOTHING, PASSES).passed and not v.any_of(NOTHING, OPPOSITE).passed
    assert v.any_of(OPPOSITE, OPPOSITE).opposite and not v.any_of(OPPOSITE, NOTHING).opposite
    control = 10 + normals(1, 700, 40)
    small, wide = 0.1 * normals(2, 700, 40), 8 * normals(3, 700, 40)
    no_fall = [v.denies(control + d, control, "fall") for d in (small, small + 3, small - 3, wide)]
    assert [f.passed for f in no_fall] == [True, True, False, False]   # same; higher; lower; too wide to say
    assert not any(f.opposite or f.sign_only for f in no_fall)


def test_words_without_a_number():
    assert set(m.form for m in v.WORDS.values()) <= set(v.FORMS) | {"not_worse", "no_better"}
    assert v.margin("unchanged") == (10.0, "percent") and v.margin("unchanged", share=True) == (5.0, "points")
    assert v.meaning("much smaller")[:4] == ("change", "fall", 0.5, "times")
    assert v.margin("stays hidden") == (0.25, "times") and v.margin("at once") == (2.0, "months")
    near_zero = v.meaning("near zero")
    assert near_zero.number == 0.1 and near_zero.instead is not None and near_zero.instead.form == "level"
    assert v.meaning("each season").form == "trend" and v.meaning("grows together").number == 0.3
    assert len(v.WORDS) == 26
    with pytest.raises(UserError, match="Did you mean 'unchanged'"):
        v.meaning("unchangd")
    with pytest.raises(UserError, match="no vague word with a number"):
        v.margin("each season")


FEAR = Parameter("fear", "decay", 0.1, Span("forgetting", 0.0, 0.12, "assumed"))
ZERO = Parameter("fear", "spill", 0.0, Span("spill", -1.0, 1.0, "assumed"))


def test_spans_for_robustness():
    assert v.around([FEAR, ZERO])["fear.decay"] == pytest.approx((0.07, 0.12))  # 0.13 is beyond the range
    assert v.around([ZERO])["fear.spill"] == (0.0, 0.0)
    assert v.whole_ranges([FEAR, ZERO]) == {"fear.decay": (0.0, 0.12), "fear.spill": (-1.0, 1.0)}
    with pytest.raises(UserError):
        v.around([FEAR], 0)


def test_a_latin_hypercube_uses_each_part_once_and_is_keyed():
    spans = {"a": (0.0, 1.0), "b": (-2.0, 2.0)}
    settings = v.latin_hypercube(spans, 32, seed=7)
    assert settings == v.latin_hypercube(spans, 32, seed=7) != v.latin_hypercube(spans, 32, seed=8)
    for name, (low, high) in spans.items():
        parts = [int((s[name] - low) / (high - low) * 32) for s in settings]
        assert sorted(parts) == list(range(32)) and parts != sorted(parts)
    assert [s["a"] for s in v.latin_hypercube({"a": (0.0, 1.0)}, 32, seed=7)] == [s["a"] for s in settings]
    spread = np.array([[s["a"], s["b"]] for s in v.latin_hypercube(spans, 400, seed=1)])
    assert abs(np.corrcoef(spread.T)[0, 1]) < 0.15
    for n, seed, wrong in ((0, 1, spans), (4, -1, spans), (4, 1, {"a": (1.0, 0.0)})):
        with pytest.raises(UserError):
            v.latin_hypercube(wrong, n, seed)


def test_share_of_settings_that_hold():
    words = [v.verdict([PASSES])] * 3 + [v.verdict([NOTHING])]
    share, low, high = v.share_that(words)
    assert share == 0.75 and low < share < high and v.share_that(words, "undecided")[0] == 0.25
    with pytest.raises(UserError, match="no verdict 'held'"):
        v.share_that(words, "held")


def test_a_finding_is_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        PASSES.passed = False
    assert isinstance(PASSES, Finding)
