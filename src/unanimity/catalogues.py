"""What there is, as tables to search: `un.measures`, `un.levers`, `un.events`, `un.mechanisms`.

    un.measures.search("complain")      # a data frame: name, unit, meaning ...
    un.levers["ballot"]                 # one row
    "purge" in un.events, list(un.mechanisms)

The command line prints the same rows (`unanimity levers list`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, cached_property
from typing import Any

import pandas as pd

from unanimity.support.errors import UserError, unknown

BASES = ("law", "war", "apparatus", "terror")
Row = dict[str, Any]


class Catalogue:
    """Declared things of one kind by name: look one up, list them, search their words."""

    def __init__(self, kind: str, make: Callable[[], list[Row]], first: tuple[str, ...]) -> None:
        self.kind, self._make, self._first = kind, make, first

    @cached_property
    def rows(self) -> dict[str, Row]:
        """Every row by its name, as plain values."""
        return {row["id"]: row for row in self._make()}

    def __getitem__(self, name: str) -> pd.Series:
        if not isinstance(name, str) or name not in self.rows:
            raise unknown("", self.kind, name, self.rows, f"un.{self.kind}s.search(\"word\")")
        return pd.Series(self.rows[name], name=name, dtype=object).drop("id")

    def __contains__(self, name: object) -> bool:
        return name in self.rows

    def __iter__(self) -> Iterator[str]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def table(self) -> pd.DataFrame:
        """All of them, a row each."""
        return self._as_table(list(self.rows.values()))

    def search(self, words: str) -> pd.DataFrame:
        """Those in whose name, meaning or other text all the words occur, those with a word in the name first.

        >>> "ballot" in levers.search("secret vote").index
        True
        """
        if not isinstance(words, str) or not words.strip():
            raise UserError(f"search: {words!r} is not allowed; allowed: a word or several, such as \"complain\".")
        wanted = words.lower().split()
        found = [(not any(word in name.lower() for word in wanted), row) for name, row in self.rows.items()
                 if all(word in _text_of(row) for word in wanted)]
        return self._as_table([row for _, row in sorted(found, key=lambda one: one[0])])

    def _as_table(self, rows: list[Row]) -> pd.DataFrame:
        more = dict.fromkeys(key for row in self.rows.values() for key in row if key not in ("id", *self._first))
        index = pd.Index([row["id"] for row in rows], name=self.kind)
        return pd.DataFrame([{key: row.get(key) for key in (*self._first, *more)} for row in rows], index=index,
                            columns=[*self._first, *more])

    def __repr__(self) -> str:
        return (f"{len(self)} {self.kind}s: {', '.join(list(self)[:6])} ...; .search(\"word\"), .table(), [name]")

    def _repr_html_(self) -> str:
        return str(self.table()[list(self._first)].to_html())


def _text_of(row: Row) -> str:
    return " ".join(str(value) for value in row.values()).lower().replace("_", " ") + f" {row['id'].lower()}"


def lever_rows() -> list[Row]:
    """Every lever as plain values: its declaration, who reads it, its value in the base regimes."""
    from unanimity.engine.plan import levers_of
    from unanimity.mechanisms import BY_ID
    from unanimity.regimes import load_regime
    from unanimity.world.levers import LEVERS

    read = {m.id: levers_of(m) for m in BY_ID.values()}
    bases = {name: load_regime(name) for name in BASES}
    return [{
        "id": one.name, "meaning": one.meaning, "allowed": one.allowed, "explains": one.explains,
        "may_differ": one.settable, "may_be_delegated": bool(one.tightness),
        "tighter": {1: one.text(len(one.words) - 1.0) if one.is_choice else "larger numbers",
                    -1: one.words[0] if one.is_choice else "smaller numbers", 0: ""}[one.tightness],
        "read_by": [name for name, names in read.items() if one.name in names], "source": one.cite,
        "base_regimes": {name: regime.lever_text(one.name) for name, regime in bases.items()},
    } for one in LEVERS]


def event_rows() -> list[Row]:
    """Every event as plain values."""
    from unanimity.events import EVENTS

    return [{
        "id": name, "about": one.theme, "meaning": one.meaning, "explains": one.explains, "lasts": one.lasts,
        "needs": list(one.needs), "must_name": one.chosen, "moves_levers": one.moves_levers, "source": one.cite,
        "arguments": [{"id": key, "allowed": argument.allowed, "default": argument.usual}
                      for key, argument in one.arguments.items()],
    } for name, one in EVENTS.items()]


def mechanism_rows() -> list[Row]:
    """Every mechanism in the order of the month."""
    from unanimity.engine.order import in_order
    from unanimity.mechanisms import BY_ID, HALL

    return [{"id": m.id, "card": m.card, "title": m.title, "sentence": m.sentence, "always": m in HALL}
            for m in in_order(BY_ID.values())]


def measure_rows() -> list[Row]:
    """Every measure: monthly ones, surveys, and the contract's named expressions."""
    from unanimity.engine.survey import MEANINGS, NAMES, UNITS
    from unanimity.measures import ALL_MEASURES, needs_of
    from unanimity.measures.contract import CONTRACT

    rows = [{"id": m.name, "kind": "monthly", "needs": ", ".join(needs_of(m.name)), "unit": m.unit, "low": m.low,
             "high": m.high, "over": m.of_whom, "meaning": m.meaning, "form": ""} for m in ALL_MEASURES]
    rows += [{"id": name, "kind": "survey", "needs": "--survey MONTHS", "unit": UNITS[name], "low": None, "high": None,
              "over": "the people of the place", "meaning": MEANINGS[name], "form": ""} for name in NAMES]
    return rows + [{"id": m.name, "kind": m.kind, "needs": "--ask", "unit": m.unit, "low": m.low, "high": m.high,
                    "over": m.over, "meaning": m.meaning, "form": m.how} for m in CONTRACT.values()]


levers = Catalogue("lever", lever_rows, ("allowed", "meaning", "explains"))
events = Catalogue("event", event_rows, ("about", "meaning", "lasts"))
mechanisms = Catalogue("mechanism", mechanism_rows, ("card", "title", "sentence"))
measures = Catalogue("measure", measure_rows, ("unit", "over", "meaning"))


@cache
def catalogue(name: str) -> Catalogue:
    """One of the four, by name."""
    return {"levers": levers, "events": events, "mechanisms": mechanisms, "measures": measures}[name]
