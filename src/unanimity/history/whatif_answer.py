"""The answer to a what-if: differences with intervals, the month of divergence, two timelines, and its reliability."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from unanimity.engine.batch import Batch
from unanimity.experiments.compare import CONTROL, Comparison
from unanimity.experiments.paired_rows import paired_row, taken_together
from unanimity.experiments.power import told_few
from unanimity.history.branch_reliability import held_against, years_against
from unanimity.history.branch_settings import Differences, OverSettings
from unanimity.history.branch_worlds import Branches, BranchWorld, result_of_branches, whole_history
from unanimity.history.branching import Fate
from unanimity.history.divergence import Side, first_difference, side_by_side
from unanimity.history.paired_biographies import TwoLives, two_lives
from unanimity.history.target_check import Questions
from unanimity.history.targets import FIT, Target
from unanimity.history.yearly_series import Yearly
from unanimity.regimes import Regime
from unanimity.results import Result
from unanimity.results.summary import main_measures
from unanimity.support import number_format as numbers
from unanimity.support.calendar import date_of, in_words, year_of
from unanimity.support.late_imports import borrowed
from unanimity.support.manners import path_of

CHANCE = 0.05  # share of the reported differences that may be due to chance


@dataclass(frozen=True, repr=False)
class WhatIf:
    """What followed in each branch, compared with the unchanged hindcast."""

    branches: Branches
    seeds: Sequence[int]
    rows: Mapping[str, Sequence[Fate]]  # by arm: the fate of every later row of the schedule
    series: tuple[Yearly, ...]
    targets: Sequence[Target]  # those that lie within the branch
    questions: Questions
    facts: Mapping[str, Any]  # what had to be run, and how many seconds it took
    over: OverSettings | None = None  # the same at plausible settings, if it was run there too

    @property
    def regime(self) -> Regime:
        """The unchanged scenario, up to the end of the branch."""
        return self.branches.past.regime

    @property
    def arms(self) -> tuple[str, ...]:
        """The names of the arms, without the hindcast itself."""
        return tuple(name for name in self.branches.regimes if name != CONTROL)

    @property
    def months(self) -> tuple[int, int]:
        """The month of the branch, and the month in which the runs end."""
        return self.branches.past.until, self.branches.until

    def date(self, month: int) -> str:
        """A month as the scenario's calendar has it, in words."""
        return in_words(month, self.regime.start)

    @cached_property
    def worlds(self) -> dict[str, list[BranchWorld]]:
        """The finished worlds of the hindcast and of every arm, in the order of the seeds."""
        return {arm: self.branches.worlds(arm, self.seeds) for arm in self.branches.regimes}

    @cached_property
    def result(self) -> Result:
        """All worlds as one Result, whose months begin with the branch."""
        now = {arm: regime.in_force(self.months[0]) for arm, regime in self.branches.regimes.items()}
        levers = {arm: {name: regime.lever_text(name) for name in regime.levers} for arm, regime in now.items()}
        facts = {**self.facts, "person_months_per_second": None, "branched_at": self.months[0], "levers": levers,
                 "parameters": {arm: dict(regime.parameters) for arm, regime in now.items()}}
        return result_of_branches(self.branches, self.worlds, self.seeds, facts)

    @cached_property
    def comparison(self) -> Comparison:
        """The same as a paired comparison: curves month by month, every measure, every place."""
        return Comparison(self.result, (CONTROL, *self.arms), len(self.seeds))

    # --- what is different -----------------------------------------------------------------------------------------
    def yearly(self, arm: str) -> list[pd.DataFrame]:
        """The yearly series of an arm from month 0 on: years as rows, worlds as columns."""
        past = [self.branches.past.courses(seed) for seed in self.seeds]
        first = math.floor(year_of(0, self.regime.start))
        found = []
        for place, one in enumerate(self.series):
            months = np.stack([np.concatenate([before[place], world.courses[place]])
                               for before, world in zip(past, self.worlds[arm], strict=True)], axis=1)
            found.append(one.years_of(pd.DataFrame(months[self.regime.burn_in:]), first))
        return found

    @cached_property
    def curves(self) -> dict[str, list[pd.DataFrame]]:
        """The yearly series of the hindcast and of every arm."""
        return {arm: self.yearly(arm) for arm in self.branches.regimes}

    @cached_property
    def table(self) -> pd.DataFrame:
        """Differences of each arm from the hindcast over the months of the branch: yearly series, then main measures.

        Where plausible settings were run, `settings_mean` is the difference over all of them, `chance_low` to
        `ignorance_high` separate chance from ignorance (results/uncertainty_split.py), and `settings_agree` is the
        share of settings, by weight, whose difference has the sign of that mean.
        """
        rows = []
        for name, unit, numbers_of in self._quantities():
            rows += [{**paired_row(arm, name, numbers_of[CONTROL], numbers_of[arm]), "unit": unit,
                      **(self.over.row(arm, name) if self.over is not None else {})} for arm in self.arms]
        return taken_together(rows)

    def differences(self) -> Differences:
        """Branch minus hindcast by world, for every row of the table."""
        return {(arm, name): numbers_of[arm] - numbers_of[CONTROL] for name, _, numbers_of in self._quantities()
                for arm in self.arms}

    def _quantities(self) -> Iterator[tuple[str, str, dict[str, np.ndarray]]]:
        """Every quantity compared: its name, its unit, and for each branch one number per world."""
        for place, one in enumerate(self.series):
            yield one.title, one.unit, {arm: self._over_the_branch(arm, place, one) for arm in self.branches.regimes}
        months = self.months[1] - self.months[0]
        for name in main_measures(self.result.measures):
            yield name, self.result.manifest["units"][name], {
                arm: self.comparison.values(arm, name, last=months) for arm in self.branches.regimes}

    def _over_the_branch(self, arm: str, place: int, one: Yearly) -> np.ndarray:
        """One number per world: the yearly average of a count over the branch, or the mean over its months."""
        courses = np.stack([world.courses[place] for world in self.worlds[arm]])
        return np.nanmean(courses, axis=1) * (12.0 if one.how == "sum" else 1.0)

    @cached_property
    def parted(self) -> dict[str, list[int | None]]:
        """By arm and seed: the first month in which anything recorded differs; None if nothing ever does."""
        return {arm: [first_difference(one, two, self.months[0]) for one, two in
                      zip(self.worlds[CONTROL], self.worlds[arm], strict=True)] for arm in self.arms}

    # --- single worlds ----------------------------------------------------------------------------------------------
    @cached_property
    def _first_pair(self) -> tuple[Result, Batch]:
        """The first seed in the hindcast and in every arm, from month 0 on."""
        return whole_history(self.branches, tuple(self.branches.regimes), [mine[0] for mine in self.worlds.values()],
                             self.seeds[0], self.result.manifest)

    def timelines(self, arm: str) -> list[Side]:
        """What happened in the first world of the hindcast and in that of an arm, side by side."""
        return side_by_side(self._first_pair[0], self.months[0], 0, 1 + self.arms.index(arm))

    def life(self, wish: str = "", arm: str | None = None) -> TwoLives:
        """One person in two histories: the one whose life differs most, or by name, by number or from a population."""
        place = 1 + (self.arms.index(arm) if arm is not None else 0)
        return two_lives(*self._first_pair, self.months[0], wish, self.regime.start, place)

    # --- reliability -----------------------------------------------------------------------------------------------
    @cached_property
    def targets_held(self) -> pd.DataFrame:
        """The targets within the branch: record, hindcast with its distance, and each arm."""
        people = float(self.regime.society.people * len(self.seeds))
        totals = {arm: np.stack([world.totals for world in mine]) for arm, mine in self.worlds.items()}
        return held_against(self.questions, self.targets, totals, people, CONTROL)

    @cached_property
    def years_held(self) -> pd.DataFrame:
        """The yearly series over the branch: the hindcast's error against the record, and each arm's difference."""
        people = float(self.regime.society.people * len(self.seeds))
        first, last = (year_of(month, self.regime.start) for month in self.months)
        return years_against(self.series, self.curves, first, last, people, CONTROL)

    @property
    def judged(self) -> bool:
        """Whether validation rows were computed."""
        return any(one.split != FIT for one in self.targets)

    @property
    def few(self) -> list[str]:
        """One line if the intervals of so few worlds are much too narrow."""
        return told_few(len(self.seeds))

    # --- in words ---------------------------------------------------------------------------------------------------
    def sentence(self) -> str:
        """The answer in one sentence for each arm."""
        return " ".join(self.sentence_of(arm) for arm in self.arms)

    def sentence_of(self, arm: str) -> str:
        """What the arm changes most clearly, when the branches diverge, and how far the hindcast itself is off."""
        mine = self.table[self.table["arm"] == arm]
        moved = mine[mine["q"] <= CHANCE]
        order = moved["effect_size"].abs().sort_values(ascending=False, kind="stable").index
        counted = {one.title for one in self.series}  # series that the record counts are reported first
        of_record = [place for place in order if moved.loc[place, "measure"] in counted]
        best = moved.loc[[*of_record[:1], *(place for place in order if place not in of_record)][:2]]
        label = borrowed("report").measure_labels.word
        parts = [f"{_in_a_sentence(label(str(row.measure)).label)} {numbers.number(row.treated, row.unit)} instead of "
                 f"{numbers.number(row.control, row.unit)}" for row in best.itertuples()]
        said = f"most clearly changed: {' and '.join(parts)}" if parts else \
            f"none of {len(mine)} differences is more than chance may give"
        since = self.date(self.months[0])
        return (f"With {arm}{'' if since in arm else f' from {since}'} {self.parting(arm)}; until "
                f"{self.date(self.months[1] - 1)} {said}; {self._agreed(best)}{self.trust(arm)}.")

    def _agreed(self, told: pd.DataFrame) -> str:
        """How many of the plausible settings agree in sign with the reported differences, in words."""
        if self.over is None or not len(told):
            return ""
        label = borrowed("report").measure_labels.word
        parts = [f"{numbers.percent(self.over.share_of_sign(row.arm, row.measure, row.difference))} "
                 f"({_in_a_sentence(label(str(row.measure)).label)})" for row in told.itertuples()]
        return f"of {len(self.over.plausible)} plausible settings {' and '.join(parts)} agree in sign; "

    def parting(self, arm: str) -> str:
        """When the branches diverge, in words."""
        known = sorted(month for month in self.parted[arm] if month is not None)
        if not known:
            return f"nothing recorded ever differs in any of {len(self.seeds)} worlds"
        middle = known[(len(known) - 1) // 2]
        same = f" in all {len(known)} worlds" if known[0] == known[-1] and len(known) == len(self.seeds) else \
            f" in the middle of {len(self.seeds)} worlds"
        never = f" ({len(self.seeds) - len(known)} never do)" if len(known) < len(self.seeds) else ""
        return f"the branches part in {self.date(middle)}{same}{never}"

    def trust(self, arm: str) -> str:
        """How far the unchanged hindcast is from the record over the same months, in words."""
        held = self.years_held[self.years_held["arm"] == arm] if len(self.years_held) else self.years_held
        known = held[held["error"].notna()] if len(held) else held
        if not len(known):
            return "no series of the record covers these months, so nothing says how far the hindcast is off"
        far = math.exp(float(known["error"].mean()))
        smaller = known[known["apart"] < known["error"]]  # a difference of zero counts as smaller too
        return (f"the unchanged hindcast is off the record by a factor of {numbers.rate(far)} in these years, and in "
                f"{len(smaller)} of {len(known)} series the difference is smaller than that error")

    def __repr__(self) -> str:
        label = borrowed("report").measure_labels.word
        rows = [(str(row.arm), _with_unit(label(str(row.measure)).label, row.unit),
                 numbers.number(row.control, row.unit), numbers.number(row.treated, row.unit),
                 numbers.difference_ranged(row.difference, row.low, row.high, row.unit))
                for row in self.table.itertuples()]
        wide = [max(len(row[k]) for row in rows) for k in range(4)]
        lines = [self.sentence(), "over the months of the branch, difference with its 90 % interval", *(
            f"  {arm:<{wide[0]}}  {what:<{wide[1]}}  {one:>{wide[2]}} -> {two:>{wide[3]}}  {apart}"
            for arm, what, one, two, apart in rows)]
        return "\n".join([*lines, *(f"note: {line}" for line in self.few), *self._over_lines()])

    def _repr_html_(self) -> str:
        return str(borrowed("report").notebook.whatif_html(self))

    def _over_lines(self) -> list[str]:
        """The differences over plausible settings, one line each; empty if no settings were run."""
        if self.over is None:
            return []
        label = borrowed("report").measure_labels.word
        rows = [(str(row.arm), label(str(row.measure)).label, numbers.difference(row.settings_mean, row.unit),
                 numbers.difference_interval(row.chance_low, row.chance_high, row.unit),
                 numbers.difference_interval(row.ignorance_low, row.ignorance_high, row.unit),
                 numbers.percent(row.settings_agree) if row.settings_mean else numbers.DASH)
                for row in self.table.itertuples()]
        head = ("", "", "mean", "by chance (worlds)", "by ignorance (settings)", "settings of that sign")
        wide = [max(len(row[k]) for row in (head, *rows)) for k in range(len(head))]
        return [f"difference over plausible settings with 90 % intervals, shares in points; {self.over.about}", *(
            "  " + "  ".join(f"{cell:<{wide[k]}}" if k < 2 else f"{cell:>{wide[k]}}" for k, cell in enumerate(row))
            for row in (head, *rows))]

    def report(self, path: str | Path, life: str | None = None) -> Path:
        """Write the page (report.html in a folder, or the .html named); with `life` one life in two histories."""
        return Path(borrowed("report").write_whatif(self, path_of(path), life))

    def record(self) -> dict[str, Any]:
        """All results as one JSON object."""
        start = self.regime.start
        parted = {arm: [None if month is None else date_of(month, start) for month in months]
                  for arm, months in self.parted.items()}
        return {
            "scenario": self.regime.name, "branched_at": date_of(self.months[0], start),
            "until": date_of(self.months[1], start), "months": list(self.months), "arms": list(self.arms),
            "worlds": len(self.seeds), "people": self.regime.society.people, "seeds": list(self.seeds),
            "answer": self.sentence(), "rows": {arm: [fate.told(start) for fate in fates]
                                                for arm, fates in self.rows.items()},
            "differences": self.table.to_dict("records"), "parted": parted,
            "settings": None if self.over is None else self.over.record(),
            "hindcast_by_years": self.years_held.to_dict("records"),
            "hindcast_by_targets": self.targets_held.to_dict("records"),
            "digest": self.result.digest, "digests": self.result.worlds.to_dict("records"), **self.facts,
            "version": self.result.manifest["version"]}


def _in_a_sentence(label: str) -> str:
    """A title with a lower-case first letter, unless its first word is in capitals."""
    return label if label[:2].isupper() else label[:1].lower() + label[1:]


def _with_unit(label: str, unit: str) -> str:
    """A label with its unit, where the number does not show it."""
    return f"{label}, {unit}" if unit.startswith("per ") else label
