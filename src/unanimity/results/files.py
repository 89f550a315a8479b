"""Writing files so that nothing half-written ever remains."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

from unanimity.world.errors import UserError


def write_atomically(path: Path, write: Callable[[Path], None]) -> None:
    """Let `write` fill a temporary file beside `path`, then put it in place in one step.

    A full disk, a missing right or a kill in the middle leaves the old file, or none.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as slip:
        raise _cannot(path.parent, slip) from None
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        write(partial)
        with open(partial, "rb") as handle:
            os.fsync(handle.fileno())
        os.replace(partial, path)
    except OSError as slip:
        raise _cannot(path, slip) from None
    finally:
        partial.unlink(missing_ok=True)


def check_folder(folder: Path) -> None:
    """Refuse, before any work, a folder that cannot be written to; nothing is made yet."""
    place = folder
    while not place.exists() and place != place.parent:
        place = place.parent
    if not place.is_dir() or not os.access(place, os.W_OK):
        what = "is not a folder" if not place.is_dir() else "may not be written to"
        raise UserError(f"{folder}: cannot be written ({place} {what}); allowed for --out: a folder, new or old. "
                        f"Nothing half-written was left.")


def write_text(path: Path, text: str) -> None:
    """Write a text file atomically."""
    def write(partial: Path) -> None:
        partial.write_text(text, encoding="utf-8")

    write_atomically(path, write)


def _cannot(path: Path, slip: OSError) -> UserError:
    if slip.errno == errno.ENOSPC:
        return UserError(f"{path}: cannot be written, the disk is full; free some space or choose another --out. "
                         f"Nothing half-written was left.")
    return UserError(f"{path}: cannot be written ({slip.strerror or slip}); choose another --out. "
                     f"Nothing half-written was left.")
