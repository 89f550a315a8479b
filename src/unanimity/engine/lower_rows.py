"""Rows and tables (world/tables.py) as expressions: what a rule is handed that is called for one after the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from unanimity.engine.argument_lookup import Scope, made_of
from unanimity.engine.plan import Step
from unanimity.engine.tree import Block, Call, If, Let, Node
from unanimity.mechanisms.police.cases import place_of, unit_of_rank
from unanimity.support.errors import ModelError
from unanimity.world.codes import FACTION_SLOTS
from unanimity.world.formula import arguments
from unanimity.world.hooks import hook_of
from unanimity.world.levers import AS_EVERYBODY, BY_ARGUMENT, NUMBER_OF, OWN_FROM
from unanimity.world.rule import Each, Procedure
from unanimity.world.tables import (
    NAMES,
    OWN,
    ROW_NAMES,
    ROWS,
    SO_FAR,
    TIES_BESIDE,
    TREE_SIZES,
    asked_of_tables,
    check_field,
    fields_asked,
    lever_of,
    table_class,
    takes_tables,
)

Function = Callable[..., Any]
OF_PERSON = {"case": "i", "one": "i", "other": "other"}
OF_NOBODY = ("unit", "centre", "country", "before", "on")  # rows that are the same for everybody who is looked at
ROW_OF_TERM = {"person": "one", "unit": "unit", "world": "country"}
OF_TREE = ("unit_rank", "unit_level")  # numbers of a unit that the tree knows, the same in every world
OF_UNIT = {"cell": "cell", "place": "place", "act": "act", "centre": "(units - 1)", "unit": "u", "home": "home",
           "parent": "parent[u]"}
NUMBERS = {"i": "person", "person": "person", "u": "u", "slot": "slot", "seat": "chair", "branch": "branch"}
CHAIRS = {"seat_first": "seat_start[units - 1]", "seat_last": "seat_start[units]"}
OVER = {"case": "cases", "choice": "those picked", "turn": "units in turn", "wave": "a wave"}
OF_SLOTS = (f"w * {FACTION_SLOTS}", str(FACTION_SLOTS))
PLACES = {"world": "w", "unit": "u_base + u", "seat": "w * seats + chair", "faction": f"w * {FACTION_SLOTS} + slot"}
EXTENT = {"people": ("base", "people"), "units": ("u_base", "units"), "seats": ("w * seats", "seats"),
          "factions": OF_SLOTS, "durations": OF_SLOTS}


class Asked:
    """A rule and its parts while they are lowered: the rows that each asks for, and its calls."""

    def __init__(self, step: Step, scope: Scope) -> None:
        self.step, self.rule, self.scope = step, step.rule, scope
        self.functions = scope.functions
        self.functions[step.label] = step.rule.function

    def part(self, part: str, function: Function, keyed: str = "", **known: str) -> tuple[Block, Block, str]:
        """The rows of one part of the rule, those of nobody and those of the person, and its call."""
        self.functions[f"{self.step.label}_{part}"] = function
        outer, inner = self.rows(function, f"{part}_")
        return outer, inner, f"{self.step.label}_{part}({self.values(function, f'{part}_', keyed, known)})"

    def rows(self, function: Function, mark: str = "") -> tuple[Block, Block]:
        """The rows that a function asks for, those of nobody and those of the person with where he stands."""
        found = self.made(function, mark)
        outer: Block = [row for name, row in found.items() if name in OF_NOBODY]
        inner = [row for name, row in found.items() if name not in OF_NOBODY]
        return outer, [*self.stands(arguments(function)), *inner]

    def made(self, function: Function, mark: str = "", beside: tuple[Function, ...] = ()) -> dict[str, Node]:
        """The named tuples of numbers that a function (and those `beside` it) asks for; `mark` tells rows of one name
        apart."""
        rows: dict[str, Node] = {}
        for row in ROW_NAMES:
            asking = [one for one in (function, *beside)
                      if row in arguments(one) and not (row in NAMES and takes_tables(one))]
            if not asking:
                continue
            fields = tuple(sorted({field for one in asking for field in fields_asked(one, row)}))
            if row == "faction" and self.rule.kind != "turn":
                self.scope.arrays.add("faction")
            kind = table_class(f"{mark}{row}", fields)
            self.scope.tuples[kind.__name__] = kind
            rows[row] = Let(f"row_{mark}{row}", made_of(kind.__name__, [self.number(row, field) for field in fields]))
        return rows

    def stands(self, asked: tuple[str, ...]) -> Block:
        """Where the person lives, is held and acted, as far as it is asked for."""
        if not {"cell", "place", "act", "province"} & set(asked):
            return []
        self.scope.arrays.add("cell_of")
        return [Let("cell", "cell_of[person]"), *self.placed(asked)]

    def placed(self, asked: tuple[str, ...]) -> Block:
        """Where the case lies, and the unit in whose assembly the act was done, if they are asked for."""
        lets: Block = []
        for row, formula, column in (("place", place_of, "held_in"), ("act", unit_of_rank, "case_level")):
            if row in asked:
                self.scope.arrays.add(column)
                self.functions[formula.__name__] = formula
                tree = self.table("tree", formula)
                order = {"place": f"{column}[i], cell, {tree}", "act": f"cell, {column}[i], {tree}"}[row]
                lets.append(Let(row, f"{formula.__name__}({order})"))
        return lets

    # --- numbers of a row -------------------------------------------------------------------------------------------
    def number(self, row: str, field: str) -> str:
        """One number of a row."""
        scope = self.scope
        if row in ("country", "before"):
            return self.of_country(field)
        if row == "on":
            return scope.switch(field)
        found = scope.find(field)
        table, where = self._table_of(row)
        if table == "unit" and field in OF_TREE:
            scope.arrays.add(field)
            return f"{field}[{where.removeprefix('u_base + ')}]"
        if found is not None and found[0].table == table:
            column, which = found
            return scope.cell_of(column, scope.index(column, which), where)
        if table != "unit":
            raise ModelError(f"{self.step.label} reads {row}.{field}, which is no column of a {table}")
        rows = "announced" if field.startswith("announced_") else "levers"
        lever = BY_ARGUMENT.get(field.removeprefix("announced_"))
        if lever is None:
            raise ModelError(f"{self.step.label} reads {row}.{field}, which is no column of a unit and no lever")
        scope.arrays.add(rows)
        number = NUMBER_OF[lever.name]
        usual = f"{rows}[{number}, {where}]"
        if row not in ("cell", "place") or rows != "levers" or lever.name not in scope.plan.own_levers:
            return usual
        scope.once_a_world["own_from"] = f"int(levers[{number}, levers.shape[1] - 1] - {OWN_FROM!r})"
        own = f"levers[{number}, own_from + i]"
        return f"({own} if {own} > {AS_EVERYBODY!r} else {usual})"

    def _table_of(self, row: str) -> tuple[str, str]:
        """The table of a row's columns, and where in it the row stands."""
        turn = self.rule.kind == "turn"
        if row in ("parent", "province"):
            self.scope.arrays.add(row)
        if row == "province":
            return "unit", f"u_base + province[{'u' if turn else 'cell'}]"
        if row == "chair":
            return "seat", "w * seats + chair"
        if row == "faction":
            return "faction", f"w * {FACTION_SLOTS} + {'slot' if turn else 'int(faction[i])'}"
        if row in OF_PERSON:
            return "person", OF_PERSON[row]
        return ("tie", "t") if row == "tie" else ("unit", f"u_base + {OF_UNIT[row]}")

    def of_country(self, field: str) -> str:
        """What the country has, as at the head of the step: a number, or several to choose from."""
        column = self.scope.plan.columns.get(field)
        if column is None or column.table != "world":
            raise ModelError(f"{self.step.label} reads country.{field}, which is no column of the country")
        if not column.per:
            return self.scope.world_value(column)
        self.scope.arrays.add(field)
        return self.scope.view("shown_down", field, "w")

    # --- arguments --------------------------------------------------------------------------------------------------
    def values(self, function: Function, mark: str = "", keyed: str = "",
               known: Mapping[str, str] = MappingProxyType({})) -> str:
        """The arguments of the rule, or of one of its parts; `known` are those that the loop has at hand."""
        return ", ".join(known.get(name) or self._value(name, function, mark, keyed) for name in arguments(function))

    def _value(self, name: str, function: Function, mark: str, keyed: str) -> str:
        scope = self.scope
        if name == "so_far" or (takes_tables(function) and name in NAMES):
            return self.table(name, None if function is self.rule.function else function)
        if name in ROW_NAMES:
            return f"row_{mark}{name}"
        if name in NUMBERS:
            return NUMBERS[name]
        if name == "seed":
            scope.arrays.add("seeds")
            return "seeds[w]"
        if name == "log":
            return scope.log()
        if name == "luck":
            return self._luck(function, keyed or "person, month")
        if hook_of(name):
            return scope.terms(name, lambda term: self.number(ROW_OF_TERM[scope.plan.columns[term].table], term))
        if name in CHAIRS:
            scope.arrays.add("seat_start")
            return CHAIRS[name]
        found = scope.shared(name, self.step)
        if found is None:
            raise ModelError(f"{self.step.label} reads '{name}', which a rule over {OVER[self.rule.kind]} cannot have; "
                             f"allowed: {', '.join(ROW_NAMES)}, {', '.join(NAMES)}, {', '.join(NUMBERS)}, "
                             f"{', '.join(CHAIRS)}, month, calendar, seed, log, p, p_NAME, luck")
        return found

    def _luck(self, function: Function, keyed: str) -> str:
        """The keyed draw of a person or of a unit, or a row of them by name."""
        self.scope.arrays.add("seeds")
        known = self.rule.lots
        if not known:
            return self.scope.drawn.get(keyed) or f"uniform(seeds[w], {self.rule.stream}, {keyed})"
        asked = fields_asked(function, "luck")
        for name in asked:
            if name not in known:
                raise ModelError(f"{self.step.label} draws luck.{name}, for which it names no stream; named: "
                                 f"{', '.join(known)}")
        kind = table_class("luck" if function is self.rule.function else f"luck_{function.__name__}", asked)
        self.scope.tuples[kind.__name__] = kind
        return made_of(kind.__name__, [f"uniform(seeds[w], {known[name]}, {keyed})" for name in asked])

    # --- what is laid around a loop ---------------------------------------------------------------------------------
    def called(self, keyed: str = "") -> str:
        """The call of the rule itself."""
        return f"{self.step.label}({self.values(self.rule.function, '', keyed)})"

    def carried_out(self, call: str, place: str) -> Block:
        """The call for one person or unit, and the stores of what it returns."""
        rule, scope = self.rule, self.scope
        if not rule.returns:
            return [Call(call)]
        block: Block = [Let(", ".join(f"new_{name}" for name in rule.returns), call)]
        for name in rule.returns:
            column = scope.plan.columns[name]
            of_branch = isinstance(rule, Each) and rule.domain == "branch" and column.per == "sector"
            index = "branch" if of_branch else scope.index(column)
            block.append(scope.store(column, index, PLACES.get(column.table, place), f"new_{name}"))
        return block

    def guarded(self, block: Block) -> Block:
        """A block in months in which there is anything to do, and when its mechanism is on (or, of a rule that stands
        in, off)."""
        if self.rule.given is not None:
            rows = self.made(self.rule.given, "given_")
            self.functions[f"{self.step.label}_given"] = self.rule.given
            call = f"{self.step.label}_given({self.values(self.rule.given, 'given_')})"
            block = [*rows.values(), If(call, block)]
        return block if self.step.always else [If(self.scope.runs(self.step), block)]

    # --- tables -----------------------------------------------------------------------------------------------------
    def table(self, table: str, function: Function | None = None) -> str:
        """The variable that holds a table with what a function (the rule itself) asks for; made once a world."""
        return table_value(table, self.step, self.scope, function)


def table_value(table: str, step: Step, scope: Scope, function: Function | None = None) -> str:
    """The variable that holds a table with what a function (the step's rule) asks for; made once a world."""
    asking, mark = function or step.rule.function, f"_{function.__name__}" if function is not None else ""
    fields = asked_of_tables(asking)[table]
    for field in fields:
        check_field(table, field, scope.plan.columns, step.label)
    kind = f"The_{table}{mark}"
    scope.tuples[kind] = table_class(table, fields)
    values = [_field(table, field, step, scope) for field in fields]
    if any(name.startswith("seat") for name in (table, *fields)) and table in ("seats", "tree"):
        scope.chairs()
    scope.once_a_world[f"the_{table}{mark}"] = made_of(kind, values)
    return f"the_{table}{mark}"


def _field(table: str, field: str, step: Step, scope: Scope) -> str:
    if table == "on":
        return scope.switch(field)
    if table == "levers":
        return _lever(field, step, scope)
    name = {"tree": field, "so_far": SO_FAR + field, "ties": TIES_BESIDE.get(field, field)}.get(table, field)
    if table == "tree":
        scope.arrays |= {name} - {*TREE_SIZES}
        return name
    view = "lent" if name in step.rule.writes or table == "so_far" else "shown"
    if table == "country" and view == "shown":
        return Asked(step, scope).of_country(field)
    scope.arrays.add(name)
    if table in ("so_far", "country"):
        column = scope.plan.columns.get(name)
        down = column is not None and column.per
        return scope.view("lent_down", name, "w") if down else scope.view("lent", name, "w", "1")
    if table == "ties":
        rows = name in ("tie_start", "kin_skip", "kin_span")
        return scope.view("shown", name, "base", "people + 1") if rows else scope.view(view, name, "0", f"{name}.size")
    return scope.view(view, name, *EXTENT[table])


def _lever(field: str, step: Step, scope: Scope) -> str:
    moved = step.rule.moves if isinstance(step.rule, Procedure) else ()
    if field == "delegated":
        scope.arrays.add(field)
        return "delegated[w]"
    if field.endswith("rows"):
        table = ROWS[field.removesuffix("rows")]
        scope.arrays.add(table)
        return scope.view("lent" if table in moved else "shown", table, "u_base", "units")
    mark, name = lever_of(field)
    number, table = NUMBER_OF[BY_ARGUMENT[name].name], ROWS.get(mark, "levers")
    scope.arrays.add(table)
    if mark != OWN:
        return scope.view("lent_row" if table in moved else "row_of", table, str(number), "u_base", "units")
    scope.once_a_world[f"mark_{name}"] = f"levers[{number}, levers.shape[1] - 1]"
    scope.once_a_world[f"has_{field}"] = f"mark_{name} >= {OWN_FROM!r}"
    scope.once_a_world[f"first_{field}"] = f"int(mark_{name} - {OWN_FROM!r}) + base if has_{field} else 0"
    return scope.view("row_of", "levers", str(number), f"first_{field}", f"people if has_{field} else 0")
