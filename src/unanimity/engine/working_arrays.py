"""The arrays of a month beside its columns: what the generated loops note, and the tally of the measures."""

from __future__ import annotations

from unanimity.engine.lower_people import drawn_by_all
from unanimity.engine.plan import Plan, bare, is_counted
from unanimity.measures.declare import TABLES, Measure
from unanimity.world.rule import Total


def working_arrays(plan: Plan) -> dict[str, tuple[str, str]]:
    """The arrays that generated loops use beside columns: the type of each, and of whom it holds numbers."""
    rules = [step.rule for step in plan.steps]
    counts = {f"near_{bare(rule.when)}" for rule in rules if isinstance(rule, Total) and rule.when} | {
        f"count_{rule.name}" for rule in rules if is_counted(rule, plan.columns)}
    found = {name: ("f8", "world") for name in plan.numbers_so_far}
    found |= {name: ("i4", "person") for name in counts} | {f"told_{name}": ("u1", "person") for name in counts}
    streams = max((drawn_by_all(pass_) for pass_ in plan.passes), default=0)
    found |= {f"words_{k}": ("u4", "person") for k in range(streams)}
    return found | {f"row_{name}": (plan.columns[bare(name)].dtype, "row") for rule in rules if rule.kind == "tie"
                    for name in rule.reads if name.startswith("other_")}


def tally_rows(measures: tuple[Measure, ...]) -> dict[str, int]:
    """The place in the tally of each measure's sum and of each population's number: first what is summed over people,
    then what is summed over units, then what is read at a place."""
    rows: dict[str, int] = {}
    for table in TABLES:
        own = [m for m in measures if m.table == table]
        for m in own:
            rows[m.name] = len(rows)
        for m in own:
            if m.population:
                rows.setdefault(f"over {m.population}", len(rows))
    return rows
