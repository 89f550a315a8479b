"""When events happen: declared, repeated, random, limited by targets; and events on any variable."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest
from scheduled_world import at, in_province, who

from unanimity.engine.batch import make_batch
from unanimity.engine.fork import fork
from unanimity.engine.schedule import acting_months, next_change, occurrences
from unanimity.events import EVENTS, ON_A_VARIABLE
from unanimity.world.codes import FREE, RULE_ISSUE


def test_every_event_has_a_declaration_and_a_function_and_is_tested_here():
    without = {name for name, one in EVENTS.items() if one.action is None}
    assert without == {*ON_A_VARIABLE, "regime"}
    text = "".join(file.read_text(encoding="utf-8") for file in Path(__file__).parent.glob("test_*.py"))
    whole = (Path(__file__).parents[1] / "model" / "test_words_do_what_they_say.py").read_text(encoding="utf-8")
    assert not [name for name in EVENTS if f'event = "{name}"' not in text and f'"event": "{name}"' not in whole]


def test_an_event_recurs_every_so_often_until_its_last_month(world):
    batch = world('month = 3\nevery = 4\nuntil = 12\nevent = "set"\nvariable = "threat"\nadd = 0.1')
    assert [e.month for e in batch.regimes[0].schedule] == [3, 7, 11]
    assert next_change(batch) == 3


def test_what_comes_by_chance_comes_at_its_rate_keyed_by_the_seed_and_the_same_in_all_arms(world):
    entry = 'rate = 0.25\nuntil = 60\nevent = "attack"\nvictim = "level(province)"'
    schedule = world(entry).regimes[0].schedule
    counts = [len(occurrences(schedule, seed)) for seed in range(400)]
    assert np.mean(counts) == pytest.approx(61 * (1 - np.exp(-0.25)), rel=0.05)
    other = world(entry, 'month = 2\nlever = "ballot"\nvalue = "secret"').regimes[0].schedule
    for seed in range(20):
        one = [start for e, start in occurrences(schedule, seed) if e.kind == "attack"]
        assert one == [start for e, start in occurrences(other, seed) if e.kind == "attack"]
        assert set(one) <= acting_months(schedule, seed)


def test_the_same_people_are_drawn_in_every_arm(world):
    entry = 'month = 3\nevent = "accuse"\nwho = "lot(30, members)"'
    one = at(world(entry), 3)
    two = at(world('month = 1\nevent = "moral_shock"', entry, 'month = 2\nlever = "press"\nvalue = "free"'), 3)
    assert (one.column("warrant") > 0).sum() == 30
    assert (one.column("warrant") == two.column("warrant")).all()


def test_a_fork_and_another_place_in_the_batch_do_the_same(world):
    batch = world('month = 3\nevent = "sanction"\nwho = "lot(.05, members)"\nrung = "exile"')
    alone = at(batch, 3).column("status").copy()
    base = batch.regimes[0]
    two = make_batch([dataclasses.replace(base, schedule=()), base], [9, 5])
    copy = fork(two)
    at(two, 3)
    assert (two.column("status", 1) == alone).all() and (two.column("status", 0) == FREE).all()
    assert (copy.column("status", 1) == FREE).all()
    assert (at(copy, 3).column("status", 1) == alone).all()


def test_where_and_who_together_limit_an_event(world):
    batch = at(world('month = 0\nevent = "set"\nvariable = "fear"\nvalue = 0.9\nwho = "members"\n'
                     'where = "province(2)"'), 0)
    chosen = who(batch, "members and province(2)")
    assert (batch.column("fear")[:, chosen] == np.float32(0.9)).all()
    assert (batch.column("fear")[:, ~chosen] == np.float32(0.2)).all()


def test_set_and_clamp_write_one_issue_or_topic_and_fixed_point_numbers(world):
    batch = world('month = 1\nevent = "set"\nvariable = "stance_rule"\nvalue = -0.3\nwho = "police"',
                  'month = 1\nevent = "clamp"\nvariable = "fear_complaint"\nvalue = 0.7\nmonths = 2',
                  'month = 1\nevent = "set"\nvariable = "deficit"\nvalue = 0.5\nwho = "citizens"')
    stance = batch.column("stance").copy()
    at(batch, 1)
    police = who(batch, "police")
    assert (batch.column("stance")[RULE_ISSUE, police] == np.float32(-0.3)).all()
    assert (batch.column("stance")[0] == stance[0]).all()
    assert (batch.column("fear")[2] == np.float32(0.7)).all() and (batch.column("fear")[0] == np.float32(0.2)).all()
    assert np.abs(batch.column("deficit")[who(batch, "citizens")] / 65535 - 0.5).max() < 1e-4
    batch.column("fear")[2] = 0.1
    assert (at(batch, 2).column("fear")[2] == np.float32(0.7)).all()
    batch.column("fear")[2] = 0.1
    assert (at(batch, 3).column("fear")[2] == np.float32(0.1)).all()


def test_a_drift_compounds_and_a_pulse_adds_and_ends_under_the_contracts_names(world):
    batch = world('month = 0\nevent = "drift"\nvariable = "need"\nrate = 0.5\nmonths = 2',
                  'month = 0\nevent = "pulse"\nvariable = "rumour"\nsize = 0.2\nmonths = 2\nwhere = "province(1)"',
                  'month = 0\nevent = "pulse"\nvariable = "alarm"\nsize = 0.1',
                  'month = 0\nevent = "drift"\nvariable = "goods"\nrate = -0.5',
                  'month = 0\nevent = "pulse"\nvariable = "need_abroad"\nsize = 0.2')
    for month in range(4):
        at(batch, month)
    assert batch.column("need_factor")[0] == np.float32(2.25)
    mine = in_province(batch, 1)
    assert batch.column("rumour")[mine] == pytest.approx(0.4) and not batch.column("rumour")[~mine].any()
    assert batch.column("alarm") == pytest.approx(0.15) and batch.column("goods_made")[0] == 0.5
    assert batch.column("need_abroad")[0] == pytest.approx(0.5)


def test_a_pulse_of_threat_goes_through_card_25_and_only_while_it_lasts(world):
    batch = world('month = 2\nevent = "pulse"\nvariable = "threat"\nsize = 0.4\nmonths = 2')
    found = [float(at(batch, month).column("scripted_threat")[0]) for month in range(5)]
    assert found == pytest.approx([0, 0, 0.4, 0.4, 0])
    assert batch.column("threat")[0] == pytest.approx(0.1)
