"""A scenario at the start of month 0: attendance, labels, flags, posts, patrons, factions, prisoners, rings.

The people concerned were selected at initialisation (engine/scenario_setup.py); what acts on the society starts here,
after the burn-in.
"""

from __future__ import annotations

import numpy as np

from unanimity.engine.batch import Batch
from unanimity.engine.moment import Moment
from unanimity.events.membership_events import make_faction
from unanimity.events.opinion_events import give_line
from unanimity.events.party_events import commit, top_units
from unanimity.events.police_events import hold, make_guilty
from unanimity.regimes.scenario import Clan, Group, Held, Ring
from unanimity.world.codes import (
    ABROAD,
    AN_ORDER,
    CAMP_RUNG,
    CITIZEN,
    EX,
    EXILE,
    ISSUES,
    LABELS,
    LEAVING,
    MEMBER,
    NO_RUNG,
    NOBODY,
    PRISON,
    STATUSES,
)
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.selectors.parse import Choice, Share
from unanimity.world.selectors.people import persons
from unanimity.world.selectors.units import units

RUNG_OF = {"exiled": EXILE, "imprisoned": PRISON, "camp": CAMP_RUNG, "inquiry": NO_RUNG, "abroad": NO_RUNG}


def begin(moment: Moment) -> None:
    """Everything that a scenario sets up at month 0, in the documented order."""
    setup = moment.batch.regimes[moment.world].setup
    for group in setup.groups:
        _mark(moment, group)
    _seat_leaders(moment)
    _give_roles(moment)
    _proclaim(moment)
    for clan in setup.clans:
        _bind(moment, clan)
    for faction in setup.factions:
        elders = faction.elders
        named = persons(elders, moment.view) if isinstance(elders, Choice) else elders
        make_faction(moment, faction.name, persons(faction.who, moment.view), faction.size, faction.line, named,
                     faction.convinced)
    later = Moment(moment.batch, moment.world, moment.ticket)  # factions can be referred to by name from here on
    for number, held in enumerate(setup.held):
        _hold(later, held, number)
    for ring in setup.rings:
        _weld(later, ring)


def _proclaim(moment: Moment) -> None:
    """Set the lines of the provinces again, for the heads of their units after the burn-in."""
    tree = moment.batch.tree
    for issue, by_province in moment.batch.regimes[moment.world].society.lines:
        for unit, value in zip(tree.provinces, by_province, strict=True):
            give_line(moment, ISSUES.index(issue), tree.province == unit, value)


def attends_at_first(batch: Batch, world: int) -> np.ndarray:
    """Who attends meetings under the scenario: everybody except groups that do not."""
    attends = np.ones(batch.people, np.uint8)
    groups = batch.column("groups", world)
    if batch.month < 0:
        return attends
    for group in batch.regimes[world].setup.groups:
        if group.attends is not None:
            attends[(groups >> np.uint32(group.bit)) & np.uint32(1) == 1] = group.attends
    return attends


def _mark(moment: Moment, group: Group) -> None:
    mask = persons(Choice("group", (group.name,)), moment.view)
    if group.attends is not None:
        moment.column("attends")[mask] = group.attends
    if group.label is not None:
        moment.column("label")[mask] = LABELS.index(group.label)
    for flag in group.flags:
        moment.column(flag)[mask] = 1
        if flag == "capitulated":
            moment.column("label")[mask] = EX
    if group.guilty is not None:
        make_guilty(moment, np.flatnonzero(mask), group.guilty, group.name)
    if group.post is not None:
        _post(moment, mask, group.post)


def _post(moment: Moment, mask: np.ndarray, level: str) -> None:
    """Each unit of that level gets its ablest resident of the group as head; the centre admits all."""
    tree, centre = moment.batch.tree, moment.batch.tree.units - 1
    able = np.flatnonzero(mask & (moment.column("status") < AT_LIBERTY_BELOW))
    filled: set[int] = set()
    for person in able[np.argsort(-moment.column("competence")[able], kind="stable")]:
        unit = centre if level == "centre" else _unit_of(moment, int(person), level)
        if unit is None or unit in filled or moment.column("headed")[person] == unit:
            continue
        moment.oust(int(person))
        above = int(moment.column("secretary")[tree.parent[unit]]) if level in ("cell", "district") else NOBODY
        moment.seat(int(person), unit, int(person) if above == NOBODY else above)
        if level != "centre":
            filled.add(unit)


def _unit_of(moment: Moment, person: int, level: str) -> int | None:
    tree = moment.batch.tree
    if level not in tree.level_names:
        return None
    unit = int(moment.batch.arrays["cell_of"][person])
    while tree.level_names[int(tree.level[unit])] != level:
        unit = int(tree.parent[unit])
    return unit


# --- leaders, roles, clans ----------------------------------------------------------------------------------------
def born_leaders(moment: Moment) -> list[int]:
    """The leaders of the scenario, in order: those who led at initialisation."""
    setup = moment.batch.regimes[moment.world].setup
    count = setup.leaders.n if setup.leaders is not None else 1
    return [int(i) for i in moment.batch.first_centre[moment.world][:count]]


def _seat_leaders(moment: Moment) -> None:
    setup = moment.batch.regimes[moment.world].setup
    if setup.leaders is None:
        return
    for number, person in enumerate(born_leaders(moment)):
        if moment.column("status")[person] >= AT_LIBERTY_BELOW:
            continue
        if moment.column("headed")[person] != moment.batch.tree.units - 1:
            moment.oust(person)
            moment.seat(person, moment.batch.tree.units - 1, person)
        moment.column("patron")[person] = person
        if number == 0:
            moment.lead(person)


def _give_roles(moment: Moment) -> None:
    setup = moment.batch.regimes[moment.world].setup
    for person in setup.persons:
        who = moment.view.persons[person.name]
        if person.role == "police_chief" and person.province is not None:
            moment.column("chief")[moment.batch.tree.provinces[person.province - 1]] = who
        elif person.role == "elder":
            moment.column("elder")[who] = 1
        elif person.role == "intercessor":
            moment.enter(who, LEAVING, AN_ORDER)
            moment.oust(who)
            moment.column("status")[who] = ABROAD
        elif person.role in ("reserve_leader", "elder") and moment.column("estate")[who] == CITIZEN:
            moment.column("estate")[who] = MEMBER


def _bind(moment: Moment, clan: Clan) -> None:
    """Make the offices of those provinces depend on one person; their units adopt that person's line and zeal."""
    tree = moment.batch.tree
    places = np.zeros(tree.units, bool)
    if clan.provinces:
        places |= np.isin(tree.province, tree.provinces[np.array(clan.provinces) - 1])
    if clan.where is not None:
        places |= units(clan.where, moment.view)
    if clan.leader is not None:
        if isinstance(clan.leader, str):
            patron = moment.view.persons[clan.leader]
        else:
            patron = born_leaders(moment)[clan.leader - 1]
        for province in clan.provinces:
            head = int(moment.column("secretary")[tree.provinces[province - 1]])
            if head not in (NOBODY, patron):
                moment.column("patron")[head] = patron
    for issue, value in clan.line:
        give_line(moment, ISSUES.index(issue), places, value)
    if clan.zeal is not None:
        moment.column("zeal")[places] = clan.zeal


# --- prisoners and rings ------------------------------------------------------------------------------------------
def _hold(moment: Moment, held: Held, number: int) -> None:
    mask = persons(held.who, moment.view) & (moment.column("status") < AT_LIBERTY_BELOW)
    if held.faction is not None:
        inside = persons(Choice("faction", (held.faction,)), moment.view)
        mask &= inside
    chosen = moment.lot(mask, held.size, f"held {number}") if held.size is not None else np.flatnonzero(mask)
    status = STATUSES.index(held.held)
    for person in chosen:
        hold(moment, int(person), status, RUNG_OF[held.held], moment.month + held.term)
        if status == ABROAD:
            moment.enter(int(person), LEAVING, AN_ORDER)
        elif RUNG_OF[held.held] != NO_RUNG:  # people under inquiry still have their party card
            moment.expel(int(person))
    moment.column("held_in")[chosen] = held.place
    moment.column("ordinary")[chosen] = held.ordinary
    moment.column("arrested")[chosen] = moment.month - 1
    if held.bit is not None:
        moment.column("groups")[chosen] |= np.uint32(1 << held.bit)
    signed = np.zeros(moment.batch.people, bool)
    signed[chosen] = True
    confessed = moment.lot(signed, Share(float(int(held.confessed * chosen.size + 0.5)), False), f"signed {number}")
    moment.column("confessed")[confessed] = 1
    if held.guilty is not None:
        make_guilty(moment, chosen, held.guilty, f"held {number}")


def _weld(moment: Moment, ring: Ring) -> None:
    mask = units(ring.where, moment.view)
    if ring.ring is not None:
        moment.column("ring")[mask] = ring.ring
    if ring.tenure is not None:
        heads = moment.column("secretary")[mask]
        moment.column("tenure")[heads[heads != NOBODY]] = ring.tenure
    if ring.crime is not None:
        commit(moment, top_units(moment, mask), ring.crime, ring.insiders)
