"""The program itself, for the tests of the command line."""

from __future__ import annotations

import sys
from typing import NamedTuple

import pytest

from unanimity.cli.main import main


class Answer(NamedTuple):
    """What a command gave back."""

    code: int
    out: str
    err: str


@pytest.fixture
def unanimity(capsys, monkeypatch, tmp_path):
    """The program's own main() with these words, in an empty folder; what is no user's slip comes through."""
    monkeypatch.chdir(tmp_path)

    def call(*words):
        monkeypatch.setattr(sys, "argv", ["unanimity", *words])
        capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            main()
        return Answer(int(end.value.code or 0), *capsys.readouterr())

    return call


@pytest.fixture
def answer_of():
    """The answer of a finished process, in the same form."""
    return lambda done: Answer(done.returncode, done.stdout or "", done.stderr)
