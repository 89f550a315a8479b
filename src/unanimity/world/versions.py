"""The versions of numba with which compiled months were tested: on others they are refused in one line, with the cure.

The month is compiled through parts of numba that it promises to nobody (engine/lowering.py), so another version may
fail anywhere, or compile something else. pyproject.toml asks for the same versions.
"""

from __future__ import annotations

import os
import sys
from importlib.metadata import version

from unanimity.support.errors import UserError

TESTED = {"numba": ((0, 68), (0, 69)), "llvmlite": ((0, 50), (0, 51))}  # from, and up to but without
PYTHON = ((3, 11), (3, 14))


def check_versions() -> None:
    """Refuse a numba that was not tested, and one that is told not to compile."""
    for name, span in TESTED.items():
        _check(name, version(name), span)
    _check("Python", ".".join(map(str, sys.version_info[:3])), PYTHON)
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        raise UserError(f"NUMBA_DISABLE_JIT = {os.environ['NUMBA_DISABLE_JIT']} is not allowed: months run compiled "
                        f"alone; allowed: unset it (a rule can be called by itself as plain Python).")


def _check(name: str, found: str, span: tuple[tuple[int, int], tuple[int, int]]) -> None:
    least, below = (f"{one}.{two}" for one, two in span)
    parts = found.split(".")
    number = (int(parts[0]), int("".join(letter for letter in parts[1] if letter.isdigit()) or 0))
    if not span[0] <= number < span[1]:
        cure = f"pip install '{name}>={least},<{below}'" if name != "Python" else f"Python from {least}, below {below}"
        raise UserError(f"{name} {found} was never tried with this version of Unanimity, which compiles through parts "
                        f"of numba that change; allowed: {cure}.")
