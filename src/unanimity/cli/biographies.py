"""`unanimity biography` and `unanimity timeline`: one life, and what happened in one world, told from a run."""

from __future__ import annotations

from typing import Annotated

import typer

from unanimity.cli import output
from unanimity.cli.run_commands import (
    Json,
    Mechanisms,
    Months,
    People,
    RegimeName,
    Seed,
    Setting,
    Threads,
    changes_from,
)


def biography(
    regime: RegimeName = "terror",
    person: Annotated[int | None, typer.Option(help="The person's number, from 0 up.")] = None,
    pick: Annotated[str, typer.Option(help="Or a kind of life: arrested, executed, saved, exiled, released ...")] = "",
    months: Months = None,
    people: People = None,
    seed: Seed = 0,
    set_: Setting = None,
    threads: Threads = None,
    json_: Json = False,
    mechanism: Mechanisms = None,
) -> None:
    """Run one world and tell the life of one person in it: posts, arrest, sentence, rescue, death."""
    import unanimity as un
    from unanimity.results.biography import PICKS, find_person
    from unanimity.support.calendar import with_dates
    from unanimity.support.errors import UserError, unknown

    if (person is None) == (not pick):
        raise UserError(f"biography needs a person: allowed: --person NUMBER, or --pick with one of "
                        f"{', '.join(PICKS)}.")
    if pick and pick not in PICKS:  # told before any work is done
        raise unknown("", "kind of life (--pick)", pick, PICKS)
    chosen = un.regime(regime, {"mechanisms": "all", **changes_from(set_)}, mechanisms=mechanism or ())
    chosen = chosen.but({key: value for key, value in (("people", people), ("months", months)) if value is not None})
    size = chosen.numbers
    if person is not None and not 0 <= person < size:
        raise UserError(f"--person {person} is not allowed; allowed: 0 to {size - 1}.")
    result = un.run(chosen, months=months, people=people, seed=seed, threads=threads)
    who = find_person(result.log, pick) if person is None else person
    told = [with_dates(line, chosen.start) for line in result.biography(who)]
    if json_:
        rows = result.log[(result.log["world"] == 0) & (result.log["person"] == who)]
        output.print_json({"regime": chosen.name, "seed": seed, "person": who, "sentences": told,
                           "rows": rows.astype(object).where(rows.notna(), None).to_dict("records")})
        return
    typer.echo("\n".join(told))


def timeline(
    regime: RegimeName = "terror",
    months: Months = None,
    people: People = None,
    seed: Seed = 0,
    most: Annotated[int, typer.Option(min=1, help="Happenings to tell at most; the weightiest are kept.")] = 40,
    set_: Setting = None,
    threads: Threads = None,
    json_: Json = False,
    mechanism: Mechanisms = None,
) -> None:
    """Run one world and tell what happened in it: first arrest, campaigns, purges, famine, revolts, falls."""
    import unanimity as un
    from unanimity.support.calendar import in_words

    chosen = un.regime(regime, changes_from(set_), mechanisms=mechanism or ())
    result = un.run(chosen, months=months, people=people, seed=seed, threads=threads)
    told = result.timeline(most=most)
    dates = [in_words(h.month, chosen.start) if chosen.start else h.date for h in told]
    if json_:
        output.print_json({"regime": chosen.name, "seed": seed, "timeline": [
            {"month": h.month, "date": date, "kind": h.kind, "what": h.words}
            for h, date in zip(told, dates, strict=True)]})
        return
    if not told:
        typer.echo("Nothing happened that this timeline tells of: no arrest, campaign, purge, famine, revolt or fall.")
        return
    output.print_table(f"{chosen.title} (seed {seed})", ("month", "date", "what"),
                       [(h.month, date, h.words) for h, date in zip(told, dates, strict=True)])
