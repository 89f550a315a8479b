"""The fast implementation of compiler/__init__.py."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from numba.core.compiler_lock import global_compiler_lock

from unanimity.compiler.private.kept_code import keep
from unanimity.compiler.private.lowering import FORM as ENTRY
from unanimity.compiler.private.lowering import OPTIONS, address, inner, keep_all_inner, loaded, outer
from unanimity.compiler.private.plain_types import for_plain_types
from unanimity.compiler.private.quick_typing import remember_answers

FORM = f"{ENTRY} {OPTIONS}"

__all__ = ["FORM", "address", "compile_lock", "for_plain_types", "inner", "keep", "loaded", "outer", "prepare_child"]


def compile_lock() -> AbstractContextManager[Any]:
    """Held while a child is forked: a lock that another thread holds would never be released in the child."""
    return global_compiler_lock


def prepare_child() -> None:
    """Change numba for the rest of a process that compiles steps and ends; a user's process is never changed."""
    remember_answers()
    keep_all_inner()
