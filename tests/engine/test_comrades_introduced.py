"""Comrades: a new member is introduced at the start of the next month, in any batch and on any number of threads."""

from __future__ import annotations

import dataclasses

import numpy as np
from helpers import digests, ran, regime
from places_changing_hands import begun, ties_of

from unanimity.engine.newcomers import renew
from unanimity.engine.run import run_months
from unanimity.world.codes import CITIZEN, FREE, MEMBER

PEOPLE, WANTED = 400, 5


def fellowship(wanted=WANTED, members=0.05, **changes):
    """A small country with a party of that share whose members know so many others."""
    base = regime("apparatus", PEOPLE, **{"burn_in": 0, "tree": "auto", "spare": 0.25, "months": 24, **changes})
    shares = dataclasses.replace(base.society.shares, members=members, comrades=wanted)
    return dataclasses.replace(base, society=dataclasses.replace(base.society, shares=shares))


def comrades(batch, world=0):
    """Of every place how many members it is tied to."""
    member = batch.column("estate", world) != CITIZEN
    ends = np.array([(i, j) for i, j, *_ in ties_of(batch, world)])
    return np.bincount(ends[:, 0], member[ends[:, 1]], minlength=batch.people).astype(int)


def test_the_first_members_know_each_other_where_the_society_says_so():
    with_word, without = begun([fellowship()], [3], 4), begun([fellowship(0)], [3], 4)
    member = with_word.column("estate") != CITIZEN
    assert np.array_equal(member, without.column("estate") != CITIZEN)
    assert np.median(comrades(with_word)[member]) >= WANTED > np.median(comrades(without)[member])


def test_who_joined_last_month_is_introduced_at_the_head_of_this_one():
    batch = begun([fellowship()], [3], 4)
    before = comrades(batch)
    free = np.flatnonzero((batch.column("estate") == CITIZEN) & (batch.column("status") == FREE) & (before < WANTED))
    new, batch.month = free[7], 4
    batch.column("estate")[new], batch.column("cohort")[new] = MEMBER, 3
    renew(batch)
    assert comrades(batch)[new] == WANTED
    assert batch.column("ties_kept")[new] == sum(i == new for i, *_ in ties_of(batch))
    others = (batch.column("estate") != CITIZEN) & (np.arange(batch.people) != new)
    assert (comrades(batch)[others] - before[others]).sum() == WANTED  # whoever knows him knows a comrade more


def test_the_first_members_are_not_introduced_again():
    batch = begun([fellowship()], [3], 4)
    before, batch.month = ties_of(batch), 1  # the first members bear month 0 for the month in which they joined
    renew(batch)
    assert ties_of(batch) == before


def test_a_world_with_comrades_is_the_same_on_any_threads_and_in_any_batch():
    busy = fellowship(14, 0.6, arrivals=0.3, **{"generations.mourn": 2, "generations.accident": 0.05})
    batch, alone = ran([busy, busy], [3, 4], 16, 2), begun([busy], [4], 16)
    run_months(alone, 16, 1)
    assert digests(alone)[0] == digests(batch)[1]
    assert (batch.column("cohort") > 0).any()  # some have joined meanwhile
