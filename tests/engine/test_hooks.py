"""Terms added by a user's own mechanism: every hook accepts one, two are summed, off adds 0, errors are reported."""

from __future__ import annotations

import dataclasses
from typing import NamedTuple

import numpy as np
import pytest

import unanimity as un
from unanimity.engine.batch import make_batch
from unanimity.engine.order import in_order
from unanimity.engine.run import lay_record, run_months
from unanimity.mechanisms import BY_ID
from unanimity.support.errors import ModelError
from unanimity.world.columns import dictionary, person, unit, world
from unanimity.world.hooks import HOOKS, hook_of
from unanimity.world.rules import Mechanism, each


class Nothing(NamedTuple):
    """No parameters."""


@each("person", writes="push_person", who="everybody")
def push_everybody(month):
    """The same for everybody."""
    return 0.25


@each("unit", writes="push_unit")
def push_units(month):
    """The same in every unit."""
    return 0.25


@each("country", writes="push_world")
def push_country(month):
    """One number for the country."""
    return 0.125


RULES = {"person": push_everybody, "unit": push_units, "world": push_country}
MAKE = {"person": person, "unit": unit, "world": world}


def adding(hook, table="", name="mine"):
    """A mechanism that adds a constant to one variable."""
    table = table or HOOKS[hook].table
    column = MAKE[table](f"push_{table}", "f8", -1, 1, name, "what it adds", adds_to=hook)
    return Mechanism(id=name, card=0, title="Push", sentence="It pushes.", sources="assumed", parameters=Nothing,
                     rules=(RULES[table],), columns=(column,))


def after(months=1, mechanisms=(), off=(), **order):
    """A small world of the whole model after so many months."""
    regime = un.regime("apparatus", {"people": 256, "burn_in": 0}, mechanisms=mechanisms, **order)
    batch = make_batch([dataclasses.replace(regime, off=frozenset(off))], [3], ())
    lay_record(batch, months)
    run_months(batch, months, threads=1)
    return batch


@pytest.fixture(scope="module")
def without():
    """The same world with no mechanism of one's own, after one month."""
    return after()


ONE_MONTH = ("hunger", "dependence", "grievance", "fear", "trust", "stance", "rumour", "provoked", "readiness",
             "dossier", "alarm")


def test_every_hook_is_gathered_by_its_owner_and_by_nobody_else():
    gathered = {(mechanism.id, hook_of(name)) for mechanism in BY_ID.values() for rule in mechanism.rules
                for name in rule.uses if hook_of(name)}
    assert gathered == {(hook.owner, hook.name) for hook in HOOKS.values()}
    columns = dictionary()
    assert all(hook.name == "company" or (columns[hook.name].table, columns[hook.name].per) == (hook.table, hook.per)
               for hook in HOOKS.values())


def _storing(rule, column):
    """The same rule with another column to write."""
    return dataclasses.replace(rule, returns=(column,), own=(column,))


def test_all_terms_at_once_move_every_variable(without):
    pushes = tuple(dataclasses.replace(adding(hook, name=f"own_{hook}"), columns=(
        MAKE[HOOKS[hook].table](f"push_{hook}", "f8", -1, 1, f"own_{hook}", "what it adds", adds_to=hook),), rules=(
        _storing(RULES[HOOKS[hook].table], f"push_{hook}"),)) for hook in HOOKS)
    batch = after(mechanisms=pushes)
    for hook in ONE_MONTH:
        assert batch.column(hook).astype(float).sum() > without.column(hook).astype(float).sum(), hook
    assert (batch.column("hand") > 0).sum() > (without.column("hand") > 0).sum()  # company, and the wish to speak


def test_a_term_is_what_the_owners_rule_would_have_added_itself(without):
    batch = after(mechanisms=(adding("readiness"),))
    at_liberty = without.column("readiness") > -9
    assert at_liberty.any()
    assert np.allclose(batch.column("readiness")[at_liberty] - without.column("readiness")[at_liberty], 0.25, atol=1e-6)


def test_two_mechanisms_are_summed_and_the_country_may_push_persons(without):
    both = after(mechanisms=(adding("readiness"), adding("readiness", "world", "other")))
    free = without.column("readiness") > -9
    assert np.allclose(both.column("readiness")[free] - without.column("readiness")[free], 0.375, atol=1e-6)


def test_switched_off_it_adds_nothing_and_every_other_bit_is_the_same():
    plain, off = after(3), after(3, (adding("grievance"),), off=("mine",))
    for name in plain.plan.columns:
        assert (plain.column(name) == off.column(name)).all(), name
    assert (after(3, (adding("grievance"),)).column("grievance") != off.column("grievance")).any()


def test_it_stands_before_the_first_that_gathers_it_unless_told_otherwise():
    order = [m.id for m in in_order((*BY_ID.values(), adding("trust")))]
    assert order[order.index("mine") + 1] == "press"
    late = [m.id for m in in_order((*BY_ID.values(), adding("trust")), {"mine": "voice"})]
    assert late[late.index("mine") - 1] == "voice"


@pytest.mark.parametrize("changes, says", [
    ({"adds_to": "trsut"}, "adds to 'trsut', which gathers no terms. Did you mean 'trust'"),
    ({"adds_to": "alarm"}, "is one of each person; allowed: a column of each unit or world"),
    ({"per": "issue"}, "is one of each person and issue"),
    ({"initial": 0.5}, "its initial value must be 0"),
    ({"low": 0.1}, "its range hold 0"),
])
def test_a_term_that_does_not_fit_is_refused(changes, says):
    mine = adding("trust")
    broken = dataclasses.replace(mine, columns=(dataclasses.replace(mine.columns[0], **changes),))
    with pytest.raises(ModelError, match=says):
        after(mechanisms=(broken,))


def test_a_term_needs_a_source_and_a_model_that_gathers_it():
    with pytest.raises(ModelError, match="without a source"):
        after(mechanisms=(dataclasses.replace(adding("trust"), sources=" "),))
    hall = un.regime("apparatus", {"mechanisms": "hall", "people": 256}, mechanisms=(adding("trust"),))
    with pytest.raises(ModelError, match="which 'press' gathers; this regime does not run 'press'"):
        un.run(hall, months=1)
