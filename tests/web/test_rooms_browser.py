"""The rooms in a real browser: a class with its board, what if, statutes, a server that is away, the keyboard."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path

import pytest
from browsing import laboratory, opened, until
from lab_server import started

from unanimity import web
from unanimity.support.number_format import NUMBERLESS
from unanimity.web import api_catalogue, history_routes, recorded_verdicts

PAGE = Path(web.__file__).parent / "page"


def test_history_opens_with_stored_curves_and_a_card_opens_at_once(page, lab):
    opened(page, lab, "#/history")
    page.wait_for_selector(".year-chart svg")
    assert page.locator(".history > .courses .year-chart").count() == 7
    assert page.locator(".history > .courses circle").count() > 20, "points of the record"
    assert page.locator("[data-whatif]").count() == 12
    assert page.locator("[data-whatif] .finding", has_text="Not yet run").count() == 0
    page.click("[data-whatif=kronstadt-granted-1921]")
    page.wait_for_selector(".branched", timeout=3000)
    assert "q=kronstadt-granted-1921" in page.url
    assert "6 worlds of 20,000 people" in page.inner_text(".branched .answer")
    assert page.locator(".two-lives > div").count() == 2 and page.locator(".branched tbody tr").count() > 5
    assert "Serge’s memoirs, lines" in page.inner_text(".asked details >> nth=0") or \
        "Serge’s memoirs" in page.evaluate("document.querySelector('.asked details').textContent")


@pytest.mark.parametrize("name", ["courts-over-the-police-1922", "no-emergency-law-1934", "kronstadt-granted-1921"])
def test_a_card_and_its_answer_name_what_differs_by_enough(page, lab, name):
    opened(page, lab, f"#/history?q={name}")
    page.wait_for_selector(".branched .answer")
    told = history_routes.stored(name)
    clear = [row for row in told["differences"] if row["q"] is not None and row["q"] <= 0.05
             and row["low"] is not None and row["high"] > row["low"]]
    size = {row["measure"]: abs(row["difference"]) / max(abs(row["control"]), abs(row["treated"])) for row in clear}
    counted = {one["title"] for one in told["series"]}
    groups = [[one for one in size if (one in counted) == side and size[one] >= 0.02] for side in (True, False)]
    best = [row for group in groups if group for row in clear if row["measure"] == max(group, key=size.get)]
    card, answer = (page.inner_text(one) for one in (f"[data-whatif={name}] .finding", ".branched .answer"))

    def written(row, side):  # shares in per cent; a rate below one in ten thousand per 100,000
        rare = row["unit"] == "per 1000 a year" and max(row["control"], row["treated"]) < 0.1
        digits = 100 * row[side] if rare or row["unit"].startswith("share") else row[side]
        return page.evaluate("v => import('/text.js').then(m => m.plain(+v.toPrecision(3)))", digits)

    assert best, "each of the three has something to name"
    for side in ("control", "treated"):
        assert written(best[0], side) in card
        assert all(written(row, side) in answer for row in best)


def test_statutes_are_asked_and_kept_in_the_address(page, lab):
    opened(page, lab, "#/statutes?statute=worker-coop")
    page.wait_for_selector("[data-question=ballot] select")
    page.select_option("[data-question=ballot] select", "open")
    until(page, "() => location.hash.includes('set.ballot=open')")
    assert page.is_enabled("#advise")
    page.reload()
    page.wait_for_selector("[data-question=ballot].changed")


def test_the_months_are_reached_within_five_tabs_and_people_are_announced(page, lab):
    opened(page, lab, "#/class")
    page.wait_for_selector("#class-cell")
    page.evaluate("document.activeElement.blur()")
    for _ in range(5):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "skip-months":
            break
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.type") == "range"
    page.focus("#class-cell")
    page.keyboard.press("ArrowRight")
    until(page, "() => /: hand|: raises/.test(document.querySelector('#class-cell-heard').textContent)")


def test_the_keyboard_in_the_laboratory(page, lab):
    laboratory(page, lab)
    page.evaluate("document.activeElement.blur()")
    for _ in range(5):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "skip-months":
            break
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "month2"
    page.focus("#p0")
    page.keyboard.press("ArrowRight")
    until(page, "() => /: (agrees|objects|not here)/.test(document.querySelector('#p0-heard').textContent)")


@pytest.mark.parametrize("room, sign", [("statutes", "[data-question=ballot]"), ("story", "#city0")])
def test_a_room_entered_while_the_server_is_away_says_so_and_recovers(page, lab, room, sign):
    opened(page, lab, "#/evidence")
    page.wait_for_selector("h1")
    page.context.set_offline(True)
    page.evaluate("room => { location.hash = '#/' + room }", room)
    page.wait_for_selector(".problem[role=alert]")
    assert "Failed to fetch" not in page.inner_text("main")
    page.click(".tongue[lang=es]")  # a language cannot be read either; it comes when the server is back
    page.context.set_offline(False)
    page.wait_for_selector(sign)
    until(page, "() => document.documentElement.lang === 'es'")
    page.wait_for_selector(".problem", state="detached")


@pytest.mark.parametrize("address, change, to, then", [
    ("#/shelf?set.sd=40&model=granovetter", "#p-mean", "30", "set.mean=30&set.sd=40&model=granovetter"),
    ("#/debate?author=V.+Serge", "input[type=search]", "purge", "author=V.+Serge&find=purge"),
    ("#/evidence?table=survival&groups=ALL", ".groups input:not(:checked) >> nth=0", None, "groups=ALL%2C")],
    ids=["shelf", "debate", "evidence"])
def test_the_address_of_a_room_holds_what_is_set_there(page, lab, address, change, to, then):
    opened(page, lab, address)
    page.wait_for_selector(change)
    page.check(change) if to is None else page.fill(change, to)
    until(page, "then => location.hash.includes(then)", then)
    set_ = """() => [...document.querySelectorAll('main :is(input, select)')]
                        .map(one => one.type === 'checkbox' ? one.checked : one.value)"""
    before = page.evaluate(set_)
    page.reload()
    page.wait_for_selector(change)
    until(page, f"before => JSON.stringify(({set_})()) === JSON.stringify(before)", before)


def test_a_history_of_ones_own_in_the_address_is_asked_at_once_beside_its_card(page, lab):
    asked = []
    page.route("**/api/whatif/runs", lambda route: asked.append(route.request.post_data_json))  # never answered
    opened(page, lab, "#/history?set.debate=free&date=1921-03&years=2&people=2000&q=no-hostages-1918")
    page.wait_for_selector(".own .busy")
    assert asked == [{"date": "1921-03", "until": "1923-03", "levers": {"debate": "free"}, "people": 2000, "worlds": 6}]
    page.click("[data-whatif=secret-ballot-1925]")
    until(page, "() => location.hash.includes('q=secret-ballot-1925')")
    assert "set.debate=free" in page.url and "date=1921-03" in page.url and "people=2000" in page.url


def test_a_models_picture_follows_the_colours_and_the_language(page, lab):
    opened(page, lab, "#/shelf?model=granovetter", "?theme=light&lang=en")
    sources = []
    for change in (None, "#theme", ".tongue[lang=es]"):
        if change:
            page.click(change)
        until(page, """seen => { const now = document.querySelector('.model-picture')?.getAttribute('src')
                                 return now && !seen.includes(now) }""", sources)
        sources.append(page.get_attribute(".model-picture", "src"))
    pictures = [lab.get(source).text for source in sources]
    assert len(set(pictures)) == 3 and "multitud" in pictures[2] and "multitud" not in pictures[1]


def test_paper_is_light_whatever_the_page_is(page, lab):
    page.emulate_media(color_scheme="dark")
    opened(page, lab, "#/class")
    page.wait_for_selector("#class-cell", timeout=90_000)
    paper = "getComputedStyle(document.documentElement).getPropertyValue('--paper').trim()"
    assert page.evaluate(paper) == "#11151c"
    page.emulate_media(color_scheme="dark", media="print")
    assert page.evaluate(paper) == "#f5f6f3"
    assert page.evaluate("getComputedStyle(document.querySelector('.roll .g')).printColorAdjust") == "exact"
    assert len(re.findall(rb"/Type\s*/Page[^s]", page.pdf(format="A4"))) == 2, "picture and roll, then the tasks"


def test_on_paper_the_answer_stands_once_and_covers_nothing(page, lab):
    laboratory(page, lab)
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("getComputedStyle(document.querySelector('#told')).position") == "fixed"
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.querySelector('#told')).position") == "static"
    told, people = (page.locator(one).bounding_box() for one in ("#told", ".people-box"))
    assert told["y"] + told["height"] <= people["y"] + 1, "the answer stands above the people"


@pytest.mark.slow
def test_a_class_comes_in_hands_in_and_sees_the_board(browser):
    with started("--class") as lab:
        code = lab.said.split("token=")[1].split("#")[0]
        local = re.sub(r"//[^:/]+", "//127.0.0.1", lab.url)
        pupils = [browser.new_context(reduced_motion="reduce").new_page() for _ in range(2)]
        for number, one in enumerate(pupils):
            one.set_default_timeout(60_000)
            one.goto(f"{local}/")
            assert "code word" in one.inner_text("h1").lower()
            one.fill("[name=token]", code)
            one.click("button")
            until(one, "() => location.hash === '#/class'")  # the door of a class leads to its lesson
            one.click("#come-in")
            one.wait_for_selector("#role")
            one.click(f"#role .role-vote >> nth=0 >> button >> nth={number}")
            one.fill("#month-class", str(5 + number))
            one.click("#hand-in")
            one.wait_for_selector(f"text=Handed in for month {5 + number}")
            one.fill("#month-class", "20")
            assert one.locator(".tasks details").count() == 0 and one.locator("[name=view-class]").count() == 0, \
                "neither answers nor thoughts before the teacher shows them"
        told = pupils[0].evaluate("fetch('/api/class').then(answer => answer.json())")
        assert told["pupils"] == 2 and "handed" not in told and told["in"]["count"] == 2
        teacher = lab.said.split("token=")[-1].split("#")[0]
        lab.post(f"{local}/api/class/steps", json={"shown": True}, headers={"Authorization": f"Bearer {teacher}"}
                 ).raise_for_status()
        for number, one in enumerate(pupils):
            one.click(".tasks details >> nth=0 >> summary")
            assert f"Month {5 + number}:" in one.inner_text(".tasks details >> nth=0"), "stays with its month"
            assert one.locator("[name=view-class]").count() == 2
        for one in pupils:
            one.context.close()


def test_a_claim_is_told_in_seven_places_and_a_place_that_was_not_run_says_so(page, lab):
    opened(page, lab, "#/debate?claim=trotsky-1926-unanimity")
    page.wait_for_selector("#claim-trotsky-1926-unanimity .places")
    places = page.locator("#claim-trotsky-1926-unanimity .place")
    assert [places.nth(k).get_attribute("data-place") for k in range(places.count())] == \
        ["premise", "effect", "size", "laboratory", "history", "ensemble", "record"]
    assert all(places.nth(k).locator("dd").inner_text().strip() for k in range(places.count()))
    assert page.locator(".places .verdict-word", has_text="undefined").count() == 0


def test_the_effect_of_a_claim_has_the_word_of_the_effect_and_not_of_the_claim(page, lab):
    """A claim that its own falsifier refutes may have its effect found; the ledger keeps no word for it."""
    told = recorded_verdicts.recorded()
    names = {"found": "trotsky-1926-unanimity", "contradicted": next(
        name for name, row in told.items() if row["verdict"] == "contradicted" and row["size"]["estimate"] is not None)}
    for word, name in names.items():
        assert told[name]["verdict"] == word
        opened(page, lab, f"#/debate?claim={name}")
        place = page.locator(f"#claim-{name} [data-place=effect] dd")
        place.wait_for()
        assert (word in place.inner_text()) == (word == "found")
        assert told[name]["size"]["about"] in place.inner_text()


def test_the_sums_of_history_are_counted(page, lab):
    opened(page, lab, "#/history?q=secret-ballot-1925")
    page.wait_for_selector(".branched .answer")
    rows = history_routes.stored("hindcast")["targets"]
    shown = {one["id"] for one in api_catalogue.targets_shown()}
    counted = [row for row in rows if row["id"] in shown and row["inside"] is not None]
    out = [row["distance"] for row in counted if not row["inside"]]
    numbers = re.findall(r"\d+(?:\.\d+)?", page.inner_text("#h-rows ~ .answer"))
    factor = f"{math.exp(sum(out) / len(out)):.2g}"
    assert numbers[:5] == [str(len(counted) - len(out)), str(len(counted)), str(len(out)), factor,
                           str(len(shown) - len(counted))], numbers

    told = history_routes.stored("secret-ballot-1925")
    misses = [abs(math.log(mean / value)) for one in told["series"] for year, value, _ in one["record"]
              for mean in [dict(zip(one["years"], one["arms"]["control"]["mean"], strict=True)).get(year)]
              if mean and value and year >= math.floor(told["year"])]
    trust = page.locator(".branched .note", has_text="How far to trust it").inner_text()
    assert f"factor of {math.exp(sum(misses) / len(misses)):.2g} on average ({len(misses)} yearly values)" in trust


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("effect, key", [
    *(({"numberless": why}, f"numberless.{why}") for why in NUMBERLESS),
    ({"undecided": "too few, 8 events in the fuller arm and 20 are needed"}, "undecided.events"),
    ({"undecided": "too few, 9 of 10 worlds have a value and 10 are needed"}, "undecided.worlds"),
    ({"undecided": "x hardly varies"}, "undecided.other")])
def test_an_effect_without_a_number_says_why_in_the_language_of_the_page(page, lab, language, effect, key):
    name = "trotsky-1926-unanimity"

    def answer(route):
        told = route.fetch()
        claims = told.json()
        one = next(claim for claim in claims if claim["id"] == name)
        one["recorded"]["size"] = {"about": one["effect"], "unit": "times", "undecided": "", **effect}
        route.fulfill(response=told, body=json.dumps(claims))

    page.route("**/api/claims", answer)
    opened(page, lab, f"#/debate?claim={name}", f"?lang={language}")
    place = page.locator(f"#claim-{name} [data-place=size] dd")
    place.wait_for()
    words = json.loads((PAGE / "text" / f"{language}.json").read_text(encoding="utf-8"))[key]
    if key == "undecided.other" and language == "en":
        words = effect["undecided"]
    numbers = {"undecided.events": {"n": 8, "needed": 20}, "undecided.worlds": {"n": 9, "of": 10, "needed": 10}}
    assert place.inner_text().endswith(f": {words.format(**numbers.get(key, {}))}")
