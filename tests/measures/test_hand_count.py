"""Every measure against a world of a few people counted by hand."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

import unanimity
from small_regimes import only_the_hall
from unanimity.engine.batch import make_batch
from unanimity.engine.collect import cell_table, place_names, recorded
from unanimity.engine.run import lay_record, run_months
from unanimity.measures import MEASURES
from unanimity.measures.declare import count, mean
from unanimity.mechanisms.people.voice import Voice
from unanimity.world.columns import COLUMNS
from unanimity.world.levers import BY_ARGUMENT

# twelve people in four cells of three; cells 1-2 make province 1 with the line +1, cells 3-4 province 2 with -1
STATUS = [0, 0, 1, 2, 3, 0, 8, 7, 0, 0, 5, 0]  # free, dismissed, expelled, exiled, dead, abroad, prison
ESTATE = [0, 1, 0, 2, 1, 0, 0, 1, 3, 0, 1, 0]
STANCE = [0.5, -0.5, -1.0, 0.2, -0.9, 1.0, 0.1, 0.3, -0.8, 0.4, -0.2, 0.0]
GRIEVANCE = [0.0, 0.1, 0.9, 0.0, 1.0, 0.5, 0.5, 0.5, 0.2, 0.8, 0.0, 0.3]
CONVICTION = [0.5, 1.0, 1.0, 0.2, 1.0, 0.0, 0.3, 0.3, 0.9, 0.1, 0.4, 0.6]
FEAR = [[0.0, 0.9, 0.0, 0.2, 0.4, 0.0, 0.7, 0.7, 1.0, 0.0, 0.3, 0.5]] * 3
CELLS = [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]
PROVINCE = [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]


@pytest.fixture(scope="module")
def month():
    """The batch after one month, and its measures by place: province 1, province 2, country."""
    base = only_the_hall("apparatus", {"blows": 0.0, "threat": 0.0, "centre_files": "off"})
    society = dataclasses.replace(base.society, people=12, tree=(2, 2), lines=(("rule", (1.0, -1.0)),),
                                  shares=dataclasses.replace(base.society.shares, centre_size=1))
    batch = make_batch([dataclasses.replace(base, society=society)], [1])
    for name, values in (("status", STATUS), ("estate", ESTATE), ("grievance", GRIEVANCE), ("conviction", CONVICTION),
                         ("courage", 0.0), ("ambition", 0.2)):
        batch.column(name)[:] = values
    batch.column("stance")[1] = STANCE
    batch.column("fear")[...] = np.array(FEAR) * [[1.0], [0.5], [0.1]]
    batch.column("dossier")[:] = np.arange(12) / 10
    batch.column("habit")[:] = 0.3
    lay_record(batch, 1)
    run_months(batch, 1, threads=1)
    _, values = recorded(batch)
    return batch, {m.name: values[0, 0, :, k] for k, m in enumerate(batch.plan.measures)}


def places(numbers, weights):
    """Mean of numbers over those counted, in province 1, province 2 and the country."""
    numbers, weights, province = np.array(numbers, float), np.array(weights, bool), np.array(PROVINCE)
    return [numbers[weights & chosen].mean() for chosen in (province == 0, province == 1, province >= 0)]


HERE = [s < 3 for s in STATUS]
IN_THE_COUNTRY = [s < 7 for s in STATUS]
LINE = [1.0 if p == 0 else -1.0 for p in PROVINCE]
WANTS = [0.5 * g + 0.6 * c * max(0.0, -s * line) > 0.12
         for g, c, s, line in zip(GRIEVANCE, CONVICTION, STANCE, LINE, strict=True)]


def test_the_hand_count_itself_is_what_the_eye_sees():
    assert [k for k, w in enumerate(WANTS) if w] == [1, 2, 4, 5, 6, 7, 9, 11]
    assert sum(HERE) == 8 and sum(IN_THE_COUNTRY) == 10
    assert Voice().grievance_weight == 0.5 and Voice().conviction_weight == 0.6 and Voice().theta == 0.12


def test_public_opinion_is_counted_over_those_at_liberty(month):
    batch, found = month
    voice = batch.column("voice")
    assert set(voice[np.array(HERE)].tolist()) >= {-1, 1}  # the test can fail
    assert found["unanimity"] == pytest.approx(places(voice != -1, HERE))
    assert found["public_dissent"] == pytest.approx(places(voice == -1, HERE))
    assert found["active_assent"] == pytest.approx(places(voice == 1, HERE))
    assert found["talks"] == pytest.approx(places(batch.column("talker") == 1, HERE))
    assert found["unanimity"] + found["public_dissent"] == pytest.approx([1, 1, 1])


def test_private_dissent_is_the_wish_to_speak_above_inertia(month):
    batch, found = month
    assert found["private_dissent"] == pytest.approx(places(WANTS, HERE))
    silent = np.array(WANTS) & (batch.column("voice") != -1)
    assert found["falsification_gap"] == pytest.approx(places(silent, HERE))
    assert found["falsification_gap"][-1] > 0


def test_hidden_support_is_private_dissenters_for_each_public_one_at_least_one(month):
    batch, found = month
    here, province, voice = np.array(HERE), np.array(PROVINCE), batch.column("voice")
    expected = []
    for chosen in (province == 0, province == 1, province >= 0):
        private = (np.array(WANTS) & here & chosen).sum()
        public = ((voice == -1) & here & chosen).sum()
        expected.append(private / max(1, public))
    assert found["hidden_support"] == pytest.approx(expected)


def test_positions_are_the_line_of_ones_cell_or_its_opposite(month):
    batch, found = month
    voice, members = batch.column("voice"), [h and e != 0 for h, e in zip(HERE, ESTATE, strict=True)]
    assert found["private_stance"] == pytest.approx(places(STANCE, HERE), abs=1e-6)
    assert found["proclaimed_line"] == pytest.approx(places(LINE, members))
    public = np.where(voice == -1, -np.array(LINE), LINE)
    assert found["public_position"] == pytest.approx(places(public, HERE))


def test_the_minutes_are_weighted_by_those_who_attended(month):
    batch, found = month
    record = batch.column("record")[np.array(CELLS)]
    assert found["minuted_assent"] == pytest.approx(places(record, HERE), abs=1e-6)
    against, here, cells = batch.column("voice") == -1, np.array(HERE), np.array(CELLS)
    for cell in range(4):
        yes = 1 - against[here & (cells == cell)].mean()
        assert batch.column("record")[cell] == pytest.approx(1.0 if yes > 0.95 else yes, abs=1e-6)


def test_feelings_and_files_are_means_over_all_in_the_country_prisoners_included(month):
    batch, found = month
    assert found["fear_of_opinion"] == pytest.approx(places(batch.column("fear")[0], IN_THE_COUNTRY), abs=1e-6)
    assert found["fear_of_complaint"] == pytest.approx(places(batch.column("fear")[2], IN_THE_COUNTRY), abs=1e-6)
    assert found["habit_of_lying"] == pytest.approx(places(batch.column("habit"), IN_THE_COUNTRY), abs=1e-6)
    assert found["files"] == pytest.approx(places(batch.column("dossier"), IN_THE_COUNTRY), abs=1e-6)
    assert found["fear_of_opinion"][-1] > found["fear_of_complaint"][-1] > 0


def test_counts_are_numbers_of_persons(month):
    _, found = month
    assert found["attending"].tolist() == [5.0, 3.0, 8.0]
    assert found["people_accounted"].tolist() == [6.0, 6.0, 12.0]


def test_no_measure_is_left_uncounted():
    counted = {"unanimity", "public_dissent", "active_assent", "talks", "private_dissent", "falsification_gap",
               "hidden_support", "private_stance", "proclaimed_line", "public_position", "minuted_assent",
               "fear_of_opinion", "fear_of_complaint", "habit_of_lying", "files", "attending", "people_accounted"}
    assert {m.name for m in MEASURES} == counted


def test_the_last_months_cells_hold_the_same_numbers(month):
    batch, found = month
    cells = cell_table(batch)
    here, cell = np.array(HERE), np.array(CELLS)
    assert cells["attending"].tolist() == [here[cell == c].sum() for c in range(4)]
    assert cells["cell"].tolist() == [1, 2, 3, 4] and cells["province"].tolist() == [1, 1, 2, 2]
    weighted = (cells["unanimity"] * cells["attending"]).sum() / cells["attending"].sum()
    assert weighted == pytest.approx(found["unanimity"][-1])
    assert place_names(batch) == ("province 1", "province 2", "country")


def test_an_empty_place_has_no_mean_and_a_count_of_nought():
    batch = make_batch([only_the_hall("law", {"people": 128})], [1])
    a, b = batch.tree.person_range(int(batch.tree.provinces[0]))
    batch.column("status")[a:b] = 8
    lay_record(batch, 1)
    run_months(batch, 1, threads=1)
    names = [m.name for m in batch.plan.measures]
    first = recorded(batch)[1][0, 0, 0]
    assert math.isnan(first[names.index("unanimity")])
    assert first[names.index("attending")] == 0.0
    assert first[names.index("people_accounted")] == b - a


def test_every_measure_says_what_it_means_in_what_unit_and_within_what_bounds():
    columns = {c.name for c in COLUMNS}
    for measure in MEASURES:
        assert measure.meaning and measure.unit and measure.low < measure.high
        assert measure.agg in ("mean", "count", "derived")
        for name in measure.reads:
            stem = name.rpartition("_")[0]
            measures = {m.name for m in MEASURES}
            known = name in columns or stem in columns or name in measures or name in BY_ARGUMENT or name == "p_voice"
            assert known, f"{measure.name} reads {name}"


def test_a_measure_of_ones_own_is_a_function_of_one_persons_numbers():
    def officials(office, status):
        return office > 0 and status < 3

    @mean(over=officials, unit="share")
    def brave(courage):
        """Mean courage of officials."""
        return courage

    @count(over=officials)
    def heads():
        """Officials."""
        return 1.0

    batch = make_batch([only_the_hall("law", {"people": 300})], [1], (brave, heads))
    lay_record(batch, 1)
    run_months(batch, 1, threads=1)
    table = recorded(batch)[1][0, 0, -1]
    office = batch.column("office") > 0
    assert table == pytest.approx([batch.column("courage")[office].mean(), office.sum()])
    assert (brave.unit, brave.population, heads.agg, brave.meaning) == ("share", "officials", "count",
                                                                       "Mean courage of officials.")


def test_results_hold_every_measure_for_every_month_world_and_place():
    found = unanimity.run(only_the_hall("law"), months=3, people=256, worlds=2, seed=5)
    assert found.values.shape == (3, 2, 9, len(MEASURES))
    table = found.table
    assert len(table) == found.values.size and set(table["measure"]) == {m.name for m in MEASURES}
    row = table.query("world == 1 and month == 2 and place == 'province 4' and measure == 'unanimity'")
    assert row["value"].item() == found.of("unanimity", "province 4").loc[2, 1]
    data = found.dataset
    assert float(data["unanimity"].sel(month=2, world=1, place="province 4")) == row["value"].item()
    few = unanimity.run(only_the_hall("law"), months=3, people=256, worlds=2, seed=5, measures=["hidden_support"])
    assert few.of("hidden_support").to_numpy().tolist() == found.of("hidden_support").to_numpy().tolist()
