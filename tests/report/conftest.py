"""A small real run and a small real comparison, shared by the tests of the report room."""

from __future__ import annotations

import pytest

import unanimity as un
from small_regimes import only_the_hall

MEASURED = ["unanimity", "private_dissent", "falsification_gap", "habit_of_lying", "files"]


@pytest.fixture(scope="session")
def run():
    return un.run(only_the_hall("apparatus"), months=6, people=256, worlds=3)


@pytest.fixture(scope="session")
def comparison():
    return un.compare("leningrad-moscow-1925", {"secret ballot": {"ballot": "secret"}}, pairs=3)


@pytest.fixture(scope="session")
def table(comparison):
    return comparison.table(MEASURED)
