"""The events of a schedule, one declaration each: words, arguments, defaults, effect, requirements, source.

engine/events has a function of the same name that carries out each event; errors in an entry are reported here, when
the file is loaded. `unanimity events list|show` and docs/reference/events.md are generated from this file.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from unanimity.regimes.event_arguments import (
    BASE_REGIMES,
    GROUP,
    NAME,
    PERSONS,
    PLACE,
    POSITIONS,
    SHARE,
    SOME_LEVELS,
    TRAIT,
    VARIABLE,
    Argument,
    flag,
    flag_or,
    needed,
    number,
    whole,
    word,
)
from unanimity.support.errors import UserError, near_miss
from unanimity.world.codes import ACTS, ISSUES, RUNGS, TOPICS
from unanimity.world.selectors.parse import Known, Share


@dataclass(frozen=True)
class Event:
    """One event: what it does, its arguments, its duration, and the mechanisms without which it has no effect."""

    meaning: str
    arguments: Mapping[str, Argument]
    needs: tuple[str, ...] = ()
    months: int = 0  # default duration; 0: it acts once
    lays: tuple[tuple[str, float], ...] = ()  # columns reset in each of its months, with their value without the event
    levers: bool = False  # it moves levers while it lasts
    chosen: str = ""  # the required target: "who", "where", or neither
    explains: str = ""  # its consequences, in a sentence or two
    cite: str = ""  # where the sources mention such an event
    theme: str = ""

    @property
    def lasts(self) -> str:
        """Its duration, in words."""
        return "once" if not self.months else f"{self.months} month{'s' if self.months > 1 else ''}, or `months`"


PART = number(0.0, 1.0)
ANY = number(-1e9, 1e9)
MODES = {"value": ANY, "add": ANY, "scale": ANY}
VARIABLES = {"need": "need_factor", "yield": "yielded", "goods": "goods_made"}  # documented names of columns


def _part(default: float) -> Argument:
    return number(0.0, 1.0, default)


def _share(default: float) -> Argument:
    return dataclasses.replace(SHARE, default=Share(default, True))


_WORLD: dict[str, Event] = {
    "harvest_failure": Event(
        "the yield is multiplied by 1 - severity", {"severity": _part(0.5)}, ("requisition",), 12,
        (("scripted_yield", 1.0),), cite="000 l.85-146; 003 l.9143-9163",
        explains="Hunger follows with the months, as far as reports, rations and the market let it."),
    "drift": Event(
        "the variable grows by `rate` a month, compounding",
        {"variable": needed(VARIABLE), "rate": number(-0.99, 9.0), **MODES}, months=1, cite="001 l.144-150",
        explains="For what changes slowly from outside, such as the need of the country. `rate` may be written "
                 "`scale`."),
    "pulse": Event(
        "`size` is added to the variable at the head of each of its months",
        {"variable": needed(VARIABLE), "size": ANY, **MODES}, months=1, cite="003 l.6097-6106, 9012-9027",
        explains="For a blow from outside that ends, such as danger for some months; `size` may be written `add`."),
    "war": Event(
        "need grows, some leave work and assembly, danger rises, people rally, some desert",
        {"need": number(0.01, 10.0, 1.0), "withdraw": _share(0.0), "threat": _part(0.5), "holds": _part(0.0)},
        months=12,
        lays=(("front", 0.0), ("withdrawn", 0.0), ("attends", 1.0), ("scripted_threat", 0.0)),
        cite="003 l.19268-19274, 20792-20815",
        explains="Need is multiplied by `need`; the lot takes the share `withdraw` of people; officials are put to the "
                 "test of their competence; who wishes to be gone may go over. The danger of its first month, "
                 "`threat`, fades by a seventh a month; a long war or a siege `holds` it at that level while it "
                 "lasts."),
    "food_inflow": Event(
        "food from outside is added to the stock there",
        {"amount": needed(number(0.0, 100.0)),
         "to": word("centre", "province", "district", "association", default="centre"),
         "source": word("abroad", "reserve", default="abroad")},
        ("requisition", "provision"), 1, cite="003 l.9143-9183",
        explains="`amount` is a share of need. Out of the reserve there comes no more than was laid into "
                 "it. What comes to the centre is allotted by all reports; to the provinces: "
                 "each gets what it needs and shares it out by its own reports; to the districts: by need; to "
                 "associations: where people have combined."),
    "food_outflow": Event(
        "food leaves the stock there: exported, or laid into the state's reserve",
        {"amount": needed(number(0.0, 100.0)), "to": word("abroad", "reserve", default="abroad")},
        ("requisition", "provision"), 1, cite="003 l.14322-14324",
        explains="`amount` is a share of need, out of what the districts there have in store and no more. What is "
                 "exported is lost to the country; the reserve lies at the centre and feeds nobody until "
                 "food_inflow has it for its source."),
    "leader_event": Event(
        "the arbiter dies, is ill or is replaced",
        {"kind": needed(word("death", "illness", "replaced")), "by": PERSONS}, ("appointment",), 12,
        cite="003 l.10258-10276, 12317-12412", explains="Who was held by him is held by nobody, until posts lead to "
                                                        "another desk."),
    "foreign": Event(
        "a success, a defeat or a revolution abroad",
        {"kind": needed(word("success", "defeat", "revolution")), "group": GROUP}, ("faction",), 12,
        (("foreign_signal", 0.0), ("faction_luck", 0.0), ("answering", 0.0), ("answering_faction", 0.0)),
        cite="002 l.132-145",
        explains="The prospects of the group rise or fall by .3, and those of it who are held may pay for it; a "
                 "revolution abroad moves everybody."),
    "forecast": Event(
        "what a group had foretold comes true, or does not", {"group": needed(GROUP), "came_true": flag(True)},
        ("faction",), cite="003 l.20799-20815",
        explains="Its prospects and its members' reserve grow by half, or shrink by half; others move a little towards "
                 "its line, or away."),
    "regime": Event(
        "all levers go to a base regime", {"name": needed(word(*BASE_REGIMES))}, levers=True,
        cite="003 l.15885-15913", explains="As if the schedule moved every lever in that month."),
    "problem": Event(
        "plants the hidden problem", {"size": number(0.0, 10.0, 0.3)}, ("shock",), cite="002 l.127-130",
        explains="It grows unseen where the centre does not know, and shrinks once the centre has seen it and carries "
                 "a vote on it."),
}
_OPINION: dict[str, Event] = {
    "line": Event(
        "the proclaimed line changes",
        {"issue": word(*ISSUES, default="rule"), "value": number(-1.0, 1.0), "toward": GROUP}, (), 1,
        (("line_reversed", 0.0),), cite="003 l.13911-13929, 14314-14356",
        explains="To a value, or to that of a group, whose ground is then taken; it holds as long as those who head "
                 "the units stay. Trust in the press suffers by a reversal."),
    "moral_shock": Event(
        "people live through a moral shock for three months", {"size": _part(1.0)}, ("recruitment",), 3,
        (("scripted_shock", 0.0), ("moral", 0.0)), cite="003 l.7675-7720, 7863-7896",
        explains="Those who are convinced leave the party, and in the end the country where they may."),
    "unrest": Event(
        "a share strikes; its grievance is raised to the value", {"share": _share(0.2), "grievance": _part(0.6)},
        ("uprising",), 3, cite="000 l.21-38; 003 l.7571-7617",
        explains="Company for others and alarm for the police; it becomes a revolt only if it spreads. The lever "
                 "unrest_answer says how it is met."),
    "act": Event(
        "logs an act of those persons",
        {"kind": needed(word(*ACTS[1:])), "topic": word(*TOPICS, default="rule"),
         "audience": word("hall", "circle", "chief", default="hall")}, chosen="who",
        cite="003 l.13760-13784, 15170-15174",
        explains="They are guilty of it; their files grow with its gravity and with how many could see it."),
    "campaign": Event(
        "noise abroad for those persons in place of the lever publicity",
        {"by": PERSONS, "intensity": number(0.0, 12.0, 1.0)}, ("intercession",), 1, (("noise", 0.0),), chosen="who",
        cite="004 l.39-61",
        explains="Each of those who run it (`by`) has his kin pressed and stops when they are harmed; the noise is "
                 "then less by his share."),
}
_OPINION["name_enemy"] = Event(
    "a campaign at home against those persons", {"intensity": _part(1.0)}, ("campaign",), 6, chosen="who",
    cite="003 l.14026-14083, 15672-15687",
    explains="They bear its label from then on (but one who has been of an opposition keeps that), weigh more with the "
             "police and get more of the ladder, as a branch of work does that is named by itself (card 21).")
_PARTY: dict[str, Event] = {
    "quarrel": Event(
        "two patrons fall out; the loser's crimes are known and his posts refilled",
        {"a": needed(PERSONS), "b": needed(PERSONS), "winner": word("auto", "a", "b", default="auto")},
        ("protection", "appointment"), cite="001 l.76-118",
        explains="Each counts his support and fights if it seems to be more than half, else he yields. The loser's "
                 "ring is broken, and his followers' files grow."),
    "crime": Event(
        "an open crime with a circle of knowers", {"insiders": _part(1.0), "severity": _part(0.5)}, ("protection",),
        chosen="where", cite="001 l.257-280", explains="How long it stays unspoken is the measure of silence."),
    "open_case": Event(
        "open crimes there become known; secret ballot, free debate and recall for that time", {}, ("protection",), 6,
        levers=True, chosen="where", cite="001 l.308-322, 411-437", explains="A clean-up by discussion."),
    "replace": Event(
        "posts are refilled",
        {"levels": needed(SOME_LEVELS), "by": word("above", "vote", "lot", default="above"),
         "traits": word("any", "median", "quantile", default="any"), "trait": TRAIT, "quantile": _part(0.5)},
        ("appointment",), cite="001 l.308-322, 411-437",
        explains="By the superior, the assembly or the lot; with `traits` he is of the quarter nearest "
                 "to that quantile in `trait`."),
    "forced_vote": Event(
        "zeal 1, open ballot, attendance compulsory there", {}, (), 6, (("attends", 1.0),), True,
        cite="001 l.308-322", explains="A clean-up by command."),
    "form_faction": Event(
        "those persons are a faction",
        {"name": needed(NAME), "size": SHARE, "line": POSITIONS, "elders": SHARE, "convinced": PART}, ("faction",),
        chosen="who", cite="001 l.354-365", explains="With that line, so many elders, and a share who are in it by "
                                                     "conviction."),
    "levy": Event(
        "recruitment by levy until that share of members has been added", {"size": number(0.0, 10.0, 1.0)},
        ("recruitment",), 12, levers=True, cite="003 l.11043-11046, 12468-12480",
        explains="The lever recruitment goes back when the number is reached."),
}
_POLICE: dict[str, Event] = {
    "attack": Event(
        "an official is struck by somebody",
        {"victim": needed(PERSONS), "attacker": PERSONS, "kills": flag(True)}, ("arrest",), 1,
        (("scripted_threat", 0.0), ("scripted_struck", 0.0), ("scripted_by", -1.0), ("scripted_attack", 0.0),
         ("attacked", 0.0)), cite="003 l.17482-17585",
        explains="Danger rises with the victim's office, the police are alarmed, the attacker is arrested, hostages "
                 "may pay for it."),
    "attacks": Event(
        "sets the rate of lone attacks", {"rate": needed(number(0.0, 5.0))}, ("shock",), cite="000 l.163-225",
        explains="A province and month; .1 where nothing is said, 0 for none."),
    "enemies": Event(
        "flags persons as real plotters", {"rate": _part(0.02)}, ("shock",), chosen="who", cite="003 l.5168-5208",
        explains="They are guilty, and attack at that monthly rate whatever they suffer."),
    "accuse": Event(
        "puts persons under inquiry now", {"guilty": PART, "offence": word(*ACTS[1:], default="opinion")}, ("arrest",),
        chosen="who", cite="003 l.5228-5260, 16461-16529", explains="`guilty` of them did it, by lot."),
    "sanction": Event(
        "a rung by order",
        {"rung": needed(word(*RUNGS[1:])), "public": flag(False), "kin": flag_or(*RUNGS[1:]), "term": whole(1, 1200)},
        ("docket",), chosen="who", cite="000 l.21-38; 002 l.123-149",
        explains="Neither cap nor court is asked, and it is a precedent. `public`: everybody knows; `kin`: they "
                 "lose their work for it, or get the rung that is named: families are deported with kin = \"exile\"."),
    "banish": Event(
        "puts persons over the frontier by order", {}, ("docket",), chosen="who", cite="003 l.9178-9183",
        explains="Whatever the lever exit says; who is held is let out for it."),
    "escape": Event(
        "prisoners flee, over the frontier", {}, ("hostage",), chosen="who", cite="003 l.17144-17176, 18033-18060",
        explains="Who is held and named gets away. Where the held answer for their group, those of the camp that the "
                 "first of them fled from may pay for it."),
    "police_chief": Event(
        "another chief of police",
        {"by": needed(PERSONS), "rung": word(*RUNGS, default="none")}, ("oversight",), chosen="where",
        cite="003 l.14392-14394",
        explains="Each of those provinces gets the first of `by` who lives there, else the first of all of them; its "
                 "police is as cruel from then on as he makes it. `rung` is what becomes of the one who goes."),
    "release": Event("frees people who are held", {"share": _part(1.0)}, ("docket",), chosen="who",
                     cite="003 l.17521-17585", explains="A share of those named, by lot."),
    "move": Event(
        "holds people elsewhere", {"to": needed(PLACE), "share": _part(1.0)}, ("docket",), 1, chosen="who",
        cite="003 l.14422-14454",
        explains="What that place does to prisoners is done to them; its officials are near. Who of them is taken in "
                 "one of its months is brought there at once, before his case is heard. `to` is a province or the "
                 "centre."),
    "offer": Event("eases capitulation for six months", {"ease": _part(0.5)}, ("confession",), 6, (("ease", 0.0),),
                   chosen="who", cite="003 l.13911-13929, 14314-14356",
                   explains="`ease` is added to what speaks for it."),
    "capitulate": Event("those persons sign now", {}, ("docket",), chosen="who", cite="002 l.132-145",
                        explains="Whatever they think."),
    "purge": Event(
        "removes a share by a rule",
        {"share": needed(PART), "a_month": flag(False),
         "mode": word("dismiss", "expel", "arrest", "execute", default="expel"),
         "selection": word("lot", "file", "score", "superiors", "vote", default="lot")}, ("docket",), 1, chosen="who",
        cite="003 l.18810-18833, 19268-19274; 004 l.63-77",
        explains="In all, or each month with `a_month`; whom it takes is said by the lot, the file, the score, the "
                 "superiors, or a secret vote of the cell."),
    "take_hostages": Event("holds members of a group", {"group": needed(GROUP), "n": needed(SHARE)}, ("hostage",),
                           cite="000 l.163-225", explains="What becomes of them hangs on what their group does."),
}
_VARIABLE: dict[str, Event] = {
    "set": Event("writes a variable once", {"variable": needed(VARIABLE), **MODES},
                 explains="Exactly one of value, add or scale."),
    "clamp": Event(
        "holds a variable at the head of each of its months", {"variable": needed(VARIABLE), **MODES}, months=1,
        explains="For what must be alike in all arms. Exactly one of value, add or scale. What the rules of the month "
                 "make of it afterwards is theirs: hunger held at 0 reads at the month's end what that month brought."),
}
EVENTS: dict[str, Event] = {
    name: dataclasses.replace(event, theme=theme) for theme, table in (
        ("the world", _WORLD), ("opinion", _OPINION), ("the party", _PARTY), ("the police", _POLICE),
        ("any variable", _VARIABLE)) for name, event in table.items()}
ON_A_VARIABLE = ("set", "clamp", "pulse", "drift")
_PLACES, _PEOPLE = ("where", "provinces", "levels"), ("who", "where", "provinces")
# possible targets of an event, as engine/events reads them; any other of these fields would be ignored
AIMED_AT: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("harvest_failure", "food_inflow", "food_outflow", "police_chief", "crime", "open_case",
                     "forced_vote"), _PLACES),
    **dict.fromkeys(("moral_shock", "unrest", "act", "campaign", "form_faction", "enemies", "accuse", "sanction",
                     "release", "move", "offer", "capitulate", "purge", "banish", "escape", "name_enemy"), _PEOPLE),
    **dict.fromkeys(ON_A_VARIABLE, ("who", *_PLACES)),
    **dict.fromkeys(("replace", "levy"), ("where", "provinces")), "line": ("who", *_PLACES), "attacks": ("who",)}


def read_arguments(name: str, raw: Mapping[str, Any], field: str, where: str,
                   known: Known) -> tuple[tuple[str, Any], ...]:
    """The arguments of an event, each checked; omitted ones take their defaults."""
    event = EVENTS[name]
    for given in raw:
        if given not in event.arguments:
            raise UserError(f"{where}: no field '{field}.{given}'.{near_miss(given, event.arguments)} Known for "
                            f"{name}: {', '.join(sorted(event.arguments)) or 'none'}.")
    found = []
    for argument, says in event.arguments.items():
        if raw.get(argument) is not None:
            found.append((argument, says.read(raw[argument], f"{field}.{argument}", where, known)))
        elif says.must_be_given:
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
