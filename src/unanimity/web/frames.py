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
from types import SimpleNamespace
from typing import Any

import numpy as np

from unanimity.engine.batch import Batch
from unanimity.engine.case_logs import whole_log
from unanimity.engine.identities import have_generations, lives_of
from unanimity.engine.scenario_setup import wish_to_speak
from unanimity.results.person_names import are_women, names_of
from unanimity.world.character import want_of
from unanimity.world.codes import ARRIVED, CAME_OF_AGE, CITIZEN, NO_TIE, SETTLED

BYTES = 4
TIES = 8  # strongest ties of each person that the page draws
STEPS = (-0.45, -0.1, 0.1, 0.45)  # of a stance: against, mildly against, no view, mildly for, for
NOBODY = 65535


class Camera:
    """Takes frames of the first world of a batch, every month; so the columns are looked up once."""

    def __init__(self, batch: Batch) -> None:
        names = ("voted_issue", "stance", "line", "grievance", "conviction", "provoked", "voice", "office", "status",
                 "talker", "faction", "in_revolt", "fear", "hunger")
        self.of = {name: batch.column(name) for name in names}
        self.cell = batch.arrays["cell_of"]
        self.people = batch.people
        regime = batch.regimes[0]
        self.weight = SimpleNamespace(**wish_to_speak(regime.parameters, regime.known_parameters))

    def frame(self) -> bytes:
        """Everybody as he stands at the end of the month."""
        of, weight = self.of, self.weight
        issue = int(of["voted_issue"][0])
        stance, line, grievance, conviction = (of[name].astype(np.float64)
                                               for name in ("stance", "line", "grievance", "conviction"))
        stance = stance[issue]
        want = want_of(grievance, conviction, stance * line[issue][self.cell], weight)
        would = want + of["provoked"] > weight.inertia
        thinks = 4 - np.searchsorted(STEPS, stance, side="right")
        out = np.empty((self.people, BYTES), np.uint8)
        out[:, 0] = (of["voice"] + 1) | (thinks << 2) | (of["office"].astype(np.int64) << 5)
        out[:, 1] = (of["status"].astype(np.int64) | (would << 4) | ((of["talker"] > 0) << 5)
                     | ((of["faction"] > 0) << 6) | ((of["in_revolt"] > 0) << 7))
        out[:, 2] = np.clip(np.rint(of["fear"][0] * 255.0), 0, 255)
        out[:, 3] = np.clip(np.rint(of["hunger"] * 255.0), 0, 255)
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
    seed = batch.seeds[0]
    persons = lives_of(batch, 0).number
    line = batch.column("line")[int(batch.column("voted_issue")[0])]
    return {
        "people": people, "first": tree.first.people, "levels": list(tree.level_names), "level": tree.level.tolist(),
        "parent": tree.parent.tolist(), "cells": np.diff(tree.cell_start).tolist(),
        "names": np.where(persons >= 0, names_of(seed, np.maximum(persons, 0)), "").tolist(),
        "women": _packed(are_women(seed, np.maximum(persons, 0)).astype(np.uint8)),
        "line": [round(float(value), 3) for value in line],
        "village": [int(value) for value in batch.column("village")[:tree.cells]],
        "traits": {name: _packed(np.rint(batch.column(name) * 255.0).astype(np.uint8))
                   for name in ("courage", "conviction", "ambition", "competence")},
        "member": _packed((batch.column("estate") != CITIZEN).astype(np.uint8)),
        "ties": _packed(_strongest(batch)), "ties_each": TIES,
    }


def came_to(batch: Batch) -> list[list[Any]]:
    """Who took which place in the run, in order: month, place, name."""
    if not have_generations(batch):
        return []
    rows = whole_log(batch)["row"]
    rows = rows[np.isin(rows["event"], (CAME_OF_AGE, ARRIVED, SETTLED))]
    numbers = lives_of(batch, 0).numbers(rows["person"], rows["month"])
    return [[int(month), int(place), str(name)] for month, place, name in
            zip(rows["month"], rows["person"], names_of(batch.seeds[0], numbers), strict=True)]


def _strongest(batch: Batch) -> np.ndarray:
    """The strongest ties of each person as (person, TIES): the other's number, then the kind of the tie behind it."""
    start = batch.arrays["tie_start"][:batch.people + 1].astype(np.int64)
    weight, ties = batch.column("weight").astype(np.int64), slice(int(start[0]), int(start[-1]))
    whose = np.repeat(np.arange(batch.people), np.diff(start))
    order = np.lexsort((np.arange(whose.size), -weight, whose))
    place = np.arange(whose.size) - (start[:-1] - start[0])[whose]
    kept, rank, person = order[place < TIES], place[place < TIES], whose[place < TIES]
    found = np.full((batch.people, 2, TIES), NOBODY, np.uint16)
    found[person, 0, rank] = np.minimum(batch.arrays["neighbour"][ties][kept], NOBODY)
    found[person, 1, rank] = batch.arrays["kind"][ties][kept]
    found[:, 0][found[:, 1] == NO_TIE] = NOBODY
    return found


def _packed(array: np.ndarray) -> str:
    return base64.b64encode(np.ascontiguousarray(array).tobytes()).decode()
