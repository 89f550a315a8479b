"""The page of the debate: one table of all claims, filters, and a section for each, without outside help.

Sections of a few claims stand on the page itself; those of many are pages of their own in the folder `claims` beside
it, so that the table opens at once. It is drawn from plain records (`debate.json`), so that it can be drawn again
without running anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from unanimity.report.debate_section import section
from unanimity.report.debate_style import VERDICTS
from unanimity.report.measure_labels import listed
from unanimity.report.small_svg import interval
from unanimity.report.templating import rendered
from unanimity.results.atomic_files import write_text
from unanimity.support.manners import path_of
from unanimity.support.number_format import HARD, percent, plain

Record = Mapping[str, Any]
STYLES = ("page.css", "debate.css")
TOGETHER = 6  # claims whose sections stand on one page: with curves some 40 KB each
UNITS = {"percent": f"{HARD}%", "points": " points", "times": " times", "months": " months"}


def debate_page(records: Sequence[Record], facts: Mapping[str, Any]) -> str:
    """The page as text; `facts` are version, source, seed, pairs and date of the run."""
    found = counts(records)
    return rendered("debate.html", STYLES, ("page.js", "debate.js"), title="The debate", table="#table",
                    answer=answer(records), verdicts=VERDICTS, counts={word: found.get(word, 0) for word in VERDICTS},
                    filters=_filters(records), claims=[_claim(record) for record in records],
                    apart=are_apart(records), facts=_facts(facts, records))


def claim_page(record: Record, facts: Mapping[str, Any], table: str) -> str:
    """The page of one claim as text; `table` is the address of the page that lists them all."""
    return rendered("debate_claim.html", STYLES, ("page.js",), title=str(record["title"]), claim=_claim(record),
                    verdicts=VERDICTS, table=f"{table}#table", facts=_facts(facts, [record]))


def are_apart(records: Sequence[Record]) -> bool:
    """Whether there are so many claims that each has a page of its own."""
    return len(records) > TOGETHER


def write_debate(path: str | Path, records: Sequence[Record], facts: Mapping[str, Any]) -> Path:
    """Write the page, those of its claims first where they have their own, and return its path."""
    path = path_of(path)
    if are_apart(records):
        for record in records:
            write_text(path.parent / "claims" / f"{record['id']}.html", claim_page(record, facts, f"../{path.name}"))
    write_text(path, debate_page(records, facts))
    return path


def counts(records: Sequence[Record], who: str = "verdict") -> dict[str, int]:
    """How many claims (or rivals) have each verdict, in the order of the verdicts, without those of none.

    >>> counts([{"verdict": "holds"}, {"verdict": "undecided"}, {"verdict": "holds"}])
    {'holds': 2, 'undecided': 1}
    """
    found = [record.get(who) for record in records]
    return {word: found.count(word) for word in VERDICTS if word in found}


def answer(records: Sequence[Record]) -> str:
    """The outcome in a sentence or two."""
    def told(who: str) -> str:
        return listed([f"{number} {'hold' if word == 'holds' and number > 1 else word}"
                       for word, number in counts(records, who).items()])

    if not records:
        return "No claim has been judged yet."
    words = f"Of {_many(records, 'claim')}: {told('verdict')}." if counts(records) else ""
    rivals = [record for record in records if record.get("rival")]
    both = [record for record in rivals if record.get("verdict") == "holds" == record.get("rival")]
    words += f" Of {_many(rivals, 'rival')}, judged by the same runs: {told('rival')}." if rivals else ""
    words += f" In {len(both)} both claim and rival hold." if both else ""
    return words.strip()


def _many(records: Sequence[Record], word: str) -> str:
    return f"{len(records)} {word}{'' if len(records) == 1 else 's'}"


def data(record: Record) -> dict[str, str]:
    """What the filters read, as attributes of a row or section."""
    told = ("id", "title", "author", "date", "says", "rival_says", "citation")
    words = " ".join(str(record.get(key, "")) for key in told)
    return {"claim": record["id"], "author": record["author"], "source": record["source"],
            "mechanism": "|".join(record["mechanisms"]), "verdict": _each(record, "readings"),
            "rival": _each(record, "rivals"), "words": words.lower()}


def _each(record: Record, key: str) -> str:
    return "|".join(dict.fromkeys(one["verdict"] for one in record.get(key) or []))


def _claim(record: Record) -> dict[str, Any]:
    """A claim as the template wants it: its row and its section."""
    main = record.get("main") or {}
    colour = VERDICTS.get(record.get("verdict") or "", ("#54585E", ""))[0]
    drawn = interval(main.get("effect"), main.get("low"), main.get("high"), main.get("null"), main.get("marks") or (),
                     colour)
    row = {key: str(record[key]) for key in ("id", "author", "date", "citation", "title", "says")}
    readings = {key: [_reading(one) for one in record.get(key) or []] for key in ("readings", "rivals")}
    return {**row, **readings, **section(record), "data": data(record), "drawn": drawn, "numbers": _numbers(main),
            "undecided": main.get("undecided") or "", "robust": _robust(record), "needs": _needs(record)}


def _reading(one: Record) -> dict[str, Any]:
    kept = ("verdict", "reading", "why", "rest", "parts", "passed")
    return {key: "" if one.get(key) is None else one[key] for key in kept}  # none of two parts is 0, not nothing


def _numbers(main: Record) -> str:
    if main.get("effect") is None:
        return ""
    unit = UNITS.get(main.get("unit") or "", "")
    text = f"{plain(main['effect'])}{unit}"
    if main.get("low") is not None and main.get("high") is not None:
        text += f" ({plain(main['low'])} to {plain(main['high'])})"
    return text + (f", {percent(main['share'])} of {main['n']}" if main.get("share") is not None else "")


def _robust(record: Record) -> str:
    found = record.get("robustness") or []
    if not found:
        return "not run"
    same = [one["verdicts"].get(record.get("verdict"), 0) / one["settings"] for one in found]
    return "; ".join(f"{percent(one['holds'])} of {one['settings']} settings" + (
        "" if record.get("verdict") == "holds" else f"; the same verdict at {percent(share)}")
        for one, share in zip(found, same, strict=True))


def _needs(record: Record) -> str:
    found = record.get("ablation")
    if not found:
        return "not run"
    if found["verdict"] != "holds":
        others = [f"{word} without {name}" for name, word in found["without"].items() if word != found["verdict"]]
        return "; ".join(others) or f"{found['verdict']} without each"
    return ", ".join(found["needed"]) or "none of its own mechanisms"


def _filters(records: Sequence[Record]) -> dict[str, tuple[str, list[str]]]:
    """What can be filtered by: a label and the values that occur."""
    return {
        "author": ("Author", list(dict.fromkeys(str(record["author"]) for record in records))),
        "source": ("Source", sorted({str(record["source"]) for record in records})),
        "mechanism": ("Mechanism", sorted({name for record in records for name in record["mechanisms"]})),
        "verdict": ("Verdict", list(counts(records))),
        "rival": ("The rival's verdict", list(counts(records, "rival"))),
    }


def _facts(facts: Mapping[str, Any], records: Sequence[Record]) -> str:
    pairs = sorted({int(record["pairs"]) for record in records if record.get("pairs")})
    told = {**facts, "pairs": ", ".join(map(str, pairs))} if pairs else dict(facts)
    return "; ".join(f"{name.replace('_', ' ')} {value}" for name, value in told.items() if value not in (None, ""))
