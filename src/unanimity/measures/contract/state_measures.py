"""Measures that need the state of particular months: notes taken between months, and what is computed from them."""

from __future__ import annotations

from typing import Any

import numpy as np

from unanimity.measures.contract.case_log_measures import km_quantile
from unanimity.measures.contract.declare import Case
from unanimity.measures.grammar.evaluate import UNKNOWN, Look
from unanimity.world.character import is_opportunist
from unanimity.world.codes import CITIZEN, DISSENT, RULE_ISSUE
from unanimity.world.columns import AT_LIBERTY_BELOW, IN_THE_COUNTRY_BELOW
from unanimity.world.selectors.people import variable
from unanimity.world.selectors.view import View

RISEN = 0.10  # share of a cell's people above which the cell is in revolt
MOVED = 0.10  # change of an allotment that counts as a reversed decision
LONG = 12  # months of assent that make a loyalist
NOTED = "noted"


def mean_of_notes(case: Case) -> float:
    """The mean over the months of the window."""
    noted = np.array(case.memory.get(NOTED, []), float)
    return float(np.nanmean(noted)) if np.isfinite(noted).any() else UNKNOWN


def sum_of_notes(case: Case) -> float:
    """The sum over the months of the window."""
    return float(np.nansum(np.array(case.memory.get(NOTED, []), float)))


def _note(memory: dict[str, Any], number: float) -> None:
    memory.setdefault(NOTED, []).append(number)


# --- revolts ------------------------------------------------------------------------------------------------------
def _in_revolt(view: View, risen: np.ndarray) -> np.ndarray:
    """Cells in which at least 10 % of the people present are in revolt.

    The column `revolt` of a unit is not used: it includes scripted strikers, who encourage others but are not a revolt.
    """
    cells = view.tree.cells
    number = np.bincount(view.cell[risen], minlength=cells)[:cells]
    return np.asarray((number > 0) & (number >= RISEN * view.column("present")[:cells]))


def note_revolts(look: Look, memory: dict[str, Any]) -> None:
    """Cells that have newly passed 10 % of present people in revolt, and how far round the ring from the first."""
    view, tree = look.view, look.view.tree
    risen = _in_revolt(view, view.column("in_revolt") > 0)
    before = memory.get("before")
    if before is None:  # the month before the window is not observed, but people know when they last rose
        before = _in_revolt(view, view.column("last_rose") == look.month - 1)
    new = np.flatnonzero(risen & ~before)
    memory["before"] = risen
    memory.setdefault("cells", []).extend(new.tolist())
    if new.size:
        number = {int(u): k for k, u in enumerate(tree.provinces)}
        at = np.array([number[int(tree.province[c])] for c in new])
        first = memory.setdefault("first", int(at[0]))
        away = np.abs(at - first)
        memory.setdefault("distance", []).extend(np.minimum(away, len(tree.provinces) - away).tolist())


def new_revolts(case: Case) -> float:
    """How many cells rose anew in the window; of a population, in the cells where it lives."""
    cells = np.array(case.memory.get("cells", []), int)
    if case.who is not None:
        cells = cells[np.isin(cells, case.view.cell[case.who])]
    return float(cells.size)


def revolt_distance(case: Case) -> float:
    """Mean distance round the ring of provinces from the first revolt to the later ones."""
    found = case.memory.get("distance", [])[1:]
    return float(np.mean(found)) if found else UNKNOWN


# --- silence ------------------------------------------------------------------------------------------------------
def note_silences(look: Look, memory: dict[str, Any]) -> None:
    """The units whose crimes became known since last month, after how many months, and those still kept secret."""
    view = look.view
    exposed, silence = (view.column(name).astype(np.int64) for name in ("exposed", "silence"))
    if "exposed" in memory:  # crimes revealed in the first month of a window cannot be told from earlier ones
        new = np.flatnonzero(exposed > memory["exposed"])
        memory.setdefault("ended", []).extend(zip(new.tolist(), (silence - memory["silence"])[new].tolist(),
                                                  strict=True))
    memory["exposed"], memory["silence"] = exposed, silence
    kept = np.flatnonzero(view.column("crime_open") == 1)
    memory["kept"] = list(zip(kept.tolist(), (look.month - view.column("crime_month")[kept].astype(int)).tolist(),
                              strict=True))


def silence_of(case: Case) -> float:
    """The Kaplan-Meier median of silence for units that lie entirely where the population lives."""
    mine = np.ones(case.view.tree.units, bool) if case.who is None else whole_units(case.view, case.who)
    ended = [months for unit, months in case.memory.get("ended", []) if mine[unit]]
    kept = [months for unit, months in case.memory.get("kept", []) if mine[unit]]
    return km_quantile(np.array([*ended, *kept], float), np.array([True] * len(ended) + [False] * len(kept), bool))


def whole_units(view: View, who: np.ndarray) -> np.ndarray:
    """Units all of whose cells are home to somebody selected."""
    tree = view.tree
    found = np.ones(tree.units, bool)
    found[:tree.cells] = np.isin(np.arange(tree.cells), view.cell[who])
    for unit in range(tree.units - 1):  # children come before their parents
        found[tree.parent[unit]] &= found[unit]
    return found


# --- bread --------------------------------------------------------------------------------------------------------
def note_price_gap(look: Look, memory: dict[str, Any]) -> None:
    """log((food wanted after cards + .01) / (food offered + .01)) of each province, weighted by its people."""
    view, tree = look.view, look.view.tree
    wanted = np.bincount(tree.province[:tree.cells], view.column("missing")[:tree.cells], tree.units)[tree.provinces]
    offered = view.column("offered")[tree.provinces]
    people = view.column("present")[tree.provinces]
    gap = np.log((wanted + 0.01) / (offered + 0.01))
    _note(memory, float((gap * people).sum() / people.sum()) if people.sum() > 0 else UNKNOWN)


def note_member_error(look: Look, memory: dict[str, Any]) -> None:
    """What members observe in their own and their ties' cells, compared with the truth: the mean distance."""
    view = look.view
    here = view.column("status") < AT_LIBERTY_BELOW
    lived = view.column("lived")[view.cell].astype(float)
    start = view.tie_start.astype(np.int64)
    held = np.diff(start)
    among = np.add.reduceat(np.append(lived[view.neighbour], 0.0), start[:-1]) * (held > 0)
    seen = (lived + among) / (1.0 + held)
    mine = here & (view.column("estate") != CITIZEN)
    true = lived[here].mean() if here.any() else UNKNOWN
    _note(memory, float(np.abs(seen[mine] - true).mean()) if mine.any() else UNKNOWN)


def note_reversals(look: Look, memory: dict[str, Any]) -> None:
    """Of the cells inspected a month ago, the share whose allotment has changed by 10 % since."""
    view, cells = look.view, look.view.tree.cells
    asked = view.column("asked")[:cells].astype(float)
    seen = memory.get("inspected")
    if seen is not None and seen.any():
        old = memory["asked"][seen]
        moved = np.abs(asked[seen] - old) >= MOVED * np.maximum(old, 1e-9)
        _note(memory, float(moved.mean()))
    memory["inspected"], memory["asked"] = view.column("inspected")[:cells] == 1, asked


# --- the party ----------------------------------------------------------------------------------------------------
def _recruits(look: Look, memory: dict[str, Any]) -> np.ndarray:
    view = look.view
    if "median" not in memory:
        memory["median"] = float(np.median(view.column("conviction")[view.here]))
    fresh = (view.column("cohort") == look.month) & (look.month > 0)  # those of the first day bear month 0 too
    return np.flatnonzero(fresh & (view.column("estate") != CITIZEN))


def note_convinced(look: Look, memory: dict[str, Any]) -> None:
    """New members with more conviction than the median of the first month who agree, a year."""
    joined = _recruits(look, memory)
    agree = variable("agreement", look.view)[joined] > 0
    _note(memory, 12.0 * float((agree & (look.view.column("conviction")[joined] > memory["median"])).sum()))


def note_opportunists(look: Look, memory: dict[str, Any]) -> None:
    """New members who are opportunists (card 10), a year."""
    view = look.view
    joined = _recruits(look, memory)
    agreement = variable("agreement", view)
    ambition, conviction = view.column("ambition"), view.column("conviction")
    _note(memory, 12.0 * sum(bool(is_opportunist(float(ambition[i]), float(conviction[i]), float(agreement[i])))
                             for i in joined))


# --- factions -----------------------------------------------------------------------------------------------------
def nearer(view: View, line: float, month: int) -> np.ndarray:
    """Members nearer to a line than to the centre's on rule who have not dissented for 12 months."""
    stance = view.column("stance")[RULE_ISSUE].astype(float)
    centre = float(view.column("line")[RULE_ISSUE, -1])
    quiet = view.column("last_dissent").astype(int) < month - LONG
    mine = (view.column("estate") != CITIZEN) & (view.column("status") < AT_LIBERTY_BELOW)
    return np.asarray(mine & quiet & (np.abs(stance - line) < np.abs(stance - centre)))


def note_hidden_faction(look: Look, memory: dict[str, Any]) -> None:
    """Of the largest faction: members who neither dissent nor are on file, and people who silently share its line."""
    view = look.view
    sizes = view.column("faction_size").copy()
    sizes[0] = 0
    largest = int(np.argmax(sizes))
    if sizes[largest] == 0:
        _note(memory, 0.0)
        return
    inside = (view.column("faction") == largest) & (view.column("status") < IN_THE_COUNTRY_BELOW)
    seen = (view.column("voice") == DISSENT) | (view.column("dossier") > 1.0)
    line = float(view.column("faction_line")[RULE_ISSUE, largest])
    _note(memory, float((inside & ~seen).sum() + (nearer(view, line, look.month) & ~inside).sum()))


def note_new_factions(look: Look, memory: dict[str, Any]) -> None:
    """New factions most of whose members had assented for 12 months running when it was founded."""
    view = look.view
    alive = set(np.flatnonzero(view.column("faction_size")[1:] > 0) + 1)
    faction, running = view.column("faction"), view.column("assents_running")
    loyal = 0
    for slot in alive - memory.get("alive", alive):
        founders = faction == slot
        loyal += bool(founders.any() and (running[founders] >= LONG).mean() > 0.5)
    memory["alive"] = alive
    _note(memory, float(loyal))
