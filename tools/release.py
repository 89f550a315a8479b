"""`make release`: everything that an archive such as CoMSES asks for, in dist/, with checksums.

sdist and wheel (python -m build), the ODD+D as page and PDF (printed by Chromium, which typesets its equations),
CITATION.cff, codemeta.json, the licence, and SHA256SUMS. Without Chromium there is no PDF, and it says so.
"""

from __future__ import annotations

import hashlib
import posixpath
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import markdown

from look import HOW_TO_GET_IT, browser
from unanimity.cli.handbook.built_pages import breakable
from unanimity.cli.handbook.odd import odd_page
from unanimity.cli.pages import state_page

HOME = Path(__file__).resolve().parents[1]
DIST = HOME / "dist"
HEAVIEST = 5_000_000  # bytes of a wheel
STYLE = """
body { font: 11pt Georgia, serif; max-width: 48em; margin: auto }
math { font-family: "STIX Two Math", "Cambria Math", "DejaVu Math TeX Gyre", math }
code { font-size: 8.5pt; overflow-wrap: break-word }
table { border-collapse: collapse; font-size: 9pt; width: 100% }
td, th { box-sizing: border-box; border: 1px solid #bbb; padding: 2px 5px; vertical-align: top }
td, th { overflow-wrap: break-word }
table:has(th:nth-child(6):last-child) { table-layout: fixed }  /* parameters */
th:nth-child(1):nth-last-child(6) { width: 23% }
th:nth-child(2):nth-last-child(5) { width: 9% }
th:nth-child(3):nth-last-child(4) { width: 25% }
th:nth-child(4):nth-last-child(3) { width: 9% }
th:nth-child(5):nth-last-child(2) { width: 9% }
tr, .equations p { break-inside: avoid }
h2, h3, h4, h4 + p, tbody tr:first-child { break-after: avoid }
tbody tr:last-child:not(:first-child) { break-before: avoid }
.equations p { padding-left: 2.5em; text-indent: -2.5em }
#appendix-state-variables { break-before: page }
#appendix-state-variables ~ table { font-size: 7.5pt; table-layout: fixed }
#appendix-state-variables ~ table td { overflow-wrap: anywhere; white-space: normal }
th:nth-child(1):nth-last-child(8) { width: 17% }
th:nth-child(2):nth-last-child(7) { width: 6% }
th:nth-child(3):nth-last-child(6) { width: 14% }
th:nth-child(4):nth-last-child(5), th:nth-child(5):nth-last-child(4) { width: 8% }
th:nth-child(6):nth-last-child(3) { width: 11% }
th:nth-child(7):nth-last-child(2) { width: 7% }
"""
FOOTER = ("<div style='font:8px serif;width:100%;text-align:center'>Unanimity, ODD+D &nbsp; "
          "<span class='pageNumber'></span> / <span class='totalPages'></span></div>")


def built() -> list[Path]:
    """sdist and wheel; a wheel that has grown too heavy is refused."""
    shutil.rmtree(DIST, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "build", "--no-isolation", "--outdir", str(DIST), str(HOME)], check=True,
                   stdout=subprocess.DEVNULL)
    wheel = next(DIST.glob("*.whl"))
    if wheel.stat().st_size > HEAVIEST:
        sys.exit(f"{wheel.name} has {wheel.stat().st_size:,} bytes; allowed: {HEAVIEST:,}")
    assert any(name.endswith("docs/guides/regimes.md") for name in zipfile.ZipFile(wheel).namelist())
    return sorted(DIST.iterdir())


def _told(link: re.Match[str]) -> str:
    """A link to another page of the site, in a document that stands alone: the page's place in the package."""
    words, target = link.groups()
    return f"{words} (appendix)" if target.endswith("/state.md") else \
        f"{words} ({posixpath.normpath('docs/system/' + target)})"


def described() -> list[Path]:
    """The ODD+D as one HTML page and, where there is a browser, as PDF."""
    text = re.sub(r" \[Card\]\([^)]+\)\.", "", odd_page(with_mathml=True))
    variables = state_page().replace("# State\n", "# Appendix: state variables\n").replace("\n#", "\n##")
    text = re.sub(r"\[([^\]]+)\]\((?!http)([^)]+)\)", _told, text) + "\n#" + variables
    page = DIST / "ODD+D.html"
    page.write_text(f"<!doctype html><meta charset='utf-8'><title>ODD+D of Unanimity</title><style>{STYLE}</style>"
                    + breakable(markdown.markdown(text, extensions=["tables", "fenced_code", "toc"])), encoding="utf-8")
    try:
        with browser() as opened:
            sheet = opened.new_page()
            sheet.goto(page.as_uri())
            sheet.pdf(path=str(DIST / "ODD+D.pdf"), format="A4", print_background=True, display_header_footer=True,
                      header_template="<span></span>", footer_template=FOOTER,
                      margin={"top": "16mm", "bottom": "18mm", "left": "17mm", "right": "17mm"})
            return [page, DIST / "ODD+D.pdf"]
    except (SystemExit, OSError) as slip:
        print(f"no PDF: {slip or HOW_TO_GET_IT}")
        return [page]


def main() -> None:
    """Build, describe, copy, and write the checksums."""
    files = [*built(), *described()]
    for name in ("CITATION.cff", "codemeta.json", "LICENSE", "paper/paper.md", "paper/paper.bib"):
        files.append(Path(shutil.copy(HOME / name, DIST)))
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}" for path in sorted(files)]
    (DIST / "SHA256SUMS").write_text("\n".join(sums) + "\n", encoding="utf-8")
    for path in sorted(files):
        print(f"{path.stat().st_size / 1e6:7.2f} MB  {path.name}")


if __name__ == "__main__":
    main()
