"""Interrupted runs: after Ctrl-C, SIGTERM or kill -9 at any moment a resumed run gives the uninterrupted digest."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import random
import re
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from helpers import regime

import unanimity
from small_regimes import only_the_hall
from unanimity.engine import checkpoint
from unanimity.engine.batch import make_batch
from unanimity.engine.checkpoint import load_checkpoint, save_checkpoint
from unanimity.engine.run import lay_record, run_months
from unanimity.engine.simulate import CHECKPOINT
from unanimity.regimes.schedule import Entry
from unanimity.results import load_result
from unanimity.world.selectors.parse import Choice

MONTHS = 8
HALL = unanimity.regime("apparatus", {"mechanisms": "hall"})
DRIVER = Path(__file__).with_name("interruptible_run.py")
COMPLETE = {"table.parquet", "cells.parquet", "log.parquet", "manifest.json", "regime.toml"}


def names_in(folder):
    """The files of a folder; a regime's file goes by its fingerprint."""
    return {re.sub(r"^regime-.*", "regime.toml", path.name) for path in folder.iterdir()}




def start(out, **order):
    """The driver at work on a small run."""
    order = {"out": str(out), "months": MONTHS, **order}
    return subprocess.Popen([sys.executable, str(DRIVER), json.dumps(order)], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True)


def wait_for(process, line):
    """Read what the driver says until it says that."""
    for said in process.stdout:
        if said.strip() == line:
            return
    raise AssertionError(f"the driver ended without saying {line!r}: {process.stderr.read()}")


def last_words(process):
    out, errors = process.communicate(timeout=60)
    assert "Traceback" not in errors, errors
    return out.strip().splitlines()[-1]


def resumed(out):
    """The last words of the run taken up again, here and not in another process."""
    found = unanimity.run(HALL, months=MONTHS, people=256, worlds=2, seed=3, out=out, resume=True, report=False)
    return f"digest {found.digest}"


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory):
    """The digest of the run that nobody disturbs."""
    out = tmp_path_factory.mktemp("whole")
    process = start(out)
    digest = last_words(process)
    assert process.returncode == 0 and digest.startswith("digest ")
    assert names_in(out) == COMPLETE
    assert unanimity.run(HALL, months=MONTHS, people=256, worlds=2, seed=3).digest == digest.split()[1]
    return digest


@pytest.mark.parametrize(("number", "month"), [(signal.SIGTERM, 2), (signal.SIGINT, 5)])
def test_a_signal_ends_the_run_at_a_months_end_with_a_checkpoint_and_resume_gives_the_same_digest(
        tmp_path, uninterrupted, number, month):
    process = start(tmp_path, pause=0.2)
    wait_for(process, f"run {month}")
    process.send_signal(number)
    stopped = last_words(process).split()
    assert process.returncode == 130
    assert stopped[0] == "stopped" and month <= int(stopped[1]) < MONTHS
    assert {path.name for path in tmp_path.iterdir()} == {CHECKPOINT}
    assert resumed(tmp_path) == uninterrupted
    assert names_in(tmp_path) == COMPLETE


def test_an_impatient_second_signal_loses_nothing(tmp_path, uninterrupted):
    process = start(tmp_path, pause=0.3)
    wait_for(process, "run 3")
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGINT)
    assert last_words(process).startswith("stopped ")
    assert resumed(tmp_path) == uninterrupted


@pytest.mark.parametrize("lot", [0, *(pytest.param(lot, marks=pytest.mark.slow) for lot in (1, 2, 3, 4))])
def test_kill_9_at_a_random_moment_and_resume_give_the_same_digest(tmp_path, uninterrupted, lot):
    chance = random.Random(lot)
    process = start(tmp_path, pause=0.05)
    wait_for(process, f"run {chance.randrange(1, MONTHS)}")
    try:
        process.wait(chance.uniform(0.0, 0.1))  # anywhere in a month or in the writing of a checkpoint
    except subprocess.TimeoutExpired:
        process.kill()
    process.communicate()
    again = start(tmp_path, resume=True)
    assert last_words(again) == uninterrupted
    assert {path.name for path in tmp_path.iterdir()} >= COMPLETE - {"regime.toml"}
    assert CHECKPOINT not in {path.name for path in tmp_path.iterdir()}


def test_kill_9_twice_and_then_resume(tmp_path, uninterrupted):
    for month in (2, 5):
        process = start(tmp_path, pause=0.05, resume=True)
        wait_for(process, f"run {month}")
        process.kill()
        process.communicate()
    assert resumed(tmp_path) == uninterrupted


def test_resuming_where_nothing_was_left_is_refused_and_leaves_nothing(tmp_path):
    with pytest.raises(unanimity.UserError, match=r"--resume finds no checkpoint there\. Allowed"):
        unanimity.run(HALL, months=4, people=256, seed=3, out=tmp_path / "mine", resume=True)
    assert list(tmp_path.iterdir()) == []


def test_a_run_may_be_taken_up_for_longer_than_it_was_begun(tmp_path):
    longer = unanimity.run(only_the_hall(), months=12, people=256, seed=3)
    batch = stopped_at(tmp_path / CHECKPOINT, 5)
    assert batch.month == 5
    taken_up = unanimity.run(only_the_hall(), months=12, people=256, seed=3, out=tmp_path, resume=True)
    assert taken_up.digest == longer.digest
    assert taken_up.manifest["resumed_at"] == 5


def test_a_checkpoint_beyond_the_months_asked_for_is_refused_or_cut_but_never_a_broken_result(tmp_path):
    stopped_at(tmp_path / CHECKPOINT, 6)
    try:
        found = unanimity.run(HALL, months=4, people=256, seed=3, out=tmp_path, resume=True)
    except unanimity.UserError as slip:
        assert "checkpoint" in str(slip)
    else:
        assert len(found.months) == len(found.values) == 4


def stopped_at(path, month, name="apparatus", seeds=(3,), **changes):
    """A batch of the test's run, stopped at a month, with its checkpoint written there."""
    batch = make_batch([regime(name, months=MONTHS, **changes)] * len(seeds), list(seeds))
    lay_record(batch, MONTHS)
    run_months(batch, month, threads=1)
    save_checkpoint(batch, path)
    return batch


def refusal(path, name="apparatus", seeds=(3,), **changes):
    """The one line with which a checkpoint is refused."""
    batch = make_batch([regime(name, months=MONTHS, **changes)] * len(seeds), list(seeds))
    lay_record(batch, MONTHS)
    with pytest.raises(unanimity.UserError) as slip:
        load_checkpoint(batch, path)
    text = str(slip.value)
    assert "\n" not in text and text.startswith(f"{path}: ")
    return text


def test_a_checkpoint_of_another_regime_seed_or_number_of_worlds_is_refused(tmp_path):
    path = tmp_path / CHECKPOINT
    stopped_at(path, 2)
    assert "belongs to another run (its regime differ" in refusal(path, "law")
    assert "belongs to another run (its regime differ" in refusal(path, **{"voice.theta": 0.2})
    assert "belongs to another run (its seeds differ" in refusal(path, seeds=(4,))
    assert "belongs to another run" in refusal(path, seeds=(3, 4))


def test_a_checkpoint_with_other_measures_is_not_called_corrupt(tmp_path):
    from unanimity.engine.simulate import chosen_measures
    path = tmp_path / CHECKPOINT
    stopped_at(path, 2)
    batch = make_batch([regime(months=MONTHS)], [3], chosen_measures(["unanimity"]))
    lay_record(batch, MONTHS)
    with pytest.raises(unanimity.UserError) as slip:
        load_checkpoint(batch, path)
    assert "corrupt" not in str(slip.value)


@pytest.mark.parametrize("what", ["version", "source"])
def test_a_checkpoint_of_another_version_is_refused(tmp_path, monkeypatch, what):
    path = tmp_path / CHECKPOINT
    stopped_at(path, 2)
    if what == "version":
        monkeypatch.setattr(checkpoint, "__version__", "9.9.9")
    else:
        monkeypatch.setattr(checkpoint, "source_hash", lambda: "feedfeedfeedfeed")
    text = refusal(path)
    assert "was written by another version" in text and "Delete it and run without --resume" in text


def test_a_damaged_checkpoint_gives_one_clear_line_wherever_it_is_damaged(tmp_path):
    """Cut it, flip bytes all over it, or put something else in its place."""
    path = tmp_path / CHECKPOINT
    stopped_at(path, 2)
    whole = path.read_bytes()
    lot = random.Random(1)
    damaged = [b"", b"not a checkpoint", whole[:100], whole[:-1], whole[:len(whole) // 2], whole[1:], b"\x80\x04." * 9]
    for place in [*range(0, 400, 7), *(lot.randrange(len(whole)) for _ in range(60)),
                  *range(len(whole) - 2200, len(whole), 23)]:
        flipped = bytearray(whole)
        flipped[place] ^= 1 << lot.randrange(8)
        damaged.append(bytes(flipped))
    batch = make_batch([regime(months=MONTHS)], [3])
    lay_record(batch, MONTHS)
    refused = 0
    for content in damaged:
        path.write_bytes(content)
        try:
            load_checkpoint(batch, path)
        except unanimity.UserError as slip:
            refused += 1
            assert "\n" not in str(slip) and str(path) in str(slip)
        else:  # bytes that mean nothing (a date in the archive) may differ; the state may not
            fresh = stopped_at(tmp_path / "fresh.npz", 2)
            assert all((batch.column(name) == fresh.column(name)).all() for name in batch.dynamic())
    assert refused > 60


def forged(path, note=None, **arrays):
    """The checkpoint with fields of its note or arrays changed, every digest and the seal made anew."""
    with np.load(path) as archive:
        parts = {name: archive[name] for name in archive.files if name not in ("note", "seal")}
        said = json.loads(bytes(archive["note"]))
    for name, change in arrays.items():
        made = change(parts.get(name))
        parts.pop(name, None)
        parts |= {} if made is None else {name: made}
    said["sums"] = {name: hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest()
                    for name, array in parts.items()}
    text = json.dumps(said | (note or {})).encode()
    with open(path, "wb") as handle:
        np.savez(handle, note=np.frombuffer(text, np.uint8), seal=np.frombuffer(checkpoint._seal(text), np.uint8),
                 **parts)


def put(value, field=None):
    def change(array):
        (array if field is None else array["row"][field])[..., 0] = value
        return array
    return change


FORGED = {
    "a month long before": ({"month": -999}, {}), "the month before": ({"month": 3}, {}),
    "the month after": ({"month": 5}, {}), "a month that is a text": ({"month": "4"}, {}),
    "a month that is true": ({"month": True}, {}), "a month and a half": ({"month": 4.5}, {}),
    "no month": ({"month": None}, {}), "no sums": ({"sums": []}, {}),
    "a patron who is not there": ({}, {"patron": put(2**30)}), "a patron below nobody": ({}, {"patron": put(-2)}),
    "a unit that is not there": ({}, {"headed": put(10**6)}), "a person in the chair": ({}, {"sitting": put(256)}),
    "fear above its range": ({}, {"fear": put(7.0)}), "fear that is no number": ({}, {"fear": put(np.nan)}),
    "a status without a word": ({}, {"status": put(77)}), "another type": ({}, {"fear": lambda a: a.astype("f8")}),
    "fewer people": ({}, {"fear": lambda a: a[..., :-1]}), "a lever without a word": ({}, {"levers": put(17.0)}),
    "a lever that is no number": ({}, {"base_levers": put(np.nan)}),
    "a parameter beyond its span": ({}, {"parameters": put(1e9)}),
    "another first month": ({}, {"record_month": put(-5)}), "a record cut short": ({}, {"table": lambda a: a[:3]}),
    "a record of other measures": ({}, {"table": lambda a: a[..., :-1]}),
    "ties among what changes": ({}, {"neighbour": lambda _: np.full(9, 2**15, np.uint16)}),
    "a column missing": ({}, {"fear": lambda _: None}),
    "a person in the log who is not there": ({}, {"log": put(256, "person")}),
    "a row of a later month": ({}, {"log": put(4, "month")}),
    "a log of another kind": ({}, {"log": lambda _: np.zeros(3)}),
}


@pytest.fixture(scope="module")
def terror_checkpoint(tmp_path_factory):
    """A checkpoint of the whole model at month 4 of 8, and a batch that may take it up."""
    path = tmp_path_factory.mktemp("forged") / CHECKPOINT
    batch = whole_terror()
    run_months(batch, 4, threads=1)
    assert batch.log
    save_checkpoint(batch, path)
    return path, whole_terror()


def whole_terror():
    order = Entry(1, "sanction", "sanction", who=Choice("members"),  # so that the log has rows, whatever the rules are
                  arguments=(("rung", "exile"), ("public", False), ("kin", False), ("term", 2)))
    terror = unanimity.regime("terror", {"people": 256, "months": MONTHS, "burn_in": 0})
    batch = make_batch([dataclasses.replace(terror, schedule=(order,))], [3])
    lay_record(batch, MONTHS)
    return batch


@pytest.mark.parametrize(("note", "arrays"), FORGED.values(), ids=FORGED)
def test_a_checkpoint_put_together_with_all_its_digests_is_refused(tmp_path, terror_checkpoint, note, arrays):
    """`month = -999`, resealed, ended in a segmentation fault."""
    whole, batch = terror_checkpoint
    path = tmp_path / CHECKPOINT
    path.write_bytes(whole.read_bytes())
    usable = {name: change for name, change in arrays.items() if name in ("log", "neighbour") or name in batch.arrays}
    assert usable == arrays, "the batch has such a column"
    forged(path, note, **arrays)
    before = {name: array.copy() for name, array in batch.arrays.items()}
    with pytest.raises(unanimity.UserError) as slip:
        load_checkpoint(batch, path)
    assert "\n" not in str(slip.value) and str(path) in str(slip.value) and "corrupt" in str(slip.value)
    assert batch.month == 0 and all(np.array_equal(before[n], a, equal_nan=a.dtype.kind == "f")
                                    for n, a in batch.arrays.items()), "nothing of it was taken over"


def test_a_checkpoint_sealed_anew_without_a_change_is_taken_up(tmp_path, terror_checkpoint):
    whole, _ = terror_checkpoint
    path = tmp_path / CHECKPOINT
    path.write_bytes(whole.read_bytes())
    forged(path)
    batch = whole_terror()
    load_checkpoint(batch, path)
    assert batch.month == 4


def test_a_packed_checkpoint_is_refused_before_it_can_grow(tmp_path, terror_checkpoint):
    whole, _ = terror_checkpoint
    path = tmp_path / CHECKPOINT
    with np.load(whole) as archive:
        np.savez_compressed(path, **{name: archive[name] for name in archive.files})
    with pytest.raises(unanimity.UserError, match="corrupt or unreadable"):
        load_checkpoint(whole_terror(), path)


def test_a_single_array_in_the_place_of_a_checkpoint_is_refused(tmp_path):
    path = tmp_path / CHECKPOINT
    with open(path, "wb") as handle:
        np.save(handle, np.arange(3))
    assert "corrupt" in refusal(path)


def test_a_folder_in_the_place_of_a_checkpoint_is_refused(tmp_path):
    (tmp_path / CHECKPOINT).mkdir()
    assert "corrupt or unreadable" in refusal(tmp_path / CHECKPOINT)


def test_a_refused_checkpoint_is_left_as_it_was_and_nothing_is_written(tmp_path):
    path = tmp_path / CHECKPOINT
    path.write_bytes(b"not a checkpoint")
    process = start(tmp_path, resume=True)
    said = last_words(process)
    assert process.returncode == 2 and said.startswith(f"slip {path}: the checkpoint is corrupt")
    assert [p.name for p in tmp_path.iterdir()] == [CHECKPOINT] and path.read_bytes() == b"not a checkpoint"


def test_a_checkpoint_holds_no_pickle(tmp_path):
    path = tmp_path / CHECKPOINT
    stopped_at(path, 1)
    with np.load(path, allow_pickle=False) as archive:
        assert all(archive[name].dtype != object for name in archive.files)


def test_a_finished_run_leaves_a_result_that_loads_as_it_was(tmp_path):
    found = unanimity.run(only_the_hall("law"), months=3, people=256, worlds=2, out=tmp_path, report=False)
    again = load_result(tmp_path)
    assert again.digest == found.digest and (again.values == found.values)[~np.isnan(found.values)].all()
    assert again.places == found.places and again.measures == found.measures
    assert again.months.tolist() == found.months.tolist() == [0, 1, 2]
    assert names_in(tmp_path) == COMPLETE


def test_a_disk_that_takes_no_more_gives_one_line_and_leaves_nothing_half_written(tmp_path):
    """The system's own limit on the size of a file stands in for a full disk."""
    code = ("import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
            "import unanimity; law = unanimity.regime('law', {'mechanisms': 'hall'});"
            "unanimity.run(law, months=1, people=256);"  # compile before the limit
            "resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000));\n"
            "try: unanimity.run(law, months=2, people=256, out=sys.argv[1])\n"
            "except unanimity.UserError as slip: sys.stdout.write(str(slip))")
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True)
    assert "cannot be written" in done.stdout, done.stderr
    assert "\n" not in done.stdout
    assert not [p.name for p in tmp_path.iterdir() if p.suffix == ".partial"]
    assert "manifest.json" not in {p.name for p in tmp_path.iterdir()}
