"""The files of the page, read once and served by their names: nothing of a request ever becomes a path."""

from __future__ import annotations

import hashlib
import json
from importlib import resources
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response

from unanimity.web.page_text import english

TYPES = {"html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
         "mjs": "text/javascript; charset=utf-8", "json": "application/json", "woff2": "font/woff2",
         "svg": "image/svg+xml", "txt": "text/plain; charset=utf-8"}


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


def page_routes(app: FastAPI, files: dict[str, bytes]) -> None:
    """Serve the files; any other address is the page itself."""
    etags = {name: f'"{hash_of(body)}"' for name, body in files.items()}

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        name = path or "index.html"
        if name.startswith("api/") or name not in files:
            if "." in name or name.startswith("api/"):
                return JSONResponse({"error": "nothing lies there."}, 404)
            name = "index.html"
        heads = {"cache-control": "no-cache", "etag": etags[name]}
        if request.headers.get("if-none-match") == etags[name]:
            return Response(status_code=304, headers=heads)
        return Response(files[name], media_type=TYPES[name.rsplit(".", 1)[-1]], headers=heads)


def hash_of(body: bytes) -> str:
    """A short digest of a file."""
    return hashlib.sha256(body).hexdigest()[:16]
