"""The page of the two provinces: divided in public, agreed in private, and how much fear that takes."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from unanimity.experiments.two_provinces import TwoProvinces, stated_rows
from unanimity.report import (
    Section,
    arms,
    differences,
    dose,
    fear_and_files,
    provenance,
    public_and_private,
    society_sections,
    tree_map,
    two_provinces,
    write_page,
)
from unanimity.support.number_format import interval, percent, plain

HEADING = "Two cities vote for opposite lines. Do their people disagree?"
CITIES = {"province 1": "first city", "province 2": "second city"}


def sections(found: TwoProvinces) -> list[Section]:
    """The report's figures, each with one sentence of what to see."""
    result = found.comparison.result
    small = f"{found.comparison.pairs} pairs, seeds {result.worlds['seed'].min()}..{result.worlds['seed'].max()}"
    of_arm = result.worlds.reset_index(drop=True)
    secret = int(of_arm.index[of_arm["arm"] == "secret ballot"][0])
    table = found.comparison.table(["unanimity", "falsification_gap", "active_assent", "public_dissent", "talks"])
    return [
        Section("Stated beforehand, and found", None,
                       "Every number on the left was fixed before any run; a number that was not met is as much a "
                       "result as one that was.", small,
                       (("what", "stated", "found (90 % interval)", "pairs that meet it", "met"), *stated_rows(found))),
        Section("Apart in public, together in private", two_provinces(result, names=CITIES),
                       "", small),
        Section("What is said and what is thought", public_and_private(result),
                       "", small),
        Section("The tree, open ballot", tree_map(result.cells, "unanimity", 0),
                       "One square a cell, in the first world's last month: the darker, the fewer hands against.",
                       small),
        Section("The same tree, secret ballot", tree_map(result.cells, "unanimity", secret),
                       "The same people with the same luck, when nobody sees whose hand it is.", small),
        Section("Four sets of rules", arms(result, "unanimity"),
                       "Until month 0 all arms live under the same rules; then the ballot or the appointment changes.",
                       small),
        Section("What each change does", differences(table),
                       "Paired differences: the same people and the same luck in both arms.", small),
        Section("How much fear it takes",
                       dose(found.doses, "fear", "assent", "mean fear of speaking (0..1)",
                                   "assent in the less unanimous city", 0.95),
                       "Fear is held by the number of blows people see.",
                       "Doses: blows a head and month " + ", ".join(f"{d:g}" for d in found.doses["blows"])),
        Section("Fear, and the habit of lying", fear_and_files(result),
                       "Fear of opinion teaches fear to complain of a chief; each false assent makes the next cheaper.",
                       small),
        *society_sections(result, "control", small=small),
        memoir_section(found.memoir),
    ]


def memoir_section(memoir: pd.DataFrame) -> Section:
    """The party cell of the memoir: its author's counts next to the model's, nothing fitted."""
    rows = [(r.what, r.told, "set" if r.is_set else plain(r.mean), "" if r.is_set else interval(r.low, r.high, ""),
             "" if r.is_set else percent(r.within)) for r in memoir.itertuples()]
    inside = [r for r in memoir.itertuples() if not r.is_set and r.within >= 0.5]
    counted = [r for r in memoir.itertuples() if not r.is_set]
    return Section(
        "The cell of the memoir", None,
        f"A printers' cell of four hundred in Leningrad, 1926-27, as one of its five opponents counted it; "
        f"{len(inside)} of {len(counted)} of his figures lie where most of the model's cells lie.",
        "Preset memoir-cell; 003 l.12470-12479, 12515-12527, 12643-12661. Nothing was fitted to these figures; the "
        "traits of old, war and levy members are assumed. Interval: middle 90 % of cells.",
        (("what", "memoir", "model, mean of cells", "90 % of cells", "cells within the memoir's range"), *rows))


def write_report(found: TwoProvinces, said: str, out: Path) -> Path:
    """Save the runs and the page; returns the page's path."""
    found.comparison.result.save(out)
    return write_page(out / "report.html", "Two cities, two apparatuses, one population", HEADING, said,
                             sections(found), provenance(found.comparison.result))
