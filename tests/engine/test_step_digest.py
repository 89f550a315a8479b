"""Compiled steps are reused as long as neither the text nor anything that it calls has changed."""

from __future__ import annotations

import dataclasses
import types

from unanimity.engine.lower_month import sources
from unanimity.engine.plan import make_plan
from unanimity.engine.step_digest import digest_of
from unanimity.measures import MEASURES
from unanimity.mechanisms import CATALOGUE, HALL
from unanimity.mechanisms.party import faction
from unanimity.support.code_digest import of_function
from unanimity.world.formula import formula

TEXT = '''
@formula
def helper(x):
    """{doc}"""
    return x * {factor}

LIMIT = {limit}

@formula
def rule(x):
    return helper(x) if x < LIMIT else 0.0
'''


def made(doc="one", factor=2.0, limit=1.0):
    space = {"formula": formula}
    exec(TEXT.format(doc=doc, factor=factor, limit=limit), space)
    rule = space["rule"]
    assert isinstance(rule, types.FunctionType)
    return of_function(rule)


def test_a_helper_a_constant_and_only_they_change_the_digest():
    assert made() == made() == made(doc="another sentence")
    assert made(factor=3.0) != made() != made(limit=2.0)


def test_an_edit_to_one_rule_leaves_the_other_steps_of_the_month_compiled():
    def slower(fear, p):
        return fear * 0.5

    fear = next(m for m in HALL if m.id == "fear")
    edited = dataclasses.replace(fear, rules=tuple(
        dataclasses.replace(rule, function=formula(slower)) if rule.name == "fear" else rule for rule in fear.rules))
    before = {digest_of(s) for s in sources(make_plan(HALL, MEASURES))}
    month = sources(make_plan([edited if m.id == "fear" else m for m in HALL], MEASURES))
    changed = [s.name for s in month if digest_of(s) not in before]
    assert 1 <= len(changed) <= 2 < len(month) and not any("meeting" in name for name in changed)


def test_a_mechanism_more_leaves_most_steps_of_the_others_compiled():
    """Where a mechanism's parameters and switch stand is read, not written into the step."""
    few = {digest_of(s) for s in sources(make_plan((*HALL, faction.MECHANISM), ()))}
    whole = {digest_of(s) for s in sources(make_plan(CATALOGUE, ()))}
    assert len(few & whole) > 0.6 * len(few)
