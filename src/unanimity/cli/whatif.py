"""`unanimity whatif`: a scenario branched at any month, against the scenario as it is."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from unanimity.cli import output
from unanimity.cli.experiments import Folder, resumable
from unanimity.cli.run_commands import Ensemble, Json, People, Settings, Threads, changes_from, chosen_settings

if TYPE_CHECKING:
    from unanimity.history import WhatIf
    from unanimity.history.ready_questions import Question

SCENARIO = "ussr-1918-1941"
LOOK = ("rows that are to judge the model by were computed: nothing is to be mended by what they show "
        "(unanimity docs history); --split fit leaves them out.")
BRANCH = "branch"
LIFE = "--life"


class DatesFirst(TyperGroup):
    """`unanimity whatif 1926-01 ...` is `unanimity whatif branch 1926-01 ...`; and --life may stand alone."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the command in where a date stands in its place."""
        args = [f"{LIFE}=" if word == LIFE and (k + 1 == len(args) or args[k + 1].startswith("-")) else word
                for k, word in enumerate(args)]
        if args and args[0] not in self.commands and args[0] != "--help":
            args = [BRANCH, *args]
        return list(super().parse_args(ctx, args))


app = typer.Typer(cls=DatesFirst, no_args_is_help=True, help="What if: history branched at a month, such as unanimity "
                  "whatif 1926-01 --with ballot=secret (unanimity docs whatif).")
Date = Annotated[list[str], typer.Argument(metavar="DATE", help="The month of the branch: 1926-01, March 1921, or a "
                                           "number.")]
Scenario = Annotated[str, typer.Option(help="A preset or a regime file with a schedule.")]
Until = Annotated[str | None, typer.Option(metavar="DATE", help="The month in which the runs end; default: four years "
                                           "on.")]
Worlds = Annotated[int, typer.Option(help="Worlds of each branch; the intervals are over them.")]
Seed = Annotated[int, typer.Option(help="Seed of the first world; the next worlds take the next numbers.")]
Out = Annotated[Path | None, typer.Option(help="Folder for the page, its tables and everything as JSON.")]
Split = Annotated[str, typer.Option(help="all: every row of the record; fit: without those to judge the model by.")]
Life = Annotated[str | None, typer.Option(LIFE, metavar="[WHO]", help="One life in two histories: the one that differs "
                 "most, or a name, a number, or a population such as \"members and province(1)\".")]
Drop = Annotated[list[str] | None, typer.Option(metavar="ROW", help="A later row of the schedule to leave out, such as "
                                                "\"1928-01 procurement\" or harvest_failure. May be repeated.")]
Keep = Annotated[list[str] | None, typer.Option(metavar="ROW", help="A later row to keep although the branch holds "
                                                "what it sets. May be repeated.")]
With = Annotated[list[str] | None, typer.Option("--with", metavar="CHANGES", help="A branch: levers or parameters "
                 "that it holds, separated by commas, with an end if wanted: \"ballot=secret,debate=free until "
                 "1928-01\". May be repeated for several branches.")]
SomeSettings = Annotated[int | None, typer.Option("--n-settings", help="How many of the settings, evenly taken; "
                         "default: 8. Each has a past of its own.")]
Row = Annotated[list[str] | None, typer.Option(metavar="ROW", help="A row of the branches' own, as in TOML: \"event = "
                "'release', who = 'status(imprisoned)', share = 0.3\"; month = '1926-03' if later than the branch. May "
                "be repeated.")]


@app.command(BRANCH)
def branch(
    date: Date,
    with_: With = None,
    row: Row = None,
    drop: Drop = None,
    keep: Keep = None,
    until: Until = None,
    scenario: Scenario = SCENARIO,
    worlds: Worlds = 10,
    people: People = None,
    seed: Seed = 1918,
    life: Life = None,
    out: Out = None,
    targets: Annotated[Path | None, typer.Option(help="Table of targets (.csv); default: the scenario's own.")] = None,
    series: Annotated[Path | None, typer.Option(help="Table of yearly series (.csv); default: its own.")] = None,
    split: Split = "all",
    ensemble: Ensemble = False,
    settings: Settings = None,
    n_settings: SomeSettings = None,
    threads: Threads = None,
    store_: Folder = None,
    json_: Json = False,
) -> None:
    """Branch a scenario at a month and say what follows: same people, same luck."""
    from unanimity.history import whatif

    arms = arms_from(with_ or [], row or [], drop or [], keep or [])
    chosen = chosen_settings(ensemble, settings, n_settings)
    _begin(out, life, scenario)
    with resumable(store_):
        found = whatif(" ".join(date), arms, scenario=scenario, until=until, worlds=worlds, people=people, seed=seed,
                       record={"targets": targets, "series": series, "split": split}, threads=threads,
                       store=_store(store_), settings=chosen, n_settings=n_settings)
        _show(found, None, life, out, json_)


@app.command("run")
def run_question(
    name: Annotated[str, typer.Argument(help="A question of unanimity whatif list, or a file (.toml).")],
    until: Until = None,
    worlds: Worlds = 10,
    people: People = None,
    seed: Seed = 1918,
    life: Life = None,
    out: Out = None,
    split: Split = "all",
    ensemble: Ensemble = False,
    settings: Settings = None,
    n_settings: SomeSettings = None,
    threads: Threads = None,
    store_: Folder = None,
    json_: Json = False,
) -> None:
    """Run a question that is ready."""
    from unanimity.history import whatif
    from unanimity.history.ready_questions import read_question

    question = read_question(name)
    chosen = chosen_settings(ensemble, settings, n_settings)
    _begin(out, life, question.scenario)
    with resumable(store_):
        found = whatif(question.date, question.arms, scenario=question.scenario, until=until or question.until,
                       worlds=worlds, people=people, seed=seed, record={"split": split}, threads=threads,
                       store=_store(store_), settings=chosen, n_settings=n_settings)
        _show(found, question, life, out, json_)


@app.command("list")
def list_questions(json_: Json = False) -> None:
    """The questions that are ready to run."""
    from unanimity.history.ready_questions import read_question, ready

    found = sorted((read_question(name) for name in ready()), key=lambda one: one.date)
    if json_:
        output.print_json([{"name": one.name, "date": one.date, "until": one.until, "title": one.title,
                            "asks": one.asks} for one in found])
        return
    output.print_table("", ("name", "branched", "asks"), [(one.name, one.date, one.asks) for one in found])


@app.command("show")
def show_question(name: Annotated[str, typer.Argument(help="A question, or a file (.toml).")],
                  json_: Json = False) -> None:
    """A question in its own words, with its sources and what becomes of every later row."""
    from unanimity.history.ready_questions import read_question
    from unanimity.history.whatif import fates

    question = read_question(name)
    start, rows = fates(question.date, question.arms, question.scenario, question.until)
    told = {arm: [fate.told(start) for fate in mine] for arm, mine in rows.items()}
    if json_:
        output.print_json({"name": question.name, "title": question.title, "asks": question.asks,
                           "date": question.date, "until": question.until, "words": " ".join(question.words.split()),
                           "sources": list(question.sources), "arms": question.arms, "rows": told})
        return
    typer.echo(f"{question.title}\n{question.asks}\n\n{question.words.strip()}\n")
    for line in question.sources:
        typer.echo(f"source: {line}")
    for arm, given in question.arms.items():
        typer.echo(f"\n{arm}: {', '.join(f'{key} = {value}' for key, value in given.items() if key not in ROWS)}")
        for line in _rows_named(given):
            typer.echo(line)
        _print_rows(told[arm])


ROWS = ("schedule", "drop", "keep")  # of a branch: its own rows, and what it says of the scenario's


def _rows_named(given: Mapping[str, Any]) -> list[str]:
    """What a branch adds to the schedule, leaves out and keeps, a line each."""
    head = ("month", "event", "lever", "why")
    lines = [f"  adds {row.get('month', 'at the branch')} {row.get('event') or row.get('lever', '')}: "
             + ", ".join(f"{key} {value}" for key, value in row.items() if key not in head)
             + (f" ({row['why']})" if row.get("why") else "") for row in given.get("schedule", ())]
    return [*lines, *(f"  {word} {row}" for word, key in (("leaves out", "drop"), ("keeps", "keep"))
                      for row in given.get(key, ()))]


@app.command("rows")
def rows_after(date: Date, with_: With = None, drop: Drop = None, keep: Keep = None, until: Until = None,
               scenario: Scenario = SCENARIO, json_: Json = False) -> None:
    """The rows of a schedule after a date, by the addresses that --drop and --keep take; with --with their fate."""
    from unanimity.history.whatif import fates, later_rows

    text = " ".join(date)
    if with_ or drop or keep:
        start, rows = fates(text, arms_from(with_ or [], [], drop or [], keep or []), scenario, until)
    else:
        start, rows = later_rows(text, scenario, until)
    told = {arm: [fate.told(start) for fate in mine] for arm, mine in rows.items()}
    if json_:
        output.print_json(told)
        return
    for arm, mine in told.items():
        if arm:
            typer.echo(f"{arm}:")
        _print_rows(mine, everything=True)


def arms_from(with_: list[str], rows: list[str], drop: list[str], keep: list[str]) -> dict[str, dict[str, Any]]:
    """The branches that a command names; rows, --drop and --keep hold for each of them."""
    from unanimity.cli.run_commands import named_arms
    from unanimity.support.bounded_reading import tables_of
    from unanimity.support.errors import UserError

    own: list[Any] = []
    for text in rows:
        try:
            own.append(tables_of(f"row = {{{text}}}", "--row")["row"])
        except UserError:
            raise UserError(f"--row {text!r} is not allowed; allowed: fields as in TOML, such as event = 'release', "
                            f"share = 0.3.") from None
    wishes = {key: value for key, value in (("schedule", own), ("drop", drop), ("keep", keep)) if value}
    held = {}
    for text in with_:
        changes, _, until = text.partition(" until ")
        held[text] = {**changes_from(changes.split(","), "--with"), **({"until": until.strip()} if until else {})}
    if not held and not own and not drop:
        raise UserError("whatif: nothing would be changed; allowed: --with CHANGES, --row ROW or --drop ROW "
                        "(unanimity docs whatif).")
    if not held:
        names = [str(row.get("event") or row.get("lever") or row.get("parameter")) for row in own]
        return {", ".join([*(name for name in names), *(f"without {row}" for row in drop)]): wishes}
    return {name: {**changes, **wishes} for name, changes in named_arms(held).items()}


def _store(folder: Path | None) -> Any:
    from unanimity.experiments.store import Store

    return Store(folder, output.note)


def _begin(out: Path | None, life: str | None, scenario: str) -> None:
    """Refuse, before any work, a folder that cannot be written to and a life that nobody can have."""
    from unanimity.history.paired_biographies import check_wish
    from unanimity.regimes import load_regime
    from unanimity.results.atomic_files import hold_folder

    if life is not None:
        check_wish(life, load_regime(scenario))
    output.check_extras(out)
    if out is not None:
        hold_folder(out)


def _show(found: WhatIf, question: Question | None, life: str | None, out: Path | None, json_: bool) -> None:
    """The answer on the screen, as JSON, and as a page."""
    page = None
    lives = {} if life is None else {arm: found.life(life, arm) for arm in found.arms}
    if out is not None:
        from unanimity.report import write_whatif

        page = write_whatif(found, out, life, question)
    if json_:
        told = {arm: {"person": one.person, "name": one.name, "before": one.before, "hindcast": one.history,
                      "branch": one.branch} for arm, one in lives.items()}
        output.print_json({**found.record(), "question": question.name if question else None,
                           "lives": told, "out": str(out) if out else None, "report": str(page) if page else None})
        return
    if question is not None:
        typer.echo(f"{question.title}\n{question.asks}\n")
    typer.echo(output.soft(repr(found)))
    for arm in found.arms:
        typer.echo("")
        _print_rows([fate.told(found.regime.start) for fate in found.rows[arm]])
    for arm, one in lives.items():
        typer.echo("\n".join([f"\nOne life in two histories ({arm}): {one.name}", *one.before, "In the hindcast:",
                              *(f"  {line}" for line in one.history), "In the branch:",
                              *(f"  {line}" for line in one.branch)]))
    if page is not None:
        output.note(f"written to {out}; the page is {page}")
    output.note(f"{found.facts['pasts_run']} pasts and {found.facts['branches_run']} worlds of branches were run; "
                f"others, if any, were in the store; {found.facts['seconds']:.1f} s")
    if found.judged:
        output.note(LOOK)


def _print_rows(rows: list[dict[str, Any]], everything: bool = False) -> None:
    """Later rows: those overridden, dropped or warned of, or all of them; and how many stay."""
    shown = [row for row in rows if everything or row["fate"] != "kept" or row["warning"]]
    if shown:
        output.print_table("", ("row", "sets", "origin", "fate", "reason"), [
            (row["row"], row["value"], row["origin"], row["fate"],
             row["reason"] + (f"; {row['warning']}" if row["warning"] else "")) for row in shown])
    if not everything:
        typer.echo(f"{len(rows) - len(shown)} of {len(rows)} later rows stay as they are.")
