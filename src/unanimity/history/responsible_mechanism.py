"""Which mechanism makes a number: the owner of what its measure reads, so that a misfit can be traced to a rule."""

from __future__ import annotations

from typing import Any

from unanimity.measures import BY_NAME, needs_of
from unanimity.measures.contract import CONTRACT
from unanimity.measures.grammar.syntax_tree import (
    Arithmetic,
    Constant,
    Meant,
    Named,
    Operation,
    Rows,
    Slot,
    Term,
    Variable,
)
from unanimity.world.columns import Column

# the mechanism that writes each kind of log row; deaths are distinguished by their cause
OF_ROWS = {"arrested": "arrest", "sanctioned": "sanction", "released": "custody", "left": "exit", "attacked": "shock",
           "told": "protection", "confessed": "confession", "denounced": "surveillance", "founded": "faction",
           "expelled": "purge", "taken_hostage": "hostage"}
OF_DEATHS = {"hunger": "provision", "executed": "sanction", "custody": "custody", "revolt": "uprising",
             "border": "exit"}
# measures that depend on columns written by many mechanisms
OF_NAMES = {"hunger_deaths": "provision", "take_share": "requisition", "harvest_share": "requisition",
            "fields_sown": "requisition", "custody_deaths": "custody", "held_in_prison": "custody",
            "held_in_camps": "custody", "held_in_exile": "custody", "silence_median": "protection",
            "members_share": "recruitment", "falls_so_far": "uprising"}
COUNTING = ("census", "chronicle", "birth")  # they only count


def maker_of(node: Any, columns: dict[str, Column]) -> str:
    """The mechanism that makes the first number of an expression; "" if none does."""
    for name in _makers(node, columns):
        if name and name not in COUNTING:
            return name
    return ""


def _makers(node: Any, columns: dict[str, Column]) -> list[str]:
    if isinstance(node, (Arithmetic, Operation)):
        return [name for part in node.parts for name in _makers(part, columns)]
    if isinstance(node, Term):
        return _makers(node.what, columns)
    if isinstance(node, Rows):
        kinds = [OF_DEATHS.get(test.word, "") for test in node.tests if test.field == "kind"]
        return [*kinds, OF_ROWS.get(node.event, "")]
    if isinstance(node, Variable):
        return [columns[node.name].owner] if node.name in columns else []
    if isinstance(node, (Constant, Meant, Slot)) or not isinstance(node, Named):
        return []
    if node.name in OF_NAMES:
        return [OF_NAMES[node.name]]
    if node.name in BY_NAME:
        measure = BY_NAME[node.name]
        reads = [columns[name].owner for name in measure.reads if name in columns]
        return [*reads, *needs_of(node.name)]
    own = BY_NAME[node.name].elsewhere if node.name in BY_NAME else ""
    form = own or (CONTRACT[node.name].form if node.name in CONTRACT else "")
    return [columns[word].owner for word in str(form).replace("(", " ").replace(",", " ").split() if word in columns]
