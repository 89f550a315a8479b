"""Loops over people and their ties: all rules of a pass are fused into one loop.

Each pass becomes one function `step(w, low, high, ...)` for one world and a range of cells. The same code therefore
serves many small worlds, of which each thread takes whole ones, and one large world, whose cells threads share.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from unanimity.engine.argument_lookup import Names, Scope, tagged
from unanimity.engine.plan import PERSONAL, Pass, Plan, Step, bare, is_counted
from unanimity.engine.tree import Block, Call, Fold, For, If, Let, Node, Skip, Source, Store, finish, lets
from unanimity.support.errors import ModelError
from unanimity.world.draws import lay_words
from unanimity.world.formula import arguments
from unanimity.world.rule import Each, Total
from unanimity.world.rules import ALIVE, AT_LIBERTY

LUCKS = ("luck", "luck_2", "yearly_luck")
TIES_ASIDE = 64  # ties whose other persons' numbers are copied side by side at a time
WHO = {ALIVE: "status_here < 7", AT_LIBERTY: "status_here < 3"}
ALL_TIES = "range(tie_start[i], tie_start[after])"


class OfPerson(Names):
    """Names of a person's rule, inside the loop over people; `folds` are the totals over ties made so far."""

    nearest = ("one", "cell", "country")
    prefixes = (*Names.prefixes, "headed")

    def __init__(self, step: Step, scope: Scope, at: int = 0, folds: Collection[str] = ()) -> None:
        super().__init__(step, scope, at)
        self.folds = folds

    def special(self, name: str) -> str | None:
        """Totals over ties, luck, the unit that is headed, and the numbers of the topic, of the person and of ties."""
        for fold in (f"{name}_{self.at}" if self.step.rule.per else name, name):
            if fold in self.folds:
                return f"fold_{fold}"
        if name in ("person", self.step.rule.per):
            return "k" if name == "person" else str(self.at)
        if name == "ties" and "ties_kept" in self.scope.plan.columns:  # rows of ties have free slots then
            return self.read("one", "ties_kept")
        if name == "ties":
            return "(np.int64(tie_start[after]) - np.int64(tie_start[i]))"
        if name in LUCKS:
            return _draw(self.step, self.scope, name)
        if name.startswith("headed_"):
            self.read("one", "headed")
        return None


class OfCountrysTest(Names):
    """Names of the test of the country that a person's rule may have."""

    nearest, prefixes = ("country",), ()


class OfTie(OfPerson):
    """Names of a rule over a person's ties; what is read of the other persons is noted in `others`."""

    def __init__(self, step: Step, scope: Scope, at: int, folds: Collection[str], others: dict[str, str]) -> None:
        super().__init__(step, scope, at, folds)
        self.others = others

    def special(self, name: str) -> str | None:
        """A column of the tie, or one of the other person as of last month."""
        scope = self.scope
        if not name.startswith("other_"):
            return self.read("tie", name) or super().special(name)
        found = self.column(bare(name), "person")
        if found is None:
            raise ModelError(f"{self.step.label} reads '{name}', which is no column of a person")
        variable = tagged(name, found[1])
        self.others[variable] = scope.number_at(*found, "j", scope.plan.as_neighbours_see(found[0].name))
        return variable


# --- luck -------------------------------------------------------------------------------------------------------------
def is_lazy(step: Step, name: str) -> bool:
    """Whether luck is drawn only for those for whom the rule's `chance` holds."""
    test = step.rule.chance if isinstance(step.rule, Each) else None
    return test is not None and (name == "luck_2" or "luck" not in arguments(test))


def lazy_draws(step: Step, scope: Scope, who: str, number: Callable[[str], str]) -> Block:
    """Luck is drawn where `chance` says that it can matter; elsewhere it is 1, with which nothing happens."""
    block: Block = []
    if not isinstance(step.rule, Each) or step.rule.chance is None:
        return block
    kept, matters = step.rule.kept, scope.call(f"{step.label}_chance", step.rule.chance, number)
    for name in (n for n in LUCKS if n in step.rule.reads and is_lazy(step, n)):
        stream = step.rule.stream + (name == "luck_2")
        drawn: Block = [Let(f"luck_{stream}", f"uniform(seeds[w], {stream}, {who}, month)")]
        if kept:
            drawn = shared_draw(stream, scope, who, f"(month + quad_{stream}) // {kept}")
        block += [Let(f"luck_{stream}", "1.0"), If(matters, drawn)]
    return block


def _draw(step: Step, scope: Scope, name: str) -> str:
    """The variable of a person's luck. Luck that everybody draws is drawn ahead of the loop, for many at a time."""
    stream = step.rule.stream + (name == "luck_2")
    if is_lazy(step, name):
        return f"luck_{stream}"
    scope.streams.setdefault(stream, scope.switch(step.mechanism.id))
    place = list(scope.streams).index(stream)
    scope.once_a_person[f"luck_{stream}"] = f"as_uniform(words_{place}[i])"
    return f"luck_{stream}"


def drawn_by_all(pass_: Pass) -> int:
    """The number of streams from which everybody draws in a pass."""
    return sum(name in step.rule.reads and not is_lazy(step, name)
               for step in pass_.steps if step.rule.kind in PERSONAL for name in LUCKS)


def shared_draw(stream: int, scope: Scope, who: str, when: str = "month") -> Block:
    """Draw luck: one call of the generator gives a block of four, which four neighbours share. Before the loop no block
    has been drawn yet."""
    scope.once_a_world[f"quad_{stream}"] = "-1"
    scope.once_a_world[f"words_{stream}"] = f"block(seeds[w], {stream}, 0, month)"
    return [If(f"({who} >> 2) != quad_{stream}", [
        Let(f"quad_{stream}", f"{who} >> 2"),
        Let(f"words_{stream}", f"block(seeds[w], {stream}, quad_{stream}, {when})")]),
        Let(f"luck_{stream}", f"as_uniform(word(words_{stream}, {who}))")]


# --- one pass ---------------------------------------------------------------------------------------------------------
def stores(step: Step, scope: Scope, at: int, call: str, place: str) -> tuple[Block, Block]:
    """The call of a rule with the stores of what it returns; and the stores of its mechanism's neutral values, for
    worlds in which the mechanism is off. A number that later rules of the loop read is read again after a store."""
    def stored(name: str, value: str) -> Block:
        column = scope.plan.columns[name]
        index = scope.index(column, "", step.rule.per, at)
        here = f"{tagged(name, index)}_here"
        again = [Let(here, scope.number_at(column, index, place))] if here in scope.once_a_person else []
        return [scope.store(column, index, place, value), *again]

    names, neutral = step.rule.writes, {} if step.stands_in else step.mechanism.neutral
    block: Block = [Let(", ".join(f"new_{name}" for name in names), call)]
    for name in names:
        block += stored(name, f"new_{name}")
    return block, [node for name in names if name in neutral for node in stored(name, repr(neutral[name]))]


@dataclass
class Body:
    """What is done for one person: every rule of the pass in order, and the sums to which the person adds."""

    pass_: Pass
    scope: Scope
    folds: set[str] = field(default_factory=set)
    sums: dict[str, Node] = field(default_factory=dict)  # running sums of the cell -> where each is stored
    block: Block = field(default_factory=list)

    def lowered(self) -> Body:
        """All rules in order; neighbouring totals over the same ties share a loop."""
        steps = list(self.pass_.steps)
        while steps:
            group = [steps.pop(0)]
            if group[0].rule.kind in ("tie_fold", "tie"):
                if not is_counted(group[0].rule, self.scope.plan.columns):
                    while steps and self._shares_loop(steps[0], group[0]):
                        group.append(steps.pop(0))
                self.block += self.tie_loop(group)
                continue
            for at in range(self.scope.plan.width(group[0].rule.per)):
                self.block += (self.person_rule if group[0].rule.kind == "person" else self.member_fold)(group[0], at)
        return self

    def _shares_loop(self, step: Step, first: Step) -> bool:
        rule, ahead = step.rule, first.rule
        if not isinstance(rule, Total) or not rule.of_ties or is_counted(rule, self.scope.plan.columns):
            return False
        assert isinstance(ahead, (Each, Total))
        same = (rule.of, rule.who) == (ahead.of if isinstance(ahead, Total) else "ties", ahead.who)
        return same and rule.only is ahead.only and step.mechanism.id == first.mechanism.id

    def argument(self, step: Step, at: int) -> Callable[[str], str]:
        """What a name means in one of the pass's rules."""
        return OfPerson(step, self.scope, at, self.folds).number

    def called(self, step: Step, number: Callable[[str], str], part: str = "") -> str:
        """The call of a rule or of one of its tests."""
        function = {"": step.rule.function, "_only": step.rule.only, "_given": step.rule.given}[part]
        return self.scope.call(f"{step.label}{part}", function, number)

    def guarded(self, step: Step, block: Block) -> Block:
        """A block under two tests: whether the rule is about this person, and whether its step runs."""
        runs = self.scope.runs(step)
        tests = [] if step.always else [runs]
        if isinstance(step.rule, (Each, Total)) and step.rule.who in WHO:
            self.scope.once_a_person["status_here"] = self.scope.number_at(self.scope.plan.columns["status"], "", "i")
            tests.insert(0, WHO[step.rule.who])
        return [If(" and ".join(tests), block)] if tests else block

    def person_rule(self, step: Step, at: int) -> Block:
        """The call of a person's rule, the stores of what it returns, and neutral values where the mechanism is off."""
        rule, scope, number = step.rule, self.scope, self.argument(step, at)
        assert isinstance(rule, Each)
        block, resting = stores(step, scope, at, self.called(step, number), "i")
        block = self.guarded(step, [*lazy_draws(step, scope, "k", number), *block])
        return [*block, If(f"not {scope.switch(step.mechanism.id)}", resting)] if resting else block

    def member_fold(self, step: Step, at: int) -> Block:
        """What a person adds to a column of the cell."""
        rule, scope, number = step.rule, self.scope, self.argument(step, at)
        assert isinstance(rule, Total)
        column = scope.plan.columns[rule.writes[0]]
        index = "" if rule.at else scope.index(column, "", rule.per, at)
        call = self.called(step, number)
        if rule.at:  # the person adds to one of several numbers of the cell
            self.sums |= {f"{column.name}[{k}, unit]": Call("pass") for k in range(scope.plan.width(column.per))}
            return self.guarded(step, [Fold(f"{column.name}[{number(rule.at)}, unit]", call)])
        name = tagged(f"sum_{column.name}", index)
        self.sums[name] = scope.store(column, index, "unit", name)
        return self.guarded(step, [Fold(name, call)])

    # --- ties -------------------------------------------------------------------------------------------------------
    def tie_loop(self, steps: list[Step]) -> Block:
        """One loop over a person's ties, for neighbouring totals or for one rule that writes ties."""
        scope, first = self.scope, steps[0]
        begin: Block = []
        inner: Block = []
        others: dict[str, str] = {}
        made: set[str] = set()
        for step in steps:
            for at in range(scope.plan.width(step.rule.per)):
                call = self.called(step, OfTie(step, scope, at, self.folds, others).number)
                if not isinstance(step.rule, Total):
                    inner.append(scope.store(scope.plan.columns[step.rule.writes[0]], "", "t", call))
                    continue
                fold = tagged(step.rule.name, str(at) if step.rule.per else "")
                begin.append(Let(f"fold_{fold}", "0"))  # a sum of whole numbers stays whole, which is quicker
                inner.append(Fold(f"fold_{fold}", call, step.rule.fold))
                made.add(fold)
        self.folds |= made
        if is_counted(first.rule, scope.plan.columns):
            return [*begin, *self.guarded(first, [
                Let(f"fold_{first.rule.name}", f"np.int64(count_{first.rule.name}[i])")])]
        if not isinstance(first.rule, Total) and others:
            return self.guarded(first, self.looked_at(first, self.laid_aside(others, inner)))
        return [*begin, *self.guarded(first, self.looked_at(first, self.along(first, others, inner)))]

    def along(self, first: Step, others: dict[str, str], inner: Block) -> Block:
        """The loop over ties: over those to kin alone, or without those whose other person has 0 in a column."""
        scope, skip = self.scope, first.rule.when if isinstance(first.rule, Total) else ""
        body: Block = []
        if others:
            body.append(Let("j", "far_base + neighbour[t]"))
            scope.needs("far_base")
        if skip:
            body += [Let(skip, others.pop(skip)), Skip(f"{skip} == 0")]
        body += [*lets(others), *inner]
        if isinstance(first.rule, Total) and first.rule.kin:
            return [Let("kin_first", "tie_start[i] + kin_skip[i]"),
                    For("t", "range(kin_first, kin_first + kin_span[i])", body)]
        if skip:
            return [If(f"near_{bare(skip)}[i] != 0", [For("t", ALL_TIES, body)])]
        return [For("t", ALL_TIES, body)]

    def looked_at(self, step: Step, block: Block) -> Block:
        """A block under the rule's own test of whose ties are looked at, if there is one."""
        return [If(self.called(step, self.argument(step, 0), "_only"), block)] if step.rule.only is not None else block

    def laid_aside(self, others: dict[str, str], inner: Block) -> Block:
        """The loop that changes ties, in two parts: the first copies what is read of the other persons side by side, so
        that the compiler can vectorise the second. Each cell has its own room for the copies."""
        scope = self.scope
        scope.once_a_unit["aside"] = f"np.uint64(unit) * np.uint64({TIES_ASIDE})"
        scope.needs("far_base")
        return [For("begin", f"range(tie_start[i], tie_start[after], np.uint64({TIES_ASIDE}))", [
            Let("end", f"min(begin + np.uint64({TIES_ASIDE}), tie_start[after])"), Let("shift", "aside - begin"),
            For("t", "range(begin, end)", [Let("j", "far_base + neighbour[t]"), *(
                Store(f"row_{variable}[shift + t]", value) for variable, value in others.items())]),
            For("t", "range(begin, end)", [*(
                Let(variable, f"int(row_{variable}[shift + t])") for variable in others), *inner])])]


def person_pass(name: str, pass_: Pass, plan: Plan) -> Source:
    """One loop over the people of a range of cells, with all rules of the pass fused into it."""
    scope = Scope(plan)
    Body(pass_, scope).lowered()  # the first run finds what is read, so that the second knows what to read again
    body = Body(pass_, scope).lowered()
    block: Block = [If(switch, [Call(
        f"lay_words(words_{place}, base, cell_start[low], cell_start[high], seeds[w], np.int64({stream}), month)")])
        for place, (stream, switch) in enumerate(scope.streams.items())]
    scope.functions |= {"lay_words": lay_words} if scope.streams else {}
    block += cells_loop(scope, people_loop(scope, body.block), body.sums)
    first = pass_.steps[0]
    if first.rule.kind == "person" and first.rule.given is not None:
        block = [If(body.called(first, OfCountrysTest(first, scope).number, "_given"), block)]
    return finish(name, scope, block, True, pass_.label)


def people_loop(scope: Scope, body: Sequence[Node]) -> Node:
    """The loop over the people of a cell around a body."""
    # unsigned numbers: numba then tests for no negative place, and plain loops are vectorised
    return For("i", "range(np.uint64(base + cell_start[u]), np.uint64(base + cell_start[u + 1]))", [
        Let("k, after", "np.int64(i) - base, i + np.uint64(1)"), *lets(scope.once_a_person), *body])


def cells_loop(scope: Scope, loop: Node, sums: dict[str, Node]) -> Block:
    """The loop over cells around a loop over their people."""
    return [For("u", "range(low, high)", [Let("unit", "u_base + u"), *lets(scope.once_a_unit),
                                          *(Let(name, "0.0") for name in sums), loop, *sums.values()])]
