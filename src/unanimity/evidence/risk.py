"""The risk set: who was under observation, from when to when, and with which outcome.

Risk set: in scope and born by 1917. Entry at the later of 1917 and arrival; end at death, departure, last record, or
1953. Death by repression (strict): executed, murdered, died in prison, camp or exile by the Soviet state at home.
Disappeared, and suicide under repression, are kept apart (broad: all three). Departure censors, so people killed abroad
(5) are not counted as events.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from unanimity.evidence.tables import table

FIRST, LAST = 1917, 1953
STRICT = ("executed", "murdered", "prison", "camp", "exile")
REPRESSION, DISAPPEARED, SUICIDE, OTHER = "repression", "disappeared", "suicide_rep", "other_death"
BROAD = (REPRESSION, DISAPPEARED, SUICIDE)
EMIGRATED, LOST, ALIVE = "emigrated", "lost", "alive"
IN_SOURCE = ("text", "conflict")  # grounds of a death that the source states

OPPOSITION = ("left_opposition", "right_opposition")
NO_OPPOSITION = ("old_bolshevik", "other_bolshevik")
PARTY = (*OPPOSITION, *NO_OPPOSITION)
GROUPS = {
    "party_opposition": OPPOSITION,
    "party_no_opposition": NO_OPPOSITION,
    "other_socialists": ("menshevik", "sr", "anarchist"),
    "non_party_other_white": ("non_party", "other", "white"),
    "police": ("police",),
    "foreign_communist": ("foreign_communist",),
}


@lru_cache(maxsize=1)
def _in_scope() -> pd.DataFrame:
    people = table("people")
    mine = people[people["in_scope"] == 1].copy()
    by_state = mine["death_by"].eq("soviet_state")
    left, lost = mine["exit_kind"].eq("emigration"), mine["exit_kind"].eq("lost_to_view")
    dead = mine["died"].notna()
    cause = np.select(
        [by_state & mine["death_kind"].isin(STRICT), by_state & mine["death_kind"].eq("disappeared"),
         mine["death_by"].eq("self_under_repression"), dead], [REPRESSION, DISAPPEARED, SUICIDE, OTHER], "")
    end = np.select([left, dead, lost], [mine["exit_year"], mine["died"], mine["exit_year"]], LAST)
    status = np.select([left, dead, lost], [EMIGRATED, cause, LOST], ALIVE)
    return mine.assign(
        entry=mine["entry_year"].fillna(FIRST).clip(lower=FIRST).astype(int), cause=cause,
        status=np.where(end > LAST, ALIVE, status), end=np.minimum(end, LAST).astype(int),
        alive_1917=~(mine["born"] > FIRST), killed_abroad=mine["death_by"].eq("soviet_state_abroad"))


def in_scope() -> pd.DataFrame:
    """Everybody in scope, with entry, end, status and cause."""
    return _in_scope().copy()


def risk_set(cohorts: tuple[str, ...] = ()) -> pd.DataFrame:
    """Those at risk, of some cohorts or of all.

    >>> len(risk_set()), int((risk_set()["status"] == "repression").sum())
    (419, 178)
    """
    mine = _in_scope()
    chosen = mine["alive_1917"] & (mine["cohort"].isin(cohorts) if cohorts else True)
    return mine[chosen].copy()


def at_risk(people: pd.DataFrame, year: int) -> pd.DataFrame:
    """Those who are under observation in a year."""
    return people[(people["entry"] <= year) & (people["end"] >= year)]


def outcome(people: pd.DataFrame, year: int) -> pd.Series:
    """The state of each person at the end of a year: alive, or the status that ended the observation."""
    return people["status"].where(people["end"] <= year, ALIVE)
