"""Without an extra a run works, and what needs the extra says in one line how to install it."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from unanimity.support.extras import EXTRA_OF

ROOT = Path(__file__).parents[2]
DISTRIBUTION = {"vl_convert": "vl-convert-python", "sklearn": "scikit-learn", "distributed": "dask",
                "starlette": "fastapi", "markupsafe": "jinja2", "threadpoolctl": "scikit-learn"}
BARE = "import sys\nfor name in {names!r}: sys.modules[name] = None\n"  # an import of None fails like a missing package


def without(names, code, cwd):
    return subprocess.run([sys.executable, "-c", BARE.format(names=sorted(names)) + code], capture_output=True,
                          text=True, cwd=cwd, check=False)


def test_every_optional_package_is_in_the_extra_that_the_message_names():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for package, extra in EXTRA_OF.items():
        listed = " ".join(project["optional-dependencies"][extra])
        assert DISTRIBUTION.get(package, package) in listed, f"{package}: not in the extra {extra}"
        assert DISTRIBUTION.get(package, package) not in " ".join(project["dependencies"])


def test_a_run_and_a_comparison_need_no_extra(tmp_path):
    done = without(EXTRA_OF, "import unanimity as un\n"
                   "hall = un.regime('apparatus', {'mechanisms': 'hall'})\n"
                   "print(un.run(hall, months=3, people=256, progress=False))\n"
                   "print(un.compare(hall, {'s': {'ballot': 'secret'}}, pairs=3, months=3, people=256,"
                   " progress=False))", tmp_path)
    assert done.returncode == 0, done.stderr


COMMANDS = [
    (["run", "apparatus", "--months", "3", "--people", "256", "--out", "mine"], "pyarrow", "files"),
    (["demo", "--pairs", "3", "--out", "mine"], "altair", "pictures"),
    (["lab", "--no-browser"], "fastapi", "lab"),
    (["evidence", "show", "survival"], "lifelines", "survival"),
    (["reference", "run", "kuran", "--out", "mine"], "altair", "pictures"),
]


@pytest.mark.parametrize("words, package, extra", COMMANDS, ids=[words[0] for words, _, _ in COMMANDS])
def test_a_command_that_lacks_an_extra_says_how_to_install_it(words, package, extra, tmp_path):
    done = without([package], f"sys.argv = ['unanimity', *{words!r}]\nfrom unanimity.cli.main import main\nmain()",
                   tmp_path)
    assert done.returncode == 2, done.stdout + done.stderr
    said = done.stderr.strip().splitlines()[-1]
    assert f"pip install 'unanimity[{extra}]'" in said and "Traceback" not in done.stderr


BARE_COMMANDS = [
    ["experiment", "run", "hall.toml", "--pairs", "3"],
    ["compare", "hall-regime.toml", "--with", "ballot=secret", "--pairs", "3"],
    ["regimes", "compare", "hall-regime.toml", "--months", "3", "--seeds", "2"],
    ["timeline", "hall-regime.toml", "--months", "3"],
    ["demo", "two-cities", "--pairs", "3"],
]
HALL = 'title = "Hall"\nbased_on = "apparatus"\nmechanisms = "hall"\n[society]\npeople = 256\n[run]\nmonths = 12\n'
EXPERIMENT = ('title = "Hall"\nbase = "hall-regime.toml"\nmonths = 12\nburn_in = 0\n[arms.secret]\nsays = "secret"\n'
              'levers = {ballot = "secret"}\n[measures]\nassent = "unanimity"\n[[expect]]\ntest = "sign"\n'
              'measure = "assent"\ndirection = "fall"\n')


@pytest.mark.parametrize("words", BARE_COMMANDS, ids=[" ".join(words[:2]) for words in BARE_COMMANDS])
def test_a_command_that_writes_no_page_prints_its_answer_without_any_extra(words, tmp_path):
    (tmp_path / "hall-regime.toml").write_text(HALL)
    (tmp_path / "hall.toml").write_text(EXPERIMENT)
    done = without(EXTRA_OF, f"sys.argv = ['unanimity', *{words!r}]\nfrom unanimity.cli.main import main\nmain()",
                   tmp_path)
    assert done.returncode == 0 and done.stdout.strip(), done.stderr
