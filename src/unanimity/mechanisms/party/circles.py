"""Circles (card 13): who calls one together, whom it draws, and who leaves it.

    risk    = dread*(1-courage)*xc*(s0 + (1-s0)*sel), dread of card 5: fear and, where debate is controlled, dependence;
            0 where factions are legal; a would-be member takes sel for 1 where the law pursues circles (card 15)
    pull    = want + fo*(share of trusted ties in the faction) + am*ambition*prospect - risk
    join    event(jf*pull+) for members and ex-members with want > theta or > .15 of their ties in it, for whom the
            cause weighs more than the post: conviction > ambition*(1-prospect)
            (factions legal: visible company +.2*[want > 0])
    leave   event(lf*((ambition*(1-prospect) - conviction)+ + done*(1-conviction) + risk)), done = 1 for those who no
            longer wish to speak (want <= theta), else stolen after a defeat, else 0; one who leaves a banned faction
            and is known as its member by his file (above kf) leaves by signing (card 18: capitulated, label 'ex')
    found   a talker, member or ex-member (where parties are legal anybody) with conviction > ambition, who dares alone
            (want*(1-held) - risk > theta; where the law pursues circles also want - fear*(1-courage) > theta), in no
            faction, with his circle-1 strongest ties among such talkers: event(fd) per circle (legal: open dissenters
            of last month count as talkers); none while 255 factions exist
"""

from __future__ import annotations

from unanimity.mechanisms.party.faction_slots import SMALLEST, free_slot
from unanimity.mechanisms.party.trust import circle_of_trust
from unanimity.mechanisms.people.voice import daunted, price_of, want_of
from unanimity.mechanisms.police.arrest import hunted
from unanimity.world.codes import BANNED, DISSENT, EX, LEGAL, MEMBER, NEVER, NOBODY
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.draws import event
from unanimity.world.formula import formula, positive
from unanimity.world.rules import pick

COME_OR_GO, FOUND = 220, 222  # streams


def there_are_circles(centre):
    """Whether there is any faction in the country to join or leave."""
    return centre.in_faction > 0.0


def may_move(one, unit, luck, p, p_voice):
    """Whether the draw is low enough to leave, or to join if all ties were in a faction with the best prospects."""
    most_wished = p_voice.grievance_weight + p_voice.conviction_weight + p.reaction
    if luck >= (p.leaving * 3.0 if one.faction > 0
                else p.joining * (most_wished + p.friends + p.prospects + p.visible)):
        return False  # whatever the person feels
    if one.status >= AT_LIBERTY_BELOW or one.agent == 1 or (one.faction == 0 and one.cohort < 0):
        return False  # an agent joins and leaves by order
    legal = unit.association_factions == LEGAL
    risk = risk_of(one, unit.debate, aimed(unit), legal, p, p_voice)
    return one.faction > 0 or luck < p.joining * pull_of(
        wish_of(one, unit.line, p_voice), 1.0, one.ambition, 1.0, risk, legal, p)


@pick(among="people of a cell", writes=("faction", "recruiter", "last_guilt", "capitulated", "label", "signed_month"),
      only=(there_are_circles, may_move), stream=COME_OR_GO)
def come_and_go(i, one, unit, faction, people, factions, ties, month, luck, p, p_voice):
    """Join the faction in which most of the person's trust lies, or leave one's own."""
    stays = one.faction, one.recruiter, one.last_guilt, one.capitulated, one.label, one.signed_month
    want, legal = wish_of(one, unit.line, p_voice), unit.association_factions == LEGAL
    if one.faction > 0:
        risk = risk_of(one, unit.debate, unit.sel, legal, p, p_voice)
        beaten, content = faction.faction_defeat != NEVER, want <= p_voice.theta
        if not event(wish_to_part(one.ambition, faction.faction_prospect, faction.faction_stolen, one.conviction, risk,
                                  beaten, content, p), luck):
            return stays
        if parts_by_signing(unit.association_factions == BANNED, one.dossier, p):
            return 0, one.recruiter, month, 1, EX, month
        return 0, one.recruiter, month, one.capitulated, one.label, one.signed_month
    theirs, share, prospect, friend = circle_of_trust(i, people, factions, ties, p)
    if theirs == 0 or (want <= p_voice.theta and share <= p.drawn):
        return stays
    if not is_his_own(one.conviction, one.ambition, prospect):
        return stays
    risk = risk_of(one, unit.debate, aimed(unit), legal, p, p_voice)
    if not event(p.joining * positive(pull_of(want, share, one.ambition, prospect, risk, legal, p)), luck):
        return stays
    return theirs, friend, one.last_guilt, one.capitulated, one.label, one.signed_month


@formula
def risk_of(one, debate, sel, legal, p, p_voice):
    """What membership in a circle costs: the price of speaking in the hall, livelihood included, as far as a circle is
    visible.

    It costs nothing where factions are legal.
    """
    dread = daunted(one.fear, one.dependence, debate, MEMBER, p_voice)
    return 0.0 if legal else price_of(dread, one.courage, p.exposure, sel, p_voice)


@formula
def is_his_own(conviction, ambition, prospect):
    """Whether the cause weighs more for the person than a post that is not in sight."""
    return conviction > ambition * (1.0 - prospect)


@formula
def pull_of(want, in_it, ambition, prospect, risk, legal, p):
    """What draws a person to a faction, less the risk."""
    seen = p.visible if legal and want > 0.0 else 0.0
    return want + p.friends * in_it + p.prospects * ambition * prospect + seen - risk


@formula
def wish_to_part(ambition, prospect, stolen, conviction, risk, beaten, content, p):
    """The hazard of leaving.

    Reasons are: no posts in sight; nothing left to say, or a stolen programme after a defeat; a livelihood at stake.
    """
    done = 1.0 if content else (stolen if beaten else 0.0)
    lured = positive(ambition * (1.0 - prospect) - conviction)
    return p.leaving * (lured + done * (1.0 - conviction) + risk)


@formula
def parts_by_signing(banned, dossier, p):
    """Whether leaving takes a signature: the person is known as a member of a banned faction."""
    return banned and dossier > p.known


@formula
def wish_of(one, line, p_voice):
    """`want` of card 5 on the line of the person's cell, with what zeal provokes."""
    return want_of(one.grievance, one.conviction, one.stance * line, p_voice) + one.provoked


@formula
def aimed(unit):
    """The selectivity that a would-be member expects: full where a law pursues circles."""
    return 1.0 if hunted(unit.association_factions, unit.sanction_cap_faction) else unit.sel


def is_moved(one, cell, luck, p, p_voice):
    """Whether a person would call a circle this month.

    Where the law pursues circles, the wish to speak must also outweigh fear.
    """
    if not event(p.founding / p.circle, luck):
        return False
    risk = one.fear * (1.0 - one.courage) if hunted(cell.association_factions, cell.sanction_cap_faction) else 0.0
    return risk == 0.0 or wish_of(one, cell.line, p_voice) - risk > p_voice.theta


@pick(among="people", writes=("faction", "recruiter", "faction_size", "factions_founded"), only=is_moved, stream=FOUND)
def found(i, people, country, factions, ties, centre, p):
    """Six people who talk among themselves become a faction.

    The founder calls the strongest ties first, among those who may found one and are in none.
    """
    legal, parties = centre.association_factions == LEGAL, centre.association_parties == LEGAL
    slot = free_slot(factions) if people.daring[i] == 1 and may_found(i, people, legal, parties) else 0
    if slot == 0:
        return
    called, edge = 0, 70000.0
    people.faction[i] = slot
    while called < p.circle - 1.0:
        friend, strongest = NOBODY, -1.0
        for t in range(ties.start[i], ties.start[i + 1]):
            j = int(ties.neighbour[t])
            if strongest < ties.weight[t] <= edge and may_found(j, people, legal, parties):
                friend, strongest = j, ties.weight[t]
        if friend == NOBODY:
            break
        people.faction[friend] = slot
        people.recruiter[friend] = friend
        called += 1
        edge = strongest
    if called + 1 < SMALLEST:  # too few for a circle: the founding fails
        people.faction[i] = 0
        for t in range(ties.start[i], ties.start[i + 1]):
            if people.faction[int(ties.neighbour[t])] == slot:
                people.faction[int(ties.neighbour[t])] = 0
    else:
        people.recruiter[i] = i
        factions.faction_size[slot] = called + 1
        country.factions_founded[0] += 1


@formula
def may_found(i, people, legal, parties):
    """Whether somebody may found a faction: a talker in none, for whom the cause weighs more than a post.

    It takes a member or ex-member unless parties are legal; where factions are legal an open dissenter counts as a
    talker. Agents call their own circles.
    """
    return (people.faction[i] == 0 and people.agent[i] == 0 and people.status[i] < AT_LIBERTY_BELOW
            and is_his_own(people.conviction[i], people.ambition[i], 0.0)
            and (parties or people.cohort[i] >= 0) and (people.talker[i] == 1
                                                        or (legal and people.voice[i] == DISSENT)))


# --- readings ---------------------------------------------------------------------------------------------------------
# Readings the card leaves open. Of several factions a person considers the one with most trust among the ties. The
# hazard fd of a circle is divided among the six who could call it together, and circles are formed in the order of
# persons (the contract allows any order). Joining and leaving share one draw: nobody does both in a month. The ties of
# a person who would not join even if all of them were in a faction with the best prospects are not counted.
