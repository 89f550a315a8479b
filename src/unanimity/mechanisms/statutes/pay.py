"""Pay: what a post may bring. Runs in organisations with a statute.

A cap on pay makes office less attractive to careerists; people resent what others are paid for their posts, even when
they are not hungry.

    privileges' = min(privileges, (ratio - 1)/20) where pay_ratio > 0                       # 5 to 1 is .2
    grievance'  = [grievance + rs*privileges*(1 - [office])*(1 - grievance)]
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.world.codes import NO_OFFICE
from unanimity.world.formula import clip, formula
from unanimity.world.rules import AT_LIBERTY, Mechanism, each, procedure
from unanimity.world.spans import Span


@procedure("country", writes="levers")
def cap_pay(tree, levers):
    """The cap on pay ratios applies to every unit."""
    for unit in range(tree.units):
        levers.privileges[unit] = capped(levers.privileges[unit], levers.pay_ratio[unit])


@formula
def capped(privileges, ratio):
    """Privileges as the cap on pay leaves them."""
    return min(privileges, max(ratio - 1.0, 0.0) / RATIO_OF_ALL) if ratio > 0.0 else privileges


@each("person", writes="grievance", who=AT_LIBERTY)
def resent(grievance, office, privileges, p):
    """People without office resent that others are paid for theirs."""
    return grievance if office > NO_OFFICE else clip(grievance + p.resent * privileges * (1.0 - grievance))


class Pay(NamedTuple):
    """What pay ratios do to people without a post."""

    resent: Annotated[float, Span(
        "grievance that full privileges give in a month to who has none", 0, 0.2, "assumed: small against hunger",
        unit="a month", symbol="rs")] = 0.01


RATIO_OF_ALL = 20.0  # a ratio of 21 to 1 means privileges of 1
MECHANISM = Mechanism(
    id="pay",
    card=33,
    title="What a post may bring",
    sentence="A cap on pay takes from office what makes careers, and from the others what they resent.",
    sources="Mondragon (ratios 3:1 to 9:1); UK Co-op Group (1:48)",
    parameters=Pay,
    levers=("pay_ratio", "privileges"),
    rules=(cap_pay, resent),
)


# --- readings ---------------------------------------------------------------------------------------------------------
# The lever `privileges` itself is lowered, so every rule sees the cap. Dependence (card 11) treats employees of the
# office (`staff`) and the independence that a fund gives (`strike_fund`).
#
# Sources: ratios 3:1 to 9:1, mean 5:1, in Mondragon; 1:48 on base pay in a large co-operative.
