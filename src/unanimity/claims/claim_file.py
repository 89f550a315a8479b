"""What a claim file holds besides its experiment: author, statement, citation, falsifiers, and the rival claim."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from unanimity.experiments.description import ExperimentFile, read_toml
from unanimity.regimes import Regime, load_regime, preset_names
from unanimity.support.errors import UserError, refuse
from unanimity.support.manners import path_of
from unanimity.verdicts.resampling import LEAST_WORLDS

STRENGTHS = {"stated": "the author says so", "implied": "our reading of what the author says",
             "own": "a claim of whoever wrote the file"}
YEAR = re.compile(r"\b1\d\d\d\b|\b20\d\d\b")
MONTH = re.compile(r"19\d\d-(0[1-9]|1[0-2])")
PLACE = re.compile(r"[1-9]\d*(\.[1-9]\d*)?")  # the position of a test: 2, or 2.1 for a part of the second
THE_WHOLE = "the whole claim"  # the `what` of [[in_history.cannot]] that bars all of it
FILLED = ("author", "date", "source", "lines", "says", "expects", "falsified", "rival")  # fields that may not be empty


class ClaimTable(BaseModel):
    """The table [claim]."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    author: str
    date: str
    source: str  # the text: the number of a file of sources, or a title
    lines: str
    says: str
    expects: str
    falsified: str
    rival: str
    strength: str = "stated"
    milieu: str = ""  # whom the text is about, if not a country: a party, an opposition, prisoners
    by_construction: str = ""  # the part that follows directly from a single rule
    sets: dict[str, str] = {}  # parameters and inputs that the text calls for, each with the reason
    notes: str = ""

    @property
    def citation(self) -> str:
        """The citation in the project's format."""
        return f"{self.source} l.{self.lines}" if self.lines[:1].isdigit() else f"{self.source}, {self.lines}"

    @property
    def year(self) -> int:
        """The first year in its date."""
        found = YEAR.search(self.date)
        return int(found[0]) if found else 0


class CannotTable(BaseModel):
    """A part of the set-up that cannot be applied to a branch of the hindcast."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    what: str
    why: str


class InHistoryTable(BaseModel):
    """The table [in_history]: the same claim on a branch of the calibrated hindcast."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    at: str  # the month that it refers to, "YYYY-MM"
    lays: list[str] = []  # parts of the set-up applied to the branch: tables of [regime] such as "groups", "schedule"
    sets: dict[str, Any] = {}  # levers that all arms hold from month 0 on, so that the control lacks the treatment
    drops: list[str] = []  # scheduled rows that all arms omit, since they are the treatment: "1926-01 replace"
    cannot: list[CannotTable] = []  # parts that are impossible there, and why
    notes: str = ""

    @property
    def barred(self) -> str:
        """Why the whole claim cannot be tested in history; "" if it can."""
        return next((one.why for one in self.cannot if one.what == THE_WHOLE), "")


Main = Annotated[int, Field(strict=True, ge=1)] | str | dict[str, Any]


class ClaimFile(ExperimentFile):
    """The whole file: an experiment with the table [claim]."""

    claim: ClaimTable
    main: Main | None = None  # the main test: 2 or "2.1" of expect, or a test of its own
    main_why: str = ""  # why, from the text
    rival_main: Main | None = None  # the same for the rival
    rival_main_why: str = ""
    premise: list[dict[str, Any]] = Field(default=[])  # tests of the situation that the claim presupposes
    in_history: InHistoryTable | None = None


def check_claim(found: ClaimFile, where: str) -> None:
    """Refuse a claim that could not be judged or cited."""
    table = found.claim
    for name in FILLED:
        if not getattr(table, name).strip():
            raise refuse(where, f"claim.{name}", getattr(table, name), "a text that is not empty")
    if not YEAR.search(table.date):
        raise refuse(where, "claim.date", table.date, "a date such as 1926, 1926-01 or 1920-12-21")
    if table.strength not in STRENGTHS:
        told = ", ".join(f"{word!r} ({says})" for word, says in STRENGTHS.items())
        raise refuse(where, "claim.strength", table.strength, told)
    if "milieu" in table.model_fields_set and not table.milieu.strip():
        raise refuse(where, "claim.milieu", table.milieu, "whom the text speaks of, such as 'members of one city's "
                                                          "party'; no such line where it speaks of a country")
    for name in ("expect", "falsified_if"):
        if not getattr(found, name):
            raise UserError(f"{where}: {name} is empty; allowed: a list of tests, fixed before any run "
                            f"(unanimity docs writing-a-claim).")
    if not found.explained_by:
        raise UserError(f"{where}: explained_by is empty; allowed: the mechanisms said to cause it "
                        f"(unanimity mechanisms list).")
    if found.replications < LEAST_WORLDS:
        raise refuse(where, "replications", found.replications, f"{LEAST_WORLDS} or more: fewer pairs of worlds decide "
                     f"nothing, and every test would come out undecided (40 are usual)")
    check_main(found, where)
    for name, reason in table.sets.items():
        if not reason.strip():
            raise refuse(where, f"claim.sets.{name}", reason, "the words of the text that call for it")


def check_main(found: ClaimFile, where: str) -> None:
    """Refuse a main test without a reason, and an invalid month of history."""
    for name in ("main", "rival_main"):
        given, why = getattr(found, name), getattr(found, f"{name}_why")
        if given is not None and not why.strip():
            raise UserError(f"{where}: {name}_why is missing; allowed: one line that says from the text why this test "
                            f"carries the causal sentence.")
        if given is None and why.strip():
            raise UserError(f"{where}: {name} is missing, though {name}_why is given; allowed: the number of a test, "
                            f"or a form.")
        if isinstance(given, str) and not PLACE.fullmatch(given):
            raise refuse(where, name, given, 'a number such as 2, "2.1" for a part of the second, or a test')
    if found.in_history is not None and not MONTH.fullmatch(found.in_history.at):
        raise refuse(where, "in_history.at", found.in_history.at, 'a month such as "1926-01"')


def numbers_set(regimes: Iterable[Regime], base: str, where: str = "") -> set[str]:
    """Every parameter and input that these regimes set, by a table or by schedule, to another value than the preset
    that all claims on it share. If the base is the user's own file, what it inherits from its preset counts as
    shared."""
    shared = _preset_below(base, Path(where).parent)
    common: dict[str, float] = {} if shared is None else {**shared.parameters, **shared.inputs}
    dated = () if shared is None else shared.schedule
    found: set[str] = set()
    for regime in regimes:
        found |= {name for name, value in {**regime.parameters, **regime.inputs}.items() if common.get(name) != value}
        found |= {entry.name for entry in regime.schedule if entry.kind in ("parameter", "input")
                  and entry not in dated}
    return found


def _preset_below(base: str, folder: Path) -> Regime | None:
    """The preset on which a claim is based, directly or through the user's own files; None if there is none."""
    seen: set[str] = set()
    while base not in preset_names():
        path = folder / path_of(base)
        if str(path) in seen or not path.is_file():
            return None
        seen.add(str(path))
        named = read_toml(path).get("based_on")
        if not isinstance(named, str):
            return None
        base, folder = named, path.parent
    return load_regime(base)


def check_sets(sets: Mapping[str, Any], regimes: Iterable[Regime], base: str, where: str) -> None:
    """All claims on a preset use the same numbers: a number that a claim sets must be listed in `sets`, and a listed
    one must be set. What the preset itself sets, such as a milieu's own rates, has its source there."""
    used = numbers_set(regimes, base, where)
    for name in sorted(used - set(sets)):
        raise UserError(f"{where}: {name} is set, but not named under [claim.sets]; allowed: the default that all "
                        f"claims share, or \"{name}\" = \"the words of the text that call for it\".")
    for name in sorted(set(sets) - used):
        raise UserError(f"{where}: claim.sets.{name} is set nowhere; allowed: parameters and inputs that an arm or the "
                        f"regime sets.")
