"""The biography of one person in plain sentences, built from the case log alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

from unanimity.results.person_names import are_women, name_of
from unanimity.support.errors import UserError, refuse, unknown
from unanimity.world.codes import NOBODY

Row = Any  # a row of the log table, as a named tuple

_WHY = {
    "file": "on the strength of a police file", "quota": "to fill the quota", "purge": "in the purge",
    "attack": "after an attack", "label": "as one of a category that a campaign had named", "kinship": "for kinship",
    "group": "for belonging to a group", "order": "by order", "review": "after review", 
    "hunt": "in the hunt for an attacker",
    "verification": "in a verification of cards", "frontier": "at the border", "strike": "because of a strike",
    "crisis": "in a crisis", "end of term": "at the end of the term", "verdict": "by verdict",
    "clemency": "by clemency",
    "escape": "after an escape", "assault": "in an assault on a rising", "colony": "for a colony",
    "offer": "on an offer",
    "a chief": "at a chief's word", "a rival": "by a rival", "front": "at the front", "custody": "in custody",
    "despair": "in despair", "hunger": "of hunger", "fame abroad": "because of noise abroad",
}
_SENTENCE = {"reproof": "reproved", "dismissal": "dismissed from work and post", "expulsion": "expelled from the party",
             "exile": "sent into exile", "prison": "sent to prison", "camp": "sent to a camp",
             "death": "sentenced to death",
             "none": "let off without a penalty"}
_OFFICE = {"cell": "secretary of a cell", "district": "secretary of a district", "province": "secretary of a province",
           "centre": "member of the centre", "leader": "leader"}
_DEATH = {"hunger": "died of hunger", "executed": "was executed", "custody": "died in custody",
"combat": "fell at the front",
          "revolt": "was killed in a rising", "murdered": "was murdered", "suicide": "took his own life",
          "border": "died at the border", "natural": "died of age", "none": "died"}
HELD = ("exile", "prison", "camp")

# choices of --pick: the log rows that identify such a biography
PICKS: dict[str, Callable[[pd.DataFrame], pd.Series]] = {
    "arrested": lambda log: log["event"] == "arrested",
    "innocent": lambda log: (log["event"] == "arrested") & ~log["guilty"],
    "confessed": lambda log: log["event"] == "confessed",
    "executed": lambda log: (log["event"] == "died") & (log["kind"] == "executed"),
    "died in custody": lambda log: (log["event"] == "died") & (log["kind"] == "custody"),
    "starved": lambda log: (log["event"] == "died") & (log["kind"] == "hunger"),
    "exiled": lambda log: (log["event"] == "sanctioned") & (log["rung_word"] == "exile"),
    "imprisoned": lambda log: (log["event"] == "sanctioned") & (log["rung_word"] == "prison"),
    "camp": lambda log: (log["event"] == "sanctioned") & (log["rung_word"] == "camp"),
    "saved": lambda log: log["event"] == "saved",
    "freed": lambda log: log["event"].isin(["freed", "voided", "acquitted"]),
    "released": lambda log: log["event"] == "released",
    "capitulated": lambda log: log["event"] == "capitulated",
    "hostage": lambda log: log["event"] == "taken hostage",
    "attacker": lambda log: log["event"] == "attacked",
    "told": lambda log: log["event"] == "told",
    "left": lambda log: log["event"] == "left",
    "official": lambda log: log["event"] == "appointed",
}


def find_person(log: pd.DataFrame, pick: str, world: int = 0) -> int:
    """The person of that kind whose biography has the most different kinds of events (the lowest number on ties)."""
    if pick not in PICKS:
        raise unknown("", "kind of life (--pick)", pick, PICKS)
    mine = log[log["world"] == world] if not log.empty else log
    found = mine.loc[PICKS[pick](mine), "person"].unique() if not mine.empty else np.empty(0, int)
    if not len(found):
        known = [name for name, rows in PICKS.items() if not mine.empty and rows(mine).any()]
        raise UserError(f"--pick {pick}: the log of this world tells of nobody like that; allowed here: "
                        f"{', '.join(known) or 'nothing: its log is empty (police cards run with mechanisms=all)'}.")
    kinds = mine[mine["person"].isin(found)].groupby("person")["event"].nunique()  # a biography with many turns
    return int(kinds[kinds == kinds.max()].index.min())


def biography(log: pd.DataFrame, person: int, world: int = 0, people: int = 0, seed: int | None = None) -> list[str]:
    """One sentence for each log entry about a person, in order; with a seed, people have names."""
    told = _numbered(log, person, world, people)
    return told if seed is None else with_names(told, person, seed)


def with_names(told: list[str], person: int, seed: int) -> list[str]:
    """The sentences with names drawn from the seed, and female pronouns for female names."""
    def named(found: re.Match[str]) -> str:
        number = int(found.group(1))
        told_first = found.group().startswith("Person")
        return f"{name_of(seed, number)}{f' (person {number})' if told_first and number == person else ''}"

    lines = [re.sub(r"\b[Pp]erson (\d+)", named, line) for line in told]
    if are_women(seed, [person])[0]:
        for he, she in (("he", "she"), ("his", "her"), ("him", "her")):
            lines = [re.sub(rf"\b{he}\b", she, line) for line in lines]
    return lines


def _numbered(log: pd.DataFrame, person: int, world: int, people: int) -> list[str]:
    whole = isinstance(person, (int, np.integer)) and not isinstance(person, bool)
    if not whole or person < 0 or (people and person >= people):
        raise refuse("", "person", person, f"a whole number from 0 {f'to {people - 1}' if people else 'up'}")
    mine = log[(log["world"] == world) & (log["person"] == person)] if not log.empty else log
    if mine.empty:
        return [f"Person {person}: the case log tells nothing of him; no post, arrest, complaint or death."]
    told = [_introduction(mine.iloc[0], person)]
    begun: dict[str, int] = {}
    for row in mine.itertuples():
        told.append(f"Month {row.month}: {sentence(row, begun)}.")
    if "died" not in set(mine["event"]):
        told.append("The log tells no more of him.")
    return told


def _introduction(first: Row, person: int) -> str:
    office = _OFFICE.get(first["office"]) if first["event"] != "appointed" else None
    what = office or f"{'an' if first['estate'] == 'official' else 'a'} {first['estate']}"
    return f"Person {person}, {what}, lives in cell {first['place']} of province {first['province']}."


def _named(person: int) -> str:
    return f"person {person}" if person != NOBODY else "nobody known"


def sentence(row: Row, begun: dict[str, int]) -> str:
    """One log row as the end of a sentence that starts with its month; `begun` keeps the month in which a prison
    sentence began."""
    why = _WHY.get(row.cause, "")
    teller = _TELLERS.get(row.event)
    if teller is None:
        return f"{row.event}{f' {why}' if why else ''}"
    return teller(row, why, begun)


def _arrested(row: Row, why: str, begun: dict[str, int]) -> str:
    begun.pop("sentence", None)
    officers = f"examined by {_named(row.examiner)}, judged by {_named(row.judge)}"
    by = f", named by {_named(row.named_by)}" if row.named_by != NOBODY else ""
    guilt = "he had acted against the regime" if row.guilty else "he had done nothing"
    return f"arrested {why or 'for no stated cause'}{by}, on the topic of {row.topic}; {officers}; {guilt}"


def _sanctioned(row: Row, why: str, begun: dict[str, int]) -> str:
    if row.rung_word in HELD:
        begun["sentence"] = int(row.month)
    return f"{_SENTENCE[row.rung_word]}{f' {why}' if why else ''}"


def _released(row: Row, why: str, begun: dict[str, int]) -> str:
    since = begun.pop("sentence", None)
    served = f" after {int(row.month) - since} months" if since is not None else ""
    return f"released{f' {why}' if why else ''}{served}"


def _saved(row: Row, why: str, begun: dict[str, int]) -> str:
    by = f"by a chief, {_named(row.saved_by)}{_ties(row)}" if row.cause == "a chief" else "by noise abroad"
    left = "and set free" if row.rung_word == "none" else f"and {_SENTENCE[row.rung_word]} instead"
    return f"saved {by} {left}"


def _ties(row: Row) -> str:
    return f", {row.hops} tie{'s' if row.hops != 1 else ''} away," if row.hops > 0 else ""


def _petitioned(row: Row, why: str, begun: dict[str, int]) -> str:
    late = not pd.isna(row.petition) and row.petition > row.month
    when = f", to arrive in month {row.petition}" if late else ""
    return f"a petition for him was sent to {_named(row.saved_by)}{_ties(row).removesuffix(',')}{when}"


def _confessed(row: Row, why: str, begun: dict[str, int]) -> str:
    return f"signed a confession{f', naming {_named(row.other)} first' if row.other != NOBODY else ''}"


def _capitulated(row: Row, why: str, begun: dict[str, int]) -> str:
    return f"signed that he had been wrong{f' {why}' if why else ''}; {_SENTENCE[row.rung_word]} from now on"


def _appointed(row: Row, why: str, begun: dict[str, int]) -> str:
    post = _OFFICE.get(row.office, "to a post")
    by = f", named by {_named(row.other)}" if row.other != NOBODY else ""
    return f"became {post}{by}"


def _removed(row: Row, why: str, begun: dict[str, int]) -> str:
    post = _OFFICE.get(row.office, "")
    by = f" by {_named(row.other)}" if row.other != NOBODY else (f" {why}" if why else "")
    return f"removed{f' as {post}' if post else ''}{by}"


def _hostage(row: Row, why: str, begun: dict[str, int]) -> str:
    target = f", to answer for {_named(row.other)}" if row.other != NOBODY else ""
    return f"taken hostage{f' {why}' if why else ''}{target}"


def _attacked(row: Row, why: str, begun: dict[str, int]) -> str:
    return f"attacked {_named(row.other)}" if row.other != NOBODY else "made an attack"


def _motion(what: str) -> Callable[[Row, str, dict[str, int]], str]:
    return lambda row, why, begun: f"{what}{f' ({row.cause})' if row.cause != 'none' else ''}"


def _with_why(what: str) -> Callable[[Row, str, dict[str, int]], str]:
    return lambda row, why, begun: f"{what}{f' {why}' if why else ''}"


_FOR = {"hunger": ", for bread", "work": ", for work", "order": ", by order"}

_TELLERS: dict[str, Callable[[Row, str, dict[str, int]], str]] = {
    "arrested": _arrested, "sanctioned": _sanctioned, "released": _released, "saved": _saved,
    "petitioned for": _petitioned, "confessed": _confessed, "capitulated": _capitulated, "appointed": _appointed,
    "removed": _removed,
    "taken hostage": _hostage, "attacked": _attacked,
    "died": lambda row, why, begun: _DEATH[row.kind] + (f" {why}" if why and row.kind == "executed" else ""),
    "joined": _with_why("joined the party"),
    "came of age": lambda row, why, begun: f"came of age, child of {_named(row.other)}",
    "arrived": lambda row, why, begun: "came from outside and took a place here",
    "settled elsewhere": lambda row, why, begun: "settled elsewhere" + _FOR.get(row.cause, ""),
    "stole": lambda row, why, begun: "stole from the common field",
    "freed": _with_why("set free"),
    "voided": lambda row, why, begun: "his confession was beyond belief; the case was voided and he went free",
    "backlash": lambda row, why, begun: f"noise abroad angered the court: {_SENTENCE[row.rung_word]} awaits him",
    "acquitted": lambda row, why, begun: "acquitted",
    "extended": lambda row, why, begun: "his term was extended when it ended",
    "moved": _with_why("moved to another place of custody"),
    "struck": lambda row, why, begun: "joined a strike of prisoners",
    "left": lambda row, why, begun: f"left the country{f' {why}' if row.cause == 'order' else ''}",
    "told": lambda row, why, begun: "told of a chief's crime",
    "expelled in a verification": lambda row, why, begun: "expelled from the party in a verification of cards",
    "punished as officer": lambda row, why, begun: f"punished for how he examined {_named(row.other)}",
    "exchanged": _with_why("exchanged and sent abroad"),
    "condemned to death": lambda row, why, begun: "condemned to death; the sentence waits",
    "quarrelled": lambda row, why, begun: f"quarrelled with {_named(row.other)}",
    "carried a motion": _motion("carried a motion at the centre"),
    "lost a motion": _motion("lost a motion at the centre"),
    "objected to a motion": _motion("objected to a motion at the centre"),
}
