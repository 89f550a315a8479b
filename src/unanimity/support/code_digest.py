"""A digest of code: of a function with every formula and constant that it reaches, or of any value.

Comments, docstrings and positions in a file do not count. An edit to a rule, to a helper in another file, to a constant
that one of them uses, or to a parameter's default changes the digest. Constants count by value, to the last bit,
whether they are defined in the rule's own file or in a module that it names (`tables.RATES`). The digest identifies
compiled steps (engine/step_digest.py) and, in regime fingerprints, a user's own mechanisms (regimes/regime.py).
"""

from __future__ import annotations

import dataclasses
import dis
import hashlib
import re
import sys
import types
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

IN_WORDS = ("title", "sentence", "sources", "meaning", "card", "room")  # only describe a mechanism or column
LIBRARIES = {*sys.stdlib_module_names, "numpy", "numba", "llvmlite", "scipy"}  # identified by name
_ATTRIBUTE = {"LOAD_ATTR", "LOAD_METHOD"}
_known: dict[types.FunctionType, str] = {}  # digests of the package's own functions, which do not change at run time


def meaning(thing: Any) -> str:
    """The value behind a name that code uses, with everything inside it, as text."""
    function = getattr(thing, "py_func", thing)  # for a function compiled by numba: the Python function
    if isinstance(function, types.FunctionType):
        return of_function(function)
    if isinstance(thing, np.ndarray):
        held = np.ascontiguousarray(thing)
        return f"{held.dtype.descr} {held.shape} {hashlib.sha256(held.tobytes()).hexdigest()}"
    if isinstance(thing, np.generic):
        return f"{thing.dtype} {thing.tobytes().hex()}"
    if isinstance(thing, type):
        return f"{thing.__qualname__}{getattr(thing, '_fields', ())}{meaning(getattr(thing, '_field_defaults', {}))}"
    if isinstance(thing, types.ModuleType):
        return thing.__name__
    if dataclasses.is_dataclass(thing):
        return meaning({one.name: getattr(thing, one.name) for one in dataclasses.fields(thing)
                        if one.name not in IN_WORDS})
    if isinstance(thing, Mapping):
        return repr(sorted((str(name), meaning(value)) for name, value in thing.items()))
    if isinstance(thing, (tuple, list)):
        return repr([type(thing).__name__, *(meaning(part) for part in thing)])
    return re.sub(" at 0x[0-9a-fA-F]+", "", repr(thing))  # memory addresses carry no meaning


def of_function(function: types.FunctionType) -> str:
    """A digest of a function's code and of everything that it reaches."""
    return _digested(function, {})


def is_of_the_package(function: Any) -> bool:
    """Whether a function belongs to this package. Only other functions may change, or read constants that change,
    between two calls."""
    return str(getattr(function, "__module__", "")).startswith("unanimity.")


def _digested(function: types.FunctionType, seen: dict[types.FunctionType, str]) -> str:
    if function in _known:
        return _known[function]
    if function not in seen:
        seen[function] = function.__qualname__  # stops recursion
        digest = hashlib.sha256(meaning([function.__defaults__, function.__kwdefaults__]).encode())
        for code in _codes(function.__code__):
            says = code.co_consts[1:] if code.co_consts and code.co_consts[0] == function.__doc__ else code.co_consts
            plain = [repr(constant) for constant in says if not isinstance(constant, types.CodeType)]
            digest.update(code.co_code)
            digest.update(repr((plain, code.co_names, code.co_varnames)).encode())
        for name, found in reached(function):
            called = getattr(found, "py_func", found)
            inside = _digested(called, seen) if isinstance(called, types.FunctionType) else meaning(found)
            digest.update(f"{name} {inside}".encode())
        seen[function] = digest.hexdigest()
        if is_of_the_package(function):
            _known[function] = seen[function]
    return seen[function]


def reached(function: types.FunctionType) -> Iterator[tuple[str, Any]]:
    """The global names that a function's code reads, with their values. Attributes of the user's own modules are
    followed (`tables.RATES`); library modules are identified by name."""
    for code in _codes(function.__code__):
        name, found = "", None
        for instruction in dis.get_instructions(code):
            if instruction.opname == "LOAD_GLOBAL":
                if name:
                    yield name, found
                name = instruction.argval if instruction.argval in function.__globals__ else ""
                found = function.__globals__.get(name)
            elif name and instruction.opname in _ATTRIBUTE and _is_own_module(found) \
                    and hasattr(found, instruction.argval):
                name, found = f"{name}.{instruction.argval}", getattr(found, instruction.argval)
            elif name:
                yield name, found
                name = ""
        if name:
            yield name, found


def _is_own_module(thing: Any) -> bool:
    return isinstance(thing, types.ModuleType) and thing.__name__.split(".")[0] not in LIBRARIES


def _codes(code: types.CodeType) -> list[types.CodeType]:
    """A code object and those nested in it."""
    return [code, *(inner for part in code.co_consts if isinstance(part, types.CodeType) for inner in _codes(part))]
