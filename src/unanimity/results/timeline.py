"""A timeline of one world in words, built from the case log and the measures of the country.

Each kind of event has a small function and a weight. If there are more events than can be read, the most important are
kept: the fall of a regime ranks above a congress. Leaders and the effects of a fall are in results/leaders.py. People
have the names drawn from the seed (results/person_names.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas as pd

from unanimity.results.leaders import fall_in_words, leaders_in_words
from unanimity.results.person_names import name_of
from unanimity.support.calendar import MONTHS
from unanimity.support.errors import refuse
from unanimity.support.number_format import percent
from unanimity.world.codes import LABELS, NOBODY

if TYPE_CHECKING:
    from unanimity.results.result import Result

FAMINE = 0.002  # share of the living who die of hunger in a month of famine
REVOLT = 0.05  # share of the people above which a province counts as in revolt (card 24)
QUIET = 2  # a famine or revolt ends after this many months without it
UNANIMOUS = 0.95
OFFICES = {"cell": "the secretary of a cell", "district": "the secretary of a district",
           "province": "the secretary of a province", "centre": "a member of the centre", "leader": "the leader"}
FIRST_USES = {"exile": "The first is sent into exile", "prison": "The first is sent to prison",
              "camp": "The first is sent to a camp"}
NAMED = {label: f"the people of {label}" for label in LABELS[1:9]} | {
    "army": "officers of the army", "money": "people of finance", "science": "people of science",
    "ex": "those who once opposed", "named": "those whom a script names"}
# within a month, causes come before consequences
ORDER = ("script", "war", "crisis", "famine", "attack", "campaign", "purge", "arrest", "arrests", "taken hostage",
         "confessed", "capitulated", "rung", "execution", "told", "struck", "unanimity", "revolt", "fall", "leader",
         "concession", "congress")


def place_in_month(kind: str) -> int:
    """The place of a kind of event among those of the same month; other kinds come last."""
    return ORDER.index(kind) if kind in ORDER else len(ORDER)


class Happening(NamedTuple):
    """An event of the timeline: month, kind, text and weight."""

    month: int
    kind: str
    words: str
    weight: int = 1

    @property
    def date(self) -> str:
        """The month as a date; month 0 is January of year 1."""
        return f"{MONTHS[self.month % 12]}, year {self.month // 12 + 1}"


class World(NamedTuple):
    """One world as the timeline functions see it: the country's measures by month, its provinces, its log."""

    months: np.ndarray
    country: dict[str, np.ndarray]
    provinces: dict[str, np.ndarray]  # measure: months in rows, provinces in columns
    log: pd.DataFrame
    people: int
    script: list[dict]
    seed: int

    def name(self, person: int) -> str:
        """The name of a person."""
        return name_of(self.seed, person)

    def has(self, *names: str) -> bool:
        """Whether those measures were collected."""
        return set(names) <= set(self.country)

    def begins(self, name: str) -> np.ndarray:
        """The months in which a flag rises."""
        up = self.country[name] > 0
        return self.months[up & ~np.concatenate(([False], up[:-1]))]

    def ends(self, name: str) -> np.ndarray:
        """The first months in which a flag is down again."""
        up = self.country[name] > 0
        return self.months[~up & np.concatenate(([False], up[:-1]))]

    def grows(self, name: str) -> Iterator[tuple[int, float]]:
        """The months in which a count grows, and by how much."""
        step = np.diff(self.country[name], prepend=0.0)
        return ((int(self.months[k]), float(step[k])) for k in np.flatnonzero(step > 0))

    def at(self, name: str, month: int) -> float:
        """The value of a measure in that month."""
        return float(self.country[name][int(month) - int(self.months[0])])


def timeline(result: Result, world: int = 0, most: int = 40) -> list[Happening]:
    """The events of a world from month 0 on, in order; at most that many, the most important ones."""
    if not 0 <= world < len(result.worlds):
        raise refuse("", "world", world, f"0 to {len(result.worlds) - 1}")
    seen = _world(result, world)
    found = [h for teller in _TELLERS for h in teller(seen) if h.month >= 0]
    kept = sorted(found, key=lambda h: (-h.weight, h.month))[:most]
    return sorted(kept, key=lambda h: (h.month, place_in_month(h.kind), -h.weight))


def _world(result: Result, world: int) -> World:
    values = result.values[:, world]
    names = {name: k for k, name in enumerate(result.measures)}
    log = result.log[result.log["world"] == world] if not result.log.empty else result.log
    arm = str(result.worlds["arm"].iloc[world])
    script = list((result.manifest.get("schedule") or {}).get(arm, []))
    return World(result.months, {n: values[:, -1, k] for n, k in names.items()},
                 {n: values[:, :-1, k] for n, k in names.items()}, log, int(result.manifest.get("people", 0)), script,
                 int(result.worlds["seed"].iloc[world]))


# The log --------------------------------------------------------------------------------------------------------------

def _first(log: pd.DataFrame) -> pd.Series | None:
    return None if log.empty else log.iloc[int(log["month"].to_numpy().argmin())]


def _first_steps(seen: World) -> Iterator[Happening]:
    """The first occurrence of each step of a case."""
    log = seen.log
    if log.empty:
        return
    arrested, sanctioned = log[log["event"] == "arrested"], log[log["event"] == "sanctioned"]
    first = _first(arrested)
    if first is not None:
        guilt = "who has acted against the regime" if first["guilty"] else "who has done nothing"
        who = f"{seen.name(first['person'])}, {_whom(first)}"
        cause = {"quota": "to fill a quota", "file": "for the file", "attack": "after an attack"}.get(
            str(first["cause"]), f"on the ground of {first['cause']}" if first["cause"] != "none" else "")
        why = f", {cause}" if cause else ""
        yield Happening(int(first["month"]), "arrest", f"First arrest: {who} {guilt}{why}.", 8)
    for rung, words in FIRST_USES.items():
        first = _first(sanctioned[sanctioned["rung_word"] == rung])
        if first is not None:
            before = log[(log["person"] == first["person"]) & (log["month"] <= first["month"])]["event"]
            how = "" if (before == "arrested").any() else ", as a hostage" if (before == "taken hostage").any() else (
                ", without having been arrested")
            yield Happening(int(first["month"]), "rung", f"{words}: {seen.name(first['person'])}, "
                            f"{_whom(first)}{how}.", 5)
    first = _first(log[(log["event"] == "died") & (log["kind"] == "executed")])
    if first is not None:
        yield Happening(int(first["month"]), "execution", f"First execution: {seen.name(first['person'])}, "
                        f"{_whom(first)}.", 9)
    for event, words in (("taken hostage", "First hostage: {who} must answer for {other}."),
                         ("confessed", "First confession: {who}."),
                         ("capitulated", "For the first time an opponent signs a statement of error: {who}."),
                         ("told", "For the first time somebody tells of a chief's crime: {who}."),
                         ("struck", "First strike of prisoners; {who} is among them.")):
        first = _first(log[log["event"] == event])
        if first is not None:
            other = "a relative" if first["other"] == NOBODY else seen.name(first["other"])
            yield Happening(int(first["month"]), event, words.format(
                who=f"{seen.name(first['person'])}, {_whom(first)}", other=other), 4)


def _whom(row: pd.Series) -> str:
    return OFFICES.get(str(row["office"])) or _a(row["estate"])


def _a(estate: object) -> str:
    word = {"police": "policeman"}.get(str(estate), str(estate))
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def _worst_month(seen: World) -> Iterator[Happening]:
    """The month with the most arrests, if arrests come in waves."""
    arrests = seen.log[(seen.log["event"] == "arrested")] if not seen.log.empty else seen.log
    if len(arrests) < 2:
        return
    by_month = arrests.groupby("month").size()
    if by_month.max() >= 3 * by_month.mean():
        month = int(by_month.idxmax())
        innocent = 1.0 - float(arrests.loc[arrests["month"] == month, "guilty"].mean())
        yield Happening(month, "arrests", f"The most arrests in one month: {by_month.max()}, {percent(innocent)} of "
                        "them of people who have done nothing.", 6)


def _attacks(seen: World) -> Iterator[Happening]:
    """Attackers and victims; the log gives the office of a victim who dies of the attack."""
    log = seen.log
    if log.empty:
        return
    murdered = log[(log["event"] == "died") & (log["kind"] == "murdered")]
    for row in log[log["event"] == "attacked"].itertuples():
        victim = murdered[(murdered["month"] == row.month) & (murdered["person"] == row.other)]
        who = f"{seen.name(row.person)}, {_a(row.estate)},"
        if len(victim):
            yield Happening(row.month, "attack", f"Attack: {who} kills {seen.name(row.other)}, "
                            f"{_whom(victim.iloc[0])}.", 8)
        else:
            whom = f" at {seen.name(row.other)}, who survives" if row.other != NOBODY else ""
            yield Happening(row.month, "attack", f"Attack: {who} strikes{whom}.", 6)


# The country ----------------------------------------------------------------------------------------------------------

def _campaigns(seen: World) -> Iterator[Happening]:
    if not seen.has("branch_named"):
        return
    codes = seen.country["branch_named"].astype(int)
    before = np.concatenate(([0], codes[:-1]))
    for k in np.flatnonzero((codes != before) & (codes > 0)):
        label = LABELS[codes[k]]
        yield Happening(int(seen.months[k]), "campaign", f"A campaign begins: {NAMED[label]} are to blame.", 6)


def _purges(seen: World) -> Iterator[Happening]:
    if not seen.has("purge_runs", "purged"):
        return
    opened = 0
    for month in seen.begins("purge_runs"):
        opened = int(month)
        yield Happening(opened, "purge", "A purge opens.", 8)
        closed = [int(m) for m in seen.ends("purge_runs") if m > month]
        if closed:
            before = seen.at("purged", opened - 1) if opened > seen.months[0] else 0.0
            victims = int(seen.at("purged", closed[0]) - before)
            if victims:
                yield Happening(closed[0], "purge", f"The purge closes after {closed[0] - opened} months and {victims} "
                                f"victim{'s' if victims != 1 else ''}.", 7)
            else:
                yield Happening(closed[0], "purge", f"The purge closes after {closed[0] - opened} months.", 3)


def _revolts(seen: World) -> Iterator[Happening]:
    """Revolts: a revolt starts in the province with the most participants; the regime may fall or make concessions."""
    if not seen.has("share_in_revolt"):
        return
    for first, last in _spells(seen.country["share_in_revolt"] >= REVOLT):
        span = slice(first, last + 1)
        share = float(seen.country["share_in_revolt"][span].max())
        lead = int(np.nanargmax(seen.provinces["share_in_revolt"][first])) + 1
        yield Happening(int(seen.months[first]), "revolt", f"Revolt: it is strongest in province {lead}; at its height "
                        f"{percent(share)} of the people have risen.", 8)


def _falls(seen: World) -> Iterator[Happening]:
    if seen.has("falls_so_far"):
        for month, _ in seen.grows("falls_so_far"):
            yield Happening(month, "fall", fall_in_words(seen, month), 10)
    if seen.has("concession_runs"):
        for month in seen.begins("concession_runs"):
            words = "The centre concedes: trade and association are eased for a year."
            yield Happening(int(month), "concession", words, 7)
        for month in seen.ends("concession_runs"):
            yield Happening(int(month), "concession", "The concession lapses.", 3)
    if seen.has("crises_so_far"):
        for month, _ in seen.grows("crises_so_far"):
            yield Happening(month, "crisis", "A problem that nobody had reported breaks open.", 7)
    if seen.has("war_runs"):
        for month in seen.begins("war_runs"):
            yield Happening(int(month), "war", "War begins.", 9)
        for month in seen.ends("war_runs"):
            yield Happening(int(month), "war", "War ends.", 8)


def _famines(seen: World) -> Iterator[Happening]:
    """Months with many hunger deaths, joined if the gap between them is short."""
    if not seen.has("hunger_deaths", "deaths"):
        return
    dying = np.diff(seen.country["hunger_deaths"], prepend=0.0)
    here = seen.country["people_here"] if seen.has("people_here") else seen.people - seen.country["deaths"]
    living = np.maximum(1.0, here)  # with births and migration: the people present now
    for first, last in _spells(dying >= np.maximum(1.0, FAMINE * living)):
        dead = int(dying[first:last + 1].sum())
        months = last - first + 1
        length = f"in {months} months" if months > 1 else "in one month"
        yield Happening(int(seen.months[first]), "famine", f"Famine: {dead} people die of hunger {length}.",
                        9 if dead > 0.01 * seen.people else 5)


def _spells(here: np.ndarray) -> list[tuple[int, int]]:
    """The first and last index of each spell; short gaps do not end a spell."""
    spells: list[tuple[int, int]] = []
    for k in np.flatnonzero(here):
        if spells and k - spells[-1][1] <= QUIET + 1:
            spells[-1] = (spells[-1][0], int(k))
        else:
            spells.append((int(k), int(k)))
    return spells


def _congresses(seen: World) -> Iterator[Happening]:
    if not seen.has("congress_sits", "delegates_of_leader", "dissent_at_congress"):
        return
    for number, month in enumerate(seen.months[seen.country["congress_sits"] > 0], start=1):
        mine, against = seen.at("delegates_of_leader", month), seen.at("dissent_at_congress", month)
        yield Happening(int(month), "congress", f"Congress: {percent(mine)} of the delegates are the leader's, "
                        f"{percent(against)} dissent.", 5 if number == 1 else 2)


def _unanimous(seen: World) -> Iterator[Happening]:
    """The first time that the minutes record a unanimous vote."""
    if not seen.has("unanimity"):
        return
    above = seen.months[(seen.country["unanimity"] >= UNANIMOUS) & (seen.months >= 0)]
    if above.size and above[0] > max(0, seen.months[0]):
        yield Happening(int(above[0]), "unanimity", f"The country votes unanimously: {percent(UNANIMOUS)} and more "
                        "do not dissent publicly.", 6)


def _leaders(seen: World) -> Iterator[Happening]:
    """What happens to leaders, and who succeeds them."""
    for month, words, weight in leaders_in_words(seen):
        yield Happening(month, "leader", words, weight)


def _script(seen: World) -> Iterator[Happening]:
    """The scheduled events of a month, from the regime file."""
    for entry in seen.script:
        month = entry.get("month")
        if isinstance(month, (int, np.integer)) and not entry.get("rate"):
            name = str(entry.get("name") or entry.get("kind", "")).replace("_", " ")
            kind = str(entry.get("kind", "")).replace("_", " ")
            what = name if kind in ("event", name) else f"{kind} {name}".strip()
            yield Happening(int(month), "script", f"By the script: {what}.", 6)


_TELLERS: tuple[Callable[[World], Iterator[Happening]], ...] = (
    _first_steps, _worst_month, _attacks, _leaders, _campaigns, _purges, _revolts, _falls, _famines, _congresses,
    _unanimous, _script,
)
