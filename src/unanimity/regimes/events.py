"""The events of a schedule: their words, arguments, standard values and what they need (interface, section 2).

One table. The functions that carry them out stand under the same names in engine/events; what is wrong with an entry
is said here, when the file is loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from unanimity.world.errors import UserError, is_number, near_miss, refuse, unknown
from unanimity.world.who import Choice, Known, Share, parse
from unanimity.world.words import ACTS, ISSUES, RUNGS, TOPICS

MISSING = "missing"  # an argument that must be given
CHARACTERS = ("harshness", "horizon", "competence")


@dataclass(frozen=True)
class Argument:
    """One argument of an event: how it is read, what stands for it when it is left out, and what is allowed."""

    read: Callable[[Any, str, str, Known], Any]
    default: Any = None


@dataclass(frozen=True)
class Event:
    """One event: what it does, its arguments, how long it acts, and the mechanisms without which it does nothing."""

    meaning: str
    arguments: Mapping[str, Argument]
    needs: tuple[str, ...] = ()
    months: int = 0  # standard duration; 0: it acts once
    lays: tuple[tuple[str, float], ...] = ()  # columns laid anew in each of its months, with their value without it
    levers: bool = False  # it moves levers while it lasts
    chosen: str = ""  # who (or where) is needed: "who", "where", or neither


# --- how arguments are read ---------------------------------------------------------------------------------------
def _number(low: float, high: float) -> Callable[..., float]:
    def read(value: Any, field: str, where: str, known: Known) -> float:
        if not is_number(value) or not low <= value <= high:
            raise refuse(where, field, value, f"a number within {low:g}..{high:g}")
        return float(value)

    return read


def _whole(low: int, high: int) -> Callable[..., int]:
    def read(value: Any, field: str, where: str, known: Known) -> int:
        if not is_number(value) or value != int(value) or not low <= value <= high:
            raise refuse(where, field, value, f"a whole number within {low}..{high}")
        return int(value)

    return read


def _word(*words: str) -> Callable[..., str]:
    def read(value: Any, field: str, where: str, known: Known) -> str:
        if value not in words:
            raise refuse(where, field, value, ", ".join(words), near_miss(value, words))
        return str(value)

    return read


def _flag(value: Any, field: str, where: str, known: Known) -> bool:
    if not isinstance(value, bool):
        raise refuse(where, field, value, "true or false")
    return value


def _who(value: Any, field: str, where: str, known: Known) -> Choice:
    return parse(value, known, field, where)


def _place(value: Any, field: str, where: str, known: Known) -> Choice:
    return parse(value, known, field, where, place=True)


def _share(value: Any, field: str, where: str, known: Known) -> Share:
    return read_share(value, field, where)


def read_share(value: Any, field: str, where: str) -> Share:
    """A whole number of persons, or a share written with a point."""
    if is_number(value) and isinstance(value, int) and value >= 0:
        return Share(float(value), False)
    if is_number(value) and 0.0 <= value <= 1.0:
        return Share(float(value), True)
    raise refuse(where, field, value, "a whole number of persons, or a share 0..1 written with a point")


def _group(value: Any, field: str, where: str, known: Known) -> str:
    if value not in (*known.groups, *known.factions):
        raise unknown(f"{where}: {field}", "group or faction", value, [*known.groups, *known.factions])
    return str(value)


def _name(value: Any, field: str, where: str, known: Known) -> str:
    if not isinstance(value, str) or not value.strip():
        raise refuse(where, field, value, "a name")
    return value


def _levels(value: Any, field: str, where: str, known: Known) -> tuple[str, ...]:
    words = ("cell", "district", "province", "centre")
    listed = value if isinstance(value, list) else [value]
    for one in listed:
        if one not in words:
            raise refuse(where, field, value, f"a list of {', '.join(words)}", near_miss(one, words))
    return tuple(listed)


def _positions(value: Any, field: str, where: str, known: Known) -> tuple[tuple[str, float], ...]:
    """A position by issue: a table, or one number for the issue rule."""
    table = value if isinstance(value, Mapping) else {"rule": value}
    for issue, number in table.items():
        if issue not in ISSUES:
            raise unknown(f"{where}: {field}", "issue", issue, ISSUES)
        if not is_number(number) or not -1.0 <= number <= 1.0:
            raise refuse(where, f"{field}.{issue}", number, "a number within -1..1")
    return tuple((issue, float(number)) for issue, number in table.items())


def _base_regime(value: Any, field: str, where: str, known: Known) -> str:
    words = ("law", "war", "apparatus", "terror")
    return _word(*words)(value, field, where, known)


def _some(read: Callable[..., Any], default: Any = None) -> Argument:
    return Argument(read, default)


PART = _number(0.0, 1.0)
ANY = _number(-1e9, 1e9)
MODES = {"value": _some(ANY), "add": _some(ANY), "scale": _some(ANY)}
VARIABLES = {"need": "need_factor", "yield": "yielded", "goods": "goods_made"}  # the contract's words for columns


def _any_name(value: Any, field: str, where: str, known: Known) -> str:
    return str(value)  # a variable: checked against the dictionary by schedule.py


EVENTS: dict[str, Event] = {
    # world
    "harvest_failure": Event("the yield is multiplied by 1 - severity", {"severity": _some(PART, 0.5)},
                             ("requisition",), 12, (("scripted_yield", 1.0),)),
    "drift": Event("the variable grows by `rate` a month, compounding",
                   {"variable": Argument(_any_name, MISSING), "rate": _some(_number(-0.99, 9.0)), **MODES}, months=1),
    "pulse": Event("`size` is added to the variable at the head of each of its months",
                   {"variable": Argument(_any_name, MISSING), "size": _some(ANY), **MODES}, months=1),
    "war": Event("need grows, some leave work and assembly, danger rises, people rally, some desert",
                 {"need": _some(_number(0.01, 10.0), 1.0), "withdraw": _some(_share, Share(0.0, True)),
                  "threat": _some(PART, 0.5)}, months=12,
                 lays=(("front", 0.0), ("withdrawn", 0.0), ("attends", 1.0), ("scripted_threat", 0.0))),
    "food_inflow": Event("food from outside is added to the stock there",
                         {"amount": Argument(_number(0.0, 100.0), MISSING),
                          "to": _some(_word("centre", "province", "district", "association"), "centre")},
                         ("requisition", "provision"), 1),
    "leader_event": Event("the arbiter dies, is ill or is replaced",
                          {"kind": Argument(_word("death", "illness", "replaced"), MISSING), "by": _some(_who)},
                          ("appointment",), 12),
    "foreign": Event("a success, a defeat or a revolution abroad",
                     {"kind": Argument(_word("success", "defeat", "revolution"), MISSING), "group": _some(_group)},
                     ("faction",), 12, (("foreign_signal", 0.0), ("faction_luck", 0.0), ("answering", 0.0),
                                         ("answering_faction", 0.0))),
    "forecast": Event("what a group had foretold comes true, or does not",
                      {"group": Argument(_group, MISSING), "came_true": _some(_flag, True)}, ("faction",)),
    "regime": Event("all levers go to a base regime", {"name": Argument(_base_regime, MISSING)}, levers=True),
    "problem": Event("plants the hidden problem", {"size": _some(_number(0.0, 10.0), 0.3)}, ("shock",)),
    # opinion
    "line": Event("the proclaimed line changes",
                  {"issue": _some(_word(*ISSUES), "rule"), "value": _some(_number(-1.0, 1.0)),
                   "toward": _some(_group)}, (), 1, (("line_reversed", 0.0),)),
    "moral_shock": Event("people live through a moral shock for three months", {"size": _some(PART, 1.0)},
                         ("recruitment",), 3, (("scripted_shock", 0.0), ("moral", 0.0))),
    "unrest": Event("a share strikes; its grievance is raised to the value",
                    {"share": _some(_share, Share(0.2, True)), "grievance": _some(PART, 0.6)}, ("uprising",), 3),
    "act": Event("logs an act of those persons",
                 {"kind": Argument(_word(*ACTS[1:]), MISSING), "topic": _some(_word(*TOPICS), "rule"),
                  "audience": _some(_word("hall", "circle", "chief"), "hall")}, chosen="who"),
    "campaign": Event("noise abroad for those persons in place of the lever publicity",
                      {"by": _some(_who), "intensity": _some(_number(0.0, 12.0), 1.0)}, ("intercession",), 1,
                      (("noise", 0.0),), chosen="who"),
    # party
    "quarrel": Event("two patrons fall out; the loser's crimes are known and his posts refilled",
                     {"a": Argument(_who, MISSING), "b": Argument(_who, MISSING),
                      "winner": _some(_word("auto", "a", "b"), "auto")}, ("protection", "appointment")),
    "crime": Event("an open crime with a circle of knowers",
                   {"insiders": _some(PART, 1.0), "severity": _some(PART, 0.5)}, ("protection",), chosen="where"),
    "open_case": Event("open crimes there become known; secret ballot, free debate and recall for that time", {},
                       ("protection",), 6, levers=True, chosen="where"),
    "replace": Event("posts are refilled",
                     {"levels": Argument(_levels, MISSING), "by": _some(_word("above", "vote", "lot"), "above"),
                      "traits": _some(_word("any", "median", "quantile"), "any"),
                      "trait": _some(_any_name, "competence"), "quantile": _some(PART, 0.5)}, ("appointment",)),
    "forced_vote": Event("zeal 1, open ballot, attendance compulsory there", {}, (), 6, (("attends", 1.0),), True),
    "form_faction": Event("those persons are a faction",
                          {"name": Argument(_name, MISSING), "size": _some(_share), "line": _some(_positions),
                           "elders": _some(_share), "convinced": _some(PART)}, ("faction",), chosen="who"),
    "levy": Event("recruitment by levy until that share of members has been added",
                  {"size": _some(_number(0.0, 10.0), 1.0)}, ("recruitment",), 12, levers=True),
    # police
    "attack": Event("an official is struck by somebody",
                    {"victim": Argument(_who, MISSING), "attacker": _some(_who), "kills": _some(_flag, True)},
                    ("arrest",), 1, (("scripted_threat", 0.0), ("scripted_struck", 0.0), ("scripted_by", -1.0),
                                     ("scripted_attack", 0.0), ("attacked", 0.0))),
    "attacks": Event("sets the rate of lone attacks", {"rate": Argument(_number(0.0, 5.0), MISSING)}, ("shock",)),
    "enemies": Event("flags persons as real plotters", {"rate": _some(_number(0.0, 1.0), 0.02)}, ("shock",),
                     chosen="who"),
    "accuse": Event("puts persons under inquiry now",
                    {"guilty": _some(PART), "offence": _some(_word(*ACTS[1:]), "opinion")}, ("arrest",), chosen="who"),
    "sanction": Event("a rung by order", {"rung": Argument(_word(*RUNGS[1:]), MISSING), "public": _some(_flag, False),
                                          "kin": _some(_flag, False), "term": _some(_whole(1, 1200))},
                      ("docket",), chosen="who"),
    "release": Event("frees people who are held", {"share": _some(PART, 1.0)}, ("docket",), chosen="who"),
    "move": Event("holds people elsewhere", {"to": Argument(_place, MISSING), "share": _some(PART, 1.0)}, ("docket",),
                  chosen="who"),
    "offer": Event("eases capitulation for six months", {"ease": _some(PART, 0.5)}, ("confession",), 6,
                   (("ease", 0.0),), chosen="who"),
    "capitulate": Event("those persons sign now", {}, ("docket",), chosen="who"),
    "purge": Event("removes a share by a rule",
                   {"share": Argument(PART, MISSING), "a_month": _some(_flag, False),
                    "mode": _some(_word("dismiss", "expel", "arrest", "execute"), "expel"),
                    "selection": _some(_word("lot", "file", "score", "superiors", "vote"), "lot")}, ("docket",), 1,
                   chosen="who"),
    "take_hostages": Event("holds members of a group", {"group": Argument(_group, MISSING),
                                                        "n": Argument(_share, MISSING)}, ("hostage",)),
    # any variable
    "set": Event("writes a variable once", {"variable": Argument(_any_name, MISSING), **MODES}),
    "clamp": Event("holds a variable at the head of each of its months",
                   {"variable": Argument(_any_name, MISSING), **MODES}, months=1),
}
ON_A_VARIABLE = ("set", "clamp", "pulse", "drift")


def read_arguments(name: str, raw: Mapping[str, Any], field: str, where: str,
                   known: Known) -> tuple[tuple[str, Any], ...]:
    """The arguments of an event as written, each checked; what is left out takes its standard value."""
    event = EVENTS[name]
    for given in raw:
        if given not in event.arguments:
            raise UserError(f"{where}: no field '{field}.{given}'.{near_miss(given, event.arguments)} Known for "
                            f"{name}: {', '.join(sorted(event.arguments)) or 'none'}.")
    found = []
    for argument, says in event.arguments.items():
        if raw.get(argument) is not None:
            found.append((argument, says.read(raw[argument], f"{field}.{argument}", where, known)))
        elif isinstance(says.default, str) and says.default == MISSING:
            raise UserError(f"{where}: {field}.{argument} is missing; {name} needs it ({event.meaning}).")
        else:
            found.append((argument, says.default))
    return tuple(found)


def check_needs(name: str, running: frozenset[str], field: str, where: str) -> None:
    """Refuse an event whose mechanism the regime does not run."""
    missing = [m for m in EVENTS[name].needs if m not in running]
    if missing:
        raise UserError(f"{where}: {field}.event = {name!r} needs the mechanism{'s' if len(missing) > 1 else ''} "
                        f"{', '.join(missing)}, which this regime does not run; allowed: name "
                        f"{'them' if len(missing) > 1 else 'it'} under mechanisms, or mechanisms = \"all\".")
