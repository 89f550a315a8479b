"""The cell of the memoir: who is in it, and that the figures are counted as they say."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import unanimity
from unanimity.engine.batch import make_batch
from unanimity.experiments.memoir_cell import TOLD, counts, figures
from unanimity.results import Result
from unanimity.world.codes import CITIZEN, RULE_ISSUE


def test_four_cells_of_four_hundred_members_with_twenty_opponents_among_the_forty_of_the_war():
    regime = unanimity.regime("memoir-cell")
    batch = make_batch([regime], [3])
    assert np.diff(batch.tree.cell_start).tolist() == [400] * 4 and (batch.column("village") == 0).all()
    assert (batch.column("estate") != CITIZEN).all()
    opposed = np.isclose(batch.column("stance")[RULE_ISSUE], -0.8)
    assert opposed.sum() == 20  # five a cell


def flat(**levels):
    names = tuple(levels)
    values = np.broadcast_to(np.array(list(levels.values())), (14, 2, 3, len(names)))
    worlds = pd.DataFrame({"world": [0, 1], "arm": "", "seed": [0, 1], "digest": ""})
    return Result(values, np.arange(14), ("province 1", "province 2", "country"), names, worlds, pd.DataFrame(), {})


def test_counts_are_for_250_present_in_every_cell_of_every_world():
    found = counts(flat(public_dissent=0.01, private_dissent=0.25, falsification_gap=0.24, talks=0.16,
                        zeal_of_apparatus=0.5))
    assert set(found) == set(TOLD) and all(values.shape == (4,) for values in found.values())
    assert found["hands raised against, of 250"] == pytest.approx([2.5] * 4)
    assert found["private dissenters who keep silent, of 250"] == pytest.approx([60.0] * 4)
    assert found["private dissenters for each open one"] == pytest.approx([25.0] * 4)
    assert found["hecklers, of 250"] == pytest.approx([10.0] * 4)


def test_a_figure_is_within_where_the_cells_lie_in_the_memoirs_range():
    table = figures(flat(public_dissent=0.04, private_dissent=0.25, falsification_gap=0.24, talks=0.16))
    counted = table[~table["is_set"]].set_index("what")
    assert counted.loc["hands raised against, of 250", "within"] == 0.0  # ten hands, not two or three
    assert counted.loc["private dissenters who keep silent, of 250", "within"] == 1.0
    assert table["is_set"].sum() == 5 and "hecklers, of 250" not in counted.index
