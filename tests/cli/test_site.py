"""The documentation: pages made from the code, a site that builds without a server, a tutorial that runs, spelling."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest

from unanimity.cli.handbook.built_pages import built_pages, name_of
from unanimity.cli.handbook.equations import typeset_block
from unanimity.mechanisms import BY_ID

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


def test_every_card_has_a_page_with_its_equations_parameters_rules_and_sources():
    pages = {name_of(path): page for path, page in built_pages(with_mathml=True).items()}
    assert len(BY_ID) >= 30
    for mechanism in BY_ID.values():
        text = pages[mechanism.id]()
        assert mechanism.sentence in text and mechanism.sources in text
        assert all(f"`{p.key}`" in text for p in mechanism.fields)
        assert all(f"`{r.name}`" in text for r in mechanism.rules)
        if mechanism.card and mechanism.card <= 30:
            assert "<math>" in text


def test_tables_of_the_gallery_scroll_in_themselves_where_the_screen_is_narrow():
    pages = [page() for path, page in built_pages().items() if path.startswith("gallery/")]
    assert any("<table" in text for text in pages)
    assert all(text.count("<table") == text.count("md-typeset__scrollwrap") for text in pages)


def test_typeset_equations_are_well_formed():
    import xml.etree.ElementTree as tree

    from unanimity.cli.handbook.cards import equation
    from unanimity.mechanisms import home_of

    for mechanism in BY_ID.values():
        html = "\n".join(typeset_block(equation(home_of(mechanism).__doc__ or "")))
        tree.fromstring(html.replace("&nbsp;", " ").replace("&emsp;", " "))


def test_a_long_equation_can_wrap_so_that_no_page_cuts_it_off():
    from unanimity.cli.handbook.cards import equation
    from unanimity.mechanisms import home_of

    for mechanism in BY_ID.values():
        made = "\n".join(typeset_block(equation(home_of(mechanism).__doc__ or "")))
        for piece in re.findall(r"<math>.*?</math>", made):
            letters = unescape(re.sub(r"<[^>]+>", "", piece))
            assert len(letters) <= 72, f"{mechanism.id}: {letters}"


def test_the_gallery_shows_code_words_as_code():
    text = built_pages()["gallery/index.md"]()
    assert "`" not in text[text.index('<div class="gallery"'):] and "<code>burst</code>" in text


def test_the_odd_explains_its_citations():
    text = built_pages()["system/odd.md"]()
    cited = {code for code in re.findall(r"\b(00\d) l\.\d", text)}
    assert cited and all(f"\n- {code}: " in text[text.index("## References"):] for code in cited)


def test_the_odd_names_every_process_in_the_order_of_the_month():
    from unanimity.engine.order import ORDER

    text = built_pages()["system/odd.md"]()
    schedule = text[text.index("I.iii"):text.index("## II.")]
    assert re.findall(r"\(`(\w+)`\)", schedule) == list(ORDER)
    assert all(mechanism.title in text for mechanism in BY_ID.values())


def test_the_python_page_has_everything_public_and_the_command_line_every_command(unanimity):
    import unanimity as un

    pages = {name_of(path): page for path, page in built_pages().items()}
    text = pages["python"]()
    assert all(f"### un.{name}" in text for name in un.__all__)
    words = pages["command-line"]()
    assert "## unanimity run" in words and "### unanimity claims run" in words and "`--checkpoint-every`" in words


def test_docs_prints_a_page_and_lists_all(unanimity):
    assert "# Levers" in unanimity("docs", "levers").out
    assert "fear" in unanimity("docs", "fear").out and "```text" in unanimity("docs", "fear").out
    listed = {row["id"] for row in json.loads(unanimity("docs", "--json").out)}
    assert {"regimes", "measures", "fear", "python", "odd", "tutorial"} <= listed
    slip = unanimity("docs", "regimse")
    assert slip.code == 2 and "Did you mean 'regimes'?" in slip.err


def test_every_page_that_a_message_cites_is_there(unanimity):
    listed = {row["id"] for row in json.loads(unanimity("docs", "--json").out)}
    cited = {name for path in (ROOT / "src").rglob("*.py")
             for name in re.findall(r"unanimity docs ([a-z][a-z-]+)", path.read_text(encoding="utf-8"))}
    assert cited - listed - {"NAME"} == set()


@pytest.mark.skipif(importlib.util.find_spec("mkdocs") is None, reason="needs pip install -e '.[dev]'")
def test_the_site_is_built_without_a_warning_and_asks_no_server(tmp_path):
    # not --quiet: it silences the warnings that --strict counts
    done = subprocess.run([sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)],
                          cwd=ROOT, capture_output=True, text=True, check=False,
                          env={**os.environ, "NO_MKDOCS_2_WARNING": "1"})
    assert done.returncode == 0 and "WARNING" not in done.stderr, done.stderr
    assert (tmp_path / "search" / "search_index.js").exists()  # search works without a server
    pages = sorted(tmp_path.rglob("*.html"))
    asked = {page.name: found for page in pages
             if (found := re.findall(r"<(?:script|link|img)[^>]*(?:src|href)=\"(https?://[^\"]+)", page.read_text()))}
    assert len(pages) > 70 and asked == {}
    days = re.findall(r'<h2 id="(\d{4}-\d\d-\d\d)', (tmp_path / "debate/debate.html").read_text(encoding="utf-8"))
    assert len(days) > 1 and days == sorted(days, reverse=True)  # readers meet the last run first
    card = (tmp_path / "system/cards/05-voice.html").read_text(encoding="utf-8")
    assert "<code>voice.<wbr>conviction_<wbr>weight</code>" in card and "90 % interval" in card


@pytest.mark.skipif(importlib.util.find_spec("codespell_lib") is None, reason="needs pip install -e '.[dev]'")
def test_the_words_are_spelt_right():
    pages = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs", "paper", "examples/README.md", "examples/epstein"]
    done = subprocess.run([sys.executable, "-m", "codespell_lib", *pages],
                          cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_tutorial_runs_from_top_to_bottom(unanimity, tmp_path):
    text = (DOCS / "tutorial.md").read_text(encoding="utf-8")
    files = iter(("mine.toml", "limit.toml"))
    for language, block in re.findall(r"```(\w+)\n(.*?)```", text, re.DOTALL):
        if language == "toml":
            (tmp_path / next(files)).write_text(block)
        if language == "sh":
            for line in block.strip().splitlines():
                answer = unanimity(*line.split("#")[0].split()[1:])
                assert answer.code == 0 and (answer.out.strip() or answer.err.strip()), f"{line}\n{answer.err}"
    assert "undecided" in answer.out and "pairs would settle it" in " ".join(answer.out.split())  # as the page says
