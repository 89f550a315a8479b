"""Card 4, the controlled assembly: its direction tests, its limiting cases, its count of hands."""

from __future__ import annotations

import numpy as np
import pytest
from hall import Hall, by_the_card, random_hall
from hypothesis import given
from hypothesis import strategies as st

import unanimity
from example_parameters import MEETING, VOICE
from small_regimes import only_the_hall
from unanimity.engine.batch import make_batch
from unanimity.engine.run import lay_record, run_months
from unanimity.mechanisms.people.meeting import (
    BY_EVENT,
    BY_SETUP,
    MECHANISM,
    Meeting,
    carry_up,
    company_of,
    count,
    din_of,
    proclaim,
    set_agenda,
)
from unanimity.mechanisms.people.voice import Voice
from unanimity.world.codes import (
    ABOVE,
    BANNED,
    CITIZEN,
    CONTROLLED,
    ELECTED,
    FREE_DEBATE,
    LEGAL,
    NOBODY,
    ON,
    SECRET,
    TOLERATED,
)

seeds = st.integers(0, 10**6)


def some_halls(many: int = 40) -> list[Hall]:
    return [random_hall(seed) for seed in range(many)]


def a_month(regime, seed=1, months=1, **columns):
    """One world whose columns were set by hand, after that many months."""
    batch = make_batch([regime], [seed])
    lay_record(batch, months)
    for name, value in columns.items():
        batch.column(name)[...] = value
    run_months(batch, batch.month + months, threads=1)
    return batch


# --- direction tests of the card --------------------------------------------------------------------------------------
@given(seeds)
def test_1_without_exposure_and_no_alternative_public_and_private_no_votes_coincide_person_by_person(seed):
    hall = random_hall(seed)
    hall = hall.but(ballot=SECRET, p_voice=VOICE._replace(secret_exposure=0.0, no_alternative=0.0))
    at_liberty = hall.status < 3
    assert (hall.evening().hand > 0).tolist() == (hall.wants & at_liberty).tolist()


def test_1_the_falsification_gap_is_exactly_zero_in_the_whole_model_too():
    regime = only_the_hall("law", {"people": 400, "voice.no_alternative": 0.0, "threat": 0.5})
    found = unanimity.run(regime, months=2, seed=3)
    assert found.of("private_dissent").to_numpy().min() > 0.05  # the test can fail
    assert (found.of("falsification_gap").to_numpy() == 0.0).all()


@given(seeds, st.floats(0, 0.2), st.floats(0, 0.2))
def test_2_raising_hecklers_never_raises_the_number_of_dissenters(seed, a, b):
    hall = random_hall(seed)
    quiet, loud = (hall.but(p=MEETING._replace(hecklers=h)).evening() for h in sorted((a, b)))
    assert loud.dissenters <= quiet.dissenters


def test_2_there_is_a_hall_in_which_hecklers_silence_somebody():
    halls = [hall.but(zeal=1.0) for hall in some_halls(400)]
    assert any(hall.but(p=MEETING._replace(hecklers=0.2, rounds=10.0)).evening().dissenters
               < hall.but(p=MEETING._replace(hecklers=0.0, rounds=10.0)).evening().dissenters for hall in halls)


@given(seeds, st.integers(1, 9))
def test_3_one_round_more_never_shrinks_the_set_of_dissenters(seed, rounds):
    hall = random_hall(seed)
    short, long = (hall.but(p=MEETING._replace(rounds=float(r))).evening() for r in (rounds, rounds + 1))
    assert short.dissenters <= long.dissenters


def test_3_there_is_a_hall_in_which_the_third_round_brings_a_third_hand():
    halls = some_halls(200)
    short = MEETING._replace(rounds=2.0)
    assert any(hall.but(p=short).evening().dissenters < hall.evening().dissenters for hall in halls)


@given(seeds)
def test_4_two_provinces_with_opposite_lines_and_the_same_people_in_high_fear_are_both_unanimous(seed):
    hall = random_hall(seed)
    hall = hall.but(fear=np.ones(hall.people), courage=np.minimum(hall.courage, 0.2), assoc=0.0, sel=1.0)
    one, other = hall.but(line=1.0).evening(), hall.but(line=-1.0).evening()
    assert one.record == other.record == 1.0
    assert one.vote == other.vote == 1.0


def test_4_in_the_whole_model_two_frightened_provinces_vote_unanimously_against_each_other():
    regime = unanimity.regime("leningrad-moscow-1925", {"people": 1024, "burn_in": 0})
    batch = a_month(regime, fear=1.0, courage=0.1)
    cells = slice(0, batch.tree.cells)
    province = batch.tree.province[cells] - batch.tree.provinces[0]
    line = batch.column("line")[1, cells]
    assert (line[province == 0] == 1.0).all() and (line[province == 1] == -1.0).all()
    assert (batch.column("record")[cells] == 1.0).all() and (batch.column("vote")[cells] == 1.0).all()
    thought = batch.column("stance")[1]
    assert abs(thought[:512].mean() - thought[512:].mean()) < 0.1  # and their people think alike


@given(seeds, st.floats(0, 1))
def test_5_all_stances_equal_to_the_line_and_no_grievance_gives_no_dissent_for_any_fear(seed, fear):
    hall = random_hall(seed)
    hall = hall.but(stance=np.full(hall.people, hall.line), grievance=np.zeros(hall.people),
                    fear=np.full(hall.people, fear))
    assert hall.evening().dissenters == set()


def test_6_replacing_a_provinces_line_flips_its_record_within_one_month_under_appointment_from_above():
    regime = only_the_hall("apparatus", {"people": 1024})
    batch = make_batch([regime], [5])
    lay_record(batch, 3)
    run_months(batch, 2, threads=1)
    tree = batch.tree
    second = tree.provinces[1]
    mine = (tree.province == second) & (tree.level == 0)
    before = batch.column("line")[1].copy()
    batch.column("line")[1, second] = -1.0
    run_months(batch, 3, threads=1)
    line = batch.column("line")[1]
    assert (before == 1.0).all()
    assert (line[mine] == -1.0).all()  # every cell of the province now votes the opposite line
    assert (line[tree.province != second] == 1.0).all()  # and nobody else does
    assert batch.column("record")[mine].mean() > 0.5  # by a majority of its own people, as before


# --- the form, line by line -------------------------------------------------------------------------------------------
def some_circle(hall, seed):
    """Whom a lot puts into the circles 1 and 2 of a hall."""
    return np.random.default_rng(seed + 1).choice([0, 1, 2], hall.people, p=[0.6, 0.2, 0.2])


@given(seeds, st.sampled_from([0, 1]), st.sampled_from([0, 1]), st.integers(1, 10), st.floats(0, 1), st.floats(0, 1),
       st.sampled_from([BANNED, TOLERATED, LEGAL]))
def test_the_rule_counts_the_same_hands_as_the_cards_formulas_written_a_second_time(seed, ballot, debate, rounds, room,
                                                                                  agreed, factions):
    hall = random_hall(seed)
    hall = hall.but(ballot=ballot, debate=debate, p=MEETING._replace(rounds=float(rounds), room=room, agreed=agreed),
                    p_voice=VOICE._replace(secret_exposure=0.2), circle=some_circle(hall, seed), factions=factions)
    up, yes = by_the_card(hall)
    evening = hall.evening()
    assert evening.dissenters == set(np.flatnonzero(up).tolist())
    assert evening.yes == pytest.approx(yes, abs=1e-12)


@given(seeds, st.floats(0, 1), st.floats(0, 1), st.sampled_from([BANNED, LEGAL]))
def test_a_circle_never_silences_anybody_and_the_more_are_sure_of_each_other_the_more_speak(seed, one, two, factions):
    hall = random_hall(seed)
    inside = hall.but(circle=some_circle(hall, seed), factions=factions)
    few, many = (inside.but(p=MEETING._replace(agreed=agreed)).evening().dissenters for agreed in sorted((one, two)))
    assert hall.evening().dissenters <= few <= many
    assert factions == BANNED or few == many  # where circles are lawful nothing was agreed in secret


def test_the_ranges_are_those_of_the_card():
    found = {f.span.symbol: (f.span.low, f.span.high) for f in MECHANISM.fields}
    card = {"hk": (0, 0.2), "R": (1, 10), "v": (0, 1), "note": (0, 1), "block": (0, 1), "ag": (0, 1), "wv": (0, 1)}
    assert {k: found[k] for k in card} == card


def chain(n=8):
    """Everybody is tied to the next; the first is not afraid, the others dare if one of their two ties has dared."""
    zeros = np.zeros(n)
    return Hall(courage=zeros, conviction=zeros, grievance=np.ones(n), stance=np.ones(n), sel=1.0, zeal=0.0,
                fear=np.array([0.0] + [0.5] * (n - 1)), dependence=zeros, estate=np.zeros(n, int),
                status=np.zeros(n, int),
                ties=tuple((i, i + 1, 9_000) for i in range(n - 1)), p=MEETING._replace(room=0.0, rounds=5.0))


def test_inside_a_round_nobody_sees_this_rounds_hands_so_a_wave_travels_one_tie_a_round():
    assert chain().evening().hand.tolist() == [1, 2, 3, 4, 5, 0, 0, 0]


@given(seeds)
def test_the_order_in_which_people_are_asked_does_not_matter(seed):
    hall = random_hall(seed) if seed % 2 else chain()
    order = np.random.default_rng(seed).permutation(hall.people)
    place = np.argsort(order)
    columns = {name: getattr(hall, name)[order] for name in
               ("courage", "conviction", "grievance", "stance", "fear", "dependence", "estate", "status")}
    mixed = hall.but(ties=tuple((int(place[a]), int(place[b]), w) for a, b, w in hall.ties), **columns)
    assert mixed.evening().hand[place].tolist() == hall.evening().hand.tolist()


@given(seeds)
def test_a_hand_once_up_stays_up_and_says_in_which_round_it_went_up(seed):
    hall = random_hall(seed)
    last = hall.but(p=MEETING._replace(rounds=10.0)).evening().hand
    for rounds in (1, 2, 5):
        early = hall.but(p=MEETING._replace(rounds=float(rounds))).evening().hand
        assert (early == np.where(last <= rounds, last, 0)).all()


@given(seeds)
def test_only_those_at_liberty_vote_and_only_they_are_counted(seed):
    hall = random_hall(seed).but(ballot=SECRET)
    evening = hall.evening()
    assert (evening.hand[hall.status >= 3] == 0).all()
    present = (hall.status < 3).sum()
    assert evening.yes == pytest.approx(1 - len(evening.dissenters) / present)


def test_an_empty_hall_is_unanimous():
    hall = random_hall(1)
    evening = hall.but(status=np.full(hall.people, 8), grievance=np.ones(hall.people)).evening()
    assert (evening.yes, evening.record, evening.vote) == (1.0, 1.0, 1.0)


@pytest.mark.parametrize(("yes", "record", "vote"), [
    (1.0, 1.0, 1.0), (0.951, 1.0, 1.0), (0.95, 0.95, 1.0), (0.51, 0.51, 1.0), (0.5, 0.5, -1.0), (0.0, 0.0, -1.0)])
def test_above_95_percent_the_minutes_say_unanimous_and_half_is_not_a_majority(yes, record, vote):
    assert count(yes, 40.0, True, MEETING) == (record, vote, 40.0 * record)
    assert count(yes, 40.0, True, MEETING._replace(block=1.0)) == (record, vote, 40.0 * vote)


def test_each_dissenter_is_noted_under_an_open_ballot_and_nobody_under_a_secret_one():
    for hall in some_halls():
        hall = hall.but(p_voice=VOICE._replace(secret_exposure=0.3), p=MEETING._replace(note=0.25))
        seen, unseen = hall.evening(), hall.but(ballot=SECRET).evening()
        assert (seen.dossier == np.where(seen.hand > 0, 0.25, 0.0)).all()
        assert (unseen.dossier == 0.0).all()
    assert any(hall.evening().dissenters for hall in some_halls())


def test_where_factions_are_legal_a_members_hand_is_not_filed_and_a_citizens_is():
    filed = np.zeros(4)
    for hall in some_halls():
        evening = hall.but(factions=LEGAL).evening()
        assert (evening.dossier == np.where((evening.hand > 0) & (hall.estate == CITIZEN), MEETING.note, 0.0)).all()
        tolerated = hall.but(factions=TOLERATED).evening()
        assert (tolerated.dossier == np.where(tolerated.hand > 0, MEETING.note, 0.0)).all()
        filed += np.bincount(hall.estate[evening.hand > 0], minlength=4)
    assert (filed[:2] > 0).all()  # citizens and members alike have raised hands


@given(st.floats(0, 1), st.floats(0, 0.2))
def test_free_debate_has_no_din_and_leaves_the_floor_to_everybody(zeal, hecklers):
    p = MEETING._replace(hecklers=hecklers)
    assert din_of(zeal, FREE_DEBATE, p) == 0.0
    assert din_of(zeal, CONTROLLED, p) == pytest.approx(hecklers * zeal)
    hall = random_hall(2)
    assert hall.but(debate=FREE_DEBATE).evening().floor == 1.0
    assert hall.evening().floor == pytest.approx(5 / 125)


def test_recall_marks_a_secretary_who_lost_the_vote_and_only_then():
    hall = random_hall(3)
    nothing = np.zeros(hall.people)
    angry = hall.but(grievance=np.ones(hall.people), fear=nothing, dependence=nothing, threat=0.0)
    content = hall.but(grievance=np.zeros(hall.people), conviction=np.zeros(hall.people))
    assert angry.but(recall=ON).evening().recalled == 1
    assert angry.evening().recalled == 0
    assert content.but(recall=ON).evening().recalled == 0


def test_company_weighs_ties_against_the_room_through_the_din():
    p = MEETING._replace(room=0.25)
    assert company_of(2.0, 4.0, 1, 10, 0.0, 0.0, p) == pytest.approx(0.75 * 0.5 + 0.25 * 0.1)
    assert company_of(2.0, 4.0, 1, 10, 0.4, 0.5, p) == pytest.approx((0.75 * 0.5 + 0.25 * 0.1) * 0.6 + 0.1)
    assert company_of(0.0, 0.0, 1, 10, 0.0, 0.0, p) == pytest.approx(0.1)  # no tie in the room: the room alone
    assert company_of(4.0, 4.0, 10, 10, 0.0, 1.0, p) == 1.0  # held within 0..1


@given(st.floats(-1, 1), st.floats(-1, 1), st.floats(-1, 1))
def test_a_secretary_proclaims_his_patrons_line_an_elected_one_his_own(line, above, stance):
    secretary, patron, p = 7, 3, MEETING
    own = 1.0 if stance >= 0 else -1.0
    assert proclaim(line, above, ABOVE, secretary, stance, patron, NOBODY, BY_SETUP, p) == above
    assert proclaim(line, above, ABOVE, secretary, stance, secretary, NOBODY, BY_SETUP, p) == line  # his own man
    assert proclaim(line, above, ELECTED, secretary, stance, patron, NOBODY, BY_SETUP, p) == own
    assert proclaim(line, above, ABOVE, NOBODY, stance, patron, secretary, BY_EVENT, p) == above
    assert proclaim(line, above, ELECTED, NOBODY, stance, patron, NOBODY, BY_SETUP, p) == above


@given(st.floats(-1, 1), st.floats(-1, 1), st.floats(-1, 1), st.floats(0, 1))
def test_an_elected_head_who_wavers_keeps_the_line_that_he_found(line, above, stance, waver):
    p = MEETING._replace(waver=waver)
    firm = 1.0 if stance >= 0 else -1.0
    assert proclaim(line, above, ELECTED, 7, stance, 3, NOBODY, BY_SETUP, p) == (firm if abs(stance) >= waver else line)
    assert proclaim(line, above, ABOVE, 7, stance, 3, NOBODY, BY_SETUP, p) == above  # who is sent down does not waver


@given(st.floats(-1, 1), st.floats(-1, 1), st.floats(-1, 1))
def test_who_was_given_a_line_keeps_it_while_he_heads_the_unit(line, above, stance):
    secretary, patron, own = 7, 3, 1.0 if stance >= 0 else -1.0
    given_to, p = secretary, MEETING
    assert proclaim(line, above, ABOVE, secretary, stance, patron, given_to, BY_SETUP, p) == line
    assert proclaim(line, above, ELECTED, secretary, stance, patron, given_to, BY_SETUP, p) == own
    assert proclaim(line, above, ELECTED, secretary, stance, patron, given_to, BY_EVENT, p) == line
    assert proclaim(line, above, ABOVE, secretary, stance, patron, given_to + 1, BY_EVENT, p) == above  # another's


def test_the_agenda_is_rule_or_the_issues_in_turn_also_in_burn_in():
    assert {set_agenda(0, 2, month) for month in range(-24, 24)} == {(1, 0)}
    assert [set_agenda(1, 2, month) for month in (-2, -1, 0, 1)] == [(0, 1), (1, 0), (0, 1), (1, 0)]


def test_mandates_add_up_from_the_cells_to_the_centre():
    regime = only_the_hall("war", {"people": 640})
    for block in (0.0, 1.0):
        batch = a_month(regime.but({"meeting.block": block}), months=2)
        tree, cells = batch.tree, batch.tree.cells
        said = batch.column("vote") if block else batch.column("record")
        own = (batch.column("members") * said)[:cells]
        mandate = batch.column("mandate")
        assert mandate[:cells] == pytest.approx(own)
        for unit in range(cells, tree.units):
            assert mandate[unit] == pytest.approx(mandate[tree.child_first[unit]:tree.child_last[unit]].sum())
        assert mandate[-1] == pytest.approx(own.sum())
    assert carry_up(12.5) == 12.5


def test_an_assembly_above_the_cells_is_its_secretary_and_those_of_its_children():
    batch = a_month(only_the_hall("apparatus", {"people": 1024}))
    tree, secretary, sitting = batch.tree, batch.column("secretary"), batch.column("sitting")
    start = tree.seat_starts(batch.centre_size)
    for unit in range(tree.cells, tree.units - 1):
        chairs = sitting[start[unit]:start[unit + 1]]
        children = secretary[tree.child_first[unit]:tree.child_last[unit]]
        assert chairs.tolist() == [secretary[unit], *children]
    centre = sitting[start[-2]:start[-1]]
    assert len(set(centre.tolist())) == batch.centre_size
    assert centre[0] == secretary[-1]


@pytest.mark.parametrize("ballot", ["open", "secret"])
def test_an_assembly_above_the_cells_votes_by_the_same_card(ballot):
    """The hands of each district, counted a second time from the card's formulas."""
    regime = only_the_hall("apparatus", {"people": 640, "ballot": ballot, "threat": 0.3})
    batch = make_batch([regime], [9])
    lay_record(batch, 1)
    lot = np.random.default_rng(9)
    batch.column("grievance")[:] = lot.uniform(0, 0.9, 640)
    batch.column("fear")[:] = lot.uniform(0, 0.5, (3, 640))
    columns = {name: batch.column(name).astype(float).copy() for name in ("courage", "conviction", "grievance")}
    stance, estate = batch.column("stance")[1].astype(float), batch.column("estate").copy()
    start, neighbour = batch.arrays["tie_start"].astype(int), batch.arrays["neighbour"].astype(int)
    run_months(batch, 1, threads=1)
    weight, fear = batch.arrays["weight"].astype(int), batch.column("fear")[0].astype(float)
    dependence = batch.column("dependence").astype(float)
    chairs, tree, some = batch.tree.seat_starts(batch.centre_size), batch.tree, 0
    for unit in range(tree.cells, tree.units):
        people = batch.column("sitting")[chairs[unit]:chairs[unit + 1]]
        assert NOBODY not in people
        place = {int(i): k for k, i in enumerate(people)}
        ties = tuple((place[i], place[j], int(weight[t])) for i in place
                     for t, j in enumerate(neighbour[start[i]:start[i + 1]], start[i]) if j in place and i < j)
        hall = Hall(stance=stance[people], fear=fear[people], dependence=dependence[people], estate=estate[people],
                    ties=ties, status=np.zeros(len(people)), ballot=int(ballot == "secret"), threat=np.float32(0.3),
                    zeal=np.float32(0.2), sel=np.float32(0.9), p=Meeting(), p_voice=Voice(),
                    **{k: v[people] for k, v in columns.items()})
        up, yes = by_the_card(hall)
        assert (batch.column("raised")[chairs[unit]:chairs[unit + 1]] > 0).tolist() == up.tolist()
        assert batch.column("yes")[unit] == pytest.approx(yes, abs=1e-6)
        some += up.sum()
    assert some > 5  # the test can fail


def test_switched_off_the_hall_is_one_sincere_round_without_note():
    for hall in some_halls():
        evening = hall.but(on_meeting=False).evening()
        assert evening.dissenters == set(np.flatnonzero(hall.wants & (hall.status < 3)).tolist())
        assert (evening.dossier == 0).all()
        assert set(evening.hand.tolist()) <= {0, 1}
