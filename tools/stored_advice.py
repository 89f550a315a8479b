"""The advice that the lab's room of statutes opens with: `python tools/store_all.py 'advice-*'`.

Every statute of the shelf at a modest size, which the page says, as web/jobs.py would answer it.
"""

from __future__ import annotations

from typing import Any

from unanimity.statutes import advise
from unanimity.web.statute_routes import advice_told

PAIRS, MEMBERS = 10, 600


def advice(name: str, threads: int | None) -> dict[str, Any]:
    """The advice for one statute, as the page reads it."""
    return advice_told(advise(name, pairs=PAIRS, members=MEMBERS, seed=1, threads=threads))
