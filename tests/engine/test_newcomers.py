"""Card 29 in the engine: people are conserved, rows are reused, and nobody is confused with an earlier occupant."""

from __future__ import annotations

import functools

import numpy as np
import pytest
from helpers import digests, regime, scheduled
from places_changing_hands import accounted, begun, ties_of

import unanimity
from unanimity.engine import newcomers, newcomers_ahead
from unanimity.engine.batch import make_batch
from unanimity.engine.case_logs import whole_log
from unanimity.engine.checkpoint import load_checkpoint, save_checkpoint
from unanimity.engine.collect import cases_of, result_of
from unanimity.engine.fork import fork
from unanimity.engine.identities import account, departed, is_balanced, lives_of, with_numbers
from unanimity.engine.kept import Kept
from unanimity.engine.moment import world_view
from unanimity.engine.newcomers import renew
from unanimity.engine.run import lay_record, run_months
from unanimity.engine.shared_past import hand_on
from unanimity.results.person_names import names_of
from unanimity.support.errors import UserError
from unanimity.world.codes import ARRIVED, DEAD, FREE, KIN, NOBODY, VACANT
from unanimity.world.selectors.parse import Choice
from unanimity.world.selectors.people import persons

PEOPLE, MONTHS = 256, 40
BUSY = {"tree": "auto", "spare": 0.2, "arrivals": 0.3, "generations.accident": 0.05, "generations.retiring": 0.2,
        "generations.mourn": 2, "generations.absence": 2}


def busy(people=PEOPLE, months=MONTHS, **changes):
    """A body whose members come and go quickly."""
    return regime("apparatus", people, **{"burn_in": 0, **BUSY, "months": months, **changes})


@functools.cache
def settled():
    """Two worlds that have run, with their accounts of every month."""
    return accounted([busy(), busy()], [3, 4], MONTHS)


def test_3_everybody_is_accounted_for_every_month():
    _, told = settled()
    assert len(told) == MONTHS
    for month in told:
        for one in month:
            assert is_balanced(one), one
    last = told[-1][0]
    assert last["dead"] > 10 and last["left"] > 30 and last["arrivals_so_far"] > 100  # much happens
    assert last["births_so_far"] > 20 and last["young"] > 50


def test_a_world_with_generations_is_the_same_on_any_threads_and_in_any_batch():
    batch, _ = settled()
    alone = begun([busy()], [4], MONTHS)
    run_months(alone, MONTHS, 3)
    assert digests(alone)[0] == digests(batch)[1]
    assert departed(alone, 0)[["place", "number"]].tolist() == departed(batch, 1)[["place", "number"]].tolist()


def test_every_taken_place_has_one_number_and_every_number_one_place():
    batch, _ = settled()
    for world in (0, 1):
        status, number = batch.column("status", world), batch.column("number", world)
        assert ((number == NOBODY) == (status == VACANT)).all()
        everybody = np.concatenate([number[number != NOBODY], departed(batch, world)["number"]])
        assert np.unique(everybody).size == everybody.size
        assert status[batch.tree.nowhere] == VACANT


def test_ties_are_mutual_nobody_is_tied_to_a_vacant_place_and_newcomers_have_ties():
    batch, _ = settled()
    ties, status = ties_of(batch), batch.column("status")
    assert {(j, i, kind, weight) for i, j, kind, weight in ties} == set(ties)
    assert len(set((i, j) for i, j, _, _ in ties)) == len(ties)
    assert all(status[i] != VACANT for i, *_ in ties)
    kept = batch.column("ties_kept")
    counted = np.bincount([i for i, *_ in ties], minlength=batch.people)
    assert (kept == counted).all()
    new = (batch.column("since") >= 0) & (batch.column("since") < MONTHS - 1) & (status == FREE)
    assert new.sum() > 50 and kept[new].mean() > 8
    skip, span = batch.arrays["kin_skip"][:batch.people], batch.arrays["kin_span"][:batch.people]
    start = batch.arrays["tie_start"][:batch.people + 1].astype(int)
    for i in range(batch.people):
        kin = np.flatnonzero(batch.arrays["kind"][start[i]:start[i + 1]] == KIN)
        assert not kin.size or (skip[i] <= kin.min() and kin.max() < skip[i] + span[i])


def test_what_ties_have_told_is_what_a_fresh_count_finds():
    batch, _ = settled()
    start = batch.arrays["tie_start"][:batch.people + 1].astype(int)
    owner = np.repeat(np.arange(batch.people), np.diff(start))
    for name in (n for n in batch.arrays if n.startswith("told_")):
        told = batch.arrays[name][:batch.people].astype(int)
        told[batch.tree.nowhere] = 0  # free slots lead there
        fresh = np.bincount(owner, told[batch.arrays["neighbour"][:start[-1]]], batch.people)
        counted = batch.arrays[name.removeprefix("told_")][:batch.people]
        assert (counted[:-1] == fresh[:-1]).all(), name


def test_a_checkpoint_holds_all_of_it(tmp_path):
    batch, _ = settled()
    one = begun([busy(), busy()], [3, 4], MONTHS)
    run_months(one, 25, 1)
    save_checkpoint(one, tmp_path / "c.npz")
    two = begun([busy(), busy()], [3, 4], MONTHS)
    load_checkpoint(two, tmp_path / "c.npz")
    run_months(two, MONTHS, 2)
    assert digests(two) == digests(batch)
    assert (departed(two) == departed(batch)).all()


def test_a_fork_runs_on_by_itself_and_leaves_the_original_alone():
    one = begun([busy(), busy()], [3, 4], MONTHS)
    run_months(one, 20, 1)
    before = digests(one), departed(one).size
    twin = fork(one)
    run_months(twin, MONTHS, 1)
    assert (digests(one), departed(one).size) == before
    run_months(one, MONTHS, 1)
    assert digests(one) == digests(twin) == digests(settled()[0])


def test_arms_share_their_past():
    batch, _ = settled()
    past = begun([busy()], [4], months=20)
    run_months(past, 20, 1)
    both = begun([busy(), busy()], [4, 4], MONTHS)
    hand_on(past, both, [0, 0])
    run_months(both, MONTHS, 2)
    assert digests(both) == [digests(batch)[1]] * 2
    assert departed(both, 1)["number"].tolist() == departed(batch, 1)["number"].tolist()


def test_4_vacant_places_of_a_cell_may_change_about_and_the_same_people_come():
    one = begun([busy(spare=0.6)] * 2, [3, 4], MONTHS)
    run_months(one, 20, 1)
    twin, changed = fork(one), 0
    people = [c.name for c in one.plan.columns.values() if c.table == "person" and c.name != "docket"]
    for world in (0, 1):
        status, start = one.column("status", world), one.tree.cell_start
        for cell in range(one.tree.cells):
            vacant = start[cell] + np.flatnonzero(status[start[cell]:start[cell + 1]] == VACANT)
            vacant = vacant[vacant != one.tree.nowhere]
            for name in people:
                held = one.column(name, world)[..., vacant]
                changed += (held != held[..., ::-1]).any()
                twin.column(name, world)[..., vacant] = held[..., ::-1]
    assert changed > 10  # they became vacant in different months
    for batch in (one, twin):
        run_months(batch, MONTHS, 1)
    for world in (0, 1):
        here = one.column("status", world) != VACANT
        assert (one.column("since", world)[here] > 20).sum() > 20
        for name in people:
            assert (one.column(name, world)[..., here] == twin.column(name, world)[..., here]).all(), name
        assert ties_of(one, world) == ties_of(twin, world)
    assert (one.arrays["table"] == twin.arrays["table"])[np.isfinite(one.arrays["table"])].all()
    assert (whole_log(one) == whole_log(twin)).all()


def test_6_without_vacant_places_who_is_due_waits_and_is_served_first():
    batch = begun([busy(spare=0.01, **{"generations.retiring": 0, "generations.accident": 0,
                                       "generations.ageing": 0, "generations.births": 0})], [3], 24)
    run_months(batch, 24, 1)
    told = account(batch, 0)
    assert is_balanced(told) and told["vacant"] == 1  # the place that is never taken
    assert told["waiting"] == told["arrivals_so_far"] - (batch.people - 1 - PEOPLE) > 50


def test_nobody_is_new_without_births_and_arrivals_and_nobody_dies_without_hazards():
    batch = begun([busy(arrivals=0, **{"generations.births": 0, "generations.retiring": 0, "generations.accident": 0,
                                       "generations.ageing": 0})], [3], 24)
    run_months(batch, 24, 1)
    told = account(batch, 0)
    assert told["alive"] == PEOPLE and told["dead"] == told["arrivals_so_far"] == told["births_so_far"] == 0


# --- who is meant ---------------------------------------------------------------------------------------------------
def laid(month=10, dead=(), **changes):
    """A world at the head of a month, in which those of these places died long ago and as many wait to come."""
    batch = begun([busy(**{"generations.births": 0, **changes})], [3], 24)
    batch.month = month
    for name in ("present", "members"):
        batch.column(name)[:batch.tree.cells] = 16
    for place in dead:
        batch.column("status")[place], batch.column("death")[place] = DEAD, 2
        batch.column("death_month")[place] = month - 5
    batch.column("waiting_arrived")[0] = len(dead)
    return batch


def test_whoever_named_one_who_is_gone_names_nobody():
    batch = laid(dead=(0, 1))
    for name in ("patron", "recruiter", "examiner", "judge", "named_by", "agent_tie"):
        batch.column(name)[5:9] = [0, 1, 2, 0]
    batch.column("office")[5] = 1
    for name in ("secretary", "chief"):
        batch.column(name)[:3] = [0, 2, 1]
    batch.column("leader")[:], batch.column("elders")[...] = 1, 0
    renew(batch)
    for name in ("recruiter", "examiner", "judge", "named_by", "agent_tie"):
        assert batch.column(name)[5:9].tolist() == [NOBODY, NOBODY, 2, NOBODY], name
    assert batch.column("patron")[5:9].tolist() == [5, NOBODY, 2, NOBODY]  # an office holder is his own
    assert batch.column("secretary")[:3].tolist() == batch.column("chief")[:3].tolist() == [NOBODY, 2, NOBODY]
    assert batch.column("leader")[0] == NOBODY and (batch.column("elders") == NOBODY).all()


def test_a_newcomer_begins_without_what_his_predecessor_was():
    batch = laid(dead=(0,))
    batch.column("dossier")[0], batch.column("groups")[0], batch.column("faction")[0] = 3.0, 7, 4
    batch.column("highest_office")[0], batch.column("enemy")[0], batch.column("label")[0] = 4, 1, 2
    renew(batch)
    assert batch.column("status")[0] == FREE and batch.column("since")[0] == 10
    assert batch.column("number")[0] == batch.people * 11
    for name in ("dossier", "groups", "faction", "highest_office", "enemy", "label", "death", "office"):
        assert batch.column(name)[0] == 0, name
    assert batch.column("cohort")[0] == 10 and batch.column("estate")[0] == 1  # members are most of the cell
    assert 18 <= (10 - batch.column("born")[0]) / 12 <= 40


def test_selectors_tell_a_newcomer_from_the_one_who_was_there():
    batch = laid(dead=(0,))
    batch.persons = ({"Old": 0, "Other": 2},)
    view = world_view(batch, 0)
    assert persons(Choice("person", ("Old",)), view)[0]
    renew(batch)
    view = world_view(batch, 0)
    assert not persons(Choice("person", ("Old",)), view).any() and persons(Choice("person", ("Other",)), view)[2]
    assert persons(Choice("everybody"), view).sum() == PEOPLE and persons(Choice("all"), view).sum() == PEOPLE


def test_the_log_tells_of_numbers_and_each_death_by_its_kind():
    batch, _ = settled()
    pieces, told = whole_log(batch), cases_of(batch)
    numbers = with_numbers(batch, pieces)["row"]["person"]
    table = told.table
    assert (table["person"].to_numpy() == numbers).all()
    died = table[table["event"] == "died"]
    assert len(died) == sum(account(batch, w)["dead"] for w in (0, 1)) and set(died["kind"]) == {"natural"}
    assert not died.duplicated(["world", "person"]).any()  # a place sees several deaths, a person one
    arrived = table[table["event"] == "arrived"]
    assert (arrived["person"] == batch.people * (arrived["month"] + 1) + pieces["row"]["person"][
        pieces["row"]["event"] == ARRIVED]).all()


def test_place_and_month_say_who_it_was():
    batch, _ = settled()
    gone = departed(batch, 0)
    lives = lives_of(batch, 0)
    twice = next(place for place in np.unique(gone["place"]) if (gone["place"] == place).sum() >= 2)
    first, second = gone[gone["place"] == twice][:2]
    at = np.full(3, twice), np.array([first["until"] - 1, second["since"], second["until"] - 1])
    assert lives.numbers(*at).tolist() == [first["number"], second["number"], second["number"]]
    assert lives.numbers(np.array([twice]), np.array([MONTHS - 1]))[0] == batch.column("number")[twice]


def test_a_newcomer_has_a_name_and_a_life_of_his_own():
    batch, _ = settled()
    result = result_of(batch, ("", ""), 1.0, 1)
    log = result.log
    new = int(log[(log["world"] == 0) & (log["event"] == "arrived")]["person"].iloc[0])
    told = result.biography(new)
    assert names_of(3, [new])[0] in told[0] and any("joined" in line or "came" in line for line in told[1:])
    assert f"person {new}" in told[0]
    with pytest.raises(UserError, match="person"):
        result.biography(int(result.manifest["numbers"]))


def test_sums_since_the_start_keep_those_whose_place_was_taken():
    batch, told = settled()
    result = result_of(batch, ("", ""), 1.0, 1)
    names = list(result.measures)
    for name, mine in (("natural_deaths", "dead"), ("people_here", "alive"), ("waiting_for_a_place", "waiting"),
                       ("young_here", "young")):
        found = result.values[:, 0, -1, names.index(name)]
        assert found.tolist() == [month[0][mine] for month in told], name
    accounted = result.values[:, 0, -1, names.index("people_accounted")]
    assert accounted.tolist() == [m[0]["alive"] + m[0]["dead"] + m[0]["left"] for m in told]


def test_8_children_think_what_home_and_school_teach():
    def children(**changes):
        batch = laid(arrivals=0, **{"generations.stray": 0.0, "generations.home": 1.0, **changes})
        batch.column("born")[:] = 10 - 40 * 12
        batch.column("trust")[:] = 1.0
        batch.column("line")[...] = -0.5
        batch.column("waiting_age")[:4] = 2
        renew(batch)
        new = np.flatnonzero(batch.column("since") == 10)
        assert new.size == 8
        parents = [int(np.flatnonzero(batch.column("number") == n)[0]) for n in batch.column("child_of")[new]]
        return batch, new, parents

    batch, new, _ = children(schooling=1.0)
    assert np.allclose(batch.column("stance")[:, new], -0.5)
    batch, new, parents = children(schooling=0.0)
    assert np.allclose(batch.column("stance")[:, new], batch.column("stance")[:, parents])
    assert np.allclose(batch.column("courage")[new], batch.column("courage")[parents])
    assert np.allclose(batch.column("fear")[:, new], 0.5 * batch.column("fear")[:, parents])
    kin = {(i, j) for i, j, kind, _ in ties_of(batch) if kind == KIN}
    assert all((child, parent) in kin for child, parent in zip(new.tolist(), parents, strict=True))


# --- off --------------------------------------------------------------------------------------------------------------
def test_a_society_with_places_begins_with_the_same_people():
    plain, spare = begun([regime()], [5], MONTHS), begun([regime(spare=0.5)], [5], MONTHS)
    places = spare.tree.first_places
    for name in ("courage", "estate", "office", "stance", "lot"):
        assert (spare.column(name)[..., places] == plain.column(name)).all(), name
    assert (spare.column("number")[places] == np.arange(PEOPLE)).all()
    mine = {(i, j, k, w) for i, j, k, w in ties_of(plain)}
    assert {(int(places[i]), int(places[j]), k, w) for i, j, k, w in mine} == set(ties_of(spare))


def test_without_spare_places_the_card_does_not_run_and_a_regime_that_asks_for_it_is_told_so():
    assert "generations" not in {m.id for m in unanimity.regime("apparatus").mechanisms}
    assert "generations" in {m.id for m in unanimity.regime("apparatus", {"spare": 0.1}).mechanisms}
    back = unanimity.regime("apparatus", {"spare": 0.1}).but({"spare": 0})
    assert "generations" not in {m.id for m in back.mechanisms}
    with pytest.raises(UserError, match=r"society\.spare above 0"):
        unanimity.regime("apparatus", {"mechanisms": ["generations"]})
    with pytest.raises(UserError, match=r"spare.*0\.\.4"):
        unanimity.regime("apparatus", {"spare": 9})


def test_switched_off_in_one_arm_nobody_dies_or_comes_there():
    import dataclasses

    off = dataclasses.replace(busy(), off=frozenset({"generations"}))
    batch = begun([off, busy()], [3, 3], MONTHS)
    run_months(batch, MONTHS, 1)
    assert account(batch, 0)["alive"] == PEOPLE and is_balanced(account(batch, 0))
    values = batch.arrays["table"]
    assert digests(batch)[1] == digests(settled()[0])[0] and values.shape[1] == 2


def test_a_lever_moved_in_mid_run_acts_from_then_on():
    batch = begun([scheduled(busy(arrivals=0), (12, "arrivals", 0.5))], [3], 24)
    counts = []
    run_months(batch, 24, 1, lambda at: counts.append(account(at, 0)["arrivals_so_far"]) is None)
    assert counts[11] == 0 and counts[-1] > 50




@pytest.mark.slow
def test_9_a_union_keeps_its_size_over_twenty_years_and_its_members_turn_over():
    union = unanimity.regime("union", {"months": 240})
    batch = make_batch([union] * 8, range(8))
    lay_record(batch, 240 + union.burn_in)
    run_months(batch, 240)
    result = result_of(batch, ("",) * 8, 1.0, 1)
    found = {m: result.values[:, :, -1, list(result.measures).index(m)] for m in
             ("people_here", "newcomers", "members_years", "arrivals_made")}
    assert all(is_balanced(account(batch, world)) for world in range(8))
    assert abs(found["people_here"][-1].mean() / 384 - 1) < 0.05
    assert found["newcomers"][-1].mean() == pytest.approx(1 - np.exp(-0.06 * 20), abs=0.06)  # of those who were there
    assert found["members_years"][-1].mean() == pytest.approx((1 - np.exp(-0.06 * 20)) / 0.06, rel=0.1)
    assert found["arrivals_made"].sum(axis=0).mean() / 384 / 20 == pytest.approx(0.06, rel=0.1)


# --- compiled ahead ---
def test_what_is_compiled_beside_the_month_is_all_that_a_run_calls():
    """Each function is called once ahead, with arguments of the types that it has later: a run compiles nothing."""
    def compiled():
        return {one.function.__name__: set(one.outer.signatures) for one in vars(newcomers).values()
                if isinstance(one, Kept) and one.outer is not None}

    newcomers_ahead._call_each(make_batch([busy()], [1]))
    known = compiled()
    assert {"who_goes", "vacate", "seat", "bear", "tell", "recount_ties"} <= set(known)
    accounted([busy()], [1], 8)
    assert compiled() == known
