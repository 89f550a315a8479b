"""A sweep written as a table of BehaviorSpace is read back as it was, and a table from NetLogo says what to run."""

from __future__ import annotations

import pytest

import unanimity as un
from unanimity.workshop.behaviorspace import read_table, write_table

NETLOGO = '''"BehaviorSpace results (NetLogo 6.4.0)","Table version 2.0"
"party.nlogox"
"inertia"
"11/18/2026 03:00:00:000 +0000"
"min-pxcor","max-pxcor","min-pycor","max-pycor"
"-16","16","-16","16"
"[run number]","ballot","voice.theta","[step]","count turtles with [ dissents? ]"
"2","secret","0.1","24","40"
"1","open","0.1","24","3"
"3","open","0.2","24","1"
'''


def test_a_sweep_goes_out_and_comes_back(tmp_path):
    found = un.sweep("apparatus", over={"ballot": ["open", "secret"], "voice.theta": [0.1, 0.2]},
                     measures=["unanimity"], worlds=2, months=3, people=256, keep=False, progress=False)
    table = read_table(write_table(found, tmp_path / "sweep.csv"))
    assert table.over == {"ballot": ["open", "secret"], "voice.theta": [0.1, 0.2]} and table.measures == ("unanimity",)
    mine = found.table.sort_values(["ballot", "voice.theta", "seed"])["value"].tolist()
    assert table.rows.sort_values(["ballot", "voice.theta", "seed"])["unanimity"].tolist() == mine  # equal to the bit
    again = un.sweep("apparatus", over=table.over, measures=list(table.measures), worlds=2, months=3, people=256,
                     keep=False, progress=False)
    assert again.table["value"].tolist() == found.table["value"].tolist()


def test_a_table_of_netlogo_says_which_settings_to_run(tmp_path):
    (tmp_path / "netlogo.csv").write_text(NETLOGO)
    table = read_table(tmp_path / "netlogo.csv")
    assert table.title == "inertia" and len(table.rows) == 3
    assert table.over == {"ballot": ["open", "secret"], "voice.theta": [0.1, 0.2]}


@pytest.mark.parametrize("text, says", [("a,b\n1,2\n", "no BehaviorSpace table"),
                                        (NETLOGO + '"4","open"\n', "line 11: 2 values under 5 columns")])
def test_what_is_no_table_is_refused_in_one_line(text, says, tmp_path):
    (tmp_path / "bad.csv").write_text(text)
    with pytest.raises(un.UserError, match=says):
        read_table(tmp_path / "bad.csv")


def test_plausible_settings_stand_beside_the_seed_and_are_not_varied_again(tmp_path):
    found = un.sweep("apparatus", over={"ballot": ["open", "secret"]}, measures=["unanimity"], worlds=2, months=2,
                     people=256, keep=False, progress=False, settings=[{"voice.theta": 0.05}, {"voice.theta": 0.25}])
    table = read_table(write_table(found, tmp_path / "sweep.csv"))
    assert table.over == {"ballot": ["open", "secret"]}
    columns = ["ballot", "setting", "seed"]
    assert table.rows[[*columns, "unanimity"]].sort_values(columns)["unanimity"].tolist() == \
        found.table.sort_values(columns)["value"].tolist()
