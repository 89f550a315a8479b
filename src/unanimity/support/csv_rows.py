"""CSV tables written by users: every column name is known and unique, and every row fits the header.

An unknown column would be ignored silently together with its content (`Per` instead of `per` changes a number a
thousandfold), so it is refused with the closest known name. Lines that begin with # are comments.
"""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterator, Sequence

from unanimity.support.errors import UserError, unknown

Row = tuple[int, dict[str, str]]  # line number, and cells by column


def csv_rows(text: str, where: str, needed: Sequence[str], known: Collection[str]) -> Iterator[Row]:
    """The rows of a CSV text as dictionaries, with cells stripped of spaces, each with its line number.

    >>> list(csv_rows("# yearly\\nyear,value\\n1918, 3\\n", "mine.csv", ["year"], ["year", "value"]))
    [(3, {'year': '1918', 'value': '3'})]
    """
    lines = [(number, line) for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1)
             if line.strip() and not line.startswith("#")]
    table = csv.reader([line for _, line in lines], strict=True)
    try:
        head = [column.strip() for column in next(table, [])]
        _check_head(head, where, needed, known)
        for cells in table:
            number = lines[table.line_num - 1][0]
            if len(cells) != len(head):
                raise UserError(f"{where} line {number} has {len(cells)} cells; allowed: {len(head)}, one for each "
                                f"column (a cell that holds a comma is written in quotes).")
            yield number, dict(zip(head, (cell.strip() for cell in cells), strict=True))
    except csv.Error as slip:
        raise UserError(f"{where} line {lines[max(0, table.line_num - 1)][0]} is no row of a CSV table ({slip}); "
                        f"allowed: cells with commas between them, in quotes where they hold one.") from None


def _check_head(head: list[str], where: str, needed: Sequence[str], known: Collection[str]) -> None:
    for column in head:
        if column not in known:
            raise unknown(where, "column", column, known)
        if head.count(column) > 1:
            raise UserError(f"{where}: the column {column!r} stands there {head.count(column)} times; allowed: once.")
    for column in needed:
        if column not in head:
            raise UserError(f"{where}: no column {column!r}; allowed: {', '.join(known)}.")
