"""Card 16, the ladder itself: worked examples of weight, cap, rung, status and term."""

from __future__ import annotations

import math

import pytest
from example_rows import row, table

from unanimity.mechanisms.police.ladder import (
    Sanction,
    cap_in,
    cap_of,
    floor_in,
    kind_cap,
    lot_of,
    lowest_cap,
    precedent_of,
    raw_of,
    rung_of,
    status_of,
    term_of,
    topic_cap,
)
from unanimity.world.codes import (
    ATTACKED,
    CAMP,
    COMPLAINT_TOPIC,
    DISMISSED,
    DISSENTED,
    EXILED,
    EXPELLED,
    FREE,
    IMPRISONED,
    LOCAL_TOPIC,
    NO_ACT,
    ONE_PRECEDENT,
    PRECEDENT_BY_TOPIC,
    ROSE,
    RULE_TOPIC,
    SABOTAGED,
    STOLE,
)

P = Sanction(floor=-2.4, file=1.0, threat=1.0, confession=0.5, defiance=0.5, fame=1.0, use=0.7, cover=0.7, unseen=0.4,
             rank=3.0, lot=1.2, dismissed=12.0, expelled=12.0, exile=36.0, prison=36.0, camp=60.0, start=3.0,
             calling=0.1, forgetting=0.01, remembered=24.0, defiant=24.0, selective=0.9, forgotten=0.35)
about = pytest.approx


def weight(**changes):
    usual = dict(dossier=0.5, threat=0.4, confessed=1, defiant=0.0, fame=0.5, need_abroad=0.4, useful=0.5, cover=0.2,
                 concentration=0.5, harshness=0.7, severity=0.3)
    return raw_of(**{**usual, **changes}, p=P)


def test_what_a_case_weighs():
    # -2.4 + .5 + .4 + .5; spared .2 + .35 + .14; a harsh hand .2; severity .3
    assert weight() == about(-1.19)
    assert weight(defiant=1.0) == about(-0.69) and weight(confessed=0) == about(-1.69)
    assert weight(dossier=1.0) == weight(dossier=9.0) == about(-0.69)  # thicker paper kills nobody twice
    assert weight(threat=1.0) == about(-0.59) and weight(fame=1.0) == about(-1.39)
    assert weight(useful=1.0) == about(-1.54) and weight(cover=1.0) == about(-1.75)
    assert weight(harshness=0.5) == about(-1.39) and weight(harshness=0.0) == about(-1.89)
    assert weight(severity=0.0) == about(-1.49)


def test_like_cases_end_apart():
    assert lot_of(0.5, P) == about(0.0, abs=1e-9) and lot_of(0.8413447, P) == about(1.2, abs=1e-5)
    assert lot_of(0.1586553, P) == about(-1.2, abs=1e-5)


@pytest.mark.parametrize(("raw", "campaign", "cap", "precedent", "rung"), [
    (-10.0, 0.0, 7, 7, 0), (math.log(1 / 7) + 0.01, 0.0, 7, 7, 1), (0.01, 0.0, 7, 7, 4), (0.01, 0.5, 7, 7, 5),
    (0.01, 1.0, 7, 7, 6), (math.log(3) + 0.01, 0.0, 7, 7, 6), (10.0, 0.0, 7, 7, 7), (10.0, 1.0, 7, 7, 7),
    (10.0, 0.0, 5, 7, 5), (10.0, 0.0, 7, 3, 4), (10.0, 0.0, 3, 1, 2), (10.0, 1.0, 9, 9, 7)])
def test_the_rung_is_eight_times_the_logistic_of_the_weight_within_cap_and_one_above_precedent(raw, campaign, cap,
                                                                                           precedent, rung):
    assert rung_of(raw, campaign, cap, precedent) == rung


def test_each_topic_has_its_cap():
    assert [topic_cap(topic, 1.0, 2.0, 3.0) for topic in (RULE_TOPIC, LOCAL_TOPIC, COMPLAINT_TOPIC)] == [1.0, 2.0, 3.0]


@pytest.mark.parametrize(("topic", "faction", "cap"), [
    (0.0, 0.0, 6), (4.0, 0.0, 3), (1.0, 0.0, 0), (0.0, 5.0, 4), (4.0, 3.0, 2), (3.0, 4.0, 2), (3.0, 3.0, 2)])
def test_the_lowest_cap_that_is_set_applies_and_0_is_not_set(topic, faction, cap):
    assert lowest_cap(6.0, topic, faction) == cap


def test_a_faction_has_a_cap_of_its_own_only_for_its_members():
    law = {"sanction_cap": 7.0, "sanction_cap_rule": 0.0, "sanction_cap_local": 4.0, "sanction_cap_complaint": 0.0,
           "sanction_cap_faction": 6.0,
           "sanction_cap_theft": 2.0, "sanction_cap_sabotage": 0.0, "sanction_cap_violence": 8.0}
    levers = table(**{name: [0.0, value] for name, value in law.items()})
    for topic, faction, cap in ((RULE_TOPIC, 0, 7), (LOCAL_TOPIC, 0, 3), (RULE_TOPIC, 2, 5), (LOCAL_TOPIC, 2, 3),
                                (RULE_TOPIC, 1, 5)):
        assert cap_of(levers, 1, topic, faction, NO_ACT) == cap
        assert cap_in(row(**law), row(case_topic=topic, faction=faction, act_kind=NO_ACT)) == cap
    for kind, topic, faction, cap in ((STOLE, RULE_TOPIC, 0, 1), (STOLE, LOCAL_TOPIC, 2, 1),
                                      (SABOTAGED, LOCAL_TOPIC, 0, 3), (ROSE, LOCAL_TOPIC, 0, 7),
                                      (ATTACKED, RULE_TOPIC, 2, 5), (DISSENTED, RULE_TOPIC, 0, 7)):
        assert cap_of(levers, 1, topic, faction, kind) == cap  # an act has its own law, and a faction's is lower
        assert cap_in(row(**law), row(case_topic=topic, faction=faction, act_kind=kind)) == cap


def test_only_a_theft_has_a_lowest_rung():
    law = row(sanction_floor_theft=6.0)
    assert floor_in(law, row(act_kind=STOLE)) == 6 and floor_in(law, row(act_kind=SABOTAGED)) == 0
    assert floor_in(row(sanction_floor_theft=0.0), row(act_kind=STOLE)) == 0


def test_a_case_asks_for_the_precedent_of_its_kind_where_precedent_goes_by_topic():
    country = row(rung_max=6, rung_passed=[5, 4, 1, 3])
    for topic, faction, own in ((RULE_TOPIC, 0, 5), (LOCAL_TOPIC, 0, 4), (COMPLAINT_TOPIC, 0, 1),
                                (COMPLAINT_TOPIC, 2, 3), (RULE_TOPIC, 1, 3)):
        assert precedent_of(country.rung_max, country.rung_passed, row(precedent=PRECEDENT_BY_TOPIC), topic,
                            faction) == own
        assert precedent_of(country.rung_max, country.rung_passed, row(precedent=ONE_PRECEDENT), topic, faction) == 6


def test_what_a_rung_brings_and_for_how_long():
    assert [status_of(rung) for rung in range(7)] == [FREE, FREE, DISMISSED, EXPELLED, EXILED, IMPRISONED, CAMP]
    p = Sanction(dismissed=12.0, expelled=24.0, exile=36.0, prison=48.0, camp=60.0)
    assert [term_of(rung, p) for rung in range(2, 7)] == [12, 24, 36, 48, 60]


def test_what_was_done_may_have_a_law_of_its_own():
    caps = [kind_cap(kind, 2.0, 3.0, 4.0, 5.0) for kind in (DISSENTED, STOLE, SABOTAGED, ROSE, ATTACKED)]
    assert caps == [2.0, 3.0, 4.0, 5.0, 5.0]
    assert [kind_cap(kind, 2.0, 0.0, 0.0, 0.0) for kind in (STOLE, SABOTAGED, ROSE)] == [2.0, 2.0, 2.0]
