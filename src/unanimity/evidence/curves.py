"""Survival by cohort: Kaplan-Meier with delayed entry (lifelines), Greenwood's log-log intervals, competing deaths."""

from __future__ import annotations

import numpy as np
import pandas as pd

from unanimity.evidence.risk import BROAD, FIRST, GROUPS, IN_SOURCE, LAST, LOST, OTHER, REPRESSION, risk_set
from unanimity.support.errors import unknown
from unanimity.support.extras import need

ALL = "ALL"
STATED, EXACT = "SENS_only_deaths_stated_in_source", "SENS_no_approximate_years"
DRAWN = ("party_opposition", "party_no_opposition", "other_socialists")  # groups with a curve of their own


def names() -> list[str]:
    """Every cohort, the whole risk set, groups of cohorts, and two checks of the sensitivity."""
    return [*sorted(set(risk_set()["cohort"])), ALL, *(f"GROUP_{name}" for name in DRAWN), STATED, EXACT]


def people_of(name: str) -> pd.DataFrame:
    """The people of a curve."""
    people = risk_set()
    if name == STATED:  # a death not stated by the source is treated as loss to follow-up
        unsaid = people["status"].isin(BROAD) & ~people["death_kind_basis"].isin(IN_SOURCE)
        return people.assign(status=people["status"].mask(unsaid, LOST))
    if name == EXACT:
        return people[people["died_approx"] == 0]
    if name == ALL:
        return people
    if name.startswith("GROUP_") and name[6:] in GROUPS:
        return risk_set(GROUPS[name[6:]])
    if name not in set(people["cohort"]):
        raise unknown("", "cohort", name, names())
    return risk_set((name,))


def survival(name: str = ALL) -> pd.DataFrame:
    """Year by year: at risk, deaths by kind, the share that survives repression (strict, with its 95 % interval, and
    broad), and the share dead by repression where other deaths compete.

    >>> float(survival("ALL").set_index("year").loc[1941, "survival"].round(2))
    0.29
    """
    people = people_of(name)
    years = np.arange(FIRST, LAST + 1)
    rows = pd.DataFrame({"cohort": name, "year": years})
    rows["at_risk"] = [int(((people["entry"] <= y) & (people["end"] >= y)).sum()) for y in years]
    for column, statuses in (("repression", (REPRESSION,)), ("broad", BROAD), ("other", (OTHER,))):
        mine = people.loc[people["status"].isin(statuses), "end"]
        rows[column] = [int((mine == y).sum()) for y in years]
    strict, low, high = _curve(people, (REPRESSION,), years)
    broad, _, _ = _curve(people, BROAD, years)
    n = rows["at_risk"].clip(lower=1)
    free = (1 - (rows["broad"] + rows["other"]) / n).cumprod()  # of any death: Aalen-Johansen in whole years
    incidence = (free.shift(fill_value=1.0) * rows["broad"] / n).cumsum()
    return rows.assign(survival=strict, low=low, high=high, survival_broad=broad, incidence=incidence)


def _curve(people: pd.DataFrame, statuses: tuple[str, ...], years: np.ndarray) -> tuple[np.ndarray, ...]:
    """Survival at the end of each year. A year is the interval from itself to the next, so people who enter during it
    are at risk."""
    need("a survival curve", "lifelines")
    from lifelines import KaplanMeierFitter

    fit = KaplanMeierFitter().fit(people["end"] + 1 - FIRST, people["status"].isin(statuses),
                                  timeline=years + 1 - FIRST, entry=people["entry"] - FIRST)
    bounds = fit.confidence_interval_survival_function_
    return (fit.survival_function_at_times(years + 1 - FIRST).to_numpy(),
            bounds.iloc[:, 0].reindex(years + 1 - FIRST).to_numpy(),
            bounds.iloc[:, 1].reindex(years + 1 - FIRST).to_numpy())


def survival_by_cohort() -> pd.DataFrame:
    """The curves of all cohorts, groups and checks in one long table."""
    return pd.concat([survival(name) for name in names()], ignore_index=True)
