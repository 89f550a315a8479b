"""Measures of cards 21-23, against numbers counted by hand."""

import pytest

from unanimity.measures import ALL_MEASURES, measures_of, power


def value(measure, **columns):
    return measure.function(**columns)


def test_what_the_columns_say_is_what_the_measures_say():
    assert value(power.campaigns_begun, campaigns=3) == 3
    assert value(power.purge_runs, purge_open=1) == 1.0
    assert value(power.concentration_of_posts, concentration=0.25) == 0.25
    assert value(power.dissent_at_congress, congress_dissent=0.1) == 0.1


def test_the_leaders_error_is_the_centres_by_how_much_leads_to_his_desk():
    assert value(power.error_of_leader, concentration=0.5, error_centre=0.4) == pytest.approx(0.2)
    assert value(power.error_of_leader, concentration=0.0, error_centre=0.4) == 0.0


def test_they_are_collected_where_the_three_cards_run():
    names = {m.name for m in power.MEASURES}
    assert names <= {m.name for m in ALL_MEASURES}
    assert names <= {m.name for m in measures_of(["campaign", "purge", "concentration"])}
    assert not names & {m.name for m in measures_of(["campaign"])}
    assert all(m.meaning.endswith(".") for m in power.MEASURES)
