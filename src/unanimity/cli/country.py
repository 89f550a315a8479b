"""The story of the country: the same people under law, apparatus and terror, from bread to power."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from unanimity.cli import screen

if TYPE_CHECKING:
    from unanimity.experiments.three_orders import ThreeOrders

QUESTION = """A country of 2,000 people in eight provinces, eight years, three orders over the same people:
  law        courts, secret ballot, elected secretaries, free press, legal market
  apparatus  open ballot, secretaries named from above, one press, exile at most
  terror     the same, and a police that answers to one man, with a quota, the death penalty and kin as hostages
Does more fear make more unanimity, or only less knowledge?
Guess: under terror, how many in 100 would vote against if it cost nothing?"""
TITLE = "One people, three orders"
HEADING = "Does more fear make more unanimity, or only less knowledge?"
PAIRS, SEED, GUESS = 20, 1, 0.10
ON_SCREEN = 24  # happenings of the timeline


def tell(pairs: int, seed: int, out: Path, threads: int | None, guess: float, guessed: str, json_: bool) -> None:
    """Run the three orders, answer, tell what happened, and write the report."""
    from unanimity.cli.shelf import print_shelf
    from unanimity.experiments.three_orders import AFTER, run_three_orders

    found = run_three_orders(pairs, seed, threads)
    said = answer(found, guess, guessed)
    path = write_report(found, said, out)
    world = int(found.result.worlds.loc[found.result.worlds["arm"] == AFTER, "world"].iloc[0])
    happened = found.result.timeline(world, ON_SCREEN)
    if json_:
        screen.print_json({"question": QUESTION, "answer": said, "guess": guess, "digest": found.result.digest,
                           "seconds": found.result.manifest["seconds"], "changes": found.changes.to_dict("records"),
                           "table": found.table.to_dict("records"),
                           "timeline": [{"month": h.month, "kind": h.kind, "what": h.words} for h in happened],
                           "report": str(path)})
        return
    typer.echo(f"\n{said}")
    print_shelf(found.table)
    screen.print_table(f"\nWhat happened under terror in one world (seed {seed})", ("month", "date", "what"),
                       [(h.month, h.date, h.words) for h in happened])
    typer.echo("\nChange one thing:\n"
               "  unanimity compare terror --with oversight.courts=on --with police_quota=none --with market=legal\n"
               "  unanimity biography terror --pick executed --seed 1\n"
               "  unanimity regimes compare --out out/regimes\n\nreport:")
    typer.echo(str(path))


def answer(found: ThreeOrders, guess: float, guessed: str) -> str:
    """The verdict, the numbers it rests on, and the guess beside what was found."""
    from unanimity.experiments.three_orders import verdict
    from unanimity.report.words import word
    from unanimity.world.numbers import number, percent

    def both(measure: str) -> str:
        row, unit = found.change(measure), word(measure).unit
        return f"from {number(row['before'], unit)} to {number(row['after'], unit)}"

    against = found.change("private_dissent")["after"]
    error = found.change("centre_error")
    text = (f"{verdict(found)} From apparatus to terror mean fear goes {both('fear_of_opinion')}, and those who raise "
            f"no hand {both('unanimity')}; dissent that is kept silent goes {both('falsification_gap')}, and what the "
            f"centre believes is off the truth by {percent(error['after'])} instead of {percent(error['before'])}. "
            f"Under terror {percent(against)} would vote against if it cost nothing. {guessed}: {percent(guess)}.")
    return text.replace("\u00a0", " ")


def sections(found: ThreeOrders) -> list[Any]:
    """The report: voice under three orders, then terror from bread to power, then all main measures side by side."""
    from unanimity import report
    from unanimity.experiments.three_orders import AFTER

    result = found.result
    seeds = f"seeds {result.worlds['seed'].min()}..{result.worlds['seed'].max()}"
    small = f"{found.pairs} worlds under each order, {seeds}, the same people with the same luck"
    terror = f"{found.pairs} worlds under terror, {seeds}"
    return [
        _changes(found, small),
        report.Section("Voice: what is said", report.arms(result, "unanimity"),
                       "Compare the lines of terror and apparatus: where nearly nobody speaks, more fear has little "
                       "left to silence.", small),
        report.Section("Voice: what is thought", report.arms(result, "private_dissent"),
                       "The same people, so what lies above the line of law was made by the rules.", small),
        report.Section("Voice: what the centre knows", report.arms(result, "centre_error"),
                       "The error is the distance of what the centre believes of output, harvest and mood from what "
                       "is; under law nobody gains by a false report.", small),
        report.Section("People: fear", report.arms(result, "fear_of_opinion"),
                       "Fear is learnt from what befalls others, and forgotten slowly.", small),
        report.Section("Voice under terror: said and thought", report.public_and_private(result, arm=AFTER),
                       "The distance between the two lines is what people keep to themselves; part of it is said among "
                       "friends.", terror),
        *report.whole_sections(result, AFTER, small=terror),
        *report.heat_sections(found.table, small),
    ]


def _changes(found: ThreeOrders, small: str) -> Any:
    from unanimity import report
    from unanimity.report.words import word
    from unanimity.world.numbers import difference_ranged, number

    units = [word(str(row.measure)).unit for row in found.changes.itertuples()]
    rows = tuple((row.what, number(row.before, unit), number(row.after, unit),
                  difference_ranged(row.difference, row.low, row.high, unit))
                 for row, unit in zip(found.changes.itertuples(), units, strict=True))
    return report.Section("From apparatus to terror", None,
                          "Compare the first two rows with the last two: what the added fear buys in assent, and "
                          "what it costs in knowledge.", small + "; difference with its 90 % "
                          "interval over pairs; means of the last 12 months.",
                          (("what", "apparatus", "terror", "difference (90 % interval)"), *rows))


def write_report(found: ThreeOrders, said: str, out: Path) -> Path:
    """Save the runs and the page; returns the page's path."""
    from unanimity import report
    from unanimity.results.files import write_atomically

    found.result.save(out)
    write_atomically(out / "orders.csv", lambda path: found.table.to_csv(path, index=False))
    return report.write_page(out / "report.html", TITLE, HEADING, said, sections(found),
                             report.provenance(found.result))
