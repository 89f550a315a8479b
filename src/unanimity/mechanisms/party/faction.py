"""Faction: the circle that answers the apparatus.

Who may not speak in the hall speaks among six; pressure makes such circles and each circle justifies more pressure.
Diffusion on trusted ties with thresholds (Siegel 2009).

    joining, leaving, founding: party/circles.py
    prospect = [share of offices + .5*size/members];  stolen = closeness of the centre's line to the faction's
    zeal'   = zeal + kz*x/(x + zf)*(1-zeal) - .05*zeal;  x = (faction members and members with a hand up)/members, of
            the unit or, where secretaries come from above and the unit has no line of its own, of the country if that
            is more; 0 where factions are legal
    want   += kz2*zeal*(conviction - ambition)+*[1 - stance*line] for members and ex-members
    split   if defeated and larger than 2: event(sp*months since defeat/12), by the median of stance on rule
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.mechanisms.party.circles import come_and_go, found, risk_of
from unanimity.mechanisms.party.faction_slots import SMALLEST, free_slot
from unanimity.mechanisms.party.founding_agents import approach, call_together
from unanimity.mechanisms.people.voice import held_of, speaks_up, want_of
from unanimity.world.codes import CITIZEN, DISSENT, ELECTED, LEGAL, NEVER, NO_OFFICE, RULE_ISSUE
from unanimity.world.columns import IN_THE_COUNTRY_BELOW
from unanimity.world.draws import event
from unanimity.world.formula import clip, formula, positive
from unanimity.world.rules import ALIVE, Mechanism, each, pick, procedure, total
from unanimity.world.spans import Span


@total(of="person", to="cell and above", writes="in_faction", who=ALIVE)
def in_faction(faction):
    """The number of faction members in the unit."""
    return 1.0 if faction > 0 else 0.0


@total(of="person", to="cell and above", writes="opposing", who=ALIVE)
def opposing(faction, voice, estate):
    """Faction members and members who dissented in the unit: the opposition to which the apparatus responds."""
    return 1.0 if faction > 0 or (estate != CITIZEN and voice == DISSENT) else 0.0


@each("unit", writes="zeal")
def answer(zeal, opposing, members, line, centre_opposing, centre_members, centre_line, appointment,
           association_factions, p):
    """Every unlawful circle and raised hand raises the zeal of the apparatus; without them zeal wears off.

    Where secretaries are appointed from above, opposition anywhere in the country counts, unless the unit follows a
    line of its own.
    """
    here = alarm_at(opposing, members, p)
    follows = appointment != ELECTED and line * centre_line >= 0.0
    there = alarm_at(centre_opposing, centre_members, p) if follows else 0.0
    seen = 0.0 if association_factions == LEGAL else max(here, there)
    return clip(zeal + p.provocation * seen * (1.0 - zeal) - p.wearing * zeal)


@formula
def alarm_at(opposing, members, p):
    """How much an opposition alarms the apparatus: the effect saturates at a few per cent of the members."""
    share = clip(opposing / max(members, 1.0))
    return share / (share + p.few) if share > 0.0 else 0.0


@each("faction or none", writes=("faction_size", "faction_prospect", "faction_lost"))
def begin_muster(faction):
    """Members and posts are counted anew; losses are forgotten within years."""
    return 0, 0.0, faction.faction_lost * YEAR


@each("faction", writes="faction_line")
def forget_lines(slot, factions):
    """Every faction's line is computed anew."""
    for k in range(factions.faction_line.shape[0]):
        factions.faction_line[k, slot] = 0.0


def in_some_faction(one):
    """Whether the person is a member of any faction."""
    return one.faction != 0


@pick(among="people", writes=("faction", "faction_size", "faction_lost", "faction_prospect", "faction_line"),
      only=in_some_faction)
def count_heads(i, one, people, factions):
    """Add a member's post, loss and stance to the faction; people no longer in the country leave it."""
    if one.status >= IN_THE_COUNTRY_BELOW:
        people.faction[i] = 0
        return
    f = int(people.faction[i])
    factions.faction_size[f] += 1
    factions.faction_lost[f] += 1.0 if one.blow >= STRUCK else 0.0
    factions.faction_prospect[f] += 1.0 if one.office > NO_OFFICE else 0.0
    for k in range(people.stance.shape[0]):
        factions.faction_line[k, f] += people.stance[k, i]


@each("faction", writes="faction_line")
def find_line(slot, factions):
    """A faction's line is its members' mean stance; one with fewer than three members in the country has none."""
    if factions.faction_size[slot] >= SMALLEST:
        for k in range(factions.faction_line.shape[0]):
            factions.faction_line[k, slot] /= factions.faction_size[slot]


@each("faction", writes=("faction_prospect", "faction_stolen", "faction_lost", "faction_defeat"))
def muster(slot, faction, centre, units, factions, tree, month, p):
    """A faction's prospects, how much of its programme the centre has taken over, and whether it is defeated."""
    if faction.faction_size < SMALLEST:
        return faction.faction_prospect, faction.faction_stolen, 0.0, NEVER
    posts = faction.faction_prospect / max(centre.officials_here, 1.0)
    hope = posts + p.numbers * faction.faction_size / max(centre.members, 1.0)
    beaten = faction.faction_lost > p.defeat * faction.faction_size
    # faction_hope and faction_luck are scripted: forecasts and events abroad
    stolen = 1.0 - apart_from_centre(slot, units, factions, tree)
    return (clip(hope * faction.faction_hope + faction.faction_luck), stolen, faction.faction_lost,
            month if beaten else faction.faction_defeat)


@formula
def apart_from_centre(slot, units, factions, tree):
    """How far a faction's line is from the centre's, as a share of the scale."""
    apart = 0.0
    for k in range(factions.faction_line.shape[0]):
        apart += abs(units.line[k, tree.units - 1] - factions.faction_line[k, slot]) / 2.0
    return apart / factions.faction_line.shape[0]


@pick(among="people", writes=("faction", "last_guilt"), only=in_some_faction)
def disband(one, faction, month):
    """A faction with fewer than three members in the country ends."""
    return (0, month) if faction.faction_size < SMALLEST else (one.faction, one.last_guilt)


SPLIT = 223  # stream


def falls_apart(faction, luck, month, p):
    """Whether a defeated faction splits this month."""
    return (faction.faction_size >= SMALLEST and faction.faction_defeat != NEVER
            and event(p.splitting * (month - faction.faction_defeat) / 12.0, luck))


@procedure("faction", writes=("faction", "faction_size", "faction_defeat", "faction_lost"), only=falls_apart,
           stream=SPLIT)
def divide(slot, people, factions, tree):
    """A defeated faction splits: those above the median stance on rule form their own, if a slot is free."""
    other = free_slot(factions)
    if other == 0:
        return
    begin, end = tree.people, 0  # circles are local: their members have neighbouring numbers
    for i in range(tree.people):
        if people.faction[i] == slot:
            begin, end = min(begin, i), i + 1
    low, high = -1.0, 1.0
    for _ in range(24):  # the median by bisection: nothing is sorted or stored
        middle = (low + high) / 2.0
        below = 0
        for i in range(begin, end):
            if people.faction[i] == slot and people.stance[RULE_ISSUE, i] <= middle:
                below += 1
        if 2 * below < factions.faction_size[slot]:
            low = middle
        else:
            high = middle
    for i in range(begin, end):
        if people.faction[i] == slot and people.stance[RULE_ISSUE, i] > high:
            people.faction[i] = other
            factions.faction_size[slot] -= 1
            factions.faction_size[other] += 1
    factions.faction_defeat[slot] = NEVER
    factions.faction_lost[slot] = 0.0


@each("person", writes=("provoked", "daring"))
def react(one, cell, country, p, p_voice, more_provoked=0.0):
    """How much pressure provokes a member or ex-member; and whether the person dares to call a circle alone."""
    provoked = stung_by(cell.zeal, one.conviction, one.ambition, one.stance * cell.line, p) if one.cohort >= 0 else 0.0
    provoked += more_provoked
    want = want_of(one.grievance, one.conviction, one.stance * cell.line, p_voice) + provoked
    urge = want * (1.0 - held_of(country.threat, one.conviction, one.estate, p_voice))
    risk = risk_of(one, cell.debate, cell.sel, cell.association_factions == LEGAL, p, p_voice)
    return provoked, 1 if speaks_up(urge, risk, 0.0, p_voice) else 0


@formula
def stung_by(zeal, conviction, ambition, agreement, p):
    """What pressure does to a member.

    The ambitious find a career in it; somebody with more conviction than ambition is provoked, the more the less he
    agrees.
    """
    return p.reaction * zeal * positive(conviction - ambition) * clip(1.0 - agreement)


class Faction(NamedTuple):
    """How circles form, attract members, lose them and split."""

    joining: Annotated[float, Span(
        "hazard of joining at a pull of 1", 0.0, 0.2,
        "20 to 400 in about a year in Leningrad: 003 l.12414-12427", unit="a month",
        symbol="jf")] = 0.05
    friends: Annotated[float, Span("pull of friends", 0, 1, "assumed", symbol="fo")] = 0.6
    prospects: Annotated[float, Span("pull of prospects", 0, 1, "assumed", symbol="am")] = 0.3
    leaving: Annotated[float, Span(
        "leaving", 0.01, 0.3, "majority of 5,000 submitted in two years, under 1,000 left: 003 l.14355, 14452",
        unit="a month", symbol="lf")] = 0.08
    circle: Annotated[float, Span("size of a circle", 4, 12, "003 l.12732", unit="persons", symbol="circle")] = 6.0
    founding: Annotated[float, Span(
        "founding by a circle of talkers", 0.0, 0.2, "assumed", unit="a month", symbol="fd")] = 0.05
    provocation: Annotated[float, Span(
        "zeal that a faction calls up", 0, 1, "001 l.322-330; size assumed", symbol="kz")] = 0.3
    reaction: Annotated[float, Span(
        "wish to speak that zeal calls up", 0, 2,
        "001 l.322-330; shouters were young careerists: 003 l.12506-12509; size assumed: in the mean about what "
        ".2*conviction was", symbol="kz2")] = 0.7
    exposure: Annotated[float, Span(
        "how far a circle can be seen, against the hall", 0, 1,
        "meetings half in secret, quarter by quarter: 003 l.12424; the price is that of l.12373-12375, 12655-12658;"
        " size assumed", symbol="xc")] = 0.3
    few: Annotated[float, Span(
        "share of the members at which a faction calls up half of the zeal that it could", 0.001, 1,
        "twenty shouted in a hall of 250 against five oppositionists of 400, in all the party by order: 003 "
        "l.12475-12479, 12499-12528", symbol="zf")] = 0.01
    splitting: Annotated[float, Span(
        "splitting after defeat", 0, 0.5, "003 l.19670-19680", unit="a year", symbol="sp")] = 0.1
    wearing: Annotated[float, Span("zeal that wears off", 0, 0.5, "assumed", unit="a month", symbol="zw")] = 0.05
    drawn: Annotated[float, Span(
        "share of one's trust in a faction that draws also the contented", 0, 1, "assumed", symbol="dc")] = 0.15
    visible: Annotated[float, Span("company that a legal faction shows", 0, 1, "assumed", symbol="vf")] = 0.2
    numbers: Annotated[float, Span(
        "hope that a faction takes from its share of the members", 0, 2, "assumed", symbol="hn")] = 0.5
    defeat: Annotated[float, Span(
        "share of a faction struck within a year that is a defeat", 0.02, 1, "assumed", symbol="df")] = 0.2
    strangers: Annotated[float, Span(
        "strangers whom an agent approaches a month", 1, 30, "assumed", unit="persons", symbol="as")] = 6.0
    known: Annotated[float, Span(
        "file by which a member of a faction is known as such", 0, 1, "assumed", unit="file", symbol="kf")] = 0.1
    lure: Annotated[float, Span("weight of a tie that an agent has made", 0, 1, "assumed", symbol="al")] = 0.3


STRUCK = 3  # rung from which a member counts as lost
YEAR = 11.0 / 12.0
MECHANISM = Mechanism(
    id="faction",
    card=13,
    title="The circle that answers the apparatus",
    sentence="Who may not speak in the hall speaks among six; pressure makes such circles and each circle justifies "
             "more pressure.",
    sources="001 l.322-365, 449-463; 002 l.27-69, 136-138; 003 l.2553-2578, 12046-12130, 12228-12436, 12731-12736, "
            "12811-12889, 13279-13317, 13374-13513, 13853-13929, 14314-14454, 19670-19683, 19754-19826",
    parameters=Faction,
    levers=("association.factions", "association.parties", "agents", "sanction_cap.faction", "appointment", "debate"),
    rules=(in_faction, opposing, answer, begin_muster, forget_lines, count_heads, find_line, muster, disband, divide,
           react, come_and_go, found, approach, call_together),
    neutral={"zeal": 0.2, "provoked": 0.0},
)


# --- readings and sources ---------------------------------------------------------------------------------------------
# Readings the card leaves open. A faction is defeated when its yearly memory of members struck at rung 3 or above
# exceeds a fifth of it; it ends below 3 members. Circles consist of party members, since the sources describe none
# outside the party (003 l.12414-12436, 12731-12736). The defeated submitted by a signature (l.13298-13307,
# 14352-14356). party/founding_agents.py has what agents do, and police/surveillance.py how they enter a faction.
