"""Unanimity: a laboratory for institutions.

    import unanimity as un
    result = un.run("apparatus", worlds=8, months=60)          # a Result: measures by world, month and place
    print(result)
    found = un.compare("apparatus", {"secret": {"ballot": "secret"}}, pairs=10)   # same people, same luck
    sim = un.Simulation("apparatus", seed=1); sim.step(); sim.people["fear"]      # one world, month by month

What there is: `un.measures`, `un.levers`, `un.events`, `un.mechanisms` (`un.measures.search("complain")`), `un.claims`,
`un.reference` (published models), `un.evidence`, `un.history`. Workshop: `un.sweep`, `un.sensitivity`, `un.calibrate`.

Names are imported when first used, so that `import unanimity` and the command line stay quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from unanimity.support.late_imports import lend

if TYPE_CHECKING:  # what a type checker and an editor see; at run time each comes when it is first asked for
    from unanimity import evidence, history, report
    from unanimity.catalogues import Catalogue, events, levers
    from unanimity.claims import _Shelf as _Claims
    from unanimity.engine.simulate import Interrupted
    from unanimity.experiments.compare import Comparison, compare
    from unanimity.experiments.experiment import Experiment, experiment
    from unanimity.experiments.power import pairs_needed
    from unanimity.experiments.run import regime, run
    from unanimity.experiments.simulation import Simulation
    from unanimity.history.whatif import whatif
    from unanimity.reference import _Shelf as _Models
    from unanimity.regimes import Regime
    from unanimity.results import Result, load_result
    from unanimity.support.errors import UserError
    from unanimity.workshop.calibrate import calibrate
    from unanimity.workshop.sensitivity import sensitivity
    from unanimity.workshop.sweep import sweep

    claims: _Claims
    reference: _Models
    measures: Catalogue
    mechanisms: Catalogue

__version__ = "0.1.0"

_HOMES = {
    "run": "unanimity.experiments.run",
    "compare": "unanimity.experiments.compare",
    "Comparison": "unanimity.experiments.compare",
    "pairs_needed": "unanimity.experiments.power",
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
__all__ = ["Comparison", "Experiment", "Interrupted", "Regime", "Result", "Simulation", "UserError", "calibrate",
           "claims", "compare", "events", "evidence", "experiment", "history", "levers", "load_result", "measures",
           "mechanisms", "pairs_needed", "reference", "regime", "report", "run", "sensitivity", "sweep", "whatif"]

# rooms below that borrow from rooms above: a Result draws itself and shows its persons, un.measures is searched
lend("report", lambda: import_module("unanimity.report"))
lend("again", lambda: import_module("unanimity.experiments.simulation").Again)
lend("catalogue", lambda: import_module("unanimity.catalogues").catalogue)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        from unanimity.support.errors import near_miss

        raise AttributeError(f"module 'unanimity' has no attribute {name!r}.{near_miss(name, _HOMES)}")
    if name in _ROOMS:
        return import_module(_HOMES[name])
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
