"""Measures that follow persons through the log, where places change occupants and people move: counted twice.

The second count knows who was at a place from that month's own columns, and loops over persons.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from scipy.stats import CensoredData, ecdf
from test_questions_to_the_whole_model import MONTHS, by_person, moving_country, of, watched

from unanimity.engine.case_logs import whole_log
from unanimity.world.codes import ABROAD, CITIZEN, NEVER, NOBODY, VACANT

AS_OF = 5
LIVES = ("survival_median", "liberty_median", "survival_median(members as of 5)", "liberty_median(members as of 5)",
         "custody_median", "confession_rate", "confession_rate(members as of 5)", "loyal_dissenters_executed",
         "tied_to_victims", "tied_to_attacker", "officers_among_victims", "executors_struck", "petitions_per_chief")
OUT, EXILE, DEATH = ("released", "saved", "freed"), 4, 7  # what ends custody; rungs
DEADLY = [{"month": 2, "event": "form_faction", "name": "right", "who": "members and not officials", "size": 30},
          {"month": 2, "every": 4, "event": "attack", "victim": "lot(1, officials)", "attacker": "lot(1, present)"},
          {"month": 1, "every": 4, "event": "sanction", "who": "lot(.06, present)", "rung": "prison"},
          {"month": 5, "every": 4, "event": "release", "who": "lot(.4, status(imprisoned))"},
          {"month": 3, "every": 3, "event": "sanction", "who": "lot(.12, present)", "rung": "death"}]


@cache
def deadly_country():
    """Half of the first people are shot, others come of age into their places, and some move."""
    return watched([moving_country(DEADLY)] * 2, LIVES)


def died(row):
    return row["event"] == "died"


def taken(row):
    return died(row) or (row["event"] == "sanctioned" and row["rung"] >= EXILE)


def median(spells):
    """Of (months, whether it ended): Kaplan and Meier's, by SciPy."""
    months, ended = (np.array(side) for side in zip(*spells, strict=True))
    standing = ecdf(CensoredData.right_censored(months, ~ended.astype(bool))).sf
    return standing.quantiles[standing.probabilities <= 0.5 + 1e-9][0]


def until(people, numbers, ends):
    """Months from the start to what ends a spell, or to leaving, of each of those numbers."""
    spells = []
    for number in numbers:
        told = [row for row in people.get(number, []) if ends(row) or row["event"] == "left"]
        first = min((row["month"] for row in told), default=MONTHS)
        spells.append((first, any(ends(row) and row["month"] == first for row in told)))
    return median(spells)


def custody(people):
    spells = []
    for own in people.values():
        for row in of(own, "sanctioned"):
            if EXILE <= row["rung"] < DEATH:
                over = [later for later in own if later["event"] in (*OUT, "died", "left")
                        and later["month"] >= row["month"]]
                end = over[0] if over else {"month": MONTHS - 1, "event": ""}
                spells.append((end["month"] - row["month"], end["event"] in OUT))
    return median(spells)


def signed(people, numbers):
    """Of each arrest of those numbers, whether a signature came before the next."""
    found = []
    for number in numbers:
        arrests = [row["month"] for row in of(people.get(number, []), "arrested")]
        for month in arrests:
            before = min((other for other in arrests if other > month), default=MONTHS)
            found.append(any(month <= row["month"] < before for row in of(people[number], "confessed")))
    return np.mean(found)


def loyal(people, seen, world):
    total = 0
    for number, own in people.items():
        for row in of(own, "died", kind="executed"):
            then = seen[row["month"]][world]
            (at,) = np.flatnonzero(then["number"] == number)
            clean = then["last_rose"][at] == NEVER == then["last_guilt"][at] and not of(own, "attacked")
            member = any(other["estate"] != "citizen" for other in own)
            total += bool(clean and member and not any(other["faction"] for other in own) and row["distance"] > 0.5)
    return total


def contagion(people, seen, world):
    """Shares of the arrested with a tie to an earlier victim, and, attackers aside, to an attacker."""
    first = {number: of(own, "arrested")[0]["month"] for number, own in people.items() if of(own, "arrested")}
    attacked = {number: of(own, "attacked")[0]["month"] for number, own in people.items() if of(own, "attacked")}
    by_victims, by_attackers = [], []
    for number, month in first.items():
        then = seen[month][world]
        (at,) = np.flatnonzero(then["number"] == number)
        tied = then["number"][then["neighbour"][then["tie_start"][at]:then["tie_start"][at + 1]]].tolist()
        by_victims.append(any(first.get(other, MONTHS) < month for other in tied))
        if number not in attacked:
            by_attackers.append(any(attacked.get(other, MONTHS) <= month for other in tied))
    return np.mean(by_victims), np.mean(by_attackers)


def officers(people):
    """Share of the arrested who were officers, and months until half of the first executions' officers are struck."""
    arrests = [row for own in people.values() for row in of(own, "arrested")]
    served = {}
    for row in arrests:
        for number in (row["examiner"], row["judge"]):
            served[number] = min(row["month"], served.get(number, MONTHS))
    firsts = [of(own, "arrested")[0] for own in people.values() if of(own, "arrested")]
    among = [row["estate"] == "police" or served.get(row["person"], MONTHS) < row["month"] for row in firsts]
    shot = [row for own in people.values() for row in of(own, "died", kind="executed")]
    begun = min(row["month"] for row in shot)
    theirs = {row[field] for row in shot if row["month"] < begun + 6 for field in ("examiner", "judge")} - {NOBODY}
    struck = sorted(min((row["month"] for row in people.get(number, []) if row["event"] in ("arrested", "died")
                         and row["month"] >= begun), default=MONTHS) for number in theirs)
    return np.mean(among), struck[(len(theirs) + 1) // 2 - 1] - begun


@pytest.mark.parametrize("world", [0, 1])
def test_lives_are_those_of_persons_and_not_of_places(world):
    batch, answers, seen = deadly_country()
    people = by_person(batch, world)
    log = whole_log(batch)
    rows = log["row"][log["world"] == world]
    there = [seen[row["month"]][world]["number"][row["person"]] for row in rows]  # who was at that place in that month
    assert sorted(there) == sorted(number for number, own in people.items() for _ in own)
    start, fixed = seen[0][world], seen[AS_OF][world]
    everybody = start["number"][start["status"] != VACANT].tolist()
    members = fixed["number"][(fixed["estate"] != CITIZEN) & (fixed["status"] < ABROAD)].tolist()
    heard = [row["other"] for own in people.values() for row in of(own, "petitioned for") if row["other"] != NOBODY]
    by_victims, by_attackers = contagion(people, seen, world)
    again = [until(people, everybody, died), until(people, everybody, taken), until(people, members, died),
             until(people, members, taken), custody(people), signed(people, people), signed(people, members),
             loyal(people, seen, world), by_victims, by_attackers, *officers(people), len(heard) / len(set(heard))]
    assert [answers[text][world] for text in LIVES] == pytest.approx(again)
    assert len(everybody) < batch.people - 100 and again[7] > 2 and by_attackers > 0.0  # there is something to count
    now = set(batch.column("number", world).tolist())
    assert sum(number not in now for number in everybody) > 100  # whose place is vacant or another's
