"""Totals of people and cases to the country and to factions: what is counted, what is reset, what is refused."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

from direct_calls import run_rules
from unanimity.support.errors import ModelError
from unanimity.world.codes import DEAD, EXILED, FREE
from unanimity.world.columns import faction, person, world
from unanimity.world.rules import AT_LIBERTY, EVERYBODY, Mechanism, total


class Nothing(NamedTuple):
    """No parameters."""


COLUMNS = (person("merit", "f4", -1e9, 1e9, "sums", "what each has done"), world("gate", "u1", 0, 1, "sums", "open"),
           world("sum", "f8", -1e9, 1e9, "sums", "of all"), world("worthies", "u4", 0, 1e9, "sums", "of those counted"),
           world("ever", "f8", 0, 1e9, "sums", "of all months"),
           faction("merits", "f8", 0, 1e9, "sums", "of its members"))


def is_open(country):
    return country.gate != 0


def is_worthy(one):
    return one.merit > 0.0


@total(of="person", to="country", writes=("sum", "worthies"), who=AT_LIBERTY, only=(is_open, is_worthy))
def of_all(one):
    """The merits of those at liberty, and their number."""
    return one.merit, 1


@total(of="person", to="country", writes="ever", fold="added", who=EVERYBODY)
def of_all_months(one):
    """On top of what is there."""
    return one.merit


@total(of="person", to="faction", writes="merits")
def of_each(one):
    """The merits of everybody alive, by faction."""
    return one.merit


@total(of="case", to="country", writes="sum")
def of_cases(case):
    """The merits of those who are not free."""
    return case.merit


SUMS = Mechanism(id="sums", card=0, title="Sums", sentence="Sums.", sources="assumed", parameters=Nothing,
                 rules=(of_all, of_all_months, of_each, of_cases), columns=COLUMNS)
STATE = {"merit": np.array([1.0, 2.0, -4.0, 8.0, 16.0]), "faction": np.array([0, 1, 1, 3, 3]),
         "status": np.array([FREE, EXILED, FREE, FREE, DEAD]), "docket": np.array([3, 1, 0, 0, 0]), "docket_size": 2}


def summed(rule, **more):
    return run_rules((rule,), {**STATE, "gate": 1, **more}, mechanisms=[SUMS])


def test_a_total_counts_only_those_whom_it_is_about():
    found = summed(of_all, sum=99.0, worthies=7)
    assert (found["sum"][0], found["worthies"][0]) == (9.0, 2)


def test_a_total_about_which_nobody_is_asked_is_nothing():
    found = summed(of_all, sum=99.0, worthies=7, gate=0)
    assert (found["sum"][0], found["worthies"][0]) == (0.0, 0)


def test_what_is_added_stays():
    assert summed(of_all_months, ever=100.0)["ever"][0] == 123.0


def test_a_total_to_the_faction_goes_to_each_ones_own():
    found = summed(of_each, merits=np.full(256, 5.0))["merits"]
    assert found[:5].tolist() == [1.0, -2.0, 0.0, 8.0, 0.0] and not found[5:].any()


def test_a_total_of_cases_goes_through_the_docket():
    assert summed(of_cases, sum=99.0)["sum"][0] == 10.0


@pytest.mark.parametrize(("said", "answer"), [
    ({"of": "persons", "to": "cell"}, r"total\('persons'\) is unknown; allowed: person, case, cell"),
    ({"of": "person", "to": "contry"}, r"total of person: to\('contry'\) is unknown; allowed: cell, cell and above"),
    ({"of": "cell", "to": "faction"}, r"total of cell: to\('faction'\) is unknown; allowed: parent, province"),
    ({"of": "ties", "to": "cell"}, r"total of ties: to\('cell'\) is unknown; allowed: person"),
    ({"of": "person", "to": "cell", "fold": "max"}, r"total of person: fold\('max'\) is unknown; allowed: sum"),
    ({"of": "ties", "to": "person", "fold": "added"}, r"fold\('added'\) is unknown; allowed: sum, max"),
    ({"of": "case", "to": "country", "fold": "max"}, r"fold\('max'\) is unknown; allowed: sum, added")])
def test_a_total_that_is_not_made_is_refused(said, answer):
    with pytest.raises(ModelError, match=answer):
        total(**said)
