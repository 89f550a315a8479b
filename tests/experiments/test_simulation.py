"""Looking inside: one world month by month, the persons and ties of a result, and regimes as files."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import unanimity as un
from small_regimes import only_the_hall
from unanimity.regimes import load_regime
from unanimity.regimes.load import preset_names
from unanimity.world.codes import STATUSES


@pytest.fixture(scope="module")
def hall():
    return only_the_hall("apparatus", {"people": 256, "months": 6})


def test_stepping_gives_the_bits_of_a_run(hall):
    sim = un.Simulation(hall, seed=3)
    assert sim.month == 0 and not sim.is_over
    while not sim.is_over:
        sim.step()
    run = un.run(hall, seed=3, progress=False)
    assert sim.result().worlds["digest"].tolist() == run.worlds["digest"].tolist()
    assert sim.of("unanimity").tolist() == run.of("unanimity")[0].tolist()
    assert sim.measures["unanimity"] == run.of("unanimity")[0].iloc[-1]


def test_persons_are_shown_in_words_and_looking_changes_nothing(hall):
    sim = un.Simulation(hall, seed=3).step(2)
    people = sim.people
    assert len(people) == 256 and people.index.name == "person"
    assert set(people["status"]) <= set(STATUSES) and set(people["voice"]) <= {"dissent", "silence", "assent"}
    assert people["fear"].equals(people["fear_rule"].rename("fear")) and people["fear"].between(0, 1).all()
    assert people["job_state"].dtype == bool and people["patron"].isna().any()
    assert people["province"].between(1, hall.society.tree[0]).all()
    people["fear"] = 9.0  # a copy: the world does not feel it
    assert sim.step().people["fear"].max() <= 1.0
    assert len(sim.units) == hall.tree.units and sim.units["level"].iloc[-1] == "centre"
    assert "threat" in sim.country


def test_a_result_shows_its_persons_at_any_month(hall, tmp_path):
    run = un.run(hall, seed=3, worlds=2, progress=False)
    sim = un.Simulation(hall, seed=4).step(3)
    seen = run.people(2, world=1)
    assert seen.equals(sim.people)
    assert run.people(columns="fear").columns.tolist() == ["fear"]
    assert run.network(2, world=1).edges.equals(sim.network.edges)
    again = un.load_result(run.save(tmp_path / "kept"))
    assert again.people(2, world=1).equals(seen)
    for slip, says in (({"month": 99}, "a month of the run, from 0 to 5"), ({"world": 2}, "from 0 to 1"),
                       ({"month": "3"}, "month = '3'"), ({"columns": ["feer"]}, "Did you mean 'fear'")):
        with pytest.raises(un.UserError, match=says):
            run.people(**slip)


def test_ties_go_to_networkx_and_igraph(hall):
    found = un.Simulation(hall, seed=3).network
    assert found.degree.sum() == 2 * len(found.edges) and (found.edges["person"] < found.edges["other"]).all()
    graph, both = found.to_networkx(), found.to_networkx(directed=True)
    assert graph.number_of_nodes() == 256 and graph.number_of_edges() == len(found.edges)
    assert both.number_of_edges() == 2 * len(found.edges)
    one, other = found.edges.loc[0, ["person", "other"]]
    assert both[one][other]["weight"] == pytest.approx(found.edges.loc[0, "weight"])
    assert found.to_igraph().ecount() == len(found.edges)


def test_a_change_holds_from_the_present_month_on(hall):
    sim = un.Simulation(hall, seed=3).step(2).change(ballot="secret").step(2)
    planned = un.run(hall.from_month(2, {"ballot": "secret"}), seed=3, progress=False)
    assert np.array_equal(sim.of("public_dissent"), planned.of("public_dissent")[0][:4])
    with pytest.raises(un.UserError, match="at most 2 more"):
        sim.step(3)


@pytest.mark.parametrize("name", preset_names())
def test_a_saved_regime_has_the_same_fingerprint(name, tmp_path):
    regime = load_regime(name)
    again = load_regime(regime.save(tmp_path / "mine.toml"))
    assert again.fingerprint == regime.fingerprint and again.months == regime.months


def test_a_changed_regime_is_saved_with_its_changes(tmp_path):
    changes = {"ballot@2": "secret", "voice.theta": 0.2, "people": 500, "months": 30,
               "delegate": [{"levers": ["sanction_cap.faction"], "month": 12}]}
    regime = un.regime("apparatus", changes).from_month(5, {"recall": "on"})
    again = load_regime(regime.save(tmp_path / "mine.toml"))
    assert again.fingerprint == regime.fingerprint and again.sources["voice.theta"].startswith("assumed")
    with pytest.raises(un.UserError, match=r"ends in \.toml"):
        regime.save(tmp_path / "mine.txt")


def test_catalogues_are_searched():
    assert {"fear_of_complaint", "complaints_per_crime"} <= set(un.measures.search("complain").index)
    assert "ballot" in un.levers.search("vote").index and "purge" in un.events and "fear" in list(un.mechanisms)
    assert un.levers["ballot"]["allowed"].startswith("open") and len(un.events.table()) == len(un.events)
    assert un.measures.search("nothing of the kind").empty
    with pytest.raises(un.UserError, match="Did you mean 'ballot'"):
        un.levers["balot"]


def test_what_holds_from_initialisation_cannot_be_changed_on_the_way(hall):
    sim = un.Simulation(hall, seed=3).step()
    for slip in ({"months": 12}, {"people": 512}, {"mechanisms": "all"}, {"spare": 0.5}):
        with pytest.raises(un.UserError, match=f"change: {next(iter(slip))} is not allowed; allowed: levers"):
            sim.change(slip)
    assert sim.regime.months == 6 and len(sim.run().people) == 256
    with pytest.raises(un.UserError, match="threads = 0"):
        un.Simulation(hall, threads=0)


def test_a_simulation_is_pickled_and_copied_with_its_changes(hall):
    sim = un.Simulation(hall, seed=3).step(2).change(ballot="secret").step()
    for again in (pickle.loads(pickle.dumps(sim)), copy.deepcopy(sim)):
        assert again.month == 3 and again.people.equals(sim.people)
    copied = copy.copy(sim).step()
    assert sim.month == 3 and copied.result().digest == sim.run(4).result().digest
