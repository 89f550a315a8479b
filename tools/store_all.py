"""Every answer that comes with the program, made anew one after the other: `make stored`, or

    python tools/store_all.py                     # all of them; prints the seconds of each
    python tools/store_all.py why-union 'advice-*' # some
    python tools/store_all.py --list | --check    # their names; which were made by another model (exit code 1)

To be run after a change of the model, when its numbers stand. Each file is written when it is whole, so a stopped run
is continued by naming what is left. Pasts of histories are kept in --store and are not run twice.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import lab_film
import lab_reasons
import stored_advice
import stored_answers
import stored_histories
from unanimity.claims.ledger import data_path, read_runs
from unanimity.history.ready_questions import ready
from unanimity.results.atomic_files import write_atomically, write_json, write_text
from unanimity.statutes import STATUTES
from unanimity.support.errors import UserError, unknown
from unanimity.web import recorded_verdicts, stored_stamp
from unanimity.web.stored_answers import with_paper

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "src" / "unanimity" / "web"
RECORDED, PAIRS = "recorded", "pairs-"
Maker = Callable[[int | None, str], Any]


def makers() -> dict[str, Maker]:
    """Every file by its name, and what makes its content of a number of threads and a store; the quick ones first."""
    film, hindcast = stored_stamp.FILM, stored_stamp.HINDCAST
    return {
        RECORDED: lambda threads, store: recorded_verdicts.last_full_run(
            read_runs(data_path(ROOT / "docs" / "debate" / "debate.md"))),
        film: lambda threads, store: lab_film.made(threads),
        hindcast: lambda threads, store: stored_histories.hindcast(threads),
        **{stored_stamp.ADVICE + name: lambda threads, store, name=name: stored_advice.advice(name, threads)
           for name in STATUTES},
        **{name: lambda threads, store, name=name: stored_histories.question(name, threads, store)
           for name in ready()},
        **{PAIRS + order: lambda threads, store, order=order: stored_answers.made(order, threads)
           for order in with_paper()},
        **{stored_stamp.WHY + order: lambda threads, store, order=order: lab_reasons.reasons(order, threads=threads)
           for order in stored_stamp.CHAINED},
    }


def path_of(name: str) -> Path:
    """Where a file lies."""
    if name == RECORDED:
        return WEB / recorded_verdicts.FILE
    return WEB / stored_stamp.folder_of(name) / (f"{name}.json.gz" if name.startswith(PAIRS) else f"{name}.json")


def write(name: str, content: Any) -> Path:
    """Write one file whole, with its stamp."""
    target = path_of(name)
    if name in stored_stamp.names():
        content = {**content, stored_stamp.STAMP: stored_stamp.stamp(name)}
    if name == stored_stamp.FILM:  # long lists of numbers: a line of its own for each would double it
        write_text(target, json.dumps(content, separators=(",", ":"), ensure_ascii=False) + "\n")
    elif isinstance(content, bytes):
        write_atomically(target, lambda partial: partial.write_bytes(content) and None)
    else:
        write_json(target, content)
    return target


def chosen(patterns: list[str]) -> list[str]:
    """The names that are meant; all where none is given."""
    for pattern in patterns:
        if not any(fnmatchcase(name, pattern) for name in makers()):
            raise unknown("", "stored file", pattern, makers())
    return [name for name in makers() if not patterns or any(fnmatchcase(name, one) for one in patterns)]


def main() -> int:
    """Make what is named, or everything."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="names, or patterns of them such as 'advice-*'")
    parser.add_argument("--threads", type=int, default=None, help="all cores unless told")
    parser.add_argument("--store", default="store", help="where pasts of histories are kept")
    parser.add_argument("--list", action="store_true", help="only print the names")
    parser.add_argument("--check", action="store_true", help="only print which were made by another model")
    given = parser.parse_args()
    names = chosen(given.names)
    if given.list or given.check:
        shown = names if given.list else [name for name in names if name in stored_stamp.stale()]
        print("\n".join(shown) or "all were made by this model")
        return int(given.check and bool(shown))
    began = time.perf_counter()
    for name in names:
        wall, worked = time.perf_counter(), time.process_time()
        target = write(name, makers()[name](given.threads, given.store))
        print(f"{name}: {time.perf_counter() - wall:.0f} s ({time.process_time() - worked:.0f} s of processor), "
              f"{target.stat().st_size / 1000:.0f} KB", flush=True)
    print(f"{len(names)} files in {(time.perf_counter() - began) / 60:.1f} minutes")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except UserError as slip:
        sys.exit(str(slip))
