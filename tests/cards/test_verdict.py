"""What awaits the accused (first half of card 16): worked examples, one case at a time."""

from __future__ import annotations

import numpy as np
import pytest
from example_rows import row
from hypothesis import given
from hypothesis import strategies as st

from rule_decisions import does
from unanimity.mechanisms.police.ladder import Sanction
from unanimity.mechanisms.police.verdict import (
    fill_number,
    is_defiant,
    is_undecided,
    note,
    order_everywhere,
    order_rungs,
    was_for_number,
    weigh,
)
from unanimity.mechanisms.power.purge import Purge
from unanimity.world.codes import (
    CAMP_RUNG,
    DEATH,
    EX,
    EXILED,
    INQUIRY,
    MEMBER,
    NEVER,
    NO_LABEL,
    POLICE,
    SABOTAGED,
    STOLE,
)

# an empty file is a rung of 4
P = Sanction(floor=0.0, file=1.0, threat=1.0, confession=0.5, defiance=0.5, fame=1.0, use=0.7, cover=0.7, unseen=0.4,
             rank=3.0, lot=1.2, defiant=24.0)
PURGE = Purge(badge=2.0)


def test_defiant_is_who_has_not_signed_and_has_spoken_within_two_years():
    assert [is_defiant(0, last, 30, P) for last in (29, 6, 5, NEVER)] == [1.0, 1.0, 0.0, 0.0]
    assert is_defiant(1, 29, 30, P) == 0.0


def a_case(**changes):
    return row(**{"status": INQUIRY, "arrested": 3, "cleared": 0, "execution": NEVER, "rung": 0, "rung_due": 5,
                  "case_level": 2, "office": 3, "competence": 0.5, "sector": 1, "dossier": 0.0, "confessed": 0,
                  "last_dissent": NEVER, "fame": 0.0, "label": NO_LABEL, "case_topic": 0, "act_kind": 0,
                  "faction": 0, "estate": MEMBER, "highest_office": 0, "by_purge": 0, **changes})


def test_what_needs_no_weighing():
    assert note(a_case(), 4) == (5, 2)
    assert note(a_case(status=EXILED), 4) == (0, 2)
    assert note(a_case(arrested=4), 4) == (0, 3)  # the office that he held when he was taken
    assert note(a_case(execution=9), 4) == (DEATH, 2) and note(a_case(rung=DEATH), 4) == (DEATH, 2)


def test_undecided_are_open_cases_without_a_sentence_of_death():
    assert is_undecided(a_case(), 4)
    assert not is_undecided(a_case(arrested=4), 4) and not is_undecided(a_case(execution=9), 4)
    assert not is_undecided(a_case(rung=DEATH), 4) and not is_undecided(a_case(cleared=1), 4)


def weighed(case=None, cover=0.0, luck=0.5, on=True, law=None, by_topic=False, **country):
    usual = {"sector_shortfall": np.array([0.0, 0.4]), "threat": 0.0, "need_abroad": 0.0, "concentration": 0.0,
             "harshness": 0.5, "campaign_label": NO_LABEL, "campaign_intensity": 0.0, "rung_max": 7,
             "rung_passed": [7] * 4,
             "oversight_eff": 1.0, **country}
    act = {"severity": 0.0, "sanction_cap": 7.0, "sanction_cap_rule": 0.0, "sanction_cap_local": 0.0,
           "sanction_cap_complaint": 0.0, "sanction_cap_faction": 0.0,
           "sanction_cap_theft": 0.0, "sanction_cap_sabotage": 0.0, "sanction_cap_violence": 0.0,
           "sanction_floor_theft": 0.0, **(law or {})}
    return does(weigh, case=case or a_case(sector=0), act=row(**act), centre=row(precedent=float(by_topic)),
                country=row(**usual), on=row(concentration=on), month=4, patron_cover=cover, uniform=luck, p_sanction=P,
                p_purge=PURGE)


def test_the_rung_that_a_case_would_get():
    # the lot at even luck is a hair's breadth from 0, so the weights are kept away from whole rungs
    assert weighed(a_case(dossier=0.1, sector=0)) == 4
    assert weighed(a_case(dossier=1.0, sector=0)) == 5  # 8 / (1 + 1/e) = 5.8
    assert weighed(a_case(dossier=1.0, sector=1)) == 5  # useful .5 * .4: raw .86, 5.6
    assert weighed(a_case(dossier=0.1, sector=1, competence=1.0)) == 3  # raw .1 - .28
    assert weighed(a_case(dossier=0.1, sector=0), cover=0.5) == 3
    assert weighed(a_case(dossier=1.0, sector=0), law={"severity": 1.0}) == 7  # raw 2: 7.05
    assert weighed(a_case(dossier=1.0, sector=0), luck=0.99) == 7  # raw 3.8
    assert weighed(a_case(dossier=1.0, sector=0), luck=0.01) == 1  # raw -1.8: 1.14
    assert weighed(a_case(dossier=1.0, sector=0, last_dissent=3)) == 6  # raw 1.5: 6.5
    assert weighed(a_case(dossier=1.0, sector=0), threat=0.5) == 6
    assert weighed(a_case(dossier=1.0, sector=0), law={"sanction_cap": 3.0}) == 3
    assert weighed(a_case(dossier=1.0, sector=0), rung_max=2) == 3
    known = {"by_topic": True, "rung_max": 2, "rung_passed": [7, 3, 1, 0]}
    assert [weighed(a_case(dossier=1.0, sector=0, case_topic=topic, faction=faction), **known)
            for topic, faction in ((0, 0), (1, 0), (2, 0), (0, 4))] == [5, 4, 2, 1]


def test_where_nobody_may_look_a_case_weighs_more():
    # an empty file and a tenth: .1 where all may look; half of the right to look left .3, none .5
    assert weighed(a_case(dossier=0.1, sector=0)) == 4
    assert weighed(a_case(dossier=0.45, sector=0), oversight_eff=0.9) == 4  # raw .49: 4.96
    assert weighed(a_case(dossier=0.45, sector=0), oversight_eff=0.5) == 5  # raw .65: 5.26
    assert weighed(a_case(dossier=0.45, sector=0, confessed=1), oversight_eff=0.5) == 6  # raw 1.15: 6.08
    assert weighed(a_case(dossier=0.45, sector=0, confessed=1), oversight_eff=1.0) == 5


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1), st.integers(0, 5), st.integers(0, 5))
def test_neither_a_blind_spot_nor_a_higher_post_behind_him_ever_lowers_a_rung(file, seen, more, low, high):
    (seen, more), (low, high) = sorted((seen, more)), sorted((low, high))
    def rung(look, office):
        return weighed(a_case(dossier=file, sector=0, by_purge=1, highest_office=office), oversight_eff=look)
    assert rung(more, low) <= rung(seen, low) <= rung(seen, high)


def test_whom_a_purge_or_a_name_brought_is_weighed_by_the_square_of_his_standing():
    # a tenth of a file: raw .1, and 3 * (office/4)^2 beside it
    def rungs(**one):
        return [weighed(a_case(dossier=0.1, sector=0, highest_office=office, **one)) for office in range(6)]
    assert rungs(by_purge=0) == [4] * 6  # by his file alone nobody's post weighs
    assert rungs(by_purge=1) == [4, 4, 5, 6, 7, 7]  # raw .1, .29, .85, 1.79, 3.1, 3.1
    assert rungs(by_purge=1, estate=POLICE) == rungs(by_purge=1, label=EX) == [5, 5, 5, 6, 7, 7]
    assert rungs(by_purge=0, estate=POLICE) == [4] * 6
    assert weighed(a_case(dossier=0.1, sector=0, by_purge=1, highest_office=4), law={"severity": -2.0}) == 6  # raw 1.1


def test_a_thief_gets_no_less_than_the_law_names_and_nobody_else_does():
    law = {"sanction_floor_theft": 6.0}
    assert weighed(a_case(dossier=0.1, sector=0, act_kind=STOLE)) == 4
    assert weighed(a_case(dossier=0.1, sector=0, act_kind=STOLE), law=law) == 6
    assert weighed(a_case(dossier=0.1, sector=0, act_kind=SABOTAGED), law=law) == 4
    assert weighed(a_case(dossier=1.0, sector=0, act_kind=STOLE), luck=0.99, law=law) == 7
    assert weighed(a_case(dossier=0.1, sector=0, act_kind=STOLE), law={**law, "sanction_cap": 3.0}) == 3
    assert weighed(a_case(dossier=0.1, sector=0, act_kind=STOLE), law=law, rung_max=4) == 6


def test_the_hand_of_one_counts_where_power_is_one_hand():
    one = {"concentration": 1.0, "harshness": 1.0}
    assert weighed(a_case(dossier=0.1, sector=0), **one) == 6  # raw 1.1
    assert weighed(a_case(dossier=0.1, sector=0), on=False, **one) == 4


def test_a_campaign_adds_two_rungs_at_its_height_for_those_it_names():
    named = {"campaign_label": 3, "campaign_intensity": 1.0}
    assert weighed(a_case(dossier=0.1, sector=0, label=3), **named) == 6
    assert weighed(a_case(dossier=0.1, sector=0, label=2), **named) == 4
    assert weighed(a_case(dossier=0.1, sector=0, label=NO_LABEL), campaign_intensity=1.0) == 4


@pytest.mark.parametrize(("quota", "deaths", "precedent", "after"), [
    (0.0, 0.5, 3, 3), (0.01, -1.0, 3, 3), (0.01, 0.05, 3, DEATH), (0.01, 0.0, 3, CAMP_RUNG), (0.01, 0.0, 7, 7),
    (0.05, 0.5, 3, DEATH)])
def test_a_number_that_names_its_rungs_is_its_own_precedent(quota, deaths, precedent, after):
    assert order_rungs(precedent, quota, deaths) == order_everywhere(precedent, quota, deaths) == after


def filled(luck=0.2, due=4, by_number=1, status=INQUIRY, arrested=3, execution=NEVER, deaths=0.25):
    return fill_number(due, by_number, status, arrested, execution, deaths, 4, luck)


def test_who_was_taken_for_a_number_gets_his_rung_by_its_shares():
    assert (filled(), filled(luck=0.3), filled(deaths=0.0), filled(deaths=0.05, luck=0.04)) == (7, 6, 6, 7)
    assert filled(by_number=0) == filled(deaths=-1.0) == filled(status=EXILED) == filled(arrested=4) == 4
    assert filled(execution=9) == 4
    assert was_for_number(1) and not was_for_number(0)
