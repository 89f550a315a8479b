"""The debate: claims of the sources as experiments, on one shelf: `claims["trotsky-1926-unanimity"].run(pairs=40)`.

A claim is a TOML file in `files/`: an experiment (writing-an-experiment.md) with a table that names the author, the
claim, its citation, the expectation, what would falsify it, and the rival claim. Files are read on demand.
"""

from __future__ import annotations

import sys
import types
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pandas as pd

from unanimity.claims.claim import Claim, claim
from unanimity.claims.claim_catalogue import BOOKS, SOURCES, every_name, listed, load_claim, missing, names
from unanimity.claims.debate import Debate, Plan, hear
from unanimity.claims.preregistered import ORGANISATIONS, REGISTERED
from unanimity.experiments.store import Store
from unanimity.regimes.plausible import Given, plausible
from unanimity.support.errors import unknown
from unanimity.support.progress import Wish, telling

__all__ = ["BOOKS", "ORGANISATIONS", "REGISTERED", "SOURCES", "Claim", "Debate", "claim", "every_name", "listed",
           "load_claim", "missing", "names"]


_names_of = names  # `run` has an argument named `names`


class _Shelf(types.ModuleType):
    """The package module itself, so that a claim can be looked up by its id in brackets."""

    def __getitem__(self, name: str) -> Claim:
        return load_claim(name)

    def list(self, author: str = "", book: str = SOURCES) -> pd.DataFrame:
        """Every claim of a book ("sources", "organisations"), or those of an author: id, author, date, citation,
        title, arms, mechanisms."""
        rows = [row for row in listed(book) if author.lower() in row["author"].lower()]
        if not rows:
            raise unknown("", "author", author, {row["author"] for row in listed(book)})
        return pd.DataFrame(rows)

    def run(self, *names: str, pairs: int | None = None, store: Store | str | Path | None = None,
            progress: Wish = None, settings: Given = None, n_settings: int | None = None,
            book: str = SOURCES) -> Debate:
        """Run and judge claims by id or file (by default all of a book), one after another through one store; if
        plausible `settings` are given ("ensemble", a CSV file, a list of tables), also at each of them."""
        chosen = [load_claim(name).validate() for name in names or _names_of(book)]
        kept = store if isinstance(store, Store) else Store(store)
        table = plausible(settings, n_settings)
        title = f"{len(chosen)} claims" if len(chosen) > 1 else chosen[0].id
        with telling(progress, title, "person-months") as tell:
            return Debate(tuple(hear(chosen, Plan(pairs, plausible=table), kept, tell, go_on=len(chosen) > 1)))

    def __repr__(self) -> str:
        by = Counter(row["author"] for row in listed())
        said = ", ".join(f"{author} {count}" for author, count in by.most_common())
        return f"{len(self)} claims ({said}); claims.list(), claims[id].run(pairs=40)"

    def _repr_html_(self) -> str:
        from unanimity.report.notebook import list_html

        return list_html(f"{len(self)} claims of the sources, each with its rival.", ("id", "author", "where", "asks"),
                         [(row["id"], row["author"], row["citation"], row["title"]) for row in listed()],
                         "claims[id] shows one, claims[id].run(pairs=40) judges it.")

    def __iter__(self) -> Iterator[str]:
        return iter(names())

    def __len__(self) -> int:
        return len(names())

    def __contains__(self, name: object) -> bool:
        return name in every_name()


sys.modules[__name__].__class__ = _Shelf
