"""The store: what was computed once is never computed again.

A folder of bundles. The key of a bundle is a digest of everything that its numbers depend on: the regime's fingerprint,
the months, the questions asked, and the version of the code. A bundle holds the answers of some seeds of that key, or
arrays of any other kind: one file, written beside its place and moved there in one step, with a checksum before its
content. So there are no locks: two processes
may share a store, and the worst that can happen is that both compute the same bits. The checksum is of the key and the
content, so a file that lies under another key is not believed. A file whose checksum does not agree is reported,
removed and computed again. Reading needs no right to write: a complete store may lie on a read-only disk.
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
KEPT = "kept"  # how the name of a file of arrays begins
META = "meta"  # the array that says what a file holds
USUAL = "store"
LEFT_BEHIND = 3600.0  # seconds after which a half-written file is nobody's
VARIABLE = "UNANIMITY_STORE"


@dataclass(frozen=True)
class World:
    """What one world answered: a number for each question, and months (NaN where a question was not asked monthly)."""

    totals: np.ndarray  # questions
    months: np.ndarray  # the months of the run
    courses: np.ndarray  # questions, months
    digest: str = ""  # of its measures and its state at the end; equal digests are equal worlds, bit for bit


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
    """The folder: as given, as $UNANIMITY_STORE says, or ./store."""
    return path_of(given if given is not None else os.environ.get(VARIABLE) or USUAL)


class Store:
    """A folder of what was computed; `tell` hears of damaged files."""

    def __init__(self, folder: str | Path | None = None, tell: Callable[[str], None] | None = None) -> None:
        self.folder = store_folder(folder)
        self.tell = tell
        self.damaged: list[str] = []
        if self.folder.exists() and not self.folder.is_dir():
            raise refuse("", "store", str(self.folder), "a folder, new or old")

    def check_writable(self) -> None:
        """Refuse, before any work, a store that cannot be written to."""
        place = self.folder
        while not place.exists() and place != place.parent:
            place = place.parent
        if not place.is_dir() or not os.access(place, os.W_OK):
            raise UserError(f"{self.folder}: cannot be written to; allowed for --store: a folder, new or old.")

    # --- one key ---------------------------------------------------------------------------------------------------
    def place(self, key: str) -> Path:
        """Where the bundles of a key lie."""
        return self.folder / key[:2] / key[2:]

    def read(self, key: str, wanted: Iterable[int] | None = None) -> dict[int, World]:
        """The worlds of a key by seed, all or those wanted, as far as they are there."""
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
        """Keep the worlds of a key; the same seeds give the same file."""
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
        """Keep arrays of any kind under a key of their own, as they are: who gives them has packed them."""
        buffer = io.BytesIO()
        words = np.frombuffer(json.dumps({**meta, "seeds": 1}, sort_keys=True).encode(), np.uint8)
        np.savez(buffer, allow_pickle=False, **{**arrays, META: words})
        return self._written(key, KEPT, buffer.getvalue())

    def kept(self, key: str) -> dict[str, np.ndarray] | None:
        """The arrays that were kept under a key, or nothing."""
        found = next(iter(sorted(self.place(key).glob(f"{KEPT}*{SUFFIX}"))), None)
        content = None if found is None else self._opened(found)
        return None if content is None else {name: array for name, array in content.items() if name != META}

    def has(self, key: str) -> bool:
        """Whether anything is kept under a key; it is not read."""
        return any(self.place(key).glob(f"*{SUFFIX}"))

    def _written(self, key: str, name: str, content: bytes) -> Path:
        path = self.place(key) / f"{name}{SUFFIX}"
        while path.is_dir():  # a folder stands where the file belongs: nobody's but the user's to remove
            path = path.with_name(f"{path.stem}+{SUFFIX}")

        def fill(partial: Path) -> None:
            partial.write_bytes(HEAD + _checksum(key, content) + b"\n" + content)

        write_atomically(path, fill, "--store")
        return path

    def _opened(self, path: Path, report: bool = True) -> dict[str, np.ndarray] | None:
        """The contents of a file, or nothing where it is damaged; damage is reported and the file deleted."""
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
        """Whether a file could be taken away; a folder in its place never is."""
        try:
            path.unlink(missing_ok=True)
        except OSError:
            return False
        return True

    # --- the whole -------------------------------------------------------------------------------------------------
    def bundles(self, check: bool = True) -> list[Bundle]:
        """Every file of the store; with `check` its content is read and the damaged are noted, not removed."""
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
        """Remove empty folders, and what a kill in mid-writing left behind long ago."""
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
    """The arrays of a file that lies under a key, or an error that says what is wrong with it."""
    if not raw.startswith(HEAD):
        raise ValueError("not a file of the store")
    digest, _, content = raw[len(HEAD):].partition(b"\n")
    if _checksum(key, content) != digest:
        raise ValueError("its checksum does not agree")
    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        return {name: arrays[name] for name in arrays.files}


def described(bundles: Sequence[Bundle]) -> dict[str, Any]:
    """What a store holds: files, worlds, bytes, by version and by experiment, oldest and newest."""
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
