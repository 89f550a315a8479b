"""The rows and tables (world/tables.py) of rules that are called for one person or unit after the other.

A row is a named tuple of the numbers of one person, tie, unit, chair or faction, or of the country; a table holds
columns of one world. Both hold what the rule asks for by name and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from unanimity.engine.argument_lookup import ABOVE, Reader, Scope, Spot, no_such_field, tagged
from unanimity.engine.lower_people import WHO
from unanimity.engine.plan import Step
from unanimity.engine.tree import Block, Call, For, If, Let, Skip, Store
from unanimity.mechanisms.police.cases import place_of, unit_of_rank
from unanimity.support.errors import ModelError
from unanimity.world.codes import FACTION_SLOTS
from unanimity.world.formula import arguments
from unanimity.world.hooks import hook_of
from unanimity.world.levers import BY_ARGUMENT, NUMBER_OF, OWN_FROM
from unanimity.world.rule import FACTIONS, Each, Procedure, Total
from unanimity.world.tables import (
    NAMES,
    OWN,
    ROW_NAMES,
    ROWS,
    SO_FAR,
    TIES_BESIDE,
    asked_of_tables,
    check_field,
    fields_asked,
    lever_of,
    takes_tables,
)

Function = Callable[..., Any]
# by row: where its numbers stand, in a loop that calls a rule for one after the other
SPOTS = {
    **dict.fromkeys(("case", "one"), Spot("person", "i")), "other": Spot("person", "other"), "tie": Spot("tie", "t"),
    **{unit: Spot("unit", f"u_base + {unit}") for unit in ("cell", "place", "act", "home")},
    "unit": Spot("unit", "u_base + u"), "centre": Spot("unit", "u_base + (units - 1)"),
    "parent": Spot("unit", "u_base + parent[u]"), "province": Spot("unit", "u_base + province[cell]"),
    "faction": Spot("faction", f"w * {FACTION_SLOTS} + int(faction[i])"), "chair": Spot("seat", "w * seats + chair"),
    **dict.fromkeys(("country", "before"), Spot("world", "w", "world", "w_{}")),
}
# where a rule is about units or factions in turn, these are found from the one at hand
IN_TURN = {**SPOTS, "province": Spot("unit", "u_base + province[u]"),
           "faction": Spot("faction", f"w * {FACTION_SLOTS} + slot")}
OF_TREE = ("unit_rank", "unit_level")  # numbers of a unit that the tree knows, the same in every world
OF_ALL = ("unit", "centre", "country", "before", "on")  # rows that are the same for all whom one loop looks at
ROW_OF = {"person": "one", "unit": "unit", "world": "country", "seat": "chair", "faction": "faction"}  # by table
NUMBERS = {"i": "person", "person": "person", "u": "u", "slot": "slot", "seat": "chair", "branch": "branch"}
# by whom a total is for: where one adds to it; and, where not the country or a unit above has it, everybody who has it
ADDED_AT = {**ABOVE, "country": "w", "duration": f"w * {FACTION_SLOTS} + slot", "faction": SPOTS["faction"].place}
ALL_OF = dict.fromkeys(("duration", "faction"), ("slot", f"range(w * {FACTION_SLOTS}, (w + 1) * {FACTION_SLOTS})"))
OVER = {"case": "cases", "choice": "those picked", "turn": "units in turn", "wave": "a wave"}
OF_SLOTS = (f"w * {FACTION_SLOTS}", str(FACTION_SLOTS))
# by table: where one world's part of a column begins, and its length
EXTENT = {"people": ("base", "people"), "units": ("u_base", "units"), "seats": ("w * seats", "seats"),
          "factions": OF_SLOTS, "durations": OF_SLOTS}


class Walk(Reader):
    """A rule that is called for one after the other, while its loop is built: its rows, its calls and its stores."""

    def __init__(self, step: Step, scope: Scope) -> None:
        super().__init__(step, scope)
        self.rule = step.rule
        self.spots = IN_TURN if step.rule.kind == "turn" else SPOTS

    def loop(self) -> Block:
        """The loop that calls the rule."""
        raise NotImplementedError

    # --- calls ------------------------------------------------------------------------------------------------------
    def part(self, part: str, function: Function, keyed: str = "", **known: str) -> tuple[Block, Block, str]:
        """The call of the rule (part '') or of one of its parts, and what must stand ahead of it: the rows that are the
        same for all of the loop, and those of the one at hand."""
        outer, inner = self.rows(part, function)
        return outer, inner, self.call(part, function, keyed, **known)

    def call(self, part: str, function: Function | None, keyed: str = "", **known: str) -> str:
        """The call of a part whose rows are read already; `known` are arguments that the loop has."""
        assert function is not None
        label = tagged(self.step.label, part)
        self.scope.functions[label] = function
        values = [known.get(name) or self.value(name, part, function, keyed) for name in arguments(function)]
        return f"{label}({', '.join(values)})"

    def becomes(self, keyed: str = "") -> Block:
        """What becomes of the one at hand: the rows, the call of the rule, and the stores of what it returns."""
        outer, inner, call = self.part("", self.rule.function, keyed)
        return [*outer, *inner, *self.stored(self.rule.returns, call)]

    def tested(self, keyed: str = "") -> tuple[Block, Block]:
        """The rule's test of each one: what stands ahead of the loop, and what leaves out, inside it, whoever fails."""
        rule = self.rule
        whom: Block = []
        if isinstance(rule, Total) and rule.of == "person" and rule.who in WHO:
            status = self.scope.number_at(self.scope.plan.columns["status"], "", "i")
            whom = [Let("status_here", status), Skip(f"not ({WHO[rule.who]})")]
        if rule.only is None:
            return [], whom
        outer, inner, call = self.part("only", rule.only, keyed)
        return outer, [*whom, *inner, Skip(f"not {call}")]

    def stored(self, names: tuple[str, ...], call: str) -> Block:
        """A call, and the stores of what it returns: of a total what is added to whom it is for, else the new values of
        the one at hand. What a rule about factions returns for the country is added too."""
        rule, scope = self.rule, self.scope
        if not names:
            return [Call(call)]
        if isinstance(rule, Total):
            return added(rule, scope, call)
        block: Block = [Let(", ".join(f"new_{name}" for name in names), call)]
        domain = rule.domain if isinstance(rule, Each) else ""
        for name in names:
            column = scope.plan.columns[name]
            index = "branch" if domain == "branch" and column.per == "sector" else scope.index(column)
            stored = scope.store(column, index, self.spots[ROW_OF[column.table]].place, f"new_{name}")
            block.append(replace(stored, adds=True) if domain in FACTIONS and column.table == "world" else stored)
        return block

    def guarded(self, block: Block) -> Block:
        """A block in worlds in which the step runs, and in months in which the rule's test of the country holds."""
        afresh = cleared(self.rule) if isinstance(self.rule, Total) else []
        if self.rule.given is not None:  # its rows are read before a total is set to 0, so it may ask for the last one
            outer, inner, call = self.part("given", self.rule.given)
            return self.scope.when_it_runs(self.step, [*outer, *inner, *afresh, If(call, block)])
        return self.scope.when_it_runs(self.step, [*afresh, *block])

    # --- rows -------------------------------------------------------------------------------------------------------
    def rows(self, part: str, function: Function) -> tuple[Block, Block]:
        """The rows that a part asks for: those that are the same for all of the loop, and those of the one at hand
        with the units to which it belongs. The unit of a rule that is about units is the one at hand."""
        of_all = OF_ALL if self.rule.kind in ("choice", "wave") else ()
        found = {row: self.row(part, function, row) for row in ROW_NAMES
                 if row in arguments(function) and not (row in NAMES and takes_tables(function))}
        return ([found[row] for row in found if row in of_all],
                [*self.belongs(arguments(function)), *(found[row] for row in found if row not in of_all)])

    def row(self, part: str, function: Function, row: str) -> Let:
        """The named tuple of the numbers that a part asks of a row."""
        fields, name = fields_asked(function, row), tagged(part, row)
        numbers = [self.number(row, field) for field in fields]
        return Let(f"row_{name}", self.scope.row_of(name.capitalize(), row, fields, numbers))

    def belongs(self, asked: tuple[str, ...]) -> Block:
        """The cell of the person, where the person is held and where the act was done, if they are asked for."""
        if self.rule.kind == "turn" or not {"cell", "place", "act", "province"} & set(asked):
            return []
        block: Block = [Let("cell", "cell_of[person]")]
        for row, formula, numbers in (("place", place_of, "held_in[i], cell"),
                                      ("act", unit_of_rank, "cell, case_level[i]")):
            if row in asked:
                self.scope.functions[formula.__name__] = formula
                tree = table_value("tree", self.step, self.scope, formula)
                block.append(Let(row, f"{formula.__name__}({numbers}, {tree})"))
        return block

    def number(self, row: str, field: str) -> str:
        """One number of a row; of a column of the country that holds several numbers, a view of them all."""
        scope, spot, column = self.scope, self.spots.get(row), self.scope.plan.columns.get(field)
        if spot is None:  # the row `on`
            return scope.switch(field)
        if spot.table == "unit" and field in OF_TREE:
            return f"{field}[{spot.place.removeprefix('u_base + ')}]"
        if spot.table == "world" and column is not None and column.per:
            return scope.view("readable_down", field, "w")
        found = self.read(row, field)
        if found is None:
            raise no_such_field(self.step.label, row, field, spot.table, column)
        return found

    def value(self, name: str, part: str, function: Function, keyed: str) -> str:
        """The expression of one argument of a part."""
        scope = self.scope
        if name == "so_far" or (takes_tables(function) and name in NAMES):
            return table_value(name, self.step, scope, None if function is self.rule.function else function)
        if name in ROW_NAMES:
            return f"row_{tagged(part, name)}"
        if name in NUMBERS:
            return NUMBERS[name]
        if name == "log":
            return scope.log()
        if name == "luck":
            return self._luck(function, keyed or "person, month")
        if hook_of(name):
            return scope.terms(name, lambda term: self.number(ROW_OF[scope.plan.columns[term].table], term))
        found = scope.shared(name, self.step)
        if found is None:
            raise ModelError(f"{self.step.label} reads '{name}', which a rule over {OVER[self.rule.kind]} cannot have; "
                             f"allowed: {', '.join(ROW_NAMES)}, {', '.join(NAMES)}, {', '.join(NUMBERS)}, month, "
                             "calendar, seed, log, p, p_NAME, luck")
        return found

    def _luck(self, function: Function, keyed: str) -> str:
        """A draw, or a row of draws where the rule names several streams; `keyed` says of whom and when."""
        known = self.rule.lots
        if not known:
            return self.scope.drawn.get(keyed) or f"uniform(seeds[w], {self.rule.stream}, {keyed})"
        asked = fields_asked(function, "luck")
        for name in asked:
            if name not in known:
                raise ModelError(f"{self.step.label} draws luck.{name}, for which it names no stream; named: "
                                 f"{', '.join(known)}")
        kind = "Luck" if function is self.rule.function else f"Luck_{function.__name__}"
        draws = [f"uniform(seeds[w], {known[name]}, {keyed})" for name in asked]
        return self.scope.row_of(kind, "luck", asked, draws)


# --- totals that are added up one after the other ---------------------------------------------------------------------
def cleared(rule: Total, span: str = "") -> Block:
    """What sets the numbers of a total to 0 beforehand; `span` are the units that add, if units do."""
    if rule.fold == "added":
        return []
    zero: Block = [Store(f"{name}[{'slot' if rule.to in ALL_OF else ADDED_AT[rule.to]}]", "0") for name in rule.returns]
    return zero if rule.to == "country" else [For(*ALL_OF.get(rule.to, ("u", span)), zero)]


def added(rule: Total, scope: Scope, call: str) -> Block:
    """What one adds to the numbers of a total; the rule returns the months first, if it counts durations."""
    names = [*(["slot"] if rule.to == "duration" else []), *(f"new_{name}" for name in rule.returns)]
    return [Let(", ".join(names), call), *(
        Store(f"{name}[{ADDED_AT[rule.to]}]", f"new_{name}", adds=True) for name in rule.returns)]


# --- tables ---------------------------------------------------------------------------------------------------------
def table_value(table: str, step: Step, scope: Scope, function: Function | None = None) -> str:
    """The variable of a table with the columns that a function (by default the step's rule) asks for; made once a
    world."""
    asking, mark = function or step.rule.function, f"_{function.__name__}" if function is not None else ""
    fields = asked_of_tables(asking)[table]
    for field in fields:
        check_field(table, field, scope.plan.columns, step.label)
    values = [_field(table, field, step, scope) for field in fields]
    if any(name.startswith("seat") for name in (table, *fields)) and table in ("seats", "tree"):
        scope.needs("seats")
    scope.once_a_world[f"the_{table}{mark}"] = scope.row_of(f"The_{table}{mark}", table, fields, values)
    return f"the_{table}{mark}"


def _field(table: str, field: str, step: Step, scope: Scope) -> str:
    """The expression of one field of a table: a view that may be written only if the rule writes that column."""
    if table == "on":
        return scope.switch(field)
    if table == "levers":
        return _lever(field, step, scope)
    name = {"tree": field, "so_far": SO_FAR + field, "ties": TIES_BESIDE.get(field, field)}.get(table, field)
    if table == "tree":
        return name
    view = "writable" if name in step.rule.writes or table == "so_far" else "readable"
    if table == "country" and view == "readable":
        return Walk(step, scope).number("country", field)
    if table in ("so_far", "country"):
        column = scope.plan.columns.get(name)
        down = column is not None and column.per
        return scope.view("writable_down", name, "w") if down else scope.view("writable", name, "w", "1")
    if table == "ties":
        if name in ("tie_start", "kin_skip", "kin_span"):
            return scope.view("readable", name, "base", "people + 1")
        return scope.view(view, name, "0", f"{name}.size")
    return scope.view(view, name, *EXTENT[table])


def _lever(field: str, step: Step, scope: Scope) -> str:
    """The expression of one field of the table of levers: a lever by unit, by person (`own_`), or a whole table."""
    moved = step.rule.moves if isinstance(step.rule, Procedure) else ()
    if field == "delegated":
        return "delegated[w]"
    if field.endswith("rows"):
        table = ROWS[field.removesuffix("rows")]
        return scope.view("writable" if table in moved else "readable", table, "u_base", "units")
    mark, name = lever_of(field)
    number, table = NUMBER_OF[BY_ARGUMENT[name].name], ROWS.get(mark, "levers")
    if mark != OWN:
        return scope.view("writable_row" if table in moved else "readable_row", table, str(number), "u_base", "units")
    scope.once_a_world[f"mark_{name}"] = f"levers[{number}, levers.shape[1] - 1]"
    scope.once_a_world[f"has_{field}"] = f"mark_{name} >= {OWN_FROM!r}"
    scope.once_a_world[f"first_{field}"] = f"int(mark_{name} - {OWN_FROM!r}) + base if has_{field} else 0"
    return scope.view("readable_row", "levers", str(number), f"first_{field}", f"people if has_{field} else 0")
