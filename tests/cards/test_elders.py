"""Card 18, elders: whose example the members of a faction follow when one of them is held."""

from __future__ import annotations

import numpy as np
from example_rows import row, table

from direct_calls import run_rules
from rule_decisions import does
from unanimity.mechanisms.police.confession import Confession
from unanimity.mechanisms.police.elders import (
    any_of_it_held,
    any_place_wanted,
    count_held,
    find_elders,
    is_of_faction,
    keep_places,
    may_be_elder,
    places_kept,
    still_elder,
    take_place,
    ties_within,
    vacate,
    wave_around,
    wave_of,
)
from unanimity.world.codes import ABROAD, CAMP, FREE, NEVER, NOBODY

P = Confession(isolation=0.5, hunger=0.3, kin=0.15, company=0.5, scars=0.1, least=0.6, signing=0.3, trap=0.5,
               ties_named=4.0, strangers_named=1.0, file=0.4, warranted=0.5, capitulating=0.05, dependant=0.2,
               absurd=5.0, plausible=3.0, wave=6.0, from_afar=0.25)
FIRMLY = 1 << 20


def test_those_held_are_counted_anew():
    assert is_of_faction(row(faction=1, status=CAMP)) and not is_of_faction(row(faction=0, status=CAMP))
    assert not is_of_faction(row(faction=1, status=ABROAD))
    found = run_rules((count_held,), {"status": np.array([CAMP, FREE, CAMP, CAMP, CAMP, ABROAD]),
                                      "faction": np.array([2, 2, 0, 2, 3, 3]), "docket": np.array([0, 2, 3, 4, 5, 0]),
                                      "docket_size": 5, "faction_held": np.full(256, 4)})
    assert found["faction_held"][:5].tolist() == [0, 0, 2, 1, 0] and not found["faction_held"][5:].any()
    assert any_of_it_held(row(faction_held=1)) and not any_of_it_held(row(faction_held=0))


def elders(who=(0, 1, 2), members=(2, 2, 2, 2, 2, 2), signed=NEVER, held=3):
    people = table(status=[FREE] * 6, faction=list(members), signed_month=[signed] * 6)
    factions = table(faction_held=[0, 0, held, 0], elders=np.full((5, 4), NOBODY), elder_ties=np.full((5, 4), 7))
    factions.elders[:len(who), 2] = who
    return people, factions


def test_who_keeps_his_place():
    people, factions = elders()
    assert places_kept(2, 30, people, factions, P) == (3, 3)
    assert places_kept(2, 30, *elders(members=(2, 0, 2, 2, 2, 2)), P) == (2, 2)
    assert places_kept(2, 30, *elders(members=(2, 0, 2, 2, 2, 2), signed=29), P) == (3, 2)
    vacate(2, True, 30, people, factions, P)
    assert factions.elders[:, 2].tolist() == [0, 1, 2, NOBODY, NOBODY] and factions.faction_held[2] == 3
    assert factions.elder_ties[:, 2].tolist() == [FIRMLY] * 3 + [-1] * 2 and (factions.elder_ties[:, 1] == 7).all()
    people, factions = elders(members=(2, 0, 2, 2, 2, 2))
    vacate(2, False, 30, people, factions, P)
    assert factions.elders[:, 2].tolist() == [0, NOBODY, 2, NOBODY, NOBODY] and factions.faction_held[2] == -3


def test_whether_somebody_is_looked_for():
    assert does(keep_places, "vacate", faction=row(faction_size=6), places_kept=(3, 3))
    assert not does(keep_places, "vacate", faction=row(faction_size=3), places_kept=(3, 3))
    assert not does(keep_places, "vacate", faction=row(faction_size=9), places_kept=(5, 5))
    assert does(keep_places, "vacate", faction=row(faction_size=9), places_kept=(4, 4))

    def wanted(held):
        return bool(any_place_wanted(table(faction_held=[9, *held, *[0] * 252])))
    assert wanted((1, 0, 0)) and wanted((0, 0, 2)) and not wanted((0, -3, 0)) and not wanted((0, 0, 0))
    assert may_be_elder(row(faction=2), row(faction_held=1)) and not may_be_elder(row(faction=2), row(faction_held=-1))
    assert not may_be_elder(row(faction=0), row(faction_held=1))
    assert not may_be_elder(row(faction=2), row(faction_held=0))
    assert does(find_elders, "take_place", one=row(elder=0), ties_within=4) == 4
    assert does(find_elders, "take_place", one=row(elder=1), ties_within=4) == 1028


def placed(i, count, ties=(5, 3, 4, 3, 9), who=(10, 11, 12, 13, 14)):
    factions = table(elders=np.array([[NOBODY, NOBODY, one] for one in who]), elder_ties=np.array([[7, 7,
                                                                                                    n] for n in ties]))
    take_place(i, count, table(faction=[2] * 20), factions)
    return factions.elders[:, 2].tolist(), factions.elder_ties[:, 2].tolist()


def test_the_place_of_the_one_with_fewest_ties():
    assert placed(3, 4) == ([10, 3, 12, 13, 14], [5, 4, 4, 3, 9])
    assert placed(3, 3) == ([10, 11, 12, 13, 14], [5, 3, 4, 3, 9])
    assert placed(12, 8) == ([10, 11, 12, 13, 14], [5, 3, 4, 3, 9])  # he has one
    assert placed(3, 4, ties=(2, 3, 4, 3, 9))[0] == [3, 11, 12, 13, 14]
    assert placed(3, 4, ties=(5, 3, 4, 3, 1))[0] == [10, 11, 12, 13, 3]


def test_ties_and_waves():
    people = table(faction=[2, 2, 3, 2], status=[FREE] * 4, signed_month=[NEVER, 29, NEVER, NEVER])
    ties = table(start=[0, 3, 4, 4, 4], neighbour=[1, 2, 3, 0])
    assert [ties_within(i, ties, people) for i in range(4)] == [2, 1, 0, 0]
    factions = table(elders=np.full((5, 4), NOBODY))
    factions.elders[:2, 2] = (1, 3)
    assert wave_around(0, 30, ties, people, factions, P) == 0.5 and wave_of(0, 0, 4, 2, P) == 0.125
    people.faction[0] = 0
    assert wave_around(0, 30, ties, people, factions, P) == 0.0
    assert still_elder(1, 2, 30, people, P)
    assert not still_elder(2, 2, 30, people, P) and not still_elder(NOBODY, 2, 30, people, P)
