"""`make directions`: run every [S] direction of the cards and write directions.md; with ids, only print those.

    python benchmarks/directions.py            # all, into docs/system/directions.md
    python benchmarks/directions.py 8.4 13.6   # these, on the screen

The [B] rows are the names of the bench tests, most of them in tests/cards: test_<number>_<sentence>.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from pathlib import Path

from unanimity.experiments.directions import CARDS, DIRECTIONS, Measured, measured
from unanimity.experiments.directions.declare import AWAITS
from unanimity.mechanisms import BY_ID
from unanimity.results.atomic_files import write_text

HOME = Path(__file__).resolve().parents[1]
PAGE = HOME / "docs" / "system/directions.md"
BESIDE = {"generations": ("engine/test_newcomers.py",), "moving": ("engine/test_movers.py",)}  # where rows change hands


def bench_tests(mechanism: str) -> dict[int, list[str]]:
    """The sentences of a card's bench tests by number, read from the names of the tests."""
    found: dict[int, list[str]] = {}
    for name in (f"cards/test_{mechanism}.py", *BESIDE.get(mechanism, ())):
        path = HOME / "tests" / name
        for node in ast.parse(path.read_text(encoding="utf-8")).body if path.exists() else ():
            match = isinstance(node, ast.FunctionDef) and re.fullmatch(r"test_(\d+(?:_and_\d+)*)_(.+)", node.name)
            if match:
                words = match[2].replace("_", " ")
                for number in match[1].split("_and_"):
                    found.setdefault(int(number), []).append(words[0].upper() + words[1:] + ".")
    return found


def effect(one: Measured) -> str:
    """The measured number with its interval."""
    if one.mean != one.mean:
        return ""
    return f"{one.mean:+.3g} ({one.low:+.3g} to {one.high:+.3g})"


def arms(one: Measured) -> str:
    """Control and treated means, where the number is their difference."""
    return "" if one.control != one.control else f"{one.control:.3g} to {one.treated:.3g}"


def said(one: Measured) -> str:
    """What was changed, in one cell of the table."""
    d = one.direction
    change = ", ".join(f"{k} = {v}" for k, v in d.change.items()) or (d.act.__name__.replace("_", " ") if d.act else "")
    both = ", ".join(f"{k} = {v}" for k, v in d.settings.items())
    return f"{d.base}{f' with {both}' if both else ''}: {change or 'nothing'} from month {d.at}, {d.months} months"


def page(results: list[Measured]) -> str:
    """The whole page."""
    verdicts = Counter(one.verdict for one in results)
    benches = {name: bench_tests(name) for name in CARDS}
    tested = sum(1 for name, (_, kinds) in CARDS.items() for k, kind in enumerate(kinds)
                 if kind == "B" and benches[name].get(k + 1))
    wanted = sum(kinds.count("B") for _, kinds in CARDS.values())
    lines = [
        "# Directions", "",
        "Made by `make directions`. Every card of the catalogue ends with statements of direction. [B] ones hold on "
        "the bench, for one rule and every seed; each is a test whose name is the sentence. [S] ones are about the "
        "whole model: all mechanisms run in pairs of worlds that share people and luck, and the number is the mean "
        "over pairs with its 90 % interval (BCa). 'Does not rise' holds unless the whole interval lies above 0; "
        "'rises' holds if it lies above 0. What comes out otherwise is a finding, kept and not tuned away.", "",
        f"{tested} of {wanted} [B] statements are tests. [S]: "
        + ", ".join(f"{count} {name}" for name, count in sorted(verdicts.items())) + ".", "",
    ]
    for name, (card, kinds) in CARDS.items():
        title = BY_ID[name].title if name in BY_ID else "not built yet"
        lines += [f"## {card} · {name}: {title}", "",
                  "| test | kind | statement | run | measure | control to treated | number (90 % interval) | pairs | "
                  "share of pairs | verdict |", "|---|---|---|---|---|---|---|---|---|---|"]
        for number, kind in enumerate(kinds, start=1):
            key = f"{card}.{number}"
            sentences = benches[name].get(number, [])
            if kind == "B":
                lines.append(f"| {key} | B | {' '.join(sentences) or '(no test yet)'} | | | | | | | "
                             f"{'tested' if sentences else 'missing'} |")
                continue
            own = [one for one in results if one.direction.id == key]
            lines += [_row(one) for one in own] or [
                f"| {key} | S | {' '.join(sentences) or '(not declared yet)'} | | | | | | | "
                f"{'a slow test' if sentences else 'missing'} |"]
        lines.append("")
    findings = [one for one in results if one.direction.finding]
    if findings:
        lines += ["## Findings", ""]
        lines += [f"- **{one.direction.id}** ({one.direction.measure}): {one.direction.finding}" for one in findings]
        lines.append("")
    return "\n".join(lines)


def _row(one: Measured) -> str:
    d = one.direction
    verdict = one.verdict if one.verdict != AWAITS else f"awaits {', '.join(d.missing)}"
    share = "" if one.share != one.share else f"{one.share:.0%}"
    return (f"| {d.id} | S | {d.says} | {said(one)} | {d.measure} {d.expect} | {arms(one)} | {effect(one)} | "
            f"{'' if one.mean != one.mean else d.pairs} | {share} | {verdict} |")


def main(ids: list[str]) -> None:
    chosen = [d for d in DIRECTIONS if not ids or d.id in ids]
    results = []
    for direction in chosen:
        try:
            one = measured(direction)
        except Exception as slip:  # an entry that cannot be run is told on the page, and the others go on
            one = Measured(direction, f"could not be run: {type(slip).__name__}")
            print(f"{direction.id} {slip}", file=sys.stderr, flush=True)
        print(f"{direction.id:>5} {direction.measure:<22} {direction.expect:<14} {arms(one):<20} {effect(one):<36} "
              f"{one.share:6.0%} {one.verdict} ({one.seconds:.1f} s)", flush=True)
        results.append(one)
    if not ids:
        write_text(PAGE, page(results))
        print(PAGE.relative_to(HOME))


if __name__ == "__main__":
    main(sys.argv[1:])
