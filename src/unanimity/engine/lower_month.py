"""The month as generated functions: all passes in order, and what runs before, between and after them."""

from __future__ import annotations

from unanimity.engine.argument_lookup import Scope
from unanimity.engine.lower_people import OfPerson, cells_loop, people_loop, person_pass
from unanimity.engine.lower_units import places_pass, unit_pass
from unanimity.engine.lower_walks import walk_pass
from unanimity.engine.plan import Pass, Plan, Step, bare, is_counted
from unanimity.engine.tree import Block, Call, Fold, For, If, Let, Node, Source, Store, finish
from unanimity.engine.working_arrays import tally_rows
from unanimity.measures.declare import TABLES, Measure
from unanimity.world.formula import arguments
from unanimity.world.rule import WALKS, Each, Total


def begin_pass(plan: Plan) -> Source:
    """The copy of last month that neighbours read is made, and the month's own numbers are set to 0."""
    scope = Scope(plan)
    block: Block = [Store(f"{name}[w]", "0.0") for name in plan.numbers_so_far]
    for name in plan.remembered:
        column = plan.columns[name]
        for place in (f"{at}, i" for at in range(plan.width(column.per))) if column.per else ("i",):
            # each column has a loop of its own: a plain copy, which the compiler vectorises
            block.append(For("i", "range(np.uint64(base + cell_start[low]), np.uint64(base + cell_start[high]))",
                             [Store(f"last_{name}[{place}]", f"{name}[{place}]")]))
    return finish("begin", scope, block or [Call("pass")], True, "last month's copy for neighbours")


def raise_pass(name: str, columns: list[tuple[str, str]], plan: Plan) -> Source:
    """Sums over people, carried up the tree from child to parent."""
    scope = Scope(plan)
    places = [f"{column}[{index + ', ' if index else ''}" for column, index in columns]
    block = [For("u", "range(cells, units)", [Store(f"{place}u_base + u]", "0") for place in places]),
             For("u", "range(units - 1)", [Store(f"{place}u_base + parent[u]]", f"{place}u_base + u]", adds=True)
                                           for place in places])]
    return finish(name, scope, block, False, "sums up the tree")


# --- counts along ties, kept by those who are counted ----------------------------------------------------------------
# Some totals only count, or ask whether anybody has something in a column. Ties are mutual (world/ties.py), and in most
# months few people have something there. So each person is not asked about all ties; instead the few whose number has
# changed since they last told it tell the difference along their own ties. A count is therefore always the sum, over
# the ties of a person, of what the others told last.
def counting_passes(pass_: Pass, plan: Plan, ready: set[str]) -> list[Source]:
    """The loops over changed numbers that must run ahead of a pass; counts that are `ready` need none."""
    made = []
    for step in pass_.steps:
        if not isinstance(step.rule, Total):
            continue
        rule, counts = step.rule, []
        if rule.when:
            counts.append((f"near_{bare(rule.when)}", bare(rule.when), "1 if {}[j] != 0 else 0"))
        if is_counted(rule, plan.columns):
            counts.append((f"count_{rule.name}", rule.others_number, f"{step.label}(int({{}}[j]))"))
        for array, name, value in counts:
            if array not in ready:
                ready.add(array)
                scope = Scope(plan, functions={step.label: rule.function} if step.label in value else {})
                made.append(_counting_pass(array, value.format(plan.as_neighbours_see(name)), scope))
    return made


def out_of_date(pass_: Pass, plan: Plan, ready: set[str]) -> set[str]:
    """The counts that a pass made out of date, because it wrote the column that they count."""
    written = {name for step in pass_.steps for name in step.rule.writes} - set(plan.remembered)
    counted = {f"count_{s.rule.name}" for s in plan.steps
               if is_counted(s.rule, plan.columns) and {bare(name) for name in s.rule.reads} & written}
    return ready & ({f"near_{name}" for name in written} | counted)


def _counting_pass(array: str, value: str, scope: Scope) -> Source:
    """The loop in which those whose number has changed tell the difference along their ties."""
    tell = For("t", "range(tie_start[j], tie_start[j + np.uint64(1)])", [
        Let("i", "far_base + neighbour[t]"), Store(f"{array}[i]", f"{array}[i] + now - before")])
    scope.needs("far_base")
    block = [For("j", "range(np.uint64(base), np.uint64(base + people))", [
        Let("now, before", f"{value}, told_{array}[j]"),
        If("now != before", [Store(f"told_{array}[j]", "now"), tell])])]
    return finish(f"tell_{array.partition('_')[2]}", scope, block, False, f"ties counted: {array}")


# --- measures ---------------------------------------------------------------------------------------------------------
def tally_pass(plan: Plan, measures: tuple[Measure, ...]) -> Source:
    """The measures' sums over the people of every cell, population by population."""
    scope = Scope(plan)
    rows = tally_rows(measures)
    step = Step(plan.mechanisms[0], Each(measures[0].function))  # measures read as a person's rule does
    number = OfPerson(step, scope).number
    sums = {row: f"sum_{row}" for row in rows.values()}
    body: Block = []
    for population in dict.fromkeys(m.population for m in measures):
        own = [m for m in measures if m.population == population]
        test = scope.call(f"over_{population}", own[0].over, number)
        here: Block = [Fold(f"sum_{rows['over ' + population]}", "1.0")]
        for measure in own:
            value = scope.call(f"measure_{measure.name}", measure.function, number)
            if _is_of_the_unit(measure, scope):  # the same for everybody: once a cell
                sums[rows[measure.name]] = f"sum_{rows['over ' + population]} * {value}"
            else:
                here.append(Fold(f"sum_{rows[measure.name]}", value))
        body.append(If(test, here))
    stores: dict[str, Node] = {f"sum_{row}": Store(f"tally[unit, {row}]", value) for row, value in sums.items()}
    # one loop, though it has more sums than the processor has registers: reading all columns again would cost more
    block = cells_loop(scope, people_loop(scope, body), stores)
    return finish("tally_people", scope, block, True, "measures")


def _is_of_the_unit(measure: Measure, scope: Scope) -> bool:
    """Whether a measure reads nothing of the person, so that it is one number for a cell."""
    found = [scope.find(name) for name in arguments(measure.function)]
    return not any(name.startswith("headed_") for name in measure.reads) and not any(
        column is not None and column[0].table == "person" for column in found)


def record_pass(plan: Plan, measures: tuple[Measure, ...]) -> Source:
    """Carry the measures' sums up the tree and write those of the provinces and the centre into the record."""
    scope = Scope(plan)
    of_people, summed, rows = (len(tally_rows(tuple(m for m in measures if m.table in TABLES[:k]))) for k in (1, 2, 3))
    below = For("below", "range(u_base + child_first[u], u_base + child_last[u])", [
        For("row", f"range({summed})", [Store("tally[u_base + u, row]", "tally[below, row]", adds=True)])])
    keep = Store("table[month - record_month[0], w, place, row]", "tally[u_base + record_units[place], row]")
    block = [For("u", "range(cells, units)", [
        For("row", f"range({of_people})", [Store("tally[u_base + u, row]", "0.0")]), below]),
        For("place", "range(record_units.size)", [For("row", f"range({rows})", [keep])])]
    return finish("record_month_end", scope, block, False, "measures up the tree")


# --- the month --------------------------------------------------------------------------------------------------------
def sources(plan: Plan) -> list[Source]:
    """All functions of a month, in the order in which they run."""
    made = [begin_pass(plan)]
    write = {"person": person_pass, "unit": unit_pass, "world": unit_pass}
    ready: set[str] = set()
    written: list[tuple[list[Step], Source]] = []  # a step that runs twice in a month is written and compiled once
    for pass_ in plan.passes:
        made += counting_passes(pass_, plan, ready)
        twin = next((source for steps, source in written if steps == pass_.steps), None)
        if twin is not None:
            made.append(twin)
            continue
        # named by its first rule and not by its place, so that a month with one step more finds the others compiled
        name = f"step_{pass_.steps[0].label}"
        name += f"_{sum(source.name.startswith(name) for source in made)}"
        made.append(write.get(pass_.kind, walk_pass)(name, pass_, plan))
        if pass_.kind in WALKS:
            written.append((pass_.steps, made[-1]))
        raised = [(step.rule.writes[0], str(at) if step.rule.per else "") for step in pass_.steps
                  if isinstance(step.rule, Total) and step.rule.up
                  for at in range(plan.width(step.rule.per))]
        ready -= out_of_date(pass_, plan, ready)
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
