"""One page for one question: a single file that needs no network, with its figures, levers and provenance."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

import vl_convert

from unanimity.report.page_style import RULES, SCRIPT, STYLE
from unanimity.report.tables import levers_table, provenance_list
from unanimity.results.files import write_atomically, write_text


class Section(NamedTuple):
    """A part of the page: a heading, a figure (or none), one sentence of what to see, and small print."""

    heading: str
    chart: Any = None
    see: str = ""
    small: str = ""
    rows: tuple[tuple[str, ...], ...] = ()  # a table: its head, then its rows
    folded: str = ""  # what a folded table is called; without it the table lies open


def page(title: str, question: str, answer: str, sections: Sequence[Section | tuple[str, Any, str, str]],
         manifest: Mapping[str, Any]) -> str:
    """The page as text.

    `answer` is one sentence. The manifest is that of `provenance(result)`, so that seeds and months are stated.
    """
    parts = [_section(number, Section(*section)) for number, section in enumerate(sections, start=1)]
    drawn = any(Section(*section).chart is not None for section in sections)
    scripts = f"<script>{_library()}</script>\n<script>{SCRIPT}</script>" if drawn else ""
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy" content="{RULES}"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<title>{escape(title)}</title>
<style>{STYLE}</style>
</head>
<body>
<header>
<p class="kicker">{escape(title)}</p>
<h1>{escape(question)}</h1>
<p class="answer">{escape(answer)}</p>
</header>
<main>
<noscript><p>The figures are drawn by JavaScript, all of it inside this file; it is switched off.</p></noscript>
{"".join(parts)}
<section>
<h2 class="kicker">The rules</h2>
<h3>What was set</h3>
{levers_table(manifest)}
</section>
</main>
<footer>
<h2 class="kicker">Where this comes from</h2>
{provenance_list(manifest)}
</footer>
{scripts}
</body>
</html>
"""


def write_page(path: str | Path, title: str, question: str, answer: str,
               sections: Sequence[Section | tuple[str, Any, str, str]], manifest: Mapping[str, Any]) -> Path:
    """Write the page in one step and return its path."""
    path = Path(path)
    write_text(path, page(title, question, answer, sections, manifest))
    return path


def save_picture(chart: Any, path: str | Path, scale: float = 2.0) -> Path:
    """Write a figure as PNG in one step and return its path."""
    path = Path(path)
    picture = vl_convert.vegalite_to_png(chart.to_json(), scale=scale)

    def write(partial: Path) -> None:
        partial.write_bytes(picture)

    write_atomically(path, write)
    return path


def _section(number: int, section: Section) -> str:
    figure = "" if section.chart is None else _figure(number, section.chart)
    if section.rows:
        table = _table(section.rows)
        summary = f"<summary>{escape(section.folded)}</summary>\n"
        figure += f"<details>{summary}{table}</details>\n" if section.folded else table
    see = f"<p class='see'>{escape(section.see)}</p>" if section.see else ""
    small = f"<p class='small'>{escape(section.small)}</p>" if section.small else ""
    return f"<section>\n<h2 class='kicker'>{escape(section.heading)}</h2>\n{figure}{see}{small}\n</section>\n"


def _table(rows: tuple[tuple[str, ...], ...]) -> str:
    """A table with its head."""
    head = "".join(f"<th>{escape(cell)}</th>" for cell in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>\n" for row in rows[1:])
    return f"<div class='wide'><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody>\n</table></div>\n"


def _figure(number: int, chart: Any) -> str:
    """A figure: its finding as text of the page, its specification as JSON with an id of its own."""
    spec = chart.to_dict()
    words = spec.get("usermeta", {})
    finding, see = str(words.get("finding", "")), str(words.get("see", ""))
    fixed = bool(words.get("fixed")) or not ({"layer", "mark"} & spec.keys())
    if finding:
        spec.pop("title", None)
    if not fixed:
        spec["width"] = "container"
        spec["autosize"] = {"type": "fit-x", "contains": "padding"}
    spec["padding"] = {"left": 2, "top": 4, "right": 4, "bottom": 4}
    data = json.dumps(spec, separators=(",", ":")).replace("<", "\\u003c")
    return (f"<figure>\n<h3>{escape(finding)}</h3>\n<p class='subtitle'>{escape(see)}</p>\n"
            f"<div class='wide'><div class='chart{' fixed' if fixed else ''}' id='chart-{number}' role='img' "
            f"aria-label='{escape(finding)}'></div></div>\n"
            f"<script type='application/json' id='spec-{number}'>{data}</script>\n</figure>\n")


@cache
def _library() -> str:
    """Vega, Vega-Lite and Embed, to be put into a page once."""
    return str(vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;")).replace("</script", "<\\/script")
