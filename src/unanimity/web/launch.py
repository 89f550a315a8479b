"""`unanimity lab`: the server on this machine, and the page in the browser."""

from __future__ import annotations

import ipaddress
import secrets
import socket
import threading
import webbrowser
from collections.abc import Callable
from types import FrameType

import uvicorn

from unanimity.support.errors import refuse
from unanimity.web.access_guard import LOCAL
from unanimity.web.pool import Pool
from unanimity.web.server import make_app

USUAL_PORT = 8925


def is_local(address: str) -> bool:
    """Whether only this machine can reach an address."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address == "localhost"


def listening(address: str, port: int) -> socket.socket:
    """A socket on that address, or one line that says why not."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((address, port))
    except OSError as slip:
        found.close()
        raise refuse("", "port" if is_local(address) else "address:port", f"{address}:{port}",
                     f"a free port, such as --port 0 for any ({slip.strerror or slip})") from None
    found.listen(128)
    return found


def serve(address: str = "127.0.0.1", port: int = USUAL_PORT, workers: int = 0, browser: bool = True,
          say: Callable[[str], None] = lambda line: None) -> None:
    """Serve until stopped. Another address than this machine's own needs the token that is printed with the page's."""
    found = listening(address, port)
    port = found.getsockname()[1]
    token = "" if is_local(address) else secrets.token_urlsafe(24)
    names = [*LOCAL, f"[{address}]" if ":" in address else address]
    if not is_local(address):
        names += [socket.gethostname(), *(info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None)
                                          if isinstance(info[4][0], str) and ":" not in info[4][0])]
    hosts = tuple({f"{name}:{port}".lower() for name in names})
    app = make_app(workers, hosts, token)
    shown = address if address not in ("0.0.0.0", "::") else socket.gethostname()
    url = f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/" + (f"?token={token}" if token else "")
    say(f"the lab is open at {url}")
    say("Ctrl-C closes it.")
    if browser:
        threading.Timer(0.8, webbrowser.open, (url,)).start()
    config = uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=2, lifespan="on",
                            server_header=False)
    _Server(config, app.state.pool).run(sockets=[found])


class _Server(uvicorn.Server):
    """A server that lets its listeners go before it waits for them."""

    def __init__(self, config: uvicorn.Config, pool: Pool) -> None:
        super().__init__(config)
        self.pool = pool

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Ctrl-C or a signal to end."""
        self.pool.wake()
        super().handle_exit(sig, frame)
