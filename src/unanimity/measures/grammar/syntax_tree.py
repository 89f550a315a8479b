"""The nodes of a measure's expression: frozen values that print in the original syntax."""

from __future__ import annotations

from dataclasses import dataclass, field

from unanimity.world.selectors.parse import Choice

# --- when ---------------------------------------------------------------------------------------------------------
START, END = "start", "end"


@dataclass(frozen=True)
class Point:
    """A month counted from month 0 (anchor ''), from the treatment month, from an event, or back from the end."""

    number: int
    anchor: str = ""

    def __str__(self) -> str:
        if not self.anchor:
            return str(self.number)
        if self.anchor == END:
            return END
        return START if self.anchor == START and self.number == 0 else f"{self.number:+d}"


@dataclass(frozen=True)
class Span:
    """All months from one to another, inclusive; `of` is the event from which relative months are counted."""

    first: Point
    last: Point

    def __str__(self) -> str:
        event = next((p.anchor for p in (self.first, self.last) if p.anchor not in ("", START, END)), "")
        text = str(self.first) if self.first == self.last else f"{self.first}..{self.last}"
        return f"{text} of {event}" if event else text


@dataclass(frozen=True)
class Last:
    """The last n months of the run."""

    months: int

    def __str__(self) -> str:
        return f"last {self.months}"


@dataclass(frozen=True)
class Season:
    """Months 9-2 of each year, or of the number-th season that begins at or after the treatment."""

    number: int = 0

    def __str__(self) -> str:
        return f"season {self.number}" if self.number else "season"


@dataclass(frozen=True)
class Quiet:
    """Months in which the threat is below .1."""

    def __str__(self) -> str:
        return "quiet"


@dataclass(frozen=True)
class When:
    """Months that lie in every one of the parts."""

    parts: tuple[Span | Last | Season | Quiet, ...]

    def __str__(self) -> str:
        return " and ".join(map(str, self.parts))


HEAD = Point(-1, START)  # the start of the treatment month, i.e. the end of the month before

# --- who ----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Who:
    """A selector of people (or units), evaluated each month, or once at the end of a month."""

    choice: Choice
    units: bool = False
    as_of: Point | None = None
    also: Who | None = None  # a second population to which they must belong, evaluated at its own time
    written: str = field(default="", compare=False, repr=False)  # the selector as the user wrote it

    def __str__(self) -> str:
        text = self.written or str(self.choice)
        text = f"{'units ' if self.units else ''}{text}"
        if self.as_of is not None:
            text += f" as of {START if self.as_of == HEAD else self.as_of}"
        return f"{text}, of {self.also}" if self.also else text


# --- what ---------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Variable:
    """A number of each person (or unit): a column, a derived number, a number of the country, or a parameter."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Constant:
    """A number, or the code behind a word."""

    value: float
    word: str = ""

    def __str__(self) -> str:
        return self.word or f"{self.value:g}"


@dataclass(frozen=True)
class Operation:
    """Arithmetic, a comparison or a logical operator on numbers of each person."""

    mark: str
    parts: tuple[Value, ...]

    def __str__(self) -> str:
        if self.mark in FUNCTIONS:
            return f"{self.mark}({', '.join(map(str, self.parts))})"
        if len(self.parts) == 1:
            return f"{self.mark} {self.parts[0]}" if self.mark == "not" else f"{self.mark}{self.parts[0]}"
        return f"({f' {self.mark} '.join(map(str, self.parts))})"


@dataclass(frozen=True)
class Meant:
    """1 for a person (or unit) whom a selector selects at that moment, else 0."""

    choice: Choice
    written: str = field(default="", compare=False, repr=False)

    def __str__(self) -> str:
        return f"is({self.written or self.choice})"


@dataclass(frozen=True)
class InForce:
    """The lever in force where a person lives, or at a unit."""

    name: str

    def __str__(self) -> str:
        return f"lever({self.name})"


@dataclass(frozen=True)
class Slot:
    """A number of one seat at the centre (1 is the leader's) or of one faction, by its number or name."""

    name: str
    which: int | str

    def __str__(self) -> str:
        return f"at({self.name}, {self.which})"


Value = Variable | Constant | Operation | Meant | InForce | Slot
FUNCTIONS = {"abs": 1, "log": 1, "max": 0, "min": 0, "known": 1, "otherwise": 2}  # out of how many; 0: one or more


@dataclass(frozen=True)
class Test:
    """A condition on a row of the log."""

    field: str
    mark: str
    value: float
    word: str = ""
    __test__ = False  # not a pytest class

    def __str__(self) -> str:
        if self.mark in ("is", "is not"):
            return self.field if self.mark == "is" else f"not {self.field}"
        shown = self.word or f"{self.value:g}"
        return f"{self.field} {shown}" if self.mark == "==" else f"{self.field} {self.mark} {shown}"


@dataclass(frozen=True)
class Rows:
    """Rows of the case log: an event ('any' for all), conditions, and the field that is aggregated.

    `beside` is a second field of the same rows (corr, slope). `only` keeps each person's first or last row of the run.
    `then` are rows of another step of the same person: the time between them (joint `to`), or which came first
    (`before`).
    """

    event: str
    tests: tuple[Test, ...] = ()
    field: str = ""
    beside: str = ""
    joined: str = ""  # how the two fields are joined: with, on
    only: str = ""  # first, last
    joint: str = ""  # to, before
    then: Rows | None = None

    def __str__(self) -> str:
        field = f"{self.field} {self.joined} {self.beside}" if self.beside else self.field
        text = [*([f"{field} of"] if field else []), "log", *([self.only] if self.only else []), self.event,
                *map(str, self.tests)]
        return " ".join([*text, *([self.joint, str(self.then)] if self.then is not None else [])])


# --- the expression -----------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Number:
    """A number."""

    value: float

    def __str__(self) -> str:
        return f"{self.value:g}"


@dataclass(frozen=True)
class Arithmetic:
    """Terms joined by + - * /, or a function of terms."""

    mark: str
    parts: tuple[Node, ...]

    def __str__(self) -> str:
        if self.mark in FUNCTIONS:
            return f"{self.mark}({', '.join(map(str, self.parts))})"
        if len(self.parts) == 1:
            return f"{self.mark}{self.parts[0]}"
        return f"({f' {self.mark} '.join(map(str, self.parts))})"


@dataclass(frozen=True)
class Months:
    """The number of months in a window."""

    when: When | None = None

    def __str__(self) -> str:
        return f"months({self.when or ''})"


@dataclass(frozen=True)
class Term:
    """agg(what, who, when)."""

    agg: str
    what: Value | Rows
    other: Value | None = None  # corr, rank_corr: with; slope: on
    level: float | None = None  # of a quantile
    who: Who | None = None
    when: When | None = None

    def __str__(self) -> str:
        what = str(self.what)
        what = what[1:-1] if isinstance(self.what, Operation) and what.startswith("(") else what
        if self.other is not None:
            what = f"{what} {'on' if self.agg == 'slope' else 'with'} {self.other}"
        if self.level is not None:
            what = f"{self.level:g} of {what}"
        return f"{self.agg}({', '.join([what, *(str(x) for x in (self.who, self.when) if x is not None)])})"

    @property
    def is_flow(self) -> bool:
        """Whether it is summed over its months (rather than averaged)."""
        return isinstance(self.what, Rows) or self.agg == "sum"


@dataclass(frozen=True)
class Named:
    """A measure by name, at a place or over a population, in a window."""

    name: str
    numbers: tuple[float, ...] = ()
    who: Who | None = None
    when: When | None = None

    def __str__(self) -> str:
        given = [*(f"{n:g}" for n in self.numbers), *(str(x) for x in (self.who, self.when) if x is not None)]
        return f"{self.name}({', '.join(given)})" if given else self.name


Node = Number | Arithmetic | Months | Term | Named
