"""Checks the numbers of a test against its measure's unit and bounds."""

from __future__ import annotations

import inspect
import math
from collections.abc import Mapping
from typing import Any

from unanimity.experiments.description import MeasureTable
from unanimity.experiments.form_kinds import KINDS
from unanimity.measures import BY_NAME
from unanimity.measures.contract import CONTRACT
from unanimity.measures.grammar.parser import Outline
from unanimity.support.errors import is_number, refuse
from unanimity.support.expressions import WORD

DISTANCES = ("by", "margin")  # differences of two values of a measure
IN_POINTS = ("share", "score", "-1..1")  # units of which a hundredth is a point


def one_call(expression: str) -> tuple[str, str] | None:
    """The name and brackets of an expression that is a single name, with or without them; else None.

    >>> one_call("arrests(members)"), one_call("unanimity"), one_call("arrests(members) / months(run)")
    (('arrests', '(members)'), ('unanimity', ''), None)
    """
    reader = Outline(expression, "measure")
    name, start = reader.take(), reader.peek_start()
    if reader.took("("):
        reader.arguments()
    return (name.text, expression[start:reader.at]) if name.kind == WORD and reader.done() else None


def unit_of(expression: str) -> str:
    """The unit of a measure given by its expression, if known.

    >>> unit_of("unanimity(province(1))"), unit_of("share(fear > 0.5, members)"), unit_of("arrests / 2")
    ('share of attendants', 'share', '')
    """
    found = one_call(expression)
    if found is None:
        return ""
    name = found[0]
    known = BY_NAME.get(name) or CONTRACT.get(name)
    return "share" if name == "share" else known.unit if known is not None else ""


def bounds_of(expression: str) -> tuple[float, float] | None:
    """The bounds of a measure, if known; a flow may exceed them when summed over months.

    >>> bounds_of("unanimity"), bounds_of("share(fear > 0.5, members)"), bounds_of("unanimity / 2")
    ((0.0, 1.0), (0.0, 1.0), None)
    """
    found = one_call(expression)
    if found is None:
        return None
    if found[0] == "share":
        return 0.0, 1.0
    known = BY_NAME.get(found[0])
    return (known.low, known.high) if known is not None and known.unit.startswith("share") else None


def check_numbers(form: str, options: Mapping[str, Any], measure: MeasureTable, label: str) -> None:
    """Refuse percentage points for a measure that is not a share, and thresholds and margins that no value can reach or
    miss."""
    unit, bounds = measure.unit or unit_of(measure.expression), bounds_of(measure.expression)
    standard = inspect.signature(KINDS[form].function).parameters.get("unit")
    asked = options.get("unit", standard.default if standard is not None else None)
    if asked == "points" and unit and not unit.startswith(IN_POINTS):
        raise refuse(label, "unit", asked, f"percent, times, absolute: {measure.expression} is no share and no score "
                                           f"({unit})")
    low, high = bounds or (-math.inf, math.inf)
    x = options.get("x")
    if form == "level" and is_number(x) and not low <= x <= high:
        raise refuse(label, "x", x, f"{low:g}..{high:g}, where {measure.expression} lies")
    most = {"points": 100.0 * (high - low), "absolute": high - low}.get(str(asked), math.inf)
    for name in DISTANCES:
        value = options.get(name)
        if is_number(value) and not abs(value) < most:
            raise refuse(label, name, value, f"below {most:g}: two values of {measure.expression} never differ by more")
