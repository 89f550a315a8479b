"""Ordinary Python manners: NumPy's numbers, paths, lists of one, Ctrl-C, pickles, equality, types, help."""

from __future__ import annotations

import copy
import inspect
import os
import pickle
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import unanimity as un
from small_regimes import only_the_hall
from unanimity.support.errors import is_number
from unanimity.support.manners import path_of, plain

SRC = Path(un.__file__).parents[1]


@pytest.fixture(scope="module")
def hall():
    return only_the_hall("apparatus", {"people": 256, "months": 3})


def test_numpy_numbers_and_arrays_stand_for_numbers(hall):
    made = hall.but({"voice.theta": np.float32(0.25), "threat": np.float64(0.5)})
    assert made.parameters["voice.theta"] == 0.25 and type(made.parameters["voice.theta"]) is float
    assert made.fingerprint == hall.but({"voice.theta": 0.25, "threat": 0.5}).fingerprint
    run = un.run(hall, months=np.int64(2), worlds=np.int8(2), seed=np.uint64(4), survey=np.array([1]), progress=False)
    assert run == un.run(hall, months=2, worlds=2, seed=4, survey=[1], progress=False)
    found = un.sweep(hall, {"voice.theta": np.linspace(0.1, 0.2, 2)}, measures="unanimity", worlds=2, months=1,
                     keep=False, progress=False)
    assert [point["voice.theta"] for point in found.points] == [0.1, 0.2]
    assert is_number(np.float16(1)) and not is_number(np.bool_(True)) and not is_number(np.float64("nan"))
    assert plain(({"a": np.arange(2)}, np.bool_(True))) == ({"a": [0, 1]}, True)


def test_one_name_is_a_list_of_one_and_a_text_is_no_number(hall):
    run = un.run(hall, measures="unanimity", ask="mean(fear)", survey=1, progress=False)
    assert "unanimity" in run.measures and list(run.answers) == ["mean(fear)"]
    for slip in ({"months": "6"}, {"worlds": "2"}, {"seed": 1.5}, {"threads": "2"}, {"resume": "yes"}):
        name, value = next(iter(slip.items()))
        with pytest.raises(un.UserError, match=f"{name} = {value!r} is not allowed"):
            un.run(hall, **slip)
    with pytest.raises(un.UserError, match="month = '3'"):
        un.run(hall, progress=False).people("3")


def test_paths_know_home_and_environment(hall, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("MINE", str(tmp_path / "deep"))
    run = un.run(hall, progress=False)
    assert un.regime("law").save("$MINE/law.toml") == tmp_path / "deep" / "law.toml"
    assert run.save("~/kept") == tmp_path / "kept" and un.load_result("$MINE/../kept") == run
    assert un.regime("~/deep/law.toml").fingerprint == un.regime("law").fingerprint
    assert run.to_csv("~/run.csv").exists() and path_of("plain") == Path("plain")


def test_ctrl_c_is_a_keyboard_interrupt_that_no_loop_swallows(hall):
    def stop(what, done, total):
        if what == "run" and done == 0:
            signal.raise_signal(signal.SIGINT)

    swallowed = 0
    with pytest.raises(KeyboardInterrupt) as stopped:
        for seed in range(3):
            try:
                un.compare(hall, {"secret": {"ballot": "secret"}}, pairs=3, seed=seed, progress=stop)
            except Exception:
                swallowed += 1
    assert swallowed == 0 and isinstance(stopped.value, un.Interrupted)


def test_regimes_are_pickled_and_copied_whole(hall):
    for regime in (hall, un.regime("ussr-1918-1941"), un.regime("apparatus", {"spare": 0.5})):
        for again in (pickle.loads(pickle.dumps(regime)), copy.deepcopy(regime), copy.copy(regime)):
            assert again == regime and again.fingerprint == regime.fingerprint
            assert all(one is other for one, other in zip(again.mechanisms, regime.mechanisms, strict=True))


def test_results_are_equal_where_their_digests_are(hall):
    one, same, other = (un.run(hall, seed=seed, progress=False) for seed in (1, 1, 2))
    assert one == same and one != other and len({one, same, other}) == 2 and one != "something else"
    assert pickle.loads(pickle.dumps(one)) == one


def test_measures_go_by_their_names_and_by_their_labels(hall):
    run = un.run(hall, progress=False)
    assert run.of("Dissent in public").equals(run.of("public_dissent"))
    assert run.plot("fear of speaking out").to_dict() == run.plot("fear_of_opinion").to_dict()
    with pytest.raises(un.UserError, match="Did you mean 'unanimity'"):
        run.plot("unanimit")


def test_everything_public_has_a_docstring_and_a_signature():
    assert set(un.__all__) <= set(dir(un))
    for name in un.__all__:
        thing = getattr(un, name)
        assert (inspect.getdoc(thing) or "").strip(), name
        if inspect.isfunction(thing):
            signature = inspect.signature(thing)
            assert signature.return_annotation is not inspect.Signature.empty, name
            assert all(one.annotation is not inspect.Parameter.empty for one in signature.parameters.values()), name
            assert ">>>" in (thing.__doc__ or ""), f"{name} shows no example"
    words = subprocess.run([sys.executable, "-c", "import unanimity, pydoc; print(pydoc.plain(pydoc.render_doc("
                            "unanimity)))"], capture_output=True, text=True, check=True,
                           env={**os.environ, "PYTHONPATH": str(SRC)}).stdout
    assert all(f"    {name}(" in words for name in ("run", "compare", "sweep", "experiment")), words[:2000]


@pytest.mark.slow
def test_a_type_checker_sees_the_whole_of_it(tmp_path):
    project = Path(__file__).with_name("typed_project.py")
    assert (SRC / "unanimity" / "py.typed").exists()
    done = subprocess.run([sys.executable, "-m", "mypy", "--warn-unused-ignores", "--cache-dir", str(tmp_path),
                           "--config-file", os.devnull, "--follow-imports", "silent", "--ignore-missing-imports",
                           str(project)], capture_output=True, text=True, check=False,
                          env={**os.environ, "MYPYPATH": str(SRC)})
    assert done.returncode == 0, done.stdout


def test_slips_in_arguments_are_refused_in_one_line(hall):
    run = un.run(hall, measures=None, ask=None, progress=False)
    compared = un.compare(hall, {"secret": {"ballot": "secret"}}, pairs=3, progress=False)
    slips = {
        "changes = 'ballot=secret' is not allowed; allowed: a table": lambda: un.run(hall, "ballot=secret"),
        r"changes = \['ballot'\]": lambda: un.Simulation(hall, ["ballot"]),
        "survey = 'end' is not allowed; allowed: whole numbers": lambda: un.run(hall, survey="end"),
        "an expression goes into ask": lambda: un.run(hall, measures=["mean(fear)"]),
        "path = None is not allowed": lambda: un.load_result(None),
        "world = 9 is not allowed": lambda: run.biography(5, world=9),
        "last = 0 is not allowed": lambda: run.summary(last=0),
        "no arm 'secrt'. Did you mean 'secret'": lambda: compared.values("secrt", "unanimity"),
        "no arm 'x'": lambda: compared.over_months("x", "unanimity"),
        "no lever": lambda: un.levers[["ballot"]],
        "no argument 'spit'. Did you mean 'split'": lambda: un.history.check(spit="fit"),
        "calibrate: targets = None": lambda: un.calibrate(hall, None, ["voice.theta"]),
        "calibrate: parameters = {}": lambda: un.calibrate(hall, [{"measure": "unanimity", "low": 0, "high": 1}], {}),
    }
    for says, slip in slips.items():
        with pytest.raises(un.UserError, match=says):
            slip()
    for module, name, near in ((un, "comparr", "compare"), (un.evidence, "peple", "people")):
        with pytest.raises(AttributeError, match=f"Did you mean '{near}'"):
            getattr(module, name)


def test_answers_and_the_months_they_are_over_are_printed(hall):
    run = un.run(hall, ask="mean(fear)", worlds=2, progress=False)
    assert "means of the last 3 months" in repr(run) and "\n  mean(fear)  0" in repr(run)
    assert "mean(fear)" in run._repr_html_() and "last 3 months" in run._repr_html_()
    said = repr(un.compare(hall, {"secret": {"ballot": "secret"}}, pairs=3, progress=False))
    assert "means of the last 3 months" in said and "note: 3 pairs are few" in said
