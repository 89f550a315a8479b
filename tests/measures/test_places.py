"""Measures of units, of the country and of surveys, against a count by hand or in plain NumPy."""

from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np
import pytest

import unanimity
from small_regimes import only_the_hall
from unanimity.engine.batch import make_batch
from unanimity.engine.collect import recorded
from unanimity.engine.run import lay_record, run_months
from unanimity.engine.survey import NAMES, SURVEYS, gini, survey
from unanimity.measures import ALL_MEASURES, factions, offices, people, rings, supply
from unanimity.measures.declare import at_place, of_country, unit_count, unit_mean
from unanimity.measures.party import is_opportunist
from unanimity.measures.rings import silence_quantile
from unanimity.world.codes import ASSENT, DEAD, DISSENT, NOBODY
from unanimity.world.levers import NUMBER_OF


@pytest.fixture(scope="module")
def country():
    """A small country at war after 30 months of all thirteen cards, and its last month's measures by place."""
    batch = make_batch([unanimity.regime("war", {"people": 640, "mechanisms": "all", "burn_in": 0})], [11])
    lay_record(batch, 30)
    run_months(batch, 30, threads=1)
    _, values = recorded(batch)
    return batch, {m.name: values[-1, 0, :, k] for k, m in enumerate(batch.plan.measures)}


def units_of(batch, place):
    """Numbers of the units of a place, itself included; the last place is the country."""
    tree = batch.tree
    if place == len(tree.provinces):
        return np.arange(tree.units)
    return np.flatnonzero(tree.province == tree.provinces[place])


def test_every_new_measure_says_what_it_means_in_what_unit_and_within_what_bounds(country):
    _, found = country
    for measure in (*people.MEASURES, *supply.MEASURES, *offices.MEASURES, *rings.MEASURES, *factions.MEASURES):
        assert measure.meaning and measure.unit and measure.low < measure.high, measure.name
        known = found[measure.name][np.isfinite(found[measure.name])]
        assert (known >= measure.low - 1e-9).all() and (known <= measure.high + 1e-9).all(), measure.name
    assert len({m.name for m in ALL_MEASURES}) == len(ALL_MEASURES)


def test_a_mean_over_units_is_over_those_of_the_place(country):
    batch, found = country
    secretary, ring = batch.column("secretary"), batch.column("ring").astype(float)
    tenure = batch.column("tenure")
    for place in (0, 3, 8):
        here = units_of(batch, place)
        here = here[secretary[here] != NOBODY]
        assert found["ring_strength"][place] == pytest.approx(ring[here].mean())
        assert found["tenure_in_post"][place] == pytest.approx(tenure[secretary[here]].mean())


def test_appointed_by_current_superior_is_the_share_of_lower_posts_whose_holder_was_named_by_the_man_above(country):
    batch, found = country
    tree, secretary, patron = batch.tree, batch.column("secretary"), batch.column("patron")
    named = [patron[secretary[u]] == secretary[tree.parent[u]] for u in range(tree.units - 1)
             if NOBODY not in (secretary[u], secretary[tree.parent[u]])]
    assert found["appointed_by_current_superior"][-1] == pytest.approx(np.mean(named))


def test_opportunists_by_level_are_counted_among_the_secretaries_of_that_level_and_in_the_centre(country):
    batch, found = country
    tree, secretary = batch.tree, batch.column("secretary")
    ambition, conviction, stance = (batch.column(n).astype(float) for n in ("ambition", "conviction", "stance"))
    line = batch.column("line")[1].astype(float)

    def share(pairs):
        return np.mean([is_opportunist(ambition[i], conviction[i], stance[1, i] * line[u]) for u, i in pairs])

    for level, name in enumerate(("cell", "district", "province")):
        held = [(u, secretary[u]) for u in np.flatnonzero(tree.level == level) if secretary[u] != NOBODY]
        assert found[f"opportunist_share_{name}"][-1] == pytest.approx(share(held)), name
    seats = batch.column("sitting")[-batch.centre_size:]
    assert found["opportunist_share_centre"][-1] == pytest.approx(share([(tree.units - 1, i) for i in seats if i >= 0]))


def test_ring_size_counts_the_secretaries_whose_chain_of_patrons_ends_at_each_head(country):
    batch, found = country
    secretary, patron, headed = (batch.column(n) for n in ("secretary", "patron", "headed"))
    ring, covered, posts = batch.column("ring").astype(float), 0.0, 0
    for i in secretary[secretary != NOBODY]:
        posts += 1
        while patron[i] not in (NOBODY, i):
            i = patron[i]
        if headed[i] != NOBODY and secretary[headed[i]] == i:
            covered += ring[headed[i]]
    assert found["ring_size"][-1] == pytest.approx(covered / posts)
    assert (found["ring_size"] == found["ring_size"][-1]).all()  # the country's number stands at every place


def test_crimes_and_exposures_are_summed_over_units(country):
    batch, found = country
    for place in (2, 8):
        here = units_of(batch, place)
        assert found["crimes_so_far"][place] == batch.column("crimes")[here].sum()
        assert found["exposures_so_far"][place] == batch.column("exposed")[here].sum()
        assert found["crimes_hidden"][place] == batch.column("crime_open")[here].sum()
    assert found["crimes_so_far"][-1] > 0
    new = (batch.column("crime_month") == 29) & (batch.column("crimes") > 0)
    assert found["crimes_new"][-1] == new.sum()
    assert found["violations"][-1] == pytest.approx(12 * new.sum() / (batch.column("secretary") != NOBODY).sum())
    assert found["tellings_so_far"][-1] == batch.column("tellings").sum()


def test_the_chronicle_holds_every_silence_that_ended_and_every_one_that_lasts(country):
    batch, _ = country
    ended, still = batch.column("silence_ended"), batch.column("silence_open")
    assert ended.sum() == batch.column("exposed").sum() and still.sum() == batch.column("crime_open").sum()
    assert (ended * np.arange(256)).sum() == batch.column("silence").sum()
    assert (still * np.arange(256)).sum() == (29 - batch.column("crime_month"))[batch.column("crime_open") == 1].sum()
    assert batch.column("exposed_below")[0] + batch.column("exposed_above")[0] == ended.sum()


def test_the_median_silence_is_kaplan_and_meiers():
    ended, still = np.zeros(256, np.uint32), np.zeros(256, np.uint32)
    durations = SimpleNamespace(silence_ended=ended, silence_open=still)
    assert math.isnan(silence_quantile(0.5, durations))  # no crime at all
    for months, how in ((2, ended), (3, still), (5, ended), (5, ended), (8, still), (9, ended)):
        how[months] += 1
    # 6 at risk: 5/6 at 2; one censored at 3; 4 at risk, two end at 5: 5/6 * 1/2 = .417; then 1 of 1 at 9: 0
    assert silence_quantile(0.1, durations) == 2.0
    assert silence_quantile(0.25, durations) == 5.0
    assert silence_quantile(0.5, durations) == 5.0
    assert silence_quantile(0.75, durations) == 9.0
    ended[9] = 0
    still[9] = 1
    assert math.isnan(silence_quantile(0.75, durations))  # it has not been reached


def test_factions_are_counted_from_their_members(country):
    batch, found = country
    inside = batch.column("faction")
    here = (inside > 0) & (batch.column("status") < 7)
    sizes = batch.column("faction_size")[1:]
    assert found["factions_alive"][-1] == (sizes >= 3).sum()
    assert found["faction_largest"][-1] == sizes.max()
    assert found["faction_members"][-1] == batch.column("in_faction")[-1]
    legal = batch.arrays["levers"][NUMBER_OF["association.factions"], :batch.tree.cells][batch.arrays["cell_of"]] == 2
    visible = here & (legal | (batch.column("voice") == DISSENT) | (batch.column("dossier") > 1.0))
    assert found["faction_visible"][-1] == visible.sum() > 0
    member = (batch.column("estate") != 0) & (batch.column("status") < 3)
    against = (batch.column("voice") == DISSENT) | (inside > 0)
    assert found["opposition_share"][-1] == pytest.approx(against[member].mean())
    assert found["factions_founded_so_far"][-1] == batch.column("factions_founded")[0]
    assert 0 < found["successive_oppositions"][-1] <= found["factions_founded_so_far"][-1]


def test_rations_are_read_at_the_place_as_decreed_reported_and_received(country):
    batch, found = country
    present = batch.column("present")
    for place in (1, 8):
        unit = batch.arrays["record_units"][place]
        cells = [u for u in units_of(batch, place) if u < batch.tree.cells]
        assert found["rations_decreed"][place] == pytest.approx(batch.column("target_supply")[unit] / present[unit])
        assert found["rations_reported"][place] == pytest.approx(batch.column("report_supply")[unit] / present[unit])
        fed = (batch.column("lived")[cells] * present[cells]).sum() / present[cells].sum()
        assert found["rations_received"][place] == pytest.approx(fed, abs=1e-6)
    gap = found["rations_reported"] - found["rations_received"]
    assert found["ration_gap"] == pytest.approx(gap) and gap[-1] > 0  # war is hungry and says less of it
    assert found["ration_short"] == pytest.approx(1 - found["rations_received"] / found["rations_decreed"])
    assert found["months_unpaid"][-1] == pytest.approx(batch.column("arrears")[:batch.tree.cells].mean())


def test_harvest_and_take_are_sums_over_villages(country):
    batch, found = country
    here = [u for u in units_of(batch, 4) if u < batch.tree.cells and batch.column("village")[u]]
    harvest, taken = batch.column("harvest")[here].sum(), batch.column("season_take")[here].sum()  # a June
    assert found["harvest_share"][4] == pytest.approx(harvest / batch.column("full_harvest")[here].sum())
    assert found["take_share"][4] == pytest.approx(taken / harvest)


def test_what_the_leader_believes_of_his_support_and_what_it_is(country):
    batch, found = country
    present, content = batch.column("present")[-1], batch.column("content")[-1]
    told = batch.column("report_mood")[-1] / present
    assert found["support_believed"][-1] == pytest.approx((told + batch.column("claim")[-1]) / 2)
    assert found["support_private"][-1] == pytest.approx(content / present)
    assert found["support_overrated"][-1] == pytest.approx((told + batch.column("claim")[-1]) / 2 - content / present)


def test_override_is_a_line_carried_against_the_private_majority_of_the_cell(country):
    batch, found = country
    cells = slice(0, batch.tree.cells)
    against = batch.column("content")[cells] < 0.5 * batch.column("present")[cells]
    assert found["override"][-1] == pytest.approx((against & (batch.column("vote")[cells] > 0)).mean())
    assert found["override"][-1] > 0


def test_deaths_are_counted_by_kind_and_add_up(country):
    batch, found = country
    kinds = ("executed", "in_custody", "in_combat", "in_revolt", "murdered", "by_suicide", "at_border")
    parts = [found["hunger_deaths"], *(found[f"deaths_{kind}"] for kind in kinds)]
    assert found["deaths"][-1] == (batch.column("status") == DEAD).sum() == sum(part[-1] for part in parts)
    member = (batch.column("estate") != 0) & (batch.column("status") < 3) & (batch.column("in_revolt") == 0)
    assert found["obedience"][-1] == pytest.approx((batch.column("voice")[member] == ASSENT).mean())


def test_a_measure_of_ones_own_may_read_units_places_or_the_whole_country():
    def towns(rank, village):
        return rank == 1 and village == 0

    @unit_mean(over=towns, unit="persons", high=9e9)
    def town_size(present):
        """Mean size of a town cell."""
        return present

    @unit_count(over=towns, unit="towns")
    def town_number():
        """Town cells."""
        return 1.0

    @at_place(unit="persons", high=9e9)
    def dwellers(present):
        """People at liberty."""
        return present

    @of_country(unit="share")
    def first_courage(people):
        """Courage of the first person."""
        return people.courage[0]

    @of_country(unit="persons", high=9e9)
    def provincials(children_present):
        """People at liberty, added up over the provinces."""
        return children_present

    own = (town_size, town_number, dwellers, first_courage, provincials)
    batch = make_batch([only_the_hall("law", {"people": 300})] * 2, [1, 2], own)
    lay_record(batch, 1)
    run_months(batch, 1, threads=1)
    table = recorded(batch)[1][0]
    for world in (0, 1):
        town = (batch.column("village", world) == 0) & (batch.tree.level == 0)
        size, number, everyone, first, below = table[world, -1]
        assert size == pytest.approx(batch.column("present", world)[town].mean()) and number == town.sum()
        assert everyone == below == 300 and first == pytest.approx(float(batch.column("courage", world)[0]))


# --- surveys ----------------------------------------------------------------------------------------------------------
def test_gini_is_the_mean_difference_over_twice_the_mean():
    values = np.random.default_rng(2).uniform(0, 1, 50)
    by_hand = np.abs(values[:, None] - values[None, :]).mean() / 2 / values.mean()
    assert gini(values) == pytest.approx(by_hand)
    assert gini(np.full(9, 0.4)) == pytest.approx(0.0) and math.isnan(gini(np.zeros(0))) and gini(np.zeros(3)) == 0.0


def test_a_survey_changes_nothing_and_counts_what_it_says(country):
    batch, _ = country
    before = {name: batch.column(name).copy() for name in batch.plan.columns if batch.plan.columns[name].table != "tie"}
    taken = survey(batch, threads=1)
    assert all((batch.column(name) == values).all() for name, values in before.items())
    assert taken.shape == (1, 9, len(NAMES)) and NAMES[1:] == tuple(s.name for s in SURVEYS)
    found = dict(zip(NAMES, taken[0, -1], strict=True))
    here = batch.column("status") < 3
    eaten = 1 - batch.column("deficit")[here].astype(float) / 65535
    assert found["inequality"] == pytest.approx(gini(eaten)) and found["inequality"] > 0
    cell = np.repeat(np.arange(batch.tree.cells), np.diff(batch.tree.cell_start))
    line = batch.column("line")[1][cell]
    position = np.where(batch.column("voice") == DISSENT, -line, line)
    stance = batch.column("stance")[1]
    assert found["vote_stance_correlation"] == pytest.approx(np.corrcoef(position[here], stance[here])[0, 1])
    assert 0.0 < found["brittleness"] <= 1.0
    patron, roots = batch.column("patron"), []
    for i in np.flatnonzero((batch.column("office") > 0) & here):
        while patron[i] not in (NOBODY, i):
            i = patron[i]
        roots.append(i)
    assert found["posts_of_one"] == pytest.approx(max(roots.count(r) for r in roots) / len(roots))
    assert np.isnan(taken[0, 0, NAMES.index("posts_of_one")])  # of the country only


def test_a_run_takes_surveys_at_the_months_asked_for_and_knows_nothing_of_the_others():
    found = unanimity.run(only_the_hall(), months=4, people=256, worlds=2, survey=(1, 3), measures=["unanimity"])
    assert found.of("brittleness").notna().all(axis=1).tolist() == [m in (1, 3) for m in found.months]
    assert found.manifest["surveyed"] == [1, 3] and found.manifest["units"]["brittleness"] == "share of attendants"
    plain = unanimity.run(only_the_hall("apparatus"), months=4, people=256, worlds=2, measures=["unanimity"])
    assert plain.digest == found.digest and "brittleness" not in plain.measures
    with pytest.raises(unanimity.UserError, match="survey = 4 is not allowed; allowed: a month of the run, from"):
        unanimity.run(only_the_hall("apparatus"), months=4, people=256, survey=(4,))
    with pytest.raises(unanimity.UserError, match="'brittleness' is taken at chosen months only"):
        unanimity.run(only_the_hall("apparatus"), months=4, people=256, measures=["brittleness"])
