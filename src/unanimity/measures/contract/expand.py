"""From names to what must be measured: a named measure is replaced by its form, population and time handed down."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from unanimity.measures import BY_NAME
from unanimity.measures.contract.declare import Contracted, Made
from unanimity.measures.declare import Measure
from unanimity.measures.grammar.parser import Reading, parse_measure
from unanimity.measures.grammar.syntax_tree import Arithmetic, Months, Named, Node, Number, Term, When, Who
from unanimity.measures.grammar.time_windows import parse_when
from unanimity.support.errors import UserError
from unanimity.world.selectors.parse import JOINTS, WORDS, Choice


@dataclass(frozen=True)
class Series:
    """A monthly measure at a place: 0 the country, else a province; `survey` if it is taken at chosen months only."""

    name: str
    place: int
    when: When | None
    survey: bool = False

    @property
    def is_flow(self) -> bool:
        """Whether it is summed over its months."""
        return self.name in BY_NAME and BY_NAME[self.name].is_flow


@dataclass(frozen=True)
class Making:
    """A made measure with the numbers, population and time that it was given."""

    name: str
    made: Made
    numbers: tuple[float, ...]
    who: Who | None
    when: When | None


def names_of(contract: Mapping[str, Contracted], surveys: Collection[str],
             monthly: Mapping[str, Measure] = BY_NAME) -> dict[str, int]:
    """Every name of a measure, with how many numbers it takes."""
    return {**dict.fromkeys(monthly, 0), **dict.fromkeys(surveys, 0),
            **{name: len(one.numbers) for name, one in contract.items()}}


class Expander:
    """Replaces names by their forms."""

    def __init__(self, reading: Reading, contract: Mapping[str, Contracted], surveys: Collection[str],
                 label: str = "measure", monthly: Mapping[str, Measure] = BY_NAME) -> None:
        self.reading, self.contract, self.surveys, self.label = reading, contract, surveys, label
        self.monthly = monthly
        self.inside: list[str] = []

    def expand(self, node: Node, who: Who | None = None, when: When | None = None) -> object:
        """The expression with leaves that can be measured; `who` and `when` are handed down."""
        if isinstance(node, Number):
            return node
        if isinstance(node, Arithmetic):
            return Arithmetic(node.mark, tuple(self.expand(part, who, when) for part in node.parts))  # type: ignore[misc]
        if isinstance(node, Months):
            return replace(node, when=node.when or when)
        if isinstance(node, Term):
            return replace(node, who=both(node.who, who), when=node.when or when)
        return self.named(replace(node, who=both(node.who, who) if node.who or who else None, when=node.when or when))

    def named(self, node: Named) -> object:
        """What a name stands for: a monthly measure, a survey, a made one, or its form."""
        place = self.place(node.who)
        if place and node.name in self.monthly and self.monthly[node.name].agg == "country":
            if not self.monthly[node.name].elsewhere:
                raise UserError(f"{self.label}: {node} is a number of the whole country; allowed: {node.name}.")
            place = None
        if node.name in self.surveys or (node.name in self.monthly and place is not None):
            if place is None:
                raise UserError(f"{self.label}: {node} is taken of a place; allowed: {node.name}, "
                                f"{node.name}(province(1)).")
            return Series(node.name, place, node.when, node.name in self.surveys)
        if node.name in self.monthly:
            if not self.monthly[node.name].elsewhere:
                raise UserError(f"{self.label}: {node} is not collected for that population; allowed: {node.name}, "
                                f"{node.name}(province(1)), or an expression such as mean(fear, {node.who}).")
            return self.form(node.name, self.monthly[node.name].elsewhere, node)
        one = self.contract[node.name]
        if one.when and node.when is None:
            node = replace(node, when=parse_when(one.when, (), self.label))
        if isinstance(one.form, Made):
            return Making(node.name, one.form, node.numbers, node.who, node.when)
        return self.form(node.name, one.form, node)

    def form(self, name: str, form: str, node: Named) -> object:
        """The form of a name, with its numbers and its population put in."""
        if name in self.inside:
            raise UserError(f"{self.label}: the measure {name!r} is made of itself.")
        text, who = form, node.who
        for place, number in enumerate(node.numbers, start=1):
            text = text.replace(f"#{place}", f"{number:g}")
        if "@" in text:
            if who is None:
                raise UserError(f"{self.label}: {name} needs a population; allowed: {name}(WHO, when), such as "
                                f"{name}(members).")
            text, who = text.replace("@", str(who)), None
        self.inside.append(name)
        found = self.expand(parse_measure(text, self.reading, f"{self.label}: {name}"), who, node.when)
        self.inside.pop()
        return found

    def place(self, who: Who | None) -> int | None:
        """The country (0) or a province, if that is all that a population says."""
        if who is None or who == Who(Choice("all")):
            return 0
        if who.units or who.as_of or who.also:
            return None
        if who.choice.word in ("province", "provinces") and len(who.choice.arguments) == 1:
            return int(who.choice.arguments[0])
        return None


def both(own: Who | None, given: Who | None) -> Who | None:
    """Those who belong to both populations."""
    if own is None or given is None:
        return own or given
    if own.units and not given.units and all(WORDS[w].place for w in given.choice.words() - set(JOINTS)):
        given = replace(given, units=True)  # a place names its units as well as its people
    if own.as_of == given.as_of and own.units == given.units and not own.also and not given.also:
        one, two = (who.written or str(who.choice) for who in (own, given))
        return Who(Choice("and", (own.choice, given.choice)), own.units, own.as_of, written=f"({one}) and ({two})")
    if own.units != given.units:
        raise UserError(f"measure: who = {given} does not go with {own}; allowed: both of people, or both of units.")
    return replace(own, also=both(own.also, given))
