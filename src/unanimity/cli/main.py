"""`unanimity`: the program. Commands live in files of their own and import the laboratory only when they run."""

from __future__ import annotations

import errno
import re
import sys
import warnings
from typing import Annotated, Any, NoReturn

import typer

from unanimity import __version__
from unanimity.cli import (
    biographies,
    claims,
    collections,
    demo,
    docs,
    evidence,
    experiments,
    history,
    lab,
    levers_and_events,
    output,
    reference,
    regimes_compare,
    run_commands,
    statutes,
    warmup,
    whatif,
    workshop,
)
from unanimity.support.progress import lines_into_a_pipe

WELCOME = """Unanimity: a laboratory for institutions.
Set the rules of a society (ballot, press, courts, bread ...), simulate it person by person, see what follows.

Try:
  unanimity demo                          a question, a run, an answer, a report
  unanimity run apparatus --months 60     one regime in one world
  unanimity regimes list                  what is on the shelf
More: unanimity --help, unanimity docs"""

# the mother of all errors in the words of a command; newer versions of Typer carry their own copy of Click
SLIP: Any = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")

app = typer.Typer(no_args_is_help=False, add_completion=False, invoke_without_command=True,
                  pretty_exceptions_enable=False, help="A laboratory for institutions: simulate a society person by "
                                                       "person under the rules you set.")
app.command()(demo.demo)
app.command()(lab.lab)
app.command()(run_commands.run)
app.command()(run_commands.compare)
app.command()(workshop.sweep)
app.command()(workshop.sensitivity)
app.command()(workshop.calibrate)
app.command()(run_commands.order)
app.command()(run_commands.info)
app.command()(warmup.warmup)
app.command()(biographies.biography)
app.command()(biographies.timeline)
app.command()(docs.docs)
collections.regimes.command("compare")(regimes_compare.compare_regimes)
app.add_typer(collections.regimes, name="regimes")
app.add_typer(collections.mechanisms, name="mechanisms")
app.add_typer(collections.measures, name="measures")
app.add_typer(levers_and_events.levers, name="levers")
app.add_typer(levers_and_events.events, name="events")
app.add_typer(experiments.app, name="experiment")
app.add_typer(experiments.store, name="store")
app.add_typer(claims.app, name="claims")
app.add_typer(statutes.app, name="statutes")
app.add_typer(history.app, name="history")
app.add_typer(whatif.app, name="whatif")
app.add_typer(evidence.app, name="evidence")
app.add_typer(reference.app, name="reference", help="Published models, held against their numbers.")


Version = Annotated[bool, typer.Option("--version", help="Print the version and end.")]


@app.callback()
def alone(context: typer.Context, version: Version = False) -> None:
    """A laboratory for institutions: simulate a society person by person under the rules you set."""
    if version:
        typer.echo(f"unanimity {__version__}")
        raise typer.Exit()
    if context.invoked_subcommand is None:
        typer.echo(WELCOME)


def main() -> None:
    """Run the command line; a user's error gives one clear line and exit code 2, never a traceback."""
    output.write_what_can_be_written()
    lines_into_a_pipe(output.note)
    warnings.formatwarning = _in_one_line
    try:
        code = app(standalone_mode=False)
    except SLIP as slip:
        if not slip.format_message():  # a group without a command: its help stands there already
            sys.exit(2)
        _end(_words_of(slip), 2)
    except (typer.Abort, KeyboardInterrupt) as stop:
        number = getattr(stop if isinstance(stop, KeyboardInterrupt) else stop.__cause__, "number", None)
        if number is not None:  # a run that was stopped (engine/simulate.py: Interrupted)
            _end("stopped at a month's end; nothing was kept.", 128 + number)
        _end("stopped.", 130)
    except Exception as slip:
        from unanimity.support.errors import UserError
        from unanimity.support.extras import missing_extra

        slip = missing_extra(slip) or slip

        if isinstance(slip, UserError):
            _end(str(slip), 2)
        if isinstance(slip, OSError) and slip.errno == errno.ENOSPC:
            _end("the disk is full; free some space or choose another --out.", 2)
        raise
    finally:
        if "unanimity.results.atomic_files" in sys.modules:
            sys.modules["unanimity.results.atomic_files"].let_go()
    sys.exit(code if isinstance(code, int) else 0)


def _end(line: str, code: int) -> NoReturn:
    typer.echo(f"unanimity: {line}", err=True)
    sys.exit(code)


def _in_one_line(message: Warning | str, category: type[Warning], filename: str, lineno: int,
                 line: str | None = None) -> str:
    """A warning as a note: where in the source it was raised helps nobody at a terminal."""
    return f"unanimity: {message}\n"


def _words_of(slip: Any) -> str:
    """What is wrong with the words of a command, in one line, with the nearest word that exists."""
    line = " ".join(slip.format_message().split())
    option = re.search(r"for '(--[a-z-]+)'", line)
    if option and option[1] in sys.argv[:-1]:
        line += f" (given: {sys.argv[sys.argv.index(option[1]) + 1]!r})"
    context = getattr(slip, "ctx", None)
    words = line.split("'")
    if context is not None and line.startswith("No such command") and len(words) > 1 and "Did you mean" not in line:
        from unanimity.support.errors import near_miss

        known = context.command.list_commands(context) if hasattr(context.command, "list_commands") else []
        line += near_miss(words[1], known)
    return line


if __name__ == "__main__":
    main()
