"""Pictures of the lab for README and docs: `python tools/lab_pictures.py`. Needs Chromium; look at them."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests" / "web"))
from lab_server import started  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402

PICTURES = HERE.parent / "docs" / "pictures"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync"]
# name, address, width, height, what must be there first
WANTED = (
    ("lab-story.png", "?still=1#/story?m=59&ballot=secret&seen=1&guess=90", 1366, 880, "#storydigest"),
    ("lab.png", "?still=1#/lab?order=union&set.ballot=secret&set.recall=on&seed=1", 1366, 1500,
     "text=90 % interval over 20 pairs"),
    # from the ledger, so that the picture shows the last recorded run in all its places without running anything
    ("debate.png", "?still=1#/debate?claim=trotsky-1926-unanimity", 1366, 1100, ".claims details[open]"),
)


def main() -> None:
    """Take every picture."""
    with started() as lab, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for name, address, width, height, first in WANTED:
            page = browser.new_page(viewport={"width": width, "height": height})
            page.goto(f"{lab.url}/{address}")
            page.wait_for_selector(first, timeout=120_000)
            page.wait_for_timeout(4000)
            page.screenshot(path=PICTURES / name)
            print(PICTURES / name)
        browser.close()


if __name__ == "__main__":
    main()
