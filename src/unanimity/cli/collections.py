"""Collections: regimes, mechanisms, measures, each with `list` and `show`."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from unanimity.cli import output

Json = Annotated[bool, typer.Option("--json", help="Print JSON on stdout.")]
Name = Annotated[str, typer.Argument(help="Its id, as `list` prints it.")]

regimes = typer.Typer(help="Sets of institutional rules.", no_args_is_help=True)
mechanisms = typer.Typer(help="The model's mechanisms: card, parameters, citation.", no_args_is_help=True)
measures = typer.Typer(help="What can be measured.", no_args_is_help=True)


@regimes.command("list")
def list_regimes(json_: Json = False) -> None:
    """The presets that come with the program."""
    from unanimity.regimes import load_regime, preset_names

    shelf = {name: load_regime(name) for name in preset_names()}
    rows = [{"id": name, "title": one.title, "asks": one.asks, "milieu": one.milieu.of if one.milieu else ""}
            for name, one in shelf.items()]
    if json_:
        output.print_json(rows)
        return
    output.print_table("Regimes", ("id", "title", "asks", "a milieu of"),
                       [(r["id"], r["title"], r["asks"], r["milieu"]) for r in rows])


@regimes.command("show")
def show_regime(name: Annotated[str, typer.Argument(help="A preset's name or a file.")], json_: Json = False) -> None:
    """A regime's levers, inputs, schedule and sources; levers that no mechanism reads that is on are marked."""
    from unanimity.engine.plan import levers_of
    from unanimity.regimes import load_regime
    from unanimity.world.levers import LEVERS

    regime = load_regime(name)
    reads = {m.id: levers_of(m) for m in regime.mechanisms}
    readers = {lever.name: [name for name, levers in reads.items() if lever.name in levers] for lever in LEVERS}
    levers = [{"id": lever.name, "value": regime.lever_text(lever.name), "allowed": lever.allowed,
               "meaning": lever.meaning, "read": bool(set(readers[lever.name]) - regime.off),
               "off": sorted(set(readers[lever.name]) & regime.off)} for lever in LEVERS]
    if json_:
        output.print_json({
            "id": regime.name, "title": regime.title, "asks": regime.asks, "fingerprint": regime.fingerprint,
            "people": regime.society.people, "tree": list(regime.society.tree), "months": regime.months,
            "burn_in": regime.burn_in, "milieu": regime.milieu.record() if regime.milieu else None,
            "levers": levers, "parameters": dict(regime.parameters),
            "inputs": dict(regime.inputs), "off": sorted(regime.off), "sources": dict(regime.sources),
            "schedule": [entry.told for entry in regime.schedule],
        })
        return
    typer.echo(f"{regime.title}\n{regime.asks}\n{regime.society.people:,} people, tree {list(regime.society.tree)}, "
               f"{regime.months} months after {regime.burn_in} of burn-in, fingerprint {regime.fingerprint}\n")
    if regime.milieu is not None:
        typer.echo(f"{regime.milieu.sentence} Source: {regime.milieu.source}\n")
    output.print_table("Levers", ("lever", "value", "allowed", "read by a mechanism"),
                       [(r["id"], r["value"], r["allowed"], _read_by(r)) for r in levers])
    if regime.inputs:
        output.print_table("\nInputs held at a constant, whose mechanism this regime does not run",
                           ("input", "value", "source"),
                           [(k, f"{v:g}", regime.sources.get(k, "")) for k, v in regime.inputs.items()])
    if regime.parameters:
        output.print_table("\nParameters that differ from the default", ("parameter", "value", "source"),
                           [(k, f"{v:g}", regime.sources.get(k, "")) for k, v in regime.parameters.items()])
    output.legend(" ".join(regime.sources.get(k, "") for k in (*regime.inputs, *regime.parameters)))
    if regime.schedule:
        from unanimity.support.calendar import date_of

        heads = ("month", "what", "value", "announced", "why")
        output.print_table("\nSchedule", heads if any(e.why for e in regime.schedule) else heads[:-1],
                           [(date_of(e.month, regime.start) if not e.rate else f"{e.rate:g} a month",
                             e.kind if e.kind == e.name else f"{e.kind} {e.name}",
                             _saying(e),
                             e.announced if e.announced is not None else "", e.why)[:5 if e.why else 4]
                            for e in regime.schedule])


def _read_by(lever: dict[str, Any]) -> str:
    """Whether anything heeds a lever; where all that would is switched off, what that is."""
    return "yes" if lever["read"] else f"no: {', '.join(lever['off'])} off" if lever["off"] else "no"


def _saying(entry: Any) -> str:
    """A lever's or parameter's value as a user writes it; an event's arguments, and whom it concerns."""
    from unanimity.world.levers import lever

    if entry.kind == "lever":
        where = [f"province {number}" for number in entry.provinces] + [f"level {name}" for name in entry.levels]
        return f"{lever(entry.name).text(entry.value)}{' in ' + ', '.join(where) if where else ''}"
    if not (entry.arguments or entry.who or entry.where):
        return f"{entry.value:g}"
    told = entry.told
    said = {**told["arguments"], "who": told["who"], "where": told["where"]}
    return ", ".join(f"{name} = {value}" for name, value in said.items() if value is not None)


@regimes.command("validate")
def validate_regime(files: Annotated[list[str], typer.Argument(help="Presets or files.")], json_: Json = False) -> None:
    """Check regime files; the first error is reported in one line, with exit code 2."""
    from unanimity.regimes import load_regime

    rows = []
    for name in files:
        regime = load_regime(name)
        rows.append({"id": regime.name, "file": name, "fingerprint": regime.fingerprint, "valid": True})
    if json_:
        output.print_json(rows)
        return
    for row in rows:
        typer.echo(f"{row['file']}: sound, fingerprint {row['fingerprint']}")


@mechanisms.command("list")
def list_mechanisms(json_: Json = False) -> None:
    """Every mechanism in the order of the month."""
    from unanimity.catalogues import mechanism_rows

    rows = mechanism_rows()
    if json_:
        output.print_json(rows)
        return
    output.print_table("Mechanisms, in the order of the month", ("id", "card", "title", "runs", "rule"),
                       [(r["id"], r["card"] or "-", r["title"], "always" if r["always"] else "unless left out",
                         r["sentence"]) for r in rows])


@mechanisms.command("show")
def show_mechanism(name: Name, json_: Json = False) -> None:
    """A mechanism's card: rule, form, parameters with spans and evidence, levers, citation."""
    import inspect

    from unanimity.mechanisms import BY_ID, home_of
    from unanimity.support.errors import unknown

    if name not in BY_ID:
        raise unknown("", "mechanism", name, BY_ID, "unanimity mechanisms list")
    mechanism = BY_ID[name]
    form = inspect.getdoc(home_of(mechanism)) or ""
    told = form.partition("\n\n")[2] or form  # its first line is the title once more
    first = "" if " ".join(mechanism.sentence.split()) in " ".join(told.split()) else f"{mechanism.sentence}\n\n"
    parameters = [{"id": p.key, "symbol": p.span.symbol, "meaning": p.span.meaning, "default": p.default,
                   "low": p.span.low, "high": p.span.high, "unit": p.span.unit, "source": p.span.source}
                  for p in mechanism.fields]
    rules = [{"id": r.name, "over": r.said, "reads": list(r.uses), "writes": list(r.writes), "does": r.sentence}
             for r in (*mechanism.rules, *mechanism.when_off)]
    if json_:
        output.print_json({"id": mechanism.id, "card": mechanism.card, "title": mechanism.title,
                           "sentence": mechanism.sentence, "sources": mechanism.sources, "form": form,
                           "levers": list(mechanism.levers), "parameters": parameters, "rules": rules,
                           "neutral": mechanism.neutral})
        return
    typer.echo(f"{mechanism.card} - {mechanism.title}\n{first}{told}\n")
    output.print_table("Parameters", ("parameter", "card", "meaning", "default", "range", "unit", "evidence"),
                       [(p["id"], p["symbol"], p["meaning"], f"{p['default']:g}", f"{p['low']:g}-{p['high']:g}",
                         p["unit"], p["source"]) for p in parameters])
    output.print_table("\nRules", ("rule", "over", "reads", "writes"),
                       [(r["id"], r["over"], ", ".join(r["reads"]), ", ".join(r["writes"])) for r in rules])
    typer.echo(f"\nLevers: {', '.join(mechanism.levers) or 'none'}\nSources: {mechanism.sources}")
    output.legend(mechanism.sources)


@measures.command("list")
def list_measures(json_: Json = False) -> None:
    """Every measure with unit and meaning: monthly ones, surveys, and the contract's named expressions."""
    from unanimity.catalogues import measure_rows
    from unanimity.measures.contract import CONTRACT, NOT_YET

    listed = measure_rows()
    rows, named = [r for r in listed if r["id"] not in CONTRACT], [r for r in listed if r["id"] in CONTRACT]
    if json_:
        output.print_json(listed)
        return
    output.print_table("Measures, monthly, for the country and each province",
                       ("id", "unit", "over", "meaning", "needs"),
                       [(r["id"], r["unit"], r["over"], r["meaning"], r["needs"]) for r in rows])
    output.print_table("\nNamed measures of the contract, for --ask", ("id", "unit", "over", "meaning", "form"),
                       [(r["id"], r["unit"], r["over"], r["meaning"], r["form"]) for r in named])
    output.print_table("\nNot measurable yet", ("what", "why"), list(NOT_YET.items()))


@measures.command("show")
def show_measure(name: Name, json_: Json = False) -> None:
    """One measure: definition, population, unit, bounds, formula."""
    import inspect
    import textwrap

    from unanimity.engine import survey
    from unanimity.measures import BY_NAME
    from unanimity.measures.contract import CITATION, CONTRACT
    from unanimity.support.errors import unknown

    if name in BY_NAME:
        found = BY_NAME[name]
        formula = textwrap.dedent(inspect.getsource(found.function))
        facts = {"id": found.name, "meaning": found.meaning, "unit": found.unit, "low": found.low, "high": found.high,
                 "how": found.agg, "over": found.of_whom, "reads": list(found.reads), "formula": formula,
                 "for_others": found.elsewhere}
    elif name in CONTRACT:
        one = CONTRACT[name]
        formula = one.form if isinstance(one.form, str) else textwrap.dedent(inspect.getsource(one.form.function))
        reads = [] if isinstance(one.form, str) else list(one.form.series)
        facts = {"id": one.name, "meaning": one.meaning, "unit": one.unit, "low": one.low, "high": one.high,
                 "how": one.kind, "over": one.over, "reads": reads, "formula": formula, "numbers": list(one.numbers),
                 "citation": CITATION}
    elif name in survey.NAMES:
        formula = "taken by a survey at chosen months: unanimity run ... --survey 12,end"
        facts = {"id": name, "meaning": survey.MEANINGS[name], "unit": survey.UNITS[name], "low": -1.0, "high": 1.0,
                 "how": "survey", "over": "the people of the place", "reads": [], "formula": formula}
    else:
        raise unknown("", "measure", name, [*BY_NAME, *survey.NAMES, *CONTRACT], "unanimity measures list")
    if json_:
        output.print_json(facts)
        return
    typer.echo(f"{facts['id']}: {facts['meaning']}\n{facts['how']} over {facts['over']}, in {facts['unit']}, "
               f"{facts['low']:g}..{facts['high']:g}\n\n{formula}")
