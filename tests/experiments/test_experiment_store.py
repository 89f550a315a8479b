"""The store: nothing is computed twice, an interrupted run continues, two processes share, damage is reported."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from fake_laboratory import Laboratory, ballot

from unanimity.experiments.seed_runs import WORK_A_BATCH
from unanimity.experiments.store import Store, World, described, key_of, store_folder
from unanimity.support.errors import UserError

META = {"experiment": "test", "version": "v1"}


def world(number):
    return World(np.array([number, np.nan]), np.arange(-2, 3), np.full((2, 5), number / 3))


def all_bundles(store):
    return sorted(store.folder.rglob("*.bundle"))


def test_what_is_written_comes_back_to_the_bit(tmp_path):
    store, key = Store(tmp_path / "s"), key_of({"x": 1})
    store.write(key, {3: world(0.1), 7: world(2.0)}, META)
    store.write(key, {2**63: world(5.0)}, META)
    found = store.read(key)
    assert sorted(found) == [3, 7, 2**63]
    for seed, number in ((3, 0.1), (7, 2.0), (2**63, 5.0)):
        np.testing.assert_equal(found[seed].totals, world(number).totals)
        np.testing.assert_equal(found[seed].courses, world(number).courses)
        np.testing.assert_equal(found[seed].months, world(number).months)
    assert sorted(store.read(key, [7, 9])) == [7] and store.read(key_of({"x": 2})) == {}


def test_the_same_worlds_are_the_same_file(tmp_path):
    store, key = Store(tmp_path), key_of({})
    first = store.write(key, {1: world(1.0)}, META)
    before = first.read_bytes()
    assert store.write(key, {1: world(1.0)}, META) == first and first.read_bytes() == before
    assert len(all_bundles(store)) == 1


DAMAGE = {
    "a flipped bit": lambda raw: raw[:-9] + bytes([raw[-9] ^ 1]) + raw[-8:],
    "cut short": lambda raw: raw[:len(raw) // 2],
    "empty": lambda raw: b"",
    "something else": lambda raw: b"PK\x03\x04 not ours",
    "a pickle": lambda raw: b"\x80\x04\x95",
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_file_is_told_removed_and_read_as_missing(tmp_path, damage):
    told = []
    store, key = Store(tmp_path, told.append), key_of({})
    path = store.write(key, {1: world(1.0)}, META)
    store.write(key, {2: world(2.0)}, META)
    path.write_bytes(damage(path.read_bytes()))
    assert sorted(store.read(key)) == [2]
    assert len(told) == 1 and str(path) in told[0] and "computed again" in told[0]
    assert not path.exists() and len(store.damaged) == 1


def test_files_under_each_others_keys_are_told_and_computed_again_not_believed(tmp_path):
    """Two bundles swapped between keys gave a wrong table without a word."""
    lab, told = Laboratory(), []
    first = ballot().run(store=Store(tmp_path), runner=lab)
    one, other = all_bundles(Store(tmp_path))
    keep = one.read_bytes()
    one.write_bytes(other.read_bytes())
    other.write_bytes(keep)
    store = Store(tmp_path, told.append)
    assert sum(bundle.meta.get("damaged", False) for bundle in store.bundles()) == 2
    again = ballot().run(store=store, runner=lab)
    assert again.ran == 24 and again.table.equals(first.table) and len(told) == 2
    assert all("checksum" in line for line in told)


def test_a_folder_in_the_place_of_a_file_is_told_and_left(tmp_path):
    lab, told = Laboratory(), []
    first = ballot().run(store=Store(tmp_path), runner=lab)
    path = all_bundles(Store(tmp_path))[0]
    path.unlink()
    (path / "mine").mkdir(parents=True)
    again = ballot().run(store=Store(tmp_path, told.append), runner=lab)
    assert again.ran == 12 and again.table.equals(first.table)
    assert "left where it is" in told[0] and (path / "mine").is_dir()
    assert ballot().run(store=Store(tmp_path), runner=lab).ran == 0
    with pytest.raises(UserError, match="cannot be removed"):
        Store(tmp_path).prune(everything=True)


@pytest.fixture
def read_only(monkeypatch):
    """A disk on which nothing can be written or removed, for root too."""
    def refuse(*_, **__):
        raise OSError(errno.EROFS, "Read-only file system")

    def begin():
        for name in ("unlink", "mkdir", "rmdir", "write_bytes"):
            monkeypatch.setattr(Path, name, refuse)
        monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)

    return begin


def test_a_complete_store_on_a_read_only_disk_needs_no_writing(tmp_path, read_only):
    lab = Laboratory()
    first = ballot().run(store=Store(tmp_path), runner=lab)
    read_only()
    again = ballot().run(store=Store(tmp_path), runner=lab)
    assert again.ran == 0 and again.table.equals(first.table)
    with pytest.raises(UserError, match="cannot be written to"):
        ballot().run(pairs=15, store=Store(tmp_path), runner=lab)
    assert len(lab.ran) == 24, "told before any work"


def test_pruning_a_read_only_disk_is_one_line(tmp_path, read_only):
    Store(tmp_path).write(key_of({}), {1: world(1.0)}, META)
    read_only()
    with pytest.raises(UserError, match=r"cannot be removed; allowed"):
        Store(tmp_path).prune(everything=True)


def test_a_second_run_computes_nothing_and_more_pairs_only_what_is_new(tmp_path):
    lab, store = Laboratory(), Store(tmp_path)
    first = ballot().run(store=store, runner=lab)
    assert (first.ran, len(lab.ran)) == (24, 24)
    again = ballot().run(store=store, runner=lab)
    assert again.ran == 0 and len(lab.ran) == 24
    assert again.table.equals(first.table) and again.verdict == first.verdict
    more = ballot().run(pairs=15, store=store, runner=lab)
    assert more.ran == 6 and len(set(lab.ran)) == len(lab.ran) == 30


def test_pairs_share_seeds_and_a_batch(tmp_path):
    lab = Laboratory()
    ballot().run(store=Store(tmp_path), runner=lab)
    seeds = {}
    for fingerprint, seed in lab.ran:
        seeds.setdefault(fingerprint, []).append(seed)
    assert len(seeds) == 2 and all(found == list(range(12)) for found in seeds.values())
    assert [seed for _, seed in lab.ran[:4]] == [0, 0, 1, 1]  # a replication's arms lie side by side
    assert len(lab.batches) == 1


def test_what_matters_is_in_the_key_and_what_does_not_is_not(tmp_path):
    lab, store = Laboratory(), Store(tmp_path)
    ballot().run(store=store, runner=lab)
    assert ballot(title="Another name", asks="Why?").run(store=store, runner=lab).ran == 0
    assert ballot(expect=[{"form": "sign", "measure": "assent"}]).run(store=store, runner=lab).ran == 0
    for changed in ({"months": 36}, {"people": 300}, {"treated_at": 1}, {"burn_in": 24}, {"seed": 1000},
                    {"measures": {"assent": "unanimity", "arrests": "count(log arrested, members)"}},
                    {"regime": {"mechanisms": [], "society": {"rural": 0.1}}}):
        assert ballot(**changed).run(store=store, runner=lab).ran == 24, changed


def test_arms_that_are_alike_are_run_once(tmp_path):
    lab = Laboratory()
    found = ballot(arms={"secret": {"levers": {"ballot": "secret"}}, "twin": {"levers": {"ballot": "secret"}}},
                   expect=None).run(store=Store(tmp_path), runner=lab)
    assert found.ran == 24 and set(found.table["arm"]) == {"control", "secret", "twin"}


def test_a_damaged_entry_is_computed_again_to_the_same_bits(tmp_path):
    lab, store = Laboratory(), Store(tmp_path)
    first = ballot().run(store=store, runner=lab)
    all_bundles(store)[0].write_bytes(b"nonsense")
    again = ballot().run(store=store, runner=lab)
    assert again.ran == 12 and again.table.equals(first.table)
    assert len(again.notes) == 1 and "damaged" in again.notes[0]
    assert ballot().run(store=Store(tmp_path), runner=lab).ran == 0


def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr("unanimity.experiments.seed_runs.WORK_A_BATCH", 8 * 256 * 36)  # eight worlds a batch
    monkeypatch.setattr(os, "getpid", lambda: 12)  # begin at the first batch
    lab, store = Laboratory(stop_after=2), Store(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        ballot().run(store=store, runner=lab)
    assert lab.batches == [8, 8] and sum(len(store.read(p.key)) for p in ballot().pieces().values()) == 16
    rest = Laboratory()
    found = ballot().run(store=store, runner=rest)
    assert found.ran == 8 and not set(rest.ran) & set(lab.ran)
    assert found.table.equals(ballot().run(keep=False, runner=Laboratory()).table)


def test_batches_hold_whole_replications_and_never_more_than_fit(monkeypatch):
    monkeypatch.setattr("unanimity.experiments.seed_runs.WORK_A_BATCH", 5 * 256 * 36)
    lab = Laboratory()
    ballot().run(keep=False, runner=lab)
    assert set(lab.batches) == {4} and WORK_A_BATCH > 100_000 * 36


def test_what_another_process_wrote_meanwhile_is_not_run(tmp_path, monkeypatch):
    monkeypatch.setattr("unanimity.experiments.seed_runs.WORK_A_BATCH", 8 * 256 * 36)
    other = Laboratory()

    class Meanwhile(Laboratory):
        def __call__(self, pieces, seeds, events, threads, tell):
            if not self.batches:  # while the first batch runs, another process finishes everything
                ballot().run(store=Store(tmp_path), runner=other)
            return super().__call__(pieces, seeds, events, threads, tell)

    lab = Meanwhile()
    found = ballot().run(store=Store(tmp_path), runner=lab)
    assert lab.batches == [8] and found.ran == 8 and found.table.equals(
        ballot().run(keep=False, runner=Laboratory()).table)


KEYS = """
import sys
sys.path.insert(0, {here!r})
from fake_laboratory import ballot
groups = [dict(name="known", n=5, fame=0.9), dict(name="shy", of="group(known)", share=0.5)]
one = ballot(regime=dict(mechanisms=[], groups=groups), explained_by=["voice", "fear"])
varied = one.varied(dict(zip(["voice.theta", "fear.rise"], [0.2, 0.3])), ("fear",))
print([piece.key for piece in varied.pieces().values()])
"""


def test_a_key_is_the_same_in_every_process(capsys):
    code = KEYS.format(here=str(Path(__file__).parent))
    there = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=True,
                           env={**os.environ, "PYTHONHASHSEED": "1"}).stdout
    exec(code, {})
    assert capsys.readouterr().out == there


TWO = """
import sys, time
sys.path.insert(0, {here!r})
from fake_laboratory import Laboratory, ballot
import unanimity.experiments.seed_runs as pieces
pieces.WORK_A_BATCH = 4 * 256 * 36
class Slow(Laboratory):
    def __call__(self, *given):
        time.sleep(0.05)
        return super().__call__(*given)
lab = Slow()
found = ballot(replications=30).run(store={store!r}, runner=lab)
print(found.ran, round(float(found.effect.effect), 9))
"""


def test_two_processes_share_a_store(tmp_path):
    code = TWO.format(here=str(Path(__file__).parent), store=str(tmp_path / "s"))
    both = [subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) for _ in range(2)]
    answers = [one.communicate(timeout=300)[0].split() for one in both]
    assert all(one.returncode == 0 for one in both)
    ran = [int(answer[0]) for answer in answers]
    assert 60 <= sum(ran) <= 120 and answers[0][1] == answers[1][1]
    store = Store(tmp_path / "s")
    assert store.bundles() and not store.damaged and not list(store.folder.rglob("*.partial"))
    assert ballot(replications=30).run(store=store, runner=Laboratory()).ran == 0


def test_a_store_says_what_it_holds(tmp_path):
    store = Store(tmp_path)
    assert described(store.bundles())["files"] == 0
    ballot().run(store=store, runner=Laboratory())
    store.write(key_of({"old": 1}), {1: world(1.0)}, META)
    all_bundles(store)[0].write_bytes(b"")
    facts = described(store.bundles())
    assert (facts["files"], facts["damaged"]) == (3, 1) and facts["bytes"] > 0
    assert set(facts["experiment"]) <= {"Ballot", "test"} and json.dumps(facts)
    assert len(all_bundles(store)) == 3, "looking removes nothing"


def test_pruning_by_age_version_and_size(tmp_path):
    store = Store(tmp_path)
    now = time.time()
    for number, version in enumerate(("v1", "v1", "v2", "v2")):
        path = store.write(key_of({"n": number}), {1: world(float(number))}, {**META, "version": version})
        os.utime(path, (now - 86400 * (10 - number), now - 86400 * (10 - number)))
    assert len(store.prune(days=8.5, dry=True, now=now)) == 2 and len(all_bundles(store)) == 4
    assert len(store.prune(days=9.5, now=now)) == 1 and len(all_bundles(store)) == 3
    assert [one.meta["version"] for one in store.prune(keep_version="v2", now=now)] == ["v1"]
    one = all_bundles(store)[0].stat().st_size
    gone = store.prune(megabytes=1.5 * one / 1e6, now=now)
    assert len(gone) == 1 and len(all_bundles(store)) == 1 and gone[0].changed < now - 86400 * 7.5
    partial = store.folder / "ab" / "cd" / ".x.partial"
    partial.parent.mkdir(parents=True)
    partial.write_bytes(b"left")
    os.utime(partial, (now - 7200, now - 7200))
    assert len(store.prune(everything=True, now=now)) == 1 and not any(tmp_path.iterdir())
    with pytest.raises(UserError, match="days = -1"):
        store.prune(days=-1)


def test_where_the_store_is(tmp_path, monkeypatch):
    monkeypatch.delenv("UNANIMITY_STORE", raising=False)
    assert store_folder() == Path("store") and store_folder("x") == Path("x")
    monkeypatch.setenv("UNANIMITY_STORE", "elsewhere")
    assert store_folder() == Path("elsewhere") and store_folder("x") == Path("x")
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="allowed: a folder"):
        Store(tmp_path / "file")
