"""What a regime file may hold: its shape, checked field by field (TOML in, one clear line out for a slip)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from unanimity.world.errors import UserError, near_miss

Share = Annotated[float, Field(ge=0.0, le=1.0)]
Number = int | float


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=False, frozen=True)


class SocietyTable(_Table):
    """People, tree, shares of estates, ties, issues."""

    people: Annotated[int, Field(strict=True)] = 2000
    tree: list[Annotated[int, Field(strict=True)]] = [8, 4, 4]
    sizes: list[Annotated[int, Field(strict=True)]] = []
    issues: Annotated[int, Field(ge=2, le=3, strict=True)] = 2
    agenda: str = "rule"
    members: Share = 0.22
    police: Share = 0.02
    centre_size: Annotated[int, Field(ge=1, le=255, strict=True)] = 11
    rural: Share = 0.625
    ties: Annotated[float, Field(ge=0.0, le=200.0)] = 14.0
    ties_in_cell: Share = 0.65
    ties_in_district: Share = 0.23
    lines: dict[str, list[Number]] = {}


class RunTable(_Table):
    """How long, and how many months of settling before month 0."""

    months: Annotated[int, Field(ge=1, le=6000, strict=True)] = 96
    burn_in: Annotated[int, Field(ge=0, le=1200, strict=True)] = 0


class ScheduleTable(_Table):
    """One entry of the schedule: a lever, a parameter or an event at a month."""

    month: Annotated[int, Field(strict=True)]
    lever: str | None = None
    parameter: str | None = None
    event: str | None = None
    variable: str | None = None
    value: Any = None
    add: Number | None = None
    scale: Number | None = None
    months: Annotated[int, Field(ge=1, strict=True)] | None = None
    announced: Annotated[int, Field(strict=True)] | None = None
    every: Annotated[int, Field(ge=1, strict=True)] | None = None
    until: Annotated[int, Field(strict=True)] | None = None
    provinces: list[Annotated[int, Field(strict=True)]] = []
    levels: list[str] = []


class RegimeFile(_Table):
    """The whole file."""

    title: str
    asks: str = ""
    based_on: str | None = None
    run: RunTable = RunTable()
    society: SocietyTable = SocietyTable()
    levers: dict[str, Any] = {}
    parameters: dict[str, dict[str, Any]] = {}
    inputs: dict[str, Any] = {}
    traits: dict[str, Any] = {}
    traits_by_province: dict[str, dict[str, Any]] = {}
    correlations: dict[str, Any] = {}
    mechanisms: str | list[str] = []
    off: list[str] = []
    schedule: list[ScheduleTable] = []
    sources: dict[str, str] = {}


def parse(raw: Mapping[str, Any], where: str) -> RegimeFile:
    """The file's tables, or one line that names the field, the value and what is allowed."""
    try:
        return RegimeFile.model_validate(raw)
    except ValidationError as slip:
        raise UserError(_one_line(slip, where)) from None


def _one_line(slip: ValidationError, where: str) -> str:
    first = slip.errors()[0]
    place = [str(part) for part in first["loc"]]
    field = ".".join(place)
    if first["type"] == "extra_forbidden":
        allowed = _fields_at(place[:-1])
        return (f"{where}: no field {field!r}.{near_miss(place[-1], allowed)} "
                f"Known here: {', '.join(sorted(allowed))}.")
    if first["type"] == "missing":
        return f"{where}: {field} is missing; allowed: {_says(first)}."
    return f"{where}: {field} = {first['input']!r} is not allowed; allowed: {_says(first)}."


def _says(error: Mapping[str, Any]) -> str:
    text = str(error["msg"]).replace("Input should be ", "").replace("Field required", "it must be given")
    return text[:1].lower() + text[1:]


def _fields_at(place: list[str]) -> list[str]:
    known: dict[str, type[BaseModel]] = {"run": RunTable, "society": SocietyTable, "schedule": ScheduleTable}
    return list(known.get(place[0] if place else "", RegimeFile).model_fields)
