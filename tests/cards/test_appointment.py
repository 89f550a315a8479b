"""Card 8, appointment: the direction tests as sentences."""

import dataclasses

import numpy as np
import pytest
from bench import Country
from hypothesis import given
from hypothesis import strategies as st

from direct_calls import call
from example_parameters import APPOINTMENT
from small_regimes import lived_through, only_the_hall
from unanimity.engine.batch import make_batch
from unanimity.engine.run import lay_record, run_months
from unanimity.mechanisms.party.appointment import (
    AS_COMMITTEE,
    COMMITTEE,
    MECHANISM,
    appointer_of,
    choose,
    fill_posts,
    insecurity_of,
    lapses,
    learn,
    loyal_of,
    out_of_favour,
    popularity_of,
    score_of,
    serve,
    tested_by,
    weight_on_loyalty,
)
from unanimity.mechanisms.party.election import (
    Post,
    accepts,
    closeness,
    closeness_to_members,
    elect,
    four_ablest,
    heard_of,
    may_stand,
)
from unanimity.mechanisms.party.posts import install, let_go, sits
from unanimity.world.codes import (
    CITIZEN,
    DISMISSED,
    EXPELLED,
    FREE,
    FRIEND,
    INQUIRY,
    KIN,
    LEADER,
    MEMBER,
    NEVER,
    NO_OFFICE,
    NOBODY,
    OFFICIAL,
    POLICE,
    WORK,
)
from unanimity.world.tree import grow, people_of

share = st.floats(0, 1)
# loyal, competence, conviction, ambition
candidates = st.lists(st.tuples(share, share, share, share), min_size=2, max_size=12)


def chosen(people, alpha, p):
    """The one a superior names."""
    return max(people, key=lambda c: score_of(alpha, *c, p))


def staffed(name="apparatus", months=24, seed=4, **changes):
    """A small world with the card, after that many months."""
    regime = only_the_hall(name, {"people": 512, "blows": 0.0, **changes}, mechanisms=[MECHANISM])
    return lived_through(regime, months, [seed])


@given(candidates)
def test_1_with_no_weight_on_loyalty_the_most_competent_willing_candidate_always_wins(people):
    assert chosen(people, 0.0, APPOINTMENT)[1] == max(c[1] for c in people)


@given(candidates, share, st.lists(share, min_size=12, max_size=12))
def test_2_with_all_weight_on_loyalty_and_no_fear_of_conviction_competence_has_no_effect(people, _, others):
    p = APPOINTMENT._replace(independence=0.0)
    scores = [score_of(1.0, *c, p) for c in people]
    changed = [score_of(1.0, loyal, other, conviction, ambition, p)
               for (loyal, _, conviction, ambition), other in zip(people, others, strict=False)]
    assert scores[:len(changed)] == changed


@given(candidates, share, share, share)
def test_3_raising_insecurity_never_raises_the_competence_of_the_chosen(people, low, high, test):
    low, high = sorted((low, high))
    p = APPOINTMENT
    calm = chosen(people, weight_on_loyalty(low, test, p), p)
    afraid = chosen(people, weight_on_loyalty(high, test, p), p)
    assert afraid[1] <= calm[1] + 1e-9


@given(share, share, share, share, share)
def test_a_master_who_fears_prefers_the_careerist_and_one_who_does_not_is_indifferent(alpha, loyal, able, ambition, c):
    p = APPOINTMENT._replace(independence=0.0)
    assert score_of(alpha, loyal, able, 0.0, ambition, p) >= score_of(alpha, loyal, able, c, ambition, p) - 1e-12
    assert score_of(alpha, loyal, able, c, 1.0, p) >= score_of(alpha, loyal, able, c, ambition, p) - 1e-12
    assert score_of(0.0, loyal, able, c, ambition, p) == score_of(0.0, loyal, able, c, 0.0, p) == able


@given(share, share)
def test_office_teaches_a_share_of_what_is_left_to_learn_and_nobody_outgrows_the_scale(able, rate):
    p = APPOINTMENT._replace(learning=rate * 0.02)
    later = serve(3, able, 1, 2, p)
    assert later[0] == 4 and able - 1e-12 <= later[1] <= 1.0 and later[2] == 2
    assert later[1] - able == pytest.approx(p.learning * (1 - able))
    assert serve(3, able, 2, NO_OFFICE, p) == (0, able, 2)
    assert serve(0, 1.0, 0, 1, p)[1] == 1.0


@pytest.mark.parametrize("crowd", [1, 30, 300, 30000])
def test_whoever_names_has_about_thirty_in_view_however_many_there_are(crowd):
    p = APPOINTMENT
    seen = sum(heard_of(person, np.uint64(5), 7, float(crowd), p) for person in range(min(crowd, 30000)))
    assert seen == crowd if crowd <= 30 else 15 <= seen <= 50
    again = sum(heard_of(person, np.uint64(5), 8, float(crowd), p) for person in range(min(crowd, 30000)))
    assert crowd <= 30 or seen != again or crowd > 300


@given(share, share, share)
def test_insecurity_falls_as_posts_gather_and_rises_with_threat_and_suspicion(concentration, threat, suspected):
    here = insecurity_of(concentration, threat, suspected, 0.2)
    assert insecurity_of(min(1, concentration + 0.1), threat, suspected, 0.2) <= here
    assert insecurity_of(concentration, min(1, threat + 0.1), suspected, 0.2) >= here
    assert insecurity_of(concentration, threat, min(1, suspected + 0.1), 0.2) >= here
    assert insecurity_of(concentration, threat, suspected, 0.9) <= here
    assert insecurity_of(concentration, threat, suspected, 1.0) == 0.0


@given(share, share, share, share, st.floats(-1, 1), share)
def test_oversight_never_makes_a_scrupulous_person_decline(ambition, privileges, conviction, low, agreement, high):
    low, high = sorted((low, high))
    p = APPOINTMENT
    if accepts(ambition, privileges, conviction, agreement, low, p):
        assert accepts(ambition, privileges, conviction, agreement, high, p)


def test_loyalty_is_read_from_public_signs_alone():
    assert loyal_of(1.0, 1.0, 1.0, APPOINTMENT) == pytest.approx(1.0)
    assert loyal_of(0.7, 0.0, 0.0, APPOINTMENT) == pytest.approx(0.35)


@given(st.floats(-1, 1), st.floats(-1, 1))
def test_closeness_is_one_for_equal_stances_and_never_negative(a, b):
    stance = np.array([[a, b, a], [b, a, b]])
    assert call(closeness, {"stance": stance}, i=0, j=2) == 1.0
    assert 0.0 <= call(closeness, {"stance": stance}, i=0, j=1) <= 1.0


@pytest.mark.parametrize("limit", [6, 12])
@pytest.mark.parametrize("appointment", ["above", "elected"])
def test_5_under_a_tenure_limit_no_office_is_held_longer(limit, appointment):
    batch = staffed(months=30, tenure_limit=limit, appointment=appointment)
    tenure, office = batch.column("tenure"), batch.column("office")
    assert (office > NO_OFFICE).any()
    assert tenure.max() <= limit


def test_one_secretary_a_unit_who_is_at_liberty_a_member_and_holds_no_other_post():
    batch = staffed(name="law", months=48)
    secretary, office = batch.column("secretary"), batch.column("office")
    held = secretary[secretary != NOBODY]
    assert len(set(held.tolist())) == held.size
    assert (office[held] > NO_OFFICE).all() and (batch.column("estate")[held] != CITIZEN).all()
    for unit in np.flatnonzero(secretary != NOBODY):
        assert batch.column("headed")[secretary[unit]] == unit
    assert (office == LEADER).sum() == 1
    seats = batch.column("sitting")[-batch.centre_size:]
    assert set(np.flatnonzero(office >= 4).tolist()) == set(seats[seats != NOBODY].tolist())


def test_an_elected_secretary_has_no_patron_but_himself_and_a_named_one_has_his_superior():
    for appointment, own in (("elected", True), ("above", False)):
        batch = staffed(months=30, tenure_limit=6, appointment=appointment)
        cells = batch.column("secretary")[:batch.tree.cells]
        cells = cells[cells != NOBODY]
        assert ((batch.column("patron")[cells] == cells).mean() > 0.9) == own


def test_a_dead_secretary_is_replaced_and_the_dead_hold_no_office():
    batch = staffed(months=2)
    before = batch.column("secretary").copy()
    gone = before[:8]
    batch.column("status")[gone] = 8
    lay_record(batch, 1)
    run_months(batch, batch.month + 1, threads=1)
    after = batch.column("secretary")
    assert not set(after.tolist()) & set(gone.tolist())
    assert (batch.column("office")[gone] == NO_OFFICE).all()


def test_switched_off_holders_stay_and_grow_abler_and_vacancies_stay_empty():
    regime = only_the_hall("apparatus", {"people": 512, "tenure_limit": 6}, mechanisms=[MECHANISM])
    batch = make_batch([dataclasses.replace(regime, off=frozenset({"appointment"}))], [4], ())
    before, able = batch.column("secretary").copy(), batch.column("competence").copy()
    lay_record(batch, 20)
    run_months(batch, 20, threads=1)
    assert (batch.column("secretary") == before).all()
    office = batch.column("office")
    assert (batch.column("competence")[office > 0] > able[office > 0]).any()
    assert (batch.column("competence")[office == 0] == able[office == 0]).all()


def named_by(superior, seed, sitting):
    """Whom a superior or the committee names among 12 candidates (persons 0-11); persons 12-14 sit in the centre."""
    lot = np.random.default_rng(seed)
    n, friends = 15, 3
    rows = [sorted({int(j) for j in lot.integers(12, 15, friends)}) if i < 12 else [] for i in range(n)]
    start = np.concatenate([[0], np.cumsum([len(r) for r in rows])]).astype(np.uint64)
    neighbour = np.array([j for row in rows for j in row], np.int32)
    weight = lot.integers(0, 65536, neighbour.size)
    patron = np.where(lot.uniform(size=n) < 0.3, lot.integers(12, 15, n), np.arange(n))
    state = {k: lot.uniform(size=n) for k in ("ambition", "conviction", "competence", "assents", "habit")}
    state["conviction"] *= 0.3
    p = APPOINTMENT
    got = call(choose, {"office": np.zeros(n), "estate": np.ones(n), "status": np.zeros(n),
                        "ambition": state["ambition"], "conviction": state["conviction"],
                        "competence": state["competence"], "stance": np.ones((2, n)), "patron": patron,
                        "assents": state["assents"], "habit": state["habit"], "tie_start": start,
                        "neighbour": neighbour, "weight": weight, "sitting": np.array(sitting)}, post=Post(0, 12, 3, 0,
            12.0, 1.0, 0.5, 1.0), out=NOBODY, seed=np.uint64(1), month=5, superior=superior, alpha=0.8, p=p)
    scores = np.zeros((12, 3))
    for i in range(12):
        for k, chief in enumerate((12, 13, 14)):
            tie = 0.7 if patron[i] == chief else next(
                (weight[t] / 65535 for t in range(int(start[i]), int(start[i + 1])) if neighbour[t] == chief), 0.0)
            loyal = loyal_of(tie, state["assents"][i], state["habit"][i], p)
            scores[i, k] = score_of(0.8, loyal, state["competence"][i], state["conviction"][i], state["ambition"][i], p)
    return got, scores


@pytest.mark.parametrize("seed", range(12))
def test_a_committee_takes_the_best_mean_score_and_one_superior_his_own_best(seed):
    got, scores = named_by(COMMITTEE, seed, [12, 13, 14])
    assert got == scores.mean(axis=1).argmax()
    got, scores = named_by(13, seed, [12, 13, 14])
    assert got == scores[:, 1].argmax()
    got, scores = named_by(COMMITTEE, seed, [12, NOBODY, 14])
    assert got == scores[:, [0, 2]].mean(axis=1).argmax()


def test_the_committee_names_as_long_as_somebody_sits_in_it():
    assert call(appointer_of, {"sitting": np.array([NOBODY, 4, 5])}, kind=AS_COMMITTEE, month=5, first_seat=0,
                centre_size=3) == COMMITTEE
    assert call(appointer_of, {"sitting": np.full(3, NOBODY)}, kind=AS_COMMITTEE, month=5, first_seat=0,
                centre_size=3) == NOBODY
    assert call(appointer_of, {"sitting": np.array([7, 4, 5])}, kind=0.0, month=5, first_seat=0, centre_size=3) == 7
    # every two months the next
    assert call(appointer_of, {"sitting": np.array([7, 4, 5])}, kind=2002.0, month=5, first_seat=0, centre_size=3) == 5


def test_whom_a_committee_names_is_his_own_patron_and_whom_a_leader_names_is_his():
    for appointer, own in (("committee", True), ("leader", False)):
        batch = staffed(months=30, tenure_limit=6, appointment="above", appointer=appointer)
        provinces = batch.column("secretary")[batch.tree.provinces]
        provinces = provinces[provinces != NOBODY]
        assert (batch.column("patron")[provinces] == provinces).all() == own
        chairs = batch.column("sitting")[-batch.centre_size + 1:]
        chairs = chairs[chairs != NOBODY]
        assert (batch.column("patron")[chairs] == chairs).all() == own


@pytest.mark.parametrize(("status", "may"), [(FREE, True), (DISMISSED, False), (EXPELLED, False), (INQUIRY, False)])
@pytest.mark.parametrize(("estate", "anybody"), [(MEMBER, 0), (MEMBER, 1), (CITIZEN, 0), (CITIZEN, 1), (POLICE, 1)])
def test_only_free_members_may_stand_and_others_where_the_chair_is_open_to_them(status, may, estate, anybody):
    one = np.ones(1)
    stood = call(may_stand, {"office": np.array([0]), "estate": np.array([estate]), "status": np.array([status]),
                             "ambition": one, "conviction": np.zeros(1), "stance": np.ones((2, 1))}, i=0,
                 post=Post(0, 1, 1, anybody, 1.0, 1.0, 1.0, 1.0), p=APPOINTMENT)
    assert stood == (may and estate != POLICE and (estate == MEMBER or anybody == 1))


@pytest.mark.parametrize("appointment", ["elected", "above"])
def test_where_a_chair_is_open_villages_have_heads_who_are_no_members_and_stay_none(appointment):
    regime = only_the_hall("law", {"people": 1024, "blows": 0.0, "tenure_limit": 6, "appointment": appointment},
                           mechanisms=[MECHANISM])
    shares = dataclasses.replace(regime.society.shares, members=0.03, open_chairs=True, village_members=0.1)
    open_country = dataclasses.replace(regime, society=dataclasses.replace(regime.society, shares=shares))
    batch = lived_through(open_country, 30, [4])
    cells = batch.tree.cells
    heads = batch.column("secretary")[:cells]
    assert (heads != NOBODY).mean() > 0.9  # 31 members could not fill 128 cells
    estate, office = batch.column("estate"), batch.column("office")
    assert (estate[heads[heads != NOBODY]] == CITIZEN).mean() > 0.5
    assert (estate[office > 1] != CITIZEN).all()


# --- rule by rule, with plain numbers ---------------------------------------------------------------------------------
def test_how_much_a_superior_fears_and_how_hard_the_work_is_tested():
    assert insecurity_of(0.4, 0.3, 0.1, 0.0) == pytest.approx((0.6 + 0.3 + 0.1) / 2)
    assert insecurity_of(0.4, 0.3, 0.1, 0.5) == pytest.approx((0.6 + 0.3 + 0.1) / 4)
    p = APPOINTMENT._replace(loyalty=0.4, insecurity=0.5, test=0.4)
    assert weight_on_loyalty(0.6, 0.2, p) == pytest.approx(0.62)
    assert tested_by(0.3, 0) == 0.3 and tested_by(0.3, 1) == 1.0
    assert learn(0.5, 1, APPOINTMENT._replace(learning=0.01)) == pytest.approx(0.505)
    assert learn(0.5, 0, APPOINTMENT) == 0.5


@pytest.mark.parametrize(("one", "ends"), [({}, False), ({"status": INQUIRY}, True), ({"elsewhere": True}, True),
                                          ({"recalled": 1}, True), ({"vacated": 1}, True), ({"tenure": 12}, True),
                                          ({"tenure": 11}, False), ({"tenure": 12, "limit": 0.0}, False)])
def test_an_office_lapses_by_absence_recall_ousting_or_term(one, ends):
    assert lapses(**{"status": FREE, "elsewhere": False, "recalled": 0, "vacated": 0, "tenure": 5, "limit": 12.0,
                     **one}) == ends


def test_the_people_of_a_unit_and_the_holders_of_chairs():
    tree = grow((2, 2), 24)
    for unit in range(tree.units):
        assert call(people_of, {}, tree, u=unit) == tree.person_range(unit)
    assert call(sits, {"sitting": np.array([4, 5, 6])}, person=5, seat_first=0, seat_last=3) and not call(sits,
            {"sitting": np.array([4, 5, 6])}, person=6, seat_first=0, seat_last=2)


def test_popularity_is_what_friends_and_colleagues_feel_for_him_not_he_for_them():
    here = Country(12, ties=[(0, 1, 0.5, WORK), (0, 2, 0.8, FRIEND), (0, 3, 0.9, KIN)])
    for t in range(here.tie_start[0], here.tie_start[1]):
        here.weight[t] = 0  # what he feels himself
    found = call(popularity_of, {"tie_start": here.tie_start, "neighbour": here.neighbour, "weight": here.weight,
                                 "kind": here.kind}, i=0)
    kept = sum(w for kind, w in ((WORK, 0.5), (FRIEND, 0.8), (KIN, 0.9)) if 0 < kind <= WORK)
    assert found == pytest.approx(kept / 10, abs=1e-4)


def test_who_is_put_in_leaves_what_he_headed_and_who_is_let_go_stays_a_member():
    here = Country(24)
    here.estate[:] = MEMBER
    seat = {name: getattr(here, name) for name in ("office", "estate", "tenure", "headed", "patron", "secretary")}
    here.tenure[3] = 9
    call(install, seat, i=3, unit=0, rank=1, patron_of=7)
    assert (here.office[3], here.estate[3], here.tenure[3], here.headed[3], here.patron[3], here.secretary[0]) == (
        1, OFFICIAL, 0, 0, 7, 3)
    call(install, seat, i=3, unit=4, rank=3, patron_of=12)
    assert here.secretary[0] == NOBODY and here.secretary[4] == 3 and here.office[3] == 3 and here.headed[3] == 4
    here.estate[5] = CITIZEN
    call(install, seat, i=5, unit=1, rank=1, patron_of=7)
    assert here.estate[5] == CITIZEN and here.office[5] == 1
    call(let_go, seat, i=3, to_estate=MEMBER)
    assert (here.office[3], here.estate[3], here.tenure[3], here.headed[3]) == (0, MEMBER, 0, NOBODY)
    call(let_go, seat, i=5, to_estate=MEMBER)
    assert here.estate[5] == CITIZEN


def favour(person=3, rank=1, new_master=False, dissented=NEVER, assents=0.0, patron=NOBODY):
    here = Country(24, ties=[(3, j, 1.0, FRIEND) for j in range(4, 16)])
    here.assents[:], here.patron[:] = assents, patron
    here.last_dissent[:] = dissented
    return call(out_of_favour, {"last_dissent": here.last_dissent, "patron": here.patron, "assents": here.assents,
                                "habit": here.habit, "tie_start": here.tie_start, "neighbour": here.neighbour,
                                "weight": here.weight, "kind": here.kind}, i=person, rank=rank, new_master=new_master,
                superior=9, month=here.month, p=APPOINTMENT)


def test_a_new_master_keeps_his_own_men_and_the_popular_and_the_frank_are_posted():
    assert favour() == 0
    assert favour(new_master=True) == 0  # tied to him by friendship: .5 of loyalty
    assert favour(person=20, new_master=True) == 1 and favour(person=20, new_master=True, patron=9) == 1
    assert favour(person=20, new_master=True, patron=9, assents=1.0) == 0
    assert favour(rank=2) == favour(rank=3) == 2  # twelve friends
    assert favour(person=20, rank=2) == 0 and favour(person=20, rank=2, dissented=10) == 2
    assert favour(person=20, rank=1, dissented=10) == 0


def voters(n=8):
    """Eight members with rising ability, who all want what number 3 wants."""
    lot = {"office": np.zeros(n, int), "estate": np.full(n, MEMBER), "status": np.zeros(n, int),
           "ambition": np.ones(n), "conviction": np.zeros(n), "competence": np.arange(n) / 100.0 + 0.5,
           "stance": np.zeros((2, n))}
    lot["stance"][:, 3] = 0.6
    return lot


def elected(state, anybody=0, crowd=8.0, out=NOBODY, p=None):
    return call(elect, state, post=Post(0, 8, 1, anybody, crowd, 1.0, 1.0, 1.0), out=out, seed=0, month=1,
                p=p or APPOINTMENT)


def test_of_the_ablest_the_one_wins_who_stands_nearest_to_the_voters():
    state = voters()
    assert elected(state) == 7
    assert elected(state, out=7) == 6
    state["stance"][:, 4:] = -1.0
    state["stance"][:, :4] = 1.0
    state["estate"][4:] = CITIZEN
    assert elected(state) == 3  # the able citizens neither stand nor vote
    assert elected(state, anybody=1) in (7, 3)
    state = voters()
    state["stance"][:, 7] = -1.0
    assert elected(state) == 6  # far from all the others
    state["status"][:] = INQUIRY
    assert elected(state) == NOBODY


def test_the_four_ablest_are_listed_in_order_and_no_two_equally_able():
    state = voters()
    state["competence"][5] = state["competence"][6]

    def ablest(last, out, edge):
        return call(four_ablest, state, post=Post(0, last, 1, 0, 8.0, 1.0, 1.0, 1.0), out=out, edge=edge, seed=0,
                    month=1,
                    p=APPOINTMENT)

    assert ablest(8, NOBODY, 2.0) == (7, 5, 4, 3)
    assert ablest(8, 7, state["competence"][4]) == (3, 2, 1, 0)
    assert ablest(2, NOBODY, 2.0) == (1, 0, NOBODY, NOBODY)


def test_members_at_liberty_are_asked_where_they_stand_and_all_where_the_chair_is_open():
    estate, status = np.array([MEMBER, CITIZEN, MEMBER, MEMBER]), np.array([0, 0, INQUIRY, 0])
    stance = np.array([[1.0, -1.0, 0.0, 0.0]] * 2)
    near = call(closeness_to_members, {"estate": estate, "status": status, "stance": stance}, first=0, last=4, one=0,
                two=1, three=2, four=3, anybody=0)
    assert near == pytest.approx((0.75, 0.25, 0.75, 0.75))
    assert call(closeness_to_members, {"estate": estate, "status": status, "stance": stance}, first=0, last=4, one=0,
                two=1, three=2, four=3, anybody=1)[1] == pytest.approx((1 + 0 + 0.5) / 3)


def staff(**levers):
    """Two provinces of two cells; six people a cell, all members; chiefs in their chairs."""
    usual = {"appointment": 0.0, "appointer": 0.0, "tenure_limit": 0.0, "privileges": 1.0}
    here = Country(24).seat_chiefs().set(**{**usual, **levers})
    tree = here.tree
    here.estate[:], here.ambition[:], here.oversight_eff[0] = MEMBER, 1.0, 1.0
    here.competence[:] = np.arange(24) / 30.0
    here.members[:], here.present[:] = 6.0, 6.0
    for u, person in ((4, 0), (5, 6), (6, 12)):
        here.headed[person] = u
        here.tenure[person] = 5
    here.headed[[13, 14]] = 6
    here.secretary[tree.units - 1] = 12
    for person in (0, 6, 12, 13, 14):
        here.estate[person] = OFFICIAL
    return here


def test_every_empty_post_is_filled_and_who_must_go_goes():
    here = staff()
    here.run(fill_posts, APPOINTMENT._replace(loyalty=0.0, insecurity=0.0))
    heads = here.secretary[:4].copy()
    assert (heads >= 0).all() and len(set(heads.tolist())) == 4
    assert all(here.tree.cell_start[u] <= heads[u] < here.tree.cell_start[u + 1] for u in range(4))
    assert heads[0] == 5 and heads[1] == 11 and (here.headed[heads] == np.arange(4)).all()
    assert (here.patron[heads[:2]] == 0).all() and (here.patron[heads[2:]] == 6).all()  # named by the one above
    here.status[heads[0]] = INQUIRY
    here.tenure[:] = 3
    here.run(fill_posts, APPOINTMENT._replace(loyalty=0.0, insecurity=0.0))
    assert here.secretary[0] == 4 and here.office[heads[0]] == 0 and here.secretary[1] == heads[1]
    here.vacated[4] = 1
    here.run(fill_posts, APPOINTMENT._replace(loyalty=0.0, insecurity=0.0))
    assert here.secretary[4] != 0 and here.vacated[4] == 0 and here.office[0] == 0


def test_the_centre_is_renewed_from_the_country_and_its_ablest_leads():
    here = staff(appointment=1.0)
    here.status[12] = INQUIRY
    here.run(fill_posts, APPOINTMENT)
    assert here.sitting[0] == 14 and here.office[14] == LEADER and here.secretary[here.tree.units - 1] == 14
    assert (here.sitting[:3] >= 0).all() and len(set(here.sitting[:3].tolist())) == 3
    assert here.office[12] == 0 and here.headed[12] == NOBODY
    assert here.office[13] == 4 and (here.headed[here.sitting[:3]] == here.tree.units - 1).all()
    limited = staff(tenure_limit=4.0)
    limited.tenure[:] = 4
    limited.run(fill_posts, APPOINTMENT)
    assert not set(limited.sitting[:3].tolist()) & {12, 13, 14}
