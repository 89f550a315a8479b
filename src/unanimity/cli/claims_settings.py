"""`unanimity claims plausible|hypercube|witnesses`: main effects over many settings, and what that says of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unanimity.cli import output
from unanimity.cli.experiments import Cluster, Workers
from unanimity.cli.run_commands import Settings, SomeSettings

if TYPE_CHECKING:
    import pandas as pd

    from unanimity.claims.over_settings import Work

Json = Annotated[bool, typer.Option("--json", help="Print JSON on stdout.")]
Names = Annotated[list[str] | None, typer.Argument(metavar="[ID ...]", help="Ids as `list` prints them; all where none "
                                                   "is named.")]
Pairs = Annotated[int | None, typer.Option(help="Pairs at each setting; default: 6.")]
PartOf = Annotated[str | None, typer.Option("--part", metavar="I/N", help="Run only part I of N into the store, on one "
                                            "processor, and write no tables.")]
Minutes = Annotated[float | None, typer.Option(min=0.0, help="Begin nothing more after so many minutes.")]
Units = Annotated[Path | None, typer.Option("--units", help="Units of an earlier run (*-units.parquet) that count as "
                                            "done, once three of them were run again and agreed.")]
NoRun = Annotated[bool, typer.Option("--no-run", help="Write the tables from what is done, and run nothing.")]
Out = Annotated[Path, typer.Option(help="Folder for the tables.")]
Folder = Annotated[Path | None, typer.Option("--store", help="The store; default: $UNANIMITY_STORE, or ./store.")]
FOLDER = Path("out/debate")


def over_plausible(names: Names = None, settings: Settings = "ensemble", n_settings: SomeSettings = None,
                   pairs: Pairs = None, units: Units = None, part: PartOf = None, minutes: Minutes = None,
                   no_run: NoRun = False, workers: Workers = None, cluster: Cluster = None, out: Out = FOLDER,
                   store: Folder = None, json_: Json = False) -> None:
    """Every main effect at plausible settings: the share of settings with each answer."""
    from unanimity.claims.over_settings import PAIRS, plausible_design, shares

    work = _work(plausible_design(settings or "ensemble", n_settings, pairs or PAIRS), names, store, units)
    if not _run(work, part, minutes, no_run, workers, cluster):
        return
    table = work.table()
    _written(out / "plausible-units.parquet", table)
    found = shares(table)
    _written(out / "plausible.csv", found)
    _tell(work, table)
    if json_:
        output.print_json(found.to_dict("records"))
        return
    output.print_table("Main effects at plausible settings: share of settings", ("claim", "settings", *_words()),
                       [(row["claim"], str(row["settings"]), *(f"{100 * row[word]:.0f} %" for word in _words()))
                        for row in found.to_dict("records")])


def over_hypercube(names: Names = None,
                   points: Annotated[int, typer.Option(min=1, help="Points of the Latin hypercube.")] = 500,
                   settings: Settings = "ensemble", pairs: Pairs = None, units: Units = None, part: PartOf = None,
                   minutes: Minutes = None, no_run: NoRun = False, workers: Workers = None, cluster: Cluster = None,
                   out: Out = FOLDER, store: Folder = None, json_: Json = False) -> None:
    """Every main effect over the declared ranges: what would have to be true, and whether the record allows it."""
    import pandas as pd

    from unanimity.claims.conditions import conditions
    from unanimity.claims.over_settings import PAIRS, hypercube_design, shares
    from unanimity.regimes.plausible import plausible

    work = _work(hypercube_design(points, pairs or PAIRS, settings or "ensemble"), names, store, units)
    if not _run(work, part, minutes, no_run, workers, cluster):
        return
    table, known = work.table(), plausible(settings or "ensemble")
    assert known is not None
    _written(out / "hypercube-units.parquet", table)
    _written(out / "hypercube-settings.parquet", work.settings_table())
    _written(out / "hypercube.csv", shares(table))
    found = conditions(table, work.settings_table(), known.settings, known.weights)
    _written(out / "conditions.csv", pd.DataFrame([one.row() for one in found]))
    _tell(work, table)
    if json_:
        output.print_json([one.row() for one in found])
        return
    output.print_table("What would have to be true", ("claim", "sentence"),
                       [(one.claim, one.sentence) for one in found])


def tell_witnesses(units: Annotated[Path, typer.Argument(help="What `hypercube` has written.")] = FOLDER /
                   "hypercube-units.parquet", out: Out = FOLDER, json_: Json = False) -> None:
    """Which main effects are found at once, which exclude each other, author against author; one figure."""
    import pandas as pd

    from unanimity.claims.witnesses import witnesses
    from unanimity.report import save_picture
    from unanimity.report.witness_figure import witness_figure
    from unanimity.results.atomic_files import json_value, write_json
    from unanimity.support.errors import UserError

    if not units.is_file():
        raise UserError(f"{units}: there is no such file; allowed: a table that 'unanimity claims hypercube' has "
                        f"written.")
    try:
        table = pd.read_parquet(units)
        found = witnesses(table)
    except (OSError, ValueError, KeyError) as slip:
        raise UserError(f"{units}: cannot be read ({type(slip).__name__}: {slip}); allowed: a table that "
                        f"'unanimity claims hypercube' has written.") from None
    _written(out / "witnesses.csv", found.pairs)
    _written(out / "witnesses-authors.csv", found.by_author)
    record = json_value(found.record())
    write_json(out / "witnesses.json", record)
    chart = witness_figure(found.pairs, list(found.authors.sort_values(kind="stable").index), found.sentences[0])
    output.note(f"the figure is {save_picture(chart, out / 'witnesses.png')}")
    if json_:
        output.print_json(record)
        return
    for line in found.sentences:
        typer.echo(line)
    if not len(found.by_author):
        return
    output.print_table("Author against author", ("author", "other", "pairs", "mean phi", "exclude", "support"),
                       [(row["author"], row["other_author"], str(row["pairs"]), f"{row['phi']:+.2f}",
                         str(row["exclude"]), str(row["support"])) for row in found.by_author.to_dict("records")])


def _words() -> tuple[str, ...]:
    from unanimity.claims.over_settings import WORDS

    return WORDS


def _work(design: Any, names: list[str] | None, store: Path | None, units: Path | None) -> Work:
    from unanimity import claims
    from unanimity.claims.over_settings import Work
    from unanimity.experiments.store import Store

    work = Work(design, tuple(names or claims.names()), Store(store, output.note))
    if units is not None:
        held = work.take_units(units)
        output.note(f"{units}: {held:,} of {len(work.units()):,} units were done before; some were run again and agree "
                    f"to the last bit." if held else f"{units}: holds no unit of this design (other claims, settings, "
                    f"pairs or base regimes); nothing is taken from it.")
    return work


def _run(work: Work, part: str | None, minutes: float | None, no_run: bool, workers: int | None,
         cluster: str | None) -> bool:
    """Run what is missing, with its cost told before; whether tables are to be written."""
    from unanimity.experiments.executor import Here, executor_of
    from unanimity.experiments.seed_runs import shard_of

    if no_run:
        return True
    mine = shard_of(part, "--part") if part is not None else None
    executor = Here(1) if mine is not None else executor_of(workers, cluster)
    output.note(work.estimate(work.missing(mine), executor.workers))
    ran = work.run(mine, executor, minutes)
    if mine is not None:
        output.note(f"part {part}: {ran:,} units were run into {work.store.folder}; --no-run writes the tables of all "
                    f"parts.")
    return mine is None


def _tell(work: Work, table: pd.DataFrame) -> None:
    whole = table.groupby("setting")["claim"].count() == len(work.names)
    output.note(f"{len(table):,} of {len(work.units()):,} units are done; {int(whole.sum())} of "
                f"{len(work.design.settings)} settings are whole.")


def _written(path: Path, table: pd.DataFrame) -> None:
    from unanimity.results.atomic_files import write_atomically

    def fill(partial: Path) -> None:
        if path.suffix == ".parquet":
            table.to_parquet(partial, index=False)
        else:
            table.to_csv(partial, index=False)

    write_atomically(path, fill)
    output.note(f"wrote {path}")
