"""numba made to answer the same question once, in a process that does nothing but compile.

For every `a + b` numba tries dozens of templates, and for each compares all its options one by one: a fifth of the time
to compile. Here the answer for an operation on arguments of the same types, under the same options, is kept. The
answers are numba's own. Only children that compile and end (engine/compiling.py) call this: what it changes in numba
never touches the process of a user.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from numba.core import base, ir, utils
from numba.core.base import BaseContext as TargetContext
from numba.core.targetconfig import ConfigStack, TargetConfig
from numba.core.types.functions import BaseFunction
from numba.core.typing.context import BaseContext

_PLAIN = {str, int, float, bool, type(None), ir.Loc}  # parts of an instruction that hold no variable


def remember_answers() -> None:
    """Keep what numba has found out, for the rest of this process."""
    _compare_options_at_once()
    _keep_signatures()
    _list_variables_at_once()
    _keep_attributes()
    _keep_sizes()
    _keep_parameters()


def _compare_options_at_once() -> None:
    slowly_equal: Any = TargetConfig.__eq__
    hashes: dict[type, int] = {}

    def quickly_hashed(self: Any) -> int:
        kind = type(self)
        if kind not in hashes:  # numba's own hash is that of the names of the options
            hashes[kind] = hash(tuple(sorted(self.options)))
        return hashes[kind]

    def quickly_equal(self: Any, other: Any) -> Any:
        return (type(self) is type(other) and self._values == other._values) or slowly_equal(self, other)

    TargetConfig.__hash__ = quickly_hashed  # type: ignore[method-assign]
    TargetConfig.__eq__ = quickly_equal  # type: ignore[method-assign]


def _keep_signatures() -> None:
    asked: Any = BaseFunction.get_call_type
    kept: dict[Any, Any] = {}

    def answered(self: Any, context: Any, args: Any, kws: Any) -> Any:
        options = ConfigStack.top_or_none()
        chosen = tuple((name, value if type(value) is bool else repr(value))
                       for name, value in options._values.items()) if options is not None else None
        key = (self, context, tuple(args), tuple(dict(kws).items()), chosen)
        if key not in kept:
            kept[key] = asked(self, context, args, kws)
        return kept[key]

    BaseFunction.get_call_type = answered  # type: ignore[method-assign]


def _keep_attributes() -> None:
    """A type's attributes do not change, but numba looks for each through all that is known of its class."""
    asked: Any = BaseContext.resolve_getattr
    kept: dict[Any, Any] = {}

    def answered(self: Any, kind: Any, name: str) -> Any:
        if (kind, name) not in kept:
            kept[kind, name] = asked(self, kind, name)
        return kept[kind, name]

    BaseContext.resolve_getattr = answered  # type: ignore[method-assign]


def _keep_sizes() -> None:
    """Of types in memory: numba has LLVM read a program of one line for each question."""
    asked: Any = TargetContext.get_abi_sizeof
    kept: dict[Any, int] = {}

    def answered(self: Any, kind: Any) -> int:
        if kind not in kept:
            kept[kind] = asked(self, kind)
        return kept[kind]

    TargetContext.get_abi_sizeof = answered  # type: ignore[method-assign]


def _keep_parameters() -> None:
    """Of numba's own functions: Python's `inspect` is asked at every use of one."""
    utils.pysignature = cache(utils.pysignature)
    base._has_loc = cache(base._has_loc)


def _list_variables_at_once() -> None:
    """numba asks every part of an instruction for its variables, numbers and places in the source too."""
    def gather(parts: Iterable[Any], found: list[Any]) -> None:
        for part in parts:
            kind = type(part)
            if kind is ir.Var:
                found.append(part)
            elif kind is ir.Expr:
                gather(part._kws.values(), found)
            elif kind is list or kind is tuple:
                gather(part, found)
            elif kind not in _PLAIN:
                found += ir.Inst()._rec_list_vars(part)

    def of_statement(self: Any) -> list[Any]:
        found: list[Any] = []
        gather(self.__dict__.values(), found)
        return found

    def of_expression(self: Any) -> list[Any]:
        found: list[Any] = []
        gather(self._kws.values(), found)
        return found

    ir.Stmt.list_vars = of_statement  # type: ignore[method-assign]
    ir.Expr.list_vars = of_expression  # type: ignore[method-assign]
