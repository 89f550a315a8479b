"""Changes to numba in a process that only compiles: each question is answered once, and analyses that no rule needs are
left out.

For every `a + b` numba tries dozens of templates, and for each compares all its options one by one. Here the answer for
an operation on arguments of the same types, under the same options, is kept; the answers are numba's own. A rule
allocates nothing, so the lifetimes of variables are not computed. Together this saves a third of the time to compile.
Only child processes that compile and end (engine/compiling.py) call this; a user's own numba is never changed.
"""

from __future__ import annotations

from typing import Any

from numba.core import transforms
from numba.core.postproc import PostProcessor, VariableLifetime
from numba.core.targetconfig import ConfigStack, TargetConfig
from numba.core.types.functions import BaseFunction
from numba.core.typing.context import BaseContext


def remember_answers() -> None:
    """Keep numba's answers for the rest of this process."""
    _compare_options_at_once()
    _keep_signatures()
    _keep_attributes()
    _let_no_variable_die()


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
    """A type's attributes do not change, but numba searches all that is known of its class for each."""
    asked: Any = BaseContext.resolve_getattr
    kept: dict[Any, Any] = {}

    def answered(self: Any, kind: Any, name: str) -> Any:
        if (kind, name) not in kept:
            kept[kind, name] = asked(self, kind, name)
        return kept[kind, name]

    BaseContext.resolve_getattr = answered  # type: ignore[method-assign]


def _let_no_variable_die() -> None:
    """numba computes five times for each function when each variable is last used, and writes a `del` for it."""
    def only_the_blocks(self: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
        self.func_ir.blocks = transforms.canonicalize_cfg(self.func_ir.blocks)
        self.func_ir.variable_lifetime = VariableLifetime(self.func_ir.blocks)  # computed only if it is asked for
        self.func_ir.generator_info = None  # a rule does not yield

    PostProcessor.run = only_the_blocks  # type: ignore[method-assign]
