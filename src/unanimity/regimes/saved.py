"""A regime as a self-contained file, including every change made in Python; loading it gives the same fingerprint.

Mechanisms of the user's own are named by their files, which must lie in the folder of the regime file or below."""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from unanimity.events import EVENTS, ON_A_VARIABLE
from unanimity.mechanisms import CATALOGUE, HALL, OPTIONAL
from unanimity.regimes.delegation import FOREVER, Delegation
from unanimity.regimes.lever_setting import Setting
from unanimity.regimes.own_code import file_of
from unanimity.regimes.regime import Regime, SocietySpec
from unanimity.regimes.schedule import Entry
from unanimity.support.errors import UserError
from unanimity.support.manners import path_of
from unanimity.world.lever_kind import Lever
from unanimity.world.levers import lever
from unanimity.world.selectors.parse import Choice, Share

# tables that no change in Python affects, copied from the file
AS_WRITTEN = ("milieu", "traits", "traits_by_province", "traits_by_estate", "traits_by_level", "correlations", "groups",
              "persons", "leaders", "clans", "factions", "prisoners", "exiles", "rings", "ties", "assign", "shares")
SET_IN_PYTHON = "assumed; set in Python"


def runs_only_the_catalogue(regime: Regime) -> bool:
    """Whether it runs only mechanisms of the catalogue."""
    return all(m in (*CATALOGUE, *OPTIONAL) for m in regime.mechanisms)


def own_files(regime: Regime, folder: Path) -> list[str]:
    """The Python files of the user whose mechanisms the regime runs, as a regime file in that folder names them."""
    own = [m for m in regime.mechanisms if m not in (*CATALOGUE, *OPTIONAL)]
    if own and regime.after:
        raise UserError(f"save: the places in the month given by after={dict(regime.after)} are no part of a regime "
                        f"file; allowed: a place that the mechanism itself declares.")
    names = []
    for mechanism in own:
        path = file_of(mechanism)
        if path is None:
            raise UserError(f"save: the mechanism {mechanism.id!r} was declared in Python and stands in no file that a "
                            f"regime file could name; allowed: put it into a .py file and give that to "
                            f"un.regime(..., mechanisms=[...]).")
        if not path.is_relative_to(folder):
            raise UserError(f"save: {folder} does not hold {path}, which declares the mechanism {mechanism.id!r}; "
                            f"allowed: a folder that holds it, such as {path.parent}.")
        names.append(path.relative_to(folder).as_posix())
    return list(dict.fromkeys(names))


def toml_of(regime: Regime, folder: Path) -> str:
    """The regime as TOML text for a file in that folder."""
    code = own_files(regime, folder)
    if not regime.whole:
        raise UserError(f"save: {regime.name} was not read from a file or a preset; allowed: a regime of un.regime.")
    numbers = {**regime.parameters, **regime.inputs}
    kept = {key: words for key, words in regime.sources.items()
            if key in numbers or (key.split(".")[0] in AS_WRITTEN and key.split(".")[0] in regime.whole)}
    tables = {
        "title": regime.title, "asks": regime.asks, "mechanisms": _mechanisms(regime, code), "off": sorted(regime.off),
        "run": {"months": regime.months, "burn_in": regime.burn_in, "start": regime.start},
        "society": _society(regime.society),
        **{name: regime.whole[name] for name in AS_WRITTEN if regime.whole.get(name)},
        "levers": {name: _setting(lever(name), setting) for name, setting in regime.levers.items()},
        "parameters": _by_mechanism(regime.parameters), "inputs": dict(regime.inputs),
        "delegate": [_delegation(held) for held in regime.delegate],
        "sources": {**kept, **{key: SET_IN_PYTHON for key in numbers if key not in kept}},
        "schedule": [row_of(entry) for entry in regime.schedule if entry.month < regime.months],
    }
    return "\n".join(_table(tables)) + "\n"


def write(regime: Regime, path: str | Path) -> Path:
    """Write the file in one step; returns its path."""
    path = path_of(path)
    if path.suffix != ".toml":
        raise UserError(f"save: {str(path)!r} is not allowed; allowed: a name that ends in .toml.")
    text = toml_of(regime, path.absolute().parent.resolve())
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.write_text(text, encoding="utf-8")
        os.replace(partial, path)
    except OSError as slip:
        partial.unlink(missing_ok=True)
        raise UserError(f"{path}: cannot be written ({slip.strerror}); allowed: a file in a folder of yours.") from None
    return path


def row_of(entry: Entry) -> dict[str, Any]:
    """One entry as a row of a schedule."""
    row: dict[str, Any] = {"rate": entry.rate, "until": entry.until} if entry.rate > 0.0 else {"month": entry.month}
    if entry.kind == "lever":
        row |= {"lever": entry.name, "value": _value(lever(entry.name), entry.value), "announced": entry.announced}
    elif entry.kind == "parameter":
        row |= {"parameter": entry.name, "value": entry.value}
    elif entry.kind in ON_A_VARIABLE:
        row |= {"event": entry.kind, "variable": entry.name, entry.mode: entry.value,
                "months": entry.months if entry.months > 1 else None}
    else:
        event = EVENTS[entry.kind]
        row |= {"event": entry.kind, "months": entry.months if event.months else None}
        row |= {name: _plain(value) for name, value in entry.arguments if value != event.arguments[name].default}
    row |= {"who": None if entry.who is None else selector(entry.who),
            "where": None if entry.where is None else selector(entry.where)}
    row |= {name: list(getattr(entry, name)) for name in ("provinces", "levels") if getattr(entry, name)}
    row |= {name: getattr(entry, name) for name in ("origin", "why", "confidence") if getattr(entry, name)}
    return {key: value for key, value in row.items() if value is not None}


def _plain(value: Any) -> Any:
    """An event argument in file syntax."""
    if isinstance(value, Share):
        return value.number if value.is_share else int(value.number)
    if isinstance(value, Choice):
        return selector(value)
    if isinstance(value, tuple) and value and isinstance(value[0], tuple):
        return dict(value)
    return list(value) if isinstance(value, tuple) else value


def selector(choice: Any) -> str:
    """A selector in file syntax."""
    if not isinstance(choice, Choice):
        whole = isinstance(choice, float) and choice == int(choice)
        return str(int(choice)) if whole else repr(choice) if isinstance(choice, float) else str(choice)
    inside = [selector(one) for one in choice.arguments]
    if choice.word == "not":
        return f"not {inside[0]}"
    if choice.word in ("and", "or"):
        return f"({f' {choice.word} '.join(inside)})"
    return f"{choice.word}({', '.join(inside)})" if inside else choice.word


def _mechanisms(regime: Regime, code: list[str]) -> str | list[str]:
    run = [m for m in regime.mechanisms if m in CATALOGUE]
    if {m.id for m in run} == {m.id for m in CATALOGUE}:
        return ["all", *code] if code else "all"
    named = [m.id for m in run if m not in HALL]
    return [*(named or ["hall"]), *code] if code else named or "hall"


def _society(spec: SocietySpec) -> dict[str, Any]:
    shares, mesh = spec.shares, spec.mesh
    return {"people": spec.people, "tree": "auto" if spec.grows else list(spec.tree), "sizes": list(spec.sizes),
            "issues": spec.issues, "agenda": spec.agenda, "members": shares.members,
            "village_members": shares.village_members, "open_chairs": shares.open_chairs, "police": shares.police,
            "centre_size": shares.centre_size, "comrades": shares.comrades, "rural": spec.rural, "ties": mesh.degree,
            "ties_in_cell": mesh.in_cell, "ties_in_district": mesh.in_district, "spare": spec.spare,
            "moving": spec.moving, "statute": spec.statute,
            "lines": {issue: list(values) for issue, values in spec.lines}}


def _setting(found: Lever, setting: Setting) -> Any:
    value = _value(found, setting.everywhere)
    if not setting.provinces and not setting.levels:
        return value
    return {"all": value, "provinces": {str(place): _value(found, one) for place, one in setting.provinces},
            "levels": {level: _value(found, one) for level, one in setting.levels}}


def _value(found: Lever, number: float) -> str | float:
    text = found.text(number)
    return number if not found.is_choice and text not in dict(found.named) else text


def _delegation(held: Delegation) -> dict[str, Any]:
    found = lever(held.lever)
    row = {"levers": [held.lever], "lowest": _value(found, held.lowest), "highest": _value(found, held.highest),
           "step": held.step}
    row |= {"month": held.since} if held.since > -FOREVER else {}
    return row | ({"until": held.until} if held.until < FOREVER else {})


def _by_mechanism(parameters: Mapping[str, float]) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    for key, value in parameters.items():
        mechanism, _, name = key.partition(".")
        found.setdefault(mechanism, {})[name] = value
    return found


# --- TOML -------------------------------------------------------------------------------------------------------------
def _table(table: Mapping[str, Any], path: str = "") -> list[str]:
    """The lines of a table: plain fields first, then subtables, then arrays of tables."""
    fields = {key: value for key, value in table.items() if value not in ("", [], {}) and value is not None}
    deep = {key: value for key, value in fields.items() if isinstance(value, Mapping) and (not path or _is_deep(value))}
    listed = {key: value for key, value in fields.items()
              if isinstance(value, list) and value and isinstance(value[0], Mapping) and not path}
    lines = [f"{_key(key)} = {_written(value)}" for key, value in fields.items() if key not in (*deep, *listed)]
    for key, value in deep.items():
        lines += ["", f"[{path}{_key(key)}]", *_table(value, f"{path}{_key(key)}.")]
    for key, rows in listed.items():
        for row in rows:
            lines += ["", f"[[{_key(key)}]]", *(f"{_key(name)} = {_written(value)}" for name, value in row.items())]
    return lines


def _is_deep(value: Mapping[str, Any]) -> bool:
    return any(isinstance(one, Mapping) for one in value.values()) and "all" not in value


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else json.dumps(name, ensure_ascii=False)


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(value) if math.isfinite(value) else str(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(str(name))} = {_written(one)}" for name, one in value.items()
                               if one is not None and one != {}) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_written(one) for one in value) + "]"
    return str(value) if isinstance(value, int) else json.dumps(str(value), ensure_ascii=False)
