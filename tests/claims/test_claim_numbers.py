"""Numbers in claims: a preset's own need no repeating, `claims new` fills [claim.sets], too few pairs, dotted names."""

from __future__ import annotations

import tomllib

import pytest
from test_new_claim import GOOD, answering
from tiny_claim import TINY

from unanimity.claims.claim import Claim, claim
from unanimity.claims.new_claim import claim_text
from unanimity.support.dotted_names import with_dotted_names
from unanimity.support.errors import UserError
from unanimity.workshop.workshop_files import described


def written(tmp_path, base, more=""):
    """The claim of `claims new` on a base, as a file."""
    given, _ = answering({**GOOD, "at": ""})
    text = claim_text(given).replace('base = "apparatus"', f'base = "{base}"')
    path = tmp_path / "claim.toml"
    path.write_text(text + more)
    return path


@pytest.mark.parametrize("preset", ["union", "terror"])
def test_a_preset_that_sets_parameters_is_used_without_repeating_them(tmp_path, preset):
    found = claim(written(tmp_path, preset)).validate()
    assert found.control.parameters and not found.claim.sets


def test_a_file_of_ones_own_shares_what_it_has_from_its_preset_and_names_what_it_sets(tmp_path):
    (tmp_path / "mine.toml").write_text('title = "Mine"\nbased_on = "union"\n[levers]\nrecall = "off"\n')
    assert claim(written(tmp_path, "mine.toml")).validate().control.parameters
    (tmp_path / "mine.toml").write_text('title = "Mine"\nbased_on = "union"\n[parameters]\nvoice.theta = 0.15\n'
                                        '[sources]\nvoice.theta = "assumed"\n')
    with pytest.raises(UserError, match=r"voice\.theta is set, but not named under \[claim\.sets\]"):
        claim(written(tmp_path, "mine.toml")).validate()
    claim(written(tmp_path, "mine.toml", '[claim.sets]\nvoice.theta = "so it is said"\n')).validate()


def test_the_questions_fill_what_a_claim_sets():
    given, told = answering({**GOOD, "levers": "ballot = secret, voice.theta = 0.2", "sets_why": "they hesitate"})
    raw = tomllib.loads(claim_text(given))
    assert told == [] and raw["claim"]["sets"] == {"voice.theta": "they hesitate"}
    found = Claim(raw, "mine.toml").validate()
    assert found.described.arms["secret ballot"].parameters == {"voice": {"theta": 0.2}}
    assert found.described.arms["secret ballot"].levers == {"ballot": "secret"}


@pytest.mark.parametrize("pairs", [3, 8, 9])
def test_too_few_replications_are_told_before_anything_runs(pairs):
    with pytest.raises(UserError, match=f"replications = {pairs} is not allowed; allowed: 10 or more"):
        Claim({**TINY, "replications": pairs}, "mine.toml")


def test_quoted_and_unquoted_dotted_names_mean_the_same():
    unquoted = tomllib.loads('[parameters]\nvoice.theta = 0.2\n[sources]\nvoice.theta = "a"\n[claim.sets]\n'
                             'voice.theta = "b"\n[arms.x]\nparameters.voice.theta = 1\n[factors.f.levels.l]\n'
                             'parameters.fear.rise = 0.1\n[regime.parameters]\nfear.rise = 0.2\n')
    quoted = tomllib.loads('[parameters]\n"voice.theta" = 0.2\n[sources]\n"voice.theta" = "a"\n[claim.sets]\n'
                           '"voice.theta" = "b"\n[arms.x]\nparameters = {"voice.theta" = 1}\n[factors.f.levels.l]\n'
                           'parameters = {"fear.rise" = 0.1}\n[regime.parameters]\n"fear.rise" = 0.2\n')
    assert with_dotted_names(unquoted) == with_dotted_names(quoted)
    assert with_dotted_names(quoted)["claim"]["sets"] == {"voice.theta": "b"}


def test_workshop_files_take_both(tmp_path):
    (tmp_path / "a.toml").write_text('base = "law"\n[over]\nballot = ["open", "secret"]\nvoice.theta = [0.1, 0.2]\n'
                                     'fear.rise = {low = 0.1, high = 0.3}\n')
    assert described(tmp_path / "a.toml", "sweep")["over"] == {
        "ballot": ["open", "secret"], "voice.theta": [0.1, 0.2], "fear.rise": {"low": 0.1, "high": 0.3}}
