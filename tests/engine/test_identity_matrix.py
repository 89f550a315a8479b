"""Threads x worlds per batch x worker processes x hash seed x locale: every combination gives the same bits."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from identity_runs import row

MATRIX = Path(__file__).with_name("identity_runs.py")
# how a process is started, and the rows of threads, worlds a batch, worker processes that it runs
SHORT = [({"PYTHONHASHSEED": "77", "LC_ALL": "C", "TZ": "Asia/Tokyo"}, [(1, 1, 1), (2, 3, 2)])]
LONG = [({"PYTHONHASHSEED": seed, "LC_ALL": locale}, list(itertools.product((1, 2, 5), (1, 2, 7), (1, 2, 3))))
        for seed, locale in (("0", "C.UTF-8"), ("123", "C"), ("4294967295", "POSIX"))]


@pytest.fixture(scope="module")
def reference():
    """All worlds in one batch on one thread, in this process."""
    return row(1, 7, 1)


@pytest.mark.parametrize(("started", "rows"), [*SHORT, *(pytest.param(*one, marks=pytest.mark.slow) for one in LONG)],
                         ids=lambda one: " ".join(f"{k}={v}" for k, v in one.items()) if isinstance(one, dict) else "")
def test_every_path_gives_the_same_bits(reference, started, rows):
    done = subprocess.run([sys.executable, str(MATRIX), json.dumps(rows)], capture_output=True, text=True, timeout=900,
                          env={**os.environ, **started})
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [reference] * len(rows)
