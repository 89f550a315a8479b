"""People as the page draws them: four bytes a person and month, and what stays the same for a whole run.

    byte 0   bits 0-1 what he says (0 objects, 1 silent, 2 assents), 2-4 what he thinks of the motion (0 for .. 4
             against), 5-7 office (0 none, 1 cell .. 4 centre, 5 leader)
    byte 1   bits 0-3 status (free .. dead), 4 would object, 5 talks among friends, 6 in a faction, 7 in revolt
    byte 2   fear of speaking, 0..255
    byte 3   hunger, 0..255
"""

from __future__ import annotations

import base64
import gzip
from typing import Any

import numpy as np

from unanimity.engine.batch import Batch
from unanimity.engine.setup import wish_to_speak
from unanimity.results.names import are_women, names_of
from unanimity.world.words import CITIZEN

BYTES = 4
TIES = 8  # strongest ties of each person that the page draws
STEPS = (-0.45, -0.1, 0.1, 0.45)  # of a stance: against, mildly against, no view, mildly for, for
NOBODY = 65535


def frame(batch: Batch) -> bytes:
    """Everybody of the first world as he stands at the end of the month."""
    column = batch.column
    issue = int(column("voted_issue")[0])
    stance, cell = column("stance")[issue].astype(np.float64), batch.arrays["cell_of"]
    line = column("line")[issue][cell]
    regime = batch.regimes[0]
    weight = wish_to_speak(regime.parameters, regime.known_parameters)
    against = np.maximum(0.0, -stance * line)
    convinced = weight["conviction_weight"] * column("conviction") * against
    would = weight["grievance_weight"] * column("grievance") + convinced + column("provoked") > weight["inertia"]
    thinks = 4 - np.searchsorted(STEPS, stance, side="right")
    out = np.empty((batch.people, BYTES), np.uint8)
    out[:, 0] = (column("voice") + 1) | (thinks << 2) | (column("office").astype(np.int64) << 5)
    out[:, 1] = (column("status").astype(np.int64) | (would << 4) | ((column("talker") > 0) << 5)
                 | ((column("faction") > 0) << 6) | ((column("in_revolt") > 0) << 7))
    out[:, 2] = np.clip(np.rint(column("fear")[0] * 255.0), 0, 255)
    out[:, 3] = np.clip(np.rint(column("hunger") * 255.0), 0, 255)
    return out.tobytes()


def film(frames: list[bytes]) -> bytes:
    """All months in one piece: each frame as its difference (xor) from the one before, byte by byte, compressed."""
    if not frames:
        return gzip.compress(b"", mtime=0)
    stacked = np.frombuffer(b"".join(frames), np.uint8).reshape(len(frames), -1, BYTES)
    changed = stacked.copy()
    changed[1:] ^= stacked[:-1]
    return gzip.compress(np.ascontiguousarray(changed.transpose(2, 0, 1)).tobytes(), 6, mtime=0)


def society(batch: Batch) -> dict[str, Any]:
    """What stays the same in a run: the tree, names, traits and the strongest ties of everybody."""
    tree, people = batch.tree, batch.people
    persons = np.arange(people)
    seed = batch.seeds[0]
    line = batch.column("line")[int(batch.column("voted_issue")[0])]
    return {
        "people": people, "levels": list(tree.level_names), "level": tree.level.tolist(),
        "parent": tree.parent.tolist(), "cells": np.diff(tree.cell_start).tolist(),
        "names": names_of(seed, persons).tolist(),
        "women": _packed(are_women(seed, persons).astype(np.uint8)),
        "line": [round(float(value), 3) for value in line],
        "village": [int(value) for value in batch.column("village")[:tree.cells]],
        "traits": {name: _packed(np.rint(batch.column(name) * 255.0).astype(np.uint8))
                   for name in ("courage", "conviction", "ambition", "competence")},
        "member": _packed((batch.column("estate") != CITIZEN).astype(np.uint8)),
        "ties": _packed(_strongest(batch)), "ties_each": TIES,
    }


def _strongest(batch: Batch) -> np.ndarray:
    """The strongest ties of each person as (person, TIES): the other's number, then the kind of the tie behind it."""
    start = batch.arrays["tie_start"][:batch.people + 1].astype(np.int64)
    weight, other = batch.column("weight"), batch.arrays["neighbour"]
    kind = batch.arrays["kind"]
    found = np.full((batch.people, 2, TIES), NOBODY, np.uint16)
    for i in range(batch.people):
        mine = slice(start[i], start[i + 1])
        order = np.argsort(-weight[mine].astype(np.int64), kind="stable")[:TIES]
        found[i, 0, :order.size] = np.minimum(other[mine][order], NOBODY)
        found[i, 1, :order.size] = kind[mine][order]
    return found


def _packed(array: np.ndarray) -> str:
    return base64.b64encode(np.ascontiguousarray(array).tobytes()).decode()
