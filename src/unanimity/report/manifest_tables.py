"""A manifest prepared for a page: levers of every arm, assumptions, and the provenance of a result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from unanimity.results import Result
from unanimity.support.number_format import amount, plain
from unanimity.world.milieu import milieu_of

Rows = dict[str, dict[str, str]]  # what -> arm -> value


def provenance(result: Result) -> dict[str, Any]:
    """The manifest of a Result with its seeds and months, all that the foot of a page states."""
    return {**result.manifest, "seeds": sorted({int(seed) for seed in result.worlds["seed"]}),
            "worlds_run": len(result.worlds), "months": [int(result.months[0]), int(result.months[-1])]}


class Levers(NamedTuple):
    """What was set, for the template: the arms, what differs between them, what they share, what was assumed."""

    arms: list[str]
    differing: list[tuple[str, dict[str, str]]]
    same: list[tuple[str, str]]
    assumed: dict[str, str] | None


def levers_of(manifest: Mapping[str, Any]) -> Levers:
    """Levers, parameters and inputs by arm: those that differ, and the rest.

    A manifest may carry, beside what the engine writes, `changes` ({arm: {name: value}}, what an arm changes after the
    burn-in) and `sources` ({name: source}) or `assumed`.
    """
    arms = [str(arm) for arm in manifest.get("levers", {})]
    rows = _rows(manifest, arms)
    differing = [name for name, values in rows.items() if len(set(values.values())) > 1]
    same = [(_worded(name), values[arms[0]]) for name, values in rows.items() if name not in differing]
    return Levers(arms, [(_worded(name), rows[name]) for name in differing], same, assumptions(manifest))


def _worded(name: str) -> str:
    return name.replace("_", " ")


def assumptions(manifest: Mapping[str, Any]) -> dict[str, str] | None:
    """Names of assumed inputs, each with its note; None if the manifest has no such entry."""
    given = manifest.get("assumed")
    if isinstance(given, Mapping):
        return {str(name): _after(str(why)) for name, why in given.items()}
    if given is not None:
        return {str(name): "" for name in given}
    sources = manifest.get("sources")
    if not isinstance(sources, Mapping):
        return None
    return {str(name): _after(str(why)) for name, why in sources.items() if str(why).startswith("assumed")}


def facts_of(manifest: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The provenance of a result as names and values."""
    months = manifest.get("months")
    span = f"{months[0]} to {months[1]}".replace("-", "\u2212") if isinstance(months, Sequence) else months
    rate = manifest.get("person_months_per_second")
    seconds = manifest.get("seconds")
    facts: list[tuple[str, Any]] = [
        ("regime", manifest.get("regime")), ("milieu", _milieu(manifest)),
        ("fingerprint", ", ".join(map(str, manifest.get("fingerprints", ())))),
        ("version", _joined(manifest.get("version"), "source", manifest.get("source"))),
        ("worlds", manifest.get("worlds_run")), ("plausible settings", _settings(manifest)),
        ("seeds", ranges(manifest.get("seeds") or ())),
        ("people in a world", _number(manifest.get("people"))), ("months", span), ("burn-in", manifest.get("burn_in")),
        ("seconds", f"{plain(float(seconds))} ({amount(float(rate))} person-months a second)"
         if seconds is not None and rate else seconds),
        ("digest", manifest.get("digest")),
    ]
    return [(name, str(value)) for name, value in facts if value not in (None, "")]


def _settings(manifest: Mapping[str, Any]) -> str:
    """At how many plausible settings the worlds were run, and from which table."""
    found = manifest.get("settings")
    return f"{len(found['parameters'])} from {found['from']}" if found else ""


def _milieu(manifest: Mapping[str, Any]) -> str:
    """Whom the people stand for, and who says so."""
    found = milieu_of(manifest)
    return "" if found is None else f"{found.sentence} Source: {found.source}"


def ranges(numbers: Iterable[int]) -> str:
    """Whole numbers in short form.

    >>> ranges([0, 1, 2, 7])
    '0\u20132, 7'
    """
    runs: list[list[int]] = []
    for n in sorted(set(numbers)):
        if runs and n == runs[-1][1] + 1:
            runs[-1][1] = n
        else:
            runs.append([n, n])
    return ", ".join(str(a) if a == b else f"{a}\u2013{b}" for a, b in runs)


def _rows(manifest: Mapping[str, Any], arms: Sequence[str]) -> Rows:
    """Every lever, parameter and input with its value in each arm."""
    rows: Rows = {}
    for kind in ("levers", "parameters", "inputs"):
        by_arm = manifest.get(kind, {})
        for name in dict.fromkeys(name for arm in arms for name in by_arm.get(arm, {})):
            rows[str(name)] = {arm: _value(by_arm.get(arm, {}).get(name, "default")) for arm in arms}
    for arm, changes in (manifest.get("changes") or {}).items():
        for name, value in changes.items() if arm in arms else ():
            row = rows.setdefault(str(name), dict.fromkeys(arms, "as before"))
            row[str(arm)] = _value(value)
    return rows


def _value(value: Any) -> str:
    if isinstance(value, float):
        return plain(value)
    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def _after(why: str) -> str:
    rest = why.removeprefix("assumed").lstrip(" ;:,")
    return f": {rest}" if rest else ""


def _joined(first: Any, name: str, second: Any) -> str | None:
    return None if first is None else f"{first}, {name} {second}" if second else str(first)


def _number(value: Any) -> str | None:
    return f"{value:,}".replace(",", "\u2009") if isinstance(value, int) else None if value is None else str(value)
