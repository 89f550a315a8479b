"""The schema of a regime file, checked field by field (one clear line for each error)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from unanimity.regimes.schedule_tables import undated
from unanimity.support.errors import UserError, near_miss, shown
from unanimity.world.comrades import MOST_COMRADES
from unanimity.world.society import Shares
from unanimity.world.ties import Mesh

Share = Annotated[float, Field(ge=0.0, le=1.0, strict=True)]  # strict: a string or true is not a number
Number = Annotated[int, Field(strict=True)] | Annotated[float, Field(strict=True)]
Flag = Annotated[bool, Field(strict=True)]


USUAL_MESH = Mesh()


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=False, frozen=True)


class SocietyTable(_Table):
    """People, tree, shares of estates, ties, issues."""

    people: Annotated[int, Field(strict=True)] = 2000
    tree: list[Annotated[int, Field(strict=True)]] | Literal["auto"] = [8, 4, 4]
    sizes: list[Annotated[int, Field(strict=True)]] = []
    issues: Annotated[int, Field(ge=2, le=3, strict=True)] = 2
    agenda: str = "rule"
    members: Share = Shares.members
    village_members: Share = Shares.village_members
    open_chairs: bool | None = None
    police: Share = Shares.police
    centre_size: Annotated[int, Field(ge=1, le=255, strict=True)] = Shares.centre_size
    rural: Share = 0.625
    ties: Annotated[float, Field(ge=0.0, le=200.0, strict=True)] = USUAL_MESH.degree
    ties_in_cell: Share = USUAL_MESH.in_cell
    ties_in_district: Share = USUAL_MESH.in_district
    comrades: Annotated[int, Field(ge=0, le=MOST_COMRADES, strict=True)] = Shares.comrades
    lines: dict[str, list[Number]] = {}
    spare: Annotated[float, Field(ge=0.0, le=4.0, strict=True)] = 0.0  # vacant places for each person (card 29)
    statute: Annotated[bool, Field(strict=True)] = False  # an organisation by statute (cards 31-37)
    moving: Annotated[bool, Field(strict=True)] = False  # people move to where the bread is (card 30)


class RunTable(_Table):
    """The length of the run, and the months of burn-in before month 0."""

    months: Annotated[int, Field(ge=1, le=6000, strict=True)] = 96
    burn_in: Annotated[int, Field(ge=0, le=1200, strict=True)] = 0
    start: str = ""  # the calendar month of month 0, such as 1918-01, which allows dates in the schedule


class MilieuTable(_Table):
    """The part of a country that the people represent, if the regime is not a country."""

    of: str
    source: str
    share_of_country: Annotated[float, Field(gt=0.0, le=1.0, strict=True)] | None = None


class ScheduleTable(_Table):
    """One schedule entry: a lever, a parameter or an event at a month, with the event's own arguments."""

    model_config = ConfigDict(extra="allow", strict=False, frozen=True)

    month: Annotated[int, Field(strict=True)] | None = None
    rate: Number | None = None
    who: str | None = None
    where: str | None = None
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
    origin: str = ""  # for the reader: origin, reason, confidence
    why: str = ""
    confidence: str = ""
    row: str = ""  # its position in a table file


class _Chosen(_Table):
    """A count or share of the selected people."""

    n: Annotated[int, Field(ge=1, strict=True)] | None = None
    share: Share | None = None


class GroupTable(_Chosen):
    """A named group of people and how they differ."""

    name: str
    of: str = "all"
    by: Literal["lot", "quantile"] = "lot"
    variable: str | None = None
    quantile: Share = 0.5
    traits: dict[str, Any] = {}
    fame: Share | None = None
    dependants: Annotated[int, Field(ge=0, le=8, strict=True)] | None = None
    category: Annotated[int, Field(ge=1, le=3, strict=True)] | None = None
    sector: Annotated[int, Field(ge=0, le=7, strict=True)] | None = None
    attends: Flag | None = None
    label: str | None = None
    flags: list[str] = []
    guilty: Share | None = None
    post: Literal["cell", "district", "province", "centre"] | None = None
    degree: Annotated[int, Field(ge=0, le=10000, strict=True)] | None = None


class PersonTable(_Table):
    """One person by name."""

    name: str
    role: Literal["leader", "centre", "secretary", "police_chief", "reserve_leader", "elder", "intercessor",
                  "person"] = "person"
    of: str | None = None
    province: Annotated[int, Field(ge=1, strict=True)] | None = None
    traits: dict[str, Any] = {}
    fame: Share | None = None
    dependants: Annotated[int, Field(ge=0, le=8, strict=True)] | None = None
    degree: Annotated[int, Field(ge=0, le=10000, strict=True)] | None = None


class LeadersTable(_Table):
    """Leaders at the centre, each the root of a clan."""

    n: Annotated[int, Field(ge=1, le=16, strict=True)] = 1
    positions: list[Number] | Literal["equal support"] = "equal support"
    character: dict[str, Any] = {}


class ClanTable(_Table):
    """The leader to whom the offices of some provinces belong, and their secretaries' line and zeal."""

    leader: Annotated[int, Field(strict=True)] | str | None = None
    provinces: list[Annotated[int, Field(strict=True)]] = []
    where: str | None = None
    line: dict[str, Number] = {}
    zeal: Share | None = None


class FactionTable(_Chosen):
    """A faction at month 0."""

    name: str
    who: str = "members and present"
    line: dict[str, Number] = {}
    elders: Annotated[int, Field(strict=True, ge=0)] | str | None = None
    convinced: Share | None = None


class HeldTable(_Chosen):
    """People who are imprisoned, exiled or abroad at month 0."""

    name: str | None = None
    who: str = "present and not officials"
    held: Literal["inquiry", "prison", "camp", "exile", "abroad"] | None = None
    term: Annotated[int, Field(ge=1, le=1200, strict=True)] | None = None
    faction: str | None = None
    ordinary: Flag = False
    confessed: Share = 0.0
    guilty: Share | None = None
    place: Annotated[int, Field(ge=1, strict=True)] | None = None


class RingTable(_Table):
    """Rings, tenure and open crimes by unit at month 0."""

    where: str = "all"
    ring: Share | None = None
    tenure: Annotated[int, Field(ge=0, le=600, strict=True)] | None = None
    crime: Share | None = None
    insiders: Share = 1.0


class TieTable(_Table):
    """Ties added or removed at initialisation: a number of ties to others, or up to a degree, or at a density."""

    who: str
    to: str = "all"
    n: Annotated[int, Field(ge=0, le=10000, strict=True)] | None = None
    degree: Annotated[int, Field(ge=0, le=10000, strict=True)] | None = None
    density: Share | None = None
    kind: Literal["kin", "friend", "work"] = "friend"
    weight: Share | None = None


class AssignTable(_Chosen):
    """Random assignment within a world: the selected people get levers of scope R or traits, the others do not."""

    name: str
    of: str = "all"
    strata: list[Literal["province", "district", "cell", "estate", "office", "category", "sector", "faction"]] = []
    sets: dict[str, Any] = {}
    traits: dict[str, Any] = {}


class ShareTable(_Table):
    """A share of people to be reached at initialisation by shifting the mean of one trait."""

    condition: str
    of: str = "all"
    target: Share
    trait: str = "stance_rule"


class DelegateTable(_Table):
    """Levers that the centre's assembly sets itself, possibly several as one (card 23)."""

    levers: list[str]
    lowest: Any = None
    highest: Any = None
    step: Number | None = None
    month: Annotated[int, Field(strict=True)] | None = None
    until: Annotated[int, Field(strict=True)] | None = None


class RegimeFile(_Table):
    """The whole file."""

    title: str
    asks: str = ""
    based_on: str | None = None
    milieu: MilieuTable | None = None
    run: RunTable = RunTable()
    society: SocietyTable = SocietyTable()
    levers: dict[str, Any] = {}
    parameters: dict[str, dict[str, Any]] = {}
    inputs: dict[str, Any] = {}
    traits: dict[str, Any] = {}
    traits_by_province: dict[str, dict[str, Any]] = {}
    traits_by_estate: dict[str, dict[str, Any]] = {}
    traits_by_level: dict[str, dict[str, Any]] = {}
    correlations: dict[str, Any] = {}
    mechanisms: str | list[str] = "all"
    off: list[str] = []
    groups: list[GroupTable] = []
    persons: list[PersonTable] = []
    delegate: list[DelegateTable] = []
    leaders: LeadersTable | None = None
    clans: list[ClanTable] = []
    factions: list[FactionTable] = []
    prisoners: list[HeldTable] = []
    exiles: list[HeldTable] = []
    rings: list[RingTable] = []
    ties: list[TieTable] = []
    assign: list[AssignTable] = []
    shares: list[ShareTable] = []
    schedule: list[ScheduleTable] = []
    sources: dict[str, str] = {}


def parse(raw: Mapping[str, Any], where: str) -> RegimeFile:
    """The tables of the file, or a one-line error with the field, the value and what is allowed."""
    try:
        return RegimeFile.model_validate(undated(raw))
    except ValidationError as slip:
        raise UserError(_one_line(slip, where)) from None


def _one_line(slip: ValidationError, where: str) -> str:
    first = slip.errors()[0]
    place = [str(part) for part in first["loc"]]
    # list entries are counted from 1, as a reader counts them
    field = "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in first["loc"]).lstrip(".")
    if first["type"] == "extra_forbidden":
        allowed = _fields_at(place[:-1])
        return (f"{where}: no field {field!r}.{near_miss(place[-1], allowed)} "
                f"Known here: {', '.join(sorted(allowed))}.")
    if first["type"] == "missing":
        return f"{where}: {field} is missing; allowed: {_says(first)}."
    return f"{where}: {field} = {shown(first['input'])} is not allowed; allowed: {_says(first)}."


def _says(error: Mapping[str, Any]) -> str:
    text = str(error["msg"]).replace("Input should be ", "").replace("Field required", "it must be given")
    return text[:1].lower() + text[1:]


_TABLES: dict[str, type[BaseModel]] = {
    "run": RunTable, "milieu": MilieuTable, "society": SocietyTable, "schedule": ScheduleTable, "groups": GroupTable,
    "persons": PersonTable,
    "leaders": LeadersTable, "clans": ClanTable, "factions": FactionTable, "prisoners": HeldTable, "exiles": HeldTable,
    "delegate": DelegateTable, "rings": RingTable, "ties": TieTable, "assign": AssignTable, "shares": ShareTable}


def _fields_at(place: list[str]) -> list[str]:
    return list(_TABLES.get(place[0] if place else "", RegimeFile).model_fields)
