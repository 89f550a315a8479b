"""The page of the debate: one table of all claims, filters, and a section for each, in one file without outside help.

It is drawn from plain records (`debate.json`), so that it can be drawn again without running anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from unanimity.report.debate_section import parts, pill, rest, section
from unanimity.report.debate_style import RULES, SCRIPT, STYLE, VERDICTS
from unanimity.report.small_svg import interval
from unanimity.report.words import listed
from unanimity.results.files import write_text
from unanimity.world.numbers import HARD, plain

Record = Mapping[str, Any]
UNITS = {"percent": f"{HARD}%", "points": " points", "times": " times", "months": " months"}


def debate_page(records: Sequence[Record], facts: Mapping[str, Any]) -> str:
    """The page as text; `facts` are version, source, seed, pairs and date of the run."""
    rows = "\n".join(_row(record) for record in records)
    sections = "\n".join(section(record, data(record)) for record in records)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy" content="{RULES}"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<title>The debate</title>
<style>{STYLE}</style>
</head>
<body>
<header>
<p class="kicker">The debate: claims of the sources, put to the model</p>
<h1>Who is borne out by the same society under other rules?</h1>
<p class="answer">{escape(answer(records))}</p>
{_tiles(records)}
{_filters(records)}
</header>
<main>
<div class="sheet" id="table"><table>
<thead><tr><th scope="col">who, when</th><th scope="col">what is claimed</th><th scope="col">verdict</th>
<th scope="col">the rival's</th><th scope="col">main effect, 90 % interval</th>
<th scope="col">holds at</th><th scope="col">ablation</th></tr></thead>
<tbody>
{rows}
</tbody></table></div>
<p class="small">Main effect: the first form expected. The dot is the estimate, the bar its 90 % interval, the grey
line no effect, the dotted tick the threshold that was fixed beforehand; every row has a scale of its own. Holds at:
the share of settings of its mechanisms' parameters at which it holds. Ablation: mechanisms without which a claim
that holds does so no longer, or without which another verdict changes. A claim holds only if all of its parts do. A
verdict is a result of this model, not of history: contradicted and undecided claims
are findings as much as those that hold.</p>
{sections}
</main>
<footer><p>{escape(_facts(facts, records))}</p></footer>
<script>{SCRIPT}</script>
</body>
</html>
"""


def write_debate(path: str | Path, records: Sequence[Record], facts: Mapping[str, Any]) -> Path:
    """Write the page in one step and return its path."""
    path = Path(path)
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


def data(record: Record) -> str:
    """What the filters read, as attributes of a row or section."""
    told = ("id", "title", "author", "date", "says", "rival_says", "citation")
    words = " ".join(str(record.get(key, "")) for key in told)
    values = {"claim": record["id"], "author": record["author"], "source": record["source"],
              "mechanism": "|".join(record["mechanisms"]), "verdict": _each(record, "readings"),
              "rival": _each(record, "rivals"), "words": words.lower()}
    return " ".join(f'data-{name}="{escape(str(value))}"' for name, value in values.items())


def _each(record: Record, key: str) -> str:
    return "|".join(dict.fromkeys(one["verdict"] for one in record.get(key) or []))


def _row(record: Record) -> str:
    main = record.get("main") or {}
    colour = VERDICTS.get(record.get("verdict") or "", ("#54585E", ""))[0]
    drawn = interval(main.get("effect"), main.get("low"), main.get("high"), main.get("null"), main.get("marks") or (),
                     colour)
    built = "<span class='built'>partly true by construction</span>" if record.get("by_construction") else ""
    return (f"<tr {data(record)}><td class='who'>{escape(record['author'])}<br/>{escape(record['date'])}<br/>"
            f"{escape(record['citation'])}</td>"
            f"<td class='says'><a href='#{escape(record['id'])}'>{escape(record['title'])}</a><br/>"
            f"{escape(record['says'])}</td>"
            f"<td>{_verdicts(record, 'readings')}{built}</td><td>{_verdicts(record, 'rivals')}</td>"
            f"<td>{drawn}<span class='number'>{escape(_numbers(main))}</span>{_why_not(main)}</td>"
            f"<td class='narrow'>{escape(_robust(record))}</td><td class='narrow'>{escape(_needs(record))}</td></tr>")


def _verdicts(record: Record, key: str) -> str:
    """One mark a reading."""
    found = record.get(key) or []
    if not found:
        return "none said" if key == "rivals" else "-"
    several = len(found) > 1
    return "<br/>".join((f"<span class='small'>{escape(one['reading'])}</span> " if one["reading"] and several else "")
                        + pill(one["verdict"]) + rest(one) + parts(one) for one in found)


def _why_not(main: Record) -> str:
    """Why the main form decides nothing, such as too few events."""
    return f"<span class='built'>{escape(main['undecided'])}</span>" if main.get("undecided") else ""


def _numbers(main: Record) -> str:
    if main.get("effect") is None:
        return ""
    unit = UNITS.get(main.get("unit") or "", "")
    text = f"{plain(main['effect'])}{unit}"
    if main.get("low") is not None and main.get("high") is not None:
        text += f" [{plain(main['low'])}, {plain(main['high'])}]"
    return text + (f", {100 * main['share']:.0f}{HARD}% of {main['n']}" if main.get("share") is not None else "")


def _robust(record: Record) -> str:
    found = record.get("robustness") or []
    if not found:
        return "not run"
    same = [one["verdicts"].get(record.get("verdict"), 0) / one["settings"] for one in found]
    return "; ".join(f"{100 * one['holds']:.0f}{HARD}% of {one['settings']} settings" + (
        "" if record.get("verdict") == "holds" else f"; the same verdict at {100 * share:.0f}{HARD}%")
        for one, share in zip(found, same, strict=True))


def _needs(record: Record) -> str:
    found = record.get("ablation")
    if not found:
        return "not run"
    if found["verdict"] != "holds":
        others = [f"{word} without {name}" for name, word in found["without"].items() if word != found["verdict"]]
        return "; ".join(others) or f"{found['verdict']} without each"
    return ", ".join(found["needed"]) or "none of its own mechanisms"


def _tiles(records: Sequence[Record]) -> str:
    parts = [f"<button type='button' data-set='verdict' data-value='{escape(word)}' aria-pressed='false'>"
             f"<b>{counts(records).get(word, 0)}</b><span>{pill(word)}</span></button>" for word in VERDICTS]
    return f"<div class='tiles'>{''.join(parts)}</div>"


def _filters(records: Sequence[Record]) -> str:
    choices = {
        "author": ("Author", dict.fromkeys(record["author"] for record in records)),
        "source": ("Source", sorted({record["source"] for record in records})),
        "mechanism": ("Mechanism", sorted({name for record in records for name in record["mechanisms"]})),
        "verdict": ("Verdict", counts(records)), "rival": ("The rival's verdict", counts(records, "rival")),
    }
    parts = []
    for name, (label, values) in choices.items():
        options = "".join(f"<option value='{escape(str(v))}'>{escape(str(v))}</option>" for v in values)
        parts.append(f"<label>{label}<select id='filter-{name}'><option value=''>all</option>{options}</select>"
                     "</label>")
    return (f"<div class='filters'>{''.join(parts)}<label>Words<input id='filter-words' type='search'/></label>"
            "<button id='filter-none' type='button'>Show all</button><span id='shown' aria-live='polite'></span></div>")


def _facts(facts: Mapping[str, Any], records: Sequence[Record]) -> str:
    pairs = sorted({int(record["pairs"]) for record in records if record.get("pairs")})
    told = {**facts, "pairs": ", ".join(map(str, pairs))} if pairs else dict(facts)
    return "; ".join(f"{name.replace('_', ' ')} {value}" for name, value in told.items() if value not in (None, ""))
