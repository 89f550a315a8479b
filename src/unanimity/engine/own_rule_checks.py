"""Errors in a user's own rule, reported with file, line and name before anything is compiled.

numba would report it in generated code, for the wrong rule, or not at all: a name that nobody defines, a text compared
with a lever, random numbers that are not keyed, a missing `return`, a parameter that the mechanism does not have.
"""

from __future__ import annotations

import ast
import builtins
import dataclasses
import dis
import inspect
import re
import textwrap
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import PurePath
from types import FunctionType, ModuleType
from typing import Any

from unanimity.mechanisms import BY_ID
from unanimity.support.code_digest import is_of_the_package
from unanimity.support.errors import ModelError, near_miss
from unanimity.world import codes
from unanimity.world.formula import is_formula
from unanimity.world.levers import BY_ARGUMENT
from unanimity.world.rule import Rule
from unanimity.world.rules import Mechanism

RETURNS_WHAT_IT_WRITES = ("person", "unit", "world", "tie")
OF_LEVERS = ("", "announced_", "parent_", "province_", "centre_", "headed_")
ONE_VALUE = (ast.Constant, ast.BinOp, ast.Compare, ast.BoolOp, ast.UnaryOp)  # whatever stands in them
RETURNS_ONE_NUMBER = ("tie_fold", "member_fold")
LUCK = ("random numbers are keyed by person and month here, so that a run can be repeated; allowed: an argument "
        "`luck`, with stream=9000 (or another from 9000 up) in the decorator")
RANDOM = ("random", "secrets", ".".join(("numpy", "random")))  # modules whose numbers are not keyed
SIGNATURE = ">" * 3  # before the types that numba could not bring together
_CODE = re.compile(r"\x1b\[[0-9;]*m")


def check_own_rules(mechanisms: Iterable[Mechanism]) -> None:
    """Refuse the first error in the rules of mechanisms of the user's own."""
    for mechanism in mechanisms:
        if BY_ID.get(mechanism.id) is mechanism:
            continue
        for rule in (*mechanism.rules, *mechanism.when_off):
            for function in _functions(rule):
                _check_names(function)
                tree = _parsed(function)
                if tree is not None:
                    _check_random(function, tree)
                    _check_texts(function, tree)
                    _check_places(function, tree)
                    _check_parameters(function, tree, mechanism)
                    _Assigned(function).through(tree.body, set(function.__code__.co_varnames[:_arguments(function)]))
            _check_returns(rule)


def place(function: Any, line: int | None = None) -> str:
    """The file and line of a function of the user, and its name."""
    code = function.__code__
    return f"{code.co_filename}, line {line or code.co_firstlineno}: {function.__name__}"


def _functions(rule: Rule) -> list[FunctionType]:
    """The user's own functions that belong to a rule: the rule itself, its tests, and the formulas that they call."""
    waiting: list[Any] = [getattr(rule, field.name) for field in dataclasses.fields(rule)]
    found: dict[FunctionType, None] = {}
    while waiting:
        here = waiting.pop(0)
        if isinstance(here, tuple):
            waiting += here
        elif isinstance(here, FunctionType) and here not in found and not is_of_the_package(here):
            found[here] = None
            waiting += [thing for name in here.__code__.co_names if is_formula(thing := here.__globals__.get(name))]
    return list(found)


def _parsed(function: FunctionType) -> ast.FunctionDef | None:
    """A function's syntax tree; None where its text cannot be read."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError):
        return None
    return next((node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)), None)


def _line(function: FunctionType, node: Any) -> int:
    return int(function.__code__.co_firstlineno + node.lineno - 1)


def _check_names(function: FunctionType) -> None:
    """Refuse a name that nobody defines."""
    line = None
    for step in dis.get_instructions(function):
        line = step.starts_line or line
        name = step.argval
        if step.opname == "LOAD_GLOBAL" and name not in function.__globals__ and not hasattr(builtins, name):
            known = [*function.__code__.co_varnames, *function.__globals__]
            raise ModelError(f"{place(function, line)}: name {name!r} is not defined.{near_miss(name, known)} Allowed: "
                             f"an argument, a parameter p.NAME, a @formula or a constant of the file")


def _check_random(function: FunctionType, tree: ast.FunctionDef) -> None:
    """Refuse random numbers of Python or NumPy."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Name, ast.Attribute)) and _is_random(_value(node, function)):
            raise ModelError(f"{place(function, _line(function, node))}: {ast.unparse(node)} draws unkeyed: {LUCK}")


def _value(node: ast.expr, function: FunctionType) -> Any:
    """The value of a name, or of an attribute of a module, outside the function."""
    if isinstance(node, ast.Name):
        return None if node.id in function.__code__.co_varnames else function.__globals__.get(node.id)
    if isinstance(node, ast.Attribute):
        base = _value(node.value, function)
        return getattr(base, node.attr, None) if isinstance(base, ModuleType) else base if _is_random(base) else None
    return None


def _is_random(thing: Any) -> bool:
    """Whether a module, a generator or a function draws random numbers, by the module that it comes from."""
    if isinstance(thing, ModuleType):
        return thing.__name__ in RANDOM
    owner = getattr(thing, "__self__", None)
    kinds = (thing, type(thing), type(owner))
    return any(str(getattr(kind, "__module__", "")).startswith(RANDOM) for kind in kinds if kind is not None)


def _check_texts(function: FunctionType, tree: ast.FunctionDef) -> None:
    """Refuse a text, since a rule knows numbers only."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Compare):
            continue
        sides = [node.left, *node.comparators]
        for side in sides:
            text = side.value if isinstance(side, ast.Constant) else _value(side, function)
            if isinstance(text, str):
                others = [one for one in sides if one is not side]
                raise ModelError(f"{place(function, _line(function, node))}: {ast.unparse(node)} compares a number "
                                 f"with a text; {_cure(text, others)}")


def _check_places(function: FunctionType, tree: ast.FunctionDef) -> None:
    """Refuse a place that is counted from the end, as in people.status[-1]: compiled code would read in front of the
    column."""
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute)):
            continue
        for place_in in node.slice.elts if isinstance(node.slice, ast.Tuple) else (node.slice,):
            if isinstance(place_in, ast.UnaryOp) and isinstance(place_in.op, ast.USub):
                raise ModelError(f"{place(function, _line(function, node))}: {ast.unparse(node)} is not allowed; "
                                 "allowed: a place counted from the front of the column, 0 or more")


def _cure(text: str, others: list[ast.expr]) -> str:
    """How a rule writes a lever's value."""
    for node in others:
        name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
        lever = next((BY_ARGUMENT[name.removeprefix(prefix)] for prefix in OF_LEVERS
                      if name.removeprefix(prefix) in BY_ARGUMENT), None)
        if lever is None:
            continue
        if not lever.is_choice:
            return f"allowed: a number, {lever.allowed}"
        if text not in lever.words:
            return f"and {lever.name} has no value {text!r}.{near_miss(text, lever.words)} Allowed: " + ", ".join(
                f"{word} ({lever.number(word):g})" for word in lever.words)
        number = lever.number(text)
        named = text.upper().replace("-", "_")
        same = getattr(codes, named, None) == number
        return f"allowed: {ast.unparse(node)} == {number:g}, which is {text!r}" + (
            f" (or {named}, from unanimity.world.codes)" if same else "")
    return "allowed: numbers (levers, columns and parameters are numbers in a rule)"


def _check_parameters(function: FunctionType, tree: ast.FunctionDef, mechanism: Mechanism) -> None:
    """Refuse a parameter that the mechanism, or the one that is named, does not have."""
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)):
            continue
        name = node.value.id
        other = BY_ID.get(name[2:]) if name.startswith("p_") else None
        own = mechanism if name == "p" else other
        if own is not None and name in function.__code__.co_varnames:
            known = [field.name for field in own.fields]
            if node.attr not in known:
                raise ModelError(f"{place(function, _line(function, node))}: {name}.{node.attr} is no parameter of "
                                 f"{own.id}.{near_miss(node.attr, known)} Known: {', '.join(known) or 'none'}")


def _arguments(function: FunctionType) -> int:
    return function.__code__.co_argcount + function.__code__.co_kwonlyargcount


class _Assigned:
    """Refuses a variable without a value on some path: compiled code would read whatever its memory holds."""

    def __init__(self, function: FunctionType) -> None:
        self.function, self.own = function, set(function.__code__.co_varnames)

    def through(self, body: list[ast.stmt], known: set[str]) -> set[str] | None:
        """The variables that have a value after a block, given those that had one before; None if the block never
        ends."""
        for line in body:
            if isinstance(line, (ast.Return, ast.Raise, ast.Continue, ast.Break)):
                self._read(line, known)
                return None
            if isinstance(line, ast.If):
                self._read(line.test, known)
                ends = [self.through(part, set(known)) for part in (line.body, line.orelse)]
                left = [one for one in ends if one is not None]
                if not left:
                    return None
                known = set.intersection(*left)
            elif isinstance(line, (ast.For, ast.While)):
                self._read(line.iter if isinstance(line, ast.For) else line.test, known)
                inside = set(known) | (_stored(line.target) if isinstance(line, ast.For) else set())
                self.through(line.body, inside)
            else:
                self._read(line, known)
                known = known | _stored(line)
        return known

    def _read(self, node: ast.AST, known: set[str]) -> None:
        named = known | {part.target.id for part in ast.walk(node) if isinstance(part, ast.NamedExpr)}
        for part in ast.walk(node):
            read = isinstance(part, ast.Name) and (isinstance(part.ctx, ast.Load) or isinstance(node, ast.AugAssign))
            if isinstance(part, ast.Name) and read and part.id in self.own and part.id not in named:
                where = place(self.function, _line(self.function, part))
                raise ModelError(f"{where}: {part.id} may have no value here; allowed: a value on every path")


def _stored(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}


def _check_returns(rule: Rule) -> None:
    """Refuse a rule that returns nothing, sometimes nothing, or too few or too many values."""
    function: Any = rule.function
    tree = _parsed(function) if not is_of_the_package(function) else None
    if tree is None or rule.kind not in (*RETURNS_WHAT_IT_WRITES, *RETURNS_ONE_NUMBER):
        return
    wanted = len(rule.writes) if rule.kind in RETURNS_WHAT_IT_WRITES else 1
    named = f" ({', '.join(rule.writes)})" if rule.writes else ""
    values = f"{wanted} value{'s' if wanted != 1 else ''}{named}"
    returns = list(_returns(tree))
    if not returns or _may_end(tree.body):
        raise ModelError(f"{place(function)} {'may return' if returns else 'returns'} nothing; allowed: {values} on "
                         f"every path")
    for node in returns:
        nothing = node.value is None or (isinstance(node.value, ast.Constant) and node.value.value is None)
        given = (len(node.value.elts) if isinstance(node.value, ast.Tuple) else 0 if nothing else
                 1 if isinstance(node.value, ONE_VALUE) else wanted)
        if given != wanted:
            raise ModelError(f"{place(function, _line(function, node))} returns {given or 'no'} value"
                             f"{'s' if given != 1 else ''}; allowed: {values}")


def _returns(tree: ast.AST) -> Iterator[ast.Return]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Return))


def _may_end(body: list[ast.stmt]) -> bool:
    """Whether a block may end without a `return`."""
    last = body[-1]
    if isinstance(last, (ast.Return, ast.Raise)):
        return False
    if isinstance(last, ast.If):
        return not last.orelse or _may_end(last.body) or _may_end(last.orelse)
    return True


def in_words(fault: Exception, functions: Iterable[Callable[..., Any]]) -> ModelError | None:
    """numba's error in a function of the user, with its file and line; None if the error is elsewhere."""
    text = _CODE.sub("", str(fault))
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    for function in functions:
        if is_of_the_package(function) or function.__name__ not in text:
            continue
        code: Any = function.__code__
        last = code.co_firstlineno + len(textwrap.dedent(_source(function)).splitlines()) - 1
        file = re.escape(PurePath(code.co_filename).name)  # numba names some files by a path from the current folder
        told = [int(found) for found in re.findall(file + r"\"?,? (?:line |\()(\d+)", text)
                if code.co_firstlineno <= int(found) <= last]
        if not told and f"function {function.__name__}" not in text:
            continue
        reason = next((line for line in lines if line.startswith((SIGNATURE, "Unknown attribute", "Cannot unify",
                                                                  "Untyped global", "Invalid use", "Use of"))),
                      next((line for line in lines if "Failed in nopython" not in line), "it cannot be compiled"))
        return ModelError(f"{place(function, told[-1] if told else None)} cannot be compiled: "
                          f"{reason.removeprefix(SIGNATURE).strip()}; allowed: numbers, tuples of them, and what can "
                          f"be done with both{'; with --interpret also breakpoint()' * ('breakpoint' in reason)}")
    return None


def _source(function: Any) -> str:
    try:
        return inspect.getsource(function)
    except (OSError, TypeError):
        return ""


@contextmanager
def told_of_own_rules(mechanisms: Iterable[Mechanism], known: Collection[str]) -> Iterator[None]:
    """Report an error of a user's rule that shows while its loop is built, with file, line and the nearest name."""
    try:
        yield
    except ModelError as slip:
        for mechanism in mechanisms:
            for rule in (*mechanism.rules, *mechanism.when_off):
                if not is_of_the_package(rule.function) and str(slip).startswith(f"{mechanism.id}_{rule.name} "):
                    name = re.search(r"reads (?:'(\w+)'|\w+\.(\w+))", str(slip))
                    word = (name[1] or name[2]) if name else ""
                    nearest = near_miss(word, [*known, *BY_ARGUMENT]) if word not in known else ""
                    raise ModelError(f"{place(rule.function)}: {slip}.{nearest}") from slip
        raise
