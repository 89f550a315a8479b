"""Where those go who have set out (card 30), and how they arrive: asked at the head of the next month
(engine/movers.py).

A household goes together, to the best cell of its ties where all find room, if it is still better there than at home;
who knows nobody there goes by lot among the vacant places of the kind. An order sends whether or not it is better.
Between provinces the hungry die of the way.
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
    """Office holders, police and rebels stay: a post is where it is; and so does whoever is not at liberty."""
    return (people.office[i] > NO_OFFICE or people.estate[i] == POLICE or people.in_revolt[i] > 0
            or people.status[i] >= AT_LIBERTY_BELOW)


@formula
def household_of(i, home, gone, people, ties, tree):
    """Himself and his kin of the same cell, as far as they may go and have not gone, into `home`; how many they are."""
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
    """The mark of the cells that he looks for: 0 towns, 1 villages."""
    return 0 if going == TO_KNOWN_TOWN or going == TO_ANY_TOWN else 1


@formula
def cell_of_a_tie(i, size, room, people, units, ties, tree, p):
    """The best cell of the kind where he has a tie at liberty and all of them find room, and what it offers, less the way;
    NO_CELL if there is none."""
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
    """The cell of one of all vacant places of the kind, by lot; NO_CELL if there is no room for all of them."""
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
    """Where a household goes: to the best cell of his ties, if it is still better there or he is sent; else, if he knows
    nobody there, by lot. NO_CELL: they stay. `room` are the places left in each cell."""
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
    """Who goes where, noted as old and new places, and whether an order sent them; how many go.

    A loop: households come one after the other, in `order`, and take of what those before them have left. Of each cell
    `notes` hold the room that is left and where among the `vacant` places its next one stands.
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
    """What drove him: hunger, or work; `before` and `now` are the cells."""
    want = units.cell_hunger[now] / max(1.0, units.present[now])
    hungry = p.hunger * (hunger - want) >= p.pay * (units.living[now] - units.living[before])
    return HUNGER_CAUSE if hungry else WORK_CAUSE


@formula
def dies_on_the_way(hunger, far, luck, p):
    """Who was too hungry for the way between provinces."""
    return far and luck < chance(p.road * hunger * hunger)


@formula
def arrives(i, before, now, sent, luck, people, units, tree, month, log, p):
    """He is entered at his new place, with the cause, or dies of the way."""
    hunger = float(people.hunger[i])
    enter(log, i, SETTLED, AN_ORDER if sent else reason_of(hunger, before, now, units, p))
    if dies_on_the_way(hunger, tree.province[now] != tree.province[before], luck, p):
        die(i, BY_HUNGER, HUNGER_CAUSE, month, people, log)


@formula
def all_arrive(begin, moves, people, units, tree, month, log, p):
    """Those who have moved arrive, from number `begin` on, as long as the log has room; the number of the next."""
    for k in range(begin, moves.new.size):
        if log.count[log.w] + 2 > log.room:
            return k
        arrives(moves.new[k], moves.cell_before[k], moves.cell_now[k], moves.sent[k], moves.luck[k], people, units,
                tree, month, log, p)
    return moves.new.size
