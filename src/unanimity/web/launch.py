"""`unanimity lab`: the server on this machine, and the page in the browser."""

from __future__ import annotations

import secrets
import socket
import threading
import webbrowser
from collections.abc import Callable
from types import FrameType

import uvicorn

from unanimity.support.errors import refuse
from unanimity.web.access_guard import LOCAL
from unanimity.web.application import make_app
from unanimity.web.invitation import Invitation, code_word
from unanimity.web.own_addresses import ANYWHERE, as_host, is_local, names_of_this_machine, own_addresses
from unanimity.web.pool import Pool

USUAL_PORT = 8925


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


def hosts_of(address: str, port: int) -> tuple[list[str], tuple[str, ...]]:
    """Where others reach a lab that listens on an address, the likeliest first; and all hosts that it answers to."""
    if is_local(address):
        return [as_host(address, port)], tuple(as_host(name.strip("[]"), port) for name in {*LOCAL, address})
    mine = own_addresses()
    reached = [as_host(one, port) for one in (mine if address in ANYWHERE else [address]) if ":" not in one or
               address != "0.0.0.0"]
    named = [as_host(name, port) for name in names_of_this_machine()]
    all_ = {*reached, *named, *(as_host(name.strip("[]"), port) for name in LOCAL)}
    return reached or named, tuple(sorted(host.lower() for host in all_))


def serve(address: str = "127.0.0.1", port: int = USUAL_PORT, workers: int = 0, browser: bool = True,
          class_: bool = False, say: Callable[[str], None] = lambda line: None) -> None:
    """Serve until stopped. Another address than this machine's own needs the token that is printed with the page's."""
    if class_ and is_local(address):
        address = "0.0.0.0"
    found = listening(address, port)
    port = found.getsockname()[1]
    reached, hosts = hosts_of(address, port)
    invitation = Invitation(tuple(reached), code_word(), secrets.token_urlsafe(24)) if class_ else None
    token = "" if is_local(address) else secrets.token_urlsafe(24)
    pool = Pool(workers)
    app = make_app(pool, hosts, token, invitation)
    url = f"http://{reached[0]}/" + (f"?token={token}" if token else "")
    here = as_host("127.0.0.1" if address in ANYWHERE else address, port)
    if invitation is not None:
        url = invitation.board(here)
        for line in (f"the lab is open for a class at {invitation.link}", invitation.in_text(),
                     f"to type: {' or '.join(reached[:3])}, code word {invitation.code}",
                     f"the board, for you alone: {url}"):
            say(line)
    else:
        say(f"the lab is open at {url}")
    say("Ctrl-C closes it.")
    if browser:
        threading.Timer(0.8, webbrowser.open, (url,)).start()
    config = uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=2, lifespan="on",
                            server_header=False)
    _Server(config, pool).run(sockets=[found])


class _Server(uvicorn.Server):
    """A server that lets its listeners go before it waits for them."""

    def __init__(self, config: uvicorn.Config, pool: Pool) -> None:
        super().__init__(config)
        self.pool = pool

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Ctrl-C or a signal to end."""
        self.pool.wake()
        super().handle_exit(sig, frame)
