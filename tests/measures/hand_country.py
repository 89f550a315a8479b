"""A small country that is set by hand and never run: months pass only when a test says so."""

from __future__ import annotations

import numpy as np

import unanimity
from unanimity.engine.batch import make_batch
from unanimity.engine.case_logs import PIECE
from unanimity.engine.questions import Asking
from unanimity.engine.run import lay_record
from unanimity.engine.simulate import chosen_measures, columns_of
from unanimity.engine.working_arrays import tally_rows
from unanimity.measures import BY_NAME
from unanimity.world.case_log import ROW, WAS_CONFESSED, WAS_GUILTY
from unanimity.world.codes import DEATHS, LOGGED, NEVER, NOBODY

PEOPLE = 128  # one a cell


def regime(months=24, burn_in=0, **more):
    """All mechanisms, so that every column is there; nothing is compiled."""
    return unanimity.regime("apparatus", {"people": PEOPLE, "mechanisms": "all", "months": months, "burn_in": burn_in,
                                          **more})


def row(month, person, event, **more):
    """A row of the log; what is not said is as at birth."""
    made = np.zeros(1, ROW)
    for name in ("examiner", "judge", "named_by", "other"):
        made[name] = NOBODY
    made["petition"], made["month"], made["person"] = NEVER, month, person
    made["event"] = LOGGED.index(event)
    made["place"] = person  # one a cell
    flags = 0
    for name, value in more.items():
        if name == "guilty":
            flags |= WAS_GUILTY * value
        elif name == "confessed":
            flags |= WAS_CONFESSED * value
        else:
            made[name] = value
    made["flags"] |= np.uint8(flags)
    return made


class Country:
    """A batch with questions, whose months pass by hand."""

    def __init__(self, *asks, months=24, burn_in=0, start=0, worlds=1, base=None):
        first = base or regime(months, burn_in)
        self.asking = Asking([first] * worlds, list(range(worlds)), columns_of(first), asks, start)
        needed = chosen_measures(self.asking.measures(), first) or ()
        self.batch = make_batch([first] * worlds, list(range(worlds)), measures=needed)
        lay_record(self.batch, months + burn_in)
        self.last = months
        self.asking.look(self.batch)

    def column(self, name, world=0):
        """A column to read or to set."""
        return self.batch.column(name, world)

    def monthly(self, name, values, place=-1):
        """What a run would have collected: a measure's months, for the country or a province (from 0 up)."""
        rows = tally_rows(self.batch.plan.measures)
        self.batch.arrays["table"][:, :, place, rows[name]] = np.asarray(values, float)[:, None]
        if BY_NAME[name].agg == "mean":
            self.batch.arrays["table"][:, :, place, rows[f"over {BY_NAME[name].population}"]] = 1.0

    def enter(self, *rows, world=0):
        """Rows of the log, in the month that is about to pass."""
        for one in rows:
            piece = np.empty(1, PIECE)
            piece["world"], piece["row"] = world, one
            self.batch.log.append(piece)

    def died(self, month, person, kind, **more):
        """A death with its row."""
        self.enter(row(month, person, "died", **more))
        self.column("death")[person] = DEATHS.index(kind)
        self.column("status")[person] = 8

    def pass_month(self):
        """The month is over, and is looked at."""
        self.batch.month += 1
        self.asking.look(self.batch)

    def pass_all(self):
        """All months that are left."""
        while self.batch.month < self.last:
            self.pass_month()

    def answers(self):
        """One number a question, of the first world."""
        return {text: float(values[0]) for text, values in self.asking.answers(self.batch).items()}

    def answer(self):
        """The answer to the only question."""
        (found,) = self.answers().values()
        return found
