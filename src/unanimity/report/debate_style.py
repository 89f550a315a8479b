"""The marks of the answers on the debate's page."""

from __future__ import annotations

ANSWERS = {"found": ("#1D6B3A", "\u25cf"), "found in sign": ("#0A6C9E", "\u25d0"), "not shown": ("#7A5A00", "\u25cb"),
           "contradicted": ("#A8300C", "\u2715"), "premise absent": ("#54585E", "\u2205"),
           "too rare to see": ("#6B5078", "\u2026"), "not expressible": ("#54585E", "\u2013")}
"""Each answer has a colour and a mark of its own, all of one weight: none is more welcome than another."""

RECORD = {"agrees": ("#1D6B3A", "\u25cf"), "disagrees": ("#A8300C", "\u2715"), "undecided": ("#7A5A00", "\u25cb"),
          "silent": ("#54585E", "\u2013")}
"""What the evidence says."""

PARTS = {"found": "found", "found in sign": "found in sign", "not shown": "not shown", "opposite": "contradicted",
         "met": "contradicted", "not met": "not shown", "not expressible": "not expressible"}
"""Which mark a part has: that of the whole answer that it would give."""

NOT_RUN = "not run"
OTHER = ("#54585E", "")
DARK = {"#1D6B3A": "#4CC07A", "#0A6C9E": "#4FBBEB", "#7A5A00": "#D8B33A", "#A8300C": "#FF7A52", "#54585E": "#A7AEB8",
        "#6B5078": "#C9A0D8"}
"""What a mark's colour becomes on a dark page; behind white letters it stays."""

MARKS = {**ANSWERS, **RECORD, NOT_RUN: OTHER}


def ink(colour: str) -> str:
    """A mark's colour as a variable that a dark page changes.

    >>> ink("#1D6B3A")
    'var(--m1D6B3A,#1D6B3A)'
    """
    return f"var(--m{colour[1:]},{colour})" if colour in DARK else colour


def dark_inks() -> str:
    """The rule of a style sheet that changes them; paper that is printed is light."""
    listed = "".join(f"--m{day[1:]}:{night};" for day, night in DARK.items())
    return f"@media screen and (prefers-color-scheme:dark){{:root{{{listed}}}}}"
