"""Protection: the ring.

Cover your chief and he covers you; whoever speaks is an opponent. Waiting time of the first teller among n insiders;
diffusion of responsibility as in the volunteer's dilemma (Diekmann 1985).

    ring'   = [ring + kr*(1-ring)*(tenure/96)*(1-oversight_eff)*(1-recall) - kb*inspected]; at most ring_reset under a
              new secretary
    crime   of the secretary: event(c0/officials*(1 - conviction)*(r0 + (1-r0)*ring*loyal)), severity ~ U(0, 1)
    tell    (insider): event(t0*courage*conviction*(1 - ring*dependence)*channel*(1 - fear[complaint]*(1-courage))
                              *(.5 + severity)*min(1, nc/n)^vd);  channel = max(oversight_eff, [press free], assoc, .2)
    teller: if ring > U, the file of the teller grows by tf
    unsigned (hotline): fear and dependence count sg of themselves, the hazard ub of itself, and nobody is filed
    quarrel above: event(pc + pc1*[patron lost a vote]) -> the crime is known, ring 0
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.mechanisms.party.appointment import loyal_of, tie_to
from unanimity.world.codes import CITIZEN, FREE_PRESS, NO_OFFICE, NOBODY, ON
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.draws import event, exponential, logarithm, uniform
from unanimity.world.formula import clip, formula
from unanimity.world.rules import Mechanism, each, pick
from unanimity.world.spans import Span


def inspected(inspection, press):
    """Whether anybody could look into a ring."""
    return inspection > 0.0 or press == FREE_PRESS


@each("unit", writes="ring", stream=200, chance=inspected)
def weld(ring, secretary, secretary_tenure, oversight_eff, recall, inspection, press, luck, p):
    """A ring grows while the same people run a unit; an inspection loosens it, a successor starts anew."""
    if secretary == NOBODY or secretary_tenure == 0:
        return min(ring, p.successor)
    grown = p.growth * (1.0 - ring) * (secretary_tenure / p.welded) * (1.0 - oversight_eff) * (1.0 - recall)
    seen = inspection + (p.free_press if press == FREE_PRESS else 0.0)
    return clip(ring + grown - (p.inspection if event(p.looking * seen, luck) else 0.0))


@each("unit", writes="tied_above")
def look_up(u, people, units, ties, tree, p_appointment):
    """The strength of each secretary's tie to the one above."""
    return tie_above(u, people, units, ties, tree, p_appointment)


@formula
def tie_above(unit, people, units, ties, tree, p_appointment):
    """The strength of a secretary's tie to the one above."""
    own, above = units.secretary[unit], units.secretary[tree.parent[unit]]
    return tie_to(own, above, people, ties, p_appointment) if own != NOBODY and above != NOBODY else 0.0


def tempted(luck, p):
    """Whether a crime is possible with this draw: no hazard is above that of a unit with one official."""
    return luck < p.crime


@each("unit", writes=("crime_month", "crime_severity", "crime_open", "crimes", "told"), stream=204, chance=tempted)
def trespass(unit, secretary, month, luck, luck_2, p, p_appointment):
    """A secretary may abuse his office; the cover that he gives is the cover that he has."""
    if unit.crime_open == 1 or unit.secretary == NOBODY:
        return unit.crime_month, unit.crime_severity, unit.crime_open, unit.crimes, 0
    loyal = loyal_of(unit.tied_above, secretary.assents, secretary.habit, p_appointment)
    pull = p.unprompted + (1.0 - p.unprompted) * unit.ring * loyal
    if event(p.crime / max(unit.officials_here, 1.0) * (1.0 - secretary.conviction) * pull, luck):
        return month, luck_2, 1, unit.crimes + 1, 0
    return unit.crime_month, unit.crime_severity, 0, unit.crimes, 0


@each("unit", writes="crime_insiders")
def forget_circle(crime_insiders, crime_open):
    """A set of insiders that a scenario gave to a crime ends with it; of any other crime people know as on the card."""
    return crime_insiders if crime_open == 1 else -1.0


KNOW, TELL, REPRISAL = 181, 183, 189  # streams: who knows, who tells (one per level above), whom the ring files


def is_an_old_story(unit, month):
    """Whether a crime of the unit's head has been open since before this month."""
    return unit.crime_open == 1 and unit.crime_month < month


def breaks_the_silence(one, unit, cell, country, person, month, seed, p):
    """Whether a member of the unit knows of the crime and speaks of it this month."""
    if one.status >= AT_LIBERTY_BELOW or one.estate == CITIZEN:
        return False
    knowing = unit.crime_insiders if unit.crime_insiders >= 0.0 else p.knowing
    if not knows_of_it(person, one.office, unit.crime_month, unit.unit_level, knowing, seed):
        return False
    channel = channel_of(country.oversight_eff, cell.press, cell.assoc, p)
    left, worth = (p.sign, p.believed) if cell.hotline == ON else (1.0, 1.0)
    hazard = worth * telling_hazard(one.courage, one.conviction, left * one.dependence, left * one.fear_complaint,
                                    unit.ring, channel, unit.crime_severity, max(1.0, unit.members * knowing), p)
    return event(hazard, uniform(seed, TELL + unit.unit_level, person, month))


@pick(among="people of a unit", writes=("told", "tellings", "dossier"), only=(is_an_old_story, breaks_the_silence),
      stream=REPRISAL)
def tell(one, unit, cell, luck, p):
    """Somebody who knows of an open crime of a chief tells, or stays silent a month more; the ring files the teller."""
    return 1, one.tellings + 1, one.dossier + (p.filed if unit.ring > luck and cell.hotline != ON else 0.0)


@formula
def shared_out(knowers, p):
    """min(1, nc/n)^vd: how much of the duty to speak each insider feels."""
    if knowers <= p.crowd or p.diffusion == 0.0:
        return 1.0
    return exponential(p.diffusion * logarithm(p.crowd / knowers))


@formula
def telling_hazard(courage, conviction, dependence, fear, ring, channel, severity, knowers, p):
    """The hazard that one insider speaks of one crime."""
    free = 1.0 - ring * dependence
    unafraid = 1.0 - fear * (1.0 - courage)
    return p.telling * courage * conviction * free * channel * unafraid * (0.5 + severity) * shared_out(knowers, p)


@formula
def channel_of(oversight, press, assoc, p):
    """The best channel for a report: courts and commissions, a free paper, an independent body, or a whisper."""
    return max(max(oversight, 1.0 if press == FREE_PRESS else 0.0), max(assoc, p.whisper))


@formula
def knows_of_it(person, office, crime_month, level, knowing, seed):
    """Officials know; of the others a keyed lot decides, which differs by the crime's month and level."""
    return office > NO_OFFICE or uniform(seed, KNOW, person, crime_month * 8 + level) < knowing


@each("unit", writes=("crime_open", "ring", "silence", "exposed", "exposed_by"), stream=208)
def come_out(crime_open, crime_month, ring, silence, exposed, exposed_by, told, parent_vote, month, luck, p):
    """A crime is exposed by a report from below, or by a quarrel above in which the patron's clients lose cover."""
    quarrel = event(p.quarrel + (p.lost_vote if parent_vote < 0.0 else 0.0), luck)
    ring = 0.0 if quarrel else ring
    if crime_open == 1 and (told == 1 or quarrel):
        return 0, ring, silence + (month - crime_month), exposed + 1, BY_TELLER if told == 1 else BY_QUARREL
    return crime_open, ring, silence, exposed, exposed_by


@formula
def oversight_share(courts, party_control, appeal):
    """`ov`: the share of the three switches that are on."""
    return (courts + party_control + appeal) / 3.0


class Protection(NamedTuple):
    """How rings grow, what they cover, and who still speaks."""

    growth: Annotated[float, Span(
        "growth of the ring", 0.01, 0.15, "welded after 8 years: 001 l.39-43", unit="a month", symbol="kr")] = 0.05
    telling: Annotated[float, Span(
        "telling hazard of a brave, convinced, free insider", 0.01, 0.5,
        "hand-fitted on assumed traits to 2-3 years of silence: 001 l.264-266", unit="a month", symbol="t0")] = 0.1
    diffusion: Annotated[float, Span(
        "0 each tells for himself, 1 more knowers do not shorten silence", 0, 1, "assumed", symbol="vd")] = 1.0
    knowing: Annotated[float, Span(
        "chance that a member of the unit knows", 0, 1, "known to the local members at Kherson: 001 l.201-266",
        symbol="know")] = 1.0
    inspection: Annotated[float, Span("ring broken per inspection", 0, 0.5, "assumed", symbol="kb")] = 0.1
    crime: Annotated[float, Span("crime hazard of a unit", 0, 0.2, "assumed", unit="a month", symbol="c0")] = 0.02
    unprompted: Annotated[float, Span("share of it without a ring or loyalty", 0, 1, "assumed", symbol="r0")] = 0.2
    quarrel: Annotated[float, Span(
        "chance of a quarrel above", 0, 0.1, "001 l.82-88; assumed", unit="a month", symbol="pc")] = 0.005
    lost_vote: Annotated[float, Span(
        "added when the patron has lost a vote", 0, 1, "assumed", unit="a month", symbol="pc1")] = 0.3
    successor: Annotated[float, Span(
        "ring of the successor", 0, 1, "assumed; 001 l.411-415", symbol="ring_reset")] = 0.1
    welded: Annotated[float, Span(
        "tenure after which a ring grows at full speed", 12, 240, "assumed", unit="months", symbol="mw")] = 96.0
    crowd: Annotated[float, Span(
        "knowers from which the duty to speak is shared out", 1, 200, "assumed", unit="persons", symbol="nc")] = 20.0
    whisper: Annotated[float, Span("what a channel is worth where there is none", 0, 1, "assumed", symbol="ch0")] = 0.2
    looking: Annotated[float, Span(
        "chance that full inspection looks into a ring in a month", 0, 1, "assumed", unit="a month",
        symbol="ins")] = 0.2
    filed: Annotated[float, Span(
        "file added to a teller whom the ring calls an opponent", 0, 2, "assumed", unit="file", symbol="tf")] = 0.5
    sign: Annotated[float, Span(
        "what is left of fear and dependence where a word may be told unsigned", 0, 1,
        "over half of the reports unsigned in 2022 (NAVEX); size assumed", symbol="sg")] = 0.3
    believed: Annotated[float, Span(
        "what an unsigned word is worth of a signed one", 0, 1,
        "tips find 47.3 % of frauds with a hotline, 28.2 % without (ACFE 2024); size assumed", symbol="ub")] = 0.8
    free_press: Annotated[float, Span(
        "what a free press adds to the inspection of a ring", 0, 1, "assumed", symbol="fp")] = 0.2


OPEN_CASE, BY_TELLER, BY_QUARREL = 0, 1, 2
MECHANISM = Mechanism(
    id="protection",
    card=9,
    title="The ring",
    sentence="Cover your chief and your chief covers you; whoever speaks is an opponent.",
    sources="001 l.39-46, 82-118, 201-306, 411-415; 003 l.11748-11754, 13782-13827, 14217-14281",
    parameters=Protection,
    levers=("recall", "inspection", "press", "hotline"),
    rules=(weld, forget_circle, look_up, trespass, tell, come_out),
    neutral={"ring": 0.0, "crime_open": 0},
)


# --- readings and sources ---------------------------------------------------------------------------------------------
# What counts is effective control (oversight_eff), not the switches on paper: at Kherson, with a control commission and
# courts on paper, nobody reported for two or three years what everybody knew (001 l.264-275).
#
# Readings the card leaves open. The official of a unit is its secretary, and its officials are its assembly; a unit has
# one open crime at a time, known to its members with the chance `know` (a keyed lot for each crime) and to its office
# holders; it stays open until somebody tells or a quarrel above reveals it. The members of a unit above the cell are
# those of all its cells. A secretary's loyalty is that to the secretary above by card 8: .7 if that one is the patron,
# else the tie's weight, else 0; so an elected secretary, who is his own patron, is loyal only to a friend. Nobody is
# above the leader. There are no travelling inspectors in the model, so the card's murder of one is left out. The theft
# of a ring (th) is a parameter of card 1, which reads the ring.
