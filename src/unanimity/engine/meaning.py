"""A digest of what a generated function means: its text, and the code of every formula and constant that it reaches.

Comments, docstrings and places in a file do not count; an edit to a rule, to a helper of a rule in another file, or to
a constant that one of them uses does.
"""

from __future__ import annotations

import hashlib
import types
from functools import cache
from typing import Any

from unanimity.engine.source import Source
from unanimity.world.draws import as_uniform, block, uniform, word
from unanimity.world.formula import is_formula

# numba's options for all generated code: no lock, plain IEEE arithmetic, and no counting of references, which costs a
# tenth of the month. Nothing is allocated in a month; a rule that would allocate does not compile.
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, "_nrt": False}
DRAWS: tuple[Any, ...] = (block, word, as_uniform, uniform)  # every generated text may call these


def digest_of(source: Source) -> str:
    """Sixteen hexadecimal digits that change when the compiled form could."""
    digest = hashlib.sha256(f"{OPTIONS} {source.text}".encode())
    digest.update("".join(_of_function(draw) for draw in DRAWS).encode())
    for name, thing in sorted(source.functions.items()):
        meant = digest_of(thing) if isinstance(thing, Source) else _meaning(thing)
        digest.update(f"{name} {meant}".encode())
    return digest.hexdigest()[:16]


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
