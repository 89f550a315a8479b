"""The folder in which generated and compiled code is kept between programs. `UNANIMITY_CACHE` names another folder."""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
import warnings
from functools import cache
from pathlib import Path

import numba
import numpy as np

from unanimity.support.errors import UserError

ENDING = ".code"


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
    """The note that the folder of compiled code cannot be written."""
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
    """Note, once, that a file was damaged."""
    warnings.warn(f"compiled code in {folder} was damaged; what was damaged is compiled again", RuntimeWarning,
                  stacklevel=2)


def bounds_checked() -> bool:
    """Whether compiled code checks that places lie inside their arrays (NUMBA_BOUNDSCHECK=1)."""
    return bool(vars(numba.config)["BOUNDSCHECK"])
