"""What numba does for programs of every kind and no rule needs, left out in a process that does nothing but compile.

A rule is straight arithmetic on numbers and rows: it allocates nothing, raises nothing, opens nothing with `with`. So
nobody asks when a variable dies (numba works that out five times for each function, and writes a `del` for each), which
error belongs to which line (a child's fault is silent: the parent compiles the step again and tells it), or what was
noted on the way. Together a quarter of the time to compile. Only children that compile and end (engine/compiling.py)
call this: a user's own numba is never touched.
"""

from __future__ import annotations

import dis
from contextlib import nullcontext
from typing import Any

from llvmlite.binding import ffi
from numba.core import byteflow, interpreter, lowering, ssa, transforms, typeinfer
from numba.core.errors import WarningsFixer  # type: ignore[attr-defined]
from numba.core.interpreter import Interpreter
from numba.core.postproc import PostProcessor, VariableLifetime
from numba.core.typeinfer import TypeInferer

# Python's instructions for which numba mends its first writing of a function: calls with stars, dictionaries, `with`
_MENDED = {dis.opmap[name] for name in ("CALL_FUNCTION_EX", "LIST_EXTEND", "LIST_TO_TUPLE", "DICT_UPDATE", "DICT_MERGE",
                                        "BEFORE_WITH", "BUILD_MAP", "BUILD_CONST_KEY_MAP", "MAP_ADD")
           if name in dis.opmap}


def leave_out() -> None:
    """For the rest of this process."""
    _let_no_variable_die()
    _mend_only_what_is_mended()
    _type_in_one_round()
    _tell_nobody()


def _let_no_variable_die() -> None:
    def only_the_blocks(self: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
        self.func_ir.blocks = transforms.canonicalize_cfg(self.func_ir.blocks)
        self.func_ir.variable_lifetime = VariableLifetime(self.func_ir.blocks)  # worked out by who asks for it
        self.func_ir.generator_info = None  # a rule does not yield

    PostProcessor.run = only_the_blocks  # type: ignore[method-assign]


def _mend_only_what_is_mended() -> None:
    mend: Any = Interpreter.post_process

    def mend_if_there(self: Any, peepholes: Any, written: Any) -> Any:
        code = self.func_id.code
        plain = _MENDED.isdisjoint(code.co_code[::2]) and not code.co_exceptiontable
        return written if plain else mend(self, peepholes, written)

    Interpreter.post_process = mend_if_there  # type: ignore[method-assign]


def _type_in_one_round() -> None:
    """numba types a function over and over until nothing changes. Where no jump goes back to a block that was typed
    before, every variable has its type before it is read, and a second round can only repeat the first."""
    over_and_over: Any = TypeInferer.propagate

    def once(self: Any, raise_errors: bool = True) -> Any:
        turn = {place: number for number, place in enumerate(self.blocks)}  # in this order blocks are typed
        forwards = all(turn[target] > turn[place] for place, block in self.blocks.items()
                       for target in block.terminator.get_targets())
        if forwards and not self.constraints.propagate(self):
            return None
        return over_and_over(self, raise_errors)

    TypeInferer.propagate = once  # type: ignore[method-assign]


def _tell_nobody() -> None:
    nothing = nullcontext()
    typeinfer.new_error_context = lowering.new_error_context = lambda *_, **__: nothing
    WarningsFixer.catch_warnings = lambda *_, **__: nothing
    ffi.lib._lock._cblist.clear()  # numba tells its listeners of every call of LLVM
    for module in (byteflow, interpreter, ssa, typeinfer):
        module._logger.debug = lambda *_, **__: None
