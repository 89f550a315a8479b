"""The whole model, month by month: people and food are conserved, values stay in range, the absent do nothing."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from storm import NAMES, born, stormy

import unanimity
from small_regimes import only_the_hall
from unanimity.engine.batch import make_batch
from unanimity.engine.case_logs import whole_log
from unanimity.engine.collect import recorded
from unanimity.engine.run import lay_record, run_months
from unanimity.mechanisms import CATALOGUE
from unanimity.regimes.load import preset_names
from unanimity.world.codes import (
    ABROAD,
    ARREST,
    DEAD,
    DYING,
    EXILED,
    INQUIRY,
    LEAVING,
    NO_OFFICE,
    NOBODY,
    SANCTION,
    THE_VERDICT,
)
from unanimity.world.columns import AT_LIBERTY_BELOW

PRESETS = [name for name in preset_names() if len(unanimity.regime(name).mechanisms) == len(CATALOGUE)]
CAME, WENT, STORES = ("brought", "grown", "made"), ("eaten", "lost", "stolen"), ("granary", "stock", "offered")


def in_range(batch):
    """Every column within what it declares."""
    for name, column in batch.plan.columns.items():
        values = batch.arrays[name].astype(float) * (column.scale or 1.0)
        assert not np.isnan(values).any(), f"{name} is not a number"
        assert values.size == 0 or (values.min() >= column.low - 1e-6 and values.max() <= column.high + 1e-6), \
            f"{name} leaves {column.low:g}..{column.high:g}: {values.min()} .. {values.max()}"


def offices_are_held_by_people_at_liberty(batch, w):
    """Everybody with an office is at liberty, heads what he says, and every secretary knows his post."""
    office, status, headed = (batch.column(name, w) for name in ("office", "status", "headed"))
    secretary = batch.column("secretary", w)
    held = secretary[secretary != NOBODY]
    assert len(set(held.tolist())) == held.size
    assert (status[office > NO_OFFICE] < AT_LIBERTY_BELOW).all(), status[(office > NO_OFFICE)].max()
    assert (status[held] < AT_LIBERTY_BELOW).all() and (office[held] > NO_OFFICE).all()
    sitting = batch.column("sitting", w)
    centre = sitting[-batch.centre_size:]
    seated = status[centre[centre != NOBODY]]  # who left after the month's appointments leaves an empty chair behind
    assert ((seated < AT_LIBERTY_BELOW) | (seated >= ABROAD)).all()
    assert (headed[office == NO_OFFICE] == NOBODY).all()


def food_balances(batch, w):
    """What came is what was eaten, lost, stolen or is still in store."""
    total = {name: batch.column(name, w).astype(float).sum() for name in (*CAME, *WENT, *STORES)}
    came = sum(total[name] for name in CAME)
    assert came == pytest.approx(sum(total[name] for name in (*WENT, *STORES)), rel=1e-6)


def nobody_comes_back(batch, w, before):
    """The dead stay dead; a person sanctioned this month was not arrested in it; who is away does not act."""
    status, was = batch.column("status", w), before["status"][w]
    assert (status[was == DEAD] == DEAD).all()
    log = whole_log(batch)
    told = log["row"][(log["world"] == w) & (log["row"]["month"] == batch.month - 1)]["person"]
    away = (status >= AT_LIBERTY_BELOW) & (was >= AT_LIBERTY_BELOW)
    away[told] = False  # an event may have let him out at the head of the month
    for name in ("voice", "habit", "assents", "last_dissent", "last_rose", "estate"):
        same = batch.column(name, w)[away] == before[name][w][away]
        assert same.all() or name == "estate", name  # a party card may be taken from one who is held
    assert (batch.column("hand", w)[away] == 0).all() and (batch.column("in_revolt", w)[away] == 0).all()
    # a case takes a month or more; who answers for his kin is struck at once (card 19)
    arrested = (batch.column("arrested", w) == batch.month - 1) & (batch.column("hostage", w) == 0)
    assert np.isin(status[arrested], [INQUIRY, DEAD, ABROAD, *range(EXILED)]).all()


def the_log_tells_every_death_and_departure(batch):
    log = whole_log(batch)
    for w in range(batch.worlds):
        mine = log["row"][log["world"] == w]
        died = np.unique(mine["person"][mine["event"] == DYING])
        starved = (batch.column("death", w) == 1)
        assert (batch.column("status", w)[died] == DEAD).all()
        told = np.zeros(batch.people, bool)
        told[died] = True
        assert (told | starved)[batch.column("status", w) == DEAD].all()
        at = np.stack([mine["person"], mine["month"]], axis=1)
        arrested = {tuple(row) for row in at[mine["event"] == ARREST].tolist()}
        struck = [tuple(row) for row in at[(mine["event"] == SANCTION) & (mine["cause"] == THE_VERDICT)].tolist()]
        assert not arrested & set(struck), "sanctioned in the month of the arrest"
        assert len(set(struck)) == len(struck), "sanctioned twice in a month"
        left = mine["person"][mine["event"] == LEAVING]
        assert (batch.column("status", w)[left] >= ABROAD).all() or left.size == 0


def watch(batch, months):
    """Run month by month, looking at everything that must hold."""
    for _ in range(months):
        before = {name: [batch.column(name, w).copy() for w in range(batch.worlds)]
                  for name in ("status", "voice", "habit", "assents", "last_dissent", "last_rose", "estate")}
        run_months(batch, batch.month + 1, threads=1)
        in_range(batch)
        for w in range(batch.worlds):
            offices_are_held_by_people_at_liberty(batch, w)
            food_balances(batch, w)
            nobody_comes_back(batch, w, before)
    the_log_tells_every_death_and_departure(batch)
    _, values = recorded(batch)
    names = [m.name for m in batch.plan.measures]
    assert (values[:, :, -1, names.index("people_accounted")] == batch.people).all()
    for place, measure in enumerate(batch.plan.measures):
        found = values[..., place]
        assert ((found >= measure.low - 1e-9) & (found <= measure.high + 1e-9) | np.isnan(found)).all(), measure.name


def test_a_storm_over_each_base_regime_leaves_everything_in_order():
    watch(born([stormy(name) for name in NAMES] * 2, list(range(8)), 30), 30)


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_in_order_for_three_years(name):
    batch = make_batch([unanimity.regime(name, {"people": 640, "months": 240, "burn_in": 0})] * 2, [1, 2])
    lay_record(batch, 36)
    watch(batch, 36)


def test_each_mechanism_can_be_switched_off_and_the_others_go_on():
    ids = [m.id for m in CATALOGUE if m.id not in ("census", "docket")]
    batch = born([dataclasses.replace(stormy("terror"), off=frozenset({name})) for name in ids], [5] * len(ids), 12)
    run_months(batch, 12, threads=2)
    in_range(batch)
    _, values = recorded(batch)
    names = [m.name for m in batch.plan.measures]
    assert (values[:, :, -1, names.index("people_accounted")] == batch.people).all()


def test_all_switched_off_nothing_moves_but_time():
    ids = frozenset(m.id for m in CATALOGUE if m.id not in ("census", "docket"))
    batch = born([dataclasses.replace(stormy("terror", script=[]), off=ids)], [5], 6)
    run_months(batch, 1, threads=1)
    status = batch.column("status").copy()  # with whom the scenario has put away
    run_months(batch, 6, threads=1)
    in_range(batch)
    assert (batch.column("status")[status < AT_LIBERTY_BELOW] == status[status < AT_LIBERTY_BELOW]).all()
    assert (batch.column("dossier") <= 2.0).all()


def test_no_month_is_run_for_which_the_record_has_no_room():
    batch = make_batch([only_the_hall("law", {"people": 256, "months": 6})], [1])
    lay_record(batch, 2)
    with pytest.raises(ValueError, match="room up to month 2, not up to 3"):
        run_months(batch, 3, threads=1)
    assert batch.month == 0
