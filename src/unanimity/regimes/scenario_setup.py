"""The set-up of a scenario: groups, persons, leaders, clans, factions, prisoners, rings, ties, assignments, shares.

Turns the tables of a regime file (regimes/regime_file.py) into a frozen `Setup` with every name and selector checked.
engine/scenario_setup.py applies it: traits and ties at initialisation, everything else at the start of month 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from unanimity.regimes.regime_file import AssignTable, GroupTable, HeldTable, PersonTable, RegimeFile, TieTable
from unanimity.regimes.scenario import (
    Clan,
    FactionAt0,
    Group,
    Held,
    Leaders,
    Person,
    Ring,
    Setup,
    ShareRule,
    TieRule,
    Traits,
)
from unanimity.support.errors import UserError, is_number, near_miss, refuse, unknown
from unanimity.world.codes import ESTATES, ISSUES, LABELS, OFFICES
from unanimity.world.columns import Column
from unanimity.world.levers import OWN_LEVERS, lever
from unanimity.world.selectors.parse import JOINTS, WORDS, Choice, Known, Share, parse
from unanimity.world.society import BOUNDS
from unanimity.world.traits import Distribution, distribution
from unanimity.world.tree import Tree

TRAITS = ("courage", "ambition", "competence", "conviction", "standing", "stance", "wary")
FLAGS = ("informer", "agent", "enemy", "posted", "capitulated")  # allowed `flags` of a group
MOST_GROUPS = 32  # bits of a person's `groups`
MOST_ASSIGNMENTS = 15  # besides none
CHARACTER = ("harshness", "horizon", "competence")
ONE_OF_EACH = ("leader", "secretary", "police_chief")  # roles that a country or province has once
STATUS_OF = {"inquiry": "inquiry", "prison": "imprisoned", "camp": "camp", "exile": "exiled", "abroad": "abroad"}


# --- names --------------------------------------------------------------------------------------------------------
def known_names(file: RegimeFile, tree: Tree, columns: Mapping[str, Column], where: str) -> Known:
    """The names that selectors of this file may use; duplicates and words of the language are refused."""
    groups = [*(g.name for g in file.groups), *(a.name for a in file.assign)]
    groups += [str(h.name) for h in (*file.prisoners, *file.exiles) if h.name is not None]
    formed = [str((s.model_extra or {}).get("name", "")) for s in file.schedule if s.event == "form_faction"]
    factions = [*(f.name for f in file.factions), *dict.fromkeys(formed)]
    persons = [p.name for p in file.persons]
    for kind, names in (("groups", groups), ("factions", factions), ("persons", persons)):
        for name in names:
            if name in WORDS or name in JOINTS or not name.strip() or "'" in name or '"' in name:
                raise refuse(where, f"{kind}.name", name, "a name that is no word of selectors and has no quotes in it")
            if names.count(name) > 1:
                raise UserError(f"{where}: {kind}.name = {name!r} is given twice; allowed: each name once.")
    if len(groups) > MOST_GROUPS:
        raise UserError(f"{where}: {len(groups)} groups, assignments and named prisoners; allowed: at most "
                        f"{MOST_GROUPS}.")
    districts = int((tree.level == min(1, tree.depth - 1)).sum())
    return Known(len(tree.provinces), districts, tree.cells, columns, tuple(groups), tuple(n for n in factions if n),
                 tuple(persons))


def read_setup(file: RegimeFile, known: Known, tree: Tree, where: str) -> Setup:
    """The checked set-up of the file."""
    bits = {name: bit for bit, name in enumerate(known.groups)}
    posts = [(table.role, table.province) for table in file.persons if table.role in ONE_OF_EACH]
    for number, table in enumerate(file.persons, 1):
        if posts.count((table.role, table.province)) > 1:
            raise refuse(where, f"persons[{number}].role", table.role, "one leader, and one secretary and police chief "
                         "a province")
    groups = [_group(table, n, bits, known, where) for n, table in enumerate(file.groups, 1)]
    groups += [_assignment(table, n, bits, known, where) for n, table in enumerate(file.assign, 1)]
    held = [_held(t, f"prisoners[{n}]", "imprisoned", bits, known, where) for n, t in enumerate(file.prisoners, 1)]
    held += [_held(table, f"exiles[{n}]", "exiled", bits, known, where) for n, table in enumerate(file.exiles, 1)]
    return Setup(
        groups=tuple(groups), held=tuple(held), bits=tuple(bits.items()), faction_names=known.factions, known=known,
        persons=tuple(_person(table, n, tree, known, where) for n, table in enumerate(file.persons, 1)),
        leaders=_leaders(file, where), clans=_clans(file, known, where), factions=_factions(file, known, where),
        rings=_rings(file, known, where), ties=tuple(_ties(t, n, known, where) for n, t in enumerate(file.ties, 1)),
        shares=_shares(file, known, where), traits_by=_traits_by(file, known, where))


# --- traits -------------------------------------------------------------------------------------------------------
def one_trait(name: str, value: object, field_name: str, where: str) -> Distribution:
    """A trait's distribution, or the error that says what is allowed."""
    if name not in TRAITS:
        raise unknown(where, "trait", name, TRAITS)
    return distribution(value, field_name, *BOUNDS.get(name, (0.0, 1.0)), where)


def _traits(values: Mapping[str, Any], field_name: str, where: str) -> Traits:
    """Traits of some people, including the stance on a single issue."""
    names = [*TRAITS, *(f"stance_{issue}" for issue in ISSUES)]
    found = []
    for name, value in values.items():
        if name not in names:
            raise unknown(f"{where}: {field_name}", "trait", name, names)
        low, high = BOUNDS["stance"] if name.startswith("stance") else (0.0, 1.0)
        found.append((name, distribution(value, f"{field_name}.{name}", low, high, where)))
    return tuple(found)


def _traits_by(file: RegimeFile, known: Known, where: str) -> tuple[tuple[Choice, Traits], ...]:
    found = []
    for table, words, word in ((file.traits_by_estate, ESTATES, "estate"),
                               (file.traits_by_level, OFFICES[1:], "level")):
        for name, values in table.items():
            if name not in words:
                raise refuse(where, f"traits_by_{word}", name, ", ".join(words), near_miss(name, words))
            found.append((Choice(word, (name,)), _traits(values, f"traits_by_{word}.{name}", where)))
    return tuple(found)


def _size(table: Any, field_name: str, where: str, needed: bool = False) -> Share | None:
    if table.n is not None and table.share is not None:
        raise UserError(f"{where}: {field_name} gives both n and share; allowed: one of them.")
    if table.n is not None:
        return Share(float(table.n), False)
    if table.share is not None:
        return Share(float(table.share), True)
    if needed:
        raise UserError(f"{where}: {field_name}.n is missing; allowed: n (persons), or share (0..1).")
    return None


def _numbers(table: GroupTable | PersonTable) -> tuple[tuple[str, float], ...]:
    found = [("fame", table.fame), ("dependants", table.dependants)]
    if isinstance(table, GroupTable):
        found += [("category", None if table.category is None else table.category - 1), ("sector", table.sector)]
    return tuple((name, float(value)) for name, value in found if value is not None)


# --- one table after the other ------------------------------------------------------------------------------------
def _group(table: GroupTable, number: int, bits: Mapping[str, int], known: Known, where: str) -> Group:
    at = f"groups[{number}]"
    variable = table.variable or ""
    if table.by == "quantile" and variable not in known.variables:
        raise unknown(f"{where}: {at}.variable", "variable", table.variable, known.variables)
    if table.by == "lot" and table.variable is not None:
        raise refuse(where, f"{at}.variable", table.variable, "a variable only with by = \"quantile\"")
    if table.label is not None and table.label not in LABELS:
        raise refuse(where, f"{at}.label", table.label, ", ".join(LABELS), near_miss(table.label, LABELS))
    for flag in table.flags:
        if flag not in FLAGS:
            raise refuse(where, f"{at}.flags", table.flags, f"a list of {', '.join(FLAGS)}", near_miss(flag, FLAGS))
    return Group(
        name=table.name, bit=bits[table.name], of=_earlier(table.of, f"{at}.of", known, bits[table.name], where),
        size=_size(table, at, where), by=table.by, variable=variable, quantile=table.quantile,
        traits=_traits(table.traits, f"{at}.traits", where), numbers=_numbers(table), degree=table.degree,
        attends=table.attends, label=table.label, flags=tuple(table.flags), guilty=table.guilty, post=table.post)


def _earlier(text: str, at: str, known: Known, bit: int, where: str) -> Choice:
    """A selector that may only refer to groups defined earlier in the file."""
    choice = parse(text, known, at, where)
    _before(choice, known.groups[bit:], at, where)
    return choice


def _before(choice: Choice, later: Iterable[str], at: str, where: str) -> None:
    if choice.word == "group" and choice.arguments[0] in later:
        raise refuse(where, at, str(choice), "groups that stand before it in the file")
    for part in choice.arguments:
        if isinstance(part, Choice):
            _before(part, later, at, where)


def _assignment(table: AssignTable, number: int, bits: Mapping[str, int], known: Known, where: str) -> Group:
    at = f"assign[{number}]"
    if number > MOST_ASSIGNMENTS:
        raise UserError(f"{where}: {at} is one too many; allowed: at most {MOST_ASSIGNMENTS} assignments.")
    own = []
    for name, value in table.sets.items():
        found = lever(name, f"{where}: {at}.sets")
        if "R" not in found.scope:
            raise refuse(where, f"{at}.sets", name, f"levers that may differ by person: {', '.join(OWN_LEVERS)}")
        own.append((name, found.number(value, f"{where}: {at}.sets")))
    return Group(
        name=table.name, bit=bits[table.name], of=_earlier(table.of, f"{at}.of", known, bits[table.name], where),
        size=_size(table, at, where, needed=True), traits=_traits(table.traits, f"{at}.traits", where),
        strata=tuple(table.strata), own=tuple(own), assignment=number)


_CHOSEN_FROM = {"leader": "level(leader)", "centre": "level(centre) and not level(leader)",
                "secretary": "level(province)", "police_chief": "police and present",
                "reserve_leader": "members and not officials and not police",
                "elder": "members and not officials", "intercessor": "citizens", "person": "present"}


def _person(table: PersonTable, number: int, tree: Tree, known: Known, where: str) -> Person:
    at = f"persons[{number}]"
    if table.role in ("secretary", "police_chief") and table.province is None:
        raise UserError(f"{where}: {at}.province is missing; a {table.role} has one, 1..{len(tree.provinces)}.")
    if table.province is not None and table.province > len(tree.provinces):
        raise refuse(where, f"{at}.province", table.province, f"a province from 1 to {len(tree.provinces)}")
    of = parse(table.of or _CHOSEN_FROM[table.role], known, f"{at}.of", where)
    if table.province is not None:
        of = Choice("and", (of, Choice("province", (float(table.province),))))
    return Person(table.name, table.role, of, table.province, _traits(table.traits, f"{at}.traits", where),
                  _numbers(table), table.degree, table.of is not None)


def _leaders(file: RegimeFile, where: str) -> Leaders | None:
    table = file.leaders
    if table is None:
        return None
    if table.n > file.society.centre_size:
        raise refuse(where, "leaders.n", table.n, f"at most society.centre_size = {file.society.centre_size}")
    positions = None
    if not isinstance(table.positions, str):
        if len(table.positions) != table.n or not all(-1.0 <= x <= 1.0 for x in table.positions):
            raise refuse(where, "leaders.positions", table.positions,
                         f'{table.n} numbers within -1..1, or "equal support"')
        positions = tuple(float(x) for x in table.positions)
    character = []
    for name, value in table.character.items():
        if name not in CHARACTER:
            raise unknown(f"{where}: leaders.character", "trait", name, CHARACTER)
        character.append((name, distribution(value, f"leaders.character.{name}", 0.0, 1.0, where)))
    return Leaders(table.n, positions, tuple(character))


def _positions(values: Mapping[str, Any], at: str, issues: int, where: str) -> tuple[tuple[str, float], ...]:
    for issue, value in values.items():
        if issue not in ISSUES[:issues]:
            raise unknown(f"{where}: {at}", "issue", issue, ISSUES[:issues])
        if not is_number(value) or not -1.0 <= value <= 1.0:
            raise refuse(where, f"{at}.{issue}", value, "a number within -1..1")
    return tuple((issue, float(value)) for issue, value in values.items())


def _clans(file: RegimeFile, known: Known, where: str) -> tuple[Clan, ...]:
    found = []
    leaders = file.leaders.n if file.leaders is not None else 1
    for number, table in enumerate(file.clans, 1):
        at = f"clans[{number}]"
        if isinstance(table.leader, int) and not 1 <= table.leader <= leaders:
            raise refuse(where, f"{at}.leader", table.leader, f"a leader's number, 1..{leaders}, or a person's name")
        if isinstance(table.leader, str) and table.leader not in known.persons:
            raise unknown(f"{where}: {at}.leader", "person", table.leader, known.persons or ("(the file names none)",))
        if any(not 1 <= p <= known.provinces for p in table.provinces):
            raise refuse(where, f"{at}.provinces", table.provinces, f"numbers from 1 to {known.provinces}")
        if table.leader is not None and not table.provinces:
            raise UserError(f"{where}: {at}.provinces is missing; a clan's leader needs them.")
        place = None if table.where is None else parse(table.where, known, f"{at}.where", where, place=True)
        found.append(Clan(table.leader, tuple(table.provinces), place,
                          _positions(table.line, f"{at}.line", file.society.issues, where), table.zeal))
    return tuple(found)


def _factions(file: RegimeFile, known: Known, where: str) -> tuple[FactionAt0, ...]:
    found = []
    for number, table in enumerate(file.factions, 1):
        at = f"factions[{number}]"
        elders: Choice | Share | None = None
        if isinstance(table.elders, int):
            elders = Share(float(table.elders), False)
        elif table.elders is not None:
            elders = parse(table.elders, known, f"{at}.elders", where)
        found.append(FactionAt0(table.name, parse(table.who, known, f"{at}.who", where), _size(table, at, where),
                                _positions(table.line, f"{at}.line", file.society.issues, where), elders,
                                table.convinced))
    return tuple(found)


def _held(table: HeldTable, at: str, usual: str, bits: Mapping[str, int], known: Known, where: str) -> Held:
    if table.faction is not None and table.faction not in known.factions:
        raise unknown(f"{where}: {at}.faction", "faction", table.faction, known.factions or ("(the file names none)",))
    if table.place is not None and table.place > known.provinces:
        raise refuse(where, f"{at}.place", table.place, f"a province from 1 to {known.provinces}")
    status = STATUS_OF[table.held] if table.held is not None else usual
    terms = {"inquiry": 12, "imprisoned": 36, "camp": 60, "exiled": 36, "abroad": 1200}
    return Held(parse(table.who, known, f"{at}.who", where), _size(table, at, where), status,
                table.term or terms[status], table.faction, table.ordinary, table.confessed, table.guilty,
                table.place or 0, None if table.name is None else bits[table.name])


def _rings(file: RegimeFile, known: Known, where: str) -> tuple[Ring, ...]:
    return tuple(Ring(parse(table.where, known, f"rings[{number}].where", where, place=True), table.ring, table.tenure,
                      table.crime, table.insiders) for number, table in enumerate(file.rings, 1))


def _ties(table: TieTable, number: int, known: Known, where: str) -> TieRule:
    at = f"ties[{number}]"
    given = [name for name in ("n", "degree", "density") if getattr(table, name) is not None]
    if len(given) != 1:
        raise UserError(f"{where}: {at} must give exactly one of n, degree or density; it gives "
                        f"{', '.join(given) or 'none'}.")
    return TieRule(parse(table.who, known, f"{at}.who", where), parse(table.to, known, f"{at}.to", where), table.n,
                   table.degree, table.density, table.kind, table.weight)


def _shares(file: RegimeFile, known: Known, where: str) -> tuple[ShareRule, ...]:
    traits = [*TRAITS, *(f"stance_{issue}" for issue in ISSUES[:file.society.issues])]
    found = []
    for number, table in enumerate(file.shares, 1):
        at = f"shares[{number}]"
        if table.trait not in traits:
            raise unknown(f"{where}: {at}.trait", "trait", table.trait, traits)
        found.append(ShareRule(parse(table.condition, known, f"{at}.condition", where),
                               parse(table.of, known, f"{at}.of", where), table.target, table.trait, table.condition))
    return tuple(found)
