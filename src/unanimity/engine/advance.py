"""The driver of a month: it calls every step in order, for worlds and months, by the addresses of steps and frames.

The driver is the same for every plan, so it is compiled once (in a second or two) and not for each set of mechanisms.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from unanimity.compiler import NUMBERS, kept


@intrinsic
def _call(typing: Any, address: Any, w: Any, low: Any, high: Any, people: Any, units: Any, cells: Any, issues: Any,
          month: Any, frame: Any) -> Any:
    """Call the step whose entry is at an address; return its status, 0 if all went well."""
    signature = types.int32(*[types.int64] * (NUMBERS + 2))

    def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = ir.IntType(64)
        kind = ir.FunctionType(ir.IntType(32), [*[word] * NUMBERS, word.as_pointer()])
        entry = builder.inttoptr(arguments[0], kind.as_pointer())
        return builder.call(entry, [*arguments[1:-1], builder.inttoptr(arguments[-1], word.as_pointer())])

    return signature, write


@kept
def one_step(call, w, low, high, people, units, cells, issues, month):  # type: ignore[no-untyped-def]
    """One step for one world and a range of cells; `call` is the address of its entry and of its frame."""
    return _call(call[0], w, low, high, people, units, cells, issues, month, call[1])


@kept
def advance(world_first, world_last, month_last, people, units, cells, issues, calls, log_count, room, reached):  # type: ignore[no-untyped-def]
    """The month, for each world in turn, so that a small world stays in the nearest cache.

    A world whose log is half full stops early: the engine empties it and calls again.
    """
    for w in range(world_first, world_last):
        for month in range(reached[w], month_last):
            if 2 * log_count[w] > room:
                break
            for k in range(calls.shape[0]):
                status = _call(calls[k, 0], w, 0, cells, people, units, cells, issues, month, calls[k, 1])
                if status != 0:
                    return k + 1
            reached[w] = month + 1
    return 0
