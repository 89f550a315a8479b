"""The party cell of the memoir: the model's counts next to its author's counts; nothing is fitted.

003 l.12470-12480: a printers' cell of about 400 members: 3 old ones, some 10 of the civil war, about 387 of the levy; 5
opponents. 003 l.12515-12527: some 20 hecklers. 003 l.12643-12661: 2 hands, once 3, of 250 present are raised against;
some 40 are sure of each other and agree in secret, and as many again sympathise. The model's cell holds 400 attendants:
its counts are given for 250 of them.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from unanimity.engine.simulate import check_run, simulate
from unanimity.mechanisms.people.meeting import Meeting
from unanimity.regimes import load_regime
from unanimity.results import Result
from unanimity.support.progress import progress

REGIME = "memoir-cell"
PRESENT = 250.0  # people present at a meeting
LAST = 12
SET = {"members of the cell": "about 400", "old members": "3", "members of the civil war": "about 10",
       "members of the levy": "about 387", "open opponents": "5"}
TOLD = {  # what: words, lowest, highest
    "hands raised against, of 250": ("2, once 3", 2.0, 3.0),
    "private dissenters who keep silent, of 250": ("40 to 80", 40.0, 80.0),
    "of them who say so among friends, of 250": ("about 40", 30.0, 50.0),
    "private dissenters for each open one": ("14 to 42", 14.0, 42.0),
    "hecklers, of 250": ("about 20", 15.0, 25.0),
}


def memoir_cell(worlds: int = 10, seed: int = 1926, threads: int | None = None) -> pd.DataFrame:
    """Every figure of the memoir next to the model's, over all cells of that many worlds."""
    regime = load_regime(REGIME)
    check_run(regime, worlds)
    with progress("the cell of the memoir", None, "months") as bar:
        result = simulate([regime] * worlds, [seed + k for k in range(worlds)], threads=threads, resumable=False,
                          progress=bar.tell)
    return figures(result)


def figures(result: Result) -> pd.DataFrame:
    """The table: quantity, memoir, the mean over cells with their middle 90 %, and how many lie within."""
    counted = counts(result)
    rows = [{"what": what, "told": told, "is_set": True, "mean": np.nan, "low": np.nan, "high": np.nan,
             "within": np.nan} for what, told in SET.items()]
    for what, (told, lowest, highest) in TOLD.items():
        if what not in counted:
            continue
        values = counted[what]
        rows.append({"what": what, "told": told, "is_set": False, "mean": float(values.mean()),
                     "low": float(np.quantile(values, 0.05)), "high": float(np.quantile(values, 0.95)),
                     "within": float(((values >= lowest) & (values <= highest)).mean())})
    return pd.DataFrame(rows)


def counts(result: Result) -> dict[str, np.ndarray]:
    """The counts of the last year in every cell, scaled to 250 people present."""
    def yearly(measure: str) -> np.ndarray:
        places = [place for place in result.places if place != "country"]
        return np.concatenate([result.of(measure, place).to_numpy()[-LAST:].mean(axis=0) for place in places])

    hands, private = PRESENT * yearly("public_dissent"), PRESENT * yearly("private_dissent")
    found = {"hands raised against, of 250": hands,
             "private dissenters who keep silent, of 250": PRESENT * yearly("falsification_gap"),
             "of them who say so among friends, of 250": PRESENT * yearly("talks"),
             "private dissenters for each open one": private / np.maximum(1.0, hands)}
    if "zeal_of_apparatus" in result.measures:
        found["hecklers, of 250"] = PRESENT * Meeting().hecklers * yearly("zeal_of_apparatus")
    return found
