"""A schedule as a table beside the regime file: dates, comments, slips, and the hindcast's own."""

from __future__ import annotations

import csv
from importlib import resources

import pytest

from unanimity.regimes import load_regime
from unanimity.support.errors import UserError

HEAD = 'title = "mine"\nbased_on = "law"\n'
RUN = '[run]\nmonths = 60\nstart = "1918-01"\n'
COLUMNS = "month,what,name,value,with,why,confidence\n"


def write(tmp_path, rows, top='schedule = "mine.csv"\n', run=RUN):
    (tmp_path / "mine.csv").write_text("# a comment, with a comma\n" + COLUMNS + rows, encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(HEAD + top + run, encoding="utf-8")
    return path


def test_a_table_says_the_same_as_entries(tmp_path):
    table = load_regime(write(tmp_path, '1918-05,lever,market,banned,,trade forbidden,a\n'
                                        '# left out\n'
                                        '6,event,war,,"months = 7, withdraw = 0.004",,b\n'
                                        '1919-01,lever,severity,0.5,"provinces = [2], announced = ""1918-11""",,\n'))
    path = tmp_path / "entries.toml"
    path.write_text(HEAD + RUN + """
[[schedule]]
month = "1918-05"
lever = "market"
value = "banned"
why = "trade forbidden"
[[schedule]]
month = 6
event = "war"
months = 7
withdraw = 0.004
[[schedule]]
month = 12
lever = "severity"
value = 0.5
provinces = [2]
announced = 10
""", encoding="utf-8")
    entries = load_regime(path)
    assert table.schedule == entries.schedule and len(table.schedule) == 3
    assert table.fingerprint == entries.fingerprint
    assert [entry.month for entry in table.schedule] == [4, 6, 12]
    assert table.schedule[0].why == "trade forbidden" and table.schedule[0].confidence == "a"


def test_a_file_may_take_a_base_with_a_table_and_more_tables(tmp_path):
    write(tmp_path, "4,lever,market,banned,,,\n")
    (tmp_path / "more.csv").write_text(COLUMNS + "1918-06,lever,press,monopoly,,,\n", encoding="utf-8")
    (tmp_path / "second.toml").write_text('title = "second"\nbased_on = "mine.toml"\n'
                                          'schedule = ["mine.csv", "more.csv"]\n', encoding="utf-8")
    assert [e.month for e in load_regime(tmp_path / "second.toml").schedule] == [4, 5]
    (tmp_path / "third.toml").write_text('title = "third"\nbased_on = "mine.toml"\n', encoding="utf-8")
    assert [e.name for e in load_regime(tmp_path / "third.toml").schedule] == ["market"]


@pytest.mark.parametrize("rows, said", [
    ("4,lever,markt,banned,,,\n", "markt"),
    ("4,wish,market,banned,,,\n", "mine.csv line 3.what = 'wish'"),
    ("4,lever,market,forbidden,,,\n", "mine.csv line 3"),
    ("1918-13,lever,market,banned,,,\n", "1918-13"),
    ("99,lever,market,banned,,,\n", "mine.csv line 3.month = 99"),
    ("4,lever,market,banned,,\n", "mine.csv line 3 has 6 cells"),
    ("4,event,war,,months 7,,\n", "mine.csv line 3.with = 'months 7'"),
])
def test_a_slip_in_a_table_names_file_line_and_value(tmp_path, rows, said):
    with pytest.raises(UserError) as slip:
        load_regime(write(tmp_path, rows))
    assert said in str(slip.value) and "mine.toml" in str(slip.value) and "\n" not in str(slip.value)


def test_a_date_needs_a_start_and_a_table_must_be_there(tmp_path):
    with pytest.raises(UserError, match="start"):
        load_regime(write(tmp_path, "1918-05,lever,market,banned,,,\n", run=""))
    with pytest.raises(UserError, match="cannot be read"):
        load_regime(write(tmp_path, "", top='schedule = "other.csv"\n'))
    with pytest.raises(UserError, match=r"mine.txt"):
        load_regime(write(tmp_path, "", top='schedule = "mine.txt"\n'))


def test_the_hindcast_scripts_shocks_and_orders_and_the_second_arm_what_is_left_open():
    base, second = load_regime("ussr-1918-1941"), load_regime("ussr-1918-1941-open")
    assert {entry.origin for entry in base.schedule} == {"outside", "order"}
    assert {entry.origin for entry in second.schedule} == {"outside", "order", "open"}
    assert len(second.schedule) == len(base.schedule) + 5 and base.levers == second.levers
    assert all(entry.why and entry.confidence in ("a", "b", "c") for entry in second.schedule)
    assert base.months == 288 and base.start == "1918-01"
    rows = csv.reader(line for line in (resources.files("unanimity.regimes") / "presets/ussr-1918-1941.csv")
                      .read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    months = [row[0] for row in rows][1:]
    assert months == sorted(months) and len(months) == len(base.schedule)
