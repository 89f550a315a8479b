"""The lab measured: a class of 30 and one of 50, a flip alone, memory over many runs, weight of the page; on loopback.

    python benchmarks/lab.py [--pupils 30] [--flips 4] [--runs 200]

A pupil opens the union's ballot paper, marks a question, looks, marks another. Four flips in five are of the paper's
first questions, which a class has most; the fifth is of any. After each, intervals are asked for: at once if they came
with the program, else after the page's rest. All begin together, as when a teacher says "now".
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gzip
import itertools
import os
import statistics
import sys
import time
from pathlib import Path

import httpx
import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests" / "web"))
from lab_server import Lab, started  # noqa: E402

from unanimity.web import api_catalogue, stored_answers  # noqa: E402

FLIP = {"order": "apparatus", "months": 96, "people": 2000}  # 2,000 people x 96 months
REST = 2.0  # seconds of rest before the page asks for pairs that are not stored (page/api.js)
LOOK = 3.0  # seconds for which a pupil looks before the next flip, about
BOUND = 240.0  # seconds after which a class is given up
AIMS = {30: "median < 0.5 s, p95 < 3 s, every interval request answered", 50: "median < 2 s"}


async def ended(client: httpx.AsyncClient, path: str, asked: dict, who: str) -> float:
    """Seconds from a request to the end of its work; who is refused comes back, not all at the same moment."""
    begun = time.perf_counter()
    chance = np.random.default_rng(abs(hash((path, who))) % 2**32)
    while (answer := await client.post(path, json=asked, headers={"lab-client": who})).status_code == 429:
        await asyncio.sleep(float(answer.headers["retry-after"]) * (0.6 + 0.8 * chance.random()))
    answer.raise_for_status()
    async with client.stream("GET", answer.json()["events"]) as stream:
        async for line in stream.aiter_lines():
            if line.startswith(("event: done", "event: failed")):
                assert "done" in line, line
                return time.perf_counter() - begun
    raise RuntimeError("the stream ended early")


async def look(client: httpx.AsyncClient, asked: dict, who: str) -> float:
    """One flip as the page does it: the run, then its people."""
    begun = time.perf_counter()
    await ended(client, "/api/runs", asked, who)
    answer = await client.post("/api/runs", json=asked, headers={"lab-client": who})
    for part in ("society", "film", "log"):
        (await client.get(f"/api/runs/{answer.json()['id']}/{part}")).raise_for_status()
    return time.perf_counter() - begun


async def intervals(client: httpx.AsyncClient, asked: dict, who: str) -> float:
    """The pairs of a flip: stored, or run after the page's rest; seconds of waiting without the rest."""
    begun = time.perf_counter()
    told = await client.post("/api/pairs/stored", json=asked, headers={"lab-client": who})
    if told.json()["found"]:
        return time.perf_counter() - begun
    await asyncio.sleep(REST)
    return await ended(client, "/api/pairs", asked, who)


async def pupil(client: httpx.AsyncClient, number: int, flips: int, waits: list[float], bars: list[float]) -> None:
    """One pupil's lesson: adds the seconds of every flip, and of every interval."""
    chance = np.random.default_rng(number)
    common, all_ = (list(itertools.islice(it, 10_000)) for it in _papers())
    measures = [one["measure"] for one in api_catalogue.order_shown("union")["drawn"]]
    who = f"pupil{number}"
    for _ in range(flips):
        chosen = common if chance.random() < 0.8 else all_
        levers = chosen[int(chance.integers(len(chosen)))]
        waits.append(await look(client, {"order": "union", "seed": 1, "levers": levers}, who))
        bars.append(await intervals(client, {"order": "union", "seed": 1, "levers": levers, "pairs": 20,
                                             "measures": measures}, who))
        await asyncio.sleep(LOOK * (0.5 + chance.random()))


def _papers() -> tuple[list[dict], list[dict]]:
    """Combinations of the paper's first questions; and of any three of its questions, stored or not."""
    first, later = stored_answers.answers_of("union", False), stored_answers.answers_of("union", True)
    common = [one for one in stored_answers.combinations("union") if set(one) <= set(first)]
    every = [{name: value} for name, values in {**first, **later}.items() for value in values]
    three = [{**a, **b, **c} for a, b, c in itertools.combinations(every, 3) if len({*a, *b, *c}) == 3]
    return common, three[::7]


def lesson(lab: Lab, pupils: int, flips: int) -> None:
    """A class at once, and what it waited."""
    waited: list[float] = []
    barred: list[float] = []

    async def all_together() -> None:
        local = lab.url.replace(lab.url.split("//")[1].split(":")[0], "127.0.0.1")
        limits = httpx.Limits(max_connections=2 * pupils + 10)
        async with httpx.AsyncClient(base_url=local, timeout=BOUND, limits=limits, headers=lab.headers) as client:
            with contextlib.suppress(TimeoutError):  # what is not answered by then is told as such
                await asyncio.wait_for(asyncio.gather(*(pupil(client, 1000 * pupils + k, flips, waited, barred)
                                                        for k in range(pupils))), BOUND)

    asyncio.run(all_together())
    waits, bars = np.array(waited), np.array(barred)
    print(f"a class of {pupils}, {flips} flips each: flip median {np.median(waits):.2f} s, p95 "
          f"{np.quantile(waits, 0.95):.2f} s, last {waits.max():.2f} s | aim: {AIMS.get(pupils, '')}")
    print(f"  intervals: {bars.size} of {pupils * flips} answered, median {np.median(bars):.2f} s, p95 "
          f"{np.quantile(bars, 0.95):.2f} s, last {bars.max():.2f} s")


def memory(lab: Lab) -> float:
    """Megabytes of the server process itself."""
    assert lab.process is not None
    for line in Path(f"/proc/{lab.process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return float("nan")


def weight() -> tuple[float, float]:
    """Kilobytes of everything that the first room loads, plain and compressed."""
    page = HERE.parent / "src" / "unanimity" / "web" / "page"
    names = [*(path.name for path in page.glob("*.js")), "index.html", "text/en.json", "vendor/preact.js",
             "vendor/preact-hooks.js", "vendor/htm.js", "vendor/d3-hierarchy.js", "vendor/uplot.js",
             "vendor/uplot.css", "vendor/besley.woff2", *(f"style/{path.name}" for path in page.glob("style/*.css"))]
    bodies = [(page / name).read_bytes() for name in names]
    return sum(map(len, bodies)) / 1024, sum(len(gzip.compress(body)) for body in bodies) / 1024


def alone(lab: Lab, runs: int) -> None:
    """One client: latency of a flip of a country, and memory over many runs of a union."""
    async def flips(asked: list[dict]) -> list[float]:
        async with httpx.AsyncClient(base_url=lab.url, timeout=BOUND) as client:
            return [await ended(client, "/api/runs", one, "one") for one in asked]

    asyncio.run(flips([{**FLIP, "seed": 1}]))
    found = asyncio.run(flips([{**FLIP, "seed": 10 + k} for k in range(5)]))
    print(f"lever flip, 2,000 people x 96 months, 1 client: {statistics.median(found):.2f} s (of 5, median)")
    before, begun = memory(lab), time.perf_counter()
    asyncio.run(flips([{"order": "union", "months": 48, "seed": 5000 + k} for k in range(runs)]))
    print(f"{runs} runs of a union of 384: {runs / (time.perf_counter() - begun):.1f} a second; server "
          f"{before:.0f} MB before, {memory(lab):.0f} MB after")


def prepared(lab: Lab) -> None:
    """Wait until the worlds of the lesson are computed, as they are before a class comes."""
    local = lab.url.replace(lab.url.split("//")[1].split(":")[0], "127.0.0.1")
    begun = time.perf_counter()
    while (about := httpx.get(f"{local}/api/about", headers=lab.headers).json())["beforehand"] or about["kept"] < 40:
        assert time.perf_counter() - begun < BOUND, about
        time.sleep(0.5)


def main() -> None:
    """Measure and print, one line a number."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pupils", type=int, nargs="*", default=[30, 50])
    parser.add_argument("--flips", type=int, default=4)
    parser.add_argument("--runs", type=int, default=200)
    given = parser.parse_args()
    print(f"load of the machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    for pupils in given.pupils:
        with started("--class", "--workers", str(min(4, os.cpu_count() or 1))) as lab:
            lab.headers["authorization"] = f"Bearer {lab.said.split('token=')[1].split('#')[0].split()[0]}"
            prepared(lab)
            lesson(lab, pupils, given.flips)
    if given.runs:
        with started() as lab:
            alone(lab, given.runs)
    print("the page weighs {:.0f} KB, {:.0f} KB compressed".format(*weight()))


if __name__ == "__main__":
    main()
