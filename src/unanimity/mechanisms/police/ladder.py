"""The ladder itself (card 16): its parameters, and how a case is weighed, capped and turned into a rung and a term."""

from __future__ import annotations

import math
from typing import Annotated, NamedTuple

from unanimity.world.codes import (
    ATTACKED,
    CAMP,
    COMPLAINT_TOPIC,
    DEATH,
    DISMISSAL,
    DISMISSED,
    EXILE,
    EXILED,
    EXPELLED,
    EXPULSION,
    FACTION_GROUND,
    FREE,
    IMPRISONED,
    LOCAL_TOPIC,
    PRECEDENT_BY_TOPIC,
    PRISON,
    REPROOF,
    ROSE,
    SABOTAGED,
    STOLE,
)
from unanimity.world.draws import exponential, normal_from
from unanimity.world.formula import formula
from unanimity.world.levers import NUMBER_OF
from unanimity.world.spans import Span

CAP = NUMBER_OF["sanction_cap"]
STEPS = 8.0  # rungs of the ladder, the lowest being none
CAMPAIGN_STEPS = 2.0  # rungs that a campaign at full intensity adds for those it names
FULL_FILE = 1.0  # a file beyond this adds no weight


class Sanction(NamedTuple):
    """What drives a case up the ladder, how long terms last, and how precedent fades."""

    floor: Annotated[float, Span(
        "raw severity of an empty file", -4, 2,
        "assumed; with r1, r2 and sv about .02 of the arrested are shot in calm and .05-.1 in danger, as in 1922-29"
        " and 1921 (archives)", unit="raw", symbol="r0")] = -2.4
    file: Annotated[float, Span(
        "weight of a full file", 0, 3, "assumed; order of effects 003 l.2889-2920", unit="raw", symbol="r1")] = 1.0
    threat: Annotated[float, Span(
        "weight of the threat", 0, 4, "assumed; order of effects 003 l.2889-2920", unit="raw", symbol="r2")] = 1.0
    confession: Annotated[float, Span(
        "weight of a confession", 0, 2, "assumed; order of effects 003 l.2889-2920", unit="raw", symbol="r3")] = 0.5
    defiance: Annotated[float, Span(
        "weight of defiance", 0, 2, "assumed; order of effects 003 l.2889-2920", unit="raw", symbol="r4")] = 0.5
    fame: Annotated[float, Span(
        "what fame abroad takes off, where it is needed", 0, 3, "003 l.13760-13784; size assumed", unit="raw",
        symbol="r5")] = 1.0
    use: Annotated[float, Span(
        "what usefulness takes off", 0, 2, "003 l.13760-13784; size assumed", unit="raw", symbol="r6")] = 0.7
    cover: Annotated[float, Span(
        "what a patron's cover takes off", 0, 2, "003 l.13760-13784; size assumed", unit="raw", symbol="r7")] = 0.7
    unseen: Annotated[float, Span(
        "weight of nobody being allowed to look into the case", 0, 3,
        "a service that answers to one man judges its own cases: 002 l.90-130; fitted on executions of 1921 and "
        "1922-29", unit="raw", symbol="r8")] = 0.4
    rank: Annotated[float, Span(
        "weight of the highest standing in a case that a purge or a name has brought", 0, 5,
        "all sixteen of the first trial, marshals and generals, who had staged the trials: the reserve teams of "
        "power and who knew: 003 l.18645-18655, 18811-18818, 18829-18833, 19264-19274, 19309-19314; size assumed",
        unit="raw", symbol="r9")] = 3.0
    lot: Annotated[float, Span(
        "spread of the sentences of like cases", 0, 3,
        "one court ends in a sentence on principle, another applies a directive: 003 l.9252-9272; size assumed",
        unit="raw", symbol="sv")] = 1.2
    dismissed: Annotated[float, Span(
        "term of the dismissed", 12, 120, "assumed", unit="months", symbol="base[2]")] = 12.0
    expelled: Annotated[float, Span("term of the expelled", 12, 120, "assumed", unit="months", symbol="base[3]")] = 12.0
    exile: Annotated[float, Span(
        "term of exile", 12, 120, "3 years by board: 003 l.16677", unit="months", symbol="base[4]")] = 36.0
    prison: Annotated[float, Span(
        "term of prison", 12, 120, "3 years by board: 003 l.16677; 3+2, 5: 003 l.17202-17214", unit="months",
        symbol="base[5]")] = 36.0
    camp: Annotated[float, Span(
        "term of the camp", 12, 120, "5, 6, 10 years: 003 l.14090, 14445", unit="months", symbol="base[6]")] = 60.0
    start: Annotated[float, Span(
        "highest rung that had passed when the run began", 0, 7, "scenario", unit="rung", symbol="start")] = 3.0
    calling: Annotated[float, Span(
        "hazard that a chair or a boss calls up one with a full file", 0, 1,
        "try to speak and you lose your work, are sent to the country: 001 l.264-275; 2-24 % of the members "
        "expelled a year in 1921-29 (archives); size assumed", unit="a month", symbol="kc")] = 0.1
    forgetting: Annotated[float, Span(
        "chance that precedent is forgotten in calm", 0, 0.1,
        "abolition lasted under 6 months 003 l.6097-6193; terror stopped in practice in 1922", unit="a month",
        symbol="dec")] = 0.01
    remembered: Annotated[float, Span(
        "months for which an act gives a case its topic", 0, 120, "assumed", unit="months", symbol="ma")] = 24.0
    defiant: Annotated[float, Span(
        "months for which a dissent makes defiant", 0, 120, "assumed", unit="months", symbol="md")] = 24.0
    selective: Annotated[float, Span("selectivity of a unit without sanctions", 0, 1, "assumed", symbol="se0")] = 0.9
    forgotten: Annotated[float, Span(
        "sanctions remembered up to which a unit counts as without", 0, 2,
        "assumed: a lone one after a year, (11/12)^12 = .352", unit="sanctions", symbol="sf")] = 0.35


@formula
def raw_of(dossier, threat, confessed, defiant, fame, need_abroad, useful, cover, concentration, harshness, severity,
           p):
    """`raw`: the weight of a case before the board's draw.

    A file beyond a full one adds nothing: a thicker file does not kill twice.
    """
    weighs = (p.floor + p.file * min(FULL_FILE, dossier) + p.threat * threat + p.confession * confessed
              + p.defiance * defiant)
    spares = p.fame * fame * need_abroad + p.use * useful + p.cover * cover
    return weighs - spares + 2.0 * concentration * (harshness - 0.5) + severity


@formula
def rung_of(raw, campaign, cap, rung_max, least=0):
    """The rung due: by weight and campaign (its intensity if the person's label is the campaign's, else 0), within cap
    and precedent + 1.

    It is not below the least rung that the law names, which is its own precedent, within the cap.
    """
    wished = math.floor(STEPS / (1.0 + exponential(-raw)) + CAMPAIGN_STEPS * campaign)
    return int(max(min(min(wished, DEATH), min(cap, rung_max + 1)), min(least, cap)))


@formula
def ground_of(topic, faction):
    """The group of cases for which a case sets a precedent: those of its topic, or of members of factions."""
    return FACTION_GROUND if faction > 0 else topic


@formula
def precedent_of(highest, passed, centre, topic, faction):
    """The highest rung that has passed: in any case, or, where precedent goes by topic, in one of its group."""
    if centre.precedent == PRECEDENT_BY_TOPIC:
        return int(passed[ground_of(topic, faction)])
    return int(highest)


@formula
def lot_of(luck, p):
    """What the board adds or takes off by chance: similar cases end differently."""
    return p.lot * normal_from(luck)


@formula
def topic_cap(topic, of_rule, of_local, of_complaint):
    """The cap of a topic, as the lever says: 0 means "as sanction_cap", so the rungs begin at 1."""
    return of_complaint if topic == COMPLAINT_TOPIC else (of_local if topic == LOCAL_TOPIC else of_rule)


@formula
def lowest_cap(general, of_topic, of_faction):
    """The lower of the caps of topic and faction that are set and apply, else the general one."""
    if of_topic == 0.0 and of_faction == 0.0:
        return int(general)
    if of_topic == 0.0 or (of_faction > 0.0 and of_faction < of_topic):
        return int(of_faction) - 1
    return int(of_topic) - 1


@formula
def kind_cap(kind, of_topic, of_theft, of_sabotage, of_violence):
    """The cap of the act, if it is not speech and has a law of its own; else that of the topic."""
    own = of_theft if kind == STOLE else (of_sabotage if kind == SABOTAGED else 0.0)
    own = of_violence if kind == ROSE or kind == ATTACKED else own
    return own if own > 0.0 else of_topic


@formula
def cap_of(levers, unit, topic, faction, kind):
    """The highest rung that the law allows in a case."""
    of_topic = topic_cap(topic, levers.sanction_cap_rule[unit], levers.sanction_cap_local[unit],
                         levers.sanction_cap_complaint[unit])
    of_act = kind_cap(kind, of_topic, levers.sanction_cap_theft[unit], levers.sanction_cap_sabotage[unit],
                      levers.sanction_cap_violence[unit])
    return lowest_cap(levers.sanction_cap[unit], of_act, levers.sanction_cap_faction[unit] if faction > 0 else 0.0)


@formula
def cap_in(act, case):
    """The same for one case, in the assembly in which the act was done."""
    of_topic = topic_cap(case.case_topic, act.sanction_cap_rule, act.sanction_cap_local, act.sanction_cap_complaint)
    of_act = kind_cap(case.act_kind, of_topic, act.sanction_cap_theft, act.sanction_cap_sabotage,
                      act.sanction_cap_violence)
    return lowest_cap(act.sanction_cap, of_act, act.sanction_cap_faction if case.faction > 0 else 0.0)


@formula
def floor_in(act, case):
    """The lowest rung that the law allows after a conviction: only theft has one."""
    return int(act.sanction_floor_theft) if case.act_kind == STOLE else 0


@formula
def status_of(rung):
    """The status that a rung below death brings."""
    if rung <= REPROOF:
        return FREE
    if rung <= EXPULSION:
        return DISMISSED if rung == DISMISSAL else EXPELLED
    return EXILED if rung == EXILE else (IMPRISONED if rung == PRISON else CAMP)


@formula
def term_of(rung, p):
    """`base`: months of a sentence."""
    if rung <= EXPULSION:
        return int(p.dismissed if rung == DISMISSAL else p.expelled)
    return int(p.exile if rung == EXILE else (p.prison if rung == PRISON else p.camp))
