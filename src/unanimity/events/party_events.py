"""What happens to posts and rings by script: quarrels, crimes, open cases, forced votes, replacements."""

from __future__ import annotations

import numpy as np

from unanimity.events.arguments import PERSONS, SOME_LEVELS, TRAIT, needed, part, word
from unanimity.events.declare import PLACES, Entry, event
from unanimity.events.membership_events import free_slot
from unanimity.events.moment import Moment
from unanimity.mechanisms.party.appointment import Appointment, choose, insecurity_of, weight_on_loyalty
from unanimity.mechanisms.party.election import Post, elect
from unanimity.mechanisms.party.faction_slots import SMALLEST
from unanimity.world.codes import (
    A_CHIEF,
    APPOINTED,
    BANNED,
    CITIZEN,
    MONOPOLY,
    NO_OFFICE,
    NOBODY,
    POLICE,
    QUARREL,
    REMOVED,
    RULE_ISSUE,
)
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.selectors.parse import Share
from unanimity.world.selectors.people import persons, variable

BY_QUARREL, BY_SCRIPT = 2, 3  # how a crime was exposed
FILED = 0.3  # added to the files of a fallen patron's followers
NEAR_THE_QUANTILE = 0.25  # share of the candidates who count as near a quantile of a trait
DISMISSED = 2.0  # the loss of a post counts as this rung of the ladder
CONFIDENT = 0.5  # believed support above which a side fights


def top_units(moment: Moment, mask: np.ndarray) -> np.ndarray:
    """The selected units that are not below another of them: a province stands for itself, not for its cells."""
    parent = moment.batch.tree.parent
    above = np.where(parent >= 0, mask[np.maximum(parent, 0)], False)
    return np.flatnonzero(mask & ~above)


def roots(moment: Moment) -> np.ndarray:
    """The root patron of every office holder, following patrons to one who has none above; else NOBODY."""
    patron, office = moment.column("patron"), moment.column("office")
    root = np.where(office > NO_OFFICE, np.arange(office.size), NOBODY)
    for _ in range(8):
        above = patron[np.maximum(root, 0)]
        follows = (root >= 0) & (above >= 0) & (above != root) & (office[np.maximum(above, 0)] > NO_OFFICE)
        if not follows.any():
            break
        root = np.where(follows, above, root)
    return root


def estimate(moment: Moment, person: int, followers: np.ndarray) -> float:
    """A chief's belief about the own support: the reported mood, under a monopoly averaged with the own press."""
    headed = moment.column("headed")
    mine = np.unique(headed[np.append(np.flatnonzero(followers), person)])
    mine = mine[mine >= 0]
    if mine.size == 0:
        return 0.0
    top = mine[moment.batch.tree.level[mine] == moment.batch.tree.level[mine].max()]
    present = moment.column("present")[top].sum()
    if moment.is_on("reporting") and present > 0.0:
        believed = float(moment.column("report_mood")[top].sum() / present)
    else:
        believed = float(moment.column("record")[top].mean())
    if moment.lever("press", int(top[0])) == MONOPOLY:
        believed = (believed + float(moment.column("claim")[top].mean())) / 2.0
    return min(1.0, believed)


@event("two patrons fall out; the loser's crimes are known and the loser's posts refilled",
       {"a": needed(PERSONS), "b": needed(PERSONS), "winner": word("auto", "a", "b", default="auto")},
       needs=("protection", "appointment"), cite="001 l.76-118",
       explains="Each of them counts support and fights if it seems to be more than half, else yields. The loser's "
                "ring is broken, and the files of the ring's followers grow.")
def quarrel(moment: Moment, entry: Entry, age: int) -> None:
    """Two patrons fall out: one confident of support fights; the loser's crimes are exposed and posts are lost."""
    sides = [np.flatnonzero(persons(entry[side], moment.view)) for side in ("a", "b")]
    if not sides[0].size or not sides[1].size or sides[0][0] == sides[1][0]:
        return
    a, b = int(sides[0][0]), int(sides[1][0])
    root, office = roots(moment), moment.column("office")
    following = {who: (root == who) & (np.arange(root.size) != who) for who in (a, b)}
    posts = {who: float(office[(root == who)].sum()) for who in (a, b)}
    believed = {who: estimate(moment, who, following[who]) for who in (a, b)}
    for who, other in ((a, b), (b, a)):
        moment.enter(who, QUARREL, A_CHIEF, round(100.0 * believed[who]), other)
    fights = {who: believed[who] > CONFIDENT for who in (a, b)}
    if entry["winner"] != "auto":
        winner = a if entry["winner"] == "a" else b
    elif fights[a] != fights[b]:
        winner = a if fights[a] else b
    elif fights[a]:
        winner = a if posts[a] >= posts[b] else b
    else:
        return  # both yield
    loser = b if winner == a else a
    _fall(moment, loser, winner, following[loser])


def _fall(moment: Moment, loser: int, winner: int, followers: np.ndarray) -> None:
    secretary = moment.column("secretary")
    mine = [u for u in range(moment.batch.tree.units - 1) if secretary[u] == loser or (
        secretary[u] != NOBODY and followers[secretary[u]])]
    come_out(moment, np.array(mine, np.int64), BY_QUARREL)
    moment.column("ring")[mine] = 0.0
    moment.column("dossier")[followers] += FILED
    out = {int(secretary[u]) for u in mine} | {loser}
    for person in out:
        moment.enter(person, REMOVED, A_CHIEF, other=winner)
        moment.oust(person)
    for u in sorted(mine, reverse=True):
        refill(moment, u, winner, barred=out)
    go_into_opposition(moment, out)


def go_into_opposition(moment: Moment, fallen: set[int]) -> None:
    """Members of a clan that loses its posts are wronged as by any dismissal, and those for whom the cause weighs more
    than a post form a circle, with ties in the party, officials included, who are like them and wish to speak; the
    others see where careers begin (003 l.12353-12355, 12388-12427)."""
    column, who = moment.column, np.array(sorted(fallen), np.int64)
    if moment.is_on("grievance"):
        felt = column("grievance")
        felt[who] += moment.parameter("grievance.wrong") * DISMISSED / 7.0 * (1.0 - felt[who])
    slot = free_slot(moment) if moment.is_on("faction") and who.size else 0
    if slot == 0:
        return
    free = (column("estate") != CITIZEN) & (column("estate") != POLICE) & (column("status") < AT_LIBERTY_BELOW)
    free &= (column("faction") == 0) & (column("conviction") > column("ambition"))
    band = {int(i) for i in who if free[i]}
    free &= variable("want", moment.view) > moment.parameter("voice.theta")
    start, neighbour = moment.view.tie_start, moment.view.neighbour
    followers = {int(j) for i in band for j in neighbour[start[i]:start[i + 1]] if free[j]}
    members = np.array(sorted(band | followers), np.int64)
    if members.size < SMALLEST:
        return
    column("faction")[members] = slot
    column("recruiter")[members] = members
    column("faction_size")[slot] = members.size
    column("faction_line")[:, slot] = column("stance")[:, members].mean(axis=1)
    column("factions_founded")[:] += 1


def come_out(moment: Moment, where: np.ndarray, how: int) -> None:
    """Open crimes of those units are exposed."""
    crime, silence = moment.column("crime_open"), moment.column("silence")
    found = where[crime[where] == 1]
    silence[found] += np.maximum(0, moment.month - moment.column("crime_month")[found]).astype(silence.dtype)
    crime[found] = 0
    moment.column("exposed")[found] += 1
    moment.column("exposed_by")[found] = how


@event("an open crime with a circle of knowers", {"insiders": part(1.0), "severity": part(0.5)},
       needs=("protection",), aims=PLACES, chosen="where", cite="001 l.257-280",
       explains="How long it stays unspoken is the measure of silence.")
def crime(moment: Moment, entry: Entry, age: int) -> None:
    """An open crime there, known to that share of the members."""
    commit(moment, top_units(moment, moment.places(entry)), entry["severity"], entry["insiders"])


def commit(moment: Moment, where: np.ndarray, severity: float, insiders: float) -> None:
    """A crime by the chief of each of those units that nobody has reported yet."""
    moment.column("crime_open")[where] = 1
    moment.column("crime_month")[where] = moment.month
    moment.column("crime_severity")[where] = severity
    moment.column("crime_insiders")[where] = insiders
    moment.column("crimes")[where] += 1


@event("open crimes there become known; secret ballot, free debate and recall for that time", {},
       needs=("protection",), months=6, aims=PLACES, chosen="where",
       holds=(("ballot", "secret"), ("debate", "free"), ("recall", "on")), cite="001 l.308-322, 411-437",
       explains="A clean-up by discussion.")
def open_case(moment: Moment, entry: Entry, age: int) -> None:
    """The case is opened: hidden crimes there are exposed."""
    if age == 0:
        come_out(moment, np.flatnonzero(moment.places(entry)), BY_SCRIPT)


@event("zeal 1, open ballot, attendance compulsory there", {}, needs=(), months=6, aims=PLACES,
       resets=(("attends", 1.0),), holds=(("ballot", "open"),), cite="001 l.308-322",
       explains="A clean-up by command.")
def forced_vote(moment: Moment, entry: Entry, age: int) -> None:
    """Zeal is at its maximum, and nobody may stay at home."""
    places = moment.places(entry)
    moment.column("zeal")[places] = 1.0
    tree = moment.batch.tree
    moment.column("attends")[np.repeat(places[:tree.cells], np.diff(tree.cell_start))] = 1


@event("posts are refilled",
       {"levels": needed(SOME_LEVELS), "by": word("above", "vote", "lot", default="above"),
        "traits": word("any", "median", "quantile", default="any"), "trait": TRAIT, "quantile": part(0.5)},
       needs=("appointment",), aims=("where", "provinces"), cite="001 l.308-322, 411-437",
       explains="By the superior, the assembly or the lot; with `traits` the new holder is of the quarter nearest "
                "to that quantile in `trait`.")
def replace(moment: Moment, entry: Entry, age: int) -> None:
    """Those posts are refilled, from the top down: by the superior, by the members, or by lot."""
    tree, secretary = moment.batch.tree, moment.column("secretary")
    mask = moment.units_of(entry.where, entry.provinces, entry["levels"])
    posts = sorted((int(u) for u in np.flatnonzero(mask)), reverse=True)
    out = {int(secretary[u]) for u in posts if u != tree.units - 1 and secretary[u] != NOBODY}
    tenure = moment.column("tenure")
    # somebody appointed this month is a client of the new superior
    old = {i for i in out if tenure[i] > 0 and entry["by"] == "above"}
    for person in sorted(out):
        moment.enter(person, REMOVED, A_CHIEF)
        moment.oust(person)
    for u in posts:
        if u == tree.units - 1:
            _renew_centre(moment, entry)
            continue
        above = int(secretary[tree.parent[u]])
        refill(moment, u, above if entry["by"] == "above" else None, out, entry["by"], _quantile(entry), entry["trait"])
    go_into_opposition(moment, old)
    # the ring of a unit whose secretary is new shrinks to that of a successor (card 9, `weld`)


def _quantile(entry: Entry) -> float | None:
    return {"any": None, "median": 0.5}.get(entry["traits"], entry["quantile"])


def _renew_centre(moment: Moment, entry: Entry) -> None:
    chairs = moment.column("sitting")[-moment.batch.centre_size:]
    out = {int(i) for i in chairs[1:] if i != NOBODY}
    for person in out:
        moment.enter(person, REMOVED, A_CHIEF)
        moment.oust(person)
    for _ in out:
        person = candidate(moment, moment.batch.tree.units - 1, moment.leader, out, entry["by"], _quantile(entry),
                           entry["trait"])
        if person != NOBODY:
            moment.seat(person, moment.batch.tree.units - 1, person)
            moment.enter(person, APPOINTED, A_CHIEF)


def refill(moment: Moment, unit: int, patron: int | None, barred: set[int], by: str = "above",
           quantile: float | None = None, trait: str = "competence") -> None:
    """Fill an empty post; without a patron the new holder is his own patron."""
    person = candidate(moment, unit, NOBODY if patron is None else patron, barred, by, quantile, trait)
    if person == NOBODY:
        return
    moment.seat(person, unit, person if patron is None or patron == NOBODY else patron)
    moment.enter(person, APPOINTED, A_CHIEF)


def candidate(moment: Moment, unit: int, superior: int, barred: set[int], by: str, quantile: float | None,
              trait: str) -> int:
    """Who gets a post: chosen by superior, members or lot; if a quantile is given, from people near it in a trait."""
    tree = moment.batch.tree
    first, last = tree.person_range(unit)
    estate, office = moment.column("estate"), moment.column("office")
    here = np.zeros(moment.batch.people, bool)
    here[first:last] = True
    here &= (estate != CITIZEN) & (estate != POLICE) & (office == NO_OFFICE)
    here &= moment.column("status") < AT_LIBERTY_BELOW
    if moment.is_on("faction") and moment.lever("association.factions", unit) == BANNED:
        here &= moment.column("faction") == 0
    here[[i for i in barred if i != NOBODY]] = False
    inside = np.flatnonzero(here)
    if inside.size == 0:
        return NOBODY
    if quantile is not None:  # people near that quantile; `by` still decides among them
        order = inside[np.argsort(variable(trait, moment.view)[inside], kind="stable")]
        middle, reach = quantile * (order.size - 1), NEAR_THE_QUANTILE * order.size / 2.0
        near = order[max(0, int(np.ceil(middle - reach))):int(middle + reach) + 1]
        inside = near if near.size else order[[round(middle)]]
        here = np.zeros(here.size, bool)
        here[inside] = True
    if by == "lot":
        return int(moment.lot(here, Share(1.0, False), f"post {unit}")[0])
    rank = int(moment.batch.arrays["unit_rank"][unit])
    fit = np.where(here, estate, CITIZEN)  # only these people may stand
    column, line = moment.column, float(moment.column("line")[RULE_ISSUE, unit])
    p = moment.once("appointment", appointment_parameters)
    post = Post(first, last, rank, 0, 0.0, line, moment.lever("privileges", unit), float(column("oversight_eff")[0]))
    tables = moment.tables(choose)
    people = tables["people"]._replace(estate=fit, office=office)
    if by == "vote" or superior == NOBODY:
        found = elect(post, NOBODY, 0, 0, people, p)
        return int(found) if found != NOBODY else int(inside[np.argmax(column("competence")[inside])])
    danger = float(column("threat")[0])
    insecure = insecurity_of(float(column("concentration")[0]), danger, float(column("suspected")[0]),
                             float(column("oversight_eff")[0]))
    alpha = weight_on_loyalty(insecure, danger, p)
    found = choose(post, NOBODY, 0, 0, superior, alpha, people, tables["seats"], tables["ties"], tables["tree"], p)
    return int(found) if found != NOBODY else int(inside[np.argmax(column("competence")[inside])])


def appointment_parameters(moment: Moment):  # type: ignore[no-untyped-def]
    """The world's parameters of card 8."""
    return Appointment(*(moment.parameter(f"appointment.{name}") for name in Appointment._fields))
