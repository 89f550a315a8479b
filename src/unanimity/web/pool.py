"""A bounded pool of workers, and the pieces of work that wait for them or are kept for who asks next.

Who waits is served in turn: the client who was served longest ago comes first, so nobody who asks often keeps the
others waiting. Runs come before work that takes long, until that has waited for `PATIENCE`; and of several workers one
is left to runs. What is asked for beforehand (`prepare`) is computed when nothing else waits, and is kept.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import multiprocessing
import os
import time
from collections import OrderedDict, deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

from unanimity.web.limits import WAITING, WAITING_EACH
from unanimity.web.worker import main, packed, unpacked

GRACE = 20.0  # seconds for which work waits for its first listener
BACK = 1.5  # seconds for which it goes on after its last listener went: he may be on the way back
KEPT_BYTES = 256_000_000  # of finished work, the oldest is forgotten first
OVER = ("done", "failed", "stopped")
PATIENCE = 6.0  # seconds for which work that takes long stands behind runs
REMEMBERED = 500  # clients of whom it is known when they were served last


class Busy(Exception):
    """Too many requests wait already."""


@dataclass(eq=False)
class Job:
    """One piece of work and what has come of it so far."""

    id: str
    kind: str
    asked: dict[str, Any]
    state: str = "waiting"
    head: dict[str, Any] = field(default_factory=dict)  # what was told when it began
    months: list[tuple[int, bytes]] = field(default_factory=list)  # of a run: values and frame of each month
    end: dict[str, Any] = field(default_factory=dict)
    body: bytes = b""
    progress: dict[str, Any] = field(default_factory=dict)
    listeners: int = 0
    client: str = ""  # who asked first
    prepared: bool = False  # asked for by the lab itself: kept although nobody listens
    begun: float = field(default_factory=time.monotonic)
    wanted: float = field(default_factory=time.monotonic)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    size: int = 0

    @property
    def over(self) -> bool:
        """Whether nothing more will come."""
        return self.state in OVER

    def take(self, head: dict[str, Any], body: bytes) -> None:
        """Note what a worker told."""
        kind = head["kind"]
        if kind == "begun":
            self.head, self.state, self.months = head, "running", []  # a second beginning replaces the first
        elif kind == "month":
            self.months.append((head["month"], body))
        elif kind in OVER:
            self.state, self.end, self.body = kind, head, body
            self.size += len(json.dumps(head))
        else:
            self.state = "compiling" if kind == "compiling" else "running"
            self.progress = head
        self.size += len(body)
        self.tell()

    def left(self) -> None:
        """A listener has gone; after the last one the work soon ends."""
        self.listeners -= 1
        if not self.listeners:
            self.wanted = time.monotonic() - GRACE + BACK

    def tell(self) -> None:
        """Wake everybody who listens."""
        self.changed.set()
        self.changed = asyncio.Event()

    async def news(self) -> None:
        """Wait until something is new."""
        await self.changed.wait()


class Worker:
    """One process and the work that it has in hand."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.job: Job | None = None
        self.ready = False
        context = multiprocessing.get_context("spawn")
        self.pipe: Connection
        self.pipe, its = context.Pipe()
        self.process = context.Process(target=main, args=(its,), daemon=True)
        self.process.start()
        its.close()
        asyncio.get_running_loop().add_reader(self.pipe.fileno(), self._read)

    def _read(self) -> None:
        try:
            head, body = unpacked(self.pipe.recv_bytes())
        except (EOFError, OSError):
            self.pool.lost(self)
            return
        if head["kind"] == "ready":
            self.ready = True
            self.pool.serve()
        elif self.job is None:
            self.pool.warming = str(head.get("order", ""))
            self.pool.compiled = head["done"] / head["of"] if head.get("of") else 0.0
        else:
            job = self.job
            job.take(head, body)
            if job.over:
                self.job = None
                self.pool.finished(job)

    def do(self, job: Job) -> None:
        """Begin a piece of work."""
        self.job = job
        job.state = "running"
        self.pipe.send_bytes(packed({"kind": job.kind, "asked": job.asked}))

    def stop(self) -> None:
        """Ask it to end what it does; it answers with `stopped` at a month's end."""
        with contextlib.suppress(OSError):
            self.pipe.send_bytes(packed({"kind": "stop"}))

    def close(self) -> None:
        """End the process."""
        with contextlib.suppress(ValueError, OSError):
            asyncio.get_running_loop().remove_reader(self.pipe.fileno())
        self.pipe.close()
        self.process.terminate()


class Pool:
    """So many workers; work is shared by what it is asked for."""

    def __init__(self, workers: int = 0) -> None:
        self.wanted = workers or max(1, min(4, os.cpu_count() or 1))
        self.workers: list[Worker] = []
        self.jobs: OrderedDict[str, Job] = OrderedDict()
        self.queue: deque[Job] = deque()
        self.beforehand: deque[Job] = deque()
        self.served: OrderedDict[str, int] = OrderedDict()  # by client: the turn in which he was served last
        self.turn = 0
        self.warming = ""
        self.compiled = 0.0  # how much of what is compiled while it warms up, as a share
        self.computed = 0
        self.closing = False
        self._sweeper: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin with one worker; the others follow when it is warm, so that nothing is compiled twice."""
        self.workers.append(Worker(self))
        self._sweeper = asyncio.create_task(self._sweep())

    def wake(self) -> None:
        """Let everybody who listens go: the server is about to end."""
        self.closing = True
        for job in self.jobs.values():
            job.tell()

    async def close(self) -> None:
        """End all workers."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        for worker in self.workers:
            worker.close()
        self.workers.clear()

    @property
    def ready(self) -> int:
        """Workers that are warm."""
        return sum(worker.ready for worker in self.workers)

    def ask(self, kind: str, key: str, asked: dict[str, Any], client: str = "") -> Job:
        """The work of that name: under way, kept, or begun now."""
        job = self.jobs.get(key)
        if job is not None and job.state not in ("stopped", "failed"):
            self.jobs.move_to_end(key)
            job.wanted = time.monotonic()
            if job in self.beforehand:  # somebody is faster than the lab: now it waits like any other
                self.beforehand.remove(job)
                job.client, job.begun = client, time.monotonic()
                self.queue.append(job)
                self.serve()
            return job
        if len(self.queue) >= WAITING or sum(one.client == client for one in self.queue) >= WAITING_EACH:
            raise Busy
        job = Job(key, kind, asked, client=client)
        self.jobs[key] = job
        self.queue.append(job)
        self.serve()
        return job

    def keep(self, kind: str, key: str, end: dict[str, Any]) -> Job:
        """Work that was done elsewhere, such as an answer that came with the program."""
        job = self.jobs.get(key)
        if job is None or not job.over:
            job = self.jobs[key] = Job(key, kind, {})
            job.take({"kind": "done", **end}, b"")
        return job

    def prepare(self, works: Iterable[tuple[str, str, dict[str, Any]]]) -> None:
        """Compute these when nothing else waits, and keep them."""
        for kind, key, asked in works:
            if key not in self.jobs:
                job = self.jobs[key] = Job(key, kind, asked, prepared=True)
                self.beforehand.append(job)
        self.serve()

    def find(self, key: str) -> Job | None:
        """Work of that name, if it is under way or kept."""
        job = self.jobs.get(key)
        if job is not None:
            job.wanted = time.monotonic()
            self.jobs.move_to_end(key)
        return job

    def serve(self) -> None:
        """Hand waiting work to idle workers."""
        for worker in self.workers:
            if worker.ready and worker.job is None and (job := self._next()) is not None:
                worker.do(job)
        if self.ready == len(self.workers) < self.wanted:
            self.workers.append(Worker(self))

    def _next(self) -> Job | None:
        """Whose turn it is: runs first, then who was served longest ago, then who asked first."""
        long = sum(worker.job is not None and worker.job.kind != "run" for worker in self.workers)
        now, waiting = time.monotonic(), list(self.queue)
        if long >= max(1, self.wanted - 1) and self.wanted > 1:
            waiting = [job for job in waiting if job.kind == "run"]
        if not waiting:
            return self.beforehand.popleft() if self.beforehand and not self.queue else None
        job = min(waiting, key=lambda one: (one.kind != "run" and now - one.begun < PATIENCE,
                                            self.served.get(one.client, 0), one.begun))
        self.queue.remove(job)
        self.turn += 1
        self.served[job.client] = self.turn
        self.served.move_to_end(job.client)
        if len(self.served) > REMEMBERED:
            self.served.popitem(last=False)
        return job

    def finished(self, job: Job) -> None:
        """Make room and go on."""
        self.computed += job.state == "done"
        if job.state == "stopped":
            self.jobs.pop(job.id, None)
        kept = sum(one.size for one in self.jobs.values())
        for key, one in list(self.jobs.items()):
            if kept <= KEPT_BYTES:
                break
            if one.over and not one.listeners and one is not job:
                kept -= one.size
                del self.jobs[key]
        self.serve()

    def lost(self, worker: Worker) -> None:
        """A worker has died: say so to who waited for it, and start another."""
        worker.close()
        if worker not in self.workers:
            return
        self.workers.remove(worker)
        if worker.job is not None:
            worker.job.take({"kind": "failed", "status": 503,
                             "error": "the process that computed this ended; ask again."}, b"")
            self.finished(worker.job)
        if not self.workers:
            self.workers.append(Worker(self))

    async def _sweep(self) -> None:
        """End work that nobody has waited for in a while."""
        while True:
            await asyncio.sleep(0.5)
            for job in list(self.jobs.values()):
                if job.over or job.prepared or job.listeners or time.monotonic() - job.wanted < GRACE:
                    continue
                self.drop(job)

    def drop(self, job: Job) -> None:
        """Nobody waits for it: take it out of the queue, or off its worker."""
        if job in self.queue:
            self.queue.remove(job)
            job.state = "stopped"
            self.jobs.pop(job.id, None)
            job.tell()
        for worker in self.workers:
            if worker.job is job:
                worker.stop()
