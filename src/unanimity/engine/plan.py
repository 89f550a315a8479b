"""The plan of a month: the mechanisms' rules, in order, grouped into passes.

Neighbouring rules about persons and ties are fused into one pass over people. A pass ends where a rule needs the
whole country to have finished the one before: when it reads its cell's sum over members, or when it is a unit's or
the country's rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any

from unanimity.engine.order import in_order
from unanimity.engine.own_rule_checks import check_own_rules
from unanimity.measures.declare import Measure
from unanimity.support.errors import ModelError, near_miss
from unanimity.world.columns import DIMENSIONS, Column, dictionary
from unanimity.world.formula import returns_nothing, written_by
from unanimity.world.hooks import HOOKS, hook_of
from unanimity.world.levers import BY_ARGUMENT
from unanimity.world.rule import WALKS, Pick, Rule, Total, Wave
from unanimity.world.rules import Mechanism
from unanimity.world.tables import SO_FAR, spelt_out

SIDE_BY_SIDE = ("cell", "district", "province")  # domains in which no unit is above another
FIRST_STREAM = 100  # rules draw from streams of their own from here up
PERSONAL = ("person", "tie_fold", "tie", "member_fold")
PREFIXES = ("parent_", "province_", "centre_", "headed_", "secretary_", "chief_", "children_", "other_")


@dataclass(frozen=True)
class Step:
    """One rule in its mechanism, and whether it stands in for the mechanism when that is off."""

    mechanism: Mechanism
    rule: Rule
    stands_in: bool = False
    always: bool = False  # it runs whether its mechanism is on or off

    @property
    def label(self) -> str:
        """Mechanism and rule, as the generated code and the printed order name it."""
        return f"{self.mechanism.id}_{self.rule.name}"


@dataclass
class Pass:
    """Rules that run in one loop."""

    kind: str  # person, unit, world, case, choice, ...
    steps: list[Step] = field(default_factory=list)
    order: str = ""

    @property
    def splits(self) -> bool:
        """Whether threads may share the cells of one world."""
        if self.kind == "choice":
            return all(_is_done_cell_by_cell(step.rule) for step in self.steps)
        if self.kind == "wave":
            return all(isinstance(step.rule, Wave) and step.rule.room == "cell" for step in self.steps)
        return self.kind == "person" or (
            self.kind == "unit" and self.order == "cell" and not self.written("unit_fold"))

    @property
    def label(self) -> str:
        """The labels of its rules, joined."""
        return " + ".join(step.label for step in self.steps)

    def written(self, kind: str) -> set[str]:
        """Columns that rules of that kind write in this pass."""
        return {name for step in self.steps if step.rule.kind == kind for name in step.rule.writes}


def _is_done_cell_by_cell(rule: Rule) -> bool:
    """Whether a pick changes nobody but those picked, so that each cell can be done by itself."""
    sets_tables = returns_nothing(rule.function) or "so_far" in rule.reads or bool(written_by(rule.function))
    return isinstance(rule, Pick) and rule.order == "cell" and not sets_tables and rule.number is None


def is_counted(rule: Rule, columns: Mapping[str, Column]) -> bool:
    """Whether a total over ties only adds up a small whole number of the other person, so that the others can report it
    (engine/lower_month.py)."""
    column = columns.get(rule.others_number) if isinstance(rule, Total) else None
    return column is not None and column.dtype == "u1" and not column.scale and not column.per


def bare(name: str) -> str:
    """The column or lever in an argument's name, without the prefix that says whose it is."""
    for prefix in PREFIXES:
        if name.startswith(prefix):
            return name[len(prefix):]
    return name


def lever_read(name: str) -> str | None:
    """The lever that an argument of that name means."""
    found = BY_ARGUMENT.get(bare(name)) or BY_ARGUMENT.get(name.removeprefix("announced_"))
    return None if found is None else found.name


def levers_of(mechanism: Mechanism) -> set[str]:
    """The levers that a mechanism reads: by its rules' arguments or, in rules for a whole country, by number; those the
    mechanism names itself."""
    read = {lever_read(name) for rule in (*mechanism.rules, *mechanism.when_off) for name in rule.uses}
    return {name for name in (*read, *mechanism.levers) if name is not None}


@dataclass(frozen=True)
class Plan:
    """Everything the engine needs to know of a month: columns, mechanisms in order, passes, measures."""

    columns: dict[str, Column]
    mechanisms: tuple[Mechanism, ...]
    passes: tuple[Pass, ...]
    measures: tuple[Measure, ...]
    issues: int
    remembered: tuple[str, ...]  # columns of which a copy of last month is kept for neighbours to read
    own_levers: frozenset[str] = frozenset()  # levers that some persons have for themselves (scope R)
    terms: Mapping[str, tuple[Column, ...]] = field(default_factory=dict)  # by hook: what mechanisms of one's own add
    slices: bool = False  # for CUDA: one world's part of an array is a slice, since a device function cannot return it

    def as_neighbours_see(self, column: str) -> str:
        """The array in which neighbours read a column: the copy of last month, if one is kept."""
        return f"last_{column}" if column in self.remembered else column

    def width(self, per: str) -> int:
        """How many numbers a column of that dimension holds, and how often a rule `per` that dimension is repeated."""
        return self.issues if per == "issue" else len(DIMENSIONS[per]) if per else 1

    @cached_property
    def parameters(self) -> tuple[str, ...]:
        """Every parameter's key, in the order of the parameter table."""
        return tuple(p.key for mechanism in self.mechanisms for p in mechanism.fields)

    @cached_property
    def place_of_parameter(self) -> dict[str, int]:
        """The place of each in the parameter table."""
        return {key: place for place, key in enumerate(self.parameters)}

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """Every rule, in the order of the month."""
        return tuple(step for pass_ in self.passes for step in pass_.steps)

    @cached_property
    def numbers_so_far(self) -> tuple[str, ...]:
        """The numbers of a month that no column keeps."""
        found = {name for step in self.steps for name in (*step.rule.uses, *step.rule.writes)}
        return tuple(sorted(name for name in found if name.startswith(SO_FAR)))

    @cached_property
    def owners(self) -> set[str]:
        """Mechanisms that run in this plan."""
        return {mechanism.id for mechanism in self.mechanisms}

    def held(self, name: str) -> bool:
        """Whether a column keeps its initial value because nobody in this plan writes it."""
        return not any(name in mechanism.writes for mechanism in self.mechanisms)


def make_plan(mechanisms: Iterable[Mechanism], measures: Iterable[Measure], issues: int = 2,
              after: dict[str, str] | None = None, fuse: bool = True,
              own_levers: frozenset[str] = frozenset()) -> Plan:
    """Order, check and group the rules; with `fuse=False` every mechanism gets passes of its own (to time them)."""
    given = (tuple(mechanisms), tuple(measures), issues, after or {}, fuse, own_levers)
    for known, plan in _made:
        if known == given:
            return plan
    _made[KEPT:] = []
    _made.insert(0, (given, _planned(*given)))
    return _made[0][1]


KEPT = 8
_made: list[tuple[tuple[Any, ...], Plan]] = []  # the last plans: the same again finds its compiled month at once


def _planned(mechanisms: tuple[Mechanism, ...], measures: tuple[Measure, ...], issues: int, after: dict[str, str],
             fuse: bool, own_levers: frozenset[str]) -> Plan:
    ordered = in_order(mechanisms, after)
    check_own_rules(ordered)
    columns = dictionary(c for mechanism in ordered for c in mechanism.columns)
    _check_owners(ordered, columns)
    terms = terms_of(ordered)
    steps: list[Step] = []
    for mechanism in ordered:
        steps += [Step(mechanism, rule, always=rule in mechanism.when_off) for rule in mechanism.rules]
        steps += [Step(mechanism, rule, stands_in=True) for rule in mechanism.when_off if rule not in mechanism.rules]
    passes = passes_of(steps, columns, fuse, terms)
    return Plan(columns, ordered, passes, measures, issues, _remembered(passes, columns), own_levers, terms)


def passes_of(steps: Iterable[Step], columns: dict[str, Column], fuse: bool = True,
              terms: Mapping[str, tuple[Column, ...]] = MappingProxyType({})) -> tuple[Pass, ...]:
    """Steps in order, grouped into passes."""
    passes: list[Pass] = []
    for step in steps:
        _join_or_begin(passes, step, columns, fuse, terms)
    return tuple(passes)


def terms_of(mechanisms: Iterable[Mechanism]) -> dict[str, tuple[Column, ...]]:
    """For each hook, the columns that mechanisms of the user's own add to it, in the order of the month."""
    mechanisms = tuple(mechanisms)
    found: dict[str, tuple[Column, ...]] = {}
    for mechanism in mechanisms:
        for column in mechanism.columns:
            if column.adds_to:
                _check_term(mechanism, column, {one.id for one in mechanisms})
                found[column.adds_to] = (*found.get(column.adds_to, ()), column)
    return found


def _check_term(mechanism: Mechanism, column: Column, running: set[str]) -> None:
    says = f"mechanism {mechanism.id!r}: column '{column.name}' adds to '{column.adds_to}'"
    hook = HOOKS.get(column.adds_to)
    if hook is None:
        raise ModelError(f"{says}, which gathers no terms.{near_miss(column.adds_to, HOOKS)} Allowed: "
                         f"{', '.join(HOOKS)}")
    if hook.owner not in running:
        raise ModelError(f"{says}, which '{hook.owner}' gathers; this regime does not run '{hook.owner}'")
    if column.table not in hook.takes or column.per not in ("", hook.per):
        raise ModelError(f"{says} and is one of each {column.table}{' and ' * bool(column.per)}{column.per}; allowed: "
                         f"a column of each {' or '.join(hook.takes)}{', per ' * bool(hook.per)}{hook.per}")
    if column.initial != 0.0 or not column.low <= 0.0 <= column.high:
        raise ModelError(f"{says}; its initial value must be 0 and its range hold 0, which adds nothing")
    if not mechanism.sources.strip():
        raise ModelError(f"{says} without a source; allowed: a citation in `sources`, or the honest word 'assumed'")


def _check_owners(mechanisms: tuple[Mechanism, ...], columns: dict[str, Column]) -> None:
    for name in columns:
        if name in BY_ARGUMENT:
            raise ModelError(f"column '{name}' has the name of a lever")
    streams: dict[int, str] = {}
    for mechanism in mechanisms:
        for rule in dict.fromkeys((*mechanism.rules, *mechanism.when_off)):
            for name in rule.writes:
                if name.startswith(SO_FAR):
                    continue
                if name not in columns:
                    raise ModelError(f"{mechanism.id}.{rule.name} writes '{name}', which no column declares")
                owner = columns[name].owner
                if owner != mechanism.id and mechanism.id not in columns[name].added_by:
                    raise ModelError(f"{mechanism.id}.{rule.name} writes '{name}', which '{owner}' owns")
            if rule.stream and rule.stream < FIRST_STREAM:
                raise ModelError(f"{mechanism.id}.{rule.name} draws from stream {rule.stream}; those below "
                                 f"{FIRST_STREAM} are of birth and of resampling")
            if not rule.stream and {"luck", "luck_2", "yearly_luck"} & set(rule.reads):
                raise ModelError(f"{mechanism.id}.{rule.name} draws luck but names no stream")
            if rule.stream:
                for number in streams_of(rule):
                    if number in streams:
                        raise ModelError(f"{mechanism.id}.{rule.name} and {streams[number]} share stream {number}")
                    streams[number] = f"{mechanism.id}.{rule.name}"


def streams_of(rule: Rule) -> tuple[int, ...]:
    """The streams of a rule: those that it names, and the next one where there is a second luck."""
    if rule.kind in WALKS:
        return tuple(number for _, number in rule.streams)
    return (rule.stream, rule.stream + 1) if "luck_2" in rule.reads else (rule.stream,)


def _join_or_begin(passes: list[Pass], step: Step, columns: dict[str, Column], fuse: bool,
                   terms: Mapping[str, tuple[Column, ...]]) -> None:
    """Add a step to the last pass if its rule may share that loop; otherwise begin a new pass."""
    kind = "person" if step.rule.kind in PERSONAL else "unit" if step.rule.kind == "unit_fold" else step.rule.kind
    last = passes[-1] if passes else None
    if last is not None and last.kind == kind and _shares_loop(last, step, columns, terms) and (
            fuse or last.steps[-1].mechanism.id == step.mechanism.id):
        last.steps.append(step)
    else:
        passes.append(Pass(kind, [step], step.rule.order))


def _shares_loop(last: Pass, step: Step, columns: dict[str, Column], terms: Mapping[str, tuple[Column, ...]]) -> bool:
    """Whether a rule reads the same inside the loop of a pass as after it."""
    rule = step.rule
    added = [column.name for name in rule.reads for column in terms.get(hook_of(name), ())]
    if last.kind == "unit":
        return last.order == rule.order and rule.order in SIDE_BY_SIDE and not _sees_half_sums(last, step, added)
    if last.kind != "person":
        return last.kind == "world"
    sums = last.written("member_fold")  # complete only when all people of the cell have been through
    asked = spelt_out(rule.given) if rule.given is not None else ()
    if any(bare(name) in sums for name in (*rule.reads, *asked, *added)):
        return False
    settled = {name for name in last.written("person") if columns[name].settled}  # neighbours read this month's value
    if any(name.startswith("other_") and bare(name) in settled for name in rule.reads):
        return False
    return _test_of_country(rule) is _test_of_country(last.steps[0].rule)


def _test_of_country(rule: Rule) -> Any:
    """The test of the country that a person's rule has; its whole pass runs under it."""
    return rule.given if rule.kind == "person" else None


def _sees_half_sums(last: Pass, step: Step, added: list[str]) -> bool:
    """Whether a rule must not share a loop with those of a pass, because one would see sums over units half made."""
    touched = {name for one in last.steps for name in (*map(bare, one.rule.reads), *one.rule.writes)}
    own = {*map(bare, step.rule.reads), *step.rule.writes, *added}
    return bool(own & last.written("unit_fold")) or (step.rule.kind == "unit_fold" and
                                                        bool(touched & set(step.rule.writes)))


def _remembered(passes: tuple[Pass, ...], columns: dict[str, Column]) -> tuple[str, ...]:
    """Columns that neighbours read in the pass that writes them, or later: these need a copy of last month."""
    readers: dict[str, int] = {}
    writers: dict[str, int] = {}
    for place, pass_ in enumerate(passes):
        for step in pass_.steps:
            for name in step.rule.uses:
                if name.startswith("other_"):
                    readers[bare(name)] = place
                elif name.startswith("last_") and name not in columns:  # a rule of the second kind asks for the copy
                    readers[name[5:]] = len(passes)
            for name in step.rule.writes:
                writers.setdefault(name, place)
    return tuple(sorted(name for name, last in readers.items()
                        if name in writers and writers[name] <= last and not columns[name].settled))
