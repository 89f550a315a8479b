"""The gallery: the notebooks of examples/ with their questions and pictures, and each as a page of the site."""

from __future__ import annotations

import json
import re
import textwrap
from pathlib import Path
from typing import Any

from unanimity.cli.handbook.stored_pages import PACKAGE

EXAMPLES = PACKAGE.parents[1] / "examples"  # of a checkout; the wheel has no notebooks
WIDTH = 96  # letters of a printed line that a page shows without scrolling
MOST_OUTPUT = 4000  # characters of printed output that a page shows


def notebooks() -> list[Path]:
    """The notebooks in their order."""
    return sorted(EXAMPLES.glob("*.ipynb"))


def read(path: Path) -> list[dict[str, Any]]:
    """The cells of a notebook."""
    cells: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return cells


def question_of(path: Path) -> tuple[str, str]:
    """The question that a notebook asks (its title) and the paragraph below it."""
    head, _, text = "".join(read(path)[0]["source"]).partition("\n")
    return head.lstrip("# "), " ".join(text.split())


def gallery_page() -> str:
    """All notebooks with their pictures."""
    lines = ["# Gallery", "", "Eleven notebooks in `examples/`, one question and one picture each. Each was executed "
             "as it stands, and the tests run it again with small numbers. Open them with `jupyter lab examples/`, or "
             "see `examples/README.md` for Colab and Binder.", "", '<div class="gallery" markdown="0">']
    for path in notebooks():
        question, text = question_of(path)
        text = re.sub(r"`([^`]+)`", r"<code>\1</code>", text)  # a card is HTML, in which Markdown is not read
        lines += [f'<a href="{path.stem}.html"><img src="../pictures/gallery/{path.stem}.png" alt="{question}"/>'
                  f"<p><strong>{question}</strong></p><p>{text}</p></a>"]
    return "\n".join([*lines, "</div>", ""])


def notebook_page(path: Path) -> str:
    """One notebook as a page: text, code, what was printed, the picture."""
    lines: list[str] = []
    for cell in read(path):
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            lines += [source, ""]
            continue
        lines += ["```python", source, "```", ""]
        if "picture" in cell["metadata"].get("tags", ()):
            lines += [f"![{question_of(path)[0]}](../pictures/gallery/{path.stem}.png)", ""]
            continue
        for output in cell["outputs"]:
            lines += _shown(output)
    return "\n".join([*lines, f"The notebook is `examples/{path.name}`.", ""])


def _shown(output: dict[str, Any]) -> list[str]:
    """The text of an output; a table as HTML, as the notebook shows it."""
    data = output.get("data", {})
    if "text/html" in data and "<table" in (table := "".join(data["text/html"])):
        inner = table[table.index("<table"):table.rindex("</table>")]
        opened, closed = '<div class="md-typeset__scrollwrap"><div class="md-typeset__table">', "</div></div>"
        return [opened, f"{inner}</table>", closed, ""]
    text = "".join(output.get("text") or data.get("text/plain") or "").rstrip()[:MOST_OUTPUT]
    lines = [textwrap.fill(line, WIDTH, subsequent_indent="  ") if len(line) > WIDTH else line
             for line in text.split("\n")]
    return ["```text", *lines, "```", ""] if text.strip() else []
