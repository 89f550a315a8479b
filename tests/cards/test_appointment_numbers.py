"""Card 8: worked examples of its equations with the card's own parameters, and small elections."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from direct_calls import call
from example_parameters import APPOINTMENT
from unanimity.mechanisms.party.appointment import (
    appointer_of,
    choose,
    popularity_of,
    score_of,
    tie_to,
    tie_to_centre,
)
from unanimity.mechanisms.party.election import Post, accepts, elect, may_stand
from unanimity.mechanisms.party.posts import install, let_go
from unanimity.world.codes import FRIEND, INQUIRY, KIN, MEMBER, NOBODY, OFFICIAL, PATRON, WORK

P = APPOINTMENT
about = pytest.approx


def test_what_a_candidate_is_worth():
    # ready .5 * .5 * .6 = .15
    assert score_of(0.6, 0.5, 0.7, 0.4, 0.5, P) == about(0.6 * 0.65 + 0.4 * 0.7 - 0.6 * 0.3 * 0.4 * 0.5)
    assert score_of(0.0, 0.5, 0.7, 0.4, 0.5, P) == about(0.7)
    assert score_of(1.0, 1.0, 0.7, 1.0, 0.5, P) == about(1.0)


def test_rank_or_a_clear_conscience():
    # rank .5*.4 and ease .3; against it conviction .8 opposed by half, and .5 * .8 * .8 for unchecked power
    assert not accepts(0.5, 0.4, 0.8, -0.5, 0.2, P) and accepts(0.5, 0.4, 0.8, 0.5, 0.2, P)
    assert not accepts(0.5, 0.4, 0.8, -0.5, 1.0, P._replace(ease=0.15)) and accepts(0.5, 0.4, 0.8, -0.5, 1.0, P)


def people(n, **columns):
    usual = {"office": 0, "estate": MEMBER, "status": 0, "ambition": 1.0, "conviction": 0.0, "competence": 0.5,
             "assents": 0.0, "habit": 0.0, "patron": NOBODY}
    made = {name: np.full(n, value) for name, value in usual.items()}
    made["stance"] = np.zeros((2, n))
    for name, value in columns.items():
        made[name][...] = value
    return made


def post(last, rank=1, anybody=0, line=1.0, privileges=1.0, oversight=1.0):
    """A post among the people 0 .. last-1, all of whom are in view."""
    return Post(0, last, rank, anybody, 1.0, line, privileges, oversight)


def test_scruples_are_about_the_line_that_is_proclaimed():
    one = people(1, conviction=0.8, ambition=0.0, stance=-0.5)
    assert call(may_stand, one, i=0, post=post(1, line=0.5), p=P)  # .8 * .25 < .3
    assert not call(may_stand, one, i=0, post=post(1), p=P)  # .8 * .5


# --- elections --------------------------------------------------------------------------------------------------------
def elected(state, n, **more):
    return call(elect, state, post=post(n, **more), out=NOBODY, seed=0, month=1, p=P)


def test_a_candidate_whom_few_like_still_wins_alone():
    state = people(5, competence=[0.1, 0.9, 0.9, 0.9, 0.9], stance=[1.0, -1.0, -1.0, -1.0, -1.0])
    state["office"][1:] = 3  # the others are above such a post
    assert elected(state, 5) == 0  # .2 + .1


@pytest.mark.parametrize("place", range(12))
def test_each_of_twelve_names_can_win_and_the_thirteenth_is_not_on_the_list(place):
    n = 40
    state = people(n, competence=0.0, stance=1.0)
    state["competence"][:13] = 0.5 - np.arange(13) / 1000.0
    state["stance"][:, :13] = -1.0
    state["stance"][:, place] = 1.0
    state["office"][13:] = 3
    assert elected(state, n) == place
    state["stance"][:, place], state["stance"][:, 12] = -1.0, 1.0
    assert elected(state, n) == 0  # all on the list are equally far: the ablest


# --- a superior's choice ----------------------------------------------------------------------------------------------
def chosen(state, n, superior=NOBODY, alpha=1.0, out=NOBODY, p=P, ties=(), sitting=(NOBODY,)):
    return call(choose, {**state, **laid(n, ties), "sitting": np.array(sitting)}, post=post(n), out=out,
                seed=np.uint64(1), month=5, superior=superior, alpha=alpha, p=p)


def laid(n, ties):
    """Ties i -> j with weight and kind, rows in order."""
    rows = sorted(ties)
    return {"tie_start": np.searchsorted([row[0] for row in rows], np.arange(n + 1)),
            "neighbour": np.array([row[1] for row in rows], np.int64),
            "weight": np.array([round(row[2] * 65535) for row in rows], np.int64),
            "kind": np.array([row[3] if len(row) > 3 else FRIEND for row in rows], np.uint8)}


def test_the_best_score_of_those_who_may_and_would():
    state = people(4, competence=[0.9, 0.8, 0.7, 0.6])
    assert chosen(state, 4, alpha=0.0) == 0 and chosen(state, 4, alpha=0.0, out=0) == 1
    state["status"][0] = INQUIRY
    assert chosen(state, 4, alpha=0.0) == 1
    state["status"][:] = INQUIRY
    assert chosen(state, 4, alpha=0.0) == NOBODY


def test_where_nobody_stands_above_a_tie_counts_for_nothing():
    # a conviction of 1 costs 1 - loyal with chi 1: -.5 + .5, against 0 without any
    state = people(2, ambition=0.0, conviction=[1.0, 0.0], assents=[0.5 / 0.3 * 0.999, 0.0])
    p = P._replace(independence=1.0, scruple=0.0)
    assert chosen(state, 2, p=p) == 1  # 2 * .4995 - 1 = -.001
    state["assents"][0] = 0.5 / 0.3 * 1.001
    assert chosen(state, 2, p=p) == 0


def test_a_friend_of_the_superior_is_preferred():
    state = people(3, competence=[0.5, 0.5, 0.9])
    assert chosen(state, 2, superior=2, ties=[(1, 2, 0.4)]) == 1
    assert chosen(state, 2, superior=2, ties=[(0, 2, 0.6), (1, 2, 0.4)]) == 0


def tied(i, other, ties, patron=NOBODY):
    return call(tie_to, {"patron": np.full(4, patron), **laid(4, ties)}, i=i, other=other, p=P)


def test_seven_tenths_to_a_patron_else_the_ties_weight_else_nothing():
    ties = [(0, 1, 0.4), (1, 0, 0.4), (1, 2, 0.9)]
    assert tied(0, 1, ties) == about(0.4, abs=1e-4) and tied(0, 2, ties) == 0.0 and tied(0, 2, ties, patron=2) == 0.7
    assert tied(3, 1, ties) == 0.0


def test_the_mean_tie_to_the_centre():
    def mean(sitting, first=0, last=3):
        return call(tie_to_centre, {"patron": np.full(4, NOBODY), **laid(4, [(0, 1, 0.4), (0, 2, 0.8)]),
                                    "sitting": np.array(sitting)}, i=0, seat_first=first, seat_last=last, p=P)
    assert mean([1, 2, 3]) == about(0.4, abs=1e-4) and mean([1, NOBODY, NOBODY]) == about(0.4, abs=1e-4)
    assert mean([1, 2, NOBODY]) == about(0.6, abs=1e-4) and mean([NOBODY] * 3) == 0.0
    assert mean([3, NOBODY, NOBODY]) == 0.0


def test_popularity_counts_what_friends_and_colleagues_feel():
    # 0 is tied to 1 (friend), 2 (work), 3 (patron) and 4 (kin); 1 and 5 are tied to others as well
    ties = [(0, 1, 0.1, FRIEND), (0, 2, 0.1, WORK), (0, 3, 0.1, PATRON), (0, 4, 0.1, KIN), (1, 0, 0.5, FRIEND),
            (2, 0, 1.0, WORK), (3, 0, 1.0, PATRON), (4, 0, 1.0, KIN), (5, 1, 0.7, FRIEND), (1, 5, 0.9, FRIEND)]
    found = call(popularity_of, laid(6, ties), i=0)
    assert found == about(0.15, abs=1e-4)
    assert call(popularity_of, laid(6, ties), i=1) == about((0.1 + 0.7) / 10, abs=1e-4)
    many = [(0, j, 1.0, FRIEND) for j in range(1, 15)] + [(j, 0, 1.0, FRIEND) for j in range(1, 15)]
    assert call(popularity_of, laid(15, many), i=0) == 1.0


# --- posts ------------------------------------------------------------------------------------------------------------
def post_of(**columns):
    usual = {"office": 2, "estate": OFFICIAL, "tenure": 9, "headed": 1, "patron": 3}
    return {**{name: np.full(5, value) for name, value in usual.items()}, "secretary": np.full(5, NOBODY), **columns}


def test_who_is_let_go_begins_anew():
    state = post_of()
    call(let_go, state, i=2, to_estate=MEMBER)
    assert [int(state[name][2]) for name in ("office", "tenure", "headed", "estate")] == [0, 0, NOBODY, MEMBER]
    assert [int(state[name][1]) for name in ("office", "tenure", "headed", "estate")] == [2, 9, 1, OFFICIAL]


def test_who_is_put_in_leaves_only_what_he_heads_himself():
    state = post_of()
    state["secretary"][1] = 4  # another has followed him there already
    call(install, state, i=2, unit=3, rank=3, patron_of=0)
    assert state["secretary"].tolist() == [NOBODY, 4, NOBODY, 2, NOBODY]
    state["secretary"][1] = state["headed"][0] = 0
    state["headed"][0] = 1
    call(install, state, i=0, unit=4, rank=1, patron_of=2)
    assert state["secretary"].tolist() == [NOBODY, NOBODY, NOBODY, 2, 0]


def test_who_names_by_turns():
    chairs = SimpleNamespace(sitting=np.array([9, 5, 6, 7]))
    assert [appointer_of(1003.0, month, 1, 3, chairs) for month in range(10)] == [5, 5, 5, 6, 6, 6, 7, 7, 7, 5]
    assert [appointer_of(1001.0, month, 1, 3, chairs) for month in range(4)] == [5, 6, 7, 5]
    assert [appointer_of(1000.0, month, 1, 3, chairs) for month in range(4)] == [5, 6, 7, 5]
    assert appointer_of(0.0, 4, 1, 3, chairs) == 5
