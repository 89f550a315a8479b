"""The pages that are built and not kept in the repository: cards, Python interface, command line, ODD+D."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial


def built_pages(with_mathml: bool = False) -> dict[str, Callable[[], str]]:
    """How each page is made, by its path below docs/."""
    from unanimity.cli.handbook.cards import card_page, card_path, cards_index
    from unanimity.cli.handbook.command_line import command_line_page
    from unanimity.cli.handbook.gallery import gallery_page, notebook_page, notebooks
    from unanimity.cli.handbook.odd import odd_page
    from unanimity.cli.handbook.python_interface import python_page
    from unanimity.mechanisms import BY_ID

    return {"system/cards/index.md": cards_index,
            **{card_path(m): partial(card_page, m, with_mathml) for m in BY_ID.values()},
            "system/odd.md": partial(odd_page, with_mathml),
            **({"gallery/index.md": gallery_page} if notebooks() else {}),
            **{f"gallery/{path.stem}.md": partial(notebook_page, path) for path in notebooks()},
            "reference/python.md": python_page, "reference/command-line.md": command_line_page}


def breakable(page: str) -> str:
    """A page of HTML in which names in tables may wrap after a dot, a slash or an underscore, and nowhere else.

    >>> breakable("<td><code>custody.death_in_camp</code></td> <code>a.b</code>")
    '<td><code>custody.<wbr>death_<wbr>in_<wbr>camp</code></td> <code>a.b</code>'
    """
    def name(found: re.Match[str]) -> str:
        return re.sub(r"(?<=[\w/])([._/])(?=\w)", r"\1<wbr>", found[0])

    return re.sub(r"<td\b.*?</td>", lambda cell: re.sub(r"<code>[^<]+</code>", name, cell[0]), page, flags=re.DOTALL)


def name_of(path: str) -> str:
    """The word by which `unanimity docs` knows a page: its file name, of a card without the number.

    >>> name_of("system/cards/06-fear.md"), name_of("system/cards/index.md"), name_of("guides/regimes.md")
    ('fear', 'cards', 'regimes')
    """
    folder, _, file = path.removesuffix(".md").rpartition("/")
    if file == "index":
        return folder.rpartition("/")[2] or "index"
    return file.lstrip("0123456789").lstrip("-") if folder.endswith("cards") else file
