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
from unanimity.world.levers import NUMBER_OF
from unanimity.world.rules import within_cells, within_world
from unanimity.world.words import CITIZEN, ELECTED, NOBODY, POLICE, RULE_ISSUE, RULE_TOPIC, SECRET

APPOINTMENT, HOW_VOTED, DEBATE = NUMBER_OF["appointment"], NUMBER_OF["ballot"], NUMBER_OF["debate"]
DECEMBER = 12


@formula
def may_go(i, status, estate):
    """Members and officials at liberty."""
    return status[i] < AT_LIBERTY_BELOW and estate[i] != CITIZEN and estate[i] != POLICE


@formula
def most_loyal(first, last, chief, base, status, estate, patron, assents, habit, tie_start, neighbour, weight):
    """Whom a secretary sends: the most loyal by public signs; himself if there is nobody else."""
    best, most = chief, -1.0
    for i in range(first, last):
        if i != chief and may_go(i, status, estate):
            loyal = loyal_of(tie_to(i, chief, base, patron, tie_start, neighbour, weight), assents[i], habit[i])
            if loyal > most:
                best, most = i, loyal
    return best


@formula
def spokesman(first, last, status, estate, competence, stance):
    """Whom the members send: closest to them and able, of the twelve ablest."""
    edge, best, most = 2.0, NOBODY, -1.0
    for _ in range(BALLOT):
        name, top = NOBODY, -1.0
        for i in range(first, last):
            if top < competence[i] < edge and may_go(i, status, estate):
                name, top = i, competence[i]
        if name == NOBODY:
            break
        edge = top
        liked, voters = 0.0, 0
        for j in range(first, last):
            if may_go(j, status, estate):
                liked += closeness(stance, name, j)
                voters += 1
        total = liked / voters + competence[name]
        if total > most:
            best, most = name, total
    return best


@within_cells(writes=("deputy",))
def choose_delegates(first, last, base, unit, calendar, appointment, secretary, status, estate, competence, stance, patron,
                     assents, habit, tie_start, neighbour, weight, deputy):
    """In December each cell sends one: its secretary's man, or its members'."""
    if calendar != DECEMBER:
        return
    head = secretary[unit]
    if appointment != ELECTED and head != NOBODY and status[base + head] < AT_LIBERTY_BELOW:
        sent = most_loyal(first, last, base + head, base, status, estate, patron, assents, habit, tie_start, neighbour,
                          weight)
    else:
        sent = spokesman(first, last, status, estate, competence, stance)
    deputy[unit] = sent - base if sent != NOBODY else NOBODY


@formula
def nearest_head(i, base, seat_first, seat_last, sitting, patron, stance):
    """The chair of the head of the centre whose stance is nearest to a person's; -1 if nobody heads."""
    best, most = -1, -1.0
    for k in range(seat_first, seat_last):
        if sitting[k] == NOBODY or (k > seat_first and patron[base + sitting[k]] != sitting[k]):
            continue
        near = closeness(stance, i, base + sitting[k])
        if near > most:
            best, most = k, near
    return best


@formula
def sent_against(appointment, secretary, line_there, line):
    """Whether a delegate comes from a secretary whose line is against the centre's."""
    return appointment != ELECTED and secretary != NOBODY and line_there * line < 0.0


@formula
def count_dissent(base, unit_first, unit_last, cells, levers, lines, secretary, deputy, deputy_hand, cell_of, ballot, debate, din, assoc, sel,
                  threat, line, status, stance, fear, dependence, courage, conviction, grievance, estate, provoked, tie_start, neighbour,
                  weight, p_meeting, p_voice):
    """The rounds of card 4 among the delegates: how many there are, and how many raise a hand against the line."""
    exposure = exposure_of(ballot, p_voice)
    present, hands, before = 0, 0, -1
    for unit in range(unit_first, unit_first + cells):
        deputy_hand[unit] = 0
        present += 1 if deputy[unit] != NOBODY else 0
    this_round = 1
    while this_round <= p_meeting.rounds and hands > before:
        before = hands
        for unit in range(unit_first, unit_first + cells):
            if deputy[unit] == NOBODY or deputy_hand[unit] != 0:
                continue
            i = base + deputy[unit]
            if sent_against(levers[APPOINTMENT, unit], secretary[unit], lines[RULE_ISSUE, unit], line):
                deputy_hand[unit] = this_round
                hands += 1
                continue
            want = want_of(grievance[i], conviction[i], stance[RULE_ISSUE, i] * line, p_voice) + provoked[i]
            if want <= p_voice.theta:
                continue
            of_ties, all_ties = 0.0, 0.0
            if before > 0:
                for t in range(tie_start[i], tie_start[i + 1]):
                    other = unit_first + cell_of[neighbour[t]]
                    if deputy[other] == neighbour[t]:
                        all_ties += weight[t]
                        if 0 < deputy_hand[other] < this_round:
                            of_ties += weight[t]
            company = company_of(of_ties, all_ties, before, present, din, assoc, p_meeting)
            urge = want * (1.0 - held_of(threat, conviction[i], estate[i], p_voice))
            dread = daunted(fear[RULE_TOPIC, i], dependence[i], debate, p_voice)
            if speaks_up(urge, price_of(dread, courage[i], exposure, sel, p_voice), company, p_voice):
                deputy_hand[unit] = this_round
                hands += 1
        this_round += 1
    return present, hands


@within_world(writes=("deputy_hand", "dossier", "congress_month", "congress_size", "congress_dissent",
                      "delegates_share", "leader_support", "chair_delegates", "chair_support"))
def meet_in_congress(first, last, base, unit_first, unit_last, cells, w, month, calendar, seat_first, seat_last, cell_of,
                     levers, deputy, deputy_hand, secretary, sitting, patron, office, status, stance, fear, dependence,
                     courage, conviction, grievance, estate, provoked, dossier, line, zeal, assoc, sel, threat, tie_start,
                     neighbour, weight, congress_month, congress_size, congress_dissent, delegates_share, leader_support,
                     chair_delegates, chair_support, p_meeting, p_voice):
    """The congress votes; and whose delegates they were is counted."""
    if calendar != DECEMBER:
        return
    centre = unit_last - 1
    ballot = levers[HOW_VOTED, centre]
    present, hands = count_dissent(base, unit_first, unit_last, cells, levers, line, secretary, deputy, deputy_hand, cell_of, ballot,
                                   levers[DEBATE, centre], din_of(zeal[centre], levers[DEBATE, centre], p_meeting), assoc[centre], sel[centre],
                                   threat, line[RULE_ISSUE, centre], status, stance, fear, dependence, courage,
                                   conviction, grievance, estate, provoked, tie_start, neighbour, weight, p_meeting, p_voice)
    for k in range(seat_first, seat_last):
        chair_delegates[k] = 0.0
        chair_support[k] = 0.0
    for unit in range(unit_first, unit_first + cells):
        if deputy[unit] == NOBODY:
            continue
        i = base + deputy[unit]
        if deputy_hand[unit] > 0 and ballot != SECRET:
            dossier[i] += p_meeting.note
        if levers[APPOINTMENT, unit] != ELECTED and secretary[unit] != NOBODY:
            root = root_of(base + secretary[unit], base, patron, office, status, NOBODY)
            k = chair_of(root - base, seat_first, seat_last, sitting)
        else:
            k = nearest_head(i, base, seat_first, seat_last, sitting, patron, stance)
        if k >= 0:
            chair_delegates[k] += 1.0 / present
    asked = 0
    for i in range(first, last):
        if status[i] < AT_LIBERTY_BELOW and estate[i] != CITIZEN:
            asked += 1
            k = nearest_head(i, base, seat_first, seat_last, sitting, patron, stance)
            if k >= 0:
                chair_support[k] += 1.0
    for k in range(seat_first, seat_last):
        chair_support[k] = chair_support[k] / asked if asked > 0 else 0.0
    congress_month[w] = month
    congress_size[w] = present
    congress_dissent[w] = hands / present if present > 0 else 0.0
    delegates_share[w] = chair_delegates[seat_first]
    leader_support[w] = chair_support[seat_first]
