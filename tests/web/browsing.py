"""What tests of the page share: how a browser is started, and how one waits in a page."""

from __future__ import annotations

import re
import shutil
import time

from lab_server import Lab

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
# as root, without a screen, and without calling home
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync")
SECRET = "#/lab?order=union&set.ballot=secret&seed=1"


def until(page, test: str, arg=None, seconds: float = 40.0) -> None:
    """Wait for a test in the page; Playwright's own waiting evaluates text there, which the page's policy forbids."""
    end = time.monotonic() + seconds
    while not page.evaluate(test, arg):
        assert time.monotonic() < end, f"never: {test}"
        page.wait_for_timeout(50)


def opened(page, lab: Lab, hash_: str = "", query: str = ""):
    page.goto(f"{lab.url}/{query}{hash_}")
    return page


def laboratory(page, lab: Lab, hash_: str = SECRET, query: str = ""):
    opened(page, lab, hash_, query)
    page.wait_for_selector("#multiples svg")
    page.wait_for_selector("#p0")
    return page


def whole(page, lab: Lab, hash_: str = SECRET):
    """The laboratory once its pairs are counted; those that did not come with the program are run."""
    laboratory(page, lab, hash_)
    page.wait_for_selector("[data-state=counted]", timeout=90_000)
    return page


def words(page, selector: str) -> str:
    """What stands there, on one line and with plain signs."""
    return re.sub(r"\s+", " ", page.inner_text(selector)).replace("\xa0", " ").replace("−", "-")


def digest(page) -> str:
    until(page, "() => document.querySelector('#digest')?.title.length === 64")
    until(page, "() => location.hash.includes('digest=')")
    return page.get_attribute("#digest", "title")


def seen_at_once(page, *wanted: str) -> list[str]:
    """Those of the wanted parts of the page that do not lie wholly in the viewport, as it stands."""
    return page.evaluate("""wanted => wanted.filter(one => {
        const box = document.querySelector(one)?.getBoundingClientRect()
        const [width, height] = [innerWidth + 1, innerHeight + 1]
        return !box || !box.width || box.top < -1 || box.left < -1 || box.bottom > height || box.right > width
    })""", list(wanted))
