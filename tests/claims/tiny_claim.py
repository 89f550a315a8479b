"""A small claim that runs in a second: two hundred people, the hall alone."""

from __future__ import annotations

import copy

TINY = {
    "title": "The open hand", "asks": "Is assent the work of the open ballot?", "base": "apparatus", "people": 200,
    "burn_in": 12, "months": 12, "replications": 10, "explained_by": ["voice", "fear"],
    "claim": {"author": "A. Reader", "date": "2026-11", "source": "Minutes", "lines": "p. 3",
              "says": "Hands go up because they are seen.", "expects": "Assent falls by 5 points.",
              "falsified": "Assent does not fall.", "rival": "Assent is meant.", "strength": "own"},
    "regime": {"mechanisms": [], "society": {"tree": [2, 2, 2]}},
    "arms": {"secret": {"says": "a secret ballot", "levers": {"ballot": "secret"}}},
    "measures": {"assent": {"expression": "unanimity", "says": "assent in public", "unit": "share of attendants"}},
    "expect": [{"form": "change", "measure": "assent", "direction": "fall", "by": 5, "unit": "points"}],
    "falsified_if": [{"form": "denies", "measure": "assent", "direction": "fall", "margin": 5, "unit": "points"}],
    "rival": [{"word": "unchanged", "measure": "assent", "share": True}],
}


def tiny(**changes):
    """The claim with some fields changed; `claim` is laid over the table of that name."""
    raw = copy.deepcopy(TINY)
    raw["claim"] |= changes.pop("claim", {})
    return raw | changes
