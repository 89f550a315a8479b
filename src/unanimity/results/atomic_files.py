"""Writing files so that nothing half-written ever remains."""

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
except ImportError:  # Windows: two runs into one folder are not noticed there
    fcntl = None

LOCK = ".writing"


def write_atomically(path: Path, write: Callable[[Path], None], option: str = "--out") -> None:
    """Let `write` fill a temporary file beside `path`, then put it in place in one step.

    A full disk, a missing right or a kill in the middle leaves the old file, or none. `option` is what the user would
    change to have it written elsewhere.
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
    """Refuse, before any work, a folder that cannot be written to; nothing is made yet."""
    place = folder
    while not place.exists() and place != place.parent:
        place = place.parent
    if not place.is_dir() or not os.access(place, os.W_OK):
        what = "is not a folder" if not place.is_dir() else "may not be written to"
        raise UserError(f"{folder}: cannot be written ({place} {what}); allowed for {option}: a folder, new or old. "
                        f"Nothing half-written was left.")


@dataclass
class _Held:
    """A folder that this process writes into: its lock, how often it was asked for, the folders made for it."""

    handle: int
    times: int
    made: list[Path]


_held: dict[Path, _Held] = {}


@contextmanager
def writing_into(folder: Path) -> Iterator[None]:
    """Nobody else writes into the folder in the meantime; refuses one that cannot be written or that another run has.

    A lock of the operating system, so that it goes with its process, whatever ends it.
    """
    hold_folder(folder)
    try:
        yield
    finally:
        let_go(folder)


def hold_folder(folder: Path) -> None:
    """The same until `let_go`; may be asked for twice by one process."""
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
    """Others may write into the folder again; without a folder, into all that this process holds."""
    for key in [folder.resolve()] if folder is not None else list(_held):
        held = _held[key]
        held.times -= 1
        if held.times and folder is not None:
            continue
        del _held[key]
        (key / LOCK).unlink(missing_ok=True)
        os.close(held.handle)
        for place in held.made:  # what was made for nothing goes too
            if place.is_dir() and not any(place.iterdir()):
                place.rmdir()


def _locked(path: Path) -> int | None:
    """A handle that holds the lock, or None where another process does."""
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
        os.close(handle)  # its holder took the file away between the opening and the lock


def json_value(value: Any) -> Any:
    """Values as JSON takes them; numbers that are not numbers become null."""
    if isinstance(value, dict):
        return {str(key): json_value(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [json_value(one) for one in value]
    if hasattr(value, "item") and not isinstance(value, str):
        value = value.item()
    return None if isinstance(value, float) and not math.isfinite(value) else value


def json_text(value: Any) -> str:
    """One value as JSON text, as every file and every `--json` shows it."""
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
