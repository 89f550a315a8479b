"""`unanimity regimes compare`: the main measures of many regimes in one table, on the screen and as a page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unanimity.cli import output
from unanimity.cli.run_commands import Json, Months, Seed, Threads

if TYPE_CHECKING:
    import pandas as pd

TITLES = {"voice": "Voice", "bread": "Bread, death and departure", "police": "Police", "power": "Party and power"}
FEW = 5  # regimes that stand across


def compare_regimes(
    names: Annotated[list[str] | None, typer.Argument(help="Presets or regime files; default: all but "
                                                           "the hindcasts.")] = None,
    months: Months = None,
    seeds: Annotated[int, typer.Option(min=1, help="Worlds of each regime, seeds from --seed up.")] = 20,
    seed: Seed = 0,
    threads: Threads = None,
    json_: Json = False,
    out: Annotated[Path | None, typer.Option(help="Folder for the table (regimes.csv) and its page.")] = None,
) -> None:
    """Run regimes side by side and print one table of the main measures; --out draws it."""
    from unanimity.experiments.regime_table import compare_regimes as compared
    from unanimity.results.atomic_files import hold_folder

    output.check_extras(out)
    if out is not None:
        hold_folder(out)
    table = compared(names or (), months, seeds, seed, threads)
    page = None
    if out is not None:
        from unanimity.experiments.regime_table_page import write_shelf

        page = write_shelf(table, months, seeds, seed, out)
    if json_:
        output.print_json({"months": months, "seeds": list(range(seed, seed + seeds)),
                           "table": table.to_dict("records"), "report": str(page) if page else None})
        return
    print_shelf(table)
    if page is not None:
        output.note(f"written to {out}; the page is {page}")


def print_shelf(table: pd.DataFrame) -> None:
    """The table on the screen: a few regimes stand across, many stand down, in as many blocks as there are groups."""
    from unanimity.experiments.regime_table import milieus_told
    from unanimity.report.regime_tables import unit_mark, written
    from unanimity.support.rare_events import FEW as FEW_CASES

    regimes = list(dict.fromkeys(table["regime"]))
    values = {(row["regime"], row["measure"]): written(row) for _, row in table.iterrows()}
    heads = {row.measure: f"{row.measure}{unit_mark(row.unit)}" for row in table.itertuples()}
    if len(regimes) <= FEW:
        output.print_table("", ("", *regimes), [(head, *(values[regime, name] for regime in regimes))
                                                for name, head in heads.items()])
    for group, title in TITLES.items() if len(regimes) > FEW else ():
        measures = list(dict.fromkeys(table.loc[table["group"] == group, "measure"]))
        output.print_table(f"\n{title}", ("regime", *(heads[name] for name in measures)),
                           [(regime, *(values[regime, name] for name in measures)) for regime in regimes])
    worlds = int(table["worlds"].max())
    intervals = " with their 90 % intervals" if table["low"].notna().any() else ""
    how = f"Means over {worlds} worlds{intervals}" if worlds > 1 else "One world"
    typer.echo(f"\n{how}. Lasting things: the last "
               "12 months; what happens: a year, from month 0 on. "
               f"*: fewer than {FEW_CASES} cases in all worlds together. {milieus_told(table)}".rstrip())
