"""A user's own mechanism: twenty lines in a file outside the package, checked by hand."""

from __future__ import annotations

import dataclasses
from typing import Annotated, NamedTuple

import numpy as np
import pytest
from helpers import digests, scheduled

import unanimity
from small_regimes import only_the_hall
from unanimity.engine.batch import make_batch
from unanimity.engine.collect import recorded
from unanimity.engine.run import lay_record, run_months
from unanimity.measures.declare import mean
from unanimity.regimes.schedule import Entry
from unanimity.world.columns import person, unit, world
from unanimity.world.draws import uniforms
from unanimity.world.rules import Mechanism, each, total
from unanimity.world.spans import Span


class Rumour(NamedTuple):
    """How a rumour spreads."""

    catches: Annotated[float, Span("chance to believe at full hearing", 0, 1, "assumed")] = 0.8
    starts: Annotated[float, Span("chance that one invents it", 0, 1, "assumed")] = 0.05


@total(of="ties", to="person")
def told(tie, other):
    return tie.weight if other.believes == 1 else 0.0


@each("person", writes="believes", stream=900)
def believe(one, told, luck, luck_2, p):
    return 1 if one.believes == 1 or luck < p.catches * min(1.0, told) or luck_2 < p.starts else 0


@total(of="person", to="cell and above", writes="believers")
def believers(believes):
    return 1.0 if believes == 1 else 0.0


@each("unit", writes="buzz")
def buzz(unit, month):
    differs = unit.announced_ballot != unit.ballot
    return unit.believers / max(1.0, unit.present) + (10.0 if differs else 0.0) + 100.0 * (month == 3)


@each("country", writes="loudest")
def loudest(country, centre):
    return max(country.loudest, centre.buzz)


RUMOUR = Mechanism(
    id="gossip", card=0, title="Gossip", sentence="People believe what those around them believe.", sources="assumed",
    parameters=Rumour, rules=(told, believe, believers, buzz, loudest), levers=("ballot",),
    neutral={"believes": 0, "loudest": -1.0},
    columns=(person("believes", "u1", 0, 1, "gossip", "believes the rumour", unit="flag"),
             unit("believers", "f8", 0, 1e9, "gossip", "who believe it", unit="persons"),
             unit("buzz", "f4", 0, 1000, "gossip", "share who believe it"),
             world("loudest", "f4", -1, 1000, "gossip", "highest share so far")))


def small(changes=None):
    return only_the_hall("law", {"people": 200, **(changes or {})}, mechanisms=[RUMOUR], after={"gossip": "voice"})


def run(regime, months, seed=6, threads=1):
    batch = make_batch([regime], [seed])
    lay_record(batch, months)
    run_months(batch, months, threads=threads)
    return batch


def by_hand(batch, months, seed, p=None):
    """The same rumour in NumPy, from last month's beliefs and the keyed draws."""
    p = p or Rumour()
    n, start = batch.people, batch.arrays["tie_start"].astype(int)
    rows = np.repeat(np.arange(n), np.diff(start))
    weight, other = batch.arrays["first_weight"] / 65535, batch.arrays["neighbour"].astype(int)
    believes = np.zeros(n, bool)
    for month in range(months):
        told = np.bincount(rows, weight * believes[other], minlength=n)
        luck, luck_2 = uniforms(seed, 900, n, month), uniforms(seed, 901, n, month)
        believes = believes | (luck < p.catches * np.minimum(1, told)) | (luck_2 < p.starts)
    return believes


@pytest.mark.parametrize("months", [1, 2, 4])
def test_its_people_do_what_a_hand_count_says(months):
    batch = run(small(), months)
    expected = by_hand(batch, months, 6)
    assert (batch.column("weight") == batch.column("first_weight")).all()  # law marks nobody: ties stay as laid
    assert 0 < expected.sum() < 200
    assert (batch.column("believes") == expected).all()


def test_its_members_are_counted_in_every_unit_up_the_tree():
    batch = run(small(), 3)
    tree, believes = batch.tree, batch.column("believes")
    for unit_ in range(tree.units):
        a, b = tree.person_range(unit_)
        assert batch.column("believers")[unit_] == believes[a:b].sum()
        assert batch.column("buzz")[unit_] == pytest.approx(believes[a:b].mean(), abs=1e-6)
    assert batch.column("loudest")[0] == pytest.approx(believes.mean(), abs=1e-6)


def test_its_parameters_are_known_to_the_regime_and_kept_within_their_span():
    louder = run(small({"gossip.starts": 0.5}), 1)
    assert (louder.column("believes") == by_hand(louder, 1, 6, Rumour(starts=0.5))).all()
    with pytest.raises(unanimity.UserError, match=r"gossip\.starts = 2 is not allowed; allowed: 0\.\.1"):
        small({"gossip.starts": 2})
    with pytest.raises(unanimity.UserError, match=r"Did you mean 'gossip\.starts'"):
        small({"gossip.start": 0.2})


def test_it_changes_nothing_for_the_others_since_its_luck_is_its_own():
    with_it, without = run(small(), 4), run(only_the_hall("law", {"people": 200}), 4)
    assert (recorded(with_it)[1] == recorded(without)[1]).all()
    for name in without.plan.columns:
        assert (with_it.column(name) == without.column(name)).all(), name


def test_it_runs_after_the_one_it_names_and_a_stranger_is_refused():
    order = [m.id for m in make_batch([small()], [1]).plan.mechanisms]
    assert order[order.index("voice") + 1] == "gossip"
    early = only_the_hall("law", {"people": 200}, mechanisms=[RUMOUR], after={"gossip": "census"})
    assert [m.id for m in make_batch([early], [1]).plan.mechanisms][1] == "gossip"
    lost = only_the_hall("law", {"people": 200}, mechanisms=[RUMOUR], after={"gossip": "voyce"})
    with pytest.raises(unanimity.UserError, match="to run after 'voyce', which the month does not hold"):
        make_batch([lost], [1])


def test_it_is_the_same_on_two_threads_that_share_the_world(monkeypatch):
    from unanimity.engine import run as running
    alone = digests(run(small(), 4))
    monkeypatch.setattr(running, "SHARED_FROM", 1)
    monkeypatch.setattr(running, "PEOPLE_A_TASK", 16)
    assert digests(run(small(), 4, threads=2)) == alone


def test_switched_off_its_outputs_take_their_neutral_values():
    import dataclasses
    batch = run(dataclasses.replace(small(), off=frozenset({"gossip"})), 3)
    assert (batch.column("believes") == 0).all()
    assert batch.column("loudest")[0] == -1.0


def test_a_lever_is_seen_when_it_is_announced_and_binds_only_at_its_month():
    base = scheduled(small(), Entry(2, "lever", "ballot", 0.0, announced=1))
    waits, plain = make_batch([base], [6]), make_batch([small()], [6])
    for batch in (waits, plain):
        lay_record(batch, 3)
    seen = []
    for month in range(3):
        for batch in (waits, plain):
            run_months(batch, month + 1, threads=1)
        seen.append(float(waits.column("buzz")[-1]) >= 10.0)
        dissent = [batch.column("voice") for batch in (waits, plain)]
        same = bool((dissent[0] == dissent[1]).all())
        assert same == (month < 2), "an announced ballot must not bind before its month"
    assert seen == [False, True, False]


def test_what_was_announced_before_the_run_began_is_known_from_its_first_month():
    batch = run(scheduled(small(), Entry(2, "lever", "ballot", 0.0, announced=-3)), 1)
    assert batch.column("buzz")[-1] >= 10.0


def test_it_knows_the_month():
    batch = run(small(), 4)
    assert batch.column("buzz")[-1] >= 100.0


def test_a_regime_already_loaded_takes_a_mechanism_too():
    base = only_the_hall("law", {"people": 200})
    assert "gossip" in {m.id for m in unanimity.regime(base, mechanisms=[RUMOUR]).mechanisms}


def test_a_misspelt_argument_names_the_rule_and_the_argument():
    @each("person", writes="believes")
    def slip(beleives):
        return beleives

    import dataclasses
    broken = dataclasses.replace(RUMOUR, rules=(slip,), neutral={})
    with pytest.raises(ValueError, match="gossip_slip reads 'beleives', which is no column, lever or parameter"):
        run(only_the_hall("law", {"people": 200}, mechanisms=[broken]), 1)


def test_luck_without_a_stream_is_refused_in_every_kind_of_rule():
    import dataclasses

    @each("person", writes="believes")
    def guess(luck):
        return 1 if luck < 0.5 else 0

    @each("cell", writes="buzz")
    def hum(luck):
        return luck

    for rule in (guess, hum):
        broken = dataclasses.replace(RUMOUR, rules=(rule,), neutral={})
        with pytest.raises(ValueError, match="stream"):
            run(only_the_hall("law", {"people": 200}, mechanisms=[broken]), 1)


# a measure that a mechanism brings ------------------------------------------------------------------------------------
def everybody_here(status):
    return status < 3


@mean(over=everybody_here)
def share_who_believe(believes):
    """Share of people who believe the rumour."""
    return 1.0 if believes == 1 else 0.0


HEARD = dataclasses.replace(RUMOUR, measures=(share_who_believe,))
ASKED = {"title": "Gossip", "base": "apparatus", "people": 200, "months": 6, "burn_in": 0, "replications": 10,
         "regime": {"mechanisms": [], "society": {"tree": [2, 2, 2]}}, "explained_by": ["gossip"],
         "arms": {"deaf": {"parameters": {"gossip": {"catches": 0.0, "starts": 0.0}}}},
         "sources": {"gossip.catches": "assumed", "gossip.starts": "assumed"},
         "measures": {"believers": {"expression": "share_who_believe", "says": "who believe", "unit": "share"}},
         "expect": [{"form": "sign", "measure": "believers", "direction": "fall"}]}
SAID = {"author": "A. Reader", "date": "2026-11", "source": "Minutes", "lines": "p. 3", "says": "Rumours need ears.",
        "expects": "Belief falls.", "falsified": "It does not.", "rival": "It does not matter.", "strength": "own",
        "sets": {"gossip.catches": "who is deaf hears nothing", "gossip.starts": "and invents nothing"}}
JUDGED = {"falsified_if": [{"form": "denies", "measure": "believers", "direction": "fall", "margin": 5,
                            "unit": "points"}],
          "rival": [{"word": "unchanged", "measure": "believers", "share": True}]}


def test_a_mechanism_brings_its_own_measure_to_runs_experiments_and_claims(tmp_path):
    mine = only_the_hall("apparatus", mechanisms=[HEARD], after={"gossip": "voice"})
    found = unanimity.run(mine, people=200, months=6, worlds=2, ask=["share_who_believe(last 3)"])
    assert 0.0 < found.summary()["share_who_believe"] <= 1.0
    assert (found.answers["share_who_believe(last 3)"] > 0.0).all()
    assert "share_who_believe" in unanimity.run(mine, people=200, months=2, measures=["share_who_believe"]).measures
    judged = unanimity.experiment(ASKED, mechanisms=[HEARD], after={"gossip": "voice"}).run(store=tmp_path)
    assert judged.effect.effect < 0.0
    claim = unanimity.claims.claim({**ASKED, **JUDGED, "claim": SAID}, mechanisms=[HEARD], after={"gossip": "voice"})
    assert claim.run(store=tmp_path).effect.effect == judged.effect.effect


def test_a_measure_of_a_name_that_is_taken_is_refused():
    taken = dataclasses.replace(RUMOUR, measures=(dataclasses.replace(share_who_believe, name="unanimity"),))
    with pytest.raises(unanimity.UserError, match="brings a measure 'unanimity', a name that is taken"):
        unanimity.run(only_the_hall("apparatus", mechanisms=[taken]), people=200, months=1)


HELPER = '''
from typing import Annotated, NamedTuple
from numba import njit
from unanimity.world.formula import formula
from unanimity.world.rules import Mechanism, each
from unanimity.world.columns import person
from unanimity.world.spans import Span

class Own(NamedTuple):
    """{words}"""
    pace: Annotated[float, Span("{words}", 0, {most}, "assumed")] = {default}

LIMIT = {limit}

@formula
def deeper(x):
    return min(LIMIT, x * {factor})

@njit
def compiled(x):
    return x + {added}

@formula
def helper(x):
    return deeper(compiled(x))

@each("person", writes="mine", stream={stream})
def rule(mine, luck, p):
    # {words}
    return helper(mine + p.pace * luck)

OWN = Mechanism(id="own", card=0, title="{words}", sentence="{words}", sources="assumed", parameters=Own, rules=(rule,),
                neutral={{"mine": {neutral}}},
                columns=(person("mine", "f4", 0, 9, "own", "{words}", initial={initial}),))
'''
WRITTEN = {"words": "one", "default": 0.5, "most": 1, "limit": 9.0, "factor": 0.5, "added": 0.0, "stream": 950,
           "neutral": 0, "initial": 0}


def fingerprint_of(**changes):
    space = {}
    exec(compile(HELPER.format(**WRITTEN | changes), "own.py", "exec", dont_inherit=True), space)
    return only_the_hall("law", {"people": 200}, mechanisms=[space["OWN"]]).fingerprint


def test_a_fingerprint_holds_all_that_a_mechanism_does_and_nothing_that_is_only_said_of_it():
    assert fingerprint_of() == fingerprint_of() == fingerprint_of(words="another")
    changed = [fingerprint_of(**{name: value}) for name, value in
               {"default": 0.6, "most": 2, "limit": 8.0, "factor": 0.25, "added": 0.1, "stream": 951, "neutral": 1,
                "initial": 1}.items()]
    assert fingerprint_of() not in changed and len(set(changed)) == len(changed)


def test_a_checkpoint_of_a_mechanism_with_another_default_is_refused(tmp_path):
    import dataclasses

    from unanimity.engine.checkpoint import load_checkpoint, save_checkpoint

    class Eager(NamedTuple):
        """The same with another default."""

        catches: Annotated[float, Span("chance to believe at full hearing", 0, 1, "assumed")] = 0.9
        starts: Annotated[float, Span("chance that one invents it", 0, 1, "assumed")] = 0.05

    batch = make_batch([small()], [6])
    lay_record(batch, 4)
    save_checkpoint(batch, tmp_path / "c.npz")
    other = only_the_hall("law", {"people": 200}, mechanisms=[dataclasses.replace(RUMOUR, parameters=Eager)],
                          after={"gossip": "voice"})
    again = make_batch([other], [6])
    lay_record(again, 4)
    with pytest.raises(unanimity.UserError, match="its regime differ"):
        load_checkpoint(again, tmp_path / "c.npz")
