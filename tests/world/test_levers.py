"""The levers of the contract: names, values, order, numbers, and conversion between text and number."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

import unanimity
from unanimity.support.errors import UserError
from unanimity.world import codes
from unanimity.world.levers import BY_ARGUMENT, BY_NAME, LEVERS, NUMBER_OF, lever

LAWS = "banned < tolerated < legal"
CAPS = "none < reproof < dismissal < expulsion < exile < prison < camp < death"
CHOICES = {  # interface.md, section 1: values and their order
    "ballot": "open < secret", "debate": "controlled < free", "appointment": "above, elected",
    "appointer": "leader, committee, rotate_appointer", "recall": "off < on", "recruitment": "closed, selective, levy",
    "association.parties": LAWS, "association.factions": LAWS, "association.economy": LAWS, "exit": "closed < open",
    "press": "monopoly < free", "lists": "secret < published", "hearings": "closed, confessors, all",
    "discounting": "off < on", "unit_appeals": "off < on", "inference": "off < on", "centre_files": "off, all, one",
    "market": LAWS, "procurement": "seizure < tax < purchase", "shortfall_response": "none, seize, price, tax",
    "oversight.courts": "off < on", "oversight.party_control": "off < on", "oversight.appeal": "off < on",
    "ration_cards": "off < on", "quota_requests": "off < on", "sanction_cap": CAPS,
    "nondenunciation": "off < on", "agents": "none, observe, found", "precedent": "one, topic",
    "sanction_floor.theft": CAPS,
}
NUMBERS = {  # low, high, words
    "tenure_limit": (0, 600, {}), "privileges": (0, 1, {"low": .1, "moderate": .4, "high": .8}),
    "inspection": (0, 1, {"off": .05, "on": .7}), "report_penalty": (0, 1, {"none": 0, "low": .05, "high": .25}),
    "autonomy": (0, 1, {"none": 0, "low": .2, "high": .8}), "market_policing": (0, 1, {}),
    "ration_norm": (0, math.inf, {}), "price": (0, 1.5, {"auto": -1}), "goods": (0, 1, {"auto": -1}),
    "state_jobs": (0, 1, {"auto": -1}), "state_rooms": (0, 1, {"auto": -1}), "plots": (0, 1, {"auto": -1}),
    "collective_farms": (0, 1, {}), "quota_deaths": (0, 1, {"none": -1}),
    "police_size": (0, 1, {}), "police_quota": (0, .02, {"none": 0, "on": .0004}), "severity": (-3, 3, {}),
    "interrogation": (0, 1, {}), "isolation": (0, 1, {"auto": -1}), "prison_capacity": (0, 1, {"none": -1}),
    "delay_exec": (0, 3, {}), "hostage_kin": (0, 1, {"off": 0, "tolerated": .5, "law": 1}),
    "hostage_group": (0, 1, {"off": 0, "tolerated": .5, "law": 1}),
    "publicity": (0, 1, {"none": 0, "weak": .1, "moderate": .4, "free": 1}), "powers_sunset": (0, 600, {}),
}
OF_STATUTES = {"term", "leader_by", "slates", "quorum", "petition", "referendum", "rule_change", "arbitration", "fork",
               "pay_ratio",               "hotline", "strike_fund", "staff"}
SCOPES = {  # P by province, L by level, R by person, T by town and village
    "PL": "ballot debate appointment recall tenure_limit privileges inspection report_penalty sanction_cap severity",
    "P": "recruitment association.parties association.factions association.economy press lists unit_appeals autonomy "
         "market market_policing ration_norm procurement price goods shortfall_response oversight.courts "
         "oversight.party_control oversight.appeal police_size police_quota agents hostage_kin hostage_group "
         "collective_farms unrest_answer arrivals schooling quota_requests quota_deaths passports",
    "PR": "exit plots interrogation isolation delay_exec", "PRT": "state_jobs state_rooms",
    "PT": "ration_cards",
    "L": "discounting centre_files term quorum petition", "R": "publicity",
    "": "appointer hearings inference prison_capacity nondenunciation powers_sunset precedent leader_by slates "
        "referendum rule_change arbitration fork pay_ratio hotline strike_fund staff",
}
BASES = {  # interface.md, section 1: LAW | WAR | APP | TERROR
    "ballot": "secret open open open", "debate": "free controlled controlled controlled",
    "appointment": "elected above above above", "appointer": "committee leader leader leader",
    "recall": "on off off off",
    "tenure_limit": "36 0 0 0", "recruitment": "selective levy levy closed", "privileges": "low low moderate high",
    "association.parties": "legal banned banned banned", "association.factions": "legal legal banned banned",
    "association.economy": "legal banned banned banned", "exit": "open closed closed closed",
    "press": "free monopoly monopoly monopoly", "lists": "published secret secret secret",
    "hearings": "all closed closed closed", "inspection": "on off off off", "report_penalty": "none none none none",
    "centre_files": "off all all one", "autonomy": "high none low low", "market": "legal banned tolerated banned",
    "procurement": "tax seizure seizure seizure", "shortfall_response": "none seize seize seize",
    "oversight.courts": "on off off off", "oversight.party_control": "on on on off",
    "oversight.appeal": "on off off off", "police_quota": "none none none on", "market_policing": "0 0.3 0 0",
    "sanction_cap": "prison death exile death",
    "interrogation": "0.1 0.5 0.4 0.4", "delay_exec": "3 0.1 0.1 0.1", "agents": "none observe observe observe",
    "hostage_kin": "off off off law", "hostage_group": "off off off off", "publicity": "free weak moderate weak",
    "powers_sunset": "12 0 0 0", "unrest_answer": "auto auto auto auto", "police_size": "0.02 0.02 0.02 0.02",
    "ration_norm": "1 1 1 1", "severity": "0 0 0 0", "ration_cards": "on on on on", "collective_farms": "0 0 0 0",
    "quota_requests": "off off off off", "quota_deaths": "none none none 0.28", "precedent": "one one one one",
}


def test_every_lever_of_the_contract_is_declared_and_none_besides():
    caps = {f"sanction_cap.{topic}" for topic in ("rule", "local", "complaint", "faction", "theft", "sabotage",
                                                 "violence")}
    of_cards = {"arrivals", "schooling", "passports", *OF_STATUTES}  # of cards that the contract does not know
    assert set(BY_NAME) == {*CHOICES, *NUMBERS, *caps, *of_cards, "unrest_answer"}


@pytest.mark.parametrize("name", CHOICES)
def test_a_choice_has_the_contracts_words_in_the_contracts_order(name):
    found = BY_NAME[name]
    assert list(found.words) == [w.strip() for w in CHOICES[name].replace("<", ",").split(",")]
    assert found.ordered == ("<" in CHOICES[name])
    assert [found.number(w) for w in found.words if w != found.counted] == [
        float(k) for k, w in enumerate(found.words) if w != found.counted]


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_has_the_contracts_range_and_words(name):
    found = BY_NAME[name]
    low, high, named = NUMBERS[name]
    assert (found.low, found.high, dict(found.named)) == (low, high, named)
    assert not found.is_choice
    for word, value in named.items():
        assert found.number(word) == value


@pytest.mark.parametrize("name", BY_NAME)
def test_a_lever_may_differ_where_the_contract_says(name):
    expected = next((scope for scope, names in SCOPES.items() if name in names.split()), "PL")  # caps by topic
    assert set(BY_NAME[name].scope) == set(expected)


@pytest.mark.parametrize(("name", "place"), [("law", 0), ("war", 1), ("apparatus", 2), ("terror", 3)])
def test_the_base_regimes_set_every_lever_as_the_contract_does(name, place):
    regime = unanimity.regime(name)
    assert {lever: regime.lever(lever) for lever in BASES} == {
        lever: values.split()[place] for lever, values in BASES.items()}


def test_a_cap_for_one_topic_may_be_absent_or_any_rung():
    found = BY_NAME["sanction_cap.complaint"]
    assert found.words == ("as sanction_cap", *BY_NAME["sanction_cap"].words)


def test_counted_words_carry_their_count():
    assert BY_NAME["appointer"].text(BY_NAME["appointer"].number("rotate_appointer:6")) == "rotate_appointer:6"
    assert BY_NAME["unrest_answer"].text(BY_NAME["unrest_answer"].number("food:2.5")) == "food:2.5"
    assert set(BY_NAME["unrest_answer"].words) == {"auto", "food", "threat", "force", "nothing"}
    for slip in ("rotate_appointer", "rotate_appointer:", "rotate_appointer:x", "rotate_appointer:-1", "leader:3"):
        with pytest.raises(UserError, match="appointer = "):
            BY_NAME["appointer"].number(slip)


@pytest.mark.parametrize("found", LEVERS, ids=lambda found: found.name)
def test_every_word_survives_the_way_to_its_number_and_back(found):
    for word in [*found.words, *dict(found.named)]:
        if word != found.counted:
            assert found.text(found.number(word)) == word


@given(st.sampled_from([found for found in LEVERS if not found.is_choice]), st.data())
def test_every_number_survives_the_way_to_its_text_and_back(found, data):
    top = found.high if math.isfinite(found.high) else 1e6
    value = data.draw(st.floats(found.low, top))
    assert found.number(value) == value
    assert found.number(found.text(value)) == value


@given(st.sampled_from(LEVERS), st.one_of(st.text(max_size=12), st.floats(), st.none(), st.lists(st.integers())))
def test_whatever_is_written_gives_a_number_of_the_lever_or_one_line_that_names_it(found, value):
    try:
        number = found.number(value)
    except UserError as slip:
        assert "\n" not in str(slip).replace(repr(value), "") and found.name in str(slip) and "allowed: " in str(slip)
    else:
        assert math.isfinite(number) or found.high == math.inf
        assert not math.isnan(number)


def test_an_unlimited_ration_norm_is_still_a_number():
    with pytest.raises(UserError, match="ration_norm"):
        BY_NAME["ration_norm"].number(math.inf)


def test_truth_and_falsehood_mean_on_and_off_where_there_are_such_words():
    assert BY_NAME["recall"].number(True) == codes.ON and BY_NAME["recall"].number(False) == codes.OFF
    with pytest.raises(UserError, match="ballot"):
        BY_NAME["ballot"].number(True)


def test_a_misspelt_value_gets_a_suggestion_and_a_misspelt_lever_too():
    with pytest.raises(UserError, match=r"ballot = 'secrt' is not allowed; allowed: open < secret\. Did you mean"):
        BY_NAME["ballot"].number("secrt")
    with pytest.raises(UserError, match=r"no lever 'balot'\. Did you mean 'ballot'\?"):
        lever("balot")


def test_the_codes_that_rules_compare_with_are_the_places_of_the_words():
    expected = {("ballot", "open"): codes.OPEN, ("ballot", "secret"): codes.SECRET,
             ("debate", "controlled"): codes.CONTROLLED, ("debate", "free"): codes.FREE_DEBATE,
             ("appointment", "above"): codes.ABOVE, ("appointment", "elected"): codes.ELECTED,
             ("recall", "off"): codes.OFF, ("recall", "on"): codes.ON, ("press", "monopoly"): codes.MONOPOLY,
             ("press", "free"): codes.FREE_PRESS, ("centre_files", "off"): codes.FILES_OFF,
             ("centre_files", "all"): codes.FILES_ALL, ("centre_files", "one"): codes.FILES_ONE,
             ("precedent", "one"): codes.ONE_PRECEDENT, ("precedent", "topic"): codes.PRECEDENT_BY_TOPIC}
    for (name, word), code in expected.items():
        assert BY_NAME[name].number(word) == code


def test_words_stand_for_their_codes():
    for names, numbers in ((codes.ESTATES, (codes.CITIZEN, codes.MEMBER, codes.OFFICIAL, codes.POLICE)),
                         (codes.STATUSES, (codes.FREE, codes.DISMISSED, codes.EXPELLED)),
                         (codes.TIE_KINDS, (codes.KIN, codes.FRIEND, codes.WORK))):
        for name, code in zip(names, numbers, strict=False):
            assert getattr(codes, name.upper().replace("-", "_")) == code == names.index(name)
    assert codes.STATUSES[codes.ABROAD] == "abroad" and codes.STATUSES[codes.DEAD] == "dead"
    assert codes.ISSUES[codes.RULE_ISSUE] == "rule" and codes.TOPICS[codes.RULE_TOPIC] == "rule"
    assert codes.GROUNDS[codes.FACTION_GROUND] == "faction" and codes.GROUNDS[:3] == codes.TOPICS


def test_places_and_arguments_of_levers_are_one_to_one():
    assert sorted(NUMBER_OF.values()) == list(range(len(LEVERS)))
    assert len(BY_ARGUMENT) == len(LEVERS)
    assert BY_ARGUMENT["oversight_courts"].name == "oversight.courts"
