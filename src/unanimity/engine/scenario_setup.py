"""A scenario at initialisation: traits, groups, named persons, assignments, shares, leaders and extra ties of one
world.

The society is initialised first (world/society.py), from the seed alone; then the scenario changes what it names, in
this order: traits by estate and level, groups and assignments in file order, persons, ties, shares, leaders. A person's
quantile in a trait never changes, so another distribution in another arm still concerns the same people. What acts from
month 0 on (posts, factions, prisoners, rings) is in engine/month_zero.py.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from unanimity.engine.scenario_ties import apply_tie_rule, to_degree
from unanimity.regimes.regime import Regime, SocietySpec
from unanimity.regimes.scenario import Group, Leaders, Person, Setup, ShareRule, Traits
from unanimity.regimes.scenario_setup import CHARACTER
from unanimity.support.errors import UserError, shown
from unanimity.world.character import FAR_SIGHTED, HARSH, beta_2_2
from unanimity.world.codes import CITIZEN, ISSUES, RULE_ISSUE
from unanimity.world.columns import DIMENSIONS, Column, dictionary
from unanimity.world.draws import uniforms
from unanimity.world.selectors.parse import Share
from unanimity.world.selectors.people import persons, variable
from unanimity.world.selectors.view import View, draw
from unanimity.world.society import BOUNDS, Society
from unanimity.world.ties import Ties
from unanimity.world.traits import correlation_root, quantiles
from unanimity.world.tree import Tree

STREAM_GROUPS, STREAM_CHARACTER = 303, 304
HALVINGS = 40  # steps of the bisection
_PLAIN = ("courage", "ambition", "competence", "conviction", "standing", "wary")


@dataclass
class InitialWorld:
    """One world while its scenario is applied."""

    seed: int
    tree: Tree
    spec: SocietySpec
    setup: Setup
    columns: dict[str, np.ndarray]
    ties: Ties
    centre: np.ndarray
    weights: Mapping[str, float]  # of card 5, for the wish to speak
    persons: dict[str, int] = field(default_factory=dict)
    reached: dict[str, float] = field(default_factory=dict)
    dictionary: Mapping[str, Column] = field(default_factory=dictionary)
    ranks: dict[str, np.ndarray] = field(default_factory=dict)

    def column(self, name: str) -> np.ndarray:
        """A column at initialisation."""
        if name not in self.columns:
            column = self.dictionary[name]
            rows = {"person": self.tree.people, "unit": self.tree.units}.get(column.table, 1)
            several = self.spec.issues if column.per == "issue" else len(DIMENSIONS.get(column.per, ()))
            shape = (several, rows) if column.per else (rows,)
            self.columns[name] = np.full(shape, column.initial, column.dtype)
        return self.columns[name]

    def view(self, ticket: str = "") -> View:
        """The world as selectors see it."""
        return View(self.column, self.dictionary, self.tree, self.ties.start, self.ties.neighbour, self.ties.kind,
                    self.ties.weight, self.seed, 0, groups=dict(self.setup.bits), persons=self.persons, ticket=ticket,
                    **self.weights)  # type: ignore[arg-type]

    def rank(self, name: str) -> np.ndarray:
        """Everybody's keyed quantile in a trait."""
        if not self.ranks:
            names = (*_PLAIN, *(f"stance_{issue}" for issue in ISSUES[:self.spec.issues]))
            pairs = self.spec.traits.correlations
            self.ranks.update(quantiles(self.seed, self.tree.people, names,
                                        correlation_root(pairs, names) if pairs else None))
        return self.ranks[name]


@dataclass(frozen=True)
class Born:
    """A world's society with its scenario applied, its named persons and the shares reached."""

    society: Society
    persons: Mapping[str, int] = field(default_factory=dict)
    reached: Mapping[str, float] = field(default_factory=dict)
    world: Mapping[str, Any] = field(default_factory=dict)  # columns of the country, and of units


def apply_scenario(society: Society, seed: int, tree: Tree, regime: Regime, line: np.ndarray, village: np.ndarray,
                 weights: Mapping[str, float]) -> Born:
    """The society with the initial part of its scenario applied; without a scenario, the society itself."""
    setup, spec = regime.setup, regime.society
    if setup.empty:
        return Born(society)
    columns = {name: values.copy() for name, values in society.columns.items()}
    new = InitialWorld(seed, tree, spec, setup, columns, society.ties, society.centre, weights)
    new.columns["line"] = line
    new.column("village")[:tree.cells] = village  # before any group of townspeople or villagers is drawn
    for who, traits in setup.traits_by:
        give_traits(new, persons(who, new.view()), traits)
    for group in setup.groups:
        if not gather_group(new, group):
            _tell_of_nobody(regime.where or regime.name, group.name, str(group.of))
    for person in setup.persons:
        _name(new, person)
    _tie(new)
    for rule in setup.shares:
        new.reached[f"{rule.text} ({rule.trait})"] = reach(new, rule)
    if setup.leaders is not None:
        _position(new, setup.leaders)
    world = _character(new, setup.leaders) if setup.leaders is not None and setup.leaders.character else {}
    kept = {name: values for name, values in new.columns.items()
            if name != "line" and new.dictionary[name].table == "person"}
    return Born(Society(kept, society.secretary, society.centre, new.ties), dict(new.persons), dict(new.reached), world)


WISH_TO_SPEAK = {"grievance_weight": "voice.grievance_weight", "conviction_weight": "voice.conviction_weight",
                 "inertia": "voice.theta"}


def wish_to_speak(given: Mapping[str, float], known: Mapping[str, Any]) -> dict[str, float]:
    """The weights of card 5 with which selectors identify private dissenters."""
    return {name: given.get(key, known[key].default) for name, key in WISH_TO_SPEAK.items() if key in known}


# --- traits -------------------------------------------------------------------------------------------------------
def give_traits(new: InitialWorld, mask: np.ndarray, traits: Traits) -> None:
    """Draw traits again for some people, at their original quantiles."""
    for name, distribution in traits:
        if name.startswith("stance"):
            issues = range(new.spec.issues) if name == "stance" else [ISSUES.index(name.removeprefix("stance_"))]
            for k in issues:
                values = distribution.quantile(new.rank(f"stance_{ISSUES[k]}")[mask], *BOUNDS["stance"])
                new.column("stance")[k, mask] = values
                new.column("first_stance")[k, mask] = new.column("stance")[k, mask]
            continue
        new.column(name)[mask] = distribution.quantile(new.rank(name)[mask], 0.0, 1.0)
        if name == "standing":
            new.column("grievance")[mask] = new.column("standing")[mask]


def give_numbers(new: InitialWorld, mask: np.ndarray, numbers: tuple[tuple[str, float], ...]) -> None:
    """Set numbers such as fame or dependants for some people."""
    for name, value in numbers:
        new.column(name)[mask] = value


# --- groups, assignments, persons ---------------------------------------------------------------------------------
@cache
def _tell_of_nobody(where: str, group: str, who: str) -> None:
    """Warn once per empty group: everything that refers to it selects nobody."""
    warnings.warn(f"{where}: the group {group!r} ({who}) selects nobody", RuntimeWarning, stacklevel=2)


def gather_group(new: InitialWorld, group: Group) -> bool:
    """Select the members of a group and apply its differences; returns whether there is anybody."""
    view = new.view(group.name)
    mask = persons(group.of, view)
    if group.by == "quantile":
        mask = nearest_in_rank(mask, variable(group.variable, view), group.quantile, group.size)
    elif group.size is not None:
        mask = draw_in_strata(new, mask, group)
    new.column("groups")[mask] |= np.uint32(1 << group.bit)
    give_traits(new, mask, group.traits)
    give_numbers(new, mask, group.numbers)
    return bool(mask.any())


def nearest_in_rank(mask: np.ndarray, values: np.ndarray, quantile: float, size: Share | None) -> np.ndarray:
    """The people of the mask whose rank is nearest to a quantile: 0 the lowest, 1 the highest, .5 the middle."""
    inside = np.flatnonzero(mask)
    ordered = inside[np.argsort(values[inside], kind="stable")]
    distance = np.abs((np.arange(ordered.size) + 0.5) / max(ordered.size, 1) - quantile)
    wanted = ordered.size if size is None else size.of(ordered.size)
    found = np.zeros(mask.size, bool)
    found[ordered[np.argsort(distance, kind="stable")[:wanted]]] = True
    return found


def draw_in_strata(new: InitialWorld, mask: np.ndarray, group: Group) -> np.ndarray:
    """Draw by lot; with strata, the same share of each (a number is divided in proportion)."""
    assert group.size is not None
    view = new.view(group.name)
    if not group.strata:
        return draw(mask, group.size, view, "", STREAM_GROUPS)
    codes = np.zeros(mask.size, np.int64)
    for name in group.strata:
        codes = codes * 100_000 + _stratum(new, name)
    inside = mask.sum()
    share = group.size.number if group.size.is_share else group.size.number / max(inside, 1)
    chosen = np.zeros(mask.size, bool)
    carried = 0.0
    for code in np.unique(codes[mask]):
        here = mask & (codes == code)
        wanted = share * here.sum() + carried
        number = int(wanted + 0.5)
        carried = wanted - number  # a fraction is carried over to the next stratum
        chosen |= draw(here, Share(float(number), False), view, "", STREAM_GROUPS)
    return chosen


def _stratum(new: InitialWorld, name: str) -> np.ndarray:
    cell = new.view().cell
    if name == "cell":
        return cell
    if name == "province":
        values: np.ndarray = new.tree.province[cell].astype(np.int64)
        return values
    if name == "district":
        return (new.tree.parent[cell] if new.tree.depth > 1 else cell).astype(np.int64)
    return new.column(name).astype(np.int64)


def _name(new: InitialWorld, person: Person) -> None:
    view = new.view(person.name)
    mask = persons(person.of, view)
    mask[list(new.persons.values())] = False  # a person has one name
    if not mask.any() and person.said:
        raise UserError(f"persons: nobody can be {shown(person.name)}: {person.of} is nobody who has no name yet; "
                        f"allowed: another role, province or of.")
    if not mask.any():  # a role that nobody at the place can fill, such as in a province without police
        mask = np.ones(new.tree.people, bool)
        mask[list(new.persons.values())] = False
    if person.role == "police_chief":
        found = int(np.argmax(np.where(mask, new.column("competence"), -1.0)))
    else:
        found = int(np.flatnonzero(draw(mask, Share(1.0, False), view, "", STREAM_GROUPS))[0])
    new.persons[person.name] = found
    here = np.zeros(new.tree.people, bool)
    here[found] = True
    give_traits(new, here, person.traits)
    give_numbers(new, here, person.numbers)


def _tie(new: InitialWorld) -> None:
    for rule in new.setup.ties:
        view = new.view(f"ties {rule.who}")
        new.ties = apply_tie_rule(new.ties, rule, persons(rule.who, view), persons(rule.to, view), new.seed)
    for group in new.setup.groups:
        if group.degree is not None:
            mask = (new.column("groups") >> np.uint32(group.bit)) & np.uint32(1) == 1
            new.ties = to_degree(new.ties, mask, np.ones_like(mask), group.degree, "friend", None, new.seed)
    for person in new.setup.persons:
        if person.degree is not None:
            mask = np.zeros(new.tree.people, bool)
            mask[new.persons[person.name]] = True
            new.ties = to_degree(new.ties, mask, np.ones_like(mask), person.degree, "friend", None, new.seed)


# --- shares and leaders -------------------------------------------------------------------------------------------
def reach(new: InitialWorld, rule: ShareRule) -> float:
    """Shift the mean of one trait until the share is reached as nearly as possible; returns the share reached."""
    name = "stance" if rule.trait.startswith("stance") else rule.trait
    low, high = BOUNDS.get(name, (0.0, 1.0))
    rows = slice(None) if rule.trait in ("stance", name) else ISSUES.index(rule.trait.removeprefix("stance_"))
    among = persons(rule.of, new.view())
    before = np.array(new.column(name), np.float64)

    def share_at(shift: float) -> float:
        moved = before.copy()
        if name == "stance":
            moved[rows] = np.clip(before[rows] + shift * among, low, high)
        else:
            moved = np.clip(before + shift * among, low, high)
        new.column(name)[...] = moved
        for twin, of in (("first_stance", "stance"), ("grievance", "standing")):
            if of == name:
                new.column(twin)[...] = new.column(of)
        return float((persons(rule.condition, new.view()) & among).sum() / max(among.sum(), 1))

    left, right = low - high, high - low
    rising = share_at(right) >= share_at(left)
    if share_at(right) == share_at(left) == share_at(0.0):
        raise UserError(f"shares: condition = {shown(rule.text)} holds for {share_at(0.0):.1%} of {rule.of} however "
                        f"far {rule.trait} is shifted; allowed: a condition that hangs on that trait.")
    best, nearest = 0.0, abs(share_at(0.0) - rule.target)
    for _ in range(HALVINGS):
        middle = (left + right) / 2.0
        share = share_at(middle)
        if abs(share - rule.target) < nearest:
            best, nearest = middle, abs(share - rule.target)
        if (share < rule.target) == rising:
            left = middle
        else:
            right = middle
    return share_at(best)


def equal_support(stances: np.ndarray, n: int) -> np.ndarray:
    """n positions each of which is nearest to 1/n of the stances, as nearly as positions on a line can be.

    The middles between neighbours must lie at the quantiles k/n, so the first position decides all others; it is
    chosen such that every position lies between its two middles.
    """
    if n == 1:
        return np.array([np.median(stances)])
    edges = np.quantile(stances, np.arange(1, n) / n)
    lows, highs = np.concatenate([[-1.0], edges]), np.concatenate([edges, [1.0]])
    best, least = np.empty(n), np.inf
    for first in np.linspace(-1.0, edges[0], 2001):
        positions = np.empty(n)
        positions[0] = first
        for k in range(1, n):
            positions[k] = 2.0 * edges[k - 1] - positions[k - 1]
        outside = np.maximum(0.0, lows - positions).sum() + np.maximum(0.0, positions - highs).sum()
        # of all solutions, the one with each position nearest to the middle of its interval
        cost = outside * 1e3 + np.abs(positions - (lows + highs) / 2.0).sum()
        if cost < least:
            best, least = positions, cost
    return np.clip(best, -1.0, 1.0)


def _position(new: InitialWorld, leaders: Leaders) -> None:
    members = new.column("estate") != CITIZEN
    stances = new.column("stance")[RULE_ISSUE, members]
    positions = np.array(leaders.positions) if leaders.positions is not None else equal_support(stances, leaders.n)
    heads = new.centre[:leaders.n]
    for name in ("stance", "first_stance"):
        new.column(name)[RULE_ISSUE, heads] = positions
    nearest = np.abs(stances[:, None] - positions[None, :]).argmin(axis=1)
    for k in range(leaders.n):
        new.reached[f"support of leader {k + 1}"] = float((nearest == k).mean())


def _character(new: InitialWorld, leaders: Leaders) -> dict[str, float]:
    """The leader's character, drawn for each replication from its seed; unspecified traits are the person's own (card
    23).

    It is also recorded who leads, since a new leader brings a character of his own; competence is the person's.
    """
    head = int(new.centre[0])
    drawn = {name: float(given.quantile(uniforms(new.seed, STREAM_CHARACTER, 1, CHARACTER.index(name)), 0.0, 1.0)[0])
             for name, given in leaders.character}
    own = {name: float(beta_2_2(uniforms(new.seed, stream, head + 1, 0)[head]))
           for name, stream in (("harshness", HARSH), ("horizon", FAR_SIGHTED))}
    if "competence" in drawn:
        new.column("competence")[head] = drawn["competence"]
    able = float(new.column("competence")[head])
    return {"leader": head, "leader_competence": able, **own,
            **{name: number for name, number in drawn.items() if name != "competence"}}
