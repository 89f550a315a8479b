"""A compiled function that is compiled once for whole numbers, and not once for each of their types.

numba compiles a function anew for a literal, an int32, an int64 ...; a draw of luck, say, nine times for the births of
a country alone. All whole numbers that fit into 63 bits are handed over as one type, which changes no value.
"""

from __future__ import annotations

from typing import Any

from numba import types


def for_plain_types(made: Any) -> Any:
    """The same dispatcher; compiled functions that call it ask it for plain types only."""
    by_type = made.get_call_template
    made.get_call_template = lambda given, named: by_type(
        tuple(_plain(one) for one in given), {name: _plain(one) for name, one in named.items()})
    return made


def _plain(kind: Any) -> Any:
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) and kind is not types.uint64 else kind
