"""A user's own statute from a questionnaire: the answers are written as a regime file."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from pathlib import Path

from unanimity.regimes import Regime
from unanimity.statutes.questions import BY_KEY, Question
from unanimity.statutes.shelf import acts, asked_of, in_words, number_for, number_of, statute, told
from unanimity.support.errors import UserError, refuse, unknown
from unanimity.world.levers import lever

FEWEST, MOST = 24, 5000  # members
A_TEAM = 20  # members of the smallest unit, about
CHAIRS = (3, 11)  # of the executive: minimum, maximum

# the question, the answer that stands, the answers offered: what is said
Ask = Callable[[Question, str, list[str]], str]


def tree_for(members: int) -> list[int]:
    """Sections and the teams of each, of some twenty members a team.

    >>> tree_for(120), tree_for(1000)
    ([2, 3], [7, 7])
    """
    teams = max(4, round(members / A_TEAM))
    sections = max(2, int(math.sqrt(teams)))
    return [sections, max(2, round(teams / sections))]


def chairs_for(members: int) -> int:
    """An odd number of chairs in the executive."""
    return max(CHAIRS[0], min(CHAIRS[1], members // 20)) // 2 * 2 + 1


def check_members(members: object, where: str = "") -> int:
    """The number of members; refuses one that an organisation of this kind cannot have."""
    if isinstance(members, bool) or not isinstance(members, int) or not FEWEST <= members <= MOST:
        raise refuse(where, "members", members, f"a whole number from {FEWEST} to {MOST}")
    return members


def options_of(question: Question) -> list[str]:
    """The answers offered, each with its value in a file."""
    return [f"{words} ({value})" for value, words in question.answers]


def read_answer(question: Question, said: str) -> str | float:
    """The value of what a person typed: the number of an offered answer, its value, its words, or a number."""
    said = said.strip()
    if not question.is_number and said.isdigit() and 1 <= int(said) <= len(question.answers):
        return question.answers[int(said) - 1][0]
    for value, words in question.answers:
        if said.lower() in (str(value).lower(), words.lower()):
            return value
    if question.is_number:
        try:
            number = float(said.rstrip("%")) / (100.0 if said.endswith("%") else 1.0)
        except ValueError:
            number = math.nan
        if math.isfinite(number):
            return _within(question, number)
    allowed = ", ".join(str(value) for value, _ in question.answers)
    raise refuse("", question.key, said, f"{allowed} or a number" if question.is_number else allowed)


def _within(question: Question, number: float) -> float:
    if not question.parameter:
        lever(question.key).number(number)
    return number


def asked(base: Regime, ask: Ask) -> dict[str, str | float]:
    """Ask the questions of a base statute; an empty answer keeps the base's value."""
    given: dict[str, str | float] = {}
    for question in asked_of(base):
        said = ask(question, told(question, base), options_of(question))
        if said.strip():
            given[question.key] = read_answer(question, said)
    return given


def check_answers(given: Mapping[str, str | float], base: Regime) -> None:
    """Refuse an answer to a question that does not apply to this kind of organisation."""
    for key, value in given.items():
        if key not in BY_KEY:
            raise unknown("", "question", key, BY_KEY, "unanimity statutes show NAME --json")
        if not acts(BY_KEY[key], base):
            raise UserError(
                f"{key} = {value!r} does nothing in {base.name}: no mechanism that is on reads it; allowed: "
                f"{', '.join(question.key for question in asked_of(base))}."
            )


def file_text(title: str, like: str, members: int, given: Mapping[str, str | float]) -> str:
    """The statute as a regime file, based on a shipped statute, with the answers that differ from it."""
    base = statute(like)
    check_members(members)
    check_answers(given, base)
    levers = [
        line for key, value in given.items() if not BY_KEY[key].parameter for line in _line(BY_KEY[key], value, base)
    ]
    numbers: dict[str, list[str]] = {}
    for key, value in given.items():
        if BY_KEY[key].parameter:
            mechanism, _, name = key.partition(".")
            numbers.setdefault(mechanism, []).append(f"{name} = {float(value):g}")
    head = [
        f"title = {_quoted(title)}",
        'asks = "What protects us?"',
        f'based_on = "{like}"',
        "",
        "[society]",
        f"people = {members}",
        f"tree = {tree_for(members)}",
        f"centre_size = {chairs_for(members)}",
    ]
    sources = [f'"{key}" = "our statute"' for key in given if BY_KEY[key].parameter]
    parts = [head, ["[levers]", *levers] if levers else []]
    parts += [[f"[parameters.{mechanism}]", *lines] for mechanism, lines in numbers.items()]
    parts += [["[sources]", *sources] if sources else []]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _line(question: Question, value: str | float, base: Regime) -> list[str]:
    """A lever's line, with question and answer as the comment; none if the base has the same value."""
    number, setting = number_for(question, value), base.levers[question.key]
    if number == number_of(question, base) and not setting.levels and not setting.provinces:
        return []
    shown = _quoted(value) if isinstance(value, str) else f"{value:g}"
    return [f"# {question.asks} {in_words(question, number).capitalize()}.", f"{_quoted(question.key)} = {shown}"]


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'


def check_file(path: Path) -> None:
    """Refuse a path that cannot be written, before the first question is asked."""
    if path.suffix != ".toml":
        raise refuse("", "file", str(path), "a name that ends in .toml")
    if path.exists():
        raise UserError(f"{path} exists; allowed: another name, or remove it first.")


def write_statute(path: Path, title: str, like: str, members: int, given: Mapping[str, str | float]) -> Regime:
    """Write the file and load it again; a file that cannot be loaded is removed."""
    from unanimity.results.atomic_files import write_text

    check_file(path)
    write_text(path, file_text(title, like, members, given))
    try:
        return statute(path)
    except UserError:
        path.unlink()
        raise
