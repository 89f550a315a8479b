"""A claim's results in each place: laboratory, history, plausible settings, and evidence.

A place that was not run is marked as such; this module runs nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from unanimity.report.debate_scale import Dot, of_effect
from unanimity.report.debate_style import ANSWERS, MARKS, NOT_RUN, PARTS, RECORD
from unanimity.support.number_format import HARD, NUMBERLESS, percent, plain

Record = Mapping[str, Any]
UNITS = {"percent": f"{HARD}%", "points": " points", "times": " times", "months": " months",
         "correlation": " rank correlation"}
PLACES = ("laboratory", "history", "ensemble", "record")


def word_of(record: Record, place: str) -> str:
    """The answer in a place in a word or two.

    >>> word_of({"answer": {"word": "found"}}, "laboratory"), word_of({}, "history")
    ('found', 'not run')
    """
    if place == "laboratory":
        return str((record.get("answer") or {}).get("word") or NOT_RUN)
    if place == "history":
        return str(((record.get("history") or {}).get("answer") or {}).get("word") or NOT_RUN)
    if place == "record":
        found = record.get("evidence") or []
        return str(found[0]["answer"]) if found else NOT_RUN
    shares = shares_of_settings(record)
    return max(shares, key=lambda word: shares[word]) if shares else NOT_RUN


def shares_of_settings(record: Record) -> dict[str, float]:
    """The share of plausible settings at which the main test has each answer, in the order of the answers.

    >>> shares_of_settings({"ensemble": {"shares": {"opposite": 0.25, "found": 0.75}}})
    {'found': 0.75, 'contradicted': 0.25}
    """
    found = (record.get("ensemble") or {}).get("shares") or {}
    told = {PARTS.get(word, word): share for word, share in found.items()}
    return {word: float(told[word]) for word in ANSWERS if told.get(word)}


def places(record: Record) -> list[dict[str, Any]]:
    """The four columns of a claim."""
    return [_laboratory(record), _history(record), _ensemble(record), _evidence(record)]


def dots(record: Record) -> list[Dot]:
    """The effects of a claim on the standardised scale."""
    made = []
    answered = {"laboratory": record.get("answer"), "history": (record.get("history") or {}).get("answer")}
    for place, answer in answered.items():
        found = of_effect((answer or {}).get("effect"))
        if found is not None:
            made.append(Dot(place, found[0], found[1], found[2], MARKS.get(word_of(record, place), ("#54585E", ""))[0],
                            found[3]))
    said = (record.get("evidence") or [{}])[0]
    if said.get("size") is not None:
        made.append(Dot("record", said["size"], said.get("size_low"), said.get("size_high"),
                        RECORD.get(said["answer"], ("#54585E", ""))[0]))
    return made


def numbers(effect: Record | None) -> str:
    """An estimate with its interval, in its own unit."""
    if not effect or effect.get("estimate") is None:
        return ""
    text = f"{plain(effect['estimate'])}{UNITS.get(effect.get('unit') or '', '')}"
    if effect.get("low") is not None and effect.get("high") is not None:
        text += f" ({plain(effect['low'])} to {plain(effect['high'])})"
    return text


def _column(name: str, title: str, word: str, raw: str = "", says: str = "", more: str = "",
            brief: str | None = None) -> dict[str, Any]:
    """A column; `brief` is told instead of `says` in the claim's own section, which has the sentence in full."""
    return {"place": name, "title": title, "word": word, "numbers": raw, "says": says, "more": more, "shares": [],
            "brief": says if brief is None else brief}


def _answered(name: str, title: str, answer: Record, more: str) -> dict[str, Any]:
    effect, premise = answer.get("effect") or {}, answer.get("premise") or {}
    says, brief = str(effect.get("undecided") or NUMBERLESS.get(effect.get("numberless") or "", "")), None
    if premise.get("word") not in ("present", None):
        says, brief = str(premise.get("sentence") or ""), ""
    elif is_falsified(answer):
        says, brief = str(answer.get("why") or ""), "by a falsifier of its own"
    return _column(name, title, str(answer.get("word") or NOT_RUN), numbers(effect), says, more, brief)


def is_falsified(answer: Record) -> bool:
    """Whether an answer is contradicted by a falsifier of the claim's own, whatever the effect."""
    return answer.get("word") == "contradicted" and (answer.get("effect") or {}).get("word") != "opposite"


def _laboratory(record: Record) -> dict[str, Any]:
    title = "In the laboratory"
    answer = record.get("answer")
    if not answer:
        return _column("laboratory", title, NOT_RUN)
    return _answered("laboratory", title, answer, f"{record['pairs']} pairs of {record['people']:,} people"
                     if record.get("pairs") else "")


def _history(record: Record) -> dict[str, Any]:
    told = record.get("history") or {}
    title = "In history"
    if not told.get("answer"):
        return _column("history", title, NOT_RUN, says=str(told.get("why") or ""))
    size = f", {told['pairs']} pairs of {told['people']:,} people" if told.get("pairs") and told.get("people") else ""
    return _answered("history", title, told["answer"], f"{told.get('at') or ''}{size}".strip(", "))


def _ensemble(record: Record) -> dict[str, Any]:
    title, shares = "Over the plausible", shares_of_settings(record)
    if not shares:
        return _column("ensemble", title, NOT_RUN)
    made = _column("ensemble", title, word_of(record, "ensemble"), more=f"{record['ensemble']['settings']} settings")
    made["shares"] = [(word, share, percent(share)) for word, share in shares.items()]
    made["numbers"] = ", ".join(f"{word} at {percent(share)}" for word, share in shares.items())
    return made


def _evidence(record: Record) -> dict[str, Any]:
    found: Sequence[Record] = record.get("evidence") or []
    title = "In the record"
    if not found:
        return _column("record", title, NOT_RUN)
    first = found[0]
    if first["answer"] == "silent":
        return _column("record", title, "silent", says=str(first.get("why") or ""))
    raw = {"estimate": first.get("value"), **{key: first.get(key) for key in ("low", "high", "unit")}}
    part = "" if first["part"] == "main" else str(first["part"])
    return _column("record", title, str(first["answer"]), numbers(raw), part, f"n = {first['n']} {first['counted']}")
