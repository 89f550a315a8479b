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
        screen.print_json({"question": QUESTION, "answer": screen.soft(said), "guess": guess,
                           "digest": found.result.digest, "seconds": found.result.manifest["seconds"],
                           "changes": found.changes.to_dict("records"), "table": found.table.to_dict("records"),
                           "timeline": [{"month": h.month, "kind": h.kind, "what": screen.soft(h.words)}
                                        for h in happened],
                           "report": str(path)})
        return
    typer.echo(f"\n{screen.soft(said)}")
    print_shelf(found.table)
    screen.print_table(f"\nWhat happened under terror in one world (seed {seed})", ("month", "date", "what"),
                       [(h.month, h.date, h.words) for h in happened])
    typer.echo("\nChange one thing:\n"
               "  unanimity compare terror --with oversight.courts=on --with police_quota=none --with market=legal\n"
               "  unanimity biography terror --pick executed --seed 1\n"
               "  unanimity regimes compare --out out/regimes\n\nreport:")
    typer.echo(str(path))


def answer(found: ThreeOrders, guess: float, guessed: str) -> str:
    """The verdict, the numbers it rests on under all three orders, and the guess beside what was found."""
    from unanimity.experiments.three_orders import verdict
    from unanimity.report.words import word
    from unanimity.world.numbers import number, percent

    def all_three(measure: str) -> str:
        row, unit = found.change(measure), word(measure).unit
        return f"{number(row['first'], unit)}, {number(row['before'], unit)} and {number(row['after'], unit)}"

    return (f"{verdict(found)} Under law, apparatus and terror: mean fear (0 to 1) {all_three('fear_of_opinion')}; "
            f"those who raise no hand against {all_three('unanimity')}; dissent kept silent "
            f"{all_three('falsification_gap')}; the centre's error about the country {all_three('centre_error')}. "
            f"Under terror {percent(found.change('private_dissent')['after'])} would vote against if it cost nothing. "
            f"{guessed}: {percent(guess)}.")


def sections(found: ThreeOrders) -> list[Any]:
    """The report: voice under three orders, then terror from bread to power, then all main measures side by side."""
    from unanimity import report
    from unanimity.experiments.three_orders import AFTER

    result = found.result
    seeds = f"seeds {result.worlds['seed'].min()}..{result.worlds['seed'].max()}"
    small = f"{found.pairs} worlds under each order, {seeds}, the same people with the same luck"
    terror = f"{found.pairs} worlds under terror, {seeds}."
    return [
        _changes(found, small),
        report.Section("Voice: what is said", report.arms(result, "unanimity"), _step(found, "unanimity"), small),
        report.Section("Voice: what is thought", report.arms(result, "private_dissent"),
                       _step(found, "private_dissent"), small),
        report.Section("Voice: what the centre knows", report.arms(result, "centre_error"),
                       "The error is the distance of what the centre believes of output, harvest and mood from what "
                       f"is. {_step(found, 'centre_error')}", small),
        report.Section("People: fear", report.arms(result, "fear_of_opinion"), _step(found, "fear_of_opinion"), small),
        report.Section("Voice under terror: said and thought", report.public_and_private(result, arm=AFTER),
                       "", terror),
        *report.heat_sections(found.table, small),
        *report.whole_sections(result, AFTER, small=terror),
    ]


def _step(found: ThreeOrders, measure: str) -> str:
    """What happens to a measure from order to order, by its paired differences."""
    from unanimity.report.words import word
    from unanimity.world.numbers import difference_ranged

    row, unit = found.change(measure), word(measure).unit
    told = []
    for name, words in (("first_", "From law to apparatus"), ("", "from apparatus to terror")):
        apart, low, high = (float(row[f"{name}{key}"]) for key in ("difference", "low", "high"))
        unsure = "" if low > 0 or high < 0 else ", which may be chance"
        told.append(f"{words} {difference_ranged(apart, low, high, unit)}{unsure}")
    return "; ".join(told) + " (90 % intervals over pairs)."


def _changes(found: ThreeOrders, small: str) -> Any:
    from unanimity import report
    from unanimity.report.words import word
    from unanimity.world.numbers import difference_ranged, number

    rows = []
    for row in found.changes.itertuples():
        unit = word(str(row.measure)).unit
        rows.append((row.what, number(row.first, unit), number(row.before, unit), number(row.after, unit),
                     difference_ranged(row.first_difference, row.first_low, row.first_high, unit),
                     difference_ranged(row.difference, row.low, row.high, unit)))
    return report.Section("Three orders", None, "", small + "; differences with their 90 % intervals over pairs; means "
                          "of the last 12 months. Scores run from 0 to 1.",
                          (("what", "law", "apparatus", "terror", "law to apparatus", "apparatus to terror"), *rows))


def write_report(found: ThreeOrders, said: str, out: Path) -> Path:
    """Save the runs and the page; returns the page's path."""
    from unanimity import report
    from unanimity.results.files import write_atomically

    found.result.save(out)
    write_atomically(out / "orders.csv", lambda path: found.table.to_csv(path, index=False))
    return report.write_page(out / "report.html", TITLE, HEADING, said, sections(found),
                             report.provenance(found.result))
