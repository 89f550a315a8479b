"""`unanimity levers list|show` and `unanimity events list|show`, and the pages of docs/ that say the same."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from unanimity.cli import output

Json = Annotated[bool, typer.Option("--json", help="Print JSON on stdout.")]
Name = Annotated[str, typer.Argument(help="Its name, as `list` prints it.")]

levers = typer.Typer(help="The rules that you set: values, meaning, who may set them, who reads them.",
                     no_args_is_help=True)
events = typer.Typer(help="What a schedule can let happen: arguments, effect, what it needs.", no_args_is_help=True)


@levers.command("list")
def list_levers(json_: Json = False) -> None:
    """Every lever: what may be written, where it may differ, which mechanisms read it."""
    from unanimity.catalogues import lever_rows

    rows = lever_rows()
    if json_:
        output.print_json(rows)
        return
    output.print_table("Levers (unanimity levers show NAME says more)", ("lever", "values", "meaning", "may differ",
                                                                         "read by"),
                       [(r["id"], r["allowed"], r["meaning"], r["may_differ"], ", ".join(r["read_by"]) or "nothing")
                        for r in rows])


@levers.command("show")
def show_lever(name: Name, json_: Json = False) -> None:
    """A lever: its values and what they do, who may set it, who reads it, its value in the base regimes."""
    from unanimity.catalogues import lever_rows
    from unanimity.world.levers import lever

    found = lever(name)
    row = next(row for row in lever_rows() if row["id"] == found.name)
    if json_:
        output.print_json(row)
        return
    typer.echo(f"{row['id']}: {row['meaning']}\n{row['explains']}\n\nvalues: {row['allowed']}\nmay differ: "
               f"{row['may_differ']}")
    if row["may_be_delegated"]:
        typer.echo(f"tighter: {row['tighter']}; the centre may be given it ([[delegate]], unanimity docs regimes)")
    typer.echo(f"read by: {', '.join(row['read_by']) or 'nothing yet'}\nsource: {row['source']}\n\nbase regimes: "
               + ", ".join(f"{base} {value}" for base, value in row["base_regimes"].items())
               + f"\ntry: unanimity compare terror --with {name}={_other(row)} --pairs 10")
    output.legend(row["source"])


def _other(row: dict[str, Any]) -> str:
    """A value that terror does not have, to try it with."""
    mine = row["base_regimes"]["terror"]
    others = [value for value in row["base_regimes"].values() if value != mine]
    if others:
        return str(others[0])
    from unanimity.world.levers import BY_NAME

    found = BY_NAME[row["id"]]
    words = [f"{word}:6" if word == found.counted else word for word in (*found.words, *dict(found.named))]
    if not found.is_choice:
        words.append(f"{(found.low + found.high) / 2 if found.high < float('inf') else 2:g}")
    return next(word for word in words if word != mine and not word.startswith("as "))


@events.command("list")
def list_events(json_: Json = False) -> None:
    """Every event of a schedule: what it does, how long, what it needs."""
    from unanimity.catalogues import event_rows

    rows = event_rows()
    if json_:
        output.print_json(rows)
        return
    output.print_table("Events (unanimity events show NAME says more)", ("event", "about", "what it does", "lasts",
                                                                         "needs"),
                       [(r["id"], r["about"], r["meaning"], r["lasts"].replace("`", ""), ", ".join(r["needs"]) or "-")
                        for r in rows])


@events.command("show")
def show_event(name: Name, json_: Json = False) -> None:
    """An event: arguments with what is allowed and what stands for them, effect, needs, an entry to copy."""
    from unanimity.catalogues import event_rows
    from unanimity.events import EVENTS
    from unanimity.support.errors import unknown

    if name not in EVENTS:
        raise unknown("", "event", name, EVENTS, "unanimity events list")
    row = next(row for row in event_rows() if row["id"] == name)
    if json_:
        output.print_json(row)
        return
    typer.echo(f"{name}: {row['meaning']}\n{row['explains']}\n\nlasts: {row['lasts'].replace('`', '')}\nneeds: "
               f"{', '.join(row['needs']) or 'nothing'}\nmust name: {row['must_name'] or 'nobody'}\nsource: "
               f"{row['source'] or 'set-up'}\n")
    if row["arguments"]:
        output.print_table("", ("argument", "allowed", "left out"),
                           [(a["id"], a["allowed"], a["default"] or "-") for a in row["arguments"]])
    typer.echo(f"\n{entry_of(row)}\n")
    output.legend(row["source"])


def entry_of(row: dict[str, Any]) -> str:
    """An entry of a schedule to begin from."""
    lines = ["[[schedule]]", "month = 24", f'event = "{row["id"]}"']
    lines += [f'{row["must_name"]} = "..."'] if row["must_name"] else []
    return "\n".join([*lines, *(f"{a['id']} = ..." for a in row["arguments"] if a["default"] == "must be given")])


# --- the pages -----------------------------------------------------------------------------------------------------
def levers_page() -> str:
    """docs/reference/levers.md."""
    from unanimity.catalogues import BASES, lever_rows
    from unanimity.support.works import legend

    rows = lever_rows()
    lines = ["# Levers", "", "Made by `make docs` from `src/unanimity/world/levers.py`; `unanimity levers show NAME` "
             "prints one. `<` marks an order. Every lever is set for the country, in a regime file or with `--set`; "
             "some may differ by province (`ballot@2=secret`), by level of the assembly (`ballot@centre=open`) or by "
             "person (`[[assign]]`, regimes.md). All may be scheduled and announced. Those with a tighter end may "
             "be given to the centre (`[[delegate]]`). Sources are cited as document and lines. "
             f"{legend('; '.join(r['source'] for r in rows))}", "",
             "| lever | values | law | war | apparatus | terror | may differ | read by |",
             "|---|---|---|---|---|---|---|---|"]
    lines += [f"| [{r['id']}](#{_anchor(r['id'])}) | {r['allowed']} | "
              + " | ".join(r["base_regimes"][base] for base in BASES)
              + f" | {r['may_differ'].removeprefix('for the country').removeprefix(', ') or '-'} | "
              f"{', '.join(r['read_by']) or 'nothing yet'} |" for r in rows]
    for r in rows:
        lines += ["", f"## {r['id']}", "", f"{r['meaning'][0].upper()}{r['meaning'][1:]}. {r['explains']}", "",
                  f"Values: {r['allowed']}. May differ: {r['may_differ']}. "
                  + (f"Tighter: {r['tighter']}. " if r["tighter"] else "Neither end is tighter. ")
                  + f"Read by: {', '.join(r['read_by']) or 'nothing yet'}. Source: {r['source']}."]
    return "\n".join([*lines, ""])


def events_page() -> str:
    """docs/reference/events.md."""
    from unanimity.catalogues import event_rows
    from unanimity.support.works import legend

    rows = event_rows()
    lines = ["# Events", "", "Made by `make docs` from `src/unanimity/events/`; `unanimity events show NAME` "
             "prints one. An entry of a schedule names a `month` (or a monthly `rate`, a Poisson event), the event and "
             "its arguments, and, where they mean something, `who` (persons), `where` (units), `months`, `every` and "
             "`until`; regimes.md has the fields and the language of selectors. The same draws serve all arms of "
             "an experiment. An event that names a rung acts by order: no cap, court or threshold is asked, it counts "
             "as a precedent, and the log says `order`. "
             f"{legend('; '.join(r['source'] for r in rows))}", ""]
    theme = ""
    for r in rows:
        if r["about"] != theme:
            theme = r["about"]
            lines += [f"## {theme[0].upper()}{theme[1:]}", ""]
        lines += [f"### {r['id']}", "", f"{r['meaning'][0].upper()}{r['meaning'][1:]}. {r['explains']}", ""]
        if r["arguments"]:
            lines += ["| argument | allowed | left out |", "|---|---|---|"]
            lines += [f"| {a['id']} | {a['allowed']} | {a['default'] or '-'} |" for a in r["arguments"]]
            lines.append("")
        lines += [f"Lasts: {r['lasts']}. Needs: {', '.join(r['needs']) or 'nothing'}."
                  + (f" Must name: `{r['must_name']}`." if r["must_name"] else "")
                  + (" It moves levers while it lasts." if r["moves_levers"] else "")
                  + (f" Source: {r['source']}." if r["source"] else ""), ""]
    return "\n".join(lines)


def _anchor(name: str) -> str:
    return name.replace(".", "")
