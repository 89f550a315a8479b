"""Properties that every published model of the shelf must have, and the signs of the statistical ones."""

import contextlib

import numpy as np
import pytest

from unanimity import reference
from unanimity.reference import centola, helbing, networks, pluchino, published_model
from unanimity.support.errors import UserError

QUICK = {
    "epstein": {"ticks": 60}, "epstein_groups": {"ticks": 60}, "daymude": {"rounds": 600, "people": 1000},
    "pluchino": {"steps": 60, "firms": 4}, "helbing": {"ticks": 15}, "granovetter": {"crowds": 50},
}
# Another value for every parameter, and what else must be set for it to have a say.
COPS, TURN = {"cop_density": 0.04}, {"legitimacy_to": 0.3, "change_at": 5}
OTHER = {
    "granovetter": {"mean": 40, "sd": 20, "people": 50, "crowds": 100},
    "kuran": {"sequence": "A'", "person": (9, {"shift": 10}), "shift": 10, "integrity": 2},
    "epstein": {
        "ratio": "literal",
        "legitimacy": 0.5,
        "cop_density": 0.1,
        "density": 0.5,
        "vision": 3,
        "cop_vision": 3,
        "jail_max": 5,
        "threshold": 0.05,
        "k": 0.5,
        "movement": "none",
        "size": 30,
        "ticks": 50,
        "cops_to": 0,
        "legitimacy_to": (0.3, {"change_at": 5}),
        "change_at": (20, TURN),
        "change_step": (0.01, TURN),
    },
    "epstein_groups": {
        "legitimacy": 0.5,
        "cop_density": 0.04,
        "cops_at": (20, COPS),
        "ratio": ("floor", COPS),
        "clone": 0.2,
        "age_max": 50,
        "vision": 3,
        "density": 0.4,
        "jail_max": (2, COPS),
        "threshold": 0.05,
        "k": (0.2, COPS),
        "size": 30,
        "ticks": 30,
    },
    "centola": {
        "network": "complete",
        "believers": 0.05,
        "placing": "random",
        "rewired": 0.2,
        "turns": "each",
        "cost": 0.3,
        "conviction": 0.6,
        "size": 20,
        "rounds": 3,
    },
    "daymude": {
        "punishment": "proportional",
        "desire": 0.4,
        "boldness": 8,
        "tolerance": 0.6,
        "severity": 1,
        "surveillance": 0.9,
        "adamancy": 3,
        "eps": 0.2,
        "people": 500,
        "rounds": 500,
    },
    "gregory": {"enemies": 0.15, "tolerated": 0.02, "information": 0.9, "capacity": 0.1},
    "hierarchy": {
        "compliance": 0.8,
        "reach": 10,
        "wage_step": 2,
        "wage_ratio": 0.5,
        "levels": 4,
        "fidelity": 0.9,
        "bias": 0.2,
        "noise": 1,
        "worker": 2,
        "manager": 2,
        "glimpse": 2,
    },
    "pluchino": {
        "hypothesis": "common sense",
        "strategy": "worst",
        "filling": "at once",
        "worst_share": (0.9, {"strategy": "mixed"}),
        "mean": 6,
        "sd": 1,
        "steps": 30,
        "firms": 6,
    },
    "siegel": {
        "network": "leaders",
        "mean": 0.8,
        "sd": 0.4,
        "inertia": 0.1,
        "people": 500,
        "ties": 10,
        "village": (50, {"network": "villages", "weak": 0.01}),
        "weak": 0.5,
        "periods": 2,
    },
    "meng": {
        "shortfall": 0.3,
        "flexibility": 1,
        "output": 3,
        "spread": 0.2,
        "local": 0.1,
        "lethality": 0.5,
        "regions": 50,
    },
    "makowsky": {
        "centralisation": 0.6,
        "reach": 3,
        "shock": 0.4,
        "conformity": 3,
        "sanction": 4,
        "limit": 0.4,
        "softness": 0.2,
        "crowd": 100,
        "district": (10, {"centralisation": 0.6}),
        "size": 50,
        "rounds": 2,
    },
    "helbing": {
        "uncertainty": 1.5,
        "preference": -1,
        "threshold": 2,
        "security": 0.05,
        "density": 0.5,
        "vision": 3,
        "jail_max": (3, {"security": 0.003, "preference": -1}),
        "size": 50,
        "ticks": 10,
    },
}


@pytest.mark.parametrize("name", reference.ALL)
def test_a_model_runs_and_says_what_it_found(name):
    model = reference[name]
    outcome = model.run(**QUICK.get(name, {}))
    assert len(outcome.table) > 0 and all(isinstance(value, float) for value in outcome.summary.values())
    assert model.title and model.citation and model.sentence and model.notice
    again = model.run(**QUICK.get(name, {}))
    assert outcome.table.equals(again.table)


@pytest.mark.parametrize("name", reference.ALL)
def test_every_parameter_moves_something(name):
    model = reference[name]
    assert set(OTHER[name]) == {parameter.name for parameter in model.fields}
    for parameter, other in OTHER[name].items():
        value, beside = other if isinstance(other, tuple) else (other, {})
        beside = {**QUICK.get(name, {}), **beside}
        before, after = model.run(**beside), model.run(**{**beside, parameter: value})
        same = before.summary == after.summary and before.table.equals(after.table)
        assert not same, f"{name}.{parameter} = {value} changes nothing"


@pytest.mark.parametrize("name", reference.ALL)
def test_every_parameter_names_its_meaning_source_and_a_default_within_its_span(name):
    for parameter in reference[name].fields:
        span = parameter.span
        assert span.meaning and span.source and span.unit
        assert span.low <= parameter.default <= span.high


@pytest.mark.parametrize("name", reference.ALL)
def test_a_value_outside_the_span_is_refused_in_one_form(name):
    model = reference[name]
    parameter = model.fields[0]
    with pytest.raises(UserError, match=rf"{name}\.{parameter.name} = .* is not allowed; allowed: "):
        model.run(**{parameter.name: parameter.span.low - 1})
    with pytest.raises(UserError, match="is not allowed"):
        model.run(**{parameter.name: float("nan")})
    with pytest.raises(UserError, match=f"no parameter of {name} 'nonsense'"):
        model.run(nonsense=1)


def test_a_misspelt_model_is_answered_with_the_nearest_name():
    with pytest.raises(UserError, match="Did you mean 'granovetter'"):
        reference["granoveter"]


def test_half_a_person_and_a_word_for_a_number_are_refused():
    with pytest.raises(UserError, match=r"granovetter\.people = 2\.5"):
        reference["granovetter"].run(people=2.5)
    with pytest.raises(UserError, match=r"epstein\.ratio = 'ceil' is not allowed; allowed: literal \| floor \| round"):
        reference["epstein"].run(ratio="ceil")
    with pytest.raises(UserError, match="no preset of epstein 'run9'"):
        reference["epstein"].run(preset="run9")


def test_a_seed_is_a_whole_number_that_fits():
    for seed in (-1, 2**64, 1.5, True):
        with pytest.raises(UserError, match="granovetter seed = "):
            reference["granovetter"].run(seed=seed)
    assert len(reference["pluchino"].run(2**61, **QUICK["pluchino"]).table) == 60


@pytest.mark.slow  # four hundred runs
def test_the_ends_of_every_span_are_run_or_refused_but_never_break():
    for model in reference:
        for parameter in model.fields:
            for end in (parameter.span.low, min(parameter.span.high, 400.0)):
                if end <= parameter.span.high and parameter.name not in ("ticks", "rounds", "steps", "periods"):
                    with contextlib.suppress(UserError):
                        model.run(**{**QUICK.get(model.id, {}), parameter.name: end})


def test_a_purge_worse_than_blind_is_refused():
    with pytest.raises(UserError, match=r"gregory\.information = 0\.05"):
        reference["gregory"].run(information=0.05)


def test_a_sweep_is_the_same_on_one_and_on_two_threads():
    over = {"believers": [0.002, 0.01, 0.05]}
    alone = reference.sweep("centola", over, threads=1, rewired=0.05)
    together = reference.sweep("centola", over, threads=2, rewired=0.05)
    assert alone.equals(together) and list(alone.believers) == over["believers"]


def test_a_check_passes_only_within_its_tolerance_and_a_recalled_number_gates_nothing():
    assert published_model.check("x", "y", 1.0, "S", 1.1, 0.1).verdict == "pass"
    assert published_model.check("x", "y", 1.0, "S", 1.2, 0.1).verdict == "differs"
    assert published_model.check("x", "y", 1.0, "R", 9.0, 0.1, gated=False).verdict == "reported"
    wrong = [published_model.check("x", "y", 1, "V", 2), published_model.check("x", "y", 1, "S", 2, gated=False)]
    assert published_model.failed(wrong) == wrong[:1]


def test_an_emperor_needs_neighbours_not_a_crowd():
    seeds = range(1, 11)
    crowd = centola.final_shares(centola.MODEL.settings(network="complete", believers=0.1, placing="random"), seeds)
    street = centola.final_shares(centola.MODEL.settings(believers=0.05, placing="random"), seeds)
    bridged = centola.final_shares(centola.MODEL.settings(rewired=0.5), seeds)
    assert crowd[:, 1].max() == 0
    assert street[:, 0].min() > 0.9
    assert bridged[:, 0].max() < 0.2


def test_where_all_see_all_the_order_of_turns_decides():
    seeds = range(1, 6)
    drawn, each = (centola.final_shares(centola.MODEL.settings(network="complete", believers=0.3, placing="random",
                                                               turns=turns), seeds) for turns in ("any", "each"))
    assert drawn[:, 1].max() == 0 and each[:, 1].min() > 0.9


def test_at_rest_nobody_in_the_emperors_town_wishes_to_change():
    p = centola.MODEL.settings(believers=0.02)
    belief, complies, enforces, history = centola.society(p, 2)
    assert len(history) < p.rounds
    start, others = networks.rows_of(*networks.lattice(p.size), p.size**2)
    conviction = np.where(belief == 1, 1.0, p.conviction * centola.uniforms(2, centola.CONVICTION, p.size**2))
    for i in range(p.size**2):
        near = others[start[i]:start[i + 1]]
        assert near.size == 8
        wish = centola._choose(
            belief[i], conviction[i], p.cost, enforces[near].sum(), (complies[near] != belief[i]).sum(), 8
        )
        assert wish == (complies[i], enforces[i])


def test_promoting_the_worst_pays_exactly_when_skill_does_not_carry_over():
    def gain(hypothesis, strategy):
        p = pluchino.MODEL.settings(hypothesis=hypothesis, strategy=strategy, steps=400, firms=12)
        return pluchino.gains(p, 1).mean()

    assert gain("common sense", "best") > gain("common sense", "random") > gain("common sense", "worst")
    assert gain("peter", "worst") > gain("peter", "random") > gain("peter", "best")


def test_firms_are_the_same_on_one_and_on_two_threads():
    p = pluchino.MODEL.settings(steps=50, firms=4)
    assert np.array_equal(pluchino.courses(p, 1, threads=1), pluchino.courses(p, 1, threads=2))


def test_under_a_rigid_plan_the_productive_starve_in_every_country():
    for seed in range(1, 21):
        assert reference["meng"].run(seed).summary["correlation"] > 0
        assert reference["meng"].run(seed, flexibility=1).summary["correlation"] < 0


def test_more_ties_can_lower_participation():
    few, many = (reference.sweep("siegel", {"ties": [ties]}, seed=s)["participation"].mean()
                 for s in (1,) for ties in (10, 150))
    assert many < few


def test_certainty_makes_revolt_rarer_and_faster():
    strong, weak = (helbing.summaries(helbing.MODEL.settings(uncertainty=e), range(1, 13)) for e in (0.1, 1.5))
    assert strong.revolution.mean() < weak.revolution.mean()
    assert strong.early.mean() < weak.early.mean()


@pytest.mark.slow
@pytest.mark.parametrize("name", reference.ALL)
def test_every_gated_number_of_the_shelf_is_met(name):
    assert published_model.failed(reference[name].checks()) == []
