"""A new claim by an interview: each answer is checked when it is given, and the resulting file validates.

    text = claim_text(interview(ask))       # ask(question, standard) gives what the user types
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from unanimity.claims.claim import Claim
from unanimity.claims.claim_file import MONTH, STRENGTHS, YEAR
from unanimity.experiments.description import ARM
from unanimity.experiments.form_bounds import unit_of
from unanimity.regimes import load_regime, preset_names
from unanimity.support.errors import UserError, refuse, unknown
from unanimity.verdicts.finding import UNITS
from unanimity.world.levers import lever

WAYS = ("rise", "fall", "unchanged")
SHARES = "points"  # the unit for changes of a share
Answers = dict[str, str]
Ask = Callable[[str, str], str]  # (question, default) -> the user's answer
Check = Callable[[str, Answers], None]


@dataclass(frozen=True)
class Asked:
    """One question of the interview: its field, its text, the default answer, and the check of the answer."""

    name: str
    text: str
    standard: str | Callable[[Answers], str] = ""
    check: Check = lambda text, given: None
    optional: bool = False
    when: Callable[[Answers], bool] = lambda given: True

    def default(self, given: Answers) -> str:
        """The default answer."""
        return self.standard(given) if callable(self.standard) else self.standard


def interview(ask: Ask, tell: Callable[[str], None] = lambda line: None) -> Answers:
    """Ask all questions; an invalid answer is refused in one line, and the question is repeated."""
    given: Answers = {}
    for one in QUESTIONS:
        if not one.when(given):
            given[one.name] = ""
            continue
        while True:
            text = ask(one.text, one.default(given)).strip()
            try:
                if not text and not one.optional:
                    raise refuse("", one.name, text, "an answer")
                if text:
                    one.check(text, given)
            except UserError as slip:
                tell(str(slip))
                continue
            given[one.name] = text
            break
    return given


# --- checks ----------------------------------------------------------------------------------------------------------
def _one_of(allowed: Mapping[str, Any] | tuple[str, ...] | list[str], what: str) -> Check:
    def check(text: str, given: Answers) -> None:
        if text not in allowed:
            raise unknown("", what, text, list(allowed))
    return check


def _date(text: str, given: Answers) -> None:
    if not YEAR.search(text):
        raise refuse("", "date", text, "a date such as 1926, 1926-01 or 1920-12-21")


def _month(text: str, given: Answers) -> None:
    if not MONTH.fullmatch(text):
        raise refuse("", "at", text, "a month such as 1926-01, or nothing")


def _number(low: float, high: float, whole: bool = False) -> Check:
    def check(text: str, given: Answers) -> None:
        try:
            value = int(text) if whole else float(text)
        except ValueError:
            raise refuse("", "number", text, f"a {'whole ' if whole else ''}number") from None
        if not low <= value <= high:
            raise refuse("", "number", text, f"{low:g} to {high:g}")
    return check


def _arm(text: str, given: Answers) -> None:
    if not ARM.fullmatch(text) or text == "control":
        raise refuse("", "arm", text, "a name without [ ] , = $, and not control")


def _levers(text: str, given: Answers) -> None:
    known = load_regime(given.get("base", "apparatus")).known_parameters
    for name in levers_of(text):
        if name not in known:
            lever(name.split("@")[0])
    Claim(_table({**SAMPLE, **given, "levers": text}), "new claim").validate()


def _expression(text: str, given: Answers) -> None:
    found = Claim(_table({**SAMPLE, **given, "expression": text}), "new claim").validate()
    slip = next((one for one in found.unsound() if one.where == "measures.measured"), None)
    if slip is not None:
        raise UserError(f"{slip.what}; cure: {slip.cure}.")


def _mechanisms(text: str, given: Answers) -> None:
    running = [m.id for m in load_regime(given.get("base", "apparatus")).mechanisms]
    for name in _listed(text):
        if name not in running:
            raise unknown("", "mechanism", name, running, "unanimity mechanisms list")


def _level(text: str, given: Answers) -> None:
    if not re.fullmatch(r"(above|below) -?\d+(\.\d+)?", text):
        raise refuse("", "premise", text, "such as 'above 0.9' or 'below 3', or nothing")
    Claim(_table({**SAMPLE, **given, "premise": text}), "new claim")


def levers_of(text: str) -> dict[str, str]:
    """The levers that a claim changes, from text such as 'ballot = secret, appointment = elected'."""
    pairs = [part.partition("=") for part in text.split(",")]
    if not all(equals and name.strip() and value.strip() for name, equals, value in pairs):
        raise refuse("", "levers", text, "lever = value, joined by commas (unanimity levers list)")
    return {name.strip(): value.strip() for name, _, value in pairs}


def numbers_of(given: Answers) -> dict[str, int | float]:
    """The parameters among the changes, which a claim may set only if its text calls for it."""
    known = load_regime(given["base"]).known_parameters
    return {name: _as_number(value) for name, value in levers_of(given["levers"]).items() if name in known}


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _unit(given: Answers) -> str:
    return SHARES if unit_of(given["expression"]).startswith("share") else "percent"


def _asked_in(text: str, given: Answers) -> None:
    """A unit in which the threshold is attainable."""
    _one_of(UNITS, "unit")(text, given)
    Claim(_table({**SAMPLE, **given, "unit": text}), "new claim")


def _moves(given: Answers) -> bool:
    return given["direction"] != "unchanged"


QUESTIONS: tuple[Asked, ...] = (
    Asked("title", "What is the claim called, in a few words?"),
    Asked("asks", "What question does it answer?"),
    Asked("author", "Who says so?"),
    Asked("date", "When was it said or written (1926, 1926-01, 1920-12-21)?", check=_date),
    Asked("source", "Where does it stand: the work, or the number of a source (000 to 004)?"),
    Asked("lines", "On which lines or pages?"),
    Asked("strength", "Is it stated by the author, implied, or your own?", "stated", _one_of(STRENGTHS, "strength")),
    Asked("says", "What does it say, in your own words?"),
    Asked("at", "Of which month of history does it speak (1926-01; nothing: of none)?", check=_month, optional=True),
    Asked("base", "In which society (law, war, apparatus, terror, or another of `unanimity regimes list`)?",
          "apparatus", lambda text, given: _one_of(preset_names(), "regime")(text, given)),
    Asked("months", "For how many months?", "24", _number(1, 6000, whole=True)),
    Asked("arm", "What it changes, as the name of an arm (secret, elected)?", check=_arm),
    Asked("arm_says", "And in words?"),
    Asked("levers", "Which levers does that set (ballot = secret, appointment = elected), or which parameters "
                    "(voice.theta = 0.2)?", check=_levers),
    Asked("sets_why", "Which words of the text call for the parameters that it sets?",
          when=lambda given: bool(numbers_of(given))),
    Asked("measure_says", "What is measured, in words?"),
    Asked("expression", "And as an expression with its months (unanimity(last 12), hunger_deaths(0..23))?",
          check=_expression),
    Asked("direction", "Against worlds without that change, does it rise, fall, or stay unchanged?", "",
          _one_of(WAYS, "direction")),
    Asked("by", "By at least how much (nothing: any difference)?", check=_number(0, 1e9), optional=True, when=_moves),
    Asked("unit", f"In which unit ({', '.join(UNITS)})?", _unit, _asked_in,
          when=lambda given: not _moves(given) or bool(given["by"])),
    Asked("main_why", "Which words of the text make this comparison its causal sentence?"),
    Asked("premise", "What must be so without the change for the claim to make sense: 'above 0.9', 'below 3' of the "
                     "same measure (nothing: no such thing)?", check=_level, optional=True),
    Asked("expects", "What is expected, in a sentence?"),
    Asked("falsified", "What would falsify it, in a sentence?"),
    Asked("margin", "Within how much is it the same as without the change, so that it is falsified?",
          lambda given: "5" if (given["unit"] or _unit(given)) == SHARES else "10", _number(0, 1e9), when=_moves),
    Asked("rival", "Who says otherwise, and what?"),
    Asked("rival_direction", "What does the rival expect of the same worlds: rise, fall or unchanged?",
          lambda given: "unchanged" if _moves(given) else "rise", _one_of(WAYS, "direction")),
    Asked("mechanisms", "Which mechanisms are said to cause it (voice, fear; unanimity mechanisms list)?",
          check=_mechanisms),
)
SAMPLE: Answers = {"title": "x", "asks": "x", "author": "x", "date": "1926", "source": "x", "lines": "1",
                   "strength": "own", "says": "x", "at": "", "base": "apparatus", "months": "24", "arm": "changed",
                   "arm_says": "x", "levers": "ballot = secret", "sets_why": "x", "measure_says": "x",
                   "expression": "unanimity(last 12)", "direction": "fall", "by": "", "unit": "", "main_why": "x",
                   "premise": "", "expects": "x", "falsified": "x", "margin": "10", "rival": "x",
                   "rival_direction": "unchanged", "mechanisms": "voice"}


# --- the file --------------------------------------------------------------------------------------------------------
def _form(given: Answers, direction: str, by: str = "") -> dict[str, Any]:
    """A comparison of the arm with the control."""
    unit = given["unit"] or _unit(given)
    own: dict[str, Any] = {"measure": "measured", "arm": given["arm"]}
    if direction == "unchanged":
        unit = "percent" if unit == "times" else unit
        return {"test": "equal", **own, "margin": 5 if unit == SHARES else 10, "unit": unit}
    if not by:
        return {"test": "sign", **own, "direction": direction}
    return {"test": "change", **own, "direction": direction, "by": _as_number(by), "unit": unit}


def _as_number(text: str) -> int | float:
    value = float(text)
    return int(value) if value.is_integer() else value


def _against(given: Answers) -> dict[str, Any]:
    """The falsifier: no such change or, if no change is expected, a clear change in either direction."""
    own: dict[str, Any] = {"measure": "measured", "arm": given["arm"]}
    if given["direction"] != "unchanged":
        unit = given["unit"] or _unit(given)
        unit = "percent" if unit == "times" else unit
        return {"test": "denies", **own, "direction": given["direction"], "margin": _as_number(given["margin"]),
                "unit": unit}
    same = _form(given, "unchanged")
    moved = {"test": "change", **own, "by": same["margin"], "unit": same["unit"]}
    return {"test": "any_of", "any": [{**moved, "direction": "rise"}, {**moved, "direction": "fall"}]}


def _table(given: Answers) -> dict[str, Any]:
    """The file as tables."""
    claim: dict[str, Any] = {name: given[name] for name in ("author", "date", "source", "lines", "says", "expects",
                                                            "falsified", "rival", "strength")}
    found: dict[str, Any] = {
        "title": given["title"], "asks": given["asks"], "base": given["base"], "months": int(given["months"]),
        "explained_by": _listed(given["mechanisms"]), "main": 1, "main_why": given["main_why"],
        "rival_main": 1, "rival_main_why": given["rival"], "claim": claim,
        "arms": {given["arm"]: {"says": given["arm_says"], **_changes(given)}},
        "measures": {"measured": {"expression": given["expression"], "says": given["measure_says"]}},
        "expect": [_form(given, given["direction"], given["by"])], "falsified_if": [_against(given)],
        "rival": [_form(given, given["rival_direction"])]}
    if given["premise"]:
        at, x = given["premise"].split()
        found["premise"] = [{"test": "level", "values": "measured[control]", "at": at, "x": _as_number(x),
                             "says": f"{given['measure_says']}, without the change"}]
    if given["at"]:
        found["in_history"] = {"at": given["at"]}
    numbers = numbers_of(given)
    if numbers:
        claim["sets"] = dict.fromkeys(numbers, given["sets_why"])
        found["sources"] = dict.fromkeys(numbers, f"{given['source']}, {given['lines']}")
    return found


def _changes(given: Answers) -> dict[str, Any]:
    """What an arm changes: levers, and parameters by their dotted names."""
    numbers = numbers_of(given)
    levers = {name: value for name, value in levers_of(given["levers"]).items() if name not in numbers}
    return {**({"levers": levers} if levers else {}), **({"parameters": numbers} if numbers else {})}


def claim_text(given: Answers) -> str:
    """The file as TOML, with a comment on the purpose of each part."""
    whole = _table(given)
    Claim(whole, "new claim").validate()
    lines = [f"{name} = {_value(whole[name])}" for name in ("title", "asks", "base", "months", "explained_by")]
    lines += ["# the test that carries the causal sentence, fixed before any run, and the words that say so"]
    lines += [f"{name} = {_value(whole[name])}" for name in ("main", "main_why", "rival_main", "rival_main_why")]
    lines += ["", "[claim]", *(f"{name} = {_value(value)}" for name, value in whole["claim"].items() if name != "sets")]
    for name, table in (("claim.sets", whole["claim"].get("sets")), ("sources", whole.get("sources"))):
        if table:
            lines += ["", f"[{name}]", *(f"{_key(key)} = {_value(value)}" for key, value in table.items())]
    if given["at"]:
        lines += ["", "[in_history]      # the same on a branch of the hindcast; lays = [...] names what of the set-up "
                  "is laid onto it", f"at = {_value(given['at'])}"]
    arm = whole["arms"][given["arm"]]
    lines += ["", f"[arms.{_key(given['arm'])}]", *(f"{name} = {_value(value)}" for name, value in arm.items()),
              "", "[measures]", f"measured = {_value(whole['measures']['measured'])}"]
    for role in ("premise", "expect", "falsified_if", "rival"):
        for form in whole.get(role, []):
            lines += ["", f"[[{role}]]", *(f"{name} = {_value(value)}" for name, value in form.items())]
    return "\n".join(lines) + "\n"


def _value(value: Any) -> str:
    """A plain value as TOML writes it."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(name)} = {_value(one)}" for name, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else json.dumps(name, ensure_ascii=False)
