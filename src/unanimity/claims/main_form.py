"""Which test expresses the causal sentence of a claim (its main form), and which tests belong to its premise."""

from __future__ import annotations

from typing import NamedTuple

from unanimity.experiments.cells import Layout
from unanimity.experiments.forms import Forms
from unanimity.experiments.judging import Form
from unanimity.support.errors import UserError

EXPECTED = {"main": "expect", "rival_main": "rival"}  # the list of tests that each may point to
STATES = ("level", "worlds")  # kinds that describe one state and compare nothing


class Main(NamedTuple):
    """The main test, the reason for its choice, and a note if the file does not name it."""

    form: Form
    why: str
    note: str = ""


def compares(form: Form, layout: Layout) -> bool:
    """Whether a test compares cells: an arm with the control, or one dose with others."""
    return len(form.cells(layout)) > 1


def is_premise(form: Form, layout: Layout) -> bool:
    """Whether a test belongs to the premise: as marked, or because it describes a state of the control alone."""
    if form.role == "premise":
        return True
    if form.premise is not None:
        return form.premise
    if form.parts:
        return all(is_premise(part, layout) for part in form.parts)
    cells = form.cells(layout)
    return form.kind in STATES and len(cells) == 1 and cells[0].arm == layout.described.control


def main_form(forms: Forms, name: str = "main", reading: str = "") -> Main | None:
    """The main test of the claim ("main") or of its rival ("rival_main"); None if nothing is expected.

    For a `reading` other than that of the file's main test, the reading's own main test is chosen by rule.
    """
    described, layout = forms.described, forms.layout
    given, why = getattr(described, name, None), str(getattr(described, f"{name}_why", ""))
    wanted = [form for form in forms.forms if form.role == EXPECTED[name]]
    if given is None or reading:
        return _by_rule([form for form in wanted if form.reading in ("", reading)] if reading else wanted, layout)
    own = next((form for form in forms.forms if form.role == name), None)
    if own is not None:
        return Main(own, why)
    return Main(_pointed_at(str(given), wanted, f"{forms.where}: {name}"), why)


def readings(forms: Forms, name: str) -> list[str]:
    """The readings of a claim or of its rival, that of the main test first; [""] if there is only one."""
    main = main_form(forms, name)
    if main is None:
        return []
    named = dict.fromkeys(form.reading for form in forms.forms if form.role == EXPECTED[name] and form.reading)
    first = main.form.reading or next(iter(named), "")
    return [first, *(reading for reading in named if reading != first)]


def _pointed_at(place: str, wanted: list[Form], label: str) -> Form:
    """The test at a position such as 2 or 2.1."""
    number, _, part = place.partition(".")
    if not 1 <= int(number) <= len(wanted):
        raise UserError(f"{label} = {place!r} is not allowed; allowed: 1 to {len(wanted)}, the tests there are.")
    form = wanted[int(number) - 1]
    if not part:
        return form
    if not 1 <= int(part) <= len(form.parts):
        raise UserError(f"{label} = {place!r} is not allowed; allowed: a part of {form.label}, which has "
                        f"{len(form.parts)}.")
    return form.parts[int(part) - 1]


def _by_rule(wanted: list[Form], layout: Layout) -> Main | None:
    """The first test that compares cells; if none does, the first that is not part of the premise; else the first."""
    if not wanted:
        return None
    sayable = [form for form in wanted if form.kind != "not expressible"] or wanted
    found = next((form for form in sayable if compares(form, layout)), None)
    if found is not None:
        why = "the first form that sets a treated arm against the control"
    else:
        found = next((form for form in sayable if not is_premise(form, layout)), sayable[0])
        why = "no form sets a treated arm against the control, so it is the first"
    whose = " of the rival" if found.role == EXPECTED["rival_main"] else ""
    return Main(found, why, f"The file names no main test{whose}; taken by rule: {found.label} ({why}).")
