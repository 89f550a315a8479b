"""`python -m unanimity.cli.pages docs`: the documentation that is made from the code, and the README's picture."""

from __future__ import annotations

import sys
from pathlib import Path


def state_page() -> str:
    """Every variable of the state, from its declaration."""
    from unanimity.world.columns import COLUMNS

    lines = ["# State", "", "Made by `make docs` from `src/unanimity/world/columns.py`. `birth`: drawn at birth and "
             "never written again. An owner that does not run yet: the variable is held at its initial value, or at "
             "what a regime's `[inputs]` say.", ""]
    for table in ("person", "tie", "unit", "seat", "world"):
        rows = [c for c in COLUMNS if c.table == table]
        size = sum(c.bytes for c in rows)
        lines += [f"## {table} ({size} bytes)", "",
                  "| variable | type | range | unit | per | owner | at birth | meaning |",
                  "|---|---|---|---|---|---|---|---|"]
        lines += [f"| {c.name} | {c.dtype} | {c.low:g}..{c.high:g} | {c.unit} | {c.per} | {c.owner} | {c.initial:g} | "
                  f"{c.meaning} |" for c in rows]
        lines.append("")
    return "\n".join(lines)


def mechanisms_page() -> str:
    """Every mechanism: sentence, parameters, levers, sources."""
    from unanimity.engine.order import in_order
    from unanimity.mechanisms import CATALOGUE

    lines = ["# Mechanisms", "", "Made by `make docs` from `src/unanimity/mechanisms/`, in the order of the month.", ""]
    for m in in_order(CATALOGUE):
        lines += [f"## {m.card or '-'} · {m.id}: {m.title}", "", m.sentence, ""]
        if m.fields:
            lines += ["| parameter | card | meaning | default | range | unit | evidence |",
                      "|---|---|---|---|---|---|---|"]
            lines += [f"| {p.key} | {p.span.symbol} | {p.span.meaning} | {p.default:g} | {p.span.low:g}-"
                      f"{p.span.high:g} | {p.span.unit} | {p.span.source} |" for p in m.fields]
            lines.append("")
        lines += ["| rule | over | reads | writes |", "|---|---|---|---|"]
        lines += [f"| {r.name} | {r.kind} | {', '.join(r.reads)} | {', '.join(r.writes)} |"
                  for r in (*m.rules, *m.when_off)]
        lines += ["", f"Levers: {', '.join(m.levers) or 'none'}. Sources: {m.sources}.", ""]
    return "\n".join(lines)


def main(folder: Path) -> None:
    """Write the pages and the picture."""
    from unanimity import report
    from unanimity.cli.demo import CITIES
    from unanimity.experiments.compare import compare
    from unanimity.experiments.two_provinces import ARMS, REGIME
    from unanimity.results.files import write_text

    write_text(folder / "state.md", state_page())
    write_text(folder / "mechanisms.md", mechanisms_page())
    found = compare(REGIME, ARMS, pairs=40, seed=1926)
    report.save_picture(report.two_provinces(found.result, names=CITIES), folder / "pictures" / "two-cities.png")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs"))
