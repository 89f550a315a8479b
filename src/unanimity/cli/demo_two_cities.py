"""The story of the two cities: they vote for opposite lines while their people privately agree."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from unanimity.cli import output

if TYPE_CHECKING:
    from unanimity.experiments.two_provinces import TwoProvinces

QUESTION = """Two cities of 1,000 people. The people think alike: half of them lean one way, half the other.
The secretary of the first city proclaims one line, that of the second the opposite. Hands are counted in the open.
What share of the first city does not raise a hand against its secretary's line?"""
PAIRS, SEED, GUESS = 40, 1926, 0.75


def tell(pairs: int, seed: int, out: Path | None, threads: int | None, guess: float, guessed: str, json_: bool) -> None:
    """Run the four sets of rules, answer, and write the report, if it has a folder."""
    from unanimity.experiments.two_provinces import answer, run_two_provinces, stated_rows
    from unanimity.support.number_format import percent

    found = run_two_provinces(pairs, seed, threads)
    said = f"{answer(found)} {guessed}: {percent(guess)}."
    path = None if out is None else _page(found, said, out)
    if json_:
        output.print_json({"question": QUESTION, "answer": output.soft(said), "guess": guess,
                           "digest": found.comparison.result.digest,
                           "seconds": found.comparison.result.manifest["seconds"],
                           "figures": found.figures.to_dict("records"), "doses": found.doses.to_dict("records"),
                           "report": None if path is None else str(path)})
        return
    typer.echo(f"\n{output.soft(said)}\n")
    output.print_table(
        "Stated beforehand, and found (mean over pairs, 90 % interval)",
        ("what", "stated", "found", "pairs that meet it", "met"), stated_rows(found))
    typer.echo("\nChange one thing:\n"
               "  unanimity compare leningrad-moscow-1925 --with ballot=secret --measures unanimity,falsification_gap\n"
               "  unanimity compare leningrad-moscow-1925 --with appointment=elected --measures proclaimed_line "
               "--place 'province 1'\n"
               "  unanimity run leningrad-moscow-1925 --set blows=0.01 --worlds 8")
    if path is not None:
        typer.echo(f"\nreport:\n{path}")


def _page(found: TwoProvinces, said: str, out: Path) -> Path:
    from unanimity.experiments.two_provinces_page import write_report

    return write_report(found, said, out)
