"""Estimates that answer a claim's question from the tables: a number, its 95 % interval, its sample size, and words.

Each function takes only the options given in `data/questions.toml`; its result is computed from the tables when it is
called.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from unanimity.evidence import shares
from unanimity.evidence.outcomes import UNTIL, dead_of_known
from unanimity.evidence.risk import GROUPS, REPRESSION, at_risk, risk_set
from unanimity.evidence.sequences import pairs_in_order, soviet_events
from unanimity.evidence.tables import table
from unanimity.support.errors import UserError, refuse, unknown

Options = Mapping[str, Any]
# how heavy a penalty is, in the order in which the sources name them (002 l.132-145)
SEVERITY = {"dismissal": 1, "expulsion": 1, "arrest": 2, "internal_exile": 2, "prison": 3, "camp": 3, "execution": 4}


@dataclass(frozen=True)
class Estimate:
    """A number from the tables with its interval."""

    value: float
    low: float
    high: float
    n: int  # persons, events or years on which it rests
    unit: str  # times, points, share, correlation, or a unit of the figures
    told: str  # the counts behind it
    counted: str = "people"  # what n counts
    spread: float = math.nan  # standard deviation of one case, in points, over both groups together


def _cohorts(names: Sequence[str]) -> tuple[str, ...]:
    """Cohorts by their names, or by the name of a group of cohorts; no names means all."""
    known = set(risk_set()["cohort"])
    for name in names:
        if name not in GROUPS and name not in known:
            raise unknown("questions.toml", "cohort", name, [*GROUPS, *sorted(known)])
    return tuple(cohort for name in names for cohort in GROUPS.get(name, (name,)))


def _people(group: Options) -> pd.DataFrame:
    """The people of a group of the risk set: {cohorts, at (a year at risk), signed (a recantation is recorded)}."""
    people = risk_set(_cohorts(group.get("cohorts", ())))
    if "at" in group:
        people = at_risk(people, int(group["at"]))
    if "signed" in group:
        people = people[people["capitulated"].eq(1) == bool(group["signed"])]
    return people



# --- fates ------------------------------------------------------------------------------------------------------------
def fates(one: Options, other: Options, scale: str = "times", until: int = UNTIL) -> Estimate:
    """Share dead by repression by a year, among those whose fate is known: one group compared with another."""
    (dead, known), (dead2, known2) = dead_of_known(_people(one), until), dead_of_known(_people(other), until)
    told = f"{dead} of {known} {one['says']} against {dead2} of {known2} {other['says']}"
    return _of_shares((dead, known, dead2, known2), scale, told)


def _of_shares(counts: tuple[int, int, int, int], scale: str, told: str, counted: str = "people") -> Estimate:
    n = counts[1] + counts[3]
    if not counts[1] or not counts[3]:
        return Estimate(math.nan, math.nan, math.nan, n, scale, told, counted)
    if scale == "points":
        middle, low, high = shares.difference_of_shares(*counts)
        share = (counts[0] + counts[2]) / n
        return Estimate(100 * middle, 100 * low, 100 * high, n, scale, told, counted,
                        100 * math.sqrt(share * (1 - share)))
    return Estimate(*shares.ratio_of_shares(*counts), n, scale, told, counted)


def leavers(cohorts: Sequence[str], since: int = 1922, until: int = UNTIL) -> Estimate:
    """Share killed by the state by a year: emigrants compared with those who stayed and were alive in a year."""
    people = _people({"cohorts": cohorts})
    left = people[people["exit_kind"].eq("emigration")]
    stayed = people[(people["end"] >= since) & ~people["exit_kind"].isin(("emigration", "lost_to_view"))]
    killed = int((left["killed_abroad"] & (left["died"] <= until)).sum())
    dead, known = dead_of_known(stayed, until)
    told = f"{killed} of {len(left)} who left against {dead} of {known} who stayed"
    return _of_shares((killed, len(left), dead, known), "points", told)


# --- rates ------------------------------------------------------------------------------------------------------------
def _years(people: pd.DataFrame, first: int, last: int) -> int:
    return sum(len(at_risk(people, year)) for year in range(first, last + 1))


def _deaths(people: pd.DataFrame, first: int, last: int, kinds: Sequence[str]) -> int:
    struck = people[people["end"].between(first, last) & people["status"].eq(REPRESSION)]
    return int(struck["death_kind"].isin(kinds).sum()) if kinds else len(struck)


def death_rates(one: Options, other: Options, kinds: Sequence[str] = ()) -> Estimate:
    """Deaths by repression per person-year: a group in some years compared with another group or other years."""
    counts: list[int] = []
    for group in (one, other):
        people, (first, last) = _people(group), group["years"]
        counts += [_deaths(people, first, last, kinds), _years(people, first, last)]
    return _of_rates(counts, one, other, "death")


def event_rates(one: Options, other: Options, kinds: Sequence[str]) -> Estimate:
    """People struck by an event of some kinds a person-year, once in each year: as `death_rates`."""
    counts: list[int] = []
    for group in (one, other):
        people, (first, last) = _people(group), group["years"]
        events = soviet_events()
        mine = events[events["person_id"].isin(set(people["person_id"])) & events["kind"].isin(kinds)
                      & events["year"].between(first, last)]
        counts += [len(mine[["person_id", "year"]].drop_duplicates()), _years(people, first, last)]
    return _of_rates(counts, one, other, "case")


def _of_rates(counts: Sequence[int], one: Options, other: Options, what: str) -> Estimate:
    struck, years, struck2, years2 = counts
    told = (f"{struck} {what}{'' if struck == 1 else 's'} in {years:,} person-years {one['says']} against {struck2} in "
            f"{years2:,} {other['says']}")
    return Estimate(*shares.ratio_of_small_rates(struck, years, struck2, years2), struck + struck2, "times", told,
                    f"{what}s")


# --- who the victims are ----------------------------------------------------------------------------------------------
def among_the_dead(one: Options, other: Options, who: Options, of: Options) -> Estimate:
    """What share of the deaths by repression of `of` are of `who`: in some years against others."""
    whole = _people(of)
    mine = set(_people(who)["person_id"])
    if "also_signed" in who:
        mine |= set(_people({"cohorts": who["also_signed"], "signed": True})["person_id"])
    counts: list[int] = []
    for period in (one, other):
        first, last = period["years"]
        struck = whole[whole["end"].between(first, last) & whole["status"].eq(REPRESSION)]
        counts += [int(struck["person_id"].isin(mine).sum()), len(struck)]
    told = (f"{counts[0]} of {counts[1]} deaths {one['says']} are of {who['says']}, against {counts[2]} of {counts[3]} "
            f"{other['says']}")
    return _of_shares((counts[0], counts[1], counts[2], counts[3]), "points", told, "deaths")


def shown_in_court(years: Sequence[int]) -> Estimate:
    """Of those executed in some years, the share who had been tried in public within the year before."""
    people = risk_set()
    first, last = years
    shot = people[people["end"].between(first, last) & people["status"].eq(REPRESSION)
                  & people["death_kind"].eq("executed")]
    events = soviet_events()
    trials = events[(events["kind"] == "trial") & events["year"].between(first - 1, last)]
    seen = int(shot["person_id"].isin(set(trials["person_id"])).sum())
    low, high = shares.wilson(seen, len(shot))
    return Estimate(100 * seen / len(shot), 100 * low, 100 * high, len(shot), "percent",
                    f"{seen} of {len(shot)} executed in {first}-{last % 100:02d} had been shown in court")


def executed_after(one: Options, other: Options) -> Estimate:
    """Executed within a year of a first event: {kind, by (pattern), years}, one kind against another."""
    people, events = risk_set().set_index("person_id"), soviet_events()
    counts: list[int] = []
    for case in (one, other):
        first, last = case["years"]
        mine = events[(events["kind"] == case["kind"]) & events["year"].between(first, last)
                      & events["by"].fillna("").str.contains(case.get("by", ""))
                      & events["person_id"].isin(people.index)]
        year = mine.groupby("person_id")["year"].min()
        fate = people.loc[year.index]
        shot = fate["death_kind"].eq("executed") & fate["status"].eq(REPRESSION) & (fate["end"] - year <= 1)
        counts += [int(shot.sum()), len(year)]
    told = (f"{counts[0]} of {counts[1]} {one['says']} executed within a year, {counts[2]} of {counts[3]} "
            f"{other['says']}")
    return _of_shares((counts[0], counts[1], counts[2], counts[3]), "points", told)


# --- order and trend --------------------------------------------------------------------------------------------------
def in_order(cohorts: Sequence[str], order: Sequence[str]) -> Estimate:
    """Pairs of a person's first dates that follow an order of penalties, of all pairs with different dates."""
    along, against, people = pairs_in_order(_cohorts(cohorts), order)
    low, high = shares.wilson(along, along + against)
    return Estimate(100 * along / (along + against), 100 * low, 100 * high, people, "percent",
                    f"{along} pairs of dates of {people} people in that order, {against} against it")


def severity_by_year(cohorts: Sequence[str], years: Sequence[int]) -> Estimate:
    """Rank correlation of the weight of a penalty with its year; its interval is by jackknife over persons, since the
    penalties of one person are not independent."""
    events, people = soviet_events(), _people({"cohorts": cohorts})
    mine = events[events["person_id"].isin(set(people["person_id"])) & events["kind"].isin(SEVERITY)
                  & events["year"].between(*years)]
    year, weight = mine["year"].to_numpy(float), mine["kind"].map(SEVERITY).to_numpy(float)
    who = mine["person_id"].to_numpy()
    names = sorted(set(who))
    whole = _rank_correlation(year, weight)
    without = np.arctanh([_rank_correlation(year[who != name], weight[who != name]) for name in names])
    spread = 1.96 * math.sqrt((len(names) - 1) / len(names) * float(((without - without.mean()) ** 2).sum()))
    middle = math.atanh(whole)
    return Estimate(whole, math.tanh(middle - spread), math.tanh(middle + spread), len(mine), "correlation",
                    f"{len(mine)} penalties of {len(names)} people in {years[0]}-{years[1] % 100:02d}", "penalties")


def _rank_correlation(x: np.ndarray, y: np.ndarray) -> float:
    from scipy.stats import rankdata

    a, b = rankdata(x), rankdata(y)
    return float(np.corrcoef(a, b)[0, 1]) if a.std() and b.std() else math.nan


# --- yearly series ----------------------------------------------------------------------------------------------------
def _course(series: str) -> pd.Series:
    rows = table("series")
    mine = rows[rows["series"] == series]
    if mine.empty:
        raise unknown("questions.toml", "series", series, sorted(set(rows["series"])))
    return mine.set_index("year")["value"]


def quiet_years(series: str) -> Estimate:
    """Whether the quiet years, each lower than the year before and after, lie higher one after the other."""
    from scipy.stats import kendalltau

    course = _course(series)
    quiet = [year for year in course.index[1:-1] if course[year] < min(course[year - 1], course[year + 1])]
    tau = float(kendalltau(range(len(quiet)), [course[year] for year in quiet]).statistic)
    # Fisher's transformation with the variance that holds for Kendall's tau; with fewer than five points: no bound
    spread = 1.96 * math.sqrt(0.437 / (len(quiet) - 4)) if len(quiet) > 4 else math.inf
    middle = math.atanh(min(max(tau, -0.999), 0.999))
    told = ", ".join(f"{year}: {course[year]:,.0f}" for year in quiet)
    return Estimate(tau, math.tanh(middle - spread), math.tanh(middle + spread), len(quiet), "correlation",
                    f"quiet years {told}", "years")


def change_of_year(series: str, year: int) -> Estimate:
    """The ratio of a year's number to that of the year before; the interval is from the changes of the other years."""
    course = np.log(_course(series))
    steps = course.diff().dropna()
    usual = float(steps.drop(year).std(ddof=1))
    step, values = float(steps[year]), np.exp(course)
    told = f"{values[year]:,.0f} in {year} against {values[year - 1]:,.0f} in {year - 1}"
    return Estimate(math.exp(step), math.exp(step - 1.96 * usual), math.exp(step + 1.96 * usual), len(steps), "times",
                    told, "years")


# --- figures of the documents -----------------------------------------------------------------------------------------
def _figure(key: str) -> pd.Series:
    rows = table("letters" if key.startswith("L") else "figures").set_index("id")
    if key not in rows.index or not rows.loc[key, "usable"]:
        raise refuse("questions.toml", "figure", key, "a usable row of figures.csv or letters.csv")
    return rows.loc[key]


def _number(key: str) -> float:
    row = _figure(key)
    return float(row["value"]) if pd.notna(row["value"]) else float((row["low"] + row["high"]) / 2)


def two_counts(one: Options, other: Options) -> Estimate:
    """Two shares that documents state: {count, of} are ids of figures, or {series, year} of a yearly series."""
    counts: list[int] = []
    for share in (one, other):
        for part in (share["count"], share["of"]):
            found = _number(part) if isinstance(part, str) else float(_course(part["series"])[part["year"]])
            counts.append(round(found))
    told = f"{counts[0]:,} of {counts[1]:,} {one['says']} against {counts[2]:,} of {counts[3]:,} {other['says']}"
    made = _of_shares((counts[0], counts[1], counts[2], counts[3]), "points", told)
    return replace(made, n=counts[1]) if one["of"] == other["of"] else made  # the same people in both


def stated(figures: Mapping[str, str]) -> Estimate:
    """Numbers that a document states, each with what it counts: the first is the estimate."""
    rows = {key: _figure(key) for key in figures}
    key, head = next(iter(rows.items()))
    value = _number(key)
    low, high = (float(head[end]) if pd.notna(head[end]) else value for end in ("low", "high"))
    told = ", ".join(f"{_in_figures(row)} {figures[key]}" for key, row in rows.items())
    return Estimate(value, low, high, len(rows), figures[key], told, "numbers")


def _in_figures(row: pd.Series) -> str:
    return f"{row['value']:g}" if pd.notna(row["value"]) else f"{row['low']:g} to {row['high']:g}"


KINDS: dict[str, Callable[..., Estimate]] = {
    made.__name__: made for made in (fates, leavers, death_rates, event_rates, among_the_dead, shown_in_court,
                                     executed_after, in_order, severity_by_year, quiet_years, change_of_year,
                                     two_counts, stated)}


def estimate(kind: str, options: Options, where: str) -> Estimate:
    """An estimate by its kind and options; an error in the options is reported with its place."""
    if kind not in KINDS:
        raise unknown(where, "ask", kind, KINDS)
    try:
        return KINDS[kind](**options)
    except (TypeError, KeyError) as slip:
        raise UserError(f"{where}: with has a slip ({slip}); allowed: the options of {kind} "
                        f"(evidence/estimates.py).") from None
