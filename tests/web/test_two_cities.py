"""The story: its recorded film is what the model gives, and each of its sentences is recounted here from the film."""

from __future__ import annotations

import base64
import gzip
import json
import re
import sys
from pathlib import Path

import numpy as np
import pytest
from browsing import opened, seen_at_once, until

from unanimity import web
from unanimity.web.recorded_verdicts import recorded

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))
import lab_film

FILM = json.loads((Path(web.__file__).parent / "page" / "made" / "two-cities.json").read_text(encoding="utf-8"))
CHANGE, LAST = FILM["change"], FILM["months"] - 1
SIZES = {"laptop": (1366, 768), "phone": (390, 844), "tablet": (1024, 768)}
SHOWN = "?still=1#/story?m=59&ballot=secret&seen=1&guess=90"


def frames(world: str) -> np.ndarray:
    """Months x people x bytes, as web/frames.py describes them."""
    raw = np.frombuffer(gzip.decompress(base64.b64decode(FILM["worlds"][world]["film"])), np.uint8)
    planes = raw.reshape(4, FILM["months"], FILM["society"]["people"]).copy()
    return np.bitwise_xor.accumulate(planes, axis=1).transpose(1, 2, 0)


def crossed(world: str, month: int) -> list[np.ndarray]:
    """Of each city: what people think of the motion (for, no view, against) by how they vote (the same)."""
    cells = FILM["society"]["cells"]
    line = np.repeat(np.array(FILM["society"]["line"])[:len(cells)], cells)
    byte = frames(world)[month, :, 0]
    says, thinks = byte & 3, byte >> 2 & 7
    votes = np.where(says == 1, 1, np.where((says == 2) == (line > 0), 0, 2))
    thought = np.where(thinks < 2, 0, np.where(thinks > 2, 2, 1))
    made = []
    for side in (line > 0, line < 0):  # the first city's committee is for the motion, the second's against it
        table = np.zeros((3, 3), int)
        np.add.at(table, (thought[side], votes[side]), 1)
        made.append(table)
    return made


def curve(world: str, measure: str = "unanimity") -> list[float]:
    return FILM["worlds"][world]["series"][measure]["country"]


def words(page, selector: str) -> str:
    return re.sub(r"\s+", " ", page.inner_text(selector)).replace("\xa0", " ")


def test_the_film_is_what_the_model_gives():
    """After a change of the model: python tools/store_all.py two-cities"""
    for name, asked in (("open", lab_film.OPEN), ("secret", lab_film.SECRET)):
        made = lab_film.recorded(asked)
        assert made["digest"] == FILM["worlds"][name]["digest"], "run python tools/store_all.py two-cities"
        assert made["series"] == FILM["worlds"][name]["series"] and made["film"] == FILM["worlds"][name]["film"]
        assert made["society"]["names"] == FILM["society"]["names"]


@pytest.mark.slow
def test_the_bands_are_what_the_model_gives():
    assert lab_film.bands() == FILM["band"]


def test_the_film_begins_where_assent_visibly_grows():
    assert curve("open")[CHANGE - 1] - curve("open")[0] > 0.08
    says = frames("open")[:CHANGE, :, 0] & 3
    assert (says[1:] != says[:-1]).sum() > 200, "dots that change before the question is put"
    assert curve("open")[:CHANGE] == curve("secret")[:CHANGE]


@pytest.mark.parametrize("size", SIZES)
def test_dots_switch_guess_and_reveal_stand_in_one_viewport(page, lab, size):
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    opened(page, lab, "#/story")
    page.wait_for_selector("#story .zone")
    assert seen_at_once(page, "#city0", "#city1", "#ballot", "#story .plot svg", "#keyguess", "#reveal", "#h1") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.fill("#keyguess", "90")
    page.click("#reveal")
    page.wait_for_selector("#verdict:not(:empty)")
    assert seen_at_once(page, "#city0", "#city1", "#ballot", "#verdict", "#onward") == []
    page.click("#onward")
    until(page, "() => location.hash.startsWith('#/lab?order=union')")


def test_it_opens_without_a_worker(page, lab):
    """Nothing of the story is asked of a worker: no run is begun."""
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url))
    opened(page, lab, "#/story")
    page.wait_for_selector("#city0")
    page.wait_for_timeout(300)
    assert [url for url in asked if "/api/runs" in url or "/api/pairs" in url] == []


@pytest.mark.parametrize("language", ["en", "es"])
def test_what_is_said_of_the_secret_ballot_is_counted(page, lab, language):
    opened(page, lab, SHOWN.split("?still=1")[1], f"?still=1&lang={language}")
    page.wait_for_selector("#storydigest")
    first, second = crossed("secret", LAST)
    for c, (table, own) in enumerate(((first, 0), (second, 2))):
        votes, other = table.sum(axis=0), 2 - own
        told = words(page, f".tally >> nth={c}")
        assert [int(n) for n in re.findall(r"\d+", told.replace("1,000", "1000"))] == [
            votes[own] + votes[1], table.sum(), votes[0], votes[2], votes[own], table[own, own], table[1, own],
            table[other, own]]
        assert ("moción" if language == "es" else "motion") in told
        assert ("comité" if language == "es" else "committee") in told
    both = first.sum() + second.sum()
    text = words(page, "#ruletext")
    follow = [round(100 * n / both) for n in (first[1, 0] + second[1, 2], first[2, 0] + second[0, 2],
                                              first[0, 2] + second[2, 0])]
    numbers = [int(n) for n in re.findall(r"\d+", text.replace("100", ""))]
    assert numbers == [round(100 * curve("open")[CHANGE - 1]), round(100 * curve("secret")[CHANGE]), *follow]
    wins = first[:, 0].sum() > first[:, 2].sum() and second[:, 2].sum() > second[:, 0].sum()
    assert (("each committee still wins" if language == "en" else "cada comité sigue ganando") in text) == wins
    thinks = frames("secret")[:, :, 0] >> 2 & 7
    unmoved = bool((thinks[CHANGE] == thinks[CHANGE - 1]).all())
    assert (("nobody has changed their mind" if language == "en" else "nadie ha cambiado de idea") in text) == unmoved
    verdict = words(page, "#verdict")
    assert [int(n) for n in re.findall(r"\d+", verdict)] == [90, round(100 * curve("secret")[LAST])]
    single = abs(curve("secret")[CHANGE] - curve("secret")[LAST]) < 0.02
    assert (("in a single month" if language == "en" else "en un solo mes") in verdict) == single
    shown = page.eval_on_selector_all(".beneath .figures >> nth=0 >> tbody tr",
                                      "rows => rows.map(r => [...r.querySelectorAll('td')].map(d => +d.innerText))")
    assert shown == [[*first[k], *second[k]] for k in range(3)]


def test_what_is_said_of_the_hands_and_of_the_thoughts_is_counted(page, lab):
    opened(page, lab, "#/story?m=15")
    page.wait_for_selector("#storydigest")
    hangs = round(100 * FILM["dependence"] * 15 / FILM["grown"])
    assert [int(n) for n in re.findall(r"\d+", words(page, "#ruletext").replace(" in 100", ""))] == \
        [hangs, 15, round(100 * curve("open")[15]), 0, round(100 * curve("open")[0])]
    first, second = crossed("open", 15)
    for c, (table, own) in enumerate(((first, 0), (second, 2))):
        votes = table.sum(axis=0)
        told = words(page, f".tally >> nth={c}").replace("1,000", "1000")
        assert [int(n) for n in re.findall(r"\d+", told)] == [votes[own] + votes[1], table.sum(), votes[0], votes[2]]
    page.keyboard.press("t")
    until(page, "() => document.querySelector('.tally').innerText.includes('think')")
    a, b = first.sum(axis=1), second.sum(axis=1)
    text = words(page, "#ruletext")
    assert [int(n) for n in re.findall(r"\d+", text)] == [a[0], a[2], b[0], b[2]]
    assert ("nearly the same" in text) == bool((abs(a / a.sum() - b / b.sum()) < 0.05).all())


def test_the_story_and_the_verdict_that_it_links_to_are_reconciled(page, lab):
    opened(page, lab, SHOWN.split("?still=1")[1], "?still=1")
    page.wait_for_selector("#answered b")
    claim, known = FILM["band"]["claim"], recorded()["trotsky-1926-unanimity"]
    met = claim["open_less"] >= 0.95 and claim["secret_more"] < 0.75
    hall = words(page, "#hall")
    assert ("numbers are met" in hall) == met
    assert f"{round(100 * claim['open_less'])} %" in hall and f"{round(100 * claim['secret_more'])} %" in hall
    told = words(page, "#answered")
    assert page.evaluate("iso => import('/text.js').then(m => m.day(iso))", known["date"]) in told
    assert page.eval_on_selector_all("#answered b", "all => all.map(b => b.innerText)") == [
        json.loads((Path(web.__file__).parent / "page/text/en.json").read_text())[f"verdict.{known[side]}"]
        for side in ("verdict", "rival")]


def test_the_title_and_the_deck_are_so():
    """Two cities of a thousand, one committee for and one against; each votes as its committee does, nearly as one."""
    assert [int(table.sum()) for table in crossed("open", 0)] == [1000, 1000]
    for month in range(CHANGE):
        first, second = (table.sum(axis=0) for table in crossed("open", month))
        assert first[0] > first[2] and second[2] > second[0], month
    first, second = (table.sum(axis=0) for table in crossed("open", CHANGE - 1))
    assert min(first[0] + first[1], second[2] + second[1]) >= 980, "each votes as one"


def test_nobody_wrote_a_paper_before_papers_were_secret(page, lab):
    opened(page, lab, "#/story?m=40&ballot=secret&seen=1", "?still=1")
    page.wait_for_selector("#storydigest")
    page.focus("#city0")
    for _ in range(6):
        page.keyboard.press("ArrowRight")
        until(page, "() => /since month \\d+/.test(document.querySelector('.key-who').innerText)")
        assert int(re.search(r"since month (\d+)", words(page, ".key-who"))[1]) >= CHANGE
