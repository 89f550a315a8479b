"""The model in the form of the ODD+D protocol, from its declarations.

ODD: Grimm et al. 2020, "The ODD protocol for describing agent-based and other simulation models: a second update",
JASSS 23(2):7. ODD+D, for human decisions: Müller et al. 2013, Environmental Modelling & Software 48:37-48.
"""

from __future__ import annotations

import inspect
import re

from unanimity.cli.handbook.cards import card_path, equation
from unanimity.cli.handbook.equations import typeset_block
from unanimity.world.rules import Mechanism

PURPOSE = """\
**Purpose.** The model asks what follows from institutional rules: how votes are taken, how posts are filled, who may
print, who may punish, who hands out bread. It runs a causal account that five documents on the years 1905-1941 give of
one political system, so that claims of their authors, and of their opponents, can be tested as experiments. It serves
understanding and the comparison of rules; it predicts no country.

**Patterns.** It is judged by: thirteen published models held against their numbers ([published
models](../published/reference.md)); directions of effect stated on every card beforehand ([directions](directions.md));
a hindcast of 1918-1941 against {targets} numbers of the record of 1918-36, which have served to correct it; what came
after 1936 is held out ([history](../history/history.md))."""

SCALES = """\
**Scales.** One step is a month. A run lasts as long as its regime says (the presets: 24 to 288 months), after a burn-in
that the regime states. Space is a tree: cells of some tens of people, districts, provinces, one centre. A standard
world has 2,000 people in 128 cells; sizes from some hundreds to millions are possible, and all rates are per head.

**Drivers from outside.** Harvests, wars, attacks, orders and scripted events enter by the schedule of a regime; levers
may change at dates. Nothing else comes from outside."""

CONCEPTS = {
    "Theoretical and empirical background": "Preference falsification under observed dissent (Kuran), thresholds and "
    "company (Granovetter), fear by the fate of one's ties, loyalty against competence in appointment, information "
    "that is shaded on its way up. Each card states its own account and its sources.",
    "Individual decision-making": "People do not optimise. A person weighs grievance and conviction against fear, "
    "exposure and company and speaks, assents or keeps silent; similar thresholds decide to join, leave, inform, "
    "confess, rise, move. Officials pick, report and punish by scores. Decisions that are uncertain happen by a "
    "hazard, event(h) with probability 1 − exp(−h).",
    "Learning": "Habit of assent grows with insincere assent; office holders gain competence; nobody revises "
    "a strategy.",
    "Individual sensing": "People know their own state, their unit's public acts, the fate of their ties (weighted, "
    "last month's), what is printed, and rumour. The centre knows reports.",
    "Individual prediction": "None explicit: fear and trust stand for what people expect. Announced levers are known "
    "beforehand.",
    "Interaction": "Along ties (kin, work, friendship), in the assembly of the cell in rounds, through superiors and "
    "subordinates, through bread that is pooled and allotted.",
    "Collectives": "Cells, districts, provinces and the centre are units with state of their own; factions form, split "
    "and vanish.",
    "Heterogeneity": "Traits (courage, conviction, ambition, competence, standing, wariness) are drawn for each person "
    "from the regime's distributions; stances on two issues; estate, ties, category of ration.",
    "Stochasticity": "All draws are keyed by seed, stream, person and month: a change of one rule leaves every other "
    "draw as it was, and paired worlds differ only by what was changed. Results are equal to the bit on any number of "
    "threads.",
    "Observation": "Monthly measures for the country and each province, a case log of what happens to persons, "
    "expressions in a grammar of measures, surveys by branched worlds ([measures](../reference/measures.md)). Emergent "
    "are unanimous votes, rings of mutual protection, famine that reports hide, purges and risings, unless a regime "
    "schedules them.",
}

ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")  # the protocol numbers its design concepts

REFERENCES = """\
Grimm, V. et al. 2020. The ODD protocol for describing agent-based and other simulation models: a second update to
improve clarity, replication, and structural realism. *Journal of Artificial Societies and Social Simulation* 23(2), 7.
doi:10.18564/jasss.4259.

Müller, B. et al. 2013. Describing human decisions in agent-based models: ODD+D, an extension of the ODD protocol.
*Environmental Modelling & Software* 48, 37-48. doi:10.1016/j.envsoft.2013.06.003.

The documents that the evidence of a parameter cites by number and line (`003 l.7171` is line 7171 of source 003):
"""

IMPLEMENTATION = """\
Unanimity {version}, a Python package (Python 3.11 to 3.13) whose rules numba compiles; source, tests and all regimes
come with it (Apache-2.0). `unanimity order NAME` prints the month of a regime rule by rule, with what each reads and
writes; `--interpret` runs it in plain Python, where a debugger can step through it. The pages on
[design](../design/design.md) and [performance](../design/performance.md) say how it is built and what it costs."""

INITIALISATION = """\
A regime file sets people, tree, distributions of traits, levers, parameters and schedule; every number has a source or
says "assumed". People, ties and offices are drawn from the seed. A burn-in runs under the regime's own rules before
month 0. `unanimity regimes show NAME` prints a regime; the manifest of a result holds version,
levers, seeds, settings and a digest."""


def odd_page(with_mathml: bool = False) -> str:
    """The whole description."""
    from unanimity import __version__ as version
    from unanimity.history.targets import read_targets
    from unanimity.support.works import works

    lines = ["# ODD+D: the whole model", "", f"Unanimity {version}. Generated from the declarations of the model "
             "(`make docs`), in the order of the ODD protocol with its extension for human decisions (Grimm et al. "
             "2020, Müller et al. 2013).", "", "## I. Overview", "", "### I.i Purpose", "",
             PURPOSE.format(targets=len(read_targets("ussr-1918-1941"))), "",
             "### I.ii Entities, state variables and scales", "", *_entities(), "", SCALES, "",
             "### I.iii Process overview and scheduling", "", *_schedule(), "",
             "## II. Design concepts", ""]
    for number, (title, text) in zip(ROMAN, CONCEPTS.items(), strict=True):
        lines += [f"### II.{number} {title}", "", text, ""]
    lines += ["## III. Details", "", "### III.i Implementation details", "", IMPLEMENTATION.format(version=version), "",
              "### III.ii Initialisation", "", INITIALISATION, "", "### III.iii Input data", "", *_inputs(), "",
              "### III.iv Submodels", "", "Each submodel is one card. Parameters stand with default, range and "
              "evidence (a citation such as 003 l.7171 is explained under References); the card's own page has its "
              "rules.", ""]
    for mechanism in _in_order():
        lines += _submodel(mechanism, with_mathml)
    lines += ["## References", "", REFERENCES, *(f"- {code}: {work.sentence}" for code, work in works().items()), ""]
    return "\n".join(lines)


def _in_order() -> tuple[Mechanism, ...]:
    from unanimity.engine.order import in_order
    from unanimity.mechanisms import BY_ID

    return in_order(BY_ID.values())


def _entities() -> list[str]:
    from unanimity.world.columns import COLUMNS

    lines = ["State variables by entity; types, ranges and units are in [variables](../reference/state.md).", "",
             "| entity | number | state variables |", "|---|---|---|"]
    for table in dict.fromkeys(column.table for column in COLUMNS):
        names = [column.name for column in COLUMNS if column.table == table]
        lines.append(f"| {table} | {len(names)} | {', '.join(f'`{name}`' for name in names)} |")
    return lines


def _schedule() -> list[str]:
    """The order of the month, with the reasons that stand beside it in engine/order.py."""
    from unanimity.engine import order

    why = dict(re.findall(r'^    "(\w+)",  # (.*)$', inspect.getsource(order), re.MULTILINE))
    lines = ["Every month these processes run in this order. What a person reads of other people is last month's "
             "value, so the order of people does not matter.", "", "| step | process | why here |", "|---|---|---|"]
    from unanimity.mechanisms import BY_ID

    for number, mechanism in enumerate(order.in_order(BY_ID.values()), start=1):
        reason = re.sub(r"^\d+: ", "", why.get(mechanism.id, f"after {mechanism.after}"))
        lines.append(f"| {number} | {mechanism.title} (`{mechanism.id}`) | {reason} |")
    return lines


def _inputs() -> list[str]:
    from unanimity.catalogues import event_rows, lever_rows

    return [f"{len(lever_rows())} levers ([list](../reference/levers.md)) are the rules that a user sets. A regime may "
            f"schedule {len(event_rows())} kinds of events ([list](../reference/events.md)) and changes of levers. The "
            "hindcast takes dated harvests, wars, orders and deaths of leaders as input; what the model should bring "
            "about by itself is not among them ([history](../history/history.md))."]


def _submodel(mechanism: Mechanism, with_mathml: bool) -> list[str]:
    from unanimity.mechanisms import home_of

    number = f" (card {mechanism.card})" if mechanism.card else ""
    page = card_path(mechanism).removeprefix("system/")
    lines = [f"#### {mechanism.title}{number}", "", f"{mechanism.sentence} [Card]({page}).", ""]
    if written := equation(inspect.getdoc(home_of(mechanism)) or ""):
        lines += [*typeset_block(written), ""] if with_mathml else ["```text", *written, "```", ""]
    if mechanism.fields:
        lines += ["| parameter | symbol | meaning | default | range | evidence |", "|---|---|---|---|---|---|"]
        lines += [f"| `{p.key}` | {p.span.symbol} | {p.span.meaning} | {p.default:g} | {p.span.low:g} to "
                  f"{p.span.high:g} | {p.span.source} |" for p in mechanism.fields]
        lines.append("")
    return lines
