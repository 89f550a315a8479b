"""`unanimity demo`: a question, a guess, a run, an answer, a report."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from unanimity.cli import demo_three_orders, demo_two_cities, output

STORIES = {"country": demo_three_orders, "two-cities": demo_two_cities}


def demo(
    story: Annotated[str, typer.Argument(help="country: law, apparatus and terror over the same people, the whole "
                                         "model; two-cities: an experiment on the hall alone.")] = "country",
    pairs: Annotated[int | None, typer.Option(min=3, help="Worlds under each set of rules, paired by seed; default: "
                                              "as the story says.")] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of the first pair; default: as the story says.")] = None,
    out: Annotated[Path | None, typer.Option(help="Folder for the report; default: out/demo, or out/ and the story's "
                                             "name, where the packages that draw it are installed.")] = None,
    threads: Annotated[int | None, typer.Option(help="Threads; default: all cores.")] = None,
    json_: Annotated[bool, typer.Option("--json", help="Print one JSON object on stdout.")] = False,
) -> None:
    """Ask, guess, run, answer, and write a report: the same people under law, apparatus and terror."""
    from unanimity.engine.batch import check_seed
    from unanimity.results.atomic_files import hold_folder
    from unanimity.support.errors import unknown
    from unanimity.support.extras import lacking
    from unanimity.support.number_format import percent

    if story not in STORIES:
        raise unknown("", "story", story, STORIES)
    told = STORIES[story]
    output.check_extras(out)
    seed = told.SEED if seed is None else seed
    check_seed(seed)
    if out is None and lacking(*output.OF_A_PAGE):
        output.note("The answer is printed; for the page as well: pip install 'unanimity[files,pictures]'.\n")
    else:
        out = out or Path("out", "demo" if story == "country" else story)
        hold_folder(out)
    output.note(told.QUESTION)
    typed = None if json_ else _guess()
    guess, guessed = (told.GUESS, "The guess, nobody having been asked") if typed is None else (typed, "Your guess")
    output.note(f"{guessed}: {output.soft(percent(guess))}.\n")
    told.tell(told.PAIRS if pairs is None else pairs, seed, out, threads, guess, guessed, json_)


def _guess() -> float | None:
    """A guess between 0 and 100 typed by a person at a terminal, or nothing."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return None
    text = typer.prompt("Your guess in per cent (Enter to skip)", default="", show_default=False, err=True)
    try:
        number = float(text.strip().rstrip("%"))
    except ValueError:
        return None
    return number / 100.0 if 0.0 <= number <= 100.0 else None
