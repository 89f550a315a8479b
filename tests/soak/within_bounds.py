"""Random regimes with every place of every column checked: numba looks at bounds where NUMBA_BOUNDSCHECK=1 is set.

    NUMBA_BOUNDSCHECK=1 python tests/soak/within_bounds.py FIRST LAST [PEOPLE MONTHS]

Prints what went outside, and how many worlds ran; compiled code of its own, so the first run compiles.
"""

from __future__ import annotations

import sys

import numba
from random_regimes import draw

from unanimity.engine.batch import make_batch
from unanimity.engine.run import lay_record, run_months
from unanimity.support.errors import ModelError

AT_ONCE, ROWS = 50, 16


def outside(first: int, last: int, people: int, months: int) -> list[str]:
    """What went wrong in the worlds `first` .. `last`-1, one line each."""
    wrong = []
    for begin in range(first, last, AT_ONCE):
        numbers = range(begin, min(begin + AT_ONCE, last))
        try:
            _run(numbers, people, months)
        except (ModelError, IndexError):
            for number in numbers:  # which of them it was
                try:
                    _run([number], people, months)
                except (ModelError, IndexError) as slip:
                    wrong.append(f"regime {number}: {type(slip).__name__} {slip}")
    return wrong


def _run(numbers, people: int, months: int) -> None:
    batch = make_batch([draw(number, months, people) for number in numbers], numbers, log_rows=ROWS * people)
    lay_record(batch, months)
    run_months(batch, months, threads=2)


if __name__ == "__main__":
    assert numba.config.BOUNDSCHECK == 1, "NUMBA_BOUNDSCHECK=1 must be set before Python begins"
    given = [int(word) for word in sys.argv[1:]]
    found = outside(*given[:2], *(given[2:] or (400, 14)))
    sys.stdout.write("\n".join([*found, f"{given[1] - given[0]} worlds, {len(found)} of them outside\n"]))
    sys.exit(1 if found else 0)
