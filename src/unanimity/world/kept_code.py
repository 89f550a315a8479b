"""Compiled code kept between programs: one file for each function and types of arguments, with a checksum in front.

A file that was cut, emptied or changed in a single bit would be run as machine code and give a wrong number or a crash.
So every file begins with a digest of its name and content; one that does not fit is thrown away, the function is
compiled again, and one note says so. The name of a file holds a digest of all that decides the machine code: the
function's meaning with everything it calls, the types, the processor, and the version of LLVM. There is no index that
could be at odds with the files, and a file is moved into place in one step. `UNANIMITY_CACHE` moves the folder.
"""

from __future__ import annotations

import atexit
import hashlib
import inspect
import os
import pickle
import shutil
import sys
import tempfile
import warnings
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba import njit

from unanimity.support.errors import UserError
from unanimity.world.versions import check_versions

check_versions()  # before anything private of numba is touched, here or in the engine
ENDING = ".code"
_DIGEST = 32  # bytes in front of the content


@cache
def cache_folder() -> Path:
    """Where generated and compiled code is kept; a folder for this process alone where the usual one cannot be used."""
    home = os.environ.get("UNANIMITY_CACHE") or os.path.join(
        os.environ.get("XDG_CACHE_HOME") or os.path.join(Path.home(), ".cache"), "unanimity")
    folder = Path(home) / f"numba-{numba.__version__}-numpy-{np.__version__}-{sys.implementation.cache_tag}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as fault:
        warnings.warn(f"compiled code cannot be kept in {folder} ({fault.strerror or fault}), so it is compiled for "
                      f"this program alone; name another folder in UNANIMITY_CACHE", RuntimeWarning, stacklevel=2)
        folder = Path(tempfile.mkdtemp(prefix="unanimity-"))
        atexit.register(_remove, folder, os.getpid())
    return folder


def _remove(folder: Path, owner: int) -> None:
    if os.getpid() == owner:  # not when a forked child ends
        shutil.rmtree(folder, ignore_errors=True)


def cannot_be_kept(folder: Path, fault: OSError) -> UserError:
    """What to say when the folder of compiled code cannot be written."""
    return UserError(f"compiled code cannot be kept in {folder}: {fault.strerror or fault}; free some space, or name "
                     f"another folder in UNANIMITY_CACHE.")


def write_whole(path: Path, content: bytes) -> None:
    """Move a file into place in one step."""
    partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
    try:
        partial.write_bytes(content)
        os.replace(partial, path)
    except OSError as fault:
        partial.unlink(missing_ok=True)
        raise cannot_be_kept(path.parent, fault) from fault


@cache
def tell_of_damage(folder: Path) -> None:
    """Say once that a file was damaged."""
    warnings.warn(f"compiled code in {folder} was damaged; what was damaged is compiled again", RuntimeWarning,
                  stacklevel=2)


def bounds_checked() -> bool:
    """Whether compiled code looks at every place before it goes there (NUMBA_BOUNDSCHECK=1)."""
    return bool(vars(numba.config)["BOUNDSCHECK"])


class KeptCode:
    """The compiled forms of one function; numba asks it before it compiles, and hands it what it has compiled."""

    def __init__(self, function: Any, title: str, stamp: Callable[[], str]) -> None:
        self.function, self.title, self.stamp = function, title, stamp

    @property
    def cache_path(self) -> str:
        """Where numba's own statistics say that the files lie."""
        return str(cache_folder())

    def file(self, kinds: Any, codegen: Any) -> Path:
        """Where the form for arguments of these types lies."""
        says = (self.stamp(), str(kinds), codegen.magic_tuple(), version("llvmlite"), bounds_checked())
        return cache_folder() / f"{self.title}.{hashlib.sha256(repr(says).encode()).hexdigest()[:20]}{ENDING}"

    def load_overload(self, kinds: Any, context: Any) -> Any:
        """The compiled form, or None: numba's question."""
        context.refresh()
        return self.load(kinds, context)

    def load(self, kinds: Any, context: Any) -> Any:
        """The compiled form, or None where there is none or it is damaged; numba's tables must have been read."""
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
        """Keep a compiled form, unless it holds addresses of this process."""
        from numba.core.serialize import dumps

        if result.library.has_dynamic_globals or any(not part.can_cache for part in result.lifted):
            return
        path = self.file(kinds, result.codegen)
        content = dumps(result._reduce())
        write_whole(path, _checksum(path, content) + content)

    def flush(self) -> None:
        """Numba asks for this where a function is compiled anew by hand."""


def _checksum(path: Path, content: bytes) -> bytes:
    return hashlib.sha256(path.name.encode() + b"\0" + content).digest()


def keep(function: Any, title: str = "", stamp: Callable[[], str] | None = None, **options: Any) -> Any:
    """A function that numba compiles once for this version of its code and keeps in the cache folder."""
    made = njit(**options)(function)
    name = title or f"{function.__module__}.{function.__qualname__}".replace("<", "").replace(">", "")
    made._cache = KeptCode(function, name, stamp or (lambda: _stamp(function)))
    return made


OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}  # no lock, plain IEEE arithmetic


def kept(function: Any) -> Any:
    """A function over arrays that Python calls: compiled at its first call and kept for every later process."""
    return keep(function, **OPTIONS)


@cache
def _stamp(function: Any) -> str:
    """What decides the machine code of a function of the package: its file, and the meaning of all that it calls."""
    from unanimity.support.code_digest import (
        of_function,  # which speaks of rules, and those of draws that are kept here
    )

    return f"{hashlib.sha256(Path(inspect.getfile(function)).read_bytes()).hexdigest()} {of_function(function)}"
