"""Calibration of a scenario on its record: screening, history matching in waves, an ensemble by distance.

    found = un.history.calibrate(until=1929, people=30000, workers=16)
    found.write("out/calibration-1929")

The calibration window expands, as in hindcasts of weather services: `until` takes as fit rows all that end by that
year. Everything runs through the store and on any executor: worlds are independent single-threaded runs, and the same
call continues a calibration that was interrupted. The distance is that of the targets (history/distance.py).
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from unanimity.experiments.executor import executor_of
from unanimity.experiments.seed_runs import Runner, run_worlds
from unanimity.experiments.store import Store
from unanimity.history.calibration_result import Calibrated, Stage
from unanimity.history.distance import floor_of
from unanimity.history.ensemble_proposals import proposed
from unanimity.history.external_runs import FEWEST, Runs, Tables, ranked_anew, read_runs, settings_to_rank
from unanimity.history.screening import Screened, correlated, free_parameters, screened, spans_of, walks
from unanimity.history.target_check import SCENARIO, read_measures
from unanimity.history.target_trials import Answered, Means, Trials
from unanimity.history.targets import Target, read_targets, table_for
from unanimity.history.targets import until as rows_until
from unanimity.regimes import Regime, load_regime
from unanimity.regimes.plausible import Given, plausible
from unanimity.results.uncertainty_split import over_known
from unanimity.support.errors import UserError, is_number, refuse
from unanimity.support.number_format import amount
from unanimity.support.progress import Wish
from unanimity.workshop.history_matching import Aim, Matched, Wave, match, matched_to
from unanimity.world.argument_checks import in_plain_words
from unanimity.world.spans import Parameter

SIGMAS_OF_A_BAND = 2.0  # the half-width of a band in standard deviations
# Of one core, measured: 32 worlds of 30,000 people over 288 months took 65 s as 16 processes on 16 cores, and a month
# of such a world took .039 s as the one process of a core on a machine of two.
PERSON_MONTHS_A_SECOND = (2.6e5, 7.7e5)
ROUNDING = 1e-9  # of a range: a setting at the edge of a box may have been rounded when it was written
Told = Callable[[str], None]


@dataclass(frozen=True)
class Plan:
    """How large each part of the work is."""

    trajectories: int = 8  # trajectories of the screening, each of parameters + 1 settings; 0: all parameters are kept
    screening_worlds: int = 2
    keep: int = 20  # parameters that are kept after the screening
    waves: int = 3
    n: int | None = None  # settings of a wave; by default ten per parameter
    wave_worlds: int = 6
    draws: int = 400  # settings drawn from the remaining space after the waves; 0: those of the last wave are used
    ensemble: int = 150  # how many of them, the nearest ones, form the ensemble
    worlds: int = 20  # worlds at each of these settings
    discrepancy: float = 0.1  # structural discrepancy: how far the model's form may put it off, in logarithms
    miss: float = 0.1  # share of the rows that a plausible setting may miss
    further: int = 0  # with a table of runs: settings to run besides, which its emulators place nearest
    around: float | None = None  # search within this share of a range from the default; None: in the whole range
    seed: int = 1918

    def checked(self, where: str) -> Plan:
        """The plan itself; raises an error that names an impossible number."""
        least = {"trajectories": 0, "screening_worlds": 1, "keep": 1, "waves": 1, "wave_worlds": 1, "draws": 0,
                 "ensemble": 2, "worlds": 1, "further": 0, "seed": 0}
        for name, low in least.items():
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < low:
                raise refuse(where, name, value, f"a whole number from {low} up")
        if self.n is not None and (isinstance(self.n, bool) or not isinstance(self.n, int) or self.n < 5):
            raise refuse(where, "n", self.n, "a whole number from 5 up")
        for name, high in (("discrepancy", 5.0), ("miss", 0.9)):
            if not is_number(value := getattr(self, name)) or not 0.0 <= value <= high:
                raise refuse(where, name, value, f"a number from 0 to {high:g}")
        if self.trajectories == 1:
            raise refuse(where, "trajectories", 1, "0, or a whole number from 2 up")
        if self.around is not None and not (is_number(self.around) and 0.0 < self.around <= 1.0):
            raise refuse(where, "around", self.around, "a number above 0, up to 1")
        if self.ensemble > self.draws > 0 and self.worlds != self.wave_worlds:
            raise refuse(where, "ensemble", self.ensemble, f"at most as many as are drawn, {self.draws}, unless "
                         "the settings of the waves have as many worlds")
        return self

    def allow(self, rows: int) -> int:
        """Rows that a plausible setting may miss."""
        return int(self.miss * rows)

    def stages(self, free: int) -> list[Stage]:
        """The stages of the work, each with its settings and worlds."""
        kept = min(self.keep, free) if self.trajectories else free
        wave = 10 * kept if self.n is None else self.n
        parts = [Stage("screening", self.trajectories * (free + 1), self.screening_worlds),
                 *(Stage(f"wave {number + 1}", wave, self.wave_worlds) for number in range(self.waves)),
                 Stage("ensemble", self.draws, self.worlds), Stage("before", 1, self.worlds)]
        return [one for one in parts if one.settings]


def aims_of(targets: Sequence[Target], people: float, discrepancy: float) -> list[Aim]:
    """The aim of each row, in logarithms: the middle of the band, with a variance from its half-width (two standard
    deviations) and from the model's structural discrepancy. The record is that of a whole country, so no noise of a
    small world is added."""
    found = []
    for one in targets:
        low, high = (math.log(max(end, floor_of(one, people))) for end in (one.low, one.high))
        deviation = math.hypot((high - low) / 2 / SIGMAS_OF_A_BAND, discrepancy)
        found.append(Aim(one.id, (low + high) / 2, deviation, one_world=False))
    return found


def cost_told(stages: Sequence[Stage], trials: Trials, workers: int) -> str:
    """The cost of everything, if nothing were in the store."""
    months = sum(trials.cost(one.settings, one.worlds) for one in stages)
    slow, fast = (months / rate / max(1, workers) for rate in PERSON_MONTHS_A_SECOND)
    unit, seconds = next((word, size) for word, size in (("hours", 3600.0), ("minutes", 60.0), ("seconds", 1.0))
                         if slow >= size or size == 1.0)
    parts = ", ".join(f"{one.name} {one.settings:,} settings x {one.worlds} worlds" for one in stages)
    cores = f"{workers} {'core' if workers == 1 else 'cores'}"
    return (f"{sum(one.settings * one.worlds for one in stages):,} worlds of {trials.regime.society.people:,} people "
            f"over {trials.regime.months} months ({parts}): {amount(months)} person-months, {fast / seconds:,.1f} to "
            f"{slow / seconds:,.1f} {unit} on {cores} (person-months a second: {PERSON_MONTHS_A_SECOND[1]:,.0f} of a "
            f"core alone, {PERSON_MONTHS_A_SECOND[0]:,.0f} of one of 16 in use), less what the store holds.")


@in_plain_words
def calibrate(scenario: str | Path | Regime = SCENARIO, targets: str | Path | Sequence[Target] | None = None, *,
              until: int | None = None, plan: Plan | None = None, people: int | None = None,
              parameters: Sequence[str] | None = None, changes: Mapping[str, Any] | None = None,
              runs: Tables | None = None, settings: Given = None, store: Store | str | Path | None = None,
              keep: bool = True, workers: int | None = None, cluster: Any = None, progress: Wish = None,
              tell: Told | None = None, runner: Runner = run_worlds) -> Calibrated:
    """Find plausible settings of a scenario's free parameters on the rows that end by a year.

    `parameters` restricts the screening to keys or mechanisms. `runs` is a table of runs made elsewhere, or several
    (history/external_runs.py); everything is then computed from them, and nothing is run but `plan.further`. `settings`
    are those of an earlier calibration (`"ensemble"`, a CSV file or a list of tables): nothing is searched, they and
    the defaults run in `plan.worlds` worlds and are ranked anew. `tell` is called with the cost before anything starts,
    then with each stage as it ends.
    """
    plan, say = (plan or Plan()), tell or (lambda line: None)
    regime, chosen, where = _asked(scenario, targets, until, people, changes)
    plan.checked(where)
    executor = executor_of(workers, cluster)
    means = Means(store, keep, executor, progress, runner)
    trials = Trials(regime, chosen, where, seed=plan.seed, means=means, title=f"calibration of {regime.name}")
    free = free_parameters(trials.regime, parameters, where)
    if runs is not None and settings is not None:
        raise UserError("runs and settings: both are given; allowed: one of them.")
    if plan.further and runs is None and settings is None:
        raise refuse(where, "further", plan.further, "0 in a search; with runs or settings, a whole number from 0 up")
    if runs is not None:
        return _from_runs(trials, plan, read_runs(runs, trials, free), until, say)
    if settings is not None:
        to_rank = settings_to_rank(plausible(settings), free, regime.name)
        stage = Stage(f"settings of {to_rank.where} and the defaults", len(to_rank.tables), plan.worlds)
        say(cost_told([stage], trials, executor.workers))
        return _from_runs(trials, plan, ranked_anew(to_rank, trials, plan.worlds), until, say, stage)
    spans = spans_of(free, plan.around)
    stages = plan.stages(len(spans))
    say(cost_told(stages, trials, executor.workers))
    ranked, walked = _screening(trials, plan, free, spans, say)
    moved = {name: spans[name] for name in ranked.first(plan.keep)} if ranked is not None else dict(spans)
    found, answers = _waves(trials, plan, moved or dict(spans), say)
    candidates, final = _candidates(trials, plan, free, found, answers)
    before = final.some([0]) if plan.draws else trials.run([{}], plan.worlds)
    say(f"ensemble: of {len(candidates)} settings the nearest lies {final.mean_distance.min():.3f} from the record, "
        f"the defaults {before.mean_distance[0]:.3f}")
    ranked = ranked or correlated(pd.DataFrame(candidates), final)
    return Calibrated.of(trials, until, free, found.spans, ranked, found, [*answers, *walked, final], candidates,
                         final, before, min(plan.ensemble, len(candidates)), stages)


def _screening(trials: Trials, plan: Plan, free: Sequence[Parameter], spans: Mapping[str, tuple[float, float]],
               say: Told) -> tuple[Screened | None, list[Answered]]:
    """The result of the screening, and its runs; nothing if the plan has no trajectories."""
    if not plan.trajectories:
        return None, []
    design = walks(spans, {one.key: one.default for one in free}, plan.trajectories, plan.seed)
    walked = trials.run([dict(zip(spans, map(float, row), strict=True)) for row in design], plan.screening_worlds)
    ranked = screened(spans, design, walked)
    most = ranked.first(plan.keep)
    say(f"screening: {len(most)} of {len(spans)} parameters go on; the most important is {(most or list(spans))[0]}")
    return ranked, [walked]


@in_plain_words
def screen(scenario: str | Path | Regime = SCENARIO, targets: str | Path | Sequence[Target] | None = None, *,
           until: int | None = None, plan: Plan | None = None, people: int | None = None,
           parameters: Sequence[str] | None = None, changes: Mapping[str, Any] | None = None,
           store: Store | str | Path | None = None, keep: bool = True, workers: int | None = None, cluster: Any = None,
           progress: Wish = None, tell: Told | None = None, runner: Runner = run_worlds) -> Screened:
    """The first stage of a calibration alone: which free parameters move the rows that end by a year.

    A calibration with the same arguments and the same store finds these worlds there, and runs none of them again.
    """
    plan, say = (plan or Plan()), tell or (lambda line: None)
    regime, chosen, where = _asked(scenario, targets, until, people, changes)
    plan.checked(where)
    if not plan.trajectories:
        raise refuse(where, "trajectories", 0, "a whole number from 2 up")
    means = Means(store, keep, executor_of(workers, cluster), progress, runner)
    trials = Trials(regime, chosen, where, seed=plan.seed, means=means, title=f"calibration of {regime.name}")
    free = free_parameters(trials.regime, parameters, where)
    spans = spans_of(free, plan.around)
    say(cost_told(plan.stages(len(spans))[:1], trials, trials.workers))
    ranked, _ = _screening(trials, plan, free, spans, say)
    assert ranked is not None
    return ranked


def parts_of(scenario: str | Path | Regime = SCENARIO, targets: str | Path | None = None, year: int | None = None
             ) -> list[str]:
    """The parts of the fit rows' expressions, which a table of runs made elsewhere must hold."""
    regime, chosen, where = _asked(scenario, targets, year, None, None)
    return list(Trials(regime, chosen, where, seed=0, means=Means(keep=False), title=where).asked.texts)


def _asked(scenario: str | Path | Regime, targets: str | Path | Sequence[Target] | None, year: int | None,
           people: int | None, changes: Mapping[str, Any] | None) -> tuple[Regime, tuple[Target, ...], str]:
    regime = load_regime(scenario)
    targets = table_for(regime.name) if targets is None else targets
    where = str(targets) if isinstance(targets, (str, Path)) else "targets"
    listed = read_targets(targets) if isinstance(targets, (str, Path)) else tuple(targets)
    regime = regime.but({**(changes or {}), **({} if people is None else {"people": people})})
    read_measures(regime, listed, where)
    return regime, rows_until(listed, year, where), where


def _waves(trials: Trials, plan: Plan, spans: Mapping[str, tuple[float, float]], say: Told
           ) -> tuple[Matched, list[Answered]]:
    """History matching on the parameters that matter."""
    answers: list[Answered] = []

    def simulate(settings: Sequence[Mapping[str, float]]) -> np.ndarray:
        answers.append(trials.run(settings, plan.wave_worlds))
        return answers[-1].pseudo

    def heard(number: int, wave: Wave) -> None:
        far = answers[-1].mean_distance
        say(f"wave {number + 1}: {wave.left:.2g} of the space is left, {len(wave.misfits)} rows that no setting comes "
            f"near, mean log-distance {far.min():.3f} to {far.max():.3f}")

    pool = float(trials.regime.society.people * plan.worlds)
    n = 10 * len(spans) if plan.n is None else plan.n
    found = match(simulate, spans, aims_of(trials.targets, pool, plan.discrepancy), waves=plan.waves, n=n,
                  seed=plan.seed, tell=heard, allow=plan.allow(len(trials.targets)))
    return found, answers


def _candidates(trials: Trials, plan: Plan, free: Sequence[Parameter], found: Matched, answers: Sequence[Answered]
                ) -> tuple[list[dict[str, float]], Answered]:
    """The settings from which the ensemble is taken, and their answers: the defaults, draws from the remaining space,
    and the settings of the waves if they were run in as many worlds (a pool of fewer worlds can tell fewer rows)."""
    usual = {one.key: one.default for one in free if one.key in found.spans}
    drawn = (found.settings(proposed(found, trials.targets, answers, plan.draws, plan.seed)) if plan.draws else [])
    worlds = plan.worlds if plan.draws else plan.wave_worlds
    waves = found.waves if plan.draws else found.waves[-1:]
    tried = [one for wave in waves for one in found.settings(wave.places)] if worlds == plan.wave_worlds else []
    settings = [usual, *drawn, *tried]
    return settings, trials.run([{}, *settings[1:]], worlds)  # those of the waves are in the store


def _from_runs(trials: Trials, plan: Plan, runs: Runs, year: int | None, say: Told, stage: Stage | None = None
               ) -> Calibrated:
    """The same from settings that have been run: they form the only wave, and the nearest of them the ensemble.

    With `plan.further` so many settings that the emulators place nearest are run besides, and compete with them.
    """
    answered, names = runs.answered, [one.key for one in runs.parameters]
    tried = runs.settings[names]
    ranked: Screened = correlated(tried, answered)
    spans, places, near = _searched(tried, runs.parameters, plan, trials.title)
    aims = aims_of(trials.targets, float(over_known(answered.people, 0)), plan.discrepancy)
    design = answered.some(near)
    found = matched_to(places, design.pseudo, spans, aims, plan.seed, plan.allow(len(aims)))
    say(f"{len(places):,} settings; {found.waves[0].left:.2g} of the space is left, "
        f"{len(found.waves[0].misfits)} rows that no setting comes near")
    settings = [{str(key): float(value) for key, value in row.items()} for row in tried.to_dict("records")]
    stages = [stage or Stage("runs of a table", len(settings), answered.parts.shape[1])]
    if plan.further:
        stages.append(Stage("further settings", plan.further, plan.worlds))
        say(cost_told(stages[-1:], trials, trials.workers))
        drawn = found.settings(proposed(found, trials.targets, [design], plan.further, plan.seed))
        more = trials.run(drawn, plan.worlds)
        say(f"further settings: mean log-distance {more.mean_distance.min():.3f} to {more.mean_distance.max():.3f}; "
            f"of the table {answered.mean_distance.min():.3f} to {answered.mean_distance.max():.3f}")
        settings, answered = [*settings, *drawn], answered.joined(more)
    extents = {name: (min(one[name] for one in settings), max(one[name] for one in settings)) for name in names}
    return Calibrated.of(trials, year, runs.parameters, extents, ranked, found, [answered], settings, answered,
                         runs.before, min(plan.ensemble, len(settings)), stages, tried=tried)


def _searched(tried: pd.DataFrame, parameters: Sequence[Parameter], plan: Plan, where: str
              ) -> tuple[dict[str, tuple[float, float]], np.ndarray, np.ndarray]:
    """The box in which the emulators hold, the settings in it as points of the unit cube, and their numbers.

    It is what was run, or its part within `plan.around` of the defaults: where nothing was run, emulators would
    extrapolate.
    """
    spans = {str(name): (float(tried[name].min()), float(tried[name].max())) for name in tried}
    if plan.around is not None:
        box = spans_of(parameters, plan.around)
        spans = {name: (max(low, box[name][0]), min(high, box[name][1])) for name, (low, high) in spans.items()}
    low, high = (np.array(ends) for ends in zip(*spans.values(), strict=True))
    values = tried.to_numpy(float)
    slack = ROUNDING * (high - low)
    inside = np.flatnonzero(((values >= low - slack) & (values <= high + slack)).all(axis=1))
    if len(inside) < FEWEST:
        raise UserError(f"{where}: {len(inside)} settings of the table lie within {plan.around:g} of a range from the "
                        f"defaults; allowed: {FEWEST} or more, or another 'around'.")
    return spans, (values[inside] - low) / (high - low), inside


def replaced(plan: Plan, given: Mapping[str, Any]) -> Plan:
    """The plan with the given numbers replaced; None leaves a number unchanged."""
    return dataclasses.replace(plan, **{key: value for key, value in given.items() if value is not None})
