"""`unanimity docs NAME`: a page of the documentation, printed from the installed package; no network is needed."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from unanimity.cli import output

Name = Annotated[str, typer.Argument(metavar="[NAME]", help="A page, such as regimes, measures, fear; without it, the "
                                                             "list of pages.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON on stdout.")]
Raw = Annotated[bool, typer.Option("--raw", help="Print the Markdown as it is written.")]


def docs(name: Name = "", raw: Raw = False, json_: Json = False) -> None:
    """Print a page of the documentation, or list all pages."""
    from unanimity.cli.handbook.built_pages import built_pages, name_of
    from unanimity.cli.handbook.stored_pages import docs_folder
    from unanimity.support.errors import unknown

    folder = docs_folder()
    pages = {name_of(path.relative_to(folder).as_posix()): path.relative_to(folder).as_posix()
             for path in sorted(folder.rglob("*.md"))}
    built = built_pages()
    pages |= {name_of(path): path for path in built}
    wanted = name.rpartition("/")[2].removesuffix(".md")
    if wanted and wanted not in pages:
        raise unknown("", "page", name, pages, "unanimity docs")
    if not wanted:
        rows = [(page, path.rpartition("/")[0] or "-") for page, path in sorted(pages.items(), key=lambda one: one[1])]
        if json_:
            output.print_json([{"id": page, "path": pages[page]} for page, _ in rows])
        else:
            output.print_table("Pages: unanimity docs NAME", ("page", "section"), rows)
        return
    path = pages[wanted]
    text = built[path]() if path in built else (folder / path).read_text(encoding="utf-8")
    if json_:
        output.print_json({"id": wanted, "path": path, "text": text})
    elif raw or not sys.stdout.isatty():
        typer.echo(text)
    else:
        from rich.console import Console
        from rich.markdown import Markdown

        with (console := Console()).pager(styles=True):
            console.print(Markdown(text))
