"""What each main measure does when a card is switched off: paired worlds, into docs/system/cards-off.csv.

    python benchmarks/cards_off.py              # all cards
    python benchmarks/cards_off.py fear voice   # these, printed

Cards from 31 on are about organisations, so they are tried in a worker co-operative; births and moving run only in the
hindcast; all others under `terror`, where every one of them has something to do.
"""

from __future__ import annotations

import csv
import sys
import tempfile
from pathlib import Path

import unanimity as un
from unanimity.mechanisms import BY_ID

PAGE = Path(__file__).resolve().parents[1] / "docs/system/cards-off.csv"
PAIRS, MONTHS, PEOPLE = 12, 48, 1000
MEASURES = ("unanimity", "falsification_gap", "fear_of_opinion", "legitimacy", "mean_hunger", "centre_error",
            "held_in_camps", "deaths", "share_in_revolt", "competence_centre")
OF_ORGANISATIONS = 31
OF_HISTORY = ("generations", "moving")
FIELDS = ("mechanism", "measure", "with", "without", "difference", "low", "high", "reading", "error")


def base_of(name: str, card: int) -> str:
    """Where a card is tried: a co-operative, the hindcast (births and moving run there only), else `terror`."""
    if name in OF_HISTORY:
        return "ussr-1918-1941"
    return "worker-coop" if card >= OF_ORGANISATIONS else "terror"


def rows_of(name: str, card: int) -> list[dict[str, str]]:
    """The rows of one card: means with and without it, and the paired difference with its interval."""
    base = base_of(name, card)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "without.toml"
        path.write_text(f'title = "without {name}"\nbased_on = "{base}"\noff = ["{name}"]\n')
        try:
            without = un.regime(path)
            found = un.compare(base, {"without": without}, pairs=PAIRS, months=MONTHS,
                               people=None if base == "worker-coop" else PEOPLE, progress=False)
        except un.UserError as slip:
            return [dict.fromkeys(FIELDS, "") | {"mechanism": name, "error": str(slip)}]
    table = found.table()
    table = table[table.measure.isin(MEASURES)]
    return [{"mechanism": name, "measure": r.measure, "with": f"{r.control:.3g}", "without": f"{r.treated:.3g}",
             "difference": f"{r.difference:+.3g}", "low": f"{r.low:+.3g}", "high": f"{r.high:+.3g}",
             "reading": "rises" if r.low > 0 else "falls" if r.high < 0 else "no clear difference", "error": ""}
            for r in table.itertuples()]


def main(names: list[str]) -> None:
    chosen = [BY_ID[name] for name in names] if names else sorted(BY_ID.values(), key=lambda m: (m.card == 0, m.card))
    rows = [row for m in chosen if m.id != "census" for row in rows_of(m.id, m.card)]
    if names:
        print(*rows, sep="\n")
        return
    with PAGE.open("w", newline="", encoding="utf-8") as file:
        file.write(f"# {PAIRS} pairs of worlds with the same people and the same random numbers, {MONTHS} months, "
                   f"under `terror` with {PEOPLE:,} people\n# (cards of organisations, from {OF_ORGANISATIONS} on: "
                   f"`worker-coop`; births and moving: the first years of the hindcast); means of the last 12 months. "
                   f"Made by `benchmarks/cards_off.py`.\n")
        written = csv.DictWriter(file, FIELDS, lineterminator="\n")
        written.writeheader()
        written.writerows(rows)


if __name__ == "__main__":
    main(sys.argv[1:])
