"""A small country in plain arrays for the [B] tests of single rules; the engine's interpreter runs the rules on it."""

from __future__ import annotations

import copy

import numpy as np
from plain_case_log import make_log, rows_of

from direct_calls import as_state, run_rules
from unanimity.engine.batch import kin_stretches
from unanimity.world.codes import CENTRE_MEMBER, FREE, LEADER, NOBODY, PROVINCE_SECRETARY
from unanimity.world.columns import COLUMNS, DIMENSIONS
from unanimity.world.levers import AUTO, BY_ARGUMENT, LEVERS, NUMBER_OF
from unanimity.world.tree import grow

SEATS, FIXED = 3, 65535
ROWS = {"faction": 256, "world": 1, "seat": SEATS}


class Country:
    """Two provinces of two cells each; ties as a list of (i, j, weight, kind), both ways."""

    def __init__(self, people=24, ties=(), seed=5, month=10):
        self.people, self.seed, self.month = people, np.uint64(seed), month
        tree = self.tree = grow((2, 2), people)
        rows = {"person": people, "unit": tree.units, **ROWS}
        for column in COLUMNS:
            if column.table != "tie":
                shape = (len(DIMENSIONS[column.per]), rows[column.table]) if column.per else rows[column.table]
                setattr(self, column.name, np.full(shape, column.initial, column.dtype))
        self.levers = np.zeros((len(LEVERS), tree.units))
        self.set(isolation=AUTO, sanction_cap=7.0, publicity=0.4, delay_exec=0.1)
        self.cell_of = np.repeat(np.arange(tree.cells), np.diff(tree.cell_start))
        self.tie(ties)
        self.log = None

    def set(self, **levers):
        """Levers, the same everywhere."""
        for name, value in levers.items():
            self.levers[NUMBER_OF[BY_ARGUMENT[name].name]] = value
        return self

    def tie(self, ties):
        """Lay these ties, in both directions, rows sorted as at birth."""
        both = sorted([(i, j, w, k) for i, j, w, k in ties] + [(j, i, w, k) for i, j, w, k in ties])
        counts = np.bincount([row[0] for row in both], minlength=self.people) if both else np.zeros(self.people, int)
        self.tie_start = np.concatenate([[0], np.cumsum(counts)])
        self.neighbour = np.array([row[1] for row in both], np.uint32)
        self.weight = np.array([round(row[2] * FIXED) for row in both], np.uint16)
        self.kind = np.array([row[3] for row in both], np.uint8)
        self.kin_skip, self.kin_span = kin_stretches(self.tie_start, self.kind)
        return self

    def strengthen(self, i, j, weight):
        """Another weight for one tie, in both directions."""
        for a, b in ((i, j), (j, i)):
            for t in range(self.tie_start[a], self.tie_start[a + 1]):
                if self.neighbour[t] == b:
                    self.weight[t] = round(weight * FIXED)

    def seat_chiefs(self, provinces=(0, 6), centre=(12, 13, 14)):
        """Put chiefs in their chairs: secretaries of the provinces, leader and members of the centre."""
        for u, person in zip(self.tree.provinces, provinces, strict=True):
            self.secretary[u] = person
            self.office[person] = PROVINCE_SECRETARY
        for seat, person in enumerate(centre):
            self.sitting[seat] = person
            self.office[person] = LEADER if seat == 0 else CENTRE_MEMBER
        return self

    def copy(self):
        """The same country, to be treated otherwise."""
        return copy.deepcopy(self)

    def list_docket(self):
        """Card 0: everybody alive whose status is not free."""
        found = np.flatnonzero((self.status != FREE) & (self.status != 8))
        self.docket[:] = NOBODY
        self.docket[:len(found)] = found
        self.docket_size[0] = len(found)
        return self

    def run(self, rule, p=None, **more):
        """One rule or several, with what they read made of this country; the rows of the log so far."""
        if self.log is None:
            named = {name: getattr(self, name) for name in make_log(1)._fields if hasattr(self, name)}
            for known in ("month", "cell_of"):
                named.pop(known, None)
            self.log = make_log(self.people, self.month, cell_of=self.cell_of, **named)
        places = {"seats": SEATS, "seat_start": np.append(np.zeros(self.tree.units, int), SEATS)}
        off = {name[3:] for name, value in more.items() if name.startswith("on_") and not value}
        known = {name: value for name, value in more.items() if not name.startswith("on_")}
        levers = {"levers": self.levers, "announced": getattr(self, "announced", self.levers)}
        levers |= {name: getattr(self, name) for name in ("base_levers", "delegated") if hasattr(self, name)}
        run_rules(rule if isinstance(rule, tuple) else (rule,), as_state(self), self.tree, levers, off, places,
                  p, **{"month": self.month, "seed": self.seed, "log": self.log, **known})
        return rows_of(self.log)
