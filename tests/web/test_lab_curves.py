"""The curves of the laboratory, what stands beside them, and the country that one chooses for them."""

from __future__ import annotations

import pytest
from browsing import SECRET, opened, until, whole, words


def test_scales_fit_and_only_intervals_are_filled(page, lab):
    whole(page, lab, "#/lab?order=union&set.association.factions=legal&set.press=free&seed=2")
    found_ = page.evaluate("""() => [...document.querySelectorAll('.mult')].map(one => {
        const lines = [...one.querySelectorAll('.mean-base, .mean-yours, .single')]
        const spots = lines.flatMap(line => line.getAttribute('d').match(/[\\d.]+ [\\d.]+/g))
        const ends = spots.map(spot => +spot.split(' ')[1])
        const filled = [...one.querySelectorAll('svg path')].filter(p => p.getAttribute('fill') !== 'none')
        return [one.dataset.measure, Math.min(...ends), Math.max(...ends), filled.map(p => p.getAttribute('class'))]
    })""")
    for measure, top, bottom, filled in found_:
        assert top >= 15.9 and bottom <= 108.1, f"{measure}: a curve leaves its scale"
        assert filled == ["interval"], measure
    scale = page.evaluate("""() => import('/multiples.js').then(m =>
        m.scaleFor({ low: .5, high: 1, span: .35, form: 'percent' }, [[.2, .9]], [[-.6]]))""")
    assert scale == {"low": 0, "high": 1, "span": 0.6}


def test_a_mean_of_earlier_months_stands_where_these_months_end(page, lab):
    """It was written at the end of the curve, which had gone on to other values."""
    whole(page, lab, "#/lab?order=union&set.press=free&seed=1&months=30&at=12:event:crime:where=province(1)")
    assert words(page, "#counted") == "Means of months 12 to 23 over 20 pairs of worlds."
    assert "“a wrong in office that some know of” in month 12" in words(page, "#answer")
    spots = page.evaluate("""() => [...document.querySelectorAll('.mult')].map(one => [
        +one.querySelector('.window').getAttribute('x2'), ...[...one.querySelectorAll('.lab-base, .lab-yours, .apart')]
            .map(text => +text.getAttribute('x'))])""")
    assert all(x == pytest.approx(end + 6) for end, *labels in spots for x in labels) and len(spots) == 6


def test_posts_that_change_hands_are_named(page, lab):
    """Of several appointments in a month the list says how many, and the last one with its office."""
    opened(page, lab, "#/evidence")
    page.wait_for_selector("h1")
    told = page.evaluate("""() => import('/told.js').then(m => {
        const appointed = m.EVENTS.indexOf('appointed'), society = { level: [0, 1], parent: [1, -1], levels: ['cell', 'centre'], names: ['Ada', 'Ben', 'Cy'] }
        const log = [0, 1, 2].map(who => [3, appointed, who, -1, 0, 0, 1, 0, 0, 0, 0, 0, 0])
        const row = m.ticker('union', { society, log, happenings: [] }, 3, () => {})[0]
        return row.text.map(piece => piece.props ? piece.props.children : piece).join('')
    })""")  # noqa: E501
    assert told == "3 posts change hands; Cy becomes secretary of a branch."


def test_the_page_to_print_says_how_many_pairs_it_counts_and_how_far_that_is(page, lab):
    page.route("**/api/pairs/stored", lambda route: route.fulfill(json={"found": None}))
    page.route("**/api/pairs", lambda route: route.fulfill(json={"id": "0", "state": "waiting", "events": "/wait"}))
    page.route("**/wait", lambda route: route.fulfill(  # a stream that ends is asked for again, as the real one is
        content_type="text/event-stream", body='event: state\ndata: {"state": "running", "done": 8, "of": 32}\n\n'))
    opened(page, lab, SECRET.replace("#/lab", "#/print"))
    until(page, "() => document.querySelector('.busy')?.innerText.includes('Counting 40 pairs of worlds: 25 %')")
    assert page.get_attribute(".busy progress", "value") == "0.25"


def test_a_country_that_is_chosen_is_in_the_address_and_can_be_undone(page, lab):
    """The address kept the union until a rule of the country was changed, and Undo left the country out."""
    opened(page, lab, "#/lab?order=union&seed=1")
    page.wait_for_selector("#order")
    page.select_option("#order", "memoir-cell")
    until(page, "() => location.hash.includes('order=memoir-cell')")
    page.click("[data-lever=ballot] label:has(input:not(:checked))")
    until(page, "() => location.hash.includes('set.ballot')")
    page.click("#undo")
    until(page, "() => location.hash.includes('order=memoir-cell') && !location.hash.includes('set.ballot')")
    page.click("#undo")
    until(page, "() => location.hash.includes('order=union')")
    page.wait_for_selector("[data-lever=appointment] .opt")
