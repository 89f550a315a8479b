"""The claims shipped with the package, in two books, and those in the user's own files.

The first book holds the claims of the sources, the second classical claims on organisations (docs/guides/statutes.md).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from unanimity.claims.claim import Claim, claim
from unanimity.claims.claim_file import ClaimTable
from unanimity.claims.preregistered import ORGANISATIONS, REGISTERED
from unanimity.experiments.description import read_toml
from unanimity.support.errors import UserError, unknown


class Book(NamedTuple):
    """A set of claims that were registered together."""

    folder: Path
    registered: tuple[str, ...]
    says: str  # the line above the title of the debate's page


SOURCES = "sources"  # the default book
FOLDER = Path(__file__).parent / "files"
BOOKS = {SOURCES: Book(FOLDER, REGISTERED, "claims of the sources, put to the model and to the record"),
         "organisations": Book(FOLDER.with_name("organisations"), ORGANISATIONS,
                               "classical claims on organisations, put to the model")}
NO_BOOK = "claims of several books or of your own, put to the model"


def book(name: str) -> Book:
    """A book by its name."""
    if name not in BOOKS:
        raise unknown("", "book", name, BOOKS)
    return BOOKS[name]


@cache
def names(of: str = SOURCES) -> tuple[str, ...]:
    """Ids of a book's claims: the registered ones in their order, then any others."""
    folder, registered, _ = book(of)
    there = {path.stem for path in folder.glob("*.toml")}
    return (*(name for name in registered if name in there), *sorted(there - set(registered)))


@cache
def every_name() -> tuple[str, ...]:
    """Ids of the claims of all books."""
    return tuple(name for of in BOOKS for name in names(of))


def whose(ids: Iterable[str]) -> str:
    """Describe in words which claims these ids are: those of one book, of several, or of none."""
    chosen = set(ids)
    return next((one.says for of, one in BOOKS.items() if chosen <= set(names(of))), NO_BOOK)


def missing(of: str = SOURCES) -> tuple[str, ...]:
    """Registered claims that have no file."""
    return tuple(name for name in book(of).registered if name not in names(of))


@cache
def listed(of: str = SOURCES) -> tuple[dict[str, Any], ...]:
    """Author, statement and citation of every claim of a book; quick, since only the files are read."""
    rows = []
    for name in names(of):
        raw = read_toml(book(of).folder / f"{name}.toml")
        table = ClaimTable.model_validate(raw["claim"])
        rows.append({"id": name, "author": table.author, "date": table.date, "citation": table.citation,
                     "title": str(raw["title"]), "arms": list(raw["arms"]), "mechanisms": list(raw["explained_by"])})
    return tuple(rows)


def load_claim(name: str) -> Claim:
    """A claim by its id, or by the path of a file that ends in .toml."""
    if str(name).endswith(".toml"):
        return claim(name)
    of = next((of for of in BOOKS if name in names(of)), None)
    if of is None and Path(f"{name}.toml").is_file():
        raise UserError(f"no claim '{name}'. Did you mean the file '{name}.toml'? A file is named with its ending.")
    if of is None:
        raise unknown("", "claim", name, every_name(), "unanimity claims list [--book organisations], or the path of a "
                                                       ".toml file")
    return Claim(read_toml(BOOKS[of].folder / f"{name}.toml"), f"{name}.toml")
