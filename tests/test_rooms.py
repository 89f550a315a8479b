"""The house: imports go downwards only, files stay short, nobody prints, evaluates or pickles."""

from __future__ import annotations

import ast
import sys
from functools import cache
from pathlib import Path

import pytest

import unanimity

HOUSE = Path(unanimity.__file__).parent
# what each room may import, as in architecture.md; measures and regimes may read the formulas of mechanisms
BELOW = {
    "support": set(),
    "compiler": {"support"},
    "world": {"support", "compiler"},
    "mechanisms": {"support", "world"},
    "measures": {"support", "world", "mechanisms"},
    "results": {"support", "world"},
    "verdicts": {"support", "world"},
    "events": {"support", "world", "mechanisms"},
    "regimes": {"support", "world", "mechanisms", "events"},
    "engine": {"support", "compiler", "world", "mechanisms", "events", "measures", "results", "regimes"},
    "experiments": {"support", "world", "mechanisms", "measures", "results", "regimes", "engine", "verdicts", "report"},
    "reference": {"support", "compiler", "world", "engine", "results"},
    "evidence": {"support", "world", "results"},
    "claims": {"support", "world", "evidence", "experiments", "history", "regimes", "results", "verdicts", "report"},
    "history": {"support", "world", "events", "measures", "results", "regimes", "engine", "experiments", "evidence",
                "workshop", "report"},
    "report": {"support", "world", "results"},
    "statutes": {"support", "world", "measures", "results", "regimes", "engine", "experiments", "report"},
    "workshop": {"support", "world", "measures", "results", "regimes", "engine", "experiments", "verdicts", "report"},
}
EVERYTHING = {"web", "cli"}
WORLDLY = {"numpy", "numba", "scipy"}  # the libraries that the lowest room may use
DRAWS = {"support/progress.py": {"rich", "IPython"}}  # bars, of which every room opens some; imported when one is drawn
FILES = sorted(path for path in HOUSE.rglob("*.py"))


def room_of(path: Path) -> str:
    return path.relative_to(HOUSE).parts[0] if path.parent != HOUSE else ""


ROOMS = sorted({room_of(path) for path in FILES})
of_every_room = pytest.mark.parametrize("files", [pytest.param([path for path in FILES if room_of(path) == room],
                                                               id=room or "the door") for room in ROOMS])


@cache
def read(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports(path: Path) -> set[str]:
    """Full names of the modules that a file imports, wherever in it."""
    found = set()
    for node in ast.walk(read(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            module = node.module or ""
            found |= {module} if module != "unanimity" else {f"unanimity.{alias.name}" for alias in node.names}
    return found


def calls(path: Path) -> list[tuple[str, int]]:
    """Names of plain functions that a file calls, with their lines."""
    return [(node.func.id, node.lineno) for node in ast.walk(read(path))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]


def name(path: Path) -> str:
    return path.relative_to(HOUSE).as_posix()


def test_the_house_has_files_and_every_room_is_on_the_plan():
    assert len(FILES) > 30
    assert set(ROOMS) - {""} <= {*BELOW, *EVERYTHING}


@of_every_room
def test_imports_go_downwards_only(files):
    for path in files:
        room = room_of(path)
        rooms = {module.split(".")[1] for module in imports(path) if module.startswith("unanimity.")}
        rooms -= {room, "__version__"}
        if room and room not in EVERYTHING:
            assert "unanimity" not in imports(path), f"{name(path)} imports the whole house, and so may reach any room"
            assert rooms <= BELOW[room], f"{name(path)} imports {sorted(rooms - BELOW[room])}"
        elif room == "web":
            assert "cli" not in rooms, name(path)


def test_the_engine_knows_no_mechanism_by_name():
    """It loops over declarations; two files are left that call formulas of a card (docs/design/design.md)."""
    named = {name(path) for path in FILES if room_of(path) == "engine"
             for module in imports(path) if module.startswith("unanimity.mechanisms.")}
    assert named <= {"engine/movers.py", "engine/lower_rows.py"}


OF_POSTS = {"office", "headed", "secretary", "sitting"}
POSTS = "mechanisms/party/posts.py"


def columns_set(path: Path) -> set[str]:
    """The columns into which a file stores items: people.office[i] = ... or column("office")[i] = ..."""
    targets = [target for node in ast.walk(read(path)) for target in (
        node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AugAssign) else [])]
    each = [one for target in targets for one in (target.elts if isinstance(target, ast.Tuple) else [target])]
    items = [one.value for one in each if isinstance(one, ast.Subscript)]
    return {one.attr if isinstance(one, ast.Attribute) else one.args[0].value for one in items
            if isinstance(one, ast.Attribute) or (isinstance(one, ast.Call) and one.args and isinstance(
                one.args[0], ast.Constant))}


def test_offices_and_chairs_have_one_owner():
    """But for the assemblies below the centre, which consist of secretaries."""
    files = [path for path in FILES if room_of(path) in ("mechanisms", "events")]
    found = {name(path): taken for path in files if (taken := columns_set(path) & OF_POSTS)}
    assert found.pop(POSTS) == OF_POSTS
    assert found == {"mechanisms/people/meeting.py": {"sitting"}}


def test_the_world_knows_no_library_but_the_numerical_ones():
    for path in (path for path in FILES if room_of(path) in ("support", "world")):
        outside = {module.split(".")[0] for module in imports(path)} - {"unanimity", "__future__"}
        assert outside - set(sys.stdlib_module_names) <= WORLDLY | DRAWS.get(name(path), set()), name(path)


def test_a_report_draws_from_results_and_never_runs_a_model():
    for path in (path for path in FILES if room_of(path) == "report"):
        assert not any(".engine" in module or ".experiments" in module for module in imports(path)), name(path)


@of_every_room
def test_a_file_can_be_read_in_one_sitting(files):
    assert [name(path) for path in files if len(path.read_text(encoding="utf-8").splitlines()) >= 420] == []


@of_every_room
def test_no_line_of_code_or_prose_is_wider_than_120_characters(files):
    """But for a comment to the type checker, which has to stand at the end of its line."""
    wide = [(name(path), number) for path in files
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
            if len(line.split("  # type: ignore")[0]) > 120]
    assert wide == []


@of_every_room
def test_nobody_prints_evaluates_or_pickles(files):
    for path in files:
        banned = {"eval", "exec", "compile"} | ({"print"} if room_of(path) not in EVERYTHING else set())
        assert [(word, line) for word, line in calls(path) if word in banned] == [], name(path)
        banned = {"pickle", "cloudpickle", "dill", "shelve", "marshal", "random"}
        if name(path) == "experiments/executor.py":  # between processes of our own, never from a file or from outside
            banned -= {"pickle", "cloudpickle"}
        if name(path) == "compiler/private/kept_code.py":  # machine code of our own, behind a checksum
            banned -= {"pickle"}
        assert not {module.split(".")[0] for module in imports(path)} & banned, name(path)
        text = path.read_text(encoding="utf-8")
        assert "allow_pickle=True" not in text, name(path)
        assert "np.random" not in text and "numpy.random" not in text, f"{name(path)}: keyed draws are the only luck"


@pytest.mark.parametrize("room", ["mechanisms", "measures"])
def test_a_rule_calls_no_numpy_and_allocates_nothing(room):
    """Rules must compile for CUDA: no lists, no dictionaries, no strings inside a decorated function, and of NumPy only
    the type of an unsigned place."""
    for path in (path for path in FILES if room_of(path) == room):
        for node in ast.walk(read(path)):
            marks = [ast.unparse(d) for d in getattr(node, "decorator_list", [])]
            if not isinstance(node, ast.FunctionDef) or not marks or marks[0].startswith(("derived", "property")):
                continue
            body = node.body[1:] if ast.get_docstring(node) else node.body
            for inner in (x for statement in body for x in ast.walk(statement)):
                assert not isinstance(inner, (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.GeneratorExp,
                                              ast.JoinedStr, ast.Lambda)), f"{name(path)}:{inner.lineno}"
                numpys = isinstance(inner, ast.Attribute) and ast.unparse(inner.value) == "np"
                assert not numpys or inner.attr == "uint64", f"{name(path)}:{inner.lineno}"


@of_every_room
def test_every_file_says_what_it_is(files):
    assert [name(path) for path in files if not ast.get_docstring(read(path))] == []


def test_importing_the_package_loads_nothing_heavy():
    import subprocess
    code = "import sys, unanimity; print([m for m in ('numba', 'numpy', 'pandas', 'scipy') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"


WORDS = {"each", "total", "pick", "wave", "procedure"}
HEAD = 60  # lines in which a card's first rule stands


def first_rule(path: Path) -> int | None:
    """The line of the first rule of a file."""
    return next((node.decorator_list[0].lineno for node in read(path).body if isinstance(node, ast.FunctionDef) and any(
        isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and one.func.id in WORDS
        for one in node.decorator_list)), None)


def test_the_first_rule_of_a_card_stands_on_its_first_page():
    found = {name(path): line for path in FILES if room_of(path) == "mechanisms" and (line := first_rule(path))}
    assert len(found) > 40
    assert {path: line for path, line in found.items() if line > HEAD} == {}


def test_five_words_have_twenty_options_and_no_class_more_than_fourteen_fields():
    import dataclasses
    import inspect

    from unanimity.world import rule, rules

    words = {word: getattr(rules, word) for word in WORDS}
    assert len({option for word in words.values() for option in inspect.signature(word).parameters}) <= 20
    assert all(len(dataclasses.fields(getattr(rule, word.capitalize()))) <= 14 for word in words)
