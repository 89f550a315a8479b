"""The advice that the lab's room of statutes opens with: `python tools/stored_advice.py [NAME ...]`.

Every statute of the shelf at a modest size, which the page says, as web/jobs.py would answer it.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from unanimity.results.atomic_files import write_json
from unanimity.statutes import STATUTES, advise
from unanimity.web.statute_routes import advice_told

STORED = Path(__file__).resolve().parent.parent / "src" / "unanimity" / "web" / "stored"


def main() -> None:
    """Make what is named, or everything."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--members", type=int, default=600)
    parser.add_argument("--threads", type=int, default=None)
    given = parser.parse_args()
    for name in given.names or STATUTES:
        found = advise(name, pairs=given.pairs, members=given.members, seed=1, threads=given.threads)
        write_json(STORED / f"advice-{name}.json", advice_told(found))
        print(f"{name}: {found.sentence()}", flush=True)


if __name__ == "__main__":
    main()
