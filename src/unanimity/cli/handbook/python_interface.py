"""The Python interface as a page: everything public in `import unanimity as un`, with signatures and docstrings."""

from __future__ import annotations

import inspect
import textwrap
from typing import Any

WIDTH = 90  # letters of a line of code that a page shows without scrolling
GROUPS = {  # in which order a reader meets them
    "Run and compare": ("run", "compare", "Simulation", "Result", "Comparison", "load_result", "pairs_needed"),
    "Regimes": ("regime", "Regime"),
    "Experiments and claims": ("experiment", "Experiment", "claims"),
    "Workshop": ("sweep", "sensitivity", "calibrate"),
    "History": ("history", "whatif", "evidence"),
    "Catalogues": ("measures", "mechanisms", "levers", "events", "reference"),
    "Drawing": ("report",),
    "Errors": ("UserError", "Interrupted"),
}


def python_page() -> str:
    """The page; `help(un.run)` prints the same words."""
    import unanimity as un

    lines = ["# Python interface", "", "Made by `make docs` from the docstrings. `import unanimity as un`; "
             "`help(un.run)` prints the same words in a session.", ""]
    others = tuple(name for name in un.__all__ if not any(name in group for group in GROUPS.values()))
    for title, names in {**GROUPS, "Others": others}.items():
        if names:
            lines += [f"## {title}", ""]
        for name in names:
            lines += _described(f"un.{name}", getattr(un, name), 3)
    return "\n".join(lines)


def _described(name: str, thing: Any, level: int) -> list[str]:
    """Heading, signature and docstring of a function, class or collection; of a class its public methods too."""
    lines = [f"{'#' * level} {name}", ""]
    is_class = inspect.isclass(thing)
    if is_class or inspect.isroutine(thing):
        lines += ["```text", *_signature(name, thing), "```", ""]
    lines += [*as_markdown(inspect.getdoc(thing) or ""), ""]
    if is_class:
        for part, member in sorted(vars(thing).items()):
            if part.startswith("_") or not (inspect.isfunction(member) or isinstance(member, property | classmethod)):
                continue
            function: Any = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
            if function is None or not inspect.getdoc(function):
                continue
            call = "" if isinstance(member, property) else str(inspect.signature(function)).replace("(self, ", "(") \
                .replace("(self)", "()")
            lines += [f"**`.{part}`**{' (attribute)' if isinstance(member, property) else ''}", ""]
            if call not in ("", "()") and not call.startswith("() ->"):
                wrapped = textwrap.wrap(f".{part}{_plain(call)}", WIDTH, subsequent_indent="    ")
                lines += ["```text", *wrapped, "```", ""]
            lines += [*as_markdown(inspect.getdoc(function) or ""), ""]
    return lines


def _signature(name: str, thing: Any) -> list[str]:
    try:
        call = str(inspect.signature(thing))
    except (TypeError, ValueError):
        return [name]
    return textwrap.wrap(f"{name}{_plain(call)}", WIDTH, subsequent_indent="    ")


def _plain(call: str) -> str:
    """A signature without quotes and the long names of modules."""
    for word in ("unanimity.experiments.", "collections.abc.", "typing.", "'"):
        call = call.replace(word, "")
    return call


def as_markdown(text: str) -> list[str]:
    """A docstring as Markdown: examples and indented lines are fenced, everything else is text.

    >>> as_markdown("Add.\\n\\n>>> 1 + 1\\n2")
    ['Add.', '', '```pycon', '>>> 1 + 1', '2', '```']
    """
    lines: list[str] = []
    for block in text.split("\n\n"):
        rows = block.split("\n")
        if rows[0].startswith(">>>"):
            lines += ["```pycon", *rows, "```", ""]
        elif all(row.startswith("    ") for row in rows if row):
            lines += ["```text", *(row[4:] for row in rows), "```", ""]
        else:
            lines += [*rows, ""]
    return lines[:-1]
