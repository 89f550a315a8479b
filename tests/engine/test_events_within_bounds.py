"""Events leave every value within its range and every reference within its table, in any state of the world."""

from __future__ import annotations

import numpy as np
import pytest

from unanimity.engine.batch import make_batch
from unanimity.engine.run import lay_record, run_months
from unanimity.engine.schedule import apply_month
from unanimity.mechanisms.police.cases import enlist
from unanimity.regimes import load_regime
from unanimity.world.codes import CITIZEN, DEAD, IMPRISONED, LEADER, MEMBER, NO_OFFICE, OFFICIAL

HEAD = 'title = "test"\nbased_on = "apparatus"\nmechanisms = "all"\n[society]\npeople = 512\ntree = [4, 4, 4]\n'


@pytest.fixture
def world(tmp_path):
    def made(*entries, setup=""):
        path = tmp_path / "mine.toml"
        path.write_text(HEAD + setup + "".join(f"[[schedule]]\n{entry}\n" for entry in entries), encoding="utf-8")
        return make_batch([load_regime(path)], [5])
    return made


@pytest.mark.parametrize("by", ["person(Heir)", "lot(1, citizens)"])
def test_a_citizen_who_comes_to_lead_is_of_the_party(world, by):
    batch = world(f'month = 0\nevent = "leader_event"\nkind = "replaced"\nby = "{by}"',
                  setup='[[persons]]\nname = "Heir"\nof = "citizens"\nrole = "person"\n')
    apply_month(batch)
    estate, office = batch.column("estate"), batch.column("office")
    (leader,) = np.flatnonzero(office == LEADER)
    assert estate[leader] == OFFICIAL and batch.column("cohort")[leader] == 0
    assert not ((office != NO_OFFICE) & (estate < MEMBER)).any()
    assert not ((estate == OFFICIAL) & (office == NO_OFFICE)).any()


@pytest.mark.parametrize("intensity", [1.0, 0.6])
def test_an_enemy_named_by_an_event_is_as_loud_as_it_says_and_never_louder(world, intensity):
    batch = world(f'month = 0\nevent = "name_enemy"\nwho = "lot(5, citizens)"\nintensity = {intensity}\nmonths = 2')
    lay_record(batch, 3)
    heard = []
    for month in range(3):
        apply_month(batch)
        assert batch.column("campaign_intensity").max() <= 1.0
        run_months(batch, month + 1, threads=1)
        heard.append(float(batch.column("campaign_intensity")[0]))
    assert heard[:2] == pytest.approx([intensity] * 2)
    assert heard[2] == pytest.approx(intensity * 0.8) or heard[2] == 1.0  # it fades, unless the card names another


def test_hostages_are_taken_though_everybody_stands_on_the_docket(world):
    batch = world('month = 0\nevent = "take_hostages"\ngroup = "foes"\nn = 20',
                  setup='[[groups]]\nname = "foes"\nof = "citizens"\nn = 40\n')
    docket, size = batch.column("docket"), batch.column("docket_size")
    docket[:], size[0] = np.arange(batch.people), batch.people
    apply_month(batch)
    assert (batch.column("status") == IMPRISONED).sum() == 20 and size[0] == batch.people
    assert (batch.column("status") == DEAD).sum() == 0 and (batch.column("estate") == CITIZEN).any()


def test_a_full_docket_takes_nobody_more():
    class Table:
        def __init__(self, **columns):
            self.__dict__.update(columns)

    people, country = Table(docket=np.zeros(3, np.int64)), Table(docket_size=np.array([2]))
    enlist(7, people, country)
    enlist(8, people, country)
    assert people.docket.tolist() == [0, 0, 7] and country.docket_size[0] == 3


def test_a_step_that_goes_outside_is_told_where_bounds_are_checked(tmp_path):
    """As the soak does: NUMBA_BOUNDSCHECK=1 ends a step instead of writing into a neighbour."""
    import os
    import subprocess
    import sys

    code = f"""
import ctypes, importlib.util, sys
import numba, numpy as np
from unanimity.compiler.column_type import ColumnType
from unanimity.compiler import NUMBERS, address, outer
path = {str(tmp_path / "out.py")!r}
open(path, "w").write("def step(w, low, high, people, units, cells, issues, month, x):\\n    x[month] = 3.0\\n")
spec = importlib.util.spec_from_file_location("out", path)
module = importlib.util.module_from_spec(spec)
sys.modules["out"] = module
spec.loader.exec_module(module)
kinds = (*[numba.int64] * NUMBERS, ColumnType(numba.float64, 1, "C"))
step = outer(module.step, "out")
step.compile(kinds)
entry = ctypes.CFUNCTYPE(ctypes.c_int32, *[ctypes.c_int64] * NUMBERS, ctypes.c_void_p)(address(step, kinds))
x = np.zeros(9)
frame = np.array([x.ctypes.data, 7], np.int64)
print(*(entry(0, 0, 1, 7, 1, 1, 1, month, frame.ctypes.data) for month in (0, 6, 7)), int(x[7:].sum()))
"""
    found = {}
    for checked in ("0", "1"):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                              env=os.environ | {"NUMBA_BOUNDSCHECK": checked, "UNANIMITY_CACHE": str(tmp_path)})
        found[checked] = done.stdout.split()
    assert found["1"] == ["0", "0", "1", "0"]
    assert found["0"][:3] == ["0", "0", "0"] and found["0"][-1] == "3", "without the check it writes outside in silence"


