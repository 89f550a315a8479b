"""Card 18: whose example the members of a faction follow when one of them is not free."""

from __future__ import annotations

import numpy as np
from bench import Country

from unanimity.mechanisms.police.elders import count_held, find_elders, keep_places
from unanimity.world.codes import ABROAD, EXILED, FRIEND, NEVER, NOBODY

LOOK_FOR_ELDERS = (count_held, keep_places, find_elders)


def faction(held=(7,), ties=(), elders=(), **columns):
    """People 0 .. 7 are of faction 2; those of `held` sit in exile."""
    here = Country(24, ties=ties)
    here.faction[:8], here.faction_size[2] = 2, 8
    here.status[list(held)] = EXILED
    here.elders[:], here.elder_ties[:], here.faction_held[:] = NOBODY, -1, 9
    here.elders[:len(elders), 2] = elders
    here.signed_month[:] = NEVER
    for name, changes in columns.items():
        for i, value in changes.items():
            getattr(here, name)[i] = value
    here.list_docket().run(LOOK_FOR_ELDERS)
    return here


STAR = [(a, b, 0.5, FRIEND) for a, b in ((0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (2, 3), (5, 6), (5, 20))]


def looked_to(here):
    return sorted(int(i) for i in here.elders[:, 2] if i != NOBODY)


def test_the_five_with_most_ties_within_the_faction():
    here = faction(ties=STAR)  # ties within: 4, 3, 3, 3, 1, 1, 1, 0
    assert looked_to(here)[:4] == [0, 1, 2, 3] and len(looked_to(here)) == 5 and looked_to(here)[4] in (4, 5, 6)
    assert here.faction_held[2] == 1 and (here.faction_held[[1, 3, 200]] == 0).all()


def test_who_is_named_by_a_script_goes_first_and_who_is_an_elder_keeps_his_place():
    assert 7 in looked_to(faction(ties=STAR, elder={7: 1}))
    kept = faction(ties=STAR, elders=(6, 7))
    assert looked_to(kept) == sorted({0, 6, 7} | set(looked_to(kept)) - {0, 6, 7}) and {6, 7, 0} <= set(looked_to(kept))
    assert len(set(looked_to(kept))) == 5


def test_nobody_is_looked_for_where_nobody_is_held():
    free = faction(held=(), ties=STAR)
    assert looked_to(free) == [] and (free.faction_held == 0).all()
    gone = faction(held=(), ties=STAR, status={7: ABROAD})
    assert looked_to(gone) == [] and gone.faction_held[2] == 0
    two = faction(held=(5, 6, 7), ties=STAR)
    assert two.faction_held[2] == 3
    outside = faction(held=(20,), ties=STAR)  # of no faction
    assert looked_to(outside) == [] and (outside.faction_held == 0).all()


def test_another_faction_without_prisoners_has_no_elders():
    here = faction(ties=STAR, faction={8: 3, 9: 3, 10: 3})
    assert (here.elders[:, 3] == NOBODY).all() and np.count_nonzero(here.faction_held) == 1
