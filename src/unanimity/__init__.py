"""Unanimity: a laboratory for institutions.

    import unanimity as un
    result = un.run("apparatus", worlds=8, months=60)
    print(result)

Names are imported when first used, so that `import unanimity` and the command line stay quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from unanimity.support.late_imports import lend

__version__ = "0.1.0"

_HOMES = {
    "run": "unanimity.experiments.run",
    "compare": "unanimity.experiments.compare",
    "experiment": "unanimity.experiments.experiment",
    "Experiment": "unanimity.experiments.experiment",
    "regime": "unanimity.experiments.run",
    "Simulation": "unanimity.experiments.simulation",
    "Regime": "unanimity.regimes",
    "Interrupted": "unanimity.engine.simulate",
    "Result": "unanimity.results",
    "load_result": "unanimity.results",
    "UserError": "unanimity.support.errors",
    "reference": "unanimity.reference",
    "report": "unanimity.report",
    "claims": "unanimity.claims",
    "sweep": "unanimity.workshop",
    "sensitivity": "unanimity.workshop",
    "calibrate": "unanimity.workshop",
    "history": "unanimity.history",
    "whatif": "unanimity.history.whatif",
    "evidence": "unanimity.evidence",
    "measures": "unanimity.measures",
    "mechanisms": "unanimity.mechanisms",
    "levers": "unanimity.catalogues",
    "events": "unanimity.catalogues",
}
_ROOMS = ("reference", "report", "claims", "history", "evidence", "measures", "mechanisms")
lend("catalogue", lambda: import_module("unanimity.catalogues").catalogue)  # un.measures.search("complain")
lend("again", lambda: import_module("unanimity.experiments.simulation").Again)  # and show its persons
lend("report", lambda: import_module("unanimity.report"))  # so that a Result can draw itself


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'unanimity' has no attribute {name!r}")
    if name in _ROOMS:
        return import_module(_HOMES[name])
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
