"""The lab on a fresh machine: seconds until the film plays and the union's people are there, and what the bar said.

    python benchmarks/lab_cold.py [--warm]      an empty folder of compiled code; with --warm then once more, filled

A browser opens the story and, beside it, the laboratory as soon as the lab has printed its address. Needs Chromium and
the extra `dev`. Prints JSON: seconds from the start of the command, CPU seconds of the lab with its workers and
compilers, the load of the machine, and every value of the bar with its second.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import psutil
from playwright.sync_api import Page, sync_playwright

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests" / "web"))
from browsing import CHROMIUM, FLAGS  # noqa: E402

BOUND = 600.0  # seconds after which it is given up
SAID = """() => ({
    film: Number(document.querySelector('#month')?.value ?? 0),
    people: Boolean(document.querySelector('#p0')),
    words: document.querySelector('.waiting')?.textContent.trim() ?? '',
    bar: document.querySelector('.waiting progress')?.getAttribute('value') ?? null,
    state: document.querySelector('.answer-box')?.dataset.state ?? '',
    counting: document.querySelector('.answer-box progress')?.getAttribute('value') ?? null })"""


def spent(process: psutil.Process) -> float:
    """CPU seconds of a process and all that it started, those that have ended included."""
    family = [process, *process.children(recursive=True)]
    times = [one.cpu_times() for one in family if one.is_running()]
    return sum(t.user + t.system + t.children_user + t.children_system for t in times)


def opened(folder: str, story: Page, laboratory: Page) -> dict[str, Any]:
    """One start of the lab with that folder of compiled code."""
    begun = time.perf_counter()
    command = [sys.executable, "-m", "unanimity.cli.main", "lab", "--no-browser", "--port", "0"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=os.environ | {"UNANIMITY_CACHE": folder})
    try:
        assert process.stderr is not None
        url = process.stderr.readline().split()[-1]
        found: dict[str, Any] = {"load before": os.getloadavg()[0], "address printed": time.perf_counter() - begun}
        for page, hash_ in ((story, "#/story"), (laboratory, "#/lab?order=union&seed=1")):
            page.goto(f"{url}{hash_}", wait_until="commit")
        _watch(found, begun, process.pid, story, laboratory)
        found["load after"] = os.getloadavg()[0]
    finally:
        process.terminate()
        process.wait(20)
    return found


def _watch(found: dict[str, Any], begun: float, pid: int, story: Page, laboratory: Page) -> None:
    """Look at both pages until everything is there; notes what the bars said."""
    bars: list[tuple[float, str, str | None]] = []
    while "pairs counted" not in found:
        now = time.perf_counter() - begun
        assert now < BOUND, found
        if "film plays" not in found and story.evaluate(SAID)["film"] > 0:
            found["film plays"] = now
        said = laboratory.evaluate(SAID)
        if "people there" not in found and said["people"]:
            found |= {"people there": now, "CPU until people": spent(psutil.Process(pid))}
        if said["state"] == "counted":
            found |= {"pairs counted": now, "CPU until counted": spent(psutil.Process(pid))}
        told = (said["words"], said["bar"]) if said["words"] else (said["state"], said["counting"])
        if not bars or bars[-1][1:] != told:
            bars.append((round(now, 1), *told))
        laboratory.wait_for_timeout(100)
    found["bar"] = bars


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--warm", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        for kind in ("cold", "warm")[:1 + given.warm]:
            pages = [browser.new_page(viewport={"width": 1366, "height": 768}) for _ in range(2)]
            print(json.dumps({kind: opened(folder, *pages)}, indent=1))
        browser.close()


if __name__ == "__main__":
    main()
