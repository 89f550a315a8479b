"""A what-if small enough for tests: the first months of the hindcast, branched in September 1918."""

from __future__ import annotations

import unanimity as un

DATE, UNTIL, BRANCH, END = "1918-09", "March 1919", 8, 14
SIZE = {"worlds": 3, "people": 2000, "progress": False}
ARMS = {"secret ballot": {"ballot": "secret"},
        "no hostages": {"hostage_group": "off", "hostage_kin": "off", "until": "1919-01"}}


def asked(store, arms=ARMS, **more):
    """The what-if of these tests."""
    return un.whatif(DATE, arms, **{"until": UNTIL, "store": store, **SIZE, **more})
