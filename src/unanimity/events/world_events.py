"""What comes from outside: failed harvests, war, relief, a death at the top, signals from abroad, a hidden problem."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from unanimity.events.arguments import GROUP, PERSONS, flag, needed, number, part, share, word
from unanimity.events.declare import PLACES, Entry, event
from unanimity.events.moment import Moment
from unanimity.mechanisms.party.posts import empty_post
from unanimity.world.codes import (
    ABROAD,
    CITIZEN,
    EXILED,
    LEAVING,
    MEMBER,
    NO_CAUSE,
    NOBODY,
    NOT_DEAD,
    OFFICIAL,
    THE_FRONT,
    VACANT,
)
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.draws import chance
from unanimity.world.selectors.parse import Choice, Share
from unanimity.world.selectors.people import persons, variable
from unanimity.world.tree import Tree

DESERTION = 0.02  # monthly hazard of a private dissenter at the front, times the wish to speak
SIGNAL = 3  # months for which a foreign revolution is a signal
HEARD = 0.2  # rumour that a foreign revolution adds
LUCK = 0.3  # what a success abroad adds to a faction's prospects
FORESIGHT = 0.1  # how far the stances of others move after a forecast


def restore_yield(moment: Moment) -> None:
    """Where card 25 does not run, nothing else writes the yield, so it is set to what the script leaves of it."""
    if not moment.runs("shock"):
        base = moment.batch.regimes[moment.world].inputs.get("yielded", 1.0)
        moment.column("yielded")[:] = base * moment.column("scripted_yield")


@event("the yield is multiplied by 1 - severity", {"severity": part(0.5)}, needs=("requisition",), months=12,
       aims=PLACES, resets=(("scripted_yield", 1.0),), afterwards=restore_yield, cite="000 l.85-146; 003 l.9143-9163",
       explains="Hunger follows with the months, as far as reports, rations and the market let it.")
def harvest_failure(moment: Moment, entry: Entry, age: int) -> None:
    """The yield there is multiplied by 1 - severity while the event lasts."""
    places = moment.places(entry)
    moment.column("scripted_yield")[places] *= 1.0 - entry["severity"]
    if not moment.runs("shock"):
        moment.column("yielded")[:] = moment.column("scripted_yield")


@event("need grows, some leave work and assembly, danger rises, people rally, some desert",
       {"need": number(0.01, 10.0, 1.0), "withdraw": share(0.0), "threat": part(0.5), "holds": part(0.0)},
       months=12, resets=(("front", 0.0), ("withdrawn", 0.0), ("attends", 1.0), ("scripted_threat", 0.0)),
       acts_at_end=True, cite="003 l.19268-19274, 20792-20815",
       explains="Need is multiplied by `need`; the lot takes the share `withdraw` of people; officials are put to the "
                "test of their competence; who wishes to be gone may go over. The danger of its first month, "
                "`threat`, fades by a seventh a month; a long war or a siege `holds` it at that level while it lasts.")
def war(moment: Moment, entry: Entry, age: int) -> None:
    """Need grows, danger rises, a lot leaves work and assembly, and some dissenters among it desert."""
    need = moment.column("need_factor")
    if age == entry.months:
        need /= entry["need"]
        if not moment.runs("shock"):  # under card 25 the threat fades by itself
            _raise_threat(moment, -entry["threat"])
        return
    if age == 0:
        need *= entry["need"]
        _raise_threat(moment, entry["threat"])
        if not moment.runs("shock"):
            _rally(moment)
    _hold_danger(moment, entry["holds"])
    moment.column("front")[:] = 1
    _desert(moment, _withdraw(moment, entry["withdraw"]))


def _hold_danger(moment: Moment, level: float) -> None:
    """Hold the standing danger of card 25 at that level while the war lasts; without the card, at least that level."""
    if moment.runs("shock"):
        kept = moment.parameter("shock.threat_kept")
        _raise_threat(moment, (1.0 - kept) * max(0.0, level - moment.parameter("shock.danger")))
    else:
        moment.column("threat")[:] = np.maximum(moment.column("threat"), level)


def _raise_threat(moment: Moment, amount: float) -> None:
    """Raise the threat: where card 25 runs as one of its inputs of the month, else at once."""
    if moment.runs("shock"):
        moment.column("scripted_threat")[:] = np.minimum(1.0, moment.column("scripted_threat") + amount)
    else:
        threat = moment.column("threat")
        threat[:] = np.clip(threat + amount, 0.0, 1.0)


def _rally(moment: Moment) -> None:
    stance, line = moment.column("stance"), moment.column("line")[:, -1:]
    free = moment.column("status") < EXILED
    stance[:, free] += moment.parameter("shock.rally") * (line - stance[:, free])


def _withdraw(moment: Moment, share: Share) -> np.ndarray:
    """The people at the front this month, by lot; they are neither at work nor in the hall."""
    tree = moment.batch.tree
    gone = np.zeros(moment.batch.people, bool)
    if share.number == 0.0:
        return gone
    gone[moment.lot(moment.column("status") != VACANT, share, "withdraw")] = True
    moment.column("attends")[gone] = 0
    inside = _people_of_cells(moment)
    here = np.add.reduceat(gone.astype(np.float64), tree.cell_start[:-1])
    moment.column("withdrawn")[:tree.cells] = here / np.maximum(inside, 1)
    return gone


def _people_of_cells(moment: Moment) -> np.ndarray:
    """The number of places in each cell that are not vacant."""
    taken = (moment.column("status") != VACANT).astype(np.float64)
    return np.asarray(np.add.reduceat(taken, moment.batch.tree.cell_start[:-1]))


def _desert(moment: Moment, front: np.ndarray) -> None:
    """Private dissenters at the front desert by event(.02*want); people at home have no front to leave.

    Divisions melted at the front; of the deserters many came back or took to the woods (003 l.5575-5592), and the woods
    are at home: only those who stay away count as gone.
    """
    mask = front & persons(Choice("and", (Choice("present"), Choice("private_dissenters"))), moment.view)
    want = variable("want", moment.view)
    luck = moment.luck(f"desert {moment.month}")
    for person in np.flatnonzero(mask & (luck < DESERTION * want)):
        if luck[person] < chance(DESERTION * want[person]):
            moment.enter(int(person), LEAVING, THE_FRONT)
            moment.oust(int(person))
            moment.column("status")[person] = ABROAD


@event("food from outside is added to the stock there",
       {"amount": needed(number(0.0, 100.0)),
        "to": word("centre", "province", "district", "association", default="centre"),
        "source": word("abroad", "reserve", default="abroad")},
       needs=("requisition", "provision"), months=1, aims=PLACES, cite="003 l.9143-9183",
       explains="`amount` is a share of need. Out of the reserve there comes no more than was laid into it. What "
                "comes to the centre is allotted by all reports; to the provinces: each gets what it needs and shares "
                "it out by its own reports; to the districts: by need; to associations: where people have combined.")
def food_inflow(moment: Moment, entry: Entry, age: int) -> None:
    """A share of the month's need comes in from outside, entered in the ledger as brought."""
    tree = moment.batch.tree
    here = moment.places(entry)[:tree.cells]
    present = moment.column("present")[:tree.cells].copy()
    if not present.any():
        present = _people_of_cells(moment)  # before the first census
    need = present * moment.column("need_factor")[0] * here
    if need.sum() == 0.0:
        return
    reported = moment.column("reported_need")[:tree.cells] * here
    weight = {"centre": reported, "province": _within_provinces(reported, need, tree),
              "association": need * moment.column("assoc")[:tree.cells]}.get(entry["to"], need)
    weight = weight if weight.sum() > 0.0 else need  # nobody has reported or combined yet
    share = np.bincount(tree.parent[:tree.cells], weights=weight, minlength=tree.units).astype(np.float64)
    total = entry["amount"] * need.sum()
    if entry["source"] == "reserve":
        reserve = moment.column("reserve")
        total = min(total, float(reserve[-1]))
        reserve[-1] -= total
    else:
        moment.column("brought")[:] += total * share / share.sum()
    moment.column("stock")[:] += total * share / share.sum()


@event("food leaves the stock there: exported, or laid into the state's reserve",
       {"amount": needed(number(0.0, 100.0)), "to": word("abroad", "reserve", default="abroad")},
       needs=("requisition", "provision"), months=1, aims=PLACES, cite="003 l.14322-14324",
       explains="`amount` is a share of need, out of what the districts there have in store and no more. What is "
                "exported is lost to the country; the reserve lies at the centre and feeds nobody until food_inflow "
                "has it for its source.")
def food_outflow(moment: Moment, entry: Entry, age: int) -> None:
    """A share of the month's need leaves the stores of the districts there: exported, or into the reserve."""
    tree, stock = moment.batch.tree, moment.column("stock")
    here = moment.places(entry)
    cells = np.flatnonzero(here[:tree.cells])
    districts = np.unique(tree.parent[cells])
    held = float(stock[districts].sum())
    wanted = entry["amount"] * float(moment.column("present")[cells].sum()) * float(moment.column("need_factor")[0])
    if held <= 0.0 or wanted <= 0.0:
        return
    leaves = min(held, wanted) / held * stock[districts]
    stock[districts] -= leaves
    if entry["to"] == "reserve":
        moment.column("reserve")[-1] += leaves.sum()
    else:
        moment.column("lost")[districts] += leaves


def _within_provinces(reported: np.ndarray, need: np.ndarray, tree: Tree) -> np.ndarray:
    """Each province gets what it needs and distributes it by the reports of its districts."""
    province = tree.province[:tree.cells]
    told = np.bincount(province, weights=reported, minlength=tree.units)
    truly = np.bincount(province, weights=need, minlength=tree.units)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(told[province] > 0.0, reported * truly[province] / told[province], need)


def _successor(given: Mapping[str, Any]) -> str:
    """The field `by` belongs to a leader who is replaced, and to no other kind."""
    return ".by is the person who follows where kind = 'replaced', and nowhere else." \
        if (given["kind"] == "replaced") != (given["by"] is not None) else ""


@event("the arbiter dies, is ill or is replaced",
       {"kind": needed(word("death", "illness", "replaced")), "by": PERSONS}, needs=("appointment",), months=12,
       together=_successor, cite="003 l.10258-10276, 12317-12412",
       explains="Those whom the leader held are held by nobody, until posts lead to another desk.")
def leader_event(moment: Moment, entry: Entry, age: int) -> None:
    """The leader dies, is ill for some months (card 23; without it another member leads), or is replaced."""
    if age > 0:
        return
    leader, kind = moment.leader, entry["kind"]
    if kind == "death":
        if leader != NOBODY:
            moment.kill(leader, NOT_DEAD, NO_CAUSE)
            moment.call(empty_post, unit=moment.batch.tree.units - 1)
        return
    if kind == "illness" and moment.runs("concentration"):
        moment.column("leader_ill")[:] = moment.month + entry.months
        return
    if kind == "illness":
        chairs = moment.column("sitting")[-moment.batch.centre_size:]
        others = [int(i) for i in chairs[1:] if i != NOBODY and moment.column("status")[i] < AT_LIBERTY_BELOW]
        if others:
            moment.lead(max(others, key=lambda i: (float(moment.column("competence")[i]), -i)))
        return
    heirs = np.flatnonzero(persons(entry["by"], moment.view) & (moment.column("status") < AT_LIBERTY_BELOW))
    if heirs.size and int(heirs[0]) != leader:
        heir = int(heirs[0])
        if moment.column("estate")[heir] == CITIZEN:  # the leader of the party must be a member
            moment.column("estate")[heir], moment.column("cohort")[heir] = MEMBER, max(moment.month, 0)
        moment.lead(heir)
        if leader != NOBODY:
            moment.oust(leader)
            moment.column("estate")[leader] = MEMBER if moment.column("estate")[leader] == OFFICIAL else \
                moment.column("estate")[leader]


def faction_of(moment: Moment, name: str) -> int:
    """The slot of a faction by its name, or of the faction to which most of a group's people belong; 0 if none."""
    if name in moment.view.factions:
        return moment.view.factions[name]
    faction = moment.column("faction")[persons(Choice("group", (name,)), moment.view)]
    return int(np.bincount(faction[faction > 0]).argmax()) if (faction > 0).any() else 0


def _whose_success(given: Mapping[str, Any]) -> str:
    """A success or a defeat needs a group; a revolution does not have one."""
    return ".group is needed for a success or a defeat; a revolution has none." \
        if (given["kind"] != "revolution") != (given["group"] is not None) else ""


@event("a success, a defeat or a revolution abroad",
       {"kind": needed(word("success", "defeat", "revolution")), "group": GROUP}, needs=("faction",), months=12,
       resets=(("foreign_signal", 0.0), ("faction_luck", 0.0), ("answering", 0.0), ("answering_faction", 0.0)),
       together=_whose_success, cite="002 l.132-145",
       explains="The prospects of the group rise or fall by .3, and those of it who are held may pay for it; a "
                "revolution abroad moves everybody.")
def foreign(moment: Moment, entry: Entry, age: int) -> None:
    """A success or defeat abroad changes a group's prospects, and held members may pay for it; or a revolution."""
    if entry["kind"] == "revolution":
        if age == 0:
            rumour = moment.column("rumour")
            rumour[:] = np.minimum(1.0, rumour + HEARD)
        if age < SIGNAL:
            moment.column("foreign_signal")[:] = SIGNAL - age
        return
    slot = faction_of(moment, entry["group"])
    if slot > 0:
        luck = moment.column("faction_luck")
        luck[slot] = np.clip(luck[slot] + (LUCK if entry["kind"] == "success" else -LUCK), -1.0, 1.0)
    if age == 0 and entry["kind"] == "success":
        if entry["group"] in moment.view.groups:
            moment.column("answering")[:] |= np.uint32(1 << moment.view.groups[entry["group"]])
        else:
            moment.column("answering_faction")[:] = slot


@event("what a group had foretold comes true, or does not", {"group": needed(GROUP), "came_true": flag(True)},
       needs=("faction",), cite="003 l.20799-20815",
       explains="Its prospects and its members' reserve grow by half, or shrink by half; others move a little towards "
                "its line, or away.")
def forecast(moment: Moment, entry: Entry, age: int) -> None:
    """A group whose forecast came true gains prospects and influence: stances of others move towards its line."""
    came_true = entry["came_true"]
    slot = faction_of(moment, entry["group"])
    if slot > 0:
        hope = moment.column("faction_hope")
        hope[slot] = min(10.0, hope[slot] * (1.5 if came_true else 0.5))
    if slot == 0 and entry["group"] not in moment.view.groups:
        return  # the faction has dissolved, or is not formed yet: nobody has made a forecast
    inside = moment.column("faction") == slot if slot > 0 else persons(Choice("group", (entry["group"],)), moment.view)
    if not inside.any():
        return
    stance, others = moment.column("stance"), ~inside & moment.view.here
    line = stance[:, inside].mean(axis=1, keepdims=True)
    pull = FORESIGHT * moment.column("trust")[others] * (1.0 - moment.column("conviction")[others])
    moved = stance[:, others] + (1.0 if came_true else -1.0) * pull * (line - stance[:, others])
    stance[:, others] = np.clip(moved, -1.0, 1.0)


@event("plants the hidden problem", {"size": number(0.0, 10.0, 0.3)}, needs=("shock",), cite="002 l.127-130",
       explains="It grows unseen where the centre does not know, and shrinks once the centre has seen it and carries "
                "a vote on it.")
def problem(moment: Moment, entry: Entry, age: int) -> None:
    """Creates the hidden problem."""
    moment.column("hidden_problem")[:] = entry["size"]
