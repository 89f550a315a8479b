"""`unanimity`: the program. Commands live in files of their own and import the laboratory only when they run."""

from __future__ import annotations

import sys

import typer

from unanimity.cli import collections, demo, reference, running

WELCOME = """Unanimity: a laboratory for institutions.
Set the rules of a society (ballot, press, courts, bread ...), simulate it person by person, see what follows.

Try:
  unanimity demo                          a question, a run, an answer, a report
  unanimity run apparatus --months 60     one regime in one world
  unanimity regimes list                  what is on the shelf
More: unanimity --help, and README.md"""

app = typer.Typer(no_args_is_help=False, add_completion=False, invoke_without_command=True,
                  pretty_exceptions_enable=False, help="A laboratory for institutions: simulate a society person by "
                                                       "person under the rules you set.")
app.command()(demo.demo)
app.command()(running.run)
app.command()(running.compare)
app.command()(running.order)
app.command()(running.info)
app.add_typer(collections.regimes, name="regimes")
app.add_typer(collections.mechanisms, name="mechanisms")
app.add_typer(collections.measures, name="measures")
app.add_typer(reference.app, name="reference", help="Published models, reproduced to their numbers.")


@app.callback()
def alone(context: typer.Context) -> None:
    """A laboratory for institutions: simulate a society person by person under the rules you set."""
    if context.invoked_subcommand is None:
        typer.echo(WELCOME)


def main() -> None:
    """Run the command line; a user's slip is one clear line and exit code 2, never a traceback."""
    try:
        app()
    except Exception as slip:
        from unanimity.world.errors import UserError

        if isinstance(slip, UserError):
            typer.echo(f"unanimity: {slip}", err=True)
            sys.exit(2)
        if isinstance(slip, OSError) and slip.errno == 28:
            typer.echo("unanimity: the disk is full; free some space or choose another --out.", err=True)
            sys.exit(2)
        raise


if __name__ == "__main__":
    main()
