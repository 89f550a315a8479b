"""Tests see none of the environment of who runs them: a store of one's own made one fail."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parent


def test_a_store_and_colours_of_ones_own_change_no_test():
    code = ("import os, conftest; print([name for name in ('UNANIMITY_STORE', 'NO_COLOR', 'NUMBA_DISABLE_JIT') "
            "if name in os.environ])")
    done = subprocess.run([sys.executable, "-c", code], cwd=TESTS, capture_output=True, text=True, check=True,
                          env=os.environ | {"UNANIMITY_STORE": "elsewhere", "NO_COLOR": "1", "NUMBA_DISABLE_JIT": "1"})
    assert done.stdout.strip() == "[]"
