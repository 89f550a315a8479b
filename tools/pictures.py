"""Make every page anew, look at it, and take the pictures of the docs from it: `make pictures`.

    python tools/pictures.py [--pairs 20] [--out out/pages]
    python tools/pictures.py --debate out/debate/report.html     # only this page, which takes long to compute

Writes the pages of demo, two cities, a comparison, all regimes and one run, renders each at 1280 and 390 pixels, dark
and printed (tools/look.py), prints what does not fit, and writes docs/pictures/{regimes,one-world,two-cities}.png.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from look import HOW_TO_GET_IT, browser, chromium, faults_of, pictures_of

DOCS = Path(__file__).parents[1] / "docs" / "pictures"
CLI = (sys.executable, "-m", "unanimity.cli.main")


def commands(pairs: int) -> dict[str, tuple[str, ...]]:
    """A page's folder and the command that writes it."""
    count = str(pairs)
    return {
        "demo": ("demo", "--pairs", count), "two-cities": ("demo", "two-cities", "--pairs", count),
        "compare": ("compare", "terror", "--with", "oversight.courts=on", "--with", "police_quota=none", "--with",
                    "market=legal", "--pairs", count),
        "regimes": ("regimes", "compare", "--seeds", count), "run": ("run", "terror", "--worlds", "8", "--seed", "1"),
    }


PICTURES = {  # page: part of it, picture
    "regimes": {"section": "regimes.png"}, "run": {"#power-one-desk-and-what-breaks": "one-world.png"},
    "two-cities": {"#apart-in-public-together-in-private": "two-cities.png"},
}


def main() -> int:
    """Write the pages, look at them, take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--out", type=Path, default=Path("out/pages"))
    parser.add_argument("--debate", type=Path, help="a page of `unanimity claims run --all --out DIR`, looked at alone")
    asked = parser.parse_args()
    if chromium() is None:
        print(HOW_TO_GET_IT, file=sys.stderr)
        return 2
    if asked.debate is not None:
        return looked_at({"debate": asked.debate}, asked.out)
    for name, words in commands(asked.pairs).items():
        subprocess.run([*CLI, *words, "--out", str(asked.out / name)], check=True, stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL)
    return looked_at({name: asked.out / name / "report.html" for name in commands(asked.pairs)}, asked.out)


def looked_at(pages: dict[str, Path], out: Path) -> int:
    """Look at pages and take their pictures; whether something does not fit."""
    wrong = 0
    with browser() as opened:
        for name, page in pages.items():
            found = faults_of(opened, page, out / "look", name)
            wrong += len(found)
            print("\n  ".join([f"{page}: {page.stat().st_size / 1000:.0f} KB, {len(found)} faults", *found]))
            pictures_of(opened, page, {part: DOCS / picture for part, picture in PICTURES.get(name, {}).items()})
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
