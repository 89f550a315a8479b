"""Damage the folder of compiled code, run, and compare the digest: whatever happens to a file, the number stays right.

    python benchmarks/cache_damage.py [--damages 300] [--seed 1] [--whole]

Each damage hits some files of a warm folder (a bit flipped, cut, emptied, filled with zeroes, swapped, deleted, text
edited); a new process then runs some months of the hall, or with --whole of the whole model (ten times slower).
Counted are digests that are wrong, processes that fail, and notes. Exit code 1 if a digest was wrong or a process
failed.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

RUN = ("import unanimity as un; print(un.run('apparatus', {'people': 200, 'mechanisms': '%s'}, months=6, seed=3, "
       "progress=False).digest)")


def flip(path: Path, luck: random.Random) -> None:
    content = bytearray(path.read_bytes())
    content[luck.randrange(len(content))] ^= 1 << luck.randrange(8)
    path.write_bytes(content)


def cut(path: Path, luck: random.Random) -> None:
    content = path.read_bytes()
    path.write_bytes(content[:luck.randrange(len(content))])


def empty(path: Path, luck: random.Random) -> None:
    path.write_bytes(b"")


def zero(path: Path, luck: random.Random) -> None:
    content = bytearray(path.read_bytes())
    begin = luck.randrange(len(content))
    end = min(len(content), begin + 512)
    content[begin:end] = bytes(end - begin)
    path.write_bytes(content)


def swap(path: Path, luck: random.Random) -> None:
    other = luck.choice([p for p in path.parent.iterdir() if p.suffix == path.suffix and p != path])
    mine = path.read_bytes()
    path.write_bytes(other.read_bytes())
    other.write_bytes(mine)


def delete(path: Path, luck: random.Random) -> None:
    path.unlink()


DAMAGES = (flip, flip, flip, cut, empty, zero, swap, delete)


def run(folder: Path, mechanisms: str) -> subprocess.CompletedProcess[str]:
    """A new process with this folder of compiled code."""
    return subprocess.run([sys.executable, "-W", "always", "-c", RUN % mechanisms], capture_output=True, text=True,
                          timeout=300, env=os.environ | {"UNANIMITY_CACHE": str(folder)})


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--damages", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--whole", action="store_true")
    given = parser.parse_args()
    mechanisms = "all" if given.whole else "hall"
    luck = random.Random(given.seed)
    found: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "cache"
        right = run(folder, mechanisms).stdout
        assert right, run(folder, mechanisms).stderr
        for number in range(given.damages):
            files = sorted(p for p in folder.rglob("*") if p.suffix in (".code", ".py"))
            damage = luck.choice(DAMAGES)
            for path in luck.sample(files, luck.choice((1, 1, 1, 2, 3))):
                if path.exists():
                    damage(path, luck)
            done = run(folder, mechanisms)
            fate = "failed" if done.returncode else ("right" if done.stdout == right else "wrong")
            found[fate] += 1
            found["told"] += "was damaged" in done.stderr
            if fate != "right":
                print(f"damage {number}, {damage.__name__}: {fate}; {done.stderr.strip().splitlines()[-1:]}")
            if number % 50 == 49:
                print(f"{number + 1}: {dict(found)}", flush=True)
        again = run(folder, mechanisms)
        healed = again.stdout == right and "was damaged" not in again.stderr
        print(f"{given.damages} damages: {dict(found)}; {'healed' if healed else 'not healed'}")
    return 1 if found["wrong"] or found["failed"] or not healed else 0


if __name__ == "__main__":
    sys.exit(main())
