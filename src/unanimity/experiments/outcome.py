"""The outcome of an experiment: verdicts on each reading and on the rival, the findings behind them, tables
and curves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from unanimity import __version__
from unanimity.experiments.cells import Cell
from unanimity.experiments.form_bounds import unit_of
from unanimity.experiments.judging import Form
from unanimity.experiments.power import settles
from unanimity.results.atomic_files import write_atomically
from unanimity.support.errors import UserError
from unanimity.support.manners import path_of
from unanimity.support.source_hash import source_hash
from unanimity.verdicts import Answer, Finding, Verdict, bca, verdict

if TYPE_CHECKING:
    from unanimity.experiments.experiment import Experiment
    from unanimity.experiments.measured_values import Values
    from unanimity.experiments.robustness import Ablation, Robustness
    from unanimity.experiments.sizes import Size


@dataclass(frozen=True)
class Judged:
    """A test and its finding."""

    form: Form
    finding: Finding


@dataclass(frozen=True)
class Outcome:
    """The outcome of an experiment."""

    experiment: Experiment
    values: Values
    judged: tuple[Judged, ...]
    pairs: int
    ran: int  # worlds that were run; the others were in the store
    worlds: int
    notes: tuple[str, ...] = ()
    seconds: float = 0.0
    robustness: tuple[Robustness, ...] = field(default=())
    ablation: Ablation | None = None
    size: Size | None = None  # people per world and why, if a pilot determined it

    def __repr__(self) -> str:
        lines = [f"{self.experiment.title}: {self.pairs} pairs"]
        for reading, one in self.readings.items():
            lines.append(f"{reading or 'verdict'}: {one}")
        for reading, one in self.rivals.items():
            lines.append(f"rival{f', {reading}' if reading else ''}: {one}")
        lines += [f"  {one.form.label}: {one.finding.sentence}{settles(one.finding)}" for one in self.judged]
        return "\n".join([*lines, *(f"note: {line}" for line in self.notes)])

    # --- verdicts --------------------------------------------------------------------------------------------------
    def _verdicts(self, expect: str, against: str) -> dict[str, Verdict]:
        """One verdict per reading; a test without a reading belongs to all of them."""
        roles = [one for one in self.judged if one.form.role in (expect, against)]
        readings = list(dict.fromkeys(one.form.reading for one in roles if one.form.reading)) or [""]
        found = {}
        for reading in readings:
            mine = [one for one in roles if one.form.reading in ("", reading)]
            wanted = [one.finding for one in mine if one.form.role == expect]
            if wanted:
                found[reading] = verdict(wanted, [one.finding for one in mine if one.form.role == against])
        return found

    @property
    def readings(self) -> Mapping[str, Verdict | Answer]:
        """The verdict on each reading (R1, R2 ...); '' where there is only one."""
        return self._verdicts("expect", "falsified_if")

    @property
    def rivals(self) -> Mapping[str, Verdict | Answer]:
        """The verdict on each reading of the rival, from the same runs."""
        return self._verdicts("rival", "rival_falsified_if")

    @property
    def verdict(self) -> Verdict | Answer | None:
        """The verdict on the first reading; None if nothing was expected."""
        return next(iter(self.readings.values()), None)

    @property
    def rival(self) -> Verdict | Answer | None:
        """The verdict on the rival; None where there is none."""
        return next(iter(self.rivals.values()), None)

    @property
    def words(self) -> tuple[str, str]:
        """The result in a word or two for the expectation and for the rival; "" if there is none."""
        return self.verdict.word if self.verdict else "", self.rival.word if self.rival else ""

    @property
    def effect(self) -> Finding | None:
        """The main test: the first expected one, with effect, interval, share of pairs and standardised size."""
        return next((one.finding for one in self.judged if one.form.role == "expect"), None)

    # --- tables ----------------------------------------------------------------------------------------------------
    @property
    def findings(self) -> pd.DataFrame:
        """One row per test: role, reading, kind, subject, and everything that it found."""
        return pd.DataFrame([{"role": one.form.role, "reading": one.form.reading, "about": one.form.says,
                              **one.finding.record()} for one in self.judged])

    @property
    def cells(self) -> list[Cell]:
        """Every arm at every dose and level that was run."""
        return list(self.experiment.wanted())

    @property
    def table(self) -> pd.DataFrame:
        """One row per cell and measure: mean over replications with its 90 % interval, and the difference to
        control."""
        rows = []
        for cell, name, mine, apart in self.columns():
            row = {"arm": cell.arm, **dict(cell.settings), "measure": name, **_mean(mine)}
            if apart is not None:
                mean = _mean(apart)
                row |= {"difference": mean["mean"], "difference_low": mean["low"], "difference_high": mean["high"]}
            rows.append(row)
        return pd.DataFrame(rows)

    def columns(self) -> Iterator[tuple[Cell, str, np.ndarray, np.ndarray | None]]:
        """The measured values by replication: cell, measure, values, and their difference to the control at the same
        doses and levels (None for the control itself)."""
        control = self.experiment.described.control
        for cell in self.cells:
            for name in self.experiment.described.measures:
                if not self.values.has(name, cell):
                    continue
                mine, twin = self.values.column(name, cell), self._control_of(cell)
                paired = cell.arm != control and twin is not None and self.values.has(name, twin)
                yield cell, name, mine, mine - self.values.column(name, twin) if paired and twin is not None else None

    def _control_of(self, cell: Cell) -> Cell | None:
        """The control at the same doses and levels, if it was run."""
        twin = self.experiment.layout.twin(cell)
        return twin if twin.label in self.values.pieces else None

    @property
    def series(self) -> pd.DataFrame:
        """The curves: arm, dose and factors, measure, month, median over replications and the middle 90 %."""
        frames = []
        for name in self.experiment.curves:
            for cell in self.cells:
                if not self.values.has(name, cell):
                    continue
                frame = self.values.frame(name, cell)
                found = pd.DataFrame({"month": frame.index, "middle": frame.median(axis=1).to_numpy(),
                                      "low": frame.quantile(0.05, axis=1).to_numpy(),
                                      "high": frame.quantile(0.95, axis=1).to_numpy()})
                frames.append(found.assign(cell=cell.label, arm=cell.arm, measure=name))
        columns = ["cell", "arm", "measure", "month", "middle", "low", "high"]
        return pd.concat(frames, ignore_index=True)[columns] if frames else pd.DataFrame(columns=columns)

    def plot(self, measure: str | None = None) -> Any:
        """A chart (Altair) of a measure in every arm, month by month; by default the first curve.

        In a notebook it shows itself; `unanimity.report.save_picture(chart, "file.png")` writes it.
        """
        from unanimity.report.arm_curves import course_of_arms

        curves = self.experiment.curves
        if measure is None and not curves:
            raise UserError("plot: the experiment has no curves; allowed: curves = [\"measure\"] in its description.")
        chosen = measure or curves[0]
        if chosen not in curves:
            raise UserError(f"plot: {chosen!r} was not asked month by month; allowed: {', '.join(curves)}, or name it "
                            f"under curves.")
        cells = [cell for cell in self.cells if self.values.has(chosen, cell)]
        about = self.experiment.described.measure(chosen)
        return course_of_arms({cell.label: self.values.frame(chosen, cell) for cell in cells}, about.says or chosen,
                              about.unit or unit_of(about.expression))

    @property
    def manifest(self) -> dict[str, Any]:
        """What a page states about rules and provenance, in the format of a Result's manifest."""
        regimes = {cell.label: self.experiment.layout.regime(cell) for cell in self.cells}
        first = self.experiment.control
        return {
            "regime": self.experiment.where, "version": __version__, "source": source_hash(),
            "fingerprints": sorted({regime.fingerprint for regime in regimes.values()}),
            "levers": {name: {key: regime.lever_text(key) for key in regime.levers}
                       for name, regime in regimes.items()},
            "parameters": {name: dict(regime.parameters) for name, regime in regimes.items()},
            "inputs": {name: dict(regime.inputs) for name, regime in regimes.items()},
            "changes": {cell.label: self.experiment.layout.changes(cell) for cell in self.cells},
            "sources": {**first.sources, **self.experiment.described.sources}, "people": first.society.people,
            "seeds": self.values.seeds, "worlds_run": self.worlds, "months": [-first.burn_in, first.months - 1],
            "milieu": self.experiment.milieu.record() if self.experiment.milieu is not None else None,
            "burn_in": first.burn_in, "seconds": round(self.seconds, 2),
        }

    def report(self, path: str | Path) -> Path:
        """Write its page (report.html in a folder, or the .html named); returns the page's path."""
        from unanimity.report.outcome_page import write_outcome_page

        return write_outcome_page(self, path)

    def to_csv(self, path: str | Path) -> Path:
        """Write the table of means and differences; returns the path."""
        path = path_of(path)
        write_atomically(path, lambda partial: self.table.to_csv(partial, index=False))
        return path

    def _repr_html_(self) -> str:
        from unanimity.report.notebook import outcome_html
        from unanimity.report.outcome_page import answer

        return outcome_html(self, f"{self.experiment.title} {answer(self)}")

    def record(self) -> dict[str, Any]:
        """Everything as plain values for JSON."""
        def told(found: Mapping[str, Verdict | Answer]) -> list[dict[str, Any]]:
            return [{"reading": name, "verdict": one.word, "why": one.why, "rest": one.rest, "passed": one.passed,
                     "parts": one.parts} for name, one in found.items()]

        return {
            "title": self.experiment.title, "asks": self.experiment.described.asks, "pairs": self.pairs,
            "pool": self.experiment.described.pool, "worlds": self.worlds, "worlds_run": self.ran,
            "verdict": self.verdict.word if self.verdict else None, "readings": told(self.readings),
            "rival": self.rival.word if self.rival else None, "rivals": told(self.rivals),
            "effect": self.effect.record() if self.effect else None, "findings": self.findings.to_dict("records"),
            "table": self.table.to_dict("records"), "seconds": round(self.seconds, 3), "notes": list(self.notes),
            "robustness": [one.record() for one in self.robustness],
            "ablation": self.ablation.record() if self.ablation else None,
            "size": self.size.record() if self.size else None,
        }


def _mean(values: np.ndarray) -> dict[str, Any]:
    known = values[np.isfinite(values)]
    low, high = bca(known) if known.size > 1 else (np.nan, np.nan)
    return {"mean": float(known.mean()) if known.size else np.nan, "low": low, "high": high, "known": int(known.size)}
