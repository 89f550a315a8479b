"""A hook of MkDocs: adds the pages that are made from the code to the site (unanimity.cli.handbook)."""

from __future__ import annotations

import re
from typing import Any

from mkdocs.structure.files import File, Files

from unanimity.cli.handbook.built_pages import breakable, built_pages
from unanimity.cli.handbook.cards import card_path
from unanimity.cli.handbook.gallery import notebooks, question_of


def on_config(config: Any) -> Any:
    """Put the cards into the navigation, in the order of their numbers."""
    from unanimity.mechanisms import BY_ID

    cards = sorted(BY_ID.values(), key=lambda m: (m.card == 0, m.card))
    entries = ["system/cards/index.md",
               *({f"{m.card} {m.title}" if m.card else m.title: card_path(m)} for m in cards)]
    books: list[Any] = ["gallery/index.md"]
    books += [{question_of(path)[0]: f"gallery/{path.stem}.md"} for path in notebooks()]
    config["nav"] = [{"Gallery": books} if section == {"Gallery": "gallery"} else section for section in config["nav"]]
    for section in config["nav"]:
        for title, pages in section.items():
            if title == "The system":
                pages[:] = [{"Cards": entries} if page == {"Cards": "system/cards"} else page for page in pages]
    return config


def on_files(files: Files, config: Any) -> Files:
    """Add the made pages to those of docs/."""
    for path, page in built_pages(with_mathml=True).items():
        files.append(File.generated(config, path, content=page()))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """A ledger of the debate grows at its end: on the site its last run, which most readers want, stands first.

    The search puts guides and cards before the journal of changes, in which every word occurs.
    """
    page.meta["search"] = {"boost": 0.2 if "/changes" in page.file.src_uri or page.file.src_uri.startswith("debate/")
                           else 2.0 if page.file.src_uri.startswith(("guides/", "tutorial", "system/cards/")) else 1.0}
    head, *runs = re.split(r"^(?=## \d{4}-\d\d-\d\d )", markdown, flags=re.MULTILINE)
    if not page.file.src_uri.startswith("debate/") or len(runs) < 2:
        return markdown
    return "\n\n".join([head.rstrip(), "On this page the last run stands first.", *reversed(runs)])


def on_page_context(context: Any, page: Any, config: Any, nav: Any) -> Any:
    """The front page and the gallery have the whole width: what would stand beside them is on the pages themselves."""
    if page.is_homepage or page.file.src_uri == "gallery/index.md":
        page.meta["hide"] = ["navigation", "toc"]
    return context


SHIM = "https://unpkg.com/iframe-worker/shim"  # the theme would load it from there, for search in pages on the disk


def on_post_page(output: str, page: Any, config: Any) -> str:
    """The script comes with the site; names in narrow columns wrap where their words end."""
    return breakable(output.replace(SHIM, "../" * page.url.count("/") + "pictures/iframe-worker-shim.js"))


def on_post_template(output_content: str, template_name: str, config: Any) -> str:
    """The same for pages that are not in docs/ (404.html)."""
    return output_content.replace(SHIM, "pictures/iframe-worker-shim.js")
