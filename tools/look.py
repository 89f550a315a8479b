"""Look at pages as a reader does: render them in Chromium at four sizes and find what does not fit.

    python tools/look.py FOLDER_OR_PAGE... --out out/look

Writes PAGE-1280.png, PAGE-390.png, PAGE-dark.png and PAGE-print.png, and prints what it finds: text that runs out of
its box or of the page, figures without a text, pages heavier than 300 KB. Needs Debian's chromium (or another browser
named in CHROMIUM) and the package playwright (in the extra `dev`).
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--hide-scrollbars")
SIZES = {"1280": (1280, 900), "390": (390, 844)}
HEAVIEST = 300_000  # bytes of a page
HOW_TO_GET_IT = ("no Chromium here: install it by the package manager (Debian: apt-get install chromium) and the "
                 "package playwright (pip install -e '.[dev]'), or name a browser in CHROMIUM")

# Text that is wider than its box, boxes that stick out of the page, figures that say nothing.
FAULTS = """() => {
  const faults = [], wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > wide + 1)
    faults.push(`the page is ${document.documentElement.scrollWidth} wide on ${wide}`);
  const scrolls = (node) => { for (let n = node; n; n = n.parentElement) {
    const how = getComputedStyle(n).overflowX; if (how === "auto" || how === "scroll") return true; } return false; };
  for (const node of document.querySelectorAll("p, h1, h2, h3, li, dt, dd, summary, td, th, button, label")) {
    const box = node.getBoundingClientRect();
    if (!box.width || scrolls(node)) continue;
    if (box.right > wide + 1 || box.left < -1) faults.push(`runs out of the page: ${node.textContent.slice(0, 60)}`);
    if (node.scrollWidth > node.clientWidth + 2 && getComputedStyle(node).display !== "inline")
      faults.push(`runs out of its box: ${node.textContent.slice(0, 60)}`);
  }
  for (const svg of document.querySelectorAll("svg")) {
    const box = svg.getBoundingClientRect();
    if (!box.width || svg.getAttribute("aria-hidden")) continue;
    const said = (svg.getAttribute("aria-label") || "").trim();
    if (svg.getAttribute("role") !== "img" || said.length < 4) faults.push(`a drawing without a text (${said})`);
    if (scrolls(svg)) continue;
    for (const text of svg.querySelectorAll("text")) {
      const at = text.getBoundingClientRect();
      if (at.width && (at.right > box.right + 2 || at.left < box.left - 2 || at.bottom > box.bottom + 3
          || at.top < box.top - 3)) faults.push(`a label is cut off: ${text.textContent}`);
    }
    const labels = [...svg.querySelectorAll("text")].filter((t) => t.textContent.trim())
      .map((t) => [t.textContent, t.getBoundingClientRect()]);
    for (let i = 0; i < labels.length; i++) for (let j = i + 1; j < labels.length; j++) {
      const [a, b] = [labels[i][1], labels[j][1]];
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 3 && down > 5) faults.push(`labels lie over each other: ${labels[i][0]} | ${labels[j][0]}`);
    }
  }
  for (const img of document.querySelectorAll("img")) if (!img.alt) faults.push(`a picture without a text: ${img.src}`);
  return [...new Set(faults)];
}"""


def chromium() -> str | None:
    """The browser, if there is one and the library to drive it."""
    try:
        import playwright  # noqa: F401
    except ImportError:
        return None
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


@contextmanager
def browser() -> Iterator[Any]:
    """Chromium without a window and without the network."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        opened = play.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        try:
            yield opened
        finally:
            opened.close()


def faults_of(opened: Any, path: Path, out: Path | None = None, name: str = "") -> list[str]:
    """What is wrong with a page at every size; its pictures are written to `out`, if one is given."""
    found = [f"{path.stat().st_size:,} bytes, more than {HEAVIEST:,}"] if path.stat().st_size > HEAVIEST else []
    for form in ("1280", "390", "dark", "print"):
        size = SIZES.get(form, SIZES["1280"])
        tab = opened.new_page(viewport={"width": size[0], "height": size[1]},
                              color_scheme="dark" if form == "dark" else "light")
        slips: list[str] = []
        tab.on("pageerror", lambda slip, slips=slips: slips.append(f"a script fails: {slip}"))
        if form == "print":
            tab.emulate_media(media="print")
            tab.set_viewport_size({"width": 690, "height": 980})  # A4 less its margins
        tab.goto(path.resolve().as_uri())
        found += [f"{form}: {fault}" for fault in [*tab.evaluate(FAULTS), *slips]]
        if out is not None:
            out.mkdir(parents=True, exist_ok=True)
            if form == "print":
                tab.pdf(path=out / f"{name or path.stem}.pdf", format="A4", print_background=True)
            tab.screenshot(path=out / f"{name or path.stem}-{form}.png", full_page=True)
        tab.close()
    return found


def pictures_of(opened: Any, path: Path, wanted: dict[str, Path]) -> None:
    """Parts of a page, by selector, as PNG files with two pixels for one of the page."""
    tab = opened.new_page(viewport={"width": 1000, "height": 900}, device_scale_factor=2)
    tab.goto(path.resolve().as_uri())
    for selector, target in wanted.items():
        tab.locator(selector).first.screenshot(path=target)
    tab.close()


def main() -> int:
    """Render what is named, and say what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pages", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, default=Path("out/look"))
    asked = parser.parse_args()
    if chromium() is None:
        print(HOW_TO_GET_IT, file=sys.stderr)
        return 2
    pages = [page for given in asked.pages for page in (sorted(given.rglob("*.html")) if given.is_dir() else [given])]
    wrong = 0
    with browser() as opened:
        for page in pages:
            name = f"{page.parent.name}-{page.stem}"
            found = faults_of(opened, page, asked.out, name)
            wrong += len(found)
            print(f"{page}: {page.stat().st_size / 1000:.0f} KB, " + (f"{len(found)} faults" if found else "no fault"))
            for fault in found:
                print(f"  {fault}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
