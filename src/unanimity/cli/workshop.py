"""`unanimity sweep|sensitivity|calibrate FILE.toml`: the workshop from the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from unanimity.cli import output
from unanimity.cli.experiments import Cluster, Folder, Json, Part, Workers, resumable

Out = Annotated[Path | None, typer.Option(help="Folder for the page, the tables as CSV and everything as JSON.")]
Sweep = Annotated[str, typer.Argument(metavar="FILE.toml", help="A sweep (unanimity docs workshop).")]
Screening = Annotated[str, typer.Argument(metavar="FILE.toml", help="A sensitivity study (unanimity docs workshop).")]
Calibrated = Annotated[str, typer.Argument(metavar="FILE.toml", help="A calibration (unanimity docs workshop).")]


def sweep(file: Sweep, workers: Workers = None, cluster: Cluster = None, shard: Part = None, json_: Json = False,
          out: Out = None, store_: Folder = None) -> None:
    """Run a regime at many settings of levers and parameters; what the store holds is not computed again."""
    from unanimity.workshop import sweep as run
    from unanimity.workshop.sweep import sweep_shard
    from unanimity.workshop.workshop_files import described

    given = described(file, "sweep")
    _check(out)
    with resumable(store_):
        where: dict[str, Any] = {"store": store_, "workers": workers, "cluster": cluster}
        if shard is not None:
            ran, folder = sweep_shard(shard, **given, **where)
            output.note(f"part {shard}: {ran:,} worlds were run into {folder}. When all parts are done, the same "
                        f"command without --shard draws.")
            return
        found = run(**given, **where)
    page = _written(found, out, "sweep")
    if out is not None:
        from unanimity.workshop.behaviorspace import write_table

        write_table(found, out / "behaviorspace.csv")
    if json_:
        output.print_json({**found.record(), "report": page})
        return
    names = [axis.name for axis in found.axes]
    kinds = {"": "90 % interval"} if found.plausible is None else {"chance_": "90 % by chance", "ignorance_": "90 % by "
                                                                  "ignorance"}
    rows = [(*(_text(row[name]) for name in names), row["measure"], output.number(row["mean"]),
             *(f"{output.number(row[f'{kind}low'])} .. {output.number(row[f'{kind}high'])}" for kind in kinds))
            for row in found.summary.to_dict("records")]
    output.print_table(repr(found).splitlines()[0], (*names, "measure", "mean", *kinds.values()), rows)
    for line in found.notes:
        output.note(line)
    _close(found, page)


def sensitivity(file: Screening, workers: Workers = None, cluster: Cluster = None, json_: Json = False, out: Out = None,
                store_: Folder = None) -> None:
    """Which parameters matter for which measures: Morris screening or Sobol shares of variance (SALib)."""
    from unanimity.workshop import sensitivity as run
    from unanimity.workshop.workshop_files import described

    given = described(file, "sensitivity")
    _check(out)
    with resumable(store_):
        found = run(**given, store=store_, workers=workers, cluster=cluster)
    page = _written(found, out, "sensitivity")
    if json_:
        output.print_json({**found.record(), "report": page})
        return
    second = "sigma" if found.method == "morris" else "S1"
    for name in found.measures:
        rows = [(row["parameter"], output.number(row[found.index]), output.number(row["half_width"]),
                 output.number(row[second])) for row in found.of(name).head(10).to_dict("records")]
        output.print_table(f"\n{name}", ("parameter", found.index, "+/-", second), rows)
    for line in found.notes:
        output.note(line)
    _close(found, page)


def calibrate(file: Calibrated, workers: Workers = None, cluster: Cluster = None, json_: Json = False, out: Out = None,
              store_: Folder = None) -> None:
    """Which settings agree with what is known: history matching in waves, then a weighted ensemble."""
    from unanimity.workshop import calibrate as run
    from unanimity.workshop.workshop_files import described

    given = described(file, "calibrate")
    _check(out)

    def heard(number: int, wave: Any) -> None:
        output.note(f"wave {number + 1}: {wave.left:.2g} of the space is left, {len(wave.misfits)} misfits")

    with resumable(store_):
        found = run(**given, store=store_, workers=workers, cluster=cluster, tell=heard)
    page = _written(found, out, "calibration")
    if json_:
        output.print_json({**found.record(), "report": page})
        return
    rows = [(row["target"], f"{output.number(row['low'])} .. {output.number(row['high'])}", output.number(row["after"]),
             "misfit" if row["misfit"] else "hit" if row["hit"] else "missed")
            for row in found.targets_table.to_dict("records")]
    output.print_table("Targets", ("target", "record", "ensemble's median", ""), rows)
    rows = [(row["parameter"], f"{output.number(row['low'])} .. {output.number(row['high'])}",
             f"{output.number(row['from'])} .. {output.number(row['to'])}" if "from" in row else "-",
             "narrowed" if row.get("narrowed") else "free") for row in found.parameters_table.to_dict("records")]
    output.print_table("\nParameters", ("parameter", "before", "90 % interval after", ""), rows)
    _close(found, page)


def _check(out: Path | None) -> None:
    from unanimity.results.atomic_files import check_folder

    output.check_extras(out)
    if out is not None:
        check_folder(out)


def _written(found: Any, out: Path | None, name: str) -> str | None:
    """Page, table and record of what was found; the page's path."""
    from unanimity.results.atomic_files import write_json

    if out is None:
        return None
    found.to_csv(out / f"{name}.csv")
    write_json(out / f"{name}.json", found.record())
    return str(found.report(out / "report.html"))


def _close(found: Any, page: str | None) -> None:
    output.note(f"{str(found).splitlines()[0]}; {found.ran:,} worlds were run; others, if any, were in the store.")
    if page is not None:
        output.note(f"the page is {page}")


def _text(value: Any) -> str:
    return value if isinstance(value, str) else output.number(float(value))
