"""`unanimity statutes`: organisations that people run, as questions and answers, and what would protect members."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unanimity.cli import output
from unanimity.cli.run_commands import Json, Seed, Threads

if TYPE_CHECKING:
    from unanimity.statutes import Advice, Checked
    from unanimity.statutes.questions import Question

app = typer.Typer(no_args_is_help=True, help="Statutes of unions, co-operatives, parties (unanimity docs statutes).")
Name = Annotated[str, typer.Argument(help="A statute of the shelf, or a .toml file.")]
SHOWN = 12  # changes that the screen lists
SHORT = {"union-two-party": "two parties", "union-machine": "machine", "works-councils": "councils",
         "worker-coop": "co-op", "membership-party": "party", "foundation": "foundation"}  # heads of narrow columns
MARKS = {"inside": "", "below": " \u2193", "above": " \u2191", "told": " \u00b7", "none": ""}


@app.command("list")
def list_statutes(json_: Json = False) -> None:
    """The statutes that come with the program."""
    from unanimity.statutes import STATUTES, statute

    rows = [
        {"id": name, "title": one.title, "asks": one.asks, "members": one.society.people, "months": one.months}
        for name in STATUTES
        for one in [statute(name)]
    ]
    if json_:
        output.print_json(rows)
        return
    output.print_table(
        "Statutes", ("id", "title", "members", "asks"),
        [(r["id"], r["title"], f"{r['members']:,}", r["asks"]) for r in rows]
    )


@app.command("show")
def show_statute(name: Name, json_: Json = False) -> None:
    """A statute as questions and answers; rules that can do nothing in it are left out."""
    from unanimity.statutes import answers_of, statute

    regime, answers = statute(name), answers_of(name)
    if json_:
        output.print_json(
            {
                "id": regime.name,
                "title": regime.title,
                "asks": regime.asks,
                "members": regime.society.people,
                "tree": list(regime.society.tree),
                "rules": [
                    {
                        "id": a.question.key,
                        "group": a.question.group,
                        "question": a.question.asks,
                        "answer": a.says,
                        "value": a.value,
                    }
                    for a in answers
                ],
            }
        )
        return
    typer.echo(
        f"{regime.title}\n{regime.asks}\n{regime.society.people:,} members; units {list(regime.society.tree)}; "
        f"{regime.society.shares.centre_size} in the executive\n"
    )
    for group in dict.fromkeys(a.question.group for a in answers):
        output.print_table(
            group, ("question", "answer"), [(a.question.asks, a.says) for a in answers if a.question.group == group]
        )
        typer.echo("")


@app.command("new")
def new_statute(
    file: Annotated[Path, typer.Argument(help="The .toml file to write.")],
    like: Annotated[str, typer.Option(help="The statute of the shelf that it stands on.")] = "worker-coop",
    members: Annotated[int | None, typer.Option(help="How many members.")] = None,
    title: Annotated[str | None, typer.Option(help="Its title.")] = None,
    set_: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="RULE=ANSWER", help="An answer; with any of these nothing is asked. May be repeated."
        ),
    ] = None,
) -> None:
    """Ask for the rules of your organisation, question by question, and write its statute."""
    from unanimity.statutes.questionnaire import asked, check_file, check_members, read_answer, write_statute
    from unanimity.statutes.questions import BY_KEY
    from unanimity.statutes.shelf import statute
    from unanimity.support.errors import UserError, unknown

    base = statute(like)
    check_file(file)
    if set_:
        given = {}
        for words in set_:
            key, equals, said = words.partition("=")
            if not equals:
                raise UserError(f"--set {words!r} is no answer; allowed: RULE=ANSWER, such as ballot=secret.")
            if key not in BY_KEY:
                raise unknown("--set", "question", key, BY_KEY, "unanimity statutes show NAME --json")
            given[key] = read_answer(BY_KEY[key], said)
        number = check_members(members if members is not None else base.society.people)
        called = title or base.title
    else:
        called = title or typer.prompt("What is it called?", default=base.title, err=True)
        number = check_members(
            members
            if members is not None
            else typer.prompt("How many members?", default=base.society.people, type=int, err=True)
        )
        output.note("Enter keeps what stands in brackets.\n")
        given = asked(base, _ask)
    made = write_statute(file, called, like, number, given)
    output.note(
        f"written to {file}: {made.society.people} members, {len(given)} answers of your own. "
        f"Next: unanimity statutes advise {file}"
    )


def _ask(question: Question, stands: str, options: list[str]) -> str:
    output.note(f"{question.asks}")
    for number, option in enumerate(options, start=1):
        output.note(f"  {number}  {option}" if not question.is_number else f"     {option}")
    from unanimity.statutes.questionnaire import read_answer
    from unanimity.support.errors import UserError

    while True:  # a slip at the thirtieth question must not cost the twenty-nine answers before it
        said = str(typer.prompt(f"  [{stands}]", default="", show_default=False, err=True))
        try:
            if said.strip():
                read_answer(question, said)
            return said
        except UserError as slip:
            output.note(f"  {slip}")


@app.command("check")
def check_statutes(
    names: Annotated[list[str] | None, typer.Argument(help="Statutes of the shelf, or .toml files; all six if left "
                                                      "out.")] = None,
    worlds: Annotated[int, typer.Option(help="Worlds of each statute.")] = 4,
    months: Annotated[int, typer.Option(help="Months that each world runs, at least 132.")] = 240,
    members: Annotated[int | None, typer.Option(help="Run each with so many members; turnout depends on it.")] = None,
    seed: Seed = 0,
    threads: Threads = None,
    json_: Json = False,
) -> None:
    """What each statute gives beside what is known of real organisations: turnout, silence, complaints, renewal."""
    from unanimity.statutes import STATUTES, check

    found = check(names or STATUTES, worlds=worlds, months=months, members=members, seed=seed, threads=threads)
    if json_:
        output.print_json(found.record())
        return
    print_checked(found)


def print_checked(found: Checked) -> None:
    """What was found beside the bands, target by target."""
    from unanimity.statutes import targets

    rows = []
    for one in targets():
        low, high = (one.said(end) for end in one.band)
        cells = [f"{one.said(it.value)}{MARKS[it.word]}" for it in found.found[one.id].values()]
        rows.append((one.asks, one.said(one.known), f"{low} to {high}", *cells))
    output.print_table("What the statutes give beside what is known",
                       ("what", "known", "band", *(SHORT.get(name, name) for name in found.names)), rows)
    outside = len(found.outside)
    typer.echo(f"\n{found.judged - outside} of {found.judged} numbers lie within their band; \u2191 above it, "
               f"\u2193 below it, \u00b7 told only: the number is known of another kind of organisation. "
               f"{found.worlds} worlds of {found.months} months each. Sources: --json.\n"
               "That free assemblies carry nearly every motion is known (98 %): near-unanimous votes alone prove no "
               "fear.")


@app.command("advise")
def advise_statute(
    name: Name,
    pairs: Annotated[int, typer.Option(help="Paired worlds of each change.")] = 12,
    months: Annotated[int, typer.Option(min=36, help="Months that each world runs.")] = 60,
    members: Annotated[int | None, typer.Option(help="Run it with so many members.")] = None,
    seed: Seed = 0,
    threads: Threads = None,
    json_: Json = False,
    out: Annotated[Path | None, typer.Option(help="Where the printable page goes: a folder, or an .html file.")] = None,
) -> None:
    """What protects us? Try each single change of a statute, and the best pairs, and rank them."""
    from unanimity.statutes import advise
    from unanimity.support.errors import refuse
    from unanimity.support.extras import need

    if out is not None:
        need("--out", "jinja2")
    if out is not None and out.suffix not in ("", ".html"):
        raise refuse("", "--out", str(out), "a folder, or a file that ends in .html")
    found = advise(name, pairs=pairs, months=months, members=members, seed=seed, threads=threads)
    page = found.report(out) if out is not None else None
    if json_:
        output.print_json({**found.record(), "page": str(page) if page else None})
        return
    print_advice(found)
    if page is not None:
        output.note(f"the page is {page}")


def print_advice(found: Advice) -> None:
    """The best changes on the screen, in plain words."""
    from unanimity.statutes.advise import AXES

    typer.echo(f"{found.regime.title}\n{found.sentence()}\n")
    output.print_table(
        "As it is", ("what", "now", "unit"), [(axis.title, f"{found.now[axis.id]:.1f}", axis.unit) for axis in AXES]
    )
    ranked = found.ranked
    better = [one for one in ranked if one.score > 0.0][:SHOWN]
    if better:
        output.print_table(
            f"\nThe best of {len(ranked)} changes",
            ("rank", "change", "what it does"),
            [(k, one.says, one.sentence) for k, one in enumerate(better, start=1)],
        )
    worst = [one for one in ranked if one.score < 0.0][-3:]
    if worst:
        output.print_table(
            "\nTo be avoided", ("change", "what it does"), [(one.says, one.sentence) for one in worst[::-1]]
        )
    typer.echo(
        f"\nMeans of the last two of {found.months // 12} years, {found.worlds} paired worlds of each change; what "
        "is not clear at 99 % is not told, for many changes are looked at. That an assembly carries nearly "
        "everything is no sign of fear: free ones do, too."
    )
