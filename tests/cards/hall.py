"""A cell of a few people in plain arrays, for the [B] tests of card 4."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from direct_calls import run_rules
from example_parameters import MEETING, VOICE
from unanimity.mechanisms.people.meeting import Meeting, count_hands, meet
from unanimity.mechanisms.people.voice import Voice, want_of
from unanimity.world.codes import BANNED, CONTROLLED, LEGAL, OFF, OPEN, RULE_ISSUE, RULE_TOPIC, SECRET

SHARES = ("courage", "conviction", "grievance")


@dataclass(frozen=True)
class Hall:
    """One cell with its people and ties; `evening` holds the meeting and returns what it wrote."""

    courage: np.ndarray
    conviction: np.ndarray
    grievance: np.ndarray
    stance: np.ndarray  # on rule
    fear: np.ndarray  # on rule
    dependence: np.ndarray
    estate: np.ndarray
    status: np.ndarray
    ties: tuple[tuple[int, int, int], ...]  # i, j, weight
    line: float = 1.0
    zeal: float = 0.2
    assoc: float = 0.0
    sel: float = 0.9
    threat: float = 0.1
    ballot: int = OPEN
    debate: int = CONTROLLED
    recall: int = OFF
    members: float = 3.0
    provoked: float = 0.0  # what zeal adds to everybody's wish to speak (card 13)
    on_voice: bool = True
    on_meeting: bool = True
    circle: np.ndarray | None = None  # of which faction each is, 0 of none
    factions: int = BANNED
    p: Meeting = MEETING
    p_voice: Voice = VOICE

    def but(self, **changes):
        return replace(self, **changes)

    @property
    def people(self) -> int:
        return len(self.courage)

    @property
    def wants(self) -> np.ndarray:
        """Who is a private dissenter: want > theta, whatever he says."""
        return np.array([want_of(self.grievance[i], self.conviction[i], self.stance[i] * self.line, self.p_voice)
                         > self.p_voice.theta for i in range(self.people)])

    def evening(self) -> Evening:
        n = self.people
        rows = [sorted((b, w) if a == i else (a, w) for a, b, w in self.ties if i in (a, b)) for i in range(n)]
        start = np.concatenate([[0], np.cumsum([len(row) for row in rows])]).astype(np.int64)
        neighbour = np.array([j for row in rows for j, _ in row], np.int64)
        weight = np.array([w for row in rows for _, w in row], np.int64)
        hand, dossier = np.zeros(n, np.int64), np.zeros(n)
        stance = np.zeros((2, n))
        stance[RULE_ISSUE] = self.stance
        fear = np.zeros((3, n))
        fear[RULE_TOPIC] = self.fear
        line = np.zeros((2, 1))
        line[RULE_ISSUE] = self.line
        yes, record, vote, floor, mandate = (np.zeros(1) for _ in range(5))
        recalled = np.zeros(1, np.int64)
        unit = np.array
        state = {"tie_start": start, "neighbour": neighbour, "weight": weight, "hand": hand, "dossier": dossier,
                 "status": self.status, "attends": np.ones(n), "muted": np.zeros(n), "stance": stance, "fear": fear,
                 "dependence": self.dependence, "courage": self.courage, "conviction": self.conviction,
                 "grievance": self.grievance, "estate": self.estate, "provoked": np.full(n, self.provoked),
                 "faction": np.zeros(n, int) if self.circle is None else self.circle,
                 "line": line, "yes": yes, "record": record, "vote": vote, "floor": floor, "recalled": recalled,
                 "mandate": mandate, "members": unit([self.members]), "zeal": unit([self.zeal]),
                 "assoc": unit([self.assoc]), "sel": unit([self.sel]), "threat": self.threat,
                 "voted_issue": RULE_ISSUE, "voted_topic": RULE_TOPIC}
        off = {name for name, on in (("voice", self.on_voice), ("meeting", self.on_meeting)) if not on}
        run_rules((meet, count_hands), state, levers={"ballot": self.ballot, "debate": self.debate,
                                                      "recall": self.recall, "association_factions": self.factions},
                  off=off, p=self.p, p_voice=self.p_voice,
                  beside={"cell_start": np.array([0, n]), "unit_level": np.zeros(1, int)})
        return Evening(hand, dossier, float(yes[0]), float(record[0]), float(vote[0]), float(floor[0]),
                       int(recalled[0]), float(mandate[0]))


@dataclass(frozen=True)
class Evening:
    """What one evening wrote."""

    hand: np.ndarray
    dossier: np.ndarray
    yes: float
    record: float
    vote: float
    floor: float
    recalled: int
    mandate: float

    @property
    def dissenters(self) -> set[int]:
        return set(np.flatnonzero(self.hand > 0).tolist())


def random_hall(seed: int, people: int = 24, degree: int = 6) -> Hall:
    """Traits as the catalogue draws them, fears and ties by lot; some members, some absent."""
    lot = np.random.default_rng(seed)
    pairs = {tuple(sorted(lot.choice(people, 2, replace=False).tolist())) for _ in range(people * degree // 2)}
    return Hall(
        courage=lot.beta(2, 4, people), conviction=lot.beta(2, 4, people), grievance=lot.beta(1.5, 4, people),
        stance=np.clip(lot.normal(0, 0.6, people), -1, 1), fear=lot.uniform(0, 0.8, people),
        estate=lot.choice([0, 1, 2, 3], people, p=[0.7, 0.2, 0.05, 0.05]),
        status=lot.choice([0, 1, 2, 5, 8], people, p=[0.8, 0.05, 0.05, 0.05, 0.05]),
        ties=tuple((a, b, int(lot.integers(6_000, 65_536))) for a, b in sorted(pairs)),
        assoc=float(lot.uniform(0, 0.3)), zeal=float(lot.uniform(0, 1)), sel=float(lot.uniform(0, 1)),
        threat=float(lot.uniform(0, 1)), line=float(lot.choice([-1, 1])), dependence=lot.uniform(0, 0.3, people),
    )


def by_the_card(hall: Hall) -> tuple[np.ndarray, float]:
    """Card 4 written a second time, straight from its formulas: hands after all rounds, and yes_u."""
    p, v, n = hall.p, hall.p_voice, hall.people
    here = hall.status < 3
    trust = np.zeros((n, n))
    for a, b, w in hall.ties:
        trust[a, b] = trust[b, a] = w
    trust *= here[None, :]
    a_i = hall.stance * hall.line
    want = v.grievance_weight * hall.grievance + v.conviction_weight * hall.conviction * np.maximum(0, -a_i)
    held = np.where(hall.estate != 0, v.no_alternative * hall.threat * hall.conviction, 0)
    exposure = v.secret_exposure if hall.ballot == SECRET else 1.0
    dread = (hall.fear + (1 - hall.fear) * v.livelihood * hall.dependence if hall.debate == CONTROLLED
             else np.where(hall.estate != 0, v.lawful * hall.fear, hall.fear))  # a member's word is lawful
    alone = dread * (1 - hall.courage) * exposure * (v.random_deterrence + (1 - v.random_deterrence) * hall.sel)
    din = np.clip(p.hecklers * hall.zeal, 0, 1) if hall.debate == CONTROLLED else 0.0
    inside = np.zeros(n, bool) if hall.circle is None else hall.circle > 0
    known = np.where(inside & (hall.factions != LEGAL), p.agreed, 0.0)  # of whom he knows that they will speak
    inertia = np.where(inside, 0.0, v.theta)
    up = np.zeros(n, bool)
    for _ in range(int(p.rounds)):
        room = up.sum() / max(here.sum(), 1)
        all_ties = trust.sum(axis=1)
        ties = np.divide(trust @ up, all_ties, out=np.full(n, room), where=all_ties > 0)
        seen = (1 - p.room) * ties + p.room * room
        company = np.maximum(np.clip(seen * (1 - din) + p.bodies * hall.assoc, 0, 1), known)
        cost = alone * (1 - v.company_shield * company)
        up = here & (want > v.theta) & (want * (1 - held) - cost > inertia)
    return up, 1 - up.sum() / here.sum() if here.any() else 1.0
