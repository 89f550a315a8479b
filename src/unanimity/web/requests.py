"""What the page may ask for, its limits, and the regime that a request means."""

from __future__ import annotations

import hashlib
import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from unanimity import __version__
from unanimity.regimes import Regime, load_regime, preset_names
from unanimity.regimes.load import laid_over, preset_table, regime_of
from unanimity.support.errors import UserError, unknown
from unanimity.web.limits import MOST_ENTRIES, MOST_PAIRS, PERSON_MONTHS_A_RUN, PERSON_MONTHS_IN_ALL

Name = Annotated[str, Field(min_length=1, max_length=80, pattern=r"^[a-z0-9][a-z0-9_.@-]*$")]
Word = Annotated[str, Field(max_length=200)]
Value = bool | int | float | Word


Month = Annotated[str, Field(pattern=r"^19(1[89]|[23][0-9]|4[012])-(0[1-9]|1[0-2])$")]
OWN_BRANCH = "your rules"


class TooLarge(UserError):
    """The request is larger than the lab allows."""


class _Asked(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    @property
    def key(self) -> str:
        """The name of what is asked: a digest of its content and of the program's version."""
        text = json.dumps([type(self).__name__, __version__, self.model_dump(mode="json")], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:24]


class RunAsked(_Asked):
    """One world: an order, what is changed of it, what is scheduled, and the seed."""

    order: Name = Field(description="the name of a preset, such as 'union' or 'apparatus'")
    levers: dict[Name, Value] = Field(default={}, max_length=80, description="levers that differ from the order's own")
    schedule: list[dict[Name, Value]] = Field(
        default=[], max_length=MOST_ENTRIES, description="dated changes: lever and value, or an event with its words")
    seed: int = Field(default=1, ge=0, le=2**53 - 1)
    months: int | None = Field(default=None, ge=1, le=1200)
    people: int | None = Field(default=None, ge=2, le=100_000)
    burn_in: int | None = Field(default=None, ge=0, le=240)


class PairsAsked(RunAsked):
    """The order against the same order changed: so many pairs of worlds with the same people and luck."""

    pairs: int = Field(default=20, ge=3, le=MOST_PAIRS)
    measures: list[Name] = Field(default=[], max_length=24, description="measures whose curves are wanted")


class ClaimAsked(_Asked):
    """A claim of the debate, judged anew."""

    claim: Name
    pairs: int = Field(default=10, ge=3, le=MOST_PAIRS)


class ModelAsked(_Asked):
    """A published model of the shelf with one's own numbers."""

    model: Name
    values: dict[Name, float | Word] = Field(default={}, max_length=40)
    seed: int = Field(default=1, ge=0, le=2**53 - 1)
    dark: bool = Field(default=False, description="the picture on a dark ground")
    language: Literal["en", "es"] = Field(default="en", description="of the words in the picture")


class HistoryAsked(_Asked):
    """The hindcast held against the rows of the record that are there to mend by."""

    worlds: int = Field(default=1, ge=1, le=8)
    people: int = Field(default=20_000, ge=2_000, le=100_000)
    seed: int = Field(default=1918, ge=0, le=2**53 - 1)


class WhatIfAsked(_Asked):
    """History branched at a month: rules that hold from then on, against history as the scenario has it."""

    date: Month
    until: Month
    levers: dict[Name, Value] = Field(min_length=1, max_length=8)
    worlds: int = Field(default=3, ge=3, le=10)
    people: int = Field(default=5000, ge=1000, le=20_000)
    seed: int = Field(default=1918, ge=0, le=2**53 - 1)

    @property
    def arms(self) -> dict[str, dict[str, Any]]:
        """The one branch, as `unanimity whatif` takes it."""
        return {OWN_BRANCH: dict(self.levers)}


class AdviceAsked(_Asked):
    """A statute of the shelf with one's own answers: what would protect its members."""

    statute: Name
    answers: dict[Name, Value] = Field(default={}, max_length=60)
    members: int = Field(default=300, ge=24, le=1000)
    pairs: int = Field(default=5, ge=3, le=12)


def check_order(name: str) -> str:
    """An order by its name only: a request never names a file."""
    if name not in preset_names():
        raise unknown("", "order", name, preset_names())
    return name


def table_of(asked: RunAsked) -> dict[str, Any]:
    """The request as the tables of a regime file, laid over its order; this is also what the page exports."""
    base = preset_table(check_order(asked.order))
    table: dict[str, Any] = {"title": base["title"], "based_on": asked.order}
    sizes = {"months": asked.months, "burn_in": asked.burn_in}
    if any(value is not None for value in sizes.values()):
        table["run"] = {name: value for name, value in sizes.items() if value is not None}
    if asked.people is not None:
        table["society"] = {"people": asked.people}
    burnt = base.get("run", {}).get("burn_in", 0) if asked.burn_in is None else asked.burn_in
    entries = [{"month": 0, "lever": name, "value": value} for name, value in asked.levers.items()] if burnt else []
    if asked.levers and not burnt:
        table["levers"] = dict(asked.levers)
    entries += [dict(entry) for entry in asked.schedule]
    if entries:
        table["schedule"] = [*base.get("schedule", []), *entries]
    return table


def regime_asked(asked: RunAsked) -> Regime:
    """The checked regime that a request means."""
    table = table_of(asked)
    base = preset_table(asked.order)
    regime = regime_of(laid_over(base, table), asked.order)
    check_size(regime, framed=True)
    return regime


def months_of(regime: Regime) -> int:
    """Months that a world of it lives through, with its burn-in."""
    return regime.months + regime.burn_in


def check_size(regime: Regime, worlds: int = 1, framed: bool = False) -> None:
    """Refuse what is larger than the lab allows, and say what is allowed; frames of people make a run larger."""
    people, months = regime.society.people, months_of(regime)
    limit = PERSON_MONTHS_IN_ALL if worlds > 1 or not framed else PERSON_MONTHS_A_RUN
    if people * months * worlds > limit:
        raise TooLarge(f"{people:,} people x {months:,} months x {worlds:,} world{'s' if worlds > 1 else ''} is "
                       f"{people * months * worlds:,} person-months; allowed here: {limit:,}. Take fewer people, "
                       f"months or pairs; the command line has no such limit.")


def pair_of(asked: PairsAsked) -> tuple[Regime, Regime]:
    """The order as it is, and as it was changed."""
    plain = RunAsked(order=asked.order, seed=asked.seed, months=asked.months, people=asked.people,
                     burn_in=asked.burn_in)
    own = regime_asked(RunAsked(**{**plain.model_dump(), "levers": asked.levers, "schedule": asked.schedule}))
    base = regime_asked(plain)
    check_size(own, 2 * asked.pairs)
    return base, own


def load_order(name: str) -> Regime:
    """The order of that name."""
    return load_regime(check_order(name))
