"""The congress: every December delegates meet as an assembly (conventions of the catalogue; measures of card 23).

One delegate a cell. Under appointment from above the cell's secretary picks the member besides himself whose public signs
are the most loyal to him (card 8); under election, or where there is no secretary, the members send the one whose closeness
to them plus competence is largest, of the twelve ablest (as in the elections of card 8). The congress votes on *rule* by
card 4, under the centre's ballot and debate; a delegate whom a secretary has sent votes that secretary's line where it is
against the centre's: secretaries sent the delegates of their devotion, and one city's stood against all others (003
l.12289-12297).

*Delegates' share* of somebody in the centre: those picked by a secretary whose chain of patrons ends at him, and those
elected who are nearer to him than to the other heads. *Heads* are the members of the centre who are their own patrons,
and the leader. *Support*: the share of members nearer to him than to the other heads.
"""

from __future__ import annotations

from unanimity.mechanisms.party.appointment import loyal_of, tie_to
from unanimity.mechanisms.party.election import BALLOT, closeness
from unanimity.mechanisms.people.meeting import company_of, din_of
from unanimity.mechanisms.people.voice import daunted, exposure_of, held_of, price_of, speaks_up, want_of
from unanimity.mechanisms.power.posts import chair_of, root_of
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.formula import formula
from unanimity.world.rules import each_unit, within_world
from unanimity.world.words import CITIZEN, ELECTED, NOBODY, POLICE, RULE_ISSUE, RULE_TOPIC, SECRET

DECEMBER = 12


@formula
def may_go(i, people):
    """Members and officials at liberty."""
    return people.status[i] < AT_LIBERTY_BELOW and people.estate[i] != CITIZEN and people.estate[i] != POLICE


@formula
def most_loyal(first, last, chief, people, ties, p):
    """Whom a secretary sends: the most loyal by public signs; himself if there is nobody else."""
    best, most = chief, -1.0
    for i in range(first, last):
        if i != chief and may_go(i, people):
            loyal = loyal_of(tie_to(i, chief, people, ties), people.assents[i], people.habit[i], p)
            if loyal > most:
                best, most = i, loyal
    return best


@formula
def spokesman(first, last, people):
    """Whom the members send: closest to them and able, of the twelve ablest."""
    edge, best, most = 2.0, NOBODY, -1.0
    for _ in range(BALLOT):
        name, top = NOBODY, -1.0
        for i in range(first, last):
            if top < people.competence[i] < edge and may_go(i, people):
                name, top = i, people.competence[i]
        if name == NOBODY:
            break
        edge = top
        liked, voters = 0.0, 0
        for j in range(first, last):
            if may_go(j, people):
                liked += closeness(people, name, j)
                voters += 1
        total = liked / voters + people.competence[name]
        if total > most:
            best, most = name, total
    return best


@formula
def delegate(unit, people, units, ties, tree, levers, month, p_appointment):
    """Whom the cell sends in December: its secretary's man, or its members'; in other months who was sent last."""
    if month % 12 + 1 != DECEMBER:
        return units.deputy[unit]
    first, last, head = tree.cell_start[unit], tree.cell_start[unit + 1], units.secretary[unit]
    if levers.appointment[unit] != ELECTED and head != NOBODY and people.status[head] < AT_LIBERTY_BELOW:
        return most_loyal(first, last, head, people, ties, p_appointment)
    return spokesman(first, last, people)


@each_unit(writes="deputy", looks=(delegate,))
def choose_delegates(delegate):
    """In December each cell sends one."""
    return delegate


@formula
def nearest_head(i, seat_first, seat_last, seats, people):
    """The chair of the head of the centre whose stance is nearest to a person's; -1 if nobody heads."""
    best, most = -1, -1.0
    for k in range(seat_first, seat_last):
        if seats.sitting[k] == NOBODY or (k > seat_first and people.patron[int(seats.sitting[k])] != seats.sitting[k]):
            continue
        near = closeness(people, i, int(seats.sitting[k]))
        if near > most:
            best, most = k, near
    return best


@formula
def sent_against(appointment, secretary, line_there, line):
    """Whether a delegate comes from a secretary whose line is against the centre's."""
    return appointment != ELECTED and secretary != NOBODY and line_there * line < 0.0


@formula
def count_dissent(people, units, country, ties, tree, levers, p_meeting, p_voice):
    """The rounds of card 4 among the delegates: how many there are, and how many raise a hand against the line."""
    centre = tree.units - 1
    line, debate = units.line[RULE_ISSUE, centre], levers.debate[centre]
    din, exposure = din_of(units.zeal[centre], debate, p_meeting), exposure_of(levers.ballot[centre], p_voice)
    present, hands, before = 0, 0, -1
    for unit in range(tree.cells):
        units.deputy_hand[unit] = 0
        present += 1 if units.deputy[unit] != NOBODY else 0
    this_round = 1
    while this_round <= p_meeting.rounds and hands > before:
        before = hands
        for unit in range(tree.cells):
            if units.deputy[unit] == NOBODY or units.deputy_hand[unit] != 0:
                continue
            i = int(units.deputy[unit])
            if sent_against(levers.appointment[unit], units.secretary[unit], units.line[RULE_ISSUE, unit], line):
                units.deputy_hand[unit] = this_round
                hands += 1
                continue
            want = want_of(people.grievance[i], people.conviction[i], people.stance[RULE_ISSUE, i] * line,
                           p_voice) + people.provoked[i]
            if want <= p_voice.theta:
                continue
            of_ties, all_ties = 0.0, 0.0
            if before > 0:
                for t in range(ties.start[i], ties.start[i + 1]):
                    other = tree.cell_of[ties.neighbour[t]]
                    if units.deputy[other] == ties.neighbour[t]:
                        all_ties += ties.weight[t]
                        if 0 < units.deputy_hand[other] < this_round:
                            of_ties += ties.weight[t]
            company = company_of(of_ties, all_ties, before, present, din, units.assoc[centre], p_meeting)
            urge = want * (1.0 - held_of(country.threat, people.conviction[i], people.estate[i], p_voice))
            dread = daunted(people.fear[RULE_TOPIC, i], people.dependence[i], debate, p_voice)
            if speaks_up(urge, price_of(dread, people.courage[i], exposure, units.sel[centre], p_voice), company, p_voice):
                units.deputy_hand[unit] = this_round
                hands += 1
        this_round += 1
    return present, hands


@within_world(writes=("deputy_hand", "dossier", "congress_month", "congress_size", "congress_dissent",
                      "delegates_share", "leader_support", "chair_delegates", "chair_support"))
def meet_in_congress(people, units, country, seats, ties, tree, levers, month, calendar, p_meeting, p_voice):
    """The congress votes; and whose delegates they were is counted.

    A loop: hands in rounds, as in the hall, once a year.
    """
    if calendar != DECEMBER:
        return
    centre = tree.units - 1
    ballot = levers.ballot[centre]
    seat_first, seat_last = tree.seat_start[centre], tree.seats
    present, hands = count_dissent(people, units, country, ties, tree, levers, p_meeting, p_voice)
    for k in range(seat_first, seat_last):
        seats.chair_delegates[k] = 0.0
        seats.chair_support[k] = 0.0
    for unit in range(tree.cells):
        if units.deputy[unit] == NOBODY:
            continue
        i = int(units.deputy[unit])
        if units.deputy_hand[unit] > 0 and ballot != SECRET:
            people.dossier[i] += p_meeting.note
        if levers.appointment[unit] != ELECTED and units.secretary[unit] != NOBODY:
            root = root_of(int(units.secretary[unit]), people, NOBODY)
            k = chair_of(root, seat_first, seat_last, seats)
        else:
            k = nearest_head(i, seat_first, seat_last, seats, people)
        if k >= 0:
            seats.chair_delegates[k] += 1.0 / present
    asked = 0
    for i in range(tree.people):
        if people.status[i] < AT_LIBERTY_BELOW and people.estate[i] != CITIZEN:
            asked += 1
            k = nearest_head(i, seat_first, seat_last, seats, people)
            if k >= 0:
                seats.chair_support[k] += 1.0
    for k in range(seat_first, seat_last):
        seats.chair_support[k] = seats.chair_support[k] / asked if asked > 0 else 0.0
    country.congress_month[0] = month
    country.congress_size[0] = present
    country.congress_dissent[0] = hands / present if present > 0 else 0.0
    country.delegates_share[0] = seats.chair_delegates[seat_first]
    country.leader_support[0] = seats.chair_support[seat_first]
