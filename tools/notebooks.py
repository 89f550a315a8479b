"""Execute the notebooks of examples/ and keep their output; the picture of each goes to docs/pictures/gallery/ as well.

    python tools/notebooks.py                       # all
    python tools/notebooks.py examples/02-*.ipynb   # some

A notebook asks one question and ends with one picture, which its last cell calls `picture`. The picture is stored as
PNG, so that it can be seen without running anything. Notebooks run in a folder of their own beside a link to examples/,
so that what they write is gone afterwards and nothing is read from a store of earlier runs.
"""

from __future__ import annotations

import base64
import sys
import tempfile
import time
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
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "examples").symlink_to(HOME / "examples")
        NotebookClient(book, timeout=1800, kernel_name="python3", resources={"metadata": {"path": folder}}).execute()
    book.cells.pop()
    png = base64.b64encode(shown.read_bytes()).decode()
    last = book.cells[-1]
    last.outputs = [nbformat.v4.new_output("display_data", {"image/png": png, "text/plain": ""})]
    for cell in book.cells:
        cell.metadata.pop("execution", None)  # clock times, which change with every run
        if cell.cell_type == "code":  # a progress bar that is done leaves an empty display
            cell.outputs = [one for one in cell.outputs if one.output_type == "stream" or any(one.data.values())]
    nbformat.write(book, path)
    print(path.name, f"{time.monotonic() - started:.0f} s, {shown.stat().st_size / 1e3:.0f} KB picture")


if __name__ == "__main__":
    for name in sys.argv[1:] or sorted((HOME / "examples").glob("*.ipynb")):
        execute(Path(name))
