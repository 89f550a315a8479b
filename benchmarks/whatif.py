"""What a what-if costs: the past cold, the branches with the past in the store, and the bytes that it takes there.

    python benchmarks/whatif.py [--worlds 10] [--people 100000]
"""

from __future__ import annotations

import argparse
import tempfile
import time

import unanimity as un
from unanimity.experiments.store import Store

AIMS = {"cold": "< 240 s", "warm": "< 75 s", "store": "<= 60 MB"}  # of 10 worlds of 100,000 people on two cores
BRANCH, UNTIL = "1926-01", "1930-01"


def rows(worlds: int = 10, people: int = 100_000) -> list[tuple[str, str, str]]:
    """What was measured, the number, and what is aimed at."""
    un.run("ussr-1918-1941", months=1, people=3000, progress=False)  # compiled or loaded
    with tempfile.TemporaryDirectory() as folder:
        def ask(changes: dict[str, str]) -> float:
            begun = time.perf_counter()
            un.whatif(BRANCH, {"branch": changes}, until=UNTIL, worlds=worlds, people=people, store=folder,
                      progress=False).sentence()
            return time.perf_counter() - begun

        cold = ask({"ballot": "secret"})
        pasts = [one for one in Store(folder).bundles() if "the past" in str(one.meta.get("experiment"))]
        warm = ask({"debate": "free"})
        again = ask({"debate": "free"})
    size = f"{worlds} worlds of {people:,}, two arms, branch at {BRANCH}, until {UNTIL}"
    aim = AIMS if (worlds, people) == (10, 100_000) else {}
    return [(f"what if, cold: {size}", f"{cold:.0f} s", aim.get("cold", "")),
            ("another question at the same date, its past and hindcast in the store", f"{warm:.0f} s",
             aim.get("warm", "")),
            ("the same question again", f"{again:.1f} s", ""),
            ("the past in the store", f"{sum(one.size for one in pasts) / 1e6:.0f} MB",
             aim.get("store", ""))]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--worlds", type=int, default=10)
    parser.add_argument("--people", type=int, default=100_000)
    given = parser.parse_args()
    for row in rows(given.worlds, given.people):
        print(" | ".join(row))


if __name__ == "__main__":
    main()
