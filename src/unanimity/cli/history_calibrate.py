"""`unanimity history calibrate|screen|parts`: plausible settings of a scenario from its record, in one command."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from unanimity.cli import output
from unanimity.cli.experiments import Cluster, Folder, Workers, resumable
from unanimity.cli.run_commands import Json, People, Setting, changes_from

SCENARIO = "ussr-1918-1941"
Scenario = Annotated[str, typer.Argument(help="A preset or a regime file.")]
Targets = Annotated[Path | None, typer.Option(help="Table of targets (.csv); default: the scenario's own.")]
Until = Annotated[int | None, typer.Option(metavar="YEAR", help="The window of calibration: rows that end by this year "
                                           "are fitted on, later ones are to judge by; default: the table's own "
                                           "split.")]
Around = Annotated[float | None, typer.Option(metavar="SHARE", help="Search only within this share of a range from "
                                              "the default; default: in the whole range.")]
Parameters = Annotated[str, typer.Option(help="Keys or mechanisms to screen, separated by commas; default: all that "
                                         "are free.")]
SHOWN = 40  # parameters of a screening in the terminal; all are in its CSV


def calibrate_history(
    scenario: Scenario = SCENARIO,
    until: Until = None,
    out: Annotated[Path, typer.Option(help="Folder for the tables and the page.")] = Path("out/calibration"),
    targets: Targets = None,
    people: People = None,
    worlds: Annotated[int | None, typer.Option(help="Worlds of a setting at the end; default 20.")] = None,
    wave_worlds: Annotated[int | None, typer.Option(help="Worlds of a setting in the waves; default 6.")] = None,
    screening_worlds: Annotated[int | None, typer.Option(help="Worlds of a setting in the screening; default "
                                                         "2.")] = None,
    trajectories: Annotated[int | None, typer.Option(help="Starting points of the screening; default 8; 0: none, and "
                                                     "all parameters go on.")] = None,
    keep: Annotated[int | None, typer.Option(help="Parameters that go on after the screening; default 20.")] = None,
    waves: Annotated[int | None, typer.Option(help="Waves of history matching, at most; default 3.")] = None,
    n: Annotated[int | None, typer.Option(help="Settings of a wave; default: ten for each parameter.")] = None,
    draws: Annotated[int | None, typer.Option(help="Settings drawn from what the waves leave; default 400; 0: "
                                           "those of the last wave and the defaults are taken.")] = None,
    around: Around = None,
    ensemble: Annotated[int | None, typer.Option(help="Settings of the ensemble, the nearest; default 150.")] = None,
    parameters: Parameters = "",
    runs: Annotated[list[Path] | None, typer.Option(help="A table of runs made elsewhere (.parquet, .csv): nothing is "
                                                    "run but --further, and everything is worked out from it. May be "
                                                    "repeated: the tables are put together.")] = None,
    settings: Annotated[str | None, typer.Option(metavar="ensemble|FILE.csv", help="Settings of an earlier "
                                                 "calibration: nothing is searched, they run in --worlds worlds and "
                                                 "are ranked anew.")] = None,
    further: Annotated[int | None, typer.Option(help="With --runs or --settings: so many settings more, those that "
                                                "the emulators place nearest (within --around), run in --worlds "
                                                "worlds; default 0.")] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of the first world and of all designs; default 1918.")] = None,
    set_: Setting = None,
    workers: Workers = None,
    cluster: Cluster = None,
    store_: Folder = None,
    json_: Json = False,
) -> None:
    """Find plausible settings on the record: screening, waves of history matching, an ensemble by distance.

    It says what it costs before it begins, and goes on where it was stopped: what was run is in the store.
    """
    from unanimity.experiments.store import Store
    from unanimity.history.calibration import Plan, calibrate, replaced
    from unanimity.results.atomic_files import check_folder

    check_folder(out)
    plan = replaced(Plan(), {"worlds": worlds, "wave_worlds": wave_worlds, "screening_worlds": screening_worlds,
                             "trajectories": trajectories, "keep": keep, "waves": waves, "n": n, "draws": draws,
                             "ensemble": ensemble, "around": around, "further": further, "seed": seed})
    with resumable(store_):
        found = calibrate(scenario, targets, until=until, plan=plan, people=people, parameters=_named(parameters),
                          changes=changes_from(set_), runs=runs or None, settings=settings,
                          store=Store(store_, output.note), workers=workers, cluster=cluster, progress=True,
                          tell=output.note)
    page = found.write(out)
    if json_:
        output.print_json({**found.record(), "report": str(page)})
        return
    typer.echo(repr(found))
    rows = [(row["parameter"], f"{output.number(row['low'])} .. {output.number(row['high'])}",
             f"{output.number(row['from'])} .. {output.number(row['to'])}", output.number(row["best"]),
             "narrowed" if row["narrowed"] else "free") for row in found.posterior.to_dict("records")]
    output.print_table("\nParameters", ("parameter", "range searched", "90 % interval after", "best", ""), rows)
    output.note(f"the page is {page}; the ensemble is {out / 'ensemble.csv'}, which --settings takes.")


def screen_history(
    scenario: Scenario = SCENARIO,
    until: Until = None,
    out: Annotated[Path, typer.Option(help="Folder for the tables.")] = Path("out/screening"),
    targets: Targets = None,
    people: People = None,
    worlds: Annotated[int | None, typer.Option(help="Worlds of a setting; default 2.")] = None,
    trajectories: Annotated[int | None, typer.Option(help="Starting points, from each of which every parameter is "
                                                     "moved; default 8.")] = None,
    around: Around = None,
    parameters: Parameters = "",
    seed: Annotated[int | None, typer.Option(help="Seed of the first world and of the design; default 1918.")] = None,
    set_: Setting = None,
    workers: Workers = None,
    cluster: Cluster = None,
    store_: Folder = None,
    json_: Json = False,
) -> None:
    """Which free parameters move the rows of the record: the first stage of `calibrate` alone.

    `calibrate` with the same options (`--screening-worlds` for `--worlds`) and the same store runs none of it again.
    """
    from unanimity.experiments.store import Store
    from unanimity.history.calibration import Plan, replaced, screen
    from unanimity.results.atomic_files import check_folder

    check_folder(out)
    plan = replaced(Plan(), {"screening_worlds": worlds, "trajectories": trajectories, "around": around, "seed": seed})
    with resumable(store_):
        found = screen(scenario, targets, until=until, plan=plan, people=people, parameters=_named(parameters),
                       changes=changes_from(set_), store=Store(store_, output.note), workers=workers, cluster=cluster,
                       progress=True, tell=output.note)
    found.write(out)
    if json_:
        output.print_json({"parameters": found.table.to_dict("records"), "moving": found.first(len(found.table))})
        return
    typer.echo(repr(found))
    rows = [(row["parameter"], output.number(row["importance"]), str(row["rows_moved"]), row["strongest_row"],
             output.number(row["mu_star_there"])) for row in found.table.head(SHOWN).to_dict("records")]
    output.print_table(f"\nThe {len(rows)} most important", ("parameter", "importance", "rows moved", "strongest on",
                                                             "effect there"), rows)
    output.note(f"wrote {out / 'screening.csv'} and {out / 'screening-rows.csv'}")


def _named(parameters: str) -> list[str] | None:
    return [name.strip() for name in parameters.split(",") if name.strip()] or None


def print_parts(scenario: Scenario = SCENARIO, until: Until = None, targets: Targets = None,
                json_: Json = False) -> None:
    """The parts of the fit rows' expressions: what a table of runs made elsewhere must hold, one column each."""
    from unanimity.history.calibration import parts_of

    found = parts_of(scenario, targets, until)
    if json_:
        output.print_json(found)
        return
    for text in found:
        typer.echo(text)
