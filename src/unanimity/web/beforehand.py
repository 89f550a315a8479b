"""What the lab reads and computes before anybody asks for it."""

from __future__ import annotations

import asyncio

from unanimity.web import api_catalogue, stored_answers
from unanimity.web.pool import Pool


async def prepare(pool: Pool, of_a_class: bool) -> None:
    """Read the claims and models once the workers are warm, so that their rooms open at once.

    Witnesses show whether the stored answers may be given. For a class the worlds of its lesson and of the papers'
    first questions are computed before the pupils come.
    """
    while not pool.ready:
        await asyncio.sleep(0.5)
    for order in await asyncio.to_thread(stored_answers.with_paper):
        await _witnesses(pool, order)
    if of_a_class:
        pool.prepare([("run", one.key, one.model_dump(mode="json"))
                      for one in await asyncio.to_thread(stored_answers.lesson)])
    for read in (api_catalogue.claims_shown, api_catalogue.models_shown, api_catalogue.evidence_shown):
        await asyncio.to_thread(read)
    await asyncio.to_thread(api_catalogue.evidence_table, "survival")


async def _witnesses(pool: Pool, order: str) -> None:
    """Run the witnesses of an order's stored answers, and trust these if they agree."""
    wanted = [one for one, _ in await asyncio.to_thread(stored_answers.witnesses, order)]
    pool.prepare([("run", one.key, one.model_dump(mode="json")) for one in wanted])
    while not all((job := pool.jobs.get(one.key)) is not None and job.over for one in wanted):
        await asyncio.sleep(0.1)
    stored_answers.trust(order, [str(pool.jobs[one.key].end.get("digest", "")) for one in wanted])
