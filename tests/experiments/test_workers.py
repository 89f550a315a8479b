"""Work side by side: answers are those of work in turn, progress comes through, failures are told, nobody is left."""

from __future__ import annotations

import multiprocessing
import os

import numpy as np
import pytest

from unanimity.engine.shared_past import shared_past
from unanimity.experiments import pieces as module
from unanimity.experiments.experiment import experiment
from unanimity.experiments.pieces import gather
from unanimity.experiments.workers import can_fork, side_by_side
from unanimity.world.errors import ModelError, UserError

pytestmark = pytest.mark.skipif(not can_fork(), reason="needs a system that can fork")


def answers(jobs, workers=2, told=None):
    tell = (lambda *news: told.append(news)) if told is not None else (lambda *news: None)
    return dict(side_by_side(iter(enumerate(jobs)), workers, tell))


def test_every_job_answers_and_tells_how_far_it_is():
    told = []

    def job(number):
        def work(tell):
            tell("run", number, 5)
            return {"square": np.full(3, number**2), "process": os.getpid()}
        return work

    found = answers([job(k) for k in range(5)], told=told)
    assert sorted(found) == [0, 1, 2, 3, 4] and all((found[k]["square"] == k**2).all() for k in found)
    assert sorted(told) == [(k, "run", k, 5) for k in range(5)]
    assert os.getpid() not in {found[k]["process"] for k in found}


def test_what_fails_in_a_child_fails_here_and_nobody_is_left_behind():
    def slip(tell):
        raise UserError("mine.toml: the field is wrong")

    with pytest.raises(UserError, match="the field is wrong"):
        answers([slip, lambda tell: 1])
    for child in multiprocessing.active_children():
        child.join(10)
    assert not multiprocessing.active_children()


def test_a_child_that_dies_is_told_with_what_to_do():
    with pytest.raises(ModelError, match=r"exit code 7.*--threads 1"):
        answers([lambda tell: os._exit(7)])


ASKED = {  # every way of looking: state, record, log, populations that last, change or are fixed, surveys, whole runs
    "assent": "unanimity", "fear_before": "mean(fear, members and province(1), -6..5)",
    "arrests": "count(log arrested, members, -12..end)", "rate": "rate(log arrested, private_dissenters, -3..end)",
    "alive": "share(status != dead, private_dissenters as of -2, -1..3)", "calm": "mean(fear, all, quiet)",
    "brittle": "brittleness(-1..2)", "largest": "largest_change", "posts": "posts_of_one(-2..end)",
    "around": "mean(fear, all, before attack 2)",
}
TREATED = {
    "title": "A past in common", "base": "terror", "months": 8, "burn_in": 12, "people": 512, "replications": 2,
    "arms": {"secret": {"levers": {"ballot": "secret"}}, "free": {"levers": {"press": "free"}},
             "attacked": {"schedule": [{"month": 3, "event": "attack", "victim": "lot(1, officials)"}]}},
    "measures": ASKED, "curves": ["assent", "fear_before", "arrests"],
    "show": [{"form": "sign", "measure": name, "direction": "rise", "arm": arm} for name in ASKED
             for arm in ("secret", "free", "attacked")],
}


def test_a_past_run_once_gives_the_bits_of_a_past_of_each_ones_own(monkeypatch):
    pieces = {cell.label: piece for cell, piece in experiment(**TREATED).pieces().items()}
    past = shared_past([piece.regime for piece in pieces.values()], [3] * len(pieces))
    assert past is not None and past.until == 0 and len(past.worlds) < len(pieces) == 4
    shared, ran = gather(pieces, [3, 4], None, threads=1)
    monkeypatch.setattr(module, "shared_past", lambda regimes, seeds: None)
    apart, _ = gather(pieces, [3, 4], None, threads=2)
    assert ran == dict.fromkeys(pieces, 2)
    for label in pieces:
        for seed in (3, 4):
            np.testing.assert_array_equal(shared[label][seed].totals, apart[label][seed].totals)
            np.testing.assert_array_equal(shared[label][seed].courses, apart[label][seed].courses)
    assert np.isfinite(shared["attacked"][3].totals).sum() >= 8, "the questions have answers"
