"""Outcomes by 1941: of those who signed a recantation and those who did not, of those who left and those who stayed."""

from __future__ import annotations

import pandas as pd

from unanimity.evidence.risk import EMIGRATED, LOST, OPPOSITION, PARTY, REPRESSION, at_risk, outcome, risk_set
from unanimity.evidence.shares import fisher, wilson

UNTIL = 1941
SIDES = {"left_opposition": ("left_opposition",), "right_opposition": ("right_opposition",), "both": OPPOSITION}
LEFT = {"anarchist": ("anarchist",), "menshevik": ("menshevik",), "sr": ("sr",),
        "other_socialists": ("anarchist", "menshevik", "sr"), "non_party_and_liberal": ("non_party", "other"),
        "foreign_communist": ("foreign_communist",), "party_all": PARTY, "police": ("police",)}


def dead_of_known(people: pd.DataFrame, until: int = UNTIL) -> tuple[int, int]:
    """Among those whose fate is known (neither lost to follow-up nor abroad): deaths by repression, and the number of
    people."""
    ends = outcome(people, until)
    return int((ends == REPRESSION).sum()), int((~ends.isin((LOST, EMIGRATED))).sum())


def _share(count: int, of: int) -> dict[str, float]:
    low, high = wilson(count, of)
    return {"dead": count, "known": of, "share": count / of if of else float("nan"), "low": low, "high": high}


def capitulation() -> pd.DataFrame:
    """Oppositionists at risk in 1928, dead by repression by 1941: those who signed against those who did not."""
    rows = []
    for side, cohorts in SIDES.items():
        people = at_risk(risk_set(cohorts), 1928)
        for source, column in (("recorded", "capitulated"), ("with general knowledge", "capitulated_general")):
            two = {signed: people[people[column] == signed] for signed in (1, 0)}
            known = {signed: dead_of_known(mine) for signed, mine in two.items()}
            for signed, mine in two.items():
                ends = outcome(mine, UNTIL)
                rows.append({"side": side, "source": source, "signed": bool(signed), **_share(*known[signed]),
                             "all": len(mine), "lost": int((ends == LOST).sum()),
                             "emigrated": int((ends == EMIGRATED).sum()),
                             "median_year": mine.loc[ends == REPRESSION, "end"].median(),
                             "fisher": fisher(*known[1], *known[0])})
    return pd.DataFrame(rows)


def leaving_and_staying() -> pd.DataFrame:
    """Killed by the Soviet state by 1941: those who left, compared with those who stayed and were alive in 1922."""
    rows = []
    for group, cohorts in LEFT.items():
        people = risk_set(cohorts)
        left = people[people["exit_kind"].eq("emigration")]
        killed = int((left["killed_abroad"] & (left["died"] <= UNTIL)).sum())
        later = people[people["end"] >= 1922]
        stayed = later[~later["exit_kind"].isin(("emigration", "lost_to_view"))]
        dead = int((outcome(stayed, UNTIL) == REPRESSION).sum())
        lost = int(later["exit_kind"].eq("lost_to_view").sum())
        rows.append({"group": group, "left": len(left), "killed_abroad": killed,
                     "share_left": killed / len(left) if len(left) else float("nan"),
                     **dict(zip(("low_left", "high_left"), wilson(killed, len(left)), strict=True)),
                     "stayed": len(stayed), **{k: v for k, v in _share(dead, len(stayed)).items() if k != "known"},
                     "lost": lost, "share_if_lost_survived": dead / (len(stayed) + lost),
                     "fisher": fisher(dead, len(stayed), killed, len(left))})
    return pd.DataFrame(rows)


def fates(year: int = 1934, until: int = UNTIL) -> pd.DataFrame:
    """Those at risk in a year, dead by repression at the end of another: by cohort, by estate, and of the loyal."""
    people = at_risk(risk_set(), year)
    loyal = people["affiliation"].fillna("").str.contains("stalinist") & ~people["cohort"].isin(OPPOSITION)
    chosen = {**{name: people[people["cohort"] == name] for name in sorted(set(people["cohort"]))},
              "party_opposition": people[people["cohort"].isin(OPPOSITION)],
              "party_no_opposition": people[people["cohort"].isin(set(PARTY) - set(OPPOSITION))],
              "loyal": people[loyal],
              **{f"estate_{name}": people[people["estate"] == name] for name in sorted(set(people["estate"]))},
              "officials_in_opposition": people[people["cohort"].isin(OPPOSITION) & (people["estate"] == "official")],
              "officials_of_the_party": people[people["cohort"].isin(set(PARTY) - set(OPPOSITION))
                                               & (people["estate"] == "official")],
              "ALL": people}
    return pd.DataFrame([{"group": name, **_share(*dead_of_known(mine, until)), "all": len(mine)}
                         for name, mine in chosen.items()])
