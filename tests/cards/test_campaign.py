"""Card 21, campaign: the direction tests as sentences, limiting cases, and a small country that runs."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from direct_calls import run_rules
from small_regimes import lived_through, only_the_hall
from unanimity.engine.collect import recorded, world_digest
from unanimity.mechanisms.people import grievance
from unanimity.mechanisms.power.campaign import (
    BRANCHES,
    MECHANISM,
    Campaign,
    after_blame,
    be_labelled,
    conviction_chance,
    count_hands,
    count_skill,
    discontent_of,
    fail_jointly,
    intensity_after,
    make_use,
    may_start,
    name_enemy,
    rate,
    reckon,
    shortfall_of,
    start_hazard,
)
from unanimity.world.codes import CAMP, DEAD, EX, FREE, NEVER, NO_LABEL

share = st.floats(0, 1)
NONE = Campaign(base=0.0, failure=0.0, discontent=0.0)


@dataclasses.dataclass
class Centre:
    """What the naming reads and writes, for one country of sixteen people, two in each branch."""

    shortfall: np.ndarray
    month: int = 12
    seed: int = 1
    crisis: int = 0
    mood: float = 10.0

    def __post_init__(self):
        self.label, self.intensity, self.start = np.zeros(1, int), np.zeros(1), np.full(1, NEVER)
        self.used, self.shifted, self.count = np.full((BRANCHES, 1), NEVER), np.zeros(1), np.zeros(1, int)
        self.sector, self.labels = np.arange(16) % BRANCHES, np.zeros(16, int)
        self.status = np.zeros(16, int)

    def name(self, p, months=1):
        for _ in range(months):
            run_rules((name_enemy, be_labelled), {"status": self.status, "sector": self.sector,
                              "sector_shortfall": self.shortfall.reshape(BRANCHES, 1),
                              "sector_skill": np.full((BRANCHES, 1), 0.5), "report_mood": np.array([self.mood]),
                              "present": np.array([16.0]), "crisis": self.crisis, "campaign_label": self.label,
                              "campaign_intensity": self.intensity, "campaign_start": self.start,
                              "label_used": self.used, "blame_shifted": self.shifted, "campaigns": self.count,
                              "label": self.labels}, month=self.month,
                 seed=np.uint64(self.seed), p=p)
            self.month += 1
        return self


shortfalls = st.lists(share, min_size=BRANCHES, max_size=BRANCHES).map(np.array)


@given(shortfalls, st.integers(0, 2**32), share)
def test_1_with_all_three_hazards_zero_there_is_no_campaign(short, seed, mood):
    centre = Centre(short, seed=seed, mood=16 * mood).name(NONE, 30)
    assert centre.count[0] == 0 and centre.label[0] == NO_LABEL and (centre.labels == NO_LABEL).all()


@given(share, share, share)
def test_2_a_larger_shortfall_never_lowers_the_hazard_of_a_start(low, high, discontent):
    low, high = sorted((low, high))
    assert start_hazard(high, discontent, Campaign()) >= start_hazard(low, discontent, Campaign())
    assert may_start(3, 0, high, Campaign()) >= may_start(3, 0, low, Campaign())


@given(shortfalls, st.integers(0, 2**32), share)
def test_2_with_the_same_luck_a_larger_shortfall_never_prevents_a_start(short, seed, more):
    calm, worse = Centre(short, seed=seed).name(Campaign()), Centre(np.maximum(short, more), seed=seed).name(Campaign())
    assert worse.count[0] >= calm.count[0]


@given(share, st.floats(0.2, 0.9))
def test_3_under_full_oversight_the_chance_of_conviction_is_pc0_whatever_the_intensity(intensity, pc0):
    assert conviction_chance(intensity, 1.0, Campaign(conviction=pc0)) == pc0


@given(st.floats(0.2, 0.9))
def test_4_at_full_intensity_without_oversight_conviction_is_certain(pc0):
    assert conviction_chance(1.0, 0.0, Campaign(conviction=pc0)) == pytest.approx(1.0)


@given(share, share, share, share)
def test_the_chance_of_conviction_is_a_chance_and_grows_with_the_intensity(low, high, oversight, pc0):
    low, high = sorted((low, high))
    p = Campaign(conviction=pc0)
    assert 0.0 <= conviction_chance(low, oversight, p) <= conviction_chance(high, oversight, p) + 1e-12 <= 1.0 + 2e-12


@given(share, share, share, share)
def test_6_a_larger_share_of_blame_shifted_never_raises_grievance_and_a_free_press_shifts_none(felt, trust, low, high):
    low, high = sorted((low, high))
    assert after_blame(felt, high, trust, False) <= after_blame(felt, low, trust, False)
    assert after_blame(felt, high, trust, True) == felt


def test_the_worst_branch_is_named_and_its_people_bear_the_label():
    short = np.linspace(0.1, 0.8, BRANCHES)
    centre = Centre(short, crisis=1)
    centre.labels[7] = EX
    centre.status[15] = DEAD
    centre.name(Campaign())
    assert centre.label[0] == 8 and centre.intensity[0] == 1.0 and centre.shifted[0] == Campaign().blame
    assert centre.labels.tolist() == [0] * 7 + [EX] + [0] * 8


def test_no_category_is_named_twice_in_24_months_and_none_when_all_have_been():
    centre = Centre(np.full(BRANCHES, 0.9), crisis=1).name(Campaign(), 20)
    assert centre.count[0] == BRANCHES  # a crisis each month names all eight, then nobody is left
    assert sorted(centre.used[:, 0].tolist()) == list(range(12, 20))
    assert Centre(np.full(BRANCHES, 0.9), crisis=1).name(Campaign(), 25).count[0] == BRANCHES + 1


def test_equal_categories_are_chosen_between_by_lot():
    named = {int(Centre(np.zeros(BRANCHES), seed=seed, crisis=1).name(Campaign()).label[0]) for seed in range(60)}
    assert len(named) == BRANCHES


def test_a_campaign_fades_by_a_fifth_a_month_and_ends_below_a_tenth():
    intensity, months = 1.0, 0
    while intensity > 0.0:
        intensity, months = intensity_after(intensity, Campaign()), months + 1
    assert months == 11
    assert intensity_after(0.5, Campaign()) == pytest.approx(0.4)


def test_before_the_first_report_the_mood_counts_as_good():
    assert discontent_of(0.0, 100.0) == 0.0
    assert discontent_of(75.0, 100.0) == 0.25


@given(st.integers(0, 2**32), share)
def test_a_branch_falls_short_by_its_competence_and_output_and_admits_what_the_chain_lets_through(seed, frank):
    lot = np.random.default_rng(seed)
    status = lot.choice([FREE, CAMP], 40, p=[0.8, 0.2])
    sector, competence = lot.integers(0, 8, 40), lot.uniform(size=40)
    people, skill = np.zeros((BRANCHES, 2)), np.zeros((BRANCHES, 2))
    run_rules((count_hands, count_skill), {"status": status, "sector": sector, "competence": competence,
                                           "branch_people": people, "branch_skill": skill},
              beside={"cell_of": np.arange(40) // 20})
    output, branches = lot.uniform(0, 1.5, 2), np.ones(2)
    told, able, worst = np.zeros((BRANCHES, 1)), np.zeros((BRANCHES, 1)), np.zeros(1)
    run_rules((rate, reckon, fail_jointly, make_use), {
        "branch_people": people, "branch_skill": skill, "output": output, "frankness": np.full(2, frank),
        "branches": branches, "sector_skill": able, "sector_shortfall": told, "joint_failure": worst},
        beside={"cells": 2})
    true = []
    for s in range(BRANCHES):
        own = (status == FREE) & (sector == s)
        if own.any():
            made = output[np.flatnonzero(own) // 20].mean()
            true.append(max(0.0, 1 - (0.5 + competence[own].mean()) * made))
            assert told[s, 0] == pytest.approx(true[-1] * frank, abs=1e-12)
    assert worst[0] == pytest.approx(max(true))
    for u in (0, 1):
        here = (status == FREE) & (np.arange(40) // 20 == u)
        assert branches[u] == pytest.approx(np.mean([0.5 + able[s, 0] for s in sector[here]]))


def test_a_branch_of_middling_people_at_full_output_does_not_fall_short():
    assert shortfall_of(0.5, 1.0) == 0.0
    assert shortfall_of(0.2, 1.0) == pytest.approx(0.3)


# --- a small country --------------------------------------------------------------------------------------------------
def run(threads=1, off=(), months=24, **changes):
    regime = only_the_hall("apparatus", {"people": 256, "blows": 0.0, **changes},
                              mechanisms=[MECHANISM, grievance.MECHANISM])
    return lived_through(regime, months, [1, 2, 3, 4], threads, off=off)


def test_in_a_country_campaigns_run_fade_label_and_are_the_same_on_two_threads():
    batch = run(**{"campaign.base": 0.2})
    assert batch.arrays["campaigns"].sum() > 2
    assert (batch.arrays["label"] > NO_LABEL).any()
    assert 0.8 < batch.arrays["branches"][:32].mean() < 1.2
    labelled = batch.arrays["label"] > NO_LABEL
    assert (batch.arrays["label"][labelled] == batch.arrays["sector"][labelled] + 1).all()
    other = run(threads=2, **{"campaign.base": 0.2})
    for world in range(4):
        assert world_digest(batch, world, recorded(batch)[1]) == world_digest(other, world, recorded(other)[1])


def test_switched_off_there_is_no_label_no_intensity_and_no_effect_on_output():
    batch = run(off=("campaign",))
    assert batch.arrays["campaigns"].sum() == 0 and batch.arrays["campaign_intensity"].sum() == 0.0
    assert (batch.arrays["label"] == NO_LABEL).all() and (batch.arrays["branches"] == 1.0).all()
