"""`unanimity lab`: the page where one changes a rule and sees at once what follows."""

from __future__ import annotations

from typing import Annotated

import typer

from unanimity.cli import output


def lab(
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port of the page; 0 takes any free one.")] = 8925,
    address: Annotated[str, typer.Option(help="Address to listen on. Any but 127.0.0.1 lets others in; they need the "
                                              "token that is printed.")] = "127.0.0.1",
    workers: Annotated[int, typer.Option(min=0, max=64, help="Processes that compute; 0: one a processor, four at "
                                                             "most.")] = 0,
    class_: Annotated[bool, typer.Option("--class", help="Let a class in: prints a code to scan and a code word, and "
                                                         "opens the board for the projector.")] = False,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")] = True,
) -> None:
    """Open the lab: a page on this machine, offline, where one changes a rule and sees at once what follows."""
    from unanimity.web.launch import serve

    serve(address, port, workers, browser, class_, output.note)
