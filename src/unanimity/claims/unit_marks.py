"""The digest by which a unit of work over settings knows its claim: what the main test asks, and of which worlds.

Manipulation checks and measures that the main test does not read change no unit, so they are left out.
"""

from __future__ import annotations

import json
from typing import Any

from unanimity.claims.main_only import MainOnly
from unanimity.experiments.store import key_of
from unanimity.regimes import load_regime

CHECKS = ("check", "no_check")  # fields of an arm that no unit depends on


def mark_of(claim: MainOnly) -> str:
    """The digest of what the main test depends on: the test, the measures that it reads, the arms and the regimes."""
    return key_of({"asked": json.dumps(asked_of(claim), sort_keys=True, default=str),
                   "base": load_regime(claim.described.base).fingerprint})


def asked_of(claim: MainOnly) -> dict[str, Any]:
    """The tables of a reduced claim without manipulation checks and without measures that the main test does not
    read."""
    read = {measure for row in claim.wanted().values() for measure in row}
    arms = {name: {field: value for field, value in arm.items() if field not in CHECKS}
            for name, arm in claim.raw.get("arms", {}).items()}
    measures = {name: measure for name, measure in claim.raw["measures"].items() if name in read}
    return {**claim.raw, "arms": arms, "measures": measures}
