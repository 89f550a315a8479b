"""Verbs that run: run, compare, order, info."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Annotated, Any

import typer

from unanimity.cli import output

RegimeName = Annotated[str, typer.Argument(help="A preset's name or the path of a regime file (.toml).")]
Setting = Annotated[list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Change a lever, a parameter "
                    "(voice.theta=0.2) or an input; ballot@2=secret for province 2, ballot@centre=open for a level. "
                    "May be repeated.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object on stdout.")]
Seed = Annotated[int, typer.Option(help="Seed of the first world; the next worlds take the next numbers.")]
Months = Annotated[int | None, typer.Option(help="Months to run; default: as the regime says.")]
People = Annotated[int | None, typer.Option(help="People of each world; default: as the regime says.")]
Survey = Annotated[str, typer.Option(help="Months at whose end brittleness, inequality and other measures that need a "
                                     "fork or a sort are taken, separated by commas; 'end' is the last; dates "
                                     "where the regime has a calendar.")]
All = Annotated[bool, typer.Option("--all", help="Print every measure, not only the main ones.")]
Settings = Annotated[str | None, typer.Option("--settings", metavar="ensemble|FILE.csv", help="Run at plausible "
                     "settings of the parameters, and tell chance from ignorance (unanimity docs history).")]
SomeSettings = Annotated[int | None, typer.Option("--n-settings", help="How many of the settings, evenly taken; "
                         "default: all.")]
Ensemble = Annotated[bool, typer.Option("--ensemble", help="At the plausible settings that come with the program; "
                     "--settings takes a file of them.")]
Mechanisms = Annotated[list[str] | None, typer.Option("--mechanism", metavar="FILE.py", help="A mechanism of your own, "
                       "from a Python file, which runs (unanimity docs mechanism-of-your-own). May be repeated.")]
Threads = Annotated[int | None, typer.Option(help="Threads; default: all cores. The result does not depend on it.")]


def changes_from(settings: list[str] | None, option: str = "--set") -> dict[str, Any]:
    """`name=value` pairs as a mapping; a pair without '=' is an input error."""
    from unanimity.support.errors import UserError

    found: dict[str, Any] = {}
    for pair in settings or []:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise UserError(f"{option} {pair!r} is not allowed; allowed: NAME=VALUE, such as ballot=secret.")
        found[name.strip()] = value.strip()
    return found


def chosen_settings(ensemble: bool, settings: str | None, n_settings: int | None) -> str | None:
    """The plausible settings that are meant; None where none are asked for."""
    from unanimity.regimes.plausible import ENSEMBLE
    from unanimity.support.errors import UserError, refuse

    if ensemble and settings is not None:
        raise UserError("--ensemble and --settings exclude each other; allowed: one of them.")
    if n_settings is not None and not ensemble and settings is None:
        raise refuse("", "--n-settings", n_settings, "a number of settings only beside --ensemble or --settings")
    return ENSEMBLE if ensemble else settings


def say_what_is_idle(regime: Any) -> None:
    """A line for each lever that is set and that nothing reads, since its card does not run in this regime."""
    from unanimity.world.levers import BY_NAME

    for name in regime.idle_levers:
        where = BY_NAME[name].explains.rpartition(". It ")[2]
        output.note(f"{name} is set and moves nothing here: it {where}")


def survey_months(text: str, months: int, start: str = "") -> list[int]:
    """The months named, as numbers or as dates, 'end' being the last of the run."""
    from unanimity.support.calendar import counted, month_of
    from unanimity.support.errors import refuse

    found = []
    for word in (word.strip() for word in text.split(",") if word.strip()):
        if word != "end" and not word.lstrip("-").isdigit() and counted(word) is None:
            raise refuse("", "--survey", text, "months such as 12,24, or end")
        found.append(months - 1 if word == "end" else month_of(word, start, "--survey"))
    return found


def run(
    regime: RegimeName = "apparatus",
    people: People = None,
    months: Months = None,
    worlds: Annotated[int, typer.Option(help="Worlds to run side by side.")] = 1,
    seed: Seed = 0,
    set_: Setting = None,
    out: Annotated[Path | None, typer.Option(help="Folder for table, manifest and report.")] = None,
    json_: Json = False,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the checkpoint in --out.")] = False,
    threads: Threads = None,
    measures: Annotated[str, typer.Option(help="Measures to collect, separated by commas; default: all.")] = "",
    checkpoint_every: Annotated[int | None, typer.Option(help="Months between checkpoints in --out; default: "
                                                         "half a minute.")] = None,
    survey: Survey = "",
    ask: Annotated[list[str] | None, typer.Option(help="An expression to measure, such as \"mean(fear, members, last "
                                                  "12)\" or \"count(log arrested)\"; see unanimity docs measures. May "
                                                  "be repeated.")] = None,
    all_: All = False,
    settings: Settings = None,
    n_settings: SomeSettings = None,
    mechanism: Mechanisms = None,
    interpret: Annotated[bool, typer.Option("--interpret", help="Run the month in plain Python, which a debugger can "
                                            "step through: small worlds only.")] = False,
) -> None:
    """Run a regime and print its measures."""
    from contextlib import nullcontext

    import unanimity as un
    from unanimity.engine.interpret import MOST_PEOPLE, interpreted
    from unanimity.engine.simulate import Interrupted
    from unanimity.results.summary import MOST, rows_of, sentence, window_told
    from unanimity.support.errors import refuse

    if checkpoint_every is not None and checkpoint_every < 1:
        raise refuse("", "--checkpoint-every", checkpoint_every, "a whole number from 1 up")
    output.check_extras(out)
    names = [name.strip() for name in measures.split(",") if name.strip()]
    changes = changes_from(set_)
    chosen = un.regime(regime, changes, mechanisms=mechanism or ())
    say_what_is_idle(chosen)
    count = (people or chosen.society.people) * worlds
    if interpret and count > MOST_PEOPLE:
        raise refuse("", "--interpret", f"{count} people", f"up to {MOST_PEOPLE} people in all worlds together, since "
                     "plain Python does hardly a thousand person-months a second")
    try:
        with interpreted() if interpret else nullcontext():
            result = un.run(chosen, months=months, people=people, worlds=worlds, seed=seed,
                            threads=1 if interpret else threads, measures=names, out=out, resume=resume,
                            checkpoint_every=checkpoint_every, report=False,
                            survey=survey_months(survey, months or chosen.months, chosen.start), ask=ask or (),
                            settings=settings, n_settings=n_settings)
    except Interrupted as stop:
        if stop.path is None:
            raise
        output.note(f"stopped at the end of month {stop.month - 1}; checkpoint in {stop.path}. The same command "
                    f"with --resume{'' if out else f' --out {stop.path.parent}'} goes on from there.")
        raise typer.Exit(128 + stop.number) from None
    if out:
        from unanimity.report import write_run

        write_run(result, out, changes)
    if json_:
        output.print_json({
            "regime": chosen.name, "digest": result.digest, "seconds": result.manifest["seconds"],
            "person_months_per_second": result.manifest["person_months_per_second"], "measures": result.summary(),
            "worlds": result.worlds.to_dict("records"), "months": [int(result.months[0]), int(result.months[-1])],
            "people": result.manifest["people"], "version": result.manifest["version"],
            "fingerprint": chosen.fingerprint, "out": str(out) if out else None,
            "answers": {str(text): values.tolist() for text, values in result.answers.items()},
            "notes": list(result.notes),
            **({"spreads": result.spreads.to_dict("records"), "settings": result.manifest["settings"]}
               if settings else {}),
        })
        return
    rows = rows_of(result, None if all_ or names else MOST)
    changed = f"\nchanged: {', '.join(f'{k}={v}' for k, v in changes.items())}" if changes else ""
    typer.echo(f"{sentence(result)}{changed}\n")
    if settings:
        print_spreads(result, [row.measure for row in rows])
    else:
        output.print_table("", ("measure", "mean", *(("middle 90 % of worlds",) if worlds > 1 else ()), "unit"),
                           [(row.measure, row.text, *((row.spread,) if worlds > 1 else ()), row.unit) for row in rows])
    if len(rows) < len(result.measures):
        output.note(f"the main {len(rows)} of {len(result.measures)} measures, means of "
                    f"{window_told(result.months)}; --all prints all")
    if ask:
        output.print_table("\nAsked: mean over the worlds that know it", ("question", "mean", "worlds"),
                           [(text, output.number(float(values.mean())), int(values.notna().sum()))
                            for text, values in result.answers.items()])
    for line in result.notes:
        output.note(line)
    from unanimity.support.number_format import amount

    output.note(f"digest {result.digest[:16]}, {float(result.manifest['seconds']):.2g} s, "
                f"{amount(result.manifest['person_months_per_second'])} person-months a second"
                f"{', in plain Python' * interpret}")
    if out:
        output.note(f"written to {out}")


def compare(
    base: RegimeName,
    with_: Annotated[list[str], typer.Option("--with", metavar="CHANGES", help="A variant: levers, parameters or "
                     "inputs, separated by commas, such as \"appointment=elected,recall=on\", or another regime by its "
                     "name or file. May be repeated.")],
    months: Months = None,
    people: People = None,
    pairs: Annotated[int, typer.Option(help="Paired replications.")] = 40,
    seed: Seed = 0,
    measures: Annotated[str, typer.Option(help="Measures, separated by commas; default: all.")] = "",
    ask: Annotated[list[str] | None, typer.Option(help="An expression to compare, such as \"mean(fear, members, last "
                                                  "12)\"; see unanimity docs measures. May be repeated.")] = None,
    place: Annotated[str, typer.Option(help="country, or 'province N'.")] = "country",
    threads: Threads = None,
    json_: Json = False,
    out: Annotated[Path | None, typer.Option(help="Folder for tables and a page with the curves of both arms and of "
                                             "their difference.")] = None,
    survey: Survey = "",
    all_: All = False,
    settings: Settings = None,
    n_settings: SomeSettings = None,
    mechanism: Mechanisms = None,
) -> None:
    """Compare variants of a regime with it, paired by seed: same people, same luck."""
    import unanimity as un
    from unanimity.engine.simulate import Interrupted
    from unanimity.experiments.compare import is_regime
    from unanimity.report.comparison_words import answer
    from unanimity.results.atomic_files import hold_folder
    from unanimity.results.summary import window_told
    from unanimity.support.errors import unknown
    from unanimity.support.number_format import difference_ranged, percent
    from unanimity.support.number_format import number as written

    if out is not None:
        output.check_extras(out)
        hold_folder(out)
    variants: dict[str, Any] = {text: text for text in with_ if is_regime(text)}
    variants |= named_arms({text: changes_from(text.split(","), "--with") for text in with_ if text not in variants})
    control = un.regime(base, mechanisms=mechanism or ())
    places = ["country", *(f"province {k}" for k in range(1, control.society.tree[0] + 1))]
    if place not in places:  # told before any work is done
        raise unknown("", "place", place, places)
    names = [name.strip() for name in measures.split(",") if name.strip()]
    for name, changes in variants.items():
        if name != changes:
            say_what_is_idle(control.but(changes))
    stopped = None
    try:
        found = un.compare(control, variants, pairs=pairs, months=months, people=people, seed=seed, threads=threads,
                           measures=[*names, *(ask or ())],
                           survey=survey_months(survey, months or control.months, control.start),
                           settings=settings, n_settings=n_settings)
    except Interrupted as stop:
        if stop.found is None:
            raise
        found, stopped = stop.found, stop
        output.note(f"stopped at the end of month {stop.month - 1}; what follows is of the months until then.")
    table = found.table([*names, *(ask or ())] if names else [], place)
    page = None
    if out is not None:
        from unanimity.report import write_comparison

        page = write_comparison(found, table, names, place, out)
    if json_:
        output.print_json({"base": base, "pairs": pairs, "place": place, "digest": found.result.digest,
                           "seconds": found.result.manifest["seconds"], "differences": table.to_dict("records"),
                           "stopped_after_month": stopped.month - 1 if stopped else None,
                           "notes": found.notes, "out": str(out) if out else None,
                           "report": str(page) if page else None})
        raise typer.Exit(128 + stopped.number if stopped else 0)
    shown = table if all_ or names else found.main(place)
    units = defaultdict(str, found.result.manifest["units"])
    rows = [(r.arm, r.measure, written(r.control, units[r.measure]), written(r.treated, units[r.measure]),
             difference_ranged(r.difference, r.low, r.high, units[r.measure]), percent(r.same_sign),
             *((f"{output.number(r.chance_low)} .. {output.number(r.chance_high)}",
                f"{output.number(r.ignorance_low)} .. {output.number(r.ignorance_high)}", percent(r.settings_agree))
               if settings else (output.number(r.effect_size), output.number(r.width_against_unpaired))))
            for r in shown.itertuples()]
    typer.echo(f"{output.soft(answer(found, table))}\n")
    output.print_table(f"{base}, {pairs} pairs, {place}: mean of {window_told(found.result.months)}",
                       ("arm", "measure", "control", "treated", "difference (90 % interval)", "same sign",
                        *(("by chance", "by ignorance", "settings agree") if settings else
                          ("effect size", "width vs unpaired"))), rows)
    if len(shown) < len(table):
        output.note(f"the main measures; --all prints all {len(found.result.measures)}")
    for line in [*(f"undecided: {line}" for line in found.undecided), *found.notes]:
        output.note(line)
    if page is not None:
        output.note(f"written to {out}; the page is {page}")
    if stopped is not None:
        raise typer.Exit(128 + stopped.number)


def print_spreads(result: Any, measures: list[str]) -> None:
    """The measures of a run at plausible settings with both intervals; what the regime keeps is noted."""
    from unanimity.support.number_format import interval
    from unanimity.support.number_format import number as written

    found, units = result.spreads.set_index("measure"), result.manifest["units"]
    rows = [(name, written(one["mean"], units[name]), interval(one["chance_low"], one["chance_high"], units[name]),
             interval(one["ignorance_low"], one["ignorance_high"], units[name]), units[name])
            for name in measures for one in [found.loc[name]]]
    output.print_table("", ("measure", "mean", "90 % by chance (worlds)", "90 % by ignorance (settings)", "unit"), rows)
    if result.manifest["settings"]["note"]:
        output.note(result.manifest["settings"]["note"])


def named_arms(variants: dict[str, dict]) -> dict[str, dict]:
    """The arms by what they change, in words; by what was typed where the words would not tell two apart."""
    from unanimity.report.measure_labels import change_in_words

    words = {text: change_in_words(changes) for text, changes in variants.items()}
    return {words[text] if list(words.values()).count(words[text]) == 1 else text: changes
            for text, changes in variants.items()}


def order(
    regime: RegimeName = "apparatus",
    set_: Setting = None,
    time: Annotated[bool, typer.Option("--time", help="Also measure what each step costs.")] = False,
    json_: Json = False,
    mechanism: Mechanisms = None,
) -> None:
    """Print the month: every rule in the order in which it runs, what it reads and writes."""
    import unanimity as un
    from unanimity.engine.plan import make_plan
    chosen = un.regime(regime, changes_from(set_), mechanisms=mechanism or ())
    plan = make_plan(chosen.mechanisms, (), chosen.society.issues, dict(chosen.after))
    costs: dict[str, float] = {}
    if time:
        from unanimity.engine.profile import step_costs

        costs = step_costs(chosen)
    rows: list[dict[str, Any]] = []
    for number, pass_ in enumerate(plan.passes, start=1):
        for step in pass_.steps:
            rows.append({
                "pass": number, "over": step.rule.said, "mechanism": step.mechanism.id,
                "rule": step.rule.name + (" (when off)" if step.stands_in else ""), "reads": list(step.rule.uses),
                "writes": list(step.rule.writes), "does": step.rule.sentence,
                "adds_to": [plan.columns[name].adds_to for name in step.rule.writes
                            if name in plan.columns and plan.columns[name].adds_to],
                **({"mechanism_nanoseconds": costs.get(step.mechanism.id)} if costs else {}),
            })
    if json_:
        output.print_json(rows)
        return
    output.print_table(f"A month under {chosen.name}: rules with one number are one loop",
                       ("pass", "over", "mechanism", "rule", "writes", "what it does"),
                       [(r["pass"], r["over"], r["mechanism"], r["rule"], ", ".join(r["writes"]) or "(for later rules)",
                         r["does"] + "".join(f" (adds to {name})" for name in r["adds_to"])) for r in rows])
    if costs:
        output.print_table("Cost of each mechanism", ("mechanism", "ns a person and month"),
                           [(name, f"{cost:.1f}") for name, cost in costs.items()])


def info(json_: Json = False) -> None:
    """Version, machine, cache, and the size of the state."""
    import platform

    import numba
    import numpy

    from unanimity import __version__
    from unanimity.compiler.code_files import cache_folder
    from unanimity.engine.run import default_threads
    from unanimity.mechanisms import BY_ID
    from unanimity.support.source_hash import source_hash
    from unanimity.world.columns import COLUMNS

    person = sum(c.bytes for c in COLUMNS if c.table == "person")
    tie = 4 + sum(c.bytes for c in COLUMNS if c.table == "tie")
    facts = {
        "version": __version__, "source": source_hash(), "python": platform.python_version(),
        "numba": numba.__version__, "numpy": numpy.__version__, "threads": default_threads(),
        "cache": str(cache_folder()), "mechanisms": [m.id for m in BY_ID.values()],
        "bytes_per_person": person, "bytes_per_tie": tie,
    }
    if json_:
        output.print_json(facts)
        return
    output.print_table("", ("fact", "value"),
                       [(k, ", ".join(v) if isinstance(v, list) else str(v)) for k, v in facts.items()])
