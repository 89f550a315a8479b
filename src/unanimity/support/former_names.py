"""Names that were changed because outsiders misread them. The old ones work for one more version, with a note."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

MEASURES = {"own_choice": "appointed_by_current_superior"}
TESTS = ("premise", "expect", "falsified_if", "rival", "rival_falsified_if", "show", "main", "rival_main")


class FormerName(FutureWarning):
    """A name was used that the next version no longer accepts."""


def current(name: str, former: Mapping[str, str] = MEASURES) -> str:
    """The current form of a name; the use of an old one is noted.

    >>> current("unanimity")
    'unanimity'
    """
    if name not in former:
        return name
    told(name, former[name])
    return former[name]


def with_tests(raw: Mapping[str, Any]) -> dict[str, Any]:
    """The tables of an experiment or a claim, in which a test is named by `test`, or by `form`, the word of the version
    before.

    >>> with_tests({"expect": [{"test": "sign", "measure": "assent"}]})
    {'expect': [{'form': 'sign', 'measure': 'assent'}]}
    """
    return {name: _tests(value) if name in TESTS else value for name, value in raw.items()}


def note_former_tests(raw: Mapping[str, Any]) -> None:
    """Note, once for a file, that its tests are named by the old word."""
    if any(_has_form(raw[name]) for name in TESTS if name in raw):
        told("form", "test")


def _has_form(value: Any) -> bool:
    if isinstance(value, list):
        return any(_has_form(one) for one in value)
    return isinstance(value, Mapping) and ("form" in value or any(_has_form(value.get(of)) for of in ("any", "all")))


def _tests(value: Any) -> Any:
    if isinstance(value, list):
        return [_tests(one) for one in value]
    if not isinstance(value, Mapping):
        return value
    one = {("form" if name == "test" and "form" not in value else name): inner for name, inner in value.items()}
    return {name: _tests(inner) if name in ("any", "all") else inner for name, inner in one.items()}


def told(old: str, new: str) -> None:
    """Note that an old name was used."""
    warnings.warn(f"'{old}' is now called '{new}'; the old name works for one version more", FormerName, stacklevel=3)
