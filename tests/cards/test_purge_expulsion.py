"""Card 22: whom the purge itself and verification take out of the party."""

from __future__ import annotations

import numpy as np
from bench import Country
from hypothesis import given
from hypothesis import strategies as st

from unanimity.mechanisms.police.arrest import Arrest
from unanimity.mechanisms.power.purge import Purge, strike_next, strike_off, verification_hazard, verify
from unanimity.world.codes import CITIZEN, EXILED, EXPELLED, MEMBER, POLICE, SANCTION, THE_PURGE, VERIFICATION
from unanimity.world.draws import chance, uniform

SURE = Purge(verification=9e3)
NEVER_VERIFIED = Purge(verification=0.0)
ALL, NOBODY_AT_ALL = [1] * 24, [0] * 24


def party(cap=7.0, precedent=3, seed=5, purge=None, **columns):
    """Members who all think otherwise, six in each of four cells."""
    here = Country(24, seed=seed).set(sanction_cap=cap)
    here.estate[:], here.conviction[:], here.stance[:], here.line[:], here.ambition[:] = MEMBER, 1.0, -1.0, 1.0, 0.0
    here.rung_max[0] = precedent
    for name, changes in {"purge": purge or {}, **columns}.items():
        for i, value in changes.items():
            getattr(here, name)[i] = value
    return here


def marked(here, p=SURE, weight=0.8):
    """Why each is to be expelled."""
    here.run((strike_next, verify), p, p_arrest=Arrest(purge=weight))
    return here.struck_off.tolist()


def verified(**more):
    return [int(why == VERIFICATION) for why in marked(party(**more))]


def test_whoever_has_a_party_card_can_be_verified_but_not_the_police():
    assert verified() == ALL and not any(marked(party(), NEVER_VERIFIED))
    assert verified(estate={0: CITIZEN, 7: POLICE}) == [0, *[1] * 6, 0, *[1] * 16]
    assert verified(status={3: EXPELLED, 4: EXILED, 5: 1}) == [1, 1, 1, 0, 0, 1, *[1] * 18]


def test_an_expulsion_needs_a_law_and_a_precedent():
    assert verified(cap=2.0) == NOBODY_AT_ALL and verified(cap=3.0) == ALL
    assert verified(precedent=1) == NOBODY_AT_ALL and verified(precedent=2) == ALL


@given(st.integers(0, 10**6), st.sampled_from([(1.0, 1.0), (0.2, 0.1)]))
def test_verification_draws_one_lot_for_each(seed, weights):
    p = Purge(verification=0.05, thinking=weights[0], careerism=weights[1])
    here = party(seed=seed)
    here.conviction[:], here.ambition[:] = 0.9, 1.0
    row = type("Row", (), {"stance": -1.0, "conviction": np.float32(0.9), "ambition": np.float32(1.0), "line": 1.0})
    with np.errstate(over="ignore"):
        lots = [uniform(here.seed, 542, i, here.month) for i in range(24)]
    due = chance(verification_hazard(row, row, p))
    assert marked(here, p) == [VERIFICATION if lot < due else 0 for lot in lots]


def test_the_purge_expels_those_at_whom_it_points():
    assert marked(party(purge={5: 1.0}), NEVER_VERIFIED, 9e3) == [0, 0, 0, 0, 0, THE_PURGE, *[0] * 18]
    assert not any(marked(party(purge={5: 1.0}), NEVER_VERIFIED, 0.0))
    assert not any(marked(party(purge=dict.fromkeys(range(24), 1e-7)), NEVER_VERIFIED, 9e9))  # too faint
    both = marked(party(purge={5: 1.0}, estate={6: POLICE}), SURE, 9e3)
    assert both == [*[VERIFICATION] * 5, THE_PURGE, 0, *[VERIFICATION] * 17]


def struck(why, **columns):
    """The country after these have been struck off, and whose sanctions the log holds."""
    here = party(struck_off=why, **columns)
    here.purge_expelled[0], here.verified[0] = 5, 7
    rows = here.list_docket().run(strike_off)
    assert not here.struck_off.any(), "next month begins anew"
    return here, rows[rows["event"] == SANCTION]["person"].tolist()


def test_those_struck_off_lose_card_and_office_and_are_listed():
    here, told = struck({0: VERIFICATION, 3: VERIFICATION, 4: THE_PURGE}, office={3: 1}, headed={3: 1})
    assert told == [0, 3, 4] and here.status[:6].tolist() == [EXPELLED, 0, 0, EXPELLED, EXPELLED, 0]
    assert here.estate[0] == CITIZEN and here.office[3] == 0 and (here.rung[[0, 3, 4]] == 3).all()
    assert here.docket_size[0] == 3 and here.docket[:3].tolist() == [0, 3, 4]
    assert (here.purge_expelled[0], here.verified[0]) == (6, 9)
    assert struck({})[1] == []


def test_who_stands_on_the_docket_is_not_listed_twice():
    here, told = struck({0: VERIFICATION, 2: THE_PURGE}, status={0: 1, 9: EXILED})
    assert told == [0, 2] and here.docket[:here.docket_size[0]].tolist() == [0, 9, 2]
