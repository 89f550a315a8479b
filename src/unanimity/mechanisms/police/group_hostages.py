"""Hostages of a group (card 19): members already held are liable for it, and are exchanged one for one."""

from __future__ import annotations

from unanimity.mechanisms.police.cases import place_of
from unanimity.mechanisms.police.ladder import cap_of
from unanimity.mechanisms.police.sanction import apply_rung, set_free
from unanimity.world.case_log import enter
from unanimity.world.codes import (
    AN_ATTACK,
    AN_ESCAPE,
    CAMP,
    DEATH,
    EXCHANGED,
    INQUIRY,
    NO_CAUSE,
    NO_LABEL,
    NOBODY,
    THE_GROUP,
)
from unanimity.world.columns import AT_LIBERTY_BELOW, IN_THE_COUNTRY_BELOW
from unanimity.world.draws import event, uniform
from unanimity.world.formula import formula
from unanimity.world.rules import each, procedure, total

ANSWER, HUT, EXCHANGE = 492, 493, 494  # streams


@formula
def anybody_called(country):
    """Whether there was an attack, a success abroad or an escape, and death has precedent."""
    called = country.struck > 0 or country.answering != 0 or country.answering_faction != 0 or country.escaped != NOBODY
    return called and country.rung_max == DEATH


@formula
def may_answer(case, place, luck, p):
    """Whether the person is held where others are liable, and a lot has fallen on him."""
    if not is_held(case.status, case.hostage) or place.hostage_group <= 0.0:
        return False
    return event(p.group * place.hostage_group, luck.group) or event(p.camp * place.hostage_group, luck.hut)


@each("case", only=(anybody_called, may_answer), stream={"group": ANSWER, "hut": HUT})
def answer_for_group(i, place, people, units, country, tree, levers, luck, month, log, p, p_sanction):
    """Held members may be shot for an attack or a success of their group, and cell-mates for a fugitive."""
    if law_where_held(i, people, tree, levers) < DEATH:
        return
    cause = NO_CAUSE
    if answers_for(i, people, country, tree) and event(p.group * place.hostage_group, luck.group):
        cause = THE_GROUP
    elif (shares_hut(i, people, country, tree) and people.status[i] == CAMP
          and event(p.camp * place.hostage_group, luck.hut)):
        cause = AN_ESCAPE
    answer(i, cause, month, people, units, country, tree, log, p_sanction)


@formula
def is_held(status, hostage):
    """Whether the person is under inquiry, in prison or camp, or a hostage in custody."""
    return INQUIRY <= status <= CAMP or (hostage != NOT_HELD and AT_LIBERTY_BELOW <= status < IN_THE_COUNTRY_BELOW)


@formula
def same_group(i, j, people):
    """Whether i shares j's faction, label or named group."""
    return ((people.faction[j] > 0 and people.faction[i] == people.faction[j]) or (people.label[j] != NO_LABEL
            and people.label[i] == people.label[j]) or (people.groups[i] & people.groups[j]) != 0)


@formula
def answers_for(i, people, country, tree):
    """Whether person i's group attacked this month, or had a success abroad."""
    abroad = country.answering_faction
    if (people.groups[i] & country.answering) != 0 or (abroad > 0 and people.faction[i] == abroad):
        return True
    if country.struck > 0:
        for j in range(tree.people):
            if people.warrant[j] == AN_ATTACK and j != i and same_group(i, j, people):
                return True
    return False


@formula
def shares_hut(i, people, country, tree):
    """Whether somebody has escaped from the place where person i is held."""
    e = country.escaped
    if e == NOBODY:
        return False
    return place_of(people.held_in[i], tree.cell_of[i], tree) == place_of(people.held_in[max(e, 0)],
                                                                          tree.cell_of[max(e, 0)], tree)


@formula
def law_where_held(i, people, tree, levers):
    """The highest rung that the law allows where the person is held."""
    place = place_of(people.held_in[i], tree.cell_of[i], tree)
    return cap_of(levers, place, people.case_topic[i], people.faction[i], people.act_kind[i])


@formula(writes=("hostage",))
def answer(i, cause, month, people, units, country, tree, log, p_sanction):
    """The person is shot for another's act, if there is a cause."""
    if cause != NO_CAUSE:
        people.hostage[i] = OF_GROUP
        apply_rung(i, DEATH, people.status[i], cause, month, people, units, country, tree, log, p_sanction)


@each("country", writes=("answering", "answering_faction", "escaped"))
def all_answered():
    """The month's attacks, successes and escapes have been answered."""
    return 0, 0, NOBODY


@procedure("country", writes="hostages_other", stream=EXCHANGE)
def exchange(people, country, seed, month, log):
    """Hostages are exchanged one for one with the other side, which has taken hostages in turn.

    The loop starts at a drawn place of the docket and goes around once, freeing as many as the other side holds.
    """
    size, due, exchanged = int(country.docket_size), int(country.hostages_other[0]), 0
    begin = int(uniform(seed, EXCHANGE, 0, month) * size)
    for k in range(size if due > 0 else 0):
        i = int(people.docket[(begin + k) % size])
        if exchanged < due and people.hostage[i] == OF_GROUP and is_held(people.status[i], people.hostage[i]):
            send_home(i, people, log)
            exchanged += 1
    country.hostages_other[0] -= exchanged


@formula(writes=("hostage", "cleared"))
def send_home(i, people, log):
    """Free a hostage by exchange, still listed on this month's docket.

    The mark `cleared` keeps an arrest in the same month from listing the person twice.
    """
    enter(log, i, EXCHANGED, THE_GROUP)
    set_free(i, people)
    people.hostage[i] = NOT_HELD
    people.cleared[i] = BY_EXCHANGE


@formula
def is_held_for_group(case):
    """Whether the person is held for an act of his group."""
    return case.hostage == OF_GROUP and is_held(case.status, case.hostage)


@total(of="case", to="country", writes=("hostages_own", "so_far_fresh_hostages"), only=is_held_for_group)
def count_hostages(case, month):
    """The number held here for their group, and the number of them taken this month."""
    return 1.0, 1.0 if case.arrested == month else 0.0


@each("country", writes="hostages_other")
def hostages_there(hostages_other, so_far_fresh_hostages, p):
    """The number held on the other side, which answers those taken here this month."""
    return hostages_other + p.reciprocity * so_far_fresh_hostages


NOT_HELD, OF_KIN, OF_GROUP = 0, 1, 2  # codes of the flag
BY_EXCHANGE = 2  # code of `cleared`: not by a court
