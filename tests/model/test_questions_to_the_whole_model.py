"""Questions and selectors on the whole model: every answer is recomputed from the log and the columns.

tests/measures has them on months made up by hand; here people live, are arrested, move and die by themselves.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache

import numpy as np
import pytest
from storm import SCRIPT, STRICT, stormy

from unanimity import experiment
from unanimity.engine.batch import make_batch
from unanimity.engine.case_logs import whole_log
from unanimity.engine.collect import cases_of
from unanimity.engine.moment import world_view
from unanimity.engine.questions import Asking
from unanimity.engine.run import lay_record, run_months
from unanimity.engine.simulate import columns_of
from unanimity.experiments.cells import Cell
from unanimity.measures.party import is_opportunist
from unanimity.regimes.load import regime_of, whole_table
from unanimity.world.codes import ABROAD, ARREST, CITIZEN, INQUIRY, RULE_ISSUE

MONTHS, SEEDS = 30, (3, 4)
MARKED = 0.123  # of a trait that nothing writes
BY_HAND = {"here": "count(fame >= 0, all, last 1)", "opportunists": "count(fame >= 0, opportunists, last 1)",
           "climbers": "count(fame >= 0, above(ambition, conviction) and members, last 1)",
           "hungrier": "share(hunger > 0, below(accustomed, hunger), last 1)"}
OF_LOG = ("corr(rung with dossier of log sanctioned cause verdict)", "slope(dossier on rung of log sanctioned)",
          "count(log first sanctioned rung >= 2, everybody, 2..12)", "mean(rung of log first sanctioned)",
          "mean(log arrested to log sanctioned)", "count(log arrested to log sanctioned cause verdict)",
          "median(log sanctioned to log sanctioned)", "share(log confessed before log sanctioned)",
          "count(log sanctioned before log arrested)")


def watched(regimes, asks, months=MONTHS, more=()):
    """The batch at its end, what was answered, and the columns of every month's end that a second count needs."""
    asking = Asking(regimes, SEEDS, columns_of(regimes[0]), asks)
    batch = make_batch(regimes, SEEDS, log_rows=8 * regimes[0].tree.people)
    lay_record(batch, months)
    asking.look(batch)
    names = ("ambition", "conviction", "status", "estate", "hunger", "accustomed", "wary", "village")
    names += ("number", "last_rose", "last_guilt", *more) if "number" in batch.plan.columns else ()
    seen = []
    while batch.month < months:
        run_months(batch, batch.month + 1, 1)
        asking.look(batch)
        cell = batch.arrays["cell_of"]
        views = [world_view(batch, world, "measure", 0) for world in range(batch.worlds)]
        seen.append([{"tie_start": views[world].tie_start, "neighbour": views[world].neighbour.copy(),
                      **{name: batch.column(name, world).copy() for name in names},
                      "stance": batch.column("stance", world)[RULE_ISSUE].copy(),
                      "line": batch.column("line", world)[RULE_ISSUE][cell[:batch.people]].copy()}
                     for world in range(batch.worlds)])
    return batch, {text: values.tolist() for text, values in asking.answers(batch).items()}, seen


def opportunists(state):
    return np.array([bool(is_opportunist(a, c, s * line)) for a, c, s, line in zip(
        state["ambition"], state["conviction"], state["stance"], state["line"], strict=True)])


@cache
def storm():
    marks = [{"month": 9, "event": "set", "variable": "wary", "value": MARKED, "who": "opportunists and members"},
             {"month": 9, "event": "set", "variable": "wary", "value": MARKED, "who": "above(ambition, conviction)"}]
    regimes = [stormy("terror", {**STRICT, "months": MONTHS}, [*SCRIPT, marks[k]]) for k in (0, 1)]
    return watched(regimes, (*BY_HAND.values(), *OF_LOG))


def by_person(batch, world):
    """Everybody's rows of the log in order, by his number."""
    log = cases_of(batch).table
    rows = defaultdict(list)
    for row in log[log["world"] == world].to_dict("records"):
        rows[row["person"]].append(row)
    return rows


def of(rows, event, **fields):
    return [row for row in rows if row["event"] == event and all(row[name] == value for name, value in fields.items())]


def later(one, other, same):
    """Months from the first row to the next of the other kind; None where there is none."""
    months = [row["month"] - one[0]["month"] for row in other if row["month"] >= one[0]["month"] + same] if one else []
    return min(months, default=None)


def counted(batch, world):
    """The answers of OF_LOG, by loops over persons."""
    people = by_person(batch, world)
    rows = [row for own in people.values() for row in of(own, "sanctioned")]
    verdicts = [(row["rung"], row["dossier"]) for row in rows if row["cause"] == "verdict"]
    firsts = [of(own, "sanctioned")[0] for own in people.values() if of(own, "sanctioned")]
    heavy = [[row for row in of(own, "sanctioned") if row["rung"] >= 2] for own in people.values()]
    waits = [later(of(own, "arrested"), of(own, "sanctioned"), 0) for own in people.values()]
    tried = [later(of(own, "arrested"), of(own, "sanctioned", cause="verdict"), 0) for own in people.values()]
    again = [later(of(own, "sanctioned"), of(own, "sanctioned"), 1) for own in people.values()]
    order = [of(own, "confessed")[0]["month"] < of(own, "sanctioned")[0]["month"] for own in people.values()
             if of(own, "confessed") and of(own, "sanctioned")]
    both = [own for own in people.values() if of(own, "sanctioned") and of(own, "arrested")]
    return [np.corrcoef(*np.array(verdicts, float).T)[0, 1],
            np.polyfit([row["rung"] for row in rows], [row["dossier"] for row in rows], 1)[0],
            sum(2 <= own[0]["month"] <= 12 for own in heavy if own), np.mean([row["rung"] for row in firsts]),
            np.mean([wait for wait in waits if wait is not None]), sum(wait is not None for wait in tried),
            np.median([gap for gap in again if gap is not None]), np.mean(order), len(both)]


def test_selectors_by_two_variables_and_of_opportunists_mean_the_people_that_they_say():
    _, answers, seen = storm()
    for world in (0, 1):
        last = seen[-1][world]
        here = last["status"] < ABROAD
        climbs = here & (last["ambition"] > last["conviction"]) & (last["estate"] != CITIZEN)
        assert answers[BY_HAND["here"]][world] == here.sum() > 100
        assert answers[BY_HAND["opportunists"]][world] == (here & opportunists(last)).sum() > 10
        assert answers[BY_HAND["climbers"]][world] == climbs.sum() > 10
        worse = here & (last["accustomed"] < last["hunger"])
        assert worse.sum() > 10
        assert answers[BY_HAND["hungrier"]][world] == pytest.approx((last["hunger"][worse] > 0).mean())
    # the event acts at the head of month 9, on the state at the end of month 8
    before, after = ([seen[month][world] for world in (0, 1)] for month in (8, 9))
    meant = [(before[0]["status"] < ABROAD) & opportunists(before[0]) & (before[0]["estate"] != CITIZEN),
             (before[1]["status"] < ABROAD) & (before[1]["ambition"] > before[1]["conviction"])]
    for world in (0, 1):
        assert ((after[world]["wary"] == np.float32(MARKED)) == meant[world]).all() and meant[world].sum() > 10


@pytest.mark.parametrize("world", [0, 1])
def test_fields_firsts_times_between_and_orders_are_those_of_the_log(world):
    batch, answers, _ = storm()
    found, again = [answers[text][world] for text in OF_LOG], counted(batch, world)
    assert found == pytest.approx(again)
    assert again[2] > 3 and again[5] > 10 and again[8] > 10 and 0.0 < again[7] < 1.0  # there is something to count


# --- where people come, go and move -----------------------------------------------------------------------------------
MOVES = ("count(log settled_elsewhere, village, 6..17)", "count(log settled_elsewhere, village and present, 6..17)",
         "count(log settled_elsewhere cause hunger)", "moved_to_town(6..17)", "moved_to_village(6..17)",
         "moved_at_all(run)", "town_share(last 1)", "live_elsewhere(last 1)")


def moving_country(more=(), **tables):
    raw = {"title": "on the move", "based_on": "war", "run": {"months": MONTHS, "burn_in": 0},
           "society": {"people": 512, "tree": "auto", "spare": 0.4, "moving": True},
           "parameters": {"generations": {"mourn": 2, "accident": 0.02}, "arrest": {"capacity": 0.01},
                          "moving": {"going": 5.0}},
           "sources": dict.fromkeys(("generations.mourn", "generations.accident", "arrest.capacity", "moving.going"),
                                    "assumed"),
           "schedule": [{"month": 2, "event": "harvest_failure", "severity": 0.6, "where": "province(1)"},
                        {"month": 3, "every": 6, "event": "accuse", "who": "lot(.1, present)", "guilty": 0.5},
                        *more], **tables}
    return regime_of(whole_table(raw, "move.toml"), "move.toml")


@cache
def country_on_the_move():
    return watched([moving_country()] * 2, (*MOVES, *OF_LOG))


@pytest.mark.parametrize("world", [0, 1])
def test_a_person_who_moves_is_one_person_and_who_takes_his_place_another(world):
    batch, answers, _ = country_on_the_move()
    again = counted(batch, world)
    assert [answers[text][world] for text in OF_LOG] == pytest.approx(again)
    places = {(row["place"], row["person"]) for own in by_person(batch, world).values() for row in own}
    assert len(places) > len({person for _, person in places})  # some are told of from several places
    assert again[5] > 10 and again[8] > 10


@pytest.mark.parametrize("world", [0, 1])
def test_moves_are_those_of_the_log_and_of_where_people_live(world):
    batch, answers, seen = country_on_the_move()
    found = {text: answers[text][world] for text in MOVES}
    village = batch.column("village", world)[batch.arrays["cell_of"][:batch.people]] != 0
    homes = []  # by month's end: who lives where, and how
    for state in seen:
        there = np.flatnonzero(state[world]["status"] < ABROAD)
        homes.append(dict(zip(state[world]["number"][there].tolist(), there.tolist(), strict=True)))
    ways = defaultdict(int)
    for month in range(6, 18):
        for number, place in homes[month - 1].items():
            now = homes[month].get(number, place)
            ways[bool(village[place]), bool(village[now])] += now != place
    told = [row for own in by_person(batch, world).values() for row in own if row["event"] == "settled elsewhere"]
    assert len(told) > 30
    assert found["count(log settled_elsewhere cause hunger)"] == sum(row["cause"] == "hunger" for row in told) > 10
    stayed_alive = sum(row["person"] in homes[row["month"]] for row in told)  # to the end of the month
    assert found["moved_at_all(run)"] == stayed_alive
    assert found["moved_to_town(6..17)"] == ways[True, False]
    assert found["moved_to_village(6..17)"] == ways[False, True]
    left = sum(6 <= row["month"] <= 17 and village[homes[row["month"] - 1][row["person"]]] for row in told)
    assert found["count(log settled_elsewhere, village, 6..17)"] == left > 3
    assert found["count(log settled_elsewhere, village and present, 6..17)"] == left
    last = np.array(list(homes[-1].values()))
    assert found["town_share(last 1)"] == pytest.approx((~village[last]).mean())
    gone = {row["person"] for row in told}
    assert found["live_elsewhere(last 1)"] == pytest.approx(len(gone & set(homes[-1])) / len(homes[-1]))


# --- forms of an experiment -------------------------------------------------------------------------------------------
DOSES, PAIRS, SPAN = (0.002, 0.006, 0.01, 0.02), 12, 8


@cache
def trial():
    """How many are taken, and what people fear, at four numbers that are asked for; members against citizens."""
    return experiment(
        title="A number", base="terror", months=SPAN, burn_in=0, people=256, replications=PAIRS,
        doses={"name": "number", "values": list(DOSES)}, arms={"asked": {"levers": {"police_quota": "$number"}}},
        measures={"taken": "count(log arrested, everybody)", "fear": "mean(fear, all, last 1)",
                  **{f"{what}_{who}": f"{agg}(log arrested, {who})" for who in ("members", "citizens")
                     for what, agg in (("events", "count"), ("months", "at_risk"))}},
        expect=[{"form": "at_dose", "values": "taken[asked]", "measured": "fear[asked]", "target": 12, "at": "above",
                 "value": 0.01},
                {"form": "hazard", "events": ["events_members[asked, number=0.02]"], "at_least": 0.2,
                 "months": ["months_members[asked, number=0.02]"],
                 "other_events": ["events_citizens[asked, number=0.02]"], "other_months":
                 ["months_citizens[asked, number=0.02]"]}])


@cache
def lived():
    """The same worlds once more, watched month by month: taken and fear by dose, events and months by estate."""
    one = trial()
    regimes = [one.layout.regime(Cell("asked", (("number", number),))) for number in DOSES for _ in range(PAIRS)]
    batch = make_batch(regimes, [*range(PAIRS)] * len(DOSES), log_rows=8 * 256)
    lay_record(batch, SPAN)
    events, months = np.zeros((2, len(regimes))), np.zeros((2, len(regimes)))
    taken = np.zeros(len(regimes))
    for month in range(SPAN):
        at_head = [(batch.column("estate", w).copy() == CITIZEN, batch.column("status", w).copy())
                   for w in range(len(regimes))]
        run_months(batch, month + 1, 2)
        log = whole_log(batch)
        rows = log[(log["row"]["month"] == month) & (log["row"]["event"] == ARREST)]
        for w, (citizen, status) in enumerate(at_head):
            people = rows["row"]["person"][rows["world"] == w]
            taken[w] += people.size
            for group, mask in enumerate((~citizen, citizen)):
                events[group, w] += (mask & (status < ABROAD))[people].sum()
                months[group, w] += (mask & (status < INQUIRY)).sum()
    fear = [float(batch.column("fear", w)[0][batch.column("status", w) < ABROAD].mean()) for w in range(len(regimes))]
    return taken.reshape(len(DOSES), PAIRS), np.reshape(fear, (len(DOSES), PAIRS)), events, months


def test_another_measure_at_the_dose_and_a_hazard_that_is_at_least_so_high():
    found = trial().run(keep=False)
    at_dose, hazard = found.findings.to_dict("records")
    taken, fear, events, months = lived()
    there = []
    for world in range(PAIRS):
        curve = np.maximum.accumulate(taken[:, world])
        assert (curve == taken[:, world]).all()  # so that the monotone fit is the curve itself
        above = int(np.argmax(curve >= 12))
        part = (12 - curve[above - 1]) / (curve[above] - curve[above - 1]) if above else 0.0
        dose = DOSES[above - 1] + part * (DOSES[above] - DOSES[above - 1]) if above else DOSES[0]
        there.append(np.interp(dose, DOSES, fear[:, world]))
    assert at_dose["effect"] == pytest.approx(np.mean(there)) and at_dose["n"] == PAIRS and at_dose["passed"]
    assert at_dose["sentence"].startswith("fear[asked] at the dose of taken[asked] where 12 is reached: is it at least")
    (a, b), (m, n) = events[:, -PAIRS:], months[:, -PAIRS:]
    assert hazard["effect"] == pytest.approx((a * n / (m + n)).sum() / (b * m / (m + n)).sum())
    assert hazard["passed"] == (hazard["low"] > 0.2) and hazard["sentence"].startswith("events_members[asked")
