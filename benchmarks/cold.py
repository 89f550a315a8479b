"""A fresh machine: time to the first result with an empty and with a filled folder of compiled code.

    python benchmarks/cold.py               first results; printed as JSON, by the clock and in CPU seconds
    python benchmarks/cold.py --suite       the tests with an empty folder (minutes)
    python benchmarks/cold.py --phases      the compile alone, in this process, by what numba is doing
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import warnings
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent
CALL = "import unanimity as un; print(un.run('apparatus', months=96, progress=False).digest)"
FIRST = {"`unanimity run apparatus --months 96`": ["-m", "unanimity.cli.main", "run", "apparatus", "--months", "96",
                                                   "--json"],
         "`unanimity demo`": ["-m", "unanimity.cli.main", "demo", "--json"],
         "`un.run(\"apparatus\", months=96)` in a new Python (a notebook's first cell)": ["-c", CALL]}
PHASES = {"nopython_type_inference": "types inferred", "inner_lowering": "lowered to LLVM's language",
          "outer_lowering": "lowered to LLVM's language", "translate_bytecode": "bytecode read"}


def seconds_of(command: list[str], folder: str) -> tuple[float, float]:
    """Seconds by the clock and CPU seconds of a command, its children included."""
    def spent() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    begun, before = time.perf_counter(), spent()
    with tempfile.TemporaryDirectory() as place:
        subprocess.run(command, env=os.environ | {"UNANIMITY_CACHE": folder}, check=True, capture_output=True,
                       cwd=place)
    return time.perf_counter() - begun, spent() - before


def first_results() -> list[dict]:
    """The first call with an empty folder, then each with the folder that it filled."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for number, (what, arguments) in enumerate(FIRST.items()):
            cold, cold_cpu = seconds_of([sys.executable, *arguments], folder) if number == 0 else (None, None)
            warm, warm_cpu = seconds_of([sys.executable, *arguments], folder)
            found.append({"what": what, "cold": cold, "cold_cpu": cold_cpu, "warm": warm, "warm_cpu": warm_cpu})
    return found


def suite() -> tuple[float, float]:
    """Seconds of the tests with an empty folder of compiled code."""
    with tempfile.TemporaryDirectory() as folder:
        top = HERE.parent
        command = [sys.executable, "-m", "pytest", "-n", "2", "--dist", "loadfile", "--no-loadscope-reorder",
                   "-c", str(top / "pyproject.toml"), "--rootdir", str(top), str(top / "tests")]
        return seconds_of(command, folder)


def phases() -> dict[str, float]:
    """CPU seconds of compiling the whole month in this process, by what numba is doing."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["UNANIMITY_CACHE"] = folder
        return _phases()


def _phases() -> dict[str, float]:
    from llvmlite.binding import ffi
    from numba.core.compiler_machinery import PassManager

    from unanimity.compiler import prepare_child
    from unanimity.engine import compiling
    from unanimity.engine.batch import make_batch
    from unanimity.engine.run import lay_record, warm_up
    from unanimity.regimes import load_regime

    spent: dict[str, float] = defaultdict(float)
    inside: list[float] = []

    def count(owner: type, method: str, name: Callable[..., str]) -> None:
        """Count to each kind of work the time that nothing inside it has counted."""
        called = getattr(owner, method)

        def counted(*given: object) -> object:
            begun = time.process_time()
            inside.append(0.0)
            try:
                return called(*given)
            finally:
                took = time.process_time() - begun
                spent[name(*given)] += took - inside.pop()
                if inside:
                    inside[-1] += took

        setattr(owner, method, counted)

    compiling._in_children = lambda missing, done: missing
    warnings.simplefilter("ignore", RuntimeWarning)  # that it was not compiled side by side
    batch = make_batch([load_regime("apparatus")], [0])
    lay_record(batch, 1)
    prepare_child()
    count(PassManager, "_runPass", lambda _, at, one, state: PHASES.get(one.name(), "other passes of numba"))
    count(ffi._lib_fn_wrapper, "__call__", lambda *_: "LLVM: read, optimised, made into machine code")
    count(compiling.Task, "compile", lambda *_: "kept and loaded")
    begun = time.process_time()
    warm_up(batch)
    return {**spent, "in all": time.process_time() - begun}


def main() -> None:
    """Measure and print JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--suite", action="store_true")
    parser.add_argument("--phases", action="store_true")
    given = parser.parse_args()
    print(json.dumps(phases() if given.phases else suite() if given.suite else first_results(), indent=1))


if __name__ == "__main__":
    main()
