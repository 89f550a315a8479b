"""An untested version of numba gets plain numba with a note; one that may not compile is refused in one line."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import unanimity
from unanimity.compiler import versions

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.mark.parametrize(("name", "found", "is_tested"), [
    ("numba", "0.68.0", True), ("numba", "0.68.9", True), ("numba", "0.69.0", False), ("numba", "1.0", False),
    ("numba", "0.67.1", False), ("numba", "0.69.0rc1", False), ("llvmlite", "0.51.0", False),
    ("llvmlite", "0.50.2", True),
])
def test_another_version_is_noted_and_gets_plain_numba(monkeypatch, name, found, is_tested):
    real = versions.version
    monkeypatch.setattr(versions, "version", lambda asked: found if asked == name else real(asked))
    told = versions.untested()
    assert told == "" if is_tested else told.startswith(f"{name} {found} (tested: from 0.") and "plain numba" in told


@pytest.mark.parametrize(("word", "is_off"), [("", False), ("0", False), ("1", True)])
def test_a_variable_turns_the_private_compiler_off(monkeypatch, word, is_off):
    monkeypatch.setenv(versions.TURNED_OFF, word)
    assert versions.turned_off() is is_off


def test_the_project_asks_for_the_same_versions():
    for name, (least, below) in versions.TESTED.items():
        wanted = f"{name}>={least[0]}.{least[1]},<{below[0]}.{below[1]}"
        assert wanted in PROJECT["dependencies"]
    least, below = versions.PYTHON
    assert PROJECT["requires-python"] == f">={least[0]}.{least[1]},<{below[0]}.{below[1]}"


@pytest.mark.parametrize("arguments", [["run", "law", "--months", "1"], ["regimes", "show", "law"]])
def test_a_numba_that_may_not_compile_gets_one_line(arguments):
    done = subprocess.run([sys.executable, "-m", "unanimity.cli.main", *arguments], capture_output=True, text=True,
                          env=os.environ | {"NUMBA_DISABLE_JIT": "1"})
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1 and "NUMBA_DISABLE_JIT = 1" in done.stderr


PRIVATE = re.compile(r"^\s*from (numba\.(?!extending|types|core\.errors)\S+|numba(?= import _)|llvmlite\.binding\S*)"
                     r" import (.+)$", re.M)
DOCUMENTED = {"cgutils"}  # by numba's manual of extensions


def private_parts(path):
    return {name.split(" as ")[0].strip() for _, names in PRIVATE.findall(path.read_text(encoding="utf-8"))
            for name in names.split("#")[0].strip("()").split(",")} - DOCUMENTED - {"njit", "parse_assembly", ""}


def test_private_parts_of_numba_are_in_one_folder_and_few():
    home = Path(unanimity.__file__).parent
    wall = home / "compiler" / "private"
    outside = {str(path): found for path in home.rglob("*.py") if wall not in path.parents
               and (found := private_parts(path))}
    assert outside == {}
    inside = {name for path in wall.rglob("*.py") for name in private_parts(path)}
    assert 0 < len(inside) <= 20, sorted(inside)
