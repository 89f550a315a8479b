"""A slip on the command line: one line on stderr, exit code 2, no traceback, nothing half-written."""

from __future__ import annotations

import json
import resource
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import unanimity as un
from unanimity.engine.checkpoint import _seal
from unanimity.engine.simulate import Interrupted

PROGRAM = [sys.executable, "-m", "unanimity.cli.main"]
RUN = ["run", "apparatus", "--people", "256", "--months", "24", "--seed", "5"]
HEAD = 'title = "mine"\nbased_on = "apparatus"\n'


def all_files(folder):
    return sorted((str(path.relative_to(folder)), path.read_bytes() if path.is_file() else b"")
                  for path in folder.rglob("*"))


def is_one_clear_line(answer, *fragments):
    assert answer.code == 2 and answer.out == "", answer
    assert answer.err.startswith("unanimity: ") and len(answer.err.splitlines()) == 1, answer.err
    for fragment in fragments:
        assert fragment in answer.err, answer.err


FILES = {
    "lever.toml": '[levers]\nbalot = "secret"',
    "word.toml": '[levers]\nballot = "secrt"',
    "typo.toml": "[levers\n",
    "quote.toml": "[levers]\nballot = secret",
    "field.toml": "[socity]\npeople = 10",
    "deep.toml": "[society]\npeeple = 10",
    "bare.toml": "[society]\ntree = []",
    "none.toml": "[society]\ntree = [0]",
    "nobody.toml": "[society]\npeople = 0",
    "past.toml": '[[schedule]]\nmonth = -5\nlever = "ballot"\nvalue = "secret"',
    "late.toml": '[[schedule]]\nmonth = 500\nlever = "ballot"\nvalue = "secret"',
    "unsaid.toml": "mechanisms = []\n[inputs]\nblows = 0.01",
}
FROM_FILES = [
    ("lever.toml", "no lever 'balot'", "Did you mean 'ballot'?"),
    ("word.toml", "ballot = 'secrt'", "open < secret", "Did you mean 'secret'?"),
    ("typo.toml", "not valid TOML", "line 3"),
    ("quote.toml", "not valid TOML", "line 4, column 10"),
    ("field.toml", "no field 'socity'", "Did you mean 'society'?"),
    ("deep.toml", "no field 'society.peeple'", "Did you mean 'people'?"),
    ("bare.toml", "society.tree = []", "A tree needs at least one cell."),
    ("none.toml", "society.tree = [0]", "A tree needs at least one cell."),
    ("nobody.toml", "society.people = 0", "at least 1 person"),
    ("past.toml", "schedule[1].month = -5", "0..95", "lies in the past"),
    ("late.toml", "schedule[1].month = 500", "0..95"),
    ("unsaid.toml", "blows has no entry under [sources]", "assumed"),
]


@pytest.mark.parametrize("name, fragments", [pytest.param(name, words, id=name) for name, *words in FROM_FILES])
@pytest.mark.parametrize("command", [["run"], ["regimes", "validate"], ["regimes", "show"], ["order"]],
                         ids=["run", "validate", "show", "order"])
def test_a_slip_in_a_file_is_named_with_the_file(unanimity, tmp_path, command, name, fragments):
    (tmp_path / name).write_text(HEAD + FILES[name])
    before = all_files(tmp_path)
    is_one_clear_line(unanimity(*command, name), f"{name}: ", *fragments)
    assert all_files(tmp_path) == before


def test_an_unknown_base_is_named_with_a_near_miss(unanimity, tmp_path):
    (tmp_path / "mine.toml").write_text('title = "mine"\nbased_on = "aparatus"\n')
    is_one_clear_line(unanimity("run", "mine.toml"), "no regime 'aparatus'", "Did you mean 'apparatus'?")


def test_an_unknown_base_is_named_with_its_file_and_field(unanimity, tmp_path):
    (tmp_path / "mine.toml").write_text('title = "mine"\nbased_on = "aparatus"\n')
    is_one_clear_line(unanimity("run", "mine.toml"), "mine.toml: ", "based_on")


SLIPS = [
    ("run apparatus --set balot=secret", "'balot'", "Did you mean 'ballot'?"),
    ("run apparatus --set ballot=secrt", "ballot = 'secrt'", "open < secret", "Did you mean 'secret'?"),
    ("run apparatus --set privileges=1.5", "privileges = 1.5", "0..1"),
    ("run apparatus --set voice.theta=7", "voice.theta = 7", "0..0.3 (share)"),
    ("run apparatus --set vioce.theta=0.1", "'vioce.theta'", "Did you mean 'voice.theta'?"),
    ("run apparatus --set mechanisms=hall --set blows=nan", "blows", "nan", "0..1"),
    ("run apparatus --set fear=0.1", "the mechanism 'fear' supplies it"),
    ("run apparatus --set ballot@99=secret", "ballot@99", "a province from 1 to 8"),
    ("run apparatus --set ballot@distrct=secret", "'distrct'", "cell, district, province, centre"),
    ("run apparatus --set ballot", "--set", "'ballot'", "NAME=VALUE"),
    ("run apparatus --set =secret", "--set", "'=secret'", "NAME=VALUE"),
    ("run apparatus --set ballot=", "--set", "'ballot='", "NAME=VALUE"),
    ("run apparatus --people 0", "people = 0", "at least 1 person"),
    ("run apparatus --people -5", "people = -5", "at least 1 person"),
    ("run apparatus --people 10", "people = 10", "at least one person a cell, here 128"),
    ("run apparatus --months 0", "months = 0", "1..6000"),
    ("run apparatus --worlds 0", "worlds = 0", "from 1 up"),
    ("run apparatus --seed -1", "seed = -1", "from 0 to 2^64 - 1"),
    ("run apparatus --threads 0", "threads = 0", "from 1 up"),
    ("run apparatus --measures unanimty", "no measure 'unanimty'", "Did you mean 'unanimity'?"),
    ("run aparatus", "no regime 'aparatus'", "Did you mean 'apparatus'?"),
    ("run lost.toml", "lost.toml", "No such file"),
    ("run folder", "folder", "not a regular file", "a TOML file"),
    ("regimes validate folder", "folder", "not a regular file", "a TOML file"),
    ("regimes show aparatus", "Did you mean 'apparatus'?"),
    ("order aparatus", "Did you mean 'apparatus'?"),
    ("mechanisms show feer", "no mechanism 'feer'", "Did you mean 'fear'?"),
    ("measures show unanimty", "no measure 'unanimty'", "Did you mean 'unanimity'?"),
    ("reference show kurran", "no reference model 'kurran'", "Did you mean 'kuran'?"),
    ("reference run kurran", "no reference model 'kurran'", "Did you mean 'kuran'?"),
    ("reference check kurran", "no reference model 'kurran'", "Did you mean 'kuran'?"),
    ("reference run granovetter --set sd", "--set", "'sd'", "NAME=VALUE"),
    ("compare apparatus --with balot=secret", "'balot'", "Did you mean 'ballot'?"),
    ("compare apparatus --with ballot=secret --pairs 0", "pairs = 0", "from 3 up"),
    ("compare apparatus --with ballot=secret --pairs 3 --seed -1", "seed = -1"),
    ("compare apparatus --with ballot=secret --pairs 3 --people 256 --months 3 --place provinz", "no place 'provinz'",
     "country, province 1"),
    ("run apparatus --people 256 --months 2 --out file", "file: cannot be written", "Nothing half-written was left"),
    ("run apparatus --people 256 --months 2 --out file/deep", "file/deep: cannot be written"),
]
MORE = [
    ("run apparatus --people many", "--people", "many"),
    ("run apparatus --seed 1.5", "--seed", "1.5"),
    ("run apparatus --checkpoint-every 0", "checkpoint-every", "from 1 up"),
    ("run apparatus --wolds 3", "--wolds", "--worlds"),
    ("rnu apparatus", "rnu", "Did you mean 'run'?"),
    ("demo --pairs 2", "pairs", "3"),
    ("demo --pairs 3 --seed -1", "seed = -1"),
    ("reference run granovetter --set sd=-1", "granovetter.sd = -1", "0.01..1000"),
    ("reference run granovetter --set sdd=1", "'sdd'", "Did you mean 'sd'?"),
    ("reference run granovetter --sweep sd=1:2", "--sweep", "LOW:HIGH:COUNT"),
    ("reference run epstein --preset run9", "no preset", "run9"),
    ("compare apparatus --with ballot", "--with"),
    ("run apparatus --people 99999999999", "people"),
    ("run apparatus --set appointer=rotate_appointer", "rotate_appointer:n", "Did you mean 'rotate_appointer:"),
    ("run apparatus --set ballot@distrct=secret", "Did you mean 'district'?"),
    ("compare terror --with courts=on", "'courts'", "Did you mean 'oversight.courts'?"),
    ("run terror --set theta=0.2", "'theta'", "Did you mean 'voice.theta'?"),
    ("run terror --resume", "--resume needs the --out of the run that was stopped"),
    ("run terror --resume --out folder", "folder/checkpoint.npz", "no checkpoint", "begins anew"),
    ("compare terror --with ballot=secret --pairs 1", "pairs = 1", "from 3 up", "An interval needs at least 3 pairs."),
    ("claims run trotsky-1926-unanimity --pairs 1", "--pairs = 1", "from 3 up"),
]


@pytest.mark.parametrize("words, fragments", [
    pytest.param(words, rest, id=words) for words, *rest in [*SLIPS, *MORE]])
def test_a_slip_on_the_command_line_is_one_clear_line(unanimity, tmp_path, words, fragments):
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("not a folder")
    before = all_files(tmp_path)
    is_one_clear_line(unanimity(*words.split()), *fragments)
    assert all_files(tmp_path) == before


@pytest.mark.parametrize("words", ["run apparatus --people 0", "reference run granovetter --set sd=-1"])
def test_the_program_itself_ends_with_two_and_no_traceback(tmp_path, words):
    done = subprocess.run([*PROGRAM, *words.split()], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and done.stdout == "" and "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


# The disk -------------------------------------------------------------------------------------------------------------

def test_a_file_that_may_not_grow_leaves_nothing_half_written(tmp_path, answer_of):
    un.run("apparatus", {"mechanisms": "hall"}, people=256, months=2)  # so that nothing is left to compile
    words = [*RUN, "--set", "mechanisms=hall", "--out", "mine"]
    done = subprocess.run([*PROGRAM, *words], cwd=tmp_path, capture_output=True, text=True, check=False,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)))
    is_one_clear_line(answer_of(done), "mine/table.parquet: cannot be written")
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_behind_stdout_is_said_in_one_line(tmp_path, answer_of):
    with open("/dev/full", "w") as full:
        done = subprocess.run([*PROGRAM, "measures", "list", "--json"], cwd=tmp_path, stdout=full,
                              stderr=subprocess.PIPE, text=True, check=False)
    is_one_clear_line(answer_of(done), "the disk is full")


# The checkpoint -------------------------------------------------------------------------------------------------------

@pytest.fixture
def checkpoint(tmp_path):
    """The checkpoint of a run stopped in its first year, as RUN --out mine would have left it."""
    def stop(what, done, total):
        if done == 10:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(Interrupted):
        un.run("apparatus", people=256, months=24, seed=5, out=tmp_path / "mine", checkpoint_every=5, progress=stop)
    return tmp_path / "mine/checkpoint.npz"


def rewritten(path, change, sealed=False):
    """The checkpoint with another note inside, under the old seal or under one of its own."""
    arrays = dict(np.load(path))
    note = json.loads(bytes(arrays["note"]).decode())
    arrays["note"] = np.frombuffer(json.dumps(change(note)).encode(), np.uint8)
    if sealed:  # as another version would have written it
        arrays["seal"] = np.frombuffer(_seal(bytes(arrays["note"])), np.uint8)
    np.savez(path, **arrays)


def refused(unanimity, checkpoint, words, *fragments):
    before = all_files(checkpoint.parent)
    is_one_clear_line(unanimity(*RUN, "--out", "mine", "--resume", *words), "mine/checkpoint.npz: ", *fragments)
    assert all_files(checkpoint.parent) == before


def test_a_sound_checkpoint_is_taken_up(unanimity, checkpoint):
    answer = unanimity(*RUN, "--out", "mine", "--resume", "--json")
    assert answer.code == 0 and not checkpoint.exists()
    assert json.loads(answer.out)["digest"] == un.run("apparatus", people=256, months=24, seed=5).digest
    assert json.loads((checkpoint.parent / "manifest.json").read_text())["resumed_at"] == 10


@pytest.mark.parametrize("words, says", [
    (["--seed", "6"], "seeds differ"), (["--set", "ballot=secret"], "regime"), (["--worlds", "2"], "another run"),
    (["--measures", "unanimity"], "measures differ"), (["--months", "8"], "beyond the months asked for")])
def test_a_checkpoint_of_another_run_is_refused(unanimity, checkpoint, words, says):
    refused(unanimity, checkpoint, words, says)


@pytest.mark.parametrize("field", ["version", "source"])
def test_a_checkpoint_of_another_version_is_refused(unanimity, checkpoint, field):
    rewritten(checkpoint, lambda note: {**note, field: "0.0.9"}, sealed=True)
    refused(unanimity, checkpoint, [], "written by another version", "0.0.9", "without --resume")


@pytest.mark.parametrize("harm", [lambda b: b[:len(b) // 2], lambda b: b"", lambda b: b"not an archive",
                                  lambda b: b[:len(b) // 2] + bytes([b[len(b) // 2] ^ 255]) + b[len(b) // 2 + 1:]],
                         ids=["cut in half", "empty", "something else", "one byte changed"])
def test_a_corrupted_checkpoint_is_refused(unanimity, checkpoint, harm):
    checkpoint.write_bytes(harm(checkpoint.read_bytes()))
    refused(unanimity, checkpoint, [], "corrupt", "without --resume")


@pytest.mark.parametrize("change", [
    lambda note: [1],
    lambda note: {k: v for k, v in note.items() if k != "sums"},
    lambda note: {**note, "month": "ten"},
    lambda note: {**note, "month": 3},
], ids=["no table", "no sums", "a month that is no number", "another month"])
def test_a_checkpoint_whose_note_was_changed_is_refused(unanimity, checkpoint, change):
    rewritten(checkpoint, change)
    refused(unanimity, checkpoint, [], "corrupt")


# Ctrl-C in what cannot be resumed -------------------------------------------------------------------------------------

def stopped_by_ctrl_c(monkeypatch):
    """The run hears Ctrl-C after its first stretch of months."""
    from unanimity.engine import run as engine_run
    from unanimity.engine import simulate

    def after_the_first_month(batch, last, threads, after):
        def stop(at):
            signal.raise_signal(signal.SIGINT)
            return after(at)

        return engine_run.run_months(batch, last, threads, stop)

    monkeypatch.setattr(simulate, "run_months", after_the_first_month)


def test_ctrl_c_ends_a_demo_quietly_and_leaves_nothing(unanimity, tmp_path, monkeypatch):
    stopped_by_ctrl_c(monkeypatch)
    answer = unanimity("demo", "two-cities", "--pairs", "3")
    assert answer.code == 130 and answer.out == "" and "Traceback" not in answer.err
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_in_a_comparison_keeps_the_months_that_are_finished(unanimity, monkeypatch):
    stopped_by_ctrl_c(monkeypatch)
    answer = unanimity("compare", "apparatus", "--with", "ballot=secret", "--people", "256", "--pairs", "3", "--json")
    told = json.loads(answer.out)
    assert answer.code == 130 and "Traceback" not in answer.err and "stopped at the end of month" in answer.err
    assert 0 <= told["stopped_after_month"] < 95 and told["differences"]


# two at once, stores, versions ----------------------------------------------------------------------------------------
def test_two_runs_into_one_folder_at_once_are_refused(unanimity, tmp_path):
    from unanimity.results.atomic_files import LOCK

    (tmp_path / "mine").mkdir()
    holder = subprocess.Popen([sys.executable, "-c", "import fcntl, sys; f = open(sys.argv[1], 'w'); "
                               "fcntl.flock(f, fcntl.LOCK_EX); print('held', flush=True); sys.stdin.read()",
                               str(tmp_path / "mine" / LOCK)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert holder.stdout.readline() == "held\n"
    try:
        for words in (RUN, ("compare", "apparatus", "--with", "ballot=secret"), ("demo",), ("regimes", "compare")):
            is_one_clear_line(unanimity(*words, "--out", "mine"), "mine: another run is writing there")
    finally:
        holder.communicate()
    (tmp_path / "mine" / LOCK).unlink()


def test_a_store_that_cannot_be_written_speaks_of_the_store(tmp_path):
    from unanimity.experiments.store import Store, World

    (tmp_path / "ab").write_text("in the way")
    with pytest.raises(un.UserError, match="choose another --store"):
        Store(tmp_path).write("abc", {1: World(np.zeros(1), np.zeros(1, np.int64), np.zeros((1, 1)))}, {})


def test_the_version(unanimity):
    assert unanimity("--version").out == f"unanimity {un.__version__}\n"
