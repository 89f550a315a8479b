"""Where the written pages are: docs/ of a checkout, or the copy inside the wheel."""

from __future__ import annotations

from pathlib import Path

import unanimity

PACKAGE = Path(unanimity.__file__).parent


def docs_folder() -> Path:
    """The folder of the pages. setup.py copies docs/ into the wheel; a checkout has it beside src/."""
    checkout = PACKAGE.parents[1] / "docs"
    return checkout if (checkout / "index.md").exists() else PACKAGE / "docs"


def stored_pages() -> dict[str, Path]:
    """Every written page by its name (file names are unique, so that a name is enough)."""
    return {path.stem: path for path in sorted(docs_folder().rglob("*.md")) if path.name != "index.md"}
