"""Leaders: who leads, what happens to them, who succeeds, and what the fall of a regime changes, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from unanimity.support.number_format import number
from unanimity.world.codes import NOBODY

if TYPE_CHECKING:
    from unanimity.results.timeline import World

AFTER = 3  # months after a fall over which its effects are read
CHANGED = {"powers_lent": ("powers lent", "score"), "grievance_felt": ("grievance", "score"),
           "fear_of_opinion": ("fear", "score"), "concentration_of_posts": ("posts to one desk", "share")}
PRISONS = ("held_in_prison", "held_in_camps")
SLIGHT = 0.015  # smaller changes of a score or share are not reported


def appointments(seen: World) -> list[tuple[int, int]]:
    """The months in which somebody takes the leader's post, and who; a reappointment is reported only after a fall."""
    if seen.log.empty:
        return []
    rows = seen.log[(seen.log["office"] == "leader") & (seen.log["event"] == "appointed")]
    return [(int(row.month), int(row.person)) for row in rows.sort_values("month", kind="stable").itertuples()]


def leader_before(seen: World, month: int) -> int:
    """Who led in the previous month according to the log; nobody if the first leader has no entry yet."""
    held = [person for when, person in appointments(seen) if when < month]
    return held[-1] if held else NOBODY


def leaders_in_words(seen: World) -> Iterator[tuple[int, str, int]]:
    """What happens to leaders and who succeeds them, as (month, text, weight)."""
    if seen.log.empty:
        return
    rows = seen.log[seen.log["office"] == "leader"]
    falls = [month for month, _ in seen.grows("falls_so_far")] if seen.has("falls_so_far") else []
    for row in rows[rows["event"].isin(["arrested", "died"])].itertuples():
        yield int(row.month), f"{seen.name(row.person)}, the leader, {_fate(row)}.", 9
    previous, since = NOBODY, -10**6
    for month, person in appointments(seen):
        told_by_a_fall = any(since <= fall < month for fall in falls)
        if person != previous and not told_by_a_fall:
            who = f" after {seen.name(previous)}" if previous != NOBODY else ""
            yield month, f"{seen.name(person)} becomes leader{who}.", 7
        previous, since = person, month


def _fate(row: object) -> str:
    if row.event == "arrested":  # type: ignore[attr-defined]
        return "is arrested"
    return {"hunger": "starves", "executed": "is executed", "custody": "dies in custody", "murdered": "is murdered",
            "suicide": "dies by suicide", "revolt": "is killed in a revolt", "combat": "falls at the front"}.get(
        str(row.kind), "dies")  # type: ignore[attr-defined]


def fall_in_words(seen: World, month: int) -> str:
    """A fall of the regime: who loses the post, who succeeds and when, and what changes, read from the measures."""
    leader = leader_before(seen, month)
    who = seen.name(leader) if leader != NOBODY else "the leader"
    following = next(((when, person) for when, person in appointments(seen) if when > month), None)
    words = f"The regime falls: {who} and the centre lose their posts"
    if following is None:
        words += "; nobody is told of who follows"
    elif following[1] == leader:
        words += f"; {who} is back in month {following[0]}"
    else:
        words += f"; {seen.name(following[1])} follows in month {following[0]}"
    changed = fall_changes(seen, month)
    return f"{words}. {changed}" if changed else f"{words}."


def fall_changes(seen: World, month: int) -> str:
    """How the measures changed from the month before the fall to some months after it; "" if nothing moved."""
    before, after = month - 1, min(month + AFTER, int(seen.months[-1]))
    if before < seen.months[0] or after <= month:
        return ""
    told = []
    for name, (words, unit) in CHANGED.items():
        if seen.has(name):
            a, b = seen.at(name, before), seen.at(name, after)
            if np.isfinite(a + b) and abs(b - a) > SLIGHT:
                told.append(f"{words} {number(a, unit)} to {number(b, unit)}")
    if seen.has(*PRISONS):
        a, b = (sum(seen.at(name, when) for name in PRISONS) for when in (before, after))
        if a != b:
            told.append(f"prisoners {a:.0f} to {b:.0f}")
    return f"From the month before to {after - month} months after: {', '.join(told)}." if told else ""

