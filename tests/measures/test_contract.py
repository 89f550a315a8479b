"""The named measures of the contract, each against a count by hand on a country or a log written by hand."""

from __future__ import annotations

import inspect

import numpy as np
import pytest
from hand_country import PEOPLE, Country, regime, row

from unanimity.engine.identities import DEPARTED, MOVED_ON
from unanimity.engine.survey import NAMES as SURVEYS
from unanimity.measures import BY_NAME
from unanimity.measures.contract import CONTRACT
from unanimity.measures.contract import case_log_measures as cases
from unanimity.measures.contract import series_measures as series
from unanimity.measures.contract.case_log_measures import km_quantile
from unanimity.measures.declare import SO_FAR
from unanimity.mechanisms.people.voice import MECHANISM as VOICE
from unanimity.world.codes import (
    A_CHIEF,
    CALM,
    CITIZEN,
    DEAD,
    DISSENT,
    EXILED,
    FREE,
    IMPRISONED,
    MEMBER,
    NEVER,
    NOBODY,
    OFFER,
    POLICE,
    RULE_ISSUE,
    THE_VERDICT,
    VACANT,
)

NAN = float("nan")


# --- monthly measures asked for other populations --------------------------------------------------------------------
@pytest.mark.parametrize("name", [m.name for m in BY_NAME.values() if m.elsewhere and m.agg == "mean"])
def test_a_monthly_measure_and_its_form_for_other_populations_are_the_same(name):
    measure = BY_NAME[name]
    country = Country(f"{name}(everybody or all, last 1)", months=1)
    rng = np.arange(PEOPLE)
    for column, values in {"status": rng % 9, "estate": rng % 4, "voice": rng % 3 - 1, "grievance": rng % 7 / 7,
                           "conviction": rng % 5 / 5, "trust": rng % 11 / 11, "talker": rng % 2,
                           "faction": rng % 6 // 5,
                           "in_revolt": rng % 10 // 9, "dossier": rng % 13, "hunger": rng % 8 / 8,
                           "dependence": rng % 3 / 3, "deficit": rng * 500}.items():
        country.column(column)[:] = values
    country.column("stance")[:] = np.sin(rng)
    country.column("fear")[:] = np.array([rng, rng * 2, rng * 3]) % 10 / 10
    country.column("believed")[:] = np.linspace(0, 1, country.batch.tree.units)
    country.pass_all()
    parameters = VOICE.parameters()
    total, number = 0.0, 0
    for i in range(PEOPLE):
        if measure.over(*(_number(country, a, i, parameters) for a in _arguments(measure.over))):
            number += 1
            total += float(measure.function(*(_number(country, a, i, parameters) for a in measure.reads)))
    assert number > 0 and country.answer() == pytest.approx(total / number, rel=1e-6)


def _arguments(function):
    return tuple(inspect.signature(function).parameters)


def _number(country, name, i, parameters):
    if name == "p_voice":
        return parameters
    if name == "stance_voted":
        return float(country.column("stance")[RULE_ISSUE, i])
    if name in ("line_voted", "believed"):  # one a cell
        return float(country.column("line")[RULE_ISSUE, i] if name == "line_voted" else country.column("believed")[i])
    if name.startswith("fear"):
        return float(country.column("fear")[2 if name.endswith("complaint") else 0, i])
    column = country.batch.plan.columns[name]
    return float(country.column(name)[i]) * (column.scale or 1.0)


def test_what_counts_since_the_start_is_known_to_grow_and_no_name_is_declared_twice():
    grows = {m.name for m in BY_NAME.values() if m.unit.endswith("since the start")}
    assert grows <= {m.name for m in BY_NAME.values() if m.kind == SO_FAR}
    assert not set(CONTRACT) & set(BY_NAME) and not (set(CONTRACT) | set(BY_NAME)) & set(SURVEYS)


# --- courses ---------------------------------------------------------------------------------------------------------
def test_a_regime_breaks_when_assent_falls_by_30_points_in_6_months():
    said = np.array([0.9, 0.9, 0.8, 0.7, 0.65, 0.61, 0.6, 0.6, 0.6])
    calm, fed = np.zeros(9), np.ones(9)
    assert np.flatnonzero(series.broken(said, calm, fed)).tolist() == [6, 7]  # the .9 of month 1 is 6 months back at 7
    risen = np.array([0, 0, 0.05, 0.04, 0, 0, 0, 0, 0.0])
    assert np.flatnonzero(series.broken(fed, risen, fed)).tolist() == [2]
    hungry = np.concatenate([np.ones(12), [0.51, 0.4]])
    assert np.flatnonzero(series.broken(np.ones(14), np.zeros(14), hungry)).tolist() == [13]


def case_of(months=72, start=0, **known):
    from unanimity.measures.contract.declare import Case
    from unanimity.world.case_log import ROW

    filled = {series.UNANIMITY: np.ones(months), series.REVOLT: np.zeros(months), series.DELIVERIES: np.ones(months)}
    return Case(np.arange(months), start, np.arange(months) >= start, np.empty(0, ROW), None, {**filled, **known})


def test_collapse_breaks_and_size():
    said = np.ones(72)
    said[40:44], said[44:] = 0.5, 0.9
    case = case_of(**{series.UNANIMITY: said})
    assert series.collapse_month(case) == 40 and series.breaks(case) == 1
    assert series.break_size(case) == pytest.approx(50.0) and series.largest_change(case) == pytest.approx(0.5)
    assert np.isnan(series.collapse_month(case_of())) and series.breaks(case_of()) == 0
    twice = said.copy()
    twice[60] = 0.3
    assert series.breaks(case_of(**{series.UNANIMITY: twice})) == 2


def test_warning_runs_from_the_first_month_of_the_last_stretch_below_the_old_mean():
    report = np.ones(72)
    report[50:53], report[56:] = 0.8, 0.9  # a first stretch that ended, then one that did not
    # the mean of 3 months is 5 % below from the second month at .9 on: (1 + .9 + .9) / 3 = .933
    assert series.warning(report, np.arange(72), 60.0) == 60 - 57
    assert series.warning(np.ones(72), np.arange(72), 60.0) == 0.0
    assert np.isnan(series.warning(report, np.arange(72), NAN))
    assert np.isnan(series.warning(report, np.arange(72), 5.0))
    assert series.trend(np.linspace(1, 0, 72), np.arange(72), 60.0) == pytest.approx(-1.0)


def test_a_ring_is_rebuilt_when_it_is_back_at_nine_tenths():
    ring = np.full(72, 0.5)
    ring[10:16] = [0.1, 0.2, 0.3, 0.4, 0.44, 0.45]
    assert series.rebuild_time(case_of(start=10, **{series.RING: ring})) == 5
    assert series.rebuild_time(case_of(start=10, **{series.RING: np.full(72, 0.5)})) == 0
    assert np.isnan(series.rebuild_time(case_of(start=10, **{series.RING: np.where(np.arange(72) < 10, 0.5, 0.1)})))


def test_a_problem_is_corrected_when_it_is_halved():
    size = np.concatenate([np.zeros(5), np.linspace(0.4, 0.0, 9), np.zeros(58)])
    assert series.correction_time(case_of(start=5, **{series.PROBLEM: size})) == 4


# --- survival --------------------------------------------------------------------------------------------------------
def test_kaplan_and_meier_by_hand():
    # 5 people: deaths at 2 and 4, one lost from sight at 3, two standing at 6: S = 4/5 at 2, 4/5 * 1/2 ... = .533 at 4
    months, ended = np.array([2.0, 3.0, 4.0, 6.0, 6.0]), np.array([1, 0, 1, 0, 0], bool)
    assert km_quantile(months, ended, 0.2) == 2.0 and km_quantile(months, ended, 0.4) == 4.0
    assert np.isnan(km_quantile(months, ended, 0.5))


def test_survival_and_liberty_of_a_population():
    country = Country("survival_median(members)", "liberty_median(members)", "alive(members as of start, last 1)",
                      "at_liberty(members as of start, last 1)", start=4)
    country.column("estate")[:] = CITIZEN
    country.column("estate")[:4] = MEMBER
    for _ in range(6):
        country.pass_month()
    country.died(6, 0, "executed")
    country.pass_month()
    country.enter(row(7, 1, "sanctioned", rung=4))
    country.column("rung")[1] = 4
    country.pass_month()
    country.died(8, 1, "custody")
    country.enter(row(8, 2, "left"), row(8, 77, "died"))
    country.column("status")[2] = 7
    country.pass_all()
    found = list(country.answers().values())
    assert found == [4.0, 3.0, 0.5, 0.5]  # two of four dead after 2 and 4 months; out of liberty after 2 and 3


def test_custody_lasts_from_sentence_to_release():
    country = Country("custody_median", "prison_share(everybody)", "exile_share(everybody)", "custody_deaths",
                      months=24)
    country.enter(row(2, 0, "sanctioned", rung=5), row(2, 1, "sanctioned", rung=4), row(2, 2, "sanctioned", rung=6),
                  row(5, 0, "released"), row(9, 1, "saved"), row(12, 2, "died"), row(13, 3, "died"))
    country.column("death")[2:4] = 3
    country.column("status")[:4] = [IMPRISONED, EXILED, IMPRISONED, EXILED]
    country.pass_all()
    found = country.answers()
    assert found["custody_median"] == 7.0  # 3 and 7 months; the third died inside after 10
    assert found["prison_share(everybody)"] == found["exile_share(everybody)"] == pytest.approx(1 / 2)
    assert found["custody_deaths"] == pytest.approx(1 / (2 * 24))  # the death of an exile is none of a prisoner


# --- cases -----------------------------------------------------------------------------------------------------------
def test_arrests_guilt_and_confessions():
    country = Country("arrests", "false_positive_share", "assenters_arrested", "confession_rate", "first_use(5)",
                      "mean_rung", "sanctions_at(5)", "convicted", "cap_in_use", "arrests(6..9)")
    assented = 64
    country.enter(row(1, 0, "arrested", guilty=True), row(2, 0, "confessed"), row(3, 1, "arrested", flags=assented),
                  row(6, 0, "arrested", guilty=True), row(7, 2, "arrested"), row(8, 2, "confessed"),
                  row(9, 2, "confessed"), row(4, 1, "sanctioned", rung=5, cause=THE_VERDICT),
                  row(8, 0, "sanctioned", rung=2, cause=THE_VERDICT),
                  row(9, 3, "sanctioned", rung=0, cause=THE_VERDICT))
    country.pass_all()
    found = country.answers()
    assert found["arrests"] == 4 and found["false_positive_share"] == 0.5 and found["assenters_arrested"] == 0.25
    assert found["confession_rate"] == 0.5  # the first arrest of 0 and that of 2; several signatures are one case
    assert found["first_use(5)"] == 4 and found["mean_rung"] == 3.5 and found["sanctions_at(5)"] == 1
    assert found["convicted"] == 2 and found["cap_in_use"] == 0 and found["arrests(6..9)"] == 2


def test_loyal_dissenters_executed_were_never_in_faction_attack_or_rising():
    country = Country("loyal_dissenters_executed")
    for person, more in enumerate([{"estate": MEMBER, "distance": 0.9}, {"estate": CITIZEN, "distance": 0.9},
                                   {"estate": MEMBER, "distance": 0.1},
                                   {"estate": MEMBER, "distance": 0.9, "faction": 2},
                                   {"estate": MEMBER, "distance": 0.9},
                                   {"estate": MEMBER, "distance": 0.9}]):
        country.enter(row(1, person, "arrested", **more))
        country.died(3, person, "executed" if person != 5 else "hunger", **{**more, "estate": CITIZEN})
    country.column("last_rose")[4] = 0
    country.pass_all()
    assert country.answer() == 1.0


def test_contagion_runs_along_ties_and_takes_officers():
    country = Country("tied_to_attacker", "tied_to_victims", "officers_among_victims", "executors_struck")
    view = country.asking._view(country.batch, 0)
    attacker = 0
    friend = int(view.neighbour[0])
    tied = set(view.neighbour[int(view.tie_start[0]):int(view.tie_start[1])].tolist())
    strangers = [k for k in range(PEOPLE) if k not in tied and k != 0
                 and not set(view.neighbour[int(view.tie_start[k]):int(view.tie_start[k + 1])].tolist()) & {0, friend}]
    one, two = strangers[:2]
    country.enter(row(1, attacker, "attacked"), row(1, attacker, "arrested", examiner=one, judge=NOBODY),
                  row(2, friend, "arrested", examiner=two, judge=NOBODY), row(3, one, "arrested", estate=MEMBER),
                  row(5, two, "arrested", estate=POLICE))
    country.died(4, attacker, "executed", examiner=one, judge=two)
    country.pass_all()
    found = country.answers()
    assert found["tied_to_attacker"] == pytest.approx(1 / 3)
    assert found["officers_among_victims"] == pytest.approx(2 / 4)
    assert found["executors_struck"] == 1.0  # of the two officers of the execution in month 4, one is struck in month 5
    assert found["tied_to_victims"] >= 0.25


def test_petitions_and_rescues():
    country = Country("petitions_per_chief", "saved_by_chief", "saved_from_abroad", "petitions")
    country.enter(row(1, 1, "petitioned for", other=9), row(2, 2, "petitioned for", other=9),
                  row(2, 3, "petitioned for", other=8), row(3, 1, "saved", cause=A_CHIEF, other=9))
    country.pass_all()
    assert list(country.answers().values()) == [1.5, 1.0, 0.0, 3.0]


def test_complainers_against_alike_members_of_their_cell():
    from unanimity.measures.contract.declare import Case

    country = Country("fate_of_complainers")
    memory = {"told": [(3, 1, np.array([10, 11, 12])), (4, 2, np.array([20]))]}
    rows = np.concatenate([row(5, 1, "sanctioned", rung=2), row(9, 11, "sanctioned", rung=2), row(5, 20, "sanctioned"),
                           row(17, 2, "sanctioned", rung=3)])
    case = Case(np.arange(24), 0, np.ones(24, bool), rows, None, memory=memory)
    (making,) = country.asking.makings
    # teller 1 struck, one of three alike struck; teller 2 struck too late, his like got no rung: MH = (1*3/4)/(1/4)
    assert making.made.function(case) == pytest.approx(3.0)
    assert cases.complainers_struck(case) == pytest.approx(3 / 4)
    assert cases.alike_struck(case) == pytest.approx(1 / 4)
    country.column("estate")[:] = MEMBER
    country.enter(row(0, 5, "told"))
    country.pass_month()
    assert [told[:2] for told in country.asking.makings[making][0]["told"]] == [(0, 5)]


def test_a_complainer_is_followed_to_his_new_place_and_who_takes_an_old_one_is_another():
    country = Country("complainers_struck", "alike_struck", base=regime(spare=0.4))
    teller, alike, empty = 10, 11, 13  # two places a cell, the second to spare
    assert country.column("status")[[teller, alike, empty]].tolist() == [FREE, VACANT, VACANT]
    number = int(country.column("number")[teller])
    country.column("estate")[:] = MEMBER
    country.column("status")[alike], country.column("number")[alike] = FREE, 900
    country.enter(row(0, teller, "told"))
    country.pass_month()
    gone = np.zeros(2, DEPARTED)
    gone["place"], gone["number"], gone["since"], gone["until"] = (teller, alike), (number, 900), NEVER, 2
    gone["status"] = MOVED_ON, DEAD
    country.batch.departed.append(gone)
    country.column("number")[[teller, alike, empty]] = 901, 902, number
    country.column("since")[[teller, alike, empty]] = 2
    country.enter(row(3, empty, "sanctioned", rung=2), row(3, alike, "sanctioned", rung=2))
    country.pass_all()
    assert list(country.answers().values()) == [0.5, 0.0]


# --- the party -------------------------------------------------------------------------------------------------------
def test_objectors_and_their_later_votes():
    country = Country("objectors", "objectors_turned", "decision_time", start=1)
    country.enter(row(2, 1, "objected to a motion"), row(2, 2, "objected to a motion"), row(2, 0, "lost a motion"),
                  row(5, 2, "objected to a motion"), row(5, 0, "carried a motion"))
    # a motion to loosen is none of those: who objects to it may have turned
    country.enter(row(6, 1, "objected to a motion", cause=CALM), row(6, 0, "lost a motion", cause=CALM))
    country.pass_all()
    assert list(country.answers().values()) == pytest.approx([4 / 3, 0.5, 4.0])


def test_capitulations_a_faction_member_and_month():
    country = Country("capitulation_rate", "capitulation_rate_offered", "declarations", "commitment(1)",
                      "commitment_of_faction", months=4)
    country.column("faction")[:5] = 1
    country.column("faction_line")[RULE_ISSUE, 1] = -1.0
    country.column("conviction")[:] = 0.5
    country.column("stance")[RULE_ISSUE] = -1.0
    country.column("step")[:2] = [1, 3]
    country.pass_month()
    country.enter(row(1, 0, "capitulated", cause=OFFER), row(1, 100, "capitulated"))
    country.pass_month()
    country.column("faction")[0] = 0
    country.pass_all()
    found = list(country.answers().values())
    # at the heads of months 0..3: 0 (set after the first look), 5, 5, 4 members
    assert found[0] == found[1] == pytest.approx(1 / 14)
    assert found[2:] == pytest.approx([2.0, 0.0, 0.5])


def test_factions_hidden_and_founded_by_loyalists():
    country = Country("faction_hidden(last 1)", "oppositions_from_loyalists", "hidden_for_line(-1, last 1)", months=30)
    country.column("estate")[:] = MEMBER
    country.column("stance")[RULE_ISSUE] = 0.5
    country.column("line")[RULE_ISSUE] = 1.0
    country.pass_month()
    country.column("faction")[:6] = 2
    country.column("faction_size")[2] = 6
    country.column("assents_running")[:4] = 20
    country.column("faction_line")[RULE_ISSUE, 2] = -1.0
    country.column("dossier")[0], country.column("voice")[1] = 2.0, DISSENT
    country.column("stance")[RULE_ISSUE, 10:13] = -0.5
    country.column("last_dissent")[12] = 25
    country.pass_all()
    assert list(country.answers().values()) == pytest.approx([4 + 2, 1.0, 2 / 128])


def test_recruits_by_kind():
    country = Country("recruits_convinced(5)", "recruits_opportunist(5)", "recruits_convinced(4..5)")
    country.column("conviction")[:] = np.linspace(0, 1, PEOPLE)
    country.column("ambition")[:] = 0.5
    country.column("line")[RULE_ISSUE] = 1.0
    country.column("stance")[RULE_ISSUE] = 1.0
    for _ in range(5):
        country.pass_month()
    country.column("estate")[[100, 101, 2]], country.column("cohort")[[100, 101, 2]] = MEMBER, 5
    country.column("stance")[RULE_ISSUE, 101] = -1.0
    country.pass_all()
    assert list(country.answers().values()) == [12.0, 12.0, 6.0]


def test_protests_criticism_and_who_knows():
    country = Country("protests", "share_who_know", "exposed_within(2)", "criticism_spoken(0..1)", months=2)
    country.column("estate")[:] = MEMBER
    country.column("voice")[:3] = DISSENT
    country.column("grievance")[:] = 0.0
    country.column("grievance")[:4] = 1.0
    country.column("conviction")[:] = 0.0
    country.column("crime_open")[[5, 6]] = 1
    country.column("crime_insiders")[5] = 0.5
    country.column("members")[[5, 6]] = [2.0, 3.0]
    country.enter(row(0, 9, "told"))
    country.monthly("exposures_so_far", [1, 1])
    country.monthly("crimes_hidden", [2, 2])
    country.pass_all()
    found = country.answers()
    assert found["share_who_know"] == pytest.approx(0.75)  # half of the members, and all of them as on the card
    # 3 dissenters in 2 months and a teller, of 4 private dissenters in 2 months and 1 + 3 knowers in 2 months
    assert found["criticism_spoken(0..1)"] == pytest.approx((6 + 1) / (8 + 8))
    assert found["protests"] == pytest.approx((6 + 1) / 2) and np.isnan(found["exposed_within(2)"])


def test_what_grows_from_the_start_is_asked_by_its_growth_in_the_window():
    country = Country("hunger_deaths", "hunger_deaths(12..14)", "executions(province(1))", "arrears", "unanimity",
                      "unanimity(province(2), last 2)", "exposed_within(2)", "executions(members)",
                      "exposures_so_far(12)", "exposures_so_far(12..14)",
                      burn_in=12, start=10)
    country.monthly("hunger_deaths", np.arange(36) * 2.0)
    country.monthly("deaths_executed", np.arange(36), place=0)
    country.monthly("unanimity", np.arange(36), place=1)
    country.monthly("unanimity", np.ones(36))
    country.monthly("exposures_so_far", np.concatenate([np.zeros(23), np.ones(13) * 3]))
    country.monthly("crimes_hidden", np.full(36, 4.0))
    country.monthly("rations_decreed", np.ones(36))
    country.monthly("rations_received", np.full(36, 0.75))
    country.column("estate")[:] = CITIZEN
    country.column("estate")[3] = MEMBER
    while country.batch.month < 11:
        country.pass_month()
    country.died(11, 3, "executed")
    country.died(11, 4, "executed")
    country.pass_all()
    found = country.answers()
    assert found["hunger_deaths"] == 28.0 and found["hunger_deaths(12..14)"] == 6.0
    assert found["executions(province(1))"] == 14.0 and found["unanimity(province(2), last 2)"] == 34.5
    assert found["unanimity"] == 1.0 and found["exposed_within(2)"] == 0.75 and found["arrears"] == 14 * 0.25
    assert found["executions(members)"] == 1.0
    assert found["exposures_so_far(12)"] == 3.0, "at one month: all from the start up to it"
    assert found["exposures_so_far(12..14)"] == 0.0, "of a stretch: what it added"


# --- bread and unrest ------------------------------------------------------------------------------------------------
def _rise(country, *people):
    country.column("in_revolt")[:] = 0
    country.column("in_revolt")[list(people)] = 1
    country.column("last_rose")[list(people)] = country.batch.month
    country.pass_month()


def test_revolts_are_new_cells_and_their_distance_is_round_the_ring():
    country = Country("revolts", "revolt_distance", "revolt_share(everybody, last 1)", "attacks",
                      "revolts(province(8))")
    country.column("revolt")[:] = 0.5  # scripted strikers stand in this column too: they are no revolt
    country.column("present")[:] = 10.0  # one who has risen is a tenth of his cell
    country.column("present")[1] = 11.0  # and here a little less
    country.enter(row(0, 1, "attacked"))
    _rise(country, 0, 1)
    _rise(country, 0, 127)  # the last cell lies in the province next to the first's
    _rise(country)
    _rise(country, 64)  # half way round
    country.pass_all()
    assert list(country.answers().values()) == pytest.approx([3.0, 2.5, 1 / PEOPLE, 1.0, 1.0])


def test_the_gap_of_prices_the_eyes_of_members_and_decisions_reversed():
    country = Country("price_gap(0)", "member_error(0)", "decisions_reversed(1)", "decisions_reversed(0..1)", months=2)
    tree = country.batch.tree
    country.column("missing")[:128] = 1.0  # 16 in each province
    country.column("offered")[tree.provinces] = 16.0
    country.column("present")[tree.provinces] = 16.0
    country.column("lived")[:] = 0.7
    country.column("estate")[:] = MEMBER
    country.column("inspected")[:4] = 1
    country.column("asked")[:128] = 10.0
    country.pass_month()
    country.column("asked")[0] = 11.0
    country.pass_all()
    found = country.answers()
    assert found["price_gap(0)"] == pytest.approx(0.0) and found["member_error(0)"] == pytest.approx(0.0, abs=1e-7)
    assert np.isnan(found["decisions_reversed(1)"]) and found["decisions_reversed(0..1)"] == pytest.approx(0.25)


def test_deaths_by_province_and_rungs_by_threat():
    country = Country("death_dispersion", "sum(rung of log sanctioned) / mean(threat, all, run)", "kin_sanctioned")
    for person in range(4):
        country.died(2, person, "hunger")  # all in the first province of 16
    country.column("threat")[:] = 0.5
    country.enter(row(3, 20, "sanctioned", rung=3), row(3, 21, "sanctioned", rung=4))
    country.pass_all()
    rates = np.array([0.25] + [0.0] * 7)
    assert list(country.answers().values()) == pytest.approx([rates.std(), 14.0, 0.0])


def test_livelihood_kin_and_disclosures():
    country = Country("livelihood(0)", "kin_level(above(fame, .5), 0)", "disclosures(above(fame, .5), 0)",
                      "beliefs_on_arrests(10, 0)", "order_strength(0)", months=1)
    view = country.asking._view(country.batch, 0)
    country.column("job_state")[:], country.column("card")[:], country.column("room_state")[:] = 1, 0.5, 0
    country.column("fame")[:] = 0
    country.column("fame")[7] = 1
    start = view.tie_start.astype(int)
    mine = np.unique(view.neighbour[start[7]:start[8]])
    kin = np.unique(view.neighbour[start[7]:start[8]][view.tie_kind[start[7]:start[8]] == 0])
    country.column("talker")[:] = 0
    country.column("talker")[mine[:2]] = 1
    country.column("rung")[kin[:1]] = 5
    country.column("rumour")[:128] = 0.2
    country.column("line")[RULE_ISSUE] = 1.0
    country.column("line")[RULE_ISSUE, :64] = -1.0
    country.pass_all()
    assert list(country.answers().values()) == pytest.approx([0.5, 5 / kin.size if kin.size else NAN, 2.0, 3.0, 0.0],
                                                             nan_ok=True)


def test_rings_by_place_add_up_to_the_countrys():
    country = Country("ring_size(province(2), 0)", "mean(ring * covered, units, 0)", "share(secretary >= 0, units, 0)",
                      months=2)
    tree, secretary = country.batch.tree, country.column("secretary")
    country.column("ring")[:] = 0.5
    mine = (tree.province == tree.provinces[1]) & (secretary != NOBODY)
    secretary[~mine] = NOBODY
    heads = secretary[mine]
    chief = int(secretary[tree.provinces[1]])
    country.column("patron")[heads] = chief  # one clan: every chain ends at the province's secretary
    country.column("headed")[heads] = np.flatnonzero(mine)
    country.pass_all()
    found = list(country.answers().values())
    assert found[0] == pytest.approx(0.5)  # the chief covers all, so that each headed unit counts its ring once
    assert found[1:] == pytest.approx([0.5 * heads.size / tree.units, heads.size / tree.units])


def test_silence_of_a_place_is_kaplan_and_meiers_median_over_its_units():
    country = Country("silence_of(province(1))", "silence_of(province(2))", "silence_of", months=24)
    tree = country.batch.tree
    opened, month, out, length = (country.column(name) for name in ("crime_open", "crime_month", "exposed", "silence"))
    first, second = int(tree.provinces[0]), int(tree.provinces[1])
    out[first], length[first] = 2, 9  # what came out before does not count
    opened[[0, first, second]], month[[0, first, second]] = 1, 0
    for _ in range(5):
        country.pass_month()
    opened[0], out[0], length[0] = 0, 1, 5  # a cell's crime after 5 months
    for _ in range(7):
        country.pass_month()
    opened[first], out[first], length[first] = 0, 3, 9 + 12
    country.pass_all()
    here, there, everywhere = country.answers().values()
    assert here == 5.0 and np.isnan(there)  # the other province keeps its secret to the end
    assert everywhere == 12.0
