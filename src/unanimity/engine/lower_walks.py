"""Loops that call a rule for one after the other: cases, people picked, units in turn, and waves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from unanimity.engine.argument_lookup import Scope
from unanimity.engine.lower_people import shared_draw
from unanimity.engine.lower_rows import Walk, table_value
from unanimity.engine.lower_units import RANGES
from unanimity.engine.plan import Pass, Plan, Step
from unanimity.engine.tree import Block, Call, Fold, For, If, Let, Node, Skip, Source, Store, While, finish
from unanimity.world.codes import FACTION_SLOTS, NOBODY, SECTORS
from unanimity.world.formula import arguments, written_by
from unanimity.world.rule import Each, Pick, Procedure, Total, Wave
from unanimity.world.top_k import keep_highest
from unanimity.world.tree import people_of

LOWEST = "-1e308"
# by domain: the variable of the one at hand, and the range of all. A thread has all cells of its world here, not only
# those of its own part (low .. high in RANGES)
WAYS = {**{order: ("u", span) for order, span in RANGES.items()},
        "cell": ("u", "range(cells)"), "unit below the centre": ("u", "range(units - 1)"),
        "country": ("u", RANGES["centre"]), "branch": ("branch", f"range({len(SECTORS)})"),
        "chair": ("chair", "range(seat_start[units - 1], seats)"), "faction": ("slot", f"range(1, {FACTION_SLOTS})"),
        "faction or none": ("slot", f"range({FACTION_SLOTS})")}


def walk_pass(name: str, pass_: Pass, plan: Plan) -> Source:
    """The function of a rule that is called for one after the other."""
    (step,) = pass_.steps
    walk = {"case": Cases, "turn": Turns, "choice": Choice, "wave": Room}[pass_.kind](step, Scope(plan))
    return finish(name, walk.scope, walk.guarded(walk.loop()), pass_.splits, step.label)


class Cases(Walk):
    """A rule about cases, or a total of them."""

    def loop(self) -> Block:
        """A loop over the docket as it stands at the head of the step."""
        _, test = self.tested()
        return [For("k", "range(docket_size[w])", [
            Let("person", "int(docket[base + k])"), Let("i", "base + person"), *test, *self.becomes()])]


class Turns(Walk):
    """A rule about units, chairs, factions or branches in order, or about the country alone."""

    def loop(self) -> Block:
        """One call for each of the domain."""
        assert isinstance(self.rule, (Each, Procedure))
        domain = self.rule.domain
        subject, span = WAYS[domain]
        keyed = f"{'0' if domain == 'country' else subject}, month"
        if domain == "chair":
            self.scope.needs("seats")
        _, test = self.tested(keyed)
        return [For(subject, span, [*test, *self.becomes(keyed)])]


class Choice(Walk):
    """A rule that picks some of many, and what becomes of those who are picked; or a total of people."""

    def loop(self) -> Block:
        """People are picked from the country, among the holders of posts, or from each unit."""
        if isinstance(self.rule, Total) or self.pick.among == "people":
            return self.everybody("range(people)")
        return self.over_posts() if self.pick.among == "posts" else self.over_units()

    @property
    def pick(self) -> Pick:
        """The rule, unless it is a total."""
        assert isinstance(self.rule, Pick)
        return self.rule

    def everybody(self, span: str) -> Block:
        """All who pass the test. Since everybody is looked at, four neighbours share one draw of the test's luck."""
        test, stream = self.rule.only, self.rule.stream
        by_lot = test is not None and "luck" in arguments(test) and not self.rule.lots
        drawn: Block = []
        if by_lot:
            drawn = shared_draw(stream, self.scope, "person")
            self.scope.drawn = {"person, month": f"luck_{stream}"}
        outer, passes = self.tested()
        self.scope.drawn = {}
        return [*outer, For("person", span, [Let("i", "base + person"), *drawn, *passes, *self.becomes()])]

    def over_posts(self) -> Block:
        """All holders of posts: the secretaries below the centre, then those who sit in the centre."""
        self.scope.needs("seats")
        self.scope.needs("chair_first")
        outer, test = self.tested()
        holder = ("int(secretary[u_base + post]) if post < units - 1 else "
                  "int(sitting[w * seats + chair_first + post - units + 1])")
        return [*outer, For("post", "range(units - 1 + seats - chair_first)", [
            Let("person", holder), Skip(f"person == {NOBODY}"), Let("i", "base + person"), *test, *self.becomes()])]

    def over_units(self) -> Block:
        """The people of each unit of a domain."""
        rule = self.pick
        body: Block = []
        self.scope.functions["people_of"] = people_of
        if rule.where is not None:
            rows, _, call = self.part("where", rule.where)
            body += [*rows, Skip(f"not {call}")]
        body.append(Let("first, last", f"people_of(u, {table_value('tree', self.step, self.scope, people_of)})"))
        body += (self.highest() if rule.number is not None else self.best() if rule.by
                 else self.everybody("range(first, last)"))
        return [For("u", RANGES[rule.order], body)]

    def best(self) -> Block:
        """The person with the highest score."""
        outer, test = self.tested()
        score = self.scope.number_at(self.scope.plan.columns[self.pick.by], "", "i")
        look = [Let("i", "base + person"), *test, If(f"{score} > bar", [Let("best, bar", f"person, {score}")])]
        return [*outer, Let("best, bar", f"{NOBODY}, {LOWEST}"), For("person", "range(first, last)", look),
                If(f"best != {NOBODY}", [Let("person", "best"), Let("i", "base + person"), *self.becomes()])]

    def highest(self) -> Block:
        """The people with the highest scores, as many as the rule says; a heap behind the docket's end keeps them."""
        rule, scope = self.pick, self.scope
        assert rule.number is not None
        column = scope.plan.columns[rule.by]
        score = scope.number_at(column, "", "i")
        self.scope.functions["keep_highest"] = keep_highest
        rows, _, call = self.part("number", rule.number, "u, month")
        outer, test = self.tested()
        bar = scope.number_at(column, "", "(base + int(docket[at]))")
        look = [Let("i", "base + person"), Skip(f"{score} <= bar"), *test,
                Let("found", f"keep_highest(person, found, room, at, docket, {rule.by}, base)"),
                If("found == room", [Let("bar", bar)])]
        # the rule may enter the person on the docket: its next free place is at most that person's place in the heap
        taken = [Let("person", "int(docket[at + k])"), Let("i", "base + person"), *self.becomes()]
        return [*rows, Let("room, bar", call), Let("at", "base + int(docket_size[w])"),
                Let("room", "min(room, base + people - at)"), Let("found", "0"), *outer,
                If("room > 0", [For("person", "range(first, last)", look)]), For("k", "range(found)", taken)]


# --- waves ------------------------------------------------------------------------------------------------------------
# More company never holds anybody back. So most people's ties need not be read: a person who would not move in the
# fullest company is skipped, and one who would move in none moves. People who would never move are marked before the
# first round, by a number that no round has.
NEVER = 255
SEEN = {"moved": "moved", "room": "room", "joined": "joined"}
CHAIRS = ("w * seats + seat_start[u]", "w * seats + seat_start[u + 1]")
# by room: the units that have one, where the places of each begin and end, and the column of who sits at a place
ROOMS = {
    "cell": ("range(low, high)", "base + cell_start[u]", "base + cell_start[u + 1]", ""),
    "country": ("range(cells)", "base + cell_start[u]", "base + cell_start[u + 1]", ""),
    "chairs": ("range(cells, units)", *CHAIRS, "sitting"),
    "centre": ("range(units - 1, units)", *CHAIRS, "sitting"),
    "delegates": ("range(units - 1, units)", "u_base", "u_base + cells", "deputy"),
}
COUNTS = "room, moved, waver"


class Room(Walk):
    """A wave, while its loops are built."""

    def __init__(self, step: Step, scope: Scope) -> None:
        super().__init__(step, scope)
        assert isinstance(step.rule, Wave)
        self.wave: Wave = step.rule
        self.span, self.first, self.last, self.holder = ROOMS[self.wave.room]
        self.mark = f"{self.wave.marks}[k]"
        if self.holder == "sitting":
            scope.needs("seats")
        self.outer: Block = []  # rows that are the same for all in the room
        self.of_one = self.gathered("moves", self.wave.function)
        self.of_test = self.gathered("only", self.wave.only)
        self.gathered("company", self.wave.company)
        of_rounds = len(self.outer)
        self.gathered("rounds", self.wave.rounds)
        self.of_rounds = self.outer[of_rounds:]
        self.of_tie = [*self.gathered("sees", self.wave.sees), *self.gathered("begun", self.wave.begun)]

    def gathered(self, part: str, function: Callable[..., Any] | None) -> Block:
        """The rows of a part: those that are the same for all in the room are kept, those of a person returned."""
        if function is None:
            return []
        outer, inner = self.rows(part, function)
        self.outer += outer
        return inner

    def moves(self, company: str) -> str:
        """Whether a person moves in that much company."""
        return self.call("moves", self.wave.function, company=company, room="room")

    def company(self, of_ties: str, all_ties: str, moved: str = "before", room: str = "room") -> str:
        """The company that a person sees who has these ties among those who moved."""
        return self.call("company", self.wave.company, of_ties=of_ties, all_ties=all_ties, moved=moved, room=room)

    def one(self, rows: Block, empty: Node | None = None) -> Block:
        """The person at a place of the room, and rows of that person; `empty` is done where nobody holds the place."""
        if not self.holder:
            needed = (any(isinstance(row, Let) and row.names == "cell" for row in rows)
                      or "person" in arguments(self.wave.function))
            return [Let("i", "k"), *([Let("person", "np.int64(i) - base")] if needed else []), *rows]
        nobody = [If(f"person == {NOBODY}", [empty, Call("continue")])] if empty else []
        return [Let("person", f"int({self.holder}[k])"), *nobody, Let("i", "base + person"), *rows]

    def places(self, body: Block) -> Node:
        """The loop over the places of the room."""
        return For("k", "range(first, last)", body)

    def newly(self, test: str) -> Block:
        """A person who moves and had not begun before is counted among those who joined, where a cell asks for it."""
        if self.wave.after is None:
            return []
        begun = self.call("begun", self.wave.begun)
        joins = f"0 if {begun} else 1" if not test else f"{test} & (not {begun})"
        return [Let("other", "i"), *self.of_tie, Fold("joined", joins)]

    def look_round(self) -> Block:
        """Ahead of the rounds: who is there, who moves alone, and who would move in company."""
        here = self.call("only", self.wave.only) if self.wave.only is not None else "True"
        ahead = "room" in arguments(self.wave.function)  # those present must be counted before anybody moves
        body = [*self.one([*self.of_one, *self.of_test], Store(self.mark, str(NEVER))), Let("here", here),
                Let("alone", f"here & {self.moves('nobody')}"),
                Let("wavers", f"here & (not alone) & {self.moves('1.0')}"),
                Store(self.mark, f"1 if alone else (0 if wavers else {NEVER})"),
                *([] if ahead else [Fold("room", "here")]), Fold("moved", "alone"), Fold("waver", "wavers"),
                *([] if ahead else self.newly("alone"))]
        count = [self.places([*self.one(self.of_test, Call("pass")), Fold("room", here)])] if ahead else []
        return [*count, Let("nobody", self.company("0", "0", "0", "1")), self.places(body)]

    def tied(self) -> Block:
        """A person's ties in the room: the weight of those to people who have moved, and of all."""
        marks = self.wave.marks
        seen = f"(0 < {marks}[at]) & ({marks}[at] < this_round)"
        if self.wave.begun is not None:
            seen = f"({seen}) | {self.call('begun', self.wave.begun)}"
        counts = [self.call("sees", self.wave.sees)] if self.wave.sees is not None else []
        self.scope.needs("far_base")
        body: Block = [Let("other", "far_base + neighbour[t]"), *self.of_tie]
        count = [Fold("all_ties", "trust"), Fold("of_ties", f"trust if {seen} else 0")]
        if not self.holder:
            within = [] if self.wave.room == "country" else ["(first <= other) & (other < last)"]
            tests = " & ".join([*within, *counts])
            trust = "int(weight[t])" + (f" if {tests} else 0" if tests else "")
            body += [Let("at", "other"), Let("trust", trust), *count]
        elif self.holder == "deputy":
            body += [Let("at", "u_base + cell_of[int(neighbour[t])]"),
                     Let("trust", "int(weight[t]) if deputy[at] == neighbour[t] else 0"), *count]
        else:
            body += [Let("trust", "int(weight[t])"),
                     For("at", "range(first, last)", [If("sitting[at] == neighbour[t]", count)])]
        after = "i + 1" if self.holder else "i + np.uint64(1)"
        return [Let("of_ties, all_ties", "0, 0"), For("t", f"range(tie_start[i], tie_start[{after}])", body)]

    def one_round(self) -> Block:
        """One round: everybody who has not moved looks at those who have."""
        body = [Skip(f"{self.mark} != 0"), *self.one(self.of_one), Skip(f"not {self.moves('most')}"),
                If(f"not {self.moves('least')}", [
                    *self.tied(), Skip(f"not {self.moves(self.company('of_ties', 'all_ties'))}")]),
                Store(self.mark, "this_round"), Fold("moved", "1"), Let("waver", "waver - 1"), *self.newly("")]
        return [Let("least", self.company("0", "1")), Let("most", self.company("1", "1")), self.places(body)]

    def settle(self) -> Block:
        """After the rounds: the mark NEVER is cleared, and the rule says what becomes of those who have moved."""
        block: Block = [self.places([Store(self.mark, f"0 if {self.mark} == {NEVER} else {self.mark}")])]
        if self.wave.becomes is None:
            return block
        outer, inner, call = self.part("becomes", self.wave.becomes)
        told = [Skip(f"{self.mark} == 0"), *self.one(inner), *self.stored(written_by(self.wave.becomes), call)]
        return [*block, If("moved > 0", [*outer, self.places(told)])]

    def noted(self, part: str, function: Callable[..., Any] | None) -> Block:
        """What a unit or the country notes of how many have moved."""
        if function is None:
            return []
        outer, _, call = self.part(part, function, **SEEN)
        return [*outer, *self.stored(written_by(function), call)]

    def loop(self) -> Block:
        """The rounds of each room, or those of the country."""
        return self.by_rounds() if self.wave.room == "country" else self.by_rooms()

    @property
    def begin(self) -> Node:
        """The first and last place of the room; unsigned, so that numba tests for no negative place."""
        return Let("first, last", f"np.uint64({self.first}), np.uint64({self.last})")

    def by_rooms(self) -> Block:
        """Each room has rounds of its own."""
        look, round_ = self.look_round(), self.one_round()
        again = While(f"this_round <= {self.call('rounds', self.wave.rounds)} and moved > before and waver > 0", [
            Let("before", "moved"), *round_, Fold("this_round", "1")])
        return [For("u", self.span, [*self.outer, self.begin, Let(COUNTS, "0, 0, 0"), *look,
                                     Let("before, this_round", "0, 2"), again, *self.settle(),
                                     *self.noted("then", self.wave.then)])]

    def by_rounds(self) -> Block:
        """One room, the country: each round goes through the cells. What a cell notes of a round only its own people
        read, so it is noted as soon as they have decided."""
        look = If("this_round == 1", self.look_round())
        part = [self.begin, *self.outer, Let("joined", "0"), look, *self.one_round(),
                *self.noted("after", self.wave.after)]
        again = While(f"this_round <= {self.call('rounds', self.wave.rounds)} and moved > before", [
            Let("before", "moved if this_round > 1 else 0"), For("u", self.span, part), Fold("this_round", "1")])
        return [Let(COUNTS, "0, 0, 0"), Let("before, this_round", "-1, 1"), *self.of_rounds, again,
                For("u", self.span, [self.begin, *self.settle()]), *self.noted("then", self.wave.then)]
