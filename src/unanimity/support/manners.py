"""Normalises the arguments of public calls, before anything else uses them.

NumPy's numbers and arrays become Python's, `~` and environment variables are filled into paths, one name stands for a
list of one, and a text given for a number is refused.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from unanimity.support.calendar import counted
from unanimity.support.errors import refuse, whole_number

PATHS = ("base", "name", "path", "out", "folder", "store", "settings", "source", "scenario", "file", "targets",
         "series", "runs")
WHOLE = ("int", "int | None")


def plain(value: Any) -> Any:
    """A value without NumPy and pandas, in lists and tables too.

    >>> import numpy as np
    >>> plain({"voice.theta": np.float32(0.5), "over": np.arange(3)})
    {'voice.theta': 0.5, 'over': [0, 1, 2]}
    """
    if hasattr(value, "dtype") and hasattr(value, "tolist"):
        return value.tolist()
    if type(value) is dict:
        return {key: plain(one) for key, one in value.items()}
    if type(value) in (list, tuple):
        return type(value)(plain(one) for one in value)
    return value


def path_of(path: str | Path) -> Path:
    """A path with `~` and environment variables filled in."""
    if not isinstance(path, (str, os.PathLike)):
        raise refuse("", "path", path, "a path, as text or as a Path")
    return Path(os.path.expandvars(os.path.expanduser(path)))


def meant(name: str, value: Any, wanted: str) -> Any:
    """The normalised value of an argument with that name and annotation."""
    value = plain(value)
    if name in PATHS and isinstance(value, (str, Path)):
        text = str(value)
        return path_of(value) if text.startswith("~") or "$" in text else value
    if wanted in WHOLE and value is not None and not (isinstance(value, str) and counted(value) is not None):
        return whole_number(int(value) if isinstance(value, float) and value.is_integer() else value, name,
                            "a whole number")
    if value is None and wanted in ("Sequence[str]", "Sequence[int]"):
        return []
    if "Sequence[str]" in wanted and isinstance(value, str):
        return [value]
    if wanted == "Sequence[int]" and isinstance(value, str):
        raise refuse("", name, value, "whole numbers, such as [12, 24]")
    if name == "changes" and not isinstance(value, (Mapping, type(None))):
        raise refuse("", name, value, 'a table of levers, parameters or inputs, such as {"ballot": "secret"}')
    if "Sequence[int]" in wanted and isinstance(value, int):
        return [value]
    if wanted in ("bool", "bool | None") and not isinstance(value, (bool, type(None))):
        raise refuse("", name, value, "True, False")
    return value
