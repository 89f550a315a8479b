"""Dotted names in tables: quoted ("voice.theta" = 0.2), unquoted (voice.theta = 0.2) or as a table of their own.

TOML makes a table of an unquoted dotted name. Wherever a file may name a parameter, both spellings mean the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any


def nested(table: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters by mechanism and name.

    >>> nested({"voice.theta": 0.2, "fear": {"rise": 0.3}})
    {'voice': {'theta': 0.2}, 'fear': {'rise': 0.3}}
    """
    found: dict[str, Any] = {}
    for name, value in table.items():
        first, dot, rest = name.partition(".")
        inner = {rest: value} if dot else value
        both = isinstance(inner, Mapping) and isinstance(found.get(first), Mapping)
        found[first] = {**found[first], **inner} if both else inner
    return found


def flat(table: Mapping[str, Any], is_value: Callable[[Any], bool] = lambda value: False,
         before: str = "") -> dict[str, Any]:
    """A table by dotted names; `is_value` says whether a table is itself a value.

    >>> flat({"voice": {"theta": "assumed"}, "blows": "assumed"})
    {'voice.theta': 'assumed', 'blows': 'assumed'}
    """
    found: dict[str, Any] = {}
    for name, value in table.items():
        whole = f"{before}{name}"
        if isinstance(value, Mapping) and value and not is_value(value):
            found |= flat(value, is_value, f"{whole}.")
        else:
            found[whole] = value
    return found


def with_dotted_names(raw: Mapping[str, Any]) -> dict[str, Any]:
    """The tables of a regime, experiment or claim file, with parameters by mechanism, and sources and what a claim sets
    by dotted names."""
    made = dict(raw)
    if isinstance(raw.get("parameters"), Mapping):
        made["parameters"] = nested(raw["parameters"])
    if isinstance(raw.get("sources"), Mapping):
        made["sources"] = flat(raw["sources"])
    for name in ("claim", "in_history"):
        own = raw.get(name)
        if isinstance(own, Mapping) and isinstance(own.get("sets"), Mapping):
            made[name] = {**own, "sets": flat(own["sets"])}
    if isinstance(raw.get("regime"), Mapping):
        made["regime"] = with_dotted_names(raw["regime"])
    for name, inner in (("arms", None), ("factors", "levels")):
        tables = raw.get(name)
        if isinstance(tables, Mapping):
            made[name] = {key: _each(one, inner) for key, one in tables.items()}
    return made


def _each(one: Any, inner: str | None) -> Any:
    if not isinstance(one, Mapping):
        return one
    if inner is None:
        return with_dotted_names(one)
    levels = one.get(inner)
    if not isinstance(levels, Mapping):
        return one
    return {**one, inner: {key: _each(level, None) for key, level in levels.items()}}
