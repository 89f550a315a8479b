"""A digest of a generated function: its text, and the code of every formula and constant that it reaches.

Comments, docstrings and positions in a file do not count. An edit to a rule, to a helper of a rule in another file, or
to a constant that one of them uses does count.
"""

from __future__ import annotations

import hashlib
import types
from typing import Any

from unanimity.compiler import FORM
from unanimity.compiler.code_files import bounds_checked
from unanimity.engine.tree import DRAWS, Source
from unanimity.support.code_digest import meaning, of_function
from unanimity.world.formula import is_formula


def digest_of(source: Source) -> str:
    """Sixteen hexadecimal digits that change when the compiled form could."""
    digest = hashlib.sha256(f"{FORM} {bounds_checked()} {source.text}".encode())
    digest.update("".join(of_function(draw) for draw in DRAWS.values()).encode())
    for name, thing in sorted(source.functions.items()):
        digest.update(f"{name} {meaning(thing)}".encode())
    return digest.hexdigest()[:16]


def size_of(source: Source) -> float:
    """An estimate of how long a generated function takes to compile: arrays, text, and the code of every formula that
    it reaches."""
    reached: set[types.FunctionType] = set()
    waiting = [thing for thing in source.functions.values() if is_formula(thing)]
    while waiting:
        found: Any = waiting.pop()
        if found not in reached:
            reached.add(found)
            waiting += [thing for name in found.__code__.co_names if is_formula(thing := found.__globals__.get(name))]
    return 1 + len(source.arrays) / 8 + len(source.text) / 500 + sum(len(f.__code__.co_code) for f in reached) / 500
