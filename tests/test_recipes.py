"""CONTRIBUTING's recipes, followed in a temporary copy: it gets a lever, an event, a measure, a card, a form, a room.

Each recipe may touch so many files by hand and no more: code, texts in Spanish and pages that people write. Pages that
`make docs` makes, and tests, are not counted. One process then meets all six additions: it reads, lists, plans and
carries them out, without compiling a month. Another runs the house's own tests that something is named wherever it must
be, so that no recipe leaves a file out.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

import unanimity

HOUSE = Path(unanimity.__file__).parent
ROOT = Path(__file__).parents[1]
Edit = str | Callable[[str], str]  # a new file's text, or what becomes of a file's text


def before(mark: str, text: str) -> Callable[[str], str]:
    """Put a text in front of the last place where a mark stands."""
    def edit(old: str) -> str:
        place = old.rindex(mark)
        return old[:place] + text + old[place:]

    return edit


def at_end(text: str) -> Callable[[str], str]:
    return lambda old: old.rstrip("\n") + "\n" + text


def words(**given: str) -> Callable[[str], str]:
    return lambda old: json.dumps(json.loads(old) | {key.replace("__", "."): said for key, said in given.items()})


def several(*edits: Callable[[str], str]) -> Callable[[str], str]:
    def edit(old: str) -> str:
        for one in edits:
            old = one(old)
        return old

    return edit


@dataclass(frozen=True)
class Recipe:
    """Which files it touches, how many it may, and what must then be true in a new process."""

    most: int
    edits: dict[str, Edit]
    check: str


LEVER = Recipe(2, {
    "world/levers.py": before(")\n\nBY_NAME", '    _choice("siesta", "off < on", "a rest at noon", unless_said=0.0, '
                              'tighter="off", cite="assumed",\n            explains="On: people rest at noon."),\n'),
    "web/page/text/es-rules.json": words(lever__siesta="Un descanso a mediodía",
                                         lever__siesta__card="Sí: se descansa a mediodía."),
}, """
from unanimity.catalogues import lever_rows
from unanimity.regimes import load_regime
from unanimity.web import api_catalogue
assert load_regime("law").lever("siesta") == "off" and load_regime("law").but({"siesta": "on"}).lever("siesta") == "on"
row = next(row for row in lever_rows() if row["id"] == "siesta")
assert row["read_by"] == ["napping"] and row["base_regimes"]["terror"] == "off", row
from unanimity.web.page_text import english
assert any(one["name"] == "siesta" for one in api_catalogue.levers_shown())
assert english()["lever.siesta"] == "A rest at noon"
""")
EVENT = Recipe(2, {
    "docs/guides/regimes.md": at_end("\nAn event `noon`: everybody rests.\n"),
    "events/opinion_events.py": at_end('''

@event("everybody rests", {"depth": part(0.5)}, months=2, aims=PEOPLE, resets=(("attends", 1.0),),
       cite="assumed", explains="Nobody comes to the assembly while it lasts.")
def noon(moment: Moment, entry: Entry, age: int) -> None:
    """Nobody attends."""
    moment.column("attends")[moment.chosen(entry)] = 0
'''),
    }, """
from pathlib import Path
from unanimity.catalogues import event_rows
from unanimity.cli.levers_and_events import events_page
from unanimity.engine.batch import make_batch
from unanimity.engine.schedule import apply_month
assert next(row for row in event_rows() if row["id"] == "noon")["arguments"][0]["default"] == "0.5"
assert "### noon" in events_page()
Path("noon.toml").write_text('''title = "Noon"
based_on = "leningrad-moscow-1925"

[run]
burn_in = 0

[[schedule]]
month = 0
event = "noon"
''')
batch = make_batch([load_regime("noon.toml")], [1])
assert batch.column("attends").any()
apply_month(batch)
assert not batch.column("attends").any()
""")
MEASURE = Recipe(2, {
    "measures/opinion.py": several(
        before("MEASURES: tuple", '@mean(over=attendants, unit="share of attendants", elsewhere="share(fear > .5, '
               'attendants)")\ndef weary(fear):\n    """Attendants whose fear is above one half."""\n'
               '    return 1.0 if fear > 0.5 else 0.0\n\n\n'),
        lambda old: old.replace("attending, people_accounted,\n)", "attending, people_accounted, weary,\n)")),
    "web/page/text/es-measures.json": words(measure__weary="cansados", measure__weary__meaning="Quienes temen."),
}, """
from unanimity.catalogues import measure_rows
from unanimity.cli.pages import measures_page
from unanimity.measures import BY_NAME, MEASURES
assert BY_NAME["weary"] in MEASURES and BY_NAME["weary"].function(0.6) == 1.0 and not BY_NAME["weary"].is_flow
assert any(row["id"] == "weary" for row in measure_rows()) and "| weary |" in measures_page()
""")
CARD = Recipe(3, {
    "mechanisms/people/napping.py": '''"""Napping: people who rest at noon fear less.

    rest' = clip(rest + rs) where the lever says so

Sources: assumed.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.world.columns import person
from unanimity.world.formula import clip
from unanimity.world.rules import Mechanism, each
from unanimity.world.spans import Span


class Napping(NamedTuple):
    """How fast people rest."""

    resting: Annotated[float, Span("rest of a month", 0, 1, "assumed", symbol="rs")] = 0.1


@each("person", writes="rest")
def nap(rest, siesta, p):
    """Rest grows where there is one at noon."""
    return clip(rest + p.resting) if siesta == 1 else rest


MECHANISM = Mechanism(id="napping", card=99, title="Rest", sentence="People who rest fear less.", sources="assumed",
                      parameters=Napping, levers=("siesta",), rules=(nap,),
                      columns=(person("rest", "f4", 0, 1, "napping", "rest so far"),), after="exit")
''',
    "mechanisms/__init__.py": several(
        lambda old: old.replace("import fear, generations,", "import fear, napping, generations,"),
        lambda old: old.replace("    custody.MECHANISM,\n)", "    custody.MECHANISM,\n    napping.MECHANISM,\n)")),
    "web/page/text/es-rules.json": words(mechanism__napping="Quien descansa teme menos."),
}, """
from unanimity.cli.cards_page import catalogue_page
from unanimity.engine.order import in_order
from unanimity.engine.plan import make_plan
from unanimity.mechanisms import BY_ID, CATALOGUE
from unanimity.measures import MEASURES
assert [m.id for m in in_order(CATALOGUE)][-3:] == ["exit", "napping", "chronicle"]
plan = make_plan(CATALOGUE, MEASURES)
assert "rest" in plan.columns and "napping.resting" in plan.parameters
assert "napping" in catalogue_page()
""")
FORM = Recipe(3, {
    "verdicts/doubled.py": '''"""Doubled: is a measure at least twice its control?"""

from __future__ import annotations

from numpy.typing import ArrayLike

from unanimity.verdicts.finding import Finding, column
from unanimity.verdicts.levels import level
from unanimity.verdicts.resampling import STANDARD, How


def doubled(treated: ArrayLike, control: ArrayLike, *, of: str = "the measure", how: How = STANDARD) -> Finding:
    """Is it at least twice the control's, in the mean and in 75 % of the pairs?"""
    return level(column("doubled", "treated", treated) / column("doubled", "control", control), "above", 2.0, of=of,
                 how=how, form="doubled")
''',
    "docs/reference/verdicts.md": at_end("\n| `doubled` | at least twice its control | 1.2 | 97 |\n"),
    "experiments/form_kinds.py": several(
        before('    "worlds": Kind(', '    "doubled": Kind(doubled, PAIR),\n'),
        before("from unanimity.verdicts import STANDARD", "from unanimity.verdicts.doubled import doubled\n")),
}, """
import numpy as np
from unanimity.experiments.form_kinds import KINDS
kind = KINDS["doubled"]
assert kind.options == () and not kind.of_one_arm
assert kind.function(treated=np.full(20, 6.0), control=np.full(20, 2.5)).passed
assert not kind.function(treated=np.full(20, 4.0), control=np.full(20, 2.5)).passed
""")
ROOM = Recipe(3, {
    "web/page/quiet.js": "import { html } from './h.js'\nimport { t } from './text.js'\n\n"
                         "export const Room = () => html`<h1>${t('room.quiet')}</h1>`\n",
    "web/page/text/en.json": words(room__quiet="Quiet"), "web/page/text/es.json": words(room__quiet="Silencio"),
}, """
import json, re
from importlib import resources
page = resources.files("unanimity.web") / "page"
listed = re.search(r"FILES = {(.*?)}", (page / "lab.js").read_text("utf-8"))[1]
elsewhere = dict(re.findall(r"(\\w+): '(\\w+)'", listed))
for language in ("en", "es"):
    said = json.loads((page / "text" / f"{language}.json").read_text(encoding="utf-8"))
    rooms = [key.removeprefix("room.") for key in said if key.startswith("room.")]
    assert rooms[0] == "story" and "quiet" in rooms
    for name in rooms:
        script = (page / f"{elsewhere.get(name, name)}.js").read_text("utf-8")
        assert re.search(r"export (function|const) Room\\b", script), name
""")
RECIPES = {"lever": LEVER, "event": EVENT, "measure": MEASURE, "card": CARD, "form": FORM, "room": ROOM}


# the house's own tests that whatever is declared is named where a reader looks for it
NAMED = ("tests/web/test_spanish.py",
         "tests/regimes/test_documented.py::test_the_page_names_every_event_and_every_word_of_selectors",
         "tests/experiments/test_experiment_docs.py::test_every_table_of_the_page_is_toml_and_every_word_is_told")


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """The package and the pages with all six additions."""
    root = tmp_path_factory.mktemp("copy")
    shutil.copytree(HOUSE, root / "src/unanimity", ignore=shutil.ignore_patterns("__pycache__", "vendor", "ensemble"))
    for folder in ("docs/guides", "docs/reference", "tests"):
        shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", root)
    for name, recipe in RECIPES.items():
        for path, edit in recipe.edits.items():
            file = root / ("" if path.startswith("docs/") else "src/unanimity") / path
            text = edit if isinstance(edit, str) else edit(old := file.read_text(encoding="utf-8"))
            assert isinstance(edit, str) or text != old, f"{name}: {path} is not as the recipe says"
            file.write_text(text, encoding="utf-8")
    return root


def ran(copy, *command):
    """What a Python process says that has the additions."""
    return subprocess.run([sys.executable, *command], capture_output=True, text=True, check=False, cwd=copy,
                          env=os.environ | {"PYTHONPATH": str(copy / "src")})


@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_touches_few_files(name):
    assert len(RECIPES[name].edits) <= RECIPES[name].most


def test_what_was_added_is_found_by_everything_that_reads_declarations(copy):
    done = ran(copy, "-c", "\n".join(recipe.check for recipe in RECIPES.values()))
    assert done.returncode == 0, done.stderr[-3000:]


def test_no_recipe_leaves_out_a_file_in_which_its_addition_must_be_named(copy):
    done = ran(copy, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *NAMED)
    assert done.returncode == 0, done.stdout[-3000:]
