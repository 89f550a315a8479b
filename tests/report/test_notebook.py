"""Objects show themselves: a short repr, HTML with a sentence, a table and a drawing, and nothing from outside."""

from __future__ import annotations

import sys
from pathlib import Path

import pandas as pd
import pytest

import unanimity as un
from unanimity.claims.debate import Debate, Plan, hear
from unanimity.results.summary import MAIN, MOST, main_measures, rows_of

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "claims"))
from tiny_claim import tiny


@pytest.fixture(scope="session")
def debate(tmp_path_factory):
    from unanimity.experiments.store import Store

    store = Store(tmp_path_factory.mktemp("store"))
    return Debate(tuple(hear([un.claims.claim(tiny())], Plan(3), store)))


def is_alone(html):
    assert html.startswith("<div") and html.endswith("</div>")
    assert not any(word in html for word in ("<script", "http", "src=", "@import", "url("))


def test_a_result_tells_one_sentence_and_ten_rows(run):
    lines = repr(run).splitlines()
    assert "3 worlds of 256 people" in lines[0] and "do not dissent publicly" in lines[0] and lines[0].endswith(".")
    assert len(lines) <= 2 + MOST + 1 and lines[2].split()[0] == "unanimity"
    left = len(run.measures) - MOST
    assert f"and {left} more" in lines[-1]
    row = next(row for row in rows_of(run) if row.measure == "unanimity")
    assert row.low <= row.mean <= row.high and row.mean == pytest.approx(run.summary()["unanimity"])


def test_the_main_measures_come_first_and_all_can_be_had(run):
    assert main_measures(("zeal", "fear_of_opinion", "unanimity")) == ["unanimity", "fear_of_opinion", "zeal"]
    assert sorted(main_measures(run.measures, None)) == sorted(run.measures)
    assert set(MAIN) <= {m.name for m in __import__("unanimity.measures", fromlist=["x"]).ALL_MEASURES}


def test_a_result_draws_itself_offline(run):
    html = run._repr_html_()
    is_alone(html)
    assert "<svg" in html and "assent in public" in html and "middle 90 % of worlds" in html


def test_a_result_is_plotted_reported_and_written(run, tmp_path):
    assert run.plot("private_dissent").to_dict()
    with pytest.raises(un.UserError, match="Did you mean 'unanimity'"):
        run.plot("unanimty")
    assert run.to_csv(tmp_path / "run.csv").exists()
    assert list(pd.read_csv(tmp_path / "run.csv").columns) == list(run.table.columns)
    page = run.report(tmp_path / "page")
    assert page == tmp_path / "page" / "report.html" and "do not dissent publicly" in page.read_text(encoding="utf-8")


def test_un_run_with_out_writes_the_page_too(tmp_path):
    from small_regimes import only_the_hall

    un.run(only_the_hall("apparatus"), months=6, people=256, worlds=3, out=tmp_path, measures=["unanimity"])
    assert (tmp_path / "report.html").exists() and (tmp_path / "manifest.json").exists()


def test_a_comparison_shows_itself(comparison, tmp_path):
    lines = repr(comparison).splitlines()
    assert "3 pairs" in lines[0] and "90 % interval" in lines[1]
    assert len(lines) <= 2 + MOST + 3  # and what is undecided, what drifts
    assert lines[2].split()[:2] == ["secret", "ballot"]
    html = comparison._repr_html_()
    is_alone(html)
    assert html.count("class='effect'") == len(comparison.main())
    assert comparison.report(tmp_path / "c.html") == tmp_path / "c.html"
    assert "difference" in pd.read_csv(comparison.to_csv(tmp_path / "c.csv")).columns


def test_an_outcome_and_a_debate_show_themselves(debate, tmp_path):
    outcome = debate[0].outcome
    assert "The open hand" in repr(outcome) and "verdict: " in repr(outcome)
    is_alone(outcome._repr_html_())
    assert "class='courses'" in outcome._repr_html_()
    assert outcome.report(tmp_path / "o").name == "report.html" and outcome.to_csv(tmp_path / "o.csv").exists()
    assert repr(debate).startswith("1 claims: 1 ") and debate.table["answer"].tolist() == [debate[0].verdict]
    is_alone(debate._repr_html_())
    assert debate.report(tmp_path / "d").name == "debate.html"
    with pytest.raises(un.UserError, match="no claim in this debate 'nobody'"):
        debate["nobody"]


def test_claims_and_regimes_show_themselves():
    assert repr(un.claims).startswith(f"{len(un.claims)} claims (")
    table = un.claims.list()
    assert len(table) == len(un.claims) and set(table["id"]) == set(un.claims)
    assert set(un.claims.list("trotsky")["author"]) == {"L. Trotsky"} or len(un.claims.list("trotsky")) < len(table)
    with pytest.raises(un.UserError, match="no author 'nobody'"):
        un.claims.list("nobody")
    is_alone(un.claims._repr_html_())
    one = un.claims["trotsky-1926-unanimity"]
    assert repr(one).count("\n") == 0
    is_alone(one._repr_html_())
    regime = un.regime("terror")
    assert repr(regime).startswith("terror: ") and repr(regime).count("\n") == 0
    is_alone(regime._repr_html_())
    assert "police_quota" in regime._repr_html_()
