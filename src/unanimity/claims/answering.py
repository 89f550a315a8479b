"""The three answers to a claim and to its rival, from the results of its worlds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from unanimity.claims.main_form import Main, is_premise, main_form, readings
from unanimity.claims.sentences import numberless, of_falsifier, plain, signed
from unanimity.experiments.form_bounds import bounds_of
from unanimity.experiments.judging import Form, judge
from unanimity.experiments.outcome import Judged, Outcome
from unanimity.experiments.rare_event_notes import events_of_measures
from unanimity.support.number_format import plain as number
from unanimity.support.rare_events import ENOUGH, are_enough
from unanimity.verdicts import Finding
from unanimity.verdicts.answer import (
    FOUND,
    IN_SIGN,
    MET,
    NOT_MET,
    NOT_SHOWN,
    Answer,
    Detail,
    Effect,
    Part,
    answer_of,
    details_of,
    effect_word,
    level_is_there,
    premise_of,
)
from unanimity.verdicts.combine import INEXPRESSIBLE
from unanimity.verdicts.finding import SHARE
from unanimity.verdicts.resampling import LEAST_WORLDS

WITHOUT_NULL = ("assoc", "worlds", "dose_at", "shape", "kink", "returns")  # no null value
UNCHANGED = ("equal", "equal_in_thirds", "not_worse", "no_better", "denies")  # tests that expect no (large) change
ROLES = {"main": ("expect", "falsified_if"), "rival_main": ("rival", "rival_falsified_if")}
TOLD_AT_MOST = 120  # characters describing what an arm sets


def answer(outcome: Outcome, name: str = "main", reading: str = "") -> Answer | None:
    """The three answers to the claim ("main") or to its rival ("rival_main"), in its first reading or in the named
    one."""
    forms = outcome.experiment.forms
    main = main_form(forms, name, reading)
    if main is None:
        return None
    read = reading or readings(forms, name)[0]
    judged = [one for one in outcome.judged if one.form.reading in ("", read)]
    found = finding_of(outcome, main.form)
    made = answer_of(premise_of(_parts(outcome, judged, main, found, name)), effect_of(main, found),
                     details_of(_details(outcome, judged, main.form, name)), main.note)
    if outcome.pairs >= LEAST_WORLDS or made.word == INEXPRESSIBLE:
        return made
    few = f"Only {outcome.pairs} pairs were run, and nothing is decided by fewer than {LEAST_WORLDS}."
    return replace(made, word=NOT_SHOWN, why=few)  # not "too rare to see": the run is too small, not the event too rare


def effect_of(main: Main, found: Finding) -> Effect:
    """The main test's result, with a plain sentence."""
    word = effect_word(found)
    null, towards = _expected(main.form, found)
    return Effect(word, main.form.label, main.form.says, found.effect, found.low, found.high, found.unit, found.size,
                  found.share, found.n, found.threshold, main.why, plain(main.form, found, word), found.undecided,
                  null, towards, numberless(main.form, found))


def _expected(form: Form, found: Finding) -> tuple[float | None, int]:
    """The null value, and on which side of it the claim expects the estimate."""
    if form.kind == "level":
        return found.threshold, -1 if form.options.get("at") == "below" else 1
    if form.kind in WITHOUT_NULL:
        return None, 0
    towards = 0 if form.kind in UNCHANGED else -1 if form.options.get("direction") == "fall" else 1
    return (1.0 if found.unit == "times" or form.kind == "convex" else 0.0), towards


def finding_of(outcome: Outcome, form: Form) -> Finding:
    """A test's finding: as judged with the others, or judged now if it is a part of one of them."""
    for one in outcome.judged:
        if one.form is form:
            return one.finding
    values = outcome.values
    return judge(form, outcome.experiment.layout, values, counted=values.unpooled())


def _parts(outcome: Outcome, judged: Sequence[Judged], main: Main, found: Finding, name: str) -> list[Part]:
    """Every part of the premise: tests on the control, manipulation checks of arms, event counts."""
    layout, expected, against = outcome.experiment.layout, *ROLES[name]
    states = [one for one in judged if one.form is not main.form and one.form.kind != INEXPRESSIBLE
              and is_premise(one.form, layout)]
    denials = {_about(one.form, denies=True): _state(outcome, one.form, one.finding, denies=True)
               for one in states if one.form.role == against}
    wanted = {_about(one.form) for one in states if one.form.role in ("premise", expected)}
    parts = [part for about, part in denials.items() if about not in wanted or not part.there]
    for one in states:
        if one.form.role in ("premise", expected):
            part, denial = _state(outcome, one.form, one.finding, denies=False), denials.get(_about(one.form))
            if not part.there and not part.rare and denial is not None and denial.there:
                part = replace(part, there=True, sentence=f"{part.sentence[:-1]}, which it misses, but not by so much "
                                                          f"that the claim itself would call it falsified.")
            parts.append(part)
    return [*parts, *_arms(outcome, main.form), *_events(outcome, main.form, found)]


def _about(form: Form, denies: bool = False) -> str:
    """A key for a test on the control: tests that read the same values and require the same side share a key."""
    at = str(form.options.get("at", ""))
    side = {"above": "below", "below": "above"}.get(at, at) if denies else at
    return repr((form.kind, side, [(name, [(node, context.arm) for node, context in pieces])
                             for name, pieces in form.data.items()]))


def _state(outcome: Outcome, form: Form, found: Finding, denies: bool) -> Part:
    """A test on the control: it must hold for the premise or, with `denies`, it would contradict the premise."""
    if form.kind == "level":
        at = str(form.options.get("at"))
        wanted = {"above": "below", "below": "above"}[at] if denies else at
        there = level_is_there(found, wanted, _is_share(outcome, form))
    elif form.kind == "worlds" and not denies:
        there = level_is_there(found, "above", share=True)
    else:
        there = not found.passed if denies else effect_word(found) in (FOUND, IN_SIGN)
    rare = bool(found.undecided)
    near = there and form.kind == "level" and found.passed == denies
    told = f"{form.says}: {found.undecided}." if rare else \
        f"{form.says}: {signed(found.effect, found.unit)}; {_needed(form, found, denies)} is needed" \
        f"{', which it misses by less than counts as a change' if near else ''}."
    return Part("control", form.says, there or (rare and denies), told[:1].upper() + told[1:], rare)


def _needed(form: Form, found: Finding, denies: bool) -> str:
    if found.threshold is None:
        return "its sign"
    at = form.options.get("at", "above")
    above = (at == "above") != denies
    return f"{'at least' if above else 'at most'} {found.threshold:g}"


def _is_share(outcome: Outcome, form: Form) -> bool:
    """Whether all measures of a form are shares."""
    described = outcome.experiment.described
    tables = [described.measure(name) for name in form.measures()]
    return all(table.unit.startswith("share") or bounds_of(table.expression) == (0.0, 1.0) for table in tables)


# --- arms ------------------------------------------------------------------------------------------------------------
def _arms(outcome: Outcome, main: Form) -> list[Part]:
    """The manipulation check of every treated arm: whether it changed the worlds, and by how much it moved its
    target."""
    experiment = outcome.experiment
    read = {cell.arm for cell in main.cells(experiment.layout)}
    return [_arm(outcome, name, decides=name in read) for name in experiment.layout.arms
            if name != experiment.described.control]


def _arm(outcome: Outcome, name: str, decides: bool) -> Part:
    layout, values = outcome.experiment.layout, outcome.values
    changed, of = 0, 0
    for cell in layout.every(name):
        twin = layout.twin(cell)
        if cell.label not in values.worlds or twin.label not in values.worlds or \
                layout.regime(cell).fingerprint == layout.regime(twin).fingerprint:
            continue
        differs = values.differ(cell, twin)
        changed, of = max(changed, int(differs.sum())), len(differs)
    if not of:
        return Part("arm", name, True, f"{name}: read at some values alone, not compared as a whole.", decides=False)
    checked, holds = _checked(outcome, name)
    there = changed >= SHARE * of and holds
    told = f"{name}{_set_by(outcome, name)}: {changed} of {of} worlds differ from the control's{checked}."
    return Part("arm", name, there, told, rare=not there and 0 < changed < SHARE * of, decides=decides)


def _checked(outcome: Outcome, name: str) -> tuple[str, bool]:
    """What is told of an arm's manipulation check, and whether it holds; an arm without one only has to differ."""
    described = outcome.experiment.described
    check, why = described.arms[name].check, described.arms[name].no_check
    if why:
        return f"; no measure can check it: {why.strip().rstrip('.')}", True
    in_words = {one: described.measure(one).says for one in described.measures}
    told_of = [one for one, says in in_words.items() if says] or list(in_words)
    moved, by, sure = _moved(outcome, name, [check] if check else told_of)
    if not moved:
        return (f"; {in_words[check] or check} has no number in both arms" if check else ""), not check
    about = in_words[moved] or moved
    told = f"; {about} moved by {by}" if check else f"; most moved: {about}, by {by}"
    return told + ("" if sure else ", no more than chance does"), sure or not check


def _set_by(outcome: Outcome, name: str) -> str:
    """What an arm sets according to its description."""
    layout = outcome.experiment.layout
    changes = layout.changes(layout.every(name)[-1])
    told = ", ".join(f"{key} {value}" for key, value in changes.items() if key != "schedule")
    events = outcome.experiment.described.arms[name].structural.get("schedule", [])
    told = ", ".join(part for part in (told, *dict.fromkeys(str(one.get("event", "")) for one in events)) if part)
    return f" ({told[:TOLD_AT_MOST]})" if told else ""


def _moved(outcome: Outcome, arm: str, names: list[str]) -> tuple[str, str, bool]:
    """The measure that an arm moved most against its control: name, size, and whether the interval excludes 0."""
    best, told, sure, most = "", "", False, -1.0
    for cell, name, _, apart in outcome.columns():
        if cell.arm != arm or name not in names or apart is None:
            continue
        known = apart[np.isfinite(apart)]
        if known.size < 2:
            continue
        spread, mean = float(known.std(ddof=1)), float(known.mean())
        size = abs(mean) / spread if spread > 0 else math.inf if mean else 0.0
        if size > most:
            error = spread / math.sqrt(known.size)
            best, most, sure = name, size, abs(mean) > 1.645 * error
            told = signed(mean, "absolute") + (f" ({number(size, 2)} standard deviations)" if spread > 0 else "")
    return best, told, sure


# --- events ----------------------------------------------------------------------------------------------------------
def _events(outcome: Outcome, main: Form, found: Finding) -> list[Part]:
    """Whether the events that the main test counts are frequent enough for a conclusion."""
    seen = events_of_measures(outcome.values, main.measures())
    parts = []
    for one in seen:
        there = are_enough(one.events) if one.word == "event" else not one.too_few
        if there and one.word != "event":
            continue  # a share of people counts no events
        about = outcome.experiment.described.measure(one.name).says or one.name
        told = f"{about}: {one.events:,.0f} {one.word}s in the fullest arm, {ENOUGH} are needed."
        parts.append(Part("events", one.name, there, told[:1].upper() + told[1:], rare=True))
    if found.undecided.startswith("too few") and all(part.there for part in parts):
        parts.append(Part("events", main.says, False, f"{main.says}: {found.undecided}.", rare=True))
    return parts


# --- the rest --------------------------------------------------------------------------------------------------------
def _details(outcome: Outcome, judged: Sequence[Judged], main: Form, name: str) -> list[Detail]:
    """Every other test of the expectation, and the falsifiers."""
    layout, expected, against = outcome.experiment.layout, *ROLES[name]
    rows = []
    for one in judged:
        form, found = one.form, one.finding
        if form.role not in (expected, against) or form is main or is_premise(form, layout):
            continue
        falsifier = form.role == against
        word = (MET if found.passed else NOT_MET) if falsifier else effect_word(found)
        told = of_falsifier(form, found, partial(finding_of, outcome)) if falsifier else plain(form, found, word)
        rows.append(Detail(form.label, form.says, word, told, found.size, form.reading, falsifier))
    return rows
