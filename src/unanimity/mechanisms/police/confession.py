"""Confession: the signature.

Isolation, hunger, kin and one's own loyalty pull the pen; each signature asks for a lower one and names other people.

    press   = (in0 + interrogation) * (isolation*pi + hunger*ph + kin_threat*dependants*pk + trap*conviction*creed)
    hold    = courage*(1 - creed*trap) + ks2*solid + sc*survived
    sign    (under inquiry) event(cs*(press - hold)+) -> confessed, step + 1; names nk*(1 + press - hold) ties by weight
            and nr*(1 + press - hold) strangers: their files grow by `add`; while a purge runs each of them who is at
            liberty is arrested next month by event(nw)
    capitulate (exile, prison, expelled) event(cc*(stolen + ease + kd*dependants + threat + wave
                                                   - conviction*(1 - stolen) - solid)+)
            -> rung eased by 2, faction left, label 'ex'; the file stays as it is
    wave    = share of the elders tied to him who signed within wl months; none tied: wf of the share of all elders
    review  absurd = named in the case / np; if absurd > ab and oversight_eff > U, unless a purge runs: the case is void
            and its examiner's file grows by 1
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.mechanisms.party.protection import oversight_share
from unanimity.mechanisms.police.cellmates import IN_PRISON, isolation_of
from unanimity.mechanisms.police.confession_names import asked_of, name_strangers, name_ties
from unanimity.mechanisms.police.elders import count_held, find_elders, keep_places, wave_around
from unanimity.mechanisms.police.ladder import status_of
from unanimity.mechanisms.police.sanction import set_free
from unanimity.world.case_log import enter_with
from unanimity.world.codes import (
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
    VOIDED,
)
from unanimity.world.draws import event
from unanimity.world.formula import formula, positive
from unanimity.world.rules import Mechanism, each
from unanimity.world.spans import Span


@each("country", writes=("cases_shown", "confessing_shown"))
def what_is_shown(centre, so_far):
    """Hearings that the public sees, and those in which the accused has signed."""
    return (so_far.heard, so_far.confessing) if centre.hearings != NO_HEARING else (0.0, 0.0)


SIGN, SUBMIT, LOOKED_INTO = 470, 474, 476  # streams (471, 472 and 478 belong to confession_names.py)


@formula
def is_examined(case):
    """Whether the person is under inquiry."""
    return case.status == INQUIRY


@each("case", only=is_examined, stream=SIGN)
def interrogate(i, case, place, month, luck, p, p_custody, seed, people, country, ties, tree, log, p_purge):
    """Everybody under inquiry is pressed; the further the press exceeds the hold, the likelier is a signature."""
    ov = oversight_share(place.oversight_courts, place.oversight_party_control, place.oversight_appeal)
    alone = isolation_of(place.isolation, ov, IN_PRISON, p_custody)
    creed = creed_of(case.cohort, case.stance)
    pressed = press_of(place.interrogation, alone, case.hunger, place.hostage_kin, case.dependants, case.conviction,
                       creed, p)
    held = hold_of(case.courage, creed, case.solid, case.survived, p)
    beyond = positive(pressed - held)
    hazard = p.signing * beyond
    if hazard <= 0.0 or not event(hazard, luck):
        sign(i, case.arrested == month, HE_HOLDS, month, seed, people, country, ties, tree, log, p, p_purge)
        return
    sign(i, case.arrested == month, beyond, month, seed, people, country, ties, tree, log, p, p_purge)


@formula
def creed_of(cohort, stance):
    """`party_creed`: 1 for a member or ex-member who still grants the committee its authority."""
    return 1.0 if cohort >= 0 and stance >= 0.0 else 0.0


@formula
def press_of(interrogation, isolation, hunger, kin_threat, dependants, conviction, creed, p):
    """`press`: the pressure that the examiner can exert."""
    pull = isolation * p.isolation + hunger * p.hunger + kin_threat * dependants * p.kin + p.trap * conviction * creed
    return (p.least + interrogation) * pull


@formula
def hold_of(courage, creed, solid, survived, p):
    """`hold`: what makes the person refuse to sign."""
    return courage * (1.0 - creed * p.trap) + p.company * solid + p.scars * survived


@formula(writes=("confessed", "step", "named", "signed_month", "capitulated", "named_by", "dossier", "warrant"))
def sign(i, is_new, beyond, month, seed, people, country, ties, tree, log, p, p_purge):
    """Whoever signs names the more friends and strangers the harder the press; a new case begins without names."""
    if is_new:
        people.named[i] = 0
        people.capitulated[i] = 0
    if beyond == HE_HOLDS:
        return
    people.confessed[i] = 1
    people.step[i] = min(MOST_STEPS, people.step[i] + 1)
    people.signed_month[i] = month
    running = country.purge_open != 0
    count, first = name_ties(i, asked_of(p.ties_named, beyond), month, seed, running, ties, people, p, p_purge)
    strangers = asked_of(p.strangers_named, beyond)
    count += name_strangers(i, strangers, tree.people, month, seed, running, people, p, p_purge)
    people.named[i] = min(255, people.named[i] + count)
    enter_with(log, i, CONFESSION, NO_CAUSE, people.rung[i], first)


@formula
def may_be_heard(case, month):
    """Whether the person has been under inquiry since before this month, and is not condemned."""
    return case.status == INQUIRY and case.arrested < month and case.execution == NEVER


@each("case", only=may_be_heard, stream=LOOKED_INTO)
def hear(i, case, centre, country, people, so_far, log, luck, p):
    """Absurd confessions are sent back where there is oversight; other cases are shown if hearings are public."""
    signed = case.confessed != 0
    if signed and country.purge_open == 0 and case.named > p.absurd * p.plausible and country.oversight_eff > luck:
        send_back(i, people, log)
        return
    so_far.heard[0] += 1.0 if centre.hearings == ALL_HEARD or signed else 0.0
    so_far.confessing[0] += 1.0 if signed else 0.0


@formula(writes=("cleared", "confessed", "dossier"))
def send_back(i, people, log):
    """After an absurd confession the case is void, and its examiner pays for it."""
    enter_with(log, i, VOIDED, REVIEW, people.rung[i], people.examiner[i])
    set_free(i, people)
    people.cleared[i] = 1
    people.confessed[i] = 0
    people.dossier[i] *= HALVED
    if people.examiner[i] != NOBODY:
        people.dossier[int(people.examiner[i])] += EXAMINER_PAYS


@formula
def may_recant(case, month):
    """Whether the person may recant: an exile, a prisoner or one expelled, arrested before this month.
    The person has not recanted yet, and the term is not over."""
    serving = case.status == EXILED or case.status == IMPRISONED or case.status == EXPELLED
    in_time = case.status_until == NEVER or case.status_until > month
    return serving and case.capitulated == 0 and case.arrested < month and in_time


@each("case", only=may_recant, stream=SUBMIT)
def give_in(i, case, faction, country, luck, p, month, ties, people, factions, log):
    """Exiles, prisoners and the expelled sign that they were wrong; each signature draws others."""
    stolen = faction.faction_stolen if case.faction > 0 else 0.0
    around = wave_around(i, month, ties, people, factions, p)
    hazard = capitulation_hazard(stolen, case.ease, case.dependants, country.threat, around,
                                 case.conviction, case.solid, p)
    sign_off(i, hazard > 0.0 and event(hazard, luck), OFFER if case.ease > 0 else NO_CAUSE, month, people, log)


@formula
def capitulation_hazard(stolen, ease, dependants, threat, wave, conviction, solid, p):
    """The hazard of capitulating: the reasons to be back at one's post, less conviction and company."""
    reasons = stolen + ease + p.dependant * dependants + threat + wave
    return p.capitulating * positive(reasons - conviction * (1.0 - stolen) - solid)


@formula(writes=("status", "rung", "status_until", "hostage", "faction", "label", "capitulated", "step",
                 "signed_month", "last_guilt"))
def recant(i, cause, month, people, log):
    """Person i signs that he was wrong: sentence eased, faction left; the label stays. Events use it too."""
    served = EXILE if people.status[i] == EXILED else (PRISON if people.status[i] == IMPRISONED else EXPULSION)
    left = served - EASED if people.status[i] in (EXILED, IMPRISONED, EXPELLED) else NO_RUNG
    enter_with(log, i, CAPITULATION, cause, left, NOBODY)
    if left > NO_RUNG:
        until = people.status_until[i]
        set_free(i, people)
        people.status[i] = status_of(left)
        if left >= EASED:  # a reproof leaves no sanction in force
            people.rung[i] = left
            people.status_until[i] = until
        else:
            people.hostage[i] = 0
    if people.faction[i] > 0:
        people.last_guilt[i] = month
    people.faction[i] = 0
    people.label[i] = EX
    people.capitulated[i] = 1
    people.step[i] = min(MOST_STEPS, people.step[i] + 1)
    people.signed_month[i] = month


@formula
def sign_off(i, signs, cause, month, people, log):
    """The person recants, if `signs`."""
    if signs:
        recant(i, cause, month, people, log)


class Confession(NamedTuple):
    """What makes people sign, whom they name, and what brings them to capitulate."""

    isolation: Annotated[float, Span("weight of isolation", 0, 1, "assumed", symbol="pi")] = 0.5
    hunger: Annotated[float, Span("weight of hunger", 0, 1, "assumed", symbol="ph")] = 0.3
    kin: Annotated[float, Span("weight of each dependant where kin answer", 0, 1, "assumed", symbol="pk")] = 0.15
    company: Annotated[float, Span("hold that company gives", 0, 1, "assumed", symbol="ks2")] = 0.5
    scars: Annotated[float, Span("hold that each sanction survived gives", 0, 1, "assumed", symbol="sc")] = 0.1
    least: Annotated[float, Span(
        "press at interrogation 0", 0, 1, "assumed: interrogation .4 leaves the dry-run rule", symbol="in0")] = 0.6
    signing: Annotated[float, Span(
        "signing hazard", 0, 1, "80 days, 6 sessions without result: 003 l.16334-16353; 20-30 h sessions l.14207",
        unit="a month", symbol="cs")] = 0.3
    trap: Annotated[float, Span(
        "force of the loyalty trap", 0, 1, "003 l.16332-16434, 16453-16484; size assumed", symbol="trap")] = 0.5
    ties_named: Annotated[float, Span(
        "ties named in one signature", 0, 20,
        "link-men: 003 l.16429-16497; five to ten names a confession in 1937 (archives)", unit="persons",
        symbol="nk")] = 4.0
    strangers_named: Annotated[float, Span(
        "strangers named in one signature, on average", 0, 5,
        "link-men: 003 l.16429-16497; five to ten names a confession in 1937 (archives)", unit="persons",
        symbol="nr")] = 1.0
    file: Annotated[float, Span(
        "file added to whoever is named", 0, 2, "link-men: 003 l.16429-16497; size assumed", unit="file",
        symbol="add")] = 0.4
    warranted: Annotated[float, Span(
        "hazard that a name brings an arrest while a purge runs", 0, 2,
        "a stranger's name, a door to any plot: 003 l.16429-16431; limits raised on request in 1937 (archives); "
        "size assumed", symbol="nw")] = 0.5
    capitulating: Annotated[float, Span(
        "hazard of capitulating at full reasons", 0, 0.3,
        "majority of 5,000 in 1928-29, under 1,000 left: 003 l.14355, 14452", unit="a month",
        symbol="cc")] = 0.05
    dependant: Annotated[float, Span(
        "what each dependant adds to the wish to give in", 0, 0.5, "assumed", symbol="kd")] = 0.2
    absurd: Annotated[float, Span(
        "absurdity that triggers review", 2, 20, "003 l.16262-16299", unit="names / plausible names",
        symbol="ab")] = 5.0
    plausible: Annotated[float, Span(
        "names a case that anybody would believe", 1, 10, "assumed", unit="names", symbol="np")] = 3.0
    wave: Annotated[float, Span(
        "months for which an elder's signature draws others", 0, 24, "assumed", unit="months", symbol="wl")] = 6.0
    from_afar: Annotated[float, Span("weight of elders whom one does not know", 0, 1, "assumed", symbol="wf")] = 0.25


MOST_STEPS = 5  # the count of a person's declarations stops here
EXAMINER_PAYS = 1.0  # file added to the examiner of a void case
HALVED = 0.5  # what a closed case leaves of the file
EASED = 2  # rungs that a capitulation takes off
HE_HOLDS = -1.0  # the pressure did not exceed the person's hold
MECHANISM = Mechanism(
    id="confession",
    card=18,
    title="The signature",
    sentence="Isolation, hunger, kin and one's own loyalty pull the pen; each signature asks for a lower one and "
             "names other people.",
    sources="003 l.716-720, 2645-2667, 13284-13317, 13911-13929, 14146-14216, 14314-14356, 14653-14705, 15885-15940, "
            "16262-16299, 16332-16629, 17275-17374, 17899-17902, 18636-18688",
    parameters=Confession,
    levers=("interrogation", "isolation", "hearings", "hostage_kin", "oversight.courts", "oversight.party_control",
            "oversight.appeal"),
    rules=(interrogate, hear, what_is_shown, count_held, keep_places, find_elders, give_in),
)


# --- readings ---------------------------------------------------------------------------------------------------------
# creed = 1 for members and ex-members whose stance on rule is not against the line, else 0; kin_threat = the lever
# hostage_kin; stolen = that of the person's faction (card 13). Elders are those the scenario flags, else the five
# members with most ties in the faction; one who signed stays an elder for `wl` months, then the next best connected
# member takes the place. They are determined only in a faction of which somebody is not free.
#
# What is shown (card 12): the cases that come to their verdict this month; by the lever `hearings` all of them or
# those that have confessed.
#
# Readings the card leaves open. An accused is pressed from the month of the arrest until the case is closed, and may
# sign once a month (`step` counts to five); the names of all signatures in a case count together. A person without a
# faction has no stolen programme and no elders, and may capitulate too. Easing a sentence by 2 turns prison into
# expulsion, exile into dismissal, and frees the expelled; its date stays; nobody signs in the month in which the term
# ends anyway. A person capitulates once per case: a new arrest resets `capitulated`, the label stays.
#
# When files grow. In the contract files grow at the month's end. Between this step and the next month a file is read
# only where its owner's case is decided (verdict, sanction), as the standing of a chief (card 20), and where it is
# halved. So the files of all people named grow at once, except that of somebody whose own case comes to its verdict
# this month: that case is closed already, and the name adds nothing to it.
