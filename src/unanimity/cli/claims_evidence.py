"""`unanimity claims evidence [NAME]`: the question of each claim put to the tables of the evidence."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated

import typer

from unanimity.cli import output

if TYPE_CHECKING:
    from unanimity.evidence import Reply


Json = Annotated[bool, typer.Option("--json", help="Print one JSON value on stdout.")]


def claim_evidence(name: Annotated[str, typer.Argument(help="An id; all claims where none is named.")] = "",
                   json_: Json = False) -> None:
    """What the evidence says to a claim, or to all: agrees, disagrees, undecided or silent, with n and interval."""
    from unanimity import claims
    from unanimity.evidence import REPLIES, replies
    from unanimity.support.errors import unknown

    if name and name not in claims.names():
        raise unknown("", "claim", name, claims.names(), "unanimity claims list")
    found = {one: replies(one) for one in ([name] if name else claims.names())}
    if json_:
        output.print_json({one: [told.record() for told in mine] for one, mine in found.items()})
        return
    if name:
        typer.echo("\n\n".join(_told(one) for one in found[name]))
        return
    words = Counter(mine[0].word for mine in found.values())
    output.print_table("What the evidence says", ("id", "answer", "asked of", "n", "what was counted"),
                       [(one, *_row(mine[0])) for one, mine in found.items()])
    typer.echo(f"{len(found)} claims: " + ", ".join(f"{words[word]} {word}" for word in REPLIES) + ".")


def _row(one: Reply) -> tuple[str, str, str, str]:
    """The leading answer in a row: a number that is only shown decides nothing, so that its n is left out."""
    asked = "" if not one.expects else "the main sentence" if one.part == "main" else f"a part: {one.part}"
    return one.word, asked, f"{one.estimate.n:,}" if one.estimate is not None and one.expects else "", one.sentence


def _told(one: Reply) -> str:
    """One answer at length."""
    part = "the causal sentence itself" if one.part == "main" else one.part
    lines = [f"{one.word}: {one.sentence}"]
    if one.asks:
        lines = [f"{one.asks} ({part})", *lines]
    if one.expects:
        lines.append(f"The claim expects it {one.expects}.{f' {one.why.capitalize()}.' if one.why else ''}")
    if one.estimate is not None and one.expects:
        lines.append(f"n = {one.estimate.n} {one.estimate.counted}.")
    if one.bias:
        lines.append(f"Bias: {one.bias}")
    return "\n".join(lines)
