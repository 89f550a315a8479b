"""The command line as a page: every command with its arguments and options, from the program itself."""

from __future__ import annotations

from typing import Any


def command_line_page() -> str:
    """The page; `unanimity COMMAND --help` prints the same words."""
    import typer

    from unanimity.cli.main import app

    root: Any = typer.main.get_command(app)
    lines = ["# Command line", "", "Made by `make docs` from the program; `unanimity COMMAND --help` prints the same "
             "words. Data go to stdout, notes and progress to stderr, `--json` prints one value. Exit codes: 0 done, 1 "
             "some runs failed or a check did not hold, 2 an input error.", ""]
    for name, command in sorted(root.commands.items()):
        lines += _described(f"unanimity {name}", command, 2)
    return "\n".join(lines)


def _described(name: str, command: Any, level: int) -> list[str]:
    lines = [f"{'#' * level} {name}", "", " ".join((command.help or "").split()), ""]
    parts = getattr(command, "commands", None)
    rows = [_row(one) for one in command.params if one.name != "help" and not getattr(one, "hidden", False)]
    if rows:
        lines += ["| argument or option | meaning | default |", "|---|---|---|", *rows, ""]
    for part, inner in sorted((parts or {}).items()):
        lines += _described(f"{name} {part}", inner, level + 1)
    return lines


def _row(one: Any) -> str:
    option = one.param_type_name == "option"
    written = " ".join([*one.opts, *one.secondary_opts]) if option else (one.metavar or str(one.name).upper())
    meaning = " ".join((getattr(one, "help", "") or "").split()).replace("|", "\\|")
    given = one.default
    default = "" if given in (None, False, (), "") or callable(given) or "Sentinel" in repr(given) else f"`{given}`"
    return f"| `{written}` | {meaning} | {'required' if one.required else default} |"
