"""The answers to claims on the screen: one claim at length, several as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from unanimity.cli import output
from unanimity.support.number_format import percent

if TYPE_CHECKING:
    from unanimity.claims.debate import Heard
    from unanimity.verdicts import Answer


def word_of(one: Heard) -> str:
    """The claim's word and its rival's."""
    if one.outcome is None:
        return f"not run: {one.failure}"
    return one.verdict + (f" / the rival {one.rival}" if one.answers[1] is not None else "")


def place_of(label: str) -> str:
    """Where a main test stands in the file."""
    return "one of its own" if label in ("main", "rival_main") else label


def show_heard(heard: list[Heard]) -> None:
    """Answers on the screen: one claim at length, several as a table."""
    if len(heard) == 1 and heard[0].outcome is not None:
        _show_one(heard[0])
        return
    rows = []
    for one in heard:
        outcome = one.outcome
        robust = "" if outcome is None else "; ".join(f"{percent(r.share[0])} of {len(r.words)}"
                                                      for r in outcome.robustness)
        off = None if outcome is None else outcome.ablation
        rows.append((one.claim.id, word_of(one), effect_of(one), robust or "-",
                     "-" if off is None else ", ".join(off.needed) or "none"))
    output.print_table("The debate", ("claim", "answer / the rival's", "main effect", "found at", "lost without"), rows)


def effect_of(one: Heard) -> str:
    """The main effect, and why the answer is another than the effect's."""
    from unanimity.report.debate import but_of

    answer = one.answers[0]
    return "-" if answer is None else f"{one.sentence} {but_of(answer.record())}".rstrip()


def _show_one(one: Heard) -> None:
    from unanimity.cli.experiments import show

    assert one.outcome is not None, "a claim that was not run is listed in the table"
    if one.claim.claim.by_construction:
        typer.echo(f"Partly true by construction: {one.claim.claim.by_construction}\n")
    typer.echo(f"{one.claim.title}\n{one.claim.described.asks}".rstrip())
    for name, found in zip(("The claim", "The rival"), one.answers, strict=True):
        if found is not None:
            _show_answer(name, found)
    for name, readings in (("The claim", one.outcome.readings), ("The rival", one.outcome.rivals)):
        for reading, found in list(readings.items())[1:]:
            _show_answer(f"{name}, read as {reading}", found)
    show(one.outcome, verdicts=False)


def _show_answer(name: str, found: Answer) -> None:
    """Effect first, then whether the premise is there, then the rest."""
    typer.echo(f"\n{name}: {found.word}. {found.effect.sentence}")
    if found.effect.sentence not in found.why:
        typer.echo(f"  why: {found.why}")
    typer.echo(f"  effect: {found.effect.word}; the main test ({place_of(found.effect.label)}): "
               f"{found.effect.why_main.rstrip('.')}.")
    typer.echo(f"  premise: {found.premise.word}")
    for part in found.premise.parts:
        typer.echo(f"    {'there' if part.there else 'not there'}{'' if part.decides else ' (told only)'}: "
                   f"{part.sentence}")
    typer.echo(f"  details: {found.details.found} of {found.details.of} found" if found.details.of else
               "  details: nothing is expected besides")
    for row in found.details.rows:
        typer.echo(f"    {row.word}{' (falsifier)' if row.falsifier else ''}: {row.sentence}")
    if found.note:
        output.note(found.note)
