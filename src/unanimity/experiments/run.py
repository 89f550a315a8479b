"""Run one regime in several worlds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from unanimity.engine.batch import check_seed
from unanimity.engine.simulate import check_run, simulate
from unanimity.measures import own_measures
from unanimity.regimes import Regime, load_regime
from unanimity.regimes.plausible import Given, plausible
from unanimity.results import Result
from unanimity.support.errors import refuse, whole_number
from unanimity.support.manners import path_of
from unanimity.support.progress import Wish, telling
from unanimity.world.argument_checks import in_plain_words
from unanimity.world.rules import Mechanism


@in_plain_words
def regime(name: str | Path | Regime, changes: Mapping[str, Any] | None = None, *,
           mechanisms: Sequence[Mechanism | str | Path] = (), after: Mapping[str, str] | None = None) -> Regime:
    """A preset, or a regime file, with changes and with the user's own mechanisms: declared in Python, or in a Python
    file (`mechanisms=["mine.py"]`).

    >>> regime("apparatus", {"ballot": "secret"}).lever("ballot")
    'secret'
    """
    return load_regime(name, mechanisms, after).but(changes)


@in_plain_words
def run(base: str | Path | Regime, changes: Mapping[str, Any] | None = None, *, months: int | None = None,
        people: int | None = None, worlds: int = 1, seed: int = 0, threads: int | None = None,
        measures: Sequence[str] = (), out: str | Path | None = None, resume: bool = False,
        checkpoint_every: int | None = None, progress: Wish = None, survey: Sequence[int] = (),
        ask: Sequence[str] = (), treated_at: int = 0, report: bool = True, settings: Given = None,
        n_settings: int | None = None) -> Result:
    """Run a regime in `worlds` worlds of seeds seed, seed+1, ... and return the Result.

    The same regime, seed and version give the same bits on any number of threads and in any batch. `survey` lists
    months at whose end costly measures such as brittleness and inequality are taken too. `ask` are expressions such as
    "mean(fear, members, last 12)" (measures.md); `Result.answers` holds one number per world. `settings` are plausible
    settings of the parameters at each of which the worlds run: "ensemble", the path of a CSV file or a list of tables;
    `n_settings` of them are taken evenly. `Result.spreads` then separates chance from ignorance. `out` is a folder for
    tables, manifest and a page (`report=False`: no page). A progress bar with the time left is shown on stderr or in
    the notebook, unless `progress=False`.

    >>> run("law", months=3, people=256, seed=7).summary()["unanimity"] < 1.0
    True
    """
    whole_number(worlds, "worlds", "a whole number from 1 up", 1)
    check_seed(seed)
    for name in measures:
        if "(" in name:
            raise refuse("", "measures", name, "names of measures; an expression goes into ask (--ask)")
    sizes = {key: value for key, value in (("people", people), ("months", months)) if value is not None}
    chosen = load_regime(base).but({**(changes or {}), **sizes})
    table = plausible(settings, n_settings, chosen)
    regimes = [chosen] if table is None else table.laid_on(chosen)
    count = worlds * len(regimes)
    check_run(chosen, count, measures=measures, surveyed=len(survey), saved=out is not None)
    with telling(progress, chosen.name if count == 1 else f"{chosen.name}, {count} worlds") as tell:
        result = simulate([one for one in regimes for _ in range(worlds)],
                          [seed + k for k in range(worlds)] * len(regimes), threads=threads, measures=measures,
                          folder=path_of(out) if out is not None else None, resume=resume,
                          checkpoint_every=checkpoint_every, progress=tell, survey=survey, ask=ask,
                          treated_at=treated_at, settings=[] if table is None else table.numbers(worlds),
                          facts={"named": [*measures, *own_measures(chosen.mechanisms)],
                                 **({} if table is None else table.facts(chosen))})
    if out is not None and report:
        from unanimity.report.run_page import write_run

        write_run(result, out, changes)
    return result
