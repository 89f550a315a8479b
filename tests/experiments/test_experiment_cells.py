"""Arms, doses and factors become regimes: what changes, from when, and what all share."""

from __future__ import annotations

import pytest
from fake_laboratory import ballot

from unanimity.experiments.cells import Cell, joined, substituted
from unanimity.regimes import load_regime
from unanimity.support.errors import UserError

EVENT = {"month": 2, "event": "set", "variable": "fear", "value": "$size"}


def entries(regime, kind="lever"):
    return [(entry.month, entry.name, entry.value) for entry in regime.schedule if entry.kind == kind]


def test_an_arm_shares_the_burn_in_and_changes_at_month_0():
    layout = ballot().layout
    control, secret = (layout.regime(layout.cell(arm)) for arm in ("control", "secret"))
    assert control.lever("ballot") == secret.lever("ballot") == "open"
    assert entries(control) == [] and entries(secret) == [(0, "ballot", 1.0)]
    assert (control.society, control.burn_in, control.months) == (secret.society, 12, 24)


def test_without_a_burn_in_an_arm_changes_from_birth():
    layout = ballot(burn_in=0).layout
    assert layout.regime(layout.cell("secret")).lever("ballot") == "secret"


def test_an_arm_may_change_later_and_by_province_and_level():
    layout = ballot(arms={"late": {"at": 6, "levers": {"ballot": {"provinces": {"2": "secret"}}}},
                          "courts": {"levers": {"oversight": {"courts": "on"}}}}, expect=None).layout
    late = layout.regime(layout.cell("late"))
    assert [(e.month, e.value, e.provinces) for e in late.schedule] == [(6, 0.0, ()), (6, 1.0, (2,))]
    assert entries(layout.regime(layout.cell("courts"))) == [(0, "oversight.courts", 1.0)]


def test_an_arm_may_take_all_levers_of_a_preset():
    layout, law = ballot(arms={"law": {"levers_of": "law"}}).layout, load_regime("law")
    changed = {name: value for _, name, value in entries(layout.regime(layout.cell("law")))}
    control = layout.regime(layout.cell("control"))
    assert changed == {name: setting.everywhere for name, setting in law.levers.items()
                       if setting != control.levers[name]}


def test_set_up_and_events_of_an_arm_come_on_top_of_the_control_s():
    layout = ballot(regime={"mechanisms": [], "groups": [{"name": "bold", "n": 10, "fame": 0.1}],
                            "schedule": [{"month": 3, "lever": "ballot", "value": "secret"}]},
                    arms={"known": {"groups": [{"name": "bold", "fame": 0.9}, {"name": "shy", "n": 5}],
                                    "schedule": [{"month": 9, "lever": "ballot", "value": "open"}]}},
                    expect=None).layout
    control, known = (layout.regime(layout.cell(arm)) for arm in ("control", "known"))
    assert [g.name for g in known.setup.groups] == ["bold", "shy"] and len(control.setup.groups) == 1
    assert entries(known) == [(3, "ballot", 1.0), (9, "ballot", 0.0)] and entries(control) == [(3, "ballot", 1.0)]


def test_doses_multiply_only_the_arms_that_name_them():
    one = ballot(doses={"name": "size", "values": [0.1, 0.4, 0.9]}, arms={"struck": {"schedule": [EVENT]}, "idle": {}},
                 expect=None)
    cells = list(one.wanted())
    assert cells == [Cell("control"), *(Cell("struck", (("size", size),)) for size in (0.1, 0.4, 0.9)), Cell("idle")]
    assert [one.layout.regime(cell).schedule[0].value for cell in cells[1:4]] == [0.1, 0.4, 0.9]
    assert cells[1].label == "struck, size 0.1"


def test_an_event_at_the_dose_never_is_left_out():
    layout = ballot(doses={"name": "month", "values": [3, 6, "never"]}, expect=None, arms={"struck": {"schedule": [
        {**EVENT, "value": 0.5, "month": "$month"}]}}).layout
    assert [[e.month for e in layout.regime(cell).schedule] for cell in layout.every("struck")] == [[3], [6], []]


def test_values_beside_a_dose_go_with_it():
    layout = ballot(doses={"name": "size", "values": [0.1, 0.9], "also": {"when": [4, 8]}}, expect=None,
                    arms={"struck": {"schedule": [{**EVENT, "month": "$when"}]}}).layout
    assert [(e.month, e.value) for cell in layout.every("struck") for e in layout.regime(cell).schedule] == [
        (4, 0.1), (8, 0.9)]


def test_factors_cross_every_arm_and_stand_at_their_first_level_unless_said():
    one = ballot(factors={"press": {"levels": {"monopoly": {}, "free": {"levers": {"press": "free"}}}},
                          "size": {"values": [0.1, 0.5]}},
                 arms={"struck": {"schedule": [EVENT]}},
                 expect=[{"form": "interact", "measure": "assent", "between": {"press": ["free", "monopoly"]}}])
    cells = set(one.wanted())
    assert cells == {Cell("control", (("press", level),)) for level in ("monopoly", "free")} | {
        Cell("struck", (("press", level), ("size", 0.1))) for level in ("monopoly", "free")}
    free = one.layout.regime(one.layout.cell("control", {"press": "free"}))
    assert free.lever("press") == "free"  # a condition of the world, from birth on
    assert one.layout.cell("struck", {"size": "0.5"}).settings == (("press", "monopoly"), ("size", 0.5))


def test_placeholders_keep_types_and_may_stand_inside_a_text():
    assert substituted({"a": "$n", "b": ["lot($n, $who)"]}, {"n": 5, "who": "members"}, "") == {
        "a": 5, "b": ["lot(5, members)"]}
    with pytest.raises(UserError, match=r"'\$m' in 'x\$m'"):
        substituted("x$m", {"n": 1}, "here")


def test_tables_are_laid_over_and_entries_joined():
    whole = {"society": {"people": 5, "rural": 0.1}, "groups": [{"name": "a", "n": 1}], "off": ["fear"]}
    top = {"society": {"rural": 0.2}, "groups": [{"name": "a", "fame": 1}, {"name": "b"}], "off": []}
    assert joined(whole, top) == {
        "society": {"people": 5, "rural": 0.2}, "groups": [{"name": "a", "n": 1, "fame": 1}, {"name": "b"}], "off": []}


def test_what_an_arm_changes_is_told_in_words():
    layout = ballot(arms={"secret": {"levers": {"ballot": "secret"}, "schedule": [EVENT]}, "law": {"levers_of": "law"}},
                    doses={"name": "size", "values": [0.1, 0.9]}, expect=None).layout
    told = layout.changes(layout.cell("secret", {"size": 0.9}))
    assert told["ballot from month 0"] == "secret" and "0.9" in told["schedule"]
    assert layout.changes(layout.cell("law")) == {"all levers from month 0": "as in law"}
    assert layout.changes(layout.cell("control")) == {}


@pytest.mark.parametrize(("levers", "says"), [
    ({"appointment": {"province": {"1": "elected"}}},
     r"arms\.secret: .*levers\.appointment = .*Did you mean 'provinces'"),
    ({"ballot": "secret", "appointment": {"all": "elected", "provinc": {}}}, r"levers\.appointment = "),
    ({"ballot": "secret", "balot": {"all": "secret"}}, r"no lever 'balot'\. Did you mean 'ballot'"),
    ({"ballot": "secret", "oversight": {"court": {"all": "on"}}}, r"no lever 'oversight\.court'"),
    ({"ballot": "secret", "sanction_cap": {"all": 5, "thefts": 2}}, r"levers\.sanction_cap = "),
])
def test_a_word_that_nobody_knows_is_refused_at_any_depth_of_an_arm(levers, says):
    with pytest.raises(UserError, match=says):
        ballot(arms={"secret": {"levers": levers}}).validate()
