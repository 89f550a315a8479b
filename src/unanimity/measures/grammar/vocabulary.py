"""The vocabulary of the grammar: aggregates, codes of words of the state, and the fields of the case log."""

from __future__ import annotations

from unanimity.world.codes import (
    ACTS,
    ASSENT,
    CAUSES,
    DEATHS,
    DISSENT,
    ESTATES,
    LABELS,
    LOGGED,
    OFFICES,
    RUNGS,
    SILENCE,
    STATUSES,
    TOPICS,
)

AGGREGATES = {
    "sum": "sum over people and months", "count": "how many (rows of the log: summed over months)",
    "mean": "mean", "share": "share for whom a condition holds", "rate": "events a person and month at risk",
    "median": "median", "quantile": "quantile(.9 of x)", "sd": "standard deviation", "gini": "Gini's coefficient",
    "corr": "corr(x with y)", "rank_corr": "rank_corr(x with y), Spearman's", "slope": "slope(y on x), least squares",
    "first": "month of the first row of the log",
    "at_risk": "person-months at risk of an event (what a rate divides by)",
}
TWO_SIDED = {"corr": "with", "rank_corr": "with", "slope": "on"}
OF_ROWS = ("count", "rate", "at_risk", "sum", "mean", "median", "quantile", "sd", "first", "share", *TWO_SIDED)
# of two steps of one person: months between them; whether one came before the other
OF_STEPS = {"to": ("count", "mean", "median", "quantile", "sd"), "before": ("count", "share")}
WITHOUT_FIELD = ("count", "rate", "at_risk", "first")  # of whole rows, not of one of their numbers
EXPOSED = ("rate", "at_risk")  # aggregates that need the number of people at risk
OF_STATE = tuple(name for name in AGGREGATES if name not in ("rate", "first", "at_risk"))


def _codes(words: tuple[str, ...]) -> dict[str, int]:
    return {word.replace(" ", "_").replace("-", "_"): code for code, word in enumerate(words)}


_OFFICES, _TOPICS, _RUNGS = _codes(OFFICES), _codes(TOPICS), _codes(RUNGS)
# words that can be compared with a variable
VOCABULARY: dict[str, dict[str, int]] = {
    "voice": {"dissent": DISSENT, "silence": SILENCE, "assent": ASSENT},
    "status": _codes(STATUSES), "death": _codes(DEATHS), "estate": _codes(ESTATES),
    "office": _OFFICES, "highest_office": _OFFICES, "case_level": _OFFICES,
    "label": _codes(LABELS), "campaign_label": _codes(LABELS), "act_kind": _codes(ACTS),
    "act_topic": _TOPICS, "case_topic": _TOPICS, "blow_topic": _TOPICS,
    "rung": _RUNGS, "rung_due": _RUNGS, "rung_max": _RUNGS, "rung_passed": _RUNGS,
}
EVENTS = _codes(LOGGED)
# fields of a row that hold words, and those that hold numbers
ROW_WORDS: dict[str, dict[str, int]] = {
    "cause": _codes(CAUSES), "topic": _TOPICS, "act": _codes(ACTS), "office": _OFFICES, "estate": _codes(ESTATES),
    "status": _codes(STATUSES), "label": _codes(LABELS), "kind": _codes(DEATHS), "rung": _RUNGS,
}
ROW_NUMBERS = ("rung", "dossier", "distance", "hops", "gravity", "faction", "month", "office")
# the person's state at the time
ROW_FLAGS = ("guilty", "confessed", "public", "hostage", "capitulated", "dissented", "assented")
