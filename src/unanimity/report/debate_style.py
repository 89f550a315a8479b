"""The marks of the verdicts on the debate's page."""

from __future__ import annotations

VERDICTS = {"holds": ("#1D6B3A", "\u25cf"), "sign only": ("#0A6C9E", "\u25d0"), "undecided": ("#7A5A00", "\u25cb"),
            "contradicted": ("#A8300C", "\u2715"), "not expressible": ("#54585E", "\u2013")}
"""Each verdict has a colour and a mark of its own, all of one weight: none is more welcome than another."""
