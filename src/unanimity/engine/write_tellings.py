"""Telling, written out: from each who tells along his ties to each who listens (world/rules.py: tell)."""

from __future__ import annotations

from unanimity.engine.plan import Pass, Plan
from unanimity.engine.source import Source, finish
from unanimity.engine.write_choices import Writer
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
from unanimity.support.errors import ModelError
from unanimity.world.formula import arguments

OF_TELLER = ("case", "one", "cell", "place", "act", "faction")  # rows that are made once a teller
TIES_A_PERSON = 256  # room for a person's ties in one month's lots
FOLDS = {"max": "max({old}, {new})", "min": "min({old}, {new})", "sum": "{old} + {new}"}


def telling_pass(name: str, run: Pass, plan: Plan) -> Source:
    """Everybody who tells, and of his ties everybody who listens."""
    (step,) = run.steps
    writer, rule = Writer(step, plan), step.rule
    scope, functions = writer.scope, writer.functions
    scope.arrays |= {"tie_start", "neighbour", "cell_of"}
    asked = arguments(rule.function)
    rows = rows_of([rule.function], step, scope)
    outer, test = writer.tested("only", rule.only)
    teller = [*test, *writer.stands(asked), *made(rows, tuple(one for one in asked if one in OF_TELLER)),
              "first_tie = int(tie_start[i])"]
    keyed = f"person, month * {TIES_A_PERSON} + t - first_tie"
    listener = ["listener = int(neighbour[t])", "other = base + listener", "home = cell_of[listener]"]
    if rule.hears is not None:
        of_nobody, of_listener, call = writer.asks("hears", rule.hears, keyed)
        outer += of_nobody
        listener += [*of_listener, f"if not {call}:", "    continue"]
    looks = {look.__name__: look for look in rule.looks}
    functions |= looks
    listener += [f"look_{one} = {one}({of_effect(look, step, scope, ['listener'])})" for one, look in looks.items()]
    listener += made(rows, tuple(one for one in asked if one not in OF_TELLER))
    call = f"{step.label}({values(rule.function, step, scope, keyed=keyed)})"
    listener += _told(writer, call)
    along = ["for t in range(first_tie, int(tie_start[i + 1])):", *indent(listener)]
    body = indent(["i = base + person", *teller, *along])
    if rule.among == "docket":
        scope.arrays |= {"docket", "docket_size"}
        walk = [*outer, "for k in range(docket_size[w]):", "    person = int(docket[base + k])"]
    elif rule.among == "people":
        walk = [*outer, "for person in range(people):"]
    else:
        raise ModelError(f"{step.label}: '{rule.among}' cannot tell; allowed: docket, people")
    walk = writer.given([*walk, *body])
    lines = [*(f"so_far_{one} = 0.0" for one in rule.carries), *walk, *in_the_end(step, scope, functions)]
    return finish(name, scope, under_its_switch(step, scope, lines), functions, False, step.label)


def _told(writer: Writer, call: str) -> list[str]:
    """What the listener makes of it: folded with what he has, or an effect."""
    rule, scope = writer.rule, writer.scope
    if not rule.fold:
        return carried_out(writer.step, scope, writer.functions, call, ("listener", "other"))
    (name,) = rule.returns
    column = scope.plan.columns[name]
    told = [f"new_{name}", *(f"so_far_{one}" for one in rule.carries)]
    folded = FOLDS[rule.fold].format(old=scope.cell_of(column, "", "other"), new=f"new_{name}")
    return [f"{', '.join(told)} = {call}", scope.store(column, "", "other", folded)]
