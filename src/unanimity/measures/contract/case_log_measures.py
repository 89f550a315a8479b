"""Measures computed from the case log: survival, custody, contagion, confessions, petitions, the fate of complainers.

People are followed by number. Since a place does not record its earlier occupants, anything a measure needs to know
about a person beyond the log is noted in the month of the log entry.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from unanimity.measures.contract.declare import Case
from unanimity.measures.grammar.evaluate import UNKNOWN, Look
from unanimity.world.codes import (
    ARREST,
    ATTACK,
    CARRIED,
    CITIZEN,
    CONFESSION,
    DEATH,
    DYING,
    EXECUTED,
    EXILE,
    FREED,
    LEAVING,
    NEVER,
    NOBODY,
    OBJECTED,
    PETITION,
    POLICE,
    RELEASE,
    SANCTION,
    SAVED,
    TELLING,
    VOTED_DOWN,
)
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.selectors.view import View

YEAR, HALF_YEAR = 12, 6
OUT = (RELEASE, SAVED, FREED)  # events that end custody
WIDE, HORIZON = 2**17, 2**15  # months, shifted to be positive, in one key with a number; a month after all


def _come_and_go(view: View) -> bool:
    """Whether places change occupants (cards 29 and 30), so that people must be identified by number."""
    return "number" in view.columns


def km_quantile(months: np.ndarray, ended: np.ndarray, share: float = 0.5) -> float:
    """The time by which that share of spells has ended (Kaplan-Meier); NaN if it is not reached.

    >>> km_quantile(np.array([1.0, 2.0, 3.0, 4.0]), np.array([True, True, False, True]))
    2.0
    """
    standing = 1.0
    for month in np.unique(months[ended]):
        at_risk = int((months >= month).sum())
        standing *= 1.0 - int(((months == month) & ended).sum()) / at_risk
        if standing <= 1.0 - share + 1e-12:
            return float(month)
    return UNKNOWN


# --- survival -----------------------------------------------------------------------------------------------------
def _until(case: Case, mask: np.ndarray) -> float:
    """The median time from the treatment to each person's first row in the mask; people who leave the country are
    censored."""
    people = np.unique(case.first if case.meant is None else case.meant)
    end = case.months[case.window].max() if case.window.any() else case.start
    months = np.full(people.size, float(end - case.start + 1))
    ended = np.zeros(people.size, bool)
    within = (case.rows["month"] >= case.start) & (case.rows["month"] <= end) & np.isin(case.rows["person"], people)
    at, month = _firsts(case.rows[within & (mask | (case.rows["event"] == LEAVING))], people)
    months[at] = month - case.start
    at, month = _firsts(case.rows[within & mask], people)
    ended[at] = months[at] == month - case.start
    return km_quantile(months, ended)


def _firsts(rows: np.ndarray, people: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For people who have a row: their positions in a list of people, and the month of each one's first row."""
    numbers, first = np.unique(rows["person"], return_index=True)
    return np.searchsorted(people, numbers), rows["month"][first].astype(float)


def _next(rows: np.ndarray, asked: np.ndarray, after: int = 0) -> np.ndarray:
    """For each row, the index of the same person's next row of the other kind, at least that many months later; -1 if
    there is none. Rows of the same month keep their order."""
    keys = _key(rows)
    order = np.argsort(keys, kind="stable")
    sought = _key(asked) + after
    at = np.searchsorted(keys[order], sought)
    found = np.append(order, -1)[at]
    return np.where((found >= 0) & (rows["person"][found] == asked["person"]), found, -1) if rows.size else found


def _key(rows: np.ndarray) -> np.ndarray:
    return rows["person"].astype(np.int64) * WIDE + rows["month"] + WIDE // 2


def survival_median(case: Case) -> float:
    """Kaplan-Meier median of the months from the treatment to death."""
    return _until(case, case.rows["event"] == DYING)


def liberty_median(case: Case) -> float:
    """Kaplan-Meier median of the months from the treatment to death or to a sanction from exile up."""
    rows = case.rows
    return _until(case, (rows["event"] == DYING) | ((rows["event"] == SANCTION) & (rows["rung"] >= EXILE)))


def custody_median(case: Case) -> float:
    """Kaplan-Meier median of the months from a sentence to exile, prison or camp until release; deaths are censored."""
    rows = case.rows_in_window()
    rows = rows[(rows["event"] == SANCTION) & (rows["rung"] >= EXILE) & (rows["rung"] < DEATH)]
    over = case.rows[np.isin(case.rows["event"], (*OUT, DYING, LEAVING))]
    if not rows.size:
        return UNKNOWN
    at = _next(over, rows)
    last = np.append(over["month"], case.months[-1])[at]  # for people still held: the end of the run
    ended = np.append(np.isin(over["event"], OUT), False)[at]
    return km_quantile((last - rows["month"]).astype(float), ended)


# --- cases --------------------------------------------------------------------------------------------------------
def confession_rate(case: Case) -> float:
    """The share of arrests followed by a confession before the person's next arrest."""
    rows, mine = case.rows, case.rows_in_window()
    mine = mine[mine["event"] == ARREST]
    if not mine.size:
        return UNKNOWN
    arrests, signatures = rows[rows["event"] == ARREST], rows[rows["event"] == CONFESSION]
    again = np.append(arrests["month"].astype(np.int64), HORIZON)[_next(arrests, mine, 1)]
    signed = np.append(signatures["month"].astype(np.int64), HORIZON)[_next(signatures, mine)]
    return float((signed < again).mean())


def _had_opposed(view: View, place: int) -> bool:
    return bool(view.column("last_rose")[place] != NEVER or view.column("last_guilt")[place] != NEVER)


def note_executed(look: Look, memory: dict[str, Any]) -> None:
    """Which of this month's executed people had taken part in a rising or a faction; noted now because the place may be
    reused."""
    if not _come_and_go(look.view):
        return
    dead = look.rows["person"][look.rows["event"] == DYING]
    for place in dead[look.view.column("death")[dead] == EXECUTED]:
        if _had_opposed(look.view, place):
            memory.setdefault("opposed", set()).add(int(look.view.column("number")[place]))


def loyal_dissenters_executed(case: Case) -> float:
    """Executed members who never took part in a faction, an attack or a rising and stood nearer to the other pole."""
    rows, noted = case.rows, _come_and_go(case.view)
    dead = case.rows_in_window()
    dead = dead[(dead["event"] == DYING) & (case.death(dead) == EXECUTED)]
    total = 0
    for row in dead:
        life = rows[rows["person"] == row["person"]]
        was_member = (life["estate"] != CITIZEN).any()
        clean = not (life["faction"] > 0).any() and not (life["event"] == ATTACK).any()
        opposed = row["person"] in case.memory.get("opposed", ()) if noted else _had_opposed(case.view, row["person"])
        total += bool(was_member and clean and not opposed and row["distance"] > 0.5)
    return float(total)


def petitions_per_chief(case: Case) -> float:
    """Petitions for each chief who heard any."""
    rows = case.rows_in_window()
    heard = rows["other"][(rows["event"] == PETITION) & (rows["other"] != NOBODY)]
    return float(heard.size / np.unique(heard).size) if heard.size else UNKNOWN


def cap_in_use(case: Case) -> float:
    """The highest rung used in the last 12 months of the window."""
    last = case.months[case.window].max() if case.window.any() else case.months[-1]
    rows = case.rows[(case.rows["event"] == SANCTION) & (case.rows["month"] <= last)
                     & (case.rows["month"] > last - YEAR)]
    return float(rows["rung"].max()) if rows.size else 0.0


# --- contagion ----------------------------------------------------------------------------------------------------
def _neighbours(view: View, place: int) -> np.ndarray:
    return view.neighbour[int(view.tie_start[place]):int(view.tie_start[place + 1])]


def note_ties(look: Look, memory: dict[str, Any]) -> None:
    """The ties of people arrested for the first time this month; they are removed when the place becomes vacant."""
    if not _come_and_go(look.view):
        return
    number, ties = look.view.column("number"), memory.setdefault("ties", {})
    for place in look.rows["person"][look.rows["event"] == ARREST].tolist():
        ties.setdefault(int(number[place]), number[_neighbours(look.view, place)])


def _ties_of(case: Case, person: int) -> np.ndarray:
    """The people tied to an arrested person."""
    return case.memory["ties"][person] if _come_and_go(case.view) else _neighbours(case.view, person)


def _victims(case: Case) -> np.ndarray:
    """First arrests in the window, in order."""
    rows = case.rows_in_window()
    rows = rows[rows["event"] == ARREST]
    _, first = np.unique(rows["person"], return_index=True)
    return rows[np.sort(first)]


def tied_to_attacker(case: Case) -> float:
    """Share of the arrested, other than the attackers, who have a tie to an earlier attacker."""
    attacks = case.rows[case.rows["event"] == ATTACK]
    attacker = {int(p): int(m) for p, m in zip(attacks["person"][::-1], attacks["month"][::-1], strict=True)}
    victims = [row for row in _victims(case) if int(row["person"]) not in attacker]
    tied = sum(any(attacker.get(int(k), 10**6) <= row["month"] for k in _ties_of(case, int(row["person"])))
               for row in victims)
    return tied / len(victims) if victims else UNKNOWN


def tied_to_victims(case: Case) -> float:
    """Share of the arrested who have a tie to somebody arrested in an earlier month of the window."""
    seen: dict[int, int] = {}
    tied, total = 0, 0
    for row in _victims(case):
        person, month = int(row["person"]), int(row["month"])
        tied += any(seen.get(int(k), 10**6) < month for k in _ties_of(case, person))
        seen[person] = month
        total += 1
    return tied / total if total else UNKNOWN


def officers_among_victims(case: Case) -> float:
    """Share of the arrested who were police, or examiner or judge of an earlier case."""
    rows = case.rows[case.rows["event"] == ARREST]
    victims = _victims(case)
    if not victims.size:
        return UNKNOWN
    officers, first = np.unique(np.concatenate([rows["examiner"], rows["judge"]]), return_inverse=True)
    served = np.full(officers.size, HORIZON)
    np.minimum.at(served, first, np.tile(rows["month"].astype(np.int64), 2))
    at = np.minimum(np.searchsorted(officers, victims["person"]), officers.size - 1)
    was_officer = (officers[at] == victims["person"]) & (served[at] < victims["month"])
    return float(((victims["estate"] == POLICE) | was_officer).mean())


def executors_struck(case: Case) -> float:
    """Months until half of the officers in charge of the first half-year's executions have been arrested or have killed
    themselves."""
    rows = case.rows[np.isin(case.rows["month"], case.months[case.window])]
    deaths = rows[(rows["event"] == DYING) & (case.death(rows) == EXECUTED)]
    if not deaths.size:
        return UNKNOWN
    begun = int(deaths["month"].min())
    first = deaths[deaths["month"] < begun + HALF_YEAR]
    officers = np.setdiff1d(np.concatenate([first["examiner"], first["judge"]]), [NOBODY])
    struck = [rows["month"][(rows["person"] == k) & np.isin(rows["event"], (ARREST, DYING)) & (rows["month"] >= begun)]
              for k in officers]
    months = np.sort([float(m.min()) for m in struck if m.size])
    half = int(np.ceil(officers.size / 2))
    return float(months[half - 1] - begun) if officers.size and months.size >= half else UNKNOWN


# --- the fate of complainers --------------------------------------------------------------------------------------
def note_complainers(look: Look, memory: dict[str, Any]) -> None:
    """Who complained this month, and the comparison group: other members of the same cell and tercile of the file."""
    tellers = np.unique(look.rows["person"][look.rows["event"] == TELLING])
    if not tellers.size:
        return
    view = look.view
    here = (view.column("estate") != CITIZEN) & (view.column("status") < AT_LIBERTY_BELOW)
    files = view.column("dossier").astype(float)
    edges = np.quantile(files[here], (1 / 3, 2 / 3)) if here.any() else np.zeros(2)
    third = np.searchsorted(edges, files, side="right")
    for person in tellers:
        alike = here & (view.cell == view.cell[person]) & (third == third[person])
        alike[tellers] = False
        number = view.column("number") if _come_and_go(view) else np.arange(view.people)
        memory.setdefault("told", []).append((look.month, int(number[person]), number[alike]))


def _struck_after_telling(case: Case) -> tuple[float, float]:
    """Mantel-Haenszel sums over complainers: those sanctioned within 12 months, and the comparison group's."""
    rows = case.rows[(case.rows["event"] == SANCTION) & (case.rows["rung"] >= 1)]
    over, under = 0.0, 0.0
    for month, person, alike in case.memory.get("told", []):
        if not alike.size:
            continue
        after = rows["person"][(rows["month"] > month) & (rows["month"] <= month + YEAR)]
        struck, others = float((after == person).any()), float(np.isin(alike, after).sum())
        everybody = 1.0 + alike.size
        over += struck * alike.size / everybody
        under += others / everybody
    return over, under


def complainers_struck(case: Case) -> float:
    """The complainers' part of the numerator of the Mantel-Haenszel ratio, which can be summed over worlds."""
    return _struck_after_telling(case)[0]


def alike_struck(case: Case) -> float:
    """The comparison group's part of the denominator."""
    return _struck_after_telling(case)[1]


def fate_of_complainers(case: Case) -> float:
    """The hazard of a sanction in the 12 months after a complaint, relative to similar members of the same cell
    (Mantel-Haenszel)."""
    over, under = _struck_after_telling(case)
    return over / under if under > 0 else UNKNOWN


# --- the centre ---------------------------------------------------------------------------------------------------
def objectors_turned(case: Case) -> float:
    """Of those who objected to the first contested motion, the share who objected to none of the later motions of the
    same kind.

    Motions are of the same kind if they have the same cause: objecting to loosening is not objecting to tightening.
    """
    rows = case.rows_in_window()
    against = rows[rows["event"] == OBJECTED]
    if not against.size:
        return UNKNOWN
    first = int(against["month"].min())
    cause = against["cause"][against["month"].argmin()]
    rows, against = rows[rows["cause"] == cause], against[against["cause"] == cause]
    later = rows["month"][np.isin(rows["event"], (CARRIED, VOTED_DOWN)) & (rows["month"] > first)]
    if not later.size:
        return UNKNOWN
    firsts = np.unique(against["person"][against["month"] == first])
    again = np.isin(firsts, against["person"][against["month"] > first])
    return float((~again).mean())


def decision_time(case: Case) -> float:
    """Months from the treatment to the first motion that the centre passes."""
    rows = case.rows
    months = rows["month"][(rows["event"] == CARRIED) & (rows["month"] >= case.start)]
    return float(months.min() - case.start) if months.size else UNKNOWN


def death_dispersion(case: Case) -> float:
    """Standard deviation of the provinces' deaths by hunger a head."""
    tree = case.view.tree
    rows = case.rows_in_window()
    rows = rows[(rows["event"] == DYING) & (case.death(rows) == 1)]
    province = tree.province[rows["place"]]
    people = np.array([np.diff(tree.person_range(int(u)))[0] for u in tree.provinces], float)
    deaths = np.array([(province == u).sum() for u in tree.provinces], float)
    return float((deaths / people).std())


