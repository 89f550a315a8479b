"""`unanimity claims list|show|evidence|validate|run`: the debate from the command line."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unanimity.cli import output
from unanimity.cli.claims_evidence import claim_evidence
from unanimity.cli.claims_ledger import record_settings
from unanimity.cli.claims_new import new_claim
from unanimity.cli.claims_places import judge_in_history
from unanimity.cli.claims_settings import over_hypercube, over_plausible, tell_witnesses
from unanimity.cli.claims_shown import place_of, show_heard, word_of
from unanimity.cli.experiments import Cluster, Part, Workers, run_part
from unanimity.cli.run_commands import Settings, SomeSettings

if TYPE_CHECKING:
    from unanimity.claims import Claim
    from unanimity.claims.debate import Heard

Book = Annotated[str, typer.Option(help="Which book: sources (the 47 of the documents), organisations (fifteen "
                                        "classical claims on unions, parties, firms).")]
app = typer.Typer(help="The debate: claims of the sources and their rivals, judged by the same runs.",
                  no_args_is_help=True)
Json = Annotated[bool, typer.Option("--json", help="Print JSON on stdout.")]
Names = Annotated[list[str] | None, typer.Argument(metavar="[ID or FILE.toml ...]", help="Ids as `list` prints them, "
                                                   "or files of your own (unanimity docs writing-a-claim).")]

app.command("evidence")(claim_evidence)
app.command("plausible")(over_plausible)
app.command("hypercube")(over_hypercube)
app.command("witnesses")(tell_witnesses)
app.command("record-settings")(record_settings)
app.command("new")(new_claim)


@app.command("list")
def list_claims(
    author: Annotated[str, typer.Option(help="Only those whose author's name holds this, such as Serge.")] = "",
    mechanism: Annotated[str, typer.Option(help="Only those said to be caused by this mechanism, such as fear.")] = "",
    book: Book = "sources",
    json_: Json = False,
) -> None:
    """Every claim of a book: who says what, and where it stands; `show` tells what it costs to run."""
    from unanimity import claims
    from unanimity.support.errors import unknown

    found = claims.listed(book)
    authors = {row["author"] for row in found}
    causes = {name for row in found for name in row["mechanisms"]}
    if author and not any(author.lower() in name.lower() for name in authors):
        raise unknown("--author", "author", author, sorted(authors))
    if mechanism and mechanism not in causes:
        raise unknown("--mechanism", "mechanism of a claim", mechanism, sorted(causes))
    rows = [row for row in found if author.lower() in row["author"].lower()
            and (not mechanism or mechanism in row["mechanisms"])]
    if json_:
        output.print_json({"claims": rows, "missing": claims.missing(book)})
        return
    title = "Claims" if book == claims.SOURCES else f"Claims of the book {book}"
    output.print_table(title, ("id", "author", "where it stands", "title"),
                       [(row["id"], row["author"], row["citation"], row["title"]) for row in rows])
    if gaps := claims.missing(book):
        output.note(f"{len(gaps)} registered claims have no file yet: {', '.join(gaps)}")


@app.command("show")
def show_claim(name: Annotated[str, typer.Argument(help="An id, or a file.")], json_: Json = False) -> None:
    """A claim: what it says, what was fixed beforehand, what is changed, what would falsify it."""
    from unanimity.claims import load_claim

    one = load_claim(name).validate()
    about = one.about()
    forms: list[dict[str, Any]] = [{"as": form.role, "reading": form.reading, "form": form.kind, "about": form.says,
                                    "with": dict(form.options)} for form in one.forms.forms]
    if json_:
        output.print_json({**about, "forms": forms})
        return
    table = one.claim
    typer.echo(f"{one.title}\n{table.author}, {table.date} ({table.citation}); {table.strength}\n\n{table.says}\n\n"
               f"Main test ({place_of(one.main.form.label)}): {one.main.form.says}. Why it carries the sentence: "
               f"{one.main.why.rstrip('.')}.\n\n"
               f"Expected: {table.expects}\n\nWould falsify it: {table.falsified}\n\nThe rival: {table.rival}")
    if one.milieu is not None:
        typer.echo(f"\n{one.milieu.sentence}")
    if table.by_construction:
        typer.echo(f"\nTrue by construction: {table.by_construction}")
    output.print_table(f"\nArms, laid over {about['base']}", ("arm", "in words", "what is set"),
                       [(cell, about["arms"].get(cell.split(", ")[0], ""),
                         ", ".join(f"{key} = {value}" for key, value in changes.items()))
                        for cell, changes in about["changes"].items()])
    output.print_table("\nTests, fixed before any run", ("as", "test", "about", "with"),
                       [(form["as"].replace("_", " ") + (f" {form['reading']}" if form["reading"] else ""),
                         form["form"], form["about"], ", ".join(f"{k} {v}" for k, v in form["with"].items()))
                        for form in forms])
    output.print_table("\nMeasures", ("name", "in words", "expression"),
                       [(key, value["says"], value["expression"]) for key, value in about["measures"].items()])
    numbers = ", ".join(f"{key} ({why})" for key, why in table.sets.items()) or "none"
    typer.echo(f"\nMechanisms said to cause it: {', '.join(about['mechanisms'])}.\nNumbers of its own: {numbers}.\n"
               f"{about['people']:,} people, {about['months']} months after {about['burn_in']} of burn-in, "
               f"{about['replications']} pairs: "
               f"{one.person_months * about['replications'] / 1e6:.1f} million person-months.")
    output.legend(table.citation)


@app.command("validate")
def validate_claims(names: Names = None, book: Book = "sources", json_: Json = False) -> None:
    """Check claims without running a month: all that are named, or a whole book; exit code 2 on an error."""
    from unanimity import claims

    slips: dict[str, str] = {}
    found = _read(names or claims.names(book), slips)
    rows: list[dict[str, Any]] = [{"id": one.id, "cells": len(one.wanted()), "forms": len(one.forms.forms),
                                   "main": one.main.form.label,
                                   "notes": [*one.notes(), *(f"note: {slip}" for slip in one.unchecked())],
                                   "unsound": [str(slip) for slip in one.unsound()],
                                   "person_months": one.person_months * one.described.replications} for one in found]
    if json_:
        output.print_json({"sound": [row for row in rows if not row["unsound"]],
                           "unsound": [row for row in rows if row["unsound"]], "slips": slips,
                           "missing": claims.missing(book)})
    else:
        for row in rows:
            word = f"{len(row['unsound'])} to mend" if row["unsound"] else "sound"
            main = f"main test {place_of(row['main'])}"
            typer.echo(f"{row['id']}: {word}. {row['cells']} cells, {row['forms']} tests, {main}, "
                       f"{row['person_months'] / 1e6:,.1f} million person-months.")
            for line in (*row["unsound"], *row["notes"]):
                typer.echo(f"  {line}")
        _tell_slips(slips)
    if slips or any(row["unsound"] for row in rows):
        raise typer.Exit(2)


@app.command("run")
def run_claims(
    names: Names = None,
    all_: Annotated[bool, typer.Option("--all", help="Every claim of the book.")] = False,
    book: Book = "sources",
    pairs: Annotated[int | None, typer.Option(help="Paired replications; default: as each file says, 40 or "
                                              "100.")] = None,
    robustness: Annotated[int, typer.Option(help="Settings of the free parameters at which to repeat each.")] = 0,
    whole_ranges: Annotated[bool, typer.Option("--whole-ranges", help="Robustness also over the parameters' whole "
                                               "ranges, not only 30 % around their defaults.")] = False,
    robustness_pairs: Annotated[int | None, typer.Option(help="Pairs at each setting and in each ablation; default: "
                                                         "the same.")] = None,
    ablation: Annotated[bool, typer.Option("--ablation", help="Repeat each with every mechanism said to cause it "
                                           "off in turn.")] = False,
    in_history: Annotated[bool, typer.Option("--in-history", help="On branches of the hindcast, each in the month of "
                                             "which it speaks; 10 pairs unless told.")] = False,
    people: Annotated[int | None, typer.Option(help="People of the country, in history; default: 100,000.")] = None,
    settings: Settings = None,
    n_settings: SomeSettings = None,
    seed: Annotated[int | None, typer.Option(help="Seed of the first world; default: as each file says.")] = None,
    workers: Workers = None,
    cluster: Cluster = None,
    shard: Part = None,
    json_: Json = False,
    out: Annotated[Path | None, typer.Option(help="Folder for debate.html and debate.json.")] = None,
    store: Annotated[Path | None, typer.Option(help="The store; default: $UNANIMITY_STORE, or ./store.")] = None,
    record: Annotated[Path | None, typer.Option(help="Add the answers to this ledger (docs/debate/debate.md).")] = None,
    reason: Annotated[str, typer.Option(help="Why it was run, for the ledger.")] = "",
) -> None:
    """Judge claims and their rivals; what the store holds is not computed again, so a stopped run can go on."""
    from unanimity import claims
    from unanimity.claims.debate import Plan
    from unanimity.experiments.executor import executor_of
    from unanimity.experiments.paired_rows import LEAST_PAIRS
    from unanimity.experiments.store import Store
    from unanimity.regimes.plausible import plausible
    from unanimity.results.atomic_files import hold_folder, json_value
    from unanimity.support.errors import UserError, refuse
    from unanimity.verdicts.resampling import LEAST_WORLDS

    if bool(names) == all_:
        raise UserError("claims run: says nothing of what to run; allowed: ids or files, or --all."
                        if not all_ else "claims run: names claims and says --all; allowed: one of the two.")
    if robustness < 0:
        raise refuse("", "--robustness", robustness, "a whole number from 0 up")
    for option, value in (("--pairs", pairs), ("--robustness-pairs", robustness_pairs)):
        if value is not None and value < LEAST_PAIRS:
            raise refuse("", option, value, f"a whole number from {LEAST_PAIRS} up",
                         f" An interval needs at least {LEAST_PAIRS} pairs.")
    if people is not None and not in_history:
        raise refuse("", "--people", people, "a number only beside --in-history: in the laboratory worlds are as large "
                                             "as their events need")
    if pairs is not None and pairs < LEAST_WORLDS:
        few = f"nothing is decided by fewer than {LEAST_WORLDS} pairs"
        if record is not None:
            raise refuse("", "--pairs", pairs, f"{LEAST_WORLDS} or more beside --record: {few}")
        output.note(f"{pairs} pairs: {few}, so that every answer will be 'not shown'.")
    table = plausible(settings, n_settings)
    output.check_extras(out)
    if out is not None:
        hold_folder(out)
    slips: dict[str, str] = {}
    of_book = claims.names(book)  # a wrong book is refused beside ids too
    chosen = _read(of_book if all_ else names or [], slips if all_ else None)
    if in_history:
        whole = judge_in_history(chosen, pairs=pairs, people=people, seed=seed, workers=workers, cluster=cluster,
                                 shard=shard, store=store, out=out, json_=json_)
        _tell_slips(slips)
        if out is not None and (out / "debate.json").is_file():
            output.note(f"the page is {_again(out / 'debate.json', out / 'debate.html')}")
        if slips or not whole:
            raise typer.Exit(1)
        return
    executor = executor_of(workers, cluster)
    if shard is not None:
        kept = Store(store, output.note)
        run_part(shard, [one.fitted(pairs or one.described.replications, kept, seed, executor)[0] for one in chosen],
                 pairs, seed, executor, store)
        return
    plan = Plan(pairs, robustness, whole_ranges, robustness_pairs, ablation, seed, executor, table)
    begun = time.monotonic()
    heard, stopped = _hear(chosen, plan, store, go_on=all_)
    records = [json_value(one.record()) for one in heard]
    facts = _facts(plan, records, time.monotonic() - begun, slips, claims.missing(book) if all_ else ())
    page = _write(records, facts, out) if records else None
    if record is not None and not stopped:
        _record(record, records, facts, reason)
    if json_:
        output.print_json({**facts, "claims": records, "stopped": stopped, "report": str(page) if page else None})
    elif heard:
        show_heard(heard)
    _tell_slips(slips)
    if page is not None:
        output.note(f"the page is {page}")
    if stopped:
        output.note(f"stopped after {len(heard)} of {len(chosen)} claims. What was computed is in the store"
                    f"{f' {store}' if store else ''}; the same command goes on from there.")
        raise typer.Exit(130)
    if slips or any(one.failure for one in heard):
        raise typer.Exit(1)


@app.command("page")
def draw_page(file: Annotated[Path, typer.Argument(metavar="debate.json", help="What `run --out` has written; other "
                                                   "places' answers are taken from beside it.")],
              out: Annotated[Path, typer.Option(help="The page to write.")] = Path("debate.html"),
              record: Annotated[Path | None, typer.Option(help="Add the answers of all places to this ledger.")] = None,
              keep_places: Annotated[bool, typer.Option("--keep-places", help="With --record: places in which nothing "
                                                        "was run now keep the answers of the ledger's last run, and "
                                                        "the ledger says so.")] = False,
              reason: Annotated[str, typer.Option(help="Why it was run, for the ledger.")] = "") -> None:
    """Draw the page again from what was saved of all places, without running anything."""
    output.note(f"the page is {_again(file, out, record, reason, keep_places)}")


def _again(file: Path, out: Path, record: Path | None = None, reason: str = "", keep_places: bool = False) -> Path:
    """The page from what was saved, and the ledger where one is named."""
    import json

    from unanimity.claims.saved_places import together, witnesses_of
    from unanimity.support.errors import UserError

    if not file.is_file():
        raise UserError(f"{file}: there is no such file; allowed: a debate.json as 'unanimity claims run --out DIR' "
                        f"writes it.")
    try:
        facts = json.loads(file.read_text(encoding="utf-8"))
        records = together(facts.pop("claims"), file.parent)
        facts["witnesses"] = witnesses_of(file.parent)
        page = _draw(records, facts, out)
    except (OSError, UnicodeDecodeError, ValueError, KeyError, TypeError, AttributeError) as slip:
        raise UserError(f"{file}: cannot be read ({type(slip).__name__}: {slip}); allowed: a debate.json as "
                        f"'unanimity claims run --out DIR' writes it.") from None
    if record is not None:
        _record(record, records, facts, reason, keep_places)
    return page


def _read(names: Sequence[str], slips: dict[str, str] | None) -> list[Claim]:
    """The claims by these names, checked; an error is collected where the caller gives a place for it, else raised."""
    from unanimity.claims import load_claim
    from unanimity.support.errors import UserError

    found = []
    for name in dict.fromkeys(names):
        try:
            found.append(load_claim(name).validate())
        except UserError as slip:
            if slips is None:
                raise
            slips[name] = str(slip)
    return found


def _hear(chosen: list[Claim], plan: Any, folder: Path | None, go_on: bool) -> tuple[list[Heard], bool]:
    """Judge one claim after another with progress on the screen; an interruption keeps what is judged."""
    from unanimity.claims.debate import hear
    from unanimity.experiments.store import Store
    from unanimity.support.progress import telling

    kept, heard = Store(folder, output.note), list[Any]()
    label = f"{len(chosen)} claims" if len(chosen) > 1 else chosen[0].id
    try:
        with _stoppable(), telling(True, label, "thousand person-months") as tell:
            def thousands(what: str, done: int, total: int) -> None:
                tell(what, done // 1000, max(1, total // 1000))

            since = time.monotonic()
            for one in hear(chosen, plan, kept, thousands, go_on=go_on):
                heard.append(one)
                if len(chosen) > 1:
                    output.note(f"{len(heard)}/{len(chosen)} {one.claim.id}: {word_of(one)} "
                                f"({time.monotonic() - since:.1f} s)")
                since = time.monotonic()
    except KeyboardInterrupt:
        return heard, True
    return heard, False


@contextmanager
def _stoppable() -> Iterator[None]:
    """A request to end (SIGTERM) is heard as Ctrl-C is."""
    output.patient()

    def stop(number: int, frame: Any) -> None:
        raise KeyboardInterrupt

    try:
        old = signal.signal(signal.SIGTERM, stop)
    except ValueError:  # not in the main thread
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, old)


def _facts(plan: Any, records: list[dict[str, Any]], seconds: float, slips: dict[str, str],
           missing: Sequence[str]) -> dict[str, Any]:
    from unanimity import __version__
    from unanimity.support.source_hash import source_hash

    seeds = sorted({record["seed"] for record in records if "seed" in record})
    return {"date": time.strftime("%Y-%m-%d %H:%M"), "version": __version__, "source": source_hash(),
            "seed": ", ".join(map(str, seeds)), "pairs": plan.pairs or "as each file says",
            "robustness_settings": plan.settings or None,
            "plausible_settings": f"{len(plan.plausible)} of {plan.plausible.where}" if plan.plausible else None,
            "ablation": "run" if plan.ablation else None,
            "worlds_run_for_the_verdicts": sum(record.get("worlds_run", 0) for record in records),
            "seconds": round(seconds, 1), "not_read": ", ".join(slips) or None,
            "missing": ", ".join(missing) or None}


def _write(records: list[dict[str, Any]], facts: dict[str, Any], out: Path | None) -> Path | None:
    """The page and the records; claims that could not be run stand in the records alone."""
    from unanimity.claims.debate import write_records
    from unanimity.claims.saved_places import together, witnesses_of

    if out is None:
        return None
    write_records(out / "debate.json", records, facts)
    return _draw(together(records, out), {**facts, "witnesses": witnesses_of(out)}, out / "debate.html")


def _draw(records: list[dict[str, Any]], facts: dict[str, Any], path: Path) -> Path:
    from unanimity.claims.claim_catalogue import whose
    from unanimity.report.debate import write_debate

    judged = [record for record in records if not record["failure"]]
    failed = ", ".join(record["id"] for record in records if record["failure"])
    return write_debate(path, judged, {**facts, "not_run": failed}, whose(record["id"] for record in judged))


def _record(path: Path, records: list[dict[str, Any]], facts: dict[str, Any], reason: str, keep_places: bool = False
            ) -> None:
    from unanimity.claims.ledger import data_path, record_run, run_of, with_places_of

    run = run_of(records, facts, reason)
    record_run(path, with_places_of(run, data_path(path)) if keep_places else run)
    output.note(f"the answers were added to {path} and {data_path(path)}")


def _tell_slips(slips: dict[str, str]) -> None:
    for line in slips.values():
        output.note(line)
