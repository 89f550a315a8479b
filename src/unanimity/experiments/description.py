"""The schema of an experiment file, checked field by field (TOML or Python; one clear line for each error).

An experiment asks one question of paired worlds: a base regime, arms that each change something, measures, and the
tests (docs/reference/verdicts.md) that were expected to hold, or that would falsify it, before anything was run.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from unanimity.regimes.regime_file import RegimeFile
from unanimity.support import bounded_reading
from unanimity.support.errors import UserError, near_miss, refuse, shown, unknown
from unanimity.support.former_names import note_former_tests

PAIRS = 40  # paired replications (interface 3)
BURN_IN = 24  # months under the control's levers, not counted
CONTROL = "control"
# tables of a regime file that an arm may change; length and base belong to the experiment
TIMED = ("levers", "parameters", "inputs", "delegate")
STRUCTURAL = tuple(name for name in RegimeFile.model_fields
                   if name not in ("title", "asks", "based_on", "run", "sources", *TIMED))
NAME = re.compile(r"[^\W\d]\w*")  # of a measure, a dose or a factor
ARM = re.compile(r"[^\[\],=$]+")
Whole = Annotated[int, Field(strict=True)]
Value = Whole | Annotated[float, Field(strict=True)] | str  # of a dose or a factor


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=False, frozen=True)


class ChangeTable(_Table):
    """What an arm (or a factor level) changes: levers and numbers from a month on, other tables from initialisation."""

    model_config = ConfigDict(extra="allow", strict=False, frozen=True)

    says: str = ""
    check: str = ""  # a manipulation check: a measure that shows whether the arm did what it should
    no_check: str | None = None  # instead of it: why no measure can show that
    at: Whole | None = None  # the month from which levers, parameters and inputs apply
    levers_of: str | None = None  # all levers of that preset
    levers: dict[str, Any] = {}
    parameters: dict[str, dict[str, Any]] = {}
    inputs: dict[str, Any] = {}
    delegate: list[dict[str, Any]] | None = None

    @property
    def structural(self) -> dict[str, Any]:
        """Tables of a regime file that apply from initialisation."""
        return dict(self.model_extra or {})


class DosesTable(_Table):
    """One dimension of ordered values; `$name` stands for the value in every table, `$other` for a parallel list."""

    name: str
    values: Annotated[list[Value], Field(min_length=2)]
    also: dict[str, list[Any]] = {}
    says: str = ""


class FactorTable(_Table):
    """A second factor: values for `$name`, or named levels with their changes; the first is the default."""

    values: list[Value] = []
    levels: dict[str, ChangeTable] = {}
    says: str = ""

    @property
    def names(self) -> list[int | float | str]:
        """Its levels in order."""
        return [*self.values, *self.levels]


class MeasureTable(_Table):
    """A measure: an expression of the grammar (docs/reference/measures.md), and the arms in which it is defined."""

    expression: str
    arms: list[str] = []
    says: str = ""
    unit: str = ""
    leaves_out: str = ""  # for a population without the dead or absent: who, and why that is intended


class ExperimentFile(_Table):
    """The whole file."""

    title: str
    asks: str = ""
    notes: str = ""
    base: str = "apparatus"
    mechanisms: list[str] = []  # Python files of one's own beside this file, which run in every arm
    regime: dict[str, Any] = {}  # differences from the base in all arms, from initialisation: tables of a regime file
    control: str = CONTROL  # the name of the arm without further changes
    arms: dict[str, ChangeTable] = {}
    doses: DosesTable | None = None
    factors: dict[str, FactorTable] = {}
    replications: Annotated[int, Field(ge=1, le=100_000, strict=True)] = PAIRS
    pool: Annotated[int, Field(ge=1, le=1000, strict=True)] = 1
    burn_in: Annotated[int, Field(ge=0, le=1200, strict=True)] = BURN_IN
    months: Annotated[int, Field(ge=1, le=6000, strict=True)] | None = None
    people: Annotated[int, Field(ge=1, strict=True)] | None = None
    seed: Annotated[int, Field(ge=0, lt=2**63, strict=True)] = 0
    treated_at: Whole = 0  # the month from which +k counts and in which the arms diverge
    measures: Annotated[dict[str, str | MeasureTable], Field(min_length=1)]
    curves: list[str] = []  # measures plotted by month; by default those of the first expected test
    expect: list[dict[str, Any]] = []
    falsified_if: list[dict[str, Any]] = []
    rival: list[dict[str, Any]] = []
    rival_falsified_if: list[dict[str, Any]] = []
    show: list[dict[str, Any]] = []  # tests that are reported and never judged
    explained_by: list[str] = []  # the mechanisms claimed to be the cause: varied for robustness, switched off in turn
    sources: dict[str, str] = {}  # of every parameter and input that is set

    def measure(self, name: str) -> MeasureTable:
        """A measure by its name."""
        found = self.measures[name]
        return MeasureTable(expression=found) if isinstance(found, str) else found

    @property
    def dimensions(self) -> dict[str, list[int | float | str]]:
        """The dose and the factors with their values in order."""
        found = {name: factor.names for name, factor in self.factors.items()}
        return {**({self.doses.name: list(self.doses.values)} if self.doses else {}), **found}


File = TypeVar("File", bound=ExperimentFile)


def read_toml(path: str | Path, what: str = "an experiment") -> dict[str, Any]:
    """The tables of a file, or a one-line error that says what is wrong with it and `what` it should hold."""
    found = bounded_reading.read_toml(path, f"{what} as a TOML file")
    note_former_tests(found)
    return found


def describe(raw: Mapping[str, Any], where: str, kind: type[File]) -> File:
    """The checked description; `kind` is ExperimentFile or an extension such as a claim's."""
    bounded_reading.check_values(raw, where)
    try:
        found = kind.model_validate(dict(raw))
    except ValidationError as slip:
        raise UserError(_one_line(slip, where, kind)) from None
    _check_changes(found, where)
    _check_names(found, where)
    _check_checks(found, where)
    return found


def _check_changes(found: ExperimentFile, where: str) -> None:
    """An arm, a level or the control may only contain tables of a regime file."""
    tables = {f"arms.{name}": list(change.structural) for name, change in found.arms.items()}
    tables |= {f"factors.{name}.levels.{level}": list(change.structural) for name, factor in found.factors.items()
               for level, change in factor.levels.items()}
    own = [name for name in ChangeTable.model_fields]
    for place, names in tables.items():
        for name in names:
            if name not in STRUCTURAL:
                known = [*own, *STRUCTURAL]
                raise UserError(f"{where}: no field '{place}.{name}'.{near_miss(name, known)} Known here: "
                                f"{', '.join(sorted(known))}.")
    for name in found.regime:
        known = [*TIMED, *STRUCTURAL]
        if name not in known:
            raise UserError(f"{where}: no field 'regime.{name}'.{near_miss(name, known)} Known here: "
                            f"{', '.join(sorted(known))}.")


def _check_names(found: ExperimentFile, where: str) -> None:
    if found.control in found.arms:
        raise UserError(f"{where}: arms.{found.control} is the control, in which nothing is changed; allowed: changes "
                        f"in [regime], or control = \"another name\".")
    for name in (found.control, *found.arms):
        if not ARM.fullmatch(name) or not name.strip():
            raise refuse(where, "arms", name, "a name without [ ] , = $")
    dimensions = [*([found.doses.name] if found.doses else []), *found.factors]
    beside = list(found.doses.also) if found.doses else []
    for kind, names in (("measures", list(found.measures)), ("doses and factors", [*dimensions, *beside])):
        for name in names:
            if not NAME.fullmatch(name) or names.count(name) > 1:
                raise refuse(where, kind, name, "a name of letters, digits and _, each once")
    for name, factor in found.factors.items():
        if bool(factor.values) == bool(factor.levels) or len(factor.names) < 2:
            raise UserError(f"{where}: factors.{name} must have either values or levels, two or more of them.")
    if found.doses:
        for name, values in found.doses.also.items():
            if len(values) != len(found.doses.values):
                raise refuse(where, f"doses.also.{name}", values, f"{len(found.doses.values)} values, one for each "
                             f"of doses.values")
    for name in found.curves:
        if name not in found.measures:
            raise unknown(f"{where}: curves", "measure", name, found.measures)
    for name in found.measures:
        for arm in found.measure(name).arms:
            if arm not in (found.control, *found.arms):
                raise unknown(f"{where}: measures.{name}.arms", "arm", arm, [found.control, *found.arms])
    if found.burn_in % 12:
        raise refuse(where, "burn_in", found.burn_in, "a whole number of years, in months")


def _check_checks(found: ExperimentFile, where: str) -> None:
    """The manipulation check of an arm names a measure, or the arm says why it has none."""
    for name, change in found.arms.items():
        if change.check and change.check not in found.measures:
            raise unknown(f"{where}: arms.{name}.check", "measure", change.check, found.measures)
        if change.no_check is None:
            continue
        if change.check:
            raise UserError(f"{where}: arms.{name} has both check and no_check; allowed: check = \"measure\", or "
                            f"no_check = \"why no measure can show that the change has taken hold\".")
        if not change.no_check.strip():
            raise refuse(where, f"arms.{name}.no_check", change.no_check, "one line that says why no measure can show "
                                                                          "that the change has taken hold")


def _one_line(slip: ValidationError, where: str, kind: type[BaseModel]) -> str:
    first = slip.errors()[0]
    parts = [part for part in first["loc"] if part not in ("str", "MeasureTable", "int", "float")]
    field = "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in parts).lstrip(".")
    if first["type"] == "extra_forbidden":
        tables: dict[str, type[BaseModel]] = {"doses": DosesTable, "factors": FactorTable, "measures": MeasureTable}
        tables |= {name: part for name, one in kind.model_fields.items()
                   for part in (one.annotation, *get_args(one.annotation))  # a table, or one that may be left out
                   if isinstance(part, type) and issubclass(part, BaseModel)}
        inner = kind if len(parts) == 1 else tables.get(str(parts[0]), kind)
        known = list(inner.model_fields)
        return f"{where}: no field {field!r}.{near_miss(parts[-1], known)} Known here: {', '.join(sorted(known))}."
    says = str(first["msg"]).replace("Input should be ", "").replace("Field required", "it must be given")
    says = says[:1].lower() + says[1:]
    if first["type"] == "missing":
        return f"{where}: {field} is missing; allowed: {says}."
    return f"{where}: {field} = {shown(first['input'])} is not allowed; allowed: {says}."
