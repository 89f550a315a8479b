"""`unanimity claims record-settings`: answers over plausible settings become a run of the ledger."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unanimity.cli import output

if TYPE_CHECKING:
    import pandas as pd


def record_settings(units: Annotated[Path, typer.Argument(help="What `plausible` has written "
                                                          "(plausible-units.parquet).")],
                    ledger: Annotated[Path, typer.Argument(help="The page of a ledger (docs/debate/debate.md).")],
                    reason: Annotated[str, typer.Option(help="Why it was run, for the ledger.")] = "") -> None:
    """Add the last run of a ledger once more, with these answers over the plausible settings."""
    import pandas as pd

    from unanimity import __version__
    from unanimity.claims.earlier_units import read_units
    from unanimity.claims.ledger import data_path, read_runs, record_run, run_over_settings
    from unanimity.claims.over_settings import WORDS, shares
    from unanimity.support.errors import UserError
    from unanimity.support.source_hash import source_hash

    runs = read_runs(data_path(ledger))
    if not runs:
        raise UserError(f"{ledger}: holds no run yet; allowed: a ledger to which 'unanimity claims run --all --record' "
                        f"has added one.")
    read_units(units)  # tells what is wrong with the file
    table = pd.read_parquet(units)
    found = shares(table)
    facts = {"date": time.strftime("%Y-%m-%d %H:%M"), "version": __version__, "source": source_hash(),
             "plausible_settings": _span(found["settings"]), "pairs_at_each": _span(table["pairs"])}
    told = {row["claim"]: {word: float(row[word]) for word in WORDS} for row in found.to_dict("records")}
    record_run(ledger, run_over_settings(runs[-1], told, facts, reason))
    output.note(f"the answers were added to {ledger} and {data_path(ledger)}")


def _span(numbers: pd.Series) -> str:
    """A number that is the same everywhere, or the least and the greatest."""
    least, greatest = int(numbers.min()), int(numbers.max())
    return str(least) if least == greatest else f"{least} to {greatest}"
