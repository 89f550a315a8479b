"""Meeting: the controlled assembly.

Read, license, heckle, count hands: the vote comes after the room has seen who would stand alone. A threshold cascade
in rounds (Granovetter 1978), each member deciding by card 5:

    line   = line of the secretary; his is his patron's unless he is elected (then the sign of his own stance) or the script
             has given him one (event `line`, set-up `lines` and `clans`), which lasts as long as he heads the unit
    din    = [hk*zeal] under debate:controlled, else 0
    for r in 1..R:  m = share with a hand up in round r-1, of trusted ties present (weight 1-v) and of the room (v)
                    company = [m*(1 - din) + .2*assoc];  a hand goes up if card 5 says dissent
    yes    = share not dissenting;  record = 1 if yes > .95 else yes;  vote = 1 if yes > 1/2 else -1
    dossier += note*exposure for each dissenter (nothing under a secret ballot)
    mandate of a cell = members * (record, or the sign of the vote if totals travel as blocks), summed upward

Readings the card leaves open: a tie's weight is the trust in it, so shares of trusted ties are weighted by it, and one
who has no tie in the room sees the room alone; a secretary who is his own patron keeps the line he has proclaimed.
An assembly above the cell is its secretary and those of its children; the centre's is the leader and its members.
Switched off, the hall is one sincere round without din or note-taker.
A hand once up stays up (company only adds), so one number a person, the round in which it went up, holds all rounds.

Sources: 001 l.167-197, 332-348, 449-463; 003 l.7396-7423, 12289-12297, 12342-12377, 12499-12528, 12600-12661,
13272-13274, 15455-15488.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np

from unanimity.mechanisms.people.voice import daunted, exposure_of, held_of, price_of, speaks_up, want_of
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.formula import clip, formula
from unanimity.world.rules import Mechanism, above_cells, each_unit, each_world, within_cells
from unanimity.world.spans import Span
from unanimity.world.words import (
    BREAD_ISSUE,
    CONTROLLED,
    ELECTED,
    LOCAL_TOPIC,
    NOBODY,
    ON,
    RULE_ISSUE,
    RULE_TOPIC,
    SECRET,
)

UNANIMOUS = 0.95  # above this share the minutes say: unanimously
NEVER_RAISED = 255  # scratch of an evening: not even in full company
BY_SETUP, BY_EVENT = 0, 1  # who gave a secretary his line
VISIBLE_COMPANY = 0.2  # what independent bodies add to the company one sees (card 27)


class Meeting(NamedTuple):
    """How an evening is run."""

    hecklers: Annotated[float, Span("hecklers per head at full zeal", 0, 0.2, "20 of 250: 003 l.12527", symbol="hk")] = 0.08
    minutes: Annotated[float, Span("minutes given to dissent", 1, 60, "003 l.12502, 12517", unit="minutes", symbol="tau")] = 5.0
    licensed: Annotated[float, Span("minutes of licensed speakers", 0, 240, "003 l.12502, 12517", unit="minutes", symbol="licensed")] = 120.0
    rounds: Annotated[float, Span("rounds in an evening", 1, 10, "assumed", unit="rounds", symbol="R")] = 3.0
    room: Annotated[float, Span("weight of the room against trusted ties", 0, 1, "assumed (third hand: 003 l.12649-12656)", symbol="v")] = 0.5
    note: Annotated[float, Span("file added per recorded act", 0, 1, "assumed", unit="file", symbol="note")] = 0.3
    block: Annotated[float, Span("1: totals travel upward as blocks", 0, 1, "003 l.13272-13274; default assumed", unit="0 or 1", symbol="block")] = 0.0


@each_world(writes=("voted_issue", "voted_topic"))
def set_agenda(agenda, issues, month):
    """What is voted this month: rule, or the issues in turn."""
    issue = RULE_ISSUE if agenda == 0 else month % issues
    return issue, (LOCAL_TOPIC if issue == BREAD_ISSUE else RULE_TOPIC)


@each_unit(writes="line", order="down", per="issue")
def proclaim(line, parent_line, appointment, secretary, secretary_stance, secretary_patron, line_given_to, line_binds):
    """The secretary proclaims his patron's line; an elected one his own; his own man what he has proclaimed.

    Who was given a line by the script keeps it while he heads the unit; one whom a set-up gave it, unless he is elected.
    """
    if secretary == NOBODY:
        return parent_line
    if secretary == line_given_to and (line_binds == BY_EVENT or appointment != ELECTED):
        return line
    if appointment == ELECTED:
        return 1.0 if secretary_stance >= 0.0 else -1.0
    return line if secretary_patron == secretary else parent_line


@formula
def din_of(zeal, debate, p):
    """Organised shouting, as a share of what can be heard."""
    return clip(p.hecklers * zeal) if debate == CONTROLLED else 0.0


@formula
def company_of(hands_of_ties, weight_of_ties, hands, present, din, assoc, p):
    """What a member sees of others who would stand up: trusted ties and the room, through the din."""
    in_room = hands / present
    seen = (1.0 - p.room) * hands_of_ties / weight_of_ties + p.room * in_room if weight_of_ties > 0.0 else in_room
    return clip(seen * (1.0 - din) + VISIBLE_COMPANY * assoc)


@formula
def count(yes, members, block, minuted):
    """Minutes, vote and mandate of a count of hands; without the card nobody embellishes the minutes."""
    record = 1.0 if minuted and yes > UNANIMOUS else yes
    vote = 1.0 if yes > 0.5 else -1.0
    return record, vote, members * (vote if block > 0.5 else record)


@within_cells(writes=("hand", "dossier", "yes", "record", "vote", "floor", "recalled", "mandate"), always=True)
def meet(unit, first, last, people, units, country, ties, levers, on, p, p_voice):
    """One evening in one cell.

    A loop: hands go up in rounds until none is added, each after a look at those of the round before; waverers are
    told apart in the first round, and only theirs are the ties that are read. Cells are shared out among threads.
    """
    exposure = exposure_of(levers.ballot[unit], p_voice)
    sincere = not on.voice or not on.meeting  # a card switched off: one round, nobody weighs the price
    rounds = p.rounds if on.meeting else 1.0
    din = din_of(units.zeal[unit], levers.debate[unit], p)
    proclaimed = units.line[country.voted_issue, unit]
    reticence = units.sel[unit]
    company = clip(VISIBLE_COMPANY * units.assoc[unit])
    present, hands, waverers = 0, 0, 0
    # no jumps in here: who speaks is hard to foresee, for a processor too; and unsigned places, which need no test
    for i in range(np.uint64(first), np.uint64(last)):
        want = want_of(people.grievance[i], people.conviction[i], people.stance[country.voted_issue, i] * proclaimed,
                       p_voice) + people.provoked[i]
        urge = want * (1.0 - held_of(country.threat, people.conviction[i], people.estate[i], p_voice))
        dread = daunted(people.fear[country.voted_topic, i], people.dependence[i], levers.debate[unit], p_voice)
        price = price_of(dread, people.courage[i], exposure, reticence, p_voice)
        here = (people.status[i] < AT_LIBERTY_BELOW) & (people.attends[i] != 0)
        # company never makes a contented person dissent, nor one gone inward (card 28), who sits there and says nothing
        wishes = here & (people.muted[i] == 0) & (want > p_voice.theta)
        alone = wishes & (sincere | speaks_up(urge, price, company, p_voice))
        wavers = wishes & (not alone) & speaks_up(urge, price, 1.0, p_voice)
        people.hand[i] = 1 if alone else (0 if wavers else NEVER_RAISED)
        present += here
        hands += alone
        waverers += wavers
    up_before = 0
    this_round = 2
    while this_round <= rounds and hands > up_before and waverers > 0:
        up_before = hands
        least = company_of(0.0, 1.0, up_before, present, din, units.assoc[unit], p)
        most = company_of(1.0, 1.0, up_before, present, din, units.assoc[unit], p)
        for i in range(first, last):
            if people.hand[i] != 0:
                continue
            want = want_of(people.grievance[i], people.conviction[i],
                           people.stance[country.voted_issue, i] * proclaimed, p_voice) + people.provoked[i]
            urge = want * (1.0 - held_of(country.threat, people.conviction[i], people.estate[i], p_voice))
            dread = daunted(people.fear[country.voted_topic, i], people.dependence[i], levers.debate[unit], p_voice)
            price = price_of(dread, people.courage[i], exposure, reticence, p_voice)
            if not speaks_up(urge, price, most, p_voice):
                continue  # not even if all his ties had their hands up
            company = least
            if not speaks_up(urge, price, least, p_voice):  # and the ties matter
                of_ties, all_ties = 0, 0
                for t in range(ties.start[i], ties.start[i + 1]):
                    j = int(ties.neighbour[t])
                    trust = ties.weight[t] if (first <= j) & (j < last) & (people.status[j] < AT_LIBERTY_BELOW) else 0
                    all_ties += trust
                    of_ties += trust if (people.hand[j] > 0) & (people.hand[j] < this_round) else 0
                company = company_of(of_ties, all_ties, up_before, present, din, units.assoc[unit], p)
            if speaks_up(urge, price, company, p_voice):
                people.hand[i] = this_round
                hands += 1
                waverers -= 1
        this_round += 1
    noted = p.note * exposure if on.meeting and levers.ballot[unit] != SECRET else 0.0
    for i in range(np.uint64(first), np.uint64(last)):
        people.dossier[i] += noted if 0 < people.hand[i] < NEVER_RAISED else 0.0
        people.hand[i] = 0 if people.hand[i] == NEVER_RAISED else people.hand[i]
    units.yes[unit] = 1.0 - hands / present if present > 0 else 1.0
    units.record[unit], units.vote[unit], units.mandate[unit] = count(units.yes[unit], units.members[unit], p.block,
                                                                      on.meeting)
    units.floor[unit] = p.minutes / (p.minutes + p.licensed) if levers.debate[unit] == CONTROLLED else 1.0
    units.recalled[unit] = 1 if levers.recall[unit] == ON and units.vote[unit] < 0.0 else 0


@formula
def seen_from(t_first, t_last, seat_first, seat_last, ties, seats, raised, this_round):
    """Weight of a person's ties in a small assembly with a hand up before this round, and of all of them."""
    of_ties, all_ties = 0.0, 0.0
    for t in range(t_first, t_last):
        for k in range(seat_first, seat_last):
            if seats.sitting[k] == ties.neighbour[t]:
                all_ties += ties.weight[t]
                if 0 < raised[k] < this_round:
                    of_ties += ties.weight[t]
    return of_ties, all_ties


@above_cells(writes=("sitting", "raised", "dossier", "yes", "record", "vote", "floor", "recalled"), always=True)
def convene(unit, people, units, country, seats, ties, tree, levers, on, p, p_voice):
    """The same evening among the officials of a unit above the cells.

    A loop: rounds, as in the hall, over the chairs of one assembly.
    """
    seat_first, seat_last = tree.seat_start[unit], tree.seat_start[unit + 1]
    exposure = exposure_of(levers.ballot[unit], p_voice)
    sincere = not on.voice or not on.meeting
    rounds = p.rounds if on.meeting else 1.0
    din = din_of(units.zeal[unit], levers.debate[unit], p)
    present, hands, up_before = 0, 0, -1
    for k in range(seat_first, seat_last):
        seats.raised[k] = 0
        if unit != tree.units - 1:
            below = tree.child_first[unit] + k - seat_first - 1
            seats.sitting[k] = units.secretary[unit if k == seat_first else below]
        if seats.sitting[k] != NOBODY and people.status[int(seats.sitting[k])] < AT_LIBERTY_BELOW:
            present += 1
    this_round = 1
    while this_round <= rounds and hands > up_before:
        up_before = hands
        for k in range(seat_first, seat_last):
            if seats.sitting[k] == NOBODY or seats.raised[k] != 0:
                continue
            i = int(seats.sitting[k])
            agreement = people.stance[country.voted_issue, i] * units.line[country.voted_issue, unit]
            want = want_of(people.grievance[i], people.conviction[i], agreement, p_voice) + people.provoked[i]
            if people.status[i] >= AT_LIBERTY_BELOW or want <= p_voice.theta:
                continue
            of_ties, all_ties = 0.0, 0.0
            if up_before > 0:
                of_ties, all_ties = seen_from(ties.start[i], ties.start[i + 1], seat_first, seat_last, ties, seats,
                                              seats.raised, this_round)
            company = company_of(of_ties, all_ties, up_before, present, din, units.assoc[unit], p)
            urge = want * (1.0 - held_of(country.threat, people.conviction[i], people.estate[i], p_voice))
            dread = daunted(people.fear[country.voted_topic, i], people.dependence[i], levers.debate[unit], p_voice)
            price = price_of(dread, people.courage[i], exposure, units.sel[unit], p_voice)
            if sincere or speaks_up(urge, price, company, p_voice):
                seats.raised[k] = this_round
                hands += 1
                if on.meeting and levers.ballot[unit] != SECRET:
                    people.dossier[i] += p.note * exposure
        this_round += 1
    units.yes[unit] = 1.0 - hands / present if present > 0 else 1.0
    units.record[unit], units.vote[unit], _ = count(units.yes[unit], 0.0, p.block, on.meeting)
    units.floor[unit] = p.minutes / (p.minutes + p.licensed) if levers.debate[unit] == CONTROLLED else 1.0
    units.recalled[unit] = 1 if levers.recall[unit] == ON and units.vote[unit] < 0.0 else 0


@each_unit(writes="mandate", order="above")
def carry_up(children_mandate):
    """Totals travel upward: a unit's mandate is the sum of its children's."""
    return children_mandate


MECHANISM = Mechanism(
    id="meeting",
    card=4,
    title="The controlled assembly",
    sentence="Read, license, heckle, count hands: the vote comes after the room has seen who would stand alone.",
    sources="001 l.167-197, 332-348, 449-463; 003 l.7396-7423, 12289-12297, 12342-12377, 12499-12528, 12600-12661, "
            "13272-13274, 15455-15488",
    parameters=Meeting,
    levers=("ballot", "debate", "appointment", "recall"),
    rules=(set_agenda, proclaim, meet, convene, carry_up),
    neutral={"line": 1.0},
)
