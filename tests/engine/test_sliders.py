"""No dead slider: every parameter and every lever that a rule claims to read moves something."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from helpers import digests, regime

from unanimity.engine.batch import make_batch
from unanimity.engine.collect import recorded
from unanimity.engine.plan import make_plan
from unanimity.engine.run import lay_record, run_months
from unanimity.measures import MEASURES
from unanimity.mechanisms import HALL
from unanimity.world.levers import BY_NAME

PARAMETERS = [field for mechanism in HALL for field in mechanism.fields]
IN_NO_MEASURE = {"meeting.minutes", "meeting.licensed", "meeting.block"}  # floor and mandate are state
LEVERS = sorted({name for mechanism in HALL for name in mechanism.levers})


def troubled(**changes):
    """A world in which everything happens: open and secret ballots, blows, files read, zeal, hope."""
    base = regime("terror", people=512, **{
        "zeal": 0.9, "assoc": 0.2, "recall": "on", "threat": 0.6, "blows": 0.002, "fear.spill": 0.4,
        "ballot@1": "secret", "ballot@2": "secret", "voice.secret_exposure": 0.1, **changes})
    return dataclasses.replace(base, society=dataclasses.replace(base.society, tree=(4, 2, 4)))


def ran(*regimes, months=4):
    batch = make_batch(regimes, [3] * len(regimes))
    for world in range(len(regimes)):
        lot = np.random.default_rng(1)
        batch.column("blow", world)[:] = lot.choice([0, 0, 0, 0, 0, 0, 0, 2, 5], batch.people)
        batch.column("blow_topic", world)[:] = 1
        batch.column("survived", world)[:] = lot.integers(0, 4, batch.people)
        batch.column("dossier", world)[:] = lot.choice([0.0, 1.5], batch.people)
        batch.column("grievance", world)[:] = lot.beta(2, 4, batch.people)
        batch.column("fear", world)[...] = lot.uniform(0, 1, (3, batch.people))
        batch.column("stance", world)[1] = lot.uniform(-1, 1, batch.people)
    lay_record(batch, months)
    run_months(batch, months, threads=1)
    return batch


@pytest.mark.parametrize("field", PARAMETERS, ids=lambda field: field.key)
def test_every_parameter_moves_a_measure(field):
    low, high = (troubled(**{field.key: value}) for value in (field.span.low, field.span.high))
    batch = ran(low, high)
    one, two = digests(batch)
    assert one != two, f"{field.key} changes nothing at all"
    _, values = recorded(batch)
    if field.key not in IN_NO_MEASURE:
        assert not np.array_equal(values[:, 0], values[:, 1], equal_nan=True), f"{field.key} moves no measure"


@pytest.mark.parametrize("name", LEVERS)
def test_every_lever_that_a_mechanism_lists_changes_the_world(name):
    lever = BY_NAME[name]
    first, last = (lever.words[0], lever.words[-1]) if lever.is_choice else (lever.low, lever.high)
    batch = ran(troubled(**{name: first}), troubled(**{name: last}))
    assert len(set(digests(batch))) == 2


def test_the_levers_that_mechanisms_list_are_those_that_their_rules_read():
    for mechanism in HALL:
        assert make_plan([mechanism], ()).levers_read == set(mechanism.levers), mechanism.id


def test_parameters_say_what_they_mean_with_a_source_and_a_default_within_their_span():
    assert len({field.key for field in PARAMETERS}) == len(PARAMETERS)
    for field in PARAMETERS:
        assert field.span.meaning and field.span.source and field.span.unit and field.span.symbol, field.key
        assert field.span.low <= field.default <= field.span.high and field.span.low < field.span.high, field.key


def test_every_measure_can_differ_between_worlds():
    batch = ran(troubled(), troubled(ballot="secret", privileges=0.0))
    _, values = recorded(batch)
    fixed = {"attending", "people_accounted", "private_stance", "proclaimed_line"}
    for place, measure in enumerate(MEASURES):
        if measure.name not in fixed:
            assert (values[..., place] != values[0, 0, -1, place]).any(), f"{measure.name} never moves"
