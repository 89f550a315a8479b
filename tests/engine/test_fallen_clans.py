"""A clan that loses its posts: members with strong convictions go into opposition together."""

from __future__ import annotations

import numpy as np
import pytest

from unanimity.engine.batch import make_batch
from unanimity.engine.schedule import apply_month
from unanimity.mechanisms.people.grievance import Grievance
from unanimity.regimes import load_regime
from unanimity.world.codes import NOBODY

HEAD = 'title = "test"\nbased_on = "apparatus"\nmechanisms = "all"\n[society]\npeople = 1024\ntree = [4, 4, 4]\n'
REPLACED = ('[[schedule]]\nmonth = 2\nevent = "replace"\nwhere = "province(1)"\n'
            'levels = ["cell", "district"]\nby = "{by}"\n')


@pytest.fixture
def replaced(tmp_path):
    """A world after the heads of a province were replaced, with who they were; its people are set by hand before."""
    def made(by="above", tenure=5, conviction=0.8, ambition=0.2, grievance=0.2, head=HEAD, **columns):
        path = tmp_path / "mine.toml"
        path.write_text(head + REPLACED.format(by=by), encoding="utf-8")
        batch = make_batch([load_regime(path)], [5])
        for name, value in {"tenure": tenure, "conviction": conviction, "ambition": ambition, "grievance": grievance,
                            "stance": 1.0, **columns}.items():
            batch.column(name)[...] = value
        tree, secretary = batch.tree, batch.column("secretary").copy()
        batch.month = 2
        apply_month(batch)
        gone = [u for u in range(tree.units) if tree.province[u] == tree.provinces[0] and u != tree.provinces[0]]
        out = np.unique([secretary[u] for u in gone if secretary[u] != NOBODY])
        return batch, out[~np.isin(out, batch.column("secretary"))]
    return made


def test_the_fallen_are_wronged_and_stay_together_as_a_circle(replaced):
    batch, fallen = replaced()
    assert fallen.size > 10
    inside = np.flatnonzero(batch.column("faction"))
    assert inside.tolist() == fallen.tolist() and np.unique(batch.column("faction")[inside]).tolist() == [1]
    assert (batch.column("recruiter")[inside] == inside).all()
    assert batch.column("faction_size")[1] == fallen.size and batch.column("factions_founded")[0] == 1
    assert batch.column("faction_line")[:2, 1] == pytest.approx([1.0, 1.0])
    wronged = 0.2 + Grievance().wrong * 2 / 7 * 0.8  # as by any dismissal, rung 2 of 7
    assert batch.column("grievance")[fallen] == pytest.approx(wronged)
    assert (np.delete(batch.column("grievance"), fallen) == np.float32(0.2)).all()


def test_such_of_their_ties_as_wish_to_speak_come_with_them(replaced):
    batch, fallen = replaced(grievance=0.9)
    inside = np.flatnonzero(batch.column("faction"))
    start, neighbour = batch.arrays["tie_start"].astype(int), batch.arrays["neighbour"]
    known = {int(j) for i in fallen for j in neighbour[start[i]:start[i + 1]]}
    others = set(inside.tolist()) - set(fallen.tolist())
    assert len(others) > 5 and others <= known and set(fallen.tolist()) <= set(inside.tolist())
    assert (batch.column("estate")[inside] != 0).all()  # members, none of the people


def test_the_ambitious_see_where_careers_begin_and_are_wronged_all_the_same(replaced):
    batch, fallen = replaced(conviction=0.2, ambition=0.8)
    assert not batch.column("faction").any() and batch.column("factions_founded")[0] == 0
    assert (batch.column("grievance")[fallen] > 0.2).all()


@pytest.mark.parametrize("change", [{"tenure": 0}, {"by": "vote"}])
def test_whom_the_victor_sent_this_month_or_a_vote_removed_goes_into_no_opposition(replaced, change):
    batch, _ = replaced(**change)
    assert not batch.column("faction").any() and (batch.column("grievance") == np.float32(0.2)).all()


def test_where_factions_are_banned_nobody_of_one_is_given_a_post(replaced):
    sent = {}
    for law in ("banned", "legal"):
        head = HEAD.replace("[society]", f'[levers.association]\nfactions = "{law}"\n[society]')
        batch, _ = replaced(head=head, tenure=0, faction=7)
        heads = batch.column("secretary")[batch.tree.province == batch.tree.provinces[0]]
        sent[law] = int((heads != NOBODY).sum())
    assert sent["banned"] < sent["legal"]
