"""Tests as a user writes them: a table of words and numbers, checked before any run, judged when the worlds have run.

    {test = "change", measure = "deaths", arm = "autonomy", direction = "fall", by = 20}
    {test = "level", values = "assent[control]", at = "above", x = 0.95}
    {test = "trend", measure = "error", arm = "penalty", over = "severity"}
    {test = "slope", x = "error[control]", y = "deaths[control] - deaths[autonomy]"}
    {word = "unchanged", measure = "stance", arm = "secret", share = true}

`measure` in `arm` against `against` (by default the control) is short for the two columns of a test; any column may be
written as an expression (references.py) instead. `given` sets factors or a dose; `over` names the dose that a curve
runs over. The other fields are the arguments of the test's function in `unanimity.verdicts`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from unanimity import verdicts as v
from unanimity.experiments.cells import Cell, Layout
from unanimity.experiments.form_bounds import check_numbers
from unanimity.experiments.form_kinds import (
    COLUMN,
    COURSE,
    CURVE,
    KINDS,
    LIST,
    STEPS,
    Kind,
)
from unanimity.experiments.judging import Form, Trial, judge
from unanimity.experiments.references import Context, Node, Reference, measures_of, needs, parse
from unanimity.support.errors import UserError, is_number, near_miss, refuse, unknown
from unanimity.verdicts import How

ROLES = ("main", "premise", "expect", "falsified_if", "rival_main", "rival", "rival_falsified_if", "show")
ALONE = ("main", "rival_main")  # one test each; a number points to one of the others
# fields about a test's place, not about the test itself
OWN = ("form", "word", "measure", "arm", "against", "given", "against_given", "between", "over", "reading", "says",
       "events", "only", "any", "all", "reason", "share", "pooled", "premise")
JOINED = {"any_of": ("any", "of which one is enough"), "all_of": ("all", "of which every one is needed")}
AGAINST = ("control", "other", "other_outcome", "other_trait")  # columns read in the arm `against`


class Forms:
    """Parses the tests of an experiment against its arms, doses, factors and measures."""

    def __init__(self, layout: Layout, counts_events: Callable[[str], bool] = lambda expression: False) -> None:
        self.layout, self.described, self.where = layout, layout.described, layout.where
        self.counts_events = counts_events
        self.months = layout.regime(layout.every(self.described.control)[0]).months - self.described.treated_at
        self.forms = [self.read(raw, role, label) for role in ROLES for label, raw in self._written(role)]

    def _written(self, role: str) -> list[tuple[str, Mapping[str, Any]]]:
        """The tests that the file lists under a role, each with its name for errors."""
        given = getattr(self.described, role, None)
        if role in ALONE:
            return [(role, given)] if isinstance(given, Mapping) else []
        return [(f"{role}[{number}]", raw) for number, raw in enumerate(given or [], start=1)]

    def needs(self) -> list[tuple[str, Cell, bool]]:
        """Every measure and cell that any test reads."""
        return list(dict.fromkeys(one for form in self.forms for node, context, course in form.expressions()
                                  for one in needs(node, context, self.layout, form.label, course)))

    # --- reading ---------------------------------------------------------------------------------------------------
    def slip(self, label: str, says: str) -> UserError:
        """The error that names file and form."""
        return UserError(f"{self.where}: {label}{says}")

    def read(self, raw: Mapping[str, Any], role: str, label: str) -> Form:
        """One test, or the error that says what is wrong with it."""
        if not isinstance(raw, Mapping):
            raise refuse(self.where, label, raw, "a table such as {test = \"sign\", measure = \"deaths\"}")
        raw = self._spelled_out(raw, label)
        kind = raw.get("form")
        if kind is not None and not isinstance(kind, str):
            raise refuse(self.where, f"{label}.test", kind, ", ".join([*KINDS, *JOINED, "not expressible"]))
        for word in ("says", "reading", "reason", "arm", "against", "word"):
            if not isinstance(raw.get(word, ""), str):
                raise refuse(self.where, f"{label}.{word}", raw[word], "a text")
        if not isinstance(raw.get("measure", ""), (str, int, float)):
            raise refuse(self.where, f"{label}.measure", raw["measure"], "a measure by name such as deaths[arm]")
        says, reading = str(raw.get("says", "")), str(raw.get("reading", ""))
        if kind == "not expressible":
            if not str(raw.get("reason", "")).strip():
                raise self.slip(label, ".reason is missing; allowed: why it cannot be said in the model's words.")
            return Form(role, label, "not expressible", says, reading, reason=str(raw["reason"]))
        if kind in JOINED:
            field, enough = JOINED[str(kind)]
            given = raw.get(field, [])
            if not isinstance(given, list) or not all(isinstance(part, Mapping) for part in given):
                raise refuse(self.where, f"{label}.{field}", given, "a list of tests")
            parts = [self.read({"reading": reading, **part}, role, f"{label}.{field}[{k}]")
                     for k, part in enumerate(given, start=1)]
            if not parts:
                raise self.slip(label, f".{field} is missing; allowed: a list of tests {enough}.")
            return Form(role, label, str(kind), says, reading, parts=tuple(parts), premise=raw.get("premise"))
        if kind not in KINDS:
            raise unknown(f"{self.where}: {label}", "test", kind, [*KINDS, *JOINED, "not expressible"])
        return self._tested(self._one(raw, role, label, KINDS[str(kind)], says, reading))

    def _spelled_out(self, raw: Mapping[str, Any], label: str) -> dict[str, Any]:
        """A vague word as the test that it stands for; options that the user gives take precedence."""
        if "word" not in raw:
            return dict(raw)
        try:
            meant = v.meaning(str(raw["word"]))
        except UserError as slip:
            raise self.slip(label, f": {slip}") from None
        number, unit = meant.number, meant.unit
        if not isinstance(raw.get("share", False), bool):
            raise refuse(self.where, f"{label}.share", raw["share"], "true or false")
        if raw.get("share") and meant.shares:
            number, unit = meant.shares
        filled: dict[str, Any] = {"form": meant.form}
        if meant.form in ("equal", "no_better", "not_worse"):
            filled |= {"margin": number, "unit": unit}
            filled |= {"better": meant.direction} if meant.form == "not_worse" else {}
        elif meant.form == "change":
            filled |= {"direction": meant.direction, "by": number, "unit": unit}
        elif meant.form in ("level", "assoc"):
            filled |= {"at": meant.direction, "x": number / 100 if unit == "percent" and number else number}
        mine = {name: value for name, value in raw.items() if name not in ("word", "share")}
        if meant.instead is not None and "measure" in raw:
            other = {**mine, "form": meant.instead.form, "at": meant.instead.direction, "x": meant.instead.number}
            return {"form": "any_of", "any": [{**filled, **mine}, other], "reading": raw.get("reading", "")}
        return {**filled, **mine}

    def _one(self, raw: dict[str, Any], role: str, label: str, kind: Kind, says: str, reading: str) -> Form:
        name = str(raw["form"])
        self._check_fields(name, kind, raw, label)
        arm, against = self._arms(raw, label)
        given, other = self._given(raw, "given", label), self._given(raw, "against_given", label)
        here = Context(arm, given)
        there = Context(against, {**given, **other})
        shapes = self._shapes(name, kind, raw)
        over, doses = self._over(name, raw, shapes, label)
        if "over" in raw and not over and raw["over"] not in ("worlds", "months"):
            raise refuse(self.where, f"{label}.over", raw["over"], f"nothing: the test {name} runs over no doses")
        if "measure" in raw and not any(datum not in raw and shape != LIST and datum not in kind.optional
                                        for datum, shape in shapes.items()):
            raise refuse(self.where, f"{label}.measure", raw["measure"],
                         f"nothing: the test {name} is told by {', '.join(shapes)}")
        data = {}
        for datum, shape in shapes.items():
            context = there if datum in AGAINST else here
            if name == "interact":
                context = self._between(raw, datum, here, there, label)
            pieces = self._pieces(raw, datum, shape, context, over, doses, label, kind)
            if pieces:
                data[datum] = pieces
        if not any(True for pieces in data.values() for node, _ in pieces for _ in measures_of(node)):
            raise self.slip(label, f": the test {name} reads no measure, so that nothing could change it; allowed: a "
                                   f"measure by name, such as {next(iter(self.described.measures))}.")
        options = self._options(name, kind, raw, label)
        for node, _ in (piece for pieces in data.values() for piece in pieces):
            if isinstance(node, Reference):
                check_numbers(name, options, self.described.measure(node.measure), f"{self.where}: {label}")
        pooled, premise = self._flags(raw, label)
        only = (self._parsed(raw["only"], f"{label}.only"), here) if "only" in raw else None
        events = () if KINDS[name].counts_events else self._events(raw, (here, there), label)
        form = Form(role, label, name, says or self._saying(raw, name, arm, against), reading, data,
                    {datum: shapes[datum] for datum in data}, options, over,
                    tuple(float(dose) for dose in doses) if KINDS[name].takes_doses or name == "convex" else (), only,
                    events, pooled=pooled, premise=premise)
        for node, context, course in form.expressions():
            list(needs(node, context, self.layout, label, course))  # refuses arms and values that do not exist
        return form

    def _check_fields(self, name: str, kind: Kind, raw: Mapping[str, Any], label: str) -> None:
        """Refuse a field that the test does not have."""
        known = [w for w in (*OWN, *kind.data, *kind.options)
                 if w not in ("any", "all", "reason", "word", "share") and (w != "between" or name == "interact")]
        for word in raw:
            if word not in known:
                raise self.slip(label, f": no field {word!r} in the test {name}.{near_miss(word, known)} Known here: "
                                       f"{', '.join(sorted(set(known)))}.")

    def _options(self, name: str, kind: Kind, raw: Mapping[str, Any], label: str) -> dict[str, Any]:
        """The options of the test's function that the user gives: words or numbers, or a pair of numbers."""
        options = {key: raw[key] for key in kind.options if key in raw}
        for key, value in options.items():
            pair = key == "within" and isinstance(value, list) and all(map(is_number, value))
            if not pair and not isinstance(value, (str, bool)) and not is_number(value):
                raise refuse(self.where, f"{label}.{key}", value, "a word or a number")
        if name == "shape" and isinstance(options.get("within"), list):
            options["within"] = tuple(options["within"])
        return options

    def _flags(self, raw: Mapping[str, Any], label: str) -> tuple[bool, bool | None]:
        """Whether pooled worlds are one replication, and whether the test is part of the premise, if it says so."""
        pooled, premise = raw.get("pooled", True), raw.get("premise")
        if not isinstance(pooled, bool):
            raise refuse(self.where, f"{label}.pooled", pooled, "true, or false: every world by itself")
        if premise is not None and not isinstance(premise, bool):
            raise refuse(self.where, f"{label}.premise", premise, "true or false: whether it says what must be there "
                                                                  "before the claim can be asked")
        return pooled, premise

    def _arms(self, raw: Mapping[str, Any], label: str) -> tuple[str, str]:
        arms = self.layout.arms
        standard = arms[1] if len(arms) == 2 and "arm" not in raw and "measure" in raw else self.described.control
        arm, against = str(raw.get("arm", standard)), str(raw.get("against", self.described.control))
        paired = "control" in KINDS[str(raw["form"])].data
        if paired and "measure" in raw and not {"arm", "treated"} & set(raw) and len(arms) != 2:
            raise self.slip(label, f".arm is missing; allowed: {', '.join(arms)}.")
        for field_name, name in (("arm", arm), ("against", against)):
            if name not in arms:
                raise unknown(f"{self.where}: {label}.{field_name}", "arm", name, arms)
        return arm, against

    def _given(self, raw: Mapping[str, Any], name: str, label: str) -> dict[str, Any]:
        found = raw.get(name, {})
        if not isinstance(found, Mapping):
            raise refuse(self.where, f"{label}.{name}", found, "{factor = value}")
        return dict(found)

    def _shapes(self, name: str, kind: Kind, raw: Mapping[str, Any]) -> dict[str, str]:
        """The kind of each argument; a slope or convexity test may run over worlds, months or doses."""
        over = raw.get("over", "")
        shapes = dict(kind.data)
        if name == "slope" and over == "months":
            return {key: COURSE for key in shapes if key != "held"}
        if name == "slope" and over in self.described.dimensions:
            return {key: CURVE for key in shapes if key != "held"}
        if name == "convex" and over == "worlds":
            return dict.fromkeys(shapes, COLUMN)
        return shapes

    def _over(self, name: str, raw: Mapping[str, Any], shapes: Mapping[str, str],
              label: str) -> tuple[str, list[Any]]:
        """The dose or factor that a curve runs over, and its values."""
        curved = CURVE in shapes.values() or (STEPS in shapes.values() and not isinstance(raw.get("values"), list))
        if not curved:
            return "", []
        dimensions, doses = self.described.dimensions, self.described.doses
        over = str(raw.get("over", doses.name if doses else ""))
        if not over:
            raise self.slip(label, f": the form {name} needs doses; allowed: a table [doses], or a factor named by "
                                   f"over{', or values as a list' if name == 'trend' else ''}.")
        if over not in dimensions:
            raise unknown(f"{self.where}: {label}.over", "dose or factor", over, dimensions)
        values = dimensions[over]
        if name != "trend" and not all(isinstance(value, (int, float)) for value in values):
            raise refuse(self.where, f"{label}.over", over, "a dose or factor whose values are numbers")
        return over, list(values)

    def _between(self, raw: Mapping[str, Any], datum: str, here: Context, there: Context, label: str) -> Context:
        """Interaction: the effect at one level of a factor minus that at another, `between = {factor = [one,
        other]}`."""
        context = there if datum.endswith("control") else here
        between = raw.get("between")
        if between is None:
            return context
        if not isinstance(between, Mapping) or len(between) != 1 or \
                not isinstance(levels := next(iter(between.values())), list) or len(levels) != 2:
            raise refuse(self.where, f"{label}.between", between, "{factor = [level, other level]}")
        (name, levels), = between.items()
        return context.at(name, levels[1] if datum.startswith("other") else levels[0])

    def _pieces(self, raw: Mapping[str, Any], datum: str, shape: str, context: Context, over: str, doses: list[Any],
                label: str, kind: Kind) -> tuple[tuple[Node, Context], ...]:
        text = raw.get(datum, raw.get("measure") if shape != LIST and datum not in kind.optional else None)
        if text is None and datum == "control":
            text = 0.0
        if text is None:
            if datum in kind.optional:
                return ()
            raise self.slip(label, f".{datum} is missing; allowed: an expression such as deaths[arm]"
                                   f"{', or measure' if shape != LIST else ''}.")
        if shape == LIST or (shape == STEPS and isinstance(text, list)):
            texts = text if isinstance(text, list) else [text]
            return tuple((self._parsed(one, f"{label}.{datum}[{k}]"), context) for k, one in enumerate(texts, start=1))
        node = self._parsed(text, f"{label}.{datum}")
        if shape in (CURVE, STEPS):
            return tuple((node, context.at(over, value)) for value in doses)
        return ((node, context),)

    def _parsed(self, text: Any, label: str) -> Node:
        return parse(text, self.described.measures, f"{self.where}: {label}")

    def _events(self, raw: Mapping[str, Any], contexts: tuple[Context, Context],
                label: str) -> tuple[tuple[Node, Context], ...]:
        """The count for the minimum-count rule: as given, or the measure itself if it counts events."""
        text, measure = raw.get("events"), raw.get("measure")
        if text is False:
            return ()
        if text is None and isinstance(measure, str) and measure in self.described.measures:
            text = measure if self.counts_events(self.described.measure(measure).expression) else None
        if text is None or "over" in raw or "values" in raw:
            return ()
        nodes = [self._parsed(one, f"{label}.events") for one in (text if isinstance(text, list) else [text])]
        return tuple((node, context) for node in nodes for context in contexts)

    def _in_words(self, measure: str) -> str:
        """The wording of a measure in its file; its name if the file has none."""
        return (self.described.measure(measure).says if measure in self.described.measures else "") or measure

    def _saying(self, raw: Mapping[str, Any], name: str, arm: str, against: str) -> str:
        if "measured" in raw:
            return f"{raw['measured']} at the dose of {raw.get('values', raw.get('measure'))}"
        if "measure" in raw:
            given = "".join(f", {key} {value}" for key, value in dict(raw.get("given", {})).items())
            alone = KINDS[name].of_one_arm
            return f"{self._in_words(str(raw['measure']))}, {arm}{given}" + (
                "" if alone or arm == against else f" against {against}")
        said = ("values", "true", "first", "y", "ranks", "treated", "outcome", "difference", "coefficients",
                "events")
        first = next((raw[key] for key in said if key in raw), name)
        return " | ".join(map(str, first)) if isinstance(first, list) else str(first)

    def _tested(self, form: Form) -> Form:
        """Try the test on meaningless numbers, so that errors in its options are reported before any run."""
        try:
            judge(form, self.layout, Trial(self.months), How(resamples=100))
        except (UserError, TypeError) as slip:
            says = str(slip).split("() ")[-1] if isinstance(slip, TypeError) else str(slip)
            raise self.slip(form.label, f": {says}") from None
        except (IndexError, ValueError, KeyError, AttributeError, ArithmeticError):
            says = f"the form {form.kind} cannot be judged on what it is given; allowed: measures by name"
            raise self.slip(form.label, f": {says}") from None
        return form
