"""Provenance: a Result says what was run, by which version, on which seeds, in enough detail to run it again."""

from __future__ import annotations

import unanimity
from small_regimes import only_the_hall


def manifest(changes=None, **more):
    return unanimity.run(only_the_hall("law"), changes, months=2, people=128, **more).manifest


def described(found):
    """What the manifest says of the regime, apart from digests and clocks."""
    return {key: value for key, value in found.items()
            if key not in ("digest", "fingerprints", "threads") and "second" not in key}


def test_it_names_version_source_regime_people_tree_and_digest():
    found = manifest(seed=4)
    assert found["version"] == unanimity.__version__ and found["regime"] == "law"
    assert (found["people"], found["tree"], found["burn_in"]) == (128, [8, 4, 4], 0)
    assert len(found["digest"]) == 64 and len(found["source"]) == 16
    assert found["fingerprints"] == [only_the_hall("law", {"people": 128, "months": 2}).fingerprint]


def test_the_digest_changes_with_the_seed_and_with_any_lever_that_acts():
    digests = {manifest(changes, seed=seed)["digest"] for changes, seed in
               ((None, 1), (None, 2), ({"ballot": "open"}, 1), ({"ballot@1": "open"}, 1), ({"voice.theta": 0.2}, 1))}
    assert len(digests) == 5


def test_it_tells_apart_what_differs_in_levers_parameters_or_inputs():
    told = [str(described(manifest(changes))) for changes in (
        None, {"ballot": "open"}, {"voice.theta": 0.2}, {"threat": 0.3}, {"autonomy": 0.1234567},
        {"autonomy": 0.1234568}, {"ballot@2": "open"}, {"ballot@centre": "open"})]
    assert len(set(told)) == len(told)


def test_it_tells_what_was_scheduled():
    plain, later = (unanimity.run(regime, months=2, people=128).manifest for regime in (
        only_the_hall("law"), only_the_hall("law").from_month(1, {"ballot": "open"})))
    assert described(plain) != described(later)
