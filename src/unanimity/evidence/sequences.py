"""What follows what, and when: months from one event to the next, the order of penalties, trials, the calendar."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import pandas as pd

from unanimity.evidence.risk import DISAPPEARED, FIRST, LAST, OPPOSITION, REPRESSION, in_scope, risk_set
from unanimity.evidence.tables import table

# actors that are not the Soviet state
FOREIGN = ("french|spanish|german|us_state|italian|british|bulgarian|vichy|belgian|finnish|kronstadt_rebels|tsarist|"
           "revolution$|hungarian|austrian|haiti|nazi|gestapo|whites|occupier|communist_party_abroad|pcf|army_staff|"
           "communist_press|soviet_writers|anonymous|state_publisher|swiss|francoist|cagoul|milice")
CUSTODY, DEATH = "CUSTODY", "DEATH"
KINDS = {CUSTODY: ("arrest", "prison", "camp", "death_in_custody")}
PAIRS = (("expulsion", "internal_exile"), ("expulsion", "arrest"), ("expulsion", "capitulation"), ("expulsion", DEATH),
         ("internal_exile", "capitulation"), ("internal_exile", DEATH), ("capitulation", "readmitted"),
         ("capitulation", CUSTODY), ("capitulation", DEATH), ("readmitted", CUSTODY), ("arrest", "release"),
         ("release", CUSTODY), ("arrest", "trial"), ("trial", "execution"), ("arrest", "execution"), ("arrest", DEATH),
         ("dismissal", "arrest"), ("dismissal", DEATH), ("denounced", CUSTODY), ("denounced", DEATH),
         ("denunciation", DEATH), ("promoted", DEATH))
NOT_THE_SAME = ("release", "capitulation", "readmitted", "denounced")  # the next event must be later for certain
SANCTIONS = ("expulsion", "arrest", "prison", "internal_exile", "camp", "dismissal", "denounced", "trial", "ban")
ORDER = ("expulsion", "internal_exile", "capitulation", "readmitted")


@lru_cache(maxsize=1)
def soviet_events() -> pd.DataFrame:
    """Events of people in scope by the Soviet state from 1917 on, in months; a missing month lies in mid-year."""
    events = table("events")
    mine = events[events["person_id"].isin(set(in_scope()["person_id"])) & (events["year"] >= FIRST)
                  & ~events["by"].fillna("").str.contains(FOREIGN)].copy()
    known, start = mine["month"].notna(), mine["year"] * 12
    for column, otherwise in (("at", 5.5), ("earliest", 0), ("latest", 11)):
        mine[column] = start + np.where(known, mine["month"] - 1, otherwise)
    return mine


def event_counts(in_scope_only: bool = True) -> pd.DataFrame:
    """How many events of each kind are dated in each year."""
    events = table("events")
    if in_scope_only:
        events = events[events["person_id"].isin(set(in_scope()["person_id"]))]
    counted = events.groupby(["year", "kind"]).size().unstack(fill_value=0)
    return counted.reindex(range(FIRST, LAST + 1), fill_value=0)


def soviet_count(kind: str, first: int, last: int) -> int:
    """Dated events of a kind that the Soviet state did to people in scope."""
    events = table("events")
    mine = events[events["person_id"].isin(set(in_scope()["person_id"]))
                  & ~events["by"].fillna("").str.contains(FOREIGN)]
    return int(((mine["kind"] == kind) & mine["year"].between(first, last)).sum())


@lru_cache(maxsize=1)
def _deaths() -> dict[str, tuple[float, float, float, bool]]:
    """Deaths by repression, at home or abroad: when, at the earliest, at the latest, and whether the month is known."""
    people, events = in_scope(), soviet_events()
    fatal = events[events["kind"].isin(("execution", "death_in_custody", "murder")) & events["month"].notna()]
    found = {}
    struck = people["cause"].isin((REPRESSION, DISAPPEARED)) | people["killed_abroad"]
    for one in people[struck & people["died"].notna()].itertuples():
        dated = fatal[(fatal["person_id"] == one.person_id) & (fatal["year"] == one.died)]
        start = 12 * int(one.died)
        found[one.person_id] = (float(dated["at"].iloc[0]),) * 3 + (True,) if len(dated) else \
            (start + 5.5, start, start + 11, False)
    return found


@lru_cache(maxsize=1)
def time_to_outcome() -> pd.DataFrame:
    """Months from the first event of a kind to the first later one of another, person by person."""
    events, deaths = soviet_events().sort_values("at", kind="stable"), _deaths()
    cohort = in_scope().set_index("person_id")["cohort"].to_dict()
    lives: dict[str, list[Any]] = {}
    for event in events.itertuples():
        lives.setdefault(str(event.person_id), []).append(event)
    rows = []
    for person in sorted(lives):
        for begins, ends in PAIRS:
            start = next((event for event in lives[person] if event.kind == begins), None)
            if start is None:
                continue
            end = deaths.get(person) if ends == DEATH else _next(lives[person], start, begins, ends)
            if end is None or end[2] - start.earliest < 0:
                continue
            at, earliest, latest, dated = end
            rows.append({"person_id": person, "cohort": cohort[person], "from": begins, "to": ends,
                         "months": max(at - start.at, 0.0), "least": max(earliest - start.latest, 0.0),
                         "most": latest - start.earliest, "dated": bool(dated and pd.notna(start.month))})
    return pd.DataFrame(rows)


def _next(life: list[Any], start: Any, begins: str, ends: str) -> tuple[float, float, float, bool] | None:
    for event in life:
        if event.kind not in KINDS.get(ends, (ends,)) or event.latest < start.earliest or event.Index == start.Index:
            continue
        if ends == CUSTODY or begins in NOT_THE_SAME:
            surely = event.at > start.at and pd.notna(event.month) and pd.notna(start.month)
            if not (event.year > start.year or surely):
                continue
        return event.at, event.earliest, event.latest, bool(pd.notna(event.month))
    return None


def durations() -> pd.DataFrame:
    """Quartiles of the months from one event to the next."""
    grouped = time_to_outcome().groupby(["from", "to"])
    found = grouped["months"].quantile([0.25, 0.5, 0.75]).unstack()
    found.columns = ["low_quarter", "median", "high_quarter"]
    return found.assign(n=grouped.size(), dated=grouped["dated"].sum()).sort_values("n", ascending=False).reset_index()


def trials() -> pd.DataFrame:
    """People in scope at their first recorded trial, and whether they were executed within a year of it."""
    events, people = soviet_events(), in_scope().set_index("person_id")
    first = events[events["kind"] == "trial"].sort_values("at").groupby("person_id").first()
    found = first[["year", "month"]].join(people[["died", "death_kind", "cause", "cohort"]])
    shot = (found["death_kind"] == "executed") & (found["cause"] == REPRESSION)
    return found.assign(executed_within_a_year=shot & (found["died"] - found["year"] <= 1)).reset_index()


def calendar_against_clock() -> tuple[float, float, int]:
    """Slope of the year of death on the year of the first recorded sanction, its standard error, and of how many.

    A slope of 0 means that all die at a common date, whenever they were first sanctioned; 1 means a fixed delay for
    each.
    """
    from scipy.stats import linregress

    events, people = soviet_events(), risk_set()
    first = events[events["kind"].isin(SANCTIONS) & (events["year"] >= 1918)].groupby("person_id")["year"].min()
    mine = people[(people["status"] == REPRESSION) & (people["end"] >= 1929)]
    mine = mine.assign(first=mine["person_id"].map(first)).dropna(subset="first")
    mine = mine[mine["first"] < mine["end"]]
    fit = linregress(mine["first"], mine["end"])
    return float(fit.slope), float(fit.stderr), len(mine)


def order_of_penalties() -> tuple[int, int, int]:
    """Pairs of first dates of oppositionists in the order of penalties, pairs against it, and of how many people."""
    return pairs_in_order(OPPOSITION, ORDER)


def pairs_in_order(cohorts: tuple[str, ...], order: Sequence[str]) -> tuple[int, int, int]:
    """Pairs of a person's first dates that follow an order of events, pairs against it, and of how many people."""
    events = soviet_events()
    mine = events[events["person_id"].isin(set(risk_set(cohorts)["person_id"])) & events["kind"].isin(order)]
    firsts = mine.groupby(["person_id", "kind"])["at"].min().unstack().reindex(columns=list(order))
    along, against, people = 0, 0, set()
    for person, row in firsts.iterrows():
        for early, late in ((a, b) for k, a in enumerate(order) for b in order[k + 1:]):
            gap = row[late] - row[early]
            if pd.notna(gap) and gap != 0:
                along, against = along + int(gap > 0), against + int(gap < 0)
                people.add(person)
    return along, against, len(people)
