"""The lab's server as a client meets it: runs shared and streamed, frames, limits, who may ask, workers freed."""

from __future__ import annotations

import gzip
import json
import os
import re
import signal
import subprocess
import time

import httpx
import numpy as np
import pytest
from lab_server import Lab, started

import unanimity
from unanimity.web.frames import BYTES

UNION = {"order": "union", "months": 12}


@pytest.fixture(scope="module")
def lab():
    with started() as found:
        yield found


def events(lab: Lab, url: str, **headers: str) -> list[tuple[str, str, dict]]:
    """All events of a stream: kind, id, data."""
    text = lab.get(url, headers=headers, timeout=60).text
    found = []
    for block in text.split("\n\n"):
        parts = dict(re.findall(r"^(\w+): (.*)$", block, re.M))
        if "event" in parts:
            found.append((parts["event"], parts.get("id", ""), json.loads(parts["data"])))
    return found


def run(lab: Lab, **asked) -> tuple[str, list[tuple[str, str, dict]]]:
    begun = lab.post("/api/runs", json={**UNION, **asked}).json()
    return begun["id"], events(lab, begun["events"])


def test_a_run_is_what_the_command_line_gives_and_equal_requests_share_it(lab):
    key, told = run(lab)
    again = lab.post("/api/runs", json=UNION)
    assert again.status_code == 202 and again.json()["id"] == key
    assert [kind for kind, _, _ in told][-1] == "done"
    assert told[-1][2]["digest"] == unanimity.run("union", months=12, seed=1).digest
    months = [int(number) for kind, number, _ in told if kind == "month"]
    assert months == list(range(12))


def test_a_stream_goes_on_after_the_month_that_was_last_heard(lab):
    key, _ = run(lab)
    told = events(lab, f"/api/runs/{key}/events", **{"Last-Event-ID": "8"})
    assert [number for kind, number, _ in told if kind == "month"] == ["9", "10", "11"]


def test_frames_are_the_people_and_may_be_kept_for_good(lab):
    key, told = run(lab, levers={"ballot": "secret"})
    society = lab.get(f"/api/runs/{key}/society").json()
    one = lab.get(f"/api/runs/{key}/frames/11")
    assert "immutable" in one.headers["cache-control"] and len(one.content) == BYTES * society["people"]
    says = np.frombuffer(one.content, np.uint8).reshape(-1, BYTES)[:, 0] & 3
    status = np.frombuffer(one.content, np.uint8).reshape(-1, BYTES)[:, 1] & 15
    assent = [data[0][0] for kind, _, data in told if kind == "month"][-1]
    assert abs(np.mean(says[status < 3] != 0) - assent) < 1e-6  # sent with six digits
    film = gzip.decompress(lab.get(f"/api/runs/{key}/film").content)
    planes = np.frombuffer(film, np.uint8).reshape(BYTES, 12, -1)
    last = np.bitwise_xor.accumulate(planes, axis=1)[:, -1].T
    assert np.array_equal(last, np.frombuffer(one.content, np.uint8).reshape(-1, BYTES))
    assert len(society["names"]) == society["people"] and sum(society["cells"]) == society["people"]


def test_what_one_takes_home_gives_the_same_digest(lab, tmp_path):
    asked = {**UNION, "levers": {"oversight.appeal": "on"},
             "schedule": [{"month": 4, "lever": "ballot", "value": "secret"}]}
    key, told = run(lab, **asked)
    made = lab.post("/api/regime", json=asked).json()
    (tmp_path / "mine.toml").write_text(made["toml"], encoding="utf-8")
    assert unanimity.run(tmp_path / "mine.toml", seed=1).digest == told[-1][2]["digest"]
    table = lab.get(f"/api/runs/{key}/table.csv").text.splitlines()
    assert table[0] == "month,place,measure,value" and len(table) > 12 * 5 * 30


def test_pairs_give_curves_and_intervals(lab):
    begun = lab.post("/api/pairs", json={**UNION, "levers": {"ballot": "secret"}, "pairs": 4,
                                         "measures": ["unanimity"]}).json()
    found = events(lab, begun["events"])[-1][2]["measures"]["unanimity"]
    assert len(found["base"]["mean"]) == 12 and found["last"]["difference"] < 0 < found["last"]["control"]
    assert found["last"]["low"] <= found["last"]["difference"] <= found["last"]["high"]


@pytest.mark.parametrize(("path", "asked", "status", "says"), [
    ("/api/runs", {"order": "union", "people": 90_000, "months": 1000}, 413, "1,000,000"),
    ("/api/pairs", {"order": "apparatus", "pairs": 100, "months": 1000, "people": 1000}, 413, "40,000,000"),
    ("/api/runs", {"order": "nowhere"}, 422, "Known"),
    ("/api/runs", {"order": "../../etc/passwd"}, 422, "order"),
    ("/api/runs", {"order": "union.toml"}, 422, "no order"),
    ("/api/runs", {"order": "union", "levers": {"balot": "open"}}, 422, "Did you mean 'ballot'"),
    ("/api/runs", {"order": "union", "levers": {"ballot": "perhaps"}}, 422, "open < secret"),
    ("/api/runs", {"order": "union", "schedule": [{"month": 3, "event": "nothing"}]}, 422, "nothing"),
    ("/api/runs", {"order": "union", "seed": -1}, 422, "seed"),
    ("/api/runs", {"order": "union", "path": "x"}, 422, "path"),
    ("/api/claims/runs", {"claim": "nobody-1900-nothing"}, 422, "no claim"),
    ("/api/models/runs", {"model": "nothing"}, 422, "no model"),
])
def test_a_slip_gets_one_line_that_says_what_is_allowed(lab, path, asked, status, says):
    answer = lab.post(path, json=asked)
    assert answer.status_code == status and says in answer.json()["error"], answer.text


@pytest.mark.slow  # waits until a queue that nobody listens to is given up
def test_too_many_at_once_are_told_so(lab):
    answers = [lab.post("/api/runs", json={"order": "apparatus", "months": 250, "seed": seed}) for seed in range(40)]
    codes = {answer.status_code for answer in answers}
    refused = next(answer for answer in answers if answer.status_code == 429)
    assert codes == {202, 429} and "16" in refused.json()["error"] and int(refused.headers["retry-after"]) > 0
    for _ in range(120):  # nobody listens: the worker and the queue become free by themselves
        if lab.get("/api/about").json()["waiting"] == 0:
            break
        time.sleep(0.5)
    assert lab.get("/api/about").json()["waiting"] == 0
    assert run(lab, seed=77)[1][-1][0] == "done"


def test_a_client_that_goes_frees_its_worker(lab):
    begun = lab.post("/api/runs", json={"order": "apparatus", "months": 450, "seed": 999}).json()
    with httpx.stream("GET", lab.url + begun["events"], timeout=20) as stream:
        next(stream.iter_lines())
    started_at = time.monotonic()
    assert run(lab, seed=78)[1][-1][0] == "done"  # does not wait for the 450 months longer than the grace
    assert time.monotonic() - started_at < 20


@pytest.mark.parametrize(("headers", "status"), [
    ({"Host": "evil.example"}, 421), ({"Origin": "https://evil.example"}, 403),
    ({"Sec-Fetch-Site": "cross-site"}, 403)])
def test_who_is_not_this_page_is_refused(lab, headers, status):
    assert lab.post("/api/runs", json=UNION, headers=headers).status_code == status


def test_a_request_has_a_largest_size(lab):
    answer = lab.post("/api/runs", content=b" " * 70_000, headers={"Content-Type": "application/json"})
    assert answer.status_code == 413 and "65,536" in answer.json()["error"]


def test_the_page_and_its_headers(lab):
    answer = lab.get("/")
    assert answer.status_code == 200 and "default-src 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert lab.get("/lab.js", headers={"If-None-Match": lab.get("/lab.js").headers["etag"]}).status_code == 304
    for path in ("/..%2f..%2fserver.py", "/page/../server.py", "/server.py", "/vendor/nothing.js", "/api/nothing"):
        assert lab.get(path).status_code == 404, path
    assert "/api/runs" in lab.get("/api/openapi.json").json()["paths"]


@pytest.mark.slow
def test_another_address_needs_the_token():
    with started("--address", "0.0.0.0") as other:
        token = other.said.split("token=")[1].split()[0]
        local = re.sub(r"//[^:/]+", "//127.0.0.1", other.url)
        assert httpx.get(f"{local}/api/about").status_code == 401
        assert httpx.get(f"{local}/api/about", headers={"Authorization": f"Bearer {token}"}).status_code == 200
        with httpx.Client() as client:
            assert client.get(f"{local}/?token={token}").status_code == 200
            assert client.get(f"{local}/api/about").status_code == 200  # the cookie


@pytest.mark.slow
def test_workers_end_with_a_server_that_is_killed():
    with started() as other:
        children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(other.process.pid)], capture_output=True,
                                  text=True).stdout.split()
        assert children
        other.process.send_signal(signal.SIGKILL)
        for _ in range(60):
            if not any(os.path.exists(f"/proc/{pid}") for pid in children):
                break
            time.sleep(0.25)
        assert not any(os.path.exists(f"/proc/{pid}") for pid in children)


def test_a_taken_port_is_one_clear_line(lab):
    port = lab.url.rsplit(":", 1)[1]
    answer = subprocess.run([*Lab.COMMAND, "--port", port], capture_output=True, text=True, timeout=60)
    assert answer.returncode == 2 and "allowed: a free port" in answer.stderr and "Traceback" not in answer.stderr


@pytest.mark.slow
def test_schemathesis_finds_no_fault(lab):
    import schemathesis
    from hypothesis import HealthCheck, settings

    schema = schemathesis.openapi.from_url(f"{lab.url}/api/openapi.json")

    @schema.parametrize()
    def unused(case):  # pragma: no cover
        pass

    for operation in schema.get_all_operations():
        made = operation.ok()
        if made.path.endswith("/events"):
            continue

        @settings(max_examples=25, deadline=None, database=None, derandomize=True,
                  suppress_health_check=list(HealthCheck))
        @__import__("hypothesis").given(case=made.as_strategy())
        def one(case):
            answer = case.call(base_url=lab.url)
            assert answer.status_code < 500, (case.path, answer.status_code, answer.text[:300])
            assert answer.status_code in (200, 201, 202, 304, 400, 401, 403, 404, 405, 409, 413, 415, 421, 422, 429)
            if answer.status_code >= 400 and answer.status_code != 405:
                assert "error" in answer.json()

        one()
