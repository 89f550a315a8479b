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
    in_the_end,
    indent,
    made,
    of_effect,
    places,
    rows_of,
    under_its_switch,
    values,
)
from unanimity.engine.write_tables import table_value
from unanimity.engine.write_units import RANGES, RANGES_READ
from unanimity.support.errors import ModelError
from unanimity.world.codes import NOBODY
from unanimity.world.formula import arguments
from unanimity.world.tables import OF_COLUMNS
from unanimity.world.top_k import keep_highest
from unanimity.world.tree import people_of

OF_NO_PERSON = ("unit", "centre", "country", "before", "on")  # rows that are the same for everybody who is looked at
LOWEST = "-1e308"


class Writer:
    """One choice while it is written."""

    def __init__(self, step: Step, plan: Plan) -> None:
        self.step, self.rule, self.scope = step, step.rule, Scope(plan)
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

    def chosen(self) -> list[str]:
        """What becomes of one who is chosen."""
        rule, asked = self.rule, arguments(self.rule.function)
        looks = {look.__name__: look for look in rule.looks}
        self.functions |= looks
        lines = [f"look_{name} = {name}({of_effect(look, self.step, self.scope, ['person'])})"
                 for name, look in looks.items()]
        lines += [*self.stands(asked), *made(rows_of([rule.function], self.step, self.scope), asked)]
        call = f"{self.step.label}({values(rule.function, self.step, self.scope)})"
        return lines + carried_out(self.step, self.scope, self.functions, call, ("person", "i"))

    def tested(self, part: str, function: Callable[..., Any] | None) -> tuple[list[str], list[str]]:
        """The lines before a loop, and those in it that leave out who does not pass a test."""
        if function is None:
            return [], []
        outer, inner, call = self.asks(part, function)
        return outer, [*inner, f"if not {call}:", "    continue"]

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

    def given(self, walk: list[str]) -> list[str]:
        """The walk, in months in which there is anything to do; the test may read tables."""
        test = self.rule.given
        if test is None:
            return walk
        if not {*arguments(test)} & {*OF_COLUMNS, "levers", "tree"} - {"country"}:
            rows, _, call = self.asks("given", test)
            return [*rows, f"if {call}:", *indent(walk)]
        self.functions[test.__name__] = test
        return [f"if {test.__name__}({of_effect(test, self.step, self.scope, [])}):", *indent(walk)]

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

    def over_docket(self) -> list[str]:
        """So many of the docket, from a place by lot on, going round."""
        assert self.rule.number is not None
        self.scope.arrays |= {"docket", "docket_size", "seeds"}
        rows, _, call = self.asks("number", self.rule.number, "0, month")
        outer, test = self.tested("only", self.rule.only)
        return ["size = int(docket_size[w])", *rows, f"left = {call}", *outer, "if left > 0 and size > 0:",
                f"    begin = int(uniform(seeds[w], {self.rule.by_lot}, 0, month) * size)", "    for k in range(size):",
                *indent(indent(["if left <= 0:", "    break", "person = int(docket[base + (begin + k) % size])",
                                "i = base + person", *test, *self.chosen(), "left -= 1"]))]

    def over_units(self) -> list[str]:
        """The people of each unit of an order."""
        rule = self.rule
        if rule.among not in RANGES:
            raise ModelError(f"{self.step.label} chooses among '{rule.among}'; allowed: people, docket, posts, "
                             f"{', '.join(RANGES)}")
        self.scope.arrays |= RANGES_READ.get(rule.among, set())
        self.functions["people_of"] = people_of
        body: list[str] = []
        if rule.where is not None:
            rows, _, call = self.asks("where", rule.where)
            body += [*rows, f"if not {call}:", "    continue"]
        body.append(f"first, last = people_of(u, {table_value('tree', self.step, self.scope, people_of)})")
        if rule.first is not None:
            outer, test = self.tested("first", rule.first)
            body += [*outer, "for person in range(first, last):", *indent(["i = base + person", *test, *self.chosen()])]
        body += self.highest() if rule.number is not None else self.best() if rule.by else self.everybody_here()
        return [f"for u in {RANGES[rule.among]}:", *indent(body)]

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
        lines = [*rows, f"{', '.join(['room', 'bar', *(f'kept_{name}' for name in rule.keeps)])} = {call}"]
        lines += [scope.store(scope.plan.columns[name], "", "u_base + u", f"kept_{name}") for name in rule.keeps]
        outer, test = self.tested("only", rule.only)
        lines += ["at = base + int(docket_size[w])", "room = min(room, base + people - at)", "found = 0", *outer]
        look = [f"if {score} <= bar:", "    continue", *test]
        if rule.shield is not None:
            self.functions[rule.shield.__name__] = rule.shield
            lowered = f"{rule.shield.__name__}({of_effect(rule.shield, self.step, scope, ['person'])})"
            look += [scope.store(column, "", "i", lowered), f"if {score} <= bar:", "    continue"]
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
    writer, rule = Writer(step, plan), step.rule
    ways = {"people": writer.over_people, "posts": writer.over_posts, "docket": writer.over_docket}
    walk = writer.given(ways.get(rule.among, writer.over_units)())
    walk = [*(f"so_far_{name} = 0.0" for name in rule.carries), *walk]
    lines = under_its_switch(step, writer.scope, [*walk, *in_the_end(step, writer.scope, writer.functions)])
    return finish(name, writer.scope, lines, writer.functions, run.splits, step.label)
