"""CONTRIBUTING's recipes, followed in a temporary copy: it gets a lever, an event, a measure, a card, a form, a room.

Each recipe may touch so many files by hand and no more; pages that `make docs` makes, and tests, are not counted. One
process then meets all six additions: it reads, lists, plans and carries them out, without compiling a month.
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
EVENT = Recipe(1, {
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
                      columns=(person("rest", "f4", 0, 1, "napping", "rest so far"),))
''',
    "mechanisms/__init__.py": several(
        lambda old: old.replace("import fear, generations,", "import fear, napping, generations,"),
        lambda old: old.replace("    custody.MECHANISM,\n)", "    custody.MECHANISM,\n    napping.MECHANISM,\n)")),
    "engine/order.py": before('    "chronicle",', '    "napping",\n'),
}, """
from unanimity.cli.cards_page import catalogue_page
from unanimity.engine.order import in_order
from unanimity.engine.plan import make_plan
from unanimity.mechanisms import BY_ID, CATALOGUE
from unanimity.measures import MEASURES
assert [m.id for m in in_order(CATALOGUE)].index("napping") == len(CATALOGUE) - 2
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
    "verdicts/__init__.py": several(
        before("from unanimity.verdicts.finding import", "from unanimity.verdicts.doubled import doubled\n"),
        lambda old: old.replace('    "worlds": (worlds,),', '    "worlds": (worlds,),\n    "doubled": (doubled,),', 1)),
    "experiments/form_kinds.py": before('    "worlds": Kind(', '    "doubled": Kind(v.doubled, PAIR),\n'),
}, """
import numpy as np
from unanimity.experiments.form_kinds import KINDS
from unanimity.verdicts import FORMS
kind = KINDS["doubled"]
assert kind.function in FORMS["doubled"] and kind.options == () and not kind.of_one_arm
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


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """The package with all six additions."""
    folder = tmp_path_factory.mktemp("copy") / "unanimity"
    shutil.copytree(HOUSE, folder, ignore=shutil.ignore_patterns("__pycache__", "vendor", "ensemble", "made"))
    for name, recipe in RECIPES.items():
        for path, edit in recipe.edits.items():
            file = folder / path
            text = edit if isinstance(edit, str) else edit(old := file.read_text(encoding="utf-8"))
            assert isinstance(edit, str) or text != old, f"{name}: {path} is not as the recipe says"
            file.write_text(text, encoding="utf-8")
    return folder.parent


@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_touches_few_files(name):
    assert len(RECIPES[name].edits) <= RECIPES[name].most


def test_what_was_added_is_found_by_everything_that_reads_declarations(copy):
    checks = "\n".join(recipe.check for recipe in RECIPES.values())
    done = subprocess.run([sys.executable, "-c", checks], capture_output=True, text=True, check=False,
                          env=os.environ | {"PYTHONPATH": str(copy)}, cwd=copy)
    assert done.returncode == 0, done.stderr[-3000:]
