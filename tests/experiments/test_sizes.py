"""Sizes of worlds: the fewest people that show 30 events in the control, by a pilot."""

from __future__ import annotations

import pytest

from unanimity.claims import load_claim
from unanimity.claims.main_form import main_form
from unanimity.experiments import sizes
from unanimity.experiments.sizes import MOST, Piloting, fitting, sized

ONE = "serge-1934-single-shot-cascade"  # its file names no size


def seen_at(monkeypatch, events, name=ONE):
    """Fit a claim whose pilots show what `events` says of a size: events expected in the whole run."""
    tried = []

    def expected(experiment, form, how, worlds):
        people = experiment.control.society.people
        tried.append(people)
        return events(people)

    monkeypatch.setattr(sizes, "_expected", expected)
    claim = load_claim(name)
    return fitting(claim, main_form(claim.forms).form, Piloting(40, 0)), tried


def test_what_is_seen_often_enough_stays_as_it_is(monkeypatch):
    size, tried = seen_at(monkeypatch, lambda people: 45.0)
    assert (size.people, size.events, tried) == (2000, 45.0, [2000])
    assert "45 events expected in the control" in size.why


def test_the_fewest_people_with_thirty_events_are_taken(monkeypatch):
    size, tried = seen_at(monkeypatch, lambda people: people / 1000)
    assert tried == [2000, 32000]
    assert size.people == 32000 and size.events == pytest.approx(32.0)
    assert "2,000 would show 2 events" in size.why


def test_no_event_in_the_first_pilot_is_looked_for_in_larger_worlds(monkeypatch):
    size, tried = seen_at(monkeypatch, lambda people: 0.0 if people < 20_000 else people / 400)
    assert tried == [2000, 20_000]
    assert size.people < 20_000 and size.events > 30  # all pilots together tell how often it comes


def test_what_is_too_rare_at_any_size_is_said_to_be_so(monkeypatch):
    size, tried = seen_at(monkeypatch, lambda people: 0.0)
    assert tried == [2000, 20_000, MOST]
    assert size.people == 2000 and size.too_rare and "too rare to see" in size.why


def test_events_of_a_fixed_group_do_not_grow_with_the_people(monkeypatch):
    size, tried = seen_at(monkeypatch, lambda people: 10.0, "trotsky-1930-capitulation-then-death")
    assert size.people == 2000 and tried == [2000] and "faction of 100" in size.why


def test_a_file_that_says_how_many_people_it_wants_keeps_them():
    claim = load_claim("trotsky-1926-unanimity")
    size = fitting(claim, main_form(claim.forms).form, Piloting(40, 0))
    assert size.people == 2000 and "as the file says" in size.why
    assert sized(claim, size) is claim


def test_an_experiment_is_resized_in_all_its_cells():
    claim = sized(load_claim(ONE), sizes.Size(5000, 31.0, ""))
    assert {piece.regime.society.people for piece in claim.pieces().values()} == {5000}
