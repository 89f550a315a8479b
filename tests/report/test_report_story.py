"""The timeline of a world, one life, and the pages of police and power, on a country made up by hand."""

from __future__ import annotations

import numpy as np
import pytest

from handmade_country import PEOPLE, busy_country, country, during, log_of, steps
from unanimity import report
from unanimity.report.police import arrests, fate_of_arrested, fates, innocents, rungs
from unanimity.report.power import FALL, happenings
from unanimity.report.story import without_repeats
from unanimity.results.person_names import name_of
from unanimity.support.errors import UserError


@pytest.fixture(scope="module")
def busy():
    return busy_country(worlds=2)


# The timeline ---------------------------------------------------------------------------------------------------------

def told(result, world=0, **more):
    return {(h.month, h.words.replace("\u00a0", " ")) for h in result.timeline(world, **more)}


def test_a_timeline_tells_each_kind_of_thing_in_its_month(busy):
    words = told(busy)
    name = {person: name_of(0, person) for person in range(20)}
    assert {
        (2, f"First arrest: {name[7]}, a citizen who has done nothing, to fill a quota."),
        (3, f"First execution: {name[7]}, a citizen."),
        (3, "A campaign begins: the people of coal are to blame."),
        (4, "The country votes unanimously: 95 % and more do not dissent publicly."),
        (5, f"Attack: {name[8]}, a citizen, kills {name[9]}, the secretary of a province."),
        (8, "A purge opens."), (12, "The purge closes after 4 months and 10 victims."),
        (9, f"{name[1]}, the leader, is arrested."), (9, f"{name[2]} becomes leader."),
        (11, "Congress: 60 % of the delegates are the leader's, 2 % dissent."),
        (12, "Famine: 30 people die of hunger in 4 months."),
        (14, "Revolt: it is strongest in province 1; at its height 30 % of the people have risen."),
        (16, f"The regime falls: {name[2]} and the centre lose their posts; nobody is told of who follows."),
        (17, "The centre concedes: trade and association are eased for a year."),
        (18, "A problem that nobody had reported breaks open."), (20, "War begins."), (22, "War ends."),
    } <= words
    months = [h.month for h in busy.timeline()]
    assert months == sorted(months)


def test_a_fall_names_who_loses_the_post_who_follows_and_what_it_changes():
    log = log_of({"month": 2, "person": 4, "event": "appointed", "office": "leader"},
                 {"month": 9, "person": 5, "event": "appointed", "office": "leader"},
                 {"month": 13, "person": 5, "event": "appointed", "office": "leader"})
    lent = np.r_[np.full(8, 0.5), np.full(16, 0.1)]
    result = country(24, log=log, falls_so_far=steps(24, 8, 12, 20), powers_lent=lent)
    falls = [h.words for h in result.timeline() if h.kind == "fall"]
    four, five = name_of(0, 4), name_of(0, 5)
    assert falls[0] == (f"The regime falls: {four} and the centre lose their posts; {five} follows in month 9. From "
                        f"the month before to 3 months after: powers lent 0.50 to 0.10.")
    assert falls[1] == f"The regime falls: {five} and the centre lose their posts; {five} is back in month 13."
    assert falls[2].endswith("nobody is told of who follows.")
    leaders = [h.words for h in result.timeline() if h.kind == "leader"]
    assert leaders == [f"{four} becomes leader."]  # who follows a fall is told with it


def test_what_brings_about_stands_before_what_follows_in_a_month():
    log = log_of({"month": 3, "person": 1, "event": "sanctioned", "rung": 5, "rung_word": "prison"},
                 {"month": 3, "person": 1, "event": "arrested"}, {"month": 3, "person": 2, "event": "attacked"})
    assert [h.kind for h in country(12, log=log).timeline()] == ["attack", "arrest", "rung"]


def test_a_short_timeline_keeps_what_weighs_most(busy):
    kinds = [h.kind for h in busy.timeline(most=4)]
    assert len(kinds) == 4 and "fall" in kinds and "congress" not in kinds
    assert busy.timeline()[0].date == "March, year 1"


def test_a_quiet_country_has_no_timeline_and_what_came_before_month_0_is_not_told():
    assert country(unanimity=0.8).timeline() == []
    before = country(12, burn_in=12, log=log_of({"month": -3, "event": "arrested"}), purge_runs=during(24, 2, 14))
    assert [(h.month, h.kind) for h in before.timeline()] == [(3, "purge")]  # what closes later is told


def test_the_script_of_a_regime_is_told():
    result = country(12)
    result.manifest["schedule"][""] = [{"month": 4, "kind": "lever", "name": "ballot", "rate": 0.0},
                                       {"month": 6, "kind": "attack", "name": "attack", "rate": 0.0}]
    assert told(result) == {(4, "By the script: lever ballot."), (6, "By the script: attack.")}


def test_a_world_that_is_not_there_is_refused(busy):
    with pytest.raises(UserError, match="0 to 1"):
        busy.timeline(2)


# Police ---------------------------------------------------------------------------------------------------------------

def case(person, *events):
    rows = [{"person": person, "month": 0, "event": "arrested"}]
    return rows + [{"person": person, "month": k + 1, **event} for k, event in enumerate(events)]


def test_every_arrest_has_one_fate_the_last_that_the_log_tells():
    sentence = {"event": "sanctioned", "rung": 5, "rung_word": "prison"}
    cases = [
        case(1, {"event": "acquitted"}), case(2, {"event": "sanctioned", "rung": 1, "rung_word": "reproof"}),
        case(3, sentence), case(4, sentence, {"event": "released"}),
        case(5, sentence, {"event": "died", "kind": "custody"}),
        case(6, {"event": "sanctioned", "rung": 7, "rung_word": "death"}, {"event": "died", "kind": "executed"}),
        case(7), case(8, sentence, {"event": "left"}), case(9, sentence, {"event": "released"},
                                                          {"event": "died", "kind": "hunger"}),
        case(10, {"event": "sanctioned", "rung": 4, "rung_word": "exile"}),
        case(11, {"event": "saved", "rung": 0, "rung_word": "none"}),
    ]
    fate = fate_of_arrested(log_of(*(row for rows in cases for row in rows)))
    assert [fate.xs(person, level="person").iloc[0] for person in range(1, 12)] == [
        "let go", "reproved, dismissed or expelled", "in prison or camp", "served and released", "died in custody",
        "executed", "under inquiry", "abroad", "died otherwise", "in exile", "let go"]


def test_a_second_arrest_is_a_case_of_its_own_and_sanctions_of_kin_are_none():
    rows = [*case(1, {"event": "acquitted"}), {"person": 1, "month": 8, "event": "arrested"},
            {"person": 1, "month": 9, "event": "died", "kind": "executed"},
            {"person": 2, "month": 9, "event": "sanctioned", "cause": "kinship", "rung": 4, "rung_word": "exile"}]
    assert sorted(fate_of_arrested(log_of(*rows))) == ["executed", "let go"]


def finding(section):
    said = section.finding if section.chart is None else section.chart.to_dict()["usermeta"]["finding"]
    return said.replace("\u00a0", " ")


def test_the_police_page_counts_by_world_year_and_cause(busy):
    # three arrests in each world of 1,000 people in two years
    assert finding(arrests(busy, "")).startswith("1.5 per 1,000 a year are arrested, 33 % of them")
    assert finding(innocents(busy, "")) == "67 % of the arrested had done nothing against the regime"
    ladder = "highest rung used is death: 50 % of all sanctions, for the first time in month 3"
    assert ladder in finding(rungs(busy, ""))
    assert "33 % were executed or died in custody" in finding(fates(busy, ""))
    headings = [section.heading for section in report.police_sections(busy)]
    assert len(headings) == 5 and all(heading.startswith("Police: ") for heading in headings)
    assert all(section.see.endswith(".") for section in report.police_sections(busy))


def test_a_run_without_police_has_no_page_of_it(run):
    assert report.police_sections(run) == [] and report.power_sections(run) == []
    assert report.timeline_sections(country(unanimity=0.8)) == []


# Power ----------------------------------------------------------------------------------------------------------------

def test_what_lasts_has_its_first_and_last_month_and_a_fall_its_month():
    result = country(24, purge_runs=during(24, 3, 5) + during(24, 20, 23), falls_so_far=steps(24, 8),
                     share_in_revolt=during(24, 7, 8, 0.04))
    spans, marks = happenings(result, 0)
    assert spans.to_dict("records") == [{"kind": "purge", "first": 3, "last": 6},
                                        {"kind": "purge", "first": 20, "last": 23}]
    assert marks.to_dict("records") == [{"kind": FALL, "month": 8}]


def test_the_pages_of_power_say_what_breaks(busy):
    one, others = report.power_sections(busy)
    assert finding(one) == "50 % of the posts lead to one desk; 1 purge, 1 fall of the regime in this world"
    assert finding(others) == "People rise in 2 of 2 worlds; the regime falls in 2 of them, 1 times on average"
    quiet = report.power_sections(country(worlds=2))
    assert "no purges, no falls" in finding(quiet[0]) and "Nothing breaks" in quiet[1].see


# The whole page -------------------------------------------------------------------------------------------------------

def test_a_whole_page_holds_timeline_bread_police_power_and_one_life(busy, tmp_path):
    sections = report.whole_sections(busy)
    kinds = [section.heading.split(":")[0] for section in sections]
    assert {"What happened, month by month", "Bread", "People", "Police", "Power"} <= set(kinds)
    assert kinds[-1] == "One life, from the log"
    assert all(section.see for section in sections)
    path = report.write_page(tmp_path / "r.html", "t", "q?", "a", sections, report.provenance(busy))
    text = path.read_text(encoding="utf-8")
    name = name_of(0, 7)
    assert f"First execution: {name}, a citizen." in text and f"{name} (person 7), a citizen, lives in cell 1" in text
    assert "unanimity biography made-up --person 7 --seed 0" in text


def test_a_life_is_told_without_repeats():
    assert without_repeats(["A.", "Month 1: named.", "Month 2: named.", "Month 3: left."]) == [
        "A.", "Month 1: named.", "Month 3: left."]


def test_the_numbers_of_a_page_do_not_depend_on_other_arms():
    both = busy_country(arms=("law", "terror"))
    assert finding(arrests(both, "terror")) == finding(arrests(busy_country(), ""))
    assert np.isclose(both.manifest["people"], PEOPLE)
