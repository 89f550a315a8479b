"""The case log: one row for each step of a case, with the person's state at the time.

It is always on where cards 14-28 run. A rule that asks for `log` writes `enter(log, i, ARREST, THE_FILE)`; all other
fields of the row (office, unit, topic, rung, examiner, judge, dossier, distance from the centre's line ...) are read
from the person's columns at that moment. Rows go into a buffer of fixed size per world, which the engine empties
between months.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from unanimity.world.codes import RULE_ISSUE
from unanimity.world.formula import formula

# bits of `flags`
WAS_CONFESSED, WAS_GUILTY, WAS_PUBLIC, WAS_HOSTAGE = 1, 2, 4, 8
WAS_CAPITULATED, HAD_DISSENTED, HAD_ASSENTED = 16, 32, 64
GUILT_LASTS = 24  # months for which an act counts as guilt (card 15)
LOYAL_RUN = 6  # consecutive assents that make a public assenter

ROW = np.dtype([
    ("person", "i4"), ("place", "i4"), ("examiner", "i4"), ("judge", "i4"), ("named_by", "i4"), ("other", "i4"),
    ("dossier", "f4"), ("distance", "f4"), ("month", "i2"), ("petition", "i2"), ("event", "u1"), ("cause", "u1"),
    ("topic", "u1"), ("act", "u1"), ("rung", "u1"), ("status", "u1"), ("office", "u1"), ("estate", "u1"),
    ("faction", "u1"), ("label", "u1"), ("hops", "u1"), ("flags", "u1"),
], align=True)

# columns of the person that a row records
READ = ("status", "office", "estate", "faction", "label", "case_topic", "act_kind", "rung", "examiner", "judge",
        "named_by", "dossier", "stance", "confessed", "hostage", "capitulated", "hops", "petitioned", "enemy",
        "last_dissent", "last_guilt", "last_rose", "assents_running")


class Log(NamedTuple):
    """The buffer of one world and the columns that a row records; `month` and `centre_line` are the current ones."""

    rows: Any
    count: Any
    lost: Any
    w: int
    room: int
    month: int
    centre_line: float
    public: bool  # lists published, or a free press
    cell_of: Any
    status: Any
    office: Any
    estate: Any
    faction: Any
    label: Any
    case_topic: Any
    act_kind: Any
    rung: Any
    examiner: Any
    judge: Any
    named_by: Any
    dossier: Any
    stance: Any
    confessed: Any
    hostage: Any
    capitulated: Any
    hops: Any
    petitioned: Any
    enemy: Any
    last_dissent: Any
    last_guilt: Any
    last_rose: Any
    assents_running: Any


@formula
def is_guilty(month, enemy, faction, last_dissent, last_guilt, last_rose):
    """Guilty for the purpose of measures: an enemy, or a dissenter, faction member or insurgent within 24 months (card
    15)."""
    last = max(last_dissent, max(last_guilt, last_rose))
    return enemy != 0 or faction > 0 or month - last <= GUILT_LASTS


@formula
def enter_with(log, i, event, cause, rung, other):
    """Write one row about person i, with a rung and another person that belong to the step."""
    k = log.count[log.w]
    if k >= log.room:
        log.lost[log.w] += 1
        return
    log.count[log.w] = k + 1
    at = log.w * log.room + k
    rows = log.rows
    rows[at]["person"] = i
    rows[at]["place"] = log.cell_of[i]
    rows[at]["examiner"] = log.examiner[i]
    rows[at]["judge"] = log.judge[i]
    rows[at]["named_by"] = log.named_by[i]
    rows[at]["other"] = other
    rows[at]["dossier"] = log.dossier[i]
    rows[at]["distance"] = abs(log.stance[RULE_ISSUE, i] - log.centre_line) / 2.0
    rows[at]["month"] = log.month
    rows[at]["petition"] = log.petitioned[i]
    rows[at]["event"] = event
    rows[at]["cause"] = cause
    rows[at]["topic"] = log.case_topic[i]
    rows[at]["act"] = log.act_kind[i]
    rows[at]["rung"] = rung
    rows[at]["status"] = log.status[i]
    rows[at]["office"] = log.office[i]
    rows[at]["estate"] = log.estate[i]
    rows[at]["faction"] = log.faction[i]
    rows[at]["label"] = log.label[i]
    rows[at]["hops"] = log.hops[i]
    rows[at]["flags"] = flags_of(log, i)


@formula
def enter(log, i, event, cause):
    """Write one row about person i with the sanction in force."""
    enter_with(log, i, event, cause, log.rung[i], -1)


@formula
def flags_of(log, i):
    """The person's state at the time, one bit each."""
    guilty = is_guilty(log.month, log.enemy[i], log.faction[i], log.last_dissent[i], log.last_guilt[i],
                       log.last_rose[i])
    flags = 0
    if log.confessed[i] != 0:
        flags += WAS_CONFESSED
    if guilty:
        flags += WAS_GUILTY
    if log.public:
        flags += WAS_PUBLIC
    if log.hostage[i] != 0:
        flags += WAS_HOSTAGE
    if log.capitulated[i] != 0:
        flags += WAS_CAPITULATED
    if log.last_dissent[i] > -1000:
        flags += HAD_DISSENTED
    if log.assents_running[i] >= LOYAL_RUN:
        flags += HAD_ASSENTED
    return flags
