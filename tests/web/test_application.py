"""The page before the laboratory: files, texts and the film need no model, and what needs it waits."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from importlib import resources

import pytest
from fastapi.testclient import TestClient

from unanimity.web.application import Front, make_app
from unanimity.web.pool import Pool

HOST = "127.0.0.1:8925"
PAGE = resources.files("unanimity.web") / "page"


def test_the_server_begins_without_the_model():
    heavy = ("numba", "numpy", "pandas", "scipy", "fastapi", "pydantic", "unanimity.regimes", "unanimity.engine")
    code = f"import sys, unanimity.web.launch as _; print([m for m in {heavy!r} if m in sys.modules])"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"


@pytest.fixture
def loading(monkeypatch):
    """A lab whose routes are not loaded before they may be."""
    may, load = threading.Event(), Front._load

    def later(self):
        assert may.wait(20)
        load(self)

    monkeypatch.setattr(Front, "_load", later)
    return TestClient(make_app(Pool(1), (HOST,)), base_url=f"http://{HOST}"), may


def test_the_page_with_its_film_is_there_while_the_model_loads_and_the_rest_waits(loading):
    client, may = loading
    with ThreadPoolExecutor() as threads:
        levers = threads.submit(client.get, "/api/levers")
        for path in ("/", "/lab.js", "/text/en.json", "/text/es.json", "/made/two-cities.json", "/an/address"):
            assert client.get(path).status_code == 200, path
        early = client.get("/api/about").json()
        assert early["ready"] == 0 and early["limits"]["person_months_a_run"] > 0
        assert not levers.done()
        may.set()
        assert any(one["name"] == "ballot" for one in levers.result(30).json())
    assert client.get("/api/about").json() == early, "told in the same way by the routes"


def test_a_file_is_only_read_and_kept_by_its_digest():
    client = TestClient(make_app(Pool(1), (HOST,)), base_url=f"http://{HOST}")
    found = client.get("/lab.js")
    assert client.get("/lab.js", headers={"if-none-match": found.headers["etag"]}).status_code == 304
    assert client.head("/lab.js").headers["content-length"] == str(len(found.content))
    assert client.post("/lab.js").status_code == 405 and client.get("/nothing.js").status_code == 404
    assert "default-src 'none'" in found.headers["content-security-policy"]


def test_a_laboratory_that_cannot_be_loaded_says_so_and_the_page_stays(monkeypatch, caplog):
    def broken(self):
        raise ImportError("no such library")

    monkeypatch.setattr(Front, "_load", broken)
    monkeypatch.setattr(Pool, "start", nothing)
    with caplog.at_level("ERROR", "uvicorn.error"), TestClient(make_app(Pool(1), (HOST,)),
                                                               base_url=f"http://{HOST}") as client:
        assert client.get("/lab.js").status_code == 200
        with pytest.raises(ImportError):
            client.get("/api/levers")
    assert "could not be loaded" in caplog.text and "no such library" in caplog.text


async def nothing(pool) -> None:
    """A pool without workers."""


def imported(name: str) -> set[str]:
    """Scripts that a script of the page imports when it is read, and those that they import."""
    names = {"preact": "vendor/preact.js", "preact/hooks": "vendor/preact-hooks.js", "htm": "vendor/htm.js",
             "d3-hierarchy": "vendor/d3-hierarchy.js"}
    text = (PAGE / name).read_text(encoding="utf-8")
    mine = {names.get(one, one.removeprefix("./")) for one in re.findall(r"^(?:import|export) .*? from '([^']+)'", text,
                                                                          re.M)}
    return mine.union(*(imported(one) for one in mine if not one.startswith("vendor/")))


def test_what_the_page_needs_first_is_asked_for_at_once():
    index = (PAGE / "index.html").read_text(encoding="utf-8")
    told = set(re.findall(r'<link rel="modulepreload" href="/([^"]+)">', index))
    assert told == imported("lab.js") | imported("story.js") | {"story.js"}
