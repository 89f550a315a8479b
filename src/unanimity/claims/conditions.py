"""What would have to be true: at which parameter settings a claim's main effect is found.

A small decision tree (scikit-learn) over the settings of a hypercube gives bounds on two or three parameters;
cross-validation estimates its accuracy, and a logistic regression the direction of each parameter's effect. A condition
is compatible with the record to the extent that plausible settings, which agree with the record, lie inside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from unanimity.support.extras import need
from unanimity.verdicts.answer import FOUND, IN_SIGN, RARE
from unanimity.verdicts.levels import wilson

MOST_PARAMETERS, LEAF = 3, 0.05  # parameters in a condition; the smallest share of settings in a leaf
LEAST_SETTINGS, LEAST_FOUND = 40, 8  # needed for a fit: in all, and with and without the effect
TRUSTED = 0.6  # balanced accuracy in cross-validation, where .5 is chance
ALWAYS = 0.95
FOLDS, SEED = 5, 0
NOWHERE, EVERYWHERE, FEW, UNTOLD, TOLD = "nowhere", "nearly everywhere", "too few settings", "no rule", "a rule"


@dataclass(frozen=True)
class Bound:
    """A parameter on one side of a number."""

    parameter: str
    above: bool
    number: float

    def holds(self, values: np.ndarray) -> np.ndarray:
        """Whether the values satisfy the bound."""
        return np.asarray(values > self.number if self.above else values <= self.number)

    def __str__(self) -> str:
        return f"{self.parameter} {'above' if self.above else 'at most'} {self.number:.3g}"


@dataclass(frozen=True)
class Condition:
    """Where a claim's main effect is found."""

    claim: str
    kind: str  # a rule, or why there is no rule
    settings: int
    found: float  # share of settings
    bounds: tuple[Bound, ...] = ()
    inside: float = float("nan")  # share of the settings inside the bounds with the effect
    inside_low: float = float("nan")
    accuracy: float = float("nan")  # balanced accuracy in cross-validation
    pulls: tuple[tuple[str, float], ...] = ()  # logistic coefficients per standard deviation of the parameter
    record: float = float("nan")  # weighted share of plausible settings inside the bounds

    @property
    def sentence(self) -> str:
        """In plain words."""
        if self.kind == FEW:
            return f"Only {self.settings} settings are done: too few to say."
        if self.kind == NOWHERE:
            return f"Found at {100 * self.found:.0f} % of {self.settings} settings: hardly anywhere in the ranges."
        if self.kind == EVERYWHERE:
            return f"Found at {100 * self.found:.0f} % of {self.settings} settings: it hangs on none of these numbers."
        if self.kind == UNTOLD:
            return (f"Found at {100 * self.found:.0f} % of {self.settings} settings; no two or three parameters tell "
                    f"where.")
        allowed = "the record allows it" if self.record >= 0.5 else "the record hardly allows it" if self.record > 0 \
            else "the record does not allow it"
        return (f"Found at {100 * self.inside:.0f} % of settings with {' and '.join(map(str, self.bounds))} "
                f"({100 * self.found:.0f} % of all); {allowed}: {100 * self.record:.0f} % of the plausible settings "
                f"lie there.")

    def row(self) -> dict[str, Any]:
        """As a row of a table."""
        return {"claim": self.claim, "kind": self.kind, "settings": self.settings, "found": self.found,
                "condition": " and ".join(map(str, self.bounds)), "inside": self.inside,
                "inside_low": self.inside_low, "accuracy": self.accuracy, "record_allows": self.record,
                "pulls": "; ".join(f"{name} {size:+.2f}" for name, size in self.pulls), "sentence": self.sentence}


def conditions(table: pd.DataFrame, settings: pd.DataFrame, plausible: Sequence[Mapping[str, float]],
               weights: Sequence[float], in_sign: bool = True) -> list[Condition]:
    """The condition of every claim; with `in_sign` an effect "found in sign" counts as found."""
    words = [FOUND, IN_SIGN] if in_sign else [FOUND]
    by_number = settings.set_index("setting")
    found = []
    for name, mine in table.groupby("claim", sort=False):
        seen = mine[mine["word"] != RARE]
        x = by_number.loc[seen["setting"]]
        found.append(condition(str(name), x, seen["word"].isin(words).to_numpy(), plausible, weights))
    return found


def condition(claim: str, x: pd.DataFrame, y: np.ndarray, plausible: Sequence[Mapping[str, float]] = (),
              weights: Sequence[float] = ()) -> Condition:
    """Where an effect is found: `x` is an array of settings by parameters, `y` marks the settings with the effect."""
    share = float(y.mean()) if y.size else float("nan")
    if y.size < LEAST_SETTINGS:
        return Condition(claim, FEW, y.size, share)
    if share > ALWAYS or min(y.sum(), y.size - y.sum()) < LEAST_FOUND:
        return Condition(claim, EVERYWHERE if share > 0.5 else NOWHERE, y.size, share)
    accuracy, bounds, pulls = _fitted(x, y)
    if not bounds or accuracy < TRUSTED:
        return Condition(claim, UNTOLD, y.size, share, accuracy=accuracy, pulls=pulls)
    inside = np.logical_and.reduce([one.holds(x[one.parameter].to_numpy()) for one in bounds])
    low, _ = wilson(int(y[inside].sum()), int(inside.sum()))
    return Condition(claim, TOLD, y.size, share, bounds, float(y[inside].mean()), low, accuracy, pulls,
                     allowed(bounds, plausible, weights))


def allowed(bounds: Sequence[Bound], plausible: Sequence[Mapping[str, float]], weights: Sequence[float]) -> float:
    """The weighted share of plausible settings inside the bounds."""
    total = float(sum(weights))
    if not total:
        return float("nan")
    return sum(weight for one, weight in zip(plausible, weights, strict=True)
               if all(bool(bound.holds(np.array(one[bound.parameter]))) for bound in bounds)) / total


def _fitted(x: pd.DataFrame, y: np.ndarray) -> tuple[float, tuple[Bound, ...], tuple[tuple[str, float], ...]]:
    """Cross-validated balanced accuracy, the path to the best leaf, and the signs of a logistic regression."""
    need("what would have to be true", "sklearn")
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import StratifiedKFold, cross_val_score
    from sklearn.preprocessing import StandardScaler
    from sklearn.tree import DecisionTreeClassifier

    tree = DecisionTreeClassifier(max_depth=MOST_PARAMETERS, min_samples_leaf=max(LEAST_FOUND, int(LEAF * y.size)),
                                  class_weight="balanced", random_state=SEED)
    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=SEED)
    accuracy = float(cross_val_score(tree, x.to_numpy(), y, cv=folds, scoring="balanced_accuracy").mean())
    tree.fit(x.to_numpy(), y)
    logistic = LogisticRegression(C=0.1, class_weight="balanced", max_iter=1000)
    logistic.fit(StandardScaler().fit_transform(x.to_numpy()), y)
    strongest = np.argsort(-np.abs(logistic.coef_[0]))[:MOST_PARAMETERS]
    pulls = tuple((str(x.columns[k]), float(logistic.coef_[0][k])) for k in strongest)
    return accuracy, _best_leaf(tree.tree_, list(map(str, x.columns)), x.to_numpy(), y), pulls


def _best_leaf(tree: Any, names: Sequence[str], x: np.ndarray, y: np.ndarray) -> tuple[Bound, ...]:
    """The bounds of the leaf with the highest lower Wilson bound of the share with the effect; per parameter and side
    the tightest."""
    best: tuple[Bound, ...] = ()
    surest = -1.0
    ways: list[tuple[int, tuple[Bound, ...]]] = [(0, ())]
    while ways:
        node, way = ways.pop()
        if tree.children_left[node] < 0:
            inside = np.ones(y.size, bool)
            for one in way:
                inside &= one.holds(x[:, names.index(one.parameter)])
            sure = wilson(int(y[inside].sum()), int(inside.sum()))[0] if inside.any() else -1.0
            if sure > surest:
                best, surest = way, sure
            continue
        name, number = names[int(tree.feature[node])], float(tree.threshold[node])
        ways.append((int(tree.children_left[node]), _with(way, Bound(name, False, number))))
        ways.append((int(tree.children_right[node]), _with(way, Bound(name, True, number))))
    return best


def _with(way: tuple[Bound, ...], new: Bound) -> tuple[Bound, ...]:
    """The bounds with one added; it replaces a looser one on the same side of the same parameter."""
    return (*(one for one in way if (one.parameter, one.above) != (new.parameter, new.above)), new)
