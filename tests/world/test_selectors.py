"""Selectors: every word selects the people it names, lots are keyed, and every error is one clear line."""

from __future__ import annotations

import numpy as np
import pytest

import unanimity
from small_regimes import only_the_hall
from unanimity.engine.batch import make_batch
from unanimity.engine.moment import world_view
from unanimity.world.case_log import ROW
from unanimity.world.codes import (
    ABROAD,
    CAUSES,
    DEAD,
    DISMISSED,
    EX,
    KIN,
    LEADER,
    LOGGED,
    NOBODY,
    OFFICIAL,
    POLICE,
    RULE_ISSUE,
)
from unanimity.world.columns import dictionary
from unanimity.world.selectors.parse import WORDS, Choice, Known, Share, parse, usage
from unanimity.world.selectors.people import persons, variable
from unanimity.world.selectors.units import in_units, units
from unanimity.world.selectors.view import draw

KNOWN = Known(8, 32, 128, dictionary(), ("old", "young"), ("left",), ("Kirov", "Serge"))


@pytest.fixture(scope="module")
def world():
    """A society in which every word has somebody to pick."""
    batch = make_batch([only_the_hall("apparatus", {"people": 1024})], [5], fuse=True)
    lot = np.random.default_rng(1)
    batch.column("status")[:] = lot.choice(9, 1024)
    batch.column("faction")[:] = lot.choice(4, 1024)
    batch.column("label")[:] = lot.choice(10, 1024)
    batch.column("voice")[:] = lot.choice([-1, 0, 1], 1024)
    batch.column("attends")[:] = lot.choice(2, 1024)
    batch.column("enemy")[:] = lot.choice(2, 1024)
    batch.column("cohort")[:] = lot.integers(-1, 30, 1024)
    batch.column("groups")[:] = lot.choice(4, 1024)
    batch.column("ring")[:] = lot.uniform(0, 1, batch.tree.units)
    batch.column("recruiter")[:] = np.where(lot.choice(3, 1024) == 0, np.arange(1024), lot.integers(-1, 1024, 1024))
    batch.column("recruiter")[lot.choice(1024, 300)] = NOBODY
    return batch


def rows(*told):
    """Rows of the log: month, person, event, other, cause and, of a sanction, its rung."""
    made = np.zeros(len(told), ROW)
    for at, (month, person, event, other, cause, *rung) in enumerate(told):
        made[at]["month"], made[at]["person"], made[at]["other"] = month, person, other
        made[at]["event"], made[at]["cause"] = LOGGED.index(event), CAUSES.index(cause)
        made[at]["rung"] = rung[0] if rung else 0
    return made


LOG = rows((3, 20, "arrested", NOBODY, "quota"), (3, 21, "confessed", 40, "none"), (9, 22, "arrested", NOBODY, "file"),
           (12, 23, "arrested", NOBODY, "quota"), (12, 24, "confessed", NOBODY, "none"),
           (12, 25, "sanctioned", NOBODY, "verdict", 4), (12, 26, "sanctioned", NOBODY, "order", 4),
           (12, 27, "sanctioned", NOBODY, "verdict", 5))


@pytest.fixture(scope="module")
def view(world):
    import dataclasses
    return dataclasses.replace(world_view(world, 0), groups={"old": 0, "young": 1}, factions={"left": 2},
                               persons={"Kirov": 7, "Serge": 11}, log=lambda: LOG)


def chosen(text, view, everybody=False):
    return persons(parse(text, KNOWN), view, everybody)


def here(view):
    return view.column("status") < ABROAD


# a selector, and who it must be, as a function of the view
MEANT = {
    "all": lambda v: here(v),
    "everybody": lambda v: np.ones(1024, bool),
    "present": lambda v: v.column("status") < 3,
    "attendants": lambda v: (v.column("status") < 3) & (v.column("attends") == 1),
    "members": lambda v: here(v) & (v.column("estate") > 0),
    "officials": lambda v: here(v) & (v.column("office") > 0),
    "police": lambda v: here(v) & (v.column("estate") == POLICE),
    "citizens": lambda v: here(v) & (v.column("estate") == 0),
    "enemies": lambda v: here(v) & (v.column("enemy") == 1),
    "dissenters": lambda v: (v.column("status") < 3) & (v.column("voice") == -1),
    "private_dissenters": lambda v: here(v) & (variable("want", v) > 0.12),
    "level(cell)": lambda v: here(v) & (v.column("office") == 1),
    "level(centre)": lambda v: here(v) & (v.column("office") >= 4),
    "level(leader)": lambda v: here(v) & (v.column("office") == LEADER),
    "province(3)": lambda v: here(v) & (v.cell >= 32) & (v.cell < 48),
    "provinces(1, 2)": lambda v: here(v) & (v.cell < 32),
    "district(2)": lambda v: here(v) & (v.cell >= 4) & (v.cell < 8),
    "districts(1, 2)": lambda v: here(v) & (v.cell < 8),
    "cell(5)": lambda v: here(v) & (v.cell == 4),
    "cells(1, 2)": lambda v: here(v) & (v.cell < 2),
    "ring(1, 0)": lambda v: here(v) & (v.cell < 16),
    "ring(1, 1)": lambda v: here(v) & (((v.cell >= 16) & (v.cell < 32)) | (v.cell >= 112)),
    "ring(1, 4)": lambda v: here(v) & (v.cell >= 64) & (v.cell < 80),
    "town": lambda v: here(v) & (v.column("village")[v.cell] == 0),
    "village": lambda v: here(v) & (v.column("village")[v.cell] == 1),
    "group(young)": lambda v: here(v) & (v.column("groups") >= 2),
    "faction(any)": lambda v: here(v) & (v.column("faction") > 0),
    "faction(3)": lambda v: here(v) & (v.column("faction") == 3),
    "faction(left)": lambda v: here(v) & (v.column("faction") == 2),
    "label(ex)": lambda v: here(v) & (v.column("label") == EX),
    "status(dismissed)": lambda v: v.column("status") == DISMISSED,
    "status(dead, abroad)": lambda v: v.column("status") >= ABROAD,
    "cohort(0..12)": lambda v: here(v) & (v.column("cohort") >= 0) & (v.column("cohort") <= 12)
        & (v.column("estate") > 0),
    "estate(official)": lambda v: here(v) & (v.column("estate") == OFFICIAL),
    "estate(citizen, police)": lambda v: here(v) & np.isin(v.column("estate"), (0, POLICE)),
    "category(1)": lambda v: here(v) & (v.column("category") == 0),
    "sector(0, 7)": lambda v: here(v) & np.isin(v.column("sector"), (0, 7)),
    "above(stance_rule, .5)": lambda v: here(v) & (v.column("stance")[RULE_ISSUE] > 0.5),
    "below(courage, 0.2)": lambda v: here(v) & (v.column("courage") < 0.2),
    "above(conviction, median)":
        lambda v: here(v) & (v.column("conviction") > np.median(v.column("conviction")[here(v)])),
    "above(ambition, conviction)": lambda v: here(v) & (v.column("ambition") > v.column("conviction")),
    "below(fear, grievance)": lambda v: here(v) & (v.column("fear") < v.column("grievance")),
    "opportunists": lambda v: here(v) & (v.column("ambition") > v.column("conviction")) & (
        (variable("agreement", v) <= 0) | (v.column("conviction") < 0.3)),
    "above(ring, .5)": lambda v: here(v) & (v.column("ring")[v.cell] > 0.5),
    "above(stance, 0)": lambda v: here(v) & (v.column("stance")[RULE_ISSUE] > 0),
    "above(agreement, 0)":
        lambda v: here(v) & (v.column("stance")[RULE_ISSUE] * v.column("line")[RULE_ISSUE][v.cell] > 0),
    "whose(recruiter)": lambda v: here(v) & (v.column("recruiter") >= 0),
    "whose(recruiter, police)": lambda v: here(v) & (v.column("recruiter") >= 0)
        & (v.column("estate")[v.column("recruiter")] == POLICE),
    "himself(recruiter)": lambda v: here(v) & (v.column("recruiter") == np.arange(1024)),
    "everybody and logged(arrested)": lambda v: np.isin(np.arange(1024), (20, 22, 23)),
    "everybody and logged(arrested, 0..9)": lambda v: np.isin(np.arange(1024), (20, 22)),
    "everybody and logged(arrested, 0..12, quota)": lambda v: np.isin(np.arange(1024), (20, 23)),
    "everybody and logged(sanctioned, 0..12, exile)": lambda v: np.isin(np.arange(1024), (25, 26)),
    "everybody and logged(sanctioned, 0..12, verdict, exile)": lambda v: np.arange(1024) == 25,
    "everybody and other_logged(confessed)": lambda v: np.arange(1024) == 40,
    "Kirov": lambda v: np.arange(1024) == 7,
    "person('Serge')": lambda v: np.arange(1024) == 11,
    "Kirov or Serge": lambda v: np.isin(np.arange(1024), (7, 11)),
    "not members": lambda v: here(v) & (v.column("estate") == 0),
    "members and not police and village": lambda v: here(v) & np.isin(v.column("estate"), (1, 2))
        & (v.column("village")[v.cell] == 1),
    "police or officials and town": lambda v: here(v) & ((v.column("estate") == POLICE) | (
        (v.column("office") > 0) & (v.column("village")[v.cell] == 0))),
    "(police or officials) and town": lambda v: here(v) & ((v.column("estate") == POLICE) | (v.column("office") > 0))
        & (v.column("village")[v.cell] == 0),
}


@pytest.mark.parametrize("text", MEANT)
def test_a_selector_picks_exactly_whom_it_names(text, view):
    found, wanted = chosen(text, view), MEANT[text](view)
    assert wanted.any() and (not wanted.all() or text == "everybody")
    assert (found == wanted).all()


def test_every_word_of_the_language_is_tested_somewhere():
    elsewhere = {"top", "bottom", "ties_of", "kin_of", "lot", "person"}
    tested = set().union(*(parse(text, KNOWN).words() for text in MEANT))
    assert set(WORDS) <= tested | elsewhere


@pytest.mark.parametrize(("word", "sign"), [("top", 1), ("bottom", -1)])
def test_top_and_bottom_take_a_share_or_a_number_of_those_named(word, sign, view):
    everybody = np.flatnonzero(here(view))
    found = np.flatnonzero(chosen(f"{word}(.2, courage)", view))
    assert len(found) == int(0.2 * len(everybody) + 0.5)
    edge = np.sort(sign * view.column("courage")[everybody])[-len(found)]
    assert (sign * view.column("courage")[found] >= edge).all()
    few = np.flatnonzero(chosen(f"{word}(5, stance_rule, police)", view))
    police = np.flatnonzero(chosen("police", view))
    assert len(few) == 5 and set(few) <= set(police)
    rest = np.setdiff1d(police, few)
    stance = sign * view.column("stance")[RULE_ISSUE]
    assert stance[few].min() >= stance[rest].max()


def test_a_share_of_people_is_rounded_half_up_and_is_at_least_one():
    assert [Share(s, True).of(10) for s in (0.0, 0.001, 0.05, 0.149, 0.15, 1.0)] == [0, 1, 1, 1, 2, 10]
    assert Share(3.0, False).of(2) == 2 and Share(0.3, True).of(0) == 0


def test_ties_and_kin_are_those_who_have_one_to_somebody_named(view):
    for named in ("Kirov", "police"):
        tied, kin = chosen(f"ties_of({named})", view), chosen(f"kin_of({named})", view)
        rows = [t for i in np.flatnonzero(chosen(named, view)) for t in range(view.tie_start[i], view.tie_start[i + 1])]
        assert set(np.flatnonzero(tied)) == {j for j in view.neighbour[rows] if here(view)[j]}
        assert set(np.flatnonzero(kin)) == {view.neighbour[t] for t in rows
                                            if view.tie_kind[t] == KIN and here(view)[view.neighbour[t]]}
    assert 0 < kin.sum() < tied.sum()


def test_a_lot_is_keyed_and_another_name_is_another_lot(view):
    import dataclasses
    one = chosen("lot(20, members)", view)
    assert one.sum() == 20 and (one <= chosen("members", view)).all()
    assert (one == chosen("lot(20, members)", view)).all()
    assert (one != chosen("lot(20, members, second)", view)).any()
    for change in ({"month": 3}, {"seed": 6}, {"ticket": "accuse"}):
        assert (one != chosen("lot(20, members)", dataclasses.replace(view, **change))).any()
    assert chosen("lot(.1)", view).sum() == int(0.1 * chosen("present", view).sum() + 0.5)
    larger = chosen("lot(40, members)", view)
    assert (one <= larger).all()  # a larger lot of the same name holds the smaller one


def test_a_lot_falls_on_those_with_the_least_luck_and_in_order_where_two_drew_the_same(view, monkeypatch):
    mask, luck = chosen("members", view), np.random.default_rng(1).integers(0, 40, view.people) / 40.0
    monkeypatch.setattr("unanimity.world.selectors.view.uniforms_of",
                        lambda seed, stream, persons, month: luck[persons])
    inside = np.flatnonzero(mask)
    for number in (0, 1, 7, 100, inside.size):
        first = inside[np.argsort(luck[inside], kind="stable")[:number]]
        assert np.flatnonzero(draw(mask, Share(float(number), False), view)).tolist() == sorted(first.tolist())


def test_a_lot_does_not_depend_on_who_else_could_be_drawn(view):
    mask = chosen("members", view)
    fewer = mask.copy()
    out = np.flatnonzero(draw(mask, Share(10.0, False), view))[0]
    fewer[out] = False
    before, after = draw(mask, Share(10.0, False), view), draw(fewer, Share(10.0, False), view)
    assert (before & fewer <= after).all()  # those drawn before are drawn again


def test_who_is_dead_or_abroad_is_left_out_unless_he_is_named(view):
    status = view.column("status").copy()
    view.column("status")[7] = DEAD
    try:
        assert chosen("Kirov", view)[7] and not chosen("province(1)", view)[7]
        assert chosen("province(1)", view, everybody=True)[7]
        assert not chosen("ties_of(Kirov)", view)[status >= ABROAD].any()
    finally:
        view.column("status")[:] = status


@pytest.mark.parametrize(("text", "count"), [
    ("province(3)", 16 + 4 + 1), ("provinces", 8 * 21), ("level(district)", 32), ("level(centre)", 1), ("all", 169),
    ("district(1) or district(2)", 10), ("town", 48), ("cells(1, 2, 3)", 3), ("not provinces", 1), ("ring(2, 1)", 42),
    ("lot(3, provinces)", 63), ("lot(2, districts)", 10), ("lot(2, provinces(1, 2, 3))", 42)])
def test_a_place_is_a_mask_of_units(text, count, view):
    mask = units(parse(text, KNOWN, "where", place=True), view)
    assert mask.shape == (169,) and mask.sum() == count
    assert (in_units(mask, view) == mask[:128][view.cell]).all()


SLIPS = {
    "membrs": "who: no selector 'membrs'. Did you mean 'members'? Known: ",
    "Kirow": "no selector 'Kirow'. Did you mean 'Kirov'?",
    "group(odl)": "who: no group 'odl'. Did you mean 'old'? Known: old, young.",
    "faction(right)": "no faction 'right'. Known: left.",
    "person(Trotsky)": "no person 'Trotsky'.",
    "above(curage, 1)": "no variable 'curage'. Did you mean 'courage'?",
    "province(9)": "who = 'province(9)': province(9); allowed: whole numbers 1..8.",
    "district(33)": "district(33); allowed: whole numbers 1..32.",
    "category(0)": "category(0); allowed: whole numbers 1..3.",
    "sector(8)": "sector(8); allowed: whole numbers 0..7.",
    "ring(1)": "ring has too few arguments; allowed: ring(a province, a whole number).",
    "logged(arrested, 3)": "allowed: a first and a last month: logged(EVENT, 0..12).",
    "logged(sanctioned, 0..3, exil)": "Did you mean 'exile'?",
    "logged(arested)": "Did you mean 'arrested'?",
    "other_logged(carried_a_motion)": "other_logged(carried_a_motion); allowed: arrested,",
    "whose(recuiter)": "Did you mean 'recruiter'?",
    "members(3)": "members has too many arguments; allowed: members.",
    "top(1.5, courage)": "top(1.5); allowed: a whole number of persons, or a share 0..1 written with a point.",
    "top(.2)": "top has too few arguments; allowed: top(a count or a share, a variable, [a selector]).",
    "level(ward)": "level(ward); allowed: cell, district, province, centre, leader.",
    "status(exild)": "status(exild); allowed: free, dismissed, ",
    "estate(member": "estate( is not closed",
    "(members": "a parenthesis is not closed; allowed: ')'.",
    "members and": "a word is missing at the end; allowed: all, ",
    "and members": "a word is missing before 'and'",
    "members police": "'police' comes after the end of the selector; allowed: and, or, or nothing more.",
    "cohort(3)": "allowed: a first and a last month: cohort(0..12).",
    "members & police": "'&' means nothing here",
    "above(courage, high)": "no variable 'high'",
    "": "who = '' is not allowed; allowed: a selector such as 'members and not police'.",
}


@pytest.mark.parametrize("text", SLIPS)
def test_a_slip_names_the_field_the_word_and_what_is_allowed(text):
    with pytest.raises(unanimity.UserError) as raised:
        parse(text, KNOWN)
    line = str(raised.value)
    assert SLIPS[text] in line and "\n" not in line and "who" in line
    with pytest.raises(unanimity.UserError) as raised:
        parse(text, KNOWN, "schedule[1].who", "mine.toml")
    assert str(raised.value).startswith("mine.toml: schedule[1].who")


def test_a_word_for_persons_is_no_place():
    with pytest.raises(unanimity.UserError, match="where = 'members': 'members' names persons, not places; allowed: "):
        parse("members", KNOWN, "where", place=True)
    with pytest.raises(unanimity.UserError, match=r"no place 'provinse'\. Did you mean 'province'"):
        parse("provinse(1)", KNOWN, "where", place=True)


def test_a_selector_prints_as_it_was_meant_and_every_word_says_how_it_is_used():
    assert str(parse("members and (police or not town)", KNOWN)) == "(members and (police or not town))"
    assert parse("all", KNOWN) == Choice("all")
    for word in WORDS:
        assert usage(word).startswith(word) and WORDS[word].meaning
