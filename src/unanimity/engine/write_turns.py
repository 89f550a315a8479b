"""Units, chairs, factions or the country in turn, written out: one call for each (world/rules.py: in_turn)."""

from __future__ import annotations

from unanimity.engine.argument_lookup import Scope
from unanimity.engine.plan import Pass, Plan
from unanimity.engine.source import Source, finish
from unanimity.engine.write_rows import (
    carried_out,
    given_the_country,
    indent,
    made,
    rows_of,
    under_its_switch,
    values,
)
from unanimity.engine.write_units import RANGES, RANGES_READ
from unanimity.world.codes import FACTION_SLOTS, SECTORS
from unanimity.world.formula import arguments
from unanimity.world.rule import Each, Procedure

# the number of the one at hand, and the walk; low .. high of RANGES is the part of a thread, and this is one's own
WAYS = {**{order: ("u", f"for u in {span}:") for order, span in RANGES.items()},
        "cell": ("u", "for u in range(cells):"),
        "unit below the centre": ("u", "for u in range(units - 1):"), "country": ("u", f"for u in {RANGES['centre']}:"),
        "branch": ("branch", f"for branch in range({len(SECTORS)}):"),
        "chair": ("chair", "for chair in range(seat_start[units - 1], seats):"),
        "faction": ("slot", f"for slot in range(1, {FACTION_SLOTS}):")}


def turn_pass(name: str, run: Pass, plan: Plan) -> Source:
    """One walk, in order."""
    scope = Scope(plan)
    (step,) = run.steps
    rule = step.rule
    assert isinstance(rule, (Each, Procedure))
    subject, walk = WAYS[rule.domain]
    keyed = f"{'0' if rule.domain == 'country' else subject}, month"
    functions: dict[str, object] = {step.label: rule.function}
    scope.arrays |= RANGES_READ.get(rule.domain, set())
    if rule.domain == "chair":
        scope.arrays.add("seat_start")
        scope.once_a_world["seats"] = "seat_start[units]"
    inner: list[str] = []
    if rule.only is not None:
        functions[f"{step.label}_only"] = rule.only
        inner += [*made(rows_of([rule.only], step, scope, "only_"), arguments(rule.only), "only_"),
                  f"if not {step.label}_only({values(rule.only, step, scope, 'only_', keyed)}):", "    continue"]
    inner += made(rows_of([rule.function], step, scope), arguments(rule.function))
    call = f"{step.label}({values(rule.function, step, scope, '', keyed)})"
    inner += carried_out(step, scope, call, "u_base + u")
    lines = given_the_country(step, scope, functions, [walk, *indent(inner)])
    return finish(name, scope, under_its_switch(step, scope, lines), functions, False, step.label)
