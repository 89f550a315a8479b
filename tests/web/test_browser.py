"""The lab in a real browser (Debian's Chromium, headless) against the real server.

Quick tests are part of `make test`; the others, marked slow, of `make check`. Without Chromium they are skipped.
"""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest
from browsing import digest, laboratory, opened, until
from lab_server import started

AXE = Path(__file__).parent / "vendor" / "axe.min.js"
AXE_DIGEST = "20c09fe157a8a34a30e241aaa1fcdade657734f08ab379ecfbeb7d45cc46e878"  # axe-core 4.14.0, axe.min.js


def test_a_lever_is_flipped_and_the_address_reproduces_the_digest(page, lab):
    laboratory(page, lab, "#/lab?order=union&seed=1")
    plain = digest(page)
    page.click("[data-lever=ballot] .opt >> nth=1")
    until(page, "() => location.hash.includes('set.ballot=secret')")
    until(page, "old => document.querySelector('#digest').title !== old", plain)
    assert "With a secret ballot" in page.inner_text("#answer")
    changed, address = digest(page), page.url
    other = page.context.new_page()
    other.set_default_timeout(40_000)
    other.goto(address)
    assert digest(other) == changed != plain
    page.wait_for_selector("text=90 % interval over 20 pairs")
    page.click("#reset")
    until(page, "digest => document.querySelector('#digest').title === digest", plain)


def test_two_worlds_scrub_and_a_life(page, lab):
    laboratory(page, lab)
    page.fill("#month2", "10")
    until(page, "() => document.querySelector('.scrub-lab output').innerText.includes('10')")
    until(page, "() => location.hash.includes('m=10')")  # the address follows in the next effect
    shots = [page.locator(f"#{one}").screenshot() for one in ("p0", "p1")]
    assert shots[0] != shots[1], "the two worlds look alike"
    page.focus("#p1")
    name = page.inner_text("#life h3")
    page.keyboard.press("ArrowRight")
    until(page, "old => document.querySelector('#life h3').innerText !== old", name)
    assert page.locator("#life .strip").count() == 2 and page.locator("#life .months i").count() == 96
    assert "Strongest ties" in page.inner_text("#life")
    page.click(".scrub-lab .round-small")
    until(page, "() => document.querySelector('.scrub-lab output').innerText.includes('11')")


@pytest.mark.slow
def test_an_address_typed_anew_opens_its_room_with_its_state(page, lab):
    """The room that one leaves must not write its own state over the address of the next."""
    opened(page, lab, "#/debate")
    page.wait_for_selector("h1")
    for model in ("epstein", "kuran"):
        page.evaluate("hash => { location.hash = hash }", f"#/shelf?model={model}")
        page.wait_for_load_state("networkidle")
        until(page, "model => location.hash === '#/shelf?model=' + model && document.querySelector('h1')", model)
        page.wait_for_timeout(500)
        assert page.evaluate("location.hash") == f"#/shelf?model={model}"


@pytest.mark.parametrize("room", ["story", "lab?order=union&set.ballot=secret&try=A~ballot=secret~", "class", "debate",
                                  "debate?claim=trotsky-1926-unanimity", "history", "evidence", "shelf", "statutes",
                                  "history?q=no-hostages-1918", "board"])
@pytest.mark.parametrize("page", [{"color_scheme": "light"}, {"color_scheme": "dark"}], indirect=True,
                         ids=["light", "dark"])
@pytest.mark.slow
def test_axe_finds_nothing(page, lab, room):
    assert hashlib.sha256(AXE.read_bytes()).hexdigest() == AXE_DIGEST
    opened(page, lab, f"#/{room}")
    page.wait_for_selector("h1")
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1500)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    assert [(one["id"], one["impact"], [node["html"][:120] for node in one["nodes"][:3]])
            for one in found["violations"]] == []


@pytest.mark.slow
def test_what_one_takes_home(page, lab, tmp_path):
    laboratory(page, lab)
    mine = digest(page)
    page.click(".take summary")
    made = {}
    for kind in ("toml", "python", "csv", "png", "svg"):
        with page.expect_download() as waited:
            page.click(f"[data-take={kind}]")
        made[kind] = tmp_path / waited.value.suggested_filename
        waited.value.save_as(made[kind])
    assert 'ballot = "secret"' in made["toml"].read_text() and mine in made["toml"].read_text()
    assert made["csv"].read_text().startswith("month,place,measure,value")
    assert made["png"].read_bytes()[:4] == b"\x89PNG" and made["png"].stat().st_size > 20_000
    assert made["svg"].read_text().startswith("<svg") and "var(--" not in made["svg"].read_text()
    assert "un.run(" in made["python"].read_text()
    page.click("[data-take=print]")
    page.wait_for_selector("#printed .numbers", timeout=90_000)  # 40 pairs are run for it
    assert "What this rule does" in page.inner_text("#printed h1")
    assert page.locator(".numbers tbody tr").count() == 6
    assert page.pdf()[:4] == b"%PDF"


@pytest.mark.slow
def test_the_class(page, lab):
    opened(page, lab, "#/class")
    page.wait_for_selector("#class-cell")
    assert page.locator(".roll tbody tr").count() == 30 and page.locator(".tasks article").count() == 3
    assert page.locator(".tasks details[open]").count() == 0
    page.click(".tasks details >> nth=0 >> summary")
    assert re.search(r"\d+ of 30 object aloud", page.inner_text(".tasks details >> nth=0"))


@pytest.mark.slow
def test_both_languages(page, lab):
    laboratory(page, lab)
    page.click(".tongue[lang=es]")
    page.wait_for_selector("text=Ahora escriba las reglas de su sindicato")
    page.wait_for_selector("#multiples svg")
    assert page.get_attribute("html", "lang") == "es"
    assert "Con voto secreto" in page.inner_text("#answer")
    page.wait_for_selector(".numbers, #follow, .follow")
    assert re.search(r"\d,\d", page.inner_text(".result")), "numbers as Spanish writes them"
    page.click(".tongue[lang=en]")
    page.wait_for_selector("text=Now write the rules of your union")


@pytest.mark.slow
@pytest.mark.parametrize("page", [{"viewport": {"width": 390, "height": 844}}], indirect=True)
@pytest.mark.parametrize("room", ["story", "lab?order=union&set.ballot=secret", "lab?order=apparatus", "class",
                                  "debate", "history", "evidence", "shelf", "statutes", "board",
                                  "history?q=no-hostages-1918", "print?order=union&set.ballot=secret"])
@pytest.mark.parametrize("language", ["en", "es"])
def test_nothing_is_wider_than_a_phone(page, lab, room, language):
    opened(page, lab, f"#/{room}", f"?lang={language}")
    page.wait_for_selector("h1")
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(800)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.slow
def test_with_the_keyboard_alone(page, lab):
    laboratory(page, lab, "#/lab?order=union&seed=1")
    plain = digest(page)
    page.focus("[name='q-ballot'][value=open]")
    page.keyboard.press("ArrowDown")
    until(page, "() => location.hash.includes('set.ballot=secret')")
    until(page, "old => document.querySelector('#digest').title !== old", plain)
    page.focus("[data-lever=ballot] .what")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-lever=ballot] .card")
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-lever=ballot] .card", state="detached")
    page.focus("#month2")
    page.keyboard.press("Home")
    until(page, "() => document.querySelector('.scrub-lab output').innerText.includes('month 0')")
    page.focus(".skip")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


@pytest.mark.slow
def test_a_country_with_levers_and_a_shock(page, lab):
    laboratory(page, lab, "#/lab?order=apparatus&seed=1&months=36")
    plain = digest(page)
    page.click("#shocks summary")
    page.select_option("#shocks .add select", "harvest_failure")
    page.fill("#shocks .add input", "6")
    page.click("#shocks .add button")
    until(page, "() => location.hash.includes('harvest_failure')")
    until(page, "old => document.querySelector('#digest').title !== old", plain)
    page.check(".hues input[value=hunger]")
    until(page, "() => location.hash.includes('view=hunger')")
    page.select_option("#followed", "mean_hunger")
    page.wait_for_selector(".moving canvas")


@pytest.mark.slow
def test_a_claim_is_run_here(page, lab):
    opened(page, lab, "#/debate?claim=trotsky-1926-unanimity")
    page.wait_for_selector("#claim-trotsky-1926-unanimity .run-here")
    page.click("#claim-trotsky-1926-unanimity .run-here button")
    page.wait_for_selector("#claim-trotsky-1926-unanimity progress")
    page.wait_for_selector("#claim-trotsky-1926-unanimity .outcome", timeout=120_000)
    assert page.get_attribute("#claim-trotsky-1926-unanimity .outcome", "data-verdict")
    assert page.locator("#claim-trotsky-1926-unanimity .course svg").count() >= 1


@pytest.mark.slow
def test_two_clients_do_not_disturb_each_other(browser, lab):
    pages = [browser.new_context(reduced_motion="reduce").new_page() for _ in range(2)]
    for page, lever in zip(pages, ("ballot=secret", "press=free"), strict=True):
        page.set_default_timeout(40_000)
        page.goto(f"{lab.url}/#/lab?order=union&seed=5&set.{lever}")
    found = [digest(page) for page in pages]
    assert found[0] != found[1]
    for page in pages:
        page.context.close()


@pytest.mark.slow
def test_a_server_that_was_killed_and_is_back(page):
    with started() as first:
        port = int(first.url.rsplit(":", 1)[1])
        laboratory(page, first, "#/lab?order=union&seed=3")
        plain = digest(page)
        first.process.kill()
        first.process.wait()
        page.click("[data-lever=press] .opt >> nth=1")
        page.wait_for_selector(".problem[role=alert]")
    with started(port=port):
        until(page, "old => document.querySelector('#digest').title !== old", plain, 60)
        page.wait_for_selector(".problem", state="detached")
        assert json.loads(page.evaluate("JSON.stringify(location.hash.includes('set.press=free'))"))
