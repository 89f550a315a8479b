"""Where people who have set out go (card 30), and how they arrive: done at the start of the next month
(engine/movers.py).

A household moves together, to the best cell of its ties where all find room, if that is still better than home; people
who know nobody there go by lot among the vacant places of the kind. An order sends people whether or not the place is
better. On the journey between provinces the hungry may die.
"""

from __future__ import annotations

from unanimity.mechanisms.people.moving import (
    SENT_AWAY,
    TO_ANY_TOWN,
    TO_ANY_VILLAGE,
    TO_KNOWN_TOWN,
    TO_KNOWN_VILLAGE,
)
from unanimity.mechanisms.police.cases import die
from unanimity.world.case_log import enter
from unanimity.world.codes import (
    AN_ORDER,
    BY_HUNGER,
    HUNGER_CAUSE,
    KIN,
    NO_OFFICE,
    NO_TIE,
    POLICE,
    SETTLED,
    WORK_CAUSE,
)
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.draws import chance
from unanimity.world.formula import formula

NO_CELL = -1


@formula
def is_bound(i, people):
    """Whether the person must stay: office holders, police and rebels do, and everybody who is not at liberty."""
    return (people.office[i] > NO_OFFICE or people.estate[i] == POLICE or people.in_revolt[i] > 0
            or people.status[i] >= AT_LIBERTY_BELOW)


@formula
def household_of(i, home, gone, people, ties, tree):
    """Write the person and the kin of the same cell who may go and have not gone into `home`; the number of them."""
    size = 1
    home[0] = i
    for t in range(ties.start[i], ties.start[i + 1]):
        j = ties.neighbour[t]
        kin = ties.kind[t] == KIN and tree.cell_of[j] == tree.cell_of[i] and not gone[j] and not is_bound(j, people)
        if kin and size < home.size:
            home[size] = j
            size += 1
    return size


@formula
def kind_wished(going):
    """The kind of cell that the person looks for: 0 towns, 1 villages."""
    return 0 if going == TO_KNOWN_TOWN or going == TO_ANY_TOWN else 1


@formula
def cell_of_a_tie(i, size, room, people, units, ties, tree, p):
    """The best cell of the kind with a tie at liberty and room for all, or NO_CELL; and its prospect less distance."""
    best, at_best = NO_CELL, 0.0
    home, wished = tree.cell_of[i], kind_wished(people.going[i])
    for t in range(ties.start[i], ties.start[i + 1]):
        j = ties.neighbour[t]
        if ties.kind[t] == NO_TIE or people.status[j] >= AT_LIBERTY_BELOW:
            continue
        cell = tree.cell_of[j]
        offer = units.prospect[cell] - (p.distance if people.homeland[j] != people.homeland[i] else 0.0)
        fits = cell != home and units.village[cell] == wished and room[cell] >= size
        if fits and (best == NO_CELL or offer > at_best):
            best, at_best = cell, offer
    return best, at_best


@formula
def cell_by_lot(i, size, luck, room, people, units, tree):
    """The cell of one vacant place of the kind, drawn by lot; NO_CELL if the household does not fit there."""
    home, wished, there = tree.cell_of[i], kind_wished(people.going[i]), 0
    for cell in range(room.size):
        if units.village[cell] == wished and cell != home:
            there += room[cell]
    at = int(luck * there)
    for cell in range(room.size):
        if units.village[cell] == wished and cell != home:
            at -= room[cell]
            if at < 0:
                return cell if room[cell] >= size else NO_CELL
    return NO_CELL


@formula
def cell_for(i, size, luck, room, people, units, ties, tree, p):
    """Where a household goes; NO_CELL if it stays. `room` has the places left in each cell.

    It goes to the best cell of its ties, if that is still better than home or an order sends it; a person who knows
    nobody there goes by lot.
    """
    going, best = people.going[i], NO_CELL
    if going != TO_ANY_TOWN and going != TO_ANY_VILLAGE:
        best, offer = cell_of_a_tie(i, size, room, people, units, ties, tree, p)
        if best != NO_CELL and going != SENT_AWAY and offer <= units.prospect[tree.cell_of[i]]:
            return NO_CELL
    if best == NO_CELL and going != TO_KNOWN_TOWN and going != TO_KNOWN_VILLAGE:
        best = cell_by_lot(i, size, luck, room, people, units, tree)
    return best


@formula
def settle(order, luck, vacant, notes, people, units, ties, tree, p):
    """Who goes where, noted as old and new places, and whether an order sent them; the number of people who go.

    This is a loop in order: households come one after the other, in `order`, and take from what those before them left.
    For each cell `notes` hold the room that is left and where among the `vacant` places its next one stands.
    """
    moved = 0
    for turn in range(order.size):
        i = order[turn]
        if notes.gone[i] or is_bound(i, people):
            continue
        size = household_of(i, notes.home, notes.gone, people, ties, tree)
        cell = cell_for(i, size, luck[turn], notes.room, people, units, ties, tree, p)
        if cell == NO_CELL:
            continue
        for k in range(size):
            notes.old[moved], notes.new[moved] = notes.home[k], vacant[notes.following[cell]]
            notes.sent[moved] = people.going[i] == SENT_AWAY
            notes.gone[notes.home[k]] = True
            notes.following[cell] += 1
            notes.room[cell] -= 1
            moved += 1
    return moved


@formula
def reason_of(hunger, before, now, units, p):
    """What drove the person: hunger, or work; `before` and `now` are the cells."""
    want = units.cell_hunger[now] / max(1.0, units.present[now])
    hungry = p.hunger * (hunger - want) >= p.pay * (units.living[now] - units.living[before])
    return HUNGER_CAUSE if hungry else WORK_CAUSE


@formula
def dies_on_the_way(hunger, far, luck, p):
    """Whether the person was too hungry to survive the journey between provinces."""
    return far and luck < chance(p.road * hunger * hunger)


@formula
def arrives(i, before, now, sent, luck, people, units, tree, month, log, p):
    """The person is entered at the new place, with the cause, or dies on the journey."""
    hunger = float(people.hunger[i])
    enter(log, i, SETTLED, AN_ORDER if sent else reason_of(hunger, before, now, units, p))
    if dies_on_the_way(hunger, tree.province[now] != tree.province[before], luck, p):
        die(i, BY_HUNGER, HUNGER_CAUSE, month, people, log)


@formula
def all_arrive(begin, moves, people, units, tree, month, log, p):
    """Those who have moved arrive, from number `begin` on, while the log has room; the number of the next to arrive."""
    for k in range(begin, moves.new.size):
        if log.count[log.w] + 2 > log.room:
            return k
        arrives(moves.new[k], moves.cell_before[k], moves.cell_now[k], moves.sent[k], moves.luck[k], people, units,
                tree, month, log, p)
    return moves.new.size
