"""Every parameter and every lever of the catalogue changes something in some storm."""

from __future__ import annotations

import pytest
from storm import CRIMES, HARD, HARD_SCRIPT, OTHER_SCRIPT, PEOPLE, STRICT, digests, ran, stormy

from unanimity.engine.plan import lever_read
from unanimity.mechanisms import CATALOGUE
from unanimity.world.levers import BY_NAME

PARAMETERS = [field for mechanism in CATALOGUE for field in mechanism.fields]
STORMS = (
    {"name": "terror"}, {"name": "law"}, {"name": "war"},
    {"name": "terror", "changes": STRICT, "script": OTHER_SCRIPT,
     "delegate": [{"levers": ["sanction_cap", "police_quota"]}], "society": {"people": PEOPLE, "tree": [4, 2, 4]}},
    {"name": "law", "changes": STRICT, "script": OTHER_SCRIPT}, {"name": "law", "script": []},
    {"name": "war", "changes": {"market": "tolerated", "procurement": "seizure", "police_quota": 0.02,
                                  "market_policing": 0.5, "association.parties": "tolerated"}},
    {"name": "terror", "changes": HARD, "script": HARD_SCRIPT}, {"name": "war", "changes": HARD, "script": HARD_SCRIPT},
    {"name": "law", "changes": {"recruitment.applying": 0.05}, "script": HARD_SCRIPT},
    {"name": "apparatus", "changes": {"protection.telling": 0.3}, "script": CRIMES},
    {"name": "war", "changes": {"police_quota": 0.01},
     "script": [{"month": 34, "lever": "quota_requests", "value": "on"}]},
    {"name": "terror", "script": [{"month": 1, "event": "accuse", "who": f"lot(.1, citizens, {offence})", "guilty": 1.0,
                                   "offence": offence} for offence in ("theft", "sabotage")]},
    {"name": "war", "society": {"people": PEOPLE, "tree": [4, 2, 4], "spare": 0.4, "moving": True}},
    {"name": "apparatus", "changes": {"protection.telling": 0.3, "hotline": "on", "strike_fund": 6}, "script": CRIMES},
    {"name": "terror", "changes": HARD, "script": [*HARD_SCRIPT[-1:], {"month": 21, "event": "foreign",
                                                                       "kind": "revolution", "months": 3}]},
    {"name": "terror", "changes": {"isolation": 0.0, "custody.strike": 0.2, "custody.together": 0.05,
                                   "custody.enough": 3, "prison_capacity": 0.05, "sanction_cap": "death"},
     "script": [{"month": 0, "event": "sanction", "who": "lot(60, members)", "rung": "camp"},
                {"month": 1, "event": "sanction", "who": "faction(left)", "rung": "prison"}]},
    # farms that stand at the start have cost no beasts: herds are killed where fields become common later; and lone
    # attacks are rare in a small country
    {"name": "law", "script": [{"month": 3, "lever": "collective_farms", "value": 1.0},
                               {"month": 0, "event": "attacks", "rate": 1.0}]},
)
MONTHS = 40
PARTS = 6  # of all parameters, of which one is tried each time and the others by `make check`
SOON = 12  # months after which most have moved something: only the others are waited for
# these need what no storm brings about; tests/soak/test_rarely_active.py moves them in random regimes
RARE = {"concentration.partner", "concentration.calm", "concentration.cost", "confession.scars", "exit.last_vote",
        "protection.knowing"}


def moved(changes):
    """Which of these pairs of changes give different worlds in some storm."""
    found: set[str] = set()
    for storm, months in (*((storm, SOON) for storm in STORMS[:2]), *((storm, MONTHS) for storm in STORMS)):
        left = [key for key in changes if key not in found]
        if not left:
            break
        base = stormy(**storm)
        regimes = [base.but({key: value}) for key in left for value in changes[key]]
        told = digests(ran(regimes, [3] * len(regimes), months=months, threads=2))
        found |= {key for k, key in enumerate(left) if told[2 * k] != told[2 * k + 1]}
    return found


@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.slow) for part in range(1, PARTS))])
def test_every_parameter_of_the_catalogue_moves_the_world(part):
    changes = {field.key: (field.span.low, field.span.high) for field in PARAMETERS[part::PARTS]}
    left = sorted(set(changes) - moved(changes) - RARE)
    assert left == [], ' '.join(left)


@pytest.mark.slow  # test_every_word_moves_something.py tries every value of every lever each time
def test_every_lever_that_a_mechanism_lists_moves_the_world():
    listed = {name for mechanism in CATALOGUE for name in mechanism.levers}
    ends = {}
    for name in sorted(listed):
        lever = BY_NAME[name]
        words = [w for w in lever.words if w not in (lever.counted, "as sanction_cap")] if lever.is_choice else []
        ends[name] = (words[0], words[-1]) if words else (lever.low, min(lever.high, 12.0))
    left = sorted(set(ends) - moved(ends) - RARE)
    assert left == [], ' '.join(left)


@pytest.mark.parametrize("mechanism", CATALOGUE, ids=lambda m: m.id)
def test_the_levers_that_a_mechanism_lists_are_those_that_its_rules_read(mechanism):
    read = {lever_read(name) for rule in (*mechanism.rules, *mechanism.when_off) for name in rule.uses}
    assert read <= {*mechanism.levers, None}


def test_parameters_say_what_they_mean_with_a_source_and_a_default_within_their_span():
    assert len({field.key for field in PARAMETERS}) == len(PARAMETERS)
    for field in PARAMETERS:
        assert field.span.meaning and field.span.source and field.span.unit, field.key
        assert field.span.low <= field.default <= field.span.high and field.span.low < field.span.high, field.key
