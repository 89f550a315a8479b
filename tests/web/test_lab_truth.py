"""The laboratory says what its data say: every number of the sentence, the curves, the attempts and the chains is
counted again here, and nothing on the page belongs to other rules than those on the paper."""

from __future__ import annotations

import json
import re
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from browsing import SECRET, laboratory, opened, seen_at_once, until, whole, words

from unanimity import web
from unanimity.web import api_catalogue
from unanimity.web.jobs import counted, pairs
from unanimity.web.requests import PairsAsked
from unanimity.web.stored_stamp import CHAINED

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))
import lab_reasons

MADE = Path(web.__file__).parent / "page" / "made"
TEXT = MADE.parent / "text"
ENGLISH, SPANISH = (json.loads((TEXT / f"{name}.json").read_text(encoding="utf-8")) for name in ("en", "es"))
DRAWN = {one["measure"]: one for one in api_catalogue.order_shown("union")["drawn"]}


@cache
def why(order: str = "union") -> dict[str, Any]:
    """The chains of an order, as they are stored."""
    told: dict[str, Any] = json.loads((MADE / f"why-{order}.json").read_text(encoding="utf-8"))
    return told


@cache
def found(order: str = "union", pairs_: int = 20, **levers: Any) -> dict[str, Any]:
    """What the pairs give, counted in this process."""
    told: list[dict[str, Any]] = []
    drawn = [one["measure"] for one in api_catalogue.order_shown(order)["drawn"]]
    pairs(PairsAsked(order=order, levers={name.replace("__", "."): value for name, value in levers.items()}, seed=1,
                     pairs=pairs_, measures=drawn), lambda head, body=b"": told.append(head))
    return told[-1]


def shown(measure: str, value: float) -> str:
    """A number as the page writes it."""
    form = DRAWN[measure]["form"]
    return f"{100 * value:.0f}" if form == "percent" else f"{value:.1f}" if form == "tenths" else f"{value:.0f}"


def clear(result: dict[str, Any]) -> list[str]:
    """Measures that clearly change, the largest first."""
    rows = []
    for name, one in result["measures"].items():
        last, scale = one["last"], DRAWN[name]["high"] - DRAWN[name]["low"]
        size = abs(last["treated"] - last["control"]) / scale
        if size > 0.02 and (last["low"] > 0 or last["high"] < 0):
            rows.append((size, name))
    return [name for _, name in sorted(rows, reverse=True)]


def test_the_sentence_the_curves_and_the_attempts_have_the_numbers_of_the_pairs(page, lab):
    whole(page, lab)
    result = found(ballot="secret")
    sentence = words(page, "#answer")
    for name in clear(result)[:3]:
        last = result["measures"][name]["last"]
        is_, was = shown(name, last["treated"]), shown(name, last["control"])
        assert f"(now {was}" in sentence and (is_ in sentence or float(is_) == 0), (name, is_, was, sentence)
    dull = [name for name in DRAWN if name not in clear(result)]
    for name in dull:
        short = ENGLISH.get(f"union.short.{name}", ENGLISH.get(f"any.short.{name}"))
        assert short in sentence.split("No clear change in")[1]
    assert words(page, "#counted") == "Means of months 36 to 47 over 20 pairs of worlds."
    page.click("#keep")
    page.wait_for_selector(".tries tbody tr")
    for k, name in enumerate(DRAWN):
        last = result["measures"][name]["last"]
        labels = [text.strip(" %") for text in page.eval_on_selector_all(
            f".mult[data-measure={name}] svg .lab-base, .mult[data-measure={name}] svg .lab-yours",
            "all => all.map(one => one.textContent)")]
        wanted = [shown(name, last["control"]), shown(name, last["treated"])]
        assert [text.replace("none", "0") for text in labels] == wanted, name
        row = [text.split()[0] for text in page.eval_on_selector_all(
            f".tries tbody tr:nth-child({k + 1}) td", "all => all.map(one => one.textContent)")]
        assert [text.replace("none", "0") for text in row] == wanted, name
        apart = page.text_content(f".mult[data-measure={name}] .apart").replace("−", "-").replace("±", "")
        assert float(apart) == pytest.approx(float(wanted[1]) - float(wanted[0])), name


def test_no_sentence_stands_beside_other_rules_and_nothing_is_clear_from_one_world(page, lab):
    whole(page, lab, "#/lab?order=union&seed=1")
    baseline = page.get_attribute(".mult[data-measure=unanimity] .mean-base", "d")
    before = words(page, "#answer")
    assert f"{shown('unanimity', found(ballot='secret')['measures']['unanimity']['last']['control'])} in 100" in before
    page.evaluate("""() => {
        window.heard = []
        const note = () => heard.push([document.querySelector('[data-state]').dataset.state,
            document.querySelector('#answer').innerText, document.querySelectorAll('#answer b').length,
            document.querySelectorAll('.mean-yours, .interval').length, document.querySelector('#sofar').innerText,
            document.querySelector('.mult[data-measure=unanimity] .mean-base')?.getAttribute('d')])
        new MutationObserver(note).observe(document.querySelector('#labroom'),
            { subtree: true, childList: true, characterData: true, attributes: true })
    }""")
    page.click("[data-lever=press] .opt >> nth=1")
    until(page, "() => document.querySelector('#answer').innerText.startsWith('With a free bulletin')")
    page.wait_for_selector("[data-state=counted]")
    heard = page.evaluate("heard")
    assert {state for state, *_ in heard} >= {"running", "counted"}
    for state, text, bold, drawn, so_far, path in heard:
        assert text.startswith("With a free bulletin"), "the sentence names the rules on the paper"
        assert path == baseline, "the baseline does not move"
        if state != "counted":
            assert bold == 0 and drawn == 0 and so_far == "one world so far", (state, text)
            assert "clear change" not in text and "now" not in text, text


def test_the_answer_counts_the_year_of_the_first_dated_change():
    asked = PairsAsked(order="apparatus", schedule=[{"month": 30, "event": "harvest_failure", "severity": 0.5}])
    assert counted(asked, 96) == (30, 41)
    assert counted(PairsAsked(order="apparatus"), 96) == (84, 95)
    assert counted(PairsAsked(order="apparatus", schedule=[{"month": 90, "event": "war"}]), 96) == (84, 95)


@pytest.mark.slow
def test_a_famine_is_seen_in_the_year_in_which_it_comes():
    told: list[dict[str, Any]] = []
    pairs(PairsAsked(order="apparatus", schedule=[{"month": 30, "event": "harvest_failure", "severity": 0.9}], seed=1,
                     pairs=6, months=48, measures=["mean_hunger"]), lambda head, body=b"": told.append(head))
    last = told[-1]["measures"]["mean_hunger"]["last"]
    assert told[-1]["window"] == [30, 41] and last["low"] > 0


def test_heads_and_lives_are_written_from_what_is_known(page, lab):
    page.route("**/api/runs", lambda route: None)  # the members have not been born yet
    opened(page, lab, "#/lab?order=union&seed=1")
    page.wait_for_selector("#h-lab")
    assert "384 members in 24 branches" in words(page, ".lab-head p")
    lives = page.evaluate("""() => import('/told.js').then(m => m.life('union', { society: {}, log: [] }, 0,
        [...Array(38).fill(0), 1, ...Array(9).fill(2)]))""")
    assert lives == ["Until month 37: agrees.", "Month 38: objects, and keeps it quiet.",
                     "From month 39: objects aloud."]


@pytest.mark.parametrize("rules, said, label", [
    ({"ballot": "secret", "sanction_cap": "reproof"}, "hardly anybody meets in a private circle", "< 1"),
    ({"ballot": "secret"}, "nobody meets in a private circle", "none")])
def test_nobody_is_said_of_none_at_all(page, lab, rules, said, label):
    whole(page, lab, "#/lab?order=union&seed=1&" + "&".join(f"set.{name}={value}" for name, value in rules.items()))
    circles = found(**rules)["measures"]["faction_members"]["last"]["treated"]
    assert (circles == 0) == (label == "none") and circles < 0.5
    assert said in words(page, "#answer")
    assert page.text_content(".mult[data-measure=faction_members] svg .lab-yours") == label


@pytest.mark.parametrize("size", [(1366, 768), (390, 844), (1024, 768)], ids=lambda size: f"{size[0]}")
def test_the_answer_is_always_in_view_and_the_people_are_large(page, lab, size):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    whole(page, lab, SECRET) if size[0] > 1200 else opened(page, lab, SECRET)
    page.wait_for_selector("[data-state=counted]")
    page.wait_for_selector("#p1")
    assert seen_at_once(page, "#answer") == []
    canvases = [box["width"] for one in ("#p0", "#p1") if (box := page.locator(one).bounding_box())]
    assert len(canvases) == (2 if size[0] > 1200 else 1)
    assert min(canvases) >= (400 if size[0] > 640 else 340)
    if size[0] > 640:
        assert seen_at_once(page, "#p1", "#answer") == [], "people and answer beside each other"
    for share in (0.5, 1.0):
        page.evaluate("share => scrollTo(0, share * document.body.scrollHeight)", share)
        page.wait_for_timeout(60)
        if share < 1.0 or size[0] <= 640:
            assert seen_at_once(page, "#answer") == [], share
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_undo_back_and_attempts_are_in_the_address(page, lab):
    whole(page, lab, "#/lab?order=union&seed=1")
    assert page.is_disabled("#undo")
    page.click("[data-lever=ballot] .opt >> nth=1")
    until(page, "() => location.hash.includes('set.ballot=secret')")
    page.click("#keep")
    page.click("[data-lever=press] .opt >> nth=1")
    until(page, "() => location.hash.includes('set.press=free')")
    page.click("#keep")
    page.fill(".tries th:nth-child(4) input", "print it")
    page.keyboard.press("Enter")
    until(page, "() => location.hash.includes('print+it')")
    page.click("#undo")
    until(page, "() => !location.hash.includes('set.press') && location.hash.includes('set.ballot=secret')")
    until(page, "() => document.querySelector('#answer').innerText.startsWith('With a secret ballot')")
    page.go_back()
    until(page, "() => !location.hash.includes('set.ballot') && document.querySelector('#undo').disabled")
    page.go_forward()
    until(page, "() => !document.querySelector('#undo').disabled")
    until(page, "() => document.querySelector('#answer').innerText.startsWith('With a secret ballot')")
    page.evaluate("""() => new Promise(done => {  // forward, before the page has followed the way back
        addEventListener('popstate', () => { addEventListener('popstate', done, { once: true }); history.forward() },
                         { once: true })
        history.back()
    }).then(() => null)""")
    page.wait_for_timeout(800)
    assert "set.ballot=secret" in page.url, "what one left is not written over what one went to"
    assert page.is_checked("[name=q-ballot][value=secret]")
    assert page.eval_on_selector_all(".tries thead input", "all => all.map(one => one.value)") == ["A"]
    opened(page, lab, "#/lab?order=union&seed=1&try=quiet~ballot=secret~&try=loud~press=free,recall=on~&goal=told")
    page.reload()
    page.wait_for_selector(".tries")
    assert page.eval_on_selector_all(".tries thead input", "all => all.map(one => one.value)") == ["quiet", "loud"]
    assert page.input_value("#goal") == "told"
    page.click(".tries thead th:nth-child(4) .tries-do button >> nth=0")
    until(page, "() => location.hash.includes('set.press=free') && location.hash.includes('set.recall=on')")


def test_attempts_that_count_other_months_each_stand_beside_their_own_present(page, lab):
    whole(page, lab, "#/lab?order=union&seed=1&try=plain~press=free~")
    page.wait_for_selector(".tries tbody tr td:nth-child(3)")
    assert page.locator(".tries tbody tr:first-child td").count() == 2, "the present rules once, then the attempt"
    late = "24:event:crime:where=province(1)"
    opened(page, lab, f"#/lab?order=union&seed=1&try=plain~press=free~&try=late~press=free~{late}")
    page.reload()
    until(page, "() => document.querySelectorAll('.tries thead th .note').length === 2")
    heads = [text.split(",")[0] for text in page.locator(".tries thead th .note").all_inner_texts()]
    assert heads == ["months 36 to 47", "months 24 to 35"]
    for k, name in enumerate(DRAWN):
        cells = page.locator(f".tries tbody tr:nth-child({k + 1}) td").all_inner_texts()
        assert len(cells) == 2 and all("→" in cell for cell in cells), name
    last = found(press="free")["measures"]["ring_strength"]["last"]
    cell = words(page, ".tries tbody tr:nth-child(6) td >> nth=0")
    assert cell.startswith(f"{shown('ring_strength', last['control'])} % → {shown('ring_strength', last['treated'])} %")


def test_a_vacant_place_is_nobody_who_died(page, lab):
    """A place of the union that nobody holds was drawn as a death."""
    opened(page, lab, "#/evidence")
    drawn = page.evaluate("""() => import('/people.js').then(m => {
        const none = new Uint8Array(10), status = Uint8Array.from(m.STATUS.keys())
        const film = { people: 10, planes: [none, status, none, none] }
        return [...m.categories(film, 0, 'custody')]
    })""")
    assert drawn == [20, 21, 21, 22, 22, 22, 22, 23, 24, 25]


def test_every_goal_of_the_union_can_be_reached():
    for goal in api_catalogue.goals("union"):
        result = found(**{name.replace(".", "__"): value for name, value in goal["reached"].items()})["measures"]
        for k, must in enumerate(goal["must"]):
            assert f"goal.{goal['id']}.{k}" in ENGLISH
            last = result[must["measure"]]["last"]
            assert last["treated"] < must["below"] if "below" in must else not last["low"] > 0, (goal["id"], must)
        plain = found(ballot="secret")["measures"]
        now = [plain[must["measure"]]["last"]["control"] for must in goal["must"] if "below" in must]
        assert any(value >= must["below"] for value, must in zip(now, goal["must"], strict=False)), "already so now"


@pytest.mark.slow
def test_the_goal_of_a_country_can_be_reached():
    goal, = api_catalogue.goals("petrograd-1920")
    assert api_catalogue.goals("apparatus") == []
    result = found("petrograd-1920", 4, **goal["reached"])["measures"]["mean_hunger"]["last"]
    assert result["treated"] < goal["must"][0]["below"] <= result["control"]


def test_a_chain_is_told_as_it_was_found(page, lab):
    whole(page, lab)
    page.wait_for_selector("#why .chain")
    chain = why()["rules"]["ballot"]["secret"]
    order = sorted(chain, key=lambda m: -abs(chain[m]["effect"]) / (DRAWN[m]["high"] - DRAWN[m]["low"]))[:3]
    rows = page.eval_on_selector_all("#why li", "all => all.map(one => one.innerText)")
    assert len(rows) == len(order)
    for name, text in zip(order, rows, strict=True):
        assert text.startswith("More" if chain[name]["effect"] > 0 else "Less")
        for one in chain[name]["through"]:
            card = ENGLISH[f"card.{one['mechanism']}"]
            left = "turns around" if one["carries"] > 1.05 else "nothing of it" if one["carries"] > 0.95 else \
                f"{100 * (1 - one['carries']):.0f} % of it"
            assert re.search(rf"Without [^.]*\b{card}\b[^.]* (it )?{left}", text.replace("\xa0", " ")), (card, text)
    drawn = page.eval_on_selector_all("#why .chain-card", "all => all.map(one => one.textContent)")
    assert set(drawn) == {ENGLISH[f"card.{one['mechanism']}"] for name in order for one in chain[name]["through"]}


@pytest.mark.parametrize("order", CHAINED)
def test_the_chains_are_of_this_order_and_of_its_rules(order):
    """After a change of the model: python tools/store_all.py 'why-*'"""
    told, regime = why(order), lab_reasons.load_regime(order)
    assert told["order"] == order and told["switched_off"] == lab_reasons.candidates(regime), "run tools/store_all.py"
    assert [(lever, value) for lever, rows in told["rules"].items() for value in rows] == \
        [(lever, str(value)) for lever, value in lab_reasons.changes(order)]
    named = {f"card.{one['mechanism']}" for rows in told["rules"].values() for chain in rows.values()
             for found_ in chain.values() for one in found_["through"]}
    assert named <= ENGLISH.keys() & SPANISH.keys()


def test_the_effects_of_the_chains_are_those_of_the_pairs():
    for name, one in why()["rules"]["ballot"]["secret"].items():
        last = found(ballot="secret")["measures"][name]["last"]
        assert one["effect"] == pytest.approx(last["difference"], rel=1e-3, abs=1e-6), "make stored"


@pytest.mark.slow
def test_the_effects_of_a_country_are_those_of_its_pairs():
    result = found("apparatus", ballot="secret")["measures"]
    for name, one in why("apparatus")["rules"]["ballot"]["secret"].items():
        assert one["effect"] == pytest.approx(result[name]["last"]["difference"], rel=1e-3, abs=1e-6), "make stored"


def test_a_chain_of_a_country_is_told_and_what_was_not_searched_is_named(page, lab):
    opened(page, lab, "#/lab?order=apparatus&set.ballot=secret&set.inspection=0.4&seed=1&months=24&people=300")
    page.wait_for_selector("#why .chain")
    carried = next(iter(why("apparatus")["rules"]["ballot"]["secret"].values()))["through"][0]["mechanism"]
    assert ENGLISH[f"card.{carried}"] in page.inner_text("#why .chain")
    assert page.inner_text("#why-unsearched").startswith("Not searched for")


def test_where_no_chain_was_searched_the_page_says_so(page, lab):
    opened(page, lab, "#/lab?order=republic&set.ballot=open&seed=1&months=24&people=300")
    page.wait_for_selector("#why-unsearched")
    said = page.inner_text("#why-unsearched")
    assert said == ENGLISH["why.unsearched"]
    assert page.locator("#why .chain").count() == 0 and page.locator("#why .note").count() == 0
    assert sorted(one.name for one in MADE.glob("why-*.json")) == sorted(f"why-{order}.json" for order in CHAINED)
    for order in CHAINED:  # the page names them
        assert order in said or lab_reasons.load_regime(order).title.split(":")[0] in said, order


@pytest.mark.slow
def test_a_chain_is_found_again():
    again = lab_reasons.reasons(wanted=[("press", "free")])
    assert again["rules"]["press"]["free"] == why()["rules"]["press"]["free"]


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_picture_is_whole_and_a_page_is_one_page(page, lab, language, tmp_path):
    opened(page, lab, SECRET + "&try=one~press=free,recall=on,appointment=elected~24:event:crime:where=province(1)",
           f"?lang={language}")
    page.wait_for_selector("[data-state=counted]")
    page.click(".take summary")
    with page.expect_download() as waited:
        page.click("[data-take=svg]")
    waited.value.save_as(tmp_path / "lab.svg")
    drawing = (tmp_path / "lab.svg").read_text(encoding="utf-8")
    other = page.context.new_page()
    other.set_content(drawing)
    over = other.evaluate("""() => {
        const svg = document.querySelector('svg'), frame = svg.getBoundingClientRect(), found = []
        const all = [...svg.querySelectorAll('text')].filter(one => one.textContent.trim()).map(one => [one.textContent, one.getBoundingClientRect()])
        all.forEach(([text, a], k) => {
            if (a.left < frame.left || a.right > frame.right || a.top < frame.top || a.bottom > frame.bottom) found.push('cut: ' + text)
            for (const [more, b] of all.slice(k + 1)) if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3) found.push(text + ' over ' + more)
        })
        return found
    }""")  # noqa: E501
    assert over == []
    text = other.inner_text("body") or other.text_content("svg")
    texts = json.loads((Path(web.__file__).parent / "page" / "text" / f"{language}.json").read_text(encoding="utf-8"))
    for key in ("as.now", "your.rules", "one.line", "months.bar"):
        assert texts[key] in text
    assert "Unanimity" in text and "set.ballot=secret" in text.replace("\n", "")
    other.close()
    page.click("[data-take=print]")
    page.wait_for_selector("#printed .numbers", timeout=90_000)
    assert len(re.findall(rb"/Type\s*/Page[^s]", page.pdf(format="A4"))) == 1


def test_a_bar_of_pairs_that_have_not_begun_moves_and_says_what_it_waits_for(page, lab):
    page.route("**/api/pairs/stored", lambda route: route.fulfill(json={"found": None}))
    page.route("**/api/pairs", lambda route: None)  # no answer: as in a queue
    laboratory(page, lab, "#/lab?order=union&set.ballot=secret&seed=3")
    until(page, "() => document.querySelector('.answer-box').dataset.state === 'one'")
    assert "pairs come next: the lab waits" in page.inner_text(".answer-box .counted")
    for _ in range(5):  # seconds after the rest, too
        assert page.get_attribute(".answer-box progress", "value") is None, "0 % is no news"
        page.wait_for_timeout(600)
