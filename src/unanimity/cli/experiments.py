"""`unanimity experiment run|validate` and `unanimity store info|prune`."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unanimity.cli import output
from unanimity.cli.run_commands import Settings, SomeSettings
from unanimity.support.number_format import percent

if TYPE_CHECKING:
    from unanimity.experiments.executor import Executor
    from unanimity.experiments.experiment import Experiment
    from unanimity.experiments.outcome import Outcome
    from unanimity.regimes.plausible import Plausible

app = typer.Typer(help="Experiments: arms that share people and luck, judged by tests fixed beforehand.",
                  no_args_is_help=True)
store = typer.Typer(help="What was computed once and is never computed again.", no_args_is_help=True)
File = Annotated[str, typer.Argument(metavar="FILE.toml", help="An experiment (unanimity docs writing-an-experiment).")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object on stdout.")]
Workers = Annotated[int | None, typer.Option(metavar="N", help="Processes of this machine; default: all cores. The "
                                             "result does not depend on it.")]
Cluster = Annotated[str | None, typer.Option(metavar="ADDRESS", help="A Dask scheduler, such as tcp://host:8786 "
                                             "(unanimity docs cluster).")]
Part = Annotated[str | None, typer.Option("--shard", metavar="I/N", help="Run only part I of N into the store, judging "
                                          "nothing: for job arrays.")]
Folder = Annotated[Path | None, typer.Option("--store", help="The store; default: $UNANIMITY_STORE, or ./store.")]


@contextmanager
def resumable(folder: Path | None) -> Iterator[None]:
    """Ctrl-C and SIGTERM end with a line that says where to go on from."""
    from unanimity.experiments.store import store_folder

    output.patient()

    def stop(number: int, _: Any) -> None:
        raise KeyboardInterrupt

    old = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    except KeyboardInterrupt:
        output.note(f"stopped; what was finished is in {store_folder(folder)}, from where the same command goes on.")
        raise typer.Exit(130) from None
    finally:
        signal.signal(signal.SIGTERM, old)


@app.command("run")
def run_experiment(
    file: File,
    pairs: Annotated[int | None, typer.Option(help="Paired replications; default: as the file says.")] = None,
    robustness: Annotated[int, typer.Option(help="Settings of the free parameters at which to repeat it.")] = 0,
    whole_ranges: Annotated[bool, typer.Option("--whole-ranges", help="Robustness also over the parameters' whole "
                                               "ranges, not only 30 % around their defaults.")] = False,
    robustness_pairs: Annotated[int | None, typer.Option(help="Pairs at each of these settings; default: the "
                                                         "same.")] = None,
    ablation: Annotated[bool, typer.Option("--ablation", help="Repeat it with each mechanism that it names "
                                           "off.")] = False,
    settings: Settings = None,
    n_settings: SomeSettings = None,
    seed: Annotated[int | None, typer.Option(help="Seed of the first world; default: as the file says.")] = None,
    workers: Workers = None,
    cluster: Cluster = None,
    shard: Part = None,
    json_: Json = False,
    out: Annotated[Path | None, typer.Option(help="Folder for a page, tables and the whole outcome as JSON.")] = None,
    store_: Folder = None,
) -> None:
    """Run an experiment and print its verdicts; what the store holds is not computed again."""
    import unanimity as un
    from unanimity.experiments.executor import executor_of
    from unanimity.regimes.plausible import plausible
    from unanimity.results.atomic_files import hold_folder
    from unanimity.support.errors import refuse

    output.check_extras(out)
    if out is not None:
        hold_folder(out)
    if robustness < 0:
        raise refuse("", "--robustness", robustness, "a whole number from 0 up")
    table = plausible(settings, n_settings)
    executor = executor_of(workers, cluster)
    if shard is not None:
        run_part(shard, [un.experiment(file)], pairs, seed, executor, store_)
        return
    with resumable(store_):
        found = perform(un.experiment(file), pairs=pairs, robustness=robustness, whole_ranges=whole_ranges,
                        robustness_pairs=robustness_pairs, ablation=ablation, seed=seed, executor=executor,
                        folder=store_, table=table)
    page = None
    if out is not None:
        from unanimity.report import write_outcome

        page = write_outcome(found, out)
    if json_:
        output.print_json({**found.record(), "out": str(out) if out else None, "report": str(page) if page else None})
        return
    show(found)
    if page is not None:
        output.note(f"written to {out}; the page is {page}")


def run_part(shard: str, experiments: Sequence[Experiment], pairs: int | None, seed: int | None, executor: Executor,
             folder: Path | None) -> None:
    """One part of a job array: worlds into the store, each experiment in turn, nothing judged."""
    from unanimity.experiments.experiment import run_shard
    from unanimity.experiments.seed_runs import shard_of
    from unanimity.experiments.store import Store

    part, kept, ran = shard_of(shard), Store(folder, output.note), 0
    with resumable(folder):
        for one in experiments:
            ran += run_shard([one], part, pairs=pairs, store=kept, seed=seed, executor=executor)
    output.note(f"part {shard}: {ran:,} worlds were run into {kept.folder}. When all parts are done, the same command "
                f"without --shard judges.")


def perform(experiment: Experiment, *, pairs: int | None, robustness: int, whole_ranges: bool,
            robustness_pairs: int | None, ablation: bool, seed: int | None, executor: Executor,
            folder: Path | None, table: Plausible | None = None) -> Outcome:
    """Run an experiment with its robustness, at plausible settings too, and ablation, with progress on the output."""
    from unanimity.experiments.experiment import run_together
    from unanimity.experiments.robustness import examined, free_parameters
    from unanimity.experiments.store import Store
    from unanimity.support.progress import telling

    if robustness:
        free_parameters(experiment)  # told before any work is done
    kept = Store(folder, output.note)
    used = experiment.described.replications if pairs is None else pairs

    def run(some: Sequence[Experiment], progress: Any) -> list[Outcome]:
        return run_together(some, pairs=robustness_pairs or used, store=kept, seed=seed, executor=executor,
                            progress=progress)

    found, = run_together([experiment], pairs=used, store=kept, seed=seed, executor=executor)
    ranges = ("30 percent", "whole range") if whole_ranges else ("30 percent",)
    if robustness:
        for kind in ranges:
            with telling(True, f"robustness, {kind}", "world-months") as tell:
                more = examined(found, run, settings=robustness, ranges=(kind,), progress=lambda _, tell=tell: tell)  # type: ignore[misc]
            found = _with(found, robustness=(*found.robustness, *more.robustness))
    if table is not None:
        with telling(True, f"{len(table)} plausible settings", "world-months") as tell:
            more = examined(found, run, table=table, progress=lambda _: tell)
        found = _with(found, robustness=(*found.robustness, *more.robustness))
    if ablation:
        with telling(True, "ablation", "world-months") as tell:
            more = examined(found, run, without=True, progress=lambda _: tell)
        found = _with(found, ablation=more.ablation)
    return found


def _with(found: Outcome, **fields: Any) -> Outcome:
    import dataclasses

    return dataclasses.replace(found, **fields)


def show(found: Outcome, verdicts: bool = True) -> None:
    """The outcome on the screen: verdicts (or none, where they were told otherwise), findings, means."""
    from unanimity.experiments.power import settles
    from unanimity.report.outcome_tables import SPREAD_HEAD, mean_rows, spread_rows

    if verdicts:
        typer.echo(f"{found.experiment.title}\n{found.experiment.described.asks}".rstrip())
        for reading, one in found.readings.items():
            typer.echo(f"\nverdict{f' on {reading}' if reading else ''}: {one.told}\n  {one.why}")
        for reading, one in found.rivals.items():
            typer.echo(f"\nrival{f', {reading}' if reading else ''}: {one.told}\n  {one.why}")
    rows = [(one.form.role.replace("_", " ") + (f" {one.form.reading}" if one.form.reading else ""), one.finding.form,
             one.finding.sentence + (settles(one.finding) if verdicts else "")) for one in found.judged]
    if rows:
        output.print_table("\nFindings", ("as", "test", "what was found"), rows)
    output.print_table("\nMeans over replications with 90 % intervals", ("cell", "measure", "mean", "interval",
                                                                        "difference to control"), mean_rows(found))
    for checked in found.robustness:
        share, low, high = checked.share
        typer.echo(output.soft(f"\nrobustness, {checked.ranges}: {checked.good} at {percent(share)} of "
                               f"{len(checked.words)} settings ({percent(low)} to {percent(high)})"))
        if len(checked.spreads):
            output.print_table("\nChance and ignorance, 90 % each", SPREAD_HEAD, spread_rows(checked.spreads))
        for line in checked.notes:
            output.note(line)
    if found.ablation is not None:
        output.print_table("\nAblation", ("without", "verdict", "rival"),
                           [(name, word, found.ablation.rivals[name]) for name, word in found.ablation.words.items()])
    for line in found.notes:
        output.note(line)
    stored = f", {found.worlds - found.ran:,} were in the store" if found.worlds > found.ran else ""
    output.note(f"{found.pairs} pairs; {found.ran:,} worlds were run{stored}; {found.seconds:.1f} s")


@app.command("validate")
def validate_experiment(files: Annotated[list[str], typer.Argument(metavar="FILE.toml ...", help="Experiments.")],
                        json_: Json = False) -> None:
    """Check experiments without running a month; the first error is reported in one line, with exit code 2."""
    import unanimity as un

    rows: list[dict[str, Any]] = []
    for file in files:
        one = un.experiment(file).validate()
        cells = one.wanted()
        months = one.control.months + one.control.burn_in
        worlds = len(cells) * one.described.replications * one.described.pool
        rows.append({"file": file, "title": one.title, "arms": list(one.layout.arms), "cells": len(cells),
                     "worlds": worlds, "person_months": worlds * months * one.control.society.people,
                     "forms": len(one.forms.forms)})
    if json_:
        output.print_json(rows)
        return
    for row in rows:
        typer.echo(f"{row['file']}: sound. {len(row['arms'])} arms, {row['cells']} cells, {row['forms']} tests, "
                   f"{row['worlds']:,} worlds, {row['person_months'] / 1e6:,.1f} million person-months.")


@store.command("info")
def store_info(store_: Folder = None, json_: Json = False) -> None:
    """What the store holds: files, worlds, bytes, by version of the code and by experiment."""
    from unanimity.experiments.store import Store, described
    from unanimity.support.source_hash import source_hash

    kept = Store(store_)
    facts = {"folder": str(kept.folder), "this_version": source_hash(), **described(kept.bundles())}
    if json_:
        output.print_json(facts)
        return
    if not facts["files"]:
        typer.echo(f"{kept.folder}: empty")
        return
    typer.echo(f"{kept.folder}: {facts['files']:,} files, {facts['worlds']:,} worlds, {facts['bytes'] / 1e6:,.1f} MB, "
               f"{facts['damaged']} damaged; oldest {_day(facts['oldest'])}, newest {_day(facts['newest'])}")
    for kind in ("version", "experiment"):
        rows = [(name + (" (this one)" if name == facts["this_version"] else ""), f"{row['files']:,}",
                 f"{row['worlds']:,}", f"{row['bytes'] / 1e6:,.2f}") for name, row in facts[kind].items()]
        output.print_table(f"\nBy {kind}", (kind, "files", "worlds", "MB"), rows)


@store.command("prune")
def store_prune(
    older_than: Annotated[float | None, typer.Option(metavar="DAYS", help="Remove what is older.")] = None,
    other_versions: Annotated[bool, typer.Option("--other-versions", help="Remove what other versions of the code "
                                                 "computed.")] = False,
    to_size: Annotated[float | None, typer.Option(metavar="MB", help="Remove the oldest until the rest is not "
                                                  "larger.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Remove everything.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be removed, and remove nothing.")] = False,
    store_: Folder = None,
    json_: Json = False,
) -> None:
    """Remove entries of the store by age, version or size; damaged files always go."""
    from unanimity.experiments.store import Store
    from unanimity.support.errors import UserError
    from unanimity.support.source_hash import source_hash

    if older_than is None and to_size is None and not other_versions and not everything:
        raise UserError("store prune: says nothing of what to remove; allowed: --older-than DAYS, --other-versions, "
                        "--to-size MB, --all.")
    kept = Store(store_)
    gone = kept.prune(days=older_than, keep_version=source_hash() if other_versions else None, megabytes=to_size,
                      everything=everything, dry=dry_run)
    size, left = sum(one.size for one in gone), kept.bundles(check=False)
    left = [one for one in left if one.path not in {other.path for other in gone}]
    if json_:
        output.print_json({"folder": str(kept.folder), "removed": 0 if dry_run else len(gone),
                           "chosen": [str(one.path) for one in gone], "bytes": size, "left": len(left)})
        return
    typer.echo(f"{kept.folder}: {len(gone):,} files, {size / 1e6:,.1f} MB {'would be' if dry_run else 'were'} removed; "
               f"{len(left):,} files, {sum(one.size for one in left) / 1e6:,.1f} MB stay")


def _day(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))
