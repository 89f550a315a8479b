"""Dates, wherever a history is given in months: schedules, expressions, sizes, commands."""

from __future__ import annotations

import pytest

import unanimity as un
from unanimity.support.calendar import date_of, in_words, month_of, with_dates, with_months
from unanimity.support.errors import UserError

START = "1918-01"


@pytest.mark.parametrize("date, month", [("1926-01", 96), ("January 1926", 96), ("jan 1926", 96), ("Sept 1918", 8),
                                         ("  March  1921 ", 38), (38, 38), ("38", 38), ("-3", -3)])
def test_every_way_to_write_a_month(date, month):
    assert month_of(date, START, "month") == month
    assert month < 0 or date_of(month, START) == f"{1918 + month // 12}-{month % 12 + 1:02d}"


@pytest.mark.parametrize("date", ["1926-13", "Smarch 1921", "1926", "next year", True, 1.5, None])
def test_what_is_no_date_is_refused_in_one_line(date):
    if date == "1926":
        assert month_of(date, START, "month") == 1926  # a number is a number of months
        return
    with pytest.raises(UserError, match="is not allowed"):
        month_of(date, START, "date")


def test_a_date_needs_a_calendar():
    with pytest.raises(UserError, match="run"):
        month_of("March 1921", "", "month")
    assert in_words(3, "") == "month 3" and in_words(38, START) == "March 1921"
    assert with_dates("Month 38: x.", "") == "Month 38: x."


def test_expressions_may_speak_of_dates():
    assert with_months("mean(fear, all, March 1921)", START) == "mean(fear, all, 38)"
    assert with_months("rate(log died, all, 1918-02..1918-04) / 2000-10", START) == \
        "rate(log died, all, 1..3) / 2000-10"
    dated, plain = (un.run("ussr-1918-1941", months=5, people=2000, ask=[text], progress=False).answers.iloc[0, 0]
                    for text in ("rate(log died, all, 1918-02..April 1918)", "rate(log died, all, 1..3)"))
    assert dated == plain


def test_a_schedule_and_the_length_of_a_run_may_be_dated(tmp_path):
    (tmp_path / "mine.toml").write_text(
        'title = "mine"\nbased_on = "terror"\n[run]\nstart = "January 1990"\nmonths = 36\nburn_in = 0\n'
        '[[schedule]]\nmonth = "March 1991"\nlever = "ballot"\nvalue = "secret"\nannounced = "1991-01"\n'
        '[[schedule]]\nmonth = 20\nlever = "ballot"\nvalue = "open"\n', encoding="utf-8")
    regime = un.regime(str(tmp_path / "mine.toml"))
    assert [(entry.month, entry.announced) for entry in regime.schedule] == [(14, 12), (20, None)]
    assert regime.but({"months": "1992-01"}).months == 24 == regime.but({"months": 24}).months
    with pytest.raises(UserError, match="months = '1992-1'"):
        regime.but({"months": "1992-1"})
    (tmp_path / "mine.toml").write_text('title = "m"\nbased_on = "terror"\n[run]\nstart = "1990-14"\n',
                                        encoding="utf-8")
    with pytest.raises(UserError, match=r"run\.start = '1990-14'"):
        un.regime(str(tmp_path / "mine.toml"))
