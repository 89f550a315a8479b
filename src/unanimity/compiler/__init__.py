"""Compiled code: everything that the rest of the package asks of numba.

    inner(f)          a function that only compiled code calls (a rule, a formula, a draw)
    outer(f, title)   a step of the month; `loaded`, `address` find its compiled form
    keep(f), kept(f)  a function called from Python, compiled once and kept for later processes

Two implementations give the same results to the bit. `private/` compiles several times faster and touches private
parts of numba; it is used on the versions it was tested with. `public.py` is plain numba: it is used on any other
version, with a note, and where `UNANIMITY_PLAIN_NUMBA=1`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from unanimity.compiler.arguments import NUMBERS
from unanimity.compiler.versions import check_numba, turned_off, untested

check_numba()
if note := untested():
    warnings.warn(note, RuntimeWarning, stacklevel=2)
IS_PRIVATE = not (note or turned_off())
if IS_PRIVATE:
    from unanimity.compiler.private import fast as _backend
else:
    from unanimity.compiler import public as _backend  # type: ignore[no-redef]

FORM: str = _backend.FORM  # part of every digest of compiled code
inner: Callable[..., Any] = _backend.inner
outer: Callable[[Any, str], Any] = _backend.outer
loaded: Callable[[Any, tuple[Any, ...]], bool] = _backend.loaded
address: Callable[[Any, tuple[Any, ...]], int] = _backend.address
keep: Callable[..., Any] = _backend.keep
for_plain_types: Callable[[Any], Any] = _backend.for_plain_types
compile_lock: Callable[[], AbstractContextManager[Any]] = _backend.compile_lock
prepare_child: Callable[[], None] | None = _backend.prepare_child  # None: steps are compiled in this process
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}  # no lock, plain IEEE arithmetic


def kept(function: Any) -> Any:
    """A function over arrays that Python calls: compiled at its first call and kept for every later process."""
    return keep(function, **OPTIONS)


__all__ = ["FORM", "IS_PRIVATE", "NUMBERS", "OPTIONS", "address", "compile_lock", "for_plain_types", "inner", "keep",
           "kept", "loaded", "outer", "prepare_child"]
