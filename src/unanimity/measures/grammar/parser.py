"""Parses an expression: terms `agg(what, who, when)` and named measures, joined by + - * / and a few functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from unanimity.measures.grammar.evaluate import DERIVED_HERE, OF_UNITS
from unanimity.measures.grammar.quantities import RowsReader, ValueReader
from unanimity.measures.grammar.syntax_tree import (
    END,
    FUNCTIONS,
    HEAD,
    START,
    Arithmetic,
    InForce,
    Meant,
    Months,
    Named,
    Node,
    Number,
    Point,
    Rows,
    Slot,
    Term,
    Value,
    When,
    Who,
)
from unanimity.measures.grammar.time_windows import WhenReader
from unanimity.measures.grammar.vocabulary import (
    AGGREGATES,
    EXPOSED,
    OF_ROWS,
    OF_STATE,
    OF_STEPS,
    TWO_SIDED,
    WITHOUT_FIELD,
)
from unanimity.support.calendar import with_months
from unanimity.support.errors import near_miss, refuse
from unanimity.support.expressions import ARITHMETIC, NUMBER, SIGN, WORD, Language, Reader, left_to_right
from unanimity.support.former_names import current
from unanimity.world.columns import DIMENSIONS
from unanimity.world.levers import BY_NAME as LEVERS
from unanimity.world.selectors.parse import Choice, Known, Selector


@dataclass(frozen=True)
class Reading:
    """The context of an expression: the regime's names, events and parameters, and measures by name."""

    known: Known
    events: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()
    names: Mapping[str, int] = field(default_factory=dict)  # named measures, with the number of arguments each takes
    start: str = ""  # the calendar month of month 0, which allows dates in windows

    def variables(self, units: bool) -> list[str]:
        """Names of a person's (or unit's) numbers, and of the country's."""
        tables = ("unit", "world") if units else ("world",)
        found = [*(name for name in DERIVED_HERE if units or name not in OF_UNITS), *self.parameters]
        for column in self.known.columns.values():
            if column.table in tables:
                found.append(column.name)
                found += [f"{column.name}_{mark}" for mark in DIMENSIONS.get(column.per, ())]
        return found if units else [*self.known.variables, *found]

    @property
    def ranges(self) -> dict[str, tuple[float, float]]:
        """The range of a column, as a measure reads it."""
        found = {}
        for column in self.known.columns.values():
            span = (column.low, column.high)
            found[column.name] = span
            found |= {f"{column.name}_{mark}": span for mark in DIMENSIONS.get(column.per, ())}
        return found


def parse_measure(text: object, reading: Reading, label: str = "measure") -> Node:
    """Parse a measure and check it against the names of the regime.

    >>> from unanimity.world.columns import dictionary
    >>> str(parse_measure("share(voice == dissent, members, last 6) / 2", Reading(Known(8, 32, 128, dictionary()))))
    '(share(voice == dissent, members, last 6) / 2)'
    """
    if not isinstance(text, str) or not text.strip():
        raise refuse("", label, text, "an expression such as 'mean(fear, members, last 12)'")
    return MeasureReader(with_months(text, reading.start), label, reading).whole()


class MeasureReader(Reader[Node]):
    """The language of measures: terms agg(what, who, when), names, numbers and functions, joined by + - * /."""

    language = Language(joints=ARITHMETIC, signs={"-": SIGN}, more="+ - * /, or nothing more")

    def __init__(self, text: str, label: str, reading: Reading) -> None:
        super().__init__(text, label)
        self.reading = reading

    def joined(self, marks: Sequence[str], parts: Sequence[Node]) -> Node:
        """Combine the parts from the left, two at a time."""
        return left_to_right(Arithmetic, marks, parts)

    def signed(self, mark: str, part: Node) -> Node:
        """Minus."""
        return Arithmetic(mark, (part,))

    def one(self) -> Node:
        """A number, a function, a term, or a measure by its name."""
        token = self.peek()
        if token.kind == NUMBER:
            return Number(self.number())
        if token.kind != WORD:
            raise self.missing("a term", "agg(what, who, when), a measure's name, or a number")
        word, start = current(self.take().text), token.start
        called = bool(self.took("("))
        if word in FUNCTIONS and called:
            parts = tuple(self.listed(self.expression))
            if FUNCTIONS[word] not in (0, len(parts)):
                raise self.slip(f"{word} of {len(parts)}", f"{word} of {FUNCTIONS[word]}", at=start)
            return Arithmetic(word, parts)
        given = [_Argument(self, *span) for span in self.arguments()] if called else []
        if word == "months":
            return Months(given[0].times() if given else None)
        if word in AGGREGATES and called:
            return self.term(word, given, start)
        if word in self.reading.names:
            return self.named(word, given, start)
        names = [*self.reading.names, *AGGREGATES]
        raise self.slip(f"no measure or aggregate {word!r}", f"the aggregates {', '.join(AGGREGATES)}, or a name from "
                        f"'unanimity measures list'", near_miss(word, names), at=start)

    def named(self, name: str, given: list[_Argument], start: int) -> Node:
        """A measure by its name: its numbers, then who and when."""
        wanted = self.reading.names[name]
        numbers = [one.number() for one in given[:wanted]]
        if len(numbers) < wanted or None in numbers:
            raise self.slip(f"{name}({', '.join(one.text for one in given)})",
                            f"{name}({', '.join(['a number'] * wanted)}, who, when)", at=start)
        who, when = self.who_and_when(name, given[wanted:])
        return Named(name, tuple(n for n in numbers if n is not None), who, when)

    def term(self, agg: str, given: list[_Argument], start: int) -> Node:
        """agg(what, who, when)."""
        if not given or not given[0].text:
            raise self.slip(f"{agg}() says nothing of what", f"{agg}(what, who, when)", at=start)
        who, when = self.who_and_when(agg, given[1:])
        what, level = given[0], None
        if agg == "quantile":
            level, what = self.level(what)
        rows = RowsReader(self.text, self.label, what.start, what.end)
        if rows.is_about_rows():
            return self.term_of_rows(agg, what, rows.whole(), level, who, when)
        if agg not in OF_STATE:
            raise self.slip(f"{agg}({what.text})", f"{agg}(log EVENT, who, when): it counts rows of the log", at=start)
        reader = what.values(who is not None and who.units)
        value, other = reader.value(), None
        if agg in TWO_SIDED:
            if not reader.took(TWO_SIDED[agg]):
                raise self.slip(f"{agg}({what.text})", f"{agg}(x {TWO_SIDED[agg]} y, who, when)", at=start)
            other = reader.value()
        reader.finish()
        return Term(agg, value, other, level, who, when)

    def level(self, what: _Argument) -> tuple[float, _Argument]:
        """The level of a quantile, and the text after it."""
        reader = Reader[Node](self.text, self.label, what.start, what.end)
        level = reader.number() if reader.peek().kind == NUMBER else -1.0
        if not 0.0 <= level <= 1.0 or not reader.took("of"):
            raise self.slip(f"quantile({what.text})", "quantile(.9 of what, who, when), with a level 0..1",
                            at=what.start)
        return level, _Argument(self, reader.peek_start(), what.end)

    def term_of_rows(self, agg: str, what: _Argument, rows: Rows, level: float | None, who: Who | None,
                     when: When | None) -> Node:
        """A term of rows of the log."""
        if agg not in OF_ROWS:
            raise self.slip(f"{agg}({what.text})", f"of rows of the log: {', '.join(OF_ROWS)}", at=what.start)
        if rows.then is not None:
            may = OF_STEPS[rows.joint]
            if agg not in may:
                raise self.slip(f"{agg}({what.text})", f"of two steps joined by {rows.joint}: {', '.join(may)}",
                                at=what.start)
        elif agg in TWO_SIDED:
            if not rows.beside or rows.joined != TWO_SIDED[agg]:
                raise self.slip(f"{agg}({what.text})", f"{agg}(FIELD {TWO_SIDED[agg]} FIELD of log EVENT)",
                                at=what.start)
        elif rows.beside or (agg not in WITHOUT_FIELD) != bool(rows.field):
            raise self.slip(f"{agg}({what.text})", f"{agg}(log EVENT)" if rows.field and agg in WITHOUT_FIELD
                            else f"{agg}(FIELD of log EVENT)", at=what.start)
        if rows.only and agg in EXPOSED:
            raise self.slip(f"{agg}({what.text})", f"{agg}(log EVENT): who is at risk of a first one is not counted",
                            at=what.start)
        if who is not None and who.units:
            raise self.slip(f"{agg}({what.text}, {who})", "people: the log is about persons", at=what.start)
        return Term(agg, rows, None, level, who, when)

    def who_and_when(self, name: str, given: list[_Argument]) -> tuple[Who | None, When | None]:
        """The population and the time, in either order, each at most once."""
        who, when = None, None
        for one in given:
            if not one.text:
                raise self.slip(f"{name}( has an empty argument", f"{name}(what, who, when)", at=one.start)
            if one.is_time():
                if when is not None:
                    raise self.slip(f"{name}( has two times", "one", at=one.start)
                when = one.times()
            elif who is not None:
                raise self.slip(f"{name}( has two populations, {str(who)!r} and {one.text!r}",
                                "one, joined by and, or, not; or a time such as last 12", at=one.start)
            else:
                who = one.people()
        return who, when


class Outline(Reader[None]):
    """A measure's text, analysed without knowing its names."""

    language = MeasureReader.language


class _Argument:
    """A part of a measure's text, parsed in the language it turns out to be written in."""

    def __init__(self, of: MeasureReader, start: int, end: int) -> None:
        self.of, self.start, self.end, self.text = of, start, end, of.text[start:end]

    def is_time(self) -> bool:
        """Whether it denotes months."""
        return self._times().is_time()

    def times(self) -> When:
        """Parse it as a time."""
        return self._times().whole()

    def _times(self) -> WhenReader:
        return WhenReader(self.of.text, self.of.label, self.of.reading.events, self.start, self.end)

    def number(self) -> float | None:
        """Parse it as one number; None if it is something else."""
        reader = MeasureReader(self.of.text, self.of.label, self.of.reading)
        reader.at, reader.end = self.start, self.end
        if reader.peek(1 if reader.peek().text == "-" else 0).kind != NUMBER:
            return None
        found = reader.number()
        return found if reader.done() else None

    def values(self, units: bool) -> ValueReader:
        """Parse it as a number of each person (or unit)."""
        calls = {"is": lambda reader: self.meant(reader, units), "lever": self.in_force, "at": self.slot}
        known = self.of.reading.variables(units)
        return ValueReader(self.of.text, self.of.label, known, calls, self.start, self.end, self.of.reading.ranges)

    def meant(self, reader: ValueReader, units: bool) -> Value:
        """is(SELECTOR)."""
        start = reader.peek_start()
        choice = reader.within(Selector(self.of.text, self.of.label, self.of.reading.known, units, start, self.end))
        return Meant(choice, self.of.text[start:reader.at])

    def in_force(self, reader: ValueReader) -> Value:
        """lever(NAME)."""
        name = reader.peek().text
        if name not in LEVERS:
            raise reader.stranger("lever", name, LEVERS, "unanimity regimes show law lists them")
        return InForce(reader.take().text)

    def slot(self, reader: ValueReader) -> Value:
        """at(NAME, k or a faction's name)."""
        known, factions = self.of.reading.known.columns, self.of.reading.known.factions
        slots = [c.name for c in known.values() if c.table in ("seat", "faction") and not c.per and not c.is_reference]
        start, name = reader.peek_start(), reader.peek().text
        if name not in slots:
            raise reader.stranger("number of a chair or a faction", name, slots)
        reader.take()
        selector = Selector(self.of.text, self.of.label, self.of.reading.known, start=reader.at, end=self.end)
        which = selector.take() if selector.took(",") else None  # a faction's name is written as in a selector
        reader.at = selector.at
        if which is not None and which.kind == NUMBER and which.text.isdigit() and int(which.text) > 0:
            return Slot(name, int(which.text))
        if which is None or known[name].table != "faction" or which.bare not in factions:
            named = ", ".join(factions)
            raise reader.slip(f"at({self.of.text[start:reader.at]})", f"at({name}, k), with k from 1 (the leader's "
                              f"chair) up, or of a faction its name{': ' + named if named else ''}", at=start)
        return Slot(name, which.bare)

    def people(self) -> Who:
        """Parse it as a population: [units] SELECTOR [as of MONTH]."""
        reader = Selector(self.of.text, self.of.label, self.of.reading.known, False, self.start, self.end)
        units = reader.place = bool(reader.took("units"))
        start = reader.peek_start()
        if (units and (reader.done() or reader.peek().text == "as")) or reader.took("country"):
            choice, written = Choice("all"), "all"
        else:
            choice = reader.expression()
            written = self.of.text[start:reader.at]
        as_of = None
        if reader.took("as"):
            reader.took("of")
            as_of = self.point(reader)
        reader.finish()
        return Who(choice, units, as_of, written=written)

    def point(self, reader: Selector) -> Point:
        """A month, +k, start or end."""
        start = reader.peek_start()
        text = self.of.text[start:self.end].strip()
        reader.at = reader.end
        if text.removeprefix("+").removeprefix("-").isdigit():
            return Point(int(text), START if text.startswith("+") else "")
        if text in (START, END):
            return HEAD if text == START else Point(0, END)
        raise reader.slip(f"as of {text}", "a month (11), +k, start (the head of the treatment month), end", at=start)
