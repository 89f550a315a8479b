"""One person in two histories: the same simulated person followed in the hindcast and in a branch.

The person was present when the branch began, so both histories share his past. The person is the one whose life differs
most, or is chosen by name, by number or from a population.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pandas as pd

from unanimity.engine.batch import Batch
from unanimity.engine.identities import lives_of
from unanimity.engine.moment import world_view
from unanimity.regimes import Regime
from unanimity.results import Result
from unanimity.results.person_names import name_of, names_of
from unanimity.support.calendar import with_dates
from unanimity.support.errors import UserError
from unanimity.world.selectors.parse import parse
from unanimity.world.selectors.people import persons

# the weight of an event in a life when two lives are compared; a sanction weighs as much as its rung
WEIGHTS = {"died": 9.0, "arrested": 4.0, "left": 4.0, "taken hostage": 4.0, "released": 2.0, "freed": 2.0, "saved": 3.0,
           "confessed": 3.0, "capitulated": 3.0, "appointed": 2.0, "removed": 2.0, "joined": 1.0, "told": 2.0}
ELSE = 0.5
NOTHING = "Nothing that the case log tells of."


@dataclass(frozen=True)
class TwoLives:
    """One person's two biographies: the shared past, then each history from the branch on."""

    person: int
    name: str
    seed: int
    before: tuple[str, ...]
    history: tuple[str, ...]
    branch: tuple[str, ...]


def two_lives(result: Result, batch: Batch, since: int, wish: str, start: str, branch: int = 1) -> TwoLives:
    """The requested person's life in the hindcast (world 0) and in a branch.

    `wish` is "" for the life that differs most, a name, a number, or a population such as `members and province(1)`;
    `batch` is the world at the start of the branch's month.
    """
    seed = int(result.worlds["seed"].iloc[0])
    there = _there(batch)
    allowed = _meant(wish, seed, there, batch)
    person = _differs_most(result.log, allowed, since, branch)
    before, one, two = _told(result, person, since, start, branch)
    return TwoLives(person, name_of(seed, person), seed, before, one, two)


def check_wish(wish: str, regime: Regime) -> None:
    """Refuse, before any run, an invalid population; names are looked up later."""
    text, known = " ".join(wish.split()), regime.setup.known
    if text and known is not None and not _is_name_or_number(text):
        parse(text, known, "--life", "")


def _is_name_or_number(text: str) -> bool:
    return text.isdigit() or (text.istitle() and not re.search(r"[(=<>]|\b(?:and|or|not)\b", text))


def _there(batch: Batch) -> np.ndarray:
    """The person numbers of those who are present when the branch begins."""
    lives = lives_of(batch, 0)
    return np.unique(lives.number[lives.number >= 0])


def _meant(wish: str, seed: int, there: np.ndarray, batch: Batch) -> np.ndarray:
    text = " ".join(wish.split())
    if not text:
        return there
    if re.fullmatch(r"\d+", text):
        if int(text) not in there:
            raise UserError(f"--life {text}: nobody of that number is there when the branch begins; allowed: "
                            f"{there.size:,} numbers from {there[0]} to {there[-1]}, a name or a population.")
        return np.array([int(text)])
    named = there[names_of(seed, there) == text.title()]
    if named.size:
        return named
    known = batch.regimes[0].setup.known
    if known is None or _is_name_or_number(text):
        some = ", ".join(names_of(seed, there[:3]).tolist())
        raise UserError(f"--life {wish!r}: nobody of that name is there when the branch begins; allowed: a name such "
                        f"as {some}, a number, or a population such as members and province(1).")
    choice = parse(text, known, "--life", "")
    mask = persons(choice, world_view(batch, 0, "measure", 0))
    numbers = lives_of(batch, 0).number[mask]
    found = numbers[numbers >= 0]
    if not found.size:
        raise UserError(f"--life {wish!r}: nobody is meant by it when the branch begins; allowed: a population with "
                        f"somebody in it, such as members.")
    return np.unique(found)


def _differs_most(log: pd.DataFrame, allowed: np.ndarray, since: int, branch: int) -> int:
    """Among the allowed persons, the one whose events after the branch differ most by weight; ties go to the lowest
    number."""
    late = log[(log["month"] >= since) & log["person"].isin(allowed) & log["world"].isin([0, branch])]
    steps: dict[int, tuple[Counter[str], Counter[str]]] = {}
    for row in late[["world", "person", "event", "rung_word", "kind", "rung"]].itertuples():
        mine = steps.setdefault(int(row.person), (Counter(), Counter()))
        what = f"{row.event}|{row.rung_word if row.event == 'sanctioned' else row.kind}|{row.rung}"
        mine[0 if row.world == 0 else 1][what] += 1
    scores = {person: _weight((one - two) + (two - one)) for person, (one, two) in steps.items()}
    if not scores:
        return int(allowed.min())
    most = max(scores.values())
    return min(person for person, score in scores.items() if score == most)


def _weight(steps: Counter[str]) -> float:
    total = 0.0
    for what, number in steps.items():
        event, _, rung = what.split("|")
        total += min(number, 2) * (float(rung) if event == "sanctioned" else WEIGHTS.get(event, ELSE))
    return total


def _told(result: Result, person: int, since: int, start: str, branch: int
          ) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """The sentences of the biography: identity and past before the branch once, the rest for each history."""
    told = [result.biography(person, world) for world in (0, branch)]
    known = next((lines for lines in told if len(lines) > 1), told[0])
    before = [known[0], *(line for line in known[1:] if _is_before(line, since))]
    rest = [[line for line in lines[1:] if not _is_before(line, since)] or [NOTHING] for lines in told]
    return _dated(before, start), _dated(rest[0], start), _dated(rest[1], start)


def _is_before(line: str, since: int) -> bool:
    found = re.match(r"Month (-?\d+):", line)
    return found is not None and int(found[1]) < since


def _dated(lines: Iterable[str], start: str) -> tuple[str, ...]:
    return tuple(with_dates(line, start) for line in lines)
