"""Card 12, the one voice: its direction tests, its limiting cases, its form."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from country import country, lived
from hypothesis import assume, given
from hypothesis import strategies as st

from example_parameters import PRESS
from unanimity.mechanisms.party.press import (
    MECHANISM,
    Press,
    believed,
    claim,
    drift,
    gap_of,
    open_to_ties,
    reported_top,
    rumour,
    secrecy_of,
    trust,
)
from unanimity.world.codes import (
    ALL_HEARD,
    CITIZEN,
    FREE_PRESS,
    MEMBER,
    MONOPOLY,
    NEVER,
    NO_HEARING,
    OFFICIAL,
    PUBLISHED,
    SECRET_LISTS,
)

share = st.floats(0, 1)
sign = st.floats(-1, 1)
luck = st.floats(1e-9, 1 - 1e-9)
parameters = st.builds(Press, **{f.name: st.floats(f.span.low, f.span.high) for f in MECHANISM.fields})
TOLD_NOTHING = (0.0, 1.0, 1.0, 0.0)  # no tie spoke, of ties there are some, minutes say unanimous, nobody was struck
papers = st.sampled_from([MONOPOLY, FREE_PRESS])
rounding = 1e-12


# --- direction tests of the card --------------------------------------------------------------------------------------
@given(share, share, luck, parameters, share)
def test_1_a_free_press_without_noise_claims_what_is_lived_and_trust_never_falls(life, elsewhere, z, p, before):
    assert claim(life, elsewhere, 0.0, 0.0, FREE_PRESS, z, p._replace(noise=0.0)) == life
    assert trust(before, life, life, CITIZEN, 0, FREE_PRESS, 0.7, 1.0, 1.0, 1.0, p) >= before


def test_1_so_it_does_in_the_whole_model_however_differently_places_live():
    base = country("law", {"press.noise": 0.0})
    lives = np.random.default_rng(2).uniform(0.2, 1.0, lived(base).tree.units).astype(np.float32)
    batch, before = lived(base, months=3, lived=lives), lived(base, months=2, lived=lives)
    cells = batch.tree.cells
    assert (batch.column("claim")[:cells] == lives[:cells]).all()
    assert (batch.column("trust") >= before.column("trust")).all() and batch.column("trust").mean() > 0.6


@given(share, share, st.floats(0, 5000), luck, parameters)
def test_2_with_full_spin_the_claim_is_1_whatever_the_report(life, report, target, z, p):
    args = (life, life, report * 900, target, MONOPOLY, z)
    assert claim(*args, p._replace(spin=1.0)) == 1.0


@given(sign, share, share, sign, st.floats(0, 9), papers, sign, sign, parameters)
def test_3_without_print_or_ties_a_first_stance_never_moves(s, conviction, trusts, near, w, press, line, mean, p):
    p = p._replace(to_print=0.0, to_ties=0.0)
    assert drift(s, s, conviction, trusts, near * w, w, press, line, mean * 100, 100.0, p) == s


@given(share, share, share, share, parameters, st.integers(0, 3), st.integers(0, 1))
def test_4_a_wider_gap_between_claim_and_life_never_raises_trust(before, life, gap, wider, p, estate, reversed_):
    gap, wider = sorted((gap, wider))
    assert (trust(before, life + wider, life, estate, reversed_, MONOPOLY, *TOLD_NOTHING, p)
            <= trust(before, life + gap, life, estate, reversed_, MONOPOLY, *TOLD_NOTHING, p) + rounding)


@given(share, share, share, share, share, st.integers(0, 1), parameters)
def test_8_what_ties_say_and_what_befalls_them_never_raises_trust(before, life, few, many, record, struck, p):
    few, many = sorted((few, many))
    said = [trust(before, life, life, CITIZEN, 0, MONOPOLY, spoke, 1.0, record, struck, p) for spoke in (few, many)]
    assert said[1] <= said[0] + rounding
    calm, hit = (trust(before, life, life, CITIZEN, 0, MONOPOLY, few, 1.0, record, s, p) for s in (0.0, 1.0))
    assert hit <= calm + rounding
    assert gap_of(life, life, True, many, record, 1.0, p) == 0.0  # a free sheet is checked by its bread alone


@given(share, share, parameters)
def test_8_minutes_that_admit_what_people_say_cost_no_trust(spoken, record, p):
    assert gap_of(0.9, 0.9, False, min(spoken, 1.0 - record), record, 0.0, p) == pytest.approx(0.0, abs=1e-12)
    assert gap_of(0.9, 0.9, False, spoken, 1.0, 0.0, p) == pytest.approx(p.talk * spoken)


def test_9_the_fed_need_not_believe():
    settled = 0.5
    for _ in range(60):
        settled = trust(settled, 1.0, 1.0, CITIZEN, 0, MONOPOLY, 0.2, 1.0, 1.0, 0.0, PRESS)
    assert settled == pytest.approx(0.6, abs=0.01)


@given(sign, share, sign, st.floats(0, 9), papers, sign, sign, parameters)
def test_6_full_conviction_holds_a_first_stance_for_ever(s, trusts, near, w, press, line, mean, p):
    assert drift(s, s, 1.0, trusts, near * w, w, press, line, mean * 100, 100.0, p) == s
    assert not open_to_ties(1.0, p)


def test_3_and_6_so_it_is_in_the_whole_model():
    still = lived(country("apparatus", {"press.to_print": 0.0, "press.to_ties": 0.0}), months=6)
    convinced = lived(country("apparatus"), months=6, conviction=1.0)
    moved = lived(country("apparatus"), months=6)
    for batch in (still, convinced):
        assert (batch.column("stance") == batch.column("first_stance")).all()
    assert (moved.column("stance") != moved.column("first_stance")).mean() > 0.9


@given(share, share, st.floats(0, 40), st.floats(0, 9), share, parameters)
def test_7_closed_hearings_and_no_accused_among_ties_never_move_belief_in_guilt(b, trusts, n, cases, confessing, p):
    assert believed(b, trusts * n, 0.0, n, cases, confessing * cases, NO_HEARING, p) == b


def test_7_so_it_is_in_the_whole_model_and_knowing_an_accused_costs_belief():
    blow = np.zeros(400, np.uint8)
    blow[::40] = 2
    calm = lived(country("apparatus"), months=4, blow=0)
    guilty = lived(country("apparatus"), months=1, blow=blow, last_dissent=-5)
    struck = lived(country("apparatus"), months=1, blow=blow)
    cells = calm.tree.cells
    assert (calm.column("believed") == 0.5).all() and (guilty.column("believed") == 0.5).all()
    assert (struck.column("believed")[:cells] <= 0.5).all() and (struck.column("believed")[:cells] < 0.5).any()


# --- the form, line by line -------------------------------------------------------------------------------------------
@given(share, share, share, parameters, st.integers(0, 3), st.integers(0, 1))
def test_trust_is_the_cards_formula(before, said, life, p, estate, reversed_):
    gap = abs(said - life) + p.talk * 0.2 + p.known
    expected = before + p.trust_speed * (max(0, 1 - gap / p.no_trust) - before)
    if reversed_ and estate != OFFICIAL:
        expected *= 1 - p.reversal
    got = trust(before, said, life, estate, reversed_, MONOPOLY, 0.3, 1.5, 1.0, 1.0, p)
    assert got == pytest.approx(expected, abs=1e-12) and 0.0 <= got <= 1.0


@given(sign, sign, share, share, sign, st.floats(0.1, 9), papers, sign, sign, parameters)
def test_drift_is_the_cards_formula(s, first, conviction, trusts, near, w, press, line, mean, p):
    printed = line if press == MONOPOLY else mean
    expected = s + (1 - conviction) * (p.to_print * trusts * (printed - s) + p.to_ties * (near - s)) \
        + p.to_self * (first - s)
    got = drift(s, first, conviction, trusts, near * w, w, press, line, mean * 100, 100.0, p)
    assert got == pytest.approx(expected, abs=1e-9) and -1.0 <= got <= 1.0


@given(share, st.floats(0, 50), share, luck, parameters)
def test_a_monopoly_prints_the_report_and_a_free_press_the_place(life, target, report, z, p):
    top = min(1.0, report * 50 / target) if target > 0 else 0.7
    assert reported_top(report * 50, target, 0.7) == pytest.approx(top)
    said = claim(life, 0.7, report * 50, target, MONOPOLY, z, p)
    assert said == pytest.approx(top + p.spin * (1 - top)) and said >= top - rounding


@given(share, share, st.floats(0, 40), st.floats(0, 40), st.floats(0, 9), papers,
       st.sampled_from([SECRET_LISTS, PUBLISHED]), parameters)
def test_rumour_is_the_cards_formula_and_grows_with_what_nobody_explains(old, trusts, n, harmed, dead, press, lists, p):
    people = max(n, 1.0)
    secrecy = p.secrecy_open if press == FREE_PRESS or lists == PUBLISHED else p.secrecy
    unexplained = min(1, p.notice * (harmed + dead) / people)
    expected = p.rumour_kept * old + secrecy * (1 - min(1, trusts * n / people)) * unexplained
    here = {"rumour": old, "trusting": trusts * n, "present": n, "harmed": harmed, "starved": 7.0 + dead,
            "starved_before": 7.0, "revolt": 0.0, "press": press, "lists": lists}
    got, before = rumour(SimpleNamespace(**here), 0.0, p)
    assert before == 7.0 + dead
    assert got == pytest.approx(min(1, max(0, expected)), abs=1e-9)
    assert rumour(SimpleNamespace(**{**here, "harmed": harmed + 1}), 0.0, p)[0] >= got - rounding
    assert rumour(SimpleNamespace(**here), 0.01, p)[0] >= got - rounding


@given(share, share, share, st.integers(1, 40), st.integers(1, 9), share, parameters)
def test_belief_in_guilt_moves_to_what_is_shown_and_away_from_whom_one_knows(b, trusts, knowing, n, cases, part, p):
    got = believed(b, trusts * n, knowing * n, n, cases, part * cases, ALL_HEARD, p)
    expected = b + p.shown_weight * trusts * (part - b) - p.knowing_weight * knowing
    assert got == pytest.approx(min(1, max(0, expected)), abs=1e-9)


def test_a_free_press_or_published_lists_leave_little_unexplained():
    p = PRESS
    assert secrecy_of(MONOPOLY, SECRET_LISTS, p) == 0.8
    assert secrecy_of(MONOPOLY, PUBLISHED, p) == secrecy_of(FREE_PRESS, SECRET_LISTS, p) == 0.1


def test_in_the_whole_model_opinion_follows_the_centres_line_or_the_countrys_mean_and_ones_ties():
    batch = lived(country("apparatus", {"meeting.rounds": 1}), months=0)
    first = batch.column("first_stance").astype(float)
    n, start = batch.people, batch.arrays["tie_start"].astype(int)
    rows = np.repeat(np.arange(n), np.diff(start))
    weight, other = batch.arrays["first_weight"] / 65535, batch.arrays["neighbour"].astype(int)
    conviction = batch.column("conviction").astype(float)
    for regime, press in (("apparatus", MONOPOLY), ("law", FREE_PRESS)):
        after = lived(country(regime), months=1)
        trusts = after.column("trust").astype(float)
        for issue in range(2):
            ties = np.bincount(rows, weight * first[issue][other], n) / np.bincount(rows, weight, n)
            printed = 1.0 if press == MONOPOLY else first[issue].mean()
            expected = first[issue] + (1 - conviction) * (
                Press().to_print * trusts * (printed - first[issue]) + Press().to_ties * (ties - first[issue]))
            assert after.column("stance")[issue] == pytest.approx(expected, abs=1e-5)


def test_noise_of_a_free_press_is_one_lot_a_unit_and_month_with_spread_one_in_twenty():
    batch = lived(country("law", people=4096), lived=0.5)
    said = batch.column("claim")[:batch.tree.cells]
    assert said.mean() == pytest.approx(0.5, abs=0.02) and said.std() == pytest.approx(Press().noise, rel=0.24)


def test_papers_may_differ_by_province():
    batch = lived(country("apparatus", {"press@1": "free", "press.noise": 0.0}), lived=0.6)
    tree = batch.tree
    free = tree.province[:tree.cells] == tree.provinces[0]
    said = batch.column("claim")[:tree.cells]
    assert (said[free] == np.float32(0.6)).all() and said[~free] == pytest.approx(
        0.6 + 0.4 * Press().spin)


def test_a_line_that_turns_round_costs_the_trust_of_all_but_officials():
    base = country("apparatus")
    plain, turned = lived(base), lived(base, line_reversed=1)
    official = plain.column("estate") == OFFICIAL
    kept = turned.column("trust") / plain.column("trust")
    assert kept[official] == pytest.approx(1.0) and kept[~official] == pytest.approx(
        1.0 - Press().reversal)


@given(share, share)
def test_trust_settles_at_a_level_and_runs_neither_to_0_nor_to_1(start, gap):
    assume(0.05 < gap < 0.45)
    held = start
    for _ in range(300):
        held = trust(held, 0.5 + gap, 0.5, MEMBER, 0, MONOPOLY, *TOLD_NOTHING, PRESS)
    assert held == pytest.approx(1 - gap / 0.5, abs=1e-6)


def test_the_ranges_are_those_of_the_card():
    found = {f.span.symbol: (f.span.low, f.span.high) for f in MECHANISM.fields}
    card = {"spin": (0, 1), "kt": (0, .5), "gt": (.2, 1), "dr": (0, .1), "ds": (0, .1),
            "an": (0, .1), "rv": (0, .6), "bg": (.05, .5), "bt": (.05, .5)}
    assert {k: found[k] for k in card} == card


def test_switched_off_trust_is_one_half_stances_stay_nobody_rumours_and_papers_tell_the_truth():
    batch = lived(country("terror", off={"press"}), months=4, lived=0.4, blow=3, rumour=0.5, last_dissent=NEVER)
    cells = batch.tree.cells
    assert (batch.column("trust") == 0.5).all() and (batch.column("stance") == batch.column("first_stance")).all()
    assert (batch.column("rumour")[:cells] == 0.0).all() and (batch.column("believed")[:cells] == 0.5).all()
    assert batch.column("claim")[:cells] == pytest.approx(0.4)
