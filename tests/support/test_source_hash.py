"""An edit to code that can change a number changes the version in store and cluster; an edit to a page does not."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import unanimity
from unanimity.support.source_hash import hash_of, source_hash

HOUSE = Path(unanimity.__file__).parent


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """The package's code elsewhere."""
    place = tmp_path_factory.mktemp("copy") / "unanimity"
    shutil.copytree(HOUSE, place, ignore=lambda folder, names: [
        name for name in names if not (Path(folder) / name).is_dir() and not name.endswith(".py")])
    return place


@pytest.mark.parametrize("file", ["experiments/seed_runs.py", "regimes/schedule.py", "verdicts/differences.py",
                                  "measures/contract/case_log_measures.py", "results/mean_intervals.py",
                                  "workshop/calibrate.py", "engine/newcomers.py", "history/distance.py"])
def test_an_edit_is_another_version(copy, file):
    path = copy / file
    whole = path.read_bytes()
    path.write_bytes(whole + b"\nONE_MORE = 1\n")
    assert hash_of(copy) != source_hash()
    path.write_bytes(whole)
    assert hash_of(copy) == source_hash()


def test_an_edit_of_what_only_shows_is_not(copy):
    (copy / "report" / "plots.py").write_text("another colour")
    assert hash_of(copy) == source_hash()
