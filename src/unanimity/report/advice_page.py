"""The page of advice on a statute: which changes help, which do harm, and what they cost, on one sheet of paper."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from unanimity.report.html import Cell
from unanimity.report.manifest_tables import facts_of
from unanimity.report.templating import rendered
from unanimity.results.atomic_files import write_text
from unanimity.support.number_format import DASH

Advice = Any  # of statutes/advise.py, which stands above this room
PAGE = "advice.html"
BEST, WORST = 9, 3  # changes that fit on the sheet
FACTS = ("regime", "fingerprint", "version", "seeds", "digest")


def write_advice(found: Advice, axes: Sequence[Any], hours: str, path: Path) -> Path:
    """Write the page (advice.html in a folder, or the .html named); returns its path."""
    page = path if path.suffix == ".html" else path / PAGE
    write_text(page, advice_page(found, axes, hours))
    return page


def advice_page(found: Advice, axes: Sequence[Any], hours: str) -> str:
    """The page as text."""
    head = (Cell("change"), *(Cell(axis.title, axis.unit) for axis in axes))
    ranked = found.ranked
    best = [one for one in ranked if one.score > 0.0][:BEST]
    worst = [one for one in ranked if one.score < 0.0][-WORST:][::-1]
    idle = [one.says for one in found.singles if not any(effect.clear for effect in one.effects.values())]
    # every change has its own fingerprint; the reader needs that of the statute
    seeds = list(range(found.seed, found.seed + found.worlds))
    manifest = {**found.manifest, "fingerprint": found.regime.fingerprint, "seeds": seeds}
    return rendered(
        "advice.html",
        ("page.css", "advice.css"),
        title=found.regime.title,
        answer=found.sentence(),
        axes=axes,
        now=found.now,
        head=head,
        best=[_row(one, axes) for one in best],
        worst=[_row(one, axes) for one in worst],
        idle=idle,
        worlds=found.worlds,
        hours=hours,
        members=found.regime.society.people,
        months=found.months,
        facts=[(name, value) for name, value in facts_of(manifest) if name in FACTS],
    )


def _row(one: Any, axes: Sequence[Any]) -> tuple[Cell, ...]:
    return (Cell(one.says), *(_cell(one.effects[axis.id], axis) for axis in axes))


def _cell(effect: Any, axis: Any) -> Cell:
    if not effect.clear:
        return Cell(DASH, faint=True, tip=f"{axis.title}: no clear difference")
    better = effect.difference * axis.good > 0.0
    strength = min(1.0, abs(effect.difference) / max(abs(effect.before), axis.least, 1e-9))
    ends = f"{effect.low:+.1f} to {effect.high:+.1f}".replace("-", "\u2212")
    return Cell(
        f"{effect.before:.1f} \u2192 {effect.after:.1f}",
        ends,
        shade=(0.25 + 0.75 * strength) * (1.0 if better else -1.0),
        tip=axis.more if effect.difference > 0.0 else axis.less,
    )
