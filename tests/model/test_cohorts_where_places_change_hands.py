"""Questions about a population fixed at a month, where places change occupants: each answer is counted twice.

The second count follows persons by the numbers of the log's own table and of each month's columns. Half of the people
are shot; after two months their places are taken.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from test_lives_where_places_change_hands import DEADLY
from test_questions_to_the_whole_model import MONTHS, by_person, moving_country, of, watched

from unanimity.engine.batch import make_batch
from unanimity.engine.moment import named_persons
from unanimity.engine.questions import Asking
from unanimity.engine.run import lay_record, run_months
from unanimity.engine.shared_past import hand_on
from unanimity.engine.simulate import columns_of
from unanimity.world.codes import ABROAD, CITIZEN, EXECUTED, NOBODY, VACANT

AS_OF = 5
SEEN = (6, 14, 21, MONTHS - 1)  # months' ends at which the same cohort is looked at
LAST = MONTHS - 1
COHORT = f"members as of {AS_OF}"
SHOT = [f"share(death == executed, {COHORT}, {month})" for month in SEEN]
LIVING = [f"share(status != dead, {COHORT}, {month})" for month in SEEN]
TAKEN = [f"share(is(logged(arrested, {AS_OF + 1}..{month})), {COHORT}, {month})" for month in SEEN]
DYING = [f"count(is(logged(died)), all as of {AS_OF}, {month})" for month in SEEN]
COUNTED = [f"count(log died kind executed, {COHORT}, {AS_OF + 1}..{month})" for month in SEEN]
STRUCK = [f"count(is(other_logged(attacked)), everybody, {month})" for month in SEEN]
EVERYBODY = [f"alive({month})" for month in SEEN]
OTHERS = {"rung": f"mean(rung, {COHORT}, {LAST})", "sum": f"sum(dossier, {COHORT}, {LAST})",
          "dead": f"count(fame >= 0, status(dead), {LAST})",
          "at liberty": f"at_liberty({COHORT}, {LAST})",
          "of the dead": f"count(death == executed, everybody and logged(died) as of {SEEN[2]}, {LAST})",
          "their arrests": f"count(log arrested, everybody and logged(died) as of {SEEN[2]}, 0..{LAST})",
          "wary": f"corr(wary with death, all as of {AS_OF}, {LAST})"}


@cache
def deadly_country():
    asks = (*SHOT, *LIVING, *TAKEN, *DYING, *COUNTED, *STRUCK, *EVERYBODY, *OTHERS.values())
    return watched([moving_country(DEADLY)] * 2, asks, more=("rung", "dossier", "death"))


def cohort(seen, world, members=True):
    """The numbers of those meant at the end of the month."""
    then = seen[AS_OF][world]
    mask = (then["status"] < ABROAD) & ((then["estate"] != CITIZEN) | (not members))
    return then["number"][mask].tolist()


def last_rows(seen, world, names):
    """What each person's columns were at the last month's end at which he had a place."""
    found = {}
    for state in (month[world] for month in seen):
        for place in np.flatnonzero(state["status"] != VACANT):
            found[int(state["number"][place])] = {name: float(state[name][place]) for name in names}
    return found


def befell(people, numbers, event, first, last, **fields):
    """How many of those numbers the log has such a row of."""
    return sum(any(first <= row["month"] <= last for row in of(people.get(number, []), event, **fields))
               for number in numbers)


@pytest.mark.parametrize("world", [0, 1])
def test_a_cohort_keeps_its_dead_when_others_have_taken_their_places(world):
    batch, answers, seen = deadly_country()
    people, mine, all_then = by_person(batch, world), cohort(seen, world), cohort(seen, world, members=False)
    told = {text: values[world] for text, values in answers.items()}
    for k, month in enumerate(SEEN):
        shot = befell(people, mine, "died", AS_OF + 1, month, kind="executed")
        dead = befell(people, mine, "died", AS_OF + 1, month)
        assert told[SHOT[k]] == pytest.approx(shot / len(mine))
        assert told[LIVING[k]] == pytest.approx(1.0 - dead / len(mine))
        assert told[TAKEN[k]] == pytest.approx(befell(people, mine, "arrested", AS_OF + 1, month) / len(mine))
        assert told[DYING[k]] == befell(people, all_then, "died", AS_OF + 1, month)
        assert told[COUNTED[k]] == shot
    now = set(batch.column("number", world).tolist())
    assert len(mine) > 100 and sum(number not in now for number in mine) > 30 and shot > 30  # who is gone is counted
    assert befell(people, mine, "arrested", AS_OF + 1, LAST) > 5


@pytest.mark.parametrize("world", [0, 1])
def test_everybody_means_those_too_whose_place_is_anothers(world):
    batch, answers, seen = deadly_country()
    people = by_person(batch, world)
    for k, month in enumerate(SEEN):
        ever = {int(n) for state in seen[:month + 1] for n in state[world]["number"][state[world]["status"] != VACANT]}
        dead = befell(people, ever, "died", 0, month)
        assert answers[EVERYBODY[k]][world] == pytest.approx(1.0 - dead / len(ever))
        struck = {row["other"] for own in people.values() for row in of(own, "attacked") if row["month"] <= month}
        assert answers[STRUCK[k]][world] == len(struck - {-1}) > 0
    assert answers[OTHERS["dead"]][world] == dead > 100


@pytest.mark.parametrize("world", [0, 1])
def test_of_one_who_is_gone_his_columns_are_as_they_were(world):
    batch, answers, seen = deadly_country()
    people, mine, all_then = by_person(batch, world), cohort(seen, world), cohort(seen, world, members=False)
    told = {name: answers[text][world] for name, text in OTHERS.items()}
    last = last_rows(seen, world, ("rung", "dossier", "status", "death", "wary"))
    assert told["rung"] == pytest.approx(np.mean([last[n]["rung"] for n in mine]))
    assert told["sum"] == pytest.approx(np.sum([last[n]["dossier"] for n in mine]))
    held = [last[n]["rung"] < 4 and not befell(people, [n], "died", 0, LAST) for n in mine]
    assert told["at liberty"] == pytest.approx(np.mean(held))
    dead = [n for n in people if befell(people, [n], "died", 0, SEEN[2])]
    assert told["of the dead"] == befell(people, dead, "died", 0, SEEN[2], kind="executed") > 30
    assert told["their arrests"] == sum(len(of(people[n], "arrested")) for n in dead) > 10
    assert told["wary"] == pytest.approx(np.corrcoef([last[n]["wary"] for n in all_then],
                                                     [last[n]["death"] for n in all_then])[0, 1])


def test_arms_that_share_their_past_hand_on_what_is_kept_of_the_departed():
    _, answers, _ = deadly_country()
    regimes, asks, until = [moving_country(DEADLY)] * 2, (*SHOT, *TAKEN, *OTHERS.values()), 17
    asking = Asking(regimes, [3, 3], columns_of(regimes[0]), asks)
    past, both = (make_batch(regimes[:worlds], [3] * worlds, log_rows=8 * regimes[0].tree.people) for worlds in (1, 2))
    for batch, of_worlds, last in ((past, [0, 0], until), (both, None, MONTHS)):
        lay_record(batch, MONTHS)
        if batch is both:
            hand_on(past, both, [0, 0])
        while batch.month < last:
            asking.look(batch, of=of_worlds)
            run_months(batch, batch.month + 1, 1)
    asking.look(both)
    found = asking.answers(both)
    assert all(found[text].tolist() == [answers[text][0]] * 2 for text in asks)


def test_a_person_named_by_the_scenario_is_asked_about_when_his_place_is_anothers():
    asks = [f"mean({what}, Nikolaev, {LAST})" for what in ("status == dead", "is(logged(died))", "death")]
    shot = {"month": 4, "event": "sanction", "who": "Nikolaev", "rung": "death"}
    regime = moving_country([shot], persons=[{"name": "Nikolaev", "role": "person"}])
    batch, answers, _ = watched([regime] * 2, asks)
    assert named_persons(batch, 0)["Nikolaev"] == NOBODY
    assert [answers[text][0] for text in asks] == [1.0, 1.0, EXECUTED]
