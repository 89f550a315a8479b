"""Files of the workshop: a sweep, a sensitivity or a calibration as one TOML file, checked field by field.

    base = "apparatus"                      # of every kind; also title, worlds, months, people, seed
    measures = ["unanimity"]                # or a table: name = expression
    [over]                                  # a sweep: lists of values, ranges
    ballot = ["open", "secret"]
    voice.theta = {low = 0.05, high = 0.25}
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from unanimity.experiments.description import read_toml
from unanimity.regimes import preset_names
from unanimity.support.dotted_names import flat
from unanimity.support.errors import UserError, refuse, unknown

COMMON = ("title", "base", "worlds", "months", "people", "seed")
KINDS: dict[str, tuple[str, ...]] = {
    "sweep": ("over", "measures", "sample", "n", "at", "settings", "n_settings"),
    "sensitivity": ("measures", "method", "parameters", "ranges", "n"),
    "calibrate": ("targets", "parameters", "waves", "n", "ensemble"),
}
NEEDED = {"sweep": ("base", "over"),
          "sensitivity": ("base", "measures"), "calibrate": ("base", "targets", "parameters")}
SAID = {"sweep": "a sweep", "sensitivity": "a sensitivity analysis", "calibrate": "a calibration"}
WHOLE = ("worlds", "months", "people", "seed", "n", "at", "waves", "ensemble", "n_settings")
WORDS = ("title", "base", "sample", "method", "ranges", "settings")


def described(path: str | Path, kind: str) -> dict[str, Any]:
    """The arguments of `sweep`, `sensitivity` or `calibrate` in a file, with the types of its fields checked."""
    raw = read_toml(path, SAID[kind])
    allowed = (*COMMON, *KINDS[kind])
    for name in raw:
        if name not in allowed:
            raise unknown(str(path), "field", name, allowed)
    for name in NEEDED[kind]:
        if name not in raw:
            raise UserError(f"{path}: {name} is missing; {SAID[kind]} needs {', '.join(NEEDED[kind])}.")
    for name, value in raw.items():
        _check(name, value, str(path))
    for name in ("over", "parameters"):
        if isinstance(raw.get(name), Mapping):
            raw[name] = flat(raw[name], lambda value: bool({"low", "high", "values"} & set(value)))
    base = raw["base"]
    if base not in preset_names():  # paths are relative to this file
        if not base.endswith(".toml"):
            raise unknown(f"{path}: base", "regime", base, preset_names(), "or the path of a .toml file")
        raw["base"] = str(Path(path).parent / base)
    if str(raw.get("settings", "")).endswith(".csv"):
        raw["settings"] = str(Path(path).parent / raw["settings"])
    return {"title": Path(path).stem, **raw}


def _check(name: str, value: Any, where: str) -> None:
    if name in WHOLE and (isinstance(value, bool) or not isinstance(value, int)):
        raise refuse(where, name, value, "a whole number")
    if name in WORDS and (not isinstance(value, str) or not value.strip()):
        raise refuse(where, name, value, "a text")
    if name == "over" and not isinstance(value, Mapping):
        raise refuse(where, name, value, "a table: lever or parameter = list of values, or {low = ..., high = ...}")
    if name == "targets" and not isinstance(value, list):
        raise refuse(where, name, value, "[[targets]] tables with name, measure, low and high")
    if name in ("measures", "parameters") and not isinstance(value, (Mapping, list)):
        raise refuse(where, name, value, "a list of names, or a table")
