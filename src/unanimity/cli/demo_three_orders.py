"""The story of the country: the same people under law, apparatus and terror, from bread to power."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from unanimity.cli import output

if TYPE_CHECKING:
    from unanimity.experiments.three_orders import ThreeOrders

QUESTION = """A country of 2,000 people in eight provinces, eight years, three orders over the same people:
  law        courts, secret ballot, elected secretaries, free press, legal market
  apparatus  open ballot, secretaries named from above, one press, exile at most
  terror     the same, and a police that answers to one man, with a quota, the death penalty and kin as hostages
Does more fear make more unanimity, or only less knowledge?
Guess: under terror, how many in 100 would vote against if it cost nothing?"""
PAIRS, SEED, GUESS = 20, 1, 0.10
ON_SCREEN = 24  # happenings of the timeline


def tell(pairs: int, seed: int, out: Path | None, threads: int | None, guess: float, guessed: str, json_: bool) -> None:
    """Run the three orders, answer, tell what happened, and write the report, if it has a folder."""
    from unanimity.cli.regimes_compare import print_shelf
    from unanimity.experiments.three_orders import AFTER, answer, run_three_orders

    found = run_three_orders(pairs, seed, threads)
    said = answer(found, guess, guessed)
    path = None if out is None else _page(found, said, out)
    world = int(found.result.worlds.loc[found.result.worlds["arm"] == AFTER, "world"].iloc[0])
    happened = found.result.timeline(world, ON_SCREEN)
    if json_:
        output.print_json({"question": QUESTION, "answer": output.soft(said), "guess": guess,
                           "digest": found.result.digest, "seconds": found.result.manifest["seconds"],
                           "changes": found.changes.to_dict("records"), "table": found.table.to_dict("records"),
                           "timeline": [{"month": h.month, "kind": h.kind, "what": output.soft(h.words)}
                                        for h in happened],
                           "report": None if path is None else str(path)})
        return
    typer.echo(f"\n{output.soft(said)}")
    print_shelf(found.table)
    output.print_table(f"\nWhat happened under terror in one world (seed {seed})", ("month", "date", "what"),
                       [(h.month, h.date, h.words) for h in happened])
    typer.echo("\nChange one thing:\n"
               "  unanimity compare terror --with oversight.courts=on --with police_quota=none --with market=legal\n"
               "  unanimity biography terror --pick executed --seed 1\n"
               "  unanimity regimes compare --out out/regimes")
    if path is not None:
        typer.echo(f"\nreport:\n{path}")


def _page(found: ThreeOrders, said: str, out: Path) -> Path:
    from unanimity.experiments.three_orders_page import write_report

    return write_report(found, said, out)
