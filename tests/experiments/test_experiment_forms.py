"""Columns by reference, forms by their words, and verdicts by the rules that were fixed before any run."""

from __future__ import annotations

import numpy as np
import pytest
from fake_laboratory import Laboratory, ballot

from unanimity import verdicts as v
from unanimity.experiments.cells import Cell
from unanimity.experiments.experiment import counts_events
from unanimity.experiments.form_kinds import KINDS, complier_of_sums, hazard_of_sums
from unanimity.experiments.judging import judge
from unanimity.experiments.references import Context, evaluate, parse
from unanimity.support.errors import UserError
from unanimity.world.draws import normals, uniforms

N = 40
EVENT = {"month": 2, "event": "set", "variable": "fear", "value": "$size"}


class Table:
    """What was measured, written by hand: columns and courses by measure and label of a cell."""

    def __init__(self, columns=(), courses=()):
        self.columns, self.courses = dict(columns), dict(courses)

    def has(self, measure, cell):
        return (measure, cell.label) in self.columns

    def column(self, measure, cell):
        return np.asarray(self.columns[measure, cell.label], float)

    def course(self, measure, cell):
        return np.asarray(self.courses[measure, cell.label], float)


def noise(seed, n=N):
    return normals(seed, 901, n)


def value(text, table, arm="control", **given):
    one = ballot(measures={"a": "unanimity", "b": "talks"}, expect=None)
    return evaluate(parse(text, one.described.measures, "x"), Context(arm, given), one.layout, table)


def test_expressions_of_columns():
    table = Table({("a", "control"): [1, 2], ("a", "secret"): [3, 5], ("b", "control"): [np.nan, 2]})
    assert value("a[secret] - a", table).tolist() == [2, 3]
    assert value("a", table, "secret").tolist() == [3, 5]
    assert value("-2 * (a + 1) / 4", table).tolist() == [-1, -1.5]
    assert value("max(a, a[secret]) + abs(-1)", table).tolist() == [4, 6]
    np.testing.assert_equal(value("b > 1", table), [np.nan, 1.0])
    np.testing.assert_equal(value("a < 2 or a == 2 and not a[secret] >= 5", table), [1.0, 0.0])
    np.testing.assert_equal(value("otherwise(b, 9) + known(b)", table), [9.0, 3.0])
    assert value("in_turn(a, a[secret])", table).tolist() == [1, 5]


def test_functions_of_courses():
    rising, flat = [[0, 0, 4, 8], [0, 6, 8, 8]], [[1, 1, 1, 1]] * 2
    table = Table(courses={("a", "secret"): rising, ("a", "control"): flat})
    assert value("first_above(a[secret], 4)", table).tolist() == [2, 1]
    np.testing.assert_equal(value("first_below(a, 0.5)", table), [np.nan, np.nan])
    assert value("peak(a[secret] - a)", table).tolist() == [7, 7]
    assert value("month(a[secret], 2) + months(a, 0, 1)", table).tolist() == [5, 9]
    assert value("rank_corr(a[secret], a[secret])", table).tolist() == pytest.approx([1, 1])
    np.testing.assert_equal(value("month_of_peak(a[secret]) + month_of_lowest(a)", table), [3, 2])
    np.testing.assert_equal(value("value_at(a[secret], first_above(a[secret], 4) - 1)", table), [0, 0])
    np.testing.assert_equal(value("value_at(a[secret], 2 * month_of_peak(a[secret]))", table), [np.nan, np.nan])
    never = Table(courses={("a", "control"): np.full((2, 4), np.nan)})
    np.testing.assert_equal(value("month_of_peak(a) + value_at(a, 1)", never), [np.nan, np.nan])
    np.testing.assert_equal(value("peak(a) + lowest(a) + months(a, 0, 2)", never), [np.nan, np.nan])


@pytest.mark.parametrize("text, says", [("a +", "a measure is missing at the end"), ("a b", "comes after the end"),
                                        ("(a", "a parenthesis is not closed"), ("a[x, y]", "a[arm, dose=value]"),
                                        ("max(a)", "max of 2"), ("a ? b", "'?' is no mark"), ("", "not allowed"),
                                        ("q[secret]", "no measure 'q'")])
def test_a_slip_in_an_expression_is_named(text, says):
    with pytest.raises(UserError, match=r"^x = ") as told:
        parse(text, ["a", "b"], "x")
    assert says in str(told.value)


def test_every_form_of_the_verdicts_can_be_written():
    written = {kind.function for kind in KINDS.values()} | {v.hazard, v.complier}
    assert {function for functions in v.FORMS.values() for function in functions} <= written


CONTROL, TREATED = 1.0 + 0.1 * noise(1), 0.5 + 0.1 * noise(2)
PAIRED = {("a", "control"): CONTROL, ("a", "secret"): TREATED, ("b", "control"): CONTROL,
          ("b", "secret"): CONTROL + 1e-9 * noise(7)}
JUDGED = [
    ({"form": "sign", "measure": "a", "direction": "fall"}, True),
    ({"form": "sign", "treated": "a[control]", "control": "a[secret]", "direction": "fall"}, False),
    ({"form": "change", "measure": "a", "direction": "fall", "by": 30}, True),
    ({"word": "far more", "measure": "a"}, False),
    ({"word": "far more", "treated": "a[control]", "control": "a[secret] / 2"}, True),
    ({"word": "unchanged", "measure": "b"}, True),
    ({"word": "unchanged", "measure": "a", "share": True}, False),
    ({"word": "near zero", "measure": "a"}, False),
    ({"form": "level", "measure": "a", "arm": "control", "at": "above", "x": 0.8}, True),
    ({"form": "level", "values": "a[secret] / a[control]", "at": "below", "x": 0.7}, True),
    ({"form": "denies", "measure": "b", "direction": "fall"}, True),
    ({"form": "contrast", "first": "a", "second": "b", "arm": "secret", "direction": "fall"}, True),
    ({"form": "interact", "treated": "a[secret]", "control": "a", "other_treated": "b[secret]", "other_control": "b",
      "direction": "fall"}, True),
    ({"form": "worlds", "true": "a[secret] < a[control]", "at_least": 0.75}, True),
    ({"form": "slope", "x": "a[control]", "y": "2 * b[secret]"}, True),
    ({"form": "variance", "treated": "3 * a[secret]", "control": "a[secret]", "by": 4}, True),
    ({"form": "trend", "values": ["a[secret]", "a[control]", "2 * a[control]"]}, True),
    ({"form": "any_of", "any": [{"form": "sign", "measure": "b"}, {"form": "sign", "measure": "a",
                                                                   "direction": "fall"}]}, True),
    ({"form": "all_of", "all": [{"form": "sign", "measure": "a", "direction": "fall"},
                                {"word": "unchanged", "measure": "b"}]}, True),
    ({"form": "all_of", "all": [{"form": "sign", "measure": "a", "direction": "fall"},
                                {"form": "sign", "measure": "b"}]}, False),
    ({"form": "explained", "trait": ["a[secret]", "b[secret]"], "outcome": "a[secret] + b[secret]",
      "other_trait": ["b", "b[secret]"], "other_outcome": "a[secret]", "above": 0.9}, True),
    ({"form": "explained_alike", "trait": "b", "outcome": "a[secret]", "other_trait": "a", "other_outcome": "a"}, True),
    ({"form": "explains", "trait": ["a", "b"], "outcome": "a[control] - 2 * b", "at": "above", "x": 0.9}, True),
    ({"form": "not expressible", "reason": "no word for it"}, False),
    ({"form": "before", "first": "a[secret]", "second": "a[control]"}, True),
    ({"form": "before", "first": "a[secret]", "second": 2}, True),
    ({"form": "sign", "treated": "a[secret]", "control": 2, "direction": "fall"}, True),
]


@pytest.mark.parametrize("raw, passes", JUDGED, ids=lambda one: one.get("form") or one["word"] if isinstance(
    one, dict) else str(one))
def test_a_form_finds_what_is_there(raw, passes):
    one = ballot(measures={"a": "unanimity", "b": "talks"}, expect=[raw])
    assert judge(one.forms.forms[0], one.layout, Table(PAIRED)).passed == passes


def test_forms_over_courses():
    months = np.arange(24)
    gone = 1.0 - 0.9 * np.exp(-months / 3.0) + 0.001 * noise(3, N * 24).reshape(N, 24)
    stays = np.full((N, 24), 0.5) + 0.01 * noise(4, N * 24).reshape(N, 24)
    flat = np.ones((N, 24))
    table = Table(courses={("a", "control"): flat, ("a", "secret"): gone, ("b", "control"): flat,
                           ("b", "secret"): stays})
    raws = [{"form": "returns", "measure": "a", "within": 12}, {"form": "lasts", "measure": "b", "at": 20,
                                                                "direction": "fall"},
            {"form": "slope", "x": "a[secret]", "y": "a[secret]", "over": "months"}]
    one = ballot(measures={"a": "unanimity", "b": "talks"}, expect=raws)
    assert all(judge(form, one.layout, table).passed for form in one.forms.forms)
    assert {measure: course for measure, _, course in one.forms.needs()} == {"a": True, "b": True}


def test_forms_over_doses():
    doses = [0.0, 0.1, 0.2, 0.4, 0.6, 0.8]
    one = ballot(measures={"a": "unanimity"}, doses={"name": "size", "values": doses},
                 arms={"struck": {"schedule": [EVENT]}}, expect=[
                     {"form": "trend", "measure": "a", "arm": "struck"},
                     {"form": "kink", "measure": "a", "arm": "struck", "steeper": "after"},
                     {"form": "dose_at", "measure": "a", "arm": "struck", "target": 1.0, "dose": 0.7},
                     {"form": "at_dose", "values": "a[struck]", "measured": "a[struck]", "target": 1.0, "at": "above",
                      "value": 0.9},
                     {"form": "convex", "y": "a[struck]", "by": "differences"},
                     {"form": "change", "measure": "a", "arm": "struck", "given": {"size": 0.8}, "direction": "rise",
                      "by": 50},
                     {"form": "sign", "treated": "a[struck, size=0.8]", "control": "a[struck, size=0.1]"}])
    curve = [0.5, 0.5, 0.5, 0.9, 1.3, 1.7]
    table = Table({("a", "control"): 0.5 + 0.02 * noise(5), **{
        ("a", f"struck, size {dose}"): y + 0.02 * noise(6 + k) for k, (dose, y) in enumerate(
            zip(doses, curve, strict=True))}})
    assert all(judge(form, one.layout, table).passed for form in one.forms.forms)


def test_a_condition_keeps_only_the_worlds_that_meet_it():
    lowered = np.where(np.arange(N) < 20, TREATED, CONTROL + 0.01)
    table = Table({("a", "control"): CONTROL, ("a", "secret"): lowered, ("b", "control"): np.arange(N) < 20})
    plain = {"form": "sign", "measure": "a", "direction": "fall"}
    one = ballot(measures={"a": "unanimity", "b": "talks"}, expect=[plain, {**plain, "only": "b[control] == 1"}])
    everywhere, there = (judge(form, one.layout, table) for form in one.forms.forms)
    assert not everywhere.passed and there.passed and there.n == 20
    few = Table({**table.columns, ("b", "control"): np.arange(N) < 5})
    assert "too few" in judge(one.forms.forms[1], one.layout, few).undecided


def test_hazards_and_compliers_from_sums_are_those_from_records():
    worlds, size = 30, 20
    world = np.repeat(np.arange(worlds), size)
    exposed = (uniforms(1, 902, worlds * size) < 0.5).astype(float)
    months = np.full(worlds * size, 12.0)
    events = (uniforms(2, 902, worlds * size) < 0.1 + 0.3 * exposed).astype(float)
    by_hand = v.hazard(world, exposed, events, months, by=2)

    def sums(values, group):
        return np.bincount(world, weights=values * group, minlength=worlds)

    found = hazard_of_sums([sums(events, exposed)], [sums(months, exposed)], [sums(events, 1 - exposed)],
                           [sums(months, 1 - exposed)], by=2)
    assert (found.effect, found.low, found.passed) == (by_hand.effect, by_hand.low, by_hand.passed)
    chose = (uniforms(3, 902, worlds * size) < 0.2 + 0.5 * exposed).astype(float)
    outcome = chose + 0.1 * normals(4, 902, worlds * size)
    whole = v.complier(world, exposed, chose, outcome)
    pieces = [sums(values, group) for group in (exposed, 1 - exposed)
              for values in (np.ones_like(chose), chose, chose * outcome, (1 - chose) * outcome)]
    compliers = complier_of_sums(*pieces)
    assert compliers.effect == pytest.approx(whole.effect) and compliers.passed


def test_what_counts_events_is_known_by_its_expression():
    assert all(map(counts_events, ("count(log arrested cause quota, members)", "hunger_deaths", "arrests(members)",
                                   "attacks(+1..+12)")))
    assert not any(map(counts_events, ("unanimity", "count(fear > 0.5, all)", "arrests / months()", "mean_rung")))


def test_too_few_events_decide_nothing_and_pooling_counts_every_world():
    expect = [{"form": "sign", "measure": "arrests", "direction": "rise"}]
    rare = ballot(expect=expect).run(keep=False, runner=Laboratory(arrests=0.0))
    assert "too few, 12 events in the fuller arm" in rare.judged[0].finding.undecided
    assert rare.verdict.word == "undecided"
    pooled = ballot(expect=expect, pool=2).run(keep=False, runner=Laboratory(arrests=0.0))
    assert "too few" not in pooled.judged[0].finding.undecided
    assert pooled.values.column("arrests", Cell("control")).size == 12


def test_near_zero_is_a_tenth_of_the_other_arm_or_a_tenth_of_an_event():
    expect = [{"word": "near zero", "measure": "arrests", "arm": "secret"}]
    one = ballot(expect=expect)
    many, none = 10.0 + np.arange(N) % 3, np.where(np.arange(N) < 3, 1.0, 0.0)

    def found(secret, control):
        table = Table({("arrests", "control"): control, ("arrests", "secret"): secret})
        return judge(one.forms.forms[0], one.layout, table, counted=table)

    assert found(none, many).passed and not found(many / 2, many).passed
    assert "too few" in found(none, none).undecided  # in both arms nothing happens


def test_pooled_worlds_are_one_replication():
    one = ballot(pool=3, replications=4, expect=None)
    lab = Laboratory()
    found = one.run(keep=False, runner=lab)
    assert len(lab.ran) == 2 * 12 and found.values.column("arrests", Cell("control")).tolist() == [4.0] * 4
    assert found.values.unpooled().column("arrests", Cell("control")).tolist() == [3.0, 4.0, 5.0] * 4


def test_readings_and_the_rival_get_verdicts_of_their_own():
    fall = {"form": "change", "measure": "assent", "direction": "fall", "unit": "points"}
    found = ballot(expect=[{**fall, "by": 10, "reading": "R1"}, {**fall, "by": 60, "reading": "R2"},
                           {"form": "sign", "measure": "assent", "direction": "fall"}],
                   falsified_if=[{"form": "denies", "measure": "assent", "direction": "fall"}],
                   rival=[{"word": "unchanged", "measure": "assent", "share": True}],
                   show=[{"form": "level", "measure": "assent", "at": "above", "x": 1}],
                   ).run(keep=False, runner=Laboratory())
    assert {name: one.word for name, one in found.readings.items()} == {"R1": "holds", "R2": "sign only"}
    assert len(found.readings["R2"].expect) == 2 and found.verdict.word == "holds"
    assert found.rival.word == "contradicted" and found.effect.unit == "points"
    assert list(found.findings["role"]) == ["expect"] * 3 + ["falsified_if", "rival", "show"]
    assert "R2: sign only" in str(found)


def test_a_form_may_look_at_every_world_by_itself():
    raw = {"form": "level", "values": "a[secret]", "at": "above", "x": 0.5}
    one = ballot(measures={"a": "unanimity"}, expect=[raw, {**raw, "pooled": False}])
    pooled, alone = Table({("a", "secret"): np.ones(12)}), Table({("a", "secret"): np.ones(36)})
    assert [judge(form, one.layout, pooled, counted=alone).n for form in one.forms.forms] == [12, 36]
    with pytest.raises(UserError, match=r"expect\[1\].pooled = 'no'.*true, or false"):
        ballot(measures={"a": "unanimity"}, expect=[{**raw, "pooled": "no"}])
    with pytest.raises(UserError, match=r"expect\[1\].all is missing"):
        ballot(measures={"a": "unanimity"}, expect=[{"form": "all_of"}])


def test_events_of_several_cells_may_be_counted():
    raw = {"form": "sign", "treated": "a[secret]", "control": "a", "direction": "fall", "events": ["b", "b[secret]"]}
    one = ballot(measures={"a": "unanimity", "b": "talks"}, expect=[raw])
    few, many = np.full(N, 0.1), np.full(N, 1.0)
    for rare, undecided in ((few, True), (many, False)):
        table = Table({**PAIRED, ("b", "control"): few, ("b", "secret"): rare})
        assert bool(judge(one.forms.forms[0], one.layout, table, counted=table).undecided) == undecided
