"""The files of the page, read once and served by their names: nothing of a request ever becomes a path."""

from __future__ import annotations

import hashlib
import json
from importlib import resources
from typing import Any

from unanimity.web.access_guard import Scope, Send
from unanimity.web.page_text import english

TYPES = {"html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
         "mjs": "text/javascript; charset=utf-8", "json": "application/json", "woff2": "font/woff2",
         "svg": "image/svg+xml", "txt": "text/plain; charset=utf-8"}
FIRST = "index.html"


def page_files() -> dict[str, bytes]:
    """Every file of the page by its address, read once: a request can name nothing else."""
    found: dict[str, bytes] = {}

    def gather(folder: Any, prefix: str) -> None:
        for item in folder.iterdir():
            if item.is_dir():
                gather(item, f"{prefix}{item.name}/")
            elif item.name.rsplit(".", 1)[-1] in TYPES:
                found[f"{prefix}{item.name}"] = item.read_bytes()

    gather(resources.files("unanimity.web") / "page", "")
    found["text/en.json"] = json.dumps(english(), ensure_ascii=False).encode()
    return found


class PageFiles:
    """Serves the files; any other address is the page itself."""

    def __init__(self) -> None:
        self.files = page_files()
        self.etags = {name: f'"{hashlib.sha256(body).hexdigest()[:16]}"' for name, body in self.files.items()}

    def text(self, name: str) -> str:
        """A file as text."""
        return self.files[name].decode()

    async def answer(self, scope: Scope, send: Send) -> None:
        """The file of that address, or that the browser has it already."""
        name = scope["path"].removeprefix("/") or FIRST
        if scope["method"] not in ("GET", "HEAD"):
            await send_json(send, 405, {"error": "a file is read with GET."}, allow="GET, HEAD")
            return
        if name not in self.files:
            if "." in name:
                await send_json(send, 404, {"error": "nothing lies there."})
                return
            name = FIRST
        heads = {"cache-control": "no-cache", "etag": self.etags[name]}
        if (b"if-none-match", self.etags[name].encode()) in scope["headers"]:
            await send_body(send, 304, b"", heads)
            return
        body = self.files[name]
        heads |= {"content-type": TYPES[name.rsplit(".", 1)[-1]], "content-length": str(len(body))}
        await send_body(send, 200, body if scope["method"] == "GET" else b"", heads)


async def send_json(send: Send, status: int, told: Any, **heads: str) -> None:
    """An answer of a few words."""
    body = json.dumps(told).encode()
    await send_body(send, status, body, {"content-type": "application/json", "content-length": str(len(body)), **heads})


async def send_body(send: Send, status: int, body: bytes, heads: dict[str, str]) -> None:
    """An answer as ASGI sends it."""
    await send({"type": "http.response.start", "status": status,
                "headers": [(name.encode(), value.encode()) for name, value in heads.items()]})
    await send({"type": "http.response.body", "body": body})
