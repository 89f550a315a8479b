"""The compressed state of a world for the store: its difference from the initial state.

A society can be initialised again from its seed, so a column is stored as the bytewise difference from the same
person's initial value, wherever the person lives now; ties as in engine/packed_ties.py. Bytes of equal significance are
grouped, and Zstandard compresses them. Unpacking restores every bit, whatever the mechanisms do; the size depends on
how much has changed.
"""

from __future__ import annotations

import struct
from typing import Any

import numpy as np

from unanimity.engine.identities import DEPARTED
from unanimity.engine.packed_ties import TIE_COLUMNS, pack_ties, unpack_ties
from unanimity.engine.world_state import Arrays, WorldState
from unanimity.support.extras import need
from unanimity.world.case_log import ROW
from unanimity.world.codes import NOBODY

LEVEL = 6  # Zstandard level: higher ones take much longer and gain little
HEAD = struct.Struct("<BQ")  # how it is packed, bytes unpacked
DENSE, SPARSE = 0, 1
TALLY = "tally"  # recomputed every month; its sums by place are in the record
FEW, MANY = 0.02, 0.9  # shares of non-zero elements between which a mask plus the non-zero elements is smaller


def pack(state: WorldState, born: WorldState) -> Arrays:
    """The state as byte arrays, relative to a world of the same seed at initialisation."""
    home = homes(state.columns, born.columns)
    packed = {"month": np.array([state.month])}
    plain = {f"column {name}": _apart(values, _at_birth(name, born, home)) for name, values in state.columns.items()
             if name not in TIE_COLUMNS}
    ties = pack_ties(state.columns, born.columns, home, born.start)
    plain |= {f"tie {name}": values for name, values in ties.items()}
    plain |= {f"rule {name}": values.T for name, values in state.rules.items() if name != TALLY}
    plain["table"] = _apart_from_before(np.ascontiguousarray(state.table.T))  # of one place its months side by side
    plain |= {f"log {name}": state.log[name] for name in ROW.names or ()}
    plain |= {f"gone {name}": state.gone[name] for name in DEPARTED.names or ()}
    return packed | {name: packed_bytes(values) for name, values in plain.items()}


def unpack(packed: Arrays, born: WorldState) -> WorldState:
    """Restore the state."""
    month = int(packed["month"][0])
    columns: Arrays = {}
    home = np.empty(0, np.int64)
    for name in sorted((n for n in born.columns if n not in TIE_COLUMNS), key=lambda n: n != "number"):
        first = born.columns[name]
        apart = unpacked(packed[f"column {name}"], first.dtype).reshape(first.shape)
        columns[name] = _apart(apart, _at_birth(name, born, home))
        if name == "number" or not home.size:
            home = homes(columns, born.columns)
    ties = {name.removeprefix("tie "): values for name, values in packed.items() if name.startswith("tie ")}
    columns |= unpack_ties(ties, born.columns, home, born.start, unpacked)
    rules = {name: unpacked(packed[f"rule {name}"], first.dtype).reshape(first.T.shape).T.copy()
             for name, first in born.rules.items() if name != TALLY} | {TALLY: born.rules[TALLY].copy()}
    apart = unpacked(packed["table"], born.table.dtype).reshape((*born.table.shape[:0:-1], month - born.month))
    return WorldState(month, {name: columns[name] for name in born.columns}, rules,
                      np.ascontiguousarray(_from_before(apart).T), born.start, _rows(packed, "log", ROW),
                      _rows(packed, "gone", DEPARTED))


def homes(columns: Arrays, born: Arrays) -> np.ndarray:
    """For each place, the place where its present occupant was initialised; none for newcomers and vacant places."""
    if "number" not in columns:
        people = next(values.shape[-1] for name, values in born.items() if name == "status")
        return np.arange(people)
    first = np.full(int(born["number"].max()) + 1, NOBODY, np.int64)
    there = born["number"] >= 0
    first[born["number"][there]] = np.flatnonzero(there)
    known = (columns["number"] >= 0) & (columns["number"] < first.size)
    return np.where(known, first[np.where(known, columns["number"], 0)], NOBODY)


def _at_birth(name: str, born: WorldState, home: np.ndarray) -> np.ndarray:
    """The initial values of the people present now, 0 for newcomers; for units and the country, their initial
    values."""
    first = born.columns[name]
    if name == "number" or not home.size or first.shape[-1] != home.size:
        return first
    return np.where(home >= 0, first[..., np.maximum(home, 0)], np.zeros(1, first.dtype))


def _apart(values: np.ndarray, base: np.ndarray) -> np.ndarray:
    """The bitwise difference (XOR) of two arrays; applying it twice restores the values."""
    one, two = (np.ascontiguousarray(array, values.dtype) for array in (values, base))
    return (one.view(np.uint8) ^ two.view(np.uint8)).view(values.dtype)


def _apart_from_before(table: np.ndarray) -> np.ndarray:
    """The difference of every month from the previous one."""
    bits = table.view(np.uint64).copy()
    bits[..., 1:] ^= table.view(np.uint64)[..., :-1]
    return bits


def _from_before(table: np.ndarray) -> np.ndarray:
    return np.bitwise_xor.accumulate(table.view(np.uint64), axis=-1).view(np.float64)


def _rows(packed: Arrays, what: str, dtype: np.dtype) -> np.ndarray:
    fields = {name: unpacked(packed[f"{what} {name}"], dtype[name]) for name in dtype.names or ()}
    rows = np.zeros(len(next(iter(fields.values()))), dtype)
    for name, values in fields.items():
        rows[name] = values
    return rows


def _zstd() -> Any:
    """Zstandard as pyarrow has it; imported when a state is packed, which a plain run does not do."""
    need("packing the state of a world", "pyarrow")
    import pyarrow

    return pyarrow


def packed_bytes(values: np.ndarray) -> np.ndarray:
    """A compressed array: a mask and the non-zero elements, where that is shorter."""
    flat = np.ascontiguousarray(values).reshape(-1)
    bits = flat if flat.dtype.kind in "ui" else flat.view(f"u{flat.dtype.itemsize}")
    some = bits != 0
    share = float(some.mean()) if some.size else 0.0
    if FEW < share < MANY:
        content = struct.pack("<Q", flat.size) + np.packbits(some).tobytes() + _by_weight(bits[some])
        how = SPARSE
    else:
        content, how = _by_weight(bits), DENSE
    packed = _zstd().Codec("zstd", compression_level=LEVEL).compress(content, asbytes=True)
    return np.frombuffer(HEAD.pack(how, len(content)) + packed, np.uint8)


def unpacked(packed: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """The array again, one-dimensional."""
    raw = packed.tobytes()
    how, size = HEAD.unpack_from(raw)
    content = _zstd().Codec("zstd").decompress(raw[HEAD.size:], decompressed_size=size, asbytes=True) if size else b""
    wide = np.dtype(dtype).itemsize
    if how == DENSE:
        return _of_weights(content, wide).view(dtype)
    count, = struct.unpack_from("<Q", content)
    after = 8 + -(-count // 8)
    some = np.unpackbits(np.frombuffer(content[8:after], np.uint8), count=count).astype(bool)
    bits = np.zeros(count, f"u{wide}")
    bits[some] = _of_weights(content[after:], wide)
    return bits.view(dtype)


def _by_weight(bits: np.ndarray) -> bytes:
    """All first bytes, then all second bytes, and so on."""
    return np.ascontiguousarray(bits.view(np.uint8).reshape(-1, bits.dtype.itemsize).T).tobytes()


def _of_weights(content: bytes, wide: int) -> np.ndarray:
    return np.ascontiguousarray(np.frombuffer(content, np.uint8).reshape(wide, -1).T).reshape(-1).view(f"u{wide}")
