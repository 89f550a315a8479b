"""System directions of cards 17-20: custody, confession, hostage, intercession."""

from __future__ import annotations

import numpy as np

from unanimity.engine.case_logs import whole_log
from unanimity.experiments.directions.declare import CONTROL, FALLS, NOT_DOWN, RISES, TREATED, Direction, Pairs
from unanimity.world.codes import ARREST, CAPITULATION, RELEASE


def capitulations_added(pairs: Pairs) -> np.ndarray:
    """People who have capitulated in writing, treated minus control."""
    return np.asarray(pairs.column(TREATED, "capitulated").sum(axis=1).astype(float)
                      - pairs.column(CONTROL, "capitulated").sum(axis=1))


def named_and_arrested(pairs: Pairs) -> np.ndarray:
    """People who were named in a confession and then arrested, treated minus control."""
    control, treated = (((pairs.column(arm, "named_by") >= 0) & (pairs.column(arm, "arrested") >= 0)).sum(axis=1)
                        for arm in (CONTROL, TREATED))
    return np.asarray(treated.astype(float) - control)


SECOND_ARREST = 60  # months within which it counts


def taken_again(rows: np.ndarray, last: int) -> float:
    """Monthly hazard of another arrest: of those who capitulated, minus that of those released without capitulating."""
    arrests = rows[rows["event"] == ARREST]
    gave_in = {int(r["person"]): int(r["month"]) for r in rows[rows["event"] == CAPITULATION]}
    out = {int(r["person"]): int(r["month"]) for r in rows[rows["event"] == RELEASE] if int(r["person"]) not in gave_in}
    rates = []
    for since in (gave_in, out):
        months, again = 0, 0
        for person, begun in since.items():
            mine = arrests["month"][(arrests["person"] == person) & (arrests["month"] > begun)]
            end = min(int(mine.min()) if mine.size else last, begun + SECOND_ARREST)
            months += end - begun
            again += int(mine.size and mine.min() <= begun + SECOND_ARREST)
        rates.append(again / months if months else 0.0)
    return rates[0] - rates[1]


def second_arrests(pairs: Pairs) -> np.ndarray:
    """The same difference in each control world."""
    log, last = whole_log(pairs.batch), pairs.batch.month
    return np.array([taken_again(log[log["world"] == w]["row"], last) for w in range(pairs.number)])


def gain_of_the_well_connected(pairs: Pairs) -> np.ndarray:
    """Share at liberty among people once accused, with a chief within two ties minus the others: treated minus
    control."""
    gains = []
    for arm in (CONTROL, TREATED):
        hops, accused = pairs.column(arm, "hops"), pairs.column(arm, "petitioned") >= 0
        free = pairs.column(arm, "status") < 3
        near, far = accused & (hops <= 2) & (hops > 0), accused & (hops > 2)
        gains.append((free & near).sum(axis=1) / np.maximum(near.sum(axis=1), 1)
                     - (free & far).sum(axis=1) / np.maximum(far.sum(axis=1), 1))
    return np.asarray(gains[1] - gains[0])


DIRECTIONS: tuple[Direction, ...] = (
    Direction("17.6", "More isolation does not lower the number of those who die in custody.",
              "deaths_in_custody", NOT_DOWN, {"isolation": 1.0}, base="war", since=True, needs=("custody", "arrest")),
    Direction("17.6", "More isolation does not lower the number of those who capitulate.",
              "capitulations", NOT_DOWN, {"isolation": 1.0}, base="war", number=capitulations_added,
              needs=("custody", "arrest", "confession")),
    Direction("18.5", "Where confessions name nobody, nobody is arrested through them.", "named and arrested", FALLS,
              {"confession.ties_named": 0.0, "confession.strangers_named": 0.0}, base="terror",
              number=named_and_arrested, needs=("confession", "arrest")),
    Direction("18.6", "Those who gave in are not arrested again more rarely than those released without giving in.",
              "hazard of a second arrest", NOT_DOWN, base="terror", months=96, number=second_arrests, pairs=20,
              needs=("confession", "custody", "arrest", "purge")),
    Direction("19.5", "Making kin answer for the absent raises fear.", "fear_of_opinion", RISES, {"hostage_kin": "law"},
              base="terror", settings={"hostage_kin": "off"}, needs=("hostage", "exit")),
    Direction("19.5", "Making kin answer for the absent raises grievance.", "grievance_felt", RISES,
              {"hostage_kin": "law"}, base="terror", settings={"hostage_kin": "off"}, needs=("hostage", "exit")),
    Direction("20.6", "Where nobody intercedes, the well connected lose their lead over the other accused.",
              "lead of the well connected", FALLS, {"intercession.inside": 0.0, "intercession.outside": 0.0},
              base="war", months=60, number=gain_of_the_well_connected, needs=("intercession", "arrest", "sanction"),
              finding="undecided: -.013 (90 % -.050 to +.007, 40 pairs); who is free at month 60 has mostly served his "
                      "term, and nearly every accused has some way to a chief within four ties"),
)
