"""The story of the two cities: they vote for opposite lines while their people privately agree."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from unanimity.cli import screen

if TYPE_CHECKING:
    from unanimity.experiments.two_provinces import TwoProvinces

QUESTION = """Two cities of 1,000 people. The people think alike: half of them lean one way, half the other.
The secretary of the first city proclaims one line, that of the second the opposite. Hands are counted in the open.
What share of the first city does not raise a hand against its secretary's line?"""
HEADING = "Two cities vote for opposite lines. Do their people disagree?"
CITIES = {"province 1": "first city", "province 2": "second city"}
PAIRS, SEED, GUESS = 40, 1926, 0.75


def tell(pairs: int, seed: int, out: Path, threads: int | None, guess: float, guessed: str, json_: bool) -> None:
    """Run the four sets of rules, answer, and write the report."""
    from unanimity.experiments.two_provinces import run_two_provinces
    from unanimity.world.numbers import percent

    found = run_two_provinces(pairs, seed, threads)
    said = f"{answer(found)} {guessed}: {percent(guess)}."
    path = write_report(found, said, out)
    if json_:
        screen.print_json({"question": QUESTION, "answer": screen.soft(said), "guess": guess,
                           "digest": found.comparison.result.digest,
                           "seconds": found.comparison.result.manifest["seconds"],
                           "figures": found.figures.to_dict("records"), "doses": found.doses.to_dict("records"),
                           "report": str(path)})
        return
    typer.echo(f"\n{screen.soft(said)}\n")
    screen.print_table(
        "Stated beforehand, and found (mean over pairs, 90 % interval)",
        ("what", "stated", "found", "pairs that meet it", "met"), stated_rows(found))
    typer.echo("\nChange one thing:\n"
               "  unanimity compare leningrad-moscow-1925 --with ballot=secret --measures unanimity,falsification_gap\n"
               "  unanimity compare leningrad-moscow-1925 --with appointment=elected --measures proclaimed_line "
               "--place 'province 1'\n"
               "  unanimity run leningrad-moscow-1925 --set blows=0.01 --worlds 8\n\nreport:")
    typer.echo(str(path))


def stated_rows(found: TwoProvinces) -> list[tuple[str, ...]]:
    """What was stated beforehand and what was found, as the screen and the page print it."""
    from unanimity.world.numbers import number, percent, ranged

    return [(r.what, f"{'at least' if r.sign == '>=' else 'below'} {number(r.bound, r.unit)}",
             ranged(r.ours, r.low, r.high, r.unit), percent(r.share_of_pairs), "yes" if r.met else "no")
            for r in found.figures.itertuples()]


def answer(found: TwoProvinces) -> str:
    """The finding in one or two sentences."""
    from unanimity.experiments.two_provinces import fear_for
    from unanimity.world.numbers import percent, score

    values = {row.what: row for row in found.figures.itertuples()}
    first, private, _, secret, elected = values.values()
    lines = found.comparison.values("control", "unanimity", "province 1").mean()
    beginning = fear_for(found.doses)
    said = (f"{percent(lines)} of the first city, and {percent(first.ours)} of the less unanimous one, do not raise a "
            f"hand against lines that are opposite, while what the two cities think is {score(private.ours)} apart on "
            f"a scale of 2. With a secret ballot the more unanimous city gives {percent(secret.ours)}; with elected "
            f"secretaries the lines come within {score(elected.ours)} of each other (2 before).")
    if beginning is not None:
        said += f" Assent reaches 95 % once mean fear passes {score(beginning)} (0 none, 1 certain ruin)."
    return said


def sections(found: TwoProvinces) -> list[Any]:
    """The report's figures, each with one sentence of what to see."""
    from unanimity import report

    result = found.comparison.result
    small = f"{found.comparison.pairs} pairs, seeds {result.worlds['seed'].min()}..{result.worlds['seed'].max()}"
    of_arm = result.worlds.reset_index(drop=True)
    secret = int(of_arm.index[of_arm["arm"] == "secret ballot"][0])
    table = found.comparison.table(["unanimity", "falsification_gap", "active_assent", "public_dissent", "talks"])
    return [
        report.Section("Stated beforehand, and found", None,
                       "Every number on the left was fixed before any run; a number that was not met is as much a "
                       "result as one that was.", small,
                       (("what", "stated", "found (90 % interval)", "pairs that meet it", "met"), *stated_rows(found))),
        report.Section("Apart in public, together in private", report.two_provinces(result, names=CITIES),
                       "", small),
        report.Section("What is said and what is thought", report.public_and_private(result),
                       "", small),
        report.Section("The tree, open ballot", report.tree_map(result.cells, "unanimity", 0),
                       "One square a cell, in the first world's last month: the darker, the fewer hands against.",
                       small),
        report.Section("The same tree, secret ballot", report.tree_map(result.cells, "unanimity", secret),
                       "The same people with the same luck, when nobody sees whose hand it is.", small),
        report.Section("Four sets of rules", report.arms(result, "unanimity"),
                       "Until month 0 all arms live under the same rules; then the ballot or the appointment changes.",
                       small),
        report.Section("What each change does", report.differences(table),
                       "Paired differences: the same people and the same luck in both arms.", small),
        report.Section("How much fear it takes",
                       report.dose(found.doses, "fear", "assent", "mean fear of speaking (0..1)",
                                   "assent in the less unanimous city", 0.95),
                       "Fear is held by the number of blows people see.",
                       "Doses: blows a head and month " + ", ".join(f"{d:g}" for d in found.doses["blows"])),
        report.Section("Fear, and the habit of lying", report.fear_and_files(result),
                       "Fear of opinion teaches fear to complain of a chief; each false assent makes the next cheaper.",
                       small),
        *report.society_sections(result, "control", small=small),
        memoir_section(found.memoir),
    ]


def memoir_section(memoir: Any) -> Any:
    """The cell of the memoir: what its author counted beside what the model counts, nothing fitted."""
    from unanimity import report
    from unanimity.world.numbers import interval, percent, plain

    rows = [(r.what, r.told, "set" if r.is_set else plain(r.mean), "" if r.is_set else interval(r.low, r.high, ""),
             "" if r.is_set else percent(r.within)) for r in memoir.itertuples()]
    inside = [r for r in memoir.itertuples() if not r.is_set and r.within >= 0.5]
    counted = [r for r in memoir.itertuples() if not r.is_set]
    return report.Section(
        "The cell of the memoir", None,
        f"A printers' cell of four hundred in Leningrad, 1926-27, as one of its five opponents counted it; "
        f"{len(inside)} of {len(counted)} of his figures lie where most of the model's cells lie.",
        "Preset memoir-cell; 003 l.12470-12479, 12515-12527, 12643-12661. Nothing was fitted to these figures; the "
        "traits of old, war and levy members are assumed. Interval: middle 90 % of cells.",
        (("what", "memoir", "model, mean of cells", "90 % of cells", "cells within the memoir's range"), *rows))


def write_report(found: TwoProvinces, said: str, out: Path) -> Path:
    """Save the runs and the page; returns the page's path."""
    from unanimity import report

    found.comparison.result.save(out)
    return report.write_page(out / "report.html", "Two cities, two apparatuses, one population", HEADING, said,
                             sections(found), report.provenance(found.comparison.result))
