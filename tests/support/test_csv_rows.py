"""A CSV table is checked: a misspelt or doubled column and a row that does not fit are refused, with the line."""

from __future__ import annotations

import pytest

import unanimity
from unanimity.engine.batch import make_batch
from unanimity.evidence import table
from unanimity.evidence.tables import NAMES, codebook
from unanimity.history.yearly_series import read_series
from unanimity.regimes import load_regime
from unanimity.support.csv_rows import csv_rows

HEAD = "id,title,record,per,scale,unit,model_measure,how,targets"
ROW = "arrests,Arrests,mine.csv,people.csv,1000,per 1000,arrests(WINDOW),sum,"


@pytest.fixture
def series(tmp_path):
    def write(head=HEAD, row=ROW, record="year,value\n1918,7\n1919,8\n"):
        (tmp_path / "people.csv").write_text("year,value\n1918,1000\n1930,1000\n")
        (tmp_path / "mine.csv").write_text(record)
        path = tmp_path / "series.csv"
        path.write_text(f"# a comment\n{head}\n{row}\n", encoding="utf-8")
        return read_series(path)

    return write


def test_a_series_is_scaled_and_divided_by_the_people(series):
    (found,) = series()
    assert found.observed["value"].tolist() == [7.0, 8.0]


@pytest.mark.parametrize(("changes", "says"), [
    ({"head": HEAD.replace("per", "Per", 1)}, "no column 'Per'. Did you mean 'per'"),
    ({"head": HEAD.replace("scale", "scal")}, "no column 'scal'. Did you mean 'scale'"),
    ({"head": HEAD.replace("unit", "scale")}, "'scale' stands there 2 times"),
    ({"head": HEAD.replace("how,", "")}, "no column 'how'"),
    ({"row": ROW + ",more"}, "line 3 has 10 cells; allowed: 9"),
    ({"row": "arrests,Arrests"}, "line 3 has 2 cells; allowed: 9"),
    ({"row": ROW + '"quoted'}, "line 3"),
    ({"record": "year,Value\n1918,7\n"}, "no column 'Value'. Did you mean 'value'"),
    ({"record": "year,value\n1918,7,8\n"}, "line 2 has 3 cells"),
    ({"record": "year,value\n1918,seven\n"}, "numbers in every row"),
])
def test_a_slip_in_a_series_is_one_line(series, changes, says):
    with pytest.raises(unanimity.UserError, match=says):
        series(**changes)


@pytest.mark.parametrize(("text", "says"), [
    ("month,what,name,value,value\n3,lever,ballot,secret,open\n", "'value' stands there 2 times"),
    ("month,what,name,Value\n3,lever,ballot,secret\n", "no column 'Value'"),
    ("month,what,name,value\n3,lever,ballot,secret,more\n", "line 2 has 5 cells"),
])
def test_a_slip_in_a_schedule_is_one_line(tmp_path, text, says):
    (tmp_path / "orders.csv").write_text(text)
    (tmp_path / "mine.toml").write_text('title = "Mine"\nbased_on = "apparatus"\nschedule = "orders.csv"\n')
    with pytest.raises(unanimity.UserError, match=says):
        load_regime(tmp_path / "mine.toml")


def test_a_mark_of_byte_order_and_spaces_around_a_name_do_no_harm():
    assert [row for _, row in csv_rows("\ufeffyear, value\n1918,3\n", "x.csv", ("year",), ("year", "value"))] == [
        {"year": "1918", "value": "3"}]


@pytest.mark.parametrize("name", NAMES)
def test_the_evidence_has_the_columns_of_its_codebook(name):
    assert set(table(name).columns) == set(codebook()[name]["columns"])


def test_evidence_whose_column_is_misspelt_is_refused(monkeypatch):
    from unanimity.evidence import tables

    explained = codebook()["series"]["columns"]
    monkeypatch.setitem(codebook()["series"], "columns", {("valeu" if key == "value" else key): says
                                                          for key, says in explained.items()})
    with pytest.raises(unanimity.UserError, match=r"no column 'value'\. Did you mean 'valeu'"):
        tables._read.__wrapped__("series")


def test_a_group_that_selects_nobody_is_told_once(tmp_path):
    (tmp_path / "mine.toml").write_text('title = "Mine"\nbased_on = "apparatus"\n'
                                        '[[groups]]\nname = "ghosts"\nof = "members and not members"\nfame = 0.5\n')
    regime = load_regime(tmp_path / "mine.toml").but({"people": 256})
    with pytest.warns(RuntimeWarning, match=r"mine\.toml: the group 'ghosts' \(.*\) selects nobody") as told:
        make_batch([regime, regime], [1, 2])
    assert len(told) == 1
