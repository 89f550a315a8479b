"""What code means: a digest of a function's code and of every formula and constant that it reaches, or of a mechanism.

Comments, docstrings and places in a file do not count; an edit to a rule, to a helper of a rule in another file, to a
constant that one of them uses, or to a parameter's default does. Compiled months (engine/meaning.py) and fingerprints
of regimes with mechanisms of one's own (regimes/regime.py) are known by it.
"""

from __future__ import annotations

import dataclasses
import hashlib
import types
from collections.abc import Mapping
from functools import cache
from typing import Any

from unanimity.world.formula import is_formula
from unanimity.world.rules import Mechanism

IN_WORDS = ("title", "sentence", "sources", "meaning", "card", "room")  # what is only told of a mechanism or column


def of_mechanism(mechanism: Mechanism) -> str:
    """A digest of all that decides what a mechanism does: rules, what they call, columns, parameters with defaults."""
    fields = [(one.name, one.default, one.span.low, one.span.high) for one in mechanism.fields]
    says = {one.name: getattr(mechanism, one.name) for one in dataclasses.fields(mechanism)
            if one.name not in (*IN_WORDS, "parameters")}
    return hashlib.sha256(f"{fields} {_whole(says)}".encode()).hexdigest()


def _whole(thing: Any) -> str:
    """What a value means with everything inside it."""
    if dataclasses.is_dataclass(thing) and not isinstance(thing, type):
        return _whole({one.name: getattr(thing, one.name) for one in dataclasses.fields(thing)
                       if one.name not in IN_WORDS})
    if isinstance(thing, Mapping):
        return repr({str(name): _whole(value) for name, value in sorted(thing.items())})
    if isinstance(thing, (tuple, list)):
        return repr([_whole(part) for part in thing])
    return meaning(thing)


def meaning(thing: Any) -> str:
    """What stands behind a name that code uses."""
    function = getattr(thing, "py_func", thing)  # of a function that numba has compiled: the function
    if isinstance(function, types.FunctionType):
        return of_function(function)
    if isinstance(thing, type):
        return f"{thing.__qualname__}{getattr(thing, '_fields', ())}"
    if isinstance(thing, types.ModuleType):
        return thing.__name__
    return repr(thing)


@cache
def of_function(function: types.FunctionType) -> str:
    """A digest of a function's code and of what it reaches."""
    digest = hashlib.sha256(repr(function.__defaults__).encode())
    for code in _codes(function.__code__):
        says = code.co_consts[1:] if code.co_consts and code.co_consts[0] == function.__doc__ else code.co_consts
        plain = [repr(constant) for constant in says if not isinstance(constant, types.CodeType)]
        digest.update(code.co_code)
        digest.update(repr((plain, code.co_names, code.co_varnames)).encode())
        for name in code.co_names:
            found = function.__globals__.get(name)
            if found is not None and getattr(found, "py_func", found) is not function:  # which may call itself
                known = is_formula(found) or hasattr(found, "py_func") or not callable(found)
                digest.update(f"{name} {meaning(found) if known else name}".encode())
    return digest.hexdigest()


def _codes(code: types.CodeType) -> list[types.CodeType]:
    """A code object and those inside it."""
    return [code, *(inner for part in code.co_consts if isinstance(part, types.CodeType) for inner in _codes(part))]
