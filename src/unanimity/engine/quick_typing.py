"""numba made to answer the same question once, in a process that does nothing but compile.

For every `a + b` numba tries dozens of templates, and for each compares all its options one by one: a fifth of the time
to compile. Here the answer for an operation on arguments of the same types, under the same options, is kept. The
answers are numba's own. Only children that compile and end (engine/compiling.py) call this: what it changes in numba
never touches the process of a user.
"""

from __future__ import annotations

from typing import Any

from numba.core.targetconfig import ConfigStack, TargetConfig
from numba.core.types.functions import BaseFunction


def remember_answers() -> None:
    """Keep what numba has found out, for the rest of this process."""
    _compare_options_at_once()
    _keep_signatures()


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
        key = (self, context, tuple(args), tuple(dict(kws).items()), options.copy() if options is not None else None)
        if key not in kept:
            kept[key] = asked(self, context, args, kws)
        return kept[key]

    BaseFunction.get_call_type = answered  # type: ignore[method-assign]
