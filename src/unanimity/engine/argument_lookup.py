"""What an argument of a rule means: from its name to the expression that the generated loop passes.

One place for the whole vocabulary of world/rules.py. A `Scope` gathers, while a pass is written, which arrays the
pass needs and which values are worth reading once a world or once a unit instead of once a person.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from unanimity.engine.plan import Plan, Step
from unanimity.engine.tree import Store
from unanimity.mechanisms import BY_ID
from unanimity.support.errors import ModelError
from unanimity.world.case_log import READ, Log
from unanimity.world.codes import RULE_ISSUE, RULE_TOPIC
from unanimity.world.columns import DIMENSIONS, Column
from unanimity.world.formula import arguments
from unanimity.world.hooks import hook_of
from unanimity.world.levers import BY_ARGUMENT, NUMBER_OF
from unanimity.world.tables import SPELT, fields_asked, handed, table_class

DEFAULT_INDEX = {"topic": RULE_TOPIC, "issue": RULE_ISSUE, "ground": RULE_TOPIC}
NAMED = {"world": "the country"}
SLICES = {"lent": "{0}[..., {1}:{1} + {2}]", "shown": "{0}[..., {1}:{1} + {2}]", "lent_down": "{0}[:, {1}]",
          "shown_down": "{0}[:, {1}]", "row_of": "{0}[{1}, {2}:{2} + {3}]", "lent_row": "{0}[{1}, {2}:{2} + {3}]"}
CLOCK = {"month": "month", "calendar": "(month % 12 + 1)", "issues": "issues"}


def tagged(name: str, index: str) -> str:
    """A variable's name with the number of its topic or issue."""
    return f"{name}_{index}" if index else name


def width(plan: Plan, per: str) -> int:
    """How many numbers a column of that dimension holds."""
    return plan.issues if per == "issue" else len(DIMENSIONS[per])


def made_of(kind: str, values: list[str]) -> str:
    """A named tuple of values."""
    return f"{kind}({', '.join(values)}{',' if len(values) == 1 else ''})"


@dataclass
class Scope:
    """What one pass needs, gathered while it is written."""

    plan: Plan
    arrays: set[str] = field(default_factory=set)
    once_a_world: dict[str, str] = field(default_factory=dict)
    once_a_unit: dict[str, str] = field(default_factory=dict)
    once_a_person: dict[str, str] = field(default_factory=dict)
    tuples: dict[str, type] = field(default_factory=dict)
    functions: dict[str, object] = field(default_factory=dict)  # what is called, by the names in the generated code
    streams: dict[int, str] = field(default_factory=dict)  # drawn for all people of a pass; the switch of each
    drawn: dict[str, str] = field(default_factory=dict)  # by its key, a luck that the loop has at hand

    # --- reading a column ------------------------------------------------------------------------------------------
    def find(self, name: str) -> tuple[Column, str] | None:
        """The column behind a name and which of its numbers is meant ('' the one at hand, 'voted', or an index)."""
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
        """The index of a number in a column that holds several; nothing for one that holds one."""
        if not column.per:
            return ""
        if which == "voted":
            return self.world_value(self.plan.columns[f"voted_{column.per}"])
        if which:
            return which
        return str(at) if per == column.per else str(DEFAULT_INDEX[column.per])

    def cell_of(self, column: Column, index: str, place: str, array: str = "") -> str:
        """The stored number at a place, as rules see it."""
        name = array or column.name
        self.arrays.add(name)
        raw = f"{name}[{index}, {place}]" if column.per else f"{name}[{place}]"
        if column.scale:
            return f"({raw} * {column.scale!r})"
        return raw if column.dtype.startswith("f") else f"int({raw})"

    def store(self, column: Column, index: str, place: str, value: str) -> Store:
        """What a rule returned is stored, as the column keeps it."""
        self.arrays.add(column.name)
        target = f"{column.name}[{index}, {place}]" if column.per else f"{column.name}[{place}]"
        return Store(target, f"int({value} * {1.0 / column.scale!r} + 0.5)" if column.scale else value)

    def view(self, how: str, array: str, *numbers: str) -> str:
        """One world's part of an array (engine/world_views.py); for CUDA, where no function can return it, a slice."""
        if self.plan.slices:
            return SLICES[how].format(array, *(f"({number})" for number in numbers))
        return f"{how}({', '.join((array, *numbers))})"

    def world_value(self, column: Column, index: str = "") -> str:
        """A country's number, read once a world."""
        variable = tagged(f"w_{column.name}", index)
        self.once_a_world[variable] = self.cell_of(column, index, "w")
        return variable

    # --- what a function is handed ---------------------------------------------------------------------------------
    def call(self, label: str, function: Callable[..., Any] | None, number: Callable[[str], str]) -> str:
        """The call of a rule, or of one of its parts."""
        assert function is not None
        self.functions[label] = function
        return f"{label}({self.handed(function, label, number)})"

    def handed(self, function: Callable[..., Any], label: str, number: Callable[[str], str]) -> str:
        """The arguments of a rule, or of one of its parts: loose numbers as `number` finds them, and rows of such."""
        for asked in arguments(function):
            for field_name in fields_asked(function, asked) if asked in SPELT else ():
                self._check_row(asked, field_name, label)

        def row(name: str, fields: tuple[str, ...], numbers: list[str]) -> str:
            kind = f"{name.capitalize()}_{label}"
            self.tuples[kind] = table_class(name, fields)
            return made_of(kind, numbers)

        return ", ".join(handed(function, number, row, lambda name: self.terms(name, number)))

    def terms(self, name: str, number: Callable[[str], str]) -> str:
        """What mechanisms of one's own add to a variable (world/hooks.py), summed in the order of the month."""
        adding = [f"({number(column.name)} if {self.switch(column.owner)} else 0.0)"
                  for column in self.plan.terms.get(hook_of(name), ())]
        return f"({' + '.join(adding)})" if adding else "0.0"

    def _check_row(self, row: str, field_name: str, label: str) -> None:
        """Refuse a field that is no column of what the row is of."""
        of, found = SPELT[row][1], self.find(field_name)
        if not of or (found is not None and found[0].table == of):
            return
        if of != "unit":
            raise ModelError(f"{label} reads {row}.{field_name}, which is no column of {NAMED.get(of, f'a {of}')}")
        if field_name.removeprefix("announced_") not in BY_ARGUMENT:
            raise ModelError(f"{label} reads {row}.{field_name}, which is no column of a unit and no lever")

    # --- the rest of the vocabulary --------------------------------------------------------------------------------
    def shared(self, name: str, step: Step) -> str | None:
        """Names that mean the same in every kind of rule: parameters, switches, the clock."""
        if name in CLOCK:
            return CLOCK[name]
        if name == "p" or name.startswith("p_"):
            return self.parameters(step.mechanism.id if name == "p" else name[2:])
        if name.startswith("on_"):
            return self.switch(name[3:])
        if name == "centre_chairs":
            self.arrays.add("seat_start")
            self.once_a_world[name] = "float(seat_start[units] - seat_start[units - 1])"
            return name
        return None

    def parameters(self, mechanism: str) -> str:
        """The world's parameters of a mechanism, made once a world."""
        found = next((m for m in self.plan.mechanisms if m.id == mechanism), None)
        if found is None and mechanism in BY_ID:  # it does not run here: what another rule asks of it is the card's own
            self.tuples[f"Parameters_{mechanism}"] = BY_ID[mechanism].parameters
            usual = ", ".join(repr(float(f.default)) for f in BY_ID[mechanism].fields)
            self.once_a_world[f"p_{mechanism}"] = f"Parameters_{mechanism}({usual})"
            return f"p_{mechanism}"
        if found is None:
            raise ModelError(f"a rule reads the parameters of '{mechanism}', which is no mechanism; allowed: "
                             f"{', '.join(BY_ID)}")
        # where its numbers stand is read, not written: a mechanism that joins leaves the steps of others as they are
        fields = ", ".join(f"parameters[w, first_{mechanism} + {k}]" for k in range(len(found.fields)))
        self.arrays |= {"parameters", f"place_of_{mechanism}"}
        self.once_a_world[f"first_{mechanism}"] = f"place_of_{mechanism}[0]"
        self.tuples[f"Parameters_{mechanism}"] = found.parameters
        self.once_a_world[f"p_{mechanism}"] = f"Parameters_{mechanism}({fields})"
        return f"p_{mechanism}"

    def log(self) -> str:
        """The world's case log: its buffer, and the columns that a row reads."""
        self.arrays |= {"log_rows", "log_count", "log_lost", "cell_of", "line", "levers", *READ}
        self.tuples["Log"] = Log
        place = "u_base + units - 1"
        printed = f"levers[{NUMBER_OF['lists']}, {place}] == 1.0 or levers[{NUMBER_OF['press']}, {place}] == 1.0"
        self.once_a_world["log_public"] = printed  # outside the call: numba takes no branches inside a long one
        of_world = ", ".join(self.view("shown", name, "base", "people") for name in READ)
        self.once_a_world["log"] = (
            f"Log(log_rows, log_count, log_lost, w, log_rows.shape[0] // log_count.shape[0], month, "
            f"line[{RULE_ISSUE}, {place}], log_public, cell_of, {of_world})")
        return "log"

    def switch(self, mechanism: str) -> str:
        """Whether a mechanism is on in this world; one that the plan does not hold is off."""
        ids = [m.id for m in self.plan.mechanisms]
        if mechanism not in ids:
            return "False"
        self.arrays |= {"switches", f"place_of_{mechanism}"}
        self.once_a_world[f"on_{mechanism}"] = f"switches[w, place_of_{mechanism}[1]] != 0"
        return f"on_{mechanism}"

    def runs(self, step: Step) -> str:
        """The test under which a step runs: its mechanism is on; of a rule that stands in, off."""
        return f"{'not ' if step.stands_in else ''}{self.switch(step.mechanism.id)}"

    def chairs(self) -> None:
        """How many chairs there are, read once a world."""
        self.arrays.add("seat_start")
        self.once_a_world["seats"] = "seat_start[units]"

    def lever(self, name: str, unit: str, tag: str = "") -> str | None:
        """A lever's number at a unit, read once a unit."""
        table = "announced" if name.startswith("announced_") else "levers"
        lever = BY_ARGUMENT.get(name.removeprefix("announced_"))
        if lever is None:
            return None
        self.arrays.add(table)
        self.once_a_unit[f"{tag}lever_{name}"] = f"{table}[{NUMBER_OF[lever.name]}, {unit}]"
        return f"{tag}lever_{name}"

    def around(self, name: str, step: Step, at: int) -> str | None:
        """A unit above: `parent_`, `province_`, `centre_` before a unit's column or a lever."""
        places = {
            "parent_": "(u_base + parent[u])",
            "province_": "(u_base + province[u])",
            "centre_": "(u_base + units - 1)",
        }
        prefix = f"{name.partition('_')[0]}_"
        rest = name.removeprefix(prefix)
        found = self.find(rest) if prefix in places else None
        if found is not None and found[0].table == "unit":
            column, which = found
            index = self.index(column, which, step.rule.per, at)
            self.note_place(prefix)
            self.once_a_unit[tagged(name, index)] = self.cell_of(column, index, places[prefix])
            return tagged(name, index)
        if prefix in places and rest in BY_ARGUMENT:
            self.note_place(prefix)
            return self.lever(rest, places[prefix], prefix)
        return None

    def note_place(self, prefix: str) -> None:
        """Remember the arrays that finding a unit above needs."""
        if prefix in ("parent_", "province_"):
            self.arrays.add(prefix[:-1])

    def unit_or_world(self, name: str, step: Step, at: int) -> str | None:
        """A column of the cell at hand or of the country."""
        found = self.find(name)
        if found is None:
            return None
        column, which = found
        index = self.index(column, which, step.rule.per, at)
        if column.table == "world":
            return self.world_value(column, index)
        if column.table == "unit":
            variable = tagged(f"u_{column.name}", index)
            self.once_a_unit[variable] = self.cell_of(column, index, "unit")
            return variable
        return None
