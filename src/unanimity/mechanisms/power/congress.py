"""The congress: every December delegates meet as an assembly (conventions of the catalogue; measures of card 23).

Each cell has one delegate. Under appointment from above the cell's secretary picks the other member whose public signs
are the most loyal (card 8); under election, or where there is no secretary, the members send the one with the largest
sum of closeness to them and competence, among the twelve most competent (as in the elections of card 8). The congress
votes on *rule* by card 4, under the centre's ballot and debate; a delegate whom a secretary has sent votes that
secretary's line where it is against the centre's: secretaries sent devoted delegates, and one city's delegates stood
against all others (003 l.12289-12297).
"""

from __future__ import annotations

from unanimity.mechanisms.party.appointment import loyal_of, tie_to
from unanimity.mechanisms.party.election import BALLOT, closeness
from unanimity.mechanisms.party.posts import chair_of, root_of
from unanimity.mechanisms.people.meeting import agreed_with, company_of, din_of
from unanimity.mechanisms.people.voice import daunted, exposure_of, held_of, price_of, speaks_up, want_of
from unanimity.world.codes import CITIZEN, ELECTED, LEGAL, NEVER, NOBODY, POLICE, SECRET
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.formula import formula
from unanimity.world.rules import each, pick, procedure, total, wave


@each("cell", writes="deputy")
def choose_delegates(u, people, units, ties, tree, levers, month, p_appointment, p_faction):
    """In December each cell sends a delegate."""
    return delegate(u, people, units, ties, tree, levers, month, p_appointment, p_faction)


@formula
def may_go(i, people):
    """Whether the person is a member or official at liberty."""
    return people.status[i] < AT_LIBERTY_BELOW and people.estate[i] != CITIZEN and people.estate[i] != POLICE


@formula
def is_passed_over(i, chief, legal, month, people, p_faction):
    """Whether a secretary does not send the person.

    That holds for somebody who has dissented within the year, and for a known member of another faction that is banned;
    legal factions send their people.
    """
    other = not legal and people.faction[i] > 0 and people.faction[i] != people.faction[chief]
    dissented = people.last_dissent[i] != NEVER and month - people.last_dissent[i] < 12
    return (other and people.dossier[i] > p_faction.known) or (dissented and not (legal and people.faction[i] > 0))


@formula
def most_loyal(first, last, chief, legal, month, people, ties, p, p_faction):
    """The delegate of a secretary: the most loyal by public signs among the acceptable; else the secretary."""
    best, most = chief, -1.0
    for i in range(first, last):
        if i != chief and may_go(i, people) and not is_passed_over(i, chief, legal, month, people, p_faction):
            loyal = loyal_of(tie_to(i, chief, people, ties, p), people.assents[i], people.habit[i], p)
            if loyal > most:
                best, most = i, loyal
    return best


@formula
def spokesman(first, last, people):
    """The delegate of the members: close to them and competent, among the twelve most competent."""
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
def delegate(unit, people, units, ties, tree, levers, month, p_appointment, p_faction):
    """A cell's delegate: chosen in December by its secretary or its members; in other months the last one."""
    if month % 12 + 1 != DECEMBER:
        return units.deputy[unit]
    first, last, head = tree.cell_start[unit], tree.cell_start[unit + 1], units.secretary[unit]
    if levers.appointment[unit] != ELECTED and head != NOBODY and people.status[head] < AT_LIBERTY_BELOW:
        legal = levers.association_factions[unit] == LEGAL
        return most_loyal(first, last, head, legal, month, people, ties, p_appointment, p_faction)
    return spokesman(first, last, people)


@formula
def is_december(calendar):
    """Whether it is December: the congress meets once a year."""
    return calendar == DECEMBER


@formula
def rounds_of_hands(p_meeting):
    """The number of rounds in a vote."""
    return p_meeting.rounds


@formula
def before_the_centre(centre, of_ties, all_ties, moved, room, p_meeting):
    """How many others who would stand up a delegate sees, in an assembly that the centre runs."""
    din = din_of(centre.zeal, centre.debate, p_meeting)
    return company_of(of_ties, all_ties, moved, room, din, centre.assoc, p_meeting)


@formula(writes=("dossier",))
def noted(one, centre, p_meeting):
    """A raised hand is filed, unless the ballot is secret or factions are legal."""
    lawful = centre.association_factions == LEGAL
    return one.dossier + (p_meeting.note if centre.ballot != SECRET and not lawful else 0.0)


@formula(writes=("congress_month", "congress_size", "congress_dissent"))
def how_it_went(month, moved, room):
    """When the congress met, its size, and the share who dissented."""
    return month, room, moved / room if room > 0 else 0.0


# --- the vote ---------------------------------------------------------------------------------------------------------
@wave("delegates", writes="deputy_hand", only=is_december, company=before_the_centre, rounds=rounds_of_hands,
      becomes=noted, then=how_it_went)
def meet_in_congress(one, cell, centre, country, company, p_meeting, p_voice):
    """A delegate dissents by card 5, or on behalf of a secretary who is against the centre."""
    want = want_of(one.grievance, one.conviction, one.stance * centre.line, p_voice) + one.provoked
    urge = want * (1.0 - held_of(country.threat, one.conviction, one.estate, p_voice))
    dread = daunted(one.fear, one.dependence, centre.debate, one.estate, p_voice)
    price = price_of(dread, one.courage, exposure_of(centre.ballot, p_voice), centre.sel, p_voice)
    sent = sent_against(cell.appointment, cell.secretary, cell.line, centre.line)
    beside = agreed_with(one, centre.association_factions == LEGAL, company, p_meeting)
    platform = (one.faction > 0) & (centre.association_factions == LEGAL)
    return sent | ((want > p_voice.theta) & (platform | speaks_up(urge, price, beside, p_voice)))


@formula
def sent_against(appointment, secretary, line_there, line):
    """Whether a delegate comes from a secretary whose line is against the centre's."""
    return appointment != ELECTED and secretary != NOBODY and line_there * line < 0.0


# --- whose congress it was --------------------------------------------------------------------------------------------
@each("chair", writes=("chair_delegates", "chair_support"), only=is_december)
def forget_the_last():
    """Delegates and supporters are counted anew."""
    return 0.0, 0.0


@formula
def has_sent_one(unit):
    """Whether the cell has a delegate."""
    return unit.deputy != NOBODY


@procedure("cell", only=(is_december, has_sent_one))
def count_delegates(u, country, people, units, seats, tree, levers):
    """Each delegate counts for somebody in the centre."""
    count_for_chair(u, whose_man(u, people, units, seats, tree, levers), 1.0 / country.congress_size, seats)


@formula
def nearest_head(i, seat_first, seat_last, seats, people):
    """The chair of the head of the centre whose stance is nearest to a person's; -1 if there is none."""
    best, most = -1, -1.0
    for k in range(seat_first, seat_last):
        if seats.sitting[k] == NOBODY or (k > seat_first and people.patron[int(seats.sitting[k])] != seats.sitting[k]):
            continue
        near = closeness(people, i, int(seats.sitting[k]))
        if near > most:
            best, most = k, near
    return best


@formula
def whose_man(unit, people, units, seats, tree, levers):
    """The chair for which a cell's delegate counts: the root of its secretary's patrons, or the nearest head."""
    first = tree.seat_start[tree.units - 1]
    if levers.appointment[unit] != ELECTED and units.secretary[unit] != NOBODY:
        return chair_of(root_of(int(units.secretary[unit]), people, NOBODY), first, tree.seats, seats)
    return nearest_head(int(units.deputy[unit]), first, tree.seats, seats, people)


@formula(writes=("chair_delegates",))
def count_for_chair(unit, chair, share, seats):
    """One delegate more for a chair."""
    if chair >= 0:
        seats.chair_delegates[chair] += share


@formula
def is_asked(one):
    """Whether the person is a member at liberty."""
    return one.status < AT_LIBERTY_BELOW and one.estate != CITIZEN


@total(of="person", to="country", writes="congress_asked", only=(is_december, is_asked))
def count_members():
    """How many members are asked."""
    return 1.0


@pick(among="people", only=(is_december, is_asked))
def ask_members(i, people, seats, tree):
    """Each member supports the nearest head of the centre."""
    stand_by(i, nearest_to_him(i, people, seats, tree), seats)


@formula
def nearest_to_him(i, people, seats, tree):
    """The chair of the head nearest to a member."""
    return nearest_head(i, tree.seat_start[tree.units - 1], tree.seats, seats, people)


@formula(writes=("chair_support",))
def stand_by(i, chair, seats):
    """One supporter more for a chair."""
    if chair >= 0:
        seats.chair_support[chair] += 1.0


@each("chair", writes="chair_support", only=is_december)
def share_support(chair, country):
    """Supporters as a share of members."""
    return chair.chair_support / country.congress_asked if country.congress_asked > 0.0 else 0.0


@each("country", writes=("delegates_share", "leader_support"), only=is_december)
def note_the_leaders(u, seats, tree):
    """The leader's share of delegates and of members' support."""
    return of_the_leader(u, seats, tree)


@formula
def of_the_leader(unit, seats, tree):
    """The leader's share of delegates and of members."""
    first = tree.seat_start[tree.units - 1]
    return seats.chair_delegates[first], seats.chair_support[first]


DECEMBER = 12
CONGRESS = (choose_delegates, meet_in_congress, forget_the_last, count_delegates, count_members, ask_members,
            share_support, note_the_leaders)


# --- readings ---------------------------------------------------------------------------------------------------------
# The *delegates' share* of somebody in the centre counts delegates picked by a secretary whose chain of patrons ends
# there, and elected delegates who are nearer to this person than to the other heads. *Heads* are the members of the
# centre who are their own patrons, and the leader. *Support* is the share of members nearer to this person than to the
# other heads.
