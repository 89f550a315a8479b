"""Pay: what a post may bring. It runs where a society is one by statute.

A cap on pay takes from office what makes careers; what others are paid for their posts is seen without hunger, too.

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
    """The cap on pay ratios holds for every unit."""
    for unit in range(tree.units):
        levers.privileges[unit] = capped(levers.privileges[unit], levers.pay_ratio[unit])


@formula
def capped(privileges, ratio):
    """Privileges as the cap on pay leaves them."""
    return min(privileges, max(ratio - 1.0, 0.0) / RATIO_OF_ALL) if ratio > 0.0 else privileges


@each("person", writes="grievance", who=AT_LIBERTY)
def resent(grievance, office, privileges, p):
    """Who sees others paid for their posts is aggrieved."""
    return grievance if office > NO_OFFICE else clip(grievance + p.resent * privileges * (1.0 - grievance))


class Pay(NamedTuple):
    """What pay ratios do to who has no post."""

    resent: Annotated[float, Span(
        "grievance that full privileges give in a month to who has none", 0, 0.2, "assumed: small against hunger",
        unit="a month", symbol="rs")] = 0.01


RATIO_OF_ALL = 20.0  # a ratio of 21 to 1 is privileges of 1
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


# --- readings and sources ---------------------------------------------------------------------------------------------
# The lever of privileges itself is lowered, so every rule sees it. Who lives by the office (`staff`) and what a fund
# frees from (`strike_fund`) are part of dependence (card 11).
#
# Sources: ratios 3:1 to 9:1, mean 5:1, in Mondragon; 1:48 on base pay in a large co-operative.
