"""Hooks: the variables to which a user's own mechanism may add a term.

A rule that gathers the causes of a variable takes an argument `more_X`: the sum of what mechanisms of one's own add to
X, in the order of the month, and 0 where nobody adds. A term is a column of one's own that says to what it adds:

    person("doubt", "f4", -1, 0, "radio", "what foreign broadcasts take from trust in print", adds_to="trust")

Any rule of that mechanism may write it. Two terms on one variable are summed; a mechanism that is switched off adds 0.
The gathering rule clips its result as it always does.
"""

from __future__ import annotations

from dataclasses import dataclass

HOOK = "more_"  # prefix of the gathering rule's argument


@dataclass(frozen=True)
class Hook:
    """A variable that gathers causes."""

    name: str
    owner: str  # the mechanism that gathers them
    table: str  # person or unit
    meaning: str  # where the term enters
    per: str = ""

    @property
    def takes(self) -> tuple[str, ...]:
        """Tables of columns that may be a term: its own, and of a person's variable his cell's and the country's."""
        return ("person", "unit", "world") if self.table == "person" else ("unit", "world")


HOOKS: dict[str, Hook] = {hook.name: hook for hook in (
    Hook("hunger", "provision", "person", "added to what this month leaves of hunger, before anybody starves"),
    Hook("dependence", "dependence", "person", "added to what one hand holds of a person's living"),
    Hook("grievance", "grievance", "person", "added to the month's wrongs, which are multiplied by 1 - grievance"),
    Hook("fear", "fear", "person", "added to the level towards which fear moves, topic by topic", per="topic"),
    Hook("trust", "press", "person", "added to the level towards which trust in print moves"),
    Hook("stance", "press", "person", "added to the month's pull on opinion, as far as conviction lets it move",
         per="issue"),
    Hook("rumour", "press", "unit", "added to the rumours of the month in a cell"),
    Hook("provoked", "faction", "person", "added to the wish to speak, wherever one weighs it"),
    Hook("company", "meeting", "person", "added to the company that one sees in the hall"),
    Hook("readiness", "uprising", "person", "added to how far one is above the threshold of rising alone"),
    Hook("dossier", "surveillance", "person", "added to what the month enters into the file"),
    Hook("alarm", "arrest", "unit", "added to the alarm of a province's police"),
)}


def hook_of(argument: str) -> str:
    """The variable whose terms an argument sums up, or ""."""
    name = argument.removeprefix(HOOK)
    return name if argument.startswith(HOOK) and name in HOOKS else ""
