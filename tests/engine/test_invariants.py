"""In any regime people are conserved, values stay in range, and ties stay symmetric."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from helpers import regime
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_matrix

from small_regimes import only_the_hall
from unanimity.engine.batch import make_batch
from unanimity.engine.collect import recorded
from unanimity.engine.run import lay_record, run_months
from unanimity.measures import MEASURES
from unanimity.mechanisms import HALL
from unanimity.mechanisms.people.voice import Voice
from unanimity.world.codes import DISSENT, SILENCE
from unanimity.world.levers import LEVERS

NAMES = tuple(m.id for m in HALL)
PARAMETERS = [field for m in HALL for field in m.fields]
FREE_INPUTS = {"threat": 1.0, "blows": 0.2, "grievance": 1.0, "dependence": 1.0, "zeal": 1.0, "sel": 1.0, "assoc": 1.0,
               "rumour": 1.0, "survived": 10.0, "blow": 7.0, "blow_known": 1.0, "hostage_fear": 1.0}


@st.composite
def lever_values(draw):
    lever = draw(st.sampled_from(LEVERS))
    if lever.is_choice:
        return lever.name, draw(st.sampled_from([w for w in lever.words if w != lever.counted]))
    return lever.name, draw(st.floats(lever.low, min(lever.high, 1e3)))


@st.composite
def worlds(draw):
    """A random regime, seed and length."""
    changes = dict(draw(st.lists(lever_values(), max_size=8)))
    for field in draw(st.lists(st.sampled_from(PARAMETERS), max_size=6, unique_by=lambda f: f.key)):
        changes[field.key] = draw(st.floats(field.span.low, field.span.high))
    for name in draw(st.lists(st.sampled_from(sorted(FREE_INPUTS)), max_size=4, unique=True)):
        top = FREE_INPUTS[name]
        changes[name] = float(draw(st.integers(0, int(top)))) if top in (7.0, 10.0) else draw(st.floats(0, top))
    base = only_the_hall(draw(st.sampled_from(["law", "war", "apparatus", "terror"])),
                            {"people": draw(st.integers(128, 400)), **changes})
    shape = draw(st.sampled_from([(2, 2, 2), (4, 4), (3,), (2, 2, 2, 2)]))
    society = dataclasses.replace(base.society, tree=shape, agenda=draw(st.sampled_from(["rule", "rotate"])),
                                  issues=2)
    off = draw(st.sets(st.sampled_from(NAMES), max_size=1))
    whole = dataclasses.replace(base, society=society, off=frozenset(off), burn_in=draw(st.sampled_from([0, 12])))
    return whole, draw(st.integers(0, 2**64 - 1)), draw(st.integers(3, 6)), draw(st.sampled_from([0.0, 0.3, 1.0]))


def run(regime, seed, months, absent=0.0):
    """A world after that many months, in which a share of the people are in prison, abroad, dead ..."""
    batch = make_batch([regime], [seed])
    lot = np.random.default_rng(seed)
    gone = lot.uniform(size=batch.people) < absent
    batch.column("status")[gone] = lot.integers(0, 9, gone.sum())
    lay_record(batch, months)
    run_months(batch, batch.month + months, threads=1)
    return batch


def assert_sound(batch):
    """Every invariant of the state and of the measures."""
    people, tree = batch.people, batch.tree
    for name, column in batch.plan.columns.items():
        values = batch.column(name).astype(float) * (column.scale or 1.0)
        assert not np.isnan(values).any(), f"{name} is not a number"
        assert values.size == 0 or (values.min() >= column.low - 1e-6 and values.max() <= column.high + 1e-6), \
            f"{name} leaves {column.low:g}..{column.high:g}: {values.min()} .. {values.max()}"
    secretary = batch.column("secretary")
    heads = secretary[secretary >= 0]
    assert len(set(heads.tolist())) == heads.size == tree.units
    for unit in range(tree.units):
        a, b = tree.person_range(unit)
        assert a <= secretary[unit] < b
    start = batch.arrays["tie_start"].astype(int)
    weights = csr_matrix((batch.column("first_weight").astype(int), batch.arrays["neighbour"].astype(int), start),
                         shape=(people, people))
    assert (weights != weights.T).nnz == 0
    assert (batch.column("weight") <= batch.column("first_weight")).all()
    _, table = recorded(batch)
    for place, measure in enumerate(MEASURES):
        values = table[..., place]
        assert ((values >= measure.low - 1e-9) & (values <= measure.high + 1e-9) | np.isnan(values)).all(), measure.name
    accounted = [m.name for m in MEASURES].index("people_accounted")
    assert (table[:, 0, -1, accounted] == people).all()
    assert (table[:, 0, :-1, accounted].sum(axis=1) == people).all()


@settings(max_examples=25)
@given(worlds())
def test_in_any_regime_people_are_conserved_and_every_number_stays_in_its_range(world):
    assert_sound(run(*world))


@pytest.mark.parametrize("name", ["law", "war", "apparatus", "terror", "leningrad-moscow-1925"])
def test_the_presets_are_sound_for_two_years(name):
    assert_sound(run(only_the_hall(name, {"people": 640}), 1, 24))


@pytest.mark.slow
@settings(max_examples=150)
@given(worlds())
def test_in_many_more_regimes_too(world):
    assert_sound(run(*world))


def test_a_long_burn_in_keeps_months_apart_from_never():
    """A dissent in month -99 is a dissent; months before it must fit the column as well."""
    batch = run(without(base="law", burn_in=120), 1, 10)
    assert_sound(batch)
    spoke = batch.column("act_kind") == 1
    assert spoke.any()
    assert (batch.column("last_dissent")[spoke] >= -120).all()
    assert (batch.column("last_dissent")[~spoke] < -120).all()  # never is before every month of the run


# --- mechanisms switched off ------------------------------------------------------------------------------------------
def without(*names, base="apparatus", **changes):
    """A small regime, with room for a secretary in every unit, without those mechanisms."""
    small = regime(base, **changes)
    return dataclasses.replace(small, off=frozenset(names),
                               society=dataclasses.replace(small.society, tree=(2, 3, 3)))


@pytest.mark.parametrize("off", [*((name,) for name in NAMES), NAMES], ids="+".join)
def test_each_mechanism_alone_and_all_together_can_be_switched_off(off):
    batch = run(without(*off), 4, 4)
    assert_sound(batch)


def test_without_fear_nobody_fears_and_ties_keep_their_weight():
    batch = make_batch([without("fear", base="terror")], [4])
    batch.column("dossier")[:] = 3.0  # everybody is marked
    lay_record(batch, 4)
    run_months(batch, 4, threads=1)
    assert (batch.column("marked") == 1).all()
    assert (batch.column("fear") == 0).all() and (batch.column("harm") == 0).all()
    assert (batch.column("weight") == batch.column("first_weight")).all()


def test_without_voice_everybody_says_what_he_thinks_and_has_no_habit_of_lying():
    batch = run(without("voice"), 4, 4)
    line = batch.column("line")[1, :batch.tree.cells].repeat(np.diff(batch.tree.cell_start))
    p = Voice()
    opposed = np.maximum(0.0, -(batch.column("stance")[1].astype(float) * line))
    want = p.grievance_weight * batch.column("grievance").astype(float) + \
        p.conviction_weight * batch.column("conviction").astype(float) * opposed
    clear = np.abs(want - p.theta) > 1e-6
    assert (batch.column("voice")[clear] == np.where(want > p.theta, DISSENT, SILENCE)[clear]).all()
    for name in ("habit", "talker", "assents", "assents_running", "act_kind"):
        assert (batch.column(name) == 0).all(), name


def test_without_the_meeting_the_record_is_the_share_of_sincere_yes_without_note_or_din():
    batch = run(without("meeting", base="terror"), 4, 4)
    _, table = recorded(batch)
    names = [m.name for m in MEASURES]
    assert (batch.column("dossier") == 0).all()
    assert (batch.column("line") == 1.0).all()
    private = table[-1, 0, -1, names.index("private_dissent")]
    size = np.diff(batch.tree.cell_start)
    cells = slice(0, batch.tree.cells)
    assert (batch.column("yes")[cells] * size).sum() / size.sum() == pytest.approx(1 - private, abs=1e-6)
    assert batch.column("record")[cells] == pytest.approx(np.where(batch.column("yes")[cells] > 0.95, 1.0,
                                                                   batch.column("yes")[cells]), abs=1e-6)


def test_a_mechanism_switched_off_in_one_world_runs_on_in_the_next():
    pair = make_batch([without("fear"), without()], [4, 4])
    lay_record(pair, 3)
    run_months(pair, 3, threads=1)
    alone = run(without(), 4, 3)
    assert (pair.column("fear", 0) == 0).all()
    assert (pair.column("fear", 1) == alone.column("fear")).all()


def test_the_dead_and_the_absent_do_nothing():
    base = regime("law", ballot="open")
    batch = make_batch([base], [4])
    lot = np.random.default_rng(4)
    status = lot.integers(0, 9, batch.people)
    batch.column("status")[:] = status
    before = {name: batch.column(name).copy() for name in ("voice", "habit", "assents", "dossier", "last_dissent")}
    lay_record(batch, 2)
    run_months(batch, 2, threads=1)
    absent = status >= 3
    for name, old in before.items():
        assert (batch.column(name)[absent] == old[absent]).all(), name
    assert (batch.column("hand")[absent] == 0).all()
    assert (batch.column("heard")[absent] == 0).all() and (batch.column("heard")[~absent] > 0).all()
    assert (batch.column("present")[-1], math.fsum(batch.column("present")[:batch.tree.cells])) == (
        (~absent).sum(), (~absent).sum())
    dead = status >= 7
    assert (batch.column("fear")[:, dead] == np.float32(0.2)).all()
