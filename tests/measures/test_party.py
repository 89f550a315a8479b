"""Measures of the party against a count in NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from small_regimes import only_the_hall
from unanimity.engine.batch import make_batch
from unanimity.engine.collect import recorded
from unanimity.engine.run import lay_record, run_months
from unanimity.measures.opinion import private_stance
from unanimity.measures.party import MEASURES, is_opportunist
from unanimity.world.codes import CITIZEN


@pytest.fixture(scope="module")
def found():
    """A country of 640 people after a month, with grievance, trust, statuses and courage drawn at random."""
    measures = tuple({m.name: m for m in (private_stance, *MEASURES)}.values())
    batch = make_batch([only_the_hall("apparatus", {"people": 640})], [5], measures)
    luck = np.random.default_rng(1)
    batch.column("grievance")[:] = luck.uniform(0, 0.6, 640)
    batch.column("trust")[:] = luck.uniform(0.2, 1.0, 640)
    batch.column("status")[:] = luck.choice([0, 0, 0, 1, 5, 8], 640)
    batch.column("believed")[:] = 0.25
    lay_record(batch, 1)
    run_months(batch, 1, threads=1)
    values = recorded(batch)[1][0, 0, -1]
    return batch, dict(zip((m.name for m in measures), values, strict=True))


def test_means_and_shares_are_those_of_a_count(found):
    batch, got = found
    c = {name: batch.column(name).astype(float) for name in ("grievance", "trust", "dependence", "status", "estate")}
    here, free = c["status"] < 7, c["status"] < 3
    stance = batch.column("stance")[1][free].astype(float)
    content = (c["grievance"] < np.float32(0.3)) & (c["trust"] > 0.5)
    expected = {"grievance_felt": c["grievance"][here].mean(), "trust_in_print": c["trust"][here].mean(),
                "dependence_held": c["dependence"][here].mean(), "legitimacy": content[free].mean(),
                "members_share": (c["estate"] != CITIZEN)[free].mean(), "stance_spread": stance.std()}
    for name, value in expected.items():
        assert got[name] == pytest.approx(value, abs=1e-6), name
    assert 0.0 <= got["belief_in_guilt"] <= 1.0


@pytest.mark.parametrize("trait", ["competence", "conviction", "courage"])
def test_traits_by_level_are_means_over_the_holders_of_that_office(found, trait):
    batch, got = found
    office, estate, free = batch.column("office"), batch.column("estate"), batch.column("status") < 3
    levels = {"cell": office == 1, "district": office == 2, "province": office == 3, "centre": office >= 4,
              "base": (office == 0) & (estate != CITIZEN)}
    for level, who in levels.items():
        assert got[f"{trait}_{level}"] == pytest.approx(batch.column(trait)[who & free].astype(float).mean()), level


def test_an_opportunist_has_more_ambition_than_conviction_and_disagrees_or_hardly_cares(found):
    assert is_opportunist(0.6, 0.5, -0.1) and is_opportunist(0.6, 0.5, 0.0) and is_opportunist(0.4, 0.2, 0.9)
    assert not is_opportunist(0.4, 0.5, -1.0) and not is_opportunist(0.6, 0.5, 0.1)
    batch, got = found
    free = (batch.column("status") < 3) & (batch.column("estate") != CITIZEN)
    ambition, conviction = batch.column("ambition")[free], batch.column("conviction")[free]
    stance, cells = batch.column("stance")[1][free], np.repeat(np.arange(batch.tree.cells),
                                                               np.diff(batch.tree.cell_start))
    line = batch.column("line")[1][:batch.tree.cells][cells][free]
    flagged = [is_opportunist(float(a), float(c), float(s) * float(x))
               for a, c, s, x in zip(ambition, conviction, stance, line, strict=True)]
    assert got["opportunist_share"] == pytest.approx(np.mean(flagged))
