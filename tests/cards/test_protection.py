"""Card 9, protection: the direction tests as sentences."""

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from direct_calls import loose, run_rules
from example_parameters import PROTECTION
from small_regimes import lived_through, only_the_hall
from unanimity.mechanisms.party import appointment, protection
from unanimity.mechanisms.party.protection import (
    channel_of,
    come_out,
    look_up,
    telling_hazard,
    trespass,
    weld,
)
from unanimity.world.codes import FREE_PRESS, MONOPOLY
from unanimity.world.draws import chance

share = st.floats(0, 1)
BOTH = [appointment.MECHANISM, protection.MECHANISM]


def guarded(changes=None, months=60, name="apparatus", seeds=(1, 2)):
    """Worlds with rings and posts, after that many months."""
    regime = only_the_hall(name, {"people": 640, **(changes or {})}, mechanisms=BOTH)
    return lived_through(regime, months, seeds)


def test_1_if_nobody_tells_and_nobody_quarrels_silence_is_never_broken():
    p = {"protection.quarrel": 0.0, "protection.lost_vote": 0.0}
    regime = only_the_hall("apparatus", {"people": 640, **p}, mechanisms=BOTH)
    silent = dataclasses.replace(regime, parameters={**regime.parameters, "protection.telling": 0.0})
    batch = lived_through(silent, 60, [1, 2, 3, 4])
    assert batch.arrays["crimes"].sum() > 0
    assert batch.arrays["exposed"].sum() == 0
    assert batch.arrays["crime_open"].sum() == batch.arrays["crimes"].sum()


@given(st.floats(0.01, 0.5))
def test_2_one_brave_convinced_insider_without_a_ring_tells_with_mean_silence_of_one_over_one_less_e_to_the_less_t0(t0):
    hazard = telling_hazard(1.0, 1.0, 0.5, 0.9, 0.0, 1.0, 0.5, 1.0, PROTECTION._replace(telling=t0))
    assert hazard == pytest.approx(t0)
    assert 1.0 / chance(hazard) == pytest.approx(1.0 / (1.0 - math.exp(-t0)))


@given(share, share, share, share, share, share, share, share)
def test_3_and_8_more_dependence_or_fear_of_complaint_never_shortens_expected_silence(
        courage, conviction, low, high, fear, ring, channel, severity):
    low, high = sorted((low, high))
    p = PROTECTION
    assert telling_hazard(courage, conviction, high, fear, ring, channel, severity, 30.0, p) <= telling_hazard(
        courage, conviction, low, fear, ring, channel, severity, 30.0, p)
    assert telling_hazard(courage, conviction, fear, high, ring, channel, severity, 30.0, p) <= telling_hazard(
        courage, conviction, fear, low, ring, channel, severity, 30.0, p)


def test_4_under_a_tenure_limit_of_12_no_ring_exceeds_that_without_one():
    free, limited = guarded(), guarded({"tenure_limit": 12})
    assert free.column("ring", 0).max() > 0.3
    level = free.tree.level
    for world in (0, 1):
        for k in range(free.tree.depth + 1):
            assert limited.column("ring", world)[level == k].mean() <= free.column("ring", world)[level == k].mean()


@given(share, st.integers(1, 200), st.integers(1, 200), share)
def test_4_the_ring_of_a_man_longer_in_office_grows_no_slower(ring, low, high, luck):
    low, high = sorted((low, high))
    p = PROTECTION
    assert weld(ring, 1, low, 0.0, 0, 0.05, MONOPOLY, luck, p) <= weld(ring, 1, high, 0.0, 0, 0.05, MONOPOLY, luck, p)


@given(share, share, share, share)
def test_4_control_that_acts_slows_the_ring_and_control_on_paper_alone_does_not(ring, low, high, luck):
    low, high = sorted((low, high))
    p = PROTECTION
    assert weld(ring, 1, 96, high, 0, 0.0, MONOPOLY, luck, p) <= weld(ring, 1, 96, low, 0, 0.0, MONOPOLY, luck, p)
    assert weld(ring, 1, 96, 1.0, 0, 0.0, MONOPOLY, luck, p) == pytest.approx(ring)


@given(share, share, share, share, share, st.integers(20, 5000), st.integers(20, 5000))
def test_7_with_full_diffusion_the_hazard_that_someone_tells_does_not_depend_on_the_number_of_like_insiders(
        courage, conviction, dependence, ring, severity, few, many):
    def somebody(n, p):
        return n * telling_hazard(courage, conviction, dependence, 0.4, ring, 0.5, severity, float(n), p)

    assert somebody(few, PROTECTION) == pytest.approx(somebody(many, PROTECTION), rel=1e-12, abs=1e-15)
    alone = PROTECTION._replace(diffusion=0.0)
    assert (somebody(max(few, many), alone) >= somebody(min(few, many), alone))


@given(share, share, share, share, share)
def test_9_if_nothing_hangs_on_ring_or_loyalty_crimes_do_not(ring, other, assents, luck, severity):
    p = PROTECTION._replace(unprompted=1.0)
    usual = dict(crime_month=-1, crime_severity=0.0, crime_open=0, crimes=0, secretary=3, secretary_conviction=0.2,
                 officials_here=1.0, month=5, luck=luck, luck_2=severity, p=p)
    one = loose(trespass, **usual, secretary_assents=assents, secretary_habit=0.0, tied_above=0.7, ring=ring)
    two = loose(trespass, **usual, secretary_assents=1.0 - assents, secretary_habit=1.0, tied_above=0.0, ring=other)
    assert one == two


@given(share, share)
def test_a_free_sheet_is_a_whole_channel_and_a_whisper_is_never_lost(oversight, assoc):
    assert channel_of(oversight, FREE_PRESS, assoc, PROTECTION) == 1.0
    assert channel_of(oversight, MONOPOLY, assoc, PROTECTION) >= max(0.2, oversight, assoc)


def test_a_quarrel_above_reveals_the_crime_and_breaks_the_ring():
    p = PROTECTION._replace(quarrel=0.1)
    assert come_out(1, 10, 0.8, 7, 1, 0, 0, 1.0, 40, 0.01, p) == (0, 0.0, 37, 2, 2)
    assert come_out(1, 10, 0.8, 7, 1, 0, 0, 1.0, 40, 0.99, p) == (1, 0.8, 7, 1, 0)
    assert come_out(1, 10, 0.8, 7, 1, 0, 1, 1.0, 40, 0.99, p) == (0, 0.8, 37, 2, 1)


def test_crimes_open_and_exposed_add_up_and_only_the_filed_teller_pays():
    batch = guarded(months=90, seeds=(1, 2, 3, 4))
    crimes, exposed, still = (batch.arrays[name].astype(int) for name in ("crimes", "exposed", "crime_open"))
    assert (crimes == exposed + still).all() and exposed.sum() > 0
    assert batch.arrays["tellings"].sum() > 0
    assert np.isfinite(batch.arrays["dossier"]).all()


def test_an_elected_man_who_is_his_own_patron_owes_the_one_above_him_only_what_a_tie_is_worth():
    # two cells under a centre; persons 0 and 1 head the cells, 2 leads; 0 was put there by 2, 1 is his own patron
    start, neighbour = np.array([0, 0, 1, 2], np.uint64), np.array([2, 1], np.int32)
    tied = np.full(3, -1.0)
    run_rules((look_up,), {"secretary": np.array([0, 1, 2]), "patron": np.array([2, 1, 2]), "tie_start": start,
                   "neighbour": neighbour, "weight": np.array([13107, 65535]), "tied_above": tied},
              beside={"units": 3, "parent": np.array([2, 2, 2])})
    assert tied == pytest.approx([0.7, 0.2, 0.7])
    run_rules((look_up,), {"secretary": np.array([0, -1, 2]), "patron": np.array([2, 1, 2]), "tie_start": start,
                   "neighbour": neighbour, "weight": np.array([13107, 65535]), "tied_above": tied},
              beside={"units": 3, "parent": np.array([2, 2, 2])})
    assert tied[1] == 0.0
