"""What a person's ties have, told from the other side: whether one of them was struck, how many inform.

Ties are mutual (world/ties.py). Most months most people have nobody among their ties of whom there is anything to
tell, so the few who have something tell it along their own ties, instead of everybody asking all of his; and what was
told stands until it changes. Whatever has happened in between, a count is the sum over ties of what was told last.
"""

from __future__ import annotations

from unanimity.engine.argument_lookup import Scope
from unanimity.engine.plan import Pass, Plan, Step, bare, is_counted
from unanimity.engine.source import Source, finish
from unanimity.engine.write_people import drawn_by_all
from unanimity.world.rule import Total


def near_passes(run: Pass, plan: Plan, ready: set[str]) -> list[Source]:
    """The loops that must stand ahead of a pass, less those whose answer is `ready`; and notes what is ready then."""
    made = []
    for step in run.steps:
        if not isinstance(step.rule, Total):
            continue
        if step.rule.when and f"near_{bare(step.rule.when)}" not in ready:
            ready.add(f"near_{bare(step.rule.when)}")
            made.append(flag_pass(bare(step.rule.when), plan))
        if is_counted(step.rule, plan.columns) and f"count_{step.rule.name}" not in ready:
            ready.add(f"count_{step.rule.name}")
            made.append(count_pass(step, plan))
    return made


def no_longer_ready(run: Pass, plan: Plan, ready: set[str]) -> set[str]:
    """What a pass has made out of date: it wrote a column of which no copy of last month is kept."""
    written = {name for step in run.steps for name in step.rule.writes} - set(plan.remembered)
    counted = {f"count_{s.rule.name}" for r in plan.passes for s in r.steps
               if is_counted(s.rule, plan.columns) and {bare(name) for name in s.rule.reads} & written}
    return ready & ({f"near_{name}" for name in written} | counted)


def flag_pass(column: str, plan: Plan) -> Source:
    """Counts for everybody his ties to those whose number is not 0."""
    scope = Scope(plan)
    name = f"last_{column}" if column in plan.remembered else column
    scope.arrays.add(name)
    lines = told_along_ties(f"near_{column}", f"1 if {name}[j] != 0 else 0", scope)
    return finish(f"tell_{column}", scope, lines, {}, False, f"whose ties have: {column}")


def count_pass(step: Step, plan: Plan) -> Source:
    """Adds up over everybody's ties what a rule says of the other person."""
    scope = Scope(plan)
    name = step.rule.name

    def number(argument: str) -> str:
        column = plan.columns[bare(argument)]
        return scope.cell_of(column, "", "j", f"last_{column.name}" if column.name in plan.remembered else "")

    asked = scope.handed(step.rule.function, step.label, number)
    lines = told_along_ties(f"count_{name}", f"{step.label}({asked})", scope)
    return finish(f"tell_{name}", scope, lines, {step.label: step.rule.function}, False, f"ties counted: {step.label}")


def told_along_ties(array: str, value: str, scope: Scope) -> list[str]:
    """The loop: those of whom there is something else to tell than was told last tell the difference."""
    scope.arrays |= {"tie_start", "neighbour", array, f"told_{array}"}
    return ["far_base = np.uint64(w) * np.uint64(people)",
            "for j in range(np.uint64(base), np.uint64(base + people)):",
            f"    now, before = {value}, told_{array}[j]",
            "    if now != before:",
            f"        told_{array}[j] = now",
            "        for t in range(tie_start[j], tie_start[j + np.uint64(1)]):",
            "            i = far_base + neighbour[t]",
            f"            {array}[i] = {array}[i] + now - before"]


def working_arrays(plan: Plan) -> dict[str, tuple[str, str]]:
    """What these loops fill, the luck of all, and what a loop that changes ties lays aside: its type, and of whom."""
    rules = [step.rule for run in plan.passes for step in run.steps]
    counts = {f"near_{bare(rule.when)}" for rule in rules if isinstance(rule, Total) and rule.when} | {
        f"count_{rule.name}" for rule in rules if is_counted(rule, plan.columns)}
    found = {name: ("f8", "world") for name in plan.numbers_so_far}
    found |= {name: ("i4", "person") for name in counts} | {f"told_{name}": ("u1", "person") for name in counts}
    found |= {f"words_{k}": ("u4", "person") for k in range(max((drawn_by_all(run) for run in plan.passes), default=0))}
    return found | {f"row_{name}": (plan.columns[bare(name)].dtype, "row") for rule in rules if rule.kind == "tie"
                    for name in rule.reads if name.startswith("other_")}
