"""A whole scenario gives the same bits on any threads, in any batch and from any checkpoint; levers of persons."""

from __future__ import annotations

import numpy as np
import pytest

from unanimity.engine.batch import make_batch
from unanimity.engine.checkpoint import load_checkpoint, save_checkpoint
from unanimity.engine.collect import recorded, world_digest
from unanimity.engine.run import lay_record, run_months
from unanimity.regimes import load_regime

STORM = '''
title = "storm"
based_on = "terror"
mechanisms = "all"
[run]
burn_in = 12
months = 8
[society]
people = 512
tree = [4, 2, 4]
[[groups]]
name = "foes"
n = 60
by = "quantile"
variable = "stance_rule"
quantile = 0.0
attends = false
[[factions]]
name = "left"
n = 40
who = "members"
[[prisoners]]
name = "held"
n = 20
who = "members and not faction(left)"
[[rings]]
where = "province(1)"
ring = 0.7
crime = 0.5
[[schedule]]
month = 1
event = "war"
need = 1.2
withdraw = 0.1
months = 3
[[schedule]]
rate = 0.5
event = "attack"
victim = "level(province)"
[[schedule]]
month = 2
event = "accuse"
who = "lot(20, present)"
guilty = 0.1
[[schedule]]
month = 3
event = "purge"
who = "officials"
share = 0.3
months = 3
mode = "execute"
[[schedule]]
month = 4
event = "open_case"
where = "province(1)"
months = 2
[[schedule]]
month = 5
event = "replace"
levels = ["district"]
'''


def of(folder, text):
    path = folder / "scenario.toml"
    path.write_text(text, encoding="utf-8")
    return load_regime(path)


def born(regimes, seeds, months=20):
    batch = make_batch(regimes, seeds)
    lay_record(batch, months)
    return batch


def digest(batch, world=0):
    return world_digest(batch, world, recorded(batch)[1])


def test_a_scenario_gives_the_same_bits_in_any_batch_on_any_threads_and_taken_up_at_any_month(tmp_path):
    storm = of(tmp_path, STORM)
    alone = born([storm], [5])
    run_months(alone, 8, threads=1)
    assert (alone.column("status") == 8).any() and len(alone.log) > 0
    beside = born([storm.but(ballot="secret"), storm], [9, 5])
    run_months(beside, 8, threads=2)
    assert digest(beside, 1) == digest(alone)
    taken_up = born([storm], [5])
    for month in (-2, 0, 3, 4):
        run_months(taken_up, month, threads=1)
        save_checkpoint(taken_up, tmp_path / "checkpoint.npz")
        taken_up = born([storm], [5])
        load_checkpoint(taken_up, tmp_path / "checkpoint.npz")
    run_months(taken_up, 8, threads=1)
    assert digest(taken_up) == digest(alone)


def test_a_person_lives_under_his_own_lever_while_his_neighbours_live_under_theirs(tmp_path):
    text = ('title = "assigned"\nbased_on = "apparatus"\nmechanisms = ["dependence", "provision", "requisition"]\n'
            '[society]\npeople = 512\n[[assign]]\nname = "free"\nshare = 0.5\nsets = {state_jobs = 0.0}\n')
    batch = born([of(tmp_path, text)], [3], 1)
    run_months(batch, 1, threads=1)
    free = batch.column("groups") == 1
    plain = born([of(tmp_path, text.replace("state_jobs = 0.0", "plots = 0.5"))], [3], 1)
    run_months(plain, 1, threads=1)
    assert free.sum() == 256 and not batch.column("job_state")[free].any()
    assert (batch.column("job_state")[~free] == plain.column("job_state")[~free]).all()
    assert batch.column("job_state")[~free].mean() == pytest.approx(plain.column("job_state")[free].mean(), abs=0.15)
    village = np.repeat(batch.column("village")[:batch.tree.cells] == 1, np.diff(batch.tree.cell_start))
    assert (plain.column("plot")[village & ~free] == 1).all()
    assert 0.3 < plain.column("plot")[village & free].mean() < 0.7
