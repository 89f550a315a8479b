"""The shipped statutes, and the description of a statute as questions and answers in plain words."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from unanimity.engine.plan import levers_of
from unanimity.regimes import Regime, load_regime, preset_names
from unanimity.statutes.questions import GROUPS, QUESTIONS, Question
from unanimity.support.errors import UserError, unknown
from unanimity.world.levers import lever

STATUTES = ("union-two-party", "union-machine", "works-councils", "worker-coop", "membership-party", "foundation")
# powers that only a state has: an organisation that runs any of these is described as a regime, not as a statute
OF_A_STATE = frozenset(
    {"requisition", "provision", "hostage", "custody", "confession", "campaign", "purge", "uprising"}
)
RULE_CHANGE = "rule_change"
LEVEL_WORDS = {
    "cell": "in the smallest units",
    "district": "in the districts",
    "province": "in the sections",
    "centre": "in the executive",
}


class Answer(NamedTuple):
    """One rule of a statute: the question, the statute's answer, and the value in the file."""

    question: Question
    says: str
    value: str


def statute(name: str | Path | Regime) -> Regime:
    """A preset or file as a statute; refused if powers of a state are on."""
    if isinstance(name, str) and name not in preset_names() and not name.endswith(".toml") and not Path(name).exists():
        raise unknown("", "statute", name, STATUTES, "or give the path of a .toml file")
    regime = load_regime(name)
    running = sorted(OF_A_STATE & {m.id for m in regime.mechanisms} - regime.off)
    if running:
        raise UserError(
            f"{regime.where or regime.name}: off = {sorted(regime.off)} leaves {', '.join(running)} on, which "
            f"only a state has; allowed: based_on one of statute, {', '.join(STATUTES)}, or these off."
        )
    return regime


def acts(question: Question, regime: Regime) -> bool:
    """Whether the rule can have an effect: a mechanism that reads it runs and is on."""
    running = [m for m in regime.mechanisms if m.id not in regime.off]
    if question.parameter:
        return question.key in {field.key for m in running for field in m.fields}
    if question.key == RULE_CHANGE and not regime.delegate:
        return False  # the executive may not set any rule by itself
    return any(question.key in levers_of(m) for m in running)


def asked_of(regime: Regime) -> list[Question]:
    """The questions whose rules can have an effect under this statute, in the order of the page."""
    return [
        question for group in GROUPS for question in QUESTIONS if question.group == group and acts(question, regime)
    ]


def answers_of(name: str | Path | Regime) -> list[Answer]:
    """The whole statute as questions and answers.

    >>> [a.says for a in answers_of("worker-coop") if a.question.key == "ballot"]
    ['no, on a secret paper']
    """
    regime = statute(name)
    return [Answer(question, told(question, regime), written(question, regime)) for question in asked_of(regime)]


def number_of(question: Question, regime: Regime) -> float:
    """The regime's number for the answer."""
    if question.parameter:
        return float(regime.parameters.get(question.key, regime.known_parameters[question.key].default))
    return float(regime.levers[question.key].everywhere)


def written(question: Question, regime: Regime) -> str:
    """The answer as written in a file."""
    return f"{number_of(question, regime):g}" if question.parameter else regime.lever_text(question.key)


def told(question: Question, regime: Regime) -> str:
    """The answer in plain words, with the levels at which it differs."""
    if question.parameter:
        return in_words(question, number_of(question, regime))
    setting = regime.levers[question.key]
    parts = [in_words(question, setting.everywhere)]
    parts += [f"{LEVEL_WORDS.get(level, level)} {in_words(question, value)}" for level, value in setting.levels]
    parts += [f"in section {number} {in_words(question, value)}" for number, value in setting.provinces]
    return "; ".join(parts)


def in_words(question: Question, number: float) -> str:
    """One value in plain words: the answer with that value, or else the wording of the number."""
    for value, words in question.answers:
        if number_for(question, value) == number:
            return words
    if question.is_number:
        return question.saying.format(n=number)
    return lever(question.key).text(number)


def number_for(question: Question, value: str | float) -> float:
    """The number behind an answer's value."""
    return float(value) if question.parameter else lever(question.key).number(value)
