"""The store of results, so that nothing is computed twice.

A folder of bundles. The key of a bundle is a digest of everything that its numbers depend on: the regime's fingerprint,
the months, the questions asked, and the version of the code. A bundle holds the answers of some seeds of that key, or
arrays of any other kind: one file, written to a temporary place and moved in one step, with a checksum before its
content. No locks are needed: two processes may share a store, and at worst both compute the same bits. The checksum
covers the key and the content, so a file under a wrong key is not accepted. A file whose checksum does not match is
reported, removed and computed again. Reading needs no write permission, so a complete store may be on a read-only disk.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import time
import zipfile
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from unanimity.results.atomic_files import write_atomically
from unanimity.support.errors import UserError, is_number, refuse
from unanimity.support.manners import path_of

HEAD = b"unanimity store 2\n"
SUFFIX = ".bundle"
KEPT = "kept"  # the prefix of the names of array files
META = "meta"  # the array that describes a file's content
USUAL = "store"
LEFT_BEHIND = 3600.0  # seconds after which a half-written file counts as abandoned
VARIABLE = "UNANIMITY_STORE"


@dataclass(frozen=True)
class World:
    """One world's answers: a number for each question, and monthly values (NaN for a question that is not monthly)."""

    totals: np.ndarray  # questions
    months: np.ndarray  # the months of the run
    courses: np.ndarray  # questions, months
    digest: str = ""  # of its measures and final state; equal digests mean worlds equal bit for bit


@dataclass(frozen=True)
class Bundle:
    """One file of the store."""

    path: Path
    size: int
    changed: float
    meta: Mapping[str, Any] = field(default_factory=dict)


def key_of(content: Mapping[str, Any]) -> str:
    """The digest under which an entry is kept.

    >>> key_of({"a": 1, "b": 2}) == key_of({"b": 2, "a": 1})
    True
    """
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:32]


def store_folder(given: str | Path | None = None) -> Path:
    """The store's folder: the given one, $UNANIMITY_STORE, or ./store."""
    return path_of(given if given is not None else os.environ.get(VARIABLE) or USUAL)


class Store:
    """A folder of computed results; `tell` is called for damaged files."""

    def __init__(self, folder: str | Path | None = None, tell: Callable[[str], None] | None = None) -> None:
        self.folder = store_folder(folder)
        self.tell = tell
        self.damaged: list[str] = []
        if self.folder.exists() and not self.folder.is_dir():
            raise refuse("", "store", str(self.folder), "a folder, new or old")

    def check_writable(self) -> None:
        """Refuse a store that is not writable, before any work."""
        place = self.folder
        while not place.exists() and place != place.parent:
            place = place.parent
        if not place.is_dir() or not os.access(place, os.W_OK):
            raise UserError(f"{self.folder}: cannot be written to; allowed for --store: a folder, new or old.")

    # --- one key ---------------------------------------------------------------------------------------------------
    def place(self, key: str) -> Path:
        """The folder of a key's bundles."""
        return self.folder / key[:2] / key[2:]

    def read(self, key: str, wanted: Iterable[int] | None = None) -> dict[int, World]:
        """The stored worlds of a key by seed: all of them, or those wanted."""
        left = None if wanted is None else set(wanted)
        found: dict[int, World] = {}
        for path in sorted(self.place(key).glob(f"*{SUFFIX}")):
            if left is not None and not left:
                break
            content = self._opened(path)
            if content is None:
                continue
            for row, seed in enumerate(content["seeds"].tolist()):
                if left is None or seed in left:
                    found[seed] = World(content["totals"][row], content["months"], content["courses"][row],
                                        content["digests"][row].decode())
            if left is not None:
                left -= set(found)
        return found

    def write(self, key: str, worlds: Mapping[int, World], meta: Mapping[str, Any]) -> Path:
        """Store worlds under a key; the same seeds give the same file."""
        seeds = sorted(worlds)
        buffer = io.BytesIO()
        words = json.dumps({**meta, "seeds": len(seeds)}, sort_keys=True).encode()
        np.savez_compressed(
            buffer, seeds=np.array(seeds, np.uint64), totals=np.stack([worlds[s].totals for s in seeds]),
            months=worlds[seeds[0]].months, courses=np.stack([worlds[s].courses for s in seeds]),
            digests=np.array([worlds[s].digest.encode() for s in seeds], "S64"), meta=np.frombuffer(words, np.uint8))
        name = hashlib.sha256(repr(seeds).encode()).hexdigest()[:12]
        return self._written(key, f"{seeds[0]}-{seeds[-1]}-{name}", buffer.getvalue())

    def keep(self, key: str, arrays: Mapping[str, np.ndarray], meta: Mapping[str, Any]) -> Path:
        """Store arrays of any kind under a key, unchanged: the caller has packed them."""
        buffer = io.BytesIO()
        words = np.frombuffer(json.dumps({**meta, "seeds": 1}, sort_keys=True).encode(), np.uint8)
        np.savez(buffer, allow_pickle=False, **{**arrays, META: words})
        return self._written(key, KEPT, buffer.getvalue())

    def kept(self, key: str) -> dict[str, np.ndarray] | None:
        """The arrays stored under a key, or None."""
        found = next(iter(sorted(self.place(key).glob(f"{KEPT}*{SUFFIX}"))), None)
        content = None if found is None else self._opened(found)
        return None if content is None else {name: array for name, array in content.items() if name != META}

    def has(self, key: str) -> bool:
        """Whether anything is stored under a key; nothing is read."""
        return any(self.place(key).glob(f"*{SUFFIX}"))

    def _written(self, key: str, name: str, content: bytes) -> Path:
        path = self.place(key) / f"{name}{SUFFIX}"
        while path.is_dir():  # a folder where the file belongs: only the user may remove it
            path = path.with_name(f"{path.stem}+{SUFFIX}")

        def fill(partial: Path) -> None:
            partial.write_bytes(HEAD + _checksum(key, content) + b"\n" + content)

        write_atomically(path, fill, "--store")
        return path

    def _opened(self, path: Path, report: bool = True) -> dict[str, np.ndarray] | None:
        """The contents of a file, or None if it is damaged; damage is reported and the file deleted."""
        try:
            return _content(path.read_bytes(), path.parent.parent.name + path.parent.name)
        except FileNotFoundError:
            return None  # another process pruned it
        except (OSError, ValueError, KeyError, EOFError, zlib.error, zipfile.BadZipFile) as slip:
            why = slip.strerror if isinstance(slip, OSError) else str(slip)
            self.damaged.append(f"{path}: damaged ({why})")
            if report:
                removed = self._removed(path)
                if self.tell is not None:
                    self.tell(f"{path} is damaged ({why}); it is {'removed' if removed else 'left where it is'} and "
                              f"computed again.")
            return None

    def _removed(self, path: Path) -> bool:
        """Delete a file and return whether that succeeded; a folder in its place is never deleted."""
        try:
            path.unlink(missing_ok=True)
        except OSError:
            return False
        return True

    # --- the whole -------------------------------------------------------------------------------------------------
    def bundles(self, check: bool = True) -> list[Bundle]:
        """Every file of the store; with `check` contents are read and damaged files are marked, not removed."""
        found = []
        for path in sorted(self.folder.glob(f"??/*/*{SUFFIX}")):
            try:
                stat = path.stat()
            except FileNotFoundError:
                continue
            content = self._opened(path, report=False) if check else {}
            meta = json.loads(bytes(content["meta"])) if content else {}
            found.append(Bundle(path, stat.st_size, stat.st_mtime, meta if content is not None else {"damaged": True}))
        return found

    def prune(self, *, days: float | None = None, keep_version: str | None = None, megabytes: float | None = None,
              everything: bool = False, dry: bool = False, now: float | None = None) -> list[Bundle]:
        """Remove files older than so many days, of other versions of the code, damaged, or, the oldest first, until
        the store is small enough; returns them. With `dry` nothing is removed."""
        for name, value in (("days", days), ("size", megabytes)):
            if value is not None and (not is_number(value) or value < 0):
                raise refuse("store prune", name, value, "a number from 0 up")
        bundles = sorted(self.bundles(), key=lambda one: one.changed)
        now = time.time() if now is None else now
        gone = [one for one in bundles if everything or one.meta.get("damaged")
                or (days is not None and now - one.changed > 86400 * days)
                or (keep_version is not None and one.meta.get("version") != keep_version)]
        if megabytes is not None:
            left = [one for one in bundles if one not in gone]
            size = sum(one.size for one in left)
            while left and size > 1e6 * megabytes:
                size -= left[0].size
                gone.append(left.pop(0))
        if not dry:
            for one in gone:
                if not self._removed(one.path):
                    raise UserError(f"{one.path}: cannot be removed; allowed: a store that may be written to, with "
                                    f"files and no folders in the places of files.")
            self._tidy(now)
        return gone

    def _tidy(self, now: float) -> None:
        """Remove empty folders, and old temporary files of interrupted writes."""
        for path in self.folder.glob("??/*/.*.partial"):
            if path.exists() and now - path.stat().st_mtime > LEFT_BEHIND:
                self._removed(path)
        for folder in [*self.folder.glob("??/*"), *self.folder.glob("??")]:
            if folder.is_dir() and not any(folder.iterdir()):
                try:
                    folder.rmdir()
                except OSError:
                    continue  # another process writes there


def _checksum(key: str, content: bytes) -> bytes:
    return hashlib.sha256(key.encode() + b"\n" + content).hexdigest().encode()


def _content(raw: bytes, key: str) -> dict[str, np.ndarray]:
    """The arrays of a file under a key, or an error that says what is wrong with it."""
    if not raw.startswith(HEAD):
        raise ValueError("not a file of the store")
    digest, _, content = raw[len(HEAD):].partition(b"\n")
    if _checksum(key, content) != digest:
        raise ValueError("its checksum does not agree")
    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        return {name: arrays[name] for name in arrays.files}


def described(bundles: Sequence[Bundle]) -> dict[str, Any]:
    """A summary of a store: files, worlds, bytes, by version and by experiment, oldest and newest."""
    sound = [one for one in bundles if not one.meta.get("damaged")]
    by: dict[str, dict[str, dict[str, int]]] = {"version": {}, "experiment": {}}
    for one in sound:
        for kind, table in by.items():
            row = table.setdefault(str(one.meta.get(kind, "?")), {"files": 0, "worlds": 0, "bytes": 0})
            row["files"] += 1
            row["worlds"] += int(one.meta.get("seeds", 0))
            row["bytes"] += one.size
    return {"files": len(bundles), "worlds": sum(int(one.meta.get("seeds", 0)) for one in sound),
            "bytes": sum(one.size for one in bundles), "damaged": len(bundles) - len(sound),
            "oldest": min((one.changed for one in bundles), default=None),
            "newest": max((one.changed for one in bundles), default=None), **by}
