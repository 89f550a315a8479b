"""Six statutes for twenty years: what holds in every world and month holds, and members and officers are renewed."""

from __future__ import annotations

import pytest
from world_checks import ranges_of, state_of

from unanimity.engine.batch import make_batch
from unanimity.engine.collect import recorded
from unanimity.engine.run import lay_record, run_months
from unanimity.regimes.load import regime_of, whole_table
from unanimity.statutes import STATUTES, statute

MONTHS, YEAR = 240, 12
# of each pair the first is counted among the second
AMONG = (("complaints_upheld", "complaints_founded"), ("complaints_founded", "complaints"), ("reprisals", "signed"),
         ("holders_beaten", "posts_contested"), ("posts_contested", "posts_up"), ("votes_cast", "votes_entitled"),
         ("elections_voided", "holders_beaten"), ("overruled", "referendums"), ("rules_changed", "rule_votes"),
         ("forks", "left_in_forks"))


def counts_of(batch, world: int) -> list[str]:
    """Counts of cards 31-37 that cannot be."""
    def number(name):
        return int(batch.column(name, world)[0])

    return [f"{part} {number(part)} of {whole} {number(whole)}" for part, whole in AMONG
            if number(part) > number(whole)]


def soaked(name: str, seeds: list[int], small: bool = False):
    """A statute over twenty years, looked at every year; what is wrong, and the batch at the end."""
    regime = statute(name)
    if small:
        society = {"people": 120, "tree": [2, 2, 3][:len(regime.society.tree)]}
        regime = regime_of(whole_table({"title": name, "based_on": name, "society": society}, name), name)
    batch = make_batch([regime] * len(seeds), seeds)
    lay_record(batch, MONTHS)
    wrong: list[str] = []
    while batch.month < MONTHS and not wrong:
        run_months(batch, min(batch.month + YEAR, MONTHS))
        wrong += [what for world in range(len(seeds)) for what in (*state_of(batch, world), *counts_of(batch, world))]
        wrong += ranges_of(batch)
    return wrong, batch


def renewed(batch) -> None:
    """Members came and went, the body kept its size, and whoever is elected for a term has been voted on."""
    _, table = recorded(batch)
    places = [measure.name for measure in batch.plan.measures]
    here, new = (table[:, :, -1, places.index(name)] for name in ("people_here", "newcomers"))  # by month and world
    assert (here[-1] > 0.6 * here[0]).all() and (here[-1] < 1.5 * here[0]).all(), (here[0], here[-1])
    assert (new[-1] > 0.2).all(), new[-1]
    for world, regime in enumerate(batch.regimes):
        voted = int(batch.column("posts_up", world)[0])
        assert (voted > 0) == (regime.levers["term"].everywhere > 0.0)


@pytest.mark.parametrize("name", STATUTES)
def test_a_small_body_of_each_kind_lives_for_twenty_years(name):
    wrong, batch = soaked(name, [1, 2], small=True)
    assert wrong == []
    renewed(batch)


@pytest.mark.slow
@pytest.mark.parametrize("name", STATUTES)
def test_twenty_worlds_of_each_statute_live_for_twenty_years(name):
    wrong, batch = soaked(name, list(range(20)))
    assert wrong == []
    renewed(batch)
