"""docs/design/performance.md and the paper's paragraph on speed hold one run of `make bench`, and nothing else."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))
import performance_page as written

STAGE = {"worlds": 512, "people": 2000, "rate": 4.26e6, "aim": 5e6, "synthesis_seconds": 3.8, "bytes_person": 293.0,
         "bytes_ties": 105.0, "bytes_log": 18.0}
MADE_UP = {
    "date": "2026-01-02", "source": "abc", "architecture": "x86_64", "threads": 2, "python": "3.11",
    "seconds": {"cold": 60.0, "model": 120.0, "peers": 30.0}, "others": {"cold": 0.0, "model": 0.4, "peers": 0.0},
    "parts": {
        "cold": [{"what": "`run`", "cold": 41.0, "cold_cpu": 72.0, "warm": 4.0, "warm_cpu": 5.0},
                 {"what": "`demo`", "cold": None, "cold_cpu": None, "warm": 20.0, "warm_cpu": 30.0}],
        "model": {"stages": [{"what": "all 28", **STAGE},
                             {"what": "all 28", **STAGE, "worlds": 1, "people": 1_000_000, "rate": 3.14e6}],
                  "others": {"law": 6e6}, "long_run_seconds": 7.0},
        "peers": [{"system": "starsim", "version": "3", "people": 1000, "updates_per_second": 2e6},
                  {"system": "unanimity", "version": "0", "people": 1000, "updates_per_second": 9e6}],
    },
}


def test_the_threshold_workload_agrees_with_a_sum_over_ties_step_by_step(monkeypatch):
    """Our own program of the comparison with other frameworks runs, and does what numpy does up to its own noise."""
    monkeypatch.syspath_prepend(str(Path(written.__file__).parent / "peers"))
    workload, ours, theirs = (importlib.import_module(name) for name in (
        "workload", "unanimity_threshold", "numpy_threshold"))
    inputs = workload.make_inputs(20_000)
    models = [ours.UnanimityModel(inputs), theirs.NumpyModel(inputs)]
    for steps in (1, 1, 3):
        for model in models:
            model.run(steps)
        shares = [model.active_share() for model in models]
        assert 0.0 < shares[1] < 0.2 and abs(shares[0] - shares[1]) < 0.01, (steps, shares)


def test_the_page_is_what_the_last_run_wrote():
    assert written.PAGE.read_text(encoding="utf-8") == written.page(written.last_results())


def test_the_paper_takes_its_numbers_from_the_same_run():
    paper = written.PAPER.read_text(encoding="utf-8")
    assert written.NUMBERS.search(paper)
    assert paper == written.with_numbers(paper, written.last_results())


def test_a_page_tells_ratios_from_rates_and_which_part_was_disturbed():
    page = written.page(MADE_UP)
    assert "*Ratios*" in page and "The run took 4 minutes" in page
    model = page.split("## The model")[1].split("## ")[0]
    assert "other programs used 0.4 cores" in model and "| all 28 | 512 x 2,000 | 4.3 M | 5.0 M |" in model
    assert "67 CPU seconds, 37 by the clock" in page and "| 4.50 | >= 7 |" in page


def test_the_papers_sentence_has_the_numbers_of_the_run():
    said = written.with_numbers(written.PAPER.read_text(encoding="utf-8"), MADE_UP)
    assert "4.3 million person-months" in said and "3.1 million in one world" in said and "67 CPU seconds" in said
