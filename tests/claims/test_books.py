"""Two books of claims: that of the sources is meant where none is named, that of organisations has rules of its own."""

from __future__ import annotations

import pytest

import unanimity as un
from unanimity import UserError
from unanimity.claims import BOOKS, ORGANISATIONS, REGISTERED, every_name, missing, names
from unanimity.regimes import load_regime
from unanimity.statutes import STATUTES

BOOK = "organisations"


def test_the_second_book_is_registered_and_the_first_is_meant_where_none_is_named():
    assert len(ORGANISATIONS) == len(set(ORGANISATIONS)) == 15 and not set(ORGANISATIONS) & set(REGISTERED)
    assert names(BOOK) == ORGANISATIONS and missing(BOOK) == ()
    assert names() == names("sources") == tuple(un.claims) and len(un.claims) == 47
    assert every_name() == (*REGISTERED, *ORGANISATIONS) and ORGANISATIONS[0] in un.claims
    assert len(un.claims.list(book=BOOK)) == 15 and len(un.claims.list()) == 47
    assert set(BOOKS) == {"sources", BOOK}
    with pytest.raises(UserError, match="book 'organisation'"):
        names("organisation")


@pytest.mark.parametrize("name", ORGANISATIONS)
def test_a_claim_on_organisations_stands_on_a_statute_and_can_be_cited_and_contradicted(name):
    claim = un.claims[name].validate()
    table, described = claim.claim, claim.described
    assert described.base in STATUTES and load_regime(described.base).society.statute
    assert table.strength in ("stated", "own") and 1900 < table.year < 2020
    assert len(table.says) > 60 and len(table.falsified) > 20 and len(table.rival) > 20
    assert described.main is not None and described.rival_main is not None and described.rival
    assert claim.unsound() == [] and claim.notes() == []
    assert set(table.sets) == {key for key in described.sources}


def test_what_has_no_word_in_the_model_says_so_and_stays_in_the_book():
    unsaid = {name for name in ORGANISATIONS if un.claims[name].main.form.kind == "not expressible"}
    assert unsaid == {"freeman-1972-structurelessness"}
