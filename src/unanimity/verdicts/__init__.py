"""Verdicts: nineteen forms of statistical test on paired replications, and the rules that combine their findings.

Every form is a pure function of NumPy arrays with replications along axis 0 and returns a `Finding`. `verdicts.md` has
the table of forms with false-positive rates and power.
"""

from unanimity.verdicts.answer import ANSWERS, EFFECTS, Answer, Detail, Details, Effect, Part, Premise
from unanimity.verdicts.combine import (
    VERDICTS,
    Verdict,
    all_of,
    any_of,
    denies,
    enough_events,
    enough_worlds,
    not_expressible,
    pool_for,
    set_aside,
    verdict,
)
from unanimity.verdicts.differences import (
    change,
    contrast,
    equal,
    equal_in_thirds,
    interact,
    no_better,
    not_worse,
    sign,
)
from unanimity.verdicts.doses import at_dose, convex, dose_at, doses_at, shape, trend
from unanimity.verdicts.finding import Finding
from unanimity.verdicts.hypercube import around, latin_hypercube, share_that, whole_ranges
from unanimity.verdicts.kink import kink, moves, two_slopes
from unanimity.verdicts.levels import level, wilson, worlds
from unanimity.verdicts.persons import complier, hazard
from unanimity.verdicts.relations import assoc, assoc_change, leads, rank_correlations, slope, slope_within
from unanimity.verdicts.resampling import RESAMPLES, STANDARD, How, bca
from unanimity.verdicts.spread import explained, explained_alike, explains, variance
from unanimity.verdicts.time_order import before, first_passage, lasts, month_of_half, return_times, returns
from unanimity.verdicts.vague_words import WORDS, Meaning, margin, meaning

# the forms by the names that claims use; each line is one of the nineteen, with its variants
FORMS = {
    "sign": (sign,),
    "change": (change,),
    "level": (level,),
    "equal": (equal, equal_in_thirds, not_worse, no_better),
    "contrast": (contrast,),
    "interact": (interact,),
    "trend": (trend,),
    "shape": (shape,),
    "kink": (kink, moves),
    "convex": (convex,),
    "slope": (slope, slope_within),
    "assoc": (assoc, assoc_change),
    "hazard": (hazard,),
    "complier": (complier,),
    "before": (before, leads),
    "lasts": (lasts, returns),
    "variance": (variance, explained, explained_alike, explains),
    "worlds": (worlds,),
    "dose_at": (dose_at, at_dose),
}

__all__ = [
    "ANSWERS", "EFFECTS", "FORMS", "RESAMPLES", "STANDARD", "VERDICTS", "WORDS", "Answer", "Detail", "Details",
    "Effect", "Finding", "How", "Meaning", "Part", "Premise", "Verdict", "all_of",
    "any_of", "around", "assoc", "assoc_change", "at_dose", "bca", "before", "change", "complier", "contrast",
    "convex", "denies", "dose_at", "doses_at", "enough_events", "enough_worlds", "equal", "equal_in_thirds",
    "explained",
    "explained_alike", "explains", "first_passage", "hazard", "interact", "kink", "lasts", "latin_hypercube",
    "leads", "level", "margin", "meaning", "month_of_half", "moves", "no_better", "not_expressible",
    "not_worse", "pool_for", "rank_correlations", "return_times", "returns", "set_aside", "shape", "share_that", "sign",
    "slope", "slope_within", "trend", "two_slopes", "variance", "verdict", "whole_ranges", "wilson", "worlds",
]
