"""A class: who comes in and how, what is handed in and who sees it, and who is served next."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
from fastapi.testclient import TestClient

from unanimity.web import launch, pool, stored_answers
from unanimity.web.application import make_app
from unanimity.web.classroom import MOST_PUPILS, SEATS
from unanimity.web.invitation import LETTERS, Invitation, code_word
from unanimity.web.limits import WAITING_EACH
from unanimity.web.pool import Busy, Pool
from unanimity.web.requests import PairsAsked

HOST = "192.168.7.5:8925"
CODE, TEACHER = code_word(), "the-teachers-own-token"


@pytest.fixture
def door():
    """A class without workers: the routes that need none."""
    invitation = Invitation((HOST, "10.0.0.3:8925"), CODE, TEACHER)
    app = make_app(Pool(1), (HOST, "10.0.0.3:8925", "127.0.0.1:8925"), invitation=invitation)

    def come(token: str = "", host: str = HOST) -> TestClient:
        client = TestClient(app, base_url=f"http://{host}")
        if token:
            assert client.get("/", params={"token": token}).status_code == 200
        return client

    return come


def test_a_browser_without_the_code_word_is_asked_for_it_and_a_program_is_told(door):
    stranger = door()
    page = stranger.get("/", headers={"accept": "text/html"})
    assert page.status_code == 401 and 'name="token"' in page.text and "Palabra clave" in page.text
    assert "form-action 'self'" in page.headers["content-security-policy"]
    assert "script-src" not in page.headers["content-security-policy"]
    told = stranger.get("/api/class")
    assert told.status_code == 401 and "token" in told.json()["error"]
    assert stranger.get("/", params={"token": "wrong"}, headers={"accept": "text/html"}).status_code == 401
    assert door(f" {CODE.upper()} ").get("/api/class").status_code == 200, "as a phone's keyboard types it"


def test_every_own_address_is_answered_and_no_other(door):
    assert door(CODE, "10.0.0.3:8925").get("/api/class").json()["open"]
    assert door().get("/api/class", headers={"host": "evil.example"}).status_code == 421
    reached, hosts = launch.hosts_of("0.0.0.0", 8925)
    assert set(reached) <= set(hosts) and "127.0.0.1:8925" in hosts and "localhost:8925" in hosts
    assert not any(host.startswith(("0.0.0.0", "127.")) for host in reached)
    assert launch.hosts_of("127.0.0.1", 1)[0] == ["127.0.0.1:1"]


def test_the_invitation_can_be_typed_and_scanned():
    one = Invitation((HOST,), CODE, TEACHER)
    assert one.link == f"http://{HOST}/?token={CODE}#/class" and TEACHER not in one.link
    assert set(CODE) <= set(LETTERS) and not set("01ilo") & set(LETTERS)
    rows = one.matrix()
    assert len(rows) == len(rows[0]) and rows[0][:7] == "1111111" and re.search("[█▀▄]", one.in_text())


def test_what_is_handed_in_is_frozen_to_its_month_and_seen_when_it_is_shown(door):
    teacher, pupil = door(TEACHER), door(CODE)
    first = pupil.post("/api/class/pupils", json={"name": "  Ana <b>María</b> "}).json()
    assert first["seat"] == 0 and first["name"] == "Ana bMaríab"
    asked = {"pupil": first["pupil"], "task": "count", "month": 12, "value": 9}
    assert pupil.post("/api/class/answers", json=asked).json()["month"] == 12
    again = pupil.post("/api/class/answers", json={**asked, "month": 30, "value": 1}).json()
    assert (again["month"], again["value"]) == (12, 9), "the first stays, with its month"
    mine = pupil.get("/api/class", params={"pupil": first["pupil"]}).json()
    assert "handed" not in mine and "invitation" not in mine and mine["you"]["handed"]["count"]["value"] == 9
    board = teacher.get("/api/class").json()
    assert board["handed"]["count"] == [[0, 12, 9]] and board["seats"] == [[0, ""]] and board["invitation"]["code"]
    assert teacher.post("/api/class/steps", json={"names": True}).json()["seats"] == [[0, "Ana bMaríab"]]
    assert pupil.post("/api/class/steps", json={"shown": True}).status_code == 403
    teacher.post("/api/class/steps", json={"shown": True})
    shown = pupil.get("/api/class").json()
    assert shown["handed"]["count"] == [[0, 12, 9]] and shown["seats"] == [], "names are for the board alone"
    teacher.post("/api/class/steps", json={"clear": True})
    assert teacher.get("/api/class").json()["pupils"] == 0
    assert pupil.post("/api/class/answers", json=asked).status_code == 422
    assert pupil.get("/api/class/picture").status_code == 403 and teacher.get("/api/class/picture").json()["rows"]


@pytest.mark.parametrize("asked", [{"task": "count", "month": 3, "value": 101}, {"task": "nothing", "month": 3},
                                   {"task": "drawing", "month": 23, "drawing": [50] * 35},
                                   {"task": "count", "month": -1}, {"task": "count", "month": 3, "more": 1}])
def test_what_is_handed_in_is_bounded(door, asked):
    client = door(CODE)
    key = client.post("/api/class/pupils", json={}).json()["pupil"]
    assert client.post("/api/class/answers", json={"pupil": key, **asked}).status_code == 422
    assert client.post("/api/class/pupils", json={"name": "x" * 25}).status_code == 422


def test_seats_are_shared_when_there_are_more_pupils_than_people_and_a_class_has_an_end(door):
    client = door(CODE)
    seats = [client.post("/api/class/pupils", json={}).json()["seat"] for _ in range(MOST_PUPILS)]
    assert set(seats) == set(range(SEATS)) and seats[SEATS] == 0
    assert client.post("/api/class/pupils", json={}).status_code == 422


def test_without_a_class_nobody_comes_in():
    client = TestClient(make_app(Pool(1), ("127.0.0.1:1",)), base_url="http://127.0.0.1:1")
    assert client.get("/api/class").json()["open"] is False
    assert client.post("/api/class/pupils", json={}).status_code == 409


# --- who is served next ---
class Hand(SimpleNamespace):
    """A worker that notes what it is given."""

    def do(self, job) -> None:
        self.job = job
        self.done.append(job.id)


@pytest.fixture
def line(monkeypatch):
    """A pool of two workers that finish when they are told to."""
    async def made() -> Pool:
        found = Pool(2)
        found.workers = [Hand(ready=True, job=None, done=[]) for _ in range(2)]
        return found

    return made


def lived(scene):
    """What a scene returns. It runs in its own thread: a browser of other tests may keep a loop running in this one."""
    with ThreadPoolExecutor(1) as alone:
        return alone.submit(asyncio.run, scene).result()


def served(one: Pool) -> list[str]:
    """Let every worker finish, again and again; who was served, in order."""
    order = []
    while any(worker.job for worker in one.workers):
        for worker in one.workers:
            if worker.job is not None:
                order.append(worker.job.id)
                job, worker.job = worker.job, None
                job.state = "done"
                one.serve()
    return order


def test_clients_are_served_in_turn_and_runs_before_long_work(line):
    async def scene() -> list[str]:
        one = await line()
        for k in range(2):
            one.ask("run", f"busy{k}", {}, "z")
        one.ask("pairs", "long", {}, "c")
        for k in range(3):
            one.ask("run", f"greedy{k}", {}, "a")
        one.ask("run", "modest", {}, "b")
        return served(one)

    order = lived(scene())
    assert order.index("modest") < order.index("greedy1"), "who asked once does not wait for who asked thrice"
    assert order[-1] == "long"


def test_one_worker_is_left_to_runs_and_long_work_is_not_forgotten(line, monkeypatch):
    async def scene() -> tuple[list[str], list[str]]:
        one = await line()
        for k in range(3):
            one.ask("pairs", f"long{k}", {}, f"p{k}")
        busy = [worker.job.id for worker in one.workers if worker.job]
        monkeypatch.setattr(pool, "PATIENCE", -1.0)
        one.ask("run", "quick", {}, "r")
        return busy, served(one)

    busy, order = lived(scene())
    assert busy == ["long0"] and set(order) == {"long0", "long1", "long2", "quick"}


def test_a_client_has_so_many_places_in_the_line_and_equal_requests_share_one(line):
    async def scene() -> None:
        one = await line()
        for k in range(WAITING_EACH + 2):  # two are at work
            one.ask("run", f"mine{k}", {}, "a")
        with pytest.raises(Busy):
            one.ask("run", "more", {}, "a")
        assert one.ask("run", "other", {}, "b").state == "waiting"
        assert one.ask("run", "mine5", {}, "b") is one.jobs["mine5"]

    lived(scene())


def test_what_is_prepared_waits_until_nobody_else_does(line):
    async def scene() -> list[str]:
        one = await line()
        for k in range(2):
            one.ask("run", f"busy{k}", {}, "z")
        one.prepare([("run", f"before{k}", {}) for k in range(3)])
        one.ask("run", "asked", {}, "a")
        one.ask("run", "before2", {}, "b")
        return served(one)

    order = lived(scene())
    assert order.index("asked") < order.index("before0") and order.index("before2") < order.index("before0")


# --- what came with the program ---
@pytest.fixture(scope="module")
def trusted():
    """The stored answers of the union, once its witnesses have agreed."""
    from unanimity.web import jobs

    digests = []
    for asked, _ in stored_answers.witnesses("union"):
        jobs.one_world(asked, lambda head, body=b"": digests.append(head["digest"]) if "digest" in head else None)
    assert not stored_answers.trust("union", ["another", "model"])
    assert stored_answers.trust("union", digests), "the model has changed: make the stored answers anew"


@pytest.mark.parametrize("order", stored_answers.with_paper())
def test_every_common_combination_of_a_paper_is_stored(order):
    """Made anew by `python tools/store_all.py pairs-union` when the model of an order has changed."""
    kept = stored_answers._kept(order)
    assert kept, "the order has changed since the answers were stored"
    wanted = {stored_answers.name_of(one) for one in stored_answers.combinations(order)}
    assert set(kept["answers"]) == wanted and len(wanted) > 100


def test_a_stored_answer_is_what_the_lab_would_compute(trusted):
    from unanimity.web import jobs

    asked = PairsAsked(order="union", levers={"ballot": "secret"}, measures=["unanimity", "falsification_gap"])
    found, ends = stored_answers.stored(asked), []
    jobs.pairs(asked, lambda head, body=b"": ends.append(head))
    assert set(ends[-1]) - {"kind"} == set(found) - {"stored"}, "the same shape"
    assert all(found[key] == ends[-1][key] for key in ("digest", "seeds", "window", "months", "pairs"))
    for name in asked.measures:
        mine, there = ends[-1]["measures"][name], found["measures"][name]
        assert mine["last"] == there["last"] and set(mine) == set(there)
        for part in ("base", "yours", "difference"):
            assert mine[part]["mean"] == pytest.approx(there[part]["mean"], rel=1e-3)


@pytest.mark.parametrize("more", [{"seed": 2}, {"months": 24}, {"pairs": 19}, {"levers": {"ballot": "open"}},
                                  {"schedule": [{"month": 3, "lever": "ballot", "value": "secret"}]},
                                  {"order": "apparatus"}, {"measures": ["mean_fear"]}])
def test_what_was_not_stored_is_not_answered_from_the_store(trusted, more):
    asked = {"order": "union", "levers": {"ballot": "secret"}, "measures": ["unanimity"], **more}
    assert stored_answers.stored(PairsAsked(**asked)) is None


# --- pictures of the shelf ---
def test_pictures_follow_the_page_and_keep_their_columns():
    from unanimity.reference import model
    from unanimity.web.model_pictures import dressed, in_spanish, picture

    chart = model("kuran").plot(1)
    plain, made = chart.to_dict(), dressed(chart.to_dict(), dark=True, language="es")
    assert "title" not in made and made["config"]["background"] == "#181d26" != plain["config"]["background"]
    svg = picture(chart, dark=True, language="es").decode()
    assert "umbral (% que ya se opone)" in svg and ">undefined<" not in svg and ">threshold" not in svg
    assert ">threshold (% already opposing)<" in picture(chart).decode()
    assert in_spanish("after 25 rounds") == "tras 25 rondas" and in_spanish("no such words") == "no such words"
