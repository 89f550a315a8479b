"""The page of the three orders: expressed opinion under law, apparatus and terror, then terror from food to power."""

from __future__ import annotations

from pathlib import Path

from unanimity.experiments.three_orders import AFTER, ThreeOrders
from unanimity.report import Section, arms, heat_sections, provenance, public_and_private, whole_sections, write_page
from unanimity.report.measure_labels import word
from unanimity.results.atomic_files import write_atomically
from unanimity.support.number_format import difference_ranged, number

TITLE = "One people, three orders"
HEADING = "Does more fear make more unanimity, or only less knowledge?"


def sections(found: ThreeOrders) -> list[Section]:
    """The report: expressed opinion under three orders, then terror from food to power, then all main measures."""
    result = found.result
    seeds = f"seeds {result.worlds['seed'].min()}..{result.worlds['seed'].max()}"
    small = f"{found.pairs} worlds under each order, {seeds}, the same people with the same luck"
    terror = f"{found.pairs} worlds under terror, {seeds}."
    return [
        _changes(found, small),
        Section("Voice: what is said", arms(result, "unanimity"), _step(found, "unanimity"), small),
        Section("Voice: what is thought", arms(result, "private_dissent"),
                       _step(found, "private_dissent"), small),
        Section("Voice: what the centre knows", arms(result, "centre_error"),
                       "The error is the distance of what the centre believes of output, harvest and mood from what "
                       f"is. {_step(found, 'centre_error')}", small),
        Section("People: fear", arms(result, "fear_of_opinion"), _step(found, "fear_of_opinion"), small),
        Section("Voice under terror: said and thought", public_and_private(result, arm=AFTER),
                       "", terror),
        *heat_sections(found.table, small),
        *whole_sections(result, AFTER, small=terror),
    ]


def _step(found: ThreeOrders, measure: str) -> str:
    """The change of a measure from order to order, by its paired differences."""
    row, unit = found.change(measure), word(measure).unit
    told = []
    for name, words in (("first_", "From law to apparatus"), ("", "from apparatus to terror")):
        apart, low, high = (float(row[f"{name}{key}"]) for key in ("difference", "low", "high"))
        unsure = "" if low > 0 or high < 0 else ", which may be chance"
        told.append(f"{words} {difference_ranged(apart, low, high, unit)}{unsure}")
    return "; ".join(told) + " (90 % intervals over pairs)."


def _changes(found: ThreeOrders, small: str) -> Section:
    rows = []
    for row in found.changes.itertuples():
        unit = word(str(row.measure)).unit
        rows.append((row.what, number(row.first, unit), number(row.before, unit), number(row.after, unit),
                     difference_ranged(row.first_difference, row.first_low, row.first_high, unit),
                     difference_ranged(row.difference, row.low, row.high, unit)))
    return Section("Three orders", None, "", small + "; differences with their 90 % intervals over pairs; means "
                          "of the last 12 months. Scores run from 0 to 1.",
                          (("what", "law", "apparatus", "terror", "law to apparatus", "apparatus to terror"), *rows))


def write_report(found: ThreeOrders, said: str, out: Path) -> Path:
    """Save the runs and the page; returns the page's path."""
    found.result.save(out)
    write_atomically(out / "orders.csv", lambda path: found.table.to_csv(path, index=False))
    return write_page(out / "report.html", TITLE, HEADING, said, sections(found),
                             provenance(found.result))
