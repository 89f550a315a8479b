"""Bounded reading of user input: files, tables and expressions. Types are checked before values, and every size is
limited.

A file must be a regular file of limited size, its tables of limited depth, its numbers representable, its strings of
limited length. Expressions and selectors are limited in length and nesting. Anything beyond is refused in one line, so
that later steps never meet an unexpected shape.
"""

from __future__ import annotations

import re
import stat
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from unanimity.support.errors import UserError, refuse
from unanimity.support.manners import path_of

LARGEST_FILE = 4_000_000  # bytes
LONGEST_TEXT = 20_000  # characters
DEEPEST_TABLE = 16
LARGEST_NUMBER = 2**64
LONGEST_NUMBER = 30  # digits in an expression
MOST_TOKENS = 400  # tokens of an expression
DEEPEST_NESTING = 32  # nesting of parentheses, and of signs or `not` in a row
_TOKEN = re.compile(r"[\w.]+|[^\w\s]")
_SIGN = ("-", "+", "not")


def read_text(path: str | Path, kind: str) -> str:
    """The text of a file; `kind` describes the allowed file for the error message."""
    name = str(path)
    try:
        if "\0" in name:
            raise OSError(0, "no name of a file")
        found = path_of(path).stat()
        if not stat.S_ISREG(found.st_mode):
            raise OSError(0, "not a regular file")
        if found.st_size > LARGEST_FILE:
            raise OSError(0, f"{found.st_size:,} bytes, more than {LARGEST_FILE:,}")
        return path_of(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as slip:
        reason = getattr(slip, "strerror", None) or "not a text file"
        raise UserError(f"{name}: cannot be read ({reason}); allowed: {kind}.") from None


def tables_of(text: str, where: str) -> dict[str, Any]:
    """The tables of a TOML text, with limited depth and numbers."""
    try:
        found = tomllib.loads(text)
    except RecursionError:
        raise UserError(f"{where}: not valid TOML: nested too deep; allowed: {DEEPEST_TABLE} levels.") from None
    except ValueError as slip:  # also integers outside the machine's range
        says = str(slip) if isinstance(slip, tomllib.TOMLDecodeError) else "a number of too many digits"
        raise UserError(f"{where}: not valid TOML: {says}.") from None
    check_values(found, where)
    return found


def read_toml(path: str | Path, kind: str = "a TOML file") -> dict[str, Any]:
    """The tables of a file, or a one-line error that says what is wrong with it."""
    return tables_of(read_text(path, kind), str(path))


def check_values(table: Mapping[str, Any], where: str) -> None:
    """Refuse tables nested too deeply, numbers out of the machine's range, and overlong strings."""
    waiting: list[tuple[str, Any, int]] = [("", table, 0)]
    while waiting:
        field, value, depth = waiting.pop()
        if depth > DEEPEST_TABLE:
            raise UserError(f"{where}: {field[:80]} ... is nested too deep; allowed: {DEEPEST_TABLE} levels.")
        if isinstance(value, Mapping):
            for key, inner in value.items():
                if not isinstance(key, (str, int)) or len(str(key)) > LONGEST_TEXT:
                    raise refuse(where, field or "a field", key, "a name")
                waiting.append((f"{field}.{key}".lstrip("."), inner, depth + 1))
        elif isinstance(value, (list, tuple)):
            waiting += [(f"{field}[{place}]", inner, depth + 1) for place, inner in enumerate(value, start=1)]
        elif isinstance(value, int) and not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
            raise refuse(where, field, value, "numbers of at most 19 digits")
        elif isinstance(value, str) and (len(value) > LONGEST_TEXT or "\0" in value):
            raise refuse(where, field, value, f"texts of at most {LONGEST_TEXT:,} letters, without a null")


def check_expression(text: str, label: str) -> None:
    """Refuse an expression or selector that is too long or nested too deeply, before it is parsed."""
    depth = signs = count = 0
    for found in _TOKEN.finditer(text):
        mark, count = found[0], count + 1
        depth += (mark in "([") - (mark in ")]")
        signs = signs + 1 if mark in _SIGN else 0
        if mark[0].isdigit() and len(mark) > LONGEST_NUMBER:
            raise refuse("", label, text, f"numbers of at most {LONGEST_NUMBER} digits")
        if depth > DEEPEST_NESTING or signs > DEEPEST_NESTING:
            raise refuse("", label, text, f"at most {DEEPEST_NESTING} parentheses or signs inside each other")
        if count > MOST_TOKENS:
            raise refuse("", label, text, f"at most {MOST_TOKENS} words and marks")


def place_number(text: object, most: int) -> int | None:
    """The province number that a key names in its usual spelling ("1", never "01"); None for any other key.

    >>> place_number("2", 8), place_number("02", 8), place_number("²", 8), place_number("9", 8)
    (2, None, None, None)
    """
    word = str(text)
    if re.fullmatch(r"[1-9][0-9]{0,8}", word) and int(word) <= most:
        return int(word)
    return None
