"""Card 4: small halls and small assemblies worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest
from example_rows import row
from hall import Hall

from direct_calls import run_rules
from example_parameters import MEETING, VOICE
from unanimity.mechanisms.people.meeting import (
    agreed_with,
    company_of,
    convene,
    count,
    count_hands,
    set_agenda,
    take_seats,
)
from unanimity.world.codes import CONTROLLED, LEGAL, MEMBER, NOBODY, OFF, ON, OPEN, SECRET
from unanimity.world.tree import grow

about = pytest.approx


def plain_hall(grievance, fear=0.0, ties=(), **more):
    """A hall of citizens without conviction, who want grievance/2 and lose fear if they stand alone."""
    n = len(grievance)
    zeros = np.zeros(n)
    return Hall(courage=zeros, conviction=zeros, grievance=np.array(grievance), stance=np.ones(n),
                fear=zeros + np.array(fear), dependence=zeros, estate=np.zeros(n, int), status=np.zeros(n, int),
                ties=tuple(ties), **{"sel": 1.0, "zeal": 0.0, **more})


def test_what_zeal_provokes_adds_to_the_wish():
    assert plain_hall([0.2, 0.2]).evening().dissenters == set()  # .1 < .12
    assert plain_hall([0.2, 0.2], provoked=0.05).evening().dissenters == {0, 1}
    assert plain_hall([0.5], provoked=-0.2).evening().dissenters == set()


def test_half_a_line_is_half_as_much_to_disagree_with():
    one = plain_hall([0.0]).but(conviction=np.ones(1), line=0.5)
    assert one.but(stance=np.array([-0.3])).evening().dissenters == set()  # .6 * .15 < .12
    assert one.but(stance=np.array([-0.5])).evening().dissenters == {0}  # .6 * .25


def test_a_hall_of_one_who_dissents_has_no_yes():
    evening = plain_hall([1.0]).evening()
    assert (evening.yes, evening.record, evening.vote, evening.mandate) == (0.0, 0.0, -1.0, 0.0)


def test_the_mandate_of_a_cell_is_its_members_by_the_record():
    assert plain_hall([0.0, 0.0]).evening().mandate == 3.0
    assert plain_hall([1.0, 0.0]).evening().mandate == about(1.5)


def test_a_wave_goes_on_as_long_as_somebody_wavers():
    n = 9  # everybody is tied to the next, and dares when one of his ties has dared
    fears = [0.0] + [0.5] * (n - 1)
    long = MEETING._replace(room=0.0, rounds=10.0)
    hall = plain_hall([1.0] * n, fears, [(i, i + 1, 9_000) for i in range(n - 1)], p=long)
    assert hall.evening().hand.tolist() == list(range(1, n + 1))
    provoked = plain_hall([0.8] * n, fears, [(i, i + 1, 9_000) for i in range(n - 1)], provoked=0.1, p=long)
    assert provoked.evening().hand.tolist() == list(range(1, n + 1))


def test_a_majority_is_more_than_half_and_the_least_tie_counts():
    assert count(0.7, 10.0, True, MEETING) == (0.7, 1.0, 7.0)
    assert count(0.7, 10.0, True, MEETING._replace(block=0.7)) == (0.7, 1.0, 10.0)  # as a block
    assert count(0.97, 10.0, False, MEETING) == (0.97, 1.0, about(9.7))  # nobody embellishes the minutes
    assert company_of(0.05, 0.05, 0, 10, 0.0, 0.0, MEETING) == 0.5
    assert set_agenda(1, 3, 5) == (2, 0)


def test_who_is_in_a_circle_has_made_up_his_mind_and_knows_that_others_will_speak():
    # .5 of a wish, and fear .6: alone a price of .6, with .4 of a circle agreed .6 * (1 - .8*.4) = .408
    afraid = plain_hall([1.0, 0.0], 0.6)
    assert afraid.evening().dissenters == set()
    assert afraid.but(circle=np.array([3, 0])).evening().dissenters == {0}
    assert afraid.but(circle=np.array([0, 3])).evening().dissenters == set()  # another's circle helps nobody
    assert afraid.but(circle=np.array([3, 0]), factions=LEGAL).evening().dissenters == set()
    assert plain_hall([1.0, 0.0], 0.45).evening().dissenters == set()  # .05 is not worth getting up
    assert plain_hall([1.0, 0.0], 0.45, circle=np.array([3, 0]), factions=LEGAL).evening().dissenters == {0}
    assert plain_hall([0.2, 0.0], circle=np.array([3, 0])).evening().dissenters == set()  # he has nothing to say


def test_company_agreed_beforehand_is_the_least_that_one_sees():
    inside, outside = row(faction=2), row(faction=0)
    p = MEETING._replace(agreed=0.4)
    assert [agreed_with(inside, False, seen, p) for seen in (0.1, 0.7)] == [0.4, 0.7]
    assert agreed_with(inside, True, 0.1, p) == agreed_with(outside, False, 0.1, p) == 0.1


# --- above the cells --------------------------------------------------------------------------------------------------
class Assembly:
    """A province of two cells: its secretary (person 0) and those of the cells (6 and 12), or the centre's three."""

    def __init__(self, grievance=(1.0, 0.0, 0.0), fear=0.0, ties=(), status=(0, 0, 0), **more):
        self.tree = grow((2, 2), 24)
        self.unit = int(self.tree.provinces[0])
        self.first = int(self.tree.seat_starts(3)[self.unit])
        self.who = (0, 6, 12)
        people = 24
        self.state = {name: np.zeros(people) for name in ("grievance", "conviction", "courage", "dependence", "dossier",
                                                          "provoked")}
        self.state |= {"status": np.zeros(people, int), "estate": np.full(people, MEMBER),
                       "stance": np.ones((3, people)), "fear": np.full((3, people), fear),
                       "line": np.ones((3, self.tree.units)),
                       "secretary": np.full(self.tree.units, NOBODY, np.int64)}
        for i, angry, standing in zip(self.who, grievance, status, strict=True):
            self.state["grievance"][i], self.state["status"][i] = angry, standing
        cells = range(self.tree.child_first[self.unit], self.tree.child_last[self.unit])
        for unit, i in zip((self.unit, *cells), self.who, strict=True):
            self.state["secretary"][unit] = i
        self.state["mandate"] = np.full(self.tree.units, 7.0)
        self.state["members"] = np.full(self.tree.units, 5.0)
        for name in ("zeal", "assoc", "yes", "record", "vote", "floor"):
            self.state[name] = np.full(self.tree.units, more.pop(name, 0.0))
        self.state["sel"] = np.full(self.tree.units, 1.0)
        self.state["recalled"] = np.zeros(self.tree.units, np.int64)
        self.state |= {"sitting": np.full(99, NOBODY, np.int64), "raised": np.zeros(99, np.int64)}
        self.state |= {name: np.full(people, value) for name, value in more.pop("people", {}).items()}
        both = sorted([(i, j, w) for i, j, w in ties] + [(j, i, w) for i, j, w in ties])
        self.state["tie_start"] = np.searchsorted([i for i, _, _ in both], np.arange(people + 1))
        self.state["neighbour"] = np.array([j for _, j, _ in both], np.int64)
        self.state["weight"] = np.array([w for _, _, w in both], np.int64)
        self.state |= {"threat": more.pop("threat", 0.0), "voted_issue": 1, "voted_topic": 0}
        self.levers = {"ballot": OPEN, "debate": CONTROLLED, "recall": OFF, **more.pop("levers", {})}
        self.p = more.pop("p", MEETING)
        self.off = more.pop("off", ())
        assert not more

    def sit(self, unit=None):
        unit = self.unit if unit is None else unit
        starts = self.tree.seat_starts(3)
        run_rules((take_seats, convene, count_hands), self.state, self.tree, self.levers, self.off,
                  {"seats": 99, "seat_start": starts}, p=self.p, p_voice=VOICE)
        first, last = starts[unit], starts[unit + 1]
        self.unit, self.first = unit, first
        self.hands = self.state["raised"][first:last].tolist()
        self.chairs = self.state["sitting"][first:last].tolist()
        return self

    def of(self, name):
        return self.state[name][self.unit]


def test_the_secretary_and_those_of_his_cells_sit_and_one_of_three_dissents():
    held = Assembly().sit()
    assert held.chairs == [0, 6, 12] and held.hands == [1, 0, 0]
    assert (held.of("yes"), held.of("record"), held.of("vote")) == (about(2 / 3), about(2 / 3), 1.0)
    assert held.of("floor") == about(5 / 125) and held.of("recalled") == 0
    assert held.of("mandate") == 7.0  # what its cells have sent
    assert held.state["dossier"][0] == about(0.3) and held.state["dossier"].sum() == about(0.3)


def test_two_of_three_win_and_where_there_is_recall_the_secretary_is_recalled():
    assert Assembly((1.0, 1.0, 0.0)).sit().of("vote") == -1.0
    assert Assembly((1.0, 1.0, 0.0)).sit().of("recalled") == 0
    lost = Assembly((1.0, 1.0, 0.0), levers={"recall": ON}).sit()
    assert lost.of("recalled") == 1 and lost.hands == [1, 1, 0]
    assert Assembly(levers={"recall": ON}).sit().of("recalled") == 0


def test_a_secret_ballot_and_a_hall_without_the_card_note_nobody():
    assert Assembly(levers={"ballot": SECRET}).sit().state["dossier"].sum() == 0.0
    off = Assembly(fear=1.0, off={"meeting"}).sit()
    assert off.hands == [1, 0, 0] and off.state["dossier"].sum() == 0.0  # sincere: no price, no note


def test_the_arrested_and_empty_chairs_neither_vote_nor_count():
    held = Assembly((1.0, 1.0, 0.0), status=(5, 0, 0)).sit()
    assert held.hands == [0, 1, 0] and held.of("yes") == 0.5
    empty = Assembly((1.0, 0.0, 0.0))
    empty.state["secretary"][1] = NOBODY
    assert empty.sit().of("yes") == 0.5
    nobody = Assembly(status=(5, 5, 5)).sit()
    assert nobody.of("yes") == 1.0 and nobody.of("vote") == 1.0
    alone = Assembly((1.0, 0.0, 0.0), status=(0, 5, 5)).sit()
    assert alone.of("yes") == 0.0


def test_a_hand_next_to_me_lets_me_dare_and_a_stranger_in_the_room_less():
    def among(ties, **more):
        held = Assembly((1.0, 1.0, 0.0), ties=ties, p=MEETING._replace(room=0.0), **more)
        held.state["fear"][:, 6] = 0.5  # .5 - .5*(1 - .8*company) > .12 if company > .3
        return held.sit()
    assert among(()).hands == [1, 2, 0]  # no tie in the room: a third of the room is company enough
    assert among([(6, 0, 9_000)]).hands == [1, 2, 0]
    assert among([(6, 12, 9_000)]).hands == [1, 0, 0]  # his tie keeps silent
    assert among([(6, 0, 3_000), (6, 12, 9_000)]).hands == [1, 0, 0]  # a quarter
    assert among([(6, 0, 9_000), (6, 12, 3_000)]).hands == [1, 2, 0]  # three quarters
    assert among([(6, 0, 9_000)], off={"meeting"}).hands == [1, 1, 0]


def test_members_are_held_back_by_what_threatens_the_whole():
    held = {"people": {"conviction": 0.5}}
    assert Assembly((0.28, 0.0, 0.0), **held).sit().hands == [1, 0, 0]  # .14
    assert Assembly((0.28, 0.0, 0.0), threat=0.8, **held).sit().hands == [0, 0, 0]  # .14 * .8
    assert Assembly((0.2, 0.0, 0.0), people={"provoked": 0.05}).sit().hands == [1, 0, 0]


def test_the_centres_chairs_are_filled_by_others():
    held = Assembly((1.0, 0.0, 0.0))
    centre = held.tree.units - 1
    start = held.tree.seat_starts(3)[centre]
    held.state["sitting"][start:start + 3] = (12, 0, 6)
    held.sit(centre)
    assert held.chairs == [12, 0, 6] and held.hands == [0, 1, 0] and held.of("yes") == about(2 / 3)
