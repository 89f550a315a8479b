"""Names of invented people: none of the sources' persons, always the same, evenly distributed."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pytest

from unanimity.results.person_names import MEN, SURNAMES, WOMEN, are_women, name_of, names_of
from unanimity.world.traits import STREAMS

EVIDENCE = Path(__file__).parent / "surnames_of_the_evidence.txt"  # first eight hexadecimal digits of SHA-256, each


def test_no_surname_is_of_a_person_in_the_evidence():
    known = set(EVIDENCE.read_text(encoding="utf-8").split())
    assert len(known) > 1000
    assert hashlib.sha256(b"kirov").hexdigest()[:8] in known, "the test can fail"
    assert [s for s in SURNAMES if hashlib.sha256(s.lower().encode()).hexdigest()[:8] in known] == []


def test_one_and_many_agree_whatever_else_is_asked():
    many = names_of(7, range(500))
    assert name_of(7, 3) == many[3] and name_of(7, 499) == many[499]
    assert list(names_of(7, [499, 3])) == [many[499], many[3]]
    assert list(names_of(7, range(400, 403))) == list(many[400:403])
    given, surname = name_of(7, 3).split()
    assert name_of(7, 3, initial=True) == f"{given[0]}. {surname}"
    assert are_women(7, [3])[0] == (given in set(WOMEN))
    assert names_of(7, []).size == 0 == are_women(7, []).size


def test_seeds_differ_and_names_are_spread():
    assert (names_of(1, range(1000)) != names_of(2, range(1000))).mean() > 0.99
    assert len(set(names_of(1, range(2000)))) > 1850
    assert are_women(1, range(4000)).mean() == pytest.approx(0.5, abs=0.03)


def test_the_lists_hold_what_they_say():
    assert len(set(WOMEN)) == len(set(MEN)) == 64 and not set(WOMEN) & set(MEN)
    assert len(set(SURNAMES)) == 256
    assert all(name.isascii() and name.istitle() for name in np.concatenate((WOMEN, MEN, SURNAMES)))
    assert not {80, 81} & set(STREAMS.values())
