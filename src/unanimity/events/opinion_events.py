"""Opinion and speech by script: a new line, a moral shock, a strike, an act, a campaign abroad."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from unanimity.events.arguments import GROUP, PERSONS, needed, number, part, share, word
from unanimity.events.declare import PEOPLE, PLACES, Entry, event
from unanimity.events.moment import Moment
from unanimity.events.world_events import faction_of
from unanimity.mechanisms.people.meeting import BY_EVENT, BY_SETUP
from unanimity.world.codes import (
    ACTS,
    COMPLAINED,
    DISSENTED,
    EX,
    GRAVITY,
    ISSUES,
    NAMED,
    ROSE,
    TOPICS,
)
from unanimity.world.selectors.parse import Choice
from unanimity.world.selectors.people import persons

AT_A_DISSENT = 0.2  # the gravity for which w1 of card 14 is given
HEARD_BY = {"hall": 1.0, "chief": 0.5}


def _value_or_toward(given: Mapping[str, Any]) -> str:
    """Exactly one of a value and a group must be given."""
    both_or_none = (given["value"] is None) == (given["toward"] is None)
    return " must give exactly one of value or toward for line." if both_or_none else ""


@event("the proclaimed line changes",
       {"issue": word(*ISSUES, default="rule"), "value": number(-1.0, 1.0), "toward": GROUP}, needs=(), months=1,
       aims=("who", *PLACES), resets=(("line_reversed", 0.0),), together=_value_or_toward,
       cite="003 l.13911-13929, 14314-14356",
       explains="To a value, or to that of a group, whose ground is then taken; it holds as long as those who head "
                "the units stay. Trust in the press suffers by a reversal.")
def line(moment: Moment, entry: Entry, age: int) -> None:
    """The proclaimed line changes there while its heads stay; a change of sign at the centre is a reversal."""
    issue = ISSUES.index(entry["issue"])
    lines = moment.column("line")
    if issue >= len(lines):
        return
    value = entry["value"] if entry["value"] is not None else _line_of(moment, entry["toward"], issue)
    places = moment.places(entry)
    if entry.who is not None:
        headed = moment.column("headed")[moment.holders(persons(entry.who, moment.view))]
        places = places & np.isin(np.arange(places.size), headed)
    before = float(lines[issue, -1])
    give_line(moment, issue, places, value, BY_EVENT)
    if places[-1] and before * value < 0.0:
        moment.column("line_reversed")[:] = 1
    _stolen_anew(moment)


def give_line(moment: Moment, issue: int, places: np.ndarray, value: float, binds: int = BY_SETUP) -> None:
    """Those units proclaim the line from now on; their heads are held to it while they stay (card 4, `proclaim`)."""
    moment.column("line")[issue, places] = value
    moment.column("line_given_to")[issue, places] = moment.column("secretary")[places]
    moment.column("line_binds")[issue, places] = binds


def _line_of(moment: Moment, group: str, issue: int) -> float:
    slot = faction_of(moment, group) if group in moment.view.factions else 0
    mask = moment.column("faction") == slot if slot > 0 else (
        persons(Choice("group", (group,)), moment.view) if group in moment.view.groups else np.zeros(0, bool))
    return float(moment.column("stance")[issue, mask].mean()) if mask.any() else float(moment.column("line")[issue, -1])


def _stolen_anew(moment: Moment) -> None:
    """Recompute `stolen` of every faction: how close the centre's line now is to its own."""
    size, own = moment.column("faction_size"), moment.column("faction_line")
    centre = moment.column("line")[:, -1:]
    apart = (np.abs(centre - own) / 2.0).mean(axis=0)
    moment.column("faction_stolen")[:] = np.where(size > 0, np.clip(1.0 - apart, 0.0, 1.0),
                                                  moment.column("faction_stolen"))


def restore_shock(moment: Moment) -> None:
    """Where card 25 does not run, the script alone makes a moral shock."""
    if not moment.runs("shock"):
        base = moment.batch.regimes[moment.world].inputs.get("moral_shock", 0.0)
        moment.column("moral_shock")[:] = np.maximum(base, moment.column("scripted_shock"))


@event("people live through a moral shock for three months", {"size": part(1.0)}, needs=("recruitment",), months=3,
       aims=PEOPLE, resets=(("scripted_shock", 0.0), ("moral", 0.0)), afterwards=restore_shock,
       cite="003 l.7675-7720, 7863-7896",
       explains="Those who are convinced leave the party, and in the end the country where they may.")
def moral_shock(moment: Moment, entry: Entry, age: int) -> None:
    """All people, or those selected, live through a moral shock."""
    if entry.who is None and entry.where is None and not entry.provinces:
        shock = moment.column("scripted_shock")
        shock[:] = np.maximum(shock, entry["size"])
        return
    moral = moment.column("moral")
    mask = moment.chosen(entry)
    moral[mask] = np.maximum(moral[mask], np.uint8(entry["size"] * 100.0 + 0.5))


@event("a share strikes; its grievance is raised to the value", {"share": share(0.2), "grievance": part(0.6)},
       needs=("uprising",), months=3, aims=PEOPLE, cite="000 l.21-38; 003 l.7571-7617",
       explains="Company for others and alarm for the police; it becomes a revolt only if it spreads. The lever "
                "unrest_answer says how it is met.")
def unrest(moment: Moment, entry: Entry, age: int) -> None:
    """A share of those present there strikes for some months; their grievance is raised to the value."""
    if age > 0:
        return
    present = moment.chosen(entry) & persons(Choice("present"), moment.view)
    strikers = moment.lot(present, entry["share"], "strike")
    moment.column("striking")[strikers] = min(255, entry.months + 1)  # card 24 subtracts one before it reads the number
    grievance = moment.column("grievance")
    grievance[strikers] = np.maximum(grievance[strikers], np.float32(entry["grievance"]))


@event("logs an act of those persons",
       {"kind": needed(word(*ACTS[1:])), "topic": word(*TOPICS, default="rule"),
        "audience": word("hall", "circle", "chief", default="hall")},
       aims=PEOPLE, chosen="who", cite="003 l.13760-13784, 15170-15174",
       explains="They are guilty of it; their files grow with its gravity and with how many could see it.")
def act(moment: Moment, entry: Entry, age: int) -> None:
    """Log an act, its topic and its audience; it makes people guilty and adds to their files."""
    kind = ACTS.index(entry["kind"])
    who = moment.people(entry)
    moment.column("act_kind")[who] = kind
    moment.column("act_topic")[who] = TOPICS.index(entry["topic"])
    moment.column("act_month")[who] = moment.month
    moment.column("last_guilt")[who] = moment.month
    if kind == DISSENTED:
        moment.column("last_dissent")[who] = moment.month
    elif kind == ROSE:
        moment.column("last_rose")[who] = moment.month
    elif kind == COMPLAINED:
        tellings = moment.column("tellings")
        tellings[who] = np.minimum(254, tellings[who]) + 1
    weight = moment.parameter("surveillance.act_weight")
    moment.column("dossier")[who] += weight * _exposure(moment, entry["audience"], who) * GRAVITY[kind] / AT_A_DISSENT


def _exposure(moment: Moment, audience: str, who: np.ndarray) -> np.ndarray:
    """How much of the act the police hears.

    All of what is said in the hall, half of what a chief hears, and of a circle what the informers in it report.
    """
    if audience != "circle":
        return np.full(who.size, HEARD_BY[audience])
    informer = moment.column("informer") == 1
    if not informer.any():
        return np.zeros(who.size)
    start = moment.view.tie_start
    listening = np.add.reduceat(np.append(informer[moment.view.neighbour].astype(np.float64), 0.0),
                                np.minimum(start[:-1], start[-1]))
    listening[np.diff(start) == 0] = 0.0
    reported = moment.parameter("surveillance.truth") * (1.0 - moment.parameter("surveillance.reluctance"))
    return np.asarray(1.0 - (1.0 - reported) ** listening[who])


@event("noise abroad for those persons in place of the lever publicity",
       {"by": PERSONS, "intensity": number(0.0, 12.0, 1.0)}, needs=("intercession",), months=1, aims=PEOPLE,
       chosen="who", resets=(("noise", 0.0),), acts_at_end=True, cite="004 l.39-61",
       explains="The kin of each person who runs it (`by`) are pressed; the person stops when they are harmed; the "
                "noise is then less by that person's share.")
def campaign(moment: Moment, entry: Entry, age: int) -> None:
    """Noise abroad for those people; the police knows those who run the campaign from abroad (card 19).

    Each of several who run it carries a share: it becomes quieter with everyone who gives up for the sake of kin.
    """
    loud = entry["intensity"]
    if entry["by"] is not None:
        runners, running = persons(entry["by"], moment.view, everybody=True), moment.column("campaigning")
        if age == 0:
            running[runners] = 1
        elif age == entry.months:
            running[runners] = 0
        moment.column("campaigners")[:] = int(running.sum())
        loud *= float(running[runners].mean()) if runners.any() else 0.0
    if age < entry.months:
        noise, mask = moment.column("noise"), moment.chosen(entry)
        noise[mask] = np.maximum(noise[mask], np.float32(loud))


@event("a campaign at home against those persons", {"intensity": part(1.0)}, needs=("campaign",), months=6,
       aims=PEOPLE, chosen="who", cite="003 l.14026-14083, 15672-15687",
       explains="They bear its label from then on (but one who has been of an opposition keeps that), weigh more with "
                "the police and get more of the ladder, as a branch of work does that is named by itself (card 21).")
def name_enemy(moment: Moment, entry: Entry, age: int) -> None:
    """Those people are the enemy of the season: card 21's campaign, against them instead of a branch of work."""
    label, mask = moment.column("label"), moment.chosen(entry)
    label[mask & (label != EX)] = NAMED
    moment.column("campaign_label")[:] = NAMED
    moment.column("campaign_intensity")[:] = entry["intensity"]
    moment.column("campaign_start")[:] = moment.month  # card 21 lets it fade from the next month on
    if age == 0:
        moment.column("campaigns")[:] += 1
