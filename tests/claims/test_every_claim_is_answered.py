"""Every claim of the shelf gives its answers on made-up worlds: no form, premise or reading is left without a word."""

from __future__ import annotations

import json
import zlib

import numpy as np
import pytest

from unanimity.claims import every_name, load_claim
from unanimity.claims.debate import Heard
from unanimity.experiments import seed_runs
from unanimity.experiments.experiment import run_together
from unanimity.experiments.store import World
from unanimity.results.atomic_files import json_value
from unanimity.verdicts import ANSWERS, EFFECTS, How

PAIRS = 12


def made_up(pieces, seeds, events, threads, tell):
    """Worlds of numbers without meaning, which vary by question, cell and seed."""
    worlds = []
    for piece, seed in zip(pieces, seeds, strict=True):
        months = np.arange(-piece.regime.burn_in, piece.regime.months)
        luck = np.random.default_rng([seed, zlib.crc32(piece.key.encode())])
        totals = 30 * luck.random(len(piece.questions))
        courses = totals[:, None] * (0.5 + luck.random((len(piece.questions), months.size)))
        worlds.append(World(totals, months, courses, f"{piece.key} {seed}"))
    return worlds


@pytest.mark.parametrize("name", every_name())
def test_a_claim_and_its_rival_are_answered_in_every_reading(name, monkeypatch):
    monkeypatch.setattr(seed_runs, "compile_month", lambda *given: None)  # no month is run
    claim = load_claim(name)
    outcome, = run_together([claim], pairs=PAIRS, keep=False, runner=made_up, how=How(resamples=200))
    heard = Heard(claim, outcome)
    for answer in heard.answers:
        assert answer.word in ANSWERS and answer.effect.word in EFFECTS
        assert answer.effect.sentence.endswith(".") and answer.effect.why_main and not answer.note
        assert {part.about for part in answer.premise.parts if part.kind == "arm"} == set(claim.described.arms)
        assert answer.details.found <= answer.details.of
    record = json.loads(json.dumps(json_value(heard.record())))
    assert record["answer"]["word"] == heard.verdict and record["rival_answer"]["word"] == heard.rival
    assert all(one["word"] in ANSWERS and one["reading"] for one in record["other_readings"])
