"""Loops over people and their ties, written from the rules' signatures: readable Python that numba compiles.

Each pass becomes one function `step(w, low, high, ...)` for one world and a range of cells, so the same code serves
many small worlds (a thread takes whole worlds) and one large world (threads share its cells).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from unanimity.engine.argument_lookup import Scope, width
from unanimity.engine.plan import PERSONAL, Pass, Plan, Step, bare, is_counted
from unanimity.engine.source import Source, finish
from unanimity.support.errors import ModelError
from unanimity.world.draws import lay_words
from unanimity.world.formula import arguments
from unanimity.world.levers import AS_EVERYBODY, BY_ARGUMENT, NUMBER_OF, OWN_FROM
from unanimity.world.rule import Each, Total
from unanimity.world.rules import ALIVE, AT_LIBERTY

LUCKS = ("luck", "luck_2", "yearly_luck")
TIES_ASIDE = 64  # ties whose other ends are laid side by side at a time
WHO = {ALIVE: "status_here < 7", AT_LIBERTY: "status_here < 3"}


def person_argument(name: str, step: Step, scope: Scope, at: int, folds: set[str]) -> str:
    """The expression for one argument of a person's rule."""
    rule = step.rule
    fold = f"{name}_{at}" if rule.per else name
    if fold in folds or name in folds:
        return f"fold_{fold if fold in folds else name}"
    if name == rule.per:
        return str(at)
    if name == "person":
        return "k"
    if name == "ties" and "ties_kept" in scope.plan.columns:  # a row has free slots then
        name = "ties_kept"
    if name == "ties":
        scope.arrays.add("tie_start")
        return "(np.int64(tie_start[after]) - np.int64(tie_start[i]))"
    if name in LUCKS:
        return draw(step, scope, 1 if name == "luck_2" else 0)
    expression = scope.shared(name, step) or scope.around(name, step, at) or headed_value(name, step, scope, at)
    if expression:
        return expression
    found = scope.find(name)
    if found is not None and found[0].table == "person":
        column, which = found
        index = scope.index(column, which, rule.per, at) if column.per else ""
        if which == "voted":
            return scope.cell_of(column, index, "i")
        variable = f"{column.name}{'_' + index if index else ''}_here"
        scope.once_a_person[variable] = scope.cell_of(column, index, "i")
        return variable
    expression = scope.unit_or_world(name, step, at) or scope.lever(name, "unit")
    if expression is None:
        raise ModelError(f"{step.label} reads '{name}', which is no column, lever or parameter")
    return own_value(name, expression, scope)


def own_value(name: str, expression: str, scope: Scope) -> str:
    """A lever that some persons have for themselves: theirs, else the unit's; for all other names as it is."""
    lever = BY_ARGUMENT.get(name)
    if lever is None or lever.name not in scope.plan.own_levers:
        return expression
    number = NUMBER_OF[lever.name]
    scope.once_a_world["own_from"] = f"int(levers[{number}, levers.shape[1] - 1] - {OWN_FROM!r})"
    scope.once_a_person[f"own_{name}"] = f"levers[{number}, own_from + i]"
    return f"(own_{name} if own_{name} > {AS_EVERYBODY!r} else {expression})"


def headed_value(name: str, step: Step, scope: Scope, at: int) -> str | None:
    """A column or lever of the unit that the person heads, read for him alone."""
    if not name.startswith("headed_"):
        return None
    scope.once_a_person["headed_here"] = scope.cell_of(scope.plan.columns["headed"], "", "i")
    place = "u_base + max(headed_here, 0)"
    lever = BY_ARGUMENT.get(bare(name))
    if lever is not None:
        scope.arrays.add("levers")
        scope.once_a_person[f"{name}_here"] = f"levers[{NUMBER_OF[lever.name]}, {place}]"
        return f"{name}_here"
    found = scope.find(bare(name))
    if found is None or found[0].table != "unit":
        return None
    column, which = found
    return scope.cell_of(column, scope.index(column, which, step.rule.per, at) if column.per else "", place)


def is_lazy(step: Step, name: str) -> bool:
    """Whether a luck is drawn only for those whom the rule's own test admits."""
    test = step.rule.chance if isinstance(step.rule, Each) else None
    return test is not None and (name == "luck_2" or "luck" not in arguments(test))


def lazy_draws(step: Step, scope: Scope, who: str, asked: str) -> list[str]:
    """The lines that draw a luck where it can matter; elsewhere it is 1, with which nothing happens."""
    lines = []
    kept = step.rule.kept if isinstance(step.rule, Each) else 0
    for name in (n for n in LUCKS if n in step.rule.reads and is_lazy(step, n)):
        stream = step.rule.stream + (name == "luck_2")
        drawn = [f"luck_{stream} = uniform(seeds[w], {stream}, {who}, month)"]
        if kept:
            scope.once_a_world[f"quad_{stream}"] = "-1"
            scope.once_a_world[f"words_{stream}"] = f"block(seeds[w], {stream}, 0, month)"
            drawn = shared_draw(str(stream), who, f"(month + quad_{stream}) // {kept}")
        lines += [f"luck_{stream} = 1.0", f"if {step.label}_chance({asked}):", *("    " + line for line in drawn)]
    return lines


def draw(step: Step, scope: Scope, extra: int) -> str:
    """A keyed uniform of this person and month; what everybody draws is laid down before the loop, many at a time."""
    stream = step.rule.stream + extra
    scope.arrays.add("seeds")
    if is_lazy(step, "luck_2" if extra else "luck"):
        return f"luck_{stream}"
    scope.streams.setdefault(stream, scope.switch(step.mechanism.id))
    place = list(scope.streams).index(stream)
    scope.arrays.add(f"words_{place}")
    scope.once_a_person[f"luck_{stream}"] = f"as_uniform(words_{place}[i])"
    return f"luck_{stream}"


def drawn_by_all(run: Pass) -> int:
    """How many streams everybody draws from in a pass."""
    return sum(name in step.rule.reads and not is_lazy(step, name)
               for step in run.steps if step.rule.kind in PERSONAL for name in LUCKS)


def lay_all_words(scope: Scope) -> list[str]:
    """The lines that draw for all people of the pass, ahead of the loop."""
    return [line for place, (stream, switch) in enumerate(scope.streams.items()) for line in (
        f"if {switch}:", f"    lay_words(words_{place}, base, cell_start[low], cell_start[high], seeds[w], "
                         f"np.int64({stream}), month)")]


def shared_draw(stream: str, who: str, when: str = "month") -> list[str]:
    """The lines that draw a luck, four neighbours from one call of the generator."""
    return [
        f"if ({who} >> 2) != quad_{stream}:",
        f"    quad_{stream} = {who} >> 2",
        f"    words_{stream} = block(seeds[w], {stream}, quad_{stream}, {when})",
        f"luck_{stream} = as_uniform(word(words_{stream}, {who}))",
    ]


def guarded(step: Step, scope: Scope, lines: list[str]) -> list[str]:
    """The lines under the conditions: who the rule is about, and whether its mechanism is on."""
    conditions = []
    who = WHO.get(step.rule.who) if isinstance(step.rule, (Each, Total)) else None
    if who:
        scope.once_a_person["status_here"] = scope.cell_of(scope.plan.columns["status"], "", "i")
        conditions.append(who)
    switch = scope.switch(step.mechanism.id)
    if not step.always:
        conditions.append(f"not {switch}" if step.stands_in else switch)
    return [f"if {' and '.join(conditions)}:", *("    " + line for line in lines)] if conditions else lines


def person_rule(step: Step, scope: Scope, at: int, folds: set[str]) -> list[str]:
    """The call of a person's rule and the stores of what it returns."""
    rule = step.rule
    assert isinstance(rule, Each)

    def number(name: str) -> str:
        return person_argument(name, step, scope, at, folds)

    call = f"{step.label}({scope.handed(rule.function, step.label, number)})"
    names = [f"new_{name}" for name in rule.writes]
    asked = scope.handed(rule.chance, f"{step.label}_chance", number) if rule.chance is not None else ""
    lines = [*lazy_draws(step, scope, "k", asked), f"{', '.join(names)} = {call}"]
    resting = []
    for name, value in zip(rule.writes, names, strict=True):
        column = scope.plan.columns[name]
        index = scope.index(column, "", rule.per, at) if column.per else ""
        here = f"{name}{'_' + index if index else ''}_here"
        reload = [f"{here} = {scope.cell_of(column, index, 'i')}"] if here in scope.once_a_person else []
        lines += [scope.store(column, index, "i", value), *reload]
        if name in step.mechanism.neutral and not step.stands_in:
            resting += [scope.store(column, index, "i", repr(step.mechanism.neutral[name])), *reload]
    lines = guarded(step, scope, lines)
    if resting:
        lines += [f"if not {scope.switch(step.mechanism.id)}:", *("    " + line for line in resting)]
    return lines


def tie_argument(name: str, step: Step, scope: Scope, at: int, folds: set[str], others: dict[str, str]) -> str:
    """The expression for one argument of a rule over ties."""
    column = scope.plan.columns.get(name)
    if column is not None and column.table == "tie":
        return scope.cell_of(column, "", "t")
    if name.startswith("other_"):
        found = scope.find(bare(name))
        if found is None or found[0].table != "person":
            raise ModelError(f"{step.label} reads '{name}', which is no column of a person")
        other, which = found
        index = scope.index(other, which, step.rule.per, at) if other.per else ""
        array = f"last_{other.name}" if other.name in scope.plan.remembered else other.name
        variable = f"{name}{'_' + index if index else ''}"
        others[variable] = scope.cell_of(other, index, "j", array)
        return variable
    return person_argument(name, step, scope, at, folds)


def tie_loop(steps: list[Step], scope: Scope, folds: set[str]) -> list[str]:
    """One loop over a person's ties for neighbouring folds, or for one rule that writes ties."""
    scope.arrays.update({"tie_start", "neighbour"})
    first = steps[0]
    begin: list[str] = []
    inner: list[str] = []
    others: dict[str, str] = {}
    for step in steps:
        for at in range(width(scope.plan, step.rule.per) if step.rule.per else 1):
            number = partial(tie_argument, step=step, scope=scope, at=at, folds=folds, others=others)
            call = f"{step.label}({scope.handed(step.rule.function, step.label, number)})"
            if step.rule.kind == "tie":
                inner.append(scope.store(scope.plan.columns[step.rule.writes[0]], "", "t", call))
                continue
            name = f"fold_{step.rule.name}{'_' + str(at) if step.rule.per else ''}"
            begin.append(f"{name} = 0")  # a sum of whole numbers stays whole, which is quicker
            inner.append(f"{name} += {call}" if fold_of(step) == "sum" else f"{name} = max({name}, {call})")
    for step in steps:
        if step.rule.kind == "tie_fold":
            wide = width(scope.plan, step.rule.per) if step.rule.per else 1
            folds.update(f"{step.rule.name}_{at}" if step.rule.per else step.rule.name for at in range(wide))
    if is_counted(first.rule, scope.plan.columns):
        scope.arrays.add(f"count_{first.rule.name}")
        return [*begin, *guarded(first, scope, [f"fold_{first.rule.name} = np.int64(count_{first.rule.name}[i])"])]
    if not isinstance(first.rule, Total) and others:
        return guarded(first, scope, given(first, scope, folds, laid_aside(scope, others, inner)))
    skip = first.rule.when if isinstance(first.rule, Total) else ""
    lines = ["for t in range(tie_start[i], tie_start[after]):"]
    if isinstance(first.rule, Total) and first.rule.kin:
        scope.arrays.update({"kin_skip", "kin_span"})
        lines = ["kin_first = tie_start[i] + kin_skip[i]", "for t in range(kin_first, kin_first + kin_span[i]):"]
    if others:
        lines.append("    j = far_base + neighbour[t]")
        scope.once_a_world["far_base"] = "np.uint64(w) * np.uint64(people)"
    if skip:
        lines += [f"    {skip} = {others.pop(skip)}", f"    if {skip} == 0:", "        continue"]
    lines += [f"    {variable} = {value}" for variable, value in others.items()]
    lines += ["    " + line for line in inner]
    if skip:
        scope.arrays.add(f"near_{bare(skip)}")
        lines = [f"if near_{bare(skip)}[i] != 0:", *("    " + line for line in lines)]
    return [*begin, *guarded(first, scope, given(first, scope, folds, lines))]


def given(step: Step, scope: Scope, folds: set[str], lines: list[str]) -> list[str]:
    """The lines under the rule's own test of whose ties are looked at, if it has one."""
    test = step.rule.only
    if test is None:
        return lines
    number = partial(person_argument, step=step, scope=scope, at=0, folds=folds)
    asked = scope.handed(test, f"{step.label}_only", number)
    return [f"if {step.label}_only({asked}):", *("    " + line for line in lines)]


def fold_of(step: Step) -> str:
    """How what comes together is folded."""
    return step.rule.fold if isinstance(step.rule, Total) else ""


def laid_aside(scope: Scope, others: dict[str, str], inner: list[str]) -> list[str]:
    """The loop that changes ties, in two: first what is read of the others is laid side by side, so that the second,
    which looks nowhere but along the row, is made wide by the compiler. Each cell has a place of its own for it."""
    scope.once_a_unit["aside"] = f"np.uint64(unit) * np.uint64({TIES_ASIDE})"
    scope.once_a_world["far_base"] = "np.uint64(w) * np.uint64(people)"
    scope.arrays |= {f"row_{variable}" for variable in others}
    return [f"for begin in range(tie_start[i], tie_start[after], np.uint64({TIES_ASIDE})):",
            f"    end = min(begin + np.uint64({TIES_ASIDE}), tie_start[after])",
            "    shift = aside - begin",
            "    for t in range(begin, end):",
            "        j = far_base + neighbour[t]",
            *(f"        row_{variable}[shift + t] = {value}" for variable, value in others.items()),
            "    for t in range(begin, end):",
            *(f"        {variable} = int(row_{variable}[shift + t])" for variable in others),
            *("        " + line for line in inner)]


def person_pass(name: str, run: Pass, plan: Plan) -> Source:
    """One loop over the people of a range of cells, with every rule of the pass fused into it."""
    scope = Scope(plan)
    scope.arrays.add("cell_start")
    functions: dict[str, object] = {step.label: step.rule.function for step in run.steps}
    functions |= {f"{step.label}_only": step.rule.only for step in run.steps if step.rule.only is not None}
    functions |= chances(run)
    functions |= {f"{step.label}_given": step.rule.given for step in run.steps if step.rule.given is not None}
    person_body(run, scope)  # a first writing finds out what is read, so that the second knows what to read again
    body, sums = person_body(run, scope)
    lines = [*lay_all_words(scope), *cells_loop(scope, people_loop(scope, body), sums)]
    functions |= {"lay_words": lay_words} if scope.streams else {}
    lines = given_the_country(run.steps[0], scope, lines)
    return finish(name, scope, lines, functions, True, " + ".join(step.label for step in run.steps))


def given_the_country(step: Step, scope: Scope, lines: list[str]) -> list[str]:
    """The lines of a pass under the test of the country that a person's rule has, if it has one."""
    if step.rule.kind != "person" or step.rule.given is None:
        return lines

    def number(name: str) -> str:
        found = scope.shared(name, step) or scope.unit_or_world(name, step, 0)
        if found is None:
            raise ModelError(f"{step.label}: its `given` may read the country's columns, parameters and the month")
        return found

    asked = scope.handed(step.rule.given, f"{step.label}_given", number)
    return [f"if {step.label}_given({asked}):", *("    " + line for line in lines)]


def person_body(run: Pass, scope: Scope) -> tuple[list[str], list[tuple[str, str]]]:
    """What is done for one person: every rule of the pass in order; and the sums it adds to."""
    folds: set[str] = set()
    body: list[str] = []
    sums: list[tuple[str, str]] = []
    place = 0
    while place < len(run.steps):
        step = run.steps[place]
        group = [step]
        if step.rule.kind in ("tie_fold", "tie") and not is_counted(step.rule, scope.plan.columns):
            while place + len(group) < len(run.steps) and _shares_loop(run.steps[place + len(group)], step, scope):
                group.append(run.steps[place + len(group)])
        if step.rule.kind in ("tie_fold", "tie"):
            body += tie_loop(group, scope, folds)
        else:
            for at in range(width(scope.plan, step.rule.per) if step.rule.per else 1):
                if step.rule.kind == "person":
                    body += person_rule(step, scope, at, folds)
                else:
                    body += member_fold(step, scope, at, folds, sums)
        place += len(group)
    return body, sums


def _shares_loop(step: Step, first: Step, scope: Scope) -> bool:
    rule, ahead = step.rule, first.rule
    if not isinstance(rule, Total) or not rule.of_ties or is_counted(rule, scope.plan.columns):
        return False
    assert isinstance(ahead, (Each, Total))
    of = ahead.of if isinstance(ahead, Total) else "ties"
    same = (rule.of, rule.who, step.mechanism.id) == (of, ahead.who, first.mechanism.id)
    return same and rule.only is ahead.only


def chances(run: Pass) -> dict[str, Callable[..., Any]]:
    """The tests of whose luck can matter, by the names that the generated code calls them."""
    return {f"{step.label}_chance": step.rule.chance for step in run.steps
            if isinstance(step.rule, Each) and step.rule.chance is not None}


def member_fold(step: Step, scope: Scope, at: int, folds: set[str], sums: list[tuple[str, str]]) -> list[str]:
    """What one person adds to his cell's column."""
    assert isinstance(step.rule, Total)
    column = scope.plan.columns[step.rule.writes[0]]
    index = scope.index(column, "", step.rule.per, at) if column.per and not step.rule.at else ""
    total = f"sum_{column.name}{'_' + index if index else ''}"
    number = partial(person_argument, step=step, scope=scope, at=at, folds=folds)
    call = f"{step.label}({scope.handed(step.rule.function, step.label, number)})"
    if step.rule.at:  # one of several numbers, each begun anew with the cell
        scope.arrays.add(column.name)
        sums += [(f"{column.name}[{number}, unit]", "pass") for number in range(width(scope.plan, column.per))]
        which = person_argument(step.rule.at, step, scope, at, folds)
        return guarded(step, scope, [f"{column.name}[{which}, unit] += {call}"])
    sums.append((total, scope.store(column, index, "unit", total)))
    return guarded(step, scope, [f"{total} += {call}"])


def people_loop(scope: Scope, body: list[str]) -> list[str]:
    """The loop over the people of a cell around a body."""
    loads = [f"{variable} = {value}" for variable, value in scope.once_a_person.items()]
    # unsigned: no read or store then tests for a negative place, and plain loops become wide
    return ["for i in range(np.uint64(base + cell_start[u]), np.uint64(base + cell_start[u + 1])):",
            "    k, after = np.int64(i) - base, i + np.uint64(1)", *("    " + line for line in (*loads, *body))]


def cells_loop(scope: Scope, loops: list[str], sums: list[tuple[str, str]]) -> list[str]:
    """The loop over cells around loops over their people."""
    lines = ["for u in range(low, high):", "    unit = u_base + u"]
    lines += [f"    {variable} = {value}" for variable, value in scope.once_a_unit.items()]
    lines += [f"    {total} = 0.0" for total, _ in sums]
    lines += ["    " + line for line in loops]
    lines += ["    " + store for _, store in sums]
    return lines
