"""A country made up by hand, with its measures and case log: what pages and timelines are tested on, without a run."""

from __future__ import annotations

import numpy as np
import pandas as pd

from unanimity.results import Result
from unanimity.results.case_table import COLUMNS, CasesRead
from unanimity.world.codes import LABELS

PEOPLE = 1000
MEASURES = (
    "unanimity", "private_dissent", "falsification_gap", "hidden_support", "talks", "fear_of_opinion",
    "fear_of_complaint", "habit_of_lying", "files", "grievance_felt", "legitimacy", "trust_in_print",
    "centre_error", "support_overrated", "mean_hunger", "hunger_deaths", "deaths", "deaths_executed",
    "deaths_in_custody", "deaths_in_combat", "deaths_in_revolt", "deaths_murdered", "deaths_by_suicide",
    "deaths_at_border", "held_for_inquiry", "held_in_prison", "held_in_camps", "held_in_exile", "gone_abroad",
    "living_in_country", "rung_reached", "opportunist_share", "competence_centre", "faction_members",
    "concentration_of_posts", "powers_lent", "threat_felt", "purge_runs", "purged", "branch_named",
    "share_in_revolt", "falls_so_far", "concession_runs", "crises_so_far", "war_runs", "congress_sits",
    "delegates_of_leader", "dissent_at_congress", "rations_decreed", "rations_reported", "rations_received",
)
PLAIN = {"cause": "none", "topic": "rule", "act": "none", "rung_word": "none", "office": "none", "status": "free",
         "estate": "citizen", "label": "none", "kind": "none"}
NOBODY = {"examiner", "judge", "named_by", "saved_by", "other"}


def log_of(*rows):
    """A case log: each row says what differs from an ordinary one."""
    made = []
    for row in rows:
        base = {name: PLAIN.get(name, -1 if name in NOBODY else 0) for name in COLUMNS}
        base |= {"confessed": False, "guilty": False, "voided": False, "public": False, "hostage": False,
                 "capitulated": False, "had_dissented": False, "had_assented": False, "petition": pd.NA, "place": 1,
                 "province": 1}
        made.append(base | row)
    frame = pd.DataFrame(made, columns=list(COLUMNS))
    return frame.astype({"petition": "Int64"})


def country(months=24, worlds=1, arms=("",), burn_in=0, log=None, **courses):
    """A Result of that many months and worlds an arm; a course is a number, or a list of months' values."""
    first = -burn_in
    span = np.arange(first, months)
    total = worlds * len(arms)
    values = np.zeros((span.size, total, 3, len(MEASURES)))
    for name, course in courses.items():
        values[..., MEASURES.index(name)] = np.reshape(np.broadcast_to(course, span.shape), (-1, 1, 1))
    values[..., MEASURES.index("living_in_country")] = PEOPLE - values[..., MEASURES.index("deaths")]
    table = pd.DataFrame({"world": range(total), "arm": [arm for arm in arms for _ in range(worlds)],
                          "seed": [k for _ in arms for k in range(worlds)], "digest": ["0"] * total})
    manifest = {"title": "made up", "regime": "made-up", "people": PEOPLE, "digest": "0" * 64, "seconds": 1.0,
                "person_months_per_second": 1, "units": {}, "burn_in": burn_in, "version": "0", "source": "0",
                "levers": {arm: {"ballot": "open"} for arm in arms}, "schedule": {arm: [] for arm in arms},
                "sources": {}, "fingerprints": ["0"]}
    cells = pd.DataFrame({"world": [0], "province": [1], "district": [1], "cell": [1], "unanimity": [1.0]})
    return Result(values, span, ("province 1", "province 2", "country"), MEASURES, table, cells, manifest,
                  CasesRead(log_of() if log is None else log))


def steps(months, *ups):
    """A count that grows by one in each of those months."""
    course = np.zeros(months)
    for month in ups:
        course[month:] += 1
    return course


def during(months, first, last, value=1.0):
    """A value from the first to the last of those months, nought in all others."""
    course = np.zeros(months)
    course[first:last + 1] = value
    return course


def busy_country(worlds=1, arms=("",)):
    """Two years in which everything happens that a timeline tells of."""
    coal = float(LABELS.index("coal"))
    rows = []
    for world in range(worlds * len(arms)):
        rows += [
            {"world": world, "month": 2, "person": 7, "event": "arrested", "cause": "quota", "status": "free"},
            {"world": world, "month": 3, "person": 7, "event": "sanctioned", "cause": "verdict", "rung": 7,
             "rung_word": "death"},
            {"world": world, "month": 3, "person": 7, "event": "died", "cause": "verdict", "kind": "executed"},
            {"world": world, "month": 5, "person": 8, "event": "attacked", "cause": "attack", "other": 9,
             "guilty": True},
            {"world": world, "month": 5, "person": 9, "event": "died", "kind": "murdered", "office": "province",
             "estate": "official"},
            {"world": world, "month": 5, "person": 8, "event": "arrested", "cause": "attack", "guilty": True},
            {"world": world, "month": 6, "person": 8, "event": "sanctioned", "cause": "verdict", "rung": 5,
             "rung_word": "prison", "guilty": True},
            {"world": world, "month": 9, "person": 1, "event": "arrested", "cause": "purge", "office": "leader",
             "estate": "official"},
            {"world": world, "month": 9, "person": 2, "event": "appointed", "office": "leader", "estate": "official"},
        ]
    log = log_of(*rows)
    n = 24
    return country(
        n, worlds, arms, log=log, unanimity=np.where(np.arange(n) < 4, 0.9, 0.97), private_dissent=0.3,
        falsification_gap=0.27, hidden_support=10.0, fear_of_opinion=0.4, centre_error=0.2, legitimacy=0.6,
        branch_named=during(n, 3, 6, coal), purge_runs=during(n, 8, 11), purged=5 * steps(n, 9, 10),
        share_in_revolt=during(n, 14, 16, 0.3), falls_so_far=steps(n, 16), concession_runs=during(n, 17, 23),
        hunger_deaths=10 * steps(n, 12, 13, 15), deaths=10 * steps(n, 12, 13, 15) + 2, crises_so_far=steps(n, 18),
        congress_sits=during(n, 11, 11), delegates_of_leader=0.6, dissent_at_congress=0.02, deaths_executed=steps(n, 3),
        held_in_prison=steps(n, 6), rung_reached=7.0, concentration_of_posts=0.5, powers_lent=0.3, threat_felt=0.2,
        rations_decreed=1.0, rations_reported=0.98, rations_received=0.9, war_runs=during(n, 20, 21))
