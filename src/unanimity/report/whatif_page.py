"""The page of a what-if: the answer, both histories by year, the differences, the events, and the reliability."""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import zip_longest
from pathlib import Path
from typing import Any

import numpy as np

from unanimity.report.html import Cell, Section, write_page
from unanimity.report.manifest_tables import provenance
from unanimity.report.measure_labels import sentence as capital
from unanimity.report.measure_labels import word
from unanimity.report.run_page import page_of
from unanimity.report.series import CONTROL
from unanimity.report.small_svg import interval
from unanimity.report.story import without_repeats
from unanimity.report.whatif_curves import fates_for_marks, yearly_curves
from unanimity.results.atomic_files import write_atomically, write_json
from unanimity.support.calendar import with_dates, year_of
from unanimity.support.number_format import (
    DASH,
    chance,
    difference,
    difference_interval,
    difference_ranged,
    number,
    percent,
    plain,
    score,
)

WhatIf = Any  # of history/whatif_answer.py, which stands above this room
LOOK = ("Rows of the record are shown here that are kept to judge the model by. Whoever mends the model by what this "
        "page shows has used them up (unanimity docs history).")
MOST_SENTENCES = 16


def write_whatif(found: WhatIf, path: Path, life: str | None = None, question: Any = None) -> Path:
    """Write the page and its tables beside it; returns the page's path.

    `question` is a ready question (history/ready_questions.py): its title, its text, its explanation and its sources.
    """
    page = page_of(path)
    sections = [*_curves(found), _differences(found), *([_over(found)] if found.over is not None else []),
                _parting(found),
                *(_timeline(found, arm) for arm in found.arms),
                *([_life(found, arm, life) for arm in found.arms] if life is not None else []),
                *_trust(found), *(_rows(found, arm) for arm in found.arms)]
    if question is not None:
        sections.insert(0, _question(question))
    folder = page.parent
    write_atomically(folder / "differences.csv", lambda partial: found.table.to_csv(partial, index=False))
    write_json(folder / "whatif.json", found.record())
    begun, ends = (found.date(month) for month in (found.months[0], found.months[1] - 1))
    title = question.title if question is not None else f"{found.regime.title}: {begun} to {ends}"
    asked = question.asks if question is not None else f"What if, from {begun} on: {'; '.join(found.arms)}?"
    return write_page(page, title, asked, found.sentence(), sections, provenance(found.result))


def _question(question: Any) -> Section:
    """The reason for the question, and the source lines that it rests on."""
    sources = [tuple(line.partition(": ")[::2]) for line in question.sources]
    return Section("The question", None, " ".join(question.words.split()), "Sources are paraphrased and cited by "
                   "document and line.", (("source", "what stands there"), *sources) if sources else ())


def _curves(found: WhatIf) -> list[Section]:
    start = found.regime.start
    branch = year_of(found.months[0], start)
    told = [fate.told(start) for fate in found.rows[found.arms[0]]]
    years = [year_of(fate.entry.month, start) for fate in found.rows[found.arms[0]]]
    rows = fates_for_marks(told, years)
    sections = []
    for place, one in enumerate(found.series):
        mine = {arm: tables[place] for arm, tables in found.curves.items()}
        if len(mine[CONTROL]):
            sections.append(Section(one.title, yearly_curves(one, mine, rows, branch, found.date(found.months[0]))))
    return sections


def _differences(found: WhatIf) -> Section:
    head = ("what", "branch", "hindcast", "branch's", "difference (90 % interval)", "worlds with that sign", "chance")
    rows = []
    for row in found.table.itertuples():
        apart = difference_ranged(row.difference, row.low, row.high, row.unit)
        label = word(str(row.measure)).label
        drawn = "" if row.difference != row.difference else interval(row.difference, row.low, row.high, 0.0,
                                                                     said=f"{label}, {row.arm}: {apart}")
        rows.append((Cell(capital(label), row.unit), str(row.arm), number(row.control, row.unit),
                     number(row.treated, row.unit), Cell(apart, drawing=drawn, faint=not row.q <= 0.05),
                     percent(row.same_sign), chance(row.q)))
    clear = int((found.table["q"] <= 0.05).sum())
    return Section(
        "What differs", None, "Same people, same luck: every world of a branch is compared with the same world of the "
        "hindcast. In each small drawing the grey line is no difference, the dot the mean, the bar its 90 % interval; "
        "every row has a scale of its own. Faint: no more than chance may give.",
        f"Means over the months of the branch, {len(found.seeds)} worlds of {found.regime.society.people:,} people. "
        "Chance: after all rows are taken together (false discovery rate)." + "".join(f" {line}" for line in found.few),
        (head, *rows), kind="numbers",
        finding=f"{clear} of {len(found.table)} differences {'are' if clear != 1 else 'is'} more than chance may give")


def _over(found: WhatIf) -> Section:
    """The differences over plausible settings, with chance separated from ignorance."""
    head = ("what", "branch", "at the scenario's own numbers", "mean over settings", "by chance (worlds)",
            "by ignorance (settings)", "ignorance's part", "settings of the mean's sign")
    rows = []
    for row in found.table.itertuples():
        same = row.difference * row.settings_mean > 0.0 and row.settings_agree > 1.0 - 1e-9
        rows.append((Cell(capital(word(str(row.measure)).label), row.unit), str(row.arm),
                     difference(row.difference, row.unit),
                     Cell(difference(row.settings_mean, row.unit), faint=not same),
                     difference_interval(row.chance_low, row.chance_high, row.unit),
                     difference_interval(row.ignorance_low, row.ignorance_high, row.unit),
                     percent(row.share_of_ignorance),
                     percent(row.settings_agree) if row.settings_mean else DASH))
    agreed = sum(not row[3].faint for row in rows)
    return Section(
        "Over plausible settings: chance and ignorance", None, "The same question at settings of the parameters that "
        "agree with the record about equally well, each with a past of its own. By chance: the middle 90 % of worlds "
        "at a typical setting. By ignorance: the middle 90 % of what the settings give on average. Ignorance's part is "
        "that of the variance. Faint: settings disagree in sign, or with the scenario's own numbers.",
        f"{found.over.about} Settings count by their weights; {len(found.seeds)} worlds at each. Shares differ in "
        "percentage points.", (head, *rows), kind="numbers",
        finding=f"In {agreed} of {len(rows)} differences all {len(found.over.plausible)} settings have the sign that "
                f"the scenario's own numbers give")


def _parting(found: WhatIf) -> Section:
    head = ("seed", *found.arms)
    rows = [(str(seed), *("never" if found.parted[arm][k] is None else capital(found.date(found.parted[arm][k]))
                          for arm in found.arms)) for k, seed in enumerate(found.seeds)]
    return Section("Where the branches part", None, "The first month in which anything that is recorded differs, in "
                   "any province: a measure, or a line of the case log.", "", (head, *rows), "World by world",
                   capital("; ".join(f"{arm}: {found.parting(arm)}" for arm in found.arms)))


def _timeline(found: WhatIf, arm: str) -> Section:
    start, sides = found.regime.start, found.timelines(arm)
    apart = [side for side in sides if side.where != "in both"]
    rows = [(capital(found.date(side.month)), with_dates(side.history, start) or "\u2013",
             "the same" if side.where == "in both" else with_dates(side.branch, start) or "\u2013") for side in sides]
    shared = len(sides) - len(apart)
    head = ("when", "in the hindcast", f"in the branch: {arm}")
    return Section(f"Two timelines: {arm}", None, "One world told twice from its log and its measures. A dash: nothing "
                   "of that kind in that month. Rows of the schedule that both branches keep are left out.",
                   f"The first world, seed {found.seeds[0]}.", (head, *rows),
                   finding=f"{len(apart)} things happened in one history and not, or otherwise, in the other; "
                           f"{shared} in both alike", kind="sides")


def _life(found: WhatIf, arm: str, wish: str) -> Section:
    told = found.life(wish, arm)
    before, one, two = (_short(list(lines)) for lines in (told.before, told.history, told.branch))
    rows = [(line, "the same") for line in before]
    rows += _aligned(one, two)
    return Section(f"One life in two histories: {arm}", None, "The same simulated person, followed in both. Every "
                   "sentence is a row of the case log.", f"Seed {told.seed}, person {told.person}. Names are drawn "
                   "from the seed and are nobody's.", (("in the hindcast", f"in the branch: {arm}"), *rows),
                   finding=told.name, kind="sides lives")


def _aligned(one: list[str], two: list[str]) -> list[tuple[str, str]]:
    """Two lives line by line; what is the same in both is printed once."""
    rows: list[tuple[str, str]] = []
    for what, a, b, c, d in SequenceMatcher(None, one, two, autojunk=False).get_opcodes():
        if what == "equal":
            rows += [(line, "the same") for line in one[a:b]]
        else:
            rows += list(zip_longest(one[a:b], two[c:d], fillvalue=""))
    return rows


def _short(lines: list[str]) -> list[str]:
    told = without_repeats(lines)
    if len(told) <= MOST_SENTENCES:
        return told
    half = MOST_SENTENCES // 2
    return [*told[:half], f"({len(told) - MOST_SENTENCES} more entries.)", *told[-half:]]


def _trust(found: WhatIf) -> list[Section]:
    sections = []
    small = LOOK if found.judged else ""
    years = found.years_held
    if len(years):
        head = ("series", "branch", "years with a record", "hindcast off the record", "branch off the hindcast",
                "the difference is")
        rows = [(row.title, row.arm, str(row.years), _factor(row.error), _factor(row.apart), row.says)
                for row in years.itertuples()]
        sections.append(Section(
            "How far to trust it: the hindcast over the same years", None, "A branch can be trusted no further than "
            "the history that it leaves. Mean distance of the unchanged hindcast from the record in the whole years of "
            "the branch, beside the distance of the branch from the hindcast; as factors.", small, (head, *rows),
            finding=capital(found.trust(found.arms[0]))))
    held = found.targets_held
    if len(held):
        columns = ("target", "branch", "record", "hindcast", "log-distance", "in the branch", "the difference is",
                   "source")
        cells = [(Cell(row.quantity or row.target, f"{row.target}, {row.unit}"), row.arm,
                 f"{plain(row.low)} .. {plain(row.high)}", plain(_known(row.hindcast)), _far(row.distance),
                 plain(_known(row.branch)), row.says, row.source) for row in held.itertuples()]
        sections.append(Section("How far to trust it: targets within the branch", None, "", "Numbers of the record "
                                "whose window lies within the branch; not counted: what so few people cannot show.",
                                (columns, *cells), f"{len(set(held['target']))} numbers of the record, each with the "
                                               f"hindcast's and the branch's"))
    return sections


def _far(distance: float | None) -> str:
    if distance is None or distance != distance:
        return ""
    return "inside" if distance == 0 else score(distance)


def _known(value: Any) -> float:
    return float("nan") if value is None else float(value)


def _factor(value: float) -> str:
    return "" if value != value else f"\u00d7{plain(float(np.exp(value)), 2)}"


def _rows(found: WhatIf, arm: str) -> Section:
    fates = [fate.told(found.regime.start) for fate in found.rows[arm]]
    number_of = {fate: sum(row["fate"] == fate for row in fates) for fate in ("kept", "overridden", "dropped")}
    order = sorted(fates, key=lambda row: (row["fate"] == "kept" and not row["warning"], row["date"]))
    head = ("row", "what it sets", "origin", "fate", "reason", "why it stands in the scenario")
    rows = [(row["row"], row["value"], row["origin"], row["fate"], Cell(row["reason"], row["warning"]), row["why"])
            for row in order]
    warned = sum(bool(row["warning"]) for row in fates)
    small = f"{warned} kept rows name something that the branch has done away with; they stand first." if warned else ""
    return Section(f"Nothing hidden: later rows in {arm}", None, "What comes from outside stays. An order that sets "
                   "what the branch holds is overridden for as long as it holds it; every other order stays. --drop "
                   "and --keep decide otherwise.", small, (head, *rows), f"All {len(rows)} later rows of the schedule",
                   f"Of {len(rows)} later rows " + ", ".join(f"{count} {'are' if count > 1 else 'is'} {fate}" for
                                                             fate, count in number_of.items() if count))
