"""Tables and rules over cases: undeclared columns are refused, and so are writes to columns not among `writes`."""

from __future__ import annotations

import dataclasses
import inspect
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
import pytest
from helpers import digests

from direct_calls import run_rules
from small_regimes import only_the_hall
from unanimity.engine.batch import make_batch
from unanimity.engine.compile_errors import refused
from unanimity.engine.lower_month import sources
from unanimity.engine.plan import make_plan
from unanimity.engine.run import lay_record, run_months
from unanimity.mechanisms import CATALOGUE, OPTIONAL, docket
from unanimity.support.errors import ModelError
from unanimity.world.codes import FREE, IMPRISONED
from unanimity.world.columns import person, world
from unanimity.world.formula import formula
from unanimity.world.rule import Procedure, Rule
from unanimity.world.rules import Mechanism, each, procedure
from unanimity.world.tables import asked_of_tables
from unanimity.world.tree import grow


class Nothing(NamedTuple):
    """No parameters."""


def mechanism(*rules: Rule, name="ward", columns=()) -> Mechanism:
    return Mechanism(id=name, card=0, title="Ward", sentence="", sources="assumed", parameters=Nothing, rules=rules,
                     columns=columns)


COLUMNS = (person("letters", "u2", 0, 60000, "ward", "letters got"),
           person("jailed", "u1", 0, 1, "ward", "is kept in this test"),
           person("kept_back", "f4", 0, 1e9, "ward", "letters kept back"),
           world("sent_out", "f8", 0, 1e9, "ward", "letters of the month"),
           world("most_letters", "f8", 0, 1e9, "ward", "letters of the one who got most"))


@formula
def friends_outside(i, people, ties):
    """How many of his ties are free."""
    found = 0
    for t in range(ties.start[i], ties.start[i + 1]):
        found += 1 if people.status[int(ties.neighbour[t])] == FREE else 0
    return found


@formula
def is_jailed(case):
    return case.status == IMPRISONED


@each("case", writes="kept_back", only=is_jailed, stream={"kept": 9300})
def keep_back(case, cell, luck):
    """Some letters are kept back, more in a cell that reads them."""
    return case.kept_back + (1.0 if luck.kept < 0.5 + 0.0 * cell.present else 0.0)


@each("case", writes="letters", only=is_jailed, stream=9301)
def write_letters(i, people, ties, country, month, luck, so_far):
    """Friends write."""
    letters = friends_outside(i, people, ties) if luck < 0.9 and month >= 0 else 0
    people.letters[i] += letters
    so_far.letters[0] += letters


@each("country", writes="sent_out")
def count_letters(so_far):
    """The letters of the month."""
    return so_far.letters


@procedure("country", writes="most_letters")
def count_most(people, country, tree):
    """Who got most."""
    for i in range(tree.people):
        country.most_letters[0] = max(country.most_letters[0], people.letters[i])


@each("person", writes=("jailed",))
def jail(person, jailed):
    return 1 if person % 7 == 0 else jailed


WARD = mechanism(jail, keep_back, write_letters, count_letters, count_most, columns=COLUMNS)


def ran(seeds, months=4, mechanisms=(docket.MECHANISM, WARD), threads=1):
    regime = only_the_hall("apparatus", mechanisms=mechanisms, after={"ward": "docket"})
    regime = dataclasses.replace(regime, society=dataclasses.replace(regime.society, people=256))
    batch = make_batch([regime] * len(seeds), list(seeds), ())
    for w in range(len(seeds)):
        batch.column("status", w)[::7] = IMPRISONED
    lay_record(batch, months)
    run_months(batch, months, threads=threads)
    return batch


@pytest.fixture(scope="module")
def alone():
    return {seed: ran([seed]) for seed in (1, 2)}


def test_each_case_gives_the_same_for_any_batch_and_threads(alone):
    for threads in (1, 3):
        together = ran([2, 1, 2], threads=threads)
        for w, seed in enumerate((2, 1, 2)):
            for name in ("letters", "kept_back", "sent_out", "most_letters"):
                assert (together.column(name, w) == alone[seed].column(name)).all()
    assert digests(alone[1]) != digests(alone[2])


def test_each_case_is_walked_as_plain_python_walks_it(alone):
    batch = alone[1]
    start = batch.arrays["tie_start"].astype(int)
    state = {"status": batch.column("status").copy(), "docket": batch.column("docket"), "docket_size": batch.column(
        "docket_size"), "letters": np.zeros(256, np.uint16), "kept_back": np.zeros(256, np.float32),
        "sent_out": np.zeros(1), "present": batch.column("present"), "held_in": np.zeros(256, int),
        "case_level": np.zeros(256, int), "tie_start": start, "neighbour": batch.arrays["neighbour"]}
    for month in range(4):
        state["so_far_letters"] = np.zeros(1)
        for rule in (keep_back, write_letters):
            run_rules((rule,), state, batch.tree, batch.arrays["levers"], month=month, seed=1, mechanisms=[WARD])
        state["sent_out"][0] = state["so_far_letters"][0]
    for name in ("letters", "kept_back", "sent_out"):
        assert (state[name] == batch.column(name)).all(), name
    assert state["sent_out"][0] > 0 and batch.column("most_letters")[0] == state["letters"].max()


def test_a_rule_over_cases_is_called_with_rows_of_numbers():
    case, cell = SimpleNamespace(kept_back=2.0), SimpleNamespace(present=5.0)
    assert keep_back(case, cell, SimpleNamespace(kept=0.1)) == 3.0


def test_what_no_table_holds_is_refused_by_name():
    @procedure("country", writes="sent_out")
    def misread(people, country, tree):
        country.sent_out[0] = people.lettres[0]

    with pytest.raises(ModelError, match=r"ward_misread reads people\.lettres, which is not there"):
        ran([1], mechanisms=(docket.MECHANISM, mechanism(misread, columns=COLUMNS)))

    @procedure("country", writes="sent_out")
    def mistable(people, country, tree):
        country.sent_out[0] = people.zeal[0]

    with pytest.raises(ModelError, match=r"ward_mistable reads people\.zeal, which is not there; it is .* of units"):
        ran([1], mechanisms=(docket.MECHANISM, mechanism(mistable, columns=COLUMNS)))


def interpreted(rule):
    """One rule over three people in plain Python."""
    run_rules((rule,), {}, grow((1,), 3), mechanisms=[mechanism(rule, columns=COLUMNS)])


def test_a_write_to_what_is_not_declared_is_refused_by_name():
    @procedure("country", writes="sent_out")
    def slip(people, country, tree):
        country.sent_out[0] = 1.0
        people.letters[0] = 3

    with pytest.raises(ModelError, match=r"ward_slip writes people\.letters in slip, which is not among its `writes`"):
        ran([1], mechanisms=(docket.MECHANISM, mechanism(slip, columns=COLUMNS)))
    with pytest.raises(ValueError, match="read-only"):
        interpreted(slip)


def test_no_rule_of_the_catalogue_is_blamed_for_a_fault_elsewhere():
    """Among them are rules that write levers, by name and by number."""
    assert refused(sources(make_plan((*CATALOGUE, *OPTIONAL), ())), TypeError("elsewhere")) is None


def test_levers_are_read_only_unless_a_rule_moves_them():
    @procedure("country", writes="sent_out")
    def decree(country, tree, levers):
        levers.ballot[0] = 1.0
        country.sent_out[0] = 1.0

    with pytest.raises(ValueError, match="read-only"):
        interpreted(decree)
    moving = procedure("country", writes=("sent_out", "levers"))(decree.function)
    interpreted(moving)


def test_every_loop_of_the_catalogue_takes_tables():
    for m in (*CATALOGUE, *OPTIONAL):
        for rule in (*m.rules, *m.when_off):
            if isinstance(rule, Procedure):
                assert asked_of_tables(rule.function), (m.id, rule.name)


MOST_LOOPS, MOST_LINES = 30, 50  # an honest loop is no shame, as long as it fits a screen


def test_rules_that_loop_by_themselves_are_few_and_fit_a_screen():
    rules = dict.fromkeys(rule for m in (*CATALOGUE, *OPTIONAL) for rule in (*m.rules, *m.when_off))
    loops = [rule for rule in rules if isinstance(rule, Procedure)]
    assert len(loops) <= MOST_LOOPS
    assert all(len(inspect.getsource(rule.function).splitlines()) <= MOST_LINES for rule in loops)
