"""Food is conserved: in every month, stores plus harvest plus output equal what is eaten, lost, stolen and left."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from fields import STORES, born, country, imbalance, ran, run_on, total
from hypothesis import given, settings
from hypothesis import strategies as st

share = st.floats(0, 1)
laws = st.sampled_from(["banned", "tolerated", "legal"])
levers = st.fixed_dictionaries({
    "market": laws, "market_policing": share, "autonomy": share, "autonomy@1": share, "autonomy@5": share,
    "procurement": st.sampled_from(["seizure", "tax", "purchase"]), "price": st.floats(0, 1.5), "goods": share,
    "shortfall_response": st.sampled_from(["none", "seize", "price", "tax"]), "inspection": share, "privileges": share,
    "unit_appeals": st.sampled_from(["off", "on"]), "discounting": st.sampled_from(["off", "on"]),
    "report_penalty": share, "ration_norm": st.floats(0, 2), "market@3": laws, "provision.loss": st.floats(0, 0.5),
    "provision.lag": st.sampled_from([0, 1, 2, 3]), "provision.theft": st.floats(0, 0.5),
    "provision.third": st.floats(0, 0.3), "requisition.force": share, "requisition.fertility": st.floats(1, 1.4),
    "collective_farms": share, "plots": share, "provision.carried": share, "provision.means": share,
    "provision.inputs": st.floats(0, 0.9), "reporting.plan": st.floats(0.8, 1.5)})


def disordered(batch, lot):
    """Rings, co-operatives, lost cards, bad and good years, places of different luck."""
    for world in range(batch.worlds):
        units = batch.tree.units
        batch.column("ring", world)[:] = lot.uniform(0, 1, units)
        batch.column("assoc", world)[:] = lot.choice([0.0, lot.uniform(0, 1)], units)
        batch.column("yielded", world)[:] = lot.uniform(0.2, 1.3, units)
        batch.column("need_factor", world)[:] = lot.uniform(0.8, 1.6)
        batch.column("card", world)[:] = lot.choice([0.0, 0.5, 1.0], batch.people, p=[0.2, 0.1, 0.7])
    return batch


@settings(max_examples=12)
@given(st.sampled_from(["war", "apparatus", "law", "terror"]), levers, levers, st.integers(0, 2**32))
def test_the_ledger_balances_in_every_world_and_month(name, one, two, seed):
    batch = disordered(born(country(name, 256, **one), country(name, 256, **two), seeds=[seed, seed + 1]),
                       np.random.default_rng(seed))
    for month in range(30):
        if month % 12 == 0:
            disordered(batch, np.random.default_rng(seed + month))
        run_on(batch, 1)
        for world in range(2):
            assert abs(imbalance(batch, world)) < 1e-12
            assert min(batch.column(store, world).min() for store in STORES) >= -1e-9
    assert total(batch, "eaten") > 0.0


def test_what_the_ledger_calls_eaten_is_what_people_ate():
    batch = ran(country("war", 512, **{"provision.share": 0.0, "requisition.fertility": 1.0,
                                "requisition.force": 0.15}), months=25)
    for _ in range(12):
        before, here = total(batch, "eaten"), batch.column("status") < 3
        run_on(batch, 1)
        ate = 1.0 - batch.column("deficit")[here] / 65535.0
        assert total(batch, "eaten") - before == pytest.approx(ate.sum(), rel=1e-5)
    assert (batch.column("deficit") > 0).any()


def test_grain_taken_arrives_in_the_stock_of_its_own_district():
    batch = ran(country("war", 512, autonomy=1.0), months=8)
    stock, cells = batch.column("stock").copy(), batch.tree.cells
    run_on(batch, 1)
    taken = batch.column("month_take")[:cells]
    assert taken.sum() > 0
    for district in np.unique(batch.tree.parent[:cells]):
        inside = batch.tree.parent[:cells] == district
        pools = batch.column("pool")[:cells][inside].sum()
        back = batch.column("stock")[district] - (stock[district] + taken[inside].sum() - pools)
        assert back >= -1e-9  # all of it went to its own cells or stayed; what cards left came back


def test_without_rings_losses_seed_and_cooperatives_food_is_only_grown_and_eaten():
    kept = {"provision.loss": 0.0, "requisition.seed": 0.0, "requisition.keeping": 1.0}
    batch = ran(country("war", 512, **kept), months=24)
    assert total(batch, "lost") == total(batch, "stolen") == total(batch, "made") == 0.0
    assert abs(imbalance(batch)) < 1e-13


def test_another_tree_balances_too():
    for tree in ((128,), (8, 16), (4, 4, 4, 2)):
        base = country("war", 512)
        base = dataclasses.replace(base, society=dataclasses.replace(base.society, tree=tree))
        batch = ran(base, months=26)
        assert abs(imbalance(batch)) < 1e-12 and total(batch, "taken") > 0.0


def test_without_card_3_what_cards_leave_stays_in_the_store():
    base = dataclasses.replace(country("war", 512), off=frozenset({"requisition"}))
    batch = born(base)
    batch.column("card")[::3] = 0.0
    run_on(batch, 26)
    assert total(batch, "stock") > 0.0 and abs(imbalance(batch)) < 1e-12
