"""Do the witnesses agree? Which main effects are found together at the same settings.

The result is descriptive and never used to set a default. Only settings at which every claim was run count. Two claims
exclude each other if they are found together significantly less often than by chance (Fisher's exact test, with Holm's
correction for all pairs), and support each other if significantly more often. Authors are compared by the mean
correlation (phi) of their claims.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd

from unanimity.support.errors import UserError
from unanimity.verdicts.answer import FOUND, IN_SIGN

LEVEL = 0.05  # family-wise, over all pairs
EXCLUDE, SUPPORT, NEITHER = "exclude each other", "stand or fall together", "neither"


@dataclass(frozen=True)
class Witnesses:
    """Which main effects are found at which setting: a table of settings by claims."""

    found: pd.DataFrame  # bool
    authors: pd.Series  # by claim

    @property
    def at_once(self) -> pd.Series:
        """How many effects are found at each setting, in descending order."""
        return self.found.sum(axis=1).sort_values(ascending=False, kind="stable")

    @property
    def best(self) -> dict[str, Any]:
        """The setting at which most effects are found, their number and names, and the typical number."""
        number = int(self.at_once.index[0])
        row = self.found.loc[number]
        return {"setting": number, "found": int(row.sum()), "of": self.found.shape[1],
                "claims": list(row.index[row]), "missed": list(row.index[~row]),
                "median": float(self.at_once.median()), "settings": len(self.found)}

    @property
    def pairs(self) -> pd.DataFrame:
        """Every pair of claims of which each is found at some settings but not at all of them: how often together, and
        what it means."""
        from scipy.stats import fisher_exact  # imported here because loading takes half a second

        rows = []
        for one, other in combinations(self.found.columns, 2):
            a, b = self.found[one].to_numpy(), self.found[other].to_numpy()
            if a.all() or b.all() or not a.any() or not b.any():
                continue
            table = [[int((a & b).sum()), int((a & ~b).sum())], [int((~a & b).sum()), int((~a & ~b).sum())]]
            rows.append({"one": one, "other": other, "author": self.authors[one], "other_author": self.authors[other],
                         "together": table[0][0], "by_chance": float(a.mean() * b.mean() * len(a)),
                         "phi": float(np.corrcoef(a, b)[0, 1]), "p": float(fisher_exact(table).pvalue)})
        frame = pd.DataFrame(rows, columns=["one", "other", "author", "other_author", "together", "by_chance", "phi",
                                            "p"])
        sure = _holm(frame["p"].to_numpy())
        frame["says"] = np.where(~sure, NEITHER, np.where(frame["phi"] < 0, EXCLUDE, SUPPORT))
        return frame.sort_values("phi", ignore_index=True)

    @property
    def by_author(self) -> pd.DataFrame:
        """Pairs of authors: number of pairs of claims, mean phi, how many exclude and how many support each other."""
        pairs = self.pairs
        ends = np.sort(pairs[["author", "other_author"]].to_numpy(str), axis=1) if len(pairs) else np.empty((0, 2))
        pairs = pairs.assign(a=ends[:, 0], b=ends[:, 1])
        rows = [{"author": a, "other_author": b, "pairs": len(mine), "phi": float(mine["phi"].mean()),
                 "exclude": int((mine["says"] == EXCLUDE).sum()), "support": int((mine["says"] == SUPPORT).sum())}
                for (a, b), mine in pairs.groupby(["a", "b"])]
        return pd.DataFrame(rows, columns=["author", "other_author", "pairs", "phi", "exclude", "support"])

    @property
    def sentences(self) -> list[str]:
        """The result in sentences."""
        best, pairs = self.best, self.pairs
        against = int((pairs["says"] == EXCLUDE).sum())
        together = int((pairs["says"] == SUPPORT).sum())
        return [f"At the best of {best['settings']} settings {best['found']} of {best['of']} main effects are found at "
                f"once; at the middle one {best['median']:.0f}. The best of so many is better than it would be again.",
                f"Of {len(pairs):,} pairs of claims {against} exclude each other and {together} stand or fall "
                f"together; of the others neither is shown." if len(pairs) else
                "No two claims are each found at some settings and not at others, so that none can be compared."]

    def record(self) -> dict[str, Any]:
        """As plain values."""
        return {"best": self.best, "pairs": self.pairs.to_dict("records"),
                "by_author": self.by_author.to_dict("records"), "sentences": self.sentences}


def witnesses(table: pd.DataFrame, in_sign: bool = True) -> Witnesses:
    """From the table of a design; only settings at which every claim was asked count."""
    words = [FOUND, IN_SIGN] if in_sign else [FOUND]
    wide = table.assign(found=table["word"].isin(words)).pivot(index="setting", columns="claim", values="found")
    wide = wide[list(dict.fromkeys(table["claim"]))].dropna()
    if wide.empty:
        raise UserError("claims witnesses: there is no setting at which every claim was asked; allowed: after "
                        "'unanimity claims hypercube' has finished some.")
    return Witnesses(wide.astype(bool), table.drop_duplicates("claim").set_index("claim")["author"])


def _holm(p: np.ndarray) -> np.ndarray:
    """Which of many tests hold, all together at the level (Holm 1979)."""
    order = np.argsort(p, kind="stable")
    sure = np.zeros(p.size, bool)
    for rank, place in enumerate(order):
        if p[place] > LEVEL / (p.size - rank):
            break
        sure[place] = True
    return sure
