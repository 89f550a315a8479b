"""Read the society of a regime file: its tree, shares, ties, traits and lines; and the milieu that it is a part of."""

from __future__ import annotations

from unanimity.regimes.regime import SocietySpec
from unanimity.regimes.regime_file import RegimeFile, SocietyTable
from unanimity.regimes.scenario_setup import TRAITS, one_trait
from unanimity.support.bounded_reading import place_number
from unanimity.support.errors import UserError, is_number, refuse, unknown
from unanimity.world.codes import ISSUES
from unanimity.world.milieu import Milieu
from unanimity.world.society import Shares, Traits
from unanimity.world.ties import Mesh
from unanimity.world.traits import Distribution
from unanimity.world.tree import branches, is_rare


def read_society(file: RegimeFile, where: str) -> SocietySpec:
    """The society of a regime file; contradictory fields are refused."""
    table = file.society
    if table.agenda not in ("rule", "rotate"):
        raise refuse(where, "society.agenda", table.agenda, "rule, rotate")
    if table.ties_in_cell + table.ties_in_district > 1.0:
        raise refuse(where, "society.ties_in_cell + ties_in_district", table.ties_in_cell + table.ties_in_district,
                     "at most 1; the rest are long ties")
    if table.members + table.police > 1.0:
        raise refuse(where, "society.members + police", table.members + table.police, "at most 1")
    if table.moving and table.spare <= 0.0:
        raise refuse(where, "society.moving", table.moving, "true where society.spare is above 0: who moves needs a "
                                                            "vacant place")
    grows = table.tree == "auto"
    if grows and table.sizes:
        raise refuse(where, "society.sizes", table.sizes, "none where society.tree is auto: its provinces are equal")
    tree = _tree(table)
    chairs = table.open_chairs if table.open_chairs is not None else grows and is_rare(table.members)
    shares = Shares(table.members, table.police, min(table.centre_size, table.people), table.village_members, chairs,
                    table.comrades)
    return SocietySpec(
        people=table.people, tree=tree, sizes=tuple(table.sizes), issues=table.issues,
        agenda=table.agenda, shares=shares,
        rural=table.rural, mesh=Mesh(table.ties, table.ties_in_cell, table.ties_in_district),
        traits=_traits(file, where), lines=_lines(table, where), grows=grows, spare=table.spare,
        moving=table.moving, statute=table.statute,
    )


def _tree(table: SocietyTable) -> tuple[int, ...]:
    """The fan-outs as written, or those that suit the number of people."""
    return branches(table.people, table.members) if isinstance(table.tree, str) else tuple(table.tree)


def _lines(table: SocietyTable, where: str) -> tuple[tuple[str, tuple[float, ...]], ...]:
    found = []
    for issue, values in table.lines.items():
        if issue not in ISSUES[:table.issues]:
            raise unknown(where, "issue in society.lines", issue, ISSUES[:table.issues])
        provinces = _tree(table)[0]
        if len(values) != provinces or not all(-1.0 <= value <= 1.0 for value in values):
            raise refuse(where, f"society.lines.{issue}", values, f"{provinces} numbers within -1..1, one a province")
        found.append((issue, tuple(float(value) for value in values)))
    return tuple(found)


def _traits(file: RegimeFile, where: str) -> Traits:
    for name in TRAITS:
        if name not in file.traits:
            raise UserError(f"{where}: traits.{name} is missing; allowed: a distribution such as {{beta = [2, 4]}}.")
    everywhere = {name: one_trait(name, value, f"traits.{name}", where) for name, value in file.traits.items()}
    by_province: dict[int, dict[str, Distribution]] = {}
    for number, values in file.traits_by_province.items():
        place = place_number(number, _tree(file.society)[0])
        if place is None:
            raise refuse(where, "traits_by_province", number, f"a province from 1 to {_tree(file.society)[0]}")
        by_province[place] = {name: one_trait(name, value, f"traits_by_province.{number}.{name}", where)
                                    for name, value in values.items()}
    return Traits(everywhere, by_province, _correlations(file, where))


def _correlations(file: RegimeFile, where: str) -> dict[tuple[str, str], float]:
    names = [name for name in TRAITS if name != "stance"] + [f"stance_{i}" for i in ISSUES[:file.society.issues]]
    found = {}
    for pair, value in file.correlations.items():
        ends = tuple(part.strip() for part in pair.split("~"))
        if len(ends) != 2 or ends[0] == ends[1] or any(end not in names for end in ends):
            raise refuse(where, "correlations", pair, f"'A ~ B' with two different of: {', '.join(names)}")
        if not is_number(value) or not -1.0 < value < 1.0:
            raise refuse(where, f"correlations.'{pair}'", value, "a rank correlation between -1 and 1")
        found[(ends[0], ends[1])] = float(value)
    return found


def read_milieu(file: RegimeFile, where: str) -> Milieu | None:
    """The part of a country that the people represent, if the file names one; its words and its source must not be
    empty."""
    table = file.milieu
    if table is None:
        return None
    for name in ("of", "source"):
        if not getattr(table, name).strip():
            allowed = "who the people are, such as 'members of one city's party'" if name == "of" else \
                "a citation such as '003 l.12470', or the honest word 'assumed'"
            raise refuse(where, f"milieu.{name}", getattr(table, name), allowed)
    return Milieu(table.of.strip().rstrip("."), table.source.strip(), table.share_of_country)
