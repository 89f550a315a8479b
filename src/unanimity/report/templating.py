"""Templates and the files they hold: pages are written in templates/, their style and script in static/."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from unanimity.report.glossary import explained
from unanimity.report.svg_charts import variable
from unanimity.report.theme import DARK, FONT
from unanimity.support.works import legend

HERE = Path(__file__).parent
RULES = ("default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
         "form-action 'none'")
"""The browser is told to load nothing from anywhere: the page works offline and cannot call out."""


@cache
def environment() -> Environment:
    """The templates of this room; everything that is put into one is escaped unless it says that it is markup."""
    made = Environment(loader=PackageLoader("unanimity.report"), autoescape=select_autoescape(default=True),
                       undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    made.filters["explained"] = explained
    made.globals |= {"variable": variable, "rules": RULES, "legend": legend}
    return made


def rendered(template: str, styles: Iterable[str] = ("page.css",), scripts: Iterable[str] = ("page.js",),
             **values: Any) -> str:
    """A page from its template, with its style sheets and scripts inside."""
    return environment().get_template(template).render(
        style=Markup("\n".join([colours(), *(static(name) for name in styles)])),
        script=Markup("\n".join(static(name) for name in scripts)), **values)


@cache
def static(name: str) -> str:
    """The text of a style sheet or script."""
    return (HERE / "static" / name).read_text(encoding="utf-8")


@cache
def colours() -> str:
    """The colours of the theme as variables, for light and for dark pages; paper that is printed is light."""
    def listed(pairs: Iterable[tuple[str, str]]) -> str:
        return "".join(f"{variable(name)[4:-1]}:{value};" for name, value in pairs)

    day = listed((colour, colour) for colour in DARK)
    return (f":root{{{day}--font:{FONT};}}\n"
            f"@media screen and (prefers-color-scheme:dark){{:root{{{listed(DARK.items())}}}}}")
