"""Compiled code kept between programs: one file for each function and types of arguments, with a checksum in front.

A file that was cut, emptied or changed in a single bit would be run as machine code and give a wrong number or a crash.
So every file begins with a digest of its name and content; a file that does not match is deleted, the function is
compiled again, and one note says so. The name of a file holds a digest of everything that decides the machine code: the
function's code with everything it calls, the types, the processor, and the version of LLVM. There is no index that
could disagree with the files, and a file is moved into place in one step.
"""

from __future__ import annotations

import hashlib
import inspect
import pickle
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from numba import njit

from unanimity.compiler import code_files
from unanimity.compiler.code_files import ENDING, bounds_checked, tell_of_damage, write_whole

_DIGEST = 32  # bytes in front of the content


class KeptCode:
    """The compiled forms of one function: numba asks for one before it compiles, and hands over what it has
    compiled."""

    def __init__(self, function: Any, title: str, stamp: Callable[[], str]) -> None:
        self.function, self.title, self.stamp = function, title, stamp

    @property
    def cache_path(self) -> str:
        """The folder that numba's own statistics name."""
        return str(code_files.cache_folder())

    def file(self, kinds: Any, codegen: Any) -> Path:
        """The file of the form for arguments of these types."""
        says = (self.stamp(), str(kinds), codegen.magic_tuple(), version("llvmlite"), bounds_checked())
        form = hashlib.sha256(repr(says).encode()).hexdigest()[:20]
        return code_files.cache_folder() / f"{self.title}.{form}{ENDING}"

    def load_overload(self, kinds: Any, context: Any) -> Any:
        """numba's question for a compiled form; None if there is none."""
        context.refresh()
        return self.load(kinds, context)

    def load(self, kinds: Any, context: Any) -> Any:
        """The compiled form; None if there is none or it is damaged. numba's tables must have been read before."""
        from numba.core.compiler import CompileResult

        path = self.file(kinds, context.codegen())
        try:
            content = path.read_bytes()
        except FileNotFoundError:
            return None
        if content[:_DIGEST] == _checksum(path, content[_DIGEST:]):
            try:
                return CompileResult._rebuild(context, *pickle.loads(content[_DIGEST:]))
            except ImportError:  # a mechanism of somebody's own, whose file has another name now
                pass
        else:
            tell_of_damage(path.parent)
        path.unlink(missing_ok=True)
        return None

    def save_overload(self, kinds: Any, result: Any) -> None:
        """Keep a compiled form, unless it contains addresses of this process."""
        from numba.core.serialize import dumps

        if result.library.has_dynamic_globals or any(not part.can_cache for part in result.lifted):
            return
        path = self.file(kinds, result.codegen)
        content = dumps(result._reduce())
        write_whole(path, _checksum(path, content) + content)

    def flush(self) -> None:
        """numba calls this where a function is compiled again by hand."""


def _checksum(path: Path, content: bytes) -> bytes:
    return hashlib.sha256(path.name.encode() + b"\0" + content).digest()


def keep(function: Any, title: str = "", stamp: Callable[[], str] | None = None, **options: Any) -> Any:
    """A function that numba compiles once for this version of its code and keeps in the cache folder."""
    made = njit(**options)(function)
    name = title or f"{function.__module__}.{function.__qualname__}".replace("<", "").replace(">", "")
    made._cache = KeptCode(function, name, stamp or (lambda: _stamp(function)))
    return made


@cache
def _stamp(function: Any) -> str:
    """Everything that decides the machine code of a function of the package: its file, and the code of all that it
    calls."""
    from unanimity.support.code_digest import of_function  # imported late: it needs rules, whose draws are kept

    return f"{hashlib.sha256(Path(inspect.getfile(function)).read_bytes()).hexdigest()} {of_function(function)}"
