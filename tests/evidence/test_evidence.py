"""The evidence: tables that are whole, and the ten regularities computed anew from them, number by number."""

from __future__ import annotations

import math

import pytest

import unanimity as un
from unanimity import evidence
from unanimity.evidence import risk, sequences
from unanimity.evidence.curves import STATED
from unanimity.evidence.shares import fisher, ratio_of_rates, wilson
from unanimity.evidence.tables import NAMES, TAGS
from unanimity.evidence.views import all_views, view
from unanimity.support.errors import UserError


# --- the tables -------------------------------------------------------------------------------------------------------
def test_tables_have_their_rows_and_every_value_is_tagged():
    assert {name: len(un.evidence.table(name)) for name in NAMES} == {
        "people": 912, "events": 911, "figures": 575, "letters": 70, "series": 418}
    for name in NAMES:
        table = getattr(un.evidence, name)
        assert set(table["tag"]) <= set(TAGS) and table["tag"].notna().all()
        told = evidence.codebook()[name]
        assert list(told["columns"]) == list(table.columns) and told["title"] and told["says"] and told["source"]
    assert set(evidence.codebook()["bias"]) >= {"who", "through_death", "immortal_time", "completion"}


def test_tables_hold_together():
    people, events, figures = un.evidence.people, un.evidence.events, un.evidence.figures
    assert people["person_id"].is_unique and set(events["person_id"]) <= set(people["person_id"])
    assert ((people["death_kind"] == "unknown") == people["death_kind_basis"].isna()).all()
    assert (people["tag"].eq("recalled") == people["death_kind_basis"].eq("general")).all()
    both = figures.dropna(subset=["low", "high"])
    assert (both["low"] <= both["high"]).all() and int(figures["usable"].sum()) == 543
    assert int(people["in_scope"].sum()) == 421 and int(un.evidence.letters["usable"].sum()) == 63


def test_a_table_is_ones_own():
    mine = un.evidence.people
    mine["name"] = "nobody"
    assert (un.evidence.people["name"] != "nobody").all()


def test_a_wrong_name_is_told():
    with pytest.raises(UserError, match="Did you mean 'people'"):
        view("peple")
    with pytest.raises(AttributeError):
        _ = un.evidence.persons
    assert len({one.name for one in all_views()}) == len(all_views()) == 34
    assert all(len(one.table) and one.says for one in all_views())


# --- the ten regularities (numbers of the owner's derivation, rounded as there) --------------------------------------
def share(count, of):
    low, high = wilson(count, of)
    return f"{count}/{of} = {100 * count / of:.0f}% [{100 * low:.0f}%, {100 * high:.0f}%]"


def rates(*words):
    return [round(x, 1) for x in evidence.rate_ratio(*words)]


@pytest.fixture(scope="module")
def dead():
    people = risk.risk_set()
    return people[people["status"] == risk.REPRESSION]


@pytest.fixture(scope="module")
def periods():
    return evidence.hazard_by_period().set_index(["period", "group"])


def test_the_risk_set(dead):
    assert len(risk.risk_set()) == 419 and len(dead) == 178
    assert int(dead["death_kind_basis"].isin(risk.IN_SOURCE).sum()) == 103


def test_1_one_short_wave_carries_most_deaths(dead, periods):
    assert share(int(dead["end"].between(1936, 1938).sum()), len(dead)) == "112/178 = 63% [56%, 70%]"
    assert rates("1936-1938", "1928-1934") == [26.3, 15.1, 45.8]
    assert tuple(periods.loc[("1936-1938", "ALL"), ["repression", "person_years"]]) == (112, 545)
    years = evidence.hazard_by_year().set_index("year")
    assert [years.loc[y, "hazard"] for y in (1935, 1937, 1938)] == pytest.approx([0.009, 0.30, 0.35], abs=0.005)
    wave, lull = years.loc[1936:1938], years.loc[1922:1934]
    assert (wave["repression_seen_before"].sum(), wave["at_risk_seen_before"].sum()) == (72, 267)
    assert (lull["repression_seen_before"].sum(), lull["at_risk_seen_before"].sum()) == (0, 838)
    stated = [int(years.loc[first:last, "stated_in_source"].sum()) for first, last in ((1936, 1938), (1928, 1934))]
    assert stated == [59, 13]
    assert [round(x, 1) for x in ratio_of_rates(stated[0], 545, stated[1], 1789)] == [14.9, 8.2, 27.2]


def test_2_a_lull_between_two_terrors(periods):
    rate = {name: tuple(periods.loc[(name, "ALL"), ["repression", "person_years"]])
            for name in ("1917-1921", "1922-1927", "1928-1934", "1939-1941")}
    assert rate == {"1917-1921": (23, 1783), "1922-1927": (0, 1813), "1928-1934": (14, 1789), "1939-1941": (19, 227)}
    assert round(wilson(0, 1813)[1], 4) == 0.0021 and rates("1939-1941", "1928-1934") == [10.7, 5.4, 21.3]


def test_3_the_victims_change_sides(dead):
    early, late = dead[dead["end"] <= 1921], dead[dead["end"].between(1936, 1938)]
    ours = [int(part["cohort"].isin(risk.PARTY).sum()) for part in (early, late)]
    assert share(ours[0], len(early)) == "0/23 = 0% [0%, 14%]"
    assert share(ours[1], len(late)) == "83/112 = 74% [65%, 81%]"
    assert f"{fisher(ours[0], len(early), ours[1], len(late)):.1e}" == "6.7e-12"
    in_1919 = risk.at_risk(risk.risk_set(), 1919)
    assert share(int(in_1919["cohort"].isin(risk.PARTY).sum()), len(in_1919)) == "176/362 = 49% [44%, 54%]"


def test_4_and_9_fates_from_1934_to_1941():
    found = evidence.fates().set_index("group")
    said = {name: share(int(row["dead"]), int(row["known"])) for name, row in found.iterrows()}
    assert said["party_opposition"] == "61/73 = 84% [73%, 90%]"
    assert said["party_no_opposition"] == "30/57 = 53% [40%, 65%]"
    assert said["non_party"] == "8/31 = 26% [14%, 43%]"
    assert said["officials_in_opposition"] == "40/47 = 85% [72%, 93%]"
    assert said["officials_of_the_party"] == "17/40 = 42% [29%, 58%]"
    assert said["police"] == "8/10 = 80% [49%, 94%]" and said["loyal"] == "15/32 = 47% [31%, 64%]"
    assert said["foreign_communist"] == "4/15 = 27% [11%, 52%]" and said["estate_writer"] == "9/25 = 36% [20%, 55%]"
    assert f"{fisher(61, 73, 30, 57):.1e}" == "2.1e-04" and f"{fisher(30, 57, 8, 31):.3f}" == "0.024"
    assert f"{fisher(40, 47, 17, 40):.1e}" == "3.9e-05" and f"{fisher(8, 10, 61, 73):.2f}" == "0.67"
    assert rates("1936-1938", "1936-1938", "party_opposition", "party_no_opposition") == [2.1, 1.3, 3.4]


def test_5_capitulation_gave_no_measurable_protection():
    found = evidence.capitulation().set_index(["side", "source", "signed"]).loc["left_opposition"]
    signed, unsigned = found.loc[("recorded", True)], found.loc[("recorded", False)]
    assert share(int(signed["dead"]), int(signed["known"])) == "18/22 = 82% [61%, 93%]"
    assert share(int(unsigned["dead"]), int(unsigned["known"])) == "32/41 = 78% [63%, 88%]"
    assert round(signed["fisher"], 2) == 1.0 and signed["median_year"] == unsigned["median_year"] == 1937
    assert (unsigned["lost"], unsigned["emigrated"], round(unsigned["dead"] / unsigned["all"], 2)) == (9, 5, 0.58)
    wider = found.loc["with general knowledge"]
    assert share(int(wider.loc[True, "dead"]), int(wider.loc[True, "known"])) == "28/33 = 85% [69%, 93%]"
    assert share(int(wider.loc[False, "dead"]), int(wider.loc[False, "known"])) == "22/30 = 73% [56%, 86%]"
    assert round(wider.loc[True, "fisher"], 2) == 0.35


def test_6_calendar_time_sets_the_date_of_death(dead):
    slope, error, n = evidence.calendar_against_clock()
    assert (round(slope, 2), round(error, 2), n) == (-0.01, 0.06, 79)
    ours = dead[dead["cohort"].isin(risk.OPPOSITION)]
    assert share(int(ours["end"].between(1936, 1938).sum()), len(ours)) == "58/66 = 88% [78%, 94%]"
    found = evidence.durations().set_index(["from", "to"])
    quartiles = {pair: tuple(round(found.loc[pair, name]) for name in ("median", "low_quarter", "high_quarter", "n"))
                 for pair in (("expulsion", "DEATH"), ("capitulation", "DEATH"), ("internal_exile", "DEATH"))}
    assert quartiles == {("expulsion", "DEATH"): (110, 102, 120, 21), ("capitulation", "DEATH"): (96, 89, 102, 14),
                         ("internal_exile", "DEATH"): (108, 60, 123, 24)}
    assert tuple(found.loc[("capitulation", "CUSTODY"), ["median", "n"]]) == (60, 5)


def test_7_trials_turn_lethal_after_1934():
    found = evidence.trials()
    early, late = found[found["year"].between(1922, 1931)], found[found["year"].between(1934, 1938)]
    assert share(int(early["executed_within_a_year"].sum()), len(early)) == "0/15 = 0% [0%, 20%]"
    assert share(int(late["executed_within_a_year"].sum()), len(late)) == "9/10 = 90% [60%, 98%]"
    assert f"{fisher(0, 15, 9, 10):.1e}" == "4.9e-06"
    later = early[(early["cause"] == risk.REPRESSION) & (early["died"] - early["year"] > 1) & (early["died"] <= 1941)]
    assert len(later) == 11
    steps = evidence.time_to_outcome()
    dated = steps[(steps["from"] == "trial") & (steps["to"] == "execution") & steps["dated"]]
    assert (int((dated["months"] <= 1).sum()), len(dated)) == (9, 10)


def test_8_leaving_saves():
    found = evidence.leaving_and_staying().set_index("group").loc["other_socialists"]
    assert share(int(found["killed_abroad"]), int(found["left"])) == "0/26 = 0% [0%, 13%]"
    assert share(int(found["dead"]), int(found["stayed"])) == "21/28 = 75% [57%, 87%]"
    assert f"{found['fisher']:.1e}" == "2.4e-09" and round(found["share_if_lost_survived"], 2) == 0.70
    left = risk.in_scope().query("exit_kind == 'emigration'")
    assert (int(left["killed_abroad"].sum()), len(left), int(left["death_by"].eq("soviet_state").sum())) == (5, 79, 2)


def test_10_penalties_escalate_in_one_order():
    assert evidence.order_of_penalties() == (32, 0, 15)
    count = sequences.soviet_count
    assert count("expulsion", 1923, 1928) == 22 and count("internal_exile", 1928, 1929) == 17
    assert (count("capitulation", 1927, 1930), count("capitulation", 1931, 1934)) == (14, 2)
    assert count("arrest", 1932, 1935) + count("prison", 1932, 1935) == 42
    assert [count("execution", *span) for span in ((1922, 1928), (1929, 1935), (1936, 1940))] == [0, 8, 55]
    suicides = risk.risk_set().query("status == 'suicide_rep'")
    early = suicides[(suicides["end"] < 1929) & suicides["cohort"].isin(risk.PARTY)]
    assert (len(suicides), len(early)) == (10, 4)


# --- survival ---------------------------------------------------------------------------------------------------------
def test_survival_is_what_a_life_table_by_hand_gives():
    from unanimity.evidence.curves import people_of

    found = evidence.survival("left_opposition")
    people, left = people_of("left_opposition"), 1.0
    for row in found.itertuples():
        here = people[(people["entry"] <= row.year) & (people["end"] >= row.year)]
        deaths = ((here["end"] == row.year) & (here["status"] == risk.REPRESSION)).sum()
        left *= 1 - deaths / max(len(here), 1)
        assert row.survival == pytest.approx(left) and row.at_risk == len(here)
    assert ((found["low"] <= found["survival"] + 1e-9) & (found["survival"] <= found["high"] + 1e-9)).all()
    assert (found["incidence"] <= 1 - found["survival_broad"] + 1e-9).all()  # other deaths compete


def test_survival_to_1941_with_and_without_what_is_recalled():
    columns = ("survival", "low", "high", "survival_broad", "incidence")
    known = {"ALL": (0.2939, 0.2352, 0.3549, 0.2683, 0.5978), STATED: (0.5603, 0.4867, 0.6275, 0.516, 0.4005),
             "left_opposition": (0.1034, 0.0386, 0.2056, 0.0833, 0.8707),
             "GROUP_party_opposition": (0.0952, 0.0392, 0.1813, 0.0788, 0.8733)}
    for name, numbers in known.items():
        row = evidence.survival(name).set_index("year").loc[1941]
        assert [row[column] for column in columns] == pytest.approx(numbers, abs=1e-4), name


def test_every_derived_share_lies_in_its_interval():
    for table, value in ((evidence.fates(), "share"), (evidence.capitulation(), "share"),
                         (evidence.hazard_by_year(), "hazard")):
        known = table[table[value].notna()]
        assert ((known["low"] <= known[value] + 1e-12) & (known[value] <= known["high"] + 1e-12)).all()
    assert math.isnan(wilson(0, 0)[0])
