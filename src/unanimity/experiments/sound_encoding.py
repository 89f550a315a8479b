"""Sound encoding: finds valid encodings that probably do not test what the author means, each with a correction.

None of these is refused when an experiment runs: `claims validate` reports them and proposes what to write instead.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from unanimity.engine.questions import events_of
from unanimity.experiments.form_bounds import bounds_of, unit_of
from unanimity.experiments.form_kinds import KINDS
from unanimity.experiments.judging import Form
from unanimity.experiments.references import COURSES, Context, Node, Number, Operation, Reference, measures_of
from unanimity.experiments.seed_runs import asked_of
from unanimity.measures.contract.expand import Series
from unanimity.measures.grammar.syntax_tree import Arithmetic, Term
from unanimity.support.errors import UserError
from unanimity.world.columns import dictionary

if TYPE_CHECKING:
    from unanimity.experiments.experiment import Experiment

SIDES = (("treated", "control"), ("first", "second"))  # pairs of inputs that a test compares
MARGINS = ("equal", "not_worse", "no_better", "denies", "equal_in_thirds")  # tests of equality
SIGNED_AVERAGES = ("mean", "median", "quantile", "sum")  # their sign is that of what is averaged
AVERAGES = ("mean", "share", "median", "quantile", "sd", "slope", "corr", "rank_corr", "gini")
FACTOR = re.compile(r"(\d*\.\d+|[2-9]|\d{2,})\s*\*")  # a number that multiplies a measure's whole expression
BEFALLS = re.compile(r"\b(status|rung|death)\b")  # columns that remove people from the population
BETWEEN = ("-", "/", "<", "<=", ">", ">=", "==", "!=")  # a difference or a comparison of two sides
REMEMBERS = {"everybody"}  # selector words that include the dead and absent


class Slip(NamedTuple):
    """An unsound encoding: what it is, where it stands, and what to write instead."""

    where: str  # a form or a measure of the file
    what: str
    cure: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}; cure: {self.cure}."


def slips_of(experiment: Experiment) -> list[Slip]:
    """Everything in an experiment that would not be judged as it reads."""
    found: list[Slip] = []
    for form in (part for top in experiment.forms.forms if top.role != "show" for part in _each(top)):
        if form.kind in KINDS:
            found += [*_scaled(form, experiment), *_silent_unit(form), *_of_nothing(form, experiment),
                      *_world_by_world(form, experiment)]
    return [*found, *_measures(experiment)]


def unchecked_arms(experiment: Experiment) -> list[Slip]:
    """Every arm that has no manipulation check and does not say why: whether its change took hold is not known."""
    return [Slip(f"arms.{name}", "neither check nor no_check, so that nothing says whether its change took hold",
                 'check = "measure", of the first thing that must move, or no_check = "why no measure can show it"')
            for name, change in experiment.described.arms.items() if not change.check and change.no_check is None]


def _each(form: Form) -> Iterator[Form]:
    yield form
    for part in form.parts:
        yield from _each(part)


# --- forms -----------------------------------------------------------------------------------------------------------
def _scaled(form: Form, experiment: Experiment) -> Iterator[Slip]:
    """A factor or an added number on one side of a comparison shifts the zero against which the sign of pairs is
    counted."""
    for one, other in SIDES:
        if one not in form.data or other not in form.data:
            continue
        sides = [form.data[side][0][0] for side in (one, other)]
        if any(isinstance(side, Number) for side in sides):
            continue
        if len({_factor(side, experiment) for side in sides}) > 1:
            yield Slip(form.label, f"{form.kind} sets {one} against {other} times a number",
                       'test = "change" with by and unit = "times", or "no_better" with a margin in percent')
        elif len({_added(side) for side in sides}) > 1:
            yield Slip(form.label, f"{form.kind} sets {one} against {other} and a number",
                       'test = "change" with by and unit = "points" or "absolute", or "no_better" with a margin')


def _factor(node: Node, experiment: Experiment) -> float:
    """The number by which a whole expression is multiplied, in the test or in the measure that it names."""
    if isinstance(node, Reference):
        found = FACTOR.match(experiment.described.measure(node.measure).expression)
        return float(found[1]) if found else 1.0
    if isinstance(node, Operation) and node.mark in ("*", "/"):
        numbers = [part.value for part in node.parts if isinstance(part, Number)]
        rest = [part for part in node.parts if not isinstance(part, Number)]
        if len(numbers) == 1 and len(rest) == 1:
            own = _factor(rest[0], experiment)
            return numbers[0] * own if node.mark == "*" else own / numbers[0] if numbers[0] else 0.0
    return 1.0


def _added(node: Node) -> float:
    """The number that is added to a whole expression, or taken from it."""
    if isinstance(node, Operation) and node.mark in ("+", "-"):
        last = node.parts[-1]
        if isinstance(last, Number):
            return last.value if node.mark == "+" else -last.value
        if node.mark == "+" and isinstance(node.parts[0], Number):
            return node.parts[0].value
    return 0.0


def _of_nothing(form: Form, experiment: Experiment) -> Iterator[Slip]:
    """Equality within a percentage of something that may be zero: a difference, or a measure that may be negative."""
    is_margin = form.kind in MARGINS or (form.kind == "contrast" and "margin" in form.options)
    if not is_margin or _unit(form) != "percent":
        return
    base = {"contrast": "second", "equal_in_thirds": "difference"}.get(form.kind, "control")
    node = form.data[base][0][0]
    if form.kind != "equal_in_thirds" and _may_be_nothing(node, experiment):
        yield Slip(form.label, f"{form.kind} within a margin in percent of {base}, whose mean may be 0 or below",
                   'a margin in unit = "points" or "absolute"')


def _may_be_nothing(node: Node, experiment: Experiment) -> bool:
    if isinstance(node, Number):
        return node.value <= 0
    if isinstance(node, Operation):
        return node.mark == "-"
    expression = experiment.described.measure(node.measure).expression
    bounds = bounds_of(expression)
    signed = bounds is not None and bounds[0] < 0
    return (signed or unit_of(expression).startswith("-1..1")
            or expression.startswith(("slope(", "corr(", "rank_corr("))
            or _is_signed(_nodes(experiment).get(expression)))


def _is_signed(node: Any) -> bool:
    """Whether a measure is a difference, or an average of a column that may be negative."""
    if isinstance(node, Arithmetic):
        return node.mark == "-" and str(node.parts[0]) not in ("1", "100")  # 1 - share is what is left of a share
    if not isinstance(node, Term) or node.agg not in SIGNED_AVERAGES:
        return False
    known, name = dictionary(), str(node.what)
    column = known.get(name) or known.get(name.rpartition("_")[0])  # stance_rule: the column stance, on one issue
    return column is not None and column.low < 0


def _silent_unit(form: Form) -> Iterator[Slip]:
    """The default unit of `change` is percent and that of `contrast` is points, so a number should state its unit."""
    parameters = inspect.signature(KINDS[form.kind].function).parameters
    if "unit" not in parameters or "unit" in form.options:
        return
    number = next((name for name in ("by", "margin") if name in form.options), "")
    standard = parameters["unit"].default
    if number:
        yield Slip(form.label, f"{form.kind} has {number} = {form.options[number]:g} and no unit, and would take it as "
                               f"{standard}", f'unit = "{standard}", or the unit that is meant')
    elif form.kind in MARGINS:
        margin = parameters["margin"].default
        yield Slip(form.label, f"{form.kind} has no margin, and would take {margin:g} {standard}",
                   f'margin = {margin:g} and unit = "{standard}", or what is meant')


def _world_by_world(form: Form, experiment: Experiment) -> Iterator[Slip]:
    """Arms compared within single worlds: a share of worlds can hide a clear difference of means."""
    if form.kind == "level":
        node = form.data["values"][0][0]
        if isinstance(node, Operation) and node.mark in BETWEEN and len({
                cell.arm for cell in form.cells(experiment.layout)}) > 1:
            yield Slip(form.label, "level compares arms world by world, where the 75 % of worlds that it asks for can "
                                   "hide a clear interval", 'test = "change" with by and a unit')
    if form.kind == "worlds" and len({cell.arm for cell in form.cells(experiment.layout)}) > 1:
        yield Slip(form.label, "worlds compares arms world by world, where a share of 75 % can hide a clear interval",
                   'test = "all_of" with a test for each comparison')


def _unit(form: Form) -> str:
    standard = inspect.signature(KINDS[form.kind].function).parameters["unit"].default
    return str(form.options.get("unit", standard))


# --- measures --------------------------------------------------------------------------------------------------------
def _measures(experiment: Experiment) -> Iterator[Slip]:
    """Checks of the measures that tests read: windows and populations."""
    read = _read_as_numbers(experiment)
    nodes = _nodes(experiment)
    for name in experiment.described.measures:
        table = experiment.described.measure(name)
        node = nodes.get(table.expression)
        if node is None or name not in {*read, *_read_at_all(experiment)}:
            continue
        if name in read and any(_without_window(leaf) for leaf in _leaves(node)):
            yield Slip(f"measures.{name}", f"{table.expression} names no months, and as one number is the mean of the "
                       f"last 12", "a window such as last 12, 0..23 or +1..+12")
        if not table.leaves_out and any(_forgets(leaf) for leaf in _leaves(node)):
            yield Slip(f"measures.{name}", f"{table.expression} is over people alive in the country, and forgets the "
                       f"others of the group", 'everybody or "as of start" in its population, or leaves_out = '
                       '"whom, and why"')


def _nodes(experiment: Experiment) -> dict[str, Any]:
    """Every parsed question, by its text."""
    found: dict[str, Any] = {}
    events = {name for piece in experiment.pieces().values() for name in events_of(piece.regime)}
    for piece in experiment.pieces().values():
        if any(question.expression not in found for question in piece.questions):
            try:
                found |= asked_of([piece], [0], events).asked
            except UserError:  # `validate` reports it
                continue
    return found


def _leaves(node: Any) -> Iterator[Any]:
    if isinstance(node, Arithmetic):
        for part in node.parts:
            yield from _leaves(part)
    else:
        yield node


def _without_window(leaf: Any) -> bool:
    """Whether a term is a state averaged over a default window that the file does not name."""
    return isinstance(leaf, (Term, Series)) and leaf.when is None and not leaf.is_flow


def _forgets(leaf: Any) -> bool:
    """Whether a term averages an outcome of a named group only over its members who are still alive in the country."""
    if not isinstance(leaf, Term) or leaf.agg not in AVERAGES or leaf.who is None or leaf.who.units:
        return False
    words = leaf.who.choice.words()
    befalls = bool(BEFALLS.search(f"{leaf.what} {leaf.other or ''}"))
    return befalls and "group" in words and not words & REMEMBERS and leaf.who.as_of is None


def _read_as_numbers(experiment: Experiment) -> set[str]:
    """Measures that some judged test reads as one number per world."""
    found: set[str] = set()
    for form in experiment.forms.forms:
        if form.role != "show":
            for node, context, course in form.expressions():
                found |= set(_numbers(node, context, course))
    return found


def _read_at_all(experiment: Experiment) -> set[str]:
    return {name for form in experiment.forms.forms if form.role != "show" for node, _, _ in form.expressions()
            for name in measures_of(node)}


def _numbers(node: Node, context: Context, course: bool) -> Iterator[str]:
    if isinstance(node, Reference):
        if not course:
            yield node.measure
    elif isinstance(node, Operation):
        for place, part in enumerate(node.parts):
            inside = place < COURSES[node.mark][0] if node.mark in COURSES else course
            yield from _numbers(part, context, inside)


