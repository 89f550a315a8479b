"""Atomic file writing: a reader never sees a half-written file."""

from __future__ import annotations

import errno
import json
import math
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from unanimity.support.errors import UserError

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # Windows: two runs that write into one folder are not detected
    fcntl = None

LOCK = ".writing"


def write_atomically(path: Path, write: Callable[[Path], None], option: str = "--out") -> None:
    """Let `write` fill a temporary file next to `path`, then move it into place in one step.

    A full disk, a missing permission or a kill leaves the old file, or none. `option` names the command-line option
    with which the user can choose another place.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as slip:
        raise _cannot(path.parent, slip, option) from None
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        write(partial)
        with open(partial, "rb") as handle:
            os.fsync(handle.fileno())
        os.replace(partial, path)
    except OSError as slip:
        raise _cannot(path, slip, option) from None
    finally:
        partial.unlink(missing_ok=True)


def check_folder(folder: Path, option: str = "--out") -> None:
    """Refuse, before any work starts, a folder that cannot be written to. Nothing is created."""
    place = folder
    while not place.exists() and place != place.parent:
        place = place.parent
    if not place.is_dir() or not os.access(place, os.W_OK):
        what = "is not a folder" if not place.is_dir() else "may not be written to"
        raise UserError(f"{folder}: cannot be written ({place} {what}); allowed for {option}: a folder, new or old. "
                        f"Nothing half-written was left.")


@dataclass
class _Held:
    """A folder locked by this process: its lock, how many times it was requested, and the folders created for it."""

    handle: int
    times: int
    made: list[Path]


_held: dict[Path, _Held] = {}


@contextmanager
def writing_into(folder: Path) -> Iterator[None]:
    """Lock a folder for writing; refuse one that is not writable or that another run has locked.

    The lock belongs to the operating system, so it is released when the process ends for whatever reason.
    """
    hold_folder(folder)
    try:
        yield
    finally:
        let_go(folder)


def hold_folder(folder: Path) -> None:
    """Lock a folder until `let_go`; the same process may request it more than once."""
    check_folder(folder)
    key = folder.resolve()
    if key in _held:
        _held[key].times += 1
        return
    made = [place for place in (folder, *folder.parents) if not place.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = _locked(folder / LOCK)
    except OSError as slip:
        raise _cannot(folder, slip) from None
    if handle is None:
        raise UserError(f"{folder}: another run is writing there; wait until it has ended, or choose another --out.")
    _held[key] = _Held(handle, 1, made)


def let_go(folder: Path | None = None) -> None:
    """Release a folder; without an argument, release every folder that this process holds."""
    for key in [folder.resolve()] if folder is not None else list(_held):
        held = _held[key]
        held.times -= 1
        if held.times and folder is not None:
            continue
        del _held[key]
        (key / LOCK).unlink(missing_ok=True)
        os.close(held.handle)
        for place in held.made:  # remove folders that were created but not used
            if place.is_dir() and not any(place.iterdir()):
                place.rmdir()


def _locked(path: Path) -> int | None:
    """A file handle that holds the lock, or None if another process holds it."""
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        if fcntl is None:
            return handle
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(handle)
            return None
        if path.exists() and os.fstat(handle).st_ino == path.stat().st_ino:
            return handle
        os.close(handle)  # the holder deleted the file between our open and our lock


def json_value(value: Any) -> Any:
    """A value in a form that JSON accepts; NaN and infinities become null."""
    if isinstance(value, dict):
        return {str(key): json_value(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [json_value(one) for one in value]
    if hasattr(value, "item") and not isinstance(value, str):
        value = value.item()
    return None if isinstance(value, float) and not math.isfinite(value) else value


def json_text(value: Any) -> str:
    """One value as JSON text, formatted the same way in every file and for every `--json`."""
    return json.dumps(json_value(value), indent=1, ensure_ascii=False, default=str)


def write_json(path: Path, value: Any) -> None:
    """Write one value as JSON, atomically."""
    write_text(path, json_text(value) + "\n")


def write_text(path: Path, text: str) -> None:
    """Write a text file atomically."""
    def write(partial: Path) -> None:
        partial.write_text(text, encoding="utf-8")

    write_atomically(path, write)


def _cannot(path: Path, slip: OSError, option: str = "--out") -> UserError:
    if slip.errno == errno.ENOSPC:
        return UserError(f"{path}: cannot be written, the disk is full; free some space or choose another {option}. "
                         f"Nothing half-written was left.")
    return UserError(f"{path}: cannot be written ({slip.strerror or slip}); choose another {option}. "
                     f"Nothing half-written was left.")
