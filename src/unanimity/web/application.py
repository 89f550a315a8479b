"""The lab as one application: the page at once, the laboratory behind it as soon as it is loaded.

The page with its texts and its recorded film needs neither the model nor numba, whose import takes seconds. So the
files are served from the first moment; worker and routes are loaded meanwhile, and requests to the routes wait.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from typing import Any

from unanimity.web.access_guard import Guard, Receive, Scope, Send
from unanimity.web.invitation import Invitation
from unanimity.web.limits import about
from unanimity.web.page_files import FIRST, PageFiles, send_json
from unanimity.web.pool import Pool


def make_app(pool: Pool, hosts: tuple[str, ...] = (), token: str = "", invitation: Invitation | None = None) -> Guard:
    """The application; `hosts` are the addresses under which it may be called, the invitation is that of a class."""
    files = PageFiles()
    return Guard(Front(files, pool, invitation), hosts=hosts, page=files.text(FIRST), door=files.text("door.html"),
                 token=invitation.code if invitation else token, teacher=invitation.teacher if invitation else "")


class Front:
    """Answers with files and with how far the lab is; everything else waits for the routes."""

    def __init__(self, files: PageFiles, pool: Pool, invitation: Invitation | None) -> None:
        self.files, self.pool, self.invitation = files, pool, invitation
        self._routes: Any = None
        self._one_loads = threading.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or the life of the server."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif not scope["path"].startswith("/api/"):
            await self.files.answer(scope, send)
        elif self._routes is None and (scope["path"], scope["method"]) == ("/api/about", "GET"):
            await send_json(send, 200, about(self.pool))
        else:
            await (await self._loaded())(scope, receive, send)

    async def _loaded(self) -> Any:
        if self._routes is None:
            await asyncio.to_thread(self._load)
        return self._routes

    def _load(self) -> None:
        """Import the model and make the routes; who comes while another does so waits for that one."""
        with self._one_loads:
            if self._routes is None:
                from unanimity.web.server import make_routes

                self._routes = make_routes(self.pool, self.invitation)

    async def _live(self, receive: Receive, send: Send) -> None:
        """Begin with the server and end with it: a worker, the routes, what is read and computed beforehand."""
        await receive()
        await self.pool.start()
        beforehand = asyncio.create_task(self._beforehand())
        beforehand.add_done_callback(_say_what_failed)
        await send({"type": "lifespan.startup.complete"})
        await receive()
        beforehand.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):  # what failed has been said
            await beforehand
        await self.pool.close()
        await send({"type": "lifespan.shutdown.complete"})

    async def _beforehand(self) -> None:
        await self._loaded()
        from unanimity.web.beforehand import prepare

        await prepare(self.pool, self.invitation is not None)


def _say_what_failed(work: asyncio.Task[None]) -> None:
    """Nobody waits for this work, so what goes wrong in it is said at once at the terminal."""
    if not work.cancelled() and (slip := work.exception()) is not None:
        logging.getLogger("uvicorn.error").error("the laboratory could not be loaded", exc_info=slip)
