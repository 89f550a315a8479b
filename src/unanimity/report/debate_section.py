"""A claim of the debate prepared for its template: what was changed, the results, and how robust they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from unanimity.report.debate_places import is_falsified
from unanimity.report.debate_style import PARTS
from unanimity.report.small_svg import courses
from unanimity.support.number_format import percent, plain
from unanimity.world.milieu import milieu_of, told_of

Record = Mapping[str, Any]
NUMBERS = ("arm", "measure", "mean", "low", "high", "known", "difference", "difference_low", "difference_high")


def section(record: Record) -> dict[str, Any]:
    """What the section of a claim shows."""
    return {
        "because": _because(record.get("answer") or {}),
        "rival_says": record["rival_says"], "by_construction": str(record.get("by_construction") or ""),
        "expects": record["expects"], "falsified": record["falsified"], "base": record["base"],
        "people": f"{record['people']:,}", "months": record["months"], "burn_in": record["burn_in"],
        "pairs": record.get("pairs"), "changed": _changed(record), "curves": _curves(record),
        "answers": _answers(record), "evidence": _evidence(record), "true_if": _true_if(record),
        "past": _past(record), "others": _others(record),
        "stress": _stress(record), "measured": _values(record),
        "milieu": told_of(milieu_of(record)), "told": list(record.get("notes") or []),
        "notes": record.get("claim_notes") or "", "mechanisms": ", ".join(record["mechanisms"]),
        "strength": record["strength"], "sets": dict(record["sets"]),
        "measures": [(name, one.get("says") or "", one["expression"]) for name, one in record["measures"].items()],
    }


def _because(answer: Record) -> str:
    """Why the answer is not that of the effect: a premise that is not there, or a falsifier that is met."""
    word, why = str(answer.get("word") or ""), str(answer.get("why") or "")
    if (answer.get("premise") or {}).get("word") not in ("present", None):
        return f"{word[:1].upper()}{word[1:]}: {why}"
    return why if is_falsified(answer) else ""


def _changed(record: Record) -> list[tuple[str, str, str]]:
    return [(cell, record["arms"].get(cell.split(", ")[0], ""),
             ", ".join(f"{name.replace('_', ' ')} = {value}" for name, value in changes.items())
             or "nothing")
            for cell, changes in record["changes"].items()]


def _curves(record: Record) -> list[str]:
    drawn = []
    for name, course in (record.get("curves") or {}).items():
        about = record["measures"].get(name, {})
        if course["months"]:
            drawn.append(courses(course["months"], course["arms"], about.get("says") or name, about.get("unit") or ""))
    return drawn


def _answers(record: Record) -> list[dict[str, Any]]:
    """The three answers of the claim and of its rival: premise, effect, details."""
    made = []
    for title, key in (("The claim", "answer"), ("The rival", "rival_answer")):
        found = record.get(key)
        if not found:
            continue
        premise, effect, details = found["premise"], found["effect"], found["details"]
        made.append({
            "title": title, "word": found["word"], "why": found["why"], "note": found.get("note") or "",
            "premise": premise["word"], "premise_says": premise["sentence"],
            "parts": [(one["there"], one["sentence"], one["decides"]) for one in premise["parts"]],
            "effect": effect["word"], "effect_mark": PARTS.get(effect["word"], ""), "sentence": effect["sentence"],
            "why_main": effect.get("why_main") or "", "size": _number(effect.get("size")),
            "k": details["found"], "n": details["of"],
            "details": [_detail(one) for one in details["rows"] if not one["falsifier"]],
            "falsifiers": [_detail(one) for one in details["rows"] if one["falsifier"]],
        })
    return made


def _detail(one: Record) -> dict[str, Any]:
    return {"word": one["word"], "mark": PARTS.get(one["word"], "not shown"), "reading": one.get("reading") or "",
            "sentence": one["sentence"], "size": _number(one.get("size"))}


def _number(value: float | None) -> str:
    return "" if value is None else plain(value)


def _evidence(record: Record) -> list[dict[str, Any]]:
    """What the evidence says, question by question."""
    return [{**one, "part": "" if one["part"] == "main" else one["part"]} for one in record.get("evidence") or []]


def _past(record: Record) -> dict[str, Any] | None:
    """The results in history, and the part of the set-up applied to the branch; None if it was not run."""
    told = record.get("history") or {}
    found = told.get("answer")
    if not told:
        return None
    made = {"at": told.get("at") or "", "lays": ", ".join(told.get("lays") or []), "why": told.get("why") or "",
            "cannot": [(one["what"], one["why"]) for one in told.get("cannot") or []],
            "notes": list(told.get("notes") or []), "rival": (told.get("rival_answer") or {}).get("word") or "",
            "word": ""}
    if found:
        made |= {"word": found["word"], "premise": found["premise"]["word"],
                 "premise_says": found["premise"]["sentence"], "sentence": found["effect"]["sentence"],
                 "because": found["why"] if is_falsified(found) else "",
                 "k": found["details"]["found"], "n": found["details"]["of"]}
    return made


def _others(record: Record) -> list[dict[str, str]]:
    """Other readings of the claim or of its rival, each with its answer."""
    return [{"of": one["of"], "reading": one["reading"], "word": one["word"], "sentence": one["effect"]["sentence"]}
            for one in record.get("other_readings") or []]


def _true_if(record: Record) -> dict[str, Any] | None:
    """The settings at which an effect that is not shown would be found; None if that was not examined."""
    return record.get("true_if") or None


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
    """The number of pairs in words, since fewer pairs have less power."""
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
