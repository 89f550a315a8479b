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

from unanimity.world.errors import ModelError
from unanimity.world.words import ABROAD, DEAD, EX, ISSUES, LEADER, NEVER, NOBODY, POLICE, SECTORS, TOPICS

ELDERS = ("first", "second", "third", "fourth", "fifth")
DIMENSIONS = {"issue": ISSUES, "topic": TOPICS, "sector": SECTORS, "elder": ELDERS}


@dataclass(frozen=True)
class Column:
    """One variable of the state."""

    name: str
    table: str  # person, tie, unit, seat, faction or world
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
        width = {"": 1, "issue": 2, "topic": 3, "sector": len(SECTORS), "elder": len(ELDERS)}[self.per]
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


def faction(name: str, dtype: str, low: float, high: float, owner: str, meaning: str, **more) -> Column:  # type: ignore[no-untyped-def]
    """A variable of each of the 255 factions that may exist (slot 0: none)."""
    return Column(name, "faction", dtype, low, high, owner, meaning, **more)


def world(name: str, dtype: str, low: float, high: float, owner: str, meaning: str, **more) -> Column:  # type: ignore[no-untyped-def]
    """A variable of the whole country."""
    return Column(name, "world", dtype, low, high, owner, meaning, **more)


def tie(name: str, dtype: str, low: float, high: float, owner: str, meaning: str, **more) -> Column:  # type: ignore[no-untyped-def]
    """A variable of each direction of each tie."""
    return Column(name, "tie", dtype, low, high, owner, meaning, **more)


FIXED16 = 1.0 / 65535.0
BIG = 2**31 - 1
MONTHS = 2**15 - 1

# mechanisms that may make a person act, strike him, change his status, or take his office away
ACTING = ("shock", "uprising", "protection")
STRIKING = ("shock", "uprising", "hostage", "arrest", "sanction", "custody", "purge", "exit")
MOVING = ("provision", "recruitment", "protection", "shock", "uprising", "hostage", "arrest", "oversight",
          "intercession", "custody", "confession", "purge", "exit")
OUSTING = ("sanction", "hostage", "purge", "concentration", "uprising", "exit")

COLUMNS: tuple[Column, ...] = (
    # who a person is, from birth
    person("courage", "f4", 0, 1, "birth", "how little fear weighs"),
    person("ambition", "f4", 0, 1, "birth", "pull of place and privilege"),
    person("competence", "f4", 0, 1, "appointment", "ability in office and trade"),
    person("conviction", "f4", 0, 1, "birth", "how much opinions weigh with him"),
    person("standing", "f4", 0, 1, "birth", "everyday grievance brought along"),
    person("wary", "f4", 0, 1, "birth", "refuses unknown contacts"),
    person("dependants", "u1", 0, 8, "birth", "children and others who live off him", unit="persons"),
    person("category", "u1", 0, 2, "birth", "ration category, 0 the first", unit="code"),
    person("sector", "u1", 0, 7, "birth", "branch of work, 0 the army", unit="code"),
    person("first_stance", "f4", -1, 1, "birth", "the stance he came with", unit="-1..1", per="issue"),
    person("fame", "f4", 0, 1, "intercession", "how far he is known abroad"),
    person("lot", "f4", 0, 1, "birth", "keyed lot for shares of jobs, rooms and plots"),
    # place in the system
    person("estate", "u1", 0, POLICE, "recruitment", "citizen, member, official, police", unit="code",
           added_by=("appointment", *OUSTING)),
    person("office", "u1", 0, LEADER, "appointment", "0 none, 1 cell ... 4 centre, 5 leader", unit="code",
           added_by=OUSTING),
    person("highest_office", "u1", 0, LEADER, "appointment", "the highest office ever held", unit="code"),
    person("tenure", "u2", 0, 65535, "appointment", "months in the present office", unit="months", added_by=OUSTING),
    person("posted", "u1", 0, 1, "appointment", "was posted away from an office", unit="flag"),
    person("headed", "i4", NOBODY, BIG, "appointment", "the unit he heads or sits at the head of", unit="person",
           initial=NOBODY, added_by=OUSTING),
    person("status", "u1", 0, DEAD, "sanction", "free, dismissed, expelled, exiled ... abroad, dead", unit="code",
           added_by=MOVING),
    person("death", "u1", 0, 8, "sanction", "kind of death", unit="code", added_by=MOVING),
    person("death_month", "i2", NEVER, MONTHS, "docket", "month of death", unit="month", initial=NEVER,
           added_by=("sanction", *MOVING)),
    person("cohort", "i2", -1, MONTHS, "recruitment", "month of joining, -1 never", unit="month"),
    person("patron", "i4", NOBODY, BIG, "appointment", "who put him in office; himself if nobody did", unit="person"),
    person("survived", "u1", 0, 10, "custody", "sanctions survived", unit="count", added_by=("intercession",)),
    person("solid", "f4", 0, 1, "custody", "solidarity of those who shared a cell"),
    # what he thinks, feels, does
    person("stance", "f4", -1, 1, "press", "what he thinks of the line's subject", unit="-1..1", per="issue",
           added_by=("shock",)),
    person("grievance", "f4", 0, 1, "grievance", "felt wrong", added_by=("uprising", "campaign")),
    person("dependence", "f4", 0, 1, "dependence", "share of his living that one hand holds", initial=0.5),
    person("held", "f4", -1, 1, "dependence", "what one hand held when his dependence was last reckoned, -1 never",
           initial=-1),
    person("hunger", "f4", 0, 1, "provision", "memory of meals missed", initial=0.05, added_by=("custody",)),
    person("accustomed", "f4", 0, 1, "grievance", "the hunger he is used to", initial=0.05),
    person("trust", "f4", 0, 1, "press", "trust in what is printed", initial=0.5),
    person("card", "f4", 0, 1, "custody", "share of the ration card held", initial=1),
    person("job_state", "u1", 0, 1, "dependence", "works for the state", unit="flag"),
    person("room_state", "u1", 0, 1, "dependence", "lives in a state room", unit="flag"),
    person("plot", "u1", 0, 1, "dependence", "a villager with a plot of his own", unit="flag"),
    person("fear", "f4", 0, 1, "fear", "expected price of speaking", per="topic", initial=0.2),
    person("voice", "i1", -1, 1, "voice", "public act of the month: -1 dissent, 0 silence, 1 assent",
           unit="code", initial=1),
    person("habit", "f4", 0, 1, "voice", "how cheap a false assent has become"),
    person("talker", "u1", 0, 1, "voice", "speaks among friends what he does not say in the hall", unit="flag"),
    person("assents", "f4", 0, 1, "voice", "share of the last 12 months with assent (running mean)"),
    person("assents_running", "u1", 0, 255, "voice", "assents in an unbroken row", unit="months"),
    person("last_dissent", "i2", NEVER, MONTHS, "voice", "month of the last open dissent", unit="month", initial=NEVER),
    person("faction", "u1", 0, 255, "faction", "faction, 0 none", unit="code",
           added_by=("surveillance", "confession")),
    person("recruiter", "i4", NOBODY, BIG, "faction", "who brought him in; founders themselves", unit="person",
           initial=NOBODY, added_by=("surveillance",)),
    person("agent_tie", "i4", NOBODY, BIG, "faction", "the police agent who has met him: a work tie of .3",
           unit="person", initial=NOBODY, added_by=("surveillance",)),
    person("agent_tie_month", "i2", NEVER, MONTHS, "faction", "month of it, never if made inside a circle", unit="month",
           initial=NEVER, added_by=("surveillance",)),
    person("provoked", "f4", 0, 1, "faction", "wish to speak that the apparatus' zeal adds"),
    person("act_kind", "u1", 0, 8, "voice", "kind of the last logged act", unit="code", added_by=ACTING),
    person("act_topic", "u1", 0, 2, "voice", "topic of the last logged act", unit="code", added_by=ACTING),
    person("act_month", "i2", NEVER, MONTHS, "voice", "month of the last logged act", unit="month", initial=NEVER,
           added_by=ACTING),
    # what is done to him
    person("dossier", "f4", 0, 1e6, "surveillance", "weight of his file", unit="file",
           added_by=("meeting", "protection", "uprising", "confession", "oversight", "sanction", "association", "exit",
                     "hostage", "intercession", "concentration")),
    person("tellings", "u1", 0, 255, "protection", "times he told of a chief's crime", unit="count"),
    person("blow", "u1", 0, 7, "docket", "what befell him last month: ladder step (an arrest 2)", unit="sevenths",
           added_by=STRIKING),
    person("blow_topic", "u1", 0, 2, "docket", "topic of that case", unit="code", added_by=STRIKING),
    person("blow_known", "f4", 0, 1, "docket", "how far it is known to ties", initial=1, added_by=STRIKING),
    # police and prison
    person("docket", "i4", NOBODY, BIG, "docket", "the world's list of people who are not free: its k-th entry",
           unit="person", initial=NOBODY, added_by=("hostage", "arrest", "purge")),
    person("informer", "u1", 0, 1, "surveillance", "reports on his ties", unit="flag"),
    person("agent", "u1", 0, 1, "surveillance", "an agent of the police inside a faction", unit="flag"),
    person("watched", "u1", 0, 1, "surveillance", "an agent sits in his circle", unit="flag"),
    person("loosened", "u1", 0, 1, "surveillance", "share of his faction's circles in which an agent sits",
           scale=1.0 / 255.0),
    person("enemy", "u1", 0, 1, "birth", "a real plotter, by the scenario", unit="flag"),
    person("warrant", "u1", 0, 255, "arrest", "cause for which he is to be arrested this month, 0 none", unit="code",
           added_by=("shock", "purge", "hostage", "uprising")),
    person("suspicion", "f4", -1e6, 1e6, "arrest", "score by which the police ranks people", unit="score"),
    person("arrested", "i2", NEVER, MONTHS, "arrest", "month of the last arrest", unit="month", initial=NEVER,
           added_by=("hostage",)),
    person("case_topic", "u1", 0, 2, "arrest", "topic of the case", unit="code", added_by=("hostage",)),
    person("examiner", "i4", NOBODY, BIG, "arrest", "who examined the last case", unit="person", initial=NOBODY),
    person("judge", "i4", NOBODY, BIG, "arrest", "who judged it", unit="person", initial=NOBODY),
    person("named_by", "i4", NOBODY, BIG, "confession", "whose confession named him last", unit="person",
           initial=NOBODY),
    person("confessed", "u1", 0, 1, "confession", "has signed a confession in the present case", unit="flag",
           added_by=("arrest",)),
    person("named", "u1", 0, 255, "confession", "people whom he has named in the present case", unit="persons"),
    person("step", "u1", 0, 5, "confession", "declarations signed", unit="count"),
    person("capitulated", "u1", 0, 1, "confession", "has signed that he was wrong", unit="flag"),
    person("signed_month", "i2", NEVER, MONTHS, "confession", "month of the last signature", unit="month",
           initial=NEVER),
    person("rung_due", "u1", 0, 7, "sanction", "rung that awaits him, before anybody intercedes", unit="rung",
           added_by=("verdict", "oversight", "intercession", "confession")),
    person("case_level", "u1", 0, LEADER, "verdict", "office held when arrested: the assembly of his act", unit="code"),
    person("cleared", "u1", 0, 2, "oversight", "this month's case was closed: 1 by review, 2 by a plea", unit="code",
           added_by=("intercession", "confession", "sanction", "custody")),
    person("rung", "u1", 0, 7, "sanction", "rung in force", unit="rung", added_by=("oversight", "hostage", "custody",
                                                                               "confession", "intercession", "purge", "exit")),
    person("status_until", "i2", NEVER, MONTHS, "sanction", "month in which the term ends", unit="month",
           initial=NEVER, added_by=("oversight", "hostage", "custody", "intercession", "confession", "purge")),
    person("execution", "i2", NEVER, MONTHS, "sanction", "month for which his execution is set", unit="month",
           initial=NEVER, added_by=("oversight", "intercession", "confession", "hostage", "custody", "purge")),
    person("held_in", "u1", 0, 255, "custody", "number of the province in which he is held, 0 his own", unit="code"),
    person("held_next", "i4", NOBODY, BIG, "custody", "the next of his faction held in such a place (working list)",
           unit="person", initial=NOBODY),
    person("hostage", "u1", 0, 2, "hostage", "held for another's act: 1 of his kin, 2 of his group", unit="code",
           added_by=("custody", "confession", "intercession")),
    person("petitioned", "i2", NEVER, MONTHS, "intercession", "month in which a petition for him arrives", unit="month",
           initial=NEVER),
    person("petition_delay", "u1", 0, 3, "birth", "months for which a petition for him is held up, by assignment",
           unit="months"),
    person("ear", "f4", 0, 2, "intercession", "best way to a chief: weight of its ties times his standing and rank"),
    person("ear_by", "i4", NOBODY, BIG, "intercession", "that chief's number times 8, plus the ties on the way",
           unit="code", initial=NOBODY),
    person("petitions", "u2", 0, 65535, "intercession", "petitions that he heard as a chief last month", unit="count"),
    person("hops", "u1", 0, 255, "intercession", "ties on the best path to a chief, 0 none", unit="ties"),
    person("reputation", "f4", 0, 24, "intercession", "slow reputation abroad", unit="noise"),
    person("noise", "f4", 0, 12, "intercession", "scripted campaign abroad for him", unit="noise",
           added_by=("hostage",)),
    person("permit", "u1", 0, 255, "intercession", "months until he may leave, 0 no permit", unit="months",
           added_by=("exit",)),
    # power and world
    person("label", "u1", 0, EX, "campaign", "category of enemy: a branch of work, or 'ex'", unit="code",
           added_by=("confession", "protection")),
    person("purge", "f4", 0, 1e6, "purge", "intensity with which the purge points at him", unit="intensity"),
    person("readiness", "f4", -9, 9, "uprising", "how far he is above the threshold of rising alone", unit="-9..9"),
    person("in_revolt", "u1", 0, 8, "uprising", "sub-round in which he has risen this month, 0 not", unit="round"),
    person("striking", "u1", 0, 255, "uprising", "months of a scripted strike left", unit="months"),
    person("departing", "u1", 0, 2, "exit", "1 leaves this month, 2 dies at the border", unit="code"),
    person("muted", "u1", 0, 1, "exit", "keeps silent after having left the party", unit="flag"),
    person("last_rose", "i2", NEVER, MONTHS, "uprising", "month in which he last rose", unit="month", initial=NEVER),
    person("last_guilt", "i2", NEVER, MONTHS, "faction", "month in which he last was in a faction he has left",
           unit="month", initial=NEVER, added_by=("confession",)),
    person("quiet_until", "i2", NEVER, MONTHS, "exit", "month until which he keeps silent after leaving the party",
           unit="month", initial=NEVER, added_by=("recruitment",)),
    person("groups", "u4", 0, 2**32 - 1, "birth", "named groups of the scenario, a bit each", unit="code"),
    person("attends", "u1", 0, 1, "birth", "attends his assembly", unit="flag", initial=1),
    person("peaceable", "u1", 0, 1, "birth", "by script no lone attacker", unit="flag"),
    person("elder", "u1", 0, 1, "birth", "the scenario calls him an elder of his faction", unit="flag"),
    person("ordinary", "u1", 0, 1, "birth", "a prisoner whom the scenario does not call political", unit="flag"),
    person("ease", "u1", 0, 1, "birth", "ease of a scripted offer to capitulate", scale=0.01),
    person("moral", "u1", 0, 1, "birth", "size of a scripted moral shock that he lives through", scale=0.01),
    person("hostage_fear", "f4", 0, 1, "hostage", "fear of having kin in reach, part of fear's target"),
    person("marked", "u1", 0, 1, "census", "status worse than dismissed, or a file above 1: people avoid him",
           unit="flag", settled=True),
    person("hand", "u1", 0, 255, "meeting", "round in which his hand went up against, 0 never", unit="round"),
    person("heard", "u1", 0, 2, "voice", "what his ties hear of him: 0 gone, 1 quiet, 2 talks or dissents",
           unit="code", initial=1),
    # bread: what he eats
    person("deficit", "u2", 0, 1, "provision", "share of need that he goes without this month", scale=FIXED16),
    person("relieved", "u1", 0, 1, "provision", "his hunger fell by more than .05 this month", unit="flag",
           added_by=("custody",)),
    # ties
    tie("weight", "u2", 0, 1, "fear", "strength of the tie in this direction", scale=FIXED16),
    tie("first_weight", "u2", 0, 1, "birth", "strength at birth, to which a thinned tie recovers", scale=FIXED16),
    tie("kind", "u1", 0, 4, "birth", "kin, friend, work, patron, cell-mate", unit="code"),
    # units
    unit("village", "u1", 0, 1, "birth", "a village cell (granary and plot), else a town cell", unit="flag"),
    unit("secretary", "i4", NOBODY, BIG, "appointment", "who heads the unit", unit="person", added_by=OUSTING),
    unit("vacated", "u1", 0, 1, "appointment", "the secretary has lost his post this month", unit="flag",
         added_by=("reporting", "concentration")),
    unit("line", "f4", -1, 1, "meeting", "what the secretary proclaims", unit="-1..1", per="issue", initial=1),
    unit("yes", "f4", 0, 1, "meeting", "share of the assembly not dissenting", initial=1),
    unit("record", "f4", 0, 1, "meeting", "assent as entered in the minutes", initial=1),
    unit("vote", "f4", -1, 1, "meeting", "1 carried, -1 lost", unit="sign", initial=1),
    unit("floor", "f4", 0, 1, "meeting", "share of the evening left to dissent", initial=1),
    unit("recalled", "u1", 0, 1, "meeting", "the secretary lost a vote under recall", unit="flag"),
    unit("present", "f8", 0, BIG, "census", "people at liberty in the unit", unit="persons"),
    unit("members", "f8", 0, BIG, "census", "party members at liberty in the unit", unit="persons"),
    unit("harmed", "f8", 0, BIG, "census", "people of the unit who were harmed last month", unit="persons"),
    unit("in_faction", "f8", 0, BIG, "faction", "faction members in the unit", unit="persons"),
    unit("mandate", "f8", -BIG, BIG, "meeting", "members' votes as they travel upward", unit="votes"),
    unit("zeal", "f4", 0, 1, "faction", "zeal of the apparatus", initial=0.2),
    unit("sel", "f4", 0, 1, "sanction", "share of last year's sanctions that hit dissenters", initial=0.9),
    unit("assoc", "f4", 0, 1, "association", "strength of independent bodies"),
    unit("rumour", "f4", 0, 1, "press", "rumour in the unit"),
    unit("claim", "f4", 0, 1, "press", "share of need met, as printed", initial=0.95),
    unit("believed", "f4", 0, 1, "press", "belief in the guilt of the accused", initial=0.5),
    unit("opinion", "f8", -BIG, BIG, "press", "what people think, summed", unit="persons", per="issue"),
    unit("starved", "f8", 0, BIG, "press", "people of the cell dead of hunger so far", unit="persons"),
    unit("starved_before", "f8", 0, BIG, "press", "the same a month ago", unit="persons"),
    unit("trusting", "f8", 0, BIG, "press", "trust, summed over the cell", unit="persons"),
    unit("acquainted", "f8", 0, BIG, "press", "people with a tie to an accused who never dissented", unit="persons"),
    unit("insult", "f4", 0, 1, "uprising", "insult of last month's assault or threat"),
    unit("broken", "f4", 0, 1, "shock", "a promise was broken this month"),
    unit("resolve", "f4", 0, 1, "uprising", "1, or .3 under lethal attack with no way out", initial=1),
    unit("seen", "f8", 0, BIG, "fear", "blows seen in the unit last month", unit="blows", per="topic"),
    unit("printed", "f8", 0, BIG, "fear", "blows of last month as the press lets them be known", unit="blows",
         per="topic"),
    unit("harm", "f4", 0, BIG, "fear", "a year's memory of blows seen in the unit", unit="blows", per="topic"),
    unit("locality", "f4", 0, 1, "fear", "fear that the neighbourhood's fate teaches", per="topic"),
    # bread: fields, granaries, cards and market (food in person-months)
    unit("inhabitants", "f8", 0, BIG, "requisition", "people of the cell at birth", unit="persons"),
    unit("begun", "u1", 0, 1, "requisition", "at the centre: the first month has been laid", unit="flag"),
    unit("full_harvest", "f8", 0, 1e12, "requisition", "harvest of full sowing in a normal year", unit="food"),
    unit("yielded", "f4", 0, 10, "shock", "this year's yield, 1 in a normal year", unit="factor", initial=1),
    unit("sown", "f4", 0, 1, "requisition", "share of the fields that is sown", initial=0.9),
    unit("harvest", "f8", 0, 1e12, "requisition", "the last harvest", unit="food"),
    unit("granary", "f8", 0, 1e12, "requisition", "grain in the village", unit="food", added_by=("provision",)),
    unit("season_take", "f8", 0, 1e12, "requisition", "grain taken since September", unit="food"),
    unit("take_due", "f8", 0, 1e12, "requisition", "what is to be taken each month of the season", unit="food"),
    unit("sale_due", "f8", 0, 1e12, "requisition", "what the village means to sell each month of it", unit="food"),
    unit("month_take", "f8", 0, 1e12, "requisition", "grain taken this month", unit="food"),
    unit("sold", "f8", 0, 1e12, "requisition", "grain brought to market this month", unit="food"),
    unit("stock", "f8", 0, 1e12, "requisition", "what the district has collected and not handed out", unit="food",
         added_by=("provision", "uprising")),
    unit("offered", "f8", 0, 1e12, "requisition", "grain on the market of the province", unit="food",
         added_by=("provision",)),
    unit("need", "f8", 0, 1e12, "provision", "what the people of the cell need this month", unit="food"),
    unit("own", "f8", 0, 1e3, "provision", "eaten from the plot, a head", unit="food"),
    unit("asked", "f8", 0, 1e12, "provision", "the claim by which the centre allots this month", unit="food"),
    unit("reported_need", "f8", 0, 1e12, "provision", "need as reported this month", unit="food"),
    unit("reported_need_1", "f8", 0, 1e12, "provision", "need as reported a month ago", unit="food"),
    unit("reported_need_2", "f8", 0, 1e12, "provision", "need as reported two months ago", unit="food"),
    unit("reported_need_3", "f8", 0, 1e12, "provision", "need as reported three months ago", unit="food"),
    unit("pool", "f8", 0, 1e12, "provision", "food that the cell may hand out on cards", unit="food"),
    unit("cards_first", "f8", 0, BIG, "provision", "cards of the first category", unit="cards"),
    unit("cards_second", "f8", 0, BIG, "provision", "cards of the second category", unit="cards"),
    unit("cards_third", "f8", 0, BIG, "provision", "cards of the third category", unit="cards"),
    unit("ration_first", "f8", 0, 1, "provision", "share of unmet need that a first card gives", initial=1),
    unit("ration_second", "f8", 0, 1, "provision", "share of unmet need that a second card gives", initial=1),
    unit("ration_third", "f8", 0, 1, "provision", "share of unmet need that a third card gives", initial=1),
    unit("missing", "f8", 0, 1e12, "provision", "need that plot and cards leave open in the cell", unit="food"),
    unit("left_over", "f8", 0, 1e12, "provision", "what the cards left of the pool", unit="food"),
    unit("reach", "f8", 0, 1, "provision", "share of the market's surplus that can reach the hungry"),
    unit("bought", "f8", 0, 1, "provision", "share of the gap that market and co-operatives close"),
    unit("arrears", "u1", 0, 255, "provision", "months running in which the pool fell short", unit="months"),
    unit("shortage", "f8", 0, BIG, "provision", "sum of the deficits of the unit's people", unit="persons"),
    unit("lived", "f4", 0, 1, "provision", "supply as people live it: 1 - mean deficit", initial=0.95),
    unit("output", "f4", 0, 4, "provision", "output as share of the plan", initial=1),
    unit("work", "f4", 0, 1, "provision", "mean share of hours not lost to barter since the last harvest", initial=1),
    unit("urban_gap", "f8", 0, 1, "provision", "at the centre: mean gap of townspeople"),
    unit("urban_deficit", "f8", 0, 1, "provision", "at the centre: mean deficit of townspeople"),
    # bread: the ledger, since the first month
    unit("brought", "f8", 0, 1e15, "requisition", "food that was there when the run began", unit="food"),
    unit("grown", "f8", 0, 1e15, "requisition", "food harvested since then", unit="food"),
    unit("taken", "f8", 0, 1e15, "requisition", "grain taken since then", unit="food"),
    unit("made", "f8", 0, 1e15, "provision", "food made by co-operatives, or given where requisition is off",
         unit="food"),
    unit("eaten", "f8", 0, 1e15, "provision", "food eaten", unit="food", added_by=("uprising",)),
    unit("traded", "f8", 0, 1e15, "provision", "food bought on the market", unit="food"),
    unit("lost", "f8", 0, 1e15, "provision", "food lost on the way", unit="food"),
    unit("stolen", "f8", 0, 1e15, "provision", "food stolen by rings", unit="food"),
    # bread: the number that goes up
    unit("ring", "f4", 0, 1, "protection", "strength of mutual cover in the unit"),
    unit("blame", "f4", 0, 1, "reporting", "scapegoating learnt in the unit above"),
    unit("shading", "f4", 0, 1, "reporting", "share of a shortfall that the report hides"),
    unit("frankness", "f4", 0, 1, "reporting", "what the chain above leaves of a shortage told", initial=1),
    unit("inspected", "u1", 0, 1, "reporting", "an independent eye saw the unit this month", unit="flag"),
    unit("scapegoat", "u1", 0, 1, "reporting", "its secretary was struck after an admitted shortfall", unit="flag"),
    unit("target_harvest", "f8", 0, 1e12, "reporting", "planned harvest", unit="food"),
    unit("target_supply", "f8", 0, 1e12, "reporting", "decreed supply", unit="rations"),
    unit("truth_output", "f8", 0, 1e12, "reporting", "true output", unit="plans a head"),
    unit("truth_harvest", "f8", 0, 1e12, "reporting", "true harvest", unit="food"),
    unit("truth_supply", "f8", 0, 1e12, "reporting", "true supply", unit="rations"),
    unit("truth_mood", "f8", 0, 1e12, "reporting", "people who assented, as minuted", unit="persons"),
    unit("content", "f8", 0, 1e12, "reporting", "people who are no private dissenters", unit="persons"),
    unit("report_output", "f8", 0, 1e12, "reporting", "output as reported", unit="plans a head"),
    unit("report_harvest", "f8", 0, 1e12, "reporting", "harvest as reported", unit="food"),
    unit("report_supply", "f8", 0, 1e12, "reporting", "supply as reported", unit="rations"),
    unit("report_mood", "f8", 0, 1e12, "reporting", "assent as reported", unit="persons"),
    unit("found_output", "f4", 0, 1e6, "reporting", "truth / report of output at the last inspection",
         unit="ratio", initial=1),
    unit("found_harvest", "f4", 0, 1e6, "reporting", "truth / report of harvest at the last inspection",
         unit="ratio", initial=1),
    unit("found_supply", "f4", 0, 1e6, "reporting", "truth / report of supply at the last inspection",
         unit="ratio", initial=1),
    unit("found_mood", "f4", 0, 1e6, "reporting", "truth / report of mood at the last inspection",
         unit="ratio", initial=1),
    unit("tied_above", "f4", 0, 1, "protection", "how its secretary is tied to the one above him", initial=0.7),
    unit("crime_month", "i2", NEVER, MONTHS, "protection", "month of the open or last crime", unit="month",
         initial=NEVER),
    unit("crime_severity", "f4", 0, 1, "protection", "severity of that crime"),
    unit("crime_open", "u1", 0, 1, "protection", "a crime that nobody has told of", unit="flag"),
    unit("crimes", "u2", 0, 65535, "protection", "crimes so far", unit="count"),
    unit("told", "u1", 0, 1, "protection", "somebody told this month", unit="flag"),
    unit("exposed", "u2", 0, 65535, "protection", "crimes that came out", unit="count"),
    unit("exposed_by", "u1", 0, 3, "protection", "how the last came out: 1 a teller, 2 a quarrel above, 3 a script",
         unit="code"),
    unit("silence", "u4", 0, 2**32 - 1, "protection", "months of silence on the crimes that came out", unit="months"),
    unit("crime_insiders", "f4", -1, 1, "protection", "share of members who know of the open crime, -1 as on the card",
         initial=-1),
    unit("withdrawn", "f4", 0, 1, "birth", "share of the people whom a scripted war keeps from work"),
    unit("officials_here", "f8", 0, BIG, "census", "office holders in the unit", unit="persons"),
    # police and prison, by province; power
    unit("officers", "f8", 0, BIG, "docket", "police and office holders at liberty in the unit", unit="persons"),
    unit("informers", "f8", 0, BIG, "surveillance", "informers in the unit", unit="persons"),
    unit("alarm", "f4", 0, 1, "arrest", "political temperature of the province's police", initial=0.05),
    unit("attacked", "u1", 0, 1, "shock", "an attack in the province this month", unit="flag"),
    unit("carry_quota", "f8", 0, 1, "arrest", "what the quota left below a whole person", unit="persons"),
    unit("carry_capacity", "f8", 0, 1, "arrest", "what the police's capacity left below a whole person",
         unit="persons"),
    unit("kin_watched", "u1", 0, 1, "hostage", "kin of the cell's people answered for the absent last month", unit="flag",
         initial=1),  # so that the first month lays what is feared for kin, or that nothing is
    unit("cruelty", "f4", 0, 1, "oversight", "cruelty of the province's police"),
    unit("chief", "i4", NOBODY, BIG, "oversight", "chief of the province's police", unit="person", initial=NOBODY),
    unit("headed_before", "u1", 0, 1, "oversight", "the province's police has had a chief", unit="flag"),
    unit("killings", "f4", 0, BIG, "oversight", "people put to death in the province since last month", unit="persons",
         added_by=STRIKING),
    unit("inmates", "f4", 0, BIG, "custody", "people held in the kind of place last counted (working sum)", unit="persons"),
    unit("company", "f4", 0, BIG, "custody", "their solidarity, summed (working sum)", unit="persons"),
    unit("comrades", "f4", 0, BIG, "custody", "those of one faction among them (working sum)", unit="persons"),
    unit("sanctions", "f8", 0, BIG, "sanction", "a year's memory of sanctions in the cell", unit="persons",
         added_by=("hostage", "purge")),
    unit("sanctions_of_dissent", "f8", 0, BIG, "sanction", "those of them that hit people who had dissented",
         unit="persons", added_by=("hostage", "purge")),
    unit("strike_exile", "i2", NEVER, MONTHS, "custody", "strikes of exiles here are feared until", unit="month",
         initial=NEVER),
    unit("strike_prison", "i2", NEVER, MONTHS, "custody", "strikes of prisoners here are feared until", unit="month",
         initial=NEVER),
    unit("strike_camp", "i2", NEVER, MONTHS, "custody", "strikes of camp inmates here are feared until", unit="month",
         initial=NEVER),
    unit("revolt", "f4", 0, 1, "uprising", "share of the unit's people in revolt"),
    unit("revolt_sum", "f8", 0, 255, "uprising", "at the centre: shares of all provinces in revolt, summed"),
    unit("linked", "f4", 0, 1, "uprising", "shares of the other provinces in revolt, summed"),
    unit("troops", "f8", 0, BIG, "uprising", "police at liberty in the unit", unit="persons"),
    unit("troops_hunger", "f8", 0, BIG, "uprising", "their hunger, summed", unit="persons"),
    unit("eager", "f8", 0, BIG, "uprising", "people who would rise alone", unit="persons"),
    unit("bitterness", "f8", 0, BIG, "shock", "what makes lone avengers, summed", unit="persons"),
    unit("weather", "f4", 0, 1, "shock", "yield as the year's weather leaves it", unit="factor", initial=1),
    unit("scripted_attack", "u1", 0, 1, "birth", "a scripted attack in the province this month", unit="flag"),
    unit("scripted_yield", "f4", 0, 10, "birth", "yield as the script changes it", unit="factor", initial=1),
    unit("leavers", "f8", 0, BIG, "exit", "people on their way out this month", unit="persons"),
    unit("bonding", "f8", 0, BIG, "association", "mean tie weights, summed, in January", unit="persons"),
    unit("bonds", "f4", 0, 1, "association", "mean tie weight of the cell's people"),
    unit("heads_noted", "u1", 0, 1, "association", "the heads of its forbidden body are on file", unit="flag"),
    unit("combined", "f8", 0, BIG, "association", "strength of bodies times people", unit="persons"),
    unit("branch_people", "f4", 0, BIG, "campaign", "people at liberty in the branch of work", unit="persons", per="sector"),
    unit("branch_skill", "f4", 0, BIG, "campaign", "their competence, summed", unit="persons", per="sector"),
    unit("branches", "f4", 0, 1.5, "campaign", ".5 + mean competence of the branches in which its people work",
         unit="factor", initial=1),
    unit("sifted", "u1", 0, 1, "purge", "somebody of the cell is to be expelled this month", unit="flag"),
    unit("holder", "i4", NOBODY, BIG, "purge", "who headed the unit a month ago", unit="person", initial=NOBODY),
    unit("fallen", "u1", 0, 1, "purge", "who headed it fell victim last month", unit="flag"),
    unit("clan", "f4", 0, 1, "concentration", "share of posts whose chain of patrons ends at its secretary"),
    unit("deputy", "i4", NOBODY, BIG, "concentration", "whom the cell sent to the last congress", unit="person",
         initial=NOBODY),
    unit("deputy_hand", "u1", 0, 255, "concentration", "round in which he dissented there, 0 never", unit="round"),
    unit("reliability", "f4", 0, 1, "uprising", "how far the troops obey", initial=1),
    unit("closed_down", "u1", 0, 2, "association", "its bodies: 1 closed this month, 2 forbidden this month",
         unit="code"),
    # chairs of the assemblies above the cells: a unit's secretary and those of its children; leader and members
    seat("sitting", "i4", NOBODY, BIG, "appointment", "who sits there", unit="person", added_by=("meeting", *OUSTING)),
    seat("raised", "u1", 0, 255, "meeting", "round in which his hand went up against, 0 never", unit="round"),
    seat("chair_fallen", "u1", 0, 1, "purge", "at the centre: who sat there last month fell victim", unit="flag"),
    seat("chair_clan", "f4", 0, 1, "concentration", "at the centre: share of posts whose chain of patrons ends here"),
    seat("objected", "u1", 0, 255, "concentration", "at the centre: round in which he objected to the last motion",
         unit="round"),
    seat("chair_delegates", "f4", 0, 1, "concentration", "at the centre: share of the last congress that was his"),
    seat("chair_support", "f4", 0, 1, "concentration", "at the centre: share of members nearest to him at that time"),
    # factions
    faction("faction_size", "i4", 0, BIG, "faction", "members in the country", unit="persons",
            added_by=("surveillance",)),
    faction("faction_agents", "i4", 0, BIG, "surveillance", "agents of the police in it", unit="persons"),
    faction("faction_entered", "i2", NEVER, MONTHS, "surveillance", "month in which the last agent came in",
            unit="month", initial=NEVER),
    faction("faction_line", "f4", -BIG, BIG, "faction", "mean stance of its members", unit="-1..1", per="issue"),
    faction("faction_prospect", "f4", 0, BIG, "faction", "hope of posts"),
    faction("faction_stolen", "f4", 0, 1, "faction", "closeness of the centre's line to its own"),
    faction("faction_lost", "f4", 0, BIG, "faction", "a year's memory of members struck", unit="persons"),
    faction("faction_hope", "f4", 0, 10, "birth", "by what a forecast that came true multiplies its hope of posts",
            unit="factor", initial=1),
    faction("faction_luck", "f4", -1, 1, "birth", "hope of posts that events abroad add", unit="-1..1"),
    faction("faction_named", "u1", 0, 255, "birth", "which of the scenario's names it bears, 0 none", unit="code"),
    faction("held_first", "i4", NOBODY, BIG, "custody", "first of its people held (working list)", unit="person",
            initial=NOBODY),
    faction("faction_held", "i4", 0, BIG, "confession", "members who are not free", unit="persons"),
    faction("elders", "i4", NOBODY, BIG, "confession", "the five whom its people look to", unit="person", per="elder",
            initial=NOBODY),
    faction("elder_ties", "i4", -1, BIG, "confession", "ties of each elder within it when he was found", unit="ties",
            per="elder"),
    faction("faction_defeat", "i2", NEVER, MONTHS, "faction", "month of its last defeat", unit="month", initial=NEVER,
            added_by=("concentration",)),
    # the country
    world("levy_wanted", "i4", 0, BIG, "birth", "members whom a scripted levy is to bring", unit="persons"),
    world("factions_founded", "u4", 0, 2**32 - 1, "faction", "factions founded so far", unit="count"),
    world("threat", "f4", 0, 1, "shock", "how near the regime is believed to falling or to war", initial=0.1),
    world("moral_shock", "f4", 0, 1, "shock", "size of the moral shock people live through"),
    world("front", "u1", 0, 1, "shock", "a month of scripted war", unit="flag"),
    world("line_reversed", "u1", 0, 1, "shock", "the centre turned its line round this month", unit="flag"),
    world("cases_shown", "f8", 0, BIG, "confession", "last month's cases heard in public", unit="cases"),
    world("confessing_shown", "f8", 0, BIG, "confession", "those of them who confessed", unit="cases"),
    world("docket_size", "i4", 0, BIG, "docket", "people on the docket", unit="persons",
          added_by=("hostage", "arrest", "purge")),
    world("agents_at_work", "i4", 0, BIG, "surveillance", "agents of the police in the country", unit="persons"),
    world("suspected", "f4", 0, 1, "arrest", "hidden dissent that the centre suspects"),
    world("dependant_weight", "f4", 0, 1, "dependence", "what each dependant adds to the weight of a loss"),
    world("reweighed", "u1", 0, 1, "dependence", "that weight was changed this month", unit="flag"),
    world("masked", "f4", 0, 1, "arrest", "share of dissenters believed to wear a mask"),
    world("police_autonomy", "f4", 0, 1, "oversight", "autonomy of the police (A)", initial=0.2),
    world("rung_max", "u1", 0, 7, "sanction", "highest rung that has passed without correction", unit="rung",
          initial=3, added_by=("hostage", "purge")),
    world("ladder_begun", "u1", 0, 1, "sanction", "the first precedent has been laid", unit="flag"),
    world("prisoners", "f8", 0, BIG, "custody", "people in prison", unit="persons"),
    world("campers", "f8", 0, BIG, "custody", "people in camps", unit="persons"),
    world("hatred", "f4", 0, 1, "hostage", "grievance per weight of a tie harmed as a hostage"),
    world("answering", "u4", 0, 2**32 - 1, "hostage", "named groups whose held members answer this month for a success "
          "abroad, a bit each", unit="code"),
    world("answering_faction", "u1", 0, 255, "hostage", "faction that answers for it, 0 none", unit="code"),
    world("escaped", "i4", NOBODY, BIG, "hostage", "who escaped from a camp this month, by script", unit="person",
          initial=NOBODY),
    world("campaigner", "i4", NOBODY, BIG, "hostage", "who runs the scripted campaigns abroad", unit="person",
          initial=NOBODY),
    world("campaigns_heard", "u1", 0, 1, "intercession", "somebody has been spoken for abroad", unit="flag"),
    world("hostages_own", "f4", 0, BIG, "hostage", "hostages held at home", unit="persons"),
    world("hostages_other", "f4", 0, BIG, "hostage", "hostages held by the other side", unit="persons"),
    world("need_abroad", "f4", 0, 1, "shock", "how much the regime needs goodwill abroad", initial=0.3),
    world("voices_abroad", "f4", 0, BIG, "exit", "publicity that exiles add", unit="publicity"),
    world("threat_before", "f4", 0, 1, "shock", "threat a month ago", initial=0.1),
    world("struck_by", "i4", NOBODY, BIG, "shock", "who attacked this month", unit="person", initial=NOBODY),
    world("attacks", "u4", 0, 2**32 - 1, "shock", "attacks so far", unit="count"),
    world("crisis", "u1", 0, 1, "shock", "a problem long ignored broke open this month", unit="flag"),
    world("crises", "u2", 0, 65535, "shock", "crises so far", unit="count"),
    world("crushed", "u1", 0, 1, "uprising", "a revolt was shot at last month", unit="flag", added_by=("shock",)),
    world("scripted_struck", "u1", 0, LEADER, "birth", "highest office attacked this month by script", unit="code"),
    world("scripted_by", "i4", NOBODY, BIG, "birth", "who attacked by script", unit="person", initial=NOBODY),
    world("scripted_shock", "f4", 0, 1, "birth", "moral shock by script"),
    world("scripted_threat", "f4", -1, 1, "birth", "threat that the script adds this month", unit="-1..1"),
    world("war_before", "u1", 0, 1, "shock", "there was war last month", unit="flag"),
    world("foreign_signal", "u1", 0, 255, "birth", "months of a foreign revolution's signal left", unit="months"),
    world("bodies_begun", "u1", 0, 1, "association", "the first month is over", unit="flag"),
    world("struck", "u1", 0, LEADER, "shock", "highest office attacked this month (1 for nobody's), 0 no attack",
          unit="code"),
    world("hidden_problem", "f4", 0, 10, "shock", "a difficulty that nobody at the centre sees", unit="size",
          initial=0.2),
    world("attack_rate", "f4", 0, 5, "shock", "base rate of lone attacks", unit="a province and month", initial=0.1),
    world("enemy_rate", "f4", 0, 1, "shock", "attacks by one enemy", unit="a month"),
    world("campaign_label", "u1", 0, EX, "campaign", "the category that the running campaign names", unit="code"),
    world("campaign_intensity", "f4", 0, 1, "campaign", "intensity of the campaign (I)"),
    world("campaign_start", "i2", NEVER, MONTHS, "campaign", "month in which the last campaign began", unit="month",
          initial=NEVER),
    world("label_used", "i2", NEVER, MONTHS, "campaign", "month in which the category was last named", unit="month",
          per="sector", initial=NEVER),
    world("sector_shortfall", "f4", 0, 1, "campaign", "shortfall of the branch of work, as admitted", per="sector"),
    world("sector_skill", "f4", 0, 1, "campaign", "mean competence of its people at liberty", per="sector", initial=0.5),
    world("joint_failure", "f4", 0, 1, "campaign", "largest true shortfall of a branch of work"),
    world("blame_shifted", "f4", 0, 1, "campaign", "share of blame that a campaign shifts in its first month"),
    world("campaigns", "u2", 0, 65535, "campaign", "campaigns so far", unit="count"),
    world("purge_open", "u1", 0, 1, "purge", "a purge is running", unit="flag"),
    world("purge_since", "i2", NEVER, MONTHS, "purge", "month in which the last one opened", unit="month", initial=NEVER),
    world("purge_called", "u1", 0, 1, "purge", "a scripted wave counts as a shock this month", unit="flag"),
    world("purge_waves", "u2", 0, 65535, "purge", "purges opened so far", unit="count"),
    world("pointed", "f4", 0, 1e9, "purge", "nobody's intensity is above this", unit="intensity"),
    world("purge_victims", "u4", 0, 2**32 - 1, "purge", "victims of open purges so far", unit="persons"),
    world("purge_expelled", "u4", 0, 2**32 - 1, "purge", "people expelled by a purge so far", unit="persons"),
    world("verified", "u4", 0, 2**32 - 1, "purge", "people expelled in verifications so far", unit="persons"),
    world("branching", "f4", 0, 1e6, "purge", "people whom each of this month's victims will have had taken",
          unit="persons a victim"),
    world("powers", "f4", 0, 1, "concentration", "powers lent in danger", initial=0.1, added_by=("uprising",)),
    world("doctrine", "f4", 0, 1, "concentration", "how far practice has become doctrine"),
    world("concession_until", "i2", NEVER, MONTHS, "uprising", "month until which a concession runs", unit="month",
          initial=NEVER),
    world("falls", "u2", 0, 65535, "uprising", "times the regime has fallen", unit="count"),
    world("last_fall", "i2", NEVER, MONTHS, "uprising", "month of the last fall", unit="month", initial=NEVER),
    world("oversight_eff", "f4", 0, 1, "oversight", "how far anybody looks into police cases"),
    world("concentration", "f4", 0, 1, "concentration", "share of posts that lead to one desk", initial=0.1),
    world("leader", "i4", NOBODY, BIG, "concentration", "who led at the end of last month", unit="person", initial=NOBODY),
    world("leader_ill", "i2", NEVER, MONTHS, "concentration", "month until which the leader is ill", unit="month",
          initial=NEVER),
    world("succession", "i2", NEVER, MONTHS, "concentration", "month of the last conflict over the succession",
          unit="month", initial=NEVER),
    world("dropped", "u2", 0, 65535, "concentration", "partners dropped so far", unit="count"),
    world("motions", "u2", 0, 65535, "concentration", "motions put to the centre so far", unit="count"),
    world("motions_carried", "u2", 0, 65535, "concentration", "those of them that were carried", unit="count"),
    world("congress_month", "i2", NEVER, MONTHS, "concentration", "month of the last congress", unit="month",
          initial=NEVER),
    world("congress_size", "u4", 0, 2**32 - 1, "concentration", "its delegates", unit="persons"),
    world("congress_dissent", "f4", 0, 1, "concentration", "share of them who dissented"),
    world("delegates_share", "f4", 0, 1, "concentration", "share of them who were the leader's"),
    world("leader_support", "f4", 0, 1, "concentration", "share of members nearest to the leader at that time"),
    # bread
    world("need_factor", "f4", 0, 10, "shock", "what one person needs a month, 1 in peace", unit="food", initial=1),
    world("pressure", "f4", 0, 2, "requisition", "share of the reported surplus that is demanded",
          added_by=("shock",)),
    world("price_raised", "f4", 0, 1.5, "requisition", "what the state has added to the price of grain",
          unit="exchange value"),
    world("conceded", "u1", 0, 1, "uprising", "a concession was made last month", unit="flag"),
    world("urban_shortfall", "f4", 0, 1, "provision", "mean deficit of townspeople since last September"),
    world("goods_made", "f4", 0, 1, "provision", "goods of the towns: hours not lost to barter", initial=1),
    world("horizon", "f4", 0, 1, "concentration", "how far ahead the leader looks", initial=0.5),
    world("harshness", "f4", 0, 1, "concentration", "harshness of the leader", initial=0.5),
    world("leader_competence", "f4", 0, 1, "concentration", "ability of the leader", initial=0.5),
    world("error_output", "f4", 0, 10, "reporting", "the centre's error on output, of the plan"),
    world("error_harvest", "f4", 0, 10, "reporting", "the centre's error on the harvest, of the plan"),
    world("error_supply", "f4", 0, 10, "reporting", "the centre's error on supply, of the plan"),
    world("error_mood", "f4", 0, 10, "reporting", "the centre's error on mood, against private support"),
    world("error_centre", "f4", 0, 10, "reporting", "the centre's error: mean over output, harvest and mood"),
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
            raise ModelError(
                f"column '{column.name}' is declared twice: owners '{found[column.name].owner}' and '{column.owner}'"
            )
        found[column.name] = column
    return found


AT_LIBERTY_BELOW = 3  # free, dismissed, expelled
IN_THE_COUNTRY_BELOW = ABROAD
