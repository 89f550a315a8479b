"""Card 13: how a circle is founded, drawn to, left and divided, in a country of twenty-four."""

from __future__ import annotations

import numpy as np
import pytest
from bench import Country

from example_parameters import FACTION
from unanimity.mechanisms.party.circles import come_and_go, found
from unanimity.mechanisms.party.faction import (
    begin_muster,
    count_heads,
    disband,
    divide,
    find_line,
    forget_lines,
    muster,
)
from unanimity.world.codes import (
    ABROAD,
    BANNED,
    CAMP,
    CONTROLLED,
    DISSENT,
    EX,
    FREE_DEBATE,
    FRIEND,
    INQUIRY,
    LEGAL,
    NEVER,
    TOLERATED,
)

SURE = FACTION._replace(founding=900.0, splitting=900.0, joining=900.0, leaving=900.0)


# --- founding ---------------------------------------------------------------------------------------------------------
def talkers(ties=7, **levers):
    """Everybody talks; 0 is tied to 1 .. `ties`, the first the strongest."""
    here = Country(24, ties=[(0, j, 1.0 - j / 20, FRIEND) for j in range(1, ties + 1)]).set(**levers)
    here.talker[:], here.cohort[:], here.daring[:] = 1, 0, 1
    here.conviction[:], here.ambition[:] = 0.5, 0.4
    return here


def test_six_who_talk_among_themselves_become_a_faction():
    here = talkers()
    here.run(found, SURE)
    assert here.faction.tolist() == [1] * 6 + [0] * 18 and here.recruiter[:6].tolist() == list(range(6))
    assert here.faction_size[1] == 6 and here.factions_founded[0] == 1 and here.faction_size[2] == 0


def test_a_circle_has_so_many_as_its_size_begins():
    for size, members in ((4.0, 4), (4.5, 5), (5.0, 5), (8.0, 8)):
        here = talkers()
        here.run(found, SURE._replace(circle=size))
        assert here.faction_size[1] == members == (here.faction == 1).sum()


def test_who_may_not_found_is_passed_over():
    here = talkers()
    here.talker[2], here.agent[3], here.status[4], here.cohort[5], here.faction[6] = 0, 1, INQUIRY, -1, 9
    here.faction_size[9] = 8
    here.run(found, SURE)
    assert np.flatnonzero(here.faction == 1).tolist() == [0, 1, 7] and here.faction_size[1] == 3
    careers = talkers()
    careers.ambition[[1, 2, 3]] = 0.6
    careers.run(found, SURE)
    assert np.flatnonzero(careers.faction).tolist() == [0, 4, 5, 6, 7]


def test_a_circle_is_called_by_one_who_dares_alone_and_those_called_need_not():
    here = talkers()
    here.daring[:] = 0
    here.run(found, SURE)
    assert not here.faction.any() and here.factions_founded[0] == 0
    here.daring[0] = 1
    here.run(found, SURE)
    assert np.flatnonzero(here.faction).tolist() == list(range(6))


def test_where_the_law_looks_for_circles_only_the_unafraid_call_one():
    hunted = {"association_factions": BANNED, "sanction_cap_faction": 7.0}
    here = talkers(**hunted)
    here.fear[:], here.courage[:], here.grievance[:] = 0.9, 0.2, 0.2
    here.run(found, SURE)
    assert not here.faction.any()
    here.set(sanction_cap_faction=0.0)
    here.run(found, SURE)
    assert here.faction_size[1] == 6


def test_of_two_nothing_comes_about():
    here = talkers(ties=1)
    here.run(found, SURE)
    assert not here.faction.any() and here.factions_founded[0] == 0 and here.faction_size.sum() == 0
    three = talkers(ties=2)
    three.run(found, SURE)
    assert three.faction_size[1] == 3


def test_where_factions_are_legal_open_dissenters_found_too():
    here = talkers()
    here.talker[:], here.voice[:] = 0, DISSENT
    here.run(found, SURE)
    assert not here.faction.any()
    legal = talkers(association_factions=LEGAL)
    legal.talker[:], legal.voice[:] = 0, DISSENT
    legal.run(found, SURE)
    assert legal.faction_size[1] == 6
    others = talkers(association_parties=LEGAL)
    others.cohort[:] = -1
    others.run(found, SURE)
    assert others.faction_size[1] == 6


def test_nobody_founds_without_the_hazard_or_without_a_slot():
    here = talkers()
    here.run(found, FACTION._replace(founding=0.0))
    assert not here.faction.any()
    full = talkers()
    full.faction_size[:] = 9
    full.run(found, SURE)
    assert not full.faction.any()


def test_of_many_who_talk_a_hundredth_or_so_call_a_circle():
    people = 4000
    ties = [(3 * k, 3 * k + step, 0.5, FRIEND) for k in range(people // 3) for step in (1, 2)]
    here = Country(people, ties=ties)
    here.talker[:], here.cohort[:], here.daring[:] = 1, 0, 1
    here.conviction[:], here.ambition[:] = 0.5, 0.4
    here.run(found, FACTION._replace(founding=0.12, circle=6.0))  # .02: of 1,333 who have two friends some 26
    assert 12 < here.factions_founded[0] < 45


# --- dividing ---------------------------------------------------------------------------------------------------------
def defeated(month=10, since=-20, size=10, factions=7):
    here = Country(24)
    here.faction[4:4 + size] = factions
    here.stance[1, 4:4 + size] = np.linspace(-0.9, 0.9, size)
    here.stance[1, 20:] = 1.0
    here.faction_size[factions], here.faction_defeat[factions], here.faction_lost[factions] = size, since, 3.0
    return here


def test_a_defeated_faction_divides_by_its_median():
    here = defeated()
    here.run(divide, SURE)
    assert here.faction[4:14].tolist() == [7] * 5 + [1] * 5 and (here.faction[14:] == 0).all()
    assert (here.faction_size[7], here.faction_size[1]) == (5, 5)
    assert here.faction_defeat[7] == NEVER and here.faction_lost[7] == 0.0
    right = defeated()
    right.stance[1, 4:14] = np.linspace(0.1, 0.9, 10)
    right.run(divide, SURE)
    assert right.faction[4:14].tolist() == [7] * 5 + [1] * 5
    odd = defeated(size=5)
    odd.run(divide, SURE)
    assert odd.faction[4:9].tolist() == [7, 7, 7, 1, 1]
    first = defeated(factions=1)
    first.run(divide, SURE)
    assert (first.faction[4:14] == 2).sum() == 5


@pytest.mark.parametrize("change", [{"since": NEVER}, {"size": 2}, {"since": 10}])
def test_what_was_not_defeated_or_is_too_small_stays_together(change):
    here = defeated(**change)
    before = here.faction.copy()
    here.run(divide, SURE)
    assert (here.faction == before).all()


def test_it_stays_together_without_the_hazard_or_without_a_slot():
    here = defeated()
    here.run(divide, FACTION._replace(splitting=0.0))
    assert (here.faction[4:14] == 7).all() and here.faction_defeat[7] == -20
    full = defeated()
    full.faction_size[1:] = 9
    full.run(divide, SURE)
    assert (full.faction[4:14] == 7).all()
    # .1 a year: after ten years a hazard of 1
    split = 0
    for seed in range(60):
        here = defeated(since=10 - 120)
        here.seed = np.uint64(seed)
        here.run(divide, FACTION)
        split += int((here.faction == 1).any())
    assert 26 < split < 50


# --- coming and going -------------------------------------------------------------------------------------------------
def circle(p=SURE, ties=(), law=BANNED, debate=FREE_DEBATE, sanction_cap_faction=0.0, **columns):
    """Person 0 looks at his ties in the first cell; the faction 2 is there. All are for the line, and mean it."""
    here = Country(24, ties=ties).set(association_factions=law, debate=debate,
                                      sanction_cap_faction=sanction_cap_faction)
    here.in_faction[:], here.cohort[:] = 6.0, 0
    here.conviction[:], here.ambition[:], here.stance[:], here.line[:] = 0.5, 0.4, 1.0, 1.0
    for name, changes in columns.items():
        for i, value in changes.items():
            if name in ("fear", "stance"):
                getattr(here, name)[:, i] = value
            else:
                getattr(here, name)[i] = value
    here.last_faction = here.faction.copy()
    here.run(come_and_go, p)
    return here


FRIENDS = [(0, 1, 0.5, FRIEND), (0, 2, 0.4, FRIEND), (0, 3, 0.6, FRIEND)]


def test_one_joins_where_most_of_his_trust_lies():
    angry = {"grievance": {0: 1.0}}
    here = circle(ties=FRIENDS, faction={1: 2, 2: 2, 3: 4}, ambition={1: 0.0}, **angry)
    assert here.faction[0] == 2 and here.recruiter[0] == 1  # .9 of trust against .6, by his closest friend there
    assert circle(ties=FRIENDS, faction={1: 2, 3: 4}, **angry).faction[0] == 4
    assert circle(ties=FRIENDS, faction={1: 1}, **angry).faction[0] == 1
    assert circle(ties=FRIENDS, **angry).faction[0] == 0
    for change in ({"status": {0: INQUIRY}}, {"cohort": {0: -1}}, {"agent": {0: 1}}, {"agent": {1: 1, 2: 1, 3: 1}}):
        assert circle(ties=FRIENDS, faction={1: 2, 2: 2, 3: 4}, **angry, **change).faction[0] == 0


def test_trust_is_that_of_his_own_ties():
    ties = [(0, 1, 0.5, FRIEND), (0, 3, 0.4, FRIEND), (9, 3, 0.9, FRIEND), (8, 3, 0.9, FRIEND)]
    assert circle(ties=ties, faction={1: 2, 3: 4}, grievance={0: 1.0}).faction[0] == 2


def test_five_in_a_hundred_of_those_whose_friends_are_in_it_join_in_a_month():
    people = 1200  # each of the first cell is tied to one of the second, where all are in the faction
    here = Country(people, ties=[(i, 300 + i, 0.5, FRIEND) for i in range(300)])
    here.in_faction[:], here.cohort[:], here.line[:], here.grievance[:], here.fear[:] = 300.0, 0, 1.0, 1.0, 0.0
    here.conviction[:], here.stance[:], here.ambition[:], here.faction[300:600] = 0.5, 1.0, 0.0, 2
    here.last_faction = here.faction.copy()
    here.run(come_and_go, FACTION)
    assert 9 < (here.faction[:300] == 2).sum() < 30  # .05 * (.5 + .6)


def test_fear_keeps_him_out_where_factions_are_not_legal():
    # .15 of grievance and .6 for friends, less a risk of .95*fear where a circle is seen as the hall is
    seen = SURE._replace(exposure=1.0)
    one = {"grievance": {0: 0.3}, "faction": {1: 2}, "courage": {0: 0.0}, "sel": {0: 0.9}}
    friend = [(0, 1, 0.5, FRIEND)]
    hushed = {**one, "debate": CONTROLLED}
    assert circle(seen, friend, fear={0: 1.0}, **hushed).faction[0] == 0
    assert circle(seen, friend, fear={0: 0.5}, **hushed).faction[0] == 2
    assert circle(SURE, friend, fear={0: 1.0}, **hushed).faction[0] == 2  # seen by half
    assert circle(seen, friend, fear={0: 1.0}, law=LEGAL, **hushed).faction[0] == 2
    assert circle(seen, friend, fear={0: 1.0}, debate=FREE_DEBATE, **one).faction[0] == 2  # .3 of it: lawful
    bound = {**one, "dependence": {0: 1.0}}
    assert circle(seen, friend, fear={0: 0.0}, debate=CONTROLLED, **bound).faction[0] == 0
    assert circle(seen, friend, fear={0: 0.0}, debate=FREE_DEBATE, **bound).faction[0] == 2


def test_a_law_of_circles_counts_as_aimed_for_who_thinks_of_joining_one():
    # .15 and .6, less 1.0 * (.5 + .5*sel): .5 where sanctions hit anybody, 1 where the law looks for circles
    seen = SURE._replace(exposure=1.0)
    one = {"grievance": {0: 0.3}, "faction": {1: 2}, "courage": {0: 0.0}, "sel": {0: 0.0}, "fear": {0: 1.0},
           "debate": CONTROLLED}
    friend = [(0, 1, 0.5, FRIEND)]
    assert circle(seen, friend, **one).faction[0] == 2
    assert circle(seen, friend, sanction_cap_faction=7.0, **one).faction[0] == 0


def test_who_would_rather_have_a_post_does_not_join_until_the_faction_has_some():
    one = {"grievance": {0: 1.0}, "faction": {1: 2}, "ambition": {0: 0.8}}
    friend = [(0, 1, 0.5, FRIEND)]
    assert circle(ties=friend, **one).faction[0] == 0
    assert circle(ties=friend, faction_prospect={2: 0.5}, **one).faction[0] == 2
    assert circle(ties=friend, **{**one, "ambition": {0: 0.4}}).faction[0] == 2


def test_where_there_are_no_circles_nobody_is_asked():
    quiet = Country(24, ties=[(0, 1, 0.5, FRIEND)])
    quiet.cohort[:], quiet.grievance[0], quiet.faction[1], quiet.line[:] = 0, 1.0, 2, 1.0
    quiet.last_faction = quiet.faction.copy()
    quiet.run(come_and_go, SURE)
    assert quiet.faction[0] == 0


def test_the_contented_are_drawn_by_a_seventh_of_their_trust_or_more():
    weak = [(0, 1, 0.1, FRIEND), (0, 2, 0.9, FRIEND)]
    assert circle(ties=weak, faction={1: 2}).faction[0] == 0  # a tenth
    assert circle(ties=weak, faction={2: 2}).faction[0] == 2
    assert circle(ties=weak, faction={1: 2}, grievance={0: 0.5}).faction[0] == 2
    assert circle(ties=weak, faction={1: 2}, provoked={0: 0.2}).faction[0] == 2


def test_an_agents_acquaintance_is_drawn_to_his_circle():
    lured = {"agent_tie": {0: 9}, "agent": {9: 1}, "faction": {9: 3}, "grievance": {0: 1.0}}
    here = circle(**lured)
    assert here.faction[0] == 3 and here.recruiter[0] == 9
    stronger = circle(ties=[(0, 1, 0.5, FRIEND)], **{**lured, "faction": {9: 3, 1: 2}})
    assert stronger.faction[0] == 2 and stronger.recruiter[0] == 1
    weaker = circle(ties=[(0, 1, 0.2, FRIEND)], **{**lured, "faction": {9: 3, 1: 2}})
    assert weaker.faction[0] == 3 and weaker.recruiter[0] == 9
    both = circle(ties=[(0, 1, 0.2, FRIEND)], **{**lured, "faction": {9: 3, 1: 3}})
    assert both.faction[0] == 3 and both.recruiter[0] == 9


def test_one_leaves_and_the_known_of_a_banned_faction_signs():
    gone = {"ambition": {0: 1.0}, "faction": {0: 2}, "grievance": {0: 1.0}}
    assert circle(**{**gone, "faction": {0: 1}}).faction[0] == 0
    here = circle(**gone)
    assert (here.faction[0], here.last_guilt[0], here.capitulated[0]) == (0, 10, 0)
    known = circle(**gone, dossier={0: 0.5})
    assert (known.faction[0], known.capitulated[0], known.label[0], known.signed_month[0]) == (0, 1, EX, 10)
    assert circle(**gone, agent={0: 1}).faction[0] == circle(**gone, status={0: INQUIRY}).faction[0] == 2
    assert circle(p=FACTION._replace(leaving=0.0), **gone).faction[0] == 2
    assert circle(**gone, dossier={0: 0.5}, law=TOLERATED).capitulated[0] == 0


def test_who_still_wishes_to_speak_stays_until_a_defeat_and_what_is_stolen_after_it():
    # for the cause, unafraid: nothing draws him away
    one = {"faction": {0: 2}, "grievance": {0: 1.0}, "fear": {0: 0.0}, "faction_stolen": {2: 0.5}}
    assert circle(**one).faction[0] == 2
    assert circle(**one, faction_defeat={2: 4}).faction[0] == 0
    assert circle(**{**one, "faction_stolen": {2: 0.0}}, faction_defeat={2: 4}).faction[0] == 2
    assert circle(**{**one, "grievance": {0: 0.0}}).faction[0] == 0  # nothing left to say
    assert circle(**{**one, "grievance": {0: 0.0}}, conviction={0: 1.0}).faction[0] == 2
    assert circle(**{**one, "grievance": {0: 0.0}}, provoked={0: 0.2}).faction[0] == 2
    afraid = {**one, "fear": {0: 0.5}}
    assert circle(**afraid).faction[0] == 0 and circle(**afraid, law=LEGAL).faction[0] == 2
    assert circle(**one, ambition={0: 0.9}).faction[0] == 0
    assert circle(**one, ambition={0: 0.9}, faction_prospect={2: 0.6}).faction[0] == 2


# --- the muster -------------------------------------------------------------------------------------------------------
def mustered(inside=range(5), **columns):
    here = Country(24)
    here.faction[list(inside)] = 2
    here.stance[:], here.line[:] = 0.0, 1.0
    here.officials_here[:], here.members[:] = 4.0, 20.0
    here.faction_lost[2], here.faction_size[:], here.faction_line[:], here.faction_prospect[:] = 1.2, 9, 5.0, 0.9
    here.faction_hope[:], here.faction_luck[:] = 1.0, 0.0
    for name, changes in columns.items():
        for i, value in changes.items():
            if name in ("stance", "lines"):
                {"stance": here.stance, "lines": here.line}[name][:, i] = value
            else:
                getattr(here, name)[i] = value
    here.run((begin_muster, forget_lines, count_heads, find_line, muster, disband), FACTION)
    return here


def test_heads_posts_lines_and_losses_are_counted():
    here = mustered(office={0: 1, 9: 3}, stance={0: 0.5, 1: 0.5}, blow={1: 3, 2: 2, 9: 7})
    assert here.faction_size[2] == 5 and here.faction_size[[0, 1, 3]].sum() == 0
    assert here.faction_line[:, 2].tolist() == pytest.approx([0.2] * 3)
    # one of four posts, and half of five in twenty
    assert here.faction_prospect[2] == pytest.approx(0.25 + 0.125) and here.faction_prospect[3] == 0.0
    assert here.faction_stolen[2] == pytest.approx(0.6)  # .8 of 2 apart
    assert here.faction_lost[2] == pytest.approx(1.1 + 1.0)
    assert here.faction_defeat[2] == 10  # more than a fifth of five
    assert mustered(faction_lost={2: 1.0}).faction_defeat[2] == NEVER
    below = Country(24).tree.units - 1  # what counts is the line of the centre, not of those below it
    others = dict.fromkeys(range(below), -1.0)
    assert mustered(lines=others).faction_stolen[2] == pytest.approx(0.5)
    assert mustered(lines=others, stance=dict.fromkeys(range(5), 1.0)).faction_stolen[2] == 1.0
    scripted = mustered(faction_hope={2: 0.4}, faction_luck={2: 0.3}, office={0: 1})
    assert scripted.faction_prospect[2] == pytest.approx(0.375 * 0.4 + 0.3)
    empty = mustered(officials_here={6: 0.0}, members={6: 0.0}, office={0: 1}, faction_hope={2: 0.1})
    assert empty.faction_prospect[2] == pytest.approx(0.1 * (1.0 + 2.5))


def test_who_is_abroad_has_left_and_of_fewer_than_three_nothing_is_left():
    here = mustered(status={0: ABROAD, 1: CAMP})
    assert here.faction[:5].tolist() == [0, 2, 2, 2, 2] and here.faction_size[2] == 4 and here.last_guilt[0] == NEVER
    two = mustered(inside=(0, 1), faction_defeat={2: 3})
    assert not two.faction.any() and two.last_guilt[[0, 1, 2]].tolist() == [10, 10, NEVER]
    assert two.faction_lost[2] == 0.0 and two.faction_defeat[2] == NEVER
    first = mustered(faction={i: 1 for i in range(3)}, inside=(3, 4, 5), faction_lost={1: 2.4})
    assert first.faction_size[1] == 3 and first.faction_lost[1] == pytest.approx(2.2) and first.faction_defeat[1] == 10
    assert first.faction_stolen[1] == pytest.approx(0.5)
