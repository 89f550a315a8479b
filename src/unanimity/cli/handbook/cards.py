"""A page for each card: sentence, equations, parameters with range and source, rules, and what happens without it."""

from __future__ import annotations

import csv
import inspect
from collections.abc import Callable
from functools import cache

from unanimity.cli.handbook.equations import typeset_block
from unanimity.cli.handbook.stored_pages import docs_folder
from unanimity.world.rules import Mechanism

LEGEND = """\
Names are variables of the [state](../../reference/state.md) and symbols of the parameters below. A primed name is next
month's value, square brackets mean that a number is clipped to 0..1, a subscript plus its positive part, and
event(*h*) happens with probability 1 − exp(−*h*)."""
OFF = "system/cards-off.csv"  # written by benchmarks/cards_off.py


def equation(text: str) -> list[str]:
    """The equation of a card: the indented lines of the docstring at the head of its file.

    >>> equation("Fear.\\n\\nIt fades:\\n\\n    fear' = .9 fear\\n\\nSources: 001.")
    ["fear' = .9 fear"]
    """
    return [line[4:] for line in text.split("\n") if line.startswith("    ")]


def card_path(mechanism: Mechanism) -> str:
    """The page of a card, below docs/: the number of the card and its name; without a number, its name alone."""
    number = f"{mechanism.card:02d}-" if mechanism.card else ""
    return f"system/cards/{number}{mechanism.id}.md"


def card_page(mechanism: Mechanism, with_mathml: bool = False) -> str:
    """The page of one card; equations as MathML for the site, as plain text for the terminal."""
    from unanimity.mechanisms import home_of
    from unanimity.support.works import legend

    home = home_of(mechanism)
    number = f"{mechanism.card}. " if mechanism.card else ""
    lines = [f"# {number}{mechanism.title}", "", f"*{mechanism.sentence}*", "",
             f"Mechanism `{mechanism.id}`, in `src/{home.__name__.replace('.', '/')}.py`. Switch it off with "
             f"`off = [\"{mechanism.id}\"]` in a regime file.", ""]
    if written := equation(inspect.getdoc(home) or ""):
        lines += ["## Equations", "", LEGEND, ""]
        lines += [*typeset_block(written), ""] if with_mathml else ["```text", *written, "```", ""]
    if mechanism.fields:
        lines += ["## Parameters", "", "| parameter | symbol | meaning | default | range | unit | evidence |",
                  "|---|---|---|---|---|---|---|"]
        lines += [f"| `{p.key}` | {p.span.symbol} | {p.span.meaning} | {p.default:g} | {p.span.low:g} to "
                  f"{p.span.high:g} | {p.span.unit} | {p.span.source} |" for p in mechanism.fields]
        lines.append("")
    cited = legend("; ".join([mechanism.sources, *(p.span.source for p in mechanism.fields)]))
    lines += ["## Rules", "", "| rule | what it does | writes |", "|---|---|---|"]
    lines += [f"| `{r.name}` | {first_paragraph(r.function)} | {', '.join(r.writes)} |"
              for r in dict.fromkeys((*mechanism.rules, *mechanism.when_off))]
    lines += ["", *off_section(mechanism.id), *direction_lines(mechanism),
              f"**Levers it reads:** {', '.join(f'`{one}`' for one in mechanism.levers) or 'none'}.  ",
              f"**Sources:** {mechanism.sources}.", "", *([cited, ""] if cited else [])]
    return "\n".join(lines)


def first_paragraph(function: Callable[..., object]) -> str:
    """The first paragraph of a function's docstring, on one line of a table."""
    return " ".join((inspect.getdoc(function) or "").split("\n\n")[0].split()).replace("|", "\\|")


@cache
def measured_without() -> tuple[list[str], dict[str, list[dict[str, str]]]]:
    """What `benchmarks/cards_off.py` measured: the remarks at the head of its file, and rows by mechanism."""
    path = docs_folder() / OFF
    if not path.exists():
        return [], {}
    lines = path.read_text(encoding="utf-8").splitlines()
    remarks = [line[2:] for line in lines if line.startswith("# ")]
    rows: dict[str, list[dict[str, str]]] = {}
    for row in csv.DictReader(line for line in lines if not line.startswith("#")):
        rows.setdefault(row["mechanism"], []).append(row)
    return remarks, rows


def off_section(name: str) -> list[str]:
    """What each main measure does when the card is off."""
    remarks, rows = measured_without()
    mine = rows.get(name, [])
    if not mine:
        return []
    lines = ["## What happens without it", "", " ".join(remarks), ""]
    if all(row["error"] for row in mine):
        return [*lines, f"It cannot be switched off alone: {mine[0]['error']}", ""]
    lines += ["| measure | with | without | difference (90 % interval) | |", "|---|---|---|---|---|"]
    lines += [f"| `{r['measure']}` | {r['with']} | {r['without']} | {r['difference']} ({r['low']} to {r['high']}) | "
              f"{r['reading']} |" for r in mine]
    return [*lines, ""]


def direction_lines(mechanism: Mechanism) -> list[str]:
    """A pointer to the measured directions of the card, if it has any."""
    from unanimity.experiments.directions import DIRECTIONS

    mine = [one for one in DIRECTIONS if one.id.split(".")[0] == str(mechanism.card)]
    said = "One statement about the direction of its effects is" if len(mine) == 1 else \
        f"{len(mine)} statements about the direction of its effects are"
    return [f"{said} measured on the whole model: [directions](../directions.md).",
            ""] if mine and mechanism.card else []


def cards_index() -> str:
    """The page that lists the cards by number, with links."""
    from unanimity.mechanisms import BY_ID

    cards = sorted(BY_ID.values(), key=lambda m: (m.card == 0, m.card))
    lines = ["# The cards", "", f"The model consists of {sum(1 for m in cards if m.card)} numbered cards and a few "
             "mechanisms that count, list and hand on. A card is one mechanism: what the sources say happens, as a "
             "rule that can be run, and switched off. Conventions that all cards share are in the "
             "[catalogue](../catalogue.md).", "", "| card | mechanism | rule |", "|---|---|---|"]
    lines += [f"| {m.card or ''} | [{m.title}]({card_path(m).rpartition('/')[2]}) (`{m.id}`) | {m.sentence} |"
              for m in cards]
    return "\n".join([*lines, ""])
