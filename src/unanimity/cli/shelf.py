"""`unanimity regimes compare`: the main measures of many regimes in one table, on the screen and as a page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unanimity.cli import screen
from unanimity.cli.running import Json, Months, Seed, Threads

if TYPE_CHECKING:
    import pandas as pd

TITLES = {"voice": "Voice", "bread": "Bread, death and departure", "police": "Police", "power": "Party and power"}
FEW = 5  # regimes that stand across
QUESTION = "What does each set of rules look like when it has run its course?"


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
    from unanimity.experiments.presets import compare_regimes as compared
    from unanimity.results.files import hold_folder

    if out is not None:
        hold_folder(out)
    table = compared(names or (), months, seeds, seed, threads)
    page = write_shelf(table, months, seeds, seed, out) if out is not None else None
    if json_:
        screen.print_json({"months": months, "seeds": list(range(seed, seed + seeds)),
                           "table": table.to_dict("records"), "report": str(page) if page else None})
        return
    print_shelf(table)
    if page is not None:
        screen.note(f"written to {out}; the page is {page}")


def print_shelf(table: pd.DataFrame) -> None:
    """The table on the screen: a few regimes stand across, many stand down, in as many blocks as there are groups."""
    from unanimity.report.shelf import FEW as FEW_CASES
    from unanimity.report.shelf import unit_mark, written

    regimes = list(dict.fromkeys(table["regime"]))
    values = {(row["regime"], row["measure"]): written(row) for _, row in table.iterrows()}
    heads = {row.measure: f"{row.measure}{unit_mark(row.unit)}" for row in table.itertuples()}
    if len(regimes) <= FEW:
        screen.print_table("", ("", *regimes), [(head, *(values[regime, name] for regime in regimes))
                                                for name, head in heads.items()])
    for group, title in TITLES.items() if len(regimes) > FEW else ():
        measures = list(dict.fromkeys(table.loc[table["group"] == group, "measure"]))
        screen.print_table(f"\n{title}", ("regime", *(heads[name] for name in measures)),
                           [(regime, *(values[regime, name] for name in measures)) for regime in regimes])
    typer.echo(f"\nMeans over {int(table['worlds'].max())} worlds with their 90 % intervals. Lasting things: the last "
               "12 months; what happens: a year, from month 0 on. "
               f"*: fewer than {FEW_CASES} cases in all worlds together.")


def write_shelf(table: pd.DataFrame, months: int | None, seeds: int, seed: int, out: Path) -> Path:
    """Write the table and its page; returns the page's path."""
    from unanimity import report
    from unanimity.results.files import write_atomically

    write_atomically(out / "regimes.csv", lambda path: table.to_csv(path, index=False))
    regimes = list(dict.fromkeys(table["regime"]))
    small = (f"{seeds} worlds of each regime, seeds {seed}..{seed + seeds - 1}, "
             f"{f'{months} months' if months is not None else 'each over its own months'}. Lasting things: means of "
             f"the last 12 months; what happens: rates a year from month 0 on.")
    sections = [*report.heat_sections(table, small), _meanings(table)]
    return report.write_page(out / "report.html", f"{len(regimes)} regimes", QUESTION, answer(table), sections,
                             _manifest(table, months, seeds, seed))


def answer(table: pd.DataFrame) -> str:
    """Where most is kept silent, where most die and leave, and how much the centre is wrong."""
    from unanimity.world.numbers import ranged

    parts = []
    for measure, words in (
            ("falsification gap", "Most dissent is kept silent under {regime}: {value} of the attendants"),
            ("centre's error", "the centre is furthest from the truth under {regime}: {value} of the plan"),
            ("all deaths", "most die under {regime}: {value} per 1,000 a year"),
            ("left the country", "most leave {regime}: {value} per 1,000 a year")):
        mine = table[(table["measure"] == measure) & (table["mean"] > 0)]
        if not mine.empty:
            row = mine.loc[mine["mean"].idxmax()]
            parts.append(words.format(regime=row["regime"], value=ranged(row["mean"], row["low"], row["high"],
                                                                         row["unit"])))
    return "; ".join(parts) + " (in brackets: 90 % interval)." if parts else "Nothing was measured."


def _meanings(table: pd.DataFrame) -> Any:
    from unanimity import report

    rows = tuple((row.measure, row.meaning, row.unit) for row in table.drop_duplicates("measure").itertuples())
    return report.Section("What the columns mean", None, "", "", (("column", "meaning", "unit"), *rows),
                          folded="Every measure of the tables")


def _manifest(table: pd.DataFrame, months: int | None, seeds: int, seed: int) -> dict[str, Any]:
    """Where the page comes from: regimes with their fingerprints and levers, seeds, version."""
    from unanimity import __version__
    from unanimity.engine.kernels import source_hash
    from unanimity.regimes import load_regime

    regimes = {name: load_regime(name) for name in dict.fromkeys(table["regime"])}
    return {"regime": ", ".join(regimes), "version": __version__, "source": source_hash(),
            "fingerprints": sorted(regime.fingerprint for regime in regimes.values()),
            "levers": {name: {lever: regime.lever_text(lever) for lever in regime.levers}
                       for name, regime in regimes.items()},
            "worlds_run": seeds * len(regimes), "seeds": list(range(seed, seed + seeds)),
            "months": [0, months - 1] if months else None, "sources": {}}
