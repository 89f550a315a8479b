"""The answers that the lab's room of history opens with: `python tools/stored_histories.py [NAME ...]`.

Runs the hindcast and the twelve ready questions at a modest size and writes them to src/unanimity/web/stored/. The
sizes are said on the cards. Worlds are kept in the store, so a run that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from unanimity.history import whatif
from unanimity.history.hindcast import run
from unanimity.history.ready_questions import read_question, ready
from unanimity.history.targets import FIT
from unanimity.results.atomic_files import write_json
from unanimity.web.told_histories import hindcast_told, whatif_told

STORED = Path(__file__).resolve().parent.parent / "src" / "unanimity" / "web" / "stored"
HINDCAST = "hindcast"


def main() -> None:
    """Make what is named, or everything."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help=f"{HINDCAST}, or a question of `unanimity whatif list`")
    parser.add_argument("--worlds", type=int, default=6)
    parser.add_argument("--people", type=int, default=20_000)
    parser.add_argument("--threads", type=int, default=None)
    parser.add_argument("--store", default="store")
    given = parser.parse_args()
    for name in given.names or [HINDCAST, *ready()]:
        if name == HINDCAST:
            told = hindcast_told(run(split=FIT, worlds=given.worlds, people=given.people, threads=given.threads))
        else:
            one = read_question(name)
            told = whatif_told(whatif(one.date, one.arms, scenario=one.scenario, until=one.until, worlds=given.worlds,
                                      people=given.people, record={"split": FIT}, threads=given.threads,
                                      store=given.store))
        write_json(STORED / f"{name}.json", told)
        print(f"{name}: {(STORED / f'{name}.json').stat().st_size / 1000:.0f} KB", flush=True)


if __name__ == "__main__":
    main()
