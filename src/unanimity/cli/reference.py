"""`unanimity reference`: published models on one shelf; list, show, run, sweep, and check against their numbers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unanimity.cli import output

if TYPE_CHECKING:
    import pandas as pd

    from unanimity.reference.published_model import Check, Model

app = typer.Typer(no_args_is_help=True, help="Published models, held against their numbers.", rich_markup_mode=None)

Name = Annotated[str, typer.Argument(help="The model, as `reference list` names it.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON value instead of words.")]


@app.command("list")
def list_models(as_json: Json = False) -> None:
    """What stands on the shelf."""
    from unanimity import reference

    shown = [{"id": one.id, "title": one.title, "citation": one.citation, "says": one.sentence,
              "first": one.id in reference.EIGHT} for one in reference.models()]
    if as_json:
        output.print_json(shown)
        return
    for one in shown:
        typer.echo(f"{one['id']:<16}{one['title']}")
    typer.echo("show one: unanimity reference show NAME; hold against the papers: unanimity reference check", err=True)


@app.command()
def show(name: Name, as_json: Json = False) -> None:
    """What a model says, its formulas, and every parameter with its range and source."""
    import sys

    from unanimity import reference

    model = reference.model(name)
    fields: list[dict[str, Any]] = [
        {
            "name": one.name,
            "default": one.default,
            "low": one.span.low,
            "high": one.span.high,
            "unit": one.span.unit,
            "symbol": one.span.symbol,
            "meaning": one.span.meaning,
            "source": one.span.source,
            "words": list(model.words.get(one.name, ())),
        }
        for one in model.fields
    ]
    if as_json:
        output.print_json({"id": model.id, "title": model.title, "citation": model.citation, "says": model.sentence,
                     "notice": model.notice, "parameters": fields,
                     "presets": {key: dict(value) for key, value in model.presets.items()}})
        return
    text = sys.modules[model.parameters.__module__].__doc__ or ""
    typer.echo(f"{model.title}\n\n{text.strip()}\n\nNotice: {model.notice}\n\nParameters (--set name=value):")
    for one in fields:
        span = " | ".join(one["words"]) or f"{one['low']:g}..{one['high']:g} {one['unit']}"
        default = one["words"][int(one["default"])] if one["words"] else f"{one['default']:g}"
        typer.echo(f"  {one['name']:<15}{default:<14}{one['meaning']} [{span}; {one['source']}]")
    for key, values in model.presets.items():
        typer.echo(f"  --preset {key:<8}" + (", ".join(f"{k}={v}" for k, v in values.items()) or "the defaults"))


@app.command()
def run(
    name: Name,
    settings: Annotated[list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Set a parameter.")] = None,
    sweep: Annotated[list[str] | None, typer.Option(metavar="NAME=LOW:HIGH:COUNT", help="Vary a parameter.")] = None,
    preset: Annotated[str | None, typer.Option(help="One of the paper's own runs.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="The run's luck.")] = 1,
    out: Annotated[Path | None, typer.Option(help="Folder for the table (Parquet, CSV) and the picture.")] = None,
    as_json: Json = False,
) -> None:
    """Run a model once, or over a sweep; print its headline numbers."""
    from unanimity import reference

    model = reference.model(name)
    values: dict[str, Any] = dict(_setting(text) for text in settings or [])
    over = dict(_sweep(name, text) for text in sweep or [])
    model.settings(preset, **values)  # an error is reported before anything else
    typer.echo(f"running {name} (a model's first run after an update compiles it, some seconds)", err=True)
    if sweep:
        table = reference.sweep(name, over, seed, preset=preset, **values)
        shown: Any = json.loads(table.to_json(orient="records"))
        chart = _swept(table, list(over), model) if out is not None else None
    else:
        outcome = model.run(seed, preset, **values)
        table, shown = outcome.table, outcome.summary
        chart = model.plot(seed, preset, **values) if out is not None else None
    if out is not None:
        _save(out, name, table, chart)
    if as_json:
        output.print_json(shown)
    elif sweep:
        typer.echo(table.to_string(index=False, float_format=lambda value: f"{value:.4g}"))
    else:
        for key, value in shown.items():
            typer.echo(f"{key:<26}{value:.4g}")


@app.command()
def check(
    names: Annotated[list[str] | None, typer.Argument(help="Models to check; none means the first eight.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Check the whole shelf.")] = False,
    as_json: Json = False,
) -> None:
    """Hold our numbers against the published ones; exit 1 when a row that must pass does not."""
    from unanimity import reference
    from unanimity.reference.published_model import failed

    chosen = list(reference.ALL) if everything else list(names or reference.EIGHT)
    for name in chosen:
        reference.model(name)  # refuse a slip before the first minute is spent
    rows: list[Check] = []
    for name in chosen:
        typer.echo(f"checking {name} ...", err=True)
        rows += reference.model(name).checks()
    if as_json:
        output.print_json([row._asdict() for row in rows])
    else:
        _print_checks(rows)
    wrong = failed(rows)
    counts = {verdict: sum(row.verdict == verdict for row in rows) for verdict in ("pass", "differs", "reported")}
    typer.echo(f"{len(rows)} rows: {counts['pass']} pass, {counts['differs']} differ ({len(wrong)} of them must not), "
               f"{counts['reported']} recalled numbers reported", err=True)
    raise typer.Exit(1 if wrong else 0)


def _print_checks(rows: list[Check]) -> None:
    """A table with the verdict first; notes only where something differs or is merely reported."""
    typer.echo(f"{'verdict':<9} {'published':>10} {'ours':>10}  {'95 % interval':<21} {'within':<8} tag  what")
    for row in rows:
        interval = f"{row.low:.4g} .. {row.high:.4g}" if row.low != row.high else "-"
        mark = row.verdict if row.gated or row.verdict != "differs" else "differs*"
        typer.echo(f"{mark:<9} {row.published:>10.5g} {row.ours:>10.5g}  {interval:<21} {row.tolerance:<8.3g} "
                   f"{row.tag:<4} {row.model}: {row.what}")
        if row.note and row.verdict != "pass":
            typer.echo(f"{'':<9} {row.note}")
    typer.echo("tags: S seen in the source, C read in code, V measured before by us, R recalled; "
               "differs* is known and gates nothing", err=True)


def _setting(text: str) -> tuple[str, float | str]:
    """NAME=VALUE; a value that is no number stays a word."""
    from unanimity.support.errors import refuse

    name, equals, value = text.partition("=")
    if not equals or not name or not value:
        raise refuse("", "--set", text, "NAME=VALUE, such as --set sd=12.3")
    try:
        return name.strip(), float(value)
    except ValueError:
        return name.strip(), value.strip()


def _sweep(model: str, text: str) -> tuple[str, list[float]]:
    """NAME=LOW:HIGH:COUNT as values."""
    from unanimity.reference.published_model import spread
    from unanimity.support.errors import refuse

    name, _, rest = text.partition("=")
    parts = rest.split(":")
    try:
        low, high, count = float(parts[0]), float(parts[1]), int(parts[2])
    except (IndexError, ValueError):
        count = 0
    if count < 1 or len(parts) != 3:
        raise refuse("", "--sweep", text, "NAME=LOW:HIGH:COUNT, such as --sweep sd=11:14:31")
    return name.strip(), list(spread(model, name.strip(), low, high, count))


def _swept(table: pd.DataFrame, over: list[str], model: Model) -> Any:
    """The headline numbers against the first swept parameter."""
    import altair as alt

    from unanimity.reference.chart_style import CALM

    long = table.melt(over, var_name="number", value_name="value")
    base = alt.Chart(long).mark_line(point=True, color=CALM).encode(
        x=alt.X(f"{over[0]}:Q", title=over[0]), y=alt.Y("value:Q", title=None))
    if len(over) > 1:
        base = base.encode(detail=[f"{name}:N" for name in over[1:]])
    return (
        base.properties(width=220, height=140)
        .facet("number:N", columns=3, title=f"{model.title}: sweep of {over[0]}")
        .resolve_scale(y="independent")
    )


def _save(folder: Path, name: str, table: pd.DataFrame, chart: Any) -> None:
    """Table and picture; the page carries its own scripts, so that it opens without a network."""
    from unanimity.results.atomic_files import write_atomically

    writers = {
        "parquet": lambda path: table.to_parquet(path, index=False),
        "csv": lambda path: table.to_csv(path, index=False),
        "html": lambda path: chart.save(str(path), format="html", inline=True),
        "png": lambda path: chart.save(str(path), format="png", scale_factor=1.5),
    }
    for ending, write in writers.items():
        write_atomically(folder / f"{name}.{ending}", write)
        typer.echo(f"wrote {folder / f'{name}.{ending}'}", err=True)
