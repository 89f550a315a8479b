"""Answers on synthetic data whose truth is known: how often the effect of a form is found where there is none, and what
a whole claim is answered, with its premise, its details and its falsifiers.

`python tests/verdicts/known_answers.py 1000` prints the tables of docs/reference/verdicts.md.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from known_truth import CASES, N, arms, z

from unanimity import verdicts as v
from unanimity.verdicts import Finding, How
from unanimity.verdicts.answer import (
    FOUND,
    IN_SIGN,
    MET,
    NOT_MET,
    OPPOSITE,
    Detail,
    Effect,
    Part,
    answer_of,
    details_of,
    effect_word,
    level_is_there,
    premise_of,
)

SIDES = 7  # forms beside the main one: a claim of the shelf has eight


def words(of: Callable[[int, How], Finding], sets: int, how: How) -> Counter[str]:
    """How many of so many data sets give each word for the effect."""
    return Counter(effect_word(of(key, replace(how, seed=key))) for key in range(1, sets + 1))


class Truth(NamedTuple):
    """What is true of a claim: its main effect and that of the other forms, in sd of a pair; the level of the control
    against the one that its premise asks for, as a share."""

    says: str
    main: float
    sides: tuple[float, ...]
    level: float = 0.02
    contradicts: bool = False  # whether contradicted is the right word


TRUTHS = (
    Truth("nothing moves at all", 0.0, (0.0,) * SIDES),
    Truth("half a sd, and all other forms as expected", 0.5, (1.0,) * SIDES),
    Truth("1 sd, and all other forms as expected", 1.0, (1.0,) * SIDES),
    Truth("1 sd, and nothing else moves", 1.0, (0.0,) * SIDES),
    Truth("1 sd, and one other form is opposite", 1.0, (-1.0, *(1.0,) * (SIDES - 1))),
    Truth("1 sd, and the control's level is 2 points short", 1.0, (1.0,) * SIDES, -0.02),
    Truth("1 sd, and the control's level is 20 points short", 1.0, (1.0,) * SIDES, -0.20),
    Truth("the opposite by half a sd", -0.5, (0.0,) * SIDES, contradicts=True),
    Truth("the opposite by 1 sd", -1.0, (0.0,) * SIDES, contradicts=True),
)


def answered(truth: Truth, key: int, how: How) -> tuple[str, str]:
    """What one data set of that truth gives: the answer, and the verdict by the earlier rule."""
    how = replace(how, seed=key)
    main = v.change(*arms(key, truth.main), "rise", 5, how=how)
    sides = [v.sign(*arms(1000 * (number + 1) + key, gain), how=how) for number, gain in enumerate(truth.sides)]
    level = v.level(0.9 + truth.level + 0.01 * z(key, N, stream=731), "above", 0.9, how=how)
    against = v.sign(*arms(key, truth.main), "fall", how=how)
    premise = premise_of([Part("control", "level", level_is_there(level, "above", share=True), level.sentence)])
    effect = Effect(effect_word(main), "expect[1]", "m", main.effect, main.low, main.high, main.unit, main.size,
                    main.share, main.n, main.threshold, "", main.sentence)
    rows = [Detail("expect", "m", effect_word(one), one.sentence) for one in sides]
    rows.append(Detail("falsified_if", "m", MET if against.passed else NOT_MET, against.sentence, falsifier=True))
    return answer_of(premise, effect, details_of(rows)).word, v.verdict([main, *sides, level], [against]).word


def share(counts: Counter[str], *of: str) -> float:
    """What part of the data sets gave one of these words."""
    return sum(counts[word] for word in of) / max(1, sum(counts.values()))


def main(sets: int) -> None:
    how = How(resamples=1000)
    sys.stdout.write("| Case | Null: found | in sign | opposite | Effect: found | in sign |\n" + "|---" * 6 + "|\n")
    for case in CASES:
        null, effect = words(case.null, sets, how), words(case.effect, sets, how)
        cells = [share(null, FOUND), share(null, IN_SIGN), share(null, OPPOSITE), share(effect, FOUND),
                 share(effect, IN_SIGN)]
        sys.stdout.write(f"| {case.name} | {' | '.join(f'{100 * cell:.1f} %' for cell in cells)} |\n")
    sys.stdout.write("\n| Truth | Answer | By the earlier rule |\n|---|---|---|\n")
    for truth in TRUTHS:
        given = [answered(truth, key, how) for key in range(1, sets + 1)]
        told = [", ".join(f"{word} {100 * number / sets:.1f} %" for word, number in Counter(side).most_common())
                for side in zip(*given, strict=True)]
        sys.stdout.write(f"| {truth.says} | {told[0]} | {told[1]} |\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
