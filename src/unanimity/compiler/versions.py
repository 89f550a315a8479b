"""Which versions of numba the private compiler was tested with; on any other one plain public numba is used.

pyproject.toml asks for the same versions. `UNANIMITY_PLAIN_NUMBA=1` turns the private compiler off by hand.
"""

from __future__ import annotations

import os
import sys
from importlib.metadata import version

from unanimity.support.errors import UserError

TESTED = {"numba": ((0, 68), (0, 69)), "llvmlite": ((0, 50), (0, 51))}  # from, up to but excluding
PYTHON = ((3, 11), (3, 14))
TURNED_OFF = "UNANIMITY_PLAIN_NUMBA"


def check_numba() -> None:
    """Refuse to run with a numba that is told not to compile."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        raise UserError(f"NUMBA_DISABLE_JIT = {os.environ['NUMBA_DISABLE_JIT']} is not allowed: the month runs as "
                        f"compiled code only; allowed: unset it (a rule can be called by itself as plain Python).")


def turned_off() -> bool:
    """Whether the user asks for plain numba."""
    return os.environ.get(TURNED_OFF, "0") not in ("", "0")


def untested() -> str:
    """The versions here that were not tested, as a note; empty where all were."""
    found = {**{name: version(name) for name in TESTED}, "Python": ".".join(map(str, sys.version_info[:3]))}
    spans = {**TESTED, "Python": PYTHON}
    other = [f"{name} {number} (tested: from {_text(spans[name][0])}, below {_text(spans[name][1])})"
             for name, number in found.items() if not spans[name][0] <= _number(number) < spans[name][1]]
    return f"{', '.join(other)}: plain numba is used, which compiles several times slower" if other else ""


def _number(text: str) -> tuple[int, int]:
    first, second = text.split(".")[:2]
    return int(first), int("".join(letter for letter in second if letter.isdigit()) or 0)


def _text(number: tuple[int, int]) -> str:
    return f"{number[0]}.{number[1]}"
