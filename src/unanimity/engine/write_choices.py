"""Choosing, written out: who is looked at, who of them is chosen, and one call for each (world/rules.py: choose)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from unanimity.engine.argument_lookup import Scope
from unanimity.engine.plan import Pass, Plan, Step
from unanimity.engine.source import Source, finish
from unanimity.engine.write_people import shared_draw
from unanimity.engine.write_rows import (
    carried_out,
    given_the_country,
    indent,
    made,
    places,
    rows_of,
    under_its_switch,
    values,
)
from unanimity.engine.write_tables import table_value
from unanimity.engine.write_units import RANGES, RANGES_READ
from unanimity.world.codes import NOBODY
from unanimity.world.formula import arguments
from unanimity.world.rule import Pick
from unanimity.world.top_k import keep_highest
from unanimity.world.tree import people_of

OF_NO_PERSON = ("unit", "centre", "country", "before", "on")  # rows that are the same for everybody who is looked at
LOWEST = "-1e308"


class Writer:
    """A rule and its parts while they are written."""

    def __init__(self, step: Step, plan: Plan) -> None:
        self.step, self.scope = step, Scope(plan)
        self.functions: dict[str, object] = {step.label: step.rule.function}

    def asks(self, part: str, function: Callable[..., Any], keyed: str = "") -> tuple[list[str], list[str], str]:
        """The lines that make the rows of one part of the rule, of nobody and of the person, and its call."""
        self.functions[f"{self.step.label}_{part}"] = function
        names, mark = arguments(function), f"{part}_"
        rows = rows_of([function], self.step, self.scope, mark)
        outer = made(rows, tuple(name for name in names if name in OF_NO_PERSON), mark)
        inner = made(rows, tuple(name for name in names if name not in OF_NO_PERSON), mark)
        call = f"{self.step.label}_{part}({values(function, self.step, self.scope, mark, keyed)})"
        return outer, [*self.stands(names), *inner], call

    def stands(self, asked: tuple[str, ...]) -> list[str]:
        """Where the person lives, is held and acted, as far as it is asked for."""
        if not {"cell", "place", "act", "province"} & set(asked):
            return []
        self.scope.arrays.add("cell_of")
        return ["cell = cell_of[person]", *places(asked, self.step, self.scope, self.functions)]

    def tested(self, part: str, function: Callable[..., Any] | None) -> tuple[list[str], list[str]]:
        """The lines before a loop, and those in it that leave out who does not pass a test."""
        if function is None:
            return [], []
        outer, inner, call = self.asks(part, function)
        return outer, [*inner, f"if not {call}:", "    continue"]


class Choice(Writer):
    """One choice while it is written."""

    def __init__(self, step: Step, plan: Plan) -> None:
        assert isinstance(step.rule, Pick)
        super().__init__(step, plan)
        self.rule: Pick = step.rule

    def chosen(self) -> list[str]:
        """What becomes of one who is chosen."""
        rule, asked = self.rule, arguments(self.rule.function)
        lines = [*self.stands(asked), *made(rows_of([rule.function], self.step, self.scope), asked)]
        call = f"{self.step.label}({values(rule.function, self.step, self.scope)})"
        return lines + carried_out(self.step, self.scope, call, "i")

    def tested_by_all(self) -> tuple[list[str], list[str]]:
        """The same for `only` where everybody is looked at: luck is drawn for all, four neighbours from one call."""
        outer, test = self.tested("only", self.rule.only)
        if self.rule.only is None or "luck" not in arguments(self.rule.only) or self.rule.lots:
            return outer, test
        stream = self.rule.stream
        self.scope.once_a_world[f"quad_{stream}"] = "-1"
        self.scope.once_a_world[f"words_{stream}"] = f"block(seeds[w], {stream}, 0, month)"
        drawn = f"uniform(seeds[w], {stream}, person, month)"
        return outer, [*shared_draw(str(stream), "person"), *(line.replace(drawn, f"luck_{stream}") for line in test)]

    # --- who is looked at -------------------------------------------------------------------------------------------
    def over_people(self) -> list[str]:
        """Everybody, in order."""
        outer, test = self.tested_by_all()
        return [*outer, "for person in range(people):", *indent(["i = base + person", *test, *self.chosen()])]

    def over_posts(self) -> list[str]:
        """Who holds a post: secretaries below the centre, then the centre's chairs."""
        self.scope.arrays |= {"secretary", "sitting", "seat_start"}
        self.scope.once_a_world["seats"] = "seat_start[units]"
        self.scope.once_a_world["chair_first"] = "seat_start[units - 1]"
        outer, test = self.tested("only", self.rule.only)
        holder = ("person = int(secretary[u_base + post]) if post < units - 1 else "
                  "int(sitting[w * seats + chair_first + post - units + 1])")
        return [*outer, "for post in range(units - 1 + seats - chair_first):",
                *indent([holder, f"if person == {NOBODY}:", "    continue", "i = base + person", *test,
                         *self.chosen()])]

    def over_units(self) -> list[str]:
        """The people of each unit of an order."""
        rule = self.rule
        self.scope.arrays |= RANGES_READ.get(rule.order, set())
        self.functions["people_of"] = people_of
        body: list[str] = []
        if rule.where is not None:
            rows, _, call = self.asks("where", rule.where)
            body += [*rows, f"if not {call}:", "    continue"]
        body.append(f"first, last = people_of(u, {table_value('tree', self.step, self.scope, people_of)})")
        body += self.highest() if rule.number is not None else self.best() if rule.by else self.everybody_here()
        return [f"for u in {RANGES[rule.order]}:", *indent(body)]

    # --- who of the people of a unit is chosen ----------------------------------------------------------------------
    def everybody_here(self) -> list[str]:
        """All who pass the test."""
        outer, test = self.tested_by_all()
        return [*outer, "for person in range(first, last):", *indent(["i = base + person", *test, *self.chosen()])]

    def best(self) -> list[str]:
        """The one with the highest score."""
        outer, test = self.tested("only", self.rule.only)
        score = self.scope.cell_of(self.scope.plan.columns[self.rule.by], "", "i")
        return [*outer, f"best, bar = {NOBODY}, {LOWEST}", "for person in range(first, last):",
                *indent(["i = base + person", *test, f"if {score} > bar:", f"    best, bar = person, {score}"]),
                f"if best != {NOBODY}:", "    person = best", "    i = base + person", *indent(self.chosen())]

    def highest(self) -> list[str]:
        """So many of the highest scores: a heap at the free end of the docket, the lowest on top."""
        rule, scope = self.rule, self.scope
        assert rule.number is not None
        column = scope.plan.columns[rule.by]
        score = scope.cell_of(column, "", "i")
        self.functions["keep_highest"] = keep_highest
        scope.arrays |= {"docket", "docket_size"}
        rows, _, call = self.asks("number", rule.number, "u, month")
        lines = [*rows, f"room, bar = {call}"]
        outer, test = self.tested("only", rule.only)
        lines += ["at = base + int(docket_size[w])", "room = min(room, base + people - at)", "found = 0", *outer]
        look = [f"if {score} <= bar:", "    continue", *test]
        look += [f"found = keep_highest(person, found, room, at, docket, {rule.by}, base)", "if found == room:",
                 f"    bar = {scope.cell_of(column, '', '(base + int(docket[at]))')}"]
        lines += ["if room > 0:", "    for person in range(first, last):",
                  *indent(indent(["i = base + person", *look]))]
        # the effect may enter him on the docket: his own place there stands at or behind the next that is written
        return [*lines, "for k in range(found):", *indent(["person = int(docket[at + k])", "i = base + person",
                                                           *self.chosen()])]


def choice_pass(name: str, run: Pass, plan: Plan) -> Source:
    """Look, choose, and carry out."""
    (step,) = run.steps
    writer = Choice(step, plan)
    ways = {"people": writer.over_people, "posts": writer.over_posts}
    walk = given_the_country(step, writer.scope, writer.functions, ways.get(writer.rule.among, writer.over_units)())
    lines = under_its_switch(step, writer.scope, walk)
    return finish(name, writer.scope, lines, writer.functions, run.splits, step.label)
