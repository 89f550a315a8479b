"""What the lab allows, and what it tells about itself. Light: it is answered before the laboratory is loaded."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from unanimity import __version__

if TYPE_CHECKING:
    from unanimity.web.pool import Pool

# A run keeps a frame of everybody for each month, so it is held smaller than pairs, which keep curves only.
PERSON_MONTHS_A_RUN = 1_000_000
PERSON_MONTHS_IN_ALL = 40_000_000  # people x months x worlds of one request
MOST_PAIRS = 100
MOST_ENTRIES = 40  # of a schedule
WAITING = 160  # requests that may wait for a worker, of all clients
WAITING_EACH = 16  # of one client


def about(pool: Pool) -> dict[str, Any]:
    """Version, limits, and how far the workers are."""
    return {"version": __version__, "workers": pool.wanted, "processors": os.cpu_count() or 1,
            "limits": {"person_months_a_run": PERSON_MONTHS_A_RUN, "person_months_in_all": PERSON_MONTHS_IN_ALL,
                       "pairs": MOST_PAIRS, "schedule": MOST_ENTRIES, "waiting": WAITING},
            "ready": pool.ready, "warming": "" if pool.ready else pool.warming, "compiled": round(pool.compiled, 3),
            "waiting": len(pool.queue), "beforehand": len(pool.beforehand), "kept": len(pool.jobs),
            "computed": pool.computed}
