"""Police: who is arrested and why, which rungs are used, where people are held, and what becomes of the arrested.

Drawn from the case log and the measures of custody. Numbers are means over the worlds of an arm, so that a page of one
world and a page of forty read alike. Months of a burn-in are left out.
"""

from __future__ import annotations

from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from unanimity.report.html import Section
from unanimity.report.lines import Line, line_figure, months_note
from unanimity.report.series import chosen_arm, inline, of_arm
from unanimity.report.theme import DISSENT, FEAR, HEIGHT, INK, MUTED, NEUTRAL, PRIVATE, PUBLIC, WIDTH, dressed
from unanimity.report.words import listed
from unanimity.results import Result
from unanimity.world.numbers import percent, plain
from unanimity.world.words import RUNGS

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
    return [section._replace(small=small) for section in made]


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
    a_year = 1000 * len(rows) / worlds_of(result, arm) / result.manifest["people"] / max(years_of(result), 1 / 12)
    order = [words for words, _ in (*CAUSES.values(), OTHER_CAUSE) if words in set(counts["kind"])]
    colours = dict((*CAUSES.values(), OTHER_CAUSE))
    most = named.value_counts()
    finding = (f"{plain(a_year)} arrests a year for 1,000 people, {percent(most.iloc[0] / len(rows))} of them "
               f"{most.index[0]}")
    see = "The colours say why people are taken: a file is something that somebody did or said; a quota is a number."
    if "to fill the quota" not in order:
        see = "The colours say why people are taken; no quota was filled here."
    return Section("Police: arrests and their cause", dressed(stacked(counts, order, colours, "arrests"), finding,
                                                            _per_world(result, arm)), see)


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
    see = f"The ladder is climbed rung by rung, each step made easier by the one before. First used: {listed(climbed)}."
    note = _per_world(result, arm) + " First months are medians over worlds."
    chart = dressed(stacked(counts, order, LADDER, "sanctions"), finding, note)
    return Section("Police: the rungs of the ladder", chart, see)


def held(result: Result, arm: str, place: str) -> Section:
    """People in prison, camps, exile, under inquiry and abroad, over the months."""
    lines = [Line(words, of_arm(result, name, place, arm), colour) for name, (words, colour) in PLACES.items()]
    shown = [line for line in lines if float(np.nanmax(line.values.to_numpy())) > 0] or lines[:1]
    behind = sum(line.late for line in lines[:2])
    people = result.manifest["people"]
    finding = f"{plain(1000 * behind / people)} of 1,000 people are in prison or camp, " \
              f"{plain(1000 * lines[2].late / people)} in exile, {plain(1000 * lines[4].late / people)} abroad"
    chart = line_figure(shown, "people", "people", finding, months_note(result.months, lines[0].values.shape[1]))
    grown = shown[0].values.iloc[-1].mean() > 1.2 * max(1.0, shown[0].values.iloc[len(shown[0].values) // 2].mean())
    see = ("A line that still climbs at the end is a place that fills faster than it empties." if grown else
           "Where a line is flat, as many leave a place as enter it: by release, by death, or by flight.")
    return Section("Police: where people are held", chart, see)


def innocents(result: Result, arm: str) -> Section:
    """Of the arrested, how many had done nothing, by cause."""
    log = log_of(result, arm)
    rows = log[log["event"] == "arrested"]
    named = rows["cause"].astype(str).map(lambda cause: CAUSES.get(cause, OTHER_CAUSE)[0])
    table = pd.DataFrame({"cause": named.to_numpy(), "innocent": ~rows["guilty"].to_numpy(bool)})
    found = table.groupby("cause")["innocent"].agg(["mean", "size"]).reset_index().sort_values("size", ascending=False)
    found["share"] = found["mean"]
    found["text"] = [f"{percent(m)} of {plain(n / worlds_of(result, arm))} arrests" for m, n in
                     zip(found["mean"], found["size"], strict=True)]
    share = float(table["innocent"].mean())
    finding = f"{percent(share)} of the arrested had done nothing against the regime"
    base = alt.Chart(inline(found[["cause", "share", "text"]])).encode(
        y=alt.Y("cause:N", sort=list(found["cause"]), axis=alt.Axis(title=None, labelColor=INK, labelLimit=230,
                                                                   domain=False, grid=False)),
        x=alt.X("share:Q", scale=alt.Scale(domain=[0, 1]), title="arrested who had done nothing (%)",
                axis=alt.Axis(format="%", grid=True, values=[0, 0.25, 0.5, 0.75, 1])))
    chart = alt.layer(base.mark_bar(color=FEAR, height=16), base.mark_text(align="left", dx=8, color=MUTED).encode(
        text="text:N")).properties(width=WIDTH - 60, height=34 * len(found))
    see = ("Had acted means: dissent, contact, theft, a leaflet, a rising or an attack, of which the model knows and "
           "the police may not.")
    return Section("Police: taken for nothing", dressed(chart, finding, _per_world(result, arm)), see)


def fate_of_arrested(log: pd.DataFrame) -> pd.Series:
    """What became of each arrest in the log: one word of FATES a case, by the last thing that the log tells of it."""
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
    """The arrested as one bar, divided by what had become of them in the last month."""
    fate = fate_of_arrested(log_of(result, arm))
    share = fate.value_counts(normalize=True).reindex(list(FATES)).fillna(0.0)
    shown = pd.DataFrame({"fate": share.index, "share": share.to_numpy(), "rank": range(len(share))})
    shown = shown[shown["share"] > 0]
    names, widest = list(shown["fate"]), 1.15 * float(shown["share"].max())
    colour = alt.Color("fate:N", legend=None, scale=alt.Scale(domain=names, range=[FATES[n] for n in names]))
    bar = alt.Chart(inline(shown)).mark_bar(height=24).encode(
        y=alt.Y("fate:N", sort=names, axis=alt.Axis(title=None, labelColor=INK, labelLimit=240, domain=False,
                                                   grid=False)),
        x=alt.X("share:Q", title="share of the arrested (%)", scale=alt.Scale(domain=[0, widest]),
                axis=alt.Axis(format="%", grid=True, tickCount=6)), color=colour,
        tooltip=[alt.Tooltip("fate:N"), alt.Tooltip("share:Q", format=".1%")])
    words = bar.mark_text(align="left", dx=8).encode(text=alt.Text("share:Q", format=".0%"), color=alt.value(MUTED))
    chart = alt.layer(bar, words).properties(width=WIDTH - 60, height=32 * len(names))
    dead = float(share["executed"] + share["died in custody"])
    finding = (f"Of those arrested {percent(float(share['let go']))} were let go; {percent(dead)} were executed or "
               f"died in custody")
    see = "Each arrest counts once, by the last that the log tells of it: what an arrest leads to under these rules."
    return Section("Police: what becomes of the arrested", dressed(chart, finding, _per_world(result, arm)), see)


def by_year(result: Result, arm: str, months: pd.Series, kinds: pd.Series) -> pd.DataFrame:
    """Counts by year and kind, mean over worlds; the last year may be short."""
    years = (months.to_numpy() // 12 + 1).astype(int)
    table = pd.DataFrame({"year": years, "kind": kinds.to_numpy()}).groupby(["year", "kind"]).size().rename("count")
    counts = table.reset_index()
    counts["count"] = counts["count"] / worlds_of(result, arm)
    return counts


def stacked(counts: pd.DataFrame, order: list[str], colours: dict[str, str], what: str) -> Any:
    """Bars by year, divided by kind."""
    frame = counts.assign(rank=counts["kind"].map({kind: k for k, kind in enumerate(order)}))
    legend = alt.Legend(title=None, orient="top", columns=4, labelLimit=220, symbolType="square", offset=12)
    return alt.Chart(inline(frame)).mark_bar().encode(
        x=alt.X("year:O", title="year", axis=alt.Axis(labelAngle=0)),
        y=alt.Y("count:Q", title=f"{what} in a world and year", axis=alt.Axis(tickCount=5)),
        color=alt.Color("kind:N", legend=legend, scale=alt.Scale(domain=order, range=[colours[k] for k in order])),
        order=alt.Order("rank:Q"), tooltip=[alt.Tooltip("year:O"), alt.Tooltip("kind:N", title=" "),
                                            alt.Tooltip("count:Q", format=".1f")],
    ).properties(width=WIDTH, height=HEIGHT - 60)


def _per_world(result: Result, arm: str) -> str:
    worlds = worlds_of(result, arm)
    which = f"Mean of {worlds} worlds" if worlds > 1 else "A single world"
    return f"{which} of {result.manifest['people']:,} people."
