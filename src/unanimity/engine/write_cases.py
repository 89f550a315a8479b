"""The loop over the docket, written out: one call a case, with the rows that its rule asks for (write_rows.py)."""

from __future__ import annotations

from unanimity.engine.argument_lookup import Scope
from unanimity.engine.plan import Pass, Plan
from unanimity.engine.source import Source, finish
from unanimity.engine.write_rows import (
    carried_out,
    given_the_country,
    indent,
    made,
    places,
    rows_of,
    under_its_switch,
    values,
)
from unanimity.world.formula import arguments


def case_pass(name: str, run: Pass, plan: Plan) -> Source:
    """One walk over the docket as it stands at the head of the step."""
    scope = Scope(plan)
    (step,) = run.steps
    rule = step.rule
    functions: dict[str, object] = {step.label: rule.function}
    scope.arrays |= {"docket", "docket_size", "cell_of"}
    rows = rows_of([one for one in (rule.function, rule.only) if one], step, scope)
    lines = indent(["person = int(docket[base + k])", "i = base + person", "cell = cell_of[person]"])
    tested: tuple[str, ...] = ()
    if rule.only is not None:
        functions[f"{step.label}_only"] = rule.only
        tested = arguments(rule.only)
        lines += indent([*places(tested, step, scope, functions), *made(rows, tested),
                         f"if not {step.label}_only({values(rule.only, step, scope)}):", "    continue"])
    rest = tuple(name for name in arguments(rule.function) if name not in tested)
    body = [*places(rest, step, scope, functions), *made(rows, rest)]
    body += carried_out(step, scope, f"{step.label}({values(rule.function, step, scope)})", "i")
    walk = ["for k in range(docket_size[w]):", *lines, *indent(body)]
    walk = given_the_country(step, scope, functions, walk)
    return finish(name, scope, under_its_switch(step, scope, walk), functions, False, step.label)
