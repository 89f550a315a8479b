"""Card 23, concentration: the direction tests as sentences, limiting cases, delegation, congress, a small country."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain_case_log import make_log, rows_of

import unanimity
from direct_calls import call, run_rules
from small_regimes import lived_through, only_the_hall
from unanimity.engine.collect import recorded, world_digest
from unanimity.mechanisms.party import appointment
from unanimity.mechanisms.party.posts import root_of
from unanimity.mechanisms.people.meeting import Meeting
from unanimity.mechanisms.people.voice import Voice
from unanimity.mechanisms.power import concentration as card
from unanimity.mechanisms.power.centre_session import SESSION, is_carried, proposal_of, vote
from unanimity.mechanisms.power.concentration import (
    MECHANISM,
    Concentration,
    all_posts,
    beta_2_2,
    concentrate,
    count_clans,
    doctrine_after,
    drop_partner,
    forget_clans,
    forget_clans_of_chairs,
    lead,
    lose_with_him,
    powers_after,
    share_posts,
    share_posts_of_chairs,
    weakest_partner,
)
from unanimity.mechanisms.power.congress import CONGRESS, choose_delegates, nearest_head, sent_against
from unanimity.mechanisms.power.delegated_levers import BACK, FREER, TIGHTER, in_force, moved
from unanimity.support.errors import UserError
from unanimity.world.codes import (
    A_RIVAL,
    CARRIED,
    DANGER,
    DEAD,
    ELECTED,
    MEMBER,
    NEVER,
    NO_OFFICE,
    NOBODY,
    OBJECTED,
    OFFICIAL,
    OPEN,
    REMOVED,
    SUNSET,
    VOTED_DOWN,
)
from unanimity.world.levers import LEVERS, NUMBER_OF

share = st.floats(0, 1)
paths = st.lists(share, min_size=1, max_size=40)
# A lambda, since st.builds would also draw the parameters that are not named, infinity among them.
parameters = st.builds(lambda **drawn: Concentration(**drawn), taking=st.floats(0, 1), returning=st.floats(0, 0.3),
                       doctrine=st.floats(0, 0.05))


def walked(threats, oversight, p, powers=0.1, doctrine=0.0, autonomy=0.2):
    """Powers month by month, with oversight that powers themselves weaken (conventions)."""
    out = []
    for threat in threats:
        eff = oversight * (1 - autonomy) * (1 - powers)
        powers, doctrine = powers_after(powers, threat, eff, doctrine, p), doctrine_after(doctrine, powers, p)
        out.append(powers)
    return out


# --- direction tests of the card --------------------------------------------------------------------------------------
@given(paths, share, parameters, share)
def test_1_if_none_are_taken_powers_never_rise(threats, oversight, p, start):
    path = [start, *walked(threats, oversight, p._replace(taking=0.0), start)]
    assert all(b <= a for a, b in itertools.pairwise(path))


@given(paths, parameters, share)
def test_2_without_oversight_and_sunset_powers_never_fall(threats, p, start):
    path = [start, *walked(threats, 0.0, p, start)]
    assert all(b >= a for a, b in itertools.pairwise(path))


@given(paths, share, parameters, st.integers(0, 39), share)
def test_4_a_pulse_of_threat_never_leaves_powers_lower_than_without_it(threats, oversight, p, at, size):
    pulsed = [min(1.0, t + size) if k == at % len(threats) else t for k, t in enumerate(threats)]
    assert all(b >= a - 1e-12 for a, b in zip(walked(threats, oversight, p), walked(pulsed, oversight, p), strict=True))


CLANS = (forget_clans, forget_clans_of_chairs, count_clans, all_posts, share_posts, share_posts_of_chairs,
         concentrate)


class Chart:
    """A chart of posts: `clans` heads in the centre, each the root of the same number of secretaries of like rank."""

    def __init__(self, clans=3, men=4, people=None):
        self.clans, self.units = clans, clans * men + 1
        n = people or clans * (men + 1) + 4
        self.people = n
        self.secretary = np.array([*range(clans, clans * (men + 1)), 0], np.int32)
        self.sitting = np.arange(clans, dtype=np.int32)
        self.office, self.status = np.zeros(n, np.uint8), np.zeros(n, np.uint8)
        self.office[:clans], self.office[clans:clans * (men + 1)] = 4, 1
        self.patron, self.headed = np.arange(n, dtype=np.int32), np.full(n, NOBODY, np.int32)
        self.headed[:clans] = self.units - 1
        for k in range(clans * men):
            self.headed[clans + k], self.patron[clans + k] = k, k % clans
        self.estate = np.where(self.office > 0, OFFICIAL, MEMBER).astype(np.uint8)
        self.tenure = np.zeros(n, np.uint16)
        self.clan, self.chair_clan, self.c = np.zeros(self.units), np.zeros(clans), np.zeros(1)
        self.vacated, self.dropped = np.zeros(self.units, np.uint8), np.zeros(1, int)
        self.leader, self.harshness, self.horizon = np.full(1, NOBODY), np.full(1, 0.5), np.full(1, 0.5)
        self.able, self.succession = np.full(1, 0.5), np.full(1, NEVER)
        self.faction, self.defeat = np.zeros(n, np.uint8), np.full(256, NEVER)
        self.competence = np.linspace(0.1, 0.9, n)

    def count(self, ill=NEVER, month=0):
        run_rules(CLANS, {"secretary": self.secretary, "sitting": self.sitting, "patron": self.patron,
                           "office": self.office, "status": self.status, "headed": self.headed, "leader_ill": ill,
                           "clan": self.clan, "chair_clan": self.chair_clan, "concentration": self.c},
             beside={"units": self.units}, month=month)
        return float(self.c[0])

    def head(self, month, ill=NEVER, seed=3):
        run_rules((lead, lose_with_him), {"sitting": self.sitting, "status": self.status, "competence": self.competence,
                    "faction": self.faction, "leader": self.leader, "leader_ill": ill, "harshness": self.harshness,
                    "horizon": self.horizon, "leader_competence": self.able, "succession": self.succession,
                    "faction_defeat": self.defeat, "clan": self.clan, "chair_clan": self.chair_clan},
             beside={"units": self.units}, month=month, seed=np.uint64(seed), p=Concentration())
        return self

    def drop(self, p, failure=0.9, month=5, seed=1, c=1.0, levers=None):
        log = make_log(self.people, month)
        call(drop_partner, {"secretary": self.secretary, "sitting": self.sitting, "patron": self.patron,
                            "office": self.office, "estate": self.estate, "tenure": self.tenure, "headed": self.headed,
                            "status": self.status, "clan": self.clan, "chair_clan": self.chair_clan, "concentration": c,
                            "joint_failure": failure, "vacated": self.vacated, "dropped": self.dropped},
             beside={"units": self.units}, levers=np.zeros((len(LEVERS), self.units)) if levers is None else levers,
             month=month, seed=np.uint64(seed), log=log, p=p)
        return rows_of(log)


@pytest.mark.parametrize("clans", [1, 2, 3, 5, 8])
def test_3_with_one_root_c_is_one_and_with_k_equal_clans_one_over_k(clans):
    assert Chart(clans).count() == pytest.approx(1.0 / clans)


@given(st.integers(0, 10**6))
def test_3_c_is_the_herfindahl_of_office_weighted_shares_on_any_chart(seed):
    lot = np.random.default_rng(seed)
    chart = Chart(4, 5)
    chart.office[4:24] = lot.integers(1, 4, 20)
    for i in range(4, 24):
        chart.patron[i] = lot.integers(0, i + 1)  # a superior, or himself
    chart.status[lot.integers(0, 24, 3)] = DEAD
    total, by_root = 0.0, {}
    for i in range(24):
        if chart.status[i] == 0:
            root = i
            while chart.patron[root] != root and chart.status[chart.patron[root]] == 0:
                root = chart.patron[root]
            by_root[root] = by_root.get(root, 0.0) + float(chart.office[i])
            total += float(chart.office[i])
    assert chart.count() == pytest.approx(sum((x / total) ** 2 for x in by_root.values()))


def test_a_circle_of_patrons_ends_and_a_fallen_patron_leaves_his_man_on_his_own():
    patron, office, status = np.array([1, 0, 0]), np.array([1, 1, 1]), np.zeros(3)
    assert call(root_of, {"patron": patron, "office": office, "status": status}, i=2, barred=NOBODY) == 2
    assert call(root_of, {"patron": np.array([0, 1, 0]), "office": np.array([NO_OFFICE, 1, 1]), "status": status}, i=2,
                barred=NOBODY) == 2


def centre(stances=(0.5,) * 5, grievance=0.0, fear=0.0, conviction=0.5, **levers):
    """An assembly of the centre with its levers; returns what `govern` takes."""
    n, units = len(stances), 3
    stance = np.zeros((2, n))
    stance[1] = stances
    table = np.zeros((len(LEVERS), units))
    for name, value in levers.items():
        table[NUMBER_OF[name.replace("__", ".")]] = value
    return {"n": n, "units": units, "stance": stance, "grievance": np.full(n, grievance), "fear": np.full((3, n), fear),
            "conviction": np.full(n, conviction), "courage": np.full(n, 0.3), "levers": table, "base": table.copy(),
            "announced": table.copy(), "objected": np.zeros(n, np.uint8), "powers": np.array([0.6]),
            "doctrine": np.array([0.3]), "motions": np.zeros(1, int), "carried": np.zeros(1, int),
            "delegated": np.zeros((1, len(LEVERS), 6)), "status": np.zeros(n, np.uint8)}


def delegate(room, name, lowest, highest, step=1.0, sign=1, since=-10**9, until=10**9):
    room["delegated"][0, NUMBER_OF[name]] = [sign, lowest, highest, step, since, until]
    return room


def month(room, threat=0.1, suspected=0.0, made=1.0, revolt=0.0, at=5, sunset=0, p=None):
    """One decision of the centre; the rows it enters."""
    n, units = room["n"], room["units"]
    log = make_log(n, at)
    for table in ("levers", "base", "announced"):
        room[table][NUMBER_OF["powers_sunset"]] = sunset
    none = np.zeros(0, np.int64)
    state = {"sitting": np.arange(n), "objected": room["objected"], "status": room["status"], "stance": room["stance"],
             "fear": room["fear"], "courage": room["courage"], "conviction": room["conviction"],
             "grievance": room["grievance"], "estate": np.full(n, OFFICIAL), "tie_start": np.zeros(n + 1, np.uint64),
             "neighbour": none, "weight": none, "zeal": np.full(units, 0.2), "assoc": np.zeros(units),
             "sel": np.full(units, 0.9), "threat": threat, "suspected": suspected,
             "report_output": np.full(units, 100.0 * made), "present": np.full(units, 100.0),
             "revolt": np.full(units, revolt), "powers": room["powers"], "doctrine": room["doctrine"],
             "motions": room["motions"], "motions_carried": room["carried"]}
    run_rules(SESSION, state, beside={"units": units}, month=at, log=log, p=p or Concentration(), p_meeting=Meeting(),
              p_voice=Voice(), levers={"levers": room["levers"], "base_levers": room["base"],
                                       "announced": room["announced"], "delegated": room["delegated"][0]})
    return rows_of(log)


@given(share, share, share, share)
def test_7_with_nothing_delegated_no_lever_ever_moves(threat, suspected, made, revolt):
    room = centre(sanction_cap=5.0)
    for at in range(6):
        month(room, threat, suspected, made, revolt, at)
    assert (room["levers"] == room["base"]).all() and room["motions"][0] == 0


@given(st.floats(0, 0.5), st.floats(0, 0.4))
def test_8_in_little_danger_at_little_cost_and_at_base_nothing_is_proposed(danger, cost):
    room = delegate(centre(sanction_cap=5.0), "sanction_cap", 0, 7)
    month(room, danger, 0.0, 1.0 - cost * (1 - 1e-9))
    assert room["motions"][0] == 0


@given(st.lists(st.floats(0.01, 1), min_size=2, max_size=11), share, share)
def test_8_where_all_agree_and_none_is_aggrieved_every_tightening_is_carried(stances, fear, conviction):
    room = delegate(centre(stances, 0.0, fear, conviction, sanction_cap=3.0), "sanction_cap", 0, 7)
    for step in range(6):
        rows = month(room, threat=0.9, at=step)
    assert room["levers"][NUMBER_OF["sanction_cap"], 0] == 7.0  # four steps, then there is nothing left to propose
    assert room["motions"][0] == room["carried"][0] == 4 and rows.size == 0


# --- decisions --------------------------------------------------------------------------------------------------------
def test_danger_tightens_cost_loosens_and_calm_goes_back_to_base():
    cap = NUMBER_OF["sanction_cap"]
    room = delegate(centre((0.5, 0.1, 0.0), sanction_cap=3.0), "sanction_cap", 1, 7)
    rows = month(room, threat=0.4, suspected=0.2)
    assert room["levers"][cap].tolist() == [4.0] * 3 and (room["base"][cap] == 3.0).all()
    assert rows["event"].tolist() == [CARRIED] and rows["cause"].tolist() == [DANGER] and rows["other"][0] == cap
    assert (room["announced"] == room["levers"]).all()
    month(room, threat=0.05)
    assert (room["levers"][cap] == 3.0).all()
    for _ in range(4):
        month(room, threat=0.3, made=0.5)
    assert (room["levers"][cap] == 1.0).all()  # not below what was delegated
    month(room, threat=0.02)
    assert (room["levers"][cap] == 2.0).all()


def test_a_majority_against_votes_a_motion_down_and_the_objectors_are_entered():
    room = delegate(centre((-1.0, -1.0, -0.9, 0.5), conviction=0.9, sanction_cap=3.0), "sanction_cap", 0, 7)
    rows = month(room, threat=0.1, suspected=0.6)
    assert (room["levers"] == room["base"]).all()
    assert rows["event"].tolist() == [VOTED_DOWN, OBJECTED, OBJECTED, OBJECTED] and rows["rung"][0] == 3
    assert rows["person"][1:].tolist() == [0, 1, 2] and room["carried"][0] == 0


@pytest.mark.parametrize("stance, carried", [(0.4, True), (-0.4, False)])
def test_one_decider_goes_by_the_sign_of_his_own_agreement(stance, carried):
    room = delegate(centre((stance,), fear=1.0, sanction_cap=3.0), "sanction_cap", 0, 7)
    month(room, threat=0.9)
    assert bool(room["carried"][0]) == carried


def test_a_cap_for_a_topic_that_is_not_set_moves_from_the_general_cap():
    of_faction = NUMBER_OF["sanction_cap.faction"]
    room = delegate(centre((0.1,) * 3, sanction_cap=3.0), "sanction_cap.faction", 1, 8)
    month(room, threat=0.9)
    assert (room["levers"][of_faction] == 5.0).all()  # one rung above expulsion; 1 stands for none
    month(room, threat=0.02)
    assert (room["levers"][of_faction] == 0.0).all()  # as sanction_cap again
    assert in_force(room["levers"], of_faction, 0) == 4.0


def test_a_freer_lever_has_its_tight_end_below_and_provinces_move_from_where_they_stand():
    press = NUMBER_OF["autonomy"]
    room = delegate(centre(autonomy=0.5), "autonomy", 0.0, 1.0, step=0.1, sign=-1)
    room["levers"][press, 1] = room["base"][press, 1] = 0.05
    month(room, threat=0.9)
    assert room["levers"][press] == pytest.approx([0.4, 0.0, 0.4])


def test_a_delegation_begins_and_ends_and_then_the_users_setting_stands_again():
    cap = NUMBER_OF["sanction_cap"]
    room = delegate(centre(sanction_cap=3.0), "sanction_cap", 0, 7, since=3, until=6)
    seen = []
    for at in range(8):
        month(room, threat=0.9, at=at)
        seen.append(room["levers"][cap, 0])
    assert seen == [3, 3, 3, 4, 5, 3, 3, 3]


@given(st.floats(0, 10), st.floats(0, 10), st.sampled_from([TIGHTER, FREER, BACK]), st.sampled_from([1, -1]),
       st.floats(0.1, 3))
def test_a_step_never_leaves_the_bounds_and_never_passes_the_base(value, base, proposal, sign, step):
    new = moved(value, base, proposal, sign, 2.0, 8.0, step)
    assert abs(new - value) <= step + 1e-9
    if proposal == BACK:
        assert min(value, base) <= new <= max(value, base)
    elif 2.0 <= value <= 8.0:
        assert 2.0 <= new <= 8.0
        assert (new - value) * proposal * sign >= 0.0


def test_the_sunset_takes_powers_away_unless_a_secret_vote_carries_them_again():
    kept = centre()
    rows = month(kept, at=11, sunset=12)
    assert kept["powers"][0] == 0.6 and rows["cause"].tolist() == [SUNSET] and rows["other"][0] == -1
    lost = centre((-1.0,) * 5, fear=1.0, conviction=0.9)
    month(lost, at=10, sunset=12)
    assert lost["powers"][0] == 0.6  # not yet
    month(lost, at=11, sunset=12)
    assert lost["powers"][0] == pytest.approx(0.1) and lost["doctrine"][0] == 0.0
    small = centre((-1.0,) * 5, conviction=0.9)
    small["powers"][0] = 0.02
    month(small, at=11, sunset=12)
    assert small["powers"][0] == 0.02  # it falls to a tenth; it is not raised to it


@given(st.lists(st.floats(-1, 1), min_size=2, max_size=9), share, share, share)
def test_a_secret_ballot_never_lowers_the_number_of_hands_against(stances, fear, conviction, grievance):
    def hands(ballot):
        n = len(stances)
        stance = np.vstack([np.zeros(n), stances])
        state = {"sitting": np.arange(n), "objected": np.zeros(n, np.uint8), "status": np.zeros(n), "stance": stance,
                 "fear": np.full((3, n), fear), "courage": np.full(n, 0.2), "conviction": np.full(n, conviction),
                 "grievance": np.full(n, grievance), "estate": np.full(n, OFFICIAL),
                 "tie_start": np.zeros(n + 1, np.uint64), "neighbour": np.zeros(0, int), "weight": np.zeros(0, int),
                 "assoc": np.zeros(1), "sel": np.full(1, 0.9), "threat": 0.1, "motion": TIGHTER}
        found = run_rules((vote,), state, levers={"ballot": ballot}, month=5, p_meeting=Meeting(), p_voice=Voice())
        return int(found["votes_against"][0])
    assert hands(1) >= hands(OPEN)
    assert not is_carried(2, 4) and is_carried(1, 4) and not is_carried(0, 0)


def test_what_is_proposed_follows_danger_before_cost():
    p = Concentration()
    assert proposal_of(0.6, 0.9, p) == TIGHTER and proposal_of(0.5, 0.5, p) == FREER
    assert proposal_of(0.05, 0.05, p) == BACK and proposal_of(0.3, 0.2, p) == 2


# --- leaders, partners, the arbiter -----------------------------------------------------------------------------------
def test_character_is_drawn_once_for_each_leader_and_kept_when_a_scenario_has_set_it():
    chart = Chart()
    chart.count()
    chart.head(0)
    first = float(chart.harshness[0])
    assert 0.0 < first < 1.0 and chart.able[0] == chart.competence[0]
    chart.harshness[0] = 0.99
    assert chart.head(1).harshness[0] == 0.99
    chart.sitting[[0, 1]] = chart.sitting[[1, 0]]
    assert chart.head(2).harshness[0] not in (0.99, first)
    chart.sitting[[0, 1]] = chart.sitting[[1, 0]]
    assert chart.head(3).harshness[0] == first  # the same man brings the same character


def test_character_is_beta_2_2():
    luck = (np.arange(2000) + 0.5) / 2000
    drawn = np.array([beta_2_2(u) for u in luck])
    assert drawn.mean() == pytest.approx(0.5, abs=1e-3) and drawn.var() == pytest.approx(0.05, abs=1e-3)
    assert (3 * drawn**2 - 2 * drawn**3) == pytest.approx(luck, abs=1e-9)


def test_when_the_arbiter_dies_factions_are_defeated_for_a_year_unless_one_clan_has_most_posts():
    chart = Chart(3)
    chart.count()
    chart.head(0)
    chart.status[0] = DEAD
    chart.sitting[:] = [1, 2, NOBODY]
    chart.faction[1] = 7
    chart.count()
    chart.head(6)
    assert chart.succession[0] == 6
    assert (chart.defeat[1:7] == 6).all() and chart.defeat[7] == NEVER and (chart.defeat[8:] == 6).all()
    chart.defeat[9] = 10  # defeated again, for another reason
    chart.head(18)
    assert (chart.defeat[1:7] == NEVER).all() and chart.defeat[9] == 10
    calm = Chart(2)
    calm.patron[2:] = np.where(calm.headed[2:] >= 0, 1, calm.patron[2:])
    calm.count()
    calm.head(0)
    calm.status[0] = DEAD
    calm.sitting[:] = [1, NOBODY]
    calm.count()
    assert calm.head(6).succession[0] == NEVER


def test_a_term_that_ends_is_no_death_of_an_arbiter_and_an_illness_is_one():
    chart = Chart(3)
    chart.count()
    chart.head(0)
    chart.sitting[[0, 1]] = chart.sitting[[1, 0]]
    assert chart.head(1).succession[0] == NEVER
    before = chart.c[0]
    assert chart.count(ill=9, month=2) < before  # C without him
    assert chart.head(2, ill=9).succession[0] == 2


def test_the_partner_with_the_fewest_posts_is_dropped_and_his_posts_are_vacated():
    chart = Chart(3)
    chart.patron[chart.secretary[0]] = 0  # the first unit's man changes sides or not: the leader's clan is the largest
    chart.patron[chart.secretary[2]] = 0
    chart.count()
    small = 2
    rows = chart.drop(Concentration(dropping=50.0, partner=0.5))
    assert rows["event"].tolist() == [REMOVED] and rows["cause"].tolist() == [A_RIVAL] and rows["person"][0] == small
    assert chart.sitting[small] == NOBODY and chart.office[small] == NO_OFFICE and chart.dropped[0] == 1
    gone = [u for u in range(chart.units - 1) if chart.patron[chart.secretary[u]] == small]
    assert np.flatnonzero(chart.vacated).tolist() == gone and gone


def test_nobody_is_dropped_without_failure_without_weak_partners_or_where_posts_are_elected():
    sure = Concentration(dropping=50.0, partner=0.5)
    chart = Chart(3)
    chart.count()
    assert chart.drop(sure, failure=0.2).size == 0
    assert chart.drop(sure._replace(partner=0.1)).size == 0
    elected = np.zeros((len(LEVERS), chart.units))
    elected[NUMBER_OF["appointment"]] = ELECTED
    assert chart.drop(sure, levers=elected).size == 0
    assert chart.drop(sure, c=0.0).size == 0
    assert chart.drop(sure).size == 1


def test_between_partners_of_equal_share_the_lot_decides():
    chart = Chart(4)
    chart.count()
    chosen = ({call(weakest_partner, {"sitting": chart.sitting, "patron": chart.patron, "status": chart.status,
                                      "chair_clan": chart.chair_clan}, month=3, seed=np.uint64(seed), unit=0,
                    p=Concentration(partner=0.5)) for seed in range(40)})
    assert chosen == {1, 2, 3}


# --- the congress -----------------------------------------------------------------------------------------------------
class Hall:
    """Three cells of four members under a centre of two; persons 0, 4 and 8 are secretaries, 12 and 13 the centre."""

    def __init__(self, stances, appointment):
        n = 14
        self.stance = np.zeros((2, n))
        self.stance[1] = stances
        self.appointment = appointment
        self.status, self.estate = np.zeros(n, np.uint8), np.full(n, MEMBER, np.uint8)
        self.office = np.array([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 5, 4])
        self.patron = np.arange(n)
        self.patron[[0, 4, 8]] = [12, 12, 13]
        self.competence = np.linspace(0.9, 0.1, n)
        self.assents, self.habit = np.zeros(n), np.zeros(n)
        self.secretary, self.sitting = np.array([0, 4, 8, 12]), np.array([12, 13])
        self.deputy, self.hands, self.dossier = np.full(4, NOBODY), np.zeros(4, np.uint8), np.zeros(n)
        self.out = [np.zeros(1) for _ in range(5)]
        self.delegates, self.support = np.zeros(2), np.zeros(2)
        self.line = np.ones((2, 4))

    def meet(self, calendar=12, ballot=OPEN, fear=0.0):
        none, start = np.zeros(0, np.int64), np.zeros(15, np.uint64)
        levers = np.zeros((len(LEVERS), 4))
        levers[NUMBER_OF["appointment"]] = self.appointment
        levers[NUMBER_OF["ballot"]] = ballot
        run_rules((choose_delegates,), {"secretary": self.secretary, "status": self.status, "estate": self.estate,
                                        "competence": self.competence, "stance": self.stance, "patron": self.patron,
                                        "assents": self.assents, "habit": self.habit, "tie_start": start,
                                        "neighbour": none, "weight": none, "deputy": self.deputy},
                  levers={"appointment": self.appointment}, month=calendar - 1,
                  beside={"cells": 3, "cell_start": np.array([0, 4, 8, 12])})
        noted = ("congress_month", "congress_size", "congress_dissent", "delegates_share", "leader_support")
        held = {"fear": np.full((3, 14), fear), "dependence": np.zeros(14), "courage": np.full(14, 0.2),
                "conviction": np.full(14, 0.9), "grievance": np.zeros(14), "provoked": np.zeros(14)}
        around = {"zeal": np.full(4, 0.2), "assoc": np.zeros(4), "sel": np.full(4, 0.9), "threat": 0.0}
        own = {"deputy": self.deputy, "deputy_hand": self.hands, "secretary": self.secretary, "sitting": self.sitting,
               "patron": self.patron, "office": self.office, "status": self.status, "stance": self.stance,
               "estate": self.estate, "dossier": self.dossier, "line": self.line, "chair_delegates": self.delegates,
               "chair_support": self.support, "tie_start": start, "neighbour": none, "weight": none}
        run_rules(CONGRESS[1:], {**held, **around, **own, **dict(zip(noted, self.out, strict=True))}, levers=levers,
                  beside={"people": 14, "units": 4, "cells": 3, "cell_of": np.repeat(np.arange(4), 4)[:14]}, month=11,
                  calendar=calendar)
        return self


AGAINST = np.array([0.8, -0.9, -0.9, -0.9, 0.8, -0.9, -0.9, -0.9, 0.8, -0.9, -0.9, -0.9, 0.8, -0.8])


def test_secretaries_send_their_most_loyal_men_and_the_congress_is_their_patrons():
    hall = Hall(AGAINST, 0)
    hall.assents[[2, 5, 11]] = 1.0
    hall.meet(fear=1.0)
    assert hall.deputy[:3].tolist() == [2, 5, 11]
    assert hall.delegates == pytest.approx([2 / 3, 1 / 3])  # by root patron, whatever members think
    month, size, dissent, share_of_leader, support = (float(x[0]) for x in hall.out)
    assert (month, size, share_of_leader) == (11, 3, pytest.approx(2 / 3))
    assert support == pytest.approx(4 / 14)  # who is nearer to the leader than to his rival
    assert dissent == 0.0  # afraid, with open hands


def test_the_delegates_of_a_secretary_who_stands_against_the_centre_vote_his_line_whatever_they_fear():
    hall = Hall(AGAINST, 0)
    hall.line[1, 2] = -1.0  # one city has its own apparatus
    hall.meet(fear=1.0)
    assert hall.hands[:3].tolist() == [0, 0, 1] and float(hall.out[2][0]) == pytest.approx(1 / 3)
    assert sent_against(0, 8, -1.0, 1.0) and not sent_against(0, 8, 1.0, 1.0)
    assert not sent_against(0, NOBODY, -1.0, 1.0) and not sent_against(ELECTED, 8, -1.0, 1.0)


def test_members_send_one_of_their_own_and_he_votes_as_they_think():
    hall = Hall(AGAINST, ELECTED).meet(ballot=1, fear=1.0)
    assert all(AGAINST[d] < 0 for d in hall.deputy[:3])
    assert float(hall.out[2][0]) == 1.0 and hall.delegates == pytest.approx([0.0, 1.0])
    assert (hall.dossier == 0.0).all()  # a secret ballot has no note-taker
    assert Hall(AGAINST, ELECTED).meet(fear=0.0).dossier.sum() == pytest.approx(3 * Meeting().note)


def test_no_congress_but_in_december():
    assert (Hall(AGAINST, 0).meet(calendar=6).deputy == NOBODY).all()


def test_only_heads_of_the_centre_have_supporters():
    stance, sitting = np.zeros((2, 4)), np.array([0, 1, 2])
    stance[1] = [1.0, -1.0, 0.0, 0.1]
    assert call(nearest_head, {"sitting": sitting, "patron": np.arange(4), "stance": stance}, i=3, seat_first=0,
                seat_last=3) == 2
    assert call(nearest_head, {"sitting": sitting, "patron": np.array([0, 1, 0, 3]), "stance": stance}, i=3,
                seat_first=0, seat_last=3) == 0  # the third is the leader's man


# --- delegation in a regime -------------------------------------------------------------------------------------------
def delegated(*tables):
    return unanimity.regime("apparatus", {"people": 256, "delegate": list(tables)}).delegate


def test_a_regime_delegates_levers_with_bounds_steps_and_months():
    held = delegated({"levers": ["sanction_cap", "police_quota"], "month": 12, "until": 60})
    assert [(h.lever, h.sign, h.lowest, h.highest) for h in held] == [
        ("sanction_cap", 1, 0.0, 7.0), ("police_quota", 1, 0.0, 0.02)]
    assert held[0].step == 1.0 and held[1].step == pytest.approx(0.002) and (held[0].since, held[0].until) == (12, 60)
    topic, = delegated({"levers": "sanction_cap.faction", "lowest": "none", "highest": "exile"})
    assert (topic.lowest, topic.highest) == (1.0, 5.0)


@pytest.mark.parametrize("table, says", [
    ({"levers": ["balot"]}, "ballot"), ({"levers": ["appointer"]}, "tighter and a freer"),
    ({"levers": ["isolation"]}, "auto"),
    ({"levers": ["ballot"], "lowest": "secret", "highest": "open"}, "at most highest"),
    ({"levers": ["ballot"], "lowest": "shut"}, "open < secret"), ({"levers": ["ballot"], "step": 0}, "above 0"),
    ({"levers": ["ballot", "ballot"]}, "twice"), ({"levers": ["ballot"], "month": 9, "until": 9}, "after 9"),
    ({"lowest": 1}, "levers"), ({"levers": ["ballot"], "hihest": 1}, "highest")])
def test_a_slip_in_a_delegation_is_one_clear_line(table, says):
    with pytest.raises(UserError, match=says) as slip:
        delegated(table)
    assert "\n" not in str(slip.value)


def test_a_file_may_delegate_and_a_comparison_may_begin_or_end_it(tmp_path):
    file = tmp_path / "held.toml"
    file.write_text('title = "t"\nbased_on = "apparatus"\n[[delegate]]\nlevers = ["press"]\n', encoding="utf-8")
    regime = unanimity.regime(str(file))
    assert [h.lever for h in regime.delegate] == ["press"] and regime.delegate[0].sign == -1
    begun = unanimity.regime("apparatus").from_month(24, {"delegate": [{"levers": ["press"]}]})
    assert begun.delegate[0].since == 24
    ended = regime.from_month(36, {"delegate": []})
    assert ended.delegate[0].until == 36
    assert regime.fingerprint != unanimity.regime("apparatus").fingerprint


# --- a small country --------------------------------------------------------------------------------------------------
def run(threads=1, off=(), months=26, **changes):
    regime = only_the_hall("apparatus", {"people": 512, "blows": 0.0, "threat": 0.7, **changes},
                              mechanisms=[appointment.MECHANISM, MECHANISM])
    return lived_through(regime, months, [1, 2], threads, off=off)


HELD = {"delegate": [{"levers": ["sanction_cap"], "highest": "camp"}]}


def test_in_a_country_powers_gather_levers_tighten_congress_meets_and_two_threads_agree():
    batch = run(**HELD)
    assert batch.arrays["powers"] == pytest.approx(0.7, abs=0.01)
    assert (batch.arrays["concentration"] > 0).all() and (batch.arrays["congress_month"] == 23).all()
    cap = NUMBER_OF["sanction_cap"]
    assert (batch.arrays["levers"][cap] == 6.0).all() and (batch.arrays["base_levers"][cap] == 4.0).all()
    assert (batch.arrays["motions_carried"] == 2).all() and (batch.arrays["congress_size"] == batch.tree.cells).all()
    other = run(threads=2, **HELD)
    for world in (0, 1):
        assert world_digest(batch, world, recorded(batch)[1]) == world_digest(other, world, recorded(other)[1])


def test_switched_off_powers_and_c_are_held_and_character_is_without_effect():
    batch = run(off=("concentration",), **HELD)
    assert batch.arrays["powers"] == pytest.approx(0.1) and batch.arrays["concentration"] == pytest.approx(0.1)
    assert (batch.arrays["harshness"] == 0.5).all() and (batch.arrays["levers"] == batch.arrays["base_levers"]).all()
    assert card.MECHANISM.card == 23
