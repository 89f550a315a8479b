"""Number formatting, the same for terminal, pages, tables and captions.

The format follows from the unit that the measure declares:

    share, share of members    a share from 0 to 1        92 %, differences in points
    score                      a mean on a scale 0 to 1   0.34
    -1..1                      a position                 +0.25
    per 1,000 a year           a rate                     3.2
    anything else              a count or an amount       12.5, 1,240

Values have at most three significant digits, since a simulation is no more precise than that; a dash stands for an
unknown value. Files (CSV, Parquet, JSON) hold unrounded numbers.
"""

from __future__ import annotations

import math

HARD = "\u00a0"  # non-breaking space
MINUS, DASH = "\u2212", "\u2013"
SCORE, POSITION = "score", "-1..1"
RATE, OF_1000, YEARLY = "per 1,000 a year", "of 1,000", "a year"
UNKNOWN = "unknown"
TINY = 0.001  # of the largest number of an interval: what is smaller is shown as 0
NUMBERLESS = {  # why what was found has no single number; the lab says it too: numberless.KEY in web/page/text
    "still": "it varies between the worlds of one arm and not at all between those of the other, so no single number "
             "says how many times more",
    "nothing": "one arm has some of it and the other none at all, so no single number says how many times more",
    "never": "in half of the worlds or more it does not come before they end, so there is no middle month",
    "missing": "the worlds that were compared give no value for it",
}


def is_share(unit: str) -> bool:
    """Whether a unit is a share from 0 to 1, shown in per cent."""
    return unit.split(" ", 1)[0] == "share"


def is_rate(unit: str) -> bool:
    """Whether a unit is a rate per 1,000 people or per year."""
    return unit.startswith(("per 1,000", OF_1000)) or unit == YEARLY


def percent(share: float) -> str:
    """A share in whole per cent, with a decimal where rounding would show 0 % or 100 % for a value that is not.

    >>> percent(0.919).replace(HARD, " "), percent(0.9972).replace(HARD, " ")
    ('92 %', '99.7 %')
    """
    return UNKNOWN if not math.isfinite(share) else f"{_hundredths(share)}{HARD}%"


def _hundredths(share: float) -> str:
    points = 100 * share
    edge = 0.05 <= abs(points) < 0.95 or 99.05 <= points < 99.95
    return _minus(f"{points:.1f}" if edge else f"{abs(round(points)) if round(points) == 0 else round(points):,}")


def plain(value: float, digits: int = 3) -> str:
    """A number with three significant digits and a proper minus sign; an integer above a thousand.

    >>> plain(0.12345), plain(1234.5), plain(-2.0)
    ('0.123', '1,234', '−2')
    """
    if not math.isfinite(value):
        return UNKNOWN
    return _minus(f"{value:,.0f}" if abs(value) >= 10 ** digits else f"{value:.{digits}g}")


def amount(value: float) -> str:
    """A large number in billions or millions, a smaller one as it is, rounded to three digits.

    >>> amount(38_200_000_000), amount(3_412_000), amount(24_345), amount(812)
    ('38.2 billion', '3.4 million', '24,300', '812')
    """
    if value >= 1e9:
        return f"{value / 1e9:.1f} billion"
    if value >= 1e6:
        return f"{value / 1e6:.1f} million"
    return f"{float(f'{value:.3g}'):,.0f}"


def score(value: float) -> str:
    """A score from 0 to 1 with two decimals."""
    return UNKNOWN if not math.isfinite(value) else _minus(f"{value:.2f}").replace(f"{MINUS}0.00", "0.00")


def position(value: float) -> str:
    """A position between -1 and 1, signed, with two decimals."""
    if not math.isfinite(value):
        return UNKNOWN
    return "0.00" if abs(value) < 0.005 else _minus(f"{value:+.2f}")


def rate(value: float) -> str:
    """A rate per 1,000 people: one decimal below ten; small positive rates are shown as '<0.1'.

    >>> rate(3.24), rate(0.03), rate(0.0), rate(41.7)
    ('3.2', '<0.1', '0', '42')
    """
    if not math.isfinite(value):
        return UNKNOWN
    if value == 0:
        return "0"
    if 0 < value < 0.05:
        return "<0.1"
    return _minus(f"{value:.1f}" if abs(value) < 9.95 else f"{value:,.0f}")


def number(value: float, unit: str) -> str:
    """A value formatted by its unit, without the unit's name (a share keeps the % sign)."""
    if is_share(unit):
        return percent(value)
    if is_rate(unit):
        return rate(value)
    return position(value) if unit == POSITION else score(value) if unit == SCORE else plain(value)


def told(value: float, unit: str) -> str:
    """A value for a sentence, with the name of its unit where the number alone is ambiguous.

    >>> told(3.24, RATE), told(0.5, SCORE), told(12.0, "months")
    ('3.2 per 1,000 a year', '0.50', '12 months')
    """
    wordless = is_share(unit) or unit in (SCORE, POSITION, "") or not math.isfinite(value)
    return number(value, unit) + ("" if wordless else f" {unit}")


def ranged(value: float, low: float, high: float, unit: str) -> str:
    """A value with its interval; the % sign appears once.

    >>> ranged(0.4, 0.33, 0.47, "share").replace(HARD, " "), ranged(3.2, 2.9, 3.6, RATE)
    ('40 % (33 to 47)', '3.2 (2.9 to 3.6)')
    """
    if not math.isfinite(value):
        return DASH
    return number(value, unit) + (f" ({interval(low, high, unit)})" if math.isfinite(low + high) else "")


def interval(low: float, high: float, unit: str) -> str:
    """Both ends of an interval, without the % sign."""
    if not math.isfinite(low + high):
        return UNKNOWN
    ends = [_hundredths(x) if is_share(unit) else number(x, unit) for x in (low, high)]
    return f"{ends[0]} to {ends[1]}"


def points(difference: float) -> str:
    """A difference of shares in signed percentage points.

    >>> points(-0.317)
    '−31.7'
    """
    if not math.isfinite(difference):
        return UNKNOWN
    return "0" if abs(difference) < 0.0005 else _minus(f"{100 * difference:+.1f}")


def difference(value: float, unit: str) -> str:
    """A signed difference formatted by its unit: shares in percentage points, others in their own unit."""
    if is_share(unit):
        return points(value)
    if not math.isfinite(value):
        return UNKNOWN
    if unit in (SCORE, POSITION):
        return "0" if abs(value) < 0.0005 else _minus(f"{value:+.2f}" if abs(value) >= 0.0095 else f"{value:+.3f}")
    return "0" if value == 0 else _minus(("+" if value > 0 else "") + plain(value))


def difference_ranged(value: float, low: float, high: float, unit: str) -> str:
    """A difference with its interval; shares with the word 'points'.

    >>> difference_ranged(0.031, 0.01, 0.052, "share")
    '+3.1 points (+1.0 to +5.2)'
    >>> difference_ranged(0.103, -3.8e-5, 0.162, "per 1000 a year")
    '+0.103 (0 to +0.162)'
    """
    if not math.isfinite(value):
        return UNKNOWN
    low, high = (0.0 if abs(end) < TINY * max(abs(value), abs(low), abs(high)) else end for end in (low, high))
    ends = f" ({difference_interval(low, high, unit)})" if math.isfinite(low + high) else ""
    return difference(value, unit) + (" points" if is_share(unit) else "") + ends


def difference_interval(low: float, high: float, unit: str) -> str:
    """Both ends of the interval of a difference.

    >>> difference_interval(0.01, 0.052, "share")
    '+1.0 to +5.2'
    """
    return f"{difference(low, unit)} to {difference(high, unit)}" if math.isfinite(low + high) else UNKNOWN


def chance(p: float) -> str:
    """A p-value: the value, or '<0.001'.

    >>> chance(0.0312), chance(1e-7)
    ('0.031', '<0.001')
    """
    return UNKNOWN if not math.isfinite(p) else "<0.001" if p < 0.001 else f"{p:.2g}"


def unit_title(label: str, unit: str) -> str:
    """An axis title: what is measured, and in what."""
    if is_share(unit):
        return f"{label} (% of {unit.removeprefix('share of ')})" if " of " in unit else f"{label} (%)"
    if unit == SCORE:
        return f"{label} (score, 0 to 1)"
    if unit == POSITION:
        return f"{label} (\u22121 to +1)"
    return f"{label} ({unit})" if unit else label


def _minus(text: str) -> str:
    return text.replace("-", MINUS)
