"""The initial society: the people of one world, their traits, estates, offices and ties.

Initial values are drawn from the seed alone, never from a lever, so both arms of a pair start from the same people.
Estates and offices follow the catalogue's table of initial values (assumed there): police 2 %, members 22 %; offices go
to the best by .5*competence + .5*conviction + .5*[member].

The initial members are not a random sample: they joined when it was dangerous (003 l.11043-11046 asks what those were
worth who waited). They are drawn with weight .02 + conviction*(stance on rule)+, times `village_members` for villagers.
A post is filled from about thirty candidates (card 8, `pool`), at initialisation too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from scipy.special import pdtr

from unanimity.compiler import kept
from unanimity.world.codes import (
    CELL_SECRETARY,
    CITIZEN,
    ISSUES,
    LEADER,
    MEMBER,
    NO_OFFICE,
    NOBODY,
    OFFICIAL,
    POLICE,
    RULE_ISSUE,
)
from unanimity.world.comrades import among_comrades
from unanimity.world.draws import uniforms
from unanimity.world.ties import Mesh, Ties, lay
from unanimity.world.traits import (
    STREAM_CATEGORY,
    STREAM_DEPENDANTS,
    STREAM_ESTATE,
    STREAM_FAME,
    STREAM_LOT,
    STREAM_SECTOR,
    STREAM_TENURE,
    STREAM_VIEW,
    Distribution,
    correlation_root,
    quantiles,
)
from unanimity.world.tree import Tree

CATEGORY_SHARES = (0.55, 0.20, 0.25)  # ration categories: manual workers, office workers, others
SECTORS = 8
DEPENDANTS_MEAN, DEPENDANTS_MOST = 1.2, 8
FAMOUS = 0.03  # share of people known abroad
WITHOUT_CAUSE = 0.02  # weight of a person without a cause among the initial members (assumed)
IN_VIEW = 30.0  # candidates considered for a post: `pool` of card 8
BOUNDS = {"stance": (-1.0, 1.0)}  # all other traits lie in 0..1


@dataclass(frozen=True)
class Traits:
    """Distributions for everybody, then differences by province (numbered from 1), then rank correlations."""

    everywhere: Mapping[str, Distribution]
    by_province: Mapping[int, Mapping[str, Distribution]] = field(default_factory=dict)
    correlations: Mapping[tuple[str, str], float] = field(default_factory=dict)


@dataclass(frozen=True)
class Shares:
    """Shares of estates, and the size of the centre's assembly (leader included)."""

    members: float = 0.22
    police: float = 0.02
    centre_size: int = 11
    village_members: float = 1.0  # weight of a villager among the initial members, relative to a townsman
    open_chairs: bool = False  # the head of a cell need not be a member
    comrades: int = 0  # fewest other members that a member knows (world/comrades.py)


@dataclass(frozen=True)
class Society:
    """One world at initialisation, before any lever."""

    columns: dict[str, np.ndarray]  # person columns by name; stance has one row per issue
    secretary: np.ndarray
    centre: np.ndarray  # the leader first, then the members of the centre
    ties: Ties


def bear(seed: int, tree: Tree, traits: Traits, shares: Shares, mesh: Mesh, issues: int,
         village: np.ndarray | None = None) -> Society:
    """The initial society of one seed; `village` says for each cell whether it is a village."""
    names = tuple(k for k in ("courage", "ambition", "competence", "conviction", "standing", "wary"))
    stances = tuple(f"stance_{issue}" for issue in ISSUES[:issues])
    root = correlation_root(traits.correlations, (*names, *stances)) if traits.correlations else None
    ranks = quantiles(seed, tree.people, (*names, *stances), root)
    columns = {name: _trait(name, ranks[name], traits, tree) for name in names}
    columns["stance"] = np.stack([_trait("stance", ranks[name], traits, tree) for name in stances])
    cause = WITHOUT_CAUSE + columns["conviction"] * np.maximum(columns["stance"][RULE_ISSUE], 0.0)
    if village is not None:
        cause = cause * np.where(np.repeat(village, np.diff(tree.cell_start)), shares.village_members, 1.0)
    estate = _estates(seed, tree.people, shares, cause)
    secretary, centre, office, patron, headed = _offices(seed, tree, columns["competence"], columns["conviction"],
                                                         estate, shares)
    kept = (estate == CITIZEN) & (office == CELL_SECRETARY) & shares.open_chairs
    columns["estate"] = np.where((office > NO_OFFICE) & ~kept, OFFICIAL, estate).astype(np.uint8)
    columns["office"] = office
    columns["patron"] = patron
    columns["headed"] = headed
    columns["tenure"] = np.where(office > NO_OFFICE, uniforms(seed, STREAM_TENURE, tree.people) * 25, 0).astype(
        np.uint16)
    columns["cohort"] = np.where(columns["estate"] == CITIZEN, -1, 0).astype(np.int16)
    columns["grievance"] = columns["standing"].copy()
    columns["first_stance"] = columns["stance"].copy()
    columns |= _circumstances(seed, tree.people, office)
    ties = lay(seed, tree, mesh)
    if shares.comrades > 0:
        ties = among_comrades(ties, seed, tree, columns["estate"] != CITIZEN, shares.comrades)
    return Society(columns, secretary, centre, ties)


def _circumstances(seed: int, people: int, office: np.ndarray) -> dict[str, np.ndarray]:
    """Ration category, branch, dependants, fame, and draws for jobs, rooms and plots (initial values of the
    catalogue)."""
    category = np.searchsorted(np.cumsum(CATEGORY_SHARES[:-1]), uniforms(seed, STREAM_CATEGORY, people), side="right")
    sector = (uniforms(seed, STREAM_SECTOR, people) * SECTORS).astype(np.uint8)
    below = pdtr(np.arange(DEPENDANTS_MOST), DEPENDANTS_MEAN)
    dependants = np.searchsorted(below, uniforms(seed, STREAM_DEPENDANTS, people), side="right")
    luck = uniforms(seed, STREAM_FAME, people)
    fame = np.where(luck < FAMOUS, 0.3 + 0.6 * luck / FAMOUS, 0.1 * (luck - FAMOUS) / (1.0 - FAMOUS))
    return {"category": category.astype(np.uint8), "sector": sector, "dependants": dependants.astype(np.uint8),
            "fame": np.maximum(fame, 0.12 * office).astype(np.float32),
            "lot": uniforms(seed, STREAM_LOT, people).astype(np.float32)}


def _trait(name: str, ranks: np.ndarray, traits: Traits, tree: Tree) -> np.ndarray:
    low, high = BOUNDS.get(name, (0.0, 1.0))
    values = traits.everywhere[name].quantile(ranks, low, high)
    for number, unit in enumerate(tree.provinces, start=1):
        own = traits.by_province.get(number, {}).get(name)
        if own is not None:
            a, b = tree.person_range(int(unit))
            values[a:b] = own.quantile(ranks[a:b], low, high)
    return values.astype(np.float32)


def _estates(seed: int, people: int, shares: Shares, cause: np.ndarray) -> np.ndarray:
    """Police by keyed lot; members by keyed lot weighted by their cause (Efraimidis and Spirakis 2006), in exact
    numbers (a share is rounded half up, at least one)."""
    luck = uniforms(seed, STREAM_ESTATE, people)
    order = np.argsort(luck, kind="stable")
    police = max(1, int(shares.police * people + 0.5)) if shares.police > 0 else 0
    members = max(1, int(shares.members * people + 0.5)) if shares.members > 0 else 0
    estate = np.full(people, CITIZEN, np.uint8)
    estate[order[:police]] = POLICE
    wait = -np.log1p(-luck) / np.maximum(cause, 1e-9)  # the order of draws where all causes are equal
    wait[order[:police]] = np.inf
    estate[np.argsort(wait, kind="stable")[:members]] = MEMBER
    return estate


@kept
def _best(score, luck, office, first, last, crowd):
    best, best_score = NOBODY, -1.0
    for seen in (IN_VIEW, crowd):  # the candidates in view; anybody if none of them is free
        for i in range(first, last):
            if office[i] == NO_OFFICE and score[i] > best_score and luck[i] * crowd < seen:
                best, best_score = i, score[i]
        if best != NOBODY:
            break
    return best


def _offices(seed: int, tree: Tree, competence: np.ndarray, conviction: np.ndarray, estate: np.ndarray,
             shares: Shares) -> tuple[np.ndarray, ...]:
    """Offices go to the best candidates in view, from the top down; the secretary above is the patron, up to the
    province."""
    able = 0.5 * competence + 0.5 * conviction
    score = able + 0.5 * (estate == MEMBER)
    luck = uniforms(seed, STREAM_VIEW, tree.people)
    fit = np.concatenate([[0], np.cumsum(estate == MEMBER)])
    office = np.zeros(tree.people, np.uint8)
    patron = np.full(tree.people, NOBODY, np.int32)
    secretary = np.full(tree.units, NOBODY, np.int32)
    size = min(shares.centre_size, tree.people)
    seen = score - 9.0 * (luck * max(fit[-1], 1) >= max(IN_VIEW, 3.0 * size))
    centre = np.argsort(-seen, kind="stable")[:size].astype(np.int32)
    office[centre] = tree.office_of_level(tree.depth)
    office[centre[0]] = LEADER
    patron[centre] = centre
    headed = np.full(tree.people, NOBODY, np.int32)
    headed[centre] = tree.units - 1
    secretary[tree.units - 1] = centre[0]
    for u in range(tree.units - 2, -1, -1):
        first, last = tree.person_range(u)
        open_to_all = shares.open_chairs and tree.level[u] == 0
        crowd = last - first if open_to_all else max(1, int(fit[last] - fit[first]))
        chosen = _best(able if open_to_all else score, luck, office, first, last, float(crowd))
        if chosen == NOBODY:
            continue  # everybody there already holds a higher office
        secretary[u] = chosen
        headed[chosen] = u
        level = int(tree.level[u])
        office[chosen] = tree.office_of_level(level)
        above = secretary[tree.parent[u]]
        patron[chosen] = chosen if level >= tree.depth - 1 or above == NOBODY else above
    return secretary, centre, office, patron, headed
