"""What-if questions ready to run: one small TOML file each, with its wording and the source lines that it rests on.

    title, asks, date, until, words, sources, scenario
    [[arms]]            name, changes = {ballot = "secret"}, and, where wanted, until, drop, keep
    [[arms.schedule]]   rows of its own, as in a regime file
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from unanimity.history.branching import OWN_WORDS
from unanimity.history.target_check import SCENARIO
from unanimity.support.bounded_reading import read_text, tables_of
from unanimity.support.errors import UserError, refuse, unknown

NEEDED = ("title", "asks", "date", "arms")
FIELDS = (*NEEDED, "until", "words", "sources", "scenario")
OF_AN_ARM = ("name", "changes", *OWN_WORDS)


@dataclass(frozen=True)
class Question:
    """One question: when the scenario is branched, what each arm changes, and why the question is of interest."""

    name: str
    title: str
    asks: str
    date: str
    until: str | None
    words: str
    sources: tuple[str, ...]
    arms: Mapping[str, Mapping[str, Any]]
    scenario: str = SCENARIO


def ready() -> list[str]:
    """The names of the questions that come with the program."""
    folder = resources.files("unanimity.history") / "questions"
    return sorted(item.name.removesuffix(".toml") for item in folder.iterdir() if item.name.endswith(".toml"))


def read_question(name: str | Path) -> Question:
    """The question of that name, or the one in the user's own file."""
    text = str(name)
    if text in ready():
        source = (resources.files("unanimity.history") / "questions" / f"{text}.toml").read_text(encoding="utf-8")
        where = f"{text}.toml"
    elif text.endswith(".toml") or Path(text).exists():
        source, where = read_text(Path(text), "a TOML file"), text
    else:
        raise unknown("", "question", text, ready(), "unanimity whatif list; or give the path of a .toml file")
    return question_of(tables_of(source, where), where)


def question_of(raw: Mapping[str, Any], where: str) -> Question:
    """A question from its tables; an error is reported in one line."""
    for field in raw:
        if field not in FIELDS:
            raise unknown(where, "field", field, FIELDS)
    for field in NEEDED:
        if field not in raw:
            raise UserError(f"{where}: {field} is missing; allowed: {', '.join(FIELDS)}.")
    for field in ("title", "asks", "words", "scenario"):
        if not isinstance(raw.get(field, ""), str):
            raise refuse(where, field, raw[field], "a text")
    sources = raw.get("sources", [])
    if not isinstance(sources, list) or not all(isinstance(one, str) for one in sources):
        raise refuse(where, "sources", sources, "a list of texts, such as [\"003 l.7545-7552: the demands\"]")
    until = raw.get("until")
    return Question(Path(where).stem, raw["title"], raw["asks"], str(raw["date"]),
                    None if until is None else str(until), raw.get("words", ""), tuple(sources), _arms(raw, where),
                    raw.get("scenario", SCENARIO))


def _arms(raw: Mapping[str, Any], where: str) -> dict[str, dict[str, Any]]:
    tables = raw["arms"]
    if not isinstance(tables, list) or not tables or not all(isinstance(one, Mapping) for one in tables):
        raise refuse(where, "arms", tables, "one or more tables [[arms]], each with a name and its changes")
    found: dict[str, dict[str, Any]] = {}
    for number, table in enumerate(tables, start=1):
        for field in table:
            if field not in OF_AN_ARM:
                raise unknown(f"{where}: arms[{number}]", "field", field, OF_AN_ARM)
        name, changes = table.get("name"), table.get("changes", {})
        if not isinstance(name, str) or not name or name in found:
            raise refuse(where, f"arms[{number}].name", name, "a name of its own")
        if not isinstance(changes, Mapping):
            raise refuse(where, f"arms[{number}].changes", changes, "a table such as {ballot = \"secret\"}")
        found[name] = {**changes, **{field: table[field] for field in OWN_WORDS if field in table}}
    return found
