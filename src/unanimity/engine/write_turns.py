"""Units, chairs, factions or the country in turn, written out: one call for each (world/rules.py: in_turn)."""

from __future__ import annotations

from unanimity.engine.argument_lookup import Scope
from unanimity.engine.plan import Pass, Plan
from unanimity.engine.source import Source, finish
from unanimity.engine.write_rows import (
    carried_out,
    in_the_end,
    indent,
    made,
    of_effect,
    rows_of,
    under_its_switch,
    values,
)
from unanimity.engine.write_units import RANGES, RANGES_READ
from unanimity.support.errors import ModelError
from unanimity.world.codes import FACTION_SLOTS, SECTORS
from unanimity.world.formula import arguments

# the number of the one at hand, and the walk; low .. high of RANGES is the part of a thread, and this is one's own
WAYS = {**{order: ("u", f"for u in {span}:") for order, span in RANGES.items()},
        "cells": ("u", "for u in range(cells):"),
        "below": ("u", "for u in range(units - 1):"), "country": ("u", f"for u in {RANGES['centre']}:"),
        "branches": ("branch", f"for branch in range({len(SECTORS)}):"),
        "chairs": ("chair", "for chair in range(seat_start[units - 1], seats):"),
        "factions": ("slot", f"for slot in range(1, {FACTION_SLOTS}):")}


def turn_pass(name: str, run: Pass, plan: Plan) -> Source:
    """One walk, in order."""
    scope = Scope(plan)
    (step,) = run.steps
    rule = step.rule
    if rule.over not in WAYS:
        raise ModelError(f"{step.label} goes over '{rule.over}' in turn; allowed: {', '.join(WAYS)}")
    subject, walk = WAYS[rule.over]
    keyed = f"{'0' if rule.over == 'country' else subject}, month"
    functions: dict[str, object] = {step.label: rule.function}
    scope.arrays |= RANGES_READ.get(rule.over, set())
    if rule.over == "chairs":
        scope.arrays.add("seat_start")
        scope.once_a_world["seats"] = "seat_start[units]"
    inner: list[str] = []
    if rule.only is not None:
        functions[f"{step.label}_only"] = rule.only
        inner += [*made(rows_of([rule.only], step, scope, "only_"), arguments(rule.only), "only_"),
                  f"if not {step.label}_only({values(rule.only, step, scope, 'only_', keyed)}):", "    continue"]
    for look in rule.looks:
        functions[look.__name__] = look
        inner.append(f"look_{look.__name__} = {look.__name__}({of_effect(look, step, scope, [subject])})")
    inner += made(rows_of([rule.function], step, scope), arguments(rule.function))
    call = f"{step.label}({values(rule.function, step, scope, '', keyed)})"
    inner += carried_out(step, scope, functions, call, (subject, "u_base + u"))
    lines = [walk, *indent(inner)]
    if rule.given is not None:
        functions[f"{step.label}_given"] = rule.given
        asked = made(rows_of([rule.given], step, scope, "given_"), arguments(rule.given), "given_")
        lines = [*asked, f"if {step.label}_given({values(rule.given, step, scope, 'given_')}):", *indent(lines)]
    lines = [*(f"so_far_{name} = 0.0" for name in rule.carries), *lines, *in_the_end(step, scope, functions)]
    return finish(name, scope, under_its_switch(step, scope, lines), functions, False, step.label)
