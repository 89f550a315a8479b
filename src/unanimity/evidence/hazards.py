"""Hazard of death by repression, by year and by period."""

from __future__ import annotations

import pandas as pd

from unanimity.evidence.risk import BROAD, FIRST, GROUPS, IN_SOURCE, LAST, REPRESSION, at_risk, risk_set
from unanimity.evidence.shares import ratio_of_rates, wilson
from unanimity.evidence.tables import table

PERIODS = {"1917-1921": (1917, 1921), "1922-1927": (1922, 1927), "1928-1934": (1928, 1934), "1935": (1935, 1935),
           "1936-1938": (1936, 1938), "1939-1941": (1939, 1941), "1942-1953": (1942, 1953)}
FATAL = ("execution", "murder", "suicide", "death_in_custody", "rehabilitation", "disappearance")


def hazard_by_year() -> pd.DataFrame:
    """Deaths by repression among those at risk, each year; also of those whom an earlier event had recorded already.

    >>> float(hazard_by_year().set_index("year").loc[1938, "hazard"].round(2))
    0.35
    """
    people, events = risk_set(), table("events")
    first = events[~events["kind"].isin(FATAL)].groupby("person_id")["year"].min()
    people["first_event"] = people["person_id"].map(first)
    rows = []
    for year in range(FIRST, LAST + 1):
        here = at_risk(people, year)
        ended = here[here["end"] == year]
        struck = ended["status"] == REPRESSION
        before = here[here["first_event"] < year]
        low, high = wilson(int(struck.sum()), len(here))
        rows.append({
            "year": year, "at_risk": len(here), "repression": int(struck.sum()),
            "broad": int(ended["status"].isin(BROAD).sum()), "hazard": struck.sum() / len(here), "low": low,
            "high": high, "stated_in_source": int((struck & ended["death_kind_basis"].isin(IN_SOURCE)).sum()),
            "at_risk_seen_before": len(before),
            "repression_seen_before": int(((before["status"] == REPRESSION) & (before["end"] == year)).sum())})
    return pd.DataFrame(rows)


def hazard_by_period() -> pd.DataFrame:
    """The same by period and group: person-years, deaths, rate a year with its interval."""
    rows = []
    for period, (first, last) in PERIODS.items():
        for group in ("ALL", *GROUPS, *sorted(set(risk_set()["cohort"]) - set(GROUPS))):
            people = risk_set(() if group == "ALL" else GROUPS.get(group, (group,)))
            years = sum(len(at_risk(people, year)) for year in range(first, last + 1))
            ended = people[people["end"].between(first, last)]
            deaths = int((ended["status"] == REPRESSION).sum())
            low, high = wilson(deaths, years)
            rows.append({"period": period, "group": group, "person_years": years, "repression": deaths,
                         "broad": int(ended["status"].isin(BROAD).sum()),
                         "rate": deaths / years if years else float("nan"), "low": low, "high": high})
    return pd.DataFrame(rows)


def rate_ratio(period: str, other: str, group: str = "ALL", other_group: str = "") -> tuple[float, float, float]:
    """How many times higher one rate is than another, with its 95 % interval.

    >>> [round(x, 1) for x in rate_ratio("1936-1938", "1928-1934")]
    [26.3, 15.1, 45.8]
    """
    rates = hazard_by_period().set_index(["period", "group"])
    one, two = rates.loc[(period, group)], rates.loc[(other, other_group or group)]
    return ratio_of_rates(int(one["repression"]), int(one["person_years"]), int(two["repression"]),
                          int(two["person_years"]))
