"""Williamson 1967, Downs 1967, Prendergast 1993: what is lost on the way through a hierarchy.

O. Williamson, "Hierarchical Control and Optimum Firm Size", Journal of Political Economy 75:123-138;
A. Downs, Inside Bureaucracy (1967); C. Prendergast, "A Theory of Yes Men", American Economic Review 83:757-770.

Williamson: span s, n levels, level i holds s^(i-1) people, each link passes a share a of intentions, wages
w0 b^(n-i). Output theta (a s)^(n-1), price less materials P - r, so profit is

    (P - r) theta (a s)^(n-1) - w0 sum_i s^(i-1) b^(n-i)

The wage sum is close to w0 s^n/(s - b); setting the derivative in n to zero gives

    n* = 1 + { ln[w0/((P-r) theta)] + ln[s/(s-b)] + ln[ln s/ln(a s)] } / ln a

Downs (after Tullock 1965): a message keeps a share f at each transfer, f^(n-1) after n levels; a bias of each level
adds up, and independent noise adds in variance.

Prendergast (our algebra): truth has a flat prior; the worker's signal has variance v_w, the manager's opinion v_m,
and the worker glimpses that opinion with extra variance v_c. An honest forecast puts (v_m + v_c)/(v_w + v_m + v_c) on
his own signal; paid for agreeing with the manager he puts only v_c/(v_w + v_m + v_c).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

import numpy as np
import pandas as pd

from unanimity.reference.chart_style import CALM, HEIGHT, REVOLT, THIRD, finish
from unanimity.reference.published_model import Check, Model, Outcome, check, claim
from unanimity.support.errors import refuse
from unanimity.world.draws import normals
from unanimity.world.spans import Span

NOISE = 2  # stream of the Monte Carlo check of yes men
W, D, P = "Williamson 1967", "Downs 1967", "Prendergast 1993"


class Hierarchy(NamedTuple):
    """One chain of command."""

    compliance: Annotated[float, Span("share of intentions passed by a link", 0.01, 0.999, W, symbol="alpha")] = 0.9
    reach: Annotated[float, Span("span of control", 1.5, 50, W, "persons", "s")] = 5.0
    wage_step: Annotated[float, Span("pay ratio of neighbouring levels", 1, 5, W, "ratio", "beta")] = 1.4
    wage_ratio: Annotated[float, Span("bottom wage over value of a worker", 0.001, 1, W, "ratio", "w0/(P-r)")] = 1 / 3
    levels: Annotated[int, Span("levels of the chain", 1, 60, D, "levels", "n")] = 7
    fidelity: Annotated[float, Span("share of a message kept at a transfer", 0, 1, D, symbol="f")] = 0.5
    bias: Annotated[float, Span("what each level adds", -10, 10, "ours", "units of report", "b")] = 0.1
    noise: Annotated[float, Span("sd of what each level adds", 0, 10, "ours", "units of report")] = 0.0
    worker: Annotated[float, Span("variance of the worker's signal", 0.001, 1e6, P, "variance", "v_w")] = 1.0
    manager: Annotated[float, Span("variance of the manager's opinion", 0, 1e6, P, "variance", "v_m")] = 1.0
    glimpse: Annotated[float, Span("extra variance of the glimpse", 0, 1e9, P, "variance", "v_c")] = 1.0


def best_levels(compliance: float, reach: float, wage_step: float = 1.4, wage_ratio: float = 1 / 3) -> float:
    """Williamson's optimum number of levels."""
    if reach <= wage_step:
        raise refuse("", "hierarchy.reach", reach, f"above the pay ratio {wage_step:g}")
    if compliance * reach <= 1.0:
        return 1.0  # each level loses more than it adds
    inside = math.log(wage_ratio) + math.log(reach / (reach - wage_step))
    inside += math.log(math.log(reach) / math.log(compliance * reach))
    return max(1.0, 1.0 + inside / math.log(compliance))


def profit(levels: int, compliance: float, reach: float, wage_step: float = 1.4, wage_ratio: float = 1 / 3) -> float:
    """Output less wages, in values of one worker, with the wage sum as it stands."""
    level = np.arange(1, levels + 1)
    wages = wage_ratio * float((reach ** (level - 1) * wage_step ** (levels - level)).sum())
    return float((compliance * reach) ** (levels - 1) - wages)


def whole_levels(compliance: float, reach: float = 5.0) -> int:
    """The best whole number of levels, by trying them."""
    return max(range(1, 41), key=lambda n: profit(n, compliance, reach))


def kept(levels: int, fidelity: float) -> float:
    """The share of a message that arrives."""
    return float(fidelity ** (levels - 1))


def own_weight(worker: float, manager: float, glimpse: float, rewarded: bool) -> float:
    """The weight a subordinate puts on his own signal."""
    return (glimpse if rewarded else manager + glimpse) / (worker + manager + glimpse)


def run(p: Hierarchy, seed: int) -> Outcome:
    """The three losses for one chain, and by level. Nothing is drawn."""
    steps = np.arange(1, p.levels + 1)
    summary = {
        "best_levels": best_levels(p.compliance, p.reach, p.wage_step, p.wage_ratio),
        "kept": kept(p.levels, p.fidelity),
        "report_bias": (p.levels - 1) * p.bias,
        "report_sd": math.sqrt(p.levels - 1) * p.noise,
        "honest_weight": own_weight(p.worker, p.manager, p.glimpse, False),
        "yes_man_weight": own_weight(p.worker, p.manager, p.glimpse, True),
    }
    table = pd.DataFrame({"level": steps, "kept": p.fidelity ** (steps - 1.0), "bias": (steps - 1) * p.bias,
                          "obeyed": p.compliance ** (steps - 1.0)})
    return Outcome(summary, table)


def plot(p: Hierarchy, seed: int) -> Any:
    """How much of a report is left, by level, for three fidelities."""
    import altair as alt

    levels = np.arange(1, 11)
    colours = {0.95: THIRD, 0.9: CALM, p.fidelity: REVOLT}
    data = pd.DataFrame([{"level": n, "kept": kept(int(n), f), "fidelity": f"{f:.0%} at each step"}
                         for f in colours for n in levels])
    colour = alt.Color("fidelity:N", legend=None, scale=alt.Scale(
        domain=[f"{f:.0%} at each step" for f in colours], range=list(colours.values())))
    x = alt.X("level:Q", title="level of the hierarchy, from the ground", axis=alt.Axis(tickMinStep=1),
              scale=alt.Scale(domain=[1, 12.6], nice=False))
    y = alt.Y("kept:Q", title="share of the message left", axis=alt.Axis(format="%"))
    base = alt.Chart(data).encode(x=x, y=y, color=colour)
    ends = base.transform_filter("datum.level == 10").mark_text(align="left", dx=7, dy=-7, fontSize=12).encode(
        text="fidelity:N")
    chart = (base.mark_line(point=True) + ends).properties(width=520, height=HEIGHT)
    return finish(chart, "Seven levels that each pass on half lose 98.4 % of the truth",
                  "Downs 1967: what is left of a report after each level of a bureaucracy")


def _yes_men_by_regression(seed: int = 1, count: int = 200_000) -> tuple[float, float]:
    """The two weights re-measured: regress the truth, and the manager's opinion, on what the worker sees."""
    truth = 100.0 * normals(seed, NOISE, count, 0)  # so wide that the prior is flat
    signal = truth + normals(seed, NOISE, count, 1)
    opinion = truth + normals(seed, NOISE, count, 2)
    glimpse = opinion + normals(seed, NOISE, count, 3)
    seen = np.stack([signal, glimpse], axis=1)
    fit = np.linalg.lstsq(seen, np.stack([truth, opinion], axis=1), rcond=None)[0]
    return float(fit[0, 0]), float(fit[0, 1])


def checks() -> Iterator[Check]:
    """Closed forms, each confirmed by a second way of computing it."""
    name, derived = "hierarchy", "recalled; formula re-derived in the module's text"
    cells = {5: (3.78, 5.08, 7.67, 15.38), 10: (4.79, 6.38, 9.55, 19.04)}
    for reach, values in cells.items():
        for compliance, published in zip((0.8, 0.85, 0.9, 0.95), values, strict=True):
            yield check(name, f"Williamson: best levels, span {reach}, compliance {compliance}", published, "V",
                        best_levels(compliance, reach), 0.01, note=derived)
    for compliance, levels in ((0.8, 4), (0.9, 8), (0.95, 14)):
        yield check(name, f"Williamson: best whole levels by trial, compliance {compliance}", levels, "V",
                    whole_levels(compliance), gated=compliance < 0.95,
                    note="profit at 15 is 2.45 times that at 14, also in exact fractions: the first measurement was "
                         "wrong" if compliance == 0.95 else "")
    base = best_levels(0.9, 5)
    signs = (best_levels(0.92, 5) > base, best_levels(0.9, 6) > base, best_levels(0.9, 5, 1.6) < base,
             best_levels(0.9, 5, 1.4, 0.5) < base)
    yield claim(name, "Williamson: levels rise in compliance and span, fall in pay step and wage", "R", all(signs),
                note=derived)
    yield check(name, "Downs: lost after seven levels at one half, %", 98.4, "R", 100 * (1 - kept(7, 0.5)), 0.05,
                note="1 - 1/64 exactly; confirmed by derivation")
    yield check(name, "Tullock: kept over seven transfers at .9, %", 47.8, "R", 100 * kept(8, 0.9), 0.05,
                note="0.9^7 exactly; confirmed by derivation")
    honest, yes_man = own_weight(1, 1, 1, False), own_weight(1, 1, 1, True)
    yield check(name, "Prendergast: honest weight, all variances 1", 2 / 3, "R", honest, 1e-12, note=derived)
    yield check(name, "Prendergast: yes man's weight, all variances 1", 1 / 3, "R", yes_man, 1e-12, note=derived)
    fit = _yes_men_by_regression()
    yield check(name, "Prendergast: honest weight by regression on 200 000 draws", 2 / 3, "V", fit[0], 0.005)
    yield check(name, "Prendergast: yes man's weight by regression", 1 / 3, "V", fit[1], 0.008)
    gaps = [own_weight(1, m, 1, False) - own_weight(1, m, 1, True) for m in (0.5, 1.0, 2.0, 4.0)]
    far = own_weight(1, 1, 1e9, False) - own_weight(1, 1, 1e9, True)
    yield claim(name, "Prendergast: gap grows with the manager's variance, vanishes without a glimpse", "R",
                bool((np.diff(gaps) > 0).all()) and far < 1e-8, note=derived)


MODEL = Model(
    "hierarchy", "Loss of control and of truth in hierarchies", " ".join(__doc__.splitlines()[2:4]),
    "Each level passes on a part of what it hears and adds what its superior would like.",
    "Fidelity compounds: small losses at each level set a hard limit to the height of a chain of command.",
    Hierarchy, run, plot, checks,
)
