"""What if: a scenario branched at any month, with the same people and the same random numbers (docs/guides/whatif.md).

    import unanimity as un
    found = un.whatif("1926-01", {"secret ballot": {"ballot": "secret"}}, until="1930-01", worlds=10, people=100_000)
    print(found)                     # one sentence, then differences with intervals
    found.rows["secret ballot"]      # every later row of the schedule: kept, overridden or dropped, and why
    found.report("out/secret-1926")  # the page
    un.whatif("1926-01", {"secret ballot": {"ballot": "secret"}}, settings="ensemble")  # at plausible settings too
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from unanimity.engine.batch import check_seed
from unanimity.engine.simulate import check_run
from unanimity.experiments.compare import CONTROL
from unanimity.experiments.paired_rows import LEAST_PAIRS
from unanimity.experiments.store import Store
from unanimity.history.branch_past import LostPast, Past
from unanimity.history.branch_reliability import targets_within
from unanimity.history.branch_settings import USUAL_SETTINGS, OverSettings
from unanimity.history.branch_worlds import Branches
from unanimity.history.branching import Fate, arm_of, branched, unchanged
from unanimity.history.target_check import SCENARIO, Questions
from unanimity.history.targets import ALL, Target, of_split, read_targets, tables
from unanimity.history.whatif_answer import WhatIf
from unanimity.history.yearly_series import Yearly, read_series
from unanimity.regimes import Regime, load_regime
from unanimity.regimes.plausible import Given, Plausible, plausible
from unanimity.support.calendar import date_of, month_of
from unanimity.support.errors import UserError, refuse
from unanimity.support.extras import need
from unanimity.support.progress import Wish, telling
from unanimity.world.argument_checks import in_plain_words

USUAL_MONTHS = 48  # after the branch, by default
Made = dict[str, tuple[Regime, list[Fate]]]  # by arm: its regime, and the fate of every later row in it
TRIES = 3  # a past that another process removes while it is in use is run again


@in_plain_words
def whatif(date: str | int, arms: Mapping[str, Mapping[str, Any]], *, scenario: str | Path | Regime = SCENARIO,
           until: str | int | None = None, worlds: int = 10, people: int | None = None, seed: int = 1918,
           record: Mapping[str, Any] | None = None, threads: int | None = None,
           store: str | Path | Store | None = None, progress: Wish = None, settings: Given = None,
           n_settings: int | None = None) -> WhatIf:
    """Branch a scenario at a date: each arm with its changes, compared with the unchanged scenario.

    `arms` maps a name to the levers, parameters and inputs that the arm holds from the date on. An arm may also have
    `until` (the date on which it stops holding them), `schedule` (its own rows, as in a regime file), `drop` and `keep`
    (addresses of later rows). `record` may name the user's own `targets` and `series` and a `split` ("fit" leaves out
    the validation rows). The past is run once and stored. `settings` ("ensemble", the path of a CSV file, a list of
    tables; `n_settings` of them, 8 by default, taken evenly) are plausible settings of the parameters: the what-if is
    also run at each of them, and the table separates chance from ignorance.

    >>> found = whatif(3, {"secret": {"ballot": "secret"}}, scenario="apparatus", until=6, worlds=3, people=256,
    ...                store=getfixture("tmp_path"))
    >>> found.months, found.arms
    ((3, 6), ('secret',))
    """
    begun = time.perf_counter()
    if isinstance(worlds, bool) or not isinstance(worlds, int) or worlds < LEAST_PAIRS:
        raise refuse("whatif", "worlds", worlds, f"a whole number from {LEAST_PAIRS} up; an interval needs as many")
    check_seed(seed)
    control, month = _branch_point(scenario, date, until, people)
    made = _branches(control, month, arms)
    series, targets, where = _record(control, month, record or {})
    chosen = plausible(settings, USUAL_SETTINGS if n_settings is None and settings is not None else n_settings, control)
    laid = [] if chosen is None else chosen.laid_on(control)
    made_at = [(one, _branches(one, month, arms)) for one in laid]  # errors are raised here, before anything is run
    check_run(control, 1 + len(made))
    need("a branch of history", "pyarrow")  # the past is packed
    asked = _Asked(month, tuple(seed + k for k in range(worlds)), series, targets, Questions(control, targets, where),
                   store if isinstance(store, Store) else Store(store), threads, progress)
    found = asked.at(control, made)
    ran, over = dict(found.facts), None
    if chosen is not None:
        over, more = asked.over(chosen, control, made_at)
        ran |= {key: ran[key] + number for key, number in more.items()}
    return dataclasses.replace(found, over=over, facts={**ran, "seconds": round(time.perf_counter() - begun, 3)})


@dataclass(frozen=True)
class _Asked:
    """The questions to a regime and its branches, at the scenario's own parameters and at every plausible setting."""

    month: int
    seeds: tuple[int, ...]
    series: tuple[Yearly, ...]
    targets: Sequence[Target]
    questions: Questions
    store: Store
    threads: int | None
    progress: Wish

    def at(self, regime: Regime, made: Made, where: str = "") -> WhatIf:
        """The answer of one regime, which has its own past."""
        past = Past(regime, self.month, tuple(one.asked(self.month - 1) for one in self.series), self.store)
        branches = Branches(past, {CONTROL: regime, **{name: one for name, (one, _) in made.items()}},
                            tuple(self.questions.texts))
        ran = _run(branches, self.seeds, self.threads, self.progress, where)
        return WhatIf(branches, self.seeds, {name: fates for name, (_, fates) in made.items()}, self.series,
                      self.targets, self.questions, ran)

    def over(self, chosen: Plausible, control: Regime, made_at: Sequence[tuple[Regime, Made]]
             ) -> tuple[OverSettings, dict[str, int]]:
        """The differences at every setting, and how much had to be run; each setting's worlds are freed before the
        next."""
        differences, digests, ran = [], [], {"pasts_run": 0, "branches_run": 0}
        for number, (regime, made) in enumerate(made_at, 1):
            there = self.at(regime, made, f", setting {number} of {len(made_at)}")
            differences.append(there.differences())
            digests.append(there.result.digest)
            ran = {key: count + there.facts[key] for key, count in ran.items()}
        return OverSettings(chosen, control, differences, digests), ran


def _branch_point(scenario: str | Path | Regime, date: str | int, until: str | int | None,
                  people: int | None) -> tuple[Regime, int]:
    """The scenario cut to the length of the run, and the month of the branch."""
    regime = load_regime(scenario)
    month = month_of(date, regime.start, "date", "whatif")
    first, last = (date_of(number, regime.start) for number in (1, regime.months - 1))
    if not 1 <= month < regime.months:
        raise refuse("whatif", "date", date, f"a month of {regime.name} after its first, {first} to {last}")
    end = min(month + USUAL_MONTHS, regime.months) if until is None else \
        month_of(until, regime.start, "until", "whatif")
    if not month < end <= regime.months:
        raise refuse("whatif", "until", until, f"a month after the branch, {date_of(month + 1, regime.start)} to "
                                               f"{date_of(regime.months, regime.start)}")
    return regime.but({"months": end, **({} if people is None else {"people": people})}), month


def _branches(control: Regime, month: int,
              arms: Mapping[str, Mapping[str, Any]]) -> Made:
    """Every arm's regime and the fate of every later row in it."""
    shape = 'a name for each arm and what it changes, such as {"secret ballot": {"ballot": "secret"}}'
    if not isinstance(arms, Mapping) or not all(isinstance(given, Mapping) for given in arms.values()):
        raise refuse("whatif", "arms", arms, shape)
    if not arms:
        raise UserError(f"whatif: arms is empty, so nothing would be changed; allowed: {shape}.")
    if CONTROL in arms:
        raise UserError(f"whatif: an arm may not be called {CONTROL!r}: that is the hindcast itself.")
    return {name: branched(control, month, arm_of(name, given, control, month)) for name, given in arms.items()}


def fates(date: str | int, arms: Mapping[str, Mapping[str, Any]], scenario: str | Path | Regime = SCENARIO,
          until: str | int | None = None) -> tuple[str, dict[str, list[Fate]]]:
    """The fate of every later row in each arm, without a run; and the scenario's start, from which rows are dated."""
    control, month = _branch_point(scenario, date, until, None)
    return control.start, {name: rows for name, (_, rows) in _branches(control, month, arms).items()}


def later_rows(date: str | int, scenario: str | Path | Regime = SCENARIO,
               until: str | int | None = None) -> tuple[str, dict[str, list[Fate]]]:
    """The rows of a scenario after a date, all of them kept since nothing is changed."""
    control, month = _branch_point(scenario, date, until, None)
    return control.start, {"": unchanged(control, month)}


def _record(control: Regime, month: int, given: Mapping[str, Any]
            ) -> tuple[tuple[Yearly, ...], list[Target], str]:
    """The yearly series of a scenario, and its targets that lie within the branch."""
    for key in given:
        if key not in ("targets", "series", "split"):
            raise refuse("whatif", "record", dict(given), "targets, series and split")
    own = max((name for name in tables() if control.name == name or control.name.startswith(f"{name}-")), key=len,
              default="")
    where, series = given.get("targets") or own, given.get("series") or own
    listed = read_targets(where) if where else ()
    chosen = of_split(listed, str(given.get("split") or ALL), str(where)) if listed else ()
    within = targets_within(control, chosen, month, control.months - 1, str(where))
    return (read_series(series) if series else ()), within, str(where)


def _run(branches: Branches, seeds: Sequence[int], threads: int | None, progress: Wish, where: str) -> dict[str, Any]:
    """Run what the store does not hold: the past, then the branches; returns how much that was."""
    past = branches.past
    for attempt in range(TRIES):
        needed, missing = past.missing(seeds), branches.missing(seeds)
        total = len(needed) * past.months + len(missing) * (branches.until - past.until)
        if needed or missing:
            past.store.check_writable()
        done = 0
        try:
            with telling(progress, f"{past.regime.name}, {len(branches.regimes)} branches{where}",
                         "world-months") as bar:
                def tell(what: str, months: int, bar: Any = bar, total: int = total) -> None:
                    nonlocal done
                    done += months
                    bar(what, done, total)

                past.run(needed, threads, tell)
                branches.run(seeds, threads, tell)
            return {"pasts_run": len(needed), "branches_run": len(missing), "threads": threads}
        except LostPast:
            if attempt == TRIES - 1:
                raise UserError(f"{past.store.folder}: what was kept there is removed while it is needed; allowed for "
                                f"--store: a folder that nobody prunes meanwhile.") from None
    raise AssertionError("unreachable")
