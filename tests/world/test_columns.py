"""The model's dictionary: every variable once, with one owner, within its bytes."""

from __future__ import annotations

from inspect import signature
from typing import NamedTuple

import numpy as np
import pytest

import unanimity
from small_regimes import only_the_hall
from unanimity.engine.batch import make_batch
from unanimity.engine.plan import make_plan
from unanimity.engine.run import lay_record
from unanimity.measures import ALL_MEASURES, MEASURES
from unanimity.mechanisms import CATALOGUE, HALL
from unanimity.world.case_log import Log
from unanimity.world.columns import COLUMNS, DIMENSIONS, Column, dictionary, person, unit
from unanimity.world.levers import LEVERS
from unanimity.world.rules import Mechanism, each
from unanimity.world.tables import SO_FAR


class Nothing(NamedTuple):
    """No parameters."""


def mechanism(rule, columns=(), id="mine"):
    return Mechanism(id=id, card=0, title="", sentence="", sources="", parameters=Nothing, rules=(rule,),
                     columns=tuple(columns))


def test_no_name_is_both_a_column_and_a_lever_nor_declared_twice():
    names = [column.name for column in COLUMNS] + [lever.argument for lever in LEVERS]
    assert len(set(names)) == len(names)


def test_no_name_could_be_taken_for_one_of_the_engines_own_words():
    prefixes = ("parent_", "province_", "centre_", "secretary_", "children_", "other_", "p_", "on_", "announced_",
                "luck")
    taken = {"p", "month", "calendar", "topic", "issue", "person", "first", "last", "base", "unit"}
    copies = {f"last_{column.name}" for column in COLUMNS}  # of last month, for neighbours to read
    for column in COLUMNS:
        assert column.name not in taken | copies
        assert not column.name.startswith(prefixes), column.name


def test_a_name_declared_twice_is_refused_with_both_owners():
    with pytest.raises(ValueError, match="'fear' is declared twice: owners 'fear' and 'mine'"):
        dictionary([person("fear", "f4", 0, 1, "mine", "again")])


def test_every_column_has_an_owner_of_the_catalogue_a_meaning_a_range_and_an_initial_value_within_it():
    for column in COLUMNS:
        assert column.owner in {"birth", *(m.id for m in CATALOGUE)}, column.name
        assert column.meaning and column.unit and column.low < column.high
        assert column.low <= column.initial <= column.high, column.name
        stored = np.dtype(column.dtype)
        if stored.kind in "iu" and not column.scale:
            assert np.iinfo(stored).min <= column.low and column.high <= np.iinfo(stored).max, column.name


# the one input of the hall alone, and what only a scenario writes
NOBODY_WRITES = {"blows", "blow_known", "broken", "front", "line_reversed", "need_abroad", "need_factor", "attack_rate",
                 "enemy_rate", "leader_ill", "line_given_to", "line_binds", "reserve"}


def test_every_column_is_initial_or_written_by_its_one_owner_and_by_nobody_else():
    everything = dictionary(column for m in CATALOGUE for column in m.columns)
    writers: dict[str, set[str]] = {name: set() for name in everything}
    for m in CATALOGUE:
        for name in m.writes:
            if not name.startswith(SO_FAR):  # a sum within the month, which no column keeps
                writers[name].add(m.id)
    for column in everything.values():
        allowed = {column.owner, *column.added_by}
        assert writers[column.name] <= allowed, column.name
        if column.owner == "birth":
            assert not writers[column.name], column.name
        elif column.name not in NOBODY_WRITES:
            assert writers[column.name], f"nobody writes {column.name}"


def test_every_variable_of_a_person_is_read_by_some_rule_measure_or_the_log():
    read = {name for m in CATALOGUE for r in (*m.rules, *m.when_off) for name in r.uses}
    read |= {name for m in CATALOGUE for r in m.rules for test in r.tests for name in signature(test).parameters}
    read |= {name for measure in ALL_MEASURES for name in measure.reads} | set(Log._fields)
    read |= {name.removeprefix(mark) for name in read for mark in ("other_", "last_") if name.startswith(mark)}
    assert not [c.name for c in COLUMNS if c.table == "person" and c.name not in read]


def test_a_rule_that_writes_anothers_column_is_refused_by_name():
    @each("person", writes="fear")
    def meddle(fear):
        return fear / 2

    with pytest.raises(ValueError, match=r"mine\.meddle writes 'fear', which 'fear' owns"):
        make_plan([*HALL, mechanism(meddle)], MEASURES)


def test_a_rule_that_writes_what_is_given_at_birth_is_refused():
    @each("person", writes="courage")
    def embolden(courage):
        return courage

    with pytest.raises(ValueError, match="'birth' owns"):
        make_plan([*HALL, mechanism(embolden)], MEASURES)


def test_a_rule_that_writes_what_no_column_declares_is_refused():
    @each("person", writes="mood")
    def brood():
        return 0.0

    with pytest.raises(ValueError, match="'mood', which no column declares"):
        make_plan([*HALL, mechanism(brood)], MEASURES)


def test_no_two_mechanisms_may_own_one_variable():
    @each("person", writes="mood")
    def brood():
        return 0.0

    mood = person("mood", "f4", 0, 1, "mine", "mood")
    also = person("mood", "f4", 0, 1, "yours", "mood")
    with pytest.raises(ValueError, match="'mood' is declared twice: owners 'mine' and 'yours'"):
        make_plan([mechanism(brood, [mood]), mechanism(brood, [also], "yours")], MEASURES)


def test_two_rules_that_draw_from_one_stream_are_refused():
    @each("person", writes="mood", stream=700)
    def brood(luck, luck_2):
        return luck * luck_2

    @each("person", writes="mood", stream=700)
    def muse(luck):
        return luck

    @each("person", writes="temper", stream=701)
    def fume(luck):
        return luck

    own = [person("mood", "f4", 0, 1, "mine", "mood")], [person("temper", "f4", 0, 1, "yours", "temper")]
    with pytest.raises(ValueError, match="share stream 701"):
        make_plan([mechanism(brood, own[0]), mechanism(fume, own[1], "yours")], MEASURES)
    make_plan([mechanism(muse, own[0]), mechanism(fume, own[1], "yours")], MEASURES)  # the next only for a second luck


@pytest.mark.parametrize("stream", [1, 41])
def test_a_rule_that_draws_from_a_stream_of_birth_is_refused(stream):
    """In month 0 its luck would be the very number that a trait or a tie was drawn from."""
    @each("person", writes="mood", stream=stream)
    def brood(luck):
        return luck

    with pytest.raises(ValueError, match="stream"):
        make_plan([*HALL, mechanism(brood, [person("mood", "f4", 0, 1, "mine", "mood")])], MEASURES)


def test_a_column_of_ones_own_may_not_take_a_levers_name():
    @each("person", writes="ballot")
    def stuff():
        return 0.0

    with pytest.raises(ValueError, match="ballot"):
        make_plan([*HALL, mechanism(stuff, [person("ballot", "f4", 0, 1, "mine", "a box")])], MEASURES)


def test_a_person_takes_no_more_than_282_bytes():
    assert sum(column.bytes for column in COLUMNS if column.table == "person") <= 282


def test_the_frames_are_as_large_as_the_declarations_say():
    batch = make_batch([only_the_hall("law", {"people": 512})] * 2, [1, 2])
    for column in COLUMNS:
        array = batch.arrays[column.name]
        assert array.dtype == np.dtype(column.dtype), column.name
        rows = {"person": 512, "unit": batch.tree.units, "world": 1, "faction": 256}.get(column.table)
        if rows is not None:
            width = (2,) if column.per == "issue" else (len(DIMENSIONS[column.per]),) if column.per else ()
            assert array.shape == (*width, 2 * rows), column.name
    declared = sum(column.bytes for column in COLUMNS if column.table == "person")
    assert batch.bytes_per_person()["person"] == declared


def test_a_person_of_the_whole_model_takes_no_more_than_455_bytes_with_ties_log_and_last_months_copies():
    """What grows with people and not with months: the record of measures and what each unit has are left out."""
    batch = make_batch([unanimity.regime("apparatus", {"people": 20_000})], [1])
    lay_record(batch, 1)
    each = {name: array.nbytes / batch.people for name, array in batch.arrays.items() if array.shape[-1] >= batch.people
            or name == "log_rows"}
    assert {"docket", "neighbour", "weight", "tie_start", "last_stance", "log_rows"} <= set(each)
    assert sum(each.values()) <= 455, sorted(each.items(), key=lambda item: -item[1])[:12]


def test_a_directed_tie_takes_no_more_than_nine_bytes_with_its_first_weight():
    tie = sum(np.dtype(column.dtype).itemsize for column in COLUMNS if column.table == "tie")
    assert tie + 4 <= 9


def test_makers_name_the_table():
    assert unit("x", "f4", 0, 1, "mine", "m").table == "unit"
    assert Column("x", "person", "f4", 0, 1, "mine", "m", per="topic").bytes == 12
