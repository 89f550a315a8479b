"""The notebooks of examples/ run from the first cell to the last, with the small numbers of their first cell."""

from __future__ import annotations

import json
import re
import runpy
import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))
LONG = ("04", "05", "07", "08", "09", "10", "11")  # more than some seconds each: in `make check`


def cells(path, kind="code"):
    return [cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == kind]


def small(code):
    """The parameters' cell with the values that stand behind `# tests:`."""
    return re.sub(r"^(\w+ = ).*?# tests: (.*)$", r"\1\2", code, flags=re.MULTILINE)


def marks(path):
    return [pytest.mark.slow] if path.stem[:2] in LONG else []


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem, marks=marks(path)) for path in NOTEBOOKS])
def test_a_notebook_runs_and_ends_with_its_picture(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shutil.copy(EXAMPLES / "foreign_radio.py", tmp_path)  # a mechanism beside the notebook that names it
    room = {"__name__": "notebook"}
    for number, cell in enumerate(cells(path), start=1):
        exec(compile(small("".join(cell["source"])), f"{path.name}, code cell {number}", "exec"), room)
    drawn = json.dumps(room["picture"].to_dict())
    assert '"title"' in drawn and '"mark"' in drawn


def test_there_are_eleven_and_each_asks_a_question_and_was_executed():
    assert len(NOTEBOOKS) == 11
    for path in NOTEBOOKS:
        code = cells(path)
        assert "".join(cells(path, "markdown")[0]["source"]).startswith("# ")
        assert "# tests:" in "".join(code[0]["source"]) and all(cell["execution_count"] for cell in code), path.name
        assert "image/png" in code[-1]["outputs"][0]["data"], path.name
        assert (ROOT / "docs/pictures/gallery" / f"{path.stem}.png").exists()
        told = json.dumps(code)
        assert "/tmp/" not in told and "/work/" not in told, path.name


@pytest.mark.parametrize("name, package", [("unanimity", "unanimity"), ("mesa", "mesa"), ("starsim", "starsim")])
def test_the_rebellion_runs_in_each_language_that_is_here(name, package, capsys):
    if find_spec(package) is None:
        pytest.skip(f"{package} is not installed")
    runpy.run_path(str(EXAMPLES / "epstein" / f"rebellion_{name}.py"), run_name="__main__")
    assert "active" in capsys.readouterr().out
