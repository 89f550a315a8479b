"""What a script does to people by order: attacks, accusations, sanctions, releases, moves, offers, hostages.

Everything goes through the rules of the cases: a rung by order is card 16's `apply_rung`, an accusation is a warrant
that card 15 carries out this month, a capitulation is card 18's `recant`. So every step is logged and people are
conserved.
"""

from __future__ import annotations

import numpy as np

from unanimity.events.arguments import (
    GROUP,
    PART,
    PERSONS,
    PLACE,
    SHARE,
    flag,
    flag_or,
    needed,
    number,
    part,
    whole,
    word,
)
from unanimity.events.declare import PEOPLE, PLACES, Entry, event
from unanimity.events.moment import Moment
from unanimity.events.world_events import _raise_threat
from unanimity.mechanisms.police.cases import topic_of
from unanimity.mechanisms.police.confession import recant
from unanimity.mechanisms.police.hostage import seize
from unanimity.mechanisms.police.ladder import Sanction, status_of
from unanimity.mechanisms.police.sanction import apply_rung, set_free
from unanimity.world.codes import (
    ABROAD,
    ACTS,
    AN_ATTACK,
    AN_ESCAPE,
    AN_ORDER,
    APPOINTED,
    ATTACK,
    ATTACKED,
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
    PRISON,
    RELEASE,
    REMOVED,
    RULE_TOPIC,
    RUNGS,
    THE_GROUP,
)
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.selectors.parse import Choice, Share
from unanimity.world.selectors.people import ends_of_ties, persons
from unanimity.world.selectors.units import units

FOR_THE_GROUP = 2  # the flag of a hostage for a group


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
    """The world's parameters of card 16, including the terms."""
    return Sanction(*(moment.parameter(f"sanction.{name}") for name in Sanction._fields))


def hold(moment: Moment, person: int, status: int, rung: int, until: int) -> None:
    """Hold a person in a place at month 0, or as a hostage, without a case."""
    moment.oust(person)
    moment.column("status")[person] = status
    moment.column("rung")[person] = rung
    moment.column("status_until")[person] = until


def free(moment: Moment, person: int, cause: int = AN_ORDER) -> None:
    """The person leaves custody, with no sanction in force."""
    moment.enter(person, RELEASE, cause)
    moment.call(set_free, i=person)
    moment.column("hostage")[person] = 0
    moment.column("held_in")[person] = 0
    survived = moment.column("survived")
    survived[person] = min(10, int(survived[person]) + 1)


def make_guilty(moment: Moment, people: np.ndarray, share: float, name: str) -> None:
    """Draw the guilty by lot: that share acted within the two years that count, the others did nothing."""
    mask = np.zeros(moment.batch.people, bool)
    mask[people] = True
    guilty = moment.lot(mask, Share(float(int(share * people.size + 0.5)), False), f"guilty {name}")
    for column in ("last_guilt", "last_dissent", "last_rose"):
        moment.column(column)[people] = NEVER
    moment.column("last_guilt")[guilty] = moment.month


# --- the events ---------------------------------------------------------------------------------------------------
@event("an official is struck by somebody", {"victim": needed(PERSONS), "attacker": PERSONS, "kills": flag(True)},
       needs=("arrest",), months=1,
       resets=(("scripted_threat", 0.0), ("scripted_struck", 0.0), ("scripted_by", -1.0), ("scripted_attack", 0.0),
               ("attacked", 0.0)),
       cite="003 l.17482-17585",
       explains="Danger rises with the victim's office, the police are alarmed, the attacker is arrested, hostages "
                "may pay for it.")
def attack(moment: Moment, entry: Entry, age: int) -> None:
    """One official is attacked by one person; alarm, a warrant, and card 19 follow."""
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
    if moment.runs("shock"):  # which treats it like its own attacks: threat, alarm, hostages
        moment.column("scripted_struck")[:] = np.maximum(moment.column("scripted_struck"), office)
        moment.column("scripted_by")[:] = attacker
        moment.column("scripted_attack")[province] = 1
    else:
        _raise_threat(moment, moment.parameter("shock.alarm") * office / 4.0)
        moment.column("attacked")[province] = 1
    if entry["kills"]:
        moment.kill(victim, MURDERED, AN_ATTACK)


@event("sets the rate of lone attacks", {"rate": needed(number(0.0, 5.0))}, needs=("shock",), aims=("who",),
       cite="000 l.163-225", explains="A province and month; .1 where nothing is said, 0 for none.")
def attacks(moment: Moment, entry: Entry, age: int) -> None:
    """Set the rate of lone attacks; with `who`, only the selected people attack."""
    moment.column("attack_rate")[:] = entry["rate"]
    if entry.who is not None:
        moment.column("peaceable")[:] = ~persons(entry.who, moment.view)


@event("flags persons as real plotters", {"rate": part(0.02)}, needs=("shock",), aims=PEOPLE, chosen="who",
       cite="003 l.5168-5208", explains="They are guilty, and attack at that monthly rate whatever they suffer.")
def enemies(moment: Moment, entry: Entry, age: int) -> None:
    """Flag people as enemies, who attack at that rate whatever their grievance."""
    moment.column("enemy")[moment.people(entry)] = 1
    moment.column("enemy_rate")[:] = entry["rate"]


@event("puts persons under inquiry now", {"guilty": PART, "offence": word(*ACTS[1:], default="opinion")},
       needs=("arrest",), aims=PEOPLE, chosen="who", cite="003 l.5228-5260, 16461-16529",
       explains="`guilty` of them did it, by lot.")
def accuse(moment: Moment, entry: Entry, age: int) -> None:
    """The people are put under inquiry this month, whatever their files say."""
    who = np.flatnonzero(moment.chosen(entry) & (moment.column("status") < AT_LIBERTY_BELOW))
    if entry["guilty"] is not None:
        make_guilty(moment, who, entry["guilty"], "accuse")
    moment.column("act_kind")[who] = ACTS.index(entry["offence"])
    moment.column("act_topic")[who] = RULE_TOPIC
    moment.column("act_month")[who] = moment.month
    moment.column("warrant")[who] = AN_ORDER


@event("a rung by order",
       {"rung": needed(word(*RUNGS[1:])), "public": flag(False), "kin": flag_or(*RUNGS[1:]), "term": whole(1, 1200)},
       needs=("docket",), aims=PEOPLE, chosen="who", cite="000 l.21-38; 002 l.123-149",
       explains="Neither cap nor court is asked, and it is a precedent. `public`: everybody knows; `kin`: they lose "
                "their work for it, or get the rung that is named: families are deported with kin = \"exile\".")
def sanction(moment: Moment, entry: Entry, age: int) -> None:
    """A rung by order; published names are known everywhere; kin may lose their work for it, or share the rung."""
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


@event("puts persons over the frontier by order", {}, needs=("docket",), aims=PEOPLE, chosen="who",
       cite="003 l.9178-9183", explains="Whatever the lever exit says; who is held is let out for it.")
def banish(moment: Moment, entry: Entry, age: int) -> None:
    """People are put across the border by order, as card 28 banishes the famous."""
    for person in np.flatnonzero(moment.chosen(entry) & (moment.column("status") < ABROAD)):
        moment.enter(int(person), LEAVING, AN_ORDER)
        moment.oust(int(person))
        moment.expel(int(person))
        moment.call(set_free, i=int(person))
        for name, value in (("status", ABROAD), ("hostage", 0), ("held_in", 0)):
            moment.column(name)[person] = value


@event("prisoners flee, over the frontier", {}, needs=("hostage",), aims=PEOPLE, chosen="who",
       cite="003 l.17144-17176, 18033-18060",
       explains="Who is held and named gets away. Where the held answer for their group, those of the camp that the "
                "first of them fled from may pay for it.")
def escape(moment: Moment, entry: Entry, age: int) -> None:
    """The selected prisoners escape; card 19 may punish the cell-mates of the first of them."""
    status = moment.column("status")
    fled = np.flatnonzero(moment.chosen(entry) & (status >= EXILED) & (status < ABROAD))
    for person in fled:
        moment.enter(int(person), LEAVING, AN_ESCAPE)
        status[person] = ABROAD
    if fled.size:
        moment.column("escaped")[:] = fled[0]


@event("another chief of police", {"by": needed(PERSONS), "rung": word(*RUNGS, default="none")}, needs=("oversight",),
       aims=PLACES, chosen="where", cite="003 l.14392-14394",
       explains="Each of those provinces gets the first of `by` who lives there, else the first of all of them; its "
                "police is as cruel from then on as the new chief makes it. `rung` is what becomes of the old one.")
def police_chief(moment: Moment, entry: Entry, age: int) -> None:
    """Somebody else heads the police of a province; card 26 takes its cruelty from the new chief's conviction."""
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
    """Make these blows known to the whole country, including the part that a press monopoly would have concealed."""
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


@event("frees people who are held", {"share": part(1.0)}, needs=("docket",), aims=PEOPLE, chosen="who",
       cite="003 l.17521-17585", explains="A share of those named, by lot.")
def release(moment: Moment, entry: Entry, age: int) -> None:
    """A share of those held is freed, by lot."""
    status = moment.column("status")
    held = moment.chosen(entry) & (status >= EXILED) & (status < ABROAD)
    for person in moment.lot(held, Share(entry["share"], True), "release"):
        free(moment, int(person))


@event("holds people elsewhere", {"to": needed(PLACE), "share": part(1.0)}, needs=("docket",), months=1, aims=PEOPLE,
       chosen="who", acts_at_end=True, cite="003 l.14422-14454",
       explains="What that place does to prisoners is done to them; its officials are near. Who of them is taken in "
                "one of its months is brought there at once, before the case is heard. `to` is a province or the "
                "centre.")
def move(moment: Moment, entry: Entry, age: int) -> None:
    """Hold people elsewhere, in a province or at the centre: those held, and those arrested while the event lasts.

    A case is heard in the month after the arrest, so an order that waited for the arrest would come too late: the place
    where the selected people would be held is noted beforehand.
    """
    tree, status, held_in = moment.batch.tree, moment.column("status"), moment.column("held_in")
    chosen = np.flatnonzero(units(entry["to"], moment.view))
    if chosen.size == 0:
        return
    place = int(chosen[-1])  # the highest unit named
    number = place - int(tree.provinces[0]) + 1 if place >= tree.provinces[0] else \
        int(tree.province[place]) - int(tree.provinces[0]) + 1
    held_in[(status < EXILED) & (held_in == number)] = 0  # clears what was noted last month
    meant = moment.chosen(entry) & (status < ABROAD)
    for person in moment.lot(meant, Share(entry["share"], True), "move") if age < entry.months else ():
        if status[person] >= EXILED and held_in[person] != number:
            moment.enter(int(person), MOVE, AN_ORDER)
        held_in[person] = number


@event("eases capitulation for six months", {"ease": part(0.5)}, needs=("confession",), months=6, aims=PEOPLE,
       chosen="who", resets=(("ease", 0.0),), cite="003 l.13911-13929, 14314-14356",
       explains="`ease` is added to what speaks for it.")
def offer(moment: Moment, entry: Entry, age: int) -> None:
    """Capitulation is made easier for those people while the offer stands."""
    ease, mask = moment.column("ease"), moment.chosen(entry)
    ease[mask] = np.maximum(ease[mask], np.uint8(entry["ease"] * 100.0 + 0.5))


@event("those persons sign now", {}, needs=("docket",), aims=PEOPLE, chosen="who", cite="002 l.132-145",
       explains="Whatever they think.")
def capitulate(moment: Moment, entry: Entry, age: int) -> None:
    """Those people capitulate now."""
    for person in np.flatnonzero(moment.chosen(entry) & (moment.column("status") < ABROAD)):
        moment.room()
        moment.call(recant, i=int(person), cause=OFFER)


@event("holds members of a group", {"group": needed(GROUP), "n": needed(SHARE)}, needs=("hostage",),
       cite="000 l.163-225", explains="What becomes of them hangs on what their group does.")
def take_hostages(moment: Moment, entry: Entry, age: int) -> None:
    """A number of a group's members at liberty are held for the others; card 19 decides their fate."""
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
