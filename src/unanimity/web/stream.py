"""Server-sent events: the months of a run with their measures (id = month), or the progress of other work."""

from __future__ import annotations

import asyncio
import json
import math
import secrets
from collections.abc import AsyncIterator, Sequence
from typing import Any

from unanimity.web.exports import values_in
from unanimity.web.pool import Job, Pool

BEAT = 15.0  # seconds after which a silent stream shows that it lives


def retry() -> str:
    """After how many milliseconds a browser that lost the stream comes back; not all of a class at once."""
    return f"retry: {300 + secrets.randbelow(1200)}\n\n"


def event(kind: str, data: Any, number: int | None = None) -> str:
    """One event."""
    head = f"id: {number}\n" if number is not None else ""
    return f"{head}event: {kind}\ndata: {json.dumps(data, separators=(',', ':'), allow_nan=False)}\n\n"


async def months(pool: Pool, job: Job, measures: Sequence[str], places: Sequence[str], after: int | None
                 ) -> AsyncIterator[str]:
    """The months of a run as they come, from the one after `after` on; who listens keeps the work going."""
    at, begun = 0, False
    told: dict[str, Any] = {}
    job.listeners += 1
    try:
        yield retry()
        while True:
            waiter = job.changed
            if job.head and not begun:
                begun = True
                yield event("begun", {"first": job.head["first"], "months": job.head["months"],
                                      "measures": [m for m in measures if m in job.head["measures"]],
                                      "places": [p for p in places if p in job.head["places"]]})
            now = {"state": job.state, "warming": pool.warming if not pool.ready else "",
                   **({"done": job.progress["done"], "of": job.progress["of"]} if job.progress.get("of") else {})}
            if not job.over and told != now:
                told = now
                yield event("state", now)
            while at < len(job.months):
                month, body = job.months[at]
                at += 1
                if after is None or month > after:
                    yield event("month", _numbers(job, body, measures, places), month)
            if job.over:
                yield _end(job)
                return
            if pool.closing:
                return
            try:
                await asyncio.wait_for(waiter.wait(), BEAT)
            except TimeoutError:
                yield ": still here\n\n"
    finally:
        job.left()


async def progress(pool: Pool, job: Job) -> AsyncIterator[str]:
    """How far other work has come, and its answer."""
    told: Any = None
    job.listeners += 1
    try:
        yield retry()
        while True:
            waiter = job.changed
            now = {"state": job.state, **{k: v for k, v in job.progress.items() if k != "kind"},
                   "warming": pool.warming if not pool.ready else ""}
            if job.over:
                yield _end(job)
                return
            if now != told:
                told = now
                yield event("state", now)
            if pool.closing:
                return
            try:
                await asyncio.wait_for(waiter.wait(), BEAT)
            except TimeoutError:
                yield ": still here\n\n"
    finally:
        job.left()


def _numbers(job: Job, body: bytes, measures: Sequence[str], places: Sequence[str]) -> list[list[float | None]]:
    values = values_in(job, body)
    rows = [job.head["places"].index(place) for place in places if place in job.head["places"]]
    columns = [job.head["measures"].index(name) for name in measures if name in job.head["measures"]]
    return [[_short(values[row, column]) for column in columns] for row in rows]


def _short(value: float) -> float | None:
    return float(f"{value:.6g}") if math.isfinite(value) else None


def _end(job: Job) -> str:
    if job.state == "failed":
        return event("failed", {"error": job.end.get("error", ""), "status": job.end.get("status", 500)})
    if job.state == "stopped":
        return event("stopped", {})
    kept = {k: v for k, v in job.end.items() if k not in ("kind", "log", "log_fields", "happenings", "came")}
    return event("done", kept)
