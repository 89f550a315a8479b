"""Runs the same worlds by many paths and prints a digest for each: for the identity matrix, in a process of its own.

    python identity_runs.py '[[1, 7, 1], [2, 3, 2]]'      # rows of threads, worlds a batch, worker processes
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from unittest.mock import patch

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent)]

from helpers import MONTHS, digests, ran, several  # noqa: E402

import unanimity  # noqa: E402
from unanimity.experiments import seed_runs  # noqa: E402

EXPERIMENT = {"title": "matrix", "base": "apparatus", "months": MONTHS, "burn_in": 0, "people": 256, "replications": 6,
              "regime": {"mechanisms": []}, "arms": {"secret": {"levers": {"ballot": "secret"}}},
              "measures": {"assent": "unanimity", "afraid": "mean(fear, members, last 3)"}}


def row(threads, size, workers):
    """One digest of all worlds run in batches of that size on those threads, and of an experiment on those workers."""
    regimes, seeds = several()
    found = [digest for k in range(0, len(seeds), size)
             for digest in digests(ran(regimes[k:k + size], seeds[k:k + size], threads=threads))]
    with patch.object(seed_runs, "WORK_A_BATCH", 2 * size * 256 * MONTHS):
        outcome = unanimity.experiment(EXPERIMENT).run(keep=False, workers=workers, progress=False)
    found += [f"{label} {seed} {world.digest} {world.totals.tobytes().hex()}"
              for label, worlds in sorted(outcome.values.worlds.items()) for seed, world in sorted(worlds.items())]
    return hashlib.sha256("".join(found).encode()).hexdigest()


if __name__ == "__main__":
    for given in json.loads(sys.argv[1]):
        sys.stdout.write(row(*given) + "\n")
