"""`python -m unanimity.cli.pages docs`: the pages of docs/ that are made from the code and kept in the repository."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from unanimity.cli.cards_page import catalogue_page
from unanimity.cli.levers_and_events import events_page, levers_page


def state_page() -> str:
    """Every variable of the state, from its declaration."""
    from unanimity.world.columns import COLUMNS

    lines = ["# State", "", "Made by `make docs` from `src/unanimity/world/columns`. `birth`: drawn at birth and "
             "never written again. An owner that does not run yet: the variable is held at its initial value, or at "
             "what a regime's `[inputs]` say.", ""]
    for table in dict.fromkeys(c.table for c in COLUMNS):
        rows = [c for c in COLUMNS if c.table == table]
        size = sum(c.bytes for c in rows)
        lines += [f"## {table} ({size} bytes)", "",
                  "| variable | type | range | unit | per | owner | at birth | meaning |",
                  "|---|---|---|---|---|---|---|---|"]
        lines += [f"| {c.name} | {c.dtype} | {c.low:g}..{c.high:g} | {c.unit} | {c.per} | {c.owner} | {c.initial:g} | "
                  f"{c.meaning} |" for c in rows]
        lines.append("")
    return "\n".join(lines)


GRAMMAR = """\
A measure is `agg(what, who, when)`, a name from the tables below, or such terms joined by `+ - * /`, `abs`, `log`,
`max`, `min`, `known(x)` (1 where it has a value) and `otherwise(x, y)` (y where x has none).
`unanimity run REGIME --ask "..."` and `un.run(..., ask=[...])` answer with one number a world
(`Result.answers`), and month by month where it was looked at (`Result.answer_by_month`).

    mean(fear, members and province(1), last 12)
    share(voice == dissent, attendants, month 60)
    count(log arrested cause quota, group(known), 6..30)
    rate(log sanctioned rung >= 1, members, +1..+12)
    share(status != dead, private_dissenters as of 11, last 1)
    slope(fear on dossier, members)          quantile(.9 of hunger, village)
    slope(is(whose(recruiter, above(agent, 0))) on degree, all)       share(lever(ballot) == secret, members)
    mean(ring, units level(district))        hunger_deaths(+1..+12) / months(+1..+12)

**what**: a variable of a person, of the person's cell, of the country
([state](state.md)), a parameter (`voice.theta`), a
derived number below, arithmetic and comparisons of them; words may stand beside a variable that has words (`status
== camp`, `voice == dissent`). `is(WHO)`: 1 for those whom a selector means at that moment; `lever(NAME)`: a lever in
force where the person lives (`lever(ballot) == secret`); `at(NAME, k)`: a number of the k-th chair at the centre (1 the
leader's) or of a faction. Or `log EVENT` with conditions: `cause WORD`, `topic`, `act`, `kind` (of death),
`office`, `estate`, `status`, `label`, `rung >= 4`, `hops`, `dossier`, `distance`, `gravity`, and `guilty`,
`innocent`, `confessed`, `public`, `hostage`, `capitulated`, `dissented`, `assented` (6 assents running); `FIELD of
log EVENT` for sums and means of a field, `FIELD with FIELD of log EVENT` for the correlation of two (`on` for a slope);
`log first EVENT`, `log last EVENT`: of each person's rows the first or the last of the run that meets the conditions.
`log EVENT to log EVENT`: months from a person's first row to the next of the other kind (count, mean, median,
quantile, sd); `log EVENT before log EVENT`: of those who have both, whether the first came in an earlier month (share,
count).

**who**: a selector as in regime files (`members`, `province(2)`, `group(name)`, `top(.1, dossier)`; of those
named in a confession `whose(named_by)`, of those ever arrested `logged(arrested)` ...), joined by
and, or, not; `units PLACE` for numbers of units; `WHO as of MONTH` keeps those who were meant at a month's end (`as
of start`: at the head of the treatment month). A selector means people alive in the country; with `everybody` or
`as of` the dead too. For the log, who belongs is looked at at the head of each month. A lot falls on the same
people in every month.

**when**: `60`, `6..30`, `6..end`, `last 12`, `+6`, `+1..+12` (after the treatment month), `+1..+12 of EVENT`,
`before EVENT n`, `after EVENT n`, `season` (months 9-2), `season 2`, `quiet` (threat below .1), `run`, joined by
and. EVENT is an entry of the schedule. Left out: what is summed (rows of the log, `sum`) runs from the treatment
month to the end, everything else is the mean of the last 12 months. Where a regime has a calendar
(`start` under `[run]`) a month may be written as a date: `1921-01..1921-12`, `March 1921`.

**At risk** (`rate`): alive in the country; for arrests, not held already. A name takes a population and a time too:
`arrests(members, 6..30)`; they are handed to each of its terms that does not say otherwise.
"""


def measures_page() -> str:
    """Every measure, and the grammar for making others."""
    from unanimity.engine.survey import MEANINGS, NAMES, UNITS
    from unanimity.measures import ALL_MEASURES, needs_of
    from unanimity.measures.contract import CONTRACT, NOT_YET
    from unanimity.measures.declare import SO_FAR
    from unanimity.measures.grammar.evaluate import MEANINGS_HERE
    from unanimity.measures.grammar.vocabulary import AGGREGATES, EVENTS
    from unanimity.world.selectors.parse import DERIVED

    lines = ["# Measures", "", "Made by `make docs` from `src/unanimity/measures/`.", "", "## The grammar", "", GRAMMAR,
             "| agg | meaning |", "|---|---|", *(f"| {name} | {says} |" for name, says in AGGREGATES.items()), "",
             "| derived number | meaning |", "|---|---|",
             *(f"| {name} | {says} |" for name, says in {**DERIVED, **MEANINGS_HERE}.items()), "",
             f"Events of the log: {', '.join(EVENTS)}; `any` for all.", "",
             "## Named measures (interface, section 4)", "",
             "`#1` stands for a number that the name takes, `@` for the population that it is given.", "",
             "| name | meaning | form | unit | range | over | kind |", "|---|---|---|---|---|---|---|"]
    lines += [f"| {m.name}{'(' + ', '.join(m.numbers) + ')' if m.numbers else ''} | {m.meaning} | "
              f"{'`' + m.form + '`' if isinstance(m.form, str) else m.how} | {m.unit} | {m.low:g}..{m.high:g} | "
              f"{m.over} | {m.kind} |" for m in CONTRACT.values()]
    lines += ["", "## Not measurable yet", "", "| what | why |", "|---|---|",
              *(f"| {what} | {why} |" for what, why in NOT_YET.items()), "",
              "## Monthly measures", "", "Collected for the country and each province in every run whose mechanisms "
              "supply them. Those marked * grow from the start on; asked for by name, they give their growth in the "
              "window.", "", "| name | meaning | how | over | unit | range | needs |", "|---|---|---|---|---|---|---|"]
    lines += [f"| {m.name}{' *' if m.kind == SO_FAR else ''} | {m.meaning} | {m.agg} | {m.of_whom} | "
              f"{m.unit} | {m.low:g}..{m.high:g} | {', '.join(needs_of(m.name))} |" for m in ALL_MEASURES]
    lines += ["", "## Surveys, at chosen months", "", "| name | meaning | unit |", "|---|---|---|",
              *(f"| {name} | {MEANINGS[name]} | {UNITS[name]} |" for name in NAMES), ""]
    return "\n".join(lines)


PAGES: dict[str, Callable[[], str]] = {  # a test holds them against the code
    "reference/state.md": state_page, "system/catalogue.md": catalogue_page, "reference/measures.md": measures_page,
    "reference/levers.md": levers_page, "reference/events.md": events_page}


def main(folder: Path) -> None:
    """Write the pages; the pictures are made by `make pictures` (tools/pictures.py), which needs a browser."""
    from unanimity.results.atomic_files import write_text

    for name, page in PAGES.items():
        write_text(folder / name, page())
    from unanimity.claims.ledger import data_path, read_runs
    from unanimity.claims.ledger_page import head_for, ledger_page
    from unanimity.web.recorded_verdicts import write_recorded

    debate = folder / "debate/debate.md"
    if data_path(debate).exists():
        write_text(debate, ledger_page(read_runs(data_path(debate))))
        write_recorded(debate)
    organisations = folder / "debate" / "debate-organisations.md"
    if data_path(organisations).exists():
        write_text(organisations, ledger_page(read_runs(data_path(organisations)), head_for(organisations)))


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs"))
