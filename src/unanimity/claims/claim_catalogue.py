"""The claims that come with the package, and those of a user's own files."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from unanimity.claims.claim import Claim, claim
from unanimity.claims.claim_file import ClaimTable
from unanimity.claims.preregistered import REGISTERED
from unanimity.experiments.description import read_toml
from unanimity.support.errors import unknown

FOLDER = Path(__file__).parent / "files"


@cache
def names() -> tuple[str, ...]:
    """Ids of the claims on the shelf: the registered ones in their order, then others."""
    there = {path.stem for path in FOLDER.glob("*.toml")}
    return (*(name for name in REGISTERED if name in there), *sorted(there - set(REGISTERED)))


def missing() -> tuple[str, ...]:
    """Registered claims that have no file."""
    return tuple(name for name in REGISTERED if name not in names())


@cache
def listed() -> tuple[dict[str, Any], ...]:
    """Who says what, and where, of every claim on the shelf; read from the files alone, which is quick."""
    rows = []
    for name in names():
        raw = read_toml(FOLDER / f"{name}.toml")
        table = ClaimTable.model_validate(raw["claim"])
        rows.append({"id": name, "author": table.author, "date": table.date, "citation": table.citation,
                     "title": str(raw["title"]), "arms": list(raw["arms"]), "mechanisms": list(raw["explained_by"])})
    return tuple(rows)


def load_claim(name: str) -> Claim:
    """A claim by its id, or by the path of a file that ends in .toml."""
    if str(name).endswith(".toml"):
        return claim(name)
    if name not in names():
        raise unknown("", "claim", name, names(), "unanimity claims list, or the path of a .toml file")
    return Claim(read_toml(FOLDER / f"{name}.toml"), f"{name}.toml")
