"""Loops over units and factions, the rules of the country, and the measures of units and of the country."""

from __future__ import annotations

from typing import Any

from unanimity.engine.argument_lookup import SPOTS, Names, Scope, Spot
from unanimity.engine.lower_people import is_lazy, lazy_draws, shared_draw, stores
from unanimity.engine.lower_rows import added, cleared, table_value
from unanimity.engine.plan import Pass, Plan, Step, bare
from unanimity.engine.tree import Block, Fold, For, If, Let, Source, Store, finish, lets
from unanimity.measures.declare import Measure
from unanimity.world.rule import Each, Total
from unanimity.world.tables import NAMES as TABLES
from unanimity.world.tables import SO_FAR, takes_tables

RANGES = {
    "cell": "range(low, high)",
    "unit above cells": "range(cells, units)",
    "unit": "range(0, units)",
    "unit from the top": "range(units - 1, -1, -1)",
    "district": "range(cells, parent[cells - 1] + 1)",
    "province": "range(child_first[units - 1], child_last[units - 1])",
    "centre": "range(units - 1, units)",
}
OF_COUNTRY = {**SPOTS, "country": Spot("world", "w")}
AT_THE_TOP: Block = [Let("u", "units - 1"), Let("unit", "u_base + u")]


class OfUnit(Names):
    """Names of a unit's rule; `before` gathers what must stand ahead of its call."""

    prefixes = (*Names.prefixes, "secretary", "chief")

    def __init__(self, step: Step, scope: Scope, at: int = 0, before: Block | None = None) -> None:
        super().__init__(step, scope, at)
        self.before = [] if before is None else before

    def special(self, name: str) -> str | None:
        """Luck, tables, the unit's number and place, and sums over the units below."""
        scope, rule = self.scope, self.step.rule
        if name in ("luck", "luck_2"):
            return self.luck(name)
        if name.startswith("children_"):
            return self.below(name)
        if name in TABLES and takes_tables(rule.function):
            return table_value(name, self.step, scope, rule.function)
        known = {"is_centre": "u == units - 1", "u": "u", "rank": "unit_rank[u]"}
        return str(self.at) if name == rule.per else known.get(name)

    def luck(self, name: str) -> str:
        """A draw of the unit, four neighbours from one call of the generator."""
        stream = self.step.rule.stream + (name == "luck_2")
        if not is_lazy(self.step, name):
            self.before += shared_draw(stream, self.scope, "u")
        return f"luck_{stream}"

    def below(self, name: str) -> str | None:
        """The sum of a column over the units below."""
        found = self.column(bare(name), "unit")
        if found is None:
            return None
        self.before += [Let(name, "0.0"), For("below", "range(u_base + child_first[u], u_base + child_last[u])",
                                              [Fold(name, self.scope.number_at(*found, "below"))])]
        return name


class OfCountry(OfUnit):
    """Names of a country's rule, which is called once, with the centre as the unit at hand. The country's columns are
    read anew for each rule, since the rule before it may have written them."""

    spots = OF_COUNTRY
    nearest = ("country", "unit")

    def special(self, name: str) -> str | None:
        """Numbers of the month that no column keeps."""
        return f"{name}[w]" if name.startswith(SO_FAR) else super().special(name)

    def luck(self, name: str) -> str:
        """A draw of the country."""
        return f"uniform(seeds[w], {self.step.rule.stream + (name == 'luck_2')}, 0, month)"


def unit_pass(name: str, pass_: Pass, plan: Plan) -> Source:
    """One loop over units, in the order for which the rule asks; or the country's rules, one after the other."""
    scope, of_country = Scope(plan), pass_.kind == "world"
    names, place = (OfCountry, "w") if of_country else (OfUnit, "unit")
    body: Block = []
    afresh: Block = []
    for step in pass_.steps:
        for at in range(plan.width(step.rule.per)):
            scope.once_a_unit = {}
            before: Block = []
            call = scope.call(step.label, step.rule.function, names(step, scope, at, before).number)
            drawn = lazy_draws(step, scope, "u", names(step, scope, at).number)
            body += [*lets(scope.once_a_unit), *before, *drawn]
            if isinstance(step.rule, Total):  # also if `when_off` names it, it rests while its mechanism is off
                zero, runs = cleared(step.rule, RANGES[step.rule.order]), scope.runs(step)
                afresh += [If(runs, zero)] if zero else []
                body += [If(runs, added(step.rule, scope, call))]
            else:
                body += scope.when_it_runs(step, *stores(step, scope, at, call, place))
    loop = For("u", RANGES.get(pass_.order, ""), [Let("unit", "u_base + u"), *body])
    block = [*AT_THE_TOP, *body] if of_country else [*afresh, loop]
    return finish(name, scope, block, pass_.splits, pass_.label)


# --- measures of units and of the country -----------------------------------------------------------------------------
def places_pass(plan: Plan, measures: tuple[Measure, ...], rows: dict[str, int]) -> Source:
    """The measures of every unit: of a population of units, read at a place, and of the country."""
    scope = Scope(plan)
    step = Step(plan.mechanisms[0], Each(measures[0].function, domain="unit"))
    body: Block = []
    before: Block

    def call(name: str, function: Any, before: Block) -> str:
        return scope.call(name, function, OfUnit(step, scope, 0, before).number)

    for population in dict.fromkeys(m.population for m in measures if m.table == "unit"):
        own = [m for m in measures if m.table == "unit" and m.population == population]
        here: Block = [Store(f"tally[unit, {rows['over ' + population]}]", "1.0 if counts else 0.0")]
        for m in own:
            value = call(f"measure_{m.name}", m.function, here)
            here.append(Store(f"tally[unit, {rows[m.name]}]", f"{value} if counts else 0.0"))
        counts = call(f"over_{population}", own[0].over, body)
        body += [Let("counts", counts), *here]
    for m in (m for m in measures if m.agg == "place"):
        value = call(f"measure_{m.name}", m.function, body)
        body.append(Store(f"tally[unit, {rows[m.name]}]", value))
    units = For("u", "range(units)", [Let("unit", "u_base + u"), *lets(scope.once_a_unit), *body])
    block: Block = [units] if body else []
    for m in (m for m in measures if m.agg == "country"):
        scope.once_a_unit, before = {}, []
        country = Step(plan.mechanisms[0], Each(m.function, domain="country"))
        value = scope.call(f"measure_{m.name}", m.function, OfCountry(country, scope, 0, before).number)
        block += [*AT_THE_TOP, *lets(scope.once_a_unit), *before, Let("value", value),
                  For("u", "range(units)", [Store(f"tally[u_base + u, {rows[m.name]}]", "value")])]
    return finish("tally_places", scope, block, False, "measures of units and of the country")
