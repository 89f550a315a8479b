"""A digest of the source code on which results depend; it identifies a version in the store, checkpoints, ledger and
cluster."""

from __future__ import annotations

import hashlib
import sys
from functools import cache
from importlib.metadata import version
from pathlib import Path

SHOWS = {"cli", "report", "web"}  # packages that only present results: no number comes from them
LIBRARIES = ("llvmlite", "numba", "numpy", "scipy")


@cache
def source_hash() -> str:
    """The digest of the installed package, with the versions of Python and of the numerical libraries."""
    return hash_of(Path(__file__).resolve().parents[1])


def hash_of(package: Path) -> str:
    """The digest of a package: all code files except the packages that only present results. Regimes, claims and tables
    have digests of their own, by content."""
    versions = {name: version(name) for name in LIBRARIES}
    digest = hashlib.sha256(f"{versions} {sys.version_info[:2]}".encode())
    for path in sorted(package.rglob("*.py")):
        inside = path.relative_to(package)
        if inside.parts[0] not in SHOWS:
            digest.update(inside.as_posix().encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]
