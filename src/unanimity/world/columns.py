"""The model's dictionary: every variable, once, with table, type, range, unit, owner and meaning.

One line a column. `owner` is the one mechanism that writes it; `birth` means drawn or laid at birth and never
written again; the name of a mechanism that a regime does not run means that the column is *held* at its initial
value (or at what the regime's `[inputs]` say) until that mechanism supplies it. From these lines come the frames
of a batch, the check that no two mechanisms own the same variable, the documentation and the checkpoint.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from unanimity.world.words import ABROAD, DEAD, ISSUES, LEADER, NEVER, NOBODY, POLICE, TOPICS

DIMENSIONS = {"issue": ISSUES, "topic": TOPICS}


@dataclass(frozen=True)
class Column:
    """One variable of the state."""

    name: str
    table: str  # person, tie, unit, seat or world
    dtype: str
    low: float
    high: float
    owner: str
    meaning: str
    unit: str = "share"
    initial: float = 0.0
    per: str = ""  # issue or topic: one number for each
    scale: float = 0.0  # fixed point: the stored integer times this is the number
    added_by: tuple[str, ...] = ()  # mechanisms that may add to what the owner keeps
    settled: bool = False  # made at the head of the month from last month's state: others may read it at once

    @property
    def bytes(self) -> int:
        """Storage of one row, in bytes, for two issues and three topics."""
        width = {"": 1, "issue": 2, "topic": 3}[self.per]
        return int(np.dtype(self.dtype).itemsize * width)


def person(name: str, dtype: str, low: float, high: float, owner: str, meaning: str, **more) -> Column:  # type: ignore[no-untyped-def]
    """A variable of each person."""
    return Column(name, "person", dtype, low, high, owner, meaning, **more)


def unit(name: str, dtype: str, low: float, high: float, owner: str, meaning: str, **more) -> Column:  # type: ignore[no-untyped-def]
    """A variable of each unit of the tree."""
    return Column(name, "unit", dtype, low, high, owner, meaning, **more)


def seat(name: str, dtype: str, low: float, high: float, owner: str, meaning: str, **more) -> Column:  # type: ignore[no-untyped-def]
    """A variable of each chair in an assembly above the cells."""
    return Column(name, "seat", dtype, low, high, owner, meaning, **more)


def world(name: str, dtype: str, low: float, high: float, owner: str, meaning: str, **more) -> Column:  # type: ignore[no-untyped-def]
    """A variable of the whole country."""
    return Column(name, "world", dtype, low, high, owner, meaning, **more)


def tie(name: str, dtype: str, low: float, high: float, owner: str, meaning: str, **more) -> Column:  # type: ignore[no-untyped-def]
    """A variable of each direction of each tie."""
    return Column(name, "tie", dtype, low, high, owner, meaning, **more)


FIXED16 = 1.0 / 65535.0
BIG = 2**31 - 1
MONTHS = 2**15 - 1

COLUMNS: tuple[Column, ...] = (
    # who a person is, from birth
    person("courage", "f4", 0, 1, "birth", "how little fear weighs"),
    person("ambition", "f4", 0, 1, "birth", "pull of place and privilege"),
    person("competence", "f4", 0, 1, "birth", "ability in office and trade"),
    person("conviction", "f4", 0, 1, "birth", "how much opinions weigh with him"),
    person("standing", "f4", 0, 1, "birth", "everyday grievance brought along"),
    person("wary", "f4", 0, 1, "birth", "refuses unknown contacts"),
    person("dependants", "u1", 0, 8, "birth", "children and others who live off him", unit="persons"),
    person("category", "u1", 0, 2, "birth", "ration category, 0 the first", unit="code"),
    person("sector", "u1", 0, 7, "birth", "branch of work, 0 the army", unit="code"),
    person("first_stance", "f4", -1, 1, "birth", "the stance he came with", unit="-1..1", per="issue"),
    person("fame", "f4", 0, 1, "birth", "how far he is known abroad"),
    person("lot", "f4", 0, 1, "birth", "keyed lot for shares of jobs, rooms and plots"),
    # place in the system
    person("estate", "u1", 0, POLICE, "recruitment", "citizen, member, official, police", unit="code"),
    person("office", "u1", 0, LEADER, "appointment", "0 none, 1 cell ... 4 centre, 5 leader", unit="code"),
    person("headed", "i4", NOBODY, BIG, "appointment", "the unit he heads or sits at the head of", unit="person",
           initial=NOBODY),
    person("status", "u1", 0, DEAD, "sanction", "free, dismissed, expelled, exiled ... abroad, dead", unit="code",
           added_by=("provision", "recruitment", "protection")),
    person("death", "u1", 0, 8, "sanction", "kind of death", unit="code",
           added_by=("provision", "recruitment", "protection")),
    person("cohort", "i2", -1, MONTHS, "recruitment", "month of joining, -1 never", unit="month"),
    person("patron", "i4", NOBODY, BIG, "appointment", "who put him in office; himself if nobody did", unit="person"),
    person("survived", "u1", 0, 10, "custody", "sanctions survived", unit="count"),
    # what he thinks, feels, does
    person("stance", "f4", -1, 1, "press", "what he thinks of the line's subject", unit="-1..1", per="issue"),
    person("grievance", "f4", 0, 1, "grievance", "felt wrong"),
    person("dependence", "f4", 0, 1, "dependence", "share of his living that one hand holds", initial=0.5),
    person("hunger", "f4", 0, 1, "provision", "memory of meals missed", initial=0.05),
    person("trust", "f4", 0, 1, "press", "trust in what is printed", initial=0.5),
    person("card", "f4", 0, 1, "sanction", "share of the ration card held", initial=1),
    person("fear", "f4", 0, 1, "fear", "expected price of speaking", per="topic", initial=0.2),
    person("voice", "i1", -1, 1, "voice", "public act of the month: -1 dissent, 0 silence, 1 assent",
           unit="code", initial=1),
    person("habit", "f4", 0, 1, "voice", "how cheap a false assent has become"),
    person("talker", "u1", 0, 1, "voice", "speaks among friends what he does not say in the hall", unit="flag"),
    person("assents", "f4", 0, 1, "voice", "share of the last 12 months with assent (running mean)"),
    person("assents_running", "u1", 0, 255, "voice", "assents in an unbroken row", unit="months"),
    person("last_dissent", "i2", NEVER, MONTHS, "voice", "month of the last open dissent", unit="month", initial=NEVER),
    person("act_kind", "u1", 0, 8, "voice", "kind of the last logged act", unit="code"),
    person("act_topic", "u1", 0, 2, "voice", "topic of the last logged act", unit="code"),
    person("act_month", "i2", NEVER, MONTHS, "voice", "month of the last logged act", unit="month", initial=NEVER),
    # what is done to him
    person("dossier", "f4", 0, 1e6, "surveillance", "weight of his file", unit="file", added_by=("meeting",)),
    person("blow", "u1", 0, 7, "sanction", "what befell him last month: ladder step (an arrest 2)", unit="sevenths"),
    person("blow_topic", "u1", 0, 2, "sanction", "topic of that case", unit="code"),
    person("blow_known", "f4", 0, 1, "sanction", "how far it is known", initial=1),
    person("hostage_fear", "f4", 0, 1, "hostage", "fear of having kin in reach, part of fear's target"),
    person("marked", "u1", 0, 1, "census", "status worse than dismissed, or a file above 1: people avoid him",
           unit="flag", settled=True),
    person("hand", "u1", 0, 255, "meeting", "round in which his hand went up against, 0 never", unit="round"),
    person("heard", "u1", 0, 2, "voice", "what his ties hear of him: 0 gone, 1 quiet, 2 talks or dissents",
           unit="code", initial=1),
    # ties
    tie("weight", "u2", 0, 1, "fear", "strength of the tie in this direction", scale=FIXED16),
    tie("first_weight", "u2", 0, 1, "birth", "strength at birth, to which a thinned tie recovers", scale=FIXED16),
    tie("kind", "u1", 0, 4, "birth", "kin, friend, work, patron, cell-mate", unit="code"),
    # units
    unit("village", "u1", 0, 1, "birth", "a village cell (granary and plot), else a town cell", unit="flag"),
    unit("secretary", "i4", NOBODY, BIG, "appointment", "who heads the unit", unit="person"),
    unit("line", "f4", -1, 1, "meeting", "what the secretary proclaims", unit="-1..1", per="issue", initial=1),
    unit("yes", "f4", 0, 1, "meeting", "share of the assembly not dissenting", initial=1),
    unit("record", "f4", 0, 1, "meeting", "assent as entered in the minutes", initial=1),
    unit("vote", "f4", -1, 1, "meeting", "1 carried, -1 lost", unit="sign", initial=1),
    unit("floor", "f4", 0, 1, "meeting", "share of the evening left to dissent", initial=1),
    unit("recalled", "u1", 0, 1, "meeting", "the secretary lost a vote under recall", unit="flag"),
    unit("present", "f8", 0, BIG, "census", "people at liberty in the unit", unit="persons"),
    unit("members", "f8", 0, BIG, "census", "party members at liberty in the unit", unit="persons"),
    unit("harmed", "f8", 0, BIG, "census", "people of the unit who were harmed last month", unit="persons"),
    unit("mandate", "f8", -BIG, BIG, "meeting", "members' votes as they travel upward", unit="votes"),
    unit("zeal", "f4", 0, 1, "faction", "zeal of the apparatus", initial=0.2),
    unit("sel", "f4", 0, 1, "sanction", "share of last year's sanctions that hit dissenters", initial=0.9),
    unit("assoc", "f4", 0, 1, "association", "strength of independent bodies"),
    unit("rumour", "f4", 0, 1, "press", "rumour in the unit"),
    unit("resolve", "f4", 0, 1, "uprising", "1, or .3 under lethal attack with no way out", initial=1),
    unit("seen", "f8", 0, BIG, "fear", "blows seen in the unit last month", unit="blows", per="topic"),
    unit("printed", "f8", 0, BIG, "fear", "blows of last month as the press lets them be known", unit="blows",
         per="topic"),
    unit("harm", "f4", 0, BIG, "fear", "a year's memory of blows seen in the unit", unit="blows", per="topic"),
    unit("locality", "f4", 0, 1, "fear", "fear that the neighbourhood's fate teaches", per="topic"),
    # chairs of the assemblies above the cells: a unit's secretary and those of its children; leader and members
    seat("sitting", "i4", NOBODY, BIG, "appointment", "who sits there", unit="person", added_by=("meeting",)),
    seat("raised", "u1", 0, 255, "meeting", "round in which his hand went up against, 0 never", unit="round"),
    # the country
    world("threat", "f4", 0, 1, "shock", "how near the regime is believed to falling or to war", initial=0.1),
    world("blows", "f4", 0, 1, "sanction", "blows per head and month that people see, held until cards 15-16 supply "
          "them", unit="blows a head and month"),
    world("harm_nation", "f4", 0, 1e6, "fear", "a year's memory of blows in the country as printed",
          unit="blows a head", per="topic"),
    world("news", "f4", 0, 1, "fear", "fear that the news of the country teaches", per="topic"),
    world("agenda", "u1", 0, 1, "birth", "what is voted: 0 always rule, 1 the issues in turn", unit="code"),
    world("voted_issue", "u1", 0, 2, "meeting", "the issue on this month's agenda", unit="code", initial=1),
    world("voted_topic", "u1", 0, 2, "meeting", "the topic of that issue", unit="code"),
)


def dictionary(extra: Iterable[Column] = ()) -> dict[str, Column]:
    """All columns by name; a name declared twice is an error."""
    found: dict[str, Column] = {}
    for column in (*COLUMNS, *extra):
        if column.name in found:
            raise ValueError(
                f"column '{column.name}' is declared twice: owners '{found[column.name].owner}' and '{column.owner}'"
            )
        found[column.name] = column
    return found


AT_LIBERTY_BELOW = 3  # free, dismissed, expelled
IN_THE_COUNTRY_BELOW = ABROAD
