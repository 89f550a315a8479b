"""Run the network threshold workload in each peer system and collect one row for each system and size.

Every system runs alone, one after another, in its own process, from the same inputs. Each reports its active share
after the same two steps; shares that differ by more than chance would show that a script does something else, and the
row is then marked. (The share is taken early, as with these thresholds activity dies out within about twelve steps.)

This file is the module `peers`; the folder `peers` beside it holds the scripts and must stay without `__init__.py`.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import environment

SCRIPTS = Path(__file__).resolve().parent / "peers"
THREADS = 2
LIMIT_SECONDS = 300
CHANCE = 5.0  # standard deviations by which a share may differ from the median of all systems
DISTURBED = 0.1  # cores used by others, above which a rate is not to be relied on
UNAVAILABLE = "not available here"


@dataclass(frozen=True)
class Peer:
    """A system to measure: its script, the package it needs, and how much work is sensible for it.

    `updates` is the number of person updates in one timed run, kept between two and 500 steps. Above `largest` people
    the system is not run, as building it alone would take a minute or more.
    """

    system: str
    script: str
    package: str
    updates: int
    largest: int | None = None

    def steps(self, people: int) -> int:
        """Steps in one timed run at this size."""
        return max(2, min(500, self.updates // people))


FAST, SLOW = 50_000_000, 1_000_000
PEERS = (
    Peer("mesa objects", "mesa_objects.py", "mesa", SLOW, largest=100_000),
    Peer("mesa network grid", "mesa_grid.py", "mesa", SLOW // 2, largest=100_000),
    Peer("agentpy", "agentpy_threshold.py", "agentpy", SLOW, largest=100_000),
    Peer("mesa-frames", "mesa_frames_threshold.py", "mesa-frames", FAST),
    Peer("starsim", "starsim_threshold.py", "starsim", FAST),
    Peer("numpy", "numpy_threshold.py", "numpy", FAST),
    Peer("laser-core", "laser_threshold.py", "laser-core", FAST),
    Peer("numba tuned", "numba_tuned.py", "numba", FAST),
    Peer("unanimity", "unanimity_threshold.py", "unanimity", FAST),
)


def surroundings() -> dict[str, str]:
    """The process environment of a peer: two threads for whoever uses threads, nothing of ours on the path."""
    variables = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}
    for name in ("NUMBA_NUM_THREADS", "POLARS_MAX_THREADS", "OMP_NUM_THREADS"):
        variables[name] = str(THREADS)
    variables["STARSIM_INSTALL_FONTS"] = "0"
    return variables


def run_peer(peer: Peer, people: int) -> dict:
    """Run one script and give its row, or a row that says why there is none."""
    own = peer.package == "unanimity"  # our own engine runs in the environment that runs this file
    command = [sys.executable if own else environment.interpreter(peer.package), SCRIPTS / peer.script]
    command += ["--people", str(people), "--steps", str(peer.steps(people))]
    row = {"system": peer.system, "people": people, "updates_per_second": None}
    try:
        answer = subprocess.run(
            command, env=surroundings(), capture_output=True, text=True, timeout=LIMIT_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return row | {"note": f"took more than {LIMIT_SECONDS} seconds"}
    if answer.returncode != 0:
        return row | {"note": "failed: " + (answer.stderr.strip().splitlines() or ["no message"])[-1]}
    return json.loads(answer.stdout.strip().splitlines()[-1])


def mark_agreement(measured: list[dict]) -> None:
    """Set `same_workload` in rows of one size: the same inputs, and early shares that differ by no more than chance."""
    if not measured:
        return
    middle = statistics.median(row["proof_share"] for row in measured)
    inputs = statistics.mode(row["inputs"] for row in measured)
    for row in measured:
        allowed = CHANCE * (middle * (1 - middle) / row["people"]) ** 0.5
        row["same_workload"] = row["inputs"] == inputs and abs(row["proof_share"] - middle) <= allowed


def rows(people_list: tuple[int, ...] = (100_000, 1_000_000)) -> list[dict]:
    """Measure every peer at every size, in turn; a peer that is missing or fails has a row with a note."""
    versions = environment.ensure_all()
    collected: list[dict] = []
    for people in people_list:
        measured = []
        for peer in PEERS:
            if peer.package != "unanimity" and versions[peer.package] is None:
                row = {"system": peer.system, "people": people, "updates_per_second": None, "note": UNAVAILABLE}
            elif peer.largest is not None and people > peer.largest:
                continue
            else:
                row = run_peer(peer, people)
                if row["updates_per_second"] is not None:
                    measured.append(row)
            collected.append(row)
        mark_agreement(measured)
    return collected


def table(collected: list[dict]) -> str:
    """The rows as a table to read; `others` is the cores other processes used meanwhile, and should be near zero."""
    names = f"{'system':18} {'version':9} {'people':>9} {'steps':>5} {'updates/s':>13} {'bytes':>6}"
    lines = [f"{names} {'share':>7} {'others':>6}  notes"]
    for row in collected:
        rate = f"{row['updates_per_second']:,.0f}" if row["updates_per_second"] else "-"
        size = f"{row['bytes_per_person']:,.0f}" if row.get("bytes_per_person") else "-"
        share = f"{row['proof_share']:.4f}" if "proof_share" in row else "-"
        others = f"{row['cores_used_by_others']:.2f}" if "cores_used_by_others" in row else "-"
        notes = row.get("note", "") if row.get("same_workload", True) else "NOT THE SAME WORKLOAD"
        if row.get("cores_used_by_others", 0.0) > DISTURBED:
            notes = f"{notes} disturbed by other processes".strip()
        lines.append(
            f"{row['system']:18} {row.get('version', '-'):9} {row['people']:>9,} {row.get('steps', '-'):>5} "
            f"{rate:>13} {size:>6} {share:>7} {others:>6}  {notes}"
        )
    return "\n".join(lines)


def main() -> int:
    """Print the rows as JSON or as a table; fails if a system did not do the same work."""
    parser = argparse.ArgumentParser(description="Measure the peer systems on the network threshold workload.")
    parser.add_argument("--json", action="store_true", help="print rows as JSON rather than as a table")
    parser.add_argument("--people", type=int, nargs="+", default=[100_000, 1_000_000])
    options = parser.parse_args()
    collected = rows(tuple(options.people))
    print(json.dumps(collected, indent=2) if options.json else table(collected))
    return 0 if all(row.get("same_workload", True) for row in collected) else 1


if __name__ == "__main__":
    sys.exit(main())
