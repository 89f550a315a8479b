"""Confession: the signature.

Isolation, hunger, kin and one's own loyalty pull the pen; each signature asks for a lower one and names other people.

    press   = (in0 + interrogation) * (isolation*pi + hunger*ph + kin_threat*dependants*pk + trap*conviction*creed)
    hold    = courage*(1 - creed*trap) + ks2*solid + sc*survived
    sign    (under inquiry) event(cs*(press - hold)+) -> confessed, step + 1; names nk*(1 + press - hold) ties by weight and
            nr*(1 + press - hold) strangers: their files grow by `add`; while a purge runs each who is at liberty is taken
            next month by event(nw)
    capitulate (exile, prison, expelled) event(cc*(stolen + ease + .2*dependants + threat + wave
                                                   - conviction*(1 - stolen) - solid)+)
            -> rung eased by 2, faction left, label 'ex'; the file stays as it is
    wave    = share of the elders tied to him who signed within 6 months; none tied: a quarter of the share of all elders
    review  absurd = named in the case / 3; if absurd > ab and oversight_eff > U, unless a purge runs: the case is void and
            its examiner's file grows by 1

creed = 1 for members and ex-members whose stance on rule is not against, else 0; kin_threat = the lever hostage_kin;
stolen = that of his faction (card 13). Elders are those the scenario flags, else the five members with most ties in the
faction; who signed stays an elder for six months, then the next best tied takes his place. They are looked for only in
a faction of which somebody is not free.

What is shown (card 12): the cases that come to their verdict this month, by the lever `hearings` all of them or those
that have confessed.

Readings the card leaves open. An accused is pressed in the month of his arrest and until his case is closed, and may sign
once a month (`step` counts to five); the names of all his signatures of a case count as one text. Who belongs to no faction
has no stolen programme and no elders, and may capitulate too. A sentence eased by 2 turns prison into expulsion, exile
into dismissal, and an expelled man free; its date stays; in the month in which the term ends anyway nobody signs. He
signs once a case: a new arrest wipes out `capitulated`, the label stays.

The names and the two buffers. The contract has files grow at the month's end. Between this step and next month's head a
file is read only where the case of its owner is decided (verdict, sanction), as the standing of a chief (card 20), and
where it is halved. So the file of everybody named grows at once, save that of one whose own case comes to its verdict
this month: it is closed already, and the name adds nothing to it.

Sources: 003 l.716-720, 2645-2667, 13284-13317, 13911-13929, 14146-14216, 14314-14356, 14653-14705, 15885-15940,
16262-16299, 16332-16629, 17275-17374, 17899-17902, 18636-18688.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.mechanisms.police.cases import lever_for, place_of, switches_on
from unanimity.mechanisms.police.company import IN_PRISON, isolation_of
from unanimity.mechanisms.police.ladder import status_of
from unanimity.mechanisms.police.naming import asked_of, name_strangers, name_ties
from unanimity.mechanisms.police.sanction import set_free
from unanimity.world.columns import IN_THE_COUNTRY_BELOW
from unanimity.world.draws import event, uniform
from unanimity.world.formula import formula, positive
from unanimity.world.levers import NUMBER_OF
from unanimity.world.log import enter_with
from unanimity.world.rules import Mechanism, within_world
from unanimity.world.spans import Span
from unanimity.world.words import (
    ALL_HEARD,
    CAPITULATION,
    CONFESSION,
    EX,
    EXILE,
    EXILED,
    EXPELLED,
    EXPULSION,
    IMPRISONED,
    INQUIRY,
    NEVER,
    NO_CAUSE,
    NO_HEARING,
    NO_RUNG,
    NOBODY,
    OFFER,
    PRISON,
    REVIEW,
    RULE_ISSUE,
    VOIDED,
)

MOST_STEPS = 5  # declarations that are counted
PLAUSIBLE = 3.0  # names a case that anybody would believe
EXAMINER_PAYS = 1.0  # file added to the examiner of a void case
HALVED = 0.5  # what a closed case leaves of the file
WAVE_LASTS = 6  # months for which an elder's signature draws others
FROM_AFAR = 0.25  # weight of elders whom one does not know
DEPENDANT = 0.2  # what each dependant adds to the wish to give in
EASED = 2  # rungs that a capitulation takes off
PLACES, FIRMLY, FLAGGED = 5, 1 << 20, 1 << 10  # elders a faction; marks of one who keeps his place, of one by script
FACTIONS = 256
PERCENT = 0.01  # stored unit of a scripted offer
SIGN, SUBMIT, LOOKED_INTO = 470, 474, 476  # streams (471, 472 and 478 are of naming.py)
ISOLATION, INTERROGATION = NUMBER_OF["isolation"], NUMBER_OF["interrogation"]
HOSTAGE_KIN = NUMBER_OF["hostage_kin"]


class Confession(NamedTuple):
    """What makes a man sign, whom he names, what brings him to capitulate."""

    isolation: Annotated[float, Span("weight of isolation", 0, 1, "assumed", symbol="pi")] = 0.5
    hunger: Annotated[float, Span("weight of hunger", 0, 1, "assumed", symbol="ph")] = 0.3
    kin: Annotated[float, Span("weight of each dependant where kin answer", 0, 1, "assumed", symbol="pk")] = 0.15
    company: Annotated[float, Span("hold that company gives", 0, 1, "assumed", symbol="ks2")] = 0.5
    scars: Annotated[float, Span("hold that each sanction survived gives", 0, 1, "assumed", symbol="sc")] = 0.1
    least: Annotated[float, Span("press at interrogation 0", 0, 1, "assumed: interrogation .4 leaves the dry-run rule", symbol="in0")] = 0.6
    signing: Annotated[float, Span("signing hazard", 0, 1, "80 days, 6 sessions without result: 003 l.16334-16353; 20-30 h sessions l.14207", unit="a month", symbol="cs")] = 0.3
    trap: Annotated[float, Span("force of the loyalty trap", 0, 1, "003 l.16332-16434, 16453-16484; size assumed", symbol="trap")] = 0.5
    ties_named: Annotated[float, Span("ties named in one signature", 0, 20, "link-men: 003 l.16429-16497; five to ten names a confession in 1937 (archives)", unit="persons", symbol="nk")] = 4.0
    strangers_named: Annotated[float, Span("strangers named in one signature, on average", 0, 5, "link-men: 003 l.16429-16497; five to ten names a confession in 1937 (archives)", unit="persons", symbol="nr")] = 1.0
    file: Annotated[float, Span("file added to whoever is named", 0, 2, "link-men: 003 l.16429-16497; size assumed", unit="file", symbol="add")] = 0.4
    warranted: Annotated[float, Span("hazard that a name brings an arrest while a purge runs", 0, 2, "a stranger's name, a door to any plot: 003 l.16429-16431; limits raised on request in 1937 (archives); size assumed", symbol="nw")] = 0.5
    capitulating: Annotated[float, Span("capitulating", 0, 0.3, "majority of 5,000 in 1928-29, under 1,000 left: 003 l.14355, 14452", unit="a month", symbol="cc")] = 0.05
    absurd: Annotated[float, Span("absurdity that triggers review", 2, 20, "003 l.16262-16299", unit="names / plausible names", symbol="ab")] = 5.0


@formula
def creed_of(cohort, stance):
    """`party_creed`: 1 for a member or ex-member who still grants the committee its authority."""
    return 1.0 if cohort >= 0 and stance >= 0.0 else 0.0


@formula
def press_of(interrogation, isolation, hunger, kin_threat, dependants, conviction, creed, p):
    """`press`: what the examiner can bring to bear."""
    pull = isolation * p.isolation + hunger * p.hunger + kin_threat * dependants * p.kin + p.trap * conviction * creed
    return (p.least + interrogation) * pull


@formula
def hold_of(courage, creed, solid, survived, p):
    """`hold`: what keeps the hand from the pen."""
    return courage * (1.0 - creed * p.trap) + p.company * solid + p.scars * survived


@formula
def wave_of(tied, tied_signed, elders, signed):
    """`wave`: share of the elders he knows who signed; knowing none, a quarter of the share of all."""
    if tied > 0:
        return tied_signed / tied
    return FROM_AFAR * signed / elders if elders > 0 else 0.0


@formula
def capitulation_hazard(stolen, ease, dependants, threat, wave, conviction, solid, p):
    """The hazard of giving in: reasons to be at one's post again, less what one still believes and whom one has."""
    reasons = stolen + ease + DEPENDANT * dependants + threat + wave
    return p.capitulating * positive(reasons - conviction * (1.0 - stolen) - solid)


@within_world(writes=("confessed", "step", "named", "named_by", "signed_month", "capitulated", "dossier", "warrant"))
def interrogate(base, unit_first, unit_last, people, month, seed, docket, docket_size, cell_of, province, child_first,
                held_in, levers, tie_start, neighbour, weight, status, arrested, examiner, rung, courage, conviction,
                hunger, dependants, cohort, stance, solid, survived, confessed, step, named, named_by, signed_month,
                capitulated, dossier, warrant, purge_open, log, p):
    """Everybody under inquiry is pressed; who signs names others."""
    for k in range(docket_size):
        person = docket[base + k]
        i = base + person
        if status[i] != INQUIRY:
            continue
        if arrested[i] == month:  # a new case begins with an empty text
            named[i] = 0
            capitulated[i] = 0
        unit = unit_first + place_of(held_in[i], cell_of[person], province, child_first[unit_last - unit_first - 1])
        alone = isolation_of(lever_for(ISOLATION, i, unit, levers), switches_on(levers, unit), IN_PRISON)
        creed = creed_of(cohort[i], stance[RULE_ISSUE, i])
        pressed = press_of(lever_for(INTERROGATION, i, unit, levers), alone, hunger[i], levers[HOSTAGE_KIN, unit],
                           dependants[i], conviction[i], creed, p)
        held = hold_of(courage[i], creed, solid[i], survived[i], p)
        hazard = p.signing * positive(pressed - held)
        if hazard <= 0.0 or not event(hazard, uniform(seed, SIGN, person, month)):
            continue
        confessed[i] = 1
        step[i] = min(MOST_STEPS, step[i] + 1)
        signed_month[i] = month
        running = purge_open != 0
        count, first = name_ties(i, asked_of(p.ties_named, pressed, held), base, month, seed, running, tie_start,
                                 neighbour, weight, status, arrested, dossier, named_by, warrant, p)
        count += name_strangers(i, asked_of(p.strangers_named, pressed, held), base, people, month, seed, running, status,
                                arrested, dossier, named_by, warrant, p)
        named[i] = min(255, named[i] + count)
        enter_with(log, i, CONFESSION, NO_CAUSE, rung[i], first)


@within_world(writes=("status", "rung", "status_until", "execution", "cleared", "confessed", "dossier", "cases_shown",
                      "confessing_shown"))
def hear(base, w, month, seed, docket, docket_size, status, arrested, rung, status_until, execution, cleared, confessed,
         named, dossier, examiner, cases_shown, confessing_shown, oversight_eff, purge_open, hearings, log, p):
    """Texts beyond belief are sent back where anybody looks; the others are shown, as far as hearings are public."""
    cases, confessing = 0.0, 0.0
    for k in range(docket_size):
        person = docket[base + k]
        i = base + person
        if status[i] != INQUIRY or arrested[i] >= month or execution[i] != NEVER:
            continue
        beyond = confessed[i] != 0 and purge_open == 0 and named[i] > p.absurd * PLAUSIBLE
        if beyond and oversight_eff > uniform(seed, LOOKED_INTO, person, month):
            enter_with(log, i, VOIDED, REVIEW, rung[i], examiner[i])
            set_free(i, status, rung, status_until, execution)
            cleared[i] = 1
            confessed[i] = 0
            dossier[i] *= HALVED
            if examiner[i] != NOBODY:
                dossier[base + examiner[i]] += EXAMINER_PAYS
            continue
        cases += 1.0 if hearings == ALL_HEARD or confessed[i] != 0 else 0.0
        confessing += 1.0 if confessed[i] != 0 else 0.0
    cases_shown[w] = cases if hearings != NO_HEARING else 0.0
    confessing_shown[w] = confessing if hearings != NO_HEARING else 0.0


@formula
def may_recant(status, capitulated, arrested, status_until, month):
    """Exiles, prisoners and the expelled who have not signed yet, seized before this month, their term not over."""
    serving = status == EXILED or status == IMPRISONED or status == EXPELLED
    return serving and capitulated == 0 and arrested < month and (status_until == NEVER or status_until > month)


@formula
def recant(i, cause, month, status, rung, status_until, execution, faction, last_guilt, label, capitulated, step,
           signed_month, hostage, log):
    """Person i signs that he was wrong: the sentence is eased, the faction left, the name stays. Also for events."""
    served = EXILE if status[i] == EXILED else (PRISON if status[i] == IMPRISONED else EXPULSION)
    left = served - EASED if status[i] in (EXILED, IMPRISONED, EXPELLED) else NO_RUNG
    enter_with(log, i, CAPITULATION, cause, left, NOBODY)
    if left > NO_RUNG:
        until = status_until[i]
        set_free(i, status, rung, status_until, execution)
        status[i] = status_of(left)
        if left >= EASED:  # a reproof leaves nothing in force
            rung[i] = left
            status_until[i] = until
        else:
            hostage[i] = 0
    if faction[i] > 0:
        last_guilt[i] = month
    faction[i] = 0
    label[i] = EX
    capitulated[i] = 1
    step[i] = min(MOST_STEPS, step[i] + 1)
    signed_month[i] = month


@formula
def still_elder(e, f, base, month, status, faction, signed_month):
    """An elder in the country who is in the faction, or left it by signing within six months."""
    if e == NOBODY or status[base + e] >= IN_THE_COUNTRY_BELOW:
        return False
    return faction[base + e] == f or month - signed_month[base + e] <= WAVE_LASTS


@formula
def ties_within(i, base, tie_start, neighbour, faction):
    """How many of his ties are in his faction."""
    count = 0
    for t in range(tie_start[i], tie_start[i + 1]):
        if faction[base + neighbour[t]] == faction[i]:
            count += 1
    return count


@formula
def vacant_places(faction_base, base, month, status, faction, signed_month, faction_size, faction_held, elders,
                  elder_ties):
    """Empty the places of elders who are none any more; whether some faction with people in custody has one to fill."""
    wanting = False
    for f in range(1, FACTIONS):
        at = faction_base + f
        if faction_held[at] == 0:
            continue
        kept, members = 0, 0
        for e in range(PLACES):
            if still_elder(elders[e, at], f, base, month, status, faction, signed_month):
                elder_ties[e, at] = FIRMLY
                kept += 1
                members += 1 if faction[base + elders[e, at]] == f else 0
            else:
                elders[e, at] = NOBODY
                elder_ties[e, at] = -1
        if kept < PLACES and members < faction_size[at]:
            wanting = True
        else:
            faction_held[at] = -faction_held[at]  # nothing to look for here
    return wanting


@within_world(writes=("faction_held", "elders", "elder_ties"))
def find_elders(first, last, base, month, faction_base, docket, docket_size, tie_start, neighbour, status, faction,
                signed_month, elder, faction_size, faction_held, elders, elder_ties):
    """Whom the people of a faction look to, where somebody of it is not free."""
    anybody = False
    for f in range(faction_base, faction_base + FACTIONS):
        faction_held[f] = 0
    for k in range(docket_size):
        i = base + docket[base + k]
        if faction[i] > 0 and status[i] < IN_THE_COUNTRY_BELOW:
            faction_held[faction_base + faction[i]] += 1
            anybody = True
    if not anybody or not vacant_places(faction_base, base, month, status, faction, signed_month, faction_size,
                                        faction_held, elders, elder_ties):
        return
    for i in range(first, last):
        at = faction_base + faction[i]
        if faction[i] == 0 or faction_held[at] <= 0:
            continue
        lowest, he_is = 0, False
        for e in range(PLACES):
            lowest = e if elder_ties[e, at] < elder_ties[lowest, at] else lowest
            he_is = he_is or elders[e, at] == i - base
        count = ties_within(i, base, tie_start, neighbour, faction) + (FLAGGED if elder[i] != 0 else 0)
        if not he_is and count > elder_ties[lowest, at]:
            elders[lowest, at] = i - base
            elder_ties[lowest, at] = count


@formula
def wave_around(i, at, base, month, tie_start, neighbour, signed_month, elders):
    """The wave that person i feels from the elders of his faction, as of last month."""
    there, signed, tied, tied_signed = 0, 0, 0, 0
    for e in range(PLACES):
        he = elders[e, at]
        if he == NOBODY or base + he == i:
            continue
        has = 1 if signed_month[base + he] < month and month - signed_month[base + he] <= WAVE_LASTS else 0
        there += 1
        signed += has
        for t in range(tie_start[i], tie_start[i + 1]):
            if neighbour[t] == he:
                tied += 1
                tied_signed += has
                break
    return wave_of(tied, tied_signed, there, signed)


@within_world(writes=("status", "rung", "status_until", "execution", "faction", "last_guilt", "label", "capitulated",
                      "step", "signed_month", "hostage"))
def give_in(base, month, seed, faction_base, docket, docket_size, tie_start, neighbour, status, rung, status_until,
            execution, arrested, faction, last_guilt, label, capitulated, step, signed_month, hostage, dependants, conviction,
            solid, ease, threat, faction_stolen, elders, log, p):
    """Exiles, prisoners and the expelled sign that they were wrong, one drawing the other."""
    for k in range(docket_size):
        person = docket[base + k]
        i = base + person
        if not may_recant(status[i], capitulated[i], arrested[i], status_until[i], month):
            continue
        stolen, wave = 0.0, 0.0
        if faction[i] > 0:
            at = faction_base + faction[i]
            stolen = faction_stolen[at]
            wave = wave_around(i, at, base, month, tie_start, neighbour, signed_month, elders)
        hazard = capitulation_hazard(stolen, PERCENT * ease[i], dependants[i], threat, wave, conviction[i], solid[i], p)
        if hazard > 0.0 and event(hazard, uniform(seed, SUBMIT, person, month)):
            recant(i, OFFER if ease[i] > 0 else NO_CAUSE, month, status, rung, status_until, execution, faction,
                   last_guilt, label, capitulated, step, signed_month, hostage, log)


MECHANISM = Mechanism(
    id="confession",
    card=18,
    title="The signature",
    sentence="Isolation, hunger, kin and one's own loyalty pull the pen; each signature asks for a lower one and names other "
             "people.",
    sources="003 l.716-720, 2645-2667, 13284-13317, 13911-13929, 14146-14216, 14314-14356, 14653-14705, 15885-15940, "
            "16262-16299, 16332-16629, 17275-17374, 17899-17902, 18636-18688",
    parameters=Confession,
    levers=("interrogation", "isolation", "hearings", "hostage_kin", "oversight.courts", "oversight.party_control",
            "oversight.appeal"),
    rules=(interrogate, hear, find_elders, give_in),
)
