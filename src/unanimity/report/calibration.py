"""The page of a calibration on a record: parameters and distances before and after, emulators, misfits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from unanimity import __version__
from unanimity.report.html import Section, write_page
from unanimity.report.measure_labels import sentence
from unanimity.report.series import inline
from unanimity.report.theme import DISSENT, INK, MUTED, NEUTRAL, PRIVATE, PUBLIC, WIDTH, dressed
from unanimity.support.number_format import percent, plain, score
from unanimity.support.source_hash import source_hash

Calibrated = Any  # of history/calibration_result.py, which stands above this room: tables, repr, regime
MOST_SCREENED = 40  # parameters of the screening on the page; the whole is in its CSV
MOST_PLACED = 30  # settings drawn with their distance beyond that of the nearest
ROW = 20  # pixels
METHODS = {"elementary effects": "elementary effects (Morris' method, radial)", "rank correlation": "rank correlation"}


def write_calibration(found: Calibrated, path: Path) -> Path:
    """The page; returns its path."""
    sections = [parameters_section(found.posterior), distances_section(found.targets),
                *placed_sections(found.placed, found.certainty), misfits_section(found.misfits, found.targets),
                screening_section(found.screening, found.method),
                waves_section(found.waves), emulator_section(found.emulators), targets_section(found.targets)]
    regime = found.regime
    manifest = {"regime": regime.where or regime.name, "fingerprints": [regime.fingerprint],
                "levers": {regime.name: {key: regime.lever_text(key) for key in regime.levers}},
                "parameters": {regime.name: dict(regime.parameters)}, "inputs": {regime.name: dict(regime.inputs)},
                "sources": dict(regime.sources), "people": regime.society.people, "seeds": [],
                "worlds_run": sum(one.settings * one.worlds for one in found.stages),
                "months": [-regime.burn_in, regime.months - 1], "burn_in": regime.burn_in, "version": __version__,
                "source": source_hash()}
    asks = "Which settings agree with the record, and how sure is it?"
    told = " ".join(sentence(line.strip()) + "." for line in repr(found).splitlines()[:3])
    return write_page(path, f"Calibration of {regime.name}", asks, told, sections, manifest)


def parameters_section(posterior: pd.DataFrame) -> Section:
    """Every parameter on the range that was searched, and the 90 % interval of the ensemble in it."""
    rows = posterior.sort_values("width", kind="stable")
    span = (rows["high"] - rows["low"]).to_numpy(float)

    def at(name: str) -> np.ndarray:
        return np.asarray((rows[name] - rows["low"]).to_numpy(float) / span)

    drawn = pd.DataFrame({"parameter": rows["parameter"], "zero": 0.0, "one": 1.0, "from": at("from"), "to": at("to"),
                          "median": at("median"), "default": at("default"), "best": at("best"),
                          "state": np.where(rows["narrowed"], "narrowed", "free")})
    scale = alt.Scale(domain=[0.0, 1.0], nice=False)
    base = alt.Chart(inline(drawn)).encode(y=alt.Y("parameter:N", sort=list(drawn["parameter"]), title=None,
                                                   axis=alt.Axis(labelLimit=260, labelColor=INK)))
    colour = alt.Color("state:N", title=None, scale=alt.Scale(domain=["narrowed", "free"], range=[PRIVATE, NEUTRAL]))
    chart = alt.layer(
        base.mark_rule(color="#D5DAE0", strokeWidth=6).encode(x=alt.X("zero:Q", scale=scale, title="0 and 1: the ends "
                                                                      "of the range searched"), x2="one:Q"),
        base.mark_rule(strokeWidth=6).encode(x=alt.X("from:Q", scale=scale), x2="to:Q", color=colour),
        base.mark_tick(color=INK, thickness=2, size=13).encode(x=alt.X("median:Q", scale=scale)),
        base.mark_point(color=MUTED, shape="diamond", size=34).encode(x=alt.X("default:Q", scale=scale)),
        base.mark_point(color=DISSENT, shape="cross", size=34).encode(x=alt.X("best:Q", scale=scale)),
    ).properties(width=WIDTH - 200, height=max(60, ROW * len(drawn)))
    finding = f"{int(rows['narrowed'].sum())} of {len(rows)} parameters are pinned down by the record"
    see = ("Grey: the range searched. Coloured: the 90 % interval after, with its median. Diamond: the default before; "
           "cross: the best-placed member.")
    head = ("parameter", "meaning", "range searched", "90 % interval after", "median", "default", "best", "")
    table = tuple((row["parameter"], row["meaning"], f"{plain(row['low'])} .. {plain(row['high'])}",
                   f"{plain(row['from'])} .. {plain(row['to'])}", plain(row["median"]), plain(row["default"]),
                   plain(row["best"]), "narrowed" if row["narrowed"] else "free") for row in rows.to_dict("records"))
    return Section("Parameters, before and after", dressed(chart, finding, see, fixed=True), "", "", (head, *table),
                   "All parameters as a table")


def distances_section(targets: pd.DataFrame) -> Section:
    """Log-distances of every row with the defaults and with the ensemble."""
    rows = targets[targets["counted"]].sort_values("distance", ascending=False, kind="stable")
    both = [(name, when, float(value)) for when, column in (("before", "distance_before"), ("after", "distance"))
            for name, value in zip(rows["id"], rows[column], strict=True) if np.isfinite(value)]
    drawn = pd.DataFrame(both, columns=["row", "when", "distance"])
    chart = alt.Chart(inline(drawn)).mark_circle(size=60, opacity=0.9).encode(
        x=alt.X("distance:Q", title="log-distance to the record's band; 0 is inside, 0.69 a factor of two",
                axis=alt.Axis(tickCount=6)),
        y=alt.Y("row:N", sort=list(rows["id"]), title=None, axis=alt.Axis(labelLimit=260, labelColor=INK)),
        color=alt.Color("when:N", title=None, scale=alt.Scale(domain=["before", "after"], range=[NEUTRAL, PUBLIC])),
        tooltip=["row:N", "when:N", "distance:Q"]).properties(width=WIDTH - 200, height=max(60, ROW * len(rows)))
    means = drawn.groupby("when")["distance"].mean()
    finding = (f"The mean log-distance goes from {score(means['before'])} to {score(means['after'])}"
               if {"before", "after"} <= set(means.index) else f"{len(rows)} rows are counted")
    return Section("Distances, before and after", dressed(chart, finding, "Before: the defaults. After: the weighted "
                                                          "mean over the ensemble.", fixed=True))


def placed_sections(placed: pd.DataFrame, finding: str) -> list[Section]:
    """How much further each setting lies from the record than the nearest; nothing where too few worlds were run."""
    if not len(placed):
        return []
    rows = placed.iloc[1:].head(MOST_PLACED)
    drawn = pd.DataFrame({"place": rows["rank"].astype(str), "from": rows["further_low"], "to": rows["further_high"],
                          "further": rows["further"],
                          "state": np.where(rows["told_apart"], "further", "cannot be told apart")})
    base = alt.Chart(inline(drawn)).encode(y=alt.Y("place:N", sort=list(drawn["place"]), title="place by distance",
                                                   axis=alt.Axis(labelColor=INK)))
    colour = alt.Color("state:N", title=None, scale=alt.Scale(domain=["further", "cannot be told apart"],
                                                              range=[NEUTRAL, PRIVATE]))
    chart = alt.layer(
        base.mark_rule(strokeWidth=4).encode(x=alt.X("from:Q", title="mean log-distance beyond that of the nearest "
                                                     "setting"), x2="to:Q", color=colour),
        base.mark_point(filled=True, size=45, color=INK).encode(x="further:Q"),
        alt.Chart(inline(pd.DataFrame({"zero": [0.0]}))).mark_rule(color=MUTED, strokeDash=[3, 3]).encode(x="zero:Q"),
    ).properties(width=WIDTH - 200, height=max(60, ROW * len(drawn)))
    see = (f"The nearest {len(rows)} after the first: the difference of the mean log-distance, with 90 % of "
           f"resamplings of the worlds, which all settings share. All are in placed.csv.")
    return [Section("How sure the order is", dressed(chart, finding[:1].upper() + finding[1:], see, fixed=True))]


def misfits_section(misfits: pd.DataFrame, targets: pd.DataFrame) -> Section:
    """Rows that none of the settings run meets, with the mechanism whose form they call into question; where each is
    met, how many of them the best-placed member meets."""
    head = ("row", "mechanism", "nearest that any setting came", "ensemble's median", "record")
    rows = tuple((row["id"], row["mechanism"] or "-", score(row["nearest"]), plain(row["model"]),
                  f"{plain(row['low'])} .. {plain(row['high'])}") for row in misfits.to_dict("records"))
    counted = targets[targets["counted"]]
    met = int(counted["best_inside"].sum())
    said = ("No setting mends these: it is the form of the mechanism that is wrong, or the row." if rows else
            "Every row is met by some setting, "
            + ("and all of them by the best-placed one." if met == len(counted) else
               f"{met} of {len(counted)} by the best-placed one."))
    return Section("What no setting mends", None, said, "", (head, *rows) if rows else ())


def screening_section(screening: pd.DataFrame, method: str) -> Section:
    """The most important parameters of the screening."""
    head = ("parameter", "importance", "rows moved", "effect on the mean distance", "+/-", "sigma", "strongest on",
            "effect there")
    rows = tuple((row["parameter"], score(row["importance"]), str(row["rows_moved"]), plain(row["mu_star"]),
                  plain(row["half_width"]), plain(row["sigma"]), row["strongest_row"], plain(row["mu_star_there"]))
                 for row in screening.head(MOST_SCREENED).to_dict("records"))
    return Section("Screening", None, f"All {len(screening)} free parameters by {METHODS[method]}; importance is the "
                   f"mean of two shares of the strongest effect: on the mean distance, and on each row; rows moved are "
                   f"those on which the effect is more than noise.",
                   f"The first {len(rows)}; all are in screening.csv.", (head, *rows), f"{len(rows)} parameters")


def waves_section(waves: pd.DataFrame) -> Section:
    """The remaining share of the space after each wave."""
    head = ("wave", "settings", "share of the space left", "rows that no setting comes near")
    rows = tuple((str(row["wave"]), str(row["settings"]), f"{row['left']:.2g}",
                  str(row["rows_that_no_setting_comes_near"])) for row in waves.to_dict("records"))
    return Section("Waves", None, "History matching: settings that cannot be right are given up.", "", (head, *rows))


def emulator_section(emulators: pd.DataFrame) -> Section:
    """The reliability of the emulators: every setting predicted from the others."""
    head = ("wave", "row", "settings", "variance explained", "inside the 90 % interval", "within 3 deviations")
    rows = tuple((str(row["wave"]), row["target"], str(row["points"]), _share(row["explained"]),
                  _share(row["coverage_90"]), _share(row["within_3_sd"])) for row in emulators.to_dict("records"))
    said = ""
    if len(emulators):
        last = emulators[emulators["wave"] == emulators["wave"].max()]
        said = (f"Each setting is predicted from the others. In the last wave {_share(last['coverage_90'].mean())} lie "
                f"inside the 90 % interval that is predicted for them (90 % were honest), and emulators explain "
                f"{_share(last['explained'].median())} of a row's variance (median).")
    return Section("Emulators", None, said, "", (head, *rows), "Every emulator")


def targets_section(targets: pd.DataFrame) -> Section:
    """Every row with the defaults, the ensemble and its nearest member."""
    head = ("row", "split", "mechanism", "record", "before", "ensemble, 90 %", "best", "log-distance after")
    rows = tuple((row["id"], row["split"], row["mechanism"], f"{plain(row['low'])} .. {plain(row['high'])}",
                  plain(row["before"]), f"{plain(row['model_low'])} .. {plain(row['model_high'])}", plain(row["best"]),
                  score(row["distance"]) if row["counted"] else "not counted") for row in targets.to_dict("records"))
    return Section("Every row", None, "", "", (head, *rows), "All rows as a table")


def _share(value: float) -> str:
    return "-" if not np.isfinite(value) else percent(float(value))
