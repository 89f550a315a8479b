"""`unanimity history check|run|calibrate|screen|parts`: a scenario held against the record, as table and page."""

from __future__ import annotations

from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unanimity.cli import output
from unanimity.cli.experiments import Cluster, Folder, Workers, resumable
from unanimity.cli.history_calibrate import (
    SCENARIO,
    Scenario,
    Targets,
    Until,
    calibrate_history,
    print_parts,
    screen_history,
)
from unanimity.cli.run_commands import (
    Ensemble,
    Json,
    People,
    Setting,
    Settings,
    SomeSettings,
    Threads,
    changes_from,
    chosen_settings,
)
from unanimity.support.number_format import rate, score

if TYPE_CHECKING:
    from unanimity.history import Checked, EnsembleCheck, Hindcast

app = typer.Typer(help="The hindcast: a dated scenario held against the record (unanimity docs history).",
                  no_args_is_help=True)
app.command("calibrate")(calibrate_history)
app.command("screen")(screen_history)
app.command("parts")(print_parts)
LOOK = ("rows that are to judge by were computed: each look is to be written down (unanimity docs history), and "
        "nothing is to be mended by what it shows.")
Split = Annotated[str, typer.Option(help="fit: the rows to mend and fit by; all: also those to judge by.")]
Worlds = Annotated[int, typer.Option(help="Worlds, pooled for rare events; the interval is over them.")]
Seed = Annotated[int, typer.Option(help="Seed of the first world; the next worlds take the next numbers.")]

Record = Annotated[Path | None, typer.Option(help="Write this look down in a log, such as history-looks.md.")]
Reason = Annotated[str, typer.Option(help="Why it was looked at, for the log.")]


@app.command("check")
def check_history(
    scenario: Scenario = SCENARIO,
    targets: Targets = None,
    split: Split = "fit",
    until: Until = None,
    worlds: Worlds = 1,
    people: People = None,
    seed: Seed = 1918,
    set_: Setting = None,
    threads: Threads = None,
    json_: Json = False,
    record: Record = None,
    reason: Reason = "",
    ensemble: Ensemble = False,
    settings: Settings = None,
    n_settings: SomeSettings = None,
    workers: Workers = None,
    cluster: Cluster = None,
    store_: Folder = None,
) -> None:
    """Run a scenario and say of every target how far the model lies from the record's band."""
    from unanimity.history import FIT, check, check_over

    _check_record(record, reason)
    chosen, given = chosen_settings(ensemble, settings, n_settings), changes_from(set_)
    found: Checked | EnsembleCheck
    if chosen is None:
        found = check(scenario, targets, split=split, until=until, worlds=worlds, people=people, seed=seed,
                      changes=given, threads=threads)
    else:
        with resumable(store_):
            found = check_over(scenario, targets, settings=chosen, n_settings=n_settings, split=split, until=until,
                               worlds=worlds, people=people, seed=seed, changes=given,
                               means=means_of(workers, cluster, store_))
    if json_:
        output.print_json(as_json(found, worlds, seed))
    else:
        print_check(found)
    if record is not None:
        write_down(record, found, worlds, seed, reason)
    if any(one.target.split != FIT for one in found.found):
        output.note(LOOK)
    elif found.not_looked_at:
        output.note(f"Targets of other splits were not computed ({found.not_looked_at}); --split all computes them.")


def means_of(workers: int | None, cluster: str | None, store: Path | None) -> Any:
    """Where trials run, and where they are kept."""
    from unanimity.experiments.executor import executor_of
    from unanimity.experiments.store import Store
    from unanimity.history.target_trials import Means

    return Means(store=Store(store, output.note), executor=executor_of(workers, cluster), progress=True)


def facts_of(found: Checked | EnsembleCheck) -> dict[str, Any]:
    """What is stated of the run: version, source, digest, seconds."""
    from unanimity.history import Checked

    return dict(found.result.manifest if isinstance(found, Checked) else found.manifest)


def as_json(found: Checked | EnsembleCheck, worlds: int, seed: int) -> dict[str, Any]:
    """A check as one JSON object."""
    manifest = facts_of(found)
    return {"scenario": found.regime.name, "targets_from": found.where, "split": found.split, "worlds": worlds,
            "people": found.regime.society.people, "seeds": list(range(seed, seed + worlds)),
            "fingerprint": found.regime.fingerprint, "version": manifest["version"], "digest": manifest["digest"],
            "settings": manifest.get("settings"), "seconds": manifest["seconds"],
            "targets": [one.row() for one in found.found], "sums": found.sums,
            "not_computed": found.not_looked_at}


def print_check(found: Checked | EnsembleCheck) -> None:
    """A check on the screen: a row a target, then the sums of each split."""
    rows = []
    for one in found.found:
        row, number = one.row(), output.number
        band = f"{number(row['low'])} .. {number(row['high'])}"
        worlds = f"{number(row['model_low'])} .. {number(row['model_high'])}" if len(one.worlds) > 1 else ""
        far = "not counted" if row["distance"] is None else "inside" if row["inside"] else score(row['distance'])
        rows.append((row["id"], number(row["model"]), worlds, band, far, row["unit"], row["split"]))
    heads = ("target", "model", found.spread_of, "record", "log-distance", "unit", "split")
    output.print_table(f"{found.regime.title}\n", heads, rows)
    for one in found.found:
        if one.unseen:
            typer.echo(f"not counted: {one.target.id}: {one.unseen}")
    typer.echo("")
    for split, sums in found.sums.items():
        typer.echo(f"{split}: {sums['inside']} of {sums['counted']} inside the record's band; mean log-distance "
                   f"{score(sums['mean_distance'])}, a factor of {rate(sums['factor'])}; {sums['unseen']} not counted.")
    for line in found.notes:
        typer.echo(line)


@app.command("run")
def run_history(
    scenario: Scenario = SCENARIO,
    out: Annotated[Path, typer.Option(help="Folder for the page and its tables.")] = Path("out/history"),
    targets: Targets = None,
    series: Annotated[Path | None, typer.Option(help="Table of yearly series (.csv); default: its own.")] = None,
    split: Split = "fit",
    until: Until = None,
    worlds: Worlds = 4,
    people: People = None,
    seed: Seed = 1918,
    set_: Setting = None,
    threads: Threads = None,
    json_: Json = False,
    record: Record = None,
    reason: Reason = "",
    ensemble: Ensemble = False,
    settings: Settings = None,
    n_settings: SomeSettings = None,
    workers: Workers = None,
    cluster: Cluster = None,
    store_: Folder = None,
) -> None:
    """Run a hindcast and write its page: series with their inputs, every target by mechanism, rivals and skill."""
    from unanimity.history import FIT, run
    from unanimity.results.atomic_files import check_folder, write_atomically

    check_folder(out)
    _check_record(record, reason)
    chosen = chosen_settings(ensemble, settings, n_settings)
    with resumable(store_) if chosen is not None else nullcontext():
        found = run(scenario, targets, series, split=split, until=until, worlds=worlds, people=people, seed=seed,
                    changes=changes_from(set_), threads=threads, settings=chosen, n_settings=n_settings,
                    means=means_of(workers, cluster, store_) if chosen is not None else None)
    page = write_page(found, out)
    for name, table in (("targets", found.table), ("skill", found.skill), ("inputs", found.inputs)):
        write_atomically(out / f"{name}.csv", partial(table.to_csv, index=False))
    if record is not None:
        write_down(record, found.checked, worlds, seed, reason)
    facts = as_json(found.checked, worlds, seed)
    if json_:
        output.print_json({**facts, "skill": found.skill.to_dict("records"), "report": str(page)})
    else:
        print_check(found.checked)
        output.note(f"the page is {page}")
    if any(one.target.split != FIT for one in found.checked.found):
        output.note(LOOK)


def _check_record(record: Path | None, reason: str) -> None:
    from unanimity.support.errors import UserError

    if record is not None and not reason.strip():
        raise UserError("--record needs --reason; allowed: why it was looked at, in words.")


def answer(found: Hindcast) -> str:
    """One sentence: how many numbers lie inside the band, how far the others, and who beats whom."""
    told = [f"{one['inside']} of {one['counted']} numbers ({split}) lie inside the record's band, the mean distance is "
            f"a factor of {rate(one['factor'])}" for split, one in found.checked.sums.items()]
    skill = found.skill
    if len(skill):
        rivals = skill[skill["who"] != "model"]
        better = rivals.groupby("series")["skill_crps"].min() > 0
        told.append(f"in {int(better.sum())} of {len(better)} yearly series the model is nearer to the record than "
                    f"both naive rivals")
    return " ".join(["; ".join(told) + ".", *found.checked.notes])


def write_page(found: Hindcast, out: Path) -> Path:
    """The page of a hindcast; returns its path."""
    import pandas as pd

    from unanimity import report
    from unanimity.history import EnsembleCheck
    from unanimity.history.naive_baselines import by_year
    from unanimity.report import hindcast

    checked, inputs = found.checked, found.inputs
    sections = []
    for one in checked.series:
        bands = pd.DataFrame([{"id": t.target.id, "year_from": t.target.years[0], "year_to": t.target.years[1],
                               "low": t.target.low, "high": t.target.high} for t in checked.found
                              if one.targets and t.target.id.startswith(one.targets) and t.target.years
                              and t.target.kind == "series"])
        chart = hindcast.observed_and_simulated(one.title, one.unit, one.observed, found.simulated(one), bands, inputs,
                                                found.first_year, 0.0 if one.how == "first" else 0.5,
                                                by_year(one.observed, list(found.simulated(one).index),
                                                        found.fit_until),
                                                checked.by_setting(one, found.first_year)
                                                if isinstance(checked, EnsembleCheck) else None, checked.weights)
        sections.append(report.Section(one.title, chart))
    sections += [*hindcast.skill_section(found.skill), *hindcast.target_section(found.table, checked.spread_of),
                 hindcast.input_section(inputs)]
    return report.write_page(out / "history.html", checked.regime.title, checked.regime.asks or checked.regime.title,
                             answer(found), sections, checked.manifest if isinstance(checked, EnsembleCheck)
                             else report.provenance(checked.result))


def write_down(log: Path, found: Checked | EnsembleCheck, worlds: int, seed: int, reason: str) -> None:
    """Add a look to a log: when, by which version, with what, why, and what was found."""
    from datetime import UTC, datetime

    from unanimity.results.atomic_files import write_text

    manifest = facts_of(found)
    at = f" at {len(manifest['settings']['parameters'])} plausible settings" if "settings" in manifest else ""
    sums = " ".join(f"{split}: {one['inside']} of {one['counted']} inside, mean log-distance "
                    f"{score(one['mean_distance'])}, {one['unseen']} not counted." for split, one in found.sums.items())
    entry = (f"- {datetime.now(UTC):%Y-%m-%d %H:%M}, split {found.split}, {found.regime.name} "
             f"({found.regime.fingerprint}), version {manifest['version']}, source {manifest.get('source', '')}, "
             f"{worlds} worlds of {found.regime.society.people:,} people{at}, seed {seed}. "
             f"{reason.strip().rstrip('.')}. "
             f"{sums}")
    old = log.read_text(encoding="utf-8").rstrip() if log.exists() else "# Looks at the record"
    write_text(log, f"{old}\n{entry}\n")
