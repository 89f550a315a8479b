"""The debate: claims of the sources as experiments, on one shelf: `claims["trotsky-1926-unanimity"].run(pairs=40)`.

A claim is a TOML file in `files/`: an experiment (docs/writing-an-experiment.md) with a table that says who claims
what, where it stands, what was expected, what would falsify it, and who says otherwise. It is read when asked for.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Iterator

from unanimity.claims.claim import Claim, claim
from unanimity.claims.registered import REGISTERED
from unanimity.claims.shelf import missing, names, shelf

__all__ = ["REGISTERED", "Claim", "claim", "missing", "names", "shelf"]


class _Shelf(types.ModuleType):
    """The package itself, so that a claim can be taken from the shelf by its id in brackets."""

    def __getitem__(self, name: str) -> Claim:
        return shelf(name)

    def __iter__(self) -> Iterator[str]:
        return iter(names())

    def __len__(self) -> int:
        return len(names())

    def __contains__(self, name: object) -> bool:
        return name in names()


sys.modules[__name__].__class__ = _Shelf
