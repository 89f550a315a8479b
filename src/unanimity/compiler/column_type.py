"""A column as compiled code sees it: the address of its first item and its shape, and nothing else.

numba's own array has seven words, among them its owner and its strides. For every element that is read numba writes
some twenty instructions, most of which are removed again when the code is optimised; that takes a third of the time to
compile. The memory of a column is contiguous and is not freed during a month, so reading an element takes two or three
instructions here. A place is counted from the front: unlike in Python, a place below zero is not counted from the end.

    column[i], column[k, i]      an item (of a record: where it stands)
    column[k] of a table         its row
    column.size, column.shape    how many

The layout is "C", or "A" for every n-th item of a column (the numbers of one country).
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils  # as numba's manual of extensions does
from numba.extending import NativeValue, box, lower_builtin, lower_getattr, models, register_model, unbox


class ColumnType(types.Array):
    """To numba's typing an array like any other; only its form in memory differs."""

    def __init__(self, dtype: Any, ndim: int, layout: Any, readonly: bool = False, name: Any = None,
                 aligned: bool = True) -> None:
        item = dtype.name if not isinstance(dtype, types.Record) else f"record{dtype.size}"  # rows of the case log
        short = f"{'readonly' if readonly else 'column'}{ndim}{layout}_{item}"  # part of the names of functions
        super().__init__(dtype, ndim, layout, readonly=readonly, name=name or short, aligned=aligned)

    @property
    def mangling_args(self) -> Any:
        """The part of a compiled function's name that stands for this type."""
        return self.name, ()

    def copy(self, dtype: Any = None, ndim: Any = None, layout: Any = None, readonly: Any = None) -> Any:
        """The same type with some traits changed."""
        return ColumnType(dtype or self.dtype, self.ndim if ndim is None else ndim, layout or self.layout,
                          not self.mutable if readonly is None else readonly, aligned=self.aligned)


@register_model(ColumnType)
class _ColumnModel(models.StructModel):
    """The address of the first item, the shape and, for layout "A", the distance between items."""

    def __init__(self, manager: Any, kind: Any) -> None:
        words = [("data", types.CPointer(kind.dtype)), ("shape", types.UniTuple(types.intp, kind.ndim))]
        super().__init__(manager, kind, [*words, ("stride", types.intp)] if kind.layout == "A" else words)


def column_value(context: Any, builder: Any, kind: ColumnType, first: Any, shape: list[Any], stride: Any = None) -> Any:
    """Build a column from its parts."""
    made = ir.Constant(context.get_value_type(kind), ir.Undefined)
    made = builder.insert_value(made, first, 0)
    for axis, length in enumerate(shape):
        made = builder.insert_value(made, length, (1, axis))
    return made if stride is None else builder.insert_value(made, stride, 2)


def first_of(builder: Any, column: Any) -> Any:
    """The address of its first item."""
    return builder.extract_value(column, 0)


def shape_of(builder: Any, kind: ColumnType, column: Any) -> list[Any]:
    """The number of items along each axis."""
    return [builder.extract_value(column, (1, axis)) for axis in range(kind.ndim)]


def _address(context: Any, builder: Any, kind: ColumnType, column: Any, places: list[Any]) -> Any:
    """The address of an item; with fewer places than axes, of the first item that has these places."""
    if context.enable_boundscheck:  # NUMBA_BOUNDSCHECK=1: a place outside the column ends the step with an error
        for place, length in zip(places, shape_of(builder, kind, column), strict=False):
            cgutils.do_boundscheck(context, builder, place, length)
    if kind.layout == "A":
        at = builder.mul(places[0], builder.extract_value(column, 2))
    else:
        at = places[0]
        for axis in range(1, kind.ndim):
            at = builder.mul(at, builder.extract_value(column, (1, axis)))
            at = builder.add(at, places[axis]) if axis < len(places) else at
    return builder.gep(first_of(builder, column), [at])


def _places(builder: Any, kind: Any, given: Any) -> list[Any]:
    return cgutils.unpack_tuple(builder, given, count=len(kind)) if isinstance(kind, types.BaseTuple) else [given]


@lower_builtin(operator.getitem, ColumnType, types.Integer)
@lower_builtin(operator.getitem, ColumnType, types.BaseTuple)
def _read(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    kind, places = signature.args[0], _places(builder, signature.args[1], arguments[1])
    found = _address(context, builder, kind, arguments[0], places)
    if len(places) == kind.ndim:
        return context.unpack_value(builder, kind.dtype, found, 1 if not kind.aligned else None)
    lengths = shape_of(builder, kind, arguments[0])[len(places):]
    return column_value(context, builder, signature.return_type, found, lengths)


@lower_builtin(operator.setitem, ColumnType, types.Integer, types.Any)
@lower_builtin(operator.setitem, ColumnType, types.BaseTuple, types.Any)
def _write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    kind, places = signature.args[0], _places(builder, signature.args[1], arguments[1])
    value = context.cast(builder, arguments[2], signature.args[2], kind.dtype)
    place = _address(context, builder, kind, arguments[0], places)
    context.pack_value(builder, kind.dtype, value, place, align=None if kind.aligned else 1)
    return context.get_dummy_value()


@lower_getattr(ColumnType, "shape")
def _shape(context: Any, builder: Any, kind: Any, column: Any) -> Any:
    return builder.extract_value(column, 1)


@lower_getattr(ColumnType, "size")
def _size(context: Any, builder: Any, kind: Any, column: Any) -> Any:
    size, *more = shape_of(builder, kind, column)
    for length in more:
        size = builder.mul(size, length)
    return size


@unbox(ColumnType)
def _from_python(kind: Any, value: Any, c: Any) -> Any:
    """Plain numba generates a conversion from Python for every function, although no rule is called with a column."""
    return NativeValue(ir.Constant(c.context.get_value_type(kind), None))


@box(ColumnType)
def _to_python(kind: Any, value: Any, c: Any) -> Any:
    """The same for the conversion to Python."""
    return c.pyapi.make_none()
