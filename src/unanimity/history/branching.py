"""A branch of a scenario: what an arm holds from a month on, and the fate of every later row of the schedule.

Exogenous rows (wars, harvests, attacks) are kept, including those already under way. An order that sets something the
arm holds is overridden for as long as the arm holds it. Every other order is kept. `drop` and `keep` change this for
single rows. Nothing happens silently: every later row gets a fate and a reason.
"""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from unanimity.events import EVENTS, ON_A_VARIABLE
from unanimity.experiments.simulation import FROM_BIRTH
from unanimity.regimes import Regime
from unanimity.regimes.lever_setting import dated_levers
from unanimity.regimes.load import read_rows
from unanimity.regimes.schedule import Entry
from unanimity.support.calendar import FORMS, counted, date_of, in_words, month_of
from unanimity.support.errors import UserError, refuse, unknown
from unanimity.world.levers import BY_NAME, lever

KEPT, OVERRIDDEN, DROPPED = "kept", "overridden", "dropped"
OUTSIDE = "outside"
OWN_WORDS = ("until", "schedule", "drop", "keep")  # fields of an arm besides its changes
NOT_IN_A_BRANCH = (*FROM_BIRTH, "delegate")
# what an arm may abolish: a lever and its value, rows that then have no object, and words of a row's `who`
ABOLISHED: tuple[tuple[str, str | float, tuple[str, ...], str], ...] = (
    ("hostage_group", "off", ("take_hostages",), ""),
    ("police_quota", "none", ("quota_deaths", "quota_requests"), ""),
    ("market", "legal", ("market_policing",), ""),
    ("collective_farms", 0.0, ("sanction_floor.theft", "sanction_cap.theft"), ""),
    ("association.factions", "legal", ("sanction_cap.faction",), "faction("),
)


@dataclass(frozen=True)
class Arm:
    """What one branch changes: what it holds and until when, its own rows, and which other rows to drop or keep."""

    name: str
    changes: Mapping[str, Any]
    until: int | None = None
    schedule: tuple[Mapping[str, Any], ...] = ()
    drop: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()

    @property
    def held(self) -> dict[str, frozenset[str] | None]:
        """The names that it holds, each with its places; no places means everywhere."""
        found: dict[str, frozenset[str] | None] = {}
        for key in self.changes:
            name, _, place = key.partition("@")
            old = found.get(name, frozenset())
            found[name] = None if not place or old is None else old | {place}
        return found


@dataclass(frozen=True)
class Fate:
    """The fate of one later row of the schedule in a branch."""

    row: str  # its address: date, name, and its number among several alike
    entry: Entry
    fate: str
    reason: str
    warning: str = ""  # where it names something that the branch has abolished
    partly: bool = False  # kept, but not in the places where the branch holds the same lever

    def told(self, start: str) -> dict[str, Any]:
        """The fate as a row of a table or JSON."""
        return {"row": self.row, "date": date_of(self.entry.month, start), "name": called(self.entry),
                "value": value_in_words(self.entry), "origin": self.entry.origin, "fate": self.fate,
                "reason": self.reason, "warning": self.warning, "why": self.entry.why}


def called(entry: Entry) -> str:
    """A row's name: the lever or parameter that it sets, or its event (with the variable that the event changes, if
    any).

    >>> called(Entry(3, "pulse", "threat")), called(Entry(3, "lever", "ballot", 1.0))
    ('pulse threat', 'ballot')
    """
    if entry.kind in ("lever", "parameter"):
        return entry.name
    return f"{entry.kind} {entry.name}" if entry.kind in ON_A_VARIABLE else entry.kind


def value_in_words(entry: Entry) -> str:
    """What a row sets or does, in brief."""
    where = [f"province {number}" for number in entry.provinces] + list(entry.levels)
    at = f" in {', '.join(where)}" if where else ""
    if entry.kind == "lever":
        return f"{lever(entry.name).text(entry.value)}{at}"
    if entry.kind == "parameter" or entry.kind in ON_A_VARIABLE:
        return f"{entry.value:g}{at}"
    told = [f"{name} {value:g}" if isinstance(value, float) else f"{name} {value}" for name, value in entry.arguments
            if value not in (None, "", False)]
    return ", ".join([*([str(entry.who)] if entry.who else []), *told]) + at


def rows_by_address(schedule: Sequence[Entry], start: str) -> dict[str, Entry]:
    """Every row by its address: `1926-01 replace`, or of several alike in one month `1921-06 harvest_failure #2`."""
    plain = [f"{date_of(entry.month, start)} {called(entry)}" for entry in schedule]
    number, seen = Counter(plain), Counter[str]()
    found: dict[str, Entry] = {}
    for address, entry in zip(plain, schedule, strict=True):
        seen[address] += 1
        found[address if number[address] == 1 else f"{address} #{seen[address]}"] = entry
    return found


def arm_of(name: str, given: Mapping[str, Any], control: Regime, month: int) -> Arm:
    """The arm that a user wrote: its changes, and the fields `until`, `schedule`, `drop` and `keep`."""
    where = f"whatif: {name}"
    changes = {key: value for key, value in given.items() if key not in OWN_WORDS}
    for key in changes:
        if key in NOT_IN_A_BRANCH:
            raise UserError(f"{where}: {key} is not allowed; allowed: levers, parameters and rows. A branch has the "
                            f"people and the rules of its past.")
    until = given.get("until")
    ends = None if until is None else month_of(until, control.start, "until", where)
    if ends is not None and not month < ends <= control.months:
        raise refuse(where, "until", until, f"a month after the branch, up to {date_of(control.months, control.start)}")
    if ends is not None and not changes:
        raise refuse(where, "until", until, "an arm that holds something, such as ballot = secret")
    lists = {key: _listed(given.get(key, ()), key, where) for key in ("drop", "keep")}
    rows = given.get("schedule", ())
    if isinstance(rows, (str, Mapping)) or not all(isinstance(row, Mapping) for row in rows):
        raise refuse(where, "schedule", rows, "a list of rows, such as [{event = \"release\", share = 0.3, who = ...}]")
    return Arm(name, changes, ends, tuple(rows), **lists)


def _listed(value: Any, key: str, where: str) -> tuple[str, ...]:
    found = (value,) if isinstance(value, str) else tuple(value)
    if not all(isinstance(one, str) for one in found):
        raise refuse(where, key, value, "addresses of rows, such as '1930-01 autonomy'")
    return found


def branched(control: Regime, month: int, arm: Arm) -> tuple[Regime, list[Fate]]:
    """The regime of an arm, equal to the control's before the month, and the fate of every later row; an arm that
    changes nothing is refused."""
    made, fates = held_from(control, month, arm)
    if same_until_the_end(made, control):
        raise UserError(f"whatif: the arm {arm.name!r} changes nothing: what it holds is in force in "
                        f"{in_words(month, control.start)} anyway, and no later row is changed by it; allowed: other "
                        f"values than {control.name} has then, rows of its own, or --drop ROW.")
    return made, fates


def held_from(control: Regime, month: int, arm: Arm) -> tuple[Regime, list[Fate]]:
    """The regime of an arm and the fate of every later row, even if the arm changes nothing."""
    before, later = _apart(control, month)
    dropped, kept = (_meant(words, key, later, control, month, arm.name)
                     for key, words in (("drop", arm.drop), ("keep", arm.keep)))
    for row in dropped & kept:
        raise UserError(f"whatif: {arm.name}: {row!r} is to be dropped and kept; allowed: one of the two.")
    fates = [_fate(row, entry, control, arm, row in dropped, row in kept, month) for row, entry in later.items()]
    gone = {id(fate.entry): fate for fate in fates if fate.fate != KEPT}
    schedule = [one for entry in before for one in _shortened(entry, month, id(entry) in gone)]
    schedule += [entry for entry in later.values() if entry.month >= month and id(entry) not in gone]
    base = dataclasses.replace(control, schedule=tuple(schedule))
    made = base.from_month(month, arm.changes)
    more = [*_own_rows(arm, control, month), *_let_go(arm, control), *_said_again(arm, fates, made, month)]
    schedule = sorted([*made.schedule, *more], key=lambda entry: entry.month)
    return dataclasses.replace(made, schedule=tuple(schedule)), fates


def same_until_the_end(one: Regime, other: Regime) -> bool:
    """Whether two regimes are equivalent over their runs."""
    return _until_the_end(one) == _until_the_end(other)


def unchanged(control: Regime, month: int) -> list[Fate]:
    """Every later row, all of them kept, when nothing is changed."""
    nothing = Arm("", {})
    return [_fate(row, entry, control, nothing, False, False, month)
            for row, entry in _apart(control, month)[1].items()]


def _apart(control: Regime, month: int) -> tuple[list[Entry], dict[str, Entry]]:
    """Rows that began before the month, and rows that are still to come or under way within the run, by address."""
    rows = rows_by_address(control.schedule, control.start)
    later = {row: entry for row, entry in rows.items() if entry.month < control.months and (
        entry.month + entry.months > month or (entry.rate > 0.0 and entry.until >= month))}
    return [entry for entry in control.schedule if entry.month < month], later


def _shortened(entry: Entry, month: int, ends: bool) -> list[Entry]:
    """A row from before the branch; a lasting or random one may be cut off at the branch."""
    if not ends:
        return [entry]
    return [dataclasses.replace(entry, until=month - 1) if entry.rate > 0.0 else
            dataclasses.replace(entry, months=month - entry.month)]


def _until_the_end(regime: Regime) -> str:
    """A digest of everything in a regime that matters within its run."""
    within = tuple(entry for entry in regime.schedule if entry.month < regime.months)
    return dataclasses.replace(regime, schedule=within).fingerprint


def _meant(words: Iterable[str], key: str, later: Mapping[str, Entry], control: Regime, month: int,
           arm: str) -> set[str]:
    """The addresses of the rows that a user refers to: one row, all of a name in a month, or all later ones of a
    name."""
    found: set[str] = set()
    for text in words:
        date, name = _read_address(text, control.start)
        rows = {row for row, entry in later.items() if date in ("", date_of(entry.month, control.start))
                and name in (row.partition(" ")[2], called(entry), entry.kind if entry.kind != "lever" else "")}
        if not rows and any(text_of == f"{date} {name}".strip() for text_of in
                            rows_by_address(control.schedule, control.start)):
            raise UserError(f"whatif: {arm}: {key} = {text!r} lies before the branch in "
                            f"{in_words(month, control.start)} or after the end; allowed: rows between them.")
        if not rows:
            raise unknown(f"whatif: {arm}: {key}", "later row", text, later, "unanimity whatif rows DATE lists them")
        found |= rows
    return found


def _read_address(text: str, start: str) -> tuple[str, str]:
    """Date and name of `1930-01 autonomy`, `1930-01:autonomy`, `January 1930 autonomy` or `autonomy`."""
    plain = re.sub(r"\s*#\s*", " #", " ".join(text.replace(":", " ").split()))
    words = plain.split(" ")
    for size in (2, 1):
        date = " ".join(words[:size])
        if len(words) > size and (counted(date) is not None or (size == 1 and date.lstrip("-").isdigit())):
            return date_of(month_of(date, start, "row"), start), " ".join(words[size:])
    if counted(plain) is not None:
        raise refuse("whatif", "row", text, f"a date and a name, such as '1930-01 autonomy' ({FORMS})")
    return "", plain


def sets(entry: Entry) -> set[str]:
    """The levers, parameters and inputs that a row sets, permanently or while it lasts."""
    if entry.kind in ("lever", "parameter", "set", "clamp"):
        return {entry.name}
    return {name for name, _ in EVENTS[entry.kind].holds} if entry.kind in EVENTS else set()


def _fate(row: str, entry: Entry, control: Regime, arm: Arm, dropped: bool, kept: bool, month: int) -> Fate:
    warning, begun = _warned(entry, arm), ", and is under way when the branch begins" if entry.month < month else ""
    if dropped:
        return Fate(row, entry, DROPPED, "dropped by wish" + (" from the branch on" if begun else ""))
    held = sorted(sets(entry) & set(arm.held))
    name = held[0] if held else ""
    if kept:
        return Fate(row, entry, KEPT, f"kept by wish, though the branch holds {name}" if held else "kept by wish",
                    warning)
    if entry.origin == OUTSIDE:
        return Fate(row, entry, KEPT, f"comes from outside, and sets {name} from then on" if held else
                    f"comes from outside{begun}", warning)
    if not held:
        return Fate(row, entry, KEPT, f"an order that the branch leaves alone{begun}", warning)
    if arm.until is not None and entry.month >= arm.until:
        return Fate(row, entry, KEPT, f"the branch has let go of {name} by then", warning)
    inside = _inside(entry, arm.held[name])
    if inside == "apart":
        return Fate(row, entry, KEPT, f"sets {name} where the branch does not hold it", warning)
    if inside == "part":
        places = ", ".join(sorted(arm.held[name] or ()))
        return Fate(row, entry, KEPT, f"sets {name} elsewhere; where the branch holds it ({places}) it stays", warning,
                    True)
    until = f" until {in_words(arm.until, control.start)}" if arm.until is not None else ""
    return Fate(row, entry, OVERRIDDEN, f"sets {name}, which the branch holds{until}")


def _inside(entry: Entry, places: frozenset[str] | None) -> str:
    """Whether a row sets a lever only where an arm holds it (whole), elsewhere too (part), or only elsewhere
    (apart)."""
    if places is None:
        return "whole"
    mine = {*(str(number) for number in entry.provinces), *entry.levels}
    if not mine:
        return "part"
    if mine <= places:
        return "whole"
    provinces_alone = not entry.levels and all(place[:1].isdigit() for place in places)
    return "apart" if provinces_alone and not mine & places else "part"


def _warned(entry: Entry, arm: Arm) -> str:
    """A warning if a row names something that the arm has abolished; else ""."""
    for name, value, rows, word in ABOLISHED:
        if name not in arm.changes or BY_NAME[name].number(arm.changes[name]) != BY_NAME[name].number(value):
            continue
        if called(entry) in rows or (word and entry.who is not None and word in str(entry.who)):
            return f"names what the branch has done away with: it holds {name} = {arm.changes[name]}"
    return ""


def _own_rows(arm: Arm, control: Regime, month: int) -> list[Entry]:
    """The arm's own rows; a row without a month applies at the branch."""
    where = f"whatif: {arm.name}"
    rows = read_rows([row if "month" in row or "rate" in row else {**row, "month": month} for row in arm.schedule],
                     control, where)
    for entry in rows:
        if entry.month < month and not entry.rate:
            raise refuse(where, "schedule.month", date_of(entry.month, control.start),
                         f"a month from the branch on, {date_of(month, control.start)}")
    return [dataclasses.replace(entry, month=max(entry.month, month)) for entry in rows]


def _let_go(arm: Arm, control: Regime) -> list[Entry]:
    """Rows that restore the scenario's values when the arm stops holding its own."""
    if arm.until is None:
        return []
    then = control.in_force(arm.until)
    entries: list[Entry] = []
    for name in arm.held:
        if name in then.levers:
            entries += dated_levers(name, then.levers[name], Entry(arm.until, "lever", name))
        elif name in then.known_parameters:
            value = then.parameters.get(name, then.known_parameters[name].default)
            entries.append(Entry(arm.until, "parameter", name, value))
    return entries


def _said_again(arm: Arm, fates: Sequence[Fate], made: Regime, month: int) -> list[Entry]:
    """For a lever that the arm holds only in some places: rows that restore its value after each row that sets it
    elsewhere too."""
    own = [entry for entry in made.in_force(month).schedule if entry.month == month and entry.kind == "lever"]
    again: list[Entry] = []
    for fate in fates:
        name = next(iter(sets(fate.entry) & set(arm.held)), "")
        for entry in own if fate.partly else ():
            places = {*(str(number) for number in entry.provinces), *entry.levels}
            if entry.name == name and places and places <= (arm.held[name] or frozenset()):
                again.append(dataclasses.replace(entry, month=fate.entry.month, announced=None))
    return again
