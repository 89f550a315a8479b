"""Compiled code is stored with a checksum: a damaged file never changes a result and is made again."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from unanimity import UserError
from unanimity.compiler import code_files, kept
from unanimity.compiler.code_files import ENDING

TEXT = "def triple(x):\n    return 3 * x + 1\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(code_files, "cache_folder", lambda: tmp_path)
    code_files.tell_of_damage.cache_clear()
    return tmp_path


@pytest.fixture
def fresh(folder, monkeypatch):
    """The function as a new program would meet it."""
    path = folder / "tripled.py"
    path.write_text(TEXT, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("tripled", path)
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "tripled", module)
    spec.loader.exec_module(module)
    return lambda: kept(module.triple)


def only_file(folder: Path) -> Path:
    (path,) = folder.glob(f"*{ENDING}")
    return path


def compiled_here(function) -> bool:
    """Whether numba had to compile, instead of loading."""
    return sum(function.stats.cache_misses.values()) > 0


def test_what_one_program_compiles_the_next_finds(folder, fresh):
    assert fresh()(5) == 16
    assert only_file(folder).stat().st_size > 1000
    again = fresh()
    assert again(5) == 16 and not compiled_here(again)


DAMAGES = {
    "cut": lambda content: content[:len(content) // 2],
    "emptied": lambda content: b"",
    "longer": lambda content: content + b"\0",
    "zeroes": lambda content: bytes(len(content)),
    "a bit in front": lambda content: bytes([content[0] ^ 1]) + content[1:],
    "a bit in the middle": lambda content: content[:2000] + bytes([content[2000] ^ 4]) + content[2001:],
    "a bit at the end": lambda content: content[:-1] + bytes([content[-1] ^ 128]),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_file_is_thrown_away_and_made_anew_with_one_note(folder, fresh, damage):
    assert fresh()(5) == 16
    path = only_file(folder)
    whole = path.read_bytes()
    path.write_bytes(damage(whole))
    with pytest.warns(RuntimeWarning, match="was damaged") as notes:
        assert fresh()(5) == 16
        path.write_bytes(damage(whole))
        assert fresh()(5) == 16
    assert len(notes) == 1
    healed = fresh()
    assert healed(5) == 16 and not compiled_here(healed)


def test_a_file_under_another_name_is_not_taken_for_that(folder, fresh):
    assert fresh()(5) == 16
    content = only_file(folder).read_bytes()
    assert fresh()(0.5) == 2.5
    for path in folder.glob(f"*{ENDING}"):
        path.write_bytes(content)
    with pytest.warns(RuntimeWarning, match="was damaged"):
        assert fresh()(0.5) == 2.5
    assert fresh()(5) == 16


def test_a_folder_that_cannot_be_written_is_named_with_the_cure(folder, fresh, monkeypatch):
    def full(self, content):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(UserError, match=r"compiled code cannot be kept in .*No space.*UNANIMITY_CACHE"):
        fresh()(5)
    assert list(folder.glob("*.partial")) == []


def test_a_folder_that_cannot_be_used_is_said_once_and_nothing_is_left_behind(tmp_path):
    (tmp_path / "file").write_text("in the way")
    code = ("from unanimity.compiler.code_files import cache_folder\nfrom unanimity.world.draws import uniforms\n"
            "print(cache_folder(), len(uniforms(1, 2, 3)))")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                          env=os.environ | {"UNANIMITY_CACHE": str(tmp_path / "file"), "TMPDIR": str(temporary)})
    place, drawn = done.stdout.split()
    assert drawn == "3" and place.startswith(str(temporary))
    assert done.stderr.count("compiled code cannot be kept in") == 1
    assert list(temporary.iterdir()) == []


def test_an_edit_of_a_helper_in_another_file_compiles_anew(folder, monkeypatch):
    """numba itself looks at the function's own file alone."""
    # Python's own cache of bytecode goes by seconds and size, and both edits are of one second and one size
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    for number, name in ((2.0, "by two"), (5.0, "by five")):
        (folder / "helps.py").write_text(f"from numba import njit\n@njit\ndef times(x):\n    return x * {number}\n")
        (folder / "uses.py").write_text("from helps import times\ndef used(x):\n    return times(x) + 1.0\n")
        monkeypatch.syspath_prepend(str(folder))
        for module in ("helps", "uses"):
            monkeypatch.delitem(sys.modules, module, raising=False)
        importlib.invalidate_caches()
        import uses
        assert kept(uses.used)(1.0) == number + 1.0, name
        monkeypatch.delitem(sys.modules, "uses")
        monkeypatch.delitem(sys.modules, "helps")


def test_a_generated_file_that_was_edited_is_written_again_and_not_obeyed(folder, monkeypatch):
    from unanimity.engine import kernels
    monkeypatch.setattr(kernels, "cache_folder", lambda: folder)
    monkeypatch.setattr(kernels, "_loaded", {})
    source = kernels.Source("step_made_up", "def step_made_up(w):\n    return 7\n", (), {}, False, "made up")
    path = kernels._load(source).home
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole.replace("7", "8"), encoding="utf-8")
    monkeypatch.setattr(kernels, "_loaded", {})
    with pytest.warns(RuntimeWarning, match="was damaged"):
        again = kernels._load(source)
    assert again.step.py_func(0) == 7 and path.read_text(encoding="utf-8") == whole
    monkeypatch.setattr(kernels, "_loaded", {})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        kernels._load(source)
