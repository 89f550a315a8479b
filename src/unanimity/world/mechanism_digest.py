"""A digest of a mechanism: changes when its rules, the code they reach, its columns or its parameters change."""

from __future__ import annotations

import dataclasses
import hashlib

from unanimity.support.code_digest import IN_WORDS, meaning
from unanimity.world.rules import Mechanism


def of_mechanism(mechanism: Mechanism) -> str:
    """A digest of everything that determines a mechanism: its rules, the code they call, columns, and parameters with
    defaults."""
    fields = [(one.name, one.default, one.span.low, one.span.high) for one in mechanism.fields]
    says = {one.name: getattr(mechanism, one.name) for one in dataclasses.fields(mechanism)
            if one.name not in (*IN_WORDS, "parameters")}
    return hashlib.sha256(f"{fields} {meaning(says)}".encode()).hexdigest()
