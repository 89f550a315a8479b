"""The memory estimate made before a run agrees with what is allocated, and what is said to fit does fit."""

from __future__ import annotations

import re
import tracemalloc

import pytest
from helpers import regime

import unanimity
from unanimity.engine import memory, simulate
from unanimity.engine.batch import make_batch
from unanimity.engine.memory import Asked, Size, check_memory
from unanimity.engine.run import lay_record

PAGE = 30e6  # bytes of drawing the page of a run, counted with the program
BESIDE = ("table", "tally", "record_month", "log_rows", "log_count", "log_lost", "reached")


def asked_of(batch, **more):
    return Asked(batch.regimes[0], batch.plan, **more)


@pytest.mark.parametrize(("name", "people", "worlds"), [("apparatus", 256, 3), ("terror", 2000, 2), ("law", 70_000, 1)])
def test_what_is_counted_is_what_is_laid(name, people, worlds):
    found = unanimity.regime(name, {"people": people, "months": 24})
    batch = make_batch([found] * worlds, range(worlds))
    lay_record(batch, 24 + found.burn_in)
    size, asked = Size(people, worlds, 24 + found.burn_in), asked_of(batch)
    laid = sum(array.nbytes for key, array in batch.arrays.items() if key not in BESIDE)
    assert 0.95 * laid <= asked.state(size) <= 1.1 * laid
    assert asked.record(size) == batch.arrays["table"].nbytes + batch.arrays["tally"].nbytes
    assert asked.buffer(size) == batch.arrays["log_rows"].nbytes


@pytest.mark.parametrize("order", [
    {"people": 128, "worlds": 24, "months": 48},
    {"people": 20_000, "worlds": 1, "months": 6, "survey": [5]},
], ids=["many worlds", "many people, surveyed"])
def test_a_run_stays_below_what_was_counted_and_not_far(order, tmp_path):
    unanimity.run("terror", people=128, months=1, threads=1)  # the compiled month is the program's, not the run's
    counted = []

    def note(asked, size, there=None):
        counted.append(asked.needed(size) - memory.THE_PROGRAM)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(simulate, "check_memory", note)
        tracemalloc.start()
        try:
            unanimity.run("terror", **order, out=tmp_path, threads=1, report=False)  # a page is drawn afterwards
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
    assert 0.4 * counted[0] < peak < counted[0] + PAGE


@pytest.mark.parametrize("order", [
    {"worlds": 10**9}, {"worlds": 1000, "people": 128, "months": 1200}, {"people": 30_000_000},
    {"people": 2000, "worlds": 3000, "months": 600, "survey": [3]}])
def test_what_cannot_fit_is_refused_at_once_with_what_would(order, monkeypatch):
    monkeypatch.setattr(memory, "machine_memory", lambda: 16e9)
    with pytest.raises(unanimity.UserError) as slip:
        unanimity.run("apparatus", **order)
    line = str(slip.value)
    assert "\n" not in line and "16.0 GB" in line
    fits = {name: int(number.replace(",", "")) for name, number in re.findall(r"(\w+) = ([\d,]+)", line)}
    assert fits
    for name, number in fits.items():
        found = unanimity.regime("apparatus", {k: v for k, v in ({**order, name: number}).items()
                                               if k in ("people", "months")})
        simulate.check_run(found, {**order, name: number}.get("worlds", 1), surveyed=len(order.get("survey", ())))


def test_a_comparison_is_counted_with_all_its_arms(monkeypatch):
    monkeypatch.setattr(memory, "machine_memory", lambda: 8e9)
    with pytest.raises(unanimity.UserError, match="2,000 world"):
        unanimity.compare("apparatus", {"secret": {"ballot": "secret"}}, pairs=1000, months=1200)


def test_every_moment_of_a_run_can_be_the_one_that_needs_most():
    batch = make_batch([regime("apparatus")], [0])
    for more, size, most in (({}, Size(10**7, 1, 1), "people"), ({}, Size(256, 10, 6000), "measures"),
                             ({"surveyed": 1}, Size(10**7, 1, 1), "surveys"),
                             ({"saved": True}, Size(256, 9, 12), "tables")):
        moments = asked_of(batch, **more).moments(size)
        assert max(moments, key=moments.get) == most
    check_memory(asked_of(batch, surveyed=1, saved=True), Size(256, 1, 12), there=2e9)
