"""Who may speak to the lab: Host, Origin, token; and the headers that keep the page to itself.

A lab for this machine alone has no token, and whoever speaks to it is its teacher. A class has two: the code word of
the pupils and the teacher's own. A browser without one is shown a page that asks for the code word.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import re
from collections.abc import Awaitable, Callable
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import parse_qs, urlsplit

LOCAL = ("127.0.0.1", "localhost", "[::1]")
COOKIE = "unanimity-lab"
MOST_BODY = 65_536  # bytes of a request
PUPIL, TEACHER = "pupil", "teacher"
SLOW = 0.5  # seconds after which a wrong token is answered

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


def policy(page: str) -> str:
    """The content policy: nothing from elsewhere, and of inline scripts only the page's own import map."""
    inline = re.search(r'<script type="importmap">(.*?)</script>', page, re.S)
    digest = base64.b64encode(hashlib.sha256((inline[1] if inline else "").encode()).digest()).decode()
    return ("default-src 'none'; "
            f"script-src 'self' 'sha256-{digest}'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
            "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")


def policy_of_the_door(page: str) -> str:
    """The content policy of the page that asks for the code word: its own style, and a form that leads back here."""
    style = re.search(r"<style>(.*?)</style>", page, re.S)
    digest = base64.b64encode(hashlib.sha256((style[1] if style else "").encode()).digest()).decode()
    return (f"default-src 'none'; style-src 'sha256-{digest}'; form-action 'self'; base-uri 'none'; "
            "frame-ancestors 'none'")


class Guard:
    """The outermost layer: refuses what does not come from this page on this address."""

    def __init__(self, app: Any, *, hosts: tuple[str, ...], page: str, door: str = "", token: str = "",
                 teacher: str = "") -> None:
        self.app, self.token, self.teacher = app, token, teacher
        self.door, self.door_policy = door.encode(), policy_of_the_door(door).encode()
        self.hosts = {host.lower() for host in hosts}
        self.headers = [(b"content-security-policy", policy(page).encode()), (b"x-content-type-options", b"nosniff"),
                        (b"referrer-policy", b"no-referrer"), (b"x-frame-options", b"DENY"),
                        (b"cross-origin-opener-policy", b"same-origin"),
                        (b"cross-origin-resource-policy", b"same-origin"),
                        (b"permissions-policy", b"camera=(), microphone=(), geolocation=()")]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check, then hand on."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        heads = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        slip = self._slip(scope, heads)
        if slip is not None:
            await self._answer(send, *slip)
            return
        role = self._role(scope, heads)
        if not role:
            await self._stranger(scope, heads, send)
            return
        scope["lab_role"] = role
        extra = list(self.headers)
        if self.token and self._query(scope):
            kept = self.teacher if role == TEACHER and self.teacher else self.token
            extra.append((b"set-cookie", f"{COOKIE}={kept}; HttpOnly; SameSite=Strict; Path=/".encode()))

        async def dressed(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *extra]}
            await send(message)

        await self.app(scope, receive, dressed)

    def _slip(self, scope: Scope, heads: dict[str, str]) -> tuple[int, str] | None:
        host = heads.get("host", "").lower()
        if host not in self.hosts:
            return 421, f"Host {host[:80]!r} is not this lab; allowed: {', '.join(sorted(self.hosts))}."
        origin = heads.get("origin")
        if origin is not None and urlsplit(origin).netloc.lower() not in self.hosts:
            return 403, f"a page of {origin[:80]!r} may not ask this lab."
        if heads.get("sec-fetch-site", "none") == "cross-site" and scope["method"] != "GET":
            return 403, "a page from elsewhere may not ask this lab."
        size = heads.get("content-length", "0")
        if not size.isdigit() or int(size) > MOST_BODY or "chunked" in heads.get("transfer-encoding", "").lower():
            return 413, f"the request is too large; allowed: {MOST_BODY:,} bytes, with their number told."
        return None

    def _role(self, scope: Scope, heads: dict[str, str]) -> str:
        """Who asks, by the token of the address, of the header or of the cookie; nobody where none is right."""
        if not self.token:
            return TEACHER
        cookie: SimpleCookie = SimpleCookie()
        cookie.load(heads.get("cookie", ""))
        typed = self._query(scope)
        given = [typed, typed.strip().lower(), heads.get("authorization", "").removeprefix("Bearer "),
                 cookie[COOKIE].value if COOKIE in cookie else ""]
        for role, token in ((TEACHER, self.teacher), (PUPIL, self.token)):
            if token and any(hmac.compare_digest(one.encode(), token.encode()) for one in given):
                return role
        return ""

    async def _stranger(self, scope: Scope, heads: dict[str, str], send: Send) -> None:
        """Somebody without a token: a browser is asked for the code word, a program is told what is missing."""
        if self._query(scope) or "authorization" in heads:
            await asyncio.sleep(SLOW)
        error = "this lab needs its token: open the address that `unanimity lab` printed."
        if not self.door or scope["method"] != "GET" or "text/html" not in heads.get("accept", ""):
            await self._answer(send, 401, error)
            return
        kept = [(name, self.door_policy if name == b"content-security-policy" else value)
                for name, value in self.headers]
        kept += [(b"content-type", b"text/html; charset=utf-8"), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": 401, "headers": kept})
        await send({"type": "http.response.body", "body": self.door})

    @staticmethod
    def _query(scope: Scope) -> str:
        return parse_qs(scope.get("query_string", b"").decode("latin-1")).get("token", [""])[0]

    async def _answer(self, send: Send, status: int, error: str) -> None:
        body = json.dumps({"error": error}).encode()
        await send({"type": "http.response.start", "status": status,
                    "headers": [(b"content-type", b"application/json"), *self.headers]})
        await send({"type": "http.response.body", "body": body})
