"""The healthy-run table: what the four base orders look like, in rates a head that a reader can check against life.

    python benchmarks/healthy.py                      # 8 worlds of 2,000 people over 96 months, seeds 901-908
    python benchmarks/healthy.py --people 20000 --worlds 4 --set tree=auto

Rates are per 1,000 people a year unless the row says otherwise; beside the mean stands half the width of its 95 %
interval over worlds, and where it is known the band of a country that could be.
"""

from __future__ import annotations

import argparse

import numpy as np

import unanimity as un

ORDERS = ("law", "apparatus", "war", "terror")
OPPORTUNIST = "ambition > conviction and (agreement <= 0 or conviction < .3)"
ROWS = {
    "arrests": "12000 * rate(log arrested, all, 0..95)",
    "executions": "12000 * rate(log died kind executed, all, 0..95)",
    "hunger deaths": "12000 * rate(log died kind hunger, all, 0..95)",
    "hunger deaths, worst year": "",  # made from the years below
    "left the country": "12000 * rate(log left, all, 0..95)",
    "attacks": "12000 * rate(log attacked, all, 0..95)",
    "crimes of chiefs": "125 * sum(crimes, units level(cell), 95) / people_accounted(0)",
    "factions founded": "125 * mean(factions_founded, all, 95) / people_accounted(0)",
    "risen, % a year": "12.5 * sum(in_revolt > 0, all, 0..95) / people_accounted(0)",
    "expelled, % of members a year": "1200 * rate(log sanctioned rung == 3, members, 0..95)",
    "falls in 8 years": "mean(falls, all, 95)",
    "alive in the country, %": "100 * living_in_country(95) / people_accounted(0)",
    "fear": "mean(fear, all, last 12)",
    "trust in print": "mean(trust, all, last 12)",
    "public dissent": "share(voice == dissent, attendants, last 12)",
    "private dissent": "share(want > inertia, attendants, last 12)",
    "private dissent of members": "share(want > inertia, attendants and members, last 12)",
    "in circles, % of members": "100 * faction_share(84..95)",
    "open dissent of members": "share(voice == dissent, attendants and members, last 12)",
    "purge open, share of months": "mean(purge_open, all, 0..95)",
    "risen in towns, % a year": "12.5 * sum(in_revolt > 0, town, 0..95) / people_accounted(0)",
    "members, % of people": "100 * members_share(95)",
    "opportunists of members": f"share({OPPORTUNIST}, members, 95)",
    "opportunists of newcomers": f"share({OPPORTUNIST}, members and above(cohort, 0), 95)",
    "opportunists of officials": f"share({OPPORTUNIST}, officials, 95)",
    "competence of cells": "mean(competence, level(cell), 95)",
    "competence of provinces": "mean(competence, level(province), 95)",
    "competence of the centre": "mean(competence, level(centre), 95)",
}
BANDS = {  # what a country that could be looks like: issue 1 of the second round, from the memoir and the record
    ("arrests", "apparatus"): (0.4, 6), ("arrests", "terror"): (3, 15), ("executions", "terror"): (0.001, 15),
    ("private dissent of members", "apparatus"): (0.16, 0.35), ("in circles, % of members", "apparatus"): (0.5, 3),
    ("risen, % a year", "war"): (1, 9), ("risen in towns, % a year", "war"): (0.1, 9),
    ("purge open, share of months", "terror"): (0.001, 0.5), ("arrests", "law"): (0, 0.1),
    ("executions", "law"): (0, 0), ("risen, % a year", "law"): (0, 0.05),
    **{("falls in 8 years", order): (0, 0) for order in ORDERS},
}
YEARS = [f"12000 * rate(log died kind hunger, all, {y * 12}..{y * 12 + 11})" for y in range(8)]


def table_of(order: str, people: int, worlds: int, seed: int, changes: dict[str, object]) -> dict[str, np.ndarray]:
    """Each row's value in each world."""
    asked = [question for question in ROWS.values() if question] + YEARS
    found = un.run(order, changes, people=people, worlds=worlds, months=96, seed=seed, ask=asked).answers
    rows = {name: found[question].to_numpy() for name, question in ROWS.items() if question}
    worst = np.max([found[question].to_numpy() for question in YEARS], axis=0)
    return {name: rows.get(name, worst) for name in ROWS}


def main() -> None:
    """Print the table as Markdown."""
    read = argparse.ArgumentParser(description=__doc__)
    read.add_argument("--people", type=int, default=2000)
    read.add_argument("--worlds", type=int, default=8)
    read.add_argument("--seed", type=int, default=901)
    read.add_argument("--orders", nargs="+", default=ORDERS)
    read.add_argument("--set", nargs="*", default=[], help="lever=value or parameter=value")
    asked = read.parse_args()
    changes: dict[str, object] = {}
    for pair in asked.set:
        name, value = pair.split("=", 1)
        try:
            changes[name] = float(value)
        except ValueError:
            changes[name] = value
    tables = {order: table_of(order, asked.people, asked.worlds, asked.seed, changes) for order in asked.orders}
    print(f"{asked.worlds} worlds of {asked.people:,} people, 96 months, seeds {asked.seed} ff.")
    print("| | " + " | ".join(asked.orders) + " |\n|---|" + "---|" * len(asked.orders))
    for name in ROWS:
        cells = []
        for order in asked.orders:
            values = tables[order][name]
            values = values[np.isfinite(values)]
            half = 1.96 * values.std(ddof=1) / len(values) ** 0.5 if len(values) > 1 else 0.0
            cells.append(f"{values.mean():.3g} ± {half:.2g}" if len(values) else "none")
            if (name, order) in BANDS and len(values):
                low, high = BANDS[name, order]
                cells[-1] += f" ({low:g}..{high:g}: {'inside' if low <= values.mean() <= high else 'OUTSIDE'})"
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
