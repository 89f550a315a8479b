"""One world's part of an array, as compiled rules see it: to be read or written, without a copy and without a check.

numba would generate some sixty instructions for a slice; these functions know that the world is inside the batch.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import types
from numba.extending import intrinsic

from unanimity.compiler.column_type import ColumnType, column_value, first_of, shape_of

Lay = Callable[[Any, list[Any], list[Any], Any], tuple[Any, list[Any], Any]]


def _view(kind: Any, ndim: int, layout: Any, readonly: bool, numbers: tuple[Any, ...], lay: Lay) -> Any:
    """numba's pair of signature and generator for a view, whose first item, shape and stride `lay` gives."""
    found = ColumnType(kind.dtype, ndim, layout, readonly=readonly or not kind.mutable)

    def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source, *given = arguments
        first = first_of(builder, source)
        place, shape, stride = lay(builder, shape_of(builder, kind, source), given, kind)
        return column_value(context, builder, found, builder.gep(first, [place]), shape, stride)

    return found(kind, *numbers), write


def _shift(builder: Any, shape: list[Any], numbers: list[Any], kind: Any) -> tuple[Any, list[Any], Any]:
    """From a place of the last axis on. A view of several rows keeps the batch's length, by which the next row is
    found."""
    return numbers[0], [numbers[1]] if kind.ndim == 1 else shape, None


def _one_row(builder: Any, shape: list[Any], numbers: list[Any], kind: Any) -> tuple[Any, list[Any], Any]:
    return builder.add(builder.mul(numbers[0], shape[1]), numbers[1]), [numbers[2]], None


def _down(builder: Any, shape: list[Any], numbers: list[Any], kind: Any) -> tuple[Any, list[Any], Any]:
    return numbers[0], [shape[0]], shape[1]


@intrinsic
def writable(typing, array, offset, length):  # type: ignore[no-untyped-def]
    """One world's part of a column that may be written."""
    return _view(array, array.ndim, "C", False, (types.intp, types.intp), _shift)


@intrinsic
def readable(typing, array, offset, length):  # type: ignore[no-untyped-def]
    """One world's part of a column that may only be read."""
    return _view(array, array.ndim, "C", True, (types.intp, types.intp), _shift)


@intrinsic
def writable_down(typing, array, place):  # type: ignore[no-untyped-def]
    """The numbers of one country in a column that holds several for each country, to be written."""
    return _view(array, 1, "A", False, (types.intp,), _down)


@intrinsic
def readable_down(typing, array, place):  # type: ignore[no-untyped-def]
    """The same to be read."""
    return _view(array, 1, "A", True, (types.intp,), _down)


@intrinsic
def readable_row(typing, array, row, offset, length):  # type: ignore[no-untyped-def]
    """A part of one row of a table of levers, to be read."""
    return _view(array, 1, "C", True, (types.intp, types.intp, types.intp), _one_row)


@intrinsic
def writable_row(typing, array, row, offset, length):  # type: ignore[no-untyped-def]
    """The same to be written."""
    return _view(array, 1, "C", False, (types.intp, types.intp, types.intp), _one_row)


@intrinsic
def whole(typing, number):  # type: ignore[no-untyped-def]
    """`int` in a generated loop: one instruction, where numba would compile a function for each type."""
    def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.cast(builder, arguments[0], signature.args[0], types.int64)

    return types.int64(types.unliteral(number)), write


VIEWS: dict[str, Any] = {"int": whole, "writable": writable, "readable": readable, "writable_down": writable_down,
                         "readable_down": readable_down, "readable_row": readable_row, "writable_row": writable_row}
