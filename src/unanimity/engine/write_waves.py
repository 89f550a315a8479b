"""Waves, written out: who is in the room, who moves alone, and rounds until nobody moves (world/rules.py: wave).

Company never holds anybody back, so most people need no look at their ties: who would not move with all his ties on
his side is passed over, and who moves with none of them moves. Those who would not move in the fullest company are told
apart once, by a mark that no round has.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from unanimity.engine.argument_lookup import Scope
from unanimity.engine.plan import Pass, Plan, Step
from unanimity.engine.source import Source, finish
from unanimity.engine.write_choices import OF_NO_PERSON, Writer
from unanimity.engine.write_rows import given_the_country, indent, made, rows_of, under_its_switch, values
from unanimity.world.codes import NOBODY
from unanimity.world.formula import arguments, written_by
from unanimity.world.rule import Wave

NEVER = 255  # not even in full company
SO_FAR = {"moved": "moved", "room": "room", "joined": "joined"}
CHAIRS = ("w * seats + seat_start[u]", "w * seats + seat_start[u + 1]")
# where each assembly begins and ends, who sits at a place, and which of two who are tied sit in it
ROOMS = {
    "cell": ("for u in range(low, high):", "base + cell_start[u]", "base + cell_start[u + 1]", ""),
    "country": ("for u in range(cells):", "base + cell_start[u]", "base + cell_start[u + 1]", ""),
    "chairs": ("for u in range(cells, units):", *CHAIRS, "sitting"),
    "centre": ("for u in range(units - 1, units):", *CHAIRS, "sitting"),
    "delegates": ("for u in range(units - 1, units):", "u_base", "u_base + cells", "deputy"),
}


class Room:
    """One wave while it is written."""

    def __init__(self, step: Step, plan: Plan) -> None:
        assert isinstance(step.rule, Wave)
        self.writer, self.step, self.rule = Writer(step, plan), step, step.rule
        self.scope: Scope = self.writer.scope
        self.each, self.first, self.last, self.holder = ROOMS[self.rule.room]
        self.mark = self.rule.marks
        self.scope.arrays |= {self.mark, "tie_start", "neighbour", "weight"}
        if self.holder:
            self.scope.arrays.add(self.holder)
        if self.holder == "sitting":
            self.scope.arrays.add("seat_start")
            self.scope.once_a_world["seats"] = "seat_start[units]"
        elif not self.holder:
            self.scope.arrays.add("cell_start")
        self.outer: list[str] = []  # rows that are the same for all in the room
        self.of_one = self._rows("moves", self.rule.function)
        self.of_test = self._rows("only", self.rule.only) if self.rule.only is not None else []
        for part, function in (("company", self.rule.company), ("rounds", self.rule.rounds)):
            assert function is not None
            self._rows(part, function)
        self.of_tie = [line for part, function in (("sees", self.rule.sees), ("begun", self.rule.begun))
                       if function is not None for line in self._rows(part, function)]

    def _rows(self, part: str, function: Callable[..., Any]) -> list[str]:
        """The lines that make the rows of a part: those of nobody are gathered, those of a person returned."""
        self.writer.functions[f"{self.step.label}_{part}"] = function
        asked, mark = arguments(function), f"{part}_"
        rows = rows_of([function], self.step, self.scope, mark)
        self.outer += made(rows, tuple(name for name in asked if name in OF_NO_PERSON), mark)
        return [*self.writer.stands(asked), *made(rows, tuple(n for n in asked if n not in OF_NO_PERSON), mark)]

    def call(self, part: str, function: Callable[..., Any] | None, **known: str) -> str:
        """A part of the rule with what the loop has at hand."""
        assert function is not None
        return f"{self.step.label}_{part}({values(function, self.step, self.scope, f'{part}_', known=known)})"

    def moves(self, company: str) -> str:
        """Whether one moves with so much company."""
        return self.call("moves", self.rule.function, company=company, room="room")

    def company(self, of_ties: str, all_ties: str, moved: str = "before", room: str = "room") -> str:
        """What one sees."""
        return self.call("company", self.rule.company, of_ties=of_ties, all_ties=all_ties, moved=moved, room=room)

    def one(self, rows: list[str], empty: str = "") -> list[str]:
        """Who is at a place: in a cell himself, else who holds the chair; and rows of him."""
        if not self.holder:
            needed = any(line.startswith("cell = ") for line in rows) or "person" in arguments(self.rule.function)
            return ["i = k", *(["person = np.int64(i) - base"] if needed else []), *rows]
        nobody = [f"if person == {NOBODY}:", f"    {empty}", "    continue"] if empty else []
        return [f"person = int({self.holder}[k])", *nobody, "i = base + person", *rows]

    def places(self) -> str:
        """The loop over the places of the room; unsigned numbers need no test for a negative place."""
        return "for k in range(first, last):"

    def look_round(self) -> list[str]:
        """The first look: who is there, who moves alone, who would in company."""
        here = self.call("only", self.rule.only) if self.rule.only is not None else "True"
        body = [*self.one([*self.of_one, *self.of_test], f"{self.mark}[k] = {NEVER}"), f"here = {here}",
                f"alone = here & {self.moves('nobody')}",
                f"wavers = here & (not alone) & {self.moves('1.0')}",
                f"{self.mark}[k] = 1 if alone else (0 if wavers else {NEVER})",
                "room += here", "moved += alone", "waver += wavers"]
        first = self.places()
        if "room" in arguments(self.rule.function):  # then all are counted before anybody moves
            body.remove("room += here")
            count = [first, *indent([*self.one(self.of_test, "pass"), f"room += {here}"])]
            return [*count, f"nobody = {self.company('0', '0', '0', '1')}", first, *indent(body)]
        if self.rule.after is not None:
            body += ["other = i", *self.of_tie, f"joined += alone & (not {self.call('begun', self.rule.begun)})"]
        return [f"nobody = {self.company('0', '0', '0', '1')}", first, *indent(body)]

    def tied(self) -> list[str]:
        """His ties in the room: the weight of those who have moved, and of all."""
        seen = f"(0 < {self.mark}[at]) & ({self.mark}[at] < this_round)"
        if self.rule.begun is not None:
            seen = f"({seen}) | {self.call('begun', self.rule.begun)}"
        counts = self.call("sees", self.rule.sees) if self.rule.sees is not None else ""
        far = ["other = far_base + neighbour[t]", *self.of_tie]
        self.scope.once_a_world["far_base"] = "np.uint64(w) * np.uint64(people)"
        count = ["all_ties += trust", f"of_ties += trust if {seen} else 0"]
        if not self.holder:
            within = [] if self.rule.room == "country" else ["(first <= other) & (other < last)"]
            tests = " & ".join([*within, *([counts] if counts else [])])
            trust = "trust = int(weight[t])" + (f" if {tests} else 0" if tests else "")
            body = [*far, "at = other", trust, *count]
        elif self.holder == "deputy":
            self.scope.arrays.add("cell_of")
            body = [*far, "at = u_base + cell_of[int(neighbour[t])]",
                    "trust = int(weight[t]) if deputy[at] == neighbour[t] else 0", *count]
        else:
            body = [*far, "trust = int(weight[t])", "for at in range(first, last):",
                    "    if sitting[at] == neighbour[t]:", *indent(indent(count))]
        after = "i + 1" if self.holder else "i + np.uint64(1)"
        return ["of_ties, all_ties = 0, 0", f"for t in range(tie_start[i], tie_start[{after}]):", *indent(body)]

    def one_round(self) -> list[str]:
        """Everybody who has not moved looks at those who have."""
        joined = ["moved += 1", "waver -= 1"]
        if self.rule.after is not None:
            joined += ["other = i", *self.of_tie, f"joined += 0 if {self.call('begun', self.rule.begun)} else 1"]
        body = [f"if {self.mark}[k] != 0:", "    continue", *self.one(self.of_one), f"if not {self.moves('most')}:",
                "    continue", f"if not {self.moves('least')}:",
                *indent([*self.tied(), f"if not {self.moves(self.company('of_ties', 'all_ties'))}:", "    continue"]),
                f"{self.mark}[k] = this_round", *joined]
        return [f"least = {self.company('0', '1')}", f"most = {self.company('1', '1')}", self.places(),
                *indent(body)]

    def settle(self) -> list[str]:
        """What becomes of those who have moved; and who would never have moved has not."""
        lines = [self.places(), f"    {self.mark}[k] = 0 if {self.mark}[k] == {NEVER} else {self.mark}[k]"]
        function = self.rule.becomes
        if function is None:
            return lines
        before, self.outer = self.outer, []
        inner = self._rows("becomes", function)
        outer, self.outer = self.outer, before
        names = written_by(function)
        told = [*self.one(inner), f"{', '.join(f'new_{name}' for name in names)} = {self.call('becomes', function)}",
                *(self.scope.store(self.scope.plan.columns[name], "", "i", f"new_{name}") for name in names)]
        each = [*outer, self.places(), *indent([f"if {self.mark}[k] == 0:", "    continue", *told])]
        return [*lines, "if moved > 0:", *indent(each)]

    def stored(self, part: str, function: Callable[..., Any] | None) -> list[str]:
        """What follows for the unit or the country from how many have moved."""
        if function is None:
            return []
        before, self.outer = self.outer, []
        self._rows(part, function)
        rows, self.outer = self.outer, before
        writes = written_by(function)
        columns = [self.scope.plan.columns[name] for name in writes]
        return [*rows, f"{', '.join(f'new_{name}' for name in writes)} = {self.call(part, function, **SO_FAR)}",
                *(self.scope.store(column, "", "w" if column.table == "world" else "u_base + u", f"new_{column.name}")
                  for column in columns)]

    def begin(self) -> list[str]:
        """Where the places of the room lie."""
        return [f"first, last = np.uint64({self.first}), np.uint64({self.last})"]

    def by_rooms(self) -> list[str]:
        """Each room by itself: its people, its rounds."""
        rounds = self.call("rounds", self.rule.rounds)
        body = [*self.outer, *self.begin(), "room, moved, waver = 0, 0, 0", *self.look_round(),
                "before, this_round = 0, 2", f"while this_round <= {rounds} and moved > before and waver > 0:",
                *indent(["before = moved", *self.one_round(), "this_round += 1"]), *self.settle(),
                *self.stored("then", self.rule.then)]
        return [self.each, *indent(body)]

    def by_rounds(self) -> list[str]:
        """One room, the country: rounds, and in each cell after cell. A cell's note of a round is read by its own
        people alone, so that it may be made as soon as they have decided."""
        look = ["joined = 0", "if this_round == 1:", *indent(self.look_round())]
        part = [*self.begin(), *self.outer, *look, *self.one_round(),
                *self.stored("after", self.rule.after)]
        return ["room, moved, waver = 0, 0, 0", "before, this_round = -1, 1",
                *(line for line in self.outer if "row_rounds_" in line),
                f"while this_round <= {self.call('rounds', self.rule.rounds)} and moved > before:",
                *indent(["before = moved if this_round > 1 else 0", self.each, *indent(part), "this_round += 1"]),
                self.each, *indent([*self.begin(), *self.settle()]),
                *self.stored("then", self.rule.then)]


def wave_pass(name: str, run: Pass, plan: Plan) -> Source:
    """The rooms of a wave, one after the other."""
    (step,) = run.steps
    room = Room(step, plan)
    walk = room.by_rounds() if room.rule.room == "country" else room.by_rooms()
    walk = given_the_country(step, room.scope, room.writer.functions, walk)
    lines = under_its_switch(step, room.scope, walk)
    return finish(name, room.scope, lines, room.writer.functions, run.splits, step.label)
