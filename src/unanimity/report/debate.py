"""The page of the debate: the results for every claim in four places, filters, and a section for each claim.

The page of a single claim is its section alone. The sections of a few claims are on the page itself; those of many are
separate pages in the folder `claims` next to it, so that the table opens at once. The page is drawn from
plain records (`debate.json`), so it can be drawn again without a run. Every count on it is computed from those records.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from unanimity.report.debate_places import PLACES, dots, is_falsified, numbers, places, word_of
from unanimity.report.debate_scale import strip
from unanimity.report.debate_section import section
from unanimity.report.debate_style import ANSWERS, MARKS, NOT_RUN, RECORD, dark_inks, ink
from unanimity.report.debate_witnesses import witnesses
from unanimity.report.measure_labels import listed
from unanimity.report.templating import rendered
from unanimity.results.atomic_files import write_text
from unanimity.support.manners import path_of

Record = Mapping[str, Any]
STYLES = ("page.css", "debate.css")
TOGETHER = 6  # claims whose sections stand on one page: with curves some 40 KB each
FOR, AGAINST = ("found", "found in sign"), ("contradicted",)
HEADINGS = {"laboratory": "In the laboratory", "history": "In history", "ensemble": "Over the plausible settings",
            "record": "In the record"}


def debate_page(records: Sequence[Record], facts: Mapping[str, Any], whose: str = "claims, put to the model") -> str:
    """The page as text; `facts` are version, source, seed, pairs and date of the run, `whose` says above the title
    whose claims they are."""
    found = counts(records)
    told = {name: value for name, value in facts.items() if name != "witnesses"}
    return rendered("debate.html", STYLES, ("page.js", "debate.js"), title="The debate", table="#table",
                    whose=whose, ink=ink, dark=Markup(dark_inks()),
                    answer=answer(records), marks=MARKS, counts={word: found.get(word, 0) for word in ANSWERS},
                    summary=summary(records), both=model_and_record(records), filters=_filters(records),
                    claims=[_claim(record) for record in records], apart=are_apart(records),
                    works=bibliography(records), witnesses=witnesses(facts.get("witnesses"), _titles(records)),
                    facts=_facts(told, records))


def claim_page(record: Record, facts: Mapping[str, Any], table: str = "") -> str:
    """The page of one claim as text; `table` is the address of the page that lists them all, if there is one."""
    told = {name: value for name, value in facts.items() if name != "witnesses"}
    return rendered("debate_claim.html", STYLES, ("page.js",), title=str(record["title"]), claim=_claim(record),
                    marks=MARKS, ink=ink, dark=Markup(dark_inks()), table=f"{table}#table" if table else "",
                    works=bibliography([record]), facts=_facts(told, [record]))


def are_apart(records: Sequence[Record]) -> bool:
    """Whether there are so many claims that each has a page of its own."""
    return len(records) > TOGETHER


def write_debate(path: str | Path, records: Sequence[Record], facts: Mapping[str, Any],
                 whose: str = "claims, put to the model") -> Path:
    """Write the page, those of its claims first where they have their own, and return its path."""
    path = path_of(path)
    if len(records) == 1:
        write_text(path, claim_page(records[0], facts))
        return path
    if are_apart(records):
        for record in records:
            write_text(path.parent / "claims" / f"{record['id']}.html", claim_page(record, facts, f"../{path.name}"))
    write_text(path, debate_page(records, facts, whose))
    return path


# --- counted from the records -----------------------------------------------------------------------------------------
def counts(records: Sequence[Record], place: str = "laboratory") -> dict[str, int]:
    """How many claims have each answer in a place, in the order of the answers, without those of none.

    >>> counts([{"answer": {"word": "found"}}, {"answer": {"word": "not shown"}}, {"answer": {"word": "found"}}])
    {'found': 2, 'not shown': 1}
    """
    words = RECORD if place == "record" else ANSWERS
    found = [word_of(record, place) for record in records]
    return {word: found.count(word) for word in (*words, NOT_RUN) if word in found}


def rival_word(record: Record) -> str:
    """The rival's answer in the laboratory; "" if there is no rival."""
    return str((record.get("rival_answer") or {}).get("word") or "")


def answer(records: Sequence[Record]) -> str:
    """The outcome in a sentence or two: the laboratory's results for the claims and for the rivals."""
    if not records:
        return "No claim has been judged yet."
    many = "1 claim" if len(records) == 1 else f"{len(records)} claims"
    told = listed([f"{number} {word}" for word, number in counts(records).items()])
    words = [rival_word(record) for record in records]
    rivals = listed([f"{words.count(word)} {word}" for word in ANSWERS if word in words])
    judged = sum(bool(word) for word in words)
    return f"Of {many}, in the laboratory: {told}." + (
        f" Of {judged} rival{'' if judged == 1 else 's'}, judged by the same worlds: {rivals}." if judged else "")


def summary(records: Sequence[Record]) -> list[dict[str, Any]]:
    """For each place, how many claims have each answer there."""
    return [{"title": HEADINGS[place], "counts": counts(records, place)} for place in PLACES]


def model_and_record(records: Sequence[Record]) -> str:
    """Whether the model and the evidence agree where both decide on the main sentence; of a part they say nothing."""
    sides = []
    for record in records:
        model, said = word_of(record, "laboratory"), word_of(record, "record")
        of_main = (record.get("evidence") or [{}])[0].get("part") == "main"
        if of_main and model in (*FOR, *AGAINST) and said in ("agrees", "disagrees"):
            sides.append((model in FOR) == (said == "agrees"))
    if not sides:
        return "There is no claim whose main sentence both the laboratory and the record decide."
    same = sum(sides)
    return (f"Laboratory and record both decide on the main sentence of {len(sides)} claim"
            f"{'' if len(sides) == 1 else 's'}: on the same side in {same}, on opposite sides in {len(sides) - same}.")


def bibliography(records: Sequence[Record]) -> list[dict[str, Any]]:
    """The works that these claims are cited from, in the order of their numbers."""
    found = {one["work"]["code"]: one["work"] for one in records if one.get("work")}
    return [found[code] for code in sorted(found)]


def _titles(records: Sequence[Record]) -> dict[str, str]:
    """Titles by id, author by author."""
    return {str(one["id"]): str(one["title"]) for one in sorted(records, key=lambda one: str(one["author"]))}


# --- one claim --------------------------------------------------------------------------------------------------------
def data(record: Record) -> dict[str, str]:
    """The values that the filters read, as attributes of a row or section."""
    told = ("id", "title", "author", "date", "says", "rival_says", "citation")
    words = " ".join(str(record.get(key, "")) for key in told)
    return {"claim": record["id"], "author": record["author"], "source": _source(record),
            "mechanism": "|".join(record["mechanisms"]), "answer": word_of(record, "laboratory"),
            "history": word_of(record, "history"), "record": word_of(record, "record"), "rival": rival_word(record),
            "words": words.lower()}


def _source(record: Record) -> str:
    work = record.get("work")
    return f"{work['code']} {work['short']}" if work else str(record["source"])


def _cited(record: Record) -> str:
    """Work, date and lines of the passage."""
    work = record.get("work")
    if not work:
        return f"{record['date']}; {record['citation']}"
    return f"{work['short']} ({work['code']}), {record['date']}; lines {record['lines']}"


def _claim(record: Record) -> dict[str, Any]:
    """A claim as the template wants it: its row and its section."""
    found, rival = record.get("answer") or {}, record.get("rival_answer") or {}
    effect = found.get("effect") or {}
    row = {key: str(record[key]) for key in ("id", "author", "date", "citation", "title", "says")}
    drawn = dots(record)
    return {**row, **section(record), "but": but_of(found), "data": data(record), "cited": _cited(record),
            "places": places(record), "word": word_of(record, "laboratory"), "sentence": effect.get("sentence") or "",
            "numbers": numbers(effect), "drawn": strip(drawn), "drawn_large": strip(drawn, ticks=True),
            "rival_word": rival_word(record), "rival_sentence": (rival.get("effect") or {}).get("sentence") or ""}


def but_of(answer: Record) -> str:
    """What a reader of the effect alone would miss: that the premise is not there, or that a falsifier is met."""
    if is_falsified(answer):
        return "But what would falsify the claim is found."
    return {"premise absent": "But its premise is absent, so that this says nothing for or against it.",
            "too rare to see": "But it is too rare to see anything."}.get(str(answer.get("word")), "")


def _filters(records: Sequence[Record]) -> dict[str, tuple[str, list[str]]]:
    """The filters: for each a label and the values that occur."""
    rivals = [rival_word(record) for record in records]
    return {
        "author": ("Author", list(dict.fromkeys(str(record["author"]) for record in records))),
        "source": ("Work", sorted({_source(record) for record in records})),
        "mechanism": ("Mechanism", sorted({name for record in records for name in record["mechanisms"]})),
        "answer": ("Laboratory", list(counts(records))),
        "history": ("History", list(counts(records, "history"))),
        "record": ("Record", list(counts(records, "record"))),
        "rival": ("The rival", [word for word in ANSWERS if word in rivals]),
    }


def _facts(facts: Mapping[str, Any], records: Sequence[Record]) -> str:
    pairs = sorted({int(record["pairs"]) for record in records if record.get("pairs")})
    told = {**facts, "pairs": ", ".join(map(str, pairs))} if pairs else dict(facts)
    return "; ".join(f"{name.replace('_', ' ')} {value}" for name, value in told.items() if value not in (None, ""))
