"""Rules about units in plain Python: the same order and the same sums as the engine's, over a few arrays by name."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace

import numpy as np

from unanimity.world.tables import fields_asked, handed


def walk(rules, units, tree, **given):
    """Run rules of kinds unit and unit_fold, one after the other, over `units` (columns by name, made where missing).

    `tree` is a Tree, or (parent, child_first, child_last, province) of a small one; `given` are levers, parameters and
    the like, the same everywhere or one number a unit.
    """
    parent, first, last, province = (tree if isinstance(tree, tuple) else
                                     (tree.parent, tree.child_first, tree.child_last, tree.province))
    size, cells = len(parent), int(np.argmax(np.asarray(last) > 0)) or len(parent)
    orders = {"cell": range(cells), "unit above cells": range(cells, size), "unit": range(size),
              "unit from the top": range(size - 1, -1, -1),
              "district": range(cells, parent[cells - 1] + 1), "province": range(first[-1], last[-1]),
              "centre": range(size - 1, size)}
    above = {"parent": lambda u: parent[u] if u < size - 1 else u, "province": lambda u: province[u],
             "centre": lambda u: size - 1}

    def column(name):
        return units.setdefault(name, np.zeros(size))

    def value(name, u, rule):
        if name == "is_centre":
            return u == size - 1
        if name == "u":
            return u
        if name == "tree":
            return SimpleNamespace(child_first=first, child_last=last)
        if name == "units":
            return SimpleNamespace(**{asked: column(asked) for asked in fields_asked(rule.function, "units")})
        if name in given:
            return given[name][u] if isinstance(given[name], np.ndarray) else given[name]
        if name.startswith("children_"):
            return sum((column(name[9:])[c] for c in range(first[u], last[u])), 0.0)
        prefix, _, rest = name.partition("_")
        return column(rest)[above[prefix](u)] if prefix in above and name not in units else column(name)[u]

    for rule in rules:
        if rule.kind == "unit_fold" and rule.fold != "added":
            for u in orders[rule.order]:
                for name in rule.writes:
                    column(name)[above[rule.to](u)] = 0.0
        for u in orders[rule.order]:
            found = rule(*handed(rule.function, partial(value, u=u, rule=rule)))
            for name, new in zip(rule.writes, found if len(rule.writes) > 1 else (found,), strict=True):
                if rule.kind == "unit_fold":
                    column(name)[above[rule.to](u)] += new
                else:
                    column(name)[u] = new
    return units
