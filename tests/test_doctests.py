"""The examples in docstrings run and print what they show."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

import unanimity

PACKAGE = Path(unanimity.__file__).parent
WITH_EXAMPLES = sorted(path.relative_to(PACKAGE.parent).with_suffix("") for path in PACKAGE.rglob("*.py")
                       if ">>> " in path.read_text(encoding="utf-8"))


def test_there_are_examples_to_run():
    assert len(WITH_EXAMPLES) > 50


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=lambda path: ".".join(path.parts[1:]))
def test_examples_print_what_they_show(path, request):
    module = importlib.import_module(".".join(path.parts).removesuffix(".__init__"))
    found = doctest.testmod(module, extraglobs={"getfixture": request.getfixturevalue})
    assert found.attempted > 0 and found.failed == 0
