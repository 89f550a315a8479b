"""The lab as a process of its own, for tests and benchmarks."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx


class Lab(httpx.Client):
    """A client of a lab that runs."""

    COMMAND = (sys.executable, "-m", "unanimity.cli.main", "lab", "--no-browser", "--workers", "1")

    def __init__(self, process: subprocess.Popen[str] | None, said: str) -> None:
        self.process, self.said = process, said
        self.url = re.search(r"http://[^/\s]+", said)[0]  # type: ignore[index]
        super().__init__(base_url=self.url, timeout=60)


@contextmanager
def started(*more: str, port: int = 0) -> Iterator[Lab]:
    """A lab on a free port; it ends with the test. UNANIMITY_LAB names one that runs already, for quick trials."""
    if (running := os.environ.get("UNANIMITY_LAB")) and not more and not port:
        yield Lab(None, running)
        return
    process = subprocess.Popen([*Lab.COMMAND, "--port", str(port), *more], stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    said = ""
    while line := process.stderr.readline():  # the last line says how it is closed
        said += line
        if line.startswith("Ctrl-C"):
            break
    threading.Thread(target=process.stderr.read, daemon=True).start()  # so that it never blocks
    lab = Lab(process, said)
    token = said.split("token=")[1].split()[0].split("#")[0] if "token=" in said else ""
    known = {"Authorization": f"Bearer {token}"} if token else {}
    local = re.sub(r"//[^:/]+", "//127.0.0.1", lab.url)
    try:
        for _ in range(2400):  # compiling may take minutes on a fresh machine
            try:
                about = httpx.get(f"{local}/api/about", headers=known).json()
                if about["ready"]:
                    break
            except httpx.TransportError as slip:
                assert not isinstance(slip, httpx.LocalProtocolError), slip
            assert process.poll() is None, "the lab ended by itself"
            time.sleep(0.25)
        yield lab
    finally:
        lab.close()
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
