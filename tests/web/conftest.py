"""One lab and one browser for all tests of the page (Debian's Chromium, headless); skipped without Chromium."""

from __future__ import annotations

import pytest
from browsing import CHROMIUM, FLAGS
from lab_server import started


@pytest.fixture(scope="session")
def lab():
    with started() as found:
        yield found


@pytest.fixture(scope="session")
def browser():
    if CHROMIUM is None:
        pytest.skip("no Chromium: install it with the package manager, such as `apt-get install chromium`")
    sync_playwright = pytest.importorskip("playwright.sync_api").sync_playwright
    with sync_playwright() as play:
        found = play.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield found
        found.close()


@pytest.fixture
def page(browser, request):
    options = {"viewport": {"width": 1280, "height": 900}, "accept_downloads": True, "reduced_motion": "reduce",
               **getattr(request, "param", {})}
    context = browser.new_context(**options)
    context.set_default_timeout(40_000)
    found = context.new_page()
    found.slips = []
    found.on("pageerror", lambda slip: found.slips.append(str(slip)))
    found.on("console", lambda said: found.slips.append(said.text) if said.type == "error" else None)
    yield found
    context.close()
    assert [slip for slip in found.slips if "Failed to load resource" not in slip and "ERR_" not in slip] == []
