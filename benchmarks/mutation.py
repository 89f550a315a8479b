"""Mutation testing of the rules: change one thing in one rule, and see whether a bench test of its card notices.

    python benchmarks/mutation.py                      # every card, at most 12 mutants a function
    python benchmarks/mutation.py requisition exit     # some of them
    python benchmarks/mutation.py --most 2 --least 0.9 # as `make check` does: a sample, and an exit code
    python benchmarks/mutation.py --keep               # also written to benchmarks/results/mutants.md, for the page
    python benchmarks/mutation.py --workers 8          # files side by side

Rules are pure functions, so nothing is compiled: the mutant's code is put in place of the rule's own, in this process,
and the tests that call the rule run as they stand: tests/cards/test_CARD.py and test_CARD_*.py. A test that starts the
engine is left out (it would compile each mutant). A mutant is killed when one test fails, raises or hangs. Which
mutants there are depends on the source alone. Those that no test can tell from the rule are named in
equivalent_mutants.toml, each with its reason; they are run all the same, and counted neither way unless a test does
tell one.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import importlib
import io
import signal
import sys
import time
import tomllib
import types
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import HealthCheck, Phase, settings

from unanimity.world.rule import Rule

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "benchmarks" / "results" / "mutants.md"
TESTS = ROOT / "tests" / "cards"
PACKAGE = ROOT / "src" / "unanimity" / "mechanisms"
SAME = ROOT / "benchmarks" / "equivalent_mutants.toml"
PATIENCE, SECONDS = 20.0, 2.0  # a test hangs that takes so many times as long as by itself, and so long at least
COMPARED = {ast.Lt: ast.GtE, ast.LtE: ast.Gt, ast.Gt: ast.LtE, ast.GtE: ast.Lt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq}
JOINED = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult}
SWAPPED = {"min": "max", "max": "min"}
# whose tests look at a file that has no card of its own
SHARED = {"election": "appointment", "slots": "faction", "agents": "faction", "cases": "shared_cases",
          "company": "custody", "answers": "uprising", "assembly": "concentration", "congress": "concentration",
          "posts": "purge", "pointing": "purge", "docket": "chronicle", "elders": "confession", "market": "provision",
          "group_hostages": "hostage", "circles": "faction", "trust": "faction", "collectives": "requisition"}


class StartsEngine(Exception):
    """A test wanted the compiled month."""


def changes(node: ast.AST) -> Iterator[str]:
    """The ways in which one node of a rule can be made wrong."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARED:
        yield "comparison turned round"
    elif isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in JOINED:
        yield "operator exchanged"
    elif isinstance(node, ast.BoolOp):
        yield "and for or"
    elif isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool):
        yield "number changed"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        yield "sign or not left out"
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SWAPPED:
        yield "min for max"
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
        yield "nothing written"


def spoil(node: Any, how: str) -> ast.AST:
    """That node, made wrong."""
    if how == "comparison turned round":
        node.ops[0] = COMPARED[type(node.ops[0])]()
    elif how == "operator exchanged":
        node.op = JOINED[type(node.op)]()
    elif how == "and for or":
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    elif how == "number changed":
        node.value = node.value + 1 if isinstance(node.value, int) else node.value * 1.5 + 0.1
    elif how == "sign or not left out":
        return node.operand
    elif how == "min for max":
        node.func.id = SWAPPED[node.func.id]
    else:
        return ast.copy_location(ast.Pass(), node)
    return node


class Spoiler(ast.NodeTransformer):
    """Spoils the n-th node of a function."""

    def __init__(self, place: int, how: str) -> None:
        self.place, self.how, self.at, self.words = place, how, -1, ""

    def visit(self, node: ast.AST) -> Any:
        """Count nodes in the order of `walk`, and spoil the one that is meant."""
        self.at += 1
        mine = self.at == self.place
        node = self.generic_visit(node)
        if not mine:
            return node
        before = ast.unparse(node)
        wrong = ast.fix_missing_locations(ast.copy_location(spoil(node, self.how), node))
        self.words = f"{before} -> {ast.unparse(wrong)}".replace("\n", " ")
        return wrong


def preorder(node: ast.AST) -> Iterator[ast.AST]:
    """Nodes in the order in which `Spoiler` meets them."""
    yield node
    for child in ast.iter_child_nodes(node):
        yield from preorder(child)


def mutants(function: ast.FunctionDef, most: int) -> list[tuple[int, int, str]]:
    """Places, lines and ways, spread evenly over the function's body; signature and docstring are left alone."""
    left_alone = {id(n) for part in (*function.decorator_list, function.args) for n in ast.walk(part)}
    if ast.get_docstring(function):
        left_alone |= {id(n) for n in ast.walk(function.body[0])}
    found = [(place, getattr(node, "lineno", 0), how) for place, node in enumerate(preorder(function))
             if id(node) not in left_alone for how in changes(node)]
    step = max(1.0, len(found) / most)
    return [found[int(k * step)] for k in range(min(most, len(found)))]


def code_of(tree: ast.Module, name: str, filename: str) -> types.CodeType:
    """The code of one function of a module, without running the module."""
    whole = compile(tree, filename, "exec")
    return next(c for c in whole.co_consts if isinstance(c, types.CodeType) and c.co_name == name)


def rules_of(module: types.ModuleType) -> dict[str, Any]:
    """The plain functions of a module that are rules or formulas of its own."""
    found = {}
    for name, thing in vars(module).items():
        function = thing.function if isinstance(thing, Rule) else thing
        if isinstance(function, types.FunctionType) and function.__module__ == module.__name__:
            found[name] = function
    return found


def spread(function: Any, code: types.CodeType) -> None:
    """Put code in a function's place, wherever it has been handed to."""
    function.__code__ = code


class Trial:
    """A pytest plugin that runs the collected tests once as they are, and then against every mutant."""

    def __init__(self, module: types.ModuleType, path: Path, most: int, known_same: set[tuple[str, str]]) -> None:
        self.module, self.path, self.most, self.known_same = module, path, most, known_same
        self.killed, self.survived, self.unasked, self.same = 0, [], [], 0

    @pytest.hookimpl
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Everything happens here: pytest has collected the tests and laid out their fixtures."""
        rules = rules_of(self.module)
        callers = self.callers(session.items, rules)
        tree = ast.parse(self.path.read_text())
        for function in [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name in rules]:
            own = rules[function.name].__code__
            for place, line, how in mutants(function, self.most):
                wrong = copy.deepcopy(tree)
                spot = next(n for n in wrong.body if isinstance(n, ast.FunctionDef) and n.name == function.name)
                spoiler = Spoiler(place, how)
                spoiler.visit(spot)
                rule = f"{self.path.stem}.{function.name}"
                what = f"{rule} line {line}: {how}: `{spoiler.words}`"
                if not callers[function.name]:
                    self.unasked.append(what)
                    print("not asked:", what, file=sys.stderr, flush=True)
                    continue
                spread(rules[function.name], code_of(wrong, function.name, str(self.path)))
                try:
                    noticed = any(not passes(item, limit) for limit, item in callers[function.name])
                finally:
                    spread(rules[function.name], own)
                if noticed:
                    self.killed += 1
                elif (rule, spoiler.words) in self.known_same:
                    self.same += 1
                else:
                    self.survived.append(what)
                    print("survived:", what, file=sys.stderr, flush=True)
        return True

    def callers(self, items: list[pytest.Item], rules: dict[str, Any]) -> dict[str, list[tuple[float, pytest.Item]]]:
        """For each rule the tests that pass without the engine and call it, quickest first, with the time they get."""
        codes = {function.__code__: name for name, function in rules.items()}
        found: dict[str, list[tuple[float, int, pytest.Item]]] = {name: [] for name in rules}
        for number, item in enumerate(items):
            called: set[str] = set()

            def note(frame: types.FrameType, event: str, _: Any, called: set[str] = called) -> None:
                if event == "call" and frame.f_code in codes:
                    called.add(codes[frame.f_code])

            begun = time.perf_counter()
            sys.setprofile(note)
            try:
                well = passes(item)
            finally:
                sys.setprofile(None)
            if well:
                for name in called:
                    found[name].append((time.perf_counter() - begun, number, item))
        return {name: [(max(SECONDS, PATIENCE * took), item) for took, _, item in sorted(tests)]
                for name, tests in found.items()}


def passes(item: pytest.Item, limit: float = 60.0) -> bool:
    """Whether a test passes, within its time (seconds)."""
    def hangs(*_: Any) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, hangs)
    signal.setitimer(signal.ITIMER_REAL, limit, limit)  # again and again: hypothesis tries a failing example once more
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            reports = runtestprotocol(item, log=False, nextitem=None)
        return all(report.passed for report in reports)
    except TimeoutError:
        return False
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)


def no_engine(*_: Any, **__: Any) -> None:
    """In place of the making of a batch."""
    raise StartsEngine


def tests_of(stem: str) -> list[Path]:
    """The files of tests that look at a file of mechanisms."""
    names = {stem, SHARED.get(stem, stem)}
    return sorted(path for name in names for path in (*TESTS.glob(f"test_{name}.py"), *TESTS.glob(f"test_{name}_*.py")))


def known_as_same() -> set[tuple[str, str]]:
    """Mutants that are the rule in other words."""
    return {(one["rule"], one["change"]) for one in tomllib.loads(SAME.read_text()).get("same", [])}


class Found(NamedTuple):
    """What became of the mutants of one file."""

    file: str
    killed: int
    survived: list[str]
    unasked: list[str]
    same: int


def try_module(path: Path, most: int) -> Found:
    """All mutants of one file against the tests of its card."""
    name = ".".join(("unanimity", "mechanisms", *path.relative_to(PACKAGE).with_suffix("").parts))
    trial = Trial(importlib.import_module(name), path, most, known_as_same())
    tests = [str(file) for file in tests_of(path.stem)]
    with contextlib.redirect_stdout(io.StringIO()):
        pytest.main(["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--rootdir", str(ROOT), *tests], [trial])
    return Found(path.stem, trial.killed, trial.survived, trial.unasked, trial.same)


def settle() -> None:
    """The same examples every time, and no engine."""
    settings.register_profile("mutants", max_examples=40, derandomize=True, database=None, deadline=None,
                              phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck))
    settings.load_profile("mutants")
    from unanimity.engine import batch
    batch._allocate_columns = no_engine  # type: ignore[assignment]


def main() -> int:
    """Print the score of each file and of all; 1 if it is below the least that is asked for."""
    read = argparse.ArgumentParser(description=__doc__)
    read.add_argument("cards", nargs="*")
    read.add_argument("--most", type=int, default=12, help="mutants a function, at most")
    read.add_argument("--least", type=float, default=0.0, help="share that must be killed")
    read.add_argument("--keep", action="store_true", help=f"write {KEPT.relative_to(ROOT)}")
    read.add_argument("--workers", type=int, default=1, help="files that are tried side by side")
    asked = read.parse_args()
    paths = [path for path in sorted(PACKAGE.rglob("*.py")) if path.stem != "__init__"
             and (not asked.cards or path.stem in asked.cards)]
    killed, same, survived, unasked = 0, 0, [], []
    lines = ["| file | mutants | killed | survived | in rules that no bench test calls | the same rule | score |",
             "|---|---|---|---|---|---|---|"]
    print(*lines, sep="\n", flush=True)
    with ProcessPoolExecutor(asked.workers, initializer=settle) as pool:
        for one in pool.map(partial(try_module, most=asked.most), paths):
            lines.append(row(one.file, one.killed, len(one.survived), len(one.unasked), one.same))
            print(lines[-1], flush=True)
            killed += one.killed
            same += one.same
            survived += one.survived
            unasked += one.unasked
    rest = [row("**all**", killed, len(survived), len(unasked), same), "",
            "Survived:", "", *(f"- {what}" for what in survived), "",
            "In rules that no bench test calls:", "", *(f"- {what}" for what in unasked), ""]
    print(*rest, sep="\n")
    if asked.keep:
        KEPT.write_text("\n".join([*lines, *rest]), encoding="utf-8")
    return 0 if killed >= asked.least * (killed + len(survived) + len(unasked)) else 1


def row(name: str, killed: int, survived: int, unasked: int, same: int) -> str:
    """A line of the table; the score is of all mutants that are another rule."""
    wrong = killed + survived + unasked
    return f"| {name} | {wrong + same} | {killed} | {survived} | {unasked} | {same} | {killed / max(wrong, 1):.0%} |"


if __name__ == "__main__":
    sys.exit(main())
