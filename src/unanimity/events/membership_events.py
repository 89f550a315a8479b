"""What happens to membership by script: factions are formed, and a levy brings members in."""

from __future__ import annotations

import numpy as np

from unanimity.events.arguments import NAME, PART, POSITIONS, SHARE, needed, number
from unanimity.events.declare import PEOPLE, Entry, event
from unanimity.events.moment import Moment
from unanimity.mechanisms.party.faction_slots import MOST, SMALLEST
from unanimity.world.codes import CITIZEN, ISSUES
from unanimity.world.selectors.parse import Choice, Share
from unanimity.world.selectors.people import persons


@event("those persons are a faction",
       {"name": needed(NAME), "size": SHARE, "line": POSITIONS, "elders": SHARE, "convinced": PART},
       needs=("faction",), aims=PEOPLE, chosen="who", cite="001 l.354-365",
       explains="With that line, so many elders, and a share who are in it by conviction.")
def form_faction(moment: Moment, entry: Entry, age: int) -> None:
    """Those persons are a faction from now on."""
    make_faction(moment, entry["name"], moment.chosen(entry), entry["size"], entry["line"] or (), entry["elders"],
                 entry["convinced"])


def make_faction(moment: Moment, name: str, mask: np.ndarray, size: Share | None,
                 line: tuple[tuple[str, float], ...], elders: Share | np.ndarray | None,
                 convinced: float | None) -> int:
    """A faction of that name; returns its slot, or 0 if no slot is free or nobody was found."""
    faction = moment.column("faction")
    mask = mask & (faction == 0)
    members = _founders(moment, mask, size, convinced, name)
    slot = free_slot(moment)
    if slot == 0 or members.size == 0:
        return 0
    faction[members] = slot
    moment.column("recruiter")[members] = members
    stance = moment.column("stance")
    for issue, value in line:
        k = ISSUES.index(issue)
        for column in (stance, moment.column("first_stance")):
            for _ in range(64):  # people at an end of the scale cannot move, so the others move more
                column[k, members] = np.clip(column[k, members] + (value - column[k, members].mean()), -1.0, 1.0)
    moment.column("faction_size")[slot] = members.size
    moment.column("faction_line")[:, slot] = stance[:, members].mean(axis=1)
    names = moment.batch.regimes[moment.world].setup.faction_names
    moment.column("faction_named")[slot] = names.index(name) + 1
    moment.column("factions_founded")[:] += 1
    _name_elders(moment, members, elders)
    return slot


def _founders(moment: Moment, mask: np.ndarray, size: Share | None, convinced: float | None, name: str) -> np.ndarray:
    """The founders, by lot; if a share is to be convinced (conviction above ambition), that part from the convinced."""
    if convinced is None:
        return moment.lot(mask, size, name) if size is not None else np.flatnonzero(mask)
    wanted = size.of(int(mask.sum())) if size is not None else int(mask.sum())
    firm = moment.column("conviction") > moment.column("ambition")
    devout = moment.lot(mask & firm, Share(float(int(convinced * wanted + 0.5)), False), name)
    others = moment.lot(mask & ~firm, Share(float(wanted - devout.size), False), name)
    return np.sort(np.concatenate([devout, others]))


def free_slot(moment: Moment) -> int:
    """A slot without members that no faction named in the file has."""
    used = np.bincount(moment.column("faction"), minlength=MOST)
    size, named = moment.column("faction_size"), moment.column("faction_named")
    free = np.flatnonzero((used == 0) & (size < SMALLEST) & (named == 0))
    free = free[free > 0]
    return int(free[0]) if free.size else 0


def _name_elders(moment: Moment, members: np.ndarray, elders: Share | np.ndarray | None) -> None:
    if elders is None:
        return
    if isinstance(elders, np.ndarray):
        moment.column("elder")[members[elders[members]]] = 1
        return
    inside = np.zeros(moment.batch.people, bool)
    inside[members] = True
    start = moment.view.tie_start
    ties = np.array([inside[moment.view.neighbour[start[i]:start[i + 1]]].sum() for i in members])
    moment.column("elder")[members[np.argsort(-ties, kind="stable")[:elders.of(members.size)]]] = 1


def levy_runs(moment: Moment, start: int) -> bool:
    """Whether the levy has not yet brought the wanted number."""
    joined = ((moment.column("cohort") >= max(start, 0)) & (moment.column("estate") != CITIZEN)).sum()
    born = (moment.column("cohort") == 0).sum() if start <= 0 else 0  # members from the start bear month 0 too
    return bool(joined - born < moment.column("levy_wanted")[0])


@event("recruitment by levy until that share of members has been added", {"size": number(0.0, 10.0, 1.0)},
       needs=("recruitment",), months=12, aims=("where", "provinces"), holds=(("recruitment", "levy"),),
       holds_while=levy_runs, cite="003 l.11043-11046, 12468-12480",
       explains="The lever recruitment goes back when the number is reached.")
def levy(moment: Moment, entry: Entry, age: int) -> None:
    """Set the number of members wanted, as a share of the present members."""
    if age == 0:
        members = int((persons(Choice("members"), moment.view)).sum())
        moment.column("levy_wanted")[:] = int(entry["size"] * members + 0.5)
