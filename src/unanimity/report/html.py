"""One page for one question: a single file that needs no network, with its figures, levers and provenance."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from unanimity.report.glossary import TERMS, meaning
from unanimity.report.manifest_tables import facts_of, levers_of
from unanimity.results.atomic_files import write_atomically, write_text
from unanimity.support.manners import path_of

if TYPE_CHECKING:
    from unanimity.report.svg_charts import Figure

# what draws is imported where something is drawn: tables of Cells are printed without the extra `pictures` as well

LONG = 5  # sections from which a page has a list of contents
GLOSSARY = "glossary.html"


class Cell(NamedTuple):
    """A cell of a table with more than its text."""

    text: str
    small: str = ""  # beneath it, such as an interval
    shade: float | None = None  # from -1, bad, over 0 to +1, good; with `tone` "plain" from 0 to 1, without judgment
    tone: str = "judged"
    bar: float | None = None  # a bar as long as that share of the cell
    faint: bool = False  # based on too few cases
    tip: str = ""  # text shown on hovering
    drawing: str = ""  # a small drawing (SVG) beside the text

    @property
    def style(self) -> str:
        """The strength of its shade, for the style sheet."""
        return "" if self.shade is None else f"--shade:{abs(self.shade):.2f}"

    @property
    def classes(self) -> str:
        """What the style sheet needs to know."""
        if self.shade is None:
            return "faint" if self.faint else ""
        kind = "shaded" if self.tone == "plain" else "good" if self.shade >= 0 else "bad"
        return f"{kind} faint" if self.faint else kind


class Section(NamedTuple):
    """A part of the page: a heading, a figure or a table (or both), one sentence of what to see, and small print."""

    heading: str
    chart: Any = None
    see: str = ""
    small: str = ""
    rows: tuple[tuple[Any, ...], ...] = ()  # a table: its head, then its rows, of texts or Cells
    folded: str = ""  # title of a folded table; without it the table is open
    finding: str = ""  # the title of a table; a figure brings its own
    kind: str = ""  # how a table is laid out: "" as it comes, "heat" for numbers, "story" for dates and sentences


class _Part(NamedTuple):
    """A section made ready for the template."""

    section: Section
    id: str
    figure: Figure | None
    head: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]

    @property
    def finding(self) -> str:
        return self.figure.finding if self.figure else self.section.finding


def page(title: str, question: str, answer: str, sections: Sequence[Section | tuple[str, Any, str, str]],
         manifest: Mapping[str, Any]) -> str:
    """The page as text.

    `answer` is one sentence. The manifest is that of `provenance(result)`, so that seeds and months are stated.
    """
    from unanimity.report.templating import rendered

    parts = _parts([Section(*section) for section in sections])
    return rendered("page.html", title=title, question=question, answer=answer, parts=parts,
                    contents=parts if len(parts) >= LONG else [], levers=levers_of(manifest), facts=facts_of(manifest),
                    glossary=GLOSSARY)


def write_page(path: str | Path, title: str, question: str, answer: str,
               sections: Sequence[Section | tuple[str, Any, str, str]], manifest: Mapping[str, Any]) -> Path:
    """Write the page, and the glossary beside it, each in one step; returns the page's path."""
    path = path_of(path)
    write_text(path, page(title, question, answer, sections, manifest))
    write_glossary(path.parent / GLOSSARY)
    return path


def glossary_page() -> str:
    """The page of all terms."""
    from unanimity.report.templating import rendered

    return rendered("glossary.html", title="Glossary", terms=sorted(TERMS.items()))


def write_glossary(path: str | Path) -> Path:
    """Write the page of all terms in one step and return its path."""
    path = path_of(path)
    write_text(path, glossary_page())
    return path


def figure_html(chart: Any) -> str:
    """A chart as a piece of HTML without script, for a notebook or another page."""
    from unanimity.report.svg_charts import figure
    from unanimity.report.templating import environment

    text = str(environment().get_template("bare_figure.html").render(drawn=figure(chart)))
    return re.sub(r"var\(--x([0-9A-F]{6})\)", r"#\1", text)  # no style sheet is there to say what they are


def save_picture(chart: Any, path: str | Path, scale: float = 2.0) -> Path:
    """Write a figure as PNG in one step and return its path."""
    import vl_convert

    path = path_of(path)
    picture = vl_convert.vegalite_to_png(chart.to_json(), scale=scale)

    def write(partial: Path) -> None:
        partial.write_bytes(picture)

    write_atomically(path, write)
    return path


def _parts(sections: Sequence[Section]) -> list[_Part]:
    """The sections with their figures drawn and an address each."""
    from unanimity.report.svg_charts import figure

    made: list[_Part] = []
    for section in sections:
        base = re.sub(r"[^a-z0-9]+", "-", section.heading.lower()).strip("-") or "section"
        taken = sum(part.id == base or part.id.startswith(f"{base}-x") for part in made)
        rows = [tuple(_cell(cell) for cell in row) for row in section.rows]
        made.append(_Part(section, f"{base}-x{taken + 1}" if taken else base,
                          None if section.chart is None else figure(section.chart),
                          rows[0] if rows else (), tuple(rows[1:])))
    return made


def _cell(cell: Any) -> Cell:
    from markupsafe import Markup

    if isinstance(cell, Cell):
        return cell._replace(drawing=Markup(cell.drawing)) if cell.drawing else cell
    return Cell(str(cell), tip=meaning(str(cell)))
