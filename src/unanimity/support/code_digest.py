"""What code means: a digest of a function's code and of every formula and constant that it reaches, or of any value.

Comments, docstrings and places in a file do not count; an edit to a rule, to a helper of a rule in another file, to a
constant that one of them uses, or to a parameter's default does. Constants count by their values, to the last bit and
wherever they stand: in the rule's own file, or in a module that it names (`tables.RATES`). Compiled months
(engine/step_digest.py) and fingerprints of regimes with mechanisms of one's own (regimes/regime.py) are known by it.
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

IN_WORDS = ("title", "sentence", "sources", "meaning", "card", "room")  # what is only told of a mechanism or column
LIBRARIES = {*sys.stdlib_module_names, "numpy", "numba", "llvmlite", "scipy"}  # known by their names
_ATTRIBUTE = {"LOAD_ATTR", "LOAD_METHOD"}
_known: dict[types.FunctionType, str] = {}  # digests of the package's own functions, which nobody changes


def meaning(thing: Any) -> str:
    """What stands behind a name that code uses, with everything inside it."""
    function = getattr(thing, "py_func", thing)  # of a function that numba has compiled: the function
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
    return re.sub(" at 0x[0-9a-fA-F]+", "", repr(thing))  # where it lies in memory says nothing


def of_function(function: types.FunctionType) -> str:
    """A digest of a function's code and of what it reaches."""
    return _digested(function, {})


def is_of_the_package(function: Any) -> bool:
    """Whether a function is one of this package: only others may have been changed since they were last seen, or read a
    constant that has been."""
    return str(getattr(function, "__module__", "")).startswith("unanimity.")


def _digested(function: types.FunctionType, seen: dict[types.FunctionType, str]) -> str:
    if function in _known:
        return _known[function]
    if function not in seen:
        seen[function] = function.__qualname__  # for one that calls itself
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
    """Names outside a function that its code reads, with what stands behind them; into modules of one's own it looks
    (`tables.RATES`), those of libraries are known by their names."""
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
    """A code object and those inside it."""
    return [code, *(inner for part in code.co_consts if isinstance(part, types.CodeType) for inner in _codes(part))]
