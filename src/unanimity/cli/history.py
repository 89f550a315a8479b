"""`unanimity history check`: a scenario held against the record."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unanimity.cli import screen
from unanimity.cli.running import Json, People, Setting, Threads, changes_from

if TYPE_CHECKING:
    from unanimity.history import Checked

app = typer.Typer(help="The hindcast: a dated scenario held against the record (docs/history.md).",
                  no_args_is_help=True)
SCENARIO = "ussr-1918-1941"
LOOK = ("rows that are to judge by were computed: each look is to be written down (docs/history.md), and nothing is to "
        "be mended by what it shows.")
Scenario = Annotated[str, typer.Argument(help="A preset or a regime file.")]
Targets = Annotated[Path | None, typer.Option(help="Table of targets (.csv); default: the scenario's own.")]
Split = Annotated[str, typer.Option(help="fit: the rows to mend and fit by; all: also those to judge by.")]
Worlds = Annotated[int, typer.Option(help="Worlds, pooled for rare events; the interval is over them.")]
Seed = Annotated[int, typer.Option(help="Seed of the first world; the next worlds take the next numbers.")]


@app.command("check")
def check_history(
    scenario: Scenario = SCENARIO,
    targets: Targets = None,
    split: Split = "fit",
    worlds: Worlds = 1,
    people: People = None,
    seed: Seed = 1918,
    set_: Setting = None,
    threads: Threads = None,
    json_: Json = False,
) -> None:
    """Run a scenario and say of every target how far the model lies from the record's band."""
    from unanimity.history import FIT, check

    found = check(scenario, targets, split=split, worlds=worlds, people=people, seed=seed, changes=changes_from(set_),
                  threads=threads)
    if json_:
        screen.print_json(as_json(found, worlds, seed))
    else:
        print_check(found)
    if any(one.target.split != FIT for one in found.found):
        screen.note(LOOK)
    elif found.not_looked_at:
        screen.note(f"{found.not_looked_at} targets of other splits were not computed; --split all computes them.")


def as_json(found: Checked, worlds: int, seed: int) -> dict[str, Any]:
    """A check as one JSON object."""
    manifest = found.result.manifest
    return {"scenario": found.regime.name, "targets_from": found.where, "split": found.split, "worlds": worlds,
            "people": found.regime.society.people, "seeds": list(range(seed, seed + worlds)),
            "fingerprint": found.regime.fingerprint, "version": manifest["version"], "digest": found.result.digest,
            "seconds": manifest["seconds"], "targets": [one.row() for one in found.found], "sums": found.sums,
            "not_computed": found.not_looked_at}


def print_check(found: Checked) -> None:
    """A check on the screen: a row a target, then the sums of each split."""
    rows = []
    for one in found.found:
        row, number = one.row(), screen.number
        band = f"{number(row['low'])} .. {number(row['high'])}"
        worlds = f"{number(row['model_low'])} .. {number(row['model_high'])}" if len(one.worlds) > 1 else ""
        far = "not counted" if row["distance"] is None else "inside" if row["inside"] else f"{row['distance']:.2f}"
        rows.append((row["id"], number(row["model"]), worlds, band, far, row["unit"], row["split"]))
    heads = ("target", "model", "worlds", "record", "log-distance", "unit", "split")
    screen.print_table(f"{found.regime.title}\n", heads, rows)
    for one in found.found:
        if one.unseen:
            typer.echo(f"not counted: {one.target.id}: {one.unseen}")
    typer.echo("")
    for split, one in found.sums.items():
        typer.echo(f"{split}: {one['inside']} of {one['counted']} inside the record's band; mean log-distance "
                   f"{one['mean_distance']:.2f}, a factor of {one['factor']:.1f}; {one['unseen']} not counted.")
