"""Units of an earlier run: answers of claims at settings that need not be run again.

A table that `claims plausible` or `claims hypercube` wrote has one row per finished unit, with a key: a digest of the
claim's main test, its base regime, the setting, the number of pairs and the seed. A row counts as done if a unit of the
present design has the same key. The key says nothing about the code, so some of the rows are run again before any is
used, and must agree to the last bit. A long design can thus be continued on another machine, or by another person.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
import pandas as pd

from unanimity.claims.main_only import Word
from unanimity.support.errors import UserError
from unanimity.verdicts.answer import FOUND, IN_SIGN, NOT_SHOWN, OPPOSITE, RARE

WORDS = (FOUND, IN_SIGN, NOT_SHOWN, OPPOSITE, RARE)
NUMBERS = ("effect", "low", "high", "size")
COLUMNS = ("key", "word", *NUMBERS, "pairs")
WITNESSES = 3  # rows that are run again
Unit = tuple[str, int]  # a claim and the number of a setting


def read_units(path: Path) -> dict[str, Word]:
    """The answers of a table of units, by key."""
    if not path.is_file():
        raise _refused(path, "there is no such file")
    try:
        table = pd.read_parquet(path)
    except (OSError, ValueError) as slip:
        raise _refused(path, f"cannot be read ({type(slip).__name__})") from None
    if lacking := [name for name in COLUMNS if name not in table]:
        raise _refused(path, f"lacks the columns {', '.join(lacking)}")
    if strange := sorted(set(map(str, table["word"])) - set(WORDS)):
        raise _refused(path, f"word = {strange[0]!r} is no answer of a main test")
    numbers = table[list(NUMBERS)].astype(float).to_numpy()
    return {str(key): word_of(str(word), row, int(pairs))
            for key, word, row, pairs in zip(table["key"], table["word"], numbers, table["pairs"], strict=True)}


def word_of(word: str, numbers: Iterable[float], pairs: int) -> Word:
    """A stored answer, with its numbers in the order of NUMBERS."""
    effect, low, high, size = map(float, numbers)
    return Word(word, effect, low, high, size, pairs)


def check_units(units: dict[str, Word], keys: Iterable[tuple[str, Unit]], run: Callable[[Unit], Word],
                path: Path) -> int:
    """Run some of the units again and compare; returns how many units of the design the table holds.

    The keys are digests, so the first in their order are a random choice.
    """
    here = sorted((key, unit) for key, unit in keys if key in units)
    for key, unit in here[:WITNESSES]:
        again, before = run(unit), units[key]
        if again.word != before.word or not np.array_equal(again[1:], before[1:], equal_nan=True):
            raise UserError(f"{path}: was made by another model: {unit[0]} at setting {unit[1]} is {before.effect:.6g} "
                            f"there ({before.word}) and {again.effect:.6g} here ({again.word}); allowed for --units: a "
                            f"table whose rows this model repeats to the last bit.")
    return len(here)


def _refused(path: Path, why: str) -> UserError:
    return UserError(f"{path}: {why}; allowed for --units: a table of units that 'unanimity claims hypercube' or "
                     f"'plausible' has written (*-units.parquet).")
