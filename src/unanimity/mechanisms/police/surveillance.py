"""Surveillance: the file that grows by itself.

Everything seen, said or sold goes into the file; the file waits for its day.

    recruit  event(ir*dependence*fear*(1-conviction) + env*room_scarcity*envy), envy = ambition*hunger
    seen     = 1 - (1 - tr*(1-rel))^(ties who inform); 1 in the circle of an agent
    add      = w2*[in a faction]*seen*[factions banned] + w3*seen*want + w4*(share of marked ties) + w5*denounced
    denounced: event(dn*(1 + nd*nondenunciation)*(ties who inform)*(1-cohesion))            # may be false
    noise    = fp*(informers a head in the cell)*|N(0,1)|
    dossier' = kf*dossier + add + noise           # open dissent is entered once, by the note of card 4
    agent in faction f: event(ag*size_f) under agents:observe or found; he sets seen = 1 in his circle, lowers cohesion
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.mechanisms.people.fear import marked_ties
from unanimity.mechanisms.people.voice import want_of
from unanimity.world.codes import AGENTS_FOUND, BANNED, NEVER, NO_AGENTS, NO_OFFICE, NOBODY, POLICE
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.draws import event, normal_from, uniform
from unanimity.world.formula import clip, formula, positive
from unanimity.world.rules import AT_LIBERTY, EVERYBODY, Mechanism, each, pick, total
from unanimity.world.spans import Span
from unanimity.world.tree import people_of


@total(of="ties", to="person", who=AT_LIBERTY)
def informer_ties(other_informer):
    """The number of ties who are informers."""
    return other_informer


@each("person", writes="dossier", stream=402)
def write_file(one, cell, informer_ties, marked_ties, ties, luck, luck_2, p, p_voice, more_dossier=0.0):
    """The file fades a little; everything seen, said or invented is added."""
    kept = p.kept * one.dossier
    if one.status >= AT_LIBERTY_BELOW or one.agent == 1:
        return kept
    want = want_of(one.grievance, one.conviction, one.stance_voted * cell.line_voted, p_voice) + one.provoked
    seen = 1.0 if one.watched == 1 else seen_by(informer_ties, p)
    hazard = denouncing_hazard(informer_ties, cell.nondenunciation, p.cohesion * (1.0 - one.loosened), p)
    grown = added_to(seen, one.faction > 0, cell.association_factions == BANNED, want,
                     marked_ties / ties if ties > 0 else 0.0, event(hazard, luck_2), p)
    if cell.informers > 0.0:
        grown += invented(cell.informers / max(cell.present, 1.0), luck, p)
    return positive(kept + grown + more_dossier)


@formula
def seen_by(informer_ties, p):
    """`seen`: the chance that at least one of the person's informing ties reports truly."""
    unseen = 1.0
    for _ in range(informer_ties):
        unseen *= 1.0 - p.truth * (1.0 - p.reluctance)
    return 1.0 - unseen


@formula
def denouncing_hazard(informer_ties, nondenunciation, cohesion, p):
    """The hazard of being denounced, truly or falsely."""
    return p.denouncing * (1.0 + p.silence_punished * nondenunciation) * informer_ties * (1.0 - cohesion)


@formula
def added_to(seen, in_faction, banned, want, marked_share, denounced, p):
    """`add`: what the month adds to a file, without inventions."""
    grown = p.want_weight * seen * want + p.marked_weight * marked_share
    if in_faction and banned:
        grown += p.faction_weight * seen
    return grown + (p.denounced_weight if denounced else 0.0)


@formula
def invented(density, luck, p):
    """`noise`: what zealous informers invent, by their number per head."""
    return p.invention * density * abs(normal_from(luck))


@each("person", writes="informer", who=EVERYBODY, stream=400)
def enlist(informer, status, estate, agent, dependence, fear, conviction, ambition, hunger, police_size, luck, p):
    """People under enough pressure become informers, until they are no longer at liberty."""
    if status >= AT_LIBERTY_BELOW or estate == POLICE or agent == 1:
        return 0
    hazard = recruiting_hazard(dependence, fear, conviction, ambition, hunger, police_size, p)
    return 1 if informer == 1 or event(hazard, luck) else 0


@formula
def force_of(police_size):
    """The police force as a multiple of the one for which the hazards are given."""
    return police_size / STANDARD_FORCE


@formula
def recruiting_hazard(dependence, fear, conviction, ambition, hunger, police_size, p):
    """The hazard of becoming an informer: to keep a post, or out of envy for a neighbour's room."""
    pressed = p.recruiting * force_of(police_size) * dependence * fear * (1.0 - conviction)
    return pressed + p.envy * p.room_scarcity * ambition * hunger


@total(of="person", to="cell and above", writes="informers", who=AT_LIBERTY)
def count_informers(informer):
    """The number of informers in the unit."""
    return float(informer)


# --- agents -----------------------------------------------------------------------------------------------------------
@formula
def any_agents(country):
    """Whether the police had agents at work at the last count."""
    return country.agents_at_work != 0


@formula
def is_agent(one):
    """Whether the person is an agent of the police."""
    return one.agent != 0


@pick(among="people", only=(any_agents, is_agent))
def stand_down(i, one, cell, people):
    """An agent goes on only at liberty, if the province sends agents, and in a faction or free to found one."""
    may = cell.agents == AGENTS_FOUND or (cell.agents != NO_AGENTS and one.faction != 0)
    call_back(i, may and one.status < AT_LIBERTY_BELOW, people)


@formula(writes=("agent", "faction"))
def call_back(i, stays, people):
    """An agent who is called back leaves the faction; card 13 treats one who is arrested or flees."""
    if not stays:
        people.agent[i] = 0
        if people.status[i] < AT_LIBERTY_BELOW:
            people.faction[i] = 0


@formula
def knows_an_agent(one):
    """Whether the person has a tie to an agent, without knowing that he is one."""
    return one.agent_tie != NOBODY


@pick(among="people", writes=("agent_tie", "agent_tie_month"), only=(any_agents, knows_an_agent))
def lose_touch(i, one, month, people, p):
    """A tie to an agent ends when he stands down, when liberty is lost, or when nothing has come of it."""
    return (one.agent_tie, one.agent_tie_month) if still_acquainted(i, month, people, p) else (NOBODY, NEVER)


@formula
def still_acquainted(i, month, people, p):
    """Whether a tie to an agent lasts; one made inside the circle has no month and lasts as long as both are in it."""
    a, since = int(people.agent_tie[i]), people.agent_tie_month[i]
    if people.agent[a] == 0 or people.status[i] >= AT_LIBERTY_BELOW:
        return False
    return month - since < p.acquainted or (people.faction[i] > 0 and people.faction[i] == people.faction[a])


@total(of="person", to="faction", writes="faction_agents", only=(any_agents, is_agent))
def agents_of_each():
    """The agents who go on in each faction."""
    return 1


@total(of="person", to="country", writes="agents_at_work", only=(any_agents, is_agent))
def agents_of_all():
    """The agents who go on in the country."""
    return 1


COME_IN, WHO_COMES = 404, 405  # streams


@formula
def somebody_to_watch(centre, p):
    """Whether there are factions, and a police that infiltrates them."""
    return centre.in_faction != 0.0 and p.infiltration != 0.0


@formula
def may_lead_in(one):
    """Whether the person is a member of a faction at liberty, and not an agent."""
    return one.faction != 0 and one.agent != 1 and one.status < AT_LIBERTY_BELOW


@pick(among="people", only=(somebody_to_watch, may_lead_in), stream=COME_IN)
def infiltrate(i, faction, cell, month, luck, p, seed, people, country, factions, ties, tree):
    """The police may send an agent into a faction through this member: one a month, where agents are sent."""
    if cell.agents == NO_AGENTS or faction.faction_entered == month:
        return
    if event(p.infiltration * force_of(cell.police_size), luck):
        send_in(i, True, month, seed, people, country, factions, ties, tree, p)


@formula
def policeman_by_lot(low, high, seed, person, month, people):
    """A police officer among people low..high-1 who can go under cover, by keyed lot; NOBODY if there is none."""
    start = low
    for attempt in range(TRIES):
        start = low + int(uniform(seed, WHO_COMES, person, month * TRIES + attempt) * (high - low))
        if can_go_under(start, people):
            return start
    for step in range(high - low):
        i = low + (start - low + step) % (high - low)
        if can_go_under(i, people):
            return i
    return NOBODY


@formula
def can_go_under(i, people):
    """Whether the person is a police officer at liberty without office, who is not an agent already."""
    return (people.estate[i] == POLICE and people.status[i] < AT_LIBERTY_BELOW and people.office[i] == NO_OFFICE
            and people.agent[i] == 0 and people.faction[i] == 0)


@formula(writes=("agent", "agent_tie", "agent_tie_month", "agents_at_work", "faction", "faction_agents",
                 "faction_entered", "faction_size", "recruiter"))
def send_in(i, sent, month, seed, people, country, factions, ties, tree, p):
    """A police officer of the province enters the faction through member i, and joins that member's circle."""
    if not sent:
        return
    low, high = people_of(tree.province[tree.cell_of[i]], tree)
    a = policeman_by_lot(low, high, seed, i, month, people)
    if a == NOBODY:
        return
    f = int(people.faction[i])
    people.agent[a], people.faction[a], people.recruiter[a] = 1, people.faction[i], i
    country.agents_at_work[0] += 1
    factions.faction_agents[f] += 1
    factions.faction_size[f] += 1
    factions.faction_entered[f] = month
    if people.agent_tie[i] == NOBODY:
        people.agent_tie[i], people.agent_tie_month[i] = a, NEVER
    called = 2
    for t in range(ties.start[i], ties.start[i + 1]):
        j = int(ties.neighbour[t])
        if (called < p.circle and people.faction[j] == people.faction[i] and people.agent[j] == 0
            and people.agent_tie[j] == NOBODY):
            people.agent_tie[j], people.agent_tie_month[j] = a, NEVER
            called += 1


@formula
def may_be_watched(one, country):
    """Whether the person is in a faction while agents are at work, or was watched until now."""
    return (one.faction != 0 and country.agents_at_work != 0) or one.loosened != 0.0


@pick(among="people", writes=("watched", "loosened"), only=may_be_watched)
def sit_among(i, one, faction, country, p, people):
    """Who has an agent in the circle, and how much trust within the faction is lost."""
    if one.faction == 0 or country.agents_at_work == 0:
        return 0, 0.0
    share = faction.faction_agents / max(faction.faction_size, 1)
    return 1 if agent_in_circle(i, people) else 0, clip(p.circle * share)


@formula
def agent_in_circle(i, people):
    """Whether the agent to whom the person is tied is in the person's faction."""
    a = people.agent_tie[i]
    return a != NOBODY and people.faction[max(a, 0)] == people.faction[i]


class Surveillance(NamedTuple):
    """Who reports, what is believed and what is filed."""

    recruiting: Annotated[float, Span(
        "recruiting hazard of informers", 0, 0.1, "3 watchers in a flat of 30: 003 l.15545; 10 % is a local maximum",
        unit="a month", symbol="ir")] = 0.02
    truth: Annotated[float, Span(
        "share of what an informer sees that he tells", 0, 1, "co-written reports 003 l.15919-15924",
        symbol="tr")] = 0.3
    reluctance: Annotated[float, Span(
        "reluctance of informers", 0, 1, "co-written reports 003 l.15919-15924", symbol="rel")] = 0.4
    infiltration: Annotated[float, Span(
        "infiltration per member", 0, 0.02, "55 agents in small Moscow groups 1912: 003 l.5994-5999", unit="a month",
        symbol="ag")] = 0.003
    invention: Annotated[float, Span(
        "invented matter", 0, 0.3, "1 real one in about 15 so labelled: 003 l.4318", unit="file", symbol="fp")] = 0.05
    act_weight: Annotated[float, Span(
        "file for a scripted act, at gravity .2 in the hall", 0, 2, "assumed", unit="file", symbol="w1")] = 0.3
    faction_weight: Annotated[float, Span(
        "file for a faction member seen", 0, 2, "assumed", unit="file", symbol="w2")] = 0.4
    want_weight: Annotated[float, Span(
        "file for the wish to speak, seen", 0, 2, "assumed", unit="file", symbol="w3")] = 0.1
    marked_weight: Annotated[float, Span(
        "file for knowing only marked people", 0, 2, "assumed", unit="file", symbol="w4")] = 0.02
    denounced_weight: Annotated[float, Span("file for a denunciation", 0, 2, "assumed", unit="file", symbol="w5")] = 0.2
    envy: Annotated[float, Span(
        "hazard of informing from envy", 0, 0.02, "assumed", unit="a month", symbol="env")] = 0.002
    room_scarcity: Annotated[float, Span("scarcity of rooms", 0, 1, "assumed", symbol="room_scarcity")] = 0.5
    cohesion: Annotated[float, Span("cohesion of a circle", 0, 1, "assumed", symbol="cohesion")] = 0.5
    denouncing: Annotated[float, Span(
        "denunciation per informer known", 0, 0.1, "003 l.14745-14749, 16224-16233; size assumed", unit="a month",
        symbol="dn")] = 0.01
    kept: Annotated[float, Span(
        "what a file keeps", 0.8, 1, "assumed: half in two years", unit="a month", symbol="kf")] = 0.97
    silence_punished: Annotated[float, Span(
        "effect of punishing silence", 0, 5, "003 l.14745-14749, 16224-16233; size assumed", symbol="nd")] = 1.0
    circle: Annotated[float, Span("persons in a circle", 2, 20, "assumed", unit="persons", symbol="ci")] = 6.0
    acquainted: Annotated[float, Span(
        "months after which an agent's acquaintance that has come to nothing ends", 1, 60, "assumed", unit="months",
        symbol="at")] = 12.0


STANDARD_FORCE = 0.02  # share of police for which the hazards are given
TRIES = 64  # lots drawn for a police officer before the list is searched
MECHANISM = Mechanism(
    id="surveillance",
    card=14,
    title="The file that grows by itself",
    sentence="Everything seen, said or sold goes into the file; the file waits for its day.",
    sources="002 l.127-129; 003 l.257-303, 1526-1567, 1964-1988, 2625-2655, 5965-6034, 8539-8556, 12447-12449, "
            "12828-12850, 13882-13898, 14745-14749, 15533-15577, 15710-15723, 16224-16233, 17326-17343, 19335-19456",
    parameters=Surveillance,
    levers=("association.factions", "nondenunciation", "police_size", "agents"),
    rules=(stand_down, lose_touch, agents_of_each, agents_of_all, infiltrate, sit_among, informer_ties, marked_ties,
           write_file, enlist, count_informers),
    neutral={"informer": 0},
)


# --- readings ---------------------------------------------------------------------------------------------------------
# Readings the card leaves open.
# - An informer reports while at liberty; arrest, departure or death ends it. Police and agents are not recruited as
#   informers: reporting is their job. Files of people who are not at liberty only fade.
# - `police_size` is the force as a multiple of .02, the share for which `ir`, `ag` and card 15's `pcap` are given: they
#   grow in proportion to it. Card 26 replaces officers who die or are arrested; informing out of envy needs no police;
#   a quota does not depend on the force.
# - event(ag*size_f) is drawn member by member (event(ag) each; of several in a month the first counts), which gives the
#   same chance and the member through whom the agent enters. The agent is a police officer of that member's province
#   by lot (in no faction, without office), and his circle is that member and up to four comrades among the member's
#   ties.
# - An agent lowers the cohesion of the whole faction: cohesion*(1 - share of its circles of `ci` that hold an agent).
# - The police keeps no files on its own agents. An agent who is no longer at liberty, or whose province no longer sends
#   agents, stops being one; so does one whose faction has ended, unless he may found the next (card 13,
#   party/founding_agents.py).
# - A person has at most one tie to an agent (`agent_tie`), so one number per person is enough. It ends when the agent
#   stands down, when either is not at liberty, or after a year unless both are in one faction; a tie inside the circle,
#   which came with the agent, ends when they are no longer in one faction.
# - `w1` is for acts that a scenario scripts (interface.md, section 2), and scales what card 1 files for theft.
# - The card's remark on rules of evidence under courts has no number and is not modelled.
