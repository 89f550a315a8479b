"""Police: who is arrested and why, which rungs are used, where people are held, and what becomes of the arrested.

Drawn from the case log and the measures of custody. Numbers are means over the worlds of an arm, so that a page of one
world and a page of forty read alike. Months of a burn-in are left out.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from unanimity.report.html import Cell, Section
from unanimity.report.line_figures import Line, line_figure, months_note
from unanimity.report.measure_labels import listed
from unanimity.report.series import chosen_arm, inline, of_arm, people_of
from unanimity.report.theme import DISSENT, FEAR, HEIGHT, NEUTRAL, PRIVATE, PUBLIC, WIDTH, dressed
from unanimity.results import Result
from unanimity.support.number_format import RATE, percent, rate, told
from unanimity.world.codes import RUNGS

CAUSES = {  # cause in the log: what it is called, its colour
    "file": ("for a police file", PUBLIC), "quota": ("to fill the quota", FEAR), "purge": ("in a purge", "#C0508F"),
    "attack": ("after an attack", DISSENT), "hunt": ("in the hunt for an attacker", "#F08A5D"),
    "label": ("as one of a named branch", "#8A6D00"), "kinship": ("for kinship", "#0581BB"),
    "group": ("for a group", "#26323D"),
}
OTHER_CAUSE = ("for other causes", "#A9B0B8")
LADDER = {"reproof": "#FBE3D6", "dismissal": "#F7C3A7", "expulsion": "#F0997A", "exile": "#E0694F", "prison": "#C23B3B",
          "camp": "#8E1F45", "death": "#2A0A2E"}
PLACES = {"held_in_prison": ("prison", DISSENT), "held_in_camps": ("camps", FEAR), "held_in_exile": ("exile", PUBLIC),
          "held_for_inquiry": ("under inquiry", NEUTRAL), "gone_abroad": ("abroad", PRIVATE)}
FATES = {  # what became of an arrested person, in the order of the bar
    "let go": "#9CCBB3", "reproved, dismissed or expelled": "#F7C3A7", "served and released": "#4FA37F",
    "in exile": "#E0694F", "in prison or camp": "#B02F49", "abroad": "#6FA8DC", "under inquiry": "#C9CED4",
    "died otherwise": "#8A8F96", "died in custody": "#6B2B7A", "executed": "#1B0B20",
}
FEW = 10  # cases below which a number is printed grey
ENDS = ("died", "left", "exchanged", "released", "freed", "voided", "acquitted", "saved", "sanctioned", "capitulated")


def police_sections(result: Result, arm: str | None = None, place: str = "country", small: str = "") -> list[Section]:
    """Every section of the police for which the Result holds the log or the measures."""
    arm = chosen_arm(result, arm)
    made = []
    log = log_of(result, arm)
    if (log["event"] == "arrested").any() if not log.empty else False:
        made += [arrests(result, arm), innocents(result, arm), fates(result, arm)]
    if (log["event"] == "sanctioned").any() if not log.empty else False:
        made.insert(1, rungs(result, arm))
    if set(PLACES) <= set(result.measures):
        made.append(held(result, arm, place))
    return [section._replace(small=" ".join(filter(None, (section.small, small)))) for section in made]


def log_of(result: Result, arm: str) -> pd.DataFrame:
    """The case log of the worlds of an arm, from month 0 on."""
    if result.log.empty:
        return result.log
    mine = result.worlds.loc[result.worlds["arm"].astype(str) == arm, "world"]
    return result.log[result.log["world"].isin(mine) & (result.log["month"] >= 0)]


def worlds_of(result: Result, arm: str) -> int:
    """How many worlds an arm has."""
    return int((result.worlds["arm"].astype(str) == arm).sum())


def years_of(result: Result) -> float:
    """Years from month 0 on."""
    return float((result.months >= 0).sum()) / 12.0


def arrests(result: Result, arm: str) -> Section:
    """Arrests by cause and year."""
    log = log_of(result, arm)
    rows = log[log["event"] == "arrested"]
    named = rows["cause"].astype(str).map(lambda cause: CAUSES.get(cause, OTHER_CAUSE)[0])
    counts = by_year(result, arm, rows["month"], named)
    a_year = 1000 * len(rows) / worlds_of(result, arm) / people_of(result, arm) / max(years_of(result), 1 / 12)
    order = [words for words, _ in (*CAUSES.values(), OTHER_CAUSE) if words in set(counts["kind"])]
    colours = dict((*CAUSES.values(), OTHER_CAUSE))
    most = named.value_counts()
    finding = (f"{told(a_year, RATE)} are arrested, {percent(most.iloc[0] / len(rows))} of them "
               f"{most.index[0]}")
    see = "The colours say why people are taken: a file is something that somebody did or said; a quota is a number."
    if "to fill the quota" not in order:
        see = "The colours say why people are taken; no quota was filled here."
    chart = dressed(stacked(counts, order, colours, "arrests"), finding, _per_world(result, arm),
                    key=areas(order, colours))
    return Section("Police: arrests and their cause", chart, see)


def rungs(result: Result, arm: str) -> Section:
    """Sanctions by rung and year, and when each was first used."""
    log = log_of(result, arm)
    rows = log[(log["event"] == "sanctioned") & (log["rung"] > 0)]
    counts = by_year(result, arm, rows["month"], rows["rung_word"].astype(str))
    order = [rung for rung in RUNGS[1:] if rung in set(counts["kind"])]
    by_world = rows.groupby(["rung_word", "world"], observed=True)["month"].min()
    firsts = by_world.groupby("rung_word", observed=True).median()
    highest = order[-1]
    share = float((rows["rung_word"] == highest).mean())
    finding = f"The highest rung used is {highest}: {percent(share)} of all sanctions, for the first time in month " \
              f"{firsts[highest]:.0f}"
    climbed = [f"{rung} in month {firsts[rung]:.0f}" for rung in order if rung in firsts.index]
    months = [float(firsts[rung]) for rung in order if rung in firsts.index]
    upwards = len(months) > 2 and all(a < b for a, b in pairwise(months))
    see = ("The ladder is climbed rung by rung. " if upwards else "") + f"First used: {listed(climbed)}."
    note = _per_world(result, arm) + " First months are medians over worlds."
    chart = dressed(stacked(counts, order, LADDER, "sanctions"), finding, note, key=areas(order, LADDER))
    return Section("Police: the rungs of the ladder", chart, see)


def held(result: Result, arm: str, place: str) -> Section:
    """People in prison, camps, exile, under inquiry and abroad, over the months."""
    lines = [Line(words, of_arm(result, name, place, arm), colour) for name, (words, colour) in PLACES.items()]
    shown = [line for line in lines if float(np.nanmax(line.values.to_numpy())) > 0] or lines[:1]
    behind = sum(line.late for line in lines[:2])
    people = people_of(result, arm)
    finding = f"{rate(1000 * behind / people)} of 1,000 people are in prison or camp, " \
              f"{rate(1000 * lines[2].late / people)} in exile, {rate(1000 * lines[4].late / people)} abroad"
    chart = line_figure(shown, "people", "people", finding, months_note(result.months, lines[0].values.shape[1]))
    filling = [line.name for line in shown if _grows(line)]
    see = (f"At the end still filling faster than emptying: {listed(filling)}." if filling else
           "At the end no place fills faster than it empties: as many leave it, by release, death or flight, as enter.")
    return Section("Police: where people are held", chart, see)


def _grows(line: Line) -> bool:
    """Whether the last year's mean is a tenth, and one person, above that of the year before."""
    middle = line.course["middle"].to_numpy()
    if middle.size < 24:
        return False
    before, last = float(np.nanmean(middle[-24:-12])), float(np.nanmean(middle[-12:]))
    return last > 1.1 * before and last > before + 1.0


def innocents(result: Result, arm: str) -> Section:
    """The share of innocents among the arrested, by cause."""
    log = log_of(result, arm)
    rows = log[log["event"] == "arrested"]
    named = rows["cause"].astype(str).map(lambda cause: CAUSES.get(cause, OTHER_CAUSE)[0])
    table = pd.DataFrame({"cause": named.to_numpy(), "innocent": ~rows["guilty"].to_numpy(bool)})
    found = table.groupby("cause")["innocent"].agg(["mean", "size"]).sort_values("size", ascending=False)
    yearly = 1000.0 / (worlds_of(result, arm) * years_of(result) * people_of(result, arm))
    body = tuple((Cell(str(row.Index), faint=row.size < FEW), Cell(rate(row.size * yearly), faint=row.size < FEW),
                  Cell(percent(row.mean), bar=float(row.mean), faint=row.size < FEW))
                 for row in found.itertuples(name="Row") if row.size)
    finding = f"{percent(float(table['innocent'].mean()))} of the arrested had done nothing against the regime"
    see = ("Had acted means: dissent, contact, theft, a leaflet, a rising or an attack, of which the model knows and "
           "the police may not.")
    return Section("Police: taken for nothing", None, see, _per_world(result, arm) + _few(), finding=finding,
                   rows=(("cause", "arrests, per 1,000 a year", "had done nothing"), *body), kind="bars")


def fate_of_arrested(log: pd.DataFrame) -> pd.Series:
    """What became of each arrest in the log: one word of FATES a case, by its last entry in the log."""
    order = log.sort_values(["world", "person", "month"], kind="stable")
    case = (order["event"] == "arrested").groupby([order["world"], order["person"]]).cumsum()
    rows = order.assign(case=case)[case > 0]
    keys = ["world", "person", "case"]
    last = rows[rows["event"].isin(ENDS)].groupby(keys).tail(1).set_index(keys)
    cases = rows[rows["event"] == "arrested"].set_index(keys).index
    told = pd.Series([_fate(row) for row in last.itertuples()], index=last.index, dtype=object)
    return told.reindex(cases).fillna("under inquiry")


def _fate(row: Any) -> str:
    if row.event == "died":
        return {"executed": "executed", "custody": "died in custody"}.get(str(row.kind), "died otherwise")
    if row.event in ("left", "exchanged"):
        return "abroad"
    if row.event == "released":
        return "served and released"
    if row.event in ("freed", "voided", "acquitted"):
        return "let go"
    return {"none": "let go", "exile": "in exile", "prison": "in prison or camp", "camp": "in prison or camp",
            "death": "executed"}.get(str(row.rung_word), "reproved, dismissed or expelled")


def fates(result: Result, arm: str) -> Section:
    """The arrested, divided by what had become of them in the last month."""
    fate = fate_of_arrested(log_of(result, arm))
    counts = fate.value_counts().reindex(list(FATES)).fillna(0)
    share = counts / max(1, len(fate))
    body = tuple((name, Cell(percent(float(share[name])), bar=float(share[name]), faint=counts[name] < FEW))
                 for name in FATES if counts[name] > 0)
    dead = float(share["executed"] + share["died in custody"])
    finding = (f"Of those arrested {percent(float(share['let go']))} were let go; {percent(dead)} were executed or "
               f"died in custody")
    see = "Each arrest counts once, by the last that the log tells of it: what an arrest leads to under these rules."
    return Section("Police: what becomes of the arrested", None, see, _per_world(result, arm) + _few(),
                   finding=finding, rows=(("what became of them", "share of the arrested"), *body), kind="bars")


def by_year(result: Result, arm: str, months: pd.Series, kinds: pd.Series) -> pd.DataFrame:
    """Counts for 1,000 people by year and kind, mean over worlds; the last year may be short."""
    years = (months.to_numpy() // 12 + 1).astype(int)
    table = pd.DataFrame({"year": years, "kind": kinds.to_numpy()}).groupby(["year", "kind"]).size().rename("count")
    counts = table.reset_index()
    counts["count"] = 1000.0 * counts["count"] / worlds_of(result, arm) / people_of(result, arm)
    return counts


def stacked(counts: pd.DataFrame, order: list[str], colours: dict[str, str], what: str) -> Any:
    """Bars by year, divided by kind."""
    rank = {kind: k for k, kind in enumerate(order)}
    tips = [f"year {row.year}, {row.kind}: {rate(row.count)} per 1,000" for row in counts.itertuples(name="Row")]
    frame = counts.assign(rank=counts["kind"].map(rank), tip=tips)
    return alt.Chart(inline(frame)).mark_bar().encode(
        x=alt.X("year:O", title="year", axis=alt.Axis(labelAngle=0)),
        y=alt.Y("count:Q", title=f"{what} per 1,000 people in the year", axis=alt.Axis(tickCount=5)),
        color=alt.Color("kind:N", legend=None, scale=alt.Scale(domain=order, range=[colours[k] for k in order])),
        order=alt.Order("rank:Q"), description="tip:N").properties(width=WIDTH, height=HEIGHT - 60)


def areas(order: list[str], colours: dict[str, str]) -> list[dict[str, str]]:
    """The key of a stacked figure."""
    return [{"name": kind, "value": "", "colour": colours[kind], "dash": "", "area": "yes"} for kind in order]


def _few() -> str:
    return f" Grey: fewer than {FEW} cases in all worlds together."


def _per_world(result: Result, arm: str) -> str:
    worlds = worlds_of(result, arm)
    which = f"Mean of {worlds} worlds" if worlds > 1 else "A single world"
    return f"{which} of {result.manifest['people']:,} people."
