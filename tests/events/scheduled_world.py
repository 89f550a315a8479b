"""What the tests of events share: a month's events are applied to one world, and their effects are looked up."""

from __future__ import annotations

from unanimity.engine.case_logs import empty_logs, whole_log
from unanimity.engine.moment import world_view
from unanimity.engine.schedule import apply_month
from unanimity.world.levers import NUMBER_OF
from unanimity.world.selectors.parse import parse
from unanimity.world.selectors.people import persons

HEAD = 'title = "test"\nbased_on = "apparatus"\nmechanisms = "all"\n[society]\npeople = 1024\ntree = [4, 4, 4]\n'
CLANS = ('[leaders]\nn = 2\n[[clans]]\nleader = 1\nprovinces = [1, 2]\n[[clans]]\nleader = 2\nprovinces = [3, 4]\n'
         '[[rings]]\nwhere = "all"\nring = 0.7\n[[rings]]\nwhere = "provinces"\ncrime = 0.5\n'
         '[[persons]]\nname = "One"\nrole = "leader"\n[[persons]]\nname = "Two"\nof = "level(centre)"\n')
LEFT = '[[factions]]\nname = "left"\nn = 40\nwho = "members"\n[[groups]]\nname = "old"\nn = 30\n'


def at(batch, month):
    """Apply what is scheduled at the head of that month."""
    batch.month = month
    apply_month(batch)
    return batch


def who(batch, text):
    return persons(parse(text, batch.regimes[0].setup.known), world_view(batch, 0), everybody=True)


def rows(batch, event=None):
    """What the case log says, of one event or all."""
    empty_logs(batch)
    found = whole_log(batch)["row"]
    return found if event is None else found[found["event"] == event]


def lever(batch, name, unit=-1):
    return batch.arrays["levers"][NUMBER_OF[name], :batch.tree.units][unit]


def in_province(batch, number):
    return batch.tree.province == batch.tree.provinces[number - 1]
