"""Card 30 in the engine: a person who moves takes all columns, ties and references to another row."""

from __future__ import annotations

import dataclasses
import functools

import numpy as np
import pytest
from helpers import digests, regime, scheduled
from places_changing_hands import accounted, begun, ties_of

import unanimity
from unanimity.engine.case_logs import empty_logs, whole_log
from unanimity.engine.checkpoint import load_checkpoint, save_checkpoint
from unanimity.engine.collect import cases_of
from unanimity.engine.identities import MOVED_ON, departed, is_balanced, lives_of
from unanimity.engine.moment import Moment, world_view
from unanimity.engine.newcomers import renew
from unanimity.engine.run import run_months
from unanimity.mechanisms.people.moving import SENT_AWAY, TO_ANY_VILLAGE, TO_KNOWN_VILLAGE
from unanimity.support.errors import UserError
from unanimity.world.codes import (
    ARREST,
    DEAD,
    FREE,
    KIN,
    NO_CAUSE,
    NOBODY,
    SETTLED,
    TO_TOWN,
    TO_VILLAGE,
    VACANT,
)
from unanimity.world.selectors.parse import Choice
from unanimity.world.selectors.people import persons

PEOPLE, MONTHS = 512, 30
BUSY = {"tree": "auto", "spare": 0.3, "moving": True, "generations.mourn": 2, "generations.accident": 0.03}


def busy(months=MONTHS, **changes):
    """A hungry country whose people move."""
    return regime("war", PEOPLE, **{"burn_in": 0, **BUSY, "months": months, "market": "banned", **changes})


@functools.cache
def settled():
    """Two worlds that have run, with their accounts of every month."""
    return accounted([busy(), busy()], [3, 4], MONTHS)


def test_2_people_move_and_everybody_is_accounted_for_every_month():
    batch, told = settled()
    assert all(is_balanced(one) for month in told for one in month)
    moves = departed(batch)
    assert (moves["status"] == MOVED_ON).sum() > 30
    for world in (0, 1):
        number, status = batch.column("number", world), batch.column("status", world)
        assert ((number == NOBODY) == (status == VACANT)).all()
        gone = departed(batch, world)
        final = np.concatenate([number[number != NOBODY], gone["number"][gone["status"] != MOVED_ON]])
        assert np.unique(final).size == final.size
        assert np.isin(gone["number"][gone["status"] == MOVED_ON], final).all()  # who moved is somewhere


def test_a_world_whose_people_move_is_the_same_on_any_threads_in_any_batch_and_after_a_checkpoint(tmp_path):
    batch, _ = settled()
    alone = begun([busy()], [4], MONTHS)
    run_months(alone, 17, 3)
    save_checkpoint(alone, tmp_path / "c.npz")
    again = begun([busy()], [4], MONTHS)
    load_checkpoint(again, tmp_path / "c.npz")
    run_months(again, MONTHS, 2)
    assert digests(again)[0] == digests(batch)[1]


def test_ties_stay_mutual_and_counted():
    batch, _ = settled()
    ties, status = ties_of(batch), batch.column("status")
    assert {(j, i, kind, weight) for i, j, kind, weight in ties} == set(ties)
    assert len({(i, j) for i, j, _, _ in ties}) == len(ties)
    assert all(status[i] != VACANT for i, *_ in ties)
    assert (batch.column("ties_kept") == np.bincount([i for i, *_ in ties], minlength=batch.people)).all()
    start = batch.arrays["tie_start"][:batch.people + 1].astype(int)
    for i in range(batch.people):
        kin = np.flatnonzero(batch.arrays["kind"][start[i]:start[i + 1]] == KIN)
        skip, span = int(batch.arrays["kin_skip"][i]), int(batch.arrays["kin_span"][i])
        assert not kin.size or (skip <= kin.min() and kin.max() < skip + span)
    owner = np.repeat(np.arange(batch.people), np.diff(start))
    for name in (n for n in batch.arrays if n.startswith("told_")):
        told = batch.arrays[name][:batch.people].astype(int)
        told[batch.tree.nowhere] = 0
        fresh = np.bincount(owner, told[batch.arrays["neighbour"][:start[-1]]], batch.people)
        assert (batch.arrays[name.removeprefix("told_")][:batch.people][:-1] == fresh[:-1]).all(), name


def test_the_log_tells_of_a_person_by_his_number_wherever_he_was():
    batch, _ = settled()
    log, lives = whole_log(batch), lives_of(batch, 0)
    rows = log["row"][(log["world"] == 0) & (log["row"]["event"] == SETTLED)]
    assert rows.size > 10
    number = lives.numbers(rows["person"], rows["month"])
    before = lives.before_the_month(rows["person"], rows["month"])
    assert (before != rows["person"]).all()
    assert (lives.numbers(before, rows["month"] - 1) == number).all()  # the same man, a month ago, elsewhere
    here = lives.places_now(rows["person"], rows["month"])
    known = here != NOBODY
    assert (batch.column("number")[here[known]] == number[known]).all()
    dead = batch.column("death")[here[known]]
    assert (lives.deaths(rows)[known] == dead).all()
    assert cases_of(batch).rows.size == log.size


def laid(**changes):
    """A world at the head of a month, with one household of a town that has set out."""
    batch = begun([busy(**{"generations.births": 0, **changes})], [3], 24)
    batch.month = 6
    for name in ("present", "members"):
        batch.column(name)[:batch.tree.cells] = 16
    village = batch.column("village")[batch.arrays["cell_of"]]
    plain = (village == 0) & (batch.column("status") == FREE) & (batch.column("office") == 0) & (
        batch.column("estate") == 0)
    cell, ties = batch.arrays["cell_of"], ties_of(batch)
    goes = next(i for i in np.flatnonzero(plain).tolist() if any(a == i and village[j] for a, j, *_ in ties) and all(
        plain[j] for a, j, kind, _ in ties if a == i and kind == KIN))
    home = sorted({goes, *(j for a, j, kind, _ in ties if a == goes and kind == KIN and cell[j] == cell[goes])})
    batch.column("prospect")[:batch.tree.cells] = np.where(batch.column("village")[:batch.tree.cells] != 0, 0.5, 0.0)
    return batch, goes, home


def test_7_a_household_goes_together_with_all_that_is_theirs():
    batch, goes, home = laid()
    batch.column("going")[goes] = TO_KNOWN_VILLAGE
    batch.column("dossier")[goes], batch.column("courage")[goes] = 0.5, 0.123
    numbers, friends = batch.column("number")[home].copy(), {}
    for i, j, kind, _ in ties_of(batch):
        if i == goes:
            friends[int(batch.column("number")[j])] = kind
    one, two = [i for i in np.flatnonzero(batch.column("status") == FREE).tolist() if i not in home][-2:]
    batch.column("recruiter")[one], batch.column("patron")[two] = goes, goes
    renew(batch)
    now = [int(np.flatnonzero(batch.column("number") == n)[0]) for n in numbers]
    cells = {int(batch.arrays["cell_of"][place]) for place in now}
    assert len(cells) == 1 and batch.column("village")[cells.pop()] == 1
    assert (batch.column("status")[home] == VACANT).all() and (batch.column("status")[now] == FREE).all()
    he = now[home.index(goes)]
    assert batch.column("courage")[he] == np.float32(0.123) and batch.column("dossier")[he] == np.float32(0.25)
    assert batch.column("recruiter")[one] == batch.column("patron")[two] == he
    assert batch.column("move_kind")[he] == TO_VILLAGE and batch.column("moved")[he] == 6
    kept = {int(batch.column("number")[j]): kind for i, j, kind, _ in ties_of(batch) if i == he}
    assert kept.items() <= friends.items() and len(kept) >= len(friends) - 6
    assert (batch.column("going") == 0).all()


def test_where_there_is_no_room_for_all_of_a_household_nobody_goes():
    batch, goes, home = laid()
    batch.column("going")[goes] = TO_ANY_VILLAGE
    status, village = batch.column("status"), batch.column("village")[batch.arrays["cell_of"]]
    free = np.flatnonzero((status == VACANT) & (village != 0) & (np.arange(batch.people) != batch.tree.nowhere))
    status[free[len(home) - 1:]] = DEAD  # one place too few
    batch.column("death_month")[free] = 6
    renew(batch)
    assert (batch.column("status")[home] == FREE).all()


def test_who_is_sent_away_goes_even_where_it_is_no_better():
    batch, goes, _ = laid()
    batch.column("prospect")[:] = 0.0
    batch.column("going")[goes] = SENT_AWAY
    renew(batch)
    assert batch.column("status")[goes] == VACANT


def test_selectors_see_what_befell_a_man_before_he_moved():
    batch, goes, _ = laid()
    number = int(batch.column("number")[goes])
    batch.month = 4
    Moment(batch, 0).enter(goes, ARREST, NO_CAUSE)
    batch.month = 6
    batch.column("going")[goes] = TO_KNOWN_VILLAGE
    renew(batch)
    empty_logs(batch)
    mine = persons(Choice("logged", ("arrested",)), world_view(batch, 0))
    assert batch.column("number")[mine].tolist() == [number]


def test_death_on_the_way_comes_only_between_provinces():
    batch, goes, home = laid(**{"moving.road": 0.5})
    batch.column("hunger")[:] = 1.0
    batch.column("going")[goes] = TO_KNOWN_VILLAGE
    batch.column("prospect")[:batch.tree.cells] -= np.where(  # own province alone has anything to offer
        batch.tree.province[:batch.tree.cells] == batch.tree.province[batch.arrays["cell_of"][goes]], 0.0, 9.0)
    numbers = batch.column("number")[home].copy()
    renew(batch)
    assert (batch.column("death")[np.isin(batch.column("number"), numbers)] == 0).all()


def test_switched_off_nobody_moves_and_a_regime_without_places_is_told():
    batch = begun([dataclasses.replace(busy(), off=frozenset({"moving"}))], [3], 12)
    run_months(batch, 12, 1)
    assert not departed(batch)["status"].tolist().count(MOVED_ON)
    assert "moving" not in {m.id for m in unanimity.regime("war", {"spare": 0.1}).mechanisms}
    with pytest.raises(UserError, match=r"moving.*spare"):
        unanimity.regime("war", {"moving": True})
    with pytest.raises(UserError, match=r"society\.moving"):
        unanimity.regime("war", {"mechanisms": ["moving"]})


def test_closed_by_papers_villagers_enter_no_town():
    barred = scheduled(busy(**{"moving.strictness": 1.0, "generations.births": 0}), (0, "passports", "both"))
    batch = begun([barred], [3], MONTHS)
    run_months(batch, MONTHS, 1)
    assert not (batch.column("move_kind") == TO_TOWN).any()
    other, _ = settled()
    assert (other.column("move_kind") == TO_TOWN).any() or (other.column("move_kind", 1) == TO_TOWN).any()


def test_a_lever_of_a_card_that_does_not_run_is_told_to_the_user(capsys):
    from unanimity.cli.run_commands import say_what_is_idle

    assert unanimity.regime("apparatus").idle_levers == unanimity.regime("union").idle_levers == ()
    idle = unanimity.regime("apparatus", {"arrivals": 0.1, "passports": "both"})
    assert idle.idle_levers == ("arrivals", "passports")
    later = scheduled(unanimity.regime("apparatus"), (3, "schooling", 0.9))
    assert later.idle_levers == ("schooling",)
    assert unanimity.regime("apparatus", {"spare": 0.2, "arrivals": 0.1}).idle_levers == ()
    say_what_is_idle(idle)
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 2 and "moves nothing" in told[0] and "society.spare" in told[0] and "society.moving" in told[1]
