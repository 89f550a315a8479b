"""Execute the notebooks of examples/ and keep their output; the picture of each goes to docs/pictures/gallery/ as well.

    python tools/notebooks.py                       # all
    python tools/notebooks.py examples/02-*.ipynb   # some

A notebook asks one question and ends with one picture, which its last cell calls `picture`. The picture is stored as
PNG, so that it can be seen without running anything.
"""

from __future__ import annotations

import base64
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

HOME = Path(__file__).resolve().parents[1]
PICTURES = HOME / "docs" / "pictures" / "gallery"
SAVE = "import unanimity.report\nunanimity.report.save_picture(picture, {path!r}, scale=1.5)"


def execute(path: Path) -> None:
    """Run one notebook and write it back with its output."""
    book = nbformat.read(path, as_version=4)
    shown = PICTURES / f"{path.stem}.png"
    shown.parent.mkdir(parents=True, exist_ok=True)
    book.cells.append(nbformat.v4.new_code_cell(SAVE.format(path=str(shown))))
    NotebookClient(book, timeout=1800, kernel_name="python3", resources={"metadata": {"path": str(HOME)}}).execute()
    book.cells.pop()
    png = base64.b64encode(shown.read_bytes()).decode()
    last = book.cells[-1]
    last.outputs = [nbformat.v4.new_output("display_data", {"image/png": png, "text/plain": ""})]
    for cell in book.cells:
        cell.metadata.pop("execution", None)  # clock times, which change with every run
    nbformat.write(book, path)
    print(path.name, f"{shown.stat().st_size / 1e3:.0f} KB picture")


if __name__ == "__main__":
    for name in sys.argv[1:] or sorted((HOME / "examples").glob("*.ipynb")):
        execute(Path(name))
