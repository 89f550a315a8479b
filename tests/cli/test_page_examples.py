"""Every block of code on the pages is tried: Python runs, TOML is read by its own loader, commands are parsed.

Python blocks run as written but for their sizes: SIZES lists the arguments of each call that are replaced, so that a
block takes seconds. Blocks of one page share their names, as when a reader types one after another.
"""

from __future__ import annotations

import ast
import re
import shlex
import tomllib
from pathlib import Path

import pytest
import typer.main

import unanimity as un
from unanimity.claims.claim import claim
from unanimity.cli.main import SLIP, app
from unanimity.history.ready_questions import read_question
from unanimity.mechanisms import BY_ID
from unanimity.regimes import load_regime
from unanimity.workshop.workshop_files import described

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.DOTALL | re.MULTILINE)


def blocks(page, *languages):
    """The blocks of a page in these languages, in their order."""
    return [block for language, block in FENCE.findall(page.read_text(encoding="utf-8")) if language in languages]


# Python ---------------------------------------------------------------------------------------------------------------

SMALL = {"months": 12, "people": 256}
SIZES = {
    "un.run": {**SMALL, "worlds": 2}, "un.compare": {**SMALL, "pairs": 3}, "un.sweep": {**SMALL, "worlds": 1},
    "un.sensitivity": {**SMALL, "worlds": 1, "n": 2},
    "un.calibrate": {**SMALL, "worlds": 2, "waves": 1, "n": 5, "ensemble": 10},
    "un.whatif": {"until": "1926-04", "worlds": 3, "people": 5000},
    "un.history.check": {"worlds": 1, "people": 5000}, "un.history.run": {"worlds": 1, "people": 5000},
}
SETTINGS = {"n_settings": 2}  # of calls that have this argument
SLOW = ("whatif.md", "history.md")  # they run through the years of the hindcast
NOT_RUN = {"debate-places.md": "minutes on a branch of the hindcast: tests/claims runs claims in history",
           "engine-notes.md": "excerpts of rules, compared with the rules below",
           "cluster.md": "needs a scheduler: tests/workshop has a cluster of this machine"}
LONG = ("un.history.calibrate",)  # hours: tests/history runs small ones


class Smaller(ast.NodeTransformer):
    """Puts the sizes of SIZES into the calls of a block."""

    def visit_Call(self, call):
        self.generic_visit(call)
        sizes = dict(SIZES.get(ast.unparse(call.func), {}))
        given = {word.arg for word in call.keywords}
        sizes |= {name: value for name, value in SETTINGS.items() if name in given}
        call.keywords = [word for word in call.keywords if word.arg not in sizes]
        call.keywords += [ast.keyword(name, ast.Constant(value)) for name, value in sizes.items()]
        return call


def pages_with_python():
    for page in PAGES:
        if blocks(page, "py") and page.name not in NOT_RUN:
            yield pytest.param(page, id=page.stem, marks=[pytest.mark.slow] if page.name in SLOW else [])


@pytest.mark.parametrize("page", [*pages_with_python()])
def test_the_python_of_a_page_runs_block_after_block(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")  # a page that names its files is read in a checkout
    names = {"un": un}
    for block in blocks(page, "py"):
        if not any(call in block for call in LONG):
            tree = ast.fix_missing_locations(Smaller().visit(ast.parse(block)))
            exec(compile(tree, str(page), "exec"), names)  # the page's own words


@pytest.mark.parametrize("page", [pytest.param(page, id=page.stem) for page in PAGES if blocks(page, "py", "python")])
def test_python_on_a_page_uses_names_that_exist(page):
    for block in blocks(page, "py", "python"):
        ast.parse(block.replace(", ...)", ")"))
        for name in re.findall(r"\bun\.(\w+)", block):
            assert hasattr(un, name), f"un.{name}"


def test_the_rules_that_the_engine_notes_quote_are_rules():
    known = {rule.name for mechanism in BY_ID.values() for rule in mechanism.rules}
    quoted = re.findall(r"^def (\w+)\(", "\n".join(blocks(DOCS / "design/engine-notes.md", "py")), re.MULTILINE)
    assert len(quoted) >= 6 and set(quoted) <= known


# TOML -----------------------------------------------------------------------------------------------------------------

REGIMES_PAGE = "regimes.md"  # tables of a regime without its head: tests/regimes/test_documented.py loads and runs them


def laid_over(base, tables):
    """A description with more tables in it; a table that both have is joined."""
    joined = {name: laid_over(base[name], value) for name, value in tables.items()
              if isinstance(value, dict) and isinstance(base.get(name), dict)}
    return {**base, **tables, **joined}


def example_of(guide):
    """The whole file with which a guide begins."""
    return tomllib.loads(blocks(DOCS / "guides" / guide, "toml")[0])


def read_by_its_loader(path):
    """What kind of file it is, after the loader of that kind has read it; a kind is known by its tables."""
    raw = tomllib.loads(path.read_text(encoding="utf-8"))
    if "over" in raw:
        return "sweep", described(path, "sweep")
    if "date" in raw and "arms" in raw:
        return "question", read_question(path)
    if "title" in raw and "claim" in raw:
        return "claim", claim(path).validate()
    if "title" in raw and "arms" in raw:
        return "experiment", un.experiment(path).validate()
    if "based_on" in raw:
        return "regime", load_regime(path)
    if "in_history" in raw or "claim" in raw:
        return "part of a claim", claim(laid_over(example_of("writing-a-claim.md"), raw)).validate()
    if "doses" in raw or "factors" in raw:
        whole = example_of("writing-an-experiment.md")
        asked = {"expect": whole["expect"][:1], "falsified_if": [], "rival": []}  # the others take the one arm as meant
        one = {**whole, **asked, "regime": {}}  # all mechanisms
        return "part of an experiment", un.experiment(laid_over(one, raw)).validate()
    raise AssertionError(f"no loader for a block with {', '.join(raw)}")


def blocks_of_toml():
    return [pytest.param(block, id=f"{page.stem}-{number}") for page in PAGES if page.name != REGIMES_PAGE
            for number, block in enumerate(blocks(page, "toml"), start=1)]


@pytest.mark.parametrize("block", blocks_of_toml())
def test_the_toml_of_a_page_is_read_by_its_loader(block, tmp_path):
    path = tmp_path / "example.toml"
    path.write_text(block, encoding="utf-8")
    kind, made = read_by_its_loader(path)
    assert kind and made


# Commands -------------------------------------------------------------------------------------------------------------

PROGRAM = typer.main.get_command(app)


def commands_in(page):
    """Each line of a page's blocks that calls the program, alternatives (list | show NAME) apart."""
    text = "\n".join(blocks(page, "", "sh", "text"))
    for line in re.sub(r" *\\\n *", " ", text).splitlines():  # a backslash carries a command on
        if line.startswith("unanimity "):
            first, *others = re.split(r" \| ", re.split(r"  +(?=[^-])| # ", line)[0])
            words = shlex.split(first)[1:]
            yield words
            for other in others:
                yield [words[0], *shlex.split(other)] if words[0] != other.split()[0] else shlex.split(other)


def parsed(words):
    """The program's own reading of these words, down to the last command, without running it."""
    command, context = PROGRAM, None
    name, rest = "unanimity", list(words)
    while True:
        context = command.make_context(name, rest, parent=context)
        if not getattr(command, "commands", None) or not (rest := [*context._protected_args, *context.args]):
            return context
        name, command, rest = command.resolve_command(context, rest)


@pytest.mark.parametrize("page", [pytest.param(page, id=page.stem) for page in PAGES if [*commands_in(page)]])
def test_the_program_understands_every_command_of_a_page(page):
    slips = []
    for words in commands_in(page):
        try:
            parsed(words)
        except SLIP as slip:
            slips.append(f"{' '.join(words)}: {slip.format_message()}")
    assert slips == []


def test_a_command_that_is_not_there_or_has_no_such_option_would_be_found():
    for words in (["claims", "runs"], ["claims", "run", "--everything"], ["sweeps", "mine.toml"]):
        with pytest.raises(SLIP):
            parsed(words)
