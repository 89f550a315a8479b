"""The result of a test in one plain sentence: what was compared, the number with its interval, the answer, and what was
expected where that is not what was found."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from unanimity.experiments.form_kinds import KINDS
from unanimity.experiments.judging import Form
from unanimity.support.number_format import MINUS, NUMBERLESS
from unanimity.support.number_format import plain as number
from unanimity.verdicts import Finding
from unanimity.verdicts.answer import FOUND, IN_SIGN, NOT_SHOWN, OPPOSITE
from unanimity.verdicts.combine import INEXPRESSIBLE
from unanimity.verdicts.finding import SUFFIX

SIGNED = ("percent", "points", "absolute")  # units of a difference: an increase is shown with a plus
TOLD = {FOUND: "Found", IN_SIGN: "Found in sign only", NOT_SHOWN: "Not shown", OPPOSITE: "The opposite is found"}
QUIET = ("equal", "equal_in_thirds", "not_worse", "no_better", "denies", "level")  # found is not seen from the number
OTHER_WAY = {"rise": "fall", "fall": "rise"}
COMBINED = {  # how several tests together falsify a claim
    ("all_of", True): "all parts are met, which falsifies",
    ("all_of", False): "not all parts are met, as would falsify",
    ("any_of", True): "a part is met, which falsifies",
    ("any_of", False): "no part is met, as would falsify"}
COMPARED = {"rise": "a higher value", "fall": "a lower value"}  # of two groups of the same worlds


def plain(form: Form, found: Finding, word: str) -> str:
    """The result of a test of the expectation: value with interval, answer, and what was expected if it was not found.
    """
    if word == INEXPRESSIBLE:
        return found.sentence
    about = _capital(form.says)
    if why := numberless(form, found):
        return f"{about}. {TOLD[word]}: {NUMBERLESS[why]}."
    if found.undecided:
        return f"{about}: {TOLD[word].lower()}, {found.undecided}."
    share = "" if math.isnan(found.share) else f"{100 * found.share:.0f} % of {found.n} {_counted(form)}"
    hidden = found.leans != 0 and not (found.passed or found.sign_only or found.opposite)
    clear = f" by its interval, though in fewer than 75 % of the {_counted(form)}" if hidden else ""
    wanted = "" if word == FOUND and form.kind not in QUIET else asked(form, found)
    return (f"{about}: {_value(found)}{f', as expected in {share}' if share else ''}. "
            f"{TOLD[word]}{clear}{f': expected was {wanted}' if wanted else ''}.")


def of_falsifier(form: Form, found: Finding, judged: Callable[[Form], Finding]) -> str:
    """The result of a falsifier: the value, and what falsifies the claim or would do so.

    `judged` gives the finding of a part of a combined test.
    """
    if form.parts:
        parts = "; ".join(_part(part, judged(part), judged) for part in form.parts)
        return f"{_capital(form.says)}: {COMBINED[form.kind, found.passed]} the claim. {_capital(parts)}."
    if why := numberless(form, found):
        return f"{_capital(form.says)}: {NUMBERLESS[why]}."
    if found.undecided:
        return f"{_capital(form.says)}: undecided, {found.undecided}."
    wanted, would = asked(form, found), "falsifies" if found.passed else "would falsify"
    return f"{_capital(form.says)}: {_value(found)}{f'; {wanted} {would} the claim' if wanted else ''}."


def _part(form: Form, found: Finding, judged: Callable[[Form], Finding]) -> str:
    if form.parts:
        return "; ".join(_part(part, judged(part), judged) for part in form.parts)
    if found.undecided or numberless(form, found):
        return f"{form.says}: undecided"
    wanted = asked(form, found)
    return f"{form.says}: {_value(found)} ({'met' if found.passed else 'not met'}{f': {wanted}' if wanted else ''})"


def asked(form: Form, found: Finding) -> str:
    """What a test asks for, as a noun: a fall of at least 20 points, at most 0.5 times, no rise of more than 10
    percent; "" if its kind has no short name for it."""
    options, kind = form.options, form.kind
    direction = str(options.get("direction", ""))
    if kind == "worlds":
        return f"that it is so in at least {100 * float(options.get('at_least', 0)):.0f} % of the worlds"
    if kind == "returns":
        return f"a return within {options['within']:g} months of the change"
    if kind == "denies":
        return f"no {direction} of more than {options.get('margin', 10):g}{_unit(options.get('unit', 'percent'))}"
    if kind in ("not_worse", "no_better"):
        worse = "fall" if options.get("better", "higher") == "higher" else "rise"
        way = worse if kind == "not_worse" else OTHER_WAY[worse]
        return f"no {way} of more than {_number(found)}"
    if kind in ("equal", "equal_in_thirds", "explained_alike") or "margin" in options:
        return f"a difference of at most {_number(found)}"
    if "at" in options:
        return f"at {'least' if options['at'] == 'above' else 'most'} {_number(found)}" if found.threshold is not None \
            else ""
    return _movement(kind, direction, options, found) if direction else ""


def _movement(kind: str, direction: str, options: Mapping[str, Any], found: Finding) -> str:
    if found.threshold is None or (found.unit == "times" and found.threshold == 1):
        return COMPARED[direction] if kind in ("contrast", "interact") else f"a {direction}"
    if found.unit == "times":
        return f"at {'most' if direction == 'fall' else 'least'} {_number(found)}"
    if kind in ("contrast", "interact"):
        return f"{COMPARED[direction]}, by at least {_number(found)}"
    return f"a {direction} of at least {_number(found)}"


def numberless(form: Form, found: Finding) -> str:
    """Why a decided finding has no single number, as a key of NUMBERLESS; "" if it has one."""
    if found.undecided or form.kind == INEXPRESSIBLE or math.isfinite(found.effect):
        return ""
    if math.isnan(found.effect):
        return "missing"
    return "still" if form.kind == "variance" else "never" if found.unit == "months" else "nothing"


def signed(value: float, unit: str = "") -> str:
    """A number with its unit; an increase has a plus.

    >>> signed(-24.04, "points"), signed(0.642), signed(1917.2, "times")
    ('−24 points', '0.642', '1,917 times')
    """
    plus = "+" if unit in SIGNED and value > 0 else ""
    return f"{plus}{number(value)}{_unit(unit)}".replace("-", MINUS)


def _value(found: Finding) -> str:
    ends = "" if math.isnan(found.low) else f" (90 % interval {number(found.low)} to {number(found.high)})"
    return signed(found.effect, found.unit) + ends


def _number(found: Finding) -> str:
    return f"{found.threshold or 0.0:g}{_unit(found.unit)}"


def _unit(unit: Any) -> str:
    return SUFFIX.get(str(unit), f" {unit}")


def _counted(form: Form) -> str:
    return "worlds" if form.kind in KINDS and KINDS[form.kind].of_one_arm else "pairs"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
