"""Every lever value, event and set-up word changes something in a regime in which it should.

Each is laid over a base order and run beside it with the same people and luck; something that is recorded (any measure,
any row of the case log) must come out otherwise. Those of one order run as one batch, so the whole costs some seconds.
"""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
import pytest

from unanimity.engine.batch import make_batch
from unanimity.engine.case_logs import whole_log
from unanimity.engine.run import lay_record, run_months
from unanimity.events import EVENTS
from unanimity.regimes import load_regime
from unanimity.regimes.load import regime_of, whole_table
from unanimity.world.codes import CAUSES
from unanimity.world.levers import LEVERS

MONTHS, PEOPLE = 36, 512
# what a country must go through for some levers to be asked at all: a rising, an attack, accused people, hunger
TROUBLES = [
    {"month": 1, "lever": "severity", "value": 3},
    {"month": 1, "event": "set", "variable": "rung_max", "value": 7},  # death has been used: nobody need wait for it
    {"month": 1, "event": "accuse", "who": "lot(.05, citizens)"},
    {"month": 2, "event": "attack", "victim": "lot(1, officials)"},
    {"month": 3, "event": "unrest", "share": 0.5},
    {"month": 4, "event": "harvest_failure", "severity": 0.7},
    {"month": 5, "event": "act", "who": "lot(.2, members)", "kind": "complaint", "topic": "local"},
    {"month": 5, "event": "act", "who": "lot(.2, citizens)", "kind": "complaint", "topic": "complaint"},
    {"month": 5, "event": "accuse", "who": "lot(.1, members)"},
    # taken for what they said of a shop or a chief: an accusation by script would be one of rule
    *({"month": 5, "event": event, "who": f"lot(25, members, {topic})", **more} for topic in ("local", "complaint")
      for event, more in (("act", {"kind": "complaint", "topic": topic}),
                          ("set", {"variable": "warrant", "value": CAUSES.index("order")}))),
    {"month": 6, "event": "campaign", "who": "status(inquiry, imprisoned, exiled, camp)", "months": 6},
    {"month": 7, "event": "take_hostages", "group": "old", "n": 14},
    *({"month": month, "event": "attack", "victim": "lot(1, officials)", "attacker": "lot(1, group(old) and present)"}
      for month in (8, 9, 11, 13)),
    {"month": 9, "event": "form_faction", "name": "left", "who": "lot(12, members)"},
    {"month": 10, "event": "crime", "where": "province(1)"},
    {"month": 14, "event": "set", "variable": "need_abroad", "value": 0.8},
    {"month": 14, "event": "accuse", "who": "group(known)"},
    # of acts for which a law may have a cap of its own, and which nobody does by himself
    *({"month": 15, "event": "accuse", "who": f"lot(.1, citizens, {offence})", "offence": offence}
      for offence in ("theft", "sabotage")),
    {"month": 20, "lever": "police_quota", "value": 0.01},  # a number large enough to be filled in so small a country
]

KNOWN = {"name": "known", "of": "citizens", "n": 40, "fame": 0.9}  # for whom somebody abroad would speak
# numbers whose upper end is the same as no limit, or as what the order does by itself: a middle one tells
MIDDLE = {"prison_capacity": 0.002, "plots": 0.4, "term": 12, "referendum": 0.02, "rule_change": 0.01, "pay_ratio": 2}


@cache
def country(order: str, troubled: bool) -> dict:
    raw = {
        "title": "a country",
        "based_on": order,
        "run": {"months": MONTHS, "burn_in": 0},
        "society": {"people": PEOPLE},
        "groups": [{"name": "old", "of": "members", "n": 20}, KNOWN],
        "schedule": TROUBLES if troubled else [],
    }
    return whole_table(raw, "words.toml")


def laid(order: str, troubled: bool, tables: dict, schedule: tuple = ()) -> object:
    whole = country(order, troubled)
    raw = {**whole, **tables, "schedule": [*whole.get("schedule", []), *schedule]}
    return regime_of(raw, "words.toml")


def told(regimes: list, seed: int = 5) -> list[bytes]:
    """Everything that is recorded of each world: all measures, month by month, and the case log."""
    batch = make_batch(regimes, [seed] * len(regimes))
    lay_record(batch, MONTHS)
    run_months(batch, MONTHS)
    log = whole_log(batch)
    return [
        np.ascontiguousarray(batch.arrays["table"][:, world]).tobytes()
        + np.ascontiguousarray(log["row"][log["world"] == world]).tobytes()
        for world in range(len(regimes))
    ]


def values(lever) -> list:
    """The values of a lever to try: its words, or the ends of its range and what stands for no number."""
    if lever.is_choice:
        return [f"{word}:3" if word == lever.counted else word for word in lever.words]
    if lever.name in MIDDLE:
        return [lever.low, MIDDLE[lever.name]]
    ends = [lever.low, lever.high if np.isfinite(lever.high) else lever.low + 2.0]
    return [*dict.fromkeys([*ends, *(word for word, _ in lever.named)])]


def unmoved(lever, order: str, troubled: bool, left: list) -> list:
    """Of those values the ones under which everything is as before."""
    regimes = [laid(order, troubled, {}).but(NEEDS.get(lever.name, {}))]
    regimes += [regimes[0].but({lever.name: value}) for value in left]
    before, *after = told(regimes)
    return [value for value, one in zip(left, after, strict=True) if one == before]


WITH_ROOM = {"spare": 0.4, "moving": True}
BY_STATUTE = {"statute": True}
VOTED = {"statute": True, "term": 12}
GIVEN_RULES = {"statute": True, "delegate": [{"levers": ["inspection", "lists"]}]}
NEEDS = {"term": BY_STATUTE, "leader_by": VOTED, "slates": VOTED, "arbitration": VOTED, "quorum": BY_STATUTE,
         "petition": BY_STATUTE, "referendum": BY_STATUTE, "pay_ratio": BY_STATUTE, "rule_change": GIVEN_RULES,
         "hotline": {"protection.telling": 0.3, "protection.crime": 0.2},
         "fork": {"statute": True, "severance.large": 0.01, "severance.forking": 1.0},
         "arrivals": WITH_ROOM, "schooling": WITH_ROOM, "passports": WITH_ROOM,
         "sanction_floor.theft": {"sanction.floor": -4.0, "sanction.file": 0.0}}  # boards that would let thieves off


@pytest.mark.parametrize("lever", LEVERS, ids=lambda lever: lever.name)
def test_every_value_of_a_lever_moves_something(lever):
    """A value that is a base order's own is told apart from the others by these."""
    left = values(lever)
    for order in ("terror", "apparatus", "war", "law"):
        own = load_regime(order).levers[lever.name].everywhere
        for troubled in (True, False):
            stayed = unmoved(lever, order, troubled, left)
            if len(stayed) < len(left):
                stayed = [value for value in stayed if lever.number(value) != own]
            left = stayed
            if not left:
                return
    assert left == [], f"{lever.name} = {left} moves nothing in any order"


ENTRIES = {
    "problem": {"size": 0.99},
    "drift": {"variable": "need", "rate": 0.05, "months": 6},
    "pulse": {"variable": "threat", "size": 0.4, "months": 3},
    "war": {"withdraw": 0.1, "need": 1.2},
    "food_inflow": {"amount": 0.5, "months": 6},
    "food_outflow": {"amount": 0.5, "months": 6},
    "leader_event": {"kind": "death"},
    "foreign": {"kind": "revolution"},
    "forecast": {"group": "old"},
    "regime": {"name": "law"},
    "line": {"value": -1.0},
    "act": {"who": "lot(20, members)", "kind": "opinion"},
    "campaign": {"who": "everybody", "months": 12},
    "quarrel": {"a": "level(province) and province(1)", "b": "level(province) and province(2)", "winner": "a"},
    "crime": {"where": "province(2)"},
    "open_case": {"where": "province(1)"},
    "replace": {"levels": ["province"], "by": "vote"},
    "form_faction": {"who": "lot(15, members)", "name": "second"},
    "levy": {"size": 3.0},
    "attack": {"victim": "lot(1, officials)"},
    "attacks": {"rate": 0.5},
    "enemies": {"who": "lot(30, citizens)"},
    "accuse": {"who": "lot(20, members)"},
    "sanction": {"who": "lot(20, members)", "rung": "expulsion"},
    "banish": {"who": "lot(10, members)"},
    "escape": {"who": "status(inquiry, imprisoned, exiled, camp)"},
    "police_chief": {"by": "bottom(1, conviction, police)", "provinces": [1, 2], "rung": "expulsion"},
    "name_enemy": {"who": "lot(.2, citizens)", "months": 12},
    "moral_shock": {"size": 1.0, "months": 24},
    "release": {"who": "status(inquiry, imprisoned, exiled, camp)"},
    "move": {"who": "status(imprisoned, exiled, camp)", "to": "province(3)"},
    "offer": {"who": "status(exiled, imprisoned, expelled)", "ease": 1.0},
    "capitulate": {"who": "lot(10, members)"},
    "purge": {"who": "members", "share": 0.1},
    "take_hostages": {"group": "old", "n": 8},
    "set": {"variable": "grievance", "value": 1.0, "who": "lot(.3, all)"},
    "clamp": {"variable": "fear", "value": 1.0, "months": 6},
}


@pytest.mark.parametrize("name", EVENTS)
def test_every_event_moves_something(name):
    entry = {"month": 12, "event": name, **ENTRIES.get(name, {})}
    for order, seed in product(("terror", "apparatus", "war", "law"), (5, 6)):  # few leave in disgust
        before, after = told([laid(order, True, {}), laid(order, True, {}, (entry,))], seed)
        if before != after:
            return
    raise AssertionError(f"{entry} moves nothing in any order")


SIGNING = (  # elders matter where they sign before others
    {"month": 2, "event": "capitulate", "who": "lot(6, faction(crowd))"},
    {"month": 2, "event": "offer", "who": "faction(crowd)", "ease": 0.5},
)
HELD = [{"name": "held", "who": "faction(crowd)", "n": 30, "held": "prison", "term": 30}]
BESIDE = {  # what some words need beside them
    "leaders": {"leaders": {"n": 2, "positions": "equal support"}},
    "factions": {"factions": [{"name": "crowd", "who": "members", "n": 20}]},
}
SETUPS = {
    "groups.traits": {"groups": [{"name": "old", "of": "members", "n": 20, "traits": {"courage": 1.0}}]},
    "groups.fame": {"groups": [{"name": "old", "of": "members", "n": 20, "fame": 0.9}]},
    "groups.degree": {"groups": [{"name": "old", "of": "members", "n": 20, "degree": 30}]},
    "groups.label": {"groups": [{"name": "old", "of": "members", "n": 20, "label": "ex"}]},
    "groups.category": {"groups": [{"name": "old", "of": "members", "n": 20, "category": 3}]},
    "persons": {"persons": [{"name": "Heir", "role": "reserve_leader", "traits": {"courage": 1.0}}]},
    "leaders.n": {"leaders": {"n": 3, "positions": "equal support"}},
    "leaders.positions": {"leaders": {"n": 2, "positions": [-0.9, 0.9]}},
    "leaders.character": {"leaders": {"n": 2, "positions": "equal support", "character": {"harshness": 1.0}}},
    "clans.provinces": {**BESIDE["leaders"], "clans": [{"leader": 2, "provinces": [1, 2, 3]}]},
    "clans.line": {**BESIDE["leaders"], "clans": [{"leader": 2, "provinces": [1, 2, 3], "line": {"rule": -1}}]},
    "clans.zeal": {**BESIDE["leaders"], "clans": [{"leader": 2, "provinces": [1, 2, 3], "zeal": 1.0}]},
    "factions.line": {"factions": [{"name": "crowd", "who": "members", "n": 20, "line": {"rule": -0.9}}]},
    "factions.elders": {"factions": [{"name": "crowd", "who": "members", "n": 40, "elders": 20}], "prisoners": HELD},
    "factions.convinced": {"factions": [{"name": "crowd", "who": "members", "n": 20, "convinced": 1.0}]},
    "prisoners": {"prisoners": [{"name": "held", "who": "members", "n": 10, "held": "prison", "term": 12}]},
    "rings": {"rings": [{"where": "province(1)", "ring": 0.9, "tenure": 60, "crime": 0.5, "insiders": 0.6}]},
    "ties": {"ties": [{"who": "group(old)", "to": "police", "n": 3}]},
    "shares": {"shares": [{"condition": "private_dissenters", "target": 0.6, "trait": "stance_rule"}]},
    "traits_by_level": {"traits_by_level": {"centre": {"competence": 0.05}}},
    "traits_by_estate": {"traits_by_estate": {"police": {"courage": 0.05}}},
    "assign": {"assign": [{"name": "pressed", "of": "all", "share": 0.5, "sets": {"exit": "open", "publicity": 1.0}}]},
    "society.lines": {"society": {"lines": {"rule": [-1.0, -1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]}}},
}
WITHOUT = {
    "leaders": BESIDE["leaders"],
    "factions": BESIDE["factions"],
    "clans.provinces": BESIDE["leaders"],
    "factions.elders": {"factions": [{"name": "crowd", "who": "members", "n": 40}], "prisoners": HELD},
    "clans": SETUPS["clans.provinces"],
}


@pytest.mark.parametrize("name", SETUPS)
def test_every_word_of_a_set_up_moves_something(name):
    without = WITHOUT.get(name, WITHOUT.get(name.split(".")[0], {}))
    for order in ("apparatus", "terror", "law", "war"):
        whole = country(order, True)
        made = [
            {key: {**whole.get(key, {}), **value} if key == "society" else
             [*value, KNOWN] if key == "groups" else value for key, value in tables.items()}
            for tables in (without, SETUPS[name])
        ]
        besides = SIGNING if name == "factions.elders" else ()
        before, after = (told([laid(order, True, tables, besides)])[0] for tables in made)
        if before != after:
            return
    raise AssertionError(f"{name} moves nothing in any order")
