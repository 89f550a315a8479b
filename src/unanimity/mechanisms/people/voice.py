"""Voice: assent, silence, dissent.

If grievance and conviction outweigh what fear leaves after company, speak; if fear or ambition outweighs the shame
of lying, applaud; else keep silent. Preference falsification: Kuran (1991); thresholds: Granovetter (1978);
networks: Siegel (2009). With agreement a = stance * line on the issue voted:

    want  = wg*grievance + wc*conviction*(-a)+      (plus what zeal provokes in a member, card 13)
    held  = kalt*threat*conviction            for members, officials and police: no alternative
    cost  = (dread*(s0 + (1-s0)*sel) + so)*(1-courage)*exposure*(1 - wm*company)
    dread = fear (of a member lw*fear: his word is lawful), and in the hall of a controlled debate fear +
            (1-fear)*wd*dependence: where the same people allot work and count hands, people are deterred without
            anybody having been struck (003 l.12373-12375, 12655-12658)
    dissent if want*(1-held) - cost > theta
    else assent if (a)+ + wa*ambition*privileges + wp*fear*exposure > conviction*(-a)+*(1-habit), else silence
    habit' = [habit + dh] after assent with a < 0, else kh*habit
    talk  = the same choice among trusted ties (exposure xp, company: share of ties who spoke last month)
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.world.character import want_of
from unanimity.world.codes import (
    ASSENT,
    CITIZEN,
    CONTROLLED,
    DISSENT,
    DISSENTED,
    EXPELLED,
    GONE,
    QUIET,
    SECRET,
    SILENCE,
    SPEAKS,
)
from unanimity.world.formula import clip, formula, positive
from unanimity.world.rules import AT_LIBERTY, EVERYBODY, Mechanism, each, total
from unanimity.world.spans import Span


def may_talk(hand, grievance, conviction, courage, estate, stance_voted, line_voted, fear_voted, threat, sel, p,
             provoked=0.0):
    """Whether what friends say can matter to the person.

    That is so for those who would not speak alone, would speak in full company, and have not dissented in the hall.
    """
    want = want_of(grievance, conviction, stance_voted * line_voted, p) + provoked
    urge = want * (1.0 - held_of(threat, conviction, estate, p))
    price = price_of(fear_voted, courage, p.trusted_exposure, sel, p)
    return (hand == 0) & (not speaks_up(urge, price, 0.0, p)) & speaks_up(urge, price, 1.0, p)


@total(of="ties", to="person", who=AT_LIBERTY, only=may_talk)
def spoke(weight, other_heard):
    """The summed weight of the ties who talked or dissented last month."""
    return weight if other_heard == SPEAKS else 0.0


@formula
def held_of(threat, conviction, estate, p):
    """`held`: critics inside the party hold back when the fall of the regime would bring something worse."""
    return p.no_alternative * threat * conviction if estate != CITIZEN else 0.0


@formula
def price_of(fear, courage, exposure, sel, p):
    """The cost of speaking alone."""
    punished = fear * (1.0 - courage) * exposure * (p.random_deterrence + (1.0 - p.random_deterrence) * sel)
    return punished + p.social * (1.0 - courage) * exposure


@formula
def speaks_up(urge, price, company, p):
    """Whether the wish to speak, less the cost that company leaves, exceeds inertia."""
    return urge - price * (1.0 - p.company_shield * company) > p.theta


@total(of="ties", to="person", who=AT_LIBERTY, only=may_talk)
def trusted(weight, other_heard):
    """The summed weight of all ties who are still here."""
    return weight if other_heard != GONE else 0.0


@each("person", writes=("voice", "habit", "talker"), who=AT_LIBERTY)
def speak(one, cell, country, spoke, trusted, p):
    """The final act of the month, its effect on the habit of lying, and whether the person talks among friends."""
    agreement = one.stance_voted * cell.line_voted
    if one.hand > 0:
        return DISSENT, p.habit_kept * one.habit, 0
    act = ASSENT if applauds(agreement, one.conviction, one.habit, one.ambition, cell.privileges, one.fear_voted,
                             exposure_of(cell.ballot, p), p) else SILENCE
    lied = act == ASSENT and agreement < 0.0
    grown = clip(one.habit + p.habit_step) if lied else p.habit_kept * one.habit
    want = want_of(one.grievance, one.conviction, agreement, p) + one.provoked
    urge = want * (1.0 - held_of(country.threat, one.conviction, one.estate, p))
    company = spoke / trusted if trusted > 0.0 else 0.0
    talks = speaks_up(urge, price_of(one.fear_voted, one.courage, p.trusted_exposure, cell.sel, p), company, p)
    return act, grown, 1 if talks else 0


@formula
def exposure_of(ballot, p):
    """How far an act in the hall can be seen."""
    return p.secret_exposure if ballot == SECRET else 1.0


@formula
def applauds(agreement, conviction, habit, ambition, privileges, fear, exposure, p):
    """Whether agreement, ambition and fear outweigh the shame of lying."""
    gain = positive(agreement) + p.privilege_pull * ambition * privileges + p.fear_push * fear * exposure
    return gain > conviction * positive(-agreement) * (1.0 - habit)


@each("person", writes=("assents", "assents_running", "last_dissent", "act_kind", "act_topic", "act_month"),
      who=AT_LIBERTY)
def enter(voice, assents, assents_running, last_dissent, act_kind, act_topic, act_month, voted_topic, month):
    """What the record keeps: consecutive assents, the last dissent, the last logged act."""
    assented = 1.0 if voice == ASSENT else 0.0
    running = min(assents_running + 1, 255) if voice == ASSENT else 0
    if voice == DISSENT:
        last_dissent, act_kind, act_topic, act_month = month, DISSENTED, voted_topic, month
    return assents + (assented - assents) / 12.0, running, last_dissent, act_kind, act_topic, act_month


@each("person", writes="heard", who=EVERYBODY)
def heard(status, voice, talker):
    """What the person's ties will have heard of the person by next month."""
    if status > EXPELLED:
        return GONE
    return SPEAKS if voice == DISSENT or talker == 1 else QUIET


@each("person", writes=("voice", "habit", "talker"), who=AT_LIBERTY)
def sincere(grievance, conviction, stance_voted, line_voted, p, provoked=0.0):
    """Without the card everybody says what they think: dissent if want > theta, else silence."""
    want = want_of(grievance, conviction, stance_voted * line_voted, p) + provoked
    return (DISSENT if want > p.theta else SILENCE), 0.0, 0


@formula
def daunted(fear, dependence, debate, estate, p):
    """`dread`: the fate of others, and, where debate is controlled, the bread and work at stake.

    Where the party has declared debate free, a member's word is lawful, and only a part of his fear counts.
    """
    if debate == CONTROLLED:
        return fear + (1.0 - fear) * p.livelihood * dependence
    return p.lawful * fear if estate != CITIZEN else fear


class Voice(NamedTuple):
    """What speech is worth to people, and what it costs them."""

    grievance_weight: Annotated[float, Span(
        "weight of grievance in the wish to speak", 0, 1, "assumed; see theta", symbol="wg")] = 0.5
    conviction_weight: Annotated[float, Span(
        "weight of conviction against the line", 0, 1, "assumed; see theta", symbol="wc")] = 0.6
    company_shield: Annotated[float, Span(
        "share of the cost that full company removes", 0, 1, "assumed; third hand 003 l.12649-12656",
        symbol="wm")] = 0.8
    theta: Annotated[float, Span(
        "inertia: what the wish must exceed", 0, 0.3,
        "hand-fitted on assumed traits to 2-3 open and 40-80 hidden of 250: 003 l.12652-12658", symbol="theta")] = 0.12
    random_deterrence: Annotated[float, Span(
        "deterrence left when repression is random", 0, 1, "assumed; random cells deter little 003 l.13711-13758",
        symbol="s0")] = 0.5
    no_alternative: Annotated[float, Span(
        "force of the no-alternative argument", 0, 1, "003 l.7634-7720, 13279-13283; size assumed",
        symbol="kalt")] = 0.5
    secret_exposure: Annotated[float, Span("exposure under a secret ballot", 0, 0.3, "assumed", symbol="xs")] = 0.0
    trusted_exposure: Annotated[float, Span(
        "exposure in talk with trusted ties", 0, 0.5, "assumed: about 40 of 250 talk, 003 l.12652-12658",
        symbol="xp")] = 0.15
    livelihood: Annotated[float, Span(
        "dread of one who depends wholly, where debate is controlled", 0, 1,
        "ready in conscience only, for fear of being left without work: 003 l.12655-12658; each depends on the "
        "committees: l.12373-12375; with it the fear of .45 under which theta was fitted is .1 of fear and .4 of "
        "dependence", symbol="wd")] = 1.0
    lawful: Annotated[float, Span(
        "share of a member's fear that weighs on his word where debate is free", 0, 1,
        "platforms with votes in 1921, a discussion that the party itself opened in 1923: 003 l.7421-7423, "
        "11306-11310; size assumed", symbol="lw")] = 0.3
    social: Annotated[float, Span(
        "price of being seen apart where nobody is punished for it", 0, 1,
        "0 in the sources' country, whose fear is learnt; votes published by name halve deviation (Benesch and "
        "others), one ally takes conformity from 32 to 8 % (Asch)", symbol="so")] = 0.0
    privilege_pull: Annotated[float, Span("pull of privilege to applaud", 0, 1, "assumed", symbol="wa")] = 0.4
    fear_push: Annotated[float, Span("push of fear to applaud", 0, 1, "assumed", symbol="wp")] = 0.5
    habit_step: Annotated[float, Span(
        "habit per false assent", 0, 0.3, "'first' baseness: 003 l.12839-12872; size assumed", symbol="dh")] = 0.1
    habit_kept: Annotated[float, Span(
        "what is kept of the habit of lying in a month without a false assent", 0.8, 1, "assumed", symbol="kh")] = 0.99


MECHANISM = Mechanism(
    id="voice",
    card=5,
    title="Assent, silence, dissent",
    sentence="If grievance and conviction outweigh what fear leaves after company, speak; if fear or ambition "
             "outweighs the shame of lying, applaud; else keep silent.",
    sources="001 l.264-306; 003 l.3399-3484, 7634-7720, 7787-7857, 8463-8471, 12373-12375, 12643-12684, 12740-12743, "
            "15111-15185, 15455-15488, 21213-21247",
    parameters=Voice,
    levers=("ballot", "privileges"),
    rules=(spoke, trusted, speak, enter, heard),
    neutral={"assents": 0.0, "assents_running": 0, "act_kind": 0},
    when_off=(sincere, heard),
)


# --- readings ---------------------------------------------------------------------------------------------------------
# The rounds in the hall (card 4) decide who dissents; this card decides the rest of the month's acts.
