"""What is known of organisations, with bands, and what a statute gives beside it."""

from __future__ import annotations

import json

import numpy as np
import pytest

from unanimity import UserError
from unanimity.statutes import STATUTES, check, targets
from unanimity.statutes.check import ABOVE, BELOW, INSIDE, NONE, TOLD, Target, word_of


def test_every_number_has_a_band_a_source_and_statutes_of_which_it_speaks():
    assert len({one.id for one in targets()}) == len(targets()) >= 12
    for one in targets():
        assert one.band[0] <= one.known <= one.band[1] and set(one.of) <= set(STATUTES) and len(one.source) > 15
    spoken = {one.id for one in targets()}
    assert {"turnout-small-units", "ballot-belief", "silence", "complaints", "founded", "reprisal", "new-officers",
            "motions", "seen-by-name"} <= spoken
    with pytest.raises(ValueError, match="outside its band"):
        Target.model_validate({**targets()[0].model_dump(), "known": 0.1})


def test_a_number_lies_in_its_band_or_not_and_is_only_told_of_another_kind():
    one = next(one for one in targets() if one.id == "new-officers")
    words = [word_of(one, "works-councils", value) for value in (0.379, 0.1, 0.9, np.nan)]
    assert words == [INSIDE, BELOW, ABOVE, NONE]
    assert word_of(one, "foundation", 0.9) == TOLD
    assert one.said(0.379) == "38\u00a0%" and one.said(np.nan) == "\u2013"


def test_a_statute_is_laid_beside_what_is_known_with_the_same_bits():
    found = check(["worker-coop"], worlds=1, months=132, members=60, seed=3)
    again = check(["worker-coop"], worlds=1, months=132, members=60, seed=3, threads=1)
    assert json.dumps(found.record()) == json.dumps(again.record())
    row = {one.id: found.found[one.id]["worker-coop"] for one in targets()}
    assert row["ballot-belief"].value == pytest.approx(0.25) and row["ballot-belief"].word == INSIDE
    assert row["turnout-small-units"].word == NONE  # heads of its teams are named, not elected
    assert 0.3 < row["turnout-federation"].value <= 1.0 and row["turnout-federation"].word == TOLD
    assert found.judged == sum(one.word in (INSIDE, BELOW, ABOVE) for one in row.values()) >= 5
    assert len(found.outside) <= found.judged


def test_too_few_months_or_worlds_are_refused():
    with pytest.raises(UserError, match="--months = 60"):
        check(["worker-coop"], months=60)
    with pytest.raises(UserError, match="--worlds = 0"):
        check(["worker-coop"], worlds=0)
