"""Answers of the debate on the screen: one claim at length, several as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from unanimity.cli import output
from unanimity.support.number_format import percent

if TYPE_CHECKING:
    from unanimity.claims.debate import Heard
    from unanimity.verdicts import Answer


def word(one: Heard) -> str:
    """Answer and the rival's in a line."""
    if one.outcome is None:
        return f"not run: {one.failure}"
    return one.answer + (f" / the rival {one.rival}" if one.answers[1] is not None else "")


def show(heard: list[Heard]) -> None:
    """One claim at length, several as a table."""
    from unanimity.cli.experiments import show as show_outcome
    from unanimity.evidence import replies

    if len(heard) == 1 and heard[0].outcome is not None:
        one, outcome = heard[0], heard[0].outcome
        typer.echo(f"{one.claim.title}\n{one.claim.claim.says}\n({one.claim.claim.author}, {one.claim.claim.citation})")
        if one.claim.claim.by_construction:
            typer.echo(f"Partly true by construction: {one.claim.claim.by_construction}")
        for name, found in zip(("answer", "rival"), one.answers, strict=True):
            if found is not None:
                typer.echo(f"\n{name}: {found.word}\n{_three(found)}")
        said = replies(one.claim.id)[0]
        typer.echo(f"\nrecord: {said.word}\n  {said.sentence}")
        show_outcome(outcome, verdicts=False)
        return
    rows = []
    for one in heard:
        robust = "" if one.outcome is None else "; ".join(f"{percent(r.share[0])} of {len(r.words)}"
                                                          for r in one.outcome.robustness)
        off = None if one.outcome is None else one.outcome.ablation
        rows.append((one.claim.id, word(one), one.sentence or "-", replies(one.claim.id)[0].word, robust or "-",
                     "-" if off is None else ", ".join(off.needed) or "none"))
    output.print_table("The debate", ("claim", "answer / the rival's", "main effect", "record", "holds at",
                                      "lost without"), rows)


def _three(found: Answer) -> str:
    details = found.details
    met = f"; {len(details.met)} falsifier{'' if len(details.met) == 1 else 's'} met" if details.met else ""
    return (f"  1. premise {found.premise.word}: {found.premise.sentence}\n"
            f"  2. effect {found.effect.word}: {found.effect.sentence}\n"
            f"  3. details: {details.found} of {details.of} found{met}")
