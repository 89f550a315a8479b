"""Intercession: a telephone call in time.

Who has a path to someone who can say yes, and time to use it, lives. Shortest path with decay per hop, at most 4.

    reach   = max over chiefs k (office of the province or above) of (product of tie weights on the path)
              * standing_k/(1 + petitions_k/pq) * office_k/4;   standing = [1 - dossier]
    fast    = 0 if delay_exec = 0, else exp(-lagp*hops/delay_exec); 1 if no execution is due
    inside  = reach*fast*(1 - veto), from month arrest + lagp*hops + assigned delay on;  veto = A*[dossier > 1]
    noise   = publicity*fame while a campaign runs (fame > .3), or the intensity of a scripted campaign for the person
    c'      = cd*c + cn*noise;   irritation = 1 - exp(-ci*noise)
    outside = need_abroad*(c^2/(1 + c^2) - c0^2/(1 + c0^2)*irritation)
    save    event((ki*inside + ko*outside+ - kconf*confessed)+) -> rung due - 3, not below 2; due 2 or less: release
            if outside < 0 and not saved: backlash, rung + 1 with event(-outside)
    serving (prison, camp) the outside path at ks5 of its strength: saved -> free; backlash -> term + 12, prison
            becomes camp if the cap allows
    after   permit to leave in dexit months (card 28), fame + .1
"""

from __future__ import annotations

import math
from typing import Annotated, NamedTuple

from unanimity.mechanisms.police.cases import is_open
from unanimity.mechanisms.police.hostage import publicity_of
from unanimity.mechanisms.police.ladder import cap_in
from unanimity.mechanisms.police.petition_path import HOP, best_way, spread
from unanimity.mechanisms.police.sanction import set_free
from unanimity.world.case_log import enter_with
from unanimity.world.codes import (
    A_CHIEF,
    BACKLASH,
    CAMP,
    CAMP_RUNG,
    DEATH,
    DISMISSAL,
    EXILED,
    FAME_ABROAD,
    IMPRISONED,
    NEVER,
    NO_RUNG,
    NOBODY,
    PETITION,
    SAVED,
)
from unanimity.world.draws import event, exponential
from unanimity.world.formula import formula, positive
from unanimity.world.rules import EVERYBODY, Mechanism, each
from unanimity.world.spans import Span


@each("case", writes=("ear", "ear_by", "hops", "petitioned"), only=is_open)
def ask(i, case, p, people, units, ties, tree, levers, month, log):
    """Kin and friends petition upward for everybody whose verdict falls now."""
    value, way = best_way(i, people, units, ties, tree, levers, p)
    if way == NOBODY:
        people.ear[i] = value
        people.ear_by[i] = way
        people.hops[i] = 0
        people.petitioned[i] = NEVER
        petition(i, NOBODY, False, month, people, log)
        return
    hops = max(1, way % HOP)
    fresh = case.petitioned == NEVER or case.petitioned < case.arrested
    people.ear[i] = value
    people.ear_by[i] = way
    people.hops[i] = hops
    people.petitioned[i] = petition_month(case.arrested, hops, case.petition_delay, p)
    petition(i, way // HOP, fresh, month, people, log)


@formula
def petition_month(arrested, hops, delay, p):
    """The month in which a petition arrives."""
    return arrested + math.floor(p.lag * hops + delay)


@formula(writes=("petitions",))
def petition(i, chief, fresh, month, people, log):
    """A chief is asked in each month in which the petition lies before him; the log has it once, when it is new."""
    if chief == NOBODY:
        return
    if people.petitioned[i] <= month:
        people.petitions[chief] = min(65535, people.petitions[chief] + 1)
    if fresh:
        enter_with(log, i, PETITION, A_CHIEF, people.rung_due[i], chief)


@each("person", writes="reputation", who=EVERYBODY)
def fall_into_oblivion(status, reputation, campaigns_heard, p):
    """The reputation of people at liberty, abroad or dead fades, once they have been spoken of abroad."""
    if campaigns_heard == 0 or reputation <= 0.0 or is_away(status):
        return reputation
    return reputation_after(reputation, 0.0, p)


@formula
def reputation_after(reputation, noise, p):
    """`c'`: reputation grows slowly with noise and fades slowly."""
    c = p.memory * reputation + p.gain * noise
    return c if c > FORGOTTEN else 0.0


@formula
def is_away(status):
    """Whether the person is in exile, under inquiry, in prison or in a camp."""
    return EXILED <= status <= CAMP


@formula
def is_held(case):
    """Whether the person's fate may be known abroad."""
    return is_away(case.status)


@each("case", writes="reputation", only=is_held)
def speak_abroad(case, cell, country, so_far, p):
    """Campaigns make those who are held known abroad; without a campaign a reputation fades."""
    loud = heard_abroad(case, cell, country, p)
    if loud > 0.0 or case.reputation > 0.0:
        so_far.spoken_of[0] = 1.0
        return reputation_after(case.reputation, loud, p)
    return case.reputation


@formula
def noise_of(publicity, fame, scripted, p):
    """The noise abroad for the person this month."""
    if scripted > 0.0:
        return scripted
    return publicity * fame if fame > p.known else 0.0


@formula
def heard_abroad(case, cell, country, p):
    """The noise abroad for the person of a case this month."""
    return noise_of(publicity_of(cell.publicity, country.voices_abroad), case.fame, case.noise, p)


@each("country", writes="campaigns_heard")
def was_heard(so_far, country):
    """Whether anybody was ever spoken of abroad."""
    return 1 if so_far.spoken_of > 0.0 or country.campaigns_heard != 0 else 0


SAVE, ANGER, PATIENCE = 500, 502, 504  # streams


@formula
def has_something_due(case, month):
    """Whether the case is open and would end in a sanction."""
    return is_open(case, month) and case.rung_due != NO_RUNG


@each("case", only=has_something_due, stream={"saving": SAVE, "anger": ANGER})
def plead(i, case, cell, place, act, country, month, luck, p, people, log):
    """The last chance before the act: a chief's word or opinion abroad may save; irritation may harm."""
    outside = outside_of(case.reputation, heard_abroad(case, cell, country, p), country.need_abroad, p)
    inside = 0.0
    if case.petitioned != NEVER and case.petitioned <= month:
        fast = fast_of(place.delay_exec, case.hops, case.rung_due, p)
        inside = inside_of(case.ear, fast, veto_of(country.police_autonomy, case.dossier, p))
    hazard = saving_hazard(inside, outside, case.confessed, p)
    if hazard > 0.0 and event(hazard, luck.saving):
        eased = max(DISMISSAL, case.rung_due - int(p.eased)) if case.rung_due > DISMISSAL else NO_RUNG
        by_a_chief = p.inside * inside >= p.outside * positive(outside)
        heed(i, HEARD_BY_A_CHIEF if by_a_chief else HEARD_ABROAD, eased, people, log, p)
        return
    if outside < 0.0 and event(-outside, luck.anger):
        harsher = min(case.rung_due + 1, cap_in(act, case))
        if harsher > case.rung_due:
            heed(i, ANGERED, harsher, people, log, p)
            return
    heed(i, UNHEARD, case.rung_due, people, log, p)


@formula
def fast_of(delay_exec, hops, due, p):
    """`fast`: the chance that the call comes before the act."""
    if due < DEATH:
        return 1.0
    return exponential(-p.lag * hops / delay_exec) if delay_exec > 0.0 else 0.0


@formula
def veto_of(autonomy, dossier, p):
    """`veto`: an autonomous police objects where the file is heavy."""
    return autonomy if dossier > p.outraged else 0.0


@formula
def inside_of(reach, fast, veto):
    """`inside`: the strength of the path through persons."""
    return reach * fast * (1.0 - veto)


@formula
def outside_of(reputation, noise, need_abroad, p):
    """`outside`: the strength of opinion abroad. Reputation helps, new noise irritates and can make it negative."""
    square, turning = reputation * reputation, p.turning * p.turning
    irritation = 1.0 - exponential(-p.irritation * noise)
    return need_abroad * (square / (1.0 + square) - turning / (1.0 + turning) * irritation)


@formula
def saving_hazard(inside, outside, confessed, p):
    """The hazard of being saved before the act; a signed confession lowers it."""
    return positive(p.inside * inside + p.outside * positive(outside) - p.signed * confessed)


@formula(writes=("fame", "permit"))
def reward(i, people, p):
    """A person who is saved becomes better known, and may leave the country later."""
    people.fame[i] = min(1.0, people.fame[i] + p.noted)
    people.permit[i] = 1 + int(p.departure)


@formula(writes=("rung_due", "cleared", "hostage", "dossier"))
def heed(i, answer, rung, people, log, p):
    """A word in time eases the rung, or frees the person and closes the case; irritation adds a rung."""
    if answer == UNHEARD:
        return
    people.rung_due[i] = rung
    if answer == ANGERED:
        enter_with(log, i, BACKLASH, FAME_ABROAD, rung, NOBODY)
        return
    by_chief = answer == HEARD_BY_A_CHIEF
    enter_with(log, i, SAVED, A_CHIEF if by_chief else FAME_ABROAD, rung,
               people.ear_by[i] // HOP if by_chief else NOBODY)
    reward(i, people, p)
    if rung == NO_RUNG:
        set_free(i, people)
        people.cleared[i] = BY_PLEA
        people.hostage[i] = 0
        people.dossier[i] *= 0.5  # a closed case halves the file


@formula
def is_serving(case, month):
    """Whether the person has been in prison or in a camp since before this month, with a case that is not closed."""
    return (case.status == IMPRISONED or case.status == CAMP) and case.arrested < month and case.cleared == 0


@each("case", only=is_serving, stream=PATIENCE)
def ask_for_release(i, case, cell, act, country, luck, p, people, log):
    """A campaign also reaches those who are serving, with less strength."""
    loud = heard_abroad(case, cell, country, p)
    if loud <= 0.0 and case.reputation <= 0.0:
        heed_for_release(i, UNHEARD, False, people, log, p)
        return
    outside = outside_of(case.reputation, loud, country.need_abroad, p)
    if event(p.serving * saving_hazard(0.0, outside, case.confessed, p), luck):
        heed_for_release(i, HEARD_ABROAD, False, people, log, p)
        return
    if outside < 0.0 and event(-p.serving * outside, luck):
        heed_for_release(i, ANGERED, case.status == IMPRISONED and cap_in(act, case) >= CAMP_RUNG, people, log, p)
        return
    heed_for_release(i, UNHEARD, False, people, log, p)


@formula(writes=("cleared", "hostage", "survived", "status_until", "status", "rung"))
def heed_for_release(i, answer, to_camp, people, log, p):
    """Release from prison or camp; or a longer term, and from prison to a camp."""
    if answer == HEARD_ABROAD:
        enter_with(log, i, SAVED, FAME_ABROAD, NO_RUNG, NOBODY)
        set_free(i, people)
        people.cleared[i] = BY_PLEA
        people.hostage[i] = 0
        people.survived[i] = min(MOST_SURVIVED, people.survived[i] + 1)
        reward(i, people, p)
    elif answer == ANGERED:
        if people.status_until[i] != NEVER:
            people.status_until[i] += int(p.longer)
        if to_camp:
            people.status[i] = CAMP
            people.rung[i] = CAMP_RUNG
            people.cleared[i] = BY_PLEA
        enter_with(log, i, BACKLASH, FAME_ABROAD, people.rung[i], NOBODY)


class Intercession(NamedTuple):
    """How strong, how fast and how crowded the two paths are."""

    inside: Annotated[float, Span(
        "strength of the inside path", 0, 5, "Gorki nearly always; 12 freed; failures listed 003 l.5155-5260",
        symbol="ki")] = 1.0
    outside: Annotated[float, Span(
        "strength of the outside path", 0, 5, "12 freed; failures listed 003 l.7766-9290", symbol="ko")] = 0.5
    lag: Annotated[float, Span(
        "months per hop", 0.02, 0.5, "several nights: 003 l.7766-7770", unit="months", symbol="lagp")] = 0.1
    serving: Annotated[float, Span(
        "share of the outside path that reaches those serving", 0, 1, "assumed", symbol="ks5")] = 0.2
    memory: Annotated[float, Span("memory of reputation", 0, 1, "assumed", symbol="cd")] = 0.95
    gain: Annotated[float, Span("reputation per noise", 0.03, 0.3, "assumed", symbol="cn")] = 0.1
    irritation: Annotated[float, Span("speed of irritation", 0, 10, "assumed", unit="1 / noise", symbol="ci")] = 3.0
    turning: Annotated[float, Span(
        "reputation that outweighs full irritation", 0, 2, "004 l.49-61; about 28 months of campaign 003 l.22083",
        unit="noise", symbol="c0")] = 0.5
    crowd: Annotated[float, Span(
        "petitions a month that halve a chief's ear", 2, 50, "access congested: 003 l.5228-5260; size assumed",
        unit="petitions", symbol="pq")] = 10.0
    departure: Annotated[float, Span(
        "decision to departure", 1, 12, "293 days: 003 l.22105", unit="months", symbol="dexit")] = 10.0
    eased: Annotated[float, Span(
        "rungs that a word in time takes off", 0, 6, "assumed", unit="rungs", symbol="er")] = 3.0
    outraged: Annotated[float, Span(
        "file from which the police may object", 0, 5, "assumed", unit="file", symbol="vf")] = 1.0
    known: Annotated[float, Span("fame from which a campaign runs", 0, 1, "assumed", symbol="fk")] = 0.3
    body: Annotated[float, Span(
        "weight of a relief body, or of being held where a chief sits", 0, 1, "assumed", symbol="rb")] = 0.3
    longer: Annotated[float, Span(
        "months that a backlash adds to a term", 0, 60, "assumed", unit="months", symbol="bl")] = 12.0
    noted: Annotated[float, Span("fame that a rescue adds", 0, 1, "assumed", symbol="fr")] = 0.1
    signed: Annotated[float, Span(
        "cost of a signed confession", 0, 1, "empty file: 003 l.17899-17902", symbol="kconf")] = 0.5


FORGOTTEN = 1e-6  # reputation below which nothing is left
BY_PLEA = 2  # code of `cleared`
MOST_SURVIVED = 10
UNHEARD, HEARD_BY_A_CHIEF, HEARD_ABROAD, ANGERED = range(4)  # the outcomes of a plea
MECHANISM = Mechanism(
    id="intercession",
    card=20,
    title="A telephone call in time",
    sentence="Who has a path to someone who can say yes, and time to use it, lives.",
    sources="000 l.79-97; 004 l.35-61; 003 l.720-725, 2283-2318, 5228-5260, 6673-6720, 7664-7673, 7766-7770, "
            "8911-8923, 9060-9086, 9274-9290, 11806-11839, 14612-14616, 15723-15766, 17473-17929, 18007-18073, "
            "19175-19253, "
            "19367-19381, 21982-22105",
    parameters=Intercession,
    levers=("publicity", "delay_exec", "association.economy", "sanction_cap", "sanction_cap.rule", "sanction_cap.local",
            "sanction_cap.complaint", "sanction_cap.faction",
            "sanction_cap.theft", "sanction_cap.sabotage", "sanction_cap.violence"),
    rules=(spread, ask, fall_into_oblivion, speak_abroad, was_heard, plead, ask_for_release),
)


# --- readings ---------------------------------------------------------------------------------------------------------
# petition_path.py finds the path.
#
# Readings the card leaves open. A case is one whose verdict falls this month, or a death sentence that waits. Where
# co-operatives and relief bodies are legal, the body counts as a tie of .3 to the secretary of the province; for
# somebody held in another province there is such a tie to its secretary. The petition arrives in the month into which
# its date falls. Publicity is the lever plus what exiles tell. Reputation grows with noise while a person is held
# (exile, inquiry, prison, camp); at liberty and abroad it only fades. Everybody who is saved, by either path, gets the
# permit and the fame. The log gives the stronger of the two paths as the cause. A person who is serving and has
# confessed loses ks5*kconf.
