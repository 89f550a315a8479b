"""The story of one world in words: its timeline and the life of one of its people; every section of a whole run."""

from __future__ import annotations

from unanimity.report.html import Section
from unanimity.report.measure_labels import sentence
from unanimity.report.police import log_of, police_sections
from unanimity.report.power import power_sections
from unanimity.report.series import chosen_arm
from unanimity.report.society import society_sections
from unanimity.results import Result
from unanimity.results.biography import PICKS, find_person
from unanimity.results.person_names import name_of

LIVES = ("executed", "died in custody", "saved", "camp", "imprisoned", "exiled", "arrested", "starved", "left",
         "official")
MOST_SENTENCES = 14


def whole_sections(result: Result, arm: str | None = None, place: str = "country", small: str = "") -> list[Section]:
    """What happened, one life, bread, people, party, police, power: as far as the Result holds them."""
    return [*timeline_sections(result, arm), *society_sections(result, arm, place, small),
            *police_sections(result, arm, place, small), *power_sections(result, arm, small),
            *life_sections(result, arm)]


def timeline_sections(result: Result, arm: str | None = None, most: int = 32) -> list[Section]:
    """What happened in the first world of an arm, month by month."""
    arm = chosen_arm(result, arm)
    world = _first_world(result, arm)
    told = result.timeline(world, most)
    if not told:
        return []
    rows = tuple((str(h.month), h.date, h.words) for h in told)
    see = ("One world, told from its log and its measures; with another seed other things happen in other months, "
           "under the same rules.")
    seed = int(result.worlds["seed"].iloc[world])
    small = (f"{sentence(arm or 'this regime')}, first world, seed {seed}. At most the {most} weightiest happenings; "
             f"month 0 is a January.")
    return [Section("What happened, month by month", None, see, small, (("month", "date", "what"), *rows),
                    kind="story")]


def life_sections(result: Result, arm: str | None = None) -> list[Section]:
    """The life of one person of the first world, told from the log: the one in whose life most happened."""
    arm = chosen_arm(result, arm)
    world = _first_world(result, arm)
    log = log_of(result, arm)
    if log.empty:
        return []
    mine = log[log["world"] == world]
    pick = next((pick for pick in LIVES if PICKS[pick](mine).any()), None)
    if pick is None:
        return []
    person = find_person(mine, pick, world)
    told = without_repeats(result.biography(person, world))
    if len(told) > MOST_SENTENCES:
        cut = len(told) - MOST_SENTENCES
        told = [*told[:MOST_SENTENCES // 2], f"({cut} more entries.)", *told[-MOST_SENTENCES // 2:]]
    see = "Every sentence is a row of the case log, which holds such a life of everybody to whom anything happened."
    regime, seed = arm or result.manifest.get("regime", "REGIME"), int(result.worlds["seed"].iloc[world])
    return [Section("One life, from the log", None, see, f"unanimity biography {regime} --person {person} --seed "
                    f"{seed} tells it again; --pick finds others. Names are drawn from the seed and are nobody's.",
                    ((name_of(seed, person),), *((line,) for line in told)))]


def without_repeats(told: list[str]) -> list[str]:
    """The sentences without those that say, of a later month, what the one before has said.

    >>> without_repeats(["Month 1: named.", "Month 3: named.", "Month 4: dismissed."])
    ['Month 1: named.', 'Month 4: dismissed.']
    """
    said = [line.partition(": ")[2] or line for line in told]
    return [line for k, line in enumerate(told) if k == 0 or said[k] != said[k - 1]]


def _first_world(result: Result, arm: str) -> int:
    return int(result.worlds.loc[result.worlds["arm"].astype(str) == arm, "world"].iloc[0])
