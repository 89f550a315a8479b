"""The lab measured: latency of a lever flip at 1 and 50 clients, memory over 500 runs, weight of the page.

    python benchmarks/lab.py [--runs 500] [--clients 50]
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import statistics
import sys
import time
from pathlib import Path

import httpx

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests" / "web"))
from lab_server import Lab, started  # noqa: E402

FLIP = {"order": "apparatus", "months": 96, "people": 2000}  # 2,000 people x 96 months


async def flip(client: httpx.AsyncClient, asked: dict) -> float:
    """Seconds from the click to the last month of a run."""
    begun = time.perf_counter()
    while (answer := await client.post("/api/runs", json=asked)).status_code == 429:
        await asyncio.sleep(float(answer.headers["retry-after"]))
    async with client.stream("GET", answer.json()["events"]) as stream:
        async for line in stream.aiter_lines():
            if line.startswith("event: done"):
                return time.perf_counter() - begun
    raise RuntimeError("the stream ended early")


async def together(url: str, clients: int, first: int) -> list[float]:
    """Every client flips a lever of a world of its own at the same moment."""
    async with httpx.AsyncClient(base_url=url, timeout=300, limits=httpx.Limits(max_connections=clients + 5)) as client:
        return await asyncio.gather(*(flip(client, {**FLIP, "seed": first + k}) for k in range(clients)))


def memory(lab: Lab) -> float:
    """Megabytes of the server process itself."""
    assert lab.process is not None
    for line in Path(f"/proc/{lab.process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return float("nan")


def weight(lab: Lab) -> tuple[float, float]:
    """Kilobytes of everything that the first room loads, plain and compressed."""
    page = HERE.parent / "src" / "unanimity" / "web" / "page"
    names = ["index.html", "lab.js", "h.js", "text.js", "address.js", "crowd.js", "people.js", "api.js", "story.js",
             "parts.js", "text/en.json", "vendor/preact.js", "vendor/preact-hooks.js", "vendor/htm.js",
             "vendor/d3-hierarchy.js", "vendor/uplot.js", "vendor/uplot.css", "vendor/besley.woff2",
             *(f"style/{name}.css" for name in ("tokens", "page", "story", "bench", "rooms"))]
    bodies = [(page / name).read_bytes() for name in names]
    return sum(map(len, bodies)) / 1024, sum(len(gzip.compress(body)) for body in bodies) / 1024


def main() -> None:
    """Measure and print, one line a number."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=500)
    parser.add_argument("--clients", type=int, default=50)
    given = parser.parse_args()
    with started() as lab:
        asyncio.run(together(lab.url, 1, 1))
        alone = [asyncio.run(together(lab.url, 1, 10 + k))[0] for k in range(5)]
        print(f"lever flip, 2,000 people x 96 months, 1 client: {statistics.median(alone):.2f} s (of 5, median)")
        many = asyncio.run(together(lab.url, given.clients, 1000))
        print(f"the same, {given.clients} clients at once, one worker: first {min(many):.2f} s, median "
              f"{statistics.median(many):.2f} s, last {max(many):.2f} s")
        before = memory(lab)
        small = {"order": "union", "months": 48}

        async def lots() -> None:
            async with httpx.AsyncClient(base_url=lab.url, timeout=300) as client:
                for k in range(given.runs):
                    await flip(client, {**small, "seed": 5000 + k})

        begun = time.perf_counter()
        asyncio.run(lots())
        print(f"{given.runs} runs of a union of 384: {given.runs / (time.perf_counter() - begun):.1f} a second; server "
              f"{before:.0f} MB before, {memory(lab):.0f} MB after")
        print("the first room weighs {:.0f} KB, {:.0f} KB compressed".format(*weight(lab)))


if __name__ == "__main__":
    main()
