"""The month as generated functions: every pass in order, and what stands around them."""

from __future__ import annotations

from typing import Any

from unanimity.engine.argument_lookup import Scope, width
from unanimity.engine.plan import Plan, Step
from unanimity.engine.source import Source, finish
from unanimity.engine.write_cases import case_pass
from unanimity.engine.write_choices import choice_pass
from unanimity.engine.write_near import near_passes, no_longer_ready
from unanimity.engine.write_people import cells_loop, people_loop, person_argument, person_pass
from unanimity.engine.write_places import places_pass
from unanimity.engine.write_turns import turn_pass
from unanimity.engine.write_units import faction_pass, unit_pass, world_pass
from unanimity.engine.write_waves import wave_pass
from unanimity.measures.declare import TABLES, Measure
from unanimity.world.formula import arguments
from unanimity.world.rule import WALKS, Each, Total


def begin_pass(plan: Plan) -> Source:
    """Keep a copy of last month of what neighbours read; the month's own numbers begin at 0."""
    scope = Scope(plan)
    scope.arrays.add("cell_start")
    body: list[str] = []
    for name in plan.remembered:
        column = plan.columns[name]
        scope.arrays.update({name, f"last_{name}"})
        for at in range(width(plan, column.per)) if column.per else ("",):
            place = f"{at}, i" if column.per else "i"
            # a loop for each column: a plain copy, which the compiler makes wide
            body += ["for i in range(np.uint64(base + cell_start[low]), np.uint64(base + cell_start[high])):",
                     f"    last_{name}[{place}] = {name}[{place}]"]
    scope.arrays |= {*plan.numbers_so_far}
    body = [*(f"{name}[w] = 0.0" for name in plan.numbers_so_far), *body] or ["pass"]
    return finish("begin", scope, body, {}, True, "last month's copy for neighbours")


def raise_pass(name: str, columns: list[tuple[str, str]], plan: Plan) -> Source:
    """Sums over members, carried up the tree from child to parent."""
    scope = Scope(plan)
    scope.arrays.add("parent")
    clear, carry = [], []
    for column_name, index in columns:
        scope.arrays.add(column_name)
        place = f"{column_name}[{index + ', ' if index else ''}"
        clear.append(f"    {place}u_base + u] = 0")
        carry.append(f"    {place}u_base + parent[u]] += {place}u_base + u]")
    lines = ["for u in range(cells, units):", *clear, "for u in range(units - 1):", *carry]
    return finish(name, scope, lines, {}, False, "sums up the tree")


def tally_rows(measures: tuple[Measure, ...]) -> dict[str, int]:
    """Where each measure's sum, and each population's number, stands in the tally: first what is summed over people,
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


def tally_pass(plan: Plan, measures: tuple[Measure, ...]) -> Source:
    """The measures' sums over the people of every cell, population by population."""
    scope = Scope(plan)
    scope.arrays.update({"cell_start", "tally"})
    functions: dict[str, object] = {}
    rows = tally_rows(measures)
    step = Step(plan.mechanisms[0], Each(measures[0].function))  # measures read as a person's rule does
    sums = {row: f"sum_{row}" for row in rows.values()}
    body: list[str] = []
    for population in dict.fromkeys(m.population for m in measures):
        own = [m for m in measures if m.population == population]
        over = own[0].over
        assert over is not None
        functions[f"over_{population}"] = over
        body += [f"if over_{population}({_arguments(over, step, scope)}):",
                 f"    sum_{rows['over ' + population]} += 1.0"]
        for measure in own:
            functions[f"measure_{measure.name}"] = measure.function
            value = f"measure_{measure.name}({_arguments(measure.function, step, scope)})"
            if _is_of_the_unit(measure, scope):  # the same for everybody: once a cell
                sums[rows[measure.name]] = f"sum_{rows['over ' + population]} * {value}"
            else:
                body.append(f"    sum_{rows[measure.name]} += {value}")
    stores = [(f"sum_{row}", f"tally[unit, {row}] = {value}") for row, value in sums.items()]
    # one loop, though it holds more sums than there are registers: to read all columns again costs more
    lines = cells_loop(scope, people_loop(scope, body), stores)
    return finish("tally_people", scope, lines, functions, True, "measures")


def _is_of_the_unit(measure: Measure, scope: Scope) -> bool:
    """Whether a measure reads nothing of the person himself, and so is one number for a cell."""
    found = [scope.find(name) for name in arguments(measure.function)]
    return not any(name.startswith("headed_") for name in measure.reads) and not any(
        column is not None and column[0].table == "person" for column in found)


def _arguments(function: Any, step: Step, scope: Scope) -> str:
    return ", ".join(person_argument(name, step, scope, 0, set()) for name in arguments(function))


def record_pass(plan: Plan, measures: tuple[Measure, ...]) -> Source:
    """Carry the measures' sums up the tree and write those of the provinces and the centre into the record."""
    scope = Scope(plan)
    scope.arrays.update({"tally", "child_first", "child_last", "record_units", "record_month", "table"})
    of_people, summed, rows = (len(tally_rows(tuple(m for m in measures if m.table in TABLES[:k]))) for k in (1, 2, 3))
    lines = [
        "for u in range(cells, units):",
        f"    for row in range({of_people}):",
        "        tally[u_base + u, row] = 0.0",
        "    for below in range(u_base + child_first[u], u_base + child_last[u]):",
        f"        for row in range({summed}):",
        "            tally[u_base + u, row] += tally[below, row]",
        "for place in range(record_units.size):",
        f"    for row in range({rows}):",
        "        table[month - record_month[0], w, place, row] = tally[u_base + record_units[place], row]",
    ]
    return finish("record_month_end", scope, lines, {}, False, "measures up the tree")


def sources(plan: Plan) -> list[Source]:
    """Every function of a month, in the order in which they run."""
    made = [begin_pass(plan)]
    write = {"person": person_pass, "unit": unit_pass, "world": world_pass, "faction": faction_pass, "case": case_pass,
             "choice": choice_pass, "turn": turn_pass, "wave": wave_pass}
    ready: set[str] = set()
    written: list[tuple[list[Step], Source]] = []  # a step that stands in the month twice is written and compiled once
    for run in plan.passes:
        made += near_passes(run, plan, ready)
        twin = next((source for steps, source in written if steps == run.steps), None)
        if twin is not None:
            made.append(twin)
            continue
        # named by what it does and not by its number, so that a month with one step more finds the others compiled
        name = f"step_{run.steps[0].label}"
        name += f"_{sum(source.name.startswith(name) for source in made)}"
        made.append(write[run.kind](name, run, plan))
        if run.kind in WALKS:
            written.append((run.steps, made[-1]))
        raised = [(step.rule.writes[0], str(at) if step.rule.per else "") for step in run.steps
                  if isinstance(step.rule, Total) and step.rule.up
                  for at in range(width(plan, step.rule.per) if step.rule.per else 1)]
        ready -= no_longer_ready(run, plan, ready)
        if raised:
            made.append(raise_pass(f"{name}_up", raised, plan))
    counted = tuple(m for m in plan.measures if m.agg != "derived")
    of_people = tuple(m for m in counted if m.table == "person")
    of_places = tuple(m for m in counted if m.table != "person")
    if of_people:
        made.append(tally_pass(plan, of_people))
    if of_places:
        made.append(places_pass(plan, of_places, tally_rows(counted)))
    if counted:
        made.append(record_pass(plan, counted))
    return made
