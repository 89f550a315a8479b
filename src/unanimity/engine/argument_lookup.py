"""What an argument of a rule means: from its name to the expression that the generated loop passes.

A `Scope` collects what one pass needs while its tree is built: the functions that it calls, and the values that are
read once a world, once a unit or once a person. `Names` finds what the name of an argument
means; each kind of loop adds the names that only it knows (engine/lower_people.py, engine/lower_units.py). Rules that
are called for one after the other are handed rows instead (engine/lower_rows.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from unanimity.engine.plan import Plan, Step
from unanimity.engine.tree import Block, If, Store
from unanimity.mechanisms import BY_ID
from unanimity.support.errors import ModelError
from unanimity.world.case_log import READ, Log
from unanimity.world.codes import RULE_ISSUE, RULE_TOPIC
from unanimity.world.columns import DIMENSIONS, Column
from unanimity.world.formula import arguments
from unanimity.world.hooks import hook_of
from unanimity.world.levers import AS_EVERYBODY, BY_ARGUMENT, NUMBER_OF, OWN_FROM
from unanimity.world.tables import SPELT, fields_asked, handed, table_class

DEFAULT_INDEX = {"topic": RULE_TOPIC, "issue": RULE_ISSUE, "ground": RULE_TOPIC}
NAMED = {"world": "the country"}
SLICES = {"": "{0}[..., {1}:{1} + {2}]", "_down": "{0}[:, {1}]", "_row": "{0}[{1}, {2}:{2} + {3}]"}
CLOCK = {"month": "month", "calendar": "(month % 12 + 1)", "issues": "issues", "seed": "seeds[w]"}
ONCE_A_WORLD = {"seats": "seat_start[units]", "chair_first": "seat_start[units - 1]",
                "centre_chairs": "float(seat_start[units] - seat_start[units - 1])",
                "far_base": "np.uint64(w) * np.uint64(people)"}  # ties name their other ends by unsigned numbers
ABOVE = {"parent": "u_base + parent[u]", "province": "u_base + province[u]", "centre": "u_base + units - 1"}


def tagged(name: str, tag: str) -> str:
    """A variable's name with a tag, such as the number of its topic or issue; either may be empty."""
    return f"{name}_{tag}" if name and tag else name or tag


def no_such_field(label: str, row: str, name: str, table: str, elsewhere: Column | None) -> ModelError:
    """The error of a rule that asks a row for what is not in its table, but perhaps in another one."""
    of = f"{NAMED.get(table, f'a {table}')}{' and no lever' * (table == 'unit')}"
    hint = f"; it is one of {NAMED.get(elsewhere.table, f'a {elsewhere.table}')}" if elsewhere is not None else ""
    return ModelError(f"{label} reads {row}.{name}, which is no column of {of}{hint}")


@dataclass
class Scope:
    """What one pass needs, collected while its tree is built."""

    plan: Plan
    once_a_world: dict[str, str] = field(default_factory=dict)
    once_a_unit: dict[str, str] = field(default_factory=dict)
    once_a_person: dict[str, str] = field(default_factory=dict)
    functions: dict[str, object] = field(default_factory=dict)  # functions and classes by name
    streams: dict[int, str] = field(default_factory=dict)  # streams drawn for all people of a pass -> their switches
    drawn: dict[str, str] = field(default_factory=dict)  # draws that the loop has made already, by their keys

    # --- reading a column ------------------------------------------------------------------------------------------
    def find(self, name: str) -> tuple[Column, str] | None:
        """The column that a name means, and which of its numbers: '' (the usual one), 'voted', or an index."""
        if name in self.plan.columns:
            return self.plan.columns[name], ""
        stem, _, mark = name.rpartition("_")
        column = self.plan.columns.get(stem)
        if column is None or not column.per:
            return None
        if mark == "voted":
            return column, "voted"
        marks = DIMENSIONS[column.per]
        return (column, str(marks.index(mark))) if mark in marks else None

    def index(self, column: Column, which: str = "", per: str = "", at: int = 0) -> str:
        """The index of a number in a column that holds several; '' for a column that holds one."""
        if not column.per:
            return ""
        if which == "voted":
            return self.world_value(self.plan.columns[f"voted_{column.per}"])
        if which:
            return which
        return str(at) if per == column.per else str(DEFAULT_INDEX[column.per])

    def number_at(self, column: Column, index: str, place: str, array: str = "") -> str:
        """The expression of the number that is stored at a place, as rules see it."""
        name = array or column.name
        raw = f"{name}[{index}, {place}]" if column.per else f"{name}[{place}]"
        if column.scale:
            return f"({raw} * {column.scale!r})"
        return raw if column.dtype.startswith("f") else f"int({raw})"

    def store(self, column: Column, index: str, place: str, value: str) -> Store:
        """The node that stores what a rule returned, in the way in which the column keeps it."""
        target = f"{column.name}[{index}, {place}]" if column.per else f"{column.name}[{place}]"
        return Store(target, f"int({value} * {1.0 / column.scale!r} + 0.5)" if column.scale else value)

    def view(self, how: str, array: str, *numbers: str) -> str:
        """One world's part of an array (engine/world_views.py); for CUDA, where no function can return it, a slice."""
        if self.plan.slices:
            form = SLICES[how.removeprefix("readable").removeprefix("writable")]
            return form.format(array, *(f"({number})" for number in numbers))
        return f"{how}({', '.join((array, *numbers))})"

    def needs(self, name: str) -> str:
        """The variable of a number that is computed once a world."""
        self.once_a_world[name] = ONCE_A_WORLD[name]
        return name

    def world_value(self, column: Column, index: str = "") -> str:
        """The variable of a country's number, which is read once a world."""
        variable = tagged(f"w_{column.name}", index)
        self.once_a_world[variable] = self.number_at(column, index, "w")
        return variable

    # --- what a function is handed ---------------------------------------------------------------------------------
    def call(self, label: str, function: Callable[..., Any] | None, number: Callable[[str], str]) -> str:
        """The call of a rule or of one of its tests, which is handed numbers that `number` finds and rows of them."""
        assert function is not None
        self.functions[label] = function
        for asked in arguments(function):
            for field_name in fields_asked(function, asked) if asked in SPELT else ():
                self._check_row(asked, field_name, label)

        def row(name: str, fields: tuple[str, ...], numbers: list[str]) -> str:
            return self.row_of(f"{name.capitalize()}_{label}", name, fields, numbers)

        return f"{label}({', '.join(handed(function, number, row, lambda name: self.terms(name, number)))})"

    def row_of(self, kind: str, name: str, fields: tuple[str, ...], numbers: list[str]) -> str:
        """A named tuple of numbers or columns; the generated code knows its class by the name `kind`."""
        self.functions[kind] = table_class(name, fields)
        return f"{kind}({', '.join(numbers)}{',' if len(numbers) == 1 else ''})"

    def terms(self, name: str, number: Callable[[str], str]) -> str:
        """What mechanisms of one's own add to a variable (world/hooks.py), summed in the order of the month."""
        adding = [f"({number(column.name)} if {self.switch(column.owner)} else 0.0)"
                  for column in self.plan.terms.get(hook_of(name), ())]
        return f"({' + '.join(adding)})" if adding else "0.0"

    def _check_row(self, row: str, field_name: str, label: str) -> None:
        """Refuse a field that is no column of the table that the row is read from and, of a unit, no lever."""
        of, found = SPELT[row][1], self.find(field_name)
        is_lever = of == "unit" and field_name.removeprefix("announced_") in BY_ARGUMENT
        if of and not is_lever and (found is None or found[0].table != of):
            raise no_such_field(label, row, field_name, of, self.plan.columns.get(field_name))

    # --- names that mean the same in every kind of rule ------------------------------------------------------------
    def shared(self, name: str, step: Step) -> str | None:
        """The expression of a parameter, a switch, the clock, or the size of the centre; None for any other name."""
        if name in CLOCK:
            return CLOCK[name]
        if name == "p" or name.startswith("p_"):
            return self.parameters(step.mechanism.id if name == "p" else name[2:])
        if name.startswith("on_"):
            return self.switch(name[3:])
        return self.needs(name) if name == "centre_chairs" else None

    def parameters(self, mechanism: str) -> str:
        """The variable of a mechanism's parameters, which is made once a world."""
        found = next((m for m in self.plan.mechanisms if m.id == mechanism), BY_ID.get(mechanism))
        if found is None:
            raise ModelError(f"a rule reads the parameters of '{mechanism}', which is no mechanism; allowed: "
                             f"{', '.join(BY_ID)}")
        if found in self.plan.mechanisms:
            # where the first one stands is read at run time, so that adding a mechanism changes no other step's text
            self.once_a_world[f"first_{mechanism}"] = f"place_of_{mechanism}[0]"
            values = [f"parameters[w, first_{mechanism} + {k}]" for k in range(len(found.fields))]
        else:  # the mechanism does not run: other rules read its card's defaults
            values = [repr(float(parameter.default)) for parameter in found.fields]
        self.functions[f"Parameters_{mechanism}"] = found.parameters
        self.once_a_world[f"p_{mechanism}"] = f"Parameters_{mechanism}({', '.join(values)})"
        return f"p_{mechanism}"

    def log(self) -> str:
        """The variable of the world's case log: its buffer, and the columns that an entry is filled from."""
        self.functions["Log"] = Log
        place = "u_base + units - 1"
        printed = f"levers[{NUMBER_OF['lists']}, {place}] == 1.0 or levers[{NUMBER_OF['press']}, {place}] == 1.0"
        self.once_a_world["log_public"] = printed  # not inside the call below: numba refuses a branch in so long a call
        of_world = ", ".join(self.view("readable", name, "base", "people") for name in READ)
        self.once_a_world["log"] = (
            f"Log(log_rows, log_count, log_lost, w, log_rows.shape[0] // log_count.shape[0], month, "
            f"line[{RULE_ISSUE}, {place}], log_public, cell_of, {of_world})")
        return "log"

    def switch(self, mechanism: str) -> str:
        """The variable that says whether a mechanism is on in this world; a mechanism outside the plan is off."""
        ids = [m.id for m in self.plan.mechanisms]
        if mechanism not in ids:
            return "False"
        self.once_a_world[f"on_{mechanism}"] = f"switches[w, place_of_{mechanism}[1]] != 0"
        return f"on_{mechanism}"

    def runs(self, step: Step) -> str:
        """The test under which a step runs: its mechanism is on or, if the rule stands in for it, off."""
        return f"{'not ' if step.stands_in else ''}{self.switch(step.mechanism.id)}"

    def when_it_runs(self, step: Step, block: Block, otherwise: Block | None = None) -> Block:
        """A block under the test whether its step runs; `otherwise` is done when it does not."""
        return block if step.always else [If(self.runs(step), block, otherwise or ())]

    def lever_at(self, name: str, place: str) -> str | None:
        """The expression of a lever at a unit, or of the value announced there; None if the name is no lever."""
        lever = BY_ARGUMENT.get(name.removeprefix("announced_"))
        if lever is None:
            return None
        table = "announced" if name.startswith("announced_") else "levers"
        return f"{table}[{NUMBER_OF[lever.name]}, {place}]"

    def or_own(self, name: str, usual: str) -> str:
        """A lever that some persons have for themselves: the person's own value where there is one, else the usual."""
        lever = BY_ARGUMENT.get(name)
        if lever is None or lever.name not in self.plan.own_levers:
            return usual
        number = NUMBER_OF[lever.name]
        self.once_a_world["own_from"] = f"int(levers[{number}, levers.shape[1] - 1] - {OWN_FROM!r})"
        own = f"levers[{number}, own_from + i]"
        return f"({own} if {own} > {AS_EVERYBODY!r} else {usual})"


@dataclass(frozen=True)
class Spot:
    """Where the numbers of a row stand, and whether they are read ahead of the rules that ask for them."""

    table: str
    place: str
    once: str = ""  # they are read once a world, a unit or a person; '': where a rule asks for them
    variable: str = ""  # then the name of the variable: of a column,
    lever: str = ""  # and of a lever


# by row, in a loop over units, people or ties (of rules that are handed loose numbers, or rows spelt out as such)
SPOTS = {
    "one": Spot("person", "i", "person", "{}_here"),
    "cell": Spot("unit", "unit", "unit", "u_{}", "lever_{}"),
    "unit": Spot("unit", "unit", "unit", "u_{}", "lever_{}"),
    "country": Spot("world", "w", "world", "w_{}"),
    **{which: Spot("unit", f"({place})", "unit", f"{which}_{{}}", f"{which}_lever_{{}}")
       for which, place in ABOVE.items()},
    "headed": Spot("unit", "u_base + max(headed_here, 0)", "person", "headed_{}_here", "headed_{}_here"),
    "secretary": Spot("person", "(base + max(secretary[unit], 0))"),
    "chief": Spot("person", "(base + max(chief[unit], 0))"),
    "tie": Spot("tie", "t"),
}


class Reader:
    """Reads the rows of one rule: what a column or lever of a row is, inside the loop that calls the rule."""

    spots: Mapping[str, Spot] = SPOTS

    def __init__(self, step: Step, scope: Scope, at: int = 0) -> None:
        self.step, self.scope = step, scope
        self.at = at  # of a rule that is repeated for each topic or issue: which one

    def column(self, name: str, table: str) -> tuple[Column, str] | None:
        """The column of a table that a name means, and the index of the number meant."""
        found = self.scope.find(name)
        if found is None or found[0].table != table:
            return None
        return found[0], self.scope.index(*found, self.step.rule.per, self.at)

    def read(self, row: str, name: str) -> str | None:
        """The expression of a column or lever of a row; None if the row has none of that name."""
        scope, spot = self.scope, self.spots[row]
        column = self.column(name, spot.table)
        lever = scope.lever_at(name, spot.place) if column is None and spot.table == "unit" else None
        found = lever if column is None else scope.number_at(*column, spot.place)
        if found is None:
            return None
        # a number of a person that the month's agenda chooses is read anew each time, since a rule may have changed it
        if spot.once and not (spot.once == "person" and name.endswith("_voted")):
            variable = spot.lever.format(name) if column is None else spot.variable.format(
                tagged(column[0].name, column[1]))
            getattr(scope, f"once_a_{spot.once}")[variable] = found
            found = variable
        return scope.or_own(name, found) if lever is not None and row in ("cell", "place") else found


class Names(Reader):
    """What the arguments of one rule mean, where it is handed loose numbers.

    A name without a prefix is a column of the nearest row that has it, or a lever there; `parent_yes` is one of the
    row `parent`.
    """

    nearest: tuple[str, ...] = ("unit", "country")
    prefixes: tuple[str, ...] = tuple(ABOVE)

    def number(self, name: str) -> str:
        """The expression of one argument."""
        whose, _, rest = name.partition("_")
        found = self.special(name) or self.scope.shared(name, self.step)
        if found is None and whose in self.prefixes:
            found = self.read(whose, rest)
        for row in self.nearest:
            found = found or self.read(row, name)
        if found is None:
            raise ModelError(f"{self.step.label} reads '{name}', which is no column, lever or parameter")
        return found

    def special(self, name: str) -> str | None:
        """The expression of a name that only this kind of loop knows."""
        return None
