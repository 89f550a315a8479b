"""A digest of what a generated function means: its text, and the code of every formula and constant that it reaches.

Comments, docstrings and places in a file do not count; an edit to a rule, to a helper of a rule in another file, or to
a constant that one of them uses does.
"""

from __future__ import annotations

import hashlib
import types
from functools import cache
from typing import Any

from unanimity.engine.lowering import FORM, OPTIONS
from unanimity.engine.source import Source
from unanimity.world.draws import as_uniform, block, uniform, word
from unanimity.world.formula import is_formula

DRAWS: tuple[Any, ...] = (block, word, as_uniform, uniform)  # every generated text may call these


def digest_of(source: Source) -> str:
    """Sixteen hexadecimal digits that change when the compiled form could."""
    digest = hashlib.sha256(f"{FORM} {OPTIONS} {source.text}".encode())
    digest.update("".join(_of_function(draw) for draw in DRAWS).encode())
    for name, thing in sorted(source.functions.items()):
        digest.update(f"{name} {_meaning(thing)}".encode())
    return digest.hexdigest()[:16]


def size_of(source: Source) -> float:
    """About how long a generated function takes to compile: arrays, text, and the code of every formula it reaches."""
    reached: set[types.FunctionType] = set()
    waiting = [thing for thing in source.functions.values() if is_formula(thing)]
    while waiting:
        found: Any = waiting.pop()
        if found not in reached:
            reached.add(found)
            waiting += [thing for name in found.__code__.co_names if is_formula(thing := found.__globals__.get(name))]
    return 1 + len(source.arrays) / 8 + len(source.text) / 500 + sum(len(f.__code__.co_code) for f in reached) / 500


def _meaning(thing: Any) -> str:
    if isinstance(thing, types.FunctionType):
        return _of_function(thing)
    if isinstance(thing, type):
        return f"{thing.__qualname__}{getattr(thing, '_fields', ())}"
    if isinstance(thing, types.ModuleType):
        return thing.__name__
    return repr(thing)


@cache
def _of_function(function: types.FunctionType) -> str:
    digest = hashlib.sha256(repr(function.__defaults__).encode())
    for code in _codes(function.__code__):
        says = code.co_consts[1:] if code.co_consts and code.co_consts[0] == function.__doc__ else code.co_consts
        plain = [repr(constant) for constant in says if not isinstance(constant, types.CodeType)]
        digest.update(code.co_code)
        digest.update(repr((plain, code.co_names, code.co_varnames)).encode())
        for name in code.co_names:
            found = function.__globals__.get(name)
            if found is not None and found is not function:
                known = is_formula(found) or not callable(found)
                digest.update(f"{name} {_meaning(found) if known else name}".encode())
    return digest.hexdigest()


def _codes(code: types.CodeType) -> list[types.CodeType]:
    """A code object and those inside it."""
    return [code, *(inner for part in code.co_consts if isinstance(part, types.CodeType) for inner in _codes(part))]
