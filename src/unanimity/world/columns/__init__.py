"""The model's dictionary: every variable, once, with table, type, range, unit, owner and meaning.

One line a column. `owner` is the one mechanism that writes it; `birth` means drawn or laid at birth and never
written again; the name of a mechanism that a regime does not run means that the column is *held* at its initial
value (or at what the regime's `[inputs]` say) until that mechanism supplies it. From these lines come the frames
of a batch, the check that no two mechanisms own the same variable, the documentation and the checkpoint.
"""

from __future__ import annotations

from collections.abc import Iterable

from unanimity.support.errors import ModelError
from unanimity.world.columns.country import COUNTRY
from unanimity.world.columns.declare import (
    AT_LIBERTY_BELOW,
    DIMENSIONS,
    FIXED16,
    IN_THE_COUNTRY_BELOW,
    Column,
    faction,
    person,
    seat,
    tie,
    unit,
    world,
)
from unanimity.world.columns.people import PEOPLE
from unanimity.world.columns.units import TIES_AND_UNITS

__all__ = ["AT_LIBERTY_BELOW", "COLUMNS", "DIMENSIONS", "FIXED16", "IN_THE_COUNTRY_BELOW", "Column", "dictionary",
           "faction", "person", "seat", "tie", "unit", "world"]

COLUMNS: tuple[Column, ...] = (*PEOPLE, *TIES_AND_UNITS, *COUNTRY)


def dictionary(extra: Iterable[Column] = ()) -> dict[str, Column]:
    """All columns by name; a name declared twice is an error."""
    found: dict[str, Column] = {}
    for column in (*COLUMNS, *extra):
        if column.name in found:
            raise ModelError(
                f"column '{column.name}' is declared twice: owners '{found[column.name].owner}' and '{column.owner}'"
            )
        found[column.name] = column
    return found
