"""Theft (card 1): the hungry take from fields and floors that are nobody's.

Hungry people of all ages snatched food from hands at the market, and children broke in for dry bread (003
l.16864-16874, 16933-16941). In card 1 a village eats from its own granary; where the fields belong to a collective farm
(`common` c of card 3), the state has the first claim to what lies there, and taking an ear of it is theft. For each
villager at liberty, each month:

    steals   event(st * c * hunger * (1 - fear * (1 - courage)))
    he eats hf months of need, as far as the granary goes: it is gone from there, and his hunger falls as by any meal
    he is guilty of theft (act `theft`, topic rule); w1 * sn * gravity / .2 is added to his file; the log says `stole`
"""

from __future__ import annotations

from unanimity.world.case_log import enter
from unanimity.world.codes import DISSENTED, GRAVITY, HUNGER_CAUSE, RULE_TOPIC, STOLE, THEFT
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.draws import event
from unanimity.world.formula import clip, formula
from unanimity.world.rules import pick

TAKING = 118  # stream


def has_common_fields(unit):
    """Whether the unit is a village with some common fields."""
    return unit.village != 0 and unit.common > 0.0


def goes_hungry(one):
    """Whether the person is at liberty and hungry."""
    return one.status < AT_LIBERTY_BELOW and one.hunger > 0.0


@pick(among="people of a cell",
      writes=("act_kind", "act_topic", "act_month", "last_guilt", "dossier", "hunger", "granary", "eaten"),
      only=(has_common_fields, goes_hungry), stream=TAKING)
def glean(i, u, one, unit, people, units, luck, month, log, p, p_surveillance):
    """A hungry villager may take a handful from the common floor this month, and somebody may see it."""
    if not event(stealing_hazard(one.hunger, one.fear, one.courage, unit.common, p), luck):
        return
    meal = min(p.handful, units.granary[u])
    units.granary[u] -= meal
    units.eaten[u] += meal
    people.hunger[i] = clip(people.hunger[i] - (1.0 - p.memory) * meal)
    people.act_kind[i], people.act_topic[i], people.act_month[i] = STOLE, RULE_TOPIC, month
    people.last_guilt[i] = month
    people.dossier[i] += p_surveillance.act_weight * p.seen * WEIGHT
    enter(log, i, THEFT, HUNGER_CAUSE)


@formula
def stealing_hazard(hunger, fear, courage, common, p):
    """The hazard of stealing: it grows with hunger and falls with the fear of what has happened to others."""
    return p.stealing * common * hunger * (1.0 - fear * (1.0 - courage))


WEIGHT = GRAVITY[STOLE] / GRAVITY[DISSENTED]  # of a theft on file, where an opinion voiced in the hall weighs 1


# --- readings ---------------------------------------------------------------------------------------------------------
# The levers sanction_cap.theft and sanction_floor.theft set the penalty. That the law of August 1932 was meant for this
# is common knowledge; the sizes are assumed. Where there is no collective farm nobody steals.
