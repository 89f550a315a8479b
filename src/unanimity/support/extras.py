"""Packages that a bare run does not need, and the extra of `pip install 'unanimity[...]'` that brings each."""

from __future__ import annotations

import sys
from importlib.util import find_spec

from unanimity.support.errors import UserError, needs_package

EXTRA_OF = {
    "pyarrow": "files", "xarray": "files",
    "altair": "pictures", "vl_convert": "pictures", "jinja2": "pictures", "markupsafe": "pictures",
    "lifelines": "survival",
    "SALib": "workshop", "sklearn": "workshop", "threadpoolctl": "workshop",
    "distributed": "workshop", "dask": "workshop",
    "fastapi": "lab", "uvicorn": "lab", "starlette": "lab", "segno": "lab", "ifaddr": "lab",
}


def need(what: str, *packages: str) -> None:
    """Raise one clear line if a package that `what` needs is not installed."""
    if gone := lacking(*packages):
        raise needs_package(what, gone, ",".join(dict.fromkeys(EXTRA_OF[package] for package in gone)))


def lacking(*packages: str) -> list[str]:
    """Those of the packages that are not installed."""
    return [package for package in packages if not _is_there(package)]


def _is_there(package: str) -> bool:
    if package in sys.modules:
        return sys.modules[package] is not None
    return find_spec(package) is not None


def missing_extra(slip: BaseException) -> UserError | None:
    """The clear line for an import that failed, if an extra would bring the package.

    >>> str(missing_extra(ModuleNotFoundError("", name="altair.utils")))
    "this needs altair, which is not installed; allowed: pip install 'unanimity[pictures]'."
    """
    package = (getattr(slip, "name", None) or "").partition(".")[0]
    if not isinstance(slip, ImportError) or package not in EXTRA_OF:
        return None
    return needs_package("this", [package], EXTRA_OF[package])
