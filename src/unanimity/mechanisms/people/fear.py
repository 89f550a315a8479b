"""Fear: what I have seen happen to people like me.

Fear follows the known fate of those near me, scaled by what I stand to lose, and fades slowly. For each topic t
(rule, local, complaint), with own_j = 1 if the case of j is on t, else spill:

    hit     = max over ties j harmed last month of weight * like * severity_j * known_j * own_j
    harm'   = 11/12 harm + blows seen in the cell        locality = 1 - exp(-kl * harm * (1 + rumour) / n)
    nation' = 11/12 nation + blows printed, a head       news     = 1 - exp(-kn * nation)
    target  = [(wt*hit + wl*locality + wn*news) * (d0 + (1-d0)*dependence) + hostage] * [1 - scar*survived]
    target  = max(target, file)
    fear'   = target + (fear - target) * (up if target > fear else down)
    weight' = weight * (1 - av * fear * marked_j * (1 - courage)), recovering 2 % a month
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.world.codes import (
    CENTRE_MEMBER,
    FILES_ALL,
    FILES_OFF,
    FREE_PRESS,
    KIN,
    LEADER,
    NO_OFFICE,
    RULE_TOPIC,
)
from unanimity.world.draws import exponential
from unanimity.world.formula import clip, formula
from unanimity.world.rules import Mechanism, each, total
from unanimity.world.spans import Span


@total(of="person", to="cell", writes="seen", per="topic")
def seen(blow, blow_topic, topic, p):
    """Last month's blows that the cell has seen, by topic."""
    return blow / 7.0 * own_topic(blow_topic, topic, p) if blow > 0 else 0.0


@formula
def own_topic(topic_of_case, topic, p):
    """How much a case on one topic teaches about another."""
    return 1.0 if topic_of_case == topic else p.spill


@total(of="person", to="cell and above", writes="printed", per="topic")
def printed(blow, blow_topic, topic, press, p):
    """Last month's blows as far as the press reports them."""
    known = 1.0 if press == FREE_PRESS else p.in_print
    return known * blow / 7.0 * own_topic(blow_topic, topic, p) if blow > 0 else 0.0


@each("cell", writes=("harm", "locality"), per="topic")
def remember_here(harm, seen, blows, present, rumour, topic, p, on_sanction=False):
    """A year's memory of harm in the cell, and what it teaches: the effect of many blows saturates."""
    held = 0.0 if on_sanction else blows  # without card 16 the regime's input `blows` stands for its blows
    harm = MEMORY * harm + seen + held * present * own_topic(RULE_TOPIC, topic, p)
    return harm, 1.0 - exponential(-p.local_saturation * harm * (1.0 + rumour) / max(present, 1.0))


@each("country", writes=("harm_nation", "news"), per="topic")
def remember_there(harm_nation, centre_printed, centre_present, centre_press, blows, topic, p, on_sanction=False):
    """A year's memory of harm in the country, as far as the press reports it, and what it teaches."""
    known = 1.0 if centre_press == FREE_PRESS else p.in_print
    held = 0.0 if on_sanction else blows
    fresh = centre_printed / max(centre_present, 1.0) + known * held * own_topic(RULE_TOPIC, topic, p)
    harm_nation = MEMORY * harm_nation + fresh
    return harm_nation, 1.0 - exponential(-p.news_saturation * harm_nation)


def anybody_harmed(centre_harmed):
    """Whether anybody was harmed last month; if not, there is nothing to see among ties."""
    return centre_harmed > 0.0


@total(of="ties with blow", to="person", fold="max", only=anybody_harmed, per="topic")
def hit(weight, estate, cohort, other_estate, other_cohort, other_blow, other_blow_topic, other_blow_known, topic, p):
    """The heaviest known blow to one of the person's ties, weighted by likeness."""
    like = likeness(estate, cohort, other_estate, other_cohort, p)
    return weight * like * other_blow / 7.0 * other_blow_known * own_topic(other_blow_topic, topic, p)


@formula
def likeness(estate, cohort, other_estate, other_cohort, p):
    """1 if both share estate and cohort, `l1` if one of them, `l0` if neither."""
    same = (1 if estate == other_estate else 0) + (1 if cohort == other_cohort else 0)
    return 1.0 if same == 2 else (p.alike if same == 1 else p.unlike)


@each("person", writes="fear", per="topic")
def fear(one, hit, locality, news, headed_centre_files, centre_chairs, p, more_fear=0.0):
    """Fear moves towards what the fate of others teaches: fast upward, slowly back."""
    learnt = p.ties * hit + p.locality * locality + p.news * news
    target = clip(learnt * (p.independent + (1.0 - p.independent) * one.dependence) + one.hostage_fear + more_fear)
    target *= clip(1.0 - p.scar * one.survived)
    target = max(target, file_read(one.dossier, one.office, headed_centre_files, centre_chairs))
    keep = p.rise if target > one.fear else p.fade
    return target + (one.fear - target) * keep


@formula
def file_read(dossier, office, reading, centre_chairs):
    """`file`: how much a file frightens an office holder whose superiors read it; those who read are exempt.

    If the whole centre may read the files, they weigh less, by the number of readers (the chairs of the centre).
    """
    if reading == FILES_OFF or office == NO_OFFICE:
        return 0.0
    if reading == FILES_ALL:
        return 0.0 if office >= CENTRE_MEMBER else dossier / (1.0 + dossier) / centre_chairs
    return 0.0 if office == LEADER else dossier / (1.0 + dossier)


@total(of="ties", to="person")
def marked_ties(other_marked):
    """The number of ties to marked people, whom others avoid."""
    return other_marked


def somebody_avoided(marked_ties):
    """Whether the person has a marked tie; without one no tie weakens."""
    return marked_ties > 0


@each("tie", writes="weight", only=somebody_avoided)
def thin(weight, first_weight, kind, fear, courage, other_marked, p):
    """A tie to a marked acquaintance weakens; a tie to somebody no longer marked slowly recovers."""
    kept = 1.0 - p.avoidance * fear * (1.0 - courage)
    moved = min(first_weight, weight * (1.0 + p.recovery if other_marked == 0 else kept))
    return max(moved, min(p.kin_floor, first_weight)) if (kind == KIN) & (other_marked != 0) else moved


def nobody_avoided_any_more(marked_ties, thinned):
    """Whether the person's ties can only recover, and have not all recovered yet."""
    return marked_ties == 0 and thinned != 0


@each("tie", writes="weight", only=nobody_avoided_any_more)
def recover(weight, first_weight, p):
    """Where none of the ties is marked, every weakened tie slowly recovers."""
    return min(first_weight, weight * (1.0 + p.recovery))


@total(of="ties", to="person", fold="max", only=nobody_avoided_any_more)
def still_thin(weight, first_weight):
    """Whether a tie is still weaker than it was at first."""
    return 1 if weight != first_weight else 0


@each("person", writes="thinned")
def remember_thin(marked_ties, still_thin):
    """Whether the person's ties must still be looked at in months in which none of them is marked."""
    return 1 if marked_ties > 0 else still_thin


class Fear(NamedTuple):
    """How people learn what speech costs."""

    ties: Annotated[float, Span(
        "weight of a tie's fate", 0, 1, "assumed; order from 003 l.12373-12375", symbol="wt")] = 0.6
    locality: Annotated[float, Span(
        "weight of the neighbourhood's fate", 0, 1, "assumed; order from 003 l.15490-15577", symbol="wl")] = 0.5
    news: Annotated[float, Span(
        "weight of the country's fate", 0, 1, "assumed; order from 003 l.15490-15577", symbol="wn")] = 0.2
    independent: Annotated[float, Span("fear of one who depends on nobody", 0, 1, "assumed", symbol="d0")] = 0.3
    rise: Annotated[float, Span(
        "share of the distance to its target that remains after a month in which fear grows", 0, 0.6,
        "silence of 2-3 years at Kherson: 001 l.264-266",
        symbol="up")] = 0.3
    fade: Annotated[float, Span(
        "share of the distance to its target that remains after a month in which fear fades", 0.8, 0.98,
        "silence of 2-3 years at Kherson: 001 l.264-266",
        symbol="down")] = 0.92
    scar: Annotated[float, Span("relief per sanction survived", 0, 0.4, "003 l.20496-20506", symbol="scar")] = 0.15
    avoidance: Annotated[float, Span(
        "thinning of a tie to the marked", 0, 0.8, "circle of at most 20 in two capitals: 003 l.15628-15632",
        symbol="av")] = 0.3
    local_saturation: Annotated[float, Span(
        "saturation of harm seen, a head", 1, 100, "assumed", unit="1 / blows a head", symbol="kl")] = 20.0
    news_saturation: Annotated[float, Span(
        "saturation of harm in the news, a head", 10, 1000, "assumed", unit="1 / blows a head", symbol="kn")] = 200.0
    spill: Annotated[float, Span(
        "weight of a sanction for an act on another topic", 0, 1,
        "fear of opinion becomes fear to denounce: 001 l.264-306; size assumed", symbol="spill")] = 0.5
    in_print: Annotated[float, Span(
        "share of blows that a press monopoly lets be known", 0, 1, "assumed", symbol="fp")] = 0.3
    alike: Annotated[float, Span(
        "likeness of one who shares either estate or cohort with me (both: 1)", 0, 1, "assumed", symbol="l1")] = 0.5
    unlike: Annotated[float, Span("likeness of one who shares neither", 0, 1, "assumed", symbol="l0")] = 0.25
    kin_floor: Annotated[float, Span(
        "weight below which a tie to marked kin does not thin", 0, 0.6, "assumed", symbol="kf")] = 0.5
    recovery: Annotated[float, Span(
        "growth of a thinned tie to the unmarked", 0, 0.2, "assumed", unit="a month", symbol="rt")] = 0.02


MEMORY = 11.0 / 12.0  # a year's memory of harm
MECHANISM = Mechanism(
    id="fear",
    card=6,
    title="What I have seen happen to people like me",
    sentence="Fear follows the known fate of those near me, scaled by what I stand to lose, and fades slowly.",
    sources="001 l.264-306; 002 l.123-130; 003 l.5860-5932, 12681-12684, 13711-13758, 15490-15494, 15569-15577, "
            "15628-15632, 20496-20506, 21095-21117",
    parameters=Fear,
    levers=("press", "centre_files"),
    rules=(seen, printed, remember_here, remember_there, hit, fear, marked_ties, thin, recover, still_thin,
           remember_thin),
    neutral={"fear": 0.0},
)
