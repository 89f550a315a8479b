"""Checkpoints: everything that a run has changed, in one file, written atomically and verified on loading.

Societies are initialised again from their seeds; the file holds the columns that mechanisms write, levers and
parameters as scheduled so far, and the record of measures. The format is NumPy's archive, without pickles.
"""

from __future__ import annotations

import hashlib
import json
import struct
import zipfile
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from unanimity import __version__
from unanimity.engine.batch import Batch
from unanimity.engine.case_logs import LOG, whole_log
from unanimity.engine.checkpoint_checks import wrong_array, wrong_month
from unanimity.engine.identities import GONE, departed
from unanimity.results.atomic_files import write_atomically
from unanimity.support.errors import UserError
from unanimity.support.source_hash import source_hash

# exceptions of zipfile, zlib, NumPy and JSON for a truncated, changed or foreign file
_UNREADABLE = (OSError, ValueError, KeyError, TypeError, EOFError, RuntimeError, IndexError, OverflowError, SyntaxError,
               MemoryError, AttributeError, struct.error, zlib.error, zipfile.BadZipFile)
_BESIDE = ("levers", "base_levers", "announced", "parameters", "table", "tally", "record_month")


def _kept(batch: Batch) -> list[str]:
    return [*batch.dynamic(), *_BESIDE]


def _seal(note: bytes) -> bytes:
    """A digest of the metadata, so that a changed file is detected."""
    return hashlib.sha256(b"unanimity checkpoint " + note).digest()


def identity(batch: Batch) -> dict[str, Any]:
    """What a checkpoint must have in common with the run that resumes it."""
    return {"version": __version__, "source": source_hash(), "seeds": list(batch.seeds),
            "measures": [measure.name for measure in batch.plan.measures],
            "regimes": [regime.fingerprint for regime in batch.regimes]}


def save_checkpoint(batch: Batch, path: Path) -> None:
    """Write the state of the batch atomically."""
    arrays = {name: batch.arrays[name] for name in _kept(batch)} | {LOG: whole_log(batch), GONE: departed(batch)}
    sums = {name: hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest() for name, array in arrays.items()}
    note = json.dumps({**identity(batch), "month": batch.month, "sums": sums})

    def write(partial: Path) -> None:
        with open(partial, "wb") as handle:
            np.savez(handle, allow_pickle=False, note=np.frombuffer(note.encode(), np.uint8),
                     seal=np.frombuffer(_seal(note.encode()), np.uint8), **arrays)

    write_atomically(path, write)


def load_checkpoint(batch: Batch, path: Path) -> None:
    """Restore a batch from a checkpoint; a corrupt one, or one of another version or run, is refused."""
    note, arrays = _opened(path)
    _check_identity(note, batch, path)
    table = batch.arrays["table"]
    saved = arrays.get("table")
    wrong = wrong_month(batch, note.get("month"), len(saved) if saved is not None and saved.ndim else 0)
    if wrong:
        raise _corrupt(path, wrong)
    month = int(note["month"])
    expected = {*_kept(batch), LOG, GONE}
    for name in (*sorted(expected), *sorted(set(arrays) - expected)):
        sums = note["sums"] if isinstance(note.get("sums"), dict) else {}
        whole = name in arrays and name in expected and \
            hashlib.sha256(np.ascontiguousarray(arrays[name]).tobytes()).hexdigest() == sums.get(name)
        wrong = wrong_array(batch, name, arrays[name], month) if whole else "damaged, missing or one too many"
        if wrong:
            raise _corrupt(path, f"column '{name}': {wrong}")
    if month > batch.month + len(table):
        raise UserError(f"{path}: the checkpoint stands at month {month}, beyond the months asked for; allowed: at "
                        f"least as many months as when it was written.")
    batch.log[:] = [arrays.pop(LOG)]
    batch.departed[:] = [arrays.pop(GONE)]
    record = arrays.pop("table")
    months = min(len(record), len(table))
    table[:months] = record[:months]  # a resumed run may be longer than the original
    for name, array in arrays.items():
        batch.arrays[name][...] = array
    batch.month = month


def _opened(path: Path) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """The metadata and arrays of an undamaged file."""
    try:
        with zipfile.ZipFile(path) as archived:
            if any(part.compress_type != zipfile.ZIP_STORED for part in archived.infolist()):
                raise ValueError("a part is packed")  # the file must not grow while it is read
            damaged = archived.testzip()
        if damaged is not None:
            raise ValueError(damaged)
        with np.load(path, allow_pickle=False) as archive:
            if bytes(archive["seal"]) != _seal(bytes(archive["note"])):
                raise ValueError("the note was changed")
            note = json.loads(bytes(archive["note"]).decode())
            arrays = {name: archive[name] for name in archive.files if name not in ("note", "seal")}
        if not isinstance(note, dict):
            raise ValueError("the note is no table")
    except _UNREADABLE as slip:
        raise UserError(f"{path}: the checkpoint is corrupt or unreadable ({type(slip).__name__}); delete it and run "
                        f"without --resume.") from None
    return note, arrays


def _check_identity(note: dict[str, Any], batch: Batch, path: Path) -> None:
    mine = identity(batch)
    if note.get("version") != mine["version"] or note.get("source") != mine["source"]:
        raise UserError(f"{path}: the checkpoint was written by another version ({note.get('version')}, source "
                        f"{str(note.get('source'))[:8]}; this is {mine['version']}, source {mine['source'][:8]}); "
                        f"results would not be the same. Delete it and run without --resume.")
    for field, says in (("regimes", "regime"), ("seeds", "seeds"), ("measures", "measures")):
        if note.get(field) != mine[field]:
            raise UserError(f"{path}: the checkpoint belongs to another run (its {says} differ); allowed: the same "
                            f"regime, settings, worlds and seed as when it was written.")


def _corrupt(path: Path, what: str) -> UserError:
    return UserError(f"{path}: the checkpoint is corrupt ({what}); delete it and run without --resume.")
