"""`unanimity claims new`: asks the questions of a claim and writes a file that validates."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from unanimity.cli import output


def new_claim(file: Annotated[Path, typer.Argument(metavar="FILE.toml", help="The file to write; one that is there is "
                                                                             "never overwritten.")]) -> None:
    """Ask what a claim says, changes, measures and expects, and write its file; nothing is run."""
    from unanimity.claims.new_claim import QUESTIONS, claim_text, interview
    from unanimity.results.atomic_files import check_folder, write_text
    from unanimity.support.errors import UserError, refuse

    if file.suffix != ".toml":
        raise refuse("", "FILE.toml", str(file), "a name that ends in .toml")
    if file.exists():
        raise UserError(f"{file}: is there already; allowed: the name of a new file.")
    check_folder(file.parent, "FILE.toml")  # before 28 answers are lost
    output.note(f"{len(QUESTIONS)} questions; Enter takes what stands in brackets, Ctrl-C leaves without writing.")

    def ask(text: str, standard: str) -> str:
        asked = text.removesuffix("?") if standard else text  # "For how many months [24]?"
        return str(typer.prompt(asked, default=standard, show_default=bool(standard), err=True,
                                prompt_suffix="? " if standard else " "))

    write_text(file, claim_text(interview(ask, output.note)))
    output.note(f"written to {file}. Next: unanimity claims validate {file}, then unanimity claims run {file}")
