"""Load a regime file (or a preset by name) as a checked, frozen Regime."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from copy import deepcopy
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from unanimity.mechanisms import CATALOGUE
from unanimity.regimes.delegation import read_delegations
from unanimity.regimes.lever_setting import Setting, check_level, check_levels, check_scope, dated_levers
from unanimity.regimes.named_mechanisms import named_mechanisms, with_optional
from unanimity.regimes.own_code import own_mechanisms, with_code
from unanimity.regimes.regime import Regime
from unanimity.regimes.regime_file import RegimeFile, parse
from unanimity.regimes.scenario_setup import known_names, read_setup
from unanimity.regimes.schedule import Entry, Frame, parameter_value, read_entry
from unanimity.regimes.schedule_tables import with_dates, with_tables
from unanimity.regimes.society_table import read_milieu, read_society
from unanimity.support.bounded_reading import check_values, place_number, read_text, tables_of
from unanimity.support.dotted_names import with_dotted_names
from unanimity.support.errors import UserError, refuse, unknown
from unanimity.support.manners import path_of
from unanimity.world.columns import dictionary
from unanimity.world.levers import BY_NAME, lever
from unanimity.world.rules import Mechanism
from unanimity.world.selectors.parse import Known
from unanimity.world.tree import Tree, grow

# tables whose fields are tables
_OF_TABLES = ("levers", "parameters", "traits_by_province", "traits_by_estate", "traits_by_level")
_DEEPEST = 8  # longest chain of base files


def preset_names() -> list[str]:
    """The regimes shipped with the package."""
    return list(_presets())


@cache
def _presets() -> tuple[str, ...]:
    folder = resources.files("unanimity.regimes") / "presets"
    return tuple(sorted(item.name.removesuffix(".toml") for item in folder.iterdir() if item.name.endswith(".toml")))


def load_regime(name: str | Path | Regime, mechanisms: Iterable[Mechanism | str | Path] = (),
                after: Mapping[str, str] | None = None) -> Regime:
    """Load a preset or file, optionally with the user's own mechanisms added.

    >>> load_regime("apparatus").lever("ballot")
    'open'
    """
    own = own_mechanisms(mechanisms)
    if isinstance(name, Regime):
        added = (*name.mechanisms, *(m for m in own if m not in name.mechanisms))
        return dataclasses.replace(name, mechanisms=added, after={**name.after, **(after or {})})
    raw, where = _read(str(name))
    made = regime_of(whole_table(raw, where), where, raw.get("inputs", {}), own, after)
    check_sources(raw, where)
    return made


def preset_table(name: str) -> dict[str, Any]:
    """The complete tables of a preset, merged with its bases."""
    raw, where = _read(name)
    return whole_table(raw, where)


def regime_of(whole: dict[str, Any], where: str, inputs: Iterable[str] = (), mechanisms: Iterable[Mechanism] = (),
              after: Mapping[str, str] | None = None) -> Regime:
    """The regime of complete tables; `inputs` are those that the file itself sets, not its base."""
    return _regime(whole, where, tuple(mechanisms), dict(after or {}), frozenset(inputs))


def _read(name: str) -> tuple[dict[str, Any], str]:
    path = path_of(name)
    if name in preset_names():
        folder: Any = resources.files("unanimity.regimes") / "presets"
        text = (folder / f"{name}.toml").read_text(encoding="utf-8")
        where = f"{name}.toml"
    elif path.suffix == ".toml" or "\0" in name or path.exists():
        text, where, folder = read_text(path, "a TOML file"), name, path.parent
    else:
        raise unknown("", "regime", name, preset_names(), "or give the path of a .toml file")
    tables = with_dotted_names(with_tables(tables_of(text, where), where, folder))
    return tables if name in preset_names() else with_code(tables, where), where


def check_sources(raw: dict[str, Any], where: str, besides: Iterable[str] | None = ()) -> None:
    """Require a source in the same file for every parameter and input that it sets, and a field for every source: a
    field of the file, or one of `besides` (None: not checked here)."""
    file = parse(raw, where)
    keys = [f"{mechanism}.{name}" for mechanism, values in file.parameters.items() for name in values]
    keys += file.inputs
    for key in keys:
        if not file.sources.get(key, "").strip():
            raise UserError(f"{where}: {key} has no entry under [sources]; allowed: a citation such as "
                            f"'003 l.12527', or the honest word 'assumed'.")
    if besides is None:
        return
    for key in file.sources:
        if key not in (*keys, *besides) and not _stands(key.split("."), raw):
            raise unknown(f"{where}: sources", "parameter, input or field of this file", key,
                          [*keys, *besides, *(name for name in raw if name != "sources")])


def _stands(path: list[str], table: Any) -> bool:
    """Whether a dotted name is a field of the tables; a list entry is addressed by its name."""
    if not path:
        return True
    if isinstance(table, list):
        return any(isinstance(one, dict) and str(one.get("name")) == path[0] for one in table)
    if not isinstance(table, dict):
        return False
    return any(_stands(path[k:], table[".".join(path[:k])]) for k in range(1, len(path) + 1)
               if ".".join(path[:k]) in table)


def whole_table(raw: dict[str, Any], where: str, depth: int = 0, anywhere: bool = False) -> dict[str, Any]:
    """The file merged with its base: a preset, or a file next to it or below its folder (or `anywhere`)."""
    check_values(raw, where)
    base_name = raw.get("based_on")
    if base_name is None:
        return raw
    if not isinstance(base_name, str):
        raise refuse(where, "based_on", base_name, f"the name of a preset: {', '.join(preset_names())}")
    if depth >= _DEEPEST:
        raise UserError(f"{where}: based_on goes round in a circle or over {_DEEPEST} files deep.")
    if not Path(base_name).is_absolute() and base_name.endswith(".toml"):
        base_name = str(Path(where).parent / base_name)
    if base_name.endswith(".toml") and not anywhere and not _below(base_name, Path(where).parent):
        raise refuse(where, "based_on", raw["based_on"], "a preset, or a .toml file in the folder of this one or below")
    if not base_name.endswith(".toml") and base_name not in preset_names():
        raise unknown(f"{where}: based_on", "regime", base_name, preset_names())
    parse(raw, where)  # so that an error names the file that contains it
    if not base_name.endswith(".toml"):
        return laid_over(_as_far_as_run(deepcopy(_whole_preset(base_name)), raw, where), raw)
    base, base_where = _read(base_name)
    check_sources(base, base_where)
    return laid_over(_as_far_as_run(whole_table(base, base_where, depth + 1), raw, where), raw)


def _as_far_as_run(base: dict[str, Any], top: dict[str, Any], where: str) -> dict[str, Any]:
    """The base without parameters of mechanisms that the derived file does not run."""
    if "mechanisms" not in top:
        return base
    left_out = {m.id for m in CATALOGUE} - {m.id for m in named_mechanisms(top["mechanisms"], where)}
    kept = {name: values for name, values in base.get("parameters", {}).items() if name not in left_out}
    return {**base, "parameters": kept}


@cache
def _whole_preset(name: str) -> dict[str, Any]:
    """A preset merged with its base, read and checked once: all claims and lessons build on presets."""
    raw, where = _read(name)
    check_sources(raw, where)
    return whole_table(raw, where)


def _below(name: str, folder: Path) -> bool:
    return Path(name).resolve().is_relative_to(folder.resolve())


def laid_over(base: dict[str, Any], top: dict[str, Any]) -> dict[str, Any]:
    """Merge tables field by field; a field that is a value itself (a distribution, a list) is replaced."""
    merged = dict(base)
    for key, value in top.items():
        old = base.get(key)
        if isinstance(value, dict) and isinstance(old, dict) and key != "milieu":  # each has its own share
            merged[key] = _fields_over(old, value) if key in _OF_TABLES else {**old, **value}
        else:
            merged[key] = value
    return merged


def _fields_over(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    merged = dict(old)
    for name, value in new.items():
        both = isinstance(value, dict) and isinstance(old.get(name), dict) and "all" not in value
        merged[name] = {**old[name], **value} if both else value
    return merged


def _regime(raw: dict[str, Any], where: str, own: tuple[Mechanism, ...], after: dict[str, str],
            inputs: frozenset[str]) -> Regime:
    file = parse(with_dates(raw, where), where)
    named = named_mechanisms(file.mechanisms, where)
    society = read_society(file, where)
    mechanisms = with_optional((*named, *(m for m in own if m not in named)), society)
    tree = grow(society.tree, society.people, society.sizes, where)
    if file.run.burn_in % 12:
        raise refuse(where, "run.burn_in", file.run.burn_in, "a whole number of years, in months")
    if "census" in file.off:
        raise refuse(where, "off", file.off, "any mechanism but census, which only counts who is here")
    for name in file.off:
        if name not in {m.id for m in mechanisms}:
            raise unknown(where, "mechanism to switch off", name, [m.id for m in mechanisms])
    bare = Regime(
        name=Path(where).stem, title=file.title, asks=file.asks, months=file.run.months, burn_in=file.run.burn_in,
        society=society, levers=_levers(file.levers, tree, where), parameters={}, inputs={},
        off=frozenset(file.off), schedule=(), sources=file.sources, mechanisms=mechanisms, after=after, where=where,
        start=file.run.start, milieu=read_milieu(file, where), whole=raw,
    )
    return _filled(bare, file, tree, where, inputs)


def _filled(bare: Regime, file: RegimeFile, tree: Tree, where: str, own_inputs: frozenset[str]) -> Regime:
    declared = bare.known_parameters
    parameters: dict[str, float] = {}
    for mechanism, values in file.parameters.items():
        if mechanism not in {m.id for m in bare.mechanisms}:
            raise unknown(where, "mechanism", mechanism, [m.id for m in bare.mechanisms])
        for name, value in values.items():
            key = f"{mechanism}.{name}"
            if key not in declared:
                raise unknown(where, f"parameter of {mechanism}", name,
                              [p.name for p in declared.values() if p.mechanism == mechanism])
            parameters[key] = parameter_value(declared[key], value, where)
    columns = dictionary(c for m in bare.mechanisms for c in m.columns)
    # inputs that the base holds in place of a mechanism are dropped if this file runs that mechanism
    inputs = {name: bare.check_input(name, value) for name, value in file.inputs.items()
              if name in own_inputs or name not in columns or bare.is_input(name)}
    known = known_names(file, tree, columns, where)
    entries = _entries(file, bare, known, where)
    setup = read_setup(file, known, tree, where)
    return dataclasses.replace(bare, parameters=parameters, inputs=inputs, schedule=tuple(entries), setup=setup,
                               delegate=read_delegations(file.delegate, bare.levers, where))


def read_rows(rows: Iterable[Mapping[str, Any]], regime: Regime, where: str) -> list[Entry]:
    """Schedule rows in the syntax of a regime file, for a loaded regime; dates refer to its calendar."""
    raw = {"title": where, "run": {"start": regime.start}, "schedule": [dict(row) for row in rows]}
    assert regime.setup.known is not None  # part of every loaded regime
    return _entries(parse(with_dates(raw, where), where), regime, regime.setup.known, where)


def _entries(file: RegimeFile, regime: Regime, known: Known, where: str) -> list[Entry]:
    """The rows of a file's schedule, checked against a regime, in order of months."""
    tree = regime.tree
    columns = dictionary(c for m in regime.mechanisms for c in m.columns)
    frame = Frame(where, columns, regime.known_parameters, (-regime.burn_in, regime.months), known,
                  frozenset(m.id for m in regime.mechanisms))
    entries: list[Entry] = []
    for number, table in enumerate(file.schedule, start=1):
        for name in table.levels:
            if table.lever is not None:
                check_levels(lever(str(table.lever), where), name, tree, f"schedule[{number}].levels", where)
            else:
                check_level(name, tree, f"schedule[{number}].levels", where)
        for entry in read_entry(table, number, frame):
            entries += _base_levers(entry) if entry.kind == "regime" else [entry]
    return sorted(entries, key=lambda entry: entry.month)


def _base_levers(entry: Entry) -> list[Entry]:
    """The event `regime`: every lever takes the base regime's value at that month."""
    base = load_regime(str(entry["name"]))
    return [dated for name, setting in base.levers.items() for dated in dated_levers(name, setting, entry)]


def _levers(raw: Mapping[str, Any], tree: Tree, where: str) -> dict[str, Setting]:
    flat = _flat(raw)
    settings: dict[str, Setting] = {}
    for name, value in flat.items():
        settings[name] = _setting(name, value, tree, where)
    for name in BY_NAME:
        if name in settings:
            continue
        if not BY_NAME[name].may_be_left_out and BY_NAME[name].unless_said is None:
            raise UserError(f"{where}: levers.{name} is missing; allowed: {BY_NAME[name].allowed} (or based_on a "
                            f"preset that sets it).")
        settings[name] = Setting(BY_NAME[name].unless_said or 0.0)
    return settings


def _flat(raw: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Levers by full name: tables such as [levers.oversight] hold dotted names."""
    groups = {name.split(".")[0] for name in BY_NAME if "." in name}
    flat: dict[str, Any] = {}
    for key, value in raw.items():
        name = f"{prefix}{key}"
        if isinstance(value, Mapping) and name in groups and "all" not in value:
            flat.update(_flat(value, f"{name}."))
        else:
            flat[name] = value
    return flat


def _setting(name: str, value: Any, tree: Tree, where: str) -> Setting:
    found = lever(name, where)
    if not isinstance(value, Mapping):
        return Setting(found.number(value, f"{where}: levers"))
    extra = set(value) - {"all", "provinces", "levels"}
    if extra or "all" not in value:
        raise refuse(where, f"levers.{name}", dict(value),
                     "{all = ..., provinces = {1 = ...}, levels = {centre = ...}}")
    provinces, levels = [], []
    for kind in ("provinces", "levels"):
        if not isinstance(value.get(kind, {}), Mapping):
            raise refuse(where, f"levers.{name}.{kind}", value[kind],
                         '{1 = ...}' if kind == "provinces" else "{centre = ...}")
    for number, own in value.get("provinces", {}).items():
        check_scope(found, "P", number, where)
        place = place_number(number, len(tree.provinces))
        if place is None:
            raise refuse(where, f"levers.{name}.provinces", number, f"a province from 1 to {len(tree.provinces)}")
        provinces.append((place, found.number(own, f"{where}: levers.{name}.provinces.{number}")))
    for level, own in value.get("levels", {}).items():
        check_levels(found, level, tree, f"levers.{name}.levels", where)
        levels.append((level, found.number(own, f"{where}: levers.{name}.levels.{level}")))
    return Setting(found.number(value["all"], f"{where}: levers.{name}"), tuple(provinces), tuple(levels))
