"""The page's English: its own catalogue, and what is derived from declarations, so that nothing is said twice.

A lever's name comes from its declaration (world/levers.py); a word among its values stands for itself unless
text/en.json says it otherwise.
"""

from __future__ import annotations

import json
from importlib import resources

from unanimity.world.levers import LEVERS


def derived() -> dict[str, str]:
    """What the declarations say and en.json does not: names of levers, and the words among their values."""
    own = _own()
    found = {f"lever.{lever.name}": lever.title for lever in LEVERS}
    found |= {f"value.{word}": word.replace("_", " ") for lever in LEVERS for word in lever.values
              if f"value.{lever.name}.{word}" not in own}
    return {key: text for key, text in found.items() if key not in own}


def english() -> dict[str, str]:
    """Every English text of the page by its id."""
    return _own() | derived()


def _own() -> dict[str, str]:
    text = resources.files("unanimity.web") / "page" / "text" / "en.json"
    return dict(json.loads(text.read_text(encoding="utf-8")))
