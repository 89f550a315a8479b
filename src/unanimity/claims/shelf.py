"""The claims that come with the package, and those of a user's own files."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from unanimity.claims.claim import Claim, claim
from unanimity.claims.registered import REGISTERED
from unanimity.experiments.description import read_toml
from unanimity.world.errors import unknown

FOLDER = Path(__file__).parent / "files"


@cache
def names() -> tuple[str, ...]:
    """Ids of the claims on the shelf: the registered ones in their order, then others."""
    there = {path.stem for path in FOLDER.glob("*.toml")}
    return (*(name for name in REGISTERED if name in there), *sorted(there - set(REGISTERED)))


def missing() -> tuple[str, ...]:
    """Registered claims that have no file."""
    return tuple(name for name in REGISTERED if name not in names())


def shelf(name: str) -> Claim:
    """A claim by its id, or by the path of a file that ends in .toml."""
    if str(name).endswith(".toml"):
        return claim(name)
    if name not in names():
        raise unknown("", "claim", name, names(), "unanimity claims list, or the path of a .toml file")
    return Claim(read_toml(FOLDER / f"{name}.toml"), f"{name}.toml")
