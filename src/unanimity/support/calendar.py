"""The calendar of a scenario: converts dates such as 1926-01 or March 1921 to months of the run, and back.

A regime with `start` under [run] has a calendar; month 0 is that calendar month. Months may always be given as numbers.
"""

from __future__ import annotations

import re

from unanimity.support.errors import refuse

MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
          "December")
FORMS = "a month such as 1918-05 or May 1918"
_NAMES = "|".join(sorted({*MONTHS, *(name[:3] for name in MONTHS), "Sept"}, key=len, reverse=True))
_DATE = re.compile(rf"(?P<year>\d{{4}})-(?P<number>0[1-9]|1[0-2])|(?P<name>{_NAMES})\.?\s+(?P<year_after>\d{{4}})",
                   re.IGNORECASE)
_NUMBER = re.compile(r"-?\d{1,5}")
# In an expression, a date may appear where a month may: after a comma, dots, an opening bracket or a word, and before
# the same; so a difference such as 2000-10 is left alone.
_IN_A_TEXT = re.compile(rf"(?<=[,.(]|[a-z])(?P<gap>\s*)(?P<date>{_DATE.pattern})(?=\s*(?:[,.)]|and\b|$))",
                        re.IGNORECASE)


def counted(date: str) -> int | None:
    """Months from January of year 0 to a date; None if the text is not a date.

    >>> counted("1918-01") == counted("Jan 1918") == counted("January 1918") == 12 * 1918, counted("1918")
    (True, None)
    """
    found = _DATE.fullmatch(date.strip())
    if found is None:
        return None
    if found["year"]:
        return 12 * int(found["year"]) + int(found["number"]) - 1
    first = found["name"][:3].title()
    return 12 * int(found["year_after"]) + next(k for k, name in enumerate(MONTHS) if name.startswith(first))


def month_of(date: object, start: str, field: str, where: str = "") -> int:
    """The month of the run for a date, or for a month number given as text.

    >>> month_of("1919-02", "1918-01", "month"), month_of("March 1921", "1918-01", "month"), month_of("7", "", "month")
    (13, 38, 7)
    """
    if isinstance(date, int) and not isinstance(date, bool):
        return date
    text = str(date).strip()
    if _NUMBER.fullmatch(text) and not isinstance(date, (bool, float)):
        return int(text)
    found = counted(text)
    if not start:
        raise refuse(where, field, date, "a number of months; a date needs start = \"YYYY-MM\" under [run]")
    begun = counted(start)
    if found is None or begun is None:
        raise refuse(where, field if found is None else "run.start", date if found is None else start, FORMS)
    return found - begun


def date_of(month: int, start: str) -> str:
    """The calendar month of a month of the run; its number if the regime has no calendar.

    >>> date_of(13, "1918-01")
    '1919-02'
    """
    begun = counted(start)
    if begun is None:
        return str(month)
    year, number = divmod(begun + month, 12)
    return f"{year:04d}-{number + 1:02d}"


def in_words(month: int, start: str) -> str:
    """The same, in words for a sentence.

    >>> in_words(38, "1918-01"), in_words(38, "")
    ('March 1921', 'month 38')
    """
    begun = counted(start)
    if begun is None:
        return f"month {month}"
    year, number = divmod(begun + month, 12)
    return f"{MONTHS[number]} {year}"


def year_of(month: int, start: str) -> float:
    """A month as a position on an axis of years; years of the run, from 0, if there is no calendar."""
    return ((counted(start) or 0) + month) / 12.0


def with_months(text: str, start: str) -> str:
    """An expression with dates replaced by month numbers, if the regime has a calendar.

    >>> with_months("rate(log arrested, all, 1921-01..Dec 1921)", "1918-01")
    'rate(log arrested, all, 36..47)'
    >>> with_months("2000-10", "1918-01")
    '2000-10'
    """
    if not start:
        return text
    return _IN_A_TEXT.sub(lambda found: f"{found['gap']}{month_of(found['date'], start, 'month')}", text)


def with_dates(text: str, start: str) -> str:
    """A sentence with month numbers replaced by dates, if there is a calendar.

    >>> with_dates("Month 38: arrested; back in month 40.", "1918-01")
    'March 1921: arrested; back in May 1921.'
    """
    if not start:
        return text
    return re.sub(r"\b[Mm]onth (-?\d+)\b", lambda found: in_words(int(found[1]), start), text)
