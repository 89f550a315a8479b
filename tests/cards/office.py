"""Police offices of two provinces in plain arrays, for the [B] tests of card 15; and a country to run."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from plain_case_log import make_log, rows_of

from direct_calls import call, run_rules
from small_regimes import lived_through, only_the_hall
from unanimity.mechanisms import docket
from unanimity.mechanisms.party import faction
from unanimity.mechanisms.police import arrest, surveillance
from unanimity.mechanisms.police.arrest import Arrest, name_the_banned, name_the_purged, seize, suspect
from unanimity.world.codes import LEGAL, NEVER, NOBODY, POLICE
from unanimity.world.tree import grow

CARDS = [docket.MECHANISM, faction.MECHANISM, surveillance.MECHANISM, arrest.MECHANISM]
PERSONAL = {"status": np.uint8, "estate": np.uint8, "office": np.uint8, "label": np.uint8, "sector": np.uint8,
            "warrant": np.uint8, "faction": np.uint8, "confessed": np.uint8, "case_topic": np.uint8, "blow": np.uint8,
            "by_purge": np.uint8,
            "blow_topic": np.uint8, "assents_running": np.uint8, "act_topic": np.uint8, "dossier": np.float32,
            "purge": np.float32, "fame": np.float32, "competence": np.float32, "suspicion": np.float32}


@dataclass
class Offices:
    """Two provinces of two cells each; `month` lets both offices work once and returns whom they took."""

    people: int
    columns: dict[str, np.ndarray]
    ties: list[list[tuple[int, int]]]
    alarm: float = 0.2
    cruelty: float = 0.3
    ring: float = 0.5
    quota: float = 0.0
    police_size: float = 0.02
    publicity: float = 0.4
    need_abroad: float = 0.3
    threat: float = 0.1
    oversight_eff: float = 0.2
    campaign: tuple[int, float] = (0, 0.0)
    inference: int = 0
    masked: float = 0.0
    seed: int = 5
    p: Arrest = field(default_factory=Arrest)
    carry: np.ndarray = field(default_factory=lambda: np.zeros(7))
    factions: int = LEGAL
    faction_cap: float = 0.0
    shortfall: float = 0.5
    log: object = None
    docket_size: int = 0
    purge_open: int = 1

    def but(self, **changes):
        """The same offices with other rules; columns are copied."""
        own = {name: values.copy() for name, values in self.columns.items()}
        own |= {name: changes.pop(name) for name in list(changes) if name in own}
        return replace(self, columns=own, **{"carry": self.carry.copy(), **changes})

    def month(self, month: int = 0) -> set[int]:
        """One month of both offices."""
        n, c = self.people, self.columns
        tree = grow((2, 2), n)
        everywhere = {"police_quota": self.quota, "police_size": self.police_size, "publicity": self.publicity,
                      "inference": self.inference, "association_factions": self.factions,
                      "sanction_cap_faction": self.faction_cap}
        label, intensity = self.campaign
        ties = {"tie_start": np.concatenate([[0], np.cumsum([len(row) for row in self.ties])]),
                "neighbour": np.array([j for row in self.ties for j, _ in row], np.int64),
                "weight": np.array([w for row in self.ties for _, w in row], np.int64)}
        present = np.array([(c["status"][slice(*tree.person_range(u))] < 3).sum() for u in range(7)], float)
        listed = np.flatnonzero(c["status"] > 0)
        docket, size = np.full(n, NOBODY), np.array([len(listed)])
        docket[:len(listed)] = listed
        masked = np.array([self.masked])
        state = {**c, **ties, "alarm": np.full(7, self.alarm), "cruelty": np.full(7, self.cruelty),
                 "ring": np.full(7, self.ring), "present": present, "quota_asked": np.full(7, self.quota),
                 "carry_quota": self.carry, "docket": docket,
                 "docket_size": size, "masked": masked, "oversight_eff": self.oversight_eff, "campaign_label": label,
                 "campaign_intensity": intensity, "need_abroad": self.need_abroad, "threat": self.threat,
                 "purge_open": self.purge_open, "sector_shortfall": np.full((8, 1), self.shortfall)}
        free = c["status"] < 3
        self.log = make_log(n, month, **{k: v for k, v in c.items() if k not in ("suspicion", "warrant")})
        given = {"month": month, "seed": np.uint64(self.seed), "log": self.log, "p": self.p}
        run_rules((name_the_purged, name_the_banned, suspect), state, tree, everywhere, **given)
        call(seize, state, tree, everywhere, **given)
        self.masked, self.docket_size = float(masked[0]), int(size[0])
        assert sorted(docket[:size[0]].tolist()) == np.flatnonzero(c["status"] > 0).tolist()  # each once, nobody else
        return set(np.flatnonzero(free & (c["status"] == 4)).tolist())

    @property
    def rows(self) -> np.ndarray:
        """What the last month entered in the log."""
        return rows_of(self.log)


def random_offices(seed: int, people: int = 32, **rules) -> Offices:
    """Files, labels, fame and ties by lot; some dismissed, imprisoned and dead; some police and officials."""
    lot = np.random.default_rng(seed)
    columns = {name: np.zeros(people, kind) for name, kind in PERSONAL.items()}
    columns |= {name: np.full(people, NOBODY, np.int32) for name in ("patron", "headed", "examiner", "judge")}
    columns |= {name: np.full(people, NEVER, np.int16) for name in ("arrested", "act_month")}
    columns["status"][:] = lot.choice([0, 1, 2, 3, 5, 8], people, p=[0.8, 0.05, 0.05, 0.03, 0.04, 0.03])
    columns["estate"][:] = lot.choice([0, 1, 2, POLICE], people, p=[0.6, 0.2, 0.1, 0.1])
    columns["office"][:] = np.where(columns["estate"] == 2, lot.choice([1, 2, 3], people), 0)
    columns["headed"][columns["office"] > 0] = 4
    columns["label"][:] = lot.choice([0, 1, 2], people)
    columns["sector"][:] = lot.integers(0, 8, people)
    columns["dossier"][:] = lot.exponential(0.6, people)
    columns["purge"][:] = lot.choice([0.0, 0.2], people, p=[0.8, 0.2])
    columns["fame"][:] = lot.uniform(0, 1, people)
    columns["competence"][:] = lot.uniform(0, 1, people)
    columns["assents_running"][:] = lot.integers(0, 12, people)
    ties = [[(int(j), int(lot.integers(6_000, 65_536))) for j in lot.choice(people, 4, replace=False) if j != i]
            for i in range(people)]
    return Offices(people, columns, ties, **rules)


def country(name="apparatus", changes=None, months=18, seeds=(1, 2), people=400, threads=1, before=None, off=()):
    """Worlds with cards 13-15 beside those of the hall, after that many months."""
    regime = only_the_hall(name, {"people": people, "burn_in": 0, **(changes or {})}, mechanisms=CARDS)
    return lived_through(regime, months, seeds, threads, before, off)


def with_a_faction(wary):
    """A faction of thirty members in each world, whose people refuse strangers that surely."""
    def set_up(batch):
        for w in range(batch.worlds):
            members = np.flatnonzero(batch.column("estate", w) == 1)[:30]
            batch.column("faction", w)[members] = 1
            batch.column("recruiter", w)[members] = members
            batch.column("wary", w)[:] = wary
    return set_up


AGENTS_AT_WORK = {"agents": "found", "surveillance.infiltration": 0.02, "faction.joining": 0.2, "faction.leaving": 0.01}
FOUR = (1, 2, 3, 4)


def by_agents(batch):
    """People whose recruiter is an agent, and agents at work."""
    brought, working = 0, 0
    for w in range(batch.worlds):
        recruiter, agent = batch.column("recruiter", w), batch.column("agent", w)
        known = (recruiter >= 0) & (recruiter != np.arange(batch.people))  # founders are their own
        brought += int((agent[recruiter[known]] == 1).sum())
        working += int(agent.sum())
        assert batch.column("agents_at_work", w)[0] == agent.sum()
        ties = batch.column("agent_tie", w)
        assert (agent[ties[ties != NOBODY]] == 1).all()
        assert (batch.column("estate", w)[agent == 1] == POLICE).all()
    return brought, working
