"""Epstein's rebellion (2002, model I) in Unanimity: the published model on the shelf, and its rule as a function."""

from math import exp

import unanimity as un


def rises(hardship, risk_aversion, cops, actives, legitimacy=0.82, threshold=0.1, k=2.3):
    """A rule is a pure function of numbers: here, of what one citizen sees."""
    grievance = hardship * (1 - legitimacy)
    arrest = 1 - exp(-k * (cops // (actives + 1)))
    return grievance - risk_aversion * arrest > threshold


assert rises(0.9, 0.1, cops=0, actives=0) and not rises(0.9, 0.9, cops=2, actives=0)

model = un.reference["epstein"]
outcome = model.run(seed=1, ticks=200)  # the paper's run 2, on a torus of 40 x 40
print(outcome.table.tail())
print({name: round(value, 1) for name, value in outcome.summary.items()})
