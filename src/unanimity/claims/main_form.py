"""Which form carries the causal sentence of a claim, and which say what must be there before it can be asked."""

from __future__ import annotations

from typing import NamedTuple

from unanimity.experiments.cells import Layout
from unanimity.experiments.forms import Forms
from unanimity.experiments.judging import Form
from unanimity.support.errors import UserError

EXPECTED = {"main": "expect", "rival_main": "rival"}  # the forms that each may point at
STATES = ("level", "worlds")  # kinds that say how things are, and compare nothing


class Main(NamedTuple):
    """The main form, why it is that one, and a note where the file does not say."""

    form: Form
    why: str
    note: str = ""


def compares(form: Form, layout: Layout) -> bool:
    """Whether a form sets one cell against another: an arm against the control, or one dose against others."""
    return len(form.cells(layout)) > 1


def is_premise(form: Form, layout: Layout) -> bool:
    """Whether a form says what must be there: as it is marked, or a state of the control alone."""
    if form.role == "premise":
        return True
    if form.premise is not None:
        return form.premise
    if form.parts:
        return all(is_premise(part, layout) for part in form.parts)
    cells = form.cells(layout)
    return form.kind in STATES and len(cells) == 1 and cells[0].arm == layout.described.control


def main_form(forms: Forms, name: str = "main", reading: str = "") -> Main | None:
    """The main form of the claim ("main") or of its rival ("rival_main"); None where nothing is expected.

    Where a `reading` is named that is not the one of the file's main form, it is the reading's own, by rule.
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
    """The readings of a claim or of its rival, that of the main form first; [""] where there is but one."""
    main = main_form(forms, name)
    if main is None:
        return []
    named = dict.fromkeys(form.reading for form in forms.forms if form.role == EXPECTED[name] and form.reading)
    first = main.form.reading or next(iter(named), "")
    return [first, *(reading for reading in named if reading != first)]


def _pointed_at(place: str, wanted: list[Form], label: str) -> Form:
    """The form at a place such as 2 or 2.1."""
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
    """The first form that compares; where none does, the first that is no premise; else the first."""
    if not wanted:
        return None
    sayable = [form for form in wanted if form.kind != "not expressible"] or wanted
    found = next((form for form in sayable if compares(form, layout)), None)
    if found is not None:
        why = "the first form that sets a treated arm against the control"
    else:
        found = next((form for form in sayable if not is_premise(form, layout)), sayable[0])
        why = "no form sets a treated arm against the control, so it is the first"
    return Main(found, why, f"The file names no main test; taken by rule: {found.label} ({why}).")
