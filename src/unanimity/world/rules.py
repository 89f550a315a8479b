"""How a rule is written: a pure function for ONE person, tie, unit or country, and a decorator that says which.

The names of the arguments are what the rule reads; `writes` names what its return value is stored in. There is no
array, loop, world or thread in sight: those are the engine's. A decorator returns a `Rule`, which is still callable
with plain numbers, and registers nothing. What an argument may be called:

    fear, status ...        own column of the person, tie, unit or country the rule is about
    sel, zeal ...           in a person's rule: the column of his cell
    parent_X, province_X, centre_X   the column of the unit above, of the province, of the centre
    headed_X                in a person's rule: the column or lever of the unit he heads (of unit 0 if he heads none)
    secretary_X, chief_X    in a unit's rule: the column of its secretary, of the chief of its police
    children_X              in a unit's rule: the sum over the units below
    is_centre               in a unit's rule: whether the unit is the centre
    other_X                 in a rule over ties: the other person's column, as of last month
    ballot, press ...       a lever, by its name (dots become underscores); announced_X: the value announced
    p, p_voice ...          the world's parameters of this mechanism, or of the one named
    ties                    in a person's rule: how many ties he has
    luck, luck_2            keyed uniform draws of this person or unit and month (the rule names its stream)
    month, calendar         the month, and the month of the year 1..12
    on_voice ...            whether that mechanism is switched on
    centre_chairs           how many sit in the centre's assembly
    topic, issue            in a rule repeated `per` topic or issue: which one
    NAME_TOPIC, NAME_ISSUE  such as fear_complaint, stance_bread; NAME_voted: the one on this month's agenda

A column that holds one number for each topic or issue, named without a mark, is that on *rule*.

A rule that would need more than a dozen of these takes *rows*, named tuples that hold what it reads and nothing else:
`one` (the person), `tie`, `cell` (where he lives), `unit` (in a unit's rule), `country`, `other`, `parent`, `province`,
`centre`, `headed`, `secretary`, `chief`, `children`, `on`. one.fear is `fear`, cell.ballot `ballot`, province.members
`province_members`, on.voice `on_voice`: the same numbers, said of whom they are. A formula that it hands a row names it
the same.

*Each case* (`each_case`) is the same for one who is not free: the engine walks the docket and hands over rows of
numbers (case.dossier, place.delay_exec, country.threat); what is to be done with many columns at once is an `effect`.
*Choose* (`choose`) is the same for those who are chosen: all of a kind, the highest of a score, so many, or by lot.
*Tell* (`tell`) is what one says to another, along ties: a number folded at the listener, or an effect on him.
*Wave* (`wave`) is whether one moves once so many have: hands in a hall, a rising.

What is by nature a loop is written as one, for one country (`within_world`), over tables (world/tables.py):
people.status[i], units.sel[unit], ties.start[i], levers.ballot[unit], country.threat. It may ask for `seat_first` ..
`seat_last`-1 (the chairs of the centre), `seed`, `month`, `log`, parameters. All places are those of its own world.
Weights of ties are fixed-point integers there, so only their ratios mean anything; people.last_X is the copy of last
month.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from unanimity.world.columns import Column
from unanimity.world.formula import formula, returns_nothing, written_by
from unanimity.world.rule import TESTS, Rule
from unanimity.world.spans import Parameter, parameters_of

EVERYBODY, ALIVE, AT_LIBERTY = "everybody", "alive", "at liberty"


def _names(writes: str | tuple[str, ...]) -> tuple[str, ...]:
    return (writes,) if isinstance(writes, str) else tuple(writes)


def _looping(kind: str, function: Callable[..., Any], writes: str | tuple[str, ...], always: bool,
             **more: Any) -> Rule:
    """A rule of the second kind; what its effects write, it writes."""
    own = _names(writes)
    return Rule(formula(function), kind, (*own, *(name for name in written_by(function) if name not in own)),
                always=always, **more)


def _test(function: Callable[..., Any] | None) -> Callable[..., Any] | None:
    return formula(function) if function is not None else None


def each_person(writes: str | tuple[str, ...], who: str = ALIVE, per: str = "", stream: int = 0,  # type: ignore[no-untyped-def]
                drawn: Callable[..., Any] | None = None, given: Callable[..., Any] | None = None, kept: int = 0):
    """What one person does: returns the new value of `writes` (a tuple for several).

    `drawn` tells whose luck can matter. For the others none is drawn: their luck is 1, with which nothing happens. A
    test that reads `luck` itself is about `luck_2` alone. `given` is a test of the country's numbers: in a month in
    which it fails nobody is asked. Luck with `drawn` may be `kept` for so many months: an opinion, which is not formed
    anew each month, and not by everybody in January.
    """
    return lambda function: Rule(formula(function), "person", _names(writes), who=who, per=per, stream=stream,
                                 drawn=_test(drawn), given=_test(given), kept=kept)


def over_ties(fold: str, per: str = "", when: str = "", who: str = ALIVE,  # type: ignore[no-untyped-def]
              given: Callable[..., Any] | None = None, kin: bool = False, counted: bool = False):
    """What one tie contributes; the sum or maximum over a person's ties is known to later rules by the function's name.

    `given` tells for which persons the result can matter; for the others it is 0 and their ties are not looked at. With
    `kin` only the stretch of a row is looked at that holds the ties to kin; the rule still tests the kind. A sum of
    numbers 0, 1 .. 255 that reads nothing but the other person may be `counted`: those of whom it changes tell their
    ties.
    """
    return lambda function: Rule(formula(function), "tie_fold", fold=fold, per=per, when=when, who=who,
                                 given=_test(given), kin=kin, counted=counted)


def each_tie(writes: str, only: Callable[..., Any] | None = None, who: str = ALIVE,  # type: ignore[no-untyped-def]
             given: Callable[..., Any] | None = None):
    """What one tie becomes, seen from the person whose row it stands in; `only` spares the ties it would not change,
    `given` the persons whose ties it would not change. A fold with the same `given` right behind shares its loop."""
    return lambda function: Rule(formula(function), "tie", _names(writes), only=_test(only), who=who,
                                 given=_test(given))


def over_members(writes: str, per: str = "", up: bool = False, who: str = ALIVE, at: str = ""):  # type: ignore[no-untyped-def]
    """What one person adds to his cell's column (and, with `up`, to every unit above).

    `at` is a column of the person, such as his branch of work: of a column of several numbers he adds to that one.
    """
    return lambda function: Rule(formula(function), "member_fold", _names(writes), "sum", per, who, up=up, at=at)


def each_unit(writes: str | tuple[str, ...], order: str = "cells", per: str = "", stream: int = 0,  # type: ignore[no-untyped-def]
              drawn: Callable[..., Any] | None = None, below: tuple[Callable[..., Any], ...] = (),
              looks: tuple[Callable[..., Any], ...] = ()):
    """What one unit does; `drawn` tells whose luck can matter.

    `order` says which units, in which direction of the tree: cells, districts (above the cells), provinces, centre,
    above (all but cells), up (bottom up), down (top down). `below` are formulas of a unit's columns: their sums over
    the units directly below are known to the rule by their names. `looks` are formulas of tables (unit first).
    """
    return lambda function: Rule(formula(function), "unit", _names(writes), per=per, order=order, stream=stream,
                                 drawn=_test(drawn), below=tuple(formula(one) for one in below), looks=looks)


def over_units(to: str, writes: str | tuple[str, ...], order: str = "cells", adds: bool = False,  # type: ignore[no-untyped-def]
               then: Callable[..., Any] | None = None):
    """What one unit gives to a unit above (`to`: parent, province or centre), summed there in the order of units:
    afresh, or with `adds` on top of what is there. A tuple for several columns.

    `to` may also be the country, or a duration: then the rule returns the months first, and what it counts there. With
    `then`, a rule of the country, that rule returns `writes`, and reads the sum by the name of the rule.
    """
    return lambda function: Rule(formula(function), "unit_fold", _names(writes), "sum", order=order, to=to, adds=adds,
                                 then=_test(then))


def each_faction(writes: str | tuple[str, ...], adds: str | tuple[str, ...] = (), none: bool = False):  # type: ignore[no-untyped-def]
    """What becomes of one faction's slot (1 .. 255, with `none` also of 0, which stands for no faction): its new
    columns, then what it `adds` to numbers of the country."""
    own, given = _names(writes), _names(adds)
    return lambda function: Rule(formula(function), "faction", (*own, *given), to=" ".join(given),
                                 who="" if none else ALIVE)


def each_world(writes: str | tuple[str, ...], per: str = "", stream: int = 0, always: bool = False):  # type: ignore[no-untyped-def]
    """What happens once for the whole country."""
    return lambda function: Rule(formula(function), "world", _names(writes), per=per, stream=stream, always=always)


def within_world(writes: tuple[str, ...], always: bool = False, stream: int = 0,  # type: ignore[no-untyped-def]
                 moves: tuple[str, ...] = ()):
    """A loop over a whole country, written out over its tables; one thread a world.

    `moves`: the tables of levers (levers, announced) that it writes.
    """
    return lambda function: _looping("within_world", function, writes, always, stream=stream, moves=moves)


def each_case(writes: str | tuple[str, ...] = (), effect: Callable[..., Any] | None = None,  # type: ignore[no-untyped-def]
              only: Callable[..., Any] | None = None, looks: tuple[Callable[..., Any], ...] = (),
              carries: tuple[str, ...] = (), then: Callable[..., Any] | None = None,
              then_writes: tuple[str, ...] = (), stream: int | dict[str, int] = 0, keyed: str = "",
              given: Callable[..., Any] | None = None, always: bool = False):
    """What becomes of one who is not free; the engine walks the docket, in order.

    The rule is handed rows of numbers, by name: `case` (the person: case.dossier), `cell` (where he lives), `place`
    (the province in which he is held or his case lies), `act` (the unit in whose assembly the act was done), `centre`,
    each with its columns and levers (place.delay_exec), `faction` (his), `country` as at the head of the step, `on`. A
    row holds what the rule asks for. It returns the new values of `writes`, then what its `effect` is to do (the
    arguments of the effect between the person and the tables), then the new values of what it `carries` on, which
    begins at 0.

    `only` tells whose cases these are, `given` (of country and centre) in which months there are any. `looks` are
    formulas of tables (person first), called for each case and handed to the rule by their names. `then` is the
    country's: it reads what was carried and returns `then_writes`. Luck is keyed by person and month, or by the month
    in the column `keyed`; with several streams by name, stream={"dying": 450, "moving": 455}, it is a row: luck.dying,
    luck.moving.
    """
    return lambda function: _walking("case", function, writes, stream, effect=effect, only=only, looks=looks,
                                     carries=carries, then=then, then_writes=then_writes, keyed=keyed, given=given,
                                     always=always)


def choose(among: str, by: str = "", number: Callable[..., Any] | None = None,  # type: ignore[no-untyped-def]
           keeps: str | tuple[str, ...] = (), by_lot: int = 0, where: Callable[..., Any] | None = None,
           first: Callable[..., Any] | None = None, shield: Callable[..., Any] | None = None, **more: Any):
    """Some of many are chosen, and something becomes of each; the engine looks for them, in order.

    `among`: people (everybody), docket, posts (secretaries below the centre in the order of units, then the centre's
    chairs), or the people of each unit of an order (cells, districts, provinces, up ...: see each_unit), of units that
    `where` admits. Of those for whom `only` holds are chosen

        all                   without `by` and `number`;
        the highest           with `by`, the column of the score; of equal scores the earlier person;
        the `number` highest  with both: number(unit, centre, country, luck, p) returns how many, above which score, and
                              new values of `keeps`, columns of the unit. `first` (a test) are chosen before and beside
                              it. `shield` (a formula of tables, person first) returns a lower score, and is asked only
                              of those who would be chosen. They come in the order of a heap, the lowest first;
        the `number` next     with `by_lot`, a stream: from a place of the docket on, going round.

    The rule is called for each who is chosen. It is handed rows as a rule over cases is: `one` (the person), `unit`
    (within which is chosen), `cell`, `place`, `act`, `faction`, `centre`, `country`, `on`; and returns the same. The
    other arguments (writes, effect, only, looks, carries, then, then_writes, stream, given, always) are those of
    `each_case`. Luck that `number` asks for is the unit's, any other the person's.
    """
    writes, stream = more.pop("writes", ()), more.pop("stream", 0)
    return lambda function: _walking("choice", function, writes, stream, among=among, by=by, number=number,
                                     keeps=_names(keeps), by_lot=by_lot, where=where, first=first, shield=shield,
                                     **more)


def in_turn(over: str, moves: tuple[str, ...] = (), **more: Any):  # type: ignore[no-untyped-def]
    """What becomes of units, chairs or factions one after the other, where each sees what the one before has done.

    `over`: the units of an order (cells, districts, provinces, centre, above, up, down: see each_unit), below (all but
    the centre), chairs (of the centre), factions (slots 1 .. 255), branches (of work), or country: once. Rows: `unit`
    with its `parent` and `province`, `chair`, `faction`; `centre`, `country`, `on`. It returns the same: new values of
    `writes`, which may be the country's, and what its `effect` is to do, which may write levers that it `moves`. Other
    arguments (only, looks, carries, then, then_writes, stream, given, always) are those of `each_case`; looks and
    effects get the number of the unit, chair or slot. Luck is keyed by it, the country's by 0.
    """
    return lambda function: _walking("turn", function, more.pop("writes", ()), more.pop("stream", 0), over=over,
                                     moves=moves, **more)


def tell(among: str = "docket", writes: str | tuple[str, ...] = (), fold: str = "",  # type: ignore[no-untyped-def]
         hears: Callable[..., Any] | None = None, **more: Any):
    """What one says to another; the engine goes from each who tells (`among`: docket or people, for whom `only` holds)
    along his ties to each who listens (`hears`), in order.

    The rule is handed rows of both: `case` or `one` (who tells), `cell`, `place`, `act`, `faction` (his), `tie`
    (weight, kind, and `number` among his ties), `other` (who listens) and `home` (his cell) as they stand now,
    `centre`, `country`, `on`. It returns a number that is folded (`fold`: max, min or sum) with what the listener has
    in `writes`; or, without a fold, new values of his columns `writes`, then what the `effect` is to do with him; then
    what it carries. `looks` are formulas of tables, the listener first. Luck is keyed by teller, month and tie. Other
    arguments are those of `each_case`; `given` may read tables too.
    """
    stream = more.pop("stream", 0)
    return lambda function: _walking("telling", function, writes, stream, among=among, fold=fold, hears=hears, **more)


def wave(among: str, marks: str, company: Callable[..., Any], rounds: Callable[..., Any],  # type: ignore[no-untyped-def]
         **more: Any):
    """People move in rounds, each after a look at those who moved in the rounds before, until nobody moves more.

    `among` is the room: cells (the people of each), chairs (of each unit above the cells), centre (its chairs),
    delegates (one of each cell), or people: the whole country, cell by cell. In it are those for whom `only` holds. The
    rule is handed rows of one of them (`one`, `cell`; `unit`, whose assembly it is; `centre`, `country`, `on`) and
    `company` (and `room`, how many are there), and returns whether he moves with so much company; more company must not
    hold anybody back, and 1 is the most there is. `marks` is the column (of the person, chair or cell) that keeps the
    round, 0 for who has not moved.

    `company` (of rows that are the same for all in the room, and of numbers) says what one sees: `of_ties` is the
    weight of his ties in the room who have moved, `all_ties` of all of them (those that `sees` admits), `moved` and
    `room` how many have moved and are there. `rounds` says how many rounds there are at most. `becomes` returns the new
    values of `writes`, columns of one who has moved, when all is done; `then` those of `then_writes`, of the unit or
    the country, from `moved` and `room`. In the whole country `begun` tells (of `other`) who is seen to have moved
    before the first round, and `after` notes the `joined` of each round in his cell's columns `after_writes`. Other
    arguments (given, always) are those of `each_case`.
    """
    writes = more.pop("writes", ())
    return lambda function: _walking("wave", function, writes, 0, among=among, marks=marks, company=company,
                                     rounds=rounds, **more)


def _walking(kind: str, function: Callable[..., Any], writes: str | tuple[str, ...], stream: int | dict[str, int],
             effect: Callable[..., Any] | None = None, looks: tuple[Callable[..., Any], ...] = (),
             then_writes: tuple[str, ...] = (), **more: Any) -> Rule:
    """A rule that is called for one person after the other; what its effect writes, it writes."""
    own, parts = _names(writes), (function, effect, *looks, more.get("shield"))
    lots, alone = (tuple(stream.items()), 0) if isinstance(stream, dict) else ((), stream)
    brought = [name for part in parts if part is not None for name in written_by(part)]
    lowered = (more["by"],) if more.get("shield") is not None else ()
    kept = (*more.get("keeps", ()), *((more["marks"],) if "marks" in more else ()), *more.get("after_writes", ()))
    written = dict.fromkeys((*own, *brought, *lowered, *kept, *then_writes))
    tests: dict[str, Any] = {name: _test(more.pop(name, None)) for name in TESTS}
    return Rule(formula(function), kind, tuple(written), returns=own if _returns(kind, function) else (),
                effect=effect, looks=looks,
                then_writes=then_writes, stream=lots[0][1] if lots else alone, lots=lots, **tests, **more)


def _returns(kind: str, function: Callable[..., Any]) -> bool:
    """Whether a rule returns what it writes, and does not set it in tables itself."""
    return kind == "wave" or not returns_nothing(function)


@dataclass(frozen=True)
class Mechanism:
    """One card: its sentence, parameters, levers, sources, and its rules in the order in which they run."""

    id: str
    card: int
    title: str
    sentence: str
    sources: str
    parameters: type
    rules: tuple[Rule, ...]
    levers: tuple[str, ...] = ()
    neutral: dict[str, float] = field(default_factory=dict)  # column -> value when switched off
    when_off: tuple[Rule, ...] = ()  # run instead when switched off
    columns: tuple[Column, ...] = ()  # columns of one's own, beside the dictionary
    measures: tuple[Any, ...] = ()  # measures of one's own (measures/declare.py), collected wherever it runs
    after: str = ""  # of one's own: the mechanism after which it runs, unless the call says otherwise

    @property
    def fields(self) -> tuple[Parameter, ...]:
        """Its parameters, with span and source."""
        return parameters_of(self.id, self.parameters)

    @property
    def writes(self) -> tuple[str, ...]:
        """Every column that one of its rules writes."""
        found = [name for rule in (*self.rules, *self.when_off) for name in rule.writes]
        return tuple(dict.fromkeys(found))
