"""Card 21: worked examples of its equations with numbers of their own."""

from __future__ import annotations

import numpy as np
import pytest
from example_rows import row, table

from direct_calls import run_rules
from rule_decisions import does
from unanimity.mechanisms.power.campaign import (
    Campaign,
    after_blame,
    be_labelled,
    conviction_chance,
    count_hands,
    count_skill,
    culprit,
    discontent_of,
    fail_jointly,
    intensity_after,
    make_use,
    may_start,
    name_enemy,
    named_branch,
    rate,
    reckon,
    shortfall_of,
    start_hazard,
    works_there,
)
from unanimity.world.codes import (
    ABROAD,
    DEAD,
    EX,
    EXPELLED,
    INQUIRY,
    NEVER,
    NO_LABEL,
)

P = Campaign(base=0.03, failure=0.3, discontent=0.1, conviction=0.5, blame=0.3, forcing=0.4, pause=6.0,
             remembered=24.0, fading=0.8, over=0.1)
about = pytest.approx


def test_a_campaign_convicts_where_nobody_looks():
    p = P._replace(conviction=0.4)
    assert conviction_chance(0.0, 0.0, p) == 0.4 and conviction_chance(0.5, 0.0, p) == about(0.7)
    assert conviction_chance(0.5, 0.5, p) == about(0.55) and conviction_chance(1.0, 1.0, p) == 0.4


def test_what_falls_short_and_how_easily_a_culprit_is_named():
    assert shortfall_of(0.3, 0.5) == about(0.6) and shortfall_of(0.9, 1.0) == 0.0
    p = P._replace(base=0.02, failure=0.3, discontent=0.2)
    assert start_hazard(0.5, 0.4, p) == about(0.02 + 0.15 + 0.08)
    assert discontent_of(3.0, 4.0) == 0.25 and discontent_of(0.0, 4.0) == 0.0 and discontent_of(3.0, 0.0) == 0.0
    assert discontent_of(0.03, 0.05) == about(0.4) and discontent_of(0.05, 4.0) == about(1 - 0.0125)


def test_a_new_one_only_after_half_a_year_unless_something_fails_badly():
    assert [bool(may_start(30, last, 0.0, P)) for last in (25, 24, NEVER)] == [False, True, True]
    assert may_start(30, 29, 0.41, P) and not may_start(30, 29, 0.4, P)


def test_a_campaign_fades_until_it_is_over():
    assert intensity_after(1.0, P) == about(0.8) and intensity_after(0.126, P) == about(0.1008)
    assert intensity_after(0.124, P) == 0.0 and intensity_after(0.0, P) == 0.0


def named(shortfall, skill=(0.0,) * 8, used=(NEVER,) * 8, seed=1):
    return culprit(0, row(label_used=np.array(used), sector_shortfall=np.array(shortfall),
                                 sector_skill=np.array(skill)), 30, seed, P)


def test_the_branch_that_falls_short_most_and_is_needed_least():
    short = [0.1, 0.5, 0.4, 0.0, 0.0, 0.0, 0.0, 0.3]
    assert named(short) == 1
    assert named(short, skill=(0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)) == 2  # .5 * .5 against .4
    assert named([0.9, 0.3] + [0.0] * 6, skill=(1.0,) + (0.0,) * 7) == 1  # .9 * .1 against .3
    used = [NEVER] * 8
    used[1] = 29
    assert named(short, used=used) == 2 and named(short, used=[29] * 8) == -1
    assert {named([0.2] * 8, seed=seed) for seed in range(80)} == set(range(8))  # equals by lot
    assert named([0.0] * 7 + [0.0], used=[29] * 7 + [NEVER]) == 7


def test_a_culprit_in_print_takes_grievance_away_as_far_as_it_is_trusted():
    assert after_blame(0.5, 0.4, 0.5, False) == about(0.4) and after_blame(0.5, 0.4, 0.5, True) == 0.5


def test_hands_and_ability_by_branch():
    people = {"status": np.array([0, EXPELLED, INQUIRY, 0]), "sector": np.array([1, 1, 1, 7]),
              "competence": np.array([0.2, 0.4, 0.8, 0.6]), "branch_people": np.full((8, 1), 9.0),
              "branch_skill": np.full((8, 1), 9.0)}
    run_rules((count_hands, count_skill), people)
    assert people["branch_people"][:, 0].tolist() == [0, 2, 0, 0, 0, 0, 0, 1]
    assert people["branch_skill"][:, 0] == about([0, 0.6, 0, 0, 0, 0, 0, 0.6])


# --- naming -----------------------------------------------------------------------------------------------------------
def enemy(luck=0.9, culprit=4, month=30, p=P, **changes):
    country = {"campaign_intensity": 0.0, "campaign_label": 0, "campaign_start": 10, "campaigns": 2, "crisis": 0,
               "sector_shortfall": np.array([0.1, 0.3] + [0.0] * 6), **changes}
    columns = {name: value if name == "sector_shortfall" else [value] for name, value in country.items()}
    state = table(**columns, blame_shifted=[0.0], label_used=[NEVER] * 8)
    state.crisis = country["crisis"]
    centre = row(report_mood=80.0, present=100.0)
    does(name_enemy, country=state, centre=centre, culprit=culprit, luck=luck, month=month, p=p)
    named = np.flatnonzero(state.label_used == month)
    return (*(getattr(state, name)[0].item() for name in ("campaign_intensity", "campaign_label", "campaign_start",
                                                          "blame_shifted", "campaigns")),
            int(named[0]) if len(named) else -1)


def test_a_campaign_begins_by_what_fails_and_by_discontent():
    # .03 + .3*.3 + .1*.2 = .14: a chance of .1306
    assert enemy(0.13) == (1.0, 5, 30, about(0.3), 3, 4) and enemy(0.132) == (0.0, NO_LABEL, 10, 0.0, 2, -1)
    assert enemy(0.0, culprit=-1) == (0.0, NO_LABEL, 10, 0.0, 2, -1) and enemy(0.0, culprit=0)[1] == 1
    assert enemy(0.0, campaign_start=25)[5] == -1 and enemy(0.9, campaign_start=25, crisis=1)[5] == 4
    assert enemy(0.0, campaign_start=29, sector_shortfall=np.array([0.5] + [0.0] * 7))[5] == 4


def test_a_running_campaign_fades_and_is_over():
    running = {"campaign_intensity": 0.5, "campaign_label": 3, "campaign_start": 28}
    assert enemy(**running) == (about(0.4), 3, 28, 0.0, 2, -1)
    assert enemy(**{**running, "campaign_intensity": 0.12}) == (0.0, NO_LABEL, 28, 0.0, 2, -1)
    assert enemy(**{**running, "campaign_intensity": 0.13})[1] == 3
    assert enemy(p=P._replace(over=0.02), **{**running, "campaign_intensity": 0.05})[:2] == (about(0.04), 3)


def test_who_works_in_the_branch_gets_the_label_and_keeps_it():
    used = np.full(8, NEVER)
    used[[0, 4]] = 30
    def named_now(label, month=30):
        return bool(named_branch(row(campaign_label=label, label_used=used), month))
    assert named_now(5) and named_now(1) and not named_now(5, 31) and not named_now(0) and not named_now(9)
    assert not named_now(3)
    def there(sector=4, status=EXPELLED, label=0):
        return bool(works_there(row(sector=sector, status=status, label=label), row(campaign_label=5)))
    assert there() and not there(sector=5) and not there(status=DEAD) and not there(label=EX) and there(label=2)
    assert there(status=ABROAD) and be_labelled(row(campaign_label=5)) == 5


def reckoned(output, skill=0.4):
    """Two cells; three and one of them work in the first branch, nobody in the others; the third cell is empty."""
    people, able = np.zeros((8, 3)), np.zeros((8, 3))
    people[0], able[0] = (3.0, 1.0, 0.0), (3 * skill, skill, 0.0)
    state = {"branch_people": people, "branch_skill": able, "output": np.array([*output, 0.0]),
             "branches": np.array([1.0, 2.0, 1.0]), "frankness": np.array([0.8, 0.4, 1.0]),
             "sector_shortfall": np.full((8, 1), 9.0), "sector_skill": np.full((8, 1), 9.0),
             "joint_failure": np.array([9.0])}
    run_rules((rate, reckon, fail_jointly, make_use), state, beside={"cells": 3, "units": 3})
    return state


def test_which_branch_falls_short_truly_and_as_admitted():
    state = reckoned((0.5, 0.9))
    # (3*.5 + .9/2) / 4 = .4875 a head, at an ability of .9: short by .56125; .7 of it is told
    assert state["sector_skill"][:2, 0].tolist() == about([0.4, 0.5])
    assert state["sector_shortfall"][:, 0].tolist() == about([0.7 * 0.56125] + [0.0] * 7)
    assert state["joint_failure"][0] == about(0.56125) and state["branches"].tolist() == about([0.9, 0.9, 1.0])
    assert reckoned((2.0, 4.0), skill=0.9)["joint_failure"][0] == 0.0
