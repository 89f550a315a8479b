"""Prisons, boards and reviewers in plain arrays, for the [B] tests of cards 16, 17 and 26; and a country to run."""

from __future__ import annotations

import dataclasses
from functools import partial

import numpy as np
from plain_case_log import make_log, rows_of

from direct_calls import call, run_rules
from small_regimes import lived_through, only_the_hall
from unanimity.engine.single_rules import laid_out
from unanimity.mechanisms import docket
from unanimity.mechanisms.bread import provision
from unanimity.mechanisms.party import dependence, faction, press
from unanimity.mechanisms.police import arrest, custody, oversight, sanction, surveillance, verdict
from unanimity.mechanisms.power import campaign
from unanimity.world.case_log import READ
from unanimity.world.codes import FREE, INQUIRY, KIN, NEVER, POLICE
from unanimity.world.columns import COLUMNS, DIMENSIONS
from unanimity.world.levers import BY_ARGUMENT, LEVERS, NUMBER_OF
from unanimity.world.rule import Rule
from unanimity.world.tree import grow

PEOPLE, PROVINCES = 48, 2
OWN = (oversight, verdict, sanction, custody)
MECHANISMS = {module.MECHANISM.id: module.MECHANISM for module in (*OWN, campaign, provision, dependence, press)}


def held(module):
    """A card that lends its parameters and no rule."""
    return dataclasses.replace(module.MECHANISM, rules=(), when_off=(), neutral={})


CARDS = [docket.MECHANISM, faction.MECHANISM, surveillance.MECHANISM, arrest.MECHANISM,
         *(module.MECHANISM for module in OWN), held(campaign), held(provision), held(dependence), held(press)]


class Prison:
    """One world of two provinces with two cells each; `run` calls a rule with the arguments that its names ask for."""

    def __init__(self, seed: int, month: int = 30, **levers: float) -> None:
        """Everything as at birth but for what `fill` draws."""
        self.month, self.seed = month, np.uint64(seed)
        self.lot = np.random.default_rng(seed)
        self.tree = grow((PROVINCES, 2), PEOPLE)
        rows = {"person": PEOPLE, "unit": self.tree.units, "faction": 256, "world": 1}
        self.state = {}
        for column in COLUMNS:
            if column.table in rows:
                shape = (len(DIMENSIONS[column.per]), rows[column.table]) if column.per else rows[column.table]
                self.state[column.name] = np.full(shape, column.initial, column.dtype)
        self.levers = np.zeros((len(LEVERS), self.tree.units))
        self.set(**{"sanction_cap": 7, "delay_exec": 0.1, "prison_capacity": -1, "isolation": -1, **levers})
        self.off: set[str] = set()
        self.parameters = {name: mechanism.parameters() for name, mechanism in MECHANISMS.items()}
        self.fill()
        self.log = make_log(PEOPLE, month, cell_of=self.cell_of, **{name: self.state[name] for name in READ})

    def set(self, **levers: float) -> Prison:
        """Set levers for the whole country, by the names that rules use."""
        for name, value in levers.items():
            self.levers[NUMBER_OF[BY_ARGUMENT[name].name]] = value
        return self

    def change(self, mechanism: str, **values: float) -> Prison:
        """Set parameters of one card."""
        self.parameters[mechanism] = self.parameters[mechanism]._replace(**values)
        return self

    @property
    def cell_of(self) -> np.ndarray:
        """Everybody's cell."""
        return np.repeat(np.arange(self.tree.cells), np.diff(self.tree.cell_start)).astype(np.int32)

    def fill(self) -> None:
        """Statuses, terms, files and ties by lot; most of those who are not free are under inquiry."""
        s, lot = self.state, self.lot
        s["status"][:] = lot.choice(9, PEOPLE, p=[0.2, 0.05, 0.05, 0.13, 0.25, 0.15, 0.12, 0.02, 0.03])
        s["arrested"][:] = np.where(s["status"] == INQUIRY, self.month - lot.integers(0, 4, PEOPLE), NEVER)
        s["rung"][:] = np.array([0, 2, 3, 4, 0, 5, 6, 0, 0])[s["status"]]
        until = self.month + lot.integers(-3, 20, PEOPLE)
        s["status_until"][:] = np.where(np.isin(s["status"], (1, 2, 3, 5, 6)), until, NEVER)
        s["dossier"][:] = lot.exponential(1.5, PEOPLE)
        s["case_topic"][:] = lot.integers(0, 3, PEOPLE)
        s["faction"][:] = lot.choice([0, 3, 7], PEOPLE)
        s["last_dissent"][:] = lot.choice([NEVER, self.month - 5, self.month - 40], PEOPLE)
        s["estate"][:] = lot.choice([0, 1, POLICE], PEOPLE, p=[0.6, 0.2, 0.2])
        for name in ("fame", "competence", "conviction", "hunger"):
            s[name][:] = lot.uniform(0, 1, PEOPLE)
        s["confessed"][:] = lot.integers(0, 2, PEOPLE)
        s["highest_office"][:] = lot.integers(0, 6, PEOPLE)
        s["examiner"][:] = lot.integers(-1, PEOPLE, PEOPLE)
        s["rung_due"][:] = lot.integers(0, 8, PEOPLE)
        s["rung_max"][:] = lot.integers(0, 8)
        s["threat"][:] = lot.uniform(0, 1)
        s["threat_before"][:] = s["threat"]  # no crisis unless a test makes one
        s["members"][:] = 20.0
        listed = np.flatnonzero((s["status"] > FREE) & (s["status"] < 8))
        s["docket"][:len(listed)] = listed
        s["docket_size"][0] = len(listed)
        pairs = {tuple(sorted(pair)) for pair in lot.integers(0, PEOPLE, (150, 2)).tolist() if pair[0] != pair[1]}
        ties = [sorted([b for a, b in pairs if a == i] + [a for a, b in pairs if b == i]) for i in range(PEOPLE)]
        self.ties = ties
        self.state["tie_start"] = np.concatenate([[0], np.cumsum([len(row) for row in ties])]).astype(np.int64)
        self.state["neighbour"] = np.array([j for row in ties for j in row], np.int64)
        count = len(self.state["neighbour"])
        self.state["kind"] = lot.choice([KIN, 1, 2], count)
        self.state["weight"] = lot.integers(6_000, 65_536, count)

    def run(self, rule, mechanism: str) -> Prison:
        """Call a rule that loops; it writes in place. Or one of the country, whose numbers are then stored."""
        known = {f"p_{name}": values for name, values in self.parameters.items()} | {"p": self.parameters[mechanism]}
        state, _ = laid_out(self.state, self.tree)
        for one in rule if isinstance(rule, tuple) else (rule,):
            way = partial(run_rules, (one,)) if isinstance(one, Rule) else partial(call, one)
            way(state, self.tree, self.levers, self.off, month=self.month, seed=self.seed, log=self.log, **known)
        return self

    def clone(self) -> Prison:
        """The same world, to be treated otherwise."""
        twin = object.__new__(Prison)
        twin.__dict__.update(self.__dict__)
        twin.state = {name: values.copy() for name, values in self.state.items()}
        twin.levers = self.levers.copy()
        twin.parameters, twin.off = dict(self.parameters), set(self.off)
        twin.log = make_log(PEOPLE, self.month, cell_of=self.cell_of, **{name: twin.state[name] for name in READ})
        return twin

    def __getitem__(self, name: str) -> np.ndarray:
        """One column."""
        return self.state[name]

    @property
    def rows(self) -> np.ndarray:
        """What has been entered in the log."""
        return rows_of(self.log)

    @property
    def cases(self) -> np.ndarray:
        """Who has an open case that may be decided this month."""
        listed = self["docket"][:self["docket_size"][0]]
        return np.array([i for i in listed if self["status"][i] == INQUIRY and self["arrested"][i] < self.month
                         and self["cleared"][i] == 0], int)


def country(name="war", changes=None, months=18, seeds=(1, 2), people=400, threads=1, before=None, off=()):
    """Worlds with cards 13-17 and 26 beside those of the hall, after that many months.

    Hands go up, files grow, and the police has room: 400 people of the record would see no arrest in years.
    """
    noted = {"arrest.capacity": 0.005, "voice.livelihood": 0.0}
    regime = only_the_hall(name, {"people": people, "burn_in": 0, **noted, **(changes or {})}, mechanisms=CARDS)
    return lived_through(regime, months, seeds, threads, before, off)
