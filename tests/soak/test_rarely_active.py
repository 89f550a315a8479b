"""No dead part: parameters that act only in rare constellations move some of many random regimes, and measures differ.

The others are moved by tests/model/test_no_slider_is_dead.py.
"""

from __future__ import annotations

import numpy as np
import pytest
from random_regimes import PARAMETERS, draw

from unanimity.engine.batch import make_batch
from unanimity.engine.collect import recorded, world_digest
from unanimity.engine.run import lay_record, run_months

SELDOM = ("concentration.partner", "concentration.calm", "concentration.cost", "confession.absurd", "confession.scars",
          "exit.last_vote", "protection.knowing")
MONTHS, AT_ONCE, MOST = 36, 20, 240
SPANS = {field.key: field.span for field in PARAMETERS}
STILL = {"people_accounted"}  # nobody is lost


def ran(regimes, seeds):
    batch = make_batch(regimes, seeds, log_rows=16 * regimes[0].society.people)
    lay_record(batch, MONTHS)
    run_months(batch, MONTHS)
    return batch


@pytest.mark.slow
def test_what_acts_seldom_moves_some_random_regime():
    left = set(SELDOM)
    for first in range(0, MOST, AT_ONCE):
        pairs = [(key, number) for number in range(first, first + AT_ONCE) for key in sorted(left)]
        drawn = {number: draw(number, MONTHS) for number in range(first, first + AT_ONCE)}
        regimes = [drawn[number].but({key: end}) for key, number in pairs for end in (SPANS[key].low, SPANS[key].high)]
        batch = ran(regimes, [number for _, number in pairs for _ in range(2)])
        _, values = recorded(batch)
        told = [world_digest(batch, world, values) for world in range(batch.worlds)]
        left -= {key for k, (key, _) in enumerate(pairs) if told[2 * k] != told[2 * k + 1]}
        if not left:
            break
    assert not left


@pytest.mark.slow
def test_every_measure_can_differ_between_worlds_and_months():
    batch = ran([draw(number, MONTHS) for number in range(240)], range(240))
    _, values = recorded(batch)
    still = {measure.name for place, measure in enumerate(batch.plan.measures)
             if np.unique(values[..., -1, place][~np.isnan(values[..., -1, place])]).size < 2}
    assert still == STILL
