"""What befalls persons by order: attacks, accusations, sanctions, releases, moves, offers, purges, hostages.

Everything goes through the rules of the cases: a rung by order is card 16's `apply_rung`, an accusation is a warrant
that card 15 carries out this month, a signature is card 18's `recant`. So every step is logged and people conserved.
"""

from __future__ import annotations

import numpy as np

from unanimity.engine.events.event_context import Moment
from unanimity.engine.events.world_events import _raise_threat
from unanimity.mechanisms.police.cases import topic_of
from unanimity.mechanisms.police.confession import recant
from unanimity.mechanisms.police.hostage import seize
from unanimity.mechanisms.police.ladder import Sanction, status_of
from unanimity.mechanisms.police.sanction import apply_rung, set_free
from unanimity.regimes.schedule import Entry
from unanimity.world.codes import (
    ABROAD,
    ACTS,
    AN_ATTACK,
    AN_ESCAPE,
    AN_ORDER,
    APPOINTED,
    ATTACK,
    ATTACKED,
    DEATH,
    DISMISSAL,
    EXILED,
    EXPULSION,
    FREE,
    FREE_PRESS,
    KIN,
    KINSHIP,
    LEAVING,
    MOVE,
    MURDERED,
    NEVER,
    NOBODY,
    OFFER,
    POLICE,
    PRISON,
    RELEASE,
    REMOVED,
    RULE_ISSUE,
    RULE_TOPIC,
    RUNGS,
    THE_GROUP,
    THE_PURGE,
)
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.selectors.parse import Choice, Share
from unanimity.world.selectors.people import ends_of_ties, persons, variable
from unanimity.world.selectors.units import units

FOR_THE_GROUP = 2  # a hostage's flag


# --- what is done to one person -----------------------------------------------------------------------------------
def sentence(moment: Moment, person: int, rung: int, cause: int = AN_ORDER, term: int | None = None) -> None:
    """A rung by order: no cap, no court, no threshold; it counts as precedent and is logged."""
    if rung >= EXPULSION:
        moment.oust(person)
    moment.room()
    acted, terms = moment.column("act_topic")[person], moment.once("terms", _terms)
    since = int(moment.column("act_month")[person])
    moment.column("case_topic")[person] = topic_of(int(acted), since, moment.month, terms)
    moment.call(apply_rung, i=person, rung=rung, place=status_of(rung), cause=cause, p=terms)
    if rung == DISMISSAL:
        moment.oust(person)
    if rung >= EXPULSION and moment.runs("purge"):  # card 22: a victim of this month like any other
        moment.column("by_order")[person] = 1
        moment.column("orders")[:] += 1
    if term is not None and moment.column("status_until")[person] != NEVER:
        moment.column("status_until")[person] = moment.month + term


def _terms(moment: Moment) -> Sanction:
    """The world's parameters of card 16, among them the terms."""
    return Sanction(*(moment.parameter(f"sanction.{name}") for name in Sanction._fields))


def hold(moment: Moment, person: int, status: int, rung: int, until: int) -> None:
    """Put a person where he is to be held at month 0, or as a hostage, without a case."""
    moment.oust(person)
    moment.column("status")[person] = status
    moment.column("rung")[person] = rung
    moment.column("status_until")[person] = until


def free(moment: Moment, person: int, cause: int = AN_ORDER) -> None:
    """Out of custody with nothing in force."""
    moment.enter(person, RELEASE, cause)
    moment.call(set_free, i=person)
    moment.column("hostage")[person] = 0
    moment.column("held_in")[person] = 0
    survived = moment.column("survived")
    survived[person] = min(10, int(survived[person]) + 1)


def make_guilty(moment: Moment, people: np.ndarray, share: float, name: str) -> None:
    """Guilt by lot: that share of them did something within the two years that count, the others nothing."""
    mask = np.zeros(moment.batch.people, bool)
    mask[people] = True
    guilty = moment.lot(mask, Share(float(int(share * people.size + 0.5)), False), f"guilty {name}")
    for column in ("last_guilt", "last_dissent", "last_rose"):
        moment.column(column)[people] = NEVER
    moment.column("last_guilt")[guilty] = moment.month


# --- the events ---------------------------------------------------------------------------------------------------
def attack(moment: Moment, entry: Entry, age: int) -> None:
    """One official is struck by one person: alarm, a warrant, and card 19 follow."""
    victims = persons(entry["victim"], moment.view) & (moment.column("status") < AT_LIBERTY_BELOW)
    attackers = persons(entry["attacker"] or Choice("not", (Choice("officials"),)), moment.view)
    attackers &= moment.column("status") < AT_LIBERTY_BELOW
    if not victims.any():
        return
    victim = int(moment.lot(victims, Share(1.0, False), "victim")[0])
    attackers[victim] = False
    if not attackers.any():
        return
    attacker = int(moment.lot(attackers, Share(1.0, False), "attacker")[0])
    office = max(1, int(moment.column("office")[victim]))
    moment.enter(attacker, ATTACK, AN_ATTACK, 0, victim)
    moment.column("warrant")[attacker] = AN_ATTACK
    for name, value in (("act_kind", ATTACKED), ("act_topic", RULE_TOPIC), ("act_month", moment.month),
                        ("last_guilt", moment.month)):
        moment.column(name)[attacker] = value
    cell = moment.batch.arrays["cell_of"][attacker]
    province = moment.batch.tree.province[cell]
    if moment.runs("shock"):  # which reckons with it as with its own: threat, alarm, hostages
        moment.column("scripted_struck")[:] = np.maximum(moment.column("scripted_struck"), office)
        moment.column("scripted_by")[:] = attacker
        moment.column("scripted_attack")[province] = 1
    else:
        _raise_threat(moment, moment.parameter("shock.alarm") * office / 4.0)
        moment.column("attacked")[province] = 1
    if entry["kills"]:
        moment.kill(victim, MURDERED, AN_ATTACK)


def attacks(moment: Moment, entry: Entry, age: int) -> None:
    """The rate of lone attacks; with `who`, only they attack."""
    moment.column("attack_rate")[:] = entry["rate"]
    if entry.who is not None:
        moment.column("peaceable")[:] = ~persons(entry.who, moment.view)


def enemies(moment: Moment, entry: Entry, age: int) -> None:
    """Persons flagged enemy, who attack at that rate whatever their grievance."""
    moment.column("enemy")[moment.people(entry)] = 1
    moment.column("enemy_rate")[:] = entry["rate"]


def accuse(moment: Moment, entry: Entry, age: int) -> None:
    """Under inquiry this month, whatever the file says."""
    who = np.flatnonzero(moment.chosen(entry) & (moment.column("status") < AT_LIBERTY_BELOW))
    if entry["guilty"] is not None:
        make_guilty(moment, who, entry["guilty"], "accuse")
    moment.column("act_kind")[who] = ACTS.index(entry["offence"])
    moment.column("act_topic")[who] = RULE_TOPIC
    moment.column("act_month")[who] = moment.month
    moment.column("warrant")[who] = AN_ORDER


def sanction(moment: Moment, entry: Entry, age: int) -> None:
    """A rung by order; printed names are known everywhere; kin may lose their work for it, or share it."""
    rung = RUNGS.index(entry["rung"])
    who = np.flatnonzero(moment.chosen(entry) & (moment.column("status") < ABROAD))
    mask = np.zeros(moment.batch.people, bool)
    mask[who] = True
    for person in who:
        sentence(moment, int(person), rung, term=entry["term"])
    if entry["public"]:
        _print_names(moment, who, rung)
    if entry["kin"]:
        kin = ends_of_ties(mask, moment.view, KIN) & ~mask & (moment.column("status") == FREE)
        rung = DISMISSAL if entry["kin"] is True else RUNGS.index(entry["kin"])
        for person in np.flatnonzero(kin):
            sentence(moment, int(person), rung, KINSHIP, entry["term"])


def banish(moment: Moment, entry: Entry, age: int) -> None:
    """Over the frontier by order, as card 28 banishes the famous."""
    for person in np.flatnonzero(moment.chosen(entry) & (moment.column("status") < ABROAD)):
        moment.enter(int(person), LEAVING, AN_ORDER)
        moment.oust(int(person))
        moment.expel(int(person))
        moment.call(set_free, i=int(person))
        for name, value in (("status", ABROAD), ("hostage", 0), ("held_in", 0)):
            moment.column(name)[person] = value


def escape(moment: Moment, entry: Entry, age: int) -> None:
    """Those who are held get away; card 19 asks the hut of the first of them."""
    status = moment.column("status")
    fled = np.flatnonzero(moment.chosen(entry) & (status >= EXILED) & (status < ABROAD))
    for person in fled:
        moment.enter(int(person), LEAVING, AN_ESCAPE)
        status[person] = ABROAD
    if fled.size:
        moment.column("escaped")[:] = fled[0]


def police_chief(moment: Moment, entry: Entry, age: int) -> None:
    """Another man heads the police of a province; card 26 makes its cruelty anew from his conviction."""
    tree = moment.batch.tree
    able = np.flatnonzero(persons(entry["by"], moment.view) & (moment.column("status") == FREE))
    home = tree.province[moment.view.cell]
    for unit in tree.provinces[moment.places(entry)[tree.provinces]]:
        near = able[home[able] == unit]
        if not able.size:
            return
        new, old = int(near[0] if near.size else able[0]), int(moment.column("chief")[unit])
        if new == old:
            continue
        moment.column("chief")[unit] = new
        moment.column("headed_before")[unit] = 0
        moment.enter(new, APPOINTED, AN_ORDER)
        if old != NOBODY:
            moment.enter(old, REMOVED, AN_ORDER)
            if RUNGS.index(entry["rung"]) > 0:
                sentence(moment, old, RUNGS.index(entry["rung"]))


def _print_names(moment: Moment, who: np.ndarray, rung: int) -> None:
    """What a monopoly press would have kept back of these blows reaches the whole country."""
    moment.column("blow_known")[who] = 1.0
    if moment.lever("press") == FREE_PRESS:
        return
    people = max(1.0, float((moment.column("status") < AT_LIBERTY_BELOW).sum()))
    topics = moment.column("case_topic")[who]
    spill = moment.parameter("fear.spill")
    harm = moment.column("harm_nation")
    for topic in range(harm.shape[0]):
        weight = np.where(topics == topic, 1.0, spill).sum()
        harm[topic, 0] += (1.0 - moment.parameter("fear.in_print")) * rung / 7.0 * weight / people


def release(moment: Moment, entry: Entry, age: int) -> None:
    """A share of those held is freed, by lot."""
    status = moment.column("status")
    held = moment.chosen(entry) & (status >= EXILED) & (status < ABROAD)
    for person in moment.lot(held, Share(entry["share"], True), "release"):
        free(moment, int(person))


def move(moment: Moment, entry: Entry, age: int) -> None:
    """Held elsewhere, in a province or at the centre: those who are held, and who is taken while it lasts.

    A case is heard in the month after the arrest, so whom the order meets only in his cell it meets too late: where
    those named would be held is noted beforehand.
    """
    tree, status, held_in = moment.batch.tree, moment.column("status"), moment.column("held_in")
    chosen = np.flatnonzero(units(entry["to"], moment.view))
    if chosen.size == 0:
        return
    place = int(chosen[-1])  # the highest unit named
    number = place - int(tree.provinces[0]) + 1 if place >= tree.provinces[0] else \
        int(tree.province[place]) - int(tree.provinces[0]) + 1
    held_in[(status < EXILED) & (held_in == number)] = 0  # what was noted last month
    meant = moment.chosen(entry) & (status < ABROAD)
    for person in moment.lot(meant, Share(entry["share"], True), "move") if age < entry.months else ():
        if status[person] >= EXILED and held_in[person] != number:
            moment.enter(int(person), MOVE, AN_ORDER)
        held_in[person] = number


def offer(moment: Moment, entry: Entry, age: int) -> None:
    """Capitulation is made easier for those persons while the offer stands."""
    ease, mask = moment.column("ease"), moment.chosen(entry)
    ease[mask] = np.maximum(ease[mask], np.uint8(entry["ease"] * 100.0 + 0.5))


def capitulate(moment: Moment, entry: Entry, age: int) -> None:
    """Those persons sign now."""
    for person in np.flatnonzero(moment.chosen(entry) & (moment.column("status") < ABROAD)):
        moment.room()
        moment.call(recant, i=int(person), cause=OFFER)


# --- purge --------------------------------------------------------------------------------------------------------
def purge(moment: Moment, entry: Entry, age: int) -> None:
    """A share is removed, in all or each month, by a rule; a scripted wave is a shock to card 22."""
    if moment.runs("purge") and entry["mode"] == "arrest":  # a verification of party cards is none
        moment.column("purge_called")[:] = 1
    status = moment.column("status")
    mask = moment.chosen(entry) & (status < (AT_LIBERTY_BELOW if entry["mode"] == "arrest" else ABROAD))
    if entry["mode"] == "expel":
        # who serves keeps his card (card 16); if he could be chosen, he would be chosen again every month
        mask &= moment.column("estate") != POLICE
    here = int(mask.sum())
    if entry["a_month"]:
        share = entry["share"]
        number = _rounded(share * here * (age + 1)) - _rounded(share * here * age)  # what is left over is carried
    else:
        at_first = here / max(1e-9, 1.0 - entry["share"] * age / entry.months)
        number = _rounded(at_first * entry["share"] * (age + 1) / entry.months) - \
            _rounded(at_first * entry["share"] * age / entry.months)
    for person in _worst(moment, mask, max(0, number), entry["selection"], age):
        _remove(moment, int(person), entry["mode"])


def _rounded(number: float) -> int:
    return int(number + 0.5)


def _worst(moment: Moment, mask: np.ndarray, number: int, selection: str, age: int) -> np.ndarray:
    if selection == "lot":
        return moment.lot(mask, Share(float(number), False), f"purge {age}")
    inside = np.flatnonzero(mask)
    score = {"file": lambda: moment.column("dossier"), "score": lambda: moment.column("suspicion"),
             "superiors": lambda: _verified(moment), "vote": lambda: _unliked(moment)}[selection]()[inside]
    if selection == "vote":  # each cell votes on its own people, and every cell sends its share
        return _of_each_cell(inside, score, moment.view.cell[inside], number)
    return inside[np.argsort(-score, kind="stable")[:number]]


def _of_each_cell(inside: np.ndarray, score: np.ndarray, cell: np.ndarray, number: int) -> np.ndarray:
    """So many in all, the highest scores of each cell, by the size of cells; fractions go to the largest first."""
    size = np.bincount(cell)
    share = number * size / max(1, inside.size)
    seats = np.floor(share).astype(int)
    rest = np.argsort(-(share - seats), kind="stable")[:max(0, number - int(seats.sum()))]
    seats[rest] += 1
    order = np.lexsort((-score, cell))
    rank = np.arange(order.size) - np.concatenate([[0], np.cumsum(size)])[cell[order]]
    values: np.ndarray = inside[order[rank < seats[cell[order]]]]
    return values


def _verified(moment: Moment) -> np.ndarray:
    """Whom a verification by secretaries hits (card 22): who thinks, rather than who makes his career."""
    agreement = variable("agreement", moment.view)
    climbs = persons(Choice("opportunists"), moment.view, everybody=True)
    return np.asarray(moment.parameter("purge.thinking") * moment.column("conviction") * np.maximum(0.0, -agreement)
                      + moment.parameter("purge.careerism") * climbs)


def _unliked(moment: Moment) -> np.ndarray:
    """Whom the members of his cell would not elect: far from them in stance, and not able."""
    cell = moment.view.cell
    voter = persons(Choice("and", (Choice("present"), Choice("members"))), moment.view)
    stance = moment.column("stance")[RULE_ISSUE]
    total = np.bincount(cell[voter], stance[voter], moment.batch.tree.cells)
    number = np.maximum(1, np.bincount(cell[voter], minlength=moment.batch.tree.cells))
    apart = np.abs(stance - (total / number)[cell]) / 2.0
    return np.asarray(apart - moment.column("competence"))


def _remove(moment: Moment, person: int, mode: str) -> None:
    if mode == "arrest":
        moment.column("warrant")[person] = THE_PURGE
        return
    sentence(moment, person, {"dismiss": DISMISSAL, "expel": EXPULSION, "execute": DEATH}[mode], THE_PURGE)


def take_hostages(moment: Moment, entry: Entry, age: int) -> None:
    """So many of a group at liberty are held for the others; their fate is card 19's."""
    if entry["group"] in moment.view.groups:
        group = persons(Choice("group", (entry["group"],)), moment.view)
    else:
        group = persons(Choice("faction", (entry["group"],)), moment.view)
    at_liberty = group & (moment.column("status") < AT_LIBERTY_BELOW)
    taken = moment.lot(at_liberty, entry["n"], "hostages")
    for person in taken:
        moment.oust(int(person))
        moment.room()
        moment.call(seize, i=int(person), rung_taken=PRISON, cause=THE_GROUP, code=FOR_THE_GROUP, target=NOBODY,
                    p_sanction=moment.once("terms", _terms))


ACTIONS = {"attack": attack, "attacks": attacks, "enemies": enemies, "accuse": accuse, "sanction": sanction,
           "release": release, "move": move, "offer": offer, "capitulate": capitulate, "purge": purge,
           "take_hostages": take_hostages, "banish": banish, "escape": escape,
           "police_chief": police_chief}
