"""A worker: a process that has the compiled month at hand, takes one piece of work after the other, and stays.

Parent and worker speak in messages of bytes: four bytes with the length of the head, the head as JSON, then the body.
"""

from __future__ import annotations

import json
import os
import signal
import struct
import threading
import time
import traceback
from multiprocessing.connection import Connection
from typing import Any

WARM = ("union",)  # what the laboratory opens with; the story before it is recorded and needs no worker


def packed(head: dict[str, Any], body: bytes = b"") -> bytes:
    """A message."""
    text = json.dumps(head, separators=(",", ":"), allow_nan=False).encode()
    return struct.pack("<I", len(text)) + text + body


def unpacked(message: bytes) -> tuple[dict[str, Any], bytes]:
    """Head and body of a message."""
    size, = struct.unpack_from("<I", message)
    return json.loads(message[4:4 + size]), message[4 + size:]


def main(pipe: Connection) -> None:
    """Work until the pipe closes; a message that comes in the middle of a piece of work ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's; it closes the pipe
    threading.Thread(target=_end_with_parent, args=(os.getppid(),), daemon=True).start()
    _warm(pipe)
    from unanimity.web.jobs import Stopped, do

    def tell(head: dict[str, Any], body: bytes = b"") -> None:
        if pipe.poll():
            raise Stopped
        pipe.send_bytes(packed(head, body))

    pipe.send_bytes(packed({"kind": "ready"}))
    while True:
        try:
            head, _ = unpacked(pipe.recv_bytes())
        except (EOFError, OSError):
            return
        if head["kind"] == "stop":  # came too late: that work is done
            continue
        try:
            do(head["kind"], head["asked"], tell)
        except Stopped:
            pipe.recv_bytes()
            pipe.send_bytes(packed({"kind": "stopped"}))
        except (BrokenPipeError, EOFError):
            return
        except Exception:
            pipe.send_bytes(packed({"kind": "failed", "status": 500,
                                    "error": f"the worker failed: {traceback.format_exc(limit=-3)}"}))


def _warm(pipe: Connection) -> None:
    """Load the compiled months, or compile them, and say how far that is."""
    from unanimity.engine.batch import make_batch
    from unanimity.engine.kernels import kernels
    from unanimity.engine.run import lay_record, warm_up
    from unanimity.regimes import load_regime
    from unanimity.support.progress import heard_by

    for name in WARM:
        regime = load_regime(name)
        batch = make_batch([regime], [1])
        lay_record(batch, 1)
        if not kernels(batch.plan).is_cached:
            pipe.send_bytes(packed({"kind": "compiling", "order": name}))

        def compiled(_: str, done: int, total: int, name: str = name) -> None:
            pipe.send_bytes(packed({"kind": "compiling", "order": name, "done": done, "of": total}))

        with heard_by(compiled):
            warm_up(batch)


def _end_with_parent(parent: int) -> None:
    """End when the server is gone, also when it was killed and could not say so."""
    while os.getppid() == parent:
        time.sleep(1.0)
    os._exit(0)
