"""`make release`: everything that an archive such as CoMSES asks for, in dist/, with checksums.

sdist and wheel (python -m build), the ODD+D as page and PDF (printed by Chromium, which typesets its equations),
CITATION.cff, codemeta.json, the licence, and SHA256SUMS. Without Chromium there is no PDF, and it says so.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import markdown

from look import HOW_TO_GET_IT, browser
from unanimity.cli.handbook.odd import odd_page

HOME = Path(__file__).resolve().parents[1]
DIST = HOME / "dist"
HEAVIEST = 5_000_000  # bytes of a wheel
STYLE = ("body{font:11pt Georgia,serif;max-width:48em;margin:auto} table{border-collapse:collapse;font-size:9pt} "
         "td,th{border:1px solid #bbb;padding:2px 5px;vertical-align:top;overflow-wrap:break-word} code{font-size:9pt} "
         "tr,.equations p{break-inside:avoid} h2,h3,h4{break-after:avoid} td:nth-child(5){white-space:nowrap} "
         ".equations p{padding-left:2.5em;text-indent:-2.5em} "
         ".equations math.long{font-size:.95em} .equations math.longer{font-size:.82em} "
         ".equations math.longest{font-size:.68em}")
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


def described() -> list[Path]:
    """The ODD+D as one HTML page and, where there is a browser, as PDF."""
    text = re.sub(r" \[Card\]\([^)]+\)\.", "", odd_page(with_mathml=True))
    text = re.sub(r"\[([^\]]+)\]\((?!http)[^)]+\)", r"\1", text)  # links lead into the site
    page = DIST / "ODD+D.html"
    page.write_text(f"<!doctype html><meta charset='utf-8'><title>ODD+D of Unanimity</title><style>{STYLE}</style>"
                    + markdown.markdown(text, extensions=["tables", "fenced_code"]), encoding="utf-8")
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
