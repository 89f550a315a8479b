"""What the presets say of numbers, purges and sieges, and that they run with fewer mechanisms too."""

from __future__ import annotations

import pytest

import unanimity
from unanimity.engine.batch import make_batch
from unanimity.engine.schedule import apply_month
from unanimity.mechanisms.power.purge import is_ordered
from unanimity.regimes import load_regime
from unanimity.regimes.load import preset_names
from unanimity.world.codes import DEATH, PROVINCE_SECRETARY
from unanimity.world.levers import NUMBER_OF


def orders(name, months):
    """The number, whether more may be asked for, the share to be shot, and what is scripted, month by month."""
    batch = make_batch([load_regime(name).but(people=1024)], [1])
    found = []
    for month in range(months):
        batch.month = month
        apply_month(batch)
        levers = batch.arrays["levers"][:, batch.tree.units - 1]
        asked = [float(levers[NUMBER_OF[lever]]) for lever in ("police_quota", "quota_requests", "quota_deaths")]
        found.append((*asked, int(batch.column("purge_open")[0]), int(batch.column("scripted_struck")[0])))
        batch.column("purge_open")[:] = 0  # no month of it is run
    return found


def test_terror_has_a_routine_number_that_names_its_rungs_and_orders_no_purge():
    quota, requests, deaths, is_open, _ = orders("terror", 1)[0]
    assert quota == pytest.approx(0.0004) and deaths == pytest.approx(0.28) and is_open == 0
    assert not is_ordered(quota, requests)
    terror = load_regime("terror")
    assert terror.parameters["sanction.start"] == DEATH and terror.lever("oversight.party_control") == "off"


def test_the_purge_of_1937_begins_with_a_murder_is_ordered_a_year_later_and_ends_with_the_order():
    months = orders("purge-1937", 60)
    assert [month for month, one in enumerate(months) if one[3]] == [20]  # opened by script
    assert [month for month, one in enumerate(months) if one[4] == PROVINCE_SECRETARY] == [20]
    assert [month for month, one in enumerate(months) if is_ordered(one[0], one[1])] == list(range(31, 47))
    for month, (quota, requests, deaths, _, _) in enumerate(months):
        assert (quota > 0.0) == (31 <= month < 47) == (requests > 0.0)
        assert (deaths >= 0.0) == (month < 47)


def test_markets_are_raided_in_war_and_not_where_the_siege_is_over():
    assert float(load_regime("war").lever("market_policing")) > 0.0
    for name in ("law", "apparatus", "terror", "purge-1937", "ussr-1918-1941"):
        assert float(load_regime(name).lever("market_policing")) == 0.0, name
    for name in preset_names():
        preset = load_regime(name)
        assert preset.lever("market") == "banned" or float(preset.lever("market_policing")) == 0.0, name


@pytest.mark.parametrize("name", preset_names())
def test_every_preset_may_run_with_the_hall_alone(name, tmp_path):
    hall = unanimity.regime(name, {"mechanisms": "hall"})
    assert set(hall.parameters) <= set(hall.known_parameters)
    path = tmp_path / "mine.toml"
    path.write_text(f'title = "mine"\nbased_on = "{name}"\nmechanisms = "hall"\noff = []\nschedule = []\n',
                    encoding="utf-8")
    mine = load_regime(path)
    assert set(mine.parameters) <= set(mine.known_parameters) and mine.parameters == hall.parameters


def test_numbers_of_a_mechanism_that_runs_no_more_are_dropped_and_those_of_others_kept():
    changed = load_regime("terror").but({"voice.theta": 0.2})
    assert changed.parameters == {"sanction.start": 7.0, "voice.theta": 0.2}
    assert changed.but(mechanisms="hall").parameters == {"voice.theta": 0.2}
    country = load_regime("ussr-1918-1941")
    assert "generations.survivors" in country.parameters and "arrest.capacity" in country.parameters
    still = country.but(spare=0.0)
    assert "generations.survivors" not in still.parameters and "arrest.capacity" in still.parameters
    assert "generations.survivors" in country.but(moving=False).parameters


def test_a_file_that_gives_a_number_of_a_mechanism_it_does_not_run_is_refused(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('title = "mine"\nbased_on = "terror"\nmechanisms = "hall"\n[parameters.sanction]\nstart = 5\n'
                    '[sources]\n"sanction.start" = "assumed"\n', encoding="utf-8")
    with pytest.raises(unanimity.UserError, match="no mechanism 'sanction'"):
        load_regime(path)
