"""`unanimity evidence list|show|plot`: what documents and archives say, with its provenance and its bias."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unanimity.cli import output
from unanimity.support.number_format import percent

if TYPE_CHECKING:
    from unanimity.evidence import View

app = typer.Typer(help="The evidence: people, events, figures and yearly series of 1917-1941, with their bias.",
                  no_args_is_help=True)
Json = Annotated[bool, typer.Option("--json", help="Print one JSON value on stdout.")]
Name = Annotated[str, typer.Argument(help="A table as `unanimity evidence list` names it.")]
HIDDEN = {"note", "name_in_source", "lines", "other_lines", "source", "n_raw", "number_check", "dup_of", "affiliation"}

LEAST, LONGEST = 4, 40  # columns that are shown in any case; letters of a cell before its text may break


@app.command("list")
def list_evidence(json_: Json = False) -> None:
    """Every table: what was read, what is computed from it, and every yearly series."""
    from unanimity.evidence.views import all_views

    views = all_views()
    if json_:
        output.print_json([{"id": one.name, "title": one.title, "says": one.says, "derived": one.derived,
                            "rows": len(one.table)} for one in views])
        return
    output.print_table("", ("table", "what it says"), [(one.name, one.says) for one in views])


@app.command("show")
def show_evidence(name: Name, rows: Annotated[int, typer.Option(min=1, help="Rows to print at most.")] = 40,
                  json_: Json = False) -> None:
    """A table with its codebook, where it comes from and whom it leaves out."""
    from unanimity.evidence import NAMES, codebook, view

    one, book = view(name), codebook()
    table = one.table
    if json_:
        records = table.astype(object).where(table.notna(), None).to_dict("records")
        output.print_json({"id": one.name, "title": one.title, "says": one.says, "derived": one.derived,
                           "codebook": book.get(name, {}).get("columns", {}), "provenance": book["provenance"],
                           "bias": book["bias"], "rows": records})
        return
    typer.echo(f"{one.title}\n{one.says}\n")
    if name in NAMES:
        output.print_table("Columns", ("column", "meaning"), list(book[name]["columns"].items()))
        typer.echo("")
    shown = table[[column for column in table.columns if column not in HIDDEN]].head(rows)
    cells = [[_cell(value) for value in row] for row in shown.itertuples(index=False)]
    heads = [str(column) for column in shown.columns]
    fit = _columns_that_fit(heads, cells, output.width())
    output.print_table("", heads[:fit], [row[:fit] for row in cells])
    if fit < len(heads):
        typer.echo(f"Too wide for the screen: {', '.join(heads[fit:])}; --json has them.")
    if len(table) > len(shown):
        typer.echo(f"... {len(table) - len(shown)} rows more; --rows N, or --json for everything.")
    typer.echo(f"\nTags: {book['provenance']['tags']}")
    series = not one.derived and name not in NAMES
    typer.echo(f"Source: {'; '.join(dict.fromkeys(table['source']))}" if series else f"Bias: {book['bias']['who']}")


def _columns_that_fit(heads: list[str], cells: list[list[str]], width: int) -> int:
    """How many columns, from the first on, can stand side by side without broken words; at least four."""
    used = 0
    for place, head in enumerate(heads):
        used += 2 + max([len(head), *(min(len(row[place]), LONGEST) for row in cells)])
        if used > width and place >= LEAST:
            return place
    return len(heads)


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return "" if value != value else f"{value:.4g}" if abs(value) < 1000 else f"{value:.0f}"
    return str(value)


@app.command("plot")
def plot_evidence(name: Name, out: Annotated[Path | None, typer.Option(help="PNG file; default: NAME.png.")] = None,
                  json_: Json = False) -> None:
    """Draw a table as a picture."""
    from unanimity import report
    from unanimity.evidence import view
    from unanimity.support.errors import refuse

    path = out or Path(f"{name}.png")
    if path.suffix != ".png":
        raise refuse("", "--out", str(path), "a file that ends in .png")
    written = report.save_picture(picture(view(name)), path)
    if json_:
        output.print_json({"id": name, "picture": str(written)})
    else:
        output.note(f"written to {written}")


# --- pictures ---------------------------------------------------------------------------------------------------------
def picture(one: View) -> Any:
    """The figure of a table of the evidence."""
    return PICTURES.get(one.name, _series)(one)


def _survival(one: View) -> Any:
    from unanimity.report import record_figures as figures

    names = {"GROUP_party_opposition": "party opposition", "GROUP_party_no_opposition": "party, no opposition",
             "GROUP_other_socialists": "other socialists", "police": "police", "non_party": "no party"}
    table = one.table
    mine = table[table["cohort"].isin(names) & (table["at_risk"] > 0)]
    mine = mine.assign(name=mine["cohort"].map(names))
    left = mine[mine["year"] == 1941].set_index("cohort")["survival"]
    finding = (f"By the end of 1941 {percent(left['GROUP_party_opposition'])} of the party's opposition had not died "
               f"by repression, of those without party {percent(left['non_party'])}")
    see = ("Kaplan-Meier with delayed entry, 95 % bands. Who left, or was lost to view, is no longer counted. The "
           "sample is one author's world: compare, do not read levels.")
    return figures.curves(mine, "survival", finding, see, by="name", low="low", high="high")


def _hazard(one: View) -> Any:
    from unanimity.evidence import rate_ratio
    from unanimity.report import record_figures as figures

    ratio, low, high = rate_ratio("1936-1938", "1928-1934")
    return figures.curves(one.table, "hazard", f"One short wave: in 1936-38 the hazard was {ratio:.0f} times that of "
                          f"1928-34 ({low:.0f} to {high:.0f})", "Deaths by repression among those at risk in each "
                          "year, with Wilson's 95 % interval. Early victims are often known only because they died.",
                          low="low", high="high")


def _periods(one: View) -> Any:
    from unanimity.report import record_figures as figures

    table = one.table
    mine = table[table["group"].isin(("ALL", "party_opposition", "party_no_opposition")) & (table["person_years"] > 0)]
    return figures.shares(mine, "From 1922 to 1927 nobody of the sample died by repression",
                          "Deaths a person and year, by period and group, with Wilson's 95 % interval.", group="period",
                          value="rate", colour="group", count=("repression", "person_years"))


def _capitulation(one: View) -> Any:
    from unanimity.report import record_figures as figures

    table = one.table
    mine = table[table["source"] == "recorded"].assign(what=lambda t: t["signed"].map({True: "signed",
                                                                                      False: "did not sign"}))
    two = mine[mine["side"] == "left_opposition"].set_index("signed")["share"]
    finding = (f"Signing did not save: {percent(two[True])} of those who had signed were dead by repression by 1941, "
               f"{percent(two[False])} of the others")
    see = "Oppositionists at risk in 1928 whose fate is known, with Wilson's 95 % interval."
    return figures.shares(mine, finding, see, group="side", colour="what")


def _leaving(one: View) -> Any:
    import pandas as pd

    from unanimity.report import record_figures as figures

    table = one.table
    left = pd.DataFrame({"group": table["group"], "what": "left", "share": table["share_left"],
                         "low": table["low_left"], "high": table["high_left"], "dead": table["killed_abroad"],
                         "known": table["left"]})
    stayed = table[["group", "share", "low", "high", "dead"]].assign(what="stayed", known=table["stayed"])
    mine = pd.concat([left, stayed]).sort_index(kind="stable")
    row = table.set_index("group").loc["other_socialists"]
    finding = (f"Leaving saved: of other socialists {percent(row['share'])} of those who stayed were killed by 1941, "
               f"{percent(row['share_left'])} of those who left")
    see = "Killed by the Soviet state by 1941; of those who stayed: alive in 1922 and fate known."
    return figures.shares(mine, finding, see, group="group", colour="what")


def _fates(one: View) -> Any:
    from unanimity.report import record_figures as figures

    table = one.table[one.table["known"] >= 5]
    rows = table.set_index("group")["share"]
    finding = (f"The nearer to party strife, the deadlier: opposition {percent(rows['party_opposition'])}, the rest of "
               f"the party {percent(rows['party_no_opposition'])}, no party {percent(rows['non_party'])}")
    see = "At risk in 1934, fate known: dead by repression by the end of 1941. Groups of five and more."
    return figures.shares(table, finding, see, group="group")


def _durations(one: View) -> Any:
    from unanimity.report import record_figures as figures

    table = one.table.assign(step=one.table["from"] + " \u2192 " + one.table["to"].str.lower())
    table = table[table["n"] >= 5]
    return figures.shares(table, "Exile, expulsion and signing all lie eight to nine years before death: the date came "
                          "from the calendar", "Months from the first event to the next, median and quartiles, five "
                          "people and more.", group="step", value="median", low="low_quarter", high="high_quarter",
                          count=("n",), share=False, unit="months")


def _trials(one: View) -> Any:
    from unanimity.report import record_figures as figures

    table = one.table.assign(tag="seen")
    table["what"] = table["year"].astype(str) + table["executed_within_a_year"].map({True: ", shot", False: ""})
    return figures.counted(table.sort_values("year"), "what", "Trials of named opponents turn lethal after 1934",
                           "People in scope at their first recorded trial, by year; 'shot': within a year of it.",
                           in_order=True)


def _by_year(one: View) -> Any:
    from unanimity.report import record_figures as figures

    kinds = ["expulsion", "internal_exile", "capitulation", "arrest", "execution"]
    table = one.table.melt("year", kinds, "kind", "events")
    return figures.curves(table[table["year"] <= 1941], "events", "Expulsion, exile, signature, arrest, execution: the "
                          "penalties came in one order over a decade", "Dated events of people in scope, a year.",
                          by="kind", share=False)


def _counted(by: str, what: str) -> Callable[[View], Any]:
    def draw(one: View) -> Any:
        from unanimity.report import record_figures as figures

        table = one.table
        seen = (table["tag"] == "seen").mean()
        return figures.counted(table, by, f"{one.title}: {len(table)} rows, {percent(seen)} of them seen in a document",
                               f"Rows by {what}; recalled: supplied from general knowledge or guessed by a reader.")
    return draw


def _series(one: View) -> Any:
    from unanimity.report import record_figures as figures

    return figures.series(one.table, one.title, one.says)


PICTURES: dict[str, Callable[[View], Any]] = {
    "survival": _survival, "hazard": _hazard, "periods": _periods, "capitulation": _capitulation, "leaving": _leaving,
    "fates": _fates, "durations": _durations, "trials": _trials, "events-by-year": _by_year,
    "people": _counted("cohort", "cohort"), "events": _counted("kind", "kind"), "figures": _counted("topic", "topic"),
    "letters": _counted("topic", "topic"), "series": _counted("series", "series"),
}
