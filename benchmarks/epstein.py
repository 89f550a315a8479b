"""Epstein's Model I, ours against Mesa's shipped example: agent-steps per second, same parameters, one thread each.

Ours runs in this process after a warm-up. Mesa is measured by `peers/epstein_mesa.py` under its own interpreter, the
one of the bench environment (`.venv-bench`), because the package itself does not depend on Mesa. An agent-step is one
citizen or cop in one tick, jailed or not. Seconds are of the processor, one thread each, the best of three.
"""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path

import numpy as np

from unanimity.reference import epstein_kernel as kernel

HERE = Path(__file__).resolve().parent
MESA_PYTHON = HERE.parent / ".venv-bench" / "bin" / "python"
LEGITIMACY, COPS, CITIZENS, VISION, JAIL, K, THRESHOLD = 0.82, 0.04, 0.7, 7, 30, 2.3, 0.1
TICKS = {40: (2000, 40), 200: (80, 3)}  # side: (our ticks, Mesa's ticks), a second or so each


def ours(size: int, ticks: int, seed: int = 1) -> float:
    """Agent-steps per second of our kernel, one thread, with Mesa's rounding of the arrest ratio."""
    town = kernel.found(seed, size, CITIZENS, COPS, float(VISION), float(VISION))
    cops = town.site.size - town.term.size
    legitimacy, patrols = np.full(ticks, LEGITIMACY), np.full(ticks, cops)
    out = np.zeros((ticks, 3), np.int64)
    started = time.process_time()
    kernel.ticks(
        town, np.uint64(seed), size, legitimacy, patrols, THRESHOLD, K, kernel.ROUND, True, float(JAIL), 0, out
    )
    return town.site.size * ticks / (time.process_time() - started)


def mesa(size: int, ticks: int) -> dict[str, float | str]:
    """Mesa's own line of JSON, or what went wrong."""
    script = HERE / "peers" / "epstein_mesa.py"
    told = json.dumps({"size": size, "ticks": ticks, "legitimacy": LEGITIMACY, "cops": COPS, "citizens": CITIZENS,
                       "vision": VISION, "jail": JAIL, "k": K, "threshold": THRESHOLD})
    done = subprocess.run([str(MESA_PYTHON), str(script), told], capture_output=True, text=True, check=True)
    found: dict[str, float | str] = json.loads(done.stdout)
    return found


def rows() -> list[dict[str, float | str | None]]:
    """One row for each program and size; `ratio` is ours over Mesa's."""
    ours(40, 5)
    found: list[dict[str, float | str | None]] = []
    for size, (our_ticks, mesa_ticks) in TICKS.items():
        speed = max(ours(size, our_ticks, seed) for seed in (1, 2, 3))
        peer = mesa(size, mesa_ticks) if MESA_PYTHON.exists() else None
        theirs = float(peer["agent_steps_per_second"]) if peer is not None else None
        label = f"Mesa {peer['version']}, shipped example" if peer is not None else "Mesa (no bench environment)"
        found.append({"name": "Unanimity", "size": size, "agent_steps_per_second": speed,
                      "ratio": speed / theirs if theirs is not None else None})
        found.append({"name": label, "size": size, "agent_steps_per_second": theirs,
                      "ratio": 1.0 if theirs is not None else None})
    return found


if __name__ == "__main__":
    for row in rows():
        print(json.dumps(row))
