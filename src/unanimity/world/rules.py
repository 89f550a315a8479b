"""How a rule is written: a function for ONE person, tie, unit or country, and one of five words that says which.

    each(domain)             what becomes of one person, tie, unit, faction, chair, branch or case, or of the country
    total(of, to)            what one contributes to a sum: along ties, of his cell, a unit above, faction or country
    pick(among, by, number)  some of many: all who pass a test, or the highest of a score; what becomes of each of them
    wave(room)               people move in rounds, each after a look at those who moved before
    procedure(domain)        one thing after another, in the order of the card: plain Python that sets tables itself

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
    rank                    in a unit's rule or measure: its level as an office, 1 for a cell
    other_X                 in a rule over ties: the other person's column, as of last month
    ballot, press ...       a lever, by its name (dots become underscores); announced_X: the value announced
    p, p_voice ...          the world's parameters of this mechanism, or of the one named
    ties                    in a person's rule: how many ties he has
    luck, luck_2            keyed uniform draws of this person or unit and month (the rule names its stream)
    yearly_luck             the same, kept for a year: an opinion, which is not formed anew each month
    month, calendar         the month, and the month of the year 1..12
    on_voice ...            whether that mechanism is switched on
    centre_chairs           how many sit in the centre's assembly
    topic, issue            in a rule repeated `per` topic or issue: which one
    NAME_TOPIC, NAME_ISSUE  such as fear_complaint, stance_bread; NAME_voted: the one on this month's agenda

A column that holds a number for each topic or issue is read on the topic or issue *rule*, if its name has no mark.

A rule that would need more than a dozen of these takes *rows*, named tuples that hold what it reads and nothing else:
`one` (the person), `tie`, `cell` (where the person lives), `unit` (in a unit's rule), `country`, `other`, `parent`,
`province`, `centre`, `headed`, `secretary`, `chief`, `children`, `on`. They hold the same numbers: one.fear is `fear`,
cell.ballot is `ballot`, province.members is `province_members`, on.voice is `on_voice`. A formula to which the rule
hands a row calls it by the same name.

A rule over cases, people picked, factions, chairs or branches, or with a test of its own (`only`), is called for one
after the other. It is handed rows: `case` or `one` (the person), `cell`, `place` (the province in which the person is
held or the case lies), `act` (the unit in whose assembly the act was done), `faction`, `unit` with its `parent` and
`province`, `chair`, `centre`, `country` as at the head of the step, `on`; and the number of the one at hand: `i`, `u`,
`slot`, `seat` or `branch`. It returns the new values of `writes`. A rule that returns nothing sets them itself, in
tables of its own world (world/tables.py): people.status[i], units.sel[u], ties.neighbour[t], levers.ballot[u],
so_far.taken[0]; it may ask for `seed` and `log`. Weights of ties are fixed-point integers there, so only their ratios
mean anything; people.last_X is the copy of last month.

`only` names one test or several: of the country (asked once), of the unit (asked once a unit), of whom the rule is
about. The names of a test's arguments tell which it is. Whoever fails a test is not looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from unanimity.support.errors import ModelError
from unanimity.world.columns import Column
from unanimity.world.formula import formula
from unanimity.world.rule import (
    BEYOND_THE_CELL,
    FACTIONS,
    PEOPLE_OF,
    UNITS,
    Each,
    Function,
    Part,
    Pick,
    Procedure,
    Rule,
    Total,
    Wave,
    returned,
)
from unanimity.world.spans import Parameter, parameters_of

EVERYBODY, ALIVE, AT_LIBERTY = "everybody", "alive", "at liberty"
LEVER_TABLES = ("levers", "announced")
SINGLE = ("person", "tie", "case", *FACTIONS, "chair", "branch", "country")
ROOMS = ("cell", "chairs", "centre", "delegates", "country")
ADD_TO = {"person": ("cell", "cell and above", "cell by COLUMN", *BEYOND_THE_CELL), "case": BEYOND_THE_CELL}
UNITS_ADD_TO = ("parent", "province", "centre", "country", "duration")

Names = str | tuple[str, ...]
Tests = Function | tuple[Function, ...]
Streams = int | dict[str, int]
Word = TypeVar("Word", bound=Rule)


def each(domain: str, writes: Names = (), who: str = ALIVE, only: Tests = (), per: str = "", stream: Streams = 0,
         chance: Part = None) -> Callable[[Function], Each]:
    """The next state of one person, tie, unit, faction, chair, branch or case, or of the country.

    domain   person; tie (seen from the person in whose row it stands); case (a person who is not free, in the order of
             the docket); cell, district, province, centre, unit (every unit, cells first), unit from the top, unit
             above cells, unit below the centre; faction (slots 1 to 255), faction or none (slot 0 as well); chair (of
             the centre); branch (of work); country
    writes   the column, or columns, in which the rule's return values are stored. What a faction's rule returns for a
             column of the country is added to it.
    who      of persons and ties: everybody, those alive, or those at liberty
    only     tests (see above). A rule about persons may test numbers of the country alone; in a month in which the
             test fails, the rule is called for nobody.
    per      topic or issue: the rule is repeated for each
    stream   the number of the stream from which `luck` is drawn; or several by name: luck.NAME
    chance   a test of whether the draw can matter for this person or unit. Where it fails nothing is drawn and luck is
             1, with which nothing happens. If the test itself reads `luck`, it decides about `luck_2` alone.
    """
    _allowed("each", domain, (*SINGLE, *UNITS))

    def made(function: Function) -> Each:
        own = _names(writes)
        return _checked(Each(formula(function), returned(function, own), own, _tests(only),
                             _streams(stream), domain, who, per, _formula(chance)))

    return made


def total(of: str, to: str, writes: Names = (), fold: str = "sum", who: str = ALIVE, only: Tests = (),
          per: str = "") -> Callable[[Function], Total]:
    """What one contributes to a sum or a maximum. Contributions are added in a fixed order.

    of                       to
    person                   cell; cell and above (every unit above it as well); cell by COLUMN (one of the several
                             numbers of the cell's column, chosen by the person's column, such as the branch of work);
                             country; faction
    case                     country; faction
    a domain of units        parent; province; centre; country; duration (the rule returns the months first)
    ties, kin,               person. Later rules read the result by the name of this function. `kin` are the ties to
    ties with COLUMN         kin (the rule still tests the kind), `ties with COLUMN` those whose other end has a number
                             other than 0 in that column.

    writes   the columns that hold the sums; for several the rule returns one number each
    fold     of ties: sum or max; to the cell: sum; else sum or added (the column is not set to 0 beforehand)
    who      of persons and ties: everybody, those alive, or those at liberty
    only     tests. Of ties: whose ties are looked at; for everybody else the total is 0.
    per      topic or issue: the rule is repeated for each
    """
    _check_total(of, to, fold)

    def made(function: Function) -> Total:
        own = _names(writes)
        return _checked(Total(formula(function), own, own, _tests(only), (), of, to, fold, who, per))

    return made


def pick(among: str, by: str = "", number: Part = None, writes: Names = (), only: Tests = (),
         stream: Streams = 0) -> Callable[[Function], Pick]:
    """Some of many are picked, in order; the rule is called for each of them.

    among    people (everybody); posts (the secretaries below the centre in the order of units, then the chairs of the
             centre); people of a DOMAIN (cell, district, province, unit ...)
    by       the column of a score
    number   a function (unit, centre, country, luck, p) that returns how many, and above which score
    writes   the columns in which the rule's return values are stored
    only     tests of the country, of the unit, and of those who may be picked
    stream   the number of the stream from which `luck` is drawn: the unit's in `number`, elsewhere the person's

    Without `by` and `number` all who pass the tests are picked; with `by`, the highest (of equal scores the first);
    with both, the `number` highest, in the order of a heap: the lowest of them first.
    """
    _allowed("pick", among, ("people", "posts", *(PEOPLE_OF + domain for domain in UNITS)))

    def made(function: Function) -> Pick:
        own = _names(writes)
        return _checked(Pick(formula(function), returned(function, own), own, _tests(only),
                             _streams(stream), among, by, _formula(number)))

    return made


def wave(room: str, writes: str, company: Function, rounds: Function, only: Tests = (), becomes: Part = None,
         then: Part = None, begun: Part = None, after: Part = None) -> Callable[[Function], Wave]:
    """People move in rounds, each after a look at those who moved in earlier rounds, until nobody else moves.

    The rule is handed rows of one person (`one`, `cell`; `unit`, whose assembly it is; `centre`, `country`, `on`), the
    `company` that this person sees, and `room`, the number of those present. It returns whether the person moves in
    that company. More company must not hold anybody back; 1 is the most there is.

    room      cell (the people of each); chairs (of each unit above the cells); centre (its chairs); delegates (one of
              each cell); country: everybody, cell by cell
    writes    the column (of the person, chair or cell) that keeps the round; 0 for those who have not moved
    company   a function of what one sees: `of_ties`, the weight of the ties in the room to people who have moved;
              `all_ties`, of all ties in the room; `moved` and `room`, how many have moved and are present; and rows
              that are the same for all in the room
    rounds    a function that returns the largest number of rounds
    only      tests of those who take part; a test that reads `other` says which ties count
    becomes   what becomes of each who has moved, after the last round
    then      what a unit or the country notes of `moved` and `room`
    begun     in the whole country: a test of `other` for people who are seen as having moved before the first round
    after     in the whole country: what a cell notes of those who `joined` in each round

    `becomes`, `then` and `after` name the columns that they return by `@formula(writes=...)`.
    """
    _allowed("wave", room, ROOMS)

    def made(function: Function) -> Wave:
        return _checked(Wave(formula(function), (writes,), (writes,), _tests(only), (), room, formula(company),
                             formula(rounds), _formula(becomes), _formula(then), _formula(begun), _formula(after)))

    return made


def procedure(domain: str, writes: Names = (), only: Tests = (),
              stream: Streams = 0) -> Callable[[Function], Procedure]:
    """One thing after another, each seeing what the one before has done: a function that sets tables itself.

    domain   the country (called once), units, chairs, factions or branches, as of `each` and in their order
    writes   the columns that it sets; `levers` and `announced` too, if it sets levers
    only     tests, as of `each`
    stream   the number of the stream of its `luck`, which is keyed by the number of the one at hand (0 for the country)
    """
    _allowed("procedure", domain, ("country", *UNITS, "chair", "faction", "branch"))

    def made(function: Function) -> Procedure:
        own = tuple(name for name in _names(writes) if name not in LEVER_TABLES)
        moves = tuple(name for name in _names(writes) if name in LEVER_TABLES)
        return _checked(Procedure(formula(function), (), own, _tests(only), _streams(stream), domain,
                                  moves))

    return made


def _names(writes: Names) -> tuple[str, ...]:
    return (writes,) if isinstance(writes, str) else tuple(writes)


def _formula(function: Part) -> Part:
    return formula(function) if function is not None else None


def _tests(only: Tests) -> tuple[Function, ...]:
    return tuple(formula(test) for test in (only if isinstance(only, tuple) else (only,)))


def _streams(stream: Streams) -> tuple[tuple[str, int], ...]:
    return tuple(stream.items()) if isinstance(stream, dict) else (("", stream),) if stream else ()


def _allowed(word: str, given: str, known: tuple[str, ...]) -> None:
    if given not in known:
        raise ModelError(f"{word}({given!r}) is unknown; allowed: {', '.join(known)}")


def _check_total(of: str, to: str, fold: str) -> None:
    ties = of == "kin" or of.startswith("ties")
    if not ties:
        _allowed("total", of, (*ADD_TO, *UNITS, "ties", "kin", "ties with COLUMN"))
    if not (of == "person" and to.startswith("cell by ")):
        _allowed(f"total of {of}: to", to, ("person",) if ties else ADD_TO.get(of, UNITS_ADD_TO))
    _allowed(f"total of {of}: fold", fold, ("sum", "max") if ties else ("sum",) if to.startswith("cell") else
             ("sum", "added"))


def _checked(rule: Word) -> Word:
    rule.check()
    return rule


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
    when_off: tuple[Rule, ...] = ()  # run instead when switched off; one that is among `rules` too runs either way
    columns: tuple[Column, ...] = ()  # the user's own columns, beside the dictionary
    measures: tuple[Any, ...] = ()  # the user's own measures (measures/declare.py), collected wherever it runs
    after: str = ""  # of a user's mechanism: the one after which it runs, unless the call says otherwise

    def __post_init__(self) -> None:
        for name in ("rules", "levers", "when_off", "columns", "measures"):
            if not isinstance(getattr(self, name), tuple):
                raise ModelError(f"mechanism {self.id!r}: {name} is no tuple; allowed: (mine,), with its comma.")

    @property
    def fields(self) -> tuple[Parameter, ...]:
        """Its parameters, with span and source."""
        return parameters_of(self.id, self.parameters)

    @property
    def writes(self) -> tuple[str, ...]:
        """Every column that one of its rules writes."""
        found = [name for rule in (*self.rules, *self.when_off) for name in rule.writes]
        return tuple(dict.fromkeys(found))
