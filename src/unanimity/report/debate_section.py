"""A claim of the debate made ready for its template: what was changed, what was found, how firm it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from unanimity.report.small_svg import courses
from unanimity.support.number_format import percent, plain
from unanimity.world.milieu import milieu_of, told_of

Record = Mapping[str, Any]
ROLES = {"expect": "Expected", "falsified_if": "Would falsify it", "rival": "The rival expected",
         "rival_falsified_if": "Would falsify the rival", "show": "Shown, not judged"}
MARKS = {"passed": "holds", "sign_only": "sign only", "opposite": "contradicted"}  # of a part, as of a whole verdict
NUMBERS = ("arm", "measure", "mean", "low", "high", "known", "difference", "difference_low", "difference_high")


def section(record: Record) -> dict[str, Any]:
    """What the section of a claim shows."""
    return {
        "rival_says": record["rival_says"], "by_construction": str(record.get("by_construction") or ""),
        "expects": record["expects"], "falsified": record["falsified"], "base": record["base"],
        "people": f"{record['people']:,}", "months": record["months"], "burn_in": record["burn_in"],
        "pairs": record.get("pairs"), "changed": _changed(record), "curves": _curves(record),
        "findings": _findings(record), "stress": _stress(record), "measured": _values(record),
        "milieu": told_of(milieu_of(record)), "told": list(record.get("notes") or []),
        "notes": record.get("claim_notes") or "", "mechanisms": ", ".join(record["mechanisms"]),
        "strength": record["strength"], "sets": dict(record["sets"]),
        "measures": [(name, one.get("says") or "", one["expression"]) for name, one in record["measures"].items()],
    }


def _changed(record: Record) -> list[tuple[str, str, str]]:
    return [(cell, record["arms"].get(cell.split(", ")[0], ""),
             ", ".join(f"{name.replace('_', ' ')} = {_in_words(value)}" for name, value in changes.items())
             or "nothing")
            for cell, changes in record["changes"].items()]


def _in_words(value: Any) -> str:
    """A value as it is said: entries of a schedule one after the other, without the signs of a program.

    >>> _in_words([{"month": 6, "event": "campaign", "months": 3}])
    'month 6, event campaign, months 3'
    """
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_in_words(one)}" for name, one in value.items())
    return "; ".join(_in_words(one) for one in value) if isinstance(value, (list, tuple)) else str(value)


def _curves(record: Record) -> list[str]:
    drawn = []
    for name, course in (record.get("curves") or {}).items():
        about = record["measures"].get(name, {})
        if course["months"]:
            drawn.append(courses(course["months"], course["arms"], about.get("says") or name, about.get("unit") or ""))
    return drawn


def _findings(record: Record) -> list[tuple[str, list[dict[str, Any]]]]:
    made = []
    for role, title in ROLES.items():
        found = [{"mark": next((word for key, word in MARKS.items() if one.get(key)), "undecided"),
                  "reading": one.get("reading") or "", "sentence": one["sentence"],
                  "size": "" if one.get("size") is None else plain(one["size"])}
                 for one in record.get("findings") or [] if one["role"] == role]
        if found:
            made.append((title, found))
    return made


def _stress(record: Record) -> list[str]:
    made = []
    for one in record.get("robustness") or []:
        told = ", ".join(f"{word} {number}" for word, number in one["verdicts"].items())
        moved = one["ranges"] if one.get("spreads") else f"parameters moved by {one['ranges']}"
        made.append(f"Robustness, {moved}{_pairs(one)}: holds at {_soft(one['holds'])} of "
                    f"{one['settings']} settings ({_soft(one['low'])} to {_soft(one['high'])}): {told}.")
    off = record.get("ablation")
    if off:
        told = ", ".join(f"without {name}: {word}" for name, word in off["without"].items())
        rival = ", ".join(f"without {name}: {word}" for name, word in (off.get("rival_without") or {}).items()
                          if word and word != off.get("rival"))
        needed = ", ".join(off["needed"])
        ends = f" It needs {needed}." if needed else (
            " It survives without each of them, so they do not explain it." if off["verdict"] == "holds" else "")
        made.append(f"Ablation{_pairs(off)}: {told}.{ends}")
        if rival and off.get("rival"):
            made.append(f"The rival, {off['rival']} with all of them, is {rival}.")
    return made


def _soft(share: float) -> str:
    return percent(share).replace("\u00a0", " ")


def _pairs(one: Record) -> str:
    """With how many pairs, for fewer decide less."""
    return f" ({one['pairs']} pairs)" if one.get("pairs") else ""


def _values(record: Record) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for row in record.get("table") or []:
        doses = [f"{key} {value}" for key, value in row.items() if key not in NUMBERS and value is not None]
        rows.append((", ".join([row["arm"], *doses]), row["measure"], _with(row, "mean", "low", "high"),
                     _with(row, "difference", "difference_low", "difference_high")))
    return rows


def _with(row: Record, middle: str, low: str, high: str) -> str:
    if row.get(middle) is None:
        return ""
    ends = f" ({plain(row[low])} to {plain(row[high])})" if row.get(low) is not None and row.get(high) is not None \
        else ""
    return plain(row[middle]) + ends
